"""Where a tape ends: one pure function from an event and a summary of the tape to a reason, or None to go on.

The code in which something happens emits an event (``Tape.emit``) and decides nothing itself. The rules serve two aims:
an iteration is one program, the same from the first one on, and what was pending before it (data made earlier, updates
left by the last one) makes no second large program. ``docs/engine.md`` shows ``RULES`` as its table of cuts.

Two more pure functions serve the same aims. When an iteration begins, ``next_iteration`` says which of the last nodes
belong to it (the slices of its batch, its noise): they stay on the tape. When a tape runs, ``outside_iteration`` says
which of its first nodes do not belong to the iteration: they run first, as a program of their own.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

from mxnet._calls.call import Call
from mxnet._lazy.structure import FLOAT, AnyNode, Gradient, reads


class Event(Enum):
    """What happened that may end a tape."""

    __hash__ = object.__hash__  # Enum's own is written in Python, and events are looked up at every step

    READ = auto()
    OTHER_TAPE = auto()
    RECORD_ENTERED = auto()
    GRAPH_CALLED = auto()
    EXECUTOR_CALLED = auto()
    METRIC_STARTED = auto()
    METRIC_UPDATED = auto()
    STEP_ENDED = auto()
    LEAF_ATTACHED = auto()
    TRAINING_PREPARED = auto()
    BOUND_REACHED = auto()
    SETTINGS_CHANGED = auto()


class Summary(NamedTuple):
    """What the rules may depend on: how much is on a tape, and what of it belongs to a training iteration.

    ``has_recorded`` is true if autograd recorded some of it, ``has_gradient`` if ``backward`` was called too.
    ``graph_nodes`` counts the operators of the graphs on it. ``repeats_cut`` is true at the line where a tape ended for
    its length before. ``node_bound`` is how many nodes the tape may have, ``bulk`` whether ``mx.engine.bulk`` set that
    number. ``called_before`` is true if the executor that emits the event has a graph on the tape; ``only_metrics`` if
    all that is on it comes from metrics.
    """

    nodes: int
    nbytes: int
    graph_nodes: int
    node_bound: int
    byte_bound: int
    has_recorded: bool
    has_gradient: bool
    repeats_cut: bool
    bulk: bool
    naive: bool
    called_before: bool = False
    only_metrics: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """An event, what must be true of the tape, the reason that the log gives, and why the rule is there."""

    event: Event
    when: Callable[[Summary], bool]
    condition: str
    reason: str
    why: str


def _always(tape: Summary) -> bool:
    return True


# A read, and another tape that needs a value, end a tape whatever is on it: a value settles its epoch directly
# (``Value.settle``), and the two rules are here for the table.
RULES = (
    Rule(Event.READ, _always, "always", "read", "a value is needed"),
    Rule(Event.OTHER_TAPE, _always, "always", "another tape reads it", "the other device or thread needs the value"),
    Rule(
        Event.RECORD_ENTERED,
        lambda t: t.has_gradient,
        "a gradient is pending",
        "an iteration begins",
        "what is pending is the last iteration; what prepares the new one stays on the tape",
    ),
    Rule(
        Event.GRAPH_CALLED,
        lambda t: t.graph_nodes >= t.node_bound and not t.has_recorded,
        "graphs of `MXNET_ENGINE_NODES` operators are pending, none recorded",
        "graphs",
        "a loop that only predicts must not become one ever longer program",
    ),
    Rule(
        Event.EXECUTOR_CALLED,
        lambda t: t.called_before,
        "the same executor has gone forward",
        "an executor goes forward again",
        "an iteration is one program, whether it trains or predicts",
    ),
    Rule(
        Event.METRIC_UPDATED,
        lambda t: not t.has_recorded and not t.has_gradient and not t.only_metrics,
        "predictions are pending, and nothing recorded",
        "metric",
        "nothing else would start the work, and predictions would pile up",
    ),
    Rule(Event.STEP_ENDED, _always, "always", "a step ends", "the device works while Python prepares the next batch"),
    Rule(
        Event.LEAF_ATTACHED,
        _always,
        "the array is pending",
        "a parameter is made",
        "parameters and data made before a loop are not part of its first iteration",
    ),
    Rule(
        Event.TRAINING_PREPARED,
        _always,
        "always",
        "training is prepared",
        "what was made before a trainer is not part of its first iteration",
    ),
    Rule(Event.BOUND_REACHED, lambda t: t.naive, "`NaiveEngine`", "NaiveEngine", "debugging: every operation at once"),
    Rule(
        Event.BOUND_REACHED,
        lambda t: t.nbytes > t.byte_bound,
        "`MXNET_ENGINE_BYTES` of results are pending",
        "bytes",
        "memory",
    ),
    Rule(
        Event.BOUND_REACHED,
        lambda t: t.bulk and t.nodes >= t.node_bound,
        "`mx.engine.bulk(n)`: n operations are pending",
        "bulk size",
        "the program says so",
    ),
    Rule(
        Event.BOUND_REACHED,
        lambda t: t.nodes >= t.node_bound and (t.repeats_cut or t.nodes >= 2 * t.node_bound),
        "`MXNET_ENGINE_NODES` operations are pending, at a line that ended a tape before; or twice as many",
        "nodes",
        "a loop that never reads; ending at one line gives equal tapes",
    ),
    Rule(Event.SETTINGS_CHANGED, _always, "always", "settings changed", "what was recorded before is not concerned"),
)

# If a tape ended for one of these reasons, the next tape like it ends at the same node.
BOUNDS = frozenset({"bytes", "nodes"})

# A tape that autograd recorded may have this many times more nodes: forward, backward and update belong together, and
# a piece of it must return all its values for the gradient. (30,000 recorded additions: 1.5 s whole, 29 s in 512s.)
RECORDED_FACTOR = 1024

# Events at which an iteration begins: the nodes that prepare it stay on the tape.
ITERATION_STARTS = frozenset({Event.RECORD_ENTERED, Event.GRAPH_CALLED, Event.EXECUTOR_CALLED})

# Those of them at which recording begins.
RECORDING_STARTS = frozenset({Event.RECORD_ENTERED, Event.EXECUTOR_CALLED})

# An iteration of at most this many operators may be compiled twice (0.4 s), with and without the nodes before it: a
# second small program in each iteration would cost a tenth of its time.
SMALL_ITERATION = 50


def decide(event: Event, tape: Summary) -> str | None:
    """The reason to end the tape at this event, or None."""
    for rule in _RULES_OF[event]:
        if rule.when(tape):
            return rule.reason
    return None


_RULES_OF = {event: [rule for rule in RULES if rule.event is event] for event in Event}


def _bases(counts: Sequence[int]) -> list[int]:
    """The number of each node's first output, and of the first after the last."""
    bases = [0]
    for count in counts:
        bases.append(bases[-1] + count)
    return bases


