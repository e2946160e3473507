"""Sums in buckets: what travels, in which order, and that nothing of one array gets into another."""

from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from mxnet._programs.buckets import add_up, buckets, last
from mxnet._programs.mesh import over_mesh

MB = 1 << 20


@cache
def mesh(size: int) -> Mesh:
    return Mesh(np.array(jax.devices("cpu")[:size]), ("w",))


def program(size: int, function: Any = add_up) -> Any:
    """The sums of rows, one for each device, with everything that they are computed from in the same program."""

    def each(rows: tuple[Any, ...]) -> tuple[Any, ...]:
        nothing = jnp.zeros((0, 3))  # not an argument: divided arrays of nothing crash the compiler of JAX 0.11
        *found, last = function([*[row[0] for row in rows], nothing], "w", size)
        assert last.shape == nothing.shape
        return tuple(found)

    return jax.jit(over_mesh(each, mesh(size), PartitionSpec("w"), PartitionSpec()))


def added(size: int, *rows: np.ndarray) -> list[np.ndarray]:
    placed = tuple(jax.device_put(row, NamedSharding(mesh(size), PartitionSpec("w"))) for row in rows)
    return [np.asarray(found) for found in program(size)(placed)]


def test_large_arrays_travel_alone_and_small_ones_together_the_last_first() -> None:
    large, small, other = (np.zeros(n, t) for n, t in ((MB, "f4"), (1000, "f4"), (10, "f8")))
    empty = np.zeros((0, 3), "f4")
    assert buckets([small, large, small, other, large, empty, small]) == [[4], [1], [6, 2, 0], [3]]
    assert last([small, large]) == 0 and last([large, large]) == 0 and last([empty]) == 0
    many = [np.zeros(MB // 8, "f4")] * 20  # half a megabyte each: eight make a bucket
    assert [len(bucket) for bucket in buckets(many)] == [8, 8, 4]


@pytest.mark.parametrize("size", [2, 4])
@pytest.mark.parametrize("numbers", [7, 90000, 300000])  # gathered; together; alone
def test_sums(size: int, numbers: int) -> None:
    rng = np.random.default_rng(numbers)
    rows = [rng.normal(size=(size, numbers)), rng.normal(size=(size, 2, 3)), rng.normal(size=(size,))]
    rows = [row.astype(np.float32) for row in rows] + [np.arange(size * 4).reshape(size, 4)]
    for found, row in zip(added(size, *rows), rows, strict=True):
        assert found.dtype == row.dtype
        np.testing.assert_allclose(found, row.sum(0), rtol=1e-5, atol=1e-5)


def test_what_is_not_a_number_stays_where_it_is() -> None:
    bad = np.full((2, MB), np.nan, np.float32)
    bad[:, 1] = np.inf
    good = np.ones((2, MB), np.float32)
    found = added(2, good, good, bad)
    assert (found[0] == 2).all() and (found[1] == 2).all() and np.isnan(found[2][0]) and np.isposinf(found[2][1])


def test_each_bucket_is_a_collective_in_its_place_whatever_is_added_up() -> None:
    def of_constants(arrays: list[Any], axis: str, size: int) -> tuple[Any, ...]:
        return add_up([jnp.zeros((MB,)), arrays[0], jnp.ones((MB,)), arrays[0] * 2, arrays[1]], axis, size)

    rows = (jax.ShapeDtypeStruct((2, MB), np.float32),)
    text = program(2, of_constants).lower(rows).compile().as_text()
    assert text.count(" all-reduce(") + text.count(" all-reduce-start(") == 4  # XLA would make one of them, or none
