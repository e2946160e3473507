"""Making sparse arrays."""

from typing import Any

import numpy as np

from mxnet._lazy.value import Value, concrete
from mxnet._programs.device import device_of
from mxnet.base import integer_types
from mxnet.context import Context, current_context
from mxnet.error import MXNetError
from mxnet.ndarray import storage
from mxnet.ndarray.dense import NDArray, dtype_of, from_host, host_array
from mxnet.ndarray.handle import DENSE, value_of
from mxnet.ndarray.sparse.arrays import BaseSparseNDArray, CSRNDArray, RowSparseNDArray, make
from mxnet.ndarray.sparse.parts import Parts, Pattern, Shape, capacity, lengthened, rows_at
from mxnet.ndarray.storage import register_zeros


def zeros(stype: str, shape: Any, ctx: Context | None = None, dtype: Any = None, **kwargs: Any) -> Any:
    """An array of zeros, of which nothing is stored.

    >>> mx.nd.sparse.zeros('csr', (1, 2), dtype='float16').asnumpy()
    array([[0., 0.]], dtype=float16)
    """
    ctx = ctx or current_context()
    dtype = np.dtype(np.float32) if dtype is None else dtype_of(dtype)
    shape = (int(shape),) if isinstance(shape, integer_types) else tuple(int(s) for s in shape)
    out = kwargs.pop("out", None)
    kwargs.pop("name", None)
    if kwargs:
        raise TypeError(f"unknown arguments {sorted(kwargs)}: expected stype, shape, ctx, dtype and out")
    array = storage.zeros(stype, shape, ctx, dtype)
    return array if out is None else array.copyto(out)


@register_zeros("default")
def _dense_zeros(shape: Shape, ctx: Context, dtype: Any) -> NDArray:
    return from_host(np.zeros(shape, dtype), ctx)


@register_zeros("csr")
def _csr_zeros(shape: Shape, ctx: Context, dtype: Any) -> CSRNDArray:
    _check_matrix(shape)
    pattern = Pattern(np.zeros(shape[0] + 1, np.int64), np.zeros(0, np.int64), shape)
    return make(CSRNDArray, Parts(concrete(np.zeros(1, dtype), device_of(ctx)), pattern), ctx)


@register_zeros("row_sparse")
def _row_sparse_zeros(shape: Shape, ctx: Context, dtype: Any) -> RowSparseNDArray:
    rows = rows_at(np.zeros(0, np.int64), shape, device_of(ctx))
    data = concrete(np.zeros((1, *shape[1:]), dtype), device_of(ctx))
    return make(RowSparseNDArray, Parts(data, rows), ctx)


def empty(stype: str, shape: Any, ctx: Context | None = None, dtype: Any = None) -> Any:
    """An array to be filled; it holds zeros until then.

    >>> mx.nd.sparse.empty("csr", (2, 3)).stype
    'csr'
    """
    if stype not in ("csr", "row_sparse"):
        raise ValueError(f"unknown stype: {stype}; expected 'csr' or 'row_sparse'")
    return zeros(stype, shape, ctx, dtype)


def array(source_array: Any, ctx: Context | None = None, dtype: Any = None) -> Any:
    """A copy of a sparse array, or of a SciPy matrix as a csr matrix.

    >>> import scipy.sparse
    >>> mx.nd.sparse.array(scipy.sparse.csr_matrix((2, 100)))
    <BLANKLINE>
    <CSRNDArray 2x100 @cpu(0)>
    """
    ctx = ctx or current_context()
    if isinstance(source_array, BaseSparseNDArray):
        converted = source_array.astype(source_array.dtype if dtype is None else dtype)
        return converted if converted._ctx == ctx else converted._move(ctx)
    if is_scipy(source_array):
        matrix = source_array.tocsr().sorted_indices()
        matrix.sum_duplicates()
        dtype = source_array.dtype if dtype is None else dtype
        return _from_definition(matrix.data, matrix.indices, matrix.indptr, matrix.shape, ctx, dtype)
    if isinstance(source_array, NDArray):
        raise ValueError("Please use `tostype` to create RowSparseNDArray or CSRNDArray from an NDArray")
    if isinstance(source_array, (np.ndarray, np.generic)):
        raise ValueError(f"Please use mx.nd.array to create an NDArray with source_array of type {type(source_array)}")
    raise ValueError(f"Unexpected source_array type: {type(source_array)}")


