"""Quantization as ONNX means it: real = (whole - zero point) * scale, for an array, for each channel or for blocks."""

import jax
import jax.numpy as jnp
from jax import lax

from mxnet._ops.attrs import DTYPES, DType, Shape
from mxnet._ops.registry import op

Array = jax.Array


def _spread(number: Array, data: Array, axis: int, block: int) -> Array:
    """Scales or zero points in a shape that goes with the data."""
    if number.ndim == 0 or number.size == 1:
        return number.reshape(())
    axis %= data.ndim
    if block:
        wide = jnp.repeat(number, block, axis)
        return lax.slice_in_dim(wide, 0, data.shape[axis], axis=axis)
    if number.ndim == data.ndim:
        return number
    return number.reshape([-1 if a == axis else 1 for a in range(data.ndim)])


@op("_onnx_quantize", types="? -> dtype")
def quantize(
    data: Array, scale: Array, zero: Array, *, axis: int = 1, block: int = 0, dtype: DType, saturate: bool = True
) -> Array:
    """Real numbers as whole ones, the even one where two are as near, or as floats of eight bits."""
    kind = DTYPES[dtype]
    wide = jnp.promote_types(data.dtype, jnp.float32)
    scaled = data.astype(wide) / _spread(scale, data, axis, block).astype(wide)
    if not jnp.issubdtype(kind, jnp.integer):
        return to_small(scaled, dtype, saturate)
    moved = jnp.round(scaled) + _spread(zero, data, axis, block).astype(wide)
    ends = jnp.iinfo(kind)
    return jnp.clip(moved, ends.min, ends.max).astype(kind)


def to_small(data: Array, dtype: str, saturate: bool) -> Array:
    """Floats in fewer bits; what is too large becomes the largest number there is, or what the type has for it."""
    kind = DTYPES[dtype]
    ends = jnp.finfo(kind)
    if saturate and ends.bits <= 8:
        return jnp.where(jnp.isnan(data), data, jnp.clip(data, float(ends.min), float(ends.max))).astype(kind)
    return data.astype(kind)


@op("_onnx_dequantize", types="? -> dtype")
def dequantize(data: Array, scale: Array, zero: Array, *, axis: int = 1, block: int = 0, dtype: DType) -> Array:
    """Whole numbers, or floats of eight bits, as the real ones that they stand for."""
    kind = DTYPES[dtype]
    factor = _spread(scale, data, axis, block)
    wide = jnp.float32 if jnp.issubdtype(data.dtype, jnp.floating) else jnp.int32
    moved = data.astype(wide) - _spread(zero, data, axis, block).astype(wide)
    return (moved.astype(jnp.float32) * factor.astype(jnp.float32)).astype(kind)


@op("_onnx_matmul_integer", types="? -> int32")
def matmul_integer(lhs: Array, rhs: Array, lhs_zero: Array, rhs_zero: Array) -> Array:
    """The exact product of whole numbers less their zero points, a zero point for each row or column."""
    left = lhs.astype(jnp.int32) - (lhs_zero[..., None] if lhs_zero.ndim == 1 else lhs_zero).astype(jnp.int32)
    right = rhs.astype(jnp.int32) - rhs_zero.astype(jnp.int32)
    return jnp.matmul(left, right, preferred_element_type=jnp.int32)


@op("_onnx_conv_integer", types="? -> int32")
def conv_integer(
    data: Array,
    weight: Array,
    data_zero: Array,
    weight_zero: Array,
    *,
    stride: Shape,
    dilate: Shape,
    pads: Shape,
    group: int = 1,
) -> Array:
    """The exact convolution of whole numbers less their zero points; the margin is zero."""
    half = len(stride)
    letters = "DHW"[-half:] if half <= 3 else "ABCDEFG"[:half]
    filters = weight_zero.reshape(-1, *(1,) * (weight.ndim - 1)).astype(jnp.int32)
    return lax.conv_general_dilated(
        data.astype(jnp.int32) - data_zero.reshape(()).astype(jnp.int32),
        weight.astype(jnp.int32) - filters,
        stride,
        list(zip(pads[:half], pads[half:], strict=True)),
        rhs_dilation=dilate,
        dimension_numbers=(f"NC{letters}", f"OI{letters}", f"NC{letters}"),
        feature_group_count=group,
        preferred_element_type=jnp.int32,
    )
