"""Stacked recurrent layers over MXNet's one packed vector of parameters."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental import rnn as cudnn
from jax.experimental.layout import Layout, with_layout_constraint

from mxnet._ops.attrs import present
from mxnet._ops.convolution import check_types
from mxnet._ops.gpu import either, has_gpu, lstm_by_cudnn
from mxnet._ops.registry import op
from mxnet.error import MXNetError

# What the names of parameters mean in this family.
PARAMETERS = {
    "mode": "``rnn_relu``, ``rnn_tanh``, ``lstm`` or ``gru``.",
    "p": "The probability of dropping an element between layers, in training.",
}

Array = jax.Array
Carry = tuple[Array, ...]
Clip = tuple[float, float, bool] | None

_GATES = {"rnn_relu": 1, "rnn_tanh": 1, "lstm": 4, "gru": 3}


def _dot(a: Array, weight: Array) -> Array:
    """``a @ weight.T`` in the weight's dtype, summed in float32 at least."""
    wide = jnp.promote_types(weight.dtype, jnp.float32)
    return lax.dot_general(
        a.astype(weight.dtype), weight, (((a.ndim - 1,), (1,)), ((), ())), preferred_element_type=wide
    )


Step = tuple[Array, Array | None, Carry]


@dataclass(frozen=True)
class _Cell:
    """One step of a recurrence between its products with matrices, and its gradient.

    ``forward(x_gates, h_gates, carry)`` takes the sums over the input and over the state. It gives the new carry, whose
    first member is the output, and what ``backward(kept, carry, cotangents)`` needs for the gradients of the three;
    that of ``h_gates`` is None where it is that of ``x_gates``.
    """

    forward: Callable[[Array, Array, Carry], tuple[Carry, Carry]]
    backward: Callable[[Carry, Carry, Carry], Step]


def _plain_cell(activation: Callable[[Array], Array], slope: Callable[[Array], Array]) -> _Cell:
    def forward(x_gates: Array, h_gates: Array, carry: Carry) -> tuple[Carry, Carry]:
        new = (activation(x_gates + h_gates),)
        return new, new

    return _Cell(forward, lambda kept, carry, back: (back[0] * slope(kept[0]), None, (jnp.zeros_like(carry[0]),)))


def _gru_forward(x_gates: Array, h_gates: Array, carry: Carry) -> tuple[Carry, Carry]:
    x_reset, x_update, x_new = jnp.split(x_gates, 3, axis=1)
    h_reset, h_update, inner = jnp.split(h_gates, 3, axis=1)
    reset, update = jax.nn.sigmoid(x_reset + h_reset), jax.nn.sigmoid(x_update + h_update)
    new = jnp.tanh(x_new + reset * inner)
    return ((1 - update) * new + update * carry[0],), (reset, update, new, inner)


def _gru_backward(kept: Carry, carry: Carry, back: Carry) -> Step:
    reset, update, new, inner = kept
    d_update = back[0] * (carry[0] - new) * update * (1 - update)
    d_new = back[0] * (1 - update) * (1 - new * new)
    d_reset = d_new * inner * reset * (1 - reset)
    sums_x = jnp.concatenate([d_reset, d_update, d_new], axis=1)
    return sums_x, jnp.concatenate([d_reset, d_update, d_new * reset], axis=1), (back[0] * update,)


def _lstm_cell(clip: Clip) -> _Cell:
    low, high, stop_nan = clip or (-math.inf, math.inf, False)

    def forward(x_gates: Array, h_gates: Array, carry: Carry) -> tuple[Carry, Carry]:
        i, f, g, o = jnp.split(x_gates + h_gates, 4, axis=1)
        i, f, g, o = jax.nn.sigmoid(i), jax.nn.sigmoid(f), jnp.tanh(g), jax.nn.sigmoid(o)
        c = f * carry[1] + i * g
        if clip is not None:
            c = jnp.clip(c, low, high)
            c = jnp.where(jnp.isnan(c), low, c) if stop_nan else c
        bent = jnp.tanh(c)
        return (o * bent, c), (i, f, g, o, bent)

    def backward(kept: Carry, carry: Carry, back: Carry) -> Step:
        i, f, g, o, bent = kept
        d_c = back[1] + back[0] * o * (1 - bent * bent)
        if clip is not None:
            c = f * carry[1] + i * g
            d_c = jnp.where((c >= low) & (c <= high), d_c, 0)
        sums = [d_c * g * i * (1 - i), d_c * carry[1] * f * (1 - f), d_c * i * (1 - g * g)]
        sums.append(back[0] * bent * o * (1 - o))
        return jnp.concatenate(sums, axis=1), None, (jnp.zeros_like(carry[0]), d_c * f)

    return _Cell(forward, backward)


