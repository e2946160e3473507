"""Bars of training, downloads and im2rec."""

import logging
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import _progress, gluon, nd
from mxnet._lazy.tape import changed
from mxnet._programs import build, report
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


def test_who_waits_for_the_compiler_is_told_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    told = threading.Event()
    real = _progress.tell
    monkeypatch.setattr(report, "tell", lambda line: (real(line), told.set()))

    def slow(*arguments: Any, **options: Any) -> Any:
        told.wait(60)
        return jitted(*arguments, **options)

    jitted = build.jitted
    monkeypatch.setattr(build, "jitted", slow)
    x = nd.array(np.random.rand(300, 301))
    with changed(notice=0.01, interpret=False):
        nd.dot(x, x.T).sum().asnumpy()
    lines = [line for line in capsys.readouterr().err.splitlines() if "Compiling" in line]
    assert len(lines) == 1
    assert lines[0].startswith("Compiling 3 operators of ")
    assert "test_progress.py" in lines[0]
    assert "MXNET_ENGINE_NOTICE=0" in lines[0]


def test_nobody_is_told_in_a_log_or_if_it_is_switched_off(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _progress.tell("a line")
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    _progress.tell("a line")
    assert capsys.readouterr().err == "a line\n"
    started: list[Any] = []
    monkeypatch.setattr(report, "Timer", lambda *arguments: started.append(arguments))
    with changed(notice=0.0, interpret=False):
        (nd.ones((7, 11)) * 3).sum().asnumpy()
    assert started == []


def test_bars_do_not_take_compiling_for_slow_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXNET_PROGRESS_BAR", "1")
    with _progress.Bar("Epoch 0", 10) as bar:
        before = bar._drawn.start_t
        _progress.note_compiling(5.0)
        bar.step()
        assert bar._drawn.start_t == before + 5.0
        assert bar._drawn.desc == "Epoch 0, 5 s compiling: "
        bar.step()
        assert bar._drawn.start_t == before + 5.0
