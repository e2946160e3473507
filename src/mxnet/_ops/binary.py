"""Elementwise functions of two arrays: of one shape, broadcast, and the sum of many."""

from collections.abc import Callable
from functools import partial, reduce
from typing import Any, Unpack

import jax.numpy as jnp
import numpy as np
from jax import lax

from mxnet._ops.elementwise import Array, convert, divide, fill_same_shape, is_float, refuse_bool, widen, with_tangent
from mxnet._ops.registry import Facts, IntegerGradient, op
from mxnet._ops.storage import ROW_SPARSE, csr_by_dense, like_all, like_factor, like_first, like_head
from mxnet.error import MXNetError

Binary = Callable[[Array, Array], Array]


@with_tangent(lambda a, b, da, db: lax.select(a >= b, da, db))
def maximum(a: Array, b: Array) -> Array:
    """The larger of two numbers; where they are equal the whole gradient goes to ``a``."""
    return lax.max(a, b)


@with_tangent(lambda a, b, da, db: lax.select(a <= b, da, db))
def minimum(a: Array, b: Array) -> Array:
    """The smaller of two numbers; where they are equal the whole gradient goes to ``a``."""
    return lax.min(a, b)


@with_tangent(lambda a, b, da, db: da - lax.floor(a / b) * db)
def mod(a: Array, b: Array) -> Array:
    """Remainder with the sign of ``b``, and 0 where ``b`` is 0."""
    zero = jnp.zeros((), b.dtype)
    rest = lax.rem(a, b)
    rest = jnp.where((rest != zero) & ((rest < zero) != (b < zero)), rest + b, rest)
    return jnp.where(b == zero, zero, rest)


def through_integers(function: Binary) -> IntegerGradient:
    """What is to be declared of a function's gradient through integers: a remainder of integers has none."""
    return "zero" if function is mod else ""


@with_tangent(lambda a, b, da, db: (a * da + b * db) / hypot(a, b))
def hypot(a: Array, b: Array) -> Array:
    """``sqrt(a**2 + b**2)`` without overflow on the way."""
    wide = jnp.promote_types(widen(a).dtype, jnp.float32)
    return convert(jnp.hypot(a.astype(wide), b.astype(wide)), a.dtype)


def power(a: Array, b: Array) -> Array:
    """``a`` to the power ``b``; integers are computed in float64, so that negative exponents have a meaning."""
    return lax.pow(a, b) if is_float(a) else convert(lax.pow(widen(a), widen(b)), a.dtype)


def as_number(predicate: Callable[[Array, Array], Array]) -> Binary:
    """A comparison that answers 0 or 1 in the dtype of its operands."""
    return lambda a, b: predicate(a, b).astype(a.dtype)


def _truth(combine: Binary) -> Binary:
    return as_number(lambda a, b: combine(a != 0, b != 0))


equal = as_number(lax.eq)
not_equal = as_number(lax.ne)
greater = as_number(lax.gt)
greater_equal = as_number(lax.ge)
lesser = as_number(lax.lt)
lesser_equal = as_number(lax.le)
logical_and = _truth(lax.bitwise_and)
logical_or = _truth(lax.bitwise_or)
logical_xor = _truth(lax.bitwise_xor)


def _brackets(shape: tuple[int, ...]) -> str:
    """A shape as MXNet's messages spell it."""
    return f"[{','.join(map(str, shape))}]"


def _require_same(name: str, first: Array, other: Array, position: int, *, shape: bool) -> None:
    """Raise unless an input has the dtype of the first one and, if ``shape`` is set, its shape."""
    refuse_bool(name, first)
    pairs = [(first.dtype.name, other.dtype.name, f"write {name}(a, b.astype(a.dtype))")]
    if shape:
        pairs.append((_brackets(first.shape), _brackets(other.shape), "the broadcast_* operators stretch axes of 1"))
    for expected, got, hint in pairs:
        if expected != got:
            raise MXNetError(
                f"{name}: Incompatible attr in node  at {position}-th input: expected {expected}, got {got}; {hint}."
            )


