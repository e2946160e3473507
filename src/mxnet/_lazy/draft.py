"""A node being built, to be committed to a tape in one step."""

from collections.abc import Sequence
from math import copysign
from typing import Any

from mxnet._lazy.call import Number, keep
from mxnet._lazy.epoch import Epoch
from mxnet._lazy.gradient import Recorded
from mxnet._lazy.source import Source
from mxnet._lazy.structure import FLOAT, INT, AnyNode, Entry, Gradient, Node
from mxnet._lazy.value import Aval, Value
from mxnet.error import MXNetError


class NotHere(Exception):
    """A value that another epoch has yet to compute, or that failed."""

    def __init__(self, value: Value) -> None:
        self.value = value


class WrongDevice(MXNetError):
    """An array is not where the operation is."""


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
            raise NotHere(value)
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


def expected_numbers(
    known: AnyNode, numbers: Sequence[Number], refs: list[int], floats: tuple[float, ...], ints: tuple[int, ...]
) -> tuple[tuple[float, ...], tuple[int, ...]] | None:
    """All numbers of the tape with these, named as a known node does; None if they do not allow it.

    What is one input there must have one value here. The names are appended to ``refs``.
    """
    if type(known) is Gradient or len(known.refs) != len(refs) + len(numbers):
        return None
    names = known.refs[len(refs) :]
    for ref, number in zip(names, numbers, strict=True):
        if type(number) is float:
            index = ref - FLOAT
            if index == len(floats):
                floats = (*floats, number)
            elif not (0 <= index < len(floats) and same_number(floats[index], number)):
                return None
        elif ref - INT == len(ints):
            ints = (*ints, number)  # type: ignore[arg-type]
        else:
            return None
    refs.extend(names)
    return floats, ints
