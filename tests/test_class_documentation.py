"""Every public class is described, each of its parameters too, and its example shows what it does."""

import inspect
import os
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet._help import classes, functions
from mxnet._help.pages import OTHERS
from mxnet.contrib.amp import amp
from tests.examples import failures

ALL = list(classes.all_classes())
# Examples that would download something.
SKIPPED = {"get_model_file", "download_model", "get_cifar10"}
SKIPPED |= {"get_mnist", "get_mnist_iterator", "get_mnist_pkl", "get_mnist_ubyte"}


def test_the_pages_have_the_classes_that_programs_use() -> None:
    kinds = {kind for _, _, kind in ALL}
    wanted = (
        (mx.nd.NDArray, mx.sym.Symbol, mx.np.ndarray, mx.Context, mx.autograd.Function, mx.operator.CustomOpProp),
        (mx.gluon.Block, mx.gluon.HybridBlock, mx.gluon.Trainer, mx.gluon.nn.Dense, mx.gluon.rnn.LSTM),
        (mx.gluon.loss.L2Loss, mx.gluon.data.DataLoader, mx.mod.Module, mx.optimizer.Adam, mx.metric.Accuracy),
    )
    for group in wanted:
        assert kinds.issuperset(group)
    assert len(ALL) >= 320


def test_none_lacks_a_sentence_or_an_example() -> None:
    said = {name: classes.describe(name, kind) for _, name, kind in ALL}
    assert [name for name, (summary, _, _) in said.items() if not summary] == []
    assert [name for name, (_, _, example) in said.items() if not example] == []


def test_no_parameter_lacks_a_text() -> None:
    missing = [
        (name, parameter)
        for _, name, kind in ALL
        for parameter in classes.parameter_names(kind)
        if parameter not in classes.describe(name, kind)[1]
    ]
    assert missing == []


def test_no_docstring_tells_of_parameters_that_are_not_there() -> None:
    for _, name, kind in ALL:
        accepted = {*classes.parameter_names(kind), *inspect.signature(kind).parameters}
        if not accepted & {"kwargs", "args"}:
            assert set(classes.sections(kind.__doc__ or "")[1]) <= accepted, name


@pytest.mark.parametrize("page", classes.PAGES)
def test_examples_show_what_is_computed(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for where, name, kind in ALL:
        if where == page:
            mx.random.seed(1)
            said = failures(name, classes.describe(name, kind)[2], {"mx": mx, "np": np})
            assert not said, said[0]


def test_functions_beside_them_are_described_too() -> None:
    assert sum(len(functions.others(page)) for page in OTHERS) >= 380
    for page in OTHERS:
        found = functions.others(page)
        assert found, page
        for name, function in found.items():
            summary, texts, example = functions.describe_other(page, name, function)
            assert summary, name
            assert example, f"{page}: {name} has no example"
            assert set(texts) == set(inspect.signature(function).parameters), name


@pytest.mark.parametrize("page", OTHERS)
def test_examples_of_functions_show_what_they_do(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, function in functions.others(page).items():
        mx.random.seed(1)
        example = functions.describe_other(page, name, function)[2]
        try:
            said = failures(name, example, {"mx": mx, "nd": mx.nd, "np": np, "os": os})
        finally:
            amp._stop()  # an example may begin mixed precision, which MXNet has no way to end
        assert not said, said[0]


def test_few_examples_are_skipped_and_those_need_the_network() -> None:
    skipped = {
        name
        for page in OTHERS
        for name, function in functions.others(page).items()
        if "+SKIP" in functions.describe_other(page, name, function)[2]
    }
    assert skipped == SKIPPED
