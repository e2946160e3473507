"""The symbolic programs of the introductions that people learn MXNet from."""

import numpy as np
import pytest

import mxnet as mx
from mxnet.name import NameManager


@pytest.fixture(autouse=True)
def fresh_names():
    with NameManager():
        yield


def test_a_perceptron_names_its_parameters() -> None:
    net = mx.symbol.Variable("data")
    net = mx.symbol.FullyConnected(data=net, name="fc1", num_hidden=128)
    net = mx.symbol.Activation(data=net, name="relu1", act_type="relu")
    net = mx.symbol.FullyConnected(data=net, name="fc2", num_hidden=64)
    net = mx.symbol.SoftmaxOutput(data=net, name="out")
    assert type(net) is mx.symbol.Symbol
    assert net.list_arguments() == ["data", "fc1_weight", "fc1_bias", "fc2_weight", "fc2_bias", "out_label"]


def test_parameters_of_ones_own() -> None:
    net = mx.symbol.Variable("data")
    w = mx.symbol.Variable("myweight")
    net = mx.symbol.FullyConnected(data=net, weight=w, name="fc1", num_hidden=128)
    assert net.list_arguments() == ["data", "myweight", "fc1_bias"]


def test_sums_as_inputs() -> None:
    lhs, rhs = mx.symbol.Variable("data1"), mx.symbol.Variable("data2")
    net = mx.symbol.FullyConnected(data=lhs + rhs, name="fc1", num_hidden=128)
    assert net.list_arguments() == ["data1", "data2", "fc1_weight", "fc1_bias"]


def test_composition() -> None:
    net = mx.symbol.FullyConnected(data=mx.symbol.Variable("data"), name="fc1", num_hidden=128)
    net2 = mx.symbol.FullyConnected(data=mx.symbol.Variable("data2"), name="net2", num_hidden=128)
    composed = net(data=net2, name="compose")
    # The document, older than 1.0, shows compose_fc1_weight; MXNet 1.9.1 keeps the names.
    assert composed.list_arguments() == ["data2", "net2_weight", "net2_bias", "fc1_weight", "fc1_bias"]
    assert composed.list_outputs() == ["compose_output"]


def test_shapes() -> None:
    net = mx.symbol.FullyConnected(data=mx.symbol.Variable("data"), name="fc1", num_hidden=10)
    arguments, outputs, _ = net.infer_shape(data=(100, 100))
    assert dict(zip(net.list_arguments(), arguments, strict=True)) == {
        "data": (100, 100),
        "fc1_weight": (10, 100),
        "fc1_bias": (10,),
    }
    assert outputs == [(100, 10)]


def test_bind_and_simple_bind() -> None:
    product = mx.symbol.Variable("A") * mx.symbol.Variable("B")
    executor = product.bind(ctx=mx.cpu(), args={"A": mx.nd.ones(3) * 4, "B": mx.nd.ones(3) * 2})
    executor.forward()
    assert executor.outputs[0].asnumpy().tolist() == [8, 8, 8]
    net = mx.symbol.FullyConnected(data=mx.symbol.Variable("data"), name="fc1", num_hidden=4)
    executor = mx.symbol.SoftmaxOutput(data=net, name="out").simple_bind(data=(2, 3))
    executor.forward(is_train=True)
    executor.backward()
    np.testing.assert_allclose(executor.outputs[0].asnumpy(), 0.25)


def test_a_graph_is_looked_at_bound_and_differentiated() -> None:
    a, b = mx.sym.Variable("A"), mx.sym.Variable("B")
    d = (a + b) / 10 + 1
    assert d.list_arguments() == ["A", "B"]
    assert d.list_outputs() == ["_plusscalar0_output"]
    arguments, outputs, states = d.infer_shape(A=(10,), B=(10,))
    assert (arguments, outputs, states) == ([(10,), (10,)], [(10,)], [])
    given = {name: mx.nd.ones((10,), ctx=mx.cpu()) for name in "AB"}
    gradients = {name: mx.nd.ones((10,), ctx=mx.cpu()) for name in "AB"}
    executor = d.bind(ctx=mx.cpu(), args=given, args_grad=gradients, grad_req="write")
    numbers = np.random.RandomState(0).rand(2, 10).astype(np.float32)
    executor["A"][:] = numbers[0]
    executor["B"][:] = numbers[1]
    executor.forward(is_train=True)
    np.testing.assert_allclose(executor.outputs[0].asnumpy(), numbers.sum(axis=0) / 10 + 1, rtol=1e-6)
    executor.backward([mx.nd.ones((10,), ctx=mx.cpu())])
    for gradient in executor.grad_arrays:
        np.testing.assert_allclose(gradient.asnumpy(), 0.1, rtol=1e-6)
    assert set(executor.arg_dict) == {"A", "B"}


def test_two_executors_share_weights_that_are_updated_imperatively() -> None:
    data, label = mx.sym.Variable("data"), mx.sym.Variable("softmax_label")
    w1, b1 = mx.sym.Variable("weight1"), mx.sym.Variable("bias1")
    l1 = mx.sym.FullyConnected(data=data, num_hidden=16, name="layer1", weight=w1, bias=b1)
    a1 = mx.sym.Activation(data=l1, act_type="relu", name="act1")
    l2 = mx.sym.FullyConnected(data=a1, num_hidden=3, name="layer2")
    cost = mx.sym.SoftmaxOutput(data=l2, label=label)
    random = np.random.RandomState(1)
    labels = random.randint(0, 3, 32)
    inputs = random.randn(32, 6) + 2 * np.eye(6)[labels]
    executor = cost.simple_bind(ctx=mx.cpu(0), grad_req="write", data=(32, 6), softmax_label=(32,))
    tester = cost.bind(ctx=mx.cpu(0), grad_req="null", args=executor.arg_arrays)
    for r in executor.arg_arrays:
        r[:] = random.randn(*r.shape) * 0.1
    for _ in range(60):
        executor.arg_dict["data"][:] = inputs
        executor.arg_dict["softmax_label"][:] = labels
        executor.forward(is_train=True)
        executor.backward()
        for name, W, G in zip(cost.list_arguments(), executor.arg_arrays, executor.grad_arrays, strict=True):
            if name not in ["data", "softmax_label"]:
                W[:] = W - G * 0.01
    tester.arg_dict["data"][:] = inputs
    tester.forward()
    assert np.mean(labels == np.argmax(tester.outputs[0].asnumpy(), axis=1)) > 0.85
