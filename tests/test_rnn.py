"""Symbolic cells: MXNet's graphs, weights in pieces and in one, checkpoints, and sentences in buckets."""

import json
import random
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd, rnn
from tests.gluon.graphs import symbolic_graphs


def test_graphs_are_those_of_mxnet() -> None:
    expected = json.loads((Path(__file__).parent / "gluon" / "graphs_oracle.json").read_text())["symbolic"]
    assert symbolic_graphs(mx) == expected


def run(outputs: Any, arguments: dict[str, nd.NDArray], data: np.ndarray) -> np.ndarray:
    executor = outputs.simple_bind(mx.cpu(), data=data.shape)
    executor.copy_params_from(arguments)
    return executor.forward(data=nd.array(data))[0].asnumpy()


@pytest.mark.parametrize(("mode", "both"), [("rnn_tanh", False), ("lstm", True), ("gru", True)])
def test_a_fused_cell_and_its_cells_agree(mode: str, both: bool, tmp_path: Path) -> None:
    fused = rnn.FusedRNNCell(4, 2, mode, both, prefix="f_")
    cells = fused.unfuse()
    data = np.random.default_rng(0).normal(size=(2, 3, 5)).astype("float32")  # TNC
    outputs, _ = fused.unroll(2, mx.sym.var("data"), layout="TNC", merge_outputs=True)
    size = outputs.infer_shape(data=data.shape)[0][1]
    packed = {"f_parameters": nd.random.uniform(-0.5, 0.5, shape=size)}
    unrolled, _ = cells.unroll(2, mx.sym.var("data"), layout="TNC", merge_outputs=True)
    pieces = cells.pack_weights(fused.unpack_weights(packed))
    expected = run(outputs, packed, data)
    np.testing.assert_allclose(run(unrolled, pieces, data), expected, rtol=1e-4, atol=1e-6)
    again = fused.pack_weights(cells.unpack_weights(pieces))
    np.testing.assert_array_equal(again["f_parameters"].asnumpy(), packed["f_parameters"].asnumpy())

    rnn.save_rnn_checkpoint(fused, str(tmp_path / "model"), 3, outputs, packed, {})
    _, loaded, _ = rnn.load_rnn_checkpoint(cells, str(tmp_path / "model"), 3)
    np.testing.assert_allclose(run(unrolled, loaded, data), expected, rtol=1e-4, atol=1e-6)


def test_the_initializer_of_a_fused_cell() -> None:
    cell = rnn.FusedRNNCell(4, 1, "lstm", forget_bias=2.5, prefix="f_")
    outputs, _ = cell.unroll(3, mx.sym.var("data"), layout="TNC", merge_outputs=True)
    attributes = outputs.attr_dict()["f_parameters"]
    packed = nd.zeros(outputs.infer_shape(data=(3, 2, 5))[0][1])
    mx.init.Xavier()(mx.init.InitDesc("f_parameters", attributes, mx.init.Xavier()), packed)
    pieces = cell.unpack_weights({"f_parameters": packed})
    assert pieces["f_l0_i2h_f_bias"].asnumpy().tolist() == [2.5] * 4
    assert not pieces["f_l0_i2h_i_bias"].asnumpy().any()
    assert pieces["f_l0_h2h_o_weight"].asnumpy().std() > 0.1


def test_cells_that_share_weights() -> None:
    params = rnn.RNNParams("shared_")
    one = rnn.LSTMCell(4, prefix="a_", params=params)
    two = rnn.LSTMCell(4, prefix="b_", params=params)
    out, _ = two(one(mx.sym.var("data"), one.begin_state())[0], two.begin_state())
    weights = {"shared_i2h_weight", "shared_i2h_bias", "shared_h2h_weight", "shared_h2h_bias"}
    assert set(out.list_arguments()) == {"data"} | weights
    stack = rnn.SequentialRNNCell(params=rnn.RNNParams("other_"))
    with pytest.raises(AssertionError, match="not both"):
        stack.add(one)


