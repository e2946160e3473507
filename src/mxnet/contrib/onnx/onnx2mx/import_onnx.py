"""ONNX graphs as symbols."""

from typing import Any

import numpy as np

from mxnet import symbol
from mxnet.contrib.onnx.onnx2mx._graph import Importer, OnnxValue
from mxnet.error import MXNetError
from mxnet.gluon import SymbolBlock
from mxnet.ndarray import NDArray
from mxnet.onnx._package import load_onnx
from mxnet.symbol import Symbol

Arrays = dict[str, NDArray]


class GraphProto:
    """What reads one graph; ``arg_dict`` and ``aux_dict`` hold its parameters afterwards."""

    def __init__(self, model_name: str = "ONNX graph") -> None:
        self._model_name = model_name
        self.aux_dict: Arrays = {}
        self.arg_dict: Arrays = {}
        self.model_metadata: dict[str, list[tuple[Any, ...]]] = {}
        self.opset_version = 0

    def from_onnx(self, graph: Any, opset_version: int) -> tuple[Symbol, Arrays, Arrays]:
        """The symbol, arguments and auxiliary states of a graph."""
        self.opset_version = opset_version
        self.model_metadata = self.get_graph_metadata(graph)
        importer = Importer(self._model_name, opset_version)
        _learn_shapes(importer, graph)
        for tensor in graph.initializer:
            importer.values[tensor.name] = OnnxValue(importer, tensor.name, None, self._array(tensor))
        for given in graph.input:
            if given.name not in importer.values:
                importer.values[given.name] = OnnxValue(importer, given.name, _variable(given))
        importer.run(graph.node)
        outputs = [self._output(importer, info.name) for info in graph.output]
        made = outputs[0] if len(outputs) == 1 else symbol.Group(outputs)
        params = importer.params
        self.arg_dict = {n: params[n] for n in made.list_arguments() if n in params}
        self.aux_dict = {n: params[n] for n in made.list_auxiliary_states() if n in params}
        return made, self.arg_dict, self.aux_dict

    def _output(self, importer: Importer, name: str) -> Symbol:
        if name not in importer.values:
            raise MXNetError(f"{self._model_name}: output {name!r} is made by no node")
        return importer.values[name].sym

    def _array(self, tensor: Any) -> np.ndarray:
        if not tensor.name.strip():
            raise MXNetError(f"{self._model_name}: expected a name for each initializer, received one without")
        try:
            return np.array(load_onnx("numpy_helper").to_array(tensor))
        except Exception as error:  # of many kinds, for bytes that do not fit the shape and type
            raise MXNetError(
                f"{self._model_name}: initializer {tensor.name!r} of shape {list(tensor.dims)}: {error}"
            ) from None

    def get_graph_metadata(self, graph: Any) -> dict[str, list[tuple[Any, ...]]]:
        """Names, shapes and types of the inputs, and names and shapes of the outputs; free sizes are 0."""
        known = {tensor.name for tensor in graph.initializer}

        def shape(info: Any) -> tuple[int, ...]:
            return tuple(dim.dim_value for dim in info.type.tensor_type.shape.dim)

        inputs = [(i.name, shape(i), i.type.tensor_type.elem_type) for i in graph.input if i.name not in known]
        return {"input_tensor_data": inputs, "output_tensor_data": [(o.name, shape(o)) for o in graph.output]}

    def graph_to_gluon(self, graph: Any, ctx: Any, opset_version: int) -> SymbolBlock:
        """The graph as a block, its parameters on one context or on several."""
        made, arguments, states = self.from_onnx(graph, opset_version)
        names = [entry[0] for entry in self.model_metadata["input_tensor_data"]]
        net = SymbolBlock(outputs=made, inputs=[symbol.var(name) for name in names])
        parameters = net.collect_params()
        for name, array in {**arguments, **states}.items():
            if name in parameters:
                parameters[name].shape = array.shape
                parameters[name]._load_init(array, ctx=ctx, cast_dtype=True, dtype_source="saved")
        return net


def _variable(info: Any) -> Symbol:
    """The variable of an input; MXNet's logic is on numbers."""
    made = symbol.Variable(info.name)
    truth = info.type.tensor_type.elem_type == load_onnx().TensorProto.BOOL
    return symbol.Cast(made, dtype="float32", name=f"{info.name}_number") if truth else made


def _learn_shapes(importer: Importer, graph: Any) -> None:
    """What the onnx package can tell of the shapes of values."""
    helper = load_onnx("helper")
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", importer.opset)])
    try:
        found = load_onnx("shape_inference").infer_shapes(model, data_prop=True).graph
    except Exception:  # of many kinds; then shapes are what the file says
        found = graph
    for info in (*found.input, *found.value_info, *found.output):
        kind = info.type.tensor_type
        importer.types[info.name] = kind.elem_type
        if kind.HasField("shape"):
            importer.shapes[info.name] = tuple(d.dim_value if d.HasField("dim_value") else None for d in kind.shape.dim)
            importer.free[info.name] = {axis: d.dim_param for axis, d in enumerate(kind.shape.dim) if d.dim_param}
