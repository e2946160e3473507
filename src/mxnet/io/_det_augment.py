"""What ImageDetRecordIter does to an image and its boxes between the file and the batch."""

import math
from dataclasses import dataclass

import numpy as np

from mxnet._images import colors, pixels
from mxnet.error import MXNetError
from mxnet.io._augment import check_method, interpolation, resized, shorter_side
from mxnet.io._twister import Twister

_RANGES = ("scales", "aspect_ratios", "overlaps", "sample_coverages", "object_coverages")
_PER_SAMPLER = (*(f"{end}_crop_{what}" for what in _RANGES for end in ("min", "max")), "max_crop_trials")


@dataclass
class RecordDetAugmenter:
    """The default augmenter for detection; the fields are parameters of ImageDetRecordIter.

    A label is the length of its head, the length of an entry, the rest of the head, and the entries: class, left, top,
    right, bottom and more, positions as parts of width and height.
    """

    data_shape: tuple[int, ...]
    resize: int
    rand_crop_prob: float
    min_crop_scales: tuple[float, ...]
    max_crop_scales: tuple[float, ...]
    min_crop_aspect_ratios: tuple[float, ...]
    max_crop_aspect_ratios: tuple[float, ...]
    min_crop_overlaps: tuple[float, ...]
    max_crop_overlaps: tuple[float, ...]
    min_crop_sample_coverages: tuple[float, ...]
    max_crop_sample_coverages: tuple[float, ...]
    min_crop_object_coverages: tuple[float, ...]
    max_crop_object_coverages: tuple[float, ...]
    num_crop_sampler: int
    crop_emit_mode: str
    emit_overlap_thresh: float
    max_crop_trials: tuple[int, ...]
    rand_pad_prob: float
    max_pad_scale: float
    max_random_hue: int
    random_hue_prob: float
    max_random_saturation: int
    random_saturation_prob: float
    max_random_illumination: int
    random_illumination_prob: float
    max_random_contrast: float
    random_contrast_prob: float
    rand_mirror_prob: float
    fill_value: int
    inter_method: int
    resize_mode: str

    def __post_init__(self) -> None:
        check_method(self.inter_method)
        for name in _PER_SAMPLER:
            values = getattr(self, name)
            if len(values) == 1:
                setattr(self, name, values * max(self.num_crop_sampler, 1))
            elif self.num_crop_sampler > 0 and len(values) != self.num_crop_sampler:
                raise MXNetError(
                    f"{name}: expected a number for each of the {self.num_crop_sampler} crop samplers, "
                    f"received {len(values)}"
                )
        for what in _RANGES:
            low, high = getattr(self, f"min_crop_{what}"), getattr(self, f"max_crop_{what}")
            if any(a > b for a, b in zip(low, high, strict=True)):
                raise MXNetError(f"expected min_crop_{what} <= max_crop_{what}, received {low} and {high}")
        if min(self.min_crop_scales) < 0 or max(self.max_crop_scales) > 1 or min(self.min_crop_aspect_ratios) < 0:
            raise MXNetError("expected crop scales from 0 to 1, and aspect ratios that are not negative")

    def __call__(self, image: np.ndarray, label: np.ndarray, random: Twister) -> tuple[np.ndarray, np.ndarray]:
        image = shorter_side(image, self.resize, self.inter_method, random)
        head, objects = split_label(label)
        image = self._colored(image, random)
        if self.rand_mirror_prob > 0 and random.real() < self.rand_mirror_prob:
            image = image[:, ::-1]
            objects[:, [1, 3]] = 1 - objects[:, [3, 1]]
        if self.rand_pad_prob > 0 and self.max_pad_scale > 1 and random.real() < self.rand_pad_prob:
            image, objects = self._padded(image, objects, random)
        if self.rand_crop_prob > 0 and self.num_crop_sampler > 0 and random.real() < self.rand_crop_prob:
            image, objects = self._cropped(image, objects, random)
        return self._fitted(image, random), np.concatenate([head, objects.ravel()])

    def _colored(self, image: np.ndarray, random: Twister) -> np.ndarray:
        chances = (
            self.random_hue_prob,
            self.random_saturation_prob,
            self.random_illumination_prob,
            self.random_contrast_prob,
        )
        if max(chances) <= 0:
            return image
        limits = (self.max_random_hue, self.max_random_saturation, self.max_random_illumination)
        drawn = [int(random.real(-1, 1) * limit) for limit in limits]
        contrast = random.real(-1, 1) * self.max_random_contrast
        hue, saturation, light, contrast = (
            value if random.real() < chance else 0 for value, chance in zip((*drawn, contrast), chances, strict=True)
        )
        if (hue or saturation or light) and image.shape[2] >= 3:
            image = colors.shift_hls(image, int(hue), int(light), int(saturation))
        return colors.scale_and_shift(image, contrast + 1) if abs(contrast) > 1e-3 else image

    def _padded(self, image: np.ndarray, objects: np.ndarray, random: Twister) -> tuple[np.ndarray, np.ndarray]:
        scale = random.real(1, self.max_pad_scale)
        if scale < 1.05:
            return image, objects
        x, y = random.real(0, scale - 1), random.real(0, scale - 1)
        rows, columns = image.shape[:2]
        margins = (int(y * rows), int((scale - y - 1) * rows), int(x * columns), int((scale - x - 1) * columns))
        padded = pixels.border(image, *margins, values=(self.fill_value,) * 3)
        return padded, _projected(objects, (-x, -y, scale, scale))

    def _cropped(self, image: np.ndarray, objects: np.ndarray, random: Twister) -> tuple[np.ndarray, np.ndarray]:
        """The part that one of the samplers, tried in random order, first finds fitting."""
        order = list(range(self.num_crop_sampler))
        random.shuffle(order)
        rows, columns = image.shape[:2]
        for sampler in order:
            for _ in range(self.max_crop_trials[sampler]):
                box = self._crop_box(sampler, columns / rows, random)
                left = self._left_over(objects, box, sampler)
                x, y, width, height = (
                    int(box[0] * columns),
                    int(box[1] * rows),
                    int(box[2] * columns),
                    int(box[3] * rows),
                )
                if left is not None and width > 0 and height > 0:
                    return image[y : y + height, x : x + width], left
        return image, objects

    def _crop_box(self, sampler: int, image_ratio: float, random: Twister) -> tuple[float, float, float, float]:
        """A random left, top, width and height, as parts of the image."""
        scale = random.real(self.min_crop_scales[sampler], self.max_crop_scales[sampler]) + 1e-12
        low = max(self.min_crop_aspect_ratios[sampler] / image_ratio, scale * scale)
        high = min(self.max_crop_aspect_ratios[sampler] / image_ratio, 1 / (scale * scale))
        ratio = math.sqrt(max(random.real(low, high), 1e-12))
        width, height = min(1.0, scale * ratio), min(1.0, scale / ratio)
        x = random.real(0, 1 - width)
        return x, random.real(0, 1 - height), width, height

    def _left_over(
        self, objects: np.ndarray, box: tuple[float, float, float, float], sampler: int
    ) -> np.ndarray | None:
        """The objects that remain in a crop; None if it does not satisfy the sampler, or if nothing remains."""
        if not len(objects):
            return objects
        common, area, crop = _common(objects, box), _areas(objects), box[2] * box[3]
        with np.errstate(divide="ignore", invalid="ignore"):
            measures = {"overlaps": common / (area + crop - common), "sample": common / crop, "object": common / area}
        fits = np.ones(len(objects), bool)
        for kind, suffix in (("overlaps", "overlaps"), ("sample", "sample_coverages"), ("object", "object_coverages")):
            low, high = (getattr(self, f"{end}_crop_{suffix}")[sampler] for end in ("min", "max"))
            if low > 0 or high < 1:
                fits &= (measures[kind] >= low) & (measures[kind] <= high)
        if not fits.any():
            return None
        if self.crop_emit_mode == "overlap":
            stays = measures["object"] > self.emit_overlap_thresh
        else:
            middle_x, middle_y = (objects[:, 1] + objects[:, 3]) / 2, (objects[:, 2] + objects[:, 4]) / 2
            x, y, width, height = box
            stays = (x <= middle_x) & (middle_x < x + width) & (y <= middle_y) & (middle_y < y + height)
        return _projected(objects[stays], box) if stays.any() else None

    def _fitted(self, image: np.ndarray, random: Twister) -> np.ndarray:
        rows, columns = self.data_shape[1:]
        if self.resize_mode != "force":
            old = np.array(image.shape[:2], np.float32)  # single precision decides what is rounded down
            ratio = (np.array([rows, columns], np.float32) / old).min()
            if self.resize_mode == "shrink" and ratio >= 1:
                return image
            rows, columns = (max(int(side), 1) for side in ratio * old)
        return resized(image, rows, columns, interpolation(self.inter_method, image.shape, (rows, columns), random))


