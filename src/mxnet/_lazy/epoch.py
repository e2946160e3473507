"""The life of a tape between two flushes: what is committed to it, how it ends, and what then runs."""

import threading
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from mxnet._lazy import cuts, program
from mxnet._lazy.cuts import Event
from mxnet._lazy.settings import settings
from mxnet._lazy.structure import (
    START,
    TRACKS,
    Check,
    Division,
    Entry,
    Job,
    Structure,
    divide,
    part_of,
    reads,
    structure_of,
)
from mxnet._lazy.value import Position, Value
from mxnet.error import MXNetError

if TYPE_CHECKING:
    from mxnet._lazy.tape import Tape


class _Closed(dict[int, Any]):
    """The entries of an epoch that has been taken off: it answers every commit with the successor."""

    def __init__(self, successor: "Epoch") -> None:
        self.successor = successor

    def setdefault(self, index: int, entry: Any = None) -> "Epoch":
        """The successor: nothing can be committed here."""
        return self.successor

    def get(self, index: int, default: Any = None) -> "Epoch":
        """The successor."""
        return self.successor


class Epoch:
    """The life of a tape between two flushes.

    ``entries`` has the committed nodes by number; behind the last one, once the epoch is closed, stands its successor.
    ``last`` is a recent entry, most often the last one. The rest steers cuts and may lag behind: ``recorded_from`` is
    where recording for autograd began, ``written`` are outputs that arrays with a gradient were set to.
    """

    # What most epochs never set is the class's, so that making one costs little.
    track: Structure | None = None  # the structure that the nodes so far are those of
    followed: Structure | None = None  # the one that they were those of at first
    graph_nodes = metrics_until = 0
    owners: tuple[int, ...] = ()
    only_metrics = records = has_gradient = finished = False
    recorded_from: int | None = None
    written: tuple[int, ...] = ()
    checks: tuple[Check, ...] = ()
    _tail: Division | None = None
    _moved: Mapping[int, Position] = MappingProxyType({})
    _whole: Job | None = None
    _jobs: list[Job] | None = None

    def __init__(self, tape: "Tape") -> None:
        self.tape = tape
        self.entries: dict[int, Any] = {}  # Entry, or Epoch for the successor
        self.last: Entry = START
        self.numbered: dict[Any, int] = {}  # floats by identity (entries keep them alive) and by use
        self.limit = tape.bulk
        self._lock = threading.RLock()

    def catch_up(self) -> None:
        """Go to the end of what is committed; let the tape go on with the successor if there is one."""
        index = self.last.node_count
        while (found := self.entries.get(index)) is not None:
            if type(found) is Epoch:
                if self.tape.epoch is self:
                    self.tape.epoch = found
                return
            self.last = found
            index += 1

    def close(self, event: Event | None = None) -> None:
        """Let nothing more be recorded here. What prepares the iteration that begins with ``event`` goes on."""
        while True:
            self.catch_up()
            count = self.last.node_count
            if count in self.entries or type(self.entries) is _Closed:
                return
            successor = Epoch(self.tape)
            tail = self._find_tail(count) if event in cuts.BEGINNINGS and not self.checks else None
            moved = {} if tail is None else successor.begin_with(tail, self._take(count))
            if tail is not None:
                self._tail = tail
            if self.entries.setdefault(count, successor) is successor:
                if moved:
                    self._moved = {old: (successor, new) for old, (new, _) in moved.items()}
                    for new, value in moved.values():
                        value.position = (successor, new)
                if self.tape.epoch is self:
                    self.tape.epoch = successor
                return

    def _take(self, count: int) -> list[Entry]:
        return [self.entries[i] for i in range(count)]

    def _find_tail(self, count: int) -> "Division | None":
        """What prepares the coming iteration, as the second part of a division, if anything does."""
        entries = self._take(count)
        whole = self._structure(entries)
        key = ("tail", self.written)
        if key not in whole.divisions:
            chosen = cuts.prepared(whole.nodes, [len(o) for o in whole.outputs], self.written)
            rest = [i for i in range(count) if i not in set(chosen)]
            whole.divisions[key] = divide(self.tape.device, whole, rest) if chosen and rest else None
        return whole.divisions[key]

    def begin_with(self, tail: "Division", entries: list[Entry]) -> dict[int, tuple[int, Value]]:
        """Record the tail of another epoch here; return its outputs by their number there, with that here."""
        part, last = tail.second, entries[-1]
        slots, outs = [v for e in entries for v in e.slots], [v for e in entries for v in e.outs]
        floats = tuple([last.floats[i] for i in part.floats])
        ints = tuple([last.ints[i] for i in part.ints])
        done = START
        for number, node in enumerate(part.nodes):
            mine = entries[part.chosen[number]].outs
            named = max([-r for r in reads(node) if r < 0], default=0)
            fresh = tuple([slots[-1 - r] if r < 0 else outs[r] for r in part.slots[done.slot_count : named]])
            done = Entry(
                node,
                mine,
                fresh,
                floats,
                ints,
                number + 1,
                done.out_count + len(mine),
                done.slot_count + len(fresh),
                tail.second_structure.nbytes[number],
                tail.second_structure.sources[number],
            )
            self.entries[number] = done
        self.last = done
        track = TRACKS.get((self.tape.device.number, part.nodes[0]))
        if track is not None and track.begins_with(tail.second_structure):
            self.track = self.followed = track
        return {old: (new, outs[old]) for new, old in enumerate(part.outs)}

    # --- running ----------------------------------------------------------------------------------------------------

    def settle(self, reason: str) -> None:
        """Return when everything recorded in this epoch has run.

        Whoever is interrupted here, by an exception of their own, leaves the jobs as they are for the next one.
        """
        if self.finished:
            return
        self.close()
        if program.runs_in_this_thread(self):
            return
        with self._lock:
            if self.finished:
                return
            if self._jobs is None:
                jobs = self._make_jobs(reason)
                if self._jobs is None:  # else a signal handler, in the middle of this, has settled the epoch
                    self._jobs = jobs
                self._whole = None
                del jobs
            while self._jobs:
                job = self._jobs[0]
                program.run(job, self)
                if self._jobs and self._jobs[0] is job:  # else whoever interrupted this has run it
                    del self._jobs[0]
                del job
            self.finished = True

    def moved(self, index: int) -> Position:
        """Where an output is that was not computed here: it went on to the next epoch."""
        found = self._moved.get(index)
        if found is None:
            raise MXNetError("this array is being computed by the code that was interrupted; read it afterwards")
        return found

    def _make_jobs(self, reason: str) -> list[Job]:
        """What is to run, as one job, or as two where something does not belong to the iteration."""
        whole = self._whole
        if whole is None:
            entries = self.entries
            if type(entries) is _Closed:
                return []
            count = max(entries)
            if count == 0:
                return []
            whole = self._make_whole([entries[i] for i in range(count)], reason)
            if type(self.entries) is _Closed:
                return []
            self._whole = whole
            # From here on the job alone keeps the values: who else does is counted.
            self.last, self.numbered = START, {}
            self.entries = _Closed(entries[count])
            del entries
        return program.parts(whole, self.recorded_from, self.written)

    def _make_whole(self, entries: list[Entry], reason: str) -> Job:
        last, structure = entries[-1], self._structure(entries)
        structure.cut_by_bound = reason in cuts.BOUNDS
        slots, outs = [v for e in entries for v in e.slots], [v for e in entries for v in e.outs]
        whole = Job(self.tape.device, structure, slots, (last.floats, last.ints), outs, reason)
        if self._tail is not None:
            whole = part_of(whole, self._tail.first, self._tail.first_structure)
        whole.checks = self.checks
        return whole

    def _structure(self, entries: list[Entry]) -> Structure:
        """The structure of a tape: the one it followed to the end, or one found by content."""
        track, last = self.track, entries[-1]
        numbers = len(last.floats), len(last.ints)
        device = self.tape.device
        if track is not None and (track.length, len(track.avals), track.numbers) == (
            len(entries),
            last.slot_count,
            numbers,
        ):
            return track
        known = None if self.followed is None else self.followed.sources
        found = structure_of(
            device,
            [e.node for e in entries],
            [v.aval for e in entries for v in e.slots],
            numbers,
            [tuple([v.aval for v in e.outs]) for e in entries],
            [known[i] if e.source is None and known is not None else e.source for i, e in enumerate(entries)],
        )
        if not settings.naive:
            TRACKS[device.number, found.nodes[0]] = found
        return found
