"""Metrics of classes: accuracy, F1, correlation of predicted and true classes."""

import math
from typing import Any

import numpy

from mxnet import ndarray
from mxnet.metric.base import Deferred, EvalMetric, Names, alias, check_label_shapes, register
from mxnet.ndarray import NDArray
from mxnet.ndarray.matching import count_right


@register
@alias("acc")
class Accuracy(Deferred):
    """The share of predictions that are right: the largest along ``axis``, or as they are if shaped as the labels.

    >>> metric = mx.metric.Accuracy()
    >>> metric.update([mx.nd.array([0, 1])], [mx.nd.array([[0.9, 0.1], [0.8, 0.2]])])
    >>> metric.get()
    ('accuracy', 0.5)
    """

    def __init__(
        self, axis: int = 1, name: str = "accuracy", output_names: Names = None, label_names: Names = None
    ) -> None:
        super().__init__(name, axis=axis, output_names=output_names, label_names=label_names, has_global_stats=True)
        self.axis = axis

    def _measure(self, label: NDArray, pred: NDArray) -> tuple[Any, Any]:
        chosen = pred.shape != label.shape
        if chosen and not -pred.ndim <= self.axis < pred.ndim:
            ndarray.argmax(pred, axis=self.axis)  # raises, and says what is wrong
        count = pred.size // pred.shape[self.axis] if chosen else pred.size
        if count != label.size:
            raise ValueError(f"Shape of labels {label.size} does not match shape of predictions {count}")
        if chosen:
            return count_right(pred, label, self.axis), count
        return (pred.astype("int32") == label.astype("int32")).sum(), count


@register
@alias("top_k_accuracy", "top_k_acc")
class TopKAccuracy(Deferred):
    """The share of labels that are among the ``top_k`` largest predictions.

    Parameters
    ----------
    top_k : int
        How many guesses a prediction has.

    >>> metric = mx.metric.TopKAccuracy(top_k=2)
    >>> metric.update([mx.nd.array([2])], [mx.nd.array([[0.1, 0.5, 0.4]])])
    >>> metric.get()
    ('top_k_accuracy_2', 1.0)
    """

    def __init__(
        self, top_k: int = 1, name: str = "top_k_accuracy", output_names: Names = None, label_names: Names = None
    ) -> None:
        super().__init__(name, top_k=top_k, output_names=output_names, label_names=label_names, has_global_stats=True)
        if top_k <= 1:
            raise AssertionError(f"Please use Accuracy if top_k is no more than 1, received {top_k}")
        self.top_k = top_k
        self.name += f"_{top_k}"

    def _measure(self, label: NDArray, pred: NDArray) -> tuple[Any, Any]:
        if not 1 <= len(pred.shape) <= 2:
            raise AssertionError(f"Predictions should be no more than 2 dims, received shape {pred.shape}")
        check_label_shapes(label, pred)
        if len(pred.shape) == 1:  # the order of the batch itself is compared, as MXNet does
            order = numpy.argpartition(pred.asnumpy().astype("float32"), -self.top_k)
            return (order == label.asnumpy().astype("int32").ravel()).sum(), pred.shape[0]
        count = min(self.top_k, pred.shape[1])
        best = ndarray.topk(pred.astype("float32"), axis=1, k=count, ret_typ="indices", dtype="int32")
        right = best == label.astype("int32").reshape((-1, 1))
        return right.sum(), pred.shape[0]


