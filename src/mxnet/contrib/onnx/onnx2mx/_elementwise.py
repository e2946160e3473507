"""Operators that work element by element."""

import math
from functools import reduce
from typing import Any

import numpy as np

from mxnet._ops.attrs import DTYPES
from mxnet.contrib.onnx.onnx2mx._graph import Importer, MaybeValue, OnnxValue
from mxnet.contrib.onnx.onnx2mx._registry import IMPORTERS, imports
from mxnet.onnx._package import load_onnx
from mxnet.onnx._tables import ARITHMETIC, COMPARISON, LOGIC, REAL, UNARY
from mxnet.symbol import Symbol

for _mx, _onnx in {**UNARY, **REAL}.items():
    IMPORTERS[_onnx] = lambda m, x, op=_mx, **_: m.call(op, x)


def _is_number(x: OnnxValue, other: OnnxValue) -> bool:
    """Whether a constant is one number that leaves the shape of the other alone."""
    if x.array is None or x.array.size != 1 or x.array.dtype.kind not in "biuf":
        return False
    return x.array.ndim == 0 or (other.shape is not None and x.array.ndim <= len(other.shape))


def _number(x: OnnxValue) -> float:
    """A constant as a number; truth is 0 or 1."""
    assert x.array is not None
    number = x.array.reshape(-1)[0].item()
    return float(number) if isinstance(number, bool) else number


def binary(m: Importer, names: tuple[str, str, str, str], a: OnnxValue, b: OnnxValue) -> Symbol:
    """An operator of two arrays, or of an array and a number."""
    broadcast, _, right, left = names
    if a.array is None and _is_number(b, a):
        return m.call(right, a, scalar=_number(b))
    if b.array is None and _is_number(a, b):
        return m.call(left or right, b, scalar=_number(a))
    return m.call(broadcast, a, b)


def _two(names: tuple[str, str, str, str]) -> Any:
    def convert(
        m: Importer, a: OnnxValue, b: OnnxValue, *, broadcast: int = 0, axis: int | None = None, **_: Any
    ) -> Symbol:
        return binary(m, names, a, _placed(m, a, b, broadcast, axis))

    return convert


def _placed(m: Importer, a: OnnxValue, b: OnnxValue, broadcast: int, axis: int | None) -> OnnxValue:
    """The second of two arrays; opsets before 7 said where in the first one it lies."""
    if not broadcast or axis is None or b.shape is None:
        return b
    return OnnxValue(m, b.name, m.call("reshape", b, shape=(*_sizes(b), *(1,) * (a.rank - axis % a.rank - b.rank))))


def _sizes(x: OnnxValue) -> tuple[int, ...]:
    return tuple(d or 0 for d in x.shape or ())


def truth(m: Importer, comparison: Symbol) -> Symbol:
    """Truth as ONNX has it: MXNet's comparisons give numbers."""
    return m.call("Cast", comparison, dtype="bool")


def _question(names: tuple[str, str, str, str]) -> Any:
    convert = _two(names)
    return lambda m, a, b, **attrs: truth(m, convert(m, a, b, **attrs))


IMPORTERS.update({_kind: _two(_names) for _kind, _names in ARITHMETIC.items()})
IMPORTERS.update({_kind: _question(_names) for _kind, _names in COMPARISON.items()})


@imports(*LOGIC)
def logic(m: Importer, a: OnnxValue, b: OnnxValue, *, broadcast: int = 0, axis: int | None = None) -> Symbol:
    return m.call(f"_npi_bitwise_{m.kind.lower()}", a, _placed(m, a, b, broadcast, axis))


_divide = IMPORTERS["Div"]


@imports("Div")
def divide(m: Importer, a: OnnxValue, b: OnnxValue, **attrs: Any) -> Symbol:
    if a.dtype.startswith(("int", "uint")):
        return m.call("_onnx_divide", a, b)
    return _divide(m, a, b, **attrs)


