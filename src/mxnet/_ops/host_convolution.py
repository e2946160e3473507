"""Convolutions on the CPU in the form that is fastest there: oneDNN's, products of matrices, sums of shifted arrays.

``choose`` alone decides which; the measurements stand beside it.
"""

import functools
import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from mxnet._ops import onednn_call, onednn_layers
from mxnet._ops.attrs import Shape
from mxnet._ops.onednn_layers import FusedArrays, Normalization
from mxnet._ops.onednn_plans import AveragePooling, Joining

if TYPE_CHECKING:
    from mxnet._ops.convolution import Window

Array = jax.Array
Form = Literal["library", "pointwise", "covering", "columns", "planes", "depthwise", "grouped", "xla"]

# A kernel of more places than this becomes too long a program.
PLACES = 49
# What an axis of a length that is not known, as in a file for any batch, is taken for.
FREE = 8
# So few groups are convolutions of their own.
FEW_GROUPS = 4
# XLA's own convolution is slow where so few rows are multiplied with a matrix of weights.
ROWS = 128
# Of so few, a product of matrices is faster than oneDNN too.
LIBRARY_ROWS = 32
# With fewer channels such a product is too small to pay.
COLUMN_CHANNELS = 32
# Fewer multiplications are done by XLA before Python has been called (20 microseconds).
LIBRARY_MULTIPLICATIONS = 500_000
# Of a kernel for each channel: sums of shifted arrays take XLA 0.3 s to compile with their gradients, oneDNN 0.1, and
# from here on they run no faster (96 channels of 8x4x4, both ways: 0.10 ms and 0.09; 384: 0.31 and 0.15).
LIBRARY_DEPTHWISE_MULTIPLICATIONS = 100_000
# Batch normalisation of so many elements and more is oneDNN's (two calls from Python, both ways),
NORMALIZED_ELEMENTS = 50_000
# if no channel has more elements than this, for it adds up gradients one after the other,
NORMALIZED_ROWS = 2**17
# and with so few threads: one computes it.
NORMALIZING_THREADS = 4
# Of more elements a channel XLA computes mean and variance before it, for these are sums of numbers of one sign.
SUMMED_ROWS = 8192
# Averages over windows of so many elements and more are oneDNN's (a call from Python, and one for the gradient).
AVERAGED_ELEMENTS = 15_000


@functools.cache
def on_host() -> bool:
    """Whether this process computes on CPUs alone. (On a machine with a GPU, its forms are used on the CPU as well.)"""
    return jax.default_backend() == "cpu"


