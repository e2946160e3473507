"""Networks, recurrent layers and optimizers: some steps on a GPU against the same on the host."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn
from tests.gpu.comparing import assert_equal, host, numbers

OPTIMIZERS = [
    ("sgd", {"momentum": 0.9}),
    ("nag", {"momentum": 0.9}),
    ("signum", {}),
    ("adam", {}),
    ("adagrad", {}),
    ("rmsprop", {"centered": True}),
    ("adadelta", {}),
    ("ftrl", {}),
    ("ftml", {}),
    ("adamax", {}),
    ("nadam", {}),
    ("lamb", {}),
    ("lars", {"momentum": 0.9}),
]


def convolutions() -> nn.HybridSequential:
    net = nn.HybridSequential()
    net.add(nn.Conv2D(8, 3, padding=1, in_channels=3), nn.BatchNorm(in_channels=8), nn.Activation("relu"))
    net.add(
        nn.MaxPool2D(2, 2), nn.Conv2D(8, 3, strides=2, in_channels=8), nn.GlobalAvgPool2D(), nn.Dense(5, in_units=8)
    )
    return net


def perceptron() -> nn.HybridSequential:
    net = nn.HybridSequential()
    net.add(nn.Dense(16, in_units=12, activation="tanh"), nn.LayerNorm(in_channels=16), nn.Dense(5, in_units=16))
    return net


def embedding() -> nn.HybridSequential:
    net = nn.HybridSequential()
    net.add(nn.Embedding(20, 6), nn.Dense(5, in_units=24))
    return net


def train(make: Callable[[], Any], data: np.ndarray, ctx: mx.Context, hybrid: bool, steps: int = 3) -> list[np.ndarray]:
    """The losses of some steps, and the parameters after them."""
    net = make()
    net.initialize(ctx=ctx)
    random = np.random.RandomState(0)
    for parameter in net.collect_params().values():
        if not parameter.name.endswith(("running_mean", "running_var", "gamma")):
            parameter.set_data(nd.array(random.uniform(-0.3, 0.3, parameter.shape), ctx=ctx))
    if hybrid:
        net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.01})
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    given, label = nd.array(data, ctx=ctx), nd.array(np.arange(len(data)) % 5, ctx=ctx)
    losses = []
    for _ in range(steps):
        with autograd.record():
            loss = loss_of(net(given), label)
        loss.backward()
        trainer.step(len(data))
        losses.append(host(loss))
    return [*losses, *[host(p.data(ctx)) for p in net.collect_params().values()]]


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize(
    ("make", "shape"), [(convolutions, (4, 3, 12, 12)), (perceptron, (6, 12)), (embedding, (6, 4))]
)
def test_networks(make: Callable[[], Any], shape: tuple[int, ...], hybrid: bool, device: mx.Context) -> None:
    data = np.random.RandomState(1).uniform(0, 20 if make is embedding else 1, shape)
    data = np.floor(data) if make is embedding else data
    one, other = (train(make, data, ctx, hybrid) for ctx in (mx.cpu(0), device))
    assert_equal(((a, b) for a, b in zip(one, other, strict=True)), "bfloat16" if make is convolutions else "")


@pytest.mark.parametrize("bidirectional", [False, True])
@pytest.mark.parametrize("mode", ["LSTM", "GRU", "RNN"])
@pytest.mark.parametrize("cudnn", ["0", "1"])
def test_recurrent_layers(
    mode: str, bidirectional: bool, cudnn: str, device: mx.Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MXNET_CUDNN_LSTM", cudnn)
    results = []
    for ctx in (mx.cpu(0), device):
        layer = getattr(gluon.rnn, mode)(10, 2, input_size=7, bidirectional=bidirectional)
        layer.initialize(ctx=ctx)
        for number, parameter in enumerate(layer.collect_params().values()):
            parameter.set_data(numbers(number, parameter.shape, ctx, scale=0.4))
        data, states = numbers(50, (6, 4, 7), ctx), layer.begin_state(4, ctx=ctx)
        data.attach_grad()
        with autograd.record():
            out, ends = layer(data, states)
            loss = (out * numbers(51, out.shape, ctx)).sum() + sum((e * e).sum() for e in ends)
        loss.backward()
        grads = [p.grad(ctx) for p in layer.collect_params().values()]
        results.append([host(a) for a in (out, *ends, data.grad, *grads)])
    assert_equal(zip(*results, strict=True))


def test_an_lstm_with_dropout_learns(device: mx.Context) -> None:
    layer = gluon.rnn.LSTM(16, 2, dropout=0.5, input_size=4)
    layer.initialize(mx.init.Xavier(), ctx=device)
    trainer = gluon.Trainer(layer.collect_params(), "adam", {"learning_rate": 0.02})
    data, losses = numbers(1, (5, 8, 4), device), []
    for _ in range(30):
        with autograd.record():
            loss = ((layer(data) - 0.3) ** 2).mean()
        loss.backward()
        trainer.step(1)
        losses.append(float(loss.asscalar()))
    assert losses[-1] < losses[0] / 2


@pytest.mark.parametrize("multi_precision", [False, True])
@pytest.mark.parametrize(("name", "options"), OPTIMIZERS)
def test_optimizers(name: str, options: dict[str, Any], multi_precision: bool, device: mx.Context) -> None:
    dtype = "float16" if multi_precision else "float32"
    results = []
    for ctx in (mx.cpu(0), device):
        optimizer = mx.optimizer.create(name, wd=0.01, multi_precision=multi_precision, **options)
        updater = mx.optimizer.get_updater(optimizer)
        weights = [numbers(i, shape, ctx, dtype) for i, shape in enumerate([(3, 4), (4,), (2, 3, 2)])]
        for step in range(3):
            grads = [numbers(10 * step + 20 + i, w.shape, ctx, dtype) for i, w in enumerate(weights)]
            updater([0, 1, 2], grads, weights)
        results.append([host(w) for w in weights])
    assert_equal(zip(*results, strict=True))


def test_attention(device: mx.Context) -> None:
    """Half precision, long enough to be fused on a GPU, against float32 on the host."""
    heads, size, length, batch = 2, 32, 128, 2
    results = []
    for ctx, dtype in ((mx.cpu(0), "float32"), (device, "bfloat16")):
        qkv = numbers(0, (length, batch, heads * 3 * size), ctx, dtype)
        rows = [numbers(i, (batch * heads, length, size), ctx, dtype) for i in (1, 2, 3)]
        for array in (qkv, *rows):
            array.attach_grad()
        with autograd.record():
            weights = nd.softmax(nd.contrib.interleaved_matmul_selfatt_qk(qkv, heads=heads))
            first = nd.contrib.interleaved_matmul_selfatt_valatt(qkv, weights, heads=heads)
            scores = nd.batch_dot(rows[0], rows[1], transpose_b=True) / 6.0
            second = nd.batch_dot(nd.softmax(scores), rows[2])
        autograd.backward([first, second])
        results.append([host(a) for a in (first, second, qkv.grad, *[r.grad for r in rows])])
    for one, other in zip(*results, strict=True):
        assert np.abs(one - other).max() <= 0.03 * max(1.0, np.abs(one).max())
