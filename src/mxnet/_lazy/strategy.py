"""What to do with a tape that has no program yet: one pure function from its history to a way.

The figures were measured on a 2-core CPU (docs/engine.md, "First sight"); ``COSTS`` has each with its origin.
"""

from dataclasses import dataclass
from enum import Enum, auto


class Way(Enum):
    """How a tape is computed."""

    COMPILE = auto()  # as one program
    INTERPRET = auto()  # with NumPy
    EACH = auto()  # node by node, each a program of its own
    TRACE = auto()  # not decided: trace it first, and ask again with what the trace shows


@dataclass(frozen=True)
class Costs:
    """The numbers that the choice depends on."""

    # A mixed chain of relu, tanh, exp, products and sums on small arrays, each tape new: 37 ms for 1 node, 117 for 6,
    # 335 for 25, 1,451 for 100.
    compile_ms: int = 25
    compile_ms_per_node: int = 13
    # A tape that takes this long to compile, and this many times as long as its nodes each alone, first runs node by
    # node. (An LSTM of 35 steps that is not rolled: 31 s, its nodes 3.6 s; most tapes repeat fewer operators.)
    long_compile_ms: int = 10_000
    long_compile_factor: int = 8
    # The same nodes each alone: 92 ms for 3 programs, 272 for 9.
    compile_each_ms: int = 30
    # This many new tapes in a row at one line are a loop over shapes; fewer are often a warm-up.
    churn_misses_in_a_row: int = 4
    # A line with this many different tapes in all tries shapes out, even if some come back (MXNet's operator tests).
    churn_misses_in_all: int = 16
    # At such a line a tape runs node by node this many times before it is compiled: compiling costs as much as some
    # hundred runs of its nodes.
    churn_runs_each: int = 32
    # Interpreting a small tape takes 1 to 16 ms, compiling it 37 to 1,451: four of the one for one of the other.
    interpret_runs: int = 4
    churn_interpret_runs: int = 16
    # An elementary operation takes NumPy about 2 ns: 8 ms, and 50 ms where every compilation would be wasted. (Loops
    # take up to ten times as long: a bucket of an LSTM of 40 steps, counted as 0.2 s, 1.6 s, as long as to compile it.)
    interpret_operations: int = 4_000_000
    churn_interpret_operations: int = 25_000_000
    # Without whole graphs, in which the loops are. (A step of a sparse classifier of a million rows: counted as 113 ms,
    # 26 ms; compiled for each number of elements 390 ms.)
    churn_interpret_operations_without_graphs: int = 64_000_000
    # A program that returns more or overwrites less than it could is used this many times. Then, if that wastes this
    # many bytes, an exact one is compiled: a long loop is worth it, an occasional read is not.
    wasteful_runs: int = 64
    wasteful_bytes: int = 1 << 20
    # Outputs that a program does not return are computed separately this many times in a row: a loop ends once.
    missing_runs: int = 2
    # Once a structure has this many programs the next one returns every output, so that no other is needed.
    programs_a_structure: int = 3
    # Rounds are rolled into a loop (see ``roll``) if there are this many, with this many operators in all: a loop costs
    # about as much to compile as 15 operators.
    roll_rounds: int = 4
    roll_operators: int = 24
    # Rounds that read arrays of their own (the weights of layers) stack them: each array costs this many operators to
    # compile, the loop this many of its bodies. An encoder of 12 and 24 layers of 16 arrays, with Adam: rolled 9.0 and
    # 12.0 s, unrolled 8.0 and 13.3; hybridized 10.2 and 17.6, unrolled 7.0 and 11.6. A perceptron of 12 and 50 layers
    # of 2 arrays: rolled 1.2 and 1.8, unrolled 1.2 and 5.1.
    roll_operators_an_array: float = 1.5
    roll_bodies: int = 10
    # A loop reads and writes what it carries and stacks once a round; unrolled, that may have been one fused pass. At
    # 10 GB/s a megabyte takes 0.1 ms, and an operator 13 ms to compile: worth it for a loop that runs a hundred times.
    roll_bytes_an_operator: int = 1 << 20
    # Arrays grow if an operator comes with arrays of this many lengths, at equal distances.
    growing_lengths: int = 4
    # How many rounds back a round may read.
    roll_delay: int = 2
    # How many of the distances at which operators come again are tried as the length of a round.
    roll_periods: int = 16
    # In a forked process NumPy computes everything.
    forked_interpret_operations: int = 10**15


