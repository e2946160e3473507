"""A graph of floats as one of eight-bit levels.

Operators that have a form on levels are replaced by it. Between them levels travel with the two ends of their range;
``quantize_v2`` stands where floats come in, ``dequantize`` where they go out, and ``requantize`` after operators whose
results are 32-bit sums. Names are those that MXNet gives.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from mxnet._ops.registry import OPS, Op, Quantizes, find
from mxnet.contrib.amp._rewrite import suffix
from mxnet.symbol.node import Head, Node, topo

Levels = tuple[Head, Head, Head]
Ranges = Mapping[str, tuple[Any, Any]]

QUANTIZE, REQUANTIZE, DEQUANTIZE = "_contrib_quantize_v2", "_contrib_requantize", "_contrib_dequantize"
NORM = "_contrib_quantized_batch_norm"
_PREFIX = "quantized_"


class Form(NamedTuple):
    """The operator that does on levels what another does on floats, and what it declares of that."""

    op: Op
    how: Quantizes


_FORMS = {op.quantizes.name: Form(op, op.quantizes) for op in OPS.values() if op.quantizes is not None}


class QuantizePlan(NamedTuple):
    """What to quantize: all that can be (``full``), but for some nodes and operators, or what pays.

    ``offline`` are the parameters that are given as levels; ``dtype`` is what floats become: int8, uint8, or auto.
    """

    dtype: str
    full: bool
    offline: frozenset[str]
    excluded_nodes: frozenset[str]
    excluded_ops: frozenset[str]


def plan(
    dtype: str, full: bool, offline: Collection[str], excluded_nodes: Collection[str], excluded_ops: Collection[str]
) -> QuantizePlan:
    """A plan in which operators are known by one name each."""
    ops = {find(name).name if name in OPS else name for name in excluded_ops}
    return QuantizePlan(dtype, full, frozenset(offline), frozenset(excluded_nodes), frozenset(ops))


def form_of(node: Node) -> Form | None:
    """How a node can be quantized, if it can."""
    form = None if node.op is None else _FORMS.get(node.op.name)
    return form if form is not None and form.how.when(**node.params) else None


def users(nodes: Sequence[Node]) -> dict[Node, list[Node]]:
    """For each node, those that read it."""
    readers: dict[Node, list[Node]] = {node: [] for node in nodes}
    for node in nodes:
        for source in dict.fromkeys(n for n, _ in node.inputs):
            readers[source].append(node)
    return readers


def choose(heads: Sequence[Head], plan: QuantizePlan) -> dict[Node, Form]:
    """The nodes to be quantized."""
    nodes = topo(heads)
    chosen = {}
    for node in nodes:
        form = form_of(node)
        if form is not None and node.name not in plan.excluded_nodes and node.op.name not in plan.excluded_ops:  # type: ignore[union-attr]
            chosen[node] = form
    if plan.full:
        return chosen
    readers = users(nodes)
    before = _spread(chosen, lambda node: [n for n, _ in node.inputs])
    after = _spread(chosen, lambda node: readers[node])
    return {n: form for n, form in chosen.items() if form.how.worthwhile or (n in before and n in after)}


def _spread(chosen: Mapping[Node, Form], neighbours: Callable[[Node], list[Node]]) -> set[Node]:
    """The other nodes that one comes to from those that must be, by way of such others."""
    queue = [node for node, form in chosen.items() if form.how.worthwhile]
    met: set[Node] = set()
    while queue:
        for node in neighbours(queue.pop()):
            if node in chosen and not chosen[node].how.worthwhile and node not in met:
                met.add(node)
                queue.append(node)
    return met


class Quantizer:
    """The new graph of an old one, node by node."""

    def __init__(self, heads: Sequence[Head], plan: QuantizePlan) -> None:
        self._heads, self._plan = heads, plan
        self._nodes = topo(heads)
        self._chosen = choose(heads, plan)
        self._signed = self._find_signed()
        self._new: dict[Node, Node] = {}  # of nodes that stay
        self._levels: dict[Head, Levels] = {}
        self._floats: dict[Head, Head] = {}

    def run(self) -> list[Head]:
        """The new heads, all floats."""
        for node in self._nodes:
            if node in self._chosen:
                self._quantize(node, self._chosen[node])
            else:
                inputs = [self._as_float(h) for h in node.inputs]
                self._new[node] = Node(node.op, node.name, node.attrs, inputs, node.subgraphs, node.params)
        return [self._as_float(head) for head in self._heads]

    def _find_signed(self) -> set[Node]:
        """The nodes whose levels must be int8, because of those that read them."""
        readers = users(self._nodes)
        signed: set[Node] = set()
        for node in reversed(self._nodes):
            forms = [(reader, self._chosen[reader].how) for reader in readers[node] if reader in self._chosen]
            if any(how.signed or (how.keeps_type and reader in signed) for reader, how in forms):
                signed.add(node)
        return signed

    def _dtype(self, node: Node) -> str:
        """The type of a node's levels; a free choice is made for those that are read as int8."""
        return "int8" if self._plan.dtype == "auto" and node in self._signed else self._plan.dtype

    def _quantize(self, node: Node, form: Form) -> None:
        levels: list[Head] = []
        ranges: list[Head] = []
        for index, head in enumerate(node.inputs):
            if index in form.how.floats:
                levels.append(self._as_float(head))
            else:
                data, low, high = self._as_levels(head)
                levels.append(data)
                ranges += [low, high]
        quantized = Node(form.op, _PREFIX + node.name, node.attrs, [*levels, *ranges])
        if form.how.sums:
            attrs = {"out_type": self._dtype(node)}
            quantized = Node(find(REQUANTIZE), f"requantize_{node.name}", attrs, [(quantized, i) for i in range(3)])
        self._levels[node, 0] = (quantized, 0), (quantized, 1), (quantized, 2)

    def _as_levels(self, head: Head) -> Levels:
        if head not in self._levels:
            node = head[0]
            name = f"{node.name}{suffix(head)}_quantize"
            if node.is_variable and node.name in self._plan.offline:
                low, high = (Node(None, f"{name}_{end}", {}) for end in ("min", "max"))
                self._levels[head] = (Node(None, name, {}), 0), (low, 0), (high, 0)
            else:
                quantized = Node(find(QUANTIZE), name, {"out_type": self._dtype(node)}, [self._as_float(head)])
                self._levels[head] = (quantized, 0), (quantized, 1), (quantized, 2)
        return self._levels[head]

    def _as_float(self, head: Head) -> Head:
        node, index = head
        if node not in self._chosen:
            return self._new[node], index
        if head not in self._floats:
            dequantized = Node(find(DEQUANTIZE), f"{node.name}_dequantize", {}, list(self._levels[head]))
            self._floats[head] = dequantized, 0
        return self._floats[head]


