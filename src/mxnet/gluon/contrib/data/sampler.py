"""More orders in which samples are taken."""

from collections.abc import Iterator

from mxnet.gluon.data.sampler import Sampler
from mxnet.gluon.utils import _need

__all__ = ["IntervalSampler"]


class IntervalSampler(Sampler):
    """Every ``interval``-th of ``length`` numbers; with ``rollover`` then those after them, until all have come.

    Parameters
    ----------
    interval : int
        How far apart the numbers of one run are.
    rollover : bool
        Begin again at the next number until all have come.

    >>> list(mx.gluon.contrib.data.IntervalSampler(7, interval=3))
    [0, 3, 6, 1, 4, 2, 5]
    >>> list(mx.gluon.contrib.data.IntervalSampler(7, interval=3, rollover=False))
    [0, 3, 6]
    """

    def __init__(self, length: int, interval: int, rollover: bool = True) -> None:
        _need(interval <= length, f"Interval {interval} must be smaller than or equal to length {length}")
        self._length = length
        self._interval = interval
        self._rollover = rollover

    def __iter__(self) -> Iterator[int]:
        for start in range(self._interval if self._rollover else 1):
            yield from range(start, self._length, self._interval)

    def __len__(self) -> int:
        return self._length
