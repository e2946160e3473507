"""The examples in the documentation of gluon run, and the names of MXNet 1.9.1 are there."""

import doctest
import importlib

import pytest

import mxnet as mx
from mxnet import gluon
from mxnet.gluon import loss, nn

MODULES = ("block", "parameter", "loss", "utils", "nn.activations", "nn.basic_layers", "nn.conv_layers")


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    module = importlib.import_module(f"mxnet.gluon.{name}")
    assert doctest.testmod(module, extraglobs={"mx": mx}).failed == 0


def test_public_names() -> None:
    for module in (gluon.block, gluon.parameter):
        for name in module.__all__:
            assert getattr(gluon, name) is getattr(module, name)
    for module, home in ((loss, loss), (nn.conv_layers, nn), (nn.basic_layers, nn), (nn.activations, nn)):
        for name in module.__all__:
            assert getattr(home, name) is getattr(module, name)
