"""Elementwise operators of ``mx.np``: those of ``mx.nd`` under NumPy's names, with NumPy's types and broadcasting.

Comparisons give booleans, quotients of integers float32, and two types become the one that holds both. What a function
of one array does to integers is what it does in ``mx.nd``.
"""

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
from jax import lax

from mxnet._ops import binary
from mxnet._ops import scalar as _scalar  # noqa: F401  its operators are found by name below
from mxnet._ops.elementwise import Array, convert, divide, is_float, scalar_like, widen
from mxnet._ops.registry import find, op
from mxnet.error import MXNetError

# What the names of parameters mean in this family.
PARAMETERS = {
    "condition": "What is not zero holds.",
    "x": "The array.",
    "y": "The values where it does not hold.",
}

Unary = Callable[[Array], Array]
Binary = Callable[[Array, Array], Array]

# Functions of one array that mean in NumPy what they mean in ``mx.nd``.
_SAME = (
    "reciprocal sign ceil floor trunc fix rint square sqrt cbrt exp expm1 log log2 log10 log1p sin cos tan arcsin "
    "arccos arctan sinh cosh tanh arcsinh arccosh arctanh degrees radians abs negative"
)

for _name in _SAME.split():
    op(f"_npi_{_name}", aliases=("_npi_absolute",) if _name == "abs" else (), fuses=True)(find(_name).function)


def _unary(name: str, function: Unary, doc: str, before: str, after: str) -> None:
    def apply(x: Array) -> Array:
        return function(x)

    apply.__doc__ = f"{doc}\n\n>>> mx.np.{name}(mx.np.array({before}))\n{after}"
    op(f"_npi_{name}", fuses=True)(apply)


def _flags(predicate: Unary) -> Unary:
    """A question about floats; for whole numbers the answer is known."""
    return lambda x: predicate(x if is_float(x) else x.astype(jnp.float32))


_unary("logical_not", lambda x: x == 0, "Whether an element is zero.", "[0, 2]", "array([True, False])")
_unary(
    "bitwise_not", jnp.bitwise_not, "Every bit turned round.", '[0, 5], dtype="int32"', "array([-1, -6], dtype=int32)"
)
_unary("isnan", _flags(jnp.isnan), "Whether an element is not a number.", "[1, mx.np.nan]", "array([False, True])")
_unary("isinf", _flags(jnp.isinf), "Whether an element is infinite.", "[1, -mx.np.inf]", "array([False, True])")
_unary(
    "isposinf",
    _flags(jnp.isposinf),
    "Whether an element is plus infinity.",
    "[mx.np.inf, -mx.np.inf]",
    "array([True, False])",
)
_unary(
    "isneginf",
    _flags(jnp.isneginf),
    "Whether an element is minus infinity.",
    "[mx.np.inf, -mx.np.inf]",
    "array([False, True])",
)
_unary(
    "isfinite", _flags(jnp.isfinite), "Whether an element is a finite number.", "[1, mx.np.inf]", "array([True, False])"
)


@op("_npi_around")
def around(x: Array, *, decimals: int = 0) -> Array:
    """Elements rounded to a number of decimals; integers to tens and hundreds are cut towards zero.

    decimals: How many decimals; negative rounds before the point.

    >>> mx.np.around(mx.np.array([1.25, 1.35]), decimals=1)
    array([1.2, 1.4])
    """
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
    """Elements with NaN and the infinities replaced by numbers.

    copy: Make a new array; else the array itself is changed.
    nan: What NaN becomes.
    posinf: What plus infinity becomes; the largest number if None.
    neginf: What minus infinity becomes; the smallest number if None.

    >>> mx.np.nan_to_num(mx.np.array([1, mx.np.nan]), nan=7)
    array([1., 7.])
    """
    return jnp.nan_to_num(data, nan=nan, posinf=posinf, neginf=neginf)


def _within(data: Array, bound: Any) -> Any:
    """A bound that the type of the array can hold: -120 is 0 for unsigned integers."""
    if is_float(data) or data.dtype == jnp.bool_:
        return bound
    kind = jnp.iinfo(data.dtype)
    return jnp.clip(jnp.asarray(bound, jnp.float64), kind.min, kind.max)


