"""Random sparse arrays."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import mxnet as mx
from mxnet.context import Context
from mxnet.test_utils.contexts import default_context, default_dtype

Modifier = Callable[[Any], Any] | None


@dataclass
class _Csr:
    """The three arrays of a compressed matrix, on the host."""

    data: np.ndarray
    indices: np.ndarray
    indptr: np.ndarray


def rand_sparse_ndarray(
    shape: tuple[int, ...],
    stype: str,
    density: float | None = None,
    dtype: Any = None,
    distribution: str | None = None,
    data_init: float | None = None,
    rsp_indices: Any = None,
    modifier_func: Modifier = None,
    shuffle_csr_indices: bool = False,
    ctx: Context | None = None,
) -> tuple[Any, tuple[Any, ...]]:
    """A random sparse array, and the arrays it is made of.

    Parameters
    ----------
    shape : tuple of int
    stype : 'row_sparse' or 'csr'
    density : float, optional
        The share of rows ('row_sparse') or elements ('csr') that are stored; random by default.
    distribution : 'uniform' or, of a 'csr' matrix, 'powerlaw', where a row stores twice as many as the one above it
    data_init : number, optional
        The value of every stored element, instead of random ones.
    rsp_indices : sequence of int, optional
        The rows to store, instead of random ones.
    modifier_func : function, optional
        Applied to every random element of a 'row_sparse' array.
    shuffle_csr_indices : bool
        Whether columns are stored out of order.

    Returns
    -------
    The array, and ``(values, indices)`` or ``(indptr, indices, data)``.

    >>> array, parts = mx.test_utils.rand_sparse_ndarray((4, 3), "csr", density=0.5)
    >>> array.stype, array.shape, len(parts)
    ('csr', (4, 3), 3)
    """
    ctx = ctx or default_context()
    density = np.random.rand() if density is None else density
    dtype = np.dtype(default_dtype() if dtype is None else dtype)
    distribution = distribution or "uniform"
    if stype == "row_sparse" and distribution == "uniform":
        return _row_sparse(shape, density, dtype, data_init, rsp_indices, modifier_func, ctx)
    if stype == "csr" and len(shape) == 2 and distribution in ("uniform", "powerlaw"):
        _check_csr(shape, density)
        parts = _uniform(shape, density, dtype) if distribution == "uniform" else _powerlaw(shape, density, dtype)
        if data_init is not None:
            parts.data.fill(data_init)
        if shuffle_csr_indices:
            shuffle_csr_column_indices(parts)
        arrays = (parts.data, parts.indices, parts.indptr)
        matrix = mx.nd.sparse.csr_matrix(arrays, shape=shape, dtype=dtype, ctx=ctx)
        return matrix, (matrix.indptr, matrix.indices, matrix.data)
    raise ValueError(
        "rand_sparse_ndarray: expected stype 'row_sparse' with distribution 'uniform', or a matrix of stype 'csr' with "
        f"'uniform' or 'powerlaw', but received {stype!r} with {distribution!r} and shape {shape}"
    )


def _row_sparse(
    shape: tuple[int, ...],
    density: float,
    dtype: np.dtype,
    data_init: float | None,
    rsp_indices: Any,
    modifier_func: Modifier,
    ctx: Context,
) -> tuple[Any, tuple[Any, ...]]:
    if rsp_indices is None:
        indices = np.flatnonzero(np.random.rand(shape[0]) < density)
    else:
        indices = np.asarray(rsp_indices)
        _check_rows(indices, shape)
    if not len(indices):
        return mx.nd.zeros(shape, stype="row_sparse", dtype=dtype, ctx=ctx), (np.array([], dtype), np.array([]))
    values = np.random.rand(len(indices), *shape[1:]).astype(dtype)
    if data_init is not None:
        values.fill(data_init)
    if modifier_func is not None:
        values = assign_each(values, modifier_func)
    array = mx.nd.sparse.row_sparse_array((values, indices), shape=shape, dtype=dtype, ctx=ctx)
    return array, (values, indices)


def _check_rows(indices: Any, shape: tuple[int, ...]) -> None:
    if len(indices) > shape[0]:
        raise ValueError(f"rsp_indices: expected at most {shape[0]} rows for shape {shape}, received {len(indices)}")


def _check_csr(shape: tuple[int, ...], density: float) -> None:
    if not 0 <= density <= 1:
        raise ValueError(f"density has to be between 0 and 1, but is {density}")
    if shape[0] <= 0 or shape[1] <= 0:
        raise ValueError(f"a csr matrix needs rows and columns, but its shape is {shape}")


def _uniform(shape: tuple[int, ...], density: float, dtype: np.dtype) -> _Csr:
    """Stored elements anywhere with the same chance; numbers from 0 to 1, or any integers."""
    size = shape[0] * shape[1]
    count = round(density * size)
    # This generator samples without replacement in memory of the sample, not of the matrix.
    generator = np.random.default_rng(np.random.randint(2**31))
    flat = np.sort(generator.choice(size, count, replace=False, shuffle=False))
    indptr = np.searchsorted(flat, np.arange(shape[0] + 1) * shape[1]).astype(np.int64)
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        return _Csr(np.random.randint(limits.min, limits.max, count, dtype), flat % shape[1], indptr)
    return _Csr(np.random.rand(count).astype(dtype), flat % shape[1], indptr)


def _powerlaw(shape: tuple[int, ...], density: float, dtype: np.dtype) -> _Csr:
    """One element at the start of each row; then rows are filled up to 2, 4, 8, ... until all have been placed."""
    rows, columns = shape
    total = int(rows * columns * density)
    left = total - rows
    if left < rows:
        raise ValueError(
            f"not supported for this density: {density} for this shape {shape}; a powerlaw matrix stores two elements "
            f"a row or more, so give a density of at least {2 / columns}"
        )
    counts = []
    for row in range(rows):
        more = min(left, min(columns, 2 ** (row + 1)) - 1)
        counts.append(1 + more)
        left -= more
    if left:
        raise ValueError(f"not supported for this density: {density} for this shape {shape}; {left} elements are left")
    indices = np.concatenate([np.arange(count) for count in counts])
    values = 1 + np.random.uniform(0.001, 2, total)
    return _Csr(values.astype(dtype), indices, np.concatenate([[0], np.cumsum(counts)]))


def shuffle_csr_column_indices(csr: Any) -> None:
    """Put the columns of each row of a compressed matrix in random order, in place; the values stay where they are.

    >>> from scipy import sparse
    >>> matrix = sparse.csr_matrix(np.ones((2, 3)))
    >>> mx.test_utils.shuffle_csr_column_indices(matrix)
    >>> sorted(matrix.indices[:3].tolist())
    [0, 1, 2]
    """
    for start, stop in zip(csr.indptr[:-1], csr.indptr[1:], strict=True):
        row = np.array(csr.indices[start:stop])
        np.random.shuffle(row)
        csr.indices[start:stop] = row


def create_sparse_array(
    shape: tuple[int, ...],
    stype: str,
    data_init: float | None = None,
    rsp_indices: Any = None,
    dtype: Any = None,
    modifier_func: Modifier = None,
    density: float = 0.5,
    shuffle_csr_indices: bool = False,
) -> Any:
    """A random sparse array; the rows of a row_sparse one are put in order.

    >>> mx.test_utils.create_sparse_array((4, 3), "row_sparse", density=0.5).stype
    'row_sparse'
    """
    options = {"density": density, "data_init": data_init, "dtype": dtype, "modifier_func": modifier_func}
    if stype == "row_sparse":
        options["rsp_indices"] = None if rsp_indices is None else np.sort(rsp_indices)
    else:
        options["shuffle_csr_indices"] = shuffle_csr_indices
    return rand_sparse_ndarray(shape, stype, **options)[0]


def create_sparse_array_zd(
    shape: tuple[int, ...],
    stype: str,
    density: float,
    data_init: float | None = None,
    rsp_indices: Any = None,
    dtype: Any = None,
    modifier_func: Modifier = None,
    shuffle_csr_indices: bool = False,
) -> Any:
    """``create_sparse_array`` whose rows, if row_sparse, are ``rsp_indices`` or none.

    >>> mx.test_utils.create_sparse_array_zd((4, 3), "row_sparse", 0.5, rsp_indices=[1, 3]).indices.asnumpy()
    array([1, 3])
    """
    if stype == "row_sparse":
        density = 0.0
    return create_sparse_array(shape, stype, data_init, rsp_indices, dtype, modifier_func, density, shuffle_csr_indices)


def assign_each(the_input: Any, function: Modifier) -> np.ndarray:
    """A NumPy array of a function's values at each element of an array; a copy without a function.

    >>> mx.test_utils.assign_each(mx.nd.array([1, 2]), lambda x: 10 * x)
    array([10., 20.])
    """
    if function is None:
        return np.array(the_input)
    host = np.asarray(the_input)
    return np.array([function(x) for x in host.flat], dtype=np.float64).reshape(host.shape)


def assign_each2(input1: Any, input2: Any, function: Callable[[Any, Any], Any] | None) -> np.ndarray:
    """A NumPy array of a function's values at each pair of elements of two arrays; the first without a function.

    >>> mx.test_utils.assign_each2(mx.nd.array([1, 2]), mx.nd.array([3, 4]), lambda x, y: x * y)
    array([3., 8.])
    """
    if function is None:
        return np.array(input1)
    first, second = np.asarray(input1), np.asarray(input2)
    if first.shape != second.shape:
        raise ValueError(f"assign_each2: expected arrays of one shape, received {first.shape} and {second.shape}")
    pairs = zip(first.flat, second.flat, strict=True)
    return np.array([function(x, y) for x, y in pairs], dtype=np.float64).reshape(first.shape)
