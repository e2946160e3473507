"""The environment variables."""

import dataclasses
import os

import pytest

from mxnet import _config
from mxnet._config import IGNORED, VARIABLES, Config, describe, lookup, read
from mxnet.error import MXNetError


def test_an_empty_environment_gives_the_defaults() -> None:
    config = read({})
    assert not config.naive
    assert (config.engine_type, config.engine_log) == ("ThreadedEnginePerDevice", False)
    assert (config.engine_nodes, config.engine_in_flight) == (64, 16)
    assert config.engine_bytes == _config._memory() // 4 > 0
    assert config.home == os.path.expanduser("~/.mxnet")  # noqa: PTH111
    assert read(dict.fromkeys(VARIABLES, "")) == config


def test_values_are_parsed() -> None:
    config = read(
        {
            "MXNET_ENGINE_TYPE": "NaiveEngine",
            "MXNET_ENGINE_LOG": "1",
            "MXNET_ENGINE_NODES": "7",
            "MXNET_ENGINE_BYTES": "1000",
            "MXNET_BACKWARD_DO_MIRROR": "true",
            "MXNET_UPDATE_ON_KVSTORE": "False",
            "MXNET_HOME": "~/models",
        }
    )
    assert config.naive
    assert config.engine_log is config.backward_do_mirror is True
    assert config.update_on_kvstore is False
    assert (config.engine_nodes, config.engine_bytes) == (7, 1000)
    assert config.home == "~/models"  # MXNet does not expand it either


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("MXNET_ENGINE_TYPE", "naive", "one of ThreadedEnginePerDevice, ThreadedEngine, NaiveEngine"),
        ("MXNET_ENGINE_LOG", "yes", "0 or 1"),
        ("MXNET_ENGINE_NODES", "0", "a whole number of at least 1"),
        ("MXNET_ENGINE_NODES", "many", "a whole number of at least 1"),
        ("MXNET_ENGINE_BYTES", "-1", "a whole number of at least 0"),
        ("MXNET_ENGINE_IN_FLIGHT", "1.5", "a whole number of at least 1"),
    ],
)
def test_nonsense_is_an_error_that_says_what_is_expected(name: str, text: str, expected: str) -> None:
    with pytest.raises(MXNetError, match=f"environment variable {name}: expected {expected}, received '{text}'"):
        read({name: text})


def test_the_settings_do_not_change() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        read({}).engine_nodes = 3  # type: ignore[misc]


def test_lookup_sees_the_environment_as_it_is_now(monkeypatch: pytest.MonkeyPatch) -> None:
    for text, value in (("0", False), ("1", True)):
        monkeypatch.setenv("MXNET_UPDATE_ON_KVSTORE", text)
        assert lookup("MXNET_UPDATE_ON_KVSTORE") is value


def test_variables_without_effect_are_not_looked_at() -> None:
    names = [name for group in IGNORED.values() for name in group.split()]
    assert len(names) == len(set(names))
    assert not set(names) & set(VARIABLES)
    assert read(dict.fromkeys(names, "nonsense")) == read({})


def test_every_variable_has_a_field_and_a_line_in_the_table() -> None:
    assert {variable.field for variable in VARIABLES.values()} == {field.name for field in dataclasses.fields(Config)}
    table = describe()
    for variable in VARIABLES.values():
        assert f"| `{variable.name}` | `{variable.default}` | {variable.doc} |" in table
        assert variable.doc.endswith(".")
    assert "`MXNET_SAFE_ACCUMULATION`" in table
