"""Changes that make more images out of a training set: each a callable that can also be written down as JSON."""

import json
import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from mxnet import ndarray as nd
from mxnet.image._functions import (
    Size,
    _area_argument,
    _get_interp_method,
    array_of,
    center_crop,
    imresize,
    pixels_of,
    random_crop,
    random_size_crop,
    resize_short,
)
from mxnet.ndarray.dense import dtype_of

_GRAY = np.array([[[0.299, 0.587, 0.114]]], np.float32)
# ImageNet's colours: their mean, deviation, and principal components.
_MEAN, _STD = (123.68, 116.28, 103.53), (58.395, 57.12, 57.375)
_EIGENVALUES = (55.46, 4.794, 1.148)
_EIGENVECTORS = ((-0.5675, 0.7192, 0.4009), (-0.5808, -0.0045, -0.8140), (-0.5836, -0.6948, 0.4203))


def _plain(value: Any) -> Any:
    """An argument as JSON can hold it."""
    if isinstance(value, nd.NDArray):
        value = value.asnumpy()
    return value.tolist() if isinstance(value, np.ndarray) else value


class Augmenter:
    """The base of image augmenters; keyword arguments are what ``dumps`` writes down.

    One of your own defines ``__call__(self, src)``, which takes an image and returns another.

    >>> mx.image.CastAug().dumps()
    '["castaug", {"type": "float32"}]'
    """

    def __init__(self, **kwargs: Any) -> None:
        self._kwargs = {name: _plain(value) for name, value in kwargs.items()}

    def dumps(self) -> Any:
        """The name and the arguments, as JSON."""
        return json.dumps([self.__class__.__name__.lower(), self._kwargs])

    def __call__(self, src: Any) -> Any:
        """The changed image."""
        values = pixels_of(src)
        changed = self._changed(values)
        return src if changed is values else array_of(changed, src)

    def _changed(self, values: np.ndarray) -> np.ndarray:
        """The changed pixels in the dtype of the image's own; whole numbers stop at the limits of theirs."""
        changed = self._apply(values)
        if changed.dtype != values.dtype and np.issubdtype(values.dtype, np.integer):
            limits = np.iinfo(values.dtype)
            changed = np.clip(changed, limits.min, limits.max)
        return changed.astype(values.dtype, copy=False)

    def _apply(self, image: np.ndarray) -> np.ndarray:
        """What ``__call__`` does, on NumPy's arrays; the result is in the image's own dtype."""
        raise NotImplementedError("Must override implementation.")


class _InPlaceAug(Augmenter):
    """An augmenter that writes over the image it is called with and returns that, as MXNet's do: copy what you keep."""

    def __call__(self, src: Any) -> Any:
        values = pixels_of(src)
        changed = self._changed(values)
        if changed is not values:
            src[:] = changed
        return src


class SequentialAug(Augmenter):
    """Augmenters, one after the other.

    Parameters
    ----------
    ts : sequence
        The augmenters, in order.

    >>> mx.image.SequentialAug([mx.image.CastAug(), mx.image.CenterCropAug((2, 2))])(mx.nd.ones((4, 4, 3))).shape
    (2, 2, 3)
    """

    def __init__(self, ts: Sequence[Any]) -> None:
        super().__init__()
        self.ts = ts

    def dumps(self) -> Any:
        return [self.__class__.__name__.lower(), [x.dumps() for x in self.ts]]

    def __call__(self, src: Any) -> Any:
        for aug in self.ts:
            src = aug(src)
        return src


class RandomOrderAug(Augmenter):
    """Augmenters, in an order that is random each time.

    Parameters
    ----------
    ts : list[object]
        The augmenters.

    >>> mx.image.RandomOrderAug([mx.image.CastAug()])(mx.nd.ones((2, 2, 3))).shape
    (2, 2, 3)
    """

    def __init__(self, ts: list[Any]) -> None:
        super().__init__()
        self.ts = ts

    def dumps(self) -> Any:
        return [self.__class__.__name__.lower(), [x.dumps() for x in self.ts]]

    def __call__(self, src: Any) -> Any:
        random.shuffle(self.ts)
        for aug in self.ts:
            src = aug(src)
        return src


