"""Bars of training, downloads and im2rec."""

import logging
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet import _progress, gluon, nd
from mxnet.gluon import utils
from mxnet.gluon.contrib.estimator import Estimator
from mxnet.tools import im2rec

pytest.importorskip("tqdm")


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[[], str]:
    """What bars have drawn, which they do always, with every value."""
    monkeypatch.setenv("MXNET_PROGRESS_BAR", "1")
    monkeypatch.setattr(_progress, "READ_EVERY_SECONDS", 0.0)
    return lambda: capsys.readouterr().err


def softmax() -> mx.sym.Symbol:
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc"), name="softmax")


def batches() -> mx.io.NDArrayIter:
    return mx.io.NDArrayIter(np.ones((10, 3)), np.zeros(10), 4, label_name="softmax_label")


def test_module_fit(drawn: Callable[[], str], caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    mx.mod.Module(softmax()).fit(batches(), num_epoch=2)
    text = drawn()
    assert "Epoch 0: 100%" in text
    assert "3/3 [" in text
    assert "accuracy=" in text
    assert "Epoch 1:" in text
    assert "Epoch[1] Train-accuracy=" in caplog.text  # MXNet's own lines stay


def test_feed_forward_fit(drawn: Callable[[], str]) -> None:
    with pytest.warns(DeprecationWarning):
        model = mx.model.FeedForward(softmax(), num_epoch=1, numpy_batch_size=5)
    model.fit(np.ones((10, 3)), np.zeros(10))
    assert "2/2 [" in drawn()


def test_an_estimator(drawn: Callable[[], str]) -> None:
    net = gluon.nn.Dense(2)
    net.initialize()
    loader = gluon.data.DataLoader(gluon.data.ArrayDataset(nd.ones((8, 5)), nd.zeros((8,))), batch_size=4)
    trainer = gluon.Trainer(net.collect_params(), "sgd")
    Estimator(net, gluon.loss.SoftmaxCrossEntropyLoss(), mx.metric.Accuracy(), trainer=trainer).fit(loader, epochs=1)
    text = drawn()
    assert "Epoch 0: 100%" in text
    assert "training accuracy=" in text


def test_a_download(drawn: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(utils, "_open", lambda url, verify: (2000, iter([bytes(1000), bytes(1000)])))
    utils.download("http://host/file.bin", path=str(tmp_path))
    text = drawn()
    assert "file.bin: 100%" in text
    assert "2.00k/2.00k" in text


def test_im2rec(drawn: Callable[[], str], tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "a.jpg").write_bytes(b"no image")
    (tmp_path / "all.lst").write_text("0\t0\ta.jpg\n")
    im2rec.main([str(tmp_path / "all"), str(tmp_path / "images")])
    assert "1/1 [" in drawn()


def test_nothing_is_drawn_where_nobody_looks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("MXNET_PROGRESS_BAR", raising=False)
    assert not _progress.shown()
    mx.mod.Module(softmax()).fit(batches(), num_epoch=1)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert _progress.shown()
    monkeypatch.setenv("MXNET_PROGRESS_BAR", "0")
    assert not _progress.shown()


def test_metrics_are_read_now_and_then(drawn: Callable[[], str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_progress, "READ_EVERY_SECONDS", 3600.0)
    reads = []
    with _progress.Bar("work", 100) as bar:
        for _ in range(100):
            bar.step(values=lambda: reads.append(1) or [("loss", 1.0)])
    assert reads == []
    assert bar.done == 100
