"""Measures of how good predictions are, over many batches: ``mx.metric``.

Most metrics add up on the device: ``update`` records what to compute and returns, and values are read when somebody
asks for them, with ``get`` or through ``sum_metric``. So a training loop with a metric need not wait for each batch.
"""

import math
import weakref
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

import numpy

from mxnet import autograd, ndarray, registry
from mxnet._lazy.device import device_of
from mxnet.context import Context
from mxnet.ndarray import NDArray

Arrays = Sequence[NDArray] | NDArray
Names = list[str] | None


def check_label_shapes(labels: Any, preds: Any, wrap: bool = False, shape: bool = False) -> tuple[Any, Any]:
    """Raise unless there are as many labels as predictions, or, with ``shape``, unless their shapes agree.

    ``wrap`` makes lists of single arrays.
    """
    given = (labels.shape, preds.shape) if shape else (len(labels), len(preds))
    if given[0] != given[1]:
        raise ValueError(f"Shape of labels {given[0]} does not match shape of predictions {given[1]}")
    if wrap:
        labels = [labels] if isinstance(labels, NDArray) else labels
        preds = [preds] if isinstance(preds, NDArray) else preds
    return labels, preds


class _Running:
    """Sums kept on the devices where their parts are computed."""

    def __init__(self) -> None:
        self._totals: dict[Context, NDArray] = {}

    def add(self, value: NDArray) -> None:
        """Add an array of one element."""
        with autograd.pause():
            value = value.reshape((1,)).astype("float64")
            total = self._totals.get(value.context)
            if total is None:  # start from zero, so that the first update is the same program as the others
                total = ndarray.array([0.0], ctx=value.context, dtype="float64")
            self._totals[value.context] = total + value

    def take(self) -> float:
        """Wait for the sum, return it, and start anew."""
        totals, self._totals = self._totals, {}
        return sum(float(total.asscalar()) for total in totals.values())

    def drop(self) -> None:
        """Start anew."""
        self._totals = {}


def _settled(name: str) -> property:
    """An attribute to read which is to wait for what is still being added to it."""
    own = f"_{name}"

    def read(self: "EvalMetric") -> Any:
        self._settle()
        return getattr(self, own)

    def write(self: "EvalMetric", value: Any) -> None:
        self._settle()
        setattr(self, own, value)

    return property(read, write, doc=f"The running value of ``{name}``.")


class EvalMetric:
    """The base of metrics: subclasses override ``update`` and add to ``sum_metric`` and ``num_inst``.

    The global counterparts of these two survive ``reset_local``, which callbacks use to report intervals.
    """

    sum_metric = _settled("sum_metric")
    num_inst = _settled("num_inst")
    global_sum_metric = _settled("global_sum_metric")
    global_num_inst = _settled("global_num_inst")

    _sum_metric: Any = 0.0
    _num_inst: Any = 0
    _global_sum_metric: Any = 0.0
    _global_num_inst: Any = 0
    _sums: _Running | None = None
    _counts: _Running | None = None

    def __init__(self, name: str, output_names: Names = None, label_names: Names = None, **kwargs: Any) -> None:
        self.name = str(name)
        self.output_names = output_names
        self.label_names = label_names
        self._has_global_stats = kwargs.pop("has_global_stats", False)
        self._kwargs = kwargs
        self.reset()

    def __str__(self) -> str:
        return f"EvalMetric: {dict(self.get_name_value())}"

    def get_config(self) -> dict[str, Any]:
        """What ``create`` needs to make an equal metric."""
        return {
            **self._kwargs,
            "metric": type(self).__name__,
            "name": self.name,
            "output_names": self.output_names,
            "label_names": self.label_names,
        }

    def update_dict(self, label: dict[str, NDArray], pred: dict[str, NDArray]) -> None:
        """Update from arrays by name; ``label_names`` and ``output_names`` choose among them."""
        preds = list(pred.values()) if self.output_names is None else [pred[name] for name in self.output_names]
        labels = list(label.values()) if self.label_names is None else [label[name] for name in self.label_names]
        self.update(labels, preds)

    def update(self, labels: Any, preds: Any) -> None:
        """Take a batch of labels and predictions into account."""
        raise NotImplementedError(f"{type(self).__name__} must override update(self, labels, preds)")

    def reset(self) -> None:
        """Forget everything."""
        self._drop()
        self.num_inst, self.global_num_inst = 0, 0
        self.sum_metric, self.global_sum_metric = 0.0, 0.0

    def reset_local(self) -> None:
        """Forget everything but the global values."""
        self.num_inst, self.sum_metric = 0, 0.0

    def get(self) -> tuple[Any, Any]:
        """The name and the value now; names and values of a metric that has several."""
        return self.name, _ratio(self.sum_metric, self.num_inst)

    def get_global(self) -> tuple[Any, Any]:
        """The name and the value since ``reset``."""
        if not self._has_global_stats:
            return self.get()
        return self.name, _ratio(self.global_sum_metric, self.global_num_inst)

    def get_name_value(self) -> list[tuple[str, Any]]:
        """Pairs of name and value."""
        return _pairs(*self.get())

    def get_global_name_value(self) -> list[tuple[str, Any]]:
        """Pairs of name and value since ``reset``."""
        return _pairs(*self.get_global()) if self._has_global_stats else self.get_name_value()

    def _add(self, total: Any, count: Any) -> None:
        """Add to the sum and the count, local and global; arrays of one element are read when somebody asks."""
        if isinstance(total, NDArray):
            self._sums = self._sums or _Running()
            self._sums.add(total)
            total = 0.0
        if isinstance(count, NDArray):
            self._counts = self._counts or _Running()
            self._counts.add(count)
            count = 0
        self._sum_metric += total
        self._global_sum_metric += total
        self._num_inst += count
        self._global_num_inst += count

    def _settle(self) -> None:
        for running, local in ((self._sums, "_sum_metric"), (self._counts, "_num_inst")):
            if running is not None:
                value = running.take()
                setattr(self, local, getattr(self, local) + value)
                setattr(self, f"_global{local}", getattr(self, f"_global{local}") + value)
        self._drop()

    def _drop(self) -> None:
        self._sums = self._counts = None


