"""Optimizer steps on one weight: the new weight, and the new states that MXNet writes over the old ones.

The functions below are the formulas alone. ``update`` gives them arrays in the precision of the calculation (float32
for half precision) and numbers rounded to float32 first, because MXNet's attributes are C floats: ``1 - beta2`` is off
by 5e-5 otherwise. It casts the results back to the types of the weight and the states. What nearly all steps do with
the gradient before their formula, and the attributes for it, are ``update``'s too.
"""

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import Parameter, signature
from typing import Any, Literal

import jax
import jax.numpy as jnp

from mxnet._ops.declaring import declared, keyword
from mxnet._ops.registry import Op, op
from mxnet._ops.storage import DENSE, ROW_SPARSE
from mxnet.error import MXNetError

Array = jax.Array
Number = Array | float
ShapeOf = tuple[int, ...]

# What the names of parameters mean in this family.
PARAMETERS = {
    "weight": "The weight. Its new value is the result; give the weight as ``out`` to change it.",
    "grad": "The gradient.",
    "lr": "The learning rate.",
    "wd": "The weight decay: this much of the weight is added to the gradient.",
    "rescale_grad": "A factor of the gradient, such as 1 over the batch's size.",
    "clip_gradient": "Gradients are clipped to this size after ``rescale_grad``; a negative number clips nothing.",
    "lazy_update": "With a row_sparse gradient: change only the rows that it holds.",
    "mom": "The momentum; overwritten.",
    "momentum": "How much of the last step is taken along.",
    "weight32": "The weight in float32; overwritten.",
    "mean": "The running mean of gradients; overwritten.",
    "var": "The running mean of squared gradients; overwritten.",
    "beta1": "How much of the mean is kept in a step.",
    "beta2": "How much of the mean of squares is kept in a step.",
    "epsilon": "Added to the divisor, so that nothing is divided by zero.",
    "t": "The number of the step, from 1 on.",
    "gamma1": "How much of the running means is kept in a step.",
    "clip_weights": "Weights are clipped to this size; a negative number clips nothing.",
    "history": "The sum of squared gradients; overwritten.",
}


def number(value: Any, dtype: Any) -> Array:
    """An attribute that MXNet keeps as a C float, in the precision of the calculation."""
    return jnp.asarray(value, jnp.float32).astype(dtype)


def working_dtype(*arrays: Array) -> Any:
    """The precision to calculate in: that of the widest array, float32 at least."""
    return jnp.result_type(jnp.float32, *(a.dtype for a in arrays))


def clipped(grad: Array, bound: float) -> Array:
    """The gradient limited to ``bound`` either way; a negative bound is no bound."""
    return grad if bound < 0 else jnp.clip(grad, -bound, bound)


def power(base: Number, exponent: Any) -> Array:
    """``base ** exponent`` of a number, rounded once: ``1 - beta ** t`` cancels, so a float32 power would not do."""
    base = jnp.asarray(base)
    raised = jnp.power(base.astype(jnp.float64), jnp.asarray(exponent, jnp.float64))
    return raised.astype(base.dtype)


Gradient = Literal["as it is", "rescaled", "decayed"]


