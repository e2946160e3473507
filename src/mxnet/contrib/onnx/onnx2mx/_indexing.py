"""Taking elements by number, and ordering them."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mxnet.contrib.onnx.onnx2mx._graph import Importer, Ints, MaybeValue, OnnxValue, in_places
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
    if index.ndim == 0:  # of MXNet's own squeeze an axis is left at least
        only = x.shape is None or len(x.shape) == 1
        return m.call("_np_squeeze", part, axis=(axis,)) if only else m.call("squeeze", part, axis=axis)
    for _ in range(index.ndim - 1):
        part = m.call("expand_dims", part, axis=axis)
    return part


@imports("GatherElements")
def gather_elements(m: Importer, x: OnnxValue, indices: OnnxValue, *, axis: int = 0) -> Symbol:
    if indices.shape is not None and indices.shape[axis] == 1 and len(indices.shape) > 1:
        axis %= x.rank
        if indices.shape[:axis] + indices.shape[axis + 1 :] == (x.shape or ())[:axis] + (x.shape or ())[axis + 1 :]:
            return m.call("pick", x, m.call("squeeze", indices, axis=axis), axis=axis, keepdims=True, mode="wrap")
    return m.call("_onnx_gather_elements", x, indices, axis=axis)


@imports("GatherND")
def gather_nd(m: Importer, x: OnnxValue, indices: OnnxValue, *, batch_dims: int = 0) -> Symbol:
    return m.call("_onnx_gather_nd", x, indices, batch_dims=batch_dims)


@imports("ScatterND")
def scatter_nd(m: Importer, x: OnnxValue, indices: OnnxValue, updates: OnnxValue, *, reduction: str = "none") -> Symbol:
    return m.call("_onnx_scatter_nd", x, indices, updates, reduction=reduction)


@imports("ScatterElements", "Scatter")
def scatter_elements(
    m: Importer, x: OnnxValue, indices: OnnxValue, updates: OnnxValue, *, axis: int = 0, reduction: str = "none"
) -> Symbol:
    return m.call("_onnx_scatter_elements", x, indices, updates, axis=axis, reduction=reduction)


@imports("TensorScatter")
def tensor_scatter(
    m: Importer, cache: OnnxValue, update: OnnxValue, starts: MaybeValue = None, *, axis: int = -2, mode: str = "linear"
) -> Symbol:
    first = starts
    if first is None:
        size = (update.shape or (None,))[0]
        if size is None:
            raise m.fail("an update of known batch", f"shape {update.shape}")
        first = m.value(m.filled("starts", np.zeros(size), "int64"))
    return m.call("_onnx_tensor_scatter", cache, update, first, axis=axis, circular=mode == "circular")


@imports("Compress")
def compress(m: Importer, x: OnnxValue, condition: OnnxValue, *, axis: int | None = None) -> Symbol:
    return m.call("_onnx_compress", x, condition, axis=axis)


@imports("NonZero")
def nonzero(m: Importer, x: OnnxValue) -> Symbol:
    return m.call("_onnx_nonzero", x)


@imports("Unique")
def unique(m: Importer, x: OnnxValue, *, axis: int | None = None, sorted: int = 1) -> list[Symbol]:
    return list(m.call("_onnx_unique", x, axis=axis, ordered=bool(sorted)))


@imports("NonMaxSuppression")
def non_max_suppression(
    m: Importer, boxes: OnnxValue, scores: OnnxValue, *inputs: MaybeValue, center_point_box: int = 0
) -> Symbol:
    most, overlap, least = in_places(inputs, 3)
    limits = (
        m.filled("most", 0, "int64") if most is None else most,
        m.filled("overlap", 0.0, "float32") if overlap is None else overlap,
        m.filled("least", -np.inf, "float32") if least is None else least,
    )
    return m.call("_onnx_non_max_suppression", boxes, scores, *limits, center=bool(center_point_box))


@imports("TfIdfVectorizer")
def tfidf(
    m: Importer,
    x: OnnxValue,
    *,
    mode: str,
    ngram_counts: Ints,
    ngram_indexes: Ints,
    min_gram_length: int,
    max_gram_length: int,
    max_skip_count: int = 0,
    pool_int64s: Ints = (),
    weights: Sequence[float] = (),
    **_: Any,
) -> Symbol:
    if not pool_int64s:
        raise m.fail("runs of numbers", "runs of strings", "turn text into numbers before the model")
    return m.call(
        "_onnx_tfidf",
        x,
        m.filled("pool", pool_int64s, "int64"),
        m.filled("weights", weights, "float32"),
        mode=mode,
        starts=tuple(ngram_counts),
        places=tuple(ngram_indexes),
        shortest=min_gram_length,
        longest=max_gram_length,
        skips=max_skip_count,
    )


@imports("OneHot")
def one_hot(m: Importer, indices: OnnxValue, depth: OnnxValue, values: OnnxValue, *, axis: int = -1) -> Symbol:
    if values.array is None or depth.array is None:
        return m.call("_onnx_one_hot", indices, depth, values, axis=axis)
    off, on = values.array.reshape(-1).tolist()
    count = int(m.number(depth, 0, "depth"))
    # Negative numbers count from the end; those outside are nowhere.
    at = indices.sym + count * m.call("_lesser_scalar", indices, scalar=0)
    encoded = m.call("one_hot", at, depth=count, on_value=on, off_value=off, dtype=values.array.dtype.name)
    rank = indices.rank + 1
    axis %= rank
    back = (*range(axis), rank - 1, *range(axis, rank - 1))
    return encoded if axis == rank - 1 else m.call("transpose", encoded, axes=back)


@imports("TopK")
def topk(
    m: Importer, x: OnnxValue, k_in: MaybeValue = None, *, k: int = 1, axis: int = -1, largest: int = 1, sorted: int = 1
) -> list[Symbol]:
    if k_in is not None and k_in.array is None:
        return list(m.call("_onnx_topk", x, k_in, axis=axis, largest=bool(largest)))
    count = int(m.number(k_in, k, "k"))
    if not x.dtype.startswith("float"):
        return list(m.call("_onnx_first_of", x, k=count, axis=axis, largest=bool(largest)))
    return list(m.call("topk", x, k=count, axis=axis, ret_typ="both", is_ascend=not largest, dtype="int64"))


@imports("ArgMax", "ArgMin")
def position(m: Importer, x: OnnxValue, *, axis: int = 0, keepdims: int = 1, select_last_index: int = 0) -> Symbol:
    if select_last_index:
        return m.call("_onnx_last_place", x, axis=axis, keepdims=bool(keepdims), largest=m.kind == "ArgMax")
    places = m.call("argmax" if m.kind == "ArgMax" else "argmin", x, axis=axis, keepdims=bool(keepdims))
    return m.call("Cast", places, dtype="int64")


@imports("ReverseSequence")
def reverse_sequence(
    m: Importer, x: OnnxValue, lengths: OnnxValue, *, batch_axis: int = 1, time_axis: int = 0
) -> Symbol:
    data = x.sym if time_axis == 0 else m.call("SwapAxis", x, dim1=0, dim2=1)
    reversed_data = m.call("SequenceReverse", data, lengths, use_sequence_length=True)
    return reversed_data if time_axis == 0 else m.call("SwapAxis", reversed_data, dim1=0, dim2=1)


@imports("CumSum", "CumProd")
def cumulative(m: Importer, x: OnnxValue, axis: OnnxValue, *, exclusive: int = 0, reverse: int = 0) -> Symbol:
    how = {"exclusive": bool(exclusive), "reverse": bool(reverse), "product": m.kind == "CumProd"}
    if axis.array is None:
        return m.call("_onnx_cumsum", x, axis, **how)
    along = int(m.number(axis, 0, "axis"))
    if any(how.values()):
        return m.call("_onnx_cumulative", x, axis=along, **how)
    return m.call("cumsum", x, axis=along)


@imports("Range")
def arange(m: Importer, start: OnnxValue, limit: OnnxValue, delta: OnnxValue, **_: Any) -> Symbol:
    """Constant ranges are computed on the way, unless they are very long."""
    if any(value.array is None for value in (start, limit, delta)):
        return m.call("_onnx_range", start, limit, delta)
    ends = [m.number(value, 0, "start, limit and delta") for value in (start, limit, delta)]
    return m.call("_arange", start=ends[0], stop=ends[1], step=ends[2], dtype=m.constant(start, "start").dtype.name)
