"""Programs: a tape's entries made one XLA program, kept by their structure, and run."""

import collections
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from sys import getrefcount
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from mxnet._lazy.settings import settings
from mxnet._lazy import policy
from mxnet._lazy.caches import Cache
from mxnet._lazy.call import Call, Kept, linearize, pullback_call
from mxnet._lazy.gradient import GRADIENT, evaluate
from mxnet._lazy.location import Place, spell, user_place
from mxnet._lazy.stats import log, stats
from mxnet._lazy.value import FAILED, Aval, Value, aval_of
from mxnet.error import MXNetError

if TYPE_CHECKING:
    from mxnet._lazy.device import Device

FLOAT = 1 << 40
INT = 1 << 41

PROGRAMS: Cache = Cache("programs", 4096)
OPERATIONS: Cache = Cache("single operations", 16384)
_NEAREST: Cache = Cache("last structure at a place", 4096)


@dataclass(slots=True)
class Job:
    """A tape taken off for running."""

    device: "Device"
    entries: list[tuple[Any, ...]]
    places: list[Place]
    outs: "list[weakref.ref[Value]]"
    slots: list[Value]
    floats: list[float]
    ints: list[int]
    reason: str


@dataclass(slots=True)
class Program:
    """A compiled function of the tape's numbers and arrays. The numbers last used stay on the device."""

    function: Any
    numbers: list[list[Any]]
    buffers: list[Any]


def run(job: Job) -> None:
    """Run a tape and bind its living values to the results; a failure is bound to them as well."""
    stats.flushes += 1
    stats.nodes += len(job.entries)
    live = [(i, v) for i, v in enumerate([r() for r in job.outs]) if v is not None]
    if not live:
        return
    try:
        results = _dispatch(job, live)
    except Exception as error:
        failure = error if isinstance(error, MXNetError) else _explain(error, job)
        for _, value in live:
            value.fail(failure)
        return
    for (_, value), result in zip(live, results, strict=True):
        if value.error is None:
            value.data = result
    if settings.naive:
        jax.block_until_ready(results)
    _throttle(job.device, results)


def _dispatch(job: Job, live: list[tuple[int, Value]]) -> Sequence[jax.Array]:
    avals = tuple([v.aval for v in job.slots])
    donated = _donatable(job.slots, [v.aval for _, v in live])
    structure = (job.device.number, tuple(job.entries), avals)
    key = (structure, tuple([i for i, _ in live]), donated)
    program = PROGRAMS.get(key)
    if program is None:
        if policy.runs_alone(job, structure, OPERATIONS):
            return _run_each(job, [i for i, _ in live])
        program = PROGRAMS[key] = _build(job, key)
    else:
        stats.hits += 1
        policy.hit(job.places[0])
        if settings.log:
            log(f"{job.reason}: {len(job.entries)} nodes, hit, at {spell(job.places[-1])}")
    stats.programs += 1
    stats.donated += len(donated)
    arguments = _numbers(program, job)
    arguments += [v.argument() for v in job.slots]
    return program.function(*arguments)


def _numbers(program: Program, job: Job) -> list[Any]:
    """The tape's numbers as at most two arrays; those that did not change since the last run are there already."""
    given = [n for n in (job.floats, job.ints) if n]
    if given != program.numbers:
        kinds = [np.float64 if n is job.floats else np.int64 for n in given]
        host = [np.array(n, k) for n, k in zip(given, kinds, strict=True)]
        # A number that changes each time travels with the call; only one that stayed is worth a buffer of its own.
        program.buffers = host
        program.numbers = given
    elif program.buffers and isinstance(program.buffers[0], np.ndarray):
        program.buffers = [job.device.put(b) for b in program.buffers]
    return list(program.buffers)


def _baseline() -> tuple[int, int]:
    slots = [Value(aval_of((), np.dtype(np.float32)), None, data=object())]
    value = slots[0]
    return getrefcount(value), getrefcount(value.data)


# How often a value that only the tape holds, and its buffer, are referred to; measured, since Pythons differ.
_ALONE, _ALONE_BUFFER = _baseline()


