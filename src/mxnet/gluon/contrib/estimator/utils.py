"""Checks of metrics."""

from typing import Any

from mxnet.gluon.loss import Loss, SoftmaxCrossEntropyLoss
from mxnet.metric import Accuracy, CompositeEvalMetric, EvalMetric


def _check_metrics(metrics: Any) -> list[EvalMetric]:
    """Metrics, one or several or composite, as a list."""
    if isinstance(metrics, CompositeEvalMetric):
        return [inner for metric in metrics.metrics for inner in _check_metrics(metric)]
    if isinstance(metrics, EvalMetric):
        return [metrics]
    metrics = metrics or []
    if not all(isinstance(metric, EvalMetric) for metric in metrics):
        raise ValueError(f"metrics must be a Metric or a list of Metric, refer to mxnet.metric.EvalMetric: {metrics}")
    return metrics


def _check_handler_metric_ref(handler: Any, known_metrics: set[EvalMetric]) -> None:
    """Check that a handler's metrics are among the estimator's, which alone are updated."""
    for attribute in dir(handler):
        if "metric" not in attribute:
            continue
        reference = getattr(handler, attribute)
        for metric in reference if isinstance(reference, list) else [reference] if reference else []:
            _check_metric_known(handler, metric, known_metrics)


def _check_metric_known(handler: Any, metric: Any, known_metrics: set[EvalMetric]) -> None:
    if metric not in known_metrics:
        raise ValueError(
            f"Event handler {type(handler).__name__} refers to a metric instance {metric} outside of the known "
            "training and validation metrics. Please use the metrics from estimator.train_metrics and "
            "estimator.val_metrics instead."
        )


def _suggest_metric_for_loss(loss: Loss) -> EvalMetric | None:
    """A metric that fits a loss, if there is one."""
    return Accuracy() if isinstance(loss, SoftmaxCrossEntropyLoss) else None
