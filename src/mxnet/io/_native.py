"""The iterators that MXNet writes in C++: made of keyword arguments, as ``mx.io.CSVIter(data_csv=...)``."""

import functools
import inspect
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from mxnet._ops.attrs import hints, parser_for, spell_type
from mxnet.error import MXNetError
from mxnet.io._base import DataBatch, DataDesc, DataIter
from mxnet.ndarray import NDArray


@dataclass(frozen=True, slots=True)
class Given:
    """A batch of a source: arrays, how many examples only fill it up, and the examples' numbers (uint64) or None."""

    data: NDArray
    label: NDArray
    pad: int = 0
    index: np.ndarray | None = None


class BatchSource(Protocol):
    """What an MXDataIter reads: batches until None, then ``reset``."""

    def next(self) -> Given | None:
        """The next batch."""

    def reset(self) -> None:
        """Begin again."""


class MXDataIter(DataIter):
    """The iterator that ``mx.io.CSVIter`` and its like return; ``handle`` is what it reads.

    >>> isinstance(mx.io.MXDataIter, type)
    True
    """

    first_batch: DataBatch | None = None  # read to learn the shapes, and not yet given
    _now: Given | None = None
    _debug_skip_load = False
    _debug_at_begin = True

    def __init__(
        self, handle: BatchSource, data_name: str = "data", label_name: str = "softmax_label", **_: Any
    ) -> None:
        super().__init__()
        self.handle = handle
        if not self._advance():
            raise MXNetError(
                "The iterator has no batch: expected data for one at least. Check batch_size and the files."
            )
        self.first_batch = self._batch()
        self.provide_data = _announced(data_name, self.getdata())
        self.provide_label = _announced(label_name, self.getlabel())
        self.batch_size = self.getdata().shape[0]

    def _advance(self) -> bool:
        batch = self.handle.next()
        if batch is not None:
            self._now = batch
        return batch is not None

    def _batch(self) -> DataBatch:
        return DataBatch([self.getdata()], [self.getlabel()], self.getpad(), self.getindex())

    def debug_skip_load(self) -> None:
        """Give one batch again and again from now on, to measure speed without loading."""
        self._debug_skip_load = True
        logging.info("Set debug_skip_load to be true, will simply return first batch")

    def reset(self) -> None:
        """Begin again."""
        self._debug_at_begin = True
        self.first_batch = None
        self.handle.reset()

    def next(self) -> DataBatch:
        """The next batch; StopIteration at the end."""
        if self._debug_skip_load and not self._debug_at_begin:
            return self._batch()
        if self.first_batch is not None:
            batch, self.first_batch = self.first_batch, None
            return batch
        self._debug_at_begin = False
        if not self._advance():
            raise StopIteration
        return self._batch()

    def iter_next(self) -> bool:
        """Go to the next batch; whether there is one."""
        return True if self.first_batch is not None else self._advance()

    def _present(self) -> Given:
        if self._now is None:
            raise MXNetError("There is no batch: call next() first.")
        return self._now

    def getdata(self) -> NDArray:
        """The data of the present batch, one array."""
        return self._present().data

    def getlabel(self) -> NDArray:
        """The labels of the present batch, one array."""
        return self._present().label

    def getindex(self) -> np.ndarray | None:
        """The numbers of the examples of the present batch."""
        return self._present().index

    def getpad(self) -> int:
        """How many examples of the present batch only fill it up."""
        return self._present().pad


def _announced(name: str, array: NDArray) -> list[DataDesc]:
    return [DataDesc(name, array.shape, array.dtype)]


def iterator(make: Callable[..., BatchSource]) -> Callable[..., MXDataIter]:
    """A function of keyword arguments that returns an MXDataIter on what ``make`` returns.

    Arguments are parsed by the annotations of ``make``, which are of the kinds that operators' attributes have, so
    that text is taken as well as values. Names that ``make`` does not know are ignored, as MXNet does.
    """
    name = make.__name__
    kinds = hints(make)
    fields = inspect.signature(make).parameters
    parsers = {field: parser_for(kinds[field]) for field in fields}

    @functools.wraps(make)
    def create(*args: Any, **kwargs: Any) -> MXDataIter:
        if args:
            raise TypeError(f"{name} can only accept keyword arguments")
        parameters: dict[str, Any] = {}
        for field, parameter in fields.items():
            if field in kwargs:
                try:
                    parameters[field] = parsers[field](kwargs[field])
                except ValueError as error:
                    raise MXNetError(f"{name}: {field} must be {error}, received {kwargs[field]!r}") from None
            elif parameter.default is parameter.empty:
                raise MXNetError(f"{name}: Required parameter {field} of {spell_type(kinds[field])} is not presented")
        return MXDataIter(make(**parameters), **{k: v for k, v in kwargs.items() if k in ("data_name", "label_name")})

    return create
