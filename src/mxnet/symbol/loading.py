"""Graphs from text: the JSON of every MXNet since 0.8, brought up to 1.9.1's meaning.

The text may come from anywhere, so nothing in it is trusted: what is not a graph gives an MXNetError that says where.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mxnet._ops.registry import Op, find
from mxnet.error import MXNetError
from mxnet.symbol.compose import HIDDEN, input_names, set_initial
from mxnet.symbol.node import Head, Node, parse, topo
from mxnet.symbol.saving import VERSION
from mxnet.util import is_np_shape

# A file without a version is from MXNet 0.8, and a version is written major * 10000 + minor * 100 + patch.
_OLDEST = 800
_DEEPEST = 32
# Once, -1 did not mean the last axis of these but all axes.
_LAST_AXIS = ("argmax", "argmin")


@dataclass
class _Raw:
    """A node as the file has it; ``inputs`` are numbers of nodes and of their outputs."""

    op: Op | None
    name: str
    attrs: dict[str, str]
    inputs: list[tuple[int, int]]
    subgraphs: list[list[Head]]


class _Reader:
    """Turns parsed JSON into heads; ``text_name`` says, in errors, where the text came from."""

    def __init__(self, text_name: str) -> None:
        self.text_name = text_name

    def fail(self, what: str) -> MXNetError:
        return MXNetError(f"{self.text_name} is not a symbol: {what.rstrip('.')}.")

    def graph(self, value: Any, depth: int = 0, version: int | None = None) -> list[Head]:
        if not isinstance(value, dict):
            raise self.fail(f"expected an object with nodes and heads, got {_kind(value)}")
        if depth > _DEEPEST:
            raise self.fail(f"subgraphs are nested more than {_DEEPEST} deep")
        for field in ("nodes", "arg_nodes", "heads"):
            if not isinstance(value.get(field), list):
                raise self.fail(f"missing field {field!r}, which must be a list")
        version = self.number(value.get("attrs"), "mxnet_version", _OLDEST) if version is None else version
        raw = [self.node(i, v, depth, version) for i, v in enumerate(value["nodes"])]
        heads = [self.entry(h, len(raw), "heads") for h in value["heads"]]
        if not heads:
            raise self.fail("it has no heads")
        for number in value["arg_nodes"]:
            if raw[self.index(number, len(raw), "arg_nodes")].op is not None:
                raise self.fail(f"arg_nodes names node {number}, which is not a variable")
        self.upgrade(raw, version)
        if is_np_shape() and not self.number(value.get("attrs"), "is_np_shape", 0):
            _unknown_lengths(raw)
        connected = _connect(raw, heads, self)
        if version < 904:  # initial values of states were not written then
            for node in topo(connected):
                set_initial(node)
        return connected

    def upgrade(self, raw: list[_Raw], version: int) -> None:
        """Bring the nodes of an older file up to date, in place."""
        for node in list(raw):
            try:
                if version < VERSION:
                    _show_hidden(node, raw)
                if version < 900:
                    _add_states(node, raw)
            except (MXNetError, RecursionError, MemoryError) as error:
                raise self.fail(f"node {node.name!r}: {error}") from None
            if version < 905 and node.op is not None and node.op.name in _LAST_AXIS and node.attrs.get("axis") == "-1":
                del node.attrs["axis"]

    def number(self, attrs: Any, key: str, default: int) -> int:
        """An attribute of the graph, which is written with its type: ``["int", 10901]``."""
        stored = attrs.get(key, default) if isinstance(attrs, dict) else default
        number = stored[1] if isinstance(stored, list) and len(stored) == 2 else stored
        if not isinstance(number, int):
            raise self.fail(f"{key} must be a number, got {_kind(number)}")
        return number

    def node(self, number: int, value: Any, depth: int, version: int) -> _Raw:
        where = f"nodes[{number}]"
        if not isinstance(value, dict) or not all(isinstance(value.get(key), str) for key in ("op", "name")):
            raise self.fail(f"{where} must be an object with an op and a name")
        entries = value.get("inputs")
        if not isinstance(entries, list):
            raise self.fail(f"{where} must have a list of inputs")
        attrs: dict[str, str] = {}
        for field in ("param", "attr", "attrs"):  # the names it had in 0.8, 0.9 to 0.12, and since
            attrs.update(self.strings(value.get(field, {}), f"{where} ({field})"))
        op = None
        if value["op"] != "null":
            try:
                op = find(value["op"])
            except MXNetError as error:
                raise self.fail(f"Failed loading Op {value['name']} of type {value['op']}: {error}") from None
        inputs = [self.entry(e, None, where) for e in entries]
        graphs = value.get("subgraphs", [])
        if op is not None and not graphs and "subgraph" in op.attrs:
            graphs = [self.parsed(attrs.get("subgraph", ""))]
        if not isinstance(graphs, list):
            raise self.fail(f"{where} (subgraphs) must be a list")
        return _Raw(op, value["name"], attrs, inputs, [self.graph(g, depth + 1, version) for g in graphs])

    def parsed(self, text: str | bytes) -> Any:
        """What a text says, whatever that is."""
        try:
            return json.loads(text)
        except (ValueError, RecursionError) as error:  # not JSON, not UTF-8, or nested without end
            raise self.fail(f"{type(error).__name__}: {error}") from None

    def strings(self, value: Any, where: str) -> dict[str, str]:
        if not isinstance(value, dict) or not all(isinstance(v, str) for v in value.values()):
            raise self.fail(f"{where} must map names to strings")
        return value

    def entry(self, value: Any, count: int | None, where: str) -> tuple[int, int]:
        if not isinstance(value, list) or len(value) not in (2, 3):
            raise self.fail(f"{where} has the entry {value!r}: expected [node, output, version]"[:300])
        return self.index(value[0], count, where), self.index(value[1], None, where)

    def index(self, value: Any, count: int | None, where: str) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or value < 0 or (count is not None and value >= count):
            raise self.fail(f"{where} has {value!r} where the number of a node or output belongs"[:300])
        return value


def _kind(value: Any) -> str:
    return type(value).__name__


def loads(text: str | bytes, text_name: str) -> list[Head]:
    """The heads of the graph that a text describes."""
    reader = _Reader(text_name)
    return reader.graph(reader.parsed(text))


def written_graphs(op: Op, attrs: Mapping[str, str]) -> list[list[Head]]:
    """The graphs that an operator runs and that its attributes hold as text."""
    return [loads(attrs.get("subgraph", ""), f"the subgraph of {op.name}")] if "subgraph" in op.attrs else []


def _show_hidden(node: _Raw, raw: Sequence[_Raw]) -> None:
    """Annotations that were written as parameters: of the node, or by ``weight_lr_mult`` of one of its variables."""
    annotations = {k: v for k, v in node.attrs.items() if k.startswith(HIDDEN) or k.endswith(HIDDEN)}
    for key in annotations:
        del node.attrs[key]
    for key, value in annotations.items():
        hidden = next(h for h in HIDDEN if key.startswith(h) or key.endswith(h))
        owner = _owner(node, key[: -len(hidden) - 1], raw) if key != hidden else None
        if key == hidden:
            node.attrs[f"__{key}__"] = value
        elif owner is not None:
            owner.attrs[f"__{hidden}__"] = value
        else:
            node.attrs[key] = value


def _owner(node: _Raw, name: str, raw: Sequence[_Raw]) -> _Raw | None:
    """The variable that stands at the input of this name, if there is one."""
    if node.op is None:
        return None
    names = _names(node.op, parse(node.op, node.attrs, len(node.inputs)), len(node.inputs), missing=True)
    if name not in names[: len(node.inputs)]:
        return None
    number = node.inputs[names.index(name)][0]
    return raw[number] if number < len(raw) and raw[number].op is None else None


def _unknown_lengths(raw: Iterable[_Raw]) -> None:
    """In NumPy's semantics, which the file was not written in, an unknown length is -1 and no longer 0."""
    for node in raw:
        if "__shape__" in node.attrs:
            node.attrs["__shape__"] = re.sub(r"(?<![\d.])0(?![\d.])", "-1", node.attrs["__shape__"])