def is_scipy(source: Any) -> bool:
    """Whether something is a SciPy sparse matrix."""
    return type(source).__module__.startswith("scipy.sparse") and hasattr(source, "tocsr")


def csr_matrix(arg1: Any, shape: Any = None, ctx: Context | None = None, dtype: Any = None) -> CSRNDArray:
    """A csr matrix.

    ``arg1`` is ``(data, indices, indptr)``, ``(data, (row, column))``, a shape for a matrix that stores nothing, a csr
    or SciPy matrix to copy, or anything array-like.

    >>> mx.nd.sparse.csr_matrix(([1, 2, 3], [1, 0, 2], [0, 1, 2, 2, 3]), shape=(4, 3)).asnumpy()
    array([[0., 1., 0.],
           [2., 0., 0.],
           [0., 0., 0.],
           [0., 0., 3.]], dtype=float32)
    """
    ctx = ctx or current_context()
    if isinstance(arg1, tuple):
        if len(arg1) == 3:
            return _from_definition(*arg1, shape, ctx, dtype)
        if len(arg1) != 2:
            raise ValueError(f"Unexpected length of input tuple: {len(arg1)}")
        if isinstance(arg1[1], tuple) and len(arg1[1]) == 2:
            return _from_coordinates(arg1[0], arg1[1][0], arg1[1][1], shape, ctx, dtype)
        _check_shape(arg1, shape)
        return empty("csr", arg1, ctx, dtype)
    if isinstance(arg1, RowSparseNDArray):
        raise ValueError("Unexpected input type: RowSparseNDArray")
    if isinstance(arg1, CSRNDArray) or is_scipy(arg1):
        _check_shape(arg1.shape, shape)
        return array(arg1, ctx, dtype)
    return _from_dense(arg1, "csr", shape, ctx, dtype)


def row_sparse_array(arg1: Any, shape: Any = None, ctx: Context | None = None, dtype: Any = None) -> RowSparseNDArray:
    """A row_sparse array.

    ``arg1`` is ``(data, indices)``, a shape for an array that stores nothing, a row_sparse array to copy, or anything
    array-like.

    >>> mx.nd.sparse.row_sparse_array(([[1, 2], [3, 4]], [1, 4]), shape=(6, 2)).asnumpy()[:3]
    array([[0., 0.],
           [1., 2.],
           [0., 0.]], dtype=float32)
    """
    ctx = ctx or current_context()
    if isinstance(arg1, tuple):
        if len(arg1) < 2:
            raise ValueError(f"Unexpected length of input tuple: {len(arg1)}")
        if len(arg1) > 2 or (isinstance(arg1[0], integer_types) and isinstance(arg1[1], integer_types)):
            _check_shape(arg1, shape)
            return empty("row_sparse", arg1, ctx, dtype)
        return _from_rows(arg1[0], arg1[1], shape, ctx, dtype)
    if isinstance(arg1, CSRNDArray):
        raise ValueError("Unexpected input type: CSRNDArray")
    if isinstance(arg1, RowSparseNDArray):
        _check_shape(arg1.shape, shape)
        return array(arg1, ctx, dtype)
    return _from_dense(arg1, "row_sparse", shape, ctx, dtype)


def _from_dense(source: Any, stype: str, shape: Any, ctx: Context, dtype: Any) -> Any:
    if dtype is None:
        dtype = source.dtype if isinstance(source, (NDArray, np.ndarray)) else np.float32
    if isinstance(source, NDArray):
        array = source.astype(dtype).copyto(ctx)
    else:
        array = from_host(host_array(source, dtype_of(dtype)), ctx)
    _check_shape(array.shape, shape)
    return array.tostype(stype)


