"""GridSample of ONNX: an image, or a volume, read at the places that a grid names."""

import itertools
import math
from typing import Any, Literal

import jax
import jax.numpy as jnp

from mxnet._ops.registry import op

# What the names of parameters mean in this family.
PARAMETERS = {
    "data": "Of shape (batch, channels, ...).",
    "grid": "Places, of shape (batch, ..., axes): x first.",
    "mode": "``nearest``, ``linear`` or ``cubic``.",
    "padding": "What stands outside: ``zeros``, the ``border``, or a ``reflection``.",
    "align": "Whether -1 and 1 are the centres of the outer elements, not their edges.",
}

Array = jax.Array
_CUBIC = -0.75  # the coefficient that ONNX and PyTorch take


@op("_onnx_grid_sample", types="T ? -> T")
def grid_sample(
    data: Array,
    grid: Array,
    *,
    mode: Literal["nearest", "linear", "cubic"] = "linear",
    padding: Literal["zeros", "border", "reflection"] = "zeros",
    align: bool = False,
) -> Array:
    """Elements at places between -1 and 1, the ends of each axis, or what stands around them.

    >>> nd._internal._onnx_grid_sample(nd.arange(4).reshape((1, 1, 2, 2)), nd.zeros((1, 1, 1, 2))).asnumpy()
    array([[[[1.5]]]], dtype=float32)
    """
    sizes = data.shape[2:]
    axes = []
    for axis, size in enumerate(sizes):
        unit = grid[..., len(sizes) - 1 - axis]  # the last axis comes first in the grid
        at = (unit + 1) / 2 * (size - 1) if align else ((unit + 1) * size - 1) / 2
        at = _led_back(at, size, padding, align)
        axes.append(_taps(at, size, mode, padding, align))
    rows = data.reshape(*data.shape[:2], -1)
    out = jnp.zeros((*data.shape[:2], *grid.shape[1:-1]), data.dtype)
    for taps in itertools.product(*axes):
        flat: Any = 0
        weight: Any = 1
        for (place, share), axis in zip(taps, range(len(sizes)), strict=True):
            flat = flat + place * math.prod(sizes[axis + 1 :])
            weight = weight * share
        read = jax.vmap(lambda row, index: row[:, index])(rows, flat)
        out = out + read * weight[:, None].astype(data.dtype)
    return out


def _led_back(at: Array, size: int, padding: str, align: bool) -> Array:
    """Places outside, where the margin says what stands there."""
    if padding == "border":
        return jnp.clip(at, 0, size - 1)
    if padding == "reflection":
        return _reflected(at, size, align)
    return at


def _reflected(at: Array, size: int, align: bool) -> Array:
    low, span = (0.0, size - 1.0) if align else (-0.5, float(size))
    if span == 0:
        return jnp.zeros_like(at)
    away = jnp.mod(jnp.abs(at - low), 2 * span)
    return jnp.where(away > span, 2 * span - away, away) + low


def _taps(at: Array, size: int, mode: str, padding: str, align: bool) -> list[tuple[Array, Array]]:
    """The places along one axis that an element is made of, with their shares."""
    if mode == "nearest":
        return [_held(jnp.round(at), jnp.ones_like(at), size, padding, align)]
    first = jnp.floor(at)
    if mode == "linear":
        part = at - first
        return [_held(first, 1 - part, size, padding, align), _held(first + 1, part, size, padding, align)]
    return [_held(first + i, _cubic(at - first - i), size, padding, align) for i in range(-1, 3)]


def _cubic(distance: Array) -> Array:
    x, a = jnp.abs(distance), _CUBIC
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    far = ((a * x - 5 * a) * x + 8 * a) * x - 4 * a
    return jnp.where(x <= 1, near, jnp.where(x < 2, far, 0))


def _held(place: Array, share: Array, size: int, padding: str, align: bool) -> tuple[Array, Array]:
    if padding == "zeros":
        share = jnp.where((place >= 0) & (place < size), share, 0)
    elif padding == "reflection":
        place = _reflected(place, size, align)
    return jnp.clip(jnp.round(place), 0, size - 1).astype(jnp.int32), share
