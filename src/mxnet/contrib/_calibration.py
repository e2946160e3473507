"""The ranges of the outputs of a network: collected while it runs on examples, narrowed where that loses less."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from mxnet._ops.registry import find
from mxnet.context import Context, cpu
from mxnet.error import MXNetError
from mxnet.ndarray import NDArray, array
from mxnet.ndarray.invoke import invoke_op
from mxnet.symbol import Symbol
from mxnet.symbol.node import topo

Histogram = tuple[np.ndarray, np.ndarray, Any, Any, Any]
Batch = Mapping[str, NDArray]


def combine_histogram(old_hist: Histogram, arr: Any, new_min: Any, new_max: Any, new_th: Any) -> Histogram:
    """A histogram with the numbers of ``arr``, which lie within ``new_th`` of zero, counted too.

    A histogram is its counts, their edges, the least and the largest number, and the threshold at which it ends. It
    grows at both ends, by whole bins, where the new threshold is beyond the old one.

    >>> from mxnet.contrib import quantization
    >>> histogram = (np.array([1, 2, 1]), np.array([-1.5, -0.5, 0.5, 1.5]), -1, 1, 1.5)
    >>> counts, edges, low, high, reach = quantization.combine_histogram(histogram, np.array([1.2, 1.4]), 1.2, 1.4, 1.4)
    >>> counts.tolist(), reach
    ([1, 2, 3], 1.5)
    """
    counts, edges, low, high, reach = old_hist
    low, high = min(low, new_min), max(high, new_max)
    if new_th <= reach:
        more, _ = np.histogram(arr, bins=len(counts), range=(-reach, reach))
        return counts + more, edges, low, high, reach
    step = 2 * reach / len(counts)
    added = int((new_th - reach) // step + 1)
    reach = reach + added * step
    more, edges = np.histogram(arr, bins=len(counts) + 2 * added, range=(-reach, reach))
    more[added : added + len(counts)] += counts
    return more, edges, low, high, reach


class _Collector:
    """What a monitor callback keeps of the outputs named in ``include_layer``, or of all where that is None."""

    def __init__(self, include_layer: Collection[str] | None = None, logger: Any = None) -> None:
        self.include_layer, self.logger = include_layer, logger

    def collect(self, name: Any, arr: Any) -> None:
        """Take note of an output; to be given to ``Executor.set_monitor_callback`` with ``monitor_all=True``."""
        name = name.decode() if isinstance(name, bytes) else str(name)
        if self.include_layer is None or name in self.include_layer:
            self._take(name, arr.asnumpy() if isinstance(arr, NDArray) else np.asarray(arr))

    def _take(self, name: str, numbers: np.ndarray) -> None:
        raise NotImplementedError

    def _say(self, text: str, *values: Any) -> None:
        if self.logger:
            self.logger.debug(text, *values)


class _LayerHistogramCollector(_Collector):
    """Collects histograms, for thresholds by entropy, in ``hist_dict``."""

    def __init__(self, num_bins: int = 8001, include_layer: Collection[str] | None = None, logger: Any = None) -> None:
        super().__init__(include_layer, logger)
        self.hist_dict: dict[str, Histogram] = {}
        self.num_bins = num_bins

    def _take(self, name: str, numbers: np.ndarray) -> None:
        self._say("Collecting layer %s histogram of shape %s", name, numbers.shape)
        low, high = numbers.min(), numbers.max()
        reach = max(abs(low), abs(high))
        if name in self.hist_dict:
            self.hist_dict[name] = combine_histogram(self.hist_dict[name], numbers, low, high, reach)
        else:
            counts, edges = np.histogram(numbers, bins=self.num_bins, range=(-reach, reach))
            self.hist_dict[name] = (counts, edges, low, high, reach)


class _LayerOutputMinMaxCollector(_Collector):
    """Collects the least and the largest number of each output in ``min_max_dict``."""

    def __init__(self, quantized_dtype: str, include_layer: Collection[str] | None = None, logger: Any = None) -> None:
        super().__init__(include_layer, logger)
        self.min_max_dict: dict[str, tuple[Any, Any]] = {}
        self.quantized_dtype = quantized_dtype

    def _take(self, name: str, numbers: np.ndarray) -> None:
        low, high = numbers.min(), numbers.max()
        self._say("Collecting layer %s min_range=%f, max_range=%f", name, low, high)
        known = self.min_max_dict.get(name, (low, high))
        self.min_max_dict[name] = min(known[0], low), max(known[1], high)


# --- thresholds -------------------------------------------------------------------------------------------------------


def _get_optimal_threshold(
    hist_data: Histogram, quantized_dtype: str, num_quantized_bins: int = 255
) -> tuple[Any, Any, np.ndarray, np.ndarray]:
    """The least and the largest number of a histogram, the best threshold for levels, and how much that one loses."""
    counts, edges, low, high, _ = hist_data
    if len(counts) % 2 != 1:
        raise MXNetError(f"a histogram needs an odd number of bins, one of them around zero, but has {len(counts)}")
    if low >= 0 and quantized_dtype in ("auto", "uint8"):
        num_quantized_bins = 2 * num_quantized_bins + 1  # only half of the bins hold anything
    arrays = array(counts, ctx=cpu()), array(edges, ctx=cpu())
    outputs = invoke_op(find("_contrib_calibrate_entropy"), arrays, {"num_quantized_bins": num_quantized_bins})
    threshold, divergence = (f.asnumpy() for f in outputs)
    return low, high, threshold, divergence


def _get_optimal_thresholds(
    hist_dict: dict[str, Histogram], quantized_dtype: str, num_quantized_bins: int = 255, logger: Any = None
) -> dict[str, tuple[Any, Any]]:
    """The best range for each histogram; the histograms are given up."""
    if logger:
        logger.info("Calculating the best thresholds by entropy, for %d levels", num_quantized_bins)
    ranges: dict[str, tuple[Any, Any]] = {}
    for name in list(hist_dict):
        histogram = hist_dict.pop(name)
        if histogram[-1] == 0:  # nothing but zeros: there is nothing to choose
            ranges[name] = (0.0, 0.0)
            continue
        low, high, best, loss = _get_optimal_threshold(histogram, quantized_dtype, num_quantized_bins)
        ranges[name] = (0, best) if low >= 0 and quantized_dtype in ("auto", "uint8") else (-best, best)
        if logger:
            values = low, high, best.item(), loss.item()
            logger.debug("layer=%s, min_val=%f, max_val=%f, th=%f, divergence=%f", name, *values)
    return ranges


# --- running ----------------------------------------------------------------------------------------------------------


class Watched:
    """A network that runs for the sake of some of its outputs, all of them in one program."""

    def __init__(self, symbol: Symbol, names: Sequence[str], params: Batch, ctx: Context) -> None:
        heads = {name: (n, i) for n in topo(symbol._heads) for i, name in enumerate(n.output_names)}
        missing = [name for name in names if name not in heads]
        if missing:
            raise MXNetError(f"calibration: {missing} are not outputs of the network")
        self._names, self._ctx = list(names), ctx
        self._symbol = type(symbol)([heads[name] for name in names])
        self._params = {name: value.as_in_context(ctx) for name, value in params.items()}
        self._bound: dict[Any, Any] = {}

    def run(self, batch: Batch) -> Iterator[tuple[str, NDArray]]:
        """The outputs for a batch, by name."""
        if not self._names:
            return
        needed = self._symbol.list_inputs()
        data = {name: value.as_in_context(self._ctx) for name, value in batch.items() if name in needed}
        missing = [name for name in needed if name not in data and name not in self._params]
        if missing:
            raise MXNetError(f"calibration: {missing} are neither parameters nor data; data are {sorted(batch)}")
        key = tuple((name, value.shape, value.dtype) for name, value in data.items())
        if key not in self._bound:
            self._bound[key] = self._bind(data)
        for output, name in zip(self._bound[key].forward(is_train=False, **data), self._names, strict=True):
            yield name, output

    def _bind(self, batch: Batch) -> Any:
        arrays = {**self._params, **{name: value.copy() for name, value in batch.items()}}
        args, states = self._symbol.list_arguments(), self._symbol.list_auxiliary_states()
        return self._symbol.bind(
            self._ctx,
            {name: arrays[name] for name in args},
            grad_req="null",
            aux_states={name: arrays[name] for name in states},
        )


def collect(
    watched: Watched,
    batches: Iterable[tuple[Batch, int]],
    tell: Callable[[str, NDArray], None],
    most: int | None,
    logger: Any,
) -> int:
    """Tell a collector the outputs for batches, until there were enough examples; how many there were."""
    examples = count = 0
    for batch, size in batches:
        for name, output in watched.run(batch):
            tell(name, output)
        examples, count = examples + size, count + 1
        if most is not None and examples >= most:
            break
    if logger:
        logger.info("Collected statistics from %d batches, %d examples", count, examples)
    return examples
