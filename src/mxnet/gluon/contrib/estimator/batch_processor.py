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
        data = split_and_load(batch[0], ctx_list=ctx, batch_axis=batch_axis)
        label = split_and_load(batch[1], ctx_list=ctx, batch_axis=batch_axis)
        return data, label

    def evaluate_batch(self, estimator: Any, val_batch: Any, batch_axis: int = 0) -> Result:
        """Data, labels, predictions and losses of a batch of validation, a list each."""
        data, label = self._get_data_and_label(val_batch, estimator.context, batch_axis)
        pred = [estimator.val_net(x) for x in data]
        loss = [estimator.val_loss(guess, y) for guess, y in zip(pred, label, strict=True)]
        return data, label, pred, loss

    def fit_batch(self, estimator: Any, train_batch: Any, batch_axis: int = 0) -> Result:
        """Data, labels, predictions and losses of a batch of training, a list each; the gradients are computed too."""
        data, label = self._get_data_and_label(train_batch, estimator.context, batch_axis)
        with autograd.record():
            pred = [estimator.net(x) for x in data]
            loss = [estimator.loss(guess, y) for guess, y in zip(pred, label, strict=True)]
        for one in loss:
            one.backward()
        return data, label, pred, loss