@dataclass(frozen=True)
class _Weights:
    """What one direction of a layer multiplies its state with.

    ``bias`` is added to these sums where they do not merely come added to those over the input; ``projection`` makes
    the output smaller.
    """

    recurrent: Array
    bias: Array | None
    projection: Array | None


jax.tree_util.register_dataclass(_Weights, ["recurrent", "bias", "projection"], [])


def _unroll() -> int:
    """How many steps a loop makes in a round: on a GPU each round has kernels of its own that move the carry."""
    return 8 if has_gpu() else 1


@partial(jax.custom_vjp, nondiff_argnums=(0, 1))
def _recur(
    cell: _Cell, reverse: bool, weights: _Weights, x_gates: Array, carry: Carry, valid: Array | None
) -> tuple[Array, Carry]:
    """Outputs and last carry of a recurrence; steps that are not ``valid`` leave the carry alone and output zeros.

    The gradient is written down: it keeps each step's gates and makes that of a weight in one product over all steps. A
    derivative of the scan itself would keep more, and add to a matrix of the weight's size at every step.
    """
    return _recur_forward(cell, reverse, weights, x_gates, carry, valid)[0]


def _recur_forward(
    cell: _Cell, reverse: bool, weights: _Weights, x_gates: Array, carry: Carry, valid: Array | None
) -> tuple[tuple[Array, Carry], tuple]:
    def step(carry: Carry, xs: tuple) -> tuple[Carry, tuple]:
        x, keep = xs
        h_gates = _dot(carry[0], weights.recurrent)
        new, kept = cell.forward(x, h_gates if weights.bias is None else h_gates + weights.bias, carry)
        full = None
        if weights.projection is not None:
            full, new = new[0], (_dot(new[0], weights.projection), *new[1:])
        output = new[0]
        if keep is not None:
            new = tuple(jnp.where(keep, a, b) for a, b in zip(new, carry, strict=True))
            output = jnp.where(keep, output, 0)
        return new, (output, (carry, kept, full))

    last, (outputs, kept) = lax.scan(step, carry, (x_gates, valid), reverse=reverse, unroll=_unroll())
    return (outputs, last), (weights, valid, kept)


def _recur_backward(cell: _Cell, reverse: bool, residuals: tuple, cotangents: tuple[Array, Carry]) -> tuple:
    weights, valid, (before, kept, full) = residuals

    def step(back: Carry, xs: tuple) -> tuple[Carry, tuple]:
        out_grad, keep, carry, kept = xs
        rest = None
        if keep is not None:
            rest = [jnp.where(keep, 0, b) for b in back]
            back, out_grad = tuple(jnp.where(keep, b, 0) for b in back), jnp.where(keep, out_grad, 0)
        out = back[0] + out_grad
        back = (out if weights.projection is None else _pull(out, weights.projection), *back[1:])
        sums_x, sums_h, carry_grads = cell.backward(kept, carry, back)
        carry_grads = (
            carry_grads[0] + _pull(sums_x if sums_h is None else sums_h, weights.recurrent),
            *carry_grads[1:],
        )
        if rest is not None:
            carry_grads = tuple(a + b for a, b in zip(carry_grads, rest, strict=True))
        return carry_grads, (sums_x, sums_h, None if weights.projection is None else out)

    out_grads, last = cotangents
    back, (sums_x, sums_h, out) = lax.scan(
        step, last, (out_grads, valid, before, kept), reverse=not reverse, unroll=_unroll()
    )
    weight_grads = _weight_grads(weights, sums_x if sums_h is None else sums_h, out, before[0], full)
    return weight_grads, sums_x, back, None


def _pull(cotangent: Array, weight: Array) -> Array:
    """What comes back through ``_dot`` to the array."""
    return jnp.dot(cotangent, weight.astype(cotangent.dtype))