def _ratio(total: Any, count: Any) -> Any:
    return math.nan if count == 0 else total / count


def _pairs(name: Any, value: Any) -> list[tuple[str, Any]]:
    names = name if isinstance(name, list) else [name]
    values = value if isinstance(value, list) else [value]
    return list(zip(names, values, strict=False))


register = registry.get_register_func(EvalMetric, "metric")
alias = registry.get_alias_func(EvalMetric, "metric")
_create = registry.get_create_func(EvalMetric, "metric")


def create(metric: Any, *args: Any, **kwargs: Any) -> EvalMetric:
    """Make a metric from a name, a function of NumPy arrays, a metric, or a list of any of these.

    >>> metric = mx.metric.create("acc")
    >>> metric.update(mx.nd.array([0, 1]), mx.nd.array([[0.9, 0.1], [0.6, 0.4]]))
    >>> metric.get()
    ('accuracy', 0.5)
    """
    if callable(metric):
        return CustomMetric(metric, *args, **kwargs)
    if isinstance(metric, list):
        composite = CompositeEvalMetric()
        for child in metric:
            composite.add(create(child, *args, **kwargs))
        return composite
    return _create(metric, *args, **kwargs)


@register
@alias("composite")
class CompositeEvalMetric(EvalMetric):
    """Several metrics as one."""

    def __init__(
        self,
        metrics: Sequence[Any] | None = None,
        name: str = "composite",
        output_names: Names = None,
        label_names: Names = None,
    ) -> None:
        self.metrics: list[EvalMetric] = []
        super().__init__(name, output_names=output_names, label_names=label_names, has_global_stats=True)
        self.metrics = [create(metric) for metric in metrics or ()]

    def add(self, metric: Any) -> None:
        """Add a metric, as ``create`` takes it."""
        self.metrics.append(create(metric))

    def get_metric(self, index: int) -> Any:
        """The metric at this place; for one that is not there MXNet returns, and does not raise, a ValueError."""
        try:
            return self.metrics[index]
        except IndexError:
            return ValueError(f"Metric index {index} is out of range 0 and {len(self.metrics)}")

    def update_dict(self, labels: dict[str, NDArray], preds: dict[str, NDArray]) -> None:  # type: ignore[override]
        """Update every metric from arrays by name."""
        if self.label_names is not None:
            labels = OrderedDict(item for item in labels.items() if item[0] in self.label_names)
        if self.output_names is not None:
            preds = OrderedDict(item for item in preds.items() if item[0] in self.output_names)
        for metric in self.metrics:
            metric.update_dict(labels, preds)

    def update(self, labels: Any, preds: Any) -> None:
        """Update every metric."""
        for metric in self.metrics:
            metric.update(labels, preds)

    def reset(self) -> None:
        """Let every metric forget everything."""
        for metric in self.metrics:
            metric.reset()

    def reset_local(self) -> None:
        """Let every metric forget everything but the global values."""
        for metric in self.metrics:
            metric.reset_local()

    def get(self) -> tuple[list[str], list[Any]]:
        """The names and values of all metrics."""
        return _join([metric.get() for metric in self.metrics])

    def get_global(self) -> tuple[list[str], list[Any]]:
        """The names and values of all metrics since ``reset``."""
        return _join([metric.get_global() for metric in self.metrics])

    def get_config(self) -> dict[str, Any]:
        """What ``create`` needs to make an equal metric."""
        return {**super().get_config(), "metrics": [metric.get_config() for metric in self.metrics]}


