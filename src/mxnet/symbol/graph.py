"""Graphs that run: the heads of a symbol as one pure function for training and one for prediction.

The function takes an array for each variable, in MXNet's order, and, where a node draws random numbers, the two numbers
of a random key. It returns the heads, then the new values of the variables that nodes overwrite (BatchNorm's moving
statistics). Graphs of equal structure share their calls, so that a network built twice is compiled once.
"""

from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from mxnet._calls.avals import Aval
from mxnet._calls.call import Call
from mxnet._frontend.binding import exact, stable_name
from mxnet._host.caches import Cache
from mxnet._host.names import digest
from mxnet._host.settings import settings
from mxnet._lazy.strategy import COSTS
from mxnet._lazy.structure import INT
from mxnet._ops.elementwise import converting_smoothly
from mxnet._ops.registry import OPS, Op
from mxnet._programs import attention, convolutions, report, roll, scan, stacks
from mxnet._programs.keys import random_key
from mxnet._programs.roll import Item, Loop
from mxnet._types import Partition
from mxnet.error import MXNetError
from mxnet.symbol.mirror import Stage, computed_again, stages
from mxnet.symbol.node import Head, Node, auxiliary, topo
from mxnet.symbol.shapes import filled_params, follows_from_use, infer_shapes
from mxnet.symbol.types import infer_types

_CALLS: "Cache[Any, Any]" = Cache("graphs", 2048)

Values = MutableMapping[int, Any]


class GraphError(MXNetError):
    """An error of one node of a graph, with the name of the node."""


@dataclass(slots=True, eq=False)
class GraphStep:
    """A node ready to run: ``reads`` and ``writes`` are indices of values, ``overwrites`` those of variables."""

    node: Node
    number: int
    reads: tuple[int, ...]
    writes: range
    overwrites: tuple[int, ...]

    def run(self, values: Values, key: Any, train: bool, params: Mapping[str, Any]) -> None:
        """Compute the node from the values and put its results among them."""
        results = self.compute([values[i] for i in self.reads], key, self.number, train, params)
        visible = len(results) - len(self.overwrites)
        values.update(zip(self.writes, results[:visible], strict=False))
        values.update(zip(self.overwrites, results[visible:], strict=True))

    def compute(
        self, inputs: Sequence[Any], key: Any, number: Any, train: bool, params: Mapping[str, Any]
    ) -> tuple[Any, ...]:
        """The node's results; ``number`` tells its random numbers from those of other nodes."""
        node, op = self.node, operator(self.node)
        named = dict(params)
        if op.needs_key:
            named["key"] = jax.random.fold_in(key, number)
        if op.needs_train:
            named["train"] = train
        if node.subgraphs:
            inner = None if key is None else jax.random.fold_in(key, self.number)
            named["subgraphs"] = tuple(Inner(heads, train, inner, i) for i, heads in enumerate(node.subgraphs))
        arrays = iter(inputs)
        try:
            returned = op.function(*[next(arrays) if there else None for there in node.present], **named)
        except GraphError:
            raise
        except (MXNetError, TypeError, ValueError, IndexError, ZeroDivisionError, NotImplementedError) as error:
            raise GraphError(_blame(node, error, inputs)) from (None if isinstance(error, MXNetError) else error)
        return tuple(returned) if isinstance(returned, (tuple, list)) else (returned,)

    def computed_by(self, op: Op, params: Mapping[str, Any] | None = None) -> "GraphStep":
        """The step with another operator in the place of its own, and perhaps other parameters."""
        node = self.node
        params = node.params if params is None else params
        return replace(self, node=Node(op, node.name, node.attrs, node.inputs, node.subgraphs, params))

    def results(self, key: Any, train: bool, *inputs: Any) -> list[Any]:
        """The node's results as they stand in a graph, None for those that it does not give."""
        return _padded(self.compute(inputs, key, self.number, train, self.node.params), len(self.writes))

    def item(self, variables: int, rolls: bool) -> Item:
        """The step as ``roll`` sees it; one that cannot be rolled is like no other. Its number is read as a number."""
        node = self.node
        refs = tuple([-1 - index if index < variables else index - variables for index in self.reads])
        try:
            key: Any = (node.op, exact(node.params), node.present)
            hash(key)
        except TypeError:
            rolls = False
        if not rolls or node.subgraphs or self.overwrites:
            return Item(object(), refs, len(self.writes))
        return Item(key, (*refs, INT + self.number) if operator(node).needs_key else refs, len(self.writes))


