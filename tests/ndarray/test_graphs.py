"""Graphs as csr matrices: parts around seeds, parts on vertices, edges looked up."""

import logging
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd


def ids(*numbers: int) -> Any:
    return nd.array(numbers, dtype=np.int64)


def graph(pointers: Any, columns: Any, edges: Any, size: int) -> Any:
    parts = [np.array(p, np.int64) for p in (edges, columns, pointers)]
    return nd.sparse.csr_matrix(tuple(parts), shape=(size, size))


@pytest.fixture
def full() -> Any:
    """Five vertices, each with an edge to each of the others, numbered from 1."""
    columns = [c for row in range(5) for c in range(5) if c != row]
    return graph(range(0, 21, 4), columns, range(1, 21), 5)


def stored(array: Any) -> tuple[list[int], list[int], list[int]]:
    assert array.stype == "csr"
    array.check_format(full_check=True)
    return array.data.asnumpy().tolist(), array.indices.asnumpy().tolist(), array.indptr.asnumpy().tolist()


def test_every_neighbour_is_taken_where_there_are_few(full: Any) -> None:
    vertices, edges, steps = nd.contrib.dgl_csr_neighbor_uniform_sample(
        full, ids(0), num_args=2, num_hops=1, num_neighbor=4, max_num_vertices=6
    )
    assert vertices.asnumpy().tolist() == [0, 1, 2, 3, 4, 0, 5] and vertices.dtype == np.int64
    assert stored(edges) == ([1, 2, 3, 4], [1, 2, 3, 4], [0, 4, 4, 4, 4, 4, 4]) and edges.shape == (6, 5)
    assert steps.asnumpy().tolist() == [0, 1, 1, 1, 1, 0]


def test_hops_are_counted_along_a_path() -> None:
    path = graph([0, 1, 2, 3, 3], [1, 2, 3], [7, 8, 9], 4)
    vertices, edges, steps = nd.contrib.dgl_csr_neighbor_uniform_sample(
        path, ids(0), num_hops=2, num_neighbor=1, max_num_vertices=4
    )
    assert vertices.asnumpy()[[0, 1, 2, -1]].tolist() == [0, 1, 2, 3]
    assert stored(edges) == ([7, 8], [1, 2], [0, 1, 2, 2, 2])
    assert steps.asnumpy()[:3].tolist() == [0, 1, 2]


def test_several_seeds_give_sets_of_outputs(full: Any) -> None:
    out = nd.contrib.dgl_csr_neighbor_uniform_sample(full, ids(0, 1), ids(2), max_num_vertices=5)
    assert [o.stype for o in out] == ["default"] * 2 + ["csr"] * 2 + ["default"] * 2
    assert out[4].asnumpy()[:2].tolist() == [0, 0]
    number = int(out[1].asnumpy()[-1])
    assert 2 in out[1].asnumpy()[:number] and out[3].data.shape == (2,)


def test_samples_follow_the_seed(full: Any) -> None:
    def draw() -> list[Any]:
        mx.random.seed(3)
        outs = [nd.contrib.dgl_csr_neighbor_uniform_sample(full, ids(0), max_num_vertices=3) for _ in range(8)]
        return [o[1].data.asnumpy().tolist() for o in outs]

    assert draw() == draw()
    assert len({tuple(d) for d in draw()}) > 1


def test_probabilities_choose(full: Any) -> None:
    mx.random.seed(0)
    likely = nd.array([0, 0, 0.5, 0, 0.5])
    vertices, edges, odds, steps = nd.contrib.dgl_csr_neighbor_non_uniform_sample(
        full, likely, ids(0), num_hops=1, num_neighbor=2, max_num_vertices=4
    )
    assert vertices.asnumpy().tolist() == [0, 2, 4, 0, 3]
    assert stored(edges) == ([2, 4], [2, 4], [0, 2, 2, 2, 2])
    assert odds.asnumpy().tolist() == [0, 0.5, 0.5, 0] and odds.dtype == np.float32
    assert steps.asnumpy().tolist() == [0, 1, 1, 0]
    counts = np.zeros(5)
    uneven = nd.array([1, 3, 1, 1, 1])
    for _ in range(300):
        out = nd.contrib.dgl_csr_neighbor_non_uniform_sample(full, uneven, ids(0), num_neighbor=1, max_num_vertices=2)
        counts[out[1].indices.asnumpy()[0]] += 1
    assert counts[0] == 0 and 120 < counts[1] < 180  # three in six


def test_a_full_sample_says_so(full: Any, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "mxnet.sparse"):
        out = nd.contrib.dgl_csr_neighbor_uniform_sample(full, ids(0, 1, 2), max_num_vertices=3)
    assert "truncated" in caplog.text
    assert stored(out[1]) == ([], [], [0, 0, 0, 0])


