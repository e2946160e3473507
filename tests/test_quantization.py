"""Quantized networks: the graphs, parameters and results of the real MXNet, and results close to those of floats.

``fixtures/quantization.json`` holds what MXNet 1.9.1 made of the two networks below.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.contrib import quantization
from mxnet.gluon import nn

ORACLE = json.loads((Path(__file__).parent / "fixtures" / "quantization.json").read_text())


def convolutions() -> Any:
    out = mx.sym.Convolution(mx.sym.var("data"), kernel=(3, 3), num_filter=8, name="conv0")
    out = mx.sym.Activation(out, act_type="relu", name="relu0")
    pool = mx.sym.Pooling(out, kernel=(2, 2), stride=(2, 2), pool_type="max", name="pool0")
    out = mx.sym.Convolution(pool, kernel=(3, 3), pad=(1, 1), num_filter=8, no_bias=True, name="conv1")
    out = mx.sym.elemwise_add(out, pool, name="add0")
    out = mx.sym.Flatten(mx.sym.Concat(out, pool, dim=1, name="cat0"), name="flat0")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(out, num_hidden=10, name="fc0"), name="softmax")


def dense() -> Any:
    out = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=16, name="fca")
    out = mx.sym.Activation(out, act_type="relu", name="relua")
    more = mx.sym.FullyConnected(out, num_hidden=16, name="fcb", no_bias=True)
    out = mx.sym.Concat(mx.sym.elemwise_add(out, more, name="adda"), more, dim=1, name="cata")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(out, num_hidden=10, name="fc0"), name="softmax")


class Model:
    """A symbol with parameters, examples, and their results in floats."""

    def __init__(self, symbol: Any, draw: Callable[[np.random.RandomState], np.ndarray]) -> None:
        random = np.random.RandomState(0)
        self.symbol = symbol
        shapes = dict(zip(symbol.list_arguments(), symbol.infer_shape(data=(4, 3, 10, 10))[0], strict=True))
        names = [n for n in shapes if n not in ("data", "softmax_label")]
        self.args = {n: nd.array(random.uniform(-0.3, 0.3, shapes[n]).astype("f")) for n in names}
        self.data = draw(random).astype("f")
        self.floats = self.run(symbol, self.args)

    def examples(self) -> Any:
        return mx.io.NDArrayIter(self.data, np.zeros(8, "f"), batch_size=4)

    def run(self, symbol: Any, args: Any) -> np.ndarray:
        arrays = {**args, "data": nd.array(self.data[:4]), "softmax_label": nd.zeros(4)}
        return symbol.eval(**{n: arrays[n] for n in symbol.list_arguments()})[0].asnumpy()

    def quantize(self, mode: str = "none", **how: Any) -> tuple[Any, Any]:
        given = {} if mode == "none" else {"calib_data": self.examples()}
        symbol, args, _ = quantization.quantize_model(self.symbol, self.args, {}, calib_mode=mode, **given, **how)
        return symbol, args


@pytest.fixture(scope="module")
def images() -> Model:
    return Model(convolutions(), lambda random: random.uniform(-1, 1, (8, 3, 10, 10)))


@pytest.fixture(scope="module")
def vectors() -> Model:
    return Model(dense(), lambda random: random.normal(size=(8, 3, 10, 10)) * 0.4)


def described(symbol: Any) -> list[list[Any]]:
    nodes = json.loads(symbol.tojson())["nodes"]
    return [
        [n["op"], n["name"], n.get("attrs", {}), [f"{nodes[i[0]]['name']}:{i[1]}" for i in n["inputs"]]] for n in nodes
    ]


def is_close(one: list[list[Any]], other: list[list[Any]]) -> bool:
    """Whether two graphs are one, but for the last decimal of a range."""
    for (*mine, attrs, reads), (*yours, known, given) in zip(one, other, strict=True):
        ranges = [k for k in known if k.endswith("calib_range")]
        rest = [{k: v for k, v in a.items() if k not in ranges} for a in (attrs, known)]
        if mine != yours or reads != given or rest[0] != rest[1]:
            return False
        if any(abs(float(attrs[k]) / float(known[k]) - 1) > 1e-5 for k in ranges):
            return False
    return True


# --- symbols ----------------------------------------------------------------------------------------------------------


def test_graphs_are_those_of_mxnet(images: Model) -> None:
    symbol, _ = images.quantize("naive")
    assert is_close(described(symbol), ORACLE["convolutions"]["naive"])
    symbol, _ = images.quantize(excluded_sym_names=["conv0"])
    assert is_close(described(symbol), ORACLE["convolutions"]["without conv0"])
    symbol, _ = images.quantize(quantized_dtype="uint8", quantize_mode="full")
    assert sorted(n[1] for n in described(symbol) if n[2].get("out_type") == "uint8") == ORACLE["uint8"]


def test_parameters_are_those_of_mxnet(images: Model) -> None:
    _, args = images.quantize()
    assert args.keys() == ORACLE["parameters"].keys()
    for name, (dtype, shape, first) in ORACLE["parameters"].items():
        assert (np.dtype(args[name].dtype).name, list(args[name].shape)) == (dtype, shape)
        np.testing.assert_allclose(args[name].asnumpy().reshape(-1)[:4], first, rtol=1e-6)


@pytest.mark.parametrize("mode", ["none", "naive", "entropy"])
def test_results_are_those_of_mxnet(vectors: Model, mode: str) -> None:
    found = vectors.run(*vectors.quantize(mode, quantized_dtype="auto", quantize_mode="full"))
    np.testing.assert_allclose(found, ORACLE["dense"][mode], atol=1e-6)


@pytest.mark.parametrize(("mode", "most"), [("none", 0.03), ("naive", 0.01)])
def test_convolutions_stay_close_to_floats(images: Model, mode: str, most: float) -> None:
    found = images.run(*images.quantize(mode))
    assert np.abs(found - images.floats).max() < most
    assert (found.argmax(1) == images.floats.argmax(1)).all()


def test_a_bias_counts() -> None:
    """The bias is far larger than the products, so that a network without it would be all wrong."""
    symbol = mx.sym.Convolution(mx.sym.var("data"), kernel=(1, 1), num_filter=2, name="conv")
    args = {"conv_weight": nd.array([[[[0.5]]], [[[-0.25]]]]), "conv_bias": nd.array([3.0, -2.0])}
    quantized, params, _ = quantization.quantize_model(symbol, args, {}, calib_mode="none")
    data = nd.array(np.linspace(-1, 1, 9).reshape(1, 1, 3, 3))
    wanted = symbol.eval(data=data, **args)[0].asnumpy()
    np.testing.assert_allclose(quantized.eval(data=data, **params)[0].asnumpy(), wanted, atol=0.05)


def test_smart_leaves_alone_what_lies_at_the_ends() -> None:
    pool = mx.sym.Pooling(mx.sym.var("data"), kernel=(2, 2), pool_type="avg", name="pool")
    out = mx.sym.FullyConnected(pool, num_hidden=2, name="fc")
    out = mx.sym.Activation(out, act_type="relu", name="relu")
    args = {"fc_weight": nd.ones((2, 4)), "fc_bias": nd.ones(2)}
    names = {}
    for mode in ("smart", "full"):
        symbol, *_ = quantization.quantize_model(out, args, {}, calib_mode="none", quantize_mode=mode)
        names[mode] = {n[1] for n in described(symbol)}
    assert "quantized_pool" not in names["smart"] and "quantized_relu" not in names["smart"]
    assert {"quantized_pool", "quantized_fc", "quantized_relu"} <= names["full"]


@pytest.mark.parametrize(
    "layer",
    [
        lambda x: mx.sym.Convolution(x, kernel=(1, 1), num_filter=4, num_group=2, name="layer"),
        lambda x: mx.sym.Activation(x, act_type="tanh", name="layer"),
        lambda x: mx.sym.Pooling(x, kernel=(2, 2), pool_type="sum", name="layer"),
        lambda x: mx.sym.Concat(x, x, dim=0, name="layer"),
    ],
)
def test_what_has_no_form_on_levels_stays(layer: Callable[[Any], Any]) -> None:
    symbol = layer(mx.sym.var("data"))
    made, *_ = quantization.quantize_model(symbol, {}, {}, calib_mode="none", quantize_mode="full")
    assert [n[1] for n in described(made)] == [n[1] for n in described(symbol)]


def test_operators_are_excluded_by_any_of_their_names(images: Model) -> None:
    symbol, args = images.quantize(excluded_op_names=["concat", "FullyConnected"], quantize_mode="full")
    names = {n[1] for n in described(symbol)}
    assert {"cat0", "fc0"} <= names and "fc0_weight" in args and "fc0_weight_quantize" not in args


def test_quantized_symbols_are_written_and_read(images: Model, tmp_path: Path) -> None:
    symbol, args = images.quantize("naive")
    symbol.save(str(tmp_path / "net.json"))
    nd.save(str(tmp_path / "net.params"), args)
    again = images.run(mx.sym.load(str(tmp_path / "net.json")), nd.load(str(tmp_path / "net.params")))
    np.testing.assert_array_equal(again, images.run(symbol, args))


def test_a_module_runs_a_quantized_symbol(images: Model) -> None:
    symbol, args = images.quantize("naive")
    module = mx.mod.Module(symbol)
    module.bind(data_shapes=[("data", (4, 3, 10, 10))], label_shapes=[("softmax_label", (4,))], for_training=False)
    module.set_params(args, {})
    assert np.abs(module.predict(images.examples()).asnumpy()[:4] - images.floats).max() < 0.01


def test_a_monitor_fills_the_collector(images: Model) -> None:
    given = images.symbol, images.args, {}
    symbol, args, aux, collector = quantization.quantize_graph(*given, calib_mode="naive", quantize_mode="smart")
    assert "conv0_weight_quantize" in args and aux == {}
    arrays = {**images.args, "data": nd.array(images.data[:4]), "softmax_label": nd.zeros(4)}
    executor = images.symbol.bind(mx.cpu(), arrays, grad_req="null")
    executor.set_monitor_callback(collector.collect, monitor_all=True)
    executor.forward(is_train=False)[0].wait_to_read()
    assert set(collector.min_max_dict) == set(collector.include_layer)
    low, high = collector.min_max_dict["data"]
    assert (low, high) == (images.data[:4].min(), images.data[:4].max())
    symbol, args, _ = quantization.calib_graph(symbol, images.args, {}, collector, "naive", logger=None)
    assert np.abs(images.run(symbol, args) - images.floats).max() < 0.03


def evaluated(symbol: Any, data: Any, args: Any, aux: Any) -> np.ndarray:
    arrays = {**args, "data": data}
    given = {n: arrays[n] for n in symbol.list_arguments()}
    return symbol.bind(mx.cpu(), given, grad_req="null", aux_states=aux).forward()[0].asnumpy()


def test_normalisation_needs_a_calibration_or_stays(images: Model) -> None:
    out = mx.sym.Convolution(mx.sym.var("data"), kernel=(3, 3), num_filter=4, name="a")
    out = mx.sym.BatchNorm(out, name="norm", fix_gamma=False)
    out = mx.sym.Convolution(out, kernel=(3, 3), num_filter=4, name="b")
    random = np.random.RandomState(1)
    shapes, _, states = out.infer_shape(data=(4, 3, 10, 10))
    args = {n: nd.array(random.uniform(-1, 1, s)) for n, s in zip(out.list_arguments(), shapes, strict=True)}
    args.pop("data")
    aux = {n: nd.array(random.uniform(0.5, 1, s)) for n, s in zip(out.list_auxiliary_states(), states, strict=True)}
    data = nd.array(images.data[:4])
    wanted = evaluated(out, data, args, aux)
    for how, name in (
        ({"calib_mode": "none"}, "norm"),
        ({"calib_mode": "naive", "calib_data": mx.io.NDArrayIter(images.data, batch_size=4)}, "quantized_norm"),
    ):
        symbol, params, states = quantization.quantize_model(out, args, aux, label_names=None, **how)
        assert name in {n[1] for n in described(symbol)}
        found = evaluated(symbol, data, params, states)
        assert np.abs(found - wanted).max() < 0.05 * np.abs(wanted).max()
    examples = mx.io.NDArrayIter(images.data, batch_size=4)
    symbol, params, states = quantization.quantize_model_mkldnn(
        out, args, aux, label_names=None, calib_mode="naive", calib_data=examples
    )
    assert states == {} and not any("norm" in n[1] for n in described(symbol))
    assert np.abs(evaluated(symbol, data, params, {}) - wanted).max() < 0.03 * np.abs(wanted).max()


# --- Gluon ------------------------------------------------------------------------------------------------------------


class Residual(gluon.HybridBlock):
    def __init__(self, channels: int) -> None:
        super().__init__()
        with self.name_scope():
            self.body = nn.HybridSequential()
            self.body.add(nn.Conv2D(channels, 3, padding=1, use_bias=False), nn.BatchNorm(), nn.Activation("relu"))
            self.body.add(nn.Conv2D(channels, 3, padding=1), nn.BatchNorm())

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.Activation(x + self.body(x), act_type="relu")


@pytest.fixture(scope="module")
def network() -> tuple[Any, np.ndarray, np.ndarray]:
    mx.random.seed(0)
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Conv2D(8, 3), nn.BatchNorm(), nn.Activation("relu"), nn.MaxPool2D(2), Residual(8))
        net.add(nn.Conv2D(16, 3, groups=2), nn.GlobalAvgPool2D(), nn.Flatten(), nn.Dense(10))
    net.initialize(mx.init.Xavier())
    data = np.random.RandomState(0).rand(16, 3, 12, 12).astype("f")
    with autograd.record():
        net(nd.array(data))  # moves the running statistics
    return net, data, net(nd.array(data)).asnumpy()


def error(block: Any, data: np.ndarray, wanted: np.ndarray) -> float:
    return float(np.abs(block(nd.array(data)).asnumpy() - wanted).max() / np.abs(wanted).max())


@pytest.mark.parametrize("dtype", ["auto", "int8", "uint8"])
def test_blocks_stay_close_to_floats(network: Any, dtype: str) -> None:
    net, data, wanted = network
    loader = gluon.data.DataLoader(gluon.data.ArrayDataset(data, np.zeros(16, "f")), batch_size=8)
    made = quantization.quantize_net_v2(net, dtype, calib_mode="naive", calib_data=loader)
    assert isinstance(made, gluon.SymbolBlock)
    assert error(made, data, wanted) < 0.05
    names = made.collect_params().keys()
    assert "net_conv0_weight_quantize" in names and not any("batchnorm" in n for n in names)
    assert made.collect_params()["net_conv0_weight_quantize"].dtype == np.int8


def test_blocks_without_calibration(network: Any) -> None:
    net, data, wanted = network
    with pytest.warns(UserWarning, match="quantize_net_v2"):
        made = quantization.quantize_net(net, data_shapes=[mx.io.DataDesc("data", (1, 3, 12, 12))])
    assert error(made, data, wanted) < 0.05


def test_layers_of_blocks_are_excluded_by_part_of_their_names(network: Any, tmp_path: Path) -> None:
    net, data, wanted = network
    made = quantization.quantize_net_v2(
        net, calib_mode="naive", calib_data=mx.io.NDArrayIter(data, batch_size=8), exclude_layers_match=["dense"]
    )
    assert "net_dense0_weight" in made.collect_params()
    assert error(made, data, wanted) < 0.05
    made.hybridize()
    before = made(nd.array(data)).asnumpy()
    made.export(str(tmp_path / "net"))
    again = gluon.SymbolBlock.imports(str(tmp_path / "net-symbol.json"), ["data"], str(tmp_path / "net-0000.params"))
    np.testing.assert_array_equal(again(nd.array(data)).asnumpy(), before)


# --- calibration ------------------------------------------------------------------------------------------------------


def test_histograms_grow_at_both_ends() -> None:
    first = np.array([-1.0, 0.0, 0.5, 1.0])
    counts, edges = np.histogram(first, bins=5, range=(-1, 1))
    old = (counts, edges, -1.0, 1.0, 1.0)
    inside = quantization.combine_histogram(old, np.array([0.1]), 0.1, 0.1, 0.1)
    assert inside[0].sum() == 5 and len(inside[0]) == 5 and inside[4] == 1.0
    grown = quantization.combine_histogram(old, np.array([-2.0, 1.5]), -2.0, 1.5, 2.0)
    assert len(grown[0]) == 11 and grown[0].sum() == 6 and grown[2:4] == (-2.0, 1.5)
    assert grown[4] == pytest.approx(2.2)
    np.testing.assert_array_equal(grown[0][4:7], counts[1:4])


def test_entropy_cuts_rare_outliers() -> None:
    numbers = np.concatenate([np.random.RandomState(0).normal(size=20000), [40.0]]).astype("f")
    collector = quantization._LayerHistogramCollector(include_layer=["x"])
    collector.collect("x", nd.array(numbers))
    collector.collect("y", nd.array(numbers))
    assert list(collector.hist_dict) == ["x"]
    ranges = quantization._get_optimal_thresholds(collector.hist_dict, "int8")
    low, high = ranges["x"]
    assert low == -high and 3 < high.item() < 10


def test_zeros_have_a_range_too() -> None:
    collector = quantization._LayerHistogramCollector(include_layer=["x"])
    collector.collect("x", nd.zeros((4, 4)))
    assert quantization._get_optimal_thresholds(collector.hist_dict, "int8") == {"x": (0.0, 0.0)}


def test_small_ranges_are_written_in_full() -> None:
    symbol = mx.sym.contrib.quantize_v2(mx.sym.var("x"), name="q")
    made = quantization._calibrate_quantized_sym(symbol, {"x": (-1.25e-7, 2.5)})
    attrs = described(made)[-1][2]
    assert float(attrs["min_calib_range"]) == np.float32(-1.25e-7)
    assert attrs["max_calib_range"] == "2.500000"


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"quantized_dtype": "int4"}, "unknown quantized_dtype int4"),
        ({"calib_mode": "best"}, "unknown calibration mode best"),
        ({"calib_mode": "naive"}, "calib_data must be"),
        ({"calib_mode": "naive", "calib_data": [1]}, "DataIter"),
        ({"excluded_sym_names": "conv0"}, "must be a list"),
        ({"quantize_granularity": "fine"}, "unknown quantize_granularity"),
    ],
)
def test_errors_say_what_was_expected(images: Model, how: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        quantization.quantize_model(images.symbol, images.args, {}, **{"calib_mode": "none", **how})


def test_an_iterator_at_its_end_is_told(images: Model) -> None:
    examples = images.examples()
    list(examples)
    with pytest.raises(mx.MXNetError, match="reset"):
        quantization.quantize_model(images.symbol, images.args, {}, calib_mode="naive", calib_data=examples)


def test_a_mode_that_is_unknown(images: Model) -> None:
    with pytest.raises(mx.MXNetError, match="quantize mode"):
        images.quantize(quantize_mode="quick")