@imports("Pow")
def power(m: Importer, a: OnnxValue, b: OnnxValue, **_: Any) -> Symbol:
    kinds = m.types.get(a.name), m.types.get(b.name)
    if b.array is not None or None in kinds or kinds[0] == kinds[1]:
        return binary(m, ARITHMETIC["Pow"], a, b)
    # The result has the type of the first; numbers of two types meet as real ones.
    powers = m.call("broadcast_power", m.call("Cast", a, dtype="float64"), m.call("Cast", b, dtype="float64"))
    return cast(m, OnnxValue(m, "", powers), to=kinds[0] or 1)


@imports("Max", "Min")
def extreme(m: Importer, *values: OnnxValue) -> Symbol:
    names = ARITHMETIC[m._node.op_type]
    if len(values) == 1:
        return m.call("identity", values[0])
    return reduce(lambda a, b: _as_value(m, binary(m, names, a, b)), values).sym


def _as_value(m: Importer, sym: Symbol) -> OnnxValue:
    return OnnxValue(m, "", sym)


@imports("Sum")
def add_n(m: Importer, *values: OnnxValue) -> Symbol:
    shapes = {v.shape for v in values}
    if len(shapes) == 1 and None not in shapes:
        return m.call("add_n", *values)
    return reduce(lambda a, b: m.call("broadcast_add", a, b), [v.sym for v in values])


@imports("Mean")
def mean(m: Importer, *values: OnnxValue) -> Symbol:
    return add_n(m, *values) / len(values)


@imports("Mod")
def mod(m: Importer, a: OnnxValue, b: OnnxValue, *, fmod: int = 0) -> Symbol:
    return m.call("_onnx_mod", a, b, fmod=bool(fmod))


@imports("Not")
def logical_not(m: Importer, x: OnnxValue) -> Symbol:
    return truth(m, m.call("logical_not", x))


@imports("BitShift")
def bit_shift(m: Importer, a: OnnxValue, b: OnnxValue, *, direction: str) -> Symbol:
    return m.call("_onnx_bit_shift", a, b, left=direction == "LEFT")


for _kind in ("and", "or", "xor"):
    IMPORTERS[f"Bitwise{_kind.title()}"] = lambda m, a, b, op=f"_npi_bitwise_{_kind}": m.call(op, a, b)
IMPORTERS["BitwiseNot"] = lambda m, x: m.call("_npi_bitwise_not", x)


@imports("BitCast")
def bit_cast(m: Importer, x: OnnxValue, *, to: int) -> Symbol:
    return m.call("_onnx_bit_cast", x, dtype=dtype_name(m, to))


@imports("Identity")
def identity(m: Importer, x: OnnxValue, **_: Any) -> Symbol | OnnxValue:
    return x if x.items is not None else m.call("identity", x)


@imports("Constant")
def constant(m: Importer, **attrs: Any) -> OnnxValue:
    (kind, value), *_ = attrs.items() or [("value", None)]
    if value is None or kind not in ("value", "value_float", "value_floats", "value_int", "value_ints"):
        raise m.fail("a tensor or numbers", ", ".join(attrs) or "nothing")
    array = load_onnx("numpy_helper").to_array(value) if kind == "value" else np.array(value)
    if kind.startswith("value_float"):
        array = array.astype(np.float32)
    return OnnxValue(m, m.outputs()[0], None, np.array(array))


def dtype_name(m: Importer, number: int) -> str:
    """The name of a type of ONNX, which MXNet must have."""
    onnx = load_onnx()
    try:
        name = onnx.helper.tensor_dtype_to_np_dtype(number).name
    except KeyError:
        name = "?"
    if name not in DTYPES:
        names = {v: k for k, v in onnx.TensorProto.DataType.items()}
        raise m.fail(f"a type among {', '.join(DTYPES)}", f"{names.get(number, number)}")
    return name


@imports("Cast")
def cast(m: Importer, x: OnnxValue, *, to: int | str, saturate: int = 1, **_: Any) -> Symbol:
    number = load_onnx().TensorProto.DataType.Value(to) if isinstance(to, str) else to
    dtype = dtype_name(m, number)
    return m.call("Cast", x, dtype=dtype)


