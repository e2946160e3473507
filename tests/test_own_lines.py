"""The check that our lines are our own: ``tools/own_lines.py``."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

THEIRS = '''
def total(values, weights, start=0):
    """A sum."""
    result = start
    for value, weight in zip(values, weights):
        if weight is None:
            continue
        result += value * weight
    return result
'''
RENAMED = '''
def total(xs, weights, start: int = 0) -> int:
    """Another sentence."""
    result = start  # a comment
    for x, weight in zip(xs, weights):
        if weight is None:
            continue
        result += x * weight
    return result
'''
OURS = """
def total(values, weights, start=0):
    known = [(value, weight) for value, weight in zip(values, weights) if weight is not None]
    products = (value * weight for value, weight in known)
    if not known:
        return start
    return start + sum(products)
"""


@pytest.fixture(scope="module")
def own() -> ModuleType:
    path = Path(__file__).resolve().parent.parent / "tools" / "own_lines.py"
    spec = importlib.util.spec_from_file_location("own_lines", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["own_lines"] = module
    spec.loader.exec_module(module)
    return module


def found(own: ModuleType, text: str) -> list[tuple[int, str]]:
    return [(finding.line, finding.name) for finding in own.look([("ours.py", text)], own.fingerprints([THEIRS]))]


def test_a_function_is_found_under_other_names_and_comments(own: ModuleType) -> None:
    assert found(own, RENAMED) == [(2, "total")]


def test_a_function_of_another_form_is_our_own(own: ModuleType) -> None:
    assert found(own, OURS) == []


def test_a_function_is_compared_with_those_of_its_name(own: ModuleType) -> None:
    assert found(own, RENAMED.replace("def total", "def weighted")) == []


def test_five_equal_lines_in_a_row_are_found_once(own: ModuleType) -> None:
    lines = THEIRS.strip().splitlines()[2:]
    text = "\n".join(["def other(values, weights, start):", *lines])
    assert found(own, text) == [(2, "")]
    assert found(own, "\n".join(text.splitlines()[:5])) == []


def test_what_is_forced_is_named_and_must_be_true(own: ModuleType) -> None:
    places = list(own.look([("ours.py", RENAMED)], own.fingerprints([THEIRS])))
    assert own.judge(places, {}) == ["ours.py:2: total is 89% MXNet's"]
    assert own.judge(places, {"ours.py:total": "a reason"}) == []
    assert own.judge([], {"ours.py:total": "a reason"}) == [
        "FORCED: ours.py:total reads like MXNet's no longer: remove it"
    ]
    many = {f"ours.py:f{i}": "a reason" for i in range(own.MOST_FORCED + 1)}
    assert "FORCED: 41 functions are too many, at most 40" in own.judge([], many)


def test_the_stored_fingerprints_are_mxnets(own: ModuleType) -> None:
    known = own.load()
    assert {"hybrid_forward", "update_metric", "iter_next", "__getitem__"} <= known.functions.keys()
    assert len(known.functions) > 500 and len(known.runs) > 10_000


def test_fingerprints_are_read_as_they_were_written(
    own: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(own, "STORE", tmp_path / "store.bin")
    made = own.fingerprints([THEIRS, OURS])
    own.save(made)
    assert own.load() == made._replace(functions={"total": sorted(made.functions["total"])})


def test_sources_are_read_without_links_and_broken_files(own: ModuleType) -> None:
    assert own.fingerprints(["print 'an old Python'", THEIRS]) == own.fingerprints([THEIRS])