def split_label(label: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The head of a raw label, and its objects in rows, without those that have no area."""
    if label.size < 7 or label[0] < 2 or label[1] < 5 or (label.size - int(label[0])) % int(label[1]):
        raise MXNetError(
            "expected a detection label: length of the head (2 or more), length of an entry (5 or more), and entries "
            f"of that length; received {label.size} numbers, {label[:2].tolist()} first"
        )
    head, width = int(label[0]), int(label[1])
    objects = label[head:].reshape(-1, width)
    valid = (objects[:, 3] > objects[:, 1]) & (objects[:, 4] > objects[:, 2])
    return label[:head], objects[valid]


def _areas(objects: np.ndarray) -> np.ndarray:
    return (objects[:, 3] - objects[:, 1]) * (objects[:, 4] - objects[:, 2])


def _common(objects: np.ndarray, box: tuple[float, float, float, float]) -> np.ndarray:
    """The areas that objects share with a box."""
    x, y, width, height = box
    wide = np.minimum(objects[:, 3], x + width) - np.maximum(objects[:, 1], x)
    high = np.minimum(objects[:, 4], y + height) - np.maximum(objects[:, 2], y)
    return np.maximum(wide, 0) * np.maximum(high, 0)


def _projected(objects: np.ndarray, box: tuple[float, float, float, float]) -> np.ndarray:
    """Objects in the coordinates of a box, cut off at its edges."""
    x, y, width, height = box
    out = objects.copy()
    out[:, 1] = np.maximum(0, (objects[:, 1] - x) / width)
    out[:, 2] = np.maximum(0, (objects[:, 2] - y) / height)
    out[:, 3] = np.minimum(1, (objects[:, 3] - x) / width)
    out[:, 4] = np.minimum(1, (objects[:, 4] - y) / height)
    return out
