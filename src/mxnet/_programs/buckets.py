"""Sums over processes in buckets: which collectives run, in which order, whatever program they are part of.

Processes need not run the same program, but they must run the same collectives in the same order. So each bucket
depends on the one before it in a way that no compiler can remove. Otherwise XLA would join all buckets into one after
the backward pass, where nothing is left to overlap with, or choose an order of its own.
"""

from collections.abc import Sequence
from functools import reduce
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

# An array of this many bytes is a bucket of its own: XLA's CPU compiler concatenates at 0.8 GB a second.
_ALONE_BYTES = 1 << 20
# Smaller ones of a type are put into a bucket of this many bytes: a collective takes some tenths of a millisecond.
_BUCKET_BYTES = 4 << 20
# Up to this many bytes in all processes together, each process gathers and adds up everything itself: Gloo's all-gather
# of 4 KB takes 0.33 ms, its all-reduce, which is two steps, 0.45 ms (2 processes, 2 cores).
SMALL_BYTES = 1 << 18
_NO_RANK = 1 << 30  # a rank that no process has


def buckets(arrays: Sequence[Any]) -> list[list[int]]:
    """Which arrays are sent together, in the order of sending: the last first, as a backward pass makes them."""
    complete: list[list[int]] = []
    filling: dict[Any, list[int]] = {}
    for i in reversed(range(len(arrays))):
        nbytes = _nbytes(arrays[i])
        if nbytes >= _ALONE_BYTES:
            complete.append([i])
        elif nbytes:
            filling.setdefault(arrays[i].dtype, []).append(i)
            if sum(_nbytes(arrays[k]) for k in filling[arrays[i].dtype]) >= _BUCKET_BYTES:
                complete.append(filling.pop(arrays[i].dtype))
    return [*complete, *filling.values()]


def _nbytes(array: Any) -> int:
    return int(np.prod(array.shape, dtype=np.int64)) * np.dtype(array.dtype).itemsize


def last(arrays: Sequence[Any]) -> int:
    """An array of the last bucket: its sum is computed after all others."""
    in_order = buckets(arrays)
    return in_order[-1][0] if in_order else 0


def add_up(arrays: Sequence[Any], axis: str, size: int) -> tuple[Any, ...]:
    """Of each array the sum over the ``size`` processes along an axis of a mesh: the same bits everywhere."""
    sums: dict[int, Any] = {}
    is_small = size * sum(map(_nbytes, arrays)) <= SMALL_BYTES
    # Always false, which no compiler can know before the program runs: so nothing that is sent is a constant to it, not
    # even zeros.
    never = jax.lax.axis_index(axis) == _NO_RANK
    for bucket in buckets(arrays):
        parts = [arrays[i].reshape(-1) for i in bucket]
        flat = parts[0] if len(parts) == 1 else jnp.concatenate(parts)
        first = jnp.where(never, (flat[:1] == 0).astype(flat.dtype), flat[:1])  # two different numbers, always
        flat = jax.lax.dynamic_update_slice(flat, first, (0,))
        total = _gathered(flat, axis, size) if is_small else jax.lax.psum(flat, axis)
        never = (total[0] < 0) & (total[0] > 0)
        ends = np.cumsum([part.size for part in parts])[:-1].tolist()
        for i, part in zip(bucket, jnp.split(total, ends), strict=True):
            sums[i] = part.reshape(arrays[i].shape)
    return tuple(sums.get(i, array) for i, array in enumerate(arrays))


def _gathered(flat: Any, axis: str, size: int) -> Any:
    rows = jax.lax.all_gather(flat, axis)
    return reduce(jnp.add, [rows[i] for i in range(size)])
