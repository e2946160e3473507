"""The functions of ``mx.np`` and ``mx.npx`` against NumPy's, on arrays and, where blocks use them, on symbols."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon

A = np.array([[0.5, -1.25, 2.0], [3.0, 0.25, -0.75]], np.float32)
B = np.array([[1.0, 2.0, 0.5], [-1.0, 4.0, 0.25]], np.float32)

CALLS: dict[str, Callable[[Any, Any, Any], Any]] = {
    "sum": lambda F, a, b: F.sum(a, axis=1, keepdims=True),
    "mean": lambda F, a, b: F.mean(a),
    "std": lambda F, a, b: F.std(a, axis=0, ddof=1),
    "max": lambda F, a, b: F.max(a, axis=(0, 1)),
    "argmax": lambda F, a, b: F.argmax(a, axis=1),
    "cumsum": lambda F, a, b: F.cumsum(a, axis=1),
    "sort": lambda F, a, b: F.sort(a),
    "argsort": lambda F, a, b: F.argsort(a, axis=0),
    "where": lambda F, a, b: F.where(a > b, a, b),
    "clip": lambda F, a, b: F.clip(a, -1, 1),
    "concatenate": lambda F, a, b: F.concatenate([a, b], axis=1),
    "stack": lambda F, a, b: F.stack([a, b], axis=-1),
    "vstack": lambda F, a, b: F.vstack([a, b]),
    "split": lambda F, a, b: F.split(a, 3, axis=1)[1],
    "reshape": lambda F, a, b: F.reshape(a, (3, -1)),
    "transpose": lambda F, a, b: F.transpose(a),
    "tile": lambda F, a, b: F.tile(a, (2, 1)),
    "repeat": lambda F, a, b: F.repeat(a, 2, axis=0),
    "flip": lambda F, a, b: F.flip(a, 1),
    "roll": lambda F, a, b: F.roll(a, 1, axis=1),
    "expand_dims": lambda F, a, b: F.expand_dims(a, -1),
    "broadcast_to": lambda F, a, b: F.broadcast_to(a, (4, 2, 3)),
    "pad": lambda F, a, b: F.pad(a, ((1, 0), (0, 2))),
    "dot": lambda F, a, b: F.dot(a, F.transpose(b)),
    "matmul": lambda F, a, b: F.matmul(a, F.transpose(b)),
    "tensordot": lambda F, a, b: F.tensordot(a, b, ([0, 1], [0, 1])),
    "einsum": lambda F, a, b: F.einsum("ij,kj->ik", a, b),
    "norm": lambda F, a, b: F.linalg.norm(a, axis=1),
    "maximum": lambda F, a, b: F.maximum(a, b),
    "power": lambda F, a, b: F.power(F.abs(a), 1.5),
    "arctan2": lambda F, a, b: F.arctan2(a, b),
    "isfinite": lambda F, a, b: F.isfinite(a),
    "arithmetic": lambda F, a, b: (2 - a) / b + a % 0.7 - b**2,
    "less": lambda F, a, b: a <= b,
}


class Block(gluon.HybridBlock):
    def __init__(self, call: Callable[[Any, Any, Any], Any]) -> None:
        super().__init__()
        self.call = call

    def hybrid_forward(self, F: Any, a: Any, b: Any) -> Any:
        return self.call(F.np, a, b), a + b  # so that both inputs are used


@pytest.mark.parametrize("name", CALLS)
@mx.util.use_np
def test_function_on_arrays_and_symbols(name: str) -> None:
    expected = CALLS[name](np, A, B)
    a, b = mx.np.array(A), mx.np.array(B)
    block = Block(CALLS[name])
    block.hybridize()
    for found in (CALLS[name](mx.np, a, b), block(a, b)[0]):
        assert type(found) is mx.np.ndarray
        assert found.shape == expected.shape
        np.testing.assert_allclose(found.asnumpy(), expected, rtol=1e-5, atol=1e-6)


def test_made_from_nothing() -> None:
    assert mx.np.arange(1, 2, 0.25).tolist() == [1, 1.25, 1.5, 1.75]
    assert mx.np.linspace(0, 1, 3).tolist() == [0, 0.5, 1]
    assert mx.np.full((2,), 7, dtype="int8").tolist() == [7, 7]
    assert mx.np.eye(2, 3, k=1).tolist() == [[0, 1, 0], [0, 0, 1]]
    assert mx.np.zeros_like(mx.np.ones((2,), dtype="int32")).dtype == np.int32
    assert mx.np.array(np.array([1, 2])).dtype == np.int64
    assert mx.np.array([1, 2]).dtype == np.float32


def test_shapes_that_depend_on_values() -> None:
    x = mx.np.array([2, 0, 2, 1])
    values, counts = mx.np.unique(x, return_counts=True)
    assert (values.tolist(), counts.tolist()) == ([0, 1, 2], [1, 1, 2])
    assert mx.np.nonzero(x)[0].tolist() == [0, 2, 3]
    assert mx.np.bincount(x.astype("int32")).tolist() == [1, 1, 2]


def test_random_numbers() -> None:
    mx.random.seed(1)
    x = mx.np.random.uniform(2, 3, size=(1000,))
    assert 2 <= x.min().item() < x.max().item() < 3
    assert mx.np.random.normal(size=(1000,)).mean().item() == pytest.approx(0, abs=0.15)
    assert set(mx.np.random.randint(0, 3, size=(100,)).tolist()) == {0, 1, 2}
    assert sorted(mx.np.random.choice(5, 5, replace=False).tolist()) == [0, 1, 2, 3, 4]
    y = mx.np.arange(10)
    mx.np.random.shuffle(y)
    assert sorted(y.tolist()) == list(range(10))
    assert mx.np.random.multinomial(10, [0.5, 0.5], size=(3,)).sum(axis=1).tolist() == [10, 10, 10]
    mx.random.seed(1)
    assert mx.np.random.uniform(2, 3, size=(1000,)).tolist() == x.tolist()


def test_gradients_reach_the_parameters_of_random_numbers() -> None:
    loc, scale = mx.np.zeros((3,)), mx.np.ones((3,))
    loc.attach_grad()
    scale.attach_grad()
    with autograd.record():
        drawn = mx.np.random.normal(loc, scale)
    drawn.backward()
    assert loc.grad.tolist() == [1, 1, 1]
    np.testing.assert_allclose(scale.grad.asnumpy(), drawn.asnumpy(), rtol=1e-6)


def test_npx_reshape_codes() -> None:
    x = mx.np.ones((2, 1, 6, 3))
    for codes, shape in (((-2, -3, -4), (2, 6, 3)), ((-5, -1), (2, 18)), ((-2, -2, -6, 2, -1, -2), (2, 1, 2, 3, 3))):
        assert mx.npx.reshape(x, codes).shape == shape


def test_npx_files(tmp_path: Any) -> None:
    file = str(tmp_path / "arrays")
    mx.npx.save(file, {"x": mx.np.array(3), "y": mx.np.zeros((0, 2))})
    found = mx.npx.load(file)
    assert (found["x"].item(), found["y"].shape) == (3, (0, 2))
    assert type(found["x"]) is mx.np.ndarray


@mx.util.use_np
def test_layers_learn_with_numpy_arrays() -> None:
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(8, activation="relu"), gluon.nn.BatchNorm(), gluon.nn.Dense(2))
    net.initialize(mx.init.Xavier())
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.05})
    x = mx.np.array(np.random.default_rng(0).normal(size=(32, 4)))
    x = x.astype("float32")
    y = (x[:, 0] > 0).astype("float32")
    losses = []
    for _ in range(20):
        with autograd.record():
            loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(x), y).mean()
        loss.backward()
        trainer.step(1)
        losses.append(loss.item())
    assert type(net[0].weight.data()) is type(net[0].weight.grad()) is mx.np.ndarray
    assert losses[-1] < losses[0] / 2


@mx.util.use_np
def test_a_block_gives_arrays_of_one_kind() -> None:
    class Mixed(gluon.HybridBlock):
        def hybrid_forward(self, F: Any, x: Any) -> Any:
            return x.as_nd_ndarray(), F.np.square(x)

    for hybridize in (False, True):
        block = Mixed()
        block.hybridize(hybridize)
        with pytest.raises(TypeError, match="as_np_ndarray"):
            block(mx.np.ones((2,)))


def test_a_quotient_of_booleans_may_be_undefined() -> None:
    a, b = np.array([[True, False], [False, True]]), np.array([[False], [True]])
    got = mx.np.true_divide(mx.np.array(a), mx.np.array(b)).asnumpy()
    np.testing.assert_array_equal(got, [[np.inf, np.nan], [0, 1]])


def test_integers_shifted_to_the_right_are_cut_off_at_the_end() -> None:
    got = mx.np.ldexp(mx.np.array([-2, 3], dtype="int32"), mx.np.array([-1, -1], dtype="int32"))
    np.testing.assert_array_equal(got.asnumpy(), np.array([-1, 1], np.int32))


def test_the_sum_behind_a_mean_of_integers_wraps_around_in_the_type_asked_for() -> None:
    data = np.array([[100, 100, 100], [-120, 100, 100]], np.int8)
    for dtype in ("int8", "int32"):
        expected = np.mean(data, axis=1, dtype=dtype)
        np.testing.assert_array_equal(mx.np.mean(mx.np.array(data, dtype="int8"), 1, dtype).asnumpy(), expected)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_normal_vectors_come_in_every_floating_type(dtype: str) -> None:
    cov = mx.np.array([[4, 0], [0, 1e-4]], dtype=dtype)
    got = mx.np.random.multivariate_normal(mx.np.array([0, 10], dtype=dtype), cov, (500,))
    assert (got.dtype, got.shape) == (np.dtype(dtype), (500, 2))
    assert 1 < got[:, 0].asnumpy().std() < 3
    assert abs(got[:, 1].asnumpy() - 10).max() < 0.1


def test_numpys_own_functions_give_their_own_containers() -> None:
    a, b = mx.np.array([1, 2]), mx.np.array([3, 4, 5])
    for function, arguments in ((np.meshgrid, (a, b)), (np.broadcast_arrays, (a[:1], b)), (np.split, (a, 2))):
        found = function(*arguments)
        assert type(found) is type(function(*[x.asnumpy() if isinstance(x, mx.np.ndarray) else x for x in arguments]))
        assert all(isinstance(x, mx.np.ndarray) for x in found)
    assert isinstance(mx.np.meshgrid(a, b), list)  # as in MXNet
