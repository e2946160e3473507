"""Groups of operators as one node each: the same graph, run in other parts."""

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mxnet as mx
from mxnet import autograd, gluon, nd, sym
from mxnet.symbol import backends
from mxnet.symbol.node import Node, topo

UNARY, BINARY = ("sin", "cos", "negative"), ("elemwise_add", "elemwise_mul", "elemwise_sub")


@st.composite
def graphs(draw: Any) -> tuple[Any, list[str]]:
    """A graph of small operators with several outputs, and names of some of the operators."""
    pool = [sym.var(f"v{i}") for i in range(draw(st.integers(1, 5)))]
    for _ in range(draw(st.integers(1, 16))):
        name = draw(st.sampled_from((*UNARY, *BINARY)))
        picked = [pool[draw(st.integers(0, len(pool) - 1))] for _ in range(1 if name in UNARY else 2)]
        pool.append(getattr(sym, name)(*picked))
    ends = draw(st.lists(st.sampled_from(pool), min_size=1, max_size=4))
    names = draw(st.lists(st.sampled_from((*UNARY, *BINARY)), unique=True))
    return sym.Group(ends), names


def operators(symbol: Any) -> list[str]:
    return [n.op.name for n in topo(symbol._heads) if n.op is not None]


def grouped(symbol: Any) -> list[list[str]]:
    """The names of the nodes in each group."""
    nodes = [n for n in topo(symbol._heads) if n.subgraphs]
    return [[m.name for m in topo(n.subgraphs[0]) if m.op is not None] for n in nodes]


def depends_on_itself(symbol: Any) -> bool:
    """Whether a node can be reached from its own inputs."""
    left: set[Node] = set()

    def meets(node: Node, above: frozenset[Node]) -> bool:
        if node in above:
            return True
        if node in left:
            return False
        left.add(node)
        return any(meets(child, above | {node}) for child, _ in node.inputs)

    return any(meets(node, frozenset()) for node, _ in symbol._heads)


@settings(max_examples=400, deadline=None)
@given(graphs())
def test_the_inputs_keep_their_order_and_nothing_depends_on_itself(case: tuple[Any, list[str]]) -> None:
    graph, names = case
    other = graph.optimize_for("default", op_names=names)
    assert other.list_inputs() == graph.list_inputs()
    assert not depends_on_itself(other)
    assert not set(operators(other)) & set(names)
    inside = [m.op.name for n in topo(other._heads) for m in topo((n.subgraphs or [[]])[0]) if m.op is not None]
    rest = [name for name in operators(other) if name != "_CachedOp"]
    assert sorted(inside + rest) == sorted(operators(graph))  # nothing is lost, and nothing computed twice
    assert sym.load_json(other.tojson()).tojson() == other.tojson()


def run(graph: Any, arrays: Sequence[Any]) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """The outputs for arrays given in order, and the gradients."""
    grads = [nd.zeros(a.shape) for a in arrays]
    executor = graph.bind(mx.cpu(), list(arrays), grads)
    outputs = executor.forward(is_train=True)
    executor.backward([nd.full(o.shape, i + 1) for i, o in enumerate(outputs)])
    return [o.asnumpy() for o in outputs], [g.asnumpy() for g in grads]


@settings(max_examples=25, deadline=None)
@given(graphs())
def test_outputs_and_gradients_are_those_of_the_whole_graph(case: tuple[Any, list[str]]) -> None:
    graph, names = case
    arrays = [nd.array(np.linspace(0.2, 1, 3) * (i + 1)) for i in range(len(graph.list_arguments()))]
    other = sym.load_json(graph.optimize_for("default", op_names=names).tojson())
    for ours, theirs in zip(run(other, arrays), run(graph, arrays), strict=True):
        for one, two in zip(ours, theirs, strict=True):
            np.testing.assert_allclose(one, two, rtol=2e-5, atol=1e-5)


