"""Element by element: functions that keep zeros, numbers, and pairs of arrays."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from mxnet._frontend.binding import bind
from mxnet._lazy.value import Value
from mxnet._ops import sparse as kernels
from mxnet._ops.registry import OPS, Op
from mxnet.error import MXNetError
from mxnet.ndarray.handle import value_of
from mxnet.ndarray.sparse.arrays import BaseSparseNDArray, CSRNDArray, RowSparseNDArray, make
from mxnet.ndarray.sparse.creation import zeros
from mxnet.ndarray.sparse.dispatch import rule, stypes
from mxnet.ndarray.sparse.parts import Parts, Pattern, add_rows, placed, rows_at, run, run_call

# The rules for these are the first: one for a single operator, further below, replaces them.
_KEEPING = [op for op in dict.fromkeys(OPS.values()) if op.keeps_zero]


@rule(*[op.name for op in _KEEPING if len(op.inputs) == 1 and not callable(op.keeps_zero)])
def keep_zero(op: Op, arrays: Sequence[Any], attrs: dict[str, Any]) -> Any:
    """An operator on the stored values alone."""
    (array,) = arrays
    parts = array._parts
    bound, numbers = bind(op, (True,), attrs, False)
    return make(type(array), Parts(run_call(bound.call, (parts.data,), numbers)[0], parts.where), array._ctx)


@rule(*[op.name for op in _KEEPING if callable(op.keeps_zero)])
def with_numbers(op: Op, arrays: Sequence[Any], attrs: dict[str, Any]) -> Any:
    """An operator with numbers, sparse where zero stays zero."""
    return keep_zero(op, arrays, attrs) if op.stays_zero(op.parse(attrs)) else NotImplemented


@rule("_contrib_quadratic")
def quadratic(op: Op, arrays: Sequence[Any], attrs: dict[str, Any]) -> Any:
    """A polynomial without a constant, of a csr matrix."""
    if arrays[0].stype == "csr" and op.parse(attrs)["c"] == 0:
        return keep_zero(op, arrays, attrs)
    return NotImplemented


@rule("zeros_like")
def zeros_like(op: Op, arrays: Sequence[Any], attrs: dict[str, Any]) -> Any:
    """An array of the same storage type that stores nothing."""
    (array,) = arrays
    return zeros(array.stype, array.shape, array._ctx, array.dtype)


# --- pairs -----------------------------------------------------------------------------------------------------------


@rule(*[op.name for op in _KEEPING if len(op.inputs) == 2])
def union(op: Op, arrays: Sequence[Any], attrs: dict[str, Any]) -> Any:
    """An operator on two arrays of the same kind, where either stores something."""
    left, right = arrays
    _check(op, left, right)
    if stypes(arrays) == ("csr", "csr"):
        return _on_patterns(op, left, right, np.union1d)
    if stypes(arrays) == ("row_sparse", "row_sparse"):
        return _on_rows(op, left, right)
    return NotImplemented


@rule("elemwise_mul")
def product(op: Op, arrays: Sequence[Any], attrs: dict[str, Any]) -> Any:
    """A product is zero where either factor is."""
    left, right = arrays
    _check(op, left, right)
    storage_types = stypes(arrays)
    if storage_types == ("csr", "csr"):
        return _on_patterns(op, left, right, np.intersect1d)
    if storage_types == ("row_sparse", "row_sparse"):
        return _on_rows(op, left, right)
    if "default" not in storage_types:
        return NotImplemented
    sparse, other = (left, right) if storage_types[1] == "default" else (right, left)
    return _with_dense(op, sparse, other, swap=sparse is right)


@rule("_scatter_elemwise_div")
def scatter_divide(op: Op, arrays: Sequence[Any], attrs: dict[str, Any]) -> Any:
    """A quotient where the row_sparse dividend stores something."""
    left, right = arrays
    _check(op, left, right)
    if left.stype != "row_sparse":
        return NotImplemented
    if right.stype != "row_sparse":
        return _with_dense(op, left, right)
    parts, other = left._parts, right._parts
    divisor = run(kernels.find_rows, other.data, other.where.ids, parts.where.ids)
    return _apply(op, left, parts, divisor)


@rule("broadcast_mul", "broadcast_div")
def scale(op: Op, arrays: Sequence[Any], attrs: dict[str, Any]) -> Any:
    """A csr matrix times or by something dense that broadcasts to it."""
    left, right = arrays
    if stypes(arrays) != ("csr", "default"):
        return NotImplemented
    fits = len(right.shape) <= 2 and np.broadcast_shapes(left.shape, right.shape) == left.shape
    return _with_dense(op, left, right) if fits else NotImplemented


def _check(op: Op, left: Any, right: Any) -> None:
    if left.shape != right.shape or left.dtype != right.dtype:
        raise MXNetError(
            f"{op.name}: Incompatible attr in node: expected two arrays of one shape and dtype, got "
            f"{np.dtype(left.dtype).name}{list(left.shape)} and {np.dtype(right.dtype).name}{list(right.shape)}."
        )


def _apply(op: Op, like: BaseSparseNDArray, parts: Parts, other: Value, swap: bool = False) -> Any:
    """An operator on stored values and others at the same places."""
    pair = (other, parts.data) if swap else (parts.data, other)
    call = bind(op, (True, True), {}, False)[0].call
    return make(type(like), Parts(run_call(call, pair)[0], parts.where), like._ctx)


def _with_dense(op: Op, sparse: BaseSparseNDArray, other: Any, swap: bool = False) -> Any:
    """An operator on a sparse array and the elements of a dense one where it stores something."""
    parts, value = sparse._parts, value_of(other)
    if isinstance(sparse, CSRNDArray):
        picked = run(kernels.at_stored, value, *parts.where.on(value.device))
    else:
        picked = run(kernels.pick, value, parts.where.ids)
    return _apply(op, sparse, parts, picked, swap)


def _on_patterns(op: Op, left: CSRNDArray, right: CSRNDArray, join: Callable[..., np.ndarray]) -> Any:
    first, second = left._parts, right._parts
    if first.where is second.where:
        return _apply(op, left, first, second.data)
    keys = [first.where.keys(), second.where.keys()]
    common = join(*keys)
    shape = left.shape
    rows, columns = np.divmod(common, shape[1])
    pattern = Pattern(np.searchsorted(rows, np.arange(shape[0] + 1)), columns, shape)
    picked = [_align(p.data, k, common) for p, k in zip((first, second), keys, strict=True)]
    return _apply(op, left, Parts(picked[0], pattern), picked[1])


def _align(data: Value, keys: np.ndarray, common: np.ndarray) -> Value:
    """Stored values in the order of other keys; zero where there is none."""
    size = data.aval.shape[0]
    index = np.full(len(common), size)
    place = np.searchsorted(common, keys)
    inside = (place < len(common)) & (common[np.minimum(place, len(common) - 1)] == keys) if len(common) else place < 0
    index[place[inside]] = np.flatnonzero(inside)
    return run(kernels.pick, data, placed(index, data.device, size, fill=size))


def _on_rows(op: Op, left: RowSparseNDArray, right: RowSparseNDArray) -> Any:
    first, second = left._parts, right._parts
    if first.where is second.where:
        return _apply(op, left, first, second.data)
    if op.name in ("elemwise_add", "_grad_add"):
        return _sum([first, second], left)
    rows = rows_at(np.union1d(first.where.host, second.where.host), left.shape, left._device)
    picked = [run(kernels.find_rows, p.data, p.where.ids, rows.ids) for p in (first, second)]
    return _apply(op, left, Parts(picked[0], rows), picked[1])


def _sum(parts: list[Parts], like: RowSparseNDArray) -> Any:
    return make(RowSparseNDArray, add_rows([p.data for p in parts], [p.where for p in parts]), like._ctx)


@rule("add_n")
def add_n(op: Op, arrays: Sequence[Any], attrs: dict[str, Any]) -> Any:
    """The sum of row_sparse arrays."""
    if any(s != "row_sparse" for s in stypes(arrays)):
        return NotImplemented
    for array in arrays[1:]:
        _check(op, arrays[0], array)
    if len(arrays) == 1:
        return arrays[0].copy()
    parts = [a._parts for a in arrays]
    return _sum(parts, arrays[0])
