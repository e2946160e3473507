"""What is done to images before a network sees them.

On the host these run at once, by NumPy and OpenCV or Pillow, since images come in ever new sizes and a program compiled
for each size would be used once. Inside a graph, and on an accelerator, they are the operators of ``mx.nd.image``.
"""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from mxnet import image
from mxnet._ops.elementwise import cast
from mxnet._ops.image import image_crop, image_normalize, image_resize, image_to_tensor
from mxnet.base import numeric_types
from mxnet.gluon.block import Block, HybridBlock
from mxnet.gluon.data.vision import _pixels
from mxnet.gluon.nn import HybridSequential, Sequential
from mxnet.ndarray import NDArray
from mxnet.ndarray.samples import by_form, host, plain, sample
from mxnet.util import is_np_array

__all__ = [
    "Cast",
    "CenterCrop",
    "Compose",
    "CropResize",
    "Normalize",
    "RandomApply",
    "RandomBrightness",
    "RandomColorJitter",
    "RandomContrast",
    "RandomFlipLeftRight",
    "RandomFlipTopBottom",
    "RandomHue",
    "RandomLighting",
    "RandomResizedCrop",
    "RandomRotation",
    "RandomSaturation",
    "Resize",
    "Rotate",
    "ToTensor",
]


def _functions(F: Any) -> Any:
    """The namespace whose ``image`` has the operators."""
    return F.npx if is_np_array() else F


class _ImageBlock(HybridBlock):
    """A block with a way to treat images that are on the host; where that is NotImplemented, its operator runs."""

    _takes_batches = False  # whether a batch of images comes out as each of them would

    def forward(self, x: Any, *args: Any) -> Any:
        """The image transformed."""
        values = host(x) if isinstance(x, NDArray) and not args else None
        transformed = NotImplemented if values is None else self._on_host(values, x)
        if transformed is NotImplemented:
            return super().forward(plain(x), *args)
        image = sample(transformed, x.context)
        return image.as_np_ndarray() if is_np_array() else image

    def _on_host(self, values: np.ndarray, x: NDArray) -> Any:
        raise NotImplementedError


class Compose(Sequential):
    """Transforms one after the other; neighbours that can be one graph are one.

    Parameters
    ----------
    transforms : sequence
        The transforms, in order.

    >>> from mxnet.gluon.data.vision import transforms
    >>> prepare = transforms.Compose([transforms.Resize(32), transforms.ToTensor()])
    >>> prepare(mx.nd.zeros((28, 28, 1), dtype='uint8')).shape
    (1, 32, 32)
    """

    def __init__(self, transforms: Sequence[Any]) -> None:
        super().__init__()
        group: list[HybridBlock] = []
        for transform in [*transforms, None]:
            if isinstance(transform, HybridBlock):
                group.append(transform)
                continue
            self._add_group(group)
            group = []
            if transform is not None:
                self.add(transform)

    def _add_group(self, group: list[HybridBlock]) -> None:
        if len(group) < 2:
            self.add(*group)
            return
        together = HybridSequential()
        together.add(*group)
        together.hybridize()
        self.add(together)

    def forward(self, x: Any, *args: Any) -> Any:
        """The image after every transform."""
        for block in self._children.values():
            if isinstance(x, NDArray) and type(block) is HybridSequential and x.context.device_type != "gpu":
                for part in block._children.values():
                    x = part(x)
            else:
                x = block(x)
        return x

    @property
    def _takes_batches(self) -> bool:
        parts = [
            part
            for block in self._children.values()
            for part in (block._children.values() if type(block) is HybridSequential else [block])
        ]
        return type(self) is Compose and all(getattr(p, "_takes_batches", False) for p in parts)


class Cast(_ImageBlock):
    """The array as another dtype.

    >>> mx.gluon.data.vision.transforms.Cast("int32")(mx.nd.array([1.5])).asnumpy()
    array([1], dtype=int32)
    """

    _takes_batches = True

    def __init__(self, dtype: Any = "float32") -> None:
        super().__init__()
        self._dtype = dtype

    def _on_host(self, values: np.ndarray, x: NDArray) -> Any:
        return by_form(cast, [values], {"dtype": self._dtype})

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """The array as another dtype."""
        return _functions(F).cast(x, self._dtype)


class ToTensor(_ImageBlock):
    """Images of (height, width, channels) up to 255 as float32 of (channels, height, width) up to 1; batches too.

    >>> mx.gluon.data.vision.transforms.ToTensor()(mx.nd.ones((4, 5, 3), dtype="uint8")).shape
    (3, 4, 5)
    """

    _takes_batches = True

    def _on_host(self, values: np.ndarray, x: NDArray) -> Any:
        return by_form(image_to_tensor, [values], {})

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """The image as a tensor."""
        return _functions(F).image.to_tensor(x)


