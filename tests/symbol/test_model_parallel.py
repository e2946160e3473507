"""Graphs over several devices: ``AttrScope(ctx_group=...)`` with ``group2ctx``."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd, sym
from mxnet._lazy.tape import changed
from tests.engine.counting import counted

GROUPS = {"one": mx.cpu(1), "two": mx.cpu(2)}


def network() -> mx.sym.Symbol:
    with mx.AttrScope(ctx_group="one"):
        net = sym.FullyConnected(sym.var("data"), num_hidden=6, name="fc1")
        skip = sym.Activation(net, act_type="tanh", name="act1")
    with mx.AttrScope(ctx_group="two"):
        net = sym.FullyConnected(skip, num_hidden=6, no_bias=True, name="fc2")  # BatchNorm takes a bias away
        net = sym.BatchNorm(net, name="bn", fix_gamma=False)
    with mx.AttrScope(ctx_group="one"):
        net = net * skip
    with mx.AttrScope(ctx_group="two"):
        return sym.SoftmaxOutput(net, name="softmax")


def filled(executor: mx.executor.Executor) -> mx.executor.Executor:
    rng = np.random.default_rng(0)
    for name, array in (*executor.arg_dict.items(), *executor.aux_dict.items()):
        array[:] = rng.integers(0, 3, array.shape) if name.endswith("label") else rng.uniform(0.1, 1, array.shape)
    return executor


def test_arrays_live_where_their_groups_are() -> None:
    executor = network().simple_bind(mx.cpu(0), group2ctx=GROUPS, data=(4, 5))
    where = {n: a.context for n, a in (*executor.arg_dict.items(), *executor.aux_dict.items())}
    assert {n for n, ctx in where.items() if ctx == mx.cpu(1)} == {"data", "fc1_weight", "fc1_bias"}
    assert {ctx for n, ctx in where.items() if n not in ("data", "fc1_weight", "fc1_bias")} == {mx.cpu(2)}
    assert executor.outputs[0].context == mx.cpu(2)
    assert executor.grad_dict["fc2_weight"].context == mx.cpu(2)


@pytest.mark.parametrize("request_", ["write", "add"])
def test_results_are_those_of_one_device(request_: str) -> None:
    many = filled(network().simple_bind(mx.cpu(0), grad_req=request_, group2ctx=GROUPS, data=(4, 5)))
    one = filled(network().simple_bind(mx.cpu(0), grad_req=request_, data=(4, 5)))
    with changed(interpret=False):  # compared are XLA's programs for one device and for three
        for executor in (many, one):
            for _ in range(2):
                executor.forward(is_train=True)
                executor.backward()
            mx.nd.waitall()
    for found, wanted in (
        (many.output_dict, one.output_dict),
        (many.grad_dict, one.grad_dict),
        (many.aux_dict, one.aux_dict),
    ):
        for name in wanted:
            np.testing.assert_allclose(found[name].asnumpy(), wanted[name].asnumpy(), rtol=1e-4, atol=1e-6)


def test_bind_takes_arrays_where_they_are() -> None:
    with mx.AttrScope(ctx_group="one"):
        net = (sym.var("a") + sym.var("b")) * 3
    with mx.AttrScope(ctx_group="two"):
        net = net + sym.var("c")
    contexts = {"a": mx.cpu(1), "b": mx.cpu(1), "c": mx.cpu(2)}
    arrays = {n: nd.array([1, 2], ctx=c) for n, c in contexts.items()}
    grads = {n: nd.zeros((2,), ctx=c) for n, c in contexts.items()}
    executor = net.bind(mx.cpu(1), arrays, grads, group2ctx=GROUPS)
    assert executor.forward(is_train=True)[0].asnumpy().tolist() == [7, 14]
    executor.backward(nd.array([1, 10], ctx=mx.cpu(0)))
    assert grads["a"].asnumpy().tolist() == [3, 30] and grads["c"].asnumpy().tolist() == [1, 10]
    assert grads["a"].context == mx.cpu(1)
    assert "Context:cpu(2)" in executor.debug_str()


def test_backward_twice_and_without_training() -> None:
    executor = filled(network().simple_bind(mx.cpu(0), group2ctx=GROUPS, data=(4, 5)))
    executor.forward()
    executor.backward()
    first = executor.grad_dict["fc1_weight"].asnumpy()
    executor.grad_dict["fc1_weight"][:] = 0
    executor.backward()
    np.testing.assert_allclose(executor.grad_dict["fc1_weight"].asnumpy(), first)


def test_variables_that_two_devices_read_get_one_gradient() -> None:
    x = sym.var("x")
    with mx.AttrScope(ctx_group="one"):
        left = x * 2
    with mx.AttrScope(ctx_group="two"):
        net = left + x * 3
    executor = net.simple_bind(mx.cpu(1), group2ctx=GROUPS, x=(2,))
    executor.forward(is_train=True)
    executor.backward(nd.ones((2,)))
    assert executor.grad_dict["x"].asnumpy().tolist() == [5, 5]


def test_iterations_repeat_their_programs() -> None:
    executor = filled(network().simple_bind(mx.cpu(0), group2ctx=GROUPS, data=(4, 5)))

    def step() -> None:
        executor.forward(is_train=True)
        executor.backward()

    with changed(interpret=False):
        for _ in range(3):
            step()
            mx.nd.waitall()
        with counted() as counts:
            for _ in range(10):
                step()
                mx.nd.waitall()
    assert counts.compilations == counts.xla == 0
    assert counts.programs <= 10 * 8  # four parts: forward and backward
