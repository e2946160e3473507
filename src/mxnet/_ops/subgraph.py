"""Operators that run a graph as if it were one operator: MXNet's cached graphs, and what its oneDNN back end fuses.

Symbol files hold such an operator with its graph, whose variables are the operator's first inputs, in their order. The
quantized ones take integer levels (see ``quantization``) at some of these inputs and end with a range for each of them.
Here the graph runs on the floats that the levels stand for, and what it gives becomes levels again: that is nearer to
the network before quantization than oneDNN's products of integers are, and within the same error of it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from mxnet._ops.attrs import Shape
from mxnet._ops.control import Body
from mxnet._ops.quantization import INT32_LEVELS, LEVELS, NAMES, levels_of, levels_per, one, reach_of, rounded
from mxnet._ops.registry import OUTPUTS_OF_GRAPH, op
from mxnet.error import MXNetError

Array = jax.Array

# What the names of parameters mean in this family.
PARAMETERS = {
    "data": "The arrays of the graph's variables, then, for levels, the ends of their ranges.",
    "subgraph": "The graph, as ``Symbol.tojson`` writes it, where a file does not hold it beside the node.",
    "quantized": "Whether some inputs are integer levels.",
    "with_bn": "Whether the graph has a BatchNorm; the graph itself says so here.",
    "with_act": "Whether an activation follows the convolution; the graph itself says so here.",
    "with_sum": "Whether the last variable is added to the convolution.",
    "with_postsum_act": "Whether an activation follows the sum; the graph itself says so here.",
    "with_relu": "An older name of with_act, or of with_eltwise.",
    "with_postsum_relu": "An older name of with_postsum_act.",
    "with_eltwise": "Whether an elementwise operator follows; the graph itself says so here.",
    "min_calib_range": "The lowest result that calibration met.",
    "max_calib_range": "The highest result that calibration met.",
    "channel_wise_quantize": "Whether the weight and the bias are floats, the data alone being levels.",
    "enable_float_output": "Whether the result is of floats rather than levels.",
    "heads": "How many heads the attention has.",
}

# The operators at the end of a fused graph after which levels are uint8; a leaky ReLU counts with a slope of its own
# only after FullyConnected, as in MXNet.
_UNSIGNED_ACTIVATIONS = ("relu", "sigmoid", "softrelu")
_UNSIGNED_AFTER_DENSE = ("square", "sqrt", "exp", "abs")


def level_inputs(count: int, params: Mapping[str, Any]) -> tuple[int, ...]:
    """Which of a fused graph's ``count`` variables are levels; each has a range after the variables, in this order."""
    if not params.get("quantized", False):
        return ()
    if "with_sum" in params:
        return (0, count - 1) if params["with_sum"] else (0,)
    return (0,) if params.get("channel_wise_quantize") else tuple(range(count))


def result_type(last: str, last_params: Mapping[str, Any], params: Mapping[str, Any]) -> str:
    """The type of what a quantized operator gives, from the operator at the end of its graph and its own parameters."""
    if params.get("enable_float_output", False):
        return "float32"
    if params["min_calib_range"] is None or params["max_calib_range"] is None:
        return "int32"
    dense = "with_sum" not in params
    unsigned = (
        last == "clip"
        or (last == "Activation" and last_params["act_type"] in _UNSIGNED_ACTIVATIONS)
        or (dense and last in _UNSIGNED_AFTER_DENSE)
        or (dense and last == "LeakyReLU" and last_params["act_type"] == "leaky")
    )
    return "uint8" if unsigned else "int8"


def _floats(levels: Array, low: Array, high: Array) -> Array:
    return levels.astype(np.float32) * (reach_of(low, high) / levels_of("dequantize", levels))


