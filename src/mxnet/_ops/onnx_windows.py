"""Operators of ONNX over windows of images: pooling in all its forms, its inverse, and sums of overlapping blocks."""

import math
from collections.abc import Sequence
from typing import Any, Literal

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from mxnet._ops.attrs import Shape
from mxnet._ops.registry import op

# What the names of parameters mean in this family.
PARAMETERS = {
    "data": "Of shape (batch, channels, ...).",
    "kind": "``max``, ``avg`` or ``lp``.",
    "pads": "How much before each axis, then how much after each.",
    "ceil": "Round the number of windows up.",
    "include": "Let the margin count in means.",
    "p": "The p of the p-norm.",
    "columns": "Count down columns first.",
    "places": "The places that pooling gave.",
    "target": "The shape of the result; what follows from the windows if empty.",
    "image": "Height and width of the image.",
    "block": "Height and width of a block.",
}

Array = jax.Array


def window_counts(
    sizes: Sequence[int], kernel: Shape, stride: Shape, dilate: Shape, pads: Sequence[int], ceil: bool
) -> list[int]:
    """How many windows stand along each axis; with ``ceil`` the last may reach beyond the margin, not start there."""
    counts = []
    half = len(kernel)
    for n, k, s, d, low, high in zip(sizes, kernel, stride, dilate, pads[:half], pads[half:], strict=True):
        room = n + low + high - (k - 1) * d - 1
        count = (math.ceil(room / s) if ceil else room // s) + 1
        counts.append(count - 1 if ceil and (count - 1) * s >= n + low else count)
    return counts


def _ends(
    sizes: Sequence[int], counts: Sequence[int], kernel: Shape, stride: Shape, dilate: Shape, pads: Sequence[int]
) -> list[tuple[int, int]]:
    """The margins with which exactly these windows fit."""
    rows = zip(sizes, counts, kernel, stride, dilate, pads[: len(kernel)], strict=True)
    return [(low, (c - 1) * s + (k - 1) * d + 1 - n - low) for n, c, k, s, d, low in rows]


def _lowest(dtype: Any) -> Any:
    return -jnp.inf if jnp.issubdtype(dtype, jnp.floating) else jnp.iinfo(dtype).min


@op("_onnx_pool")
def pool(
    data: Array,
    *,
    kind: Literal["max", "avg", "lp"],
    kernel: Shape,
    stride: Shape,
    dilate: Shape,
    pads: Shape,
    ceil: bool = False,
    include: bool = False,
    p: int = 2,
) -> Array:
    """The largest element, the mean or the p-norm of each window; ``include`` counts the margin in means.

    >>> nd._internal._onnx_pool(nd.arange(4).reshape((1, 1, 2, 2)), kind="avg", kernel=(2, 2), stride=(1, 1),
    ...     dilate=(1, 1),
    ...                         pads=(0, 0, 0, 0)).asnumpy()
    array([[[[1.5]]]], dtype=float32)
    """
    sizes = data.shape[2:]
    counts = window_counts(sizes, kernel, stride, dilate, pads, ceil)
    ends = _ends(sizes, counts, kernel, stride, dilate, pads)

    def over(x: Array, start: Any, function: Any, margin: list[tuple[int, int]]) -> Array:
        return lax.reduce_window(
            x, jnp.asarray(start, x.dtype), function, (1, 1, *kernel), (1, 1, *stride),
            ((0, 0), (0, 0), *margin), window_dilation=(1, 1, *dilate),
        )  # fmt: skip

    if kind == "max":
        return over(data, _lowest(data.dtype), lax.max, ends)
    wide = data.astype(jnp.promote_types(data.dtype, jnp.float32))
    if kind == "lp":
        return (over(jnp.abs(wide) ** p, 0, lax.add, ends) ** (1 / p)).astype(data.dtype)
    shares = jnp.ones((1, 1, *sizes), wide.dtype)
    margin = ends
    if include:  # the part of a window that lies beyond the margin does not count
        half = len(kernel)
        around = list(zip(pads[:half], pads[half:], strict=True))
        shares = jnp.pad(shares, ((0, 0), (0, 0), *around), constant_values=1)
        margin = [(0, high - b) for (_, high), (_, b) in zip(ends, around, strict=True)]
    total = over(wide, 0, lax.add, ends)
    return (total / over(shares, 0, lax.add, margin)).astype(data.dtype)


@op("_onnx_max_pool_places", outputs=2, types="T -> T int64")
def max_pool_places(
    data: Array, *, kernel: Shape, stride: Shape, dilate: Shape, pads: Shape, ceil: bool = False, columns: bool = False
) -> tuple[Array, Array]:
    """The largest element of each window, and its number in the array; ``columns`` counts down columns first.

    >>> largest, places = nd._internal._onnx_max_pool_places(
    ...     nd.arange(4).reshape((1, 1, 2, 2)), kernel=(2, 2), stride=(1, 1), dilate=(1, 1), pads=(0, 0, 0, 0))
    >>> largest.asnumpy(), places.asnumpy()
    (array([[[[3.]]]], dtype=float32), array([[[[3]]]]))
    """
    sizes = data.shape[2:]
    counts = window_counts(sizes, kernel, stride, dilate, pads, ceil)
    flat, inside = np.zeros((), np.int64), np.ones((), bool)
    numbers = np.zeros((), np.int64)
    for axis, (n, c, k, s, d) in enumerate(zip(sizes, counts, kernel, stride, dilate, strict=True)):
        at = np.arange(c)[:, None] * s + np.arange(k) * d - pads[axis]
        place = [1] * (2 * len(sizes))
        place[axis], place[len(sizes) + axis] = c, k
        at = at.reshape(place)
        flat = flat + np.clip(at, 0, n - 1) * math.prod(sizes[axis + 1 :])
        numbers = numbers + np.clip(at, 0, n - 1) * math.prod(sizes[:axis] if columns else sizes[axis + 1 :])
        inside = inside & (at >= 0) & (at < n)
    taps = math.prod(kernel)
    flat, numbers, inside = (a.reshape(*counts, taps) for a in (flat, numbers, inside))
    windows = data.reshape(*data.shape[:2], -1)[:, :, flat]
    windows = jnp.where(inside, windows, jnp.asarray(_lowest(data.dtype), data.dtype))
    chosen = jnp.argmax(windows, -1, keepdims=True)
    maxima = jnp.take_along_axis(windows, chosen, -1)[..., 0]
    wide = jnp.broadcast_to(numbers, windows.shape)
    local = jnp.take_along_axis(wide, chosen, -1)[..., 0].astype(jnp.int64)
    channels = jnp.arange(math.prod(data.shape[:2])).reshape(*data.shape[:2], *(1,) * len(sizes))
    return maxima, local + channels * math.prod(sizes)


@op("_onnx_max_unpool", types="T ? -> T")
def max_unpool(data: Array, places: Array, *, kernel: Shape, stride: Shape, pads: Shape, target: Shape = ()) -> Array:
    """Elements back at the places that they had before pooling, among zeros.

    >>> nd._internal._onnx_max_unpool(nd.array([[[[7]]]]), nd.array([[[[3]]]], dtype="int64"), kernel=(2, 2),
    ...     stride=(2, 2),
    ...                               pads=(0, 0, 0, 0)).asnumpy()
    array([[[[0., 0.],
             [0., 7.]]]], dtype=float32)
    """
    half = len(kernel)
    rows = zip(data.shape[2:], kernel, stride, pads[:half], pads[half:], strict=True)
    sizes = [(n - 1) * s + k - low - high for n, k, s, low, high in rows]
    shape = (*data.shape[:2], *sizes)
    unpooled = jnp.zeros(math.prod(shape), data.dtype).at[places.reshape(-1)].set(data.reshape(-1)).reshape(shape)
    return jnp.pad(unpooled, [(0, t - n) for t, n in zip(target, shape, strict=True)]) if target else unpooled


@op("_onnx_col2im")
def col2im(data: Array, *, image: Shape, block: Shape, stride: Shape, dilate: Shape, pads: Shape) -> Array:
    """An image from its blocks, one a column; where they overlap they are added.

    data: Blocks as columns, of shape (batch, channels * block elements, blocks).

    >>> nd._internal._onnx_col2im(nd.ones((1, 4, 1)), image=(2, 2), block=(2, 2), stride=(1, 1), dilate=(1, 1),
    ...                           pads=(0, 0, 0, 0)).asnumpy()
    array([[[[1., 1.],
             [1., 1.]]]], dtype=float32)
    """
    batch, rows, _ = data.shape
    channels, half = rows // math.prod(block), len(image)
    counts = window_counts(image, block, stride, dilate, pads, False)
    full = [n + low + high for n, low, high in zip(image, pads[:half], pads[half:], strict=True)]
    flat = np.zeros((), np.int64)
    for axis, (k, c, s, d) in enumerate(zip(block, counts, stride, dilate, strict=True)):
        at = np.arange(k)[:, None] * d + np.arange(c) * s
        place = [1] * (2 * half)
        place[axis], place[half + axis] = k, c
        flat = flat + at.reshape(place) * math.prod(full[axis + 1 :])
    elements = data.reshape(batch, channels, -1)
    padded = jnp.zeros((batch, channels, math.prod(full)), data.dtype).at[:, :, flat.reshape(-1)].add(elements)
    padded = padded.reshape(batch, channels, *full)
    return padded[(..., *[slice(low, low + n) for low, n in zip(pads[:half], image, strict=True)])]
