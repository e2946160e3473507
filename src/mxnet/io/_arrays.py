"""Batches of arrays that are there already."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mxnet.context import current_context
from mxnet.io._base import DataBatch, DataDesc, DataIter
from mxnet.io.utils import Pairs, _getdata_by_idx, _has_instance, _init_data, _is_h5py
from mxnet.ndarray import NDArray, concat
from mxnet.ndarray.dense import from_host
from mxnet.ndarray.handle import value_of
from mxnet.ndarray.sparse import CSRNDArray


class NDArrayIter(DataIter):
    """Batches of arrays: NDArray, NumPy, h5py.Dataset, csr or SciPy csr.

    Parameters
    ----------
    data, label : array, list or dict of arrays
        Lists get names, such as ``_0_data``; dictionaries come in the order of their names.
    batch_size : int
    shuffle : bool
        A new order at every ``reset``, from NumPy's random numbers.
    last_batch_handle : {'pad', 'discard', 'roll_over'}
        An incomplete last batch is filled up from the beginning, left out, or kept for the beginning of the next epoch.
    data_name, label_name : str
    layout : str
        Where it says N, there lie the examples.

    >>> batches = mx.io.NDArrayIter(np.arange(5), np.ones(5), batch_size=2)
    >>> [batch.data[0].asnumpy().tolist() for batch in batches]
    [[0.0, 1.0], [2.0, 3.0], [4.0, 0.0]]
    """

    def __init__(
        self,
        data: Any,
        label: Any = None,
        batch_size: int = 1,
        shuffle: bool = False,
        last_batch_handle: str = "pad",
        data_name: str = "data",
        label_name: str = "softmax_label",
        layout: str = "NCHW",
    ) -> None:
        super().__init__(batch_size)
        self.data = _init_data(data, allow_empty=False, default_name=data_name)
        self.label = _init_data(label, allow_empty=True, default_name=label_name)
        if last_batch_handle != "discard" and _has_instance(self.data + self.label, CSRNDArray):
            raise NotImplementedError(
                "`NDArrayIter` only supports ``CSRNDArray`` with `last_batch_handle` set to `discard`."
            )
        self.layout = layout
        self._axis = layout.find("N")
        self.num_data = self.data[0][1].shape[self._axis]
        self.idx = np.arange(self.num_data)
        self._order = np.arange(self.num_data)  # the rows of files in the order of the epoch
        self.shuffle = shuffle
        self.last_batch_handle = last_batch_handle
        self.cursor = -batch_size
        self._hosts: dict[int, tuple[Any, np.ndarray]] = {}
        self._rest: tuple[list[NDArray], list[NDArray]] | None = None  # an incomplete batch for the next epoch
        self.reset()
        self.data_list = [each for _, each in self.data + self.label]
        self.num_source = len(self.data_list)

    @property
    def provide_data(self) -> list[DataDesc]:
        """The names and shapes of the data of a batch."""
        return self._describe(self.data)

    @property
    def provide_label(self) -> list[DataDesc]:
        """The names and shapes of the labels of a batch."""
        return self._describe(self.label)

    def _describe(self, pairs: Pairs) -> list[DataDesc]:
        axis, size = self._axis, self.batch_size
        return [
            DataDesc(name, (*each.shape[:axis], size, *each.shape[axis + 1 :]), each.dtype, layout=self.layout)
            for name, each in pairs
        ]

    # --- moving ----------------------------------------------------------------------------------------------------

    def hard_reset(self) -> None:
        """Begin again, without what an incomplete batch left."""
        self._begin(-self.batch_size)
        self._rest = None

    def reset(self) -> None:
        """Begin again; with ``roll_over``, with the incomplete batch that was left."""
        left = self.num_data - self.cursor  # examples that the last batch had
        rolls = self.last_batch_handle == "roll_over" and 0 < left < self.batch_size
        self._begin(-self.batch_size - left if rolls else -self.batch_size)

    def _begin(self, cursor: int) -> None:
        if self.shuffle:
            self._shuffle_data()
        self.cursor = cursor

    def _shuffle_data(self) -> None:
        np.random.shuffle(self.idx)
        self._order = self._order[self.idx]
        self.data = _getdata_by_idx(self.data, self.idx)
        self.label = _getdata_by_idx(self.label, self.idx)
        self._hosts.clear()

    def iter_next(self) -> bool:
        """Go to the next batch; whether there is one."""
        self.cursor += self.batch_size
        return self.cursor < self.num_data

    def next(self) -> DataBatch:
        """The next batch; StopIteration at the end."""
        if self.iter_next():
            data, label = self.getdata(), self.getlabel()
            if data[0].shape[self._axis] == self.batch_size:
                return DataBatch(data, label, self.getpad())
            self._rest = data, label
        raise StopIteration

    # --- the present batch -----------------------------------------------------------------------------------------

    def getdata(self) -> list[NDArray]:
        """The data of the present batch."""
        return self._batch(self.data, 0)

    def getlabel(self) -> list[NDArray]:
        """The labels of the present batch."""
        return self._batch(self.label, 1)

    def getpad(self) -> int:
        """How many examples of the present batch only fill it up, or came from the last epoch."""
        if self.last_batch_handle == "pad":
            return max(0, self.cursor + self.batch_size - self.num_data)
        return -self.cursor if self._rolled_over() else 0

    def _rolled_over(self) -> bool:
        """Whether the present batch begins with what the last epoch left."""
        return self.last_batch_handle == "roll_over" and -self.batch_size < self.cursor < 0

    def _batch(self, pairs: Pairs, which: int) -> list[NDArray]:
        start, stop = self.cursor, self.cursor + self.batch_size
        if start >= self.num_data:
            raise AssertionError("DataIter needs reset: it has given its last batch. Call reset().")
        if self._rolled_over():
            if self._rest is None:
                raise AssertionError("next epoch should have cached data: read the last batch with next()")
            rest = self._rest[which]
            return [self._joined([old, self._part(each, 0, stop)]) for old, (_, each) in zip(rest, pairs, strict=True)]
        if self.last_batch_handle == "pad" and stop > self.num_data:
            return [self._filled(each, start, stop) for _, each in pairs]
        return [self._part(each, start, min(stop, self.num_data)) for _, each in pairs]

    def _filled(self, source: Any, start: int, stop: int) -> NDArray:
        """A part that goes on at the beginning, as often as needed."""
        whole, left = divmod(stop - self.num_data, self.num_data)
        parts = [self._part(source, start, self.num_data)]
        parts += [self._part(source, 0, self.num_data)] * whole
        return self._joined([*parts, self._part(source, 0, left)] if left else parts)

    def _part(self, source: Any, start: int, stop: int) -> NDArray:
        if _is_h5py(source):
            return from_host(self._read(source, self._order[start:stop]), current_context())
        if isinstance(source, CSRNDArray):
            return source[start:stop]
        box = (slice(None),) * self._axis + (slice(start, stop),)
        if source.context.device_type == "gpu":
            return source[box].copy()
        part = from_host(self._host(source)[box], source.context)
        value_of(part).share()  # it may be a part of the whole array's memory
        return part

    def _host(self, source: NDArray) -> np.ndarray:
        """An array's values on the host, read again only if it has been written to."""
        value = value_of(source)
        if type(value.data) is np.ndarray:
            return value.data
        known = self._hosts.get(id(source))
        if known is None or known[0] is not value:
            known = self._hosts[id(source)] = value, source.asnumpy()
        return known[1]

    @staticmethod
    def _read(source: Any, rows: np.ndarray) -> np.ndarray:
        """Rows of a file, which gives them in increasing order only."""
        ordered = np.sort(rows)
        return source[ordered][np.searchsorted(ordered, rows)].astype(np.float32)

    def _joined(self, parts: Sequence[NDArray]) -> NDArray:
        if len(parts) == 1:
            return parts[0]
        hosts = [data for part in parts if isinstance(data := value_of(part).data, np.ndarray)]
        if len(hosts) == len(parts):
            return from_host(np.concatenate(hosts, self._axis), parts[0].context)
        return concat(*parts, dim=self._axis)
