"""Reading, resizing, cropping and rotating images of (height, width, channels)."""

import math
import operator
import os
import random
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from numbers import Number
from typing import Any

import numpy as np

from mxnet import ndarray as nd
from mxnet._files import paths
from mxnet._images import codecs, pixels
from mxnet.base import numeric_types
from mxnet.context import cpu
from mxnet.error import MXNetError
from mxnet.ndarray.dense import from_host
from mxnet.ndarray.handle import value_of
from mxnet.util import is_np_array

Size = Sequence[int]


def pixels_of(src: Any) -> np.ndarray:
    """The values of an array, to be read only; not copied where they are on the host."""
    if not isinstance(src, nd.NDArray):
        return np.asarray(src)
    data = value_of(src).data
    return data if type(data) is np.ndarray else src.asnumpy()


def array_of(values: np.ndarray, like: Any = None) -> Any:
    """A new array, on the device and of the class of another; NumPy's own for NumPy's."""
    if isinstance(like, nd.NDArray):
        return from_host(values, like.context, type(like))
    if isinstance(like, np.ndarray):
        return values
    array = from_host(values, cpu())
    return array.as_np_ndarray() if is_np_array() else array


def _into(values: np.ndarray, like: Any, out: Any) -> Any:
    if out is None:
        return array_of(values, like)
    if out.shape != values.shape:
        raise MXNetError(f"out: expected an array of shape {values.shape}, received {out.shape}")
    out[:] = values
    return out


def imread(filename: Any, flag: int = 1, to_rgb: bool = True, out: Any = None, **_: Any) -> nd.NDArray:
    """The image in a file, as an array of (height, width, channels) of uint8.

    ``flag`` is 1 for colour, 0 for grey with one channel; without ``to_rgb`` blue comes first.

    >>> import cv2
    >>> cv2.imwrite("grey.png", np.full((4, 6, 3), 9, "uint8"))
    True
    >>> mx.image.imread("grey.png").shape
    (4, 6, 3)
    """
    return _decoded(paths.read_bytes(filename), flag, to_rgb, out, f"imread {os.fsdecode(filename)!r}")


def imdecode(buf: Any, flag: int = 1, to_rgb: bool = True, out: Any = None, **_: Any) -> nd.NDArray:
    """The image in the bytes of a file, as an array of (height, width, channels) of uint8.

    ``flag`` is 1 for colour, 0 for grey with one channel; without ``to_rgb`` blue comes first.

    >>> import cv2
    >>> _, file = cv2.imencode(".png", np.full((4, 6, 3), 9, "uint8"))
    >>> mx.image.imdecode(file.tobytes()).shape
    (4, 6, 3)
    """
    if isinstance(buf, nd.NDArray):
        if buf.dtype != np.uint8:
            raise MXNetError(f"imdecode: Input needs to be uint8 buffer, received {np.dtype(buf.dtype).name}")
        buf = pixels_of(buf)
    elif not isinstance(buf, (bytes, bytearray, memoryview, np.ndarray)):
        raise ValueError(
            "buf must be of type bytes, bytearray or numpy.ndarray,"
            f"if you would like to input type str, please convert to bytes; received {type(buf).__name__}"
        )
    return _decoded(buf, flag, to_rgb, out, "imdecode")


def _decoded(buf: Any, flag: int, to_rgb: bool, out: Any, where: str) -> Any:
    if int(flag) < 0:
        raise MXNetError(f"{where}: expected flag 0 (grey) or 1 (colour), received {flag}")
    return _into(decoded(buf, int(flag), bool(int(to_rgb)), where), None, out)


def decoded(buf: Any, flag: int = 1, to_rgb: bool = True, where: str = "imdecode") -> np.ndarray:
    """The image in the bytes of a file, as NumPy's."""
    data = np.frombuffer(buf, np.uint8)
    if data.size == 0:
        raise MXNetError(f"{where}: Input cannot be an empty buffer")
    # What a camera says of its orientation counts, but not in files that begin as JFIF or PNG.
    plain = data[:4].tobytes() in (b"\xff\xd8\xff\xe0", b"\x89PNG")
    image = codecs.decode(data, min(flag, 1), rotate=not plain, rgb=to_rgb)
    if image is None:
        raise MXNetError(f"{where}: Decoding failed. Invalid image file.")
    return image[:, :, None] if image.ndim == 2 else image


