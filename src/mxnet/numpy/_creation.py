"""Making arrays."""

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from mxnet._ops.attrs import DTYPES, parse_dtype
from mxnet._types import MaybeDType, ShapeLike
from mxnet.context import Context, current_context
from mxnet.ndarray.dense import NDArray, dtype_of, from_host
from mxnet.ndarray.handle import Handle
from mxnet.ndarray.storage import CLASSES
from mxnet.numpy._call import Out, call, is_array, makes_symbols, need_c_order, shape_of
from mxnet.numpy._shapes import broadcast_to, reshape

if TYPE_CHECKING:
    from mxnet.numpy._array import ndarray


def _dtype(dtype: Any) -> np.dtype:
    return np.dtype(np.float32) if dtype is None else dtype_of(dtype)


def array(object: Any, dtype: MaybeDType = None, ctx: Context | None = None) -> "ndarray":
    """An array of anything array-like; what has no dtype of its own becomes float32.

    >>> mx.np.array([[1, 2], [3, 4]]) * 2
    array([[2., 4.],
           [6., 8.]])
    """
    ctx = ctx or current_context()
    if isinstance(object, NDArray):
        converted = object.as_np_ndarray().astype(object.dtype if dtype is None else dtype)
        return converted.as_in_context(ctx)
    if dtype is None:
        dtype = object.dtype if isinstance(object, (np.ndarray, np.generic)) else np.float32
    try:
        wanted = DTYPES[parse_dtype(dtype)]
        host = np.array(_on_host(object)).astype(wanted)
    except ValueError as error:
        raise TypeError(f"array: expected numbers in equal rows and a known dtype, received {dtype}: {error}") from None
    except TypeError:
        raise TypeError(f"array: expected an array-like object, received {type(object)}") from None
    return from_host(host, ctx, CLASSES["numpy"])


def _on_host(source: Any) -> Any:
    """A nested list with the arrays in it as NumPy's."""
    if isinstance(source, Handle):
        return source.asnumpy()  # type: ignore[attr-defined]
    if not isinstance(source, (list, tuple)) or _NUMBERS.issuperset(map(type, source)):
        return source
    return [_on_host(item) for item in source]


_NUMBERS = frozenset({bool, int, float})


def _filled(name: str, shape: ShapeLike, dtype: Any, ctx: Context | None, extra: dict[str, Any] | None = None) -> Any:
    attrs = {"shape": shape_of(shape), "dtype": _dtype(dtype), "ctx": ctx or current_context()}
    return call(name, (), {**attrs, **(extra or {})})


def zeros(shape: ShapeLike, dtype: MaybeDType = None, order: str = "C", ctx: Context | None = None) -> "ndarray":
    """An array of zeros."""
    need_c_order("zeros", order)
    return _filled("_npi_zeros", shape, dtype, ctx)


def ones(shape: ShapeLike, dtype: MaybeDType = None, order: str = "C", ctx: Context | None = None) -> "ndarray":
    """An array of ones."""
    need_c_order("ones", order)
    return _filled("_npi_ones", shape, dtype, ctx)


def empty(shape: ShapeLike, dtype: MaybeDType = None, order: str = "C", ctx: Context | None = None) -> "ndarray":
    """An array to be filled; it holds zeros until then.

    >>> mx.np.empty((2, 3)).shape
    (2, 3)
    """
    need_c_order("empty", order)
    return _filled("_npi_zeros", shape, dtype, ctx)


def full(
    shape: ShapeLike,
    fill_value: Any,
    dtype: MaybeDType = None,
    order: str = "C",
    ctx: Context | None = None,
    out: Out = None,
) -> "ndarray":
    """An array filled with one number, or with an array that broadcasts to the shape."""
    need_c_order("full", order)
    if is_array(fill_value):
        filled = broadcast_to(fill_value, shape)
        return filled if dtype is None else filled.astype(dtype)
    if dtype is None and isinstance(fill_value, (bool, np.bool_)):
        dtype = "bool"
    attrs = {"shape": shape_of(shape), "dtype": _dtype(dtype), "ctx": ctx or current_context()}
    return call("_npi_full", (), {**attrs, "value": float(fill_value)}, out)


def _like(a: Any, value: float, dtype: Any, order: str, ctx: Context | None, out: Any) -> Any:
    need_c_order("full_like", order)
    filled = call("_npi_full_like", (a,), {"fill_value": value, "dtype": None if dtype is None else _dtype(dtype)}, out)
    return filled if ctx is None or makes_symbols(a) else filled.as_in_context(ctx)


def full_like(
    a: Any, fill_value: float, dtype: MaybeDType = None, order: str = "C", ctx: Context | None = None, out: Out = None
) -> "ndarray":
    """One value in the shape and dtype of an array."""
    return _like(a, float(fill_value), dtype, order, ctx, out)


def zeros_like(
    a: Any, dtype: MaybeDType = None, order: str = "C", ctx: Context | None = None, out: Out = None
) -> "ndarray":
    """Zeros in the shape and dtype of an array."""
    return _like(a, 0.0, dtype, order, ctx, out)


def ones_like(
    a: Any, dtype: MaybeDType = None, order: str = "C", ctx: Context | None = None, out: Out = None
) -> "ndarray":
    """Ones in the shape and dtype of an array."""
    return _like(a, 1.0, dtype, order, ctx, out)


def empty_like(
    prototype: Any, dtype: MaybeDType = None, order: str = "C", subok: bool = False, shape: ShapeLike | None = None
) -> "ndarray":
    """An array to be filled, in the shape and dtype of another; it holds zeros until then.

    >>> mx.np.empty_like(mx.np.ones((2, 3))).shape
    (2, 3)
    """
    if subok or shape is not None:
        raise NotImplementedError("empty_like: subok and shape are not supported: use np.empty(shape, dtype)")
    return _like(prototype, 0.0, dtype, order, None, None)


