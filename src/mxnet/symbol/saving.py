"""Graphs as text: MXNet 1.9.1's JSON to the letter, and the listing that ``debug_str`` prints."""

from collections.abc import Mapping, Sequence

from mxnet.symbol.node import Head, Node, topo
from mxnet.util import is_np_shape

VERSION = 10901
_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"})
_CASTS = ("amp_cast", "amp_multicast")
_NARROW = ("2", "12")  # float16 and bfloat16 in __dtype__


def dumps(heads: Sequence[Head]) -> str:
    """The JSON of a graph, as the 1.9.1 library formats it."""
    attrs = {"mxnet_version": f'["int", {VERSION}]'}
    if is_np_shape():
        attrs = {"is_np_shape": '["int", 1]', **attrs}
    return _graph(heads, attrs, 0)


def _graph(heads: Sequence[Head], attrs: Mapping[str, str], depth: int) -> str:
    order = topo(heads)
    number = {node: i for i, node in enumerate(order)}
    versions = _versions(order)
    entries = [[_entry(h, number, versions[n][i]) for i, h in enumerate(n.inputs)] for n in order]
    rows = [0]
    for node in order:
        rows.append(rows[-1] + node.total)
    fields = {
        "nodes": _lines("[]", [_node(n, e, depth + 2) for n, e in zip(order, entries, strict=True)], depth + 1),
        "arg_nodes": _numbers([str(number[n]) for n in order if n.is_variable], depth + 1),
        "node_row_ptr": _numbers([str(r) for r in rows], depth + 1),
        "heads": _numbers([_entry(h, number, 0) for h in heads], depth + 1),
    }
    if attrs:
        fields["attrs"] = _object(attrs, depth + 1)
    return _lines("{}", [f"{_string(k)}: {v}" for k, v in fields.items()], depth)


def _node(node: Node, inputs: Sequence[str], depth: int) -> str:
    fields = {"op": _string("null" if node.op is None else node.op.name), "name": _string(node.name)}
    if node.attrs:
        fields["attrs"] = _object({k: _string(v) for k, v in sorted(node.attrs.items())}, depth + 1)
    fields["inputs"] = _numbers(inputs, depth + 1)
    if node.subgraphs:
        fields["subgraphs"] = _lines("[]", [_graph(s, {}, depth + 2) for s in node.subgraphs], depth + 1)
    return _lines("{}", [f"{_string(k)}: {v}" for k, v in fields.items()], depth)


def _versions(order: Sequence[Node]) -> dict[Node, list[int]]:
    """For each input of each node how often its variable was overwritten, this node's own writing included."""
    written: dict[Node, int] = {}
    out = {}
    for node in order:
        for i in node.mutated:
            child = node.inputs[i][0]
            written[child] = written.get(child, 0) + 1
        out[node] = [written.get(child, 0) for child, _ in node.inputs]
    return out


def _entry(head: Head, number: Mapping[Node, int], version: int) -> str:
    return f"[{number[head[0]]}, {head[1]}, {version}]"


def _string(text: str) -> str:
    return f'"{text.translate(_ESCAPES)}"'


def _numbers(items: Sequence[str], depth: int) -> str:
    """A list of numbers: on one line up to ten."""
    return _lines("[]", items, depth) if len(items) > 10 else f"[{', '.join(items)}]"


def _object(items: Mapping[str, str], depth: int) -> str:
    fields = [f"{_string(k)}: {v}" for k, v in items.items()]
    return _lines("{}", fields, depth) if len(fields) > 1 else f"{{{', '.join(fields)}}}"


def _lines(brackets: str, items: Sequence[str], depth: int) -> str:
    if not items:
        return brackets
    indent = "\n" + "  " * (depth + 1)
    return f"{brackets[0]}{indent}{f', {indent}'.join(items)}{indent[:-2]}{brackets[1]}"


def without_casts(heads: Sequence[Head]) -> list[Head]:
    """The graph without the casts that automatic mixed precision put between its nodes; those at its heads stay."""
    around: dict[Node, list[Head]] = {}
    ends = {node for node, _ in heads}
    order = topo(heads)
    if not any(n.op is not None and n.op.name in _CASTS for n in order):
        return list(heads)
    new: dict[Node, Node] = {}

    def follow(head: Head) -> Head:
        node, index = head
        return around[node][index] if node in around else (new[node], index)

    for node in order:
        inputs = [follow(h) for h in node.inputs]
        if node.op is not None and node.op.name in _CASTS and node not in ends:
            around[node] = inputs
        else:
            new[node] = Node(node.op, node.name, _widened(node), inputs, node.subgraphs, node.params)
    return [follow(h) for h in heads]


def _widened(node: Node) -> Mapping[str, str]:
    """The attributes of a node without the narrow type that mixed precision gave to a parameter."""
    if not node.is_variable or node.attrs.get("__dtype__") not in _NARROW:
        return node.attrs
    return {**node.attrs, "__dtype__": "0"}


def has_casts(heads: Sequence[Head]) -> bool:
    """Whether a graph has casts of automatic mixed precision that a file leaves out."""
    return any(n.op is not None and n.op.name in _CASTS for n in topo(heads))


def listing(heads: Sequence[Head]) -> str:
    """Every node with its inputs and attributes, for people."""
    first = heads[0][0]
    if len(heads) == 1 and not first.inputs:
        return f"Variable:{first.name}\n" if first.op is None else f"AtomicFunctor  Op:{first.op.name}\n"
    lines = ["Symbol Outputs:", *(f"\toutput[{i}]={n.name}({k})" for i, (n, k) in enumerate(heads))]
    order = topo(heads)
    versions = _versions(order)
    for node in order:
        if node.op is None:
            lines.append(f"Variable:{node.name}")
            continue
        lines += ["-" * 20, f"Op:{node.op.name}, Name={node.name}", "Inputs:"]
        for i, (child, index) in enumerate(node.inputs):
            version = f" version={versions[node][i]}" if child.is_variable else ""
            lines.append(f"\targ[{i}]={child.name}({index}){version}")
        if node.attrs:
            lines += ["Attrs:", *(f"\t{k}={v}" for k, v in sorted(node.attrs.items()))]
    return "\n".join(lines) + "\n"
