"""Which slots of a tape its results may overwrite: those that nobody can reach after the run, each by one result.

A result is written over a slot only where no node reads the slot after the one that gives the result. (A gradient that
is written over a weight which the update still reads costs a copy of the weight.) XLA may order nodes otherwise, and
copies some all the same: in a training step of ResNet-18 63 arrays, where it was 150.
"""

from bisect import bisect_right
from collections.abc import Iterable
from sys import getrefcount

import numpy as np

from mxnet._host.caches import Cache
from mxnet._lazy.structure import Structure, reads
from mxnet._lazy.value import Aval, Value, aval_of

Pairs = tuple[tuple[int, int], ...]

_PAIRS: "Cache[tuple[Structure, tuple[int, ...]], Pairs]" = Cache("slots that results may overwrite", 512)


def donatable(structure: Structure, slots: list[Value], live: tuple[int, ...]) -> tuple[int, ...]:
    """The slots that a program that gives these results may overwrite, since nobody can reach them after this run."""
    found = []
    for index, _ in _PAIRS.get((structure, live)) or _pairs(structure, live):
        value = slots[index]
        if getrefcount(value) != _ALONE or getrefcount(value.data) != _ALONE_BUFFER:
            continue
        if value.mark is None or not value.held:
            found.append(index)
    return tuple(found)


def ordered(structure: Structure, live: tuple[int, ...], donated: tuple[int, ...]) -> tuple[int, ...]:
    """The results in the order in which a program is to give them.

    JAX lets each result, in turn, overwrite the first donated argument of its shape and type that is left. So those
    that overwrite one come first, in the order of the slots.
    """
    chosen = set(donated)
    written = [result for slot, result in _pairs(structure, tuple(sorted(live))) if slot in chosen]
    return (*written, *sorted(set(live).difference(written)))


def _pairs(structure: Structure, live: tuple[int, ...]) -> Pairs:
    """Slots, in order, with the results that overwrite them if they may."""
    key = (structure, live)
    found = _PAIRS.get(key)
    if found is None:
        found = _PAIRS[key] = tuple(sorted(_choose(structure, live)))
    return found


def _choose(structure: Structure, live: Iterable[int]) -> Iterable[tuple[int, int]]:
    """Pairs of slots and results; a result prefers a slot that its own node reads, in the order of both."""
    free = _Free(structure)
    flat = [aval for outputs in structure.outputs for aval in outputs]
    for result in live:
        slot = free.take(flat[result], bisect_right(structure.firsts, result) - 1)
        if slot is not None:
            yield slot, result


class _Free:
    """The slots that no result overwrites yet, by what they look like and the last node that reads them."""

    def __init__(self, structure: Structure) -> None:
        last = {slot: (-1, slot) for slot in range(len(structure.avals))}
        for number, node in enumerate(structure.nodes):
            for place, ref in enumerate(reads(node)):
                if ref < 0:
                    last[-1 - ref] = (number, place)
        self._slots: dict[Aval, dict[int, list[int]]] = {}
        for slot in sorted(last, key=last.__getitem__, reverse=True):
            self._slots.setdefault(structure.avals[slot], {}).setdefault(last[slot][0], []).append(slot)

    def take(self, aval: Aval, node: int) -> int | None:
        """A slot for a result of a node, if there is one."""
        by_reader = self._slots.get(aval, {})
        for reader in (node, *[r for r in by_reader if r < node]):
            if by_reader.get(reader):
                return by_reader[reader].pop()
        return None


# --- who can still be reached ---------------------------------------------------------------------------------------


def _baseline() -> tuple[int, int, int]:
    values = [Value(aval_of((), np.dtype(np.float32)), None, data=object())]  # type: ignore[arg-type]
    unseen = getrefcount(values[0])
    value = values[0]
    return unseen, getrefcount(value), getrefcount(value.data)


# How often a value that only a job holds is referred to, in a list and also in a variable, and its buffer; measured,
# since Pythons differ.
_UNSEEN, _ALONE, _ALONE_BUFFER = _baseline()


def reachable(outs: list[Value]) -> tuple[int, ...]:
    """The outputs that somebody besides this list holds."""
    return tuple([i for i in range(len(outs)) if getrefcount(outs[i]) > _UNSEEN])


def last_reachable(outs: list[Value]) -> Value | None:
    """The last output computed that somebody besides this list holds: one that nobody holds is gone at once.

    The last ones of a tape are what stays longest, new parameters say.
    """
    for index in reversed(range(len(outs))):
        if outs[index].data is not None and getrefcount(outs[index]) > _UNSEEN:
            return outs[index]
    return None


def is_alone(slots: list[Value], index: int) -> bool:
    """Whether nobody can reach a slot's buffer after this run; whoever calls a program holds it twice."""
    value = slots[index]
    return getrefcount(value) == _ALONE and not value.held and getrefcount(value.data) == _ALONE_BUFFER + 2
