"""CachedOp: a symbol as one operator."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd, sym
from mxnet._lazy.strategy import COSTS
from mxnet.error import MXNetError
from tests.engine.counting import counted


def dense(count: int = 1) -> mx.sym.Symbol:
    net = sym.var("x")
    for i in range(count):
        net = sym.Activation(sym.FullyConnected(net, num_hidden=4, name=f"fc{i}"), act_type="tanh")
    return net


def parameters(net: mx.sym.Symbol, batch: int = 3) -> list[nd.NDArray]:
    rng = np.random.default_rng(0)
    return [nd.array(rng.normal(size=s)) for s in net.infer_shape(x=(batch, 4))[0]]


def test_calls_return_one_array_or_a_list() -> None:
    x, y = sym.var("x"), sym.var("y")
    assert mx.nd.CachedOp(x * y)(nd.array([2]), nd.array([3])).asnumpy().tolist() == [6]
    two = mx.nd.CachedOp(sym.Group([x * y, x + y]), [("static_alloc", True), ("inline_limit", 2)])
    assert [o.asscalar() for o in two(nd.array([2]), nd.array([3]))] == [6, 5]


def test_a_call_is_one_node_with_the_gradient_of_the_graph() -> None:
    net = dense()
    arrays = parameters(net)
    for array in arrays:
        array.attach_grad()
    op = mx.nd.CachedOp(net)
    with autograd.record():
        out = (op(*arrays) ** 2).sum()
    out.backward()
    found = [a.grad.asnumpy() for a in arrays]
    with autograd.record():
        hidden = nd.tanh(nd.FullyConnected(*arrays, num_hidden=4))
        out = (hidden**2).sum()
    out.backward()
    for array, gradient in zip(arrays, found, strict=True):
        np.testing.assert_allclose(gradient, array.grad.asnumpy(), rtol=1e-5, atol=1e-6)


def test_gradients_of_gradients() -> None:
    op = mx.nd.CachedOp(sym.var("x") ** 3)
    x = nd.array([2.0])
    x.attach_grad()
    with autograd.record():
        slope = autograd.grad(op(x), x, create_graph=True)[0]
    slope.backward()
    assert x.grad.asscalar() == pytest.approx(12)


def test_training_and_prediction_differ() -> None:
    net = sym.BatchNorm(sym.Dropout(sym.var("x"), p=0.5), name="bn", eps=1e-6, momentum=0.5, fix_gamma=False)
    op = mx.nd.CachedOp(net)
    x, gamma, beta, mean, var = nd.ones((64, 2)), nd.ones((2,)), nd.zeros((2,)), nd.zeros((2,)), nd.ones((2,))
    assert net.list_inputs() == ["x", "bn_gamma", "bn_beta", "bn_moving_mean", "bn_moving_var"]
    np.testing.assert_allclose(op(x, gamma, beta, mean, var).asnumpy(), np.ones((64, 2)), rtol=1e-4)
    assert mean.asnumpy().tolist() == [0, 0]
    with autograd.train_mode():
        first = op(x, gamma, beta, mean, var).asnumpy()
        second = op(x, gamma, beta, mean, var).asnumpy()
    assert (mean.asnumpy() > 0.3).all()
    assert first.tolist() != second.tolist()


def test_a_training_loop_is_one_program_an_iteration() -> None:
    net = dense(3)
    x, *weights = parameters(net)
    for weight in weights:
        weight.attach_grad()
    op = mx.nd.CachedOp(net)

    def step() -> None:
        with autograd.record():
            loss = (op(x, *weights) ** 2).sum()
        loss.backward()
        for weight in weights:
            weight[:] = weight - 0.1 * weight.grad

    for _ in range(3):
        step()
    with counted() as counts:
        for _ in range(20):
            step()
    assert (counts.programs, counts.compilations, counts.xla) == (20, 0, 0)


def test_what_is_read_between_forward_and_backward_costs_no_second_forward() -> None:
    net = dense(3)
    arrays = parameters(net)
    for array in arrays:
        array.attach_grad()
    op = mx.nd.CachedOp(net)

    def gradients(read: bool) -> list[np.ndarray]:
        with autograd.record():
            out = op(*arrays)
        if read:
            out.wait_to_read()
        out.backward()
        return [a.grad.asnumpy() for a in arrays]

    for plain, with_read in zip(gradients(False), gradients(True), strict=True):
        np.testing.assert_allclose(plain, with_read, rtol=1e-5)


def test_prediction_loops_stay_short_programs() -> None:
    net = dense(40)
    arrays = parameters(net)
    op = mx.nd.CachedOp(net)
    for _ in range(1 + COSTS.interpret_runs):
        op(*arrays).wait_to_read()
    with counted() as counts:
        outputs = [op(*arrays) for _ in range(10)]
    assert (counts.programs, counts.compilations) == (10, 0)
    assert len({o.asnumpy().tobytes() for o in outputs}) == 1


def test_outputs_into_arrays_of_the_callers() -> None:
    op = mx.nd.CachedOp(sym.var("x") * 2)
    out = nd.zeros((2,))
    assert op(nd.array([1, 2]), out=out) is out
    assert out.asnumpy().tolist() == [2, 4]


def test_hooks_see_every_node() -> None:
    op = mx.nd.CachedOp(dense())
    seen: list[tuple[str, str]] = []
    op._register_op_hook(lambda name, kind, array: seen.append((name, kind)), monitor_all=True)
    op(*parameters(dense()))
    kinds = [kind for _, kind in seen]
    assert [name for name, _ in seen][:4] == ["fc0_data", "fc0_weight", "fc0_bias", "fc0_output"]
    assert kinds == ["FullyConnected"] * 4 + ["Activation"] * 2
    seen.clear()
    op._register_op_hook(None)
    op(*parameters(dense()))
    assert not seen


def test_shapes_that_depend_on_data() -> None:
    op = mx.nd.CachedOp(sym.contrib.boolean_mask(sym.var("x"), sym.var("mask")))
    assert op(nd.array([1, 2, 3]), nd.array([1, 0, 1])).asnumpy().tolist() == [1, 3]


def test_mistakes() -> None:
    op = mx.nd.CachedOp(sym.broadcast_add(sym.var("x"), sym.var("y"), name="add"))
    one = nd.ones((2,))
    with pytest.raises(MXNetError, match="1 arrays given, but 2 needed: x, y"):
        op(one)
    with pytest.raises(TypeError, match="unexpected keyword"):
        op(one, one, other=1)
    with pytest.raises(MXNetError, match="add"):
        op(one, nd.ones((3,)))
    with pytest.raises(MXNetError, match=r"y on cpu\(1\)"):
        op(one, nd.ones((2,), ctx=mx.cpu(1)))
    with pytest.raises(MXNetError, match="unknown flag 'fast'"):
        mx.nd.CachedOp(sym.var("x"), [("fast", 1)])
    with pytest.raises(TypeError, match="Symbol"):
        mx.nd.CachedOp(one)
