"""``x[key]`` and ``x[key] = value``: how the elements that a key means are reached.

A key of integers and slices of step one is a box; where a box is one run of memory, reading it gives a view. Where a
box starts is a number given to the program, so that ``x[i:i+n]`` compiles once for every ``i``.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from mxnet._lazy.mode import mode
from mxnet._lazy.value import Value, concrete
from mxnet._ops.registry import find
from mxnet.error import MXNetError
from mxnet.ndarray.handle import (
    IN_PLACE,
    Handle,
    Read,
    apply,
    as_seen,
    assign,
    is_shared,
    new,
    root_of,
    update,
    value_of,
    view_of,
)
from mxnet.ndarray.invoke import invoke_op, wrap
from mxnet.ndarray.keys import FULL, Shape, bounds, is_basic, is_integer, locate, normalise, selection
from mxnet.ndarray.ranges import guard, out_of_bounds
from mxnet.ndarray.views import Reshape, Slice, broadcast_call, reshape_call
from mxnet.util import is_np_shape


class Box:
    """A basic key that skips nothing: where it starts on every axis, its sizes, the axes dropped and added, its shape.

    ``squeeze`` are axes of the array that integers drop; ``added`` are axes of ``shape`` that stand for None.
    """

    __slots__ = ("added", "shape", "sizes", "squeeze", "starts")

    def __init__(self, starts: Shape, sizes: Shape, squeeze: Shape, shape: Shape, added: Shape) -> None:
        self.starts, self.sizes, self.squeeze, self.shape, self.added = starts, sizes, squeeze, shape, added

    def contiguous(self, full: Shape) -> bool:
        """Whether the box is one run of memory: nothing but single elements before the last axis that is cut."""
        last = max((i for i, size in enumerate(self.sizes) if size != full[i]), default=0)
        return all(size == 1 for size in self.sizes[:last])

    def step(self) -> Slice:
        """The box as a step of a view."""
        return Slice(self.starts, self.sizes, self.squeeze)


def as_box(items: list[Any], shape: Shape) -> Box | None:
    """The box that a basic key means; None when a slice skips elements or goes backwards."""
    starts, sizes, squeeze, added = [], [], [], []
    result: list[int] = []
    axis = 0
    for item in items:
        if item is None:
            added.append(len(result))
            result.append(1)
            continue
        length = shape[axis]
        if isinstance(item, slice):
            selected = range(*bounds(item, length))
            size = len(selected)
            if size > 1 and selected.step != 1:
                return None
            starts.append(selected.start if size else 0)
            result.append(size)
        else:
            size = 1
            starts.append(locate(item, axis, length))
            squeeze.append(axis)
        sizes.append(size)
        axis += 1
    return Box(tuple(starts), tuple(sizes), tuple(squeeze), tuple(result), tuple(added))


def is_contiguous(items: Sequence[slice], shape: Shape) -> bool:
    """Whether slices of every axis select one run of memory, in order."""
    lengths = []
    for item, length in zip(items, shape, strict=True):
        selected = range(*bounds(item, length))
        if len(selected) > 1 and selected.step != 1:
            return False
        lengths.append(len(selected))
    last = max((i for i, size in enumerate(lengths) if size != shape[i]), default=0)
    return 0 in lengths or all(size == 1 for size in lengths[:last])


# --- reading ---------------------------------------------------------------------------------------------------------


def get(array: Handle, key: Any) -> Any:
    """``array[key]``."""
    if (isinstance(key, tuple) and not key) or (isinstance(key, slice) and key == FULL):
        return array
    shape = value_of(array).aval.shape
    kind = type(key)
    if (kind is int or kind is slice) and shape and is_shared(array):
        view = _get_leading(array, key, shape)
        if view is not None:
            return view
    items = normalise(key, shape)
    if all(is_basic(i) for i in items):
        box = as_box(items, shape)
        if box is not None:
            return _get_box(array, box, shape)
    spec, indices = _general(items, shape, array)
    if indices:
        selection(items, shape, [value_of(i).aval.shape for i in indices])  # raises where they do not go together
    result = invoke_op(find("_index_get"), [array, *indices], {"spec": spec})
    _guard(value_of(result), items, indices, shape)
    return result


def _has_scalars(array: Any) -> bool:
    return array._numpy_scalars or is_np_shape()


def _get_leading(array: Handle, key: int | slice, shape: Shape) -> Any:
    """The everyday ``array[i]`` and ``array[i:j]``: a run of the first axis, as a view; None for other strides."""
    length = shape[0]
    if isinstance(key, int):
        step = Slice((locate(key, 0, length),), (1,), (0,))
        alone = len(shape) == 1 and not _has_scalars(array)
        return view_of(array, (step, Reshape((1,))) if alone else (step,))
    start, stop, stride = bounds(key, length)
    if stride != 1:
        return None
    size = max(stop - start, 0)
    steps = () if size == length else (Slice((start if size else 0,), (size,), ()),)
    return view_of(array, steps or (Reshape(shape),) if mode.recording else steps)


def _get_box(array: Handle, box: Box, full: Shape) -> Any:
    # Outside NumPy's semantics a single element keeps an axis.
    shape = box.shape or ((1,) if box.squeeze and not _has_scalars(array) else ())
    whole = box.sizes == full
    after = full if whole else tuple([size for i, size in enumerate(box.sizes) if i not in box.squeeze])
    if box.contiguous(full) and is_shared(array):
        steps: tuple[Any, ...] = () if whole else (box.step(),)
        return view_of(array, steps if after == shape and not (whole and mode.recording) else (*steps, Reshape(shape)))
    result = array
    if not whole:
        step = box.step()
        values, record = apply(step.calls[0], (array,), step.starts)
        result = wrap(type(array), values[0], array._ctx, record, 0)
    return _reshaped(result, shape, always=whole)


def _reshaped(array: Handle, shape: Shape, always: bool = False) -> Any:
    """The array in another shape; itself if it has that shape, unless ``always``."""
    if value_of(array).aval.shape == shape and not always:
        return array
    values, record = apply(reshape_call(shape), (array,))
    return wrap(type(array), values[0], array._ctx, record, 0)


# --- writing ---------------------------------------------------------------------------------------------------------


def put(array: Handle, key: Any, value: Any, convert: Callable[[Any], Handle]) -> None:
    """``array[key] = value``; ``convert(value)`` makes an array like this one of anything array-like."""
    shape = value_of(array).aval.shape
    if isinstance(key, bool):  # NumPy's meaning: a new axis that holds everything, or nothing
        key = Ellipsis if key else slice(0, 0)
    items = normalise(key, shape)
    if all(is_basic(i) for i in items):
        box = as_box(items, shape)
        if box is not None:
            _put_box(array, box, convert(value), shape)
            return
    part = convert(value)
    spec, indices = _general(items, shape, array)
    region, added = selection(items, shape, [value_of(i).aval.shape for i in indices])

    def compute(seen: Handle, read: Read) -> Value:
        inputs = [_fitted(as_seen(part, read), region, added), *[as_seen(i, read) for i in indices]]
        result = constant(invoke_op(find("_index_set"), [seen, *inputs], {"spec": spec}))
        _guard(result, items, indices, shape)
        return result

    update(array, compute)


def constant(result: Handle) -> Value:
    """What a partial assignment made of an array; autograd does not follow such a step, as in MXNet."""
    if result._origin is not None:
        raise MXNetError(IN_PLACE)
    return value_of(result)


def _put_box(array: Handle, box: Box, part: Handle, full: Shape) -> None:
    if box.sizes == full and root_of(part) is not root_of(array):
        filled = _filling(array, box, part, full)
        if box.squeeze:
            assign(array, constant(filled))
        else:
            assign(array, value_of(filled), filled._origin if mode.recording else None)
        return
    step = box.step()

    def compute(seen: Handle, read: Read) -> Value:
        seen_part = as_seen(part, read)
        if box.sizes == full:
            return constant(_filling(array, box, seen_part, full))
        values, record = apply(step.calls[1], (seen, _without_added(box, seen_part)), step.starts)
        if record is not None:
            raise MXNetError(IN_PLACE)
        return values[0]

    update(array, compute)


def _filling(array: Handle, box: Box, part: Handle, full: Shape) -> Any:
    """A value to be assigned to every element, in the array's shape."""
    part = _without_added(box, part)
    region = tuple([size for axis, size in enumerate(full) if axis not in box.squeeze])
    if value_of(part).aval.shape != region:
        values, record = apply(broadcast_call(region), (part,))
        part = wrap(type(array), values[0], array._ctx, record, 0)
    return _reshaped(part, full)


