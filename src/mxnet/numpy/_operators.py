"""Operators of ``mx.nd`` under the names that ``mx.np`` and ``mx.npx`` have for them."""

from functools import partial
from typing import Any

from mxnet._frontend.functions import dress, make_function
from mxnet._ops.registry import OPS, Op, find
from mxnet.ndarray.invoke import shortcut
from mxnet.symbol.handle import CLASSES
from mxnet.symbol.invoke import invoke

PREFIX = "_npx_"


def _named(start: str) -> dict[str, Op]:
    """The operators whose names begin so, by the rest of their names; those of inner namespaces are not among them."""
    operators = {name.removeprefix(start): op for name, op in OPS.items() if name.startswith(start)}
    return {name: op for name, op in operators.items() if not name.startswith("_")}


def operators(space: str = "", prefix: str = PREFIX, module: str = "mxnet.numpy_extension") -> dict[str, Any]:
    """Every operator of ``mx.npx``, or of a namespace of it, by its name there."""
    start = prefix + space
    return {name: dress(shortcut(find(start + name)), name, op, module) for name, op in _named(start).items()}


def symbol_operators(space: str = "", prefix: str = PREFIX) -> dict[str, Any]:
    """The same operators as functions of symbols."""
    return {
        name: make_function(name, op, "mxnet.symbol", partial(invoke, hint=name.lower(), cls=CLASSES["numpy"]))
        for name, op in _named(prefix + space).items()
    }
