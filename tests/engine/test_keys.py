"""Our form of JAX's generator: its bits, and programs that are small."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mxnet._programs.keys import random_key

pytestmark = pytest.mark.skipif(jax.default_backend() != "cpu", reason="the form is for CPUs")


def ours_and_jax(seed: int = 7, number: int = 3) -> tuple[jax.Array, jax.Array]:
    return random_key(seed, number), jax.random.fold_in(jax.random.key(seed, impl="threefry2x32"), number)


def same(ours: jax.Array, theirs: jax.Array) -> None:
    np.testing.assert_array_equal(np.asarray(ours), np.asarray(theirs))


@pytest.mark.parametrize("dtype", ["uint8", "uint16", "uint32", "uint64"])
@pytest.mark.parametrize("shape", [(), (1,), (5,), (0, 3), (4, 7, 2)], ids=str)
def test_bits(shape: tuple[int, ...], dtype: str) -> None:
    ours, theirs = ours_and_jax()
    same(jax.random.bits(ours, shape, dtype), jax.random.bits(theirs, shape, dtype))


def test_keys_of_keys() -> None:
    ours, theirs = ours_and_jax(2**40 + 1, 2**31)
    same(jax.random.key_data(ours), jax.random.key_data(theirs))
    for a, b in zip(jax.random.split(ours, 3), jax.random.split(theirs, 3), strict=True):
        same(jax.random.key_data(jax.random.fold_in(a, 5)), jax.random.key_data(jax.random.fold_in(b, 5)))


def test_draws_of_many_kinds() -> None:
    for draw in (jax.random.normal, jax.random.uniform, jax.random.exponential, jax.random.gumbel):
        same(*[draw(key, (1000,)) for key in ours_and_jax()])
    same(*[jax.random.permutation(key, 100) for key in ours_and_jax()])
    same(*[jax.random.gamma(key, 2.5, (50,)) for key in ours_and_jax()])


def test_many_keys_at_once() -> None:
    draw = jax.vmap(lambda number: jax.random.normal(random_key(1, number), (3,)))(jnp.arange(4))
    for number in range(4):
        same(draw[number], jax.random.normal(ours_and_jax(1, number)[1], (3,)))


def test_no_loop_is_made_of_a_draw() -> None:
    text = jax.jit(lambda n: jax.random.normal(random_key(1, n), (3,))).lower(0).as_text()
    assert "while" not in text
