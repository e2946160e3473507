"""Checks of metrics."""

from typing import Any

from mxnet.gluon.loss import Loss, SoftmaxCrossEntropyLoss
from mxnet.metric import Accuracy, CompositeEvalMetric, EvalMetric


def as_list(objects: Any, kind: type, expected: str) -> list[Any]:
    """What may be one of a kind, several of it or nothing, as a list; an error says what was expected."""
    many = [objects] if isinstance(objects, kind) else objects or []
    if all(isinstance(each, kind) for each in many):
        return many
    raise ValueError(f"{expected}: {many}")


def _check_metrics(metrics: Any) -> list[EvalMetric]:
    """Metrics, one or several or composite, as a list."""
    if isinstance(metrics, CompositeEvalMetric):
        return [inner for metric in metrics.metrics for inner in _check_metrics(metric)]
    return as_list(
        metrics, EvalMetric, "metrics must be a Metric or a list of Metric, refer to mxnet.metric.EvalMetric"
    )


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
