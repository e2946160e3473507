"""Rows for ``mxnet._ops.rnn``."""

import numpy as np

from tests.ops.spec import Spec

TIME, BATCH, FEATURES, HIDDEN = 4, 2, 3, 5
GATES = {"rnn_relu": 1, "rnn_tanh": 1, "lstm": 4, "gru": 3}


def sigmoid(x: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-x))


def cell(mode, h, c, xg, hg, clip):
    """One step from the two halves of the gates; h and c are the states before."""
    if mode.startswith("rnn"):
        total = xg + hg
        return (np.maximum(total, 0) if mode == "rnn_relu" else np.tanh(total)), c
    if mode == "gru":
        (xr, xz, xn), (hr, hz, hn) = np.split(xg, 3), np.split(hg, 3)
        z = sigmoid(xz + hz)
        return (1 - z) * np.tanh(xn + sigmoid(xr + hr) * hn) + z * h, c
    i, f, g, o = np.split(xg + hg, 4)
    c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
    c = np.clip(c, *clip) if clip else c
    return sigmoid(o) * np.tanh(c), c


def reference(data, parameters, state, *rest, mode, state_size, num_layers, bidirectional=False, **attrs):
    """Every sequence, layer, direction and step in turn."""
    rest = list(rest)
    cells = rest.pop(0) if mode == "lstm" else np.zeros((*state.shape[:2], state_size))
    lengths = rest.pop(0) if attrs.get("use_sequence_length") else np.full(data.shape[1], data.shape[0])
    directions, gates, project = 2 if bidirectional else 1, GATES[mode], attrs.get("projection_size")
    clip = (attrs["lstm_state_clip_min"], attrs["lstm_state_clip_max"]) if "lstm_state_clip_min" in attrs else None
    out_size, flat = project or state_size, list(parameters)

    def take(*shape):
        taken = np.array(flat[: int(np.prod(shape))]).reshape(shape)
        del flat[: taken.size]
        return taken

    weights = []
    for layer in range(num_layers):
        for _ in range(directions):
            width = data.shape[2] if layer == 0 else out_size * directions
            group = [take(gates * state_size, width), take(gates * state_size, out_size)]
            weights.append((*group, take(project, state_size) if project else np.eye(state_size)))
    biases = [(take(gates * state_size), take(gates * state_size)) for _ in weights]
    x, last_h, last_c = data, np.zeros((len(weights), *state.shape[1:])), np.zeros(cells.shape)
    for layer in range(num_layers):
        y = np.zeros((*data.shape[:2], out_size * directions))
        for way in range(directions):
            k = layer * directions + way
            for n in range(data.shape[1]):
                h, c = state[k, n], cells[k, n]
                steps = range(int(lengths[n]))
                for t in reversed(steps) if way else steps:
                    xg, hg = weights[k][0] @ x[t, n] + biases[k][0], weights[k][1] @ h + biases[k][1]
                    h, c = cell(mode, h, c, xg, hg, clip)
                    h = weights[k][2] @ h
                    y[t, n, way * out_size : (way + 1) * out_size] = h
                last_h[k, n], last_c[k, n] = h, c
        x = y
    if not attrs.get("state_outputs"):
        return x
    return [x, last_h, last_c] if mode == "lstm" else [x, last_h]


def row(mode: str, lengths: tuple[float, ...] = (), grad: int = 0, dtypes=("float32",), **attrs) -> Spec:
    """A row for one mode, its packed parameters of the right length."""
    layers, ways = attrs.setdefault("num_layers", 1), 2 if attrs.get("bidirectional") else 1
    project = attrs.get("projection_size") or 0
    out, rows = project or HIDDEN, GATES[mode] * HIDDEN
    size = sum(
        rows * ((FEATURES if layer == 0 else out * ways) + out + 2) + project * HIDDEN for layer in range(layers)
    )
    inputs = [(TIME, BATCH, FEATURES), (ways * size,), (layers * ways, BATCH, out)]
    if mode == "lstm":
        inputs.append((layers * ways, BATCH, HIDDEN))
    wrt = list(range(len(inputs)))
    if lengths:
        inputs.append(np.array(lengths, np.float32))
        attrs["use_sequence_length"] = True
    attrs = {"mode": mode, "state_size": HIDDEN, "state_outputs": True, **attrs}
    return Spec("RNN", inputs, attrs, expected=reference, grad=grad, wrt=wrt, dtypes=dtypes)


ALL = ("float32", "float64", "float16")
SPECS = [
    row("rnn_relu", grad=1),
    row("rnn_tanh", num_layers=2, bidirectional=True),
    row("gru", grad=1, dtypes=ALL),
    row("gru", num_layers=2, bidirectional=True),
    row("gru", lengths=(2, 4), bidirectional=True),
    row("lstm", state_outputs=False, dtypes=ALL),
    row("lstm", num_layers=2, bidirectional=True),
    row("lstm", lengths=(4, 1), bidirectional=True, grad=1),
    row("lstm", num_layers=2, projection_size=2, grad=1),
    row("lstm", bidirectional=True, projection_size=2),
    row("lstm", lstm_state_clip_min=-0.2, lstm_state_clip_max=0.1),
]
