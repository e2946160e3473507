"""Functions with other defaults."""

import inspect

import pytest

import mxnet as mx
from mxnet._signatures import with_defaults


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
