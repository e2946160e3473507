"""Stacked recurrent layers over MXNet's one packed vector of parameters."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import jax
import jax.numpy as jnp
from jax import lax

from mxnet._ops.registry import op
from mxnet.error import MXNetError

Array = jax.Array
Weights = tuple[Array, ...]
Carry = tuple[Array, ...]
Clip = tuple[float, float, bool] | None

_GATES = {"rnn_relu": 1, "rnn_tanh": 1, "lstm": 4, "gru": 3}


def _dot(a: Array, weight: Array) -> Array:
    """``a @ weight.T`` in the weight's dtype, summed in float32 at least."""
    wide = jnp.promote_types(weight.dtype, jnp.float32)
    return lax.dot_general(
        a.astype(weight.dtype), weight, (((a.ndim - 1,), (1,)), ((), ())), preferred_element_type=wide
    )


@dataclass(frozen=True)
class _Cell:
    """One step of a recurrence, and how the gradients of its weights follow from those of its sums.

    ``step(weights, carry, x_gates, noise)`` gives the new carry, whose first member is the output, and the factors that
    the weights were multiplied with. ``noise`` is zero: its gradient is that of a sum which ``x_gates`` is not part of.
    """

    step: Callable[[Weights, Carry, Array, Array | None], tuple[Carry, Carry]]
    weight_grads: Callable[[Array, Array | None, Carry], Weights]
    noise_size: int


def _outer(sums: Array, factors: Array) -> Array:
    return jnp.einsum("tng,tnh->gh", sums, factors)


def _plain_cell(activation: Callable[[Array], Array]) -> _Cell:
    def step(weights: Weights, carry: Carry, x_gates: Array, noise: Array | None) -> tuple[Carry, Carry]:
        return (activation(x_gates + _dot(carry[0], weights[0])),), (carry[0],)

    return _Cell(step, lambda sums, _, factors: (_outer(sums, factors[0]),), 0)


def _gru_cell(size: int) -> _Cell:
    def step(weights: Weights, carry: Carry, x_gates: Array, noise: Array | None) -> tuple[Carry, Carry]:
        (h,) = carry
        weight, bias = weights
        h_gates = _dot(h, weight)
        reset, update = jnp.split(jax.nn.sigmoid(x_gates[:, : 2 * size] + h_gates[:, : 2 * size]), 2, axis=1)
        inner = h_gates[:, 2 * size :] + bias
        if noise is not None:
            inner = inner + noise
        new = jnp.tanh(x_gates[:, 2 * size :] + reset * inner)
        return ((1 - update) * new + update * h,), (h,)

    def weight_grads(sums: Array, noise: Array | None, factors: Carry) -> Weights:
        assert noise is not None
        return _outer(jnp.concatenate([sums[..., : 2 * size], noise], axis=2), factors[0]), noise.sum((0, 1))

    return _Cell(step, weight_grads, size)


