"""Networks in files: MXNet's own, and back again."""

import json
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn
from tests.gluon.networks import lenet, mlp

FIXTURES = Path(__file__).parent.parent / "fixtures"


def test_a_network_of_mxnet_loads_and_gives_its_numbers() -> None:
    net = lenet()
    net.load_parameters(str(FIXTURES / "lenet.params"))
    known = np.load(FIXTURES / "lenet.npz")
    np.testing.assert_allclose(net(nd.array(known["data"])).asnumpy(), known["out"], rtol=1e-4, atol=1e-5)
    net.hybridize()
    np.testing.assert_allclose(net(nd.array(known["data"])).asnumpy(), known["out"], rtol=1e-4, atol=1e-5)


@mx.util.use_np
def test_a_network_written_outside_numpys_semantics_loads_under_them() -> None:
    net = lenet()
    net.load_parameters(str(FIXTURES / "lenet.params"))
    known = np.load(FIXTURES / "lenet.npz")
    out = net(mx.np.array(known["data"]))
    assert type(net[0].weight.data()) is type(out) is mx.np.ndarray
    np.testing.assert_allclose(out.asnumpy(), known["out"], rtol=1e-4, atol=1e-5)
    with pytest.raises(mx.MXNetError, match="np shape semantics"):
        mx.npx.load(str(FIXTURES / "lenet.params"))


def test_what_export_writes_loads_into_the_same_network() -> None:
    net = lenet()
    net.load_parameters(str(FIXTURES / "lenet-0003.params"))
    known = np.load(FIXTURES / "lenet.npz")
    np.testing.assert_allclose(net(nd.array(known["data"])).asnumpy(), known["out"], rtol=1e-4, atol=1e-5)


def test_export_writes_what_mxnet_wrote(tmp_path: Path) -> None:
    net = lenet()
    net.initialize()
    with pytest.raises(RuntimeError, match=r"first call block.hybridize\(\)"):
        net.export(str(tmp_path / "lenet"))
    net.hybridize()
    net(nd.array(np.load(FIXTURES / "lenet.npz")["data"]))
    net.load_parameters(str(FIXTURES / "lenet.params"))
    net.export(str(tmp_path / "lenet"), epoch=3)
    ours, theirs = ((d / "lenet-symbol.json").read_text() for d in (tmp_path, FIXTURES))
    assert ours == theirs
    written, known = (nd.load(str(d / "lenet-0003.params")) for d in (tmp_path, FIXTURES))
    assert list(written) == list(known)
    for name, array in known.items():
        np.testing.assert_array_equal(written[name].asnumpy(), array.asnumpy())


@pytest.mark.parametrize(("name", "epoch"), [("lenet", 3), ("lm", 0)])
def test_models_of_mxnet_import_as_blocks(name: str, epoch: int) -> None:
    net = gluon.SymbolBlock.imports(
        str(FIXTURES / f"{name}-symbol.json"), "data", str(FIXTURES / f"{name}-{epoch:04d}.params")
    )
    known = np.load(FIXTURES / f"{name}.npz")
    np.testing.assert_allclose(net(nd.array(known["data"])).asnumpy(), known["out"], rtol=1e-4, atol=1e-5)


def test_importing_without_parameters_defers_them() -> None:
    net = gluon.SymbolBlock.imports(str(FIXTURES / "lenet-symbol.json"), ["data"])
    net.initialize()
    assert net(nd.ones((1, 1, 28, 28))).shape == (1, 10)
    assert net.params["lenet_conv0_weight"].shape == (6, 1, 5, 5)


def test_every_way_of_saving_loads(tmp_path: Path) -> None:
    net = mlp(prefix="net_")
    net.initialize()
    x = nd.ones((2, 5))
    wanted = net(x).asnumpy()
    by_attribute, by_name, whole = (str(tmp_path / f"{n}.params") for n in ("attribute", "name", "whole"))
    net.save_parameters(by_attribute)
    with pytest.warns(UserWarning, match="save_params is deprecated"):
        net.save_params(by_name)
    net.collect_params().save(whole)
    net.hybridize()
    net(x)
    net.export(str(tmp_path / "exported"))
    assert sorted(nd.load(by_attribute))[:2] == ["0.bias", "0.weight"]
    assert sorted(nd.load(by_name))[:2] == ["dense0_bias", "dense0_weight"]
    for file in (by_attribute, by_name, whole, str(tmp_path / "exported-0000.params")):
        other = mlp(prefix="net_")
        other.load_parameters(file)
        np.testing.assert_allclose(other(x).asnumpy(), wanted, rtol=1e-5)
    with pytest.warns(UserWarning, match="load_params is deprecated"):
        mlp(prefix="other_").load_params(by_name)


def test_missing_and_extra_parameters(tmp_path: Path) -> None:
    file = str(tmp_path / "p.params")
    net = mlp(in_units=5)
    net.initialize()
    net.save_parameters(file)
    shorter, longer = mlp(in_units=5)[:2], mlp(in_units=5)
    longer.add(nn.Dense(3, in_units=4))
    with pytest.raises(ValueError, match=r"Parameter '2.weight' loaded from file .* is not present"):
        shorter.load_parameters(file)
    shorter.load_parameters(file, ignore_extra=True)
    with pytest.raises(AssertionError, match=r"Parameter '3.weight' is missing in file"):
        longer.load_parameters(file)
    longer.load_parameters(file, allow_missing=True)
    np.testing.assert_array_equal(longer[0].weight.data().asnumpy(), net[0].weight.data().asnumpy())
    nd.save(file, [nd.ones((1,))])
    with pytest.raises(ValueError, match="list of arrays without names"):
        net.load_parameters(file)


