"""What every kind of symbol is underneath: a list of heads into a graph."""

import ctypes
from collections.abc import Callable, Sequence
from typing import TypeVar

from mxnet._c_interface import handle_of, object_of
from mxnet.error import MXNetError
from mxnet.symbol.node import Head


class SymbolBase:
    """A list of heads; ``mx.sym.Symbol`` and its NumPy twin give it their methods."""

    __slots__ = ("__weakref__", "_heads")

    def __init__(self, handle: Sequence[Head] | ctypes.c_void_p | int | None) -> None:
        if isinstance(handle, (ctypes.c_void_p, int)):
            handle = object_of(handle, SymbolBase)._heads
        self._heads: list[Head] = list(handle or ())

    @property
    def handle(self) -> ctypes.c_void_p:
        """A number that stands for the symbol, of which ``Symbol(handle)`` makes another one of the same graph."""
        return handle_of(self)


Kind = TypeVar("Kind", bound=SymbolBase)


# The classes of symbols besides this package's own, by name: "numpy" is that of ``mx.sym.np``.
CLASSES: dict[str, type[SymbolBase]] = {}


def symbol_class(name: str) -> Callable[[type[Kind]], type[Kind]]:
    """Name a class of symbols (a decorator)."""

    def register(kind: type[Kind]) -> type[Kind]:
        CLASSES[name] = kind
        return kind

    return register


def single(symbol: SymbolBase, what: str) -> Head:
    """The only head of a symbol that is used as an input."""
    if len(symbol._heads) != 1:
        raise MXNetError(
            f"{what} is a tuple, single value is required: it has {len(symbol._heads)} outputs, choose one as in x[0]."
        )
    return symbol._heads[0]
