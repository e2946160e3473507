"""Recurrent layers."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mxnet import symbol
from mxnet.contrib.onnx.onnx2mx._graph import Importer, MaybeValue, OnnxValue, in_places
from mxnet.contrib.onnx.onnx2mx._registry import imports
from mxnet.onnx.mx2onnx._rnn import GATES
from mxnet.symbol import Symbol

_USUAL = {"LSTM": ["Sigmoid", "Tanh", "Tanh"], "GRU": ["Sigmoid", "Tanh"], "RNN": ["Tanh"]}


@imports("LSTM", "GRU", "RNN")
def rnn(
    m: Importer,
    *inputs: MaybeValue,
    hidden_size: int | None = None,
    direction: str = "forward",
    activations: Sequence[str] = (),
    linear_before_reset: int = 0,
    layout: int = 0,
    **others: Any,
) -> list[Symbol]:
    arrays = in_places(inputs, 8)
    x, w, r, b, lengths, first_h, first_c, peepholes = arrays
    assert x is not None and w is not None and r is not None
    kind = m.kind
    both = direction == "bidirectional"
    directions = 2 if both else 1
    names = list(activations) or _USUAL[kind] * directions
    plain = names == _USUAL[kind] * directions or (kind == "RNN" and names == ["Relu"] * directions)
    odd = layout or peepholes is not None or others.get("clip") or others.get("input_forget")
    known = all(v is None or v.array is not None for v in (w, r, b))
    if not plain or odd or not known or (kind == "GRU" and not linear_before_reset):
        how = {**others, "linear": bool(linear_before_reset), "direction": direction, "names": names}
        return _general(m, arrays, hidden_size, bool(layout), how)
    mode = {"LSTM": "lstm", "GRU": "gru", "RNN": "rnn_relu" if names[0] == "Relu" else "rnn_tanh"}[kind]
    packed = _packed(m, mode, w, r, b)
    hidden_size = m.constant(r, "weights").shape[2]
    backward = direction == "reverse"
    data = _reversed(m, x.sym, lengths) if backward else x.sym
    states = [
        _state(m, initial, x, directions, hidden_size) for initial in (first_h, first_c)[: 2 if mode == "lstm" else 1]
    ]
    outputs = m.call(
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
    out, *last = list(outputs)
    out = _reversed(m, out, lengths) if backward else out
    apart = m.call("reshape", out, shape=(0, 0, directions, -1))
    return [m.call("transpose", apart, axes=(0, 2, 1, 3)), *last]


def _general(
    m: Importer, arrays: Sequence[MaybeValue], size: int | None, batch_first: bool, how: dict[str, Any]
) -> list[Symbol]:
    """A layer of a form that MXNet does not have."""
    x, w, r, b, lengths, first_h, first_c, peepholes = arrays
    assert x is not None and w is not None and r is not None
    shape, rows = x.shape, r.shape
    if shape is None or None in shape or rows is None or None in rows:
        raise m.fail("an input and weights of known shape", f"shapes {shape} and {rows}")
    time, batch = (shape[1], shape[0]) if batch_first else shape[:2]
    directions, size = rows[0], rows[2]
    gates = {"LSTM": 4, "GRU": 3, "RNN": 1}[m.kind]

    def turned(value: OnnxValue | Symbol) -> Symbol:
        return m.call("SwapAxis", value, dim1=0, dim2=1) if batch_first else m.value(value).sym

    def state(initial: MaybeValue, name: str) -> Symbol:
        return m.filled(name, np.zeros((directions, batch, size)), x.dtype) if initial is None else turned(initial)

    outputs = m.call(
        "_onnx_rnn",
        turned(x),
        w,
        r,
        m.filled("bias", np.zeros((directions, 2 * gates * (size or 0))), x.dtype) if b is None else b,
        m.filled("lengths", np.full(batch, time), "int32") if lengths is None else lengths,
        state(first_h, "state"),
        state(first_c, "cell"),
        m.filled("peepholes", np.zeros((directions, 3 * (size or 0))), x.dtype) if peepholes is None else peepholes,
        kind=m.kind,
        direction=how["direction"],
        activations=" ".join(how["names"]),
        alpha=tuple(how.get("activation_alpha", ())),
        beta=tuple(how.get("activation_beta", ())),
        clip=how.get("clip", 0.0),
        linear=how["linear"],
        forget=bool(how.get("input_forget", 0)),
    )
    out, *last = list(outputs)
    out = m.call("transpose", out, axes=(2, 0, 1, 3)) if batch_first else out
    return [out, *[turned(each) for each in last]]


def _packed(m: Importer, mode: str, w: OnnxValue, r: OnnxValue, b: MaybeValue) -> np.ndarray:
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


def _state(m: Importer, initial: MaybeValue, x: OnnxValue, directions: int, size: int) -> Symbol:
    if initial is not None:
        return initial.sym
    batch = x.shape[1] if x.shape is not None else None
    return symbol.zeros((directions, batch or 0, size))  # 0 is a size that follows from the data


def _reversed(m: Importer, x: Symbol, lengths: MaybeValue) -> Symbol:
    if lengths is None:
        return m.call("reverse", x, axis=0)
    return m.call("SequenceReverse", x, m.call("Cast", lengths, dtype="float32"), use_sequence_length=True)
