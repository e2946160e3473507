"""Whatever interrupts Python, no number is wrong, no value is lost, and exceptions of the user's are the user's."""

import gc
import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import jax.numpy as jnp
import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet._calls.call import Call
from mxnet._host import threads
from mxnet._host.threads import Task
from mxnet._lazy import epoch
from mxnet._lazy.tape import changed
from mxnet.ndarray.handle import apply
from mxnet.ndarray.invoke import wrap
from tests.engine.counting import training_step

needs_alarms = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers")


@contextmanager
def collecting_often(threshold: int) -> Iterator[None]:
    before = gc.get_threshold()
    gc.set_threshold(threshold)
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextmanager
def handling(number: int, handler: Callable[..., None]) -> Iterator[None]:
    before = signal.signal(number, handler)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(number, before)


class Cycle:
    """Garbage that computes when it is collected."""

    def __init__(self, work: Callable[[], None]) -> None:
        self.itself, self.work = self, work

    def __del__(self) -> None:
        self.work()


def wait_for(found: list, count: int) -> None:
    """Return when all garbage has computed: the collector may be running in another thread."""
    deadline = time.monotonic() + 60
    while len(found) < count and time.monotonic() < deadline:
        gc.collect()
    assert len(found) == count


@pytest.mark.parametrize("threshold", [5, 7, 11, 50])
def test_garbage_that_computes(threshold: int) -> None:
    a = nd.arange(4)
    b = a + 10
    found: list[nd.NDArray] = []
    with collecting_often(threshold):
        y = a * 1
        for _ in range(30):
            y = y + b
            Cycle(lambda: found.append(a * 2 + b))
    np.testing.assert_array_equal(y.asnumpy(), [300, 331, 362, 393])
    wait_for(found, 30)
    for array in found:
        np.testing.assert_array_equal(array.asnumpy(), [10, 13, 16, 19])


@pytest.mark.parametrize("threshold", [50, 700])
def test_garbage_that_reads_what_is_being_computed(threshold: int) -> None:
    w = nd.array(np.linspace(-1, 1, 6).reshape(2, 3))
    w.attach_grad()
    for trial in range(3):
        seen: list[np.ndarray] = []
        with collecting_often(threshold):
            with autograd.record():
                y = nd.tanh(w * (trial + 2)).sum(axis=1)
                for _ in range(20):
                    Cycle(lambda y=y, seen=seen: seen.append((y * 2).asnumpy()))
                z = (y * y).sum()
            z.backward()
            grad = w.grad.asnumpy()
        values = np.linspace(-1, 1, 6).reshape(2, 3)
        t = np.tanh(values * (trial + 2))
        np.testing.assert_allclose(grad, 2 * t.sum(1, keepdims=True) * (1 - t * t) * (trial + 2), rtol=1e-4, atol=1e-6)
        wait_for(seen, 20)
        for array in seen:
            np.testing.assert_allclose(array, 2 * t.sum(1), rtol=1e-5, atol=1e-6)


class Timeout(Exception):
    """What the user's signal handler raises."""


# An exception that arrives inside a callback of JAX's for the collector is dropped by Python, and warned of.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@needs_alarms
def test_interrupts_at_random_moments_change_no_number() -> None:
    generator = random.Random(5)
    x = nd.array(np.arange(12.0).reshape(3, 4))
    expected = np.tanh(np.arange(12.0).reshape(3, 4) * 0.5) + 1

    def interrupt(*_: object) -> None:
        raise Timeout

    def work() -> nd.NDArray:
        y = x
        for _ in range(6):
            y = y * 1.0 + 0.0
        return nd.tanh(y * 0.5) + 1

    work().asnumpy()
    arrived = 0
    with handling(signal.SIGALRM, interrupt):
        for _ in range(150):
            kept = []
            try:
                signal.setitimer(signal.ITIMER_REAL, generator.uniform(1e-5, 4e-4))
                for _ in range(20):
                    kept.append(work())
                    kept[-1].asnumpy()
                signal.setitimer(signal.ITIMER_REAL, 0)
            except Timeout:
                arrived += 1
            for array in [*kept, work()]:
                np.testing.assert_allclose(array.asnumpy(), expected, rtol=1e-5)
    assert arrived > 75


@needs_alarms
def test_a_handler_that_computes() -> None:
    x, found = nd.array([1.0, 2.0, 3.0]), []
    pending = x * 3

    def compute(*_: object) -> None:
        found.append(pending * 2 + x)
        if len(found) % 3 == 0:
            found[-1].asnumpy()

    generator = random.Random(7)
    with handling(signal.SIGALRM, compute):
        for _ in range(60):
            signal.setitimer(signal.ITIMER_REAL, generator.uniform(1e-5, 1e-3))
            y = x
            for _ in range(10):
                y = y + x
            np.testing.assert_array_equal(y.asnumpy(), [11, 22, 33])
            signal.setitimer(signal.ITIMER_REAL, 0)
    assert found
    for array in found:
        np.testing.assert_array_equal(array.asnumpy(), [7, 14, 21])