def _join(found: Sequence[tuple[Any, Any]]) -> tuple[list[str], list[Any]]:
    pairs = [pair for one in found for pair in _pairs(*one)]
    return [name for name, _ in pairs], [value for _, value in pairs]


class _Deferred(EvalMetric):
    """A metric that adds up on the device: ``_measure`` gives a sum and a count for a label and a prediction."""

    def _measure(self, label: NDArray, pred: NDArray) -> tuple[Any, Any]:
        raise NotImplementedError

    def update(self, labels: Any, preds: Any) -> None:
        """Take a batch of labels and predictions into account, without waiting for their values."""
        labels, preds = check_label_shapes(labels, preds, True)
        for label, pred in zip(labels, preds, strict=True):
            self._defer(pred, lambda label=label, pred=pred: self._measure(label.as_in_context(pred.context), pred))

    def _defer(self, pred: NDArray, measure: Callable[[], tuple[Any, Any]]) -> None:
        """Record what to add, and start it where nothing else will: predictions outside training pile up otherwise.

        In a training iteration the tape holds the gradient, or nothing but metrics since it ran: then what is recorded
        here joins the next program.
        """
        tape = device_of(pred.context).local.tape
        before = (tape.epoch, len(tape.entries))
        joins = not tape.entries or tape.has_gradient or _QUIET.get(tape) == before
        with autograd.pause():
            self._add(*measure())
        if not joins:
            tape.flush("metric.update")
        elif not tape.has_gradient:
            _QUIET[tape] = (tape.epoch, len(tape.entries))


# Tapes that held nothing but what metrics recorded, up to a point of their life.
_QUIET: "weakref.WeakKeyDictionary[Any, tuple[Any, int]]" = weakref.WeakKeyDictionary()


@register
@alias("acc")
class Accuracy(_Deferred):
    """The share of predictions that are right: the largest along ``axis``, or as they are if shaped as the labels."""

    def __init__(
        self, axis: int = 1, name: str = "accuracy", output_names: Names = None, label_names: Names = None
    ) -> None:
        super().__init__(name, axis=axis, output_names=output_names, label_names=label_names, has_global_stats=True)
        self.axis = axis

    def _measure(self, label: NDArray, pred: NDArray) -> tuple[Any, Any]:
        if pred.shape != label.shape:
            pred = ndarray.argmax(pred, axis=self.axis)
        if pred.size != label.size:
            raise ValueError(f"Shape of labels {label.size} does not match shape of predictions {pred.size}")
        right = pred.astype("int32").reshape((-1,)) == label.astype("int32").reshape((-1,))
        return right.sum(), pred.size


@register
@alias("top_k_accuracy", "top_k_acc")
class TopKAccuracy(_Deferred):
    """The share of labels that are among the ``top_k`` largest predictions."""

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
        given = label.asnumpy().astype("int32")
        if len(numpy.unique(given)) > 2:
            raise ValueError(f"{type(self).__name__} currently only supports binary classification.")
        wanted = given == 1
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
    """The harmonic mean of precision and recall of the class 1 of two."""

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
    """Matthews' correlation coefficient of two classes."""

    def __init__(
        self, name: str = "mcc", output_names: Names = None, label_names: Names = None, average: str = "macro"
    ) -> None:
        self._average = average
        self._metrics = _BinaryClassificationMetrics()
        super().__init__(self._metrics, average, name, output_names, label_names)

    def _score(self, use_global: bool) -> float:
        return self._metrics.matthewscc(use_global)


