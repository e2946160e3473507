"""Taking elements by number, and ordering them."""

from typing import Any

import numpy as np

from mxnet.contrib.onnx.onnx2mx._graph import Importer, OnnxValue
from mxnet.contrib.onnx.onnx2mx._registry import imports
from mxnet.symbol import Symbol


@imports("Gather")
def gather(m: Importer, x: OnnxValue, indices: OnnxValue, *, axis: int = 0) -> Symbol:
    if indices.array is not None and indices.array.size == 1:
        return _one(m, x, indices.array, axis)
    if indices.array is not None and (indices.array < 0).any():
        size = x.shape[axis] if x.shape is not None else None
        if size is None:
            raise m.fail("an axis of known size for negative numbers", f"{axis=} of {x.shape}")
        indices = OnnxValue(
            m, f"{indices.name}_{axis}_{size}", None, np.where(indices.array < 0, indices.array + size, indices.array)
        )
    if x.array is not None and x.array.ndim == 2 and axis % 2 == 0 and indices.array is None:
        rows, columns = x.array.shape
        return m.call("Embedding", indices, x, input_dim=rows, output_dim=columns, dtype=x.array.dtype.name)
    # Numbers in ONNX may count from the end; computed ones may be any.
    return m.call("take", x, indices, axis=axis, mode=None if indices.array is not None else "wrap")


def _one(m: Importer, x: OnnxValue, index: np.ndarray, axis: int) -> Symbol:
    at = int(index.reshape(-1)[0])
    part = m.call("slice_axis", x, axis=axis, begin=at, end="None" if at == -1 else at + 1)
    if index.ndim == 0:
        return m.call("squeeze", part, axis=axis)
    for _ in range(index.ndim - 1):
        part = m.call("expand_dims", part, axis=axis)
    return part


def _static(m: Importer, value: OnnxValue) -> tuple[int, ...]:
    """A shape that must be known now."""
    if value.shape is None or None in value.shape:
        raise m.fail("an input of known shape", f"shape {value.shape} of {value.name!r}", "fix the input's shape")
    return tuple(int(d or 0) for d in value.shape)


def _grid(m: Importer, shape: tuple[int, ...], axis: int) -> Symbol:
    """The number of each place along one axis."""
    numbers = np.broadcast_to(
        np.arange(shape[axis]).reshape([-1 if a == axis else 1 for a in range(len(shape))]), shape
    )
    name = f"{m.outputs()[0]}_axis{axis}"
    return m.parameter(name, np.ascontiguousarray(numbers, np.int64))


@imports("GatherElements")
def gather_elements(m: Importer, x: OnnxValue, indices: OnnxValue, *, axis: int = 0) -> Symbol:
    axis %= x.rank
    if indices.shape is not None and indices.shape[axis] == 1:
        return m.call("pick", x, m.call("squeeze", indices, axis=axis), axis=axis, keepdims=True, mode="wrap")
    shape = _static(m, indices)
    at = m.call("Cast", indices, dtype="int64")
    rows = [at if a == axis else _grid(m, shape, a) for a in range(len(shape))]
    return m.call("gather_nd", x, m.call("stack", *rows, axis=0))


def _columns(m: Importer, indices: OnnxValue) -> Symbol:
    """ONNX has an index in each last axis, MXNet in each column."""
    rank = indices.rank
    made = m.call("transpose", indices, axes=(rank - 1, *range(rank - 1)))
    return m.call("expand_dims", made, axis=1) if rank == 1 else made


@imports("GatherND")
def gather_nd(m: Importer, x: OnnxValue, indices: OnnxValue, *, batch_dims: int = 0) -> Symbol:
    if not batch_dims:
        return m.call("gather_nd", x, _columns(m, indices))
    # The places in the batch become indices too.
    outer = _static(m, indices)[:-1]
    grids = [m.call("expand_dims", _grid(m, outer, a), axis=0) for a in range(batch_dims)]
    return m.call("gather_nd", x, m.call("concat", *grids, m.call("Cast", _columns(m, indices), dtype="int64"), dim=0))


