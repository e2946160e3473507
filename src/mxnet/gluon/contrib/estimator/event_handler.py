"""Handlers of the events of training: what an estimator does beside computing."""

import math
import warnings
from typing import Any

import numpy as np

from mxnet.gluon.contrib.estimator._checkpoints import CheckpointHandler as CheckpointHandler
from mxnet.gluon.contrib.estimator._events import BatchBegin as BatchBegin
from mxnet.gluon.contrib.estimator._events import BatchEnd as BatchEnd
from mxnet.gluon.contrib.estimator._events import Counting, comparison, is_due, worst
from mxnet.gluon.contrib.estimator._events import EpochBegin as EpochBegin
from mxnet.gluon.contrib.estimator._events import EpochEnd as EpochEnd
from mxnet.gluon.contrib.estimator._events import EventHandler as EventHandler
from mxnet.gluon.contrib.estimator._events import TrainBegin as TrainBegin
from mxnet.gluon.contrib.estimator._events import TrainEnd as TrainEnd
from mxnet.gluon.contrib.estimator._events import _check_event_handlers as _check_event_handlers
from mxnet.gluon.contrib.estimator._logging import LoggingHandler as LoggingHandler
from mxnet.gluon.contrib.estimator._logging import ProgressBarHandler as ProgressBarHandler
from mxnet.gluon.contrib.estimator.utils import _check_metrics
from mxnet.metric import CompositeEvalMetric, EvalMetric
from mxnet.metric import Loss as MetricLoss

__all__ = [
    "BatchBegin",
    "BatchEnd",
    "CheckpointHandler",
    "EarlyStoppingHandler",
    "EpochBegin",
    "EpochEnd",
    "GradientUpdateHandler",
    "LoggingHandler",
    "MetricHandler",
    "ProgressBarHandler",
    "StoppingHandler",
    "TrainBegin",
    "TrainEnd",
    "ValidationHandler",
]


class StoppingHandler(Counting):
    """Ends training after a number of epochs or of batches, which are the estimator's.

    Parameters
    ----------
    max_epoch : int | None
        After how many epochs training ends.
    max_batch : int | None
        After how many batches.

    >>> mx.gluon.contrib.estimator.StoppingHandler(max_epoch=3).max_epoch
    3
    """

    def __init__(self, max_epoch: int | None = None, max_batch: int | None = None) -> None:
        self.max_epoch, self.max_batch, self.stop_training = max_epoch, max_batch, False

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        super().train_begin(estimator)
        self.max_epoch, self.max_batch = estimator.max_epoch, estimator.max_batch

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> bool:
        self.current_batch += 1
        self.stop_training = self.stop_training or self.current_batch == self.max_batch
        return self.stop_training

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> bool:
        self.current_epoch += 1
        self.stop_training = self.stop_training or self.current_epoch == self.max_epoch
        return self.stop_training


class MetricHandler(EpochBegin, BatchEnd):
    """Updates metrics after each batch, and begins anew with each epoch.

    >>> len(mx.gluon.contrib.estimator.MetricHandler([mx.metric.Accuracy()]).metrics)
    1
    """

    def __init__(self, metrics: Any, priority: float = -1000) -> None:
        self.metrics = _check_metrics(metrics)
        self.priority = priority  # low: other handlers read what this one updates

    def epoch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        for metric in self.metrics:
            metric.reset()

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        for metric in self.metrics:
            if isinstance(metric, MetricLoss):
                metric.update(0, kwargs["loss"])
            else:
                metric.update(kwargs["label"], kwargs["pred"])


