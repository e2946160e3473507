"""Which function imports which ONNX operator.

A converter looks like the ONNX operator: the importer, then its inputs by position, then its attributes by name. It
returns a symbol, or one a result.
"""

from mxnet.onnx._converters import Converters

IMPORTERS = Converters(
    "mxnet.contrib.onnx.onnx2mx",
    "control elementwise indexing layers pooling quantized random reduce regions rnn shape training",
)
imports = IMPORTERS.declare  # the ONNX operators that a function imports