def update(
    name: str,
    *,
    traced: Iterable[str] = (),
    gradient: Gradient = "as it is",
    after: tuple[str, ...] = (),
    lazy: bool = False,
    aliases: Iterable[str] = (),
    states: tuple[str, ...] = (),
    wide: tuple[str, ...] = (),
    free: tuple[str, ...] = (),
    result_like: str = "weight",
    by_rows: tuple[str, ...] = (),
    like: Op | None = None,
) -> Callable[[Callable[..., Any]], Op]:
    """Register an optimizer step that overwrites ``states`` and gives a result of the type of ``result_like``.

    The formula gets the gradient as it is, or times ``rescale_grad`` and clipped to ``clip_gradient``, or also decayed
    before it is clipped, by ``wd`` of the weight. These attributes need not be among the formula's own, which precede
    them, except those named in ``after``. ``lazy`` steps have ``lazy_update`` last. Inputs in ``wide`` are float32,
    those in ``free`` need not have the weight's shape. ``like`` is as in ``op``; what is traced there is traced here.
    """
    traced = (*traced, *(like.traced if like is not None else ()))

    def register(formula: Callable[..., Any]) -> Op:
        own = signature(formula).parameters

        @functools.wraps(formula)
        def step(*arrays: Array, **attrs: Any) -> Any:
            by_name = dict(zip(operator.inputs, arrays, strict=True))
            for key, array in by_name.items():
                if key not in free and array.shape != arrays[0].shape:
                    raise MXNetError(
                        f"{name}: Incompatible attr in node: expected {key} of the weight's shape {arrays[0].shape}, "
                        f"got {array.shape}."
                    )
            dtype = working_dtype(*arrays)
            numbers = {key: number(attrs[key], dtype) for key in traced if key in attrs}
            wides = [a.astype(dtype) for a in arrays]
            full = {**attrs, **numbers}
            if gradient != "as it is":
                wides[1] = _prepared(wides, gradient, **full)
                full = {key: value for key, value in full.items() if key in own}
            results = formula(*wides, **full)
            if not states:
                return results.astype(by_name[result_like].dtype)
            replaced = (by_name[result_like], *(by_name[state] for state in states))
            return tuple(new.astype(old.dtype) for new, old in zip(results, replaced, strict=True))

        if gradient != "as it is":
            declared(step, _preparing(own, gradient, after, lazy))
        operator = op(name, aliases=aliases, traced=traced, mutates=states, by_rows=by_rows, like=like)(step)
        shaped = tuple(key for key in operator.inputs if key not in free)
        operator.fill_shapes(lambda *shapes, **_: _one_shape(operator.inputs, shaped, shapes))
        if wide:
            operator.fill_types(lambda *_, **__: dict.fromkeys(wide, "float32"))
        return operator

    return register


def _prepared(
    arrays: Sequence[Array], gradient: Gradient, rescale_grad: Number = 1.0, clip_gradient: float = -1.0, **others: Any
) -> Array:
    """The gradient that a formula gets."""
    weight, grad, *_ = arrays
    grad = rescale_grad * grad
    return clipped(grad + others.get("wd", 0.0) * weight if gradient == "decayed" else grad, clip_gradient)


def _preparing(own: Mapping[str, Parameter], gradient: Gradient, after: tuple[str, ...], lazy: bool) -> list[Parameter]:
    """The parameters of a step: its formula's, and before those in ``after`` the attributes of the gradient."""
    shared: dict[str, Any] = {"rescale_grad": 1.0, "clip_gradient": -1.0}
    if "wd" in own or gradient == "decayed":
        shared = {"wd": own["wd"].default if "wd" in own else 0.0, **shared}
    first = [p for key, p in own.items() if key not in (*shared, *after)]
    last = [own[key] for key in after]
    if lazy:
        last.append(keyword("lazy_update", bool, True))
    return [*first, *(keyword(key, float, default) for key, default in shared.items()), *last]


def _one_shape(
    inputs: tuple[str, ...], shaped: tuple[str, ...], shapes: tuple[ShapeOf | None, ...]
) -> Mapping[str, ShapeOf]:
    """The shape of any one of the inputs that agree in shape, for all of them."""
    known = [shape for key, shape in zip(inputs, shapes, strict=False) if key in shaped and shape is not None]
    return dict.fromkeys(shaped, known[0]) if known else {}


@update(
    "sgd_update",
    gradient="rescaled",
    lazy=True,
    aliases=("_sparse_sgd_update",),
    traced=("lr", "wd", "rescale_grad"),
    by_rows=(DENSE, ROW_SPARSE),
)
def sgd_update(weight: Array, grad: Array, *, lr: float, wd: float = 0.0) -> Array:
    """One step of gradient descent with weight decay.

    >>> nd.sgd_update(nd.array([1, 2]), nd.array([1, -1]), lr=0.1).asnumpy()
    array([0.9, 2.1], dtype=float32)
    """
    return (1 - lr * wd) * weight - lr * grad


@update("mp_sgd_update", like=sgd_update, states=("weight32",), wide=("weight32",))
def mp_sgd_update(weight: Array, grad: Array, weight32: Array, **how: Any) -> tuple[Array, Array]:
    """``sgd_update`` on a float32 copy of the weight.

    >>> weight = nd.array([1, 2], dtype="float16")
    >>> nd.mp_sgd_update(weight, nd.array([1, -1], dtype="float16"), nd.array([1, 2]), lr=0.1).asnumpy()
    array([0.9, 2.1], dtype=float16)
    """
    new = sgd_update.function(weight32, grad, **how)
    return new, new