def _without_added(box: Box, part: Handle) -> Handle:
    """A value to be assigned, in a shape that broadcasts to the box without the axes that None added."""
    part = _fitted(part, box.shape, box.added)
    if not box.added:
        return part
    sizes = value_of(part).aval.shape
    missing = len(box.shape) - len(sizes)
    return _reshaped(part, tuple([s for i, s in enumerate(sizes) if i + missing not in box.added]))


def _fitted(part: Handle, region: Shape, added: Shape) -> Handle:
    """A value to be assigned, in a shape that broadcasts to the region; ``added`` are the region's new axes."""
    own_shape = value_of(part).aval.shape
    shape = _trimmed(own_shape, region)
    if _broadcasts(shape, region):
        return _reshaped(part, shape)
    if added:  # MXNet also takes a value without the new axes
        plain = tuple([size for n, size in enumerate(region) if n not in added])
        shape = _trimmed(own_shape, plain)
        if _broadcasts(shape, plain):
            sizes = iter((1,) * (len(plain) - len(shape)) + shape)
            return _reshaped(part, tuple([1 if n in added else next(sizes) for n in range(len(region))]))
    if math.prod(own_shape) == 1:
        return _reshaped(part, ())
    raise ValueError(f"could not broadcast the value: expected a shape that fits {region}, received {own_shape}")


