"""ONNX's own interface of a backend: ``prepare(model).run(inputs)``, on NumPy's arrays.

Nodes on strings, before and behind the network, are computed on the host; the rest is imported as a symbol.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from mxnet import ndarray
from mxnet.context import cpu
from mxnet.contrib.onnx._text import TEXT
from mxnet.contrib.onnx.onnx2mx._files import domains_of, opset_of, without_functions
from mxnet.contrib.onnx.onnx2mx._graph import attributes
from mxnet.contrib.onnx.onnx2mx.import_onnx import GraphProto
from mxnet.error import MXNetError
from mxnet.onnx._package import load_onnx


def supports_device(device: str) -> bool:
    """Whether models run there: ``CPU`` is what this interface offers."""
    return device.split(":")[0] == "CPU"


def prepare(model: Any, device: str = "CPU", **_: Any) -> "Prepared":
    """A model, ready to run."""
    if not supports_device(device):
        raise MXNetError(f"prepare: expected the device 'CPU', received {device!r}")
    return Prepared(model)


def run_model(model: Any, inputs: Any, device: str = "CPU", **_: Any) -> list[Any]:
    """The outputs of a model, once."""
    return prepare(model, device).run(inputs)


class Prepared:
    """A model that was imported; strings, if any, stand in the first nodes and the last."""

    def __init__(self, model: Any) -> None:
        model = without_functions(model, "model") if model.functions else model
        self._graph = model.graph
        known = {tensor.name for tensor in self._graph.initializer}
        self._names = [info.name for info in self._graph.input if info.name not in known]
        self._before, inner, self._behind = _parts(model)
        self._symbol = None
        if inner is not None:
            reader = GraphProto("model")
            self._symbol, arguments, states = reader.from_onnx(inner, opset_of(model), domains_of(model))
            self._params, self._states = arguments, states
            self._outputs = list(zip([info.name for info in inner.output], reader.lengths, strict=True))

    def run(self, inputs: Any) -> list[Any]:
        """The outputs, from a list of inputs in order, or a dict; a sequence is a list of arrays."""
        values = {t.name: load_onnx("numpy_helper").to_array(t) for t in self._graph.initializer}
        values |= dict(inputs) if isinstance(inputs, Mapping) else dict(zip(self._names, inputs, strict=True))
        for node in self._before:
            _compute(node, values)
        if self._symbol is not None:
            self._run_symbol(values)
        for node in self._behind:
            _compute(node, values)
        return [values[info.name] for info in self._graph.output]

    def _run_symbol(self, values: dict[str, Any]) -> None:
        names = self._symbol.list_arguments()  # type: ignore[union-attr]
        feeds = {n: ndarray.array(values[n], dtype=np.asarray(values[n]).dtype) for n in names if n not in self._params}
        held = {**{n: self._params[n] for n in names if n in self._params}, **feeds}
        outputs = self._symbol.bind(cpu(), held, aux_states=self._states).forward(is_train=False)  # type: ignore[union-attr]
        arrays = iter([y.asnumpy() for y in outputs])
        for name, length in self._outputs:
            values[name] = next(arrays) if length is None else [next(arrays) for _ in range(length)]


def _kind(node: Any) -> str:
    return node.op_type if node.domain in ("", "ai.onnx") else f"{node.domain}.{node.op_type}"


def _compute(node: Any, values: dict[str, Any]) -> None:
    attrs = {n: _value(v) for n, v in attributes(node).items()}
    outputs = TEXT[_kind(node)](*[np.asarray(values[n]) for n in node.input if n], **attrs)
    values.update(zip(node.output, outputs if isinstance(outputs, tuple) else (outputs,), strict=False))


def _value(attribute: Any) -> Any:
    """An attribute that may be a tensor."""
    if isinstance(attribute, load_onnx().TensorProto):
        return load_onnx("numpy_helper").to_array(attribute)
    return attribute


def _parts(model: Any) -> tuple[list[Any], Any, list[Any]]:
    """The nodes on strings that stand first, the graph of numbers between, and the nodes on strings that stand last."""
    text, infos = _strings(model), _infos(model)
    nodes = list(model.graph.node)
    host = [any(name in text for name in (*n.input, *n.output)) or _is_table(n) for n in nodes]
    if not any(host):
        return [], model.graph, []
    unknown = [n.op_type for n, there in zip(nodes, host, strict=True) if there and _kind(n) not in TEXT]
    if unknown:
        known = ", ".join(sorted(TEXT))
        raise MXNetError(f"model cannot be imported: expected operators on strings among {known}, received {unknown}")
    ready = {i.name for i in model.graph.input} | {t.name for t in model.graph.initializer}
    before, middle, behind = [], [], []
    later: set[str] = set()
    for node, there in zip(nodes, host, strict=True):
        if there and all(name in ready for name in node.input if name):
            before.append(node)
            ready.update(node.output)
        elif there:
            behind.append(node)
            later.update(node.output)
        elif later.intersection(node.input):
            raise MXNetError(f"model cannot be imported: {node.op_type} reads numbers made of strings made of numbers")
        else:
            middle.append(node)
    if not middle:
        return before, None, behind
    wanted = [i.name for i in model.graph.output] + [name for node in behind for name in node.input]
    produced = {name for node in middle for name in node.output}
    constants = [t for t in model.graph.initializer if t.name not in text]
    read = {name for node in middle for name in node.input} - {t.name for t in constants}
    inputs = [infos[name] for name in infos if name in read and name in ready]
    outputs = [infos[name] for name in dict.fromkeys(wanted) if name in produced]
    return before, load_onnx("helper").make_graph(middle, "numbers", inputs, outputs, constants), behind


def _is_table(node: Any) -> bool:
    """A table of labels, which may be of numbers: it is looked up on the host too."""
    return _kind(node) == "ai.onnx.ml.LabelEncoder"


def _infos(model: Any) -> dict[str, Any]:
    """What is known of each value's type."""
    try:
        graph = load_onnx("shape_inference").infer_shapes(model).graph
    except Exception:  # of many kinds; then types are what the file says
        graph = model.graph
    return {info.name: info for info in (*graph.input, *graph.value_info, *graph.output)}


def _strings(model: Any) -> set[str]:
    """The names of all values that are strings."""
    kind = load_onnx().TensorProto.STRING
    names = {n for n, info in _infos(model).items() if info.type.tensor_type.elem_type == kind}
    return names | {t.name for t in model.graph.initializer if t.data_type == kind}
