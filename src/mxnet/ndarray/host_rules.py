"""More of what NumPy does with samples: the operators that programs prepare images and tables with."""

from collections.abc import Callable
from typing import Any

import numpy as np

from mxnet._images import pixels
from mxnet._ops.attrs import parse_dtype
from mxnet._ops.shape import infer_reshape
from mxnet.ndarray.dense import dtype_of
from mxnet.ndarray.samples import converts, rule


def _is_float(*arrays: np.ndarray) -> bool:
    return all(a.dtype.kind == "f" and a.dtype == arrays[0].dtype for a in arrays)


# --- shapes -----------------------------------------------------------------------------------------------------------


@rule("Reshape")
def _reshape(data: np.ndarray, shape: Any = (), reverse: Any = False, **rest: Any) -> Any:
    if rest or not isinstance(shape, (tuple, list)) or not shape or not all(type(s) is int for s in shape):
        return NotImplemented
    return data.reshape(infer_reshape(data.shape, tuple(shape), bool(reverse)))


@rule("squeeze")
def _squeeze(data: np.ndarray, axis: Any = None) -> Any:
    axes = (axis,) if type(axis) is int else axis
    if axes is None or not all(type(a) is int and -data.ndim <= a < data.ndim and data.shape[a] == 1 for a in axes):
        return NotImplemented
    out = data.squeeze(tuple(axes))
    return out if out.ndim else NotImplemented


@rule("slice")
def _slice(data: np.ndarray, begin: Any, end: Any, step: Any = ()) -> Any:
    given = [tuple(v) if isinstance(v, (tuple, list)) else (v,) for v in (begin, end, step)]
    steps = given[2] or (None,) * len(given[0])
    whole = all(v is None or type(v) is int for v in (*given[0], *given[1], *steps))
    if not whole or not len(given[0]) == len(given[1]) == len(steps) <= data.ndim:
        return NotImplemented
    out = data[tuple([slice(b, e, s) for b, e, s in zip(*given[:2], steps, strict=True)])]
    return out if out.size else NotImplemented


@rule("slice_axis")
def _slice_axis(data: np.ndarray, axis: Any, begin: Any, end: Any) -> Any:
    if not all(type(v) is int for v in (axis, begin)) or not (end is None or type(end) is int):
        return NotImplemented
    if not -data.ndim <= axis < data.ndim or (end is not None and end > data.shape[axis]):
        return NotImplemented
    key = [slice(None)] * data.ndim
    key[axis] = slice(begin, end)
    out = data[tuple(key)]
    return out if out.size else NotImplemented


@rule("Cast")
def _cast(data: np.ndarray, dtype: Any) -> Any:
    wanted = dtype_of(parse_dtype(dtype))
    return data.astype(wanted) if converts(data.dtype, wanted) else NotImplemented


@rule("tile")
def _tile(data: np.ndarray, reps: Any) -> Any:
    times = (reps,) if type(reps) is int else reps
    if not isinstance(times, (tuple, list)) or not all(type(t) is int and t > 0 for t in times):
        return NotImplemented
    return np.tile(data, tuple(times))


# --- numbers ----------------------------------------------------------------------------------------------------------


@rule("dot")
def _dot(lhs: np.ndarray, rhs: np.ndarray, transpose_a: Any = False, transpose_b: Any = False) -> Any:
    if transpose_a or transpose_b or lhs.dtype != rhs.dtype or lhs.dtype not in (np.float32, np.float64):
        return NotImplemented
    fits = lhs.ndim > 1 and rhs.ndim == 2 and lhs.shape[-1] == len(rhs)
    return np.dot(lhs, rhs) if fits else NotImplemented


def _unary(name: str, function: Callable[..., Any]) -> None:
    def apply(data: np.ndarray) -> Any:
        if not _is_float(data):
            return NotImplemented
        with np.errstate(all="ignore"):
            return function(data)

    rule(name)(apply)


_UNARY: dict[str, Callable[..., Any]] = {
    "abs": np.abs,
    "sqrt": np.sqrt,
    "square": np.square,
    "exp": np.exp,
    "log": np.log,
    "floor": np.floor,
    "ceil": np.ceil,
    "negative": np.negative,
    "zeros_like": np.zeros_like,
    "ones_like": np.ones_like,
}
for _name, _function in _UNARY.items():
    _unary(_name, _function)


def _with_number(name: str, function: Callable[..., Any]) -> None:
    def apply(data: np.ndarray, scalar: Any) -> Any:
        if not _is_float(data) or not isinstance(scalar, (int, float)):
            return NotImplemented
        with np.errstate(all="ignore"):
            return function(data, data.dtype.type(scalar)).astype(data.dtype)

    rule(name)(apply)


