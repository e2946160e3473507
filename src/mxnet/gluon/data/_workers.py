"""Who prepares batches: threads, and behind them processes where those pay."""

import atexit
import contextlib
import itertools
import os
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from queue import SimpleQueue
from typing import Any

from mxnet.gluon.data import _processes
from mxnet.util import is_np_array, is_np_shape, set_np

Job = Callable[[Sequence[Any]], Any]
_Tasks = SimpleQueue["tuple[Future[Any], Sequence[Any]] | None"]

# Seconds of work after which processes pay for their start, which takes about two.
WORTH = 0.5
_numbers = itertools.count()
_threads: "weakref.WeakSet[threading.Thread]" = weakref.WeakSet()


class WaitedTooLong(Exception):
    """No job was done for longer than the user wants to wait."""


class Threads:
    """A few threads that do a job for what is submitted, in order; they end with this object, or with the program."""

    def __init__(self, jobs: Sequence[Job], ends: Sequence[Callable[[], None]] = ()) -> None:
        self._tasks: _Tasks = SimpleQueue()
        self._finished = [0.0]  # when a job was done last
        state = (is_np_shape(), is_np_array())
        for number, job in enumerate(jobs):
            name = f"DataLoader-{number}"
            arguments = (self._tasks, job, state, self._finished)
            thread = threading.Thread(target=_serve, args=arguments, name=name, daemon=True)
            _threads.add(thread)
            thread.start()
        # The threads hold the queue alone, so that this object can go while they wait.
        self._end = weakref.finalize(self, _end, self._tasks, len(jobs), list(ends))

    def submit(self, indices: Sequence[Any]) -> "Future[Any]":
        """Queue the job for these samples."""
        future: Future[Any] = Future()
        self._tasks.put((future, indices))
        return future

    def wait(self, future: "Future[Any]", timeout: float) -> Any:
        """What a job gives, once it is done; an error if no job at all has been done for so many seconds."""
        start = time.monotonic()
        while not future.done():
            since = max(start, self._finished[0])
            wait([future], max(since + timeout - time.monotonic(), 0))
            if not future.done() and self._finished[0] <= since:
                raise WaitedTooLong
        return future.result()

    def close(self) -> None:
        """Let the threads end when they have finished what they are doing."""
        self._end()


def _end(tasks: _Tasks, count: int, ends: Sequence[Callable[[], None]]) -> None:
    while not tasks.empty():
        waiting = tasks.get()
        if waiting is not None:
            waiting[0].cancel()
    for _ in range(count):
        tasks.put(None)
    for end in ends:
        end()


@atexit.register
def _wait() -> None:
    """Let threads finish the batch they are at: one that is inside XLA when Python goes takes the program down."""
    patience = time.monotonic() + 10
    for thread in list(_threads):
        thread.join(max(patience - time.monotonic(), 0))


def _serve(tasks: _Tasks, job: Job, state: tuple[bool, bool], finished: list[float]) -> None:
    if any(state):
        set_np(*state)
    while True:
        task = tasks.get()
        if task is None:
            return
        future, indices = task
        if future.set_running_or_notify_cancel():
            try:
                future.set_result(job(indices))
            except BaseException as error:
                future.set_exception(error)
            finished[0] = time.monotonic()
        del task, future, indices  # a batch must not live on while the thread waits


class _Company:
    """The processes of a loader, and what its threads need to know of them.

    Until they are there, the threads do the work; one at a time if it is ``exclusive``: a data set that was written for
    processes may have a state that threads would spoil.
    """

    def __init__(self, job: Job, count: int, exclusive: bool) -> None:
        self._job, self._count = job, count
        self._here = threading.Lock() if exclusive else contextlib.nullcontext()
        self._starting = threading.Lock()
        self._worked = 0.0
        self._workers: list[_processes.Worker] = []
        self._gone = False

    def job_of(self, number: int) -> Job:
        """What the thread of this number does."""

        def job(indices: Sequence[Any]) -> Any:
            worker = self._worker(number)
            return self._do_here(indices) if worker is None else worker.fetch(indices)

        return job

    def _do_here(self, indices: Sequence[Any]) -> Any:
        with self._here:
            start = time.perf_counter()
            try:
                return self._job(indices)
            finally:
                self._worked += time.perf_counter() - start

    def _worker(self, number: int) -> _processes.Worker | None:
        if self._gone or self._worked < WORTH:
            return None
        with self._starting:
            if not self._workers and not self._gone:
                self._start()
            if self._gone:
                return None
            try:
                worker = self._workers[number]
                return worker if worker.poll() else None
            except (_processes.Unfit, EOFError, OSError):
                self._gone = True  # its module cannot be imported there, say: go on here
                return None

    def _start(self) -> None:
        payload = _processes.payload_of(self._job)
        if payload is None:
            self._gone = True
            return
        try:
            for _ in range(self._count):
                self._workers.append(_processes.Worker(payload, _processes.seed_of(next(_numbers))))
        except OSError:
            self._gone = True
        finally:
            os.close(payload)

    def close(self) -> None:
        """Let the processes end."""
        self._gone = True
        for worker in self._workers:
            worker.close()


def threads(job: Job, count: int) -> Threads:
    """Threads that work side by side."""
    return Threads([job] * count)


def processes(job: Job, count: int, exclusive: bool) -> Threads:
    """Threads that each have a process to work for them, once that pays, where the system can."""
    company = _Company(job, count, exclusive)
    if not _processes.AVAILABLE:
        company._gone = True
    return Threads([company.job_of(n) for n in range(count)], [company.close])
