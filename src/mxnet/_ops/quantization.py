"""Eight-bit integers for floats: to and from them, elementwise work on them, and what range to give them.

An int8 array stands for floats between -r and r, a uint8 array for floats between 0 and r, where r is the larger
absolute value of the range that travels with it, as two arrays of shape (1,). These are the numbers of MXNet's oneDNN
build, the one that its wheels were: levels are spaced by r / 127.5 and r / 255.5, except where an operator says so.
"""

from collections.abc import Callable
from typing import Any, Literal

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from mxnet._ops.registry import Op, Quantizes, op
from mxnet.error import MXNetError

# What the names of parameters mean in this family.
PARAMETERS = {
    "min_data": "The lowest number that levels of the data stand for, an array of one.",
    "max_data": "The highest number that levels of the data stand for, an array of one.",
    "lhs_min": "The lowest number that levels of the left operand stand for, an array of one.",
    "lhs_max": "The highest number that levels of the left operand stand for, an array of one.",
    "rhs_min": "The lowest number that levels of the right operand stand for, an array of one.",
    "rhs_max": "The highest number that levels of the right operand stand for, an array of one.",
}

Array = jax.Array
Ranged = tuple[Array, Array, Array]
Bound = Array | float  # the lower or the upper one of a range

LEVELS = {"int8": 127.5, "uint8": 255.5}
WHOLE_LEVELS = {"int8": 127.0, "uint8": 255.0}
INT32_LEVELS = float(2**31)
NAMES = ("output", "min_output", "max_output")


def ranged_op(name: str, **declared: Any) -> Callable[[Callable[..., Any]], Op]:
    """Register an operator that gives levels and the range that they stand for."""
    return op(name, outputs=3, output_names=NAMES, **declared)


def reach_of(low: Any, high: Any) -> Array:
    """The largest absolute value of a range."""
    return jnp.maximum(jnp.abs(jnp.asarray(low, np.float32)), jnp.abs(jnp.asarray(high, np.float32)))


def levels_of(name: str, data: Array) -> np.float32:
    if data.dtype.name not in LEVELS:
        raise MXNetError(f"{name}: expected int8 or uint8, got {data.dtype}.")
    return np.float32(LEVELS[data.dtype.name])


def levels_per(levels: float | np.floating, reach: Array) -> Array:
    """Levels a unit; a range of nothing but zero holds zeros, whatever the scale."""
    return jnp.where(reach > 0, np.float32(levels) / jnp.where(reach > 0, reach, 1), 0)


def rounded(value: Array, dtype: Any) -> Array:
    """The nearest integer, half to even, within the dtype."""
    limits = jnp.iinfo(dtype)
    return jnp.clip(jnp.round(value), limits.min, limits.max).astype(dtype)


def one(value: Any) -> Array:
    return jnp.asarray(value, np.float32).reshape(1)


def range_inputs(
    checked: Op, integers: tuple[str, ...] = (), result: Callable[..., str | None] = lambda *_, **__: None
) -> None:
    """The inputs other than data, weight and bias are float32 numbers of shape (1,); ``integers`` are int8.

    ``result`` tells the type of the levels that come out from the types of what goes in, where it can.
    """
    plain = ("data", "weight", "bias", "lhs", "rhs")
    numbers = tuple(n for n in checked.inputs if n not in plain)
    if checked.shape_filler is None:
        checked.fill_shapes(lambda *_, **__: dict.fromkeys(numbers, (1,)))

    def types(*input_types: str | None, **attrs: Any) -> dict[str, str]:
        output_type = result(*input_types, **attrs)
        known = {} if output_type is None else {"output0": output_type}
        return dict.fromkeys(numbers, "float32") | dict.fromkeys(integers, "int8") | known

    checked.fill_types(types)