class ValidationHandler(Counting):
    """Evaluates on other data every so often.

    Parameters
    ----------
    val_data : DataLoader
    eval_fn : function
        Usually ``estimator.evaluate``.
    epoch_period, batch_period : int
        After how many epochs or batches; None for never.
    event_handlers : EventHandler or list of EventHandler
        Handlers of the evaluation's events.

    >>> handler = mx.gluon.contrib.estimator.ValidationHandler([], eval_fn=lambda val_data, batch_axis: None,
    ...     epoch_period=2)
    >>> handler.epoch_period
    2
    """

    def __init__(
        self,
        val_data: Any,
        eval_fn: Any,
        epoch_period: int | None = 1,
        batch_period: int | None = None,
        priority: float = -1000,
        event_handlers: Any = None,
    ) -> None:
        self.val_data, self.eval_fn, self.event_handlers = val_data, eval_fn, event_handlers
        self.epoch_period, self.batch_period, self.priority = epoch_period, batch_period, priority

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        self.current_batch += 1
        self._evaluate_if(is_due(self.current_batch, self.batch_period), estimator)

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        self.current_epoch += 1
        self._evaluate_if(is_due(self.current_epoch, self.epoch_period), estimator)

    def _evaluate_if(self, due: bool, estimator: Any) -> None:
        if due:
            self.eval_fn(val_data=self.val_data, batch_axis=estimator.batch_axis, event_handlers=self.event_handlers)


class EarlyStoppingHandler(TrainBegin, EpochEnd, TrainEnd):
    """Ends training when a metric has stopped improving.

    Parameters
    ----------
    monitor : EvalMetric
        One of the estimator's.
    min_delta : float
        The least change that counts as an improvement.
    patience : int
        Epochs without one after which training ends.
    mode : str
        Whether the 'min' or the 'max' of the metric is best; 'auto' is 'max'.
    baseline : float
        The value to improve on at first.

    >>> mx.gluon.contrib.estimator.EarlyStoppingHandler(mx.metric.Accuracy(), patience=2).patience
    2
    """

    def __init__(
        self,
        monitor: EvalMetric,
        min_delta: float = 0,
        patience: int = 0,
        mode: str = "auto",
        baseline: float | None = None,
    ) -> None:
        super().__init__()
        if not isinstance(monitor, EvalMetric):
            raise ValueError(
                "Please provide one of the metric objects from estimator.train_metrics and estimator.val_metrics as "
                "monitor."
            )
        if isinstance(monitor, CompositeEvalMetric):
            raise ValueError(
                "CompositeEvalMetric is not supported for EarlyStoppingHandler, please specify a simple metric instead."
            )
        self.monitor = monitor
        self.baseline = baseline
        self.patience = patience
        self.monitor_op = comparison(mode, monitor, "EarlyStopping")
        self.min_delta = -min_delta if self.monitor_op is np.less else min_delta
        self._start()

    def _start(self) -> None:
        self.wait = self.stopped_epoch = self.current_epoch = 0
        self.stop_training = False
        self.best = worst(self.monitor_op) if self.baseline is None else self.baseline

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        self._start()

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> bool:
        name, value = self.monitor.get()
        if math.isnan(value):
            warnings.warn(
                f"{name} is not updated, make sure you pass one of the metric objects from estimator.train_metrics and "
                "estimator.val_metrics as monitor.",
                RuntimeWarning,
                stacklevel=2,
            )
        else:
            self._judge(value)
        self.current_epoch += 1
        return self.stop_training

    def _judge(self, value: float) -> None:
        """Compare the value of an epoch with the best one, and stop if the best is too long ago."""
        improved = self.monitor_op(value - self.min_delta, self.best)
        self.best, self.wait = (value, 0) if improved else (self.best, self.wait + 1)
        if not improved and self.wait >= self.patience:
            self.stopped_epoch, self.stop_training = self.current_epoch, True

    def train_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        if self.stopped_epoch > 0:
            estimator.logger.info(
                "[Epoch %d] EarlyStoppingHanlder: early stopping due to %s not improving",
                self.stopped_epoch,
                self.monitor.get()[0],
            )


class GradientUpdateHandler(BatchEnd):
    """Updates the parameters after each batch.

    >>> mx.gluon.contrib.estimator.GradientUpdateHandler().priority < 0
    True
    """

    def __init__(self, priority: float = -2000) -> None:
        self.priority = priority  # lowest: everything else sees the new parameters

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        losses = kwargs["loss"]
        batch_size = sum(loss.shape[0] for loss in (losses if isinstance(losses, list) else [losses]))
        estimator.trainer.step(batch_size)
