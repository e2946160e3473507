"""Parts of a graph as one node each: operators that somebody names, in groups.

A group is as many of the named operators as hang together, with two bounds. What it reads must not depend on what it
gives: the graph would have a cycle. And the variables of the graph keep their order, in which programs list arrays.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from mxnet._ops.registry import find
from mxnet.symbol.node import Head, Node, inputs


def partitioned(heads: Sequence[Head], names: Collection[str]) -> list[Head]:
    """The graph with each group of the operators of these names as one ``_CachedOp``."""
    visits, order = _search(heads)
    if not any(_is_named(node, names) for node in order):
        return list(heads)
    grouping = _Grouping(visits, order, names)
    grouping.merge_all()
    return _contract(heads, visits, grouping)


def _is_named(node: Node, names: Collection[str]) -> bool:
    return node.op is not None and node.op.name in names


@dataclass
class _Visit:
    """When a search of the graph, depth first, came to a node.

    ``number`` counts the nodes before it. Sets of variables are bits of an integer, in the variables' order: ``reach``
    are those that the node depends on, ``first`` how many had been met before it, and ``last`` when it was left.
    """

    number: int
    first: int
    last: int = 0
    reach: int = 0


def _search(heads: Sequence[Head]) -> tuple[dict[Node, _Visit], list[Node]]:
    """What is to know of every node, and the nodes in the order of ``topo``."""
    visits: dict[Node, _Visit] = {}
    order: list[Node] = []
    variables = 0
    for head, _ in heads:
        stack: list[tuple[Node, Iterator[Head]]] = []
        entering: Node | None = None if head in visits else head
        while entering is not None or stack:
            if entering is not None:
                visits[entering] = _Visit(len(visits), variables)
                stack.append((entering, iter(entering.inputs)))
            node, rest = stack[-1]
            entering = next((child for child, _ in rest if child not in visits), None)
            if entering is None:
                stack.pop()
                order.append(node)
                visit = visits[node]
                if node.is_variable:
                    visit.reach = 1 << variables
                    variables += 1
                for child, _ in node.inputs:
                    visit.reach |= visits[child].reach
                visit.last = variables
    return visits, order


@dataclass(eq=False)
class _Group:
    """Operators that become one node, or one that stays as it is.

    ``place`` is the group's in an order where nobody stands before what it reads. ``met`` are the variables that the
    search met first while one of the members was open.
    """

    members: list[Node]
    named: bool
    readers: set[Node]
    place: int
    first: int
    reach: int
    met: int


class _Grouping:
    """All groups; at first each operator is one."""

    def __init__(self, visits: Mapping[Node, _Visit], order: Sequence[Node], names: Collection[str]) -> None:
        self.order: list[_Group | None] = []
        self.of: dict[Node, _Group] = {}
        for node in order:
            if node.is_variable:
                continue
            visit = visits[node]
            met = (1 << visit.last) - (1 << visit.first)
            group = _Group([node], _is_named(node, names), set(), len(self.order), visit.first, visit.reach, met)
            self.order.append(group)
            self.of[node] = group
            for child, _ in node.inputs:
                if not child.is_variable:
                    self.of[child].readers.add(node)

    def merge_all(self) -> None:
        """Merge groups that hang together until none can be merged any more."""
        edges = [
            (child, node)
            for node, group in self.of.items()
            for child, _ in node.inputs
            if group.named and not child.is_variable and self.of[child].named
        ]
        merges = True
        while merges:
            tried = [self._merge(self.of[a], self.of[b]) for a, b in edges if self.of[a] is not self.of[b]]
            merges = any(tried)

    def _merge(self, early: _Group, late: _Group) -> bool:
        """Make two groups one, unless that closes a cycle or changes the order of variables."""
        after = self._between(early, late) if _keeps_order(early, late) else None
        if after is None:
            return False
        begin, end = early.place, late.place + 1
        before = [g for g in self.order[begin:end] if g is not None and g not in after and g not in (early, late)]
        merged = _union(early, late)
        self.of.update(dict.fromkeys((late if merged is early else early).members, merged))
        rest = [g for g in self.order[begin:end] if g in after]
        row = [*before, merged, *rest]
        self.order[begin:end] = [*row, *[None] * (end - begin - len(row))]
        for place, group in enumerate(row, begin):
            group.place = place
        return True

    def _between(self, early: _Group, late: _Group) -> set[_Group] | None:
        """The groups before ``late`` that depend on ``early``; None if ``late`` depends on one of them."""
        after: set[_Group] = set()
        todo = [early]
        while todo:
            group = todo.pop()
            for reader in {self.of[node] for node in group.readers}:
                if reader is late and group is not early:
                    return None
                if reader.place < late.place and reader is not early and reader not in after:
                    after.add(reader)
                    todo.append(reader)
        return after


def _keeps_order(a: _Group, b: _Group) -> bool:
    """Whether variables keep their order when two groups are one node.

    That node meets all its variables in a row. So the search must have met them in a row too, while a member was open.
    """
    first = min(a.first, b.first)
    met = (a.met | b.met) >> first
    return met & (met + 1) == 0 and met == (a.reach | b.reach) >> first


def _union(a: _Group, b: _Group) -> _Group:
    """The larger group with all that the smaller one has."""
    large, small = (a, b) if len(a.members) >= len(b.members) else (b, a)
    large.members += small.members
    large.readers |= small.readers
    large.first = min(a.first, b.first)
    large.reach |= small.reach
    large.met |= small.met
    return large


def _contract(heads: Sequence[Head], visits: Mapping[Node, _Visit], grouping: _Grouping) -> list[Head]:
    """The graph with a node for each named group."""
    graphs = {group: _Inside(i) for i, group in enumerate(dict.fromkeys(g for g in grouping.of.values() if g.named))}
    for node, group in grouping.of.items():
        if group.named:
            graphs[group].add(node)
        for head in node.inputs:
            source = grouping.of.get(head[0])
            if source in graphs and source is not group:
                graphs[source].outputs.add(head)
    for head in heads:
        source = grouping.of.get(head[0])
        if source in graphs:
            graphs[source].outputs.add(head)
    new: dict[Head, Head] = {}
    for row in grouping.order:
        if row in graphs:
            new.update(graphs[row].contracted(visits, new))
        elif row is not None:
            (node,) = row.members
            sources = [new.get(h, h) for h in node.inputs]
            if sources != node.inputs:
                rebuilt = Node(node.op, node.name, node.attrs, sources, node.subgraphs, node.params)
                new.update({(node, i): (rebuilt, i) for i in range(node.visible)})
    return [new.get(h, h) for h in heads]


class _Inside:
    """The graph inside a node that stands for a group; ``outputs`` are what others read of the group."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.outputs: set[Head] = set()
        self._copies: dict[Node, Node] = {}
        self._variables: dict[Head, Node] = {}

    def add(self, node: Node) -> None:
        """Copy a member, after those that it reads."""
        sources = [self._source(head) for head in node.inputs]
        self._copies[node] = Node(node.op, node.name, node.attrs, sources, node.subgraphs, node.params)

    def _source(self, head: Head) -> Head:
        """What a member reads: another member, or a variable in the place of what comes from outside."""
        node, index = head
        if node in self._copies:
            return self._copies[node], index
        if head not in self._variables:
            self._variables[head] = Node(None, f"{node.output_names[index]}0", {})  # named as MXNet names it
        return self._variables[head], 0

    def contracted(self, visits: Mapping[Node, _Visit], new: Mapping[Head, Head]) -> dict[Head, Head]:
        """The heads of one node for those of the members.

        In the order in which the search came to the outputs, it comes to the variables inside as it did before.
        """
        outputs = sorted(self.outputs, key=lambda head: (visits[head[0]].number, head[1]))
        graph = [(self._copies[node], index) for node, index in outputs]
        outside = {variable: head for head, variable in self._variables.items()}
        sources = [new.get(outside[v], outside[v]) for v in inputs(graph)]
        node = Node(find("_CachedOp"), f"_CachedOp{self.number}", {}, sources, [graph])
        return {head: (node, i) for i, head in enumerate(outputs)}
