"""Small programs in the manner of books on deep learning, with the figures that MXNet 1.9.1 prints for them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as onp
import pytest

from mxnet import autograd, cpu, gluon, init, np, npx
from mxnet.gluon import loss as gloss
from mxnet.gluon import nn, rnn


@pytest.fixture(autouse=True)
def numpy_semantics() -> Iterator[None]:
    npx.set_np()
    yield
    npx.reset_np()


def numbers(*shape: int, seed: int = 0, scale: float = 1.0) -> Any:
    return np.array(onp.random.RandomState(seed).normal(0, scale, shape).astype("float32"))


def sgd(params: list[Any], lr: float, batch_size: int) -> None:
    for param in params:
        param[:] = param - lr * param.grad / batch_size


def test_linear_regression_from_scratch() -> None:
    features = numbers(200, 2)
    labels = np.dot(features, np.array([2, -3.4])) + 4.2
    w, b = np.zeros((2, 1)), np.zeros(1)
    w.attach_grad()
    b.attach_grad()
    for _ in range(3):
        for start in range(0, 200, 10):
            rows = np.array(list(range(start, start + 10)))
            with autograd.record():
                guess = np.dot(features[rows], w) + b
                loss = (guess - labels[rows].reshape(guess.shape)) ** 2 / 2
            loss.backward()
            sgd([w, b], 0.1, 10)
    assert float(w[0, 0]) == pytest.approx(2, abs=0.01)
    assert float(w[1, 0]) == pytest.approx(-3.4, abs=0.01)
    assert f"{float(b):.1f}" == "4.2"
    assert isinstance(loss, np.ndarray)
    assert loss.shape == (10, 1)


def test_linear_regression_with_gluon() -> None:
    features = numbers(200, 2)
    labels = np.dot(features, np.array([2, -3.4])) + 4.2
    batches = gluon.data.DataLoader(gluon.data.ArrayDataset(features, labels), 10)
    net = nn.Sequential()
    net.add(nn.Dense(1))
    net.initialize(init.Constant(0.01))
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    for _ in range(3):
        for x, y in batches:
            assert type(x) is np.ndarray
            with autograd.record():
                loss = gloss.L2Loss()(net(x), y)
            loss.backward()
            trainer.step(10)
    weight = net[0].weight.data()
    assert type(weight) is type(net[0].weight.grad()) is np.ndarray
    assert weight.asnumpy() == pytest.approx(onp.array([[2, -3.4]]), abs=0.01)


def test_softmax_regression_and_accuracy() -> None:
    guess = np.array([[0.1, 0.3, 0.6], [0.3, 0.2, 0.5]])
    label = np.array([0, 2])
    assert repr(guess[[0, 1], [0, 2]]) == "array([0.1, 0.5])"
    assert repr(npx.pick(guess, label)) == "array([0.1, 0.5])"
    hits = guess.argmax(axis=1).astype(label.dtype) == label
    assert repr(hits) == "array([False,  True])"
    assert float(hits.astype(label.dtype).sum()) == 1.0
    assert repr(guess.argmax(axis=1)) == "array([2, 2], dtype=int64)"
    assert npx.softmax(guess).sum(axis=1).tolist() == pytest.approx([1, 1])


def test_a_perceptron_of_two_layers_learns() -> None:
    x, y = numbers(64, 1, 4, 4), np.array(onp.arange(64) % 3, dtype="int32")
    params = [numbers(16, 8, seed=1, scale=0.1), np.zeros(8), numbers(8, 3, seed=2, scale=0.1), np.zeros(3)]
    for param in params:
        param.attach_grad()
    w1, b1, w2, b2 = params
    losses = []
    for _ in range(60):
        with autograd.record():
            hidden = np.maximum(np.dot(x.reshape((-1, 16)), w1) + b1, 0)
            loss = gloss.SoftmaxCrossEntropyLoss()(np.dot(hidden, w2) + b2, y)
        loss.backward()
        sgd(params, 0.5, 64)
        losses.append(float(loss.mean()))
    assert losses[0] == pytest.approx(1.09684, abs=1e-5)
    assert losses[-1] == pytest.approx(0.34933, abs=1e-3)


def test_a_recurrent_network_from_scratch() -> None:
    words = np.array(onp.random.RandomState(0).randint(0, 6, (2, 7)))
    onehot = npx.one_hot(words.T, 6)
    assert onehot.shape == (7, 2, 6)
    params = [numbers(6, 5, seed=1), numbers(5, 5, seed=2), np.zeros(5), numbers(5, 6, seed=3), np.zeros(6)]
    for param in params:
        param.attach_grad()
    w_xh, w_hh, b_h, w_hq, b_q = params
    state = np.zeros((2, 5))
    perplexity = []
    for _ in range(20):
        state = state.detach()
        outputs = []
        with autograd.record():
            for step in onehot:
                state = np.tanh(np.dot(step, w_xh) + np.dot(state, w_hh) + b_h)
                outputs.append(np.dot(state, w_hq) + b_q)
            out = np.concatenate(outputs, axis=0)
            loss = gloss.SoftmaxCrossEntropyLoss()(out, words.T.reshape(-1)).mean()
        loss.backward()
        norm = np.sqrt(sum((p.grad**2).sum() for p in params))
        if norm > 1:
            for param in params:
                param.grad[:] *= 1 / norm
        sgd(params, 1, 1)
        perplexity.append(float(np.exp(loss)))
    assert out.shape == (14, 6)
    assert perplexity[:3] == pytest.approx([10.77500, 5.14878, 3.77827], rel=1e-4)
    assert perplexity[-1] == pytest.approx(1.3036, rel=0.02)
    assert [int(i) for i in out.argmax(axis=1)] == words.T.reshape(-1).tolist()


@pytest.mark.parametrize(("layer", "states", "total"), [(rnn.RNN, 1, 8.4459), (rnn.GRU, 1, 5.4312)])
def test_recurrent_layers_begin_with_numpy_arrays(layer: Any, states: int, total: float) -> None:
    words = np.array(onp.zeros((2, 7)))
    net = layer(4)
    net.initialize(init.Constant(0.1))
    begin = net.begin_state(batch_size=2)
    assert [type(s) for s in begin] == [np.ndarray] * states
    out, end = net(npx.one_hot(words.T, 6), begin)
    assert out.shape == (7, 2, 4)
    assert [s.shape for s in end] == [(1, 2, 4)] * states
    assert float(out.sum()) == pytest.approx(total, abs=1e-3)


def masked_softmax(scores: Any, valid: Any) -> Any:
    shape = scores.shape
    valid = valid.repeat(shape[1]) if valid.ndim == 1 else valid.reshape(-1)
    scores = npx.sequence_mask(scores.reshape(-1, shape[-1]), valid, True, axis=1, value=-1e6)
    return npx.softmax(scores).reshape(shape)


def test_attention_with_masks() -> None:
    weights = masked_softmax(numbers(2, 2, 4), np.array([2, 3]))
    assert (weights[0, :, 2:] == 0).all()
    assert weights.sum(axis=-1).asnumpy() == pytest.approx(onp.ones((2, 2)))
    keys, values = np.ones((2, 10, 2)), np.arange(40).reshape(1, 10, 4).repeat(2, axis=0)
    scores = npx.batch_dot(np.ones((2, 1, 2)), keys, transpose_b=True) / keys.shape[-1] ** 0.5
    out = npx.batch_dot(masked_softmax(scores, np.array([2, 6])), values)
    assert out.asnumpy() == pytest.approx(onp.array([[[2, 3, 4, 5]], [[10, 11, 12, 13]]]))


def test_positions_written_into_slices() -> None:
    table = np.zeros((1, 5, 4))
    angles = np.arange(5).reshape(-1, 1) / np.power(1000, np.arange(0, 4, 2) / 4)
    table[:, :, 0::2], table[:, :, 1::2] = np.sin(angles), np.cos(angles)
    assert table[0, 0].tolist() == [0, 1, 0, 1]
    assert table[0, 1].asnumpy() == pytest.approx(onp.array([0.84147, 0.5403, 0.031618, 0.9995]), abs=1e-4)


def test_correlation_with_loops() -> None:
    image, kernel = np.arange(9).reshape(3, 3), np.array([[0, 1], [2, 3]])
    result = np.zeros((2, 2))
    for i in range(2):
        for j in range(2):
            result[i, j] = (image[i : i + 2, j : j + 2] * kernel).sum()
    assert result.tolist() == [[19, 25], [37, 43]]


def test_control_flow_under_autograd() -> None:
    a = np.array(1.5)
    a.attach_grad()
    with autograd.record():
        b = a * 2
        while np.linalg.norm(b) < 1000:
            b = b * 2
        c = b if b.sum() > 0 else 100 * b
    c.backward()
    assert repr(a.grad) == "array(1024.)"
    assert a.grad == c / a


class Halves(gluon.HybridBlock):
    """Slices, splits, creation and both namespaces, in a form that symbols understand too."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.w = self.params.get("w", shape=(0, 3), init=init.Constant(0.5), allow_deferred_init=True)
            self.dense = nn.Dense(2)

    def hybrid_forward(self, F: Any, x: Any, w: Any) -> Any:
        h = F.np.tanh(F.np.dot(x, w)) + F.np.ones((1, 3)) * 2 - 1
        h = F.npx.relu(h[:, ::-1] ** 2 / 3 + F.np.mean(h, axis=-1, keepdims=True))
        h = F.np.where(h > 0.5, h, F.np.zeros_like(h))
        a, b, c = F.np.split(h, 3, axis=1)
        h = F.np.stack([a, b, c], axis=0)[:, :, 0].T
        return self.dense(h), F.np.sum(h), h[0], F.npx.softmax(h).argmax(axis=-1)


