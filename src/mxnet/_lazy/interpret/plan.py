"""A jaxpr as a list of steps, each a function of NumPy arrays.

Calls of other jaxprs become part of the list; branches and loops are steps with lists of their own.
"""

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import jax
import numpy as np
from jax.extend.core import ClosedJaxpr, Literal

# The modules with rules fill the table when they are imported.
from mxnet._lazy.interpret import elementwise, indexing, keys, reductions, shapes, solvers, windows  # noqa: F401
from mxnet._lazy.interpret.rules import (
    COSTS,
    EXACT,
    KEY,
    PRODUCTS,
    RULES,
    SUMS,
    Missing,
    dtype_of,
    keep,
    shape_of,
)

Run = Callable[[Sequence[Any]], list[Any]]


class Plan(NamedTuple):
    """A function that computes a jaxpr with NumPy; ``exact`` if its results are to the bit those of XLA."""

    compute: Callable[[Sequence[np.ndarray]], list[np.ndarray]]
    exact: bool


# What a step costs besides its arithmetic, in elementary operations.
STEP = 1000
# How often a loop is thought to run if nobody can know.
TRIPS = 16


class Exceeded(Exception):
    """A loop whose length was not known ran on far longer than the plan allowed."""


def plan(jaxpr: ClosedJaxpr, most: int) -> Plan | None:
    """How to compute a jaxpr with NumPy; None if a primitive has no rule here or it is too much work.

    ``most`` is in elementary operations of about 2 ns; a step counts ``STEP`` more. The function takes NumPy arrays and
    returns new ones: none shares memory with an argument, a constant or another result. It raises ``Exceeded`` if a
    loop runs on where its length was not known before. It may be called from several threads.

        >>> plan(jax.make_jaxpr(lambda x: x * 2)(np.ones(3)), 10_000).compute([np.arange(3.0)])
        [array([0., 2., 4.])]
    """
    if jaxpr.effects:
        return None
    try:
        if any(dtype_of(v) is KEY and v.aval.dtype != KEY for v in (*jaxpr.jaxpr.invars, *jaxpr.jaxpr.outvars)):
            return None
        body = _Body(jaxpr, most)
    except Missing:
        return None
    run, constants = body.run, {id(c) for c in body.slots if c is not None}

    def function(arguments: Sequence[np.ndarray]) -> list[np.ndarray]:
        with np.errstate(all="ignore"):
            found = run(arguments)
        return _owned(found, constants.union(map(id, arguments)))

    return Plan(function, body.is_exact())


def _owned(values: list[Any], seen: set[int]) -> list[np.ndarray]:
    """The values as arrays that own their memory; ``seen`` are the ids of arrays that belong to somebody else."""
    found = []
    for value in values:
        if type(value) is not np.ndarray or value.base is not None or id(value) in seen or not value.flags.c_contiguous:
            value = np.array(value, order="C")
        seen.add(id(value))
        found.append(value)
    return found


