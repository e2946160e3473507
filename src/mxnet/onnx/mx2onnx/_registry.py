"""Which function exports which operator.

A converter looks like the operator itself: the writer, then its arrays by position, then its parameters by name. It
returns the operand that holds the result, or a list of them. ``g.name``, ``g.outs`` tell the node's name and results.
"""

from collections.abc import Callable, Sequence
from typing import Any

from mxnet.error import MXNetError
from mxnet.onnx._converters import Converters
from mxnet.onnx.mx2onnx._writer import Tensor, Writer
from mxnet.symbol.node import Node

CONVERTERS = Converters(
    "mxnet.onnx.mx2onnx",
    """attention boxes creation elementwise indexing joining layers linalg normalization pooling quantized random reduce
    regions rnn sequence shape softmax""",
)
exports = CONVERTERS.declare  # the operators, by their registered names, that a function exports


class Refusal(MXNetError):
    """The error of a node that has no form in ONNX."""

    def __init__(self, message: str, node: Node) -> None:
        super().__init__(message)
        self.node = node


class NodeWriter(Writer):
    """The writer as a converter sees it: with the node that is being converted."""

    def __init__(self, opset: int) -> None:
        super().__init__(opset)
        self.kind = ""
        self.name = ""
        self.outs: Sequence[Tensor] = ()
        self.value_of: Callable[[Tensor], Any] = lambda x: None

    @property
    def out(self) -> Tensor:
        """The shape and type of the node's first result."""
        return self.outs[0]

    def fail(self, expected: str, received: str, advice: str = "") -> MXNetError:
        """The error of a node that ONNX has no words for."""
        tail = f"; {advice}" if advice else ""
        return MXNetError(
            f"{self.kind} {self.name!r} cannot become ONNX: expected {expected}, received {received}{tail}"
        )
