"""A fixed part of the cases that the onnx package ships: the first two of each operator, and all whole models."""

from collections import defaultdict
from collections.abc import Iterable

import pytest
from onnx.defs import ONNX_ML_DOMAIN

from tools import onnx_backend
from tools.onnx_backend import Case, Result

# What is refused, and says so: strings, pictures in files, trees, types of eight bits and fewer, batches of loops.
STRINGS = {"RegexFullMatch", "StringConcat", "StringNormalizer", "StringSplit", "ImageDecoder"}
TREES = {"ArrayFeatureExtractor", "Binarizer", "LabelEncoder", "TreeEnsemble"}
SMALL = ("FLOAT8", "FLOAT4", "INT4", "INT2", "e4m3fn", "e5m2", "int4", "int2", "float4", "E8M0")
REFUSED = {"test_equal_string", "test_equal_string_broadcast", "test_gradient_of_add", "test_gradient_of_add_and_mul",
           "test_scan_sum", "test_if_opt", "test_roialign_mode_max"}  # fmt: skip


def failures(cases: Iterable[Case]) -> list[tuple[str, Result]]:
    """The cases that neither pass nor may be refused."""
    found = [(case, onnx_backend.run(case)) for case in cases]
    return [
        (case.name, result)
        for case, result in found
        if result.outcome not in ("passed", "frozen") and not (result.outcome == "refused" and may_be_refused(case))
    ]


def part() -> list[Case]:
    """The first two cases of each operator."""
    chosen: dict[str, list[Case]] = defaultdict(list)
    for case in onnx_backend.cases("node"):
        kind = case.model.graph.node[0].op_type
        if "_expanded" not in case.name and len(chosen[kind]) < 2:
            chosen[kind].append(case)
    return [case for cases in chosen.values() for case in cases]


def may_be_refused(case: Case) -> bool:
    kinds = {node.op_type for node in case.model.graph.node}
    domains = {node.domain for node in case.model.graph.node}
    if kinds & STRINGS or (ONNX_ML_DOMAIN in domains and kinds & TREES) or case.name in REFUSED:
        return True
    return any(word in case.name for word in SMALL)


def test_the_first_cases_of_each_operator() -> None:
    assert not failures(part())


@pytest.mark.parametrize("kind", ("simple", "pytorch-operator", "pytorch-converted"))
def test_whole_models(kind: str) -> None:
    assert not failures(onnx_backend.cases(kind))
