"""``mx.contrib.quantization``: networks of floats as networks of eight-bit integers, for inference.

Floats become levels within a range. Calibration finds the ranges beforehand: ``naive`` takes the least and the largest
number that some examples give, ``entropy`` the range whose levels tell most of their distribution; with ``none`` they
are found whenever the network runs. ``quantized_dtype`` is what floats become: ``int8``, ``uint8``, or ``auto``, which
is uint8 where a calibrated range has nothing negative, except for operators that read int8 alone (convolutions,
rectifiers, products). Take ``int8`` or ``auto``: with ``uint8``, ``quantize_model`` and ``quantize_graph`` make uint8
of every layer's results too, as MXNet does, and lose what is negative; the other functions take it for ``auto``.
Ranges are those of whole arrays, whatever ``quantize_granularity`` says.
"""

import logging
import warnings
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from mxnet import symbol
from mxnet._ops.registry import find
from mxnet._signatures import takes
from mxnet.context import Context, cpu
from mxnet.contrib import _quantize_graph as graph
from mxnet.contrib._calibration import Watched, collect
from mxnet.contrib._calibration import _get_optimal_threshold as _get_optimal_threshold
from mxnet.contrib._calibration import _get_optimal_thresholds as _get_optimal_thresholds
from mxnet.contrib._calibration import _LayerHistogramCollector as _LayerHistogramCollector
from mxnet.contrib._calibration import _LayerOutputMinMaxCollector as _LayerOutputMinMaxCollector
from mxnet.contrib._calibration import combine_histogram as combine_histogram
from mxnet.contrib._fold_norm import fold
from mxnet.error import MXNetError
from mxnet.gluon import HybridBlock, SymbolBlock
from mxnet.io import DataDesc, DataIter
from mxnet.ndarray import NDArray, array, zeros
from mxnet.ndarray.invoke import invoke_op
from mxnet.symbol import Symbol
from mxnet.symbol.node import topo

Params = dict[str, NDArray]
Batches = Iterable[tuple[dict[str, NDArray], int]]

_CPU = cpu()
_DTYPES = ("int8", "uint8", "auto")


# --- pieces -----------------------------------------------------------------------------------------------------------


def _quantize_symbol(
    sym: Symbol,
    ctx: Context,
    excluded_symbols: Sequence[str] | None = None,
    excluded_operators: Sequence[str] | None = None,
    offline_params: Collection[str] | None = None,
    quantized_dtype: str = "int8",
    quantize_mode: str = "smart",
    quantize_granularity: str = "tensor-wise",
    logger: Any = None,
) -> tuple[Symbol, list[str]]:
    """A symbol on levels, and the names of the outputs of the old one whose ranges it can use."""
    if quantize_mode not in ("full", "smart"):
        raise MXNetError(f"unrecognized quantize mode: {quantize_mode!r}, expected 'full' or 'smart'")
    if quantize_granularity == "channel-wise" and ctx.device_type == "gpu":
        raise MXNetError("quantize_granularity='channel-wise' is not supported on gpu: pass 'tensor-wise'")
    plan = graph.plan(
        quantized_dtype, quantize_mode == "full", offline_params or (), excluded_symbols or (), excluded_operators or ()
    )
    if logger:
        for node in graph.choose(sym._heads, plan):
            logger.info("%s is quantized.", node.name)
    heads = graph.Quantizer(sym._heads, plan).run()
    return type(sym)(heads), graph.wanted(heads)


def _calibrate_quantized_sym(qsym: Symbol, th_dict: graph.Ranges | None) -> Symbol:
    """A symbol on levels with ranges written into it, by the names of outputs of the old symbol."""
    return type(qsym)(graph.calibrate(qsym._heads, th_dict)) if th_dict else qsym


def _quantize_params(qsym: Symbol, params: Mapping[str, NDArray], th_dict: graph.Ranges) -> Params:
    """The parameters of a symbol on levels from those of the old one: levels and their ranges where it wants them."""
    quantized: Params = {}
    for name in qsym.list_arguments():
        base, _, end = name.rpartition("_")
        if name in params:
            quantized[name] = params[name]
        elif end == "quantize" and base in params:
            numbers = params[base].asnumpy()
            ends = [array([f(numbers)], dtype="float32", ctx=params[base].context) for f in (np.min, np.max)]
            levels_and_range = invoke_op(find("_contrib_quantize"), (params[base], *ends), {"out_type": "int8"})
            quantized[name], quantized[f"{name}_min"], quantized[f"{name}_max"] = levels_and_range
        elif end in ("min", "max") and base in th_dict:
            quantized[name] = array([np.asarray(th_dict[base][end == "max"]).item()])
    return quantized


