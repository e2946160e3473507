"""Equal tapes of several devices as one program over all of them.

A sum over devices is a node on each of their tapes, and from then on these tapes are a *gang*: they are closed and run
together. Where all have recorded the same, as the copies of a network in a training step do, they are one program that
every device runs on its own arrays, and the sum is a collective inside it. Where they differ, each tape runs as
programs of its own, before and after the sum, which is a program between them.
"""

import _thread
import itertools
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple, Protocol

import jax

from mxnet._host import fork
from mxnet._host.caches import Cache
from mxnet._host.settings import settings
from mxnet._host.threads import beside
from mxnet._lazy.call import Call, bounded_put
from mxnet._lazy.cuts import Event
from mxnet._lazy.epoch import Epoch, NotHere, WrongDevice
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
    """Record the sum of each row, one value on each of the same devices; ``reduce`` does it where tapes differ.

    None if it cannot be recorded: then it is to be computed at once.
    """
    if not settings.mesh or settings.naive or fork.is_forked() or watch.on:
        return None
    devices = tuple([value.device for value in rows[0]])
    columns = [[row[i] for row in rows] for i in range(len(devices))]
    tapes = [device.local.tape for device in devices]
    if not prepare(tapes, columns):
        return None
    gang = tapes[0].epoch.gang
    if not (isinstance(gang, Gang) and gang.can_go_on(devices, tapes)):
        for tape in tapes:
            if tape.epoch.gang is not None:
                tape.flush("other devices are summed over")
        gang = Gang(devices, reduce)
    found = gang.join(tapes, columns)
    return None if found is None else [list(row) for row in zip(*found, strict=True)]


def prepare(tapes: Sequence[Tape], columns: Sequence[Sequence[Value]]) -> bool:
    """Compute what other tapes have yet to; false if a value failed, or may yet turn out to have."""
    for tape, column in zip(tapes, columns, strict=True):
        for value in column:
            if value.data is None and value.position[0] is not tape.epoch:
                value.settle("summed over devices")
            if value.mark is not None and (value.mark.checks or value.mark.error is not None):
                return False
    return True


class Gang:
    """The epochs of several devices, one of each, with sums over the devices among their nodes.

    ``epochs`` are in the order of the devices. If somebody interrupted ``join`` there are fewer, or not all have the
    last sum: it is never computed, since nobody has it. ``_steps`` is what is left to run.
    """

    def __init__(self, devices: tuple[Device, ...], reduce: Reduce) -> None:
        self.devices, self.reduce = devices, reduce
        self.epochs: list[Epoch] = []
        self._anchors: list[Value] = []
        self._lock = _thread.RLock()
        self._steps: list[_Step] | None = None

    # --- recording --------------------------------------------------------------------------------------------------

    def can_go_on(self, devices: tuple[Device, ...], tapes: Sequence[Tape]) -> bool:
        """Whether the next sum can be recorded on the same epochs."""
        return self.devices == devices and [tape.epoch for tape in tapes] == self.epochs

    def join(self, tapes: Sequence[Tape], columns: Sequence[Sequence[Value]]) -> list[Sequence[Value]] | None:
        """Append a sum of the values to each device's tape; None if somebody has closed one of them meanwhile."""
        found: list[Sequence[Value]] = []
        for tape, column in zip(tapes, columns, strict=True):
            epoch = tape.epoch
            if epoch not in self.epochs:
                epoch.gang = self  # before anything is committed: whoever settles the epoch then goes through the gang
                self.epochs.append(epoch)
            outs = _append(epoch, column, self.call(column))
            if outs is None:
                return None
            found.append(outs)
        # Something that every tape is to give, even if nobody wants anything of one: the others need its summands.
        self._anchors.extend([self.anchor(outs) for outs in found])
        return found

    def call(self, values: Sequence[Value]) -> Call:
        """What adds up some values, as a node."""
        return _sum_call(len(values))

    def anchor(self, outs: Sequence[Value]) -> Value:
        """A sum that is computed with every other one of its node, whatever becomes of them."""
        return min(outs, key=lambda value: value.aval.nbytes)

    def together(self, jobs: list[Job]) -> Run | None:
        """The jobs of all devices as one program, if that can be."""
        found = MeshPrograms.find(self.devices, [job.structure for job in jobs])
        return None if found is None else Run(found, jobs, self.epochs)

    def close(self, event: Event | None = None) -> None:
        """Let nothing more be recorded on the epochs."""
        for epoch in self.epochs:
            epoch.close(event)

    # --- running ----------------------------------------------------------------------------------------------------

    def settle(self, reason: str) -> None:
        """Return when everything recorded in the epochs has run.

        Whoever is interrupted here, by an exception of their own, leaves the steps as they are for the next one.
        """
        with self._lock:
            self.close()
            if self._steps is None:
                steps = self._plan(reason)
                if self._steps is None:  # else a signal handler, in the middle of this, has settled the gang
                    self._steps = steps
                del steps
                for epoch in self.epochs:
                    epoch.jobs(reason).clear()  # the steps alone keep the values: who else does is counted
            while self._steps:
                step = self._steps[0]
                instead = step.run()
                if self._steps and self._steps[0] is step:  # else whoever interrupted this has run it
                    self._steps[:1] = instead
                del step, instead
            for epoch in self.epochs:
                epoch.finished = True
            self.epochs = []  # no circle is left for the collector

    def _plan(self, reason: str) -> "list[_Step]":
        """One program, if all tapes are alike, after what does not belong to the iteration; else each tape's parts."""
        jobs = [list(epoch.jobs(reason)) for epoch in self.epochs]
        self._anchors = []
        last = [found[-1] for found in jobs if found]
        earlier = [(job, e) for e, found in zip(self.epochs, jobs, strict=True) for job in found[:-1]]
        if len(last) == len(self.devices) and not any(_sums(job.structure) for job, _ in earlier):
            run = self.together(last)
            if run is not None:
                return [*(_Alone(job, e) for job, e in earlier), _AllTogether(self, last, run)]
        return self.apart(jobs)

    def apart(self, jobs: Sequence[Sequence[Job]]) -> "list[_Step]":
        """Each device's programs, with the sums between them."""
        rows = [_stages(found) for found in jobs]
        steps: list[_Step] = []
        for number in range(max(len(row) for row in rows)):
            stages = [(epoch, row[number]) for epoch, row in zip(self.epochs, rows, strict=True) if number < len(row)]
            steps.extend([_Alone(job, epoch) for epoch, stage in stages for job in stage.jobs])
            sums = [stage for _, stage in stages if stage.outs]
            if sums:
                steps.append(_Sum(self, [stage.ins for stage in sums], [stage.outs for stage in sums]))
        return steps


