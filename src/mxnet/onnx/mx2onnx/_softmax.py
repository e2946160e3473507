"""Softmax in its many forms."""

from typing import Any

import numpy as np

from mxnet.onnx.mx2onnx._registry import NodeWriter, exports
from mxnet.onnx.mx2onnx._writer import Operand, Tensor, ints


def _typed(g: NodeWriter, output: Operand, data: Tensor) -> Operand:
    return output if g.out.dtype == data.dtype else g.cast(output, g.out.dtype)


@exports("softmax", "softmin", "log_softmax")
def softmax(
    g: NodeWriter,
    data: Tensor,
    length: Tensor | None = None,
    *,
    axis: int,
    temperature: float | None,
    use_length: bool | None = False,
    **_: Any,
) -> Operand:
    x: Operand = g.op("Neg", data) if g.kind == "softmin" else data
    if temperature is not None and temperature != 1:
        x = g.op("Div", x, np.array(temperature, data.dtype))
    if length is not None and use_length:
        return _typed(g, _masked(g, x, data, length, axis % data.rank), data)
    kind = "LogSoftmax" if g.kind == "log_softmax" else "Softmax"
    return _typed(g, g.softmax(x, axis, data.rank, kind), data)


def _masked(g: NodeWriter, x: Operand, data: Tensor, length: Tensor, axis: int) -> Operand:
    """Softmax of the first ``length`` elements along the axis, zero after them."""
    place = g.op("Range", np.array(0, np.int64), g.number(g.dim(data, axis), np.dtype(np.int64)), np.array(1, np.int64))
    along = g.reshape(place, [-1 if a == axis else 1 for a in range(data.rank)])
    lengths: Operand = g.cast(length, np.int64)
    lengths = g.unsqueeze(lengths, axis) if data.rank > 1 else lengths
    inside = g.op("Less", along, lengths)
    lowest = np.array(np.finfo(np.float16 if data.dtype == np.float16 else np.float32).min, data.dtype)
    probabilities = g.softmax(g.op("Where", inside, x, lowest), axis, data.rank)
    return g.op("Where", inside, probabilities, np.array(0, data.dtype))


@exports("SoftmaxActivation")
def softmax_activation(g: NodeWriter, data: Tensor, *, mode: str) -> Operand:
    return g.softmax(data, 1 if mode == "channel" else -1, data.rank)


@exports("SoftmaxOutput")
def softmax_output(
    g: NodeWriter, data: Tensor, label: Tensor, *, multi_output: bool, preserve_shape: bool, **_: Any
) -> Operand:
    if multi_output:
        return g.softmax(data, 1, data.rank)
    if preserve_shape or data.rank == 2:
        return g.softmax(data, -1, data.rank)
    rows = g.op("Reshape", data, ints(0, -1))
    return g.reshape(g.softmax(rows, 1, 2), g.dims(data))


@exports("softmax_cross_entropy")
def softmax_cross_entropy(g: NodeWriter, data: Tensor, label: Tensor) -> Operand:
    logs = g.softmax(data, -1, data.rank, "LogSoftmax")
    chosen = g.op("GatherElements", logs, g.unsqueeze(g.cast(label, np.int64), -1), axis=data.rank - 1)
    return g.op("Neg", g.reshape(g.reduce("ReduceSum", chosen, range(data.rank)), [1]))
