"""Programs: a tape found again by its structure, and run."""

import atexit
import collections
import contextlib
import weakref
from collections.abc import Sequence
from sys import getrefcount
from typing import TYPE_CHECKING, Any

import jax
import numpy as np

from mxnet._lazy import build, fork, policy, report
from mxnet._lazy.caches import Cache
from mxnet._lazy.location import Place
from mxnet._lazy.mode import mode
from mxnet._lazy.settings import settings
from mxnet._lazy.stats import stats
from mxnet._lazy.value import FAILED, Aval, Value, aval_of
from mxnet._numpy_backend import Exceeded, plan
from mxnet.error import MXNetError

if TYPE_CHECKING:
    from mxnet._lazy.tape import Tape


class Job:
    """A tape taken off for running."""

    __slots__ = ("device", "entries", "floats", "ints", "kinds", "outs", "places", "reason", "slots", "track")

    def __init__(self, tape: "Tape", reason: str) -> None:
        self.device, self.reason = tape.device, reason
        self.entries, self.outs, self.slots = tape.entries, tape.outs, tape.slots
        self.floats, self.ints = tape.floats, tape.ints
        self.track, self.kinds, self.places = tape.track, tape.kinds, tape.places


class Structure:
    """What a tape computes, whatever its buffers and numbers: its entries, and the avals of its inputs and outputs.

    ``numbers`` counts its floats and integers; a call that failed may have left some that no entry reads.
    ``programs`` holds a compiled function for each choice of results wanted and inputs overwritten. ``cut`` is true
    if a bound ended the tape, so that the next one like it ends there too. ``alone`` counts its runs node by node,
    ``walks`` those with NumPy.
    """

    __slots__ = ("alone", "avals", "cut", "entries", "kinds", "length", "numbers", "places", "programs", "walks")

    def __init__(self, entries: tuple[Any, ...], avals: tuple[Aval, ...], numbers: tuple[int, int], job: Job) -> None:
        self.entries, self.avals, self.numbers = entries, avals, numbers
        self.length = len(entries)
        track = job.track
        self.kinds: list[tuple[Aval, ...]] = job.kinds if track is None else track.kinds[: self.length]
        self.places: list[Place] = job.places if track is None else track.places[: self.length]
        self.programs: dict[tuple[tuple[int, ...], tuple[int, ...]], Program] = {}
        self.cut = job.reason in ("bytes", "nodes")
        self.alone = self.walks = 0


class Program:
    """A compiled function of a tape's numbers and arrays.

    Few numbers are arguments each, many are a vector: on a GPU a transfer costs more than the bytes in it, and one that
    did not change since the last run is there already. As long as there is a ``walk``, nothing has been compiled: that
    computes the same with NumPy.
    """

    __slots__ = ("function", "kept", "walk")

    def __init__(self, function: Any, walk: Any) -> None:
        self.function, self.walk = function, walk
        # The last value of each number and its buffer, as pairs, so that threads always see ones that match.
        self.kept: list[tuple[Any, Any]] = []

    def numbers(self, job: Job) -> list[Any]:
        """The tape's numbers as arguments."""
        given: list[Any] = build.packed(job.floats, job.ints)
        kept = self.kept
        if len(kept) != len(given):
            kept = self.kept = [(None, None)] * len(given)
        arguments = []
        for index, number in enumerate(given):
            last, buffer = kept[index]
            if number != last:
                kept[index] = (number, None)
                buffer = build.as_argument(number)
            elif buffer is None:
                buffer = job.device.put(build.as_argument(number))
                kept[index] = (number, buffer)
            arguments.append(buffer)
        return arguments


STRUCTURES: Cache = Cache("programs", 512)
# The structure that ran last among those that begin with an entry: what the next tape that begins so will likely be.
TRACKS: Cache = Cache("tracks", 512)


