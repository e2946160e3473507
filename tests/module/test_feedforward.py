"""FeedForward, and the Module, FeedForward and KVStore programs of the old tutorials."""

import logging
import pickle
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from tests.module.networks import batches, clusters, mlp

pytestmark = pytest.mark.filterwarnings("ignore:mxnet.model.FeedForward has been deprecated")
OPTIONS = {"num_epoch": 6, "learning_rate": 0.5, "initializer": mx.init.Xavier(), "numpy_batch_size": 12}


def test_arrays_or_an_iterator_or_contexts(tmp_path: Path) -> None:
    data, label = clusters()
    for X, y, ctx in (
        (data, label, None),
        (batches(), None, mx.cpu()),
        (mx.nd.array(data), mx.nd.array(label), [mx.cpu(0), mx.cpu(1)]),
    ):
        model = mx.model.FeedForward(mlp(), ctx=ctx, **OPTIONS)
        model.fit(X, y, eval_data=(data, label))
        found = model.predict(data)
        assert isinstance(found, np.ndarray) and (found.argmax(1) == label).all()
        assert model.score(batches()) == 1.0
    model.save(str(tmp_path / "net"))
    again = mx.model.FeedForward.load(str(tmp_path / "net"), 6)
    assert (again.begin_epoch, np.allclose(again.predict(data), found)) == (6, True)
    outputs, given, labels = again.predict(batches(size=8), return_data=True)
    assert np.allclose(outputs, found, atol=1e-6) and (given == data).all() and (labels == label).all()
    copied = pickle.loads(pickle.dumps(again))
    assert np.allclose(copied.predict(data), found)


def test_callbacks_and_epochs_of_a_size(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    seen = []
    model = mx.model.FeedForward.create(
        mlp(),
        batches(),
        num_epoch=2,
        epoch_size=7,
        learning_rate=0.5,
        eval_data=batches(),
        batch_end_callback=lambda param: seen.append((param.epoch, param.nbatch)),
        epoch_end_callback=lambda epoch, symbol, arg, aux: seen.append(sorted(arg)[0]),
    )
    assert seen == [(0, i) for i in range(1, 8)] + ["fc1_bias"] + [(1, i) for i in range(1, 8)] + ["fc1_bias"]
    assert [m for m in caplog.messages if "Resetting" in m] == [f"Epoch[{i}] Resetting Data Iterator" for i in (0, 1)]
    assert any(m.startswith("Epoch[1] Validation-accuracy=") for m in caplog.messages)
    assert model.arg_params["fc1_weight"].shape == (8, 5)


def test_a_network_for_each_bucket() -> None:
    train = batches()
    train.default_bucket_key = 5
    model = mx.model.FeedForward(lambda key: mlp(), **OPTIONS)

    class Keyed(mx.io.ResizeIter):
        def next(self) -> mx.io.DataBatch:
            batch = super().next()
            batch.bucket_key, batch.provide_data, batch.provide_label = 5, train.provide_data, train.provide_label
            return batch

    model.fit(Keyed(train, 5))
    assert model.score(batches()) == 1.0


def test_extra_parameters() -> None:
    data, label = clusters()
    model = mx.model.FeedForward(
        mlp(), arg_params={"other": mx.nd.ones(2)}, aux_params={}, allow_extra_params=True, **OPTIONS
    )
    model.fit(data, label)
    assert "other" not in model.arg_params


def test_mistakes_are_told() -> None:
    data, label = clusters()
    model = mx.model.FeedForward(mlp(), num_epoch=1)
    with pytest.raises(ValueError, match="y must be specified"):
        model.fit(data)
    with pytest.raises(ValueError, match="not equal"):
        model.fit(data, label[:-1])
    with pytest.raises(TypeError, match="X must be DataIter"):
        model.fit([1, 2], label)
    with pytest.raises(TypeError, match="Eval data"):
        model.fit(data, label, eval_data=data)
    with pytest.raises(ValueError, match="duplicated"):
        twice = mx.sym.var("a") + mx.sym.FullyConnected(mx.sym.var("a"), num_hidden=2)
        mx.model.FeedForward(twice)


# --- programs of tutorials ------------------------------------------------------------------------------------------


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
