"""The command ``mxnet``."""

import importlib.metadata
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import mxnet as mx
import mxnet_xla
from mxnet import _neighbours, nd
from mxnet._cli import cache
from mxnet._config import config
from mxnet.gluon.model_zoo.vision import squeezenet1_1
from mxnet_xla import doctor

SOURCE = Path(mx.__file__).parent.parent


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What the command prints, having succeeded."""
    assert mxnet_xla.main(arguments) == 0
    return capsys.readouterr().out


def test_both_ways_to_start_it() -> None:
    for module in ("mxnet", "mxnet_xla"):
        command = [sys.executable, "-m", module, "--help"]
        done = subprocess.run(command, capture_output=True, text=True, cwd=SOURCE, check=True)
        for word in "info doctor summary draw convert im2rec launch bench cache".split():  # noqa: SIM905
            assert f"\n    {word} " in done.stdout


def test_info(capsys: pytest.CaptureFixture[str]) -> None:
    text = run(capsys, "info")
    assert text.startswith(f"mxnet {mx.__version__}, Python 3.")
    assert f"jax: {importlib.metadata.version('jax')}" in text
    assert "devices: cpu(0)" in text
    assert "programs: " in text


# --- networks ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    """A small network's files, as ``export`` writes them."""
    net = mx.gluon.nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(mx.gluon.nn.Conv2D(2, 3, activation="relu"), mx.gluon.nn.Dense(4))
    net.initialize(mx.init.Normal())
    net.hybridize()
    net(nd.ones((1, 3, 8, 8)))
    net.export(str(tmp_path / "net"))
    return tmp_path