def arange(
    start: float, stop: float | None = None, step: float = 1, dtype: MaybeDType = None, ctx: Context | None = None
) -> "ndarray":
    """Evenly spaced numbers from ``start`` (or 0) up to, not including, ``stop``."""
    if stop is None:
        start, stop = 0, start
    if step is None:
        step = 1
    if start is None:
        raise ValueError("start and stop cannot be both None")
    if step == 0:
        raise ZeroDivisionError("step cannot be 0")
    attrs = {"start": float(start), "step": float(step), "dtype": _dtype(dtype), "ctx": ctx or current_context()}
    if makes_symbols():
        return call("_npi_arange", (), {**attrs, "stop": float(stop)})
    return call("_arange_count", (), {**attrs, "count": max(math.ceil((stop - start) / step), 0)})


def linspace(
    start: Any,
    stop: Any,
    num: int = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: MaybeDType = None,
    axis: int = 0,
    ctx: Context | None = None,
) -> "ndarray":
    """``num`` evenly spaced numbers from ``start`` to ``stop``, with their distance if ``retstep``."""
    if any(is_array(end) or isinstance(end, (list, tuple, np.ndarray)) for end in (start, stop)):
        raise NotImplementedError("linspace: start and stop must be numbers")
    if axis != 0:
        raise NotImplementedError(f"linspace: expected axis 0, received {axis}")
    attrs = {"start": float(start), "stop": float(stop), "num": num, "endpoint": endpoint, "dtype": _dtype(dtype)}
    points: Any = call("_npi_linspace", (), {**attrs, "ctx": ctx or current_context()})
    return (points, (stop - start) / (num - 1 if endpoint else num)) if retstep else points  # type: ignore[return-value]


def logspace(
    start: float,
    stop: float,
    num: int = 50,
    endpoint: bool = True,
    base: float = 10.0,
    dtype: MaybeDType = None,
    axis: int = 0,
    ctx: Context | None = None,
) -> "ndarray":
    """Powers of ``base``, the exponents evenly spaced from ``start`` to ``stop``."""
    if axis != 0:
        raise NotImplementedError(f"logspace: expected axis 0, received {axis}")
    attrs = {"start": float(start), "stop": float(stop), "base": float(base), "num": int(num), "endpoint": endpoint}
    return call("_npi_logspace", (), {**attrs, "dtype": _dtype(dtype), "ctx": ctx or current_context()})


def eye(N: int, M: int | None = None, k: int = 0, dtype: MaybeDType = None, ctx: Context | None = None) -> "ndarray":
    """Ones on a diagonal, zeros elsewhere."""
    attrs = {"N": N, "M": M, "k": k, "dtype": _dtype(dtype), "ctx": ctx or current_context()}
    return call("_npi_eye", (), attrs)


def identity(n: int, dtype: MaybeDType = None, ctx: Context | None = None) -> "ndarray":
    """The identity matrix."""
    return _filled("_npi_identity", (n, n), dtype, ctx)


def indices(dimensions: Any, dtype: MaybeDType = np.int32, ctx: Context | None = None) -> "ndarray":
    """The coordinates of every element of a shape."""
    if not isinstance(dimensions, (tuple, list)):
        raise ValueError("The dimensions must be sequence of ints")
    attrs = {"dimensions": tuple(dimensions), "dtype": _dtype(dtype), "ctx": ctx or current_context()}
    return call("_npi_indices", (), attrs)


def _window(name: str, M: int, dtype: Any, ctx: Context | None) -> Any:
    return call(name, (), {"M": int(M), "dtype": _dtype(dtype), "ctx": ctx or current_context()})


def blackman(M: int, dtype: MaybeDType = None, ctx: Context | None = None) -> "ndarray":
    """The Blackman window of ``M`` points."""
    return _window("_npi_blackman", M, dtype, ctx)


def hamming(M: int, dtype: MaybeDType = None, ctx: Context | None = None) -> "ndarray":
    """The Hamming window of ``M`` points."""
    return _window("_npi_hamming", M, dtype, ctx)


def hanning(M: int, dtype: MaybeDType = None, ctx: Context | None = None) -> "ndarray":
    """The Hann window of ``M`` points."""
    return _window("_npi_hanning", M, dtype, ctx)


def meshgrid(*xi: Any, **kwargs: Any) -> "list[ndarray]":
    """Coordinate arrays of the grid that vectors span; ``indexing`` is ``"xy"`` or ``"ij"``.

    >>> mx.np.meshgrid(mx.np.array([1, 2]), mx.np.array([3, 4]))[0]
    array([[1., 2.],
           [1., 2.]])
    """
    indexing = kwargs.pop("indexing", "xy")
    sparse = kwargs.pop("sparse", False)
    copied = kwargs.pop("copy", True)
    if kwargs:
        raise TypeError(f"meshgrid() got an unexpected keyword argument '{next(iter(kwargs))}'")
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    if sparse or not copied:
        raise NotImplementedError("meshgrid: sparse=True and copy=False are not supported")
    lengths = [x.size for x in xi]
    axes = list(range(len(xi)))
    if indexing == "xy" and len(xi) > 1:
        axes[:2] = 1, 0
    shape = [1] * len(xi)
    for axis, length in zip(axes, lengths, strict=True):
        shape[axis] = length
    wide = [reshape(x, [-1 if i == axis else 1 for i in range(len(xi))]) for x, axis in zip(xi, axes, strict=True)]
    return [broadcast_to(x, shape) for x in wide]
