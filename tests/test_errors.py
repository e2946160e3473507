"""What a user sees of an error: where it happened, in which layer, and how much of us stands in between."""

import traceback
from collections.abc import Callable
from pathlib import Path

import pytest

import mxnet as mx
from mxnet import nd
from mxnet.gluon import nn

PACKAGE = str(Path(mx.__file__).parent)


def frames(error: BaseException) -> tuple[int, int]:
    """How many frames of a traceback are the user's, and how many ours."""
    ours = [f.filename.startswith(PACKAGE) for f in traceback.extract_tb(error.__traceback__)]
    return ours.count(False), ours.count(True)


def mlp(hybridized: bool = False) -> nn.HybridSequential:
    """Two layers, of which the second does not fit."""
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Dense(3, in_units=4), nn.Dense(3, in_units=7))
    net.initialize()
    if hybridized:
        net.hybridize()
    return net


def bind_wrongly() -> None:
    fc = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc")
    mx.mod.Module(fc, label_names=None).bind([("data", (2, 3))], shared_module=None, grad_req="nonsense")


def forward_wrongly() -> None:
    fc = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc")
    mod = mx.mod.Module(fc, label_names=None)
    mod.bind([("data", (2, 3))])
    mod.init_params()
    mod.forward(mx.io.DataBatch([nd.ones((2, 4))]))


MISTAKES = {
    "an operator": lambda: nd.dot(nd.ones((2, 3)), nd.ones((2, 3))),
    "a method": lambda: nd.ones((2, 3)).slice_axis(axis=5, begin=0, end=1),
    "a sign": lambda: nd.ones((2, 3)) + nd.ones((2, 4)),
    "an argument": lambda: nd.Convolution(nd.ones((1, 1, 4, 4)), kernl=(3, 3)),
    "a symbol": lambda: mx.sym.Convolution(mx.sym.var("x"), kernl=(3, 3)),
    "a network": lambda: mlp()(nd.ones((2, 4))),
    "a graph": lambda: mlp(hybridized=True)(nd.ones((2, 4))),
    "a module": forward_wrongly,
}


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES)
def test_a_traceback_has_few_frames_of_ours(mistake: Callable[[], object]) -> None:
    with pytest.raises(mx.MXNetError) as raised:
        mistake()
    users, ours = frames(raised.value)
    assert users == 2
    assert 1 <= ours <= 3


def test_the_frames_of_a_users_layer_stay() -> None:
    class Mine(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, x):  # type: ignore[no-untyped-def,override]
            return F.dot(x, x)

    net = nn.HybridSequential()
    net.add(Mine(prefix="mine_"))
    with pytest.raises(mx.MXNetError, match=r"layer: Mine 'mine'") as raised:
        net(nd.ones((2, 3)))
    names = [f.name for f in traceback.extract_tb(raised.value.__traceback__)]
    assert names == ["test_the_frames_of_a_users_layer_stay", "__call__", "hybrid_forward", "function"]


def test_all_frames_can_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXNET_FULL_TRACEBACK", "1")
    with pytest.raises(mx.MXNetError) as raised:
        mlp()(nd.ones((2, 4)))
    assert frames(raised.value)[1] > 8


def test_an_error_of_the_users_own_keeps_every_frame() -> None:
    class Mine(mx.gluon.Block):
        def forward(self, x):  # type: ignore[no-untyped-def,override]
            return {}["missing"]

    net = nn.Sequential()
    net.add(Mine())
    with pytest.raises(KeyError) as raised:
        net(nd.ones((2,)))
    assert [f.name for f in traceback.extract_tb(raised.value.__traceback__)][1:] == [
        "__call__",
        "forward",
        "__call__",
        "forward",
    ]


def test_an_error_names_the_layer() -> None:
    with pytest.raises(mx.MXNetError, match=r"FullyConnected.*\n.*\n  layer: Dense 'net_dense1'$"):
        mlp()(nd.ones((2, 4)))
    with pytest.raises(mx.MXNetError, match="Error in operator net_dense1_fwd"):
        mlp(hybridized=True)(nd.ones((2, 4)))


@pytest.mark.parametrize("hybridized", [False, True])
@pytest.mark.parametrize(("layer", "axes"), [(nn.Conv2D, "4D in NCHW"), (nn.Conv2DTranspose, "4D in NCHW")])
def test_flat_data_for_a_convolution(layer: type, axes: str, hybridized: bool) -> None:
    net = layer(3, 3, prefix="conv_")
    net.initialize()
    if hybridized:
        net.hybridize()
    with pytest.raises(ValueError, match=f"Deferred initialization failed.*Input data should be {axes}"):
        net(nd.ones((2, 784)))


def test_flat_data_for_a_symbol() -> None:
    net = mx.sym.Convolution(mx.sym.var("data"), kernel=(3, 3), num_filter=2, name="conv")
    with pytest.raises(mx.MXNetError, match="Error in operator conv: Convolution: Input data should be 4D"):
        net.infer_shape(data=(2, 784))


def test_a_wrong_file_is_told_with_whole_names(tmp_path: Path) -> None:
    file = str(tmp_path / "other.params")
    nd.save(file, {"some_weight": nd.ones((3, 4))})
    net = nn.HybridSequential(prefix="a_long_prefix_indeed_")
    net.add(nn.Dense(3, in_units=4, prefix="short_"))
    with pytest.raises(AssertionError, match=r"Parameter 'short_weight' is missing .* parameters: 'some_weight'\."):
        net.load_parameters(file)
