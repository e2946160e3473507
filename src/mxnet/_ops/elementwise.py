"""Elementwise functions of one array, casts, and the operators that change nothing but a gradient."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal, Unpack

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.scipy import special

from mxnet._ops.attrs import DTYPES, DType
from mxnet._ops.registry import Facts, Op, op
from mxnet._ops.storage import CSR, DENSE, like_head
from mxnet.error import MXNetError

Array = jax.Array
Function = Callable[[Array], Array]


def is_float(data: Array) -> bool:
    """Whether the elements are floating-point numbers, of any width."""
    return jnp.issubdtype(data.dtype, jnp.floating)


def widen(data: Array) -> Array:
    """Integers as float64, the type MXNet computes functions of integers in; other arrays as they are."""
    return data if is_float(data) else data.astype(jnp.float64)


def rounded_once(function: Callable[..., Array]) -> Callable[..., Array]:
    """A function whose half-precision arrays are float32 inside, so that only its result is rounded, as in MXNet.

    XLA would round every step of it, and divide by a number through that number's rounded reciprocal.
    """

    def apply(*arrays: Array) -> Array:
        dtype = arrays[0].dtype
        if dtype.itemsize != 2 or not is_float(arrays[0]) or any(array.dtype != dtype for array in arrays):
            return function(*arrays)
        return function(*[array.astype(jnp.float32) for array in arrays]).astype(dtype)

    return apply


divide = rounded_once(lax.div)


def convert(data: Array, dtype: Any) -> Array:
    """The array as ``dtype``; to an integer the fraction is cut off, and narrow integers wrap around."""
    target = jnp.dtype(dtype)
    if target.kind in "iu" and target.itemsize < 4 and is_float(data):
        data = data.astype(jnp.int32)  # XLA would saturate: 300.0 is 44 as uint8, as in C and NumPy
    return data.astype(target)


def scalar_like(data: Array, scalar: Any) -> Array:
    """A number, perhaps traced, as an array of the shape and dtype of ``data``."""
    if not is_float(data):
        scalar = jnp.asarray(scalar, jnp.int64)
    return lax.full_like(data, scalar)


def refuse_bool(name: str, data: Array) -> None:
    """Raise for booleans, which MXNet's arithmetic does not take."""
    if data.dtype == jnp.bool_:
        raise MXNetError(f"Operator {name} does not support boolean type: write {name}(x.astype('int32'), ...).")


def fill_same_shape(lhs: tuple[int, ...] | None, rhs: tuple[int, ...] | None, **_: Any) -> dict[str, tuple[int, ...]]:
    """Two operands of one shape: either tells the other's."""
    known = rhs if lhs is None else lhs
    return {} if known is None else {"lhs": known, "rhs": known}


def with_tangent(rule: Callable[..., Array]) -> Callable[[Callable[..., Array]], Callable[..., Array]]:
    """Give a function of floating-point arrays MXNet's derivative: ``rule(*arrays, *their_tangents)`` is its tangent.

    Integer arrays have no tangents; for them the function stays as it is.
    """

    def attach(function: Callable[..., Array]) -> Callable[..., Array]:
        differentiable = jax.custom_jvp(function)
        differentiable.defjvp(lambda primals, tangents: (differentiable(*primals), rule(*primals, *tangents)))

        def apply(*arrays: Array) -> Array:
            return differentiable(*arrays) if is_float(arrays[0]) else function(*arrays)

        apply.__doc__ = function.__doc__
        return apply

    return attach


def _in_float32(function: Callable[[Array], Array]) -> Callable[[Array], Array]:
    """Compute 16-bit numbers in float32, for functions of several steps, so that they round once."""

    def apply(data: Array) -> Array:
        if data.dtype.itemsize > 2:
            return function(data)
        return function(data.astype(jnp.float32)).astype(data.dtype)

    return apply


def _sign(data: Array) -> Array:
    """1, 0 or -1; 0 for NaN and for both zeros."""
    return (data > 0).astype(data.dtype) - (data < 0).astype(data.dtype)


_abs = with_tangent(lambda data, tangent: tangent * _sign(data))(jnp.abs)


