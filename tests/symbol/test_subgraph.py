"""Operators that run a graph: those that MXNet's oneDNN back end writes into symbol files, and cached graphs.

The files ``fused-*`` and ``int8-*`` were written by MXNet 1.9.1; ``fused.npz`` holds what it computed with the networks
before fusion (``floats``) and with the quantized files (``levels``).
"""

from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd, sym
from mxnet.error import MXNetError

FIXTURES = Path(__file__).parent.parent / "fixtures"
# How far from the network of floats a result may be: a few levels of the widest range on the way.
LEVELS_AWAY = 0.03


@pytest.fixture(scope="module")
def numbers() -> dict[str, np.ndarray]:
    return dict(np.load(FIXTURES / "fused.npz"))


def block(kind: str, network: str) -> gluon.SymbolBlock:
    path = str(FIXTURES / f"{kind}-{network}")
    return gluon.SymbolBlock.imports(f"{path}-symbol.json", ["data"], f"{path}-0000.params")


@pytest.mark.parametrize("network", ["lenet", "residual", "attention"])
def test_fused_graphs_compute_what_the_plain_network_does(network: str, numbers: dict[str, np.ndarray]) -> None:
    got = block("fused", network)(nd.array(numbers[f"{network}_data"]))
    np.testing.assert_allclose(got.asnumpy(), numbers[f"{network}_floats"], rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("network", ["lenet", "residual", "attention"])
def test_quantized_graphs_are_within_quantization_error(network: str, numbers: dict[str, np.ndarray]) -> None:
    floats = numbers[f"{network}_floats"]
    reach = np.abs(floats).max()
    net = block("int8", network)
    got = net(nd.array(numbers[f"{network}_data"])).asnumpy()
    assert 0 < np.abs(got - floats).max() < LEVELS_AWAY * reach
    assert np.abs(got - numbers[f"{network}_levels"]).max() < LEVELS_AWAY * reach
    net.hybridize()
    np.testing.assert_allclose(net(nd.array(numbers[f"{network}_data"])).asnumpy(), got, rtol=1e-4, atol=1e-6)


def test_quantized_graphs_without_calibration_find_their_ranges(numbers: dict[str, np.ndarray]) -> None:
    got = block("int8-dynamic", "residual")(nd.array(numbers["residual_data"])).asnumpy()
    floats = numbers["residual_floats"]
    assert 0 < np.abs(got - floats).max() < 2 * LEVELS_AWAY * np.abs(floats).max()


def test_a_quantized_file_is_bound_by_a_module(numbers: dict[str, np.ndarray]) -> None:
    symbol, args, aux = mx.model.load_checkpoint(str(FIXTURES / "int8-residual"), 0)
    module = mx.mod.Module(symbol, label_names=None)
    module.bind(data_shapes=[("data", (8, 3, 10, 10))], for_training=False)
    module.set_params(args, aux)
    module.forward(mx.io.DataBatch([nd.array(numbers["residual_data"])]), is_train=False)
    got = module.get_outputs()[0].asnumpy()
    floats = numbers["residual_floats"]
    assert np.abs(got - floats).max() < LEVELS_AWAY * np.abs(floats).max()


def test_shapes_and_types_of_a_quantized_file_follow() -> None:
    symbol = sym.load(str(FIXTURES / "int8-residual-symbol.json"))
    shapes, out_shapes, aux_shapes = symbol.infer_shape(data=(8, 3, 10, 10))
    named = dict(zip(symbol.list_arguments(), shapes, strict=True))
    assert named["conv3_weight"] == (12, 8, 1, 1)
    assert named["fc_weight_quantize"] == (5, 12)
    assert named["fc_weight_quantize_min"] == (1,)
    assert out_shapes == [(8, 5)]
    assert set(aux_shapes) == {(8,)}
    types, out_types, _ = symbol.infer_type(data="float32")
    kinds = dict(zip(symbol.list_arguments(), types, strict=True))
    assert kinds["conv3_weight"] is np.float32
    assert kinds["fc_weight_quantize"] is np.int8
    assert out_types == [np.float32]
    inner = symbol.get_internals()
    found = dict(zip(inner.list_outputs(), inner.infer_type(data="float32")[1], strict=True))
    assert found["quantized_sg_mkldnn_conv_bn_add_act_2_output"] is np.uint8
    assert found["quantized_sg_mkldnn_conv_bn_add_act_2_output_min"] is np.float32


def test_a_fused_file_is_written_as_it_was_read() -> None:
    path = FIXTURES / "int8-lenet-symbol.json"
    assert sym.load(str(path)).tojson() == path.read_text()


def normalized() -> sym.Symbol:
    out = sym.Convolution(sym.var("data"), kernel=(3, 3), num_filter=2, no_bias=True, name="conv")
    return sym.BatchNorm(out, fix_gamma=False, name="bn") * 2


def test_a_cached_graph_is_one_operator_with_gradients_and_states() -> None:
    plain = normalized()
    cached = sym._internal._CachedOp(*[sym.var(n) for n in plain.list_inputs()], subgraph=plain.tojson(), name="whole")
    assert cached.list_arguments() == plain.list_arguments()
    assert cached.list_auxiliary_states() == plain.list_auxiliary_states()
    rng = np.random.default_rng(0)
    shapes, _, _ = plain.infer_shape(data=(2, 3, 5, 5))
    assert cached.infer_shape(data=(2, 3, 5, 5))[0] == shapes
    values = {n: rng.normal(size=s).astype("f") for n, s in zip(plain.list_arguments(), shapes, strict=True)}
    found = []
    for symbol in (plain, cached, sym.load_json(cached.tojson())):
        executor = symbol.simple_bind(mx.cpu(), data=(2, 3, 5, 5))
        for name, value in values.items():
            executor.arg_dict[name][:] = value
        executor.forward(is_train=True)
        executor.backward(nd.array(values["data"].sum() + np.arange(36).reshape(2, 2, 3, 3)))
        arrays = {**executor.grad_dict, **executor.aux_dict, "out": executor.outputs[0]}
        found.append({n: a.asnumpy() for n, a in arrays.items()})
    assert np.abs(found[0]["bn_moving_mean"]).max() > 0
    for other in found[1:]:
        for name, value in found[0].items():
            np.testing.assert_allclose(other[name], value, rtol=1e-5, atol=1e-4, err_msg=name)


def test_a_cached_graph_may_have_several_outputs() -> None:
    x = sym.var("x")
    cached = sym._internal._CachedOp(sym.var("y"), subgraph=sym.Group([x + 1, x * 3]).tojson())
    assert [o.asscalar() for o in cached.eval(y=nd.array([2]))] == [3, 6]


def test_a_graph_that_is_not_one_is_an_error() -> None:
    with pytest.raises(MXNetError, match="the subgraph of _CachedOp is not a symbol"):
        sym._internal._CachedOp(sym.var("y"), subgraph="{}")
    with pytest.raises(MXNetError, match="runs a graph"):
        nd._internal._sg_mkldnn_conv(nd.ones(1))


def nodes_recorded(limit: int) -> int:
    net = gluon.nn.HybridSequential()
    for _ in range(3):
        net.add(gluon.nn.Dense(10))
    net.initialize()
    net.hybridize(inline_limit=limit)
    with autograd.record():
        out = net(nd.zeros((1, 10)))
    return len(autograd.get_symbol(out).get_internals().list_outputs())


def test_only_small_graphs_are_written_out_in_what_autograd_recorded() -> None:
    assert (nodes_recorded(3), nodes_recorded(0)) == (10, 8)


def test_a_graph_with_several_outputs_runs_node_by_node() -> None:
    x = sym.var("x")
    pair = sym.Group([x + 1, x * 3])
    cached = sym._internal._CachedOp(sym.var("y", stype="row_sparse"), subgraph=pair.tojson())
    given = nd.array([[2]]).tostype("row_sparse")
    executor = cached.bind(mx.cpu(), {"y": given}, args_grad={"y": nd.zeros((1, 1))})
    executor.forward(is_train=True)
    assert [o.asscalar() for o in executor.outputs] == [3, 6]
    executor.backward([nd.ones((1, 1)), nd.ones((1, 1))])
    assert executor.grad_arrays[0].asscalar() == 4
