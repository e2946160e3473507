"""Pooling over windows: maximum, average, sum and p-norm."""

import functools
import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Literal, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from mxnet._ops import onednn_call, onednn_layers
from mxnet._ops.attrs import Shape
from mxnet._ops.convolution import DEFAULT_LAYOUTS, check_rank, pick_layout
from mxnet._ops.host_convolution import held, library_average, on_host
from mxnet._ops.onednn_plans import AveragePooling, MaxPooling
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


def _power(name: str, pool_type: str, p_value: int | None) -> int:
    """The power of the elements that are summed: p of a p-norm, else 1."""
    if pool_type != "lp":
        return 1
    if p_value not in (1, 2, 3):
        raise MXNetError(f"{name}: p value of {p_value} is not supported: write p_value=1, 2 or 3 with pool_type='lp'.")
    return p_value


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


class Windows(NamedTuple):
    """The static part of a pooling: for every axis of the data its size, the window's, the stride and the margins."""

    sizes: Shape
    window: Shape
    strides: Shape
    margins: tuple[tuple[int, int], ...]

    @property
    def outs(self) -> Shape:
        return tuple(
            (n + lo + hi - k) // s + 1
            for n, k, s, (lo, hi) in zip(self.sizes, self.window, self.strides, self.margins, strict=True)
        )

    def places(self) -> Iterator[tuple[Shape, Shape, list[tuple[int, int, int]]]]:
        """For each place in a window, the slice of the padded data that holds it for all windows, as start and limit.

        The third item is the padding that puts such a slice back to where it came from.
        """
        padded = [n + lo + hi for n, (lo, hi) in zip(self.sizes, self.margins, strict=True)]
        for start in np.ndindex(*self.window):
            limit = tuple(a + (n - 1) * s + 1 for a, n, s in zip(start, self.outs, self.strides, strict=True))
            around = zip(start, padded, limit, self.strides, strict=True)
            yield start, limit, [(a, n - m, s - 1) for a, n, m, s in around]

    def cover(self, data: Array, margin: np.ndarray) -> Array:
        """The data with its margins."""
        return lax.pad(data, margin, [(lo, hi, 0) for lo, hi in self.margins])

    def over(self, data: Array, margin: np.ndarray, combine: Callable[[Array, Array], Array]) -> Array:
        """Windows combined as arrays, a place at a time: XLA's CPU compiler makes one fast loop of small ones."""
        padded = self.cover(data, margin)
        return functools.reduce(combine, [lax.slice(padded, a, b, self.strides) for a, b, _ in self.places()])

    @property
    def is_small(self) -> bool:
        return math.prod(self.window) <= 27

    @property
    def tile(self) -> bool:
        """Whether every element of the data is in one window."""
        whole = all(n % k == 0 for n, k in zip(self.sizes, self.window, strict=True))
        return whole and self.window == self.strides and not any(map(any, self.margins))

    def spread(self, outs: Array) -> Array:
        """For each element of the data that of its window, where windows tile it."""
        pairs = [n for pair in zip(self.outs, self.window, strict=True) for n in pair]
        places = lax.broadcast_in_dim(outs, pairs, range(0, 2 * outs.ndim, 2))
        return places.reshape(self.sizes)

    def uncover(self, padded: Array) -> Array:
        """The data's part of a padded array."""
        ends = [lo + n for (lo, _), n in zip(self.margins, self.sizes, strict=True)]
        return lax.slice(padded, [lo for lo, _ in self.margins], ends)


def _window_sum(data: Array, windows: Windows) -> Array:
    if windows.is_small and on_host():
        return _small_sum(data, windows)
    return lax.reduce_window(data, np.zeros((), data.dtype), lax.add, windows.window, windows.strides, windows.margins)


@partial(jax.custom_vjp, nondiff_argnums=(1,))
def _small_sum(data: Array, windows: Windows) -> Array:
    """Sums of windows whose gradient is computed once: XLA would compute what it comes from for each place anew."""
    return windows.over(data, np.zeros((), data.dtype), lax.add)


def _small_sum_backward(windows: Windows, _: None, grad: Array) -> tuple[Array]:
    grad = held(grad)
    if windows.tile:
        return (windows.spread(grad),)
    zero = np.zeros((), grad.dtype)
    terms = [lax.pad(grad, zero, back) for _, _, back in windows.places()]
    return (windows.uncover(sum(terms[1:], start=terms[0])),)


_small_sum.defvjp(lambda data, windows: (_small_sum(data, windows), None), _small_sum_backward)


def _lowest(dtype: np.dtype) -> np.ndarray:
    """The identity of max."""
    return np.array(-np.inf if jnp.issubdtype(dtype, jnp.floating) else np.iinfo(dtype).min, dtype)


def _plain_max(data: Array, windows: Windows) -> Array:
    return lax.reduce_window(data, _lowest(data.dtype), lax.max, windows.window, windows.strides, windows.margins)


def _window_max(data: Array, windows: Windows) -> Array:
    """Maximum of each window; its gradient goes to the first of equal elements."""
    return _small_max(data, windows) if windows.is_small else _plain_max(data, windows)


