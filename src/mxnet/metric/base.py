"""What metrics share: sums that stay on the device, names, several metrics as one."""

import math
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy

from mxnet import autograd, ndarray, registry
from mxnet._lazy.cuts import Event
from mxnet._programs.device import device_of
from mxnet.context import Context
from mxnet.ndarray import NDArray

Arrays = Sequence[NDArray] | NDArray
Names = list[str] | None


def check_label_shapes(labels: Any, preds: Any, wrap: bool = False, shape: bool = False) -> tuple[Any, Any]:
    """Raise unless there are as many labels as predictions, or, with ``shape``, unless their shapes agree.

    ``wrap`` makes lists of single arrays.

    >>> try:
    ...     mx.metric.check_label_shapes(mx.nd.zeros((2,)), mx.nd.zeros((3,)))
    ... except ValueError as error:
    ...     print("refused")
    refused
    """
    sizes = (labels.shape, preds.shape) if shape else (len(labels), len(preds))
    if sizes[0] != sizes[1]:
        raise ValueError(f"Shape of labels {sizes[0]} does not match shape of predictions {sizes[1]}")
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
            value = (value if value.shape == (1,) else value.reshape((1,))).astype("float64")
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


def _plain(value: Any) -> Any:
    """A number as Python has it: NumPy's own would go on in single precision, and print as ``np.float32(0.5)``."""
    return value.item() if isinstance(value, numpy.generic) else value


def _settled(name: str) -> property:
    """An attribute to read which is to wait for what is still being added to it."""
    own = f"_{name}"

    def read(self: "EvalMetric") -> Any:
        self._settle()
        return getattr(self, own)

    def write(self: "EvalMetric", value: Any) -> None:
        self._settle()
        setattr(self, own, _plain(value))

    return property(read, write, doc=f"The running value of ``{name}``.")


class EvalMetric:
    """The base of metrics: subclasses override ``update`` and add to ``sum_metric`` and ``num_inst``.

    The global counterparts of these two survive ``reset_local``, which callbacks use to report intervals.

    Parameters
    ----------
    has_global_stats : bool
        Whether ``update`` adds to the global counterparts too.

    >>> mx.metric.create("acc").get_config()["metric"]
    'Accuracy'
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

    def __init__(
        self,
        name: str,
        output_names: Names = None,
        label_names: Names = None,
        *,
        has_global_stats: bool = False,
        **kwargs: Any,
    ) -> None:
        self.name, self._kwargs, self._has_global_stats = str(name), kwargs, has_global_stats
        self.output_names, self.label_names = output_names, label_names
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

    def get(self) -> tuple[str, float]:
        """The name and the value now; names and values of a metric that has several."""
        return self.name, ratio(self.sum_metric, self.num_inst)

    def get_global(self) -> tuple[Any, Any]:
        """The name and the value since ``reset``."""
        if not self._has_global_stats:
            return self.get()
        return self.name, ratio(self.global_sum_metric, self.global_num_inst)

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
        total, count = _plain(total), _plain(count)
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


def ratio(total: Any, count: Any) -> Any:
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
        return CompositeEvalMetric([create(child, *args, **kwargs) for child in metric])
    return _create(metric, *args, **kwargs)


@register
@alias("composite")
class CompositeEvalMetric(EvalMetric):
    """Several metrics as one.

    Parameters
    ----------
    metrics : sequence | None
        The metrics.

    >>> mx.metric.CompositeEvalMetric([mx.metric.Accuracy(), mx.metric.MSE()]).get()[0]
    ['accuracy', 'mse']
    """

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
        chosen = _among(labels, self.label_names), _among(preds, self.output_names)
        for metric in self.metrics:
            metric.update_dict(*chosen)

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

    def get(self) -> tuple[list[str], list[float]]:  # type: ignore[override]
        """The names and values of all metrics."""
        return _join([metric.get() for metric in self.metrics])

    def get_global(self) -> tuple[list[str], list[Any]]:
        """The names and values of all metrics since ``reset``."""
        return _join([metric.get_global() for metric in self.metrics])

    def get_config(self) -> dict[str, Any]:
        """What ``create`` needs to make an equal metric."""
        return {**super().get_config(), "metrics": [metric.get_config() for metric in self.metrics]}


def _among(arrays: dict[str, NDArray], names: Names) -> dict[str, NDArray]:
    """The arrays that have one of these names, in their own order; all of them without names."""
    return OrderedDict((name, array) for name, array in arrays.items() if names is None or name in names)


def _join(results: Sequence[tuple[Any, Any]]) -> tuple[list[str], list[Any]]:
    pairs = [pair for one in results for pair in _pairs(*one)]
    return [name for name, _ in pairs], [value for _, value in pairs]


def rounded(total: NDArray, values: NDArray) -> NDArray:
    """What was computed in float64, rounded to float32 unless the values it is made of are float64 themselves.

    The order of a sum and the way of a logarithm show in the last digits alone, so that NumPy and XLA, of which either
    may compute an update, agree.
    """
    return total if values.dtype == numpy.float64 else total.astype("float32")


class Deferred(EvalMetric):
    """A metric that adds up on the device: ``_measure`` gives a sum and a count for a label and a prediction."""

    def _measure(self, label: NDArray, pred: NDArray) -> tuple[Any, Any]:
        raise NotImplementedError

    def update(self, labels: Any, preds: Any) -> None:
        """Take a batch of labels and predictions into account, without waiting for their values."""
        labels, preds = check_label_shapes(labels, preds, True)
        for label, pred in zip(labels, preds, strict=True):
            self._defer(pred, partial(self._measure, label.as_in_context(pred.context), pred))

    def _defer(self, pred: NDArray, measure: Callable[[], tuple[Any, Any]]) -> None:
        """Record what to add, without waiting for it."""
        tape = device_of(pred.context).local.tape
        tape.emit(Event.METRIC_STARTED)
        with autograd.pause():
            self._add(*measure())
        tape.emit(Event.METRIC_UPDATED)


def _name_of(function: Callable[..., Any]) -> str:
    """A function's name, ``custom(<lambda>)`` where it has none."""
    name = function.__name__
    return f"custom({name})" if "<" in name else name


