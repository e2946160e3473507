"""Networks of eight-bit integers, as QuantizeLinear and DequantizeLinear around operators of floats.

An array of eight-bit levels is one in the file too; each operator that reads it turns it into floats first, and a
runtime that can computes with the integers. Sums of 32 bits are floats in the file. Ranges must be calibrated, so that
scales are constants. Levels are spaced as MXNet's operators space them: by 127.5 in some, by 127 in others.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from mxnet.onnx.mx2onnx._layers import convolution, fully_connected
from mxnet.onnx.mx2onnx._registry import CONVERTERS, NodeWriter, exports
from mxnet.onnx.mx2onnx._writer import Operand, Tensor

_LEVELS = {"int8": 127.5, "uint8": 255.5}
_WHOLE = {"int8": 127.0, "uint8": 255.0}
_UNUSED = np.zeros(1, np.float32)  # the range of sums, which nothing in the file reads
_REAL = np.dtype(np.float32)


def _reach(g: NodeWriter, low: Tensor, high: Tensor) -> float:
    """The largest absolute value of a range, which must be a constant."""
    ends = [g.constants[end.name] if end.name in g.constants else g.value_of(end) for end in (low, high)]
    if any(end is None for end in ends):
        raise g.fail("calibrated ranges", "computed ones", "quantize with calib_mode='naive' or 'entropy'")
    return max(abs(float(end.reshape(-1)[0])) for end in ends) or 1.0


def _levels(g: NodeWriter, data: Operand, unit: float, kind: str) -> str:
    return g.op("QuantizeLinear", data, np.array(unit, np.float32), np.zeros((), kind))


def _floats(g: NodeWriter, data: Tensor, unit: float) -> Tensor:
    """Levels as the floats that they stand for; sums are floats already."""
    if data.dtype.name not in _LEVELS:
        return data._replace(dtype=_REAL)
    floats = g.op("DequantizeLinear", data, np.array(unit, np.float32), np.zeros((), data.dtype))
    return data._replace(name=floats, dtype=_REAL)


def _ranged(
    g: NodeWriter, data: Operand, attrs: Mapping[str, Any], out_type: str, levels: dict[str, float] = _LEVELS
) -> list[Operand]:
    """Floats as levels of the range that the attributes have, and the range."""
    low, high = attrs.get("min_calib_range"), attrs.get("max_calib_range")
    if low is None or high is None:
        raise g.fail("calibrated ranges", "none", "quantize with calib_mode='naive' or 'entropy'")
    kind = ("uint8" if low >= 0 else "int8") if out_type == "auto" else out_type
    reach = max(abs(low), abs(high)) or 1.0
    ends = [np.array([-reach if kind == "int8" else 0.0], np.float32), np.array([reach], np.float32)]
    return [_levels(g, data, reach / levels[kind], kind), *ends]


@exports("_contrib_quantize_v2", "_contrib_requantize")
def quantize(g: NodeWriter, data: Tensor, *_: Tensor, out_type: str, **attrs: Any) -> list[Operand]:
    return _ranged(g, data, attrs, out_type, _WHOLE if g.kind == "_contrib_requantize" else _LEVELS)


@exports("_contrib_dequantize")
def dequantize(g: NodeWriter, data: Tensor, low: Tensor, high: Tensor, **_: Any) -> Operand:
    if data.dtype.name not in _LEVELS:
        return g.op("Identity", data)
    return _floats(g, data, _reach(g, low, high) / _LEVELS[data.dtype.name]).name


# --- layers ----------------------------------------------------------------------------------------------------------


def _bias_unit(g: NodeWriter, data: Tensor, product: float, low: Tensor, high: Tensor) -> float:
    """What a level of a layer's bias stands for: convolutions add it to the sums of uint8 levels as it is."""
    if g.kind.endswith("fully_connected"):
        kind = data.dtype.name
        return _reach(g, low, high) / 127.5 * (_LEVELS[kind] / _WHOLE[kind]) * (127.5 / 127)
    return product if data.dtype == np.uint8 else _reach(g, low, high) / 127


def _bias_sums(levels: np.ndarray, unit: float, product: float) -> np.ndarray:
    """A bias in the unit of the sums, whose fraction MXNet's operators drop; runtimes add it to theirs as it is."""
    return np.trunc(levels.astype(np.float32) * np.float32(unit / product)).astype(np.int32)