def _makers(counts: Sequence[int]) -> list[int]:
    """For each output, the node that makes it."""
    return [index for index, count in enumerate(counts) for _ in range(count)]


def next_iteration(nodes: Sequence[AnyNode], counts: Sequence[int], written: Collection[int]) -> list[int]:
    """The nodes at the end of a tape that prepare the iteration that begins now.

    They come after the last gradient, update or graph. They read nothing that the other nodes compute, and no other
    node reads them. ``written`` are the outputs that arrays with a gradient were set to.
    """
    bases, makers = _bases(counts), _makers(counts)
    first = 0
    for index, node in enumerate(nodes):
        is_boundary = type(node) is Gradient or (type(node.call) is Call and node.call.heavy)
        if is_boundary or any(out in written for out in range(bases[index], bases[index + 1])):
            first = index + 1
    chosen: set[int] = set()
    for index in range(first, len(nodes)):
        if all(makers[ref] in chosen for ref in reads(nodes[index]) if 0 <= ref < FLOAT):
            chosen.add(index)
    for index in range(len(nodes) - 1, first - 1, -1):
        if index not in chosen:
            chosen.difference_update(makers[ref] for ref in reads(nodes[index]) if 0 <= ref < FLOAT)
    return sorted(chosen)


def outside_iteration(
    nodes: Sequence[AnyNode], counts: Sequence[int], start: int, live: Collection[int], written: Collection[int]
) -> list[int]:
    """The nodes before ``start`` that do not belong to the iteration which begins there.

    These are the nodes that it does not read (sums over earlier losses), updates of parameters, nodes without inputs
    (zeros for states), nodes that read only numbers and whose results are alive (data); and all that these read.
    """
    if not 0 < start < len(nodes):
        return []
    bases, makers = _bases(counts), _makers(counts)
    read_later: set[int] = set()
    for index in range(len(nodes) - 1, -1, -1):
        if index >= start or index in read_later:
            read_later.update(makers[ref] for ref in reads(nodes[index]) if 0 <= ref < FLOAT)
    chosen: set[int] = set()
    for index in range(start - 1, -1, -1):
        outs = range(bases[index], bases[index + 1])
        read = list(reads(nodes[index]))
        from_nothing = not read or (all(ref >= FLOAT for ref in read) and any(out in live for out in outs))
        if index in chosen or index not in read_later or from_nothing or any(out in written for out in outs):
            chosen.add(index)
            chosen.update(makers[ref] for ref in reads(nodes[index]) if 0 <= ref < FLOAT)
    return sorted(chosen)


def needed_for(nodes: Sequence[AnyNode], counts: Sequence[int], outs: Collection[int]) -> list[int]:
    """The nodes that must run to compute these outputs."""
    makers = _makers(counts)
    chosen = {makers[out] for out in outs}
    for index in range(len(nodes) - 1, -1, -1):
        if index in chosen:
            chosen.update(makers[ref] for ref in reads(nodes[index]) if 0 <= ref < FLOAT)
    return sorted(chosen)
