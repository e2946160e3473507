"""How far apart two numbers of a dtype may be and still count as equal."""

import numbers
from collections.abc import Mapping
from typing import Any

import numpy as np

from mxnet.test_utils.contexts import effective_dtype

Tolerance = float | Mapping[np.dtype, float] | None

_EXACT = {np.dtype(name): 0 for name in ("bool", "int8", "uint8", "int32", "uint32", "int64", "uint64")}
_HALF, _SINGLE, _DOUBLE = np.dtype(np.float16), np.dtype(np.float32), np.dtype(np.float64)


def default_rtols() -> dict[np.dtype, float]:
    """The relative tolerance of each dtype.

    >>> mx.test_utils.default_rtols()[np.dtype("float32")]
    0.0001
    """
    return {_HALF: 1e-2, _SINGLE: 1e-4, _DOUBLE: 1e-5, **_EXACT}


def default_atols() -> dict[np.dtype, float]:
    """The absolute tolerance of each dtype.

    >>> mx.test_utils.default_atols()[np.dtype("float32")]
    0.001
    """
    return {_HALF: 1e-1, _SINGLE: 1e-3, _DOUBLE: 1e-20, **_EXACT}


def default_numeric_eps() -> dict[np.dtype, float]:
    """The step of finite differences for each dtype: powers of two, so that adding one to a number loses nothing.

    >>> sorted(map(str, mx.test_utils.default_numeric_eps()))
    ['float16', 'float32', 'float64']
    """
    return {_HALF: 2.0**-6, _SINGLE: 2.0**-9, _DOUBLE: 2.0**-14}


def get_tolerance(dat: Any, tol: Tolerance, default_tol: Mapping[np.dtype, float]) -> float:
    """The tolerance for an array: ``tol`` if it is a number, else its entry for the dtype, else the default's.

    >>> mx.test_utils.get_tolerance(mx.nd.zeros((2,)), None, {np.dtype("float32"): 0.5})
    0.5
    """
    if isinstance(tol, numbers.Number):
        return tol  # type: ignore[return-value]
    dtype = effective_dtype(dat)
    for table in (tol or {}, default_tol):
        if dtype in table:  # type: ignore[operator]
            return table[dtype]  # type: ignore[index]
    raise KeyError(f"no default tolerance for {dtype}: give a number, or a dict with np.dtype({dtype.name!r})")


def get_tols(x: Any, y: Any, rtol: Tolerance, atol: Tolerance) -> tuple[float, float]:
    """The relative and absolute tolerance for comparing two arrays: the wider one of each.

    >>> mx.test_utils.get_tols(mx.nd.zeros((2,)), np.zeros((2,)), None, None)
    (0.0001, 0.001)
    """
    pair = [item if hasattr(item, "dtype") else np.asarray(item) for item in (x, y)]
    return (
        max(get_tolerance(item, rtol, default_rtols()) for item in pair),
        max(get_tolerance(item, atol, default_atols()) for item in pair),
    )


def get_rtol(rtol: float | None = None, dtype: np.dtype = _DOUBLE) -> float:
    """``rtol``, or the default of a dtype.

    >>> mx.test_utils.get_rtol(0.5), mx.test_utils.get_rtol(dtype=np.dtype("float32"))
    (0.5, 0.0001)
    """
    return default_rtols()[np.dtype(dtype)] if rtol is None else rtol


def get_atol(atol: float | None = None, dtype: np.dtype = _DOUBLE) -> float:
    """``atol``, or the default of a dtype.

    >>> mx.test_utils.get_atol(0.5), mx.test_utils.get_atol(dtype=np.dtype("float32"))
    (0.5, 0.001)
    """
    return default_atols()[np.dtype(dtype)] if atol is None else atol


def get_etol(etol: float | None = None) -> float:
    """``etol``, the share of elements that may differ, or 0.

    >>> mx.test_utils.get_etol(), mx.test_utils.get_etol(0.1)
    (0, 0.1)
    """
    return 0 if etol is None else etol