class ResizeAug(Augmenter):
    """Give the shorter side this length.

    >>> mx.image.ResizeAug(2)(mx.nd.ones((4, 8, 3), dtype="uint8")).shape
    (2, 4, 3)
    """

    def __init__(self, size: int, interp: int = 2) -> None:
        super().__init__(size=size, interp=interp)
        self.size = size
        self.interp = interp

    def __call__(self, src: Any) -> Any:
        return resize_short(src, self.size, self.interp)


class _SizedAug(Augmenter):
    """The constructor of what gives pictures of a size; ``interp`` is how they are resized."""

    def __init__(self, size: Size, interp: int = 2) -> None:
        super().__init__(size=size, interp=interp)
        self.size = size
        self.interp = interp


class ForceResizeAug(_SizedAug):
    """Resize to (width, height), whatever the proportions.

    >>> mx.image.ForceResizeAug((3, 2))(mx.nd.ones((4, 4, 3), dtype="uint8")).shape
    (2, 3, 3)
    """

    def __call__(self, src: Any) -> Any:
        sizes = (src.shape[0], src.shape[1], self.size[1], self.size[0])
        return imresize(src, self.size[0], self.size[1], interp=_get_interp_method(self.interp, sizes))


class RandomCropAug(_SizedAug):
    """A part of (width, height) from a random place.

    >>> mx.image.RandomCropAug((2, 2))(mx.nd.ones((4, 4, 3))).shape
    (2, 2, 3)
    """

    def __call__(self, src: Any) -> Any:
        return random_crop(src, self.size, self.interp)[0]


class RandomSizedCropAug(Augmenter):
    """A part of random area and proportions from a random place, resized to (width, height); see random_size_crop.

    Parameters
    ----------
    area
        The part's area as a part of the picture's: the smallest, or (smallest, largest).
    ratio : sequence
        Width over height of the part: (smallest, largest).

    >>> mx.image.RandomSizedCropAug((2, 2), 0.5, (1, 1))(mx.nd.ones((4, 4, 3), dtype="uint8")).shape
    (2, 2, 3)
    """

    def __init__(self, size: Size, area: Any, ratio: Sequence[float], interp: int = 2, **kwargs: Any) -> None:
        super().__init__(size=size, area=area, ratio=ratio, interp=interp)
        self.size = size
        self.area = _area_argument(area, kwargs, "RandomSizedCropAug")
        self.ratio = ratio
        self.interp = interp

    def __call__(self, src: Any) -> Any:
        return random_size_crop(src, self.size, self.area, self.ratio, self.interp)[0]


class CenterCropAug(_SizedAug):
    """The middle part of (width, height).

    >>> mx.image.CenterCropAug((2, 2))(mx.nd.ones((4, 4, 3))).shape
    (2, 2, 3)
    """

    def __call__(self, src: Any) -> Any:
        return center_crop(src, self.size, self.interp)[0]


class BrightnessJitterAug(_InPlaceAug):
    """Multiply by a random factor in [1 - brightness, 1 + brightness], in place.

    >>> mx.image.BrightnessJitterAug(0)(mx.nd.ones((2, 2, 3))).shape
    (2, 2, 3)
    """

    def __init__(self, brightness: float) -> None:
        super().__init__(brightness=brightness)
        self.brightness = brightness

    def _apply(self, image: np.ndarray) -> np.ndarray:
        return image * (1.0 + random.uniform(-self.brightness, self.brightness))


class ContrastJitterAug(_InPlaceAug):
    """Move towards, or away from, the mean grey by a random factor in [1 - contrast, 1 + contrast], in place.

    >>> mx.image.ContrastJitterAug(0.1)(mx.nd.ones((2, 2, 3))).shape
    (2, 2, 3)
    """

    def __init__(self, contrast: float) -> None:
        super().__init__(contrast=contrast)
        self.contrast = contrast

    def _apply(self, image: np.ndarray) -> np.ndarray:
        alpha = 1.0 + random.uniform(-self.contrast, self.contrast)
        gray = image * _GRAY
        return image * alpha + (3.0 * (1.0 - alpha) / gray.size) * float(gray.sum())


class SaturationJitterAug(_InPlaceAug):
    """Move towards, or away from, each pixel's grey by a random factor in [1 - saturation, 1 + saturation], in place.

    >>> mx.image.SaturationJitterAug(0.1)(mx.nd.ones((2, 2, 3))).shape
    (2, 2, 3)
    """

    def __init__(self, saturation: float) -> None:
        super().__init__(saturation=saturation)
        self.saturation = saturation

    def _apply(self, image: np.ndarray) -> np.ndarray:
        alpha = 1.0 + random.uniform(-self.saturation, self.saturation)
        gray = (image * _GRAY).sum(axis=2, keepdims=True)
        return image * alpha + gray * (1.0 - alpha)


