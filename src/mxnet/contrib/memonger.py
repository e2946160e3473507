"""Less memory for more computation: which results to keep for the backward pass, and which to compute again.

A plan cuts a network into stages, one after the other. Only what passes from one stage to the next is kept; the rest of
a stage is computed again when its gradient is due. ``search_plan`` writes the plan it finds into the symbol as
``force_mirroring`` attributes, so it is saved with the symbol, and every way of binding follows it.
"""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from mxnet._calls.avals import aval_of
from mxnet._ops.attrs import DTYPES, parse_dtype
from mxnet._programs.device import device_of
from mxnet.context import current_context
from mxnet.symbol.allocating import infer
from mxnet.symbol.compose import copy
from mxnet.symbol.core import Symbol
from mxnet.symbol.graph import Graph
from mxnet.symbol.memory import Memory, estimate
from mxnet.symbol.mirror import MIRRORING, crossing
from mxnet.symbol.node import Head, Node, auxiliary, topo
from mxnet.symbol.shapes import infer_shapes
from mxnet.symbol.types import infer_types

Shapes = Mapping[str, tuple[int, ...]]


class NodeBytes(NamedTuple):
    """The nodes of a network in order, the bytes of each one's outputs, and those alive after it."""

    nodes: list[Node]
    outputs: list[int]
    alive: list[int]


class StagePlan(NamedTuple):
    """Where stages end, and the bytes kept by it: those between stages, and those inside the largest of them."""

    cuts: list[int]
    cost: int


