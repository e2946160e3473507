"""A symbol with its parameters as an ONNX graph."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mxnet._ops.attrs import DTYPES
from mxnet.context import cpu
from mxnet.error import MXNetError
from mxnet.ndarray import NDArray
from mxnet.onnx._package import load_onnx
from mxnet.onnx.mx2onnx._parameters import Parameters
from mxnet.onnx.mx2onnx._registry import CONVERTERS, NodeWriter, Refusal
from mxnet.onnx.mx2onnx._sizes import FreeShape, Sizes
from mxnet.onnx.mx2onnx._writer import PlannedNode, Tensor, tensor_type
from mxnet.symbol import Symbol
from mxnet.symbol.node import Head, Node, topo
from mxnet.symbol.types import infer_types

Arrays = Mapping[str, NDArray]

# Where losses read labels: a model that predicts has none.
_LABELS = {
    "LinearRegressionOutput": 1,
    "LogisticRegressionOutput": 1,
    "MAERegressionOutput": 1,
    "SVMOutput": 1,
    "SoftmaxOutput": 1,
}
_FLOAT, _BFLOAT = 1, 16  # ONNX's numbers of float32 and bfloat16
_BFLOAT16 = DTYPES["bfloat16"]
_CASTS = ("Cast", "amp_cast", "amp_multicast")
_NAMES = (("_state_output", "1"), ("_statecell_output", "2"), ("_output", ""))


def output_name(name: str) -> str:
    """What ONNX calls an output: ``fc1_output`` is ``fc1``, ``split0_output1`` is ``split01``."""
    for ending, number in _NAMES:
        if name.endswith(ending):
            return name.removesuffix(ending) + number
    return re.sub(r"_output([0-9]+)$", r"\1", name)


class Exporter:
    """One symbol on its way; ``run`` gives the graph."""

    def __init__(self, symbol: Symbol, params: Arrays, opset: int) -> None:
        self._heads: list[Head] = list(symbol._heads)
        self._nodes = topo(self._heads)
        self._params = params
        self._graph = NodeWriter(opset)
        self._graph.value_of = self._value_of
        self._tensors: dict[Head, Tensor] = {}
        self._heads_by_name: dict[str, Head] = {}
        # Runtimes have few operators of bfloat16: such values are kept and handed over as they are, computed wide.
        self._narrow: set[Head] = set()
        self._unknown = [n for n in self._nodes if n.is_variable and n.name not in params]

    # --- inputs ------------------------------------------------------------------------------------------------------

    def inputs(self, count: int) -> list[Node]:
        """The variables that a caller gives: those that are no parameters, and no labels where labels are too many."""
        last = f"{self._nodes[-1].name}_label"
        variables = [n for n in self._unknown if n.name != last]
        if len(variables) != count:
            labels = self.labels()
            variables = [n for n in variables if n not in labels]
        if len(variables) != count:
            names = ", ".join(n.name for n in variables) or "none"
            raise MXNetError(
                f"the symbol has {len(variables)} inputs that are not among params ({names}), "
                f"but in_shapes has {count}: write a shape for each of them, in this order"
            )
        return variables

    def labels(self) -> set[Node]:
        """The variables that only losses read, which a model that predicts does not have."""
        uses: dict[Node, set[bool]] = {n: set() for n in self._unknown}
        for node in self._nodes:
            for place, (source, _) in enumerate(node.inputs):
                if source in uses:
                    uses[source].add(node.op is not None and _LABELS.get(node.op.name) == place)
        return {n for n, label_uses in uses.items() if label_uses == {True}}

    # --- the graph ---------------------------------------------------------------------------------------------------

    def run(
        self, shapes: Sequence[Sequence[int]], free: Sequence[FreeShape], types: Sequence[Any], params: Parameters
    ) -> Any:
        """The graph, for inputs of these shapes; sizes that are None or a name in ``free`` may be others."""
        inputs = self.inputs(len(shapes))
        self._infer(inputs, shapes, free, types)
        input_tensors = [self._input(n) for n in inputs]
        self._graph.taken.update(n.name for n in self._nodes if n.is_variable)
        names = self._reserve_outputs()
        for node in self._nodes:
            if not node.is_variable:
                self._convert(node, names)
        outputs = [self._output(head, head in self._heads[:place]) for place, head in enumerate(self._heads)]
        return self._proto(list(zip(input_tensors, free, strict=True)), outputs, params)

    def _input(self, node: Node) -> Tensor:
        """An input as the file declares it; one of bfloat16 is widened at once."""
        declared = self._tensors[node, 0]
        if (node, 0) not in self._narrow:
            return declared
        self._graph.taken.add(node.name)
        self._graph.scope = node.name
        self._tensors[node, 0] = declared._replace(name=self._graph.op("Cast", declared, to=_FLOAT))
        return declared._replace(dtype=_BFLOAT16)

    def _reserve_outputs(self) -> dict[Head, str]:
        """The names of the model's outputs, which other values may not take."""
        names: dict[Head, str] = {}
        for node, i in self._heads:
            if (node, i) not in names and not node.is_variable:
                names[node, i] = self._graph.fresh(output_name(node.output_names[i]))
        return names

    def _infer(
        self, inputs: Sequence[Node], shapes: Sequence[Sequence[int]], free: Sequence[FreeShape], types: Sequence[Any]
    ) -> None:
        """The shape and type of every value, sizes that depend on free ones being None."""
        variable_shapes = {n: tuple(s) for n, s in zip(inputs, shapes, strict=True)}
        kinds = {n: np.dtype(t).name for n, t in zip(inputs, types, strict=True)}
        for node in self._nodes:
            if node.is_variable and node.name in self._params:
                array = self._params[node.name]
                variable_shapes[node], kinds[node] = array.shape, np.dtype(array.dtype).name
        dtypes = infer_types(self._heads, kinds, default="float32")
        sizes = Sizes(self._heads, variable_shapes, kinds)
        sizes.vary(dict(zip(inputs, free, strict=True)))
        for head, shape in sizes.shapes.items():
            node, _ = head
            name = node.name if node.is_variable else ""
            dtype = DTYPES[dtypes[head] or "float32"]
            if dtype == _BFLOAT16:
                self._narrow.add(head)
                dtype = np.dtype(np.float32)
            self._tensors[head] = Tensor(name, shape, dtype)

    def _convert(self, node: Node, names: Mapping[Head, str]) -> None:
        assert node.op is not None  # variables are not converted
        g, op = self._graph, node.op
        g.kind, g.name = op.name, node.name
        g.scope = node.name or op.name
        converter = CONVERTERS.loaded.get(op.name)
        if converter is None:
            raise Refusal(
                f"{op.name} {node.name!r} has no counterpart in ONNX: expected an operator of "
                "mx.onnx.get_operator_support(); write the model with those, or end it before this node with "
                f"sym.get_internals()['{_before(node)}']",
                node,
            )
        g.outs = [self._tensors[node, i] for i in range(node.visible)]
        arrays = iter([self._read(head) for head in node.inputs])
        operands = [next(arrays) if there else None for there in node.present]
        start = len(g.steps)
        try:
            results = converter(g, *operands, **node.params)
        except MXNetError as error:
            raise Refusal(str(error), node) from error
        results = results if isinstance(results, list) else [results]
        if op.name in _CASTS:  # they round to the type, whatever the rest computes in
            results = [g.op("Cast", r, to=_FLOAT) if (node, i) in self._narrow else r for i, r in enumerate(results)]
        for i, result in enumerate(results[: node.visible]):
            self._keep((node, i), result, start, names.get((node, i)))

    def _read(self, head: Head) -> Tensor:
        """The tensor of an input; parameters join the graph when something reads them."""
        node, _ = head
        tensor = self._tensors[head]
        self._heads_by_name[tensor.name] = head
        if node.is_variable and node.name in self._params and node.name not in self._graph.constants:
            self._graph.constants[node.name] = self._params[node.name].asnumpy()
            if head in self._narrow:
                tensor = tensor._replace(name=self._graph.op("Cast", node.name, to=_FLOAT))
                self._tensors[head] = tensor
                self._heads_by_name[tensor.name] = head
        return tensor

    def _keep(self, head: Head, result: Any, start: int, name: str | None) -> None:
        """Note a node's result, under the node's own name where the value was made for it."""
        g, (node, i) = self._graph, head
        tensor_name = g.name_of(result)
        fresh = any(tensor_name in step.outputs for step in g.steps[start:])
        if not fresh and name is not None:
            tensor_name, fresh = g.op("Identity", tensor_name), True
        if fresh:
            wanted = name or g.fresh(output_name(node.output_names[i]))
            g.rename(tensor_name, wanted, start)
            tensor_name = wanted
        self._tensors[head] = self._tensors[head]._replace(name=tensor_name)

    def _output(self, head: Head, again: bool) -> Tensor:
        """The tensor of an output; an input that is an output too, and an output that comes again, need other names."""
        tensor = self._read(head)
        if head in self._narrow:
            return self._narrowed(tensor, again or head[0].is_variable)
        if not head[0].is_variable and not again:
            return tensor
        identity = self._graph.op("Identity", tensor)
        wanted = self._graph.fresh(f"{tensor.name}_output")
        self._graph.rename(identity, wanted, len(self._graph.steps) - 1)
        return tensor._replace(name=wanted)

    def _narrowed(self, tensor: Tensor, again: bool) -> Tensor:
        """An output of bfloat16, under the name that its wide form had."""
        g = self._graph
        wanted = g.fresh(f"{tensor.name}_output") if again else tensor.name
        wide = tensor.name if again else g.fresh(f"{tensor.name}/wide")
        if not again:
            g.rename(tensor.name, wide, 0)
        narrow = g.op("Cast", wide, to=_BFLOAT)
        g.rename(narrow, wanted, len(g.steps) - 1)
        return tensor._replace(name=wanted, dtype=_BFLOAT16)

    def _value_of(self, tensor: Tensor) -> np.ndarray | None:
        """The value of a tensor that depends on parameters alone."""
        head = self._heads_by_name.get(tensor.name)
        if head is None:
            return None
        if head[0].is_variable:
            known = self._params.get(head[0].name)
            return None if known is None else known.asnumpy()
        if any(n.name not in self._params if n.op is None else n.op.needs_key for n in topo([head])):
            return None
        arrays = {n.name: self._params[n.name].as_in_context(cpu()) for n in topo([head]) if n.is_variable}
        return Symbol([head]).eval(ctx=cpu(), **arrays)[0].asnumpy()

    # --- the file's form ---------------------------------------------------------------------------------------------

    def _proto(self, inputs: Sequence[tuple[Tensor, FreeShape]], outputs: Sequence[Tensor], params: Parameters) -> Any:
        helper = load_onnx("helper")
        steps = _needed(self._graph.steps, [t.name for t in outputs])
        read = {name for step in steps for name in step.inputs}
        return helper.make_graph(
            [helper.make_node(s.kind, s.inputs, s.outputs, name=_node_name(s), **s.attrs) for s in steps],
            "mxnet_converted_model",
            [helper.make_tensor_value_info(t.name, tensor_type(t.dtype), list(shape)) for t, shape in inputs],
            [helper.make_tensor_value_info(t.name, tensor_type(t.dtype), t.shape) for t in outputs],
            params.tensors({n: a for n, a in self._graph.constants.items() if n in read}),
        )


def _before(node: Node) -> str:
    source, i = node.inputs[0] if node.inputs else (node, 0)
    return source.output_names[i]


def _needed(steps: Sequence[PlannedNode], wanted: Sequence[str]) -> list[PlannedNode]:
    """The nodes that the outputs depend on."""
    alive, kept = set(wanted), []
    for step in reversed(steps):
        if alive.intersection(step.outputs):
            kept.append(step)
            alive.update(step.inputs)
    return kept[::-1]


def _node_name(step: PlannedNode) -> str:
    return step.outputs[0]
