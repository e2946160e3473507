"""Networks of the model zoo: MXNet's graphs and parameters, and files of trained ones."""

import hashlib
import json
import zipfile
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon.model_zoo import model_store, vision
from tests.gluon.graphs import MODELS, model_graph

HERE = Path(__file__).parent


@pytest.mark.parametrize("name", MODELS)
def test_graphs_and_parameters_are_those_of_mxnet(name: str) -> None:
    expected = json.loads((HERE / "graphs_oracle.json").read_text())["models"]
    assert model_graph(mx, name) == expected[name]


def test_a_network_that_mxnet_wrote_reads_and_computes() -> None:
    fixtures = HERE.parent / "fixtures"
    net = vision.mobilenet0_25(classes=10, prefix="mobilenet0_")
    arrays = nd.load(str(fixtures / "mobilenet0.25-0000.params"))
    assert {k.split(":")[1] for k in arrays} == set(net.collect_params())
    net.load_parameters(str(fixtures / "mobilenet0.25-0000.params"))
    block = gluon.SymbolBlock.imports(
        str(fixtures / "mobilenet0.25-symbol.json"), ["data"], str(fixtures / "mobilenet0.25-0000.params")
    )
    x = nd.array(np.random.default_rng(0).normal(size=(1, 3, 32, 32)))
    np.testing.assert_allclose(net(x).asnumpy(), block(x).asnumpy(), rtol=1e-4, atol=1e-5)


def test_other_numbers_of_classes_and_small_images() -> None:
    net = vision.get_resnet(2, 18, classes=7, thumbnail=True)
    net.initialize()
    assert net(nd.ones((2, 3, 16, 16))).shape == (2, 7)
    assert vision.get_model("VGG11", classes=3).output._units == 3
    with pytest.raises(ValueError, match="resnet18_v1"):
        vision.get_model("resnet17")
    with pytest.raises(AssertionError, match="18, 34, 50"):
        vision.get_resnet(1, 17)
    with pytest.raises(AssertionError, match=r"1\.0 or 1\.1"):
        vision.SqueezeNet("2.0")


def archive(folder: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """A trained SqueezeNet in a repository of files."""
    net = vision.squeezenet1_1(classes=3)
    net.initialize()
    net(nd.ones((1, 3, 224, 224)))
    net.save_parameters(str(folder / "net.params"))
    content = (folder / "net.params").read_bytes()
    monkeypatch.setitem(model_store._model_sha1, "squeezenet1.1", hashlib.sha1(content).hexdigest())
    name = f"squeezenet1.1-{model_store.short_hash('squeezenet1.1')}"
    place = folder / "repo" / "gluon" / "models"
    place.mkdir(parents=True)
    with zipfile.ZipFile(place / f"{name}.zip", "w") as file:
        file.writestr(f"{name}.params", content)
    return content


def test_files_of_trained_networks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = archive(tmp_path, monkeypatch)
    root, name = tmp_path / "models", f"squeezenet1.1-{model_store.short_hash('squeezenet1.1')}.params"

    def fetch(url: str, path: str, overwrite: bool, retries: int) -> str:
        source = tmp_path / "repo" / url.split("repo.example/")[1]
        Path(path).write_bytes(source.read_bytes())
        return path

    monkeypatch.setenv("MXNET_GLUON_REPO", "https://repo.example/")
    monkeypatch.setattr(model_store, "download", fetch)
    assert model_store.get_model_file("squeezenet1.1", root=str(root)) == str(root / name)
    assert [p.name for p in root.iterdir()] == [name]
    (root / name).write_bytes(b"broken")
    net = vision.squeezenet1_1(pretrained=True, root=str(root), classes=3)
    assert (root / name).read_bytes() == content
    assert net(nd.ones((1, 3, 224, 224))).shape == (1, 3)
    model_store.purge(str(root))
    assert not list(root.iterdir())


def test_the_error_says_which_file_to_put_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fetch(url: str, path: str, overwrite: bool, retries: int) -> str:
        raise OSError("no network")

    monkeypatch.setattr(model_store, "download", fetch)
    with pytest.raises(RuntimeError, match=r"resnet50_v1-0aee57f9\.params") as caught:
        vision.resnet50_v1(pretrained=True, root=str(tmp_path))
    assert str(tmp_path) in str(caught.value) and "no network" in str(caught.value)
    with pytest.raises(ValueError, match="not available"):
        model_store.get_model_file("resnet17", root=str(tmp_path))
