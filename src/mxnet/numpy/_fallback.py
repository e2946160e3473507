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

_NAMES = (
    "allclose apply_along_axis apply_over_axes argpartition argwhere array_equal array_equiv choose compress corrcoef "
    "correlate count_nonzero cov digitize divmod extract flatnonzero float_power frexp heaviside histogram2d "
    "histogram_bin_edges histogramdd i0 interp intersect1d isclose isin ix_ lexsort modf nanargmax nanargmin "
    "nancumprod nancumsum nanmax nanmedian nanmin nanpercentile nanprod nanquantile packbits partition piecewise poly "
    "polyadd polydiv polyfit polyint polymul polysub positive ptp real roots searchsorted select setdiff1d "
    "setxor1d signbit spacing take_along_axis tril_indices_from trim_zeros triu_indices_from union1d unpackbits "
    "unwrap vander"
)
_LINALG = "cond lstsq matrix_power matrix_rank multi_dot qr"
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


def _to_host(value: Any) -> Any:
    if isinstance(value, Handle):
        return value.asnumpy()  # type: ignore[attr-defined]
    if isinstance(value, (list, tuple)):
        made = [_to_host(v) for v in value]
        return made if isinstance(value, list) else tuple(made)
    return {k: _to_host(v) for k, v in value.items()} if isinstance(value, dict) else value


def _context(value: Any) -> Context | None:
    if isinstance(value, Handle):
        return value._ctx
    for item in value if isinstance(value, (list, tuple)) else value.values() if isinstance(value, dict) else ():
        found = _context(item)
        if found is not None:
            return found
    return None


def _from_host(value: Any, ctx: Context) -> Any:
    if isinstance(value, np.ndarray):
        if value.dtype.kind == "c":
            raise MXNetError("the result is complex, which arrays cannot be: compute it with x.asnumpy()")
        return from_host(np.array(value), ctx, CLASSES["numpy"])
    if isinstance(value, (list, tuple)):
        made = [_from_host(v, ctx) for v in value]
        return made if isinstance(value, list) else tuple(made)
    return value


def on_host(function: Callable[..., Any]) -> Callable[..., Any]:
    """A NumPy function for ``mx.np``'s arrays, computed on the host."""

    @wraps(function)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        ctx = _context((args, kwargs))
        result = function(*_to_host(args), **_to_host(kwargs))
        return result if ctx is None else _from_host(result, ctx)

    wrapped.__doc__ = f"NumPy's ``{function.__name__}``, computed on the host; gradients do not pass it."
    wrapped.__module__ = "mxnet.numpy"
    return wrapped


FALLBACK = {name: on_host(getattr(np, name)) for name in _NAMES.split()}
FALLBACK_LINALG = {name: on_host(getattr(np.linalg, name)) for name in _LINALG.split()}
# Names that NumPy itself has given up, with the same meaning.
FALLBACK["alltrue"] = on_host(np.all)
FALLBACK["in1d"] = on_host(lambda ar1, ar2, **options: np.isin(np.ravel(ar1), ar2, **options))
FALLBACK["msort"] = on_host(lambda a: np.sort(a, axis=0))
FALLBACK["trapz"] = on_host(np.trapezoid)