@op("_contrib_quantize", outputs=3, types="float32 -> out_type float32 float32")
def quantize(
    data: Array, min_range: Array, max_range: Array, *, out_type: Literal["int8", "uint8"] = "uint8"
) -> Ranged:
    """Floats as int8 or uint8, given their range; the largest absolute value becomes level 127 or 255.

    data: Floats.
    min_range: The lowest number that levels stand for, an array of one.
    max_range: The highest.
    out_type: ``uint8`` or ``int8``.

    >>> levels, low, high = nd.contrib.quantize(nd.array([0, 1, 2]), nd.array([0]), nd.array([2]))
    >>> levels.asnumpy()
    array([  0, 128, 255], dtype=uint8)
    """
    reach = reach_of(min_range, max_range)
    out = rounded(data.astype(np.float32) * levels_per(WHOLE_LEVELS[out_type], reach), out_type)
    return (out, one(-reach), one(reach)) if out_type == "int8" else (out, one(min_range), one(max_range))


range_inputs(quantize)


def _pick_type(out_type: str, low: float | None, high: float | None) -> str:
    if out_type != "auto":
        return out_type
    return "uint8" if low is not None and high is not None and low >= 0 else "int8"


def _picked(*_: Any, out_type: str, min_calib_range: float | None, max_calib_range: float | None) -> str:
    return _pick_type(out_type, min_calib_range, max_calib_range)


@op("_contrib_quantize_v2", outputs=3, types="? -> out_type float32 float32")
def quantize_v2(
    data: Array,
    *,
    out_type: Literal["auto", "int8", "uint8"] = "int8",
    min_calib_range: float | None = None,
    max_calib_range: float | None = None,
) -> Ranged:
    """Floats as int8 or uint8, over the calibrated range or the one they have; integers pass unchanged.

    ``auto`` chooses uint8 where the calibrated range has nothing negative.

    data: Floats.
    out_type: ``int8``, ``uint8`` or ``auto``.

    >>> levels, low, high = nd.contrib.quantize_v2(nd.array([-1, 0, 2]), min_calib_range=-2, max_calib_range=2)
    >>> levels.asnumpy()
    array([-64,   0, 127], dtype=int8)
    """
    low: Bound
    high: Bound
    calibrated = None if min_calib_range is None or max_calib_range is None else (min_calib_range, max_calib_range)
    dtype = _pick_type(out_type, min_calib_range, max_calib_range)
    if data.dtype.name in LEVELS:
        full = LEVELS[data.dtype.name]
        low, high = calibrated or (-full if data.dtype == np.int8 else 0, full)
        return rounded(data.astype(np.float32), dtype), one(low), one(high)
    if data.dtype != np.float32:
        raise MXNetError(f"quantize_v2: expected data of float32, int8 or uint8, got {data.dtype}.")
    low, high = calibrated or (data.min(), data.max())
    reach = reach_of(low, high)
    out = rounded(data * levels_per(LEVELS[dtype], reach), dtype)
    return (out, one(-reach), one(reach)) if dtype == "int8" else (out, one(low), one(high))


range_inputs(quantize_v2, result=_picked)


@op("_contrib_quantize_asym", outputs=3, output_names=("output", "scale", "shift"))
def quantize_asym(data: Array, *, min_calib_range: float | None = None, max_calib_range: float | None = None) -> Ranged:
    """Floats as uint8 levels ``data * scale + shift`` that use the whole range, with that scale and shift.

    data: Floats.

    >>> levels, scale, shift = nd.contrib.quantize_asym(nd.array([-1, 0, 1]), min_calib_range=-1, max_calib_range=1)
    >>> levels.asnumpy()
    array([  0, 128, 255], dtype=uint8)
    """
    if data.dtype == np.uint8:
        return data, one(1), one(0)
    if data.dtype == np.int8:
        return (data.astype(np.int32) + 128).astype(np.uint8), one(1), one(128)
    if data.dtype != np.float32:
        raise MXNetError(f"quantize_asym: expected data of float32, int8 or uint8, got {data.dtype}.")
    calibrated = min_calib_range is not None and max_calib_range is not None
    low, high = (min_calib_range, max_calib_range) if calibrated else (data.min(), data.max())
    high = jnp.asarray(high, np.float32)
    scale = levels_per(255, high - jnp.asarray(low, np.float32))
    shift = 255 - high * scale
    return rounded(data * scale + shift, np.uint8), one(scale), one(shift)


