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
    >>> network = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    >>> values = {"fc_weight": mx.nd.ones((2, 3)), "fc_bias": mx.nd.zeros((2,))}
    >>> _ = mx.onnx.export_model(network, values, [(1, 3)], np.float32, "model.onnx", check=False)
    >>> net = mx.contrib.onnx.import_to_gluon("model.onnx", ctx=mx.cpu())
    >>> net(mx.nd.ones((1, 3))).asnumpy()
    array([[3., 3.]], dtype=float32)
    """
    model = load_model(model_file)
    return GraphProto(os.fspath(model_file)).graph_to_gluon(model.graph, ctx, opset_of(model), domains_of(model))
