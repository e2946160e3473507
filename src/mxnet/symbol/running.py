"""How a bound graph runs: as one node of a tape, as one node for each of several devices, or operator by operator.

A runner reads the arrays it was given when it is told to go forward, overwrites the auxiliary ones, and sends gradients
to leaves. It records for itself, whatever autograd is doing around it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import jax.numpy as jnp
import numpy as np

from mxnet._calls.call import Call, Number
from mxnet._lazy.cuts import Event
from mxnet._lazy.gradient import Leaf, Recorded
from mxnet._lazy.mode import mode
from mxnet._lazy.value import Device, Value, concrete
from mxnet._programs.device import device_of
from mxnet._programs.watch import watch as profile
from mxnet.context import Context
from mxnet.error import MXNetError
from mxnet.ndarray import gradients
from mxnet.ndarray.dense import NDArray
from mxnet.ndarray.handle import DENSE, Handle, apply, assign, new, set_origin, value_of
from mxnet.ndarray.invoke import invoke_op, wrap
from mxnet.ndarray.views import cast_call
from mxnet.symbol.compose import input_names
from mxnet.symbol.graph import Graph, operator
from mxnet.symbol.guards import GraphGuards
from mxnet.symbol.iterating import iterate
from mxnet.symbol.node import Head, Node
from mxnet.symbol.placement import DevicePart

Monitor = Callable[[str, Any], None]

Gradients = list[tuple[Leaf, Value]]

_ADD = Call("add", lambda a, b: (a + b,), 2, stable="add")
_ONES = Call("ones", lambda data: (jnp.ones_like(data),), 1, stable="ones")


class _Name(str):
    """A name as callbacks get it: text, and yet with the ``decode`` that programs call on MXNet's bytes."""

    __slots__ = ()

    def decode(self, encoding: str = "utf-8", errors: str = "strict") -> str:
        return str(self)


def with_names(callback: Callable[..., None]) -> Callable[..., None]:
    """A callback of the user's that may decode the names which it is given."""
    return lambda *values: callback(*[_Name(v) if isinstance(v, str) else v for v in values])


class Runner(Protocol):
    """What an executor needs of the way its graph runs."""

    def forward(self, train: bool, record: bool) -> list[Any]:
        """Compute the outputs, as values, or as arrays if they are sparse; ``record``: ``backward`` may follow."""

    def backward(self, train: bool, cotangents: Sequence[Value | None]) -> None:
        """Send gradients to the leaves; a cotangent of None is all ones."""


def moved(value: Value, device: Device) -> Value:
    """The value on a device. The copy is under way when this returns: devices go on working meanwhile."""
    if value.device is device:
        return value
    return concrete(device.put(value.read("copied to another device")), device)


def deliver(pairs: Gradients) -> None:
    """Give gradients to their leaves, of the type and on the device of the arrays there."""
    for leaf, gradient in pairs:
        want = value_of(leaf.grad)
        if gradient.aval.dtype != want.aval.dtype:
            gradient = gradient.device.local.tape.apply(cast_call(want.aval.dtype), (gradient,))[0][0]
        gradients.receive(leaf, moved(gradient, want.device))


class Piece:
    """A graph on one device, and what its last run left for its gradient."""

    def __init__(self, graph: Graph, device: Device, leaves: Sequence[Leaf | None]) -> None:
        self.graph = graph
        self.device = device
        self.leaves = list(leaves)
        self.calls = {train: graph.call(train) for train in (False, True)}
        self.changed = {train: graph.changed(train) for train in (False, True)}
        self.numbers: Sequence[Number] = ()
        self.record: Recorded | None = None
        self._guards = GraphGuards.of(graph)
        self.outputs: list[Value] = []
        self._count = len(graph.heads)

    def begin(self) -> None:
        """An iteration begins."""
        self.device.local.tape.emit(Event.EXECUTOR_CALLED, len(self.graph.nodes), self)
        if self.graph.random:
            self.numbers = self.device.draw()

    def run(self, values: Sequence[Value], train: bool, record: bool) -> list[tuple[int, Value]]:
        """Compute ``outputs``; return the new values of variables, by index."""
        tape = self.device.local.tape
        for value, leaf in zip(values, self.leaves, strict=True):
            if leaf is not None and value.data is None:
                tape.note_write(value)  # a parameter that was filled or updated before this iteration
        results, self.record = tape.apply(self.calls[train], values, self.numbers, self.leaves if record else None)
        if self._guards is not None:
            self._guards.watch(values, self.numbers, train, results)
        self.outputs = list(results[: self._count])
        return list(zip(self.changed[train], results[self._count :], strict=True)) if self.changed[train] else []

    def pull(self, cotangents: Mapping[int, Value | None]) -> Gradients:
        """The gradients of the leaves, from those of some outputs. What the run left is used up."""
        record, self.record = self.record, None
        if record is None or not cotangents:
            return []
        heads = [(record, i) for i in cotangents]
        values = [self.outputs[i] for i in cotangents]
        return self.device.local.tape.backward([record], heads, values, list(cotangents.values()), False)


