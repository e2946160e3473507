"""Programs are made in threads of their own, and called so that an interrupt loses no result."""

import gc
import itertools
import signal
import sys
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any, Protocol

from mxnet._host.threads import Task, paused_collector, submit, wait
from mxnet._lazy.mode import mode
from mxnet._lazy.value import Pending


class Owner(Protocol):
    """Something that a thread of its own computes. It keeps the task, so that a wait can go on after an interrupt."""

    task: Task | None


def in_worker(owner: Owner, epochs: tuple[Pending, ...], work: Callable[[], None]) -> None:
    """Compute the jobs of these epochs in a thread of its own: an interrupt ends the wait for it, not the work.

    What a running program called is not interrupted, and computes in its own thread. XLA lets programs of a thread wait
    for one another, and knows threads by numbers that the system gives again: a new thread may have that of the one
    which started the running program, and would wait for it for ever.
    """

    def run_work() -> None:
        before, _local.epochs = _local.epochs, epochs
        try:
            work()
        finally:
            _local.epochs = before

    if mode.inside:
        with paused_collector:
            run_work()
        return
    task = owner.task
    if task is None:
        task = owner.task = Task(run_work, long=True)
    if not task.submitted:
        submit(task)
        task.submitted = True
    wait(task)
    if task.error is not None:
        owner.task = None
        raise task.error


class _Local(threading.local):
    """The epochs whose jobs this thread is computing."""

    epochs: tuple[Pending, ...] = ()


_local = _Local()


def runs_in_this_thread(epoch: Pending) -> bool:
    """Whether this thread is computing the jobs of an epoch: it must not wait for itself."""
    return epoch in _local.epochs


# Before Python 3.12 the collector may run Python code wherever C code makes an object.
_COLLECTS_ANYWHERE = sys.version_info < (3, 12)


def call(function: Callable[..., Any], arguments: list[Any], results: list[Any]) -> None:
    """Run a compiled function. Its result is appended in the same step in which the function returns it."""
    pauses = _COLLECTS_ANYWHERE and gc.isenabled()
    if pauses:
        gc.disable()
    try:
        results.extend(itertools.starmap(function, (arguments,)))
    finally:
        if pauses:
            paused_collector.resume()


def raised_by_handler(trace: TracebackType | None) -> bool:
    """Whether an exception comes from a signal handler of the user's."""
    handlers = [signal.getsignal(number) for number in signal.valid_signals()]
    codes = {getattr(getattr(h, "__func__", h), "__code__", None) for h in handlers if callable(h)} - {None}
    while trace is not None and codes:
        if trace.tb_frame.f_code in codes:
            return True
        trace = trace.tb_next
    return False
