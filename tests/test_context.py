"""Contexts: their identity, the current one of each thread, and what the engine tells of devices."""

import copy
import pickle
import threading
from collections.abc import Callable
from typing import Any

import pytest

from mxnet import context
from mxnet.context import Context, cpu, cpu_pinned, cpu_shared, current_context, gpu, gpu_memory_info, num_gpus
from mxnet.error import MXNetError


def in_thread(function: Callable[[], Any]) -> Any:
    result = []
    thread = threading.Thread(target=lambda: result.append(function()))
    thread.start()
    thread.join()
    return result[0]


def test_a_context_is_its_type_and_number() -> None:
    assert cpu() == cpu(0) == Context("cpu") == Context(cpu())
    assert len({cpu(1), Context("cpu", 1), gpu(1)}) == 2
    assert cpu() != gpu()
    assert cpu() != "cpu(0)"
    assert [str(c) for c in (cpu(), gpu(2), cpu_pinned(1), cpu_shared())] == [
        "cpu(0)",
        "gpu(2)",
        "cpu_pinned(1)",
        "cpu_shared(0)",
    ]
    assert repr(gpu(3)) == "gpu(3)"
    assert (gpu(3).device_type, gpu(3).device_typeid, gpu(3).device_id) == ("gpu", 2, 3)


def test_type_numbers_are_those_in_files() -> None:
    assert Context.devtype2str == {1: "cpu", 2: "gpu", 3: "cpu_pinned", 5: "cpu_shared"}
    assert Context.devstr2type == {name: number for number, name in Context.devtype2str.items()}


def test_an_unknown_type_is_an_error_that_lists_the_known() -> None:
    with pytest.raises(MXNetError, match="expected a device type of cpu, gpu, cpu_pinned, cpu_shared, received 'tpu'"):
        Context("tpu")


def test_copies_leave_behind_what_the_engine_remembers() -> None:
    original = gpu(3)
    original._device = lambda: None  # type: ignore[attr-defined]
    for made in (pickle.loads(pickle.dumps(original)), copy.deepcopy(original), Context(original)):
        assert made == original
        assert not hasattr(made, "_device")


def test_with_statements_nest_also_with_one_object() -> None:
    assert current_context() == cpu(0)
    one = gpu(1)
    with one:
        with cpu(2) as two, one:
            assert current_context() is one
            assert two == cpu(2)
        assert current_context() is one
    assert current_context() == cpu(0)


def test_an_error_ends_the_with_statement() -> None:
    with pytest.raises(KeyError), gpu(1):
        raise KeyError
    assert current_context() == cpu(0)


def test_each_thread_has_its_own_current_context() -> None:
    with gpu(7):
        assert in_thread(current_context) == cpu(0)

        def inside() -> Context:
            with gpu(8):
                return current_context()

        assert in_thread(inside) == gpu(8)
        assert current_context() == gpu(7)


def test_one_context_used_by_two_threads_at_once() -> None:
    shared, entered, leave, seen = gpu(4), threading.Event(), threading.Event(), []

    def other() -> None:
        with cpu(3):
            with shared:
                entered.set()
                leave.wait()
            seen.append(current_context())

    thread = threading.Thread(target=other)
    thread.start()
    entered.wait()
    with shared:
        pass
    assert current_context() == cpu(0)
    leave.set()
    thread.join()
    assert seen == [cpu(3)]


def test_default_ctx_is_the_current_context_and_deprecated() -> None:
    with pytest.warns(DeprecationWarning, match="current_context"):
        assert Context.default_ctx == cpu(0)
    try:
        with pytest.warns(DeprecationWarning):
            Context.default_ctx = cpu(11)
        assert current_context() == cpu(11)
        assert in_thread(current_context) == cpu(0)
    finally:
        Context._default_ctx.value = cpu(0)


def test_devices_are_asked_of_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    emptied: list[Context] = []
    monkeypatch.setattr(context._probe, "device_count", lambda kind: {"gpu": 2}[kind])
    monkeypatch.setattr(context._probe, "memory_info", lambda number: (number, 100))
    monkeypatch.setattr(context._probe, "empty_cache", emptied.append)
    assert num_gpus() == 2
    assert gpu_memory_info(1) == (1, 100)
    gpu(1).empty_cache()
    assert emptied == [gpu(1)]
    with pytest.raises(MXNetError, match=r"There is no gpu\(2\): this machine has 2 GPUs"):
        gpu_memory_info(2)
