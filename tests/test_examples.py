"""Every example runs, small."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import mxnet as mx

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
SMALL = {
    "linear_regression": [],
    "mnist_mlp": ["--epochs", "1"],
    "lenet": ["--epochs", "1", "--samples", "640"],
    "multi_device": ["--epochs", "1", "--devices", "2"],
    "fine_tuning": ["--samples", "320", "--few", "64", "--epochs", "2"],
    "lstm_language_model": ["--epochs", "2"],
    "distributed": ["--epochs", "1"],
}
SHOWN = {
    "linear_regression": "should be",
    "mnist_mlp": "the same predictions",
    "lenet": "test accuracy 0.",
    "multi_device": "the devices hold the same parameters",
    "fine_tuning": "fine-tuned:   0.",
    "lstm_language_model": "this is the ",
    "distributed": "with 1 worker(s)",
}
HELPERS = {"digits", "pictures"}


def test_none_is_forgotten() -> None:
    assert {p.stem for p in EXAMPLES.glob("*.py")} - HELPERS == set(SMALL)


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_it_runs(name: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / f"{name}.py"), *SMALL[name]],
        cwd=tmp_path,
        env={
            **{k: v for k, v in os.environ.items() if not k.startswith("JAX_NUM")},
            "PYTHONPATH": os.pathsep.join([str(Path(mx.__file__).parent.parent), os.environ.get("PYTHONPATH", "")]),
            "MXNET_HOME": str(tmp_path / "home"),
            "JAX_PLATFORMS": "cpu",
        },
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert SHOWN[name] in done.stdout
    if name == "mnist_mlp":
        assert (tmp_path / "demo" / "mnist_mlp.params").exists()
        drawn = {p.name for p in (tmp_path / "demo").glob("*.png")}
        there = importlib.util.find_spec("matplotlib") is not None
        assert drawn == ({"network.png", "learning.png", "predictions.png"} if there else set())


@pytest.mark.slow
def test_fine_tuning_helps_and_repeats(tmp_path: Path) -> None:
    command = [sys.executable, str(EXAMPLES / "fine_tuning.py")]
    env = {
        **os.environ,
        "PYTHONPATH": str(Path(mx.__file__).parent.parent),
        "MXNET_HOME": str(tmp_path),
        "JAX_PLATFORMS": "cpu",
    }
    first, second = (subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout for _ in "ab")
    assert first == second
    scratch, tuned = re.findall(r"(?:scratch|fine-tuned): +([0-9.]+) right", first)
    assert float(tuned) > float(scratch) + 0.01


def test_the_picture_of_a_network_shows_shapes() -> None:
    pytest.importorskip("matplotlib")
    place = importlib.util.spec_from_file_location("pictures", EXAMPLES / "pictures.py")
    assert place is not None
    assert place.loader is not None
    pictures = importlib.util.module_from_spec(place)
    place.loader.exec_module(pictures)
    symbol = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=4, name="fc")
    sizes = pictures.result_shapes(symbol, {"data": (2, 3)})
    assert sizes["fc"] == (2, 4)
    node = {"op": "FullyConnected", "name": "fc", "attrs": {"num_hidden": "4"}}
    assert pictures.text_of(node, sizes) == "FullyConnected 4\nfc\n2 x 4"
