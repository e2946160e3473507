"""The learning rate schedulers of MXNet's first versions; ``mx.lr_scheduler`` has their successors."""

import logging


class LearningRateScheduler:
    """The base of schedulers: a function from the number of updates to the learning rate."""

    def __init__(self) -> None:
        self.base_lr = 0.01

    def __call__(self, iteration: int) -> float:
        """The learning rate at an update."""
        raise NotImplementedError(f"{type(self).__name__} must override __call__(self, iteration)")


class FactorScheduler(LearningRateScheduler):
    """Multiplies the learning rate by ``factor`` at every ``step``-th update.

    >>> rate = mx.misc.FactorScheduler(step=10, factor=0.5)
    >>> [rate(n) for n in (9, 10, 20)]
    [0.01, 0.005, 0.0025]
    """

    def __init__(self, step: int, factor: float = 0.1) -> None:
        super().__init__()
        for holds, expected in (
            (step >= 1, f"Schedule step must be greater or equal than 1 round, received {step}"),
            (factor < 1.0, f"Factor must be less than 1 to make lr reduce, received {factor}"),
        ):
            if not holds:
                raise ValueError(expected)
        self.step, self.factor = step, factor
        self.old_lr, self.init = self.base_lr, False  # the rate of the last call, once there was one

    def __call__(self, iteration: int) -> float:
        """The learning rate at an update; a change is logged."""
        before = self.old_lr if self.init else self.base_lr
        self.old_lr, self.init = self.base_lr * self.factor ** int(iteration / self.step), True
        if self.old_lr != before:
            logging.info("At Iteration [%d]: Swith to new learning rate %.5f", iteration, self.old_lr)
        return self.old_lr