COSTS = Costs()


@dataclass(frozen=True, slots=True)
class History:
    """What is known of a tape without a program, and of the line that it begins at.

    ``unrolled_nodes`` counts the operators, those of gradients too, of a long tape that are not in rolled rounds.
    ``new_nodes`` counts the different nodes that have no program of their own. ``misses_in_a_row`` and
    ``misses_in_all`` count new tapes at the line, with this one. ``interprets`` is whether NumPy may compute here: on a
    CPU, if the settings allow it. ``evaluates`` is what a trace shows: whether NumPy can compute the tape within the
    work allowed; None before it is traced. ``exact`` is whether it would give the same bits as XLA, ``far`` whether
    more than the last digits might differ. ``grows`` is true if an operator comes again and again on longer arrays: the
    next tape will have still longer ones. ``graphs`` is true if there are whole graphs on the tape.
    """

    nodes: int
    new_nodes: int
    misses_in_a_row: int
    misses_in_all: int
    unrolled_nodes: int = 0
    ran_each: int = 0
    interpreted: int = 0
    interprets: bool = False
    evaluates: bool | None = None
    exact: bool = False
    far: bool = False
    grows: bool = False
    forked: bool = False
    graphs: bool = False

    @property
    def churns(self) -> bool:
        """Whether tapes from this line are new again and again."""
        return self.misses_in_a_row >= COSTS.churn_misses_in_a_row or self.misses_in_all >= COSTS.churn_misses_in_all


def operations_at_most(history: History) -> int:
    """How much work NumPy may be given."""
    if history.forked:
        return COSTS.forked_interpret_operations
    if not history.churns and not history.grows:
        return COSTS.interpret_operations
    return COSTS.churn_interpret_operations if history.graphs else COSTS.churn_interpret_operations_without_graphs


def interpret_runs(history: History) -> int:
    """How often a tape is interpreted before it is compiled."""
    tries_shapes = history.misses_in_all >= COSTS.churn_misses_in_all
    return COSTS.churn_interpret_runs if tries_shapes else COSTS.interpret_runs


def choose(history: History) -> Way:
    """The way to compute a tape that has no program.

    At first sight a tape is interpreted only if that gives the same bits as XLA, so that two runs from one seed give
    the same digits. Where tapes are always new, or arrays grow, any small tape is interpreted unless more than its last
    digits might differ.
    """
    may_interpret = history.forked or (history.interprets and history.interpreted < interpret_runs(history))
    if may_interpret and history.evaluates is None:
        return Way.TRACE
    rounding_allowed = history.exact or history.forked or ((history.churns or history.grows) and not history.far)
    if may_interpret and history.evaluates and rounding_allowed:
        return Way.INTERPRET
    if history.ran_each:
        in_churn = history.misses_in_a_row >= COSTS.churn_misses_in_a_row
        return Way.EACH if in_churn and history.ran_each < COSTS.churn_runs_each else Way.COMPILE
    each_ms = COSTS.compile_each_ms * history.new_nodes
    long_ms = COSTS.compile_ms_per_node * history.unrolled_nodes
    if long_ms >= max(COSTS.long_compile_ms, COSTS.long_compile_factor * each_ms):
        return Way.EACH
    if history.misses_in_a_row < COSTS.churn_misses_in_a_row:
        return Way.COMPILE if history.new_nodes else Way.EACH
    return Way.EACH if each_ms < COSTS.compile_ms + COSTS.compile_ms_per_node * history.nodes else Way.COMPILE
