"""``gluon.contrib``: layers side by side, rearranged pixels, learned offsets, more cells, loops, samplers."""

import hashlib
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import contrib, rnn
from tests.gluon.rnn_numbers import fill


@pytest.mark.parametrize("hybrid", [False, True])
def test_layers_side_by_side(hybrid: bool) -> None:
    net = contrib.nn.HybridConcurrent(axis=1) if hybrid else contrib.nn.Concurrent(axis=1)
    net.add(gluon.nn.Dense(2), contrib.nn.Identity())
    net.initialize(mx.init.One())
    if hybrid:
        net.hybridize()
    assert net(nd.array([[1, 2, 3]])).asnumpy().tolist() == [[6, 6, 1, 2, 3]]


def shuffled(x: np.ndarray, factors: tuple[int, ...]) -> np.ndarray:
    """What a pixel shuffle means, element by element."""
    n, c, *sizes = x.shape
    out = np.zeros((n, c // int(np.prod(factors)), *[s * f for s, f in zip(sizes, factors, strict=True)]), x.dtype)
    for where in np.ndindex(*out.shape):
        within = [w % f for w, f in zip(where[2:], factors, strict=True)]
        channel = int(np.ravel_multi_index((where[1], *within), (out.shape[1], *factors)))
        out[where] = x[(where[0], channel, *(w // f for w, f in zip(where[2:], factors, strict=True)))]
    return out


@pytest.mark.parametrize(
    ("layer", "factors"),
    [
        (contrib.nn.PixelShuffle1D(3), (3,)),
        (contrib.nn.PixelShuffle2D((2, 3)), (2, 3)),
        (contrib.nn.PixelShuffle3D((1, 3, 2)), (1, 3, 2)),
    ],
)
def test_pixel_shuffles(layer: Any, factors: tuple[int, ...]) -> None:
    shape = (2, 2 * int(np.prod(factors)), *range(2, 2 + len(factors)))
    x = np.arange(np.prod(shape), dtype="float32").reshape(shape)
    np.testing.assert_array_equal(layer(nd.array(x)).asnumpy(), shuffled(x, factors))
    with pytest.raises(AssertionError, match="expected 2 factors"):
        contrib.nn.PixelShuffle2D((1, 2, 3))


def test_offsets_of_zero_are_a_plain_convolution() -> None:
    x = nd.array(np.random.default_rng(0).normal(size=(2, 4, 7, 7)))
    for kind in (contrib.cnn.DeformableConvolution, contrib.cnn.ModulatedDeformableConvolution):
        layer = kind(6, kernel_size=3, padding=1, strides=2)
        layer.initialize(mx.init.Uniform(0.5))
        plain = gluon.nn.Conv2D(6, 3, 2, 1, in_channels=4)
        plain.initialize()
        found = layer(x)
        plain.weight.set_data(layer.deformable_conv_weight.data())
        np.testing.assert_allclose(found.asnumpy(), plain(x).asnumpy(), rtol=1e-4, atol=1e-5)


def test_sparse_embedding() -> None:
    layer = contrib.nn.SparseEmbedding(10, 3)
    layer.initialize()
    trainer = gluon.Trainer(layer.collect_params(), "sgd", {"learning_rate": 1})
    before = layer.weight.row_sparse_data(nd.arange(10)).asnumpy()
    with autograd.record():
        out = layer(nd.array([1, 7, 1]))
    out.backward()
    assert layer.weight.grad().indices.asnumpy().tolist() == [1, 7]
    trainer.step(1)
    after = layer.weight.row_sparse_data(nd.arange(10)).asnumpy()
    np.testing.assert_allclose(before[1] - after[1], 2, rtol=1e-5)
    np.testing.assert_allclose(before[0], after[0])


def test_sync_batch_norm_is_batch_norm_of_one_program() -> None:
    x = nd.array(np.random.default_rng(0).normal(size=(4, 3, 5, 5)))
    sync, plain = contrib.nn.SyncBatchNorm(num_devices=1), gluon.nn.BatchNorm()
    for layer in (sync, plain):
        layer.initialize()
    with autograd.record():
        a, b = sync(x), plain(x)
    np.testing.assert_allclose(a.asnumpy(), b.asnumpy(), rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(sync.running_mean.data().asnumpy(), plain.running_mean.data().asnumpy(), rtol=1e-5)


@pytest.mark.parametrize("layout", ["TNC", "NTC"])
@pytest.mark.parametrize("lengths", [None, [2, 4]])
def test_a_loop_is_an_unrolled_cell(layout: str, lengths: list[int] | None) -> None:
    cell = rnn.LSTMCell(3, input_size=2)
    cell.initialize()
    fill(cell)
    x = nd.array(np.random.default_rng(0).normal(size=(4, 2, 2) if layout == "TNC" else (2, 4, 2)))
    valid = None if lengths is None else nd.array(lengths)
    outputs, states = contrib.rnn.rnn_cell.dynamic_unroll(
        cell, x, cell.begin_state(batch_size=2), layout=layout, valid_length=valid
    )
    expected, expected_states = cell.unroll(4, x, layout=layout, merge_outputs=True, valid_length=valid)
    np.testing.assert_allclose(outputs.asnumpy(), expected.asnumpy(), rtol=1e-5, atol=1e-6)
    for a, b in zip(states, expected_states, strict=True):
        np.testing.assert_allclose(a.asnumpy(), b.asnumpy(), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("drop_states", [0, 0.5])
def test_one_mask_for_all_steps(drop_states: float) -> None:
    base = rnn.RNNCell(8, input_size=4, activation="relu")
    cell = contrib.rnn.VariationalDropoutCell(base, drop_states=drop_states, drop_outputs=0.5)
    cell.initialize(mx.init.One())
    with autograd.record():
        outputs, _ = cell.unroll(5, nd.ones((3, 5, 4)), merge_outputs=True)
    dropped = outputs.asnumpy() == 0
    assert dropped.any() and not dropped.all()
    assert (dropped == dropped[:, :1]).all()
    predicted, _ = cell.unroll(5, nd.ones((3, 5, 4)), merge_outputs=True)
    assert predicted.asnumpy().all()


def test_convolutional_cells_keep_their_size() -> None:
    cell = contrib.rnn.Conv2DGRUCell((3, 8, 8), 4, i2h_kernel=(3, 3), h2h_kernel=(5, 3), i2h_pad=1, h2h_dilate=2)
    cell.initialize()
    outputs, states = cell.unroll(2, nd.ones((2, 2, 3, 8, 8)), layout="NTC", merge_outputs=False)
    assert outputs[1].shape == states[0].shape == (2, 4, 8, 8)
    with pytest.raises(AssertionError, match="odd"):
        contrib.rnn.Conv1DRNNCell((3, 8), 4, 3, 2)
    with pytest.raises(AssertionError, match="length 2"):
        contrib.rnn.Conv2DLSTMCell((3, 8, 8), 4, (3,), 3)


def test_samples_at_intervals() -> None:
    sampler = contrib.data.IntervalSampler(7, interval=3)
    assert (list(sampler), len(sampler)) == ([0, 3, 6, 1, 4, 2, 5], 7)
    assert list(contrib.data.IntervalSampler(7, interval=3, rollover=False)) == [0, 3, 6]
    with pytest.raises(AssertionError, match="smaller"):
        contrib.data.IntervalSampler(2, interval=3)


TEXT = " = Title = \n\n the cat sat on the mat . \n the dog <unk> the cat \n"


def test_texts_from_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = contrib.data.text.WikiText2
    sha1 = hashlib.sha1(TEXT.encode()).hexdigest()
    monkeypatch.setattr(kind, "_data_file", {"train": ("wiki.train.tokens", sha1)})
    with zipfile.ZipFile(tmp_path / "wikitext-2-v1.zip", "w") as file:
        file.writestr("wikitext-2/wiki.train.tokens", TEXT)
    archive = hashlib.sha1((tmp_path / "wikitext-2-v1.zip").read_bytes()).hexdigest()
    monkeypatch.setattr(kind, "_archive_file", ("wikitext-2-v1.zip", archive))
    data = kind(root=str(tmp_path), seq_len=4)
    assert (tmp_path / "wiki.train.tokens").exists()
    words = (TEXT.replace("\n\n", "\n").strip() + "\n").replace("\n", " <eos> ").split()
    numbers = data.vocabulary.to_indices(words)
    assert data.frequencies["the"] == 4 and len(data) == (len(words) - 1) // 4
    assert data[0][0].asnumpy().tolist() == numbers[:4]
    assert data[0][1].asnumpy().tolist() == numbers[1:5]
    again = kind(root=str(tmp_path), seq_len=2, vocab=data.vocabulary)
    assert again.vocabulary is data.vocabulary
    with pytest.raises(ValueError, match="train"):
        kind(root=str(tmp_path), segment="dev")


def test_texts_that_are_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> str:
        raise OSError("no network")

    monkeypatch.setattr("mxnet.gluon.data.vision.datasets.download", fail)
    with pytest.raises(mx.MXNetError, match=r"wikitext-2-v1\.zip, wiki\.train\.tokens into"):
        contrib.data.text.WikiText2(root=str(tmp_path))
