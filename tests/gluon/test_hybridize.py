"""Hybridized blocks: the same numbers as the same blocks run as written, at the cost of one node."""

from collections.abc import Callable

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn
from tests.engine.counting import counted
from tests.gluon.networks import lenet, mlp


def gradients(net: gluon.Block, *inputs: nd.NDArray) -> tuple[np.ndarray, list[np.ndarray]]:
    with autograd.record():
        out = net(*inputs)
    out.backward()
    return out.asnumpy(), [p.grad().asnumpy() for p in net.collect_params().values() if p.grad_req != "null"]


def test_the_same_values_and_gradients() -> None:
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3, activation="relu"), nn.BatchNorm(), nn.MaxPool2D(), nn.Dense(3))
    net.initialize(mx.init.Xavier())
    x = nd.array(np.random.default_rng(0).normal(size=(2, 3, 8, 8)))
    plain, plain_grads = gradients(net, x)
    statistics = net[1].running_mean.data().asnumpy()
    net.hybridize()
    again, grads = gradients(net, x)
    np.testing.assert_allclose(again, plain, rtol=1e-4, atol=1e-5)
    for a, b in zip(grads, plain_grads, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-3, atol=1e-4)
    np.testing.assert_allclose(net[1].running_mean.data().asnumpy(), statistics * 1.9, rtol=1e-4, atol=1e-6)
    predicted = net(x).asnumpy()
    net.hybridize(active=False)
    np.testing.assert_allclose(net(x).asnumpy(), predicted, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(
    "flags",
    [
        {},
        {"static_alloc": True},
        {"static_alloc": True, "static_shape": True, "inline_limit": 0},
        {"forward_bulk_size": 4, "backward_bulk_size": 4},
    ],
)
def test_all_flags_are_taken(flags: dict[str, object]) -> None:
    net = mlp()
    net.initialize()
    x = nd.ones((2, 5))
    plain = net(x).asnumpy()
    net.hybridize(**flags)
    np.testing.assert_allclose(net(x).asnumpy(), plain, rtol=1e-5)
    assert net(nd.ones((7, 5))).shape == (7, 4)


def test_dropout_heeds_the_mode() -> None:
    net = nn.HybridSequential()
    net.add(nn.Dropout(0.5))
    net.hybridize()
    x = nd.ones((100, 10))
    assert (net(x).asnumpy() == 1).all()
    with autograd.record():
        kept = net(x)
    assert set(np.unique(kept.asnumpy())) == {0.0, 2.0}


class Structured(gluon.HybridBlock):
    """Lists in, lists out, and an argument that may be left out."""

    def hybrid_forward(self, F: object, pair: list, scale: object = None) -> tuple:
        a, b = pair
        if scale is not None:
            a = a * scale
        return [a + b, (a - b, a)], b


@pytest.mark.parametrize("hybrid", [False, True])
def test_structures_go_in_and_come_out(hybrid: bool) -> None:
    net = Structured()
    if hybrid:
        net.hybridize()
    a, b = nd.array([3.0]), nd.array([1.0])
    for _ in range(2):
        (total, (difference, same)), other = net([a, b], None)
        assert [x.asscalar() for x in (total, difference, same, other)] == [4, 2, 3, 1]
    assert net([a, b])[0][0].asscalar() == 4
    if hybrid:
        with pytest.raises(ValueError, match="structure of HybridBlock does not match"):
            net([a, b], a)
        with pytest.raises(ValueError, match="structure of HybridBlock does not match"):
            net([a, b, a], None)


def test_operators_with_several_outputs_come_as_lists() -> None:
    class Split(gluon.HybridBlock):
        def hybrid_forward(self, F: object, x: object) -> object:
            return F.split(x, num_outputs=2, axis=1)

    net = Split()
    net.hybridize()
    parts = net(nd.array([[1.0, 2.0]]))
    assert [p.asnumpy().tolist() for p in parts] == [[[1]], [[2]]]


def test_a_new_child_makes_a_new_graph() -> None:
    net = mlp(in_units=5)
    net.initialize()
    net.hybridize()
    assert net(nd.ones((1, 5))).shape == (1, 4)
    net.add(nn.Flatten(), nn.Dense(9, in_units=4))
    net.initialize(force_reinit=True)
    assert net(nd.ones((1, 5))).shape == (1, 9)


def test_unused_inputs_and_parameters_are_warned_of() -> None:
    class Net(gluon.HybridBlock):
        def __init__(self) -> None:
            super().__init__()
            self.weight = self.params.get("weight", shape=(1,))

        def hybrid_forward(self, F: object, x: object, y: object, weight: object) -> object:
            return x + 1

    net = Net()
    net.initialize()
    net.hybridize()
    with pytest.warns(UserWarning) as caught:
        net(nd.ones((1,)), nd.ones((1,)))
    texts = [str(w.message) for w in caught]
    assert any("The 1-th input to HybridBlock is not used" in t for t in texts)
    assert any("weight is not used by any computation" in t for t in texts)


def test_contexts_must_agree() -> None:
    class Add(gluon.HybridBlock):
        def hybrid_forward(self, F: object, x: object, y: object) -> object:
            return x + y

    net = Add()
    net.hybridize()
    with pytest.raises(ValueError, match="Find multiple contexts in the input"):
        net(nd.ones((1,), ctx=mx.cpu(1)), nd.ones((1,), ctx=mx.cpu(2)))


@pytest.mark.parametrize("hybrid", [False, True])
def test_each_context_uses_its_own_copy(hybrid: bool) -> None:
    net = mlp(in_units=3)
    contexts = [mx.cpu(1), mx.cpu(2)]
    net.initialize(ctx=contexts)
    if hybrid:
        net.hybridize()
    outs = [net(nd.ones((2, 3), ctx=ctx)) for ctx in contexts]
    assert [o.context for o in outs] == contexts
    np.testing.assert_allclose(outs[0].asnumpy(), outs[1].asnumpy(), rtol=1e-6)


def test_deferred_shapes_that_cannot_be_known_say_so() -> None:
    class Net(gluon.HybridBlock):
        def __init__(self) -> None:
            super().__init__()
            self.weight = self.params.get("weight", shape=(0, 0), allow_deferred_init=True)

        def hybrid_forward(self, F: object, x: object, weight: object) -> object:
            return F.broadcast_add(x, F.sum(weight))

    net = Net()
    net.initialize()
    with pytest.raises(ValueError, match="Deferred initialization failed because shape cannot be inferred"):
        net(nd.ones((2,)))


def test_infer_shape_and_type_fill_parameters() -> None:
    net = mlp()
    net.infer_shape(nd.ones((2, 7)))
    assert net[0].weight.shape == (16, 7)
    with pytest.raises(mx.MXNetError, match="expected float64, got float32"):
        net.infer_type(nd.ones((2, 7), dtype="float64"))
    other = mlp()
    other.cast("float64")
    other.infer_type(nd.ones((2, 7), dtype="float64"))
    assert other[0].weight.dtype == np.float64


def test_symbols_give_the_graph() -> None:
    net = mlp(prefix="net_")
    out = net(mx.sym.var("x"))
    assert out.list_outputs() == ["net_dense2_fwd_output"]
    assert out.list_arguments()[:3] == ["x", "net_dense0_weight", "net_dense0_bias"]


def test_op_hooks_see_every_operator() -> None:
    net = mlp(in_units=3, prefix="net_")
    net.initialize()
    net.hybridize()
    names: list[str] = []
    net.register_op_hook(lambda name, op, array: names.append(str(name)))
    net(nd.ones((1, 3)))
    assert [n for n in names if "fwd" in n and "relu" not in n] == [f"net_dense{i}_fwd_output" for i in range(3)]


def test_optimize_for_hybridizes() -> None:
    net = mlp(in_units=3)
    net.initialize()
    x = nd.ones((1, 3))
    plain = net(x).asnumpy()
    with pytest.raises(ValueError, match='Must specify "backend"'):
        net.optimize_for(x)
    net.optimize_for(x, backend="MKLDNN", option=3)
    np.testing.assert_allclose(net(x).asnumpy(), plain, rtol=1e-5)


# --- counts ----------------------------------------------------------------------------------------------------------


def train(net: gluon.Block, trainer: gluon.Trainer, iterations: int, shape: tuple[int, ...]) -> None:
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    rng = np.random.default_rng(0)
    for i in range(iterations):
        trainer.set_learning_rate(0.1 / (i + 1))
        x, y = nd.array(rng.normal(size=shape)), nd.array(rng.integers(0, 4, shape[0]))
        with autograd.record():
            loss = loss_of(net(x), y)
        loss.backward()
        trainer.step(shape[0])


@pytest.mark.parametrize("hybrid", [False, True], ids=["as written", "hybridized"])
@pytest.mark.parametrize(
    ("make", "shape"),
    [(mlp, (8, 6)), (lambda: mlp(nn.Sequential), (8, 6)), (lenet, (2, 1, 28, 28))],
    ids=["hybrid mlp", "mlp", "lenet"],
)
def test_one_program_an_iteration(make: Callable[[], gluon.Block], shape: tuple[int, ...], hybrid: bool) -> None:
    net = make()
    net.initialize()
    if hybrid:
        if isinstance(net, nn.HybridSequential):
            net.hybridize()
        else:
            for child in net:
                child.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd")
    with counted() as first:
        train(net, trainer, 3, shape)
    with counted() as rest:
        train(net, trainer, 10, shape)
    assert first.compilations <= 1  # first values are made on the host, so the first iteration is like the others
    assert rest.programs == 10
    assert rest.compilations == rest.op_by_op == 0
