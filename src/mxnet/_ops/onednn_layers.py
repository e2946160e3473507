"""Convolution, pooling and batch normalisation by oneDNN, with their gradients, as JAX functions.

Arrays have the channels second; in memory they have them last. XLA carries that layout through operations on elements,
from one of these functions to the next, so that a network is transposed only at its ends.
"""

import math
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from mxnet._ops.onednn import Shape
from mxnet._ops.onednn_call import MOST_READ, Result, call, hold, is_usable, vector
from mxnet._ops.onednn_plans import (
    AveragePooling,
    BatchNormalization,
    Convolution,
    FusedConvolution,
    Joining,
    MaxPooling,
    kept_bytes,
    packed_bytes,
    plan,
)

if TYPE_CHECKING:
    from mxnet._ops.convolution import Window

Array = jax.Array
Saved = tuple[Array, ...]


def _describe(kind: Any, data: Shape, weight: Shape, out: Shape, window: "Window", bias: bool) -> Convolution:
    before, after = zip(*window.pads, strict=True)
    return Convolution(kind, data, weight, out, window.stride, window.dilate, before, after, window.groups, bias)


def can_convolve(data: Shape, weight: Shape, out: Shape, window: "Window", bias: bool = False) -> bool:
    """Whether the library has a convolution and both its gradients."""
    kinds = ("forward", "data", "weight")
    return is_usable() and all(plan(_describe(k, data, weight, out, window, bias)) is not None for k in kinds)


# A convolution, its gradients, and theirs: each is linear in both its arrays, so that three functions are enough.


@partial(jax.custom_vjp, nondiff_argnums=(2, 3))
def convolve(data: Array, weight: Array, window: "Window", out: Shape) -> Array:
    """The convolution, of the shape ``out``."""
    description = _describe("forward", data.shape, weight.shape, out, window, False)
    return call(description, [data], [weight], [Result(out)])[0]


@partial(jax.custom_vjp, nondiff_argnums=(2, 3))
def data_gradient(grad: Array, weight: Array, window: "Window", data: Shape) -> Array:
    """The gradient with respect to data of a shape."""
    description = _describe("data", data, weight.shape, grad.shape, window, False)
    return call(description, [grad], [weight], [Result(data)])[0]


@partial(jax.custom_vjp, nondiff_argnums=(2, 3))
def weight_gradient(data: Array, grad: Array, window: "Window", weight: Shape) -> Array:
    """The gradient with respect to a weight of a shape."""
    description = _describe("weight", data.shape, weight, grad.shape, window, False)
    return call(description, [data, grad], [], [vector(weight)])[0]


def _keeping(function: Any) -> Any:
    def run(first: Array, second: Array, window: "Window", shape: Shape) -> tuple[Array, Saved]:
        return function(first, second, window, shape), (first, second)

    return run


def _convolve_back(window: "Window", out: Shape, saved: Saved, grad: Array) -> Saved:
    data, weight = saved
    return data_gradient(grad, weight, window, data.shape), weight_gradient(data, grad, window, weight.shape)


def _data_back(window: "Window", shape: Shape, saved: Saved, change: Array) -> Saved:
    grad, weight = saved
    return convolve(change, weight, window, grad.shape), weight_gradient(change, grad, window, weight.shape)


def _weight_back(window: "Window", shape: Shape, saved: Saved, change: Array) -> Saved:
    data, grad = saved
    return data_gradient(grad, change, window, data.shape), convolve(data, change, window, grad.shape)


convolve.defvjp(_keeping(convolve), _convolve_back)
data_gradient.defvjp(_keeping(data_gradient), _data_back)
weight_gradient.defvjp(_keeping(weight_gradient), _weight_back)


@partial(jax.custom_vjp, nondiff_argnums=(3, 4))
def convolve_with_bias(data: Array, weight: Array, bias: Array, window: "Window", out: Shape) -> Array:
    """The convolution with a number added to each channel."""
    description = _describe("forward", data.shape, weight.shape, out, window, True)
    return call(description, [data], [weight, bias], [Result(out)])[0]


def _biased_forward(data: Array, weight: Array, bias: Array, window: "Window", out: Shape) -> tuple[Array, Saved]:
    return convolve_with_bias(data, weight, bias, window, out), (data, weight)


def _biased_back(window: "Window", out: Shape, saved: Saved, grad: Array) -> Saved:
    data, weight = saved
    return data_gradient(grad, weight, window, data.shape), *_parameter_gradients(data, grad, window, weight.shape)