@imports("CastLike")
def cast_like(m: Importer, x: OnnxValue, like: OnnxValue, **how: Any) -> Symbol:
    if like.array is not None:
        return cast(m, x, to=load_onnx("helper").np_dtype_to_tensor_dtype(like.array.dtype), **how)
    number = m.types.get(like.name) or load_onnx("helper").np_dtype_to_tensor_dtype(np.dtype(like.dtype))
    return cast(m, x, to=number, **how)


@imports("Clip")
def clip(
    m: Importer, x: OnnxValue, low: MaybeValue = None, high: MaybeValue = None, *, min: Any = None, max: Any = None
) -> Symbol:
    kind = np.dtype(x.dtype) if x.dtype != "bfloat16" else np.dtype(np.float32)
    ends: Any = np.finfo(kind) if kind.kind == "f" else np.iinfo(kind)  # type: ignore[type-var]
    known = all(end is None or end.array is not None for end in (low, high))
    if known:
        a_min = m.number(low, float(ends.min) if min is None else min, "min")
        a_max = m.number(high, float(ends.max) if max is None else max, "max")
        if a_min <= a_max and kind.kind == "f":
            return m.call("clip", x, a_min=a_min, a_max=a_max)
    if low is None and high is None:
        return m.call("identity", x)
    bounds = [
        m.filled(name, np.asarray(end, kind)) if bound is None else bound.sym
        for name, bound, end in (("min", low, ends.min), ("max", high, ends.max))
    ]
    return m.call("_onnx_clip", x, *bounds)


@imports("Where")
def where(m: Importer, condition: OnnxValue, x: OnnxValue, y: OnnxValue) -> Symbol:
    if condition.shape == x.shape == y.shape and x.shape is not None and None not in x.shape:
        return m.call("where", condition, x, y)
    return m.call("_npi_where", condition, x, y)


@imports("IsNaN")
def is_nan(m: Importer, x: OnnxValue) -> Symbol:
    return truth(m, m.call("_not_equal", x, x))


@imports("IsInf")
def is_infinite(m: Importer, x: OnnxValue, *, detect_negative: int = 1, detect_positive: int = 1) -> Symbol:
    kind = "isinf" if detect_negative and detect_positive else "isposinf" if detect_positive else "isneginf"
    if not detect_negative and not detect_positive:
        return truth(m, m.call("zeros_like", x))
    return truth(m, m.call(f"_npi_{kind}", x))


@imports("Round")
def round_half_even(m: Importer, x: OnnxValue) -> Symbol:
    return m.call("_npi_around", x)


# --- activations -----------------------------------------------------------------------------------------------------


@imports("Softplus")
def softplus(m: Importer, x: OnnxValue) -> Symbol:
    return m.call("Activation", x, act_type="softrelu")


@imports("HardSigmoid")
def hard_sigmoid(m: Importer, x: OnnxValue, *, alpha: float = 0.2, beta: float = 0.5) -> Symbol:
    return m.call("hard_sigmoid", x, alpha=alpha, beta=beta)


@imports("HardSwish")
def hard_swish(m: Importer, x: OnnxValue) -> Symbol:
    return m.call("broadcast_mul", x, m.call("hard_sigmoid", x, alpha=1 / 6, beta=0.5))


@imports("LeakyRelu")
def leaky_relu(m: Importer, x: OnnxValue, *, alpha: float = 0.01) -> Symbol:
    return m.call("LeakyReLU", x, slope=alpha)


@imports("Elu")
def elu(m: Importer, x: OnnxValue, *, alpha: float = 1.0) -> Symbol:
    return m.call("LeakyReLU", x, act_type="elu", slope=alpha)


@imports("Selu")
def selu(m: Importer, x: OnnxValue, *, alpha: float = 1.67326319, gamma: float = 1.05070102) -> Symbol:
    if abs(alpha - 1.6732632) > 1e-4 or abs(gamma - 1.0507010) > 1e-4:
        return gamma * m.call("LeakyReLU", x, act_type="elu", slope=alpha)
    return m.call("LeakyReLU", x, act_type="selu")


