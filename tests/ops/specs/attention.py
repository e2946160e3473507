"""Rows for ``mxnet._ops.attention``."""

import numpy as np

from tests.ops.spec import Spec


def split(array, parts, heads):
    """One (batch, head) pair after the other: ``parts`` matrices of shape (time, size)."""
    time, batch, _ = array.shape
    blocks = array.reshape(time, batch, heads, parts, -1)
    return [[blocks[:, n, h, p] for p in range(parts)] for n in range(batch) for h in range(heads)]


def selfatt_qk(projected, heads):
    return np.stack([q @ k.T / np.sqrt(q.shape[1]) for q, k, _ in split(projected, 3, heads)])


def encdec_qk(queries, keys_values, heads):
    pairs = zip(split(queries, 1, heads), split(keys_values, 2, heads), strict=True)
    return np.stack([q @ k.T / np.sqrt(q.shape[1]) for (q,), (k, _) in pairs])


def valatt(parts):
    def apply(projected, attention, heads):
        sums = [a @ p[-1] for a, p in zip(attention, split(projected, parts, heads), strict=True)]
        return np.stack([np.concatenate(sums[i : i + heads], axis=1) for i in range(0, len(sums), heads)], axis=1)

    return apply


HEADS = {"heads": 2}
SPECS = [
    Spec("_contrib_interleaved_matmul_selfatt_qk", [(3, 2, 24)], HEADS, expected=selfatt_qk),
    Spec("_contrib_interleaved_matmul_selfatt_valatt", [(3, 2, 24), (4, 3, 3)], HEADS, expected=valatt(3)),
    Spec("_contrib_interleaved_matmul_encdec_qk", [(3, 2, 8), (5, 2, 16)], HEADS, expected=encdec_qk),
    Spec("_contrib_interleaved_matmul_encdec_valatt", [(5, 2, 16), (4, 3, 5)], HEADS, expected=valatt(2)),
]
