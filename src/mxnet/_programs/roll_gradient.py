"""The gradient of rolled loops: a loop is differentiated as one function, in place of its recorded nodes.

A gradient on the tape lists every recorded node with the codes of its parents (see ``gradient``). The nodes of a loop
can be differentiated together if those codes change from round to round as the refs do. ``match`` decides that; if they
do not, the loop stays unrolled.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from mxnet._calls.call import Kept
from mxnet._lazy.gradient import NOTHING, WIDTH, LoopPullback
from mxnet._lazy.structure import FLOAT, AnyNode, Differentiated, Gradient, Head, Node
from mxnet._programs.roll import Loop
from mxnet._programs.scan import Wanted
from mxnet._programs.stacks import rows, stack, value


class Records:
    """Where the nodes of a tape stand in one of its gradients, by number."""

    def __init__(self, gradient: Gradient, nodes: Sequence[AnyNode], producers: Sequence[int]) -> None:
        self.gradient = gradient
        places: dict[AnyNode, list[int]] = {}
        for index in range(len(nodes) - 1, -1, -1):
            if type(nodes[index]) is Node:
                places.setdefault(nodes[index], []).append(index)
        self.number: dict[int, int] = {}
        for number, recorded in enumerate(gradient.nodes):
            node, tape_index = recorded.node, None
            if isinstance(node.call, Kept):
                # The arrays that its forward run returned identify the node on the tape; the others are what it read.
                own = [r for r, source in zip(node.refs, node.call.sources, strict=True) if source is None]
                tape_index = producers[own[0]] if own and 0 <= own[0] < FLOAT else None
            else:
                left = places.get(node)
                tape_index = left.pop() if left else None
            if tape_index is not None:
                self.number.setdefault(tape_index, number)


class RolledNodes(NamedTuple):
    """A loop's recorded nodes ``first`` to ``last`` in one gradient.

    ``codes`` are those that the cotangents of the loop's inputs go to: one each for what is shared and for the initial
    values, one a round for what is stacked. ``wanted`` has the code of each output that gets a cotangent from outside.
    """

    first: int
    last: int
    codes: tuple[tuple[int, ...], ...]
    wanted: dict[int, int]


class Match(NamedTuple):
    """How a loop is differentiated: the places (item of the body, ref) that gradients pass, and a block a gradient."""

    passes: frozenset[tuple[int, int]]
    blocks: dict[int, RolledNodes]


def match(loop: Loop, records: Mapping[int, Records]) -> Match | None:
    """How a loop is differentiated in the tape's gradients; None if it cannot be."""
    start, period, rounds = loop.segment
    blocks: dict[int, RolledNodes] = {}
    passes: list[frozenset[tuple[int, int]]] = []
    for index, of in records.items():
        table = [[of.number.get(start + n * period + q) for q in range(period)] for n in range(rounds)]
        numbers = [number for row in table for number in row if number is not None]
        if not numbers:
            continue
        regular = all((a is None) == (b is None) for row in table for a, b in zip(row, table[0], strict=True))
        if not regular or sorted(numbers) != list(range(min(numbers), max(numbers) + 1)):
            return None
        codes = _Codes(loop, of.gradient, table)
        if not codes.agree():
            return None
        passes.append(frozenset(codes.passes))
        wanted = dict(_from_outside(loop, of.gradient, table, min(numbers), max(numbers)))
        blocks[index] = RolledNodes(min(numbers), max(numbers), codes.of_inputs(), wanted)
    if len(set(passes)) > 1:
        return None
    return Match(passes[0] if passes else frozenset(), blocks)


