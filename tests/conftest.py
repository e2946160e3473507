"""Several host devices for every test, so that code for many devices is really exercised."""

import os

os.environ.setdefault("JAX_NUM_CPU_DEVICES", "4")
os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("JAX_ENABLE_X64", "1")
os.environ.setdefault("MXNET_ENGINE_CACHE", "0")
