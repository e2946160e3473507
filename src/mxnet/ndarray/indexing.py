"""``x[key]`` and ``x[key] = value``: which elements a key means, and how they are reached.

A key of integers and slices of step one is a box; where a box is one run of memory, reading it gives a view. Where a
box starts is a number given to the program, so that ``x[i:i+n]`` compiles once for every ``i``.
"""

import numbers
from typing import Any

import numpy as np

from mxnet._lazy.mode import mode
from mxnet._lazy.value import concrete
from mxnet._ops.registry import find
from mxnet.ndarray.handle import Handle, apply, assign, new, new_view, value_of
from mxnet.ndarray.invoke import invoke_op, wrap
from mxnet.ndarray.views import Reshape, Slice, broadcast_call, reshape_call

Full = slice(None)


class Box:
    """A basic key of step one, normalised: starts and sizes on every axis, axes dropped, and the resulting shape."""

    __slots__ = ("contiguous", "shape", "sizes", "squeeze", "starts", "whole")

    def __init__(
        self,
        starts: tuple[int, ...],
        sizes: tuple[int, ...],
        squeeze: tuple[int, ...],
        shape: tuple[int, ...],
        full: tuple[int, ...],
    ) -> None:
        self.starts, self.sizes, self.squeeze, self.shape = starts, sizes, squeeze, shape
        self.whole = sizes == full
        ragged = [i for i, (size, length) in enumerate(zip(sizes, full, strict=True)) if size != length]
        # One run of memory: nothing but single elements before the last axis that is cut.
        self.contiguous = not ragged or all(sizes[i] == 1 for i in range(ragged[-1]))

    def step(self) -> Slice:
        """The box as a step of a view; trailing whole axes stay out of it."""
        count = len(self.sizes)
        return Slice(self.starts[:count], self.sizes, self.squeeze)


def expand(key: Any, shape: tuple[int, ...]) -> list[Any]:
    """A key with its ellipsis and missing axes written out; new axes stay as None."""
    items = list(key) if isinstance(key, tuple) else [key]
    given = sum(1 for i in items if i is not None and i is not Ellipsis)
    if given > len(shape):
        raise IndexError(f"too many indices ({given}) for array with {len(shape)} dimensions")
    places = [i for i, item in enumerate(items) if item is Ellipsis]
    if len(places) > 1:
        raise IndexError("an index can only have a single ellipsis ('...')")
    at = places[0] if places else len(items)
    return items[:at] + [Full] * (len(shape) - given) + items[at + 1 :]


def is_basic(item: Any) -> bool:
    """Whether one item of a key is an integer, a slice or a new axis."""
    return item is None or isinstance(item, slice) or is_integer(item)


def is_integer(item: Any) -> bool:
    return isinstance(item, (numbers.Integral, np.integer)) and not isinstance(item, (bool, np.bool_))


def locate(index: Any, axis: int, length: int) -> int:
    """A single index counted from the start of its axis."""
    position = int(index)
    if not -length <= position < length:
        raise IndexError(f"index {position} is out of bounds for axis {axis} with size {length}")
    return position + length if position < 0 else position


def _slice_bounds(item: slice, length: int) -> tuple[int, int, int]:
    fields = [None if f is None else int(f) for f in (item.start, item.stop, item.step)]
    return slice(*fields).indices(length)


def as_box(items: list[Any], shape: tuple[int, ...]) -> Box | None:
    """The box that a basic key means; None when a slice has another step."""
    starts, sizes, squeeze, result = [], [], [], []
    axis = 0
    for item in items:
        if item is None:
            result.append(1)
            continue
        length = shape[axis]
        if isinstance(item, slice):
            start, stop, step = _slice_bounds(item, length)
            if step != 1:
                return None
            sizes.append(max(stop - start, 0))
            starts.append(start if sizes[-1] else 0)
            result.append(sizes[-1])
        else:
            starts.append(locate(item, axis, length))
            sizes.append(1)
            squeeze.append(axis)
        axis += 1
    return Box(tuple(starts), tuple(sizes), tuple(squeeze), tuple(result), shape)


def get(array: Handle, key: Any) -> Any:
    """``array[key]``."""
    kind, shape = type(array), value_of(array).aval.shape
    if not shape and _is_everything(key):
        return array
    items = _checked(key, shape)
    if all(is_basic(i) for i in items):
        box = as_box(items, shape)
        if box is not None:
            return _get_box(array, kind, box)
    spec, indices = _general(items, shape, array)
    return invoke_op(find("_index_get"), [array, *indices], {"spec": spec})