@with_tangent(lambda data, tangent: tangent * jnp.where(jnp.isnan(data), data, (data > 0).astype(data.dtype)))
def _relu(data: Array) -> Array:
    """The larger of an element and 0; what is no number stays so, in the derivative too."""
    return jnp.maximum(data, 0)


def _round(data: Array) -> Array:
    return lax.round(data, lax.RoundingMethod.AWAY_FROM_ZERO)


def _rint(data: Array) -> Array:
    """The nearest whole number, the lower one where two are equally near."""
    below = lax.floor(data)
    return jnp.where(data - below <= 0.5, below, lax.ceil(data))


def _trunc(data: Array) -> Array:
    return jnp.where(data < 0, lax.ceil(data), lax.floor(data))


@_in_float32
@with_tangent(lambda data, tangent: tangent / (data * math.log(2)))
def _log2(data: Array) -> Array:
    """Logarithm to base 2, exact at powers of two: a floor() after it must not miss them."""
    fraction, power = jnp.frexp(data)
    small = fraction < math.sqrt(0.5)  # keeps the fraction around 1, where the logarithm is accurate
    fraction = jnp.where(small, 2 * fraction, fraction)
    return (power - small).astype(data.dtype) + lax.log(fraction) / math.log(2)


def _softsign(data: Array) -> Array:
    return data / (1 + lax.abs(data))


def with_example(doc: str, name: str, shown: str) -> str:
    """A docstring with the example that ``shown``, the elements before and after, stands for."""
    before, _, after = shown.partition(" -> ")
    public = name.replace("_contrib_", "contrib.")
    return f"{doc}\n\n>>> nd.{public}(nd.array({before})).asnumpy()\narray({after}, dtype=float32)"


def _unary(apply: Function, name: str, doc: str, shown: str, sparse: bool = True, **facts: Any) -> None:
    apply.__doc__ = with_example(doc, name, shown)
    aliases = (f"_sparse_{name}",) if sparse else ()
    facts.setdefault("method", True)
    op(name, aliases=aliases, same_shape=True, fuses=True, **facts)(apply)


def _math(name: str, function: Function, doc: str, shown: str, *, sparse: bool = True, **facts: Unpack[Facts]) -> None:
    """Register a real function; integers are computed in float64 and cut back to their own dtype, as MXNet does."""
    of_floats = rounded_once(function)

    def apply(data: Array) -> Array:
        refuse_bool(name, data)
        if is_float(data):
            return of_floats(data)
        return convert(function(data.astype(jnp.float64)), data.dtype)

    _unary(apply, name, doc, shown, sparse, **facts)


def _exact(name: str, function: Function, doc: str, shown: str, **facts: Unpack[Facts]) -> None:
    """Register a function that is exact on integers too, and computed in their own dtype; all of them keep zeros."""

    def apply(data: Array) -> Array:
        refuse_bool(name, data)
        return function(data)

    facts.setdefault("gradient_storage", like_head)
    _unary(apply, name, doc, shown, keeps_zero=True, **facts)


def _rounding(name: str, function: Callable[[Array], Array], doc: str, shown: str, **facts: Any) -> None:
    """Register a rounding function, which leaves integers alone."""
    _exact(name, lambda data: function(data) if is_float(data) else data, doc, shown, **facts)


_keeping_zero = partial(_math, keeps_zero=True)

_exact("abs", _abs, "Absolute value of each element.", "[-2, 3] -> [2., 3.]")
_exact("sign", _sign, "Sign of each element: -1, 0 or 1.", "[-2, 0, 3] -> [-1., 0., 1.]")
_exact("square", lax.square, "Square of each element.", "[2, 3] -> [4., 9.]")
_exact("negative", lax.neg, "Each element with its sign changed.", "[1, -2] -> [-1., 2.]", method=False)
_exact("relu", _relu, "Each element, or 0 where it is negative.", "[-1, 2] -> [0., 2.]")

