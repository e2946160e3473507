"""Sums over processes in buckets: which collectives run, in which order, whatever program they are part of.

Processes need not run the same program, but they must run the same collectives in the same order. So each bucket waits
for the one before it in a way that no compiler sees through: else XLA's would join all into one behind the backward
pass, where nothing is left to overlap with, or order them as it likes.
"""

from collections.abc import Sequence
from functools import reduce
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

# An array of so many bytes is a bucket of its own: XLA's CPU compiler concatenates at 0.8 GB a second.
_ALONE_BYTES = 1 << 20
# Smaller ones of a type travel together until they have so many: a collective takes some tenths of a millisecond.
_BUCKET_BYTES = 4 << 20
# What all processes have together up to which each adds up everything itself: Gloo's all-gather of 4 KB takes 0.33 ms,
# its all-reduce, which is two steps, 0.45 ms (2 processes, 2 cores).
SMALL_BYTES = 1 << 18
_NOBODY = 1 << 30  # a rank that no process has


def buckets(arrays: Sequence[Any]) -> list[list[int]]:
    """Which arrays travel together, in the order of travelling: the last first, as a backward pass makes them."""
    found: list[list[int]] = []
    begun: dict[Any, list[int]] = {}
    for i in reversed(range(len(arrays))):
        nbytes = _nbytes(arrays[i])
        if nbytes >= _ALONE_BYTES:
            found.append([i])
        elif nbytes:
            begun.setdefault(arrays[i].dtype, []).append(i)
            if sum(_nbytes(arrays[k]) for k in begun[arrays[i].dtype]) >= _BUCKET_BYTES:
                found.append(begun.pop(arrays[i].dtype))
    return [*found, *begun.values()]


def _nbytes(array: Any) -> int:
    return int(np.prod(array.shape, dtype=np.int64)) * np.dtype(array.dtype).itemsize


def last(arrays: Sequence[Any]) -> int:
    """An array of the last bucket: whoever has its sum has waited for all others."""
    found = buckets(arrays)
    return found[-1][0] if found else 0


def add_up(arrays: Sequence[Any], axis: str, size: int) -> tuple[Any, ...]:
    """Of each array the sum over the ``size`` processes along an axis of a mesh: the same bits everywhere."""
    found: dict[int, Any] = {}
    is_small = size * sum(map(_nbytes, arrays)) <= SMALL_BYTES
    # Never true, which only running it shows; so nothing that travels is known before, not even zeros.
    holds = jax.lax.axis_index(axis) == _NOBODY
    for bucket in buckets(arrays):
        parts = [arrays[i].reshape(-1) for i in bucket]
        flat = parts[0] if len(parts) == 1 else jnp.concatenate(parts)
        first = jnp.where(holds, (flat[:1] == 0).astype(flat.dtype), flat[:1])  # two different numbers, always
        flat = jax.lax.dynamic_update_slice(flat, first, (0,))
        total = _gathered(flat, axis, size) if is_small else jax.lax.psum(flat, axis)
        holds = (total[0] < 0) & (total[0] > 0)
        ends = np.cumsum([part.size for part in parts])[:-1].tolist()
        for i, part in zip(bucket, jnp.split(total, ends), strict=True):
            found[i] = part.reshape(arrays[i].shape)
    return tuple(found.get(i, array) for i, array in enumerate(arrays))


def _gathered(flat: Any, axis: str, size: int) -> Any:
    rows = jax.lax.all_gather(flat, axis)
    return reduce(jnp.add, [rows[i] for i in range(size)])
