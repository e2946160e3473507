"""The order in which samples are taken."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from typing import Any

import numpy as np

from mxnet.ndarray.samples import preparing

__all__ = ["BatchSampler", "DistributedSampler", "FilterSampler", "RandomSampler", "Sampler", "SequentialSampler"]


class Sampler:
    """Something that gives indices (or batches of them) and knows how many.

    >>> isinstance(mx.gluon.data.SequentialSampler(3), mx.gluon.data.Sampler)
    True
    """

    def __iter__(self) -> Iterator[Any]:
        raise NotImplementedError

    def __len__(self) -> int:
        raise NotImplementedError


class SequentialSampler(Sampler):
    """``start``, ``start + 1`` and so on, ``length`` of them.

    Parameters
    ----------
    start : int
        The first number.

    >>> list(mx.gluon.data.SequentialSampler(3))
    [0, 1, 2]
    """

    def __init__(self, length: int, start: int = 0) -> None:
        self._length = length
        self._start = start

    def __iter__(self) -> Iterator[int]:
        return iter(range(self._start, self._start + self._length))

    def __len__(self) -> int:
        return self._length


class RandomSampler(Sampler):
    """The numbers below ``length``, each once, in an order that NumPy's global generator draws anew each time.

    >>> sorted(mx.gluon.data.RandomSampler(3))
    [0, 1, 2]
    """

    def __init__(self, length: int) -> None:
        self._length = length

    def __iter__(self) -> Iterator[Any]:
        indices = np.arange(self._length)
        np.random.shuffle(indices)
        return iter(indices.tolist())

    def __len__(self) -> int:
        return self._length


class DistributedSampler(Sampler):
    """One worker's part of the numbers below ``length``: part ``part_index`` of ``num_parts``, anew in each round.

    All workers have equally many, so that they make the same number of steps. Of a rest that cannot be divided,
    ``last`` says what becomes: with ``'pad'`` the first ones fill it up, with ``'discard'`` it is left out. The order
    of a round depends on ``seed`` and the round alone, in every worker and however many there are. ``set_epoch``
    chooses the round, and how many of its samples all workers together have had already, when a job goes on.

    Parameters
    ----------
    seed : int
        Where the random order begins.
    last : str
        What is done if parts cannot be of one length: ``rollover`` repeats samples, ``discard`` leaves some
        out.

    >>> parts = [mx.gluon.data.DistributedSampler(7, 2, rank, shuffle=False, last="discard") for rank in range(2)]
    >>> [list(part) for part in parts]
    [[0, 2, 4], [1, 3, 5]]
    """

    def __init__(
        self, length: int, num_parts: int, part_index: int, shuffle: bool = True, seed: int = 0, last: str = "pad"
    ) -> None:
        if not 0 <= part_index < num_parts:
            raise ValueError(f"part_index must be from 0 to num_parts - 1 = {num_parts - 1}, received {part_index}")
        if last not in ("pad", "discard"):
            raise ValueError(f"last must be 'pad' or 'discard', received {last!r}")
        self._length, self._parts, self._part = length, num_parts, part_index
        self._shuffle, self._seed, self._last = shuffle, seed, last
        self._epoch, self._begin = 0, 0

    def set_epoch(self, epoch: int, begin: int = 0) -> None:
        """Let the next round be that of an epoch, without the first ``begin`` samples of it."""
        if not 0 <= begin <= self._length:
            raise ValueError(f"begin must be from 0 to {self._length}, received {begin}")
        self._epoch, self._begin = epoch, begin

    def __iter__(self) -> Iterator[int]:
        order = np.arange(self._length)
        if self._shuffle:
            np.random.default_rng((self._seed, self._epoch)).shuffle(order)
        order, each = order[self._begin :], len(self)
        self._epoch, self._begin = self._epoch + 1, 0
        missing = each * self._parts - len(order)
        if missing > 0:
            order = np.concatenate([order, np.resize(order, missing)])
        return iter(order[self._part : each * self._parts : self._parts].tolist())

    def __len__(self) -> int:
        left = self._length - self._begin
        return left // self._parts if self._last == "discard" else -(-left // self._parts)


class FilterSampler(Sampler):
    """The indices of the samples that a function accepts; it sees every sample once, now.

    Parameters
    ----------
    fn : function
        Which samples are kept, a function.

    >>> list(mx.gluon.data.FilterSampler(lambda x: x > 1, [1, 2, 3]))
    [1, 2]
    """

    def __init__(self, fn: Callable[[Any], Any], dataset: Any) -> None:
        self._fn = fn
        self._dataset = dataset
        with preparing():
            self._indices = [i for i in range(len(dataset)) if fn(dataset[i])]

    def __iter__(self) -> Iterator[int]:
        return iter(self._indices)

    def __len__(self) -> int:
        return len(self._indices)


class BatchSampler(Sampler):
    """Lists of ``batch_size`` indices from another sampler.

    ``last_batch`` says what becomes of a rest too small for a batch: ``'keep'`` gives it as it is, ``'discard'`` drops
    it, ``'rollover'`` begins the next round with it.

    >>> sampler = mx.gluon.data.BatchSampler(mx.gluon.data.SequentialSampler(10), 3, 'keep')
    >>> list(sampler)
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9]]
    """

    def __init__(self, sampler: Sampler | Sequence[int], batch_size: int, last_batch: str = "keep") -> None:
        self._sampler = sampler
        self._batch_size = batch_size
        self._last_batch = last_batch
        self._prev: list[Any] = []

    def __iter__(self) -> Iterator[list[Any]]:
        indices = chain(self._prev, self._sampler)
        self._prev = []
        while batch := list(islice(indices, self._batch_size)):
            if len(batch) == self._batch_size or self._last_batch == "keep":
                yield batch
            elif self._last_batch == "rollover":
                self._prev = batch
            elif self._last_batch != "discard":
                raise self._unknown()

    def __len__(self) -> int:
        count = len(self._sampler)
        if self._last_batch == "keep":
            return -(-count // self._batch_size)
        if self._last_batch == "discard":
            return count // self._batch_size
        if self._last_batch == "rollover":
            return (len(self._prev) + count) // self._batch_size
        raise self._unknown()

    def _unknown(self) -> ValueError:
        return ValueError(f"last_batch must be one of 'keep', 'discard', or 'rollover', but got {self._last_batch}")