class _BinaryClassificationMetrics:
    """How often two classes were predicted right and wrong, locally and globally."""

    _KINDS = ("true_positives", "false_negatives", "false_positives", "true_negatives")

    def __init__(self) -> None:
        self.reset_stats()

    def reset_stats(self) -> None:
        """Forget everything."""
        self.local_reset_stats()
        for kind in self._KINDS:
            setattr(self, f"global_{kind}", 0)

    def local_reset_stats(self) -> None:
        """Forget everything but the global counts."""
        for kind in self._KINDS:
            setattr(self, kind, 0)

    def update_binary_stats(self, label: NDArray, pred: NDArray) -> None:
        """Count a batch."""
        check_label_shapes(label, pred)
        chosen = numpy.argmax(pred.asnumpy(), axis=1) == 1
        classes = label.asnumpy().astype("int32")
        if len(numpy.unique(classes)) > 2:
            raise ValueError(f"{type(self).__name__} currently only supports binary classification.")
        wanted = classes == 1
        counts = (
            (chosen & wanted).sum(),
            (~chosen & wanted).sum(),
            (chosen & ~wanted).sum(),
            (~chosen & ~wanted).sum(),
        )
        for kind, count in zip(self._KINDS, counts, strict=True):
            setattr(self, kind, getattr(self, kind) + int(count))
            setattr(self, f"global_{kind}", getattr(self, f"global_{kind}") + int(count))

    def _counts(self, use_global: bool) -> list[int]:
        return [getattr(self, f"global_{kind}" if use_global else kind) for kind in self._KINDS]

    def _share(self, others: int, use_global: bool) -> float:
        right, *_ = counts = self._counts(use_global)
        return right / (right + counts[others]) if right + counts[others] > 0 else 0.0

    def _fscore(self, use_global: bool) -> float:
        precision, recall = self._share(2, use_global), self._share(1, use_global)
        return 2 * precision * recall / (precision + recall) if precision + recall > 0 else 0.0

    precision = property(lambda self: self._share(2, False))
    global_precision = property(lambda self: self._share(2, True))
    recall = property(lambda self: self._share(1, False))
    global_recall = property(lambda self: self._share(1, True))
    fscore = property(lambda self: self._fscore(False))
    global_fscore = property(lambda self: self._fscore(True))
    total_examples = property(lambda self: sum(self._counts(False)))
    global_total_examples = property(lambda self: sum(self._counts(True)))

    def matthewscc(self, use_global: bool = False) -> float:
        """Matthews' correlation coefficient."""
        counts = self._counts(use_global)
        if not sum(counts):
            return 0.0
        true_pos, false_neg, false_pos, true_neg = (float(count) for count in counts)
        terms = (true_pos + false_pos, true_pos + false_neg, true_neg + false_pos, true_neg + false_neg)
        scale = math.prod(term for term in terms if term != 0.0)
        return (true_pos * true_neg - false_pos * false_neg) / math.sqrt(scale)


class _Binary(EvalMetric):
    """A score of two classes, averaged over batches (``macro``) or of all samples together (``micro``)."""

    def __init__(self, stats: _BinaryClassificationMetrics, average: str, name: str, *names: Names) -> None:
        self._stats, self._kind = stats, average
        super().__init__(name, output_names=names[0], label_names=names[1], has_global_stats=True)

    def _score(self, use_global: bool) -> float:
        raise NotImplementedError

    def update(self, labels: Any, preds: Any) -> None:
        """Take a batch of labels and predictions into account."""
        labels, preds = check_label_shapes(labels, preds, True)
        for label, pred in zip(labels, preds, strict=True):
            self._stats.update_binary_stats(label, pred)
        local, overall = self._score(False), self._score(True)
        if self._kind == "macro":
            self.sum_metric += local
            self.global_sum_metric += overall
            self.num_inst += 1
            self.global_num_inst += 1
            self._stats.reset_stats()
        else:
            self.num_inst = self._stats.total_examples
            self.global_num_inst = self._stats.global_total_examples
            self.sum_metric = local * self.num_inst
            self.global_sum_metric = overall * self.global_num_inst

    def reset(self) -> None:
        """Forget everything."""
        super().reset()
        self._stats.reset_stats()

    def reset_local(self) -> None:
        """Forget everything but the global values."""
        super().reset_local()
        self._stats.local_reset_stats()