def _smooth_distribution(p: np.ndarray, eps: float = 0.0001) -> np.ndarray:
    """Counts with ``eps`` in the place of each zero, taken in equal parts from the others."""
    empty = p == 0
    if empty.all():
        raise ValueError("The discrete probability distribution is malformed. All entries are 0.")
    taken = eps * empty.sum() / (~empty).sum()
    out = np.where(empty, eps, p - taken).astype(np.float32)
    if taken >= 1 or (out <= 0).any():
        raise ValueError(f"eps={eps} for each of {empty.sum()} zeros is more than the other counts can give")
    return out


# --- what callers give ------------------------------------------------------------------------------------------------


def _names(value: Any, what: str) -> list[str]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise ValueError(
            f"{what} must be a list of strings representing the names of what will not be quantized, "
            f"while received type {type(value)}"
        )
    return value


def _check(quantized_dtype: str, quantize_granularity: str, calib_mode: str | None, modes: Sequence[str]) -> bool:
    """Whether there is to be a calibration."""
    if quantized_dtype not in _DTYPES:
        raise ValueError(f"unknown quantized_dtype {quantized_dtype} received, expected `int8`, `uint8` or `auto`")
    if quantize_granularity not in ("tensor-wise", "channel-wise"):
        raise ValueError(
            f"unknown quantize_granularity {quantize_granularity} received, expected `tensor-wise` or `channel-wise`."
        )
    if calib_mode is None or calib_mode == "none":
        return False
    if calib_mode not in modes:
        raise ValueError(f"unknown calibration mode {calib_mode} received, expected `none` or one of {list(modes)}")
    return True


def _check_context(ctx: Any) -> None:
    if not isinstance(ctx, Context):
        raise ValueError(f"currently only supports single ctx, while received {ctx}")


def _without_norm(excluded: list[str], calibrates: bool) -> list[str]:
    """BatchNorm on levels needs a calibrated range; without one it stays as it is."""
    return excluded if calibrates else [*excluded, "BatchNorm"]


def _collector(calib_mode: str, quantized_dtype: str, layers: list[str], custom: Any, logger: Any) -> Any:
    if calib_mode == "entropy":
        return _LayerHistogramCollector(include_layer=layers, logger=logger)
    if calib_mode == "naive":
        return _LayerOutputMinMaxCollector(quantized_dtype, include_layer=layers, logger=logger)
    if custom is None:
        raise ValueError(
            "calib_mode='customize' needs LayerOutputCollector, with collect(name, array) and min_max_dict"
        )
    if getattr(custom, "include_layer", layers) is None:
        custom.include_layer = layers
    return custom


def _ranges(collector: Any, calib_mode: str, quantized_dtype: str, logger: Any) -> graph.Ranges:
    if calib_mode == "entropy":
        return _get_optimal_thresholds(collector.hist_dict, quantized_dtype, logger=logger)
    return collector.min_max_dict


def _collect(watched: Watched, batches: Batches, collector: Any, num_calib_examples: int | None, logger: Any) -> None:
    if not collect(watched, batches, collector.collect, num_calib_examples, logger):
        raise MXNetError("calib_data gave no examples: if it is a DataIter, call its reset() first")


# --- symbols ----------------------------------------------------------------------------------------------------------


