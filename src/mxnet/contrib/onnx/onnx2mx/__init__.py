"""From ONNX to symbols; a module a family of operators, a function an operator."""

from mxnet.contrib.onnx.onnx2mx import import_model as import_model
from mxnet.contrib.onnx.onnx2mx import import_onnx as import_onnx
from mxnet.contrib.onnx.onnx2mx import import_to_gluon as import_to_gluon
