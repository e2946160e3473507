"""The estimator: training, evaluation, and what handlers see and do."""

import io
import logging
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import gluon, nd
from mxnet._host.stats import stats
from mxnet.gluon.contrib import estimator as est
from tests.engine.counting import counted

LOSS = gluon.loss.SoftmaxCrossEntropyLoss


def loader(count: int = 32, batch: int = 8) -> gluon.data.DataLoader:
    rng = np.random.default_rng(0)
    x = rng.normal(size=(count, 4)).astype("float32")
    return gluon.data.DataLoader(gluon.data.ArrayDataset(x, (x[:, 0] > 0).astype("float32")), batch_size=batch)


def make(hybrid: bool = False, **kwargs: Any) -> est.Estimator:
    mx.random.seed(0)
    net = gluon.nn.HybridSequential()
    with net.name_scope():  # a trainer sorts by name, and dense10 comes before dense9
        net.add(gluon.nn.Dense(8, activation="relu"), gluon.nn.Dense(2))
    net.initialize(mx.init.Xavier())
    if hybrid:
        net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.05})
    made = est.Estimator(net, LOSS(), trainer=trainer, **kwargs)
    made.logger.handlers.clear()
    return made


def test_training_learns_and_reports() -> None:
    one = make()
    log = io.StringIO()
    one.logger.addHandler(logging.StreamHandler(log))
    one.fit(loader(), val_data=loader(), epochs=6)
    assert one.train_metrics[0].get()[1] > 0.9
    assert one.val_metrics[0].name == "validation accuracy"
    text = log.getvalue()
    assert "Training begin: using optimizer Adam" in text
    assert "[Epoch 5] Finished in" in text and "validation softmaxcrossentropyloss" in text
    assert text.strip().splitlines()[-1].startswith("Train finished using total")


def test_an_iteration_is_one_program() -> None:
    one = make()
    one.fit(loader(), batches=2)
    with counted() as counts:
        one.fit(loader(64), batches=8)
    assert counts.programs <= 8 + 3
    assert counts.compilations <= 3


class Recorder(est.TrainBegin, est.TrainEnd, est.EpochBegin, est.EpochEnd, est.BatchBegin, est.BatchEnd):
    def __init__(self) -> None:
        self.events: list[str] = []

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        self.events.append("train")

    def epoch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        self.events.append("epoch")

    def batch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        assert set(kwargs) == {"batch"}
        self.events.append("batch")

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        assert set(kwargs) == {"batch", "pred", "label", "loss"}
        self.events.append("/batch")

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        self.events.append("/epoch")

    def train_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        self.events.append("/train")


def test_events_come_in_order() -> None:
    recorder, given = Recorder(), []
    given.append(recorder)
    make().fit(loader(16), epochs=2, event_handlers=given)
    epoch = ["epoch", "batch", "/batch", "batch", "/batch", "/epoch"]
    assert recorder.events == ["train", *epoch, *epoch, "/train"]
    assert given == [recorder]


def test_stopping() -> None:
    one, recorder = make(), Recorder()
    one.fit(loader(), batches=6, event_handlers=recorder)
    assert recorder.events.count("batch") == 6
    with pytest.raises(ValueError, match="one and only one"):
        one.fit(loader())
    with pytest.raises(ValueError, match="one and only one"):
        one.fit(loader(), epochs=1, batches=1)
    with pytest.raises(ValueError, match="DataLoader"):
        one.fit([1, 2], epochs=1)
    recorder = Recorder()
    early = est.EarlyStoppingHandler(one.train_metrics[0], min_delta=1, patience=2, mode="max")
    one.fit(loader(), epochs=9, event_handlers=[early, recorder])
    assert recorder.events.count("epoch") == 3
    assert early.stopped_epoch == 2


def test_modes_of_comparison() -> None:
    metric = mx.metric.Loss("loss")
    assert est.EarlyStoppingHandler(metric, min_delta=0.1, mode="min").min_delta == -0.1
    for mode, message in (("auto", "greater"), ("other", "unknown")):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            handler = est.EarlyStoppingHandler(metric, mode=mode)
        assert message in str(caught[0].message)
        assert handler.monitor_op is np.greater
    with pytest.raises(ValueError, match="Composite"):
        est.EarlyStoppingHandler(mx.metric.CompositeEvalMetric([metric]), mode="min")


