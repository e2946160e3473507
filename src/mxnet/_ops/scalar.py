"""Elementwise functions of an array and a number.

A number has no dtype of its own in MXNet: it becomes one of the array's, an integer array's by cutting its
fraction off, unless ``is_int=False`` says that the fraction matters; then integers become float64. Booleans become
int64 or, with ``is_int=False``, float64.
"""

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from mxnet._ops import binary
from mxnet._ops.binary import Binary
from mxnet._ops.elementwise import Array, divide, is_float, scalar_like
from mxnet._ops.registry import op
from mxnet._ops.storage import like_head


def _promote(data: Array, is_int: bool) -> Array:
    if is_float(data):
        return data
    if not is_int:
        return data.astype(jnp.float64)
    return data.astype(jnp.int64) if data.dtype == jnp.bool_ else data


def _with_scalar(
    name: str,
    alias: str | None,
    function: Binary,
    what: str,
    shown: str,
    *,
    swap: bool = False,
    numpy: np.ufunc | None = None,
    keeps_zero: bool | Callable[[float], bool] = False,
    gradient_storage: Callable[..., str] | None = None,
) -> None:
    """Register ``function(data, scalar)``, or ``function(scalar, data)`` with ``swap``.

    ``keeps_zero`` says whether zeros stay zeros, or with which scalars. ``shown`` is what the example shows.
    """

    def apply(data: Array, *, scalar: float = 1.0, is_int: bool = True) -> Array:
        data = _promote(data, is_int)
        number = scalar_like(data, scalar)
        return function(number, data) if swap else function(data, number)

    apply.__doc__ = f"""{what} for each element ``x`` of the array.

    >>> nd._internal.{name}(nd.array([5, 2, 0]), scalar=2).asnumpy()
    array({shown}, dtype=float32)"""
    operator = op(
        name,
        aliases=() if alias is None else (alias,),
        traced=("scalar",),
        same_shape=True,
        fuses=True,
        keeps_zero=_of_scalar(keeps_zero) if callable(keeps_zero) else keeps_zero,
        gradient_storage=gradient_storage,
        integer_gradient=binary.through_integers(function),
    )(apply)
    if numpy is not None:

        @operator.numpy
        def _(data: np.ndarray, scalar: float, is_int: bool = True) -> Any:
            if data.dtype.kind != "f":
                return NotImplemented
            with np.errstate(all="ignore"):
                number = data.dtype.type(scalar)
                return numpy(number, data) if swap else numpy(data, number)


def _of_scalar(predicate: Callable[[float], bool]) -> Callable[..., bool]:
    return lambda *, scalar, **_: predicate(scalar)


def _is_zero(scalar: float) -> bool:
    return scalar == 0


def _arithmetic(
    name: str,
    alias: str,
    function: Binary,
    what: str,
    shown: str,
    numpy: np.ufunc,
    keeps_zero: bool | Callable[[float], bool],
) -> None:
    _with_scalar(name, alias, function, what, shown, numpy=numpy, keeps_zero=keeps_zero, gradient_storage=like_head)


