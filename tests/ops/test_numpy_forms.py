"""Operators that declare a form for NumPy: it gives what the operator gives, wherever it does not leave that to it."""

from typing import Any

import numpy as np
import pytest

from mxnet._ops.registry import OPS
from mxnet.ndarray.samples import by_form
from tests.ops import test_specs
from tests.ops.spec import Spec
from tests.ops.test_specs import ROWS, cases

FORMS = sorted({op.name for op in OPS.values() if op.numpy_form is not None})


def form_of(row: Spec, arrays: list[Any]) -> Any:
    return by_form(OPS[row.op], [np.asarray(a) for a in arrays], dict(row.attrs))


def computed() -> list[Any]:
    """The cases of the specification that a form computes."""
    own = [p for p in cases() if OPS[p.values[0].op].numpy_form is not None]
    return [p for p in own if form_of(p.values[0], p.values[0].arrays(p.values[1])) is not NotImplemented]


COMPUTED = computed()


@pytest.mark.parametrize(("row", "dtype"), COMPUTED)
def test_a_form_gives_what_the_operator_gives(row: Spec, dtype: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_specs, "call", lambda row, arrays: [form_of(row, arrays)])
    test_specs.test_forward(row, dtype)


@pytest.mark.parametrize("name", FORMS)
def test_a_form_computes_a_case_of_its_operator(name: str) -> None:
    assert any(OPS[row.op].name == name for row in ROWS), "no row of the specification"
    assert any(OPS[p.values[0].op].name == name for p in COMPUTED)