_rounding(
    "round", _round, "Nearest whole number of each element, halves away from zero.", "[-1.5, 0.4, 1.5] -> [-2., 0., 2.]"
)
_rounding("rint", _rint, "Nearest whole number of each element, halves downward.", "[-1.5, 0.4, 1.5] -> [-2., 0., 1.]")
_rounding("ceil", lax.ceil, "Smallest whole number not below each element.", "[1.2, -1.2] -> [2., -1.]")
_rounding("floor", lax.floor, "Largest whole number not above each element.", "[1.2, -1.2] -> [1., -2.]")
_rounding("trunc", _trunc, "Each element without its fraction.", "[1.7, -1.7] -> [1., -1.]")
_rounding("fix", _trunc, "Nearest whole number of each element in the direction of zero.", "[1.7, -1.7] -> [1., -1.]")

_keeping_zero("sqrt", lax.sqrt, "Square root of each element.", "[4, 9] -> [2., 3.]")
_math("rsqrt", lax.rsqrt, "Reciprocal of the square root of each element.", "[4, 16] -> [0.5, 0.25]")
_keeping_zero("cbrt", lax.cbrt, "Cube root of each element.", "[8, -27] -> [2., -2.9999998]")
_math(
    "rcbrt",
    lambda data: 1 / lax.cbrt(data),
    "Reciprocal of the cube root of each element.",
    "[8, -64] -> [0.5, -0.25]",
    sparse=False,
)
_math("reciprocal", lambda data: 1 / data, "Reciprocal of each element.", "[2, -4] -> [0.5, -0.25]", sparse=False)

_math("exp", lax.exp, "Exponential of each element.", "[0, 1] -> [1., 2.718282]")
_keeping_zero(
    "expm1", lax.expm1, "Exponential of each element, less one, accurate near zero.", "[0, 1] -> [0., 1.7182819]"
)
_math("log", lax.log, "Natural logarithm of each element.", "[1, 10] -> [0., 2.3025851]")
_math("log10", _in_float32(jnp.log10), "Logarithm of each element to base 10.", "[1, 100] -> [0., 2.]")
_math("log2", _log2, "Logarithm of each element to base 2.", "[1, 8] -> [0., 3.]")
_keeping_zero(
    "log1p", lax.log1p, "Natural logarithm of one plus each element, accurate near zero.", "[0, 1] -> [0., 0.6931472]"
)

_keeping_zero("sin", lax.sin, "Sine of each element, in radians.", "[0, 1] -> [0., 0.841471]")
_math("cos", lax.cos, "Cosine of each element, in radians.", "[0, 1] -> [1., 0.5403023]")
_keeping_zero("tan", lax.tan, "Tangent of each element, in radians.", "[0, 1] -> [0., 1.5574077]")
_keeping_zero("arcsin", lax.asin, "Angle in radians whose sine is each element.", "[0, 1] -> [0., 1.5707964]")
_math("arccos", lax.acos, "Angle in radians whose cosine is each element.", "[0, 1] -> [1.5707964, 0.]")
_keeping_zero("arctan", lax.atan, "Angle in radians whose tangent is each element.", "[0, 1] -> [0., 0.7853982]")
_keeping_zero("sinh", lax.sinh, "Hyperbolic sine of each element.", "[0, 1] -> [0., 1.1752012]")
_math("cosh", lax.cosh, "Hyperbolic cosine of each element.", "[0, 1] -> [1., 1.5430807]")
_keeping_zero("tanh", lax.tanh, "Hyperbolic tangent of each element.", "[0, 1] -> [0., 0.7615942]")
_keeping_zero("arcsinh", lax.asinh, "Number whose hyperbolic sine is each element.", "[0, 1] -> [0., 0.8813736]")
_math("arccosh", lax.acosh, "Number, at least 0, whose hyperbolic cosine is each element.", "[1, 2] -> [0., 1.316958]")
_keeping_zero("arctanh", lax.atanh, "Number whose hyperbolic tangent is each element.", "[0, 0.5] -> [0., 0.54930615]")
_keeping_zero("degrees", jnp.degrees, "Each angle, given in radians, in degrees.", "[0, 1] -> [0., 57.29578]")
_keeping_zero("radians", jnp.radians, "Each angle, given in degrees, in radians.", "[0, 180] -> [0., 3.1415927]")


def _psi(x: Array) -> Array:
    """The derivative of ``lgamma``; MXNet has it infinite at the poles, where XLA's is not a number."""
    return jnp.where((x <= 0) & (x == jnp.floor(x)), jnp.inf, special.digamma(x))


