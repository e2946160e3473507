"""Augmenters for detection, which change the boxes with the image.

A label is an array of (objects, 5 or more): class, left, top, right and bottom, these four as parts of the image's
width and height, and what else there is to know of the object.
"""

import json
import logging
import math
import random
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from mxnet.base import numeric_types
from mxnet.image._augmenters import Augmenter, ForceResizeAug, ResizeAug, _color_augmenters, _plain
from mxnet.image._functions import array_of, copyMakeBorder, fixed_crop, pixels_of

Box = tuple[int, int, int, int]


class DetAugmenter:
    """The base of detection augmenters; keyword arguments are what ``dumps`` writes down.

    One of your own defines ``__call__(self, src, label)``, which returns another image and label.

    >>> mx.image.DetHorizontalFlipAug(0.5).dumps()
    '["dethorizontalflipaug", {"p": 0.5}]'
    """

    def __init__(self, **kwargs: Any) -> None:
        self._kwargs = {name: _plain(value) for name, value in kwargs.items()}

    def dumps(self) -> Any:
        """The name and the arguments, as JSON."""
        return json.dumps([self.__class__.__name__.lower(), self._kwargs])

    def __call__(self, src: Any, label: np.ndarray) -> tuple[Any, np.ndarray]:
        """The changed image and label."""
        raise NotImplementedError("Must override implementation.")


class DetBorrowAug(DetAugmenter):
    """An augmenter for classification, which leaves boxes where they are.

    Parameters
    ----------
    augmenter : Augmenter
        An augmenter of pictures that moves nothing.

    >>> mx.image.DetBorrowAug(mx.image.CastAug()).augmenter.__class__.__name__
    'CastAug'
    """

    def __init__(self, augmenter: Augmenter) -> None:
        if not isinstance(augmenter, Augmenter):
            raise TypeError(f"Borrowing from invalid Augmenter: received {type(augmenter).__name__}")
        super().__init__(augmenter=augmenter.dumps())
        self.augmenter = augmenter

    def dumps(self) -> Any:
        return [self.__class__.__name__.lower(), self.augmenter.dumps()]

    def __call__(self, src: Any, label: np.ndarray) -> tuple[Any, np.ndarray]:
        return self.augmenter(src), label


class DetRandomSelectAug(DetAugmenter):
    """One of several augmenters, at random; none with probability ``skip_prob``.

    Parameters
    ----------
    aug_list
        The augmenters, of which one is chosen.
    skip_prob : float
        The probability that none is applied.

    >>> mx.image.DetRandomSelectAug([mx.image.DetHorizontalFlipAug(1)], skip_prob=1).skip_prob
    1
    """

    def __init__(self, aug_list: Any, skip_prob: float = 0) -> None:
        super().__init__(skip_prob=skip_prob)
        self.aug_list = list(aug_list) if isinstance(aug_list, (list, tuple)) else [aug_list]
        self.skip_prob = skip_prob if self.aug_list else 1
        others = [type(aug).__name__ for aug in self.aug_list if not isinstance(aug, DetAugmenter)]
        if others:
            raise ValueError(f"Allow DetAugmenter in list only, received {', '.join(others)}")

    def dumps(self) -> Any:
        return [self.__class__.__name__.lower(), [x.dumps() for x in self.aug_list]]

    def __call__(self, src: Any, label: np.ndarray) -> tuple[Any, np.ndarray]:
        if random.random() < self.skip_prob:
            return src, label
        random.shuffle(self.aug_list)
        return self.aug_list[0](src, label)


class DetHorizontalFlipAug(DetAugmenter):
    """Swap left and right, with probability ``p``; the label is changed in place.

    >>> image, label = mx.image.DetHorizontalFlipAug(1)(mx.nd.ones((2, 2, 3)), mx.nd.array([[0, 0.1, 0, 0.3,
    ...     1]]).asnumpy())
    >>> label.round(1)
    array([[0. , 0.7, 0. , 0.9, 1. ]], dtype=float32)
    """

    def __init__(self, p: float) -> None:
        super().__init__(p=p)
        self.p = p

    def __call__(self, src: Any, label: np.ndarray) -> tuple[Any, np.ndarray]:
        if random.random() < self.p:
            src = array_of(pixels_of(src)[:, ::-1], src)
            label[:, 1], label[:, 3] = 1.0 - label[:, 3], 1.0 - label[:, 1]
        return src, label


