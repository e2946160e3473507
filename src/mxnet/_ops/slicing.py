"""Parts of an array, read and written: slices, crops, views of an NDArray, NumPy's indexing."""

from ast import literal_eval
from collections.abc import Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from mxnet._ops.attrs import Shape, Slots
from mxnet._ops.creation import cast_number
from mxnet._ops.indexing import as_index, scatter_set, wrap_negative
from mxnet._ops.registry import op
from mxnet._ops.shape import normal_axis
from mxnet._ops.storage import CSR, like_first
from mxnet.error import MXNetError

Array = jax.Array


class _Span(NamedTuple):
    """Every ``stride``-th number from ``first`` to below ``last``, ``length`` of them, perhaps read backwards."""

    first: int
    last: int
    stride: int
    length: int
    backwards: bool


def _span(size: int, begin: int | None, end: int | None, step: int | None) -> _Span:
    """What Python's ``begin:end:step`` means on an axis."""
    numbers = range(size)[slice(begin, end, step)]
    count = len(numbers)
    if not count:
        return _Span(0, 0, 1, 0, False)
    low, high = min(numbers[0], numbers[-1]), max(numbers[0], numbers[-1])
    return _Span(low, high + 1, abs(numbers.step) if count > 1 else 1, count, numbers.step < 0 and count > 1)


def _spans(name: str, shape: Shape, begin: Slots, end: Slots, step: Slots) -> list[_Span]:
    """The spans of all axes, whole ones after those given."""
    if len(begin) > len(shape):
        raise MXNetError(f"{name}: Slicing axis exceeds data dimensions: begin={begin} for shape {shape}")
    if len(begin) != len(end):
        raise MXNetError(f"{name}: begin and end must have the same length, but got begin={begin}, end={end}")
    if step and len(step) != len(begin):
        raise MXNetError(f"{name}: step and begin must have the same length, but got begin={begin}, step={step}")
    if 0 in step:
        raise MXNetError(f"{name}: slice op step[{step.index(0)}] cannot be 0")
    rest = len(shape) - len(begin)
    slices = zip(begin, end, step or (None,) * len(begin), strict=True)
    every = [*slices, *[(None, None, None)] * rest]
    return [_span(size, *where) for size, where in zip(shape, every, strict=True)]


def _backwards(spans: Sequence[_Span]) -> Shape:
    return tuple(axis for axis, span in enumerate(spans) if span.backwards)


def _read(data: Array, spans: Sequence[_Span]) -> Array:
    part = lax.slice(data, [s.first for s in spans], [s.last for s in spans], [s.stride for s in spans])
    flipped = _backwards(spans)
    return lax.rev(part, flipped) if flipped else part


def _write(data: Array, value: Array, spans: Sequence[_Span]) -> Array:
    """``data`` with ``value``, of the shape of the spans, in their place; never a scatter."""
    if not all(span.length for span in spans):
        return data
    flipped = _backwards(spans)
    if flipped:
        value = lax.rev(value, flipped)
    if value.shape == data.shape:
        return value
    if all(span.stride == 1 for span in spans):
        return lax.dynamic_update_slice(data, value, [span.first for span in spans])
    borders = [(s.first, size - s.last, s.stride - 1) for s, size in zip(spans, data.shape, strict=True)]
    spread = lax.pad(value, jnp.zeros((), value.dtype), borders)
    inside = jnp.ones((), bool)
    for axis, (span, size) in enumerate(zip(spans, data.shape, strict=True)):
        mask = np.zeros(size, bool)
        mask[span.first : span.last : span.stride] = True
        inside = inside & mask.reshape(-1, *(1,) * (data.ndim - axis - 1))
    return jnp.where(inside, spread, data)


def _fit(value: Array, shape: Shape, dtype: Any) -> Array:
    """A value to be assigned, of the dtype and shape of its place; surplus leading axes of size one are dropped."""
    extra = max(value.ndim - len(shape), 0)
    kept = value.shape[extra:]
    if any(size != 1 for size in value.shape[:extra]) or any(
        size not in (1, want) for size, want in zip(kept, shape[len(shape) - len(kept) :], strict=True)
    ):
        raise MXNetError(f"cannot assign an array of shape {value.shape} to a place of shape {shape}")
    return jnp.broadcast_to(value.reshape(kept), shape).astype(dtype)


