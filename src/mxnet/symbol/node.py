"""The graph behind a Symbol: nodes, and the questions one asks of a set of heads.

A node is an operator applied to outputs of other nodes, or a variable. A *head* is an output of a node: the pair of the
node and the output's number. A Symbol is a list of heads; an executor compiles one.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mxnet._ops.control import Wires, overwritten, wires_of
from mxnet._ops.registry import OUTPUTS_OF_GRAPH, Op

Head = tuple["Node", int]


class Node:
    """An operator applied to outputs of other nodes, or a variable where ``op`` is None.

    ``attrs`` holds, word for word, the strings of a symbol file: the operator's parameters that were given, and
    annotations such as ``__ctx_group__``. ``params`` is what the operator's parameters parse to, defaults filled in.
    ``inputs`` are in the order of ``op.input_names(params)``; optional ones may be missing at the end. ``subgraphs``
    holds the heads of each graph that the operator runs.

    The operator, its parameters and the inputs never change, so what is compiled from a node stays valid. ``set_attr``
    changes annotations and the name: MXNet lets a caller do that to a graph that is already built.
    """

    __slots__ = ("attrs", "inputs", "name", "op", "params", "subgraphs")

    def __init__(
        self,
        op: Op | None,
        name: str,
        attrs: Mapping[str, str],
        inputs: Sequence[Head] = (),
        subgraphs: Sequence[Sequence[Head]] = (),
        params: Mapping[str, Any] | None = None,
    ) -> None:
        self.op = op
        self.name = name
        self.attrs = dict(attrs)
        self.inputs = list(inputs)
        self.subgraphs = [list(heads) for heads in subgraphs]
        self.params: Mapping[str, Any] = {}
        if op is not None:
            self.params = parse(op, attrs, len(inputs)) if params is None else params

    @property
    def is_variable(self) -> bool:
        """Whether this is a leaf of the graph."""
        return self.op is None

    @property
    def visible(self) -> int:
        """How many outputs a caller sees."""
        return 1 if self.op is None else self.op.num_outputs(self.params) or len(self.subgraphs[0])

    @property
    def total(self) -> int:
        """How many outputs there are with the hidden ones, such as the mask of Dropout."""
        return 1 if self.op is None else self.op.all_outputs(self.params) or len(self.subgraphs[0])

    @property
    def output_names(self) -> list[str]:
        """The visible outputs' names."""
        if self.op is None:
            return [self.name]
        known = self.op.output_names
        if self.op.outputs == OUTPUTS_OF_GRAPH:
            names: Sequence[str] = [n.output_names[i] for n, i in self.subgraphs[0]]
        elif known:
            names = (known(**self.params) if callable(known) else known)[: self.visible]
        else:
            names = ["output"] if self.total == 1 else [f"output{i}" for i in range(self.visible)]
        return [f"{self.name}_{n}" if self.name else n for n in names]

    @property
    def mutated(self) -> tuple[int, ...]:
        """Positions of the inputs that running this node overwrites."""
        if self.subgraphs and self.op is not None:
            states = [auxiliary(heads) for heads in self.subgraphs]
            inside = [
                [i for i, v in enumerate(inputs(h)) if v in s] for h, s in zip(self.subgraphs, states, strict=True)
            ]
            return overwritten(self.wires, inside)
        return () if self.op is None or not self.op.mutates else self.op.mutated(len(self.inputs), self.params)

    @property
    def wires(self) -> Wires:
        """For each of the subgraphs the numbers of this node's inputs that stand at its variables."""
        return wires_of("" if self.op is None else self.op.name, self.params, [len(inputs(h)) for h in self.subgraphs])

    @property
    def present(self) -> tuple[bool, ...]:
        """Which array parameters of the operator's function have an input, in the function's order."""
        if self.op is None or self.op.variadic:
            return (True,) * len(self.inputs)
        named = set(self.op.input_names(self.params)[: len(self.inputs)])
        return tuple(name in named for name in self.op.inputs)

    def set_attr(self, key: str, value: str) -> None:
        """Change an annotation, or the name."""
        if key == "name":
            self.name = value
        else:
            self.attrs[key] = value

    def __repr__(self) -> str:
        return f"<{'variable' if self.op is None else self.op.name} {self.name}>"


def parse(op: Op, attrs: Mapping[str, str], n_inputs: int) -> dict[str, Any]:
    """An operator's parameters from the strings of a node, whose annotations are left aside."""
    if not op.attrs:  # such an operator has no parser in MXNet either, and takes any key for an annotation
        return {}
    parameters: dict[str, Any] = {k: v for k, v in attrs.items() if not is_annotation(k)}
    if "ctx" not in op.attrs:
        parameters.pop("ctx", None)  # a graph runs where it is bound
    if op.count_attr is not None:
        parameters.setdefault(op.count_attr, n_inputs)
    return op.parse(parameters)


def is_annotation(key: str) -> bool:
    """Whether a key is a note on a node rather than a parameter of its operator."""
    return key.startswith("__") and key.endswith("__")


def topo(heads: Iterable[Head]) -> list[Node]:
    """Every node that the heads need, inputs before users, in MXNet's order: depth first, inputs left to right."""
    order: list[Node] = []
    seen: set[Node] = set()
    for head, _ in heads:
        if head in seen:
            continue
        seen.add(head)
        stack = [(head, iter(head.inputs))]
        while stack:
            node, rest = stack[-1]
            for child, _ in rest:
                if child not in seen:
                    seen.add(child)
                    stack.append((child, iter(child.inputs)))
                    break
            else:
                stack.pop()
                order.append(node)
    return order


def _variables(heads: Iterable[Head]) -> tuple[list[Node], set[Node]]:
    """The variables in order, and those that an operator overwrites."""
    order = topo(heads)
    states = {node.inputs[i][0] for node in order for i in node.mutated}
    return [n for n in order if n.op is None], states


def arguments(heads: Iterable[Head]) -> list[Node]:
    """The variables that the heads read, in MXNet's order."""
    variables, states = _variables(heads)
    return [n for n in variables if n not in states]


def auxiliary(heads: Iterable[Head]) -> list[Node]:
    """The variables that operators overwrite, such as BatchNorm's moving statistics, in MXNet's order."""
    variables, states = _variables(heads)
    return [n for n in variables if n in states]


def inputs(heads: Iterable[Head]) -> list[Node]:
    """All variables, arguments and auxiliary states together, in MXNet's order."""
    return [n for n in topo(heads) if n.op is None]
