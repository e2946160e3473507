"""The loop of training, with handlers for what happens besides."""

import copy
import logging
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from mxnet._progress import shown
from mxnet._types import Contexts
from mxnet.context import Context, cpu, gpu, num_gpus
from mxnet.gluon._parameter import InitializerLike
from mxnet.gluon.block import Block
from mxnet.gluon.contrib.estimator.batch_processor import BatchProcessor
from mxnet.gluon.contrib.estimator.event_handler import (
    BatchBegin,
    BatchEnd,
    EpochBegin,
    EpochEnd,
    EventHandler,
    GradientUpdateHandler,
    LoggingHandler,
    MetricHandler,
    ProgressBarHandler,
    StoppingHandler,
    TrainBegin,
    TrainEnd,
    ValidationHandler,
    _check_event_handlers,
)
from mxnet.gluon.contrib.estimator.utils import _check_handler_metric_ref, _check_metrics, _suggest_metric_for_loss
from mxnet.gluon.data import DataLoader
from mxnet.gluon.loss import Loss
from mxnet.gluon.trainer import Trainer
from mxnet.gluon.utils import _need
from mxnet.metric import EvalMetric
from mxnet.metric import Loss as MetricLoss

__all__ = ["Estimator"]

_EVENTS: tuple[Any, ...] = (TrainBegin, EpochBegin, BatchBegin, BatchEnd, EpochEnd, TrainEnd)


