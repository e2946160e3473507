"""A graph of float32 rewritten for mixed precision: casts between its nodes, narrow types for its parameters."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from mxnet._ops.registry import find
from mxnet.error import MXNetError
from mxnet.symbol.infer import GraphFacts
from mxnet.symbol.node import Head, Node, inputs, topo
from mxnet.symbol.types import NUMBERS, infer_types

WIDE = "float32"


class CastPlan(NamedTuple):
    """What to do with which operators, by their names; ``excluded`` are nodes, ``data`` inputs that stay float32."""

    target: str
    lower: Collection[str]
    wide: Collection[str]
    widest: Collection[str]
    conditional: Mapping[str, Mapping[str, Collection[str]]]
    excluded: Collection[str]
    data: Collection[str]
    cast_params: bool


class CastInserter:
    """The new graph of an old one, node by node.

    ``_plain`` has the new node of each old one; ``_as`` the head that stands, in a type, for an old head: the new node
    itself where that gives the type, or a cast, made once for all its users.
    """

    def __init__(self, plan: CastPlan) -> None:
        self._plan = plan
        self._plain: dict[Node, Node] = {}
        self._as: dict[str, dict[Head, Head]] = {WIDE: {}, plan.target: {}}

    def run(self, heads: Sequence[Head]) -> list[Head]:
        """The new heads, all float32."""
        for node in topo(heads):
            self._visit(node)
        return [self._in(WIDE, head) for head in heads]

    # --- one node --------------------------------------------------------------------------------------------------

    def _visit(self, node: Node) -> None:
        plan = self._plan
        name = "" if node.op is None else node.op.name
        if name in plan.wide or node.name in plan.excluded:
            self._finish(node, [self._assumed_wide(h) for h in node.inputs], [WIDE] * node.visible)
        elif name in plan.lower:
            self._lower(node)
        elif name in plan.widest:
            self._widen(node)
        elif self._meets_condition(node):
            new = [self._same(h) if i in node.mutated else self._in(WIDE, h) for i, h in enumerate(node.inputs)]
            self._finish(node, new, [WIDE] * node.visible)
        else:
            known = self._known(node.inputs[0]) if node.inputs else None
            types = None if known is None else self._node_types(node, known)[1]
            self._finish(node, [self._same(h) for h in node.inputs], types)

    def _lower(self, node: Node) -> None:
        """Cast what the operator takes in the narrow type; some of its inputs may want float32 all the same."""
        wanted, types = self._node_types(node, self._plan.target)
        new = []
        for i, head in enumerate(node.inputs):
            parameter = self._plan.cast_params and head[0].is_variable
            narrow = self._as[self._plan.target]
            stays = i in node.mutated or wanted[i] not in (self._plan.target, None)
            if head not in narrow and (stays or (parameter and head[0].name not in self._plan.data)):
                new.append(self._same(head))
                if parameter:
                    narrow[head] = new[-1]
            else:
                new.append(self._in(self._plan.target, head))
        self._finish(node, new, types)

    def _widen(self, node: Node) -> None:
        """Bring the inputs to the widest type among them: with casts where that is known, else when the graph runs."""
        if not node.inputs:
            raise MXNetError(f"Node {node.name}: {node.op.name} has no inputs to cast to one type")  # type: ignore[union-attr]
        known = [self._known(h, WIDE) for h in node.inputs]
        if None in known:
            first = node.inputs[0]
            attrs = {"num_outputs": str(len(node.inputs))}
            name = f"{first[0].name}{suffix(first)}_amp_multicast"
            cast = Node(find("amp_multicast"), name, attrs, [self._same(h) for h in node.inputs])
            self._finish(node, [(cast, i) for i in range(len(node.inputs))], None)
        else:
            dtype = WIDE if WIDE in known else self._plan.target
            self._finish(node, [self._in(dtype, h) for h in node.inputs], [dtype] * node.visible)

    def _meets_condition(self, node: Node) -> bool:
        conditions = self._plan.conditional.get(node.op.name, {}) if node.op is not None else {}
        return any(node.attrs.get(key) in values for key, values in conditions.items())

    def _finish(self, node: Node, new_inputs: list[Head], types: Sequence[str | None] | None) -> None:
        new = Node(node.op, node.name, node.attrs, new_inputs, node.subgraphs, node.params)
        self._plain[node] = new
        for i, dtype in enumerate(types or ()):
            if dtype in self._as:
                self._as[dtype][node, i] = (new, i)

    # --- heads -----------------------------------------------------------------------------------------------------

    def _same(self, head: Head) -> Head:
        return self._plain[head[0]], head[1]

    def _in(self, dtype: str, head: Head) -> Head:
        """The head in a type."""
        ready = self._as[dtype]
        if head not in ready:
            name = f"{head[0].name}{suffix(head)}_amp_cast_{dtype}"
            ready[head] = (Node(find("amp_cast"), name, {"dtype": dtype}, [self._same(head)]), 0)
        return ready[head]

    def _assumed_wide(self, head: Head) -> Head:
        """The head in float32, which a variable is taken to have."""
        if head[0].is_variable and head not in self._as[WIDE]:
            return self._same(head)
        return self._in(WIDE, head)

    def _known(self, head: Head, first: str | None = None) -> str | None:
        """The type a head is known to have; where it is at hand in both, ``first`` or the narrow one."""
        order = (first or self._plan.target, self._plan.target, WIDE)
        return next((t for t in order if head in self._as[t]), None)

    def _node_types(self, node: Node, first: str) -> tuple[list[str | None], list[str | None]]:
        """What types the inputs and outputs of a node have when its first input has this one."""
        free = [Node(None, str(i), {}) for i in range(len(node.inputs))]
        alone = Node(node.op, node.name, node.attrs, [(n, 0) for n in free], node.subgraphs, node.params)
        return infer_types([(alone, 0)], {free[0]: first}).of(alone)


def suffix(head: Head) -> str:
    """What the name of a cast says of the output it casts: its name, if MXNet gives it one, or its number."""
    node, index = head
    if node.op is None:
        return ""
    if not node.op.output_names:
        return f"_{index}"
    return "_" + node.output_names[index].removeprefix(f"{node.name}_")


def annotate(heads: Sequence[Head], plan: CastPlan) -> None:
    """Write the types of the parameters of a rewritten graph into their ``__dtype__``."""
    variables = inputs(heads)
    by_name = {n.name: n for n in variables}
    missing = [name for name in plan.data if name not in by_name]
    if missing:
        raise MXNetError(f"data_names: {missing} not found, the symbol has the inputs {list(by_name)}")
    facts = infer_types(heads, {by_name[name]: WIDE for name in plan.data}, annotations=False)
    types = {n: facts[n, 0] for n in variables}
    if plan.cast_params:
        types.update(_undecided(heads, facts, plan.target))
    parameters = {n.name for n in variables} - set(plan.data)
    for node in variables:
        if node.name in parameters or (not parameters and "__dtype__" in node.attrs):
            node.set_attr("__dtype__", str(NUMBERS[types[node] or WIDE]))


def _undecided(heads: Sequence[Head], facts: GraphFacts[str], target: str) -> dict[Node, str | None]:
    """Types for variables that nothing but casts use: what all these casts make of them."""
    chosen: dict[Node, str] = {}
    types: dict[Node, str | None] = {}
    for node in topo(heads):
        name = "" if node.op is None else node.op.name
        leaves = [n for n, _ in node.inputs if n.is_variable]
        if name == "amp_cast":
            dtype = node.params["dtype"]
        elif name == "amp_multicast" and len(leaves) == len(node.inputs):
            dtype = target
        else:
            continue
        for leaf in leaves:
            if leaf in chosen:
                types[leaf] = types[leaf] if chosen[leaf] == dtype else facts[leaf, 0]
            elif facts[leaf, 0] is None:
                chosen[leaf] = types[leaf] = dtype
    return types
