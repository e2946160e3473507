"""ONNX files as blocks."""

import os
from typing import Any

from mxnet.contrib.onnx.onnx2mx._files import domains_of, load_model, opset_of
from mxnet.contrib.onnx.onnx2mx.import_onnx import GraphProto
from mxnet.gluon import SymbolBlock


def import_to_gluon(model_file: str | os.PathLike[str], ctx: Any) -> SymbolBlock:
    """A block that computes an ONNX file, its parameters on one context or on several.

    Examples
    --------
    >>> net = mx.contrib.onnx.import_to_gluon('model.onnx', ctx=mx.cpu())  # doctest: +SKIP
    """
    model = load_model(model_file)
    return GraphProto(os.fspath(model_file)).graph_to_gluon(model.graph, ctx, opset_of(model), domains_of(model))