class Estimator:
    """Trains and evaluates a network.

    Parameters
    ----------
    net : Block
    loss : Loss
    train_metrics, val_metrics : EvalMetric or list of EvalMetric
        By default accuracy, where the loss is softmax cross entropy, and the loss.
    initializer : Initializer
        For a network that is not initialized yet.
    trainer : Trainer
        By default one of SGD with a learning rate of 0.001.
    context : Context or list of Context
        Where to compute: the first GPU, or the CPU, by default.
    val_net, val_loss : Block, Loss
        For evaluation, if they are others.
    batch_processor : BatchProcessor
        What computes a batch.

    Examples
    --------
    >>> net = mx.gluon.nn.Dense(2)
    >>> data = mx.gluon.data.ArrayDataset(mx.nd.ones((8, 3)), mx.nd.zeros((8,)))
    >>> net.initialize()
    >>> trainer = mx.gluon.Trainer(net.collect_params(), 'sgd')
    >>> est = mx.gluon.contrib.estimator.Estimator(net, mx.gluon.loss.SoftmaxCELoss(), trainer=trainer)
    >>> est.logger.setLevel('WARNING')
    >>> est.fit(mx.gluon.data.DataLoader(data, batch_size=4), epochs=1)
    >>> [metric.name for metric in est.train_metrics]
    ['training accuracy', 'training softmaxcrossentropyloss']
    """

    max_epoch: int | None = None
    max_batch: int | None = None
    batch_axis = 0
    logger: Any = None
    _epoch_length: int | None = None

    def __init__(
        self,
        net: Block,
        loss: Loss,
        train_metrics: EvalMetric | list[EvalMetric] | None = None,
        val_metrics: EvalMetric | list[EvalMetric] | None = None,
        initializer: InitializerLike | None = None,
        trainer: Trainer | None = None,
        context: Contexts | None = None,
        val_net: Block | None = None,
        val_loss: Loss | None = None,
        batch_processor: BatchProcessor | None = None,
    ) -> None:
        self.net, self.loss = net, self._check_loss(loss)
        self._train_metrics, self._val_metrics = _check_metrics(train_metrics), _check_metrics(val_metrics)
        self._add_default_training_metrics()
        self._add_validation_metrics()
        self.val_net = net if val_net is None else val_net
        self.val_loss = self._check_loss(loss if val_loss is None else val_loss)
        self.context = self._check_context(context)
        self.batch_processor = self._check_batch_processor(batch_processor)
        self.logger = logging.Logger("Estimator", logging.INFO)
        self.logger.addHandler(logging.StreamHandler(sys.stdout))
        self._initialize(initializer)
        self.trainer = self._check_trainer(trainer)

    # --- what was given ----------------------------------------------------------------------------------------------

    def _check_loss(self, loss: Any) -> Loss:
        if not isinstance(loss, Loss):
            raise ValueError(f"loss must be a Loss, refer to gluon.loss.Loss:{loss}")
        return loss

    def _check_context(self, context: Any) -> list[Context]:
        count = num_gpus()
        if not context:
            if count > 1:
                warnings.warn(
                    "You have multiple GPUs, gpu(0) will be used by default. To utilize all your GPUs, specify context "
                    "as a list of gpus, e.g. context=[mx.gpu(0), mx.gpu(1)] ",
                    stacklevel=3,
                )
            return [gpu(0) if count else cpu()]
        contexts = [context] if isinstance(context, Context) else context
        if not isinstance(contexts, list) or not all(isinstance(c, Context) for c in contexts):
            raise ValueError(
                "context must be a Context or a list of Context, for example mx.cpu() or [mx.gpu(0), mx.gpu(1)], refer "
                f"to mxnet.Context:{context}"
            )
        available = [gpu(i) for i in range(count)]
        for ctx in contexts:
            _need(
                ctx in available or str(ctx).startswith("cpu"),
                f"{ctx} is not available, please make sure your context is in one of: "
                f"{', '.join(['mx.cpu()', *map(str, available)])}",
            )
        return contexts

    def _check_batch_processor(self, batch_processor: Any) -> Any:
        if batch_processor is None:
            return BatchProcessor()
        for name in ("fit_batch", "evaluate_batch"):
            if not callable(getattr(batch_processor, name, None)):
                raise ValueError("Customized Batch Processor must contain fit_batch() and evaluate_batch() methods")
        return batch_processor

    def _initialize(self, initializer: Any) -> None:
        if not self._is_initialized():
            self.net.initialize(init=initializer or None, ctx=self.context)
        elif initializer:
            warnings.warn(
                "Network already fully initialized, skipping initialization. You don't need to pass initializer if you "
                "already initialized your net. You can use net.initialize(init=your_initializer, force_reinit=True) to "
                "force re-initialize.",
                stacklevel=3,
            )

    def _is_initialized(self) -> bool:
        for param in self.net.collect_params().values():
            try:
                param.list_ctx()
            except RuntimeError:
                return False
        return True

    def _check_trainer(self, trainer: Any) -> Trainer:
        if isinstance(trainer, Trainer):
            return trainer
        if trainer:
            raise ValueError(f"Trainer must be a Gluon Trainer instance, refer to gluon.Trainer:{trainer}")
        warnings.warn("No trainer specified, default SGD optimizer with learning rate 0.001 is used.", stacklevel=3)
        return Trainer(self.net.collect_params(), "sgd", {"learning_rate": 0.001})

    # --- metrics -----------------------------------------------------------------------------------------------------

    def _add_default_training_metrics(self) -> None:
        if not self._train_metrics:
            suggested = _suggest_metric_for_loss(self.loss)
            self._train_metrics = [] if suggested is None else [suggested]
            self._train_metrics.append(MetricLoss(self.loss.name.rstrip("1234567890")))
        for metric in self._train_metrics:
            metric.name = "training " + metric.name

    def _add_validation_metrics(self) -> None:
        self._val_metrics = self._val_metrics or [copy.deepcopy(metric) for metric in self._train_metrics]
        for metric in self._val_metrics:
            of_training = "training" in metric.name
            metric.name = metric.name.replace("training", "validation") if of_training else f"validation {metric.name}"

    @property
    def train_metrics(self) -> list[EvalMetric]:
        """The metrics of training."""
        return self._train_metrics

    @property
    def val_metrics(self) -> list[EvalMetric]:
        """The metrics of validation."""
        return self._val_metrics

    # --- loops -------------------------------------------------------------------------------------------------------

    def evaluate(self, val_data: DataLoader, batch_axis: int = 0, event_handlers: Any = None) -> None:
        """Compute the metrics of validation on these data."""
        _check_loader(val_data)
        for metric in self.val_metrics:
            metric.reset()
        handlers = self._prepare_default_validation_handlers(event_handlers)
        _, epoch_begin, batch_begin, batch_end, epoch_end, _ = self._categorize_handlers(handlers)
        self._tell(epoch_begin, "epoch_begin")
        for _ in self._batches(val_data, self.batch_processor.evaluate_batch, batch_axis, batch_begin, batch_end):
            pass
        self._tell(epoch_end, "epoch_end")

    def _tell(self, handlers: list[Any], event: str, **details: Any) -> bool:
        """Tell handlers of an event; whether one of them answers that it is enough."""
        answers = [getattr(handler, event)(self, **details) for handler in handlers]
        return any(answers)

    def _batches(
        self, data: DataLoader, compute: Callable[..., Any], batch_axis: int, begin: list[Any], end: list[Any]
    ) -> Iterator[bool]:
        """Compute batch after batch; for each, whether it is enough."""
        for batch in data:
            self._tell(begin, "batch_begin", batch=batch)
            _, label, pred, loss = compute(self, batch, batch_axis)
            yield self._tell(end, "batch_end", batch=batch, pred=pred, label=label, loss=loss)

    def fit(
        self,
        train_data: DataLoader,
        val_data: DataLoader | None = None,
        epochs: int | None = None,
        event_handlers: Any = None,
        batches: int | None = None,
        batch_axis: int = 0,
    ) -> None:
        """Train for a number of epochs or of batches.

        Parameters
        ----------
        val_data : DataLoader
            Data to evaluate on after each epoch.
        event_handlers : EventHandler or list of EventHandler
            Those for updates, metrics, validation and logging are added where there are none of their kinds.
        batch_axis : int
            The axis along which a batch is divided among several contexts.
        """
        _check_loader(train_data)
        if (not epochs) == (not batches):
            raise ValueError(
                "Fit only support exactly one type of iteration, train by number of epochs or number of batches. "
                "Please specify one and only one of: epochs or batches."
            )
        self.max_epoch, self.max_batch, self.batch_axis = epochs, batches, batch_axis
        self._epoch_length = len(train_data)
        handlers = self._categorize_handlers(self._prepare_default_handlers(val_data, event_handlers))
        train_begin, epoch_begin, batch_begin, batch_end, epoch_end, train_end = handlers
        self._tell(train_begin, "train_begin")
        enough = False
        while not enough:
            self._tell(epoch_begin, "epoch_begin")
            for ends in self._batches(train_data, self.batch_processor.fit_batch, batch_axis, batch_begin, batch_end):
                if ends:
                    break
            enough = self._tell(epoch_end, "epoch_end")
        self._tell(train_end, "train_end")

    # --- handlers ----------------------------------------------------------------------------------------------------

    def _prepare_default_handlers(self, val_data: Any, event_handlers: Any) -> list[EventHandler]:
        handlers = _check_event_handlers(event_handlers)
        added: list[EventHandler] = [StoppingHandler(self.max_epoch, self.max_batch)]
        if not _any(handlers, GradientUpdateHandler):
            added.append(GradientUpdateHandler())
        if not _any(handlers, MetricHandler):
            added.append(MetricHandler(metrics=self.train_metrics))
        if val_data and not _any(handlers, ValidationHandler):
            added.append(ValidationHandler(val_data=val_data, eval_fn=self.evaluate))
        if not _any(handlers, LoggingHandler):
            added.append(LoggingHandler(metrics=self.train_metrics))
        if shown() and not _any(handlers, ProgressBarHandler):
            added.append(ProgressBarHandler(metrics=self.train_metrics))
        return _combine(handlers, added, {*self.train_metrics, *self.val_metrics})

    def _prepare_default_validation_handlers(self, event_handlers: Any) -> list[EventHandler]:
        handlers = _check_event_handlers(event_handlers)
        added: list[EventHandler] = []
        if not _any(handlers, MetricHandler):
            added.append(MetricHandler(metrics=self.val_metrics))
        if not _any(handlers, LoggingHandler):
            added.append(LoggingHandler(metrics=self.val_metrics))
        return _combine(handlers, added, set(self.val_metrics))

    def _categorize_handlers(self, event_handlers: Sequence[EventHandler]) -> tuple[list[Any], ...]:
        """The handlers of each event, from the beginning of training to its end."""
        return tuple([handler for handler in event_handlers if isinstance(handler, event)] for event in _EVENTS)


def _check_loader(data: Any) -> None:
    if not isinstance(data, DataLoader):
        raise ValueError(
            "Estimator only support input as Gluon DataLoader. Alternatively, you can transform your DataIter or any "
            f"NDArray into Gluon DataLoader. Refer to gluon.data.DataLoader; got {type(data).__name__}"
        )


def _any(handlers: Sequence[EventHandler], kind: type) -> bool:
    return any(isinstance(handler, kind) for handler in handlers)


def _combine(
    from_user: list[EventHandler], added: list[EventHandler], known_metrics: set[EvalMetric]
) -> list[EventHandler]:
    """The user's handlers and the defaults in the order of their priorities."""
    handlers = [*from_user, *added]
    if from_user and added:
        for handler in handlers:
            _check_handler_metric_ref(handler, known_metrics)
    return sorted(handlers, key=lambda handler: getattr(handler, "priority", 0))
