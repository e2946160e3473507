"""Resize of ONNX: along each axis a matrix, known before the model runs, says what each new element is made of.

The axes are independent, so an array is multiplied by one small matrix after another; ``nearest`` takes elements.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from mxnet._ops.attrs import Floats, Shape
from mxnet._ops.registry import op
from mxnet.error import MXNetError

# What the names of parameters mean in this family.
PARAMETERS = {
    "form": "How a place in the result is mapped to one in the data; ONNX's ``coordinate_transformation_mode``.",
    "rounding": "Which element is the nearest; ONNX's ``nearest_mode``.",
    "cubic": "The coefficient of cubic interpolation.",
    "outside": "Leave out what lies outside the array.",
    "extrapolation": "The number for what lies outside, with cropping.",
    "antialias": "Widen the kernel where the array shrinks.",
    "policy": "Whether ratios are kept; ONNX's ``keep_aspect_ratio_policy``.",
    "scales": "The factors.",
    "sizes": "The new sizes.",
    "roi": "The part of the array that is read, as fractions, for cropping.",
    "mode": "``nearest``, ``linear`` or ``cubic``.",
    "axes": "The axes that change.",
}

Array = jax.Array


class Ways(NamedTuple):
    """How elements are found: ``form`` is ONNX's coordinate transformation, ``rounding`` its nearest mode."""

    mode: str
    form: str
    rounding: str
    cubic: float
    outside: bool
    extrapolation: float
    antialias: bool


@op("_onnx_resize_dynamic", dynamic=True, types="T ? -> T")
def resize_dynamic(
    data: Array,
    roi: Array,
    scales: Array,
    sizes: Array,
    *,
    mode: Literal["nearest", "linear", "cubic"] = "nearest",
    form: str = "half_pixel",
    rounding: str = "round_prefer_floor",
    cubic: float = -0.75,
    outside: bool = False,
    extrapolation: float = 0.0,
    antialias: bool = False,
    axes: Shape = (),
    policy: str = "stretch",
) -> Array:
    """An array in other sizes, which are given by numbers or by factors.

    sizes: The new sizes, or nothing.
    axes: The axes that change; all if none is named.

    >>> empty = nd.array([], dtype="float32")
    >>> nd._internal._onnx_resize_dynamic(nd.array([1, 2]), empty, nd.array([2]), empty).asnumpy()
    array([1., 1., 2., 2.], dtype=float32)
    """
    ways = Ways(mode, form, rounding, cubic, outside, extrapolation, antialias)
    factors, lengths, region = (np.asarray(a).reshape(-1).tolist() for a in (scales, sizes, roi))
    return resized(data, factors, [int(n) for n in lengths], region, axes, policy, ways)


@op("_onnx_resize", like=resize_dynamic)
def resize(data: Array, *, scales: Floats = (), sizes: Shape = (), roi: Floats = (), **how: Any) -> Array:
    """An array in other sizes, which are given by numbers or by factors.

    >>> nd._internal._onnx_resize(nd.array([1, 2]), scales=(2,)).asnumpy()
    array([1., 1., 2., 2.], dtype=float32)
    """
    axes, policy = how.pop("axes"), how.pop("policy")
    return resized(data, scales, sizes, roi, axes, policy, Ways(**how))


def resized(
    data: Array,
    scales: Sequence[float],
    sizes: Sequence[int],
    roi: Sequence[float],
    axes: Sequence[int],
    policy: str,
    ways: Ways,
) -> Array:
    """An array in other sizes along some axes, or all."""
    along = [a % data.ndim for a in axes] or list(range(data.ndim))
    lengths = [data.shape[a] for a in along]
    factors, targets = _targets(lengths, scales, sizes, policy)
    starts = list(roi[: len(along)]) if len(roi) == 2 * len(along) else [0.0] * len(along)
    ends = list(roi[len(along) :]) if len(roi) == 2 * len(along) else [1.0] * len(along)
    inside = []
    for axis, factor, target, start, end in zip(along, factors, targets, starts, ends, strict=True):
        length = data.shape[axis]
        crops = ways.form == "tf_crop_and_resize"
        if target == length and factor == 1 and not (crops and (start, end) != (0, 1)):
            continue
        at = positions(length, target, factor, ways.form, start, end)
        data = _along(data, axis, at, length, min(factor, 1.0), ways)
        if crops:
            inside.append((axis, (at >= 0) & (at <= length - 1)))
    for axis, mask in inside:
        wide = mask.reshape([-1 if a == axis else 1 for a in range(data.ndim)])
        data = jnp.where(wide, data, jnp.asarray(ways.extrapolation, data.dtype))
    return data


