"""The events of training that a handler may listen to: a class each."""

import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from mxnet.gluon.contrib.estimator.utils import as_list
from mxnet.metric import EvalMetric


class EventHandler:
    """The base of all handlers."""

    __module__ = "mxnet.gluon.contrib.estimator.event_handler"


def _check_event_handlers(handlers: Any) -> list[EventHandler]:
    """Handlers, one or several, as a list."""
    return as_list(handlers, EventHandler, "handlers must be an EventHandler or a list of EventHandler, got")


class TrainBegin(EventHandler):
    """Listens to the beginning of training.

    >>> issubclass(mx.gluon.contrib.estimator.StoppingHandler, mx.gluon.contrib.estimator.TrainBegin)
    True
    """

    __module__ = "mxnet.gluon.contrib.estimator.event_handler"

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Called before the first epoch."""


class TrainEnd(EventHandler):
    """Listens to the end of training.

    >>> issubclass(mx.gluon.contrib.estimator.LoggingHandler, mx.gluon.contrib.estimator.TrainEnd)
    True
    """

    __module__ = "mxnet.gluon.contrib.estimator.event_handler"

    def train_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Called after the last epoch."""


class EpochBegin(EventHandler):
    """Listens to the beginnings of epochs.

    >>> issubclass(mx.gluon.contrib.estimator.MetricHandler, mx.gluon.contrib.estimator.EpochBegin)
    True
    """

    __module__ = "mxnet.gluon.contrib.estimator.event_handler"

    def epoch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Called before each epoch."""


class EpochEnd(EventHandler):
    """Listens to the ends of epochs.

    >>> issubclass(mx.gluon.contrib.estimator.EarlyStoppingHandler, mx.gluon.contrib.estimator.EpochEnd)
    True
    """

    __module__ = "mxnet.gluon.contrib.estimator.event_handler"

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> bool | None:
        """Called after each epoch; True ends training."""
        return False


class BatchBegin(EventHandler):
    """Listens to the beginnings of batches.

    >>> issubclass(mx.gluon.contrib.estimator.MetricHandler, mx.gluon.contrib.estimator.BatchEnd)
    True
    """

    __module__ = "mxnet.gluon.contrib.estimator.event_handler"

    def batch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Called with ``batch`` before each one."""


class BatchEnd(EventHandler):
    """Listens to the ends of batches.

    >>> issubclass(mx.gluon.contrib.estimator.MetricHandler, mx.gluon.contrib.estimator.BatchEnd)
    True
    """

    __module__ = "mxnet.gluon.contrib.estimator.event_handler"

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> bool | None:
        """Called with ``batch``, ``pred``, ``label`` and ``loss`` after each one; True ends the epoch."""
        return False


class Counting(TrainBegin, BatchEnd, EpochEnd):
    """Knows how many batches and epochs of training are done, if handlers of these events count them."""

    __module__ = "mxnet.gluon.contrib.estimator.event_handler"

    current_batch = 0
    current_epoch = 0

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        self.current_batch = self.current_epoch = 0


def is_due(count: int, period: int | None) -> bool:
    """Whether a count has come to a multiple of a period; it never does without one."""
    return bool(period) and count % period == 0  # type: ignore[operator]


def comparison(mode: str, metric: EvalMetric, who: str) -> Callable[[Any, Any], Any]:
    """How values of a metric are compared: a smaller one is better in mode 'min', a larger one in 'max' and 'auto'."""
    if mode not in ("auto", "min", "max"):
        warnings.warn(f"{who} mode {mode} is unknown, fallback to auto mode.", RuntimeWarning, stacklevel=3)
        mode = "auto"
    if mode == "auto":
        # MXNet 1.9.1 takes the larger value whatever the metric is, and says so.
        warnings.warn(
            f"`greater` operator will be used to determine if {metric.get()[0]} has improved. Please specify "
            "`mode='min'` to use the `less` operator. Specify `mode='max' to disable this warning.`",
            stacklevel=3,
        )
    return np.less if mode == "min" else np.greater


def worst(better: Callable[[Any, Any], Any]) -> float:
    """The value that any other is better than."""
    return math.inf if better is np.less else -math.inf
