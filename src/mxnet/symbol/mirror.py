"""What a graph computes again in the backward pass instead of keeping it.

MXNet calls a node computed again *mirrored*. These are the nodes annotated ``force_mirroring``, with
MXNET_BACKWARD_DO_MIRROR=1 all but the costly ones, and where nodes are annotated ``mirror_stage=True``, which keeps
their outputs, all others. Any other value of ``mirror_stage`` names a stage, all of which is mirrored together.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from mxnet._config import lookup
from mxnet.symbol.node import Head, Node

MIRRORING = "__force_mirroring__"
STAGE = "__mirror_stage__"

_NO = (None, "", "False", "false", "0")
_KEPT = ("True", "true")


class Stage(NamedTuple):
    """Nodes that follow each other in a graph's order; ``again`` says that what is inside is computed again."""

    nodes: list[Node]
    again: bool


def stages(nodes: Sequence[Node]) -> list[Stage] | None:
    """The nodes of a graph cut into stages, or None where nothing is computed again."""
    if any(n.attrs.get(MIRRORING) not in _NO or n.attrs.get(STAGE) not in _NO for n in nodes):
        return _annotated(nodes)
    return _cheap(nodes) if lookup("MXNET_BACKWARD_DO_MIRROR") else None


def _annotated(nodes: Sequence[Node]) -> list[Stage]:
    """Stages by annotation. A node that is kept ends a stage and belongs to it: what it reads need not be kept then."""
    borders = any(n.attrs.get(STAGE) in _KEPT for n in nodes)
    stages: list[Stage] = []
    run: list[Node] = []
    label: str | None = None
    again = False
    for i, node in enumerate(nodes):
        stage = node.attrs.get(STAGE)
        own = None if stage in _NO or stage in _KEPT else stage
        if own != label and run:
            stages.append(Stage(run, again))
            run, again = [], False
        label = own
        forced = node.attrs.get(MIRRORING)
        mirrored = own is not None or (borders and stage not in _KEPT if forced is None else forced not in _NO)
        again = again or mirrored
        run.append(node)
        if not mirrored or i == len(nodes) - 1:
            stages.append(Stage(run, again))
            run, again = [], False
    return stages


def _cheap(nodes: Sequence[Node]) -> list[Stage]:
    """Stages that end with, or soon after, a costly node, where the fewest values pass from one to the next.

    What follows the last costly node is kept: its gradient comes first, when all of it is still there.
    """
    alive = crossing(nodes, dict.fromkeys(((n, i) for n in nodes for i in range(n.visible)), 1))
    costly = [i for i, n in enumerate(nodes) if n.op is not None and n.op.costly]
    ends = [min(range(here, after), key=alive.__getitem__) + 1 for here, after in pairwise(costly)]
    ends += [costly[-1] + 1] if costly else []
    stages = []
    for start, stop in zip([0, *ends], ends, strict=False):
        part = list(nodes[start:stop])
        stages.append(Stage(part, any(n.op is not None and not n.op.costly for n in part)))
    rest = list(nodes[ends[-1] if ends else 0 :])
    return [*stages, Stage(rest, False)] if rest else stages


def crossing(nodes: Sequence[Node], sizes: dict[Head, int]) -> list[int]:
    """How much of what the nodes up to each one made is read by those after it."""
    last: dict[Head, int] = {}
    for i, node in enumerate(nodes):
        last.update(dict.fromkeys(node.inputs, i))
    amounts, alive = [], 0
    for i, node in enumerate(nodes):
        for k in range(node.visible):
            alive += sizes.get((node, k), 0) if (node, k) in last else 0
        alive -= sum(sizes.get(h, 0) for h in set(node.inputs) if last[h] == i and h[0].op is not None)
        amounts.append(alive)
    return amounts


def computed_again(function: Callable[..., Any], ties: Sequence[bool]) -> Callable[..., Any]:
    """A function of which nothing but the arguments is kept for its gradient.

    ``jax.checkpoint`` puts a barrier between the two computations, which not every XLA back end heeds when it orders
    them: then all is computed again at once, and nothing is saved. Here the second computation really depends on the
    gradient that comes in: its arguments, those that ``ties`` name, get a zero added that is made from it.
    """

    @jax.custom_vjp
    def run(*arrays: Any) -> Any:
        return function(*arrays)

    def forward(*arrays: Any) -> tuple[Any, Any]:
        return function(*arrays), arrays

    def backward(arrays: Any, cotangents: Any) -> tuple[Any, ...]:
        zero = _zero_from(cotangents)
        floating = [i for i, a in enumerate(arrays) if jnp.issubdtype(a.dtype, jnp.floating)]
        tied = [arrays[i] + zero.astype(arrays[i].dtype) if ties[i] else arrays[i] for i in floating]

        def again(*chosen: Any) -> Any:
            full = list(arrays)
            for i, value in zip(floating, chosen, strict=True):
                full[i] = value
            return function(*full)

        pulled = iter(jax.vjp(again, *tied)[1](cotangents))
        return tuple(next(pulled) if i in floating else None for i in range(len(arrays)))

    run.defvjp(forward, backward)
    return run


def _zero_from(cotangents: Any) -> Any:
    """A zero that XLA cannot know to be one: nothing is positive and not a number."""
    floating = [c for c in jax.tree.leaves(cotangents) if jnp.issubdtype(c.dtype, jnp.floating) and c.size]
    number = sum(c.reshape(-1)[0].astype(jnp.float32) for c in floating)  # of all: some may be constants
    return jnp.isnan(number) & (number > 0)