@op("_npi_clip", traced=("a_min", "a_max"))
def clip(data: Array, *, a_min: float | None = None, a_max: float | None = None) -> Array:
    """Elements kept within two bounds, either of which may be absent.

    a_min: The lower bound, or None.
    a_max: The upper bound, or None.

    >>> mx.np.clip(mx.np.array([-2, 1, 7]), 0, 5)
    array([0., 1., 5.])
    """
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
        shape = jnp.broadcast_shapes(lhs.shape, rhs.shape)
    except ValueError:
        raise MXNetError(
            f"operands could not be broadcast together with shapes {lhs.shape} {rhs.shape}; lengths must agree or "
            "be 1, from the last axis on."
        ) from None
    return jnp.broadcast_to(lhs.astype(dtype), shape), jnp.broadcast_to(rhs.astype(dtype), shape)


def _numbers(data: Array) -> Array:
    """Booleans as the integers that arithmetic with a number makes of them."""
    return data.astype(jnp.int64) if data.dtype == jnp.bool_ else data


def _with_number(name: str, function: Binary, doc: str, swap: bool, prepare: Unary) -> None:
    def apply(data: Array, *, scalar: float = 1.0, is_int: bool = True) -> Array:
        data = prepare(data)
        number = scalar_like(data, scalar)
        return function(number, data) if swap else function(data, number)

    apply.__doc__ = doc
    op(name, traced=("scalar",), fuses=True, integer_gradient=binary.through_integers(function))(apply)


def _binary(
    name: str,
    function: Binary,
    doc: str,
    shown: tuple[str, ...],
    *,
    reverse: str | None = None,
    prepare: Unary = _numbers,
) -> None:
    """Register an operation between arrays, with a number on the right, and with one on the left as ``reverse``.

    ``shown`` are the results of [6, 2, 1] with [4, 2, 3], with 2, and of 2 with them.
    """
    kind = ", dtype='int32'" if "int32" in shown[0] or "bitwise" in name else ""
    example = f">>> x = mx.np.array([6, 2, 1]{kind})\n>>> mx.np.{name}"

    def apply(lhs: Array, rhs: Array) -> Array:
        return function(*_together(lhs, rhs))

    said = f"{doc}, element by element"
    apply.__doc__ = (
        f"{said}, of two arrays, axes of length 1 stretched.\n\n{example}(x, mx.np.array([4, 2, 3]{kind}))\n{shown[0]}"
    )
    op(f"_npi_{name}", fuses=True, integer_gradient=binary.through_integers(function))(apply)
    right = f"{said}, of an array and a number.\n\n{example}(x, 2)\n{shown[1]}"
    _with_number(f"_npi_{name}_scalar", function, right, False, prepare)
    if reverse is not None:
        left = f"{said}, of a number and an array.\n\n{example}(2, x)\n{shown[2]}"
        _with_number(f"_npi_{reverse}_scalar", function, left, True, prepare)


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
    if data.dtype == jnp.bool_:
        # XLA takes the product of a converted bool and a number for a choice between the number and 0, and a quotient
        # for such a product: 0 / 0 would be 0. A step in between hides the bool.
        data = data.astype(jnp.int8)
    return data if is_float(data) else data.astype(jnp.float32)


def _divide(a: Array, b: Array) -> Array:
    return divide(_as_float(a), _as_float(b))


def _same_bool(function: Binary, of_bool: Binary) -> Binary:
    return lambda a, b: of_bool(a, b) if a.dtype == jnp.bool_ else function(a, b)


def _kept(data: Array) -> Array:
    return data


def _exact(data: Array) -> Array:
    """Integers are compared with a number as they are, fraction and all."""
    return data if is_float(data) else data.astype(jnp.float64)


