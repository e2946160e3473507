"""What ImageRecordIter does to an image between the file and the batch."""

import math
from dataclasses import dataclass

import numpy as np

from mxnet._images import colors, pixels
from mxnet.error import MXNetError
from mxnet.io._twister import Twister

_PCA = np.array([[-0.5675, 0.7192, 0.4009], [-0.5808, -0.0045, -0.8140], [-0.5836, -0.6948, 0.4203]]) * (
    55.46,
    4.794,
    1.148,
)
_LEVELS = np.arange(256)[:, None]


def interpolation(method: int, old: tuple[int, ...], new: tuple[int, int], random: Twister) -> int:
    """OpenCV's number of an interpolation between two sizes (height, width): 9 suits the sizes, 10 is random."""
    if method == 9:
        if new[1] > old[1] and new[0] > old[0]:
            return 2
        return 3 if new[1] < old[1] and new[0] < old[0] else 1
    return random.integer(0, 4) if method == 10 else method


def resized(image: np.ndarray, height: int, width: int, method: int) -> np.ndarray:
    """An image in another size."""
    return image if image.shape[:2] == (height, width) else pixels.resize(image, width, height, method)


def shorter_side(image: np.ndarray, length: int, method: int, random: Twister) -> np.ndarray:
    """An image whose shorter side has this length; -1 leaves it as it is."""
    if length == -1:
        return image
    rows, columns = image.shape[:2]
    new = (length * rows // columns, length) if rows > columns else (length, length * columns // rows)
    return resized(image, new[0], new[1], interpolation(method, image.shape, new, random))


def check_method(method: int, lowest: int = 0) -> None:
    """Raise an error if this is not the number of an interpolation."""
    if not (lowest <= method <= 4 or method in (9, 10)):
        raise MXNetError(f"invalid inter_method: valid value 0,1,2,3,4,9,10, received {method}")


@dataclass
class RecordAugmenter:
    """The default augmenter; the fields are parameters of ImageRecordIter."""

    data_shape: tuple[int, ...]
    resize: int
    rand_crop: bool
    random_resized_crop: bool
    max_rotate_angle: int
    max_aspect_ratio: float
    min_aspect_ratio: float | None
    max_shear_ratio: float
    max_crop_size: int
    min_crop_size: int
    max_random_scale: float
    min_random_scale: float
    max_random_area: float
    min_random_area: float
    max_img_size: float
    min_img_size: float
    brightness: float
    contrast: float
    saturation: float
    pca_noise: float
    random_h: int
    random_s: int
    random_l: int
    rotate: int
    fill_value: int
    inter_method: int
    pad: int
    rotate_list: tuple[int, ...]

    def __post_init__(self) -> None:
        if self.min_aspect_ratio is None:
            self._ratios = 1 - self.max_aspect_ratio, 1 + self.max_aspect_ratio
        else:
            self._ratios = self.min_aspect_ratio, self.max_aspect_ratio
        self._warps = (
            self.max_rotate_angle > 0
            or self.max_shear_ratio > 0
            or self.rotate > 0
            or bool(self.rotate_list)
            or (self.min_random_scale, self.max_random_scale) != (1, 1)
            or (not self.random_resized_crop and self._ratios != (1, 1))
            or (self.min_img_size, self.max_img_size) != (0, 1e10)
        )
        check_method(self.inter_method, lowest=1 if self._warps else 0)
        if self.random_resized_crop:
            self._check_resized_crop()

    def _check_resized_crop(self) -> None:
        free = (self.min_random_scale, self.max_random_scale, self.min_crop_size, self.max_crop_size, self.rand_crop)
        if free != (1, 1, -1, -1, False):
            raise MXNetError(
                "Setting random_resized_crop to true conflicts with min_random_scale, max_random_scale, min_crop_size, "
                "max_crop_size, and rand_crop."
            )
        if self._ratios[0] <= 0 or self._ratios[0] > self._ratios[1] or self.min_random_area > self.max_random_area:
            raise MXNetError(
                f"random_resized_crop: expected 0 < least <= greatest aspect ratio, received {self._ratios}, and "
                f"min_random_area <= max_random_area, received {self.min_random_area} and {self.max_random_area}"
            )

    def __call__(self, image: np.ndarray, label: np.ndarray, random: Twister) -> tuple[np.ndarray, np.ndarray]:
        image = shorter_side(image, self.resize, self.inter_method, random)
        if self._warps:
            image = self._warped(image, random)
        if self.pad > 0:
            image = pixels.border(image, *(self.pad,) * 4, values=(self.fill_value,) * 3)
        return self._colored(self._cropped(image, random), random), label

    def _warped(self, image: np.ndarray, random: Twister) -> np.ndarray:
        rows, columns = image.shape[:2]
        shear = random.real() * self.max_shear_ratio * 2 - self.max_shear_ratio
        angle = random.integer(-self.max_rotate_angle, self.max_rotate_angle)
        if self.rotate > 0:
            angle = self.rotate
        if self.rotate_list:
            angle = self.rotate_list[random.integer(0, len(self.rotate_list) - 1)]
        scale = ratio = 1.0
        if not self.random_resized_crop:
            scale = random.real() * (self.max_random_scale - self.min_random_scale) + self.min_random_scale
            ratio = random.real() * (self._ratios[1] - self._ratios[0]) + self._ratios[0]
        a, b = math.cos(angle / 180 * math.pi), math.sin(angle / 180 * math.pi)
        tall = 2 * scale / (1 + ratio)
        wide = ratio * tall
        width, height = (max(self.min_img_size, min(self.max_img_size, scale * side)) for side in (columns, rows))
        matrix = np.array([[tall * a - shear * b * wide, tall * b + shear * a * wide, 0], [-b * wide, a * wide, 0]])
        matrix[:, 2] = ((width, height) - matrix[:, :2] @ (columns, rows)) / 2
        new = (int(height), int(width))
        method = interpolation(self.inter_method, image.shape, new, random)
        return pixels.warp(image, matrix.astype(np.float32), new[1], new[0], method, self.fill_value)

    def _cropped(self, image: np.ndarray, random: Twister) -> np.ndarray:
        if self.random_resized_crop:
            crop = self._random_resized(image, random)
            if crop is not None:
                return crop
        elif (self.min_crop_size, self.max_crop_size) != (-1, -1):
            return self._square(image, random)
        rows, columns = self.data_shape[1:]
        method = interpolation(self.inter_method, image.shape, (rows, columns), random)
        if image.shape[0] < rows:
            image = resized(image, rows, _scaled(rows, image.shape[0], image.shape[1]), method)
        if image.shape[1] < columns:
            image = resized(image, _scaled(columns, image.shape[1], image.shape[0]), columns, method)
        if image.shape[0] < rows or image.shape[1] < columns:
            raise MXNetError(f"input image size smaller than input shape: {image.shape[:2]} and {(rows, columns)}")
        y, x = self._corner(image.shape[0] - rows, image.shape[1] - columns, random)
        return image[y : y + rows, x : x + columns]

    def _corner(self, free_y: int, free_x: int, random: Twister) -> tuple[int, int]:
        """Where a crop begins, with so much room on both axes."""
        if not self.rand_crop:
            return free_y // 2, free_x // 2
        y = random.integer(0, free_y)
        return y, random.integer(0, free_x)

    def _random_resized(self, image: np.ndarray, random: Twister) -> np.ndarray | None:
        """A part of random area and proportions in the wanted size; None if ten tries have failed."""
        if (self.min_random_area, self.max_random_area, *self._ratios) == (1, 1, 1, 1):
            return None
        rows, columns = image.shape[:2]
        for _ in range(10):
            target = rows * columns * random.real(self.min_random_area, self.max_random_area)
            ratio = random.real(*self._ratios)
            high, wide = _round(math.sqrt(target / ratio)), _round(math.sqrt(target * ratio))
            if random.real() > 0.5:
                high, wide = wide, high
            if high <= rows and wide <= columns:
                y = random.integer(0, rows - high)
                x = random.integer(0, columns - wide)
                return self._fitted(image[y : y + high, x : x + wide], random)
        return None

    def _square(self, image: np.ndarray, random: Twister) -> np.ndarray:
        if not self.min_crop_size <= self.max_crop_size <= min(image.shape[:2]):
            raise MXNetError(
                f"input image size smaller than max_crop_size: expected min_crop_size {self.min_crop_size} <= "
                f"max_crop_size {self.max_crop_size} <= {min(image.shape[:2])}"
            )
        side = random.integer(self.min_crop_size, self.max_crop_size)
        y, x = self._corner(image.shape[0] - side, image.shape[1] - side, random)
        return self._fitted(image[y : y + side, x : x + side], random)

    def _fitted(self, part: np.ndarray, random: Twister) -> np.ndarray:
        rows, columns = self.data_shape[1:]
        return resized(part, rows, columns, interpolation(self.inter_method, part.shape, (rows, columns), random))

    def _colored(self, image: np.ndarray, random: Twister) -> np.ndarray:
        if self.brightness > 0 or self.contrast > 0 or self.saturation > 0:
            image = self._jittered(image, random)
        if (self.random_h or self.random_s or self.random_l) and image.shape[2] >= 3:
            parts = [(random.real() + 4 * random.real()) / 5 for _ in range(3)]  # near the middle more often
            limits = (self.random_h, self.random_s, self.random_l)
            hue, saturation, light = (int(p * limit * 2 - limit) for p, limit in zip(parts, limits, strict=True))
            image = colors.shift_hls(image, hue, light, saturation)
        if self.pca_noise > 0 and image.shape[2] >= 3:
            red, green, blue = _PCA @ random.normals(3, self.pca_noise)
            shift = np.array([blue, green, red, 0][: image.shape[2]])
            table = np.minimum(np.maximum(np.trunc(_LEVELS + shift), 0), 255).astype(np.uint8)
            image = colors.look_up(image, table)
        return image

    def _jittered(self, image: np.ndarray, random: Twister) -> np.ndarray:
        """Brightness, contrast and saturation, in random order."""
        limits = (self.brightness, self.contrast, self.saturation)
        bright, contrast, saturation = (1 + random.real(-limit, limit) for limit in limits)
        order = [0, 1, 2]
        random.shuffle(order)
        for kind in order:
            if kind == 0:
                image = colors.scale_and_shift(image, bright)
                continue
            gray = colors.rgb_to_gray(image) if image.shape[2] >= 3 else image[..., 0]
            if kind == 1:
                image = colors.scale_and_shift(image, contrast, (1 - contrast) * float(gray.mean()))
            else:
                image = colors.blend(image, gray, saturation)
        return image


def _scaled(wanted: int, old: int, other: int) -> int:
    return int(np.float32(wanted) / np.float32(old) * np.float32(other))


def _round(value: float) -> int:
    """C++'s rounding: halves away from zero."""
    return math.floor(value + 0.5)
