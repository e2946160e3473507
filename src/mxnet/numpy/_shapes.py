"""Shapes, axes, joining, cutting and taking."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from mxnet._types import ShapeLike
from mxnet.ndarray.dense import from_host
from mxnet.ndarray.handle import new_view
from mxnet.numpy._call import Out, axes, call, is_array, is_number, need_c_order, shape_of
from mxnet.numpy._reductions import nonzero
from mxnet.symbol.handle import SymbolBase

if TYPE_CHECKING:
    from mxnet.numpy._array import ndarray


def reshape(a: Any, newshape: Any, order: str = "C", out: Out = None) -> "ndarray":
    """The elements in another shape; -1 is the length that follows from the others."""
    need_c_order("reshape", order)
    return call("_np_reshape", (a,), {"newshape": shape_of(newshape)}, out)


def ravel(x: Any, order: str = "C") -> "ndarray":
    """All elements along one axis.

    >>> mx.np.ravel(mx.np.array([[1, 2], [3, 4]]))
    array([1., 2., 3., 4.])
    """
    if is_number(x):
        return np.reshape(x, -1)  # type: ignore[return-value]  # a number stays NumPy's
    return reshape(x, -1, order)


def transpose(a: Any, axes: Any = None) -> "ndarray":
    """The axes in another order, reversed if none is given."""
    if axes is not None:
        axes = tuple(axes)
        if len(set(axes)) < len(axes):
            raise ValueError(f"repeated axis in transpose: {axes}")
    return call("_np_transpose", (a,), {"axes": axes})


def swapaxes(a: Any, axis1: int, axis2: int) -> "ndarray":
    """Two axes exchanged."""
    return call("_npi_swapaxes", (a,), {"dim1": axis1, "dim2": axis2})


def moveaxis(a: Any, source: Any, destination: Any) -> "ndarray":
    """Some axes moved to other places."""
    return call("_np_moveaxis", (a,), {"source": axes(source), "destination": axes(destination)})


def rollaxis(a: Any, axis: int, start: int = 0) -> "ndarray":
    """One axis moved to stand before another.

    >>> mx.np.rollaxis(mx.np.ones((2, 3, 4)), 2).shape
    (4, 2, 3)
    """
    ndim = a.ndim
    first = axis + ndim if axis < 0 else axis
    target = start + ndim if start < 0 else start
    return moveaxis(a, first, target - 1 if first < target else target)


def expand_dims(a: Any, axis: int) -> "ndarray":
    """A new axis of length one."""
    return call("_npi_expand_dims", (a,), {"axis": axis})


def squeeze(a: Any, axis: ShapeLike | None = None, out: Out = None) -> "ndarray":
    """Without axes of length one, all or those named."""
    return call("_np_squeeze", (a,), {"axis": axes(axis)}, out)


def broadcast_to(array: Any, shape: Any) -> "ndarray":
    """The array stretched to a shape."""
    if is_number(array):
        return call("_npi_full", (), {"shape": shape_of(shape), "value": float(array)})
    return call("_npi_broadcast_to", (array,), {"shape": shape_of(shape)})


def broadcast_arrays(*args: Any) -> "list[ndarray]":
    """Arrays stretched to the shape they have together.

    >>> [x.shape for x in mx.np.broadcast_arrays(mx.np.ones((2, 1)), mx.np.ones((1, 3)))]
    [(2, 3), (2, 3)]
    """
    shape = np.broadcast_shapes(*map(np.shape, args))
    return [broadcast_to(a, shape) for a in args]


def repeat(a: Any, repeats: int, axis: int | None = None) -> "ndarray":
    """Each element several times, along an axis or of the flattened array."""
    return call("_np_repeat", (a,), {"repeats": repeats, "axis": axis})


def tile(A: Any, reps: Any) -> "ndarray":
    """The array laid side by side along its axes."""
    if is_number(A):
        return np.tile(A, reps)  # type: ignore[return-value]
    return call("_npi_tile", (A,), {"reps": shape_of(reps)})


def flip(m: Any, axis: ShapeLike | None = None, out: Out = None) -> "ndarray":
    """The order of elements turned round along axes, all if none is named."""
    if is_number(m):
        return np.flip(m, axes(axis))
    return call("_npi_flip", (m,), {"axis": axes(axis)}, out)


def flipud(m: Any) -> "ndarray":
    """The rows in reverse order.

    >>> mx.np.flipud(mx.np.array([[1, 2], [3, 4]]))
    array([[3., 4.],
           [1., 2.]])
    """
    return flip(m, 0)


def fliplr(m: Any) -> "ndarray":
    """The columns in reverse order.

    >>> mx.np.fliplr(mx.np.array([[1, 2], [3, 4]]))
    array([[2., 1.],
           [4., 3.]])
    """
    return flip(m, 1)


def roll(a: Any, shift: Any, axis: ShapeLike | None = None) -> "ndarray":
    """Elements moved along axes, those beyond the end coming in at the start."""
    return call("_np_roll", (a,), {"shift": axes(shift), "axis": axes(axis)})


def rot90(m: Any, k: int = 1, axes: Any = (0, 1)) -> "ndarray":
    """The plane of two axes turned by ``k`` right angles."""
    return call("_npi_rot90", (m,), {"k": k, "axes": tuple(axes)})


def tril(m: Any, k: int = 0) -> "ndarray":
    """Zeros above the ``k``-th diagonal."""
    return call("_npi_tril", (m,), {"k": k})


def diag(array: Any, k: int = 0) -> "ndarray":
    """The ``k``-th diagonal of a matrix, or the matrix with that diagonal."""
    return call("_np_diag", (array,), {"k": k})


def diagflat(array: Any, k: int = 0) -> "ndarray":
    """The matrix whose ``k``-th diagonal is the flattened array."""
    return call("_np_diagflat", (array,), {"k": k})


def diagonal(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> "ndarray":
    """The diagonals of the planes of two axes."""
    return call("_np_diagonal", (a,), {"offset": offset, "axis1": axis1, "axis2": axis2})


def trace(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1, out: Out = None) -> "ndarray":
    """The sums of the diagonals of the planes of two axes."""
    return call("_np_trace", (a,), {"offset": offset, "axis1": axis1, "axis2": axis2}, out)


def copy(a: Any, out: Out = None) -> "ndarray":
    """A new array of the same elements."""
    return call("_np_copy", (a,), {}, out)


# --- joining and cutting ---------------------------------------------------------------------------------------------


def concatenate(seq: Sequence[Any], axis: int | None = 0, out: Out = None) -> "ndarray":
    """Arrays one after the other along an axis; with no axis, flattened."""
    return call("_npi_concatenate", list(seq), {"axis": axis}, out)


def append(arr: Any, values: Any, axis: int | None = None) -> "ndarray":
    """Two arrays one after the other along an axis; with no axis, flattened.

    >>> mx.np.append(mx.np.array([1, 2]), mx.np.array([3]))
    array([1., 2., 3.])
    """
    return concatenate((arr, values), axis)


def stack(arrays: Sequence[Any], axis: int = 0, out: Out = None) -> "ndarray":
    """Arrays of one shape joined along a new axis."""
    return call("_npi_stack", list(arrays), {"axis": axis}, out)


def vstack(arrays: Sequence[Any], out: Out = None) -> "ndarray":
    """Arrays one below the other.

    >>> mx.np.row_stack((mx.np.array([1, 2]), mx.np.array([3, 4])))
    array([[1., 2.],
           [3., 4.]])
    """
    return call("_npi_vstack", list(arrays), {}, out)


row_stack = vstack


def hstack(arrays: Sequence[Any]) -> "ndarray":
    """Arrays side by side."""
    return call("_npi_hstack", list(arrays))


def dstack(arrays: Sequence[Any]) -> "ndarray":
    """Arrays one behind the other."""
    return call("_npi_dstack", list(arrays))


def column_stack(tup: Sequence[Any]) -> "ndarray":
    """Vectors as the columns of a matrix."""
    return call("_npi_column_stack", list(tup))


def _cut(ary: Any, indices_or_sections: Any, axis: int, name: str = "_npi_split") -> list[Any]:
    """The parts of an array: equal ones as far as may be, or those between the places named."""
    if isinstance(indices_or_sections, (int, np.integer)):
        if indices_or_sections <= 0:
            raise ValueError("number sections must be larger than 0")
        attrs: dict[str, Any] = {"indices": (), "sections": int(indices_or_sections)}
    elif isinstance(indices_or_sections, (list, tuple, set)):
        attrs = {"indices": (0, *(int(i) for i in indices_or_sections)), "sections": 0}
    else:
        raise ValueError("indices_or_sections must be either int, or tuple / list / set of ints")
    parts = call(name, (ary,), {**attrs, "axis": axis})
    return parts if isinstance(parts, list) else [parts]


def _need_equal(ary: Any, sections: Any, axis: int) -> None:
    """Raise if an array has no such equal parts; the shape of a symbol is not known yet."""
    if isinstance(ary, SymbolBase) or not isinstance(sections, (int, np.integer)):
        return
    if sections <= 0 or ary.shape[axis] % sections:
        raise ValueError("array split does not result in an equal division")


def _need_axes(name: str, ary: Any, count: int) -> None:
    if not isinstance(ary, SymbolBase) and ary.ndim < count:
        raise ValueError(f"{name} only works on arrays of {count} or more dimensions")


def split(ary: Any, indices_or_sections: Any, axis: int = 0) -> "list[ndarray]":
    """The array cut along an axis: into equal parts, or at the places named."""
    _need_equal(ary, indices_or_sections, axis)
    return _cut(ary, indices_or_sections, axis)


def array_split(ary: Any, indices_or_sections: Any, axis: int = 0) -> "list[ndarray]":
    """The array cut along an axis: into parts as equal as may be, or at the places named.

    >>> [part.shape for part in mx.np.array_split(mx.np.arange(5), 2)]
    [(3,), (2,)]
    """
    return _cut(ary, indices_or_sections, axis)


def hsplit(ary: Any, indices_or_sections: Any) -> "list[ndarray]":
    """The array cut along its second axis, or its only one."""
    _need_axes("hsplit", ary, 1)
    if not isinstance(ary, SymbolBase):
        _need_equal(ary, indices_or_sections, 1 if ary.ndim > 1 else 0)
    return _cut(ary, indices_or_sections, 1, "_npi_hsplit")


def vsplit(ary: Any, indices_or_sections: Any) -> "list[ndarray]":
    """The array cut along its first axis.

    >>> [part.shape for part in mx.np.vsplit(mx.np.ones((4, 2)), 2)]
    [(2, 2), (2, 2)]
    """
    _need_axes("vsplit", ary, 2)
    return split(ary, indices_or_sections, 0)


def dsplit(ary: Any, indices_or_sections: Any) -> "list[ndarray]":
    """The array cut along its third axis."""
    _need_axes("dsplit", ary, 3)
    _need_equal(ary, indices_or_sections, 2)
    return _cut(ary, indices_or_sections, 2, "_npi_dsplit")


def atleast_1d(*arys: Any) -> "ndarray":
    """Arrays with one axis at least."""
    return call("_np_atleast_1d", arys)


def atleast_2d(*arys: Any) -> "ndarray":
    """Arrays with two axes at least."""
    return call("_np_atleast_2d", arys)


def atleast_3d(*arys: Any) -> "ndarray":
    """Arrays with three axes at least."""
    return call("_np_atleast_3d", arys)


def pad(x: Any, pad_width: Any = None, mode: str = "constant", **kwargs: Any) -> "ndarray":
    """The array with elements added at the ends of its axes."""
    allowed = {
        "constant": {"constant_values"},
        "edge": set(),
        "reflect": {"reflect_type"},
        "symmetric": {"reflect_type"},
        "minimum": set(),
        "maximum": set(),
    }
    if mode not in allowed:
        raise ValueError(f"mode {mode!r} is not supported: expected one of {', '.join(allowed)}")
    unknown = set(kwargs) - allowed[mode]
    if unknown:
        raise ValueError(f"unsupported keyword arguments for mode {mode!r}: {unknown}")
    widths = pad_width if isinstance(x, SymbolBase) else np.broadcast_to(np.asarray(pad_width), (x.ndim, 2))
    attrs: dict[str, Any] = {"pad_width": tuple((int(a), int(b)) for a, b in widths), "mode": mode}
    if "constant_values" in kwargs:
        attrs["constant_value"] = float(kwargs["constant_values"])
    if "reflect_type" in kwargs:
        attrs["reflect_type"] = kwargs["reflect_type"]
    return call("_npi_pad", (x,), attrs)


# --- taking and choosing ---------------------------------------------------------------------------------------------


def take(a: Any, indices: Any, axis: int | None = None, mode: str = "raise", out: Out = None) -> "ndarray":
    """Elements at indices along an axis, or of the flattened array."""
    if mode not in ("wrap", "clip", "raise"):
        raise NotImplementedError(f"function take does not support mode '{mode}'")
    return call("_npi_take", (a, indices), {"axis": axis, "mode": mode}, out)


@overload
def where(condition: Any) -> "tuple[ndarray, ...]": ...
@overload
def where(condition: Any, x: Any, y: Any) -> "ndarray": ...
def where(condition: Any, x: Any = None, y: Any = None) -> Any:
    """``x`` where the condition holds, else ``y``; without them the positions where it holds."""
    if (x is None) != (y is None):
        raise ValueError("where: either both or neither of x and y should be given")
    if x is None:
        return nonzero(condition)
    if not is_array(condition):
        return x if condition != 0 else y
    if is_array(x):
        if is_array(y):
            return call("_npi_where", (condition, x, y))
        return call("_npi_where_rscalar", (condition, x), {"scalar": float(y)})
    if is_array(y):
        return call("_npi_where_lscalar", (condition, y), {"scalar": float(x)})
    return call("_npi_where_scalar2", (condition,), {"x": float(x), "y": float(y)})


def clip(a: Any, a_min: float | None, a_max: float | None, out: Out = None) -> "ndarray":
    """Elements kept within two bounds, either of which may be None."""
    if a_min is None and a_max is None:
        raise ValueError("array_clip: must set either max or min")
    if is_number(a):
        return np.clip(a, a_min, a_max)
    bounds = {"a_min": a_min, "a_max": a_max}
    return call("_npi_clip", (a,), {k: float(v) for k, v in bounds.items() if v is not None}, out)


def around(x: Any, decimals: int = 0, out: Out = None, **kwargs: Any) -> "ndarray":
    """Elements rounded to a number of decimals.

    >>> mx.np.round_(mx.np.array([1.26]), 1)
    array([1.3000001])
    """
    if is_number(x):
        return np.around(x, decimals, **kwargs)
    return call("_npi_around", (x,), {"decimals": decimals}, out)


round = round_ = around


def nan_to_num(
    x: Any, copy: bool = True, nan: float = 0.0, posinf: float | None = None, neginf: float | None = None, **_: Any
) -> "ndarray":
    """Elements with NaN and the infinities replaced by numbers; in the array itself unless ``copy``."""
    if is_number(x):
        return np.nan_to_num(x, copy, nan, posinf, neginf)
    attrs = {"nan": float(nan), "posinf": posinf, "neginf": neginf}
    return call("_npi_nan_to_num", (x,), attrs, None if copy else x)


def _slice_attrs(part: slice) -> dict[str, Any]:
    return {"start": part.start, "stop": part.stop, "step": 1 if part.step is None else part.step}


def delete(arr: Any, obj: Any, axis: int | None = None) -> "ndarray":
    """The array without the slices that ``obj`` names along an axis; with no axis, flattened."""
    if isinstance(obj, slice):
        return call("_npi_delete", (arr,), {**_slice_attrs(obj), "axis": axis})
    if isinstance(obj, (int, np.integer)):
        return call("_npi_delete", (arr,), {"int_ind": int(obj), "axis": axis})
    if not is_array(obj):
        raise TypeError(f"'obj' can not support type {type(obj)}: use an int, a slice or np.array(...)")
    return call("_npi_delete_tensor", (arr, obj), {"axis": axis})


def insert(arr: Any, obj: Any, values: Any, axis: int | None = None) -> "ndarray":
    """The array with values put in along an axis before the place, the slice or the places of ``obj``.

    >>> mx.np.insert(mx.np.array([1, 2, 3]), 1, mx.np.array([7, 8]))
    array([1., 7., 8., 2., 3.])
    """
    if not is_array(arr):
        raise TypeError(f"'arr' can not support type {type(arr)}: use np.array(...)")
    if not (is_array(values) or is_number(values)):
        raise TypeError(f"'values' can not support type {type(values)}: use a number or np.array(...)")
    attrs: dict[str, Any] = {"axis": axis} if is_array(values) else {"axis": axis, "val": float(values)}
    array = values if is_array(values) else None
    if isinstance(obj, slice):
        return call("_npi_insert_slice", (arr, array), {**attrs, **_slice_attrs(obj)})
    if isinstance(obj, (int, np.integer)):
        return call("_npi_insert_scalar", (arr, array), {**attrs, "int_ind": int(obj)})
    if not is_array(obj):
        raise TypeError(f"'obj' can not support type {type(obj)}: use an int, a slice or np.array(..., dtype='int64')")
    return call("_npi_insert_tensor", (arr, array, obj), attrs)


def ediff1d(ary: Any, to_end: Any = None, to_begin: Any = None) -> "ndarray":
    """Differences of neighbours in the flattened array, with numbers or arrays put before and after them."""
    attrs: dict[str, Any] = {"to_begin_arr_given": is_array(to_begin), "to_end_arr_given": is_array(to_end)}
    for name, scalar in (("to_begin_scalar", to_begin), ("to_end_scalar", to_end)):
        if scalar is not None and not is_array(scalar):
            attrs[name] = float(scalar)
    ends = [end for end in (to_begin, to_end) if is_array(end)]
    return call("_npi_ediff1d", (ary, *ends, *[None] * (2 - len(ends))), attrs)


def resize(a: Any, new_shape: Any) -> "ndarray":
    """The elements, over and over again, in another shape.

    >>> mx.np.resize(mx.np.array([1, 2, 3]), (2, 2))
    array([[1., 2.],
           [3., 1.]])
    """
    return call("_npi_resize_fallback", (a,), {"new_shape": shape_of(new_shape)})


def unravel_index(indices: Any, shape: Any, order: str = "C") -> "tuple[ndarray, ...]":
    """The coordinates of places in the flattened array.

    >>> mx.np.unravel_index(mx.np.array([4, 11]), (3, 4))
    (array([1., 2.]), array([0., 3.]))
    """
    need_c_order("unravel_index", order)
    rows = call("_unravel_index", (indices,), {"shape": shape_of(shape)})
    return tuple(rows[i] for i in range(len(shape_of(shape))))


def diag_indices_from(arr: Any) -> "tuple[ndarray, ...]":
    """The coordinates of the main diagonal; of a symbol, as the rows of one."""
    if isinstance(arr, SymbolBase):
        return call("_npi_diag_indices_from", (arr,))
    if arr.ndim < 2 or len(set(arr.shape)) != 1:
        raise ValueError("diag_indices_from: expected an array of two axes or more, all of one length")
    rows = call("_npi_diag_indices_from", (arr,))
    return tuple(rows[i] for i in range(arr.ndim))


def may_share_memory(a: Any, b: Any, max_work: int | None = None) -> bool:
    """Whether two arrays have an element in common.

    >>> mx.np.may_share_memory(mx.np.ones((2,)), mx.np.ones((2,)))
    False
    """
    if not is_array(a) or not is_array(b):  # NumPy's arrays have memory of their own
        return False
    if _owner(a) is not _owner(b):
        return False
    return bool(np.intersect1d(_places(a), _places(b)).size)


def _owner(array: Any) -> Any:
    return array if array._base is None else array._base


def _places(array: Any) -> np.ndarray:
    """Where in the memory of their owner the elements of an array are."""
    owner = _owner(array)
    numbers = from_host(np.arange(owner.size).reshape(owner.shape), owner._ctx, type(owner))
    return (numbers if owner is array else new_view(type(owner), numbers, array._steps)).asnumpy()


shares_memory = may_share_memory


def shape(a: Any) -> tuple[int, ...]:
    """The length of each axis.

    >>> mx.np.shape(mx.np.ones((2, 3)))
    (2, 3)
    """
    return a.shape if is_array(a) else np.shape(a)  # type: ignore[attr-defined]


def ndim(a: Any) -> int:
    """The number of axes.

    >>> mx.np.ndim(mx.np.ones((2, 3)))
    2
    """
    return a.ndim if is_array(a) else np.ndim(a)  # type: ignore[attr-defined]


def size(a: Any, axis: int | None = None) -> int:
    """The number of elements, or the length of an axis.

    >>> mx.np.size(mx.np.ones((2, 3)))
    6
    """
    if not is_array(a):
        return np.size(a, axis)
    return a.size if axis is None else a.shape[axis]  # type: ignore[attr-defined]
