"""Models saved while they train."""

import math
import re
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from mxnet.gluon.contrib.estimator._events import Counting, comparison, is_due, worst
from mxnet.gluon.utils import _need
from mxnet.metric import EvalMetric

_PERIOD = (
    "To use resume from checkpoint, you must only specify the same type of period you used for training. For example, "
    "if you are training based on number of epochs, you must save only based on epochs, and set batch_period to None."
)


class CheckpointHandler(Counting):
    """Saves parameters and the trainer's states every so often, the graph once, and perhaps the best model apart.

    Files are ``prefix-symbol.json``, ``prefix-epoch3batch120.params`` and ``.states``, and ``prefix-best.params`` and
    ``.states``.

    Parameters
    ----------
    monitor : EvalMetric
        The metric that says which model is best; one of the estimator's.
    verbose : int
        Above 0, saving is logged.
    mode : str
        Whether the 'min' or the 'max' of the metric is best; 'auto' is 'max'.
    epoch_period, batch_period : int
        After how many epochs or batches to save; None for never.
    max_checkpoints : int
        How many to keep; older ones are removed.
    resume_from_checkpoint : bool
        Begin with the last checkpoint in the folder, if there is one, and train for what is left.
    model_dir : str
        The folder of the files.
    model_prefix : str
        What their names begin with.
    save_best : bool
        Also keep the best by ``monitor``.

    >>> import tempfile
    >>> mx.gluon.contrib.estimator.CheckpointHandler(tempfile.mkdtemp()).model_prefix
    'model'
    """

    __module__ = "mxnet.gluon.contrib.estimator.event_handler"

    def __init__(
        self,
        model_dir: str,
        model_prefix: str = "model",
        monitor: EvalMetric | None = None,
        verbose: int = 0,
        save_best: bool = False,
        mode: str = "auto",
        epoch_period: int | None = 1,
        batch_period: int | None = None,
        max_checkpoints: int = 5,
        resume_from_checkpoint: bool = False,
    ) -> None:
        Path(model_dir).mkdir(parents=True, exist_ok=True)
        if save_best and not isinstance(monitor, EvalMetric):
            raise ValueError(
                "To save best model only, please provide one of the metric objects from estimator.train_metrics and "
                "estimator.val_metrics as monitor."
            )
        self.model_dir, self.model_prefix, self.verbose = model_dir, model_prefix, verbose
        self.epoch_period, self.batch_period, self.max_checkpoints = epoch_period, batch_period, max_checkpoints
        self.monitor, self.save_best, self.resume_from_checkpoint = monitor, save_best, resume_from_checkpoint
        self.saved_checkpoints: list[str] = []
        self.trained_epoch = self.trained_batch = -1
        if monitor is not None and save_best:
            self.monitor_op = comparison(mode, monitor, "ModelCheckpoint")
            self.best = worst(self.monitor_op)

    def _path(self, name: str) -> str:
        return str(Path(self.model_dir) / name)

    # --- events ------------------------------------------------------------------------------------------------------

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        super().train_begin(estimator)
        if self.save_best:
            self.best = worst(self.monitor_op)
        if self.resume_from_checkpoint:
            if estimator.max_batch:
                _need(self.batch_period and not self.epoch_period, _PERIOD)
            if estimator.max_epoch:
                _need(self.epoch_period and not self.batch_period, _PERIOD)
            self._resume(estimator)

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        if not self.current_batch:
            self._save_symbol(estimator)
        self._save_if(is_due(self.current_batch + 1, self.batch_period), estimator)
        self.current_batch += 1

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        self._save_if(is_due(self.current_epoch + 1, self.epoch_period), estimator)
        self.current_epoch += 1

    def _save_if(self, due: bool, estimator: Any) -> None:
        if due:
            self._save_checkpoint(estimator)

    # --- saving ------------------------------------------------------------------------------------------------------

    def _save_symbol(self, estimator: Any) -> None:
        path = self._path(f"{self.model_prefix}-symbol.json")
        graph = getattr(estimator.net, "_cached_graph", None)
        if graph:
            graph[1].save(path)
        else:
            estimator.logger.info(
                "Model architecture(symbol file) is not saved, please use HybridBlock to construct your model, and "
                "call net.hybridize() before passing to Estimator in order to save model architecture as %s.",
                path,
            )

    def _save_checkpoint(self, estimator: Any) -> None:
        epoch, batch = self.current_epoch, self.current_batch
        if self.resume_from_checkpoint:
            epoch += self.trained_epoch + 1
            batch += self.trained_batch + (0 if estimator.max_epoch else 1)
        prefix = f"{self.model_prefix}-epoch{epoch}batch{batch}"
        self._save_params_and_trainer(estimator, prefix)
        self.saved_checkpoints.append(prefix)
        if len(self.saved_checkpoints) > self.max_checkpoints:
            oldest = self.saved_checkpoints.pop(0)
            for ending in (".params", ".states"):
                Path(self._path(oldest + ending)).unlink(missing_ok=True)
        if self.verbose > 0:
            estimator.logger.info(
                "[Epoch %d] CheckpointHandler: trained total %d batches, saving model at %s with prefix: %s",
                self.current_epoch,
                self.current_batch + 1,
                self.model_dir,
                prefix,
            )
        if self.save_best:
            self._save_best(estimator)

    def _save_params_and_trainer(self, estimator: Any, file_prefix: str) -> None:
        estimator.net.save_parameters(self._path(f"{file_prefix}.params"))
        estimator.trainer.save_states(self._path(f"{file_prefix}.states"))

    def _save_best(self, estimator: Any) -> None:
        name, value = self.monitor.get()  # type: ignore[union-attr]
        if math.isnan(value):
            warnings.warn(
                f"Skipping save best because {name} is not updated, make sure you pass one of the metric objects "
                "estimator.train_metrics and estimator.val_metrics as monitor",
                RuntimeWarning,
                stacklevel=2,
            )
            return
        if not self.monitor_op(value, self.best):
            if self.verbose > 0:
                estimator.logger.info(
                    "[Epoch %d] CheckpointHandler: %s did not improve from %0.5f, skipping updating best model",
                    self.current_epoch,
                    name,
                    self.best,
                )
            return
        prefix = f"{self.model_prefix}-best"
        self._save_params_and_trainer(estimator, prefix)
        if self.verbose > 0:
            estimator.logger.info(
                "[Epoch %d] CheckpointHandler: %s improved from %0.5f to %0.5f, updating best model at %s with "
                "prefix: %s",
                self.current_epoch,
                name,
                self.best,
                value,
                self.model_dir,
                prefix,
            )
        self.best = np.float64(value)

    # --- resuming ----------------------------------------------------------------------------------------------------

    def _resume(self, estimator: Any) -> None:
        """Load the last checkpoint of the folder, and train for fewer epochs or batches by those it has behind it."""
        self.trained_epoch, self.trained_batch = self._last_checkpoint()
        if self.trained_epoch == -1:
            goal = f"{estimator.max_batch} batches" if estimator.max_batch else f"{estimator.max_epoch} epochs"
            estimator.logger.info(f"CheckpointHandler: No checkpoint found, training from scratch for {goal}")
            return
        left = []
        for kind, trained in (("epoch", self.trained_epoch), ("batch", self.trained_batch)):
            goal = getattr(estimator, f"max_{kind}")
            if not goal:
                continue
            if trained >= goal - 1:
                raise ValueError(
                    f"Found checkpoint with maximum number of {kind} {goal} reached, please specify "
                    "resume_from_checkpoint=False (default value) if you wan to train from scratch."
                )
            setattr(estimator, f"max_{kind}", goal - trained - 1)
            left.append(f"{goal - trained - 1} {'epochs' if kind == 'epoch' else 'batches'}")
        prefix = self._path(f"{self.model_prefix}-epoch{self.trained_epoch}batch{self.trained_batch}")
        for ending in (".params", ".states"):
            _need(Path(prefix + ending).exists(), f"Failed to load checkpoint, {prefix}{ending} does not exist")
        estimator.net.load_parameters(f"{prefix}.params", ctx=estimator.context)
        estimator.trainer.load_states(f"{prefix}.states")
        estimator.logger.warning(
            f"CheckpointHandler: Checkpoint resumed from epoch {self.trained_epoch} batch {self.trained_batch}, "
            f"continue to train for {' '.join(left)} "
        )

    def _last_checkpoint(self) -> tuple[int, int]:
        """Epoch and batch of the last checkpoint, -1 if there is none."""
        form = re.compile(rf"{re.escape(self.model_prefix)}-epoch(\d+)batch(\d+)\.params\Z")
        last = (-1, -1)
        for file in Path(self.model_dir).iterdir():
            if not file.name.startswith(f"{self.model_prefix}-epoch") or ".params" not in file.name:
                continue
            match = form.match(file.name)
            if match is None:
                raise ValueError(
                    f"Error parsing checkpoint file {file}, please check your checkpoints have the format: "
                    "{model_name}-epoch{epoch_number}batch{batch_number}.params, there should also be a .states file "
                    "for each .params file"
                )
            last = max(last, (int(match[1]), int(match[2])))
        return last
