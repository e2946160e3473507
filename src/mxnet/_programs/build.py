"""Making programs: a tape's nodes as one function, or each as a function of its own."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from mxnet._calls.avals import Aval, aval_of
from mxnet._calls.call import Call, Kept, bounded_put, jaxpr_of, linearize, pullback_call
from mxnet._host import fork
from mxnet._host.caches import Cache
from mxnet._host.settings import settings
from mxnet._host.stats import stats
from mxnet._host.threads import uninterrupted
from mxnet._lazy.gradient import NOTHING, Pull, evaluate
from mxnet._lazy.strategy import COSTS
from mxnet._lazy.structure import FLOAT, INT, AnyNode, Gradient, Job, Node, Structure
from mxnet._lazy.value import Device
from mxnet._numpy_backend import CannotInterpret, Evaluator, Exceeded, Steps
from mxnet._ops.host_convolution import on_host
from mxnet._programs import attention, convolutions, report, roll, scan, stacks
from mxnet._programs.options import inner_jaxprs
from mxnet._programs.preparation import Preparation, extract_packing
from mxnet._programs.roll_gradient import Match, Pullback, Records, computed_again, match, reads_of, stopped
from mxnet._programs.watch import watch
from mxnet._types import Partition

OPERATIONS: "Cache[tuple[Any, ...], dict[Any, Any]]" = Cache("single operations", 1024)
# The last tapes as functions: JAX traces a function once, for the NumPy evaluator and for the program that follows.
_FUNCTIONS: "Cache[tuple[Any, ...], TapeFunction]" = Cache("tapes as functions", 8)


class TapeFunction(NamedTuple):
    """A tape as a function of its numbers, its slots and the first ``rows`` whole numbers (see ``stacks.Numbers``).

    ``rolled`` counts the nodes that need not be traced. ``prepared`` are packed weights, the last arguments.
    """

    function: Any
    rows: int
    rolled: int = 0
    prepared: tuple[Preparation, ...] = ()


def jitted(
    device: Device,
    nodes: tuple[AnyNode, ...],
    live: tuple[int, ...],
    donated: tuple[int, ...],
    floats: int,
    ints: int,
) -> TapeFunction:
    """A tape as a jitted function that returns the results ``live`` and overwrites the slots ``donated``."""
    plain = traceable(device, nodes, live, floats, ints)
    return plain._replace(function=_jit(device, plain.function, donated, floats, ints))


def _jit(device: Device, function: Any, donated: tuple[int, ...], floats: int, ints: int) -> Any:
    leading = len(packed([0.0] * floats, [0] * ints))
    return jax.jit(
        function,
        donate_argnums=tuple(leading + i for i in donated),
        keep_unused=True,
        compiler_options=device.options,
        **_shardings(device),
    )


def with_packed_weights(
    device: Device, whole: TapeFunction, traced: Any, donated: tuple[int, ...], floats: int, ints: int
) -> TapeFunction:
    """A traced tape with the weights that it packs, if any, as packed arguments instead (see ``preparation``)."""
    if device.jax.platform != "cpu":
        return whole
    leading = len(packed([0.0] * floats, [0] * ints))
    count = len(traced.jaxpr.invars) - leading - whole.rows
    slots = [None if i in donated else i for i in range(count)]
    function, prepared = extract_packing(traced, [*[None] * leading, *slots, *[None] * whole.rows])
    if not prepared:
        return whole
    return whole._replace(function=_jit(device, function, donated, floats, ints), prepared=prepared)


def _shardings(device: Device) -> dict[str, Any]:
    """Where a program's arguments and results are; on a mesh its arguments and the compiler decide that."""
    if isinstance(device.sharding, jax.sharding.NamedSharding):
        return {}
    # Otherwise JAX would compile two programs, for an argument from the host and for one on the device.
    return {"in_shardings": device.sharding, "out_shardings": device.sharding}


def traceable(
    device: Device, nodes: tuple[AnyNode, ...], live: tuple[int, ...], floats: int, ints: int
) -> TapeFunction:
    """A tape as a function to be traced."""
    key = (device.number, nodes, live, floats, ints, settings.roll)
    cached = _FUNCTIONS.get(key)
    if cached is None:
        cached = _FUNCTIONS[key] = _make_function(nodes, live, floats, ints)
    return cached