def _ranged(value: Array, dtype: str, params: Mapping[str, Any]) -> list[Array]:
    """Floats as levels with their range, or as they are."""
    if dtype == "float32":
        return [value]
    if dtype == "int32":
        reach = jnp.abs(value).max()
        # The largest float below 2 ** 31 keeps the conversion to integers within their bounds.
        levels = jnp.clip(value * levels_per(INT32_LEVELS, reach), -INT32_LEVELS, np.nextafter(np.float32(2**31), 0))
        return [levels.astype(np.int32), one(-reach), one(reach)]
    low, high = params["min_calib_range"], params["max_calib_range"]
    return [rounded(value * levels_per(LEVELS[dtype], reach_of(low, high)), dtype), one(low), one(high)]


def _run(name: str, data: Sequence[Array], subgraphs: Sequence[Body], params: Mapping[str, Any]) -> tuple[Array, ...]:
    if len(subgraphs) != 1:
        raise MXNetError(f"{name} runs a graph and cannot be called by itself: load the symbol that holds it.")
    (body,) = subgraphs
    arrays = list(data[: body.size])
    places = level_inputs(body.size, params)
    ranges = data[body.size :]
    for number, place in enumerate(places):
        arrays[place] = _floats(arrays[place], ranges[2 * number], ranges[2 * number + 1])
    outputs, changed = body(arrays)
    if places:
        outputs = _ranged(outputs[0], result_type(*body.last, params), params)
    return (*outputs, *[changed.get(i, data[i]) for i in body.overwritten])


def _count(*, quantized: bool, enable_float_output: bool = False, **_: Any) -> int:
    return 3 if quantized and not enable_float_output else 1


@op("_CachedOp", outputs=OUTPUTS_OF_GRAPH)
def cached_op(
    *data: Array,
    subgraph: str = "",
    static_alloc: bool = False,
    static_shape: bool = False,
    inline_limit: int = 2,
    forward_bulk_size: int = 15,
    backward_bulk_size: int = 15,
    data_indices: Shape = (),
    param_indices: Shape = (),
    is_dynamic: bool = False,
    subgraphs: Sequence[Body] = (),
) -> tuple[Array, ...]:
    """Run a graph, given as the text of a symbol file, as one operator.

    data: The arrays of the graph's variables.
    static_alloc: Accepted; programs plan their memory here.
    static_shape: Accepted; programs are compiled for shapes here.
    inline_limit: Accepted: from how many operators on MXNet keeps a graph as one node.
    forward_bulk_size: Accepted: how many operators MXNet's engine runs at once.
    backward_bulk_size: Accepted: how many of the gradient's.
    data_indices: Accepted: which inputs are data.
    param_indices: Accepted: which inputs are parameters.
    is_dynamic: Accepted: whether shapes inside depend on data.

    >>> graph = mx.sym.Variable("x") * 2
    >>> twice = mx.sym._internal._CachedOp(mx.sym.Variable("y"), subgraph=graph.tojson())
    >>> twice.eval(y=nd.array([1, 2]))[0].asnumpy()
    array([2., 4.], dtype=float32)
    """
    return _run("_CachedOp", data, subgraphs, {})


@op("_sg_mkldnn_conv", outputs=_count, output_names=("output", "output_min", "output_max"))
def fused_convolution(
    *data: Array,
    subgraph: str = "",
    with_bn: bool = False,
    with_act: bool = False,
    with_sum: bool = False,
    with_postsum_act: bool = False,
    with_relu: bool = False,
    with_postsum_relu: bool = False,
    quantized: bool = False,
    min_calib_range: float | None = None,
    max_calib_range: float | None = None,
    subgraphs: Sequence[Body] = (),
) -> tuple[Array, ...]:
    """A convolution with what follows it: BatchNorm, activations, a sum with another array.

    Symbol files have it, with its graph.

    >>> x = mx.sym.var("x")
    >>> graph = mx.sym.relu(mx.sym.Convolution(x, kernel=(1, 1), num_filter=1, no_bias=True, name="conv"))
    >>> fused = mx.sym._internal._sg_mkldnn_conv(x, mx.sym.var("w"), with_act=True, subgraph=graph.tojson())
    >>> fused.eval(x=nd.array([-1, 2]).reshape((1, 1, 1, 2)), w=nd.ones((1, 1, 1, 1)))[0].asnumpy().ravel()
    array([0., 2.], dtype=float32)
    """
    bounds = {"min_calib_range": min_calib_range, "max_calib_range": max_calib_range}
    return _run("_sg_mkldnn_conv", data, subgraphs, {"with_sum": with_sum, "quantized": quantized, **bounds})


