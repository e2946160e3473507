"""Optimizer steps for large batches on one weight: AdamW, LAMB and the learning rates of LARS."""

from typing import Any

import jax
import jax.numpy as jnp

from mxnet._ops.optimizer import PARAMETERS as STEP
from mxnet._ops.optimizer import Number, clipped, number, power, update
from mxnet._ops.registry import op
from mxnet.error import MXNetError

# What the names of parameters mean in this family.
PARAMETERS = {
    **STEP,
    "eta": "A factor of the whole step, decay included.",
    "bias_correction": "Correct the means for beginning at zero.",
    "g": "The direction that phase 1 gave.",
    "r1": "The norm of the weight.",
    "r2": "The norm of the direction.",
    "lower_bound": "The smallest norm of the weight that counts; a negative number is no bound.",
    "upper_bound": "The largest norm of the weight that counts; a negative number is no bound.",
}

Array = jax.Array


def adamw_step(
    weight: Array,
    grad: Array,
    mean: Array,
    var: Array,
    rescale_grad: Array,
    *,
    lr: float,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-8,
    wd: float = 0.0,
    eta: float,
    clip_gradient: float = -1.0,
) -> tuple[Array, Array, Array]:
    """One step of Adam with decoupled weight decay; skipped if ``rescale_grad`` is zero or not finite.

    rescale_grad: The factor of the gradient, an array of one number.

    >>> nd._internal._adamw_update(nd.array([1, 2]), nd.array([1, -1]), nd.zeros((2,)), nd.zeros((2,)),
    ...     nd.array([1]), lr=0.1,
    ...                            eta=1).asnumpy()
    array([0.68377024, 2.3162298 ], dtype=float32)
    """
    scale = rescale_grad.reshape(())
    usable = jnp.isfinite(scale) & (scale != 0)  # else the loss scale overflowed
    grad = clipped(scale * grad, clip_gradient)
    new_mean = beta1 * mean + (1 - beta1) * grad
    new_var = beta2 * var + (1 - beta2) * jnp.square(grad)
    new = weight - eta * (lr * new_mean / (jnp.sqrt(new_var) + epsilon) + wd * weight)
    return jnp.where(usable, new, weight), jnp.where(usable, new_mean, mean), jnp.where(usable, new_var, var)


adamw_update = update(
    "_adamw_update",
    traced=("lr", "beta1", "beta2", "wd", "eta"),
    states=("mean", "var"),
    wide=("rescale_grad",),
    free=("rescale_grad",),
)(adamw_step)


@update(
    "_mp_adamw_update",
    like=adamw_update,
    states=("mean", "var", "weight32"),
    wide=("mean", "var", "weight32", "rescale_grad"),
    free=("rescale_grad",),
)
def mp_adamw_update(
    weight: Array, grad: Array, mean: Array, var: Array, weight32: Array, rescale_grad: Array, **how: Any
) -> tuple[Array, Array, Array, Array]:
    """``_adamw_update`` on a float32 copy of the weight.

    rescale_grad: The factor of the gradient, an array of one number.

    >>> half = nd.array([1, 2], dtype="float16")
    >>> nd._internal._mp_adamw_update(half, half, nd.zeros((2,)), nd.zeros((2,)), nd.array([1, 2]), nd.array([1]),
    ...     lr=0.1,
    ...                               eta=1).asnumpy()
    array([0.6836, 1.684 ], dtype=float16)
    """
    new, mean, var = adamw_update.function(weight32, grad, mean, var, rescale_grad, **how)
    return new, mean, var, new


def lamb_direction(
    weight: Array,
    grad: Array,
    mean: Array,
    var: Array,
    *,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-6,
    t: int,
    bias_correction: bool = True,
    wd: float,
) -> tuple[Array, Array, Array]:
    """The direction of LAMB's step ``t``, counted from one; ``lamb_update_phase2`` takes the step.

    >>> nd.lamb_update_phase1(nd.array([1, 2]), nd.array([1, -1]), nd.zeros((2,)), nd.zeros((2,)), t=1, wd=0).asnumpy()
    array([ 0.99999905, -0.99999905], dtype=float32)
    """
    mean = beta1 * mean + (1 - beta1) * grad
    var = beta2 * var + (1 - beta2) * jnp.square(grad)
    mean_hat, var_hat = mean, var
    if bias_correction:
        mean_hat = mean / (1 - power(beta1, t))
        var_hat = var / (1 - power(beta2, t))
    return mean_hat / (jnp.sqrt(var_hat) + epsilon) + wd * weight, mean, var


lamb_update_phase1 = update(
    "lamb_update_phase1",
    gradient="rescaled",
    traced=("beta1", "beta2", "t", "wd", "rescale_grad"),
    states=("mean", "var"),
)(lamb_direction)


