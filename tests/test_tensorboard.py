"""Event files, read back with TensorBoard itself."""

import sys
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.contrib.tensorboard import LogMetricsCallback, SummaryWriter, TensorBoardHandler
from mxnet.gluon import nn
from mxnet.gluon.contrib.estimator import Estimator

accumulator = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")
pytest.importorskip("tensorboardX")


def read(folder: Path) -> "accumulator.EventAccumulator":
    found = accumulator.EventAccumulator(str(folder), size_guidance={"images": 0, "histograms": 0})
    return found.Reload()


def network() -> nn.HybridSequential:
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Dense(4, activation="relu"), nn.Dense(2))
    net.initialize(mx.init.Xavier())
    return net


def test_a_writer_takes_arrays_and_networks(tmp_path: Path) -> None:
    net, x = network(), nd.ones((3, 5))
    with autograd.record():
        loss = (net(x) ** 2).mean()
    loss.backward()
    with SummaryWriter(str(tmp_path)) as writer:
        writer.add_scalar("loss", loss, 7)
        writer.add_histogram("data", nd.array([0, 1, float("nan")]), 1)
        writer.add_parameters(net, 1)
        writer.add_image("picture", nd.random.uniform(shape=(3, 4, 5)), 1)
        writer.add_image("batch", nd.zeros((2, 8, 8, 1), dtype="uint8"), 1, layout="NHWC")
        writer.add_text("note", "**bold**", 1)
        writer.add_graph(net, {"data": (3, 5)})
        writer.add_hparams({"rate": 0.1, "net": net.name}, {"accuracy": 0.9}, name="first")
        with pytest.raises(mx.MXNetError, match="an axis for each letter of CHW"):
            writer.add_image("flat", nd.zeros((4, 4)))
        with pytest.raises(mx.MXNetError, match="HWC"):
            writer.add_image("channels last", nd.zeros((8, 8, 1)))
    found = read(tmp_path)
    (scalar,) = found.Scalars("loss")
    assert scalar.step == 7
    np.testing.assert_allclose(scalar.value, loss.asscalar(), rtol=1e-6)
    tags = found.Tags()
    assert {"parameters/net_dense0_weight", "gradients/net_dense1_bias", "data"} <= set(tags["histograms"])
    assert found.Histograms("data")[0].histogram_value.num == 2
    assert {"picture", "batch"} <= set(tags["images"])
    assert (found.Images("picture")[0].height, found.Images("picture")[0].width) == (4, 5)
    assert "note/text_summary" in tags["tensors"]
    nodes = {node.name: node for node in found.Graph().node}
    assert list(nodes["net_dense0_fwd"].input) == ["data", "net_dense0_weight", "net_dense0_bias"]
    shape = nodes["net_dense0_fwd"].attr["_output_shapes"].list.shape[0]
    assert [d.size for d in shape.dim] == [3, 4]
    rows = read(tmp_path / "first")
    assert rows.Scalars("accuracy")[0].value == pytest.approx(0.9)


def test_the_callback_of_a_module(tmp_path: Path) -> None:
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc"), name="softmax")
    data = mx.io.NDArrayIter(np.random.default_rng(0).normal(size=(8, 3)), np.zeros(8), 4, label_name="softmax_label")
    mod = mx.mod.Module(net)
    callbacks = LogMetricsCallback(str(tmp_path / "train"), "training"), LogMetricsCallback(str(tmp_path / "eval"))
    mod.fit(data, eval_data=data, num_epoch=2, batch_end_callback=callbacks[0], eval_end_callback=callbacks[1])
    for callback in callbacks:
        callback.summary_writer.close()
    assert [s.step for s in read(tmp_path / "train").Scalars("training-accuracy")] == [0, 0, 1, 1]
    assert [s.step for s in read(tmp_path / "eval").Scalars("accuracy")] == [0, 1]


def test_a_program_may_put_its_own_writer_there(tmp_path: Path) -> None:
    metric = mx.metric.Accuracy()
    metric.update([nd.array([1])], [nd.array([[0, 1]])])
    written = []

    class Writer:
        def add_scalar(self, *args: object, **kwargs: object) -> None:
            written.append((args, kwargs))

    callback = LogMetricsCallback(str(tmp_path), prefix="train")
    callback.summary_writer.close()
    callback.summary_writer = Writer()
    callback(mx.model.BatchEndParam(3, 0, metric, None))
    assert written == [(("train-accuracy", 1.0), {"global_step": 3})]


def test_the_handler_of_an_estimator(tmp_path: Path) -> None:
    net = network()
    loader = gluon.data.DataLoader(gluon.data.ArrayDataset(nd.ones((8, 5)), nd.zeros((8,))), batch_size=4)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.5})
    estimator = Estimator(net, gluon.loss.SoftmaxCrossEntropyLoss(), mx.metric.Accuracy(), trainer=trainer)
    estimator.fit(loader, val_data=loader, epochs=2, event_handlers=[TensorBoardHandler(str(tmp_path), batches=2)])
    found = read(tmp_path)
    scalars = set(found.Tags()["scalars"])
    assert {"batch/loss", "batch/learning_rate", "training_accuracy", "validation_accuracy"} <= scalars
    assert [s.step for s in found.Scalars("batch/loss")] == [2, 4]
    assert [h.step for h in found.Histograms("gradients/net_dense0_weight")] == [0, 1]


def test_a_closed_writer_goes_on_in_a_new_file(tmp_path: Path) -> None:
    writer = SummaryWriter(str(tmp_path))
    for step in range(2):
        writer.add_scalar("loss", 1.0, step)
        writer.close()
    assert len(list(tmp_path.iterdir())) == 2


def test_what_to_install_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tensorboardX", None)
    with pytest.raises(mx.MXNetError, match=r"pip install 'mxnet-xla\[tensorboard\]'"):
        LogMetricsCallback(str(tmp_path))
