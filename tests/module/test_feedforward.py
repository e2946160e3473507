"""FeedForward."""

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