def row_numbers(device: Device, count: int) -> tuple[jax.Array, ...]:
    """The first whole numbers, on a device."""
    known = _ROW_NUMBERS.setdefault(device.number, ())
    if len(known) < count:
        more = [device.put(np.int32(n)) for n in range(len(known), count)]
        known = _ROW_NUMBERS[device.number] = (*known, *more)
    return known[:count]


_ROW_NUMBERS: dict[int, tuple[jax.Array, ...]] = {}

# Up to this many numbers are arguments of their own; more are sent as a vector.
FEW = 3


def packed(floats: Sequence[float], ints: Sequence[int]) -> list[Any]:
    """A tape's numbers as a program takes them: one by one, or in a tuple each of floats and integers."""
    if len(floats) + len(ints) <= FEW:
        return [*floats, *ints]
    return [tuple(n) for n in (floats, ints) if n]


def as_argument(number: Any) -> Any:
    """A number, or a tuple of them, as an argument of a program."""
    kind = np.float64 if type(number[0] if type(number) is tuple else number) is float else np.int64
    return np.array(number, kind) if type(number) is tuple else kind(number)


def _unpack(rest: list[Any], floats: int, ints: int) -> tuple[Any, Any]:
    """Take the numbers off the front of a program's arguments; both results are indexed by number."""
    if floats + ints <= FEW:
        taken = [rest.pop(0) for _ in range(floats + ints)]
        return taken[:floats], taken[floats:]
    return rest.pop(0) if floats else None, rest.pop(0) if ints else None


def calls_host(jaxpr: Any) -> bool:
    """Whether a traced program calls Python, which may raise: a user's operator, or a check of an index."""
    return any(
        equation.primitive.name == "pure_callback" or any(calls_host(inner) for inner in inner_jaxprs(equation))
        for equation in jaxpr.eqns
    )


def _make_function(nodes: tuple[AnyNode, ...], live: tuple[int, ...], floats: int, ints: int) -> TapeFunction:
    """The tape as a function, not compiled."""
    rolling = _Rolling(nodes, live)
    count = rolling.rows
    calls = [n.call for node in nodes for n in ([d.node for d in node.nodes] if type(node) is Gradient else [node])]

    def function(*arguments: Any) -> list[Any]:
        rest = list(arguments)
        reals, wholes = _unpack(rest, floats, ints)
        late = reals
        rows = stacks.Numbers(rest[len(rest) - count :])

        def outside(ref: int) -> Any:
            if ref < 0:
                return rest[-1 - ref]
            return wholes[ref - INT] if ref >= INT else late[ref - FLOAT]

        def differentiated(gradients: Sequence[Any]) -> None:
            nonlocal late
            late = _after(gradients, reals)

        def numbers(refs: tuple[int, ...]) -> Any:
            known, first = (wholes, INT) if refs[0] >= INT else (late, FLOAT)
            return (jnp.stack(known) if type(known) is list else known)[np.array(refs) - first]

        with convolutions.image_layout(calls):
            results = _results(rolling, outside, numbers, rows, differentiated)
        return _distinct([rows.value(results[i]) for i in live], arguments)

    return TapeFunction(function, count, sum(loop.segment.saved for loop in rolling.loops.values()))


def _after(gradients: Sequence[Any], reals: Any) -> Any:
    """A tape's numbers, as results of what computes the first and the last of its gradients; their values stay.

    An update that reads a learning rate then comes after the whole gradient, so that XLA's CPU compiler knows that
    nothing reads the old weight any more: it would copy each weight before it overwrites it (VGG-11: 530 MB a step).
    They come out of a branch, since XLA would compute a choice anew inside of every update.
    """
    gradients = [g for g in gradients if isinstance(g, jax.Array) and jnp.issubdtype(g.dtype, jnp.floating) and g.size]
    count = 0 if reals is None else len(reals)
    if not gradients or not count or not on_host():
        return reals
    first, last = (lax.slice(g, (0,) * g.ndim, (1,) * g.ndim).reshape(()) for g in (gradients[0], gradients[-1]))
    never = ((first != first) & (first > 0)) | ((last != last) & (last > 0))  # the compiler does not see that
    each = [reals[i] for i in range(count)]
    return lax.cond(never, lambda: [jnp.zeros_like(number) for number in each], lambda: each)


