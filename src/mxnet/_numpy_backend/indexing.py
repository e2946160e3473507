"""Rules of gather and scatter: windows of an array, read or written at places that are computed."""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from jax.extend.core import ClosedJaxpr, Jaxpr, JaxprEqn

from mxnet._numpy_backend.rules import (
    SAME,
    Array,
    CannotInterpret,
    Compute,
    Dtype,
    dtype_of,
    integers,
    per_element,
    result_dtype,
    result_size,
    rule,
    shape_of,
    size_of,
    wide,
)

Ints = Sequence[int]


class _Windows(NamedTuple):
    """How windows lie in an array.

    ``order`` puts the array's dimensions that must be indexed first, those that a window covers whole last. ``parts``
    says for each of the former how its index comes about: the column of the start indices or None, the dimension of the
    start indices that it goes along with or None, and the length of the window there, or None where it has none left.
    ``limits`` are the largest starts that leave a window inside.
    """

    order: tuple[int, ...]
    parts: tuple[tuple[int | None, int | None, int | None], ...]
    limits: Array
    kept: tuple[int, ...]  # the array's dimensions that windows have, in the order of an indexed array's results


def _windows(shape: Ints, sizes: Ints, columns: Ints, dropped: Ints, batching: Ints, batches: Ints) -> _Windows:
    column_of = {int(d): k for k, d in enumerate(columns)}
    batch_of = dict(zip(batching, batches, strict=True))
    removed = {*dropped, *batching}
    covered = [d for d in range(len(shape)) if d not in removed and sizes[d] == shape[d]]
    indexed = [d for d in range(len(shape)) if d not in covered]
    parts = [(column_of.get(d), batch_of.get(d), None if d in removed else sizes[d]) for d in indexed]
    limits = np.array([shape[d] - sizes[d] for d in columns], np.int64)
    kept = [d for d in indexed if d not in removed] + covered
    return _Windows(tuple(indexed + covered), tuple(parts), limits, tuple(kept))


def _index(windows: _Windows, starts: Array) -> tuple[Array, ...]:
    """Index arrays for the dimensions that must be indexed: the batch dimensions, then those of partial windows."""
    partial = [size for _, _, size in windows.parts if size is not None]
    rank, out, seen = starts.ndim - 1, [], 0
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
        out.append(index)
    return tuple(out)


def _inside(starts: Array, limits: Array) -> Array:
    return np.asarray(((starts >= 0) & (starts <= limits)).all(-1))


def _clip(starts: Array, limits: Array) -> Array:
    return np.minimum(np.maximum(starts, 0), limits)


def _mode(equation: JaxprEqn) -> str:
    name = getattr(equation.params["mode"], "name", "")
    if name not in ("CLIP", "FILL_OR_DROP", "PROMISE_IN_BOUNDS"):
        raise CannotInterpret(f"indexing in mode {equation.params['mode']}")
    return name


def _filling(equation: JaxprEqn, dtype: Dtype) -> Any:
    value = equation.params.get("fill_value")
    if value is not None:
        return np.asarray(value).astype(dtype)
    if dtype.kind in "iu":
        return dtype.type(np.iinfo(dtype).min if dtype.kind == "i" else np.iinfo(dtype).max)
    return np.asarray(True if dtype.kind == "b" else np.nan).astype(dtype)


