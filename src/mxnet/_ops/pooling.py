"""Pooling over windows: maximum, average, sum and p-norm."""

import math
from functools import partial
from typing import Literal

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from mxnet._ops.attrs import Shape
from mxnet._ops.convolution import DEFAULT_LAYOUTS, check_rank, pick_layout
from mxnet._ops.registry import op
from mxnet.error import MXNetError

Array = jax.Array


def wide(dtype: np.dtype) -> np.dtype:
    """The dtype to accumulate in: float32 for half precision, else its own."""
    return np.dtype(np.float32) if dtype.itemsize == 2 and jnp.issubdtype(dtype, jnp.floating) else dtype


def _output_size(size: int, k: int, s: int, p: int, convention: str) -> int:
    if convention == "same":
        return -(-size // s)
    free = size + 2 * p - k
    return 1 + (-(-free // s) if convention == "full" else free // s)


def _counts(size: int, k: int, s: int, p: int, out: int, include_pad: bool) -> np.ndarray:
    """How many elements each window of an axis averages: the window, cut at the end of the padding or at the data."""
    start = np.arange(out) * s - p
    end = np.minimum(start + k, size + p)
    if not include_pad:
        start, end = np.maximum(start, 0), np.minimum(end, size)
    return np.maximum(end - start, 1)


def _root(total: Array, p: int) -> Array:
    """The p-th root, with derivative zero at zero."""
    if p == 1:
        return total
    positive = total != 0
    safe = jnp.where(positive, total, jnp.ones((), total.dtype))
    return jnp.where(positive, jnp.sqrt(safe) if p == 2 else jnp.cbrt(safe), jnp.zeros((), total.dtype))


def _global(data: Array, pool_type: str, p: int, axes: Shape) -> Array:
    """Pooling with one window over all the spatial axes, as plain reductions."""
    if pool_type == "max":
        # The gradient goes to the first of equal maxima, as in the windowed form.
        rest = [axis for axis in range(data.ndim) if axis not in axes]
        flat = lax.reshape(
            lax.transpose(data, (*rest, *axes)),
            (*(data.shape[a] for a in rest), math.prod(data.shape[a] for a in axes)),
        )
        index = lax.argmax(flat, flat.ndim - 1, np.dtype(np.int32))
        chosen = lax.broadcasted_iota(np.dtype(np.int32), flat.shape, flat.ndim - 1) == index[..., None]
        out = jnp.sum(jnp.where(chosen, flat, jnp.zeros((), data.dtype)), axis=-1, dtype=data.dtype)
        return jnp.expand_dims(out, axes)
    total = data.astype(wide(data.dtype))
    total = jnp.sum(total**p if p > 1 else total, axis=axes, keepdims=True, dtype=total.dtype)
    if pool_type == "avg":
        total = total / math.prod(data.shape[a] for a in axes)
    return (_root(total, p) if pool_type == "lp" else total).astype(data.dtype)


def _per_axis(data: Array, axes: Shape, values: tuple, other: object) -> tuple:
    """One value for each axis of the data: those given for the spatial ones, ``other`` elsewhere."""
    full = [other] * data.ndim
    for axis, value in zip(axes, values, strict=True):
        full[axis] = value
    return tuple(full)


def _window_sum(data: Array, window: Shape, strides: Shape, padding: tuple) -> Array:
    return lax.reduce_window(data, np.zeros((), data.dtype), lax.add, window, strides, padding)


def _lowest(dtype: np.dtype) -> np.ndarray:
    """The identity of max."""
    return np.array(-np.inf if jnp.issubdtype(dtype, jnp.floating) else np.iinfo(dtype).min, dtype)


def _window_max(data: Array, window: Shape, strides: Shape, padding: tuple) -> Array:
    return lax.reduce_window(data, _lowest(data.dtype), lax.max, window, strides, padding)


def _windows(
    name: str, data: Array, *, kernel: Shape, stride: Shape, pad: Shape, convention: str, axes: Shape
) -> tuple[Shape, Shape, tuple, Shape]:
    """Window, strides, padding and output sizes of a pooling, checked."""
    stride = stride or (1,) * len(kernel)
    pad = pad or (0,) * len(kernel)
    if len(stride) != len(kernel) or len(pad) != len(kernel):
        raise MXNetError(f"{name}: kernel, stride and pad need as many sizes, received {kernel=}, {stride=}, {pad=}.")
    if min(kernel) < 1 or min(stride) < 1 or min(pad) < 0:
        raise MXNetError(f"{name}: {kernel=} and {stride=} must be positive, {pad=} not negative.")
    outs, margins = [], []
    for axis, k, s, p in zip(axes, kernel, stride, pad, strict=True):
        size = data.shape[axis]
        if k > size + 2 * p:
            raise MXNetError(f"{name}: kernel size ({k}) exceeds input ({size} padded to {size + 2 * p}).")
        out = _output_size(size, k, s, p, convention)
        outs.append(out)
        margins.append((p, max((out - 1) * s + k - size - p, 0)))
    window = _per_axis(data, axes, kernel, 1)
    strides = _per_axis(data, axes, stride, 1)
    return window, strides, _per_axis(data, axes, tuple(margins), (0, 0)), tuple(outs)


def _check_same(name: str, data: Array, pad: Shape) -> Shape:
    if data.ndim != 3:
        raise MXNetError(f"{name}: 'same' needs 3D data in (batch, channel, x), received shape {data.shape}.")
    if any(pad):
        raise MXNetError(f"{name}: Same pooling convention disables the use of pad parameter, received {pad=}.")
    return ()


@op("Pooling")
def pooling(
    data: Array,
    *,
    kernel: Shape = (),
    pool_type: Literal["avg", "lp", "max", "sum"] = "max",
    global_pool: bool = False,
    cudnn_off: bool = False,
    pooling_convention: Literal["full", "same", "valid"] = "valid",
    stride: Shape = (),
    pad: Shape = (),
    p_value: int | None = None,
    count_include_pad: bool | None = None,
    layout: Literal["NCW", "NWC", "NCHW", "NHWC", "NCDHW", "NDHWC"] | None = None,
) -> Array:
    """Maximum, average, sum or p-norm of each window, along one, two or three axes.

    ``pooling_convention`` rounds the number of windows down (valid) or up (full); ``same`` gives one window for each
    stride of one axis. ``count_include_pad`` (the default) lets the padding count in averages.
    """
    name = "Pooling"
    if pool_type == "lp" and p_value not in (1, 2, 3):
        raise MXNetError(f"{name}: p value of {p_value} is not supported: write p_value=1, 2 or 3 with pool_type='lp'.")
    if not kernel and not global_pool:
        raise MXNetError(f"{name}: 0D pooling not supported: set kernel=..., or global_pool=True.")
    spatial = data.ndim - 2 if global_pool else len(kernel)
    if spatial not in DEFAULT_LAYOUTS:
        raise MXNetError(f"{name}: Input data should be 3D, 4D or 5D, received shape {data.shape} with {kernel=}.")
    layout = pick_layout(name, spatial, layout)
    check_rank(name, data.shape, layout)
    axes = tuple(i for i, letter in enumerate(layout) if letter not in "NC")
    p = p_value if pool_type == "lp" else 1
    if global_pool:
        return _global(data, pool_type, p, axes)
    if pooling_convention == "same":
        pad = _check_same(name, data, pad)
    window, strides, padding, outs = _windows(
        name, data, kernel=kernel, stride=stride, pad=pad, convention=pooling_convention, axes=axes
    )
    if pool_type == "max":
        return _window_max(data, window, strides, padding)
    total = data.astype(wide(data.dtype))
    total = _window_sum(total**p if p > 1 else total, window, strides, padding)
    if pool_type == "avg":
        total = total / _divisor(
            data, window, strides, padding, outs, axes, count_include_pad is not False, total.dtype
        )
    return (_root(total, p) if pool_type == "lp" else total).astype(data.dtype)


def _divisor(
    data: Array, window: Shape, strides: Shape, padding: tuple, outs: Shape, axes: Shape, include: bool, dtype: np.dtype
) -> np.ndarray | float:
    """What the sums of an average are divided by: one number, or a constant that varies at the borders."""
    divisor = np.ones((), dtype)
    for axis, out in zip(axes, outs, strict=True):
        pad, (size, k, s) = padding[axis][0], (data.shape[axis], window[axis], strides[axis])
        counts = _counts(size, k, s, pad, out, include)
        if (counts == k).all():
            divisor = divisor * dtype.type(k)
        else:
            divisor = divisor * counts.astype(dtype).reshape(_per_axis(data, (axis,), (out,), 1))
    return divisor


@partial(jax.custom_vjp, nondiff_argnums=(1, 2, 3))
def _max_to_all(data: Array, window: Shape, strides: Shape, padding: tuple) -> Array:
    """Windowed maximum whose gradient goes to every element that equals it."""
    return _window_max(data, window, strides, padding)


def _max_to_all_forward(
    data: Array, window: Shape, strides: Shape, padding: tuple
) -> tuple[Array, tuple[Array, Array]]:
    out = _max_to_all(data, window, strides, padding)
    return out, (data, out)


def _max_to_all_backward(
    window: Shape, strides: Shape, padding: tuple, saved: tuple[Array, Array], grad: Array
) -> tuple[Array]:
    data, out = saved
    full = lax.pad(data, _lowest(data.dtype), [(lo, hi, 0) for lo, hi in padding])
    zero = np.zeros((), grad.dtype)
    total = jnp.zeros(full.shape, grad.dtype)
    for start in np.ndindex(*window):
        limit = [a + (n - 1) * s + 1 for a, n, s in zip(start, out.shape, strides, strict=True)]
        chosen = jnp.where(lax.slice(full, start, limit, strides) == out, grad, zero)
        after = [n - m for n, m in zip(full.shape, limit, strict=True)]
        total += lax.pad(chosen, zero, [(a, b, s - 1) for a, b, s in zip(start, after, strides, strict=True)])
    return (
        lax.slice(total, [lo for lo, _ in padding], [lo + n for (lo, _), n in zip(padding, data.shape, strict=True)]),
    )


_max_to_all.defvjp(_max_to_all_forward, _max_to_all_backward)


@op("Pooling_v1")
def pooling_v1(
    data: Array,
    *,
    kernel: Shape = (),
    pool_type: Literal["avg", "max", "sum"] = "max",
    global_pool: bool = False,
    pooling_convention: Literal["full", "valid"] = "valid",
    stride: Shape = (),
    pad: Shape = (),
) -> Array:
    """The pooling of MXNet 0.x, kept for its model files, in two dimensions.

    Unlike ``Pooling`` its padding is zeros, for the maximum too, its averages always divide by the whole window, and
    the gradient of a maximum goes to every element that equals it.
    """
    name = "Pooling_v1"
    if data.ndim != 4 or (len(kernel) != 2 and not global_pool):
        raise MXNetError(f"{name}: needs 4D data and two kernel sizes, received {data.shape}, {kernel=}: use Pooling.")
    axes = (2, 3)
    if global_pool:
        kernel, stride, pad = data.shape[2:], (1, 1), (0, 0)
    window, strides, padding, _ = _windows(
        name, data, kernel=kernel, stride=stride, pad=pad, convention=pooling_convention, axes=axes
    )
    if pool_type != "max":
        total = _window_sum(data.astype(wide(data.dtype)), window, strides, padding)
        return (total / math.prod(kernel) if pool_type == "avg" else total).astype(data.dtype)
    if global_pool:
        return _global_max_to_all(data)
    pad = pad or (0, 0)
    data = jnp.pad(data, _per_axis(data, axes, tuple((p, p) for p in pad), (0, 0)))
    overhang = tuple((lo - p, max(hi - p, 0)) for (lo, hi), p in zip(padding, (0, 0, *pad), strict=True))
    return _max_to_all(data, window, strides, overhang)


@jax.custom_jvp
def _global_max_to_all(data: Array) -> Array:
    """Maximum over the spatial axes whose gradient goes to every element that equals it."""
    return jnp.max(data, axis=(2, 3), keepdims=True)


@_global_max_to_all.defjvp
def _(primals: tuple[Array], tangents: tuple[Array]) -> tuple[Array, Array]:
    (data,), (tangent,) = primals, tangents
    out = _global_max_to_all(data)
    chosen = jnp.where(data == out, tangent, jnp.zeros((), tangent.dtype))
    return out, jnp.sum(chosen, axis=(2, 3), keepdims=True, dtype=tangent.dtype)
