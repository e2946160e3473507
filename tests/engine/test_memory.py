"""Memory stays flat however many shapes a process sees, and what is freed serves the next step."""

import gc
import os
import platform
import subprocess
import sys
import weakref
from pathlib import Path
from unittest.mock import Mock

import pytest

from mxnet import nd
from mxnet._host import traces
from mxnet.ndarray.handle import value_of
from tests.engine.counting import counted

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

traces.MAX_TRACES = 100
for rows in range(1, 400):
    (nd.ones((rows, 2)) * 2).sum(axis=0).asnumpy()
print(trace_to_jaxpr.cache_info().currsize)
"""


FAULTS = """
import resource
from mxnet import nd

def work(x):
    parts = [nd.dot(x, x + i).tanh() for i in range(12)]
    return sum(nd.dot(a, b) for a, b in zip(parts, parts[1:])).sum().asscalar()

x, faults = nd.ones((1200, 1200)), []
for _ in range(9):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    work(x)
    faults.append(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
print(sorted(faults[4:])[2])
"""

UNREAD = """
import resource
from mxnet import nd

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

x = nd.ones((1000, 1000))
x.wait_to_read()
before = peak()
for _ in range(300):
    y = x + 1
nd.waitall()
print(peak() - before)
"""

EMPTIED = """
import mxnet as mx

def resident():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024

x = mx.nd.ones((10000, 10000))
x.wait_to_read()
del x
before = resident()
mx.cpu().empty_cache()
print(before - resident())
"""

has_glibc = pytest.mark.skipif(
    platform.libc_ver()[0] != "glibc" or (os.cpu_count() or 1) > 8, reason="needs the C library of GNU, and few cores"
)


def run(script: str, *arguments: str, **variables: str) -> float:
    found = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        env={"PYTHONPATH": str(ROOT / "src"), "JAX_PLATFORMS": "cpu", "MXNET_ENGINE_CACHE": "0", **variables},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(found.stdout)


def test_traces_of_new_shapes_are_forgotten() -> None:
    assert run(TRACES) <= 150


def test_traces_that_stay_are_not_looked_through_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def ours() -> None:
        """A function that is traced, and lives."""

    cache = Mock(**{"cache_info.return_value.currsize": 5000, "cache_keys.return_value": [(lambda: ours,)]})
    monkeypatch.setattr(traces, "_CACHE", cache)
    monkeypatch.setattr(traces._Kept, "count", 0)
    for _ in range(100):
        traces.forget_traces()
    assert cache.cache_keys.call_count == 1
    cache.cache_info.return_value.currsize += traces.MAX_TRACES + 1
    traces.forget_traces()
    assert cache.cache_keys.call_count == 2


def test_results_that_nobody_holds_take_no_memory_where_a_tape_ends_for_its_length() -> None:
    """Each is 4 MB, of which 300 took 1.4 GB."""
    assert run(UNREAD) < 300


@has_glibc
def test_a_step_has_the_memory_of_the_one_before() -> None:
    faults = {kind: run(FAULTS, MXNET_CPU_MEM_POOL_TYPE=kind) for kind in ("Naive", "Unpooled")}
    assert faults["Naive"] < faults["Unpooled"] / 4, faults
    assert faults["Naive"] < run(FAULTS, MALLOC_ARENA_MAX="8") / 4  # whoever has set the library has chosen


@has_glibc
def test_what_is_kept_is_given_back_when_asked() -> None:
    assert run(EMPTIED) > 300  # of 400 MB


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_new_shapes_take_no_more_memory() -> None:
    """Caches are full after 5,000 shapes; the next 3,000 took 26 MB when traces were kept for ever."""
    assert run(GROWTH, "5000", "8000") < 13


def test_what_numpy_computed_goes_without_the_collector() -> None:
    gc.disable()
    try:
        with counted() as counts:
            x = nd.concat(nd.ones((3,)), nd.zeros((4,)), dim=0)
            gone = weakref.ref(value_of(x))
            x.asnumpy()
            del x
        assert counts.interpreted
        assert gone() is None
    finally:
        gc.enable()
