"""``mx.nd.contrib``: control flow, masks, and the optimizers that take lists. Values are the real MXNet's."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet.ndarray import contrib


def _values(arrays: object) -> object:
    if isinstance(arrays, nd.NDArray):
        return arrays.asnumpy().tolist()
    return type(arrays)(_values(a) for a in arrays)  # type: ignore[call-arg, attr-defined]


def test_foreach() -> None:
    outputs, state = contrib.foreach(lambda x, s: (x + s, s * 2), nd.arange(6).reshape((3, 2)), nd.ones((2,)))
    assert _values(outputs) == [[1, 2], [4, 5], [8, 9]]
    assert _values(state) == [8, 8]


def test_foreach_keeps_the_nesting_of_its_outputs() -> None:
    data = [nd.arange(6).reshape((3, 2)), nd.arange(3)]
    outputs, states = contrib.foreach(lambda x, s: ([[x[0] + s[0]], x[1]], [s[0] * 2]), data, [nd.ones((2,))])
    assert _values(outputs) == [[[[1, 2], [4, 5], [8, 9]]], [[0], [1], [2]]]
    assert _values(states) == [[8, 8]]
    assert contrib.foreach(lambda x, s: ([], s + x), nd.arange(3), nd.ones((1,)))[0] == []
    with pytest.raises(TypeError, match="foreach: data must be an NDArray"):
        contrib.foreach(lambda x, s: (x, s), 5, [])


def test_while_loop() -> None:
    def step(i: nd.NDArray, s: nd.NDArray) -> object:
        return [i + s], [i + 1, s + i]

    start = (nd.array([0], dtype="int64"), nd.array([1], dtype="int64"))
    outputs, variables = contrib.while_loop(lambda i, s: i <= 5, step, start, max_iterations=8)
    assert _values(outputs) == [[[1], [2], [4], [7], [11], [16], [0], [0]]]
    assert _values(variables) == [[6], [16]]


def test_while_loop_of_one_variable() -> None:
    one = nd.array([0.0])
    assert _values(contrib.while_loop(lambda i: i < 3, lambda i: (i, i + 1), one, 2)) == ([[0], [1]], [2])
    assert _values(contrib.while_loop(lambda i: i < 3, lambda i: (None, i + 1), one, 9)) == ([], [3])
    assert _values(contrib.while_loop(lambda i: i < 0, lambda i: (i, i + 1), one, 2)) == ([], [0])


def test_while_loop_refuses() -> None:
    one = [nd.array([0.0])]
    with pytest.raises(ValueError, match="max_iterations should be specified"):
        contrib.while_loop(lambda i: i < 3, lambda i: (i, [i + 1]), one)
    with pytest.raises(ValueError, match="at least one element"):
        contrib.while_loop(lambda: True, lambda: ([], []), [], 3)
    with pytest.raises(ValueError, match="length of loop_vars should be consistent"):
        contrib.while_loop(lambda i: i < 3, lambda i: (i, [i, i]), one, 3)
    with pytest.raises(ValueError, match="Number of elements in step_output should be the same"):
        contrib.while_loop(lambda i: True, lambda i: ([i] if i < 1 else [i, i], [i + 1]), one, 3)


def test_cond() -> None:
    then, otherwise = (lambda: nd.array([5.0])), (lambda: [nd.array([6.0]), nd.array([7.0])])
    assert _values(contrib.cond(nd.array([1]), then, otherwise)) == [5]
    assert _values(contrib.cond(False, then, otherwise)) == [[6], [7]]
    with pytest.raises(ValueError, match="not a scalar"):
        contrib.cond(nd.ones((2,)), then, otherwise)


def test_gradients_go_through_loops() -> None:
    x, s = nd.array([1.0, 2.0, 3.0]), nd.array([2.0])
    x.attach_grad()
    s.attach_grad()
    with autograd.record():
        outputs, state = contrib.foreach(lambda d, s: (d * s, s * d), x, s)
        loss = outputs.sum() + state
    loss.backward()
    assert x.grad.asnumpy().tolist() == [30, 14, 8]
    assert s.grad.asscalar() == 15
    with autograd.record():
        _, variables = contrib.while_loop(lambda i, y: i < 3, lambda i, y: (y, [i + 1, y * y]), [nd.array([0.0]), s], 5)
    variables[1].backward()
    assert s.grad.asscalar() == 1024


def test_boolean_mask_and_its_gradient() -> None:
    data = nd.arange(9).reshape((3, 3))
    data.attach_grad()
    with autograd.record():
        chosen = contrib.boolean_mask(data, nd.array([0, 1, 1]))
        loss = (chosen * chosen).sum()
    loss.backward()
    assert chosen.asnumpy().tolist() == [[3, 4, 5], [6, 7, 8]]
    assert data.grad.asnumpy().tolist() == [[0, 0, 0], [6, 8, 10], [12, 14, 16]]
    assert contrib.boolean_mask(data, nd.array([0, 0, 0])).shape == (0, 3)
    with pytest.raises(mx.MXNetError, match=r"expected an index of shape \(3,\)"):
        contrib.boolean_mask(data, nd.array([1, 0]))


def test_rand_zipfian() -> None:
    mx.random.seed(3)
    classes, true_count, sampled_count = contrib.rand_zipfian(nd.array([3, 0]), 2000, 5)
    assert (classes.shape, classes.dtype, true_count.dtype) == ((2000,), np.int64, np.float64)
    drawn = classes.asnumpy()
    assert set(drawn) == {0, 1, 2, 3, 4}
    expected = 2000 * np.log(2) / np.log(6)  # class 0
    assert true_count.asnumpy() == pytest.approx([2000 * np.log(5 / 4) / np.log(6), expected])
    assert abs((drawn == 0).sum() - expected) < 120  # more than five standard deviations
    assert sampled_count.asnumpy()[drawn == 0] == pytest.approx(expected)


def test_adamw_takes_numbers_and_arrays() -> None:
    for scale in (1.0, nd.array([1.0])):
        weight, mean, var = nd.array([1.0, 2.0]), nd.zeros((2,)), nd.zeros((2,))
        gradient = nd.array([0.1, 0.2])
        contrib.adamw_update(weight, gradient, mean, var, scale, 0.1, 1.0, wd=0.01, out=weight)
        assert weight.asnumpy() == pytest.approx([0.67377114, 1.6637706], rel=1e-5)
        assert mean.asnumpy() == pytest.approx([0.01, 0.02], rel=1e-5)


def test_optimizers_of_many_weights() -> None:
    def fresh() -> list[list[nd.NDArray]]:
        gradients = [nd.array([0.1, 0.2]), nd.array([0.3])]
        return [[nd.array([1.0, 2.0]), nd.array([3.0])], gradients, *([nd.zeros((2,)), nd.zeros((1,))] for _ in "mv")]

    weights, gradients, means, variances = fresh()
    attrs = {"lrs": [0.1, 0.2], "wds": [0, 0.1]}
    contrib.multi_adamw_update(weights, gradients, means, variances, 1.0, etas=[1.0, 1.0], out=weights, **attrs)
    assert np.concatenate([w.asnumpy() for w in weights]) == pytest.approx([0.68376696, 1.6837664, 2.0675294], rel=1e-4)
    contrib.multi_lamb_update(weights, gradients, means, variances, step_count=[1, 1], out=weights, **attrs)
    assert np.concatenate([w.asnumpy() for w in weights]) == pytest.approx([0.5552641, 1.555263, 1.6540235], rel=1e-4)
    assert means[1].asscalar() == pytest.approx(0.05700001, rel=1e-5)