@partial(jax.custom_vjp, nondiff_argnums=(2, 3))
def _parameter_gradients(data: Array, grad: Array, window: "Window", weight: Shape) -> Saved:
    description = _describe("weight", data.shape, weight, grad.shape, window, True)
    return tuple(call(description, [data, grad], [], [vector(weight), vector((weight[0],))]))


def _parameters_back(window: "Window", weight: Shape, saved: Saved, changes: Saved) -> Saved:
    data, grad = saved
    change, offset = changes
    back = convolve_with_bias(data, change, offset, window, grad.shape)
    return data_gradient(grad, change, window, data.shape), back


convolve_with_bias.defvjp(_biased_forward, _biased_back)
_parameter_gradients.defvjp(_keeping(_parameter_gradients), _parameters_back)


class FusedArrays(NamedTuple):
    """What a convolution reads, and what follows it: a scale and a shift of each channel, an image to add.

    ``packed`` is the weight as the library wants it.
    """

    data: Array
    weight: Array
    scale: Array | None = None
    shift: Array | None = None
    other: Array | None = None
    packed: Array | None = None


Bounds = tuple[float, float | None] | None


def _describe_fused(arrays: FusedArrays, window: "Window", out: Shape, bounds: Bounds) -> FusedConvolution:
    data, weight, scale, shift, other, packed = arrays
    before, after = zip(*window.pads, strict=True)
    shapes = (data.shape, weight.shape, out, window.stride, window.dilate, before, after)
    follow = (scale is not None, shift is not None, other is not None, bounds)
    how = ("whole", 0) if packed is None else ("packed", packed.size)
    return FusedConvolution(*shapes, window.groups, *follow, *how)  # type: ignore[arg-type]


def with_packed(arrays: FusedArrays, window: "Window", out: Shape, bounds: Bounds) -> FusedArrays:
    """The arrays with the weight packed for ``convolve_fused``, where the library does not read it as it is.

    That is a primitive of its own, so that a program can be handed the result of an earlier one instead.
    """
    description = _describe_fused(arrays, window, out, bounds)
    size = packed_bytes(description)
    if not size:
        return arrays
    packing = description._replace(kind="packing", packed_bytes=size)
    weight = lax.stop_gradient(arrays.weight)
    (packed,) = call(packing, [], [weight], [Result((size,), np.dtype(np.uint8), is_image=False)])
    return arrays._replace(packed=packed)


@partial(jax.custom_vjp, nondiff_argnums=(1, 2, 3))
def convolve_fused(arrays: FusedArrays, window: "Window", out: Shape, bounds: Bounds) -> Array:
    """The convolution times a number for each channel, plus one, plus an image, within bounds; for prediction."""
    description = _describe_fused(arrays, window, out, bounds)
    if plan(description) is None:
        return _in_steps(arrays, window, out, bounds)
    data, weight, scale, shift, other, packed = arrays
    images = [data] if other is None else [data, other]
    vectors = [v for v in (scale, shift) if v is not None]
    return call(description, images, [weight if packed is None else packed, *vectors], [Result(out)])[0]


def _in_steps(arrays: FusedArrays, window: "Window", out: Shape, bounds: Bounds) -> Array:
    data, weight, scale, shift, other, _ = arrays
    result = convolve(data, weight, window, out)
    along = (1, -1, *[1] * (len(out) - 2))
    if scale is not None:
        result = result * scale.reshape(along)
    if shift is not None:
        result = result + shift.reshape(along)
    if other is not None:
        result = result + other
    if bounds is None:
        return result
    low, high = bounds
    return jax.nn.relu(result) if high is None else jnp.clip(result, low, high)


def _fused_forward(arrays: FusedArrays, window: "Window", out: Shape, bounds: Bounds) -> tuple[Array, Any]:
    return jax.vjp(lambda inputs: _in_steps(inputs, window, out, bounds), arrays)


convolve_fused.defvjp(_fused_forward, lambda window, out, bounds, pull, grad: pull(grad))


def can_pool(description: MaxPooling) -> bool:
    """Whether the library has a maximum over windows and its gradient."""
    kinds = ("inference", "training", "backward")
    if math.prod(description.window) > 255:  # places are kept as bytes
        return False
    return is_usable() and all(plan(description._replace(kind=k)) is not None for k in kinds)  # type: ignore[arg-type]


def _call_pooling(d: MaxPooling, image: Array, others: list[Array], results: list[Result]) -> list[Array]:
    if d.channels_last:
        return call(d, [image], others, results)
    return call(d, [], [image, *others], [r._replace(is_image=False) for r in results])


@partial(jax.custom_vjp, nondiff_argnums=(1,))
def max_pool(data: Array, description: MaxPooling) -> Array:
    """The maximum of each window; its gradient goes to the first of equal elements."""
    return _call_pooling(description, data, [], [Result(description.out)])[0]


