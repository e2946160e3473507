"""Which slots of a tape its results may overwrite: those that cannot be reached after the run, each by one result.

A result is written over a slot only where no node reads the slot after the one that gives the result. (A gradient that
is written over a weight which the update still reads costs a copy of the weight.) XLA may order nodes in
another way, and still copies some: 63 arrays in a training step of ResNet-18, 150 without this rule.
"""

from bisect import bisect_right
from collections.abc import Iterable
from sys import getrefcount

import numpy as np

from mxnet._calls.avals import Aval, aval_of
from mxnet._host.caches import Cache
from mxnet._lazy.structure import Structure, reads
from mxnet._lazy.value import Value

Pairs = tuple[tuple[int, int], ...]

_PAIRS: "Cache[tuple[Structure, tuple[int, ...]], Pairs]" = Cache("slots that results may overwrite", 512)


def donatable(structure: Structure, slots: list[Value], live: tuple[int, ...]) -> tuple[int, ...]:
    """The slots that a program with these results may overwrite: after this run they cannot be reached."""
    indices = []
    for index, _ in _PAIRS.get((structure, live)) or _pairs(structure, live):
        value = slots[index]
        if getrefcount(value) != _VALUE_REFS or getrefcount(value.data) != _BUFFER_REFS:
            continue
        if value.mark is None or not value.is_shared:
            indices.append(index)
    return tuple(indices)


def result_order(structure: Structure, live: tuple[int, ...], donated: tuple[int, ...]) -> tuple[int, ...]:
    """The results in the order in which a program must return them.

    JAX lets each result, in turn, overwrite the first donated argument of its shape and type that is left. So those
    that overwrite one come first, in the order of the slots.
    """
    chosen = set(donated)
    written = [result for slot, result in _pairs(structure, tuple(sorted(live))) if slot in chosen]
    return (*written, *sorted(set(live).difference(written)))


def _pairs(structure: Structure, live: tuple[int, ...]) -> Pairs:
    """Slots, in order, with the results that overwrite them if they may."""
    key = (structure, live)
    pairs = _PAIRS.get(key)
    if pairs is None:
        pairs = _PAIRS[key] = tuple(sorted(_choose(structure, live)))
    return pairs


def _choose(structure: Structure, live: Iterable[int]) -> Iterable[tuple[int, int]]:
    """Pairs of slots and results; a result prefers a slot that its own node reads, in the order of both."""
    free = _Free(structure)
    flat = [aval for outputs in structure.outputs for aval in outputs]
    for result in live:
        slot = free.take(flat[result], bisect_right(structure.firsts, result) - 1)
        if slot is not None:
            yield slot, result


class _Free:
    """The slots that no result overwrites yet, by their aval and the last node that reads them."""

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


# --- what can still be reached -------------------------------------------------------------------------------------


def _baseline() -> tuple[int, int, int]:
    values = [Value(aval_of((), np.dtype(np.float32)), None, data=object())]  # type: ignore[arg-type]
    in_list = getrefcount(values[0])
    value = values[0]
    return in_list, getrefcount(value), getrefcount(value.data)


# Reference counts of a value that only a job holds: in its list, in its list and a variable, and of its buffer.
# Measured, since versions of Python differ.
_LIST_REFS, _VALUE_REFS, _BUFFER_REFS = _baseline()


def reachable(outs: list[Value]) -> tuple[int, ...]:
    """The outputs that something besides this list refers to."""
    return tuple([i for i in range(len(outs)) if getrefcount(outs[i]) > _LIST_REFS])


def last_reachable(outs: list[Value]) -> Value | None:
    """The last computed output that something besides this list refers to; one without references is freed at once.

    The last outputs of a tape live longest: new parameters, say.
    """
    for index in reversed(range(len(outs))):
        if outs[index].data is not None and getrefcount(outs[index]) > _LIST_REFS:
            return outs[index]
    return None


def is_exclusive(slots: list[Value], index: int) -> bool:
    """Whether a slot's buffer cannot be reached after this run; the caller of a program refers to it twice."""
    value = slots[index]
    return getrefcount(value) == _VALUE_REFS and not value.is_shared and getrefcount(value.data) == _BUFFER_REFS + 2
