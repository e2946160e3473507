"""Random numbers as MXNet's C++ draws them, so that equal seeds give equal crops, mirrors and orders."""

import math
from typing import TypeVar

import numpy as np

_RANGE = 0xFFFFFFFF
_BLOCK = 32  # numbers that are drawn at a time
_UNIT, _BELOW_ONE = np.float32(2.0**-32), np.float32(0.99999994)
T = TypeVar("T")


class Twister:
    """C++'s Mersenne Twister with the distributions of its standard library."""

    __slots__ = ("_bits", "_block", "_next", "_reals", "_state", "_words")

    def __init__(self, seed: int = 0) -> None:
        self._bits = np.random.MT19937()
        self._state = np.random.RandomState(self._bits)  # seeds as C++ does
        self.seed(seed)

    def seed(self, seed: int) -> None:
        """Begin anew."""
        self._state.seed(seed & _RANGE)
        self._words: list[int] = []
        self._next = 0

    def _refill(self) -> None:
        self._block = self._bits.random_raw(_BLOCK)
        self._words = self._block.tolist()
        self._reals: list[float] = []
        self._next = 0

    def word(self) -> int:
        """32 random bits."""
        if self._next == len(self._words):
            self._refill()
        self._next += 1
        return self._words[self._next - 1]

    def integer(self, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``, both included."""
        count = high - low + 1
        scale = _RANGE // count
        word = self.word()
        while word >= count * scale:
            word = self.word()
        return low + word // scale

    def real(self, low: float = 0.0, high: float = 1.0) -> float:
        """A single-precision number from ``low`` to ``high``."""
        if self._next == len(self._words):
            self._refill()
        if not self._reals:
            self._reals = np.minimum(self._block.astype(np.float32) * _UNIT, _BELOW_ONE).tolist()
        self._next += 1
        return self._reals[self._next - 1] * (high - low) + low

    def coin(self) -> bool:
        """True half of the time."""
        low = self.word()
        return (low + self.word() * 4294967296) / 18446744073709551616 < 0.5

    def normals(self, count: int, deviation: float) -> list[float]:
        """Normally distributed numbers, drawn in pairs by the polar method."""
        normals: list[float] = []
        while len(normals) < count:
            square = 0.0
            while not 0 < square <= 1:
                x, y = 2 * self.real() - 1, 2 * self.real() - 1
                square = x * x + y * y
            factor = math.sqrt(-2 * math.log(square) / square)
            normals += [y * factor, x * factor]
        return [value * deviation for value in normals[:count]]

    def shuffle(self, items: list[T]) -> None:
        """Put a list into a random order."""
        for place in range(1, len(items)):
            other = self.integer(0, place)
            items[place], items[other] = items[other], items[place]
