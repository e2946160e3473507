"""Work that the user's code must not interrupt runs in a second thread, with the garbage collector paused.

Signal handlers run in the main thread, between any two instructions, and the collector runs ``__del__`` in whatever
thread makes an object. While JAX traces, code that computes with arrays would become part of the trace, or wait for a
lock that the interrupted code holds. So JAX never traces in the main thread.
"""

import _thread
import contextlib
import gc
import queue
import threading
import time
from collections.abc import Callable
from threading import get_ident
from types import TracebackType
from typing import Any, TypeVar

from mxnet._host import fork

Result = TypeVar("Result")


_MAIN = threading.main_thread().ident


class _CollectorPause:
    """A scope in which the collector runs no ``__del__``. Scopes of several threads may overlap.

    Each thread counts its own scopes, so that no lock is needed: a signal handler may interrupt the main thread in
    here. So in the main thread leaving one scope leaves all, including those whose exit was interrupted.
    """

    def __init__(self) -> None:
        self._threads: dict[int, int] = {}
        self._resumes = False  # whether to enable the collector when the last thread leaves its scope

    def __enter__(self) -> None:
        thread = get_ident()
        threads = self._threads
        threads[thread] = threads[thread] + 1 if thread in threads else 1
        if gc.isenabled():
            self._resumes = True
            gc.disable()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        thread = get_ident()
        depth = self._threads.pop(thread, 1) - 1
        if depth and thread != _MAIN:
            self._threads[thread] = depth
        elif self._resumes:
            self.resume()

    def resume(self) -> None:
        """Enable the collector, now or when the last thread leaves its scope."""
        self._resumes = True
        if not self._threads:
            self._resumes = False
            gc.enable()
            if self._threads:  # another thread has entered meanwhile
                self._resumes = True
                gc.disable()


paused_collector = _CollectorPause()


class Flag:
    """A flag that a thread which nothing interrupts sets once, and any thread may wait for.

    (An interrupt in the middle of ``threading.Event.wait`` can leave the event's own lock held for ever.)
    """

    __slots__ = ("_is_set", "_lock")

    def __init__(self) -> None:
        self._is_set = False
        self._lock = _thread.allocate_lock()  # held till the flag is set
        self._lock.acquire()

    def set(self) -> None:
        """Set it and wake the threads that wait."""
        self._is_set = True
        with contextlib.suppress(RuntimeError):  # it was set before
            self._lock.release()

    def is_set(self) -> bool:
        """Whether it is set."""
        return self._is_set

    def wait(self, seconds: float = float("inf")) -> bool:
        """Wait until it is set, at most so many seconds; return whether it is set."""
        end = time.monotonic() + seconds
        while not self._is_set and (left := end - time.monotonic()) > 0:
            # A thread that is interrupted between these two lines keeps the lock: so no wait is without limit.
            if self._lock.acquire(timeout=min(left, _POLL_S)):
                with contextlib.suppress(RuntimeError):
                    self._lock.release()
        return self._is_set


_POLL_S = 0.5


class Task:
    """A piece of work, and its result or error. ``long`` work gets a thread of its own."""

    def __init__(self, work: Callable[[], Any], long: bool = False) -> None:
        self._work, self.long = [work], long
        self.submitted = False
        self.began, self.done = Flag(), Flag()
        self.result: Any = None
        self.error: BaseException | None = None

    def run(self) -> None:
        """Do it."""
        with paused_collector:  # until ``done`` is set: what the collector runs might wait for that
            self.began.set()
            try:
                work = self._work.pop()  # so that a reference to the task keeps no array of the work alive
            except IndexError:  # it was submitted twice, and another thread does it
                return
            try:
                self.result = work()
            except BaseException as error:
                self.error = error
            finally:
                del work  # before ``done`` is set: references to arrays decide what programs may overwrite
                self.done.set()


class _Server:
    """The one thread that does short work, and starts threads for long work; started at the first task.

    The main thread only calls ``SimpleQueue.put``, which nothing can interrupt. (``Thread.start`` can be interrupted.)
    """

    tasks: "queue.SimpleQueue[Task]" = queue.SimpleQueue()
    began = False

    @classmethod
    def submit(cls, task: Task) -> None:
        """Hand over a task."""
        if not cls.began:
            _thread.start_new_thread(cls._serve, (cls.tasks,))
            cls.began = True
        cls.tasks.put(task)

    @staticmethod
    def _serve(tasks: "queue.SimpleQueue[Task]") -> None:
        while True:
            task = tasks.get()
            if task.long:
                with paused_collector:
                    threading.Thread(target=task.run, name="mxnet-program").start()
                    task.began.wait()
            else:
                task.run()
            del task  # only the caller refers to the result


submit = _Server.submit

# A task that has not begun after this time is done by the thread that waits for it.
START_TIMEOUT_S = 2.0


def wait(task: Task) -> None:
    """Return when a task is done.

    The serving thread may be blocked: the collector may run a ``__del__`` there between two tasks, which waits for this
    thread. Then the task is done here.
    """
    if not task.began.wait(START_TIMEOUT_S):
        task.run()
    task.done.wait()


def uninterrupted(work: Callable[[], Result]) -> Result:
    """Do short work, tracing say, where no signal handler can interrupt it; the wait for it can be interrupted."""
    if threading.current_thread() is not threading.main_thread() or fork.is_forked():
        with paused_collector:
            return work()
    task = Task(work)
    submit(task)
    wait(task)
    if task.error is not None:
        raise task.error
    return task.result  # type: ignore[no-any-return]
