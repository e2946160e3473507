"""Several host devices for every test, so that code for many devices is really exercised."""

import os

os.environ.setdefault("JAX_NUM_CPU_DEVICES", "4")
os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("JAX_ENABLE_X64", "1")
os.environ.setdefault("MXNET_ENGINE_CACHE", "0")
# Whether the extra `fast` is installed makes no difference; `make test` runs some tests once more with it.
os.environ.setdefault("MXNET_MKLDNN_ENABLED", "0")