def _range(value: Any, what: str, where: str) -> tuple[Any, Any]:
    """A range, which may be given as one number."""
    if isinstance(value, (tuple, list)):
        return value[0], value[1]
    if not isinstance(value, numeric_types):
        raise TypeError(f"{where}: {what} must be a number or a pair of them, received {value!r}")
    logging.info("Using fixed %s: %s in %s", what, value, where)
    return value, value


def _areas(boxes: np.ndarray) -> np.ndarray:
    """The areas of boxes of left, top, right, bottom."""
    return np.maximum(0, boxes[:, 3] - boxes[:, 1]) * np.maximum(0, boxes[:, 2] - boxes[:, 0])


class _Trying(DetAugmenter):
    """Tries a random change within bounds, until one works or it has tried often enough."""

    def _set_bounds(self, aspect_ratio_range: Any, area_range: Any, max_attempts: int, possible: bool) -> None:
        self.aspect_ratio_range, self.area_range, self.max_attempts = aspect_ratio_range, area_range, max_attempts
        self.enabled = _usable(self, possible)

    def _attempt(self, src: Any, label: np.ndarray, height: int, width: int) -> tuple[Any, np.ndarray] | None:
        raise NotImplementedError

    def __call__(self, src: Any, label: np.ndarray) -> tuple[Any, np.ndarray]:
        height, width = src.shape[:2]
        if self.enabled and height > 0 and width > 0:
            for _ in range(self.max_attempts):
                changed = self._attempt(src, label, height, width)
                if changed is not None:
                    return changed
        return src, label


class DetRandomCropAug(_Trying):
    """Cut out a random part that shows enough of the objects.

    Parameters
    ----------
    min_object_covered : float
        The part of every object it touches that the cut-out must show at least.
    aspect_ratio_range, area_range : pair of floats
        Bounds of width / height, and of the area as a part of the image's.
    min_eject_coverage : float
        Objects of which less is left are dropped.
    max_attempts : int
        After so many tries the image stays as it is.

    >>> mx.image.DetRandomCropAug(min_object_covered=0.5).min_object_covered
    0.5
    """

    def __init__(
        self,
        min_object_covered: float = 0.1,
        aspect_ratio_range: Any = (0.75, 1.33),
        area_range: Any = (0.05, 1.0),
        min_eject_coverage: float = 0.3,
        max_attempts: int = 50,
    ) -> None:
        aspect_ratio_range = _range(aspect_ratio_range, "aspect ratio", "DetRandomCropAug")
        area_range = _range(area_range, "area range", "DetRandomCropAug")
        super().__init__(
            min_object_covered=min_object_covered,
            aspect_ratio_range=aspect_ratio_range,
            area_range=area_range,
            min_eject_coverage=min_eject_coverage,
            max_attempts=max_attempts,
        )
        self.min_object_covered, self.min_eject_coverage = min_object_covered, min_eject_coverage
        self._set_bounds(aspect_ratio_range, area_range, max_attempts, area_range[1] > 0)

    def _attempt(self, src: Any, label: np.ndarray, height: int, width: int) -> tuple[Any, np.ndarray] | None:
        size = self._random_size(height, width)
        if size is None:
            return None
        w, h = size
        y = random.randint(0, max(0, height - h))
        x = random.randint(0, max(0, width - w))
        if not self._shows_enough(label, (x, y, w, h), height, width):
            return None
        left = self._cropped_labels(label, (x, y, w, h), height, width)
        return None if left is None else (fixed_crop(src, x, y, w, h), left)

    def _random_size(self, height: int, width: int) -> tuple[int, int] | None:
        """A width and a height within the bounds, or None if this try has failed."""
        low, high = (part * height * width for part in self.area_range)
        ratio = random.uniform(*self.aspect_ratio_range)
        if ratio <= 0:
            return None
        max_h = round(math.sqrt(high / ratio))
        if round(max_h * ratio) > width:
            max_h = int((width + 0.4999999) / ratio)
        max_h = min(max_h, height)
        h = min(round(math.sqrt(low / ratio)), max_h)
        if h < max_h:
            h = random.randint(h, max_h)
        w = round(h * ratio)
        if w * h < low:  # rounding may have missed the bounds
            h += 1
            w = round(h * ratio)
        if w * h > high:
            h -= 1
            w = round(h * ratio)
        fits = low <= w * h <= high and 0 <= w <= width and 0 <= h <= height
        return (w, h) if fits else None

    def _shows_enough(self, label: np.ndarray, box: Box, height: int, width: int) -> bool:
        x, y, w, h = box
        if w * h < 2:
            return False
        boxes = label[:, 1:5]
        areas = _areas(boxes)
        seen = areas * width * height > 2
        if not seen.any():
            return False
        boxes, areas = boxes[seen], areas[seen]
        corners = np.array([x / width, y / height, (x + w) / width, (y + h) / height])
        common = np.hstack([np.maximum(boxes[:, :2], corners[:2]), np.minimum(boxes[:, 2:], corners[2:])])
        covered = _areas(common) / areas
        covered = covered[covered > 0]
        return bool(covered.size) and float(covered.min()) > self.min_object_covered

    def _cropped_labels(self, label: np.ndarray, box: Box, height: int, width: int) -> np.ndarray | None:
        """The labels of what is left of the objects; None if that is nothing."""
        x, y, w, h = box[0] / width, box[1] / height, box[2] / width, box[3] / height
        out = label.copy()
        out[:, (1, 3)] = (out[:, (1, 3)] - x) / w
        out[:, (2, 4)] = (out[:, (2, 4)] - y) / h
        out[:, 1:5] = np.clip(out[:, 1:5], 0, 1)
        with np.errstate(divide="ignore", invalid="ignore"):  # a box without area is left out below
            left = _areas(out[:, 1:5]) * w * h / _areas(label[:, 1:5])
        valid = (out[:, 3] > out[:, 1]) & (out[:, 4] > out[:, 2]) & (left > self.min_eject_coverage)
        return out[valid] if valid.any() else None


