"""Parameters and dictionaries of them."""

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn

CONTEXTS = [mx.cpu(0), mx.cpu(1)]


def made(**kwargs: object) -> gluon.Parameter:
    parameter = gluon.Parameter("weight", shape=(2, 3), **kwargs)
    parameter.initialize(mx.init.One())
    return parameter


def test_a_copy_on_each_context() -> None:
    p = gluon.Parameter("weight", shape=(2, 3))
    p.initialize("xavier", ctx=CONTEXTS)
    assert p.list_ctx() == CONTEXTS
    assert [a.context for a in p.list_data()] == CONTEXTS
    assert [g.shape for g in p.list_grad()] == [(2, 3)] * 2
    np.testing.assert_array_equal(p.data(mx.cpu(0)).asnumpy(), p.data(mx.cpu(1)).asnumpy())
    with mx.cpu(1):
        assert p.data().context == mx.cpu(1)
    with pytest.raises(RuntimeError, match=r"was not initialized on context cpu\(2\)"):
        p.data(mx.cpu(2))
    p.reset_ctx([mx.cpu(2)])
    assert p.data(mx.cpu(2)) is p.data()


def test_gradients_follow_the_request() -> None:
    p = made()
    x = nd.array([1.0, 2.0, 3.0])

    def run() -> None:
        with autograd.record():
            loss = nd.dot(p.data(), x).sum()
        loss.backward()

    run()
    run()
    assert p.grad().asnumpy().tolist() == [[1, 2, 3]] * 2
    p.grad_req = "add"
    run()
    run()
    assert p.grad().asnumpy().tolist() == [[2, 4, 6]] * 2
    p.zero_grad()
    assert not p.grad().asnumpy().any()
    p.grad_req = "null"
    with pytest.raises(RuntimeError, match="because grad_req='null'"):
        p.grad()
    assert p.data().grad is None
    p.grad_req = "write"
    run()
    assert p.grad().asnumpy().tolist() == [[1, 2, 3]] * 2


def test_reading_too_early_says_what_to_do() -> None:
    p = gluon.Parameter("weight", shape=(2, 0), allow_deferred_init=True)
    with pytest.raises(RuntimeError, match="has not been initialized"):
        p.data()
    p.initialize(ctx=CONTEXTS)
    assert p.list_ctx() == CONTEXTS
    with pytest.raises(gluon.DeferredInitializationError, match="pass one batch of data through the network"):
        p.data()
    with pytest.raises(ValueError, match=r"invalid shape: \(2, 0\)"):
        gluon.Parameter("weight", shape=(2, 0)).initialize()


def test_deferred_data_and_contexts() -> None:
    net = nn.Dense(2)
    net.initialize()
    net.collect_params().reset_ctx(mx.cpu(1))
    net.weight.set_data(nd.ones((2, 4)))
    assert net.weight.shape == (2, 4)
    out = net(nd.ones((1, 4), ctx=mx.cpu(1)))
    assert out.context == mx.cpu(1)
    assert out.asnumpy().tolist() == [[4, 4]]


def test_initializing_again_needs_force() -> None:
    p = made()
    with pytest.warns(UserWarning, match="already initialized"):
        p.initialize(mx.init.Zero())
    assert p.data().asnumpy().all()
    p.initialize(mx.init.Zero(), force_reinit=True)
    assert not p.data().asnumpy().any()


def test_own_initializer_before_the_default_one() -> None:
    net = nn.Dense(2, in_units=3, weight_initializer=mx.init.Constant(7))
    net.initialize(mx.init.One())
    assert (net.weight.data().asnumpy() == 7).all()
    assert (net.bias.data().asnumpy() == 0).all()
    other = nn.Dense(2, in_units=3, bias_initializer=None)
    other.initialize(mx.init.One())
    assert (other.weight.data().asnumpy() == 1).all()
    assert (other.bias.data().asnumpy() == 1).all()


def test_set_data_and_shapes() -> None:
    p = made()
    p.set_data(np.full((2, 3), 5.0))
    assert (p.data().asnumpy() == 5).all()
    with pytest.raises(AssertionError, match=r"Expected shape \(3, 3\) is incompatible with given shape \(2, 3\)"):
        p.set_data(nd.ones((3, 3)))


