"""The tape: operations in program order, one tape for each device and thread, run whole when a value is read.

Recording is a transaction. A signal handler, a ``__del__`` run by the garbage collector, or another thread may
interrupt Python between any two instructions, compute with arrays, and flush this very tape. So an epoch consists
of tables that only grow, each by one ``dict.setdefault``, which nothing can interrupt. A node is built first and
committed last, under the number that it was built for. If that number is taken by then, by another node or by the end
of the tape, the node is built again. No lock is held while recording.
"""

import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from mxnet._calls.call import Call, Number, keep
from mxnet._host.settings import settings
from mxnet._lazy import cuts
from mxnet._lazy.cuts import Event, Summary
from mxnet._lazy.epoch import Epoch, JobRunner, Unavailable
from mxnet._lazy.epoch import WrongDevice as WrongDevice
from mxnet._lazy.gradient import Leaf, Origin, Recorded, gradient_node, recorded
from mxnet._lazy.source import Source, user_source
from mxnet._lazy.structure import TRACKS, Check, Node, Structure
from mxnet._lazy.value import Device, Value

TAPES: "weakref.WeakSet[Tape]" = weakref.WeakSet()

FindError = Callable[[np.ndarray], Exception | None]
_allocate = object.__new__


class Tape:
    """The operations of a thread on a device that have not run yet."""

    def __init__(self, device: Device, runner: JobRunner) -> None:
        self.device, self.runner = device, runner
        self.cut_source: Source = None  # the line at which a tape ended for its length
        self.apply_settings()
        self.epoch = Epoch(self)
        TAPES.add(self)

    def apply_settings(self) -> None:
        """Take the bounds from the settings."""
        self.node_bound = 1 if settings.naive else settings.nodes
        self.is_bulk = False
        self.byte_bound = settings.bytes

    # --- recording --------------------------------------------------------------------------------------------------

    def apply(
        self,
        call: Call,
        values: Sequence[Value],
        numbers: Sequence[Number] = (),
        parents: Sequence[Origin] | None = None,
    ) -> tuple[Sequence[Value], Recorded | None]:
        """Append a node; return its values, and its autograd record when ``parents`` say where the inputs came from.

        The short way: the node is the next one of the track. All other nodes go the long way, ``_apply``.
        """
        if parents is not None and call.heavy:
            return self._apply_keeping(call, values, numbers, parents)
        epoch = self.epoch
        entries = epoch.entries
        index = len(entries)  # before ``closed`` is looked at: see ``Epoch``
        track = epoch.track
        if track is None or epoch.off_track or epoch.closed or track.calls[index] is not call:
            return self._apply(call, values, numbers, parents)
        expected = track.refs[index]
        at = 0
        for value in values:
            place, ref = value.position
            if place is not epoch:
                ref = expected[at]
                if ref >= 0 or track.avals[-1 - ref] is not value.aval or epoch.slot(value) != ref:
                    return self._apply(call, values, numbers, parents)
            elif ref != expected[at]:
                return self._apply(call, values, numbers, parents)
            at += 1
        if numbers and not epoch.match_numbers(numbers, expected, at):
            return self._apply(call, values, numbers, parents)
        avals, first, device = track.outputs[index], track.firsts[index], self.device
        if len(avals) == 1:
            value = _allocate(Value)  # a third of what ``__init__`` costs
            value.aval = avals[0]
            value.device = device
            value.position = (epoch, first)
            value.data = value.mark = None
            outs: tuple[Value, ...] = (value,)
        else:
            outs = tuple([Value(aval, device, (epoch, number)) for number, aval in enumerate(avals, first)])
        node = track.nodes[index]
        entry = (node, outs, first + len(avals), track.nbytes[index], None)
        if entries.setdefault(index, entry) is not entry:
            return self.apply(call, values, numbers, parents)
        record = None
        if parents is not None:
            if not epoch.has_recorded:
                self._note_recording(epoch)
            record = recorded(call, values, numbers, parents, node, epoch, avals)  # type: ignore[arg-type]
        index += 1
        if index == track.length and track.cut_by_bound:
            self._end(epoch, "nodes")
        elif index >= epoch.node_bound:
            self._check_bounds(epoch)
        return outs, record

    def _apply(
        self, call: Call, values: Sequence[Value], numbers: Sequence[Number], parents: Sequence[Origin] | None
    ) -> tuple[Sequence[Value], Recorded | None]:
        """The long way: the first node of a tape, or one that the track does not have there."""
        inputs = tuple([v.aval for v in values])
        known = call.inferred.get(inputs)
        avals, nbytes = known if known is not None else call.infer(inputs, numbers)
        while True:
            epoch = self.epoch
            end = epoch.end()
            if end is None:
                epoch.close()
                continue
            index, slots, source = end[1], len(epoch.slots), None
            epoch.leave_track()
            try:
                refs = [epoch.ref(value) for value in values]
            except Unavailable as missing:
                if not _computed(missing.value):
                    return self._failed(call, values, numbers, missing.value), None
                continue
            if index:
                source = user_source(3)
            if numbers:
                refs += epoch.name_numbers(numbers, call, source)
            node = Node(call, tuple(refs))
            track = self._track(epoch, node) if index == 0 else None
            if track is None and index == 0:
                source = user_source(3)
            fresh = sum([aval.nbytes for aval in epoch.avals_from(slots)])
            outs = epoch.commit(end, node, avals, nbytes + fresh, source)
            if outs is None:
                continue
            if track is not None:
                epoch.track = track
            record = None
            if parents is not None:
                self._note_recording(epoch)
                record = recorded(call, values, numbers, parents, node, epoch, avals)
            if index + 1 >= epoch.node_bound or end[3] + nbytes + fresh > self.byte_bound:
                self._check_bounds(epoch)
            elif track is not None and track.length == 1 and track.cut_by_bound:
                self._end(epoch, "nodes")
            return outs, record

    def _track(self, epoch: Epoch, node: Node) -> Structure | None:
        """The structure to follow: the one that ran last among those that begin as this tape does."""
        track: Structure | None = None if settings.naive else TRACKS.get((self.device.number, node))
        slots = tuple([v.aval for v in list(epoch.slots.values())])
        return track if track is not None and track.avals[: len(slots)] == slots else None

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
        epoch = self.epoch
        positions = [v.position for v in leaves]
        node = Node(kept, tuple([p[1] for p in positions])) if {p[0] for p in positions} <= {epoch} else None
        return outputs, recorded(call, values, numbers, parents, node, epoch, kept.outputs, leaves)

    def _note_recording(self, epoch: Epoch) -> None:
        epoch.has_recorded = True
        self._raise_bound(epoch)

    def _raise_bound(self, epoch: Epoch) -> None:
        """Let a tape that autograd records grow longer: it is to be the whole iteration."""
        if not self.is_bulk and not settings.naive:
            epoch.node_bound = cuts.RECORDED_FACTOR * self.node_bound

    def note_write(self, value: Value) -> None:
        """Note that an array with a gradient was set to this value."""
        epoch = self.epoch
        if value.position[0] is epoch and value.data is None:
            epoch.written.append(value.position[1])

    def reuse(self, old: Value, new: Value) -> None:
        """Let the program that computes a new value have the memory of the one it replaces."""
        epoch = self.epoch
        if old.position[0] is not epoch and new.position[0] is epoch and old.aval is new.aval and new.data is None:
            epoch.slot(old)

    def add_check(self, observed: Value, guarded: Sequence[Value], find_error: FindError) -> None:
        """Let ``guarded``, and what is computed from it, carry the error that ``find_error`` finds in ``observed``."""
        epoch = self.epoch
        if all(v.position[0] is epoch and v.data is None for v in (observed, *guarded)):
            check = Check(observed.position[1], tuple([v.position[1] for v in guarded]), find_error)
            epoch.checks = (*epoch.checks, check)
            return
        error = find_error(np.asarray(observed.read("indices are checked")))
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
        """Append the gradient of the heads, given the nodes that they come from; return it for each leaf."""
        gradients = self._append_gradient(order, heads, values, cotangents)
        if not retain:
            for node in order:
                node.release()
        if len(self.epoch.entries) >= self.epoch.node_bound:
            self._check_bounds(self.epoch)
        return gradients

    def _append_gradient(
        self,
        order: Sequence[Recorded],
        heads: Sequence[Origin],
        values: Sequence[Value],
        cotangents: Sequence[Value | None],
    ) -> list[tuple[Leaf, Value]]:
        while True:
            epoch = self.epoch
            end = epoch.end()
            if end is None:
                epoch.close()
                continue
            slots = len(epoch.slots)
            try:
                node, leaves = gradient_node(epoch, order, heads, values, cotangents)
            except Unavailable as missing:  # part of the graph waits on another tape
                missing.value.read("a gradient needs it")
                continue
            if not leaves:
                return []
            source = None if epoch.follows(node, end[1], slots) else user_source(3)
            outs = epoch.commit(end, node, node.avals, sum([a.nbytes for a in node.avals]), source)
            if outs is not None:
                epoch.has_gradient = True
                return list(zip(leaves, outs, strict=True))

    # --- cuts -------------------------------------------------------------------------------------------------------

    def emit(self, event: Event, graph_nodes: int = 0, executor: object = None) -> None:
        """Report an event; ``graph_nodes`` is the size of a graph that is about to be called, by ``executor``."""
        epoch = self.epoch
        if epoch.closed:
            epoch.close()
            epoch = self.epoch
        count = len(epoch.entries)
        if event is Event.METRIC_STARTED:
            epoch.only_metrics = count == epoch.metrics_until
            return
        reason = cuts.decide(event, self._summary(epoch, None, executor)) if count else None
        if reason is not None:
            self._end(epoch, reason, event)
            epoch = self.epoch
        elif event is Event.METRIC_UPDATED:
            epoch.metrics_until = count
        elif event in cuts.RECORDING_STARTS and epoch.recorded_from is None and not epoch.has_recorded:
            epoch.recorded_from = count
            if event is Event.RECORD_ENTERED:  # what comes first may need no gradient: the slices of a sequence
                self._raise_bound(epoch)
        if graph_nodes:
            epoch.graph_nodes += graph_nodes
            epoch.executors = (*epoch.executors, id(executor))

    def _summary(self, epoch: Epoch, source: Source, executor: object = None) -> Summary:
        end = epoch.end()
        _, count, _, nbytes = ({}, 0, 0, 0) if end is None else end
        # By position, in the order of the fields: names would cost more than the rules do.
        return Summary(
            count,
            nbytes,
            epoch.graph_nodes,
            epoch.node_bound,
            self.byte_bound,
            epoch.has_recorded,
            epoch.has_gradient,
            source is not None and source == self.cut_source,
            self.is_bulk,
            settings.naive,
            id(executor) in epoch.executors,
            epoch.only_metrics,
        )

    def _check_bounds(self, epoch: Epoch) -> None:
        """End a tape that has reached one of its bounds."""
        source = user_source(4)
        summary = self._summary(epoch, source)
        reason = cuts.decide(Event.BOUND_REACHED, summary)
        if reason is not None:
            if not summary.repeats_cut:
                self.cut_source = source
            self._end(epoch, reason)

    def _end(self, epoch: Epoch, reason: str, event: Event | None = None) -> None:
        (epoch if epoch.gang is None else epoch.gang).close(event)
        epoch.settle(reason)

    def flush(self, reason: str) -> None:
        """Run everything recorded so far."""
        epoch = self.epoch
        if epoch.entries:
            epoch.settle(reason)

    def set_bulk(self, size: int) -> None:
        """Set how many operations a tape may have (``mx.engine.bulk``)."""
        self.emit(Event.SETTINGS_CHANGED)
        self.node_bound = self.epoch.node_bound = max(size, 1)
        self.is_bulk = self.node_bound != settings.nodes


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


@contextmanager
def changed(**values: Any) -> Iterator[None]:
    """A scope in which every tape has other settings (see ``Settings``)."""
    before = {name: getattr(settings, name) for name in values}
    try:
        change(**values)
        yield
    finally:
        change(**before)


def change(**values: Any) -> None:
    """Change the settings of every tape: after ``change(naive=True)`` each operation runs at once and alone."""
    flush_all("settings changed")
    for name, value in values.items():
        setattr(settings, name, value)
    for tape in list(TAPES):
        tape.apply_settings()
        tape.epoch.node_bound = tape.node_bound
