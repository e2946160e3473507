"""The tape: operations in program order, one tape for each device and thread, run whole when somebody looks."""

import math
import threading
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from mxnet._lazy import program
from mxnet._lazy.call import Call, Number, keep
from mxnet._lazy.gradient import Leaf, Origin, Recorded, describe, recorded
from mxnet._lazy.location import Place, in_same_round, user_place
from mxnet._lazy.refs import FLOAT, INT
from mxnet._lazy.settings import settings
from mxnet._lazy.value import Aval, Value
from mxnet._lazy.watch import watch
from mxnet.error import MXNetError

if TYPE_CHECKING:
    from mxnet._lazy.device import Device

TAPES: "weakref.WeakSet[Tape]" = weakref.WeakSet()

# A tape with recorded nodes may be so many times longer: forward, backward and update belong together.
RECORDING = 8

_allocate = object.__new__


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


class _Elsewhere(Exception):
    """A value that another tape has yet to compute, or that failed."""

    def __init__(self, value: Value) -> None:
        self.value = value


class WrongDevice(MXNetError):
    """An array is not where the operation is."""


class Tape:
    """Nodes not yet run: ``entries`` hold ``(call, ref, ...)``, ``outs`` the values they are to give.

    While the entries are those of a structure that ran before, the tape follows its ``track``: shapes and places in the
    user's program are known from there, and need no looking up. Off it, ``kinds`` and ``places`` collect them.
    """

    def __init__(self, device: "Device") -> None:
        self.device = device
        self.lock = threading.RLock()
        self.obey()
        self.cut_place: Place = None
        self._begin()
        TAPES.add(self)

    def obey(self) -> None:
        """Take over the bounds from the settings."""
        self.bulk = 1 if settings.naive else settings.nodes
        self.limit = self.bulk
        self.budget = settings.bytes

    def _begin(self) -> None:
        self.epoch = Epoch(self)
        self.entries: list[tuple[Any, ...]] = []
        self.outs: list[Value] = []
        self.slots: list[Value] = []
        self.floats: list[float] = []
        self.ints: list[int] = []
        self.numbered: dict[Any, int] = {}  # floats by identity (the list above keeps them alive) and by use
        self.track: program.Structure | None = None
        self.kinds: list[tuple[Aval, ...]] = []
        self.places: list[Place] = []
        self.nbytes = 0
        self.limit = self.bulk
        self.has_gradient = False

    # --- recording -------------------------------------------------------------------------------------------------

    def apply(
        self,
        call: Call,
        values: Sequence[Value],
        numbers: Sequence[Number] = (),
        parents: Sequence[Origin] | None = None,
    ) -> tuple[list[Value], Recorded | None]:
        """Append a node; return its values, and its autograd record when ``parents`` say where the inputs came from."""
        if parents is not None and call.heavy:
            return self._apply_keeping(call, values, numbers, parents)
        try:
            with self.lock:
                epoch = self.epoch
                refs: list[Any] = [call]
                for value in values:
                    place = value.place
                    refs.append(place[1] if place[0] is epoch else self.ref(value))
                if numbers and not self._foretold(numbers, refs):
                    self._numbers(numbers, refs)
                entry = tuple(refs)
                track, index = self.track, len(self.entries)
                if track is not None and index < track.length and track.entries[index] == entry:
                    avals = track.kinds[index]
                    ended = track.cut and index + 1 == track.length
                else:
                    ended = False
                    avals = self._leave_track(call, values, numbers, entry)
                self.entries.append(entry)
                outs, device, results = self.outs, self.device, []
                for aval in avals:
                    value = _allocate(Value)
                    value.aval, value.device, value.data, value.mark = aval, device, None, None
                    value.place = (epoch, len(outs))
                    outs.append(value)
                    results.append(value)
                record = None
                if parents is not None:
                    self._note_recording()
                    record = recorded(call, values, numbers, parents, entry, epoch, avals)
                if ended:
                    self.flush("nodes")
                elif index + 1 >= self.limit or self.nbytes > self.budget:
                    self._bound()
                return results, record
        except _Elsewhere as found:
            return self._apply_later(found.value, call, values, numbers, parents)

    def ref(self, value: Value) -> int:
        """What an entry of this tape calls this value."""
        place = value.place
        if place[0] is self.epoch:
            return place[1]
        if value.data is None:
            raise _Elsewhere(value)
        if value.device is not self.device:
            raise WrongDevice(f"an operation on {self.device} got an array on {value.device}")
        index = len(self.slots)
        track = self.track
        if track is not None and (index >= len(track.avals) or track.avals[index] is not value.aval):
            self._forget_track()
        value.place = (self.epoch, -1 - index)
        self.slots.append(value)
        self.nbytes += value.aval.nbytes
        return -1 - index

    def _foretold(self, numbers: Sequence[Number], refs: list[Any]) -> bool:
        """Name numbers as the track does, if they allow it: what is one input there must have one value here."""
        track, index = self.track, len(self.entries)
        if track is None or index >= track.length:
            return False
        expected = track.entries[index]
        floats, ints = self.floats, self.ints
        count, at = len(refs), len(refs)
        if len(expected) != count + len(numbers):
            return False
        before = len(floats), len(ints)
        for number in numbers:
            ref = expected[at]
            at += 1
            if type(number) is float:
                place = ref - FLOAT
                if place == len(floats):
                    floats.append(number)
                elif not (0 <= place < len(floats) and _is_same(floats[place], number)):
                    break
            elif ref - INT == len(ints):
                ints.append(number)  # type: ignore[arg-type]
            else:
                break
            refs.append(ref)
        else:
            return True
        del refs[count:], floats[before[0] :], ints[before[1] :]
        return False

    def _numbers(self, numbers: Sequence[Number], refs: list[Any]) -> None:
        """Numbers are inputs, never part of a program, so that a learning rate may change at every step.

        A float that is the same object, or that comes from the same place in the user's program with the same value, is
        one input: an update of every parameter by ``lr`` sends it once. (Not so integers: equal ones are often so by
        chance, and which of them coincide changes from step to step.)
        """
        place = user_place(3)
        for position, number in enumerate(numbers):
            if type(number) is float:
                use = (place, refs[0], position, number or repr(number))  # -0.0 is not 0.0
                at = self.numbered.get(id(number)) or self.numbered.get(use)
                if at is None:
                    at = FLOAT + len(self.floats)
                    self.floats.append(number)
                    self.numbered[id(number)] = self.numbered[use] = at
                refs.append(at)
            else:
                refs.append(INT + len(self.ints))
                self.ints.append(number)  # type: ignore[arg-type]

    def _leave_track(
        self, call: Call, values: Sequence[Value], numbers: Sequence[Number], entry: tuple[Any, ...]
    ) -> tuple[Aval, ...]:
        """The avals of a node that no track foretells; the first of a tape may find one to follow."""
        if not self.entries and not settings.naive:
            track = program.TRACKS.get((self.device.number, entry))
            if track is not None and track.avals[: len(self.slots)] == tuple([v.aval for v in self.slots]):
                self.track = track
                return track.kinds[0]
        self._forget_track()
        given = tuple([v.aval for v in values])
        known = call.inferred.get(given)
        if known is None:
            known = call.infer(given, numbers)
        self.kinds.append(known[0])
        self.places.append(user_place(3))
        self.nbytes += known[1]
        return known[0]

    def _forget_track(self) -> None:
        track, self.track = self.track, None
        if track is not None:
            count = len(self.entries)
            self.kinds = list(track.kinds[:count])
            self.places = list(track.places[:count])
            self.nbytes += sum([v.aval.nbytes for v in self.outs])

    def _apply_later(self, elsewhere: Value, call: Call, values: Sequence[Value], *rest: Any) -> Any:
        """Append a node that reads a value of another tape, once that is computed. Our lock is free meanwhile, since
        two tapes reading each other must not wait for each other."""
        if elsewhere.error is None:
            elsewhere.place[0].settle("another tape reads it")
        if elsewhere.error is None:
            return self.apply(call, values, *rest)
        known, _ = call.infer(tuple([v.aval for v in values]), rest[0])
        outputs = [Value(aval, self.device) for aval in known]
        for output in outputs:
            output.fail(elsewhere.error)
        return outputs, None

    def _apply_keeping(
        self, call: Call, values: Sequence[Value], numbers: Sequence[Number], parents: Sequence[Origin]
    ) -> tuple[list[Value], Recorded | None]:
        """Append a heavy node in the form that keeps what its gradient needs."""
        kept = keep(call, tuple([v.aval for v in values]), numbers)
        with self.lock:
            self._note_recording()
            results, _ = self.apply(kept.forward, values, numbers)
            outputs, leaves = kept.split(values, results)
            if outputs and outputs[0].error is not None:
                return outputs, None
            entry = (kept, *[self.ref(v) for v in leaves])
            return outputs, recorded(call, values, numbers, parents, entry, self.epoch, kept.outputs, leaves)

    def _note_recording(self) -> None:
        """Let a tape that autograd knows of grow longer: it is to be the whole iteration."""
        if self.bulk == settings.nodes:
            self.limit = RECORDING * self.bulk

    def _bound(self) -> None:
        """Cut a tape that has grown long, at the line where it was cut before, so that a loop gives equal tapes."""
        if settings.naive:
            self.flush("NaiveEngine")
        elif self.nbytes > self.budget:
            self.flush("bytes")
        elif self.bulk != settings.nodes:
            self.flush("bulk size")
        else:
            place = user_place(3)
            if place == self.cut_place:
                self.flush("nodes")
            elif len(self.entries) >= 2 * self.limit:
                self.cut_place = place
                self.flush("nodes")

    # --- gradients -------------------------------------------------------------------------------------------------

    def enter_again(self, node: Recorded) -> tuple[Any, ...]:
        """The entry a node of an earlier epoch would have on this tape; it is not run, only differentiated."""
        if node.kept is not None:
            return (keep(node.call, node.inputs, node.numbers), *[self.ref(v) for v in node.kept])
        refs: list[Any] = [node.call]
        refs.extend([self.ref(v) for v in node.values or ()])
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
        if watch.on:
            watch.begin_gradient(order)
        try:
            found = self._append_gradient(order, heads, values, cotangents)
        except _Elsewhere as elsewhere:  # part of the graph waits on another thread's tape
            elsewhere.value.read("a gradient needs it")
            return self.backward(order, heads, values, cotangents, retain)
        if not retain:
            for node in order:
                node.release()
        if len(self.entries) >= self.limit:
            self._bound()
        return found

    def _append_gradient(
        self,
        order: Sequence[Recorded],
        heads: Sequence[Origin],
        values: Sequence[Value],
        cotangents: Sequence[Value | None],
    ) -> list[tuple[Leaf, Value]]:
        with self.lock:
            entry, leaves = describe(self, order, heads, values, cotangents)
            if not leaves:
                return []
            track, index = self.track, len(self.entries)
            if track is None or index >= track.length or track.entries[index] != entry:
                self._forget_track()
                self.kinds.append(entry[3])
                self.places.append(user_place(3))
            self.entries.append(entry)
            self.has_gradient = True
            results = [Value(aval, self.device, (self.epoch, len(self.outs) + i)) for i, aval in enumerate(entry[3])]
            self.outs.extend(results)
            return list(zip(leaves, results, strict=True))

    # --- running ---------------------------------------------------------------------------------------------------

    def flush(self, reason: str) -> None:
        """Run everything recorded so far as one program."""
        with self.lock:
            if not self.entries:
                return
            job = program.Job(self, reason)
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

    def begin(self, reason: str) -> None:
        """Begin an iteration: run what the last one left, or what was made before the first."""
        if self.has_gradient:
            self.flush(reason)
        elif self.entries:
            self.separate(reason)

    def separate(self, reason: str) -> None:
        """Run what was made before the loop that begins here, if the user's code shows it.

        Data and weights made there would else be part of the first iteration: a large program that is used once.
        """
        track, count = self.track, len(self.entries)
        if track is not None and track.length > count:  # a tape that began like this one went on
            return
        here, places = user_place(3), self.places if track is None else track.places[:count]
        if not any(in_same_round(here, place) for place in places):
            self.flush(f"made before {reason}")


def _is_same(first: float, second: float) -> bool:
    """Whether two numbers are one: -0.0 equals 0.0, but does not compute as it does."""
    return first == second and (first != 0 or math.copysign(1, first) == math.copysign(1, second))


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
