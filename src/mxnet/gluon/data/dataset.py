"""Data sets: anything with ``len`` and ``[]``, and what can be made of it."""

import functools
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mxnet.gluon.data.sampler import FilterSampler, Sampler, SequentialSampler
from mxnet.gluon.utils import _need
from mxnet.ndarray import NDArray
from mxnet.ndarray.samples import preparing, rows
from mxnet.recordio import MXIndexedRecordIO

__all__ = ["ArrayDataset", "Dataset", "RecordFileDataset", "SimpleDataset"]


class Dataset:
    """Samples by number: a subclass has ``__getitem__`` and ``__len__``.

    Lists and arrays, NumPy's and ours, serve as data sets as they are.

    >>> data = mx.gluon.data.SimpleDataset([1, 2, 3]).transform(lambda x: x * 10)
    >>> isinstance(data, mx.gluon.data.Dataset), list(data)
    (True, [10, 20, 30])
    """

    def __getitem__(self, idx: Any) -> Any:
        raise NotImplementedError

    def __len__(self) -> int:
        raise NotImplementedError

    def filter(self, fn: Callable[[Any], Any]) -> "Dataset":
        """The samples that a function accepts; it sees every sample once, now."""
        return _SampledDataset(self, FilterSampler(fn, self))

    def shard(self, num_shards: int, index: int) -> "Dataset":
        """Part ``index`` of ``num_shards`` parts of neighbours, of equal size or one more."""
        _need(index < num_shards, f"Shard index of out bound: {index} out of {num_shards}")
        _need(num_shards > 0, "Number of shards must be greater than 0")
        _need(index >= 0, "Index must be non-negative")
        each, rest = divmod(len(self), num_shards)
        start = each * index + min(index, rest)
        return _SampledDataset(self, SequentialSampler(each + (index < rest), start))

    def take(self, count: int | None) -> "Dataset":
        """The first ``count`` samples, or all if there are fewer or ``count`` is None."""
        have = len(self)
        return _SampledDataset(self, SequentialSampler(have if count is None or count > have else count))

    def sample(self, sampler: Sampler) -> "Dataset":
        """The samples that a sampler names, in its order."""
        if not isinstance(sampler, Sampler):
            raise TypeError(f"Invalid sampler type: {type(sampler)}. Expected gluon.data.Sampler instead.")
        return _SampledDataset(self, sampler)

    def transform(self, fn: Callable[..., Any], lazy: bool = True) -> "Dataset":
        """What a function makes of each sample, which it gets as arguments if it is a tuple.

        Lazily the function runs whenever a sample is asked for; otherwise now, once for all.

        >>> squares = mx.gluon.data.SimpleDataset([1, 2, 3]).transform(lambda x: x * x)
        >>> list(squares)
        [1, 4, 9]
        """
        transformed = _LazyTransformDataset(self, fn)
        if lazy:
            return transformed
        with preparing():
            return SimpleDataset([transformed[i] for i in range(len(transformed))])

    def transform_first(self, fn: Callable[..., Any], lazy: bool = True) -> "Dataset":
        """The same samples with a function applied to the first element of each, such as the image beside its label."""
        return self.transform(_TransformFirstClosure(fn), lazy)


class SimpleDataset(Dataset):
    """A list or an array as a data set.

    Parameters
    ----------
    data
        Anything that has a length and elements.

    >>> mx.gluon.data.SimpleDataset([5, 6])[1]
    6
    """

    def __init__(self, data: Any) -> None:
        self._data = data

    def __len__(self) -> int:
        return len(self._data)

    def __getitem__(self, idx: Any) -> Any:
        return self._rows[idx]

    @functools.cached_property
    def _rows(self) -> Any:
        return rows(self._data)

    def __getstate__(self) -> dict[str, Any]:
        return _without_rows(self)


class _LazyTransformDataset(Dataset):
    """Samples that a function makes when they are asked for."""

    def __init__(self, data: Any, fn: Callable[..., Any]) -> None:
        self._data = data
        self._fn = fn

    def __len__(self) -> int:
        return len(self._data)

    def __getitem__(self, idx: Any) -> Any:
        item = self._data[idx]
        return self._fn(*item) if isinstance(item, tuple) else self._fn(item)