def test_cast_keeps_the_gradient() -> None:
    p = made()
    p.dtype = "float64"
    assert [p.data().dtype, p.grad().dtype] == [np.float64, np.float64]
    with autograd.record():
        y = (p.data() * 2).sum()
    y.backward()
    assert (p.grad().asnumpy() == 2).all()


def test_storage_types_are_checked() -> None:
    with pytest.raises(AssertionError, match="stype for Parameter 'w' must be one of"):
        gluon.Parameter("w", shape=(2, 2), stype="odd")
    p = gluon.Parameter("w", shape=(4, 2), stype="row_sparse", grad_stype="row_sparse")
    p.initialize(mx.init.One(), ctx=CONTEXTS)
    with pytest.raises(RuntimeError, match="use row_sparse_data"):
        p.data()
    with pytest.raises(RuntimeError, match="no Trainer is created"):
        p.row_sparse_data(nd.array([0]))
    with pytest.raises(RuntimeError, match=r"use data\(\) instead"):
        made().row_sparse_data(nd.array([0]))
    assert p.grad(mx.cpu(0)).stype == "row_sparse"


def test_variables_of_symbols_carry_the_attributes() -> None:
    p = gluon.Parameter("w", shape=(2, 0), lr_mult=2.0, wd_mult=0.5, init="ones", dtype="float16")
    attrs = p.var().attr_dict()["w"]
    wanted = {"__shape__": "(2, 0)", "__lr_mult__": "2.0", "__wd_mult__": "0.5", "__init__": "ones", "__dtype__": "2"}
    assert wanted.items() <= attrs.items()
    assert p.var() is p.var()


def test_constants_do_not_change() -> None:
    const = gluon.Constant("const", [[1, 2], [3, 4]])
    const.initialize()
    assert const.data().asnumpy().tolist() == [[1, 2], [3, 4]]
    assert str(const).startswith("Constant const (shape=(2, 2)")
    with pytest.warns(UserWarning, match="is ignored"):
        const.grad_req = "write"
    assert const.grad_req == "null"
    params = gluon.ParameterDict("net_")
    first = params.get_constant("c", np.ones((2,)))
    assert params.get_constant("c", nd.ones((2,))) is first
    with pytest.raises(AssertionError, match="value doesn't match"):
        params.get_constant("c", np.zeros((2,)))
    with pytest.raises(KeyError, match="No constant named 'net_other'"):
        params.get_constant("other")


def test_get_merges_what_is_known() -> None:
    params = gluon.ParameterDict("net_")
    first = params.get("w", shape=(3, 0))
    assert params.get("w", shape=(0, 4), dtype=np.float32) is first
    assert first.shape == (3, 4)
    with pytest.raises(AssertionError, match="desired '\\(5, 4\\)' vs stored '\\(3, 4\\)'"):
        params.get("w", shape=(5, 4))
    with pytest.raises(AssertionError, match="attribute 'grad_req'"):
        params.get("w", grad_req="null")


def test_sharing_by_dictionary() -> None:
    one = nn.Dense(3, in_units=2, prefix="one_")
    two = nn.Dense(3, in_units=2, prefix="two_", params=one.params)
    assert two.weight is one.weight
    one.initialize(mx.init.One())
    assert two(nd.ones((1, 2))).asnumpy().tolist() == [[2, 2, 2]]
    assert list(two.collect_params()) == ["one_weight", "one_bias"]


def test_dictionaries_of_different_parameters_do_not_mix() -> None:
    one, two = nn.Dense(1, prefix="a_"), nn.Dense(1, prefix="a_")
    with pytest.raises(AssertionError, match="different Parameters with the same name 'a_weight'"):
        one.collect_params().update(two.collect_params())


def test_setattr_and_zero_grad_reach_all() -> None:
    net = nn.Dense(2, in_units=2)
    net.initialize()
    params = net.collect_params()
    params.setattr("lr_mult", 3.0)
    assert [p.lr_mult for p in params.values()] == [3.0, 3.0]
    with autograd.record():
        out = net(nd.ones((1, 2)))
    out.backward()
    assert params["dense0_weight" if "dense0_weight" in params else net.weight.name].grad().asnumpy().any()
    params.zero_grad()
    assert not any(p.grad().asnumpy().any() for p in params.values())


