"""The life of a tape between two flushes: what is recorded on it, how it ends, and what then runs.

An epoch consists of tables that only grow, by ``dict.setdefault``, which nothing can interrupt. An exception while a
node is built can leave a slot or a number that no node reads; that does no harm.
"""

import _thread
from collections.abc import Sequence
from itertools import chain, islice
from math import copysign
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Protocol

from mxnet._calls.avals import Aval
from mxnet._calls.call import Number, keep
from mxnet._host.settings import settings
from mxnet._lazy import cuts
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
from mxnet._lazy.value import Pending, Position, Value
from mxnet.error import MXNetError

if TYPE_CHECKING:
    from mxnet._lazy.tape import Tape


class JobRunner(Protocol):
    """What runs the jobs of a tape: the module ``_programs.program``."""

    def jobs_of(self, whole: Job, recorded_from: int | None, written: tuple[int, ...]) -> list[Job]:
        """A tape as one job, or as two if some nodes do not belong to the iteration; none if no result is wanted."""

    def run(self, job: Job, epoch: Pending) -> None:
        """Compute a job and bind its values to the results. After an interrupt it may be called again."""

    def runs_in_this_thread(self, epoch: Pending) -> bool:
        """Whether this thread is computing the jobs of an epoch: it must not wait for itself."""


class Unavailable(Exception):
    """A value that cannot be read here: another epoch has yet to compute it, or it failed."""

    def __init__(self, value: Value) -> None:
        self.value = value


class WrongDevice(MXNetError):
    """An array is not where the operation is."""


_outs_of = itemgetter(1)
# The entries, the number that the next one takes, that of its first output, and the bytes so far.
End = tuple[dict[int, Any], int, int, int]


# Entries, slots, floats and integers of an epoch. Take all four at once: a signal handler may settle the epoch at any
# time, which then gets new tables.
Tables = tuple[dict[int, Any], dict[int, Value], dict[int, float], dict[int, int]]


