"""Batches of a data set, prepared ahead by workers."""

import collections
import functools
import multiprocessing
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Future
from multiprocessing.pool import ThreadPool as ThreadPool  # programs count on multiprocessing.pool being loaded
from multiprocessing.reduction import ForkingPickler as ForkingPickler
from typing import Any

import numpy as np

from mxnet import ndarray
from mxnet._signatures import takes
from mxnet.context import Context, cpu, cpu_pinned, cpu_shared
from mxnet.gluon.data._columns import columns, has_own_datasets, is_ours, take
from mxnet.gluon.data._pool import _MultiWorkerIter as _MultiWorkerIter
from mxnet.gluon.data._pool import _thread_worker_fn as _thread_worker_fn
from mxnet.gluon.data._pool import _thread_worker_initializer as _thread_worker_initializer
from mxnet.gluon.data._pool import _worker_fn as _worker_fn
from mxnet.gluon.data._pool import _worker_initializer as _worker_initializer
from mxnet.gluon.data._queues import ConnectionWrapper as ConnectionWrapper
from mxnet.gluon.data._queues import Queue as Queue
from mxnet.gluon.data._queues import SimpleQueue as SimpleQueue
from mxnet.gluon.data._queues import _as_in_context
from mxnet.gluon.data._queues import fetcher_loop_v1 as fetcher_loop_v1
from mxnet.gluon.data._queues import rebuild_ndarray as rebuild_ndarray
from mxnet.gluon.data._queues import reduce_ndarray as reduce_ndarray
from mxnet.gluon.data._queues import worker_loop_v1 as worker_loop_v1
from mxnet.gluon.data._workers import Threads, WaitedTooLong, processes, threads
from mxnet.gluon.data.sampler import BatchSampler, RandomSampler, Sampler, SequentialSampler
from mxnet.gluon.utils import _need
from mxnet.ndarray import NDArray
from mxnet.ndarray.dense import from_host
from mxnet.ndarray.handle import value_of
from mxnet.ndarray.samples import plain, preparing
from mxnet.util import is_np_array

__all__ = ["DataLoader"]


def default_batchify_fn(data: Sequence[Any]) -> Any:
    """Samples as a batch: arrays are stacked, numbers become an array, tuples go element by element into a list,
    dictionaries key by key into a dictionary, and texts stay a list.
    """
    return _batchify(data, None)


def default_mp_batchify_fn(data: Sequence[Any]) -> Any:
    """The same as ``default_batchify_fn``, with arrays in the context that workers share."""
    return _batchify(data, cpu_shared(0))


_DEFAULTS = {default_batchify_fn: None, default_mp_batchify_fn: cpu_shared(0)}


def _batchify(data: Sequence[Any], ctx: Context | None) -> Any:
    first = data[0]
    if isinstance(first, NDArray):
        return _stack(data, ctx)
    if isinstance(first, tuple):
        return [_batchify(part, ctx) for part in zip(*data, strict=False)]
    if isinstance(first, Mapping):  # as samples of Hugging Face's datasets are
        return {key: _batchify([sample[key] for sample in data], ctx) for key in first}
    if isinstance(first, str):
        return list(data)
    return _as_batch(np.asarray(data), ctx)


def _as_batch(values: np.ndarray, ctx: Context | None) -> NDArray:
    """Values of our own as an array; what no array can hold is refused by ``nd.array``."""
    if values.dtype.kind in "fiub":
        batch = from_host(values, ctx or cpu(), NDArray)
    else:
        batch = ndarray.array(values, dtype=values.dtype, ctx=ctx)
    return batch.as_np_ndarray() if is_np_array() else batch


def _stack(data: Sequence[NDArray], ctx: Context | None) -> Any:
    """Arrays as one, by NumPy where their values are on the host."""
    first = data[0]
    shape, dtype = first.shape, value_of(first).aval.dtype
    hosts = [value_of(a).data if a._origin is None and a.shape == shape else None for a in data]
    if all(type(h) is np.ndarray and h.dtype == dtype for h in hosts):
        values = np.empty((len(hosts), *shape), dtype)
        for row, part in enumerate(hosts):
            values[row] = part
        return _as_batch(values, ctx or first.context)
    batch = ndarray.stack(*data)
    return batch if ctx is None else batch.as_in_context(ctx)


