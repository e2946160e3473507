"""Images: layout, resizing, cropping, and the random changes that augment a training set.

Images are (height, width, channels), or a batch of them where that is said; ``normalize`` alone takes what
``to_tensor`` makes, (channels, height, width).
"""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from mxnet._images import pixels
from mxnet._images.taps import INTERPOLATIONS, Taps, taps_for
from mxnet._ops.attrs import Floats, Shape
from mxnet._ops.registry import Op, op
from mxnet.error import MXNetError

# What the names of parameters mean in this family.
PARAMETERS = {
    "data": "An image (height, width, channels).",
    "min_factor": "The smallest factor.",
    "max_factor": "The largest factor.",
}

Array = jax.Array

GRAY = (0.299, 0.587, 0.114)
# How the three principal components of ImageNet's colours, scaled by their deviations, change R, G and B.
LIGHTING = np.array([[-0.5675, 0.7192, 0.4009], [-0.5808, -0.0045, -0.8140], [-0.5836, -0.6948, 0.4203]]) * (
    55.46,
    4.794,
    1.148,
)


def _wide(dtype: Any) -> np.dtype:
    return np.dtype("float64" if dtype == np.float64 else "float32")


@op("_image_to_tensor", types="? -> float32")
def image_to_tensor(data: Array) -> Array:
    """An image, or a batch, of values up to 255 as float32 up to 1, with channels before height and width.

    data: An image (height, width, channels), or a batch of them.

    >>> nd.image.to_tensor(nd.array([[[255, 0, 51]]], dtype="uint8")).reshape(-1).asnumpy()
    array([1.        , 0.        , 0.20000002], dtype=float32)
    """
    if data.ndim not in (3, 4):
        raise MXNetError(
            "image.to_tensor: Input image must have shape (height, width, channels), or (N, height, width, channels), "
            f"but got {list(data.shape)}."
        )
    return jnp.moveaxis(data.astype(np.float32), -1, -3) / np.float32(255)


@image_to_tensor.numpy
def _(data: np.ndarray) -> np.ndarray:
    if data.ndim not in (3, 4):
        return NotImplemented
    return np.divide(np.moveaxis(data, -1, -3), np.float32(255), dtype=np.float32, casting="unsafe")


@op("_image_normalize")
def image_normalize(data: Array, *, mean: Floats = (0.0, 0.0, 0.0, 0.0), std: Floats = (1.0, 1.0, 1.0, 1.0)) -> Array:
    """Subtract ``mean`` and divide by ``std``, one number or one a channel, from (N,) channels, height and width.

    data: An image (channels, height, width), or a batch of them, such as ``to_tensor`` gives.
    mean: What is subtracted.
    std: What is divided by.

    >>> nd.image.normalize(nd.ones((3, 1, 1)), mean=(0, 0.5, 1), std=(1, 0.5, 2)).reshape(-1).asnumpy()
    array([1., 1., 0.], dtype=float32)
    """
    if data.ndim not in (3, 4) or data.shape[-3] not in (1, 3):
        raise MXNetError(
            "image.normalize: Input tensor must have shape (channels, height, width), or (N, channels, height, width), "
            f"with 1 or 3 channels, but got {list(data.shape)}."
        )
    channels, wide = data.shape[-3], _wide(data.dtype)
    for name, value in (("mean", mean), ("std", std)):
        if len(value) not in (1, channels):
            raise MXNetError(
                f"image.normalize: Invalid {name} for input with shape {list(data.shape)}. {name} must have either 1 "
                f"or {channels} elements, but got {value}."
            )
    shift, scale = (np.array(v, wide).reshape(-1, 1, 1) for v in (mean, std))
    return ((data.astype(wide) - shift) / scale).astype(data.dtype)


@image_normalize.numpy
def _(data: np.ndarray, mean: Floats, std: Floats) -> np.ndarray:
    if data.ndim not in (3, 4) or data.shape[-3] not in (1, 3) or data.dtype.kind != "f":
        return NotImplemented
    if not {len(mean), len(std)} <= {1, data.shape[-3]}:
        return NotImplemented
    shift, scale = (np.asarray(v, data.dtype).reshape(-1, 1, 1) for v in (mean, std))
    with np.errstate(all="ignore"):
        return (data - shift) / scale


