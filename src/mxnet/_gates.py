"""Steps of gated recurrent cells, on arrays or symbols: ``F`` is ``mx.nd`` or ``mx.sym``."""

from collections.abc import Callable
from typing import Any


def lstm_step(
    F: Any, gates: Any, memory: Any, name: str, squash: Callable[..., Any], output: str = "out"
) -> tuple[Any, Any]:
    """The output and the new memory of an LSTM, from the four gates' sums and the memory before."""
    write = F.Activation(gates[0], act_type="sigmoid", name=f"{name}i")
    keep = F.Activation(gates[1], act_type="sigmoid", name=f"{name}f")
    content = squash(gates[2], name=f"{name}c")
    show = F.Activation(gates[3], act_type="sigmoid", name=f"{name}o")
    memory = F.elemwise_add(keep * memory, write * content, name=f"{name}state")
    return F.elemwise_mul(show, squash(memory), name=f"{name}{output}"), memory


def gru_step(
    F: Any, sums: tuple[Any, Any], before: Any, name: str, squash: Callable[..., Any], output: str, **slicing: Any
) -> Any:
    """A GRU's new state from the gates' sums, of the input and of the state, and the state before."""
    (i2h_r, i2h_z, i2h), (h2h_r, h2h_z, h2h) = (
        F.SliceChannel(one, num_outputs=3, name=f"{name}{source}_slice", **slicing)
        for source, one in zip(("i2h", "h2h"), sums, strict=True)
    )
    reset = F.Activation(i2h_r + h2h_r, act_type="sigmoid", name=f"{name}r_act")
    keep = F.Activation(i2h_z + h2h_z, act_type="sigmoid", name=f"{name}z_act")
    candidate = squash(i2h + reset * h2h, name=f"{name}h_act")
    return F.elemwise_add((1.0 - keep) * candidate, keep * before, name=output)
