"""Operators on graphs stored as csr matrices: what they are called with.

How large their results are depends on the graph, and they read which elements are stored, so they work on arrays alone:
``ndarray.sparse.graphs`` runs them on the host.
"""

from typing import Any, NoReturn

from jax import Array

from mxnet._ops.attrs import Shape
from mxnet._ops.registry import op
from mxnet.error import MXNetError

# What the names of parameters mean in this family.
PARAMETERS = {
    "num_hops": "How many steps away from the seeds vertices may be.",
    "num_neighbor": "How many neighbours of a vertex are taken at most.",
    "max_num_vertices": "How many vertices at most; the results have room for them.",
}


def _refuse(name: str) -> NoReturn:
    raise MXNetError(
        f"{name} reads how a csr matrix is stored, so it cannot be part of a compiled graph: "
        f"call mx.nd.contrib.{name}(...) on arrays."
    )


@op("_contrib_dgl_csr_neighbor_uniform_sample", count_attr="num_args", outputs=lambda num_args, **_: 3 * (num_args - 1))
def dgl_csr_neighbor_uniform_sample(
    *data: Array, num_args: int, num_hops: int = 1, num_neighbor: int = 2, max_num_vertices: int = 100
) -> tuple[Array, ...]:
    """Parts of a graph around seeds: at each of ``num_hops`` steps, up to ``num_neighbor`` neighbours of each vertex.

    Takes a csr matrix of edge numbers, then one vector of seeds or more, all int64. Gives, a set for each of the seeds'
    vectors: the vertices, whose count stands in the last place; the edges, a csr matrix with a row for each vertex; the
    step at which each vertex was met.

    data: A csr matrix of edge numbers, then one vector of seeds or more.

    >>> edges = nd.sparse.csr_matrix(([1, 2, 3], [1, 2, 0], [0, 1, 2, 3]), shape=(3, 3), dtype="int64")
    >>> seeds = nd.array([0], dtype="int64")
    >>> parts = nd.contrib.dgl_csr_neighbor_uniform_sample(edges, seeds, num_args=2, num_hops=1, num_neighbor=1,
    ...                                                    max_num_vertices=3)
    >>> parts[0].asnumpy()
    array([0, 1, 0, 2])
    """
    _refuse("dgl_csr_neighbor_uniform_sample")


@op(
    "_contrib_dgl_csr_neighbor_non_uniform_sample",
    count_attr="num_args",
    outputs=lambda num_args, **_: 4 * (num_args - 2),
    like=dgl_csr_neighbor_uniform_sample,
)
def dgl_csr_neighbor_non_uniform_sample(*data: Array, **how: Any) -> tuple[Array, ...]:
    """Parts of a graph around seeds, a neighbour being chosen with the probability that its vertex has.

    Takes a csr matrix of edge numbers, the vertices' probabilities, then one vector of seeds or more. Gives vertices,
    edges, the vertices' probabilities, and the step at which each was met.

    data: A csr matrix of edge numbers, the probability of each vertex, then one vector of seeds or more.

    >>> edges = nd.sparse.csr_matrix(([1, 2, 3], [1, 2, 0], [0, 1, 2, 3]), shape=(3, 3), dtype="int64")
    >>> seeds = nd.array([0], dtype="int64")
    >>> parts = nd.contrib.dgl_csr_neighbor_non_uniform_sample(edges, nd.ones((3,)), seeds, num_args=3, num_hops=1,
    ...                                                        num_neighbor=1, max_num_vertices=3)
    >>> parts[0].asnumpy()
    array([0, 1, 0, 2])
    """
    _refuse("dgl_csr_neighbor_non_uniform_sample")


@op(
    "_contrib_dgl_subgraph",
    count_attr="num_args",
    outputs=lambda num_args, return_mapping: (num_args - 1) * (2 if return_mapping else 1),
)
def dgl_subgraph(*data: Array, num_args: int, return_mapping: bool) -> tuple[Array, ...]:
    """The edges among some vertices of a graph, numbered anew; with ``return_mapping`` also with their old numbers.

    Takes a csr matrix of edge numbers, then one rising vector of vertices or more, all int64.

    data: A csr matrix of edge numbers, then one rising vector of vertices or more.
    return_mapping: Give the old numbers of the edges too.

    >>> edges = nd.sparse.csr_matrix(([1, 2, 3], [1, 2, 0], [0, 1, 2, 3]), shape=(3, 3), dtype="int64")
    >>> part, old = nd.contrib.dgl_subgraph(edges, nd.array([0, 1], dtype="int64"), return_mapping=True)
    >>> old.asnumpy()
    array([[0, 1],
           [0, 0]])
    """
    _refuse("dgl_subgraph")


@op("_contrib_dgl_adjacency")
def dgl_adjacency(data: Array) -> Array:
    """The adjacency matrix of a graph: 1 in float32 where the csr matrix ``data`` stores the number of an edge.

    data: A csr matrix of edge numbers.

    >>> edges = nd.sparse.csr_matrix(([1, 2], [1, 0], [0, 1, 2]), shape=(2, 2), dtype="int64")
    >>> nd.contrib.dgl_adjacency(edges).asnumpy()
    array([[0., 1.],
           [1., 0.]], dtype=float32)
    """
    _refuse("dgl_adjacency")


@op(
    "_contrib_dgl_graph_compact",
    count_attr="num_args",
    outputs=lambda num_args, return_mapping, graph_sizes: num_args // 2 * (2 if return_mapping else 1),
)
def dgl_graph_compact(*data: Array, num_args: int, return_mapping: bool, graph_sizes: Shape) -> tuple[Array, ...]:
    """Sampled parts of graphs without their empty rows and columns, edges numbered anew.

    Takes the csr matrices, then the vectors of vertices that a sampler gave with them. With ``return_mapping`` the same
    matrices with the old edge numbers follow.

    data: The csr matrices, then the vectors of vertices that a sampler gave with them.
    return_mapping: Give matrices with the old edge numbers too.
    graph_sizes: How many vertices each of the parts has.

    >>> edges = nd.sparse.csr_matrix(([1, 2, 3], [1, 2, 0], [0, 1, 2, 3]), shape=(3, 3), dtype="int64")
    >>> vertices, part, _ = nd.contrib.dgl_csr_neighbor_uniform_sample(
    ...     edges, nd.array([0], dtype="int64"), num_args=2, num_hops=1, num_neighbor=1, max_num_vertices=5)
    >>> nd.contrib.dgl_graph_compact(part, vertices, return_mapping=False, graph_sizes=(2,)).shape
    (2, 2)
    """
    _refuse("dgl_graph_compact")
