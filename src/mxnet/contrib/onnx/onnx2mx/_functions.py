"""What the onnx package knows of a graph: the shapes of its values, and operators that others spell out."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np

from mxnet.onnx._package import load_onnx

if TYPE_CHECKING:
    from mxnet.contrib.onnx.onnx2mx._graph import Importer, Value

_SMALL = 64  # elements of constants that shapes may depend on


def learn_shapes(importer: "Importer", graph: Any) -> None:
    """What the onnx package can tell of the shapes and types of values."""
    model = _model(importer, graph)
    try:
        found = load_onnx("shape_inference").infer_shapes(model, data_prop=True).graph
    except Exception:  # of many kinds; then shapes are what the file says
        found = graph
    _learn(importer, found)


def _model(importer: "Importer", graph: Any) -> Any:
    helper = load_onnx("helper")
    versions = {**importer.domains, "": importer.opset}
    return helper.make_model(graph, opset_imports=[helper.make_opsetid(d, v) for d, v in versions.items()])


def _learn(importer: "Importer", graph: Any) -> None:
    for info in (*graph.input, *graph.value_info, *graph.output):
        kind = info.type.tensor_type
        if kind.elem_type:
            importer.types[info.name] = kind.elem_type
        if kind.HasField("shape"):
            importer.shapes[info.name] = tuple(d.dim_value if d.HasField("dim_value") else None for d in kind.shape.dim)
            importer.free[info.name] = {axis: d.dim_param for axis, d in enumerate(kind.shape.dim) if d.dim_param}


def body_of(importer: "Importer", node: Any, inputs: Sequence["Value | None"]) -> list[Any] | None:
    """The nodes that say what a node means, with names that no others have; None if the onnx package has none."""
    if not _has_body(importer, node):
        return None
    helper = load_onnx("helper")
    infos, constants = [], []
    for name, value in {n: v for n, v in zip(node.input, inputs, strict=True) if v is not None}.items():
        if value.items is not None:
            return None
        kind = type_number(value.dtype)
        infos.append(helper.make_tensor_value_info(name, kind, value.shape))
        if value.array is not None and value.array.size <= _SMALL:
            constants.append(load_onnx("numpy_helper").from_array(value.array, name))
    outs = [helper.make_empty_tensor_value_info(name) for name in node.output if name]
    model = _model(importer, helper.make_graph([node], "body", infos, outs, constants))
    try:
        inlined = load_onnx("inliner").inline_selected_functions(
            model, [(node.domain, node.op_type)], inline_schema_functions=True
        )
    except Exception:  # of many kinds: a body that does not fit these types
        return None
    if any(n.op_type == node.op_type and n.domain == node.domain for n in inlined.graph.node):
        return None
    _rename(inlined.graph, node)
    try:
        known = load_onnx("shape_inference").infer_shapes(inlined, data_prop=True).graph
    except Exception:
        known = inlined.graph
    _learn(importer, known)
    return list(inlined.graph.node)


def _has_body(importer: "Importer", node: Any) -> bool:
    onnx = load_onnx()
    try:
        version = importer.domains.get(node.domain, importer.opset if node.domain in ("", "ai.onnx") else 1)
        schema = onnx.defs.get_schema(node.op_type, version, node.domain)
    except onnx.defs.SchemaError:
        return False
    return bool(schema.has_function or schema.has_context_dependent_function)


def type_number(name: str) -> int:
    """ONNX's number of a type."""
    return int(load_onnx("helper").np_dtype_to_tensor_dtype(numpy_type(name)))


def numpy_type(name: str) -> Any:
    """A type by its name, which NumPy or ml_dtypes has."""
    return np.dtype(getattr(ml_dtypes, name)) if hasattr(ml_dtypes, name) else np.dtype(name)


def _rename(graph: Any, node: Any) -> None:
    """Give every value inside a name of its own: other nodes may have the same body."""
    kept = {*node.input, *node.output}
    prefix = next(name for name in node.output if name)

    def new(name: str) -> str:
        return name if not name or name in kept else f"{prefix}.{name}"

    def walk(inside: Any) -> None:
        for each in inside.node:
            each.input[:] = [new(n) for n in each.input]
            each.output[:] = [new(n) for n in each.output]
            for attribute in each.attribute:
                if attribute.HasField("g"):
                    walk(attribute.g)
        for part in (*inside.input, *inside.output, *inside.initializer, *inside.value_info):
            part.name = new(part.name)

    walk(graph)
