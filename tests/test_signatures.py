"""Functions with other defaults."""

import inspect
from typing import Any

import pytest

import mxnet as mx
from mxnet._signatures import followed_by, takes, with_defaults


def area(width: int, height: int = 1, *, unit: int = 1) -> int:
    """Width times height."""
    return width * height * unit


def test_defaults_are_replaced_and_shown() -> None:
    made = with_defaults(area, height=3, unit=10)
    assert made(2) == 60 and area(2) == 2
    assert str(inspect.signature(made)) == "(width: int, height: int = 3, *, unit: int = 10) -> int"
    assert made.__doc__ == area.__doc__


def test_what_has_no_default_gets_none() -> None:
    with pytest.raises(TypeError, match=r"area has no default for depth, width"):
        with_defaults(area, width=1, depth=2)
    with pytest.raises(TypeError, match=r"expected a function of Python's"):
        with_defaults(len)


def test_layers_of_each_dimension_show_their_defaults() -> None:
    nn = mx.gluon.nn
    for layer, strides, layout in ((nn.Conv1D, 1, "NCW"), (nn.Conv2D, (1, 1), "NCHW"), (nn.Conv3D, (1, 1, 1), "NCDHW")):
        shown = inspect.signature(layer).parameters
        assert (shown["strides"].default, shown["layout"].default) == (strides, layout)
    assert inspect.signature(nn.AvgPool3D).parameters["pool_size"].default == (2, 2, 2)
    assert inspect.signature(mx.rnn.ConvGRUCell).parameters["prefix"].default == "ConvGRU_"


def test_a_subclass_has_a_signature_of_its_own() -> None:
    class Small(mx.gluon.nn.Conv2D):
        def __init__(self, channels: int) -> None:
            super().__init__(channels, 3, padding=1)

    assert list(inspect.signature(Small).parameters) == ["channels"]
    assert Small(4)._kwargs["pad"] == (1, 1)


def test_a_function_takes_the_arguments_of_another_between_its_own() -> None:
    class Base:
        def __init__(self, size: int, name: str = "a", deep: bool = False, **others: int) -> None:
            self.given = (size, name, deep, others)

    class Derived(Base):
        @takes(Base.__init__, without=("deep",), name="b")
        def __init__(self, first: str, *, last: float = 0.5, **given: Any) -> None:
            super().__init__(**given)
            self.own = (first, last)

    signature = "(first: str, size: int, name: str = 'b', last: float = 0.5, **others: int) -> None"
    assert str(inspect.signature(Derived)) == signature
    made = Derived("x", 3, more=7)
    assert made.given == (3, "b", False, {"more": 7}) and made.own == ("x", 0.5)
    assert Derived("x", 3, "c", 2).own == ("x", 2)
    with pytest.raises(TypeError, match="size"):
        Derived("x")


def test_arguments_stand_behind_one_of_the_others() -> None:
    @takes(area, without=("unit",), after="width")
    def volume(*, depth: int = 1, **flat: Any) -> int:
        return area(**flat) * depth

    assert volume(2, 3, 4) == volume(2, height=4, depth=3) == 24
    assert list(inspect.signature(volume).parameters) == ["width", "depth", "height"]


def test_other_defaults_of_a_function_that_takes_those_of_another() -> None:
    @takes(area, without=("unit",))
    def volume(*, depth: int = 1, **flat: Any) -> int:
        return area(**flat) * depth

    deep = with_defaults(volume, height=3, depth=5)
    assert (volume(2), deep(2), deep(2, 1, depth=1)) == (2, 30, 2)
    assert str(inspect.signature(deep)) == "(width: int, height: int = 3, depth: int = 5) -> int"


def test_a_function_is_followed_by_the_arguments_of_another() -> None:
    def finish(name: str, made: list[int], times: int = 1, end: str = "") -> str:
        return f"{name}{made * times}{end}"

    @followed_by(finish)
    def pair(first: int, second: int = 0) -> list[int]:
        """Two numbers."""
        return [first, second]

    assert pair(1, 2, 2, end="!") == "pair[1, 2, 1, 2]!" and pair(1, times=2) == "pair[1, 0, 1, 0]"
    shown = "(first: int, second: int = 0, times: int = 1, end: str = '') -> str"
    assert str(inspect.signature(pair)) == shown and pair.__doc__ == "Two numbers."
    with pytest.raises(TypeError, match=r"pair\(\) got an unexpected keyword argument 'ends'"):
        pair(1, ends="?")
    with pytest.raises(TypeError, match=r"multiple values for argument 'first'"):
        pair(1, first=2)
