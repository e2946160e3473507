"""ONNX files as symbols with their parameters."""

import os
from typing import Any

from mxnet.contrib.onnx.onnx2mx._files import domains_of, load_model, opset_of
from mxnet.contrib.onnx.onnx2mx.import_onnx import GraphProto
from mxnet.ndarray import NDArray
from mxnet.symbol import Symbol

Arrays = dict[str, NDArray]


def import_model(model_file: str | os.PathLike[str]) -> tuple[Symbol, Arrays, Arrays]:
    """The symbol, arguments and auxiliary states of an ONNX file.

    Examples
    --------
    >>> sym, arg_params, aux_params = mx.contrib.onnx.import_model('model.onnx')  # doctest: +SKIP
    """
    model = load_model(model_file)
    return GraphProto(os.fspath(model_file)).from_onnx(model.graph, opset_of(model), domains_of(model))


def get_model_metadata(model_file: str | os.PathLike[str]) -> dict[str, list[tuple[Any, ...]]]:
    """Names, shapes and types of a file's inputs, and names and shapes of its outputs; free sizes are 0."""
    return GraphProto(os.fspath(model_file)).get_graph_metadata(load_model(model_file).graph)
