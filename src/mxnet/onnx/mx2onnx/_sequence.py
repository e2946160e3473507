"""Sequences of different lengths in one array."""

from typing import Any

import numpy as np

from mxnet.onnx.mx2onnx._registry import NodeWriter, exports
from mxnet.onnx.mx2onnx._writer import Operand, Tensor, ints

_INT64 = np.dtype(np.int64)


def _grid(g: NodeWriter, data: Tensor, lengths: Tensor, axis: int) -> tuple[str, str]:
    """Times along the time axis and lengths along the other, ready to be compared."""
    time = g.op("Range", np.array(0, np.int64), g.number(g.dim(data, axis), _INT64), np.array(1, np.int64))
    rest = [1] * (data.rank - 2)
    whole = g.cast(lengths, _INT64)
    return g.reshape(time, [-1, *([1] if axis == 0 else []), *rest]), g.reshape(whole, [-1, *([1] * axis), *rest])


@exports("SequenceMask")
def sequence_mask(
    g: NodeWriter, data: Tensor, sequence_length: Tensor | None = None, *, value: float, axis: int, **_: Any
) -> Operand:
    if sequence_length is None:
        return g.op("Identity", data)
    time, lengths = _grid(g, data, sequence_length, axis)
    return g.op("Where", g.op("Less", time, lengths), data, np.array(value, data.dtype))


@exports("SequenceReverse")
def sequence_reverse(g: NodeWriter, data: Tensor, sequence_length: Tensor | None = None, **_: Any) -> Operand:
    if sequence_length is None:
        return g.slice(data, [-1], [np.iinfo(np.int64).min], [0], [-1])
    return g.op("ReverseSequence", data, g.cast(sequence_length, _INT64), batch_axis=1, time_axis=0)


@exports("SequenceLast")
def sequence_last(
    g: NodeWriter, data: Tensor, sequence_length: Tensor | None = None, *, axis: int, **_: Any
) -> Operand:
    if sequence_length is None:
        return g.op("Gather", data, np.array(-1, np.int64), axis=axis)
    rows = data if axis == 1 else g.transpose(data, [1, 0, *range(2, data.rank)])
    last = g.op("Max", g.op("Sub", g.cast(sequence_length, _INT64), ints(1)), ints(0))
    return g.op("GatherND", rows, g.unsqueeze(last, 1), batch_dims=1)
