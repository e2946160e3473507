"""What is written, what is read, and what both say when they cannot."""

import logging
import re
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest

import mxnet as mx
from mxnet.onnx import _package
from mxnet.onnx.mx2onnx import _parameters
from tests.onnx.running import close, elsewhere, export, forward


def small() -> tuple[Any, dict[str, np.ndarray], dict[str, np.ndarray]]:
    made = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=600, name="fc")
    made = mx.sym.SoftmaxOutput(made, name="softmax")
    params = {"fc_weight": np.ones((600, 4), np.float32), "fc_bias": np.arange(600, dtype=np.float32) / 600}
    return made, {"data": np.ones((2, 4), np.float32)}, params


def arrays(params: dict[str, np.ndarray]) -> dict[str, mx.nd.NDArray]:
    return {name: mx.nd.array(array) for name, array in params.items()}


def test_what_a_file_says(tmp_path: Path) -> None:
    symbol, inputs, params = small()
    made = export(symbol, inputs, params, tmp_path / "m.onnx")
    assert [(o.domain, o.version) for o in made.opset_import] == [("", 13)]
    assert [i.name for i in made.graph.input] == ["data"]  # the label is not asked for
    assert [o.name for o in made.graph.output] == ["softmax"]
    assert sorted(t.name for t in made.graph.initializer) == ["fc_bias", "fc_weight"]
    assert [n.name for n in made.graph.node] == ["fc", "softmax"]


def test_parameters_in_every_form(tmp_path: Path) -> None:
    symbol, inputs, params = small()
    path, held = str(tmp_path / "m.onnx"), arrays(params)
    expected = forward(symbol, {**inputs, **params, "softmax_label": np.zeros(2, np.float32)})
    symbol.save(str(tmp_path / "net-symbol.json"))
    mx.nd.save(str(tmp_path / "net-0001.params"), {f"arg:{n}": a for n, a in held.items()})
    files = str(tmp_path / "net-symbol.json"), str(tmp_path / "net-0001.params")
    for given in ((symbol, held), (symbol, [held, {}]), (symbol, {f"arg:{n}": a for n, a in held.items()}), files):
        assert mx.contrib.onnx.export_model(*given, [(2, 4)], np.float32, path) == path
        close(elsewhere(Path(path), inputs), expected, 1e-5)
    mx.onnx.export_model(symbol, held, input_shape=[(2, 4)], input_type=np.float32, onnx_file_path=path)
    close(elsewhere(Path(path), inputs), expected, 1e-5)


def test_large_models_have_a_second_file(tmp_path: Path) -> None:
    symbol, inputs, params = small()
    path = tmp_path / "m.onnx"
    export(symbol, inputs, params, path, large_model=True)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["m.onnx", "m.onnx.data"]
    assert path.stat().st_size < 2000
    expected = forward(symbol, {**inputs, **params, "softmax_label": np.zeros(2, np.float32)})
    close(elsewhere(path, inputs), expected, 1e-5)
    _, arguments, _ = mx.contrib.onnx.import_model(path)
    np.testing.assert_array_equal(arguments["fc_weight"].asnumpy(), params["fc_weight"])
    (tmp_path / "m.onnx.data").unlink()
    with pytest.raises(mx.MXNetError, match="cannot be read"):
        mx.contrib.onnx.import_model(path)


def test_what_is_too_large_for_one_file_has_two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_parameters, "PROTOBUF_LIMIT", 4096)
    symbol = mx.sym.FullyConnected(mx.sym.var("x"), num_hidden=64, name="fc")
    random = np.random.default_rng(0)
    shapes = {"x": (2, 32), "fc_weight": (64, 32), "fc_bias": (64,)}
    given = {name: random.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}
    params = {name: mx.nd.array(given[name]) for name in ("fc_weight", "fc_bias")}
    x = mx.nd.array(given["x"])
    path = tmp_path / "m.onnx"
    mx.onnx.export_model(symbol, params, [(2, 32)], np.float32, path, check=True, run_shape_inference=True)
    assert (tmp_path / "m.onnx.data").stat().st_size == given["fc_weight"].nbytes
    onnx.checker.check_model(str(path), full_check=True)
    expected = forward(symbol, given)
    close(elsewhere(path, {"x": given["x"]}), expected, 1e-5)
    close([mx.contrib.onnx.import_to_gluon(path, ctx=mx.cpu())(x).asnumpy()], expected, 1e-5)
    made = symbol.optimize_for("onnxruntime", params, shape_dict={"x": (2, 32)})
    close([made.eval(x=x)[0].asnumpy()], expected, 1e-5)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/meminfo").exists(), reason="nothing says how much memory there is")