@update(
    "sgd_mom_update",
    gradient="rescaled",
    lazy=True,
    aliases=("_sparse_sgd_mom_update",),
    traced=("lr", "momentum", "wd", "rescale_grad"),
    states=("mom",),
    by_rows=(DENSE, ROW_SPARSE),
)
def sgd_mom_update(
    weight: Array, grad: Array, mom: Array, *, lr: float, momentum: float = 0.0, wd: float = 0.0
) -> tuple[Array, Array]:
    """One step of gradient descent with momentum and weight decay.

    >>> nd.sgd_mom_update(nd.array([1, 2]), nd.array([1, -1]), nd.array([0.5, 0]), lr=0.1, momentum=0.9).asnumpy()
    array([1.35, 2.1 ], dtype=float32)
    """
    mom = momentum * mom - lr * wd * weight - lr * grad
    return weight + mom, mom


def _mp_momentum(step: Op, shown: str) -> None:
    """Register a step with momentum as it is taken on a float32 copy of the weight."""

    def mp_step(weight: Array, grad: Array, mom: Array, weight32: Array, **how: Any) -> tuple[Array, Array, Array]:
        new, mom = step.function(weight32, grad, mom, **how)
        return new, mom, new

    name, wide = f"mp_{step.name}", ("mom", "weight32")
    mp_step.__doc__ = f"""``{step.name}`` on a float32 copy of the weight.

    >>> weight = nd.array([1, 2], dtype="float16")
    >>> nd.{name}(weight, nd.array([1, -1], dtype="float16"), nd.zeros((2,)), nd.array([1, 2]), lr=0.1,
    ...                      momentum=0.9).asnumpy()
    array({shown}, dtype=float16)"""
    update(name, like=step, states=wide, wide=wide)(mp_step)


_mp_momentum(sgd_mom_update, "[0.9, 2.1]")


@update("nag_mom_update", gradient="rescaled", traced=("lr", "momentum", "wd", "rescale_grad"), states=("mom",))
def nag_mom_update(
    weight: Array, grad: Array, mom: Array, *, lr: float, momentum: float = 0.0, wd: float = 0.0
) -> tuple[Array, Array]:
    """One step of Nesterov's accelerated gradient.

    >>> nd.nag_mom_update(nd.array([1, 2]), nd.array([1, -1]), nd.array([0.5, 0]), lr=0.1, momentum=0.9).asnumpy()
    array([1.215, 2.19 ], dtype=float32)
    """
    mom = momentum * mom
    new = weight - mom + (momentum + 1) * (mom - lr * (grad + wd * weight))
    # Written over the weight, as every caller does, MXNet's momentum decays with the weight after the step.
    return new, mom - lr * (grad + wd * new)


_mp_momentum(nag_mom_update, "[0.81, 2.19]")


@update("signsgd_update", traced=("lr", "wd", "rescale_grad"))
def signsgd_update(
    weight: Array, grad: Array, *, lr: float, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0
) -> Array:
    """One step of the size ``lr`` against the sign of the gradient.

    >>> nd.signsgd_update(nd.array([1, 2]), nd.array([5, -0.1]), lr=0.1).asnumpy()
    array([0.9, 2.1], dtype=float32)
    """
    return (1 - lr * wd) * weight - lr * jnp.sign(grad)


@update(
    "signum_update",
    gradient="rescaled",
    after=("wd_lh",),
    traced=("lr", "momentum", "wd", "rescale_grad", "wd_lh"),
    states=("mom",),
)
def signum_update(
    weight: Array, grad: Array, mom: Array, *, lr: float, momentum: float = 0.0, wd: float = 0.0, wd_lh: float = 0.0
) -> tuple[Array, Array]:
    """One step of the size ``lr`` along the sign of the momentum; ``wd_lh`` is weight decay outside the momentum.

    wd_lh: Weight decay that is applied beside the momentum, not through it.

    >>> nd.signum_update(nd.array([1, 2]), nd.array([5, -0.1]), nd.zeros((2,)), lr=0.1, momentum=0.9).asnumpy()
    array([0.9, 2.1], dtype=float32)
    """
    rest = 1 - momentum
    mom = momentum * mom - rest * wd * weight - rest * grad
    return (1 - lr * wd_lh) * weight + lr * jnp.sign(mom), mom