@op("_sg_mkldnn_fully_connected", outputs=_count, output_names=NAMES)
def fused_fully_connected(
    *data: Array,
    subgraph: str = "",
    with_eltwise: bool = False,
    with_relu: bool = False,
    quantized: bool = False,
    enable_float_output: bool = False,
    min_calib_range: float | None = None,
    max_calib_range: float | None = None,
    channel_wise_quantize: bool | None = None,
    subgraphs: Sequence[Body] = (),
) -> tuple[Array, ...]:
    """``FullyConnected`` with the elementwise operator that follows it.

    Symbol files have it, with its graph.

    >>> x = mx.sym.var("x")
    >>> graph = mx.sym.square(mx.sym.FullyConnected(x, num_hidden=1, no_bias=True, name="dense"))
    >>> fused = mx.sym._internal._sg_mkldnn_fully_connected(x, mx.sym.var("w"), subgraph=graph.tojson())
    >>> fused.eval(x=nd.array([[1, 2]]), w=nd.ones((1, 2)))[0].asnumpy()
    array([[9.]], dtype=float32)
    """
    bounds = {"min_calib_range": min_calib_range, "max_calib_range": max_calib_range}
    kinds = {"channel_wise_quantize": channel_wise_quantize, "enable_float_output": enable_float_output}
    return _run("_sg_mkldnn_fully_connected", data, subgraphs, {"quantized": quantized, **kinds, **bounds})


def _fused_attention(name: str, what: str, example: str) -> None:
    """Register a part of self attention as the oneDNN back end has it."""

    def apply(
        *data: Array,
        subgraph: str = "",
        heads: int,
        quantized: bool = False,
        enable_float_output: bool = False,
        min_calib_range: float | None = None,
        max_calib_range: float | None = None,
        subgraphs: Sequence[Body] = (),
    ) -> tuple[Array, ...]:
        bounds = {"min_calib_range": min_calib_range, "max_calib_range": max_calib_range}
        params = {"quantized": quantized, "enable_float_output": enable_float_output, **bounds}
        return _run(name, data, subgraphs, params)

    apply.__doc__ = (
        f"{what} of self attention, on levels where they are quantized.\n\n"
        f"Symbol files have it, with its graph.\n\n{example}"
    )
    op(name, outputs=_count, output_names=NAMES)(apply)


_fused_attention(
    "_sg_mkldnn_selfatt_qk",
    "The query-key products",
    """>>> x = mx.sym.var("x")
>>> graph = mx.sym.contrib.interleaved_matmul_selfatt_qk(x, heads=4)
>>> mx.sym._internal._sg_mkldnn_selfatt_qk(x, heads=4, subgraph=graph.tojson()).infer_shape(x=(5, 2, 72))[1]
[(8, 5, 5)]""",
)
_fused_attention(
    "_sg_mkldnn_selfatt_valatt",
    "The weighted values",
    """>>> x, weights = mx.sym.var("x"), mx.sym.var("weights")
>>> graph = mx.sym.contrib.interleaved_matmul_selfatt_valatt(x, weights, heads=4)
>>> fused = mx.sym._internal._sg_mkldnn_selfatt_valatt(x, weights, heads=4, subgraph=graph.tojson())
>>> fused.infer_shape(x=(5, 2, 72), weights=(8, 5, 5))[1]
[(5, 2, 24)]""",
)