def _weight_grads(weights: _Weights, sums: Array, out: Array | None, states: Array, full: Array | None) -> _Weights:
    def outer(a: Array, b: Array, like: Array) -> Array:
        return jnp.einsum("tng,tnh->gh", a, b).astype(like.dtype)

    return _Weights(
        outer(sums, states, weights.recurrent),
        None if weights.bias is None else sums.sum((0, 1)).astype(weights.bias.dtype),
        None if out is None or full is None else outer(out, full, present(weights.projection)),
    )


_recur.defvjp(_recur_forward, _recur_backward)


@dataclass(frozen=True)
class _Layout:
    """Where the weights of each layer and direction lie in the packed vector, and the biases after all of them."""

    gates: int
    size: int
    inputs: int
    layers: int
    directions: int
    projection: int

    @property
    def output(self) -> int:
        """The width of one direction's output."""
        return self.projection or self.size

    def weight_shapes(self, layer: int) -> list[tuple[int, int]]:
        """Shapes of the input, the recurrent and the projection matrix of one layer and direction."""
        width = self.output * self.directions if layer else self.inputs
        rows = self.gates * self.size
        shapes = [(rows, width), (rows, self.output)]
        return [*shapes, (self.projection, self.size)] if self.projection else shapes

    @property
    def total(self) -> int:
        """The length of the packed vector."""
        weights = sum(a * b for layer in range(self.layers) for a, b in self.weight_shapes(layer))
        return self.directions * (weights + 2 * self.gates * self.size * self.layers)

    def unpack(self, packed: Array) -> list[tuple[list[Array], Array, Array]]:
        """Matrices, input bias and recurrent bias of every layer, its directions side by side."""
        at = 0
        matrices = []
        for layer in range(self.layers):
            for _ in range(self.directions):
                group = []
                for rows, columns in self.weight_shapes(layer):
                    group.append(packed[at : at + rows * columns].reshape(rows, columns))
                    at += rows * columns
                matrices.append(group)
        biases = packed[at:].reshape(len(matrices), 2, self.gates * self.size)
        return [(group, biases[i, 0], biases[i, 1]) for i, group in enumerate(matrices)]


def _layout(inputs: int, attrs: Mapping[str, Any]) -> _Layout:
    return _Layout(
        _GATES[attrs["mode"]],
        attrs["state_size"],
        inputs,
        attrs["num_layers"],
        2 if attrs["bidirectional"] else 1,
        attrs["projection_size"] or 0,
    )


def _check(data: tuple[int, ...], attrs: Mapping[str, Any]) -> None:
    if len(data) != 3:
        raise MXNetError(
            "RNN: Input data should be rank-3 tensor of dim [sequence length, batch size, input size], "
            f"but its shape is {data}"
        )
    if attrs["projection_size"] and attrs["mode"] != "lstm":
        raise MXNetError(f"RNN: projection_size is supported for mode='lstm' only, but mode={attrs['mode']!r}")
    if (attrs["lstm_state_clip_min"] is None) != (attrs["lstm_state_clip_max"] is None):
        raise MXNetError("RNN: give both of lstm_state_clip_min and lstm_state_clip_max, or neither")
    if attrs["lstm_state_clip_min"] is not None and attrs["mode"] != "lstm":
        raise MXNetError(f"RNN: lstm_state_clip_min needs mode='lstm', but mode={attrs['mode']!r}")


def _num_outputs(*, mode: str, state_outputs: bool, **_: Any) -> int:
    return (3 if mode == "lstm" else 2) if state_outputs else 1


