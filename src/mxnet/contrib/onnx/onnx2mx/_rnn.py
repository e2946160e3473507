"""Recurrent layers."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mxnet import symbol
from mxnet.contrib.onnx.onnx2mx._graph import Importer, OnnxValue
from mxnet.contrib.onnx.onnx2mx._registry import imports
from mxnet.onnx.mx2onnx._rnn import GATES
from mxnet.symbol import Symbol

_USUAL = {"LSTM": ["Sigmoid", "Tanh", "Tanh"], "GRU": ["Sigmoid", "Tanh"], "RNN": ["Tanh"]}


@imports("LSTM", "GRU", "RNN")
def rnn(
    m: Importer,
    x: OnnxValue,
    w: OnnxValue,
    r: OnnxValue,
    b: OnnxValue | None = None,
    lengths: OnnxValue | None = None,
    first_h: OnnxValue | None = None,
    first_c: OnnxValue | None = None,
    peepholes: OnnxValue | None = None,
    *,
    hidden_size: int,
    direction: str = "forward",
    activations: Sequence[str] = (),
    linear_before_reset: int = 0,
    layout: int = 0,
    **others: Any,
) -> list[Symbol]:
    kind = m._node.op_type
    both = direction == "bidirectional"
    mode = _mode(m, kind, list(activations), 2 if both else 1)
    if (kind == "GRU" and not linear_before_reset) or layout or peepholes is not None or others.get("clip"):
        raise m.fail(
            "time first, no clip, no peepholes, and linear_before_reset=1 for GRU",
            f"{layout=}, clip={others.get('clip')}, {linear_before_reset=}",
        )
    packed = _packed(m, mode, w, r, b)
    backward = direction == "reverse"
    data = _reversed(m, x.sym, lengths) if backward else x.sym
    directions = 2 if both else 1
    states = [
        _state(m, given, x, directions, hidden_size) for given in (first_h, first_c)[: 2 if mode == "lstm" else 1]
    ]
    made = m.call(
        "RNN",
        data,
        m.parameter(f"{m.outputs()[0] or m.outputs()[-1]}_parameters", packed),
        *states,
        None if lengths is None else m.call("Cast", lengths, dtype=packed.dtype.name),
        state_size=hidden_size,
        num_layers=1,
        mode=mode,
        bidirectional=both,
        state_outputs=True,
        use_sequence_length=lengths is not None,
    )
    out, *last = list(made)
    out = _reversed(m, out, lengths) if backward else out
    apart = m.call("reshape", out, shape=(0, 0, directions, -1))
    return [m.call("transpose", apart, axes=(0, 2, 1, 3)), *last]


def _mode(m: Importer, kind: str, activations: list[str], directions: int) -> str:
    if kind == "RNN" and activations == ["Relu"] * directions:
        return "rnn_relu"
    if activations and activations != _USUAL[kind] * directions:
        raise m.fail(f"activations {_USUAL[kind]}", f"{activations}")
    return {"LSTM": "lstm", "GRU": "gru", "RNN": "rnn_tanh"}[kind]


def _packed(m: Importer, mode: str, w: OnnxValue, r: OnnxValue, b: OnnxValue | None) -> np.ndarray:
    """MXNet's one vector: all matrices, their gates in its order, then all biases."""
    inner, outer = m.constant(w, "weights"), m.constant(r, "weights")
    gates = GATES[mode][1]
    back = np.argsort(gates)
    directions, rows = inner.shape[:2]
    biases = m.constant(b, "biases") if b is not None else np.zeros((directions, 2 * rows), inner.dtype)

    def ordered(array: np.ndarray) -> np.ndarray:
        return array.reshape(len(gates), rows // len(gates), -1)[back].reshape(-1)

    matrices = [ordered(part[d]) for d in range(directions) for part in (inner, outer)]
    vectors = [ordered(part) for d in range(directions) for part in np.split(biases[d], 2)]
    return np.concatenate([*matrices, *vectors])


def _state(m: Importer, given: OnnxValue | None, x: OnnxValue, directions: int, size: int) -> Symbol:
    if given is not None:
        return given.sym
    batch = x.shape[1] if x.shape is not None else None
    return symbol.zeros((directions, batch or 0, size))  # 0 is a size that follows from the data


def _reversed(m: Importer, x: Symbol, lengths: OnnxValue | None) -> Symbol:
    if lengths is None:
        return m.call("reverse", x, axis=0)
    return m.call("SequenceReverse", x, m.call("Cast", lengths, dtype="float32"), use_sequence_length=True)
