"""Recurrent layers: MXNet's one operator for all of them as one of ONNX's a layer."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mxnet.onnx.mx2onnx._registry import NodeWriter, exports
from mxnet.onnx.mx2onnx._writer import Operand, Tensor, ints

# The kind in ONNX, and where each of its gates stands in MXNet's order.
GATES: dict[str, tuple[str, tuple[int, ...]]] = {
    "lstm": ("LSTM", (0, 3, 1, 2)),  # in, out, forget, cell from in, forget, cell, out
    "gru": ("GRU", (1, 0, 2)),  # update, reset, new from reset, update, new
    "rnn_tanh": ("RNN", (0,)),
    "rnn_relu": ("RNN", (0,)),
}


class Vector:
    """The packed parameters, read piece by piece: cut now where they are known, in the model where they are not."""

    def __init__(self, g: NodeWriter, packed: Tensor) -> None:
        self._g, self._packed = g, packed
        self._value = g.value_of(packed)
        self._at = 0

    def take(self, gates: tuple[int, ...], size: int, columns: int) -> Operand:
        """The next matrix, its gates in another order, as (1, rows, columns); a vector where there are no columns."""
        rows = len(gates) * size
        start, self._at = self._at, self._at + rows * max(columns, 1)
        tail = [columns] if columns else []
        if self._value is not None:
            matrix = self._value[start : self._at].reshape(len(gates), size, *tail)[list(gates)]
            return np.ascontiguousarray(matrix.reshape(1, rows, *tail))
        g = self._g
        piece = g.reshape(g.slice(self._packed, [start], [self._at], [0]), [len(gates), size, *tail])
        return g.reshape(g.op("Gather", piece, ints(*gates), axis=0), [1, rows, *tail])


def join(g: NodeWriter, parts: Sequence[Operand], axis: int) -> Operand:
    """Operands side by side."""
    if len(parts) == 1:
        return parts[0]
    if all(isinstance(p, np.ndarray) for p in parts):
        return np.concatenate(parts, axis)  # type: ignore[arg-type]
    return g.op("Concat", *parts, axis=axis)


@exports("RNN")
def rnn(
    g: NodeWriter,
    data: Tensor,
    parameters: Tensor,
    state: Tensor,
    state_cell: Tensor | None = None,
    sequence_length: Tensor | None = None,
    *,
    state_size: int,
    num_layers: int,
    bidirectional: bool,
    mode: str,
    state_outputs: bool,
    projection_size: int | None,
    lstm_state_clip_min: float | None,
    use_sequence_length: bool,
    **_: Any,
) -> Any:
    if projection_size or lstm_state_clip_min is not None:
        raise g.fail("LSTM without projection or clipped states", f"{projection_size=}, {lstm_state_clip_min=}")
    if mode != "lstm" and sequence_length is None:
        sequence_length, state_cell = state_cell, None
    features = data.shape[2]
    if features is None:
        raise g.fail("a known number of features", f"shape {data.shape}", "fix the last axis in dynamic_input_shapes")
    directions = 2 if bidirectional else 1
    weights = _weights(g, parameters, mode, state_size, num_layers, directions, features)
    lengths = g.cast(sequence_length, np.int32) if use_sequence_length and sequence_length is not None else None
    starts = [_states(g, s, num_layers, directions) for s in (state, state_cell) if s is not None]
    out: Operand = data
    last: list[list[str]] = [[] for _ in starts]
    for layer in range(num_layers):
        outputs = _layer(g, mode, state_size, directions, out, weights[layer], lengths, [s[layer] for s in starts])
        out = _side_by_side(g, outputs[0], directions, state_size)
        for kept, last_state in zip(last, outputs[1:], strict=True):
            kept.append(last_state)
    if not state_outputs:
        return out
    return [out, *(join(g, states, 0) for states in last)]


def _weights(
    g: NodeWriter, packed: Tensor, mode: str, size: int, layers: int, directions: int, features: int
) -> list[list[Operand]]:
    """W, R and B of each layer. MXNet has all matrices first, then all biases."""
    vector, gates = Vector(g, packed), GATES[mode][1]
    matrices = [
        [
            (vector.take(gates, size, size * directions if layer else features), vector.take(gates, size, size))
            for _ in range(directions)
        ]
        for layer in range(layers)
    ]
    biases = [
        join(g, [join(g, [vector.take(gates, size, 0) for _ in range(2)], 1) for _ in range(directions)], 0)
        for _ in range(layers)
    ]
    return [[*(join(g, part, 0) for part in zip(*m, strict=True)), b] for m, b in zip(matrices, biases, strict=True)]


def _states(g: NodeWriter, state: Tensor, layers: int, directions: int) -> Sequence[Operand]:
    """The first states of each layer."""
    return g.split(state, [directions] * layers, 0) if layers > 1 else [state]


def _layer(
    g: NodeWriter,
    mode: str,
    size: int,
    directions: int,
    x: Operand,
    weights: Sequence[Operand],
    lengths: Operand,
    states: Sequence[Operand],
) -> list[str]:
    kind, _ = GATES[mode]
    return g.ops(
        kind,
        1 + len(states),
        x,
        *weights,
        lengths,
        *states,
        hidden_size=size,
        direction="bidirectional" if directions == 2 else "forward",
        activations=["Relu"] * directions if mode == "rnn_relu" else None,
        linear_before_reset=1 if mode == "gru" else None,
    )


def _side_by_side(g: NodeWriter, x: str, directions: int, size: int) -> str:
    """(time, directions, batch, size) as (time, batch, directions * size)."""
    if directions == 1:
        return g.squeeze(x, 1)
    return g.op("Reshape", g.op("Transpose", x, perm=[0, 2, 1, 3]), ints(0, 0, directions * size))
