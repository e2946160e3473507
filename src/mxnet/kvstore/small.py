"""Sums of so little that it travels with the meeting before them, which costs less than a collective."""

from collections.abc import Sequence
from functools import reduce
from math import prod

import numpy as np

from mxnet._host.stats import stats
from mxnet._lazy.value import Value, concrete

# What the scheduler sends out at most: what each of n workers has brought, to each of n.
_SENT_BYTES = 1 << 16


def is_small(values: Sequence[Value], workers: int) -> bool:
    """Whether values may travel with a meeting."""
    return workers * workers * sum(value.aval.nbytes for value in values) <= _SENT_BYTES


def as_bytes(values: Sequence[Value]) -> bytes:
    """The values, computed, as bytes for a meeting."""
    return b"".join([_host(value).tobytes() for value in values])


def _host(value: Value) -> np.ndarray:
    """A value's array on the host, where it stays if it is there."""
    is_plain = type(value.data) is np.ndarray and value.mark is None  # neither failed nor to be checked
    return np.asarray(value.data if is_plain else value.read("summed over workers"))


def sums(values: Sequence[Value], contents: Sequence[bytes]) -> list[Value]:
    """Of each value, the sum of what all workers have brought, in the order of ranks: the same bits everywhere."""
    stats.all_reduces += len({value.aval.dtype for value in values})
    totals, at = [], 0
    for value in values:
        aval = value.aval
        count = prod(aval.shape)
        rows = [np.frombuffer(content, aval.dtype, count, at).reshape(aval.shape) for content in contents]
        totals.append(concrete(np.asarray(reduce(np.add, rows)), value.device))
        at += aval.nbytes
    return totals
