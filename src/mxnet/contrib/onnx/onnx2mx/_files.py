"""Reading ONNX files, whose bytes may be anybody's."""

import os
from pathlib import Path
from typing import Any

from mxnet._files.paths import read_bytes
from mxnet.error import MXNetError
from mxnet.onnx._package import load_onnx


def load_model(path: str | os.PathLike[str]) -> Any:
    """The model in a file."""
    onnx = load_onnx()
    data = read_bytes(path)
    try:
        model = onnx.load_model_from_string(data)
    except Exception as error:  # protobuf has no public base class of its errors
        raise MXNetError(f"{path}: expected an ONNX model, received {len(data)} bytes that are none: {error}") from None
    if not model.HasField("graph") or not model.graph.output:
        raise MXNetError(f"{path}: expected an ONNX model with a graph and outputs, received one without")
    _check_names(model.graph, path)
    if any(t.data_location == t.EXTERNAL for t in model.graph.initializer):
        _load_data(model, path)
    return without_functions(model, path) if model.functions else model


def without_functions(model: Any, path: str | os.PathLike[str]) -> Any:
    """The model with the bodies of its own functions where they are called."""
    try:
        return load_onnx("inliner").inline_local_functions(model)
    except Exception as error:  # of many kinds
        raise MXNetError(f"{path}: the functions of the model cannot be written out: {error}") from None


def _check_names(graph: Any, path: str | os.PathLike[str]) -> None:
    """Names that are no text come as bytes."""
    parts = [n.name for n in (*graph.input, *graph.output, *graph.initializer)]
    for node in graph.node:
        parts += [node.name, node.op_type, node.domain, *node.input, *node.output, *(a.name for a in node.attribute)]
    wrong = next((part for part in parts if not isinstance(part, str)), None)
    if wrong is not None:
        raise MXNetError(f"{path}: expected names in UTF-8, received {wrong!r}")


def _load_data(model: Any, path: str | os.PathLike[str]) -> None:
    """Read parameters that lie in files beside the model; the onnx package refuses paths that lead elsewhere."""
    try:
        load_onnx("external_data_helper").load_external_data_for_model(model, str(Path(path).parent))
    except Exception as error:  # of many kinds
        raise MXNetError(f"{path}: the files with its parameters cannot be read: {error}") from None


def opset_of(model: Any) -> int:
    """The version of ONNX's operators that a model is written in."""
    return max((o.version for o in model.opset_import if o.domain in ("", "ai.onnx")), default=1)


def domains_of(model: Any) -> dict[str, int]:
    """The versions of all sets of operators that a model uses."""
    return {"" if o.domain == "ai.onnx" else o.domain: o.version for o in model.opset_import} or {"": 1}
