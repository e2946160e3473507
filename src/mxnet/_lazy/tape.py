"""The tape: operations in program order, one tape for each device and thread, run whole when somebody looks.

Recording is a transaction. A signal handler, a ``__del__`` run by the garbage collector, or another thread may
interrupt Python between any two instructions, compute with arrays, and flush this very tape. So a node is built first,
from one reading of the tape's state, and committed by one ``dict.setdefault``, which nothing can interrupt: if somebody
else has committed meanwhile, or has closed the tape, the node is built again. No lock is held while recording.
"""

import threading
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import copysign
from typing import TYPE_CHECKING, Any

from mxnet._lazy import cuts, program
from mxnet._lazy.call import Call, Number, keep
from mxnet._lazy.cuts import Event, Summary
from mxnet._lazy.gradient import Leaf, Origin, Recorded, describe, recorded
from mxnet._lazy.settings import settings
from mxnet._lazy.source import Source, user_source
from mxnet._lazy.structure import (
    FLOAT,
    INT,
    START,
    TRACKS,
    AnyNode,
    Check,
    Division,
    Entry,
    Gradient,
    Job,
    Node,
    Structure,
    divide,
    part_of,
    reads,
    structure_of,
)
from mxnet._lazy.value import Aval, Position, Value
from mxnet._lazy.watch import watch
from mxnet.error import MXNetError

if TYPE_CHECKING:
    from mxnet._lazy.device import Device

TAPES: "weakref.WeakSet[Tape]" = weakref.WeakSet()

_allocate = object.__new__
_new_tuple = tuple.__new__


class _NotHere(Exception):
    """A value that another epoch has yet to compute, or that failed."""

    def __init__(self, value: Value) -> None:
        self.value = value


class WrongDevice(MXNetError):
    """An array is not where the operation is."""


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

    __slots__ = (
        "_jobs", "_lock", "_moved", "_tail", "_whole", "checks", "entries", "finished", "followed", "graph_nodes",
        "has_gradient", "last", "limit", "metrics_until", "numbered", "only_metrics", "owners", "recorded_from",
        "records", "tape", "track", "written",
    )  # fmt: skip

    def __init__(self, tape: "Tape") -> None:
        self.tape = tape
        self.entries: dict[int, Any] = {}  # Entry, or Epoch for the successor
        self.last: Entry = START
        self.track: Structure | None = None  # the structure that the nodes so far are those of
        self.followed: Structure | None = None  # the one that they were those of at first
        self.numbered: dict[Any, int] = {}  # floats by identity (entries keep them alive) and by use
        self.limit = tape.bulk
        self.graph_nodes = self.metrics_until = 0
        self.owners: tuple[int, ...] = ()
        self.only_metrics = False
        self.records = self.has_gradient = self.finished = False
        self.recorded_from: int | None = None
        self.written: tuple[int, ...] = ()
        self.checks: tuple[Check, ...] = ()
        self._tail: Division | None = None
        self._moved: dict[int, Position] = {}
        self._whole: Job | None = None
        self._jobs: list[Job] | None = None
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
            self._tail = tail
            if self.entries.setdefault(count, successor) is successor:
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
                self._jobs = self._make_jobs(reason)
                self._whole = None
            while self._jobs:
                job = self._jobs[0]
                program.run(job, self)
                if self._jobs and self._jobs[0] is job:  # else whoever interrupted this has run it
                    del self._jobs[0]
            self.finished = True

    def moved(self, index: int) -> Position:
        """Where an output is that was not computed here: it went on to the next epoch."""
        found = self._moved.get(index)
        if found is None:
            raise MXNetError("this array is being computed by the code that was interrupted; read it afterwards")
        return found

    def _make_jobs(self, reason: str) -> list[Job]:
        """What is to run, as one job, or as two where something does not belong to the iteration."""
        if self._whole is None:
            if type(self.entries) is _Closed:
                return []
            count = max(self.entries)
            if count == 0:
                return []
            self._whole = self._make_whole(count, reason)
            # From here on the job alone keeps the values: who else does is counted.
            self.last, self.numbered = START, {}
            self.entries = _Closed(self.entries[count])
        return program.parts(self._whole, self.recorded_from, self.written)

    def _make_whole(self, count: int, reason: str) -> Job:
        entries = self._take(count)
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


