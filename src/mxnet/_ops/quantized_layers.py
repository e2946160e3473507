"""Layers on 8-bit integers with 32-bit sums, for inference; ``quantization`` says what the integers stand for."""

import functools
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import signature
from typing import Any, Literal

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from mxnet._ops.attrs import DType, Shape
from mxnet._ops.convolution import convolution, convolution_shapes, pick_layout
from mxnet._ops.declaring import declared, positional
from mxnet._ops.normalization import batch_norm
from mxnet._ops.pooling import pooling
from mxnet._ops.quantization import (
    INT32_LEVELS,
    LEVELS,
    WHOLE_LEVELS,
    Ranged,
    levels_of,
    levels_per,
    one,
    product_range,
    range_inputs,
    ranged_op,
    reach_of,
    rounded,
)
from mxnet._ops.registry import Op, Quantizes, op
from mxnet._ops.rnn import _layout, rnn, rnn_shapes
from mxnet.error import MXNetError

# What the names of parameters mean in this family.
PARAMETERS = {
    "min_data": "The lowest number that levels of the data stand for, an array of one.",
    "max_data": "The highest number that levels of the data stand for, an array of one.",
    "min_weight": "The lowest number that levels of the weight stand for, an array of one.",
    "max_weight": "The highest number that levels of the weight stand for, an array of one.",
    "min_bias": "The lowest number that levels of the bias stand for, an array of one.",
    "max_bias": "The highest number that levels of the bias stand for, an array of one.",
    "gamma": "The scale of each channel.",
    "beta": "The shift of each channel.",
    "momentum": "Accepted; nothing is trained here.",
}

Array = jax.Array
Step = tuple[tuple[Array, Array], Array]


@ranged_op(
    "_contrib_quantized_embedding",
    types="? -> ? float32 float32",
    quantizes=Quantizes("Embedding", floats=frozenset({0}), when=lambda *, dtype, **_: dtype == "float32"),
)
def quantized_embedding(
    data: Array,
    weight: Array,
    min_weight: Array,
    max_weight: Array,
    *,
    input_dim: int,
    output_dim: int,
    dtype: DType = DType("float32"),  # noqa: B008  (a NewType call is its argument)
    sparse_grad: bool = False,
) -> Ranged:
    """Rows of an int8 matrix, by index; indices out of range are clipped.

    data: The numbers, of any shape.
    weight: The vectors as int8 levels, of shape (input_dim, output_dim).
    dtype: The type of the weight before it was quantized.

    >>> rows = nd.contrib.quantized_embedding(nd.array([1]), nd.array([[1, 2], [3, 4]], dtype="int8"),
    ...     nd.array([-1]), nd.array([1]),
    ...                                       input_dim=2, output_dim=2)
    >>> rows[0].asnumpy()
    array([[3, 4]], dtype=int8)
    """
    if weight.shape != (input_dim, output_dim):
        raise MXNetError(
            f"quantized_embedding: expected weight of {[input_dim, output_dim]}, got {list(weight.shape)}."
        )
    index = jnp.clip(data.astype(np.int64), 0, input_dim - 1)
    return jnp.take(weight, index, axis=0), one(min_weight), one(max_weight)


@quantized_embedding.fill_shapes
def _(*_: Any, input_dim: int, output_dim: int, **__: Any) -> Mapping[str, Shape]:
    return {"weight": (input_dim, output_dim), "min_weight": (1,), "max_weight": (1,)}


range_inputs(quantized_embedding, integers=("weight",), result=lambda *_, **__: "int8")


_RANGES = ("min_data", "max_data", "min_weight", "max_weight")
_WITH_BIAS = ("data", "weight", "bias", *_RANGES, "min_bias", "max_bias")


def _layer_inputs(no_bias: bool, **_: Any) -> tuple[str, ...]:
    return ("data", "weight", *_RANGES) if no_bias else _WITH_BIAS


def _layer_ranges(name: str, no_bias: bool, *inputs: Array | None) -> tuple[Array | None, list[Array]]:
    """The bias, if any, and the ranges: without a bias the inputs after it may also stand one place earlier."""
    arrays = [i for i in inputs if i is not None]
    expected = 4 if no_bias else 7
    if len(arrays) != expected:
        names = _layer_inputs(no_bias)
        raise MXNetError(f"{name}: expected the inputs {', '.join(names)}, got {len(arrays) + 2} inputs.")
    return (None, arrays) if no_bias else (arrays[0], arrays[1:])


