"""Images from the bytes of a file and back, in OpenCV's order of colours: blue, green, red."""

import functools
import importlib
import io
import warnings
from types import ModuleType
from typing import Any

import numpy as np

from mxnet.error import MXNetError

UNCHANGED, GRAY, COLOR = -1, 0, 1

_FORMATS = {".jpg": "JPEG", ".jpeg": "JPEG", ".jpe": "JPEG", ".png": "PNG", ".bmp": "BMP", ".webp": "WEBP"}
_TIFF = {".tif": "TIFF", ".tiff": "TIFF"}


@functools.cache
def opencv() -> ModuleType | None:
    """OpenCV, where it is installed."""
    try:
        return importlib.import_module("cv2")
    except ImportError:
        return None


@functools.cache
def pillow() -> ModuleType:
    """Pillow, where OpenCV is not installed; one of them is needed to read or write an image."""
    try:
        return importlib.import_module("PIL.Image")
    except ImportError:
        raise MXNetError("images need OpenCV or Pillow: pip install mxnet-xla[vision]") from None


def decode(data: Any, flag: int = UNCHANGED, rotate: bool = True, rgb: bool = False) -> np.ndarray | None:
    """The image in an encoded file's bytes, or None if they are none.

    ``flag`` is 1 for (height, width, 3), 0 for grey of (height, width), -1 for what the file has. ``rotate`` turns the
    image as its camera says, which -1 never does; ``rgb`` gives red first, for flag 1.
    """
    buffer = np.frombuffer(data, np.uint8) if not isinstance(data, np.ndarray) else data.reshape(-1)
    if buffer.size == 0:
        return None
    cv2 = opencv()
    if cv2 is None:
        return _decode_pillow(buffer, flag, rotate, rgb)
    mode = flag if rotate or flag < 0 else flag | cv2.IMREAD_IGNORE_ORIENTATION
    swap = rgb and flag == COLOR
    if swap and hasattr(cv2, "IMREAD_COLOR_RGB"):  # since OpenCV 4.11
        mode, swap = (mode & ~cv2.IMREAD_COLOR) | cv2.IMREAD_COLOR_RGB, False
    try:
        image = cv2.imdecode(buffer, mode)
    except cv2.error:  # too large to be true
        return None
    return cv2.cvtColor(image, cv2.COLOR_BGR2RGB, dst=image) if swap and image is not None else image


def encode(image: np.ndarray, extension: str, quality: int | None = None) -> bytes:
    """The bytes of a file of an image: BGR, BGRA or grey.

    ``quality`` is 1 to 100 for JPEG and 0 to 9, how hard to compress, for PNG.
    """
    kind = {**_FORMATS, **_TIFF}.get(extension.lower())
    if kind is None:
        raise MXNetError(f"cannot encode an image as {extension!r}: expected one of {', '.join({**_FORMATS, **_TIFF})}")
    cv2 = opencv()
    if cv2 is None:
        return _encode_pillow(image, kind, quality)
    names = {"JPEG": cv2.IMWRITE_JPEG_QUALITY, "PNG": cv2.IMWRITE_PNG_COMPRESSION}
    parameters = [names[kind], int(quality)] if kind in names and quality is not None else []
    try:
        done, buffer = cv2.imencode(extension, image, parameters)
    except cv2.error as error:
        raise MXNetError(f"cannot encode {image.dtype}{list(image.shape)} as {extension}: {error}") from error
    if not done:
        raise MXNetError(f"cannot encode {image.dtype}{list(image.shape)} as {extension}")
    return buffer.tobytes()


def _decode_pillow(buffer: np.ndarray, flag: int, rotate: bool, rgb: bool) -> np.ndarray | None:
    library = pillow()
    try:
        with library.open(io.BytesIO(buffer.tobytes())) as image, warnings.catch_warnings():
            warnings.simplefilter("ignore", library.DecompressionBombWarning)
            if flag == GRAY and image.format == "JPEG":
                image.draft("L", image.size)  # the file's own luma, as OpenCV gives
            if rotate and flag != UNCHANGED:
                image = importlib.import_module("PIL.ImageOps").exif_transpose(image)
            if flag == UNCHANGED:
                mode = image.mode if image.mode in ("L", "RGBA", "I;16") else {"1": "L", "LA": "RGBA"}.get(image.mode)
                mode = mode or ("RGBA" if "transparency" in image.info else "RGB")
            else:
                mode = "L" if flag == GRAY else "RGB"
            pixels = np.asarray(image if image.mode == mode else image.convert(mode))
    except (OSError, SyntaxError, ValueError):
        return None
    if pixels.ndim == 2 or (rgb and flag == COLOR):
        return np.array(pixels)
    return np.ascontiguousarray(pixels[..., [2, 1, 0, 3][: pixels.shape[2]]])


def _encode_pillow(image: np.ndarray, kind: str, quality: int | None) -> bytes:
    pixels = image[..., 0] if image.ndim == 3 and image.shape[2] == 1 else image
    if pixels.ndim == 3:
        pixels = np.ascontiguousarray(pixels[..., [2, 1, 0, 3][: pixels.shape[2]]])
    options: dict[str, Any] = {}
    if quality is not None:
        options = {"JPEG": {"quality": int(quality)}, "PNG": {"compress_level": int(quality)}}.get(kind, {})
    file = io.BytesIO()
    try:
        picture = pillow().fromarray(pixels)
        (picture.convert("RGB") if kind == "JPEG" and picture.mode == "RGBA" else picture).save(file, kind, **options)
    except (OSError, TypeError, ValueError) as error:
        raise MXNetError(f"cannot encode {image.dtype}{list(image.shape)} as {kind}: {error}") from error
    return file.getvalue()