class HueJitterAug(Augmenter):
    """Turn the colours by a random angle in [-hue, hue], in half turns.

    >>> mx.image.HueJitterAug(0.1)(mx.nd.ones((2, 2, 3))).shape
    (2, 2, 3)
    """

    def __init__(self, hue: float) -> None:
        super().__init__(hue=hue)
        self.hue = hue
        self.tyiq = np.array([[0.299, 0.587, 0.114], [0.596, -0.274, -0.321], [0.211, -0.523, 0.311]])
        self.ityiq = np.array([[1.0, 0.956, 0.621], [1.0, -0.272, -0.647], [1.0, -1.107, 1.705]])

    def _apply(self, image: np.ndarray) -> np.ndarray:
        alpha = random.uniform(-self.hue, self.hue)
        u, w = np.cos(alpha * np.pi), np.sin(alpha * np.pi)
        turn = np.array([[1.0, 0.0, 0.0], [0.0, u, -w], [0.0, w, u]])
        return np.dot(image, (self.ityiq @ turn @ self.tyiq).T.astype(np.float32))


class ColorJitterAug(RandomOrderAug):
    """Random brightness, contrast and saturation, in random order.

    >>> mx.image.ColorJitterAug(0.1, 0.1, 0.1)(mx.nd.ones((2, 2, 3))).shape
    (2, 2, 3)
    """

    def __init__(self, brightness: float, contrast: float, saturation: float) -> None:
        jitters = {BrightnessJitterAug: brightness, ContrastJitterAug: contrast, SaturationJitterAug: saturation}
        super().__init__([jitter(width) for jitter, width in jitters.items() if width > 0])


class LightingAug(_InPlaceAug):
    """Add a random colour along the principal components of a set's colours, of deviation ``alphastd``, in place.

    Parameters
    ----------
    alphastd : float
        The standard deviation of the weights.
    eigval : ndarray
        The colours' principal values.
    eigvec : ndarray
        The colours' principal components.

    >>> from numpy import eye, ones
    >>> mx.image.LightingAug(0, ones(3), eye(3))(mx.nd.ones((1, 1, 3))).reshape(-1).asnumpy()
    array([1., 1., 1.], dtype=float32)
    """

    def __init__(self, alphastd: float, eigval: np.ndarray, eigvec: np.ndarray) -> None:
        super().__init__(alphastd=alphastd, eigval=eigval, eigvec=eigvec)
        self.alphastd = alphastd
        self.eigval = eigval
        self.eigvec = eigvec

    def _apply(self, image: np.ndarray) -> np.ndarray:
        alpha = np.random.normal(0, self.alphastd, size=(3,))
        return image + np.dot(self.eigvec * alpha, self.eigval).astype(np.float32)


class ColorNormalizeAug(_InPlaceAug):
    """Subtract a mean and divide by a deviation, in place; either may be None.

    Parameters
    ----------
    mean
        What is subtracted from each channel; None subtracts nothing.
    std
        What each channel is divided by; None divides nothing.

    >>> mx.image.ColorNormalizeAug(mx.nd.array([1, 1, 1]), None)(mx.nd.ones((1, 1, 3))).asnumpy()
    array([[[0., 0., 0.]]], dtype=float32)
    """

    def __init__(self, mean: Any, std: Any) -> None:
        super().__init__(mean=mean, std=std)
        self.mean = mean if mean is None or isinstance(mean, nd.NDArray) else nd.array(mean)
        self.std = std if std is None or isinstance(std, nd.NDArray) else nd.array(std)

    def _apply(self, image: np.ndarray) -> np.ndarray:
        if self.mean is not None:
            image = image - pixels_of(self.mean)
        if self.std is not None:
            image = image / pixels_of(self.std)
        return image


class RandomGrayAug(Augmenter):
    """Take the colours out, with probability ``p``.

    >>> mx.image.RandomGrayAug(0)(mx.nd.ones((2, 2, 3))).shape
    (2, 2, 3)
    """

    def __init__(self, p: float) -> None:
        super().__init__(p=p)
        self.p = p
        self.mat = nd.array([[0.21] * 3, [0.72] * 3, [0.07] * 3])

    def _apply(self, image: np.ndarray) -> np.ndarray:
        return np.dot(image, pixels_of(self.mat)) if random.random() < self.p else image