def _layer(quantizes: Quantizes, like: Op | None = None) -> Callable[[Callable[..., Ranged]], Op]:
    """Register a layer of levels, ``function(data, weight, bias, ranges, **attrs)``, each array having its range."""

    def register(function: Callable[..., Ranged]) -> Op:
        @functools.wraps(function)
        def layer(data: Array, weight: Array, *others: Array | None, no_bias: bool = False, **how: Any) -> Ranged:
            named = [how.pop(name, None) for name in _WITH_BIAS[2:]]
            bias, ranges = _layer_ranges(function.__name__, no_bias, *others, *named)
            return function(data, weight, bias, ranges, no_bias=no_bias, **how)

        others = [positional(name, Array | None, None) for name in _WITH_BIAS[2:]]
        own = [p for p in signature(function).parameters.values() if p.kind is not p.POSITIONAL_OR_KEYWORD]
        declared(layer, [positional("data"), positional("weight"), *others, *own])
        types = "? -> int32 float32 float32"
        layer_op = ranged_op(f"_contrib_{function.__name__}", types=types, quantizes=quantizes, like=like)(layer)
        layer_op.use_inputs(_layer_inputs)
        range_inputs(layer_op, integers=("weight", "bias"))
        return layer_op

    return register


@_layer(Quantizes("FullyConnected", worthwhile=True, sums=True))
def quantized_fully_connected(
    data: Array,
    weight: Array,
    bias: Array | None,
    ranges: list[Array],
    *,
    num_hidden: int,
    no_bias: bool = False,
    flatten: bool = True,
) -> Ranged:
    """``FullyConnected`` of levels: int32 sums, and the range that they stand for.

    data: Levels, int8 or uint8, of shape (batch, ...).
    weight: Levels, int8, of shape (num_hidden, features).
    bias: Levels, int8, of shape (num_hidden,); left out with ``no_bias``.
    num_hidden: The length of the result's last axis.
    flatten: Fold every axis but the first into one before multiplying.

    >>> low, high = nd.array([-1]), nd.array([1])
    >>> sums = nd.contrib.quantized_fully_connected(
    ...     nd.array([[1, 2]], dtype="int8"), nd.array([[3, 4]], dtype="int8"), min_data=low, max_data=high,
    ...     min_weight=low,
    ...     max_weight=high, num_hidden=1, no_bias=True)
    >>> sums[0].asnumpy()
    array([[11]], dtype=int32)
    """
    name = "quantized_fully_connected"
    levels = levels_of(name, data)
    if flatten:
        data = data.reshape(data.shape[0], -1)
    if weight.shape != (num_hidden, data.shape[-1]):
        raise MXNetError(f"{name}: expected weight of {[num_hidden, data.shape[-1]]}, got {list(weight.shape)}.")
    out = integer_dot(data, weight)
    reaches = reach_of(*ranges[:2]), reach_of(*ranges[2:4])
    if bias is not None:
        scale = (
            levels_per(levels, reaches[0])
            * levels_per(LEVELS["int8"], reaches[1])
            * (reach_of(*ranges[4:6]) / np.float32(127.5))
        )
        out = out + jnp.trunc(bias.astype(np.float32) * scale).astype(np.int32)
    return out, *product_range((reaches[0], WHOLE_LEVELS[data.dtype.name]), (reaches[1], 127))


def integer_dot(data: Array, weight: Array) -> Array:
    """``data @ weight.T`` in int32; unsigned data are shifted to int8, so that both operands are."""
    shift = 128 if data.dtype == np.uint8 else 0
    signed = (data.astype(np.int32) - shift).astype(np.int8)
    dims = (((data.ndim - 1,), (1,)), ((), ()))
    out = lax.dot_general(signed, weight, dims, preferred_element_type=np.int32)
    return out + shift * weight.astype(np.int32).sum(1, dtype=np.int32) if shift else out


@quantized_fully_connected.fill_shapes
def _(data: Shape | None, *_: Any, num_hidden: int, no_bias: bool, flatten: bool, **__: Any) -> Mapping[str, Shape]:
    shapes: dict[str, Shape] = dict.fromkeys(_layer_inputs(no_bias)[2:], (1,))
    if not no_bias:
        shapes["bias"] = (num_hidden,)
    if data is not None:
        shapes["weight"] = (num_hidden, int(np.prod(data[1:])) if flatten else data[-1])
    return shapes