def _padded(results: Sequence[Any], count: int) -> list[Any]:
    """As many results as a step has outputs."""
    return [*results[:count], *[None] * (count - len(results))]


def _without_gradient(function: Callable[..., Any], *arrays: Any, **named: Any) -> Any:
    return jax.lax.stop_gradient(function(*arrays, **named))


def operator(node: Node) -> Any:
    """The operator of a node that is not a variable."""
    return node.op


def refusing_node(heads: Sequence[Head], wanted: set[Node]) -> Node | None:
    """A node without a gradient through which that of the heads would go to a wanted variable."""
    order, leading = topo(heads), set(wanted)
    if all(n.op is None or n.op.gradient != "refused" for n in order):
        return None
    for node in order:
        if node.op is not None and node.op.gradient != "blocked" and any(n in leading for n, _ in node.inputs):
            leading.add(node)
    nodes, seen = [n for n, _ in heads], set()
    while nodes:
        node = nodes.pop()
        if node in leading and node not in seen:
            seen.add(node)
            if node.op is not None and node.op.gradient == "refused":
                return node
            nodes.extend([n for n, _ in node.inputs])
    return None


def _blame(node: Node, error: Exception, inputs: Sequence[Any]) -> str:
    received = ", ".join(f"{h[0].name} {a.dtype.name}{list(a.shape)}" for h, a in zip(node.inputs, inputs, strict=True))
    return f"Error in operator {node.name}: {str(error).strip()}\n  received: {received or 'no arrays'}"


@dataclass(frozen=True)
class GraphSource:
    """What a call of a graph was made from, for reading back what was recorded."""

    graph: "Graph"
    train: bool
    inlines: bool

    def through_integers(self, _: Call, avals: Sequence[Aval]) -> Call:
        """The call as gradients through integers see it, where some arrays may be float64 instead."""
        types = infer_types(
            self.graph.heads, {v: a.dtype.name for v, a in zip(self.graph.variables, avals, strict=True)}
        )
        new: dict[Node, Node] = {v: v for v in self.graph.variables}
        for node in self.graph.nodes:
            op, inputs = operator(node), [(new[n], i) for n, i in node.inputs]
            if op.integer_gradient == "converts":
                op = converting_smoothly(op)
            elif op.integer_gradient == "zero" and "int" in (types[node.inputs[0]] or ""):
                op = replace(op, function=partial(_without_gradient, op.function))
            new[node] = Node(op, node.name, node.attrs, inputs, node.subgraphs, node.params)
        graph = Graph([(new[n], i) for n, i in self.graph.heads])
        return Call(self.graph.name, graph.function(self.train), len(graph.variables), heavy=True)