@op("slice", aliases=("crop", "_sparse_slice"), unnamed_input=True, storage=like_first(CSR), method=True)
def slice_(data: Array, *, begin: Slots, end: Slots, step: Slots = ()) -> Array:
    """The part ``begin:end:step`` of each axis, None meaning what it means in Python.

    begin: Where to begin on each of the first axes; None is the start.
    end: Where to stop, this place not included; None is the end.
    step: How far apart the elements are; negative goes backward, None is 1.

    >>> nd.slice(nd.arange(12).reshape((3, 4)), begin=(0, 1), end=(2, None)).asnumpy()
    array([[1., 2., 3.],
           [5., 6., 7.]], dtype=float32)
    """
    return _read(data, _spans("slice", data.shape, begin, end, step))


@slice_.numpy
def _(data: np.ndarray, begin: Slots, end: Slots, step: Slots) -> np.ndarray:
    spans = [slice(*span) for span in zip(begin, end, step or (None,) * len(begin), strict=True)]
    part = data[tuple(spans)]
    return part if part.size else NotImplemented


@op("slice_axis", unnamed_input=True, method=True)
def slice_axis(data: Array, *, axis: int, begin: int, end: int | None) -> Array:
    """The part from ``begin`` to below ``end`` of one axis.

    axis: The axis to cut.
    begin: The first place to take; negative counts from the end.
    end: The place to stop before; None is the end.

    >>> nd.slice_axis(nd.arange(12).reshape((3, 4)), axis=1, begin=1, end=3).asnumpy()
    array([[ 1.,  2.],
           [ 5.,  6.],
           [ 9., 10.]], dtype=float32)
    """
    if not -data.ndim <= axis < data.ndim:
        raise MXNetError(
            "slice_axis: Transformed axis must be smaller than the source ndim and larger than zero! "
            f"Recieved axis={axis}, src_ndim={data.ndim}"
        )
    size = data.shape[axis]
    if size == 0:
        return data
    first = begin + size * (begin < 0)
    last = size if end is None else end + size * (end < 0)
    if last > size:
        raise MXNetError(f"slice_axis: Invalid end for end={last} as axis_size is {size}")
    if not 0 <= first < last:
        raise MXNetError(f"slice_axis: Invalid begin, end, get begin={begin}, end={end} for an axis of size {size}")
    return lax.slice_in_dim(data, first, last, axis=axis)


@slice_axis.numpy
def _(data: np.ndarray, axis: int, begin: int, end: int | None) -> np.ndarray:
    part = data.swapaxes(0, axis)[begin:end].swapaxes(0, axis)
    return part if part.size and (end is None or end <= data.shape[axis]) else NotImplemented


@op("slice_like", types="T ? -> T", method=True)
def slice_like(data: Array, shape_like: Array, *, axes: Shape = ()) -> Array:
    """The front part of ``data`` that is as long as ``shape_like``, along all axes or those named.

    data: The array to cut.
    shape_like: The array whose lengths are taken; its elements do not matter.
    axes: The axes to cut; all if none is named.

    >>> nd.slice_like(nd.arange(12).reshape((3, 4)), nd.zeros((2, 2))).asnumpy()
    array([[0., 1.],
           [4., 5.]], dtype=float32)
    """
    if not axes and data.ndim != shape_like.ndim:
        raise MXNetError(
            "By default slice_axis performs slice on all axes, but ndim mismatch for inputs: "
            f"{data.ndim} vs. {shape_like.ndim}; write slice_like(..., axes=...)"
        )
    shape = list(data.shape)
    for a in axes or range(data.ndim):
        axis = normal_axis("slice_like", a, data.ndim)
        size = shape_like.shape[normal_axis("slice_like", axis, shape_like.ndim)]
        if size > shape[axis]:
            raise MXNetError(f"Slice axis {axis} with size {size} exceeds limit of input with size {shape[axis]}")
        shape[axis] = size
    return lax.slice(data, [0] * data.ndim, shape)


@op("Crop", count_attr="num_args", output_names=("output",))
def crop(*data: Array, num_args: int, offset: Shape = (0, 0), h_w: Shape = (0, 0), center_crop: bool = False) -> Array:
    """A window of images, as large as ``h_w`` or as the second array, at ``offset`` or in the middle.

    data: Images of shape (batch, channels, height, width); perhaps a second array, whose height and width are the
        window's.
    num_args: How many arrays there are, 1 or 2; counted if it is not given.
    offset: The row and the column at which the window begins.
    h_w: Height and width of the window, if there is one array.
    center_crop: Take the window from the middle, not from ``offset``.

    >>> nd.Crop(nd.arange(16).reshape((1, 1, 4, 4)), h_w=(2, 2), center_crop=True).asnumpy()
    array([[[[ 5.,  6.],
             [ 9., 10.]]]], dtype=float32)
    """
    image, *like = data
    if image.ndim != 4:
        raise MXNetError(f"Crop: Input data should be 4D in batch-num_filter-y-x, but got shape {image.shape}")
    wanted = like[0].shape[2:] if like else h_w
    at = []
    for i, (side, size) in enumerate(zip(("height", "width"), image.shape[2:], strict=True)):
        if wanted[i] < 1:
            raise MXNetError(f"Crop: the crop {side}(h_w[{i}]) should be larger than 1, but h_w={h_w}")
        if wanted[i] > size:
            raise MXNetError(f"Crop: the crop {side}(h_w[{i}]) should be less than the input data's {side}, {size}")
        start = (size - wanted[i]) // 2 if center_crop else offset[i]
        if not 0 <= start <= size - wanted[i]:
            raise MXNetError(f"Crop: offset[{i}] should be less than the residual space of {side}, but offset={offset}")
        at.append(start)
    return lax.slice(image, (0, 0, *at), (*image.shape[:2], at[0] + wanted[0], at[1] + wanted[1]))