class _Body:
    """The steps of a jaxpr.

    ``slots`` holds a place for every value, with the constants in theirs; arguments come first. A step is a function,
    the slots it reads, the slot or slots it writes, and those that nobody reads after it.
    """

    def __init__(self, jaxpr: Any, most: int) -> None:
        self.most, self.cost = most, 0
        self.rounding: set[str] = set()  # the primitives of floating numbers that may round otherwise than XLA's
        self.slots: list[Any] = []
        self.steps: list[tuple[Any, ...]] = []
        self.count = len(jaxpr.jaxpr.invars)
        self.outputs = self.inline(jaxpr, [self.slot() for _ in range(self.count)])
        self.run = self._finish()

    def slot(self, constant: Any = None) -> int:
        """A new slot, for a constant or a value to come."""
        self.slots.append(constant)
        return len(self.slots) - 1

    def inner(self, jaxpr: Any) -> "_Body":
        """The steps of a branch or a loop."""
        body = _Body(jaxpr, self.most)
        self.rounding |= body.rounding
        return body

    def add(self, function: Any, inputs: list[int], outputs: int | list[int], cost: int) -> None:
        """Append a step."""
        self.cost += cost + STEP
        if self.cost > 4 * self.most:  # some steps may turn out not to be needed, but hardly so many
            raise Missing("more work than is allowed")
        self.steps.append((function, inputs, outputs, cost + STEP))

    def inline(self, jaxpr: Any, inputs: Sequence[int]) -> list[int]:
        """Append the steps of a jaxpr whose arguments are in these slots; returns the slots of its results."""
        constants, inner = (jaxpr.consts, jaxpr.jaxpr) if hasattr(jaxpr, "consts") else ((), jaxpr)
        place: dict[Any, int] = dict(zip(inner.invars, inputs, strict=True))
        for variable, constant in zip(inner.constvars, constants, strict=True):
            dtype_of(variable)
            place[variable] = self.slot(_constant(constant))

        def read(atom: Any) -> int:
            if isinstance(atom, Literal):
                return self.slot(np.asarray(atom.val, dtype_of(atom)))
            return place[atom]

        for equation in inner.eqns:
            given = [read(a) for a in equation.invars]
            flow = _FLOW.get(equation.primitive.name)
            outputs = self._step(equation, given) if flow is None else flow(self, equation, given)
            place.update(zip(equation.outvars, outputs, strict=True))
        return [read(a) for a in inner.outvars]

    def _step(self, equation: Any, inputs: list[int]) -> list[int]:
        """Append the step of an equation; returns the slots of its results."""
        name = equation.primitive.name
        rule = RULES.get(name)
        if rule is None:
            raise Missing(name)
        for variable in equation.outvars:
            dtype_of(variable)
        function = rule(equation)
        if function is keep:
            return inputs[:1]
        if name not in EXACT and dtype_of(equation.outvars[0]).kind not in "biu":
            self.rounding.add(name)
        cost = COSTS.get(name)
        outputs = [self.slot() for _ in equation.outvars]
        self.add(
            function,
            inputs,
            outputs if equation.primitive.multiple_results else outputs[0],
            math.prod(equation.outvars[0].aval.shape) if cost is None else cost(equation),
        )
        return outputs

    def is_exact(self) -> bool:
        """Whether XLA gives the same bits."""
        return self.rounding <= PRODUCTS or self.rounding <= SUMS

    def _finish(self) -> Run:
        """Leave out steps that nobody needs, and find out when values are read last."""
        needed, steps, cost = set(self.outputs), [], 0
        for function, inputs, outputs, price in reversed(self.steps):
            written = outputs if type(outputs) is list else [outputs]
            if needed.isdisjoint(written):
                continue
            # Constants stay, they are read again in the next run.
            fresh = {i for i in inputs if i not in needed and self.slots[i] is None}
            dead = fresh | {o for o in written if o not in needed}
            needed.update(inputs)
            steps.append((function, inputs, outputs, tuple(dead)))
            cost += price
        if cost > self.most:
            raise Missing("more work than is allowed")
        self.cost, steps = cost, steps[::-1]
        template, count, results = self.slots, self.count, self.outputs

        def run(arguments: Sequence[Any]) -> list[Any]:
            slots = template.copy()
            slots[:count] = arguments
            for function, inputs, outputs, dead in steps:
                found = function(*[slots[i] for i in inputs])
                if type(outputs) is int:
                    slots[outputs] = found
                else:
                    for output, value in zip(outputs, found, strict=True):
                        slots[output] = value
                for i in dead:
                    slots[i] = None
            return [slots[i] for i in results]

        return run


def _constant(value: Any) -> np.ndarray:
    """A constant of a jaxpr as an array; keys become words of 64 bits."""
    dtype = getattr(value, "dtype", None)
    if dtype is not None and jax.dtypes.issubdtype(dtype, jax.dtypes.extended):
        words = np.asarray(jax.random.key_data(value))
        return np.asarray(keys.joined(words[..., 0], words[..., 1]))
    return np.asarray(value)


# --- calls, branches, loops -------------------------------------------------------------------------------------------


def _call(body: _Body, equation: Any, inputs: list[int]) -> list[int]:
    params = equation.params
    for name in ("jaxpr", "call_jaxpr", "fun_jaxpr"):
        if name in params:
            return body.inline(params[name], inputs)
    raise Missing(equation.primitive.name)


def _expand(body: _Body, equation: Any, inputs: list[int]) -> list[int]:
    """A primitive of newer versions of JAX that others make up: traced before, or now."""
    jaxpr = getattr(getattr(equation.params["_prim"], "traced", None), "jaxpr", None)
    if jaxpr is None or len(jaxpr.jaxpr.invars) != len(inputs):
        expand = functools.partial(equation.primitive.to_lojax, **equation.params)
        jaxpr = jax.make_jaxpr(expand)(*[jax.ShapeDtypeStruct(v.aval.shape, v.aval.dtype) for v in equation.invars])
    return body.inline(jaxpr, inputs)


def _alias(body: _Body, equation: Any, inputs: list[int]) -> list[int]:
    return inputs


def _platform_index(body: _Body, equation: Any, inputs: list[int]) -> list[int]:
    for number, names in enumerate(equation.params["platforms"]):
        if names is None or "cpu" in names:
            return [body.slot(np.asarray(number, dtype_of(equation.outvars[0])))]
    raise Missing("no branch for a CPU")


