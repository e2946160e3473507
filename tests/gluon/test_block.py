"""Blocks: names, children, hooks, printing."""

import copy
import pickle
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn
from tests.gluon.networks import mlp


class Pair(gluon.Block):
    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.first = nn.Dense(4, in_units=3)
            self.second = nn.Dense(2, in_units=4)

    def forward(self, x: nd.NDArray) -> nd.NDArray:
        return self.second(self.first(x))


def test_names_count_upward_in_each_scope() -> None:
    with mx.name.NameManager():
        one, two = nn.Dense(2), nn.Dense(2)
        net = nn.HybridSequential()
        with net.name_scope():
            net.add(nn.Dense(2), nn.Conv2D(2, 3), nn.Conv1D(2, 3), nn.Activation("relu"), nn.MaxPool2D())
        outside = nn.Dense(2)
    assert [one.name, two.name, outside.name] == ["dense0", "dense1", "dense2"]
    names = [b.name for b in net._children.values()]
    stem = "hybridsequential0_"
    assert names == [stem + n for n in ("dense0", "conv0", "conv1", "relu0", "pool0")]
    assert net.prefix == stem


def test_an_empty_prefix_opens_no_scope() -> None:
    with mx.name.NameManager():
        net = nn.HybridSequential(prefix="")
        with net.name_scope():
            net.add(nn.Dense(2))
    assert list(net.collect_params()) == ["dense0_weight", "dense0_bias"]


def test_scopes_nest_and_come_back() -> None:
    class Inner(gluon.HybridBlock):
        def __init__(self, **kwargs: object) -> None:
            super().__init__(**kwargs)
            with self.name_scope():
                self.dense = nn.Dense(1)

    outer = Inner(prefix="outer_")
    with outer.name_scope():
        inner, beside = Inner(), nn.Dense(1)
    assert list(inner.collect_params()) == ["outer_inner0_dense0_weight", "outer_inner0_dense0_bias"]
    assert beside.name == "outer_dense1"


def test_scopes_belong_to_threads() -> None:
    net = nn.HybridSequential(prefix="main_")
    names: list[str] = []
    with net.name_scope():
        thread = threading.Thread(target=lambda: names.append(nn.Dense(1).name))
        thread.start()
        thread.join()
    assert names == ["dense0"]


def test_the_same_scope_can_be_entered_again_inside_itself() -> None:
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        with net.name_scope():
            inside = nn.Dense(1)
        after = nn.Dense(1)
    assert [inside.name, after.name] == ["net_dense0", "net_dense1"]
    assert nn.Dense(1, prefix="free_").name == "free"


def test_collect_params_selects_by_pattern() -> None:
    net = Pair(prefix="net_")
    assert list(net.collect_params(".*first.*")) == []
    assert list(net.collect_params(".*weight")) == ["net_dense0_weight", "net_dense1_weight"]
    assert list(net.collect_params("net_dense0_bias|net_dense1_weight")) == ["net_dense0_bias", "net_dense1_weight"]


def test_printing() -> None:
    net = nn.HybridSequential()
    net.add(nn.Conv2D(6, 5, padding=2, activation="tanh"), nn.MaxPool2D(), nn.Dense(3, in_units=4), nn.Dropout(0.5))
    assert str(net) == (
        "HybridSequential(\n"
        "  (0): Conv2D(None -> 6, kernel_size=(5, 5), stride=(1, 1), padding=(2, 2), Activation(tanh))\n"
        "  (1): MaxPool2D(size=(2, 2), stride=(2, 2), padding=(0, 0), ceil_mode=False, global_pool=False, "
        "pool_type=max, layout=NCHW)\n"
        "  (2): Dense(4 -> 3, linear)\n"
        "  (3): Dropout(p = 0.5, axes=())\n"
        ")"
    )
    assert str(Pair()) == "Pair(\n  (first): Dense(3 -> 4, linear)\n  (second): Dense(4 -> 2, linear)\n)"


def test_summary_counts_parameters(capsys: pytest.CaptureFixture[str]) -> None:
    net = mlp(in_units=3)
    net.initialize()
    net.summary(nd.ones((2, 3)))
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["Layer", "(type)", "Output", "Shape", "Param", "#"]
    assert lines[3].split() == ["Input", "(2,", "3)", "0"]
    assert "   Total params: 404" in lines
    net.hybridize()
    with pytest.raises(AssertionError, match="must not be hybridized"):
        net.summary(nd.ones((2, 3)))


def test_summary_of_shared_parameters_and_deferred_ones(capsys: pytest.CaptureFixture[str]) -> None:
    net = nn.Sequential()
    with net.name_scope():
        net.add(nn.Dense(3, activation="relu"))
        net.add(nn.Dense(3, params=net[0].params))
    net.initialize()
    net.summary(nd.ones((2, 3)))
    out = capsys.readouterr().out
    assert "Total params: 24" in out
    assert "Shared params in forward computation graph: 12" in out
    assert "Symbol" not in out


def test_hooks_are_called_in_order_and_can_be_taken_off() -> None:
    calls: list[str] = []
    net = Pair()
    net.initialize()
    before = net.register_forward_pre_hook(lambda block, args: calls.append(f"before {args[0].shape}"))
    with net.register_forward_hook(lambda block, args, out: calls.append(f"after {out.shape}")):
        net(nd.ones((5, 3)))
    net(nd.ones((6, 3)))
    before.detach()
    net(nd.ones((7, 3)))
    assert calls == ["before (5, 3)", "after (5, 2)", "before (6, 3)"]


