"""Rules of gather and scatter: windows of an array, read or written at places that are computed."""

import math
from typing import Any, NamedTuple

import numpy as np

from mxnet._lazy.interpret.rules import Compute, Missing, dtype_of, result_dtype, rule, shape_of, weigh, wide


class _Windows(NamedTuple):
    """How windows lie in an array.

    ``order`` puts the array's dimensions that must be indexed first, those that a window covers whole last. ``parts``
    says for each of the former how its index comes about: the column of the start indices or None, the dimension of the
    start indices that it goes along with or None, and the length of the window there, or None where it has none left.
    ``limits`` are the largest starts that leave a window inside.
    """

    order: tuple[int, ...]
    parts: tuple[tuple[int | None, int | None, int | None], ...]
    limits: np.ndarray
    kept: tuple[int, ...]  # the array's dimensions that windows have, in the order of an indexed array's results


def _windows(shape: tuple[int, ...], sizes: Any, columns: Any, dropped: Any, batching: Any, batches: Any) -> _Windows:
    column_of = {int(d): k for k, d in enumerate(columns)}
    batch_of = dict(zip(batching, batches, strict=True))
    removed = {*dropped, *batching}
    covered = [d for d in range(len(shape)) if d not in removed and sizes[d] == shape[d]]
    indexed = [d for d in range(len(shape)) if d not in covered]
    parts = [(column_of.get(d), batch_of.get(d), None if d in removed else sizes[d]) for d in indexed]
    limits = np.array([shape[d] - sizes[d] for d in columns], np.int64)
    kept = [d for d in indexed if d not in removed] + covered
    return _Windows(tuple(indexed + covered), tuple(parts), limits, tuple(kept))


def _index(windows: _Windows, starts: Any) -> tuple[Any, ...]:
    """Index arrays for the dimensions that must be indexed: the batch dimensions, then those of partial windows."""
    partial = [size for _, _, size in windows.parts if size is not None]
    rank, found, seen = starts.ndim - 1, [], 0
    for column, batch, size in windows.parts:
        index: Any = 0
        if column is not None:
            index = starts[..., column].reshape(starts.shape[:-1] + (1,) * len(partial))
        if batch is not None:
            along = [1] * (rank + len(partial))
            along[batch] = starts.shape[batch]
            index = np.arange(starts.shape[batch]).reshape(along)
        if size is not None:
            along = [1] * (rank + len(partial))
            along[rank + seen] = size
            index = index + np.arange(size).reshape(along)
            seen += 1
        found.append(index)
    return tuple(found)


def _inside(starts: Any, limits: np.ndarray) -> Any:
    return ((starts >= 0) & (starts <= limits)).all(-1)


def _clip(starts: Any, limits: np.ndarray) -> Any:
    return np.minimum(np.maximum(starts, 0), limits)


def _mode(equation: Any) -> str:
    name = getattr(equation.params["mode"], "name", "")
    if name not in ("CLIP", "FILL_OR_DROP", "PROMISE_IN_BOUNDS"):
        raise Missing(f"indexing in mode {equation.params['mode']}")
    return name


def _filling(equation: Any, dtype: np.dtype) -> Any:
    value = equation.params.get("fill_value")
    if value is not None:
        return np.asarray(value).astype(dtype)
    if dtype.kind in "iu":
        return dtype.type(np.iinfo(dtype).min if dtype.kind == "i" else np.iinfo(dtype).max)
    return np.asarray(True if dtype.kind == "b" else np.nan).astype(dtype)


@rule("gather", cost=weigh(6))
def _gather(equation: Any) -> Compute:
    numbers, shape, result = equation.params["dimension_numbers"], shape_of(equation.invars[0]), equation.outvars[0]
    after, dtype, fills = shape_of(result), result_dtype(equation), _mode(equation) == "FILL_OR_DROP"
    sizes = [int(s) for s in equation.params["slice_sizes"]]
    batching = getattr(numbers, "operand_batching_dims", ())
    batches = getattr(numbers, "start_indices_batching_dims", ())
    windows = _windows(shape, sizes, numbers.start_index_map, numbers.collapsed_slice_dims, batching, batches)
    if math.prod(after) == 0:
        return lambda x, starts: np.zeros(after, dtype)
    offsets = list(numbers.offset_dims)
    batch = [d for d in range(len(after)) if d not in offsets]
    # The result's dimensions in the order in which indexing gives them, and back.
    given = batch + [offsets[sorted(windows.kept).index(d)] for d in windows.kept]
    layout = tuple(np.argsort(given).tolist())
    between = tuple([after[d] for d in given])
    value: Any = _filling(equation, dtype) if fills else None
    masked = [after[d] if d in batch else 1 for d in range(len(after))]

    def gather(x: Any, starts: Any) -> Any:
        starts = np.asarray(starts).astype(np.int64)
        index = _index(windows, _clip(starts, windows.limits))
        found = np.asarray(x).transpose(windows.order)[index] if index else np.asarray(x).transpose(windows.order)
        if found.shape != between:
            found = np.broadcast_to(found, between)
        found = found.transpose(layout)
        if fills:
            inside = _inside(starts, windows.limits)
            if not inside.all():
                found = np.where(inside.reshape(masked), found, value)
        return found

    return gather