def search_plan(symbol: Symbol, ntrial: int = 6, type_dict: Mapping[str, Any] | None = None, **kwargs: Any) -> Symbol:
    """A copy of the symbol that needs little memory to train; prints what XLA says of both.

    ``ntrial`` is how many sizes of stages to consider; ``type_dict`` and the keyword arguments are the types and shapes
    of inputs, as for ``simple_bind``.

    >>> network = mx.sym.var("data")
    >>> for number in range(4):
    ...     network = mx.sym.FullyConnected(mx.sym.tanh(network), num_hidden=512, name=f"fc{number}")
    >>> planned = mx.contrib.memonger.search_plan(network, ntrial=2, data=(256, 512))  # doctest: +ELLIPSIS
    Memory for a training step, by XLA's account: ...
    """
    types = type_dict or {}
    sizes = _measure(symbol._heads, types, kwargs)
    total = sum(sizes.outputs)
    plans = [_cut(sizes, total // 2 ** (trial + 1)) for trial in range(ntrial)]
    best = min((p for p in plans if p is not None), key=lambda p: p.cost, default=None)
    before = _memory(symbol, types, kwargs)
    if best is None or not best.cuts:
        print(f"{_WORDS}: {_mb(before)} MB; the network is too small to save any.")
        return symbol
    planned = _annotate(symbol, sizes.nodes, best.cuts)
    after = _memory(planned, types, kwargs)
    if after.temporaries >= before.temporaries:
        print(f"{_WORDS}: {_mb(before)} MB; computing again would save none.")
        return symbol
    print(f"{_WORDS}: {_mb(before)} MB as it was, {_mb(after)} MB with {len(best.cuts)} stages computed again.")
    return planned


def make_mirror_plan(
    symbol: Symbol, threshold: float, type_dict: Mapping[str, Any] | None = None, **kwargs: Any
) -> Symbol:
    """A copy of the symbol in which stages of at most ``threshold`` megabytes are computed again.

    >>> network = mx.sym.var("data")
    >>> for number in range(4):
    ...     network = mx.sym.FullyConnected(mx.sym.tanh(network), num_hidden=512, name=f"fc{number}")
    >>> planned = mx.contrib.memonger.make_mirror_plan(network, 1, data=(256, 512))
    >>> planned.list_arguments() == network.list_arguments()
    True
    """
    sizes = _measure(symbol._heads, type_dict or {}, kwargs)
    plan = _cut(sizes, int(threshold * 2**20))
    return symbol if plan is None else _annotate(symbol, sizes.nodes, plan.cuts)


def get_cost(symbol: Symbol, type_dict: Mapping[str, Any] | None = None, **kwargs: Any) -> int:
    """The megabytes that a training step holds besides its arguments and outputs, by XLA's account.

    >>> network = mx.sym.var("data")
    >>> for number in range(4):
    ...     network = mx.sym.FullyConnected(mx.sym.tanh(network), num_hidden=512, name=f"fc{number}")
    >>> mx.contrib.memonger.get_cost(network, data=(256, 512)) > 0
    True
    """
    return _mb(_memory(symbol, type_dict or {}, kwargs))


_WORDS = "Memory for a training step, by XLA's account"


def _mb(memory: Memory) -> int:
    return round(memory.temporaries / 2**20)


def _memory(symbol: Symbol, types: Mapping[str, Any], shapes: Shapes) -> Memory:
    known = infer(symbol._heads, shapes, {k: parse_dtype(v) for k, v in types.items()})
    graph = Graph(symbol._heads)
    states = set(auxiliary(symbol._heads))
    wants = [v not in states and v.name not in shapes and not v.name.endswith("label") for v in graph.variables]
    avals = [aval_of(known[v][0], DTYPES[known[v][1]]) for v in graph.variables]
    floating = [w and a.dtype.kind in "fV" for w, a in zip(wants, avals, strict=True)]
    return estimate(graph, avals, floating, device_of(current_context()))


def _measure(heads: Sequence[Head], types: Mapping[str, Any], shapes: Shapes) -> NodeBytes:
    known_types = {k: parse_dtype(v) for k, v in types.items()}
    variables = [n for n in topo(heads) if n.op is None]
    known = infer(heads, shapes, known_types)
    facts = infer_shapes(heads, {v: known[v][0] for v in variables}, {v: known[v][1] for v in variables})
    dtypes = infer_types(heads, {v: known[v][1] for v in variables}, default="float32")
    nodes = [n for n in topo(heads) if n.op is not None]
    sizes: dict[Head, int] = {}
    for node in nodes:
        for i in range(node.visible):
            sizes[node, i] = math.prod(facts[node, i] or ()) * DTYPES[dtypes[node, i] or "float32"].itemsize
    outputs = [sum(sizes[n, i] for i in range(n.visible)) for n in nodes]
    return NodeBytes(nodes, outputs, crossing(nodes, sizes))


def _cut(sizes: NodeBytes, threshold: int) -> StagePlan | None:
    """The cheapest cuts for stages of at most so many bytes; None where a single node makes more.

    ``best[i]`` is the least that cuts up to the one after node ``i - 1`` keep. The last stage is not computed again:
    its gradient comes first, when all of it is still there.
    """
    count = len(sizes.nodes)
    best: list[float] = [0.0] + [math.inf] * count
    came: list[int] = [0] * (count + 1)
    for end in range(1, count + 1):
        inside = 0
        for start in range(end - 1, -1, -1):
            inside += sizes.outputs[start]
            if inside > threshold and start < end - 1:
                break
            cost = best[start] + (sizes.alive[end - 1] if end < count else 0)
            if cost < best[end]:
                best[end], came[end] = cost, start
    if not math.isfinite(best[count]):
        return None
    cuts, at = [], count
    while at > 0:
        at = came[at]
        cuts.append(at)
    cuts = [c for c in reversed(cuts) if c > 0]
    borders = [0, *cuts, count]
    largest = max(sum(sizes.outputs[a:b]) for a, b in pairwise(borders))
    return StagePlan(cuts, int(best[count]) + largest)


def _annotate(symbol: Symbol, nodes: Sequence[Node], cuts: Sequence[int]) -> Symbol:
    """A copy of the symbol with the plan as attributes: what ends a stage is kept, and all of the last one."""
    heads = copy(symbol._heads)
    new = [n for n in topo(heads) if n.op is not None]
    ends = {c - 1 for c in cuts}
    last = cuts[-1] if cuts else 0
    for i, node in enumerate(new):
        node.set_attr(MIRRORING, str(i not in ends and i < last))
    return type(symbol)(heads)
