"""Gradients that go through integers, from them and to them: MXNet passes them on."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd, sym


class Applied(gluon.HybridBlock):
    """A function of arrays or symbols as a block."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__()
        self._function = function

    def hybrid_forward(self, F: Any, *inputs: Any) -> Any:
        return self._function(F, *inputs)


@pytest.fixture(params=[False, True], ids=["arrays", "hybridized"])
def gradient(request: pytest.FixtureRequest) -> Callable[..., list[Any]]:
    """A function that gives the gradients of a function of ``F`` and arrays."""

    def compute(function: Callable[..., Any], *inputs: Any) -> list[Any]:
        block = Applied(function)
        if request.param:
            block.hybridize()
        for array in inputs:
            array.attach_grad()
        with autograd.record():
            out = block(*inputs)
        out.backward()
        assert all(a.grad.dtype == a.dtype for a in inputs)
        return [a.grad.asnumpy().tolist() for a in inputs]

    return compute


@pytest.mark.parametrize("dtype", ["float64", "int8", "int32"])
def test_a_reduction_to_integers_passes_the_gradient_on(gradient: Any, dtype: str) -> None:
    with mx.util.np_shape(True), mx.util.np_array(True):
        x = mx.np.array([1.5, 2.5], dtype="float32")
        assert gradient(lambda F, a: F.np.sum(a, dtype=dtype), x) == [[1, 1]]
        assert gradient(lambda F, a: F.np.mean(a, dtype=dtype), x) == [[0.5, 0.5]]
        assert gradient(lambda F, a: F.np.sum(a, dtype=dtype), mx.np.array([1, 2], dtype="int32")) == [[1, 1]]


def test_the_gradient_of_a_mean_has_the_digits_of_the_data(gradient: Any) -> None:
    with mx.util.np_shape(True), mx.util.np_array(True):
        x = mx.np.array([1, 2, 4], dtype="float64")
        assert gradient(lambda F, a: F.np.mean(a, dtype="float32"), x) == [[1 / 3] * 3]


def test_a_remainder_of_integers_has_no_gradient(gradient: Any) -> None:
    with mx.util.np_shape(True), mx.util.np_array(True):
        a, b = mx.np.array([5, 7], dtype="int32"), mx.np.array([3, 2], dtype="int32")
        assert gradient(lambda F, a, b: F.np.mod(a, b), a, b) == [[0, 0], [0, 0]]
        assert gradient(lambda F, a, b: F.np.mod(a, b), a.astype("float32"), b.astype("float32")) == [[1, 1], [-1, -3]]


def test_a_conversion_inside_a_graph_cuts_the_value_and_not_the_gradient() -> None:
    block = Applied(lambda F, a: F.Cast(a, dtype="int32") * F.Cast(a, dtype="int32"))
    block.hybridize()
    x = nd.array([2.7])
    x.attach_grad()
    with autograd.record():
        out = block(x)
    out.backward()
    assert (out.asscalar(), x.grad.asscalar()) == (4, 4)  # 2 * trunc(2.7)


@pytest.mark.parametrize("source", ["int32", "float32", "float16"])
@pytest.mark.parametrize("target", ["int32", "float32", "float16"])
def test_an_executor_converts_gradients_back(source: str, target: str) -> None:
    executor = sym.Cast(sym.var("x", dtype=source), dtype=target).simple_bind(mx.cpu(), x=(4,))
    given = np.array([-2.5, -1, 1, 3.5])
    executor.arg_arrays[0][:] = given
    executor.forward(is_train=True)
    executor.backward(nd.array(given, dtype=target))
    np.testing.assert_array_equal(executor.outputs[0].asnumpy(), given.astype(source).astype(target))
    np.testing.assert_array_equal(executor.grad_arrays[0].asnumpy(), given.astype(target).astype(source))


def test_indices_in_an_executor_stay_without_gradients_in_one_program() -> None:
    out = sym.Embedding(sym.var("data"), sym.var("weight"), input_dim=5, output_dim=2)
    executor = out.simple_bind(mx.cpu(), data=(3,), type_dict={"data": "int32", "weight": "float32"})
    assert not executor._through_integers
    executor.forward(is_train=True)
    executor.backward(nd.ones((3, 2)))
    assert executor.grad_dict["data"].asnumpy().tolist() == [0, 0, 0]
    assert executor.grad_dict["weight"].asnumpy()[0].tolist() == [3, 3]
