"""What only computing a graph shows to be wrong, indices out of range above all: an error where results are read."""

from collections.abc import Sequence

import numpy as np

from mxnet._calls.call import Number
from mxnet._host.caches import Cache
from mxnet._lazy.value import Value
from mxnet.ndarray.ranges import guard_failure, guard_rows
from mxnet.symbol.graph import Graph, operator
from mxnet.symbol.node import Head, Node
from mxnet.symbol.shapes import infer_shapes

_SHAPES: "Cache[tuple[object, ...], list[tuple[int, ...]]]" = Cache("shapes that indices of graphs are for", 256)


class GraphGuards:
    """The operators of a graph whose indices must be in range, and those that may fail.

    What the graph computes and a guard reads is computed once more, by a graph of its own. In a program with the other
    that costs nothing, since XLA computes equal things once.
    """

    def __init__(self, graph: Graph, indexing: Sequence[Node], failing: Sequence[Node]) -> None:
        self._graph, self._indexing, self._failing = graph, indexing, failing
        self._places = {variable: place for place, variable in enumerate(graph.variables)}
        heads = [node.inputs[1] for node in indexing]
        heads += [head for node in failing for head in (*node.inputs, *_outputs(node))]
        self._computed = Graph(list(dict.fromkeys(head for head in heads if head[0] not in self._places)))

    @staticmethod
    def of(graph: Graph) -> "GraphGuards | None":
        """The guards of a graph that has such operators."""
        indexing = [node for node in graph.nodes if operator(node).guard is not None]
        failing = [node for node in graph.nodes if operator(node).failed is not None]
        return GraphGuards(graph, indexing, failing) if (indexing or failing) and not graph.dynamic else None

    def watch(self, values: Sequence[Value], numbers: Sequence[Number], train: bool, results: Sequence[Value]) -> None:
        """Let the results of a call carry the errors that are found."""
        graph = self._computed
        known: dict[Head, Value] = {(node, 0): values[place] for node, place in self._places.items()}
        if graph.heads:
            arguments = [values[self._places[variable]] for variable in graph.variables]
            computed, _ = values[0].device.local.tape.apply(
                graph.call(train), arguments, numbers if graph.random else ()
            )
            known.update(zip(graph.heads, computed, strict=False))
        for node, shape in zip(self._indexing, self._shapes(values), strict=True):
            own = known[node.inputs[1]]
            if type(own.data) is np.ndarray:
                operator(node).guard(shape, own.data)
            else:
                guard_rows(results, own, shape)
        for node in self._failing:
            inputs, outputs = ([known[head] for head in heads] for heads in (node.inputs, _outputs(node)))
            guard_failure(operator(node), inputs, outputs, results)

    def _shapes(self, values: Sequence[Value]) -> list[tuple[int, ...]]:
        """The shapes of the arrays that the indices are for."""
        key = (self, tuple([value.aval for value in values]))
        shapes = _SHAPES.get(key)
        if shapes is None:
            variables = zip(self._graph.variables, values, strict=True)
            facts = infer_shapes(self._graph.heads, {node: value.aval.shape for node, value in variables})
            shapes = _SHAPES[key] = [tuple(facts[node.inputs[0]]) for node in self._indexing]  # type: ignore[arg-type]
        return shapes


def _outputs(node: Node) -> list[Head]:
    return [(node, number) for number in range(node.visible)]
