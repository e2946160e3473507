"""Shapes and types of loops and branches, from what follows inside the graphs that they run."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mxnet._ops.subgraph import level_inputs, result_type
from mxnet.symbol.node import Head, Node, inputs

# From the heads of a graph, what is known of some variables, the inputs that stand at them, and what is known of the
# heads, to what follows.
Infer = Callable[[Sequence[Head], Mapping[Node, Any], Mapping[Node, int], Sequence[Any]], Any]
UNKNOWN = -1


def types(node: Node, ins: list[Any], outs: list[Any], infer: Infer) -> tuple[list[Any], list[Any]]:
    """The types of inputs and outputs."""
    if node.params.get("quantized", False):
        return _quantized_types(node, ins, outs, infer)
    return _conclude(node, ins, outs, infer, lambda fact: fact, lambda fact, _: fact)


def shapes(node: Node, ins: list[Any], outs: list[Any], infer: Infer) -> tuple[list[Any], list[Any]]:
    """The shapes of inputs and outputs: what a loop slices and stacks has an axis more outside."""
    if node.params.get("quantized", False):
        return _quantized_shapes(node, ins, outs, infer)
    length = node.params.get("max_iterations", UNKNOWN)
    if "in_data_locs" in node.params:
        sliced = [s for s in ins[: len(node.params["in_data_locs"])] if s]
        length = max([s[0] for s in sliced], default=UNKNOWN)

    def lift(shape: Any, before: Any) -> Any:
        return (length,) if before is not None and len(before) == 1 else (length, *shape)

    return _conclude(node, ins, outs, infer, lambda s: s[1:] or (1,), lift)  # slices have an axis at least


def _conclude(
    node: Node,
    ins: list[Any],
    outs: list[Any],
    infer: Infer,
    lower: Callable[[Any], Any],
    lift: Callable[[Any, Any], Any],
) -> tuple[list[Any], list[Any]]:
    ins, outs = list(ins), list(outs)
    params = node.params
    sliced = set(range(len(params.get("in_data_locs", ()))))
    stacked = set(range(params.get("num_out_data", 0)))
    states = _states(node)
    for heads, wires in zip(node.subgraphs, node.wires, strict=True):
        numbers = dict(zip(inputs(heads), wires, strict=True))
        known = {v: lower(ins[i]) if i in sliced else ins[i] for v, i in numbers.items() if ins[i] is not None}
        is_condition = len(heads) != node.visible or (heads is node.subgraphs[0] and len(node.subgraphs) > 1)
        facts = infer(heads, known, numbers, () if is_condition or stacked or states else outs)
        for variable, i in numbers.items():
            fact = facts[variable, 0]
            if fact is not None:
                ins[i] = lift(fact, ins[i]) if i in sliced else fact
        if is_condition:
            continue
        for number, head in enumerate(heads):
            fact = facts[head]
            if fact is None:
                continue
            outs[number] = lift(fact, None) if number in stacked else fact
            if number in states and ins[states[number]] is None:
                ins[states[number]] = fact
    for number, i in states.items():
        if outs[number] is None:
            outs[number] = ins[i]
    return ins, outs


def _quantized_shapes(node: Node, ins: list[Any], outs: list[Any], infer: Infer) -> tuple[list[Any], list[Any]]:
    """Ranges have one element each; what the graph gives has the shape of the levels."""
    (heads,) = node.subgraphs
    numbers = {v: i for i, v in enumerate(inputs(heads))}
    places = level_inputs(len(numbers), node.params)
    floats = {v: i for v, i in numbers.items() if i not in places}  # levels have other types outside than inside
    facts = infer(heads, {v: ins[i] for v, i in numbers.items() if ins[i] is not None}, floats, ())
    shapes = [*[facts[v, 0] for v in numbers], *[(1,)] * (len(ins) - len(numbers))]
    return shapes, [facts[heads[0]], (1,), (1,)][: len(outs)]


def _quantized_types(node: Node, ins: list[Any], outs: list[Any], infer: Infer) -> tuple[list[Any], list[Any]]:
    """The graph works on floats; those of its variables that are levels have the types of what makes them."""
    (heads,) = node.subgraphs
    numbers = {v: i for i, v in enumerate(inputs(heads))}
    places = level_inputs(len(numbers), node.params)
    facts = infer(heads, {v: "float32" if i in places else ins[i] for v, i in numbers.items()}, numbers, ())
    dtypes = [ins[i] if i in places else facts[v, 0] for v, i in numbers.items()]
    if "channel_wise_quantize" in node.params:  # a file holds the weight and the bias of FullyConnected as levels
        dtypes[1:] = ["int8" if i in places else dtypes[i] for i in range(1, len(dtypes))]
    last = heads[0][0]
    result = result_type(last.op.name, last.params, node.params) if last.op is not None else None
    return [*dtypes, *["float32"] * (len(ins) - len(dtypes))], [result, "float32", "float32"][: len(outs)]


def _states(node: Node) -> dict[int, int]:
    """The inputs that outputs continue, by the outputs' numbers."""
    params = node.params
    first = params.get("num_out_data", 0)
    if "in_state_locs" in params:
        data = len(params["in_data_locs"])
        return {first + i: data + i for i in range(len(params["in_state_locs"]))}
    if "func_var_locs" in params:
        return {first + i: params["func_input_locs"][index] for i, index in enumerate(params["func_var_locs"])}
    return {}
