"""Operators that work element by element: of one array, of two, of an array and a number."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from mxnet.onnx._tables import ARITHMETIC, COMPARISON, LOGIC, REAL, UNARY
from mxnet.onnx.mx2onnx._registry import CONVERTERS, NodeWriter, exports
from mxnet.onnx.mx2onnx._writer import Operand, Tensor, tensor_type

Binary = Callable[[NodeWriter, Operand, Operand, np.dtype], Operand]


def is_real(dtype: np.dtype) -> bool:
    """Whether a type is a floating one."""
    return dtype.kind not in "iub"


# --- one array -------------------------------------------------------------------------------------------------------


def _plain(kind: str) -> Callable[..., Operand]:
    return lambda g, data, **_: g.op(kind, data)


def real(function: Callable[[NodeWriter, Operand], Operand]) -> Callable[..., Operand]:
    """A function of real numbers; integers are computed as such and cut back, as MXNet does."""

    def convert(g: NodeWriter, data: Tensor, **_: Any) -> Operand:
        if is_real(data.dtype):
            return function(g, data)
        return g.cast(g.op(*_towards_zero(g, function(g, g.cast(data, np.float32)))), data.dtype)

    return convert


def _towards_zero(g: NodeWriter, x: Operand) -> tuple[Any, ...]:
    return "Mul", g.op("Sign", x), g.op("Floor", g.op("Abs", x))


def _like(g: NodeWriter, number: float) -> np.ndarray:
    """A number in the type of the node's result, or in float32 where that is computed for integers."""
    return np.array(number, g.out.dtype if is_real(g.out.dtype) else np.float32)


for _mx, _onnx in UNARY.items():
    CONVERTERS[_mx] = _plain(_onnx)
for _mx, _onnx in REAL.items():
    CONVERTERS[_mx] = real(_plain(_onnx))

CONVERTERS.update(
    {
        "cbrt": real(lambda g, x: g.op("Mul", g.op("Sign", x), g.op("Pow", g.op("Abs", x), _like(g, 1 / 3)))),
        "degrees": real(lambda g, x: g.op("Mul", x, _like(g, 180 / math.pi))),
        "expm1": real(lambda g, x: g.op("Sub", g.op("Exp", x), _like(g, 1))),
        "log10": real(lambda g, x: g.op("Mul", g.op("Log", x), _like(g, 1 / math.log(10)))),
        "log1p": real(lambda g, x: g.op("Log", g.op("Add", x, _like(g, 1)))),
        "log2": real(lambda g, x: g.op("Div", g.op("Log", x), _like(g, math.log(2)))),
        "radians": real(lambda g, x: g.op("Mul", x, _like(g, math.pi / 180))),
        "rcbrt": real(lambda g, x: g.op("Mul", g.op("Sign", x), g.op("Pow", g.op("Abs", x), _like(g, -1 / 3)))),
        "rsqrt": real(lambda g, x: g.op("Reciprocal", g.op("Sqrt", x))),
    }
)

_SAME = (
    "_copy BlockGrad MakeLoss make_loss _identity_with_attr_like_rhs IdentityAttachKLSparseReg LinearRegressionOutput "
    "MAERegressionOutput SVMOutput _contrib_gradientmultiplier cast_storage"
)


@exports(*_SAME.split())
def identity(g: NodeWriter, data: Tensor, *_: Tensor, **__: Any) -> Operand:
    return g.op("Identity", data)


@exports("LogisticRegressionOutput")
def logistic_output(g: NodeWriter, data: Tensor, *_: Tensor, **__: Any) -> Operand:
    return g.op("Sigmoid", data)


@exports("Cast", "amp_cast")
def cast(g: NodeWriter, data: Tensor, **_: Any) -> Operand:
    return g.op("Cast", data, to=tensor_type(g.out.dtype))


@exports("amp_multicast")
def multicast(g: NodeWriter, *data: Tensor, **_: Any) -> list[Operand]:
    return [g.op("Cast", x, to=tensor_type(out.dtype)) for x, out in zip(data, g.outs, strict=True)]


@exports("square")
def square(g: NodeWriter, data: Tensor) -> Operand:
    return g.op("Mul", data, data)


@exports("round", "rint", "fix", "trunc", "_npi_rint")
def rounded(g: NodeWriter, data: Tensor) -> Operand:
    """MXNet's ways to round; ONNX rounds halves to even numbers, which is none of them."""
    if not is_real(data.dtype):
        return g.op("Identity", data)
    if g.kind in ("rint", "_npi_rint"):  # halves downward
        return g.op("Ceil", g.op("Sub", data, np.array(0.5, data.dtype)))
    size = g.op("Abs", data)
    if g.kind == "round":  # halves away from zero
        size = g.op("Add", size, np.array(0.5, data.dtype))
    return g.op("Mul", g.op("Sign", data), g.op("Floor", size))


@exports("_npi_around")
def rounded_to_even(g: NodeWriter, x: Tensor, *, decimals: int = 0) -> Operand:
    if decimals:
        raise g.fail("decimals=0", f"{decimals=}", "multiply by a power of ten before, and divide by it after")
    return g.op("Round" if is_real(x.dtype) else "Identity", x)


@exports("logical_not")
def logical_not(g: NodeWriter, data: Tensor) -> Operand:
    return g.cast(g.op("Not", g.cast(data, np.bool_)), g.out.dtype)


@exports("hard_sigmoid")
def hard_sigmoid(g: NodeWriter, data: Tensor, *, alpha: float, beta: float) -> Operand:
    return g.op("HardSigmoid", data, alpha=alpha, beta=beta)


