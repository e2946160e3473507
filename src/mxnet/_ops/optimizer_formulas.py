"""Optimizer steps that MXNet has no operator for: it writes them in Python, operator by operator.

As there, each operation is in the type of the arrays, and a number is calculated in double precision first.
"""

from typing import Any

import jax
import jax.numpy as jnp

Array = jax.Array


def _scaled(weight: Array, grad: Array, rescale_grad: Any, wd: Any, clip_gradient: float | None) -> Array:
    """The gradient with its factor and the weight decay, clipped."""
    grad = grad * jnp.asarray(rescale_grad, grad.dtype)
    return _clipped(grad if wd is None else grad + jnp.asarray(wd, weight.dtype) * weight, clip_gradient)


def _clipped(grad: Array, bound: float | None) -> Array:
    return grad if bound is None else jnp.clip(grad, -bound, bound)


def adagrad_step(
    weight: Array, grad: Array, total: Array, *, lr: Any, wd: Any, rescale_grad: Any, clip_gradient: Any, epsilon: float
) -> tuple[Array, Array]:
    """AdaGrad: ``total`` is the sum of all squared gradients."""
    dtype = weight.dtype
    grad = _scaled(weight, grad, rescale_grad, None, clip_gradient)
    total = total + jnp.square(grad)
    direction = grad / jnp.sqrt(total + jnp.asarray(epsilon, dtype)) + weight * jnp.asarray(wd, dtype)
    return weight + direction * jnp.asarray(-lr, dtype), total


def adadelta_step(
    weight: Array,
    grad: Array,
    squares: Array,
    steps: Array,
    *,
    wd: Any,
    rho: Any,
    rescale_grad: Any,
    clip_gradient: Any,
    epsilon: float,
) -> tuple[Array, Array, Array, Array]:
    """AdaDelta, with the rescaled gradient, which MXNet writes over the gradient, as the second result."""
    dtype = weight.dtype
    kept, new, small, decay = (jnp.asarray(number, dtype) for number in (rho, 1.0 - rho, epsilon, wd))
    rescaled = grad * jnp.asarray(rescale_grad, grad.dtype)
    grad = _clipped(rescaled, clip_gradient)
    squares = kept * squares + new * grad * grad
    delta = jnp.sqrt(steps + small) / jnp.sqrt(squares + small) * grad
    steps = kept * steps + new * delta * delta
    return weight - (delta + decay * weight), rescaled, squares, steps


def adamax_step(
    weight: Array, grad: Array, mean: Array, largest: Array, *, lr: Any, beta1: Any, beta2: Any, **scaling: Any
) -> tuple[Array, Array, Array]:
    """Adamax; the correction of the bias belongs into ``lr``."""
    dtype = weight.dtype
    grad = _scaled(weight, grad, **scaling)
    mean = jnp.asarray(beta1, dtype) * mean + jnp.asarray(1.0 - beta1, dtype) * grad
    largest = jnp.maximum(jnp.asarray(beta2, dtype) * largest, jnp.abs(grad))
    return weight - jnp.asarray(lr, dtype) * mean / largest, mean, largest


def nadam_step(
    weight: Array,
    grad: Array,
    mean: Array,
    square: Array,
    *,
    lr: Any,
    now: Any,
    later: Any,
    schedule: Any,
    square_bias: Any,
    beta1: Any,
    beta2: Any,
    epsilon: float,
    **scaling: Any,
) -> tuple[Array, Array, Array]:
    """Nadam: ``now`` and ``later`` are the momenta of this step and the next, ``schedule`` their product so far."""
    dtype = weight.dtype
    grad = _scaled(weight, grad, **scaling)
    mean = jnp.asarray(beta1, dtype) * mean + jnp.asarray(1.0 - beta1, dtype) * grad
    square = jnp.asarray(beta2, dtype) * square + jnp.asarray(1.0 - beta2, dtype) * grad * grad
    grad_part = grad / jnp.asarray(1.0 - schedule, dtype)
    mean_part = mean / jnp.asarray(1.0 - schedule * later, dtype)
    root = jnp.sqrt(square / jnp.asarray(square_bias, dtype)) + jnp.asarray(epsilon, dtype)
    direction = jnp.asarray(1.0 - now, dtype) * grad_part + jnp.asarray(later, dtype) * mean_part
    return weight - jnp.asarray(lr, dtype) * direction / root, mean, square