@imports("ScatterND")
def scatter_nd(m: Importer, x: OnnxValue, indices: OnnxValue, updates: OnnxValue, *, reduction: str = "none") -> Symbol:
    if reduction != "none" or x.shape is None or None in x.shape:
        raise m.fail("data of known shape, and reduction='none'", f"shape {x.shape}, {reduction=}")
    return m.call("_scatter_set_nd", x, updates, _columns(m, indices), shape=x.shape)


@imports("Compress")
def compress(m: Importer, x: OnnxValue, condition: OnnxValue, *, axis: int | None = None) -> Symbol:
    data = m.call("reshape", x, shape=(-1,)) if axis is None else x.sym
    return m.call("_contrib_boolean_mask", data, condition, axis=axis or 0)


@imports("OneHot")
def one_hot(m: Importer, indices: OnnxValue, depth: OnnxValue, values: OnnxValue, *, axis: int = -1) -> Symbol:
    off, on = m.constant(values, "values").reshape(-1).tolist()
    count = int(m.number(depth, 0, "depth"))
    # Negative numbers count from the end; those outside are nowhere.
    at = indices.sym + count * m.call("_lesser_scalar", indices, scalar=0)
    made = m.call("one_hot", at, depth=count, on_value=on, off_value=off, dtype=m.constant(values, "values").dtype.name)
    rank = indices.rank + 1
    axis %= rank
    back = (*range(axis), rank - 1, *range(axis, rank - 1))
    return made if axis == rank - 1 else m.call("transpose", made, axes=back)


@imports("TopK")
def topk(
    m: Importer,
    x: OnnxValue,
    k_in: OnnxValue | None = None,
    *,
    k: int = 1,
    axis: int = -1,
    largest: int = 1,
    sorted: int = 1,
) -> list[Symbol]:
    count = int(m.number(k_in, k, "k"))
    return list(m.call("topk", x, k=count, axis=axis, ret_typ="both", is_ascend=not largest, dtype="int64"))


@imports("ArgMax", "ArgMin")
def position(m: Importer, x: OnnxValue, *, axis: int = 0, keepdims: int = 1, select_last_index: int = 0) -> Symbol:
    if select_last_index:
        raise m.fail("the first of equal elements", f"{select_last_index=}")
    found = m.call("argmax" if m._node.op_type == "ArgMax" else "argmin", x, axis=axis, keepdims=bool(keepdims))
    return m.call("Cast", found, dtype="int64")


@imports("ReverseSequence")
def reverse_sequence(
    m: Importer, x: OnnxValue, lengths: OnnxValue, *, batch_axis: int = 1, time_axis: int = 0
) -> Symbol:
    data = x.sym if time_axis == 0 else m.call("SwapAxis", x, dim1=0, dim2=1)
    made = m.call("SequenceReverse", data, lengths, use_sequence_length=True)
    return made if time_axis == 0 else m.call("SwapAxis", made, dim1=0, dim2=1)


@imports("CumSum")
def cumsum(m: Importer, x: OnnxValue, axis: OnnxValue, *, exclusive: int = 0, reverse: int = 0) -> Symbol:
    along = int(m.number(axis, 0, "axis"))
    data = m.call("reverse", x, axis=along) if reverse else x.sym
    made = m.call("cumsum", data, axis=along)
    made = made - data if exclusive else made
    return m.call("reverse", made, axis=along) if reverse else made


@imports("Range")
def arange(m: Importer, start: OnnxValue, limit: OnnxValue, delta: OnnxValue, **_: Any) -> Symbol:
    """Constant ranges are computed on the way, unless they are very long."""
    ends = [m.number(value, 0, "start, limit and delta") for value in (start, limit, delta)]
    return m.call("_arange", start=ends[0], stop=ends[1], step=ends[2], dtype=m.constant(start, "start").dtype.name)