@register
class F1(_Binary):
    """The harmonic mean of precision and recall of the class 1 of two.

    >>> metric = mx.metric.F1()
    >>> metric.update([mx.nd.array([0, 1])], [mx.nd.array([[0.9, 0.1], [0.2, 0.8]])])
    >>> metric.get()
    ('f1', 1.0)
    """

    def __init__(
        self, name: str = "f1", output_names: Names = None, label_names: Names = None, average: str = "macro"
    ) -> None:
        self.average = average
        self.metrics = _BinaryClassificationMetrics()
        super().__init__(self.metrics, average, name, output_names, label_names)

    def _score(self, use_global: bool) -> float:
        return self.metrics._fscore(use_global)


@register
class MCC(_Binary):
    """Matthews' correlation coefficient of two classes.

    >>> metric = mx.metric.MCC()
    >>> metric.update([mx.nd.array([0, 1])], [mx.nd.array([[0.9, 0.1], [0.2, 0.8]])])
    >>> metric.get()
    ('mcc', 1.0)
    """

    def __init__(
        self, name: str = "mcc", output_names: Names = None, label_names: Names = None, average: str = "macro"
    ) -> None:
        self._average = average
        self._metrics = _BinaryClassificationMetrics()
        super().__init__(self._metrics, average, name, output_names, label_names)

    def _score(self, use_global: bool) -> float:
        return self._metrics.matthewscc(use_global)


@register
class PCC(EvalMetric):
    """Matthews' correlation for any number of classes: Pearson's of the one-hot predictions and labels.

    Parameters
    ----------
    has_global_stats : bool
        Keep the statistics of all epochs beside those of the last.

    >>> mx.metric.PCC().name
    'pcc'
    """

    def __init__(
        self, name: str = "pcc", output_names: Names = None, label_names: Names = None, has_global_stats: bool = True
    ) -> None:
        self.k = 2
        self.lcm = self.gcm = numpy.zeros((2, 2))
        super().__init__(name, output_names=output_names, label_names=label_names, has_global_stats=has_global_stats)

    def _grow(self, inc: int) -> None:
        self.lcm, self.gcm = (numpy.pad(matrix, ((0, inc), (0, inc))) for matrix in (self.lcm, self.gcm))
        self.k += inc

    def _calc_mcc(self, cmat: numpy.ndarray) -> float:
        count, predicted, wanted = cmat.sum(), cmat.sum(axis=1), cmat.sum(axis=0)
        cov_xx = numpy.sum(predicted * (count - predicted))
        cov_yy = numpy.sum(wanted * (count - wanted))
        if cov_xx == 0 or cov_yy == 0:
            return math.nan
        cov_xy = numpy.sum(cmat.diagonal() * count - predicted * wanted)
        return float(cov_xy / (cov_xx * cov_yy) ** 0.5)

    def update(self, labels: Any, preds: Any) -> None:
        """Take a batch of labels and predictions into account."""
        labels, preds = check_label_shapes(labels, preds, True)
        for label, pred in zip(labels, preds, strict=True):
            wanted, predicted = label.asnumpy().astype("int32"), pred.asnumpy()
            predicted = predicted.argmax(axis=1) if predicted.shape != wanted.shape else predicted.astype("int32")
            largest = int(max(predicted.max(), wanted.max()))
            if largest >= self.k:
                self._grow(largest + 1 - self.k)
            counts = numpy.zeros((self.k, self.k))
            numpy.add.at(counts, (predicted.ravel(), wanted.ravel()), 1)
            self.lcm += counts
            self.gcm += counts
        self.num_inst += 1
        self.global_num_inst += 1

    @property
    def sum_metric(self) -> float:  # type: ignore[override]
        """The value times the number of batches."""
        return self._calc_mcc(self.lcm) * self.num_inst

    @property
    def global_sum_metric(self) -> float:  # type: ignore[override]
        """The value since ``reset`` times the number of batches."""
        return self._calc_mcc(self.gcm) * self.global_num_inst

    def reset(self) -> None:
        """Forget everything."""
        self.global_num_inst = 0.0
        self.gcm = numpy.zeros((self.k, self.k))
        self.reset_local()

    def reset_local(self) -> None:
        """Forget everything but the global values."""
        self.num_inst = 0.0
        self.lcm = numpy.zeros((self.k, self.k))