_binary("add", _same_bool(lax.add, lax.bitwise_or), "The sum", ("array([10., 4., 4.])", "array([8., 4., 3.])"))
_binary(
    "subtract",
    lax.sub,
    "The difference",
    ("array([2., 0., -2.])", "array([4., 0., -1.])", "array([-4., 0., 1.])"),
    reverse="rsubtract",
)
_binary(
    "multiply", _same_bool(lax.mul, lax.bitwise_and), "The product", ("array([24., 4., 3.])", "array([12., 4., 2.])")
)
_binary(
    "true_divide",
    _divide,
    "The quotient",
    ("array([1.5, 1., 0.33333334])", "array([3., 1., 0.5])", "array([0.33333334, 1., 2.])"),
    reverse="rtrue_divide",
    prepare=_as_float,
)
_binary(
    "mod",
    binary.mod,
    "The remainder, with the divisor's sign",
    ("array([2., 0., 1.])", "array([0., 0., 1.])", "array([2., 0., 0.])"),
    reverse="rmod",
)
_binary("maximum", binary.maximum, "The larger number", ("array([6., 2., 3.])", "array([6., 2., 2.])"))
_binary("minimum", binary.minimum, "The smaller number", ("array([4., 2., 1.])", "array([2., 2., 1.])"))
_binary(
    "hypot",
    _of_floats("hypot", binary.hypot),
    "The hypotenuse",
    ("array([7.2111025, 2.828427, 3.1622777])", "array([6.3245554, 2.828427, 2.236068])"),
)
_binary(
    "arctan2",
    _of_floats("arctan2", jnp.arctan2),
    "The angle of a point",
    (
        "array([0.9827938, 0.7853981, 0.32175058])",
        "array([1.2490458, 0.7853981, 0.46364763])",
        "array([0.32175058, 0.7853981, 1.1071488])",
    ),
    reverse="rarctan2",
)
_binary(
    "copysign",
    _in_floats(jnp.copysign),
    "The first with the sign of the second",
    ("array([6., 2., 1.])", "array([6., 2., 1.])", "array([2., 2., 2.])"),
    reverse="rcopysign",
)
_binary(
    "ldexp",
    _in_floats(lambda a, b: a * binary.power(jnp.full_like(b, 2), b)),
    "``x1 * 2**x2``",
    ("array([96., 8., 8.])", "array([24., 8., 4.])", "array([128., 8., 4.])"),
    reverse="rldexp",
)
_binary(
    "lcm", jnp.lcm, "The least common multiple", ("array([12, 2, 3], dtype=int32)", "array([6, 2, 2], dtype=int32)")
)
_binary(
    "bitwise_and",
    jnp.bitwise_and,
    "The bits that both have",
    ("array([4, 2, 1], dtype=int32)", "array([2, 2, 0], dtype=int32)"),
    prepare=_kept,
)
_binary(
    "bitwise_or",
    jnp.bitwise_or,
    "The bits that either has",
    ("array([6, 2, 3], dtype=int32)", "array([6, 2, 3], dtype=int32)"),
    prepare=_kept,
)
_binary(
    "bitwise_xor",
    jnp.bitwise_xor,
    "The bits that one of the two has",
    ("array([2, 0, 2], dtype=int32)", "array([4, 0, 3], dtype=int32)"),
    prepare=_kept,
)
_binary(
    "equal",
    lax.eq,
    "Whether the numbers are equal",
    ("array([False, True, False])", "array([False, True, False])"),
    prepare=_exact,
)
_binary(
    "not_equal",
    lax.ne,
    "Whether the numbers differ",
    ("array([True, False, True])", "array([True, False, True])"),
    prepare=_exact,
)
_binary(
    "greater",
    lax.gt,
    "Whether the first is larger",
    ("array([True, False, False])", "array([True, False, False])"),
    prepare=_exact,
)
_binary(
    "greater_equal",
    lax.ge,
    "Whether the first is not smaller",
    ("array([True, True, False])", "array([True, True, False])"),
    prepare=_exact,
)
_binary(
    "less",
    lax.lt,
    "Whether the first is smaller",
    ("array([False, False, True])", "array([False, False, True])"),
    prepare=_exact,
)
_binary(
    "less_equal",
    lax.le,
    "Whether the first is not larger",
    ("array([False, True, True])", "array([False, True, True])"),
    prepare=_exact,
)


