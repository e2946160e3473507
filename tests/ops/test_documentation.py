"""Every operator is described, each of its parameters too, and its example shows what it does."""

import inspect

import pytest

import mxnet as mx
from mxnet import nd, sym
from mxnet._frontend.describing import describe, documentation, example, imports, parameter_names, split
from mxnet._ops.parameters import RECURRING
from mxnet._ops.registry import OPS, Op
from tests.examples import failures

ALL = list({id(op): op for op in OPS.values() if op.function.__module__.startswith("mxnet._ops.")}.values())
FAMILIES = sorted({op.function.__module__ for op in ALL})


def names(family: str) -> list[Op]:
    return [op for op in ALL if op.function.__module__ == family]


def test_none_lacks_a_sentence_or_an_example() -> None:
    assert [op.name for op in ALL if not describe(op).summary.endswith(".")] == []
    assert [op.name for op in ALL if not describe(op).example] == []


def test_no_parameter_lacks_a_text() -> None:
    missing = [(op.name, name) for op in ALL for name in parameter_names(op) if name not in describe(op).parameters]
    assert missing == []


def test_texts_of_parameters_are_sentences() -> None:
    texts = {(op.name, name): text for op in ALL for name, text in describe(op).parameters.items()}
    assert [where for where, text in texts.items() if not text.endswith(".") or text[0].islower()] == []


def test_no_text_of_the_table_is_without_use() -> None:
    used = {name for op in ALL for name in parameter_names(op)}
    assert set(RECURRING) - used == {"out", "name"}


@pytest.mark.parametrize("family", FAMILIES)
def test_examples_show_what_is_computed(family: str) -> None:
    mx.random.seed(1)
    for op in names(family):
        said = failures(op.name, "\n".join(example(describe(op))), {})
        assert not said, said[0]


def test_an_example_with_another_result_is_found() -> None:
    assert failures("wrong", ">>> [1.5, 2.0]\n[1.5, 2.1]\n", {})
    assert failures("right", ">>> [1.5, 2.0]\n[1.50001,  2.]\n", {}) == []


def test_help_shows_all_of_it() -> None:
    shown = inspect.getdoc(nd.Convolution)
    assert shown == inspect.getdoc(sym.Convolution) == documentation(OPS["Convolution"])
    assert "num_group : int, default 1\n    Into how many groups" in shown
    assert ">>> from mxnet import nd\n" in shown
    assert inspect.getdoc(mx.nd.NDArray.sum) == documentation(OPS["sum"])


def test_a_docstring_is_split_into_its_parts() -> None:
    doc = "Sentence.\n\nMore: of it.\n\na: First,\n    continued.\nb: Second.\n\n>>> nd.f(1)\n1"
    said = split(doc, ["a", "b"])
    assert said.summary == "Sentence.\n\nMore: of it."
    assert said.parameters == {"a": "First, continued.", "b": "Second."}
    assert said.example == ">>> nd.f(1)\n1"
    assert imports(said.example) == ["from mxnet import nd"]