def quantize_graph(
    sym: Symbol,
    arg_params: Params,
    aux_params: Params,
    ctx: Context = _CPU,
    excluded_sym_names: list[str] | None = None,
    excluded_op_names: list[str] | None = None,
    calib_mode: str | None = "entropy",
    quantized_dtype: str = "int8",
    quantize_mode: str = "full",
    quantize_granularity: str = "tensor-wise",
    LayerOutputCollector: Any = None,
    logger: Any = None,
) -> tuple[Symbol, Params, Params, Any]:
    """A quantized symbol, its parameters, and a collector for ``calib_graph`` (None without calibration).

    The collector's ``collect`` is a monitor callback for the old symbol:
    ``executor.set_monitor_callback(collector.collect, monitor_all=True)``, then ``forward`` on examples.

    >>> network = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    >>> values = {"fc_weight": mx.nd.ones((2, 3)), "fc_bias": mx.nd.zeros((2,))}
    >>> from mxnet.contrib import quantization
    >>> quantized, arguments, states, collector = quantization.quantize_graph(network, values, {}, calib_mode="none")
    >>> collector is None
    True
    """
    nodes, ops = _names(excluded_sym_names, "excluded_sym_names"), _names(excluded_op_names, "excluded_op_names")
    _check_context(ctx)
    calibrates = _check(quantized_dtype, quantize_granularity, calib_mode, ("naive", "entropy", "customize"))
    qsym, layers = _quantize_symbol(
        sym,
        ctx,
        nodes,
        _without_norm(ops, calibrates),
        arg_params,
        quantized_dtype,
        quantize_mode,
        quantize_granularity,
        logger,
    )
    collector = None
    if calibrates:
        collector = _collector(str(calib_mode), quantized_dtype, layers, LayerOutputCollector, logger)
    return qsym, _quantize_params(qsym, arg_params, {}), aux_params, collector


def calib_graph(
    qsym: Symbol,
    arg_params: Params,
    aux_params: Params,
    collector: Any,
    calib_mode: str = "entropy",
    quantized_dtype: str = "int8",
    logger: Any = logging,
) -> tuple[Symbol, Params, Params]:
    """A quantized symbol with the ranges that a collector has found, and its parameters from the old ones.

    >>> network = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    >>> values = {"fc_weight": mx.nd.ones((2, 3)), "fc_bias": mx.nd.zeros((2,))}
    >>> from mxnet.contrib import quantization
    >>> quantized, arguments, states, collector = quantization.quantize_graph(network, values, {}, calib_mode="naive")
    >>> for name in collector.include_layer:
    ...     collector.collect(name, mx.nd.array([-1, 1]))
    >>> quantized, arguments, states = quantization.calib_graph(quantized, values, {}, collector, "naive")
    >>> quantized.eval(data=mx.nd.ones((1, 3)), **arguments)[0].shape
    (1, 2)
    """
    if not _check(quantized_dtype, "tensor-wise", calib_mode, ("naive", "entropy", "customize")):
        raise ValueError("please set calibration mode to naive or entropy.")
    ranges = _ranges(collector, calib_mode, quantized_dtype, logger)
    calibrated = _calibrate_quantized_sym(qsym, ranges)
    return calibrated, _quantize_params(calibrated, arg_params, ranges), aux_params


def quantize_model(
    sym: Symbol | str,
    arg_params: Params,
    aux_params: Params,
    data_names: Sequence[str] = ("data",),
    label_names: Sequence[str] | None = ("softmax_label",),
    ctx: Context = _CPU,
    excluded_sym_names: list[str] | None = None,
    excluded_op_names: list[str] | None = None,
    calib_mode: str | None = "entropy",
    calib_data: DataIter | None = None,
    num_calib_examples: int | None = None,
    quantized_dtype: str = "int8",
    quantize_mode: str = "smart",
    quantize_granularity: str = "tensor-wise",
    logger: Any = None,
) -> tuple[Symbol, Params, Params]:
    """A quantized symbol with its parameters; ``calib_data`` are the examples it is calibrated with.

    ``quantize_mode="smart"`` leaves alone what does not lie between layers that gain by it; ``full`` quantizes all that
    can be.

    >>> network = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    >>> values = {"fc_weight": mx.nd.ones((2, 3)), "fc_bias": mx.nd.zeros((2,))}
    >>> from mxnet.contrib import quantization
    >>> batches = mx.io.NDArrayIter(mx.nd.ones((4, 3)), batch_size=2)
    >>> quantized, arguments, states = quantization.quantize_model(
    ...     network, values, {}, label_names=None, calib_mode="naive", calib_data=batches, num_calib_examples=4
    ... )
    >>> quantized.eval(data=mx.nd.ones((1, 3)), **arguments)[0].asnumpy().round(1)
    array([[3., 3.]], dtype=float32)
    """
    sym = symbol.load(sym) if isinstance(sym, str) else sym
    calibrates = _check(quantized_dtype, quantize_granularity, calib_mode, ("naive", "entropy"))
    nodes, ops = _names(excluded_sym_names, "excluded_sym_names"), _names(excluded_op_names, "excluded_op_names")
    if calibrates:
        _check_context(ctx)
        if not isinstance(calib_data, DataIter):
            raise ValueError(
                f"calib_data must be of DataIter type when calib_mode={calib_mode}, while received {type(calib_data)}"
            )
    choices = nodes, _without_norm(ops, calibrates), arg_params, quantized_dtype, quantize_mode, quantize_granularity
    qsym, layers = _quantize_symbol(sym, ctx, *choices, logger=logger)
    ranges: graph.Ranges = {}
    if calibrates:
        collector = _collector(str(calib_mode), quantized_dtype, layers, None, logger)
        watched = Watched(sym, layers, {**arg_params, **aux_params}, ctx)
        _collect(watched, _batches(calib_data), collector, num_calib_examples, logger)
        ranges = _ranges(collector, str(calib_mode), quantized_dtype, logger)
        qsym = _calibrate_quantized_sym(qsym, ranges)
    return qsym, _quantize_params(qsym, arg_params, ranges), aux_params