def imresize(src: Any, w: int, h: int, interp: int = 1, out: Any = None, **_: Any) -> nd.NDArray:
    """An image in another size.

    ``interp`` is 0 for nearest, 1 linear, 2 cubic, 3 area, 4 Lanczos, 9 what suits the sizes, 10 one at random.

    >>> image = mx.nd.array(np.arange(48).reshape(4, 4, 3), dtype="uint8")
    >>> mx.image.imresize(image, 8, 6).shape
    (6, 8, 3)
    """
    image = pixels_of(src)
    if image.ndim != 3:
        raise MXNetError(f"imresize: expected an image of (height, width, channels), received shape {image.shape}")
    if interp in (9, 10):
        interp = _get_interp_method(interp, (*image.shape[:2], h, w))
    return _into(pixels.resize(image, int(w), int(h), int(interp)), src, out)


def copyMakeBorder(
    src: Any,
    top: int,
    bot: int,
    left: int,
    right: int,
    type: int = 0,
    value: float = 0.0,
    values: Sequence[float] = (),
    out: Any = None,
    **_: Any,
) -> Any:
    """An image with margins around it.

    ``type`` is OpenCV's: 0 for the colour in ``values`` (or ``value`` in three channels), 1 for the edge repeated,
    2 and 4 for a mirror image with and without the edge, 3 for the other side's pixels.

    >>> image = mx.nd.array(np.arange(48).reshape(4, 4, 3), dtype="uint8")
    >>> mx.image.copyMakeBorder(image, 1, 1, 2, 2).shape
    (6, 8, 3)
    """
    image = pixels_of(src)
    if image.ndim != 3:
        raise MXNetError(f"copyMakeBorder: expected an image of (height, width, channels), received {image.shape}")
    color = tuple(values) or (value,) * 3
    return _into(pixels.border(image, int(top), int(bot), int(left), int(right), int(type), color), src, out)


def scale_down(src_size: Size, size: Size) -> tuple[int, int]:
    """A crop size (width, height), made smaller, if it must be, to fit into an image's with its proportions kept.

    >>> mx.image.scale_down((640, 480), (720, 120))
    (640, 106)
    """
    width: float
    height: float
    width, height = size
    if src_size[1] < height:
        width, height = float(width * src_size[1]) / height, src_size[1]
    if src_size[0] < width:
        width, height = src_size[0], float(height * src_size[0]) / width
    return int(width), int(height)


def _get_interp_method(interp: int, sizes: Sequence[int] = ()) -> int:
    """The interpolation 0 to 4 that a number means: 9 depends on ``sizes`` (old and new height and width)."""
    if interp == 9:
        if not sizes:
            return 2
        old_h, old_w, new_h, new_w = sizes
        if new_h > old_h and new_w > old_w:
            return 2
        return 3 if new_h < old_h and new_w < old_w else 1
    if interp == 10:
        return random.randint(0, 4)
    if interp not in (0, 1, 2, 3, 4):
        raise ValueError(f"Unknown interp method {interp}: expected 0 to 4, 9 or 10")
    return interp