def _resample(data: Array, axis: int, taps: Taps) -> Array:
    """Weighted sums of elements along an axis."""
    index, weight = taps[0], taps[1].astype(data.dtype)
    wanted, count = index.shape
    if count == 1:
        return jnp.take(data, index[:, 0], axis=axis)
    if count > 16:
        dense = np.zeros((wanted, data.shape[axis]), data.dtype)
        np.add.at(dense, (np.arange(wanted)[:, None], index), weight)
        product = jnp.tensordot(data, dense, axes=(axis, 1), precision=lax.Precision.HIGHEST)
        return jnp.moveaxis(product, -1, axis)
    column = [1] * data.ndim
    column[axis] = wanted
    parts = [jnp.take(data, index[:, k], axis=axis) * weight[:, k].reshape(column) for k in range(count)]
    return sum(parts[1:], start=parts[0])


def _resized(height: int, width: int, size: Shape, keep_ratio: bool) -> tuple[int, int]:
    if len(size) not in (1, 2) or min(size) <= 0:
        raise MXNetError(f"image.resize: Input size dimension must be 1 or 2 and greater than 0, but got {size}.")
    if len(size) == 2:
        return size[1], size[0]
    if not keep_ratio:
        return size[0], size[0]
    if height > width:
        return height * size[0] // width, size[0]
    return size[0], width * size[0] // height


@op("_image_resize")
def image_resize(data: Array, *, size: Shape = (), keep_ratio: bool = False, interp: int = 1) -> Array:
    """An image, or a batch, in another size: (width, height), or one number for both sides.

    With ``keep_ratio`` a single number is the shorter side's new length. ``interp`` is OpenCV's: 0 nearest, 1 linear,
    2 cubic, 3 area, 4 Lanczos.

    size: The new size.
    keep_ratio: With one number as ``size``: keep the ratio of the sides.
    interp: How pixels are interpolated.

    >>> nd.image.resize(nd.ones((4, 6, 3)), size=(3, 2)).shape
    (2, 3, 3)
    """
    if data.ndim not in (3, 4):
        raise MXNetError(f"image.resize: Input image dimension should be 3 or 4 but got {data.ndim}.")
    if interp not in INTERPOLATIONS:
        raise MXNetError(f"image.resize: Unknown interpolation method: expected interp from 0 to 5, got {interp}.")
    height, width = data.shape[-3:-1]
    new = _resized(height, width, size, keep_ratio)
    rows, columns = taps_for(interp, (height, width), new)
    wide = data if interp == 0 else data.astype(_wide(data.dtype))
    out = _resample(_resample(wide, data.ndim - 3, rows), data.ndim - 2, columns)
    if jnp.issubdtype(data.dtype, jnp.integer) and interp != 0:
        limits = jnp.iinfo(data.dtype)
        out = jnp.clip(jnp.floor(out + 0.5), limits.min, limits.max)
    return out.astype(data.dtype)


@image_resize.numpy
def _(data: np.ndarray, size: Shape, keep_ratio: bool, interp: int) -> np.ndarray:
    if data.ndim not in (3, 4) or interp not in range(5):
        return NotImplemented
    high, wide = data.shape[-3], data.shape[-2]
    height, width = _resized(high, wide, size, keep_ratio)
    if data.ndim == 4:
        return np.stack([pixels.resize(image, width, height, interp) for image in data])
    return pixels.resize(data, width, height, interp)