@op("RNN", outputs=_num_outputs, output_names=("output", "state_output", "statecell_output"), costly=True)
def rnn(
    data: Array,
    parameters: Array,
    state: Array,
    state_cell: Array | None = None,
    sequence_length: Array | None = None,
    *,
    state_size: int,
    num_layers: int,
    bidirectional: bool = False,
    mode: Literal["gru", "lstm", "rnn_relu", "rnn_tanh"],
    p: float = 0.0,
    state_outputs: bool = False,
    projection_size: int | None = None,
    lstm_state_clip_min: float | None = None,
    lstm_state_clip_max: float | None = None,
    lstm_state_clip_nan: bool = False,
    use_sequence_length: bool = False,
    key: Array | None = None,
    train: bool = False,
) -> tuple[Array, ...]:
    """Stacked recurrent layers over ``data`` of shape (time, batch, features), with dropout ``p`` between them.

    data: Sequences of shape (time, batch, features).
    parameters: All weights, then all biases, as one vector.
    state: The first hidden state, of shape (layers * directions, batch, state_size).
    state_cell: The first cell of an LSTM, of the same shape.
    sequence_length: How long each sequence is, with ``use_sequence_length``.
    state_size: The length of the hidden state.

    >>> nd.RNN(nd.ones((5, 2, 3)), nd.zeros((4 * (3 + 4 + 2),)), nd.zeros((1, 2, 4)), state_size=4, num_layers=1,
    ...        mode="rnn_tanh").shape
    (5, 2, 4)
    """
    attrs = {
        "mode": mode,
        "state_size": state_size,
        "num_layers": num_layers,
        "bidirectional": bidirectional,
        "projection_size": projection_size,
        "lstm_state_clip_min": lstm_state_clip_min,
        "lstm_state_clip_max": lstm_state_clip_max,
        "use_sequence_length": use_sequence_length,
    }
    if mode != "lstm" and sequence_length is None:
        sequence_length, state_cell = state_cell, None
    shapes = rnn_shapes(data.shape, **attrs)
    inputs: dict[str, Array | None] = {
        "parameters": parameters,
        "state": state,
        "state_cell": state_cell,
        "sequence_length": sequence_length,
    }
    for name, shape in shapes.items():
        array = inputs[name]
        if array is None or array.shape != shape:
            got = "nothing" if array is None else array.shape
            raise MXNetError(f"RNN: expected {name} of shape {shape} for data of shape {data.shape}, but got {got}")

    check_types("RNN", data.dtype, parameters=parameters, state=state, state_cell=state_cell)
    layout = _layout(data.shape[2], attrs)
    clip = None
    if lstm_state_clip_min is not None and lstm_state_clip_max is not None:
        clip = (lstm_state_clip_min, lstm_state_clip_max, lstm_state_clip_nan)
    valid = None
    if use_sequence_length:
        valid = (jnp.arange(data.shape[0])[:, None] < present(sequence_length)[None].astype(jnp.int32))[..., None]
    states = (state, present(state_cell)) if mode == "lstm" else (state,)

    drop = p * train
    masks = _masks(layout, data, drop, key)

    def plain(data: Array, parameters: Array, *rest: Array) -> tuple[Array, ...]:
        count, packed = len(states), layout.unpack(parameters)
        kept = [mask.astype(bool) for mask in rest[count:]]
        outputs, last = _stack(_cell(mode, clip), layout, data, packed, rest[:count], valid, drop, kept)
        return (outputs, *last)

    if mode == "lstm" and clip is None and valid is None and _suits_cudnn(layout, data):
        own = partial(_lstm_by_cudnn, layout, drop)
        results = either(own, plain)(data, parameters, *states, *[mask.astype(data.dtype) for mask in masks])
    else:
        results = plain(data, parameters, *states, *masks)
    return results if state_outputs else results[:1]


def _masks(layout: _Layout, data: Array, drop: float, key: Array | None) -> list[Array]:
    """What is kept of each layer's input but the first's."""
    if drop == 0:
        return []
    shape = (*data.shape[:2], layout.output * layout.directions)
    return [
        jax.random.bernoulli(jax.random.fold_in(present(key), layer), 1 - drop, shape)
        for layer in range(1, layout.layers)
    ]


def _dropped(data: Array, kept: Array, drop: float) -> Array:
    return jnp.where(kept, data / (1 - drop), 0).astype(data.dtype) if drop < 1 else jnp.zeros_like(data)


def _suits_cudnn(layout: _Layout, data: Array) -> bool:
    return lstm_by_cudnn() and data.dtype == jnp.float32 and not layout.projection and 0 not in data.shape