def _donatable(slots: list[Value], outputs: list[Aval]) -> tuple[int, ...]:
    """Slots whose buffer nobody can reach after this run, each matched with an output that can take its place."""
    room: dict[Aval, int] = {}
    for aval in outputs:
        room[aval] = room.get(aval, 0) + 1
    found = []
    for index in range(len(slots)):
        value = slots[index]
        left = room.get(value.aval)
        if left and getrefcount(value) == _ALONE and not value.shared and getrefcount(value.data) == _ALONE_BUFFER:
            room[value.aval] = left - 1
            found.append(index)
    return tuple(found)


def _build(job: Job, key: tuple[Any, ...]) -> Program:
    (_, entries, _), live, donated = key
    stats.compilations += 1
    if settings.log:
        log(
            f"{job.reason}: {len(entries)} nodes, compiled, at {spell(job.places[-1])}; {_difference(job, key)}"
        )
    leading = bool(job.floats) + bool(job.ints)
    function = _trace(entries, live, bool(job.floats), bool(job.ints))
    compiled = jax.jit(
        function,
        donate_argnums=tuple(leading + i for i in donated),
        in_shardings=job.device.sharding,  # else an argument from the host and one on the device are two programs
        out_shardings=job.device.sharding,
        keep_unused=True,
    )
    return Program(compiled, [], [])


def _trace(entries: tuple[Any, ...], live: tuple[int, ...], has_floats: bool, has_ints: bool) -> Any:
    """The tape as a function of its numbers and slots."""
    differentiated = {node[0] for entry in entries if entry[0] is GRADIENT for node in entry[1]}

    def function(*arguments: Any) -> list[Any]:
        rest = list(arguments)
        floats = rest.pop(0) if has_floats else None
        ints = rest.pop(0) if has_ints else None
        results: list[Any] = []
        pulls: dict[tuple[Any, ...], Any] = {}

        def read(ref: int) -> Any:
            if ref < 0:
                return rest[-1 - ref]
            if ref >= INT:
                return ints[ref - INT]  # type: ignore[index]
            return floats[ref - FLOAT] if ref >= FLOAT else results[ref]  # type: ignore[index]

        def pull(entry: tuple[Any, ...], _: Any, cotangents: list[Any]) -> Any:
            if isinstance(entry[0], Kept):
                return entry[0].pull([read(r) for r in entry[1:]], cotangents)
            found = pulls.get(entry)
            if found is None:  # its forward ran in an earlier program: differentiate from the values it read
                found = pulls[entry] = linearize(entry[0], [read(r) for r in entry[1:]])[1]
            return found(cotangents)

        for entry in entries:
            if entry[0] is GRADIENT:
                results.extend(evaluate(entry, read, pull))
            elif entry in differentiated:
                outputs, pulls[entry] = linearize(entry[0], [read(r) for r in entry[1:]])
                results.extend(outputs)
            else:
                results.extend(entry[0].function(*[read(r) for r in entry[1:]]))
        return _distinct([results[i] for i in live], arguments)

    return function


def _distinct(outputs: list[Any], inputs: Sequence[Any]) -> list[Any]:
    """Copies where an output is an input or another output: a buffer that two values hold could be donated by one."""
    seen = {id(i) for i in inputs}
    found = []
    for output in outputs:
        if id(output) in seen:
            output = jnp.copy(output)
        seen.add(id(output))
        found.append(output)
    return found


# --- node by node ------------------------------------------------------------------------------------------------------


