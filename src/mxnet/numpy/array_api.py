"""The namespace of the Python array API standard for arrays of ``mx.np``: ``x.__array_namespace__()``.

Libraries that are written against the standard find its names here, with its arguments, as far as these arrays can do
what it says. What they cannot is absent: complex numbers, ``floor_divide``, the shifts, ``triu`` and more.
``__array_namespace_info__`` tells of types and devices.
"""

from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy import e as e
from numpy import finfo as finfo
from numpy import float32 as float32
from numpy import float64 as float64
from numpy import iinfo as iinfo
from numpy import inf as inf
from numpy import int8 as int8
from numpy import int16 as int16
from numpy import int32 as int32
from numpy import int64 as int64
from numpy import isdtype as isdtype
from numpy import nan as nan
from numpy import newaxis as newaxis
from numpy import pi as pi
from numpy import uint8 as uint8
from numpy import uint16 as uint16
from numpy import uint32 as uint32
from numpy import uint64 as uint64

from mxnet import ndarray as nd
from mxnet._types import DTypeLike, ShapeLike
from mxnet.context import Context, cpu, current_context, gpu, num_gpus
from mxnet.numpy import _creation, _reductions, _shapes
from mxnet.numpy._arithmetic import FUNCTIONS
from mxnet.numpy._array import ndarray
from mxnet.numpy._creation import eye as eye
from mxnet.numpy._creation import linspace as linspace
from mxnet.numpy._creation import meshgrid as meshgrid
from mxnet.numpy._products import matmul as matmul
from mxnet.numpy._products import tensordot as tensordot
from mxnet.numpy._reductions import all as all
from mxnet.numpy._reductions import any as any
from mxnet.numpy._reductions import argmax as argmax
from mxnet.numpy._reductions import argmin as argmin
from mxnet.numpy._reductions import diff as diff
from mxnet.numpy._reductions import max as max
from mxnet.numpy._reductions import min as min
from mxnet.numpy._reductions import nonzero as nonzero
from mxnet.numpy._shapes import broadcast_arrays as broadcast_arrays
from mxnet.numpy._shapes import broadcast_to as broadcast_to
from mxnet.numpy._shapes import expand_dims as expand_dims
from mxnet.numpy._shapes import flip as flip
from mxnet.numpy._shapes import moveaxis as moveaxis
from mxnet.numpy._shapes import repeat as repeat
from mxnet.numpy._shapes import roll as roll
from mxnet.numpy._shapes import squeeze as squeeze
from mxnet.numpy._shapes import stack as stack
from mxnet.numpy._shapes import tile as tile
from mxnet.numpy._shapes import tril as tril

__array_api_version__ = "2023.12"

# Elementwise functions by the standard's names.
_RENAMED = {
    "acos": "arccos",
    "acosh": "arccosh",
    "asin": "arcsin",
    "asinh": "arcsinh",
    "atan": "arctan",
    "atan2": "arctan2",
    "atanh": "arctanh",
    "bitwise_invert": "bitwise_not",
    "pow": "power",
}
_SAME = """abs add bitwise_and bitwise_or bitwise_xor ceil copysign cos cosh divide equal exp expm1 floor greater
    greater_equal hypot isfinite isinf isnan less less_equal log log10 log1p log2 logical_not maximum minimum multiply
    negative not_equal remainder sign sin sinh sqrt square subtract tan tanh trunc"""
ELEMENTWISE = {**{name: name for name in _SAME.split()}, **_RENAMED}
globals().update({name: FUNCTIONS[ours] for name, ours in ELEMENTWISE.items()})

_NAMES = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64"
_TYPES = {name: np.dtype(name) for name in _NAMES.split()}


# --- making arrays ----------------------------------------------------------------------------------------------------


def asarray(obj: Any, /, *, dtype: DTypeLike | None = None, device: Context | None = None, copy: Any = None) -> ndarray:
    """An array of anything array-like; its type is that of NumPy's, and one of ours is not copied unless it must be."""
    if isinstance(obj, ndarray):
        array = obj if dtype is None else obj.astype(dtype, copy=False)
        array = array if device is None else array.as_in_ctx(device)
        return array.copy() if copy and array is obj else array
    host = np.asarray(obj)
    return _creation.array(host, dtype=host.dtype if dtype is None else dtype, ctx=device)


