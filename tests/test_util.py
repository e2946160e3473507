"""The switches to NumPy's meaning, decorators, ufunc options and the environment."""

import os
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from mxnet import context, util
from mxnet._semantics import np_shape_of_files
from mxnet.context import cpu, gpu
from mxnet.error import MXNetError
from mxnet.util import is_np_array, is_np_shape, np_array, np_shape, reset_np, set_np, set_np_shape


def in_thread(function: Callable[[], Any]) -> Any:
    result = []
    thread = threading.Thread(target=lambda: result.append(function()))
    thread.start()
    thread.join()
    return result[0]


def state() -> tuple[bool, bool]:
    return is_np_shape(), is_np_array()


@pytest.fixture(autouse=True)
def off() -> Iterator[None]:
    assert state() == (False, False)
    yield
    reset_np()


def test_shapes_are_switched_and_the_old_setting_returned() -> None:
    assert set_np_shape(True) is False
    assert is_np_shape() is True
    assert set_np_shape(True) is True
    assert set_np_shape(False) is True
    assert is_np_shape() is False


def test_one_switches_this_thread_two_switches_all() -> None:
    set_np_shape(1)
    assert in_thread(is_np_shape) is False
    set_np_shape(2)
    assert in_thread(is_np_shape) is True
    with np_shape(True):
        pass
    assert in_thread(is_np_shape) is True
    set_np_shape(0)
    assert in_thread(is_np_shape) is False


def test_files_of_both_kinds_are_read_only_when_all_threads_are_switched() -> None:
    assert np_shape_of_files() is False
    with np_shape(True):
        assert np_shape_of_files() is True
    set_np_shape(2)
    assert np_shape_of_files() is None


def test_scopes_nest_and_survive_errors() -> None:
    with np_shape(), np_array():
        assert state() == (True, True)
        with np_array(False), np_shape(False):
            assert state() == (False, False)
            assert in_thread(state) == (False, False)
        assert state() == (True, True)
    with pytest.raises(KeyError), np_shape(), np_array():
        raise KeyError
    assert state() == (False, False)
    again = np_shape()
    with again, again:
        assert is_np_shape()
    assert not is_np_shape()
    with util._NumpyShapeScope(None):
        assert not is_np_shape()


def test_arrays_need_shapes() -> None:
    with pytest.raises(ValueError, match="NumPy Shape semantics is required"):
        set_np(shape=False, array=True)
    set_np()
    assert state() == (True, True)
    assert in_thread(state) == (False, False)
    with pytest.raises(ValueError, match="Deactivating NumPy shape semantics"):
        set_np_shape(False)
    reset_np()
    assert state() == (False, False)


def test_a_thread_keeps_its_array_scope_when_another_sets_its_own() -> None:
    entered, leave, seen = threading.Event(), threading.Event(), []

    def other() -> None:
        with np_array(False):
            entered.set()
            leave.wait()
            seen.append(is_np_array())

    thread = threading.Thread(target=other)
    thread.start()
    entered.wait()
    util._set_np_array(True)
    leave.set()
    thread.join()
    assert seen == [False]
    assert is_np_array()


