"""The one vector of parameters of a fused RNN: which matrices and biases it holds, and in which order."""

from collections.abc import Iterator

# What stands for each gate in the names of parameters.
GATES = {"rnn_relu": ("",), "rnn_tanh": ("",), "lstm": ("_i", "_f", "_c", "_o"), "gru": ("_r", "_z", "_o")}


def fused_inputs(mode: str, hidden: int, layers: int, bidirectional: bool, size: int) -> int:
    """The width of the input of a fused RNN whose vector has ``size`` numbers."""
    sides = 2 if bidirectional else 1
    return size // sides // hidden // len(GATES[mode]) - (layers - 1) * (hidden + sides * hidden + 2) - hidden - 2


def fused_parts(
    mode: str, hidden: int, layers: int, bidirectional: bool, inputs: int
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Name and shape of each matrix and bias of a fused RNN, in the order in which its vector holds them."""
    sides = ("l", "r") if bidirectional else ("l",)
    for ending in ("weight", "bias"):
        for layer in range(layers):
            width = inputs if layer == 0 else hidden * len(sides)
            for side in sides:
                for source, columns in (("i2h", width), ("h2h", hidden)):
                    for gate in GATES[mode]:
                        shape = (hidden, columns) if ending == "weight" else (hidden,)
                        yield f"{side}{layer}_{source}{gate}_{ending}", shape
