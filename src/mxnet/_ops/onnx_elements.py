"""Operators of ONNX on elements and their places that MXNet has no words for."""

import math
from typing import Any, Literal

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from mxnet._ops.attrs import DTYPES, DType, Shape
from mxnet._ops.onnx_dynamic import first_of, margin
from mxnet._ops.registry import op

# What the names of parameters mean in this family.
PARAMETERS = {
    "left": "To the left; else to the right.",
    "fmod": "Take the sign of the dividend.",
    "low": "The lower bound, or the lowest frequency, an array of one.",
    "high": "The upper bound, or the highest frequency, an array of one.",
    "k": "Which diagonal, or how many.",
    "upper": "Keep the upper triangle; else the lower.",
    "before": "How much before each axis.",
    "after": "How much after each axis.",
    "value": "The number that is put in.",
    "mode": "How the margin is filled.",
    "largest": "Look for the largest; else for the smallest.",
    "batch_dims": "How many of the first axes are looked at one by one.",
    "updates": "What is put.",
    "reduction": "What is done with the element that is there: ``none`` replaces it.",
    "cache": "The array that is written to.",
    "update": "What is written.",
    "starts": "Where, a number for each example.",
    "circular": "Go on at the start of the axis after its end.",
    "length": "How many elements are transformed; 0 is all of them.",
    "inverse": "Transform back.",
    "onesided": "Give the first half and the middle only.",
    "signal": "Of shape (batch, length, 1 or 2).",
    "window": "The window that frames are multiplied by.",
    "step": "How far apart frames are.",
    "bins": "How many bands.",
    "rate": "How many samples a second.",
    "axis": "The axis.",
    "indices": "The places.",
}

Array = jax.Array
Reduction = Literal["none", "add", "mul", "max", "min"]


# --- bits and remainders ---------------------------------------------------------------------------------------------


@op("_onnx_bit_shift")
def bit_shift(lhs: Array, rhs: Array, *, left: bool = True) -> Array:
    """Bits moved by a number of places.

    >>> nd._internal._onnx_bit_shift(nd.array([1, 2], dtype="uint8"), nd.array([1, 3], dtype="uint8")).asnumpy()
    array([ 2, 16], dtype=uint8)
    """
    return jnp.left_shift(lhs, rhs) if left else jnp.right_shift(lhs, rhs)


@op("_onnx_bit_cast", types="? -> dtype")
def bit_cast(data: Array, *, dtype: DType) -> Array:
    """The same bits as another type of the same size.

    >>> nd._internal._onnx_bit_cast(nd.array([1.0]), dtype="int32").asnumpy()
    array([1065353216], dtype=int32)
    """
    bits = data.astype(jnp.uint8) if data.dtype == jnp.bool_ else data
    if dtype == "bool":
        return lax.bitcast_convert_type(bits, jnp.uint8) != 0
    return lax.bitcast_convert_type(bits, DTYPES[dtype])


@op("_onnx_mod")
def mod(lhs: Array, rhs: Array, *, fmod: bool = False) -> Array:
    """The remainder, with the sign of the divisor, or with ``fmod`` that of the dividend.

    >>> nd._internal._onnx_mod(nd.array([-5]), nd.array([3])).asnumpy(), nd._internal._onnx_mod(nd.array([-5]),
    ...     nd.array([3]), fmod=True).asnumpy()
    (array([1.], dtype=float32), array([-2.], dtype=float32))
    """
    if fmod:
        return jnp.fmod(lhs, rhs)
    if not jnp.issubdtype(lhs.dtype, jnp.floating):
        return jnp.mod(lhs, rhs)
    rest = lax.rem(*jnp.broadcast_arrays(lhs, rhs))
    other = (rest != 0) & ((rest < 0) != (rhs < 0))
    return jnp.where(rest == 0, jnp.copysign(jnp.zeros_like(rest), rhs), jnp.where(other, rest + rhs, rest))


