"""Programs seen for the first time: what computing them with NumPy costs, and what compiling them.

    python benchmarks/first_sight.py               a chain of 1 to 100 operators, then 300 shapes in a loop
    python benchmarks/first_sight.py --shapes N    (internal) seconds for N shapes in this process

Times are of the processor, each a median over new shapes. Programs kept on disk are not used.
"""

import argparse
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

os.environ["MXNET_ENGINE_CACHE"] = "0"

import jax
import jax.numpy as jnp
import numpy as np

import mxnet as mx
from mxnet import autograd, nd
from mxnet._numpy_backend import plan

LENGTHS, REPEATS, SHAPES = (1, 6, 25, 100), 5, 300


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shapes", type=int)
    options = parser.parse_args()
    if options.shapes:
        print(loop(options.shapes))
        return
    print(f"{'operators':<10}{'trace':>9}{'plan':>9}{'evaluate':>10}{'again':>9}{'compile':>10}{'run':>9}   ms")
    for length in LENGTHS:
        rows = [stages(length, 8 + number) for number in range(REPEATS)]
        trace, planned, first, again, compiled, run = [1e3 * statistics.median(column) for column in zip(*rows)]
        print(f"{length:<10}{trace:>9.2f}{planned:>9.2f}{first:>10.2f}{again:>9.2f}{compiled:>10.1f}{run:>9.2f}")
    for interpret, what in (("1", "with NumPy"), ("0", "without")):
        environment = {**os.environ, "MXNET_ENGINE_INTERPRET": interpret}
        command = [sys.executable, str(Path(__file__).resolve()), "--shapes", str(SHAPES)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        print(f"{SHAPES} new shapes, forward and backward, {what}: {float(done.stdout):.1f} s")


def chain(x, length):
    """A mixed chain of so many operators on a small array."""
    steps = (jax.nn.relu, jnp.tanh, lambda x: x * 0.37, jnp.exp, lambda x: x @ x.T @ x, lambda x: x - x.sum(0))
    for number in range(length):
        x = steps[number % len(steps)](x)
    return x


def stages(length, rows):
    """Seconds for each stage of a program on an array of so many rows."""
    x = np.random.default_rng(rows).normal(size=(rows, 16)).astype(np.float32) / 16
    trace, traced = timed(lambda: jax.jit(lambda x: chain(x, length)).trace(x))
    planned, evaluator = timed(lambda: plan(traced.jaxpr, 100_000_000))
    first, _ = timed(lambda: evaluator.compute([x]))
    again = min(timed(lambda: evaluator.compute([x]))[0] for _ in range(20))
    compiled, program = timed(lambda: traced.lower().compile())
    run = min(timed(lambda: program(x).block_until_ready())[0] for _ in range(20))
    return trace, planned, first, again, compiled, run


def timed(function):
    """The processor seconds that a function takes, and what it returns."""
    start = time.process_time()
    result = function()
    return time.process_time() - start, result


def loop(count):
    """Seconds for a loop in which a small network meets a new number of rows each time."""
    weight = nd.array(np.random.default_rng(0).normal(size=(8, 8)))
    weight.attach_grad()
    start = time.process_time()
    for rows in range(2, 2 + count):
        with autograd.record():
            loss = nd.softmax(nd.tanh(nd.dot(nd.ones((rows, 8)), weight))).sum()
        loss.backward()
        weight.grad.wait_to_read()
    mx.nd.waitall()
    return time.process_time() - start


if __name__ == "__main__":
    main()
