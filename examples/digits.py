"""Handwritten digits for the examples: all of MNIST where it is, else the few thousand that come with the package."""

from pathlib import Path

import mxnet as mx
from mxnet.gluon.data.vision import MNIST

FULL = Path(mx.base.data_dir()) / "datasets" / "mnist"
SHIPPED = Path(mx.__file__).parent / "gluon" / "data" / "vision" / "digits"


def root() -> str:
    """The folder that the digits are in."""
    names = [
        f"{part}-ubyte" for part in ("train-images-idx3", "train-labels-idx1", "t10k-images-idx3", "t10k-labels-idx1")
    ]
    whole = all((FULL / name).exists() or (FULL / f"{name}.gz").exists() for name in names)
    return str(FULL if whole else SHIPPED)


def load(transform=None) -> tuple[MNIST, MNIST]:
    """The digits to train with and to test with."""
    return MNIST(root(), train=True, transform=transform), MNIST(root(), train=False, transform=transform)
