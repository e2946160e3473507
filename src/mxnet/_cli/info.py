"""``mxnet info``: versions, devices, caches and settings."""

import argparse
import importlib.metadata
import os
import platform
import sys
from typing import Any

from mxnet._cli import cache
from mxnet._config import VARIABLES
from mxnet._programs.device import accelerators
from mxnet.context import num_gpus
from mxnet.libinfo import __version__

PACKAGES = (
    "mxnet-xla",
    "jax",
    "jaxlib",
    "numpy",
    "onnx",
    "opencv-python-headless",
    "pillow",
    "ray",
    "tensorboardX",
    "tqdm",
)


def add(words: Any) -> None:
    """Say what the word takes."""
    words.add_parser("info", help="versions, devices, caches, settings").set_defaults(run=run)


def run(_: argparse.Namespace) -> int:
    """Print them, as a bug report needs them."""
    print(f"mxnet {__version__}, Python {sys.version.split()[0]}, {platform.platform()}, {os.cpu_count()} processors")
    for name in PACKAGES:
        print(f"  {name}: {_version(name)}")
    names = [f"gpu({i}): {device.jax.device_kind}" for i, device in enumerate(accelerators())]
    print(f"devices: cpu(0){''.join(f', {n}' for n in names)}; mx.num_gpus() is {num_gpus()}")
    for part in cache.parts():
        print(part)
    settings = {name: os.environ[name] for name in VARIABLES if os.environ.get(name) and "SECRET" not in name}
    print(f"settings: {', '.join(f'{n}={v}' for n, v in settings.items()) or 'none is set'}")
    return 0


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"
