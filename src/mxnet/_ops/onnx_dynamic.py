"""Operators of ONNX whose sizes are known when the model runs: they get concrete arrays, and run at once.

Where a model says these sizes by constants, the import writes MXNet's own operators instead.
"""

import math
from typing import Any, Literal

import jax
import jax.numpy as jnp
import numpy as np

from mxnet._ops.attrs import DType, Shape
from mxnet._ops.elementwise import is_float
from mxnet._ops.onnx_resize import PARAMETERS as RESIZE
from mxnet._ops.registry import op
from mxnet.error import MXNetError

# What the names of parameters mean in this family.
PARAMETERS = {
    **RESIZE,
    "shape": "The shape, a vector of integers.",
    "allowzero": "Let 0 mean a size of 0, not one that is kept.",
    "repeats": "How often along each axis, a vector.",
    "starts": "Where the parts begin, a vector.",
    "ends": "Where they stop, a vector.",
    "steps": "How far apart elements are, a vector.",
    "axes": "The axes that are meant, a vector.",
    "pads": "How much before each axis, then how much after each, a vector.",
    "value": "The number that is put in.",
    "start": "The first number.",
    "limit": "Where to stop, this number not included.",
    "delta": "The step.",
    "k": "How many, an array of one.",
    "largest": "Whether the largest come first.",
    "depth": "The length of the new axis, an array of one.",
    "values": "The value elsewhere, then the value at the place.",
    "indices": "The places.",
    "kind": "Which reduction, in words such as ``sum``, ``mean``, ``max``, ``l1`` or ``log_sum_exp``.",
    "noop": "Without axes: reduce nothing.",
    "sizes": "The lengths of the parts, or the new sizes.",
    "num_outputs": "How many parts.",
    "exclusive": "Leave the element itself out.",
    "reverse": "Go from the end to the start.",
    "product": "Take products, not sums.",
    "condition": "What is true, a vector.",
    "ordered": "In rising order; else in the order of their first places.",
    "boxes": "Of shape (images, boxes, 4).",
    "scores": "Of shape (images, classes, boxes).",
    "most": "How many boxes of a class at most.",
    "overlap": "From which overlap on a worse box is dropped.",
    "least": "The lowest score.",
    "center": "Whether boxes are given by centre and size, not by corners.",
    "pool": "The runs, one after the other.",
    "weights": "The weight of each run.",
    "places": "The place of each run in the result.",
    "shortest": "The shortest run that counts.",
    "longest": "The longest.",
    "skips": "How many numbers may lie between two of a run.",
    "mode": "How what is between elements, or outside, is filled.",
    "axis": "The axis.",
}

Array = jax.Array


def _integers(array: Array) -> list[int]:
    return [int(n) for n in np.asarray(array).reshape(-1)]


@op("_onnx_reshape", dynamic=True, types="T ? -> T")
def reshape(data: Array, shape: Array, *, allowzero: bool = False) -> Array:
    """Elements in another shape; 0 keeps a size unless ``allowzero``, -1 follows from the others.

    >>> nd._internal._onnx_reshape(nd.arange(6), nd.array([2, -1], dtype="int64")).shape
    (2, 3)
    """
    wanted = _integers(shape)
    if not allowzero:
        wanted = [data.shape[i] if n == 0 else n for i, n in enumerate(wanted)]
    return data.reshape(wanted)


@op("_onnx_expand", dynamic=True, types="T ? -> T")
def expand(data: Array, shape: Array) -> Array:
    """An array repeated where a shape is larger.

    >>> nd._internal._onnx_expand(nd.ones((2, 1)), nd.array([2, 3], dtype="int64")).shape
    (2, 3)
    """
    return jnp.broadcast_to(data, np.broadcast_shapes(data.shape, tuple(_integers(shape))))


@op("_onnx_tile", dynamic=True, types="T ? -> T")
def tile(data: Array, repeats: Array) -> Array:
    """An array repeated along each axis.

    >>> nd._internal._onnx_tile(nd.array([1, 2]), nd.array([2], dtype="int64")).asnumpy()
    array([1., 2., 1., 2.], dtype=float32)
    """
    return jnp.tile(data, _integers(repeats))


@op("_onnx_slice", dynamic=True, types="T ? -> T")
def slices(data: Array, starts: Array, ends: Array, axes: Array, steps: Array) -> Array:
    """A part of some axes; numbers that lie outside are cut.

    >>> one = nd.array([1], dtype="int64")
    >>> nd._internal._onnx_slice(nd.arange(5), one, one * 4, one * 0, one).asnumpy()
    array([1., 2., 3.], dtype=float32)
    """
    at = [slice(None)] * data.ndim
    for axis, start, end, step in zip(*map(_integers, (axes, starts, ends, steps)), strict=True):
        size = data.shape[axis]
        start, end, step = slice(start, end, step).indices(size)
        at[axis] = slice(start, None if end < 0 else end, step)
    return data[tuple(at)]


