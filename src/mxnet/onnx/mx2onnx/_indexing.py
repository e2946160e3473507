"""Taking elements by number, ordering them, choosing between them."""

from typing import Any

import numpy as np

from mxnet.onnx.mx2onnx._elementwise import is_real
from mxnet.onnx.mx2onnx._registry import NodeWriter, exports
from mxnet.onnx.mx2onnx._writer import Dim, Operand, Tensor, ints

_INT64 = np.dtype(np.int64)


def bounded(g: NodeWriter, indices: Operand, size: Dim, mode: str) -> Operand:
    """Numbers of elements, those outside clipped or wrapped around."""
    index = g.cast(indices, _INT64)
    if mode == "wrap":
        return g.op("Mod", index, g.number(size, _INT64))
    if mode == "raise":
        return index
    last = ints(size - 1) if isinstance(size, int) else g.op("Sub", size, ints(1))
    return g.op("Min", g.op("Max", index, ints(0)), last)


@exports("take")
def take(g: NodeWriter, a: Tensor, indices: Tensor, *, axis: int, mode: str) -> Operand:
    axis %= a.rank
    return g.op("Gather", a, bounded(g, indices, g.dim(a, axis), mode), axis=axis)


@exports("pick")
def pick(g: NodeWriter, data: Tensor, index: Tensor, *, axis: int, keepdims: bool, mode: str) -> Operand:
    axis %= data.rank
    at: Operand = bounded(g, index, g.dim(data, axis), mode)
    at = at if index.rank == data.rank and data.rank > 1 else g.unsqueeze(at, axis) if data.rank > 1 else at
    picked = g.op("GatherElements", data, at, axis=axis)
    return picked if keepdims or data.rank == 1 else g.squeeze(picked, axis)


@exports("batch_take")
def batch_take(g: NodeWriter, a: Tensor, indices: Tensor) -> Operand:
    width = g.dim(a, -1)
    rows = g.op("Reshape", a, g.sizes([-1, width]))
    at = bounded(g, g.reshape(indices, [-1, 1]), width, "clip")
    return g.reshape(g.op("GatherElements", rows, at, axis=1), g.dims(indices))


def _coordinates(g: NodeWriter, indices: Tensor) -> Operand:
    """MXNet has an index in each column, ONNX in each last axis."""
    return g.transpose(g.cast(indices, _INT64), [*range(1, indices.rank), 0])


@exports("gather_nd")
def gather_nd(g: NodeWriter, data: Tensor, indices: Tensor) -> Operand:
    return g.op("GatherND", data, _coordinates(g, indices))


@exports("scatter_nd")
def scatter_nd(g: NodeWriter, data: Tensor, indices: Tensor, *, shape: Any) -> Operand:
    zeros = g.expand(np.zeros(1, data.dtype), list(shape))
    return g.op("ScatterND", zeros, _coordinates(g, indices), data)


@exports("_scatter_set_nd")
def scatter_set_nd(g: NodeWriter, lhs: Tensor, rhs: Tensor, indices: Tensor, **_: Any) -> Operand:
    return g.op("ScatterND", lhs, _coordinates(g, indices), rhs)


@exports("_contrib_index_copy")
def index_copy(g: NodeWriter, old_tensor: Tensor, index_vector: Tensor, new_tensor: Tensor) -> Operand:
    return g.op("ScatterND", old_tensor, g.unsqueeze(g.cast(index_vector, _INT64), 1), new_tensor)


@exports("_contrib_boolean_mask")
def boolean_mask(g: NodeWriter, data: Tensor, index: Tensor, *, axis: int) -> Operand:
    return g.op("Compress", data, g.cast(index, np.bool_), axis=axis % data.rank)


@exports("one_hot")
def one_hot(g: NodeWriter, indices: Tensor, *, depth: int, on_value: float, off_value: float, **_: Any) -> Operand:
    # ONNX counts negative numbers from the end, MXNet leaves them out: they are compared instead.
    places = np.arange(depth, dtype=np.int64)
    here = g.op("Equal", g.unsqueeze(g.cast(indices, _INT64), -1), places)
    dtype = g.out.dtype
    if dtype in (np.float32, np.int64, np.int32, np.float64, np.uint8):
        return g.op("Where", here, np.array(on_value, dtype), np.array(off_value, dtype))
    chosen = g.op("Where", here, np.array(on_value, np.float32), np.array(off_value, np.float32))
    return g.cast(chosen, dtype)


@exports("where")
def where(g: NodeWriter, condition: Tensor, x: Tensor, y: Tensor) -> Operand:
    chosen = g.cast(condition, np.bool_)
    if condition.rank < x.rank:  # a vector chooses whole rows
        chosen = g.reshape(chosen, [-1] + [1] * (x.rank - 1))
    return g.op("Where", chosen, x, y)


@exports("_npi_where")
def where_broadcast(g: NodeWriter, condition: Tensor, x: Tensor, y: Tensor) -> Operand:
    return g.op("Where", g.cast(condition, np.bool_), x, y)


# --- order -----------------------------------------------------------------------------------------------------------


def _first(g: NodeWriter, data: Tensor, axis: int | None, k: Dim | None, ascend: bool) -> tuple[str, str, int]:
    """The first elements in order along an axis, or of the flattened array, and where they were."""
    x: Operand = data if axis is not None else g.reshape(data, [-1])
    at = 0 if axis is None else axis % data.rank
    if k is None:
        k = g.product(g.dims(data)) if axis is None else g.dim(data, at)
    if data.dtype.kind in "iu" and data.dtype.itemsize < 4:
        x = g.cast(x, np.int32)
    values, places = g.ops("TopK", 2, x, g.sizes([k]), axis=at, largest=int(not ascend), sorted=1)
    return values, places, at


@exports("topk")
def topk(g: NodeWriter, data: Tensor, *, axis: int | None, k: int, ret_typ: str, is_ascend: bool, dtype: str) -> Any:
    values, places, at = _first(g, data, axis, k if k > 0 else None, is_ascend)
    if ret_typ == "mask":
        zeros = g.expand(np.zeros(1, data.dtype), g.dims(data) if axis is not None else [g.product(g.dims(data))])
        ones = g.op("Expand", np.ones(1, data.dtype), g.op("Shape", places))
        mask = g.op("ScatterElements", zeros, places, ones, axis=at)
        return mask if axis is not None else g.reshape(mask, g.dims(data))
    if ret_typ == "indices":
        return g.cast(places, g.out.dtype)
    top_values = g.cast(values, data.dtype) if data.dtype.itemsize < 4 and not is_real(data.dtype) else values
    return top_values if ret_typ == "value" else [top_values, g.cast(places, g.outs[1].dtype)]


@exports("sort")
def sort(g: NodeWriter, data: Tensor, *, axis: int | None, is_ascend: bool) -> Operand:
    values, _, _ = _first(g, data, axis, None, is_ascend)
    return values if data.dtype.itemsize >= 4 or is_real(data.dtype) else g.cast(values, data.dtype)


@exports("argsort")
def argsort(g: NodeWriter, data: Tensor, *, axis: int | None, is_ascend: bool, dtype: str) -> Operand:
    return g.cast(_first(g, data, axis, None, is_ascend)[1], g.out.dtype)
