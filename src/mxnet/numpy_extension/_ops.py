"""Operators of ``mx.nd`` under the names that ``mx.npx`` has for them."""

from typing import Any

from mxnet._frontend.functions import dress
from mxnet._ops.registry import OPS, find
from mxnet.ndarray.invoke import shortcut

PREFIX = "_npx_"


def operators(space: str = "") -> dict[str, Any]:
    """Every operator of ``mx.npx``, or of a namespace of it, by its name there."""
    start = PREFIX + space
    return {
        name.removeprefix(start): dress(shortcut(find(name)), name.removeprefix(start), op, "mxnet.numpy_extension")
        for name, op in OPS.items()
        if name.startswith(start) and (space or not name.startswith(f"{PREFIX}_"))
    }
