"""Indices that a graph reads or computes, and that are out of range: an error where its results are read."""

from collections.abc import Sequence

import numpy as np

from mxnet._host.caches import Cache
from mxnet._lazy.call import Number
from mxnet._lazy.value import Value
from mxnet.ndarray.ranges import guard_rows
from mxnet.symbol.graph import Graph, operator
from mxnet.symbol.node import Head, Node
from mxnet.symbol.shapes import infer_shapes

_SHAPES: "Cache[tuple[object, ...], list[tuple[int, ...]]]" = Cache("shapes that indices of graphs are for", 256)


class GraphGuards:
    """The operators of a graph whose indices must be in range.

    Indices that the graph computes are computed once more, by a graph of their own. In a program with the other that
    costs nothing, since XLA computes equal things once.
    """

    def __init__(self, graph: Graph, nodes: Sequence[Node]) -> None:
        self._graph, self._nodes = graph, nodes
        self._places = {variable: place for place, variable in enumerate(graph.variables)}
        heads = [node.inputs[1] for node in nodes]
        self._computed = Graph(list(dict.fromkeys(head for head in heads if head[0] not in self._places)))

    @staticmethod
    def of(graph: Graph) -> "GraphGuards | None":
        """The guards of a graph that has such operators."""
        nodes = [node for node in graph.nodes if operator(node).guard is not None]
        return GraphGuards(graph, nodes) if nodes and not graph.dynamic else None

    def watch(self, values: Sequence[Value], numbers: Sequence[Number], train: bool, results: Sequence[Value]) -> None:
        """Let the results of a call carry the error of indices that are out of range."""
        graph = self._computed
        indices: dict[Head, Value] = {(node, 0): values[place] for node, place in self._places.items()}
        if graph.heads:
            given = [values[self._places[variable]] for variable in graph.variables]
            found, _ = values[0].device.local.tape.apply(graph.call(train), given, numbers if graph.random else ())
            indices.update(zip(graph.heads, found, strict=False))
        for node, shape in zip(self._nodes, self._shapes(values), strict=True):
            own = indices[node.inputs[1]]
            if type(own.data) is np.ndarray:
                operator(node).guard(shape, own.data)
            else:
                guard_rows(results, own, shape)

    def _shapes(self, values: Sequence[Value]) -> list[tuple[int, ...]]:
        """The shapes of the arrays that the indices are for."""
        key = (self, tuple([value.aval for value in values]))
        found = _SHAPES.get(key)
        if found is None:
            variables = zip(self._graph.variables, values, strict=True)
            facts = infer_shapes(self._graph.heads, {node: value.aval.shape for node, value in variables})
            found = _SHAPES[key] = [tuple(facts[node.inputs[0]]) for node in self._nodes]  # type: ignore[arg-type]
        return found
