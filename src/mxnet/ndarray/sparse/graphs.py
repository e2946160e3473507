"""Graphs as csr matrices of edge numbers: parts around seeds, parts on some vertices, edges looked up.

Everything here runs on the host, which knows where the elements of a csr matrix are.
"""

import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from mxnet._lazy.value import concrete
from mxnet._ops.registry import Op, find
from mxnet._programs.device import device_of
from mxnet.error import MXNetError
from mxnet.ndarray.dense import from_host
from mxnet.ndarray.sparse.arrays import CSRNDArray, make
from mxnet.ndarray.sparse.dispatch import put, rule, stypes
from mxnet.ndarray.sparse.parts import Parts, Pattern, capacity, on_host, padded

Function = Callable[[Op, Sequence[Any], dict[str, Any]], list[Any]]
# Which of a vertex's neighbours are taken: a function of their numbers, which gives positions among them.
Choice = Callable[[np.ndarray], np.ndarray]

_logger = logging.getLogger("mxnet.sparse")


class Adjacency(NamedTuple):
    """A csr matrix on the host: the neighbours of vertex ``v`` from ``pointers[v]`` to ``pointers[v + 1]``."""

    pointers: np.ndarray
    neighbours: np.ndarray
    edges: np.ndarray
    size: int


def on_arrays(name: str) -> Callable[[Function], Function]:
    """Register what an operator does with arrays; where several outputs are possible it gives a list."""

    def register(function: Function) -> Function:
        op = find(name)
        op.host = partial(_call, op, function)
        return function

    return register


def _call(op: Op, function: Function, arrays: Sequence[Any], attrs: dict[str, Any], out: Any) -> Any:
    count = {"num_args": len(arrays)} if op.variadic else {}
    params = op.parse({**count, **attrs})
    if op.variadic and params["num_args"] != len(arrays):
        raise MXNetError(f"{op.name}: num_args={params['num_args']}, but {len(arrays)} arrays were given.")
    results = function(op, arrays, params)
    if out is not None:
        return put(op, out, results)
    return results[0] if len(results) == 1 else results


def _graph(op: Op, array: Any, square: bool = False) -> Adjacency:
    if not isinstance(array, CSRNDArray) or array.dtype is not np.int64:
        got = f"a {array.stype} array of {np.dtype(array.dtype).name}" if hasattr(array, "stype") else repr(array)
        raise MXNetError(f"{op.name}: expected a csr matrix of int64 edge numbers, got {got}.")
    if square and array.shape[0] != array.shape[1]:
        raise MXNetError(f"{op.name}: expected the square matrix of a graph, got shape {array.shape}.")
    data, pattern = array._parts
    pattern.rows()  # checks the pointers
    values = on_host(data, f"{op.name} looks at a graph")[: pattern.count]
    return Adjacency(pattern.pointers, pattern.columns, values, array.shape[0])


def _vector(op: Op, array: Any, what: str, dtype: type = np.int64) -> np.ndarray:
    if isinstance(array, CSRNDArray) or len(array.shape) != 1 or array.dtype is not dtype:
        raise MXNetError(
            f"{op.name}: {what} must be a dense vector of {np.dtype(dtype).name}, got a {array.stype} array of shape "
            f"{array.shape} and dtype {np.dtype(array.dtype).name}."
        )
    return array.asnumpy()


def _csr(pointers: Any, columns: Any, values: np.ndarray, shape: tuple[int, int], like: Any) -> Any:
    pattern = Pattern(np.asarray(pointers), np.asarray(columns), shape)
    stored = padded(values, capacity(len(values)))
    return make(CSRNDArray, Parts(concrete(stored, device_of(like._ctx)), pattern), like._ctx)


def _check_vertices(op: Op, vertices: np.ndarray, size: int) -> None:
    wrong = vertices[(vertices < 0) | (vertices >= size)]
    if len(wrong):
        raise MXNetError(f"{op.name}: Vertex Id {wrong[0]} isn't in a graph of {size} vertices")


# --- sampling ---------------------------------------------------------------------------------------------------------


@on_arrays("_contrib_dgl_csr_neighbor_uniform_sample")
def sample_uniform(op: Op, arrays: Sequence[Any], params: dict[str, Any]) -> list[Any]:
    """Parts of a graph around seeds, every neighbour being as likely as any other."""
    _expect(op, arrays, 2, "a csr matrix and vectors of seeds")
    wanted, random = params["num_neighbor"], _random(arrays[0])

    def choose(neighbours: np.ndarray) -> np.ndarray:
        if len(neighbours) <= wanted:
            return np.arange(len(neighbours))
        return np.sort(random.choice(len(neighbours), wanted, replace=False, shuffle=False))

    vertices, edges, _, steps = _sample(op, arrays[0], arrays[1:], choose, None, params)
    return [*vertices, *edges, *steps]