class Draft:
    """A node being built: what it names anew, on top of one reading of the epoch's state."""

    __slots__ = ("epoch", "floats", "ints", "last", "slots", "uses")

    def __init__(self, epoch: Epoch, last: Entry) -> None:
        self.epoch, self.last = epoch, last
        self.slots: list[Value] = []
        self.floats: list[float] = []
        self.ints: list[int] = []
        self.uses: dict[Any, int] = {}

    def ref(self, value: Value) -> int:
        """What the node calls this value."""
        position = value.position
        if position[0] is self.epoch:
            return position[1]
        if value.data is None or (value.mark is not None and (value.mark.checks or value.mark.error is not None)):
            raise _NotHere(value)
        device = self.epoch.tape.device
        if value.device is not device:
            raise WrongDevice(f"an operation on {device} got an array on {value.device}")
        if value in self.slots:
            return -1 - self.last.slot_count - self.slots.index(value)
        self.slots.append(value)
        return -self.last.slot_count - len(self.slots)

    def numbers(self, numbers: Sequence[Number], call: object, source: Source, refs: list[int]) -> None:
        """Name numbers. They are inputs, never part of a program, so that a learning rate may change at every step.

        A float that is the same object, or that comes from the same line of the user's program with the same value, is
        one input: an update of every parameter by ``lr`` sends it once. (Not so integers: equal ones are often so by
        chance, and which of them coincide changes from step to step.)
        """
        known, count = self.epoch.numbered, len(self.last.floats)
        for index, number in enumerate(numbers):
            if type(number) is float:
                use = (source, call, index, number, copysign(1.0, number))
                at = known.get(id(number)) or known.get(use) or self.uses.get(use)
                if at is None:
                    at = FLOAT + count + len(self.floats)
                    self.floats.append(number)
                    self.uses[use] = self.uses[id(number)] = at
                refs.append(at)
            else:
                refs.append(INT + len(self.last.ints) + len(self.ints))
                self.ints.append(number)  # type: ignore[arg-type]

    def expected(self, expected: AnyNode, numbers: Sequence[Number], refs: list[int]) -> bool:
        """Name numbers as the structure followed does, if they allow it: one input there must have one value here."""
        count, at = len(refs), len(refs)
        if type(expected) is Gradient or len(expected.refs) != count + len(numbers):  # type: ignore[union-attr]
            return False
        floats, ints = list(self.last.floats), len(self.last.ints)
        for number in numbers:
            ref = expected.refs[at]  # type: ignore[union-attr]
            at += 1
            if type(number) is float:
                index = ref - FLOAT
                if index == len(floats):
                    floats.append(number)
                    self.floats.append(number)
                elif not (0 <= index < len(floats) and same_number(floats[index], number)):
                    break
            elif ref - INT == ints + len(self.ints):
                self.ints.append(number)  # type: ignore[arg-type]
            else:
                break
            refs.append(ref)
        else:
            return True
        del refs[count:]
        self.floats, self.ints = [], []
        return False

    def node_of(self, made: Recorded) -> Node:
        """The node that something recorded in an earlier epoch would be here; it is not run, only differentiated."""
        if made.kept is not None:
            return Node(keep(made.call, made.inputs, made.numbers), tuple([self.ref(v) for v in made.kept]))
        refs = [self.ref(v) for v in made.values or ()]
        self.numbers(made.numbers, made.call, None, refs)
        return Node(made.call, tuple(refs))

    def commit(self, node: AnyNode, avals: Sequence[Aval], nbytes: int, source: Source) -> tuple[Value, ...] | None:
        """Append the node in one step; return its outputs, or None if somebody else has appended one meanwhile."""
        epoch, last, device = self.epoch, self.last, self.epoch.tape.device
        first = last.out_count
        outs = tuple([Value(aval, device, (epoch, first + i)) for i, aval in enumerate(avals)])
        slots = tuple(self.slots)
        entry = Entry(
            node,
            outs,
            slots,
            last.floats + tuple(self.floats) if self.floats else last.floats,
            last.ints + tuple(self.ints) if self.ints else last.ints,
            last.node_count + 1,
            first + len(outs),
            last.slot_count + len(slots),
            nbytes,
            source,
        )
        if epoch.entries.setdefault(last.node_count, entry) is not entry:
            epoch.catch_up()
            return None
        epoch.last = entry
        for index, value in enumerate(slots, last.slot_count):
            value.position = (epoch, -1 - index)
        if self.uses:
            epoch.numbered.update(self.uses)
        return outs