def test_hybridized_exported_and_imported(tmp_path: Path) -> None:
    net = Halves()
    net.initialize(init.Constant(0.1))
    x = numbers(5, 4)
    plain = net(x)
    net.hybridize()
    graph = net(x)
    net.export(str(tmp_path / "net"))
    again = gluon.SymbolBlock.imports(str(tmp_path / "net-symbol.json"), ["data"], str(tmp_path / "net-0000.params"))
    for one, two, three in zip(plain, graph, again(x), strict=True):
        assert type(one) is type(two) is type(three) is np.ndarray
        assert one.shape == two.shape == three.shape
        assert one.asnumpy() == pytest.approx(two.asnumpy(), rel=1e-6)
        assert one.asnumpy() == pytest.approx(three.asnumpy(), rel=1e-6)
    assert plain[1].shape == ()
    assert plain[3].dtype == onp.int64


def test_parameters_are_saved_and_read(tmp_path: Path) -> None:
    def made() -> Any:
        net = nn.Sequential()
        net.add(nn.Dense(8, activation="relu"), nn.Dense(3))
        return net

    net, other = made(), made()
    net.initialize()
    x = numbers(2, 5)
    expected = net(x)
    net.save_parameters(str(tmp_path / "net.params"))
    other.load_parameters(str(tmp_path / "net.params"))
    assert (other(x) == expected).all()
    npx.save(str(tmp_path / "arrays"), {"x": np.arange(2), "empty": np.zeros((0, 2)), "flag": np.array(True)})
    found = npx.load(str(tmp_path / "arrays"))
    assert {name: array.shape for name, array in found.items()} == {"x": (2,), "empty": (0, 2), "flag": ()}