def _binary(
    name: str,
    aliases: tuple[str, ...],
    function: Binary,
    what: str,
    shown: str,
    numpy: np.ufunc | None = None,
    *,
    stretches: bool,
    **facts: Unpack[Facts],
) -> None:
    """Register an operator on two arrays of one shape, or of shapes that broadcast if it ``stretches`` them."""

    def apply(lhs: Array, rhs: Array) -> Array:
        _require_same(name, lhs, rhs, 1, shape=not stretches)
        return function(*(_broadcast(name, lhs, rhs) if stretches else (lhs, rhs)))

    public = f"_internal.{name}" if name.startswith("_") else name
    how, arrays = (
        (", axes of length 1 stretched to the other array's", "nd.array([[5], [2]]), nd.array([[3, 2]])")
        if stretches
        else (" of one shape, element by element", "nd.array([5, 2, 0]), nd.array([3, 2, 1])")
    )
    apply.__doc__ = f"""{what} of two arrays{how}.

    >>> nd.{public}({arrays}).asnumpy()
    array({shown}, dtype=float32)"""
    facts["fuses"] = True
    if not stretches:
        facts["same_shape"] = True
    operator = op(name, aliases=aliases, **facts)(apply)
    if not stretches:
        operator.fill_shapes(fill_same_shape)
    if numpy is not None:

        @operator.numpy
        def _(lhs: np.ndarray, rhs: np.ndarray) -> Any:
            if lhs.dtype != rhs.dtype or lhs.dtype.kind != "f" or not (stretches or lhs.shape == rhs.shape):
                return NotImplemented
            with np.errstate(all="ignore"):
                return numpy(lhs, rhs)


def _broadcast(name: str, lhs: Array, rhs: Array) -> tuple[Array, Array]:
    try:
        shape = jnp.broadcast_shapes(lhs.shape, rhs.shape)
    except ValueError:
        raise MXNetError(
            f"{name}: operands could not be broadcast together with shapes "
            f"{_brackets(lhs.shape)} {_brackets(rhs.shape)}; lengths must agree or be 1, from the last axis on."
        ) from None
    return jnp.broadcast_to(lhs, shape), jnp.broadcast_to(rhs, shape)


_elementwise = partial(_binary, stretches=False)
_broadcasting = partial(_binary, stretches=True)


_SUM: Facts = {"keeps_zero": True, "gradient_storage": like_head}
_NAMED_SUM: Facts = {**_SUM, "output_names": ("output",)}
_ADD = ("_add", "_plus", "_Plus", "_sparse_elemwise_add")
_SUB = ("_sub", "_minus", "_Minus", "_sparse_elemwise_sub")
_MUL = ("_mul", "_Mul", "_sparse_elemwise_mul")
_elementwise("elemwise_add", _ADD, lax.add, "Sum", "[8., 4., 1.]", np.add, **_NAMED_SUM)
_elementwise("elemwise_sub", _SUB, lax.sub, "Difference", "[2., 0., -1.]", np.subtract, **_SUM)
_elementwise("elemwise_mul", _MUL, lax.mul, "Product", "[15., 4., 0.]", np.multiply, storage=like_factor)
_elementwise(
    "elemwise_div", ("_div", "_Div", "_sparse_elemwise_div"), divide, "Quotient", "[1.6666666, 1., 0.]", np.divide
)
_elementwise("_grad_add", (), lax.add, "Sum, as gradients are summed,", "[8., 4., 1.]", **_SUM)
_elementwise(
    "_scatter_elemwise_div",
    (),
    divide,
    "Quotient, where ``lhs`` has storage,",
    "[1.6666666, 1., 0.]",
    storage=like_first(ROW_SPARSE),
)

