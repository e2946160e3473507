"""A tape as NumPy computes it, put together from the jaxprs of its operators.

So a tape need not be traced as a whole, and an operator of which only the sizes are new is not traced again
(``_calls.families``).
"""

from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax.extend.core import ClosedJaxpr

from mxnet._calls.avals import Aval, aval_of
from mxnet._calls.call import Call, jaxpr_of, pullback_call
from mxnet._host.caches import Cache
from mxnet._lazy.gradient import evaluate
from mxnet._lazy.structure import FLOAT, INT, Gradient, Job, Node
from mxnet._numpy_backend import CannotInterpret, Evaluator, Fragment, Steps

# By the identity of the jaxpr, which the item holds.
_FRAGMENTS: "Cache[tuple[int, int], tuple[ClosedJaxpr, Fragment]]" = Cache("planned operators", 1024)

_ADD = Call("add cotangents", lambda a, b: (a + b,), 2, stable="add cotangents")


class Composed(Evaluator):
    """The evaluator of a job, of its numbers one by one, floats first, and its slots."""

    __slots__ = ()


def is_composed(job: Job, exact: bool) -> bool:
    """Whether a job's evaluator is made here.

    A tape with whole graphs is traced as a whole. So is one with gradients if it must be ``exact``: hardly any is, and
    the trace then serves the compiler.
    """
    nodes = job.structure.nodes
    if exact and any(type(node) is Gradient for node in nodes):
        return False
    return all(isinstance(call, Call) and not call.heavy for node in nodes for call in _calls(node))


def compose(job: Job, operations_at_most: int, exact: bool) -> Composed | None:
    """The evaluator of a job; None if there is no rule for something, it is too much work or not ``exact``."""
    try:
        return _Composer(job, operations_at_most, exact).evaluator()
    except CannotInterpret:
        return None


def numbers(job: Job) -> list[Any]:
    """A job's numbers as its evaluator takes them."""
    return [*map(np.float64, job.floats), *map(np.int64, job.ints)]


def _fragment(jaxpr: ClosedJaxpr, operations_at_most: int) -> Fragment:
    """An operator's steps: planned once, since tapes that are all new have mostly the same operators."""
    cached = _FRAGMENTS.get((id(jaxpr), operations_at_most))
    if cached is None or cached[0] is not jaxpr:
        cached = jaxpr, Steps.fragment(jaxpr, operations_at_most)
        _FRAGMENTS[id(jaxpr), operations_at_most] = cached
    return cached[1]  # type: ignore[no-any-return]


def _calls(node: Node | Gradient) -> list[Any]:
    return [d.node.call for d in node.nodes] if type(node) is Gradient else [node.call]


class _Slot:
    """A value of the tape: a slot of the steps, or a number."""

    __slots__ = ("aval", "composer", "index")

    def __init__(self, composer: "_Composer", index: int, aval: Any) -> None:
        self.composer, self.index, self.aval = composer, index, aval

    def __add__(self, other: "_Slot") -> "_Slot":
        return self.composer.run(_ADD, [self, other])[0]

    def astype(self, dtype: np.dtype[Any]) -> "_Slot":
        if dtype != self.aval.dtype:
            raise CannotInterpret("a head gradient of another type")
        return self


class _Composer:
    """Slots refer to it and it to slots, so it stays until the collector runs: it must not hold a job's values."""

    def __init__(self, job: Job, operations_at_most: int, exact: bool) -> None:
        self.structure, self.live, self.exact = job.structure, job.live, exact
        self.floats, self.first = len(job.floats), len(job.floats) + len(job.ints)
        self.steps = Steps(self.first + len(job.slots), operations_at_most)
        self.results: list[_Slot] = []

    def evaluator(self) -> Composed:
        for node in self.structure.nodes:
            if type(node) is Gradient:
                self.results += evaluate(node, self.read, self._pull, filled=self._filled)
            else:
                self.results += self.run(node.call, [self.read(r) for r in node.refs])
        self.steps.finish([self.results[i].index for i in self.live])
        return Composed(self.steps, self.steps.count)

    def read(self, ref: int) -> _Slot:
        """What a node's ref stands for."""
        if ref < 0:
            return _Slot(self, self.first - 1 - ref, self.structure.avals[-1 - ref])
        if ref >= INT:
            return _Slot(self, self.floats + ref - INT, 0)
        return _Slot(self, ref - FLOAT, 0.0) if ref >= FLOAT else self.results[ref]

    def run(self, call: Any, arguments: Sequence[_Slot]) -> list[_Slot]:
        """Append a call of these values."""
        avals, numbers = tuple([s.aval for s in arguments[: call.arrays]]), [s.aval for s in arguments[call.arrays :]]
        jaxpr, at = jaxpr_of(call, avals, numbers)
        if jaxpr.effects:
            raise CannotInterpret("an operator with effects")
        slots = [s.index for s in arguments]
        if at is None:
            indices = self.steps.append(_fragment(jaxpr, self.steps.operations_at_most), slots)
        else:  # the sizes hardly ever come again
            indices = self.steps.inline(jaxpr, slots, at)
        if self.exact and not self.steps.is_exact():
            raise CannotInterpret("the digits of XLA")
        outputs = [(a.shape if at is None else at.shape(a.shape), a.dtype) for a in jaxpr.out_avals]
        return [_Slot(self, i, aval_of(*o)) for i, o in zip(indices, outputs, strict=True)]

    def _filled(self, aval: Aval, number: int) -> _Slot:
        return _Slot(self, self.steps.slot(np.full(aval.shape, number, aval.dtype)), aval)

    def _pull(self, node: Node, cotangents: list[Any]) -> list[Any]:
        call, arguments = node.call, [self.read(r) for r in node.refs]
        gradient = pullback_call(call, tuple([c is not None for c in cotangents]))  # type: ignore[arg-type]
        arrays, numbers = arguments[: call.arrays], arguments[call.arrays :]
        pulled = iter(self.run(gradient, [*arrays, *[c for c in cotangents if c is not None], *numbers]))
        return [next(pulled) if jnp.issubdtype(a.aval.dtype, jnp.floating) else None for a in arrays]
