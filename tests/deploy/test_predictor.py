"""The small interface for predictions."""

import threading
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet.contrib.predictor import Predictor
from mxnet.gluon import nn


@pytest.fixture
def files(tmp_path: Path) -> tuple[nn.HybridSequential, str]:
    net = nn.HybridSequential()
    net.add(nn.Dense(8, activation="relu"), nn.BatchNorm(), nn.Dense(3))
    net.initialize(mx.init.Xavier())
    net.hybridize()
    net(mx.nd.ones((2, 4)))
    net.export(str(tmp_path / "net"))
    return net, str(tmp_path / "net")


def test_symbol_and_params_in_predictions_out(files: tuple[nn.HybridSequential, str]) -> None:
    net, prefix = files
    x = np.random.default_rng(0).normal(size=(2, 4)).astype(np.float32)
    expected = net(mx.nd.array(x)).asnumpy()
    text, data = Path(f"{prefix}-symbol.json").read_text(), Path(f"{prefix}-0000.params").read_bytes()
    for graph, params in ((f"{prefix}-symbol.json", f"{prefix}-0000.params"), (text, data)):
        p = Predictor(graph, params, {"data": (2, 4)})
        p.set_input("data", x)
        np.testing.assert_allclose(p.forward().get_output(0), expected, rtol=1e-5, atol=1e-6)
        assert p.get_output_shape(0) == (2, 3)


def test_reshape_keeps_a_bounded_number_of_arrays(files: tuple[nn.HybridSequential, str]) -> None:
    net, prefix = files
    p = Predictor(f"{prefix}-symbol.json", f"{prefix}-0000.params", {"data": (1, 4)}, shapes=2)
    for batch in (1, 2, 3, 4, 2):
        x = np.full((batch, 4), 0.5, np.float32)
        found = p.reshape({"data": (batch, 4)}).forward(data=x).get_output(0)
        np.testing.assert_allclose(found, net(mx.nd.array(x)).asnumpy(), rtol=1e-5, atol=1e-6)
    assert len(p._local.kept) == 2


def test_inner_outputs(files: tuple[nn.HybridSequential, str]) -> None:
    _, prefix = files
    graph = mx.sym.load(f"{prefix}-symbol.json")
    inner = next(n for n in graph.get_internals().list_outputs() if n.endswith("relu_fwd_output"))
    p = Predictor(graph, f"{prefix}-0000.params", {"data": (1, 4)}, outputs=[inner])
    assert p.forward(data=np.ones((1, 4))).get_output(0).shape == (1, 8)


def test_eight_threads(files: tuple[nn.HybridSequential, str]) -> None:
    net, prefix = files
    p = Predictor(f"{prefix}-symbol.json", f"{prefix}-0000.params", {"data": (1, 4)})
    inputs = np.random.default_rng(1).normal(size=(8, 20, 1, 4)).astype(np.float32)
    expected = net(mx.nd.array(inputs.reshape(-1, 4))).asnumpy().reshape(8, 20, 1, 3)
    found: dict[int, np.ndarray] = {}

    def work(number: int) -> None:
        found[number] = np.stack([p.forward(data=x).get_output(0) for x in inputs[number]])

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    np.testing.assert_allclose(np.stack([found[n] for n in range(8)]), expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    ("act", "words"),
    (
        (lambda p: p.set_input("other", 0), "expected an input among data"),
        (lambda p: p.set_input("data", np.zeros((3, 4))), r"reshape\(\)"),
        (lambda p: p.get_output(0), r"forward\(\)"),
        (lambda p: p.forward().get_output(7), "below 1"),
        (lambda p: p.reshape({"dense0_weight": (1,)}), "expected shapes of data"),
    ),
)
def test_errors_say_what_to_write(files: tuple[nn.HybridSequential, str], act, words: str) -> None:
    _, prefix = files
    p = Predictor(f"{prefix}-symbol.json", f"{prefix}-0000.params", {"data": (1, 4)})
    with pytest.raises(mx.MXNetError, match=words):
        act(p)


def test_labels_need_no_shape(tmp_path: Path) -> None:
    out = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc"), name="softmax")
    params = {"fc_weight": mx.nd.ones((2, 3)), "fc_bias": mx.nd.array([0, 1])}
    p = Predictor(out, params, {"data": (4, 3)})
    assert p.forward(data=np.zeros((4, 3))).get_output(0).shape == (4, 2)
    assert p.reshape({"data": (2, 3)}).forward(data=np.zeros((2, 3))).get_output(0).shape == (2, 2)
