"""Memory of long loops: how much the process grows after warm-up.

    python benchmarks/memory.py

Two loops: 20,000 iterations of ``c = (a + b) / 10 + c`` on 1 MB arrays without a read, and 5,000 training iterations.
"""

import gc
import os
from pathlib import Path

import numpy as np

import mxnet as mx
from mxnet import autograd, nd


def resident() -> float:
    """Megabytes of memory that the process has in use."""
    gc.collect()
    pages = Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6


def report(title: str, warm: int, count: int, step) -> None:
    """Run a loop and print how much memory it took after the warm-up, at its peak and at the end."""
    for i in range(warm):
        step(i)
    nd.waitall()
    before = peak = resident()
    for i in range(warm, warm + count):
        step(i)
        if i % 1000 == 0:
            peak = max(peak, resident())
    nd.waitall()
    print(f"{title}: {resident() - before:+.0f} MB at the end, {peak - before:+.0f} MB at the peak")


def main() -> None:
    """Run both loops."""
    a, b = nd.ones((512, 512)), nd.ones((512, 512))
    held = [nd.zeros((512, 512))]

    def accumulate(_: int) -> None:
        held[0] = (a + b) / 10 + held[0]

    report("20,000 x c = (a + b) / 10 + c", 2000, 20_000, accumulate)

    rng = np.random.default_rng(0)
    data, labels = rng.random((640, 784), dtype="float32"), rng.integers(0, 10, 640)
    w, v = nd.array(rng.normal(0, 0.1, (784, 64))), nd.array(rng.normal(0, 0.1, (64, 10)))
    for p in (w, v):
        p.attach_grad()

    def train(i: int) -> None:
        at = i % 10 * 64
        x, y = nd.array(data[at : at + 64]), nd.array(labels[at : at + 64])
        with autograd.record():
            loss = -nd.pick(nd.log_softmax(nd.dot(nd.relu(nd.dot(x, w)), v)), y).mean()
        loss.backward()
        for p in (w, v):
            p[:] = p - 0.1 / (1 + i) * p.grad

    report("5,000 training iterations", 500, 5_000, train)
    print({k: v for k, v in mx.runtime.engine_stats().items() if k in ("programs", "compilations", "donated")})


if __name__ == "__main__":
    main()
