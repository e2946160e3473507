"""A jaxpr as a list of steps, each a function of NumPy arrays."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import jax
import numpy as np
from jax.extend.core import ClosedJaxpr, Jaxpr, JaxprEqn, Literal

from mxnet._numpy_backend.random import joined
from mxnet._numpy_backend.rules import (
    FAR,
    OTHER,
    PRODUCT,
    RULES,
    SUM,
    Array,
    Atom,
    CannotInterpret,
    Compute,
    Rounding,
    dtype_of,
    identity,
)
from mxnet._numpy_backend.sizes import SizeValues

Run = Callable[[Sequence[Any]], list[Any]]
# What a primitive of control flow appends to the steps, given its equation and the slots of its inputs; it returns the
# slots of its results.
Flow = Callable[["Steps", JaxprEqn, list[int]], list[int]]

FLOW: dict[str, Flow] = {}
# What a step costs besides its arithmetic, in elementary operations.
STEP_OPERATIONS = 1000


def flow(*names: str) -> Callable[[Flow], Flow]:
    """Register what the primitives with these names append to the steps."""

    def register(function: Flow) -> Flow:
        FLOW.update(dict.fromkeys(names, function))
        return function

    return register


class Step(NamedTuple):
    """A function, the slots it reads, the slot or slots it writes, and its cost in elementary operations."""

    function: Compute
    inputs: list[int]
    outputs: int | list[int]
    operations: int

    @property
    def written(self) -> list[int]:
        return self.outputs if isinstance(self.outputs, list) else [self.outputs]


class Fragment(NamedTuple):
    """The steps of a jaxpr as a part of others: the slots of its arguments come first, then those of its own."""

    own_slots: list[Any]
    steps: list[Step]
    outputs: list[int]
    operations: int
    roundings: frozenset[Rounding]


class Steps:
    """The steps of a jaxpr; calls of other jaxprs become part of the list, branches and loops have lists of their own.

    ``slots`` has a place for every value, and holds the constants; arguments come first.
    """

    def __init__(self, count: int, operations_at_most: int) -> None:
        self.operations_at_most, self.operations = operations_at_most, 0
        self.roundings: set[Rounding] = set()
        self.slots: list[Any] = [None] * count
        self.steps: list[Step] = []
        self.count = count
        self.at: SizeValues | None = None
        self.run: Run = _not_finished

    @classmethod
    def of(cls, jaxpr: Jaxpr | ClosedJaxpr, operations_at_most: int, at: SizeValues | None = None) -> "Steps":
        """The steps of one jaxpr; ``at`` has the values of its sizes, if it is a template."""
        invars = jaxpr.jaxpr.invars if isinstance(jaxpr, ClosedJaxpr) else jaxpr.invars
        steps = cls(len(invars), operations_at_most)
        steps.finish(steps.inline(jaxpr, range(len(invars)), at))
        return steps

    @classmethod
    def fragment(cls, jaxpr: ClosedJaxpr, operations_at_most: int) -> Fragment:
        """The steps of one jaxpr for others to append, without those whose results nobody needs."""
        count = len(jaxpr.jaxpr.invars)
        planned = cls(count, operations_at_most)
        outputs = planned.inline(jaxpr, range(count))
        needed, steps = set(outputs), list[Step]()
        for step in reversed(planned.steps):
            if not needed.isdisjoint(step.written):
                needed.update(step.inputs)
                steps.append(step)
        operations = sum(step.operations for step in steps)
        return Fragment(planned.slots[count:], steps[::-1], outputs, operations, frozenset(planned.roundings))

    def append(self, fragment: Fragment, inputs: Sequence[int]) -> list[int]:
        """Append the steps of a fragment whose arguments are in these slots; returns the slots of its results."""
        place = [*inputs, *range(len(self.slots), len(self.slots) + len(fragment.own_slots))]
        self.slots += fragment.own_slots
        self.roundings |= fragment.roundings
        self._count_operations(fragment.operations)
        for function, read, written, operations in fragment.steps:
            outputs = place[written] if type(written) is int else [place[i] for i in written]  # type: ignore[union-attr]
            self.steps.append(Step(function, [place[i] for i in read], outputs, operations))
        return [place[i] for i in fragment.outputs]

    def slot(self, constant: Any = None) -> int:
        """A new slot, for a constant or a value to come."""
        self.slots.append(constant)
        return len(self.slots) - 1

    def inner(self, jaxpr: Jaxpr | ClosedJaxpr) -> "Steps":
        """The steps of a branch or a loop."""
        steps = Steps.of(jaxpr, self.operations_at_most, self.at)
        self.roundings |= steps.roundings
        return steps

    def add(self, function: Compute, inputs: list[int], equation: JaxprEqn, operations: int) -> list[int]:
        """Append a step that computes an equation; returns the slots of its results."""
        operations += STEP_OPERATIONS
        self._count_operations(operations)
        outputs = [self.slot() for _ in equation.outvars]
        several = equation.primitive.multiple_results
        self.steps.append(Step(function, inputs, outputs if several else outputs[0], operations))
        return outputs

    def _count_operations(self, operations: int) -> None:
        self.operations += operations
        # ``finish`` may drop some steps, but hardly three in four.
        if self.operations > 4 * self.operations_at_most:
            raise CannotInterpret("more work than is allowed")

    def inline(self, jaxpr: Jaxpr | ClosedJaxpr, inputs: Sequence[int], at: SizeValues | None = None) -> list[int]:
        """Append the steps of a jaxpr whose arguments are in these slots; returns the slots of its results."""
        outside, self.at = self.at, at or self.at
        outputs = self._inline(jaxpr, inputs)
        self.at = outside
        return outputs

    def _inline(self, jaxpr: Jaxpr | ClosedJaxpr, inputs: Sequence[int]) -> list[int]:
        constants, inner = (jaxpr.consts, jaxpr.jaxpr) if isinstance(jaxpr, ClosedJaxpr) else ((), jaxpr)
        place: dict[Any, int] = dict(zip(inner.invars, inputs, strict=True))
        for variable, constant in zip(inner.constvars, constants, strict=True):
            dtype_of(variable)
            place[variable] = self.slot(_constant(constant))

        def read(atom: Atom) -> int:
            if isinstance(atom, Literal):
                return self.slot(np.asarray(atom.val, dtype_of(atom)))
            return place[atom]

        for equation in inner.eqns:
            arguments = [read(a) for a in equation.invars]
            append = FLOW.get(equation.primitive.name, Steps._compute)
            concrete: Any = equation if self.at is None else self.at.equation(equation)
            place.update(zip(equation.outvars, append(self, concrete, arguments), strict=True))
        return [read(a) for a in inner.outvars]

    def _compute(self, equation: JaxprEqn, inputs: list[int]) -> list[int]:
        """Append the step of an equation that has a rule; returns the slots of its results."""
        rule = RULES.get(equation.primitive.name)
        if rule is None:
            raise CannotInterpret(equation.primitive.name)
        dtypes = [dtype_of(variable) for variable in equation.outvars]
        function = rule.make(equation)
        if function is identity:
            return inputs[:1]
        if dtypes[0].kind not in "biu":
            self.roundings.add(rule.rounding_of(equation))
        return self.add(function, inputs, equation, rule.cost(equation))

    def is_exact(self) -> bool:
        """Whether XLA gives the same bits."""
        return self.roundings.isdisjoint({OTHER, FAR}) and not {SUM, PRODUCT} <= self.roundings

    def is_far(self) -> bool:
        """Whether XLA may give results that differ in more than their last digits."""
        return FAR in self.roundings

    def finish(self, outputs: Sequence[int]) -> None:
        """Drop steps whose results are not needed, and find where each value is read last."""
        needed, operations = set(outputs), 0
        steps: list[tuple[Compute, list[int], int | list[int], tuple[int, ...]]] = []
        for step in reversed(self.steps):
            if needed.isdisjoint(step.written):
                continue
            # Constants stay, they are read again in the next run.
            last = {i for i in step.inputs if i not in needed and self.slots[i] is None}
            unused = last | {o for o in step.written if o not in needed}
            needed.update(step.inputs)
            steps.append((step.function, step.inputs, step.outputs, tuple(unused)))
            operations += step.operations
        if operations > self.operations_at_most:
            raise CannotInterpret("more work than is allowed")
        self.operations = operations
        steps.reverse()
        self.run = _runner(steps, self.slots, self.count, outputs)


def _not_finished(arguments: Sequence[Any]) -> list[Any]:
    raise RuntimeError("these steps are not finished")


def _runner(steps: list[Any], template: list[Any], count: int, results: Sequence[int]) -> Run:
    """The function that runs steps one after the other, from a list of slots that holds the constants."""

    def run(arguments: Sequence[Any]) -> list[Any]:
        slots = template.copy()
        slots[:count] = arguments
        for function, inputs, outputs, unused in steps:
            computed = function(*[slots[i] for i in inputs])
            if type(outputs) is int:
                slots[outputs] = computed
            else:
                for output, value in zip(outputs, computed, strict=True):
                    slots[output] = value
            for i in unused:
                slots[i] = None
        return [slots[i] for i in results]

    return run


def _constant(value: Any) -> Array:
    """A constant of a jaxpr as an array; keys become words of 64 bits."""
    dtype = getattr(value, "dtype", None)
    if dtype is not None and jax.dtypes.issubdtype(dtype, jax.dtypes.extended):
        words = np.asarray(jax.random.key_data(value))
        return np.asarray(joined(words[..., 0], words[..., 1]))
    return np.asarray(value)
