"""Batch normalisation folded into the convolutions before it, as inference allows: one layer to quantize, not two."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

import numpy as np

from mxnet.ndarray import NDArray, array
from mxnet.symbol import Symbol
from mxnet.symbol.node import Node, topo

Params = dict[str, NDArray]


class _Fold(NamedTuple):
    """A convolution, the normalisation that reads it, and nobody else, and the names of their parameters."""

    conv: Node
    norm: Node
    weight: str
    bias: str | None
    statistics: tuple[str, ...]


def fold(symbol: Symbol, args: Params, aux: Params, excluded: Collection[str] = ()) -> tuple[Symbol, Params, Params]:
    """The symbol and its parameters without the normalisations that are not ``excluded`` and follow a convolution."""
    nodes = topo(symbol._heads)
    readers: dict[Node, int] = dict.fromkeys(nodes, 0)
    for source, _ in [*symbol._heads, *[head for node in nodes for head in node.inputs]]:
        readers[source] += 1
    folds = {}
    for node in nodes:
        candidate = _find(node, readers, {**args, **aux}, excluded)
        if candidate is not None:
            folds[node] = candidate
    if not folds:
        return symbol, args, aux
    args = dict(args)
    replaced = {f.conv: f for f in folds.values()}
    new: dict[Node, Node] = {}
    for node in nodes:
        if node in replaced:
            new[node] = _folded(replaced[node], new, args, aux)
        elif node in folds:
            new[node] = new[folds[node].conv]
        else:
            inputs = [(new[n], i) for n, i in node.inputs]
            new[node] = Node(node.op, node.name, node.attrs, inputs, node.subgraphs, node.params)
    folded = type(symbol)([(new[n], i) for n, i in symbol._heads])
    inside = set(folded.list_inputs())
    args, aux = ({k: v for k, v in group.items() if k in inside} for group in (args, aux))
    return folded, args, aux


def _find(
    norm: Node, readers: Mapping[Node, int], params: Mapping[str, NDArray], excluded: Collection[str]
) -> _Fold | None:
    if norm.op is None or norm.op.name != "BatchNorm" or norm.name in excluded or norm.params["output_mean_var"]:
        return None
    conv = norm.inputs[0][0]
    if conv.op is None or conv.op.name != "Convolution" or readers[conv] != 1 or conv.name in excluded:
        return None
    own = [n for n, _ in conv.inputs[1:]]
    statistics = [n for n, _ in norm.inputs[1:]]
    if any(not n.is_variable or n.name not in params for n in [*own, *statistics]) or any(readers[n] != 1 for n in own):
        return None
    layout = conv.params["layout"] or "NC"
    if norm.params["axis"] % max(len(layout), 2 + len(conv.params["kernel"])) != layout.index("C"):
        return None
    bias = own[1].name if len(own) > 1 else None
    return _Fold(conv, norm, own[0].name, bias, tuple(n.name for n in statistics))


def _folded(fold: _Fold, new: Mapping[Node, Node], args: Params, aux: Params) -> Node:
    """The convolution that does both; its parameters are written into ``args``."""
    params = {**args, **aux}
    gamma, beta, mean, variance = (params[name].asnumpy().astype(np.float64) for name in fold.statistics)
    slope = (1.0 if fold.norm.params["fix_gamma"] else gamma) / np.sqrt(variance + fold.norm.params["eps"])
    weight = params[fold.weight]
    bias = 0.0 if fold.bias is None else params[fold.bias].asnumpy()
    scaled = weight.asnumpy() * slope.reshape(-1, *[1] * (len(weight.shape) - 1))
    name = fold.bias or f"{fold.conv.name}_bias"
    args[fold.weight] = _like(weight, scaled)
    args[name] = _like(weight, (bias - mean) * slope + beta)
    inputs = [(new[n], i) for n, i in fold.conv.inputs[:2]]
    attrs = {**fold.conv.attrs, "no_bias": "False"}
    return Node(fold.conv.op, fold.conv.name, attrs, [*inputs, (Node(None, name, {}), 0)])


def _like(original: Any, numbers: np.ndarray) -> NDArray:
    return array(numbers.astype(original.dtype), ctx=original.context, dtype=original.dtype)
