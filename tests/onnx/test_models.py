"""Whole networks: the model zoo, recurrent nets, a detector's head, a transformer."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import gluon
from mxnet.gluon import nn
from mxnet.gluon.model_zoo import vision
from tests.onnx.running import close, elsewhere
from tools import onnx_zoo


def exported(
    net: gluon.HybridBlock, inputs: list[mx.nd.NDArray], folder: Path, **options: Any
) -> tuple[Path, list[Any]]:
    """The ONNX file of a block, by way of its symbol and params files, and what the block computes."""
    net.hybridize()
    found = net(*inputs)
    found = found if isinstance(found, list | tuple) else [found]
    flat = [y for part in found for y in (part if isinstance(part, list | tuple) else [part])]
    net.export(str(folder / "net"))
    path = folder / "net.onnx"
    shapes, types = [x.shape for x in inputs], [x.dtype for x in inputs]
    files = str(folder / "net-symbol.json"), str(folder / "net-0000.params")
    mx.onnx.export_model(*files, shapes, types, str(path), **options)
    return path, [y.asnumpy() for y in flat]


def named(path: Path, inputs: list[mx.nd.NDArray]) -> dict[str, np.ndarray]:
    """The arrays by the names of the file's inputs."""
    entries = mx.contrib.onnx.get_model_metadata(str(path))["input_tensor_data"]
    assert [entry[1] for entry in entries] == [x.shape for x in inputs]
    return {entry[0]: x.asnumpy() for entry, x in zip(entries, inputs, strict=True)}


def check(
    net: gluon.HybridBlock, inputs: list[mx.nd.NDArray], folder: Path, tolerance: float = 1e-4
) -> gluon.SymbolBlock:
    """Raise unless the net, its file elsewhere, and its import compute the same."""
    path, expected = exported(net, inputs, folder)
    close(elsewhere(path, named(path, inputs)), expected, tolerance)
    again = mx.contrib.onnx.import_to_gluon(str(path), ctx=mx.cpu())
    found = again(*inputs)
    close([y.asnumpy() for y in (found if isinstance(found, list | tuple) else [found])], expected, tolerance)
    return again


@pytest.mark.parametrize("name", ("resnet18_v1", "mobilenet0_25"))
def test_the_model_zoo_at_several_opsets(name: str, tmp_path: Path) -> None:
    net, x = onnx_zoo.build(name)
    newest = onnx_zoo.newest_read()
    for opset in (12, 17, 21, newest):
        assert onnx_zoo.floats(net, x, opset, True, tmp_path).within(onnx_zoo.TOLERANCE)


@pytest.mark.slow
@pytest.mark.parametrize("name", onnx_zoo.FAMILIES)
def test_the_families_of_the_model_zoo_with_int8(name: str) -> None:
    """All 34 networks, at several opsets, take half an hour: ``python tools/onnx_zoo.py`` prints their table."""
    newest = onnx_zoo.newest_read()
    cells, right, _ = onnx_zoo.row(name, (newest,), True, newest)
    assert right, cells


@pytest.mark.parametrize("make", (gluon.rnn.LSTM, gluon.rnn.GRU, gluon.rnn.RNN), ids=lambda m: m.__name__)
def test_recurrent_networks(make: Callable[..., Any], tmp_path: Path) -> None:
    class Net(gluon.HybridBlock):
        def __init__(self) -> None:
            super().__init__()
            self.embed = nn.Embedding(20, 6)
            self.rnn = make(5, num_layers=2, bidirectional=True)
            self.out = nn.Dense(4, flatten=False)

        def hybrid_forward(self, F: Any, words: Any, *states: Any) -> Any:
            hidden, _ = self.rnn(self.embed(words), list(states))
            return self.out(hidden)

    net = Net()
    net.initialize()
    words = mx.nd.array(np.arange(21).reshape(7, 3) % 20)
    check(net, [words, *net.rnn.begin_state(batch_size=3)], tmp_path)


def test_a_detector(tmp_path: Path) -> None:
    class Head(gluon.HybridBlock):
        def __init__(self) -> None:
            super().__init__()
            self.features = nn.HybridSequential()
            self.features.add(nn.Conv2D(8, 3, strides=2, padding=1), nn.BatchNorm(), nn.Activation("relu"))
            self.classes = nn.Conv2D(4 * 3, 3, padding=1)
            self.boxes = nn.Conv2D(4 * 4, 3, padding=1)

        def hybrid_forward(self, F: Any, x: Any) -> Any:
            x = self.features(x)
            anchors = F.contrib.MultiBoxPrior(x, sizes=(0.4, 0.2), ratios=(1, 2, 0.5))
            scores = F.softmax(F.reshape(F.transpose(self.classes(x), axes=(0, 2, 3, 1)), shape=(0, -1, 3)))
            codes = F.reshape(F.transpose(self.boxes(x), axes=(0, 2, 3, 1)), shape=(0, -1, 4))
            boxes = F.contrib.box_decode(codes, anchors, format="corner", std0=0.1, std1=0.1, std2=0.2, std3=0.2)
            best = F.slice_axis(F.max(scores, axis=-1, keepdims=True), axis=-1, begin=0, end=1)
            kinds = F.expand_dims(F.argmax(scores, axis=-1), axis=-1)
            rows = F.concat(kinds, best, boxes, dim=-1)
            return F.contrib.box_nms(rows, overlap_thresh=0.45, valid_thresh=0.01, topk=50, id_index=0)

    net = Head()
    net.initialize(mx.init.Normal(0.3))
    image = mx.nd.random.normal(shape=(2, 3, 16, 16))
    path, expected = exported(net, [image], tmp_path)
    close(elsewhere(path, named(path, [image])), expected, 1e-4)