@partial(jax.custom_vjp, nondiff_argnums=(1,))
def _small_max(data: Array, windows: Windows) -> Array:
    """``_plain_max`` with a gradient that is two to four times faster than XLA's select-and-scatter.

    The place of each maximum in its window, a byte each, is all that the backward pass needs.
    """
    return windows.over(data, _lowest(data.dtype), lax.max) if on_host() else _plain_max(data, windows)


def _small_max_forward(data: Array, windows: Windows) -> tuple[Array, Array]:
    out, padded = _small_max(data, windows), windows.cover(data, _lowest(data.dtype))
    places = list(enumerate(windows.places()))
    index = jnp.full(out.shape, len(places), np.int8)
    for i, (start, limit, _) in reversed(places):
        index = jnp.where(lax.slice(padded, start, limit, windows.strides) == out, np.int8(i), index)
    # Without the barrier every term of the gradient would compute the index anew.
    return out, lax.optimization_barrier(index)


def _small_max_backward(windows: Windows, index: Array, grad: Array) -> tuple[Array]:
    zero = np.zeros((), grad.dtype)
    terms = [
        lax.pad(jnp.where(index == np.int8(i), grad, zero), zero, back)
        for i, (_, _, back) in enumerate(windows.places())
    ]
    return (windows.uncover(sum(terms[1:], start=terms[0])),)


_small_max.defvjp(_small_max_forward, _small_max_backward)


def _library_max(data: Array, windows: Windows, layout: str) -> Array | None:
    """The maximum of each window by oneDNN, where it has one."""
    if data.dtype != np.float32 or layout.endswith("C"):
        return None
    before, after = zip(*windows.margins[2:], strict=True)
    outs = windows.outs
    past = any(
        (n - 1) * s - lo >= size
        for n, s, lo, size in zip(outs[2:], windows.strides[2:], before, data.shape[2:], strict=True)
    )
    how = (windows.window[2:], windows.strides[2:], before, after, onednn_call.holds_channels_last())
    description = MaxPooling("inference", data.shape, outs, *how)
    return None if past or not onednn_layers.can_pool(description) else onednn_layers.max_pool(data, description)


def _library_average(data: Array, windows: Windows, include_pad: bool, layout: str) -> Array | None:
    """The average of each window by oneDNN, where that is faster and divides by the same numbers."""
    if layout.endswith("C"):
        return None
    spatial = zip(data.shape, windows.window, windows.strides, windows.margins, windows.outs, strict=True)
    for size, k, s, (lo, _), out in list(spatial)[2:]:
        counts = _counts(size, k, s, lo, out, include_pad)
        inside = lo < k and (out - 1) * s - lo < size  # the first and the last window have elements of the data
        if not inside or (include_pad and (counts != k).any()):
            return None
    before, after = zip(*windows.margins[2:], strict=True)
    how = (windows.window[2:], windows.strides[2:], before, after, include_pad)
    description = AveragePooling("forward", data.shape, windows.outs, *how)
    return library_average(data, description, windows.tile and windows.is_small)


def _make_windows(
    name: str, data: Array, *, kernel: Shape, stride: Shape, pad: Shape, convention: str, axes: Shape
) -> Windows:
    """The windows of a pooling, checked."""
    stride = stride or (1,) * len(kernel)
    pad = pad or (0,) * len(kernel)
    if len(stride) != len(kernel) or len(pad) != len(kernel):
        raise MXNetError(f"{name}: kernel, stride and pad need as many sizes, received {kernel=}, {stride=}, {pad=}.")
    if min(kernel) < 1 or min(stride) < 1 or min(pad) < 0:
        raise MXNetError(f"{name}: {kernel=} and {stride=} must be positive, {pad=} not negative.")
    margins = []
    for axis, k, s, p in zip(axes, kernel, stride, pad, strict=True):
        size = data.shape[axis]
        if k > size + 2 * p:
            raise MXNetError(f"{name}: kernel size ({k}) exceeds input ({size} padded to {size + 2 * p}).")
        out = _output_size(size, k, s, p, convention)
        margins.append((p, max((out - 1) * s + k - size - p, 0)))
    return Windows(
        data.shape,
        _per_axis(data, axes, kernel, 1),
        _per_axis(data, axes, stride, 1),
        _per_axis(data, axes, tuple(margins), (0, 0)),
    )


def _check_same(name: str, data: Array, pad: Shape) -> Shape:
    if data.ndim != 3:
        raise MXNetError(f"{name}: 'same' needs 3D data in (batch, channel, x), received shape {data.shape}.")
    if any(pad):
        raise MXNetError(f"{name}: Same pooling convention disables the use of pad parameter, received {pad=}.")
    return ()


def _with_hidden(*, pool_type: str, kernel: Shape, layout: str | None, **_: object) -> int:
    """Maxima have a hidden second output in MXNet, where the channels come first."""
    channels_first = layout is None or layout.startswith("NC")
    return 2 if pool_type == "max" and 1 <= len(kernel) <= 3 and channels_first else 1