class Normalize(_ImageBlock):
    """Tensors of (channels, height, width) minus ``mean`` and divided by ``std``: one number, or one a channel.

    Parameters
    ----------
    mean
        What is subtracted, a number or one for each channel.
    std
        What is divided by, a number or one for each channel.

    >>> mx.gluon.data.vision.transforms.Normalize(0.5, 0.5)(mx.nd.ones((1, 1, 1))).asnumpy()
    array([[[1.]]], dtype=float32)
    """

    _takes_batches = True

    def __init__(self, mean: Any = 0.0, std: Any = 1.0) -> None:
        super().__init__()
        self._mean = mean
        self._std = std

    def _on_host(self, values: np.ndarray, x: NDArray) -> Any:
        return by_form(image_normalize, [values], {"mean": self._mean, "std": self._std})

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """The tensor normalized."""
        return _functions(F).image.normalize(x, self._mean, self._std)


def _resized(values: np.ndarray, size: Any, keep_ratio: bool, interp: int) -> Any:
    return by_form(image_resize, [values], {"size": size, "keep_ratio": keep_ratio, "interp": interp})


class Resize(_ImageBlock):
    """Images, or a batch, in another size: (width, height), or one number.

    With ``keep_ratio`` one number is the new length of the shorter side. ``interpolation`` is OpenCV's: 0 nearest, 1
    linear, 2 cubic, 3 area, 4 Lanczos.

    Parameters
    ----------
    keep_ratio : bool
        With one number as ``size``: keep the ratio of the sides.

    >>> mx.gluon.data.vision.transforms.Resize((3, 2))(mx.nd.ones((4, 4, 3))).shape
    (2, 3, 3)
    """

    _takes_batches = True

    def __init__(self, size: int | Sequence[int], keep_ratio: bool = False, interpolation: int = 1) -> None:
        super().__init__()
        self._keep = keep_ratio
        self._size = size
        self._interpolation = interpolation

    def _on_host(self, values: np.ndarray, x: NDArray) -> Any:
        return _resized(values, self._size, self._keep, self._interpolation)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """The image in its new size."""
        return _functions(F).image.resize(x, self._size, self._keep, self._interpolation)


class CropResize(_ImageBlock):
    """The part of images, or of a batch, from column ``x`` and row ``y`` on, then in another size if one is given.

    Parameters
    ----------
    x : int
        The first column.
    y : int
        The first row.
    width : int
        How many columns.
    height : int
        How many rows.
    size : int | sequence | None
        The size after; that of the part if None.

    >>> mx.gluon.data.vision.transforms.CropResize(1, 0, 3, 2)(mx.nd.ones((4, 4, 3))).shape
    (2, 3, 3)
    """

    _takes_batches = True

    def __init__(
        self,
        x: int,
        y: int,
        width: int,
        height: int,
        size: int | Sequence[int] | None = None,
        interpolation: int | None = None,
    ) -> None:
        super().__init__()
        self._x, self._y, self._width, self._height = x, y, width, height
        self._size = size
        self._interpolation = interpolation

    def _on_host(self, values: np.ndarray, x: NDArray) -> Any:
        corner = {"x": self._x, "y": self._y, "width": self._width, "height": self._height}
        part = by_form(image_crop, [values], corner)
        if part is NotImplemented or not self._size:
            return part
        return _resized(part, self._size, False, 1 if self._interpolation is None else self._interpolation)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """The part of the image."""
        functions = _functions(F)
        part = functions.image.crop(x, self._x, self._y, self._width, self._height)
        if not self._size:
            return part
        return functions.image.resize(
            part, self._size, False, 1 if self._interpolation is None else self._interpolation
        )


# --- random changes ---------------------------------------------------------------------------------------------------


class _RandomFlip(_ImageBlock):
    _axis: int
    _operator: str

    def _on_host(self, values: np.ndarray, x: NDArray) -> Any:
        if not _pixels.is_image(values):
            return NotImplemented
        return np.flip(values, self._axis) if _pixels.random_of(x.context).random() < 0.5 else values

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """The image, flipped or not."""
        return getattr(_functions(F).image, self._operator)(x)


class RandomFlipLeftRight(_RandomFlip):
    """An image mirrored half of the time.

    >>> mx.gluon.data.vision.transforms.RandomFlipLeftRight()(mx.nd.ones((2, 3, 3))).shape
    (2, 3, 3)
    """

    _axis, _operator = 1, "random_flip_left_right"


class RandomFlipTopBottom(_RandomFlip):
    """An image upside down half of the time.

    >>> mx.gluon.data.vision.transforms.RandomFlipTopBottom()(mx.nd.ones((2, 3, 3))).shape
    (2, 3, 3)
    """

    _axis, _operator = 0, "random_flip_top_bottom"