# The fourth column says whether sparse arrays of one shape give a sparse one: ``keeps_zero``. The last two are what the
# examples show: the results of [5, 2, 0] and [3, 2, 1], and of a column [5, 2] and a row [3, 2].
_FAMILY: list[tuple[str, Binary, str, bool, str, str]] = [
    ("mod", mod, "Remainder, with the sign of the divisor,", False, "[2., 0., 0.]", "[[2., 1.], [2., 0.]]"),
    ("power", power, "Power", False, "[125., 4., 0.]", "[[125., 25.], [8., 4.]]"),
    ("maximum", maximum, "Larger element", True, "[5., 2., 1.]", "[[5., 5.], [3., 2.]]"),
    ("minimum", minimum, "Smaller element", True, "[3., 2., 0.]", "[[3., 2.], [2., 2.]]"),
    (
        "hypot",
        hypot,
        "Hypotenuse",
        True,
        "[5.8309517, 2.828427, 1.]",
        "[[5.8309517, 5.3851647], [3.6055512, 2.828427]]",
    ),
    ("equal", equal, "Equality, as 0 or 1,", False, "[0., 1., 0.]", "[[0., 0.], [0., 1.]]"),
    ("not_equal", not_equal, "Inequality, as 0 or 1,", False, "[1., 0., 1.]", "[[1., 1.], [1., 0.]]"),
    ("greater", greater, "``lhs > rhs``, as 0 or 1,", False, "[1., 0., 0.]", "[[1., 1.], [0., 0.]]"),
    ("greater_equal", greater_equal, "``lhs >= rhs``, as 0 or 1,", False, "[1., 1., 0.]", "[[1., 1.], [0., 1.]]"),
    ("lesser", lesser, "``lhs < rhs``, as 0 or 1,", False, "[0., 0., 1.]", "[[0., 0.], [1., 0.]]"),
    ("lesser_equal", lesser_equal, "``lhs <= rhs``, as 0 or 1,", False, "[0., 1., 1.]", "[[0., 0.], [1., 1.]]"),
    ("logical_and", logical_and, "Logical and, as 0 or 1,", False, "[1., 1., 0.]", "[[1., 1.], [1., 1.]]"),
    ("logical_or", logical_or, "Logical or, as 0 or 1,", False, "[1., 1., 1.]", "[[1., 1.], [1., 1.]]"),
    ("logical_xor", logical_xor, "Logical exclusive or, as 0 or 1,", False, "[0., 0., 1.]", "[[0., 0.], [0., 0.]]"),
]

for _name, _function, _what, _keeps_zero, _shown, _stretched in _FAMILY:
    _through: Facts = {"integer_gradient": through_integers(_function)}
    _facts: Facts = {**_through, "keeps_zero": _keeps_zero}
    _elementwise(f"_{_name}", (f"_{_name.title()}",), _function, _what, _shown, **_facts)
    _broadcasting(f"broadcast_{_name}", (), _function, _what, _stretched, **_through)

_PLUS = ("broadcast_plus", "_sparse_broadcast_add", "_sparse_broadcast_plus")
_MINUS = ("broadcast_minus", "_sparse_broadcast_sub", "_sparse_broadcast_minus")
_broadcasting("broadcast_add", _PLUS, lax.add, "Sum", "[[8., 7.], [5., 4.]]", np.add)
_broadcasting("broadcast_sub", _MINUS, lax.sub, "Difference", "[[2., 3.], [-1., 0.]]", np.subtract)
_broadcasting(
    "broadcast_mul",
    ("_sparse_broadcast_mul",),
    lax.mul,
    "Product",
    "[[15., 10.], [6., 4.]]",
    np.multiply,
    storage=csr_by_dense,
)
_broadcasting(
    "broadcast_div",
    ("_sparse_broadcast_div",),
    divide,
    "Quotient",
    "[[1.6666666, 2.5], [0.6666667, 1.]]",
    np.divide,
    storage=csr_by_dense,
)


@op(
    "add_n",
    aliases=("ElementWiseSum", "_sparse_add_n", "_sparse_ElementWiseSum"),
    count_attr="num_args",
    same_shape=True,
    storage=like_all(ROW_SPARSE),
    gradient_storage=like_head,
)
def add_n(*args: Array, num_args: int) -> Array:
    """Sum of any number of arrays of one shape.

    data: The arrays, all of one shape.

    >>> nd.add_n(nd.array([1, 2]), nd.array([3, 4]), nd.array([5, 6])).asnumpy()
    array([ 9., 12.], dtype=float32)
    """
    if len(args) != num_args or not args:
        raise MXNetError(f"add_n: expected num_args={num_args} arrays, at least one, got {len(args)}.")
    for position, array in enumerate(args):
        _require_same("add_n", args[0], array, position, shape=True)
    return reduce(lax.add, args)