def test_more_than_two_gigabytes(tmp_path: Path) -> None:
    available = re.search(r"MemAvailable: *(\d+)", Path("/proc/meminfo").read_text())
    if available is None or int(available[1]) < 14 * 2**20:
        pytest.skip("less than 14 GiB of memory are available")
    side = 23300
    weight = mx.nd.zeros((side, side))
    weight[3, 5] = 2
    symbol = mx.sym.FullyConnected(mx.sym.var("x"), mx.sym.var("w"), num_hidden=side, no_bias=True)
    path = mx.onnx.export_model(symbol, {"w": weight}, [(1, side)], np.float32, tmp_path / "m.onnx", check=True)
    assert (tmp_path / "m.onnx.data").stat().st_size > 2**31
    del weight
    found = mx.contrib.onnx.import_to_gluon(path, ctx=mx.cpu())(mx.nd.ones((1, side))).asnumpy()
    assert (found[0, 3], found.sum()) == (2, 2)


def test_shapes_of_inner_values(tmp_path: Path) -> None:
    symbol, inputs, params = small()
    made = export(symbol, inputs, params, tmp_path / "m.onnx", run_shape_inference=True, verbose=True)
    assert [v.name for v in made.graph.value_info] == ["fc"]


def test_outputs_that_are_inputs_or_come_twice(tmp_path: Path) -> None:
    x = mx.sym.var("x")
    twice = mx.sym.Group([x * 2, x, x * 2])
    y = x * 3
    for symbol in (twice, mx.sym.Group([y, y])):
        inputs = {"x": np.ones((2, 3), np.float32)}
        export(symbol, inputs, {}, tmp_path / "m.onnx")
        close(elsewhere(tmp_path / "m.onnx", inputs), forward(symbol, inputs), 0)


def test_names_that_clash(tmp_path: Path) -> None:
    x = mx.sym.var("x")
    parts = mx.sym.SliceChannel(x, num_outputs=2, axis=1, name="part")
    made = mx.sym.relu(parts[0], name="part0") + mx.sym.relu(parts[1], name="part0")
    inputs = {"x": np.ones((2, 4), np.float32)}
    for symbol in (made, mx.sym.Group([mx.sym.relu(x, name="same"), mx.sym.negative(x, name="same")])):
        export(symbol, inputs, {}, tmp_path / "m.onnx")
        close(elsewhere(tmp_path / "m.onnx", inputs), forward(symbol, inputs), 0)


def test_a_failure_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "m.onnx"
    path.write_bytes(b"old")
    with pytest.raises(mx.MXNetError, match="erfinv 'e' has no counterpart"):
        mx.onnx.export_model(mx.sym.erfinv(mx.sym.var("x"), name="e"), {}, [(2,)], onnx_file_path=str(path))
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["m.onnx"]
    symbol, _, params = small()
    with pytest.raises(mx.MXNetError, match="cannot write"):
        mx.onnx.export_model(symbol, arrays(params), [(2, 4)], onnx_file_path=str(tmp_path / "no" / "m.onnx"))


@pytest.mark.parametrize(
    ("options", "message"),
    (
        ({"in_shapes": None}, "in_shapes is missing"),
        ({"in_shapes": [(2, 4), (3,)]}, r"1 inputs .*\(data\).*in_shapes has 2"),
        ({"in_types": [np.float32] * 2}, "2 in_types for 1 in_shapes"),
        ({"dynamic_input_shapes": [(None, 4)]}, "needs dynamic=True"),
        ({"dynamic": True, "dynamic_input_shapes": [(None,)]}, "numbers of axes"),
        ({"opset_version": 9}, "opset_version 12 to"),
        ({"in_shapes": [(2, 5)]}, "fc"),
    ),
)
def test_wrong_arguments(options: dict[str, Any], message: str, tmp_path: Path) -> None:
    symbol, _, params = small()
    given = {"in_shapes": [(2, 4)], "onnx_file_path": str(tmp_path / "m.onnx"), **options}
    with pytest.raises(mx.MXNetError, match=message):
        mx.onnx.export_model(symbol, arrays(params), **given)
    with pytest.raises(ValueError, match="expected a Symbol and a dict"):
        mx.onnx.export_model(symbol, "params", [(2, 4)])


