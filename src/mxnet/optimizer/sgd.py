"""Optimizers that follow the gradient, with or without momentum."""

import logging
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from mxnet import _config
from mxnet import ndarray as nd
from mxnet.ndarray import NDArray
from mxnet.ndarray.handle import DENSE
from mxnet.ndarray.steps import UpdateStep
from mxnet.optimizer.base import Index, Optimizer, builtin, check_arrays, is_half, zeros_like
from mxnet.optimizer.together import Together, by_operator
from mxnet.random import normal


def interleave(*columns: Sequence[NDArray]) -> list[NDArray]:
    """All arrays of the first weight, then those of the second, and so on."""
    return [array for row in zip(*columns, strict=True) for array in row]


def step_one(
    weight: NDArray, grad: NDArray, state: Any, copied: bool, options: dict[str, Any], lazy: Any = None
) -> None:
    """A step of gradient descent on one weight; ``state`` is its momentum or None, or that and its float32 copy."""
    more = {} if lazy is None else {"lazy_update": lazy}
    if not copied:
        if state is not None:
            nd.sgd_mom_update(weight, grad, state, out=weight, **more, **options)
        else:
            nd.sgd_update(weight, grad, out=weight, **more, **options)
    elif state[0] is not None:
        nd.mp_sgd_mom_update(weight, grad, state[0], state[1], out=weight, **options)
    else:
        nd.mp_sgd_update(weight, grad, state[1], out=weight, **options)


class _Momentum(Optimizer):
    """An optimizer whose state is a momentum or None, and for half-precision weights that and a float32 copy."""

    momentum: float

    def create_state_multi_precision(self, index: Index, weight: NDArray) -> Any:
        """The momentum of a weight, and a float32 copy of the weight if it is to have one."""
        if self._keeps_copy(weight):
            copy = weight.astype(np.float32)
            return self.create_state(index, copy), copy
        return self.create_state(index, weight)

    def _options(self, clip: str = "clip_gradient") -> dict[str, Any]:
        options = super()._options(clip)
        if self.momentum > 0:
            options["momentum"] = self.momentum
        return options


class _Aggregating(_Momentum):
    """Gradient descent that takes several weights in one call."""

    lazy_update: bool

    def create_state(self, index: Index, weight: NDArray) -> Any:
        """The momentum, if there is to be one."""
        if self.momentum == 0.0:
            return None
        return zeros_like(weight, weight.stype if self.lazy_update else "default")

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Change a weight, or each of a list of them, by one step."""
        self._update_impl(index, weight, grad, state)

    def update_multi_precision(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Change weights by one step, through their float32 copies if they have them."""
        first = weight[0] if isinstance(index, (tuple, list)) else weight
        self._update_impl(index, weight, grad, state, self.multi_precision and is_half(first))

    def _update_impl(self, indices: Any, weights: Any, grads: Any, states: Any, multi_precision: bool = False) -> None:
        if not isinstance(indices, (tuple, list)):
            indices, weights, grads, states = [indices], [weights], [grads], [states]
        dense = DENSE.issuperset(map(type, weights)) and DENSE.issuperset(map(type, grads))
        if not dense:
            for weight, grad in zip(weights, grads, strict=True):
                check_arrays(type(self).__name__, weight, grad)
        self._update_count(indices)
        lrs, wds = self._get_lrs(indices), self._get_wds(indices)
        if dense:
            self._step_many(indices, weights, grads, states, lrs, wds, multi_precision)
        else:
            self._step_each(indices, weights, grads, states, lrs, wds, multi_precision)

    def _step_many(self, indices: Any, weights: Any, grads: Any, states: Any, lrs: Any, wds: Any, copied: bool) -> None:
        raise NotImplementedError

    def _step_each(self, indices: Any, weights: Any, grads: Any, states: Any, lrs: Any, wds: Any, copied: bool) -> None:
        options = self._options()
        for weight, grad, state, lr, wd in zip(weights, grads, states, lrs, wds, strict=True):
            step_one(weight, grad, state, copied, {**options, "lr": lr, "wd": wd}, self.lazy_update)

    def _columns(self, weights: Any, grads: Any, states: Any, copied: bool) -> tuple[str, list[NDArray]]:
        """The operator for many weights, by the middle of its name, and its arrays."""
        moving = self.momentum > 0
        name = f"{'mp_' if copied else ''}sgd_{'mom_' if moving else ''}update"
        if not copied:
            return name, interleave(weights, grads, *([states] if moving else []))
        momenta, copies = zip(*states, strict=True)
        return name, interleave(weights, grads, *([momenta] if moving else []), copies)


