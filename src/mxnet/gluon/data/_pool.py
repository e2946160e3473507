"""For loaders that programs derive from MXNet's: a pass over a ``multiprocessing`` pool, and its workers' functions."""

import io
import multiprocessing
import pickle
from collections.abc import Callable, Sequence
from multiprocessing.reduction import ForkingPickler
from typing import Any

from mxnet.context import cpu_pinned
from mxnet.gluon.data._queues import _as_in_context
from mxnet.util import set_np


class _Here:
    """The data set of this process, if it is a worker."""

    dataset: Any = None


def _worker_initializer(dataset: Any, active_shape: bool, active_array: bool) -> None:
    """Make a process a worker for a data set."""
    _Here.dataset = dataset
    set_np(shape=active_shape, array=active_array)


def _thread_worker_initializer(active_shape: bool, active_array: bool) -> None:
    """Make a thread a worker."""
    set_np(shape=active_shape, array=active_array)


def _worker_fn(samples: Sequence[Any], batchify_fn: Callable[[list[Any]], Any], dataset: Any = None) -> bytes:
    """A batch of the worker's data set, pickled."""
    buffer = io.BytesIO()
    batch = batchify_fn([_Here.dataset[i] for i in samples])
    ForkingPickler(buffer, pickle.HIGHEST_PROTOCOL).dump(batch)
    return buffer.getvalue()


def _thread_worker_fn(samples: Sequence[Any], batchify_fn: Callable[[list[Any]], Any], dataset: Any) -> Any:
    """A batch of a data set."""
    return batchify_fn([dataset[i] for i in samples])


class _MultiWorkerIter:
    """One pass over a data set whose batches a ``multiprocessing`` pool makes.

    ``worker_fn`` is called there with a list of indices, ``batchify_fn`` and ``dataset``; without a ``dataset`` it
    gives pickles. Subclasses replace ``_push_next`` to send something else.
    """

    def __init__(
        self,
        worker_pool: Any,
        batchify_fn: Callable[[list[Any]], Any],
        batch_sampler: Any,
        pin_memory: bool = False,
        pin_device_id: int = 0,
        worker_fn: Callable[..., Any] = _worker_fn,
        prefetch: int = 0,
        dataset: Any = None,
        data_loader: Any = None,
        timeout: int = 120,
    ) -> None:
        self._worker_pool, self._worker_fn = worker_pool, worker_fn
        self._batchify_fn, self._batch_sampler = batchify_fn, batch_sampler
        self._pin_memory, self._pin_device_id = pin_memory, pin_device_id
        self._dataset, self._timeout = dataset, timeout
        self._data_loader = data_loader  # the pool ends with it
        self._data_buffer: dict[int, Any] = {}
        self._rcvd_idx = self._sent_idx = 0
        self._iter = iter(batch_sampler)
        for _ in range(prefetch):
            self._push_next()

    def __len__(self) -> int:
        return len(self._batch_sampler)

    def __iter__(self) -> "_MultiWorkerIter":
        return self

    def _push_next(self) -> None:
        """Ask the pool for the next batch."""
        samples = next(self._iter, None)
        if samples is not None:
            task = (samples, self._batchify_fn, self._dataset)
            self._data_buffer[self._sent_idx] = self._worker_pool.apply_async(self._worker_fn, task)
            self._sent_idx += 1

    def __next__(self) -> Any:
        self._push_next()
        if self._rcvd_idx == self._sent_idx:
            raise StopIteration
        waiting = self._data_buffer.pop(self._rcvd_idx)
        try:
            batch = waiting.get(self._timeout)
        except multiprocessing.TimeoutError:
            print(f"Worker timed out after {self._timeout} seconds: a transform is slow, or the machine is busy.")
            raise
        except Exception:
            self._worker_pool.terminate()
            raise
        self._rcvd_idx += 1
        if self._dataset is None:
            batch = pickle.loads(batch)
        return _as_in_context(batch, cpu_pinned(self._pin_device_id)) if self._pin_memory else batch

    def next(self) -> Any:
        """The next batch."""
        return self.__next__()
