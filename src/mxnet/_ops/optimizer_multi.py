"""Operators on many arrays at once: optimizer steps for groups of inputs, sums of squares, tests, resets.

An optimizer step takes the inputs of one weight after another: weight, gradient, states, weight, gradient, ...
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import jax
import jax.numpy as jnp

from mxnet._ops.attrs import Floats, Shape
from mxnet._ops.optimizer import clipped, number, working_dtype
from mxnet._ops.optimizer_large import PARAMETERS as STEP
from mxnet._ops.optimizer_large import adamw_step, lamb_direction, lamb_rate
from mxnet._ops.registry import op
from mxnet.error import MXNetError

# What the names of parameters mean in this family.
PARAMETERS = {
    **STEP,
    "data": "For each weight in turn: the weight, its gradient and its states, as the step of one weight takes them.",
    "lrs": "The learning rate of each weight.",
    "wds": "The weight decay of each weight.",
    "etas": "A factor of the whole step, for each weight.",
    "learning_rates": "The learning rate of each weight.",
    "step_count": "The number of the step, from 1 on, for each weight.",
    "num_weights": "How many weights there are.",
    "num_tensors": "How many weights there are.",
}

Array = jax.Array
Group = tuple[Array, ...]


def _mutates(stride: int, count_attr: str = "num_weights") -> Callable[..., tuple[int, ...]]:
    """The positions of the states: all that follow weight and gradient in each group of ``stride`` inputs."""

    def positions(_: int, **attrs: Any) -> tuple[int, ...]:
        return tuple(i * stride + j for i in range(attrs[count_attr]) for j in range(2, stride))

    return positions


def _check_each(name: str, count: int, per_weight: Mapping[str, Sequence[Any] | Array]) -> None:
    for what, values in per_weight.items():
        if len(values) != count:
            raise MXNetError(
                f"{name}: Number of {what} is inconsistent with the number of weights. "
                f"Expected number of {what}: {count}, and got {len(values)}."
            )


def _groups(name: str, data: Sequence[Array], stride: int, count: int, more: int = 0) -> list[Group]:
    """The inputs of each weight; ``more`` inputs follow those of the last weight."""
    if len(data) != stride * count + more:
        raise MXNetError(
            f"{name}: expected {stride * count + more} arrays for {count} weights, {stride} for each"
            f"{f' and {more} more' if more else ''}, got {len(data)}."
        )
    groups = [tuple(data[i * stride : (i + 1) * stride]) for i in range(count)]
    for group in groups:
        for array in group:
            if array.shape != group[0].shape:
                raise MXNetError(
                    f"{name}: expected gradient and states of the weight's shape {group[0].shape}, got {array.shape}."
                )
    return groups


def _finish(groups: list[Group], results: list[Group]) -> tuple[Array, ...]:
    """Results (weight, states) of each group, cast to the types they replace: first all weights, then all states."""
    weights = [new[0].astype(group[0].dtype) for group, new in zip(groups, results, strict=True)]
    states = [
        new.astype(old.dtype)
        for group, result in zip(groups, results, strict=True)
        for new, old in zip(result[1:], group[2:], strict=True)
    ]
    return (*weights, *states)


def _multi_sgd(
    groups: list[Group],
    lrs: Sequence[Any] | Array,
    wds: Sequence[Any] | Array,
    momentum: Any,
    rescale_grad: Any,
    clip_gradient: float,
    mp: bool,
) -> tuple[Array, ...]:
    """Gradient descent on every group, with momentum unless that is None."""
    results: list[Group] = []
    for group, rate, decay in zip(groups, lrs, wds, strict=True):
        dtype = working_dtype(*group)
        weight, grad, *states = (array.astype(dtype) for array in group)
        if mp:
            weight = states[-1]
        lr, wd, rescale = (number(value, dtype) for value in (rate, decay, rescale_grad))
        step = -lr * wd * weight - lr * clipped(rescale * grad, clip_gradient)
        if momentum is not None:
            step = number(momentum, dtype) * states[0] + step
        new = weight + step
        results.append((new, *((step,) if momentum is not None else ()), *((new,) if mp else ())))
    return _finish(groups, results)


def _count_weights(*, num_weights: int, **_: Any) -> int:
    return num_weights


def _register_sgd(mp: bool) -> None:
    """Register the four steps of gradient descent on many weights, on float32 copies of them if ``mp``."""
    infix, extra = ("mp_", 1) if mp else ("", 0)
    copies = ", on float32 copies of them" if mp else ""

    def multi_sgd_update(
        *data: Array,
        lrs: Floats,
        wds: Floats,
        rescale_grad: float = 1.0,
        clip_gradient: float = -1.0,
        num_weights: int = 1,
    ) -> tuple[Array, ...]:
        name = f"multi_{infix}sgd_update"
        groups = _groups(name, data, 2 + extra, num_weights)
        _check_each(name, num_weights, {"learning rates": lrs, "weight decays": wds})
        return _multi_sgd(groups, lrs, wds, None, rescale_grad, clip_gradient, mp)

    def multi_sgd_mom_update(
        *data: Array,
        lrs: Floats,
        wds: Floats,
        momentum: float = 0.0,
        rescale_grad: float = 1.0,
        clip_gradient: float = -1.0,
        num_weights: int = 1,
    ) -> tuple[Array, ...]:
        name = f"multi_{infix}sgd_mom_update"
        groups = _groups(name, data, 3 + extra, num_weights)
        _check_each(name, num_weights, {"learning rates": lrs, "weight decays": wds})
        return _multi_sgd(groups, lrs, wds, momentum, rescale_grad, clip_gradient, mp)

    def preloaded_multi_sgd_update(
        *data: Array, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1
    ) -> tuple[Array, ...]:
        groups, lrs, wds = _preloaded(f"preloaded_multi_{infix}sgd_update", data, 2 + extra, num_weights)
        return _multi_sgd(groups, lrs, wds, None, rescale_grad, clip_gradient, mp)

    def preloaded_multi_sgd_mom_update(
        *data: Array,
        momentum: float = 0.0,
        rescale_grad: float = 1.0,
        clip_gradient: float = -1.0,
        num_weights: int = 1,
    ) -> tuple[Array, ...]:
        groups, lrs, wds = _preloaded(f"preloaded_multi_{infix}sgd_mom_update", data, 3 + extra, num_weights)
        return _multi_sgd(groups, lrs, wds, momentum, rescale_grad, clip_gradient, mp)

    for function, with_momentum, preloaded in (
        (multi_sgd_update, False, False),
        (multi_sgd_mom_update, True, False),
        (preloaded_multi_sgd_update, False, True),
        (preloaded_multi_sgd_mom_update, True, True),
    ):
        name = function.__name__.replace("sgd", f"{infix}sgd")
        function.__doc__ = (
            f"One step of gradient descent {'with momentum ' if with_momentum else ''}on many weights{copies}"
            f"{'; arrays of learning rates and of weight decays come last' if preloaded else ''}."
            f"\n\n{_sgd_example(name, with_momentum, preloaded, mp)}"
        )
        op(
            name,
            traced=(
                *(() if preloaded else ("lrs", "wds")),
                *(("momentum",) if with_momentum else ()),
                "rescale_grad",
            ),
            outputs=_count_weights,
            mutates=_mutates(2 + with_momentum + extra),
        )(function)


def _sgd_example(name: str, with_momentum: bool, preloaded: bool, mp: bool) -> str:
    """The example of a step of gradient descent on one weight, which goes from [1, 2] to [0.9, 2.1]."""
    states = ", nd.zeros((2,))" * with_momentum + ", nd.array([1, 2])" * mp
    numbers = ", nd.array([0.1]), nd.array([0])" if preloaded else ", lrs=(0.1,), wds=(0,)"
    return f""">>> weight, grad = nd.array([1, 2]), nd.array([1, -1])