class _RandomFactor(_ImageBlock):
    """A change by a factor drawn from ``[max(0, 1 - spread), 1 + spread)``."""

    _change: Any
    _operator: str

    def __init__(self, spread: float) -> None:
        super().__init__()
        self._args = (max(0, 1 - spread), 1 + spread)

    def _on_host(self, values: np.ndarray, x: NDArray) -> Any:
        if not _pixels.is_image(values) or self._args[1] < 0:
            return NotImplemented
        return type(self)._change(values, _pixels.random_of(x.context).uniform(*self._args))

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """The image changed."""
        return getattr(_functions(F).image, self._operator)(x, *self._args)


class RandomBrightness(_RandomFactor):
    """An image times a factor drawn from ``[max(0, 1 - brightness), 1 + brightness)``.

    >>> mx.gluon.data.vision.transforms.RandomBrightness(0.2)(mx.nd.ones((2, 2, 3))).shape
    (2, 2, 3)
    """

    _change, _operator = staticmethod(_pixels.brightness), "random_brightness"

    def __init__(self, brightness: float) -> None:
        super().__init__(brightness)


class RandomContrast(_RandomFactor):
    """An image blended with its mean grey by a factor drawn from ``[max(0, 1 - contrast), 1 + contrast)``.

    >>> mx.gluon.data.vision.transforms.RandomContrast(0.2)(mx.nd.ones((2, 2, 3))).shape
    (2, 2, 3)
    """

    _change, _operator = staticmethod(_pixels.contrast), "random_contrast"

    def __init__(self, contrast: float) -> None:
        super().__init__(contrast)


class RandomSaturation(_RandomFactor):
    """An image blended with its grey by a factor drawn from ``[max(0, 1 - saturation), 1 + saturation)``.

    >>> mx.gluon.data.vision.transforms.RandomSaturation(0.2)(mx.nd.ones((2, 2, 3))).shape
    (2, 2, 3)
    """

    _change, _operator = staticmethod(_pixels.saturation), "random_saturation"

    def __init__(self, saturation: float) -> None:
        super().__init__(saturation)


class RandomHue(_RandomFactor):
    """An image whose hue is turned by a part of the circle drawn from ``[max(0, 1 - hue), 1 + hue)``.

    >>> mx.gluon.data.vision.transforms.RandomHue(0.1)(mx.nd.ones((2, 2, 3))).shape
    (2, 2, 3)
    """

    _change, _operator = staticmethod(_pixels.hue), "random_hue"

    def __init__(self, hue: float) -> None:
        super().__init__(hue)


class RandomColorJitter(_ImageBlock):
    """An image of changed brightness, contrast, saturation and hue, in random order; 0 leaves one out.

    >>> mx.gluon.data.vision.transforms.RandomColorJitter(0.2, 0.2, 0.2, 0.1)(mx.nd.ones((2, 2, 3))).shape
    (2, 2, 3)
    """

    def __init__(self, brightness: float = 0, contrast: float = 0, saturation: float = 0, hue: float = 0) -> None:
        super().__init__()
        self._args = (brightness, contrast, saturation, hue)

    def _on_host(self, values: np.ndarray, x: NDArray) -> Any:
        if not _pixels.is_image(values):
            return NotImplemented
        return _pixels.jitter(values, _pixels.random_of(x.context), self._args)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """The image changed."""
        return _functions(F).image.random_color_jitter(x, *self._args)


class RandomLighting(_ImageBlock):
    """An image with random light along ImageNet's colour components, of standard deviation ``alpha``.

    Parameters
    ----------
    alpha : float
        The standard deviation of the three weights.

    >>> mx.gluon.data.vision.transforms.RandomLighting(0.1)(mx.nd.ones((2, 2, 3))).shape
    (2, 2, 3)
    """

    def __init__(self, alpha: float) -> None:
        super().__init__()
        self._alpha = alpha

    def _on_host(self, values: np.ndarray, x: NDArray) -> Any:
        if not _pixels.is_image(values):
            return NotImplemented
        return _pixels.lighting(values, _pixels.random_of(x.context), self._alpha)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """The image changed."""
        return _functions(F).image.random_lighting(x, self._alpha)


# --- blocks that choose for each image --------------------------------------------------------------------------------


def _pair(size: int | Sequence[int]) -> Any:
    return (size, size) if isinstance(size, numeric_types) else size