class Transformer(gluon.HybridBlock):
    """One block: attention over interleaved projections, then two layers, both with what came in added."""

    def __init__(self, units: int = 12, heads: int = 3) -> None:
        super().__init__()
        self._heads = heads
        self.project = nn.Dense(3 * units, flatten=False)
        self.merge = nn.Dense(units, flatten=False)
        self.wide, self.narrow = nn.Dense(2 * units, flatten=False), nn.Dense(units, flatten=False)
        self.gelu = nn.GELU()
        self.norm1, self.norm2 = nn.LayerNorm(), nn.LayerNorm()

    def hybrid_forward(self, F: Any, x: Any, lengths: Any) -> Any:
        projected = self.project(x)
        scores = F.contrib.interleaved_matmul_selfatt_qk(projected, heads=self._heads)
        valid = F.broadcast_lesser(
            F.reshape(F.contrib.arange_like(x, axis=0), shape=(1, 1, -1)), F.reshape(lengths, shape=(-1, 1, 1))
        )
        mask = F.repeat(valid, repeats=self._heads, axis=0)
        weights = F.softmax(F.broadcast_add(scores, (mask - 1) * 1e4))
        mixed = F.contrib.interleaved_matmul_selfatt_valatt(projected, weights, heads=self._heads)
        x = self.norm1(x + self.merge(mixed))
        return self.norm2(x + self.narrow(self.gelu(self.wide(x))))


def transformer() -> tuple[Transformer, list[mx.nd.NDArray]]:
    net = Transformer()
    net.initialize(mx.init.Normal(0.3))
    return net, [mx.nd.random.normal(shape=(5, 2, 12)), mx.nd.array([3, 5])]


def test_a_transformer(tmp_path: Path) -> None:
    net, inputs = transformer()
    again = check(net, inputs, tmp_path)
    assert set(net.collect_params()) <= set(again.collect_params())


@pytest.mark.parametrize("opset", (12, 13, 18))
def test_free_sizes(opset: int, tmp_path: Path) -> None:
    net, inputs = transformer()
    free = [("time", "batch", 12), ("batch",)]
    path, _ = exported(net, inputs, tmp_path, dynamic=True, dynamic_input_shapes=free, opset_version=opset)
    names = [entry[0] for entry in mx.contrib.onnx.get_model_metadata(str(path))["input_tensor_data"]]
    for time, batch in ((5, 2), (4, 3), (9, 1)):
        arrays = [mx.nd.random.normal(shape=(time, batch, 12)), mx.nd.arange(1, batch + 1)]
        feeds = dict(zip(names, (a.asnumpy() for a in arrays), strict=True))
        close(elsewhere(path, feeds), [net(*arrays).asnumpy()], 1e-4)


def test_a_free_batch(tmp_path: Path) -> None:
    net = vision.mobilenet0_25(classes=5)
    net.initialize(mx.init.Xavier())
    image = mx.nd.random.normal(shape=(1, 3, 32, 32))
    path, _ = exported(net, [image], tmp_path, dynamic=True, dynamic_input_shapes=[(None, 3, 32, 32)])
    batch = mx.nd.random.normal(shape=(3, 3, 32, 32))
    close(elsewhere(path, {"data": batch.asnumpy()}), [net(batch).asnumpy()], 1e-4)
    symbol, arguments, states = mx.contrib.onnx.import_model(str(path))
    module = mx.mod.Module(symbol, ["data"], None)
    module.bind([("data", (3, 3, 32, 32))], for_training=False)
    module.set_params(arguments, states)
    module.forward(mx.io.DataBatch([batch]))
    close([module.get_outputs()[0].asnumpy()], [net(batch).asnumpy()], 1e-4)


@pytest.mark.parametrize("dtype", ("float16", "float64"))
def test_other_precisions(dtype: str, tmp_path: Path) -> None:
    net = nn.HybridSequential()
    net.add(nn.Dense(8, activation="tanh"), nn.LayerNorm(), nn.Dense(3))
    net.cast(dtype)
    net.initialize()
    x = mx.nd.random.normal(shape=(2, 5)).astype(dtype)
    path, expected = exported(net, [x], tmp_path)
    tolerance = 1e-2 if dtype == "float16" else 1e-9
    close(elsewhere(path, named(path, [x])), expected, tolerance)
    again = mx.contrib.onnx.import_to_gluon(str(path), ctx=mx.cpu())
    close([again(x).asnumpy()], expected, tolerance)


def test_a_model_that_came_back_trains(tmp_path: Path) -> None:
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3), nn.BatchNorm(), nn.Activation("relu"), nn.MaxPool2D(), nn.Dropout(0.0), nn.Dense(2))
    net.initialize(mx.init.Xavier())
    x, y = mx.nd.random.normal(shape=(8, 3, 8, 8)), mx.nd.array([0, 1] * 4)
    path, _ = exported(net, [x], tmp_path)
    losses = []
    for each in (net, mx.contrib.onnx.import_to_gluon(str(path), ctx=mx.cpu())):
        trainer = gluon.Trainer(each.collect_params(), "sgd", {"learning_rate": 0.1})
        losses.append([])
        for _ in range(4):
            with mx.autograd.record():
                loss = gluon.loss.SoftmaxCrossEntropyLoss()(each(x), y).mean()
            loss.backward()
            trainer.step(1)
            losses[-1].append(loss.asscalar())
    np.testing.assert_allclose(*losses, rtol=1e-4)
    assert losses[0][-1] < losses[0][0]
