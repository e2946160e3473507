"""Rules of the primitives that work element by element, with XLA's results where NumPy's differ."""

import functools
import math
from typing import Any

import numpy as np
from jax.extend.core import JaxprEqn

from mxnet._numpy_backend.kernels import rounded_like_xla
from mxnet._numpy_backend.rules import (
    BFLOAT16,
    HALVES,
    OTHER,
    PRODUCT,
    SAME,
    SUM,
    Array,
    CannotInterpret,
    Compute,
    Dtype,
    Rounding,
    dtype_of,
    identity,
    is_real,
    per_element,
    reject_complex,
    result_dtype,
    rule,
    shape_of,
    wide,
    widened,
)
from mxnet._numpy_backend.special import digamma, erf, erf_inv, erfc, lgamma

# --- primitives that are functions of NumPy ---------------------------------------------------------------------------


def _plain(rounding: Rounding, **functions: Compute) -> None:
    """Register functions of arrays of any dtype; a trailing underscore is not part of the primitive's name."""
    for name, function in functions.items():

        def make(equation: JaxprEqn, function: Compute = function) -> Compute:
            return function

        rule(name.rstrip("_"), rounding=rounding)(make)


def _ordered(**functions: Compute) -> None:
    """Register functions of numbers that have an order."""
    for name, function in functions.items():

        def make(equation: JaxprEqn, function: Compute = function) -> Compute:
            reject_complex(equation)
            return function

        rule(name, rounding=SAME)(make)


def _floating(operations: int, **functions: Compute) -> None:
    """Register functions of floating numbers that cost so many operations an element; halves are widened."""
    for name, function in functions.items():

        def make(equation: JaxprEqn, function: Compute = function) -> Compute:
            return rounded_like_xla(widened(function, result_dtype(equation)), equation)

        rule(name, rounding=OTHER, cost=per_element(operations))(make)


_plain(SUM, add=np.add, add_any=np.add, sub=np.subtract)
_plain(PRODUCT, square=np.square)
_plain(SAME, neg=np.negative, sign=np.sign, floor=np.floor, ceil=np.ceil, abs=np.abs, is_finite=np.isfinite)
_plain(SAME, and_=np.bitwise_and, or_=np.bitwise_or, xor=np.bitwise_xor, not_=np.invert)
_plain(SAME, eq=np.equal, ne=np.not_equal, nextafter=np.nextafter, real=np.real, imag=np.imag, conj=np.conj)
_plain(SAME, shift_left=np.left_shift)
_ordered(max=np.maximum, min=np.minimum, lt=np.less, le=np.less_equal, gt=np.greater, ge=np.greater_equal)
_floating(8, exp=np.exp, expm1=np.expm1, log=np.log, log1p=np.log1p, sqrt=np.sqrt, cbrt=np.cbrt)
_floating(8, exp2=np.exp2, log2=np.log2)
_floating(2, one_minus_square=lambda x: (1 + x) * (1 - x))  # what later versions of JAX differentiate tanh by
_floating(8, sin=np.sin, cos=np.cos, tan=np.tan, asin=np.arcsin, acos=np.arccos, atan=np.arctan, atan2=np.arctan2)
_floating(8, sinh=np.sinh, cosh=np.cosh, tanh=np.tanh, asinh=np.arcsinh, acosh=np.arccosh, atanh=np.arctanh)
_floating(8, rsqrt=lambda x: np.reciprocal(np.sqrt(x)), logistic=lambda x: np.reciprocal(1 + np.exp(-x)))
_floating(60, erf=erf, erfc=erfc, erf_inv=erf_inv, lgamma=lgamma, digamma=digamma)


@rule("mul", rounding=PRODUCT)
def _mul(equation: JaxprEqn) -> Compute:
    wanted = equation.params.get("out_dtype")
    if wanted is not None and wanted != dtype_of(equation.invars[0]):
        raise CannotInterpret("a product of another dtype")
    return np.multiply


# --- division and powers ----------------------------------------------------------------------------------------------