class Graph:
    """The heads of a symbol, ready to be called; ``variables`` are its inputs, in MXNet's order.

    ``random`` says that a call takes the two numbers of a random key, ``dynamic`` that shapes inside depend on data, so
    that there is no such call.
    """

    def __init__(self, heads: Iterable[Head]) -> None:
        self.heads = list(heads)
        order = topo(self.heads)
        self.variables = [n for n in order if n.op is None]
        self.nodes = [n for n in order if n.op is not None]
        everything = [*self.nodes, *[m for n in self.nodes for m in within(n)]]
        self.random = any(operator(n).needs_key for n in everything)
        self.dynamic = any(operator(n).dynamic for n in everything)
        self._partial = [n for n in self.nodes if follows_from_use(n)]
        self._indices: dict[Head, int] = {(n, 0): i for i, n in enumerate(self.variables)}
        self._steps = [self._step(i, node) for i, node in enumerate(self.nodes)]
        self._wanted = [self._indices[h] for h in self.heads]
        self._items: list[Item] = []
        self._planned_loops: dict[int, Loop] | None = None

    def _step(self, number: int, node: Node) -> GraphStep:
        """Give every output of a node an index among the values."""
        size = len(self._indices)
        writes = range(size, size + max(node.visible, node.total))
        self._indices.update({(node, i): index for i, index in enumerate(writes)})
        reads = tuple(self._indices[h] for h in node.inputs)
        return GraphStep(node, number, reads, writes, tuple(reads[i] for i in node.mutated))

    @property
    def name(self) -> str:
        """What the graph is called in messages: its heads."""
        names = list(dict.fromkeys(n.name for n, _ in self.heads))
        return "graph of " + ", ".join(names[:3]) + (", ..." if len(names) > 3 else "")

    def changed(self, train: bool) -> tuple[int, ...]:
        """The indices of the variables that a call overwrites; operators that heed the mode do so in training only."""
        heeding = (s for s in self._steps if train or not operator(s.node).needs_train or operator(s.node).open)
        return tuple(sorted({index for step in heeding for index in step.overwrites}))

    # --- calls -----------------------------------------------------------------------------------------------------

    def call(self, train: bool, inlines: bool = False) -> Call:
        """The engine's call for a mode; equal graphs have the same one.

        ``inlines``: what autograd recorded of the call reads as the graph's own nodes, not as one of the whole graph.
        """
        train = train and any(_heeds_mode(n) for n in self.nodes)
        plan = stages(self.nodes)
        shape = None if plan is None else tuple((len(s.nodes), s.again) for s in plan)
        key: tuple[Any, ...] = (self._structure(), train, shape, settings.roll, inlines)
        try:
            call = _CALLS.get(key)
        except TypeError:  # a parameter that cannot be a key: then the graph is like no other
            key = (tuple(self.heads), train, shape, settings.roll, inlines)
            call = _CALLS.get(key)
        if call is None:
            # Inside a jit of its own, the graph is traced once for the inference of shapes, its gradient and programs.
            function = jax.jit(self.function(train, plan))
            known = self._stable()
            stable = None if known is None else digest("graph", known, repr(train), repr(shape), repr(settings.roll))
            size = len(self.nodes)
            call = Call(self.name, function, len(self.variables), heavy=True, size=size, stable=stable)
            _CALLS[key] = call
            call.source = GraphSource(self, train, inlines)
        return call

    def _structure(self) -> tuple[Any, ...]:
        nodes = tuple((s.node.op, exact(s.node.params), s.reads, _structures(s.node)) for s in self._steps)
        return len(self.variables), nodes, tuple(self._wanted)

    def _stable(self) -> str | None:
        """The structure as text that is the same in every process; None if a node has no exact name."""
        texts = []
        for step in self._steps:
            inner = [Graph(heads)._stable() for heads in step.node.subgraphs]
            text = stable_name(operator(step.node), (step.node.params, step.node.present, step.overwrites))
            if text is None or None in inner:
                return None
            texts.append(f"{text} {step.reads} {step.writes} {inner}")
        return digest(str(len(self.variables)), repr(self._wanted), *texts)

    def infer(self, call: Call, avals: tuple[Aval, ...]) -> tuple[Aval, ...]:
        """The avals of a call's outputs; errors name the nodes of this graph, not of an equal one."""
        known = call.inferred.get(avals)
        if known is None:
            numbers = (0, 0) if self.random else ()
            try:
                known = call.infer(avals, numbers)
            except MXNetError:
                jax.eval_shape(self.function(False), *[a.struct for a in avals], *numbers)
                raise
        return known[0]

    # --- functions -------------------------------------------------------------------------------------------------

    def function(self, train: bool, plan: Sequence[Stage] | None = None) -> Callable[..., tuple[Any, ...]]:
        """The graph as a pure function of arrays and numbers."""
        count = len(self.variables)

        def graph(*flat: Any) -> tuple[Any, ...]:
            key = random_key(*flat[count:]) if self.random else None
            return self.evaluate(train, *flat[:count], key=key, plan=plan)

        return graph

    def evaluate(
        self, train: bool, *arrays: Any, key: Any = None, plan: Sequence[Stage] | None = None
    ) -> tuple[Any, ...]:
        """The heads, then the variables that were overwritten."""
        values = dict(enumerate(arrays))
        params = self.filled(arrays)
        if plan is None:
            self._run(values, key, train, params)
        else:
            self._run_stages(plan, values, key, train, params)
        return (*[values[i] for i in self._wanted], *[values[i] for i in self.changed(train)])

    def _run(self, values: Values, key: Any, train: bool, params: Mapping[Node, Mapping[str, Any]]) -> None:
        """Run all steps, equal rounds of them as loops (see ``roll``)."""
        loops = self._loops() if settings.roll and len(self._steps) >= COSTS.roll_operators else {}
        fused, steps = self._fused(key, train, loops), self._joined_steps(key, train, loops)
        if not loops:
            for index, step in enumerate(steps):
                if index in fused:
                    outputs = fused[index].forward([values[i] for i in step.reads])
                    values.update(zip(step.writes, outputs, strict=False))
                else:
                    step.run(values, key, train, params.get(step.node, step.node.params))
            return
        count = len(self.variables)

        def execute(index: int, inputs: list[Any]) -> Sequence[Any]:
            step = steps[index]
            if index in fused:
                return _padded(fused[index].forward(inputs), len(step.writes))
            named = params.get(step.node, step.node.params)
            results = step.compute(inputs[: len(step.reads)], key, step.number, train, named)
            visible = len(results) - len(step.overwrites)
            values.update(zip(step.overwrites, results[visible:], strict=True))
            return _padded(results[:visible], len(step.writes))

        def inside(_: Loop, index: int, inputs: list[Any]) -> Sequence[Any]:
            step = steps[index]
            if index in fused:
                return _padded(fused[index].forward(inputs[: len(step.reads)]), len(step.writes))
            arrays, number = inputs[: len(step.reads)], inputs[len(step.reads) :] or [step.number]
            return _padded(step.compute(arrays, key, number[0], train, step.node.params), len(step.writes))

        def apply(loop: Loop, function: Any, inputs: list[Any], _: Any) -> Sequence[Any]:
            report.rolled(loop.segment.rounds, loop.segment.period)
            return function(*inputs)  # type: ignore[no-any-return]

        def outside(ref: int) -> Any:
            return np.int64(ref - INT) if ref >= INT else values[-1 - ref]

        def partition(index: int) -> Partition | None:
            node = self._steps[index].node
            return operator(node).partition(**params.get(node, node.params))  # type: ignore[no-any-return]

        hooks = scan.Hooks(execute, inside, lambda refs: np.array(refs) - INT, apply, partition=partition)
        wanted = {index - count for index in self._wanted if index >= count}
        results: list[Any] = []
        scan.compute(self._items, loops, wanted, outside, hooks, results)
        values.update({count + n: stacks.value(results[n]) for n in wanted})

    def _fused(
        self, key: Any, train: bool, loops: Mapping[int, Loop]
    ) -> Mapping[int, attention.ChainPart | convolutions.ChainLink]:
        """The steps that are parts of fused attention, or of a convolution and what follows it."""
        if attention.implementation():
            operations = [None if s.overwrites else self._operation(s, key, train) for s in self._steps]
            shared = {i for s in self._steps if s.overwrites for i in s.reads}.union(self._wanted)
            return attention.find(operations, shared, loops.values(), self._wanted)
        if train or not convolutions.are_fused():
            return {}
        # In prediction, batch normalisation leaves its statistics as they are.
        operations = [self._operation(s, key, train) for s in self._steps]
        return convolutions.find(operations, set(self._wanted), list(loops.values()))

    def _joined_steps(self, key: Any, train: bool, loops: Mapping[int, Loop]) -> list[GraphStep]:
        """The steps, in training with a batch normalisation and the rectifier after it as one operator."""
        if not train or not convolutions.are_fused():
            return self._steps
        operations = [self._operation(s, key, train) for s in self._steps]
        shared = {i for s in self._steps for i in s.overwrites}.union(self._wanted)
        steps = list(self._steps)
        for first, second in convolutions.find_rectified(operations, shared, list(loops.values())).items():
            steps[first] = steps[first].computed_by(OPS["_contrib_BatchNormWithReLU"])
            steps[second] = steps[second].computed_by(OPS["_copy"], {})
        return steps

    def _operation(self, step: GraphStep, key: Any, train: bool) -> attention.Operation:
        op, params = operator(step.node), step.node.params
        attrs = {**{name: attr.default for name, attr in op.attrs.items()}, **params, "train": train}
        run = partial(step.results, key, train)
        return attention.Operation(op.name, attrs, step.reads, tuple(step.writes), run)

    def _loops(self) -> dict[int, Loop]:
        """The loops among the steps, found once."""
        if self._planned_loops is None:
            count, unknown = len(self.variables), set(self._partial)
            self._items = [s.item(count, s.node not in unknown) for s in self._steps]
            inner = any(index >= count for s in self._steps for index in s.overwrites)
            self._planned_loops = {} if inner else roll.plan(self._items)
        return self._planned_loops

    def filled(self, arrays: Sequence[Any]) -> dict[Node, Mapping[str, Any]]:
        """The parameters of nodes that make arrays of a shape known only now."""
        if not self._partial:
            return {}
        facts = infer_shapes(self.heads, {v: tuple(a.shape) for v, a in zip(self.variables, arrays, strict=True)})
        return {n: filled_params(n, facts[n, 0]) for n in self._partial}  # type: ignore[arg-type]

    def _run_stages(
        self, plan: Sequence[Stage], values: Values, key: Any, train: bool, params: Mapping[Node, Mapping[str, Any]]
    ) -> None:
        """Run stage by stage; what is inside one that is computed ``again`` is not kept for the gradient."""
        end = 0
        for stage in plan:
            steps = self._steps[end : end + len(stage.nodes)]
            end += len(steps)
            reads, writes = self._borders(steps, end)

            def run(key: Any, *inputs: Any, steps: Any = steps, reads: Any = reads, writes: Any = writes) -> list[Any]:
                inside = dict(zip(reads, inputs, strict=True))
                for step in steps:
                    step.run(inside, key, train, params.get(step.node, step.node.params))
                return [inside[i] for i in writes]

            inputs = [values[i] for i in reads]
            results = self._again(run, key, reads, inputs) if stage.again else run(key, *inputs)
            values.update(zip(writes, results, strict=True))

    def _again(self, run: Callable[..., list[Any]], key: Any, reads: Sequence[int], inputs: Sequence[Any]) -> list[Any]:
        """Run a stage so that it is computed again for its gradient, once that of what it makes is there."""
        computed_here = [i >= len(self.variables) for i in reads]
        ties = computed_here if any(computed_here) else [True] * len(reads)
        if key is None:
            return computed_again(partial(run, None), ties)(*inputs)
        wrapped = partial(jax.random.wrap_key_data, impl=jax.random.key_impl(key))
        keyed = computed_again(lambda data, *rest: run(wrapped(data), *rest), [False, *ties])
        return keyed(jax.random.key_data(key), *inputs)

    def _borders(self, steps: Sequence[GraphStep], end: int) -> tuple[list[int], list[int]]:
        """What some steps read of the values before them, and what they write that is wanted after them."""
        reads: dict[int, None] = {}
        written: dict[int, None] = {}
        for step in steps:
            reads.update((i, None) for i in step.reads if i not in written)
            written.update((i, None) for i in (*step.writes, *step.overwrites))
        later = {i for step in self._steps[end:] for i in step.reads}
        later.update(self._wanted, range(len(self.variables)))
        return list(reads), [i for i in written if i in later]