@jax.custom_jvp
def _lgamma(x: Array) -> Array:
    return lax.lgamma(x)


_lgamma.defjvps(lambda t, _, x: t * _psi(x))


@jax.custom_jvp
def _gamma(x: Array) -> Array:
    return special.gamma(x)


_gamma.defjvps(lambda t, y, x: t * y * _psi(x))

_math(
    "erf", lax.erf, "Gauss's error function of each element.", "[0, 1] -> [0., 0.8427008]", sparse=False, method=False
)
_math(
    "erfinv",
    lax.erf_inv,
    "Number whose error function is each element.",
    "[0, 0.5] -> [0., 0.47693628]",
    sparse=False,
    method=False,
)
_math("gamma", _in_float32(_gamma), "Gamma function of each element.", "[1, 5] -> [1., 24.]", method=False)
_math(
    "gammaln",
    _lgamma,
    "Logarithm of the absolute value of the gamma function of each element.",
    "[1, 5] -> [0., 3.1780539]",
    method=False,
)
_math("sigmoid", lax.logistic, "Logistic function ``1 / (1 + exp(-x))`` of each element.", "[0, 2] -> [0.5, 0.880797]")
_math(
    "softsign",
    _softsign,
    "``x / (1 + abs(x))`` of each element.",
    "[1, -3] -> [0.5, -0.75]",
    sparse=False,
    method=False,
)


@op("logical_not", same_shape=True)
def logical_not(data: Array) -> Array:
    """1 where an element is zero and 0 elsewhere, in the array's own dtype.

    >>> nd.logical_not(nd.array([0, 2])).asnumpy()
    array([1., 0.], dtype=float32)
    """
    return (data == 0).astype(data.dtype)


@op("hard_sigmoid", same_shape=True)
def hard_sigmoid(data: Array, *, alpha: float = 0.2, beta: float = 0.5) -> Array:
    """The line ``alpha * x + beta`` kept between 0 and 1.

    alpha: The slope.
    beta: The value at zero.

    >>> nd.hard_sigmoid(nd.array([-5, 0, 1])).asnumpy()
    array([0., 0.5, 0.7], dtype=float32)
    """
    if not is_float(data):
        raise MXNetError(f"hard_sigmoid: This operation only support floating point types, not {data.dtype.name}.")
    zero, one = jnp.zeros((), data.dtype), jnp.ones((), data.dtype)
    return lax.clamp(zero, alpha * data + beta, one)


def _saturated(number: Any, dtype: Any) -> Array:
    """A number as ``dtype``, the nearest one of the dtype where it is out of its range."""
    wide = jnp.asarray(number, jnp.float64)
    if jnp.issubdtype(dtype, jnp.integer):
        wide = jnp.clip(wide, jnp.iinfo(dtype).min, jnp.iinfo(dtype).max)
    return wide.astype(dtype)


def _zero_within(*, a_min: float, a_max: float) -> bool:
    return a_min <= 0 <= a_max


@op(
    "clip",
    aliases=("_sparse_clip",),
    traced=("a_min", "a_max"),
    fuses=True,
    same_shape=True,
    keeps_zero=_zero_within,
    method=True,
)
def clip(data: Array, *, a_min: float, a_max: float) -> Array:
    """Each element moved into the range from ``a_min`` to ``a_max``; the gradient is 1 at the bounds themselves.

    a_min: The lower bound.
    a_max: The upper bound.

    >>> nd.clip(nd.array([-2, 1, 7]), 0, 5).asnumpy()
    array([0., 1., 5.], dtype=float32)
    """
    refuse_bool("clip", data)
    low, high = (lax.full_like(data, _saturated(bound, data.dtype)) for bound in (a_min, a_max))
    return lax.select(data > high, high, lax.select(data < low, low, data))


@clip.numpy
def _(data: np.ndarray, a_min: float, a_max: float) -> np.ndarray:
    if data.dtype.kind != "f" or not a_min <= a_max:
        return NotImplemented
    with np.errstate(all="ignore"):
        return np.clip(data, data.dtype.type(a_min), data.dtype.type(a_max))


