"""Several host devices for every test, so that code for many devices is really exercised.

``tests/gpu`` by itself runs with the devices of the machine, and skips its tests where there is no GPU.
"""

import os
import sys
from pathlib import Path

GPU = Path(__file__).resolve().parent / "gpu"
_asked = [Path(argument.partition("::")[0]).resolve() for argument in sys.argv[1:] if not argument.startswith("-")]
_asked = [path for path in _asked if path.exists()]

if not _asked or not all(GPU in (path, *path.parents) for path in _asked):
    os.environ.setdefault("JAX_NUM_CPU_DEVICES", "4")
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("JAX_ENABLE_X64", "1")
os.environ.setdefault("MXNET_ENGINE_CACHE", "0")
# Whether the extra `fast` is installed makes no difference; `make test` runs some tests once more with it.
os.environ.setdefault("MXNET_MKLDNN_ENABLED", "0")
