"""Networks of torchvision and timm that PyTorch exports, where those packages are."""

import importlib
import importlib.util
from pathlib import Path

import pytest

PACKAGES = ("torch", "torchvision", "timm", "onnxscript")
MISSING = [name for name in PACKAGES if importlib.util.find_spec(name) is None]

if MISSING:
    pytest.skip(f"not installed: {', '.join(MISSING)}", allow_module_level=True)

models = importlib.import_module("tests.onnx.torch_models")


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", models.names())
def test_a_network_of_pytorch(name: str, tmp_path: Path) -> None:
    assert models.difference(name, tmp_path) < 1e-3
