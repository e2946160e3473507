"""Convolutions in the form that XLA's CPU compiler is good at: products of matrices and sums of shifted arrays.

Its own convolution is fast for plain ones of one or two axes. Measured on two cores against these forms (float32,
batch 4, forward and both gradients together): depthwise 3x3 of 96 channels at 48x48 51 ms against 3.6, with stride 2
42 ms against 2.7; 32 groups of 4 channels at 28x28 21 ms against 10; 1x1 from 256 to 512 channels with stride 2 59 ms
against 16; 3x3x3 of 16 channels at 16x16x16 35 ms against 3.5.
"""

import functools
import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from mxnet._ops import onednn_layers
from mxnet._ops.attrs import Shape

if TYPE_CHECKING:
    from mxnet._ops.convolution import Window

Array = jax.Array

# A kernel of more places than this becomes too long a program.
PLACES = 49
# So few groups are convolutions of their own.
FEW_GROUPS = 4


@functools.cache
def on_host() -> bool:
    """Whether this process computes on CPUs alone. (On a machine with a GPU, its forms are used on the CPU as well.)"""
    return jax.default_backend() == "cpu"


def _out_shape(data: Shape, weight: Shape, window: "Window") -> Shape:
    """The shape of a convolution, the channels second."""
    moves = zip(data[2:], weight[2:], window.stride, window.dilate, window.pads, strict=True)
    return (data[0], weight[0], *[(n + lo + hi - d * (k - 1) - 1) // s + 1 for n, k, s, d, (lo, hi) in moves])


def _channels_second(shape: Shape, window: "Window") -> Shape:
    return (shape[0], shape[-1], *shape[1:-1]) if window.layout.endswith("C") else shape


def _by_library(data: Shape, weight: Shape, window: "Window", *arrays: Array) -> bool:
    """Whether a convolution of these shapes, channels second, is left to oneDNN."""
    if not on_host() or any(a.dtype != np.float32 for a in arrays):
        return False
    return onednn_layers.can_convolve(data, weight, _out_shape(data, weight, window), window)


def holds_channels_last(data: Array) -> bool:
    """Whether programs hold images, whose channels are second, with the channels last: as oneDNN's convolutions do."""
    return data.ndim > 2 and data.dtype == np.float32 and onednn_layers.register()


def _through(function: Any, first: Array, second: Array, window: "Window", shape: Shape) -> Array:
    """Call a function of the library's with the channels second, wherever they are."""
    if not window.layout.endswith("C"):
        return function(first, second, window, shape)
    moved = window._replace(layout=f"NC{window.layout[1:-1]}")
    return jnp.moveaxis(function(jnp.moveaxis(first, -1, 1), jnp.moveaxis(second, -1, 1), moved, shape), 1, -1)


def library_correlate(data: Array, weight: Array, window: "Window", bias: Array | None = None) -> Array | None:
    """A convolution by oneDNN, with its gradients; None where XLA computes it."""
    x, w = _channels_second(data.shape, window), _channels_second(weight.shape, window)
    if not _by_library(x, w, window, data, weight):
        return None
    out = _out_shape(x, w, window)
    if bias is None:
        return _through(onednn_layers.convolve, data, weight, window, out)
    return _through(lambda d, w, *rest: onednn_layers.convolve_with_bias(d, w, bias, *rest), data, weight, window, out)


def library_data_gradient(grad: Array, weight: Array, window: "Window", data: Shape) -> Array | None:
    """The gradient of data by oneDNN."""
    x, w = _channels_second(data, window), _channels_second(weight.shape, window)
    if not _by_library(x, w, window, grad, weight):
        return None
    return _through(onednn_layers.data_gradient, grad, weight, window, x)


def library_weight_gradient(data: Array, grad: Array, window: "Window", weight: Shape) -> Array | None:
    """The gradient of a weight by oneDNN."""
    x, w = _channels_second(data.shape, window), _channels_second(weight, window)
    if not _by_library(x, w, window, data, grad):
        return None
    return _through(onednn_layers.weight_gradient, data, grad, window, w)


def correlate(data: Array, weight: Array, window: "Window") -> Array | None:
    """A convolution in one of the forms here; None where XLA's own is as good."""
    if not on_host() or data.dtype not in (np.float32, np.float64) or weight.dtype != data.dtype:
        return None
    if window.layout.endswith("C"):
        first = window._replace(layout=f"NC{window.layout[1:-1]}")
        found = correlate(jnp.moveaxis(data, -1, 1), jnp.moveaxis(weight, -1, 1), first)
        return None if found is None else jnp.moveaxis(found, 1, -1)
    kernel = weight.shape[2:]
    if window.groups == 1:
        if math.prod(kernel) == 1:
            return _pointwise(data, weight, window)
        if kernel == data.shape[2:] and not any(map(any, window.pads)) and max(window.dilate) == 1:
            return _covering(data, weight)
        return _by_planes(data, weight, window) if len(kernel) == 3 else None
    if math.prod(kernel) > PLACES:
        return None
    if weight.shape[1] == 1:
        return _depthwise(data, weight, window)
    if window.groups <= FEW_GROUPS:
        return None
    return _grouped(data, weight, window)


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
