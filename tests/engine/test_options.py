"""Which of XLA's emitters compile a program, and that its bits do not depend on it."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

import mxnet as mx
from mxnet._programs.device import device_of
from mxnet._programs.options import compiler_options

DEVICE = device_of(mx.cpu())


def chosen(function: Callable[..., Any], *arrays: Any) -> bool:
    """Whether the older emitters compile a function of these arrays."""
    return compiler_options(DEVICE, jax.make_jaxpr(function)(*arrays).jaxpr) is not None


def test_programs_of_different_kernels_are_compiled_by_the_older_emitters() -> None:
    x = np.ones((4, 5), np.float32)
    assert chosen(lambda x: [x.sum(0), x.sum(1), x @ x.T, jnp.tanh(x)], x)


def test_many_equal_kernels_are_left_to_the_newer_ones_which_compile_them_once() -> None:
    arrays = [np.ones((4, 5), np.float32) for _ in range(12)]
    assert not chosen(lambda *arrays: [jnp.tanh(a @ a.T) for a in arrays], *arrays)


@pytest.mark.parametrize("function", [jnp.tan, jnp.arctan, jnp.cbrt, lambda x: jax.jit(jnp.tan)(x)])
def test_functions_whose_digits_depend_on_the_emitters_always_have_the_same(function: Callable[..., Any]) -> None:
    assert not chosen(function, np.ones(3, np.float32))


def test_half_precision_is_left_to_the_newer_ones() -> None:
    assert not chosen(jnp.exp, np.ones(3, np.float16))


def test_a_loop_is_compiled_by_the_older_ones_if_it_computes_little() -> None:
    def loop(x: Any) -> Any:
        return lax.scan(lambda c, row: (jnp.tanh(c + row), c), x[0], x)

    assert chosen(loop, np.ones((4, 8), np.float32))
    assert not chosen(loop, np.ones((1024, 1024), np.float32))


def test_so_is_a_scatter() -> None:
    def scatter(x: Any, rows: Any, updates: Any) -> Any:
        return x.at[rows].add(updates)

    for count, expected in ((8, True), (8192, False)):
        x, updates = np.ones((16, 4), np.float32), np.ones((count, 4), np.float32)
        assert chosen(scatter, x, np.zeros(count, np.int32), updates) is expected


FUNCTIONS: dict[str, Callable[[Any, Any], Any]] = {
    "exponentials": lambda a, b: [jnp.exp(a), jnp.tanh(b), jnp.log(a + 1), lax.rsqrt(b + 1), jax.nn.sigmoid(a)],
    "sums over an axis": lambda a, b: [a.sum(0), b.mean(-1), (a * b).sum(1), a.var(0), jnp.cumsum(b, 1)],
    "products": lambda a, b: [a @ b.T, a.T @ b, a * b + a, a - 0.3 * b],
    "softmax": lambda a, b: [jax.nn.softmax(a), jax.nn.log_softmax(b)],
    "gradient": lambda a, b: jax.grad(lambda x: (jnp.tanh(x @ b.T) ** 2).mean())(a),
    "draws": lambda a, b: jax.random.normal(jax.random.key(3), a.shape, a.dtype) * b + a,
}


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_bits_are_the_same(name: str, dtype: Any) -> None:
    random, function = np.random.RandomState(0), FUNCTIONS[name]
    assert DEVICE.older_emitters is not None
    for shape in ((3, 5), (7, 33), (40, 64)):
        a, b = ((3 * random.rand(*shape)).astype(dtype) for _ in range(2))
        both = [
            jax.tree.leaves(jax.jit(lambda a, b: function(a, b), compiler_options=options)(a, b))
            for options in (DEVICE.options, DEVICE.older_emitters)
        ]
        for one, other in zip(*both, strict=True):
            assert np.asarray(one).tobytes() == np.asarray(other).tobytes()