def _ordinary(data: Any) -> Any:
    """A batch whose arrays are ordinary ones, computed: what a worker recorded runs there, not where it is used."""
    if isinstance(data, NDArray):
        if value_of(data).data is None:
            data.wait_to_read()
        return plain(data)
    if type(data) is list:
        return [_ordinary(part) for part in data]
    if type(data) is tuple:
        return tuple([_ordinary(part) for part in data])
    if type(data) is dict:
        return {key: _ordinary(part) for key, part in data.items()}
    return data


def fetch(dataset: Any, gather: Any, batchify_fn: Callable[[list[Any]], Any], indices: Sequence[Any]) -> Any:
    """The batch of these samples."""
    if gather is not None:
        columns = take(gather, indices)
        if columns is not NotImplemented:
            ctx = _DEFAULTS[batchify_fn]  # type: ignore[index]
            return [_as_batch(p, ctx) for p in columns] if isinstance(columns, list) else _as_batch(columns, ctx)
    with preparing():
        return _ordinary(batchify_fn([dataset[i] for i in indices]))


class _Pass:
    """One pass over a data set, a few batches ahead of its user."""

    def __init__(
        self, workers: Threads, batch_sampler: Any, prefetch: int, timeout: float, pinned: Context | None
    ) -> None:
        self._workers = workers  # they live as long as this does, even if the loader is gone
        self._batch_sampler = batch_sampler
        self._timeout, self._pinned = timeout, pinned
        self._batches = iter(batch_sampler)
        self._waiting: collections.deque[Future[Any]] = collections.deque()
        for _ in range(prefetch):
            self._push()

    def _push(self) -> None:
        indices = next(self._batches, None)
        if indices is not None:
            self._waiting.append(self._workers.submit(indices))

    def __len__(self) -> int:
        return len(self._batch_sampler)

    def __iter__(self) -> "_Pass":
        return self

    def __next__(self) -> Any:
        self._push()
        if not self._waiting:
            raise StopIteration
        timeout = self._timeout
        try:
            batch = self._workers.wait(self._waiting.popleft(), timeout)
            return batch if self._pinned is None else _as_in_context(batch, self._pinned)
        except WaitedTooLong:
            self.close()
            print(
                f"Worker timed out after {timeout} seconds: a transform is slow, or the machine is busy. "
                "Give DataLoader a larger timeout, or fewer workers."
            )
            raise multiprocessing.TimeoutError(
                f"DataLoader: a worker needed more than {timeout} seconds for a batch; give timeout= more"
            ) from None
        except CancelledError:
            raise RuntimeError("DataLoader: its workers have ended; make a new DataLoader") from None
        except BaseException:
            self.close()
            raise

    next = __next__

    def close(self) -> None:
        """Forget the batches that are being prepared."""
        self._batches = iter(())
        while self._waiting:
            self._waiting.popleft().cancel()

    def __del__(self) -> None:
        self.close()


def _batch_sampler_of(
    dataset: Any, batch_size: int | None, shuffle: bool, sampler: Any, last_batch: str | None, batch_sampler: Any
) -> Any:
    if batch_sampler is not None:
        if batch_size is not None or shuffle or sampler is not None or last_batch is not None:
            raise ValueError(
                "batch_size, shuffle, sampler and last_batch must not be specified if batch_sampler is specified."
            )
        return batch_sampler
    if batch_size is None:
        raise ValueError("batch_size must be specified unless batch_sampler is specified")
    if sampler is None:
        sampler = (RandomSampler if shuffle else SequentialSampler)(len(dataset))
    elif shuffle:
        raise ValueError("shuffle must not be specified if sampler is specified")
    return BatchSampler(sampler, batch_size, last_batch or "keep")


