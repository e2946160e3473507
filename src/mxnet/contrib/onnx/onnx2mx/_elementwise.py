"""Operators that work element by element."""

import math
from functools import reduce
from typing import Any

import numpy as np

from mxnet.contrib.onnx.onnx2mx._graph import Importer, OnnxValue
from mxnet.contrib.onnx.onnx2mx._registry import IMPORTERS, imports
from mxnet.onnx._package import load_onnx
from mxnet.onnx._tables import ARITHMETIC, COMPARISON, LOGIC, REAL, UNARY
from mxnet.symbol import Symbol

for _mx, _onnx in {**UNARY, **REAL}.items():
    IMPORTERS[_onnx] = lambda m, x, op=_mx, **_: m.call(op, x)


def _is_number(x: OnnxValue, other: OnnxValue) -> bool:
    """Whether a constant is one number that leaves the shape of the other alone."""
    return x.array is not None and x.array.size == 1 and (x.array.ndim <= 1 or x.array.ndim <= len(other.shape or ()))


def _number(x: OnnxValue) -> float:
    """A constant as a number; truth is 0 or 1."""
    assert x.array is not None
    found = x.array.reshape(-1)[0].item()
    return float(found) if isinstance(found, bool) else found


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
        if broadcast and axis is not None and b.shape is not None:  # opsets before 7 said where the second one lies
            b = OnnxValue(
                m, b.name, m.call("reshape", b, shape=(*_sizes(b), *(1,) * (a.rank - axis % a.rank - b.rank)))
            )
        return binary(m, names, a, b)

    return convert


def _sizes(x: OnnxValue) -> tuple[int, ...]:
    return tuple(d or 0 for d in x.shape or ())


for _table in (ARITHMETIC, COMPARISON, LOGIC):
    for _kind, _names in _table.items():
        IMPORTERS[_kind] = _two(_names)


@imports("Pow")
def power(m: Importer, a: OnnxValue, b: OnnxValue, **_: Any) -> Symbol:
    kinds = m.types.get(a.name), m.types.get(b.name)
    if b.array is not None or None in kinds or kinds[0] == kinds[1]:
        return binary(m, ARITHMETIC["Pow"], a, b)
    # The result has the type of the first; numbers of two types meet as real ones.
    made = m.call("broadcast_power", m.call("Cast", a, dtype="float64"), m.call("Cast", b, dtype="float64"))
    return cast(m, OnnxValue(m, "", made), to=kinds[0] or 1)


@imports("Max", "Min")
def extreme(m: Importer, *values: OnnxValue) -> Symbol:
    names = ARITHMETIC[m._node.op_type]
    if len(values) == 1:
        return m.call("identity", values[0])
    return reduce(lambda a, b: _as_value(m, binary(m, names, a, b)), values).sym


def _as_value(m: Importer, made: Symbol) -> OnnxValue:
    return OnnxValue(m, "", made)


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
    names = ("broadcast_mod", "_mod", "_mod_scalar", "_rmod_scalar")
    if not fmod:
        return binary(m, names, a, b)
    # The remainder of C has the sign of the dividend.
    size = m.call("broadcast_mod", m.call("abs", a), m.call("abs", b))
    return m.call("broadcast_mul", m.call("sign", a), size)


@imports("Not")
def logical_not(m: Importer, x: OnnxValue) -> Symbol:
    return m.call("logical_not", x)


@imports("Identity")
def identity(m: Importer, x: OnnxValue, **_: Any) -> Symbol:
    return m.call("identity", x)


@imports("Constant")
def constant(m: Importer, **attrs: Any) -> OnnxValue:
    (kind, value), *_ = attrs.items() or [("value", None)]
    if value is None or kind not in ("value", "value_float", "value_floats", "value_int", "value_ints"):
        raise m.fail("a tensor or numbers", ", ".join(attrs) or "nothing")
    array = load_onnx("numpy_helper").to_array(value) if kind == "value" else np.array(value)
    if kind.startswith("value_float"):
        array = array.astype(np.float32)
    return OnnxValue(m, m.outputs()[0], None, np.array(array))


@imports("Cast")
def cast(m: Importer, x: OnnxValue, *, to: int | str, **_: Any) -> Symbol:
    onnx = load_onnx()
    kind = onnx.TensorProto.DataType.Value(to) if isinstance(to, str) else to
    try:
        dtype = onnx.helper.tensor_dtype_to_np_dtype(kind)
    except KeyError:
        raise m.fail("a type of numbers", f"to={to}") from None
    if dtype == np.bool_:  # MXNet's truth is a number that is not 0
        return m.call("_not_equal_scalar", x, scalar=0.0)
    return m.call("Cast", x, dtype=dtype.name)


@imports("CastLike")
def cast_like(m: Importer, x: OnnxValue, like: OnnxValue, **_: Any) -> Symbol:
    kind = m.types.get(like.name)
    if kind is None:
        raise m.fail("a value of known type to be cast like", f"{like.name!r}")
    return cast(m, x, to=kind)


@imports("Clip")
def clip(
    m: Importer,
    x: OnnxValue,
    low: OnnxValue | None = None,
    high: OnnxValue | None = None,
    *,
    min: Any = None,
    max: Any = None,
) -> Symbol:
    largest = float(np.finfo(np.float32).max)
    a_min = m.number(low, -largest if min is None else min, "min")
    a_max = m.number(high, largest if max is None else max, "max")
    return m.call("clip", x, a_min=a_min, a_max=a_max)


@imports("Where")
def where(m: Importer, condition: OnnxValue, x: OnnxValue, y: OnnxValue) -> Symbol:
    if condition.shape == x.shape == y.shape and x.shape is not None and None not in x.shape:
        return m.call("where", condition, x, y)
    return m.call("_npi_where", condition, x, y)


@imports("IsNaN")
def is_nan(m: Importer, x: OnnxValue) -> Symbol:
    return m.call("_not_equal", x, x)


@imports("Round")
def round_half_even(m: Importer, x: OnnxValue) -> Symbol:
    return m.call("_npi_rint", x)


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
    m: Importer,
    x: OnnxValue,
    ratio_in: OnnxValue | None = None,
    training: OnnxValue | None = None,
    *,
    ratio: float = 0.5,
    **_: Any,
) -> list[Symbol]:
    always = training is not None and bool(m.constant(training, "training_mode").all())
    if always and len(m.outputs()) > 1:
        raise m.fail("one output in training", f"outputs {m.outputs()}")
    made = m.call("Dropout", x, p=m.number(ratio_in, ratio, "ratio"), mode="always" if always else None)
    return [made] if len(m.outputs()) == 1 else [made, m.call("ones_like", x)]  # outside training all stay


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
