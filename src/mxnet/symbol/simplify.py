"""A graph in which nothing is computed twice."""

from collections.abc import Sequence

from mxnet._ops.registry import find
from mxnet.symbol.node import Head, Node, topo


def merged(heads: Sequence[Head]) -> list[Head]:
    """The same outputs from a graph where equal nodes are one.

    Nodes that draw random numbers or overwrite inputs stay apart. Outputs that become one entry are copied, so that
    each is an array of its own. A graph without equal nodes comes back as it is.
    """
    new: dict[Node, Node] = {}
    first: dict[object, Node] = {}
    order = topo(heads)
    for node in order:
        inputs = [(new[child], i) for child, i in node.inputs]
        same = all(a is b for (a, _), (b, _) in zip(inputs, node.inputs, strict=True))
        rebuilt = node if same else Node(node.op, node.name, node.attrs, inputs, node.subgraphs, node.params)
        new[node] = first.setdefault(_key(rebuilt), rebuilt) if _mergeable(rebuilt) else rebuilt
    if all(new[n] is n for n in order):
        return list(heads)
    owner: dict[Head, Head] = {}
    out = []
    for head in heads:
        entry = (new[head[0]], head[1])
        if owner.setdefault(entry, head) != head:
            entry = (Node(find("_copy"), f"{head[0].name}_copy", {}, [entry]), 0)
        out.append(entry)
    return out


def _mergeable(node: Node) -> bool:
    return node.op is not None and not node.op.needs_key and not node.mutated and not node.subgraphs


def _key(node: Node) -> object:
    return node.op, frozenset(node.attrs.items()), tuple(node.inputs)
