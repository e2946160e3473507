"""Weights of PyTorch's networks in ours. What PyTorch would write is made here, from a network's own structure."""

from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd
from mxnet.contrib.torch import load_state_dict
from mxnet.gluon import nn
from mxnet.gluon.model_zoo import model_store
from mxnet.gluon.model_zoo.vision import resnet18_v1, resnet50_v1

WORDS = {"gamma": "weight", "beta": "bias"}


def trained(net: mx.gluon.HybridBlock, size: int = 32) -> mx.gluon.HybridBlock:
    """A network with random values everywhere, running statistics too."""
    net.initialize(mx.init.Xavier())
    net.infer_shape(nd.zeros((1, 3, size, size)))
    rng = np.random.default_rng(0)
    for param in net.collect_params().values():
        param._finish_deferred_init()
        param.set_data(nd.array(rng.uniform(0.5, 1, param.shape)))
    return net


def as_torch(net: mx.gluon.HybridBlock) -> dict[str, np.ndarray]:
    """The state dictionary that a PyTorch network of the same layers would have: other names, the same order."""
    state: dict[str, np.ndarray] = {}
    for name, param in net._collect_params_with_prefix().items():
        module, _, kind = name.rpartition(".")
        state[f"stages.{module}.{WORDS.get(kind, kind)}"] = param.data().asnumpy()
        if kind == "running_var":
            state[f"stages.{module}.num_batches_tracked"] = np.array(7)
    return state


def small() -> nn.HybridSequential:
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3, padding=1), nn.BatchNorm(), nn.Conv2D(4, 3, padding=1), nn.BatchNorm(), nn.Flatten())
    net.add(nn.Dense(5))
    return net


def test_layers_are_found_by_structure() -> None:
    source = trained(small(), 8)
    net = small()
    report = load_state_dict(net, as_torch(source), input_shape=(1, 3, 8, 8))
    assert report.matched["1.gamma"] == "stages.1.weight"
    assert report.matched["3.running_var"] == "stages.3.running_var"
    assert len(report.matched) == 14
    assert report.zero == report.missing == report.unused == report.guessed == []
    for ours, theirs in zip(net.collect_params().values(), source.collect_params().values(), strict=True):
        np.testing.assert_array_equal(ours.data().asnumpy(), theirs.data().asnumpy())


def test_a_zoo_network_from_a_file(tmp_path: Path) -> None:
    source = trained(resnet18_v1(classes=3))
    state = {k: nd.array(v) for k, v in as_torch(source).items() if "tracked" not in k}
    file = str(tmp_path / "weights.safetensors")
    nd.save(file, dict(sorted(state.items())))  # sorted by name, as the format's own library writes them
    net = resnet18_v1(classes=3)
    report = load_state_dict(net, file, input_shape=(1, 3, 32, 32))
    x = nd.random.uniform(shape=(1, 3, 32, 32))
    np.testing.assert_allclose(net(x).asnumpy(), source(x).asnumpy(), rtol=1e-5)
    assert "arrays taken, 0 missing, 0 not used" in str(report)


def test_a_bottleneck_gets_its_stride_where_pytorch_has_it() -> None:
    source = trained(resnet50_v1(classes=2))
    state = {k: v for k, v in as_torch(source).items() if v.ndim != 1 or "body.0.bias" not in k}
    net = resnet50_v1(classes=2)
    report = load_state_dict(net, state, input_shape=(1, 3, 64, 64))
    assert len(report.changed) == 3
    assert len(report.zero) == 16
    body = net.features[5][0].body
    assert (body[0]._kwargs["stride"], body[3]._kwargs["stride"]) == ((1, 1), (2, 2))
    assert load_state_dict(net, state).changed == []


def test_what_does_not_fit_is_told() -> None:
    state = as_torch(trained(small(), 8))
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3, padding=1), nn.BatchNorm(), nn.Flatten(), nn.Dense(7))
    with pytest.raises(
        mx.MXNetError, match=r"(?s)do not fit HybridSequential.*3\.weight is missing.*same number of cl"
    ):
        load_state_dict(net, state, input_shape=(1, 3, 8, 8))
    assert not net[0].weight._data
    report = load_state_dict(net, state, input_shape=(1, 3, 8, 8), allow_missing=True, ignore_extra=True)
    assert report.missing == ["3.weight", "3.bias"]
    assert "stages.5.weight" in report.unused


def test_an_order_that_names_do_not_tell_is_no_order() -> None:
    source = trained(small(), 8)
    renamed = {
        k.replace("stages.0.", "second.").replace("stages.2.", "first."): v
        for k, v in as_torch(source).items()
        if "tracked" not in k
    }
    layers = nn.HybridSequential()
    layers.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))
    state = {
        f"{name}.{kind}": np.ones((3, 3) if kind == "weight" else 3) for name in "ab" for kind in ("bias", "weight")
    }
    with pytest.raises(mx.MXNetError, match=r"order is lost: a\.bias and b\.bias"):
        load_state_dict(layers, state)
    assert load_state_dict(layers, state, trust_names=True).guessed
    assert load_state_dict(small(), renamed, input_shape=(1, 3, 8, 8)).guessed == []


def test_a_pickle_needs_pytorch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "torch", None)
    with pytest.raises(mx.MXNetError, match=r"which only PyTorch reads.*safetensors"):
        load_state_dict(small(), str(tmp_path / "weights.pth"))


# --- pretrained=True --------------------------------------------------------------------------------------------------


def test_every_mirror_is_asked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def away(url: str, **_: object) -> str:
        asked.append(url)
        raise OSError("no network")

    monkeypatch.setenv("MXNET_GLUON_REPO", "https://one.example/, https://two.example/mirror")
    monkeypatch.setattr(model_store, "download", away)
    monkeypatch.setitem(__import__("sys").modules, "huggingface_hub", None)
    with pytest.raises(RuntimeError, match=r"one\.example.*no network.*two\.example.*MXNET_GLUON_REPO.*contrib\.torch"):
        resnet18_v1(pretrained=True, root=str(tmp_path))
    assert [u.split("/gluon")[0] for u in asked] == ["https://one.example", "https://two.example/mirror"]


def test_the_hub_is_asked_where_its_client_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = trained(resnet18_v1())
    file = str(tmp_path / "model.safetensors")
    nd.save(file, {k: nd.array(v) for k, v in sorted(as_torch(source).items()) if "tracked" not in k})
    asked: list[tuple[str, str]] = []

    class Client:
        @staticmethod
        def hf_hub_download(repository: str, name: str) -> str:
            asked.append((repository, name))
            return file

    def away(url: str, **_: object) -> str:
        raise OSError("no network")

    monkeypatch.setattr(model_store, "download", away)
    monkeypatch.setitem(__import__("sys").modules, "huggingface_hub", Client)
    net = resnet18_v1(pretrained=True, root=str(tmp_path))
    assert asked == [("timm/resnet18.tv_in1k", "model.safetensors")]
    np.testing.assert_array_equal(net.output.bias.data().asnumpy(), source.output.bias.data().asnumpy())