def _from_definition(data: Any, indices: Any, indptr: Any, shape: Any, ctx: Context, dtype: Any) -> CSRNDArray:
    values = _values(data, ctx, dtype)
    columns, pointers = _index(indices), _index(indptr)
    if shape is None:
        if not len(columns):
            raise ValueError("invalid shape: a matrix without stored elements needs one, as in shape=(2, 3)")
        shape = (len(pointers) - 1, int(columns.max()) + 1)
    shape = tuple(int(s) for s in shape)
    if len(shape) != 2 or len(values.aval.shape) != 1 or shape[1] == 0:
        raise ValueError(f"invalid shape: {shape} with data of shape {values.aval.shape}")
    if values.aval.shape[0] != len(columns):
        raise MXNetError(f"csr_matrix: expected as many data as indices, got {values.aval.shape[0]} and {len(columns)}")
    pattern = Pattern(pointers, columns, shape)
    return make(CSRNDArray, Parts(lengthened(values, capacity(pattern.count)), pattern), ctx)


def _from_coordinates(data: Any, row: Any, column: Any, shape: Any, ctx: Context, dtype: Any) -> CSRNDArray:
    """A matrix of values at coordinates; values at the same place add up."""
    values = np.asarray(data.asnumpy() if isinstance(data, NDArray) else data)
    rows, columns = _index(row), _index(column)
    if not len(values) == len(rows) == len(columns):
        raise ValueError(f"expected one row and column a value, got {len(values)}, {len(rows)} and {len(columns)}")
    if shape is None:
        if not len(rows):
            raise ValueError("invalid shape: a matrix without stored elements needs one, as in shape=(2, 3)")
        shape = (int(rows.max()) + 1, int(columns.max()) + 1)
    shape = tuple(int(s) for s in shape)
    for index, length in ((rows, shape[0]), (columns, shape[1])):
        if len(index) and not (index.min() >= 0 and index.max() < length):
            raise ValueError(f"a coordinate lies outside the shape {shape}")
    keys, where = np.unique(rows * shape[1] + columns, return_inverse=True)
    summed = np.zeros(len(keys), values.dtype)
    np.add.at(summed, where, values)
    pointers = np.searchsorted(keys // shape[1], np.arange(shape[0] + 1))
    return _from_definition(summed, keys % shape[1], pointers, shape, ctx, dtype)


def _from_rows(data: Any, indices: Any, shape: Any, ctx: Context, dtype: Any) -> RowSparseNDArray:
    values = _values(data, ctx, dtype)
    ids = np.asarray(indices.asnumpy() if isinstance(indices, NDArray) else indices)
    if shape is None:
        if not ids.size:
            raise ValueError("invalid shape: an array without stored rows needs one, as in shape=(2, 3)")
        shape = (int(ids[-1]) + 1, *values.aval.shape[1:])
    shape = tuple(int(s) for s in shape)
    if len(values.aval.shape) != len(shape) or ids.ndim != 1 or np.prod(shape[1:]) == 0:
        raise ValueError(f"invalid shape: {shape} with data of shape {values.aval.shape}")
    if values.aval.shape != (len(ids), *shape[1:]):
        raise MXNetError(f"row_sparse_array: expected data of shape {(len(ids), *shape[1:])}, got {values.aval.shape}")
    rows = rows_at(ids, shape, device_of(ctx))
    return make(RowSparseNDArray, Parts(lengthened(values, rows.ids.aval.shape[0]), rows), ctx)


def _values(data: Any, ctx: Context, dtype: Any) -> Value:
    """Stored values, given as anything array-like, on a context."""
    if isinstance(data, NDArray):
        if type(data) not in DENSE:
            raise ValueError(f"expected dense values to store, got an array of storage type {data.stype}")
        array = data if dtype is None else data.astype(dtype, copy=False)
        return value_of(array.detach().copyto(ctx))
    if dtype is None:
        dtype = data.dtype if isinstance(data, np.ndarray) else np.float32
    host = host_array(data, dtype_of(dtype))
    return concrete(np.array(host), device_of(ctx))


def _index(indices: Any) -> np.ndarray:
    host = np.asarray(indices.asnumpy() if isinstance(indices, NDArray) else indices)
    if host.ndim != 1:
        raise ValueError(f"expected indices of one axis, got shape {host.shape}")
    return host.astype(np.int64)


def _check_matrix(shape: Shape) -> None:
    if len(shape) != 2:
        raise MXNetError(f"a csr array has two axes, but the shape given is {shape}")


def _check_shape(shape: Any, wanted: Any) -> None:
    if wanted and tuple(shape) != tuple(wanted):
        raise ValueError(f"Shape mismatch detected. {tuple(shape)} v.s. {tuple(wanted)}")