def _results(
    rolling: "_Rolling",
    outside: Callable[[int], Any],
    numbers: Callable[[tuple[int, ...]], Any],
    rows: stacks.Numbers,
    differentiated: Callable[[Sequence[Any]], None] = lambda gradients: None,
) -> list[Any]:
    """The outputs of all nodes of a tape, None for those of a loop that are not wanted.

    ``differentiated`` is told of the results of each gradient.
    """
    nodes, results = rolling.nodes, list[Any]()
    pulls: dict[Node, Any] = {}
    stacked: dict[Node, Any] = {}
    loops: list[Pullback] = []

    def read(ref: int) -> Any:
        return rows.value(results[ref]) if 0 <= ref < FLOAT else outside(ref)

    def pull(node: Node, cotangents: list[Any]) -> Any:
        pullback = stacked.get(node)
        if pullback is not None:
            return pullback(cotangents)
        cotangents = [rows.value(c) for c in cotangents]
        if isinstance(node.call, Kept):
            return node.call.pull([read(r) for r in node.refs], cotangents)
        pullback = pulls.get(node)
        if pullback is None:  # its forward ran in an earlier program: differentiate from the values it read
            pullback = pulls[node] = linearize(node.call, [read(r) for r in node.refs])[1]
        return pullback(cotangents)

    def execute(index: int, inputs: list[Any]) -> Sequence[Any]:
        node = nodes[index]
        if type(node) is Gradient and index in rolling.again:
            again, slots = rolling.again[index]
            every = _results(again, lambda ref: outside(ref) if ref >= 0 else read(slots[-1 - ref]), numbers, rows)
            return every[-len(node.avals) :]
        if type(node) is Gradient:
            at = dict(filter(None, [loop.for_gradient(index) for loop in loops]))
            gradients = evaluate(node, read, pull, at)
            differentiated(gradients)
            return gradients
        if index in rolling.attention:
            outputs, pulls[node] = rolling.attention[index].linearized(inputs)
            return outputs
        if node not in rolling.differentiated:
            return _call(node).function(*inputs)
        outputs, pulls[node] = linearize(_call(node), inputs)
        return outputs

    def apply(loop: roll.Loop, function: Any, inputs: list[Any], wanted: Any) -> Sequence[Any]:
        report.rolled(loop.segment.rounds, loop.segment.period)
        match = rolling.matches[loop.segment]
        if not match.blocks:
            return function(*inputs)  # type: ignore[no-any-return]
        loops.append(Pullback(match, function, inputs, wanted))
        return loops[-1].outputs

    def done_stacked(index: int, parts: Partition, outputs: list[Any]) -> None:
        node = nodes[index]
        if node in rolling.differentiated and type(node) is Node:
            stacked[node] = stacks.pullback(parts, outputs, len(node.refs))

    hooks = scan.Hooks(
        execute,
        rolling.inside,
        numbers,
        apply,
        rolling.accepts,
        rolling.mark,
        rolling.partition,
        done_stacked,
        rows.value,
    )
    scan.compute(rolling.items, rolling.loops, rolling.wanted, outside, hooks, results)
    return results