class Inner:
    """A graph inside a loop or a branch; see ``_ops.control``."""

    def __init__(self, heads: Sequence[Head], train: bool, key: Any, number: int) -> None:
        self._graph = graph = Graph(heads)
        last = heads[0][0]
        self.size = len(graph.variables)
        self.last = ("" if last.op is None else last.op.name, last.params)
        self._train = train
        self.random = graph.random
        self._key = jax.random.fold_in(key, number) if graph.random else None
        states = auxiliary(heads)
        self.overwritten = tuple(i for i, v in enumerate(graph.variables) if v in states)

    def __call__(self, arrays: Sequence[Any], step: Any = 0) -> tuple[list[Any], dict[int, Any]]:
        """The heads, and what became of the variables that were overwritten."""
        key = None if self._key is None else jax.random.fold_in(self._key, step)
        results = self._graph.evaluate(self._train, *arrays, key=key)
        count = len(self._graph.heads)
        changed = self._graph.changed(self._train)
        return list(results[:count]), dict(zip(changed, results[count:], strict=True))


def within(node: Node) -> list[Node]:
    """The nodes of the graphs that a node runs, at any depth."""
    direct = [n for heads in node.subgraphs for n in topo(heads) if n.op is not None]
    return [*direct, *[m for n in direct for m in within(n)]]


