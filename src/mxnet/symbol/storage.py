"""How the arrays of a graph are stored: its outputs and its gradients, from its variables.

What arrays really become is decided when operators run (``ndarray.sparse``); this says it beforehand, for arrays that
must exist before: those of ``simple_bind``, and outputs that nobody has computed yet.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from mxnet.ndarray.sparse.elementwise import KEEP_ZERO, keeps_zero
from mxnet.symbol.graph import operator
from mxnet.symbol.node import Head, Node, topo

DENSE = "default"

# Operators whose result is stored like their arguments, if these are all stored alike.
_JOINED = {"elemwise_add", "elemwise_sub", "_maximum", "_minimum", "_hypot", "_grad_add", "zeros_like"}
# The attribute by which a program chooses how a result is stored.
_CHOICE = {"cast_storage": "stype", "dot": "forward_stype"}
# Operators whose gradient is stored like what comes back to them, if anything sparse does.
_GRADIENT_ALIKE = {
    *("abs", "ceil", "fix", "floor", "negative", "relu", "rint", "round", "sign", "square", "trunc"),
    *("_copy", "BlockGrad", "zeros_like", "_mul_scalar", "_div_scalar", "_plus_scalar", "_minus_scalar"),
    *("_scatter_plus_scalar", "_scatter_minus_scalar", "elemwise_add", "elemwise_sub", "_grad_add", "add_n"),
    "cast_storage",
}


def infer_storage(heads: Sequence[Head], stypes: Mapping[Node, str]) -> dict[Head, str]:
    """How every value of a graph is stored; variables that are not named are dense."""
    found: dict[Head, str] = {}
    for node in topo(heads):
        if node.op is None:
            found[node, 0] = stypes.get(node, DENSE)
            continue
        kind = DENSE if node.subgraphs else _forward(node, [found[h] for h in node.inputs])
        for index in range(len(node.output_names)):
            found[node, index] = kind
    return found


def _forward(node: Node, kinds: list[str]) -> str:
    """How the result of an operator is stored."""
    op = operator(node)
    chosen = op.parse(node.params)[_CHOICE[op.name]] if op.name in _CHOICE else None
    if chosen is not None or all(k == DENSE for k in kinds):
        return chosen or DENSE
    given, rule = op.parse(node.params), _RULES.get(op.name)
    if rule is not None:
        return rule(kinds, given)
    if op.name in KEEP_ZERO or keeps_zero(op, given):
        return kinds[0]
    return kinds[0] if op.name in _JOINED and len(set(kinds)) == 1 else DENSE


def _dot(kinds: list[str], given: Mapping[str, Any]) -> str:
    if kinds[0] == "csr" and kinds[1] != "csr" and not given["transpose_b"]:
        return "row_sparse" if given["transpose_a"] else DENSE
    return "csr" if kinds == [DENSE, "csr"] and not given["transpose_a"] else DENSE


def _product(kinds: list[str], given: Mapping[str, Any]) -> str:
    sparse = {k for k in kinds if k != DENSE}
    return sparse.pop() if len(sparse) == 1 else DENSE


_RULES = {
    "dot": _dot,
    "elemwise_mul": _product,
    "add_n": lambda kinds, given: "row_sparse" if set(kinds) == {"row_sparse"} else DENSE,
    "Concat": lambda kinds, given: "csr" if set(kinds) == {"csr"} and given["dim"] == 0 else DENSE,
    "slice": lambda kinds, given: kinds[0] if kinds[0] == "csr" else DENSE,
    "_sparse_retain": lambda kinds, given: "row_sparse",
    "_scatter_elemwise_div": lambda kinds, given: kinds[0] if kinds[0] == "row_sparse" else DENSE,
    "broadcast_mul": lambda kinds, given: "csr" if kinds == ["csr", DENSE] else DENSE,
    "broadcast_div": lambda kinds, given: "csr" if kinds == ["csr", DENSE] else DENSE,
    "_contrib_quadratic": lambda kinds, given: "csr" if kinds[0] == "csr" and given["c"] == 0 else DENSE,
    "_square_sum": lambda kinds, given: kinds[0] if given["axis"] in (1, (1,)) and given["keepdims"] else DENSE,
}


def gradient_storage(heads: Sequence[Head], stypes: Mapping[Node, str]) -> dict[Node, str]:
    """How the gradients of variables are stored."""
    kinds = infer_storage(heads, stypes)
    back: dict[Head, str] = {}

    def add(head: Head, kind: str) -> None:
        back[head] = kind if back.get(head, kind) == kind else DENSE

    for head in heads:
        add(head, kinds[head])
    nodes = topo(heads)
    for node in reversed(nodes):
        if node.op is None or (node, 0) not in back:
            continue
        given = [kinds[h] for h in node.inputs]
        for index, head in enumerate(node.inputs):
            add(head, DENSE if node.subgraphs else _backward(node, index, given, back[node, 0]))
    return {node: back.get((node, 0), DENSE) for node in nodes if node.op is None}


def _backward(node: Node, index: int, kinds: list[str], coming: str) -> str:
    """How the gradient of an operator's argument is stored."""
    op = operator(node)
    if op.name in _GRADIENT_ALIKE:
        return coming
    if op.name == "_square_sum":
        return kinds[0]
    given = op.parse(node.params)
    if op.name == "_contrib_SparseEmbedding" or (op.name == "Embedding" and given["sparse_grad"]):
        return "row_sparse" if index == 1 else DENSE
    if op.name == "dot" and kinds[0] == "csr" and kinds[1] != "csr":
        plain = not given["transpose_a"] and not given["transpose_b"]
        return "row_sparse" if index == 1 and plain else DENSE
    return DENSE


def is_sparse(heads: Sequence[Head], stypes: Mapping[Node, str]) -> bool:
    """Whether any value of a graph is not dense."""
    return any(k != DENSE for k in stypes.values()) or any(k != DENSE for k in infer_storage(heads, stypes).values())