class CenterCrop(Block):
    """The middle of an image in size (width, height), or one number; a smaller image is enlarged.

    >>> mx.gluon.data.vision.transforms.CenterCrop(2)(mx.nd.ones((4, 4, 3))).shape
    (2, 2, 3)
    """

    def __init__(self, size: int | Sequence[int], interpolation: int = 1) -> None:
        super().__init__()
        self._args = (_pair(size), interpolation)

    def forward(self, x: Any) -> Any:
        """The middle of the image."""
        return image.center_crop(x, *self._args)[0]


class RandomResizedCrop(Block):
    """A random part of an image, of an area and an aspect ratio within the ranges given, brought to one size.

    Parameters
    ----------
    scale : tuple[float, float]
        The part's area as a part of the picture's: (smallest, largest).
    ratio : tuple[float, float]
        Width over height of the part: (smallest, largest).

    >>> mx.gluon.data.vision.transforms.RandomResizedCrop(2)(mx.nd.ones((4, 4, 3))).shape
    (2, 2, 3)
    """

    def __init__(
        self,
        size: int | Sequence[int],
        scale: tuple[float, float] = (0.08, 1.0),
        ratio: tuple[float, float] = (3.0 / 4.0, 4.0 / 3.0),
        interpolation: int = 1,
    ) -> None:
        super().__init__()
        self._args = (_pair(size), scale, ratio, interpolation)

    def forward(self, x: Any) -> Any:
        """A part of the image."""
        return image.random_size_crop(x, *self._args)[0]


def _need_float32(x: Any) -> None:
    if np.dtype(x.dtype) != np.float32:
        raise TypeError(
            f"This transformation only supports float32, but got {np.dtype(x.dtype).name}. "
            "Consider calling it after ToTensor"
        )


class Rotate(Block):
    """Tensors of (channels, height, width), or a batch, turned by an angle in degrees, in their shape.

    ``zoom_in`` fills the corners by enlarging, ``zoom_out`` shrinks so that nothing is cut off.

    Parameters
    ----------
    rotation_degrees : float
        The angle.
    zoom_in : bool
        Enlarge so that nothing of the margin is seen.
    zoom_out : bool
        Shrink so that nothing of the picture is cut.

    >>> mx.gluon.data.vision.transforms.Rotate(90)(mx.nd.ones((3, 4, 4))).shape
    (3, 4, 4)
    """

    def __init__(self, rotation_degrees: float, zoom_in: bool = False, zoom_out: bool = False) -> None:
        super().__init__()
        self._args = (rotation_degrees, zoom_in, zoom_out)

    def forward(self, x: Any) -> Any:
        """The image turned."""
        _need_float32(x)
        return image.imrotate(x, *self._args)


class RandomRotation(Block):
    """Tensors turned by an angle drawn between two limits, with a probability.

    Parameters
    ----------
    angle_limits : sequence
        The smallest and the largest angle, in degrees.
    zoom_in : bool
        Enlarge so that nothing of the margin is seen.
    zoom_out : bool
        Shrink so that nothing of the picture is cut.
    rotate_with_proba : float
        The probability of a turn.

    >>> mx.gluon.data.vision.transforms.RandomRotation((-10, 10))(mx.nd.ones((3, 4, 4))).shape
    (3, 4, 4)
    """

    def __init__(
        self,
        angle_limits: Sequence[float],
        zoom_in: bool = False,
        zoom_out: bool = False,
        rotate_with_proba: float = 1.0,
    ) -> None:
        super().__init__()
        self._args, self._rotate_with_proba = (angle_limits, zoom_in, zoom_out), rotate_with_proba
        lower, upper = angle_limits
        for holds, expected in (
            (lower < upper, f"`angle_limits` must be an ordered tuple, but got {angle_limits}"),
            (0 <= rotate_with_proba <= 1, "Probability of rotating the image should be between 0 and 1"),
        ):
            if not holds:
                raise ValueError(expected)

    def forward(self, x: Any) -> Any:
        """The image, turned or not."""
        if np.random.random() > self._rotate_with_proba:
            return x
        _need_float32(x)
        return image.random_rotate(x, *self._args)


class RandomApply(Sequential):
    """Transforms that are applied with probability ``p``, all or none.

    Parameters
    ----------
    transforms
        The transform that is applied, or not.
    p : float
        The probability that it is.

    >>> mx.gluon.data.vision.transforms.RandomApply(mx.gluon.data.vision.transforms.ToTensor(), p=0)(mx.nd.ones((2,
    ...     2, 3))).shape
    (2, 2, 3)
    """

    def __init__(self, transforms: Any, p: float = 0.5) -> None:
        super().__init__()
        self.transforms = Compose(transforms) if isinstance(transforms, (list, tuple)) else transforms
        self.p = p

    def forward(self, x: Any) -> Any:
        """The image, transformed or not."""
        return x if self.p < random.random() else self.transforms(x)