def choose(data: Shape, weight: Shape, window: "Window", dtype: np.dtype, predicts: bool = False) -> Form:
    """The form of a convolution of these shapes, channels second.

    Where it ``predicts``, oneDNN's weight is packed once for many calls: ResNet-18 of one image of 64x64 takes 12.3 ms
    with products of matrices for few rows, 6.4 without them.

    Milliseconds of processor time on two cores, float32, forward / gradient of data / gradient of weight:

    ======================================================  ==================  =================  ==================
    convolution                                             XLA's own           the form here      oneDNN
    ======================================================  ==================  =================  ==================
    3x3, 512 to 512, 8 of 1x1                               10.7 / 7.6 / 3.2    columns 1.2 / 0.9 / 0.8
    3x3, 512 to 512, 8 of 2x2                               144 / 140 / 4.2     columns 3.1 / 2.5 / 2.0  4.5 / 3.8 / 3.7
    3x3, 512 to 512, 8 of 4x4                               9.8 / 10.2 / 8.5    columns 8.3 / 7.3 / 7.8
    3x3, 512 to 512, 1 of 7x7                               6.3 / 6.1 / 8.0     columns 4.4 / 3.4 / 3.2
    3x3, 512 to 512, 8 of 7x7                               22.9 / 23.4 / 21.3                     16.8 / 17.3 / 24.2
    3x3, 64 to 64, 8 of 16x16                               2.6 / 2.0 / 3.0                        1.3 / 1.3 / 1.5
    3x3 depthwise, 144, 8 of 56x56, stride 2                                    4.2 / 11.8 / 33    2.6 / 3.0 / 2.8
    3x3, 32 groups of 4, 4 of 28x28                                             8.1 / 4.2 / 13     1.7 / 1.5 / 2.7
    1x1, 24 to 144, 8 of 56x56                                                  9.0 / 10.1 / 3.9   2.8 / 4.2 / 3.2
    5x5, 20 to 50, 64 of 12x12                              3.9 / 10.9 / 4.6                       2.8 / 3.8 / 3.0
    3x3x3, 16 to 16, 4 of 16x16x16                                              5.4 / 3.3 / 7.0    2.6 / 2.6 / 4.0
    3, 64 to 64, 16 of 128                                  0.8 / 0.9 / 1.2                        0.8 / 0.7 / 1.4
    3x3 dilated by 2, 64 to 64, 8 of 28x28                  7.0 / 7.9 / 8.1                        4.7 / 4.7 / 7.4
    ======================================================  ==================  =================  ==================
    """
    free = not all(isinstance(n, int) for n in data)
    data = tuple([n if isinstance(n, int) else FREE for n in data])
    out = out_shape(data, weight, window)
    kernel = weight[2:]
    multiplications = math.prod(out) * math.prod(weight[1:])
    rows = out[0] * math.prod(out[2:])
    plain = _choose_ungrouped(data, weight, rows, window) if window.groups == 1 else None
    if plain == "columns" and rows <= LIBRARY_ROWS and not predicts:
        return plain
    least = LIBRARY_DEPTHWISE_MULTIPLICATIONS if weight[1] == 1 < window.groups else LIBRARY_MULTIPLICATIONS
    large = dtype == np.float32 and multiplications >= least and not free
    if large and onednn_layers.can_convolve(data, weight, out, window):
        return "library"
    if plain is not None:
        return plain
    if math.prod(kernel) > PLACES:
        return "xla"
    if weight[1] == 1:
        return "depthwise"
    return "xla" if window.groups <= FEW_GROUPS else "grouped"


def _choose_ungrouped(data: Shape, weight: Shape, rows: int, window: "Window") -> Form:
    kernel = weight[2:]
    if math.prod(kernel) == 1:
        return "pointwise"
    if kernel == data[2:] and not any(map(any, window.pads)) and max(window.dilate) == 1:
        return "covering"
    if len(kernel) == 3:
        return "planes"
    few = rows <= ROWS and min(weight[:2]) >= COLUMN_CHANNELS
    return "columns" if few and math.prod(kernel) <= PLACES else "xla"