@op("_contrib_dequantize", types="? float32 float32 -> float32")
def dequantize(data: Array, min_range: Array, max_range: Array, *, out_type: Literal["float32"] = "float32") -> Array:
    """The floats that int8 or uint8 levels stand for.

    data: Levels, int8, uint8 or int32.
    min_range: The lowest number that levels stand for, an array of one.
    max_range: The highest.
    out_type: ``float32``.

    >>> nd.contrib.dequantize(nd.array([0, 127, 255], dtype="uint8"), nd.array([0]), nd.array([2])).asnumpy()
    array([0.       , 0.9941292, 1.9960861], dtype=float32)
    """
    return data.astype(np.float32) * (reach_of(min_range, max_range) / levels_of("dequantize", data))


range_inputs(dequantize)


@op("_contrib_requantize", outputs=3, types="int32 float32 float32 -> out_type float32 float32")
def requantize(
    data: Array,
    min_range: Array,
    max_range: Array,
    *,
    out_type: Literal["auto", "int8", "uint8"] = "int8",
    min_calib_range: float | None = None,
    max_calib_range: float | None = None,
) -> Ranged:
    """Levels of 32 bits as levels of 8, over the calibrated range or the one they have.

    data: Levels of 32 bits.
    min_range: The lowest number that levels stand for, an array of one.
    max_range: The highest.
    out_type: ``int8``, ``uint8`` or ``auto``.

    >>> levels, low, high = nd.contrib.requantize(nd.array([2**30, -(2**30)], dtype="int32"), nd.array([-8]),
    ...     nd.array([8]))
    >>> levels.asnumpy()
    array([ 127, -127], dtype=int8)
    """
    if data.dtype != np.int32:
        raise MXNetError(f"requantize: expected data of int32, got {data.dtype}.")
    dtype = _pick_type(out_type, min_calib_range, max_calib_range)
    unit = reach_of(min_range, max_range) / np.float32(INT32_LEVELS)
    if min_calib_range is not None and max_calib_range is not None:
        reach = one(reach_of(min_calib_range, max_calib_range))
    else:
        reach = reach_of(data.min(), data.max()) * unit
    out = rounded(data.astype(np.float32) * (unit * levels_per(WHOLE_LEVELS[dtype], reach)), dtype)
    return out, one(-reach if dtype == "int8" else 0), one(reach)


range_inputs(requantize, result=_picked)


@ranged_op(
    "_contrib_quantized_act",
    types="? -> ? float32 float32",
    quantizes=Quantizes("Activation", signed=True, when=lambda *, act_type, **_: act_type == "relu"),
)
def quantized_act(
    data: Array,
    min_data: Array,
    max_data: Array,
    *,
    act_type: Literal["relu", "sigmoid", "softrelu", "softsign", "tanh"],
) -> Ranged:
    """Rectified levels, as int8, with the range of the input.

    data: Levels, int8.
    act_type: ``relu``, the only one that levels have.

    >>> out = nd.contrib.quantized_act(nd.array([-5, 5], dtype="int8"), nd.array([-1]), nd.array([1]), act_type="relu")
    >>> out[0].asnumpy()
    array([0, 5], dtype=int8)
    """
    if act_type != "relu":
        raise MXNetError(f"_contrib_quantized_act only supports act_type=relu for now, got {act_type}.")
    levels_of("quantized_act", data)
    return jnp.clip(data, 0, 127).astype(np.int8), one(min_data), one(max_data)


range_inputs(quantized_act, result=lambda *_, **__: "int8")


@ranged_op(
    "_contrib_quantized_flatten",
    types="T float32 -> T float32 float32",
    quantizes=Quantizes("Flatten", keeps_type=True),
)
def quantized_flatten(data: Array, min_data: Array, max_data: Array) -> Ranged:
    """Levels with all axes but the first folded into one.

    data: Levels, int8 or uint8.

    >>> nd.contrib.quantized_flatten(nd.ones((2, 3, 4), dtype="int8"), nd.array([-1]), nd.array([1]))[0].shape
    (2, 12)
    """
    levels_of("quantized_flatten", data)
    return data.reshape(data.shape[0], -1), one(min_data), one(max_data)


