"""Rules of the primitives that work element by element, with XLA's results where NumPy's differ."""

import math
from typing import Any

import numpy as np

from mxnet._lazy.interpret.rules import (
    BFLOAT16,
    HALVES,
    RULES,
    Compute,
    Missing,
    dtype_of,
    is_real,
    keep,
    result_dtype,
    rule,
    weigh,
    wide,
    widened,
)
from mxnet._lazy.interpret.special import digamma, erf, erf_inv, erfc, lgamma

# --- primitives that are functions of NumPy ---------------------------------------------------------------------------

_PLAIN: dict[str, Compute] = {
    "add": np.add,
    "add_any": np.add,
    "sub": np.subtract,
    "neg": np.negative,
    "sign": np.sign,
    "floor": np.floor,
    "ceil": np.ceil,
    "abs": np.abs,
    "is_finite": np.isfinite,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
    "not": np.invert,
    "shift_left": np.left_shift,
    "eq": np.equal,
    "ne": np.not_equal,
    "nextafter": np.nextafter,
    "real": np.real,
    "imag": np.imag,
    "conj": np.conj,
    "square": np.square,
}
_ORDERED: dict[str, Compute] = {
    "max": np.maximum,
    "min": np.minimum,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
}
_FLOATING: dict[str, Compute] = {
    "exp": np.exp,
    "exp2": np.exp2,
    "expm1": np.expm1,
    "log": np.log,
    "log2": np.log2,
    "log1p": np.log1p,
    "sqrt": np.sqrt,
    "rsqrt": lambda x: np.reciprocal(np.sqrt(x)),
    "cbrt": np.cbrt,
    "one_minus_square": lambda x: (1 + x) * (1 - x),
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "sinh": np.sinh,
    "cosh": np.cosh,
    "tanh": np.tanh,
    "asinh": np.arcsinh,
    "acosh": np.arccosh,
    "atanh": np.arctanh,
    "atan2": np.arctan2,
    "logistic": lambda x: np.reciprocal(1 + np.exp(-x)),
    "erf": erf,
    "erfc": erfc,
    "erf_inv": erf_inv,
    "lgamma": lgamma,
    "digamma": digamma,
}
_SLOW = {"erf": 60, "erfc": 60, "erf_inv": 40, "lgamma": 60, "digamma": 60}


def _same(function: Compute) -> Any:
    return lambda equation: function


def _ordered(function: Compute) -> Any:
    def make(equation: Any) -> Compute:
        if dtype_of(equation.invars[0]).kind == "c":
            raise Missing("an order of complex numbers")
        return function

    return make


def _floating(function: Compute) -> Any:
    return lambda equation: widened(function, result_dtype(equation))


for _name, _function in _PLAIN.items():
    rule(_name)(_same(_function))
for _name, _function in _ORDERED.items():
    rule(_name)(_ordered(_function))
for _name, _function in _FLOATING.items():
    rule(_name, cost=weigh(_SLOW.get(_name, 8)))(_floating(_function))


@rule("mul")
def _mul(equation: Any) -> Compute:
    wanted = equation.params.get("out_dtype")
    if wanted is not None and wanted != dtype_of(equation.invars[0]):
        raise Missing("a product of another dtype")
    return np.multiply


# --- division and powers ----------------------------------------------------------------------------------------------