def out_shape(data: Shape, weight: Shape, window: "Window") -> Shape:
    """The shape of a convolution, the channels second."""
    moves = zip(data[2:], weight[2:], window.stride, window.dilate, window.pads, strict=True)
    return (data[0], weight[0], *[(n + lo + hi - d * (k - 1) - 1) // s + 1 for n, k, s, d, (lo, hi) in moves])


def _second(shape: Shape, window: "Window") -> Shape:
    """A shape with the channels second."""
    return (shape[0], shape[-1], *shape[1:-1]) if window.layout.endswith("C") else shape


def _is_library(data: Shape, weight: Shape, window: "Window", *arrays: Array, predicts: bool = False) -> bool:
    if not on_host() or any(a.dtype != np.float32 for a in arrays):
        return False
    return choose(_second(data, window), _second(weight, window), window, arrays[0].dtype, predicts) == "library"


def holds_channels_last(data: Array) -> bool:
    """Whether programs hold images, whose channels are second, with the channels last: as oneDNN's convolutions do.

    In a program without a convolution they would have to be brought to that order and back: batch normalisation of
    8x64x56x56, both ways, takes 15.7 ms then, 3.4 as they come.
    """
    return data.ndim > 2 and data.dtype == np.float32 and on_host() and onednn_call.holds_channels_last()


def library_normalize(
    data: Array, gamma: Array, beta: Array, eps: float, rectified: bool
) -> tuple[Array, Array, Array] | None:
    """Batch normalisation in training by oneDNN, perhaps with a rectifier after it, and mean and variance.

    None where XLA computes it. Milliseconds of processor time, float32, both ways, with a rectifier:

    =====================  =====  ===================  ================================
    images                 XLA's  oneDNN, one thread   oneDNN, two threads on busy cores
    =====================  =====  ===================  ================================
    2x128x56x56            0.95   0.29                 16.6
    2x256x28x28            0.55   0.15                 4.4
    2x1024x14x14           0.50   0.16                 17.9
    8x64x16x16             0.13   0.05
    2x128x7x7              0.04   0.01
    =====================  =====  ===================  ================================

    To each of oneDNN's two calls come 20 microseconds of Python's. It adds rows up one after the other: of 6272 rows of
    numbers with a mean of three deviations the variance is off by 3e-6, the gradient of gamma by 5e-6; of 100,000 by
    3e-5 and 4e-5 (XLA: 2e-7 and 5e-7). With mean and variance by XLA, of 131,072 rows and a mean of up to ten
    deviations: variance 2e-7, gradient of gamma 7e-6, of beta 9e-6, of data 1e-6 of the largest; of 401,408 rows 2e-5.
    """
    if not all(isinstance(n, int) for n in data.shape) or any(v.dtype != np.float32 for v in (data, gamma, beta)):
        return None
    large = data.size >= NORMALIZED_ELEMENTS and data.size <= NORMALIZED_ROWS * data.shape[1]
    if not large or onednn_call.threads() > NORMALIZING_THREADS:
        return None
    how = Normalization(eps, rectified, own=data.size <= SUMMED_ROWS * data.shape[1])
    return onednn_layers.normalize(data, gamma, beta, how) if onednn_layers.can_normalize(data.shape, how) else None


def library_average(data: Array, windows: AveragePooling, small_tiles: bool) -> Array | None:
    """The average of each window by oneDNN, with its gradient, where images are held with the channels last.

    None where XLA computes it: where small windows tile the images its form is as fast, but for margins it brings the
    images to the other order and back. Milliseconds of processor time on two cores, float32, forward / both ways:

    ==============================  ============  =================  ============
    windows, images                 XLA's         XLA's, moved axes  oneDNN
    ==============================  ============  =================  ============
    3x3, margins 1, 1x288x35x35     1.19 / 1.03   0.42 / 0.54        0.35 / 0.36
    3x3, margins 1, 1x768x17x17     0.92 / 1.08   0.33 / 0.53        0.15 / 0.51
    3x3, margins 1, 1x2048x8x8      0.49 / 0.84   0.12 / 0.51        0.06 / 0.25
    3x3, margins 1, 1x64x17x17      0.18 / 0.29   0.11 / 0.24        0.05 / 0.05
    3x3, margins 1, 1x16x17x17      0.03 / 0.08   0.02 / 0.07        0.02 / 0.03
    3x3, margins 1, 8x288x35x35     10.5 / 13.9   2.6 / 6.4          2.1 / 5.6
    3x3, margins 1, 8x768x17x17     9.3 / 9.3     2.1 / 3.6          1.1 / 3.7
    5x5, stride 3, 4x768x17x17      0.21 / 5.4    0.20 / 5.6         0.26 / 0.58
    8x8, the whole of 8x2048x8x8    1.4 / 0.97    0.58 / 0.43        0.59 / 0.58
    2x2, tiles of 8x128x56x56       1.2 / 2.1     1.3 / 2.2          1.2 / 2.1
    2x2, tiles of 8x512x14x14       0.17 / 0.25   0.17 / 0.24        0.26 / 0.45
    global, 8x2048x7x7              0.24 / 0.37                      0.26 / 0.67
    ==============================  ============  =================  ============
    """
    if not holds_channels_last(data) or not all(isinstance(n, int) for n in data.shape):
        return None
    if small_tiles or data.size < AVERAGED_ELEMENTS or not onednn_layers.can_average(windows):
        return None
    return onednn_layers.average_pool(data, windows)


def library_join(images: Sequence[Array]) -> Array | None:
    """Images that are held with the channels last, joined by their channels by oneDNN, which copies rows of them.

    None where XLA joins them, which it does in a loop over elements. Alone, 1x192x17x17 four times: 0.14 and 0.06 ms of
    processor time. DenseNet-121's predictions, the least of 11 turns in three sittings: batch 1 33.4 to 35.6 ms with
    XLA's and 32.6 to 34.1 with this, batch 8 221 to 225 and 210 to 215, compiling 5.1 to 5.9 s and 4.2 to 4.5.
    Training steps are as fast with either.
    """
    if len(images) == 1 or not all(isinstance(n, int) for image in images for n in image.shape):
        return None
    description = Joining(tuple([image.shape for image in images]))
    return onednn_layers.join(tuple(images), description) if onednn_layers.can_join(description) else None


def held(data: Array) -> Array:
    """Images as they are held between convolutions, computed once: XLA computes nothing of them anew for each use."""
    if not holds_channels_last(data):
        return lax.optimization_barrier(data)
    return jnp.moveaxis(lax.optimization_barrier(jnp.moveaxis(data, 1, -1)), -1, 1)


def _through(function: Any, first: Array, second: Array, window: "Window", shape: Shape) -> Array:
    """Call a function of the library's with the channels second, wherever they are."""
    if not window.layout.endswith("C"):
        return function(first, second, window, shape)
    moved = window._replace(layout=f"NC{window.layout[1:-1]}")
    return jnp.moveaxis(function(jnp.moveaxis(first, -1, 1), jnp.moveaxis(second, -1, 1), moved, shape), 1, -1)


def library_correlate(data: Array, weight: Array, window: "Window", bias: Array | None = None) -> Array | None:
    """A convolution by oneDNN, with its gradients; None where XLA computes it."""
    if not _is_library(data.shape, weight.shape, window, data, weight, *([] if bias is None else [bias])):
        return None
    out = out_shape(_second(data.shape, window), _second(weight.shape, window), window)
    if bias is None:
        return _through(onednn_layers.convolve, data, weight, window, out)
    return _through(lambda d, w, *rest: onednn_layers.convolve_with_bias(d, w, bias, *rest), data, weight, window, out)


def can_fuse(data: Array, weight: Array, window: "Window") -> bool:
    """Whether a convolution is computed together with what follows it: wherever oneDNN computes it."""
    is_second = not window.layout.endswith("C")
    return is_second and _is_library(data.shape, weight.shape, window, data, weight, predicts=True)


def fused_correlate(arrays: FusedArrays, window: "Window", bounds: tuple[float, float | None] | None) -> Array:
    """A convolution that ``can_fuse``, with what follows it."""
    out = out_shape(arrays.data.shape, arrays.weight.shape, window)
    arrays = onednn_layers.with_packed(arrays, window, out, bounds)
    return onednn_layers.convolve_fused(arrays, window, out, bounds)


def library_data_gradient(grad: Array, weight: Array, window: "Window", data: Shape) -> Array | None:
    """The gradient of data by oneDNN."""
    if not _is_library(data, weight.shape, window, grad, weight):
        return None
    return _through(onednn_layers.data_gradient, grad, weight, window, _second(data, window))


def library_weight_gradient(data: Array, grad: Array, window: "Window", weight: Shape) -> Array | None:
    """The gradient of a weight by oneDNN."""
    if not _is_library(data.shape, weight, window, data, grad):
        return None
    return _through(onednn_layers.weight_gradient, data, grad, window, _second(weight, window))


def correlate(data: Array, weight: Array, window: "Window") -> Array | None:
    """A convolution in one of the forms that XLA's CPU compiler is good at; None where its own is as good."""
    if not on_host() or data.dtype not in (np.float32, np.float64) or weight.dtype != data.dtype:
        return None
    if window.layout.endswith("C"):
        first = window._replace(layout=f"NC{window.layout[1:-1]}")
        output = correlate(jnp.moveaxis(data, -1, 1), jnp.moveaxis(weight, -1, 1), first)
        return None if output is None else jnp.moveaxis(output, 1, -1)
    match choose(data.shape, weight.shape, window, data.dtype):
        case "pointwise":
            return _pointwise(data, weight, window)
        case "covering":
            return _covering(data, weight)
        case "columns":
            return _columns(data, weight, window)
        case "planes":
            return _by_planes(data, weight, window)
        case "depthwise":
            return _depthwise(data, weight, window)
        case "grouped":
            return _grouped(data, weight, window)
        case _:
            return None


def _shifted(data: Array, kernel: tuple[int, ...], window: "Window") -> Iterator[Array]:
    """For each place of a kernel, what it meets of the data as it moves."""
    data = lax.pad(data, np.zeros((), data.dtype), [(0, 0, 0), (0, 0, 0), *[(lo, hi, 0) for lo, hi in window.pads]])
    steps = (1, 1, *window.stride)
    reach = [d * (k - 1) for k, d in zip(kernel, window.dilate, strict=True)]
    for place in np.ndindex(*kernel):
        start = (0, 0, *[int(p * d) for p, d in zip(place, window.dilate, strict=True)])
        ends = [n - r + a for n, r, a in zip(data.shape[2:], reach, start[2:], strict=True)]
        yield lax.slice(data, start, (*data.shape[:2], *ends), steps)


def _pointwise(data: Array, weight: Array, window: "Window") -> Array:
    """A kernel of one place: a product of matrices."""
    (data,) = _shifted(data, weight.shape[2:], window)
    batch, channels, *sizes = data.shape
    flat = data.reshape(batch, channels, math.prod(sizes))
    return jnp.einsum("oc,ncp->nop", weight.reshape(weight.shape[0], channels), flat).reshape(batch, -1, *sizes)


def _columns(data: Array, weight: Array, window: "Window") -> Array:
    """Few rows: a product of what the kernel meets at each place with all its weights."""
    columns = jnp.stack(list(_shifted(data, weight.shape[2:], window)), axis=2)
    sizes = columns.shape[3:]
    columns = columns.reshape(data.shape[0], -1, math.prod(sizes))
    out = jnp.einsum("oq,nqp->nop", weight.reshape(weight.shape[0], -1), columns)
    return out.reshape(data.shape[0], weight.shape[0], *sizes)


def _covering(data: Array, weight: Array) -> Array:
    """A kernel as large as the data: a product of matrices as well."""
    out = jnp.einsum("nq,oq->no", data.reshape(len(data), -1), weight.reshape(len(weight), -1))
    return out.reshape(*out.shape, *[1] * (data.ndim - 2))


def _depthwise(data: Array, weight: Array, window: "Window") -> Array:
    """Each channel by its own kernels: a sum of shifted arrays, which XLA makes one loop of."""
    channels, several = window.groups, weight.shape[0] // window.groups
    factors = weight.reshape(channels, several, -1)
    ones = (1,) * (data.ndim - 2)
    terms = [
        shifted[:, :, None] * factors[:, :, place].reshape(1, channels, several, *ones)
        for place, shifted in enumerate(_shifted(data, weight.shape[2:], window))
    ]
    total = functools.reduce(jnp.add, terms)
    return total.reshape(total.shape[0], channels * several, *total.shape[3:])


def _grouped(data: Array, weight: Array, window: "Window") -> Array:
    """Many groups: a product of small matrices for each, over the places of the kernel as well."""
    columns = jnp.stack(list(_shifted(data, weight.shape[2:], window)), axis=2)
    sizes = columns.shape[3:]
    columns = columns.reshape(data.shape[0], window.groups, -1, math.prod(sizes))
    out = jnp.einsum("goq,ngqp->ngop", weight.reshape(window.groups, -1, columns.shape[2]), columns)
    return out.reshape(data.shape[0], weight.shape[0], *sizes)


def _by_planes(data: Array, weight: Array, window: "Window") -> Array:
    """A convolution of volumes as one of planes, whose channels are those that the kernel meets in depth."""
    flat = window._replace(stride=(window.stride[0], 1, 1), pads=(window.pads[0], (0, 0), (0, 0)))
    stacked = jnp.stack(list(_shifted(data, (weight.shape[2], 1, 1), flat)), axis=2)
    batch, channels, deep, planes, *sizes = stacked.shape
    stacked = jnp.moveaxis(stacked, 3, 1).reshape(batch * planes, channels * deep, *sizes)
    out = lax.conv_general_dilated(
        stacked,
        weight.reshape(weight.shape[0], channels * deep, *weight.shape[3:]),
        window.stride[1:],
        window.pads[1:],
        rhs_dilation=window.dilate[1:],
        dimension_numbers=("NCHW", "OIHW", "NCHW"),
    )
    return jnp.moveaxis(out.reshape(batch, planes, *out.shape[1:]), 1, 2)