class _TransformFirstClosure:
    """A function of a sample's first element; an object, so that it can be pickled."""

    def __init__(self, fn: Callable[..., Any]) -> None:
        self._fn = fn

    def __call__(self, x: Any, *args: Any) -> Any:
        return (self._fn(x), *args) if args else self._fn(x)


class _SampledDataset(Dataset):
    """The samples that a sampler named when this was made."""

    def __init__(self, dataset: Any, sampler: Sampler) -> None:
        self._dataset = dataset
        self._sampler = sampler
        self._indices = list(sampler)

    def __len__(self) -> int:
        return len(self._sampler)

    def __getitem__(self, idx: Any) -> Any:
        return self._dataset[self._indices[idx]]


class _FilteredDataset(_SampledDataset):
    """The samples that a function accepted when this was made."""

    def __init__(self, dataset: Any, fn: Callable[[Any], Any]) -> None:
        super().__init__(dataset, FilterSampler(fn, dataset))


class ArrayDataset(Dataset):
    """Several data sets side by side: sample ``i`` is the tuple of their samples ``i``, or with one, that sample.

    >>> pairs = mx.gluon.data.ArrayDataset([1, 2, 3], ['a', 'b', 'c'])
    >>> pairs[1]
    (2, 'b')
    """

    def __init__(self, *args: Any) -> None:
        _need(args, "Needs at least 1 arrays")
        self._length = len(args[0])
        self._data: list[Any] = []
        for number, data in enumerate(args):
            _need(
                len(data) == self._length,
                f"All arrays must have the same length; array[0] has length {self._length} "
                f"while array[{number + 1}] has {len(data)}.",
            )
            # A number taken from an array of ours is an array again, from NumPy's a number.
            self._data.append(data.asnumpy() if isinstance(data, NDArray) and data.ndim == 1 else data)

    def __getitem__(self, idx: Any) -> Any:
        if len(self._data) == 1:
            return self._rows[0][idx]
        return tuple([data[idx] for data in self._rows])

    def __len__(self) -> int:
        return self._length

    @functools.cached_property
    def _rows(self) -> list[Any]:
        return [rows(data) for data in self._data]

    def __getstate__(self) -> dict[str, Any]:
        return _without_rows(self)


def _without_rows(dataset: Dataset) -> dict[str, Any]:
    """What a pickle needs: the arrays themselves, not the ways to look at them."""
    return {name: value for name, value in dataset.__dict__.items() if name != "_rows"}


class RecordFileDataset(Dataset):
    """The records of a RecordIO file, as bytes; its index lies beside it under the same name with ``.idx``.

    >>> import tempfile, os
    >>> base = os.path.join(tempfile.mkdtemp(), "file")
    >>> record = mx.recordio.MXIndexedRecordIO(f"{base}.idx", f"{base}.rec", "w")
    >>> _ = record.write_idx(0, b"bytes"), record.close()
    >>> mx.gluon.data.RecordFileDataset(f"{base}.rec")[0]
    b'bytes'
    """

    def __init__(self, filename: str) -> None:
        self.idx_file = str(Path(filename).with_suffix(".idx")) if "://" not in str(filename) else _index(str(filename))
        self.filename = filename
        self._record = MXIndexedRecordIO(self.idx_file, self.filename, "r")
        self._lock = threading.Lock()  # threads share the file, and its position

    def __getitem__(self, idx: Any) -> Any:
        with self._lock:
            return self._record.read_idx(self._record.keys[idx])

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._record.keys)


def _index(address: str) -> str:
    folder, slash, name = address.rpartition("/")
    return folder + slash + (name.rpartition(".")[0] or name) + ".idx"


class _DownloadedDataset(Dataset):
    """Images and labels that are read from the original files, which are fetched if they are not there."""

    def __init__(self, root: str, transform: Callable[..., Any] | None) -> None:
        self._transform = transform
        self._data: Any = None
        self._label: Any = None
        self._root = str(Path(root).expanduser())
        Path(self._root).mkdir(parents=True, exist_ok=True)
        self._get_data()

    def __getitem__(self, idx: Any) -> Any:
        if self._transform is not None:
            return self._transform(self._data[idx], self._label[idx])
        return self._data[idx], self._label[idx]

    def __len__(self) -> int:
        return len(self._label)

    def _get_data(self) -> None:
        raise NotImplementedError
