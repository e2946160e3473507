"""Gradients of sorting and what it refuses, as MXNet 1.9.1."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mxnet._ops.registry import OPS
from mxnet.error import MXNetError

DATA = np.float32([[1, 1, 1, 0], [3, 4, 4, 4]])


def call(name: str, data: object, **attrs: object) -> object:
    op = OPS[name]
    return op.function(jnp.asarray(data), **op.parse(attrs))


def first(outputs: object) -> jax.Array:
    return outputs[0] if isinstance(outputs, tuple) else outputs


@pytest.mark.parametrize(
    ("name", "attrs", "expected"),
    [
        ("topk", {"axis": 1, "k": 2, "ret_typ": "value"}, [[1, 2, 0, 0], [0, 1, 2, 0]]),
        ("topk", {"axis": 0, "ret_typ": "both"}, [[0, 0, 0, 0], [1, 2, 3, 4]]),
        ("topk", {"axis": 0, "ret_typ": "indices"}, np.zeros((2, 4))),
        ("topk", {"axis": 0, "ret_typ": "mask"}, np.zeros((2, 4))),
        ("sort", {"axis": 1}, [[2, 3, 4, 1], [1, 2, 3, 4]]),
        ("sort", {"axis": 1, "is_ascend": False}, [[1, 2, 3, 4], [4, 1, 2, 3]]),
        ("sort", {"axis": None}, [[2, 3, 4, 1], [5, 6, 7, 8]]),
        ("argsort", {"axis": 1}, np.zeros((2, 4))),
    ],
)
def test_gradient_with_ties(name: str, attrs: dict, expected: object) -> None:
    def weighted(data: jax.Array) -> jax.Array:
        out = first(call(name, data, **attrs))
        return jnp.sum(out * (jnp.arange(out.shape[-1], dtype=out.dtype) + 1))

    np.testing.assert_array_equal(jax.grad(weighted)(jnp.asarray(DATA)), expected)


def test_types_of_positions() -> None:
    data = DATA.astype(np.int32)
    assert call("argsort", data).dtype == np.float32
    assert call("argsort", data, dtype="int64").dtype == np.int64
    values, places = call("topk", data, k=2, ret_typ="both", dtype=np.int32)
    assert (values.dtype, places.dtype) == (np.int32, np.int32)
    assert call("topk", data, ret_typ="mask")[0].dtype == np.int32


@pytest.mark.parametrize(
    ("name", "attrs", "words"),
    [
        ("topk", {"k": 5}, "k must be smaller than 4, get k = 5"),
        ("topk", {"axis": 2}, "Invalid axis"),
        ("sort", {"axis": -3}, "Invalid axis"),
    ],
)
def test_refusal(name: str, attrs: dict, words: str) -> None:
    with pytest.raises(MXNetError, match=words):
        call(name, DATA, **attrs)