class HorizontalFlipAug(Augmenter):
    """Swap left and right, with probability ``p``.

    >>> mx.image.HorizontalFlipAug(1)(mx.nd.array([[[1], [2]]])).reshape(-1).asnumpy()
    array([2., 1.], dtype=float32)
    """

    def __init__(self, p: float) -> None:
        super().__init__(p=p)
        self.p = p

    def _apply(self, image: np.ndarray) -> np.ndarray:
        return image[:, ::-1] if random.random() < self.p else image


class CastAug(Augmenter):
    """Cast to a dtype.

    Parameters
    ----------
    typ : str
        The type.

    >>> mx.image.CastAug()(mx.nd.ones((2, 2, 3), dtype="uint8")).dtype
    <class 'numpy.float32'>
    """

    def __init__(self, typ: str = "float32") -> None:
        super().__init__(type=typ)
        self.typ = typ

    def __call__(self, src: Any) -> Any:
        return array_of(pixels_of(src).astype(dtype_of(self.typ)), src)


def _color(value: Any, default: tuple[float, ...], what: str) -> Any:
    """A mean or a deviation: True is ImageNet's."""
    if value is True:
        return np.array(default)
    if value is not None and not (isinstance(value, (np.ndarray, nd.NDArray)) and value.shape[0] in (1, 3)):
        raise ValueError(f"{what}: expected True, None, or an array of 1 or 3 numbers, received {value!r}")
    return value


def _color_augmenters(
    mean: Any,
    std: Any,
    brightness: float,
    contrast: float,
    saturation: float,
    hue: float,
    pca_noise: float,
    gray: float,
) -> list[Augmenter]:
    """What stands at the end of every list of augmenters: the changes that leave shapes as they are."""
    augs: list[Augmenter] = [CastAug()]
    if brightness or contrast or saturation:
        augs.append(ColorJitterAug(brightness, contrast, saturation))
    if hue:
        augs.append(HueJitterAug(hue))
    if pca_noise > 0:
        augs.append(LightingAug(pca_noise, np.array(_EIGENVALUES), np.array(_EIGENVECTORS)))
    if gray > 0:
        augs.append(RandomGrayAug(gray))
    mean, std = _color(mean, _MEAN, "mean"), _color(std, _STD, "std")
    if mean is not None or std is not None:
        augs.append(ColorNormalizeAug(mean, std))
    return augs


def CreateAugmenter(
    data_shape: Sequence[int],
    resize: int = 0,
    rand_crop: bool = False,
    rand_resize: bool = False,
    rand_mirror: bool = False,
    mean: Any = None,
    std: Any = None,
    brightness: float = 0,
    contrast: float = 0,
    saturation: float = 0,
    hue: float = 0,
    pca_noise: float = 0,
    rand_gray: float = 0,
    inter_method: int = 2,
) -> list[Augmenter]:
    """The usual augmenters for classification, in their usual order.

    ``data_shape`` is (channels, height, width); ``resize`` is the length of the shorter side; ``mean`` and ``std``
    may be True for ImageNet's; ``rand_gray`` is a probability; the others are widths of random ranges.

    >>> [type(a).__name__ for a in mx.image.CreateAugmenter((3, 224, 224), resize=256, rand_mirror=True)]
    ['ResizeAug', 'CenterCropAug', 'HorizontalFlipAug', 'CastAug']
    """
    augs: list[Augmenter] = []
    if resize > 0:
        augs.append(ResizeAug(resize, inter_method))
    crop_size = (data_shape[2], data_shape[1])
    if rand_resize:
        if not rand_crop:
            raise ValueError("CreateAugmenter: rand_resize=True needs rand_crop=True")
        augs.append(RandomSizedCropAug(crop_size, 0.08, (3.0 / 4.0, 4.0 / 3.0), inter_method))
    elif rand_crop:
        augs.append(RandomCropAug(crop_size, inter_method))
    else:
        augs.append(CenterCropAug(crop_size, inter_method))
    if rand_mirror:
        augs.append(HorizontalFlipAug(0.5))
    return augs + _color_augmenters(mean, std, brightness, contrast, saturation, hue, pca_noise, rand_gray)
