"""Changes of an image's colours, by NumPy: what the operators of ``mx.nd.image`` do, for images on the host."""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from mxnet._ops.image import from_hls, to_hls
from mxnet._programs.device import device_of
from mxnet.context import Context

_GRAY = np.array([0.299, 0.587, 0.114], np.float32)
_EIGEN = np.array([[-0.5675, 0.7192, 0.4009], [-0.5808, -0.0045, -0.8140], [-0.5836, -0.6948, 0.4203]])
# How light along the three principal components of ImageNet's colours, scaled by their deviations, changes R, G and B.
_LIGHTING = (_EIGEN * (55.46, 4.794, 1.148)).astype(np.float32)

Image = np.ndarray
Change = Callable[[Image, float], Image]


def random_of(ctx: Context) -> Random:
    """The next random numbers of a context, which ``mx.random.seed`` begins anew."""
    seed, draw = device_of(ctx).draw()
    return Random(seed << 40 ^ draw)


def is_image(image: Image) -> bool:
    """Whether this is one image of one or three channels."""
    return image.ndim == 3 and image.shape[-1] in (1, 3)


def saturated(value: Image, dtype: Any) -> Image:
    """Values as they fit into an image of a dtype."""
    return (np.clip(value, 0, 255) if dtype == np.uint8 else value).astype(dtype)


def brightness(image: Image, factor: float) -> Image:
    """The image times a factor."""
    return saturated(image.astype(np.float32) * np.float32(factor), image.dtype)


def contrast(image: Image, factor: float) -> Image:
    """The image blended with its mean grey."""
    wide = image.astype(np.float32)
    gray = (wide @ _GRAY if image.shape[-1] == 3 else wide).mean(dtype=np.float32)
    return saturated(wide * np.float32(factor) + np.float32(1 - factor) * gray, image.dtype)


def saturation(image: Image, factor: float) -> Image:
    """The image blended with its grey, which for MXNet is blue's part of it."""
    if image.shape[-1] == 1:
        return image
    wide = image.astype(np.float32)
    gray = wide[..., 2:] * _GRAY[2]
    return saturated(gray * np.float32(1 - factor) + wide * np.float32(factor), image.dtype)


def hue(image: Image, turn: float) -> Image:
    """The image with its hue turned by a part of the circle."""
    if image.shape[-1] == 1:
        return image
    at, light, strength = to_hls(image.astype(np.float32) / np.float32(255), np)
    rgb = from_hls(at + np.float32(turn * 6), light, strength, np)
    return saturated(rgb * np.float32(255), image.dtype)


def lighting(image: Image, random: Random, deviation: float) -> Image:
    """The image with random light added along the colours' principal components."""
    if image.shape[-1] == 1:
        return image
    alpha = np.array([random.gauss(0, deviation) for _ in range(3)], np.float32)
    return saturated(image.astype(np.float32) + _LIGHTING @ alpha, image.dtype)


def jitter(image: Image, random: Random, spreads: tuple[float, float, float, float]) -> Image:
    """The image with brightness, contrast, saturation and hue changed, in random order; 0 leaves one out."""
    steps: list[tuple[Change, float, float]] = [
        (change, spread, center)
        for change, spread, center in zip((brightness, contrast, saturation, hue), spreads, (1, 1, 1, 0), strict=True)
        if spread > 0
    ]
    random.shuffle(steps)
    for change, spread, center in steps:
        image = change(image, center + random.uniform(-spread, spread))
    return image