def test_types_are_kept_cast_or_taken_over(tmp_path: Path) -> None:
    file = str(tmp_path / "p.params")
    net = mlp(in_units=5)
    net.initialize()
    net.cast("float16")
    net.save_parameters(file)
    other = mlp()
    with pytest.raises(AssertionError, match="Set cast_dtype=True"):
        other.load_parameters(file)
    other.load_parameters(file, cast_dtype=True)
    assert other[0].weight.data().dtype == np.float32
    other.load_parameters(file, cast_dtype=True, dtype_source="saved")
    assert other[0].weight.data().dtype == np.float16


def test_shared_parameters_are_saved_once_if_wished(tmp_path: Path) -> None:
    def make() -> nn.HybridSequential:
        net = nn.HybridSequential()
        net.add(nn.Dense(3, in_units=3))
        net.add(nn.Dense(3, in_units=3, params=net[0].params))
        return net

    net, file = make(), str(tmp_path / "p.params")
    net.initialize()
    net.save_parameters(file)
    assert len(nd.load(file)) == 4
    net.save_parameters(file, deduplicate=True)
    assert len(nd.load(file)) == 2
    other = make()
    other.load_parameters(file)
    np.testing.assert_array_equal(other[0].weight.data().asnumpy(), net[0].weight.data().asnumpy())


def test_parameters_load_onto_contexts(tmp_path: Path) -> None:
    file = str(tmp_path / "p.params")
    net = mlp(in_units=5)
    net.initialize(ctx=[mx.cpu(0), mx.cpu(1)])
    net.save_parameters(file)
    other = mlp()
    other.load_parameters(file, ctx=[mx.cpu(1), mx.cpu(2)])
    assert other.collect_params().list_ctx() == [mx.cpu(1), mx.cpu(2)]
    assert other(nd.ones((1, 5), ctx=mx.cpu(2))).context == mx.cpu(2)


def test_symbol_blocks_share_and_extract() -> None:
    net = mlp(prefix="net_")
    net.initialize()
    x = mx.sym.var("data")
    internals = net(x).get_internals()
    features = gluon.SymbolBlock(
        [internals["net_dense0_relu_fwd_output"], internals["net_dense1_fwd_output"]], x, params=net.collect_params()
    )
    first, second = features(nd.ones((2, 5)))
    assert [first.shape, second.shape] == [(2, 16), (2, 16)]
    np.testing.assert_allclose(first.asnumpy(), net[0](nd.ones((2, 5))).asnumpy(), rtol=1e-6)
    assert features.params["net_dense0_weight"] is net[0].weight
    assert str(features).splitlines()[1].endswith(": 1 -> 2")


def test_symbol_blocks_take_symbols() -> None:
    data = mx.sym.var("data")
    block = gluon.SymbolBlock(mx.sym.FullyConnected(data, num_hidden=2, name="fc"), data)
    out = block(mx.sym.var("other") * 2)
    assert out.list_arguments() == ["other", "fc_weight", "fc_bias"]
    with pytest.raises(AssertionError, match="is an output of operators"):
        gluon.SymbolBlock(data + 1, data * 2)
    with pytest.raises(AssertionError, match="storage type is 'row_sparse'"):
        gluon.SymbolBlock(mx.sym.dot(data, mx.sym.var("w", stype="row_sparse")), data)


def test_symbol_blocks_keep_batch_norm_in_float32() -> None:
    net = gluon.SymbolBlock.imports(str(FIXTURES / "lenet-symbol.json"), ["data"], str(FIXTURES / "lenet-0003.params"))
    net.cast("float16")
    assert net.params["lenet_conv0_weight"].data().dtype == np.float16
    assert net.params["lenet_batchnorm0_gamma"].data().dtype == np.float32
    net.reset_ctx([mx.cpu(1)])
    assert net.collect_params().list_ctx() == [mx.cpu(1)]


def test_whole_models_come_back_with_their_graphs(tmp_path: Path) -> None:
    class Chain(gluon.Block):
        def __init__(self) -> None:
            super().__init__()
            self.inner = mlp(prefix="")
            self.last = nn.Dense(2)

        def forward(self, x: nd.NDArray) -> nd.NDArray:
            return self.last(self.inner(x))

    net, prefix = Chain(), str(tmp_path / "model")
    net.initialize()
    net.hybridize()
    x = nd.ones((1, 3))
    wanted = net(x).asnumpy()
    net.save(prefix)
    other = Chain()
    other.load(prefix)
    np.testing.assert_allclose(other(x).asnumpy(), wanted, rtol=1e-6)
    described = json.loads(Path(f"{prefix}-model.json").read_text())
    assert described["chain0"]["hybridsequential1"]["hybridized"]
    with pytest.raises(ValueError, match="load into a block of the same structure"):
        mlp().load(prefix)