class DataLoader:
    """Batches of a data set, in order or shuffled.

    Parameters
    ----------
    dataset : anything with ``len`` and ``[]``
    batch_size, shuffle, sampler, last_batch : how samples are chosen; see ``BatchSampler`` for ``last_batch``
    batch_sampler : gives lists of indices, instead of those four
    batchify_fn : makes a batch of a list of samples; by default see ``default_batchify_fn``
    num_workers : how many workers prepare batches ahead; with none, a batch is made when it is asked for
    pin_memory, pin_device_id : give batches in ``cpu_pinned(pin_device_id)``
    prefetch : how many batches the workers are ahead, by default twice as many as there are workers
    thread_pool : workers are threads, whatever the data set (docs/data.md says what they are otherwise)
    timeout : how many seconds to wait for a batch before an error
    auto_reload : begin to prepare the next pass when one has ended, or when the loader is made

    >>> loader = mx.gluon.data.DataLoader(mx.gluon.data.SimpleDataset([1, 2, 3]), batch_size=2)
    >>> [batch.asnumpy().tolist() for batch in loader]
    [[1, 2], [3]]
    """

    def __init__(
        self,
        dataset: Any,
        batch_size: int | None = None,
        shuffle: bool = False,
        sampler: Sampler | None = None,
        last_batch: str | None = None,
        batch_sampler: Sampler | None = None,
        batchify_fn: Callable[[list[Any]], Any] | None = None,
        num_workers: int = 0,
        pin_memory: bool = False,
        pin_device_id: int = 0,
        prefetch: int | None = None,
        thread_pool: bool = False,
        timeout: int = 120,
        auto_reload: bool = False,
    ) -> None:
        _need(timeout > 0, f"timeout must be positive, given {timeout}")
        self._dataset, self._thread_pool, self._timeout = dataset, thread_pool, timeout
        self._pin_memory, self._pin_device_id = pin_memory, pin_device_id
        self._batch_sampler = _batch_sampler_of(dataset, batch_size, shuffle, sampler, last_batch, batch_sampler)
        self._num_workers = max(num_workers, 0)
        self._prefetch = max(0, int(prefetch) if prefetch is not None else 2 * self._num_workers)
        self._batchify_fn = batchify_fn or (default_mp_batchify_fn if self._num_workers else default_batchify_fn)
        self._gather = columns(dataset) if self._batchify_fn in _DEFAULTS else None
        self._worker_pool = self._hire() if self._num_workers else None
        self._iter: Any = None
        self.auto_reload = auto_reload
        if auto_reload:
            self.refresh()

    def __iter__(self) -> Iterator[NDArray]:
        # Or a list of arrays, or a dictionary: a type checker sees an array, which unpacks and is indexed as those are.
        if self._iter is None:
            self.refresh()
        batches, self._iter = self._iter, None
        try:
            yield from batches
        finally:
            batches.close()
        if self._iter is None and self.auto_reload:
            self.refresh()

    def __len__(self) -> int:
        return len(self._batch_sampler)

    def _hire(self) -> Threads:
        """Threads where they do not wait for one another, which is inside this package; processes for other code."""
        job = functools.partial(fetch, self._dataset, self._gather, self._batchify_fn)
        side_by_side = self._gather is not None or (is_ours(self._dataset) and is_ours(self._batchify_fn))
        if self._thread_pool or side_by_side:
            return threads(job, self._num_workers)
        return processes(job, self._num_workers, exclusive=has_own_datasets(self._dataset))

    def _here(self) -> Iterator[Any]:
        """Batches made when they are asked for."""
        for indices in self._batch_sampler:
            batch = fetch(self._dataset, self._gather, self._batchify_fn, indices)
            yield batch if self._pinned is None else _as_in_context(batch, self._pinned)

    @property
    def _pinned(self) -> Context | None:
        """Where batches go, if not where they are made."""
        return cpu_pinned(self._pin_device_id) if self._pin_memory else None

    def refresh(self) -> None:
        """Begin a new pass now; the next ``for`` takes it."""
        pool = self._worker_pool
        if pool is None:
            self._iter = self._here()
        else:
            self._iter = _Pass(pool, self._batch_sampler, self._prefetch, self._timeout, self._pinned)

    def clean(self) -> None:
        """Forget a pass that was begun; the next ``for`` begins one."""
        self._iter = None


class DataLoaderV1(DataLoader):
    """The first of MXNet's loaders: the same without the later options."""

    @takes(DataLoader.__init__, without=("prefetch", "thread_pool", "timeout", "auto_reload"))
    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
