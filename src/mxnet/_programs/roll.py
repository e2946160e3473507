"""Loops are rolled: equal rounds of a list of items become one ``jax.lax.scan``.

An unrolled recurrent net is the same few operators again and again. XLA's time grows with the number of operators, so
rounds are found before anything is traced, and one of them is traced for all::

                 shared (weights)      stacked (inputs of each round: arrays or numbers)
                      |                        |
    carry (state) -> [ body: one round of operators ] -> carry of the next round
                                       |
                               outputs that are wanted, stacked

An item is anything that computes outputs from what it reads: a node of a tape, a step of a graph. It names what it
reads by refs as a tape does (see ``structure``): ``n >= 0`` is output ``n`` of the list, anything else comes from
outside. Docs: docs/rolling.md.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from mxnet._lazy.strategy import COSTS
from mxnet._lazy.structure import FLOAT, INT


class Item(NamedTuple):
    """What computes some outputs; items with equal keys compute the same function of what they read."""

    key: Hashable
    refs: tuple[int, ...]
    outputs: int


class Segment(NamedTuple):
    """Rounds of ``period`` items each, one after the other."""

    start: int
    period: int
    rounds: int

    @property
    def saved(self) -> int:
        """How many items need not be traced."""
        return (self.rounds - 1) * self.period

    @property
    def stop(self) -> int:
        """The first item after the rounds."""
        return self.start + self.rounds * self.period

    def without(self, first: int, last: int) -> "Segment":
        """So many rounds fewer at the ends."""
        return Segment(self.start + first * self.period, self.period, self.rounds - first - last)


class Carry(NamedTuple):
    """An output of the round that so many (``delay``) rounds later is read, by number within its round.

    ``initial`` has the refs that the first rounds read in its place.
    """

    output: int
    delay: int
    initial: tuple[int, ...]


class Loop(NamedTuple):
    """A segment as the body of a scan.

    The refs of ``body`` are its own outputs and, as ``-1 - n``, its inputs: the shared ones, then the carries, then the
    stacked ones. ``base`` is the number of the segment's first output, ``width`` how many a round has.
    """

    segment: Segment
    base: int
    width: int
    body: tuple[Item, ...]
    shared: tuple[int, ...]
    carries: tuple[Carry, ...]
    stacked: tuple[tuple[int, ...], ...]

    @property
    def outputs(self) -> range:
        """The numbers of all outputs."""
        return range(self.base, self.base + self.width * self.segment.rounds)


# --- finding rounds -------------------------------------------------------------------------------------------------

_SAME, _SHIFTED, _OTHER, _NUMBER = range(4)


def plan(items: Sequence[Item], accepts: Callable[[Loop], bool] = lambda loop: True) -> dict[int, Loop]:
    """The loops of a list that are worth rolling, by their first item. Those that save most are chosen first."""
    bases = [0, *accumulate(item.outputs for item in items)]
    numbers: dict[Any, int] = {}
    keys = [numbers.setdefault((i.key, len(i.refs), i.outputs), len(numbers)) for i in items]
    loops: dict[int, Loop] = {}
    left = [(0, len(items))]
    while left:
        start, stop = left.pop()
        loop = _best(items, keys, bases, start, stop, accepts)
        if loop is not None:
            loops[loop.segment.start] = loop
            left += [(start, loop.segment.start), (loop.segment.stop, stop)]
    return loops


def _best(
    items: Sequence[Item],
    keys: Sequence[int],
    bases: Sequence[int],
    start: int,
    stop: int,
    accepts: Callable[[Loop], bool],
) -> Loop | None:
    """The loop between two items that saves most; if it is not accepted, without its first or last round or both."""
    segments = {
        segment
        for period in _periods(items, keys, start, stop)
        for first, rounds in _runs(keys, period, start, stop)
        for segment in _regular(items, bases, Segment(first, period, rounds))
    }
    for segment in sorted(segments, key=lambda s: (-s.saved, s.period, s.start)):
        for first, last in ((0, 0), (1, 0), (0, 1), (1, 1)):
            loop = accepted(items, segment.without(first, last), accepts)
            if loop is not None:
                return loop
    return None


def accepted(items: Sequence[Item], segment: Segment, accepts: Callable[[Loop], bool]) -> Loop | None:
    """A segment as a loop if it is long enough, regular, and accepted."""
    loop = loop_of(items, segment) if _is_long(segment) else None
    return loop if loop is not None and accepts(loop) else None


def _is_long(segment: Segment) -> bool:
    return segment.rounds >= COSTS.roll_rounds and segment.rounds * segment.period >= COSTS.roll_operators


def _periods(items: Sequence[Item], keys: Sequence[int], start: int, stop: int) -> list[int]:
    """Distances at which an operator, or an operator that reads the same (a weight), comes again; the commonest."""
    votes: Counter[int] = Counter()
    last: dict[Any, int] = {}
    for index in range(start, stop):
        key = keys[index]
        for mark in (key, *[(key, place, ref) for place, ref in enumerate(items[index].refs) if ref < FLOAT]):
            if mark in last:
                votes[index - last[mark]] += 1
            last[mark] = index
    often = [d for d, count in votes.items() if count >= COSTS.roll_rounds - 1]
    return sorted(often, key=lambda d: (-votes[d], d))[: COSTS.roll_periods]


def _runs(keys: Sequence[int], period: int, start: int, stop: int) -> Iterator[tuple[int, int]]:
    """Where operators repeat with a period: the first one and the number of rounds."""
    first = start
    for index in range(start, stop):
        if index + period >= stop or keys[index] != keys[index + period]:
            rounds = (index - first) // period + 1
            if rounds >= COSTS.roll_rounds:
                yield first, rounds
            first = index + 1


def _regular(items: Sequence[Item], bases: Sequence[int], run: Segment) -> Iterator[Segment]:
    """The parts of a run in which refs change from round to round in one way."""
    start, period, rounds = run
    width = bases[start + period] - bases[start]

    def ways(number: int) -> list[int]:
        """How each ref of a round differs from that of the next."""
        first = start + number * period
        return [
            _NUMBER if now >= FLOAT else _SAME if now == then else _SHIFTED if 0 <= now == then - width else _OTHER
            for index in range(first, first + period)
            for now, then in zip(items[index].refs, items[index + period].refs, strict=True)
        ]

    pairs = [ways(number) for number in range(rounds - 1)]
    first = 0
    for last in range(len(pairs)):
        if last + 1 < len(pairs) and pairs[last + 1] == pairs[first]:
            continue
        begin = first
        # The first rounds read what stood before the loop where later ones read the round before them.
        while begin > max(0, first - COSTS.roll_delay) and all(
            now == then or then in (_SHIFTED, _OTHER) for now, then in zip(pairs[begin - 1], pairs[first], strict=True)
        ):
            begin -= 1
        yield Segment(start + begin * period, period, last + 2 - begin)
        first = last + 1


# --- the body of a loop ---------------------------------------------------------------------------------------------


def loop_of(items: Sequence[Item], segment: Segment) -> Loop | None:
    """A segment as a loop; None if something is read in an irregular way, or rolling would not pay."""
    base = sum(item.outputs for item in items[: segment.start])
    start, period, rounds = segment
    width = sum(item.outputs for item in items[start : start + period])
    body, known = [], ({}, {}, {})  # type: ignore[var-annotated]
    for index in range(start, start + period):
        refs = []
        for place in range(len(items[index].refs)):
            column = [items[index + number * period].refs[place] for number in range(rounds)]
            role = _role(column, base, width)
            if role is None:
                return None
            kind, what = role
            refs.append((kind, what if kind == _LOCAL else known[kind].setdefault(what, len(known[kind]))))
        body.append((items[index], refs))
    shared, carries, stacked = (tuple(k) for k in known)
    if not carries and any(ref < FLOAT for refs in stacked for ref in refs):
        return None  # rounds that do not depend on each other: stacking what they read would cost more than it saves
    if not _stacks_little(segment, stacked):
        return None
    before = (0, len(shared), len(shared) + len(carries))
    renamed = [
        Item(item.key, tuple([n if kind == _LOCAL else -1 - before[kind] - n for kind, n in refs]), item.outputs)
        for item, refs in body
    ]
    return Loop(segment, base, width, tuple(renamed), shared, carries, stacked)


def _stacks_little(segment: Segment, stacked: Sequence[tuple[int, ...]]) -> bool:
    """Whether rolling saves more operators than stacking the inputs of the tape that rounds read costs."""
    arrays = sum(all(ref < 0 for ref in refs) for refs in stacked)
    saved = segment.rounds * (segment.period - COSTS.roll_operators_an_array * arrays)
    return not arrays or saved > COSTS.roll_bodies * segment.period


_SHARED, _CARRIED, _STACKED, _LOCAL = range(4)


def _role(column: Sequence[int], base: int, width: int) -> tuple[int, Any] | None:
    """The role in the loop of the refs of one place, one ref a round."""
    last = column[-1]
    if base <= last < FLOAT:
        here = (last - base) // width
        delay, output = len(column) - 1 - here, (last - base) % width
        if delay > COSTS.roll_delay or delay >= len(column):
            return None
        if any(ref != base + (n - delay) * width + output for n, ref in enumerate(column) if n >= delay):
            return None
        initial = tuple(column[:delay])
        if any(base <= ref < FLOAT for ref in initial):
            return None
        return (_CARRIED, Carry(output, delay, initial)) if delay else (_LOCAL, output)
    if any(base <= ref < FLOAT for ref in column) or len({(r >= FLOAT, r >= INT) for r in column}) > 1:
        return None
    return (_SHARED, last) if all(ref == last for ref in column) else (_STACKED, tuple(column))