def _targets(
    lengths: Sequence[int], scales: Sequence[float], sizes: Sequence[int], policy: str
) -> tuple[list[float], list[int]]:
    """The factor and the new size of each axis."""
    if scales:
        return list(scales), [math.floor(n * s) for n, s in zip(lengths, scales, strict=True)]
    if len(sizes) != len(lengths):
        raise MXNetError(f"Resize: expected a size for each of {len(lengths)} axes, received {list(sizes)}")
    factors = [t / n for t, n in zip(sizes, lengths, strict=True)]
    if policy == "stretch":
        return factors, list(sizes)
    one = min(factors) if policy == "not_larger" else max(factors)
    return [one] * len(lengths), [math.floor(n * one + 0.5) for n in lengths]


def positions(length: int, target: int, factor: float, form: str, start: float, end: float) -> np.ndarray:
    """Where in the old array each new element lies."""
    to = np.arange(target, dtype=np.float64)
    if form == "asymmetric":
        return to / factor
    if form == "align_corners":
        # The new length is not rounded here, as a factor says it.
        return to * (length - 1) / (length * factor - 1) if target > 1 else np.zeros(target)
    if form == "pytorch_half_pixel":
        return (to + 0.5) / factor - 0.5 if target > 1 else np.full(target, -0.5)
    if form == "half_pixel_symmetric":
        # The new size is rounded down: what that takes away is taken equally at both ends.
        adjustment = target / (factor * length)
        return length / 2 * (1 - adjustment) + (to + 0.5) / factor - 0.5
    if form == "tf_crop_and_resize":
        if target == 1:
            return np.full(1, 0.5 * (start + end) * (length - 1))
        return start * (length - 1) + to * (end - start) * (length - 1) / (target - 1)
    if form == "tf_half_pixel_for_nn":
        return (to + 0.5) / factor
    if form == "half_pixel":
        return (to + 0.5) / factor - 0.5
    raise MXNetError(f"Resize: expected a coordinate_transformation_mode of ONNX, received {form!r}")


def _along(data: Array, axis: int, at: np.ndarray, length: int, shrink: float, ways: Ways) -> Array:
    if ways.mode == "nearest":
        return jnp.take(data, jnp.asarray(_nearest(at, length, ways.rounding)), axis=axis)
    matrix = _weights(at, length, shrink if ways.antialias else 1.0, ways)
    wide = data if jnp.issubdtype(data.dtype, jnp.floating) else data.astype(jnp.float32)
    interpolated = jnp.tensordot(wide, jnp.asarray(matrix, wide.dtype), ((axis,), (1,)), precision="highest")
    interpolated = jnp.moveaxis(interpolated, -1, axis)
    return interpolated if interpolated.dtype == data.dtype else jnp.round(interpolated).astype(data.dtype)


def _nearest(at: np.ndarray, length: int, rounding: str) -> np.ndarray:
    near: dict[str, Callable[[np.ndarray], np.ndarray]] = {
        "round_prefer_floor": lambda x: np.ceil(x - 0.5),
        "round_prefer_ceil": lambda x: np.floor(x + 0.5),
        "floor": np.floor,
        "ceil": np.ceil,
    }
    return np.clip(near[rounding](at), 0, length - 1).astype(np.int64)


def _weights(at: np.ndarray, length: int, shrink: float, ways: Ways) -> np.ndarray:
    """The matrix: a row an element of the result. With antialias the kernel is wider where the result is smaller."""
    reach = 1 if ways.mode == "linear" else 2
    count = math.ceil(reach / shrink) * 2
    first = np.floor(at).astype(np.int64) - count // 2 + 1
    if shrink < 1:
        first, count = first - 1, count + 2  # the kernel's ends may lie between elements
    places = first[:, None] + np.arange(count)
    distance = (places - at[:, None]) * shrink
    weights = _linear(distance) if ways.mode == "linear" else _cubic(distance, ways.cubic)
    there = (places >= 0) & (places < length)
    if ways.outside:
        weights = np.where(there, weights, 0)
    if ways.outside or shrink < 1:
        weights = weights / weights.sum(1, keepdims=True)
    matrix = np.zeros((len(at), length))
    rows = np.broadcast_to(np.arange(len(at))[:, None], places.shape)
    np.add.at(matrix, (rows, np.clip(places, 0, length - 1)), weights)
    return matrix


def _linear(distance: np.ndarray) -> np.ndarray:
    return np.maximum(1 - np.abs(distance), 0)


def _cubic(distance: np.ndarray, a: float) -> np.ndarray:
    """The cubic convolution kernel."""
    x = np.abs(distance)
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    far = ((a * x - 5 * a) * x + 8 * a) * x - 4 * a
    return np.where(x <= 1, near, np.where(x < 2, far, 0))