@on_arrays("_contrib_dgl_csr_neighbor_non_uniform_sample")
def sample_by_probability(op: Op, arrays: Sequence[Any], params: dict[str, Any]) -> list[Any]:
    """Parts of a graph around seeds, neighbours being chosen with the probabilities of their vertices."""
    _expect(op, arrays, 3, "a csr matrix, the probabilities of its vertices, and vectors of seeds")
    likely = _vector(op, arrays[1], "probability", np.float32)
    if len(likely) != arrays[0].shape[1]:
        raise MXNetError(f"{op.name}: expected {arrays[0].shape[1]} probabilities, a vertex each, got {len(likely)}.")
    wanted, random = params["num_neighbor"], _random(arrays[0])

    def choose(neighbours: np.ndarray) -> np.ndarray:
        if len(neighbours) <= wanted:
            return np.arange(len(neighbours))
        # Whoever arrives first when each arrives at the rate of its probability: a draw without replacement.
        with np.errstate(divide="ignore"):
            arrivals = random.exponential(size=len(neighbours)) / likely[neighbours]
        chosen = np.argsort(arrivals, kind="stable")[:wanted]
        return chosen[np.argsort(neighbours[chosen], kind="stable")]

    vertices, edges, odds, steps = _sample(op, arrays[0], arrays[2:], choose, likely, params)
    return [*vertices, *edges, *odds, *steps]


def _expect(op: Op, arrays: Sequence[Any], least: int, what: str) -> None:
    if len(arrays) < least:
        raise MXNetError(f"{op.name}: expected {what}, got {len(arrays)} arrays.")


def _random(array: Any) -> np.random.Generator:
    """Random numbers that follow ``mx.random.seed``."""
    return np.random.default_rng(device_of(array._ctx).draw())


def _sample(
    op: Op, array: Any, seeds: Sequence[Any], choose: Choice, likely: np.ndarray | None, params: dict[str, Any]
) -> list[list[Any]]:
    graph, most = _graph(op, array, square=True), params["max_num_vertices"]
    samples = []
    for seed in seeds:
        start = _vector(op, seed, "seeds")
        if len(start) > most:
            raise MXNetError(f"{op.name}: {len(start)} seeds are more than max_num_vertices={most}.")
        _check_vertices(op, start, graph.size)
        steps, taken = _take_hops(graph, start, choose, params["num_hops"], most)
        vertices = np.array(sorted(steps), np.int64)
        ids = np.zeros(most + 1, np.int64)
        ids[: len(vertices)], ids[most] = vertices, len(vertices)
        odds = None if likely is None else from_host(padded(likely[vertices], most), array._ctx)
        step = padded(np.array([steps[v] for v in vertices.tolist()], np.int64), most)
        edges = _edges_of(graph, vertices, taken, most, array)
        samples.append((from_host(ids, array._ctx), edges, odds, from_host(step, array._ctx)))
    return [list(group) for group in zip(*samples, strict=True)]


def _take_hops(
    graph: Adjacency, seeds: np.ndarray, choose: Choice, hops: int, most: int
) -> tuple[dict[int, int], dict[int, np.ndarray]]:
    """The vertices met with the step of each, and the edges taken from those that were gone out from."""
    steps = dict.fromkeys(seeds.tolist(), 0)
    taken: dict[int, np.ndarray] = {}
    queue = list(steps)
    position = 0
    while position < len(queue) and len(steps) < most:
        vertex = queue[position]
        position += 1
        if steps[vertex] >= hops:
            continue
        first, last = graph.pointers[vertex : vertex + 2]
        taken[vertex] = first + choose(graph.neighbours[first:last])
        for neighbour in graph.neighbours[taken[vertex]].tolist():
            if len(steps) >= most:
                break
            if neighbour not in steps:
                steps[neighbour] = steps[vertex] + 1
                queue.append(neighbour)
    if any(steps[vertex] < hops for vertex in queue[position:]):
        _logger.warning(
            "The sampling is truncated because we have reached the max number of vertices, %d: give fewer seeds, a "
            "smaller num_neighbor, or a larger max_num_vertices.",
            most,
        )
    return steps, taken


def _edges_of(graph: Adjacency, vertices: np.ndarray, taken: dict[int, np.ndarray], most: int, like: Any) -> Any:
    nothing = np.zeros(0, np.int64)
    rows = [taken.get(v, nothing) for v in vertices.tolist()]
    counts = padded(np.array([len(r) for r in rows], np.int64), most)
    kept = np.concatenate([nothing, *rows])
    pointers = np.concatenate([[0], np.cumsum(counts)])
    return _csr(pointers, graph.neighbours[kept], graph.edges[kept], (most, like.shape[1]), like)


# --- parts of graphs --------------------------------------------------------------------------------------------------


