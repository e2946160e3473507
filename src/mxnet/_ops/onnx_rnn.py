"""Recurrent layers of ONNX in all their forms: gates in its order, peepholes, clipping, any activations."""

from collections.abc import Callable, Sequence
from typing import Any, Literal

import jax
import jax.numpy as jnp
from jax import lax

from mxnet._ops.attrs import Floats
from mxnet._ops.registry import op
from mxnet.error import MXNetError

# What the names of parameters mean in this family.
PARAMETERS = {
    "data": "Of shape (time, batch, features).",
    "weight": "Of shape (directions, gates * size, features).",
    "recurrence": "Of shape (directions, gates * size, size).",
    "bias": "Of shape (directions, 2 * gates * size).",
    "lengths": "How long each sequence is.",
    "state": "The first state, of shape (directions, batch, size).",
    "cell": "The first cell of an LSTM, of the same shape.",
    "peepholes": "The weights from cells to gates, of shape (directions, 3 * size).",
    "kind": "``LSTM``, ``GRU`` or ``RNN``.",
    "direction": "``forward``, ``reverse`` or ``bidirectional``.",
    "activations": "The names of the gates' functions, or nothing for ONNX's own choice.",
    "alpha": "The first parameter of each function that has one.",
    "beta": "The second.",
    "clip": "The bound of what goes into functions; 0 is none.",
    "linear": "Of a GRU: apply the reset gate after the product.",
    "forget": "Of an LSTM: let the input gate be one minus the forget gate.",
}

Array = jax.Array
_GATES = {"LSTM": 4, "GRU": 3, "RNN": 1}


def _activation(name: str, alpha: float | None, beta: float | None) -> Callable[[Array], Array]:
    """An activation of ONNX; its numbers have defaults."""

    def either(value: float | None, default: float) -> float:
        return default if value is None else value

    known: dict[str, Callable[[Array], Array]] = {
        "relu": jax.nn.relu,
        "tanh": jnp.tanh,
        "sigmoid": jax.nn.sigmoid,
        "affine": lambda x: either(alpha, 1.0) * x + either(beta, 0.0),
        "leakyrelu": lambda x: jnp.where(x >= 0, x, either(alpha, 0.01) * x),
        "thresholdedrelu": lambda x: jnp.where(x > either(alpha, 1.0), x, 0),
        "scaledtanh": lambda x: either(alpha, 1.0) * jnp.tanh(either(beta, 1.0) * x),
        "hardsigmoid": lambda x: jnp.clip(either(alpha, 0.2) * x + either(beta, 0.5), 0, 1),
        "elu": lambda x: jnp.where(x >= 0, x, either(alpha, 1.0) * jnp.expm1(x)),
        "softsign": jax.nn.soft_sign,
        "softplus": jax.nn.softplus,
    }
    if name.lower() not in known:
        raise MXNetError(f"expected an activation among {', '.join(known)}, received {name!r}")
    return known[name.lower()]


def _directions(kind: str, activations: str, alpha: Floats, beta: Floats, count: int) -> list[list[Any]]:
    names = activations.split()
    per = len(names) // count
    numbers = [list(alpha), list(beta)]

    def number(row: list[float]) -> float | None:
        return row.pop(0) if row else None

    takes = {"affine": 2, "leakyrelu": 1, "thresholdedrelu": 1, "scaledtanh": 2, "hardsigmoid": 2, "elu": 1}
    functions = []
    for name in names:
        uses = takes.get(name.lower(), 0)
        functions.append(_activation(name, *[number(numbers[i]) if i < uses else None for i in (0, 1)]))
    return [functions[d * per : (d + 1) * per] for d in range(count)]


