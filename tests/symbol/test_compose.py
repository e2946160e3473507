"""Building graphs: names, parameters that make themselves, composition, attributes, indexing."""

import copy
import pickle

import numpy as np
import pytest

import mxnet as mx


@pytest.fixture(autouse=True)
def names():
    with mx.name.NameManager():
        yield


def test_parameters_make_themselves():
    fc = mx.sym.FullyConnected(mx.sym.var("x"), num_hidden=3, name="fc")
    assert fc.list_arguments() == ["x", "fc_weight", "fc_bias"]
    assert mx.sym.FullyConnected(mx.sym.var("x"), num_hidden=3, no_bias=True).list_arguments() == [
        "x",
        "fullyconnected0_weight",
    ]
    assert mx.sym.SoftmaxOutput(fc, name="out").list_arguments()[-1] == "out_label"


def test_states_are_no_arguments():
    bn = mx.sym.BatchNorm(mx.sym.var("x"), name="bn")
    assert bn.list_arguments() == ["x", "bn_gamma", "bn_beta"]
    assert bn.list_auxiliary_states() == ["bn_moving_mean", "bn_moving_var"]
    assert bn.list_inputs() == ["x", "bn_gamma", "bn_beta", "bn_moving_mean", "bn_moving_var"]
    assert bn.get_internals()["bn_moving_var"].attr("__init__") == '["one", {}]'


def test_automatic_names_follow_the_spelling_of_the_call():
    x = mx.sym.var("x")
    made = [x + 1, 1 - x, x + x, mx.sym.Flatten(x), mx.sym.flatten(x), mx.sym.linalg.gemm2(x, x)]
    assert [s.name for s in made] == ["_plusscalar0", "_rminusscalar0", "_plus0", "flatten0", "flatten1", "gemm20"]
    assert (x + 1).list_outputs() == ["_plusscalar1_output"]


def test_a_failed_call_takes_a_name_too():
    x = mx.sym.var("x")
    with pytest.raises(mx.MXNetError, match=r"Cannot find argument 'wide'.*FullyConnected"):
        mx.sym.FullyConnected(x, num_hidden=3, wide=True)
    assert mx.sym.FullyConnected(x, num_hidden=3).name == "fullyconnected1"


def test_prefix_and_scope():
    with mx.name.Prefix("left_"), mx.AttrScope(ctx_group="dev1"):
        fc = mx.sym.FullyConnected(mx.sym.var("x"), num_hidden=2, name="fc")
    assert fc.list_arguments() == ["x", "left_fc_weight", "left_fc_bias"]
    assert fc.get_internals()["left_fc_weight"].attr("ctx_group") == "dev1"
    assert fc.list_attr() == {"num_hidden": "2", "__ctx_group__": "dev1", "ctx_group": "dev1"}


def test_composition_replaces_variables_in_a_copy():
    inner = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=10, name="fc1")
    outer = mx.sym.FullyConnected(num_hidden=20, name="fc2")
    assert outer.list_arguments() == ["fc2_data", "fc2_weight", "fc2_bias"]
    both = outer(fc2_data=inner, name="composed")
    assert both.list_arguments() == ["data", "fc1_weight", "fc1_bias", "fc2_weight", "fc2_bias"]
    assert (both.name, outer.name) == ("composed", "fc2")
    with pytest.raises(mx.MXNetError, match="Keyword argument name nothing not found"):
        outer(nothing=inner)
    with pytest.raises(TypeError, match="not both"):
        outer(inner, fc2_data=inner)


def test_composition_with_one_output_of_several():
    parts = mx.sym.SliceChannel(mx.sym.var("x"), num_outputs=2, name="cut")
    net = mx.sym.var("a") + mx.sym.var("b")
    assert net(a=parts[1], b=parts[0]).get_children().list_outputs() == ["cut_output1", "cut_output0"]


def test_wrong_arguments():
    x, two = mx.sym.var("x"), mx.sym.Group([mx.sym.var("a"), mx.sym.var("b")])
    with pytest.raises(TypeError, match=r"data must be Symbol.*mx\.sym\.var"):
        mx.sym.FullyConnected(1, num_hidden=2)
    with pytest.raises(mx.MXNetError, match=r"2 outputs, choose one as in x\[0\]"):
        mx.sym.FullyConnected(two, num_hidden=2)
    with pytest.raises(mx.MXNetError, match="bias not found"):
        mx.sym.FullyConnected(x, bias=x, no_bias=True, num_hidden=2)
    with pytest.raises(mx.MXNetError, match=r"deprecated: write w = Variable\(\.\.\., lr_mult=2\)"):
        mx.sym.FullyConnected(x, num_hidden=2, weight_lr_mult=2)
    with pytest.raises(mx.MXNetError, match="Mutation target can only be Variable"):
        mx.sym.BatchNorm(x, moving_mean=x + 1)
    with pytest.raises(TypeError, match="not both"):
        mx.sym.Concat(x, arg1=x)