def _layer(
    g: NodeWriter, layer: Any, data: Tensor, weight: Tensor, rest: Any, no_bias: bool, how: Any
) -> list[Operand]:
    """A layer on floats; what stands behind the weight depends on whether there is a bias."""
    tensors = [each for each in rest if each is not None]
    bias, ranges = (None, tensors) if no_bias else (tensors[0], tensors[1:])
    dense = g.kind.endswith("fully_connected")
    data_unit = _reach(g, *ranges[:2]) / (_WHOLE[data.dtype.name] if dense else 127)
    weight_unit = _reach(g, *ranges[2:4]) / 127
    offset = None
    if bias is not None:
        product, levels = data_unit * weight_unit, g.value_of(bias)
        unit = _bias_unit(g, data, product, *ranges[4:6])
        if levels is None:
            offset = _floats(g, bias, unit)
        else:
            floats = g.op("DequantizeLinear", _bias_sums(levels, unit, product), np.array(product, np.float32))
            offset = bias._replace(name=floats, dtype=_REAL)
    output = layer(g, _floats(g, data, data_unit), _floats(g, weight, weight_unit), offset, **how)
    return [output, _UNUSED, _UNUSED]


@exports("_contrib_quantized_conv")
def quantized_conv(g: NodeWriter, data: Tensor, weight: Tensor, *rest: Tensor | None, no_bias: bool, **how: Any) -> Any:
    return _layer(g, convolution, data, weight, rest, no_bias, how)


@exports("_contrib_quantized_fully_connected")
def quantized_dense(
    g: NodeWriter, data: Tensor, weight: Tensor, *rest: Tensor | None, no_bias: bool, **how: Any
) -> Any:
    return _layer(g, fully_connected, data, weight, rest, no_bias, how)


# --- levels to levels ------------------------------------------------------------------------------------------------


def _same_unit(g: NodeWriter, kind: str, data: Tensor, low: Tensor, high: Tensor, how: Any) -> list[Operand]:
    """An operator that keeps the range, on floats."""
    unit = _reach(g, low, high) / _LEVELS[data.dtype.name]
    output = CONVERTERS[kind](g, _floats(g, data, unit), **how)
    return [_levels(g, output, unit, g.outs[0].dtype.name), low, high]


@exports("_contrib_quantized_pooling")
def quantized_pooling(g: NodeWriter, data: Tensor, low: Tensor, high: Tensor, **how: Any) -> list[Operand]:
    return _same_unit(g, "Pooling", data, low, high, how)


@exports("_contrib_quantized_act")
def quantized_activation(g: NodeWriter, data: Tensor, low: Tensor, high: Tensor, **how: Any) -> list[Operand]:
    return _same_unit(g, "Activation", data, low, high, how)


@exports("_contrib_quantized_flatten")
def quantized_flatten(g: NodeWriter, data: Tensor, low: Tensor, high: Tensor, **_: Any) -> list[Operand]:
    return [g.op("Flatten", data, axis=1), low, high]


@exports("_contrib_quantized_elemwise_add")
def quantized_add(g: NodeWriter, lhs: Tensor, rhs: Tensor, *ranges: Tensor, **attrs: Any) -> list[Operand]:
    units = [_reach(g, *ranges[i : i + 2]) / _LEVELS[x.dtype.name] for x, i in ((lhs, 0), (rhs, 2))]
    total = g.op("Add", _floats(g, lhs, units[0]), _floats(g, rhs, units[1]))
    kind = g.outs[0].dtype.name
    if kind not in _LEVELS:
        return [total, _UNUSED, _UNUSED]
    return _ranged(g, total, attrs, kind)


@exports("_contrib_quantized_concat")
def quantized_concat(g: NodeWriter, *arrays: Tensor, dim: int, **_: Any) -> list[Operand]:
    count = len(arrays) // 3
    ranges = [_reach(g, *arrays[count + 2 * i : count + 2 * i + 2]) for i in range(count)]
    parts = [_floats(g, x, r / _LEVELS[x.dtype.name]) for x, r in zip(arrays[:count], ranges, strict=True)]
    kind, reach = g.outs[0].dtype.name, max(ranges)
    low = np.array([-reach if kind == "int8" else 0.0], np.float32)
    joined = g.op("Concat", *parts, axis=dim)
    return [_levels(g, joined, reach / _LEVELS[kind], kind), low, np.array([reach], np.float32)]


@exports("_contrib_quantized_batch_norm")
def quantized_batch_norm(
    g: NodeWriter, data: Tensor, *rest: Tensor, eps: float, axis: int, **attrs: Any
) -> list[Operand]:
    """Statistics are folded into a factor and an offset; MXNet's operator counts ``eps`` twice."""
    gamma, beta, mean, var = (g.value_of(x) for x in rest[:4])
    if any(x is None for x in (gamma, beta, mean, var)):
        raise g.fail("statistics among the parameters", "computed ones")
    column = [1] * data.rank
    column[axis] = -1
    slope = gamma / np.sqrt(var + eps)
    factor, offset = slope / np.sqrt(1 + eps), beta - mean * slope
    real = _floats(g, data, _reach(g, *rest[4:6]) / _LEVELS[data.dtype.name])
    scaled = g.op("Mul", real, factor.reshape(column).astype(np.float32))
    normalized = g.op("Add", scaled, offset.reshape(column).astype(np.float32))
    return _ranged(g, normalized, attrs, "int8")