@op("smooth_l1", traced=("scalar",), same_shape=True)
def smooth_l1(data: Array, *, scalar: float = 1.0) -> Array:
    """Huber's loss of each element: quadratic up to ``1 / scalar**2`` from zero and linear beyond.

    scalar: Sigma: the loss is quadratic up to ``1 / scalar**2`` from zero.

    >>> nd.smooth_l1(nd.array([0.5, 3])).asnumpy()
    array([0.125, 2.5], dtype=float32)
    """
    refuse_bool("smooth_l1", data)
    square = lax.square(widen(scalar_like(data, scalar)))
    value = widen(data)
    size = lax.abs(value)
    loss = lax.select(size > 1 / square, size - 0.5 / square, 0.5 * lax.square(value) * square)
    return convert(loss, data.dtype)


def _quadratic_storage(stypes: Sequence[str], *, c: float, **_: Any) -> str:
    return CSR if stypes[0] == CSR and c == 0 else DENSE


@op("_contrib_quadratic", same_shape=True, storage=_quadratic_storage)
def quadratic(data: Array, *, a: float = 0.0, b: float = 0.0, c: float = 0.0) -> Array:
    """``a * x**2 + b * x + c`` of each element.

    a: The factor of the square.
    b: The factor of the element.
    c: The constant.

    >>> nd.contrib.quadratic(nd.array([1, 2]), a=1, b=2, c=3).asnumpy()
    array([ 6., 11.], dtype=float32)
    """
    value = widen(data)
    return convert(value * (a * value + b) + c, data.dtype)


@op("_contrib_div_sqrt_dim", same_shape=True)
def div_sqrt_dim(data: Array) -> Array:
    """The array divided by the square root of the length of its last axis.

    >>> nd.contrib.div_sqrt_dim(nd.ones((1, 4))).asnumpy()
    array([[0.5, 0.5, 0.5, 0.5]], dtype=float32)
    """
    return divide(data, scalar_like(data, math.sqrt(data.shape[-1])))


@op("_contrib_allclose", types="? ? -> uint8")
def allclose(a: Array, b: Array, *, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = True) -> Array:
    """1 if every element of ``a`` is within ``atol + rtol * abs(b)`` of its partner in ``b``, else 0, as uint8.

    a: The first array.
    b: The second array, of the same shape and type.
    rtol: The difference that is allowed, as a part of ``abs(b)``.
    atol: The difference that is allowed in any case.
    equal_nan: Whether two NaN are equal.

    >>> nd.contrib.allclose(nd.array([1, 2]), nd.array([1, 2.1])).asnumpy()
    array(0, dtype=uint8)
    """
    if a.shape != b.shape or a.dtype != b.dtype:
        raise MXNetError(
            f"_contrib_allclose: expected two arrays of one shape and dtype, got {a.dtype.name}{list(a.shape)} "
            f"and {b.dtype.name}{list(b.shape)}."
        )
    wide = jnp.promote_types(widen(a).dtype, jnp.float32)
    a, b = a.astype(wide), b.astype(wide)
    close = (a == b) | (lax.abs(a - b) <= atol + rtol * lax.abs(b))
    if equal_nan:
        close |= jnp.isnan(a) & jnp.isnan(b)
    return jnp.all(close).astype(jnp.uint8)


@op(
    "zeros_like",
    aliases=("_sparse_zeros_like",),
    same_shape=True,
    keeps_zero=True,
    gradient_storage=like_head,
    method=True,
)
def zeros_like(data: Array) -> Array:
    """Zeros of the shape and dtype of the array.

    >>> nd.zeros_like(nd.array([1, 2])).asnumpy()
    array([0., 0.], dtype=float32)
    """
    return lax.full_like(data, 0)


@op("ones_like", same_shape=True, method=True)
def ones_like(data: Array) -> Array:
    """Ones of the shape and dtype of the array.

    >>> nd.ones_like(nd.array([3, 4])).asnumpy()
    array([1., 1.], dtype=float32)
    """
    return lax.full_like(data, 1)


@op("Cast", aliases=("cast",), same_shape=True, types="? -> dtype", integer_gradient="converts")
def cast(data: Array, *, dtype: DType) -> Array:
    """The array as another dtype; to an integer the fraction is cut off.

    dtype: The new type.

    >>> nd.cast(nd.array([1.7, -1.7]), dtype="int32").asnumpy()
    array([ 1, -1], dtype=int32)
    """
    return convert(data, dtype)