def test_attributes_are_written_as_mxnet_writes_them():
    x = mx.sym.var("x")
    assert mx.sym.Pooling(x, kernel=[2, 2], stride=(np.int64(2), 1), pool_type="max").list_attr() == {
        "kernel": "[2, 2]",
        "stride": "(2, 1)",
        "pool_type": "max",
    }
    assert (np.float32(0.1) * x).list_attr() == {"scalar": "0.1"}
    assert mx.sym.mean(x, axis=None).list_attr() == {"axis": "None"}
    assert mx.sym.Cast(x, dtype=np.float16).list_attr() == {"dtype": "float16"}


def test_variable_attributes():
    x = mx.sym.var("x", shape=(1, 0), dtype="float16", lr_mult=2, wd_mult=3, init="i", stype="csr", __y__=5)
    assert x.list_attr() == {
        "__shape__": "(1, 0)",
        "__dtype__": "2",
        "__lr_mult__": "2",
        "lr_mult": "2",
        "__wd_mult__": "3",
        "wd_mult": "3",
        "__init__": "i",
        "__storage_type__": "2",
        "__y__": "5",
    }
    with pytest.raises(ValueError, match="__profiler_scope__"):
        mx.sym.var("x", profiler_scope="a")
    with pytest.raises(TypeError, match="string"):
        mx.sym.var(3)


def test_setting_attributes_reaches_every_symbol_of_the_graph():
    net = mx.sym.Activation(mx.sym.var("x"), act_type="relu", name="act") + 1
    net.get_internals()["act_output"]._set_attr(mirror_stage="True")
    assert net.attr_dict()["act"]["mirror_stage"] == "True"
    with pytest.raises(ValueError, match="mirror_stage='1'"):
        net._set_attr(mirror_stage=1)
    with pytest.raises(mx.MXNetError, match="non-grouped"):
        mx.sym.Group([net, net.get_internals()[0]])._set_attr(a="b")


def test_indexing():
    parts = mx.sym.SliceChannel(mx.sym.var("x"), num_outputs=3, name="cut")
    assert len(parts) == 3
    assert [p.list_outputs() for p in parts] == [["cut_output0"], ["cut_output1"], ["cut_output2"]]
    assert parts["cut_output1"].list_outputs() == ["cut_output1"]
    assert parts[1:].list_outputs() == ["cut_output1", "cut_output2"]
    with pytest.raises(IndexError):
        parts[3]
    with pytest.raises(ValueError, match="Cannot find output"):
        parts["cut"]
    with pytest.raises(ValueError, match="multiple outputs"):
        mx.sym.Group([parts, parts])["cut_output0"]
    with pytest.raises(TypeError, match="integer index"):
        parts[0.5]


def test_children_and_groups():
    a, b = mx.sym.var("a"), mx.sym.var("b")
    total = a + b
    assert total.get_children().list_outputs() == ["a", "b"]
    assert a.get_children() is None
    assert str(mx.sym.Group([a, total])) == "<Symbol group [a, _plus0]>"
    assert mx.sym.Group([a, b]).name is None
    with pytest.raises(TypeError):
        mx.sym.Group([a, 1])


def test_operators_refuse_what_has_no_meaning():
    x = mx.sym.var("x")
    with pytest.raises(TypeError, match="not supported"):
        x + "1"
    with pytest.raises(TypeError, match="not supported"):
        np.ones(2) + x
    with pytest.raises(mx.base.NotImplementedForSymbol, match="NDArray"):
        bool(x)
    with pytest.raises(mx.base.NotImplementedForSymbol):
        x += 1
    for name in ("asnumpy", "asscalar", "wait_to_read", "copy", "detach", "backward", "as_in_context"):
        with pytest.raises(mx.base.NotImplementedForSymbol, match=name):
            getattr(x, name)()
    with pytest.raises(TypeError, match="unhashable"):
        hash(x)
    with pytest.raises(mx.MXNetError, match="not implemented"):
        x.gradient(["x"])


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))])
def test_copies_are_equal_and_apart(copied):
    net = mx.sym.BatchNorm(mx.sym.var("x", lr_mult=2), name="bn")
    twin = copied(net)
    assert twin.tojson() == net.tojson()
    twin._set_attr(__note__="mine")
    assert net.attr("__note__") is None


def test_a_pickle_names_the_class_where_mxnet_looks_for_it():
    assert b"mxnet.symbol.symbol" in pickle.dumps(mx.sym.var("x"), 0)


def test_a_deep_graph_needs_no_deep_stack():
    net = mx.sym.var("x")
    for _ in range(5000):
        net = net + 1
    assert len(mx.sym.load_json(net.tojson()).get_internals()) == 5001
    assert copy.copy(net).infer_shape(x=(2,))[1] == [(2,)]
