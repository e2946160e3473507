"""Equal tapes of several devices as one program over all of them.

A sum over devices is a node on each of their tapes, and from then on these tapes are a *gang*: they are closed and run
together. If all have recorded the same, as the copies of a network in a training step do, they are one program that
every device runs on its own arrays, and the sum is a collective inside it. If they differ, each tape runs as programs
of its own before and after the sum, and the sum is a program between them.
"""

import _thread
import itertools
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple, Protocol

import jax

from mxnet._calls.call import Call, bounded_put
from mxnet._host import fork
from mxnet._host.caches import Cache
from mxnet._host.settings import settings
from mxnet._host.threads import uninterrupted
from mxnet._lazy.cuts import Event
from mxnet._lazy.epoch import Epoch, Unavailable, WrongDevice
from mxnet._lazy.source import user_source
from mxnet._lazy.structure import Job, Node, Part, Structure, part_of, structure_of
from mxnet._lazy.tape import Tape
from mxnet._lazy.value import Device, Value
from mxnet._programs import program, worker
from mxnet._programs.together import AXIS, MeshPrograms, Run
from mxnet._programs.watch import watch
from mxnet.error import MXNetError

Reduce = Callable[[Sequence[Sequence[Value]]], list[list[Value]]]

SUM_MARK = "a sum over devices"  # the source of such calls


@cache
def _sum_call(count: int) -> Call:
    """The sum of so many arrays over the devices of a gang."""

    def function(*arrays: Any) -> tuple[Any, ...]:
        summed: tuple[Any, ...] = jax.lax.psum(arrays, AXIS)
        return summed

    call = Call("sum over devices", function, count, stable=f"sum of {count} arrays over devices")
    call.source = SUM_MARK
    return call


def sum_later(rows: Sequence[Sequence[Value]], reduce: Reduce) -> list[list[Value]] | None:
    """Record the sum of each row, which has one value on each device; ``reduce`` computes it if the tapes differ.

    None if it cannot be recorded: then it must be computed at once.
    """
    if not settings.mesh or settings.naive or fork.is_forked() or watch.on:
        return None
    devices = tuple([value.device for value in rows[0]])
    columns = [[row[i] for row in rows] for i in range(len(devices))]
    tapes = [device.local.tape for device in devices]
    if not settle_inputs(tapes, columns):
        return None
    gang = tapes[0].epoch.gang
    if not (isinstance(gang, Gang) and gang.can_extend(devices, tapes)):
        for tape in tapes:
            if tape.epoch.gang is not None:
                tape.flush("other devices are summed over")
        gang = Gang(devices, reduce)
    sums = gang.join(tapes, columns)
    return None if sums is None else [list(row) for row in zip(*sums, strict=True)]


def settle_inputs(tapes: Sequence[Tape], columns: Sequence[Sequence[Value]]) -> bool:
    """Compute the values that are pending on other tapes; false if a value has failed or has unmade checks."""
    for tape, column in zip(tapes, columns, strict=True):
        for value in column:
            if value.data is None and value.position[0] is not tape.epoch:
                value.settle("summed over devices")
            if value.mark is not None and (value.mark.checks or value.mark.error is not None):
                return False
    return True