def test_compact_numbers_vertices_and_edges_anew() -> None:
    sparse = graph([0, 0, 0, 2, 2, 3, 3], [4, 5, 2], [11, 12, 13], 6)
    vertices, edges, _ = nd.contrib.dgl_csr_neighbor_uniform_sample(sparse, ids(2), num_hops=2, max_num_vertices=5)
    size = vertices[-1].asnumpy()
    compact = nd.contrib.dgl_graph_compact(edges, vertices, graph_sizes=size, return_mapping=False)
    assert compact.shape == (3, 3) and compact.dtype == np.int64
    assert stored(compact) == ([0, 1, 2], [1, 2, 0], [0, 2, 3, 3])
    both = nd.contrib.dgl_graph_compact(edges, vertices, graph_sizes=(3,), return_mapping=True)
    assert stored(both[1]) == ([11, 12, 13], [1, 2, 0], [0, 2, 3, 3])
    with pytest.raises(mx.MXNetError, match="graph_sizes=2"):
        nd.contrib.dgl_graph_compact(edges, vertices, graph_sizes=2, return_mapping=False)


def test_subgraph_is_what_mxnet_gives(full: Any) -> None:
    out = nd.contrib.dgl_subgraph(full, ids(0, 2, 3), ids(1, 1, 2), return_mapping=True)
    assert stored(out[0]) == ([0, 1, 2, 3, 4, 5], [1, 2, 0, 2, 0, 1], [0, 2, 4, 6])
    assert out[1].data.asnumpy().tolist() == [0, 1, 2] and out[1].indices.asnumpy().tolist() == [2, 2, 1]
    assert stored(out[2]) == ([2, 3, 9, 11, 13, 15], [1, 2, 0, 2, 0, 1], [0, 2, 4, 6])
    assert nd.contrib.dgl_subgraph(full, ids(), return_mapping=False).shape == (0, 0)


def test_adjacency(full: Any) -> None:
    ones = nd.contrib.dgl_adjacency(full)
    assert ones.dtype == np.float32 and ones.stype == "csr"
    np.testing.assert_array_equal(ones.asnumpy(), 1 - np.eye(5))
    target = nd.sparse.zeros("csr", (5, 5))
    nd.contrib.dgl_adjacency(full, out=target)
    np.testing.assert_array_equal(target.asnumpy(), 1 - np.eye(5))


def test_edge_id_tells_a_stored_zero_from_no_edge() -> None:
    edges = nd.sparse.csr_matrix((np.array([0.0, 5.0], np.float32), [1, 0], [0, 1, 2]), shape=(2, 2))
    found = nd.contrib.edge_id(edges, nd.array([0, 0, 1, 1]), nd.array([0, 1, 0, 1]))
    assert found.asnumpy().tolist() == [-1, 0, 5, -1] and found.stype == "default"
    none = nd.sparse.zeros("csr", (2, 2))
    assert nd.contrib.edge_id(none, nd.array([0]), nd.array([1])).asnumpy().tolist() == [-1]


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda g: nd.contrib.dgl_subgraph(g, ids(3, 0), return_mapping=True), "sorted"),
        (lambda g: nd.contrib.dgl_subgraph(g, ids(0, 7), return_mapping=True), "Vertex Id 7"),
        (lambda g: nd.contrib.dgl_subgraph(g, nd.array([0]), return_mapping=True), "int64"),
        (lambda g: nd.contrib.dgl_subgraph(g, ids(0)), "return_mapping"),
        (lambda g: nd.contrib.dgl_subgraph(g, ids(0), num_args=3, return_mapping=True), "num_args=3"),
        (lambda g: nd.contrib.dgl_adjacency(g.astype("float32")), "int64"),
        (lambda g: nd.contrib.dgl_csr_neighbor_uniform_sample(g.tostype("default"), ids(0)), "csr"),
        (lambda g: nd.contrib.dgl_csr_neighbor_uniform_sample(g, ids(0, 1), max_num_vertices=1), "2 seeds"),
        (lambda g: nd.contrib.dgl_csr_neighbor_non_uniform_sample(g, nd.ones(3), ids(0)), "probabilities"),
        (lambda g: nd.contrib.edge_id(g, nd.array([5]), nd.array([0])), "between 0 and 4"),
    ],
)
def test_errors_say_what_was_expected(full: Any, call: Any, says: str) -> None:
    with pytest.raises(mx.MXNetError, match=says):
        call(full)


def test_graphs_of_symbols_are_refused_when_they_run() -> None:
    symbol = mx.sym.contrib.dgl_subgraph(mx.sym.var("g"), mx.sym.var("v"), return_mapping=True, name="part")
    assert symbol.list_outputs() == ["part_output0", "part_output1"]
    with pytest.raises(mx.MXNetError, match=r"mx\.nd\.contrib\.dgl_subgraph"):
        symbol.eval(g=nd.ones((2, 2), dtype=np.int64), v=ids(0))
