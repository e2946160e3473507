"""The tape: operations in program order, one tape for each device and thread, run whole when somebody looks.

Recording is a transaction. A signal handler, a ``__del__`` run by the garbage collector, or another thread may
interrupt Python between any two instructions, compute with arrays, and flush this very tape. So a node is built first,
from one reading of the tape's state, and committed by one ``dict.setdefault``, which nothing can interrupt: if somebody
else has committed meanwhile, or has closed the tape, the node is built again. No lock is held while recording.
"""

import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from mxnet._lazy import cuts
from mxnet._lazy.call import Call, Number, keep
from mxnet._lazy.cuts import Event, Summary
from mxnet._lazy.draft import Draft, NotHere, expected_numbers
from mxnet._lazy.draft import WrongDevice as WrongDevice
from mxnet._lazy.epoch import Epoch
from mxnet._lazy.gradient import Leaf, Origin, Recorded, describe, recorded
from mxnet._lazy.settings import settings
from mxnet._lazy.source import Source, user_source
from mxnet._lazy.structure import (
    START,
    TRACKS,
    Check,
    Entry,
    Node,
)
from mxnet._lazy.value import Aval, Value
from mxnet._lazy.watch import watch

if TYPE_CHECKING:
    from mxnet._lazy.device import Device

TAPES: "weakref.WeakSet[Tape]" = weakref.WeakSet()

_allocate = object.__new__
_new_tuple = tuple.__new__


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

        The short way: the node is the one that the structure followed expects. Everything else goes the long way.
        """
        if parents is not None and call.heavy:
            return self._apply_keeping(call, values, numbers, parents)
        epoch = self.epoch
        track, last = epoch.track, epoch.last
        _, _, _, floats, ints, index, first, slot_count, _, _ = last
        if track is None or index >= track.length:
            return self._apply(call, values, numbers, parents)
        fresh: tuple[Value, ...] = ()
        refs = []
        for value in values:
            place, ref = value.position
            if place is not epoch:
                ref = -1 - slot_count - len(fresh)
                if not self._is_slot(value, track.avals, -1 - ref) or value in fresh:
                    return self._apply(call, values, numbers, parents)
                fresh = (*fresh, value)
            refs.append(ref)
        known = track.nodes[index]
        if numbers:
            named = expected_numbers(known, numbers, refs, floats, ints)
            if named is None:
                return self._apply(call, values, numbers, parents)
            floats, ints = named
        if known != (call, tuple(refs)):
            return self._apply(call, values, numbers, parents)
        avals, device, results = track.outputs[index], self.device, []
        for aval in avals:
            value = _allocate(Value)
            value.aval, value.device, value.data, value.mark = aval, device, None, None
            value.position = (epoch, first)
            first += 1
            results.append(value)
        outs, slots = tuple(results), slot_count + len(fresh) if fresh else slot_count
        made = (known, outs, fresh, floats, ints, index + 1, first, slots, track.nbytes[index], None)
        entry = _new_tuple(Entry, made)
        if epoch.entries.setdefault(index, entry) is not entry:
            epoch.catch_up()
            return self.apply(call, values, numbers, parents)
        epoch.last = entry
        for slot, value in enumerate(fresh, slot_count) if fresh else ():
            value.position = (epoch, -1 - slot)
        record = None
        if parents is not None:
            if not epoch.records:
                self._note_recording(epoch)
            record = recorded(call, values, numbers, parents, known, epoch, avals)  # type: ignore[arg-type]
        if index + 1 == track.length and track.cut_by_bound:
            self._end(epoch, "nodes")
        elif index + 1 >= epoch.limit:
            self._check_bounds(epoch)
        return outs, record

    def _is_slot(self, value: Value, avals: Sequence[Aval], slot: int) -> bool:
        """Whether a value that this tape has not seen can be the slot that the structure followed has next."""
        mark = value.mark
        sound = mark is None or (mark.error is None and not mark.checks)
        fits = slot < len(avals) and avals[slot] is value.aval
        return fits and sound and value.data is not None and value.device is self.device

    def _apply(
        self, call: Call, values: Sequence[Value], numbers: Sequence[Number], parents: Sequence[Origin] | None
    ) -> tuple[Sequence[Value], Recorded | None]:
        while True:
            epoch = self.epoch
            draft = Draft(epoch, epoch.last)
            try:
                refs = [draft.ref(value) for value in values]
            except NotHere as missing:
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
            named = None
            if fits and numbers:
                named = expected_numbers(known, numbers, refs, last.floats, last.ints)  # type: ignore[arg-type]
            if fits and (not numbers or named is not None) and known == (call, tuple(refs)):
                if named is not None:
                    draft.floats, draft.ints = list(named[0][len(last.floats) :]), list(named[1][len(last.ints) :])
                return known, track.outputs[index], track.nbytes[index], None  # type: ignore[return-value]
            del refs[len(values) :]
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

    def expect(self, facts: Value, guarded: Sequence[Value], judge: Callable[[np.ndarray], Exception | None]) -> None:
        """Let these values, and what is computed from them, carry the error that ``judge`` finds in the facts."""
        epoch = self.epoch
        if all(v.position[0] is epoch and v.data is None for v in (facts, *guarded)):
            check = Check(facts.position[1], tuple([v.position[1] for v in guarded]), judge)
            epoch.checks = (*epoch.checks, check)
            return
        error = judge(np.asarray(facts.read("indices are checked")))
        for value in guarded if error is not None else ():
            value.settle("indices are checked")
            value.fail(error)  # type: ignore[arg-type]

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
            except NotHere as missing:  # part of the graph waits on another tape
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
