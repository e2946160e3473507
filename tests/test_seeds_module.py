"""The FeedForward, KVStore and executor programs of old tutorials, shortened, with what they show."""

import logging

import numpy as np
import pytest

import mxnet as mx
from tests.module.networks import clusters, mlp

pytestmark = pytest.mark.filterwarnings("ignore:mxnet.model.FeedForward has been deprecated")


def test_linear_regression_of_one_variable() -> None:
    np.random.seed(0)
    x = np.linspace(-1, 1, 100)
    y = 5 * x + np.random.normal(0, 0.5, 100)
    prediction = mx.symbol.FullyConnected(data=mx.symbol.Variable("data"), num_hidden=1, name="pre")
    loss = mx.symbol.LinearRegressionOutput(data=prediction, label=mx.symbol.Variable("softmax_label"), name="loss")
    model = mx.model.FeedForward(ctx=mx.cpu(), symbol=loss, num_epoch=30, learning_rate=0.01, numpy_batch_size=1)
    model.fit(X=x, y=y)
    found = model.predict(x)
    assert found.shape == (100, 1)
    slope = np.polyfit(x, y, 1)[0]
    assert abs(np.polyfit(x, found[:, 0], 1)[0] - slope) < 0.2


def test_a_store_of_values(capsys: pytest.CaptureFixture[str]) -> None:
    kv, shape = mx.kv.create("local"), (2, 3)
    kv.init(3, mx.nd.ones(shape) * 2)
    a = mx.nd.zeros(shape)
    kv.pull(3, out=a)
    assert (a.asnumpy() == 2).all()
    kv.push(3, mx.nd.ones(shape) * 8)
    kv.pull(3, out=a)
    assert (a.asnumpy() == 8).all()
    devices = [mx.cpu(i) for i in range(4)]
    kv.push(3, [mx.nd.ones(shape, device) for device in devices])
    kv.pull(3, out=a)
    assert (a.asnumpy() == 4).all()

    def update(key: int, given: mx.nd.NDArray, stored: mx.nd.NDArray) -> None:
        print(f"update on key: {key}")
        stored += given * 2

    kv._set_updater(update)
    kv.push(3, mx.nd.ones(shape))
    b = [mx.nd.ones(shape, device) for device in devices]
    kv.pull(3, out=b)
    assert (b[1].asnumpy() == 6).all()
    keys = [5, 7, 9]
    kv.init(keys, [mx.nd.ones(shape)] * len(keys))
    kv.push(keys, [mx.nd.ones(shape)] * len(keys))
    c = [mx.nd.zeros(shape)] * len(keys)
    kv.pull(keys, out=c)
    assert (c[1].asnumpy() == 3).all()
    d = [[mx.nd.ones(shape, device) for device in devices]] * len(keys)
    kv.push(keys, d)
    kv.pull(keys, out=d)
    assert (d[1][1].asnumpy() == 11).all()
    assert capsys.readouterr().out.split("\n")[:4] == [f"update on key: {key}" for key in (3, 5, 7, 9)]


def test_training_with_executors_that_share_weights() -> None:
    np.random.seed(0)
    data, label = clusters(count=96)
    net, size = mlp(), 16
    executor = net.simple_bind(ctx=mx.cpu(), grad_req="write", data=(size, 5), softmax_label=(size,))
    test = net.bind(ctx=mx.cpu(), grad_req="null", args=executor.arg_arrays)
    for array in executor.arg_arrays:
        array[:] = np.random.randn(*array.shape) * 0.2
    for _ in range(15):
        for x in range(0, len(data), size):
            executor.arg_dict["data"][:] = data[x : x + size]
            executor.arg_dict["softmax_label"][:] = label[x : x + size]
            executor.forward()
            executor.backward()
            for name, weight, grad in zip(net.list_arguments(), executor.arg_arrays, executor.grad_arrays, strict=True):
                if name not in ["data", "softmax_label"]:
                    weight[:] = weight - grad * 0.05
    right = 0
    for x in range(0, len(data), size):
        test.arg_dict["data"][:] = data[x : x + size]
        test.forward()
        right += sum(label[x : x + size] == np.argmax(test.outputs[0].asnumpy(), axis=1))
    assert right == len(data)


def test_the_same_network_with_feed_forward(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    data, label = clusters(count=96)
    logger = logging.getLogger("tutorial")
    l1 = mx.sym.FullyConnected(data=mx.sym.Variable("data"), num_hidden=16, name="layer1")
    a1 = mx.sym.Activation(data=l1, act_type="relu", name="act1")
    l2 = mx.sym.FullyConnected(data=a1, num_hidden=3, name="layer2")
    cost = mx.sym.SoftmaxOutput(data=l2, label=mx.sym.Variable("softmax_label"))
    model = mx.model.FeedForward(symbol=cost, num_epoch=10, ctx=mx.cpu(), learning_rate=0.5, numpy_batch_size=32)
    model.fit(X=data, y=label, eval_data=(data, label), eval_metric="acc", logger=logger)
    assert "Epoch[9] Validation-accuracy=1.000000" in caplog.messages
