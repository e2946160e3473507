"""Products of multi-head attention over projections whose heads are interleaved along the last axis."""

import math

import jax
import jax.numpy as jnp

from mxnet._ops.registry import op
from mxnet.error import MXNetError

Array = jax.Array


def _split(name: str, array: Array, parts: int, heads: int) -> list[Array]:
    """Cut (time, batch, heads * parts * size) into ``parts`` arrays of shape (time, batch, heads, size)."""
    if array.ndim != 3 or array.shape[2] % (heads * parts):
        raise MXNetError(
            f"{name}: expected a 3D array, seq_length-batch-proj_dim, with proj_dim a multiple of {parts} * heads = "
            f"{parts * heads}, but got shape {array.shape}"
        )
    time, batch, width = array.shape
    heads_last = array.reshape(time, batch, heads, parts, width // (heads * parts))
    return [heads_last[:, :, :, part] for part in range(parts)]


def _scores(queries: Array, keys: Array) -> Array:
    """Scaled products of every query with every key: (batch * heads, queries, keys)."""
    scale = jnp.asarray(1 / math.sqrt(queries.shape[3]), queries.dtype)
    out = jnp.einsum("qbhd,kbhd->bhqk", queries * scale, keys)
    return out.reshape(-1, *out.shape[2:])


def _weighted(name: str, values: Array, attention: Array) -> Array:
    """Values summed with the weights of ``attention``, heads side by side: (queries, batch, heads * size)."""
    keys, batch, heads, size = values.shape
    if attention.ndim != 3 or attention.shape[0] != batch * heads or attention.shape[2] != keys:
        raise MXNetError(
            f"{name}: expected attention of shape {(batch * heads, 'queries', keys)}, but got {attention.shape}"
        )
    weights = attention.reshape(batch, heads, *attention.shape[1:])
    out = jnp.einsum("bhqk,kbhd->qbhd", weights, values)
    return out.reshape(attention.shape[1], batch, heads * size)


@op("_contrib_interleaved_matmul_selfatt_qk", output_names=("output",))
def selfatt_qk(queries_keys_values: Array, *, heads: int) -> Array:
    """Scaled query-key products of self attention, from (time, batch, heads * 3 * size) projections.

    queries_keys_values: Projections of shape (time, batch, heads * 3 * size): for each head its query, key and value,
        one after the other.

    >>> nd.contrib.interleaved_matmul_selfatt_qk(nd.ones((5, 2, 3 * 4 * 6)), heads=4).shape
    (8, 5, 5)
    """
    queries, keys, _ = _split("_contrib_interleaved_matmul_selfatt_qk", queries_keys_values, 3, heads)
    return _scores(queries, keys)


@op("_contrib_interleaved_matmul_selfatt_valatt", output_names=("output",))
def selfatt_valatt(queries_keys_values: Array, attention: Array, *, heads: int) -> Array:
    """Values of self attention summed with the weights in ``attention``.

    queries_keys_values: Projections of shape (time, batch, heads * 3 * size), as for the scores.
    attention: Weights of shape (batch * heads, time, time).

    >>> nd.contrib.interleaved_matmul_selfatt_valatt(nd.ones((5, 2, 3 * 4 * 6)), nd.ones((8, 5, 5)), heads=4).shape
    (5, 2, 24)
    """
    name = "_contrib_interleaved_matmul_selfatt_valatt"
    return _weighted(name, _split(name, queries_keys_values, 3, heads)[2], attention)


@op("_contrib_interleaved_matmul_encdec_qk", output_names=("output",))
def encdec_qk(queries: Array, keys_values: Array, *, heads: int) -> Array:
    """Scaled query-key products of encoder-decoder attention, keys and values being interleaved.

    queries: Projections of shape (queries, batch, heads * size).
    keys_values: Projections of shape (keys, batch, heads * 2 * size): for each head its key and value.

    >>> nd.contrib.interleaved_matmul_encdec_qk(nd.ones((3, 2, 4 * 6)), nd.ones((5, 2, 2 * 4 * 6)), heads=4).shape
    (8, 3, 5)
    """
    name = "_contrib_interleaved_matmul_encdec_qk"
    if queries.ndim == keys_values.ndim == 3 and queries.shape[1] != keys_values.shape[1]:
        raise MXNetError(
            f"{name}: queries.shape[1] should be equal to keys_values.shape[1], but the shapes are {queries.shape} and "
            f"{keys_values.shape}"
        )
    (split,) = _split(name, queries, 1, heads)
    keys = _split(name, keys_values, 2, heads)[0]
    if keys.shape[3] != split.shape[3]:
        raise MXNetError(
            f"{name}: keys_values.shape[2] should be equal to queries.shape[2] * 2, but the shapes are "
            f"{keys_values.shape} and {queries.shape}"
        )
    return _scores(split, keys)


@op("_contrib_interleaved_matmul_encdec_valatt", output_names=("output",))
def encdec_valatt(keys_values: Array, attention: Array, *, heads: int) -> Array:
    """Values of encoder-decoder attention summed with the weights in ``attention``.

    keys_values: Projections of shape (keys, batch, heads * 2 * size), as for the scores.
    attention: Weights of shape (batch * heads, queries, keys).

    >>> nd.contrib.interleaved_matmul_encdec_valatt(nd.ones((5, 2, 2 * 4 * 6)), nd.ones((8, 3, 5)), heads=4).shape
    (3, 2, 24)
    """
    name = "_contrib_interleaved_matmul_encdec_valatt"
    return _weighted(name, _split(name, keys_values, 2, heads)[1], attention)
