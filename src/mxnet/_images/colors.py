"""Colours of uint8 images of (height, width, channels), in OpenCV's order: blue, green, red."""

import numpy as np

from mxnet._images.codecs import opencv

_LEVELS = np.arange(256, dtype=np.float32)


def look_up(image: np.ndarray, table: np.ndarray) -> np.ndarray:
    """Each value replaced by its entry in a table of 256 uint8, or of (256, channels)."""
    cv2 = opencv()
    if cv2 is not None:
        return cv2.LUT(image, table.reshape(1, 256, *table.shape[1:])).reshape(image.shape)
    return table[image] if table.ndim == 1 else np.stack([table[image[..., c], c] for c in range(image.shape[2])], 2)


def saturated(values: np.ndarray) -> np.ndarray:
    """Numbers as uint8: rounded, and 0 or 255 beyond."""
    return np.minimum(np.maximum(np.rint(values), 0), 255).astype(np.uint8)


def scale_and_shift(image: np.ndarray, scale: float, shift: float = 0.0) -> np.ndarray:
    """``image * scale + shift``."""
    return look_up(image, saturated(_LEVELS * np.float32(scale) + np.float32(shift)))


def rgb_to_gray(image: np.ndarray) -> np.ndarray:
    """The luma, (height, width), of an image whose first channel is taken for red."""
    cv2 = opencv()
    if cv2 is not None:
        return cv2.cvtColor(image, cv2.COLOR_RGB2GRAY if image.shape[2] == 3 else cv2.COLOR_RGBA2GRAY)
    wide = image.astype(np.int32)
    return ((wide[..., 0] * 4899 + wide[..., 1] * 9617 + wide[..., 2] * 1868 + 8192) >> 14).astype(np.uint8)


def blend(image: np.ndarray, gray: np.ndarray, part: float) -> np.ndarray:
    """``image * part + gray * (1 - part)``, where grey is (height, width)."""
    cv2 = opencv()
    if cv2 is not None and image.shape[2] == 3:
        return cv2.addWeighted(image, part, cv2.cvtColor(gray, cv2.COLOR_GRAY2BGR), 1 - part, 0)
    return saturated(image * np.float32(part) + gray[..., None] * np.float32(1 - part))


def bgr_to_hls(image: np.ndarray) -> np.ndarray:
    """Hue in steps of two degrees, lightness and saturation from 0 to 255."""
    cv2 = opencv()
    if cv2 is not None:
        return cv2.cvtColor(image, cv2.COLOR_BGR2HLS)
    blue, green, red = (image[..., c].astype(np.float32) / 255 for c in range(3))
    high, low = np.maximum(np.maximum(blue, green), red), np.minimum(np.minimum(blue, green), red)
    spread, total = high - low, high + low
    with np.errstate(divide="ignore", invalid="ignore"):
        hue = np.where(
            high == red,
            (green - blue) / spread,
            np.where(high == green, 2 + (blue - red) / spread, 4 + (red - green) / spread),
        )
        saturation = np.where(total < 1, spread / total, spread / (2 - total))
    hue, saturation = (np.where(spread > 0, value, 0) for value in (hue * 30 % 180, saturation))
    return np.stack([saturated(hue), saturated(total * 127.5), saturated(saturation * 255)], axis=2)


def hls_to_bgr(image: np.ndarray) -> np.ndarray:
    """The inverse of ``bgr_to_hls``."""
    cv2 = opencv()
    if cv2 is not None:
        return cv2.cvtColor(image, cv2.COLOR_HLS2BGR)
    hue, light, saturation = image[..., 0] / 30, image[..., 1] / 255, image[..., 2] / 255
    chroma = (1 - np.abs(2 * light - 1)) * saturation

    def channel(turn: float) -> np.ndarray:
        """Red is at hue 0, green at 2, blue at 4, of 6."""
        distance = np.abs((hue - turn + 3) % 6 - 3)
        return light + chroma * (np.clip(2 - distance, 0, 1) - 0.5)

    return saturated(np.stack([channel(4), channel(2), channel(0)], axis=2) * 255)


def shift_hls(image: np.ndarray, hue: int, light: int, saturation: int) -> np.ndarray:
    """Add to hue, lightness and saturation; what goes beyond their range stays at its end."""
    steps = np.arange(256)[:, None] + np.array([hue, light, saturation])
    table = np.clip(steps, 0, [180, 255, 255]).astype(np.uint8)
    changed = hls_to_bgr(look_up(bgr_to_hls(np.ascontiguousarray(image[..., :3])), table))
    return changed if image.shape[2] == 3 else np.concatenate([changed, image[..., 3:]], axis=2)