@rule("div")
def _div(equation: JaxprEqn) -> Compute:
    dtype = result_dtype(equation)
    if dtype.kind == "u":
        most = dtype.type(np.iinfo(dtype).max)
        return lambda a, b: np.where(b == 0, most, a // b)
    if dtype.kind != "i":
        return np.true_divide

    def divide(a: Array, b: Array) -> Array:
        quotient = a // b
        quotient = quotient + ((np.fmod(a, b) != 0) & ((a < 0) != (b < 0)))
        return np.where(b == 0, dtype.type(-1), quotient)

    return divide


@rule("rem")
def _rem(equation: JaxprEqn) -> Compute:
    dtype = result_dtype(equation)
    if dtype.kind in "iu":
        return lambda a, b: np.where(b == 0, a, np.fmod(a, b))
    return widened(np.fmod, dtype)


@rule("pow", cost=per_element(20))
def _pow(equation: JaxprEqn) -> Compute:
    dtype = result_dtype(equation)
    inner = wide(dtype)
    return lambda a, b: np.power(a.astype(inner), b.astype(inner)).astype(dtype)


@rule("integer_pow", cost=per_element(4))
def _integer_pow(equation: JaxprEqn) -> Compute:
    exponent = int(equation.params["y"])

    def power(x: Array) -> Array:
        result, square, left = None, x, abs(exponent)
        while left:
            if left & 1:
                result = square if result is None else result * square
            left >>= 1
            if left:
                square = square * square
        result = np.ones_like(x) if result is None else result
        return np.reciprocal(result) if exponent < 0 else result

    return widened(power, result_dtype(equation))


@rule("polynomial", cost=per_element(20))
def _polynomial(equation: JaxprEqn) -> Compute:
    def evaluate(x: Array, *coefficients: Array) -> Array:
        result = coefficients[-1]
        for coefficient in coefficients[-2::-1]:
            result = result * x + coefficient
        return result

    return widened(evaluate, result_dtype(equation))


@rule("round", rounding=SAME)
def _round(equation: JaxprEqn) -> Compute:
    if int(equation.params["rounding_method"]) == 1:
        return widened(np.rint, result_dtype(equation))

    def away(x: Array) -> Array:
        whole = np.trunc(x)
        return np.where(np.abs(x - whole) >= 0.5, whole + np.sign(x), whole)

    return widened(away, result_dtype(equation))


# --- selection --------------------------------------------------------------------------------------------------------


@rule("clamp", rounding=SAME)
def _clamp(equation: JaxprEqn) -> Compute:
    return lambda low, x, high: np.minimum(np.maximum(x, low), high)


@rule("select_n", rounding=SAME)
def _select_n(equation: JaxprEqn) -> Compute:
    if len(equation.invars) == 3:
        return lambda which, first, second: np.where(which, second, first)

    def select(which: Array, *cases: Array) -> Array:
        out = cases[0]
        for number, case in enumerate(cases[1:], 1):
            out = np.where(which == number, case, out)
        return out

    return select


def total_order(x: Array) -> Array:
    """Integers in the order of IEEE 754's totalOrder of floating numbers; integers are their own."""
    if x.dtype.kind in "biu":
        return x
    bits = x.view(f"i{x.dtype.itemsize}")
    return bits ^ ((bits >> (8 * x.dtype.itemsize - 1)) & np.iinfo(bits.dtype).max)


def _total(compare: Compute, a: Array, b: Array) -> Any:
    return compare(total_order(a), total_order(b))


_plain(SAME, lt_to=functools.partial(_total, np.less), le_to=functools.partial(_total, np.less_equal))
_plain(SAME, eq_to=functools.partial(_total, np.equal))


# --- bits -------------------------------------------------------------------------------------------------------------


def _shift_right(name: str, kind: str) -> None:
    """Register a shift of numbers that are taken for signed (``i``) or unsigned (``u``), whatever their dtype says."""

    def make(equation: JaxprEqn) -> Compute:
        dtype = result_dtype(equation)
        if dtype.kind == kind:
            return np.right_shift
        bits = np.dtype(f"{kind}{dtype.itemsize}")
        return lambda a, b: np.right_shift(a.view(bits), b.view(bits)).view(dtype)

    rule(name, rounding=SAME)(make)


_shift_right("shift_right_arithmetic", "i")
_shift_right("shift_right_logical", "u")


@rule("bitcast_convert_type", rounding=SAME)
def _bitcast(equation: JaxprEqn) -> Compute:
    old, new = dtype_of(equation.invars[0]), result_dtype(equation)
    shape = shape_of(equation.outvars[0])
    if old.itemsize == new.itemsize:
        return lambda x: x.view(new)
    return lambda x: np.ascontiguousarray(x).reshape(-1).view(new).reshape(shape)


# --- conversion -------------------------------------------------------------------------------------------------------


def _saturating(new: Dtype) -> Compute:
    """Floating numbers to integers: towards zero, what does not fit to the nearest, NaN to 0."""
    info = np.iinfo(new)
    low, high = (float(info.min) if new.kind == "i" else -1.0), 2.0 ** math.log2(info.max + 1)

    def convert(x: Array) -> Array:
        x = np.asarray(x)
        if x.dtype in HALVES:
            x = x.astype(np.float32)
        if x.size and low < x.min() and x.max() < high:
            return x.astype(new)
        out = np.zeros(x.shape, new)
        fits = (x > low) & (x < high)
        out[fits] = x[fits].astype(new)
        out[x >= high] = info.max
        out[x <= low] = info.min
        return out

    return convert


@rule("convert_element_type", rounding=SAME)
def _convert(equation: JaxprEqn) -> Compute:
    old, new = dtype_of(equation.invars[0]), result_dtype(equation)
    if old == new:
        return identity
    if new.kind == "b":
        return lambda x: x != 0
    if old.kind == "c" and is_real(new):
        return lambda x: x.real.astype(new)
    if old.kind == "c" and new.kind != "c":
        raise CannotInterpret("a complex number taken for an integer")
    if is_real(old) and new.kind in "iu":
        return _saturating(new)
    return lambda x: x.astype(new)


# The exponent and mantissa bits of the types that a number can be rounded to by converting it there and back.
_FORMATS = {(8, 7): BFLOAT16, (8, 23): np.dtype(np.float32), (11, 52): np.dtype(np.float64)}


@rule("reduce_precision")
def _reduce_precision(equation: JaxprEqn) -> Compute:
    dtype = result_dtype(equation)
    exponent, mantissa = equation.params["exponent_bits"], equation.params["mantissa_bits"]
    if (exponent, mantissa) == (5, 10) and dtype == np.float16:
        return identity
    kept = _FORMATS.get((exponent, mantissa))
    if kept is None or (dtype == np.float16 and kept == BFLOAT16):
        raise CannotInterpret(f"rounding to {exponent} bits of exponent and {mantissa} of mantissa")
    if kept.itemsize >= dtype.itemsize:
        return identity
    return lambda x: x.astype(kept).astype(dtype)


@rule("complex")
def _complex(equation: JaxprEqn) -> Compute:
    dtype, shape = result_dtype(equation), shape_of(equation.outvars[0])

    def join(real: Array, imaginary: Array) -> Array:
        out = np.empty(shape, dtype)
        out.real, out.imag = real, imaginary
        return out

    return join
