"""What every kind of symbol is underneath: a list of heads into a graph."""

from collections.abc import Sequence

from mxnet.error import MXNetError
from mxnet.symbol.node import Head


class SymbolBase:
    """A list of heads; ``mx.sym.Symbol`` and its NumPy twin give it their methods."""

    __slots__ = ("_heads",)

    def __init__(self, handle: Sequence[Head] | None) -> None:
        self._heads: list[Head] = list(handle or ())

    @property
    def handle(self) -> int:
        """A number that identifies the symbol."""
        return id(self)


class Kinds:
    """What ``mx.np`` adds to symbols: its class of them, and the namespaces ``np`` and ``npx`` of ``mx.sym``."""

    numpy: type[SymbolBase]
    namespaces: dict[str, object]


KINDS = Kinds()


def single(symbol: SymbolBase, what: str) -> Head:
    """The only head of a symbol that is used as an input."""
    if len(symbol._heads) != 1:
        raise MXNetError(
            f"{what} is a tuple, single value is required: it has {len(symbol._heads)} outputs, choose one as in x[0]."
        )
    return symbol._heads[0]
