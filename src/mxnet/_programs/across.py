"""A tape with a sum over processes in it as one program, of which each process runs its part.

The sum is a node of the tape, and the tape a gang of one device: where it runs whole, the collectives are inside its
program and overlap with the backward pass. Processes agree beforehand which arrays they sum, not on how.
The collectives are the same (``buckets``) whether they are part of a program or one of their own, so a process that
cannot run its tape whole runs it in parts, and the others need not know.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import cache, partial
from typing import Any, Protocol

import jax
import numpy as np
from jax.sharding import NamedSharding, PartitionSpec

from mxnet._calls.call import Call
from mxnet._host import fork
from mxnet._host.caches import Cache
from mxnet._host.names import digest
from mxnet._host.settings import settings
from mxnet._lazy.structure import AnyNode, Gradient, Job, Structure
from mxnet._lazy.value import Device, Pending, Value
from mxnet._programs import buckets, program, worker
from mxnet._programs.gang import SUM_MARK, Gang, settle_inputs
from mxnet._programs.together import AXIS, MeshPrograms, Run
from mxnet._programs.watch import watch


class Team(Protocol):
    """The processes that take part in a sum. ``error`` is why a sum failed."""

    error: Exception | None

    @property
    def devices(self) -> Sequence[Any]:
        """One of each process, in the order of ranks, as JAX knows them."""

    def sum_now(self, values: Sequence[Value]) -> list[Value]:
        """The sums, by the same collectives, as a program of their own."""

    def waiting(self) -> AbstractContextManager[None]:
        """A scope in which this process waits for the others; what fails in it is an error that says who is missing."""

    def sent(self, result: Any) -> None:
        """Note that a program with a sum in it has been dispatched, and this is its result."""


def tape_name(values: Sequence[Value]) -> str | None:
    """A name, the same in every process, for what the tape of some values computes so far.

    None if a sum of them cannot be part of a program. Values that are pending on other tapes are computed.
    """
    if not settings.mesh or settings.naive or fork.is_forked() or watch.on:
        return None
    if len({value.device for value in values}) != 1:
        return None
    tape = values[0].device.local.tape
    if not settle_inputs([tape], [values]) or tape.epoch.gang is not None:
        return None
    epoch = tape.epoch
    end = epoch.end()
    if end is None:
        return None
    entries, count = end[:2]
    track, avals = epoch.track, [value.aval for value in values]
    key = (track, count, tuple(avals))
    name = _NAMES.get(key) if track is not None and not epoch.off_track else None
    if name is None:
        nodes = [entries[i][0] for i in range(count)]
        slots = [value.aval for value in epoch.slots.values()]
        name = digest("tape", *[_spelled(node) for node in nodes], repr(slots), repr(avals))
        if track is not None and not epoch.off_track:
            _NAMES[key] = name
    return name


_NAMES: "Cache[tuple[Any, ...], str]" = Cache("names of tapes up to a sum over processes", 64)


def _spelled(node: AnyNode) -> str:
    """A node as text; a user's functions by name alone: the user must see that they do the same in all processes."""
    if type(node) is Gradient:
        inner = [f"{_spelled(d.node)} {d.parents} {d.outputs}" for d in node.nodes]
        return f"gradient {inner} {[tuple(h) for h in node.heads]} {node.avals}"
    call: Any = node.call
    return f"{call.name if call.stable is None else call.stable} {node.refs}"


def sum_later(values: Sequence[Value], team: Team) -> "tuple[list[Value], ProcessGang] | None":
    """Record the sum of each value over processes; None if the tape has been closed meanwhile."""
    tape = values[0].device.local.tape
    gang = ProcessGang(values[0].device, team)
    sums = None if tape.epoch.gang is not None else gang.join([tape], [values])
    return None if sums is None else (list(sums[0]), gang)