def converting_smoothly(converting: Op) -> Op:
    """An operator that converts to integers, as gradients see it: results are in float64 and pass gradients on."""

    def function(*arrays: Any, dtype: str | None = None, **named: Any) -> Any:
        exact = converting.function(*arrays, dtype=dtype, **named)
        if jnp.issubdtype(exact.dtype, jnp.floating):
            return exact
        smooth = converting.function(*arrays, dtype="float64", **named)
        return smooth + lax.stop_gradient(exact.astype(smooth.dtype) - smooth)

    return replace(converting, function=function)


def casts_alike(source: np.dtype, target: np.dtype) -> bool:
    """Whether NumPy and XLA agree on every number: all but fractions, and numbers too large, made integers."""
    return target.kind in "fV" or source.kind in "uib"


@cast.numpy
def _(data: np.ndarray, dtype: DType) -> np.ndarray:
    if not casts_alike(data.dtype, DTYPES[dtype]):
        return NotImplemented
    with np.errstate(all="ignore"):
        return data.astype(DTYPES[dtype])


# The types between which automatic mixed precision casts; others pass.
_AMP_TYPES = ("float32", "float16", "bfloat16")


@op("amp_cast", same_shape=True, types="? -> ?")
def amp_cast(data: Array, *, dtype: DType) -> Array:
    """The array as another dtype if it holds float32 or narrower floating-point numbers, else as it is.

    dtype: The new type, of floats.

    >>> nd.amp_cast(nd.array([1, 2]), dtype="float16").asnumpy()
    array([1., 2.], dtype=float16)
    """
    return convert(data, dtype) if data.dtype.name in _AMP_TYPES else data


@amp_cast.fill_types
def _(data: str | None, *, dtype: str) -> dict[str, str]:
    return {} if data is None else {"output0": dtype if data in _AMP_TYPES else data}


def _common_type(names: Sequence[str], narrow: bool) -> str:
    """The dtype that arrays of these are brought to."""
    if narrow:
        return next((name for name in reversed(names) if name in ("float16", "bfloat16")), "float32")
    return "float32" if "float32" in names else names[0]


@op(
    "amp_multicast",
    count_attr="num_outputs",
    outputs=lambda *, num_outputs, **_: num_outputs,
    array_names="data_",
    types="? -> ?",
)
def amp_multicast(*data: Array, num_outputs: int, cast_narrow: bool = False) -> tuple[Array, ...]:
    """The arrays of float32 and narrower as one dtype: the widest among them, or with ``cast_narrow`` the narrowest.

    data: The arrays.
    num_outputs: How many there are.
    cast_narrow: Cast to the narrowest type, not to the widest.

    >>> [x.dtype.__name__ for x in nd.amp_multicast(nd.ones((1,)), nd.ones((1,), dtype="float16"), num_outputs=2)]
    ['float32', 'float32']
    """
    if len(data) != num_outputs:
        raise MXNetError(f"amp_multicast: expected num_outputs={num_outputs} arrays, got {len(data)}.")
    target = _common_type([array.dtype.name for array in data], cast_narrow)
    return tuple(convert(array, target) if array.dtype.name in _AMP_TYPES else array for array in data)


@amp_multicast.fill_types
def _(*data: str | None, cast_narrow: bool, **_: Any) -> dict[str, str]:
    known = [name for name in data if name is not None]
    if len(known) < len(data):
        return {}
    target = _common_type(known, cast_narrow)
    return {f"output{i}": target if name in _AMP_TYPES else name for i, name in enumerate(known)}


@op("_copy", aliases=("identity",), same_shape=True, keeps_zero=True, gradient_storage=like_head)
def identity(data: Array) -> Array:
    """The array itself.

    >>> nd.identity(nd.array([1, 2])).asnumpy()
    array([1., 2.], dtype=float32)
    """
    return data


@op("_CrossDeviceCopy")
def cross_device_copy(data: Array) -> Array:
    """The array itself; where it goes is the caller's affair.

    >>> nd._internal._CrossDeviceCopy(nd.array([1, 2])).asnumpy()
    array([1., 2.], dtype=float32)
    """
    return data


