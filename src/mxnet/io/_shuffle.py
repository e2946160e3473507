"""MXNet's shuffling: the order that C++'s ``std::shuffle`` gives with its Mersenne Twister."""

from collections.abc import Iterator

import numpy as np

_RANGE = 0xFFFFFFFF


def _words(seed: int) -> Iterator[int]:
    twister = np.random.RandomState(seed & _RANGE)
    while True:
        yield from twister.randint(0, 1 << 32, 4096, np.uint32).tolist()


def permutation(count: int, seed: int) -> np.ndarray:
    """The numbers from 0 to ``count - 1`` in the order that MXNet shuffles them into."""
    order = list(range(count))
    words = _words(seed)
    for place in range(1, count):
        scale = _RANGE // (place + 1)
        word = next(words)
        while word >= (place + 1) * scale:
            word = next(words)
        other = word // scale
        order[place], order[other] = order[other], order[place]
    return np.array(order, np.int64)