def _trimmed(shape: Shape, wanted: Shape) -> Shape:
    """The shape without leading axes of one that the other has no place for."""
    extra = max(len(shape) - len(wanted), 0)
    return shape[extra:] if all(size == 1 for size in shape[:extra]) else shape


def _broadcasts(shape: Shape, wanted: Shape) -> bool:
    if len(shape) > len(wanted):
        return False
    return all(a in (1, b) for a, b in zip(shape, wanted[len(wanted) - len(shape) :], strict=True))


# --- keys with index arrays or strides -------------------------------------------------------------------------------


def _general(items: list[Any], shape: Shape, array: Handle) -> tuple[tuple[Any, ...], list[Handle]]:
    """The static description of a key, and its index arrays."""
    spec: list[Any] = []
    indices: list[Handle] = []
    axis = 0
    for item in items:
        if item is None:
            spec.append(("new",))
            continue
        length = shape[axis]
        if isinstance(item, slice):
            start, stop, step = bounds(item, length)
            if not range(start, stop, step):
                start, stop, step = 0, 0, 1
            # A stop before the first element, going down, is what only None can say.
            spec.append(("slice", start, None if step < 0 and stop < 0 else stop, step))
        else:
            index = np.asarray(locate(item, axis, length)) if is_integer(item) else item
            spec.append(("array",))
            indices.append(_index_array(index, axis, length, array))
        axis += 1
    return tuple(spec), indices


def _index_array(item: Any, axis: int, length: int, like: Handle) -> Handle:
    """An index array on the device of the array indexed; indices that are on the host are checked against the axis."""
    if isinstance(item, Handle):
        known = value_of(item).data
        if type(known) is np.ndarray:
            _check_range(known, axis, length)
        return item if value_of(item).device is value_of(like).device else item.copyto(like._ctx)  # type: ignore[attr-defined]
    host = np.asarray(item)
    if not np.issubdtype(host.dtype, np.integer):
        host = host.astype(np.int64)  # booleans count as 0 and 1, as in MXNet; an empty list has no dtype of its own
    _check_range(host, axis, length)
    return new(type(like), concrete(host.astype(np.int32), value_of(like).device), like._ctx)


def _check_range(host: np.ndarray, axis: int, length: int) -> None:
    error = out_of_bounds(int(host.min()), int(host.max()), axis, length) if host.size else None
    if error is not None:
        raise error


def _guard(result: Value, items: list[Any], indices: Sequence[Handle], shape: Shape) -> None:
    """Let a result be an error if an index that was computed is out of range."""
    arrays = iter(indices)
    axes = (item for item in items if item is not None)
    for axis, item in enumerate(axes):
        if not isinstance(item, slice):
            guard([result], value_of(next(arrays)), axis, shape[axis])