@op("_image_crop", traced=("x", "y"))
def image_crop(data: Array, *, x: int, y: int, width: int, height: int) -> Array:
    """The part of an image, or of a batch, from column ``x`` and row ``y`` on, of that width and height.

    x: The first column.
    y: The first row.
    width: How many columns.
    height: How many rows.

    >>> nd.image.crop(nd.ones((4, 6, 3)), x=1, y=0, width=3, height=2).shape
    (2, 3, 3)
    """
    if data.ndim not in (3, 4) or data.shape[-1] not in (1, 3):
        raise MXNetError(
            "image.crop: Image Crop expects inputs of 3D (h, w, c) or 4D (n, h, w, c) with 1 or 3 channels. "
            f"But got {list(data.shape)}."
        )
    if height <= 0 or width <= 0:
        raise MXNetError(f"image.crop: Input height and width must be greater than 0, got {height} and {width}.")
    for corner, start, length, extent in (("x", x, width, data.shape[-2]), ("y", y, height, data.shape[-3])):
        side = "width" if corner == "x" else "height"
        # In a trace the start has no value; a length that cannot fit is still seen, and the start is clipped.
        begin = int(start) if isinstance(start, (int, np.integer)) else 0
        if begin < 0 or begin + length > extent:
            raise MXNetError(
                f"image.crop: {corner} + {side} should not be greater than input {side} {extent}, "
                f"got {begin} + {length}; {corner} must not be negative."
            )
    zero = jnp.zeros((), np.int64)
    starts = [zero] * (data.ndim - 3) + [jnp.asarray(y, np.int64), jnp.asarray(x, np.int64), zero]
    return lax.dynamic_slice(data, starts, (*data.shape[:-3], height, width, data.shape[-1]))


@image_crop.numpy
def _(data: np.ndarray, x: int, y: int, width: int, height: int) -> np.ndarray:
    part = data[..., y : y + height, x : x + width, :]
    fits = data.ndim in (3, 4) and min(x, y) >= 0 and part.shape[-3:] == (height, width, data.shape[-1])
    return part if fits and part.size and data.shape[-1] in (1, 3) else NotImplemented


@jax.custom_vjp
def _copied(data: Array, value: Array) -> Array:
    return value


_copied.defvjp(lambda data, value: (value, None), lambda _, gradient: (gradient, jnp.zeros_like(gradient)))


def _augmented(data: Array, value: Array) -> Array:
    """``value`` for ``data``, as far as a gradient is asked for: MXNet copies it through every augmentation."""
    return _copied(data, value) if jnp.issubdtype(data.dtype, jnp.floating) else value


def _image(name: str, data: Array) -> None:
    if data.ndim != 3 or data.shape[-1] not in (1, 3):
        raise MXNetError(
            f"image.{name}: Input image must have shape (height, width, channels) with 1 or 3 channels, "
            f"but got {list(data.shape)}."
        )


def _saturated(value: Array, dtype: np.dtype) -> Array:
    return (jnp.clip(value, 0, 255) if dtype == np.uint8 else value).astype(dtype)


def _flip(name: str, axis: int, doc: str, after: str) -> None:
    """Register the flip along an axis, and the one that happens every other time."""

    def flip(data: Array) -> Array:
        _image(f"flip_{name}", data)
        return _augmented(data, jnp.flip(data, axis))

    def random_flip(data: Array, *, key: Array) -> Array:
        _image(f"random_flip_{name}", data)
        return _augmented(data, jnp.where(jax.random.bernoulli(key), jnp.flip(data, axis), data))

    shown = f"""

    >>> nd.image.flip_{name}(nd.array([[[1], [2]], [[3], [4]]])).reshape((2, 2)).asnumpy()
    array({after}, dtype=float32)"""
    flip.__doc__ = doc + shown
    random_flip.__doc__ = f"""{doc[:-1]}, or left as it is, each half of the time.

    >>> nd.image.random_flip_{name}(nd.ones((2, 3, 1))).shape
    (2, 3, 1)"""

    @op(f"_image_flip_{name}")(flip).numpy
    def _(data: np.ndarray) -> np.ndarray:
        return np.flip(data, axis) if data.ndim == 3 and data.shape[-1] in (1, 3) else NotImplemented

    op(f"_image_random_flip_{name}")(random_flip)


_flip("left_right", 1, "An image mirrored, left to right.", "[[2., 1.], [4., 3.]]")
_flip("top_bottom", 0, "An image upside down.", "[[3., 4.], [1., 2.]]")