@op("_onnx_pad", dynamic=True, types="T ? T ? -> T")
def pad(
    data: Array,
    pads: Array,
    value: Array,
    axes: Array,
    *,
    mode: Literal["constant", "reflect", "edge", "wrap"] = "constant",
) -> Array:
    """A margin around some axes; a negative one takes elements away.

    >>> nd._internal._onnx_pad(nd.array([1, 2]), nd.array([1, 0], dtype="int64"), nd.array([9]), nd.array([0],
    ...     dtype="int64")).asnumpy()
    array([9., 1., 2.], dtype=float32)
    """
    widths = [(0, 0)] * data.ndim
    amounts, along = _integers(pads), _integers(axes)
    for axis, before, after in zip(along, amounts[: len(along)], amounts[len(along) :], strict=True):
        widths[axis] = (before, after)
    return margin(data, widths, value.reshape(()), mode)


def margin(data: Array, widths: list[tuple[int, int]], value: Any, mode: str) -> Array:
    """The array with elements added, or where a width is negative taken away, at the ends of axes."""
    cut = tuple(slice(max(-b, 0), n - max(-a, 0)) for n, (b, a) in zip(data.shape, widths, strict=True))
    around = [(max(b, 0), max(a, 0)) for b, a in widths]
    if mode == "constant":
        return jnp.pad(data[cut], around, constant_values=jnp.asarray(value, data.dtype))
    return jnp.pad(data[cut], around, mode=mode)


@op("_onnx_range", dynamic=True, types="T -> T")
def arange(start: Array, limit: Array, delta: Array) -> Array:
    """Numbers from one to another in steps.

    >>> nd._internal._onnx_range(nd.array([1]), nd.array([7]), nd.array([2])).asnumpy()
    array([1., 3., 5.], dtype=float32)
    """
    first, last, step = (np.asarray(n).reshape(()).item() for n in (start, limit, delta))
    count = max(math.ceil((last - first) / step), 0)
    return (start.reshape(()) + jnp.arange(count, dtype=start.dtype) * delta.reshape(())).astype(start.dtype)


@op("_onnx_constant_of_shape", dynamic=True, types="? -> dtype")
def constant_of_shape(shape: Array, *, value: float = 0.0, dtype: DType) -> Array:
    """An array of one number.

    value: The number.

    >>> nd._internal._onnx_constant_of_shape(nd.array([2], dtype="int64"), value=7, dtype="float32").asnumpy()
    array([7., 7.], dtype=float32)
    """
    return jnp.full(_integers(shape), value, dtype)


@op("_onnx_topk", dynamic=True, outputs=2, types="T ? -> T int64")
def topk(data: Array, k: Array, *, axis: int = -1, largest: bool = True) -> tuple[Array, Array]:
    """The first elements of each row in order, and where they stand.

    >>> values, places = nd._internal._onnx_topk(nd.array([3, 1, 2]), nd.array([2], dtype="int64"))
    >>> values.asnumpy(), places.asnumpy()
    (array([3., 2.], dtype=float32), array([0, 2]))
    """
    return first_of(data, _integers(k)[0], axis, largest)


def first_of(data: Array, count: int, axis: int, largest: bool) -> tuple[Array, Array]:
    """The first elements of each row in order, and where they stand; of equal ones the one that stands first."""
    order = jnp.argsort(data, axis=axis, stable=True, descending=largest)
    at = jax.lax.slice_in_dim(order, 0, count, axis=axis)
    return jnp.take_along_axis(data, at, axis), at.astype(jnp.int64)


@op("_onnx_one_hot", dynamic=True, types="? ? T -> T")
def one_hot(indices: Array, depth: Array, values: Array, *, axis: int = -1) -> Array:
    """One of two values, by whether an index names the place; negative ones count from the end.

    >>> nd._internal._onnx_one_hot(nd.array([1, -1]), nd.array([3], dtype="int64"), nd.array([0, 5])).asnumpy()
    array([[0., 5., 0.],
           [0., 0., 5.]], dtype=float32)
    """
    count = _integers(depth)[0]
    whole = indices.astype(jnp.int64)
    at = jnp.where((whole < 0) & (whole >= -count), whole + count, whole)
    along = axis % (indices.ndim + 1)
    places = jnp.arange(count).reshape([-1 if a == along else 1 for a in range(indices.ndim + 1)])
    return jnp.where(jnp.expand_dims(at, along) == places, values[1], values[0])