def _run_each(job: Job, live: list[int]) -> list[jax.Array]:
    """Run a tape node by node, each from the cache of single operations."""
    stats.op_by_op += 1
    results: list[Any] = []
    slots = [v.argument() for v in job.slots]
    number = job.device.number
    if settings.log:
        log(f"{job.reason}: {len(job.entries)} nodes, one by one, at {spell(job.places[-1])}")

    def read(ref: int) -> Any:
        if ref < 0:
            return slots[-1 - ref]
        if ref >= INT:
            return np.int64(job.ints[ref - INT])
        return np.float64(job.floats[ref - FLOAT]) if ref >= FLOAT else results[ref]

    def pull(entry: tuple[Any, ...], _: Any, cotangents: list[Any]) -> list[Any]:
        call = entry[0]
        if isinstance(call, Kept):
            return call.pull([read(r) for r in entry[1:]], cotangents)
        arrays, numbers = [read(r) for r in entry[1 : 1 + call.arrays]], [read(r) for r in entry[1 + call.arrays :]]
        present = tuple([c is not None for c in cotangents])
        backward = pullback_call(call, present)
        given = [*arrays, *(c for c in cotangents if c is not None), *numbers]
        function = _single(job.device, policy.key_of(number, call, "backward", arrays), backward, present)
        found = iter(function(*given))
        return [next(found) if jnp.issubdtype(a.dtype, jnp.floating) else None for a in arrays]

    for entry in job.entries:
        call = entry[0]
        if call is GRADIENT:
            results.extend(jax.device_put(evaluate(entry, read, pull), job.device.sharding))
        else:
            given = [read(r) for r in entry[1:]]
            key = policy.key_of(number, call, "forward", given[: call.arrays])
            results.extend(_single(job.device, key, call, None)(*given))
    return [results[i] for i in live]


def _single(device: "Device", key: tuple[Any, ...], call: Call, present: Any) -> Any:
    """One node as a program of its own."""
    variants = OPERATIONS.get(key)
    if variants is None:
        variants = OPERATIONS[key] = {}
    function = variants.get(present)
    if function is None:
        stats.compilations += 1

        def distinct(*inputs: Any) -> list[Any]:
            return _distinct(list(call.function(*inputs)), inputs)

        function = variants[present] = jax.jit(distinct, in_shardings=device.sharding, out_shardings=device.sharding)
    stats.programs += 1
    return function


# --- what people see ---------------------------------------------------------------------------------------------------


def _difference(job: Job, key: tuple[Any, ...]) -> str:
    """How a new program differs from the last one at the same place."""
    place = job.places[0]
    (_, entries, avals), live, donated = key
    last, _NEAREST[place] = _NEAREST.get(place), key
    if last is None:
        return "first time here"
    (_, old_entries, old_avals), old_live, old_donated = last
    if len(entries) != len(old_entries):
        return f"recompiled because {len(entries)} operations came where {len(old_entries)} did"
    for number, (new, old) in enumerate(zip(entries, old_entries, strict=True)):
        if new[0] is not old[0]:
            return f"recompiled because operation {number} is {new[0]} where it was {old[0]}: other attributes or operator"
        if new != old:
            return f"recompiled because operation {number}, {new[0]}, reads other inputs"
    for number, (a, b) in enumerate(zip(avals, old_avals, strict=False)):
        if a is not b:
            return f"recompiled because input {number} is {a} where it was {b}"
    if live != old_live:
        return f"recompiled because {len(live)} results are still wanted where {len(old_live)} were"
    return f"recompiled because {len(donated)} inputs can be overwritten where {len(old_donated)} could"


def _explain(error: Exception, job: Job) -> MXNetError:
    names = ", ".join(str(e[0]) for e in job.entries[:5]) + (", ..." if len(job.entries) > 5 else "")
    message = str(error).strip().splitlines()
    made = MXNetError(
        f"{type(error).__name__} while running {len(job.entries)} operations ({names}) recorded from "
        f"{spell(job.places[0])} to {spell(job.places[-1])}: {message[0] if message else ''}"
    )
    made.__cause__ = error
    return made


# --- work in flight ----------------------------------------------------------------------------------------------------

_IN_FLIGHT: "collections.deque[weakref.ref[jax.Array]]" = collections.deque()


def _throttle(device: "Device", results: Sequence[jax.Array]) -> None:
    """Let only so many programs wait in the queue: wait for an old one before adding more."""
    _IN_FLIGHT.append(weakref.ref(results[-1]))
    if len(_IN_FLIGHT) > settings.in_flight:
        _wait(_IN_FLIGHT.popleft()())


def _wait(array: jax.Array | None) -> None:
    if array is not None and not array.is_deleted():
        array.block_until_ready()


def wait_all() -> None:
    """Return when everything dispatched has finished; raise an error that nobody has met yet."""
    while _IN_FLIGHT:
        _wait(_IN_FLIGHT.popleft()())
    for value in list(FAILED):
        FAILED.clear()
        raise value.error  # type: ignore[misc]  # a failed value has an error