def _append(epoch: Epoch, values: Sequence[Value], call: Call) -> Sequence[Value] | None:
    """Append the sum of some values to a tape; None if it is closed."""
    slots = len(epoch.slots)
    end = epoch.end()
    if end is None:
        return None
    try:
        node = Node(call, tuple([epoch.ref(value) for value in values]))
    except (NotHere, WrongDevice):
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
        """Do it; return what is to be done instead, if it cannot be done. It may be called again after an interrupt."""


class _Alone(NamedTuple):
    """A job of one device."""

    job: Job
    epoch: Epoch

    def run(self) -> list[_Step]:
        """Run it."""
        program.run(self.job, self.epoch)
        return []


class _AllTogether(NamedTuple):
    """The jobs of all devices as one program."""

    gang: Gang
    jobs: list[Job]
    together: Run

    def run(self) -> list[_Step]:
        """Run them, or each alone if that cannot be."""
        return [] if self.together.run() else self.gang.apart([[job] for job in self.jobs])


class _Sum(NamedTuple):
    """A sum as a program of its own: for each device what is summed, and the values that wait for the result."""

    gang: Gang
    ins: list[list[Value]]
    outs: list[list[Value]]

    def run(self) -> list[_Step]:
        """Compute it; if it fails, so do all that wait for it."""
        failed = next((v.error for column in self.ins for v in column if v.data is None), None)
        if failed is None and len(self.ins) < len(self.gang.devices):
            failed = MXNetError("a sum over devices was interrupted before it was recorded for all of them")
        rows: list[list[Value]] = []
        if failed is None:
            try:
                rows = beside(lambda: self.gang.reduce(list(zip(*self.ins, strict=True))))  # it may have to be traced
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
    found = _SUMS.get(structure)
    if found is None:
        found = tuple(
            [i for i, call in enumerate(structure.calls) if isinstance(call, Call) and call.source is SUM_MARK]
        )
        _SUMS[structure] = found
    return found


class _Stage(NamedTuple):
    """Jobs of a tape up to a sum over devices, and what that sums and gives; nothing if no sum follows."""

    jobs: list[Job]
    ins: list[Value]
    outs: list[Value]


def _stages(jobs: Sequence[Job]) -> list[_Stage]:
    """A device's jobs in parts that end where its sums are."""
    found = [_Stage([], [], [])]
    for job in jobs:
        sums = _sums(job.structure)
        if not sums:
            found[-1].jobs.append(job)
            continue
        for part, at in zip(_parts(job), (*sums, None), strict=True):
            if part.live:
                found[-1].jobs.append(part)
            if at is not None:
                first = job.structure.firsts[at]
                refs = job.structure.refs[at]
                found[-1].ins.extend([job.slots[-1 - r] if r < 0 else job.outs[r] for r in refs])
                found[-1].outs.extend(job.outs[first : first + len(refs)])
                found.append(_Stage([], [], []))
    return found


def _parts(job: Job) -> list[Job]:
    """A job in as many parts as its sums leave, each giving what is wanted of it and what later parts read."""
    structure, sums = job.structure, _sums(job.structure)
    counts = [len(outputs) for outputs in structure.outputs]
    flat = [aval for outputs in structure.outputs for aval in outputs]
    wanted = {*job.live, *(ref for at in sums for ref in structure.refs[at] if ref >= 0)}
    parts = [
        Part(structure.nodes, counts, range(begin + 1, end))
        for begin, end in itertools.pairwise((-1, *sums, structure.length))
    ]
    wanted.update(ref for part in parts for ref in part.slots if ref >= 0)
    made = []
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
        made.append(one)
    return made
