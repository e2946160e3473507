"""Plain imperative training code: this package against MXNet 1.9.1, PyTorch and hand-written JAX, in one run.

    python benchmarks/imperative.py                 a table of times and ratios
    MXNET_PYTHON=/path/to/python python ...         with the real MXNet that this interpreter imports
    TORCH_PYTHON=/path/to/python python ...         with the torch that this interpreter imports
    python benchmarks/imperative.py --device gpu    on the first GPU

Each library runs in a process of its own, round robin, so that all meet the same machine. A time is the median over
the rounds of the median over blocks of iterations: wall time, then processor time of all threads. On a shared machine
only the latter can be compared, and only with OMP_WAIT_POLICY=passive: threads that wait by spinning count as working.
What is not installed is left out.
"""

import argparse
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

LIBRARIES = ("mxnet-xla", "jax", "torch", "mxnet")
WORKLOADS = ("chain", "regression", "mlp")
TITLES = {
    "chain": "50 small operations, then a read",
    "regression": "linear regression from scratch, batch 10",
    "mlp": "784-64-64-10 MLP, batch 64",
}
BATCH, EXAMPLES, SIZES = 10, 1000, (784, 64, 64, 10)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", choices=LIBRARIES, help="(internal) time one library and print JSON")
    parser.add_argument("--device", choices=("cpu", "gpu"), default="cpu")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    if options.run:
        print(json.dumps({name: measure(make(options.run, name, options.device)) for name in WORKLOADS}))
        return
    found = collect(options.device, options.rounds)
    for kind, title in enumerate(("wall time", "processor time")):
        medians = {
            library: {name: statistics.median(pair[kind] for pair in pairs) for name, pairs in times.items()}
            for library, times in found.items()
        }
        table(title, medians)
    print("x: how many times as long as mxnet-xla; above 1 we are faster.")


def collect(device, rounds):
    """Pairs of wall and processor seconds, one a round, by library and workload."""
    found = {}
    for number in range(rounds):
        for library in LIBRARIES:
            interpreter = interpreter_of(library)
            if interpreter is None:
                continue
            print(f"round {number + 1} of {rounds}: {library}", file=sys.stderr)
            command = [interpreter, str(Path(__file__).resolve()), "--run", library, "--device", device]
            environment = {k: v for k, v in os.environ.items() if interpreter == sys.executable or k != "PYTHONPATH"}
            done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
            if done.returncode:
                sys.exit(f"{library} failed:\n{done.stderr}")
            for name, seconds in json.loads(done.stdout.splitlines()[-1]).items():
                found.setdefault(library, {}).setdefault(name, []).append(seconds)
    return found


def interpreter_of(library):
    """The Python that has a library, or None."""
    if library == "mxnet":
        return os.environ.get("MXNET_PYTHON")
    if library == "torch" and os.environ.get("TORCH_PYTHON"):
        return os.environ["TORCH_PYTHON"]
    module = {"mxnet-xla": "mxnet"}.get(library, library)
    return sys.executable if importlib.util.find_spec(module) else None


def table(title, times):
    """Print microseconds, and how many times our time each of the others takes."""
    libraries = [lib for lib in LIBRARIES if lib in times]
    print(f"{title:42}" + "".join(f"{lib:>22}" for lib in libraries))
    for name in WORKLOADS:
        own = times["mxnet-xla"][name]
        cells = [f"{times[lib][name] * 1e6:9.0f} us" + f"{times[lib][name] / own:7.2f} x  " for lib in libraries]
        print(f"{TITLES[name]:42}" + "".join(f"{c:>22}" for c in cells))


def measure(work, block=50, blocks=11):
    """Wall and processor seconds of an iteration: medians over blocks, each ended by waiting for its results."""
    step, wait = work
    for index in range(2 * block):
        step(index)
    wait()
    wall, processor = [], []
    for number in range(blocks):
        begin = time.perf_counter(), time.process_time()
        for index in range(block):
            step(number * block + index)
        wait()
        wall.append((time.perf_counter() - begin[0]) / block)
        processor.append((time.process_time() - begin[1]) / block)
    return statistics.median(wall), statistics.median(processor)


