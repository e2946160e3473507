"""Learning rates that change with the number of updates made."""

import logging
from bisect import bisect_left
from collections.abc import Iterable
from itertools import pairwise
from math import cos, inf, pi

_LOWERED = "Update[%d]: Change learning rate to %0.5e"
_LOWEST = "Update[%d]: now learning rate arrived at %0.5e, will not change in the future"


class LRScheduler:
    """The base of schedulers: a function from the number of updates to the learning rate.

    During the first ``warmup_steps`` updates the rate rises from ``warmup_begin_lr`` to ``base_lr``, or stays at
    ``warmup_begin_lr`` if ``warmup_mode`` is ``"constant"``.

    >>> mx.lr_scheduler.LRScheduler(base_lr=0.1).base_lr
    0.1
    """

    def __init__(
        self, base_lr: float = 0.01, warmup_steps: int = 0, warmup_begin_lr: float = 0, warmup_mode: str = "linear"
    ) -> None:
        if not isinstance(warmup_steps, int):
            raise AssertionError(f"warmup_steps must be an int, received {warmup_steps!r}")
        if warmup_begin_lr > base_lr:
            raise ValueError(
                f"Base lr has to be higher than warmup_begin_lr, received base_lr={base_lr} and "
                f"warmup_begin_lr={warmup_begin_lr}"
            )
        if warmup_steps < 0:
            raise ValueError(f"Warmup steps has to be positive or 0, received {warmup_steps}")
        if warmup_mode not in ("linear", "constant"):
            raise ValueError(f"Supports only linear and constant modes of warmup, received {warmup_mode!r}")
        self.base_lr = base_lr
        self.warmup_steps = warmup_steps
        self.warmup_final_lr = base_lr
        self.warmup_begin_lr = warmup_begin_lr
        self.warmup_mode = warmup_mode

    def get_warmup_lr(self, num_update: int) -> float:
        """The learning rate at an update of the warm-up."""
        if num_update >= self.warmup_steps:
            raise AssertionError(f"the warm-up ends after {self.warmup_steps} updates, received {num_update}")
        if self.warmup_mode == "linear":
            rise = self.warmup_final_lr - self.warmup_begin_lr
            return self.warmup_begin_lr + rise * float(num_update) / float(self.warmup_steps)
        if self.warmup_mode == "constant":
            return self.warmup_begin_lr
        raise ValueError(f"Invalid warmup mode {self.warmup_mode}")

    def __call__(self, num_update: int) -> float:
        """The learning rate when the weight updated most often has been updated this many times."""
        raise NotImplementedError(f"{type(self).__name__} must override __call__(self, num_update)")


def _check_factor(factor: float) -> None:
    if factor > 1.0:
        raise ValueError(f"Factor must be no more than 1 to make lr reduce, received {factor}")


class _AfterWarmup(LRScheduler):
    """A schedule that begins where the warm-up ends."""

    def __call__(self, num_update: int) -> float:
        """The learning rate after this many updates."""
        return self.get_warmup_lr(num_update) if num_update < self.warmup_steps else self._rate(num_update)

    def _rate(self, num_update: int) -> float:
        raise NotImplementedError


class _Stepped(_AfterWarmup):
    """A learning rate multiplied by ``factor`` whenever the updates pass a boundary, the last of which is ``count``."""

    factor: float
    count: int = 0
    stop_factor_lr: float = -inf

    def _passed(self, num_update: int) -> Iterable[int]:
        """The boundaries below this number of updates that were not passed before: several if training is resumed."""
        raise NotImplementedError

    def _rate(self, num_update: int) -> float:
        for boundary in self._passed(num_update):
            self.count = boundary
            reduced = self.base_lr * self.factor
            self.base_lr = max(reduced, self.stop_factor_lr)
            message = _LOWERED if reduced >= self.stop_factor_lr else _LOWEST
            logging.info(message, num_update, self.base_lr)
        return self.base_lr