def test_programs_that_replace_the_current_scope_outright(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(util._NumpyArrayScope, "_current", util._NumpyArrayScope(True))
    assert not is_np_array()
    with np_array(True):
        assert is_np_array()
    assert not is_np_array()


def test_decorated_functions() -> None:
    @util.use_np
    def inside(a: int, b: int = 2) -> Any:
        """Doc."""
        return a, b, state()

    assert inside(1, b=3) == (1, 3, (True, True))
    assert (inside.__name__, inside.__doc__) == ("inside", "Doc.")
    assert util.use_np_shape(state)() == (True, False)
    assert util.use_np_array(state)() == (False, True)
    with pytest.raises(TypeError, match="use_np_array can only decorate classes and callable objects"):
        util.use_np(3)  # type: ignore[type-var]


def test_decorated_classes() -> None:
    class Base:
        def inherited(self) -> Any:
            return state()

    @util.use_np
    class Decorated(Base):
        def __init__(self) -> None:
            self.made = state()

        def method(self) -> Any:
            return state()

        @staticmethod
        def static(x: int) -> Any:
            return x, state()

        @classmethod
        def of_class(cls) -> Any:
            return cls.__name__, state()

        @property
        def value(self) -> Any:
            """The value."""
            return state()

        @value.setter
        def value(self, x: int) -> None:
            self.set = x

    on = (True, True)
    instance = Decorated()
    assert instance.made == instance.method() == instance.inherited() == instance.value == on
    assert Decorated.static(1) == instance.static(1) == (1, on)
    assert Decorated.of_class() == instance.of_class() == ("Decorated", on)
    instance.value = 4
    assert instance.set == 4
    assert Decorated.value.__doc__ == "The value."
    assert Base().inherited() == (False, False)
    assert state() == (False, False)


def test_ufunc_options() -> None:
    @util.wrap_np_unary_func
    def negative(x: Any, out: Any = None, **kwargs: Any) -> Any:
        return -x

    @util.wrap_np_binary_func
    def add(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
        return x1 + x2

    assert negative(1, where=True, casting="same_kind", order="K", dtype=None, subok=True) == -1
    assert add(1, 2, subok=True) == 3
    for call in (lambda **k: negative(1, **k), lambda **k: add(1, 2, **k)):
        with pytest.raises(TypeError, match="axis is an invalid keyword to function"):
            call(axis=0)
        with pytest.raises(NotImplementedError, match="dtype=float32 is not implemented yet"):
            call(dtype="float32")
        with pytest.raises(TypeError, match="casting=odd not understood"):
            call(casting="odd")


@pytest.mark.parametrize(
    ("key", "value", "legal"),
    [
        ("where", False, True),
        ("casting", "safe", True),
        ("casting", "x", False),
        ("order", "C", True),
        ("order", 1, False),
        ("dtype", "float32", True),
        ("dtype", "complex64", False),
        ("subok", False, True),
        ("subok", 1, False),
        ("other", 1, False),
    ],
)
def test_what_numpy_would_take(key: str, value: Any, legal: bool) -> None:
    assert util.np_ufunc_legal_option(key, value) is legal


def test_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MXNET_TEST_VARIABLE", raising=False)
    assert util.getenv("MXNET_TEST_VARIABLE") is None
    util.setenv("MXNET_TEST_VARIABLE", "1")
    assert util.getenv("MXNET_TEST_VARIABLE") == os.environ["MXNET_TEST_VARIABLE"] == "1"
    util.setenv("MXNET_TEST_VARIABLE", None)
    util.setenv("MXNET_TEST_VARIABLE", None)
    assert "MXNET_TEST_VARIABLE" not in os.environ


def test_gpus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context._probe, "device_count", lambda kind: 1)
    monkeypatch.setattr(context._probe, "memory_info", lambda number: (1, 2))
    monkeypatch.setattr(context._probe, "compute_capability", lambda number: 90)
    assert (util.get_gpu_count(), util.get_gpu_memory(0), util.get_cuda_compute_capability(gpu(0))) == (1, (1, 2), 90)
    with pytest.raises(MXNetError, match=r"There is no gpu\(1\)"):
        util.get_cuda_compute_capability(gpu(1))
    with pytest.raises(ValueError, match=r"received ctx cpu\(0\)"):
        util.get_cuda_compute_capability(cpu())


def test_set_module_and_makedirs(tmp_path: Any) -> None:
    @util.set_module("mxnet.numpy")
    def function() -> None:
        pass

    assert function.__module__ == "mxnet.numpy"
    for _ in range(2):
        util.makedirs(str(tmp_path / "a" / "b"))
    assert (tmp_path / "a" / "b").is_dir()