def make(library, workload, device):
    """A function of the iteration number that does one, and one that waits for all of them."""
    if library in ("mxnet-xla", "mxnet"):
        return make_mxnet(workload, device)
    return make_torch(workload, device) if library == "torch" else make_jax(workload, device)


def numbers(seed, *shape):
    """Random numbers without any of the libraries having a say."""
    return np.random.RandomState(seed).uniform(-0.1, 0.1, shape).astype("float32")


def batches():
    """Index arrays of mini-batches, drawn beforehand."""
    return [np.random.RandomState(i).randint(0, EXAMPLES, BATCH).astype("int32") for i in range(64)]


def labels():
    return np.random.RandomState(3).randint(0, 10, 64)


# --- MXNet's API: ours and the real one ---------------------------------------------------------------------------


def make_mxnet(workload, device):
    import mxnet as mx
    from mxnet import autograd, nd

    ctx = mx.gpu(0) if device == "gpu" else mx.cpu()
    with ctx:
        return {"chain": mxnet_chain, "regression": mxnet_regression, "mlp": mxnet_mlp}[workload](nd, autograd)


def mxnet_chain(nd, autograd):
    x = nd.array(numbers(0, 16))

    def step(_):
        y = x
        for _ in range(25):
            y = nd.tanh(y * 1.5)
        y.wait_to_read()

    return step, nd.waitall


def mxnet_regression(nd, autograd):
    features, targets = nd.array(numbers(0, EXAMPLES, 2)), nd.array(numbers(1, EXAMPLES))
    w, b = nd.array(numbers(2, 2, 1)), nd.zeros((1,))
    indices = [nd.array(i) for i in batches()]
    for p in (w, b):
        p.attach_grad()

    def step(i):
        index = indices[i % len(indices)]
        x, y = features.take(index), targets.take(index)
        with autograd.record():
            loss = nd.square(nd.dot(x, w) + b - y.reshape((-1, 1))) / 2
        loss.backward()
        for p in (w, b):
            p[:] = p - 0.03 / BATCH * p.grad

    return step, nd.waitall


def mxnet_mlp(nd, autograd):
    x, y = nd.array(numbers(0, 64, SIZES[0])), nd.array(labels())
    parameters = []
    for number, (i, o) in enumerate(zip(SIZES, SIZES[1:])):
        parameters += [nd.array(numbers(number, i, o)), nd.zeros((o,))]
    for p in parameters:
        p.attach_grad()

    def step(i):
        with autograd.record():
            h = x
            for layer in range(0, 6, 2):
                h = nd.dot(h, parameters[layer]) + parameters[layer + 1]
                if layer < 4:
                    h = nd.relu(h)
            loss = -nd.pick(nd.log_softmax(h), y).mean()
        loss.backward()
        for p in parameters:
            p[:] = p - 0.1 / (1 + i) * p.grad

    return step, nd.waitall


# --- PyTorch ------------------------------------------------------------------------------------------------------


def make_torch(workload, device):
    import torch

    place = torch.device("cuda" if device == "gpu" else "cpu")
    wait = torch.cuda.synchronize if device == "gpu" else (lambda: None)
    return {"chain": torch_chain, "regression": torch_regression, "mlp": torch_mlp}[workload](torch, place, wait)


def torch_chain(torch, place, wait):
    x = torch.tensor(numbers(0, 16), device=place)

    def step(_):
        y = x
        for _ in range(25):
            y = torch.tanh(y * 1.5)
        wait()

    return step, wait