class FactorScheduler(_Stepped):
    """Multiplies the learning rate by ``factor`` after every ``step`` updates, down to ``stop_factor_lr``.

    Parameters
    ----------
    step : int
        After how many steps.
    stop_factor_lr : float
        The smallest rate.

    >>> rate = mx.lr_scheduler.FactorScheduler(step=10, factor=0.5, base_lr=1.0)
    >>> [rate(n) for n in (10, 11, 21)]
    [1.0, 0.5, 0.25]
    """

    def __init__(
        self,
        step: int,
        factor: float = 1,
        stop_factor_lr: float = 1e-8,
        base_lr: float = 0.01,
        warmup_steps: int = 0,
        warmup_begin_lr: float = 0,
        warmup_mode: str = "linear",
    ) -> None:
        super().__init__(base_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        if step < 1:
            raise ValueError(f"Schedule step must be greater or equal than 1 round, received {step}")
        _check_factor(factor)
        self.step, self.factor, self.count = step, factor, 0
        self.stop_factor_lr = stop_factor_lr

    def _passed(self, num_update: int) -> Iterable[int]:
        return range(self.count + self.step, num_update, self.step)


class MultiFactorScheduler(_Stepped):
    """Multiplies the learning rate by ``factor`` after each of the updates listed in ``step``.

    Parameters
    ----------
    step : list[int]
        After which steps, a rising list.

    >>> rate = mx.lr_scheduler.MultiFactorScheduler([5, 10], factor=0.5, base_lr=1)
    >>> rate(4), rate(7)
    (1, 0.5)
    """

    def __init__(
        self,
        step: list[int],
        factor: float = 1,
        base_lr: float = 0.01,
        warmup_steps: int = 0,
        warmup_begin_lr: float = 0,
        warmup_mode: str = "linear",
    ) -> None:
        super().__init__(base_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        if not isinstance(step, list) or not step:
            raise AssertionError(f"step must be a list of at least one number of updates, received {step!r}")
        if any(later <= earlier for earlier, later in pairwise(step)):
            raise ValueError(f"Schedule step must be an increasing integer list, received {step}")
        if step[0] < 1:
            raise ValueError(f"Schedule step must be greater or equal than 1 round, received {step}")
        _check_factor(factor)
        self.step, self.factor, self.count = step, factor, 0
        self.cur_step_ind = 0  # how many of the steps are passed

    def _passed(self, num_update: int) -> Iterable[int]:
        before, self.cur_step_ind = self.cur_step_ind, bisect_left(self.step, num_update, self.cur_step_ind)
        return self.step[before : self.cur_step_ind]


class _Falling(_AfterWarmup):
    """A learning rate that falls to ``final_lr`` by ``max_update`` updates, along a curve from 1 to 0."""

    def __init__(
        self,
        max_update: int,
        base_lr: float = 0.01,
        final_lr: float = 0,
        warmup_steps: int = 0,
        warmup_begin_lr: float = 0,
        warmup_mode: str = "linear",
    ) -> None:
        super().__init__(base_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        if not isinstance(max_update, int):
            raise AssertionError(f"max_update must be an int, received {max_update!r}")
        if max_update < 1:
            raise ValueError(f"maximum number of updates must be strictly positive, received {max_update}")
        self.base_lr_orig, self.final_lr = base_lr, final_lr
        self.max_update, self.max_steps = max_update, max_update - self.warmup_steps

    def _curve(self, done: float) -> float:
        raise NotImplementedError

    def _rate(self, num_update: int) -> float:
        if num_update <= self.max_update:
            height = self._curve(num_update - self.warmup_steps)
            self.base_lr = self.final_lr + (self.base_lr_orig - self.final_lr) * height
        return self.base_lr


class PolyScheduler(_Falling):
    """A learning rate that falls as ``(1 - n / max_update) ** pwr``.

    Parameters
    ----------
    pwr : float
        The power.

    >>> rate = mx.lr_scheduler.PolyScheduler(max_update=10, base_lr=1, pwr=1)
    >>> rate(5)
    0.5
    """

    def __init__(
        self,
        max_update: int,
        base_lr: float = 0.01,
        pwr: float = 2,
        final_lr: float = 0,
        warmup_steps: int = 0,
        warmup_begin_lr: float = 0,
        warmup_mode: str = "linear",
    ) -> None:
        super().__init__(max_update, base_lr, final_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        self.power = pwr

    def _curve(self, done: float) -> float:
        return pow(1 - float(done) / float(self.max_steps), self.power)


class CosineScheduler(_Falling):
    """A learning rate that falls along half a wave of the cosine.

    >>> rate = mx.lr_scheduler.CosineScheduler(max_update=10, base_lr=1, final_lr=0)
    >>> rate(5)
    0.5
    """

    def _curve(self, done: float) -> float:
        return (1 + cos(pi * done / self.max_steps)) / 2
