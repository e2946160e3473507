"""What autograd recorded, as a symbol."""

from collections.abc import Sequence
from typing import Any

from mxnet._frontend.binding import CallSource
from mxnet._lazy.gradient import Leaf, Recorded, ancestors
from mxnet._ops.registry import find
from mxnet.error import MXNetError
from mxnet.ndarray.gradients import TRANSFER
from mxnet.ndarray.handle import Handle
from mxnet.symbol.compose import copy, texts
from mxnet.symbol.core import Symbol
from mxnet.symbol.graph import GraphSource
from mxnet.symbol.node import Head, Node


def get_symbol(x: Handle) -> Symbol:
    """The operations that led to an array as a symbol.

    Its variables are ``var0`` and so on for arrays with gradients, ``null0`` and so on for others, as in MXNet.
    """
    origin = x._origin
    if origin is None:
        raise MXNetError("NDArray is not part of a computation graph. Did you forget to turn on recording?")
    history = _History()
    for node in ancestors([origin]):
        history.add(node)
    return Symbol([history.head(origin, None)])


class _History:
    """The nodes made so far, by what they stand for."""

    def __init__(self) -> None:
        self._heads: dict[Any, Sequence[Head]] = {}
        self._variables: dict[int, Head] = {}
        self._names = {"var": 0, "null": 0, "node_": 0}

    def _name(self, kind: str) -> str:
        self._names[kind] += 1
        return f"{kind}{self._names[kind] - 1}"

    def head(self, origin: Any, value: Any) -> Head:
        """The head for an array: an output of a recorded node, or a variable."""
        if isinstance(origin, tuple):
            return self._heads[origin[0]][origin[1]]
        kind, key = ("var", id(origin)) if isinstance(origin, Leaf) else ("null", id(value))
        if key not in self._variables:
            self._variables[key] = (Node(None, self._name(kind), {}), 0)
        return self._variables[key]

    def add(self, record: Recorded) -> None:
        """Make the node of a recorded operation."""
        inputs = [self.head(p, v) for p, v in zip(record.parents, record.values or (), strict=True)]
        source = record.call.source
        if isinstance(source, GraphSource):
            self._heads[record] = self._graph(source, inputs)
        elif isinstance(source, CallSource):
            self._heads[record] = self._operator(record, source, inputs)
        elif record.call is TRANSFER:
            self._heads[record] = self._make("_copy", {}, inputs)
        elif record.call.name in ("Reshape", "broadcast_to"):  # made by assignments and views
            self._heads[record] = self._make(record.call.name, {"shape": record.outputs[0].shape}, inputs)
        else:
            raise MXNetError(f"get_symbol: {record.call.name} is not an operator, so there is no symbol for it")

    def _graph(self, source: GraphSource, inputs: list[Head]) -> list[Head]:
        graph = source.graph
        if source.inlines:
            return copy(graph.heads, dict(zip(graph.variables, inputs, strict=True)))
        node = Node(find("_CachedOp"), self._name("node_"), {}, inputs, [graph.heads])
        return [(node, i) for i in range(node.visible)]

    def _operator(self, record: Recorded, source: CallSource, inputs: list[Head]) -> list[Head]:
        numbers = iter(record.numbers)
        attrs = {k: v for k, v in source.attrs.items() if v is not None}
        for name, size in source.shape:
            attrs[name] = next(numbers) if size is None else tuple(next(numbers) for _ in range(size))
        if source.op.name == "_view_index":  # ours alone: MXNet has a slice, and a reshape where axes go
            begin, sizes = attrs["starts"], attrs["sizes"]
            end = tuple(b + s for b, s in zip(begin, sizes, strict=True))
            cut = self._make("slice", {"begin": begin, "end": end}, inputs)
            return self._make("Reshape", {"shape": record.outputs[0].shape}, cut) if attrs["squeeze"] else cut
        return self._make(source.op.name, attrs, inputs)

    def _make(self, name: str, attrs: dict[str, Any], inputs: Sequence[Head]) -> list[Head]:
        op = find(name)
        node = Node(op, self._name("node_"), texts(op, attrs), inputs)
        return [(node, i) for i in range(node.visible)]
