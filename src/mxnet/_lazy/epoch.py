"""The life of a tape between two flushes: what is recorded on it, how it ends, and what then runs.

Everything on an epoch is a table that only grows, by ``dict.setdefault``, which nothing can interrupt. A slot or a
number that belongs to no node (an exception came in between) costs a place, no more.
"""

import _thread
from collections.abc import Sequence
from itertools import chain, islice
from math import copysign
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Protocol

from mxnet._host.settings import settings
from mxnet._lazy import cuts
from mxnet._lazy.call import Number, keep
from mxnet._lazy.cuts import Event
from mxnet._lazy.gradient import Recorded
from mxnet._lazy.source import Source
from mxnet._lazy.structure import (
    FLOAT,
    INT,
    TRACKS,
    AnyNode,
    Check,
    Division,
    Entry,
    Job,
    Node,
    Structure,
    divide,
    part_of,
    structure_of,
)
from mxnet._lazy.value import Aval, Pending, Position, Value
from mxnet.error import MXNetError

if TYPE_CHECKING:
    from mxnet._lazy.tape import Tape


class JobRunner(Protocol):
    """Who runs what was recorded; the module ``_programs.program``."""

    def parts(self, whole: Job, recorded_from: int | None, written: tuple[int, ...]) -> list[Job]:
        """A tape as one job, or as two where some of it does not belong to the iteration; none if nobody wants it."""

    def run(self, job: Job, epoch: Pending) -> None:
        """Compute a job and bind its values to the results. Whoever is interrupted here may call it again."""

    def runs_in_this_thread(self, epoch: Pending) -> bool:
        """Whether this thread is computing the jobs of an epoch, and must not wait for itself."""


class NotHere(Exception):
    """A value that another epoch has yet to compute, or that failed."""

    def __init__(self, value: Value) -> None:
        self.value = value


class WrongDevice(MXNetError):
    """An array is not where the operation is."""


_outs_of = itemgetter(1)
# The entries, the number that the next one takes, that of its first output, and the bytes so far.
End = tuple[dict[int, Any], int, int, int]


# Entries, slots, floats and integers of an epoch. Whoever works on them takes all four at once: a signal handler, in
# the middle of it, may settle the epoch, which gets new ones.
Tables = tuple[dict[int, Any], dict[int, Value], dict[int, float], dict[int, int]]