def lamb_rate(lr: Number, r1: Array, r2: Array, lower_bound: float, upper_bound: float) -> Array:
    """The learning rate times the ratio of the weight's norm ``r1``, bounded, to the direction's norm ``r2``."""
    if lower_bound >= 0:
        r1 = jnp.maximum(r1, lower_bound)
    if upper_bound >= 0:
        r1 = jnp.minimum(r1, upper_bound)
    useless = (r1 == 0) | (r2 == 0)
    return jnp.where(useless, lr, lr * r1 / jnp.where(useless, 1, r2))


@update("lamb_update_phase2", traced=("lr",), free=("r1", "r2"))
def lamb_update_phase2(
    weight: Array, g: Array, r1: Array, r2: Array, *, lr: float, lower_bound: float = -1.0, upper_bound: float = -1.0
) -> Array:
    """LAMB's step along ``g``; ``r1`` and ``r2`` are the norms of the weight and of ``g``.

    >>> nd.lamb_update_phase2(nd.array([1, 2]), nd.array([1, -1]), nd.array([2]), nd.array([1]), lr=0.1).asnumpy()
    array([0.8, 2.2], dtype=float32)
    """
    return weight - lamb_rate(lr, r1.reshape(()), r2.reshape(()), lower_bound, upper_bound) * g


@update(
    "mp_lamb_update_phase1",
    like=lamb_update_phase1,
    states=("mean", "var"),
    wide=("mean", "var", "weight32"),
    result_like="weight32",
)
def mp_lamb_update_phase1(
    weight: Array, grad: Array, mean: Array, var: Array, weight32: Array, **how: Any
) -> tuple[Array, ...]:
    """``lamb_update_phase1`` on a float32 copy of the weight; the direction is float32.

    >>> half = nd.array([1, 2], dtype="float16")
    >>> nd.mp_lamb_update_phase1(half, half, nd.zeros((2,)), nd.zeros((2,)), nd.array([1, 2]), t=1, wd=0).asnumpy()
    array([0.99999905, 0.9999995 ], dtype=float32)
    """
    outputs: tuple[Array, ...] = lamb_update_phase1.function(weight32, grad, mean, var, **how)
    return outputs


@update(
    "mp_lamb_update_phase2",
    like=lamb_update_phase2,
    states=("weight32",),
    wide=("g", "r1", "r2", "weight32"),
    free=("r1", "r2"),
)
def mp_lamb_update_phase2(
    weight: Array, g: Array, r1: Array, r2: Array, weight32: Array, **how: Any
) -> tuple[Array, Array]:
    """``lamb_update_phase2`` on a float32 copy of the weight.

    >>> half = nd.array([1, 2], dtype="float16")
    >>> nd.mp_lamb_update_phase2(half, nd.array([1, -1]), nd.array([2]), nd.array([1]), nd.array([1, 2]),
    ...     lr=0.1).asnumpy()
    array([0.8, 2.2], dtype=float16)
    """
    # MXNet 1.9.1 declares that it overwrites weight32 and does not: training in float16 would stand still.
    new = lamb_update_phase2.function(weight32, g, r1, r2, **how)
    return new, new


@op("multi_lars", traced=("eta", "rescale_grad"))
def multi_lars(
    lrs: Array,
    weights_sum_sq: Array,
    grads_sum_sq: Array,
    wds: Array,
    *,
    eta: float,
    eps: float,
    rescale_grad: float = 1.0,
) -> Array:
    """The learning rates of LARS for many weights at once, from the sums of squares of weights and of gradients.

    lrs: The learning rates, a number for each weight.
    weights_sum_sq: The sum of squares of each weight.
    grads_sum_sq: The sum of squares of each gradient.
    wds: The weight decays, a number for each weight.
    eta: How far a step may go, as a part of the weight's norm.
    eps: Added to the divisor.

    >>> nd.multi_lars(nd.array([0.1]), nd.array([4]), nd.array([1]), nd.array([0]), eta=0.5, eps=0).asnumpy()
    array([0.1], dtype=float32)
    """
    for name, array in (("weights_sum_sq", weights_sum_sq), ("grads_sum_sq", grads_sum_sq), ("wds", wds)):
        if array.shape != lrs.shape:
            raise MXNetError(f"multi_lars: expected {name} of the shape of lrs, {lrs.shape}, got {array.shape}.")
    factor, rescale = (number(value, lrs.dtype) for value in (eta, rescale_grad))
    weight_norm, grad_norm = jnp.sqrt(weights_sum_sq), jnp.sqrt(grads_sum_sq)
    usable = (weight_norm > 0) & (grad_norm > 0)
    divisor = jnp.where(usable, grad_norm * rescale + wds * weight_norm + eps, 1)
    return jnp.where(usable, lrs * factor * weight_norm / divisor, lrs)


@multi_lars.fill_shapes
def _multi_lars_shapes(*shapes: tuple[int, ...] | None, **_: Any) -> dict[str, tuple[int, ...]]:
    known = [shape for shape in shapes if shape is not None]
    return dict.fromkeys(multi_lars.inputs, known[0]) if known else {}
