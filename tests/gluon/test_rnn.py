"""Recurrent cells and layers: MXNet's graphs, names and numbers, and the ways between cells and layers."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import rnn
from tests.engine.counting import counted
from tests.gluon.graphs import gluon_graphs
from tests.gluon.rnn_numbers import fill, numbers

HERE = Path(__file__).parent


def test_graphs_names_and_shapes_are_those_of_mxnet() -> None:
    expected = json.loads((HERE / "graphs_oracle.json").read_text())["gluon"]
    assert gluon_graphs(mx) == expected


def test_numbers_are_those_of_mxnet() -> None:
    expected = np.load(HERE / "rnn_oracle.npz")
    found = numbers(mx)
    assert found.keys() == set(expected.files)
    for name, array in found.items():
        np.testing.assert_allclose(array, expected[name], rtol=1e-4, atol=1e-5, err_msg=name)


LAYERS = (
    lambda: rnn.RNN(4, 2, activation="relu", bidirectional=True),
    lambda: rnn.LSTM(4, 2, layout="NTC"),
    lambda: rnn.GRU(4, 2, layout="NTC", bidirectional=True),
)


@pytest.mark.parametrize("make", LAYERS)
def test_a_layer_and_its_cells_agree(make: Any, tmp_path: Path) -> None:
    layer = make()
    layer.initialize(mx.init.Uniform(0.5))
    x = nd.array(np.random.default_rng(0).normal(size=(3, 3, 5)))
    y = layer(x).asnumpy()
    cells = layer._unfuse()
    unrolled, _ = cells.unroll(3, x, layout=layer._layout, merge_outputs=True)
    np.testing.assert_allclose(unrolled.asnumpy(), y, rtol=1e-4, atol=1e-6)
    layer.save_parameters(str(tmp_path / "layer.params"))
    again = make()
    again.load_parameters(str(tmp_path / "layer.params"))
    np.testing.assert_allclose(again(x).asnumpy(), y, rtol=1e-5, atol=1e-6)


def test_a_projection_and_clipped_memory() -> None:
    layer = rnn.LSTM(4, projection_size=2, state_clip_min=-0.01, state_clip_max=0.01, input_size=3)
    layer.initialize()
    fill(layer)
    y, (output, memory) = layer(nd.ones((5, 2, 3)), layer.begin_state(batch_size=2))
    assert (y.shape, output.shape, memory.shape) == ((5, 2, 2), (1, 2, 2), (1, 2, 4))
    assert np.abs(memory.asnumpy()).max() <= 0.01
    with pytest.raises(AssertionError, match="projection"):
        layer._unfuse()


def test_sequence_lengths() -> None:
    layer = rnn.LSTM(4, bidirectional=True, input_size=3, use_sequence_length=True)
    plain = rnn.LSTM(4, bidirectional=True, input_size=3, params=layer.params)
    layer.initialize()
    fill(layer)
    x = nd.array(np.random.default_rng(0).normal(size=(5, 2, 3)))
    y, states = layer(x, layer.begin_state(2), nd.array([2, 5]))
    short, short_states = plain(x[:2, :1], plain.begin_state(1))
    np.testing.assert_allclose(y[:2, :1].asnumpy(), short.asnumpy(), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(states[1][:, :1].asnumpy(), short_states[1].asnumpy(), rtol=1e-5, atol=1e-6)
    assert not y[2:, 0].asnumpy().any()


def test_states_of_the_wrong_shape() -> None:
    layer = rnn.GRU(4, input_size=3)
    layer.initialize()
    with pytest.raises(ValueError, match=r"Expecting \(1, 2, 4\), got \(1, 3, 4\)"):
        layer(nd.ones((5, 2, 3)), nd.zeros((1, 3, 4)))
    with pytest.raises(AssertionError, match="Invalid layout"):
        rnn.GRU(4, layout="NCT")


def test_states_come_back_only_if_given_even_hybridized() -> None:
    layer = rnn.GRU(4, input_size=3)
    layer.initialize()
    layer.hybridize()
    x = nd.ones((5, 2, 3))
    alone = layer(x)
    both, states = layer(x, layer.begin_state(2))
    np.testing.assert_allclose(alone.asnumpy(), both.asnumpy(), rtol=1e-6)
    assert states[0].shape == (1, 2, 4)
    assert layer(x).shape == (5, 2, 4)


@pytest.mark.parametrize("hybrid", [False, True])
def test_valid_lengths_stop_states(hybrid: bool) -> None:
    cell = rnn.LSTMCell(4, input_size=3)
    cell.initialize()
    fill(cell)
    if hybrid:
        cell.hybridize()
    x = nd.array(np.random.default_rng(0).normal(size=(2, 5, 3)))
    outputs, states = cell.unroll(5, x, valid_length=nd.array([2, 5]), merge_outputs=True)
    short, short_states = cell.unroll(2, x[:1, :2], merge_outputs=True)
    np.testing.assert_allclose(outputs[:1, :2].asnumpy(), short.asnumpy(), rtol=1e-5, atol=1e-6)
    assert not outputs[0, 2:].asnumpy().any()
    np.testing.assert_allclose(states[1][:1].asnumpy(), short_states[1].asnumpy(), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("layout", ["NTC", "TNC"])
@pytest.mark.parametrize("merge", [True, False, None])
@pytest.mark.parametrize("as_list", [False, True])
def test_every_way_of_unrolling_gives_the_same(layout: str, merge: bool | None, as_list: bool) -> None:
    cell = rnn.BidirectionalCell(rnn.GRUCell(3, input_size=2, prefix="a_"), rnn.RNNCell(3, input_size=2, prefix="b_"))
    cell.initialize()
    fill(cell)
    data = np.random.default_rng(0).normal(size=(4, 3, 2)).astype("float32")  # NTC
    expected = cell.unroll(3, nd.array(data), merge_outputs=True)[0].asnumpy()
    x = nd.array(data if layout == "NTC" else data.swapaxes(0, 1))
    given = [nd.array(data[:, i]) for i in range(3)] if as_list else x
    outputs, states = cell.unroll(3, given, layout=layout, merge_outputs=merge)
    assert isinstance(outputs, list) == (merge is not True)
    found = np.stack([o.asnumpy() for o in outputs], 1) if isinstance(outputs, list) else outputs.asnumpy()
    if not isinstance(outputs, list) and layout == "TNC":
        found = found.swapaxes(0, 1)
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)
    assert [s.shape for s in states] == [(4, 3), (4, 3)]


def test_zoneout_keeps_what_was() -> None:
    cell = rnn.ZoneoutCell(rnn.RNNCell(4, input_size=3), zoneout_outputs=0.5, zoneout_states=0.5)
    cell.initialize()
    x = nd.array(np.random.default_rng(0).normal(size=(8, 6, 3)))
    with autograd.record():
        outputs, _ = cell.unroll(6, x, merge_outputs=True)
    found = outputs.asnumpy()
    stayed = (found[:, 1:] == found[:, :-1]).mean()
    assert 0.3 < stayed < 0.7
    with pytest.raises(AssertionError, match="modifier"):
        cell.base_cell.begin_state(2)
    with pytest.raises(AssertionError, match="already modified"):
        rnn.ResidualCell(cell.base_cell)


def test_a_bidirectional_cell_cannot_step() -> None:
    cell = rnn.BidirectionalCell(rnn.RNNCell(4), rnn.RNNCell(4))
    with pytest.raises(NotImplementedError, match="unroll"):
        cell(nd.ones((2, 3)), cell.begin_state(batch_size=2))
    stack = rnn.SequentialRNNCell()
    stack.add(cell)
    assert len(stack) == 1 and stack[0] is cell
    with pytest.raises(AssertionError, match="unroll"):
        stack(nd.ones((2, 3)), stack.begin_state(batch_size=2))


class LanguageModel(gluon.HybridBlock):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.embed = gluon.nn.Embedding(11, 6)
            self.layer = rnn.LSTM(5, 2, dropout=0.2, input_size=6)
            self.out = gluon.nn.Dense(11, flatten=False)

    def hybrid_forward(self, F: Any, x: Any, states: Any) -> Any:
        y, states = self.layer(self.embed(x), states)
        return self.out(y), states


@pytest.mark.parametrize("hybrid", [False, True])
def test_an_iteration_of_training_is_one_program(hybrid: bool) -> None:
    net = LanguageModel()
    net.initialize()
    if hybrid:
        net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.5})
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    rng = np.random.default_rng(0)
    states = net.layer.begin_state(batch_size=3)
    with counted() as counts:
        for _ in range(8):
            x = nd.array(rng.integers(0, 11, (4, 3)))
            states = [s.detach() for s in states]
            with autograd.record():
                y, states = net(x, states)
                total = loss(y, x).mean()
            total.backward()
            gluon.utils.clip_global_norm([p.grad() for p in net.collect_params().values()], 1.0, check_isfinite=False)
            trainer.step(3)
    assert counts.programs == 8
    assert counts.compilations <= 2


def test_unrolled_cells_train_in_one_program() -> None:
    cell = rnn.LSTMCell(4, input_size=3)
    cell.initialize()
    trainer = gluon.Trainer(cell.collect_params(), "adam")
    x = nd.ones((2, 6, 3))
    with counted() as counts:
        for _ in range(6):
            with autograd.record():
                outputs, _ = cell.unroll(6, x, merge_outputs=True)
                total = outputs.sum()
            total.backward()
            trainer.step(2)
    assert counts.programs == 6
    assert counts.compilations <= 2


def test_export_and_import(tmp_path: Path) -> None:
    net = LanguageModel()
    net.initialize()
    net.hybridize()
    x, states = nd.ones((4, 3)), net.layer.begin_state(batch_size=3)
    expected = net(x, states)[0].asnumpy()
    net.export(str(tmp_path / "lm"))
    again = gluon.SymbolBlock.imports(
        str(tmp_path / "lm-symbol.json"), ["data0", "data1", "data2"], str(tmp_path / "lm-0000.params")
    )
    np.testing.assert_allclose(again(x, *states)[0].asnumpy(), expected, rtol=1e-5, atol=1e-6)
