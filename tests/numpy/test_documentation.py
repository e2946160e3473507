"""Every function of ``mx.np`` and ``mx.npx`` is described, each parameter too, and its example shows what it does."""

import inspect
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet._help import functions
from tests.examples import failures

ALL = [(page, name, function) for page in functions.PAGES for name, function in functions.public(page).items()]


def test_none_lacks_a_sentence_an_example_or_the_meaning_of_a_parameter() -> None:
    assert len(ALL) >= 349
    for page, name, function in ALL:
        summary, texts, example = functions.describe(page, name, function)
        assert summary, name
        assert example, name
        assert set(inspect.signature(function).parameters) == set(texts), name


@pytest.mark.parametrize("page", functions.PAGES)
def test_examples_show_what_is_computed(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for where, name, function in ALL:
        if where == page:
            mx.random.seed(1)
            example = functions.describe(page, name, function)[2]
            said = failures(name, example, {"mx": mx, "nd": mx.nd, "np": np, "autograd": mx.autograd})
            assert not said, said[0]
