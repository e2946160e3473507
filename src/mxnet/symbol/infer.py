"""Inference over a graph: a fixed point of what each node can say about its inputs and outputs.

``GraphFacts`` maps each output of a node to what is known of it, None being nothing. Shapes and types differ only in
how two pieces of knowledge merge and in what a node can conclude.
"""

import heapq
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from mxnet.error import MXNetError
from mxnet.symbol.node import Head, Node, topo

T = TypeVar("T")
# From the node, what is known of its inputs and of its outputs, to what can be said of them.
Step = Callable[[Node, list[Any], list[Any]], tuple[list[Any], list[Any]]]
Merge = Callable[[Any, Any], Any]


class Clash(Exception):
    """Two pieces of knowledge that cannot both be true."""


class GraphFacts(Generic[T]):
    """What is known of every output of every node."""

    def __init__(
        self,
        heads: Sequence[Head],
        known: Mapping[Node, T | None],
        step: Step,
        merge: Merge,
        results: Sequence[T | None] = (),
    ) -> None:
        """``known`` is of variables, ``results`` of heads."""
        self.order = topo(heads)
        self.heads = heads
        self._step, self._merge = step, merge
        self._facts: dict[Head, T | None] = {}
        self._users: dict[Node, list[Node]] = {n: [] for n in self.order}
        for node in self.order:
            for i in range(node.visible):
                self._facts[node, i] = known.get(node) if node.is_variable else None
            for child, _ in node.inputs:
                self._users[child].append(node)
        # A heap of positions: what stands first in the graph is visited first, so that most is known when it is used.
        self._position = {n: i for i, n in enumerate(self.order)}
        self._waiting = [i for i, n in enumerate(self.order) if not n.is_variable]
        self._stale = set(self._waiting)
        for head, fact in zip(heads, results, strict=False):
            self.add(head, fact)

    def __getitem__(self, head: Head) -> T | None:
        return self._facts[head]

    def of(self, node: Node) -> tuple[list[T | None], list[T | None]]:
        """What is known of a node's inputs and outputs."""
        return [self._facts[h] for h in node.inputs], [self._facts[node, i] for i in range(node.visible)]

    def outputs(self) -> list[T | None]:
        """What is known of each output."""
        return list(self._facts.values())

    def add(self, head: Head, fact: T | None) -> None:
        """Assume something about an output."""
        self._put(head, fact, head[0], head[1])

    def solve(self) -> "GraphFacts[T]":
        """Draw conclusions until there are no new ones."""
        while self._waiting:
            position = heapq.heappop(self._waiting)
            self._stale.discard(position)
            self._visit(self.order[position])
        return self

    def _visit(self, node: Node) -> None:
        inputs, outputs = self.of(node)
        try:
            said_in, said_out = self._step(node, inputs, outputs)
        except MXNetError as error:
            raise MXNetError(f"Error in operator {node.name}: {_without_prefix(str(error))}") from None
        for i, (head, fact) in enumerate(zip(node.inputs, said_in, strict=True)):
            self._put(head, fact, node, i)
        for i, fact in enumerate(said_out):
            self._put((node, i), fact, node, i)

    def _put(self, head: Head, fact: T | None, by: Node, number: int = 0) -> None:
        before = self._facts[head]
        if fact is None or fact == before:
            return
        try:
            after = fact if before is None else self._merge(before, fact)
        except Clash as clash:
            what = f"output {number}" if head[0] is by else f"input {number} ({head[0].name})"
            raise MXNetError(
                f"Error in operator {by.name}: {what} is inconsistent: {clash}, expected {fact}, but got {before}."
            ) from None
        if after != before:
            self._facts[head] = after
            for node in (head[0], *self._users[head[0]]):
                position = self._position[node]
                if not node.is_variable and position not in self._stale:
                    self._stale.add(position)
                    heapq.heappush(self._waiting, position)


def _without_prefix(message: str) -> str:
    """The engine's own message says the operator's kind; with the node's name before it the first words go."""
    return message.removeprefix("Error in operator ")
