"""Less memory for more computation: mirroring, memonger, and what XLA says of it."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd, sym
from mxnet.contrib import memonger
from mxnet.symbol.mirror import stages
from mxnet.symbol.node import topo
from mxnet.test_utils import environment

SHAPE = (64, 8, 16, 16)


def layer(net: mx.sym.Symbol, i: int, **attrs: str) -> mx.sym.Symbol:
    with mx.AttrScope(**attrs):
        net = sym.Convolution(net, num_filter=8, kernel=(3, 3), pad=(1, 1), no_bias=True, name=f"conv{i}")
        net = sym.BatchNorm(net, fix_gamma=False, name=f"bn{i}")
        return sym.Activation(net, act_type="relu", name=f"relu{i}")


def network(depth: int = 8, dropout: bool = False, **attrs: str) -> mx.sym.Symbol:
    net = sym.var("data")
    for i in range(depth):
        net = layer(net, i, **{k: v.format(i) for k, v in attrs.items()})
        if dropout:
            net = sym.Dropout(net, p=0.3)
    return sym.make_loss(sym.sum(sym.tanh(net)), name="loss")


def train(net: mx.sym.Symbol) -> list[np.ndarray]:
    """Output and gradients of a step; the random numbers are the same each time."""
    mx.random.seed(1)
    rng = np.random.default_rng(0)
    executor = net.simple_bind(mx.cpu(), data=(4, 8, 6, 6))
    for array in executor.arg_arrays:
        array[:] = rng.uniform(-1, 1, array.shape)
    executor.forward(is_train=True)
    executor.backward()
    return [executor.outputs[0].asnumpy(), *[executor.grad_dict[n].asnumpy() for n in net.list_arguments()]]


def assert_same(left: list[np.ndarray], right: list[np.ndarray]) -> None:
    for one, other in zip(left, right, strict=True):
        np.testing.assert_allclose(one, other, rtol=2e-4, atol=2e-4)


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
        assert [s.nodes[-1].name for s in found[:-1]] == [f"conv{i}" for i in range(8)]
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
    assert net.attr_dict().get("conv1", {}).get("force_mirroring") is None
    assert mx.sym.load_json(planned.tojson()).attr_dict() == planned.attr_dict()
    assert_same(train(planned), train(net))


def test_memonger_leaves_small_networks_alone(capsys: pytest.CaptureFixture[str]) -> None:
    net = sym.make_loss(sym.var("x") * 2)
    assert memonger.search_plan(net, x=(2,)) is net
    assert "MB" in capsys.readouterr().out


def test_plans_of_a_given_size() -> None:
    net = network()
    marks = [a.get("force_mirroring") for a in memonger.make_mirror_plan(net, 4, data=SHAPE).attr_dict().values()]
    assert marks.count("True") > 10 and marks.count("False") >= 2


def test_recorded_calls_mirror_as_well() -> None:
    net = network(2, force_mirroring="True")
    rng = np.random.default_rng(0)
    shapes = [*net.infer_shape(data=(4, 8, 6, 6))[0]]
    by_name = dict(zip(net.list_arguments(), shapes, strict=True))
    by_name.update(zip(net.list_auxiliary_states(), net.infer_shape(data=(4, 8, 6, 6))[2], strict=True))
    arrays = [nd.array(rng.uniform(0.1, 1, by_name[n])) for n in net.list_inputs()]
    arrays[0].attach_grad()
    with mx.autograd.record():
        mx.nd.CachedOp(net)(*arrays).backward()
    found = arrays[0].grad.asnumpy()
    with mx.autograd.record():
        mx.nd.CachedOp(network(2))(*arrays).backward()
    np.testing.assert_allclose(found, arrays[0].grad.asnumpy(), rtol=1e-3, atol=1e-5)
