"""Memory stays flat however many shapes a process sees."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

GROWTH = """
import gc, itertools, sys
from mxnet import nd

def resident():
    gc.collect()
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024

shapes = itertools.product(range(1, 200), range(1, 200))
first, last = int(sys.argv[1]), int(sys.argv[2])
for number, (i, j) in zip(range(last), shapes):
    (nd.ones((i, j)) * 2).sum(axis=0).asnumpy()
    if number == first:
        before = resident()
print(resident() - before)
"""

TRACES = """
from jax._src.interpreters.partial_eval import trace_to_jaxpr
from mxnet import nd
from mxnet._host import traces

traces.MOST = 100
for rows in range(1, 400):
    (nd.ones((rows, 2)) * 2).sum(axis=0).asnumpy()
print(trace_to_jaxpr.cache_info().currsize)
"""


def run(script: str, *arguments: str) -> float:
    found = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        env={"PYTHONPATH": str(ROOT / "src"), "JAX_PLATFORMS": "cpu", "MXNET_ENGINE_CACHE": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(found.stdout)


def test_traces_of_new_shapes_are_forgotten() -> None:
    assert run(TRACES) <= 150


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_new_shapes_take_no_more_memory() -> None:
    """Caches are full after 5,000 shapes; the next 3,000 took 26 MB when traces were kept for ever."""
    assert run(GROWTH, "5000", "8000") < 13