def torch_regression(torch, place, wait):
    features, targets = torch.tensor(numbers(0, EXAMPLES, 2)).to(place), torch.tensor(numbers(1, EXAMPLES)).to(place)
    w, b = torch.tensor(numbers(2, 2, 1), device=place), torch.zeros(1, device=place)
    indices = [torch.tensor(i, device=place) for i in batches()]
    for p in (w, b):
        p.requires_grad_()

    def step(i):
        index = indices[i % len(indices)]
        x, y = features.index_select(0, index), targets.index_select(0, index)
        loss = torch.square(x @ w + b - y.reshape(-1, 1)) / 2
        loss.sum().backward()
        with torch.no_grad():
            for p in (w, b):
                p -= 0.03 / BATCH * p.grad
                p.grad.zero_()

    return step, wait


def torch_mlp(torch, place, wait):
    x, y = torch.tensor(numbers(0, 64, SIZES[0]), device=place), torch.tensor(labels(), device=place)
    parameters = []
    for number, (i, o) in enumerate(zip(SIZES, SIZES[1:])):
        parameters += [torch.tensor(numbers(number, i, o), device=place), torch.zeros(o, device=place)]
    for p in parameters:
        p.requires_grad_()

    def step(i):
        h = x
        for layer in range(0, 6, 2):
            h = h @ parameters[layer] + parameters[layer + 1]
            if layer < 4:
                h = torch.relu(h)
        torch.nn.functional.cross_entropy(h, y).backward()
        with torch.no_grad():
            for p in parameters:
                p -= 0.1 / (1 + i) * p.grad
                p.grad.zero_()

    return step, wait


# --- hand-written JAX ---------------------------------------------------------------------------------------------


def make_jax(workload, device):
    import jax
    import jax.numpy as jnp

    with jax.default_device(jax.devices(device)[0]):
        return {"chain": jax_chain, "regression": jax_regression, "mlp": jax_mlp}[workload](jax, jnp)


def jax_chain(jax, jnp):
    x = jnp.asarray(numbers(0, 16))

    @jax.jit
    def run(x, scale):
        for _ in range(25):
            x = jnp.tanh(x * scale)
        return x

    return (lambda _: run(x, 1.5).block_until_ready()), (lambda: None)


def jax_regression(jax, jnp):
    features, targets = jnp.asarray(numbers(0, EXAMPLES, 2)), jnp.asarray(numbers(1, EXAMPLES))
    state = [(jnp.asarray(numbers(2, 2, 1)), jnp.zeros(1))]
    indices = [jnp.asarray(i) for i in batches()]

    def loss(p, x, y):
        return (jnp.square(x @ p[0] + p[1] - y.reshape(-1, 1)) / 2).sum()

    @jax.jit
    def run(p, index, rate):
        gradient = jax.grad(loss)(p, features[index], targets[index])
        return tuple(v - rate * g for v, g in zip(p, gradient))

    def step(i):
        state[0] = run(state[0], indices[i % len(indices)], 0.03 / BATCH)

    return step, (lambda: jax.block_until_ready(state[0]))


def jax_mlp(jax, jnp):
    x, y = jnp.asarray(numbers(0, 64, SIZES[0])), jnp.asarray(labels())
    state = [[]]
    for number, (i, o) in enumerate(zip(SIZES, SIZES[1:])):
        state[0] += [jnp.asarray(numbers(number, i, o)), jnp.zeros(o)]

    def loss(p):
        h = x
        for layer in range(0, 6, 2):
            h = h @ p[layer] + p[layer + 1]
            if layer < 4:
                h = jax.nn.relu(h)
        return -jnp.take_along_axis(jax.nn.log_softmax(h), y[:, None], 1).mean()

    @jax.jit
    def run(p, rate):
        value, gradient = jax.value_and_grad(loss)(p)
        return [v - rate * g for v, g in zip(p, gradient)], value

    def step(i):
        state[0], _ = run(state[0], 0.1 / (1 + i))

    return step, (lambda: jax.block_until_ready(state[0]))


if __name__ == "__main__":
    main()
