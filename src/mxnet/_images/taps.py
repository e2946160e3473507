"""Which old pixels a new one is made of, and how much of each, when an image changes its size: OpenCV's rules."""

from collections.abc import Callable

import numpy as np

# Indices of old pixels and their weights, a row for each new pixel.
Taps = tuple[np.ndarray, np.ndarray]


def nearest(size: int, wanted: int) -> Taps:
    index = np.minimum(np.arange(wanted) * size // wanted, size - 1)
    return index[:, None], np.ones((wanted, 1))


def linear(size: int, wanted: int) -> Taps:
    at = np.clip((np.arange(wanted) + 0.5) * size / wanted - 0.5, 0, size - 1)
    return _two_taps(np.floor(at), at - np.floor(at), size)


def stretched_area(size: int, wanted: int) -> Taps:
    """OpenCV's area mode where the image grows: a pixel's area is kept, its border with the next interpolated."""
    left = np.floor(np.arange(wanted) * size / wanted)
    part = np.arange(wanted) + 1 - (left + 1) * wanted / size
    return _two_taps(left, np.where(part <= 0, 0, part - np.floor(part)), size)


def _two_taps(left: np.ndarray, part: np.ndarray, size: int) -> Taps:
    index = np.minimum(left[:, None] + np.arange(2), size - 1).astype(int)
    return index, np.stack([1 - part, part], axis=1)


def area(size: int, wanted: int) -> Taps:
    """The mean over what a new pixel covers of the old ones."""
    scale = size / wanted
    start = np.arange(wanted)[:, None] * scale
    index = np.floor(start).astype(int) + np.arange(int(np.ceil(scale)) + 1)
    covered = np.minimum(index + 1, start + scale) - np.maximum(index, start)
    weight = np.clip(np.where(index < size, covered, 0), 0, 1)
    return np.minimum(index, size - 1), weight / weight.sum(axis=1, keepdims=True)


def _by_kernel(kernel: Callable[[np.ndarray], np.ndarray], reach: int) -> Callable[[int, int], Taps]:
    def taps(size: int, wanted: int) -> Taps:
        at = (np.arange(wanted)[:, None] + 0.5) * size / wanted - 0.5
        index = np.floor(at) + np.arange(1 - reach, reach + 1)
        weight = kernel(at - index)
        return np.clip(index, 0, size - 1).astype(int), weight / weight.sum(axis=1, keepdims=True)

    return taps


def cubic(t: np.ndarray) -> np.ndarray:
    """Keys' convolution kernel with OpenCV's a = -0.75."""
    t, a = np.abs(t), -0.75
    near = ((a + 2) * t - (a + 3)) * t * t + 1
    far = ((a * t - 5 * a) * t + 8 * a) * t - 4 * a
    return np.where(t <= 1, near, np.where(t < 2, far, 0))


def lanczos(t: np.ndarray) -> np.ndarray:
    return np.where(np.abs(t) < 4, np.sinc(t) * np.sinc(t / 4), 0)


# OpenCV's numbers: nearest, linear, cubic, area, Lanczos over 8, exact linear.
INTERPOLATIONS: dict[int, Callable[[int, int], Taps]] = {
    0: nearest,
    1: linear,
    2: _by_kernel(cubic, 2),
    3: area,
    4: _by_kernel(lanczos, 4),
    5: linear,
}


def taps_for(interp: int, old: tuple[int, int], new: tuple[int, int]) -> tuple[Taps, Taps]:
    """The taps along the two axes of an image, by OpenCV's number of the interpolation."""
    make = INTERPOLATIONS[interp]
    if make is area and (new[0] > old[0] or new[1] > old[1]):
        make = stretched_area
    return make(old[0], new[0]), make(old[1], new[1])
