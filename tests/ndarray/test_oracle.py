"""Hundreds of small expressions give what the real MXNet 1.9.1 gave: values, dtypes, shapes, types and errors."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from tests.ndarray.expressions import GROUPS, ask, describe, names

ORACLE = json.loads(Path(__file__).with_name("oracle.json").read_text())


# The other dtypes and ranks go the same ways; there is time for them in the slow tests.
FAST = ("float32", "int32", "bool", "mixed", "(3,4)", "assignment", "creation", "methods")


@pytest.mark.parametrize(
    "group", [pytest.param(g, marks=() if g.endswith(FAST) or g.startswith(FAST) else pytest.mark.slow) for g in GROUPS]
)
def test_expressions(group: str) -> None:
    answers = {expression: ask(expression, names(mx, np)) for expression in GROUPS[group]}
    wrong = []
    for expression, answer in answers.items():
        found, expected = _described(answer), ORACLE[expression]
        if not _agree(found, expected):
            wrong.append(f"{expression}\n    MXNet: {expected}\n    here:  {found}")
    assert not wrong, "\n".join([f"{len(wrong)} of {len(answers)} differ", *wrong])


def _described(answer: Any) -> Any:
    try:
        return describe(answer, mx, np)
    except mx.MXNetError as error:
        return describe(error, mx, np)


def _agree(found: Any, expected: Any) -> bool:
    if isinstance(expected, dict):
        return found.keys() == expected.keys() and all(_agree(found[key], expected[key]) for key in expected)
    if isinstance(expected, list):
        return len(found) == len(expected) and all(map(_agree, found, expected))
    if isinstance(expected, float):
        return bool(np.isclose(found, expected, rtol=1e-3, atol=1e-6, equal_nan=True))
    return found == expected
