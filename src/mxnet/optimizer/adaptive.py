"""Optimizers that set the size of the step for each number of a weight."""

import math
from collections.abc import Sequence
from typing import Any

from mxnet import _config
from mxnet import ndarray as nd
from mxnet._ops.optimizer_formulas import adadelta_step, adagrad_step, adamax_step, nadam_step
from mxnet.ndarray import NDArray
from mxnet.ndarray.steps import UpdateStep
from mxnet.optimizer.base import Index, builtin, check_arrays, is_half, zeros_like
from mxnet.optimizer.together import Together, by_operator


class _Moments(Together):
    """An optimizer by running means: ``beta1`` is how much stays of the gradient's, ``beta2`` of that of its square."""

    def __init__(self, beta1: float, beta2: float, epsilon: float, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.beta1, self.beta2, self.epsilon = beta1, beta2, epsilon

    def create_state(self, index: Index, weight: NDArray) -> Any:
        """The means of the gradient and of its square."""
        return zeros_like(weight), zeros_like(weight)


@builtin
class Adam(_Moments):
    """Adam: steps by the running mean of the gradient over the root of that of its square.

    >>> mx.optimizer.Adam(learning_rate=0.01).lr
    0.01
    """

    repeatable = True

    def __init__(
        self,
        learning_rate: float = 0.001,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-8,
        lazy_update: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(beta1, beta2, epsilon, learning_rate=learning_rate, **kwargs)
        self.lazy_update = lazy_update

    def create_state(self, index: Index, weight: NDArray) -> Any:
        """The means of the gradient and of its square."""
        stype = weight.stype if self.lazy_update else "default"
        return zeros_like(weight, stype), zeros_like(weight, stype)

    def _numbers(self, index: Index, lr: float, wd: float) -> Sequence[float]:
        t = self._get_step(index)
        return lr * (math.sqrt(1.0 - self.beta2**t) / (1.0 - self.beta1**t)), wd

    def _formula(self, states: int) -> tuple[UpdateStep, Sequence[float]]:
        step = by_operator("adam_update", self._fixed(epsilon=self.epsilon), ("beta1", "beta2", "rescale_grad"))
        return step, (self.beta1, self.beta2, self.rescale_grad)

    def _step(self, index: Index, weight: NDArray, grad: NDArray, state: Any) -> None:
        lr, wd = self._counted(index)
        mean, var = state
        nd.adam_update(
            weight,
            grad,
            mean,
            var,
            out=weight,
            lazy_update=self.lazy_update,
            lr=self._numbers(index, lr, wd)[0],
            wd=wd,
            beta1=self.beta1,
            beta2=self.beta2,
            epsilon=self.epsilon,
            **self._options(),
        )


@builtin
class AdaGrad(Together):
    """AdaGrad: steps by the gradient over the root of the sum of all its squares so far.

    >>> mx.optimizer.AdaGrad(learning_rate=0.1).lr
    0.1
    """

    repeatable = True

    def __init__(self, eps: float = 1e-7, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.float_stable_eps = eps

    def create_state(self, index: Index, weight: NDArray) -> Any:
        """The sum of squares."""
        return zeros_like(weight, weight.stype)

    def _formula(self, states: int) -> tuple[UpdateStep, Sequence[float]]:
        fixed = (("clip_gradient", self.clip_gradient), ("epsilon", self.float_stable_eps))
        return UpdateStep("AdaGrad", adagrad_step, fixed, ("rescale_grad",), ("lr", "wd")), (self.rescale_grad,)

    def _step(self, index: Index, weight: NDArray, grad: NDArray, state: Any) -> None:
        if grad.stype != "row_sparse":
            super()._step(index, weight, grad, state)
            return
        lr, wd = self._counted(index)
        options = {**self._options(), "epsilon": self.float_stable_eps, "lr": lr, "wd": wd}
        nd.sparse.adagrad_update(weight, grad, state, out=weight, **options)  # type: ignore[attr-defined]


@builtin
class RMSProp(Together):
    """RMSProp: steps by the gradient over the root of the running mean of its square.

    ``centered`` is Graves' form, with a momentum of ``gamma2`` and the mean of the gradient taken off.

    Parameters
    ----------
    gamma1 : float
        How much of the running means is kept in a step.
    gamma2 : float
        The momentum of the centered form.
    centered : bool
        Center gradients on their running mean.
    clip_weights : float | None
        Weights are clipped to this size; None clips nothing.

    >>> mx.optimizer.RMSProp(centered=True).centered
    True
    """

    repeatable = True

    def __init__(
        self,
        learning_rate: float = 0.001,
        gamma1: float = 0.9,
        gamma2: float = 0.9,
        epsilon: float = 1e-8,
        centered: bool = False,
        clip_weights: float | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.gamma1, self.gamma2, self.epsilon = gamma1, gamma2, epsilon
        self.centered, self.clip_weights = centered, clip_weights

    def create_state(self, index: Index, weight: NDArray) -> Any:
        """The mean of squares, and for the centered form also that of gradients and the momentum."""
        return tuple(zeros_like(weight, weight.stype) for _ in range(3 if self.centered else 1))

    def _formula(self, states: int) -> tuple[UpdateStep, Sequence[float]]:
        more: dict[str, Any] = {"clip_weights": self.clip_weights} if self.clip_weights else {}
        fixed = self._fixed(epsilon=self.epsilon, **more)
        if not self.centered:
            return by_operator("rmsprop_update", fixed, ("gamma1", "rescale_grad")), (self.gamma1, self.rescale_grad)
        step = by_operator("rmspropalex_update", fixed, ("gamma1", "gamma2", "rescale_grad"))
        return step, (self.gamma1, self.gamma2, self.rescale_grad)

    def _step(self, index: Index, weight: NDArray, grad: NDArray, state: Any) -> None:
        lr, wd = self._counted(index)
        options = {**self._options(), "gamma1": self.gamma1, "epsilon": self.epsilon, "lr": lr, "wd": wd}
        if self.clip_weights:
            options["clip_weights"] = self.clip_weights
        if self.centered:
            n, g, delta = state
            nd.rmspropalex_update(weight, grad, n, g, delta, out=weight, gamma2=self.gamma2, **options)
        else:
            nd.rmsprop_update(weight, grad, state[0], out=weight, **options)


@builtin
class AdaDelta(Together):
    """AdaDelta: steps of the size of the steps before, without a learning rate.

    >>> mx.optimizer.AdaDelta(rho=0.9).rho
    0.9
    """

    repeatable = True

    def __init__(self, rho: float = 0.90, epsilon: float = 1e-5, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.rho, self.epsilon = rho, epsilon

    def create_state(self, index: Index, weight: NDArray) -> Any:
        """The means of the squares of gradients and of steps."""
        return zeros_like(weight), zeros_like(weight)

    def _numbers(self, index: Index, lr: float, wd: float) -> Sequence[float]:
        return (wd,)

    def _formula(self, states: int) -> tuple[UpdateStep, Sequence[float]]:
        # MXNet rescales the gradient in place: whoever reads it afterwards sees the scaled one.
        fixed = (("clip_gradient", self.clip_gradient), ("epsilon", self.epsilon))
        step = UpdateStep("AdaDelta", adadelta_step, fixed, ("rho", "rescale_grad"), ("wd",), gives_gradient=True)
        return step, (self.rho, self.rescale_grad)


@builtin
class Ftrl(Together):
    """Follow the regularized leader: many weights become exactly zero, the more the larger ``lamda1``.

    Parameters
    ----------
    lamda1 : float
        The strength of the L1 penalty.

    >>> mx.optimizer.Ftrl(lamda1=0.1).lamda1
    0.1
    """

    repeatable = True

    def __init__(self, lamda1: float = 0.01, learning_rate: float = 0.1, beta: float = 1, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.lamda1, self.beta, self.lr = lamda1, beta, learning_rate

    def create_state(self, index: Index, weight: NDArray) -> Any:
        """The adjusted sum of gradients, and the sum of their squares."""
        return zeros_like(weight, weight.stype), zeros_like(weight, weight.stype)

    def _formula(self, states: int) -> tuple[UpdateStep, Sequence[float]]:
        fixed = self._fixed(lamda1=self.lamda1, beta=self.beta)
        return by_operator("ftrl_update", fixed, ("rescale_grad",)), (self.rescale_grad,)

    def _step(self, index: Index, weight: NDArray, grad: NDArray, state: Any) -> None:
        lr, wd = self._counted(index)
        options = {**self._options(), "lamda1": self.lamda1, "beta": self.beta, "lr": lr, "wd": wd}
        z, n = state
        nd.ftrl_update(weight, grad, z, n, out=weight, **options)


@builtin
class FTML(_Moments):
    """Follow the moving leader.

    >>> mx.optimizer.FTML(learning_rate=0.01).lr
    0.01
    """

    repeatable = True

    def __init__(self, beta1: float = 0.6, beta2: float = 0.999, epsilon: float = 1e-8, **kwargs: Any) -> None:
        super().__init__(beta1, beta2, epsilon, **kwargs)

    def create_state(self, index: Index, weight: NDArray) -> Any:
        """The three running sums ``d``, ``v`` and ``z``."""
        return zeros_like(weight), zeros_like(weight), zeros_like(weight)

    def _numbers(self, index: Index, lr: float, wd: float) -> Sequence[float]:
        return lr, wd, self._get_step(index)

    def _formula(self, states: int) -> tuple[UpdateStep, Sequence[float]]:
        fixed = self._fixed("clip_grad", epsilon=self.epsilon)
        step = by_operator("ftml_update", fixed, ("beta1", "beta2", "rescale_grad"), ("lr", "wd", "t"))
        return step, (self.beta1, self.beta2, self.rescale_grad)


@builtin
class Adamax(Together):
    """Adam with the largest gradient so far in place of the mean of squares.

    >>> mx.optimizer.Adamax().lr
    0.002
    """

    repeatable = True

    def __init__(self, learning_rate: float = 0.002, beta1: float = 0.9, beta2: float = 0.999, **kwargs: Any) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1, self.beta2 = beta1, beta2

    def create_state(self, index: Index, weight: NDArray) -> Any:
        """The mean of gradients and the largest."""
        return zeros_like(weight), zeros_like(weight)

    def _numbers(self, index: Index, lr: float, wd: float) -> Sequence[float]:
        return lr / (1.0 - self.beta1 ** self._get_step(index)), wd

    def _formula(self, states: int) -> tuple[UpdateStep, Sequence[float]]:
        fixed = (("clip_gradient", self.clip_gradient),)
        step = UpdateStep("Adamax", adamax_step, fixed, ("beta1", "beta2", "rescale_grad"), ("lr", "wd"))
        return step, (self.beta1, self.beta2, self.rescale_grad)


@builtin
class Nadam(_Moments):
    """Adam with Nesterov's momentum.

    Parameters
    ----------
    schedule_decay : float
        How fast the momentum reaches its full size: 0.96 to this power is what stays of the rest in a step.

    >>> mx.optimizer.Nadam(learning_rate=0.01).lr
    0.01
    """

    def __init__(
        self,
        learning_rate: float = 0.001,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-8,
        schedule_decay: float = 0.004,
        **kwargs: Any,
    ) -> None:
        super().__init__(beta1, beta2, epsilon, learning_rate=learning_rate, **kwargs)
        self.schedule_decay = schedule_decay
        self.m_schedule = 1.0  # over all weights together, as in MXNet

    _shares_numbers = False  # every weight moves ``m_schedule`` on

    def _momentum(self, t: int) -> float:
        return self.beta1 * (1.0 - 0.5 * pow(0.96, t * self.schedule_decay))

    def _numbers(self, index: Index, lr: float, wd: float) -> Sequence[float]:
        t = self._get_step(index)
        now, later = self._momentum(t), self._momentum(t + 1)
        self.m_schedule *= now
        return lr, wd, now, later, self.m_schedule, 1.0 - pow(self.beta2, t)

    def _formula(self, states: int) -> tuple[UpdateStep, Sequence[float]]:
        fixed = (("clip_gradient", self.clip_gradient), ("epsilon", self.epsilon))
        own = ("lr", "wd", "now", "later", "schedule", "square_bias")
        step = UpdateStep("Nadam", nadam_step, fixed, ("beta1", "beta2", "rescale_grad"), own)
        return step, (self.beta1, self.beta2, self.rescale_grad)


@builtin
class LAMB(_Moments):
    """Adam for large batches: each weight's step has the length ``lr`` times the weight's norm.

    Parameters
    ----------
    lower_bound : float | None
        The smallest norm of a weight that counts; None is no bound.
    upper_bound : float | None
        The largest norm of a weight that counts; None is no bound.
    bias_correction : bool
        Correct the means for beginning at zero.

    >>> mx.optimizer.LAMB(learning_rate=0.01).lr
    0.01
    """

    repeatable = True

    def __init__(
        self,
        learning_rate: float = 0.001,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-6,
        lower_bound: float | None = None,
        upper_bound: float | None = None,
        bias_correction: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(beta1, beta2, epsilon, learning_rate=learning_rate, **kwargs)
        self.lower_bound, self.upper_bound, self.bias_correction = lower_bound, upper_bound, bias_correction
        asked = "MXNET_OPTIMIZER_AGGREGATION_SIZE"
        self.aggregate_num = max(1, min(45, _config.lookup(asked) if _config.is_set(asked) else 45))

    def create_state(self, index: Index, weight: NDArray) -> Any:
        """The means of the gradient and of its square."""
        return zeros_like(weight, weight.stype), zeros_like(weight, weight.stype)

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Change a weight, or each of a list of them, by one step."""
        self._update_impl(index, weight, grad, state, False)

    def update_multi_precision(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Change weights by one step, through their float32 copies if they have them."""
        first = weight[0] if isinstance(index, (tuple, list)) else weight
        self._update_impl(index, weight, grad, state, self.multi_precision and is_half(first))

    @property
    def _takes_all(self) -> bool:
        """False: the norms of each weight are in no formula of one."""
        return False

    def _bounds(self) -> dict[str, Any]:
        bounds = {"lower_bound": self.lower_bound, "upper_bound": self.upper_bound}
        return {name: bound for name, bound in bounds.items() if bound}

    def _options(self, clip: str = "clip_gradient") -> dict[str, Any]:
        own = {"beta1": self.beta1, "beta2": self.beta2, "epsilon": self.epsilon}
        return {**super()._options(clip), **own, "bias_correction": self.bias_correction}

    def _update_impl(self, index: Any, weight: Any, grad: Any, state: Any, copied: bool) -> None:
        many = isinstance(index, (tuple, list))
        if many and self.aggregate_num > 1:
            self._step_many(index, weight, grad, state, copied)
        elif many:
            for row in zip(index, weight, grad, state, strict=True):
                self._step_one(*row, copied)
        else:
            self._step_one(index, weight, grad, state, copied)

    def _step_one(self, index: Index, weight: NDArray, grad: NDArray, state: Any, copied: bool) -> None:
        check_arrays("LAMB", weight, grad)
        self._update_count(index)
        lr, wd, t = self._get_lr(index), self._get_wd(index), self._get_step(index)
        options = self._options()
        if copied:
            copy, (mean, square) = state
            direction = nd.mp_lamb_update_phase1(weight, grad, mean, square, copy, wd=wd, t=t, **options)
            norms = copy.norm(), direction.norm()
            nd.mp_lamb_update_phase2(weight, direction, *norms, copy, lr=lr, out=weight, **self._bounds())
        else:
            mean, square = state
            direction = nd.lamb_update_phase1(weight, grad, mean, square, wd=wd, t=t, **options)
            norms = weight.norm(), direction.norm()
            nd.lamb_update_phase2(weight, direction, *norms, lr=lr, out=weight, **self._bounds())

    def _step_many(self, indices: Any, weights: Any, grads: Any, states: Any, copied: bool) -> None:
        steps, lrs, wds = [], [], []
        for index, weight, grad in zip(indices, weights, grads, strict=True):
            check_arrays("LAMB", weight, grad)
            self._update_count(index)
            steps.append(self._get_step(index))
            lrs.append(self._get_lr(index))
            wds.append(self._get_wd(index))
        options = {**self._options(), **self._bounds()}
        for at in range(0, len(weights), self.aggregate_num):
            part = slice(at, at + self.aggregate_num)
            copies, pairs = zip(*states[part], strict=True) if copied else ((), states[part])
            means, squares = zip(*pairs, strict=True)
            operator = getattr(nd.contrib, "multi_mp_lamb_update" if copied else "multi_lamb_update")
            operator(
                weights[part],
                grads[part],
                means,
                squares,
                *([copies] if copied else []),
                out=list(weights[part]),
                step_count=steps[part],
                lrs=lrs[part],
                wds=wds[part],
                **options,
            )