class Gang:
    """The epochs of several devices, one of each, with sums over the devices among their nodes.

    ``epochs`` are in the order of the devices. If ``join`` was interrupted there are fewer, or not all have the last
    sum; that sum is never computed, since no code has its results. ``_steps`` is what is left to run.
    """

    def __init__(self, devices: tuple[Device, ...], reduce: Reduce) -> None:
        self.devices, self.reduce = devices, reduce
        self.epochs: list[Epoch] = []
        self._anchors: list[Value] = []
        self._lock = _thread.RLock()
        self._steps: list[_Step] | None = None

    # --- recording --------------------------------------------------------------------------------------------------

    def can_extend(self, devices: tuple[Device, ...], tapes: Sequence[Tape]) -> bool:
        """Whether the next sum can be recorded on the same epochs."""
        return self.devices == devices and [tape.epoch for tape in tapes] == self.epochs

    def join(self, tapes: Sequence[Tape], columns: Sequence[Sequence[Value]]) -> list[Sequence[Value]] | None:
        """Append a sum of the values to each device's tape; None if one of them has been closed meanwhile."""
        sums: list[Sequence[Value]] = []
        for tape, column in zip(tapes, columns, strict=True):
            epoch = tape.epoch
            if epoch not in self.epochs:
                epoch.gang = self  # before anything is committed, so that settling the epoch settles the gang
                self.epochs.append(epoch)
            outs = _append(epoch, column, self.call(column))
            if outs is None:
                return None
            sums.append(outs)
        # A value that keeps the sum of each tape alive, even if its results are not wanted: the others need its part.
        self._anchors.extend([self.anchor(outs) for outs in sums])
        return sums

    def call(self, values: Sequence[Value]) -> Call:
        """The call that adds up some values."""
        return _sum_call(len(values))

    def anchor(self, outs: Sequence[Value]) -> Value:
        """An output of a sum node: if it is computed, so are all others of the node."""
        return min(outs, key=lambda value: value.aval.nbytes)

    def mesh_run(self, jobs: list[Job]) -> Run | None:
        """The jobs of all devices as one run of a program over the mesh; None if that is not possible."""
        programs = MeshPrograms.find(self.devices, [job.structure for job in jobs])
        return None if programs is None else Run(programs, jobs, self.epochs)

    def close(self, event: Event | None = None) -> None:
        """Record nothing more on the epochs."""
        for epoch in self.epochs:
            epoch.close(event)

    # --- running ----------------------------------------------------------------------------------------------------

    def settle(self, reason: str) -> None:
        """Return when everything recorded in the epochs has run.

        If an exception interrupts this, the steps that are left stay for the next call.
        """
        with self._lock:
            self.close()
            if self._steps is None:
                steps = self._plan(reason)
                if self._steps is None:  # else a signal handler has settled the gang meanwhile
                    self._steps = steps
                del steps
                for epoch in self.epochs:
                    epoch.jobs(reason).clear()  # only the steps refer to the values: references are counted
            while self._steps:
                step = self._steps[0]
                instead = step.run()
                if self._steps and self._steps[0] is step:  # else a signal handler has run it
                    self._steps[:1] = instead
                del step, instead
            for epoch in self.epochs:
                epoch.finished = True
            self.epochs = []  # leaves no cycle of references

    def _plan(self, reason: str) -> "list[_Step]":
        """One program if all tapes are alike, after the jobs outside the iteration; else the parts of each tape."""
        jobs = [list(epoch.jobs(reason)) for epoch in self.epochs]
        self._anchors = []
        last = [device_jobs[-1] for device_jobs in jobs if device_jobs]
        earlier = [(job, e) for e, device_jobs in zip(self.epochs, jobs, strict=True) for job in device_jobs[:-1]]
        if len(last) == len(self.devices) and not any(_sums(job.structure) for job, _ in earlier):
            run = self.mesh_run(last)
            if run is not None:
                return [*(_JobStep(job, e) for job, e in earlier), _MeshStep(self, last, run)]
        return self.separate_steps(jobs)

    def separate_steps(self, jobs: Sequence[Sequence[Job]]) -> "list[_Step]":
        """Each device's programs, with the sums between them."""
        rows = [_stages(device_jobs) for device_jobs in jobs]
        steps: list[_Step] = []
        for number in range(max(len(row) for row in rows)):
            stages = [(epoch, row[number]) for epoch, row in zip(self.epochs, rows, strict=True) if number < len(row)]
            steps.extend([_JobStep(job, epoch) for epoch, stage in stages for job in stage.jobs])
            sums = [stage for _, stage in stages if stage.outs]
            if sums:
                steps.append(_SumStep(self, [stage.ins for stage in sums], [stage.outs for stage in sums]))
        return steps


def _append(epoch: Epoch, values: Sequence[Value], call: Call) -> Sequence[Value] | None:
    """Append the sum of some values to a tape; None if it is closed."""
    slots = len(epoch.slots)
    end = epoch.end()
    if end is None:
        return None
    try:
        node = Node(call, tuple([epoch.ref(value) for value in values]))
    except (Unavailable, WrongDevice):
        return None
    avals = tuple([value.aval for value in values])
    nbytes = sum([aval.nbytes for aval in avals])
    bounded_put(call.inferred, avals, (avals, nbytes))
    source = None if epoch.follows(node, end[1], slots) else user_source(3)
    return epoch.commit(end, node, avals, nbytes, source)


# --- steps of running -----------------------------------------------------------------------------------------------


