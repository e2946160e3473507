"""The Gluon programs of the introductions that people learn MXNet from, at a size that a test can wait for."""

from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, init, nd
from mxnet.gluon import data as gdata
from mxnet.gluon import loss as gloss
from mxnet.gluon import nn
from mxnet.gluon.data import DataLoader
from mxnet.gluon.data.vision import MNIST

DIGITS = str(Path(mx.__file__).parent / "gluon" / "data" / "vision" / "digits")
PICTURE = """Sequential(
  (0): Dense(None -> 64, Activation(relu))
  (1): Dense(None -> 64, Activation(relu))
  (2): Dense(None -> 10, linear)
)"""


class GluonFirst:
    """The multilayer perceptron on MNIST, as its author wrote it."""

    def __init__(self, batch_size: int, model_ctx: mx.Context) -> None:
        self.batch_size = batch_size
        self.model_ctx = model_ctx
        self.num_outputs = 10

    def load_data(self) -> tuple[DataLoader, DataLoader]:
        def transform(data, label):
            return data.astype(np.float32) / 255.0, label.astype(np.float32)

        train_data = DataLoader(MNIST(DIGITS, train=True, transform=transform), self.batch_size, shuffle=True)
        test_data = DataLoader(MNIST(DIGITS, train=False, transform=transform), self.batch_size, shuffle=False)
        return train_data, test_data

    def model(self, ctx=None) -> nn.Sequential:
        num_hidden = 64
        net = gluon.nn.Sequential()
        with net.name_scope():
            net.add(gluon.nn.Dense(units=num_hidden, activation="relu"))
            net.add(gluon.nn.Dense(units=num_hidden, activation="relu"))
            net.add(gluon.nn.Dense(units=self.num_outputs))
        net.collect_params().initialize(init=mx.init.Normal(sigma=0.1), ctx=ctx or self.model_ctx)
        return net

    def evaluate_accuracy(self, data_iterator: DataLoader, net: nn.Sequential) -> float:
        acc = mx.metric.Accuracy()
        for data, label in data_iterator:
            data = data.as_in_context(self.model_ctx).reshape((-1, 784))
            label = label.as_in_context(self.model_ctx)
            predictions = nd.argmax(net(data), axis=1)
            acc.update(preds=predictions, labels=label)
        return acc.get()[1]


def test_batches_of_mnist() -> None:
    train_data, _ = GluonFirst(64, mx.cpu()).load_data()
    for data, label in train_data:
        assert data.shape == (64, 28, 28, 1)
        assert label.shape == (64,)
        assert data.dtype == label.dtype == np.float32
        assert 0 <= data.min().asscalar() <= data.max().asscalar() <= 1
        break


def test_the_multilayer_perceptron() -> None:
    mx.random.seed(1)
    np.random.seed(1)
    program = GluonFirst(64, mx.cpu())
    train_data, test_data = program.load_data()
    net = program.model()
    assert str(net) == PICTURE
    softmax_cross_entropy = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(params=net.collect_params(), optimizer="sgd", optimizer_params={"learning_rate": 0.05})
    losses = []
    for _ in range(4):
        cumulative_loss = 0
        for data, label in train_data:
            data = data.as_in_context(program.model_ctx).reshape((-1, 784))
            label = label.as_in_context(program.model_ctx)
            with autograd.record():
                loss = softmax_cross_entropy(net(data), label)
            loss.backward()
            trainer.step(data.shape[0])
            cumulative_loss += nd.sum(loss).asscalar()
        losses.append(cumulative_loss / 6400)
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] < 0.5
    assert program.evaluate_accuracy(test_data, net) > 0.82


def test_the_picture_of_the_network() -> None:
    pytest.importorskip("graphviz")
    net = gluon.nn.HybridSequential()
    with net.name_scope():
        net.add(gluon.nn.Dense(64, activation="relu"))
        net.add(gluon.nn.Dense(64, activation="relu"))
        net.add(gluon.nn.Dense(10))
    net.hybridize()
    net.collect_params().initialize()
    picture = mx.viz.plot_network(net(mx.sym.var("data")))
    assert picture.source.count("FullyConnected") == 3


def test_four_devices() -> None:
    """The loop for several GPUs, on devices of the host."""
    mx.random.seed(1)
    np.random.seed(1)
    program = GluonFirst(64, mx.cpu())
    train_data, valid_data = program.load_data()
    ctx = [mx.cpu(i) for i in range(4)]
    net = program.model(ctx)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.05})
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    for batch in train_data:
        data = gluon.utils.split_and_load(batch[0].reshape((-1, 784)), ctx)
        label = gluon.utils.split_and_load(batch[1], ctx)
        with autograd.record():
            losses = [loss(net(X), Y) for X, Y in zip(data, label, strict=True)]
        for each in losses:
            each.backward()
        trainer.step(batch[0].shape[0])
    nd.waitall()
    correct = num = 0.0
    for batch in valid_data:
        data = batch[0].as_in_context(ctx[0]).reshape((-1, 784))
        pred = nd.argmax(net(data), axis=1)
        correct += nd.sum(pred == batch[1].as_in_context(ctx[0])).asscalar()
        num += batch[0].shape[0]
    assert correct / num > 0.65
    for parameter in net.collect_params().values():
        for replica in parameter.list_data()[1:]:
            np.testing.assert_array_equal(replica.asnumpy(), parameter.list_data()[0].asnumpy())


def test_linear_regression() -> None:
    mx.random.seed(1)
    num_inputs, num_examples, true_w, true_b = 2, 1000, [2, -3.4], 4.2
    features = nd.random.normal(scale=1, shape=(num_examples, num_inputs))
    labels = true_w[0] * features[:, 0] + true_w[1] * features[:, 1] + true_b
    labels += nd.random.normal(scale=0.01, shape=labels.shape)
    batch_size = 10
    dataset = gdata.ArrayDataset(features, labels)
    train_iter = gdata.DataLoader(dataset, batch_size, shuffle=True)
    net = nn.Sequential()
    net.add(nn.Dense(1))
    net.initialize(init.Normal(sigma=0.01))
    loss = gloss.L2Loss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.03})
    for _ in range(3):
        for x, y in train_iter:
            with autograd.record():
                error = loss(net(x), y)
            error.backward()
            trainer.step(batch_size)
    assert loss(net(features), labels).mean().asscalar() < 1e-3
    np.testing.assert_allclose(net[0].weight.data().asnumpy(), [true_w], atol=0.02)
    np.testing.assert_allclose(net[0].bias.data().asnumpy(), [true_b], atol=0.02)
    assert net[0].weight.grad().shape == (1, 2)


def test_a_block_and_one_step() -> None:
    class Net(nn.Block):
        def __init__(self, **kwargs):
            super().__init__(**kwargs)
            self.dense0 = nn.Dense(256)
            self.dense1 = nn.Dense(1)

        def forward(self, x):
            return self.dense1(nd.relu(self.dense0(x)))

    mx.random.seed(1)
    net = Net()
    net.initialize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.001})
    val, label = nd.ones(shape=(10, 100)), nd.ones(shape=(10,))
    criterion = gluon.loss.L2Loss()
    with autograd.record():
        res = net(val)
        loss = criterion(res, label)
    loss.backward()
    trainer.step(batch_size=10)
    before, after = res.asnumpy(), net(val).asnumpy()
    assert before.shape == after.shape == (10, 1)
    assert loss.shape == (10,)
    np.testing.assert_allclose(loss.asnumpy(), (before[:, 0] - 1) ** 2 / 2, rtol=1e-5)
    assert abs(after[0, 0] - 1) < abs(before[0, 0] - 1)
