"""Calls, branches and loops: primitives that hold jaxprs of their own."""

from typing import Any

import numpy as np
from jax.extend.core import JaxprEqn

from mxnet._numpy_backend.rules import Array, CannotInterpret, dtype_of, shape_of
from mxnet._numpy_backend.steps import STEP_OPERATIONS, Steps, flow
from mxnet._types import TO_THE_BIT

# How many rounds a loop is assumed to make if their number is not known.
ASSUMED_TRIPS = 16


class Exceeded(Exception):
    """A loop whose length was not known ran much longer than the plan allowed."""


@flow("jit", "pjit", "closed_call", "core_call", "remat2", "checkpoint")
@flow("custom_jvp_call", "custom_vjp_call", "custom_vjp_call_jaxpr")
def _call(steps: Steps, equation: JaxprEqn, inputs: list[int]) -> list[int]:
    roundings = set(steps.roundings)
    for name in ("jaxpr", "call_jaxpr", "fun_jaxpr"):
        if name in equation.params:
            outputs = steps.inline(equation.params[name], inputs)
            if str(equation.params.get("name")).endswith(TO_THE_BIT):
                steps.roundings = roundings
            return outputs
    raise CannotInterpret(equation.primitive.name)


@flow("stop_gradient", "copy", "optimization_barrier", "device_put")
def _alias(steps: Steps, equation: JaxprEqn, inputs: list[int]) -> list[int]:
    return inputs


@flow("size_value")
def _size_value(steps: Steps, equation: JaxprEqn, inputs: list[int]) -> list[int]:
    return [steps.slot(np.asarray(equation.params["size"], dtype_of(equation.outvars[0])))]


@flow("platform_index")
def _platform_index(steps: Steps, equation: JaxprEqn, inputs: list[int]) -> list[int]:
    for number, names in enumerate(equation.params["platforms"]):
        if names is None or "cpu" in names:
            return [steps.slot(np.asarray(number, dtype_of(equation.outvars[0])))]
    raise CannotInterpret("no branch for a CPU")


@flow("custom_linear_solve")
def _linear_solve(steps: Steps, equation: JaxprEqn, inputs: list[int]) -> list[int]:
    lengths, jaxprs = equation.params["const_lengths"], equation.params["jaxprs"]
    begin = lengths.matvec + lengths.vecmat
    right = inputs[begin + lengths.solve + lengths.transpose_solve :]
    return steps.inline(jaxprs.solve, [*inputs[begin : begin + lengths.solve], *right])


@flow("cond")
def _cond(steps: Steps, equation: JaxprEqn, inputs: list[int]) -> list[int]:
    branches = equation.params["branches"]
    which = steps.slots[inputs[0]]
    if which is not None:
        return steps.inline(branches[min(max(int(which), 0), len(branches) - 1)], inputs[1:])
    inner = [steps.inner(branch) for branch in branches]
    runs, last = [branch.run for branch in inner], len(inner) - 1

    def choose(which: Array, *arguments: Array) -> list[Any]:
        return runs[min(max(int(which), 0), last)](arguments)

    return steps.add(choose, inputs, equation, max(branch.operations for branch in inner))


@flow("while")
def _while(steps: Steps, equation: JaxprEqn, inputs: list[int]) -> list[int]:
    params = equation.params
    test, body = steps.inner(params["cond_jaxpr"]), steps.inner(params["body_jaxpr"])
    first, second = int(params["cond_nconsts"]), int(params["cond_nconsts"]) + int(params["body_nconsts"])
    operations = test.operations + body.operations + STEP_OPERATIONS
    limit = max(steps.operations_at_most // operations, 1) * ASSUMED_TRIPS
    batched = bool(params["cond_jaxpr"].out_avals[0].shape)

    def loop(*arguments: Array) -> list[Any]:
        tested, stepped, state = arguments[:first], arguments[first:second], list(arguments[second:])
        for _ in range(limit):
            (active,) = test.run([*tested, *state])
            if not (active.any() if batched else active):
                return state
            after = body.run([*stepped, *state])
            state = [_where_active(active, a, b) for a, b in zip(after, state, strict=True)] if batched else after
        raise Exceeded(f"a loop went round {limit} times")

    return steps.add(loop, inputs, equation, ASSUMED_TRIPS * operations)


def _where_active(active: Array, after: Array, before: Array) -> Array:
    """The state of a batch of loops after a round: loops that have ended keep their state."""
    return np.where(active.reshape(active.shape + (1,) * (after.ndim - active.ndim)), after, before)


def _scan_counts(params: dict[str, Any]) -> tuple[int, int]:
    """How many constants and carried values a scan has."""
    if "num_carry" in params:
        return int(params["num_consts"]), int(params["num_carry"])
    constants, carried, _ = params["ft_in"].unpack()
    return len(list(constants)), len(list(carried))


@flow("scan")
def _scan(steps: Steps, equation: JaxprEqn, inputs: list[int]) -> list[int]:
    params = equation.params
    length, body = int(params["length"]), steps.inner(params["jaxpr"])
    constants, carried = _scan_counts(params)
    stacked = [(shape_of(v), dtype_of(v)) for v in equation.outvars[carried:]]
    order = range(length - 1, -1, -1) if params["reverse"] else range(length)
    run = body.run

    def scan(*arguments: Array) -> list[Any]:
        fixed, state = arguments[:constants], list(arguments[constants : constants + carried])
        rows = arguments[constants + carried :]
        stacks = [np.empty(shape, dtype) for shape, dtype in stacked]
        for i in order:
            after = run([*fixed, *state, *[row[i] for row in rows]])
            state = after[:carried]
            for stack, value in zip(stacks, after[carried:], strict=True):
                stack[i] = value
        return [*state, *stacks]

    return steps.add(scan, inputs, equation, length * (body.operations + STEP_OPERATIONS))
