"""Numbers of few bits: quantization, and products of quantized arrays."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mxnet.contrib.onnx.onnx2mx._elementwise import dtype_name
from mxnet.contrib.onnx.onnx2mx._graph import Importer, MaybeValue, OnnxValue
from mxnet.contrib.onnx.onnx2mx._layers import read_window, weight_shape
from mxnet.contrib.onnx.onnx2mx._registry import imports
from mxnet.symbol import Symbol


def _zero(m: Importer, zero_point: MaybeValue, name: str, dtype: str) -> Any:
    return m.filled(name, np.zeros(()), dtype) if zero_point is None else zero_point


@imports("QuantizeLinear", "DequantizeLinear")
def levels(
    m: Importer,
    x: OnnxValue,
    scale: OnnxValue,
    zero: MaybeValue = None,
    *,
    axis: int = 1,
    block_size: int = 0,
    output_dtype: int = 0,
    saturate: int = 1,
    **_: Any,
) -> Symbol:
    """Levels of few bits from numbers, or numbers from such levels."""
    named, how = dtype_name(m, output_dtype) if output_dtype else None, {"axis": axis, "block": block_size}
    if m.kind == "DequantizeLinear":
        point = _zero(m, zero, "zero", x.dtype)
        return m.call("_onnx_dequantize", x, scale, point, dtype=named or scale.dtype, **how)
    dtype = zero.dtype if zero is not None else named or "uint8"
    point = _zero(m, zero, "zero", "float32")
    return m.call("_onnx_quantize", x, scale, point, dtype=dtype, saturate=bool(saturate), **how)


@imports("MatMulInteger")
def matmul_integer(
    m: Importer, a: OnnxValue, b: OnnxValue, a_zero: MaybeValue = None, b_zero: MaybeValue = None
) -> Symbol:
    zeros = _zero(m, a_zero, "a_zero", a.dtype), _zero(m, b_zero, "b_zero", b.dtype)
    return m.call("_onnx_matmul_integer", a, b, *zeros)


def _rescaled(
    m: Importer, product: Symbol, scales: Sequence[Any], target: OnnxValue, zero: OnnxValue, axis: int
) -> Symbol:
    """An exact product of whole numbers as whole numbers of another scale."""
    factor = m.call("broadcast_mul", *[m.call("Cast", s, dtype="float32") for s in scales])
    real = m.call("broadcast_mul", m.call("Cast", product, dtype="float32"), factor)
    return m.call("_onnx_quantize", real, target, zero, axis=axis, dtype=zero.dtype)


@imports("QLinearMatMul")
def matmul(
    m: Importer,
    a: OnnxValue,
    a_scale: OnnxValue,
    a_zero: OnnxValue,
    b: OnnxValue,
    b_scale: OnnxValue,
    b_zero: OnnxValue,
    y_scale: OnnxValue,
    y_zero: OnnxValue,
) -> Symbol:
    product = m.call("_onnx_matmul_integer", a, b, a_zero, b_zero)
    rows = m.call("expand_dims", a_scale, axis=-1) if a_scale.rank == 1 and a_scale.shape != (1,) else a_scale
    return _rescaled(m, product, (rows, b_scale), y_scale, y_zero, -2)


def _window(m: Importer, x: OnnxValue, w: OnnxValue, attrs: dict[str, Any]) -> dict[str, Any]:
    group = attrs.pop("group", 1)
    window = read_window(m, x, weight_shape(m, w)[2:], **attrs)
    return {"stride": window.stride, "dilate": window.dilate, "pads": (*window.before, *window.after), "group": group}


@imports("ConvInteger")
def conv_integer(
    m: Importer, x: OnnxValue, w: OnnxValue, x_zero: MaybeValue = None, w_zero: MaybeValue = None, **attrs: Any
) -> Symbol:
    zeros = _zero(m, x_zero, "x_zero", x.dtype), _zero(m, w_zero, "w_zero", w.dtype)
    return m.call("_onnx_conv_integer", x, w, *zeros, **_window(m, x, w, attrs))


@imports("QLinearConv")
def conv(
    m: Importer,
    x: OnnxValue,
    x_scale: OnnxValue,
    x_zero: OnnxValue,
    w: OnnxValue,
    w_scale: OnnxValue,
    w_zero: OnnxValue,
    y_scale: OnnxValue,
    y_zero: OnnxValue,
    b: MaybeValue = None,
    **attrs: Any,
) -> Symbol:
    window = _window(m, x, w, attrs)
    product = m.call("_onnx_conv_integer", x, w, x_zero, w_zero, **window)
    channels = (1, -1, *(1,) * (x.rank - 2))
    if b is not None:
        product = m.call("broadcast_add", product, m.call("reshape", b, shape=channels))
    filters = m.call("reshape", w_scale, shape=channels)
    return _rescaled(m, product, (x_scale, filters), y_scale, y_zero, 1)
