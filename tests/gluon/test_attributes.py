"""Attributes that programs read in layers, cells and losses: all that MXNet 1.9.1's have, with the same values."""

import json
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from tests.gluon.attributes import LAYERS, described, make

ORACLE = json.loads((Path(__file__).parent / "attributes_oracle.json").read_text())


@pytest.mark.parametrize("name", sorted(LAYERS))
def test_attributes_are_mxnets(name: str) -> None:
    with mx.name.NameManager():  # names are numbered from 0, whatever ran before
        layer = make(mx, name)
    found = {key: described(mx, getattr(layer, key, "missing")) for key in ORACLE[name]}
    assert found == ORACLE[name]


def test_a_layer_derived_from_another_reads_and_sets_them() -> None:
    class Wide(mx.gluon.nn.LayerNorm):
        def __init__(self) -> None:
            super().__init__(in_channels=2)
            self._epsilon = 3.0

    layer = Wide()
    layer.initialize()
    out = layer(mx.nd.array([[-1.0, 1.0]])).asnumpy()
    np.testing.assert_allclose(out, [[-0.5, 0.5]], rtol=1e-6)
    assert (layer._axis, layer._center, layer._scale) == (-1, True, True)
