"""What is done to the pixels of an image of (height, width, channels) or (height, width)."""

from collections.abc import Callable, Sequence

import numpy as np

from mxnet._images.codecs import opencv
from mxnet._images.taps import cubic, lanczos, taps_for
from mxnet.error import MXNetError

# What OpenCV resizes by itself.
_RESIZABLE = (np.uint8, np.uint16, np.int16, np.float32, np.float64)
# OpenCV's numbers of ways to continue an image beyond its edge; 16, a flag for parts of images, changes nothing here.
_BORDERS = {1: "edge", 2: "symmetric", 3: "wrap", 4: "reflect"}
_KERNELS: dict[int, tuple[Callable[[np.ndarray], np.ndarray], int]] = {
    1: (lambda t: np.maximum(1 - np.abs(t), 0), 1),
    2: (cubic, 2),
    4: (lanczos, 4),
}


def resize(image: np.ndarray, width: int, height: int, interp: int = 1) -> np.ndarray:
    """An image in another size; ``interp`` is 0 nearest, 1 linear, 2 cubic, 3 area, 4 Lanczos."""
    if interp not in range(6):
        raise MXNetError(f"resize: expected an interpolation from 0 to 4, received {interp}")
    if width < 1 or height < 1:
        raise MXNetError(f"resize: expected a width and a height of at least 1, received {width} and {height}")
    if image.shape[:2] == (height, width):
        return image.copy()
    if 0 in image.shape:
        raise MXNetError(f"resize: an image of shape {image.shape} has no pixels")
    cv2 = opencv()
    if cv2 is None or image.dtype.type not in _RESIZABLE or (image.ndim == 3 and image.shape[2] > 4):
        return _resample(image, width, height, interp)
    return cv2.resize(image, (width, height), interpolation=interp).reshape((height, width, *image.shape[2:]))


def _resample(image: np.ndarray, width: int, height: int, interp: int) -> np.ndarray:
    rows, columns = taps_for(interp, image.shape[:2], (height, width))
    if interp == 0:
        return image[rows[0], columns[0].T]
    wide = image.astype(np.float64 if image.dtype == np.float64 else np.float32)
    return _back(_along(_along(wide, 0, *rows), 1, *columns), image.dtype)


def _along(image: np.ndarray, axis: int, index: np.ndarray, weight: np.ndarray) -> np.ndarray:
    matrix = np.zeros((len(index), image.shape[axis]), image.dtype)
    np.add.at(matrix, (np.arange(len(index))[:, None], index), weight.astype(image.dtype))
    return np.moveaxis(np.tensordot(matrix, image, axes=(1, axis)), 0, axis)


def _back(values: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Values as an image's dtype again: whole numbers are rounded, and stay within their range."""
    if np.issubdtype(dtype, np.integer):
        limits = np.iinfo(dtype)
        values = np.clip(np.rint(values), limits.min, limits.max)
    return np.ascontiguousarray(values.astype(dtype))


def border(
    image: np.ndarray, top: int, bottom: int, left: int, right: int, kind: int = 0, values: Sequence[float] = (0,)
) -> np.ndarray:
    """An image with margins; ``kind`` is 0 for a colour, 1 the edge repeated, 2 and 4 mirrored, 3 the other side.

    ``values`` is the colour, a number for each channel; channels beyond them get 0, as in OpenCV.
    """
    if min(top, bottom, left, right) < 0:
        raise MXNetError(f"copyMakeBorder: margins must not be negative, received {(top, bottom, left, right)}")
    kind &= ~16
    margins = ((top, bottom), (left, right))
    if kind in _BORDERS:
        return np.pad(image, (*margins, *((0, 0),) * (image.ndim - 2)), mode=_BORDERS[kind])  # type: ignore[call-overload]
    if kind != 0:
        raise MXNetError(f"copyMakeBorder: expected a type from 0 to 4, received {kind}")
    height, width = image.shape[:2]
    out = np.empty((height + top + bottom, width + left + right, *image.shape[2:]), image.dtype)
    channels = image.shape[2] if image.ndim == 3 else 1
    color = _back(np.array([*values, *[0] * channels], np.float64)[:channels], image.dtype)
    out[:] = color if image.ndim == 3 else color[0]
    out[top : top + height, left : left + width] = image
    return out


def warp(image: np.ndarray, matrix: np.ndarray, width: int, height: int, interp: int, fill: float) -> np.ndarray:
    """An image through an affine map: ``matrix`` (2, 3) takes old places (x, y) to new ones; the rest gets ``fill``."""
    cv2 = opencv()
    if cv2 is not None:
        color = (fill,) * 4
        out = cv2.warpAffine(image, matrix, (width, height), flags=interp, borderMode=0, borderValue=color)
        return out.reshape((height, width, *image.shape[2:]))
    inverse = np.linalg.inv(np.vstack([matrix, [0, 0, 1]]))[:2]
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    old_x, old_y = inverse @ np.stack([x.ravel(), y.ravel(), np.ones(x.size)])
    return _gather(image, old_x, old_y, interp, fill).reshape((height, width, *image.shape[2:]))


def _gather(image: np.ndarray, x: np.ndarray, y: np.ndarray, interp: int, fill: float) -> np.ndarray:
    """The image's colours at places between its pixels, in rows."""
    kernel, reach = _KERNELS.get(interp, _KERNELS[1])
    if interp == 0:
        kernel, reach, x, y = (lambda t: (t == 0) * 1.0), 0, np.rint(x), np.rint(y)
    framed = border(image, *(2 * reach + 2,) * 4, values=(fill,) * 4)
    frame = 2 * reach + 2
    height, width = framed.shape[:2]
    left, top = np.floor(x), np.floor(y)
    out, total = np.zeros((x.size, *image.shape[2:]), np.float64), np.zeros(x.size)
    column = (-1, *(1,) * (image.ndim - 2))
    for j in range(1 - reach, reach + 1) if reach else (0,):
        for i in range(1 - reach, reach + 1) if reach else (0,):
            weight = kernel(y - top - j) * kernel(x - left - i)
            at = (
                np.clip(top + j + frame, 0, height - 1).astype(int),
                np.clip(left + i + frame, 0, width - 1).astype(int),
            )
            out += weight.reshape(column) * framed[at]
            total += weight
    return _back(out / total.reshape(column), image.dtype)