def resize_short(src: Any, size: int, interp: int = 2) -> nd.NDArray:
    """An image whose shorter side has this length; ``interp`` is as in imresize.

    >>> mx.image.resize_short(mx.nd.zeros((4, 8, 3), dtype="uint8"), 2).shape
    (2, 4, 3)
    """
    h, w = src.shape[:2]
    new_h, new_w = (size * h // w, size) if h > w else (size, size * w // h)
    return imresize(src, new_w, new_h, interp=_get_interp_method(interp, (h, w, new_h, new_w)))


def fixed_crop(src: Any, x0: int, y0: int, w: int, h: int, size: Size | None = None, interp: int = 2) -> nd.NDArray:
    """The part of an image from column ``x0`` and row ``y0`` on, then resized to ``size`` (width, height) if given.

    >>> image = mx.nd.array(np.arange(48).reshape(4, 4, 3), dtype="uint8")
    >>> mx.image.fixed_crop(image, 1, 0, 2, 3).shape
    (3, 2, 3)
    """
    if isinstance(src, nd.NDArray) and type(value_of(src).data) is not np.ndarray:
        out = src[y0 : y0 + h, x0 : x0 + w]  # still to be computed, or on another device: it stays there
    else:
        out = array_of(pixels_of(src)[y0 : y0 + h, x0 : x0 + w], src)
    if size is None or (w, h) == tuple(size):
        return out
    return imresize(out, size[0], size[1], interp=_get_interp_method(interp, (h, w, size[1], size[0])))


def random_crop(src: Any, size: Size, interp: int = 2) -> tuple[Any, tuple[int, int, int, int]]:
    """A part of ``size`` (width, height) from a random place, and where it was: (x, y, width, height).

    From an image that is too small, as much as there is in these proportions, enlarged.

    >>> image = mx.nd.array(np.arange(48).reshape(4, 4, 3), dtype="uint8")
    >>> part, (x, y, width, height) = mx.image.random_crop(image, (2, 3))
    >>> part.shape, width, height
    ((3, 2, 3), 2, 3)
    """
    return _crop(src, size, interp, partial(random.randint, 0))


def center_crop(src: Any, size: Size, interp: int = 2) -> tuple[Any, tuple[int, int, int, int]]:
    """The middle of an image, of ``size`` (width, height), and where it was: (x, y, width, height).

    From an image that is too small, as much as there is in these proportions, enlarged.

    >>> image = mx.nd.array(np.arange(48).reshape(4, 4, 3), dtype="uint8")
    >>> part, place = mx.image.center_crop(image, (2, 2))
    >>> part.shape, place
    ((2, 2, 3), (1, 1, 2, 2))
    """
    return _crop(src, size, interp, lambda free: int(free / 2))


def _crop(src: Any, size: Size, interp: int, place: Callable[[int], int]) -> tuple[Any, tuple[int, int, int, int]]:
    """A part of ``size`` or its proportions; ``place`` says how many of the free columns and rows are before it."""
    whole = src.shape[1::-1]
    part = scale_down(whole, size)
    x, y = (place(most - kept) for most, kept in zip(whole, part, strict=True))
    return fixed_crop(src, x, y, *part, size, interp), (x, y, *part)


def random_size_crop(
    src: Any, size: Size, area: Any, ratio: Sequence[float], interp: int = 2, **kwargs: Any
) -> tuple[Any, tuple[int, int, int, int]]:
    """A part of random area and proportions from a random place, resized to ``size``, and where it was.

    ``area`` is the least part of the image's area, or the least and the greatest; ``ratio`` bounds width / height.

    >>> image = mx.nd.array(np.arange(48).reshape(4, 4, 3), dtype="uint8")
    >>> part, place = mx.image.random_size_crop(image, (2, 2), area=(0.5, 1), ratio=(0.75, 1.33))
    >>> part.shape
    (2, 2, 3)
    """
    area = _area_argument(area, kwargs, "random_size_crop")
    h, w = src.shape[:2]
    low, high = (area, 1.0) if isinstance(area, numeric_types) else area
    log_ratio = (np.log(ratio[0]), np.log(ratio[1]))
    for _ in range(10):
        target = random.uniform(float(low), float(high)) * h * w
        new_ratio = np.exp(random.uniform(*log_ratio))
        new_w = round(np.sqrt(target * new_ratio))
        new_h = round(np.sqrt(target / new_ratio))
        if new_w <= w and new_h <= h:
            x0 = random.randint(0, w - new_w)
            y0 = random.randint(0, h - new_h)
            return fixed_crop(src, x0, y0, new_w, new_h, size, interp), (x0, y0, new_w, new_h)
    return center_crop(src, size, interp)


def _area_argument(area: Any, kwargs: dict[str, Any], where: str) -> Any:
    """``area``, or what old programs call it."""
    if "min_area" in kwargs:
        warnings.warn("`min_area` is deprecated. Please use `area` instead.", DeprecationWarning, stacklevel=3)
        area = kwargs.pop("min_area")
    if kwargs:
        raise TypeError(f"unexpected keyword arguments for `{where}`: {', '.join(kwargs)}")
    return area


def color_normalize(src: Any, mean: Any, std: Any = None) -> nd.NDArray:
    """Subtract ``mean`` from an image and divide it by ``std``, in place; None leaves that part out.

    >>> image = mx.nd.full((1, 1, 3), 4)
    >>> mx.image.color_normalize(image, mx.nd.array([1, 2, 3]), mx.nd.array([3, 2, 1])).asnumpy()
    array([[[1., 1., 1.]]], dtype=float32)
    """
    for change, by in ((operator.isub, mean), (operator.itruediv, std)):
        src = src if by is None else change(src, by)
    return src


def imrotate(src: Any, rotation_degrees: Any, zoom_in: bool = False, zoom_out: bool = False) -> nd.NDArray:
    """A float32 image of (channels, height, width), or a batch, turned by an angle, or by one for each image.

    ``zoom_in`` enlarges it until no corner is empty, ``zoom_out`` shrinks it until no corner is lost.

    >>> mx.image.imrotate(mx.nd.ones((3, 5, 5)), 45).shape
    (3, 5, 5)
    """
    if zoom_in and zoom_out:
        raise ValueError("`zoom_in` and `zoom_out` cannot be both True")
    if src.dtype is not np.float32:
        raise TypeError(f"Only `float32` images are supported by this function, received {src.dtype}")
    if src.ndim == 3:
        if not isinstance(rotation_degrees, Number):
            raise TypeError("When a single image is passed the rotation angle is required to be a scalar.")
        return imrotate(src.expand_dims(axis=0), rotation_degrees, zoom_in, zoom_out)[0]
    if src.ndim != 4:
        raise ValueError(f"Only 3D and 4D are supported by this function, received {src.ndim}D")
    if isinstance(rotation_degrees, Number):
        rotation_degrees = nd.array([rotation_degrees] * len(src), ctx=src.context)
    if len(src) != len(rotation_degrees):
        raise ValueError(
            f"The number of images must be equal to the number of rotation angles, "
            f"received {len(src)} and {len(rotation_degrees)}"
        )
    angle = rotation_degrees.as_in_context(src.context).astype("float32").reshape((-1, 1, 1)) * (math.pi / 180)
    height, width = src.shape[2:]
    grid = _rotated_grid(angle, height, width)
    if zoom_in or zoom_out:
        grid = grid * _zoom(angle, height, width, zoom_out).expand_dims(axis=3)
    return nd.BilinearSampler(src, grid)


def _rotated_grid(angle: Any, height: int, width: int) -> Any:
    """Where each new pixel comes from, in coordinates from -1 to 1: (N, 2, height, width)."""
    middle_y, middle_x = (height - 1) / 2, (width - 1) / 2
    y = nd.arange(height, ctx=angle.context).reshape((1, height, 1)) - middle_y
    x = nd.arange(width, ctx=angle.context).reshape((1, 1, width)) - middle_x
    cosine, sine = nd.cos(angle), nd.sin(angle)
    across = nd.broadcast_sub(nd.broadcast_mul(cosine, x), nd.broadcast_mul(sine, y)) / middle_x
    down = nd.broadcast_add(nd.broadcast_mul(sine, x), nd.broadcast_mul(cosine, y)) / middle_y
    return nd.stack(across, down, axis=1)


def _zoom(angle: Any, height: int, width: int, out: bool) -> Any:
    """The factor by which the corners of the turned image lie beyond the frame, or its opposite: (N, 1, 1)."""
    diagonal, corner = math.hypot(height, width), math.atan(height / width)
    turned = nd.abs(angle)
    reach_x = diagonal * nd.maximum(nd.abs(nd.cos(corner + turned)), nd.abs(nd.cos(corner - turned)))
    reach_y = diagonal * nd.maximum(nd.abs(nd.sin(corner + turned)), nd.abs(nd.sin(corner - turned)))
    if out:
        return nd.maximum(reach_x / width, reach_y / height)
    return nd.minimum(width / reach_x, height / reach_y)


def random_rotate(src: Any, angle_limits: Sequence[float], zoom_in: bool = False, zoom_out: bool = False) -> nd.NDArray:
    """An image, or each of a batch, turned by an angle between two limits, in degrees; see imrotate.

    >>> mx.image.random_rotate(mx.nd.ones((3, 5, 5)), (-10, 10)).shape
    (3, 5, 5)
    """
    low, high = angle_limits
    if src.ndim == 3:
        return imrotate(src, np.random.uniform(low, high), zoom_in, zoom_out)
    angles = nd.array(np.random.uniform(low, high, size=src.shape[0]))
    return imrotate(src, angles, zoom_in, zoom_out)
