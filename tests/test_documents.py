"""What the introductions that people learn MXNet from show: arrays, devices, files, autograd."""

import pickle
from pathlib import Path

import numpy as np

import mxnet as mx
from mxnet import autograd, nd


def test_creating_arrays_on_devices() -> None:
    a = mx.nd.empty((2, 3))
    c = mx.nd.empty((2, 3), mx.cpu(2))
    assert a.shape == (2, 3)
    assert str(c.context) == "cpu(2)"
    b = mx.nd.ones((2, 3))
    b[:] = 2
    np.testing.assert_array_equal(b.asnumpy(), np.full((2, 3), 2.0))
    zeros = mx.nd.zeros((2, 3), mx.cpu(1))
    mx.nd.ones((2, 3)).copyto(zeros)
    np.testing.assert_array_equal(zeros.asnumpy(), np.ones((2, 3)))


def test_numpy_both_ways() -> None:
    host = mx.nd.ones((2, 3)).asnumpy()
    assert type(host) is np.ndarray
    a = mx.nd.empty((2, 3))
    values = np.random.default_rng(0).uniform(-0.1, 0.1, a.shape)
    a[:] = values
    np.testing.assert_array_equal(a.asnumpy(), values.astype(np.float32))


def test_arithmetic_and_moving_between_devices() -> None:
    a, b = mx.nd.ones((2, 3)) * 2, mx.nd.ones((2, 3)) * 4
    np.testing.assert_array_equal((a + b).asnumpy(), np.full((2, 3), 6.0))
    np.testing.assert_array_equal((a * b).asnumpy(), np.full((2, 3), 8.0))
    c = a.copyto(mx.cpu(1)) * (mx.nd.ones((2, 3), mx.cpu(1)) * 3)
    np.testing.assert_array_equal(c.asnumpy(), np.full((2, 3), 6.0))
    assert repr((mx.nd.ones((2, 3)) * 2 + 1).asnumpy()) == (
        "array([[3., 3., 3.],\n       [3., 3., 3.]], dtype=float32)"
    )


def test_pickles_and_files(tmp_path: Path) -> None:
    a, b = mx.nd.ones((2, 3)) * 2, mx.nd.ones((2, 3)) * 3
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(a)).asnumpy(), a.asnumpy())
    name = str(tmp_path / "mydata.bin")
    mx.nd.save(name, [a, b])
    first, second = mx.nd.load(name)
    np.testing.assert_array_equal(first.asnumpy(), a.asnumpy())
    np.testing.assert_array_equal(second.asnumpy(), b.asnumpy())
    mx.nd.save(name, {"a": a, "b": b})
    loaded = mx.nd.load(name)
    assert sorted(loaded) == ["a", "b"]
    np.testing.assert_array_equal(loaded["b"].asnumpy(), b.asnumpy())


def test_in_place_updates_of_one_array_follow_one_another() -> None:
    a = mx.nd.ones((2, 3))
    b = a
    c = a.copyto(mx.cpu(1))
    a += 1
    b *= 3
    c *= 3
    np.testing.assert_array_equal(a.asnumpy(), np.full((2, 3), 6.0))
    np.testing.assert_array_equal(c.asnumpy(), np.full((2, 3), 3.0))


def test_an_array_prints_with_its_shape_and_place() -> None:
    assert repr(nd.zeros(shape=(3,))) == "\n[0. 0. 0.]\n<NDArray 3 @cpu(0)>"
    value = nd.normal(shape=(2, 3))
    assert value.shape == (2, 3)
    assert repr(value).endswith("\n<NDArray 2x3 @cpu(0)>")


def test_a_gradient_of_an_array_is_that_of_its_sum() -> None:
    val, w1, b1 = nd.ones(shape=(3, 5)), nd.ones(shape=(5, 1)), nd.ones(shape=(1,))
    w1.attach_grad()
    b1.attach_grad()
    with autograd.record():
        res = nd.dot(val, w1)
        res2 = res + b1
    res2.backward()
    assert str(w1.grad) == "\n[[3.]\n [3.]\n [3.]\n [3.]\n [3.]]\n<NDArray 5x1 @cpu(0)>"
    assert str(b1.grad) == "\n[3.]\n<NDArray 1 @cpu(0)>"


def test_lazy_arithmetic_reads_when_asked() -> None:
    a, b = mx.nd.ones((10,)), mx.nd.ones((10,))
    c = (a + b) / 10.0
    d = b + 1
    np.testing.assert_allclose(c.asnumpy(), np.full(10, 0.2), rtol=1e-6)
    np.testing.assert_array_equal(d.asnumpy(), np.full(10, 2.0))