def test_hybridizing_with_hooks_warns() -> None:
    net = nn.Dense(2)
    net.register_forward_hook(lambda *_: None)
    with pytest.warns(UserWarning, match="forward hook"):
        net.hybridize()


def test_apply_visits_children_first() -> None:
    seen: list[str] = []
    Pair().apply(lambda block: seen.append(type(block).__name__))
    assert seen == ["Dense", "Dense", "Pair"]


def test_attributes_keep_their_kind() -> None:
    net = Pair()
    with pytest.raises(TypeError, match="Changing attribute type"):
        net.first = nd.ones((1,))
    net.first = nn.Dense(7, in_units=3)
    assert net._children["first"] is net.first
    with pytest.raises(AssertionError, match="Overriding Parameter attribute weight"):
        net.first.weight = gluon.Parameter("other", shape=(1,))


def test_blocks_in_lists_are_warned_of() -> None:
    class Net(gluon.Block):
        def __init__(self) -> None:
            super().__init__()
            self.layers = [nn.Dense(2), {"deep": (nn.Dense(2),)}]

    with pytest.warns(UserWarning, match=r'"Net.layers" is an unregistered container'):
        Net().collect_params()


def test_children_of_hybrid_blocks_are_hybrid() -> None:
    net = nn.HybridSequential()
    with pytest.raises(ValueError, match="Children of HybridBlock must also be HybridBlock"):
        net.add(nn.Lambda("relu"))


def test_a_sequential_of_hybrid_blocks_suggests_the_hybrid_one() -> None:
    net = mlp(nn.Sequential)
    with pytest.warns(UserWarning, match="Consider using HybridSequential"):
        net.hybridize()


def test_sequentials_are_indexed_and_sliced() -> None:
    net = mlp()
    assert len(net) == 3
    assert net[-1] is list(net._children.values())[-1]
    part = net[:2]
    assert isinstance(part, nn.HybridSequential)
    assert [len(part), part[0] is net[0], part.prefix] == [2, True, net.prefix]


def test_missing_forward_is_named() -> None:
    class Empty(gluon.Block):
        pass

    class HalfEmpty(gluon.HybridBlock):
        pass

    with pytest.raises(NotImplementedError, match="Empty must define forward"):
        Empty()(1)
    with pytest.raises(NotImplementedError, match="HalfEmpty must define hybrid_forward"):
        HalfEmpty()(nd.ones((1,)))


def test_wrong_arguments_are_refused() -> None:
    net = nn.Dense(2)
    net.initialize()
    with pytest.raises(ValueError, match="there must be one NDArray or one Symbol"):
        net(3)
    with pytest.raises(ValueError, match="mixed NDArrays and Symbols"):
        net(nd.ones((1,)), mx.sym.var("x"))


def test_copies_are_independent() -> None:
    net = nn.Dense(2, in_units=3)
    net.initialize()
    other = copy.deepcopy(net)
    other.weight.set_data(nd.zeros((2, 3)))
    assert other.weight.data() is other.weight.list_data()[0]
    assert np.abs(net.weight.data().asnumpy()).sum() > 0
    assert (other(nd.ones((1, 3))).asnumpy() == 0).all()


COPIES: dict[str, Callable[[Any], Any]] = {
    "deepcopy": copy.deepcopy,
    "pickle": lambda net: pickle.loads(pickle.dumps(net)),
}


@pytest.mark.parametrize("way", COPIES)
def test_hybridized_and_trained_nets_are_copied(way: str) -> None:
    net = nn.HybridSequential()
    net.add(nn.Conv2D(3, 3), nn.BatchNorm(), nn.HybridLambda("relu"), nn.Flatten(), nn.Dense(4))
    net.initialize()
    net.hybridize()
    x = nd.random.uniform(shape=(2, 2, 5, 5))

    def train(one: Any) -> None:
        trainer = gluon.Trainer(one.collect_params(), "adam")
        with autograd.record():
            loss = one(x).sum()
        loss.backward()
        trainer.step(2)

    train(net)
    other = COPIES[way](net)
    expected = net(x).asnumpy()
    np.testing.assert_allclose(other(x).asnumpy(), expected, rtol=1e-6)
    assert other._active and list(other.collect_params()) == list(net.collect_params())
    train(other)
    assert not np.allclose(other(x).asnumpy(), expected)
    np.testing.assert_array_equal(net(x).asnumpy(), expected)


@pytest.mark.parametrize("way", COPIES)
def test_symbol_blocks_are_copied(way: str) -> None:
    data = mx.sym.var("data")
    net = gluon.SymbolBlock(mx.sym.FullyConnected(data, num_hidden=3, name="fc"), data)
    net.initialize()
    x = nd.ones((2, 4))
    expected = net(x).asnumpy()
    other = COPIES[way](net)
    net.collect_params()["fc_weight"].set_data(nd.zeros((3, 4)))
    np.testing.assert_array_equal(other(x).asnumpy(), expected)


@pytest.mark.parametrize("half", ["float16", "bfloat16"])
def test_cast_converts_everything_but_batch_norm_to_sixteen_bits(half: str) -> None:
    net = nn.HybridSequential()
    net.add(nn.Dense(3, in_units=2), nn.BatchNorm(in_channels=3))
    net.initialize()
    net.cast(half)
    assert np.dtype(net[0].weight.data().dtype).name == half
    assert net[1].gamma.data().dtype == np.float32
    net.cast("float64")
    assert net(nd.ones((4, 2), dtype="float64")).dtype == np.float64
