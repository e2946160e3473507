"""Elementwise operators of ``mx.np``: those of ``mx.nd`` under NumPy's names, with NumPy's types and broadcasting.

Comparisons give booleans, quotients of integers float32, and two types become the one that holds both. What a function
of one array does to integers is what it does in ``mx.nd``.
"""

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from mxnet._ops import binary
from mxnet._ops import scalar as _scalar  # noqa: F401  its operators are found by name below
from mxnet._ops.elementwise import Array, convert, is_float, scalar_like, widen
from mxnet._ops.registry import find, op
from mxnet.error import MXNetError

Unary = Callable[[Array], Array]
Binary = Callable[[Array, Array], Array]

# Functions of one array that mean in NumPy what they mean in ``mx.nd``.
_SAME = (
    "reciprocal sign ceil floor trunc fix square sqrt cbrt exp expm1 log log2 log10 log1p sin cos tan arcsin arccos "
    "arctan sinh cosh tanh arcsinh arccosh arctanh degrees radians abs negative"
)

for _name in _SAME.split():
    op(f"_npi_{_name}", aliases=("_npi_absolute",) if _name == "abs" else (), fuses=True)(find(_name).function)


def _unary(name: str, function: Unary, doc: str) -> None:
    def apply(x: Array) -> Array:
        return function(x)

    apply.__doc__ = doc
    op(f"_npi_{name}", fuses=True)(apply)


def _flags(predicate: Unary) -> Unary:
    """A question about floats; for whole numbers the answer is known."""
    return lambda x: predicate(x if is_float(x) else x.astype(jnp.float32))


_unary("rint", lambda x: jnp.round(x) if is_float(x) else x, "The nearest whole number, the even one in the middle.")
_unary("logical_not", lambda x: x == 0, "Whether an element is zero.")
_unary("bitwise_not", jnp.bitwise_not, "Every bit turned round.")
_unary("isnan", _flags(jnp.isnan), "Whether an element is not a number.")
_unary("isinf", _flags(jnp.isinf), "Whether an element is infinite.")
_unary("isposinf", _flags(jnp.isposinf), "Whether an element is plus infinity.")
_unary("isneginf", _flags(jnp.isneginf), "Whether an element is minus infinity.")
_unary("isfinite", _flags(jnp.isfinite), "Whether an element is a finite number.")


@op("_npi_around")
def around(x: Array, *, decimals: int = 0) -> Array:
    """Elements rounded to a number of decimals; integers to tens and hundreds are cut towards zero."""
    if is_float(x):
        return jnp.round(x, decimals)
    if decimals >= 0:
        return x
    unit = jnp.asarray(10**-decimals, jnp.int64)
    return convert(lax.div(x.astype(jnp.int64), unit) * unit, x.dtype)


@op("_npi_nan_to_num")
def nan_to_num(
    data: Array, *, copy: bool = True, nan: float = 0.0, posinf: float | None = None, neginf: float | None = None
) -> Array:
    """Elements with NaN and the infinities replaced by numbers."""
    return jnp.nan_to_num(data, nan=nan, posinf=posinf, neginf=neginf)


def _within(data: Array, bound: Any) -> Any:
    """A bound that the type of the array can hold: -120 is 0 for unsigned integers."""
    if is_float(data) or data.dtype == jnp.bool_:
        return bound
    kind = jnp.iinfo(data.dtype)
    return jnp.clip(jnp.asarray(bound, jnp.float64), kind.min, kind.max)


@op("_npi_clip", traced=("a_min", "a_max"))
def clip(data: Array, *, a_min: float | None = None, a_max: float | None = None) -> Array:
    """Elements kept within two bounds, either of which may be absent."""
    if a_min is None and a_max is None:
        raise MXNetError("clip: One of max or min must be given")
    inside = jnp.ones(data.shape, bool)
    result = data
    for bound, beyond in ((a_min, lax.lt), (a_max, lax.gt)):
        if bound is not None:
            limit = scalar_like(data, _within(data, bound))
            inside &= ~beyond(data, limit)
            result = jnp.where(beyond(result, limit), limit, result)
    return jnp.where(inside, data, lax.stop_gradient(result))


# --- two arrays, or an array and a number ----------------------------------------------------------------------------


def _together(lhs: Array, rhs: Array) -> tuple[Array, Array]:
    """Both arrays in one shape and dtype."""
    dtype = jnp.promote_types(lhs.dtype, rhs.dtype)
    try:
        shape = np.broadcast_shapes(lhs.shape, rhs.shape)
    except ValueError:
        raise MXNetError(
            f"operands could not be broadcast together with shapes {lhs.shape} {rhs.shape}; lengths must agree or "
            "be 1, from the last axis on."
        ) from None
    return jnp.broadcast_to(lhs.astype(dtype), shape), jnp.broadcast_to(rhs.astype(dtype), shape)


def _numbers(data: Array) -> Array:
    """Booleans as the integers that arithmetic with a number makes of them."""
    return data.astype(jnp.int64) if data.dtype == jnp.bool_ else data


def _with_number(name: str, function: Binary, doc: str, swap: bool, prepare: Unary = _numbers) -> None:
    def apply(data: Array, *, scalar: float = 1.0, is_int: bool = True) -> Array:
        data = prepare(data)
        number = scalar_like(data, scalar)
        return function(number, data) if swap else function(data, number)

    apply.__doc__ = f"{doc}, an array and a number."
    op(name, traced=("scalar",), fuses=True)(apply)