@op("_onnx_divide")
def divide(lhs: Array, rhs: Array) -> Array:
    """The quotient of whole numbers, cut towards zero.

    >>> nd._internal._onnx_divide(nd.array([-7], dtype="int32"), nd.array([2], dtype="int32")).asnumpy()
    array([-3], dtype=int32)
    """
    return lax.div(*jnp.broadcast_arrays(lhs, rhs))


@op("_onnx_clip")
def clip(data: Array, low: Array, high: Array) -> Array:
    """Elements kept within two bounds, which are arrays of one element.

    >>> nd._internal._onnx_clip(nd.array([-2, 1, 7]), nd.array([0]), nd.array([5])).asnumpy()
    array([0., 1., 5.], dtype=float32)
    """
    return jnp.minimum(jnp.maximum(data, low.reshape(())), high.reshape(()))


# --- parts of matrices -----------------------------------------------------------------------------------------------


@op("_onnx_trilu", types="T ? -> T")
def trilu(data: Array, k: Array, *, upper: bool = True) -> Array:
    """Matrices with zeros below, or above, a diagonal.

    k: Which diagonal, an array of one.

    >>> nd._internal._onnx_trilu(nd.ones((2, 2)), nd.array([0], dtype="int64")).asnumpy()
    array([[1., 1.],
           [0., 1.]], dtype=float32)
    """
    rows, columns = data.shape[-2:]
    ahead = jnp.arange(columns)[None, :] - jnp.arange(rows)[:, None]
    number = k.reshape(())
    return jnp.where(ahead >= number if upper else ahead <= number, data, jnp.zeros_like(data))


@op("_onnx_eye_like", types="? -> dtype")
def eye_like(data: Array, *, k: int = 0, dtype: DType) -> Array:
    """Ones on a diagonal, in the shape of a matrix.

    k: Which diagonal: 0 the main one, positive above it, negative below.

    >>> nd._internal._onnx_eye_like(nd.zeros((2, 3)), k=1, dtype="float32").asnumpy()
    array([[0., 1., 0.],
           [0., 0., 1.]], dtype=float32)
    """
    return jnp.eye(data.shape[0], data.shape[1], k=k, dtype=DTYPES[dtype])


@op("_onnx_pad_static")
def pad_static(
    data: Array,
    *,
    before: Shape,
    after: Shape,
    value: float = 0.0,
    mode: Literal["constant", "reflect", "edge", "wrap"] = "constant",
) -> Array:
    """A margin around an array; a negative one takes elements away.

    >>> nd._internal._onnx_pad_static(nd.array([1, 2]), before=(1,), after=(0,), value=9).asnumpy()
    array([9., 1., 2.], dtype=float32)
    """
    return margin(data, list(zip(before, after, strict=True)), value, mode)


@op("_onnx_last_place", types="? -> int64")
def last_place(data: Array, *, axis: int, keepdims: bool = True, largest: bool = True) -> Array:
    """Where the largest, or the smallest, element of each row stands; of equal ones the last.

    >>> nd._internal._onnx_last_place(nd.array([5, 1, 5]), axis=0).asnumpy()
    array([2])
    """
    find = jnp.argmax if largest else jnp.argmin
    place = data.shape[axis] - 1 - find(jnp.flip(data, axis), axis, keepdims=keepdims)
    return place.astype(jnp.int64)


@op("_onnx_first_of", outputs=2, types="T -> T int64")
def first_places(data: Array, *, k: int, axis: int = -1, largest: bool = True) -> tuple[Array, Array]:
    """The first elements of each row in order, and where they stand.

    k: How many.

    >>> values, places = nd._internal._onnx_first_of(nd.array([3, 1, 2]), k=2)
    >>> values.asnumpy(), places.asnumpy()
    (array([3., 2.], dtype=float32), array([0, 2]))
    """
    return first_of(data, k, axis, largest)


# --- gathering and scattering ----------------------------------------------------------------------------------------


def _positive(indices: Array, size: int) -> Array:
    return jnp.where(indices < 0, indices + size, indices)