def _lstm_by_cudnn(
    layout: _Layout, drop: float, data: Array, parameters: Array, state: Array, cell: Array, *masks: Array
) -> tuple[Array, ...]:
    """All layers of an LSTM by cuDNN, whose packed vector is MXNet's too; layer by layer with masks in between."""
    if not masks:
        return _cudnn_layers(layout, data, parameters, state, cell)
    parts, ends, sides = layout.unpack(parameters), [], layout.directions
    for layer in range(layout.layers):
        if layer:
            data = _dropped(data, masks[layer - 1].astype(bool), drop)
        mine = slice(layer * sides, (layer + 1) * sides)
        weights = [matrix.reshape(-1) for group, _, _ in parts[mine] for matrix in group]
        biases = [bias for _, *both in parts[mine] for bias in both]
        one = replace(layout, layers=1, inputs=data.shape[2])
        data, *end = _cudnn_layers(one, data, jnp.concatenate([*weights, *biases]), state[mine], cell[mine])
        ends.append(end)
    return (data, *[jnp.concatenate(member) for member in zip(*ends, strict=True)])


def _cudnn_layers(layout: _Layout, data: Array, parameters: Array, state: Array, cell: Array) -> tuple[Array, ...]:
    steps, batch, width = data.shape
    lengths = jnp.full((batch,), steps, jnp.int32)
    sizes = (width, layout.size, layout.layers, 0.0, layout.directions == 2)
    outputs, *last = cudnn.lstm(_as_written(jnp.swapaxes(data, 0, 1)), state, cell, parameters, lengths, *sizes)
    return (jnp.swapaxes(_as_written(outputs), 0, 1), *last)


def _as_written(array: Array) -> Array:
    """The array with its last axis contiguous: JAX's call of cuDNN takes that for granted, XLA would save a copy."""
    return with_layout_constraint(array, Layout(major_to_minor=tuple(range(array.ndim))))


def _cell(mode: str, clip: Clip) -> _Cell:
    if mode == "lstm":
        return _lstm_cell(clip)
    if mode == "gru":
        return _Cell(_gru_forward, _gru_backward)
    return _plain_cell(jnp.tanh, lambda y: 1 - y * y) if mode == "rnn_tanh" else _plain_cell(jax.nn.relu, jnp.sign)


def _stack(
    cell: _Cell,
    layout: _Layout,
    data: Array,
    parameters: list[tuple[list[Array], Array, Array]],
    states: tuple[Array, ...],
    valid: Array | None,
    drop: float,
    masks: list[Array],
) -> tuple[Array, list[Array]]:
    """Every layer and direction in turn; the last states are stacked as they came in."""
    wide = jnp.promote_types(data.dtype, jnp.float32)
    ends: list[Carry] = []
    x = data
    for layer in range(layout.layers):
        if layer and drop > 0:
            x = _dropped(x, masks[layer - 1], drop)
        sides = []
        for direction in range(layout.directions):
            index = layer * layout.directions + direction
            (w_input, w_state, *rest), x_bias, h_bias = parameters[index]
            # A GRU multiplies the last gate's recurrent bias by its reset gate.
            inner = h_bias.astype(wide) if layout.gates == 3 else None
            weights = _Weights(w_state, inner, rest[0] if rest else None)
            x_bias = x_bias if layout.gates == 3 else x_bias.astype(wide) + h_bias.astype(wide)
            x_gates = _dot(x, w_input) + x_bias.astype(wide)
            carry = tuple(s[index].astype(wide) for s in states)
            y, end = _recur(cell, direction == 1, weights, x_gates, carry, valid)
            sides.append(y.astype(data.dtype))
            ends.append(end)
        x = jnp.concatenate(sides, axis=2) if len(sides) > 1 else sides[0]
    return x, [jnp.stack(member).astype(data.dtype) for member in zip(*ends, strict=True)]


@rnn.use_inputs
def _inputs(*, mode: str, use_sequence_length: bool, **_: Any) -> tuple[str, ...]:
    names = ("data", "parameters", "state", "state_cell") if mode == "lstm" else ("data", "parameters", "state")
    return (*names, "sequence_length") if use_sequence_length else names


@rnn.fill_shapes
def rnn_shapes(data: tuple[int, ...] | None, *_: Any, **attrs: Any) -> dict[str, tuple[int, ...]]:
    if data is None:
        return {}
    _check(data, attrs)
    layout = _layout(data[2], attrs)
    rows = layout.layers * layout.directions
    shapes: dict[str, tuple[int, ...]] = {"parameters": (layout.total,), "state": (rows, data[1], layout.output)}
    if attrs["mode"] == "lstm":
        shapes["state_cell"] = (rows, data[1], layout.size)
    if attrs["use_sequence_length"]:
        shapes["sequence_length"] = (data[1],)
    return shapes
