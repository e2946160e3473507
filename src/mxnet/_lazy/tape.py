"""The tape: operations in program order, one tape for each device and thread, run whole when somebody looks."""

import threading
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from weakref import ref as weak

from mxnet._lazy.settings import settings
from mxnet._lazy import program
from mxnet._lazy.call import Call, Number, keep
from mxnet._lazy.gradient import Leaf, Origin, Recorded, describe
from mxnet._lazy.location import Place, user_place
from mxnet._lazy.value import Aval, Value

if TYPE_CHECKING:
    from mxnet._lazy.device import Device

# A ref is what an entry reads: n >= 0 is output n of this tape, -1 - n its array input n, and beyond these bounds
# its numbers. Numbers are inputs, never part of a program, so that a learning rate may change at every step.
FLOAT = program.FLOAT
INT = program.INT

TAPES: "weakref.WeakSet[Tape]" = weakref.WeakSet()


class Epoch:
    """The life of a tape between two flushes. ``done`` is held by whoever runs it."""

    __slots__ = ("done", "tape")

    def __init__(self, tape: "Tape") -> None:
        self.tape = tape
        self.done = threading.RLock()

    def settle(self, reason: str) -> None:
        """Return when everything recorded in this epoch has run."""
        if self.tape.epoch is self:
            self.tape.flush(reason)
        with self.done:
            pass