@register
class CustomMetric(EvalMetric):
    """A metric from a function of NumPy arrays, label and prediction, that gives a number or a sum and a count.

    Parameters
    ----------
    feval : function
        A function of labels and predictions, as NumPy arrays.
    allow_extra_outputs : bool
        Let there be more outputs than labels.

    >>> metric = mx.metric.CustomMetric(lambda label, pred: float((label == pred).sum()), name="equal")
    >>> metric.update([mx.nd.array([1, 2])], [mx.nd.array([1, 3])])
    >>> metric.get()
    ('equal', 1.0)
    """

    def __init__(
        self,
        feval: Callable[[Any, Any], Any],
        name: str | None = None,
        allow_extra_outputs: bool = False,
        output_names: Names = None,
        label_names: Names = None,
    ) -> None:
        super().__init__(
            _name_of(feval) if name is None else name,
            feval=feval,
            allow_extra_outputs=allow_extra_outputs,
            output_names=output_names,
            label_names=label_names,
            has_global_stats=True,
        )
        self._feval, self._allow_extra_outputs = feval, allow_extra_outputs

    def update(self, labels: Any, preds: Any) -> None:
        """Take a batch of labels and predictions into account."""
        if not self._allow_extra_outputs:
            labels, preds = check_label_shapes(labels, preds, True)
        for pred, label in zip(preds, labels, strict=False):
            score = self._feval(label.asnumpy(), pred.asnumpy())
            self._add(*(score if isinstance(score, tuple) else (score, 1)))

    def get_config(self) -> dict[str, Any]:
        """A function cannot be written down."""
        raise NotImplementedError("CustomMetric cannot be serialized")


def np(
    numpy_feval: Callable[[Any, Any], Any], name: str | None = None, allow_extra_outputs: bool = False
) -> CustomMetric:
    """A metric from a function of NumPy arrays: ``numpy_feval(label, pred)``.

    >>> def error(label, pred):
    ...     return abs(label - pred).mean()
    >>> metric = mx.metric.np(error)
    >>> metric.update([mx.nd.array([1, 2])], [mx.nd.array([2, 4])])
    >>> print(*metric.get())
    error 1.5
    """

    def feval(label: Any, pred: Any) -> Any:
        return numpy_feval(label, pred)

    feval.__name__ = numpy_feval.__name__
    return CustomMetric(feval, name, allow_extra_outputs)