@exports("clip")
def clip(g: NodeWriter, data: Tensor, *, a_min: float, a_max: float) -> Operand:
    if is_real(data.dtype):
        return g.op("Clip", data, np.array(a_min, data.dtype), np.array(a_max, data.dtype))
    span = np.iinfo(data.dtype)
    low, high = (np.array(int(min(max(bound, span.min), span.max)), data.dtype) for bound in (a_min, a_max))
    return g.op("Min", g.op("Max", data, low), high)


@exports("smooth_l1")
def smooth_l1(g: NodeWriter, data: Tensor, *, scalar: float, **_: Any) -> Operand:
    squared = scalar * scalar
    size = g.op("Abs", data)
    far = g.op("Greater", size, np.array(1 / squared, data.dtype))
    line = g.op("Sub", size, np.array(0.5 / squared, data.dtype))
    return g.op("Where", far, line, g.op("Mul", g.op("Mul", data, data), np.array(0.5 * squared, data.dtype)))


@exports("_contrib_quadratic")
def quadratic(g: NodeWriter, data: Tensor, *, a: float, b: float, c: float) -> Operand:
    line = g.op("Add", g.op("Mul", data, np.array(a, data.dtype)), np.array(b, data.dtype))
    return g.op("Add", g.op("Mul", data, line), np.array(c, data.dtype))


@exports("_contrib_div_sqrt_dim")
def div_sqrt_dim(g: NodeWriter, data: Tensor) -> Operand:
    return g.op("Div", data, g.op("Sqrt", g.number(g.dim(data, -1), data.dtype)))


@exports("zeros_like", "ones_like")
def constant_like(g: NodeWriter, data: Tensor, **_: Any) -> Operand:
    value = np.array([g.kind == "ones_like"], g.out.dtype)
    return g.expand(value, g.dims(data))


# --- two arrays, an array and a number -------------------------------------------------------------------------------


def _arithmetic(kind: str) -> Binary:
    def apply(g: NodeWriter, a: Operand, b: Operand, dtype: np.dtype) -> Operand:
        if kind == "Pow" and not is_real(dtype):  # negative exponents have a meaning too
            return g.cast(g.op("Pow", g.cast(a, np.float64), g.cast(b, np.float64)), dtype)
        return g.op(kind, a, b)

    return apply


def _comparison(kind: str) -> Binary:
    def apply(g: NodeWriter, a: Operand, b: Operand, dtype: np.dtype) -> Operand:
        if dtype.kind in "iu" and dtype.itemsize < 4:  # runtimes compare the common types alone
            a, b = g.cast(a, np.int32), g.cast(b, np.int32)
        return g.cast(g.op(kind, a, b), g.out.dtype)

    return apply


def _logic(kind: str) -> Binary:
    def apply(g: NodeWriter, a: Operand, b: Operand, dtype: np.dtype) -> Operand:
        return g.cast(g.op(kind, g.cast(a, np.bool_), g.cast(b, np.bool_)), g.out.dtype)

    return apply


def _not_equal(g: NodeWriter, a: Operand, b: Operand, dtype: np.dtype) -> Operand:
    return g.cast(g.op("Not", g.op("Equal", a, b)), g.out.dtype)


def _mod(g: NodeWriter, a: Operand, b: Operand, dtype: np.dtype) -> Operand:
    """The remainder with the sign of ``b``, and 0 where that is 0."""
    zero, one = np.array(0, dtype), np.array(1, dtype)
    none = g.op("Equal", b, zero)
    if not is_real(dtype):
        return g.op("Mod", a, g.op("Where", none, one, b))
    rest = g.op("Mod", a, b, fmod=1)
    other_side = g.op("Less", g.op("Mul", rest, b), zero)
    return g.op("Where", none, zero, g.op("Where", other_side, g.op("Add", rest, b), rest))


def _hypot(g: NodeWriter, a: Operand, b: Operand, dtype: np.dtype) -> Operand:
    return g.op("Sqrt", g.op("Add", g.op("Mul", a, a), g.op("Mul", b, b)))


def _of_arrays(function: Binary) -> Callable[..., Operand]:
    return lambda g, lhs, rhs, **_: function(g, lhs, rhs, lhs.dtype)


def _of_number(function: Binary, swap: bool) -> Callable[..., Operand]:
    def convert(g: NodeWriter, data: Tensor, *, scalar: float, is_int: bool = True) -> Operand:
        # Whether the number's fraction counts for integers is told by is_int; the comparisons answer in that type too.
        wide = np.dtype(np.float64) if not is_int and not is_real(data.dtype) else data.dtype
        number = np.array(scalar if is_real(wide) else int(scalar), wide)
        x = g.cast(data, wide)
        return function(g, number, x, wide) if swap else function(g, x, number, wide)

    return convert


def _declare(function: Binary, broadcast: str, same: str, right: str, left: str) -> None:
    for name in (broadcast, *same.split()):
        CONVERTERS[name] = _of_arrays(function)
    CONVERTERS[right] = _of_number(function, swap=False)
    if left.startswith("_r"):
        CONVERTERS[left] = _of_number(function, swap=True)


for _table, _make in ((ARITHMETIC, _arithmetic), (COMPARISON, _comparison), (LOGIC, _logic)):
    for _kind, _names in _table.items():
        _declare(_make(_kind), *_names)
_declare(_not_equal, "broadcast_not_equal", "_not_equal", "_not_equal_scalar", "")
_declare(_mod, "broadcast_mod", "_mod", "_mod_scalar", "_rmod_scalar")
_declare(_hypot, "broadcast_hypot", "_hypot", "_hypot_scalar", "")


@exports("add_n")
def add_n(g: NodeWriter, *data: Tensor, **_: Any) -> Operand:
    if is_real(data[0].dtype):
        return g.op("Sum", *data)
    total: Operand = data[0]
    for x in data[1:]:
        total = g.op("Add", total, x)
    return total