def calibrated_by(node: Node) -> str | None:
    """The name of the output of the float graph whose range a node of the quantized one takes, if it takes one."""
    if node.op is None or node.op.name not in (QUANTIZE, REQUANTIZE, NORM):
        return None
    source, index = (node, 0) if node.op.name == NORM else node.inputs[0]
    name = source.output_names[index]
    return name.removeprefix(_PREFIX) if source.name.startswith(_PREFIX) else name


def wanted(heads: Sequence[Head]) -> list[str]:
    """The outputs of the float graph whose ranges a quantized graph can use."""
    return list(dict.fromkeys(name for name in map(calibrated_by, topo(heads)) if name is not None))


def calibrate(heads: Sequence[Head], ranges: Ranges) -> list[Head]:
    """A quantized graph with ranges written into it."""
    new: dict[Node, Node] = {}
    for node in topo(heads):
        attrs, name = node.attrs, calibrated_by(node)
        if name in ranges:
            low, high = ranges[name]  # type: ignore[index]
            attrs = {**attrs, "min_calib_range": _text(low), "max_calib_range": _text(high)}
        inputs = [(new[n], i) for n, i in node.inputs]
        new[node] = Node(node.op, node.name, attrs, inputs, node.subgraphs)
    return [(new[n], i) for n, i in heads]


def _text(number: Any) -> str:
    """Six decimals, as MXNet writes them, where they are enough."""
    value = np.float32(np.asarray(number).reshape(()))
    text = f"{value:f}"
    return text if abs(float(text) - value) <= 1e-5 * abs(value) or not value else repr(float(value))