for _name, _function in {
    "_maximum_scalar": np.maximum,
    "_minimum_scalar": np.minimum,
    "_equal_scalar": np.equal,
    "_not_equal_scalar": np.not_equal,
    "_greater_scalar": np.greater,
    "_greater_equal_scalar": np.greater_equal,
    "_lesser_scalar": np.less,
    "_lesser_equal_scalar": np.less_equal,
}.items():
    _with_number(_name, _function)


def _reduction(name: str, function: Callable[..., Any]) -> None:
    def apply(data: np.ndarray, axis: Any = None, keepdims: Any = False, exclude: Any = False) -> Any:
        axes = (axis,) if type(axis) is int else axis
        if exclude or not _is_float(data) or not data.size or axes is None or not axes:
            return NotImplemented
        if not all(type(a) is int and -data.ndim <= a < data.ndim for a in axes):
            return NotImplemented
        out = function(data, axis=tuple(axes), keepdims=bool(keepdims))
        return out if out.ndim else NotImplemented

    rule(name)(apply)


_REDUCTIONS: dict[str, Callable[..., Any]] = {"sum": np.sum, "mean": np.mean, "max": np.max, "min": np.min}
for _name, _function in _REDUCTIONS.items():
    _reduction(_name, _function)


# --- images -----------------------------------------------------------------------------------------------------------


@rule("_image_to_tensor")
def to_tensor(data: np.ndarray) -> Any:
    """Images of (height, width, channels) as tensors of (channels, height, width) up to 1."""
    if data.ndim not in (3, 4):
        return NotImplemented
    return np.divide(np.moveaxis(data, -1, -3), np.float32(255), dtype=np.float32, casting="unsafe")


@rule("_image_normalize")
def normalize(data: np.ndarray, mean: Any = 0.0, std: Any = 1.0) -> Any:
    """Tensors minus the means and divided by the deviations of their channels."""
    if data.ndim not in (3, 4) or data.shape[-3] not in (1, 3) or not _is_float(data):
        return NotImplemented
    if isinstance(mean, str) or isinstance(std, str):
        return NotImplemented
    shift, scale = (np.asarray(v, data.dtype).reshape(-1, 1, 1) for v in (mean, std))
    return (data - shift) / scale if {len(shift), len(scale)} <= {1, data.shape[-3]} else NotImplemented


@rule("_image_resize")
def resize(data: np.ndarray, size: Any = (), keep_ratio: Any = False, interp: Any = 1) -> Any:
    """Images in another size: (width, height), or one number."""
    sides = (size,) if isinstance(size, (int, np.integer)) else tuple(size) if isinstance(size, (tuple, list)) else ()
    if data.ndim not in (3, 4) or len(sides) not in (1, 2) or min(sides) <= 0 or interp not in range(5):
        return NotImplemented
    height, width = data.shape[-3:-1]
    if len(sides) == 2:
        wide, high = sides
    elif not keep_ratio:
        wide = high = sides[0]
    elif height > width:
        wide, high = sides[0], height * sides[0] // width
    else:
        wide, high = width * sides[0] // height, sides[0]
    if data.ndim == 4:
        return np.stack([_resized(image, wide, high, interp) for image in data])
    return _resized(data, wide, high, interp)


def _resized(image: np.ndarray, width: int, height: int, interp: int) -> np.ndarray:
    return pixels.resize(image, width, height, interp).reshape(height, width, image.shape[-1])


@rule("_image_crop")
def crop(data: np.ndarray, x: Any, y: Any, width: Any, height: Any) -> Any:
    """The part of images from column ``x`` and row ``y`` on."""
    if (
        data.ndim not in (3, 4)
        or data.shape[-1] not in (1, 3)
        or not all(type(v) is int for v in (x, y, width, height))
    ):
        return NotImplemented
    inside = x >= 0 <= y and y + height <= data.shape[-3] and x + width <= data.shape[-2]
    if min(width, height) <= 0 or not inside:
        return NotImplemented
    return data[..., y : y + height, x : x + width, :]


def _flip(name: str, axis: int) -> None:
    def apply(data: np.ndarray) -> Any:
        return np.flip(data, axis) if data.ndim == 3 and data.shape[-1] in (1, 3) else NotImplemented

    rule(name)(apply)


_flip("_image_flip_left_right", 1)
_flip("_image_flip_top_bottom", 0)
