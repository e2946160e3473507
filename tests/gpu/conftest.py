"""Tests that compare a GPU with the host; without a GPU they are skipped.

    python -m pytest tests/gpu

``GPU_TESTS_ON=cpu`` lets the host stand in for the GPU, to see that the tests themselves run.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import jax
import pytest

import mxnet as mx

HERE = Path(__file__).parent
STANDS_IN = os.environ.get("GPU_TESTS_ON") == "cpu"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    missing = not STANDS_IN and mx.context.num_gpus() == 0
    for item in items:
        if HERE in Path(item.path).parents:
            item.add_marker(pytest.mark.filterwarnings("default"))
            if missing:
                item.add_marker(pytest.mark.skip(reason="no GPU"))
            elif STANDS_IN and item.get_closest_marker("needs_gpu"):
                item.add_marker(pytest.mark.skip(reason="the host cannot stand in"))


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "needs_gpu: the host cannot stand in for the GPU")


@pytest.fixture
def device() -> mx.Context:
    """The device that is compared with the host."""
    return mx.cpu(0) if STANDS_IN else mx.gpu(0)


@pytest.fixture(autouse=True)
def exact_products() -> Iterator[None]:
    """Products of float32 in float32: by default a GPU rounds their factors to 10 bits."""
    before = jax.config.jax_default_matmul_precision
    mx.nd.waitall()
    jax.config.update("jax_default_matmul_precision", "highest")  # for all threads: programs are traced in another one
    yield
    mx.nd.waitall()
    jax.config.update("jax_default_matmul_precision", before)