def run(job: Job) -> None:
    """Run a tape and bind its living values to the results; a failure is bound to them as well."""
    outs = job.outs
    stats.flushes += 1
    stats.nodes += len(job.entries)
    live = tuple([i for i in range(len(outs)) if getrefcount(outs[i]) > _UNSEEN])
    if not live:
        return
    structure = _structure_of(job)
    try:
        results = (_dispatch_orphaned if fork.is_orphaned() else _dispatch)(job, structure, live)
    except Exception as error:
        _fail(job, structure, live, error)
        return
    for i, result in zip(live, results, strict=True):
        value = outs[i]
        if value.mark is None or value.mark.error is None:
            value.data = result
    if type(results[0]) is np.ndarray:
        return
    if settings.naive:
        jax.block_until_ready(results)
    _throttle(results)


def _fail(job: Job, structure: Structure, live: tuple[int, ...], error: Exception) -> None:
    """Bind the error of a program to what cannot be computed, and compute the rest, unless inputs are gone."""
    failure = error if isinstance(error, MXNetError) else report.explain(error, structure)
    gone = fork.is_orphaned() or any(isinstance(v.data, jax.Array) and v.data.is_deleted() for v in job.slots)
    found = [failure] * len(live) if gone else build.run_each(job, live, build.Failed(failure, structure.kinds))
    for i, result in zip(live, found, strict=True):
        if isinstance(result, BaseException):
            job.outs[i].fail(result)
        else:
            job.outs[i].data = result


def _structure_of(job: Job) -> Structure:
    """The structure of a tape: the one it followed, or one found by content."""
    track, numbers = job.track, (len(job.floats), len(job.ints))
    size = (len(job.entries), len(job.slots), numbers)
    if track is not None and (track.length, len(track.avals), track.numbers) == size:
        return track
    entries, avals = tuple(job.entries), tuple([v.aval for v in job.slots])
    key = (job.device.number, entries, avals, numbers)
    structure = STRUCTURES.get(key)
    if structure is None:
        structure = STRUCTURES[key] = Structure(entries, avals, numbers, job)
    if not settings.naive:
        TRACKS[job.device.number, entries[0]] = structure
    return structure


def _dispatch(job: Job, structure: Structure, live: tuple[int, ...]) -> Sequence[Any]:
    if settings.naive:  # also what has a program from before: whoever watches wants to see each operation
        return build.run_each(job, live)
    donated = _donatable(job.slots, [job.outs[i].aval for i in live])
    program = structure.programs.get((live, donated))
    if program is None:
        program = _prepare(job, structure, live, donated)
        if program is None:
            return build.run_each(job, live)
        structure.programs[live, donated] = program
    elif program.walk is None:
        stats.hits += 1
        policy.hit(job.device.number, structure.places[0])
        if settings.log:
            report.hit(job, structure)
    stats.programs += 1
    if program.walk is not None:
        if policy.walks_on(job, structure):
            with contextlib.suppress(Exceeded):
                return _walk(job, structure, program)
        program.walk = None
        report.compiling(job, structure, live, donated)
    stats.donated += len(donated)
    arguments = program.numbers(job)
    arguments += [v.argument() for v in job.slots]
    return program.function(*arguments)


def _dispatch_orphaned(job: Job, structure: Structure, live: tuple[int, ...]) -> Sequence[Any]:
    """Compute a tape with NumPy whatever that costs: a loader's worker that was forked has nothing else."""
    key = (live, ())
    program = structure.programs.get(key)
    if program is None or program.walk is None:
        function = build.whole(job.device, structure.entries, live, (), *structure.numbers)
        traced = function.trace(*_numbers(job), *[aval.struct for aval in structure.avals])
        evaluator = plan(traced.jaxpr, policy.WALK_ORPHANED)
        if evaluator is None:
            fork.check()
            raise AssertionError("a process that can compute was taken for one that cannot")
        program = structure.programs[key] = Program(function, evaluator.compute)
    return _walk(job, structure, program)


