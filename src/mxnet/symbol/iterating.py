"""Loops and branches on arrays, iteration by iteration, where shapes inside them depend on data.

``run(number, arrays)`` computes one of the graphs that the node runs; ``wires`` tells which inputs of the node stand at
each graph's variables.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from mxnet._ops.attrs import DTYPES
from mxnet._ops.control import Wires
from mxnet._ops.registry import find
from mxnet._ops.shape import is_known
from mxnet.error import MXNetError
from mxnet.ndarray.creation import array, zeros
from mxnet.ndarray.invoke import invoke_op
from mxnet.symbol.node import Node, inputs
from mxnet.symbol.shapes import infer_shapes
from mxnet.symbol.types import infer_types

Run = Callable[[int, Sequence[Any]], list[Any]]
Arrays = Sequence[Any]


def iterate(run: Run, wires: Wires, arrays: Arrays, node: Node) -> list[Any]:
    """What a loop or a branch gives for these inputs."""
    if "in_data_locs" in node.params:
        return _foreach(run, wires, arrays, node)
    return (_while if "func_var_locs" in node.params else _cond)(run, wires, arrays, node)


def _is_true(value: Any) -> bool:
    if value.size != 1:
        raise MXNetError(f"a condition must have one element, but has the shape {value.shape}")
    return bool(value.asnumpy().reshape(-1)[0])


def _cond(run: Run, wires: Wires, arrays: Arrays, node: Node) -> list[Any]:
    chosen = 1 if _is_true(run(0, [arrays[i] for i in wires[0]])[0]) else 2
    return run(chosen, [arrays[i] for i in wires[chosen]])


def _foreach(run: Run, wires: Wires, arrays: Arrays, node: Node) -> list[Any]:
    data, states = len(node.params["in_data_locs"]), len(node.params["in_state_locs"])
    count = node.params["num_out_data"]
    now, rows = list(arrays), []
    for number in range(arrays[0].shape[0]):
        now[:data] = [each[number] for each in arrays[:data]]
        results = run(0, [now[i] for i in wires[0]])
        rows.append(results[:count])
        now[data : data + states] = results[count:]
    return [*_stacked(rows, node, 0, [now[i] for i in wires[0]]), *now[data : data + states]]


def _while(run: Run, wires: Wires, arrays: Arrays, node: Node) -> list[Any]:
    params, count = node.params, node.params["num_out_data"]
    states = [params["func_input_locs"][i] for i in params["func_var_locs"]]
    now = list(arrays)
    rows: list[list[Any]] = []
    while len(rows) < params["max_iterations"] and _is_true(run(0, [now[i] for i in wires[0]])[0]):
        results = run(1, [now[i] for i in wires[1]])
        rows.append(results[:count])
        for place, state in zip(states, results[count:], strict=True):
            now[place] = state
    stacked = _stacked(rows, node, 1, [now[i] for i in wires[1]])
    if not node.op.dynamic:  # type: ignore[union-attr]  # MXNet's own has as many rows as there may be, zeros at the end
        stacked = [_padded(each, params["max_iterations"]) for each in stacked]
    return [*stacked, *[now[i] for i in states]]


def _stacked(rows: Sequence[Sequence[Any]], node: Node, number: int, last: Arrays) -> list[Any]:
    """The outputs of all iterations, each as one array."""
    if not rows:
        return _empty(node, number, last)
    stack = find("stack")
    return [invoke_op(stack, list(column), {"axis": 0, "num_args": len(column)}) for column in zip(*rows, strict=True)]


def _empty(node: Node, number: int, arrays: Arrays) -> list[Any]:
    """The outputs of no iteration, of the shapes that one would give as far as they are decided."""
    heads = node.subgraphs[number]
    variables = dict(zip(inputs(heads), arrays, strict=True))
    types = {v: np.dtype(a.dtype).name for v, a in variables.items()}
    shapes, kinds = infer_shapes(heads, {v: a.shape for v, a in variables.items()}, types), infer_types(heads, types)
    outputs = []
    for head in heads[: node.params["num_out_data"]]:
        shape = shapes[head]
        known: Any = shape if shape is not None and is_known(shape) else ()
        dtype = DTYPES[kinds[head] or "float32"]
        outputs.append(array(np.zeros((0, *known), dtype), arrays[0].context, dtype))
    return outputs


def _padded(rows: Any, count: int) -> Any:
    rest = zeros((count - rows.shape[0], *rows.shape[1:]), rows.context, rows.dtype)
    return invoke_op(find("Concat"), [rows, rest], {"dim": 0, "num_args": 2}) if rest.shape[0] else rows
