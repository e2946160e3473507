"""Less memory for more computation: mirroring, memonger, and what XLA says of it."""

from collections.abc import Iterator

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd, sym
from mxnet._lazy.tape import changed
from mxnet.contrib import memonger
from mxnet.symbol.mirror import stages
from mxnet.symbol.node import topo
from mxnet.test_utils import environment

SHAPE = (8192, 64)
DEPTH = 6


@pytest.fixture(autouse=True)
def compiled() -> Iterator[None]:
    """Programs that are all compiled: what is compared here is what XLA makes of them."""
    with changed(interpret=False):
        yield


def layer(net: mx.sym.Symbol, i: int, **attrs: str) -> mx.sym.Symbol:
    """A costly node and three cheap ones, each of which has something to keep for its gradient."""
    with mx.AttrScope(**{k: v for k, v in attrs.items() if k == "mirror_stage"}):
        net = sym.FullyConnected(net, num_hidden=64, no_bias=True, name=f"fc{i}")
    with mx.AttrScope(**attrs):
        return sym.sin(sym.tanh(sym.square(net)), name=f"sin{i}")


def network(dropout: bool = False, **attrs: str) -> mx.sym.Symbol:
    net = sym.var("data")
    for i in range(DEPTH):
        net = layer(net, i, **{k: v.format(i) for k, v in attrs.items()})
        if dropout and i % 3 == 0:
            net = sym.Dropout(net, p=0.3)
    return sym.make_loss(sym.sum(sym.tanh(net)), name="loss")


def train(net: mx.sym.Symbol) -> list[np.ndarray]:
    """Output and gradients of a step; the random numbers are the same each time."""
    mx.random.seed(1)
    rng = np.random.default_rng(0)
    executor = net.simple_bind(mx.cpu(), data=(4, 64))
    for array in executor.arg_arrays:
        array[:] = rng.uniform(-0.5, 0.5, array.shape)
    executor.forward(is_train=True)
    executor.backward()
    return [executor.outputs[0].asnumpy(), *[executor.grad_dict[n].asnumpy() for n in net.list_arguments()]]


def assert_same(left: list[np.ndarray], right: list[np.ndarray]) -> None:
    for one, other in zip(left, right, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5)


def test_nothing_is_computed_again_unless_asked_for() -> None:
    assert stages([n for n in topo(network()._heads) if n.op is not None]) is None


@pytest.mark.parametrize("attrs", [{"force_mirroring": "True"}, {"mirror_stage": "stage{0}"}])
def test_annotations_save_memory_and_change_no_result(attrs: dict[str, str]) -> None:
    assert memonger.get_cost(network(**attrs), data=SHAPE) < 0.8 * memonger.get_cost(network(), data=SHAPE)
    assert_same(train(network(**attrs)), train(network()))


def test_stages_end_at_nodes_that_are_kept() -> None:
    net = sym.var("x")
    for i in range(9):
        net = sym.tanh(net, name=f"t{i}")
        if i in (2, 5):
            net._set_attr(mirror_stage="True")
    nodes = [n for n in topo(net._heads) if n.op is not None]
    found = stages(nodes)
    assert [([n.name for n in s.nodes], s.again) for s in found] == [
        (["t0", "t1", "t2"], True),
        (["t3", "t4", "t5"], True),
        (["t6", "t7", "t8"], True),
    ]


def test_the_environment_mirrors_all_but_costly_nodes() -> None:
    plain = train(network())
    before = memonger.get_cost(network(), data=SHAPE)
    with environment("MXNET_BACKWARD_DO_MIRROR", "1"):
        found = stages([n for n in topo(network()._heads) if n.op is not None])
        assert [s.nodes[-1].name for s in found[:-1]] == [f"fc{i}" for i in range(DEPTH)]
        assert memonger.get_cost(network(), data=SHAPE) < 0.8 * before
        assert_same(train(network()), plain)


def test_masks_are_the_same_when_computed_again() -> None:
    plain = train(network(dropout=True))
    assert_same(train(network(dropout=True, force_mirroring="True")), plain)
    with environment("MXNET_BACKWARD_DO_MIRROR", "1"):
        assert_same(train(network(dropout=True)), plain)


def test_memonger_finds_a_plan_and_says_what_it_saves(capsys: pytest.CaptureFixture[str]) -> None:
    net = network()
    planned = memonger.search_plan(net, data=SHAPE)
    said = capsys.readouterr().out
    before, after = memonger.get_cost(net, data=SHAPE), memonger.get_cost(planned, data=SHAPE)
    assert after < 0.7 * before
    assert f"{before} MB as it was, {after} MB with" in said
    assert net.attr_dict()["fc1"].get("force_mirroring") is None
    assert mx.sym.load_json(planned.tojson()).attr_dict() == planned.attr_dict()
    assert_same(train(planned), train(net))


def test_memonger_leaves_small_networks_alone(capsys: pytest.CaptureFixture[str]) -> None:
    net = sym.make_loss(sym.var("x") * 2)
    assert memonger.search_plan(net, x=(2,)) is net
    assert "MB" in capsys.readouterr().out


def test_plans_of_a_given_size() -> None:
    net = network()
    marks = [a.get("force_mirroring") for a in memonger.make_mirror_plan(net, 12, data=SHAPE).attr_dict().values()]
    assert marks.count("True") > 10 and marks.count("False") >= 2


def test_recorded_calls_mirror_as_well() -> None:
    net = network(force_mirroring="True")
    rng = np.random.default_rng(0)
    arrays = [nd.array(rng.uniform(-0.5, 0.5, s)) for s in net.infer_shape(data=(4, 64))[0]]
    arrays[0].attach_grad()
    with mx.autograd.record():
        mx.nd.CachedOp(net)(*arrays).backward()
    found = arrays[0].grad.asnumpy()
    with mx.autograd.record():
        mx.nd.CachedOp(network())(*arrays).backward()
    np.testing.assert_allclose(found, arrays[0].grad.asnumpy(), rtol=1e-4, atol=1e-6)


def test_moving_statistics_leave_a_stage_that_is_computed_again() -> None:
    with mx.AttrScope(force_mirroring="True"):
        net = sym.BatchNorm(sym.square(sym.var("x")), momentum=0.5, fix_gamma=False, name="bn")
    net = sym.make_loss(sym.sum(net * net))
    executor = net.simple_bind(mx.cpu(), x=(4, 2))
    executor.arg_dict["x"][:] = np.arange(8).reshape(4, 2)
    executor.arg_dict["bn_gamma"][:] = 1
    executor.forward(is_train=True)
    executor.backward()
    np.testing.assert_allclose(executor.aux_dict["bn_moving_mean"].asnumpy(), [7, 10.5])
    assert np.isfinite(executor.grad_dict["x"].asnumpy()).all()