def test_printing() -> None:
    net = nn.Dense(2, in_units=3, prefix="fc_")
    assert str(net.collect_params()) == (
        "fc_ (\n  Parameter fc_weight (shape=(2, 3), dtype=float32)\n  Parameter fc_bias (shape=(2,), dtype=float32)\n)"
    )


def test_dictionary_files(tmp_path: Path) -> None:
    file = str(tmp_path / "p.params")
    net = nn.Dense(2, in_units=3, prefix="fc_")
    net.initialize()
    net.collect_params().save(file, strip_prefix="fc_")
    assert sorted(nd.load(file)) == ["bias", "weight"]
    other = nn.Dense(2, prefix="other_")
    other.collect_params().load(file, restore_prefix="other_")
    np.testing.assert_array_equal(other.weight.data().asnumpy(), net.weight.data().asnumpy())
    with pytest.raises(ValueError, match="does not start with 'odd_'"):
        net.collect_params().save(file, strip_prefix="odd_")
    with pytest.raises(AssertionError, match="Parameter 'fc_weight' is missing"):
        nn.Dense(2, prefix="fc_").collect_params().load(file)
    with pytest.raises(AssertionError, match="Set ignore_extra"):
        nn.Dense(2, use_bias=False, prefix="fc_").collect_params().load(file, restore_prefix="fc_")


def test_loading_checks_types_and_contexts(tmp_path: Path) -> None:
    file = str(tmp_path / "p.params")
    made().cast("float32")
    nd.save(file, {"weight": nd.ones((2, 3), dtype="float16")})
    params = gluon.ParameterDict()
    params.get("weight", shape=(2, 3))
    with pytest.raises(AssertionError, match="dtype incompatible"):
        params.load(file)
    params.load(file, ctx=CONTEXTS, cast_dtype=True)
    assert [a.dtype for a in params["weight"].list_data()] == [np.float32] * 2
    with pytest.raises(AssertionError, match="previous initialized on"):
        params.load(file, ctx=mx.cpu(0), cast_dtype=True)
    params.load(file, cast_dtype=True, dtype_source="saved")
    assert params["weight"].data(mx.cpu(1)).dtype == np.float16
    nd.save(file, {"weight": nd.ones((3, 3))})
    with pytest.raises(AssertionError, match="shape incompatible"):
        params.load(file, cast_dtype=True)


def test_parameters_are_pickled_with_their_values() -> None:
    p = pickle.loads(pickle.dumps(made()))
    assert p.name == "weight"
    assert (p.data().asnumpy() == 1).all()


def test_with_numpy_shapes_unknown_is_minus_one() -> None:
    p = gluon.Parameter("w", shape=(2, 0), allow_deferred_init=True)
    with mx.np_shape():
        assert p.shape == (2, -1)
        assert not gluon.utils.shape_is_known(p.shape)
        assert gluon.utils.shape_is_known(())
    assert not gluon.utils.shape_is_known(())


@pytest.mark.parametrize("hybridize", [False, True])
def test_an_array_that_a_client_puts_in_place_is_the_one_used(hybridize: bool) -> None:
    """MXFusion puts what it has sampled in place of weights, so that gradients go through it."""
    net = gluon.nn.Dense(1, use_bias=False, in_units=2)
    net.initialize()
    net.hybridize(hybridize)
    net(mx.nd.ones((1, 2)))
    weight = net.weight
    sampled = mx.nd.array([[3, 4]])
    sampled.attach_grad()
    ctx = sampled.context
    place = weight._ctx_map[ctx.device_typeid & 1][ctx.device_id]
    with mx.autograd.record():
        weight._data[place] = sampled * 2
        out = net(mx.nd.array([[1, 10]]))
    out.backward()
    assert out.asscalar() == 86
    assert sampled.grad.asnumpy().tolist() == [[2, 20]]


def test_a_parameter_that_computes_its_data_is_asked_for_it() -> None:
    class Doubled(gluon.Parameter):
        def data(self, ctx: mx.Context | None = None) -> mx.nd.NDArray:
            return super().data(ctx) * 2

    class Scaled(gluon.HybridBlock):
        def __init__(self) -> None:
            super().__init__()
            self.scale = Doubled("scale", shape=(1,), init="ones")
            self.params.update({"scale": self.scale})

        def hybrid_forward(self, F: Any, x: Any, scale: Any) -> Any:
            return x * scale

    block = Scaled()
    block.initialize()
    assert block(mx.nd.array([3])).asscalar() == 6
