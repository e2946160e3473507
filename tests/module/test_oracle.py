"""Training gives the numbers of MXNet 1.9.1."""

import json
from pathlib import Path

import numpy as np
import pytest

from tests.module.programs import programs

EXPECTED = json.loads((Path(__file__).parent / "oracle.json").read_text())


@pytest.mark.filterwarnings("ignore:Data provided by label_shapes")
@pytest.mark.filterwarnings("ignore:mxnet.model.FeedForward has been deprecated")
@pytest.mark.parametrize("name", EXPECTED)
def test_training_gives_mxnets_numbers(name: str) -> None:
    found = programs()[name]()
    assert found.keys() == EXPECTED[name].keys()
    for what, expected in EXPECTED[name].items():
        assert np.allclose(found[what], expected, atol=2e-4), what
