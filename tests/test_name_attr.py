"""Automatic names and attribute scopes."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from mxnet import attribute, name
from mxnet.attribute import AttrScope
from mxnet.name import NameManager, Prefix


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    before = name.current(), attribute.current()
    yield
    NameManager._current.value, AttrScope._current.value = before


def in_thread(function: Callable[[], Any]) -> Any:
    result = []
    thread = threading.Thread(target=lambda: result.append(function()))
    thread.start()
    thread.join()
    return result[0]


def test_names_count_by_hint() -> None:
    manager = NameManager()
    assert [manager.get(None, hint) for hint in ("fc", "conv", "fc")] == ["fc0", "conv0", "fc1"]
    assert manager.get("given", "fc") == "given"
    assert manager.get("", "fc") == "fc2"
    assert manager._counter == {"fc": 3, "conv": 1}


def test_a_prefix_is_put_before_every_name() -> None:
    prefix = Prefix("left_")
    assert [prefix.get(None, "fc"), prefix.get("x", "fc"), prefix.get(None, "fc")] == ["left_fc0", "left_x", "left_fc1"]


def test_name_managers_nest() -> None:
    outer = name.current()
    with NameManager() as first, Prefix("a_") as second:
        assert name.current() is second
        assert name.current().get(None, "x") == "a_x0"
        with first:
            assert name.current().get(None, "x") == "x0"
        assert name.current() is second
    assert name.current() is outer


def test_names_belong_to_a_thread() -> None:
    with NameManager() as here:
        here.get(None, "x")
        there = in_thread(name.current)
        assert there is not here
        assert there._counter == {}


def test_the_current_name_manager_of_old_programs() -> None:
    mine = NameManager()
    NameManager.current = mine
    with pytest.warns(DeprecationWarning, match="with-statement"):
        assert NameManager.current is mine
    assert name.current() is mine
    with pytest.warns(DeprecationWarning):
        assert in_thread(lambda: NameManager.current) is not mine


def test_a_symbols_own_attributes_come_first() -> None:
    scope = AttrScope(a="1", b="2")
    assert scope.get(None) == {"a": "1", "b": "2"}
    assert scope.get({"b": "3", "c": "4"}) == {"a": "1", "b": "3", "c": "4"}
    assert AttrScope().get(None) == AttrScope().get({}) == {}
    own = {"c": "4"}
    scope.get(own)["d"] = "5"
    assert own == {"c": "4"}
    assert scope.get(None) == {"a": "1", "b": "2"}


def test_attributes_are_text() -> None:
    with pytest.raises(ValueError, match="Attributes need to be string: write a='1', not a=1"):
        AttrScope(a=1)  # type: ignore[arg-type]


def test_an_inner_scope_has_the_outer_attributes_while_it_is_open() -> None:
    inner = AttrScope(y="2", z="3")
    with AttrScope(x="1", y="1"):
        with inner:
            assert attribute.current().get(None) == inner._attr == {"x": "1", "y": "2", "z": "3"}
            with inner:
                assert inner._attr == {"x": "1", "y": "2", "z": "3"}
            assert inner._attr == {"x": "1", "y": "2", "z": "3"}
        assert attribute.current().get(None) == {"x": "1", "y": "1"}
    with inner:
        assert attribute.current().get(None) == {"y": "2", "z": "3"}
    assert attribute.current().get(None) == {}


def test_scopes_belong_to_a_thread() -> None:
    with AttrScope(x="1"):
        assert in_thread(lambda: attribute.current().get(None)) == {}


def test_the_current_scope_of_old_programs() -> None:
    with pytest.warns(DeprecationWarning, match="with-statement"):
        AttrScope.current = AttrScope(y="hi")
    with pytest.warns(DeprecationWarning):
        assert AttrScope.current._attr == {"y": "hi"}
    assert in_thread(attribute.current)._attr == {}
