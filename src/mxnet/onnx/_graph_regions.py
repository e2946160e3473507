"""The parts of a graph that ONNX can express, between those that it cannot."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from mxnet.symbol import Symbol
from mxnet.symbol.node import Head, Node, topo


class Region(NamedTuple):
    """Nodes of a graph as a graph of their own.

    ``heads`` are its outputs in the whole graph, ``reads`` tells what in the whole graph each of its variables is, and
    ``origins`` which node each of its nodes is.
    """

    symbol: Symbol
    heads: list[Head]
    reads: dict[str, Head]
    origins: dict[Node, Node]


class GraphRegions:
    """A graph with its nodes in order: all that have equally many changes between the two kinds before them together.

    What has a kind and a number of changes is a region: no path leaves it and comes back.
    """

    def __init__(self, heads: Sequence[Head], refused: Collection[Node]) -> None:
        self._heads = heads
        changes: dict[Node, int] = {}
        for node in topo(heads):
            if node.op is not None:
                before = [changes[n] + ((n in refused) != (node in refused)) for n, _ in node.inputs if n in changes]
                changes[node] = max(before, default=0)
        self._order = sorted(changes, key=changes.__getitem__)
        members: dict[int, list[Node]] = {}
        for node in self._order:
            if node not in refused:
                members.setdefault(changes[node], []).append(node)
        self.regions = [_region(heads, nodes) for nodes in members.values()]

    def join(self, calls: Sequence[tuple[Region, Callable[[Mapping[str, Head]], Sequence[Head]]]]) -> list[Head]:
        """The heads of the graph with some regions replaced by what a function makes of the values they read."""
        owner = {node: number for number, (region, _) in enumerate(calls) for node in region.origins.values()}
        new_heads: dict[Head, Head] = {(n, 0): (n, 0) for n in topo(self._heads) if n.op is None}
        done: set[int] = set()
        for node in self._order:
            number = owner.get(node)
            if number is None:
                inputs = [new_heads[head] for head in node.inputs]
                copy = Node(node.op, node.name, node.attrs, inputs, node.subgraphs, node.params)
                new_heads.update({(node, i): (copy, i) for i in range(node.total)})
            elif number not in done:
                done.add(number)
                region, call = calls[number]
                outputs = call({name: new_heads[head] for name, head in region.reads.items()})
                new_heads.update(zip(region.heads, outputs, strict=True))
        return [new_heads[head] for head in self._heads]


def _region(heads: Sequence[Head], nodes: Sequence[Node]) -> Region:
    inside = set(nodes)
    copies: dict[Node, Node] = {}
    variables: dict[Head, Node] = {}
    reads: dict[str, Head] = {}
    for node in nodes:
        inputs: list[Head] = []
        for head in node.inputs:
            source, place = head
            if source not in inside and head not in variables:
                name = _fresh(source.output_names[place], reads)
                variables[head], reads[name] = Node(None, name, source.attrs if source.op is None else {}), head
            inputs.append((copies[source], place) if source in inside else (variables[head], 0))
        copies[node] = Node(node.op, node.name, node.attrs, inputs, node.subgraphs, node.params)
    wanted = _wanted(heads, inside)
    return Region(Symbol([(copies[n], i) for n, i in wanted]), wanted, reads, {c: n for n, c in copies.items()})


def _wanted(heads: Sequence[Head], inside: Collection[Node]) -> list[Head]:
    """The outputs of some nodes that others, or the caller, read."""
    outside = [head for node in topo(heads) if node not in inside for head in node.inputs]
    return [head for head in dict.fromkeys((*outside, *heads)) if head[0] in inside]


def _fresh(name: str, taken: Collection[str]) -> str:
    number, candidate = 0, name
    while candidate in taken:
        number += 1
        candidate = f"{name}_{number}"
    return candidate
