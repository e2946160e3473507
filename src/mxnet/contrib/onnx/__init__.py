"""``mx.contrib.onnx``: ONNX files as symbols and blocks; the way there is ``mx.onnx``."""

from mxnet.contrib.onnx import backend as backend
from mxnet.contrib.onnx import onnx2mx as onnx2mx
from mxnet.contrib.onnx.onnx2mx.import_model import get_model_metadata as get_model_metadata
from mxnet.contrib.onnx.onnx2mx.import_model import get_model_metadata as get_model_metadata_
from mxnet.contrib.onnx.onnx2mx.import_model import import_model as import_model
from mxnet.contrib.onnx.onnx2mx.import_model import import_model as import_model_
from mxnet.contrib.onnx.onnx2mx.import_to_gluon import import_to_gluon as import_to_gluon
from mxnet.contrib.onnx.onnx2mx.import_to_gluon import import_to_gluon as import_to_gluon_
from mxnet.onnx import export_model as export_model
from mxnet.onnx import export_model as export_model_
