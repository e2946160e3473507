"""Gradients of ``mxnet._ops.pooling`` at ties and zeros, from MXNet 1.9.1, and its errors."""

from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mxnet._ops.registry import OPS
from mxnet.error import MXNetError

TIES = np.array([[1, 2, 2, 0], [2, 2, 1, 1], [0, 0, 0, 0], [3, 0, 3, 3]], np.float32)[None, None]


def run(name: str, data: jax.Array, **attrs: object) -> jax.Array:
    return OPS[name].function(data, **OPS[name].parse(attrs))


def gradient(name: str, data: np.ndarray, **attrs: object) -> np.ndarray:
    return np.asarray(jax.grad(lambda x: run(name, x, **attrs).sum())(jnp.asarray(data)))[0, 0]


RAGGED = {"kernel": (3, 3), "stride": (2, 2), "pad": (1, 1), "pooling_convention": "full"}


def test_the_gradient_of_a_maximum_goes_to_the_first_of_equals() -> None:
    got = gradient("Pooling", TIES, kernel=(2, 2))
    np.testing.assert_array_equal(got, [[0, 2, 1, 0], [1, 1, 1, 0], [0, 0, 0, 0], [1, 0, 2, 0]])
    got = gradient("Pooling", TIES * 0, **RAGGED)
    np.testing.assert_array_equal(got, [[1, 1, 0, 1], [1, 1, 0, 1], [0, 0, 0, 0], [1, 1, 0, 1]])
    got = gradient("Pooling", TIES, global_pool=True)
    np.testing.assert_array_equal(got, [[0, 0, 0, 0]] * 3 + [[1, 0, 0, 0]])


def test_the_gradient_of_the_old_maximum_goes_to_all_equals() -> None:
    got = gradient("Pooling_v1", TIES, kernel=(2, 2))
    np.testing.assert_array_equal(got, [[0, 2, 2, 0], [2, 4, 1, 1], [0, 0, 0, 0], [1, 0, 2, 1]])
    got = gradient("Pooling_v1", TIES - 1, **RAGGED)
    np.testing.assert_array_equal(got, [[0, 2, 1, 0], [1, 2, 0, 1], [0, 0, 0, 0], [2, 0, 2, 4]])
    got = gradient("Pooling_v1", TIES, global_pool=True)
    np.testing.assert_array_equal(got, [[0, 0, 0, 0]] * 3 + [[1, 0, 1, 1]])


def test_the_padding_of_the_old_maximum_is_zero() -> None:
    out = run("Pooling_v1", jnp.asarray(TIES - 6), kernel=(3, 3), stride=(2, 2), pad=(1, 1))
    np.testing.assert_array_equal(out[0, 0], [[0, 0], [0, -3]])


@pytest.mark.parametrize("kernel", [(2, 2), (3, 2), (6, 6)])
@pytest.mark.parametrize("stride", [(1, 1), (2, 3)])
def test_the_gradient_of_a_maximum_equals_xlas(kernel: tuple, stride: tuple) -> None:
    data = jax.random.randint(jax.random.key(0), (2, 3, 9, 8), 0, 4).astype(jnp.float32)
    weights = jnp.cos(jnp.arange(100.0, dtype=jnp.float32))

    def loss(out: jax.Array) -> jax.Array:
        return (out.reshape(6, -1) * weights[: out.size // 6]).sum()

    def by_xla(data: jax.Array) -> jax.Array:
        margins = [(0, 0), (0, 0), (1, 1), (1, 1)]
        return jax.lax.reduce_window(data, -jnp.inf, jax.lax.max, (1, 1, *kernel), (1, 1, *stride), margins)

    got = jax.grad(lambda x: loss(run("Pooling", x, kernel=kernel, stride=stride, pad=(1, 1))))(data)
    np.testing.assert_allclose(got, jax.grad(lambda x: loss(by_xla(x)))(data), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("p", [2, 3])
def test_a_norm_of_zeros_has_gradient_zero(p: int) -> None:
    got = gradient("Pooling", TIES * 0, kernel=(2, 2), stride=(2, 2), pool_type="lp", p_value=p)
    np.testing.assert_array_equal(got, np.zeros((4, 4)))


def test_half_precision_sums_in_float32() -> None:
    data = jnp.full((1, 1, 64, 64), 0.1, jnp.float16)
    for attrs in ({"global_pool": True}, {"kernel": (64, 64)}):
        out = run("Pooling", data, pool_type="avg", **attrs)
        assert out.dtype == jnp.float16
        assert out[0, 0, 0, 0] == data[0, 0, 0, 0]


@pytest.mark.parametrize(
    ("shape", "attrs", "message"),
    [
        ((1, 1, 4, 4), {"kernel": (7, 7)}, r"kernel size \(7\) exceeds input \(4 padded to 4\)"),
        ((1, 1, 4, 4), {}, "0D pooling not supported"),
        ((1, 1, 4, 4), {"kernel": (2,)}, "Input data should be 3D"),
        ((1, 1, 4, 4), {"kernel": (2, 2), "layout": "NCW"}, "Need 2D layout"),
        ((1, 1, 4, 4), {"kernel": (2, 2), "pooling_convention": "same"}, "'same' needs 3D data"),
        ((1, 1, 4), {"kernel": (2,), "pad": (1,), "pooling_convention": "same"}, "disables the use of pad"),
        ((1, 1, 4, 4), {"kernel": (2, 2), "pool_type": "lp"}, "p value of None is not supported"),
        ((1, 1, 4, 4), {"kernel": (2, 2), "stride": (2,)}, "need as many sizes"),
    ],
)
def test_wrong_use_is_explained(shape: tuple, attrs: dict, message: str) -> None:
    with pytest.raises(MXNetError, match=message):
        run("Pooling", jnp.ones(shape), **attrs)


@pytest.mark.parametrize(
    "attrs", [{"kernel": (2, 2), "stride": (2, 2)}, {"kernel": (3, 2), "stride": (1, 2), "pad": (1, 0)}]
)
def test_the_gradient_of_an_average_equals_that_of_one_sum_over_windows(attrs: dict) -> None:
    """Windows that tile the data, and windows that overlap, give back what a plain reduction does."""
    data = jnp.asarray(np.random.RandomState(0).normal(size=(2, 3, 6, 4)).astype(np.float32))
    strides, (high, wide) = (1, 1, *attrs["stride"]), attrs["kernel"]
    margins = [(0, 0), (0, 0), *[(p, p) for p in attrs.get("pad", (0, 0))]]

    def plain(data: jax.Array) -> jax.Array:
        return jax.lax.reduce_window(data, 0.0, jax.lax.add, (1, 1, high, wide), strides, margins) / (high * wide)

    def gradients(function: Callable[[jax.Array], jax.Array]) -> list[jax.Array]:
        first = jax.grad(lambda x: jnp.sum(function(x) ** 3))
        return [first(data), jax.grad(lambda x: jnp.sum(first(x) ** 2))(data)]

    ours = gradients(lambda x: run("Pooling", x, pool_type="avg", **attrs))
    for mine, other in zip(ours, gradients(plain), strict=True):
        np.testing.assert_allclose(mine, other, rtol=1e-5, atol=1e-6)
