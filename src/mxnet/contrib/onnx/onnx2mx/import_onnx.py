"""ONNX graphs as symbols."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from mxnet import symbol
from mxnet._ops.attrs import DTYPES
from mxnet.contrib.onnx.onnx2mx._functions import learn_shapes
from mxnet.contrib.onnx.onnx2mx._graph import Importer, OnnxValue
from mxnet.error import MXNetError
from mxnet.gluon import SymbolBlock
from mxnet.ndarray import NDArray
from mxnet.onnx._package import load_onnx
from mxnet.symbol import Symbol

Arrays = dict[str, NDArray]


class GraphProto:
    """What reads one graph; ``arg_dict`` and ``aux_dict`` hold its parameters afterwards."""

    def __init__(self, place: str = "ONNX graph") -> None:
        self._place = place
        self.aux_dict: Arrays = {}
        self.arg_dict: Arrays = {}
        self.model_metadata: dict[str, list[tuple[Any, ...]]] = {}
        self.opset_version = 0
        self.lengths: list[int | None] = []  # of outputs that are sequences, whose tensors are outputs of the symbol

    def from_onnx(
        self, graph: Any, opset_version: int, domains: Mapping[str, int] | None = None
    ) -> tuple[Symbol, Arrays, Arrays]:
        """The symbol, arguments and auxiliary states of a graph; ``domains`` are the versions of other operators."""
        self.opset_version = opset_version
        self.model_metadata = self.get_graph_metadata(graph)
        importer = Importer(self._place, opset_version, domains)
        nodes = learn_shapes(importer, graph).node
        for tensor in graph.initializer:
            importer.values[tensor.name] = OnnxValue(importer, tensor.name, None, self._array(tensor))
        for input_info in graph.input:
            if input_info.name not in importer.values:
                importer.values[input_info.name] = self._input(importer, input_info)
        importer.run(nodes)
        parts = [self._output(importer, info.name) for info in graph.output]
        outputs = [sym for part in parts for sym in part]
        sequences = [importer.values[info.name].items is not None for info in graph.output]
        self.lengths = [len(part) if several else None for part, several in zip(parts, sequences, strict=True)]
        if not outputs:
            raise MXNetError(
                f"{self._place}: cannot be imported: expected outputs, received sequences without elements"
            )
        sym = outputs[0] if len(outputs) == 1 else symbol.Group(outputs)
        params = importer.params
        self.arg_dict = {n: params[n] for n in sym.list_arguments() if n in params}
        self.aux_dict = {n: params[n] for n in sym.list_auxiliary_states() if n in params}
        return sym, self.arg_dict, self.aux_dict

    def _input(self, importer: Importer, info: Any) -> OnnxValue:
        kind = info.type.WhichOneof("value")
        if kind == "optional_type":  # it is there: who has none writes the node without it
            inside = load_onnx().ValueInfoProto(name=info.name, type=info.type.optional_type.elem_type)
            return self._input(importer, inside)
        if kind != "tensor_type":
            raise importer.fail(
                f"tensors as inputs, but {info.name!r}", f"a {kind}", "write SequenceConstruct of as many inputs"
            )
        _check_type(importer, info)
        variable = symbol.Variable(info.name)
        # A caller may have no array without axes to give: one of one element does as well.
        scalar = info.type.tensor_type.HasField("shape") and not info.type.tensor_type.shape.dim
        return OnnxValue(
            importer, info.name, importer.call("_np_reshape", variable, newshape=()) if scalar else variable
        )

    def _output(self, importer: Importer, name: str) -> list[Symbol]:
        if name not in importer.values:
            raise MXNetError(f"{self._place}: output {name!r} is made by no node")
        value = importer.values[name]
        return [value.sym] if value.items is None else [item.sym for item in value.items]

    def _array(self, tensor: Any) -> np.ndarray:
        if not tensor.name.strip():
            raise MXNetError(f"{self._place}: expected a name for each initializer, received one without")
        try:
            return np.array(load_onnx("numpy_helper").to_array(tensor))
        except Exception as error:  # of many kinds, for bytes that do not fit the shape and type
            raise MXNetError(
                f"{self._place}: initializer {tensor.name!r} of shape {list(tensor.dims)}: {error}"
            ) from None

    def get_graph_metadata(self, graph: Any) -> dict[str, list[tuple[Any, ...]]]:
        """Names, shapes and types of the inputs, and names and shapes of the outputs; free sizes are 0."""
        known = {tensor.name for tensor in graph.initializer}

        def shape(info: Any) -> tuple[int, ...]:
            return tuple(dim.dim_value for dim in info.type.tensor_type.shape.dim)

        inputs = [(i.name, shape(i), i.type.tensor_type.elem_type) for i in graph.input if i.name not in known]
        return {"input_tensor_data": inputs, "output_tensor_data": [(o.name, shape(o)) for o in graph.output]}

    def graph_to_gluon(
        self, graph: Any, ctx: Any, opset_version: int, domains: Mapping[str, int] | None = None
    ) -> SymbolBlock:
        """The graph as a block, its parameters on one context or on several."""
        sym, arguments, states = self.from_onnx(graph, opset_version, domains)
        names = [entry[0] for entry in self.model_metadata["input_tensor_data"]]
        net = SymbolBlock(outputs=sym, inputs=[symbol.var(name) for name in names])
        parameters = net.collect_params()
        for name, array in {**arguments, **states}.items():
            if name in parameters:
                parameters[name].shape = array.shape
                parameters[name]._load_init(array, ctx=ctx, cast_dtype=True, dtype_source="saved")
        return net


def _check_type(importer: Importer, info: Any) -> None:
    """Refuse an input whose elements MXNet has no arrays of."""
    number = info.type.tensor_type.elem_type
    try:
        name = load_onnx("helper").tensor_dtype_to_np_dtype(number).name
    except KeyError:
        name = str(number)
    if name not in DTYPES:
        raise importer.fail(
            f"an input {info.name!r} of a type among {', '.join(DTYPES)}", "strings" if name == "object" else name
        )
