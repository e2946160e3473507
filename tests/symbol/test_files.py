"""Symbols as JSON: MXNet's files, older ones, hostile ones."""

import json
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mxnet as mx

FIXTURES = Path(__file__).parents[1] / "fixtures"


@pytest.fixture(autouse=True)
def names():
    with mx.name.NameManager():
        yield


def _net():
    net = mx.sym.Convolution(mx.sym.var("data"), kernel=(3, 3), num_filter=4, name="conv")
    net = mx.sym.BatchNorm(net, name="bn")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=2, name="fc"), name="out")


@pytest.mark.parametrize("name", ["mlp", "lenet", "lm", "mobilenet0.25"])
def test_a_file_of_mxnet_comes_back_byte_for_byte(name, tmp_path):
    source = FIXTURES / f"{name}-symbol.json"
    symbol = mx.sym.load(str(source))
    symbol.save(str(tmp_path / "copy.json"))
    assert (tmp_path / "copy.json").read_bytes() == source.read_bytes()


def test_save_and_load(tmp_path):
    path = str(tmp_path / "net-symbol.json")
    _net().save(path)
    assert mx.sym.load(path).tojson() == _net().tojson()
    assert mx.sym.fromjson(_net().tojson()).list_auxiliary_states() == ["bn_moving_mean", "bn_moving_var"]
    with pytest.raises(mx.MXNetError, match="no-such-file"):
        mx.sym.load(str(tmp_path / "no-such-file"))
    with pytest.raises(TypeError):
        mx.sym.load(3)
    with pytest.raises(TypeError):
        mx.sym.load_json(b"{}")


def test_names_with_signs_survive():
    name = 'a"b\\c\nd\te\rf é/'
    assert mx.sym.load_json(mx.sym.var(name).tojson()).name == name


def test_casts_of_mixed_precision_are_left_out_unless_asked_for():
    x = mx.sym.amp_cast(mx.sym.var("x"), dtype="float16")
    two = mx.sym.amp_multicast(x, mx.sym.var("y"), num_outputs=2)
    net = two[0] + two[1]
    assert "amp" not in net.tojson()
    assert mx.sym.load_json(net.tojson()).list_arguments() == ["x", "y"]
    assert "amp_multicast" in net.tojson(remove_amp_cast=False)
    assert "amp_cast" in x.tojson()


def _node(op, name, inputs=(), **more):
    return {"op": op, "name": name, "inputs": [list(i) for i in inputs], "backward_source_id": -1, **more}


def _graph(nodes, **more):
    variables = [i for i, n in enumerate(nodes) if n["op"] == "null"]
    return json.dumps({"nodes": nodes, "arg_nodes": variables, "heads": [[len(nodes) - 1, 0]], **more})


def test_a_file_of_version_0_8_is_brought_up_to_date():
    nodes = [
        _node("null", "data", param={}),
        _node("null", "c_weight", param={}, attr={"lr_mult": "2"}),
        _node("null", "c_bias", param={}),
        _node(
            "Convolution",
            "c",
            [(0, 0), (1, 0), (2, 0)],
            param={"kernel": "(3L, 3L)", "num_filter": "4"},
            attr={"bias_wd_mult": "0.5", "ctx_group": "g"},
        ),
        _node("null", "b_gamma", param={}),
        _node("null", "b_beta", param={}),
        _node("BatchNorm", "b", [(3, 0), (4, 0), (5, 0)], param={"eps": "0.001"}, attr={"ctx_group": "g"}),
        _node("argmax", "top", [(6, 0)], param={"axis": "-1"}),
    ]
    net = mx.sym.load_json(_graph(nodes))
    attributes = net.attr_dict()
    assert net.list_auxiliary_states() == ["b_moving_mean", "b_moving_var"]
    assert attributes["c_weight"] == {"__lr_mult__": "2", "lr_mult": "2"}
    assert attributes["c_bias"] == {"__wd_mult__": "0.5", "wd_mult": "0.5"}
    assert attributes["c"]["__ctx_group__"] == "g" and "bias_wd_mult" not in attributes["c"]
    assert attributes["b_moving_var"]["__init__"] == '["one", {}]'
    assert attributes["b_moving_mean"]["eps"] == "0.001"
    assert "top" not in attributes
    assert net.infer_shape(data=(2, 3, 8, 8))[1] == [(1,)]


