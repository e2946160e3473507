"""Metrics of probabilities and losses."""

import math
from functools import partial
from typing import Any

from mxnet import ndarray
from mxnet._signatures import with_defaults
from mxnet.metric.base import Deferred, Names, alias, ratio, register, rounded
from mxnet.ndarray import NDArray


@register
class Perplexity(Deferred):
    """The exponential of the mean negative logarithm of the probability given to the labels.

    Labels equal to ``ignore_label`` do not count; None counts all.

    Parameters
    ----------
    ignore_label : int | None
        The label that does not count; None counts all.

    >>> metric = mx.metric.Perplexity(ignore_label=None)
    >>> metric.update([mx.nd.array([0])], [mx.nd.array([[0.5, 0.5]])])
    >>> round(metric.get()[1], 4)
    2.0
    """

    def __init__(
        self,
        ignore_label: int | None,
        axis: int = -1,
        name: str = "perplexity",
        output_names: Names = None,
        label_names: Names = None,
    ) -> None:
        super().__init__(
            name, ignore_label=ignore_label, output_names=output_names, label_names=label_names, has_global_stats=True
        )
        self.ignore_label = ignore_label
        self.axis = axis

    def update(self, labels: Any, preds: Any) -> None:
        """Take a batch of labels and predictions into account, without waiting for their values."""
        if len(labels) != len(preds):
            raise AssertionError(f"expected as many labels as predictions, received {len(labels)} and {len(preds)}")
        super().update(labels, preds)

    def _measure(self, label: NDArray, pred: NDArray) -> tuple[Any, Any]:
        if label.size != pred.size / pred.shape[-1]:
            raise AssertionError(f"shape mismatch: {label.shape} vs. {pred.shape}")
        label = label.reshape((label.size,))
        pred = ndarray.pick(pred, label.astype("int32"), axis=self.axis)
        count: Any = pred.size
        if self.ignore_label is not None:
            ignored = (label == self.ignore_label).astype(pred.dtype)
            count = pred.size - ignored.sum()
            pred = pred * (1 - ignored) + ignored
        likelihoods = ndarray.maximum(1e-10, pred)
        return -rounded(ndarray.log(likelihoods.astype("float64")).sum(), likelihoods), count

    def get(self) -> tuple[str, float]:
        """The name and the value now."""
        return self.name, math.exp(ratio(self.sum_metric, self.num_inst))

    def get_global(self) -> tuple[str, float]:
        """The name and the value since ``reset``."""
        return self.name, math.exp(ratio(self.global_sum_metric, self.global_num_inst))


class _LogLikelihood(Deferred):
    """The mean negative logarithm of the probability given to each label; ``eps`` keeps it finite.

    A label beyond the classes counts as the nearest one: to notice it would be to wait.
    """

    def __init__(
        self, eps: float = 1e-12, name: str = "cross-entropy", output_names: Names = None, label_names: Names = None
    ) -> None:
        super().__init__(name, eps=eps, output_names=output_names, label_names=label_names, has_global_stats=True)
        self.eps = eps

    def _measure(self, label: NDArray, pred: NDArray) -> tuple[Any, Any]:
        label = label.reshape((-1,))
        if len(pred.shape) != 2 or label.shape[0] != pred.shape[0]:
            raise AssertionError(
                f"expected a row of predictions for each of {label.shape[0]} labels, received shape {pred.shape}"
            )
        chosen = ndarray.pick(pred, label.astype("int32"), axis=1)
        likelihoods = chosen + self.eps
        return -rounded(ndarray.log(likelihoods.astype("float64")).sum(), likelihoods), label.shape[0]


@register
@alias("ce")
class CrossEntropy(_LogLikelihood):
    """The cross entropy of predicted probabilities and labels.

    >>> metric = mx.metric.CrossEntropy()
    >>> metric.update([mx.nd.array([0])], [mx.nd.array([[1, 0]])])
    >>> metric.get()[0]
    'cross-entropy'
    """


@register
@alias("nll_loss")
class NegativeLogLikelihood(_LogLikelihood):
    """The negative log likelihood of the labels under predicted probabilities.

    >>> mx.metric.NegativeLogLikelihood().name
    'nll-loss'
    """

    __init__ = with_defaults(_LogLikelihood.__init__, name="nll-loss")


@register
class Loss(Deferred):
    """The mean of the predictions, which are losses; labels do not matter.

    >>> metric = mx.metric.Loss()
    >>> metric.update(None, [mx.nd.array([1, 3])])
    >>> metric.get()
    ('loss', 2.0)
    """

    def __init__(self, name: str = "loss", output_names: Names = None, label_names: Names = None) -> None:
        super().__init__(name, output_names=output_names, label_names=label_names, has_global_stats=True)

    def update(self, _: Any, preds: Any) -> None:
        """Take a batch of losses into account, without waiting for their values."""
        for pred in [preds] if isinstance(preds, NDArray) else preds:
            self._defer(pred, partial(self._measure, pred, pred))

    def _measure(self, label: NDArray, pred: NDArray) -> tuple[Any, Any]:
        return rounded(pred.astype("float64").sum(), pred), pred.size


@register
class Torch(Loss):
    """Loss, under a name of long ago.

    >>> mx.metric.Torch().name
    'torch'
    """

    __init__ = with_defaults(Loss.__init__, name="torch")


@register
class Caffe(Loss):
    """Loss, under a name of long ago.

    >>> mx.metric.Caffe().name
    'caffe'
    """

    __init__ = with_defaults(Loss.__init__, name="caffe")