@register
class Perplexity(_Deferred):
    """The exponential of the mean negative logarithm of the probability given to the labels.

    Labels equal to ``ignore_label`` do not count; None counts all.
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
        return -ndarray.log(ndarray.maximum(1e-10, pred)).sum(), count

    def get(self) -> tuple[str, float]:
        """The name and the value now."""
        return self.name, math.exp(_ratio(self.sum_metric, self.num_inst))

    def get_global(self) -> tuple[str, float]:
        """The name and the value since ``reset``."""
        return self.name, math.exp(_ratio(self.global_sum_metric, self.global_num_inst))


class _Regression(_Deferred):
    """A mean over numbers of a function of the errors; a batch counts once."""

    def __init__(self, name: str, output_names: Names = None, label_names: Names = None) -> None:
        super().__init__(name, output_names=output_names, label_names=label_names, has_global_stats=True)

    def _mean(self, errors: NDArray) -> NDArray:
        raise NotImplementedError

    def _measure(self, label: NDArray, pred: NDArray) -> tuple[Any, Any]:
        dtype = numpy.result_type(label.dtype, pred.dtype, numpy.float16)
        wide = numpy.float32 if dtype.itemsize < 4 else dtype
        columns = [a.reshape((-1, 1)) if len(a.shape) == 1 else a for a in (label.astype(wide), pred.astype(wide))]
        return self._mean(columns[0] - columns[1]), 1


@register
class MAE(_Regression):
    """The mean absolute error."""

    def __init__(self, name: str = "mae", output_names: Names = None, label_names: Names = None) -> None:
        super().__init__(name, output_names, label_names)

    def _mean(self, errors: NDArray) -> NDArray:
        return errors.abs().mean()


@register
class MSE(_Regression):
    """The mean squared error."""

    def __init__(self, name: str = "mse", output_names: Names = None, label_names: Names = None) -> None:
        super().__init__(name, output_names, label_names)

    def _mean(self, errors: NDArray) -> NDArray:
        return errors.square().mean()


@register
class RMSE(_Regression):
    """The root of the mean squared error, averaged over batches."""

    def __init__(self, name: str = "rmse", output_names: Names = None, label_names: Names = None) -> None:
        super().__init__(name, output_names, label_names)

    def _mean(self, errors: NDArray) -> NDArray:
        return errors.square().mean().sqrt()


class _LogLikelihood(_Deferred):
    """The mean negative logarithm of the probability given to each label; ``eps`` keeps it finite.

    A label beyond the classes counts as the nearest one: to notice it would be to wait.
    """

    def __init__(self, eps: float, name: str, output_names: Names = None, label_names: Names = None) -> None:
        super().__init__(name, eps=eps, output_names=output_names, label_names=label_names, has_global_stats=True)
        self.eps = eps

    def _measure(self, label: NDArray, pred: NDArray) -> tuple[Any, Any]:
        label = label.reshape((-1,))
        if len(pred.shape) != 2 or label.shape[0] != pred.shape[0]:
            raise AssertionError(
                f"expected a row of predictions for each of {label.shape[0]} labels, received shape {pred.shape}"
            )
        chosen = ndarray.pick(pred, label.astype("int32"), axis=1)
        return -ndarray.log(chosen + self.eps).sum(), label.shape[0]


@register
@alias("ce")
class CrossEntropy(_LogLikelihood):
    """The cross entropy of predicted probabilities and labels."""

    def __init__(
        self,
        eps: float = 1e-12,
        name: str = "cross-entropy",
        output_names: Names = None,
        label_names: Names = None,
    ) -> None:
        super().__init__(eps, name, output_names, label_names)


@register
@alias("nll_loss")
class NegativeLogLikelihood(_LogLikelihood):
    """The negative log likelihood of the labels under predicted probabilities."""

    def __init__(
        self,
        eps: float = 1e-12,
        name: str = "nll-loss",
        output_names: Names = None,
        label_names: Names = None,
    ) -> None:
        super().__init__(eps, name, output_names, label_names)


@register
@alias("pearsonr")
class PearsonCorrelation(EvalMetric):
    """Pearson's correlation, averaged over batches (``macro``) or of all samples together (``micro``)."""

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
            wanted, given = (array.asnumpy().ravel().astype(numpy.float64) for array in (label, pred))
            if self.average == "macro":
                self._add(float(numpy.corrcoef(given, wanted)[0, 1]), 1)
                continue
            self._add(0.0, 1)
            known = (self._label_nums, self._mean_l, self._sse_l)
            self._label_nums, self._mean_l, self._sse_l = self.update_variance(wanted, *known)
            self.update_cov(wanted, given)
            known = (self._pred_nums, self._mean_p, self._sse_p)
            self._pred_nums, self._mean_p, self._sse_p = self.update_variance(given, *known)

    def get(self) -> tuple[str, float]:
        """The name and the value now."""
        if self.average == "macro" or self.num_inst == 0:
            return super().get()
        free = self._label_nums - 1
        scale = free * numpy.sqrt(self._sse_p / free) * numpy.sqrt(self._sse_l / free)
        return self.name, float(self._conv / scale)


