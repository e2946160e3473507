"""Gradients of reductions where functions have kinks, as MXNet 1.9.1 gives them, and what is refused."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mxnet._ops.registry import OPS
from mxnet.error import MXNetError


def call(name: str, *arrays: object, **attrs: object) -> object:
    op = OPS[name]
    return op.function(*(jnp.asarray(a) for a in arrays), **op.parse(attrs))


def gradient(name: str, data: object, **attrs: object) -> np.ndarray:
    return np.asarray(jax.grad(lambda x: call(name, x, **attrs).sum())(jnp.asarray(data, jnp.float32)))


@pytest.mark.parametrize(
    ("name", "attrs", "data", "expected"),
    [
        ("max", {"axis": 1}, [[1, 2, 2], [3, 3, 3]], [[0, 1, 1], [1, 1, 1]]),
        ("min", {"axis": 1}, [[1, 1, 2], [3, 3, 3]], [[1, 1, 0], [1, 1, 1]]),
        ("max", {"axis": 1}, [[1, np.nan, 2], [3, 1, 2]], [[0, 0, 0], [1, 0, 0]]),
        ("nansum", {"axis": 1}, [[1, np.nan, 2], [2, 3, 4]], [[1, 0, 1], [1, 1, 1]]),
        ("nanprod", {"axis": 1}, [[1, np.nan, 2], [2, 3, 4]], [[2, 0, 1], [12, 8, 6]]),
        ("norm", {"axis": 1, "ord": 1}, [[0, -1], [3, 4]], [[0, -1], [1, 1]]),
        ("norm", {"axis": 1}, [[0, 0], [3, 4]], [[np.nan, np.nan], [0.6, 0.8]]),
        ("argmax", {"axis": 1}, [[1, 1], [3, 4]], [[0, 0], [0, 0]]),
        ("prod", {"axis": 1}, [[1, 0, 2], [0, 0, 3]], [[0, 2, 0], [0, 0, 0]]),  # true one; MXNet has NaN at the zeros
    ],
)
def test_gradient_at_kinks(name: str, attrs: dict, data: list, expected: list) -> None:
    np.testing.assert_allclose(gradient(name, data, **attrs), expected, rtol=1e-6)


@pytest.mark.parametrize("name", ["sum", "mean", "prod", "max", "min", "nansum", "nanprod", "norm", "argmax", "argmin"])
@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16", "int32", "uint8", "int64"])
def test_dtype_is_kept(name: str, dtype: str) -> None:
    out = call(name, jnp.asarray([[1, 2], [3, 4]], dtype))
    assert out.dtype == dtype
    assert out.shape == (1,)


@pytest.mark.parametrize(
    ("name", "attrs", "words"),
    [
        ("sum", {"axis": (0, 0)}, "duplicates"),
        ("sum", {"axis": 2}, "Exceeds input dimensions"),
        ("mean", {"axis": -3}, "Exceeds input dimensions"),
        ("norm", {"ord": 3}, "ord=1 and ord=2"),
        ("argmax", {"axis": 2}, "exceeds the input dimension"),
        ("moments", {}, "Empty axes is not supported"),
        ("cumsum", {"axis": 2}, "out of range"),
        ("_histogram", {"bin_cnt": 2}, "both or neither"),
        ("_histogram", {"bin_cnt": 2, "range": (3, 2)}, "less than or equal"),
    ],
)
def test_refusal(name: str, attrs: dict, words: str) -> None:
    with pytest.raises(MXNetError, match=words):
        call(name, np.ones((2, 3), np.float32), **attrs)


def test_empty_input_has_no_extreme() -> None:
    with pytest.raises(MXNetError, match="size should > 0"):
        call("max", np.zeros((0, 3), np.float32))


def test_range_of_histogram_may_be_traced() -> None:
    data = jnp.asarray([0.0, 1.0, 2.0, 3.0])

    def count(low: float, high: float) -> jax.Array:
        return OPS["_histogram"].function(data, bin_cnt=2, range=(low, high))[0]

    np.testing.assert_array_equal(jax.jit(count)(0.0, 2.0), [1, 2])
