"""Reverse-mode differentiation of what was recorded.

``Recorded`` is a node remembered for autograd. ``backward`` turns the graph behind some heads into one node of the
tape: an entry that lists the recorded entries it differentiates, so that a program holding both the forward and the
backward part computes nothing twice (see ``program``).
"""

from collections.abc import Callable, Sequence
from typing import Any

import jax.numpy as jnp

from mxnet._lazy.call import Call, Number
from mxnet._lazy.value import Aval, Value
from mxnet.error import MXNetError

# Parents and heads as small numbers, cheap to hash: output i of node j is j << 16 | i; leaf k is -2 - k.
NOTHING = -1
WIDTH = 16


class Leaf:
    """Marks an array that wants its gradient; ``grad`` is the array that receives it."""

    __slots__ = ("fresh", "grad", "req")

    def __init__(self, grad: Any, req: str) -> None:
        self.grad = grad
        self.req = req
        self.fresh = False


class Recorded:
    """A node under autograd: its call, the values it read and where those came from.

    ``entry`` is the node's entry on the tape of ``epoch``; while that tape is still open the gradient can refer to it.
    ``values`` becomes None when the graph has been released.
    """

    __slots__ = ("call", "entry", "epoch", "numbers", "outputs", "parents", "values")

    def __init__(
        self,
        call: Call,
        values: Sequence[Value],
        numbers: Sequence[Number],
        parents: Sequence[Any],
        entry: tuple[Any, ...],
        epoch: Any,
        outputs: tuple[Aval, ...],
    ) -> None:
        self.call = call
        self.values: Sequence[Value] | None = values
        self.numbers = numbers
        self.parents = parents
        self.entry = entry
        self.epoch = epoch
        self.outputs = outputs

    def release(self) -> None:
        """Forget the values, so that their memory can go."""
        self.values = None


Origin = Leaf | tuple[Recorded, int] | None


def ancestors(heads: Sequence[Origin]) -> list[Recorded]:
    """Every recorded node behind the heads, each after those it reads."""
    order: list[Recorded] = []
    state: dict[int, bool] = {}
    stack: list[tuple[Recorded, bool]] = [(h[0], False) for h in heads if type(h) is tuple]
    while stack:
        node, done = stack.pop()
        if done:
            if not state[id(node)]:
                state[id(node)] = True
                order.append(node)
            continue
        if id(node) in state:
            continue
        state[id(node)] = False
        if node.values is None:
            raise MXNetError(
                "Cannot differentiate node because it is not in a computational graph: backward() has released the graph "
                "already. Call backward(retain_graph=True) the first time to go through it again."
            )
        stack.append((node, True))
        for parent in node.parents:
            if type(parent) is tuple and id(parent[0]) not in state:
                stack.append((parent[0], False))
    return order


def describe(
    tape: Any,
    order: Sequence[Recorded],
    heads: Sequence[Origin],
    values: Sequence[Value],
    cotangents: Sequence[Value | None],
) -> tuple[tuple[Any, ...], list[Leaf]]:
    """The entry of a gradient node on this tape, and the leaves its outputs belong to, in order."""
    number = {id(node): i for i, node in enumerate(order)}
    leaves: list[Leaf] = []
    avals: list[Aval] = []
    codes: dict[int, int] = {}

    def code(origin: Origin, value: Value) -> int:
        if origin is None:
            return NOTHING
        if type(origin) is tuple:
            return number[id(origin[0])] << WIDTH | origin[1]
        found = codes.get(id(origin))
        if found is None:
            if origin.req == "null":  # type: ignore[union-attr]
                found = NOTHING
            else:
                found = -2 - len(leaves)
                leaves.append(origin)  # type: ignore[arg-type]
                avals.append(value.aval)
            codes[id(origin)] = found
        return found

    epoch = tape.epoch
    nodes = []
    for node in order:
        entry = node.entry if node.epoch is epoch else tape.enter_again(node)
        parents = [code(p, v) for p, v in zip(node.parents, node.values, strict=True)]  # type: ignore[arg-type]
        nodes.append((entry, tuple(parents), node.outputs))
    head_codes = [(code(h, v), None if c is None else tape.ref(c), v.aval) for h, v, c in zip(heads, values, cotangents)]
    return (GRADIENT, tuple(nodes), tuple(head_codes), tuple(avals)), leaves


class _Gradient:
    """Stands where an entry has its call, to mark a gradient node."""

    name = "gradient"

    def __repr__(self) -> str:
        return self.name


GRADIENT = _Gradient()
Pull = Callable[[tuple[Any, ...], tuple[Aval, ...], list[Any]], Sequence[Any]]


def evaluate(entry: tuple[Any, ...], read: Callable[[int], Any], pull: Pull) -> list[Any]:
    """Run a gradient node; ``pull(entry, outputs, cotangents)`` gives the cotangents of one recorded node's arrays."""
    _, nodes, heads, leaves = entry
    found: dict[int, Any] = {}

    def add(code: int, cotangent: Any) -> None:
        if code != NOTHING and cotangent is not None:
            found[code] = cotangent if code not in found else found[code] + cotangent

    for code, ref, aval in heads:
        add(code, jnp.ones(aval.shape, aval.dtype) if ref is None else read(ref).astype(aval.dtype))
    for number in range(len(nodes) - 1, -1, -1):
        recorded, parents, outputs = nodes[number]
        base = number << WIDTH
        cotangents = [found.pop(base | i, None) for i in range(len(outputs))]
        if all(c is None for c in cotangents) or all(p == NOTHING for p in parents):
            continue
        for parent, cotangent in zip(parents, pull(recorded, outputs, cotangents), strict=True):
            add(parent, cotangent)
    reached = [found.get(-2 - k) for k in range(len(leaves))]
    return [jnp.zeros(a.shape, a.dtype) if r is None else r for r, a in zip(reached, leaves, strict=True)]