def same_number(one: float, other: float) -> bool:
    """Whether two floats are the same, zeros of different sign apart."""
    return one == other and (one != 0 or copysign(1.0, one) == copysign(1.0, other))


class Tape:
    """The operations of a thread on a device that have not run yet."""

    def __init__(self, device: "Device") -> None:
        self.device = device
        self.cut_source: Source = None  # the line at which a tape was ended for its length
        self.obey()
        self.epoch = Epoch(self)
        TAPES.add(self)

    def obey(self) -> None:
        """Take over the bounds from the settings."""
        self.bulk = 1 if settings.naive else settings.nodes
        self.is_bulk = False
        self.budget = settings.bytes

    # --- recording --------------------------------------------------------------------------------------------------

    def apply(
        self,
        call: Call,
        values: Sequence[Value],
        numbers: Sequence[Number] = (),
        parents: Sequence[Origin] | None = None,
    ) -> tuple[Sequence[Value], Recorded | None]:
        """Append a node; return its values, and its autograd record when ``parents`` say where the inputs came from.

        The short way: all values are on this tape or were slots of it, and the node is the one that the structure
        followed expects. Everything else goes the long way.
        """
        if parents is not None and call.heavy:
            return self._apply_keeping(call, values, numbers, parents)
        epoch = self.epoch
        last, track = epoch.last, epoch.track
        if track is None or numbers:
            return self._apply(call, values, numbers, parents)
        index = last.node_count
        refs = []
        for value in values:
            position = value.position
            if position[0] is not epoch:
                return self._apply(call, values, numbers, parents)
            refs.append(position[1])
        node = (call, tuple(refs))
        if index >= track.length or track.nodes[index] != node:
            return self._apply(call, values, numbers, parents)
        device, first, results = self.device, last.out_count, []
        for aval in track.outputs[index]:
            value = _allocate(Value)
            value.aval, value.device, value.data, value.mark = aval, device, None, None
            value.position = (epoch, first)
            first += 1
            results.append(value)
        _, _, _, floats, ints, _, _, slot_count, _, _ = last
        known = track.nodes[index]
        entry = _new_tuple(
            Entry,
            (known, tuple(results), (), floats, ints, index + 1, first, slot_count, track.nbytes[index], None),
        )
        if epoch.entries.setdefault(index, entry) is not entry:
            epoch.catch_up()
            return self.apply(call, values, numbers, parents)
        epoch.last = entry
        record = None
        if parents is not None:
            self._note_recording(epoch)
            record = recorded(call, values, numbers, parents, known, epoch, track.outputs[index])  # type: ignore[arg-type]
        if index + 1 == track.length and track.cut_by_bound:
            self._end(epoch, "nodes")
        elif index + 1 >= epoch.limit:
            self._check_bounds(epoch)
        return results, record

    def _apply(
        self, call: Call, values: Sequence[Value], numbers: Sequence[Number], parents: Sequence[Origin] | None
    ) -> tuple[Sequence[Value], Recorded | None]:
        while True:
            epoch = self.epoch
            draft = Draft(epoch, epoch.last)
            try:
                refs = [draft.ref(value) for value in values]
            except _NotHere as missing:
                if not _computed(missing.value):
                    return self._failed(call, values, numbers, missing.value), None
                continue
            node, avals, nbytes, source = self._name(draft, call, values, numbers, refs)
            outs = draft.commit(node, avals, nbytes, source)
            if outs is None:
                continue
            record = None
            if parents is not None:
                self._note_recording(epoch)
                record = recorded(call, values, numbers, parents, node, epoch, tuple(avals))
            count, track = draft.last.node_count + 1, epoch.track
            if track is not None and track.cut_by_bound and count == track.length:
                self._end(epoch, "nodes")
            elif count >= epoch.limit or nbytes > self.budget:
                self._check_bounds(epoch)
            return outs, record

    def _name(
        self, draft: Draft, call: Call, values: Sequence[Value], numbers: Sequence[Number], refs: list[int]
    ) -> tuple[Node, Sequence[Aval], int, Source]:
        """The node as the structure followed has it, or as a new one; with its avals, bytes so far and line."""
        epoch, last = draft.epoch, draft.last
        index, track = last.node_count, epoch.track
        if track is not None:
            known = track.nodes[index] if index < track.length else None
            slots = track.avals[last.slot_count : last.slot_count + len(draft.slots)]
            fits = known is not None and slots == tuple([v.aval for v in draft.slots])
            if fits and (not numbers or draft.expected(known, numbers, refs)) and known == (call, tuple(refs)):  # type: ignore[arg-type]
                return known, track.outputs[index], track.nbytes[index], None  # type: ignore[return-value]
            del refs[len(values) :]
            draft.floats, draft.ints = [], []
            epoch.track = None
        source = user_source(4)
        draft.numbers(numbers, call, source, refs)
        node = Node(call, tuple(refs))
        if index == 0 and not settings.naive:
            track = TRACKS.get((self.device.number, node))
            if track is not None and track.avals[: len(draft.slots)] == tuple([v.aval for v in draft.slots]):
                epoch.track = epoch.followed = track
                return node, track.outputs[0], track.nbytes[0], None
        given = tuple([v.aval for v in values])
        known_avals = call.inferred.get(given)
        if known_avals is None:
            known_avals = call.infer(given, numbers)
        nbytes = last.nbytes + known_avals[1] + sum([v.aval.nbytes for v in draft.slots])
        return node, known_avals[0], nbytes, source

    def _failed(self, call: Call, values: Sequence[Value], numbers: Sequence[Number], cause: Value) -> Sequence[Value]:
        """Outputs that carry the error of an input."""
        known, _ = call.infer(tuple([v.aval for v in values]), numbers)
        outputs = [Value(aval, self.device) for aval in known]
        for output in outputs:
            output.fail(cause.error)  # type: ignore[arg-type]
        return outputs

    def _apply_keeping(
        self, call: Call, values: Sequence[Value], numbers: Sequence[Number], parents: Sequence[Origin]
    ) -> tuple[Sequence[Value], Recorded | None]:
        """Append a heavy node in the form that keeps what its gradient needs."""
        kept = keep(call, tuple([v.aval for v in values]), numbers)
        self._note_recording(self.epoch)
        results, _ = self.apply(kept.forward, values, numbers)
        outputs, leaves = kept.split(values, results)
        if outputs and outputs[0].error is not None:
            return outputs, None
        positions = [v.position for v in leaves]
        epoch = self.epoch
        here = all(p[0] is epoch for p in positions)
        node = Node(kept, tuple([p[1] for p in positions])) if here else None
        return outputs, recorded(call, values, numbers, parents, node, epoch, kept.outputs, leaves)

    def _note_recording(self, epoch: Epoch) -> None:
        """Let a tape that autograd knows of grow longer: it is to be the whole iteration."""
        epoch.records = True
        if not self.is_bulk and not settings.naive:
            epoch.limit = cuts.RECORDED_FACTOR * self.bulk

    def note_write(self, value: Value) -> None:
        """An array with a gradient was set to this value."""
        epoch = self.epoch
        if value.position[0] is epoch and value.data is None:
            epoch.written = (*epoch.written, value.position[1])

    def expect(self, flag: Value, guarded: Sequence[Value], error: Callable[[], Exception]) -> None:
        """Let these values, and what is computed from them, carry an error if the flag turns out to be true."""
        epoch = self.epoch
        if all(v.position[0] is epoch and v.data is None for v in (flag, *guarded)):
            check = Check(flag.position[1], tuple([v.position[1] for v in guarded]), error)
            epoch.checks = (*epoch.checks, check)
        elif flag.read("an index is checked").any():
            for value in guarded:
                value.fail(error())

    # --- gradients --------------------------------------------------------------------------------------------------

    def backward(
        self,
        order: Sequence[Recorded],
        heads: Sequence[Origin],
        values: Sequence[Value],
        cotangents: Sequence[Value | None],
        retain: bool,
    ) -> list[tuple[Leaf, Value]]:
        """Append the gradient of the heads, given the nodes behind them; return it for each leaf there."""
        if watch.on:
            watch.begin_gradient(order)
        found = self._append_gradient(order, heads, values, cotangents)
        if not retain:
            for node in order:
                node.release()
        if self.epoch.last.node_count >= self.epoch.limit:
            self._check_bounds(self.epoch)
        return found

    def _append_gradient(
        self,
        order: Sequence[Recorded],
        heads: Sequence[Origin],
        values: Sequence[Value],
        cotangents: Sequence[Value | None],
    ) -> list[tuple[Leaf, Value]]:
        while True:
            epoch = self.epoch
            draft = Draft(epoch, epoch.last)
            try:
                node, leaves = describe(draft, order, heads, values, cotangents)
            except _NotHere as missing:  # part of the graph waits on another tape
                missing.value.read("a gradient needs it")
                continue
            if not leaves:
                return []
            index, track, source = draft.last.node_count, epoch.track, None
            if track is None or index >= track.length or track.nodes[index] != node:
                epoch.track = None
                source = user_source(3)
            outs = draft.commit(node, node.avals, draft.last.nbytes + sum([a.nbytes for a in node.avals]), source)
            if outs is not None:
                epoch.has_gradient = True
                return list(zip(leaves, outs, strict=True))

    # --- cuts -------------------------------------------------------------------------------------------------------

    def emit(self, event: Event, graph_nodes: int = 0, owner: object = None) -> None:
        """Something happened; ``graph_nodes`` is the size of a graph that is about to be called, by an executor."""
        epoch = self.epoch
        count = epoch.last.node_count
        if event is Event.METRIC_STARTED:
            epoch.only_metrics = count == epoch.metrics_until
            return
        reason = cuts.decide(event, self._summary(epoch, None, owner)) if count else None
        if reason is not None:
            self._end(epoch, reason, event)
            epoch = self.epoch
        elif event is Event.METRIC_UPDATED:
            epoch.metrics_until = count
        elif event in cuts.RECORDINGS and epoch.recorded_from is None and not epoch.records:
            epoch.recorded_from = count
        if graph_nodes:
            epoch.graph_nodes += graph_nodes
            epoch.owners = (*epoch.owners, id(owner))

    def _summary(self, epoch: Epoch, source: Source, owner: object = None) -> Summary:
        last = epoch.last
        return Summary(
            nodes=last.node_count,
            nbytes=last.nbytes,
            graph_nodes=epoch.graph_nodes,
            node_bound=epoch.limit,
            byte_bound=self.budget,
            records=epoch.records,
            has_gradient=epoch.has_gradient,
            repeats_cut=source is not None and source == self.cut_source,
            bulk=self.is_bulk,
            naive=settings.naive,
            called_before=id(owner) in epoch.owners,
            only_metrics=epoch.only_metrics,
        )

    def _check_bounds(self, epoch: Epoch) -> None:
        """End a tape that has grown long."""
        source = user_source(4)
        summary = self._summary(epoch, source)
        reason = cuts.decide(Event.BOUND_REACHED, summary)
        if reason is not None:
            if not summary.repeats_cut:
                self.cut_source = source
            self._end(epoch, reason)

    def _end(self, epoch: Epoch, reason: str, event: Event | None = None) -> None:
        epoch.close(event)
        epoch.settle(reason)

    def flush(self, reason: str) -> None:
        """Run everything recorded so far."""
        epoch = self.epoch
        epoch.catch_up()
        if epoch.last is not START:
            epoch.settle(reason)

    def set_bulk(self, size: int) -> None:
        """Let at most so many operations wait."""
        self.emit(Event.SETTINGS_CHANGED)
        self.bulk = self.epoch.limit = max(size, 1)
        self.is_bulk = self.bulk != settings.nodes


def _computed(value: Value) -> bool:
    """Wait for a value that another epoch computes; false if it failed."""
    value.settle("another tape reads it")
    if value.error is None and value.mark is not None and value.mark.checks:
        value.verify()
    return value.error is None


def flush_all(reason: str) -> None:
    """Run every tape of every thread."""
    for tape in list(TAPES):
        tape.flush(reason)


def run_one_by_one(naive: bool) -> None:
    """Run every operation at once and alone from now on, or no longer."""
    _change({"naive": naive})


@contextmanager
def changed(**values: Any) -> Iterator[None]:
    """A scope in which every tape obeys other settings (see ``Settings``)."""
    before = {name: getattr(settings, name) for name in values}
    try:
        _change(values)
        yield
    finally:
        _change(before)


def _change(values: dict[str, Any]) -> None:
    flush_all("settings changed")
    for name, value in values.items():
        setattr(settings, name, value)
    for tape in list(TAPES):
        tape.obey()
        tape.epoch.limit = tape.bulk
