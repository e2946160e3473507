"""Random keys, and JAX's generator in a form that compiles quickly on a CPU."""

import math
from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.extend.random import define_prng_impl, threefry_prng_impl

_ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))
_PARITY = np.uint32(0x1BD11BDA)


def random_key(seed: Any, number: Any) -> jax.Array:
    """The random key of a draw. It depends on the seed and the draw's number alone, not on where a tape was cut."""
    return jax.random.fold_in(jax.random.key(seed, impl=_generator()), number)


@cache
def _generator() -> Any:
    """The generator of this process: threefry, whatever its form.

    On a CPU JAX makes a loop of every draw, which takes XLA 0.25 s to compile, so that 128 draws, the parameters of a
    network say, took 44 s. Written out a draw takes a third of that, and gives the same bits.
    """
    if jax.default_backend() != "cpu" or not jax.config.jax_threefry_partitionable:  # type: ignore[attr-defined]
        return threefry_prng_impl
    return define_prng_impl(
        key_shape=(2,),
        seed=threefry_prng_impl.seed,
        split=_split,
        random_bits=_bits,
        fold_in=_fold_in,
        name="threefry_written_out",
        tag="fry",
    )


def _threefry(key: jax.Array, x: Any, y: Any) -> tuple[jax.Array, jax.Array]:
    """The hash of pairs of words under a key of two words."""
    keys = (key[0], key[1], key[0] ^ key[1] ^ _PARITY)
    x, y = x + keys[0], y + keys[1]
    for number in range(5):
        for rotation in _ROTATIONS[number % 2]:
            x = x + y
            y = ((y << np.uint32(rotation)) | (y >> np.uint32(32 - rotation))) ^ x
        x = x + keys[(number + 1) % 3]
        y = y + (keys[(number + 2) % 3] + np.uint32(number + 1))
    return x, y


def _counts(shape: tuple[int, ...]) -> tuple[Any, jax.Array]:
    """The numbers of elements, as a high and a low word."""
    size = math.prod(shape)
    if size <= 1 << 32:
        return np.uint32(0), lax.iota(jnp.uint32, size).reshape(shape)
    numbers = lax.iota(jnp.uint64, size).reshape(shape)
    return (numbers >> np.uint64(32)).astype(jnp.uint32), numbers.astype(jnp.uint32)


def _fold_in(key: jax.Array, data: Any) -> jax.Array:
    return _barrier(jnp.stack(_threefry(key, np.uint32(0), data.astype(jnp.uint32))))


def _split(key: jax.Array, shape: tuple[int, ...]) -> jax.Array:
    return _barrier(jnp.stack(_threefry(key, *_counts(shape)), axis=-1))


def _barrier(keys: jax.Array) -> jax.Array:
    """Keep XLA from computing keys again at each use of their bits: that takes four times as long to compile."""
    return lax.optimization_barrier(keys)


def _bits(key: jax.Array, bit_width: int, shape: tuple[int, ...]) -> jax.Array:
    high, low = _threefry(key, *_counts(shape))
    if bit_width == 64:
        return (high.astype(jnp.uint64) << np.uint64(32)) | low.astype(jnp.uint64)
    return (high ^ low).astype(f"uint{bit_width}")