def arange(
    start: float, /, stop: float | None = None, step: float = 1, *, dtype: Any = None, device: Any = None
) -> ndarray:
    """Evenly spaced numbers; whole ones where all that is given is."""
    if dtype is None and _all_whole(start, stop, step):
        dtype = np.int64
    return _creation.arange(start, stop, step, dtype, device)


def _all_whole(*numbers: float | None) -> Any:
    """Whether numbers are whole, as far as they are given."""
    return not [n for n in numbers if n is not None and not isinstance(n, (int, np.integer))]


def empty(shape: ShapeLike, *, dtype: DTypeLike | None = None, device: Context | None = None) -> ndarray:
    """An array to be filled."""
    return _creation.empty(shape, dtype or np.float32, ctx=device)


def zeros(shape: ShapeLike, *, dtype: DTypeLike | None = None, device: Context | None = None) -> ndarray:
    """Zeros."""
    return _creation.zeros(shape, dtype or np.float32, ctx=device)


def ones(shape: ShapeLike, *, dtype: DTypeLike | None = None, device: Context | None = None) -> ndarray:
    """Ones."""
    return _creation.ones(shape, dtype or np.float32, ctx=device)


def full(
    shape: ShapeLike, fill_value: float, *, dtype: DTypeLike | None = None, device: Context | None = None
) -> ndarray:
    """One number everywhere."""
    return _creation.full(shape, fill_value, dtype=dtype, ctx=device)


def zeros_like(x: ndarray, /, *, dtype: DTypeLike | None = None, device: Context | None = None) -> ndarray:
    """Zeros in the shape of an array."""
    return zeros(x.shape, dtype=dtype or x.dtype, device=device or x.ctx)


def ones_like(x: ndarray, /, *, dtype: DTypeLike | None = None, device: Context | None = None) -> ndarray:
    """Ones in the shape of an array."""
    return ones(x.shape, dtype=dtype or x.dtype, device=device or x.ctx)


def empty_like(x: ndarray, /, *, dtype: DTypeLike | None = None, device: Context | None = None) -> ndarray:
    """An array to be filled, in the shape of another."""
    return empty(x.shape, dtype=dtype or x.dtype, device=device or x.ctx)


def full_like(x: ndarray, /, fill_value: float, *, dtype: Any = None, device: Context | None = None) -> ndarray:
    """One number everywhere, in the shape of an array."""
    return full(x.shape, fill_value, dtype=dtype or x.dtype, device=device or x.ctx)


def from_dlpack(x: Any, /, *, device: Context | None = None, copy: Any = None) -> ndarray:
    """An array of what another library exports."""
    array = nd.from_dlpack(x).as_np_ndarray()
    return array if device is None else array.as_in_ctx(device)


# --- types ------------------------------------------------------------------------------------------------------------


def astype(x: ndarray, dtype: DTypeLike, /, *, copy: Any = True, device: Context | None = None) -> ndarray:
    """An array in another type."""
    cast = x.astype(dtype, copy=copy)
    return cast if device is None else cast.as_in_ctx(device)


def can_cast(from_: Any, to: DTypeLike, /) -> Any:
    """Whether no value is lost in another type."""
    return np.can_cast(from_.dtype if isinstance(from_, ndarray) else from_, to)


def result_type(*arrays_and_dtypes: Any) -> np.dtype[Any]:
    """The type in which arrays, types and numbers meet."""
    return np.result_type(*[np.empty(0, a.dtype) if isinstance(a, ndarray) else a for a in arrays_and_dtypes])


# --- shapes -----------------------------------------------------------------------------------------------------------


def concat(arrays: Any, /, *, axis: int | None = 0) -> ndarray:
    """Arrays one after the other along an axis, or all their elements."""
    return _shapes.concatenate([a.reshape(-1) for a in arrays] if axis is None else arrays, 0 if axis is None else axis)


def permute_dims(x: ndarray, /, axes: Any) -> ndarray:
    """The axes in another order."""
    return _shapes.transpose(x, axes)


def matrix_transpose(x: ndarray, /) -> ndarray:
    """The last two axes exchanged."""
    return _shapes.swapaxes(x, -1, -2)