@op("_onnx_rnn", outputs=3, types="T T T T ? T -> T")
def rnn(
    data: Array,
    weight: Array,
    recurrence: Array,
    bias: Array,
    lengths: Array,
    state: Array,
    cell: Array,
    peepholes: Array,
    *,
    kind: Literal["LSTM", "GRU", "RNN"],
    direction: Literal["forward", "reverse", "bidirectional"] = "forward",
    activations: str = "",
    alpha: Floats = (),
    beta: Floats = (),
    clip: float = 0.0,
    linear: bool = False,
    forget: bool = False,
) -> tuple[Array, Array, Array]:
    """Outputs as (time, direction, batch, size), and the last state and cell; ``linear`` resets after the product.

    >>> size, features = 4, 3
    >>> outputs, state, cell = nd._internal._onnx_rnn(
    ...     nd.ones((5, 2, features)), nd.zeros((1, size, features)), nd.zeros((1, size, size)), nd.zeros((1,
    ...     2 * size)),
    ...     nd.array([5, 5], dtype="int32"), nd.zeros((1, 2, size)), nd.zeros((1, 2, size)), nd.zeros((1, 3 * size)),
    ...     kind="RNN", activations="Tanh")
    >>> outputs.shape
    (5, 1, 2, 4)
    """
    count = weight.shape[0]
    per_direction = []
    for d, functions in enumerate(_directions(kind, activations, alpha, beta, count)):
        backward = direction == "reverse" or d == 1
        sequence = _turned(data, lengths) if backward else data
        step = _Step(kind, weight[d], recurrence[d], bias[d], peepholes[d], functions, clip, linear, forget)
        outputs, last, memory = _scan(step, sequence, lengths, state[d], cell[d])
        per_direction.append((_turned(outputs, lengths) if backward else outputs, last, memory))
    outputs, last, memory = (
        jnp.stack(parts, axis) for parts, axis in zip(zip(*per_direction, strict=True), (1, 0, 0), strict=True)
    )
    return outputs, last, memory


def _turned(data: Array, lengths: Array) -> Array:
    """The first elements of each sequence in reverse."""
    time = jnp.arange(data.shape[0])[:, None]
    ends = lengths.astype(jnp.int32)[None, :]
    at = jnp.where(time < ends, ends - 1 - time, time)
    return jnp.take_along_axis(data, at.reshape(*at.shape, *(1,) * (data.ndim - 2)), 0)


def _scan(step: "_Step", data: Array, lengths: Array, state: Array, cell: Array) -> tuple[Array, Array, Array]:
    def advance(carry: Any, inputs: Any) -> tuple[Any, Array]:
        time, x = inputs
        h, c = carry
        new_h, new_c = step(x, h, c)
        lives = (time < lengths)[:, None]
        kept = jnp.where(lives, new_h, h), jnp.where(lives, new_c, c)
        return kept, jnp.where(lives, new_h, jnp.zeros_like(new_h))

    (last, memory), outputs = lax.scan(advance, (state, cell), (jnp.arange(data.shape[0]), data))
    return outputs, last, memory


class _Step:
    """One step of a layer."""

    def __init__(
        self,
        kind: str,
        weight: Array,
        recurrence: Array,
        bias: Array,
        peepholes: Array,
        functions: Sequence[Any],
        clip: float,
        linear: bool,
        forget: bool,
    ) -> None:
        gates = _GATES[kind]
        self._kind, self._functions, self._clip, self._linear, self._forget = kind, functions, clip, linear, forget
        self._weights, self._recurrences = jnp.split(weight, gates), jnp.split(recurrence, gates)
        inner, outer = jnp.split(bias, 2)
        self._inner, self._outer = jnp.split(inner, gates), jnp.split(outer, gates)
        self._peepholes = jnp.split(peepholes, 3)

    def __call__(self, x: Array, h: Array, c: Array) -> tuple[Array, Array]:
        if self._kind == "LSTM":
            return self._lstm(x, h, c)
        return (self._gru(x, h) if self._kind == "GRU" else self._functions[0](self._cut(self._sum(0, x, h)))), c

    def _sum(self, gate: int, x: Array, h: Array) -> Array:
        return x @ self._weights[gate].T + h @ self._recurrences[gate].T + self._inner[gate] + self._outer[gate]

    def _cut(self, x: Array) -> Array:
        return jnp.clip(x, -self._clip, self._clip) if self._clip else x

    def _lstm(self, x: Array, h: Array, c: Array) -> tuple[Array, Array]:
        """Gates in ONNX's order: input, output, forget, cell."""
        f, g, last = self._functions
        pi, po, pf = self._peepholes
        enter = f(self._cut(self._sum(0, x, h) + pi * c))
        keep = 1 - enter if self._forget else f(self._cut(self._sum(2, x, h) + pf * c))
        new_c = keep * c + enter * g(self._cut(self._sum(3, x, h)))
        out = f(self._cut(self._sum(1, x, h) + po * new_c))
        return out * last(new_c), new_c

    def _gru(self, x: Array, h: Array) -> Array:
        """Gates in ONNX's order: update, reset, hidden."""
        f, g = self._functions
        update, reset = (f(self._cut(self._sum(gate, x, h))) for gate in (0, 1))
        inner = x @ self._weights[2].T + self._inner[2]
        if self._linear:
            outer = reset * (h @ self._recurrences[2].T + self._outer[2])
        else:
            outer = (reset * h) @ self._recurrences[2].T + self._outer[2]
        hidden = g(self._cut(inner + outer))
        return (1 - update) * hidden + update * h