@op("_slice_assign", aliases=("_crop_assign",))
def slice_assign(lhs: Array, rhs: Array, *, begin: Slots, end: Slots, step: Slots = ()) -> Array:
    """``lhs`` with its part ``begin:end:step`` replaced by ``rhs``.

    lhs: The array that is changed.
    rhs: The new values, of the part's shape.
    begin: Where the part begins on each axis.
    end: Where it stops.
    step: How far apart its elements are.

    >>> nd._internal._slice_assign(nd.zeros((2, 3)), nd.ones((1, 2)), begin=(0, 1), end=(1, 3)).asnumpy()
    array([[0., 1., 1.],
           [0., 0., 0.]], dtype=float32)
    """
    spans = _spans("_slice_assign", lhs.shape, begin, end, step)
    shape = tuple(span.length for span in spans)
    if rhs.shape != shape:
        raise MXNetError(f"_slice_assign: Shape inconsistent, Provided = {rhs.shape}, inferred shape={shape}")
    return _write(lhs, rhs.astype(lhs.dtype), spans)


@op("_slice_assign_scalar", aliases=("_crop_assign_scalar",), traced=("scalar",))
def slice_assign_scalar(data: Array, *, scalar: float = 0.0, begin: Slots, end: Slots, step: Slots = ()) -> Array:
    """``data`` with its part ``begin:end:step`` replaced by a number.

    scalar: The number.
    begin: Where the part begins on each axis.
    end: Where it stops.
    step: How far apart its elements are.

    >>> nd._internal._slice_assign_scalar(nd.zeros((2, 3)), scalar=7, begin=(0, 1), end=(1, 3)).asnumpy()
    array([[0., 7., 7.],
           [0., 0., 0.]], dtype=float32)
    """
    spans = _spans("_slice_assign_scalar", data.shape, begin, end, step)
    value = cast_number(scalar, data.dtype)
    return _write(data, jnp.broadcast_to(value, [span.length for span in spans]), spans)


def _corner(starts: Sequence[Any], shape: Shape) -> tuple[list[Array], list[bool]]:
    """Where a window begins along every axis, and which of those numbers may be negative."""
    dtype = jnp.int32 if max(shape, default=0) < 2**31 else jnp.int64
    indices = [jnp.asarray(start).astype(dtype) for start in starts]
    rest = len(shape) - len(indices)
    return indices + [jnp.zeros((), dtype)] * rest, [True] * len(indices) + [False] * rest


def _window(data: Array, sizes: Shape) -> Shape:
    shape = (*sizes, *data.shape[len(sizes) :])
    if len(sizes) > data.ndim or any(size > have for size, have in zip(shape, data.shape, strict=True)):
        raise MXNetError(f"a view of sizes {sizes} does not fit into an array of shape {data.shape}")
    return shape


@op("_view_index", traced=("starts",))
def view_index(data: Array, *, starts: Shape, sizes: Shape, squeeze: Shape = ()) -> Array:
    """The window of ``sizes`` that begins at ``starts`` of the leading axes, without the axes in ``squeeze``.

    starts: Where the window begins on each of the leading axes.
    sizes: How long it is on these axes.
    squeeze: The axes that are dropped; their length is 1.

    >>> nd._internal._view_index(nd.arange(12).reshape((3, 4)), starts=(1,), sizes=(1,), squeeze=(0,)).asnumpy()
    array([4., 5., 6., 7.], dtype=float32)
    """
    shape = _window(data, sizes)
    corner, negative = _corner(starts, data.shape)
    return lax.squeeze(lax.dynamic_slice(data, corner, shape, allow_negative_indices=negative), squeeze)


