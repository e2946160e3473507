"""What the onnx package knows of a graph: the shapes of its values, and operators that others spell out."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np

from mxnet.onnx._package import load_onnx

if TYPE_CHECKING:
    from mxnet.contrib.onnx.onnx2mx._graph import Importer, OnnxValue

_DOMAINS = ("", "ai.onnx")
_SMALL = 64  # elements of constants that shapes may depend on


def learn_shapes(importer: "Importer", graph: Any) -> Any:
    """What the onnx package can tell of the shapes and types of values; the graph with that in its inner graphs too."""
    model = _model(importer, graph)
    try:
        inferred = load_onnx("shape_inference").infer_shapes(model, data_prop=True).graph
    except Exception:  # of many kinds; then shapes are what the file says
        inferred = graph
    learn(importer, inferred)
    return inferred


def _model(importer: "Importer", graph: Any) -> Any:
    helper = load_onnx("helper")
    versions = {**importer.domains, "": importer.opset}
    return helper.make_model(graph, opset_imports=[helper.make_opsetid(d, v) for d, v in versions.items()])


def learn(importer: "Importer", graph: Any) -> None:
    """What a graph says of its values."""
    for info in (*graph.input, *graph.value_info, *graph.output):
        kind = info.type.tensor_type
        if kind.elem_type:
            importer.types[info.name] = kind.elem_type
        if kind.HasField("shape"):
            importer.shapes[info.name] = tuple(d.dim_value if d.HasField("dim_value") else None for d in kind.shape.dim)
            importer.free[info.name] = {axis: d.dim_param for axis, d in enumerate(kind.shape.dim) if d.dim_param}


def body_of(importer: "Importer", node: Any, inputs: Sequence["OnnxValue | None"]) -> tuple[list[Any], int] | None:
    """The nodes that say what a node means, with names that no others have, and their opset; None if there are none."""
    schema = _schema(importer, node)
    if schema is None or any(value is not None and value.items is not None for value in inputs):
        return None
    infos = [_info(name, value) for name, value in zip(node.input, inputs, strict=True)]
    function = _function(schema, importer.opset, node, infos)
    if function is None:
        return None
    attrs = {a.name: a.default_value for a in schema.attributes.values() if a.default_value.name}
    attrs |= {a.name: a for a in node.attribute}
    nodes = [_copied(each, _names(function, node), attrs) for each in function.node]
    opset = next((o.version for o in function.opset_import if o.domain in _DOMAINS), importer.opset)
    return _learn_body(importer, nodes, opset, node, infos, inputs), opset


def _info(name: str, value: "OnnxValue | None") -> Any:
    """The type and shape of an input, empty where there is none."""
    if value is None:
        return load_onnx().ValueInfoProto()
    return load_onnx("helper").make_tensor_value_info(name, type_number(value.dtype), value.shape)


def _function(schema: Any, opset: int, node: Any, infos: Sequence[Any]) -> Any:
    """The body that the onnx package has for an operator: of the nearest opset that is not newer, or the oldest."""

    def nearest(versions: Sequence[int]) -> int:
        return max((v for v in versions if v <= opset), default=min(versions))

    try:
        if schema.has_context_dependent_function:
            version = nearest(schema.context_dependent_function_opset_versions)
            types = [info.type.SerializeToString() for info in infos]
            data = schema.get_context_dependent_function_with_opset_version(version, node.SerializeToString(), types)
        elif schema.has_function:
            data = schema.get_function_with_opset_version(nearest(schema.function_opset_versions))
        else:
            return None
    except Exception:  # of many kinds: a body that does not fit these types
        return None
    function = load_onnx().FunctionProto.FromString(data)
    return function if function.node else None


def _names(function: Any, node: Any) -> Callable[[str], str]:
    """What the values inside a body are called outside."""
    pairs = [*zip(function.input, node.input, strict=False), *zip(function.output, node.output, strict=False)]
    known = dict.fromkeys(function.input, "") | {
        inner: outer for inner, outer in pairs if outer or inner in function.input
    }
    prefix = next(name for name in node.output if name)
    return lambda name: known.get(name, f"{prefix}.{name}") if name else ""


def _copied(node: Any, new: Callable[[str], str], attrs: Mapping[str, Any]) -> Any:
    """A node of a body with the names and attributes of the call."""
    clone = load_onnx().NodeProto()
    clone.CopyFrom(node)
    clone.input[:] = [new(name) for name in node.input]
    clone.output[:] = [new(name) for name in node.output]
    del clone.attribute[:]
    for attribute in node.attribute:
        if attribute.ref_attr_name:
            if attribute.ref_attr_name in attrs:
                clone.attribute.add().CopyFrom(attrs[attribute.ref_attr_name])
                clone.attribute[-1].name = attribute.name
        elif attribute.HasField("g"):
            graph = load_onnx().GraphProto()
            graph.CopyFrom(attribute.g)
            inside = [_copied(each, new, attrs) for each in attribute.g.node]
            del graph.node[:]
            graph.node.extend(inside)
            for part in (*graph.input, *graph.output, *graph.initializer, *graph.value_info):
                part.name = new(part.name)
            clone.attribute.append(load_onnx("helper").make_attribute(attribute.name, graph))
        else:
            clone.attribute.append(attribute)
    return clone


def _learn_body(
    importer: "Importer",
    nodes: Sequence[Any],
    opset: int,
    node: Any,
    infos: Sequence[Any],
    inputs: Sequence["OnnxValue | None"],
) -> list[Any]:
    """The nodes of a body, after what the onnx package can tell of their values."""
    helper = load_onnx("helper")
    known = {v.name: v.array for v in inputs if v is not None and v.array is not None and v.array.size <= _SMALL}
    constants = [load_onnx("numpy_helper").from_array(array, name) for name, array in known.items()]
    outs = [helper.make_empty_tensor_value_info(name) for name in node.output if name]
    graph = helper.make_graph(nodes, "body", list({i.name: i for i in infos if i.name}.values()), outs, constants)
    versions = {**importer.domains, "": opset}
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid(d, v) for d, v in versions.items()])
    try:
        inferred = load_onnx("shape_inference").infer_shapes(model, data_prop=True).graph
    except Exception:  # of many kinds; then the symbols must tell
        return list(nodes)
    inside = load_onnx().GraphProto()
    inside.value_info.extend(inferred.value_info)
    inside.output.extend(inferred.output)
    learn(importer, inside)
    return list(inferred.node)


def _schema(importer: "Importer", node: Any) -> Any:
    """What the onnx package says of an operator."""
    onnx = load_onnx()
    version = importer.domains.get(node.domain, importer.opset if node.domain in ("", "ai.onnx") else 1)
    try:
        return onnx.defs.get_schema(node.op_type, version, node.domain)
    except onnx.defs.SchemaError:
        return None


def type_number(name: str) -> int:
    """ONNX's number of a type."""
    return int(load_onnx("helper").np_dtype_to_tensor_dtype(numpy_type(name)))


def numpy_type(name: str) -> Any:
    """A type by its name, which NumPy or ml_dtypes has."""
    return np.dtype(getattr(ml_dtypes, name)) if hasattr(ml_dtypes, name) else np.dtype(name)
