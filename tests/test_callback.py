"""Callbacks and the monitor."""

import logging
from types import SimpleNamespace

import numpy as np

import mxnet as mx


def batch(epoch=0, nbatch=1, metric=None):
    return SimpleNamespace(epoch=epoch, nbatch=nbatch, eval_metric=metric, locals=None)


def metric_of(value):
    metric = mx.metric.create("loss")
    metric.update(None, mx.nd.array([value]))
    return metric


def test_speedometer_reports_intervals(caplog):
    caplog.set_level(logging.INFO)
    metric = metric_of(0.5)
    meter = mx.callback.Speedometer(batch_size=4, frequent=2)
    for number in range(1, 5):
        meter(batch(nbatch=number, metric=metric))
    lines = [r.getMessage() for r in caplog.records]
    assert [line.split("\t")[0] for line in lines] == ["Epoch[0] Batch [0-2]", "Epoch[0] Batch [2-4]"]
    assert lines[0].endswith("loss=0.500000")
    assert np.isnan(metric.get()[1])


def test_progress_bar(caplog):
    caplog.set_level(logging.INFO)
    mx.callback.ProgressBar(total=4, length=8)(batch(nbatch=1))
    assert caplog.records[0].getMessage() == "[==------] 25%\r"


def test_metrics_are_logged(caplog):
    caplog.set_level(logging.INFO)
    mx.callback.log_train_metric(2)(batch(epoch=1, nbatch=2, metric=metric_of(0.25)))
    mx.callback.LogValidationMetricsCallback()(batch(epoch=1, metric=metric_of(0.75)))
    assert [r.getMessage() for r in caplog.records] == [
        "Iter[1] Batch[2] Train-loss=0.250000",
        "Epoch[1] Validation-loss=0.750000",
    ]


def test_do_checkpoint_writes_what_can_be_loaded(tmp_path):
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="fc")
    prefix = str(tmp_path / "net")
    save = mx.callback.do_checkpoint(prefix, period=2)
    save(0, net, {"fc_weight": mx.nd.ones((2, 3))}, {})
    assert not list(tmp_path.iterdir())
    save(1, net, {"fc_weight": mx.nd.ones((2, 3))}, {"mean": mx.nd.zeros((1,))})
    loaded = mx.nd.load(f"{prefix}-0002.params")
    assert sorted(loaded) == ["arg:fc_weight", "aux:mean"]
    assert mx.sym.load(f"{prefix}-symbol.json").list_arguments() == ["data", "fc_weight", "fc_bias"]


def test_module_checkpoint_asks_the_module():
    calls = []
    module = SimpleNamespace(save_checkpoint=lambda *args: calls.append(args))
    save = mx.callback.module_checkpoint(module, "p", period=2, save_optimizer_states=True)
    for epoch in range(4):
        save(epoch)
    assert calls == [("p", 2, True), ("p", 4, True)]


def test_monitor_measures_every_interval():
    data = mx.sym.Variable("data")
    executor = (data * 2).simple_bind(mx.cpu(), data=(2,))
    executor.arg_dict["data"][:] = 3.0
    monitor = mx.mon.Monitor(2, stat_func=lambda x: x.max(), sort=True)
    monitor.install(executor)
    rows = []
    for _ in range(3):
        monitor.tic()
        executor.forward()
        rows.append(monitor.toc())
    assert [(step, text) for step, name, text in rows[0] if name == "data"] == [(1, "3.0\t")]
    assert any(name.endswith("_output") and text == "6.0\t" for _, name, text in rows[0])
    assert rows[1] == []
    assert rows[2][0][0] == 3


def test_a_monitor_writes_float32_with_its_own_digits():
    executor = (mx.sym.Variable("data") * 2).simple_bind(mx.cpu(), data=(2,))
    executor.arg_dict["data"][:] = 0.1
    monitor = mx.mon.Monitor(1, stat_func=lambda x: x.max())
    monitor.install(executor)
    monitor.tic()
    executor.forward()
    assert {text for _, _, text in monitor.toc()} == {"0.1\t", "0.2\t"}