def reshape(x: ndarray, /, shape: ShapeLike, *, copy: Any = None) -> ndarray:
    """The elements in another shape."""
    return _shapes.reshape(x, shape)


def unstack(x: ndarray, /, *, axis: int = 0) -> tuple[ndarray, ...]:
    """The slices along an axis."""
    moved = _shapes.moveaxis(x, axis, 0)
    return tuple(moved[i] for i in range(moved.shape[0]))


def clip(x: ndarray, /, min: float | None = None, max: float | None = None) -> ndarray:
    """Elements kept within two bounds."""
    return x if min is None and max is None else _shapes.clip(x, min, max)


def round(x: ndarray, /) -> ndarray:
    """The nearest whole number of each element, the even one of two."""
    return _shapes.around(x)


def positive(x: ndarray, /) -> ndarray:
    """The elements themselves."""
    return x.copy()


def where(condition: ndarray, x1: Any, x2: Any, /) -> ndarray:
    """``x1`` where the condition holds, else ``x2``."""
    return _shapes.where(condition, x1, x2)


# --- sums and orders --------------------------------------------------------------------------------------------------


def sum(x: ndarray, /, *, axis: ShapeLike | None = None, dtype: Any = None, keepdims: Any = False) -> ndarray:
    """The sum over axes."""
    return _reductions.sum(x, axis, dtype, keepdims)


def prod(x: ndarray, /, *, axis: ShapeLike | None = None, dtype: Any = None, keepdims: Any = False) -> ndarray:
    """The product over axes."""
    return _reductions.prod(x, axis, dtype, None, keepdims)


def mean(x: ndarray, /, *, axis: ShapeLike | None = None, keepdims: Any = False) -> ndarray:
    """The mean over axes."""
    return _reductions.mean(x, axis, None, None, keepdims)


def std(x: ndarray, /, *, axis: ShapeLike | None = None, correction: float = 0, keepdims: Any = False) -> ndarray:
    """The standard deviation over axes."""
    return _reductions.std(x, axis, None, None, int(correction), keepdims)


def var(x: ndarray, /, *, axis: ShapeLike | None = None, correction: float = 0, keepdims: Any = False) -> ndarray:
    """The variance over axes."""
    return _reductions.var(x, axis, None, None, int(correction), keepdims)


def cumulative_sum(x: ndarray, /, *, axis: int | None = None, dtype: DTypeLike | None = None) -> ndarray:
    """Sums of all elements up to each one."""
    if axis is None and x.ndim != 1:
        raise ValueError(f"cumulative_sum: an array of {x.ndim} axes needs an axis")
    return _reductions.cumsum(x, 0 if axis is None else axis, dtype)


def sort(x: ndarray, /, *, axis: int = -1, descending: Any = False, stable: Any = True) -> ndarray:
    """The elements in order along an axis."""
    ascending = _reductions.sort(x, axis)
    return _shapes.flip(ascending, axis) if descending else ascending


def unique_values(x: ndarray, /) -> ndarray:
    """The different elements."""
    return _reductions.unique(x)  # type: ignore[return-value]


def vecdot(x1: ndarray, x2: ndarray, /, *, axis: int = -1) -> ndarray:
    """Products of vectors along an axis."""
    return _reductions.sum(x1 * x2, axis)


# --- what there is ----------------------------------------------------------------------------------------------------


def __array_namespace_info__() -> SimpleNamespace:
    """Types, devices and what these arrays can do."""

    def devices() -> list[Context]:
        return [cpu(), *[gpu(i) for i in range(num_gpus())]]

    def default_dtypes(*, device: Context | None = None) -> dict[str, Any]:
        return {"real floating": _TYPES["float32"], "integral": _TYPES["int64"], "indexing": _TYPES["int64"]}

    def dtypes(*, device: Context | None = None, kind: Any = None) -> dict[str, Any]:
        return {name: dtype for name, dtype in _TYPES.items() if kind is None or np.isdtype(dtype, kind)}

    return SimpleNamespace(
        capabilities=lambda: {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": 32},
        default_device=current_context,
        default_dtypes=default_dtypes,
        devices=devices,
        dtypes=dtypes,
    )
