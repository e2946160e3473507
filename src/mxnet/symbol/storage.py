"""How the arrays of a graph are stored: its outputs and its gradients, from its variables.

What arrays really become is decided when operators run (``ndarray.sparse``); this says it beforehand, for arrays that
must exist before: those of ``simple_bind``, and outputs that nobody has computed yet.
"""

from collections.abc import Mapping, Sequence

from mxnet._ops.storage import DENSE
from mxnet.symbol.graph import operator
from mxnet.symbol.node import Head, Node, topo


def infer_storage(heads: Sequence[Head], stypes: Mapping[Node, str]) -> dict[Head, str]:
    """How every value of a graph is stored; variables that are not named are dense."""
    storage_types: dict[Head, str] = {}
    for node in topo(heads):
        if node.op is None:
            storage_types[node, 0] = stypes.get(node, DENSE)
            continue
        kind = DENSE if node.subgraphs else _forward(node, [storage_types[h] for h in node.inputs])
        for index in range(len(node.output_names)):
            storage_types[node, index] = kind
    return storage_types


def _forward(node: Node, storage_types: list[str]) -> str:
    """How the result of an operator is stored."""
    op = operator(node)
    if op.storage is not None:
        return op.storage(storage_types, **node.params)
    alike = len(set(storage_types)) == 1 and storage_types[0] != DENSE
    return storage_types[0] if alike and op.stays_zero(node.params) else DENSE


def gradient_storage(heads: Sequence[Head], stypes: Mapping[Node, str]) -> dict[Node, str]:
    """How the gradients of variables are stored."""
    storage_types = infer_storage(heads, stypes)
    back: dict[Head, str] = {}

    def add(head: Head, kind: str) -> None:
        back[head] = kind if back.get(head, kind) == kind else DENSE

    for head in heads:
        add(head, storage_types[head])
    nodes = topo(heads)
    for node in reversed(nodes):
        if node.op is None or (node, 0) not in back:
            continue
        input_types = [storage_types[h] for h in node.inputs]
        for index, head in enumerate(node.inputs):
            add(head, DENSE if node.subgraphs else _backward(node, index, input_types, back[node, 0]))
    return {node: back.get((node, 0), DENSE) for node in nodes if node.op is None}


def _backward(node: Node, index: int, storage_types: list[str], head: str) -> str:
    """How the gradient of an operator's argument is stored."""
    rule = operator(node).gradient_storage
    return DENSE if rule is None else rule(index, storage_types, head, **node.params)


def is_sparse(heads: Sequence[Head], stypes: Mapping[Node, str]) -> bool:
    """Whether any value of a graph is not dense."""
    return any(k != DENSE for k in stypes.values()) or any(k != DENSE for k in infer_storage(heads, stypes).values())
