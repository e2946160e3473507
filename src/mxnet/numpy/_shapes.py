"""Shapes, axes, joining, cutting and taking."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mxnet.numpy._call import axes, call, is_array, is_number, need_c_order, shape_of
from mxnet.numpy._reductions import nonzero
from mxnet.symbol.handle import SymbolBase


def reshape(a: Any, newshape: Any, order: str = "C", out: Any = None) -> Any:
    """The elements in another shape; -1 is the length that follows from the others."""
    need_c_order("reshape", order)
    return call("_np_reshape", (a,), {"newshape": shape_of(newshape)}, out)


def ravel(x: Any, order: str = "C") -> Any:
    """All elements along one axis."""
    if is_number(x):
        return np.reshape(x, -1)
    return reshape(x, -1, order)


def transpose(a: Any, axes: Any = None) -> Any:
    """The axes in another order, reversed if none is given."""
    return call("_np_transpose", (a,), {"axes": None if axes is None else tuple(axes)})


def swapaxes(a: Any, axis1: int, axis2: int) -> Any:
    """Two axes exchanged."""
    return call("_npi_swapaxes", (a,), {"dim1": axis1, "dim2": axis2})


def moveaxis(a: Any, source: Any, destination: Any) -> Any:
    """Some axes moved to other places."""
    return call("_np_moveaxis", (a,), {"source": axes(source), "destination": axes(destination)})


def rollaxis(a: Any, axis: int, start: int = 0) -> Any:
    """One axis moved to stand before another."""
    ndim = a.ndim
    first = axis + ndim if axis < 0 else axis
    target = start + ndim if start < 0 else start
    return moveaxis(a, first, target - 1 if first < target else target)


def expand_dims(a: Any, axis: int) -> Any:
    """A new axis of length one."""
    return call("_npi_expand_dims", (a,), {"axis": axis})


def squeeze(a: Any, axis: Any = None, out: Any = None) -> Any:
    """Without axes of length one, all or those named."""
    return call("_np_squeeze", (a,), {"axis": axes(axis)}, out)


def broadcast_to(array: Any, shape: Any) -> Any:
    """The array stretched to a shape."""
    if is_number(array):
        return call("_npi_full", (), {"shape": shape_of(shape), "value": float(array)})
    return call("_npi_broadcast_to", (array,), {"shape": shape_of(shape)})


def broadcast_arrays(*args: Any) -> list[Any]:
    """Arrays stretched to the shape they have together."""
    shape = np.broadcast_shapes(*(a.shape for a in args))
    return [broadcast_to(a, shape) for a in args]


def repeat(a: Any, repeats: int, axis: int | None = None) -> Any:
    """Each element several times, along an axis or of the flattened array."""
    return call("_np_repeat", (a,), {"repeats": repeats, "axis": axis})


def tile(A: Any, reps: Any) -> Any:
    """The array laid side by side along its axes."""
    if is_number(A):
        return np.tile(A, reps)
    return call("_npi_tile", (A,), {"reps": shape_of(reps)})


def flip(m: Any, axis: Any = None, out: Any = None) -> Any:
    """The order of elements turned round along axes, all if none is named."""
    if is_number(m):
        return np.flip(m, axis)
    return call("_npi_flip", (m,), {"axis": axes(axis)}, out)


def flipud(m: Any) -> Any:
    """The rows in reverse order."""
    return flip(m, 0)


def fliplr(m: Any) -> Any:
    """The columns in reverse order."""
    return flip(m, 1)


def roll(a: Any, shift: Any, axis: Any = None) -> Any:
    """Elements moved along axes, those beyond the end coming in at the start."""
    return call("_np_roll", (a,), {"shift": axes(shift), "axis": axes(axis)})


def rot90(m: Any, k: int = 1, axes: Any = (0, 1)) -> Any:
    """The plane of two axes turned by ``k`` right angles."""
    return call("_npi_rot90", (m,), {"k": k, "axes": tuple(axes)})


def tril(m: Any, k: int = 0) -> Any:
    """Zeros above the ``k``-th diagonal."""
    return call("_npi_tril", (m,), {"k": k})


def diag(array: Any, k: int = 0) -> Any:
    """The ``k``-th diagonal of a matrix, or the matrix with that diagonal."""
    return call("_np_diag", (array,), {"k": k})


def diagflat(array: Any, k: int = 0) -> Any:
    """The matrix whose ``k``-th diagonal is the flattened array."""
    return call("_np_diagflat", (array,), {"k": k})


def diagonal(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    """The diagonals of the planes of two axes."""
    return call("_np_diagonal", (a,), {"offset": offset, "axis1": axis1, "axis2": axis2})


def trace(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1, out: Any = None) -> Any:
    """The sums of the diagonals of the planes of two axes."""
    return call("_np_trace", (a,), {"offset": offset, "axis1": axis1, "axis2": axis2}, out)


def copy(a: Any, out: Any = None) -> Any:
    """A new array of the same elements."""
    return call("_np_copy", (a,), {}, out)


# --- joining and cutting ---------------------------------------------------------------------------------------------


def concatenate(seq: Sequence[Any], axis: int | None = 0, out: Any = None) -> Any:
    """Arrays one after the other along an axis; with no axis, flattened."""
    return call("_npi_concatenate", list(seq), {"axis": axis}, out)


def append(arr: Any, values: Any, axis: int | None = None) -> Any:
    """Two arrays one after the other along an axis; with no axis, flattened."""
    return concatenate((arr, values), axis)


def stack(arrays: Sequence[Any], axis: int = 0, out: Any = None) -> Any:
    """Arrays of one shape joined along a new axis."""
    return call("_npi_stack", list(arrays), {"axis": axis}, out)


def vstack(arrays: Sequence[Any], out: Any = None) -> Any:
    """Arrays one below the other."""
    return call("_npi_vstack", list(arrays), {}, out)


row_stack = vstack


def hstack(arrays: Sequence[Any]) -> Any:
    """Arrays side by side."""
    return call("_npi_hstack", list(arrays))


def dstack(arrays: Sequence[Any]) -> Any:
    """Arrays one behind the other."""
    return call("_npi_dstack", list(arrays))


def column_stack(tup: Sequence[Any]) -> Any:
    """Vectors as the columns of a matrix."""
    return call("_npi_column_stack", list(tup))


def _cut(ary: Any, indices: tuple[int, ...], axis: int, sections: int) -> list[Any]:
    attrs = {"indices": (0, *indices), "axis": axis, "sections": sections}
    made = call("_npi_split", (ary,), attrs)
    return made if isinstance(made, list) else [made]


def split(ary: Any, indices_or_sections: Any, axis: int = 0) -> list[Any]:
    """The array cut along an axis: into equal parts, or at the places named."""
    if isinstance(indices_or_sections, (int, np.integer)):
        length = 0 if isinstance(ary, SymbolBase) else ary.shape[axis]  # a symbol's is seen when it is bound
        if indices_or_sections <= 0 or length % indices_or_sections:
            raise ValueError("array split does not result in an equal division")
        return _cut(ary, (), axis, int(indices_or_sections))
    if not isinstance(indices_or_sections, (list, tuple)):
        raise ValueError("indices_or_sections must be either int, or tuple / list of ints")
    return _cut(ary, tuple(indices_or_sections), axis, 0)


def array_split(ary: Any, indices_or_sections: Any, axis: int = 0) -> list[Any]:
    """The array cut along an axis: into parts as equal as may be, or at the places named."""
    if not isinstance(indices_or_sections, (int, np.integer)):
        return split(ary, indices_or_sections, axis)
    parts = int(indices_or_sections)
    if parts <= 0:
        raise ValueError("number sections must be larger than 0")
    small, larger = divmod(ary.shape[axis], parts)
    sizes = [small + 1] * larger + [small] * (parts - larger)
    return _cut(ary, tuple(int(e) for e in np.cumsum(sizes)[:-1]), axis, 0)


def hsplit(ary: Any, indices_or_sections: Any) -> list[Any]:
    """The array cut along its second axis, or its only one."""
    if ary.ndim < 1:
        raise ValueError("hsplit only works on arrays of 1 or more dimensions")
    return split(ary, indices_or_sections, 1 if ary.ndim > 1 else 0)


def vsplit(ary: Any, indices_or_sections: Any) -> list[Any]:
    """The array cut along its first axis."""
    if ary.ndim < 2:
        raise ValueError("vsplit only works on arrays of 2 or more dimensions")
    return split(ary, indices_or_sections, 0)


def dsplit(ary: Any, indices_or_sections: Any) -> list[Any]:
    """The array cut along its third axis."""
    if ary.ndim < 3:
        raise ValueError("dsplit only works on arrays of 3 or more dimensions")
    return split(ary, indices_or_sections, 2)


def atleast_1d(*arys: Any) -> Any:
    """Arrays with one axis at least."""
    return call("_np_atleast_1d", arys)


def atleast_2d(*arys: Any) -> Any:
    """Arrays with two axes at least."""
    return call("_np_atleast_2d", arys)


def atleast_3d(*arys: Any) -> Any:
    """Arrays with three axes at least."""
    return call("_np_atleast_3d", arys)


def pad(x: Any, pad_width: Any = None, mode: str = "constant", **kwargs: Any) -> Any:
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


def take(a: Any, indices: Any, axis: int | None = None, mode: str = "raise", out: Any = None) -> Any:
    """Elements at indices along an axis, or of the flattened array."""
    if mode not in ("wrap", "clip", "raise"):
        raise NotImplementedError(f"function take does not support mode '{mode}'")
    return call("_npi_take", (a, indices), {"axis": axis, "mode": mode}, out)


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


def clip(a: Any, a_min: float | None, a_max: float | None, out: Any = None) -> Any:
    """Elements kept within two bounds, either of which may be None."""
    if a_min is None and a_max is None:
        raise ValueError("array_clip: must set either max or min")
    if is_number(a):
        return np.clip(a, a_min, a_max)
    bounds = {"a_min": a_min, "a_max": a_max}
    return call("_npi_clip", (a,), {k: float(v) for k, v in bounds.items() if v is not None}, out)


def around(x: Any, decimals: int = 0, out: Any = None, **kwargs: Any) -> Any:
    """Elements rounded to a number of decimals."""
    if is_number(x):
        return np.around(x, decimals, **kwargs)
    return call("_npi_around", (x,), {"decimals": decimals}, out)


round = round_ = around


def nan_to_num(
    x: Any, copy: bool = True, nan: float = 0.0, posinf: float | None = None, neginf: float | None = None, **_: Any
) -> Any:
    """Elements with NaN and the infinities replaced by numbers; in the array itself unless ``copy``."""
    if is_number(x):
        return np.nan_to_num(x, copy, nan, posinf, neginf)
    attrs = {"nan": float(nan), "posinf": posinf, "neginf": neginf}
    return call("_npi_nan_to_num", (x,), attrs, None if copy else x)


def delete(arr: Any, obj: Any, axis: int | None = None) -> Any:
    """The array without the slices that ``obj`` names along an axis; with no axis, flattened."""
    if axis is None:
        arr, axis = arr.reshape(-1), 0
    length = arr.shape[axis]
    if is_array(obj):
        obj = obj.asnumpy()  # type: ignore[attr-defined]
    kept = np.delete(np.arange(length), obj if isinstance(obj, slice) else np.asarray(obj, np.int64))
    gone = np.setdiff1d(np.arange(length), kept)
    return call("_npi_delete", (arr,), {"places": tuple(int(g) for g in gone), "axis": axis})


def unravel_index(indices: Any, shape: Any, order: str = "C") -> Any:
    """The coordinates of places in the flattened array."""
    need_c_order("unravel_index", order)
    rows = call("_unravel_index", (indices,), {"shape": shape_of(shape)})
    return tuple(rows[i] for i in range(len(shape_of(shape))))


def diag_indices_from(arr: Any) -> Any:
    """The coordinates of the main diagonal."""
    if arr.ndim < 2 or len(set(arr.shape)) != 1:
        raise ValueError("diag_indices_from: expected an array of two axes or more, all of one length")
    steps = call("_npi_arange", (), {"start": 0.0, "count": arr.shape[0], "dtype": "int64", "ctx": arr.ctx})
    return (steps,) * arr.ndim


def may_share_memory(a: Any, b: Any, max_work: int | None = None) -> bool:
    """Whether two arrays are views of one."""
    return (a._base or a) is (b._base or b)


shares_memory = may_share_memory


def shape(a: Any) -> Any:
    """The length of each axis."""
    return a.shape if is_array(a) else np.shape(a)  # type: ignore[attr-defined]


def ndim(a: Any) -> int:
    """The number of axes."""
    return a.ndim if is_array(a) else np.ndim(a)  # type: ignore[attr-defined]


def size(a: Any, axis: int | None = None) -> int:
    """The number of elements, or the length of an axis."""
    if not is_array(a):
        return np.size(a, axis)
    return a.size if axis is None else a.shape[axis]  # type: ignore[attr-defined]