def test_what_onnx_has_no_words_for(tmp_path: Path) -> None:
    x = mx.sym.var("x")
    lstm = mx.sym.RNN(x, state_size=3, num_layers=1, mode="lstm", projection_size=2, name="r")
    for made, message in (
        (lstm, "RNN 'r' cannot become ONNX: expected LSTM without projection"),
        (mx.sym.contrib.arange_like(x, repeat=2, name="r"), "expected repeat=1, received repeat=2"),
    ):
        shapes, _, _ = made.infer_shape(x=(4, 1, 1))
        params = {n: mx.nd.zeros(s) for n, s in zip(made.list_arguments(), shapes, strict=True) if n != "x"}
        with pytest.raises(mx.MXNetError, match=message):
            mx.onnx.export_model(made, params, [(4, 1, 1)], onnx_file_path=str(tmp_path / "m.onnx"))


def test_operator_support() -> None:
    found = mx.onnx.get_operator_support()
    assert found == sorted(found)
    assert {"Convolution", "FullyConnected", "RNN", "null", "identity", "sum_axis", "_contrib_box_nms"} <= set(found)
    assert mx.onnx.get_operator_support(13) == mx.onnx.get_operator_support(12) == found
    assert mx.onnx.get_operator_support(11) == []


def test_without_the_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(_package.importlib, "import_module", missing)
    for call in (mx.onnx.get_operator_support, lambda: mx.contrib.onnx.import_model(tmp_path / "m.onnx")):
        with pytest.raises(ImportError, match=r"pip install mxnet-xla\[onnx\]"):
            call()


# --- bytes of anybody ------------------------------------------------------------------------------------------------


def test_bytes_that_are_no_model(tmp_path: Path) -> None:
    path = tmp_path / "m.onnx"
    symbol, inputs, params = small()
    export(symbol, inputs, params, path)
    whole = path.read_bytes()
    for data in (b"", b"\x00" * 64, b"not a model", whole[: len(whole) // 2], whole[:-20], b"\xff" + whole):
        path.write_bytes(data)
        with pytest.raises(mx.MXNetError, match=r"m\.onnx"):
            mx.contrib.onnx.import_model(path)
    with pytest.raises(mx.MXNetError, match="cannot read"):
        mx.contrib.onnx.get_model_metadata(tmp_path / "none.onnx")


@pytest.mark.parametrize("seed", range(40))
def test_bytes_that_were_changed(seed: int, tmp_path: Path) -> None:
    symbol, inputs, params = small()
    path = tmp_path / "m.onnx"
    export(symbol, inputs, params, path)
    random = np.random.default_rng(seed)
    data = bytearray(path.read_bytes())
    head = [*range(200), *range(len(data) - 300, len(data))]  # where the structure is, and not the numbers
    for place in random.choice(head, 8):
        data[place] = random.integers(256)
    path.write_bytes(bytes(data))
    try:
        mx.contrib.onnx.import_model(path)
    except mx.MXNetError as error:
        logging.debug("%s", error)


def test_tensors_that_claim_more_than_they_have(tmp_path: Path) -> None:
    symbol, inputs, params = small()
    path = tmp_path / "m.onnx"
    made = export(symbol, inputs, params, path)
    made.graph.initializer[0].dims[0] = 1 << 40
    path.write_bytes(made.SerializeToString())
    with pytest.raises(mx.MXNetError, match="initializer 'fc_"):
        mx.contrib.onnx.import_model(path)


def test_huge_constants_are_not_computed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shape = onnx.numpy_helper.from_array(np.array([1 << 20, 1 << 20], np.int64), "shape")
    graph = onnx.helper.make_graph(
        [onnx.helper.make_node("ConstantOfShape", ["shape"], ["y"])],
        "huge",
        [],
        [onnx.helper.make_empty_tensor_value_info("y")],
        [shape],
    )
    path = tmp_path / "m.onnx"
    path.write_bytes(
        onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 13)]).SerializeToString()
    )
    symbol, arguments, _ = mx.contrib.onnx.import_model(path)
    assert arguments == {}
    assert symbol.infer_shape()[1] == [(1 << 20, 1 << 20)]


def test_parameters_outside_the_folder_are_not_read(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (tmp_path / "secret").write_bytes(np.ones(600 * 4, np.float32).tobytes())
    symbol, inputs, params = small()
    path = inner / "m.onnx"
    export(symbol, inputs, params, path, large_model=True)
    made = onnx.load(str(path), load_external_data=False)
    for tensor in made.graph.initializer:
        for entry in tensor.external_data:
            if entry.key == "location":
                entry.value = "../secret"
    path.write_bytes(made.SerializeToString())
    with pytest.raises(mx.MXNetError, match="cannot be read"):
        mx.contrib.onnx.import_model(path)