def _linear_solve(body: _Body, equation: Any, inputs: list[int]) -> list[int]:
    lengths, jaxprs = equation.params["const_lengths"], equation.params["jaxprs"]
    begin = lengths.matvec + lengths.vecmat
    right = inputs[begin + lengths.solve + lengths.transpose_solve :]
    return body.inline(jaxprs.solve, [*inputs[begin : begin + lengths.solve], *right])


def _cond(body: _Body, equation: Any, inputs: list[int]) -> list[int]:
    branches = equation.params["branches"]
    which = body.slots[inputs[0]]
    if which is not None:
        return body.inline(branches[min(max(int(which), 0), len(branches) - 1)], inputs[1:])
    bodies = [body.inner(branch) for branch in branches]
    runs, last = [b.run for b in bodies], len(bodies) - 1

    def choose(which: Any, *arguments: Any) -> list[Any]:
        return runs[min(max(int(which), 0), last)](arguments)

    outputs = [body.slot() for _ in equation.outvars]
    body.add(choose, inputs, outputs, max(b.cost for b in bodies))
    return outputs


def _while(body: _Body, equation: Any, inputs: list[int]) -> list[int]:
    params = equation.params
    test, step = body.inner(params["cond_jaxpr"]), body.inner(params["body_jaxpr"])
    first, second = int(params["cond_nconsts"]), int(params["cond_nconsts"]) + int(params["body_nconsts"])
    price = test.cost + step.cost + STEP
    limit = max(body.most // price, 1) * TRIPS
    batched = bool(params["cond_jaxpr"].out_avals[0].shape)

    def loop(*arguments: Any) -> list[Any]:
        tested, stepped, state = arguments[:first], arguments[first:second], list(arguments[second:])
        for _ in range(limit):
            (going,) = test.run([*tested, *state])
            if not (going.any() if batched else going):
                return state
            after = step.run([*stepped, *state])
            state = [_where_going(going, a, b) for a, b in zip(after, state, strict=True)] if batched else after
        raise Exceeded(f"a loop went round {limit} times")

    outputs = [body.slot() for _ in equation.outvars]
    body.add(loop, inputs, outputs, TRIPS * price)
    return outputs


def _where_going(going: Any, after: Any, before: Any) -> Any:
    """What a batch of loops holds after a round: those that have ended keep what they had."""
    return np.where(going.reshape(going.shape + (1,) * (after.ndim - going.ndim)), after, before)


def _scan_counts(params: Any) -> tuple[int, int]:
    """How many constants and carried values a scan has."""
    if "num_carry" in params:
        return int(params["num_consts"]), int(params["num_carry"])
    constants, carried, _ = params["ft_in"].unpack()
    return len(list(constants)), len(list(carried))


def _scan(body: _Body, equation: Any, inputs: list[int]) -> list[int]:
    params = equation.params
    length, inner = int(params["length"]), body.inner(params["jaxpr"])
    constants, carried = _scan_counts(params)
    stacked = [(shape_of(v), dtype_of(v)) for v in equation.outvars[carried:]]
    order = range(length - 1, -1, -1) if params["reverse"] else range(length)
    run = inner.run

    def scan(*arguments: Any) -> list[Any]:
        fixed, state = arguments[:constants], list(arguments[constants : constants + carried])
        rows = arguments[constants + carried :]
        found = [np.empty(shape, dtype) for shape, dtype in stacked]
        for i in order:
            after = run([*fixed, *state, *[row[i] for row in rows]])
            state = after[:carried]
            for array, value in zip(found, after[carried:], strict=True):
                array[i] = value
        return [*state, *found]

    outputs = [body.slot() for _ in equation.outvars]
    body.add(scan, inputs, outputs, length * (inner.cost + STEP))
    return outputs


_CALLS = (
    *("jit", "pjit", "closed_call", "core_call", "remat", "remat2", "checkpoint"),
    *("custom_jvp_call", "custom_vjp_call", "custom_vjp_call_jaxpr"),
)
_ALIASES = ("stop_gradient", "copy", "copy_p", "optimization_barrier", "device_put")
_FLOW: dict[str, Callable[[_Body, Any, list[int]], list[int]]] = {
    **dict.fromkeys(_CALLS, _call),
    **dict.fromkeys(_ALIASES, _alias),
    "call_hi_primitive": _expand,
    "platform_index": _platform_index,
    "custom_linear_solve": _linear_solve,
    "cond": _cond,
    "while": _while,
    "scan": _scan,
}