def _brightness(image: Array, factor: Array) -> Array:
    return _saturated(image.astype(np.float32) * factor, image.dtype)


def _contrast(image: Array, factor: Array) -> Array:
    wide = image.astype(np.float32)
    gray = (wide * np.array(GRAY, np.float32)).sum(-1) if image.shape[-1] == 3 else wide
    return _saturated(wide * factor + (1 - factor) * gray.mean(), image.dtype)


def _saturation(image: Array, factor: Array) -> Array:
    if image.shape[-1] == 1:
        return image
    wide = image.astype(np.float32)
    # MXNet's grey is what blue contributes to it: its sum over channels keeps the last term only.
    gray = wide[..., 2:] * np.float32(GRAY[2])
    return _saturated(gray * (1 - factor) + wide * factor, image.dtype)


def _hue(image: Array, turn: Array) -> Array:
    """Turn the hue by a part of the circle, keeping lightness and saturation."""
    if image.shape[-1] == 1:
        return image
    hue, light, saturation = to_hls(image.astype(np.float32) / np.float32(255))
    rgb = from_hls(hue + turn * np.float32(6), light, saturation)
    return _saturated(rgb * np.float32(255), image.dtype)


def to_hls(rgb: Any, xp: Any = jnp) -> tuple[Any, Any, Any]:
    """Hue in sixths of the circle, lightness, saturation; a grey has hue and saturation 0. ``xp`` computes them."""
    r, g, b = rgb[..., 0], rgb[..., 1], rgb[..., 2]
    top, bottom = rgb.max(-1), rgb.min(-1)
    spread, light = top - bottom, (top + bottom) / 2
    coloured = spread > np.finfo(np.float32).eps
    safe = xp.where(coloured, spread, 1)
    saturation = spread / xp.where(coloured, xp.where(light < 0.5, top + bottom, 2 - top - bottom), 1)
    hue = xp.where(top == r, (g - b) / safe, xp.where(top == g, (b - r) / safe + 2, (r - g) / safe + 4))
    return xp.where(coloured, hue, 0), light, xp.where(coloured, saturation, 0)


def from_hls(hue: Any, light: Any, saturation: Any, xp: Any = jnp) -> Any:
    """The image that ``to_hls`` takes apart."""
    high = xp.where(light <= 0.5, light * (1 + saturation), light + saturation - light * saturation)
    low = 2 * light - high
    # Each channel is high for a third of the circle, low for a third, and goes straight between; red's turn is at 0.
    place = xp.mod(hue[..., None] + np.array([2, 0, 4], np.float32), np.float32(6))
    part = xp.clip(xp.minimum(place, 4 - place), 0, 1)
    return low[..., None] + (high - low)[..., None] * part


def _random_change(name: str, change: Callable[[Array, Array], Array], doc: str) -> None:
    """Register a change of an image by a factor that is drawn from [min_factor, max_factor)."""

    def apply(data: Array, *, key: Array, min_factor: float, max_factor: float) -> Array:
        _image(f"random_{name}", data)
        low, high = (jnp.asarray(f, np.float32) for f in (min_factor, max_factor))
        factor = low + (high - low) * jax.random.uniform(key, (), np.float32)
        return _augmented(data, change(lax.stop_gradient(data), factor))

    apply.__doc__ = doc
    _check_factors(op(f"_image_random_{name}", traced=("min_factor", "max_factor"))(apply))


def _check_factors(checked: Op) -> None:
    @checked.check
    def _(min_factor: float, max_factor: float) -> None:
        for name, value in (("min_factor", min_factor), ("max_factor", max_factor)):
            if value < 0:
                raise MXNetError(f"{checked.name}: value {value} for Parameter {name} should be greater equal to 0")