@partial(jax.custom_vjp, nondiff_argnums=(1,))
def _pool_and_places(data: Array, description: MaxPooling) -> tuple[Array, Array]:
    training = description._replace(kind="training")
    places = Result((kept_bytes(training),), np.dtype(np.uint8), is_image=False)
    out, kept = _call_pooling(training, data, [], [Result(description.out), places])
    return out, kept


def _places_forward(data: Array, description: MaxPooling) -> tuple[tuple[Array, Array], Array]:
    out, kept = _pool_and_places(data, description)
    return (out, kept), kept


@partial(jax.custom_vjp, nondiff_argnums=(2,))
def _pool_gradient(grad: Array, kept: Array, description: MaxPooling) -> Array:
    return _call_pooling(description._replace(kind="backward"), grad, [kept], [Result(description.data)])[0]


def _at_places(description: MaxPooling, kept: Array, change: Array) -> tuple[Array, None]:
    """What an array like the data has where the maxima are: the gradient of ``_pool_gradient``.

    The library numbers the places of a window, a byte each, in arrays that are held as the images are.
    """
    d = description
    held = (d.out[0], *d.out[2:], d.out[1]) if d.channels_last else d.out
    index = lax.slice(kept, (0,), (math.prod(held),)).reshape(held)
    index = jnp.moveaxis(index, -1, 1) if d.channels_last else index
    margins = [(0, 0, 0), (0, 0, 0), *[(lo, hi, 0) for lo, hi in zip(d.before, d.after, strict=True)]]
    padded = lax.pad(change, np.zeros((), change.dtype), margins)
    total = jnp.zeros(d.out, change.dtype)
    for number, place in enumerate(np.ndindex(*d.window)):
        start = (0, 0, *[int(p) for p in place])
        ends = [a + (n - 1) * s + 1 for a, n, s in zip(start[2:], d.out[2:], d.stride, strict=True)]
        met = lax.slice(padded, start, (*d.out[:2], *ends), (1, 1, *d.stride))
        total = jnp.where(index == np.uint8(number), met, total)
    return total, None


max_pool.defvjp(_pool_and_places, lambda d, kept, grad: (_pool_gradient(grad, kept, d),))
_pool_and_places.defvjp(_places_forward, lambda d, kept, grads: (_pool_gradient(grads[0], kept, d),))
_pool_gradient.defvjp(lambda grad, kept, d: (_pool_gradient(grad, kept, d), kept), _at_places)


def can_average(description: AveragePooling) -> bool:
    """Whether the library has an average over windows and its gradient."""
    kinds: tuple[Literal["forward", "backward"], ...] = ("forward", "backward")
    return is_usable() and all(plan(description._replace(kind=k)) is not None for k in kinds)


# Each is linear, and the gradient of the other.


@partial(jax.custom_vjp, nondiff_argnums=(1,))
def average_pool(data: Array, description: AveragePooling) -> Array:
    """The average of each window."""
    return call(description._replace(kind="forward"), [data], [], [Result(description.out)])[0]


@partial(jax.custom_vjp, nondiff_argnums=(1,))
def _average_gradient(grad: Array, description: AveragePooling) -> Array:
    return call(description._replace(kind="backward"), [grad], [], [Result(description.data)])[0]


average_pool.defvjp(lambda data, d: (average_pool(data, d), None), lambda d, _, grad: (_average_gradient(grad, d),))
_average_gradient.defvjp(lambda grad, d: (_average_gradient(grad, d), None), lambda d, _, c: (average_pool(c, d),))


def can_join(description: Joining) -> bool:
    """Whether the library joins images by their channels."""
    return is_usable() and len(description.images) <= MOST_READ and plan(description) is not None


@partial(jax.custom_vjp, nondiff_argnums=(1,))
def join(images: Saved, description: Joining) -> Array:
    """The images one after the other by their channels; their gradient is computed once, before it is cut."""
    return call(description, images, [], [Result(description.out)])[0]


def _join_back(description: Joining, _: None, grad: Array) -> tuple[Saved]:
    ends = np.cumsum([shape[1] for shape in description.images])
    return (tuple(jnp.split(hold(grad), ends[:-1], 1)),)


join.defvjp(lambda images, description: (join(images, description), None), _join_back)


class Normalization(NamedTuple):
    """How images are normalised: what is added to a variance, whether a rectifier follows, and who adds channels up.

    Where the statistics are not the library's ``own``, XLA computes them before it.
    """

    eps: float
    rectified: bool
    own: bool = True

    def describe(self, kind: Literal["forward", "backward"], data: Shape) -> BatchNormalization:
        known = kind == "forward" and not self.own
        return BatchNormalization("scaling" if known else kind, data, self.eps, self.rectified)