class _Codes:
    """The codes of everything that a loop reads, in one gradient."""

    def __init__(self, loop: Loop, gradient: Gradient, table: Sequence[Sequence[Any]]) -> None:
        self._loop, self._table, self._gradient = loop, table, gradient
        producers: list[tuple[int, int]] = []  # of the outputs of a round: the item, and its output
        for q, item in enumerate(loop.body):
            producers.extend((q, o) for o in range(item.outputs))
        self._producers = producers
        self.passes: set[tuple[int, int]] = set()
        self._inputs: dict[tuple[int, int], int] = {}  # by input and round

    def agree(self) -> bool:
        """Whether the codes change from round to round as the refs do."""
        for q, item in enumerate(self._loop.body):
            if self._table[0][q] is None:
                continue
            column = [self._gradient.nodes[row[q]].parents for row in self._table]
            for place, ref in enumerate(item.refs[: len(column[0])]):
                if not self._place_agrees(q, place, ref, [parents[place] for parents in column]):
                    return False
        return True

    def _place_agrees(self, q: int, place: int, ref: int, column: Sequence[int]) -> bool:
        loop = self._loop
        shared, carries = len(loop.shared), len(loop.carries)
        input_index = -1 - ref
        delay, output, initial = 0, None, 0
        if ref >= 0:
            output = ref
        elif shared <= input_index < shared + carries:
            output, delay, _ = loop.carries[input_index - shared]
            initial = delay
        if output is not None:
            later = column[delay:]
            if all(code == NOTHING for code in later):
                return all(code == NOTHING for code in column)
            expected = [self._code(row, output) for row in self._table[: len(later)]]
            if list(later) != expected:
                return False
        elif all(code == NOTHING for code in column):
            return True
        self.passes.add((q, place))
        rounds = range(initial) if output is not None else range(1 if input_index < shared else len(column))
        if input_index in range(shared) and any(code != column[0] for code in column):
            return False
        return ref >= 0 or all(self._inputs.setdefault((input_index, n), column[n]) == column[n] for n in rounds)

    def _code(self, row: Sequence[Any], output: int) -> int:
        q, o = self._producers[output]
        return NOTHING if row[q] is None else row[q] << WIDTH | o

    def of_inputs(self) -> tuple[tuple[int, ...], ...]:
        """A code for each input of the loop's function, several for one that is stacked."""
        loop = self._loop
        shared, carries = len(loop.shared), len(loop.carries)

        def code(index: int, round_number: int) -> int:
            return self._inputs.get((index, round_number), NOTHING)

        codes = [(code(index, 0),) for index in range(shared)]
        codes += [(code(shared + place, n),) for place, c in enumerate(loop.carries) for n in range(c.delay)]
        rounds = range(loop.segment.rounds)
        return (*codes, *[tuple([code(shared + carries + s, n) for n in rounds]) for s in range(len(loop.stacked))])


def _from_outside(
    loop: Loop, gradient: Gradient, table: Sequence[Sequence[Any]], first: int, last: int
) -> Iterator[tuple[int, int]]:
    """The outputs of a loop that get cotangents from heads or from later nodes, with their codes."""
    bases = {}
    for n, numbers in enumerate(table):
        base = loop.base + n * loop.width
        for q, item in enumerate(loop.body):
            if numbers[q] is not None:
                bases[numbers[q]] = base
            base += item.outputs
    codes = [h.code for h in gradient.heads]
    codes += [code for recorded in gradient.nodes[last + 1 :] for code in recorded.parents]
    for code in codes:
        if code >= 0 and first <= code >> WIDTH <= last:
            yield bases[code >> WIDTH] + (code & ((1 << WIDTH) - 1)), code


def computed_again(gradient: Gradient) -> tuple[tuple[AnyNode, ...], list[int]]:
    """A gradient and the nodes that it differentiates as a tape, and the refs that the tape's slots stand for.

    Each node reads what the nodes before it compute, not what they computed in an earlier program: so rounds can be
    rolled, for one more run of the forward part.
    """
    slots: dict[int, int] = {}
    bases: dict[int, int] = {}
    nodes: list[AnyNode] = []
    recorded: list[Differentiated] = []
    total = 0

    def name(ref: int, code: int = NOTHING) -> int:
        base = bases.get(code >> WIDTH) if code >= 0 else None
        if base is not None:
            return base + (code & ((1 << WIDTH) - 1))
        return ref if ref >= FLOAT else -1 - slots.setdefault(ref, len(slots))

    for number, (node, parents, outputs) in enumerate(gradient.nodes):
        if isinstance(node.call, Kept):
            renamed = Node(node.call, tuple([name(r) for r in node.refs]))
        else:
            codes = [*parents, *[NOTHING] * (len(node.refs) - len(parents))]
            renamed = Node(node.call, tuple([name(r, code) for r, code in zip(node.refs, codes, strict=True)]))
            bases[number] = total
            total += len(outputs)
            nodes.append(renamed)
        recorded.append(Differentiated(renamed, parents, outputs))
    heads = [Head(h.code, None if h.ref is None else name(h.ref), h.aval) for h in gradient.heads]
    return (*nodes, Gradient(tuple(recorded), tuple(heads), gradient.avals)), list(slots)