class Epoch:
    """The life of a tape between two flushes.

    ``entries`` has the committed nodes by number; behind the last one, once the epoch is closed, stands its successor.
    ``closed`` is true before the successor stands there: whoever takes the number of entries and then finds it false
    has a number that only a node, or the successor, can take. ``lost`` is true, for good, before a node is committed
    that ``track`` does not have. ``slots``, ``floats`` and ``ints`` are what the nodes read from outside. ``carried``
    is the division of the epoch before whose second part this one began with. ``recorded_from`` is where recording for
    autograd began, ``written`` are outputs that arrays with a gradient were set to.
    """

    # Slots, since every operation recorded reads several of them.
    __slots__ = (
        "_jobs", "_lock", "_whole", "carried", "checks", "closed", "entries", "finished", "floats", "followed",
        "gang", "graph_nodes", "has_gradient", "ints", "limit", "lost", "metrics_until", "numbered", "only_metrics",
        "owners", "recorded_from", "records", "slots", "successor", "tape", "track", "written",
    )  # fmt: skip

    def __init__(self, tape: "Tape", expected: Structure | None = None) -> None:
        self.tape = tape
        self.entries: dict[int, Any] = {}  # Entry, or Epoch for the successor
        self.slots: dict[int, Value] = {}
        self.floats: dict[int, float] = {}
        self.ints: dict[int, int] = {}
        self.numbered: dict[Any, int] = {}  # floats by identity (``floats`` keeps them alive) and by use
        self.track = expected  # the structure that the nodes so far are those of; at first, what ran last
        self.followed = expected  # the one that they were those of at first
        self.closed = self.lost = self.finished = False
        self.successor: Epoch | None = None
        self.limit = tape.bulk
        self.records = self.has_gradient = self.only_metrics = False
        self.graph_nodes = self.metrics_until = 0
        self.recorded_from: int | None = None
        self.owners: tuple[int, ...] = ()
        self.written: list[int] = []
        self.checks: tuple[Check, ...] = ()
        self.carried: Division | None = None
        self.gang: Any = None  # with which epochs of other devices it runs; see ``_programs.gang``
        self._whole: Job | None = None
        self._jobs: list[Job] | None = None
        self._lock = _thread.RLock()

    # --- naming -----------------------------------------------------------------------------------------------------

    def ref(self, value: Value) -> int:
        """What a node here calls a value."""
        position = value.position
        if position[0] is self:
            return position[1]
        found = self.slot(value)
        if found is not None:
            return found
        if value.device is not self.tape.device and value.data is not None:
            raise WrongDevice(f"an operation on {self.tape.device} got an array on {value.device}")
        raise NotHere(value)

    def slot(self, value: Value) -> int | None:
        """What a node calls a value that none has read before; None for one that cannot be a slot."""
        mark = value.mark
        sound = mark is None or (not mark.checks and mark.error is None)
        if value.data is None or value.device is not self.tape.device or not sound:
            return None
        number = -1 - _append(self.slots, value)
        value.position = (self, number)
        return number

    def follows(self, node: AnyNode, index: int, first: int) -> bool:
        """Whether ``track`` has this node there, and the slots from ``first`` on; else the tape leaves it."""
        track, fresh = self.track, self.avals_from(first)
        known = None if track is None or self.lost or index >= track.length else track.nodes[index]
        if known == node and track.avals[first : first + len(fresh)] == fresh:  # type: ignore[union-attr]
            return True
        self.leave_track()
        return False

    def avals_from(self, first: int) -> tuple[Aval, ...]:
        """The avals of the slots from this one on; none where another thread has settled the epoch meanwhile."""
        slots = self.slots
        return tuple([slots[i].aval for i in range(first, len(slots))])

    def expects(self, numbers: Sequence[Number], refs: tuple[int, ...], at: int) -> bool:
        """Name numbers as a known node does, by its refs from ``at`` on; false if they do not allow it.

        What is one input there must have one value here.
        """
        floats, ints = self.floats, self.ints
        next_float, next_int = len(floats), len(ints)
        fresh: dict[int, Number] = {}  # by ref
        for number in numbers:
            ref = refs[at]
            at += 1
            if type(number) is float:
                if ref - FLOAT == next_float:
                    fresh[ref] = number
                    next_float += 1
                else:
                    known = fresh[ref] if ref in fresh else floats.get(ref - FLOAT)
                    if known is not number and (known is None or not same_number(known, number)):
                        return False
            elif ref - INT == next_int:
                fresh[ref] = number
                next_int += 1
            else:
                return False
        for ref, number in fresh.items():
            table: dict[int, Any] = ints if ref >= INT else floats
            if table.setdefault(ref - (INT if ref >= INT else FLOAT), number) is not number:
                return False
        return True

    def name_numbers(self, numbers: Sequence[Number], call: object, source: Source) -> list[int]:
        """Name numbers. They are inputs, never part of a program, so that a learning rate may change at every step.

        A float that is the same object, or that comes from the same line of the user's program with the same value, is
        one input: an update of every parameter by ``lr`` sends it once. (Not so integers: equal ones are often so by
        chance, and which of them coincide changes from step to step.)
        """
        known, refs = self.numbered, []
        for index, number in enumerate(numbers):
            if type(number) is float:
                use = (source, call, index, number, copysign(1.0, number))
                ref = known.get(id(number)) or known.get(use)
                if ref is None:
                    ref = FLOAT + _append(self.floats, number)
                    known[use] = known[id(number)] = ref
                refs.append(ref)
            else:
                refs.append(INT + _append(self.ints, number))
        return refs

    def node_of(self, recorded: Recorded) -> Node:
        """The node that something recorded in an earlier epoch would be here; it is not run, only differentiated."""
        if recorded.kept is not None:
            call = keep(recorded.call, recorded.inputs, recorded.numbers)
            return Node(call, tuple([self.ref(v) for v in recorded.kept]))
        refs = [self.ref(v) for v in recorded.values or ()]
        return Node(recorded.call, (*refs, *self.name_numbers(recorded.numbers, recorded.call, None)))

    def commit(
        self, end: End, node: AnyNode, avals: Sequence[Aval], nbytes: int, source: Source
    ) -> tuple[Value, ...] | None:
        """Append a node in one step; return its outputs, or None if somebody else has appended one meanwhile."""
        entries, index, first, before = end
        device = self.tape.device
        outs = tuple([Value(aval, device, (self, first + i)) for i, aval in enumerate(avals)])
        entry: Entry = (node, outs, first + len(outs), before + nbytes, source)
        return outs if entries.setdefault(index, entry) is entry else None

    def end(self) -> End | None:
        """Where the next node goes; None if the epoch is closed."""
        entries = self.entries
        index = len(entries)
        if self.closed:
            return None
        if index == 0:
            return entries, 0, 0, 0
        _, _, first, nbytes, _ = entries[index - 1]
        return entries, index, first, nbytes

    def leave_track(self) -> None:
        """The next node is not the one that ``track`` has there."""
        if self.entries:
            self.lost = True
        else:
            self.track = self.followed = None

    # --- ending -----------------------------------------------------------------------------------------------------

    def close(self, event: Event | None = None) -> None:
        """Let nothing more be recorded here. What prepares the iteration that begins with ``event`` goes on."""
        self.closed = True
        while self.successor is None:
            tables = entries, slots, floats, ints = self.entries, self.slots, self.floats, self.ints
            count = len(entries)
            if count and type(entries[count - 1]) is Epoch:
                self.successor = entries[count - 1]
                break
            successor = Epoch(self.tape, None if self.lost else self.track)
            tail = None
            if count and event in cuts.BEGINNINGS and not self.checks:
                tail = self._find_tail(entries, count, list(slots.values()), (len(floats), len(ints)))
            if tail is not None:
                successor.begin_with(tail, tables)
            if entries.setdefault(count, successor) is successor:
                if tail is not None:
                    outs = [v for number in tail.second.chosen for v in entries[number][1]]
                    for new, value in enumerate(outs):
                        value.position = (successor, new)
                self.successor = successor
        if self.tape.epoch is self:
            self.tape.epoch = self.successor

    def _find_tail(
        self, entries: dict[int, Any], count: int, slots: list[Value], numbers: tuple[int, int]
    ) -> Division | None:
        """What prepares the coming iteration, as the second part of a division, if anything does."""
        whole = self._structure(entries, count, slots, numbers)
        key = ("tail", *self.written)
        if key not in whole.divisions:
            chosen = cuts.prepared(whole.nodes, [len(o) for o in whole.outputs], self.written)
            rest = [i for i in range(count) if i not in set(chosen)]
            whole.divisions[key] = divide(self.tape.device, whole, rest) if chosen and rest else None
        return whole.divisions[key]

    def begin_with(self, tail: Division, tables: Tables) -> None:
        """Record the tail of another epoch here, before anybody else knows of this one."""
        part, structure = tail.second, tail.second_structure
        entries, slots, floats, ints = tables
        # What prepares an iteration reads no output of the nodes before it: see ``cuts.prepared``.
        self.slots = {i: slots[-1 - ref] for i, ref in enumerate(part.slots)}
        self.floats = {i: floats[n] for i, n in enumerate(part.floats)}
        self.ints = {i: ints[n] for i, n in enumerate(part.ints)}
        count = 0
        for number, node in enumerate(part.nodes):
            outs = entries[part.chosen[number]][1]
            count += len(outs)
            self.entries[number] = (node, outs, count, structure.nbytes[number], structure.sources[number])
        track = TRACKS.get((self.tape.device.number, part.nodes[0]))
        fits = track is not None and track.begins_with(structure)
        self.track = self.followed = track if fits else None
        self.carried = tail

    # --- running ----------------------------------------------------------------------------------------------------

    def settle(self, reason: str) -> None:
        """Return when everything recorded in this epoch has run.

        Whoever is interrupted here, by an exception of their own, leaves the jobs as they are for the next one.
        """
        if self.finished:
            return
        if self.successor is None:
            self.close()
        if self.tape.runner.runs_in_this_thread(self):
            return
        if self.gang is not None:
            self.gang.settle(reason)
            return
        with self._lock:
            if self.finished:
                return
            jobs = self.jobs(reason)
            while jobs:
                job = jobs[0]
                self.tape.runner.run(job, self)
                if jobs and jobs[0] is job:  # else whoever interrupted this has run it
                    del jobs[0]
                del job
            self.finished = True

    def jobs(self, reason: str) -> list[Job]:
        """What is left to run of a closed epoch, the same list each time; whoever runs a job takes it off."""
        if self._jobs is None:
            jobs = self._make_jobs(reason)
            if self._jobs is None:  # else a signal handler, in the middle of this, has settled the epoch
                self._jobs = jobs
            self._whole = None
        return self._jobs

    def moved(self, index: int) -> Position:
        """Where an output is that was not computed here: it went on to the next epoch."""
        successor = self.successor
        tail = None if successor is None else successor.carried
        if tail is None or index not in tail.second.outs:
            raise MXNetError("this array is being computed by the code that was interrupted; read it afterwards")
        return successor, tail.second.outs.index(index)

    def _make_jobs(self, reason: str) -> list[Job]:
        """What is to run, as one job, or as two where something does not belong to the iteration."""
        whole = self._whole
        if whole is None:
            tables = self.entries, self.slots, self.floats, self.ints
            if len(tables[0]) < 2:
                return []
            whole = self._make_whole(tables, reason)
            if self.entries is not tables[0]:
                return []
            del tables
            self._whole = whole
            # From here on the job alone keeps the values: who else does is counted.
            self.entries = {}
            self.slots, self.floats, self.ints, self.numbered = {}, {}, {}, {}
        return self.tape.runner.parts(whole, self.recorded_from, tuple(self.written))

    def _make_whole(self, tables: Tables, reason: str) -> Job:
        entries = tables[0]
        count = len(entries) - 1
        slots, floats, ints = list(tables[1].values()), list(tables[2].values()), list(tables[3].values())
        structure = self._structure(entries, count, slots, (len(floats), len(ints)))
        structure.cut_by_bound = reason in cuts.BOUNDS
        outs = list(chain.from_iterable(map(_outs_of, islice(list(entries.values()), count))))
        whole = Job(self.tape.device, structure, slots, (floats, ints), outs, reason)
        carried = entries[count].carried
        if carried is not None:
            whole = part_of(whole, carried.first, carried.first_structure)
        whole.checks = self.checks
        return whole

    def _structure(
        self, entries: dict[int, Any], count: int, slots: list[Value], numbers: tuple[int, int]
    ) -> Structure:
        """The structure of the tape: the one it followed to the end, or one found by content."""
        track, device = self.track, self.tape.device
        if (
            track is not None
            and not self.lost
            and track.length == count
            and len(track.avals) == len(slots)
            and track.numbers == numbers
        ):
            return track
        known = None if self.followed is None else self.followed.sources
        recorded = [entries[i] for i in range(count)]
        found = structure_of(
            device,
            [e[0] for e in recorded],
            [v.aval for v in slots],
            numbers,
            [tuple([v.aval for v in e[1]]) for e in recorded],
            [known[i] if e[4] is None and known is not None else e[4] for i, e in enumerate(recorded)],
        )
        if not settings.naive:
            TRACKS[device.number, found.nodes[0]] = found
        return found


def _append(table: dict[int, Any], item: object) -> int:
    """Put a number or a value behind the last one of a table; return where."""
    index = len(table)
    while table.setdefault(index, item) is not item:
        index += 1
    return index


def same_number(one: float, other: float) -> bool:
    """Whether two floats are the same, zeros of different sign apart."""
    return one == other and (one != 0 or copysign(1.0, one) == copysign(1.0, other))