def _along(shape: tuple[int, ...], indices: Array, size: int, axis: int) -> tuple[Array, ...]:
    """The index of each axis for each index of one of them."""
    grids = [jnp.arange(n).reshape([-1 if a == i else 1 for a in range(len(shape))]) for i, n in enumerate(shape)]
    grids[axis] = _positive(indices, size)
    return tuple(grids)


@op("_onnx_gather_elements", types="T ? -> T")
def gather_elements(data: Array, indices: Array, *, axis: int = 0) -> Array:
    """Elements at an index along one axis and at their own place along the others.

    >>> nd._internal._onnx_gather_elements(nd.array([[1, 2], [3, 4]]), nd.array([[1, 0]], dtype="int64"),
    ...     axis=0).asnumpy()
    array([[3., 2.]], dtype=float32)
    """
    axis %= data.ndim
    return data[_along(indices.shape, indices, data.shape[axis], axis)]


@op("_onnx_gather_nd", types="T ? -> T")
def gather_nd(data: Array, indices: Array, *, batch_dims: int = 0) -> Array:
    """Parts at the indices that the last axis holds, within each of the first axes.

    >>> nd._internal._onnx_gather_nd(nd.array([[1, 2], [3, 4]]), nd.array([[0, 1], [1, 0]], dtype="int64")).asnumpy()
    array([2., 3.], dtype=float32)
    """

    def take(array: Array, places: Array) -> Array:
        return array[tuple(_positive(places[..., i], array.shape[i]) for i in range(places.shape[-1]))]

    for _ in range(batch_dims):
        take = jax.vmap(take)
    return take(data, indices)


def _updated(at: Any, updates: Array, reduction: str) -> Array:
    if reduction == "none":
        return at.set(updates)
    return {"add": at.add, "mul": at.multiply, "max": at.max, "min": at.min}[reduction](updates)


@op("_onnx_scatter_elements", types="T ? T -> T")
def scatter_elements(
    data: Array, indices: Array, updates: Array, *, axis: int = 0, reduction: Reduction = "none"
) -> Array:
    """An array with elements put, added, multiplied or compared at an index along one axis.

    >>> nd._internal._onnx_scatter_elements(nd.zeros((3,)), nd.array([2, 0], dtype="int64"), nd.array([5, 6])).asnumpy()
    array([6., 0., 5.], dtype=float32)
    """
    axis %= data.ndim
    return _updated(data.at[_along(indices.shape, indices, data.shape[axis], axis)], updates, reduction)


@op("_onnx_scatter_nd", types="T ? T -> T")
def scatter_nd(data: Array, indices: Array, updates: Array, *, reduction: Reduction = "none") -> Array:
    """An array with parts put, added, multiplied or compared at the indices that the last axis holds.

    >>> nd._internal._onnx_scatter_nd(nd.ones((3,)), nd.array([[2]], dtype="int64"), nd.array([5]),
    ...     reduction="add").asnumpy()
    array([1., 1., 6.], dtype=float32)
    """
    places = tuple(_positive(indices[..., i], data.shape[i]) for i in range(indices.shape[-1]))
    return _updated(data.at[places], updates, reduction)


@op("_onnx_tensor_scatter", types="T T ? -> T")
def tensor_scatter(cache: Array, update: Array, starts: Array, *, axis: int = -2, circular: bool = False) -> Array:
    """A cache with an update written from a place of one axis on, which each example has for itself.

    >>> nd._internal._onnx_tensor_scatter(nd.zeros((1, 3, 1)), nd.ones((1, 1, 1)), nd.array([1],
    ...     dtype="int64")).reshape(-1).asnumpy()
    array([0., 1., 0.], dtype=float32)
    """
    axis %= cache.ndim
    moved, moved_update = jnp.moveaxis(cache, axis, 1), jnp.moveaxis(update, axis, 1)
    at = starts[:, None] + jnp.arange(moved_update.shape[1])
    at = at % moved.shape[1] if circular else at
    rows = jnp.arange(moved.shape[0])[:, None]
    return jnp.moveaxis(moved.at[rows, at].set(moved_update), 1, axis)