@rule("div")
def _div(equation: Any) -> Compute:
    dtype = result_dtype(equation)
    if dtype.kind == "u":
        most = dtype.type(np.iinfo(dtype).max)
        return lambda a, b: np.where(b == 0, most, a // b)
    if dtype.kind != "i":
        return np.true_divide

    def divide(a: Any, b: Any) -> Any:
        quotient = a // b
        quotient = quotient + ((np.fmod(a, b) != 0) & ((a < 0) != (b < 0)))
        return np.where(b == 0, dtype.type(-1), quotient)

    return divide


@rule("rem")
def _rem(equation: Any) -> Compute:
    dtype = result_dtype(equation)
    if dtype.kind in "iu":
        return lambda a, b: np.where(b == 0, a, np.fmod(a, b))
    return widened(np.fmod, dtype)


@rule("pow", cost=weigh(20))
def _pow(equation: Any) -> Compute:
    dtype = result_dtype(equation)
    inner = wide(dtype)
    return lambda a, b: np.power(a.astype(inner), b.astype(inner)).astype(dtype)


@rule("integer_pow", cost=weigh(4))
def _integer_pow(equation: Any) -> Compute:
    exponent = int(equation.params["y"])

    def power(x: Any) -> Any:
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


@rule("polynomial", cost=lambda equation: 2 * len(equation.invars) * math.prod(equation.outvars[0].aval.shape))
def _polynomial(equation: Any) -> Compute:
    def evaluate(x: Any, *coefficients: Any) -> Any:
        found = coefficients[-1]
        for coefficient in coefficients[-2::-1]:
            found = found * x + coefficient
        return found

    return widened(evaluate, result_dtype(equation))


@rule("round")
def _round(equation: Any) -> Compute:
    if int(equation.params["rounding_method"]) == 1:
        return widened(np.rint, result_dtype(equation))

    def away(x: Any) -> Any:
        whole = np.trunc(x)
        return np.where(np.abs(x - whole) >= 0.5, whole + np.sign(x), whole)

    return widened(away, result_dtype(equation))


# --- selection --------------------------------------------------------------------------------------------------------


@rule("clamp")
def _clamp(equation: Any) -> Compute:
    return lambda low, x, high: np.minimum(np.maximum(x, low), high)


@rule("select_n")
def _select_n(equation: Any) -> Compute:
    if len(equation.invars) == 3:
        return lambda which, first, second: np.where(which, second, first)

    def select(which: Any, *cases: Any) -> Any:
        found = cases[0]
        for number, case in enumerate(cases[1:], 1):
            found = np.where(which == number, case, found)
        return found

    return select


def total_order(x: Any) -> Any:
    """Integers in the order of IEEE 754's totalOrder of floating numbers; integers are their own."""
    if x.dtype.kind in "biu":
        return x
    bits = x.view(f"i{x.dtype.itemsize}")
    return bits ^ ((bits >> (8 * x.dtype.itemsize - 1)) & np.iinfo(bits.dtype).max)


for _name, _function in {"lt_to": np.less, "le_to": np.less_equal, "eq_to": np.equal}.items():
    RULES[_name] = _same(lambda a, b, function=_function: function(total_order(a), total_order(b)))


# --- bits -------------------------------------------------------------------------------------------------------------


def _unsigned(dtype: np.dtype) -> np.dtype:
    return np.dtype(f"u{dtype.itemsize}")


@rule("shift_right_arithmetic")
def _shift_right_arithmetic(equation: Any) -> Compute:
    dtype = result_dtype(equation)
    if dtype.kind == "i":
        return np.right_shift
    bits = np.dtype(f"i{dtype.itemsize}")  # the first bit is a sign here, also in unsigned numbers
    return lambda a, b: np.right_shift(a.view(bits), b.view(bits)).view(dtype)


@rule("shift_right_logical")
def _shift_right_logical(equation: Any) -> Compute:
    dtype = result_dtype(equation)
    if dtype.kind == "u":
        return np.right_shift
    bits = _unsigned(dtype)
    return lambda a, b: np.right_shift(a.view(bits), b.view(bits)).view(dtype)


@rule("population_count")
def _population_count(equation: Any) -> Compute:
    dtype = result_dtype(equation)
    bits = _unsigned(dtype)
    return lambda x: np.bitwise_count(x.view(bits)).astype(dtype)


@rule("clz")
def _clz(equation: Any) -> Compute:
    dtype = result_dtype(equation)
    bits, width = _unsigned(dtype), 8 * dtype.itemsize

    def count(x: Any) -> Any:
        x = x.view(bits).astype(np.uint64)
        high, low = x >> np.uint64(32), x & np.uint64(0xFFFFFFFF)
        length = np.where(high != 0, 32 + np.frexp(high.astype(np.float64))[1], np.frexp(low.astype(np.float64))[1])
        return (width - length).astype(dtype)

    return count


@rule("bitcast_convert_type")
def _bitcast(equation: Any) -> Compute:
    old, new = dtype_of(equation.invars[0]), result_dtype(equation)
    shape = equation.outvars[0].aval.shape
    if old.itemsize == new.itemsize:
        return lambda x: x.view(new)
    return lambda x: np.ascontiguousarray(x).reshape(-1).view(new).reshape(shape)


# --- conversion -------------------------------------------------------------------------------------------------------


def _saturating(new: np.dtype) -> Compute:
    """Floating numbers to integers: towards zero, what does not fit to the nearest, NaN to 0."""
    info = np.iinfo(new)
    low, high = (float(info.min) if new.kind == "i" else -1.0), 2.0 ** math.log2(info.max + 1)

    def convert(x: Any) -> Any:
        x = np.asarray(x)
        if x.dtype in HALVES:
            x = x.astype(np.float32)
        if x.size and low < x.min() and x.max() < high:
            return x.astype(new)
        found = np.zeros(x.shape, new)
        fits = (x > low) & (x < high)
        found[fits] = x[fits].astype(new)
        found[x >= high] = info.max
        found[x <= low] = info.min
        return found

    return convert


@rule("convert_element_type")
def _convert(equation: Any) -> Compute:
    old, new = dtype_of(equation.invars[0]), result_dtype(equation)
    if old == new:
        return keep
    if new.kind == "b":
        return lambda x: x != 0
    if old.kind == "c" and is_real(new):
        return lambda x: x.real.astype(new)
    if old.kind == "c" and new.kind != "c":
        raise Missing("a complex number taken for an integer")
    if is_real(old) and new.kind in "iu":
        return _saturating(new)
    return lambda x: x.astype(new)


# The exponent and mantissa bits of the types that a number can be rounded to by converting it there and back.
_FORMATS = {(8, 7): BFLOAT16, (8, 23): np.dtype(np.float32), (11, 52): np.dtype(np.float64)}


@rule("reduce_precision")
def _reduce_precision(equation: Any) -> Compute:
    dtype = result_dtype(equation)
    exponent, mantissa = equation.params["exponent_bits"], equation.params["mantissa_bits"]
    if (exponent, mantissa) == (5, 10) and dtype == np.float16:
        return keep
    kept = _FORMATS.get((exponent, mantissa))
    if kept is None or (dtype == np.float16 and kept == BFLOAT16):
        raise Missing(f"rounding to {exponent} bits of exponent and {mantissa} of mantissa")
    if kept.itemsize >= dtype.itemsize:
        return keep
    return lambda x: x.astype(kept).astype(dtype)


@rule("complex")
def _complex(equation: Any) -> Compute:
    dtype, shape = result_dtype(equation), equation.outvars[0].aval.shape

    def join(real: Any, imaginary: Any) -> Any:
        found = np.empty(shape, dtype)
        found.real, found.imag = real, imaginary
        return found

    return join