class Tape:
    """Nodes not yet run. ``entries`` hold ``(call, ref, ...)``; ``outs`` sees values through weak references, so that
    one nobody can reach any more is not computed for its own sake."""

    def __init__(self, device: "Device") -> None:
        self.device = device
        self.lock = threading.RLock()
        self.obey()
        self.cut_place: Place = None
        self._begin()
        TAPES.add(self)

    def obey(self) -> None:
        """Take over the bounds from the settings."""
        self.limit = 1 if settings.naive else settings.nodes
        self.budget = settings.bytes

    def _begin(self) -> None:
        self.epoch = Epoch(self)
        self.entries: list[tuple[Any, ...]] = []
        self.places: list[Place] = []
        self.outs: list[weakref.ref[Value]] = []
        self.slots: list[Value] = []
        self.floats: list[float] = []
        self.ints: list[int] = []
        self.nbytes = 0
        self.has_gradient = False

    def ref(self, value: Value) -> int:
        """What an entry of this tape calls this value."""
        place = value.place
        if place[0] is self.epoch:
            return place[1]
        if value.data is None:
            value.read("another tape reads it")
        ref = -1 - len(self.slots)
        value.place = (self.epoch, ref)
        self.slots.append(value)
        self.nbytes += value.aval.nbytes
        return ref

    def _numbers(self, numbers: Sequence[Number], refs: list[int]) -> None:
        for number in numbers:
            if type(number) is float:
                refs.append(FLOAT + len(self.floats))
                self.floats.append(number)
            else:
                refs.append(INT + len(self.ints))
                self.ints.append(number)  # type: ignore[arg-type]

    def apply(
        self, call: Call, values: Sequence[Value], numbers: Sequence[Number] = (), parents: Sequence[Origin] | None = None
    ) -> tuple[list[Value], Recorded | None]:
        """Append a node; return its values, and its autograd record when ``parents`` say where the inputs came from."""
        avals = []
        for value in values:  # before the lock: two tapes reading each other must not wait for each other
            avals.append(value.aval)
            if value.data is None:
                if value.error is None and value.place[0] is not self.epoch:
                    value.place[0].settle("another tape reads it")
                if value.error is not None:
                    return self._failed(call, values, numbers, value.error), None
        given = tuple(avals)
        known = call.inferred.get(given)
        if known is None:
            known = call.infer(given, numbers)
        if parents is not None and call.heavy:
            return self._apply_keeping(call, values, numbers, parents, given)
        with self.lock:
            epoch = self.epoch
            refs: list[Any] = [call]
            for value in values:
                at = value.place
                refs.append(at[1] if at[0] is epoch else self.ref(value))
            if numbers:
                self._numbers(numbers, refs)
            entry = tuple(refs)
            place = user_place(3)
            self.entries.append(entry)
            self.places.append(place)
            outs, device, results = self.outs, self.device, []
            for aval in known[0]:
                value = Value(aval, device, (epoch, len(outs)))
                outs.append(weak(value))
                results.append(value)
            self.nbytes += known[1]
            record = None
            if parents is not None:
                record = Recorded(call, values, numbers, parents, entry, epoch, given, known[0])
            if len(self.entries) >= self.limit or self.nbytes > self.budget:
                self._bound(place)
            return results, record

    def _apply_keeping(
        self,
        call: Call,
        values: Sequence[Value],
        numbers: Sequence[Number],
        parents: Sequence[Origin],
        avals: tuple[Aval, ...],
    ) -> tuple[list[Value], Recorded]:
        """Append a heavy node in the form that keeps what its gradient needs."""
        kept = keep(call, avals, numbers)
        with self.lock:
            results, _ = self.apply(kept.forward, values, numbers)
            outputs, leaves = results[: len(kept.outputs)], results[len(kept.outputs) :]
            entry = (kept, *[self.ref(v) for v in leaves])
            record = Recorded(call, values, numbers, parents, entry, self.epoch, avals, kept.outputs, leaves)
        return outputs, record

    def _failed(
        self, call: Call, values: Sequence[Value], numbers: Sequence[Number], error: BaseException
    ) -> list[Value]:
        """The outputs of a call on something that failed: they fail alike."""
        known, _ = call.infer(tuple([v.aval for v in values]), numbers)
        outputs = [Value(aval, self.device) for aval in known]
        for output in outputs:
            output.fail(error)
        return outputs

    def _bound(self, place: Place) -> None:
        """Cut a tape that has grown long, at the line where it was cut before, so that a loop gives equal tapes."""
        if settings.naive:
            self.flush("NaiveEngine")
        elif self.nbytes > self.budget:
            self.flush("bytes")
        elif self.limit < settings.nodes:
            self.flush("bulk size")
        elif place == self.cut_place:
            self.flush("nodes")
        elif len(self.entries) >= 2 * self.limit:
            self.cut_place = place
            self.flush("nodes")

    def enter_again(self, node: Recorded) -> tuple[Any, ...]:
        """The entry a node of an earlier epoch would have on this tape; it is not run, only differentiated."""
        if node.kept is not None:
            return (keep(node.call, node.inputs, node.numbers), *[self.ref(v) for v in node.kept])
        refs: list[Any] = [node.call]
        refs.extend(self.ref(v) for v in node.values or ())
        self._numbers(node.numbers, refs)
        return tuple(refs)

    def backward(
        self,
        order: Sequence[Recorded],
        heads: Sequence[Origin],
        values: Sequence[Value],
        cotangents: Sequence[Value | None],
        retain: bool,
    ) -> list[tuple[Leaf, Value]]:
        """Append the gradient of the heads, given the nodes behind them; return it for each leaf there."""
        with self.lock:
            entry, leaves = describe(self, order, heads, values, cotangents)
            if not leaves:
                return []
            self.entries.append(entry)
            self.places.append(user_place(3))
            self.has_gradient = True
            results = [Value(aval, self.device, (self.epoch, len(self.outs) + i)) for i, aval in enumerate(entry[3])]
            self.outs.extend(weak(r) for r in results)
        if not retain:
            for node in order:
                node.release()
        if len(self.entries) >= self.limit:
            self.flush("nodes")
        return list(zip(leaves, results, strict=True))

    def flush(self, reason: str) -> None:
        """Run everything recorded so far as one program."""
        with self.lock:
            if not self.entries:
                return
            job = program.Job(
                self.device, self.entries, self.places, self.outs, self.slots, self.floats, self.ints, reason
            )
            epoch = self.epoch
            epoch.done.acquire()
            self._begin()
        try:
            program.run(job)
        finally:
            epoch.done.release()

    def cut(self, reason: str) -> None:
        """End an iteration: run the tape if it holds a gradient, so that every iteration is the same program."""
        if self.has_gradient:
            self.flush(reason)


def flush_all(reason: str) -> None:
    """Run every tape of every thread."""
    for tape in list(TAPES):
        tape.flush(reason)


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