class _OneMomentum(Optimizer):
    """The formulas of a step without momentum, and of one by the operator that has it."""

    momentum: float
    _with_momentum: str

    def _parts(self, state: Any, copied: bool) -> tuple[Any, Any]:
        return (state[1], state[0]) if copied else (None, state)

    def _formula(self: Any, states: int) -> tuple[UpdateStep, Sequence[float]]:
        if not states:
            return by_operator("sgd_update", self._fixed(), ("rescale_grad",)), (self.rescale_grad,)
        step = by_operator(self._with_momentum, self._fixed(), ("momentum", "rescale_grad"))
        return step, (max(self.momentum, 0.0), self.rescale_grad)


@builtin
class SGD(_OneMomentum, _Aggregating, Together):
    """Gradient descent, with momentum if asked for.

    ``lazy_update`` changes only the rows of a weight that a row_sparse gradient has.

    >>> weight, grad = mx.nd.ones((2,)), mx.nd.ones((2,))
    >>> mx.optimizer.SGD(learning_rate=0.5).update(0, weight, grad, None)
    >>> weight.asnumpy()
    array([0.5, 0.5], dtype=float32)
    """

    repeatable = True
    _with_momentum = "sgd_mom_update"

    def __init__(self, momentum: float = 0.0, lazy_update: bool = True, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.momentum = momentum
        self.lazy_update = lazy_update
        self.aggregate_num = _config.lookup("MXNET_OPTIMIZER_AGGREGATION_SIZE")

    def _step_many(self, indices: Any, weights: Any, grads: Any, states: Any, lrs: Any, wds: Any, copied: bool) -> None:
        name, arrays = self._columns(weights, grads, states, copied)
        operator = getattr(nd, f"multi_{name}")
        operator(*arrays, out=list(weights), num_weights=len(weights), lrs=lrs, wds=wds, **self._options())


@builtin
class ccSGD(SGD):
    """SGD under the name it once had in C++.

    >>> isinstance(mx.optimizer.ccSGD(), mx.optimizer.SGD)
    True
    """


@builtin
class NAG(_OneMomentum, Together, _Momentum):
    """Nesterov's accelerated gradient.

    >>> mx.optimizer.NAG(momentum=0.9).momentum
    0.9
    """

    repeatable = True
    _with_momentum = "nag_mom_update"

    def __init__(self, momentum: float = 0.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.momentum = momentum

    def create_state(self, index: Index, weight: NDArray) -> Any:
        """The momentum, if there is to be one."""
        return None if self.momentum == 0.0 else zeros_like(weight)

    def update_multi_precision(self, index: Index, weight: NDArray, grad: NDArray, state: Any) -> None:
        """Change a weight by one step, through its float32 copy if it has one."""
        self._update_one(index, weight, grad, state, self._is_copied(weight, state))

    def _is_copied(self, weight: NDArray, state: Any) -> bool:
        return self.multi_precision and is_half(weight) and isinstance(state, (tuple, list))

    def _step(self, index: Index, weight: NDArray, grad: NDArray, state: Any) -> None:
        lr, wd = self._counted(index)
        options = {**self._options(), "lr": lr, "wd": wd}
        if state is None:
            step_one(weight, grad, state, False, options)
        else:
            nd.nag_mom_update(weight, grad, state, out=weight, **options)


@builtin
class Signum(Together):
    """Steps by the sign of the gradient or of its momentum; ``wd_lh`` is decoupled weight decay.

    Parameters
    ----------
    wd_lh : float
        Weight decay that is applied beside the momentum, not through it.

    >>> mx.optimizer.Signum(momentum=0.9).momentum
    0.9
    """

    repeatable = True

    def __init__(self, learning_rate: float = 0.01, momentum: float = 0.9, wd_lh: float = 0.0, **kwargs: Any) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.momentum = momentum
        self.wd_lh = wd_lh

    def create_state(self, index: Index, weight: NDArray) -> Any:
        """The momentum, if there is to be one."""
        return None if self.momentum == 0.0 else zeros_like(weight, weight.stype)

    def _formula(self, states: int) -> tuple[UpdateStep, Sequence[float]]:
        if not states:
            return by_operator("signsgd_update", self._fixed(), ("rescale_grad",)), (self.rescale_grad,)
        step = by_operator("signum_update", self._fixed(), ("momentum", "rescale_grad", "wd_lh"))
        return step, (max(self.momentum, 0.0), self.rescale_grad, self.wd_lh)

    def _step(self, index: Index, weight: NDArray, grad: NDArray, state: Any) -> None:
        lr, wd = self._counted(index)
        options = {**self._options(), "lr": lr, "wd": wd}
        if state is None:
            nd.signsgd_update(weight, grad, out=weight, **options)
        else:
            more: dict[str, Any] = {"momentum": max(self.momentum, 0.0), "wd_lh": self.wd_lh}
            nd.signum_update(weight, grad, state, out=weight, **more, **options)


@builtin
class SGLD(Optimizer):
    """Stochastic gradient Langevin dynamics: half a gradient step, and noise of variance ``lr``.

    >>> mx.optimizer.SGLD(learning_rate=0.1).lr
    0.1
    """

    def create_state(self, index: Index, weight: NDArray) -> Any:
        """Nothing is remembered."""

    def update(self, index: Index, weight: NDArray, grad: NDArray, state: Any) -> None:
        """Change a weight by one step."""
        check_arrays("SGLD", weight, grad)
        self._update_count(index)
        lr, wd = self._get_lr(index), self._get_wd(index)
        grad = self._clipped(grad * self.rescale_grad)
        weight[:] += -lr / 2 * (grad + wd * weight)
        weight[:] += normal(0, math.sqrt(lr), shape=weight.shape, dtype=weight.dtype, ctx=weight.context)


@builtin
class DCASGD(Optimizer):
    """Asynchronous gradient descent that corrects for the delay: a term of ``lamda`` times the weight's change.

    Parameters
    ----------
    lamda : float
        The strength of the correction for the delay.

    >>> mx.optimizer.DCASGD(momentum=0.9).momentum
    0.9
    """

    def __init__(self, momentum: float = 0.0, lamda: float = 0.04, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.momentum = momentum
        self.weight_previous: dict[Index, NDArray] = {}
        self.lamda = lamda

    def create_state(self, index: Index, weight: NDArray) -> Any:
        """The momentum, if there is to be one, and the weight before."""
        return None if self.momentum == 0.0 else zeros_like(weight), weight.copy()

    def update(self, index: Index, weight: NDArray, grad: NDArray, state: Any) -> None:
        """Change a weight by one step."""
        check_arrays("DCASGD", weight, grad)
        self._update_count(index)
        lr, wd = self._get_lr(index), self._get_wd(index)
        grad = self._clipped(grad * self.rescale_grad)
        momentum, previous = state
        step = -lr * (grad + wd * weight + self.lamda * grad * grad * (weight - previous))
        if momentum is not None:
            momentum[:] *= self.momentum
            momentum[:] += step
            step = momentum
        previous[:] = weight
        weight[:] += step


@builtin
class LARS(_Aggregating):
    """Gradient descent with a learning rate for each layer, from the norms of its weight and gradient.

    Biases and the parameters of normalisation keep the plain learning rate.

    Parameters
    ----------
    eta : float
        How far a step may go, as a part of the weight's norm.
    momentum_correction : bool
        Scale the momentum when the learning rate changes.

    >>> mx.optimizer.LARS(eta=0.01).eta
    0.01
    """

    skip = 0
    last_lr: Any = None  # the learning rates of the step before and of this one
    cur_lr: Any = None

    def __init__(
        self,
        momentum: float = 0.0,
        lazy_update: bool = True,
        eta: float = 0.001,
        eps: float = 0,
        momentum_correction: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.momentum, self.momentum_correction, self.lazy_update = momentum, momentum_correction, lazy_update
        self.eta, self.eps = eta, eps
        self.aggregate_num = _config.lookup("MXNET_OPTIMIZER_AGGREGATION_SIZE")

    def set_wd_mult(self, args_wd_mult: dict[Index, float]) -> None:
        """Set weights' own factors of the weight decay; only names that end in ``_weight`` have any by default."""
        self.wd_mult = {**self._undecayed(("_weight",)), **self._declared("__wd_mult__"), **args_wd_mult}

    def _get_lrs(self, indices: Sequence[Index]) -> list[float]:
        lr = self.learning_rate
        self.last_lr, self.cur_lr = (lr if self.cur_lr is None else self.cur_lr), lr
        return super()._get_lrs(indices)

    def _options(self, clip: str = "clip_gradient") -> dict[str, Any]:
        options = super()._options(clip)
        if self.momentum > 0 and self.momentum_correction and self.last_lr:
            options["momentum"] = self.momentum * (self.cur_lr / self.last_lr)
        return options

    def _is_plain(self, index: Index) -> bool:
        return self.idx2name.get(index, str(index)).endswith(("gamma", "beta", "bias"))

    def _step_many(self, indices: Any, weights: Any, grads: Any, states: Any, lrs: Any, wds: Any, copied: bool) -> None:
        scaled = [i for i, index in enumerate(indices) if not self._is_plain(index)]
        order = scaled + [i for i, index in enumerate(indices) if self._is_plain(index)]
        weights, grads, states = ([column[i] for i in order] for column in (weights, grads, states))
        ctx, count = weights[0].context, len(scaled)
        rates = nd.array([lrs[i] for i in order], ctx=ctx, dtype="float32")
        decays = nd.array([wds[i] for i in order], ctx=ctx, dtype="float32")
        if count:
            weight2, grad2 = (nd.multi_sum_sq(*arrays[:count], num_arrays=count) for arrays in (weights, grads))
            more: dict[str, Any] = {"eta": self.eta, "eps": self.eps, "rescale_grad": self.rescale_grad}
            layer_rates = nd.multi_lars(rates[:count], weight2, grad2, decays[:count], **more)
            rates = layer_rates if count == len(order) else nd.concat(layer_rates, rates[count:], dim=0)
        options, size = self._options(), self.aggregate_num or len(order)
        for at in range(0, len(order), size):
            part = slice(at, at + size)
            name, arrays = self._columns(weights[part], grads[part], states[part], copied)
            operator = getattr(nd, f"preloaded_multi_{name}")
            out = weights[part]
            operator(*arrays, rates[part], decays[part], out=out, num_weights=len(out), **options)

    def _step_each(self, indices: Any, weights: Any, grads: Any, states: Any, lrs: Any, wds: Any, copied: bool) -> None:
        rates = [self._get_lars(*row) for row in zip(indices, weights, grads, lrs, wds, strict=True)]
        super()._step_each(indices, weights, grads, states, rates, wds, copied)

    def _l2norm(self, v: NDArray, rescale: bool = False) -> float:
        v = v.astype("float32")
        return float(nd.norm(v * self.rescale_grad if rescale else v).asnumpy()[0])

    def _get_lars(self, i: Index, weight: NDArray, g: NDArray, lr: float, wd: float) -> float:
        if self._is_plain(i):
            return lr
        weight_norm, grad_norm = self._l2norm(weight), self._l2norm(g, rescale=True)
        if weight_norm > 0.0 and grad_norm > 0.0:
            return lr * self.eta * weight_norm / (grad_norm + wd * weight_norm + self.eps)
        return lr


@builtin
class LBSGD(_Momentum):
    """Gradient descent for large batches: adds up ``batch_scale`` gradients, and warms the learning rate up.

    ``warmup_strategy`` is ``"linear"``, ``"power2"``, ``"sqrt"`` or ``"lars"``, which sets it from norms.

    Parameters
    ----------
    warmup_strategy : str
        How the rate rises: ``linear``, ``power2``, ``sqrt``, or ``lars``.
    warmup_epochs : int
        For how many epochs it rises.
    batch_scale : int
        How many times the usual batch one is.
    updates_per_epoch : int
        How many steps an epoch has.
    begin_epoch : int
        The epoch to begin with.
    num_epochs : int
        How many epochs there are.

    >>> mx.optimizer.LBSGD(learning_rate=0.1).lr
    0.1
    """

    lbmult, admult, adaptive = 1, 1, False  # MXNet has them, and nothing changes them

    def __init__(
        self,
        momentum: float = 0.0,
        multi_precision: bool = False,
        warmup_strategy: str = "linear",
        warmup_epochs: int = 5,
        batch_scale: int = 1,
        updates_per_epoch: int = 32,
        begin_epoch: int = 0,
        num_epochs: int = 60,
        **kwargs: Any,
    ) -> None:
        super().__init__(multi_precision=multi_precision, **kwargs)
        self.momentum, self.batch_scale = momentum, batch_scale
        self.warmup_strategy, self.warmup_epochs = warmup_strategy, warmup_epochs
        self.updates_per_epoch, self.num_epochs = updates_per_epoch, num_epochs
        self.init_updates = begin_epoch * updates_per_epoch
        self.cumgrads: dict[Index, dict[str, Any]] = {}
        logging.info("Running Large-Batch SGD Algorithm")
        described = (batch_scale, warmup_epochs, warmup_strategy, updates_per_epoch)
        logging.info("(Batch_scale=%f, warmup_epochs=%d, warmup_strategy=%s, updates_per_epoch=%d)", *described)

    def create_state(self, index: Index, weight: NDArray) -> Any:
        """The momentum, if there is to be one."""
        return None if self.momentum == 0.0 else zeros_like(weight, weight.stype)

    def update_multi_precision(self, index: Index, weight: NDArray, grad: NDArray, state: Any) -> None:
        """Change a weight by one step, through its float32 copy if it has one."""
        self.update(index, weight, grad, state)

    def _get_lbmult(self, nup: int) -> float:
        """The factor of the learning rate after ``nup`` gradients."""
        warm, most = self.warmup_epochs * self.updates_per_epoch, float(self.batch_scale)
        if nup >= warm:
            return most
        if warm <= 1:
            return 1.0
        done = nup / warm
        shares = {"linear": done, "power2": done * done, "sqrt": math.sqrt(done)}
        return 1.0 + (most - 1) * shares.get(self.warmup_strategy, 0.0)

    def _get_lars(self, weight: NDArray, g: NDArray, wd: float) -> float:
        weight2, grad2 = (float(np.square(array.asnumpy()).sum()) for array in (weight, g))
        return min(max(math.sqrt(weight2 / (grad2 + wd * weight2 + 1e-18)), 0.01), 100)

    def _cumulate_gradient(self, grad: NDArray, index: Index) -> dict[str, Any]:
        before = self.cumgrads.get(index)
        if before and before["num_cums"] > 0:
            # Adding makes a copy; so the first gradient must be one, since its own array is overwritten.
            total = {"cum_grad": before["cum_grad"] + grad, "num_cums": before["num_cums"] + 1}
        else:
            total = {"cum_grad": grad.copy(), "num_cums": self.init_updates + 1}
        self.cumgrads[index] = total
        return total

    def update(self, index: Index, weight: NDArray, grad: NDArray, state: Any) -> None:
        """Add a gradient to those of its batch, and change the weight when the batch is complete."""
        check_arrays("LBSGD", weight, grad)
        lr, wd = self._get_lr(index), self._get_wd(index)
        self._update_count(index)
        total = self._cumulate_gradient(grad, index)
        if total["num_cums"] % self.batch_scale != 0:
            return
        grad = total["cum_grad"] / self.batch_scale
        lars = self.warmup_strategy == "lars"
        factor = self._get_lars(weight, grad, wd) if lars else self._get_lbmult(total["num_cums"])
        options = {**self._options(), "lr": lr * factor, "wd": wd}
        step_one(weight, grad, state, isinstance(state, (list, tuple)), options)
        self.cumgrads[index]["cum_grad"] = 0
