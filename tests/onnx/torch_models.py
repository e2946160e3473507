"""Networks that PyTorch exports, for ``test_torch.py``: run by themselves, this file prints the table.

python -m tests.onnx.torch_models [name ...]
"""

import importlib
import re
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

import mxnet as mx

VISION = """
    alexnet convnext_tiny densenet121 efficientnet_b0 efficientnet_v2_s googlenet inception_v3 maxvit_t mnasnet0_5
    mobilenet_v2 mobilenet_v3_small regnet_x_400mf regnet_y_400mf resnet18 resnet50 resnext50_32x4d shufflenet_v2_x0_5
    squeezenet1_1 swin_t swin_v2_t vgg11 vgg11_bn vit_b_32 wide_resnet50_2
""".split()  # noqa: SIM905
TIMM = """
    beit_base_patch16_224 cait_xxs24_224 coat_tiny convmixer_768_32 crossvit_tiny_240 deit_tiny_patch16_224 dla34
    dpn68 edgenext_xx_small efficientformer_l1 gcresnet33ts ghostnet_100 hardcorenas_a hrnet_w18_small levit_128s
    mixer_s32_224 mobilevit_xxs nf_resnet26 pit_ti_224 poolformer_s12 regnetx_002 repvgg_a0 res2net50_14w_8s
    resmlp_12_224 resnest14d rexnet_100 sebotnet33ts_256 tresnet_m xcit_nano_12_p16_224
""".split()  # noqa: SIM905

_LIBRARY = torch.library.Library("torchvision", "FRAGMENT")


def names() -> list[str]:
    return [*(f"torchvision/{name}" for name in VISION), *(f"timm/{name}" for name in TIMM)]


def load_torchvision() -> Any:
    """The package; where its compiled library does not go with this PyTorch, with declarations of what it would add.

    Networks that classify use none of those operators.
    """
    for _ in range(16):
        try:
            return importlib.import_module("torchvision")
        except RuntimeError as error:
            missing = re.search(r"operator torchvision::(\w+) does not exist", str(error))
            if missing is None:
                raise
            _LIBRARY.define(f"{missing[1]}(Tensor x) -> Tensor")
            for name in [n for n in sys.modules if n.split(".")[0] == "torchvision"]:
                del sys.modules[name]
    raise ImportError("torchvision")


def build(name: str) -> tuple[nn.Module, torch.Tensor]:
    """A network with random weights, none of them zeros alone, and an input."""
    net, x = _create(name)
    for parameter in net.parameters():
        if not parameter.abs().max():
            nn.init.normal_(parameter, std=0.02)
    return net, x


def _create(name: str) -> tuple[nn.Module, torch.Tensor]:
    torch.manual_seed(0)
    family, model = name.split("/")
    vision = load_torchvision()
    if family == "torchvision":
        more = {"init_weights": False} if model in ("googlenet", "inception_v3") else {}
        size = 299 if model == "inception_v3" else 224
        return vision.models.get_model(model, weights=None, **more).eval(), torch.rand(1, 3, size, size)
    net = importlib.import_module("timm").create_model(model, pretrained=False, exportable=True).eval()
    return net, torch.rand(1, *net.default_cfg["input_size"])


def difference(name: str, folder: Path) -> float:
    """How far the imported network is from PyTorch's own, in parts of the largest output."""
    net, x = build(name)
    with torch.no_grad():
        expected = net(x).numpy()
    path = folder / "net.onnx"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(net, (x,), str(path), dynamo=True, verbose=False)
    again = mx.contrib.onnx.import_to_gluon(path, ctx=mx.cpu())
    found = again(mx.nd.array(x.numpy())).asnumpy()
    return float(np.abs(found - expected).max() / np.abs(expected).max())


def main() -> None:
    right = 0
    chosen = sys.argv[1:] or names()
    for name in chosen:
        with tempfile.TemporaryDirectory() as folder:
            try:
                worst = difference(name, Path(folder))
                right += worst < 1e-3
                print(f"{name}: differs by {worst:.2g}", flush=True)
            except Exception as error:
                print(f"{name}: {type(error).__name__}: {str(error).splitlines()[0][:200]}", flush=True)
    print(f"{right} of {len(chosen)}")


if __name__ == "__main__":
    main()
