"""``net.export_onnx``, the check by ONNX Runtime, and graphs that ONNX Runtime computes."""

from pathlib import Path

import numpy as np
import onnx
import pytest

import mxnet as mx
from mxnet.contrib import amp, quantization
from mxnet.gluon import nn
from mxnet.onnx import runtime
from tests.onnx.running import elsewhere
from tools import onnx_zoo


def net() -> nn.HybridSequential:
    made = nn.HybridSequential()
    made.add(nn.Conv2D(4, 3), nn.BatchNorm(), nn.Activation("relu"), nn.Flatten(), nn.Dense(3))
    made.initialize(mx.init.Xavier())
    return made


X = mx.nd.random.normal(shape=(2, 3, 8, 8))


def test_a_block_in_one_call(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model, path = net(), tmp_path / "net.onnx"
    assert model.export_onnx(path, X, dynamic={0: "batch"}) == path
    assert "ONNX Runtime agrees" in capsys.readouterr().out
    more = np.concatenate([X.asnumpy()] * 3)
    (found,) = elsewhere(path, {"data": more})
    np.testing.assert_allclose(found, model(mx.nd.array(more)).asnumpy(), rtol=1e-4, atol=1e-5)


def test_a_difference_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(mx.MXNetError, match="differ by"):
        net().export_onnx(tmp_path / "net.onnx", X, tolerance=0.0)
    net().export_onnx(tmp_path / "net.onnx", X, tolerance=0.0, check=False)
    assert not capsys.readouterr().out


@pytest.mark.parametrize("opset", (12, 17, 21, 23))
def test_opsets(opset: int, tmp_path: Path) -> None:
    path = tmp_path / "net.onnx"
    net().export_onnx(path, X, opset_version=opset, check=True)
    assert onnx.load(str(path)).opset_import[0].version == opset


def test_an_opset_that_there_is_not(tmp_path: Path) -> None:
    with pytest.raises(mx.MXNetError, match="opset_version 12 to"):
        net().export_onnx(tmp_path / "net.onnx", X, opset_version=1000)


@pytest.mark.parametrize("opset", (12, 17, 21, onnx_zoo.newest_read()))
def test_an_int8_network_as_pairs_of_quantize_and_dequantize(opset: int, tmp_path: Path) -> None:
    model = nn.HybridSequential()
    model.add(
        nn.Conv2D(4, 3, padding=1),
        nn.BatchNorm(),
        nn.Activation("relu"),
        nn.MaxPool2D(),
        nn.Conv2D(8, 3, use_bias=False),
        nn.Flatten(),
        nn.Dense(3),
    )
    mx.random.seed(3)
    model.initialize(mx.init.Xavier())
    model.hybridize()
    x = mx.nd.random.normal(shape=(8, 3, 8, 8))
    exact = model(x).asnumpy()
    data = mx.gluon.data.DataLoader(mx.gluon.data.ArrayDataset(x), batch_size=4)
    small = quantization.quantize_net_v2(
        model, quantized_dtype="auto", calib_mode="naive", calib_data=data, ctx=mx.cpu()
    )
    path = small.export_onnx(tmp_path / "net.onnx", x, dynamic={0: "batch"}, opset_version=opset)
    kinds = [node.op_type for node in onnx.load(str(path)).graph.node]
    assert kinds.count("QuantizeLinear") == 6
    sums = [t.name for t in onnx.load(str(path)).graph.initializer if t.data_type == onnx.TensorProto.INT32]
    assert len(sums) == 2  # biases in the unit of the sums, as runtimes add them: they need not be rounded again
    (found,) = elsewhere(path, {"data": x.asnumpy()})
    again = mx.contrib.onnx.import_to_gluon(path, ctx=mx.cpu())(x).asnumpy()
    unit = np.abs(exact).max() / 127
    assert np.abs(found - small(x).asnumpy()).max() <= 2 * unit
    assert np.abs(found - again).max() <= unit + 1e-6
    assert np.abs(found - exact).max() <= 6 * unit


@pytest.mark.parametrize("opset", (13, 22))
def test_bfloat16_is_loaded(opset: int, tmp_path: Path) -> None:
    model = nn.HybridSequential()
    model.add(nn.Dense(8), nn.Dense(3))
    model.cast("bfloat16")
    model.initialize(mx.init.Xavier())
    x = mx.nd.random.normal(shape=(2, 5)).astype("bfloat16")
    path = model.export_onnx(tmp_path / "net.onnx", x, opset_version=opset, check=True)
    assert onnx.load(str(path)).graph.input[0].type.tensor_type.elem_type == onnx.TensorProto.BFLOAT16


def test_onnx_runtime_computes_a_block() -> None:
    model = net()
    expected = model(X).asnumpy()
    model.optimize_for(X, backend="onnxruntime", threads=1)
    np.testing.assert_allclose(model(X).asnumpy(), expected, rtol=1e-4, atol=1e-5)
    more = mx.nd.concat(X, X, dim=0)
    assert model(more).shape == (4, 3)
    given = X.copy()
    given.attach_grad()
    with pytest.raises(mx.MXNetError, match="predictions alone"):
        with mx.autograd.record():
            found = model(given)
        found.backward()
        given.grad.asnumpy()


def test_a_prediction_by_onnxruntime_runs_its_model_once(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[int] = []

    class Counted:
        def __init__(self, session: object) -> None:
            self._session = session

        def __getattr__(self, name: str) -> object:
            return getattr(self._session, name)

        def run(self, *arguments: object) -> object:
            runs.append(1)
            return self._session.run(*arguments)

    make = runtime.session
    monkeypatch.setattr(runtime, "session", lambda *a: Counted(make(*a)))
    net = mx.gluon.nn.Dense(3, in_units=4)
    net.initialize()
    data = mx.nd.ones((2, 4))
    expected = net(data).asnumpy()
    net.optimize_for(data, backend="onnxruntime", threads=1)
    net(data).wait_to_read()
    runs.clear()
    for _ in range(3):
        np.testing.assert_allclose(net(data).asnumpy(), expected, rtol=1e-5)
    assert len(runs) == 3


def test_onnx_runtime_computes_a_symbol() -> None:
    x, w = mx.sym.var("x"), mx.sym.var("w")
    graph = mx.sym.FullyConnected(x, w, num_hidden=2, no_bias=True)
    weight = mx.nd.array([[1, 2, 3], [4, 5, 6]])
    made = graph.optimize_for("onnxruntime", {"w": weight}, shape_dict={"x": (1, 3)})
    assert made.list_inputs() == ["x"]
    assert made.eval(x=mx.nd.ones((1, 3)))[0].asnumpy().tolist() == [[6, 15]]


def handed_over(graph: mx.sym.Symbol) -> int:
    """How many nodes of a graph ONNX Runtime computes."""
    nodes = {entry.name for entry in graph.get_internals() if entry.attr("op_type") == "onnxruntime"}
    return len(nodes)


def test_parts_around_an_operator_without_a_form_in_onnx_are_handed_over() -> None:
    x = mx.sym.var("x")
    before = mx.sym.Activation(mx.sym.Convolution(x, num_filter=4, kernel=(3, 3), name="first"), act_type="relu")
    between = mx.sym.gammaln(before + 2)
    lone = mx.sym.gammaln(mx.sym.abs(between))
    behind = mx.sym.FullyConnected(mx.sym.concat(mx.sym.flatten(lone), mx.sym.flatten(before), dim=1), num_hidden=3)
    graph = mx.sym.Group([behind, between])
    arguments, _, _ = graph.infer_shape(x=(2, 3, 8, 8))
    random = np.random.default_rng(0)
    shapes = dict(zip(graph.list_arguments(), arguments, strict=True))
    given = {n: mx.nd.array(random.normal(size=s)) for n, s in shapes.items()}
    params = {n: a for n, a in given.items() if n != "x"}
    made = graph.optimize_for("onnxruntime", params, shape_dict={"x": (2, 3, 8, 8)})
    assert handed_over(made) == 2  # one operator alone, between two that stay, stays too
    assert made.list_arguments() == ["x"]
    for batch in (2, 5):
        given["x"] = mx.nd.array(random.normal(size=(batch, 3, 8, 8)))
        for found, expected in zip(made.eval(x=given["x"]), graph.eval(**given), strict=True):
            np.testing.assert_allclose(found.asnumpy(), expected.asnumpy(), rtol=1e-3, atol=1e-3)


def test_parts_that_do_not_know_their_shapes_stay() -> None:
    x, keep = mx.sym.var("x"), mx.sym.var("keep")
    rows = mx.sym.contrib.boolean_mask(mx.sym.exp(x) + 1, keep)
    graph = mx.sym.sum(mx.sym.relu(rows), axis=1)
    made = graph.optimize_for("onnxruntime", shape_dict={"x": (3, 2), "keep": (3,)})
    assert handed_over(made) == 1
    given = {"x": mx.nd.array([[0, 1], [1, 0], [2, 2]]), "keep": mx.nd.array([1, 0, 1])}
    np.testing.assert_allclose(made.eval(**given)[0].asnumpy(), graph.eval(**given)[0].asnumpy(), rtol=1e-5)


def test_labels_are_not_handed_over() -> None:
    scores = mx.sym.FullyConnected(mx.sym.var("x"), mx.sym.var("w"), num_hidden=2, no_bias=True)
    graph = mx.sym.SoftmaxOutput(scores, name="softmax")
    made = graph.optimize_for("onnxruntime", {"w": mx.nd.ones((2, 3))}, shape_dict={"x": (1, 3)})
    assert made.list_arguments() == ["x"]
    assert made.eval(x=mx.nd.ones((1, 3)))[0].asnumpy().tolist() == [[0.5, 0.5]]


def test_nothing_to_hand_over_is_an_error() -> None:
    with pytest.raises(mx.MXNetError, match=r"nothing to hand over: gammaln .* has no counterpart in ONNX"):
        mx.sym.gammaln(mx.sym.var("x")).optimize_for("onnxruntime", shape_dict={"x": (2,)})


def test_backends_are_known_by_name() -> None:
    for name in ("MKLDNN", "xla"):
        net().optimize_for(X, backend=name)
    with pytest.raises(mx.MXNetError, match=r"among default, default_v2, MKLDNN.*onnxruntime.*received 'nonsense'"):
        net().optimize_for(X, backend="nonsense")
    with pytest.raises(mx.MXNetError, match=r"expected providers among .*CPUExecutionProvider.*received NoSuch"):
        net().optimize_for(X, backend="onnxruntime", providers=["NoSuch"])
    with pytest.raises(mx.MXNetError, match="expected a shape for each of"):
        (mx.sym.var("x") * 2).optimize_for("onnxruntime")


def test_tensorrt_says_where_it_is() -> None:
    with pytest.raises(mx.MXNetError, match='backend="TensorRT"'):
        mx.contrib.tensorrt.set_use_fp16(True)


def test_mixed_precision_with_narrow_parameters_is_exported_as_a_model_that_runs(tmp_path: Path) -> None:
    model = net()
    model.hybridize()
    expected = model(X).asnumpy()
    narrow = amp.convert_hybrid_block(model, cast_optional_params=True, ctx=mx.cpu())
    narrow.hybridize()
    narrow(X)
    narrow.export(str(tmp_path / "net"))
    again = mx.gluon.SymbolBlock.imports(str(tmp_path / "net-symbol.json"), ["data"], str(tmp_path / "net-0000.params"))
    np.testing.assert_allclose(again(X).asnumpy(), expected, rtol=2e-2, atol=2e-2)
    narrow.export(str(tmp_path / "kept"), remove_amp_cast=False)
    kept = mx.nd.load(str(tmp_path / "kept-0000.params"))
    assert {array.dtype for array in kept.values()} == {np.float16, np.float32}