def _structures(node: Node) -> tuple[Any, ...]:
    return tuple(Graph(heads)._structure() for heads in node.subgraphs)


def _heeds_mode(node: Node) -> bool:
    return operator(node).needs_train or any(operator(n).needs_train for n in within(node))


def ignores_head(node: Node, output: int, avals: Sequence[Aval]) -> bool:
    """Whether a node's gradient is the same whatever comes back to this output, as that of a loss is.

    ``avals`` are those of the node's inputs.
    """
    floating = [i for i, a in enumerate(avals) if jnp.issubdtype(a.dtype, jnp.floating)]
    free = [(Node(None, str(i), {}), 0) for i in range(len(avals))]
    graph = Graph([(Node(node.op, node.name, node.attrs, free, node.subgraphs, node.params), output)])
    numbers = [0, 0] if graph.random else []

    def gradient(cotangent: Any, *arrays: Any) -> tuple[Any, ...]:
        def forward(*chosen: Any) -> Any:
            full = [*arrays, *numbers]
            for i, value in zip(floating, chosen, strict=True):
                full[i] = value
            return graph.function(True)(*full)[0]

        return jax.vjp(forward, *[arrays[i] for i in floating])[1](cotangent)

    structs = [a.struct for a in avals]
    head = jax.eval_shape(graph.function(True), *structs, *numbers)[0]
    if not floating or not jnp.issubdtype(head.dtype, jnp.floating):
        return True
    return not _used(jax.make_jaxpr(gradient)(head, *structs).jaxpr)[0]


def _used(jaxpr: Any) -> list[bool]:
    """Which inputs of a traced function its outputs depend on."""
    needed = {v for v in jaxpr.outvars if not hasattr(v, "val")}
    for step in reversed(jaxpr.eqns):
        if needed.isdisjoint(step.outvars):
            continue
        inner = step.params.get("jaxpr", step.params.get("call_jaxpr"))
        inner = getattr(inner, "jaxpr", inner)
        known = (
            _used(inner) if inner is not None and len(inner.invars) == len(step.invars) else [True] * len(step.invars)
        )
        needed.update(v for v, used in zip(step.invars, known, strict=True) if used and not hasattr(v, "val"))
    return [v in needed for v in jaxpr.invars]
