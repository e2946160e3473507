"""What it brings to have the sum over processes inside a training step's program: JAX alone, two processes.

python benchmarks/overlap.py [--width 1024] [--layers 8] [--batch 512] [--repeats 10]

The rows are measured in turn, so that other work on the machine meets all of them alike. "buckets" makes each psum wait
for the one before, so that XLA cannot join them into one behind the backward pass. To see it with a slow network, on
Linux, as root:

unshare -n sh -c 'ip link set lo up; tc qdisc add dev lo root tbf rate 1gbit burst 2mbit latency 400ms; python ...'
"""

import argparse
import json
import os
import socket
import statistics
import subprocess
import sys
import time


def measure(rank, place, args):
    """The times of all rows, as one process sees them."""
    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax.sharding import Mesh, NamedSharding, PartitionSpec

    jax.distributed.initialize(place, 2, rank)
    mesh, device = Mesh(np.array(jax.devices()), ("w",)), jax.local_devices()[0]
    split, whole = PartitionSpec("w"), PartitionSpec()
    random = np.random.RandomState(0)
    start = [random.randn(args.width, args.width).astype("f4") / args.width**0.5 for _ in range(args.layers)]
    x = jax.device_put(np.random.RandomState(rank).randn(args.batch, args.width).astype("f4"), device)

    def loss(weights, x):
        for w in weights:
            x = jnp.maximum(x @ w, 0)
        return (x * x).mean()

    def update(weights, gradients):
        return [w - 0.01 * g for w, g in zip(weights, gradients)]

    def one_psum(gradients):
        return list(jax.lax.psum(tuple(gradients), "w"))

    def buckets(gradients):
        found = []
        for gradient in reversed(gradients):
            last = found[-1][0, 0] * 0 if found else 0.0
            found.append(jax.lax.psum(gradient.at[0, 0].add(last), "w"))
        return found[::-1]

    def mapped(function, given, wanted):
        return jax.shard_map(function, mesh=mesh, in_specs=given, out_specs=wanted, check_vma=False)

    def over(array, spec):
        shape = (2 * array.shape[0], *array.shape[1:]) if spec == split else array.shape
        return jax.make_array_from_single_device_arrays(shape, NamedSharding(mesh, spec), [array])

    gradient, apply = jax.jit(jax.grad(loss)), jax.jit(update, donate_argnums=0)
    alone = jax.jit(lambda w, x: update(w, jax.grad(loss)(w, x)), donate_argnums=0)
    add = jax.jit(mapped(one_psum, split, whole))
    inside = {
        way: jax.jit(
            mapped(lambda w, x, way=way: update(w, way(jax.grad(loss)(w, x))), (whole, split), whole), donate_argnums=0
        )
        for way in (one_psum, buckets)
    }

    def apart(weights):
        found = add([over(g, split) for g in gradient(weights, x)])
        return apply(weights, [g.addressable_shards[0].data for g in found])

    def placed():
        return [jax.device_put(w, device) for w in start]

    def everywhere():
        return [over(w, whole) for w in placed()]

    runs = {
        "no sum": (lambda w: alone(w, x), placed()),
        "the sum as a program of its own": (apart, placed()),
        "the sum in the program": (lambda w: inside[one_psum](w, over(x, split)), everywhere()),
        "the sum in the program, buckets": (lambda w: inside[buckets](w, over(x, split)), everywhere()),
    }
    times = {name: [] for name in runs}
    for _ in range(args.repeats + 2):
        for name, (step, weights) in runs.items():
            begin = time.perf_counter()
            weights = jax.block_until_ready(step(weights))
            times[name].append((time.perf_counter() - begin) * 1e3)
            runs[name] = step, weights
    return {name: (statistics.median(found[2:]), min(found[2:])) for name, found in times.items()}


def main():
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, value in (("width", 1024), ("layers", 8), ("batch", 512), ("repeats", 10)):
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        print(json.dumps(measure(int(args.child[0]), args.child[1], args)), flush=True)
        return
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        place = f"127.0.0.1:{probe.getsockname()[1]}"
    command = [sys.executable, *sys.argv, "--child"]
    environment = {**os.environ, "JAX_PLATFORMS": "cpu"}
    running = [
        subprocess.Popen(
            [*command, str(rank), place], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        for rank in range(2)
    ]
    outputs = [process.communicate()[0].decode() for process in running]
    found = json.loads(next(line for line in outputs[0].splitlines() if line.startswith("{")))
    print(f"{'a step of 2 processes, ms':34} {'median':>8} {'least':>8}")
    for name, row in found.items():
        print(f"{name:34} {row[0]:8.1f} {row[1]:8.1f}")


if __name__ == "__main__":
    main()
