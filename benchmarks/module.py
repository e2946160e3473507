"""Training a 784-64-64-10 MLP with Module, batch 64: this package against MXNet 1.9.1, in one run.

    MXNET_PYTHON=/path/to/python python benchmarks/module.py    with the real MXNet that this interpreter imports

Each library runs in a process of its own, round robin, so that both meet the same machine. A time is the median over
the rounds of the median over blocks of batches.
"""

import argparse
import json
import logging
import os
import statistics
import subprocess
import sys
import time
import warnings
from pathlib import Path

import numpy as np

LIBRARIES = ("mxnet-xla", "mxnet")
WORKLOADS = {
    "fit": "Module.fit: SGD with momentum, accuracy",
    "adam": "Module.fit: Adam, accuracy",
    "steps": "forward_backward and update alone",
    "score": "Module.score",
}
BATCH, BATCHES = 64, 100


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", choices=LIBRARIES, help="(internal) time one library and print JSON")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    if options.run:
        logging.disable(logging.CRITICAL)
        warnings.simplefilter("ignore")
        print(json.dumps({name: measure(name) for name in WORKLOADS}))
        return
    times = collect(options.rounds)
    print(f"{'microseconds a batch':42}" + "".join(f"{library:>14}" for library in times))
    for name, title in WORKLOADS.items():
        cells = [f"{times[library][name] * 1e6:14.0f}" for library in times]
        if "mxnet" in times:
            cells.append(f"   ours is {times['mxnet-xla'][name] / times['mxnet'][name]:.2f} of it")
        print(f"{title:42}" + "".join(cells))


def collect(rounds):
    """Medians by library and workload."""
    found = {}
    interpreters = {"mxnet-xla": sys.executable, "mxnet": os.environ.get("MXNET_PYTHON")}
    for number in range(rounds):
        for library, interpreter in interpreters.items():
            if interpreter is None:
                continue
            print(f"round {number + 1} of {rounds}: {library}", file=sys.stderr)
            command = [interpreter, str(Path(__file__).resolve()), "--run", library]
            environment = {k: v for k, v in os.environ.items() if library != "mxnet" or k != "PYTHONPATH"}
            done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
            if done.returncode:
                sys.exit(f"{library} failed:\n{done.stderr}")
            for name, seconds in json.loads(done.stdout.splitlines()[-1]).items():
                found.setdefault(library, {}).setdefault(name, []).append(seconds)
    return {lib: {n: statistics.median(s) for n, s in times.items()} for lib, times in found.items()}


def measure(name, blocks=9):
    """Seconds a batch: the median over epochs, each ended by waiting for its results."""
    import mxnet as mx

    batches, module = make(mx, name)
    work = {"fit": fit, "adam": fit, "steps": steps, "score": score}[name]
    seconds = []
    for _ in range(blocks + 2):
        begin = time.perf_counter()
        work(module, batches)
        mx.nd.waitall()
        seconds.append((time.perf_counter() - begin) / BATCHES)
    return statistics.median(seconds[2:])


def make(mx, name):
    """Batches, and a module that has seen them once."""
    random = np.random.RandomState(0)
    data = random.normal(size=(BATCH * BATCHES, 784)).astype("float32")
    batches = mx.io.NDArrayIter(data, random.randint(0, 10, BATCH * BATCHES), BATCH)
    net = mx.sym.Variable("data")
    for size in (64, 64):
        net = mx.sym.Activation(mx.sym.FullyConnected(net, num_hidden=size), act_type="relu")
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=10), name="softmax")
    module = mx.mod.Module(net)
    rates = {"learning_rate": 0.001} if name == "adam" else {"learning_rate": 0.05, "momentum": 0.9}
    module.fit(batches, num_epoch=1, optimizer="adam" if name == "adam" else "sgd", optimizer_params=rates)
    return batches, module


def fit(module, batches):
    module.fit(batches, num_epoch=1)


def steps(module, batches):
    batches.reset()
    for batch in batches:
        module.forward_backward(batch)
        module.update()


def score(module, batches):
    module.score(batches, "acc")


if __name__ == "__main__":
    main()