def _extreme(x: Array, largest: bool, **how: Any) -> Array:
    """The largest or smallest element; of none, the end of the type that loses every comparison."""
    if x.dtype == jnp.bool_:
        return (jnp.any if largest else jnp.all)(x, **how)
    if jnp.issubdtype(x.dtype, jnp.floating):
        start: Any = -jnp.inf if largest else jnp.inf
    else:
        start = jnp.iinfo(x.dtype).min if largest else jnp.iinfo(x.dtype).max
    return (jnp.max if largest else jnp.min)(x, initial=start, **how)


_REDUCTIONS: dict[str, Any] = {
    "sum": jnp.sum,
    "mean": lambda x, **how: jnp.mean(x, **how) if is_float(x) else _whole_mean(x, **how),
    "prod": jnp.prod,
    "max": lambda x, **how: _extreme(x, True, **how),
    "min": lambda x, **how: _extreme(x, False, **how),
    "l1": lambda x, **how: jnp.sum(jnp.abs(x), **how),
    "l2": lambda x, **how: jnp.sqrt(jnp.sum(x * x, **how)),
    "log_sum": lambda x, **how: jnp.log(jnp.sum(x, **how)),
    "log_sum_exp": lambda x, **how: jax.scipy.special.logsumexp(x, **how),
    "sum_square": lambda x, **how: jnp.sum(x * x, **how),
}


