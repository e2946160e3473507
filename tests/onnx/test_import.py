"""ONNX models as other tools write them, computed elsewhere and here."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from onnx import TensorProto, helper, numpy_helper

import mxnet as mx
from tests.onnx.cases import real, whole
from tests.onnx.running import back, elsewhere

IMAGE = real(2, 3, 8, 8)
CUBE = real(2, 3, 4)


def model(
    path: Path,
    nodes: list[Any],
    inputs: dict[str, np.ndarray],
    constants: dict[str, np.ndarray] | None = None,
    outputs: tuple[str, ...] = ("y",),
    opset: int = 13,
    shapes: dict[str, Any] | None = None,
) -> Path:
    """Write a model; its inputs have the shapes of the arrays, unless others are given."""
    kinds = {n: helper.np_dtype_to_tensor_dtype(a.dtype) for n, a in inputs.items()}
    graph = helper.make_graph(
        nodes,
        "made",
        [helper.make_tensor_value_info(n, kinds[n], (shapes or {}).get(n, a.shape)) for n, a in inputs.items()],
        [helper.make_empty_tensor_value_info(n) for n in outputs],
        [numpy_helper.from_array(np.asarray(a), n) for n, a in (constants or {}).items()],
    )
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)
    path.write_bytes(made.SerializeToString())
    return path


def node(kind: str, inputs: str, outputs: str = "y", **attrs: Any) -> Any:
    return helper.make_node(kind, inputs.split(), outputs.split(), **attrs)


I64 = np.int64
CASES: dict[str, tuple[Any, ...]] = {
    "gemm": ([node("Gemm", "x w b", alpha=2.0, beta=0.5)], {"x": real(2, 4)}, {"w": real(4, 5), "b": real(5)}),
    "gemm-rows": ([node("Gemm", "x w b", transA=1, transB=1)], {"x": real(4, 2)}, {"w": real(5, 4), "b": real(2, 5)}),
    "matmul-broadcast": ([node("MatMul", "x w")], {"x": real(2, 3, 4, 5)}, {"w": real(3, 5, 2)}),
    "mean": ([node("Mean", "x z")], {"x": CUBE, "z": CUBE}),
    "max-of-three": ([node("Max", "x z w")], {"x": CUBE, "z": CUBE[::-1].copy()}, {"w": np.float32(0.5)}),
    "number-left": ([node("Sub", "w x")], {"x": CUBE}, {"w": np.float32(3)}),
    "less-left": (
        [node("Less", "w x", "c"), node("Cast", "c", to=TensorProto.FLOAT)],
        {"x": CUBE},
        {"w": np.float32(0)},
    ),
    "fmod": ([node("Mod", "x z", fmod=1)], {"x": CUBE, "z": CUBE[::-1].copy()}),
    "where": (
        [node("Greater", "x w", "c"), node("Where", "c x w")],
        {"x": CUBE},
        {"w": np.float32([0.1])},
    ),
    "conv-uneven": ([node("Conv", "x w", pads=[0, 1, 1, 0])], {"x": IMAGE}, {"w": real(4, 3, 3, 3)}),
    "conv-same": ([node("Conv", "x w", auto_pad="SAME_UPPER", strides=[2, 2])], {"x": IMAGE}, {"w": real(4, 3, 3, 3)}),
    "pool-uneven": ([node("MaxPool", "x", kernel_shape=[3, 3], pads=[1, 0, 0, 1], strides=[2, 2])], {"x": IMAGE}),
    "pool-average-uneven": ([node("AveragePool", "x", kernel_shape=[3, 3], pads=[1, 0, 0, 1])], {"x": IMAGE}),
    "pool-counted": (
        [node("AveragePool", "x", kernel_shape=[3, 3], pads=[1, 0, 0, 1], count_include_pad=1)],
        {"x": IMAGE},
    ),
    "pool-ceil": ([node("MaxPool", "x", kernel_shape=[3, 3], strides=[2, 2], ceil_mode=1)], {"x": IMAGE}),
    "lp-normalization": ([node("LpNormalization", "x", axis=1, p=1)], {"x": CUBE}),
    "layer-norm": ([node("LayerNormalization", "x w b")], {"x": CUBE}, {"w": real(4), "b": real(4)}, ("y",), 17),
    "hardmax": ([node("Hardmax", "x", axis=1)], {"x": CUBE}),
    "selu-other": ([node("Selu", "x", alpha=1.1, gamma=2.0)], {"x": CUBE}),
    "prelu-shared": ([node("PRelu", "x w")], {"x": IMAGE}, {"w": np.float32([0.2])}),
    "mish": ([node("Mish", "x")], {"x": CUBE}, {}, ("y",), 18),
    "hard-swish": ([node("HardSwish", "x")], {"x": CUBE}, {}, ("y",), 14),
    "thresholded": ([node("ThresholdedRelu", "x", alpha=0.5)], {"x": CUBE}),
    "round": ([node("Round", "x")], {"x": np.float32([-1.5, -0.5, 0.5, 1.5, 2.4])}),
    "softmax-together": ([node("Softmax", "x", axis=1)], {"x": CUBE}, {}, ("y",), 11),
    "log-sum-exp": ([node("ReduceLogSumExp", "x", axes=[1], keepdims=0)], {"x": 50 * CUBE}),
    "log-sum": ([node("ReduceLogSum", "x", axes=[1])], {"x": abs(CUBE)}),
    "sum-square": ([node("ReduceSumSquare", "x", axes=[0, 2])], {"x": CUBE}),
    "reduce-by-input": ([node("ReduceMean", "x a")], {"x": CUBE}, {"a": I64([1])}, ("y",), 18),
    "flatten": ([node("Flatten", "x", axis=2)], {"x": CUBE}),
    "unsqueeze": ([node("Unsqueeze", "x a")], {"x": CUBE}, {"a": I64([0, -1])}),
    "split-uneven": ([node("Split", "x s", "y z", axis=2)], {"x": CUBE}, {"s": I64([1, 3])}, ("y", "z")),
    "split-thirds": ([node("Split", "x", "y z", axis=2, num_outputs=2)], {"x": real(2, 5, 5)}, {}, ("y", "z"), 18),
    "slice": (
        [node("Slice", "x s e a t")],
        {"x": CUBE},
        {"s": I64([5, -9]), "e": I64([-99, 2]), "a": I64([1, -1]), "t": I64([-1, 1])},
    ),
    "slice-attributes": ([node("Slice", "x", starts=[1], ends=[9], axes=[1])], {"x": CUBE}, {}, ("y",), 9),
    "gather-one": ([node("Gather", "x i", axis=1)], {"x": CUBE}, {"i": np.array(-1)}),
    "gather-negative": ([node("Gather", "x i", axis=2)], {"x": CUBE}, {"i": I64([[0, -1], [2, 1]])}),
    "gather-computed": ([node("Gather", "x i")], {"x": real(5, 2), "i": whole(3, low=-4, dtype=I64)}),
    "expand": ([node("Expand", "x s")], {"x": real(3, 1)}, {"s": I64([2, 1, 4])}),
    "one-hot": (
        [node("OneHot", "i d v", axis=1)],
        {"i": whole(2, 3, dtype=I64)},
        {"d": np.array(6), "v": np.float32([-1, 2])},
    ),
    "topk": ([node("TopK", "x k", "y z", axis=1, largest=0)], {"x": CUBE}, {"k": I64([2])}, ("y", "z")),
    "pad": ([node("Pad", "x p v")], {"x": CUBE}, {"p": I64([0, 1, 2, 1, 0, 0]), "v": np.float32(7)}),
    "pad-attributes": ([node("Pad", "x", pads=[0, 0, 1, 2, 0, 0, 0, 1], mode="edge")], {"x": IMAGE}, {}, ("y",), 10),
    "clip-attributes": ([node("Clip", "x", min=-0.5, max=0.5)], {"x": CUBE}, {}, ("y",), 10),
    "clip-below": ([node("Clip", "x l")], {"x": CUBE}, {"l": np.float32(0.1)}),
    "depth-to-space-crd": ([node("DepthToSpace", "x", blocksize=2, mode="CRD")], {"x": real(1, 8, 2, 3)}),
    "resize-nearest": ([node("Resize", "x  s", mode="nearest")], {"x": IMAGE}, {"s": np.float32([1, 1, 2, 3])}),
    "resize-sizes": (
        [helper.make_node("Resize", ["x", "", "", "s"], ["y"], mode="linear")],
        {"x": IMAGE},
        {"s": I64([2, 3, 16, 4])},
    ),
    "reverse-sequence": (
        [node("ReverseSequence", "x n", time_axis=1, batch_axis=0)],
        {"x": real(3, 4, 2)},
        {"n": I64([1, 4, 2])},
    ),
    "scatter": (
        [node("ScatterND", "x i u")],
        {"x": real(4, 3), "u": real(2, 3)},
        {"i": I64([[2], [0]])},
    ),
    "lstm-without-states": (
        [node("LSTM", "x w r b", "y h c", hidden_size=3)],
        {"x": real(5, 2, 4)},
        {"w": real(1, 12, 4), "r": real(1, 12, 3), "b": real(1, 24)},
        ("y", "h", "c"),
    ),
    "rnn-reverse": (
        [node("RNN", "x w r", "y h", hidden_size=3, direction="reverse")],
        {"x": real(5, 2, 4)},
        {"w": real(1, 3, 4), "r": real(1, 3, 3)},
        ("y", "h"),
    ),
    "shape-by-nodes": (
        [
            node("Shape", "x", "s"),
            node("Gather", "s zero", "n", axis=0),
            node("Unsqueeze", "n first", "m"),
            node("Concat", "m rest", "to", axis=0),
            node("Reshape", "x to"),
        ],
        {"x": CUBE},
        {"zero": np.array(0), "first": I64([0]), "rest": I64([-1])},
    ),
    "branch": (
        [
            helper.make_node(
                "If",
                ["c"],
                ["y"],
                then_branch=helper.make_graph(
                    [node("Relu", "x", "t")], "t", [], [helper.make_empty_tensor_value_info("t")]
                ),
                else_branch=helper.make_graph(
                    [node("Neg", "x", "e")], "e", [], [helper.make_empty_tensor_value_info("e")]
                ),
            )
        ],
        {"x": CUBE},
        {"c": np.array(False)},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_an_operator(name: str, tmp_path: Path) -> None:
    nodes, inputs, *rest = CASES[name]
    if name == "resize-nearest":
        nodes = [helper.make_node("Resize", ["x", "", "s"], ["y"], mode="nearest")]
    path = model(tmp_path / "made.onnx", nodes, inputs, *rest)
    found = back(path, inputs)
    expected = elsewhere(path, inputs)
    for one, other in zip(found, expected, strict=True):
        assert one.shape == other.shape
        np.testing.assert_allclose(one, other, rtol=2e-5, atol=2e-5)


def test_names_are_those_of_the_file(tmp_path: Path) -> None:
    nodes = [
        helper.make_node("Conv", ["data", "weight"], ["t"], name="first"),
        helper.make_node("Flatten", ["t"], ["u"]),
        helper.make_node("Relu", ["u"], ["y"], name="last"),
    ]
    path = model(tmp_path / "made.onnx", nodes, {"data": IMAGE}, {"weight": real(4, 3, 3, 3)})
    with mx.name.NameManager():  # counts from zero
        symbol, arguments, states = mx.contrib.onnx.import_model(path)
    assert symbol.list_arguments() == ["data", "weight"]
    assert symbol.list_outputs() == ["last_output"]
    assert {"first_output", "flatten0_output"} <= set(symbol.get_internals().list_outputs())
    assert (list(arguments), states) == (["weight"], {})


def test_a_free_batch(tmp_path: Path) -> None:
    nodes = [
        node("Shape", "x", "s"),
        node("Gather", "s zero", "n", axis=0),
        node("Unsqueeze", "n first", "m"),
        node("Concat", "m rest", "to", axis=0),
        node("Reshape", "x to"),
    ]
    constants = {"zero": np.array(0), "first": I64([0]), "rest": I64([-1])}
    path = model(tmp_path / "made.onnx", nodes, {"x": CUBE}, constants, shapes={"x": ("N", 3, 4)})
    net = mx.contrib.onnx.import_to_gluon(path, ctx=mx.cpu())
    assert net(mx.nd.ones((5, 3, 4))).shape == (5, 12)


def test_two_free_sizes(tmp_path: Path) -> None:
    nodes = [
        node("Shape", "x", "s"),
        node("Slice", "s zero two", "n"),
        node("Concat", "n rest", "to", axis=0),
        node("Reshape", "x to"),
    ]
    constants = {"zero": I64([0]), "two": I64([2]), "rest": I64([2, 2])}
    path = model(tmp_path / "made.onnx", nodes, {"x": CUBE}, constants, shapes={"x": ("N", "T", 4)})
    net = mx.contrib.onnx.import_to_gluon(path, ctx=mx.cpu())
    assert net(mx.nd.ones((5, 3, 4))).shape == (5, 3, 2, 2)


def test_metadata(tmp_path: Path) -> None:
    path = model(tmp_path / "made.onnx", [node("Add", "x w")], {"x": CUBE}, {"w": CUBE}, shapes={"x": ("N", 3, 4)})
    found = mx.contrib.onnx.get_model_metadata(str(path))
    assert found == {"input_tensor_data": [("x", (0, 3, 4), 1)], "output_tensor_data": [("y", ())]}


@pytest.mark.parametrize(
    ("nodes", "message"),
    (
        ([node("ImageDecoder", "x")], r"ImageDecoder 'y' cannot be imported: expected an operator that MXNet has"),
        ([helper.make_node("Relu", ["x"], ["y"], domain="com.other")], r"com\.other\.Relu"),
        ([node("Relu", "nowhere")], "nowhere"),
        ([node("RoiAlign", "x x x", mode="max")], "mode='avg'"),
        ([node("MaxPool", "x")], "kernel_shape"),
        ([node("Relu", "x", "other")], "output 'y' is made by no node"),
        ([helper.make_node("Gemm", ["x"], ["y"], name="odd")], "Gemm 'odd'"),
    ),
)
def test_what_cannot_be_imported_is_named(nodes: list[Any], message: str, tmp_path: Path) -> None:
    path = model(tmp_path / "made.onnx", nodes, {"x": CUBE})
    with pytest.raises(mx.MXNetError, match=message):
        mx.contrib.onnx.import_model(path)
