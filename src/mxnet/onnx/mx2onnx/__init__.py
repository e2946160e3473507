"""From symbols to ONNX; a module a family of operators, a function an operator."""

from mxnet.onnx.mx2onnx._export_model import export_model as export_model
from mxnet.onnx.mx2onnx._export_model import get_operator_support as get_operator_support
