"""Rows of numbers in text files."""

from collections.abc import Iterator
from math import prod
from typing import Any, Literal

import numpy as np

from mxnet._ops.attrs import DType
from mxnet.context import Context
from mxnet.error import MXNetError
from mxnet.io._batches import Batches, SideBySide
from mxnet.io._native import BatchSource, Given, iterator
from mxnet.io._text_files import blocks
from mxnet.ndarray.dense import from_host


class _Table:
    """The rows of a file, or of several, as one stream."""

    def __init__(self, uri: str, shape: tuple[int, ...], dtype: np.dtype) -> None:
        self.uri, self.shape, self.dtype = uri, shape, dtype
        self._width = prod(shape)
        self.restart()

    def restart(self) -> None:
        self._blocks = self._parsed()
        self._block, self._next = np.empty((0, self._width), self.dtype), 0

    def _parsed(self) -> Iterator[np.ndarray]:
        for name, lines in blocks(self.uri):
            yield self._parse(name, lines)

    def _parse(self, name: str, lines: list[bytes]) -> np.ndarray:
        try:
            rows = np.loadtxt(lines, self.dtype, delimiter=",", comments=None, ndmin=2)
        except ValueError as error:
            self._check_widths(name, lines)
            raise MXNetError(f"{name}: expected numbers with commas between: {error}") from None
        if rows.shape[1] != self._width:
            self._check_widths(name, lines)
        return rows

    def _check_widths(self, name: str, lines: list[bytes]) -> None:
        for line in lines:
            width = line.count(b",") + 1
            if width != self._width:
                raise MXNetError(
                    f"{name}: The data size in CSV do not match size of shape: specified shape={list(self.shape)}, "
                    f"the csv row-length={width}: {line[:60]!r}"
                )

    def take(self, count: int) -> np.ndarray:
        parts = []
        while count:
            if self._next == len(self._block):
                block = next(self._blocks, None)
                if block is None:
                    break
                self._block, self._next = block, 0
            part = self._block[self._next : self._next + count]
            self._next += len(part)
            count -= len(part)
            parts.append(part)
        return np.concatenate(parts) if parts else np.empty((0, self._width), self.dtype)


class _Run:
    """Rows of data with their labels."""

    def __init__(self, data: np.ndarray, label: np.ndarray) -> None:
        self.data, self.label = data, label

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, key: slice) -> "_Run":
        return _Run(self.data[key], self.label[key])


class _Rows(SideBySide[_Table]):
    """Rows of two tables side by side; without a table of labels they are 0."""

    def __init__(self, data: _Table, label: _Table | None, label_shape: tuple[int, ...]) -> None:
        super().__init__(data, label)
        self._label_shape = label_shape

    def take(self, count: int) -> _Run:
        data, label = self._rows(count)
        return _Run(data, np.zeros((len(data), 1), self._data.dtype) if label is None else label)

    def join(self, first: _Run, second: _Run) -> _Run:
        return _Run(np.concatenate([first.data, second.data]), np.concatenate([first.label, second.label]))

    def blank(self, count: int) -> _Run:
        dtype, widths = self._data.dtype, (prod(self._data.shape), prod(self._label_shape))
        return _Run(*(np.zeros((count, width), dtype) for width in widths))

    def give(self, rows: _Run, pad: int, index: np.ndarray) -> Given:
        data = rows.data.reshape(len(rows), *self._data.shape)
        label = rows.label.reshape(-1) if rows.label.shape[1] == 1 else rows.label
        if label.ndim > 1:
            label = label.reshape(len(rows), *self._label_shape)
        ctx = Context("cpu", 0)
        return Given(from_host(data, ctx), from_host(label, ctx), pad, index)


@iterator
def CSVIter(
    *,
    data_csv: str,
    data_shape: tuple[int, ...],
    label_csv: str = "NULL",
    label_shape: tuple[int, ...] = (1,),
    batch_size: int,
    round_batch: bool = True,
    prefetch_buffer: int = 4,
    ctx: Literal["cpu", "gpu"] = "gpu",
    dtype: DType | None = None,
) -> BatchSource:
    """Rows of comma-separated numbers, each of ``data_shape``, in batches.

    ``data_csv`` and ``label_csv`` are files, or folders of them; without the second, labels are 0. ``dtype`` is
    float32, int32 or int64. With ``round_batch`` the last batch is filled up from the beginning, and the next epoch
    goes on there; without, it is filled up with what is at hand. Rows are read as they are needed; ``prefetch_buffer``
    and ``ctx`` change nothing.

    >>> np.savetxt("rows.csv", np.arange(8).reshape(4, 2), delimiter=",")
    >>> batches = mx.io.CSVIter(data_csv="rows.csv", data_shape=(2,), batch_size=2)
    >>> next(batches).data[0].asnumpy()
    array([[0., 1.],
           [2., 3.]], dtype=float32)
    """
    kind: Any = "float32" if dtype is None else dtype
    if kind not in ("float32", "int32", "int64"):
        raise MXNetError(f"{kind} is not supported for CSVIter: expected float32, int32 or int64")
    data = _Table(data_csv, data_shape, np.dtype(kind))
    label = None if label_csv == "NULL" else _Table(label_csv, label_shape, np.dtype(kind))
    return Batches(_Rows(data, label, label_shape if label else (1,)), batch_size, round_batch)
