"""What a tape is made of: typed nodes, and the structure by which a program is found again.

A node names what it reads by a *ref*, a small integer: ``n >= 0`` is output ``n`` of the tape, ``-1 - n`` its slot
``n`` (an array input), ``FLOAT + n`` and ``INT + n`` its numbers. Nodes are tuples with names: they are compared and
hashed by content, in C, several times for every operation recorded.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any, NamedTuple, final

import numpy as np

from mxnet._calls.avals import Aval
from mxnet._calls.call import Call, Kept
from mxnet._host.caches import Cache
from mxnet._host.threads import Task
from mxnet._lazy.source import Source
from mxnet._lazy.value import Device, Value
from mxnet._numpy_backend import Evaluator

FLOAT = 1 << 40
INT = 1 << 41


@final
class Node(NamedTuple):
    """A call and the refs of its arrays and numbers. With ``Kept`` it is only differentiated, never run."""

    call: Call | Kept
    refs: tuple[int, ...]


class Differentiated(NamedTuple):
    """A recorded node inside a gradient: where the cotangents of its inputs go, and the avals of its outputs.

    Cotangents go to codes: see ``gradient``.
    """

    node: Node
    parents: tuple[int, ...]
    outputs: tuple[Aval, ...]


class Head(NamedTuple):
    """What a gradient starts from: a code, and the ref of its cotangent, or None for ones."""

    code: int
    ref: int | None
    aval: Aval


@final
class Gradient(NamedTuple):
    """One node for a whole gradient: the recorded nodes in order, the heads, and the avals of the leaves."""

    nodes: tuple[Differentiated, ...]
    heads: tuple[Head, ...]
    avals: tuple[Aval, ...]

    @property
    def call(self) -> None:
        """There is none: a gradient is not an operator."""


AnyNode = Node | Gradient


def reads(node: AnyNode) -> Iterator[int]:
    """The refs that a node reads."""
    if type(node) is Gradient:
        for recorded in node.nodes:
            yield from recorded.node.refs
        for head in node.heads:
            if head.ref is not None:
                yield head.ref
    else:
        yield from node.refs


def _size(node: AnyNode) -> int:
    """How many operators a node stands for."""
    if type(node) is Gradient:
        return sum(_size(d.node) for d in node.nodes)
    return node.call.size if isinstance(node.call, Call) else node.call.forward.size


# A node committed to a tape: the node, its output values, how many outputs and bytes the tape has after it, and its
# source line, or None if the track has it. A plain tuple, since every operation makes one.
Entry = tuple[AnyNode, tuple[Value, ...], int, int, Source]


class Program:
    """A compiled function of a tape's numbers and slots, which gives the outputs ``live`` and overwrites ``donated``.

    ``wasted`` counts runs in which it overwrote less, or gave more, than it could, ``missing`` those in a row in which
    it did not give all that was wanted. ``donates`` is false for one that never overwrites anything, since it may fail
    while it runs. ``calls_host`` is true for one that calls Python. ``rows`` are arguments after the slots, the numbers
    of rows (see ``stacks``). ``prepared`` says what its last arguments are packed from (see ``preparation``).
    ``last_numbers`` has each number of the last run and, if it came twice, its buffer: a pair, so that threads always
    see ones that match.
    """

    __slots__ = (
        "calls_host", "donated", "donates", "function", "last_numbers", "live", "missing", "prepared", "rows", "wasted",
    )  # fmt: skip

    def __init__(
        self,
        function: Callable[..., Any],
        live: tuple[int, ...],
        donated: tuple[int, ...],
        rows: tuple[Any, ...],
        prepared: tuple[Any, ...] = (),
    ) -> None:
        self.function, self.live, self.donated, self.rows = function, live, donated, rows
        self.prepared = prepared
        self.wasted = self.missing = 0
        self.donates, self.calls_host = True, False
        self.last_numbers: list[tuple[Any, Any]] = []


class Structure:
    """What a tape computes, whatever its buffers and numbers: its nodes, and the avals of its slots and outputs.

    ``programs`` holds a compiled function for each choice of results wanted and slots donated. ``cut_by_bound`` is true
    if a bound ended the tape, so that the next one like it ends there too. ``divisions`` caches what ``divide``
    returned. ``first_graph`` is the number of its first node that is a whole graph, ``size`` counts its
    operators, those of graphs and gradients too. ``calls``, ``refs`` and ``firsts`` (the number of a node's first
    output) say what the next node of a tape like this is. The counters are what ``strategy`` decides by.
    """

    __slots__ = (
        "avals",
        "calls",
        "cut_by_bound",
        "divisions",
        "evaluators",
        "first_graph",
        "firsts",
        "interpreted",
        "length",
        "missed",
        "nbytes",
        "nodes",
        "numbers",
        "outputs",
        "programs",
        "ran_each",
        "refs",
        "size",
        "sources",
    )

    def __init__(
        self,
        nodes: tuple[AnyNode, ...],
        avals: tuple[Aval, ...],
        numbers: tuple[int, int],
        outputs: Sequence[tuple[Aval, ...]],
        sources: Sequence[Source],
    ) -> None:
        self.nodes, self.avals, self.numbers = nodes, avals, numbers
        self.length = len(nodes)
        self.outputs, self.sources = list(outputs), list(sources)
        self.calls = [*(node.call for node in nodes), None]  # after the last there is none
        self.refs = [() if type(node) is Gradient else node.refs for node in nodes]
        self.firsts = [0, *accumulate(map(len, outputs))]
        self.nbytes: list[int] = []
        total = sum(a.nbytes for a in avals)
        for node_outputs in outputs:
            total += sum(a.nbytes for a in node_outputs)
            self.nbytes.append(total)
        self.programs: dict[tuple[tuple[int, ...], tuple[int, ...]], Program] = {}
        self.evaluators: dict[tuple[int, ...], Evaluator | None] = {}
        self.divisions: dict[tuple[Any, ...], Division | None] = {}
        self.cut_by_bound = False
        self.size = sum(_size(node) for node in nodes)
        heavy = [type(node.call) is Call and node.call.heavy for node in nodes]
        self.first_graph = heavy.index(True) if True in heavy else 0
        self.ran_each = self.interpreted = 0
        self.missed = False  # whether it was new when it last came

    def size_of(self, chosen: Iterable[int]) -> int:
        """How many operators some of the nodes stand for."""
        return sum(_size(self.nodes[i]) for i in chosen)

    def begins_with(self, other: "Structure") -> bool:
        """Whether the first nodes and slots are those of another structure."""
        nodes, slots = other.length, len(other.avals)
        return self.nodes[:nodes] == other.nodes and self.avals[:slots] == other.avals


STRUCTURES: "Cache[tuple[Any, ...], Structure]" = Cache("programs", 512)
# By first node, the structure that ran last: what the next tape with this first node will likely be.
TRACKS: "Cache[tuple[int, AnyNode], Structure]" = Cache("tracks", 512)


class Check(NamedTuple):
    """An output in which ``find_error`` finds the error, if any, that the ``guarded`` outputs then carry."""

    observed: int
    guarded: tuple[int, ...]
    find_error: Callable[[np.ndarray], Exception | None]


class Job:
    """A tape, or a part of one, taken off for running.

    ``live`` are the outputs that can still be reached. ``results`` is filled in one step when they are computed: it is
    empty or complete. If the job ``failed``, an error takes the place of each result that could not be computed.
    ``task`` is the work of a thread that computes it, if one does.
    """

    __slots__ = (
        "checks", "device", "failed", "floats", "ints", "is_part", "live", "outs", "reason", "results", "slots",
        "structure", "task",
    )  # fmt: skip

    def __init__(
        self,
        device: Device,
        structure: Structure,
        slots: list[Value],
        numbers: tuple[Sequence[float], Sequence[int]],
        outs: list[Value],
        reason: str,
    ) -> None:
        self.device, self.structure, self.reason = device, structure, reason
        self.slots, self.outs = slots, outs
        self.floats, self.ints = numbers
        self.live: tuple[int, ...] = ()
        self.results: list[Sequence[Any]] = []
        self.checks: tuple[Check, ...] = ()
        self.task: Task | None = None
        self.is_part = self.failed = False


def structure_of(
    device: Device,
    nodes: Sequence[AnyNode],
    avals: Sequence[Aval],
    numbers: tuple[int, int],
    outputs: Sequence[tuple[Aval, ...]],
    sources: Sequence[Source],
) -> Structure:
    """The one structure of this content on a device."""
    key = (device.number, tuple(nodes), tuple(avals), numbers)
    structure: Structure | None = STRUCTURES.get(key)
    if structure is None:
        structure = STRUCTURES[key] = Structure(key[1], key[2], numbers, outputs, sources)
    return structure


# --- parts of a tape ------------------------------------------------------------------------------------------------


class Part:
    """Some nodes of a tape as a tape of their own: refs named anew, in the order in which recording would name them.

    ``slots`` has the ref in the whole tape that each slot of the part stands for, ``outs`` the whole tape's number of
    each output; ``floats`` and ``ints`` are the whole tape's numbers that it reads.
    """

    __slots__ = ("_names", "chosen", "floats", "ints", "nodes", "outs", "slots")

    def __init__(self, nodes: Sequence[AnyNode], counts: Sequence[int], chosen: Iterable[int]) -> None:
        self._names: dict[int, int] = {}
        self.chosen = list(chosen)
        self.slots: list[int] = []
        self.floats: list[int] = []
        self.ints: list[int] = []
        self.outs: list[int] = []
        self.nodes: list[AnyNode] = []
        bases = [0]
        for count in counts:
            bases.append(bases[-1] + count)
        for index in self.chosen:
            self.nodes.append(self._renamed(nodes[index]))
            for out in range(bases[index], bases[index + 1]):
                self._names[out] = len(self.outs)
                self.outs.append(out)

    def _renamed(self, node: AnyNode) -> AnyNode:
        if type(node) is not Gradient:
            return Node(node.call, tuple([self._name(r) for r in node.refs]))
        inner = [
            Differentiated(Node(d.node.call, tuple([self._name(r) for r in d.node.refs])), d.parents, d.outputs)
            for d in node.nodes
        ]
        heads = [Head(h.code, None if h.ref is None else self._name(h.ref), h.aval) for h in node.heads]
        return Gradient(tuple(inner), tuple(heads), node.avals)

    def _name(self, ref: int) -> int:
        name = self._names.get(ref)
        if name is None:
            if ref >= INT:
                name = INT + len(self.ints)
                self.ints.append(ref - INT)
            elif ref >= FLOAT:
                name = FLOAT + len(self.floats)
                self.floats.append(ref - FLOAT)
            else:
                name = -1 - len(self.slots)
                self.slots.append(ref)
            self._names[ref] = name
        return name


class Division(NamedTuple):
    """A structure in two: what runs first, and what the iteration is made of; each with its part of the whole."""

    first: Part
    first_structure: Structure
    second: Part
    second_structure: Structure


def divide(device: Device, whole: Structure, first: Sequence[int]) -> Division:
    """A structure in two: the nodes ``first``, which read nothing of the others, and the rest."""
    counts = [len(o) for o in whole.outputs]
    chosen = set(first)
    parts = [
        Part(whole.nodes, counts, first),
        Part(whole.nodes, counts, [i for i in range(whole.length) if i not in chosen]),
    ]
    flat = [aval for outputs in whole.outputs for aval in outputs]
    structures = []
    for part in parts:
        structures.append(
            structure_of(
                device,
                part.nodes,
                [whole.avals[-1 - r] if r < 0 else flat[r] for r in part.slots],
                (len(part.floats), len(part.ints)),
                [whole.outputs[i] for i in part.chosen],
                [whole.sources[i] for i in part.chosen],
            )
        )
    return Division(parts[0], structures[0], parts[1], structures[1])


def part_of(job: Job, part: Part, structure: Structure) -> Job:
    """A part of a job as a job."""
    slots = [job.slots[-1 - r] if r < 0 else job.outs[r] for r in part.slots]
    numbers = [job.floats[i] for i in part.floats], [job.ints[i] for i in part.ints]
    part_job = Job(job.device, structure, slots, numbers, [job.outs[i] for i in part.outs], job.reason)
    part_job.is_part = True
    return part_job