@op("_view_assign", traced=("starts",))
def view_assign(data: Array, value: Array, *, starts: Shape, sizes: Shape, squeeze: Shape = ()) -> Array:
    """``data`` with what ``_view_index`` would read replaced by ``value``.

    value: The new values, of the shape that ``_view_index`` gives.
    starts: Where the window begins on each of the leading axes.
    sizes: How long it is on these axes.
    squeeze: The axes that ``value`` does not have.

    >>> nd._internal._view_assign(nd.zeros((2, 2)), nd.ones((2,)), starts=(1,), sizes=(1,), squeeze=(0,)).asnumpy()
    array([[0., 0.],
           [1., 1.]], dtype=float32)
    """
    window = _window(data, sizes)
    shape = tuple(size for axis, size in enumerate(window) if axis not in squeeze)
    update = _fit(value, shape, data.dtype).reshape(window)
    corner, negative = _corner(starts, data.shape)
    return lax.dynamic_update_slice(data, update, corner, allow_negative_indices=negative)


def _numpy_index(shape: Shape, spec: Any, arrays: Sequence[Array]) -> tuple[Any, ...]:
    """The index that a description stands for, with negative numbers made positive.

    ``spec`` has an item for each element of the index: ("slice", start, stop, step), ("new",), ("ellipsis",), and
    ("int",) or ("array",), which take the next of ``arrays``. A symbol has it as text.
    """
    spec = literal_eval(spec) if isinstance(spec, str) else spec
    used = sum(item[0] not in ("new", "ellipsis") for item in spec)
    if used > len(shape):
        raise MXNetError(f"too many indices for array: array is {len(shape)}-dimensional, but {used} were indexed")
    rest = iter(arrays)
    index: list[Any] = []
    axis = 0
    for kind, *bounds in spec:
        if kind == "new":
            index.append(None)
        elif kind == "ellipsis":
            index.append(Ellipsis)
            axis += len(shape) - used
        else:
            index.append(slice(*bounds) if kind == "slice" else _number(kind, next(rest), shape[axis]))
            axis += 1
    return tuple(index)


def _number(kind: str, array: Array, size: int) -> Array:
    if array.dtype == bool:
        raise MXNetError("an index array of booleans has no shape of its own; write contrib.boolean_mask(data, index)")
    index = wrap_negative(as_index(array), size)
    return index.reshape(()) if kind == "int" else index


@op("_index_get", types="T ? -> T")
def index_get(*arrays: Array, spec: Any) -> Array:
    """NumPy's ``data[index]`` of the first array; numbers out of range are clipped.

    data: The array, then the arrays among the indices.
    spec: The index, with places for the arrays; what ``x[...]`` makes.

    >>> x = nd.arange(12).reshape((3, 4))
    >>> x[nd.array([0, 2]), 1].asnumpy()
    array([1., 9.], dtype=float32)
    """
    data, *rest = arrays
    index = _numpy_index(data.shape, spec, rest)
    return jnp.asarray(data).at[index].get(mode="clip", wrap_negative_indices=False)


@op("_index_set", types="T ? ? -> T")
def index_set(*arrays: Array, spec: Any) -> Array:
    """NumPy's ``data[index] = value`` as a new array, the first two being data and value; out of range is left out.

    data: The array, the values, then the arrays among the indices.
    spec: The index, with places for the arrays; what ``x[...] = y`` makes.

    >>> x = nd.zeros((2, 3))
    >>> x[nd.array([0, 1]), nd.array([1, 2])] = 5
    >>> x.asnumpy()
    array([[0., 5., 0.],
           [0., 0., 5.]], dtype=float32)
    """
    data, value, *rest = arrays
    index = _numpy_index(data.shape, spec, rest)
    place = jax.eval_shape(lambda data, *rest: data[_numpy_index(data.shape, spec, rest)], data, *rest).shape
    value = _fit(value, place, data.dtype)
    if not rest:
        spans = _static_spans(data.shape, index)
        return _write(data, value.reshape([span.length for span in spans]), spans)
    return scatter_set(data, value, rest, lambda *rest: _numpy_index(data.shape, spec, rest))


def _static_spans(shape: Shape, index: tuple[Any, ...]) -> list[_Span]:
    """The spans of an index made of slices only, new axes being none of them."""
    slices = [item for item in index if item is not None]
    missing = [slice(None)] * (len(shape) - sum(item is not Ellipsis for item in slices))
    at = slices.index(Ellipsis) if Ellipsis in slices else len(slices)
    full = [*slices[:at], *missing, *slices[at + 1 :]]
    return [_span(size, s.start, s.stop, s.step) for size, s in zip(shape, full, strict=True)]