def _smooth(values: Sequence[Value]) -> list[int]:
    """Which of the values have gradients."""
    return [i for i, v in enumerate(values) if jnp.issubdtype(v.aval.dtype, jnp.floating)]


class WholeRunner:
    """A graph on one device: one node of its tape."""

    def __init__(self, graph: Graph, arrays: Sequence[Handle], leaves: Sequence[Leaf | None], device: Device) -> None:
        self._arrays = arrays
        self._piece = Piece(graph, device, leaves)
        self._train = False
        self._apart: EachRunner | None = None

    def forward(self, train: bool, record: bool) -> list[Value]:
        """Compute the outputs."""
        self._apart = self._profiled() if profile.on and self._arrays else None
        if self._apart is not None:
            return self._apart.forward(train, record)
        self._piece.begin()
        self._train = train
        for index, value in self._run(record):
            assign(self._arrays[index], value)
        return self._piece.outputs

    def _profiled(self) -> "EachRunner":
        """The same graph operator by operator, so that each can be timed."""
        graph, piece = self._piece.graph, self._piece
        return EachRunner(graph, self._arrays, piece.leaves, dict.fromkeys(graph.nodes, self._arrays[0]._ctx))

    def _run(self, record: bool) -> list[tuple[int, Value]]:
        values = [a._value if a._base is None else value_of(a) for a in self._arrays]
        return self._piece.run(values, self._train, record)

    def backward(self, train: bool, cotangents: Sequence[Value | None]) -> None:
        """Send gradients to the leaves; go forward once more, with the same random numbers, where nothing is left."""
        if self._apart is not None:
            self._apart.backward(train, cotangents)
            return
        piece = self._piece
        if piece.record is None or train is not self._train:
            self._train = train
            self._run(True)
        deliver(piece.pull({i: cotangents[i] for i in _smooth(piece.outputs)}))


class PartsRunner:
    """A graph over several devices: one node of a tape for each part, and copies between them."""

    def __init__(
        self,
        parts: Sequence[DevicePart],
        heads: Sequence[tuple[int, int] | Node],
        arrays: Mapping[Node, Handle],
        leaves: Mapping[Node, Leaf | None],
        monitor: "Watcher | None" = None,
    ) -> None:
        self._parts, self._monitor = parts, monitor
        self._heads = heads
        self._arrays = arrays
        self._leaves = leaves
        wanted = [[self._wants(parts, source) for source in part.sources] for part in parts]
        self._pieces = [
            Piece(part.graph, device_of(part.ctx), [Leaf(None, "write") if w else None for w in want])
            for part, want in zip(parts, wanted, strict=True)
        ]
        self._train = False

    def _wants(self, parts: Sequence[DevicePart], source: Node | tuple[int, int]) -> bool:
        """Whether a gradient has to go back to where an input comes from."""
        if isinstance(source, Node):
            return self._leaves.get(source) is not None
        return any(self._wants(parts, s) for s in parts[source[0]].sources)

    def forward(self, train: bool, record: bool) -> list[Value]:
        """Compute the outputs."""
        for piece in self._pieces:
            piece.begin()
        self._train = train
        for part, piece, changes in self._run(record):
            if self._monitor is not None:
                self._monitor.forward(part, piece, [self._output(s) for s in part.sources])
            for index, value in changes:
                source = part.sources[index]
                assign(self._arrays[source], value)  # type: ignore[index]  # what a node overwrites is a variable
        return [self._output(h) for h in self._heads]

    def _output(self, head: tuple[int, int] | Node) -> Value:
        return value_of(self._arrays[head]) if isinstance(head, Node) else self._pieces[head[0]].outputs[head[1]]

    def _run(self, record: bool) -> list[tuple[DevicePart, Piece, list[tuple[int, Value]]]]:
        copies: dict[tuple[Any, Device], Value] = {}
        runs = []
        for part, piece in zip(self._parts, self._pieces, strict=True):
            values = []
            for source in part.sources:
                key = source, piece.device
                if key not in copies:
                    copies[key] = moved(self._output(source), piece.device)
                values.append(copies[key])
            kept = record and any(leaf is not None for leaf in piece.leaves)
            runs.append((part, piece, piece.run(values, self._train, kept)))
        return runs

    def backward(self, train: bool, cotangents: Sequence[Value | None]) -> None:
        """Send gradients to the leaves, the last part first."""
        if train is not self._train or all(p.record is None for p in self._pieces):
            self._train = train
            self._run(True)
        sums: dict[Node | tuple[int, int], Value] = {}
        for head, cotangent in zip(self._heads, cotangents, strict=True):
            value = self._output(head)
            if _smooth([value]):
                tape = value.device.local.tape
                cotangent = tape.apply(_ONES, (value,))[0][0] if cotangent is None else moved(cotangent, value.device)
                _accumulate(sums, head, cotangent)
        for number in range(len(self._parts) - 1, -1, -1):
            piece = self._pieces[number]
            back = {i: sums[number, i] for i in range(len(piece.outputs)) if (number, i) in sums}
            sources = {id(leaf): s for leaf, s in zip(piece.leaves, self._parts[number].sources, strict=True)}
            pulled = piece.pull(back)
            if self._monitor is not None:
                inputs = [self._output(source) for source in self._parts[number].sources]
                self._monitor.backward(self._parts[number], piece, pulled, inputs)
            for leaf, gradient in pulled:
                source = sources[id(leaf)]
                _accumulate(sums, source, moved(gradient, self._output(source).device))
        deliver([(leaf, sums[node]) for node, leaf in self._leaves.items() if leaf is not None and node in sums])