def _binary(name: str, function: Binary, doc: str, *, reverse: str | None = None, prepare: Unary = _numbers) -> None:
    """Register an operation between arrays, with a number on the right, and with one on the left as ``reverse``."""

    def apply(lhs: Array, rhs: Array) -> Array:
        return function(*_together(lhs, rhs))

    apply.__doc__ = f"{doc}, element by element of two arrays, axes of length 1 stretched."
    op(f"_npi_{name}", fuses=True)(apply)
    _with_number(f"_npi_{name}_scalar", function, doc, False, prepare)
    if reverse is not None:
        _with_number(f"_npi_{reverse}_scalar", function, doc, True, prepare)


def _in_floats(function: Binary) -> Binary:
    """Compute integers in float64 and cut the fraction off."""

    def apply(a: Array, b: Array) -> Array:
        return function(a, b) if is_float(a) else convert(function(widen(a), widen(b)), a.dtype)

    return apply


def _of_floats(name: str, function: Binary) -> Binary:
    """A function that MXNet has for floating-point numbers alone."""

    def apply(a: Array, b: Array) -> Array:
        if not is_float(a):
            raise MXNetError(f"{name}: expected floating-point numbers, received {a.dtype}: write x.astype('float32')")
        return function(a, b)

    return apply


def _as_float(data: Array) -> Array:
    return data if is_float(data) else data.astype(jnp.float32)


def _divide(a: Array, b: Array) -> Array:
    return lax.div(_as_float(a), _as_float(b))


def _same_bool(function: Binary, of_bool: Binary) -> Binary:
    return lambda a, b: of_bool(a, b) if a.dtype == jnp.bool_ else function(a, b)


def _kept(data: Array) -> Array:
    return data


def _exact(data: Array) -> Array:
    """Integers are compared with a number as they are, fraction and all."""
    return data if is_float(data) else data.astype(jnp.float64)


_binary("add", _same_bool(lax.add, lax.bitwise_or), "The sum")
_binary("subtract", lax.sub, "The difference", reverse="rsubtract")
_binary("multiply", _same_bool(lax.mul, lax.bitwise_and), "The product")
_binary("true_divide", _divide, "The quotient", reverse="rtrue_divide", prepare=_as_float)
_binary("mod", binary.mod, "The remainder, with the divisor's sign", reverse="rmod")
_binary("maximum", binary.maximum, "The larger number")
_binary("minimum", binary.minimum, "The smaller number")
_binary("hypot", _of_floats("hypot", binary.hypot), "The hypotenuse")
_binary("arctan2", _of_floats("arctan2", jnp.arctan2), "The angle of a point", reverse="rarctan2")
_binary("copysign", _in_floats(jnp.copysign), "The first with the sign of the second", reverse="rcopysign")
_binary("ldexp", lambda a, b: a * binary.power(jnp.full_like(b, 2), b), "``x1 * 2**x2``", reverse="rldexp")
_binary("lcm", jnp.lcm, "The least common multiple")
_binary("bitwise_and", jnp.bitwise_and, "The bits that both have", prepare=_kept)
_binary("bitwise_or", jnp.bitwise_or, "The bits that either has", prepare=_kept)
_binary("bitwise_xor", jnp.bitwise_xor, "The bits that one of the two has", prepare=_kept)
_binary("equal", lax.eq, "Whether the numbers are equal", prepare=_exact)
_binary("not_equal", lax.ne, "Whether the numbers differ", prepare=_exact)
_binary("greater", lax.gt, "Whether the first is larger", prepare=_exact)
_binary("greater_equal", lax.ge, "Whether the first is not smaller", prepare=_exact)
_binary("less", lax.lt, "Whether the first is smaller", prepare=_exact)
_binary("less_equal", lax.le, "Whether the first is not larger", prepare=_exact)


@op("_npi_power")
def power(lhs: Array, rhs: Array) -> Array:
    """Power, element by element of two arrays, axes of length 1 stretched."""
    return binary.power(*_together(lhs, rhs))


op("_npi_power_scalar", traced=("scalar",), static_when=find("_power_scalar").static_when)(
    find("_power_scalar").function
)
op("_npi_rpower_scalar", traced=("scalar",))(find("_rpower_scalar").function)


# --- choosing --------------------------------------------------------------------------------------------------------


def _chosen(condition: Array, x: Any, y: Any) -> Array:
    return jnp.where(condition != 0, x, y)


@op("_npi_where", types="? T T -> T")
def where(condition: Array, x: Array, y: Array) -> Array:
    """``x`` where the condition holds, else ``y``; all three broadcast."""
    return _chosen(condition, *_together(x, y))


@op("_npi_where_lscalar", traced=("scalar",), types="? T -> T")
def where_lscalar(condition: Array, x: Array, *, scalar: float = 0.0) -> Array:
    """A number where the condition holds, else the array."""
    return _chosen(condition, scalar_like(x, scalar), x)


@op("_npi_where_rscalar", traced=("scalar",), types="? T -> T")
def where_rscalar(condition: Array, y: Array, *, scalar: float = 0.0) -> Array:
    """The array where the condition holds, else a number."""
    return _chosen(condition, y, scalar_like(y, scalar))


@op("_npi_where_scalar2", traced=("x", "y"))
def where_scalar2(condition: Array, *, x: float = 0.0, y: float = 0.0) -> Array:
    """One of two numbers, as float32."""
    return _chosen(condition, jnp.asarray(x, jnp.float32), jnp.asarray(y, jnp.float32))


@op("_npi_boolean_mask_assign_scalar", traced=("value",))
def boolean_mask_assign_scalar(data: Array, mask: Array, *, value: float = 0.0, start_axis: int = 0) -> Array:
    """The array with a number where a mask over some of its axes, from ``start_axis`` on, is true."""
    after = data.ndim - start_axis - mask.ndim
    wide = mask.reshape((1,) * start_axis + mask.shape + (1,) * after)
    return jnp.where(wide, scalar_like(data, value), data)