class Epoch:
    """The life of a tape between two flushes.

    ``entries`` has the committed nodes by number and, in a closed epoch, its successor after the last node. ``closed``
    becomes true before the successor is put there. So read ``len(entries)`` first and ``closed`` second: if ``closed``
    is false, only a node or the successor can take that number. ``track`` is the structure that the nodes so far are
    the first of; ``off_track`` becomes true, for good, before a node is committed that ``track`` does not have.
    ``slots``, ``floats`` and ``ints`` are what the nodes read from outside. ``carried`` is the division of the epoch
    before this one, whose second part is how this one began. ``recorded_from`` is the number of nodes when recording
    for autograd began, ``written`` are outputs that arrays with a gradient were set to.
    """

    # Slots, since every operation recorded reads several of them.
    __slots__ = (
        "_jobs", "_lock", "_whole", "carried", "checks", "closed", "entries", "executors", "finished", "floats", "gang",
        "graph_nodes", "has_gradient", "has_recorded", "ints", "metrics_until", "node_bound", "numbered", "off_track",
        "only_metrics", "recorded_from", "slots", "successor", "tape", "track", "written",
    )  # fmt: skip

    def __init__(self, tape: "Tape", expected: Structure | None = None) -> None:
        self.tape = tape
        self.entries: dict[int, Any] = {}  # Entry, or Epoch for the successor
        self.slots: dict[int, Value] = {}
        self.floats: dict[int, float] = {}
        self.ints: dict[int, int] = {}
        self.numbered: dict[Any, int] = {}  # floats by identity (``floats`` keeps them alive) and by use
        self.track = expected  # before the first node: the structure that ran last
        self.closed = self.off_track = self.finished = False
        self.successor: Epoch | None = None
        self.node_bound = tape.node_bound
        self.has_recorded = self.has_gradient = self.only_metrics = False
        self.graph_nodes = self.metrics_until = 0
        self.recorded_from: int | None = None
        self.executors: tuple[int, ...] = ()
        self.written: list[int] = []
        self.checks: tuple[Check, ...] = ()
        self.carried: Division | None = None
        self.gang: Any = None  # the epochs of other devices that it runs with; see ``_programs.gang``
        self._whole: Job | None = None
        self._jobs: list[Job] | None = None
        self._lock = _thread.RLock()

    # --- naming -----------------------------------------------------------------------------------------------------

    def ref(self, value: Value) -> int:
        """The ref of a value here."""
        position = value.position
        if position[0] is self:
            return position[1]
        slot_ref = self.slot(value)
        if slot_ref is not None:
            return slot_ref
        if value.device is not self.tape.device and value.data is not None:
            raise WrongDevice(f"an operation on {self.tape.device} got an array on {value.device}")
        raise Unavailable(value)

    def slot(self, value: Value) -> int | None:
        """The ref of a value that becomes a new slot; None for one that cannot be a slot."""
        mark = value.mark
        is_valid = mark is None or (not mark.checks and mark.error is None)
        if value.data is None or value.device is not self.tape.device or not is_valid:
            return None
        number = -1 - _append(self.slots, value)
        value.position = (self, number)
        return number

    def follows(self, node: AnyNode, index: int, first: int) -> bool:
        """Whether ``track`` has this node at ``index`` and these slots from ``first`` on; else leave the track."""
        track, fresh = self.track, self.avals_from(first)
        known = None if track is None or self.off_track or index >= track.length else track.nodes[index]
        if known == node and track.avals[first : first + len(fresh)] == fresh:  # type: ignore[union-attr]
            return True
        self.leave_track()
        return False

    def avals_from(self, first: int) -> tuple[Aval, ...]:
        """The avals of the slots from this one on; none if another thread has settled the epoch meanwhile."""
        slots = self.slots
        return tuple([slots[i].aval for i in range(first, len(slots))])

    def match_numbers(self, numbers: Sequence[Number], refs: tuple[int, ...], at: int) -> bool:
        """Give numbers the refs that a known node has from ``at`` on; false if that is not possible.

        Numbers that share a ref there must be equal here.
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
        """The refs of numbers. They are inputs, never part of a program: a learning rate may change at every step.

        A float that is the same object, or that comes from the same line of the user's program with the same value, is
        one input: an update of every parameter by ``lr`` sends it once. (Integers are not: they are
        often equal by chance, and which ones are equal changes from step to step.)
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
        """A node for something recorded in an earlier epoch; it is not run here, only differentiated."""
        if recorded.kept is not None:
            call = keep(recorded.call, recorded.inputs, recorded.numbers)
            return Node(call, tuple([self.ref(v) for v in recorded.kept]))
        refs = [self.ref(v) for v in recorded.values or ()]
        return Node(recorded.call, (*refs, *self.name_numbers(recorded.numbers, recorded.call, None)))

    def commit(
        self, end: End, node: AnyNode, avals: Sequence[Aval], nbytes: int, source: Source
    ) -> tuple[Value, ...] | None:
        """Append a node in one step; return its outputs, or None if another node or the end came first."""
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
        """Note that the next node is not the one that ``track`` has there."""
        if self.entries:
            self.off_track = True
        else:
            self.track = None

    # --- ending -----------------------------------------------------------------------------------------------------

    def close(self, event: Event | None = None) -> None:
        """Record nothing more here. Nodes that prepare the iteration that ``event`` begins move to the successor."""
        self.closed = True
        while self.successor is None:
            tables = entries, slots, floats, ints = self.entries, self.slots, self.floats, self.ints
            count = len(entries)
            if count and type(entries[count - 1]) is Epoch:
                self.successor = entries[count - 1]
                break
            successor = Epoch(self.tape, None if self.off_track else self.track)
            tail = None
            if count and event in cuts.ITERATION_STARTS and not self.checks:
                tail = self._find_tail(entries, count, list(slots.values()), (len(floats), len(ints)))
            if tail is not None:
                successor.take_tail(tail, tables)
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
        """A division whose second part are the nodes that prepare the coming iteration; None if there are none."""
        whole = self._structure(entries, count, slots, numbers)
        key = ("tail", *self.written)
        if key not in whole.divisions:
            chosen = cuts.next_iteration(whole.nodes, [len(o) for o in whole.outputs], self.written)
            rest = [i for i in range(count) if i not in set(chosen)]
            whole.divisions[key] = divide(self.tape.device, whole, rest) if chosen and rest else None
        return whole.divisions[key]

    def take_tail(self, tail: Division, tables: Tables) -> None:
        """Begin with the tail of another epoch; called before any other code can see this epoch."""
        part, structure = tail.second, tail.second_structure
        entries, slots, floats, ints = tables
        # The nodes of a tail read no output of the nodes before them: see ``cuts.next_iteration``.
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
        self.track = track if fits else None
        self.carried = tail

    # --- running ----------------------------------------------------------------------------------------------------

    def settle(self, reason: str) -> None:
        """Return when everything recorded in this epoch has run.

        If an exception interrupts this, the jobs that are left stay for the next call.
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
                if jobs and jobs[0] is job:  # else a signal handler has run it
                    del jobs[0]
                del job
            self.finished = True

    def jobs(self, reason: str) -> list[Job]:
        """The jobs that a closed epoch has left to run. It is the same list each time: remove a job that has run."""
        if self._jobs is None:
            jobs = self._make_jobs(reason)
            if self._jobs is None:  # else a signal handler has settled the epoch meanwhile
                self._jobs = jobs
            self._whole = None
        return self._jobs

    def new_position(self, index: int) -> Position:
        """The position of an output that was not computed here: it is in the next epoch."""
        successor = self.successor
        tail = None if successor is None else successor.carried
        if tail is None or index not in tail.second.outs:
            raise MXNetError("this array is being computed by the code that was interrupted; read it afterwards")
        return successor, tail.second.outs.index(index)

    def _make_jobs(self, reason: str) -> list[Job]:
        """The tape as one job, or as two if some nodes do not belong to the iteration."""
        whole = self._whole
        if whole is None:
            tables = self.entries, self.slots, self.floats, self.ints
            if len(tables[0]) < 2:
                return []
            whole = self._make_whole(tables, reason)
            if self.entries is not tables[0]:
                return []
            if reason in _WHILE_RECORDING:
                _drop_outputs(tables[0])
            del tables
            self._whole = whole
            # From here on only the job refers to the values, so that counting references shows which are alive.
            self.entries = {}
            self.slots, self.floats, self.ints, self.numbered = {}, {}, {}, {}
        return self.tape.runner.jobs_of(whole, self.recorded_from, tuple(self.written))

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
            and not self.off_track
            and track.length == count
            and len(track.avals) == len(slots)
            and track.numbers == numbers
        ):
            return track
        known = None if track is None else track.sources
        recorded = [entries[i] for i in range(count)]
        structure = structure_of(
            device,
            [e[0] for e in recorded],
            [v.aval for v in slots],
            numbers,
            [tuple([v.aval for v in e[1]]) for e in recorded],
            [known[i] if e[4] is None and known is not None else e[4] for i, e in enumerate(recorded)],
        )
        if not settings.naive:
            TRACKS[device.number, structure.nodes[0]] = structure
        return structure


# Reasons for which a tape ends while a node is recorded: frames of ``Tape.apply`` still refer to its entries then.
_WHILE_RECORDING = frozenset(rule.reason for rule in cuts.RULES if rule.event is Event.BOUND_REACHED)


def _drop_outputs(entries: dict[int, Any]) -> None:
    """Remove the values from the entries of a closed epoch, so that values without other references are not computed.

    The table keeps its length: a node that is being recorded must still find its number taken.
    """
    for index in range(len(entries) - 1):
        node, _, first, nbytes, source = entries[index]
        entries[index] = (node, (), first, nbytes, source)


def _append(table: dict[int, Any], item: object) -> int:
    """Append a number or a value to a table; return its index."""
    index = len(table)
    while table.setdefault(index, item) is not item:
        index += 1
    return index


def same_number(one: float, other: float) -> bool:
    """Whether two floats are the same; zeros of different sign are not."""
    return one == other and (one != 0 or copysign(1.0, one) == copysign(1.0, other))