range_inputs(quantized_flatten)


@ranged_op(
    "_contrib_quantized_elemwise_add",
    types="? -> int32 float32 float32",
    quantizes=Quantizes("elemwise_add", sums=True),
)
def quantized_elemwise_add(
    lhs: Array,
    rhs: Array,
    lhs_min: Array,
    lhs_max: Array,
    rhs_min: Array,
    rhs_max: Array,
    *,
    min_calib_range: float | None = None,
    max_calib_range: float | None = None,
) -> Ranged:
    """The sum of two arrays of levels: int32 levels, or 8-bit ones where its range is calibrated.

    >>> x = nd.array([10, 20], dtype="int8")
    >>> low, high = nd.array([-1]), nd.array([1])
    >>> nd.contrib.quantized_elemwise_add(x, x, low, high, low, high, min_calib_range=-2,
    ...     max_calib_range=2)[0].asnumpy()
    array([10, 20], dtype=int8)
    """
    name = "quantized_elemwise_add"
    _same_shape(name, lhs, rhs)
    reaches = reach_of(lhs_min, lhs_max), reach_of(rhs_min, rhs_max)
    low: Bound
    high: Bound
    if min_calib_range is None or max_calib_range is None:
        reach = reaches[0] + reaches[1]
        low, high, levels, dtype = -reach, reach, INT32_LEVELS, "int32"
    else:
        low, high, reach = min_calib_range, max_calib_range, reach_of(min_calib_range, max_calib_range)
        dtype = lhs.dtype.name if lhs.dtype == rhs.dtype else "int8"
        levels = LEVELS[dtype]
    parts = []
    for data, own in zip((lhs, rhs), reaches, strict=True):
        part = data.astype(np.float32) * (own * levels_per(levels, reach * levels_of(name, data)))
        # Of two kinds, the unsigned array becomes signed levels first, rounded.
        mixed = dtype == "int8" and data.dtype == np.uint8
        parts.append(rounded(part, np.int8).astype(np.float32) if mixed else part)
    return _rounded_sum(parts, dtype), one(low), one(high)


def _rounded_sum(parts: list[Array], dtype: str) -> Array:
    if dtype != "int32":
        return rounded(parts[0] + parts[1], dtype)
    # float32 has no number between 2 ** 31 - 128 and 2 ** 31, which int32 cannot hold.
    return jnp.clip(jnp.round(parts[0] + parts[1]), -(2.0**31), 2.0**31 - 128).astype(np.int32)


def _sum_type(lhs: str | None, rhs: str | None, *_: Any, min_calib_range: Any, max_calib_range: Any) -> str | None:
    if min_calib_range is None or max_calib_range is None:
        return "int32"
    return None if lhs is None or rhs is None else lhs if lhs == rhs else "int8"


range_inputs(quantized_elemwise_add, result=_sum_type)


def _same_shape(name: str, lhs: Array, rhs: Array) -> None:
    if lhs.shape != rhs.shape:
        raise MXNetError(f"{name}: expected lhs and rhs of one shape, got {list(lhs.shape)} and {list(rhs.shape)}.")


def product_range(*parts: tuple[Array, float]) -> tuple[Array, Array]:
    """The range of int32 sums of products, from the operands' largest values and their numbers of levels."""
    unit: Array | np.floating = np.float32(1)
    for reach, levels in parts:
        unit = unit * (reach / np.float32(levels))
    high = one(unit * np.float32(INT32_LEVELS))
    return -high, high