def test_a_group_is_as_large_as_it_can_be() -> None:
    x = sym.var("x")
    start = sym.exp(x, name="start")
    left, right = sym.sin(start, name="left"), sym.cos(start, name="right")
    end = sym.elemwise_add(left, right, name="end")
    everything = end.optimize_for("default", op_names=["exp", "sin", "cos", "elemwise_add"])
    assert grouped(everything) == [["start", "left", "right", "end"]]
    assert everything.list_outputs() == ["_CachedOp0_end_output"]


def test_a_group_does_not_go_around_an_operator_that_stays() -> None:
    """What stays reads the group's start and is read by its end: with both in it, it would need its own result."""
    start = sym.exp(sym.var("x"), name="start")
    end = sym.elemwise_add(sym.sin(start, name="left"), sym.cos(start, name="stays"), name="end")
    parts = end.optimize_for("default", op_names=["exp", "sin", "elemwise_add"])
    assert grouped(parts) == [["start", "left"], ["end"]]
    chain = sym.sin(sym.var("x"), name="first")
    middle = chain
    for _ in range(6):
        middle = sym.cos(middle)
    ring = sym.elemwise_add(chain, middle, name="last").optimize_for("default", op_names=["sin", "elemwise_add"])
    assert grouped(ring) == [["first"], ["last"]]


def test_groups_do_not_depend_on_each_other_in_a_circle() -> None:
    """Each of two groups is without a cycle by itself; together they would be one of two nodes."""
    p, q = sym.sin(sym.var("x"), name="p"), sym.sin(sym.var("y"), name="q")
    joined = sym.elemwise_add(p, sym.negative(q, name="between"), name="joined")
    other = sym.elemwise_add(q, sym.negative(p, name="among"), name="other")
    graph = sym.Group([sym.elemwise_mul(joined, other, name="end")])
    parts = graph.optimize_for("default", op_names=["sin", "elemwise_add", "elemwise_mul"])
    assert not depends_on_itself(parts)
    assert parts.list_inputs() == graph.list_inputs()


def test_the_order_of_variables_bounds_a_group() -> None:
    """MXNet moves ``w`` before ``v`` here: a list of arrays would then be bound to other variables."""
    first = sym.exp(sym.var("u"), name="first")
    graph = sym.Group([first, sym.cos(sym.var("v")), sym.elemwise_add(first, sym.var("w"), name="second")])
    parts = graph.optimize_for("default", op_names=["exp", "elemwise_add"])
    assert parts.list_inputs() == ["u", "v", "w"]
    assert grouped(parts) == [["first"], ["second"]]


def test_what_is_read_or_given_twice_is_one_input_or_output() -> None:
    x = sym.exp(sym.var("x"))
    twice = (x + x).optimize_for("default", op_names=["elemwise_add"])
    assert [len(n.inputs) for n in topo(twice._heads) if n.subgraphs] == [1]
    same = sym.Group([x, x, x]).optimize_for("default", op_names=["exp"], dedup_subgraph=True)
    assert len(same.list_outputs()) == 3
    assert [o.asscalar() for o in same.eval(x=nd.zeros(1))] == [1, 1, 1]


def test_states_stay_states() -> None:
    data = sym.var("data")
    graph = sym.BatchNorm(sym.BatchNorm(sym.sin(data), name="one"), name="two")
    parts = graph.optimize_for("default", op_names=["BatchNorm"])
    assert grouped(parts) == [["one", "two"]]
    assert parts.list_arguments() == graph.list_arguments()
    assert parts.list_auxiliary_states() == graph.list_auxiliary_states() != []
    means = []
    for symbol in (graph, parts):
        executor = symbol.simple_bind(mx.cpu(), data=(4, 3))
        executor.forward(is_train=True, data=nd.arange(12).reshape((4, 3)))
        executor.outputs[0].wait_to_read()
        means.append(executor.aux_dict["one_moving_mean"].asnumpy())
    np.testing.assert_allclose(*means, rtol=1e-6)
    assert np.abs(means[0]).max() > 0