>>> nd.{name}(weight, grad{states}{numbers}, num_weights=1).asnumpy()
array([0.9, 2.1], dtype=float32)"""


def _preloaded(name: str, data: Sequence[Array], stride: int, count: int) -> tuple[list[Group], Array, Array]:
    """The groups, learning rates and weight decays of a step that has the last two as arrays."""
    groups = _groups(name, data, stride, count, more=2)
    lrs, wds = (array.reshape(-1) for array in data[-2:])
    _check_each(name, count, {"learning rates": lrs, "weight decays": wds})
    return groups, lrs, wds


_register_sgd(mp=False)
_register_sgd(mp=True)


def _step_each(
    groups: list[Group], mp: bool, step: Callable[..., Group], *numbers: Sequence[Any] | Array
) -> tuple[Array, ...]:
    """Take a step with a mean and a variance on every group; each has its own of all ``numbers``.

    ``step(base, weight, grad, mean, var, *numbers)`` gives the new base, which is the float32 copy of the weight if
    ``mp``, and the new states.
    """
    results: list[Group] = []
    for group, *own in zip(groups, *numbers, strict=True):
        dtype = working_dtype(*group)
        weight, grad, mean, var, *copy = (array.astype(dtype) for array in group)
        new = step(copy[0] if mp else weight, weight, grad, mean, var, *own)
        results.append((*new, new[0]) if mp else new)
    return _finish(groups, results)


def _numbers(dtype: Any, **values: Any) -> dict[str, Any]:
    """Numbers in the precision of the calculation."""
    return {name: number(value, dtype) for name, value in values.items()}


def _register_adamw(mp: bool) -> None:
    """Register AdamW on many weights, on float32 copies of them if ``mp``."""
    name, stride = ("_multi_mp_adamw_update", 5) if mp else ("_multi_adamw_update", 4)

    def multi_adamw_update(
        *data: Array,
        lrs: Floats,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-8,
        wds: Floats,
        etas: Floats,
        clip_gradient: float = -1.0,
        num_weights: int = 1,
    ) -> tuple[Array, ...]:
        def step(base: Array, weight: Array, grad: Array, mean: Array, var: Array, *own: Any) -> Group:
            lr, wd, eta = own
            numbers = _numbers(weight.dtype, lr=lr, wd=wd, eta=eta, beta1=beta1, beta2=beta2)
            scale = data[-1].astype(weight.dtype)
            return adamw_step(base, grad, mean, var, scale, epsilon=epsilon, clip_gradient=clip_gradient, **numbers)

        groups = _groups(name, data, stride, num_weights, more=1)
        per_weight = {"learning rates": lrs, "weight decays": wds, "learning rates schedule multiplier": etas}
        _check_each(name, num_weights, per_weight)
        return _step_each(groups, mp, step, *per_weight.values())

    multi_adamw_update.__doc__ = (
        f"AdamW on many weights{', on float32 copies of them' if mp else ''}; the factor of the gradients comes last."
        "\n\n>>> state = [nd.zeros((2,)), nd.zeros((2,))]\n"
        f">>> nd._internal.{name}(nd.array([1, 2]), nd.array([1, -1]), *state, "
        f"{'nd.array([1, 2]), ' * mp}nd.array([1]),\n"
        "...     lrs=(0.1,), wds=(0,), etas=(1,)).asnumpy()\narray([0.68377024, 2.3162298], dtype=float32)"
    )
    op(
        name,
        traced=("lrs", "beta1", "beta2", "wds", "etas"),
        outputs=_count_weights,
        mutates=_mutates(stride),
    )(multi_adamw_update)


_register_adamw(mp=False)
_register_adamw(mp=True)


def _register_lamb(mp: bool) -> None:
    """Register LAMB on many weights, on float32 copies of them if ``mp``."""
    name, stride = ("_multi_mp_lamb_update", 5) if mp else ("_multi_lamb_update", 4)

    def multi_lamb_update(
        *data: Array,
        learning_rates: Floats,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-6,
        wds: Floats,
        rescale_grad: float = 1.0,
        lower_bound: float = -1.0,
        upper_bound: float = -1.0,
        clip_gradient: float = -1.0,
        bias_correction: bool = True,
        step_count: Shape,
        num_tensors: int = 1,
    ) -> tuple[Array, ...]:
        def step(base: Array, weight: Array, grad: Array, mean: Array, var: Array, *own: Any) -> Group:
            rate, wd, t = own
            lr, rescale = (number(v, weight.dtype) for v in (rate, rescale_grad))
            numbers = _numbers(weight.dtype, beta1=beta1, beta2=beta2, wd=wd)
            how = {"epsilon": epsilon, "t": t, "bias_correction": bias_correction, **numbers}
            g, mean, var = lamb_direction(base, clipped(rescale * grad, clip_gradient), mean, var, **how)
            r1, r2 = (jnp.sqrt(jnp.sum(jnp.square(array))) for array in (weight, g))
            return base - lamb_rate(lr, r1, r2, lower_bound, upper_bound) * g, mean, var

        groups = _groups(name, data, stride, num_tensors)
        per_weight = {"learning rates": learning_rates, "weight decays": wds, "step counts": step_count}
        _check_each(name, num_tensors, per_weight)
        return _step_each(groups, mp, step, *per_weight.values())

    multi_lamb_update.__doc__ = (
        f"One step of LAMB on many weights{', on float32 copies of them' if mp else ''}."
        "\n\n>>> state = [nd.zeros((2,)), nd.zeros((2,))]\n"
        f">>> nd._internal.{name}(nd.array([3, 4]), nd.array([1, -1]), *state"
        f"{', nd.array([3, 4])' * mp},\n"
        "...     learning_rates=(0.1,), wds=(0,), step_count=(1,)).asnumpy()\n"
        "array([2.6464467, 4.3535533], dtype=float32)"
    )
    op(
        name,
        traced=("learning_rates", "beta1", "beta2", "wds", "rescale_grad", "step_count"),
        outputs=lambda *, num_tensors, **_: num_tensors,
        mutates=_mutates(stride, "num_tensors"),
    )(multi_lamb_update)


_register_lamb(mp=False)
_register_lamb(mp=True)


def _check_count(name: str, data: Sequence[Array], count: int) -> None:
    if len(data) != count:
        raise MXNetError(f"{name}: num_arrays={count} does not agree with the {len(data)} arrays given.")


@op("multi_sum_sq", count_attr="num_arrays", array_names="array_", types="T -> float32")
def multi_sum_sq(*data: Array, num_arrays: int) -> Array:
    """The sum of squares of each array, in float32.

    data: The arrays.
    num_arrays: How many there are.

    >>> nd.multi_sum_sq(nd.array([1, 2]), nd.array([3]), num_arrays=2).asnumpy()
    array([5., 9.], dtype=float32)
    """
    _check_count("multi_sum_sq", data, num_arrays)
    return jnp.stack([jnp.sum(jnp.square(a.astype(working_dtype(a)))).astype(jnp.float32) for a in data])


def _finite(data: Array) -> Array:
    # A float64 beyond float32 counts as infinite, as in MXNet.
    return jnp.all(jnp.isfinite(data.astype(jnp.float32)))


@op("all_finite", types="? -> float32")
def all_finite(data: Array, *, init_output: bool = True) -> Array:
    """1 if every element is finite, else 0.

    With ``init_output`` off a caller that gives ``out`` multiplies the result into it, as tests of many arrays go on.

    init_output: Whether ``out`` is set, or multiplied.

    >>> nd.all_finite(nd.array([1, 2])).asnumpy(), nd.all_finite(nd.array([1, float("inf")])).asnumpy()
    (array([1.], dtype=float32), array([0.], dtype=float32))
    """
    return _finite(data).astype(jnp.float32).reshape(1)


@op("multi_all_finite", count_attr="num_arrays", array_names="array_", types="? -> float32")
def multi_all_finite(*data: Array, num_arrays: int = 1, init_output: bool = True) -> Array:
    """``all_finite`` of many arrays together.

    data: The arrays.
    num_arrays: How many there are.
    init_output: Whether ``out`` is set, or multiplied.

    >>> nd.multi_all_finite(nd.array([1, 2]), nd.array([3]), num_arrays=2).asnumpy()
    array([1.], dtype=float32)
    """
    _check_count("multi_all_finite", data, num_arrays)
    return jnp.all(jnp.stack([_finite(a) for a in data])).astype(jnp.float32).reshape(1)


@op("reset_arrays", count_attr="num_arrays", outputs=0, mutates=lambda n_inputs, **_: tuple(range(n_inputs)))
def reset_arrays(*data: Array, num_arrays: int) -> tuple[Array, ...]:
    """Overwrite every array with zeros; there is no other result.

    data: The arrays.
    num_arrays: How many there are.

    >>> x = nd.ones((2,))
    >>> _ = nd.reset_arrays(x, num_arrays=1)
    >>> x.asnumpy()
    array([0., 0.], dtype=float32)
    """
    _check_count("reset_arrays", data, num_arrays)
    return tuple(jnp.zeros_like(a) for a in data)