def test_zoneout_and_its_limits() -> None:
    cell = rnn.ZoneoutCell(rnn.RNNCell(4, prefix="z_"), zoneout_outputs=0.5, zoneout_states=0.3)
    outputs, _ = cell.unroll(3, mx.sym.var("data"), merge_outputs=True)
    assert outputs.infer_shape(data=(2, 3, 5))[1] == [(2, 3, 4)]
    executor = outputs.simple_bind(mx.cpu(), data=(2, 3, 5))
    assert executor.forward(is_train=True)[0].shape == (2, 3, 4)
    with pytest.raises(AssertionError, match="modifier"):
        cell.base_cell.begin_state()
    with pytest.raises(AssertionError, match="unfuse"):
        rnn.ZoneoutCell(rnn.FusedRNNCell(4))
    with pytest.raises(NotImplementedError, match="unroll"):
        rnn.FusedRNNCell(4)(mx.sym.var("data"), [])


def test_layouts_that_fused_cells_like() -> None:
    cell = rnn.FusedRNNCell(4, prefix="f_")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        outputs, _ = cell.unroll(3, mx.sym.var("data"), layout="NTC")
    assert "TNC" in str(caught[0].message)
    assert outputs.infer_shape(data=(2, 3, 5))[1] == [(2, 3, 4)]
    with pytest.raises(AssertionError, match="Unsupported layout"):
        cell.unroll(3, mx.sym.var("data"), layout="NCT")


def test_checkpoints_as_a_callback(tmp_path: Path) -> None:
    cell = rnn.GRUCell(4, prefix="g_")
    outputs, _ = cell.unroll(2, mx.sym.var("data"), merge_outputs=True)
    executor = outputs.simple_bind(mx.cpu(), data=(1, 2, 3))
    arguments = {k: v for k, v in executor.arg_dict.items() if k != "data"}
    save = rnn.do_rnn_checkpoint(cell, str(tmp_path / "gru"), period=2)
    for epoch in range(4):
        save(epoch, outputs, arguments, {})
    assert sorted(p.name for p in tmp_path.glob("*.params")) == ["gru-0002.params", "gru-0004.params"]
    assert "arg:g_i2h_r_weight" in nd.load(str(tmp_path / "gru-0002.params"))


def test_sentences_as_numbers() -> None:
    coded, vocabulary = rnn.encode_sentences([["a", "b"], ["b", "c"]], start_label=3, invalid_label=4)
    assert (coded, vocabulary) == ([[3, 5], [5, 6]], {"\n": 4, "a": 3, "b": 5, "c": 6})
    assert rnn.encode_sentences([["a", "z"]], vocab={"a": 1, "u": 2}, unknown_token="u", start_label=9)[0] == [[1, 9]]
    with pytest.raises(AssertionError, match="Unknown token z"):
        rnn.encode_sentences([["z"]], vocab={"a": 1})


def test_sentences_in_buckets() -> None:
    random.seed(0)
    np.random.seed(0)
    sentences = [[i % 7 + 1] * (i % 4 + 2) for i in range(40)]
    batches = rnn.BucketSentenceIter(sentences, 4, buckets=[3, 5], invalid_label=0, layout="TN")
    assert batches.default_bucket_key == 5
    assert [tuple(d) for d in batches.provide_data] == [("data", (5, 4))]
    seen = 0
    for batch in batches:
        data, label = batch.data[0].asnumpy(), batch.label[0].asnumpy()
        assert data.shape == (batch.bucket_key, 4) == tuple(batch.provide_label[0].shape)
        np.testing.assert_array_equal(label[:-1], data[1:])
        assert not label[-1].any()
        seen += 4
    assert seen == 40
    with pytest.raises(ValueError, match="Invalid layout"):
        rnn.BucketSentenceIter(sentences, 4, layout="TC")
    with pytest.raises(ValueError, match="no bucket"):
        rnn.BucketSentenceIter(sentences, 100)