@update(
    "adam_update",
    gradient="decayed",
    lazy=True,
    aliases=("_sparse_adam_update",),
    traced=("lr", "beta1", "beta2", "wd", "rescale_grad"),
    states=("mean", "var"),
    by_rows=(DENSE, ROW_SPARSE),
)
def adam_update(
    weight: Array,
    grad: Array,
    mean: Array,
    var: Array,
    *,
    lr: float,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-8,
) -> tuple[Array, Array, Array]:
    """One step of Adam; the correction of the bias belongs into ``lr``.

    >>> nd.adam_update(nd.array([1, 2]), nd.array([1, -1]), nd.zeros((2,)), nd.zeros((2,)), lr=0.1).asnumpy()
    array([0.68377024, 2.3162298 ], dtype=float32)
    """
    mean = beta1 * mean + (1 - beta1) * grad
    var = beta2 * var + (1 - beta2) * jnp.square(grad)
    return weight - lr * mean / (jnp.sqrt(var) + epsilon), mean, var


@update("ftml_update", traced=("lr", "beta1", "beta2", "t", "wd", "rescale_grad"), states=("d", "v", "z"))
def ftml_update(
    weight: Array,
    grad: Array,
    d: Array,
    v: Array,
    z: Array,
    *,
    lr: float,
    beta1: float = 0.6,
    beta2: float = 0.999,
    epsilon: float = 1e-8,
    t: int,
    wd: float = 0.0,
    rescale_grad: float = 1.0,
    clip_grad: float = -1.0,
) -> tuple[Array, Array, Array, Array]:
    """Step ``t``, counted from one, of follow the moving leader.

    d: The divisor of the last step.
    v: The running mean of squared gradients.
    z: The numerator of the last step.
    clip_grad: Gradients are clipped to this size after ``rescale_grad``; a negative number clips nothing.

    >>> state = [nd.zeros((2,)) for _ in range(3)]
    >>> nd.ftml_update(nd.array([1, 2]), nd.array([1, -1]), *state, lr=0.1, t=1).asnumpy()
    array([0.90000004, 2.1000001 ], dtype=float32)
    """
    grad = clipped(rescale_grad * grad + wd * weight, clip_grad)
    v = beta2 * v + (1 - beta2) * jnp.square(grad)
    new_d = (1 - power(beta1, t)) / lr * (jnp.sqrt(v / (1 - power(beta2, t))) + epsilon)
    z = beta1 * z + (1 - beta1) * grad - (new_d - beta1 * d) * weight
    return -z / new_d, new_d, v, z


@update(
    "ftrl_update",
    gradient="rescaled",
    aliases=("_sparse_ftrl_update",),
    traced=("lr", "wd", "rescale_grad"),
    states=("z", "n"),
    by_rows=(ROW_SPARSE,),
)
def ftrl_update(
    weight: Array,
    grad: Array,
    z: Array,
    n: Array,
    *,
    lr: float,
    lamda1: float = 0.01,
    beta: float = 1.0,
    wd: float = 0.0,
) -> tuple[Array, Array, Array]:
    """One step of follow the regularized leader; ``lamda1`` is the strength of the L1 penalty.

    z: The sum of gradients, corrected.
    n: The sum of squared gradients.
    lamda1: The strength of the L1 penalty.
    beta: Added to the root of ``n``.
    wd: The strength of the L2 penalty.

    >>> nd.ftrl_update(nd.array([1, 2]), nd.array([1, -1]), nd.zeros((2,)), nd.zeros((2,)), lr=0.1).asnumpy()
    array([0.4495, 1.0495], dtype=float32)
    """
    new_n = n + jnp.square(grad)
    z = z + grad - (jnp.sqrt(new_n) - jnp.sqrt(n)) * weight / lr
    new = (jnp.sign(z) * lamda1 - z) / ((beta + jnp.sqrt(new_n)) / lr + wd)
    return jnp.where(jnp.abs(z) > lamda1, new, 0), z, new_n


@update(
    "rmsprop_update",
    gradient="decayed",
    after=("clip_weights",),
    traced=("lr", "gamma1", "wd", "rescale_grad"),
    states=("n",),
)
def rmsprop_update(
    weight: Array,
    grad: Array,
    n: Array,
    *,
    lr: float,
    gamma1: float = 0.95,
    epsilon: float = 1e-8,
    clip_weights: float = -1.0,
) -> tuple[Array, Array]:
    """One step of RMSProp; ``n`` is the running mean of squared gradients.

    n: The running mean of squared gradients.

    >>> nd.rmsprop_update(nd.array([1, 2]), nd.array([1, -1]), nd.zeros((2,)), lr=0.1).asnumpy()
    array([0.5527865, 2.4472134], dtype=float32)
    """
    n = (1 - gamma1) * jnp.square(grad) + gamma1 * n
    return clipped(weight - lr * (grad / jnp.sqrt(n + epsilon)), clip_weights), n