@op("_npi_power")
def power(lhs: Array, rhs: Array) -> Array:
    """Power, element by element of two arrays, axes of length 1 stretched.

    >>> mx.np.power(mx.np.array([2, 3]), mx.np.array([3, 2]))
    array([8., 9.])
    """
    return binary.power(*_together(lhs, rhs))


op("_npi_power_scalar", traced=("scalar",), static_when=find("_power_scalar").static_when)(
    find("_power_scalar").function
)
op("_npi_rpower_scalar", traced=("scalar",))(find("_rpower_scalar").function)


def _promoted(lhs: str | None, rhs: str | None) -> dict[str, str]:
    """Two arrays of different types give the wider one; alone among operations, these take such."""
    if lhs is None or rhs is None or lhs == rhs:
        return {}
    return {"lhs": "?", "rhs": "?", "output0": jnp.promote_types(lhs, rhs).name}


def _quotient_type(lhs: str | None, rhs: str | None) -> dict[str, str]:
    """As ``_promoted``, and integers give float32."""
    if lhs is None or rhs is None or "float" in lhs + rhs:
        return _promoted(lhs, rhs)
    return {"lhs": "?", "rhs": "?", "output0": "float32"}


for _name in ("add", "subtract", "multiply", "mod", "power"):
    find(f"_npi_{_name}").fill_types(_promoted)
find("_npi_true_divide").fill_types(_quotient_type)


# --- choosing --------------------------------------------------------------------------------------------------------


def _chosen(condition: Array, x: Any, y: Any) -> Array:
    return jnp.where(condition != 0, x, y)


@op("_npi_where", types="? T T -> T")
def where(condition: Array, x: Array, y: Array) -> Array:
    """``x`` where the condition holds, else ``y``; all three broadcast.

    x: The values where it holds.

    >>> mx.np.where(mx.np.array([True, False]), mx.np.array([1, 2]), mx.np.array([3, 4]))
    array([1., 4.])
    """
    return _chosen(condition, *_together(x, y))


@op("_npi_where_lscalar", traced=("scalar",), types="? T -> T")
def where_lscalar(condition: Array, x: Array, *, scalar: float = 0.0) -> Array:
    """A number where the condition holds, else the array.

    x: The values where it does not hold.

    >>> mx.np.where(mx.np.array([True, False]), 9, mx.np.array([3, 4]))
    array([9., 4.])
    """
    return _chosen(condition, scalar_like(x, scalar), x)


@op("_npi_where_rscalar", traced=("scalar",), types="? T -> T")
def where_rscalar(condition: Array, y: Array, *, scalar: float = 0.0) -> Array:
    """The array where the condition holds, else a number.

    y: The values where it holds.

    >>> mx.np.where(mx.np.array([True, False]), mx.np.array([1, 2]), 9)
    array([1., 9.])
    """
    return _chosen(condition, y, scalar_like(y, scalar))


@op("_npi_where_scalar2", traced=("x", "y"))
def where_scalar2(condition: Array, *, x: float = 0.0, y: float = 0.0) -> Array:
    """One of two numbers, as float32.

    x: The number where it holds.
    y: The other number.

    >>> mx.np.where(mx.np.array([True, False]), 1, 2)
    array([1., 2.])
    """
    return _chosen(condition, jnp.asarray(x, jnp.float32), jnp.asarray(y, jnp.float32))


@op("_npi_boolean_mask_assign_scalar", traced=("value",))
def boolean_mask_assign_scalar(data: Array, mask: Array, *, value: float = 0.0, start_axis: int = 0) -> Array:
    """The array with a number where a mask over some of its axes, from ``start_axis`` on, is true.

    mask: Where, booleans.
    value: The number.
    start_axis: The first of the axes that the mask covers.

    >>> x = mx.np.array([1, 2, 3])
    >>> x[x > 1] = 0
    >>> x
    array([1., 0., 0.])
    """
    after = data.ndim - start_axis - mask.ndim
    wide = mask.reshape((1,) * start_axis + mask.shape + (1,) * after)
    return jnp.where(wide, scalar_like(data, value), data)