def test_shapes_and_types_go_through_a_group_both_ways() -> None:
    weight = sym.sin(sym.var("w", shape=(1, 0, 2, 2)), name="inner")
    graph = sym.Convolution(sym.var("x"), weight, kernel=(2, 2), num_filter=1, no_bias=True)
    parts = graph.optimize_for("default", op_names=["sin"])
    assert parts.infer_shape(x=(3, 5, 4, 4))[0] == [(3, 5, 4, 4), (1, 5, 2, 2)]
    assert parts.infer_type(x="float64")[0] == [np.float64, np.float64]


def test_a_file_of_a_partitioned_symbol_runs_and_has_its_graph_beside_the_node(tmp_path: Any) -> None:
    graph = sym.FullyConnected(sym.sin(sym.var("x"), name="sin0"), num_hidden=2, name="fc")
    parts = graph.optimize_for("default", op_names=["sin", "FullyConnected"])
    parts.save(str(tmp_path / "parts.json"))
    written = json.loads((tmp_path / "parts.json").read_text())["nodes"]
    (node,) = [n for n in written if n["op"] == "_CachedOp"]
    assert [n["name"] for n in node["subgraphs"][0]["nodes"]] == ["x0", "sin0", "fc_weight0", "fc_bias0", "fc"]
    arrays = {"x": nd.ones((1, 3)), "fc_weight": nd.ones((2, 3)), "fc_bias": nd.ones(2)}
    again = sym.load(str(tmp_path / "parts.json"))
    np.testing.assert_array_equal(again.eval(**arrays)[0].asnumpy(), parts.eval(**arrays)[0].asnumpy())


@pytest.fixture
def names_of_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "_GROUPING", dict(backends._GROUPING))


@pytest.mark.parametrize("backend", ["default", "Default_V2"])
def test_names_set_for_a_backend_hold_until_others_are(backend: str, names_of_default: None) -> None:
    graph = sym.exp(sym.sin(sym.var("x")))
    assert operators(graph.optimize_for(backend)) == ["sin", "exp"]
    backends.set_op_names(backend, ["sin"])
    assert operators(graph.optimize_for(backend)) == ["_CachedOp", "exp"]
    assert operators(graph.optimize_for(backend, op_names=["exp"])) == ["sin", "_CachedOp"]
    backends.set_op_names(backend, [])
    assert operators(graph.get_backend_symbol(backend)) == ["sin", "exp"]


def test_the_environment_groups_what_is_bound(names_of_default: None, monkeypatch: pytest.MonkeyPatch) -> None:
    backends.set_op_names("default", ["sin"])
    monkeypatch.setenv("MXNET_SUBGRAPH_BACKEND", "default")
    executor = sym.exp(sym.sin(sym.var("x"))).simple_bind(mx.cpu(), x=(1,))
    assert operators(executor.get_optimized_symbol()) == ["_CachedOp", "exp"]
    assert executor.forward(x=nd.zeros(1))[0].asscalar() == 1


def test_a_hybridized_block_is_grouped_and_trained() -> None:
    x, gradients = nd.array([[1.0, 2, 3]]), []
    for backend in ({}, {"backend": "default", "op_names": ["FullyConnected", "Activation"]}):
        net = gluon.nn.HybridSequential()
        net.add(gluon.nn.Dense(4, activation="relu", in_units=3), gluon.nn.Dense(2, in_units=4))
        net.initialize(mx.init.One())
        net.hybridize(**backend)
        with autograd.record():
            loss = (net(x) ** 2).sum()
        loss.backward()
        gradients.append(net[0].weight.grad().asnumpy())
    np.testing.assert_allclose(*gradients, rtol=1e-6)


def test_names_that_are_none() -> None:
    x = sym.sin(sym.var("x"))
    with pytest.raises(TypeError, match="expected a list of operators' names"):
        x.optimize_for("default", op_names="sin")
    with pytest.raises(mx.MXNetError, match="no_such_operator"):
        x.optimize_for("default", op_names=["no_such_operator"])
    with pytest.raises(mx.MXNetError, match="does not group operators"):
        backends.set_op_names("XLA", ["sin"])