class _Rolling:
    """The rounds of a tape that are rolled; see ``roll``.

    ``again`` has the gradients whose forward part ran in an earlier program and is rolled. That part is computed again,
    as a tape of its own; with it are the refs of this tape that its slots stand for.
    """

    def __init__(self, nodes: tuple[AnyNode, ...], live: Iterable[int]) -> None:
        self.nodes = nodes
        self.items = [_item(node) for node in nodes]
        self.matches: dict[roll.Segment, Match] = {}
        self.loops: dict[int, roll.Loop] = {}
        self.wanted = set(live)
        gradients = {i: node for i, node in enumerate(nodes) if type(node) is Gradient}
        countable = all(item.outputs >= 0 for item in self.items)
        self.again = self._find_again(gradients) if settings.roll and countable else {}
        here = {i: g for i, g in gradients.items() if i not in self.again}
        self.differentiated = {d.node for g in here.values() for d in g.nodes}
        self._records: dict[int, Records] = {}
        for _, slots in self.again.values():
            self.wanted.update(slots)
        if settings.roll and countable and len(nodes) >= COSTS.roll_operators:
            producers = [index for index, item in enumerate(self.items) for _ in range(item.outputs)]
            self._records = {i: Records(g, nodes, producers) for i, g in here.items()}
            self.loops = roll.plan(self.items, self.accepts)
        blocks = [self.matches[loop.segment].blocks for loop in self.loops.values()]
        for index, gradient in here.items():
            self.wanted.update(reads_of(gradient, [b[index] for b in blocks if index in b]))
        self.attention = attention.of_tape(nodes, self.items, live, self.loops.values(), self.wanted)

    def _find_again(self, gradients: dict[int, Gradient]) -> dict[int, tuple["_Rolling", list[int]]]:
        here, by_index = set(self.nodes), {}
        for index, gradient in gradients.items():
            earlier = sum(isinstance(d.node.call, Call) and d.node not in here for d in gradient.nodes)
            if earlier >= COSTS.roll_operators:
                nodes, slots = computed_again(gradient)
                first = sum(len(d.outputs) for d in gradient.nodes if isinstance(d.node.call, Call))
                again = _Rolling(nodes, range(first, first + len(gradient.avals)))
                if again.loops:
                    by_index[index] = (again, slots)
        return by_index

    @property
    def rows(self) -> int:
        """The largest number of rows that are read from a stacked array: results of rounds, or gradients of inputs."""
        counts = [again.rows for again, _ in self.again.values()]
        for loop in self.loops.values():
            blocks = self.matches[loop.segment].blocks.values()
            pulled = any(len(codes) > 1 and any(c != NOTHING for c in codes) for b in blocks for codes in b.codes)
            if pulled or len(self._read_outside(loop)) > loop.width * COSTS.roll_delay:
                counts.append(loop.segment.rounds)
        return max(counts, default=0)

    def _read_outside(self, loop: roll.Loop) -> set[int]:
        """The outputs of a loop that are wanted or that later nodes read."""
        read = {ref for index in range(loop.segment.stop, len(self.items)) for ref in self.items[index].refs}
        return (self.wanted | read).intersection(loop.outputs)

    def partition(self, index: int) -> Partition | None:
        """How a node splits an array into parts that the rounds of a loop may read, or joins parts; None if neither."""
        node = self.nodes[index]
        return node.call.partition if self.loops and type(node) is Node and isinstance(node.call, Call) else None

    def accepts(self, loop: roll.Loop) -> bool:
        """Whether a loop is worth rolling, and gradients allow it."""
        matched = match(loop, self._records)
        if matched is not None and not matched.blocks and (self._fuses(loop) or self._is_unread(loop)):
            return False
        if matched is not None:
            self.matches[loop.segment] = matched
        return matched is not None

    def _fuses(self, loop: roll.Loop) -> bool:
        """Whether XLA computes all rounds in one pass: a millisecond an operator to compile, and faster than a loop."""
        segment = loop.segment
        calls = [self.nodes[i].call for i in range(segment.start, segment.start + segment.period)]
        if not all(isinstance(call, Call) and call.fuses for call in calls):
            return False
        return len(self._read_outside(loop)) <= loop.width

    def _is_unread(self, loop: roll.Loop) -> bool:
        """Whether rounds do not read each other and few are read outside: XLA drops the others, a loop computes all."""
        rounds_read = {(ref - loop.base) // loop.width for ref in self._read_outside(loop)}
        return not loop.carries and len(rounds_read) < COSTS.roll_rounds

    def mark(self, loop: roll.Loop, index: int) -> tuple[bool, ...]:
        """For each ref of a node whether gradients pass it; nodes that differ in that must not be merged."""
        q, passes = index - loop.segment.start, self.matches[loop.segment].passes
        return tuple([(q, place) in passes for place in range(len(self.items[index].refs))])

    def inside(self, loop: roll.Loop, index: int, inputs: list[Any]) -> Sequence[Any]:
        """Run the node that stands for the same one of every round."""
        matched, node = self.matches[loop.segment], self.nodes[index]
        assert type(node) is Node  # no two gradients have equal keys, so none is in a loop
        if matched.blocks:
            inputs = stopped(matched, index - loop.segment.start, inputs)
        return self.attention[index].forward(inputs) if index in self.attention else _call(node).function(*inputs)


def _item(node: AnyNode) -> roll.Item:
    """A node as ``roll`` sees it; -1 outputs if their number is not known."""
    if type(node) is Gradient:
        return roll.Item(object(), (), len(node.avals))
    counts = {len(outputs) for outputs, _ in list(_call(node).inferred.values())}
    return roll.Item(node.call, node.refs, counts.pop() if len(counts) == 1 else -1)


def _call(node: Node) -> Call:
    """What a node runs."""
    assert isinstance(node.call, Call)  # ``Kept`` stands inside gradients alone
    return node.call


def _distinct(outputs: list[Any], inputs: Sequence[Any]) -> list[Any]:
    """Copy an output that is an input or another output: else one of two values could donate the other's buffer."""
    seen = {id(i) for i in inputs}
    distinct = []
    for output in outputs:
        if id(output) in seen:
            output = jnp.copy(output)
        seen.add(id(output))
        distinct.append(output)
    return distinct


def run_each(job: Job, live: Sequence[int], failure: BaseException | None = None) -> list[Any]:
    """Run a tape node by node, each from the cache of single operations.

    For a tape that has failed, ``failure`` takes the place of what cannot be computed.
    """
    stats.op_by_op += 1
    results: list[Any] = []
    slots = [v.argument() for v in job.slots]
    layers: dict[Node, str] = {}

    def read(ref: int) -> Any:
        if ref < 0:
            return slots[-1 - ref]
        if ref >= INT:
            return np.int64(job.ints[ref - INT])
        if ref >= FLOAT:
            return np.float64(job.floats[ref - FLOAT])
        if isinstance(results[ref], BaseException):
            raise results[ref]
        return results[ref]

    def compute(node: AnyNode) -> Sequence[Any]:
        if type(node) is Gradient:
            pull = _puller(job.device, read, layers)
            gradients = evaluate(node, read, pull)
            return jax.device_put(gradients, job.device.sharding) if _shardings(job.device) else gradients  # type: ignore[no-any-return]
        call = _call(node)
        inputs = [read(r) for r in node.refs]
        key = key_of(job.device.number, call, "forward", inputs[: call.arrays])
        function = _interpreted(job.device, key, call, None, inputs) or _single(job.device, key, call, None)
        outputs: Sequence[Any] = (
            watch.timed(call.name, job.device, function, *inputs) if watch.on else function(*inputs)
        )
        return outputs

    for node, outputs in zip(job.structure.nodes, job.structure.outputs, strict=True):
        if watch.on and type(node) is Gradient:
            layers.update(watch.layers_of(node.nodes))
        if failure is None:
            results.extend(compute(node))
            continue
        try:
            results.extend(jax.block_until_ready(compute(node)))
        except Exception:
            results.extend([failure] * len(outputs))
    return [results[i] for i in live]


def _puller(device: Device, read: Callable[[int], Any], layers: dict[Node, str]) -> Pull:
    """The function that gives the cotangents of one recorded node's arrays, each as a program of its own."""

    def pull(node: Node, cotangents: list[Any]) -> list[Any]:
        call = node.call
        present = tuple([c is not None for c in cotangents])
        known_cotangents = [c for c in cotangents if c is not None]
        if isinstance(call, Kept):
            function = _single(device, (device.number, call, "backward", ()), call.pullback(present), present)
            pulled = dict(zip(call.floating, function(*[read(r) for r in node.refs], *known_cotangents), strict=True))
            return [pulled.get(i) for i in range(call.count)]
        arrays = [read(r) for r in node.refs[: call.arrays]]
        inputs = [*arrays, *known_cotangents, *[read(r) for r in node.refs[call.arrays :]]]
        key = key_of(device.number, call, "backward", arrays)
        gradient = pullback_call(call, present)
        function = _interpreted(device, key, gradient, present, inputs) or _single(device, key, gradient, present)
        if watch.on:
            layer = layers.get(node, "")
            array_cotangents = iter(watch.timed(f"_backward_{call.name}", device, function, *inputs, layer=layer))
        else:
            array_cotangents = iter(function(*inputs))
        return [next(array_cotangents) if jnp.issubdtype(a.dtype, jnp.floating) else None for a in arrays]

    return pull


# Shapes and attributes that operators of a name had when they ran alone while a profiler watched, and how often.
_SHAPES_ALONE: "Cache[tuple[int, str], dict[Any, int]]" = Cache("shapes of operators that were watched", 256)


def _interpreted(device: Device, key: tuple[Any, ...], call: Call, present: Any, inputs: Sequence[Any]) -> Any:
    """One node as NumPy computes it, for an operator that has ever new shapes while a profiler watches; else None."""
    if not watch.on or call.heavy or device.jax.platform != "cpu" or fork.is_forked():
        return None
    shapes = _SHAPES_ALONE.get((device.number, call.name))
    if shapes is None:
        shapes = _SHAPES_ALONE[device.number, call.name] = {}
    bounded_put(shapes, key, shapes.get(key, 0) + 1)
    if len(shapes) < COSTS.churn_misses_in_a_row or shapes[key] > COSTS.interpret_runs or key in OPERATIONS:
        return None
    avals = tuple([aval_of(a.shape, a.dtype) for a in inputs[: call.arrays]])
    numbers = [number.item() for number in inputs[call.arrays :]]
    try:
        jaxpr, at = uninterrupted(lambda: jaxpr_of(call, avals, numbers))
        if jaxpr.effects:
            return None
        steps = Steps.of(jaxpr, COSTS.churn_interpret_operations, at)
    except CannotInterpret:
        return None
    evaluator = Evaluator(steps, len(inputs))

    def compute(*inputs: Any) -> Sequence[Any]:
        try:
            results = evaluator.compute([np.asarray(i) for i in inputs])
        except Exceeded:
            return _single(device, key, call, present)(*inputs)  # type: ignore[no-any-return]
        stats.programs += 1
        stats.interpreted += 1
        return results

    return None if steps.is_far() else compute


def _single(device: Device, key: tuple[Any, ...], call: Call, present: Any) -> Any:
    """One node as a program of its own."""
    variants = OPERATIONS.get(key)
    if variants is None:
        variants = OPERATIONS[key] = {}
    function = variants.get(present)
    if function is None:
        stats.compilations += 1

        def distinct(*inputs: Any) -> list[Any]:
            with convolutions.image_layout([call]):
                return _distinct(list(call.function(*inputs)), inputs)

        function = variants[present] = jax.jit(
            distinct,
            compiler_options=device.options,
            **_shardings(device),
        )
    stats.programs += 1
    return function


def key_of(number: int, call: Any, direction: str, arrays: list[Any]) -> tuple[Any, ...]:
    """The key of one node that runs alone, from its arrays."""
    return number, call, direction, tuple([aval_of(a.shape, a.dtype) for a in arrays])


def single_keys(device: Device, structure: Structure) -> Iterator[tuple[Any, ...]]:
    """The keys that a tape's nodes have when each runs alone (see ``key_of``), gradients taken apart."""
    results: list[Aval] = []

    def avals(node: Node) -> tuple[Aval, ...]:
        arrays = node.refs[: node.call.arrays]
        return tuple([structure.avals[-1 - r] if r < 0 else results[r] for r in arrays])

    for node, outputs in zip(structure.nodes, structure.outputs, strict=True):
        if type(node) is Gradient:
            for recorded in node.nodes:
                known = avals(recorded.node) if isinstance(recorded.node.call, Call) else ()
                yield device.number, recorded.node.call, "backward", known
        else:
            yield device.number, node.call, "forward", avals(node)
        results.extend(outputs)
