"""Work that nothing of the user's may interrupt: in a thread beside the main one, with the garbage collector paused.

Signal handlers run in the main thread, between any two instructions, and the collector runs ``__del__`` in whatever
thread makes an object. While JAX traces, code that computes with arrays would become part of the trace, or wait for a
lock that the interrupted code holds. So JAX never traces in the main thread.
"""

import gc
import queue
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any, TypeVar

from mxnet._lazy import fork

Result = TypeVar("Result")


class _Paused:
    """A scope in which the collector runs no ``__del__``. Scopes of several threads may overlap.

    Each thread counts its own scopes, so that no lock is needed: a signal handler may interrupt the main thread in
    here. Whoever leaves a scope there has left all of them, and does what an interrupted one left undone.
    """

    def __init__(self) -> None:
        self._threads: dict[int, int] = {}
        self._resumes = False  # whether the collector is to run when the last has left

    def __enter__(self) -> None:
        thread = threading.get_ident()
        self._threads[thread] = self._threads.get(thread, 0) + 1
        if gc.isenabled():
            self._resumes = True
            gc.disable()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        thread = threading.get_ident()
        depth = self._threads.pop(thread, 1) - 1
        if depth and thread != threading.main_thread().ident:
            self._threads[thread] = depth
        elif self._resumes and not self._threads:
            self._resumes = False
            gc.enable()
            if self._threads:  # another thread has entered meanwhile
                self._resumes = True
                gc.disable()


paused_collector = _Paused()


class _Task:
    """Something to do, and what came of it."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self.work = work
        self.done = threading.Event()
        self.result: Any = None
        self.error: BaseException | None = None

    def run(self) -> None:
        """Do it."""
        try:
            self.result = self.work()
        except BaseException as error:
            self.error = error
        finally:
            self.done.set()


class _Thread:
    """The one thread for short work; made when it is first needed."""

    tasks: "queue.SimpleQueue[_Task]" = queue.SimpleQueue()
    thread: threading.Thread | None = None

    @classmethod
    def submit(cls, task: _Task) -> None:
        """Hand over a task."""
        if cls.thread is None:
            cls.thread = threading.Thread(target=cls._serve, args=(cls.tasks,), name="mxnet-tracing", daemon=True)
            cls.thread.start()
        cls.tasks.put(task)

    @staticmethod
    def _serve(tasks: "queue.SimpleQueue[_Task]") -> None:
        while True:
            task = tasks.get()
            with paused_collector:
                task.run()
            del task  # its result is the caller's alone


def beside(work: Callable[[], Result]) -> Result:
    """Do short work, tracing say, where no signal handler interrupts it; an interrupt of the wait arrives at once."""
    if threading.current_thread() is not threading.main_thread() or fork.is_forked():
        with paused_collector:
            return work()
    task = _Task(work)
    _Thread.submit(task)
    task.done.wait()
    if task.error is not None:
        raise task.error
    return task.result  # type: ignore[no-any-return]
