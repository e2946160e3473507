"""A fixed part of the cases that the onnx package ships: the first of each operator, and all whole models."""

from collections.abc import Iterable

import numpy as np
import pytest
from onnx import TensorProto, helper

import mxnet as mx
from tools import onnx_backend
from tools.onnx_backend import Case, Result

# What is refused, and says so: pictures in files, trees, types of eight bits and fewer, gradients, batches of loops.
KINDS = {"ImageDecoder", "ArrayFeatureExtractor", "Binarizer", "TreeEnsemble", "Gradient"}
SMALL = ("FLOAT8", "FLOAT4", "INT4", "INT2", "e4m3fn", "e5m2", "int4", "int2", "float4", "E8M0")
REFUSED = {"test_scan_sum", "test_if_opt", "test_roialign_mode_max"}


def failures(cases: Iterable[Case]) -> list[tuple[str, Result]]:
    """The cases that neither pass nor may be refused."""
    found = [(case, onnx_backend.run(case)) for case in cases]
    return [
        (case.name, result)
        for case, result in found
        if result.outcome not in ("passed", "frozen") and not (result.outcome == "refused" and may_be_refused(case))
    ]


def part() -> list[Case]:
    """The first case of each operator."""
    chosen: dict[str, Case] = {}
    for case in onnx_backend.cases("node"):
        if "_expanded" not in case.name:
            chosen.setdefault(case.model.graph.node[0].op_type, case)
    return list(chosen.values())


def may_be_refused(case: Case) -> bool:
    kinds = {node.op_type for node in case.model.graph.node}
    return bool(kinds & KINDS) or case.name in REFUSED or any(word in case.name for word in SMALL)


def test_the_first_case_of_each_operator() -> None:
    assert not failures(part())


@pytest.mark.parametrize("kind", ("simple", "pytorch-operator", "pytorch-converted"))
def test_whole_models(kind: str) -> None:
    assert not failures(onnx_backend.cases(kind))


def test_strings_before_a_network() -> None:
    """Words become numbers on the host, the numbers are computed with here."""
    graph = helper.make_graph(
        [
            helper.make_node("StringNormalizer", ["words"], ["lower"], case_change_action="LOWER"),
            helper.make_node(
                "LabelEncoder",
                ["lower"],
                ["numbers"],
                domain="ai.onnx.ml",
                keys_strings=["a", "b"],
                values_floats=[1.0, 2.0],
            ),
            helper.make_node("Mul", ["numbers", "numbers"], ["squares"]),
        ],
        "words",
        [helper.make_tensor_value_info("words", TensorProto.STRING, [3])],
        [helper.make_tensor_value_info("squares", TensorProto.FLOAT, [3])],
    )
    opsets = [helper.make_opsetid("", 13), helper.make_opsetid("ai.onnx.ml", 2)]
    made = mx.contrib.onnx.backend.prepare(helper.make_model(graph, opset_imports=opsets))
    assert made.run([np.array(["A", "b", "B"], object)])[0].tolist() == [1, 4, 4]
