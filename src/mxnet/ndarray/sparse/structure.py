"""Which elements are stored: conversions between storage types, slices, rows picked, matrices joined."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mxnet._ops import sparse as kernels
from mxnet._ops.registry import Op
from mxnet.error import MXNetError
from mxnet.ndarray.dense import from_host
from mxnet.ndarray.handle import value_of
from mxnet.ndarray.sparse.arrays import CSRNDArray, RowSparseNDArray, make
from mxnet.ndarray.sparse.creation import zeros
from mxnet.ndarray.sparse.dispatch import dense, rule, stypes
from mxnet.ndarray.sparse.parts import (
    Parts,
    Pattern,
    Rows,
    compress,
    gather_rows,
    kernel,
    placed,
    run,
    run_call,
)


@rule("cast_storage")
def cast_storage(op: Op, arrays: Sequence[Any], attrs: dict[str, Any]) -> Any:
    """The array in another storage type."""
    (array,) = arrays
    wanted = op.parse(attrs)["stype"]
    if array.stype == wanted:
        return NotImplemented if wanted == "default" else array.copy()
    if wanted == "default":
        return dense(array)
    if array.stype != "default":
        raise MXNetError(f"cast_storage: {array.stype} to {wanted} is not supported: go by way of 'default'")
    if wanted == "row_sparse":
        return make(RowSparseNDArray, gather_rows(value_of(array)), array._ctx)
    if len(array.shape) != 2:
        raise ValueError(f"To convert to a CSR, the NDArray should be 2 Dimensional. Current shape is {array.shape}")
    return make(CSRNDArray, compress(value_of(array)), array._ctx)


@rule("_identity_with_attr_like_rhs")
def identity_like(op: Op, arrays: Sequence[Any], attrs: dict[str, Any]) -> Any:
    """The left array in the storage type of the right one."""
    left, right = arrays
    if left.shape != right.shape:
        raise MXNetError(f"{op.name}: expected two arrays of one shape, got {left.shape} and {right.shape}.")
    return left.copy() if left.stype == right.stype else dense(left).tostype(right.stype)


@rule("_sparse_retain")
def retain(op: Op, arrays: Sequence[Any], attrs: dict[str, Any]) -> Any:
    """Some rows of a row_sparse array, whether it stores them or not."""
    array, indices = arrays
    op.parse(attrs)
    if array.stype != "row_sparse":
        raise MXNetError(f"{op.name}: expected a row_sparse array, got one of storage type {array.stype}.")
    if len(indices.shape) != 1:
        raise MXNetError(f"{op.name}: expected indices of one axis, got shape {indices.shape}.")
    parts = array._parts
    if not indices.shape[0] or (parts.where.known and not parts.where.count):
        return zeros("row_sparse", array.shape, array._ctx, array.dtype)
    ids = run(kernels.as_index, value_of(dense(indices)), length=array.shape[0])
    rows = run(kernels.find_rows, parts.data, parts.where.ids, ids)
    return make(RowSparseNDArray, Parts(rows, Rows(ids, array.shape, count=indices.shape[0])), array._ctx)


@rule("_contrib_getnnz")
def getnnz(op: Op, arrays: Sequence[Any], attrs: dict[str, Any]) -> Any:
    """How many elements of a csr matrix are stored, zeros among them."""
    (array,) = arrays
    axis = op.parse(attrs)["axis"]
    if array.stype != "csr" or axis not in (None, 0, 1):
        return NotImplemented
    pattern = array._parts.where
    if axis is None:
        counts = np.array([pattern.count])
    elif axis == 1:
        counts = np.diff(pattern.pointers)
    else:
        counts = np.bincount(pattern.columns, minlength=array.shape[1])
    return from_host(counts.astype(np.int64), array._ctx)


def _select(array: CSRNDArray, kept: np.ndarray, pattern: Pattern) -> Any:
    """A csr matrix of some of the stored elements of another."""
    data = array._parts.data
    size = data.aval.shape[0]
    picked = run(kernels.pick, data, placed(kept, data.device, size, fill=size))
    return make(CSRNDArray, Parts(picked, pattern), array._ctx)


@rule("slice")
def slice_csr(op: Op, arrays: Sequence[Any], attrs: dict[str, Any]) -> Any:
    """A box of a csr matrix; one with steps is computed dense."""
    (array,) = arrays
    params = op.parse(attrs)
    if array.stype != "csr" or any(s not in (None, 1) for s in params["step"] or ()):
        return NotImplemented
    bounds = []
    for axis, length in enumerate(array.shape):
        begin, end = (params[k][axis] if axis < len(params[k]) else None for k in ("begin", "end"))
        start, stop, _ = slice(begin, end).indices(length)
        if start >= stop:
            raise MXNetError(f"slice: [{begin}:{end}] is empty on axis {axis} of length {length}")
        bounds.append((start, stop))
    (top, bottom), (first, last) = bounds
    old = array._parts.where
    rows = old.rows()
    kept = np.flatnonzero((rows >= top) & (rows < bottom) & (old.columns >= first) & (old.columns < last))
    shape = (bottom - top, last - first)
    pointers = np.searchsorted(rows[kept], np.arange(top, bottom + 1))
    return _select(array, kept, Pattern(pointers, old.columns[kept] - first, shape))


@rule("take")
def take_csr(op: Op, arrays: Sequence[Any], attrs: dict[str, Any]) -> Any:
    """Rows of a csr matrix by number."""
    array, indices = arrays
    params = op.parse(attrs)
    if stypes(arrays) != ("csr", "default") or params["axis"] not in (0, -2) or len(indices.shape) != 1:
        return NotImplemented
    wanted = indices.asnumpy().astype(np.int64)
    length = array.shape[0]
    if params["mode"] == "raise" and len(wanted) and not (wanted.min() >= 0 and wanted.max() < length):
        raise MXNetError(f"take: indices must lie between 0 and {length - 1}")
    wanted = wanted % length if params["mode"] == "wrap" else np.clip(wanted, 0, length - 1)
    old = array._parts.where
    old.rows()  # checks the pointers
    counts = np.diff(old.pointers)[wanted]
    pointers = np.concatenate([[0], np.cumsum(counts)])
    kept = np.repeat(old.pointers[wanted] - pointers[:-1], counts) + np.arange(pointers[-1])
    return _select(array, kept, Pattern(pointers, old.columns[kept], (len(wanted), array.shape[1])))


@rule("Concat")
def concat_csr(op: Op, arrays: Sequence[Any], attrs: dict[str, Any]) -> Any:
    """csr matrices one below the other."""
    params = op.parse({"num_args": len(arrays), **attrs})
    if any(s != "csr" for s in stypes(arrays)) or params["dim"] not in (0, -2):
        return NotImplemented
    if len({(a.shape[1], a.dtype) for a in arrays}) > 1:
        raise MXNetError(f"concat: expected as many columns and one dtype, got shapes {[a.shape for a in arrays]}.")
    parts = [a._parts for a in arrays]
    pointers, columns, kept, before, offset = [np.zeros(1, np.int64)], [], [], 0, 0
    for data, pattern in parts:
        pattern.rows()  # checks the pointers
        pointers.append(pattern.pointers[1:] + before)
        columns.append(pattern.columns)
        kept.append(np.arange(pattern.count) + offset)
        before += pattern.count
        offset += data.aval.shape[0]
    shape = (sum(a.shape[0] for a in arrays), arrays[0].shape[1])
    index = placed(np.concatenate(kept), parts[0].data.device, offset, fill=offset)
    (picked,) = run_call(kernel(kernels.pick_of, len(parts) + 1), [*(p.data for p in parts), index])
    pattern = Pattern(np.concatenate(pointers), np.concatenate(columns), shape)
    return make(CSRNDArray, Parts(picked, pattern), arrays[0]._ctx)


@rule("BatchNorm")
def batch_norm(op: Op, arrays: Sequence[Any], attrs: dict[str, Any]) -> Any:
    """Computed dense. A fixed gamma is written to, which MXNet refuses for sparse arrays."""
    if op.parse(attrs)["fix_gamma"]:
        raise MXNetError("BatchNorm: fix_gamma=True is not supported for sparse ndarrays: pass fix_gamma=False")
    return NotImplemented