_random_change(
    "brightness",
    _brightness,
    """An image times a random factor.

    >>> nd.image.random_brightness(nd.ones((1, 2, 3)), min_factor=2, max_factor=2).reshape(-1).asnumpy()
    array([2., 2., 2., 2., 2., 2.], dtype=float32)
    """,
)
_random_change(
    "contrast",
    _contrast,
    """An image blended with its mean grey by a random factor.

    >>> nd.image.random_contrast(nd.array([[[0], [10]]]), min_factor=0.5, max_factor=0.5).reshape(-1).asnumpy()
    array([2.5, 7.5], dtype=float32)
    """,
)
_random_change(
    "saturation",
    _saturation,
    """An image blended with its grey by a random factor.

    >>> nd.image.random_saturation(nd.ones((1, 1, 3)), min_factor=1, max_factor=1).reshape(-1).asnumpy()
    array([1., 1., 1.], dtype=float32)
    """,
)
_random_change(
    "hue",
    _hue,
    """An image whose hue is turned by a random part of the circle.

    >>> nd.image.random_hue(nd.array([[[200, 100, 50]]]), min_factor=0, max_factor=0).reshape(-1).asnumpy()
    array([200.00002 ,  99.99999 ,  49.999996], dtype=float32)
    """,
)


@op("_image_random_color_jitter")
def image_random_color_jitter(
    data: Array, *, key: Array, brightness: float, contrast: float, saturation: float, hue: float
) -> Array:
    """An image of changed brightness, contrast, saturation and hue, in random order; 0 leaves one out.

    brightness: By how much the factor of the brightness may differ from 1.
    contrast: By how much the factor of the contrast may differ from 1.
    saturation: By how much the factor of the saturation may differ from 1.
    hue: By how much of the circle the hue may be turned, either way.

    >>> nd.image.random_color_jitter(nd.ones((2, 2, 3)), brightness=0.4, contrast=0.4, saturation=0.4, hue=0.1).shape
    (2, 2, 3)
    """
    _image("random_color_jitter", data)
    asked = ((_brightness, brightness, 1), (_contrast, contrast, 1), (_saturation, saturation, 1), (_hue, hue, 0))
    used = [step for step in asked if step[1] > 0]
    for_order, for_factors = jax.random.split(key)
    factors = jax.random.uniform(for_factors, (4,), np.float32, -1, 1)

    def branch(index: int) -> Callable[[Array], Array]:
        change, spread, center = used[index]
        return lambda image: change(image, center + factors[index] * np.float32(spread))

    image = lax.stop_gradient(data)
    order = jax.random.permutation(for_order, len(used)) if used else ()
    for place in range(len(used)):
        image = lax.switch(order[place], [branch(i) for i in range(len(used))], image)
    return _augmented(data, image)


def _lighted(data: Array, alpha: Array) -> Array:
    if data.shape[-1] == 1:
        return data
    return _saturated(data.astype(np.float32) + LIGHTING.astype(np.float32) @ alpha, data.dtype)


@op("_image_adjust_lighting", traced=("alpha",))
def image_adjust_lighting(data: Array, *, alpha: Floats) -> Array:
    """An image with light added along the three principal components of ImageNet's colours, ``alpha`` of each.

    alpha: Three weights.

    >>> nd.image.adjust_lighting(nd.ones((1, 1, 3)), alpha=(0, 0, 0)).reshape(-1).asnumpy()
    array([1., 1., 1.], dtype=float32)
    """
    _image("adjust_lighting", data)
    if len(alpha) != 3:
        raise MXNetError(f"image.adjust_lighting: expected alpha of 3 numbers, got {len(alpha)}.")
    weights = jnp.stack([jnp.asarray(a, np.float32) for a in alpha])
    return _augmented(data, _lighted(lax.stop_gradient(data), weights))


@op("_image_random_lighting", traced=("alpha_std",))
def image_random_lighting(data: Array, *, key: Array, alpha_std: float = 0.05) -> Array:
    """An image with random light along ImageNet's colour components, of that standard deviation.

    alpha_std: The standard deviation of the three weights.

    >>> nd.image.random_lighting(nd.ones((2, 2, 3)), alpha_std=0.1).shape
    (2, 2, 3)
    """
    _image("random_lighting", data)
    weights = jax.random.normal(key, (3,), np.float32) * jnp.asarray(alpha_std, np.float32)
    return _augmented(data, _lighted(lax.stop_gradient(data), weights))