def _get_box(array: Handle, kind: type, box: Box) -> Any:
    shape = box.shape or (1,)  # MXNet's arrays of one element keep an axis
    recorded = mode.recording and array._origin is not None
    if box.contiguous and not recorded:
        steps = () if box.whole else (box.step(),)
        after = tuple(s for i, s in enumerate(box.sizes) if i not in box.squeeze)
        if not steps or after != shape:
            steps += (Reshape(shape),)
        return new_view(kind, array, steps)
    step = box.step()
    values, record = apply(step.calls[0], (array,), step.starts)
    result = wrap(kind, values[0], array._ctx, record, 0)
    if values[0].aval.shape != shape:
        values, record = apply(reshape_call(shape), (result,))
        result = wrap(kind, values[0], array._ctx, record, 0)
    return result


def put(array: Handle, key: Any, value: Any, convert: Any) -> None:
    """``array[key] = value``; ``convert(value)`` makes an array like this one of anything array-like."""
    shape = value_of(array).aval.shape
    if not shape and _is_everything(key):
        items: list[Any] = []
    else:
        items = _checked(key, shape)
    if all(is_basic(i) for i in items):
        box = as_box(items, shape)
        if box is not None:
            _put_box(array, box, value, convert)
            return
    spec, indices = _general(items, shape, array)
    part = convert(value)
    result = invoke_op(find("_index_set"), [array, part, *indices], {"spec": spec})
    assign(array, value_of(result), _new_origin(array, result))


def _put_box(array: Handle, box: Box, value: Any, convert: Any) -> None:
    part = convert(value)
    wanted = box.shape
    _check_broadcast(value_of(part).aval.shape, wanted)
    if box.whole:
        full = value_of(array).aval
        if value_of(part).aval.shape != full.shape:
            values, record = apply(broadcast_call(full.shape), (part,))
            part = wrap(type(array), values[0], array._ctx, record, 0)
        assign(array, value_of(part), part._origin)
        return
    step = box.step()
    values, record = apply(step.calls[1], (array, part), step.starts)
    assign(array, values[0], None if record is None else (record, 0))


def _new_origin(array: Handle, result: Handle) -> Any:
    return result._origin if array._origin is None else None


def _check_broadcast(shape: tuple[int, ...], wanted: tuple[int, ...]) -> None:
    extra = len(shape) - len(wanted)
    trimmed = shape[extra:] if extra > 0 and all(s == 1 for s in shape[:extra]) else shape
    try:
        fits = np.broadcast_shapes(trimmed, wanted) == tuple(wanted)
    except ValueError:
        fits = False
    if not fits and int(np.prod(shape)) != 1:
        raise ValueError(f"shape mismatch: value of shape {shape} cannot be broadcast to the region's shape {wanted}")


def _is_everything(key: Any) -> bool:
    return key is Ellipsis or key == () or (isinstance(key, slice) and key == Full)


def _checked(key: Any, shape: tuple[int, ...]) -> list[Any]:
    if isinstance(key, list) and any(isinstance(k, slice) for k in key):
        key = tuple(key)
    items = expand(key, shape)
    for item in items:
        if not is_basic(item) and not isinstance(item, (Handle, np.ndarray, list, tuple, range)):
            raise ValueError(f"NDArray does not support slicing with key {item} of type {type(item)}.")
    return items


def _general(items: list[Any], shape: tuple[int, ...], array: Handle) -> tuple[tuple[Any, ...], list[Handle]]:
    """The static description of a key with index arrays or strides, and the arrays."""
    spec: list[Any] = []
    indices: list[Handle] = []
    axis = 0
    for item in items:
        if item is None:
            spec.append(("new",))
            continue
        length = shape[axis]
        if isinstance(item, slice):
            spec.append(("slice", *_slice_bounds_static(item, length)))
        elif is_integer(item):
            spec.append(("array",))
            indices.append(_index_array(np.asarray(locate(item, axis, length)), axis, length, array))
        else:
            spec.append(("array",))
            indices.append(_index_array(item, axis, length, array))
        axis += 1
    return tuple(spec), indices


def _slice_bounds_static(item: slice, length: int) -> tuple[int | None, int | None, int]:
    start, stop, step = _slice_bounds(item, length)
    # A negative stop after normalisation means "past the first element", which only None can say.
    return start, (None if step < 0 and stop < 0 else stop), step


def _index_array(item: Any, axis: int, length: int, like: Handle) -> Handle:
    """An index array on the device of the array indexed; host indices are checked against the axis here."""
    if isinstance(item, Handle):
        return item
    host = np.asarray(item)
    if host.dtype == bool:
        host = host.astype(np.int32)
    if not (np.issubdtype(host.dtype, np.integer) or host.size == 0):
        host = host.astype(np.int64)
    if host.size and not (-length <= host.min() and host.max() < length):
        bad = host.max() if host.max() >= length else host.min()
        raise IndexError(f"index {bad} is out of bounds for axis {axis} with size {length}")
    device = value_of(like).device
    return new(type(like), concrete(device.put(host.astype(np.int32)), device), like._ctx)