@cache
def _sum_call(count: int, size: int) -> Call:
    """The sum of so many arrays over so many processes."""

    def function(*arrays: Any) -> tuple[Any, ...]:
        return buckets.add_up(arrays, AXIS, size)

    call = Call("sum over processes", function, count, stable=f"sum of {count} arrays over {size} processes")
    call.source = SUM_MARK
    return call


class ProcessGang(Gang):
    """A tape with one sum over processes among its nodes."""

    def __init__(self, device: Device, team: Team) -> None:
        super().__init__((device,), partial(_reduce, team))
        self._team = team

    def settle(self, reason: str) -> None:
        """Return when everything recorded has run; raise the error of a sum that failed, once."""
        super().settle(reason)
        error, self._team.error = self._team.error, None
        if error is not None:
            raise error

    def call(self, values: Sequence[Value]) -> Call:
        """The call that adds up some values."""
        return _sum_call(len(values), len(self._team.devices))

    def anchor(self, outs: Sequence[Value]) -> Value:
        """The sum that is computed last."""
        return outs[buckets.last([value.aval for value in outs])]

    def mesh_run(self, jobs: list[Job]) -> Run | None:
        """The tape as one run of a program over processes; None if that is not possible."""
        programs = ProcessPrograms.of(jobs[0].structure, self.devices[0], self._team)
        return None if programs.impossible else _ProcessRun(programs, jobs, self.epochs, self._team)


def _reduce(team: Team, rows: Sequence[Sequence[Value]]) -> list[list[Value]]:
    try:
        return [[value] for value in team.sum_now([row[0] for row in rows])]
    except Exception as error:
        team.error = error
        raise


class ProcessPrograms(MeshPrograms):
    """The programs of a structure that one device of each process runs."""

    @staticmethod
    def of(structure: Structure, device: Device, team: Team) -> "ProcessPrograms":
        """Those for a structure."""
        programs = _KNOWN.get(structure)
        if programs is None:
            programs = _KNOWN[structure] = ProcessPrograms((device,), structure, team.devices)
        return programs

    @property
    def _options(self) -> dict[str, Any] | None:
        options = super()._options
        if self._devices[0].jax.platform == "cpu":
            return options
        # Otherwise a process that compiles waits until the others compile the same, and they may have it on disk.
        return {**(options or {}), "xla_gpu_shard_autotuning": False}

    def _replicated(self, number: np.int32) -> jax.Array:
        sharding = NamedSharding(self._mesh, PartitionSpec())
        return jax.make_array_from_single_device_arrays((), sharding, [self._devices[0].put(number)])

    def _sharded(self, array: np.ndarray) -> jax.Array:
        shape = (self._mesh.size, *array.shape[1:])
        return jax.make_array_from_single_device_arrays(shape, self._split, [self._devices[0].put(array)])


_KNOWN: "Cache[Structure, ProcessPrograms]" = Cache("programs over several processes", 256)


class _ProcessRun(Run):
    """One run of a tape as the part of a program over processes."""

    def __init__(self, programs: ProcessPrograms, jobs: list[Job], epochs: Sequence[Pending], team: Team) -> None:
        super().__init__(programs, jobs, epochs)
        self._team, self._is_sent = team, False

    def _call(self, compiled: Any, free: list[set[int]]) -> None:
        call: Callable[..., None] = super()._call
        try:
            with self._team.waiting():
                self._is_sent = True  # from here on other processes may have used our part: it cannot run again
                call(compiled, free)
                self._team.sent(self._outcome[0])
        except Exception as error:
            if not worker.raised_by_handler(error.__traceback__):
                self._outcome.clear()
            raise

    def _fail(self, error: Exception) -> bool:
        """Run it in parts, unless the sum may have been computed."""
        if not self._is_sent:
            return super()._fail(error)
        self._team.error = error
        for job in self._jobs:
            job.failed = True
            if not job.results:
                job.results.append([error] * len(job.live))
            program.bind(job)
        return True