def _usable(aug: Any, area_fits: bool) -> bool:
    """Whether an augmenter's ranges make sense; if not it says so and does nothing."""
    name, area, ratio = type(aug).__name__, aug.area_range, aug.aspect_ratio_range
    if not area_fits or area[0] > area[1]:
        warnings.warn(f"Skip {name} due to invalid area_range: {area}", stacklevel=4)
        return False
    if ratio[0] <= 0 or ratio[0] > ratio[1]:
        warnings.warn(f"Skip {name} due to invalid aspect_ratio_range: {ratio}", stacklevel=4)
        return False
    return True


class DetRandomPadAug(_Trying):
    """Put the image at a random place of a larger one.

    ``area_range`` bounds the new area as a multiple of the old one; ``pad_val`` is the colour around the image.

    Parameters
    ----------
    aspect_ratio_range
        Width over height of the new picture: (smallest, largest).
    area_range
        Its area in times of the old one: (smallest, largest).
    max_attempts : int
        How often a size is tried.
    pad_val
        The colour of the margin.

    >>> mx.image.DetRandomPadAug(area_range=(1, 2)).area_range
    (1, 2)
    """

    def __init__(
        self,
        aspect_ratio_range: Any = (0.75, 1.33),
        area_range: Any = (1.0, 3.0),
        max_attempts: int = 50,
        pad_val: Any = (128, 128, 128),
    ) -> None:
        if not isinstance(pad_val, (list, tuple)):
            if not isinstance(pad_val, numeric_types):
                raise TypeError(f"DetRandomPadAug: pad_val must be a number or a tuple, received {pad_val!r}")
            pad_val = (pad_val,) * 3
        aspect_ratio_range = _range(aspect_ratio_range, "aspect ratio", "DetRandomPadAug")
        area_range = _range(area_range, "area range", "DetRandomPadAug")
        super().__init__(
            aspect_ratio_range=aspect_ratio_range, area_range=area_range, max_attempts=max_attempts, pad_val=pad_val
        )
        self.pad_val = pad_val
        self._set_bounds(aspect_ratio_range, area_range, max_attempts, area_range[1] > 1.0)

    def _attempt(self, src: Any, label: np.ndarray, height: int, width: int) -> tuple[Any, np.ndarray] | None:
        w, h = self._random_size(height, width)
        if h - height < 2 or w - width < 2:
            return None
        y = random.randint(0, h - height)
        x = random.randint(0, w - width)
        out = label.copy()
        out[:, (1, 3)] = (out[:, (1, 3)] * width + x) / w
        out[:, (2, 4)] = (out[:, (2, 4)] * height + y) / h
        return copyMakeBorder(src, y, h - y - height, x, w - x - width, 16, values=self.pad_val), out

    def _random_size(self, height: int, width: int) -> tuple[int, int]:
        """A width and a height within the bounds; too small where that did not work."""
        low, high = (part * height * width for part in self.area_range)
        ratio = random.uniform(*self.aspect_ratio_range)
        if ratio <= 0:
            return 0, 0
        h = round(math.sqrt(low / ratio))
        max_h = round(math.sqrt(high / ratio))
        if round(h * ratio) < width:
            h = int((width + 0.499999) / ratio)
        h = min(max(h, height), max_h)
        if h < max_h:
            h = random.randint(h, max_h)
        return round(h * ratio), h