def test_layers_and_initializers_of_ones_own() -> None:
    class Steps(init.Initializer):
        def _init_weight(self, name: str, data: Any) -> None:
            data[:] = np.arange(data.size).reshape(data.shape) / data.size
            data *= np.abs(data) >= 0.25

    class Affine(nn.Block):
        def __init__(self, units: int, in_units: int) -> None:
            super().__init__()
            self.weight = self.params.get("weight", shape=(in_units, units))

        def forward(self, x: Any) -> Any:
            return npx.relu(np.dot(x, self.weight.data(ctx=x.ctx)) - 1)

    net = Affine(2, 4)
    net.initialize(Steps())
    assert net.weight.data().tolist() == [[0, 0], [0.25, 0.375], [0.5, 0.625], [0.75, 0.875]]
    assert net(np.ones((1, 4))).tolist() == [[0.5, 0.875]]


def test_batches_are_spread_over_contexts() -> None:
    parts = gluon.utils.split_and_load(np.arange(8).reshape(4, 2), [cpu(0), cpu(1)])
    assert [p.ctx for p in parts] == [cpu(0), cpu(1)]
    assert [type(p) for p in parts] == [np.ndarray] * 2
    assert float(gluon.utils.clip_global_norm([np.ones(3), np.ones(4)], 1.0)) == pytest.approx(7**0.5)


@pytest.mark.parametrize(
    ("name", "options", "expected"),
    [
        ("sgd", {"momentum": 0.9}, 10.66410),
        ("adam", {}, 17.45607),
        ("adagrad", {}, 18.09133),
        ("nag", {"momentum": 0.9}, 8.05503),
    ],
)
def test_optimizers_on_numpy_parameters(name: str, options: dict[str, Any], expected: float) -> None:
    net = nn.HybridSequential()
    net.add(nn.Dense(3, activation="tanh"), nn.Dense(1))
    net.initialize(init.Constant(0.1))
    net.hybridize()
    x = numbers(20, 2)
    y = np.dot(x, np.array([2, -3.4])) + 4.2
    trainer = gluon.Trainer(net.collect_params(), name, {"learning_rate": 0.05, **options})
    losses = []
    for _ in range(5):
        with autograd.record():
            loss = gloss.L2Loss()(net(x), y)
        loss.backward()
        trainer.step(20)
        losses.append(float(loss.mean()))
    assert losses[-1] == pytest.approx(expected, rel=1e-5)
