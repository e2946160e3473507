"""Lines in the log, and a bar on the terminal."""

import math
import sys
import time
from typing import Any, TextIO

from mxnet._progress import Bar, shown
from mxnet.gluon.contrib.estimator._events import BatchBegin, BatchEnd, EpochBegin, EpochEnd, TrainBegin, TrainEnd
from mxnet.gluon.contrib.estimator.utils import _check_metrics
from mxnet.metric import EvalMetric


def _values(metrics: list[EvalMetric]) -> str:
    return ", ".join("{}: {:.4f}".format(*metric.get()) for metric in metrics)


class LoggingHandler(TrainBegin, TrainEnd, EpochBegin, EpochEnd, BatchBegin, BatchEnd):
    """Writes the metrics to the estimator's log.

    Parameters
    ----------
    log_interval : int or str
        After how many batches; 'epoch' for after epochs only.
    metrics : EvalMetric or list of EvalMetric
        Those to write, which must be the estimator's.
    priority : float
        Handlers of a lower one are called first.

    >>> mx.gluon.contrib.estimator.LoggingHandler("epoch").log_interval
    'epoch'
    """

    __module__ = "mxnet.gluon.contrib.estimator.event_handler"

    def __init__(self, log_interval: int | str = "epoch", metrics: Any = None, priority: float = math.inf) -> None:
        super().__init__()
        if not isinstance(log_interval, int) and log_interval != "epoch":
            raise ValueError(f"log_interval must be either an integer or string 'epoch', but got {log_interval!r}")
        self.metrics = _check_metrics(metrics)
        self.priority = priority
        self.log_interval = log_interval
        self._start()

    def _start(self) -> None:
        self.batch_index = 0
        self.current_epoch = 0
        self.processed_samples = 0
        self.log_interval_time = 0.0

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        self.train_start = time.time()
        trainer = estimator.trainer
        estimator.logger.info(
            "Training begin: using optimizer %s with current learning rate %.4f ",
            type(trainer.optimizer).__name__,
            trainer.learning_rate,
        )
        if estimator.max_epoch:
            estimator.logger.info("Train for %d epochs.", estimator.max_epoch)
        else:
            estimator.logger.info("Train for %d batches.", estimator.max_batch)
        self._start()

    def train_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        seconds = time.time() - self.train_start
        estimator.logger.info(
            f"Train finished using total {int(seconds)}s with {self.current_epoch} epochs. {_values(self.metrics)}"
        )

    def batch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        if isinstance(self.log_interval, int):
            self.batch_start = time.time()

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        if isinstance(self.log_interval, int):
            self.log_interval_time += time.time() - self.batch_start
            self.processed_samples += kwargs["batch"][0].shape[0]
            if self.batch_index % self.log_interval == 0:
                estimator.logger.info(
                    f"[Epoch {self.current_epoch}][Batch {self.batch_index}][Samples {self.processed_samples}] "
                    f"time/interval: {self.log_interval_time:.3f}s {_values(self.metrics)}"
                )
                self.log_interval_time = 0.0
        self.batch_index += 1

    def epoch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        self.epoch_start = time.time()
        if any("training" in metric.name for metric in self.metrics):
            estimator.logger.info(
                "[Epoch %d] Begin, current learning rate: %.4f", self.current_epoch, estimator.trainer.learning_rate
            )
        else:
            estimator.logger.info("Validation Begin")

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        seconds = time.time() - self.epoch_start
        message = f"[Epoch {self.current_epoch}] Finished in {seconds:.3f}s, {_values(self.metrics)}"
        estimator.logger.info(message.rstrip(", "))
        self.current_epoch += 1
        self.batch_index = 0


class ProgressBarHandler(TrainBegin, EpochBegin, BatchEnd, EpochEnd):
    """Draws a bar of each epoch's batches on the terminal or in a notebook, and its metrics at the end of it.

    tqdm draws it where that is installed and no ``stream`` is given; an estimator then has this handler by itself.
    Metrics are read only now and then, since reading one waits for all the work behind it.

    Parameters
    ----------
    metrics : EvalMetric or list of EvalMetric
        Those to show at the end of an epoch, which must be the estimator's.
    length : int
        Characters in the bar.
    stream : file
        Where to draw, by default the standard error; where that is no terminal, only whole bars are written.

    >>> isinstance(mx.gluon.contrib.estimator.ProgressBarHandler(), mx.gluon.contrib.estimator.EpochBegin)
    True
    """

    def __init__(
        self, metrics: Any = None, length: int = 40, stream: TextIO | None = None, priority: float = math.inf
    ) -> None:
        self.metrics = _check_metrics(metrics)
        self.length = length
        self.stream = stream
        self.priority = priority
        self.current_epoch = 0
        self._done = 0
        self._drawn = 0.0
        self._bar: Bar | None = None

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        self.current_epoch = 0

    def epoch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        self._done = 0
        self._begun = self._drawn = time.monotonic()
        if self.stream is None and shown():
            self._bar = Bar(f"Epoch {self.current_epoch}", getattr(estimator, "_epoch_length", None))

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        self._done += 1
        if self._bar is not None:
            self._bar.step(values=self._read)
            return
        now = time.monotonic()
        if now - self._drawn >= 0.1 and self._out().isatty():
            self._drawn = now
            self._draw(estimator, "\r")

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        if self._bar is not None:
            self._bar.write(self._read())
            self._bar.close()
            self._bar = None
            self.current_epoch += 1
            return
        start = "\r" if self._out().isatty() else ""
        values = _values(self.metrics)
        self._draw(estimator, start, f"  {values}\n" if values else "\n")
        self.current_epoch += 1

    def _read(self) -> list[tuple[str, float]]:
        return [pair for metric in self.metrics for pair in metric.get_name_value()]

    def _out(self) -> TextIO:
        return sys.stderr if self.stream is None else self.stream

    def _draw(self, estimator: Any, start: str, end: str = "") -> None:
        total = getattr(estimator, "_epoch_length", None) or self._done
        filled = self.length * min(self._done, total) // max(total, 1)
        rate = self._done / max(time.monotonic() - self._begun, 1e-9)
        bar = "#" * filled + "-" * (self.length - filled)
        out = self._out()
        out.write(f"{start}Epoch {self.current_epoch} [{bar}] {self._done}/{total} {rate:.1f} batches/s{end}")
        out.flush()