@imports("PRelu")
def prelu(m: Importer, x: OnnxValue, slope: OnnxValue) -> Symbol:
    shape = slope.shape
    # ONNX's slopes of channels stand along the second axis, as MXNet's do.
    if shape and len(shape) == x.rank - 1 and all(d == 1 for d in shape[1:]):
        return m.call("LeakyReLU", x, m.call("reshape", slope, shape=(-1,)), act_type="prelu")
    if shape and len(shape) == 1 and (m.opset < 7 or x.rank == 2 or shape == (1,)):
        return m.call("LeakyReLU", x, slope, act_type="prelu")
    return m.call("relu", x) - m.call("broadcast_mul", slope, m.call("relu", -x.sym))


@imports("Gelu")
def gelu(m: Importer, x: OnnxValue, *, approximate: str = "none") -> Symbol:
    if approximate == "none":
        return m.call("LeakyReLU", x, act_type="gelu")
    inner = m.call("tanh", math.sqrt(2 / math.pi) * (x.sym + 0.044715 * x.sym**3))
    return 0.5 * x.sym * (1 + inner)


@imports("Mish")
def mish(m: Importer, x: OnnxValue) -> Symbol:
    return x.sym * m.call("tanh", m.call("Activation", x, act_type="softrelu"))


@imports("ThresholdedRelu")
def thresholded_relu(m: Importer, x: OnnxValue, *, alpha: float = 1.0) -> Symbol:
    return x.sym * m.call("_greater_scalar", x, scalar=alpha)


@imports("Dropout")
def dropout(
    m: Importer, x: OnnxValue, ratio_in: MaybeValue = None, training: MaybeValue = None, *, ratio: float = 0.5, **_: Any
) -> list[Symbol]:
    if x.array is not None:
        x = m.value(m.call("identity", x))
    always = training is not None and bool(m.constant(training, "training_mode").all())
    share = m.number(ratio_in, ratio, "ratio") if always or ratio_in is None or ratio_in.array is not None else 0.5
    if len(m.outputs()) == 1:
        return [m.call("Dropout", x, p=share, mode="always" if always else None)]
    kept = m.call("ones_like", x)  # outside training all stay
    if not always:
        return [m.call("Dropout", x, p=share), truth(m, kept)]
    scaled = m.call("Dropout", kept, p=share, mode="always")
    return [m.call("broadcast_mul", x, scaled), truth(m, scaled)]


def _one_axis(m: Importer, op: str, x: OnnxValue, axis: int | None) -> Symbol:
    """Softmax and its kin; before opset 13 they took all axes from one on together."""
    if m.opset >= 13:
        return m.call(op, x, axis=-1 if axis is None else axis)
    axis = 1 if axis is None else axis
    if x.shape is None or axis % x.rank == x.rank - 1:
        return m.call(op, x, axis=axis if x.shape is None else -1)
    axis %= x.rank
    rows = m.call("reshape", x, shape=(*(0,) * axis, -1))
    return m.call("reshape_like", m.call(op, rows, axis=-1), x)


@imports("Softmax")
def softmax(m: Importer, x: OnnxValue, *, axis: int | None = None) -> Symbol:
    return _one_axis(m, "softmax", x, axis)


@imports("LogSoftmax")
def log_softmax(m: Importer, x: OnnxValue, *, axis: int | None = None) -> Symbol:
    return _one_axis(m, "log_softmax", x, axis)


@imports("Hardmax")
def hardmax(m: Importer, x: OnnxValue, *, axis: int | None = None) -> Symbol:
    along = (-1 if m.opset >= 13 else 1) if axis is None else axis
    along %= x.rank
    depth = x.shape[along] if x.shape is not None else None
    if depth is None or (m.opset < 13 and along != x.rank - 1):
        raise m.fail("the last axis, of known size", f"{axis=} of {x.shape}")
    chosen = m.call("one_hot", m.call("argmax", x, axis=along), depth=depth)
    back = [*range(along), x.rank - 1, *range(along, x.rank - 1)]
    return chosen if along == x.rank - 1 else m.call("transpose", chosen, axes=tuple(back))
