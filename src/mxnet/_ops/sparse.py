"""Kernels on the parts of sparse arrays, and the one operator that only sparse arrays have.

A csr matrix comes as stored values with the row and the column of each, a row_sparse array as stored rows with the
number of each. Both may be padded, so that few different lengths ever reach the compiler: a padded element has the
row, a padded row the number, that lies just beyond the array. What stands in the padding means nothing, so a kernel
lets it fall away (out-of-range indices do) or masks it.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp

from mxnet._ops.registry import op
from mxnet._ops.storage import DENSE, ROW_SPARSE
from mxnet.error import MXNetError

Array = jax.Array
Shape = tuple[int, ...]


def _tall(mask: Array, data: Array) -> Array:
    """A mask of the first axis, shaped to go with the data."""
    return mask.reshape(mask.shape + (1,) * (data.ndim - 1))


def _wide(data: Array) -> Array:
    """The data in a precision that sums well."""
    return data.astype(jnp.float32) if data.dtype in (jnp.float16, jnp.bfloat16) else data


def pad(data: Array, *, capacity: int) -> Array:
    """The data with its first axis lengthened."""
    return jnp.pad(data, [(0, capacity - data.shape[0])] + [(0, 0)] * (data.ndim - 1))


def trim(data: Array, *, count: int) -> Array:
    """The first elements."""
    return data[:count]


def not_zero(data: Array) -> Array:
    """Which elements are not zero."""
    return data != 0


def not_zero_rows(data: Array) -> Array:
    """Which rows hold anything but zeros."""
    return jnp.any(data != 0, axis=tuple(range(1, data.ndim)))


def pick(data: Array, index: Array) -> Array:
    """Elements (or rows) by number; zero where the number is out of range."""
    return jnp.take(data, index, axis=0, mode="fill", fill_value=0)


def pick_of(*arrays: Array) -> Array:
    """``pick`` from several arrays put one behind the other; the last array is the index."""
    return pick(jnp.concatenate(arrays[:-1]), arrays[-1])


def as_index(data: Array, *, length: int) -> Array:
    """Numbers of any type as indices for an axis of this length."""
    return data.reshape(-1).astype(jnp.int32 if length < 2**31 else jnp.int64)


# --- row_sparse ------------------------------------------------------------------------------------------------------


def rows_to_dense(data: Array, ids: Array, *, length: int) -> Array:
    """The whole array."""
    return jnp.zeros((length, *data.shape[1:]), data.dtype).at[ids].set(data, mode="drop")


def dense_to_rows(data: Array) -> tuple[Array, Array]:
    """Every row that is not all zeros and its number, padded to the length of the array."""
    (ids,) = jnp.nonzero(not_zero_rows(data), size=data.shape[0], fill_value=data.shape[0])
    ids = ids.astype(jnp.int32 if data.shape[0] < 2**31 else jnp.int64)
    return pick(data, ids), ids


def _positions(ids: Array, wanted: Array) -> Array:
    """Where the numbers wanted stand among stored ones; out of range for one that is not stored."""
    order = jnp.argsort(ids)
    place = jnp.searchsorted(ids[order], wanted)
    place = order[jnp.minimum(place, len(ids) - 1)]
    return jnp.where(ids[place] == wanted, place, len(ids))


def find_rows(data: Array, ids: Array, wanted: Array) -> Array:
    """The rows with the numbers wanted; zeros for a row that is not stored."""
    return pick(data, _positions(ids, wanted))


def add_rows(*arrays: Array, length: int, capacity: int) -> tuple[Array, Array]:
    """The sum of row_sparse arrays, given as all their rows, then all their numbers; numbers may repeat."""
    count = len(arrays) // 2
    data, ids = jnp.concatenate(arrays[:count]), jnp.concatenate(arrays[count:])
    unique, where = jnp.unique(ids, size=capacity, fill_value=length, return_inverse=True)
    return jax.ops.segment_sum(data, where.reshape(-1), capacity), unique.astype(ids.dtype)


def sum_rows(data: Array, ids: Array, *, length: int, axes: Shape, keepdims: bool, square: bool) -> Array:
    """The sum over axes, of squares perhaps."""
    wide = _wide(data)
    wide = jnp.square(wide) if square else wide
    inner = tuple(a for a in axes if a != 0)
    summed = jnp.sum(wide, axis=inner, keepdims=keepdims).astype(data.dtype if 0 not in axes else wide.dtype)
    if 0 not in axes:
        return rows_to_dense(summed, ids, length=length)
    live = jnp.where(_tall(ids < length, summed), summed, jnp.zeros((), summed.dtype))
    return jnp.sum(live, axis=0, keepdims=keepdims).astype(data.dtype)


def square_sum_rows(data: Array) -> Array:
    """The sum of squares of each stored row, kept as a column."""
    return jnp.sum(jnp.square(_wide(data)), axis=1, keepdims=True).astype(data.dtype)


# --- csr -------------------------------------------------------------------------------------------------------------


def csr_to_dense(data: Array, rows: Array, columns: Array, *, shape: Shape) -> Array:
    """The whole matrix."""
    return jnp.zeros(shape, data.dtype).at[rows, columns].add(data, mode="drop")


def at_stored(data: Array, rows: Array, columns: Array) -> Array:
    """The elements of a matrix, or of something that broadcasts to one, at the stored places."""
    matrix = data.reshape((1,) * (2 - data.ndim) + data.shape)
    row = rows if matrix.shape[0] > 1 else jnp.zeros_like(rows)
    column = columns if matrix.shape[1] > 1 else jnp.zeros_like(columns)
    return matrix.at[row, column].get(mode="fill", fill_value=0)


def csr_dot(data: Array, groups: Array, places: Array, dense: Array, *, size: int, serial: bool) -> Array:
    """For each group the sum of its stored values, each times the row of ``dense`` at its place; ``size`` groups.

    With rows as groups and columns as places this is ``csr @ dense``; the other way round, ``csr.T @ dense``.
    A ``serial`` device takes the stored values a piece at a time, so that the products stay in its cache.
    """
    dtype = jnp.result_type(data, dense)
    stored = jnp.where(groups < size, data.astype(dtype), jnp.zeros((), dtype))
    return _sum_products(_wide(stored), groups, places, _wide(dense.astype(dtype)), size, serial).astype(dtype)


@partial(jax.custom_vjp, nondiff_argnums=(4, 5))
def _sum_products(data: Array, groups: Array, places: Array, dense: Array, size: int, serial: bool) -> Array:
    count, width = len(data), dense.shape[1]
    piece = min(max(_CACHED // width, 512), 8192)
    start = jnp.zeros((size, width), dense.dtype)

    def add(out: Array, stored: tuple[Array, Array, Array]) -> Array:
        values, group, place = stored
        return out.at[group].add(values[:, None] * pick(dense, place), mode="drop")

    if not serial or count <= piece:
        return add(start, (data, groups, places))
    pieces = -(-count // piece)
    short = pieces * piece - count

    def cut(array: Array, fill: int) -> Array:
        return jnp.pad(array, (0, short), constant_values=fill).reshape(pieces, piece)

    stored = cut(data, 0), cut(groups, size), cut(places, 0)
    return jax.lax.scan(lambda out, s: (add(out, s), None), start, stored)[0]


_CACHED = 1 << 17  # elements


def _sum_products_forward(data: Array, groups: Array, places: Array, dense: Array, size: int, serial: bool) -> Any:
    return _sum_products(data, groups, places, dense, size, serial), (data, groups, places, dense)


def _sum_products_backward(size: int, serial: bool, saved: tuple[Array, ...], gradient: Array) -> tuple[Any, ...]:
    data, groups, places, dense = saved
    for_data = jnp.sum(pick(gradient, groups) * pick(dense, places), axis=1)
    return for_data, None, None, _sum_products(data, places, groups, gradient, dense.shape[0], serial)


_sum_products.defvjp(_sum_products_forward, _sum_products_backward)


def csr_dot_rows(
    data: Array, groups: Array, places: Array, rows: Array, ids: Array, *, size: int, serial: bool
) -> Array:
    """``csr_dot`` with a row_sparse array on the right."""
    return csr_dot(data, groups, _positions(ids, places), rows, size=size, serial=serial)


def dense_dot_csr(dense: Array, data: Array, groups: Array, places: Array, *, size: int, serial: bool) -> Array:
    """``dense @ csr`` restricted to some columns: ``places`` are rows of the matrix, ``groups`` the kept columns."""
    return csr_dot(data, groups, places, dense.T, size=size, serial=serial).T


def sum_csr(
    data: Array, rows: Array, columns: Array, *, shape: Shape, axes: Shape, keepdims: bool, square: bool
) -> Array:
    """The sum over axes, of squares perhaps."""
    wide = jnp.where(rows < shape[0], _wide(data), jnp.zeros((), _wide(data).dtype))
    wide = jnp.square(wide) if square else wide
    if axes == (0, 1):
        out = jnp.sum(wide).reshape((1, 1))
    elif axes == (0,):
        out = jax.ops.segment_sum(wide, columns, shape[1]).reshape((1, shape[1]))
    else:
        out = jax.ops.segment_sum(wide, rows, shape[0]).reshape((shape[0], 1))
    return (out if keepdims else jnp.squeeze(out, axes)).astype(data.dtype)


# --- operators -------------------------------------------------------------------------------------------------------


def _retained(stypes: Sequence[str], **_: Any) -> str:
    return DENSE if set(stypes) == {DENSE} else ROW_SPARSE


@op("_sparse_retain", types="T ? -> T", storage=_retained, makes_sparse=True)
def sparse_retain(data: Array, indices: Array) -> Array:
    """The array with every row but those at ``indices`` set to zero.

    data: An array, row_sparse or dense.
    indices: The numbers of the rows that stay.

    >>> nd.sparse.retain(nd.ones((3, 2)).tostype("row_sparse"), nd.array([0, 2])).asnumpy()
    array([[1., 1.],
           [0., 0.],
           [1., 1.]], dtype=float32)
    """
    if indices.ndim != 1:
        raise MXNetError(f"_sparse_retain: expected indices of one axis, got shape {indices.shape}.")
    kept = jnp.zeros(data.shape[0], bool).at[indices.astype(jnp.int32)].set(True, mode="drop")
    return jnp.where(_tall(kept, data), data, jnp.zeros((), data.dtype))
