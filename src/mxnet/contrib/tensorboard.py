"""Metrics for TensorBoard."""

import importlib
import logging
from typing import Any


class LogMetricsCallback:
    """A batch-end or evaluation-end callback that writes metrics for TensorBoard, which the package mxboard does.

    ``logging_dir`` is where event files go; with ``prefix`` a metric is called ``prefix-name``.

    Parameters
    ----------
    logging_dir : str
        The folder of the event files.
    prefix : str | None
        What the names of values begin with.

    >>> isinstance(mx.contrib.tensorboard.LogMetricsCallback, type)
    True
    """

    def __init__(self, logging_dir: str, prefix: str | None = None) -> None:
        self.prefix = prefix
        try:
            self.summary_writer: Any = importlib.import_module("mxboard").SummaryWriter(logging_dir)
        except ImportError:
            logging.error("You can install mxboard via `pip install mxboard`.")

    def __call__(self, param: Any) -> None:
        """Write the metric as it is now."""
        if param.eval_metric is None:
            return
        for name, value in param.eval_metric.get_name_value():
            shown = name if self.prefix is None else f"{self.prefix}-{name}"
            self.summary_writer.add_scalar(shown, value, global_step=param.epoch)
