"""Batches of consecutive rows, however rows are stored."""

from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from mxnet.error import MXNetError
from mxnet.io._native import Given


class Table(Protocol):
    """The rows of files, as one stream."""

    uri: str

    def take(self, count: int) -> Any:
        """The next rows: at most ``count``, fewer only at the end."""

    def restart(self) -> None:
        """Begin again."""


T = TypeVar("T", bound=Table)


class RowReader(Protocol):
    """Rows that are read one after another. A run of rows has a length and can be sliced and joined."""

    def take(self, count: int) -> Any:
        """The next rows: at most ``count``, fewer only at the end."""

    def restart(self) -> None:
        """Begin again."""

    def join(self, first: Any, second: Any) -> Any:
        """Two runs of rows as one."""

    def blank(self, count: int) -> Any:
        """A run of rows that hold nothing."""

    def give(self, rows: Any, pad: int, index: np.ndarray) -> Given:
        """A run of rows as arrays."""


class SideBySide(Generic[T]):
    """Two tables read together: data, and labels if there are any in a table of their own."""

    def __init__(self, data: T, label: T | None) -> None:
        self._data, self._label = data, label

    def restart(self) -> None:
        for table in (self._data, self._label):
            if table is not None:
                table.restart()

    def _rows(self, count: int) -> tuple[Any, Any]:
        """The next rows of data, and as many of labels, or None."""
        data = self._data.take(count)
        label = None if self._label is None else self._label.take(len(data))
        if label is not None and len(label) < len(data):
            raise MXNetError(f"{self._label.uri} has fewer rows of labels than {self._data.uri} has of data")  # type: ignore[union-attr]
        return data, label


class Batches:
    """Batches of rows. With ``round_batch`` the last one goes on at the beginning, where the next epoch then begins."""

    def __init__(self, rows: RowReader, batch_size: int, round_batch: bool) -> None:
        self._rows, self._size, self._round = rows, batch_size, round_batch
        self._borrowed = 0  # rows that the last batch took of the next epoch
        self._count = 0
        self._before: tuple[Any, np.ndarray] | None = None
        if batch_size < 1:
            raise MXNetError(f"batch_size must be at least 1, received {batch_size}")

    def _take(self, count: int) -> tuple[Any, np.ndarray]:
        rows = self._rows.take(count)
        index = np.arange(self._count, self._count + len(rows), dtype=np.uint64)
        self._count += len(rows)
        return rows, index

    def _restart(self) -> None:
        self._count = 0
        self._rows.restart()

    def next(self) -> Given | None:
        """The next batch, None at the end."""
        if self._borrowed:
            return None
        rows, index = self._take(self._size)
        if not len(rows):
            return None
        pad = self._size - len(rows)
        if pad:
            more, numbers = self._borrow(pad) if self._round else self._old(len(rows), pad)
            rows, index = self._rows.join(rows, more), np.concatenate([index, numbers])
        self._before = rows, index
        return self._rows.give(rows, pad, index)

    def _borrow(self, count: int) -> tuple[Any, np.ndarray]:
        self._restart()
        more, numbers = self._take(count)
        if len(more) < count:
            raise MXNetError(f"number of input must be bigger than batch size, but there are {len(more)} rows")
        self._borrowed = count
        return more, numbers

    def _old(self, start: int, count: int) -> tuple[Any, np.ndarray]:
        """What the places of a batch held in the batch before."""
        if self._before is None:
            return self._rows.blank(count), np.zeros(count, np.uint64)
        rows, index = self._before
        return rows[start:], index[start:]

    def reset(self) -> None:
        """Begin an epoch."""
        if self._borrowed:
            self._borrowed = 0
        else:
            self._restart()