_arithmetic("_plus_scalar", "_PlusScalar", lax.add, "``x + scalar``", "[7., 4., 2.]", np.add, _is_zero)
_arithmetic("_minus_scalar", "_MinusScalar", lax.sub, "``x - scalar``", "[3., 0., -2.]", np.subtract, _is_zero)
_arithmetic("_mul_scalar", "_MulScalar", lax.mul, "``x * scalar``", "[10., 4., 0.]", np.multiply, True)
_arithmetic("_div_scalar", "_DivScalar", divide, "``x / scalar``", "[2.5, 1., 0.]", np.divide, True)
_with_scalar(
    "_rminus_scalar", "_RMinusScalar", lax.sub, "``scalar - x``", "[-3., 0., 2.]", swap=True, numpy=np.subtract
)
_with_scalar("_rdiv_scalar", "_RDivScalar", divide, "``scalar / x``", "[0.4, 1., inf]", swap=True, numpy=np.divide)
_with_scalar("_mod_scalar", "_ModScalar", binary.mod, "``x % scalar``", "[1., 0., 0.]")
_with_scalar("_rmod_scalar", "_RModScalar", binary.mod, "``scalar % x``", "[2., 0., 0.]", swap=True)
_with_scalar("_rpower_scalar", "_RPowerScalar", binary.power, "``scalar ** x``", "[32., 4., 1.]", swap=True)
_with_scalar("_maximum_scalar", "_MaximumScalar", binary.maximum, "``max(x, scalar)``", "[5., 2., 2.]")
_with_scalar("_minimum_scalar", "_MinimumScalar", binary.minimum, "``min(x, scalar)``", "[2., 2., 0.]")
_with_scalar("_hypot_scalar", "_HypotScalar", binary.hypot, "``sqrt(x**2 + scalar**2)``", "[5.3851647, 2.828427, 2.]")
_with_scalar(
    "_equal_scalar",
    "_EqualScalar",
    binary.equal,
    "``x == scalar``, as 0 or 1,",
    "[0., 1., 0.]",
    keeps_zero=lambda s: s != 0,
)
_with_scalar(
    "_not_equal_scalar",
    "_NotEqualScalar",
    binary.not_equal,
    "``x != scalar``, as 0 or 1,",
    "[1., 0., 1.]",
    keeps_zero=lambda s: s == 0,
)
_with_scalar(
    "_greater_scalar",
    "_GreaterScalar",
    binary.greater,
    "``x > scalar``, as 0 or 1,",
    "[1., 0., 0.]",
    keeps_zero=lambda s: s >= 0,
)
_with_scalar(
    "_greater_equal_scalar",
    "_GreaterEqualScalar",
    binary.greater_equal,
    "``x >= scalar``, as 0 or 1,",
    "[1., 1., 0.]",
    keeps_zero=lambda s: s > 0,
)
_with_scalar(
    "_lesser_scalar",
    "_LesserScalar",
    binary.lesser,
    "``x < scalar``, as 0 or 1,",
    "[0., 0., 1.]",
    keeps_zero=lambda s: s <= 0,
)
_with_scalar(
    "_lesser_equal_scalar",
    "_LesserEqualScalar",
    binary.lesser_equal,
    "``x <= scalar``, as 0 or 1,",
    "[0., 1., 1.]",
    keeps_zero=lambda s: s < 0,
)
_with_scalar(
    "_logical_and_scalar", "_LogicalAndScalar", binary.logical_and, "``x and scalar``, as 0 or 1,", "[1., 1., 0.]"
)
_with_scalar("_logical_or_scalar", "_LogicalOrScalar", binary.logical_or, "``x or scalar``, as 0 or 1,", "[1., 1., 1.]")
_with_scalar(
    "_logical_xor_scalar",
    "_LogicalXorScalar",
    binary.logical_xor,
    "Exclusive or with ``scalar``, as 0 or 1,",
    "[0., 0., 1.]",
)
_with_scalar(
    "_scatter_plus_scalar",
    None,
    lax.add,
    "``x + scalar``, where the array has storage,",
    "[7., 4., 2.]",
    keeps_zero=True,
    gradient_storage=like_head,
)
_with_scalar(
    "_scatter_minus_scalar",
    None,
    lax.sub,
    "``x - scalar``, where the array has storage,",
    "[3., 0., -2.]",
    keeps_zero=True,
    gradient_storage=like_head,
)

_EASY_EXPONENTS = (-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, 3.0, 4.0)


def _is_easy(name: str, value: Any) -> bool:
    return name == "scalar" and isinstance(value, (int, float)) and value in _EASY_EXPONENTS


@op("_power_scalar", aliases=("_PowerScalar",), traced=("scalar",), static_when=_is_easy, same_shape=True)
def power_scalar(data: Array, *, scalar: float = 1.0, is_int: bool = True) -> Array:
    """``x ** scalar`` for each element ``x`` of the array.

    >>> nd._internal._power_scalar(nd.array([5, 2, 0]), scalar=2).asnumpy()
    array([25.,  4.,  0.], dtype=float32)
    """
    data = _promote(data, is_int)
    if is_float(data) and _is_easy("scalar", scalar):
        if scalar == 0.5:
            return lax.sqrt(data)
        if scalar == -0.5:
            return lax.rsqrt(data)
        return lax.integer_pow(data, int(scalar))
    return binary.power(data, scalar_like(data, scalar))