@op(
    "_contrib_quantized_elemwise_mul",
    outputs=lambda enable_float_output=False, **_: 1 if enable_float_output else 3,
    output_names=NAMES,
    types="? -> ? float32 float32",
    quantizes=Quantizes("elemwise_mul", sums=True, signed=True),
    like=quantized_elemwise_add,
)
def quantized_elemwise_mul(
    lhs: Array, rhs: Array, *ranges: Array, enable_float_output: bool = False, **calibrated: Any
) -> tuple[Array, ...]:
    """The product of two int8 arrays: int32 levels, int8 ones where its range is calibrated, or floats.

    enable_float_output: Give floats, not levels.

    >>> x = nd.array([127, -127], dtype="int8")
    >>> low, high = nd.array([-1]), nd.array([1])
    >>> nd.contrib.quantized_elemwise_mul(x, x, low, high, low, high, enable_float_output=True).asnumpy()
    array([0.99217236, 0.99217236], dtype=float32)
    """
    name = "quantized_elemwise_mul"
    _same_shape(name, lhs, rhs)
    if lhs.dtype != np.int8 or rhs.dtype != np.int8:
        raise MXNetError(
            f"{name}: currently, quantized elemwise mul only support int8 inputs, got {lhs.dtype}, {rhs.dtype}."
        )
    reaches = reach_of(*ranges[:2]), reach_of(*ranges[2:])
    product = lhs.astype(np.int32) * rhs.astype(np.int32)
    unit = reaches[0] / np.float32(LEVELS["int8"]) * (reaches[1] / np.float32(LEVELS["int8"]))
    if enable_float_output:
        return (product.astype(np.float32) * unit,)
    low, high = calibrated["min_calib_range"], calibrated["max_calib_range"]
    if low is None or high is None:
        return product, *product_range((reaches[0], 127), (reaches[1], 127))
    scale = unit * levels_per(LEVELS["int8"], reach_of(low, high))
    levels = jnp.clip(jnp.trunc(product.astype(np.float32) * scale), -128, 127)
    return levels.astype(np.int8), one(low), one(high)


def _product_type(*_: Any, min_calib_range: Any, max_calib_range: Any, enable_float_output: bool) -> str:
    if enable_float_output:
        return "float32"
    return "int32" if min_calib_range is None or max_calib_range is None else "int8"


range_inputs(quantized_elemwise_mul, result=_product_type)


def _with_ranges(count: int) -> list[str]:
    """The names of the arrays; the range of each comes after all of them."""
    arrays = [f"arg{i}" for i in range(count)]
    return [*arrays, *[f"{array}_{end}" for array in arrays for end in ("min", "max")]]


@ranged_op(
    "_contrib_quantized_concat",
    count_attr="num_args",
    array_names=_with_ranges,
    types="? -> ? float32 float32",
    quantizes=Quantizes("Concat", keeps_type=True, when=lambda *, dim, **_: dim > 0),
)
def quantized_concat(*data: Array, num_args: int, dim: int = 1) -> Ranged:
    """Arrays of levels joined along an axis, in the widest of their ranges.

    The arrays come first, then the minimum and maximum of each in turn. The result is int8 if any array is.

    data: Arrays of levels, then the lowest and highest number of each in turn.
    dim: The axis along which they are joined.

    >>> x = nd.array([[10]], dtype="int8")
    >>> low, high = nd.array([-1]), nd.array([1])
    >>> nd.contrib.quantized_concat(x, x, low, high, low, high, dim=1)[0].asnumpy()
    array([[10, 10]], dtype=int8)
    """
    name = "quantized_concat"
    count = len(data) // 3
    if count == 0 or len(data) != 3 * count:
        raise MXNetError(f"{name}: expected the arrays, then a minimum and a maximum for each, got {len(data)} inputs.")
    arrays, lows, highs = data[:count], data[count::2], data[count + 1 :: 2]
    low = jnp.minimum(jnp.stack([one(v) for v in lows]).min(0), 0)
    high = jnp.maximum(jnp.stack([one(v) for v in highs]).max(0), 0)
    dtype = "int8" if any(a.dtype == np.int8 for a in arrays) else "uint8"
    scale = levels_per(LEVELS[dtype], reach_of(low, high))
    parts = [
        rounded(a.astype(np.float32) * (reach_of(lo, hi) / levels_of(name, a) * scale), dtype)
        for a, lo, hi in zip(arrays, lows, highs, strict=True)
    ]
    return jnp.concatenate(parts, axis=dim), low, high


