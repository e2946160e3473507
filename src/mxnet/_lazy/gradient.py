"""Reverse-mode differentiation of what was recorded.

``Recorded`` is a node remembered for autograd. ``backward`` turns the recorded nodes that some heads come from into one
node of the tape, which lists them, so that a program with both the forward and the backward part computes nothing twice
(see ``build``).
"""

import itertools
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

import jax.numpy as jnp

from mxnet._calls.avals import Aval
from mxnet._calls.call import Call, Number
from mxnet._lazy.structure import Differentiated, Gradient, Head, Node
from mxnet._lazy.value import Pending, Value
from mxnet.error import MXNetError

RELEASED = (
    "Cannot differentiate node because it is not in a computational graph: backward() has released the graph already. "
    "If you want to differentiate the same graph twice, you need to pass retain_graph=True to backward."
)

# Parents and heads as small numbers, cheap to hash: output i of node j is j << 16 | i; leaf k is -2 - k.
NOTHING = -1
WIDTH = 16


# Nodes are numbered in the order of recording, so that sorting by number puts each after those it reads.
next_serial = itertools.count().__next__
_allocate = object.__new__
_new_tuple = tuple.__new__
_by_serial = operator.attrgetter("serial")


class Leaf:
    """Marks an array that wants its gradient; ``grad`` is the array that receives it."""

    __slots__ = ("fresh", "grad", "req")

    def __init__(self, grad: Any, req: str) -> None:
        self.grad = grad
        self.req = req
        self.fresh = False


class Recorded:
    """A node under autograd: the values it read and where those came from.

    ``node`` stands on the tape of ``epoch``; while that tape is still open the gradient can refer to it. ``kept`` is
    what a heavy call kept for its gradient. When the graph has been released ``values`` is None, and ``serial`` is the
    number of that moment: for nodes recorded later the outputs of this one are constants.
    """

    __slots__ = ("call", "epoch", "kept", "node", "numbers", "outputs", "parents", "serial", "values")

    call: Call
    epoch: Pending | None
    kept: Sequence[Value] | None
    node: Node | None
    numbers: Sequence[Number]
    outputs: tuple[Aval, ...]
    parents: Sequence[Any]
    serial: int
    values: Sequence[Value] | None

    @property
    def inputs(self) -> tuple[Aval, ...]:
        """The avals of the values read."""
        return tuple([v.aval for v in self.values or ()])

    def release(self) -> None:
        """Forget the values and the history, so that their memory can go."""
        self.values = self.kept = None
        self.parents = ()
        self.serial = next_serial()


def recorded(
    call: Call,
    values: Sequence[Value],
    numbers: Sequence[Number],
    parents: Sequence[Any],
    node: Node | None,
    epoch: Pending | None,
    outputs: tuple[Aval, ...],
    kept: Sequence[Value] | None = None,
) -> Recorded:
    """Make a record; a function, since ``__init__`` would cost as much again."""
    record = _allocate(Recorded)
    record.call, record.values, record.numbers, record.parents = call, values, numbers, parents
    record.node, record.epoch, record.outputs, record.kept = node, epoch, outputs, kept
    record.serial = next_serial()
    return record


Origin = Leaf | tuple[Recorded, int] | None


def ancestors(heads: Sequence[Origin]) -> list[Recorded]:
    """Every recorded node that the heads come from, each after those it reads."""
    order: list[Recorded] = []
    seen: set[Recorded] = set()
    stack = [h[0] for h in heads if type(h) is tuple]
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        order.append(node)
        if node.values is None:
            raise MXNetError(RELEASED)
        for parent in node.parents:
            if type(parent) is tuple:
                if parent[0].values is None and parent[0].serial < node.serial:
                    _drop_released(node)
                else:
                    stack.append(parent[0])
    order.sort(key=_by_serial)
    return order


def _drop_released(node: Recorded) -> None:
    """Treat parents that were released before this node was recorded as constants: the state of the last step, say."""
    node.parents = [
        None if type(p) is tuple and p[0].values is None and p[0].serial < node.serial else p for p in node.parents
    ]


