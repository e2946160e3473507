"""Classes by name, loggers, and the small things of mxnet.base."""

import json
import logging
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mxnet import base, libinfo, log, registry
from mxnet.error import MXNetError


class Thing:
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.given = args, kwargs


@pytest.fixture
def things() -> Any:
    registry._REGISTRY.pop(Thing, None)
    yield tuple(
        make(Thing, "thing") for make in (registry.get_register_func, registry.get_alias_func, registry.get_create_func)
    )
    registry._REGISTRY.pop(Thing, None)


def test_a_registered_class_is_made_by_name(things: Any) -> None:
    register, alias, create = things

    @register
    @alias("other", "Third")
    class Wheel(Thing):
        pass

    assert registry.get_registry(Thing) == {"wheel": Wheel, "other": Wheel, "third": Wheel}
    for text in ("wheel", "WHEEL", "other", "third"):
        assert type(create(text)) is Wheel
    assert create("wheel", 1, size=2).given == ((1,), {"size": 2})
    assert create(thing="wheel", size=2).given == ((), {"size": 2})
    assert create(json.dumps(["wheel", {"size": 2}])).given == ((), {"size": 2})
    assert create(json.dumps({"thing": "wheel", "size": 2})).given == ((), {"size": 2})
    assert create({"thing": "wheel", "size": 2}).given == ((), {"size": 2})
    made = Wheel()
    assert create(made) is made


def test_the_registry_given_out_is_a_copy(things: Any) -> None:
    registry.get_registry(Thing)["x"] = Thing
    assert registry.get_registry(Thing) == {}


def test_registering_again_warns_and_replaces(things: Any) -> None:
    register, _, create = things
    register(type("Wheel", (Thing,), {}))
    second = type("Wheel", (Thing,), {})
    with pytest.warns(UserWarning, match="New thing .*Wheel registered with name wheel is overriding existing thing"):
        register(second)
    assert type(create("wheel")) is second


def test_wrong_use_is_explained(things: Any) -> None:
    register, _, create = things
    register(type("Wheel", (Thing,), {}))
    with pytest.raises(TypeError, match="Can only register subclass of Thing"):
        register(int)
    with pytest.raises(
        ValueError, match=r"nope is not registered. Please register with thing.register first; there are wheel"
    ):
        create("Nope")
    with pytest.raises(ValueError, match="already an instance"):
        create(Thing(), 1)
    with pytest.raises(ValueError, match="Additional arguments are invalid"):
        create('["wheel", {}]', 1)
    with pytest.raises(TypeError, match="thing must be of string type, received int"):
        create(3)
    with pytest.raises(TypeError, match="expected the thing to create"):
        create(size=3)


def test_a_logger_is_set_up_once(capsys: pytest.CaptureFixture[str]) -> None:
    logger = log.get_logger("mxnet-test-log", level=log.INFO)
    assert log.get_logger("mxnet-test-log", level=log.ERROR) is logger
    assert (len(logger.handlers), logger.level) == (1, logging.INFO)
    logger.info("hello %s", "you")
    logger.debug("not this")
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("\x1b[32mI")
    assert ":test_a_logger_is_set_up_once:" in line
    assert line.endswith("]\x1b[0m hello you")


def test_a_logger_of_a_file_appends(tmp_path: Path) -> None:
    target = tmp_path / "a.log"
    target.write_text("before\n")
    logger = log.get_logger(str(target), str(target))
    logger.warning("after")
    for handler in logger.handlers:
        handler.close()
    assert target.read_text() == "before\nafter\n"


def test_the_old_name_of_get_logger_warns() -> None:
    with pytest.warns(DeprecationWarning, match="get_logger"):
        assert log.getLogger() is logging.getLogger()


def test_the_compilers_lines_stay_out_of_a_programs_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging.root, "level", logging.DEBUG)
    assert not logging.getLogger("jax._src.dispatch").isEnabledFor(logging.INFO)


def test_base_types() -> None:
    assert all(isinstance(x, base.integer_types) for x in (1, np.int32(1), np.int64(1)))
    assert all(isinstance(x, base.numeric_types) for x in (1, 1.5, np.float16(1)))
    assert isinstance("x", base.string_types)
    assert base.mx_real_t is np.float32
    assert base.py_str("é".encode()) == "é"
    assert (base._as_list((1, 2)), base._as_list([1]), base._as_list("x")) == ((1, 2), [1], ["x"])
    assert repr(base._Null) == "_Null"
    assert base._Null


def test_errors_of_base() -> None:
    assert base.MXNetError is MXNetError
    error = base.NotSupportedForSparseNDArray(len, "size", 1)
    assert isinstance(error, MXNetError)
    assert "len (also known as size)" in str(error)
    assert "not supported for SparseNDArray" in str(error)


def test_data_dir_follows_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MXNET_HOME", raising=False)
    monkeypatch.setenv("HOME", "/home/someone")
    assert base.data_dir() == base.data_dir_default() == "/home/someone/.mxnet"
    monkeypatch.setenv("MXNET_HOME", "/tmp/mxnet_data")
    assert base.data_dir() == "/tmp/mxnet_data"
    assert base.data_dir_default() == "/home/someone/.mxnet"


def test_there_is_a_version_and_no_library() -> None:
    assert base.__version__ == libinfo.__version__ == "1.9.2"
    for function in (libinfo.find_lib_path, libinfo.find_include_path):
        with pytest.raises(RuntimeError, match="Cannot find"):
            function()
