"""Queues that carry arrays between processes in shared memory, and the loops of MXNet's first loader around them."""

import io
import mmap
import multiprocessing.queues
import os
import pickle
from collections.abc import Callable, Sequence
from multiprocessing import reduction
from multiprocessing.connection import Connection
from typing import Any, ClassVar

import numpy as np

from mxnet.context import Context, cpu, cpu_pinned, cpu_shared
from mxnet.gluon.data._processes import _shared_file
from mxnet.ndarray import NDArray
from mxnet.ndarray.dense import dtype_of, from_host
from mxnet.ndarray.samples import Sample


def _as_in_context(data: Any, ctx: Context) -> Any:
    """A batch with every array moved to a context."""
    if isinstance(data, (list, tuple)):
        return [_as_in_context(part, ctx) for part in data]
    if isinstance(data, dict):
        return {key: _as_in_context(part, ctx) for key, part in data.items()}
    return data.as_in_context(ctx) if isinstance(data, NDArray) else data


def reduce_ndarray(data: NDArray) -> Any:
    """How to pickle an array as a piece of shared memory; the pickle can be read once, while this process lives."""
    values = np.ascontiguousarray(data.asnumpy())
    file = _shared_file()
    try:
        with os.fdopen(os.dup(file), "wb") as stream:
            stream.write(values.tobytes() or b"\0")
        return rebuild_ndarray, (os.getpid(), reduction.DupFd(file), data.shape, values.dtype.name)
    finally:
        os.close(file)


def rebuild_ndarray(pid: int, fd: Any, shape: tuple[int, ...], dtype: str) -> NDArray:
    """The array in a piece of shared memory."""
    file = fd.detach()
    try:
        memory = mmap.mmap(file, 0, access=mmap.ACCESS_COPY)
    finally:
        os.close(file)
    values = np.frombuffer(memory, dtype_of(dtype), count=int(np.prod(shape)))
    return from_host(values.reshape(shape), cpu_shared(0), NDArray)


class _ArrayPickler(reduction.ForkingPickler):
    _extra_reducers: ClassVar[dict[type, Callable[..., Any]]] = {NDArray: reduce_ndarray, Sample: reduce_ndarray}


class ConnectionWrapper:
    """A connection whose ``send`` puts arrays into shared memory."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn

    def send(self, obj: Any) -> None:
        """Send an object."""
        buffer = io.BytesIO()
        _ArrayPickler(buffer, pickle.HIGHEST_PROTOCOL).dump(obj)
        self._conn.send_bytes(buffer.getvalue())

    def recv(self) -> Any:
        """Receive an object."""
        return pickle.loads(self._conn.recv_bytes())

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__dict__["_conn"], name)


class Queue(multiprocessing.queues.Queue):
    """A queue between processes that carries arrays in shared memory."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, ctx=multiprocessing.get_context(), **kwargs)

    def put(self, obj: Any, block: bool = True, timeout: float | None = None) -> None:
        """Put an object in."""
        super().put(_packed(obj), block, timeout)

    def get(self, block: bool = True, timeout: float | None = None) -> Any:
        """Take the next object out."""
        return pickle.loads(super().get(block, timeout))


class SimpleQueue(multiprocessing.queues.SimpleQueue):
    """The same, without a thread of its own."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, ctx=multiprocessing.get_context(), **kwargs)

    def put(self, obj: Any) -> None:
        """Put an object in."""
        super().put(_packed(obj))

    def get(self) -> Any:
        """Take the next object out."""
        return pickle.loads(super().get())


def _packed(obj: Any) -> bytes:
    buffer = io.BytesIO()
    _ArrayPickler(buffer, pickle.HIGHEST_PROTOCOL).dump(obj)
    return buffer.getvalue()


def worker_loop_v1(dataset: Any, key_queue: Any, data_queue: Any, batchify_fn: Callable[[list[Any]], Any]) -> None:
    """Make the batches whose numbers and indices come through one queue, and put them into another; None ends it."""
    while True:
        number, samples = key_queue.get()
        if number is None:
            return
        data_queue.put((number, batchify_fn([dataset[i] for i in samples])))


def fetcher_loop_v1(
    data_queue: Any,
    data_buffer: dict[int, Any],
    pin_memory: bool = False,
    pin_device_id: int = 0,
    data_buffer_lock: Any = None,
) -> None:
    """Move numbered batches from a queue into a dictionary; None ends it."""
    while True:
        number, batch = data_queue.get()
        if number is None:
            return
        batch = _as_in_context(batch, cpu_pinned(pin_device_id) if pin_memory else cpu())
        if data_buffer_lock is None:
            data_buffer[number] = batch
            continue
        with data_buffer_lock:
            data_buffer[number] = batch


__all__: Sequence[str] = (
    "ConnectionWrapper",
    "Queue",
    "SimpleQueue",
    "fetcher_loop_v1",
    "rebuild_ndarray",
    "reduce_ndarray",
    "worker_loop_v1",
)