def test_checkpoints(tmp_path: Path) -> None:
    one = make(hybrid=True)
    saver = est.CheckpointHandler(
        str(tmp_path), "net", monitor=one.val_metrics[0], save_best=True, mode="max", max_checkpoints=2
    )
    one.fit(loader(16), val_data=loader(16), epochs=3, event_handlers=saver)
    names = sorted(p.name for p in tmp_path.iterdir())
    kept = ["net-epoch1batch4", "net-epoch2batch6"]
    expected = ["net-best", *kept]
    assert names == sorted([f"{n}.{e}" for n in expected for e in ("params", "states")] + ["net-symbol.json"])

    again, recorder = make(), Recorder()
    resume = est.CheckpointHandler(str(tmp_path), "net", max_checkpoints=9, resume_from_checkpoint=True)
    again.fit(loader(16), epochs=5, event_handlers=[resume, recorder])
    assert recorder.events.count("epoch") == 2
    assert (tmp_path / "net-epoch4batch10.params").exists()
    with pytest.raises(ValueError, match="maximum number of epoch 5 reached"):
        make().fit(loader(16), epochs=5, event_handlers=resume)
    with pytest.raises(AssertionError, match="same type of period"):
        make().fit(loader(16), batches=5, event_handlers=resume)
    with pytest.raises(ValueError, match="save best"):
        est.CheckpointHandler(str(tmp_path), save_best=True)


def test_resumed_parameters_are_the_saved_ones(tmp_path: Path) -> None:
    one = make()
    one.fit(loader(), epochs=1, event_handlers=est.CheckpointHandler(str(tmp_path), "net"))
    again = make()
    again.max_epoch, again.max_batch = 2, None
    handler = est.CheckpointHandler(str(tmp_path), "net", resume_from_checkpoint=True)
    handler.train_begin(again)
    for a, b in zip(one.net.collect_params().values(), again.net.collect_params().values(), strict=True):
        np.testing.assert_array_equal(a.data().asnumpy(), b.data().asnumpy())
    assert again.max_epoch == 1


def test_validation_periods_and_several_devices() -> None:
    calls = []
    net = gluon.nn.Dense(2)
    contexts = [mx.cpu(0), mx.cpu(1)]
    net.initialize(ctx=contexts)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    one = est.Estimator(net, LOSS(), trainer=trainer, context=contexts)
    one.logger.handlers.clear()
    check = est.ValidationHandler(
        loader(), lambda **kwargs: calls.append(sorted(kwargs)), epoch_period=None, batch_period=3
    )
    one.fit(loader(), epochs=2, event_handlers=check)
    assert calls == [["batch_axis", "event_handlers", "val_data"]] * 2
    one.evaluate(loader())
    assert 0 <= one.val_metrics[0].get()[1] <= 1


def test_a_batch_processor_of_ones_own() -> None:
    class Twice(est.BatchProcessor):
        def fit_batch(self, estimator: Any, train_batch: Any, batch_axis: int = 0) -> Any:
            seen.append(train_batch[0].shape)
            return super().fit_batch(estimator, [train_batch[0] * 2, train_batch[1]], batch_axis)

    seen: list[tuple[int, ...]] = []
    make(batch_processor=Twice()).fit(loader(16), epochs=1)
    assert seen == [(8, 4)] * 2
    with pytest.raises(ValueError, match="fit_batch"):
        make(batch_processor=object())


def test_what_was_given_is_checked() -> None:
    with pytest.raises(ValueError, match="loss must be a Loss"):
        est.Estimator(gluon.nn.Dense(2), lambda x: x)
    with pytest.raises(ValueError, match="metrics must be"):
        make(train_metrics=[1])
    with pytest.raises(ValueError, match="context must be"):
        make(context="cpu")
    with pytest.raises(ValueError, match="outside of the known"):
        make().fit(loader(), epochs=1, event_handlers=est.LoggingHandler(metrics=mx.metric.Accuracy()))
    with pytest.raises(ValueError, match="EventHandler"):
        make().fit(loader(), epochs=1, event_handlers=[1])
    with pytest.raises(ValueError, match="log_interval"):
        est.LoggingHandler(log_interval="batch")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        one = est.Estimator(gluon.nn.Dense(2), LOSS(), train_metrics=mx.metric.Accuracy())
    assert "default SGD" in str(caught[0].message)
    assert [m.name for m in one.val_metrics] == ["validation accuracy"]


def test_a_progress_bar() -> None:
    one, out = make(), io.StringIO()
    bar = est.ProgressBarHandler(metrics=one.train_metrics, length=10, stream=out)
    one.fit(loader(), epochs=2, event_handlers=bar)
    lines = out.getvalue().splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("Epoch 0 [##########] 4/4") and "training accuracy: " in lines[0]


def test_nothing_is_read_while_training() -> None:
    one = make()
    one.fit(loader(), batches=1)
    batches = [(nd.ones((8, 4)), nd.ones((8,))) for _ in range(3)]
    handlers = [est.MetricHandler(one.train_metrics), est.GradientUpdateHandler()]
    nd.waitall()
    before = stats.read()["flushes"]
    for batch in batches:
        _, label, pred, loss = one.batch_processor.fit_batch(one, batch)
        for handler in handlers:
            handler.batch_end(one, batch=batch, label=label, pred=pred, loss=loss)
    assert stats.read()["flushes"] - before == len(batches)


def test_an_estimator_class_has_a_logger_before_it_is_made() -> None:
    assert mx.gluon.contrib.estimator.Estimator.logger is None
