"""What is computed for a batch."""

from typing import Any

from mxnet import autograd
from mxnet.context import Context
from mxnet.gluon.utils import split_and_load
from mxnet.ndarray import NDArray

__all__ = ["BatchProcessor"]

Result = tuple[list[NDArray], list[NDArray], list[Any], list[NDArray]]


class BatchProcessor:
    """Computes a batch for an ``Estimator``; derive from it where a batch is not one of data and label.

    >>> hasattr(mx.gluon.contrib.estimator.BatchProcessor(), "fit_batch")
    True
    """

    def __init__(self) -> None:
        pass

    def _get_data_and_label(
        self, batch: Any, ctx: list[Context], batch_axis: int = 0
    ) -> tuple[list[NDArray], list[NDArray]]:
        data, label = (split_and_load(part, ctx, batch_axis) for part in (batch[0], batch[1]))
        return data, label

    def evaluate_batch(self, estimator: Any, val_batch: Any, batch_axis: int = 0) -> Result:
        """Data, labels, predictions and losses of a batch of validation, a list each."""
        data, label = self._get_data_and_label(val_batch, estimator.context, batch_axis)
        return data, label, *_predict(estimator.val_net, estimator.val_loss, data, label)

    def fit_batch(self, estimator: Any, train_batch: Any, batch_axis: int = 0) -> Result:
        """Data, labels, predictions and losses of a batch of training, a list each; the gradients are computed too."""
        data, label = self._get_data_and_label(train_batch, estimator.context, batch_axis)
        with autograd.record():
            pred, losses = _predict(estimator.net, estimator.loss, data, label)
        for loss in losses:
            loss.backward()
        return data, label, pred, losses


def _predict(net: Any, loss: Any, data: list[NDArray], label: list[NDArray]) -> tuple[list[Any], list[NDArray]]:
    """The predictions and losses of the parts of a batch, each on its context."""
    pred = [net(part) for part in data]
    return pred, [loss(*pair) for pair in zip(pred, label, strict=True)]