@takes(quantize_model)
def quantize_model_mkldnn(sym: Symbol, **options: Any) -> tuple[Symbol, Params, Params]:
    """``quantize_model`` after batch normalisations have been folded into convolutions; for the cpu.

    >>> network = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    >>> values = {"fc_weight": mx.nd.ones((2, 3)), "fc_bias": mx.nd.zeros((2,))}
    >>> from mxnet.contrib import quantization
    >>> batches = mx.io.NDArrayIter(mx.nd.ones((4, 3)), batch_size=2)
    >>> quantized, arguments, states = quantization.quantize_model_mkldnn(
    ...     network, values, {}, label_names=None, calib_mode="naive", calib_data=batches, num_calib_examples=4
    ... )
    >>> quantized.eval(data=mx.nd.ones((1, 3)), **arguments)[0].shape
    (1, 2)
    """
    ctx = options["ctx"]
    _check_context(ctx)
    if ctx.device_type != "cpu":
        raise ValueError(f"quantize_model_mkldnn only supports the cpu, while received {ctx}: use quantize_model")
    nodes = _names(options["excluded_sym_names"], "excluded_sym_names")
    sym, args, aux = fold(sym, options.pop("arg_params"), options.pop("aux_params"), nodes)
    return quantize_model(sym, args, aux, **{**options, "quantized_dtype": _widened(options["quantized_dtype"])})


def _widened(quantized_dtype: str) -> str:
    """``auto`` for ``uint8``, which is meant for the data that a network reads."""
    return "auto" if quantized_dtype == "uint8" else quantized_dtype


def _batches(data: Any) -> Iterator[tuple[dict[str, NDArray], int]]:
    """The batches of an iterator by name, each with the number of its examples."""
    names = [desc[0] for desc in (*data.provide_data, *(getattr(data, "provide_label", None) or ()))]
    for batch in data:
        arrays = [*batch.data, *(batch.label or ())]
        yield dict(zip(names, arrays, strict=False)), arrays[0].shape[0]


# --- Gluon ------------------------------------------------------------------------------------------------------------