@quantized_concat.fill_types
def _(*input_types: str | None, num_args: int, dim: int) -> dict[str, str]:
    arrays = input_types[:num_args]
    types = dict.fromkeys([f"arg{i}_{end}" for i in range(num_args) for end in ("min", "max")], "float32")
    if "int8" in arrays:
        return types | {"output0": "int8"}
    return types | {"output0": "uint8"} if set(arrays) == {"uint8"} else types


@op("_contrib_calibrate_entropy", outputs=2, output_names=("threshold", "divergence"))
def calibrate_entropy(hist: Array, hist_edges: Array, *, num_quantized_bins: int = 255) -> tuple[Array, Array]:
    """The threshold at which clipped and quantized values diverge least from a symmetric histogram, and by how much.

    For each threshold, the distribution with its tails cut is compared with its image in ``num_quantized_bins`` levels
    by their relative entropy.

    hist: Counts, of an odd number of bins around zero.
    hist_edges: The bins' edges, one more.
    num_quantized_bins: How many levels there will be.

    >>> threshold, divergence = nd.contrib.calibrate_entropy(nd.ones((301,)), nd.linspace(-1, 1, 302))
    >>> threshold.shape, divergence.shape
    ((1,), (1,))
    """
    if hist_edges.shape != (hist.size + 1,):
        raise MXNetError(
            f"calibrate_entropy: expected {hist.size + 1} edges of {hist.size} bins, got {hist_edges.shape}."
        )
    middle, half = hist.size // 2, num_quantized_bins // 2
    if middle < half:
        raise MXNetError(f"calibrate_entropy: expected at least {2 * half + 1} bins, got {hist.size}.")
    counts = hist.reshape(-1).astype(np.float64)
    reach = jnp.arange(half, middle + 1)
    divergence = lax.map(lambda i: _divergence(counts, i, num_quantized_bins), reach)
    best = jnp.argmin(divergence)
    return one(hist_edges[middle + 1 + reach[best]]), one(divergence[best])


def _divergence(counts: Array, reach: Array, levels: int) -> Array:
    """Relative entropy between the bins within ``reach`` of the middle, tails added at both ends, and their image."""
    place = jnp.arange(counts.size) - (counts.size // 2 - reach)
    length = 2 * reach + 1
    inside = (place >= 0) & (place < length)
    below = jnp.where(place <= 0, counts, 0).sum()
    above = jnp.where(place >= length, counts, 0).sum()
    p = jnp.where(place == 0, below, jnp.where(place == length - 1, counts + above, jnp.where(inside, counts, 0)))
    # The first bin is not among those that are merged into levels.
    sliced = jnp.where(inside & (place > 0), counts, 0)
    level = jnp.clip(place // (length // levels), 0, levels - 1)
    total = jnp.zeros(levels).at[level].add(sliced)
    filled = jnp.zeros(levels).at[level].add(sliced != 0)
    q = jnp.where(inside & (p != 0) & (filled[level] > 0), total[level] / jnp.maximum(filled[level], 1), 0)
    (p, _), (q, usable) = _smoothed(p, inside), _smoothed(q, inside)
    p, q = p / p.sum(), q / q.sum()
    safe = inside & (p > 0) & (q > 0)
    ratio = jnp.log(jnp.where(safe, p, 1) / jnp.where(safe, q, 1))
    return jnp.where(usable, jnp.where(safe, p * ratio, 0).sum(), jnp.inf)


def _smoothed(p: Array, inside: Array) -> tuple[Array, Array]:
    """A little of the non-empty bins given to the empty ones, and whether there was enough of it."""
    eps = 1e-4
    empty, filled = inside & (p == 0), inside & (p != 0)
    taken = eps * empty.sum() / jnp.maximum(filled.sum(), 1)
    usable = filled.any() & (taken < 1)
    return jnp.where(empty, eps, jnp.where(filled, p - taken, 0)), usable