def _chosen_storage(stypes: Sequence[str], *, stype: str) -> str:
    return stype


@op(
    "cast_storage",
    aliases=("_sparse_cast_storage",),
    same_shape=True,
    storage=_chosen_storage,
    gradient_storage=like_head,
    makes_sparse=True,
)
def cast_storage(data: Array, *, stype: Literal["csr", "default", "row_sparse"]) -> Array:
    """The array itself; ``stype`` names the storage of the handle above it.

    stype: ``default`` (dense), ``row_sparse`` or ``csr``.

    >>> nd.cast_storage(nd.array([[0, 1], [0, 0]]), stype="csr").stype
    'csr'
    """
    return data


@op("_identity_with_attr_like_rhs", same_shape=True)
def identity_with_attr_like_rhs(lhs: Array, rhs: Array) -> Array:
    """``lhs`` itself, which must have the shape of ``rhs``.

    lhs: The array.
    rhs: An array of the same shape.

    >>> nd._internal._identity_with_attr_like_rhs(nd.array([1, 2]), nd.zeros((2,))).asnumpy()
    array([1., 2.], dtype=float32)
    """
    if lhs.shape != rhs.shape:
        raise MXNetError(
            f"_identity_with_attr_like_rhs: Incompatible attr in node  at 1-th input: "
            f"expected {list(lhs.shape)}, got {list(rhs.shape)}"
        )
    return lhs


identity_with_attr_like_rhs.fill_shapes(fill_same_shape)


@op(
    "BlockGrad",
    aliases=("stop_gradient", "_sparse_stop_gradient"),
    same_shape=True,
    keeps_zero=True,
    gradient="blocked",
    gradient_storage=like_head,
)
def block_grad(data: Array) -> Array:
    """The array itself, and no gradient through it.

    >>> x = nd.array([3])
    >>> x.attach_grad()
    >>> with autograd.record():
    ...     y = x * nd.stop_gradient(x)
    >>> y.backward()
    >>> x.grad.asnumpy()
    array([3.], dtype=float32)
    """
    return lax.stop_gradient(data)


@jax.custom_vjp
def _as_loss(data: Array) -> Array:
    return data


_as_loss.defvjp(lambda data: (data, None), lambda _, cotangent: (jnp.ones_like(cotangent),))


@op("make_loss", aliases=("_sparse_make_loss",), output_names=("loss",), same_shape=True, keeps_zero=True)
def make_loss(data: Array) -> Array:
    """The array itself as the end of a network: its gradient is 1, whatever comes from above.

    >>> nd.make_loss(nd.array([1, 2])).asnumpy()
    array([1., 2.], dtype=float32)
    """
    return _as_loss(data) if is_float(data) else data


@with_tangent(lambda data, scale, tangent, _: tangent * scale)
def _scaled_gradient(data: Array, scale: Array) -> Array:
    return data


@op("_contrib_gradientmultiplier", traced=("scalar",), same_shape=True)
def gradient_multiplier(data: Array, *, scalar: float = 1.0, is_int: bool = True) -> Array:
    """The array itself, with ``scalar`` times its gradient.

    scalar: The factor of the gradient.
    is_int: Accepted for the signature of operators with a number; no effect.

    >>> x = nd.array([3])
    >>> x.attach_grad()
    >>> with autograd.record():
    ...     y = nd.contrib.gradientmultiplier(x, scalar=-1)
    >>> y.backward()
    >>> x.grad.asnumpy()
    array([-1.], dtype=float32)
    """
    return _scaled_gradient(data, jnp.asarray(scalar).astype(data.dtype))


_straight_through = with_tangent(lambda data, tangent: tangent)

_rounding(
    "_contrib_round_ste",
    _straight_through(_round),
    "Nearest whole number of each element, with gradient 1.",
    "[-1.5, 0.4] -> [-2., 0.]",
    gradient_storage=None,
    method=False,
)
_exact(
    "_contrib_sign_ste",
    _straight_through(_sign),
    "Sign of each element, with gradient 1.",
    "[-2, 0, 3] -> [-1., 0., 1.]",
    gradient_storage=None,
    method=False,
)