@_layer(
    Quantizes("Convolution", worthwhile=True, sums=True, signed=True, when=lambda *, num_group, **_: num_group == 1),
    like=convolution,
)
def quantized_conv(
    data: Array,
    weight: Array,
    bias: Array | None,
    ranges: list[Array],
    *,
    layout: Literal["NCDHW", "NCHW", "NCW", "NDHWC", "NHWC"] | None = None,
    **how: Any,
) -> Ranged:
    """``Convolution`` of levels: int32 sums, and the range that they stand for.

    MXNet convolves int8 levels on GPUs alone, where the bias is brought to the unit of the sums. To uint8 levels it
    adds the bias as it is, and gives the sums the range of int8 ones: that is how it does on a CPU.

    data: Levels, int8 or uint8, of shape (batch, channels, ...).
    weight: Levels, int8, of shape (num_filter, channels / num_group, *kernel).
    bias: Levels, int8, of shape (num_filter,); left out with ``no_bias``.

    >>> low, high = nd.array([-1]), nd.array([1])
    >>> sums = nd.contrib.quantized_conv(
    ...     nd.ones((1, 1, 2, 2), dtype="int8"), nd.ones((1, 1, 2, 2), dtype="int8"), min_data=low, max_data=high,
    ...     min_weight=low, max_weight=high, kernel=(2, 2), num_filter=1, no_bias=True)
    >>> sums[0].asnumpy()
    array([[[[4]]]], dtype=int32)
    """
    name = "quantized_conv"
    levels_of(name, data)
    if how["num_group"] != 1:
        raise MXNetError(f"quantized_conv only supports num_group=1 for now, got {how['num_group']}.")
    data_layout = pick_layout(name, len(how["kernel"]), layout)
    out = _integer_convolution(data, weight, data_layout, **how)
    low, high = product_range((reach_of(*ranges[:2]), 127), (reach_of(*ranges[2:4]), 127))
    if bias is not None:
        if data.dtype == np.int8:
            scale = reach_of(*ranges[4:6]) * levels_per(INT32_LEVELS / 127, high)
            bias = jnp.trunc(bias.astype(np.float32) * scale)
        out = out + bias.astype(np.int32).reshape([-1 if letter == "C" else 1 for letter in data_layout])
    return out, low, high


