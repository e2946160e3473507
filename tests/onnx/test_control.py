"""Branches and loops of other frameworks, whose shapes may depend on numbers, against ONNX Runtime."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper

from mxnet.contrib.onnx import backend
from tests.onnx.running import close

FLOAT, INT, BOOL = TensorProto.FLOAT, TensorProto.INT64, TensorProto.BOOL
X = np.float32([1, 0, 5, 2])
STEP = [("it", INT, []), ("on", BOOL, [])]  # what the body of a loop gets before its states


def node(kind: str, reads: str, makes: str, **attrs: Any) -> onnx.NodeProto:
    return helper.make_node(kind, ["" if n == "-" else n for n in reads.split()], makes.split(), **attrs)


def graph(
    nodes: list[onnx.NodeProto], inputs: Sequence[Any], outputs: Sequence[Any], **constants: Any
) -> onnx.GraphProto:
    infos = [[helper.make_tensor_value_info(*each) for each in part] for part in (inputs, outputs)]
    arrays = [onnx.numpy_helper.from_array(np.asarray(array), name) for name, array in constants.items()]
    return helper.make_graph(nodes, "graph", *infos, arrays)


def check(made: onnx.GraphProto, *feeds: dict[str, np.ndarray]) -> None:
    """Raise unless the import computes what ONNX Runtime does."""
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    ours = backend.prepare(model)
    for feed in feeds:
        each = {name: np.asarray(array) for name, array in feed.items()}
        close([np.asarray(y) for y in ours.run(each)], session.run(None, each), 1e-6)


POSITIVE = [node("ReduceSum", "x", "s", keepdims=0), node("Greater", "s zero", "c")]
BRANCHES = {
    "shapes that depend on numbers": (
        graph([node("NonZero", "x", "t")], [], [("t", INT, [1, None])]),
        graph([node("Identity", "seven", "e")], [], [("e", INT, [1, None])]),
        ("y", INT, [1, None]),
    ),
    "such shapes inside": (
        graph(
            [node("NonZero", "x", "n"), node("Cast", "n", "f", to=FLOAT), node("ReduceSum", "f", "t", keepdims=0)],
            [],
            [("t", FLOAT, [])],
        ),
        graph([node("ReduceMax", "x", "e", keepdims=0)], [], [("e", FLOAT, [])]),
        ("y", FLOAT, []),
    ),
    "other shapes": (
        graph([node("Concat", "x x", "t", axis=0)], [], [("t", FLOAT, [8])]),
        graph([node("Identity", "x", "e")], [], [("e", FLOAT, [4])]),
        ("y", FLOAT, [None]),
    ),
}


@pytest.mark.parametrize("name", BRANCHES)
def test_branches(name: str) -> None:
    then, other, out = BRANCHES[name]
    nodes = [*POSITIVE, node("If", "c", "y", then_branch=then, else_branch=other)]
    made = graph(nodes, [("x", FLOAT, [4])], [out], zero=np.float32(0), seven=np.int64([[7]]))
    check(made, {"x": X}, {"x": -X})


def counting() -> onnx.GraphProto:
    """A body that takes one off, and tells how many are left."""
    nodes = [
        node("Sub", "a one", "less"),
        node("Relu", "less", "b"),
        node("NonZero", "b", "places"),
        node("Shape", "places", "sizes"),
        node("Gather", "sizes second", "count"),
        node("Identity", "on", "goes"),
    ]
    return graph(nodes, [*STEP, ("a", FLOAT, [4])], [("goes", BOOL, []), ("b", FLOAT, [4]), ("count", INT, [])])


@pytest.mark.parametrize("limit", (3, None))
def test_a_loop_with_shapes_that_depend_on_numbers(limit: int | None) -> None:
    inputs = [("x", FLOAT, [4])] if limit else [("x", FLOAT, [4]), ("m", INT, [])]
    constants = {"m": np.int64(limit)} if limit else {}
    nodes = [node("Loop", "m true x", "y counts", body=counting())]
    outputs = [("y", FLOAT, [4]), ("counts", INT, [None])]
    made = graph(nodes, inputs, outputs, true=np.array(True), one=np.float32(1), second=np.int64(1), **constants)
    check(made, *([{"x": X}] if limit else [{"x": X, "m": np.int64(m)} for m in (0, 1, 4)]))


def test_a_loop_whose_state_grows() -> None:
    nodes = [
        node("Unsqueeze", "it axis", "number"),
        node("Concat", "a number", "b", axis=0),
        node("Shape", "b", "size"),
        node("Less", "size limit", "short"),
        node("Squeeze", "short", "goes"),
    ]
    body = graph(nodes, [*STEP, ("a", INT, [None])], [("goes", BOOL, []), ("b", INT, [None])])
    inputs = [("x", INT, [2]), ("limit", INT, [1])]
    made = graph(
        [node("Loop", "- true x", "y", body=body)],
        inputs,
        [("y", INT, [None])],
        true=np.array(True),
        axis=np.int64([0]),
    )
    check(made, {"x": np.int64([9, 9]), "limit": np.int64([5])})


def test_a_loop_that_stops_by_itself_gives_the_rows_there_were() -> None:
    nodes = [
        node("Mul", "a two", "b"),
        node("ReduceMax", "b", "most", keepdims=0),
        node("Less", "most limit", "goes"),
        node("Identity", "b", "row"),
    ]
    body = graph(nodes, [*STEP, ("a", FLOAT, [4])], [("goes", BOOL, []), ("b", FLOAT, [4]), ("row", FLOAT, [4])])
    made = graph(
        [node("Loop", "- start x", "y rows", body=body)],
        [("x", FLOAT, [4]), ("start", BOOL, [])],
        [("y", FLOAT, [4]), ("rows", FLOAT, [None, 4])],
        two=np.float32(2),
        limit=np.float32(50),
    )
    check(made, *[{"x": X, "start": np.array(start)} for start in (True, False)])


def test_many_iterations_with_rows() -> None:
    nodes = [node("Add", "a one", "b"), node("Identity", "b", "row"), node("Identity", "on", "goes")]
    body = graph(nodes, [*STEP, ("a", FLOAT, [4])], [("goes", BOOL, []), ("b", FLOAT, [4]), ("row", FLOAT, [4])])
    outputs = [("y", FLOAT, [4]), ("rows", FLOAT, [None, 4])]
    loop = [node("Loop", "m - x", "y rows", body=body)]
    check(graph(loop, [("x", FLOAT, [4])], outputs, m=np.int64(100), one=np.float32(1)), {"x": X})


def test_a_scan_with_shapes_that_depend_on_numbers() -> None:
    nodes = [
        node("NonZero", "row", "places"),
        node("Cast", "places", "numbers", to=FLOAT),
        node("ReduceSum", "numbers", "sum", keepdims=0),
        node("Add", "total sum", "after"),
        node("Identity", "after", "out"),
    ]
    body = graph(nodes, [("total", FLOAT, []), ("row", FLOAT, [3])], [("after", FLOAT, []), ("out", FLOAT, [])])
    scan = [node("Scan", "start x", "end totals", body=body, num_scan_inputs=1)]
    inputs, outputs = [("start", FLOAT, []), ("x", FLOAT, [4, 3])], [("end", FLOAT, []), ("totals", FLOAT, [4])]
    rows = np.float32([[1, 0, 2], [0, 0, 0], [1, 1, 1], [0, 0, 3]])
    check(graph(scan, inputs, outputs), {"start": np.float32(0), "x": rows})


def test_a_size_that_was_computed_has_no_axis() -> None:
    nodes = [node("NonZero", "x", "p"), node("Shape", "p", "s"), node("Gather", "s second", "y")]
    check(graph(nodes, [("x", FLOAT, [4])], [("y", INT, [])], second=np.int64(1)), {"x": X})
    nodes = [node("NonZero", "x", "p"), node("Cast", "p", "f", to=FLOAT), node("ReduceSum", "f", "y", keepdims=0)]
    check(graph(nodes, [("x", FLOAT, [4])], [("y", FLOAT, [])]), {"x": X})