class Watcher:
    """Tells a monitor of the nodes of a graph whose parts are single nodes."""

    def __init__(self, monitor: Monitor, inputs: bool) -> None:
        self._monitor, self._inputs = monitor, inputs

    def forward(self, part: DevicePart, piece: Piece, values: Sequence[Value]) -> None:
        """Tell of a node's outputs; of what it reads first, if that is wanted, variables by their own names as well."""
        node = part.graph.nodes[0]
        if self._inputs:
            for name, (variable, _) in zip(_names(node), node.inputs, strict=True):
                index = part.graph.variables.index(variable)
                array = new(NDArray, moved(values[index], piece.device), part.ctx)
                if isinstance(part.sources[index], Node):
                    self._monitor(variable.name, array)
                self._monitor(f"{node.name}_{name}", array)
        for name, value in zip(node.output_names, piece.outputs, strict=True):
            self._monitor(name, new(NDArray, value, part.ctx))

    def backward(self, part: DevicePart, piece: Piece, pulled: Gradients, values: Sequence[Value]) -> None:
        """Tell of the gradients of all of a node's inputs, if any is wanted; those that are not are zeros."""
        if not pulled:
            return
        node, variables = part.graph.nodes[0], part.graph.variables
        states = {variables.index(node.inputs[i][0]) for i in node.mutated}
        known = {id(leaf): gradient for leaf, gradient in pulled}
        inputs = [i for i in range(len(variables)) if i not in states]
        for index in inputs:
            number = "" if len(inputs) == 1 else str(index)
            gradient = known.get(id(piece.leaves[index]))
            if gradient is None:
                aval = values[index].aval
                gradient = concrete(np.zeros(aval.shape, aval.dtype), piece.device)
            self._monitor(f"{node.name}_backward_output{number}", new(NDArray, gradient, part.ctx))


def _accumulate(sums: dict[Any, Value], key: Any, value: Value) -> None:
    if key in sums:
        value = value.device.local.tape.apply(_ADD, (sums[key], value))[0][0]
    sums[key] = value


class EachRunner:
    """A graph run operator by operator, where shapes depend on data or arrays are sparse.

    ``integers`` says that gradients go through integers, from outputs of such types too.
    """

    def __init__(
        self,
        graph: Graph,
        arrays: Sequence[Any],
        leaves: Sequence[Leaf | None],
        where: Mapping[Node, Context],
        monitor: Monitor | None = None,
        monitor_all: bool = False,
        integers: bool = False,
    ) -> None:
        self._graph = graph
        self._integers = integers
        self._arrays, self._leaves = arrays, leaves
        self._where = where
        self._monitor, self._monitor_all = monitor, monitor_all
        self._outputs: list[Any] = []
        self._train = False

    def forward(self, train: bool, record: bool) -> list[Any]:
        """Compute the outputs."""
        for device in {device_of(ctx) for ctx in self._where.values()}:
            device.local.tape.emit(Event.EXECUTOR_CALLED, len(self._graph.nodes), self)
        self._train = train
        if self._integers:
            gradients.expect_integers()
        arrays = self._run(record, self._monitor)
        for index in self._graph.changed(train):
            array = self._arrays[index]
            assign(array, moved(value_of(arrays[index]), value_of(array).device))
        return [value_of(o) if type(o) in DENSE else o for o in self._outputs]

    def _run(self, record: bool, monitor: Monitor | None) -> list[Any]:
        arrays = []
        for array, leaf in zip(self._arrays, self._leaves, strict=True):
            arrays.append(new(NDArray, value_of(array), array._ctx) if type(array) in DENSE else array.copy())
            set_origin(arrays[-1], leaf)
        variables = {name: v.name for n in self._graph.nodes for name, v in _named_inputs(n) if v.op is None}

        def watch(name: str, _: str, array: Any) -> None:
            if name in variables:  # MXNet's executors tell of a variable by its own name as well
                monitor(variables[name], array)  # type: ignore[misc]
            monitor(name, array)  # type: ignore[misc]

        before = mode.recording, mode.training
        mode.recording, mode.training = record, self._train
        try:
            self._outputs = run_each(self._graph, arrays, self._where, monitor and watch, self._monitor_all)
        finally:
            mode.recording, mode.training = before
        return arrays

    def backward(self, train: bool, cotangents: Sequence[Value | None]) -> None:
        """Send gradients to the leaves."""
        if train is not self._train or not self._outputs or all(o._origin is None for o in self._outputs):
            self._train = train
            self._run(True, None)
        chosen = [
            (output, cotangent)
            for output, cotangent in zip(self._outputs, cotangents, strict=True)
            if output._origin is not None and (self._integers or _smooth([value_of(output)]))
        ]
        if not chosen:
            raise MXNetError("backward: no gradient flows from the outputs to the arguments")
        cotangents = [None if c is None else new(NDArray, moved(c, value_of(o).device), o._ctx) for o, c in chosen]
        gradients.backward([o for o, _ in chosen], cotangents, False)
        self._outputs = []


