"""Keys of ``x[key]``: normalising them, and the shape of what they select."""

import numbers
import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from mxnet.ndarray.handle import Handle, value_of

Shape = tuple[int, ...]
FULL = slice(None)

# What ``get_indexing_dispatch_code`` answers.
BASIC, ADVANCED, EMPTY_TUPLE = 0, 1, 2
# The second answer of ``indexing_key_expand_implicit_axes``: a key held a lone False, a lone True, or neither.
LONE_FALSE, LONE_TRUE, NO_LONE_BOOLEAN = 0, 1, -1


def is_integer(item: Any) -> bool:
    """Whether an item of a key counts as one integer; Python's booleans do, as they do in MXNet."""
    if isinstance(item, (numbers.Integral, np.integer)):
        return True
    return isinstance(item, np.ndarray) and item.ndim == 0 and np.issubdtype(item.dtype, np.integer)


def is_array(item: Any) -> bool:
    """Whether an item of a key is an array of indices."""
    return isinstance(item, (Handle, np.ndarray, list, tuple, range))


def is_basic(item: Any) -> bool:
    """Whether an item of a key is an integer, a slice or a new axis."""
    return item is None or isinstance(item, slice) or is_integer(item)


def is_mask(item: Any) -> bool:
    """Whether an item of a key is an array of booleans, which selects where it is true."""
    return isinstance(item, Handle) and value_of(item).aval.dtype == bool


def normalise(key: Any, shape: Shape) -> list[Any]:
    """A key as a list with an item for every axis: masks as index arrays, the ellipsis and missing axes as slices.

    New axes stay as None.
    """
    items: list[Any] = []
    if not shape and isinstance(key, slice) and key == FULL:
        return items  # x[:] is the whole of an array without axes, too
    for item in _as_items(key):
        if is_mask(item):
            items.extend(_positions(item, shape, len(items) - items.count(None)))
        elif is_basic(item) or is_array(item) or item is Ellipsis:
            items.append(item)
        else:
            raise ValueError(f"NDArray does not support slicing with key {item} of type {type(item)}.")
    count = sum([1 for i in items if i is not None and i is not Ellipsis])
    if count > len(shape):
        raise IndexError(f"too many indices ({count}) for array with {len(shape)} dimensions")
    at = _ellipsis(items)
    return items[:at] + [FULL] * (len(shape) - count) + items[at + 1 :]


def _as_items(key: Any) -> list[Any]:
    if isinstance(key, tuple):
        return list(key)
    if isinstance(key, list) and any(isinstance(k, slice) for k in key):
        return key  # NumPy once took a list of slices for a tuple
    return [key]


def _ellipsis(items: list[Any]) -> int:
    """Where the ellipsis stands, or the end."""
    places = [number for number, item in enumerate(items) if item is Ellipsis]
    if len(places) > 1:
        raise IndexError("Cannot use more than one ellipsis (`...`) for indexing")
    return places[0] if places else len(items)


def _positions(mask: Any, shape: Shape, axis: int) -> tuple[np.ndarray, ...]:
    """The index arrays of a mask over the axes from ``axis`` on."""
    host = mask.asnumpy()
    check_boolean_array_dimension(shape, axis, host.shape)
    return np.nonzero(host)


def locate(index: Any, axis: int, length: int) -> int:
    """A single index counted from the start of its axis."""
    position = int(index)
    if not -length <= position < length:
        raise IndexError(f"index {position} is out of bounds for axis {axis} with size {length}")
    return position + length if position < 0 else position


def bounds(item: slice, length: int) -> tuple[int, int, int]:
    """Start, stop and step of a slice on an axis of this length."""
    fields = (item.start, item.stop, item.step)
    start, stop, step = slice(*[None if f is None else operator.index(f) for f in fields]).indices(length)
    return start, stop, step


def broadcast(shapes: Sequence[Shape]) -> Shape:
    """The shape that index arrays have together."""
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        listed = ", ".join(map(str, shapes))
        raise ValueError(f"shape mismatch: indexing arrays of shapes {listed} are not broadcastable together") from None


def selection(items: Sequence[Any], shape: Shape, shapes: Sequence[Shape]) -> tuple[Shape, Shape]:
    """The shape of what a normalised key selects, and which of its axes are new.

    ``shapes`` are those of the key's index arrays and integers, in order. As in NumPy, their axes stand where the first
    of them stood, or at the front when something else stands between them.
    """
    places = [n for n, item in enumerate(items) if item is not None and not isinstance(item, slice)]
    together = broadcast(shapes) if shapes else ()
    first = -1 if not places or places[-1] - places[0] >= len(places) else places[0]
    result: list[int] = list(together) if first < 0 else []
    added = []
    axis = 0
    for number, item in enumerate(items):
        if item is None:
            added.append(len(result))
            result.append(1)
            continue
        if isinstance(item, slice):
            result.append(len(range(*bounds(item, shape[axis]))))
        elif number == first:
            result.extend(together)
        axis += 1
    return tuple(result), tuple(added)


# --- MXNet's own helpers, public in mx.nd ----------------------------------------------------------------------------


def get_indexing_dispatch_code(key: tuple[Any, ...]) -> int:
    """Which kind of indexing a key means: 0 basic, 1 with index arrays, 2 an empty tuple.

    >>> nd.get_indexing_dispatch_code((0, slice(None)))
    0
    >>> nd.get_indexing_dispatch_code(([0, 1],))
    1
    """
    if not isinstance(key, tuple):
        raise TypeError(f"get_indexing_dispatch_code: expected a tuple, received {type(key).__name__}")
    for item in key:
        if is_array(item) and not is_integer(item):
            return EMPTY_TUPLE if isinstance(item, tuple) and not item else ADVANCED
        if not is_basic(item):
            raise ValueError(f"NDArray does not support slicing with key {item} of type {type(item)}.")
    return BASIC


def indexing_key_expand_implicit_axes(key: Any, shape: Shape) -> tuple[tuple[Any, ...], int]:
    """A key with every axis written out, and -1; with 1 or 0 if it held a lone True or False, which is taken out.

    >>> nd.indexing_key_expand_implicit_axes((0, Ellipsis), (2, 3))
    ((0, slice(None, None, None)), -1)
    """
    flags = [item for item in _as_items(key) if isinstance(item, bool)]
    rest = tuple(item for item in _as_items(key) if not isinstance(item, bool))
    lone = NO_LONE_BOOLEAN if not flags else LONE_TRUE if all(flags) else LONE_FALSE
    return tuple(normalise(rest, tuple(shape))), lone


def check_boolean_array_dimension(array_shape: Shape, axis: int, bool_shape: Shape) -> None:
    """Raise unless a mask that begins at ``axis`` has the array's lengths."""
    for number, length in enumerate(bool_shape):
        there = array_shape[axis + number] if axis + number < len(array_shape) else 0
        if there != length:
            raise IndexError(
                f"boolean index did not match indexed array along axis {axis + number}; size is {there} but "
                f"corresponding boolean size is {length}"
            )


def get_oshape_of_gather_nd_op(dshape: Shape, ishape: Shape) -> Shape:
    """The shape that ``gather_nd`` makes of data and indices of these shapes.

    >>> nd.get_oshape_of_gather_nd_op((3, 4, 5), (2, 7))
    (7, 5)
    """
    depth = ishape[0]
    if depth > len(dshape):
        raise ValueError(f"gather_nd: {depth} rows of indices for an array of {len(dshape)} axes")
    return (*ishape[1:], *dshape[depth:])