def test_summary_of_a_file_and_of_a_zoo_network(exported: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = run(capsys, "summary", str(exported / "net-symbol.json"), "--shape", "data=1,3,8,8")
    assert "net_conv0_fwd" in text
    assert "Total params: 348" in text
    assert "Total params: 1235496" in run(capsys, "summary", "squeezenet1.1")


def test_draw_writes_a_picture_or_its_text(exported: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("graphviz")
    target = exported / "net.svg"
    text = run(capsys, "draw", str(exported / "net-symbol.json"), "--shape", "1,3,8,8", "-o", str(target))
    written = Path(text.splitlines()[-1])
    assert written.stem == "net"
    assert "net_dense0_fwd" in written.read_text()


def test_convert_weights(exported: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = nd.load(str(exported / "net-0000.params"))
    files = [str(exported / f"net{suffix}") for suffix in (".safetensors", ".npz", ".params")]
    for before, after in zip([str(exported / "net-0000.params"), *files], files, strict=False):
        assert run(capsys, "convert", before, after) == f"{after}\n"
    again = nd.load(files[-1])
    assert isinstance(again, dict)
    assert isinstance(source, dict)
    assert again.keys() == source.keys()
    for name, array in source.items():
        np.testing.assert_array_equal(again[name].asnumpy(), array.asnumpy())


def test_convert_to_onnx_and_back(exported: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("onnx")
    source, target = str(exported / "net-symbol.json"), str(exported / "net.onnx")
    assert mxnet_xla.main(["convert", source, target]) == 1
    assert "write --shape data=1,3,224,224" in capsys.readouterr().err
    run(capsys, "convert", source, target, "--shape", "data=1,3,8,8")
    run(capsys, "convert", target, str(exported / "back"))
    run(capsys, "summary", target)
    x = nd.random.uniform(shape=(1, 3, 8, 8))
    nets = [
        mx.gluon.SymbolBlock.imports(str(exported / f"{n}-symbol.json"), ["data"], str(exported / f"{n}-0000.params"))
        for n in ("net", "back")
    ]
    np.testing.assert_allclose(nets[0](x).asnumpy(), nets[1](x).asnumpy(), rtol=1e-5)


def test_convert_pytorchs_weights(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    net = squeezenet1_1(classes=2)
    net.initialize(mx.init.Xavier())
    net.infer_shape(nd.zeros((1, 3, 224, 224)))
    for param in net.collect_params().values():
        param._finish_deferred_init()
    state = {f"model.{name}": p.data() for name, p in net._collect_params_with_prefix().items()}
    nd.save(str(tmp_path / "torch.npz"), state)
    target = str(tmp_path / "zoo.params")
    text = run(capsys, "convert", str(tmp_path / "torch.npz"), target, "--net", "squeezenet1.1", "--classes", "2")
    assert text.startswith("52 arrays taken, 0 missing, 0 not used")
    loaded = squeezenet1_1(classes=2)
    loaded.load_parameters(target)
    weights = [n.features[0].weight.data().asnumpy() for n in (net, loaded)]
    np.testing.assert_array_equal(*weights)


def test_what_is_wrong_is_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, text in (
        (["convert", "a.txt", "b.jpg"], "nothing is known that makes b.jpg of a.txt"),
        (["summary", "resnet17"], "Model resnet17 is not supported"),
        (["summary", str(tmp_path / "no-symbol.json")], "cannot read"),
        (["summary", "x-symbol.json", "--shape", "data=a"], "expected a name and lengths"),
    ):
        assert mxnet_xla.main(arguments) == 1
        assert text in capsys.readouterr().err


def test_other_tools_read_their_own_arguments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert mxnet_xla.main(["im2rec", str(tmp_path / "none"), str(tmp_path)]) == 1
    assert "Did not find" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        mxnet_xla.main(["launch", "--help"])
    assert "--launcher" in capsys.readouterr().out


def test_bench_names_what_it_measures(capsys: pytest.CaptureFixture[str]) -> None:
    text = run(capsys, "bench", "--net", "squeezenet1.1", "--batch", "1", "--steps", "2")
    assert "MLP, a training step of 64: " in text
    assert "squeezenet1.1, predictions in batches of 1: " in text


def test_caches_are_measured_and_cleared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cache, "config", SimpleNamespace(home=str(tmp_path), engine_cache="1"))
    for name in cache.KEPT:
        (tmp_path / name / "deep").mkdir(parents=True)
        (tmp_path / name / "deep" / "file").write_bytes(bytes(1 << 20))
    assert "models: 1.0 MiB in 1 files" in run(capsys, "cache")
    assert "programs: 1.0 MiB in 1 files" in run(capsys, "cache", "--clear", "programs")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["datasets", "models"]
    assert config.home  # the real one was left alone


# --- doctor -----------------------------------------------------------------------------------------------------------


def test_the_doctor_finds_nothing_here(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(SOURCE))
    monkeypatch.setattr(doctor, "check_gpu", lambda: doctor.Finding(doctor.GOOD, "not asked"))
    text = run(capsys, "doctor")
    assert "import mxnet works" in text
    assert text.endswith("no problem found\n")


class Installed(SimpleNamespace):
    """A distribution, as importlib.metadata shows it."""


def distributions(*names: str) -> list[Installed]:
    return [Installed(metadata={"Name": name}) for name in names]


def test_a_real_mxnet_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    others = distributions("numpy", "mxnet-xla", "mxnet-cu112", "MXNet", "mxnet_mkl", "mxnetic")
    monkeypatch.setattr(importlib.metadata, "distributions", lambda: others)
    assert doctor.real_mxnets() == ["MXNet", "mxnet-cu112", "mxnet_mkl"]
    found = doctor.check_real_mxnet()
    assert found.level == doctor.BAD
    assert "pip uninstall -y MXNet mxnet-cu112 mxnet_mkl && pip install --force-reinstall" in found.advice


def installed_copy(folder: Path) -> Path:
    """A folder of packages with some of our files, and the list of them that pip writes."""
    site = folder / "site-packages"
    record = []
    for name in ("mxnet/__init__.py", "mxnet/_config.py", "mxnet_xla/doctor.py"):
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text("# a file\n")
        record.append(f"{name},sha256=b1DJmlZg1fAUH8ErJXJgk9VYhWZ7gQbkRDaeJvH6yKg,9")
    info = site / "mxnet_xla-1.9.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mxnet-xla\nVersion: 1.9.2\nRequires-Dist: jax>=99\n")
    (info / "RECORD").write_text("\n".join(record) + "\n")
    return site


def test_files_that_an_uninstalled_mxnet_took_are_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import base64
    import hashlib

    site = installed_copy(tmp_path)
    digest = base64.urlsafe_b64encode(hashlib.sha256(b"# a file\n").digest()).rstrip(b"=").decode()
    record = site / "mxnet_xla-1.9.2.dist-info" / "RECORD"
    record.write_text(record.read_text().replace("b1DJmlZg1fAUH8ErJXJgk9VYhWZ7gQbkRDaeJvH6yKg", digest))
    ours = importlib.metadata.Distribution.at(site / "mxnet_xla-1.9.2.dist-info")
    monkeypatch.setattr(importlib.metadata, "distribution", lambda name: ours)
    assert doctor.check_files().text == "mxnet-xla 1.9.2: all 3 files are as installed"
    (site / "mxnet" / "_config.py").write_text("# another\n")
    assert "1 changed, such as mxnet/_config.py" in doctor.check_files().text
    (site / "mxnet" / "__init__.py").unlink()
    found = doctor.check_files()
    assert found.level == doctor.BAD
    assert "1 missing, such as mxnet/__init__.py" in found.text
    assert "--force-reinstall" in found.advice


def test_an_old_jax_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.metadata, "requires", lambda name: ["numpy", "jax>=99.1"])
    found = doctor.check_jax()
    assert (found.level, found.advice) == (doctor.BAD, "pip install --upgrade 'jax>=99.1'")


def test_a_gpu_without_a_plugin_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(doctor.shutil, "which", lambda name: "/usr/bin/nvidia-smi")
    assert doctor.check_gpu().advice == "pip install 'mxnet-xla[cuda13]'"
    assert doctor.check_codecs().advice == "pip install 'mxnet-xla[vision]'"


def test_an_import_that_fails_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mxnet").mkdir()  # what is left of a package whose __init__.py is gone
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(doctor.sys, "executable", sys.executable)
    (tmp_path / "mxnet" / "__init__.py").write_text("raise RuntimeError('broken')\n")
    found = doctor.check_import()
    assert found.level == doctor.BAD
    assert "RuntimeError: broken" in found.text


def test_importing_beside_a_real_mxnet_warns(tmp_path: Path) -> None:
    site = installed_copy(tmp_path)
    _neighbours.warn_of_real_mxnet(str(site / "mxnet" / "__init__.py"))  # nothing to warn of
    (site / "mxnet_cu112-1.9.1.dist-info").mkdir()
    (site / "mxnet-1.9.1.dist-info").mkdir()
    with pytest.warns(UserWarning, match=r"mxnet-1.9.1.*, mxnet_cu112-1.9.1.* is in .* beside mxnet-xla"):
        _neighbours.warn_of_real_mxnet(str(site / "mxnet" / "__init__.py"))