@update(
    "rmspropalex_update",
    gradient="decayed",
    after=("clip_weights",),
    traced=("lr", "gamma1", "gamma2", "wd", "rescale_grad"),
    states=("n", "g", "delta"),
)
def rmspropalex_update(
    weight: Array,
    grad: Array,
    n: Array,
    g: Array,
    delta: Array,
    *,
    lr: float,
    gamma1: float = 0.95,
    gamma2: float = 0.9,
    epsilon: float = 1e-8,
    clip_weights: float = -1.0,
) -> tuple[Array, Array, Array, Array]:
    """One step of Graves' RMSProp: gradients are centred on their running mean ``g``, steps have momentum ``delta``.

    n: The running mean of squared gradients.
    g: The running mean of gradients.
    delta: The last step.
    gamma2: The momentum.

    >>> state = [nd.zeros((2,)) for _ in range(3)]
    >>> nd.rmspropalex_update(nd.array([1, 2]), nd.array([1, -1]), *state, lr=0.1).asnumpy()
    array([0.54116863, 2.4588313 ], dtype=float32)
    """
    n = (1 - gamma1) * jnp.square(grad) + gamma1 * n
    g = (1 - gamma1) * grad + gamma1 * g
    delta = gamma2 * delta - lr * grad / jnp.sqrt(n - jnp.square(g) + epsilon)
    return clipped(weight + delta, clip_weights), n, g, delta


@update(
    "_sparse_adagrad_update",
    gradient="rescaled",
    traced=("lr", "rescale_grad"),
    states=("history",),
    by_rows=(DENSE, ROW_SPARSE),
)
def sparse_adagrad_update(
    weight: Array, grad: Array, history: Array, *, lr: float, epsilon: float = 1e-7, wd: float = 0.0
) -> tuple[Array, Array]:
    """One step of AdaGrad. A row without gradient stays as it is, so dense and row-sparse gradients do the same.

    >>> nd.sparse.adagrad_update(nd.array([[1, 2]]), nd.array([[1, -1]]), nd.zeros((1, 2)), lr=0.1).asnumpy()
    array([[0.9, 2.1]], dtype=float32)
    """
    history = history + jnp.square(grad)
    return weight - lr * (grad / jnp.sqrt(history + epsilon)), history


@sparse_adagrad_update.check
def _no_decay(*, wd: float, **_: Any) -> None:
    if wd != 0:
        raise MXNetError(
            f"_sparse_adagrad_update: sparse adagrad_update does not support wd, got wd={wd}; leave it out."
        )


@update(
    "_contrib_group_adagrad_update",
    gradient="rescaled",
    after=("epsilon",),
    traced=("lr", "rescale_grad"),
    states=("history",),
    free=("history",),
    by_rows=(DENSE, ROW_SPARSE),
)
def group_adagrad_update(
    weight: Array, grad: Array, history: Array, *, lr: float, epsilon: float = 1e-5
) -> tuple[Array, Array]:
    """One step of AdaGrad with one learning rate for each row of the weight; ``history`` has a value a row.

    history: The sum of the rows' mean squared gradients, of shape (rows, 1).

    >>> nd.contrib.group_adagrad_update(nd.array([[1, 2]]), nd.array([[1, -1]]), nd.zeros((1, 1)), lr=0.1).asnumpy()
    array([[0.9000005, 2.0999994]], dtype=float32)
    """
    rows = weight.shape[0]
    if history.size != rows:
        raise MXNetError(
            f"_contrib_group_adagrad_update: expected history of shape {(rows, 1)}, one value a row of the weight "
            f"{weight.shape}, got {history.shape}."
        )
    history = history + jnp.mean(jnp.square(grad).reshape(rows, -1), axis=1).reshape(history.shape)
    divisor = jnp.sqrt(history + epsilon).reshape(rows, *(1,) * (weight.ndim - 1))
    return weight - lr * grad / divisor, history


group_adagrad_update.fill_shapes(
    lambda weight=None, grad=None, history=None, **_: {
        **_one_shape(("weight", "grad"), ("weight", "grad"), (weight, grad)),
        **({"history": ((weight or grad)[0], 1)} if (weight or grad) and history is None else {}),
    }
)
