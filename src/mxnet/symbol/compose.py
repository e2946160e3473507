"""Making nodes: an operator applied to heads, with variables for the inputs that nobody gave."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mxnet._ops.attrs import parse_dtype
from mxnet._ops.registry import Op
from mxnet.error import MXNetError
from mxnet.symbol.node import Head, Node, parse, topo

# Annotations that MXNet accepts without their underscores.
HIDDEN = ("ctx_group", "lr_mult", "wd_mult", "force_mirroring", "mirror_stage")


def spell(value: Any) -> str:
    """A value as MXNet writes it into a symbol file."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, tuple):
        return f"({', '.join(_item(v) for v in value)}{',' if len(value) == 1 else ''})"
    if isinstance(value, list):
        return f"[{', '.join(_item(v) for v in value)}]"
    return str(value)


def _item(value: Any) -> str:
    if isinstance(value, (tuple, list, np.ndarray, np.generic)):
        return spell(value)
    return repr(value)


def texts(op: Op, attrs: Mapping[str, Any]) -> dict[str, str]:
    """The attributes a caller gave, as the strings of a symbol file."""
    out = {}
    for key, value in attrs.items():
        name = key
        for hidden in HIDDEN:
            if key.startswith(hidden):
                name = f"__{key}__"
                break
            if key.endswith(hidden):
                owner = key[: -len(hidden) - 1]
                raise MXNetError(
                    f"{op.name}: setting variable attributes with {key} is deprecated: "
                    f"write w = Variable(..., {hidden}={value!r}) and {op.name}({owner}=w)."
                )
        if name == "dtype":
            if value is None:
                continue
            value = _dtype_name(op, value)
        out[name] = spell(value)
    return out


def _dtype_name(op: Op, value: Any) -> Any:
    try:
        return parse_dtype(value)
    except ValueError as error:
        if isinstance(value, str):
            return value  # the operator's own parser knows what it accepts
        raise TypeError(f"{op.name}: data type {value!r} not understood: expected {error}") from None


def input_names(op: Op, params: Mapping[str, Any], count: int) -> list[str]:
    """The inputs of a node, by name; ``count`` are given by position."""
    if not op.variadic or op.used_inputs is not None:
        return list(op.input_names(params))
    # Optimizers count weights, and take several arrays for each.
    wanted = count if op.count_attr in (None, "num_weights", "num_tensors") else params[op.count_attr]
    return op.name_arrays(wanted)


def create(
    op: Op,
    name: str,
    attrs: Mapping[str, str],
    args: Sequence[Head],
    kwargs: Mapping[str, Head] | None = None,
    subgraphs: Sequence[Sequence[Head]] = (),
) -> Node:
    """A node of this name, running these graphs; inputs that are not given become variables named after it."""
    kwargs = dict(kwargs or {})
    params = parse(op, attrs, len(args) + len(kwargs))
    names = input_names(op, params, len(args))
    if len(args) > len(names):
        raise MXNetError(
            f"{op.name} '{name}': Incorrect number of arguments, requires {len(names)}, provided {len(args)}."
        )
    inputs = list(args)
    for missing in names[len(args) :]:
        if missing in kwargs:
            inputs.append(kwargs.pop(missing))
        else:
            inputs.append((Node(None, f"{name}_{missing}" if name else missing, attrs), 0))
    if kwargs and names:  # MXNet lets an operator without inputs ignore them
        raise MXNetError(
            f"{op.name} '{name}': Keyword argument name {', '.join(kwargs)} not found. "
            f"Candidate arguments: {', '.join(names[len(args) :])}."
        )
    node = Node(op, name, attrs, inputs, subgraphs, params)
    for i in node.mutated:
        if i >= len(inputs):
            raise MXNetError(f"{op.name} '{name}': Not enough argument to call operator, provided {len(inputs)}.")
        if not inputs[i][0].is_variable:
            raise MXNetError(f"{op.name} '{name}': Mutation target can only be Variable, input {names[i]} is not.")
    set_initial(node)
    return node


def set_initial(node: Node) -> None:
    """Note on a node's variables how they are initialised, where the operator wants a special way."""
    if node.op is None or not node.op.initial:
        return
    wanted = node.op.initial
    for name, (child, _) in zip(input_names(node.op, node.params, len(node.inputs)), node.inputs, strict=False):
        if child.is_variable and name in wanted and "__init__" not in child.attrs:
            child.set_attr("__init__", wanted[name])


def copy(heads: Sequence[Head], replace: Mapping[Node, Head] | None = None) -> list[Head]:
    """The same graph of new nodes, with some nodes replaced by heads of other graphs."""
    new: dict[Node, Head] = dict(replace or {})

    def follow(head: Head) -> Head:
        node, index = new[head[0]]
        return node, index if head[0] in (replace or {}) else head[1]

    for node in topo(heads):
        if node not in new:
            inputs = [follow(h) for h in node.inputs]
            new[node] = (Node(node.op, node.name, node.attrs, inputs, node.subgraphs, node.params), 0)
    return [follow(h) for h in heads]


def compose(heads: Sequence[Head], kwargs: Mapping[str, Head], name: str | None) -> list[Head]:
    """A copy of a graph in which variables are replaced, by name."""
    variables = [n for n in topo(heads) if n.is_variable]
    known = {n.name for n in variables} if any(n.inputs for n, _ in heads) or len(heads) > 1 else set()
    unknown = [k for k in kwargs if k not in known]
    if unknown:
        raise MXNetError(
            f"Symbol.Compose: Keyword argument name {', '.join(unknown)} not found. "
            f"Candidate arguments: {', '.join(sorted(known)) or 'none'}."
        )
    new = copy(heads, {n: kwargs[n.name] for n in variables if n.name in kwargs})
    if name:
        new[0][0].set_attr("name", name)
    return new
