"""Functions that MXNet leaves to NumPy on the host: they wait for their arrays, and gradients do not pass them."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from mxnet.context import Context
from mxnet.error import MXNetError
from mxnet.ndarray.dense import from_host
from mxnet.ndarray.handle import Handle
from mxnet.ndarray.storage import CLASSES

# An example of each, and what it prints.
_EXAMPLES = """\
allclose(mx.np.array([1, 2]), mx.np.array([1, 2.1])) -> False
alltrue(mx.np.array([1, 0])) -> np.False_
apply_along_axis(max, 0, mx.np.array([[1, 5], [3, 2]])) -> array([3., 5.])
apply_over_axes(lambda x, axis: x.sum(axis), mx.np.ones((2, 3)), [0, 1]) -> array([[6.]])
argpartition(mx.np.array([3, 1, 2]), 0)[0] -> array(1, dtype=int64)
argwhere(mx.np.array([0, 5, 6])) -> array([[1], [2]], dtype=int64)
array_equal(mx.np.array([1, 2]), mx.np.array([1, 2])) -> True
array_equiv(mx.np.array([1, 1]), mx.np.array([1])) -> True
choose(mx.np.array([0, 1], dtype="int32"), [mx.np.array([1, 2]), mx.np.array([3, 4])]) -> array([1., 4.])
compress([True, False], mx.np.array([1, 2])) -> array([1.])
corrcoef(mx.np.array([1, 2, 3]), mx.np.array([2, 4, 6])) -> array([[1., 1.], [1., 1.]], dtype=float64)
correlate(mx.np.array([1, 2, 3]), mx.np.array([0, 1])) -> array([2., 3.])
count_nonzero(mx.np.array([0, 5, 6])) -> np.int64(2)
cov(mx.np.array([1, 2, 3])) -> array(1., dtype=float64)
digitize(mx.np.array([0.5, 2.5]), mx.np.array([0, 1, 2, 3])) -> array([1, 3], dtype=int64)
divmod(mx.np.array([7]), mx.np.array([2])) -> (array([3.]), array([1.]))
extract(mx.np.array([1, 0]), mx.np.array([5, 6])) -> array([5.])
flatnonzero(mx.np.array([0, 5, 6])) -> array([1, 2], dtype=int64)
float_power(mx.np.array([2, 3]), 2) -> array([4., 9.], dtype=float64)
frexp(mx.np.array([8])) -> (array([0.5]), array([4], dtype=int32))
heaviside(mx.np.array([-1, 0, 1]), 0.5) -> array([0. , 0.5, 1. ])
histogram2d(mx.np.array([0, 1]), mx.np.array([0, 1]), bins=2)[0] -> array([[1., 0.], [0., 1.]], dtype=float64)
histogram_bin_edges(mx.np.array([0, 4]), bins=2) -> array([0., 2., 4.])
histogramdd(mx.np.array([[0, 0], [1, 1]]), bins=2)[0] -> array([[1., 0.], [0., 1.]], dtype=float64)
i0(mx.np.array([0])) -> array([0.99999994])
in1d(mx.np.array([1, 2]), [2]) -> array([False,  True])
interp(1.5, mx.np.array([1, 2]), mx.np.array([10, 20])) -> np.float64(15.0)
intersect1d(mx.np.array([1, 2]), mx.np.array([2, 3])) -> array([2.])
isclose(mx.np.array([1, 2]), mx.np.array([1, 2.1])) -> array([ True, False])
isin(mx.np.array([1, 2]), [2]) -> array([False,  True])
ix_(mx.np.array([0, 1], dtype="int32"), mx.np.array([2], dtype="int32"))[0].shape -> (2, 1)
lexsort((mx.np.array([3, 1, 2]),)) -> array([1, 2, 0], dtype=int64)
modf(mx.np.array([1.5])) -> (array([0.5]), array([1.]))
msort(mx.np.array([3, 1, 2])) -> array([1., 2., 3.])
nanargmax(mx.np.array([1, mx.np.nan, 3])) -> np.int64(2)
nanargmin(mx.np.array([1, mx.np.nan, 3])) -> np.int64(0)
nancumprod(mx.np.array([2, mx.np.nan, 3])) -> array([2., 2., 6.])
nancumsum(mx.np.array([2, mx.np.nan, 3])) -> array([2., 2., 5.])
nanmax(mx.np.array([1, mx.np.nan, 3])) -> np.float32(3.0)
nanmedian(mx.np.array([1, mx.np.nan, 3])) -> np.float32(2.0)
nanmin(mx.np.array([1, mx.np.nan, 3])) -> np.float32(1.0)
nanpercentile(mx.np.array([1, mx.np.nan, 3]), 50) -> np.float32(2.0)
nanprod(mx.np.array([2, mx.np.nan, 3])) -> np.float32(6.0)
nanquantile(mx.np.array([1, mx.np.nan, 3]), 0.5) -> np.float32(2.0)
packbits(mx.np.array([1, 0, 0, 0, 0, 0, 0, 1], dtype="uint8")) -> array([129], dtype=uint8)
partition(mx.np.array([3, 1, 2]), 0)[0] -> array(1.)
piecewise(mx.np.array([1, 3]), [mx.np.array([True, False])], [10, 20]) -> array([10., 20.])
poly(mx.np.array([1, 2])) -> array([ 1., -3.,  2.])
polyadd(mx.np.array([1, 2]), mx.np.array([3])) -> array([1., 5.])
polydiv(mx.np.array([1, 3, 2]), mx.np.array([1, 1]))[0] -> array([1., 2.])
polyfit(mx.np.array([0, 1, 2]), mx.np.array([1, 3, 5]), 1).round(4) -> array([2., 1.], dtype=float64)
polyint(mx.np.array([2, 1])) -> array([1., 1., 0.], dtype=float64)
polymul(mx.np.array([1, 1]), mx.np.array([1, 2])) -> array([1., 3., 2.])
polysub(mx.np.array([1, 2]), mx.np.array([1])) -> array([1., 1.])
positive(mx.np.array([1, -2])) -> array([ 1., -2.])
ptp(mx.np.array([1, 5, 3])) -> np.float32(4.0)
real(mx.np.array([1, 2])) -> array([1., 2.])
roots(mx.np.array([1, -3, 2])) -> array([2., 1.])
searchsorted(mx.np.array([1, 3, 5]), 4) -> np.int64(2)
select([mx.np.array([1, 0]) > 0], [mx.np.array([1, 2])], 9) -> array([1., 9.])
setdiff1d(mx.np.array([1, 2]), mx.np.array([2])) -> array([1.])
setxor1d(mx.np.array([1, 2]), mx.np.array([2, 3])) -> array([1., 3.])
signbit(mx.np.array([1, -2])) -> array([False,  True])
spacing(mx.np.array([1])) -> array([1.1920929e-07])
take_along_axis(mx.np.array([3, 1, 2]), mx.np.array([1, 2], dtype="int64"), 0) -> array([1., 2.])
trapz(mx.np.array([1, 2, 3])) -> np.float32(4.0)
tril_indices_from(mx.np.ones((2, 2))) -> (array([0, 1, 1], dtype=int64), array([0, 0, 1], dtype=int64))
trim_zeros(mx.np.array([0, 5, 0])) -> array([5.])
triu_indices_from(mx.np.ones((2, 2))) -> (array([0, 0, 1], dtype=int64), array([0, 1, 1], dtype=int64))
union1d(mx.np.array([1, 2]), mx.np.array([2, 3])) -> array([1., 2., 3.])
unpackbits(mx.np.array([3], dtype="uint8")) -> array([0, 0, 0, 0, 0, 0, 1, 1], dtype=uint8)
unwrap(mx.np.array([0, 1])) -> array([0., 1.])
vander(mx.np.array([2, 3]), 2) -> array([[2., 1.], [3., 1.]], dtype=float64)
cond(mx.np.eye(2)) -> np.float32(1.0)
lstsq(mx.np.eye(2), mx.np.array([1, 2]), rcond=None)[0] -> array([1., 2.])
matrix_power(mx.np.array([[2, 0], [0, 3]]), 2) -> array([[4., 0.], [0., 9.]])
matrix_rank(mx.np.eye(2)) -> np.int64(2)
multi_dot([mx.np.eye(2), mx.np.ones((2, 1))]) -> array([[1.], [1.]])
qr(mx.np.eye(2))[1].shape -> (2, 2)
"""
_SHOWN = {line.partition("(")[0]: line.split(" -> ") for line in _EXAMPLES.splitlines()}
_LINALG = ("cond", "lstsq", "matrix_power", "matrix_rank", "multi_dot", "qr")
# What the stubs say of those that give no array, or several.
_PAIR = "tuple[ndarray, ndarray]"
GIVES = {
    **dict.fromkeys(("allclose", "array_equal", "array_equiv", "alltrue"), "bool"),
    **dict.fromkeys(("count_nonzero", "matrix_rank"), "int"),
    **dict.fromkeys(("divmod", "frexp", "modf", "polydiv", "qr", "tril_indices_from", "triu_indices_from"), _PAIR),
    "cond": "float",
    "histogram2d": "tuple[ndarray, ndarray, ndarray]",
    "histogramdd": "tuple[ndarray, list[ndarray]]",
    "ix_": "tuple[ndarray, ...]",
    "lstsq": "tuple[ndarray, ndarray, int, ndarray]",
}
# Names that NumPy itself has given up, with the same meaning.
_GIVEN_UP: dict[str, Callable[..., Any]] = {
    "alltrue": np.all,
    "in1d": lambda ar1, ar2, **options: np.isin(np.ravel(ar1), ar2, **options),
    "msort": lambda a: np.sort(a, axis=0),
    "trapz": np.trapezoid,
}


def _to_host(value: Any) -> Any:
    if isinstance(value, Handle):
        return value.asnumpy()  # type: ignore[attr-defined]
    if isinstance(value, (list, tuple)):
        items = [_to_host(v) for v in value]
        return items if isinstance(value, list) else tuple(items)
    return {k: _to_host(v) for k, v in value.items()} if isinstance(value, dict) else value


def _context(value: Any) -> Context | None:
    if isinstance(value, Handle):
        return value._ctx
    for item in value if isinstance(value, (list, tuple)) else value.values() if isinstance(value, dict) else ():
        ctx = _context(item)
        if ctx is not None:
            return ctx
    return None


def _from_host(value: Any, ctx: Context) -> Any:
    if isinstance(value, np.ndarray):
        if value.dtype.kind == "c":
            raise MXNetError("the result is complex, which arrays cannot be: compute it with x.asnumpy()")
        return from_host(np.array(value), ctx, CLASSES["numpy"])
    if isinstance(value, (list, tuple)):
        items = [_from_host(v, ctx) for v in value]
        return items if isinstance(value, list) else tuple(items)
    return value


def on_host(function: Callable[..., Any]) -> Callable[..., Any]:
    """A NumPy function for ``mx.np``'s arrays, computed on the host."""

    @wraps(function)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        ctx = _context((args, kwargs))
        result = function(*_to_host(args), **_to_host(kwargs))
        return result if ctx is None else _from_host(result, ctx)

    return wrapped


def _named(name: str, module: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function of this name in ``mx.np``, or in a module of it."""
    wrapped = on_host(function)
    shown, printed = _SHOWN[name]
    wrapped.__doc__ = (
        f"NumPy's ``{name}``, computed on the host; gradients do not pass it.\n\n>>> {module}.{shown}\n{printed}"
    )
    wrapped.__name__ = wrapped.__qualname__ = name
    wrapped.__module__ = "mxnet.numpy"
    return wrapped


FALLBACK_LINALG = {name: _named(name, "mx.np.linalg", getattr(np.linalg, name)) for name in _LINALG}
FALLBACK = {
    name: _named(name, "mx.np", _GIVEN_UP.get(name) or getattr(np, name)) for name in _SHOWN if name not in _LINALG
}
