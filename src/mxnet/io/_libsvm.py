"""Rows of sparse numbers in text files: ``label index:value index:value ...``, indices from 0."""

from collections.abc import Iterator
from math import prod
from typing import Literal, NamedTuple

import numpy as np

from mxnet._ops.attrs import DTYPES, DType
from mxnet.context import Context
from mxnet.error import MXNetError
from mxnet.io._batches import Batches, SideBySide
from mxnet.io._native import BatchSource, Given, iterator
from mxnet.io._text_files import blocks
from mxnet.ndarray import NDArray
from mxnet.ndarray.dense import from_host
from mxnet.ndarray.sparse import csr_matrix


class _Row(NamedTuple):
    label: float
    indices: np.ndarray
    values: np.ndarray


class _Table:
    def __init__(self, uri: str, width: int, part: int, parts: int) -> None:
        self.uri, self._width, self._part, self._parts = uri, width, part, parts
        self.restart()

    def restart(self) -> None:
        self._rows = self._parsed()

    def _parsed(self) -> Iterator[_Row]:
        for name, lines in blocks(self.uri, self._part, self._parts):
            for line in lines:
                text = line.partition(b"#")[0]
                if text.strip():
                    yield self._parse(name, text)

    def _parse(self, name: str, line: bytes) -> _Row:
        first, *items = line.split()
        try:
            label = float(first.partition(b":")[0])
            pairs = [item.partition(b":") for item in items if not item.startswith(b"qid:")]
            indices = np.array([int(index) for index, _, _ in pairs], np.int64)
            values = np.array([float(value) if colon else 1.0 for _, colon, value in pairs], np.float32)
        except ValueError:
            raise MXNetError(f"{name}: expected 'label index:value ...', received {line[:60]!r}") from None
        if len(indices) and not 0 <= indices.min() <= indices.max() < self._width:
            raise MXNetError(f"{name}: expected indices from 0 to {self._width - 1}, received {line[:60]!r}")
        return _Row(label, indices, values)

    def take(self, count: int) -> list[_Row]:
        return [row for _, row in zip(range(count), self._rows, strict=False)]


Run = list[tuple[_Row, _Row | None]]


class _Rows(SideBySide[_Table]):
    def __init__(self, data: _Table, label: _Table | None, widths: tuple[int, int], dtype: str) -> None:
        super().__init__(data, label)
        self._widths, self._dtype = widths, DTYPES[dtype]

    def take(self, count: int) -> Run:
        data, label = self._rows(count)
        return list(zip(data, [None] * len(data) if label is None else label, strict=True))

    def join(self, first: Run, second: Run) -> Run:
        return first + second

    def blank(self, count: int) -> Run:
        raise MXNetError("round_batch = False is not supported for sparse data iterator")

    def give(self, rows: Run, pad: int, index: np.ndarray) -> Given:
        data = self._matrix([row for row, _ in rows], self._widths[0])
        if self._label is None:
            label = from_host(np.array([row.label for row, _ in rows], self._dtype), Context("cpu", 0))
        else:
            label = self._matrix([row for _, row in rows if row is not None], self._widths[1])
        return Given(data, label, pad, index)

    def _matrix(self, rows: list[_Row], width: int) -> NDArray:
        ends = np.cumsum([0, *(len(row.indices) for row in rows)])
        indices = np.concatenate([row.indices for row in rows])
        values = np.concatenate([row.values for row in rows])
        return csr_matrix((values, indices, ends), shape=(len(rows), width), ctx=Context("cpu", 0), dtype=self._dtype)


@iterator
def LibSVMIter(
    *,
    data_libsvm: str,
    data_shape: tuple[int, ...],
    label_libsvm: str = "NULL",
    label_shape: tuple[int, ...] = (1,),
    num_parts: int = 1,
    part_index: int = 0,
    batch_size: int,
    round_batch: bool = True,
    prefetch_buffer: int = 4,
    ctx: Literal["cpu", "gpu"] = "gpu",
    dtype: DType | None = None,
) -> BatchSource:
    """Rows of sparse numbers as csr batches; lines are ``label index:value ...``, indices from 0 in increasing order.

    Labels are the lines' own, or csr rows of ``label_libsvm``. Of ``num_parts`` parts of the files, about equal in
    bytes, the one of ``part_index`` is read. The last batch is filled up from the beginning, and the next epoch goes
    on there. Rows are read as they are needed; ``prefetch_buffer`` and ``ctx`` change nothing.

    >>> with open("rows.txt", "w") as file:
    ...     _ = file.write("1 0:0.5 2:1.5\\n0 1:2.5\\n")
    >>> batches = mx.io.LibSVMIter(data_libsvm="rows.txt", data_shape=(3,), batch_size=2)
    >>> next(batches).data[0].asnumpy()
    array([[0.5, 0., 1.5],
           [0., 2.5, 0.]], dtype=float32)
    """
    if len(data_shape) != 1:
        raise MXNetError(f"LibSVMIter: dimension of data_shape is expected to be 1, received {data_shape}")
    if (label_libsvm == "NULL") != (prod(label_shape) == 1):
        raise MXNetError(
            "LibSVMIter: label_shape is expected to be (1,) when label_libsvm is not given, and larger when it is, "
            f"received {label_shape}"
        )
    if not round_batch:
        raise MXNetError("sparse batch loader doesn't support round_batch == false yet")
    widths = data_shape[0], prod(label_shape)
    data = _Table(data_libsvm, widths[0], part_index, num_parts)
    label = None if label_libsvm == "NULL" else _Table(label_libsvm, widths[1], part_index, num_parts)
    return Batches(_Rows(data, label, widths, str(dtype or "float32")), batch_size, round_batch)