def slow_to_trace(x: nd.NDArray, started: threading.Event) -> nd.NDArray:
    """An operation whose program takes a while to build."""
    traces = []

    def function(data: jnp.ndarray) -> tuple[jnp.ndarray]:
        traces.append(1)
        if len(traces) > 1:
            started.set()
            time.sleep(0.3)
        return (data + 1,)

    values, _ = apply(Call("slow", function, 1), (x,))
    return wrap(type(x), values[0], x.context, None, 0)


@pytest.mark.parametrize("kind", [KeyboardInterrupt, Timeout])
def test_an_interrupt_while_a_program_is_built_arrives_and_loses_nothing(kind: type[BaseException]) -> None:
    started = threading.Event()
    x = nd.array([1.0, 2.0])
    x.attach_grad()
    with changed(interpret=False):
        bystander = x * 5
        slow = slow_to_trace(x, started)

        def raise_it(*_: object) -> None:
            raise kind

        def interrupt() -> None:
            started.wait()
            os.kill(os.getpid(), signal.SIGUSR1)

        thread = threading.Thread(target=interrupt)
        with handling(signal.SIGUSR1, raise_it):
            thread.start()
            with pytest.raises(kind):
                slow.asnumpy()
            thread.join()
        np.testing.assert_array_equal(slow.asnumpy(), [2, 3])
        np.testing.assert_array_equal(bystander.asnumpy(), [5, 10])
        with autograd.record():
            y = (x * x).sum()
        y.backward()
        np.testing.assert_array_equal(x.grad.asnumpy(), [2, 4])
    nd.waitall()


def test_an_interrupted_training_step_goes_on() -> None:
    started = threading.Event()
    w = nd.array([3.0])
    w.attach_grad()

    def raise_it(*_: object) -> None:
        raise KeyboardInterrupt

    with handling(signal.SIGUSR1, raise_it):
        with autograd.record():
            loss = (slow_to_trace(w, started).detach() * w).sum()
        loss.backward()
        w -= 0.5 * w.grad
        threading.Thread(target=lambda: (started.wait(), os.kill(os.getpid(), signal.SIGUSR1))).start()
        with pytest.raises(KeyboardInterrupt):
            loss.asscalar()
    assert (loss.asscalar(), w.grad.asscalar(), w.asscalar()) == (12, 4, 1)
    for _ in range(3):
        with autograd.record():
            loss = (w * w).sum()
        loss.backward()
        w -= 0.25 * w.grad
    assert w.asscalar() == 0.125


def test_a_handler_that_reads_while_the_tape_is_taken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    x = nd.array(np.ones((3, 41)))
    y = x * 3
    z = y + 1
    found = []
    structure_of = epoch.structure_of

    def interrupted(*given: object) -> object:
        if not found:
            found.append(None)
            found[0] = z.asnumpy()
        return structure_of(*given)

    monkeypatch.setattr(epoch, "structure_of", interrupted)
    np.testing.assert_array_equal(y.asnumpy(), np.full((3, 41), 3.0))
    np.testing.assert_array_equal(found[0], np.full((3, 41), 4.0))
    np.testing.assert_array_equal((z + x).asnumpy(), np.full((3, 41), 5.0))


def test_a_task_that_is_handed_over_twice_is_done_when_its_work_is() -> None:
    began, goes_on = threading.Event(), threading.Event()
    task = Task(lambda: (began.set(), goes_on.wait()))
    thread = threading.Thread(target=task.run)
    thread.start()
    began.wait()
    task.run()
    assert not task.done.is_set()
    goes_on.set()
    thread.join()
    assert task.done.is_set() and task.error is None


def test_garbage_in_the_thread_that_traces_may_wait_for_who_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "START_TIMEOUT_S", 0.01)
    began, goes_on = threading.Event(), threading.Event()
    blocking = threads.Task(lambda: (began.set(), goes_on.wait()))  # as a ``__del__`` that needs a tape's lock
    threads.submit(blocking)
    began.wait()
    try:
        assert threads.uninterrupted(lambda: 5) == 5
    finally:
        goes_on.set()


def test_a_thread_that_looks_at_parameters_compiles_nothing_more() -> None:
    parameters = [nd.array(np.full((8, 8), 0.1)) for _ in range(6)]
    for parameter in parameters:
        parameter.attach_grad()
    x = nd.array(np.ones((4, 8)))
    held: list[object] = []
    step = training_step(parameters, x)

    for _ in range(3):
        step()
    before = mx.runtime.engine_stats()["compilations"]
    generator = random.Random(3)
    for _ in range(60):
        held[:] = [p._value for p in generator.sample(parameters, generator.randint(0, 4))]
        held += [p.grad._value for p in generator.sample(parameters, generator.randint(0, 2))]
        old = [(v, np.array(v.data)) for v in held]
        step()
        for value, data in old:
            np.testing.assert_array_equal(np.asarray(value.read("test")), data)
    assert mx.runtime.engine_stats()["compilations"] - before <= 1
