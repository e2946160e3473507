"""Layers want data of the type of their parameters, as MXNet's do, and never compute in another one silently."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mxnet as mx

nn, rnn = mx.gluon.nn, mx.gluon.rnn
LAYERS: dict[str, tuple[Callable[[], Any], tuple[int, ...]]] = {
    "Dense": (lambda: nn.Dense(3, in_units=2), (4, 2)),
    "Dense, deferred": (lambda: nn.Dense(3), (4, 2)),
    "Conv2D": (lambda: nn.Conv2D(3, 1, in_channels=2), (4, 2, 5, 5)),
    "Conv2DTranspose": (lambda: nn.Conv2DTranspose(3, 1, in_channels=2), (4, 2, 5, 5)),
    "BatchNorm": (lambda: nn.BatchNorm(in_channels=2), (4, 2)),
    "LayerNorm": (lambda: nn.LayerNorm(in_channels=2), (4, 2)),
    "InstanceNorm": (lambda: nn.InstanceNorm(in_channels=2), (4, 2, 5)),
    "GroupNorm": (lambda: nn.GroupNorm(2), (4, 2, 5)),
    "PReLU": (lambda: nn.PReLU(), (4, 2)),
    "LSTM": (lambda: rnn.LSTM(3, input_size=2), (5, 4, 2)),
    "LSTMCell": (lambda: rnn.LSTMCell(3, input_size=2), (4, 2)),
}


def call(layer: Any, x: Any) -> Any:
    return layer(x, layer.begin_state(4))[0] if isinstance(layer, rnn.RecurrentCell) else layer(x)


@pytest.mark.parametrize("hybridized", [False, True])
@pytest.mark.parametrize("name", LAYERS)
def test_float64_data_needs_a_float64_layer(name: str, hybridized: bool) -> None:
    make, shape = LAYERS[name]
    layer = make()
    layer.initialize()
    layer.hybridize(hybridized)
    with pytest.raises(mx.MXNetError, match=r"float64.*float32|float32.*float64"):
        call(layer, mx.nd.ones(shape, dtype="float64")).asnumpy()
    assert np.dtype(call(layer, mx.nd.ones(shape)).dtype) == "float32"


def test_whole_numbers_are_no_data_of_a_dense_layer() -> None:
    layer = nn.Dense(3, in_units=2)
    layer.initialize()
    with pytest.raises(mx.MXNetError, match="expected int32 of weight, got float32"):
        layer(mx.nd.ones((4, 2), dtype="int32"))


def test_a_cast_layer_computes_in_its_type() -> None:
    for kind in ("float16", "float64"):
        net = nn.HybridSequential()
        net.add(nn.Conv2D(2, 1), nn.BatchNorm(), nn.Flatten(), nn.Dense(3))
        net.cast(kind)
        net.initialize()
        assert np.dtype(net(mx.nd.ones((2, 2, 3, 3), dtype=kind)).dtype) == kind
