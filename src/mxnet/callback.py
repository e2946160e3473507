"""What training loops call after a batch or an epoch: checkpoints, speed, progress."""

import logging
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from mxnet._checkpoint import after_epochs, save_checkpoint


def module_checkpoint(
    mod: Any, prefix: str, period: int = 1, save_optimizer_states: bool = False
) -> Callable[..., None]:
    """An epoch-end callback that saves a module every ``period`` epochs.

    >>> module = mx.mod.Module(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2), label_names=None)
    >>> module.bind([("data", (1, 3))])
    >>> module.init_params()
    >>> mx.callback.module_checkpoint(module, "module")(0)
    >>> import os
    >>> "module-0001.params" in os.listdir()
    True
    """
    return after_epochs(period, lambda epochs, *_: mod.save_checkpoint(prefix, epochs, save_optimizer_states))


def do_checkpoint(prefix: str, period: int = 1) -> Callable[..., None]:
    """An epoch-end callback that saves network and parameters every ``period`` epochs.

    >>> save = mx.callback.do_checkpoint("net", period=2)
    >>> for epoch in range(3):
    ...     save(epoch, mx.sym.var("data"), {}, {})
    >>> import os
    >>> sorted(name for name in os.listdir() if name.endswith(".params"))
    ['net-0002.params']
    """
    return after_epochs(period, partial(save_checkpoint, prefix))


def _log_metric(metric: Any, message: str, *place: int) -> None:
    """Log a line for each value of a metric: the place in training, its name and the value."""
    for pair in metric.get_name_value():
        logging.info(message, *place, *pair)


def log_train_metric(period: int, auto_reset: bool = False) -> Callable[[Any], None]:
    """A batch-end callback that logs the metric every ``period`` batches, and may reset it then.

    >>> metric = mx.metric.Accuracy()
    >>> metric.update([mx.nd.array([1])], [mx.nd.array([[0.2, 0.8]])])
    >>> log = mx.callback.log_train_metric(10)
    >>> log(mx.model.BatchEndParam(epoch=0, nbatch=10, eval_metric=metric, locals=None))
    """

    def log(param: Any) -> None:
        metric = param.eval_metric
        if metric is not None and param.nbatch % period == 0:
            _log_metric(metric, "Iter[%d] Batch[%d] Train-%s=%f", param.epoch, param.nbatch)
            if auto_reset:
                metric.reset_local()

    return log


@dataclass(eq=False, repr=False)
class Speedometer:
    """A batch-end callback that logs samples a second, and the metric, every ``frequent`` batches.

    With ``auto_reset`` the metric is of these batches alone.

    Parameters
    ----------
    frequent : int
        After how many batches a line is written.
    auto_reset : bool
        Reset the metric after each line.

    >>> mx.callback.Speedometer(32, frequent=10).frequent
    10
    """

    batch_size: int
    frequent: int = 50
    auto_reset: bool = True
    init: bool = field(default=False, init=False)  # whether the clock runs
    tic: float = field(default=0.0, init=False)
    last_count: int = field(default=0, init=False)

    def __call__(self, param: Any) -> None:
        """Note a batch."""
        count = param.nbatch
        if self.last_count > count:  # a new epoch
            self.init = False
        self.last_count = count
        if not self.init:
            self.init = True
            self.tic = time.time()
        elif count % self.frequent == 0:
            self._report(param, count)
            self.tic = time.time()

    def _report(self, param: Any, count: int) -> None:
        metric = param.eval_metric
        pairs = [] if metric is None else metric.get_name_value()  # waits for the batches that the speed is of
        passed = time.time() - self.tic
        speed = self.frequent * self.batch_size / passed if passed > 0 else math.inf
        if metric is None:
            logging.info("Iter[%d] Batch [%d]\tSpeed: %.2f samples/sec", param.epoch, count, speed)
            return
        start = count - self.frequent if self.auto_reset else 0
        if self.auto_reset:
            metric.reset_local()
        values = [part for pair in pairs for part in pair]
        message = "Epoch[%d] Batch [%d-%d]\tSpeed: %.2f samples/sec" + "\t%s=%f" * len(pairs)
        logging.info(message, param.epoch, start, count, speed, *values)


class ProgressBar:
    """A batch-end callback that logs a bar of ``length`` characters for ``total`` batches.

    Parameters
    ----------
    total : int
        How many batches an epoch has.
    length : int
        How many characters the bar is long.

    >>> callable(mx.callback.ProgressBar(total=10))
    True
    """

    def __init__(self, total: int, length: int = 80) -> None:
        self.bar_len = length
        self.total = total

    def __call__(self, param: Any) -> None:
        """Note a batch."""
        filled = round(self.bar_len * param.nbatch / float(self.total))
        percents = math.ceil(100.0 * param.nbatch / float(self.total))
        bar = "=" * filled + "-" * (self.bar_len - filled)
        logging.info("[%s] %s%s\r", bar, percents, "%")


class LogValidationMetricsCallback:
    """An evaluation-end callback that logs the metric.

    >>> callable(mx.callback.LogValidationMetricsCallback())
    True
    """

    def __call__(self, param: Any) -> None:
        """Log the metric of an epoch."""
        if param.eval_metric:
            _log_metric(param.eval_metric, "Epoch[%d] Validation-%s=%f", param.epoch)