def _prepare(job: Job, structure: Structure, live: tuple[int, ...], donated: tuple[int, ...]) -> Program | None:
    """The program of a tape that has none; None if its nodes are to run one by one."""
    misses = policy.miss(job, structure)
    function = build.whole(job.device, structure.entries, live, donated, *structure.numbers)
    if policy.can_walk(job, structure):
        # JAX keeps the trace: compiling this function does not trace it again.
        traced = function.trace(*_numbers(job), *[aval.struct for aval in structure.avals])
        restless = policy.is_restless(job, structure, misses)
        evaluator = plan(traced.jaxpr, policy.WALK_RESTLESS if restless else policy.WALK)
        if evaluator is not None and (evaluator.exact or restless):
            return Program(function, evaluator.compute)
    if policy.runs_alone(job, structure, misses):
        return None
    report.compiling(job, structure, live, donated)
    return Program(function, None)


def _walk(job: Job, structure: Structure, program: Program) -> list[np.ndarray]:
    """Compute a tape's results with NumPy."""
    structure.walks += 1
    stats.walks += 1
    report.walking(job, structure)
    arrays = [v.data if type(v.data) is np.ndarray else np.asarray(v.argument()) for v in job.slots]
    return program.walk([*_numbers(job), *arrays])


def _numbers(job: Job) -> list[Any]:
    """A tape's numbers as arguments from the host."""
    return [build.as_argument(n) for n in build.packed(job.floats, job.ints)]


# --- who can still be reached -------------------------------------------------------------------------------------


def _baseline() -> tuple[int, int, int]:
    values = [Value(aval_of((), np.dtype(np.float32)), None, data=object())]
    unseen = getrefcount(values[0])
    value = values[0]
    return unseen, getrefcount(value), getrefcount(value.data)


# How often a value that only the tape holds is referred to, in a list and also in a variable, and its buffer; measured,
# since Pythons differ.
_UNSEEN, _ALONE, _ALONE_BUFFER = _baseline()


def _donatable(slots: list[Value], outputs: list[Aval]) -> tuple[int, ...]:
    """Slots whose buffer nobody can reach after this run, each matched with an output that can take its place."""
    room: dict[Aval, int] = {}
    for aval in outputs:
        room[aval] = room.get(aval, 0) + 1
    found = []
    for index in range(len(slots)):
        value = slots[index]
        left = room.get(value.aval)
        if left and getrefcount(value) == _ALONE and not value.held and getrefcount(value.data) == _ALONE_BUFFER:
            room[value.aval] = left - 1
            found.append(index)
    return tuple(found)


# --- work in flight -----------------------------------------------------------------------------------------------

_IN_FLIGHT: "collections.deque[weakref.ref[jax.Array]]" = collections.deque()


def _throttle(results: Sequence[jax.Array]) -> None:
    """Let only so many programs wait in the queue: wait for an old one before adding more."""
    if mode.inside:
        return
    _IN_FLIGHT.append(weakref.ref(results[-1]))
    if len(_IN_FLIGHT) > settings.in_flight:
        _wait(_IN_FLIGHT.popleft()())


def _wait(array: jax.Array | None) -> None:
    if array is not None and not array.is_deleted():
        array.block_until_ready()


@atexit.register
def _finish() -> None:
    """Let what is running end before the interpreter does: XLA's threads must not outlive it."""
    if fork.is_running():
        with contextlib.suppress(Exception):
            jax.block_until_ready([array for array in jax.live_arrays() if not array.is_deleted()])


def wait_all() -> None:
    """Return when everything dispatched has finished; raise an error that nobody has met yet."""
    while _IN_FLIGHT and not mode.inside:
        _wait(_IN_FLIGHT.popleft()())
    for value in list(FAILED):
        FAILED.clear()
        raise value.error  # type: ignore[misc]  # a failed value has an error