class Naming(Pending, Protocol):
    """Names values and numbers as a tape's nodes refer to them; see ``epoch.Epoch``."""

    def ref(self, value: Value) -> int:
        """The ref of this value."""

    def node_of(self, recorded: Recorded) -> Node:
        """A node for something recorded in an earlier epoch; it is not run here, only differentiated."""


def gradient_node(
    epoch: Naming,
    order: Sequence[Recorded],
    heads: Sequence[Origin],
    values: Sequence[Value],
    cotangents: Sequence[Value | None],
) -> tuple[Gradient, list[Leaf]]:
    """The gradient node on a tape, and the leaves its outputs belong to, in order."""
    base: dict[Recorded, int] = {}
    leaves: list[Leaf] = []
    avals: list[Aval] = []
    codes: dict[Leaf, int] = {}

    def number(leaf: Leaf, aval: Aval) -> int:
        if leaf.req == "null":
            leaf_code = NOTHING
        else:
            leaf_code = -2 - len(leaves)
            leaves.append(leaf)
            avals.append(aval)
        codes[leaf] = leaf_code
        return leaf_code

    def code(origin: Origin, aval: Aval) -> int:
        if origin is None:
            return NOTHING
        if type(origin) is tuple:
            return base[origin[0]] | origin[1]
        leaf_code = codes.get(origin)  # type: ignore[arg-type]
        return number(origin, aval) if leaf_code is None else leaf_code  # type: ignore[arg-type]

    nodes: list[Differentiated] = []
    for record in order:
        base[record] = len(nodes) << WIDTH
        node = record.node if record.epoch is epoch and record.node is not None else epoch.node_of(record)
        parents = [code(p, v.aval) for p, v in zip(record.parents, record.values)]  # type: ignore[arg-type]  # noqa: B905
        nodes.append(_new_tuple(Differentiated, (node, tuple(parents), record.outputs)))
    marked = [
        _new_tuple(Head, (code(h, v.aval), None if c is None else epoch.ref(c), v.aval))
        for h, v, c in zip(heads, values, cotangents, strict=True)
    ]
    return Gradient(tuple(nodes), tuple(marked), tuple(avals)), leaves


Pull = Callable[[Node, list[Any]], Sequence[Any]]
# The first of the recorded nodes of a rolled loop, and the function that differentiates the loop: its argument takes
# the cotangent of a code, its result are codes with their cotangents.
LoopPullback = tuple[int, Callable[[Callable[[int], Any]], Iterable[tuple[int, Any]]]]


def _filled(aval: Aval, number: int) -> Any:
    return jnp.full(aval.shape, number, aval.dtype)


def evaluate(
    gradient: Gradient,
    read: Callable[[int], Any],
    pull: Pull,
    loops: Mapping[int, LoopPullback] = MappingProxyType({}),
    filled: Callable[[Aval, int], Any] = _filled,
) -> list[Any]:
    """Run a gradient node; ``pull(node, cotangents)`` gives the cotangents of one recorded node's arrays.

    ``loops`` has the rolled loops, by their last recorded node. ``filled`` makes an array of ones or of zeros.
    """
    nodes, heads, leaves = gradient
    by_code: dict[int, Any] = {}

    def add(code: int, cotangent: Any) -> None:
        if code != NOTHING and cotangent is not None:
            by_code[code] = cotangent if code not in by_code else by_code[code] + cotangent

    for code, ref, aval in heads:
        add(code, filled(aval, 1) if ref is None else read(ref).astype(aval.dtype))
    number = len(nodes)
    while number:
        number -= 1
        if number in loops:
            number, pull_all = loops[number]
            for parent, cotangent in pull_all(lambda code: by_code.pop(code, None)):
                add(parent, cotangent)
            continue
        node, parents, outputs = nodes[number]
        base = number << WIDTH
        cotangents = [by_code.pop(base | i, None) for i in range(len(outputs))]
        if all(c is None for c in cotangents) or all(p == NOTHING for p in parents):
            continue
        for parent, cotangent in zip(parents, pull(node, cotangents), strict=True):
            add(parent, cotangent)
    reached = [by_code.get(-2 - k) for k in range(len(leaves))]
    return [filled(a, 0) if r is None else r for r, a in zip(reached, leaves, strict=True)]