def CreateMultiRandCropAugmenter(
    min_object_covered: Any = 0.1,
    aspect_ratio_range: Any = (0.75, 1.33),
    area_range: Any = (0.05, 1.0),
    min_eject_coverage: Any = 0.3,
    max_attempts: Any = 50,
    skip_prob: float = 0,
) -> DetRandomSelectAug:
    """One of several DetRandomCropAug, at random: arguments that are lists have a value for each of them.

    >>> crop = mx.image.CreateMultiRandCropAugmenter(min_object_covered=[0.1, 0.5, 0.9])
    >>> len(crop.aug_list)
    3
    """
    lists = [
        value if isinstance(value, list) else [value]
        for value in (min_object_covered, aspect_ratio_range, area_range, min_eject_coverage, max_attempts)
    ]
    count = max(len(values) for values in lists)
    if any(len(values) not in (1, count) for values in lists):
        raise ValueError(
            f"CreateMultiRandCropAugmenter: expected lists of one length, received {[len(values) for values in lists]}"
        )
    rows = zip(*(values * count if len(values) == 1 else values for values in lists), strict=True)
    return DetRandomSelectAug([DetRandomCropAug(*row) for row in rows], skip_prob=skip_prob)


def CreateDetAugmenter(
    data_shape: Sequence[int],
    resize: int = 0,
    rand_crop: float = 0,
    rand_pad: float = 0,
    rand_gray: float = 0,
    rand_mirror: bool = False,
    mean: Any = None,
    std: Any = None,
    brightness: float = 0,
    contrast: float = 0,
    saturation: float = 0,
    pca_noise: float = 0,
    hue: float = 0,
    inter_method: int = 2,
    min_object_covered: Any = 0.1,
    aspect_ratio_range: Any = (0.75, 1.33),
    area_range: Any = (0.05, 3.0),
    min_eject_coverage: Any = 0.3,
    max_attempts: Any = 50,
    pad_val: Any = (127, 127, 127),
) -> list[DetAugmenter]:
    """The usual augmenters for detection, in their usual order.

    ``rand_crop``, ``rand_pad`` and ``rand_gray`` are probabilities; the colours are as in CreateAugmenter, the bounds
    as in DetRandomCropAug and DetRandomPadAug, which shares the upper bound of the area.

    >>> augmenters = mx.image.CreateDetAugmenter((3, 32, 32), rand_mirror=True)
    >>> boxes = np.array([[0, 0.1, 0.1, 0.5, 0.5]])
    >>> image = mx.nd.zeros((40, 50, 3))
    >>> for augmenter in augmenters:
    ...     image, boxes = augmenter(image, boxes)
    >>> image.shape, boxes.shape
    ((32, 32, 3), (1, 5))
    """
    augs: list[DetAugmenter] = []
    if resize > 0:
        augs.append(DetBorrowAug(ResizeAug(resize, inter_method)))
    if rand_crop > 0:
        crop = (min_object_covered, aspect_ratio_range, area_range, min_eject_coverage, max_attempts)
        augs.append(CreateMultiRandCropAugmenter(*crop, skip_prob=1 - rand_crop))
    if rand_mirror > 0:
        augs.append(DetHorizontalFlipAug(0.5))
    if rand_pad > 0:
        pad = DetRandomPadAug(aspect_ratio_range, (1.0, area_range[1]), max_attempts, pad_val)
        augs.append(DetRandomSelectAug([pad], 1 - rand_pad))
    augs.append(DetBorrowAug(ForceResizeAug((data_shape[2], data_shape[1]), inter_method)))
    colors = _color_augmenters(mean, std, brightness, contrast, saturation, hue, pca_noise, rand_gray)
    return augs + [DetBorrowAug(aug) for aug in colors]