class _Step(Protocol):
    """A step of running a gang."""

    def run(self) -> "list[_Step]":
        """Do it; return steps to do instead, if it cannot be done. It may be called again after an interrupt."""


class _JobStep(NamedTuple):
    """A job of one device."""

    job: Job
    epoch: Epoch

    def run(self) -> list[_Step]:
        """Run it."""
        program.run(self.job, self.epoch)
        return []


class _MeshStep(NamedTuple):
    """The jobs of all devices as one program."""

    gang: Gang
    jobs: list[Job]
    mesh_run: Run

    def run(self) -> list[_Step]:
        """Run them, or return the steps of each device if that is not possible."""
        return [] if self.mesh_run.run() else self.gang.separate_steps([[job] for job in self.jobs])


class _SumStep(NamedTuple):
    """A sum as a program of its own: for each device its inputs, and the values that get the result."""

    gang: Gang
    ins: list[list[Value]]
    outs: list[list[Value]]

    def run(self) -> list[_Step]:
        """Compute it; if it fails, its outputs carry the error."""
        failed = next((v.error for column in self.ins for v in column if v.data is None), None)
        if failed is None and len(self.ins) < len(self.gang.devices):
            failed = MXNetError("a sum over devices was interrupted before it was recorded for all of them")
        rows: list[list[Value]] = []
        if failed is None:
            try:
                rows = uninterrupted(lambda: self.gang.reduce(list(zip(*self.ins, strict=True))))  # it may trace
            except Exception as error:
                if worker.raised_by_handler(error.__traceback__):
                    raise
                failed = error
        for number, column in enumerate(self.outs):
            for place, value in enumerate(column):
                if failed is not None:
                    value.fail(failed)
                elif value.data is None:
                    value.data = rows[place][number].data
        return []


# --- a tape in parts ------------------------------------------------------------------------------------------------

_SUMS: "Cache[Structure, tuple[int, ...]]" = Cache("sums over devices of a tape", 512)


def _sums(structure: Structure) -> tuple[int, ...]:
    """The nodes of a tape that are sums over devices."""
    sums = _SUMS.get(structure)
    if sums is None:
        sums = tuple(
            [i for i, call in enumerate(structure.calls) if isinstance(call, Call) and call.source is SUM_MARK]
        )
        _SUMS[structure] = sums
    return sums


class _Stage(NamedTuple):
    """Jobs of a tape up to a sum over devices, and the inputs and outputs of the sum; empty if none follows."""

    jobs: list[Job]
    ins: list[Value]
    outs: list[Value]


def _stages(jobs: Sequence[Job]) -> list[_Stage]:
    """A device's jobs, split at its sums."""
    stages = [_Stage([], [], [])]
    for job in jobs:
        sums = _sums(job.structure)
        if not sums:
            stages[-1].jobs.append(job)
            continue
        for part, at in zip(_parts(job), (*sums, None), strict=True):
            if part.live:
                stages[-1].jobs.append(part)
            if at is not None:
                first = job.structure.firsts[at]
                refs = job.structure.refs[at]
                stages[-1].ins.extend([job.slots[-1 - r] if r < 0 else job.outs[r] for r in refs])
                stages[-1].outs.extend(job.outs[first : first + len(refs)])
                stages.append(_Stage([], [], []))
    return stages


def _parts(job: Job) -> list[Job]:
    """A job split at its sums; each part returns what is wanted of it and what later parts read."""
    structure, sums = job.structure, _sums(job.structure)
    counts = [len(outputs) for outputs in structure.outputs]
    flat = [aval for outputs in structure.outputs for aval in outputs]
    wanted = {*job.live, *(ref for at in sums for ref in structure.refs[at] if ref >= 0)}
    parts = [
        Part(structure.nodes, counts, range(begin + 1, end))
        for begin, end in itertools.pairwise((-1, *sums, structure.length))
    ]
    wanted.update(ref for part in parts for ref in part.slots if ref >= 0)
    jobs = []
    for part in parts:
        own = structure_of(
            job.device,
            part.nodes,
            [structure.avals[-1 - r] if r < 0 else flat[r] for r in part.slots],
            (len(part.floats), len(part.ints)),
            [structure.outputs[i] for i in part.chosen],
            [structure.sources[i] for i in part.chosen],
        )
        one = part_of(job, part, own)
        one.live = tuple([i for i, out in enumerate(part.outs) if out in wanted])
        jobs.append(one)
    return jobs