@rule("gather", rounding=SAME, cost=per_element(6))
def _gather(equation: JaxprEqn) -> Compute:
    numbers, shape, result = equation.params["dimension_numbers"], shape_of(equation.invars[0]), equation.outvars[0]
    after, dtype, fills = shape_of(result), result_dtype(equation), _mode(equation) == "FILL_OR_DROP"
    sizes = integers(equation.params["slice_sizes"])
    batching = getattr(numbers, "operand_batching_dims", ())
    batches = getattr(numbers, "start_indices_batching_dims", ())
    windows = _windows(shape, sizes, numbers.start_index_map, numbers.collapsed_slice_dims, batching, batches)
    if math.prod(after) == 0:
        return lambda x, starts: np.zeros(after, dtype)
    offsets = list(numbers.offset_dims)
    batch = [d for d in range(len(after)) if d not in offsets]
    # The result's dimensions in the order in which indexing gives them, and back.
    order = batch + [offsets[sorted(windows.kept).index(d)] for d in windows.kept]
    layout = tuple(np.argsort(order).tolist())
    between = tuple([after[d] for d in order])
    value: Any = _filling(equation, dtype) if fills else None
    masked = [after[d] if d in batch else 1 for d in range(len(after))]

    def gather(x: Array, starts: Array) -> Array:
        starts = np.asarray(starts).astype(np.int64)
        index = _index(windows, _clip(starts, windows.limits))
        out = np.asarray(x).transpose(windows.order)[index] if index else np.asarray(x).transpose(windows.order)
        if out.shape != between:
            out = np.broadcast_to(out, between)
        out = out.transpose(layout)
        if fills:
            inside = _inside(starts, windows.limits)
            if not inside.all():
                out = np.where(inside.reshape(masked), out, value)
        return out

    return gather


def _overwrites(jaxpr: Jaxpr | ClosedJaxpr | None) -> bool:
    """Whether the function that combines an old and a new value gives the new one."""
    if jaxpr is None:
        return True
    jaxpr = jaxpr.jaxpr if isinstance(jaxpr, ClosedJaxpr) else jaxpr
    return not jaxpr.eqns and jaxpr.outvars[0] is jaxpr.invars[1]


def _scatter_cost(equation: JaxprEqn) -> int:
    return result_size(equation) + 12 * size_of(equation.invars[2])


@rule("scatter", rounding=SAME, cost=_scatter_cost)
@rule("scatter-add", "scatter_add", cost=_scatter_cost)
def _scatter(equation: JaxprEqn) -> Compute:
    numbers, shape, updated = equation.params["dimension_numbers"], shape_of(equation.invars[0]), equation.invars[2]
    name, dtype, before = equation.primitive.name, dtype_of(equation.invars[0]), shape_of(updated)
    adds = name != "scatter"
    if not adds and not _overwrites(equation.params.get("update_jaxpr")):
        raise CannotInterpret("a scatter by a function of the user's own")
    inner = wide(dtype) if adds else dtype
    clips = _mode(equation) == "CLIP"
    batching = tuple(getattr(numbers, "operand_batching_dims", ()))
    batches = getattr(numbers, "scatter_indices_batching_dims", ())
    dropped, inside_dims = tuple(numbers.inserted_window_dims), list(numbers.update_window_dims)
    left = iter(inside_dims)
    sizes = [1 if d in dropped or d in batching else before[next(left)] for d in range(len(shape))]
    windows = _windows(shape, sizes, numbers.scatter_dims_to_operand_dims, dropped, batching, batches)
    outer = [d for d in range(len(before)) if d not in inside_dims]
    layout = tuple(outer + [inside_dims[sorted(windows.kept).index(d)] for d in windows.kept])

    def scatter(x: Array, starts: Array, updates: Array) -> Array:
        out = np.array(x, inner)
        starts, updates = np.asarray(starts).astype(np.int64), np.asarray(updates).astype(inner).transpose(layout)
        if clips:
            starts = _clip(starts, windows.limits)
        index = _index(windows, starts)
        inside = np.asarray(True) if clips else _inside(starts, windows.limits)
        if not inside.all():
            index, updates = _only(inside, index, updates)
        if updates.size:
            _write(out.transpose(windows.order), index, updates, adds)
        return out if inner == dtype else out.astype(dtype)

    return scatter


def _only(inside: Array, index: tuple[Array, ...], updates: Array) -> tuple[tuple[Array, ...], Array]:
    """The indices and updates of the windows that lie inside."""
    rank = inside.ndim
    kept = []
    for part in index:
        part = np.asarray(part)
        part = np.broadcast_to(part, inside.shape + part.shape[rank:]) if part.ndim else part
        kept.append(part[inside] if part.ndim else part)
    return tuple(kept), updates[inside]


def _write(view: Array, index: tuple[Array, ...], updates: Array, adds: bool) -> None:
    if not index:  # windows cover the whole array
        for update in updates.reshape((-1, *view.shape)):
            view[...] = view + update if adds else update
    elif adds:
        np.add.at(view, index, updates)
    else:
        view[index] = updates
