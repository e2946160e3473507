"""``mx.onnx``: models for other runtimes, as ONNX files. The way back is ``mx.contrib.onnx``."""

from mxnet.onnx.mx2onnx import export_model as export_model
from mxnet.onnx.mx2onnx import get_operator_support as get_operator_support