def _integer_convolution(data: Array, weight: Array, layout: str, *, kernel: Shape, **how: Any) -> Array:
    """The int32 convolution, as float32 ones over so few channels that each sum is exact.

    Products are below 2 ** 15, so that 2 ** 24 // 2 ** 15 of them add up without rounding. No back end has a general
    convolution of integers that is as fast, and some have none.
    """
    axis, taps = layout.index("C"), int(np.prod(kernel))
    if weight.ndim != data.ndim or weight.shape[axis] != data.shape[axis]:
        expected = f"{data.shape[axis]} channels on axis {axis}"
        raise MXNetError(f"quantized_conv: expected weight of {expected}, got shape {list(weight.shape)}.")
    exact, dtype = 2**24 // 2**15, np.float32 if taps <= 2**24 // 2**15 else np.float64
    sums = []
    for start in range(0, data.shape[axis], max(exact // taps, 1)):
        stop = min(start + max(exact // taps, 1), data.shape[axis])
        parts = [lax.slice_in_dim(a, start, stop, axis=axis).astype(dtype) for a in (data, weight)]
        part: Array = convolution.function(*parts, **{**how, "kernel": kernel, "no_bias": True, "layout": layout})
        sums.append(part.astype(np.int32))
    return functools.reduce(operator.add, sums)


@quantized_conv.fill_shapes
def _(data: Shape | None, *_: Any, no_bias: bool, **attrs: Any) -> Mapping[str, Shape]:
    shapes: dict[str, Shape] = dict.fromkeys(_layer_inputs(no_bias)[2:], (1,))
    return shapes | dict(convolution_shapes(data, None, no_bias=no_bias, **attrs))


@ranged_op(
    "_contrib_quantized_pooling",
    types="T float32 -> T float32 float32",
    quantizes=Quantizes("Pooling", keeps_type=True, when=lambda *, pool_type, **_: pool_type in ("max", "avg")),
    like=pooling,
)
def quantized_pooling(data: Array, min_data: Array, max_data: Array, **how: Any) -> Ranged:
    """``Pooling`` of levels, maximum or average, with the range of the input.

    data: Levels, int8 or uint8, of shape (batch, channels, ...).
    pool_type: ``max`` or ``avg``.

    >>> x = nd.arange(4).reshape((1, 1, 2, 2)).astype("int8")
    >>> nd.contrib.quantized_pooling(x, nd.array([-1]), nd.array([1]), kernel=(2, 2))[0].asnumpy()
    array([[[[3]]]], dtype=int8)
    """
    levels_of("quantized_pooling", data)
    kind = how["pool_type"]
    if kind not in ("max", "avg"):
        raise MXNetError(f"QuantizedPoolingOp only supports pool_type=max/avg for now, got {kind}.")
    # An average counts the whole window, also where "full" lets it reach beyond the padding.
    whole = kind == "avg" and how["count_include_pad"] is not False and not how["global_pool"]
    out = pooling.function(data.astype(np.float32), **{**how, "pool_type": "sum" if whole else kind})
    out = out / np.float32(np.prod(how["kernel"])) if whole else out
    return rounded(out, data.dtype), one(min_data), one(max_data)


range_inputs(quantized_pooling)


@ranged_op(
    "_contrib_quantized_batch_norm",
    mutates=("moving_mean", "moving_var"),
    types="? -> ? float32 float32",
    quantizes=Quantizes(
        "BatchNorm", floats=frozenset({1, 2, 3, 4}), when=lambda *, output_mean_var, **_: not output_mean_var
    ),
    like=batch_norm,
)
def quantized_batch_norm(
    data: Array,
    gamma: Array,
    beta: Array,
    moving_mean: Array,
    moving_var: Array,
    min_data: Array,
    max_data: Array,
    **how: Any,
) -> tuple[Array, ...]:
    """``BatchNorm`` of levels with the running statistics, as int8 in the calibrated range; ``gamma`` counts always.

    data: Levels, int8, of shape (batch, channels, ...).
    axis: The axis of channels.

    >>> one, zero = nd.ones((1,)), nd.zeros((1,))
    >>> out = nd.contrib.quantized_batch_norm(
    ...     nd.array([[[[64]]]], dtype="int8"), one, zero, zero, one, nd.array([-1]), nd.array([1]), eps=0,
    ...     min_calib_range=-1, max_calib_range=1)
    >>> out[0].asnumpy()
    array([[[[64]]]], dtype=int8)
    """
    eps, low, high = how["eps"], how["min_calib_range"], how["max_calib_range"]
    if low is None or high is None:
        raise MXNetError(
            "quantized_batch_norm: min_calib_range or max_calib_range is not available. Quantized BN currently don't "
            "support calib_mode=None."
        )
    if levels_of("quantized_batch_norm", data) == np.float32(LEVELS["uint8"]):
        data = rounded(data.astype(np.float32) * np.float32(LEVELS["int8"] / LEVELS["uint8"]), np.int8)
    reach = reach_of(low, high)
    slope = gamma / jnp.sqrt(moving_var + np.float32(eps))
    # oneDNN normalises what is folded in here once more, with a variance of 1: eps counts twice.
    weight = slope * reach_of(min_data, max_data) / (reach * np.float32(np.sqrt(1 + eps)))
    offset = (beta - moving_mean * slope) * levels_per(LEVELS["int8"], reach)
    column = [1] * data.ndim
    column[how["axis"]] = -1
    out = rounded(data.astype(np.float32) * weight.reshape(column) + offset.reshape(column), np.int8)
    return out, one(low), one(high), moving_mean, moving_var


@quantized_batch_norm.fill_shapes
def _(data: Shape | None, *_: Any, axis: int, **__: Any) -> Mapping[str, Shape]:
    shapes: dict[str, Shape] = {"min_data": (1,), "max_data": (1,)}
    if data is not None:
        shapes |= dict.fromkeys(("gamma", "beta", "moving_mean", "moving_var"), (data[axis],))
    return shapes


range_inputs(quantized_batch_norm, result=lambda *_, **__: "int8")


@op(
    "_contrib_quantized_rnn",
    outputs=lambda state_outputs=False, **_: 3 if state_outputs else 1,
    output_names=("output", "state_output", "statecell_output"),
    types="? -> ? float32 float32",
    like=rnn,
)
def quantized_rnn(
    data: Array, parameters: Array, state: Array, state_cell: Array, data_scale: Array, data_shift: Array, **how: Any
) -> tuple[Array, ...]:
    """``RNN`` of uint8 levels ``x * data_scale + data_shift``, LSTM only, with products of integers.

    Weights become int8 with a scale for each row, the same for all layers; what goes from step to step and from layer
    to layer becomes uint8 levels of the data's scale and shift. Cells and results are float32.

    data: Levels, uint8, of shape (time, batch, features).
    parameters: All weights, then all biases, as one vector of floats.
    state: The first hidden state, of shape (layers * directions, batch, state_size).
    state_cell: The first cell, of the same shape.
    data_scale: The factor that made levels of the data.
    data_shift: What was added then.
    state_size: The length of the hidden state.
    mode: ``lstm``, the only one that levels have.
    p: Accepted; there is no dropout outside training.

    >>> size = 8 * 4 * (8 + 8 + 2)
    >>> nd.contrib.quantized_rnn(
    ...     nd.ones((5, 2, 8), dtype="uint8"), nd.ones((size,)), nd.zeros((1, 2, 8)), nd.zeros((1, 2, 8)),
    ...     nd.array([128]),
    ...     nd.array([0]), state_size=8, num_layers=1, mode="lstm").shape
    (5, 2, 8)
    """
    mode, others = how["mode"], how["projection_size"] or how["use_sequence_length"]
    if mode != "lstm" or others or how["lstm_state_clip_min"] is not None:
        raise MXNetError(
            "quantized_rnn: Quantized recurrent neural network only supports LSTM operator, without projection, "
            f"clipping or sequence lengths, got mode={mode!r}."
        )
    if data.dtype != np.uint8:
        raise MXNetError(f"quantized_rnn: Quantized RNN operator only supports uint8 input, got {data.dtype}.")
    shape = _RnnShape(how["state_size"], how["num_layers"], how["bidirectional"])
    groups = _layout(data.shape[2], shape.attrs()).unpack(parameters)
    largest = jnp.stack([jnp.abs(m).max(1) for matrices, _, _ in groups for m in matrices]).max(0)
    row_scale = levels_per(WHOLE_LEVELS["int8"], largest)
    quantum = _Quantum(data_scale.reshape(()), data_shift.reshape(()), row_scale)
    x, ends = data, []
    for layer in range(shape.layers):
        sides = []
        for direction in range(shape.directions):
            index = layer * shape.directions + direction
            outputs, end = _lstm(quantum, x, groups[index], state[index], state_cell[index], direction == 1)
            sides.append(outputs)
            ends.append(end)
        result = jnp.concatenate(sides, axis=2)
        x = quantum.levels(result)
    if not how["state_outputs"]:
        return (result,)
    return result, jnp.stack([h for h, _ in ends]), jnp.stack([c for _, c in ends])


@dataclass(frozen=True)
class _RnnShape:
    size: int
    layers: int
    bidirectional: bool

    @property
    def directions(self) -> int:
        return 2 if self.bidirectional else 1

    def attrs(self) -> dict[str, Any]:
        """As ``RNN`` takes them."""
        return {
            "mode": "lstm",
            "state_size": self.size,
            "num_layers": self.layers,
            "bidirectional": self.bidirectional,
            "projection_size": None,
            "lstm_state_clip_min": None,
            "lstm_state_clip_max": None,
            "use_sequence_length": False,
        }


@dataclass(frozen=True)
class _Quantum:
    """Scale and shift of the data's levels, and the scale of each row of weights."""

    scale: Array
    shift: Array
    row_scale: Array

    def levels(self, value: Array) -> Array:
        return rounded(value * self.scale + self.shift, np.uint8)

    def weights(self, matrix: Array) -> Array:
        return rounded(matrix * self.row_scale[:, None], np.int8)

    def product(self, levels: Array, weights: Array) -> Array:
        """The float product that integers stand for."""
        shifted = self.shift * weights.astype(np.int32).sum(1, dtype=np.int32).astype(np.float32)
        unit = levels_per(1, self.scale * self.row_scale)
        return (integer_dot(levels, weights).astype(np.float32) - shifted) * unit


def _lstm(
    quantum: _Quantum, x: Array, group: tuple[list[Array], Array, Array], hidden: Array, cell: Array, reverse: bool
) -> tuple[Array, tuple[Array, Array]]:
    """One layer in one direction: outputs, and the last hidden state and cell."""
    (w_input, w_hidden), x_bias, h_bias = group
    gates = quantum.product(x, quantum.weights(w_input)) + x_bias + h_bias
    recurrent = quantum.weights(w_hidden)

    def step(carry: tuple[Array, Array], x_gates: Array) -> Step:
        hidden, cell = carry
        i, f, g, o = jnp.split(x_gates + quantum.product(quantum.levels(hidden), recurrent), 4, axis=-1)
        cell = jax.nn.sigmoid(f) * cell + jax.nn.sigmoid(i) * jnp.tanh(g)
        hidden = jax.nn.sigmoid(o) * jnp.tanh(cell)
        return (hidden, cell), hidden

    end, outputs = lax.scan(step, (hidden, cell), gates, reverse=reverse)
    return outputs, end


@quantized_rnn.fill_shapes
def _(
    data: Shape | None, *_: Any, state_size: int, num_layers: int, bidirectional: bool, **__: Any
) -> Mapping[str, Shape]:
    shapes = dict(rnn_shapes(data, **_RnnShape(state_size, num_layers, bidirectional).attrs()))
    return shapes | {"data_scale": (1,), "data_shift": (1,)}


range_inputs(quantized_rnn)
