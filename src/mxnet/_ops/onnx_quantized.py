"""Quantization as ONNX means it: real = (whole - zero point) * scale, for an array, for each channel or for blocks."""

import jax
import jax.numpy as jnp
from jax import lax

from mxnet._ops.attrs import DTYPES, DType, Shape
from mxnet._ops.registry import op

# What the names of parameters mean in this family.
PARAMETERS = {
    "scale": "What a level is worth.",
    "zero": "The level that stands for zero.",
    "block": "How many elements share a scale along the axis; 0 is an element for each place, or all.",
    "saturate": "Let what is too large become the largest, for floats of eight bits.",
    "axis": "The axis of the scales.",
    "lhs_zero": "The zero points of the left operand.",
    "rhs_zero": "The zero points of the right operand.",
    "weight": "The kernels, whole numbers.",
    "data_zero": "The zero point of the data.",
    "weight_zero": "The zero points of the kernels.",
    "pads": "How much before each axis, then how much after each.",
    "group": "Into how many groups channels are divided.",
    "dtype": "The type of the result.",
}

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
    """Real numbers as whole ones, the even one where two are as near, or as floats of eight bits.

    >>> nd._internal._onnx_quantize(nd.array([0, 1, 300]), nd.array([1]), nd.array([2], dtype="uint8"),
    ...     dtype="uint8").asnumpy()
    array([  2,   3, 255], dtype=uint8)
    """
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
    """Whole numbers, or floats of eight bits, as the real ones that they stand for.

    >>> nd._internal._onnx_dequantize(nd.array([2, 3], dtype="uint8"), nd.array([0.5]), nd.array([2], dtype="uint8"),
    ...     dtype="float32").asnumpy()
    array([0. , 0.5], dtype=float32)
    """
    kind = DTYPES[dtype]
    factor = _spread(scale, data, axis, block)
    wide = jnp.float32 if jnp.issubdtype(data.dtype, jnp.floating) else jnp.int32
    moved = data.astype(wide) - _spread(zero, data, axis, block).astype(wide)
    return (moved.astype(jnp.float32) * factor.astype(jnp.float32)).astype(kind)


@op("_onnx_matmul_integer", types="? -> int32")
def matmul_integer(lhs: Array, rhs: Array, lhs_zero: Array, rhs_zero: Array) -> Array:
    """The exact product of whole numbers less their zero points, a zero point for each row or column.

    >>> x = nd.array([[3, 4]], dtype="uint8")
    >>> nd._internal._onnx_matmul_integer(x, x.reshape((2, 1)), nd.array([1], dtype="uint8"), nd.array([0],
    ...     dtype="uint8")).asnumpy()
    array([[18]], dtype=int32)
    """
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
    """The exact convolution of whole numbers less their zero points; the margin is zero.

    >>> zero = nd.array([0], dtype="uint8")
    >>> nd._internal._onnx_conv_integer(nd.ones((1, 1, 2, 2), dtype="uint8"), nd.ones((1, 1, 2, 2), dtype="uint8"),
    ...     zero, zero,
    ...                                 stride=(1, 1), dilate=(1, 1), pads=(0, 0, 0, 0)).asnumpy()
    array([[[[4]]]], dtype=int32)
    """
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