_AT = {
    "scatter-add": np.add,
    "scatter_add": np.add,
    "scatter-sub": np.subtract,
    "scatter_sub": np.subtract,
    "scatter-mul": np.multiply,
    "scatter_mul": np.multiply,
    "scatter-min": np.minimum,
    "scatter_min": np.minimum,
    "scatter-max": np.maximum,
    "scatter_max": np.maximum,
}


def _overwrites(jaxpr: Any) -> bool:
    """Whether the function that combines an old and a new value gives the new one."""
    if jaxpr is None:
        return True
    jaxpr = getattr(jaxpr, "jaxpr", jaxpr)
    return not jaxpr.eqns and jaxpr.outvars[0] is jaxpr.invars[1]


def _scatter_cost(equation: Any) -> int:
    return math.prod(equation.outvars[0].aval.shape) + 12 * math.prod(equation.invars[2].aval.shape)


@rule("scatter", *_AT, cost=_scatter_cost)
def _scatter(equation: Any) -> Compute:
    numbers, shape, updated = equation.params["dimension_numbers"], shape_of(equation.invars[0]), equation.invars[2]
    name, dtype, before = equation.primitive.name, dtype_of(equation.invars[0]), shape_of(updated)
    combine = _AT.get(name)
    if combine is None and not _overwrites(equation.params.get("update_jaxpr")):
        raise Missing("a scatter by a function of the user's own")
    inner = dtype if combine is None else wide(dtype)
    clips = _mode(equation) == "CLIP"
    batching = tuple(getattr(numbers, "operand_batching_dims", ()))
    batches = getattr(numbers, "scatter_indices_batching_dims", ())
    dropped, inside_dims = tuple(numbers.inserted_window_dims), list(numbers.update_window_dims)
    left = iter(inside_dims)
    sizes = [1 if d in dropped or d in batching else before[next(left)] for d in range(len(shape))]
    windows = _windows(shape, sizes, numbers.scatter_dims_to_operand_dims, dropped, batching, batches)
    outer = [d for d in range(len(before)) if d not in inside_dims]
    layout = tuple(outer + [inside_dims[sorted(windows.kept).index(d)] for d in windows.kept])

    def scatter(x: Any, starts: Any, updates: Any) -> Any:
        found = np.array(x, inner)
        starts, updates = np.asarray(starts).astype(np.int64), np.asarray(updates).astype(inner).transpose(layout)
        if clips:
            starts = _clip(starts, windows.limits)
        index = _index(windows, starts)
        inside = True if clips else _inside(starts, windows.limits)
        if not np.all(inside):
            index, updates = _only(inside, index, updates)
        if updates.size:
            _write(found.transpose(windows.order), index, updates, combine)
        return found if inner == dtype else found.astype(dtype)

    return scatter


def _only(inside: Any, index: tuple[Any, ...], updates: Any) -> tuple[tuple[Any, ...], Any]:
    """The indices and updates of the windows that lie inside."""
    inside = np.asarray(inside)
    rank = inside.ndim
    kept = []
    for part in index:
        part = np.asarray(part)
        part = np.broadcast_to(part, inside.shape + part.shape[rank:]) if part.ndim else part
        kept.append(part[inside] if part.ndim else part)
    return tuple(kept), updates[inside]


def _write(view: Any, index: tuple[Any, ...], updates: Any, combine: Any) -> None:
    if not index:  # windows cover the whole array
        for update in updates.reshape((-1, *view.shape)):
            view[...] = update if combine is None else combine(view, update)
    elif combine is None:
        view[index] = updates
    else:
        combine.at(view, index, updates)