def _add_states(node: _Raw, raw: list[_Raw]) -> None:
    """Before 0.9 a file did not have the variables of auxiliary states."""
    if node.op is None or node.op.variadic:
        return
    names = node.op.input_names(parse(node.op, node.attrs, len(node.inputs)))
    for name in names[len(node.inputs) :]:
        raw.append(_Raw(None, f"{node.name}_{name}" if node.name else name, dict(node.attrs), [], []))
        node.inputs.append((len(raw) - 1, 0))


def _connect(raw: Sequence[_Raw], heads: Iterable[tuple[int, int]], reader: _Reader) -> list[Head]:
    """Nodes that point at each other; a file may name a node before it describes it."""
    nodes: dict[int, Node] = {}
    for head, _ in heads:
        _build(head, raw, nodes, reader)
    out = [(nodes[i], k) for i, k in heads]
    for node, index in out:
        _check_output(node, index, "heads", reader)
    return out


def _build(head: int, raw: Sequence[_Raw], nodes: dict[int, Node], reader: _Reader) -> None:
    open_nodes = {head}
    stack = [(head, iter(raw[head].inputs))]
    while stack:
        number, rest = stack[-1]
        for child, _ in rest:
            if child >= len(raw):
                raise reader.fail(f"nodes[{number}] has node {child} as an input, but there are {len(raw)} nodes")
            if child in open_nodes:
                raise reader.fail(f"nodes[{number}] needs itself, through nodes[{child}]")
            if child not in nodes:
                open_nodes.add(child)
                stack.append((child, iter(raw[child].inputs)))
                break
        else:
            stack.pop()
            open_nodes.discard(number)
            if number not in nodes:
                nodes[number] = _make(raw[number], nodes, reader)


def _make(raw: _Raw, nodes: Mapping[int, Node], reader: _Reader) -> Node:
    inputs = [(nodes[i], k) for i, k in raw.inputs]
    for child, index in inputs:
        _check_output(child, index, raw.name, reader)
    try:
        node = Node(raw.op, raw.name, raw.attrs, inputs, raw.subgraphs)
        if raw.op is not None and not raw.subgraphs:
            _names(raw.op, node.params, len(inputs))
    except (MXNetError, RecursionError, MemoryError) as error:
        raise reader.fail(f"node {raw.name!r}: {error}") from None
    return node


def _names(op: Op, params: Mapping[str, Any], count: int, missing: bool = False) -> list[str]:
    """The names of a node's inputs, of which there are ``count``; some may still be ``missing``."""
    if op.count_attr is not None and params[op.count_attr] > max(count, 2):
        raise MXNetError(f"{op.name} has {op.count_attr}={params[op.count_attr]}, but {count} inputs")
    names = input_names(op, params, count)
    if count > len(names) or (count < len(names) and not missing):
        raise MXNetError(f"{op.name} takes {', '.join(names) or 'no inputs'}, but has {count} inputs")
    return names


def _check_output(node: Node, index: int, where: str, reader: _Reader) -> None:
    if index >= node.visible:
        raise reader.fail(f"{where} uses output {index} of {node.name!r}, which has {node.visible}")
