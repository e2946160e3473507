"""Sums over devices: one program for all of them."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from mxnet._host.stats import stats
from mxnet._lazy.value import Device, Value, concrete
from mxnet._programs.gang import sum_later
from mxnet._programs.mesh import over_mesh

_AXIS = "replica"


@cache
def _over(devices: tuple[Device, ...]) -> tuple[NamedSharding, Callable[..., Any]]:
    """How arrays, one on each device, lie side by side; and the program that adds them up on every device."""
    mesh = Mesh(np.array([device.jax for device in devices]), (_AXIS,))
    split, whole = PartitionSpec(_AXIS), PartitionSpec()

    def add(arrays: tuple[Any, ...]) -> tuple[Any, ...]:
        summed: tuple[Any, ...] = jax.lax.psum(arrays, _AXIS)
        return summed

    return NamedSharding(mesh, split), jax.jit(over_mesh(add, mesh, split, whole))


def all_reduce(rows: Sequence[Sequence[Value]]) -> list[list[Value]]:
    """For each row of values, one on each of the same devices, their sum on each of the devices.

    The sums are recorded, and part of the program that the devices' tapes become, where these are equal.
    """
    sums = sum_later(rows, reduce_now)
    return reduce_now(rows) if sums is None else sums


def reduce_now(rows: Sequence[Sequence[Value]]) -> list[list[Value]]:
    """The same at once: all rows are added by one program, whose results are the same to the last bit everywhere."""
    stats.programs += 1
    devices = tuple(value.device for value in rows[0])
    sharding, program = _over(devices)
    arrays = []
    for row in rows:
        buffers = [value.read("summed over devices") for value in row]
        # Arrays without axes, or of none along the first, cannot lie side by side.
        buffers = [b.reshape(1, -1) for b in buffers] if not _splits(buffers[0]) else buffers
        shape = (len(devices) * buffers[0].shape[0], *buffers[0].shape[1:])
        arrays.append(jax.make_array_from_single_device_arrays(shape, sharding, buffers))
    return [_parts(total, row, devices) for total, row in zip(program(tuple(arrays)), rows, strict=True)]


def _splits(buffer: jax.Array) -> bool:
    """Whether a buffer has a first axis of at least one element."""
    return buffer.ndim > 0 and buffer.shape[0] > 0


def _parts(total: jax.Array, row: Sequence[Value], devices: tuple[Device, ...]) -> list[Value]:
    shape = row[0].aval.shape
    by_device = {shard.device: shard.data for shard in total.addressable_shards}
    return [concrete(by_device[device.jax].reshape(shape), device) for device in devices]
