"""Rules of random keys and bits: the threefry generator, giving the bits that JAX gives."""

import math

import jax
import numpy as np
from jax.extend.core import JaxprEqn

from mxnet._numpy_backend.rules import (
    KEY,
    SAME,
    Array,
    Atom,
    CannotInterpret,
    Compute,
    dtype_of,
    integers,
    per_element,
    result_dtype,
    rule,
    shape_of,
)

_ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))
_PARITY = 0x1BD11BDA
_MASK = 0xFFFFFFFF
# Up to so many blocks, Python's integers are faster than NumPy's arrays.
_FEW = 6


def threefry(key1: Array, key2: Array, count1: Array, count2: Array) -> tuple[Array, Array]:
    """The hash of two words under a key of two words; all are arrays of uint32 that broadcast."""
    shape = np.broadcast_shapes(key1.shape, key2.shape, count1.shape, count2.shape)
    if math.prod(shape) <= _FEW:
        words = [np.broadcast_to(w, shape).ravel().tolist() for w in (key1, key2, count1, count2)]
        out = np.array([_block(*word) for word in zip(*words, strict=True)], np.uint32).reshape(*shape, 2)
        return out[..., 0], out[..., 1]
    keys = (key1, key2, key1 ^ key2 ^ np.uint32(_PARITY))
    x, y = np.broadcast_to(count1 + key1, shape), np.broadcast_to(count2 + key2, shape)
    for number in range(5):
        for rotation in _ROTATIONS[number % 2]:
            x = x + y
            y = ((y << np.uint32(rotation)) | (y >> np.uint32(32 - rotation))) ^ x
        x = x + keys[(number + 1) % 3]
        y = y + (keys[(number + 2) % 3] + np.uint32(number + 1))
    return x, y


def _block(key1: int, key2: int, x: int, y: int) -> tuple[int, int]:
    keys = (key1, key2, key1 ^ key2 ^ _PARITY)
    x, y = (x + key1) & _MASK, (y + key2) & _MASK
    for number in range(5):
        for rotation in _ROTATIONS[number % 2]:
            x = (x + y) & _MASK
            y = (((y << rotation) | (y >> (32 - rotation))) & _MASK) ^ x
        x = (x + keys[(number + 1) % 3]) & _MASK
        y = (y + keys[(number + 2) % 3] + number + 1) & _MASK
    return x, y


def _words(key: Array) -> tuple[Array, Array]:
    """The two words of each key."""
    return (key >> np.uint64(32)).astype(np.uint32), key.astype(np.uint32)


def joined(high: Array, low: Array) -> Array:
    """Keys made of two words each."""
    return (high.astype(KEY) << np.uint64(32)) | low.astype(KEY)


def _counts(shape: tuple[int, ...]) -> tuple[Array, Array]:
    numbers = np.arange(math.prod(shape), dtype=np.uint64).reshape(shape)
    return _words(numbers)


def _spread(key: Array, shape: tuple[int, ...]) -> tuple[Array, Array]:
    """The words of keys, with further dimensions for counts."""
    key1, key2 = _words(np.asarray(key))
    trailing = (1,) * len(shape)
    return key1.reshape(key1.shape + trailing), key2.reshape(key2.shape + trailing)


def _check(*atoms: Atom) -> None:
    if any(dtype_of(a) != KEY for a in atoms):
        raise CannotInterpret("keys of another generator")
    if not jax.config.jax_threefry_partitionable:  # type: ignore[attr-defined]  # made when JAX is imported
        raise CannotInterpret("threefry in its old order of counts")


@rule("random_seed", rounding=SAME)
def _random_seed(equation: JaxprEqn) -> Compute:
    _check(*equation.outvars)
    long = dtype_of(equation.invars[0]).itemsize == 8
    # A short seed is the low word; the high one is then 0, also if it is negative.
    return lambda seed: seed.astype(KEY) if long else seed.astype(np.uint32).astype(KEY)


@rule("random_fold_in", rounding=SAME, cost=per_element(150))
def _random_fold_in(equation: JaxprEqn) -> Compute:
    _check(*equation.outvars)

    def fold(key: Array, data: Array) -> Array:
        key1, key2 = _words(np.asarray(key))
        data = np.asarray(data).astype(np.uint32)
        return joined(*threefry(key1, key2, np.zeros_like(data), data))

    return fold


@rule("random_split", rounding=SAME, cost=per_element(150))
def _random_split(equation: JaxprEqn) -> Compute:
    _check(*equation.outvars)
    shape = integers(equation.params["shape"])
    return lambda key: joined(*threefry(*_spread(key, shape), *_counts(shape)))


@rule("random_bits", rounding=SAME, cost=per_element(150))
def _random_bits(equation: JaxprEqn) -> Compute:
    _check(equation.invars[0])
    shape, dtype = integers(equation.params["shape"]), result_dtype(equation)
    width, after = int(equation.params["bit_width"]), shape_of(equation.outvars[0])

    def bits(key: Array) -> Array:
        high, low = threefry(*_spread(key, shape), *_counts(shape))
        out = joined(high, low) if width == 64 else (high ^ low).astype(dtype)
        return out.reshape(after)

    return bits