def can_normalize(data: Shape, how: Normalization) -> bool:
    """Whether the library has batch normalisation of images of this shape, and its gradient."""
    return is_usable() and all(plan(how.describe(k, data)) is not None for k in ("forward", "backward"))


@partial(jax.custom_vjp, nondiff_argnums=(3,))
def normalize(data: Array, gamma: Array, beta: Array, how: Normalization) -> tuple[Array, Array, Array]:
    """Batch normalisation in training, perhaps with a rectifier after it, and the mean and variance of each channel.

    No gradient flows through these two.
    """
    out, mean, var, *_ = _normalize_and_keep(data, gamma, beta, how)
    return out, mean, var


@partial(jax.custom_vjp, nondiff_argnums=(3,))
def _normalize_and_keep(data: Array, gamma: Array, beta: Array, how: Normalization) -> Saved:
    """``normalize``, and with a rectifier where it lets through."""
    description = how.describe("forward", data.shape)
    kept = [Result((kept_bytes(description),), np.dtype(np.uint8), is_image=False)] if how.rectified else []
    if how.own:
        results = [Result(data.shape), vector(gamma.shape), vector(gamma.shape)]
        return tuple(call(description, [data], [gamma, beta], [*results, *kept]))
    statistics = _statistics(data)
    out, *rest = call(description, [data], [gamma, beta, *statistics], [Result(data.shape), *kept])
    return out, *statistics, *rest


def _statistics(data: Array) -> tuple[Array, Array]:
    """Mean and variance of each channel, over rows of channels, which is how images are held."""
    rows = jnp.moveaxis(data, 1, -1).reshape(-1, data.shape[1])
    mean = jnp.sum(rows, 0) / len(rows)
    return mean, jnp.sum(jnp.square(rows - mean), 0) / len(rows)


def _keep_forward(data: Array, gamma: Array, beta: Array, how: Normalization) -> tuple[Saved, Saved]:
    results = _normalize_and_keep(data, gamma, beta, how)
    return results, (data, gamma, beta, *results[1:])


def _normalize_forward(
    data: Array, gamma: Array, beta: Array, how: Normalization
) -> tuple[tuple[Array, Array, Array], Saved]:
    (out, mean, var, *_), saved = _keep_forward(data, gamma, beta, how)
    return (out, mean, var), saved


def _normalize_back(how: Normalization, saved: Saved, grads: Saved) -> Saved:
    return _normalize_gradient(saved, grads[0], how)


@partial(jax.custom_vjp, nondiff_argnums=(2,))
def _normalize_gradient(saved: Saved, grad: Array, how: Normalization) -> Saved:
    data, gamma, _, mean, var, *kept = saved
    description = how.describe("backward", data.shape)
    results = [Result(data.shape), vector(gamma.shape), vector(gamma.shape)]
    return tuple(call(description, [data, grad], [mean, var, gamma, *kept], results))


def _plain_normalize(data: Array, gamma: Array, beta: Array, how: Normalization) -> Array:
    """The same in operations of XLA's, for gradients of gradients."""
    over, along = (0, *range(2, data.ndim)), (1, -1, *[1] * (data.ndim - 2))
    mean = jnp.mean(data, over, keepdims=True)
    scale = lax.rsqrt(jnp.mean(jnp.square(data - mean), over, keepdims=True) + how.eps)
    out = (data - mean) * (scale * gamma.reshape(along)) + beta.reshape(along)
    return jax.nn.relu(out) if how.rectified else out


def _gradient_back(how: Normalization, inputs: tuple[Saved, Array], changes: Saved) -> tuple[Saved, Array]:
    saved, grad = inputs
    data, gamma, beta, *rest = saved

    def gradients(data: Array, gamma: Array, beta: Array, grad: Array) -> Saved:
        plain = partial(_plain_normalize, how=how)
        return jax.vjp(plain, data, gamma, beta)[1](grad)  # type: ignore[no-any-return]

    *back, back_grad = jax.vjp(gradients, data, gamma, beta, grad)[1](changes)
    # Mean and variance are functions of the data, which the plain form goes through.
    return (*back, *[None] * len(rest)), back_grad


normalize.defvjp(_normalize_forward, _normalize_back)
_normalize_and_keep.defvjp(_keep_forward, _normalize_back)
_normalize_gradient.defvjp(lambda s, g, how: (_normalize_gradient(s, g, how), (s, g)), _gradient_back)