def quantize_net_v2(
    network: HybridBlock,
    quantized_dtype: str = "auto",
    quantize_mode: str = "full",
    quantize_granularity: str = "tensor-wise",
    exclude_layers: list[str] | None = None,
    exclude_layers_match: list[str] | None = None,
    exclude_operators: list[str] | None = None,
    calib_data: Any = None,
    data_shapes: Sequence[Any] | None = None,
    calib_mode: str | None = "none",
    num_calib_examples: int | None = None,
    ctx: Context = _CPU,
    LayerOutputCollector: Any = None,
    logger: Any = None,
) -> SymbolBlock:
    """A quantized block from a ``HybridBlock`` that has been initialized.

    ``calib_data`` is a ``DataIter``, or an iterable of batches such as a ``DataLoader``; ``data_shapes``, of
    ``DataDesc``, tells the inputs where there is none. Layers whose names contain one of ``exclude_layers_match`` stay
    as they are.

    >>> net = mx.gluon.nn.HybridSequential()
    >>> net.add(mx.gluon.nn.Dense(2, in_units=3))
    >>> net.initialize()
    >>> net.hybridize()
    >>> _ = net(mx.nd.ones((1, 3)))
    >>> from mxnet.contrib import quantization
    >>> batches = mx.io.NDArrayIter(mx.nd.ones((4, 3)), batch_size=2)
    >>> quantized = quantization.quantize_net_v2(net, calib_data=batches, calib_mode="naive", num_calib_examples=4)
    >>> quantized(mx.nd.ones((1, 3))).shape
    (1, 2)
    """
    _check_context(ctx)
    calibrates = calib_mode not in (None, "none")
    if calibrates and calib_data is None:
        raise ValueError(f"calib_data must be provided when calib_mode={calib_mode}")
    inputs, sym = _traced(network, data_shapes or _shapes_of(calib_data))
    states = set(sym.list_auxiliary_states())
    params = {name: param._reduce() for name, param in network.collect_params().items() if name in sym.list_inputs()}
    args = {name: value for name, value in params.items() if name not in states}
    aux = {name: value for name, value in params.items() if name in states}
    excluded = list(exclude_layers or ())
    for part in exclude_layers_match or ():
        excluded += [node.name for node in topo(sym._heads) if part in node.name]
    sym, args, aux = fold(sym, args, aux, excluded)
    quantized_dtype = _widened(quantized_dtype)
    how = calib_mode, quantized_dtype, quantize_mode, quantize_granularity, LayerOutputCollector, logger
    qsym, qargs, aux, collector = quantize_graph(sym, args, aux, ctx, excluded, exclude_operators, *how)
    if calibrates:
        watched = Watched(sym, graph.wanted(qsym._heads), {**args, **aux}, ctx)
        batches = _batches_of(calib_data, [str(data.name) for data in inputs])
        _collect(watched, batches, collector, num_calib_examples, logger)
        qsym, qargs, aux = calib_graph(qsym, args, aux, collector, str(calib_mode), quantized_dtype, logger)
    block = SymbolBlock(qsym, inputs)
    arrays = {**qargs, **aux}
    for name, param in block.collect_params().items():
        if param.dtype != arrays[name].dtype:
            param.cast(arrays[name].dtype)
    block.collect_params().load_dict(arrays, ctx=ctx)
    return block


@takes(quantize_net_v2, without=("quantize_granularity", "LayerOutputCollector"))
def quantize_net(network: HybridBlock, **options: Any) -> SymbolBlock:
    """``quantize_net_v2`` without its later arguments.

    >>> net = mx.gluon.nn.Dense(2, in_units=3)
    >>> net.initialize()
    >>> net.hybridize()
    >>> output = net(mx.nd.ones((1, 3)))
    >>> shapes = [mx.io.DataDesc("data", (1, 3))]
    >>> quantized = mx.contrib.quantization.quantize_net(net, data_shapes=shapes, calib_mode="none")
    >>> quantized(mx.nd.ones((1, 3))).shape == output.shape
    True
    """
    warnings.warn("WARNING: This will be deprecated after MXNet 2.0, please use quantize_net_v2.", stacklevel=3)
    return quantize_net_v2(network, **options)


def _shapes_of(calib_data: Any) -> list[DataDesc]:
    if calib_data is None:
        raise ValueError("data_shapes required: pass data_shapes=[mx.io.DataDesc('data', shape)], or calib_data")
    if isinstance(calib_data, DataIter):
        return list(calib_data.provide_data)  # type: ignore[attr-defined]  # every subclass has it
    try:
        first = next(iter(calib_data))
    except TypeError as error:
        raise TypeError(f"calib_data is not a valid iterator: {error}") from None
    return [DataDesc(f"data{i}", a.shape) for i, a in enumerate(_arrays(first))]


def _arrays(batch: Any) -> list[NDArray]:
    return list(batch) if isinstance(batch, (list, tuple)) else [batch]


def _batches_of(calib_data: Any, names: list[str]) -> Iterator[tuple[dict[str, NDArray], int]]:
    """Batches by the names of the network's inputs; a label that follows them is left out."""
    for batch in calib_data:
        arrays = batch.data if isinstance(calib_data, DataIter) else _arrays(batch)
        yield dict(zip(names, arrays, strict=False)), arrays[0].shape[0]


def _traced(network: HybridBlock, shapes: Sequence[Any]) -> tuple[list[Symbol], Symbol]:
    """The inputs and the graph of a block; of more arrays than it takes, the last are labels."""
    network.hybridize()
    count = len(shapes)
    while True:
        try:
            network(*[zeros(desc[1]) for desc in shapes[:count]])
            break
        except TypeError:
            count -= 1
            if not count:
                raise
    inputs, sym = network._cached_graph
    return list(inputs), sym
