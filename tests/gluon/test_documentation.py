"""The examples in the documentation of gluon run, and the names of MXNet 1.9.1 are there."""

import doctest
import importlib
from pathlib import Path

import pytest

import mxnet as mx
from mxnet import gluon
from mxnet.gluon import contrib, loss, nn, rnn
from mxnet.gluon.model_zoo import vision

MODULES = (
    "block",
    "parameter",
    "loss",
    "utils",
    "nn.activations",
    "nn.basic_layers",
    "nn.conv_layers",
    "rnn._recurrent",
    "rnn.rnn_cell",
    "rnn.rnn_layer",
    "contrib.nn.basic_layers",
    "contrib.rnn.conv_rnn_cell",
    "contrib.data.sampler",
    "contrib.estimator.estimator",
)


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    module = importlib.import_module(f"mxnet.gluon.{name}")
    assert doctest.testmod(module, extraglobs={"mx": mx}).failed == 0


def test_public_names() -> None:
    for module in (gluon.block, gluon.parameter):
        for name in module.__all__:
            assert getattr(gluon, name) is getattr(module, name)
    homes = (
        (loss, loss),
        (nn.conv_layers, nn),
        (nn.basic_layers, nn),
        (nn.activations, nn),
        (rnn.rnn_cell, rnn),
        (rnn.rnn_layer, rnn),
        (contrib.nn.basic_layers, contrib.nn),
        (contrib.cnn.conv_layers, contrib.cnn),
        (contrib.rnn.conv_rnn_cell, contrib.rnn),
        (contrib.rnn.rnn_cell, contrib.rnn),
        (contrib.estimator.event_handler, contrib.estimator),
        (vision.resnet, vision),
        (vision.vgg, vision),
    )
    for module, home in homes:
        for name in module.__all__:
            assert getattr(home, name) is getattr(module, name)
