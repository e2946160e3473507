"""Work that nothing of the user's may interrupt: in a thread beside the main one, with the garbage collector paused.

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


class _Paused:
    """A scope in which the collector runs no ``__del__``. Scopes of several threads may overlap.

    Each thread counts its own scopes, so that no lock is needed: a signal handler may interrupt the main thread in
    here. Whoever leaves a scope there has left all of them, and does what an interrupted one left undone.
    """

    def __init__(self) -> None:
        self._threads: dict[int, int] = {}
        self._resumes = False  # whether the collector is to run when the last has left

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
        """Let the collector run, now or when the last thread has left its scope."""
        self._resumes = True
        if not self._threads:
            self._resumes = False
            gc.enable()
            if self._threads:  # another thread has entered meanwhile
                self._resumes = True
                gc.disable()


paused_collector = _Paused()


class Flag:
    """Set once, by a thread that nothing interrupts; waited for by any.

    (An interrupt in the middle of ``threading.Event.wait`` can leave the event's own lock held for ever.)
    """

    __slots__ = ("_is_set", "_lock")

    def __init__(self) -> None:
        self._is_set = False
        self._lock = _thread.allocate_lock()  # held till the flag is set
        self._lock.acquire()

    def set(self) -> None:
        """Let those who wait go on."""
        self._is_set = True
        with contextlib.suppress(RuntimeError):  # it was set before
            self._lock.release()

    def is_set(self) -> bool:
        """Whether it is set."""
        return self._is_set

    def wait(self, seconds: float = float("inf")) -> bool:
        """Return when it is set, or after a time; whether it is set."""
        end = time.monotonic() + seconds
        while not self._is_set and (left := end - time.monotonic()) > 0:
            # Whoever is interrupted between these two lines keeps the lock: hence not without a limit.
            if self._lock.acquire(timeout=min(left, _LOOK_AGAIN_S)):
                with contextlib.suppress(RuntimeError):
                    self._lock.release()
        return self._is_set


_LOOK_AGAIN_S = 0.5


class Task:
    """Something to do, and what came of it. ``long`` work gets a thread of its own."""

    def __init__(self, work: Callable[[], Any], long: bool = False) -> None:
        self._work, self.long = [work], long
        self.submitted = False
        self.began, self.done = Flag(), Flag()
        self.result: Any = None
        self.error: BaseException | None = None

    def run(self) -> None:
        """Do it."""
        with paused_collector:  # till others are told: what the collector runs might wait for them
            self.began.set()
            try:
                work = self._work.pop()  # who waits for the task does not hold what it worked on
            except IndexError:  # it was handed over twice; who took it first says when it is done
                return
            try:
                self.result = work()
            except BaseException as error:
                self.error = error
            finally:
                self.done.set()


class _Server:
    """The one thread that does short work, and makes threads for long work; begun when it is first needed.

    Only this is done in the main thread: ``SimpleQueue.put``, which nothing can interrupt. (``Thread.start`` can be.)
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
            del task  # its result is the caller's alone


submit = _Server.submit

# How long a task may wait to begin before whoever waits for it does it.
PATIENCE_S = 2.0


def wait(task: Task) -> None:
    """Return when a task is done.

    The collector may run garbage in the serving thread between two tasks, and that may wait for whoever waits here:
    then the task is done here.
    """
    if not task.began.wait(PATIENCE_S):
        task.run()
    task.done.wait()


def beside(work: Callable[[], Result]) -> Result:
    """Do short work, tracing say, where no signal handler interrupts it; an interrupt of the wait arrives at once."""
    if threading.current_thread() is not threading.main_thread() or fork.is_forked():
        with paused_collector:
            return work()
    task = Task(work)
    submit(task)
    wait(task)
    if task.error is not None:
        raise task.error
    return task.result  # type: ignore[no-any-return]