@on_arrays("_contrib_dgl_subgraph")
def subgraph(op: Op, arrays: Sequence[Any], params: dict[str, Any]) -> list[Any]:
    """The edges among some vertices."""
    _expect(op, arrays, 2, "a csr matrix and vectors of vertices")
    graph = _graph(op, arrays[0])
    numbered, old = [], []
    for array in arrays[1:]:
        vertices = _vector(op, array, "vertices")
        if (np.diff(vertices) < 0).any():
            raise MXNetError(f"{op.name}: The input vertex list has to be sorted")
        _check_vertices(op, vertices, graph.size)
        shape = (len(vertices), len(vertices))
        pointers, columns, kept = _induced(graph, vertices)
        numbered.append(_csr(pointers, columns, np.arange(len(kept)), shape, arrays[0]))
        old.append(_csr(pointers, columns, graph.edges[kept], shape, arrays[0]))
    return [*numbered, *old] if params["return_mapping"] else numbered


def _induced(graph: Adjacency, vertices: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The rows of some vertices with only those vertices' columns: pointers, columns, and which edges they are."""
    counts = np.diff(graph.pointers)[vertices]
    ends = np.cumsum(counts)
    places = np.repeat(graph.pointers[vertices] - (ends - counts), counts) + np.arange(counts.sum())
    # A vertex that is given twice is known by its last place.
    columns = np.searchsorted(vertices, graph.neighbours[places], side="right") - 1
    inside = (columns >= 0) & (vertices[columns] == graph.neighbours[places])
    rows = np.repeat(np.arange(len(vertices)), counts)[inside]
    pointers = np.searchsorted(rows, np.arange(len(vertices) + 1))
    return pointers, columns[inside], places[inside]


@on_arrays("_contrib_dgl_adjacency")
def adjacency(op: Op, arrays: Sequence[Any], params: dict[str, Any]) -> list[Any]:
    """1 for each edge."""
    graph = _graph(op, arrays[0])
    ones = np.ones(len(graph.neighbours), np.float32)
    return [_csr(graph.pointers, graph.neighbours, ones, arrays[0].shape, arrays[0])]


@on_arrays("_contrib_dgl_graph_compact")
def compact(op: Op, arrays: Sequence[Any], params: dict[str, Any]) -> list[Any]:
    """Sampled parts without empty rows and columns. MXNet leaves the mappings empty; here they are as described."""
    half, sizes = len(arrays) // 2, params["graph_sizes"]
    if not arrays or len(arrays) != 2 * half or len(sizes) != half:
        raise MXNetError(
            f"{op.name}: expected csr matrices, as many vectors of vertices, and as many graph_sizes, got "
            f"{len(arrays)} arrays and graph_sizes={sizes}."
        )
    numbered, old = [], []
    for array, ids, size in zip(arrays[:half], arrays[half:], sizes, strict=True):
        graph, vertices = _graph(op, array), _vector(op, ids, "vertices")
        if len(vertices) != graph.size + 1 or vertices[-1] != size:
            raise MXNetError(
                f"{op.name}: expected {graph.size + 1} vertex numbers of which the last is graph_sizes={size}, got "
                f"{len(vertices)} that end with {vertices[-1:]}."
            )
        columns = _renumbered(op, graph.neighbours, vertices[:size])
        pointers = graph.pointers[: size + 1]
        numbered.append(_csr(pointers, columns, np.arange(len(columns)), (size, size), array))
        old.append(_csr(pointers, columns, graph.edges, (size, size), array))
    return [*numbered, *old] if params["return_mapping"] else numbered


def _renumbered(op: Op, neighbours: np.ndarray, vertices: np.ndarray) -> np.ndarray:
    order = np.argsort(vertices, kind="stable")
    places = np.minimum(np.searchsorted(vertices, neighbours, sorter=order), max(len(vertices) - 1, 0))
    if len(neighbours) and (not len(vertices) or (vertices[order[places]] != neighbours).any()):
        raise MXNetError(f"{op.name}: an edge leads to a vertex that is not among the {len(vertices)} given.")
    return order[places] if len(neighbours) else neighbours


@rule("_contrib_edge_id")
def edge_id(op: Op, arrays: Sequence[Any], attrs: dict[str, Any]) -> Any:
    """The stored number of each edge from ``u`` to ``v``, -1 where none is stored."""
    array, *ends = arrays
    if stypes(arrays) != ("csr", "default", "default"):
        return NotImplemented
    if len(ends[0].shape) != 1 or ends[0].shape != ends[1].shape:
        raise MXNetError(f"{op.name}: u and v must be vectors of one length, got {[e.shape for e in ends]}.")
    data, pattern = array._parts
    pairs = [e.asnumpy().astype(np.int64) for e in ends]
    for name, index, length in zip("uv", pairs, array.shape, strict=True):
        if len(index) and not (index.min() >= 0 and index.max() < length):
            raise MXNetError(f"{op.name}: {name} must lie between 0 and {length - 1}, got {index}.")
    values = on_host(data, f"{op.name} looks up edges")[: pattern.count]
    out = np.full(len(pairs[0]), -1, data.aval.dtype)
    keys, wanted = pattern.keys(), pairs[0] * array.shape[1] + pairs[1]
    if len(keys):
        order = np.argsort(keys, kind="stable")
        places = order[np.minimum(np.searchsorted(keys, wanted, sorter=order), len(keys) - 1)]
        there = keys[places] == wanted
        out[there] = values[places[there]]
    return from_host(out, array._ctx)
