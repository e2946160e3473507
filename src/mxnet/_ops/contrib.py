"""Operators of MXNet's contrib namespace that belong to no other family."""

import jax
import jax.numpy as jnp
from jax import lax

from mxnet._ops.registry import op
from mxnet.error import MXNetError

Array = jax.Array


def _transformable(name: str, data: Array) -> Array:
    """The data in a precision that XLA transforms in."""
    if data.ndim not in (2, 4):
        raise MXNetError(f"{name}: expected data of shape (N, d) or (N1, N2, N3, d), got {data.shape}.")
    return data.astype(jnp.promote_types(data.dtype, jnp.float32))


@op("_contrib_fft", output_names=("output",))
def fft(data: Array, *, compute_size: int = 128) -> Array:
    """Fourier transform of real data along the last axis, as real and imaginary parts in turn.

    ``compute_size``, the rows MXNet transforms at a time, changes nothing here.

    data: Real numbers of shape (rows, length), or with four axes.
    compute_size: How many rows MXNet transforms at a time; no effect.

    >>> nd.contrib.fft(nd.array([[1, 0, 0, 0]])).asnumpy()
    array([[1., 0., 1., 0., 1., 0., 1., 0.]], dtype=float32)
    """
    spectrum = jnp.fft.fft(_transformable("_contrib_fft", data), axis=-1)
    pairs = jnp.stack([spectrum.real, spectrum.imag], axis=-1)
    return pairs.reshape(*data.shape[:-1], 2 * data.shape[-1]).astype(data.dtype)


@op("_contrib_ifft", output_names=("output",))
def ifft(data: Array, *, compute_size: int = 128) -> Array:
    """Real part of the inverse Fourier transform along the last axis, not divided by the length.

    The last axis of ``data`` holds real and imaginary parts in turn. ``compute_size`` changes nothing here.

    data: Of shape (rows, 2 * length), or with four axes.
    compute_size: How many rows MXNet transforms at a time; no effect.

    >>> nd.contrib.ifft(nd.contrib.fft(nd.array([[1, 2, 3, 4]]))).asnumpy()
    array([[ 4.,  8., 12., 16.]], dtype=float32)
    """
    wide = _transformable("_contrib_ifft", data)
    if data.shape[-1] % 2:
        raise MXNetError(
            f"_contrib_ifft: expected real and imaginary parts in turn, got a last axis of {data.shape[-1]}."
        )
    pairs = wide.reshape(*data.shape[:-1], data.shape[-1] // 2, 2)
    values = jnp.fft.ifft(lax.complex(pairs[..., 0], pairs[..., 1]), axis=-1, norm="forward")
    return values.real.astype(data.dtype)


@op("_contrib_count_sketch", output_names=("output",))
def count_sketch(data: Array, h: Array, s: Array, *, out_dim: int, processing_batch_size: int = 32) -> Array:
    """Sum of the elements of the last axis times their signs ``s``, each at the place that ``h`` names.

    ``processing_batch_size``, the rows MXNet handles at a time, changes nothing here.

    data: Of shape (rows, length).
    h: For each of the length's elements the place it goes to, from 0 to ``out_dim - 1``.
    s: For each of them 1 or -1.
    out_dim: The length of the result's rows.
    processing_batch_size: How many rows MXNet handles at a time; no effect.

    >>> nd.contrib.count_sketch(nd.array([[1, 2, 3]]), nd.array([[0, 1, 0]]), nd.array([[1, -1, 1]]),
    ...     out_dim=2).asnumpy()
    array([[ 4., -2.]], dtype=float32)
    """
    if data.ndim not in (2, 4):
        raise MXNetError(f"_contrib_count_sketch: Data should be 2D or 4D, got shape {data.shape}.")
    length = data.shape[-1]
    for name, table in (("H", h), ("S", s)):
        if table.size != length:
            raise MXNetError(
                f"_contrib_count_sketch: {name} should be 2D tensor with same length as input's last axis, "
                f"expected (1, {length}), got {table.shape}."
            )
    # MXNet differentiates in the data alone.
    places, signs = (lax.stop_gradient(table).reshape(-1) for table in (h, s))
    out = jnp.zeros((*data.shape[:-1], out_dim), jnp.promote_types(data.dtype, jnp.float32))
    terms = data.astype(out.dtype) * signs.astype(out.dtype)
    return out.at[..., places.astype(jnp.int32)].add(terms, mode="drop").astype(data.dtype)


@op("_contrib_getnnz", types="? -> int64")
def getnnz(data: Array, *, axis: int | None = None) -> Array:
    """How many elements of a matrix are not zero: in all, a column (``axis=0``) or a row (``axis=1``), as int64.

    MXNet counts the stored values of a CSR matrix, zeros among them: that count needs the sparse form.

    data: A matrix, dense or csr.
    axis: 0 counts in columns, 1 in rows, None in all.

    >>> nd.contrib.getnnz(nd.array([[1, 0], [2, 3]]).tostype("csr")).asnumpy()
    array([3])
    """
    if data.ndim != 2:
        raise MXNetError(f"_contrib_getnnz: expected a matrix, got shape {data.shape}.")
    if axis not in (None, 0, 1):
        raise MXNetError(f"_contrib_getnnz: Unexpected value for axis({axis}). Candidates are None, 0, and 1.")
    return jnp.sum(data != 0, axis=axis, dtype=jnp.int64).reshape(-1)


@op("_contrib_edge_id", types="T ? ? -> T")
def edge_id(data: Array, u: Array, v: Array) -> Array:
    """The element of the adjacency matrix ``data`` for each edge from ``u`` to ``v``, -1 where there is no edge.

    A zero is no edge. MXNet tells a stored zero from no edge, which takes the sparse form.

    data: An adjacency matrix, csr or dense.
    u: The vertices that edges start from.
    v: The vertices that they go to, one for each of ``u``.

    >>> nd.contrib.edge_id(nd.array([[0, 5], [6, 0]]).tostype("csr"), nd.array([0, 1]), nd.array([1, 1])).asnumpy()
    array([ 5., -1.], dtype=float32)
    """
    if data.ndim != 2 or u.ndim != 1 or u.shape != v.shape:
        raise MXNetError(
            f"_contrib_edge_id: expected a matrix and two equal vectors, got {data.shape}, {u.shape}, {v.shape}."
        )
    ids = data.at[u.astype(jnp.int32), v.astype(jnp.int32)].get(mode="fill", fill_value=0)
    return jnp.where(ids == 0, jnp.asarray(-1, data.dtype), ids)