def run_each(
    graph: Graph,
    arrays: Sequence[Any],
    where: Mapping[Node, Context],
    watch: Callable[[str, str, Any], None] | None = None,
    watch_inputs: bool = False,
) -> list[Any]:
    """Run a graph operator by operator, as a program of array operations would; overwritten arrays change in place.

    ``watch(name, operator, array)`` sees the outputs of every node, and with ``watch_inputs`` what they are made from.
    """
    values: dict[Head, Any] = {(v, 0): a for v, a in zip(graph.variables, arrays, strict=True)}
    params = graph.filled(arrays)
    for node in graph.nodes:
        ctx = where[node]
        inputs = [values[h].as_in_context(ctx) for h in node.inputs]
        kind = operator(node).name
        if watch is not None and watch_inputs:
            for name, array in zip(_names(node), inputs, strict=True):
                watch(f"{node.name}_{name}", kind, array)
        if profile.on:
            with profile.layer(node.name.removesuffix("_fwd"), symbolic=True):
                results = _compute(node, dict(params.get(node, node.params)), inputs, ctx)
        else:
            results = _compute(node, dict(params.get(node, node.params)), inputs, ctx)
        for i in node.mutated:
            original = values[node.inputs[i]]
            if original is not inputs[i]:
                assign(original, moved(value_of(inputs[i]), value_of(original).device))
        for i, (name, result) in enumerate(zip(node.output_names, results, strict=False)):
            values[node, i] = result
            if watch is not None:
                watch(name, kind, result)
    return [values[h] for h in graph.heads]


def _names(node: Node) -> list[str]:
    """The inputs' names as monitors know them: MXNet's simple operators have none."""
    op = operator(node)
    names = input_names(op, node.params, len(node.inputs))
    return ["input0"] if len(names) == 1 and (op.unnamed_input or op.same_shape) else names


def _named_inputs(node: Node) -> list[tuple[str, Node]]:
    return [(f"{node.name}_{name}", child) for name, (child, _) in zip(_names(node), node.inputs, strict=True)]


def _compute(node: Node, params: dict[str, Any], inputs: Sequence[Any], ctx: Context) -> list[Any]:
    """One node on arrays."""
    if node.subgraphs:
        alone = _detached(node)
        graph = Graph([(alone, i) for i in range(node.visible)])
        if graph.dynamic:
            return _iterate(node, inputs, ctx)
        numbers = device_of(ctx).draw() if graph.random else ()
        values, record = apply(graph.call(mode.training), inputs, numbers)
        return [wrap(NDArray, v, ctx, record, i) for i, v in enumerate(values[: node.visible])]
    if not inputs:
        params["ctx"] = ctx
    arrays = iter(inputs)
    results = invoke_op(operator(node), [next(arrays) if there else None for there in node.present], params)
    return results if isinstance(results, list) else [results]


def _iterate(node: Node, inputs: Sequence[Any], ctx: Context) -> list[Any]:
    """A loop or a branch on arrays, iteration by iteration: shapes inside depend on data."""
    graphs = [Graph(heads) for heads in node.subgraphs]

    def run(number: int, arrays: Sequence[Any]) -> list[Any]:
        graph = graphs[number]
        return run_each(graph, arrays, dict.fromkeys(graph.nodes, ctx))

    return iterate(run, node.wires, inputs, node)


def _detached(node: Node) -> Node:
    """The same operator on variables."""
    free = [(Node(None, child.name, {}), 0) for child, _ in node.inputs]
    return Node(node.op, node.name, node.attrs, free, node.subgraphs, node.params)
