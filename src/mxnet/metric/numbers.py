"""Metrics of numbers: errors and correlation."""

from typing import Any

import numpy

from mxnet._signatures import with_defaults
from mxnet.metric.base import Deferred, EvalMetric, Names, alias, check_label_shapes, register, rounded
from mxnet.ndarray import NDArray


class _Regression(Deferred):
    """A mean over numbers of a function of the errors; a batch counts once."""

    def __init__(self, name: str = "mae", output_names: Names = None, label_names: Names = None) -> None:
        super().__init__(name, output_names=output_names, label_names=label_names, has_global_stats=True)

    def _mean(self, errors: NDArray) -> NDArray:
        raise NotImplementedError

    def _measure(self, label: NDArray, pred: NDArray) -> tuple[Any, Any]:
        dtype = numpy.result_type(label.dtype, pred.dtype, numpy.float16)
        wide = numpy.float32 if dtype.itemsize < 4 else dtype
        columns = [a.reshape((-1, 1)) if len(a.shape) == 1 else a for a in (label.astype(wide), pred.astype(wide))]
        errors = columns[0] - columns[1]
        return rounded(self._mean(errors.astype("float64")), errors), 1


@register
class MAE(_Regression):
    """The mean absolute error.

    >>> metric = mx.metric.MAE()
    >>> metric.update([mx.nd.array([1, 3])], [mx.nd.array([2, 3])])
    >>> metric.get()
    ('mae', 0.5)
    """

    def _mean(self, errors: NDArray) -> NDArray:
        return errors.abs().mean()


@register
class MSE(_Regression):
    """The mean squared error.

    >>> metric = mx.metric.MSE()
    >>> metric.update([mx.nd.array([1, 3])], [mx.nd.array([3, 3])])
    >>> metric.get()
    ('mse', 2.0)
    """

    __init__ = with_defaults(_Regression.__init__, name="mse")

    def _mean(self, errors: NDArray) -> NDArray:
        return errors.square().mean()


@register
class RMSE(_Regression):
    """The root of the mean squared error, averaged over batches.

    >>> metric = mx.metric.RMSE()
    >>> metric.update([mx.nd.array([1, 1])], [mx.nd.array([3, 3])])
    >>> metric.get()
    ('rmse', 2.0)
    """

    __init__ = with_defaults(_Regression.__init__, name="rmse")

    def _mean(self, errors: NDArray) -> NDArray:
        return errors.square().mean().sqrt()


@register
@alias("pearsonr")
class PearsonCorrelation(EvalMetric):
    """Pearson's correlation, averaged over batches (``macro``) or of all samples together (``micro``).

    >>> metric = mx.metric.PearsonCorrelation()
    >>> metric.update([mx.nd.array([1, 2, 3])], [mx.nd.array([2, 4, 6])])
    >>> round(metric.get()[1], 4)
    1.0
    """

    def __init__(
        self, name: str = "pearsonr", output_names: Names = None, label_names: Names = None, average: str = "macro"
    ) -> None:
        self.average = average
        super().__init__(name, output_names=output_names, label_names=label_names, has_global_stats=True)
        if average == "micro":
            self.reset_micro()

    def reset_micro(self) -> None:
        """Forget the samples seen."""
        self._sse_p = self._mean_p = self._sse_l = self._mean_l = 0
        self._pred_nums = self._label_nums = 0
        self._conv = 0

    def reset(self) -> None:
        """Forget everything."""
        super().reset()
        if self.average == "micro":
            self.reset_micro()

    def update_variance(self, new_values: Any, *aggregate: Any) -> tuple[Any, Any, Any]:
        """Count, mean and sum of squared deviations, after more values."""
        count, mean, deviation = aggregate
        count += len(new_values)
        before = new_values - mean
        mean += numpy.sum(before / count)
        deviation += numpy.sum(before * (new_values - mean))
        return count, mean, deviation

    def update_cov(self, label: Any, pred: Any) -> None:
        """Take samples into the covariance, once the labels' mean has them and before the predictions' has."""
        self._conv = self._conv + numpy.sum((label - self._mean_l) * (pred - self._mean_p))

    def update(self, labels: Any, preds: Any) -> None:
        """Take a batch of labels and predictions into account."""
        labels, preds = check_label_shapes(labels, preds, True)
        for label, pred in zip(labels, preds, strict=True):
            check_label_shapes(label, pred, False, True)
            wanted, predicted = (array.asnumpy().ravel().astype(numpy.float64) for array in (label, pred))
            if self.average == "macro":
                self._add(float(numpy.corrcoef(predicted, wanted)[0, 1]), 1)
                continue
            self._add(0.0, 1)
            known = (self._label_nums, self._mean_l, self._sse_l)
            self._label_nums, self._mean_l, self._sse_l = self.update_variance(wanted, *known)
            self.update_cov(wanted, predicted)
            known = (self._pred_nums, self._mean_p, self._sse_p)
            self._pred_nums, self._mean_p, self._sse_p = self.update_variance(predicted, *known)

    def get(self) -> tuple[str, float]:
        """The name and the value now."""
        if self.average == "macro" or self.num_inst == 0:
            return super().get()
        free = self._label_nums - 1
        scale = free * numpy.sqrt(self._sse_p / free) * numpy.sqrt(self._sse_l / free)
        return self.name, float(self._conv / scale)