@op("Pooling", output_names=("output",), total_outputs=_with_hidden)
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

    data: Of shape (batch, channels, ...) with one to three spatial axes, or channels last as ``layout`` says.

    >>> nd.Pooling(nd.arange(16).reshape((1, 1, 4, 4)), kernel=(2, 2), stride=(2, 2), pool_type="max").asnumpy()
    array([[[[ 5.,  7.],
             [13., 15.]]]], dtype=float32)
    """
    name = "Pooling"
    p = _power(name, pool_type, p_value)
    if not kernel and not global_pool:
        raise MXNetError(f"{name}: 0D pooling not supported: set kernel=..., or global_pool=True.")
    spatial = data.ndim - 2 if global_pool else len(kernel)
    if spatial not in DEFAULT_LAYOUTS:
        raise MXNetError(f"{name}: Input data should be 3D, 4D or 5D, received shape {data.shape} with {kernel=}.")
    layout = pick_layout(name, spatial, layout)
    check_rank(name, data.shape, layout)
    axes = tuple(i for i, letter in enumerate(layout) if letter not in "NC")
    if global_pool:
        return _global(data, pool_type, p, axes)
    if pooling_convention == "same":
        pad = _check_same(name, data, pad)
    windows = _make_windows(name, data, kernel=kernel, stride=stride, pad=pad, convention=pooling_convention, axes=axes)
    if pool_type == "max":
        pooled = _library_max(data, windows, layout)
        return _window_max(data, windows) if pooled is None else pooled
    pooled = _library_average(data, windows, count_include_pad is not False, layout) if pool_type == "avg" else None
    if pooled is not None:
        return pooled
    total = data.astype(wide(data.dtype))
    total = _window_sum(total**p if p > 1 else total, windows)
    if pool_type == "avg":
        total = total / _divisor(windows, axes, count_include_pad is not False, total.dtype)
    return (_root(total, p) if pool_type == "lp" else total).astype(data.dtype)


def _divisor(windows: Windows, axes: Shape, include_pad: bool, dtype: np.dtype) -> np.ndarray:
    """What the sums of an average are divided by: one number, or a constant that varies at the borders."""
    divisor = np.ones((), dtype)
    for axis in axes:
        k, out = windows.window[axis], windows.outs[axis]
        counts = _counts(windows.sizes[axis], k, windows.strides[axis], windows.margins[axis][0], out, include_pad)
        shape = [out if a == axis else 1 for a in range(len(windows.sizes))]
        divisor = divisor * (dtype.type(k) if (counts == k).all() else counts.astype(dtype).reshape(shape))
    return divisor


@partial(jax.custom_vjp, nondiff_argnums=(1,))
def _max_to_all(data: Array, windows: Windows) -> Array:
    """Windowed maximum whose gradient goes to every element that equals it."""
    return _plain_max(data, windows)


def _max_to_all_forward(data: Array, windows: Windows) -> tuple[Array, tuple[Array, Array]]:
    out = _plain_max(data, windows)
    return out, (data, out)


def _max_to_all_backward(windows: Windows, saved: tuple[Array, Array], grad: Array) -> tuple[Array]:
    data, out = saved
    zero = np.zeros((), grad.dtype)
    padded = windows.cover(data, _lowest(data.dtype))
    terms = [
        lax.pad(jnp.where(lax.slice(padded, start, limit, windows.strides) == out, grad, zero), zero, back)
        for start, limit, back in windows.places()
    ]
    return (windows.uncover(sum(terms[1:], start=terms[0])),)


_max_to_all.defvjp(_max_to_all_forward, _max_to_all_backward)


@op("Pooling_v1", output_names=("output",))
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

    data: Of shape (batch, channels, height, width).
    pool_type: ``max``, ``avg`` or ``sum``.
    pooling_convention: Round the number of windows down (``valid``) or up (``full``).

    >>> nd.Pooling_v1(nd.arange(4).reshape((1, 1, 2, 2)), kernel=(2, 2), pool_type="avg").asnumpy()
    array([[[[1.5]]]], dtype=float32)
    """
    name = "Pooling_v1"
    if data.ndim != 4 or (len(kernel) != 2 and not global_pool):
        raise MXNetError(f"{name}: needs 4D data and two kernel sizes, received {data.shape}, {kernel=}: use Pooling.")
    axes = (2, 3)
    if global_pool:
        kernel, stride, pad = data.shape[2:], (1, 1), (0, 0)
    if pool_type == "max" and not global_pool and any(pad):
        data = jnp.pad(data, _per_axis(data, axes, tuple((p, p) for p in pad), (0, 0)))
        pad = (0, 0)
    windows = _make_windows(name, data, kernel=kernel, stride=stride, pad=pad, convention=pooling_convention, axes=axes)
    if pool_type == "max":
        return _global_max_to_all(data) if global_pool else _max_to_all(data, windows)
    total = _window_sum(data.astype(wide(data.dtype)), windows)
    return (total / math.prod(kernel) if pool_type == "avg" else total).astype(data.dtype)


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