@register
class PCC(EvalMetric):
    """Matthews' correlation for any number of classes: Pearson's of the one-hot predictions and labels."""

    def __init__(
        self, name: str = "pcc", output_names: Names = None, label_names: Names = None, has_global_stats: bool = True
    ) -> None:
        self.k = 2
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
            wanted, given = label.asnumpy().astype("int32"), pred.asnumpy()
            given = given.argmax(axis=1) if given.shape != wanted.shape else given.astype("int32")
            largest = int(max(given.max(), wanted.max()))
            if largest >= self.k:
                self._grow(largest + 1 - self.k)
            counts = numpy.zeros((self.k, self.k))
            numpy.add.at(counts, (given.ravel(), wanted.ravel()), 1)
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


@register
class Loss(_Deferred):
    """The mean of the predictions, which are losses; labels do not matter."""

    def __init__(self, name: str = "loss", output_names: Names = None, label_names: Names = None) -> None:
        super().__init__(name, output_names=output_names, label_names=label_names, has_global_stats=True)

    def update(self, _: Any, preds: Any) -> None:
        """Take a batch of losses into account, without waiting for their values."""
        for pred in [preds] if isinstance(preds, NDArray) else preds:
            self._defer(pred, lambda pred=pred: (ndarray.sum(pred), pred.size))


@register
class Torch(Loss):
    """Loss, under a name of long ago."""

    def __init__(self, name: str = "torch", output_names: Names = None, label_names: Names = None) -> None:
        super().__init__(name, output_names=output_names, label_names=label_names)


@register
class Caffe(Loss):
    """Loss, under a name of long ago."""

    def __init__(self, name: str = "caffe", output_names: Names = None, label_names: Names = None) -> None:
        super().__init__(name, output_names=output_names, label_names=label_names)


@register
class CustomMetric(EvalMetric):
    """A metric from a function of NumPy arrays, label and prediction, that gives a number or a sum and a count."""

    def __init__(
        self,
        feval: Callable[[Any, Any], Any],
        name: str | None = None,
        allow_extra_outputs: bool = False,
        output_names: Names = None,
        label_names: Names = None,
    ) -> None:
        if name is None:
            name = feval.__name__
            if "<" in name:
                name = f"custom({name})"
        super().__init__(
            name,
            feval=feval,
            allow_extra_outputs=allow_extra_outputs,
            output_names=output_names,
            label_names=label_names,
            has_global_stats=True,
        )
        self._feval = feval
        self._allow_extra_outputs = allow_extra_outputs

    def update(self, labels: Any, preds: Any) -> None:
        """Take a batch of labels and predictions into account."""
        if not self._allow_extra_outputs:
            labels, preds = check_label_shapes(labels, preds, True)
        for pred, label in zip(preds, labels, strict=False):
            found = self._feval(label.asnumpy(), pred.asnumpy())
            self._add(*(found if isinstance(found, tuple) else (found, 1)))

    def get_config(self) -> dict[str, Any]:
        """A function cannot be written down."""
        raise NotImplementedError("CustomMetric cannot be serialized")


def np(
    numpy_feval: Callable[[Any, Any], Any], name: str | None = None, allow_extra_outputs: bool = False
) -> CustomMetric:
    """A metric from a function of NumPy arrays: ``numpy_feval(label, pred)``."""

    def feval(label: Any, pred: Any) -> Any:
        return numpy_feval(label, pred)

    feval.__name__ = numpy_feval.__name__
    return CustomMetric(feval, name, allow_extra_outputs)