def reads_of(gradient: Gradient, blocks: Iterable[RolledNodes]) -> Iterator[int]:
    """The outputs that a gradient reads outside the blocks, and those that the blocks must give."""
    inside: set[int] = set()
    for block in blocks:
        inside.update(range(block.first, block.last + 1))
        yield from block.wanted
    for number, recorded in enumerate(gradient.nodes):
        if number not in inside:
            yield from recorded.node.refs
    yield from (h.ref for h in gradient.heads if h.ref is not None)


def stopped(match: Match, q: int, args: Sequence[Any]) -> list[Any]:
    """What an item of the body reads, with no gradient to what gets none."""
    return [a if (q, place) in match.passes else jax.lax.stop_gradient(a) for place, a in enumerate(args)]


class Pullback:
    """A loop run so that it can be differentiated, in any of the tape's gradients."""

    def __init__(
        self, matched: Match, function: Callable[..., list[Any]], inputs: list[Any], wanted: Mapping[int, Wanted]
    ) -> None:
        self._match, self._wanted = matched, wanted
        with_codes = {
            i
            for block in matched.blocks.values()
            for i, codes in enumerate(block.codes)
            if any(code != NOTHING for code in codes) and jnp.issubdtype(inputs[i].dtype, jnp.floating)
        }
        self._chosen = sorted(with_codes)

        def of_chosen(*chosen: Any) -> list[Any]:
            full = list(inputs)
            for i, array in zip(self._chosen, chosen, strict=True):
                full[i] = array
            return function(*full)

        self.outputs, self._pull = jax.vjp(of_chosen, *[inputs[i] for i in self._chosen])

    def for_gradient(self, index: int) -> tuple[int, LoopPullback] | None:
        """What ``gradient.evaluate`` needs of the loop in the gradient that is this node of the tape."""
        block = self._match.blocks.get(index)
        if block is None:
            return None
        known = block

        def pull(take: Callable[[int], Any]) -> Iterator[tuple[int, Any]]:
            taken: list[dict[int | None, Any]] = [{} for _ in self.outputs]
            for n, code in known.wanted.items():
                place = self._wanted[n]
                taken[place.result][place.row] = take(code)
            if all(cotangent is None for parts in taken for cotangent in parts.values()):
                return
            cotangents = [_cotangent(parts, o) for parts, o in zip(taken, self.outputs, strict=True)]
            for i, cotangent in zip(self._chosen, self._pull(cotangents), strict=True):
                codes = known.codes[i]
                if len(codes) == 1:
                    yield codes[0], cotangent
                else:
                    pairs = zip(codes, rows(cotangent), strict=True)
                    yield from ((code, part) for code, part in pairs if code != NOTHING)

        return block.last, (block.first, pull)


def _cotangent(parts: Mapping[int | None, Any], output: Any) -> Any:
    """The cotangent of a result from those of its rows, or from that of the whole."""
    if not jnp.issubdtype(output.dtype, jnp.floating):
        return np.zeros(output.shape, jax.dtypes.float0)
    if all(cotangent is None for cotangent in parts.values()):
        return jnp.zeros_like(output)
    if None in parts:
        return value(parts[None]).astype(output.dtype)
    nothing = jnp.zeros(output.shape[1:], output.dtype)
    row_cotangents = [parts.get(n) for n in range(len(output))]
    whole = stack([nothing if c is None else c for c in row_cotangents])
    return whole.astype(output.dtype)
