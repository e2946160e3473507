"""Where the nodes of a graph run, and the graph cut into parts of one device each."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mxnet._programs.device import device_of
from mxnet.context import Context
from mxnet.symbol.graph import Graph
from mxnet.symbol.node import Head, Node, topo

GROUP = "__ctx_group__"


def place(
    heads: Sequence[Head], ctx: Context, groups: Mapping[str, Context], known: Mapping[Node, Context] | None = None
) -> dict[Node, Context]:
    """The context of every node: its group's, else that of what it reads, else that of what reads it, else ``ctx``.

    ``known`` are the contexts of variables whose arrays are there already.
    """
    contexts = dict(known or {})
    order = topo(heads)
    for node in order:
        if node in contexts:
            continue
        group = node.attrs.get(GROUP, "")
        if group in groups:
            contexts[node] = groups[group]
        elif node.op is not None:
            where = next((contexts[child] for child, _ in node.inputs if child in contexts), None)
            if where is not None:
                contexts[node] = where
    for node in reversed(order):
        if node in contexts:
            for child, _ in node.inputs:
                contexts.setdefault(child, contexts[node])
    return {node: contexts.get(node, ctx) for node in order}


class DevicePart(NamedTuple):
    """A piece of a graph that runs on one device.

    ``sources`` say where the arrays of its graph's variables come from: a variable of the whole graph, or an output of
    an earlier part given as (part, output).
    """

    graph: Graph
    ctx: Context
    sources: list[Node | tuple[int, int]]


def cut(
    heads: Sequence[Head], where: Mapping[Node, Context], single: bool = False
) -> tuple[list[DevicePart], list[tuple[int, int] | Node]]:
    """The parts in an order in which they can run, and which of their outputs, or which variable, each head is.

    A part holds all nodes of a device that need equally many changes of device before them, so there are few parts; or
    it is a ``single`` node, with all its outputs.
    """
    nodes = [n for n in topo(heads) if n.op is not None]
    if single:
        owner = {n: i for i, n in enumerate(nodes)}
        return _parts(heads, nodes, owner, [[(n, i) for i in range(n.visible)] for n in nodes], where)
    depth: dict[Node, int] = {}
    for node in nodes:
        before = [(depth[c], device_of(where[c]) is device_of(where[node])) for c, _ in node.inputs if c in depth]
        depth[node] = max((d if same else d + 1 for d, same in before), default=0)
    keys = sorted({(depth[n], device_of(where[n]).number) for n in nodes})
    owner = {n: keys.index((depth[n], device_of(where[n]).number)) for n in nodes}
    return _parts(heads, nodes, owner, _crossing(heads, nodes, owner), where)


def _parts(
    heads: Sequence[Head],
    nodes: Sequence[Node],
    owner: Mapping[Node, int],
    wanted: Sequence[Sequence[Head]],
    where: Mapping[Node, Context],
) -> tuple[list[DevicePart], list[tuple[int, int] | Node]]:
    members: list[list[Node]] = [[] for _ in wanted]
    for node in nodes:
        members[owner[node]].append(node)
    parts = [_part(i, members[i], wanted, owner, where) for i in range(len(wanted))]
    return parts, [h[0] if h[0].op is None else (owner[h[0]], list(wanted[owner[h[0]]]).index(h)) for h in heads]


def _crossing(heads: Sequence[Head], nodes: Sequence[Node], owner: Mapping[Node, int]) -> list[list[Head]]:
    """For each part, its outputs that other parts or the caller want."""
    wanted: list[dict[Head, None]] = [{} for _ in range(max(owner.values(), default=-1) + 1)]
    for node in nodes:
        for head in node.inputs:
            if head[0].op is not None and owner[head[0]] != owner[node]:
                wanted[owner[head[0]]][head] = None
    for head in heads:
        if head[0].op is not None:
            wanted[owner[head[0]]][head] = None
    return [list(part) for part in wanted]


def _part(
    number: int,
    nodes: Sequence[Node],
    wanted: Sequence[Sequence[Head]],
    owner: Mapping[Node, int],
    where: Mapping[Node, Context],
) -> DevicePart:
    """One part: its nodes again, reading variables where they read another part or a variable of the whole graph."""
    copies: dict[Node, Node] = {}
    variables: dict[Head, Node] = {}
    for node in nodes:
        inputs: list[Head] = []
        for head in node.inputs:
            if owner.get(head[0]) == number:
                inputs.append((copies[head[0]], head[1]))
            else:
                if head not in variables:
                    variables[head] = Node(None, head[0].name, head[0].attrs)
                inputs.append((variables[head], 0))
        copies[node] = Node(node.op, node.name, node.attrs, inputs, node.subgraphs, node.params)
    graph = Graph([(copies[n], i) for n, i in wanted[number]] or [(copies[n], 0) for n in nodes[-1:]])
    back = {v: h for h, v in variables.items()}
    sources: list[Node | tuple[int, int]] = []
    for variable in graph.variables:
        node, _ = head = back[variable]
        sources.append(node if node.op is None else (owner[node], list(wanted[owner[node]]).index(head)))
    return DevicePart(graph, where[nodes[0]], sources)
