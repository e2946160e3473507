"""Sums, means, extremes and their places."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mxnet.onnx._tables import REDUCE
from mxnet.onnx.mx2onnx._elementwise import is_real
from mxnet.onnx.mx2onnx._registry import NodeWriter, exports
from mxnet.onnx.mx2onnx._writer import Operand, Tensor


def reduced_axes(data: Tensor, axis: Sequence[int] | None, exclude: bool = False) -> list[int]:
    """The axes that a reduction takes; none and an empty tuple both mean all."""
    if not axis:
        return list(range(data.rank))
    axes = {a % data.rank for a in axis}
    return [a for a in range(data.rank) if (a in axes) != exclude]


def reduce(g: NodeWriter, kind: str, data: Operand, axes: Sequence[int], keepdims: bool, rank: int) -> Operand:
    """A reduction whose result has an axis at least, as MXNet's have."""
    reduced = g.reduce(kind, data, axes, keepdims)
    return g.reshape(reduced, [1]) if len(axes) == rank and not keepdims else reduced


@exports(*REDUCE)
def reduction(g: NodeWriter, data: Tensor, *, axis: Any, keepdims: bool, exclude: bool) -> Operand:
    axes = reduced_axes(data, axis, exclude)
    if not axes:
        return g.op("Identity", data)
    kind = REDUCE[g.kind]
    if kind == "ReduceMean" and not is_real(data.dtype):  # towards zero
        total = reduce(g, "ReduceSum", g.cast(data, np.int64), axes, keepdims, data.rank)
        count = g.product([g.dim(data, a) for a in axes])
        return g.cast(g.op("Div", total, g.number(count, np.dtype(np.int64))), data.dtype)
    return reduce(g, kind, data, axes, keepdims, data.rank)


@exports("nansum", "nanprod")
def without_nan(g: NodeWriter, data: Tensor, *, axis: Any, keepdims: bool, exclude: bool) -> Operand:
    neutral = np.array(g.kind == "nanprod", data.dtype)
    x = g.op("Where", g.op("IsNaN", data), neutral, data) if is_real(data.dtype) else data
    axes = reduced_axes(data, axis, exclude)
    return reduce(g, REDUCE[g.kind.removeprefix("nan")], x, axes, keepdims, data.rank)


@exports("norm")
def norm(g: NodeWriter, data: Tensor, *, ord: int, axis: Any, keepdims: bool, **_: Any) -> Operand:
    wide = data if is_real(data.dtype) else g.cast(data, np.float32)
    norms = reduce(g, f"ReduceL{ord}", wide, reduced_axes(data, axis), keepdims, data.rank)
    return norms if g.out.dtype == data.dtype and is_real(data.dtype) else g.cast(norms, g.out.dtype)


@exports("moments")
def moments(g: NodeWriter, data: Tensor, *, axes: Any, keepdims: bool, **_: Any) -> list[Operand]:
    over = reduced_axes(data, axes)
    mean = g.reduce("ReduceMean", data, over, True)
    apart = g.op("Sub", data, mean)
    variance = reduce(g, "ReduceMean", g.op("Mul", apart, apart), over, keepdims, data.rank)
    return [mean if keepdims else reduce(g, "ReduceMean", data, over, False, data.rank), variance]


@exports("argmax", "argmin")
def position(g: NodeWriter, data: Tensor, *, axis: int | None, keepdims: bool, **_: Any) -> Operand:
    kind = "ArgMax" if g.kind == "argmax" else "ArgMin"
    if axis is None or data.rank == 1:
        places = g.op(kind, g.reshape(data, [-1]), axis=0, keepdims=1)
        places = g.reshape(places, [1] * data.rank) if keepdims and data.rank > 1 else places
    else:
        places = g.op(kind, data, axis=axis % data.rank, keepdims=int(keepdims))
    return g.cast(places, g.out.dtype)


@exports("argmax_channel")
def argmax_channel(g: NodeWriter, data: Tensor) -> Operand:
    return g.cast(g.op("ArgMax", data, axis=min(1, data.rank - 1), keepdims=int(data.rank == 1)), g.out.dtype)


@exports("cumsum")
def cumsum(g: NodeWriter, a: Tensor, *, axis: int | None, **_: Any) -> Operand:
    x: Operand = a if axis is not None else g.reshape(a, [-1])
    return g.op("CumSum", g.cast(x, g.out.dtype) if a.dtype != g.out.dtype else x, np.array(axis or 0, np.int64))