# --- signals ---------------------------------------------------------------------------------------------------------


def _complex(data: Array) -> Array:
    if data.shape[-1] == 1:
        return data[..., 0]
    return lax.complex(data[..., 0], data[..., 1])


def _pairs(data: Array) -> Array:
    return jnp.stack([jnp.real(data), jnp.imag(data)], -1)


@op("_onnx_dft")
def dft(data: Array, *, axis: int, length: int = 0, inverse: bool = False, onesided: bool = False) -> Array:
    """The discrete Fourier transform along an axis; real and imaginary parts stand in the last one.

    data: Of shape (..., length, 1 or 2).

    >>> nd._internal._onnx_dft(nd.array([[[1], [0]]]), axis=1).asnumpy()
    array([[[1., 0.],
            [1., 0.]]], dtype=float32)
    """
    axis %= data.ndim
    count = length or None
    single = data.astype(jnp.promote_types(data.dtype, jnp.float32))
    signal = _complex(single)
    if inverse and onesided:
        real = jnp.fft.irfft(signal, length or 2 * (data.shape[axis] - 1), axis)
        return real[..., None].astype(data.dtype)
    if onesided:
        return _pairs(jnp.fft.rfft(jnp.real(signal), count, axis)).astype(data.dtype)
    return _pairs((jnp.fft.ifft if inverse else jnp.fft.fft)(signal, count, axis)).astype(data.dtype)


@op("_onnx_stft")
def stft(signal: Array, window: Array, *, step: int, length: int, onesided: bool = True) -> Array:
    """Fourier transforms of windowed frames, one behind the other.

    length: How long a frame is.

    >>> nd._internal._onnx_stft(nd.ones((1, 8, 1)), nd.ones((4,)), step=2, length=4).shape
    (1, 3, 3, 2)
    """
    samples = _complex(signal)
    count = (samples.shape[1] - length) // step + 1
    at = np.arange(count)[:, None] * step + np.arange(length)
    frames = samples[:, at] * window
    return _pairs(jnp.fft.rfft(frames) if onesided else jnp.fft.fft(frames)).astype(signal.dtype)


@op("_onnx_mel_weights", dynamic=True, types="? -> dtype")
def mel_weights(bins: Array, length: Array, rate: Array, low: Array, high: Array, *, dtype: DType) -> Array:
    """The matrix that sums a spectrum into bands that the ear hears as equally wide.

    length: How many elements were transformed, an array of one.
    bins: How many bands, an array of one.
    rate: How many samples a second, an array of one.

    >>> numbers = [nd.array([n], dtype="int64") for n in (4, 16, 8000)]
    >>> nd._internal._onnx_mel_weights(*numbers, nd.array([0]), nd.array([4000]), dtype="float32").shape
    (9, 4)
    """
    count, size, hertz, lowest, highest = (np.asarray(n).reshape(()).item() for n in (bins, length, rate, low, high))
    spectrum = size // 2 + 1
    edges = np.arange(count + 2, dtype=np.float64)

    def mel(frequency: float) -> float:
        return 2595 * math.log10(1 + frequency / 700)

    edges = edges * ((mel(highest) - mel(lowest)) / (count + 2)) + mel(lowest)
    edges = ((size + 1) * (700 * (10 ** (edges / 2595) - 1)) // hertz).astype(int)
    out = np.zeros((spectrum, count))
    for i in range(count):
        left, middle, right = edges[i : i + 3]
        if middle == left:
            out[middle, i] = 1
        else:
            out[left : middle + 1, i] = (np.arange(left, middle + 1) - left) / (middle - left)
        if right != middle:
            out[middle:right, i] = (right - np.arange(middle, right)) / (right - middle)
    return jnp.asarray(out, DTYPES[dtype])
