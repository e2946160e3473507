"""A process forked after XLA has started computes with NumPy, or says so, instead of waiting for ever."""

import faulthandler
import gc
import os
import pickle
import signal
import warnings
from collections.abc import Callable

import pytest

from mxnet import autograd, nd
from mxnet._programs.device import device_of

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


def _in_a_fork(told: Callable[[], str]) -> str:
    """What a function says in a process forked from this one."""
    reader, writer = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python and JAX warn of the fork
        child = os.fork()
    if not child:
        faulthandler.dump_traceback_later(50)  # where it waits, should it wait
        signal.alarm(60)
        try:
            text = told()
        except Exception as error:
            text = f"{type(error).__name__} {error}"
        os.write(writer, text.encode())
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert status == 0
    return os.read(reader, 10_000).decode()


@needs_fork
def test_a_forked_process_computes_with_numpy() -> None:
    image = nd.arange(12).reshape((2, 2, 3)) + 1
    image.wait_to_read()
    mean = nd.array([1, 2, 3])

    def told() -> str:
        scaled = (image.astype("float32") - mean) / 2
        flipped = nd.flip(nd.transpose(scaled, (2, 0, 1)), axis=2)
        weight = nd.array([[1, 0, 2], [0, 1, 1]])
        weight.attach_grad()
        with autograd.record():
            loss = nd.FullyConnected(scaled.reshape((4, 3)), weight, no_bias=True, num_hidden=2).relu().sum()
        loss.backward()
        drawn = nd.random.uniform(shape=(100,))
        drawn.wait_to_read()
        assert 0.2 < drawn.mean().asscalar() < 0.8
        return str([flipped.asnumpy().tolist(), loss.asscalar(), weight.grad.asnumpy().tolist()])

    there = _in_a_fork(told)
    assert there == told()
    assert there.startswith("[[[[1.5, 0.0]")
    assert (nd.ones((3,)) + 1).asnumpy().tolist() == [2, 2, 2]


@needs_fork
def test_what_numpy_cannot_compute_in_a_forked_process_is_an_error() -> None:
    matrix = nd.array([[2, 1], [1, 2]])
    (matrix + 1).wait_to_read()
    there = _in_a_fork(lambda: str(nd.linalg.syevd(matrix)[1].asnumpy()))
    assert there.startswith("MXNetError This process was forked")
    assert "spawn" in there


@needs_fork
def test_a_process_forked_before_anything_was_compiled_asks_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    matrix = nd.array([[2, 1], [1, 2]])
    monkeypatch.delitem(vars(device_of(matrix.context)), "options", raising=False)  # as if nothing had been compiled
    assert _in_a_fork(lambda: str((matrix + 1).asnumpy().tolist())) == "[[3.0, 2.0], [2.0, 3.0]]"


@needs_fork
def test_what_was_garbage_before_is_left_alone() -> None:
    collected: list[str] = []

    class Garbage:
        def __init__(self, name: str) -> None:
            self.name, self.own = name, self

        def __del__(self) -> None:
            collected.append(self.name)

    def told() -> str:
        Garbage("new")
        gc.collect()
        return str(collected)

    (nd.ones((2,)) + 1).wait_to_read()
    gc.collect()
    gc.disable()
    try:
        Garbage("old")
        assert _in_a_fork(told) == "['new']"
    finally:
        gc.enable()


@needs_fork
def test_a_forked_process_reads_arrays_that_are_sent_to_it() -> None:
    there = nd.arange(3) + 1
    sent = pickle.dumps([there, there.as_np_ndarray()[1].reshape(())])
    reader, writer = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        child = os.fork()
    if not child:
        signal.alarm(30)
        try:
            told = str([(array.shape, array.asnumpy().tolist()) for array in pickle.loads(sent)])
        except Exception as error:
            told = f"{type(error).__name__} {error}"
        os.write(writer, told.encode())
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert status == 0
    assert os.read(reader, 10_000).decode() == "[((3,), [1.0, 2.0, 3.0]), ((), 2.0)]"