def _whole_mean(x: Array, axis: tuple[int, ...] | None, keepdims: bool) -> Array:
    total = jnp.sum(x, axis=axis, keepdims=keepdims)
    return jax.lax.div(total, jnp.asarray(x.size // max(total.size, 1), total.dtype))


@op("_onnx_reduce", dynamic=True, types="T ? -> T")
def reduce(data: Array, axes: Array, *, kind: str, keepdims: bool = True, noop: bool = False) -> Array:
    """A sum, mean, norm or extreme over axes; over all where none are named, unless ``noop``.

    >>> nd._internal._onnx_reduce(nd.array([[1, 2], [3, 4]]), nd.array([1], dtype="int64"), kind="sum",
    ...     keepdims=False).asnumpy()
    array([3., 7.], dtype=float32)
    """
    along = tuple(_integers(axes)) or (() if noop else None)
    if along == ():
        return data
    return _REDUCTIONS[kind](data, axis=along, keepdims=keepdims).astype(data.dtype)


@op("_onnx_reduce_static")
def reduce_static(data: Array, *, kind: str, axis: Shape | None = None, keepdims: bool = True) -> Array:
    """A sum, mean, norm or extreme over axes that are known, or over all.

    axis: The axes; None is all of them.

    >>> nd._internal._onnx_reduce_static(nd.array([[1, 2], [3, 4]]), kind="max", axis=(0,), keepdims=False).asnumpy()
    array([3., 4.], dtype=float32)
    """
    return _REDUCTIONS[kind](data, axis=axis, keepdims=keepdims).astype(data.dtype)


@op("_onnx_squeeze", dynamic=True, types="T ? -> T")
def squeeze(data: Array, axes: Array) -> Array:
    """An array without some axes of one element.

    >>> nd._internal._onnx_squeeze(nd.ones((2, 1, 3)), nd.array([1], dtype="int64")).shape
    (2, 3)
    """
    return jnp.squeeze(data, tuple(_integers(axes)))


@op("_onnx_unsqueeze", dynamic=True, types="T ? -> T")
def unsqueeze(data: Array, axes: Array) -> Array:
    """An array with axes of one element more.

    >>> nd._internal._onnx_unsqueeze(nd.ones((2, 3)), nd.array([1], dtype="int64")).shape
    (2, 1, 3)
    """
    return jnp.expand_dims(data, tuple(_integers(axes)))


def _count(*, num_outputs: int, **_: Any) -> int:
    return num_outputs


@op("_onnx_split", dynamic=True, outputs=_count, types="T ? -> T")
def split(data: Array, sizes: Array, *, num_outputs: int, axis: int = 0) -> tuple[Array, ...]:
    """Parts of given sizes along an axis.

    >>> parts = nd._internal._onnx_split(nd.arange(5), nd.array([2, 3], dtype="int64"), num_outputs=2)
    >>> [part.shape for part in parts]
    [(2,), (3,)]
    """
    ends = np.cumsum(_integers(sizes))[:-1].tolist()
    return tuple(jnp.split(data, ends, axis))


@op("_onnx_split_evenly", outputs=_count)
def split_evenly(data: Array, *, num_outputs: int, axis: int = 0) -> tuple[Array, ...]:
    """Parts of one size along an axis; the last may be smaller.

    >>> [part.shape for part in nd._internal._onnx_split_evenly(nd.arange(5), num_outputs=2)]
    [(3,), (2,)]
    """
    size = -(-data.shape[axis] // num_outputs)
    return tuple(jnp.split(data, [size * i for i in range(1, num_outputs)], axis))


@op("_onnx_cumsum", dynamic=True, types="T ? -> T")
def cumsum(data: Array, axis: Array, *, exclusive: bool = False, reverse: bool = False, product: bool = False) -> Array:
    """Sums, or products, of all elements up to each one along an axis.

    axis: The axis, an array of one.

    >>> nd._internal._onnx_cumsum(nd.array([1, 2, 3]), nd.array([0], dtype="int64"), exclusive=True).asnumpy()
    array([0., 1., 3.], dtype=float32)
    """
    return cumulative(data, _integers(axis)[0], exclusive, reverse, product)


@op("_onnx_cumulative")
def cumulative_static(
    data: Array, *, axis: int, exclusive: bool = False, reverse: bool = False, product: bool = False
) -> Array:
    """Sums, or products, of all elements up to each one along an axis that is known.

    >>> nd._internal._onnx_cumulative(nd.array([1, 2, 3]), axis=0, product=True).asnumpy()
    array([1., 2., 6.], dtype=float32)
    """
    return cumulative(data, axis, exclusive, reverse, product)


def cumulative(data: Array, axis: int, exclusive: bool, reverse: bool, product: bool) -> Array:
    """Sums, or products, of all elements up to each one."""
    values = jnp.flip(data, axis) if reverse else data
    if exclusive:
        rest = jax.lax.slice_in_dim(values, 0, values.shape[axis] - 1, axis=axis)
        first = jnp.full_like(jax.lax.slice_in_dim(values, 0, 1, axis=axis), 1 if product else 0)
        values = jnp.concatenate([first, rest], axis)
    totals = (jnp.cumprod if product else jnp.cumsum)(values, axis, dtype=data.dtype)
    return jnp.flip(totals, axis) if reverse else totals


# --- results whose size depends on elements --------------------------------------------------------------------------


@op("_onnx_nonzero", dynamic=True, types="? -> int64")
def nonzero(data: Array) -> Array:
    """The indices of the elements that are not zero, a column each.

    >>> nd._internal._onnx_nonzero(nd.array([[0, 1], [2, 0]])).asnumpy()
    array([[0, 1],
           [1, 0]])
    """
    return jnp.asarray(np.array(np.nonzero(np.atleast_1d(np.asarray(data))), np.int64))


@op("_onnx_compress", dynamic=True, types="T ? -> T")
def compress(data: Array, condition: Array, *, axis: int | None = None) -> Array:
    """The places of an axis, or of the elements in a row, at which a condition is true; it may be shorter.

    axis: The axis; None works on the elements in a row.

    >>> nd._internal._onnx_compress(nd.array([5, 6, 7]), nd.array([1, 0, 1], dtype="bool")).asnumpy()
    array([5., 7.], dtype=float32)
    """
    at = np.nonzero(np.asarray(condition))[0]
    return jnp.take(data.reshape(-1) if axis is None else data, jnp.asarray(at), axis=axis or 0)


@op("_onnx_unique", dynamic=True, outputs=4, types="T -> T int64")
def unique(data: Array, *, axis: int | None = None, ordered: bool = True) -> tuple[Array, ...]:
    """Each element, or part of an axis, once; where it first stands, which one stands where, and how often.

    axis: The axis whose parts are compared; None compares elements.

    >>> [x.asnumpy().tolist() for x in nd._internal._onnx_unique(nd.array([3, 1, 3]))]
    [[1.0, 3.0], [1, 0], [1, 0, 1], [1, 2]]
    """
    values, first, inverse, counts = np.unique(
        np.asarray(data), return_index=True, return_inverse=True, return_counts=True, axis=axis
    )
    inverse = inverse.reshape(-1)
    if not ordered:
        order = np.argsort(first, kind="stable")
        values = np.take(values, order, axis or 0)
        first, counts, inverse = first[order], counts[order], np.argsort(order)[inverse]
    return tuple(
        jnp.asarray(a) for a in (values, first.astype(np.int64), inverse.astype(np.int64), counts.astype(np.int64))
    )


@op("_onnx_non_max_suppression", dynamic=True, types="? -> int64")
def non_max_suppression(
    boxes: Array, scores: Array, most: Array, overlap: Array, least: Array, *, center: bool = False
) -> Array:
    """For each image and class the best boxes that do not overlap better ones: rows of image, class and box.

    >>> boxes = nd.array([[[0, 0, 2, 2], [0, 0, 2, 1.9], [5, 5, 6, 6]]])
    >>> limits = nd.array([3], dtype="int64"), nd.array([0.5]), nd.array([0])
    >>> nd._internal._onnx_non_max_suppression(boxes, nd.array([[[0.9, 0.8, 0.7]]]), *limits).asnumpy()
    array([[0, 0, 0],
           [0, 0, 2]])
    """
    corners = np.asarray(boxes, np.float64)
    if center:
        middle, half = corners[..., :2], corners[..., 2:] / 2
        corners = np.concatenate([middle - half, middle + half], -1)
    low = np.minimum(corners[..., :2], corners[..., 2:])
    high = np.maximum(corners[..., :2], corners[..., 2:])
    limit, share, worst = (np.asarray(n).reshape(()).item() for n in (most, overlap, least))
    chosen = []
    values = np.asarray(scores)
    for image, kind in np.ndindex(*values.shape[:2]):
        kept = _suppressed(low[image], high[image], values[image, kind], int(limit), share, worst)
        chosen += [(image, kind, box) for box in kept]
    return jnp.asarray(np.array(chosen, np.int64).reshape(-1, 3))


def _suppressed(
    low: np.ndarray, high: np.ndarray, scores: np.ndarray, limit: int, share: float, worst: float
) -> list[int]:
    areas = np.prod(high - low, -1)
    kept: list[int] = []
    for box in np.argsort(-scores, kind="stable").tolist():
        if len(kept) >= limit or not scores[box] > worst:
            break
        both = np.prod(np.maximum(np.minimum(high[box], high[kept]) - np.maximum(low[box], low[kept]), 0), -1)
        together = areas[box] + areas[kept] - both
        if not np.any(both > share * together):
            kept.append(box)
    return kept


@op("_onnx_tfidf", dynamic=True, types="? -> float32")
def tfidf(
    data: Array,
    pool: Array,
    weights: Array,
    *,
    mode: Literal["TF", "IDF", "TFIDF"],
    starts: tuple[int, ...],
    places: tuple[int, ...],
    shortest: int,
    longest: int,
    skips: int = 0,
) -> Array:
    """How often each of some runs of numbers stands in each row, weighted; runs may skip numbers between their own.

    data: Rows of numbers.
    mode: ``TF`` counts, ``IDF`` tells whether there is one, times its weight, ``TFIDF`` counts and weighs.
    starts: Where the runs of each length begin in ``pool``.

    >>> pool = nd.array([2, 3], dtype="int64")
    >>> nd._internal._onnx_tfidf(nd.array([2, 3, 2], dtype="int64"), pool, nd.ones((2,)), mode="TF", starts=(0,),
    ...     places=(0, 1),
    ...                          shortest=1, longest=1).asnumpy()
    array([2., 1.], dtype=float32)
    """
    rows = np.atleast_2d(np.asarray(data))
    wanted = _runs(np.asarray(pool).tolist(), starts, places)
    out = np.zeros((len(rows), max(places) + 1), np.float32)
    for row, numbers in zip(out, rows.tolist(), strict=True):
        for length in range(shortest, longest + 1):
            for gap in range(1, (skips if length > 1 else 0) + 2):
                for first in range(len(numbers) - (length - 1) * gap):
                    place = wanted.get(tuple(numbers[first : first + (length - 1) * gap + 1 : gap]))
                    if place is not None:
                        row[place] += 1
    factors = np.asarray(weights)
    scale = np.ones(out.shape[1], np.float32)
    scale[list(places)] = factors if factors.size else 1
    scores = out if mode == "TF" else (out > 0) * scale if mode == "IDF" else out * scale
    return jnp.asarray(scores.astype(np.float32).reshape(-1) if data.ndim == 1 else scores.astype(np.float32))


def _runs(pool: list[int], starts: tuple[int, ...], places: tuple[int, ...]) -> dict[tuple[int, ...], int]:
    """The column of each run; those of one number come first, then those of two, and so on."""
    if not starts:
        raise MXNetError("TfIdfVectorizer: expected where runs of each length start, received nothing")
    ends = [*starts[1:], len(pool)]
    runs: list[tuple[int, ...]] = []
    for length, (start, end) in enumerate(zip(starts, ends, strict=True), 1):
        runs += [tuple(pool[i : i + length]) for i in range(start, end, length)]
    return dict(zip(runs, places, strict=True))
