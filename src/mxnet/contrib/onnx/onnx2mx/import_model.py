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
    >>> network = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    >>> values = {"fc_weight": mx.nd.ones((2, 3)), "fc_bias": mx.nd.zeros((2,))}
    >>> _ = mx.onnx.export_model(network, values, [(1, 3)], np.float32, "model.onnx", check=False)
    >>> network, arguments, states = mx.contrib.onnx.import_model("model.onnx")
    >>> network.eval(data=mx.nd.ones((1, 3)), **arguments)[0].asnumpy()
    array([[3., 3.]], dtype=float32)
    """
    model = load_model(model_file)
    return GraphProto(os.fspath(model_file)).from_onnx(model.graph, opset_of(model), domains_of(model))


def get_model_metadata(model_file: str | os.PathLike[str]) -> dict[str, list[tuple[Any, ...]]]:
    """Names, shapes and types of a file's inputs, and names and shapes of its outputs; free sizes are 0.

    >>> network = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    >>> values = {"fc_weight": mx.nd.ones((2, 3)), "fc_bias": mx.nd.zeros((2,))}
    >>> _ = mx.onnx.export_model(network, values, [(1, 3)], np.float32, "model.onnx", check=False)
    >>> metadata = mx.contrib.onnx.get_model_metadata("model.onnx")
    >>> metadata["input_tensor_data"], metadata["output_tensor_data"]
    ([('data', (1, 3), 1)], [('fc', (1, 2))])
    """
    return GraphProto(os.fspath(model_file)).get_graph_metadata(load_model(model_file).graph)