def _lstm_cell(projection: int, clip: Clip) -> _Cell:
    def step(weights: Weights, carry: Carry, x_gates: Array, noise: Array | None) -> tuple[Carry, Carry]:
        h, c = carry
        i, f, g, o = jnp.split(x_gates + _dot(h, weights[0]), 4, axis=1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        if clip is not None:
            low, high, stop_nan = clip
            c = jnp.clip(c, low, high)
            c = jnp.where(jnp.isnan(c), low, c) if stop_nan else c
        y = jax.nn.sigmoid(o) * jnp.tanh(c)
        if not projection:
            return (y, c), (h,)
        out = _dot(y, weights[1])
        return (out if noise is None else out + noise, c), (h, y)

    def weight_grads(sums: Array, noise: Array | None, factors: Carry) -> Weights:
        recurrent = _outer(sums, factors[0])
        return (recurrent, _outer(noise, factors[1])) if noise is not None else (recurrent,)

    return _Cell(step, weight_grads, projection)


def _scan(
    cell: _Cell, reverse: bool, weights: Weights, x_gates: Array, noise: Array | None, carry: Carry, valid: Array | None
) -> tuple[tuple[Array, Carry], Carry]:
    """Run a cell over time; steps that are not ``valid`` leave the carry alone and output zeros."""

    def step(carry: Carry, xs: tuple) -> tuple[Carry, tuple[Array, Carry]]:
        x, eps, keep = xs
        new, factors = cell.step(weights, carry, x, eps)
        if keep is None:
            return new, (new[0], factors)
        new = tuple(jnp.where(keep, a, b) for a, b in zip(new, carry, strict=True))
        return new, (jnp.where(keep, new[0], 0), factors)

    last, (outputs, factors) = lax.scan(step, carry, (x_gates, noise, valid), reverse=reverse)
    return (outputs, last), factors


@partial(jax.custom_vjp, nondiff_argnums=(0, 1))
def _recur(
    cell: _Cell, reverse: bool, weights: Weights, x_gates: Array, carry: Carry, valid: Array | None
) -> tuple[Array, Carry]:
    """Outputs and last carry of a recurrence.

    The gradient of a weight is one product over all steps; a derivative of the scan itself would add to a matrix of
    the weight's size at every step.
    """
    return _scan(cell, reverse, weights, x_gates, None, carry, valid)[0]


def _recur_forward(
    cell: _Cell, reverse: bool, weights: Weights, x_gates: Array, carry: Carry, valid: Array | None
) -> tuple[tuple[Array, Carry], tuple]:
    noise = jnp.zeros((*x_gates.shape[:2], cell.noise_size), x_gates.dtype) if cell.noise_size else None

    def run(x_gates: Array, noise: Array | None, carry: Carry) -> tuple:
        return _scan(cell, reverse, weights, x_gates, noise, carry, valid)

    result, pull, factors = jax.vjp(run, x_gates, noise, carry, has_aux=True)
    return result, (pull, factors, weights)


def _recur_backward(cell: _Cell, reverse: bool, kept: tuple, cotangents: tuple[Array, Carry]) -> tuple:
    pull, factors, weights = kept
    sums, noise, carry = pull(cotangents)
    grads = cell.weight_grads(sums, noise, factors)
    return tuple(g.astype(w.dtype) for g, w in zip(grads, weights, strict=True)), sums, carry, None


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


@op("RNN", outputs=_num_outputs, output_names=("output", "state_output", "statecell_output"))
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
    """Stacked recurrent layers over ``data`` of shape (time, batch, features), with dropout ``p`` between them."""
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
    shapes = _fill(data.shape, **attrs)
    given = {"parameters": parameters, "state": state, "state_cell": state_cell, "sequence_length": sequence_length}
    for name, shape in shapes.items():
        if given[name] is None or given[name].shape != shape:
            got = "nothing" if given[name] is None else given[name].shape
            raise MXNetError(f"RNN: expected {name} of shape {shape} for data of shape {data.shape}, but got {got}")

    layout = _layout(data.shape[2], attrs)
    clip = None
    if lstm_state_clip_min is not None and lstm_state_clip_max is not None:
        clip = (lstm_state_clip_min, lstm_state_clip_max, lstm_state_clip_nan)
    valid = None
    if use_sequence_length:
        valid = (jnp.arange(data.shape[0])[:, None] < sequence_length[None].astype(jnp.int32))[..., None]
    states = (state, state_cell) if mode == "lstm" else (state,)
    outputs, last = _stack(
        _cell(mode, layout, clip), layout, data, layout.unpack(parameters), states, valid, p * train, key
    )
    return (outputs, *last) if state_outputs else (outputs,)


def _cell(mode: str, layout: _Layout, clip: Clip) -> _Cell:
    if mode == "lstm":
        return _lstm_cell(layout.projection, clip)
    return _gru_cell(layout.size) if mode == "gru" else _plain_cell(jnp.tanh if mode == "rnn_tanh" else jax.nn.relu)


def _stack(
    cell: _Cell,
    layout: _Layout,
    data: Array,
    parameters: list[tuple[list[Array], Array, Array]],
    states: tuple[Array, ...],
    valid: Array | None,
    drop: float,
    key: Array | None,
) -> tuple[Array, list[Array]]:
    """Every layer and direction in turn; the last states are stacked as they came in."""
    wide = jnp.promote_types(data.dtype, jnp.float32)
    ends: list[Carry] = []
    x = data
    for layer in range(layout.layers):
        if layer and drop > 0:
            kept = jax.random.bernoulli(jax.random.fold_in(key, layer), 1 - drop, x.shape)
            x = jnp.where(kept, x / (1 - drop), 0).astype(data.dtype) if drop < 1 else jnp.zeros_like(x)
        sides = []
        for direction in range(layout.directions):
            index = layer * layout.directions + direction
            (w_input, *weights), x_bias, h_bias = parameters[index]
            x_gates = _dot(x, w_input) + x_bias.astype(wide)
            if layout.gates == 3:
                # A GRU multiplies the last gate's recurrent bias by its reset gate.
                shared = jnp.zeros_like(h_bias).at[: 2 * layout.size].set(h_bias[: 2 * layout.size])
                weights = [*weights, h_bias[2 * layout.size :].astype(wide)]
            else:
                shared = h_bias
            carry = tuple(s[index].astype(wide) for s in states)
            y, end = _recur(cell, direction == 1, tuple(weights), x_gates + shared.astype(wide), carry, valid)
            sides.append(y.astype(data.dtype))
            ends.append(end)
        x = jnp.concatenate(sides, axis=2) if len(sides) > 1 else sides[0]
    return x, [jnp.stack(member).astype(data.dtype) for member in zip(*ends, strict=True)]


@rnn.use_inputs
def _inputs(*, mode: str, use_sequence_length: bool, **_: Any) -> tuple[str, ...]:
    names = ("data", "parameters", "state", "state_cell") if mode == "lstm" else ("data", "parameters", "state")
    return (*names, "sequence_length") if use_sequence_length else names


@rnn.fill_shapes
def _fill(data: tuple[int, ...] | None, *_: Any, **attrs: Any) -> dict[str, tuple[int, ...]]:
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