def test_newer_files_are_taken_as_they_are():
    nodes = [_node("null", "x"), _node("argmax", "top", [(0, 0, 0)], attrs={"axis": "-1"})]
    net = mx.sym.load_json(_graph(nodes, attrs={"mxnet_version": ["int", 10901]}))
    assert net.list_attr() == {"axis": "-1"}


def test_an_old_file_in_numpy_semantics():
    text = mx.sym.FullyConnected(mx.sym.var("x"), mx.sym.var("w", shape=(10, 0)), num_hidden=10).tojson()
    with mx.np_shape():
        assert mx.sym.load_json(text).infer_shape(x=(2, 3))[0][1] == (10, 3)
        assert '"is_np_shape": ["int", 1]' in mx.sym.var("x").tojson()


def _changed(**changes):
    graph = json.loads(_net().tojson())
    graph.update(changes)
    return json.dumps(graph)


def _with_node(**changes):
    graph = json.loads(_net().tojson())
    node = next(n for n in graph["nodes"] if n["op"] == "Convolution")
    node.update(changes)
    return json.dumps(graph)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Expecting value"),
        ("[" * 100_000, "RecursionError"),
        ("[]", "got list"),
        ("{}", "missing field 'nodes'"),
        (_changed(heads=[]), "no heads"),
        (_changed(heads=[[99, 0, 0]]), "heads has 99"),
        (_changed(heads=[[0, -1, 0]]), "heads has -1"),
        (_changed(heads=[[3, 1, 0]]), "output 1 of 'conv', which has 1"),
        (_changed(heads=["x"]), r"expected \[node, output, version\]"),
        (_changed(nodes=[1]), r"nodes\[0\]"),
        (_changed(arg_nodes=[3]), "not a variable"),
        (_changed(attrs={"mxnet_version": "new"}), "mxnet_version"),
        (_with_node(op="Convolutoin"), "Failed loading Op conv of type Convolutoin"),
        (_with_node(attrs={"kernel": "(3, 3)"}), "num_filter"),
        (_with_node(attrs={"kernel": "(" * 10_000, "num_filter": "4"}), "kernel"),
        (_with_node(attrs={"kernel": 3}), "must map names to strings"),
        (_with_node(inputs=[[0, 0, 0]]), "takes data, weight, bias, but has 1 inputs"),
        (_with_node(inputs=[[0, 0, 0], [1, 0, 0], [3, 0, 0]]), "needs itself"),
        (_with_node(inputs=[[0, 0, 0], [1, 0, 0], [77, 0, 0]]), "node 77"),
        (_with_node(op="Concat", attrs={"num_args": "1000000000"}), "num_args=1000000000"),
        (_with_node(subgraphs=[{}]), "missing field 'nodes'"),
        (_with_node(subgraphs=3), "must be a list"),
    ],
    ids=lambda value: zlib.crc32(value.encode()),
)
def test_what_is_no_graph_is_explained(text, message):
    with pytest.raises(mx.MXNetError, match=f"json_str is not a symbol: .*{message}"):
        mx.sym.load_json(text)


JUNK = st.one_of(st.none(), st.booleans(), st.integers(-3, 20), st.text(max_size=3), st.just([]), st.just({}))


def _places(value, path=()):
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in items:
        yield from _places(child, (*path, key))


PLACES = list(_places(json.loads(_net().tojson())))[1:]


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.sampled_from(PLACES), JUNK)
def test_junk_anywhere_gives_a_graph_or_an_error_of_ours(place, junk):
    graph = json.loads(_net().tojson())
    inner = graph
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = junk
    try:
        symbol = mx.sym.load_json(json.dumps(graph))
    except mx.MXNetError as error:
        assert "json_str is not a symbol" in str(error)
    else:
        assert isinstance(symbol.tojson(), str)
