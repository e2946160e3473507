"""Exchanges of gradients between processes, and programs a step on several devices.

python benchmarks/distributed.py                      the tables
python benchmarks/distributed.py --mxnet PYTHON       with the real MXNet, which that interpreter has
python benchmarks/distributed.py --torch PYTHON       with PyTorch, which that interpreter has
python benchmarks/distributed.py --steps              only programs a step, on several devices and with several workers

Each row is 2 workers on this machine that push and pull the same arrays, the median of many times. "JAX" is one psum of
one array of the same size, which nothing can be faster than here; "torch" is its all_reduce.
"""

import argparse
import json
import os
import socket
import statistics
import subprocess
import sys
import time
from pathlib import Path

SOURCE = str(Path(__file__).resolve().parent.parent / "src")
# The parameters of ResNet-50: 161 arrays, 102 MB.
STAGES = ((64, 256, 3), (128, 512, 4), (256, 1024, 6), (512, 2048, 3))


def resnet50():
    """The shapes of its parameters."""
    shapes = [(64, 3, 7, 7), (64,), (64,)]
    inputs = 64
    for middle, outputs, count in STAGES:
        for block in range(count):
            shapes += [(middle, inputs, 1, 1), (middle,), (middle,)]
            shapes += [(middle, middle, 3, 3), (middle,), (middle,)]
            shapes += [(outputs, middle, 1, 1), (outputs,), (outputs,)]
            if block == 0:
                shapes += [(outputs, inputs, 1, 1), (outputs,), (outputs,)]
            inputs = outputs
    return [*shapes, (1000, 2048), (1000,)]


CASES = {"161 arrays, 102 MB": resnet50(), "1 array, 4 KB": [(1024,)], "1 array, 16 MB": [(4096, 1024)]}


def numbers_of(shapes):
    """How many numbers there are."""
    total = 0
    for shape in shapes:
        size = 1
        for length in shape:
            size *= length
        total += size
    return total


def timed(exchange, repeats):
    """The median time of an exchange, in milliseconds."""
    for _ in range(3):
        exchange()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        exchange()
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times)


def by_store(repeats):
    """``pushpull`` of a store, ours or the real MXNet's."""
    import mxnet as mx

    kv = mx.kv.create("dist_sync")
    found = {}
    for case, (name, shapes) in enumerate(CASES.items()):
        keys = [str(case * 1000 + i) for i in range(len(shapes))]
        values = [mx.nd.ones(shape) for shape in shapes]
        outs = [mx.nd.zeros(shape) for shape in shapes]
        kv.init(keys, values)
        mx.nd.waitall()

        def exchange(keys=keys, values=values, outs=outs):
            kv.push(keys, values)
            kv.pull(keys, out=outs)
            outs[-1].wait_to_read()
            mx.nd.waitall()

        found[name] = timed(exchange, repeats if len(shapes) > 1 else 5 * repeats)
        assert outs[0].asnumpy().ravel()[0] >= kv.num_workers  # the real one adds to what was there
    return kv.rank, found


def by_jax(repeats):
    """One psum of one array."""
    import jax
    import numpy as np
    from jax.sharding import Mesh, NamedSharding, PartitionSpec

    rank = int(os.environ["RANK"])
    jax.distributed.initialize(os.environ["PLACE"], 2, rank)
    mesh = Mesh(np.array(jax.devices()), ("w",))
    split = NamedSharding(mesh, PartitionSpec("w"))
    add = jax.jit(
        jax.shard_map(lambda a: jax.lax.psum(a, "w"), mesh=mesh, in_specs=split.spec, out_specs=PartitionSpec())
    )
    found = {}
    for name, shapes in CASES.items():
        count = numbers_of(shapes)
        part = jax.device_put(np.ones(count, np.float32), jax.local_devices()[0])

        def exchange(part=part, count=count):
            whole = jax.make_array_from_single_device_arrays((2 * count,), split, [part])
            jax.block_until_ready(add(whole))

        found[name] = timed(exchange, repeats if len(shapes) > 1 else 5 * repeats)
    return rank, found


def by_torch(repeats):
    """Its all_reduce of one array."""
    import torch
    import torch.distributed as dist

    rank = int(os.environ["RANK"])
    dist.init_process_group("gloo", init_method="tcp://" + os.environ["PLACE"], rank=rank, world_size=2)
    found = {}
    for name, shapes in CASES.items():
        array = torch.ones(numbers_of(shapes))
        found[name] = timed(lambda array=array: dist.all_reduce(array), repeats if len(shapes) > 1 else 5 * repeats)
    return rank, found


def programs(devices):
    """Programs, and milliseconds, of a training step with ``split_and_load`` over several devices."""
    import mxnet as mx
    from mxnet import autograd, gluon

    contexts = [mx.cpu(i) for i in range(devices)]
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(256, activation="relu"), gluon.nn.Dense(256, activation="relu"), gluon.nn.Dense(10))
    net.initialize(ctx=contexts)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    x, y = mx.nd.ones((256, 784)), mx.nd.zeros((256,))

    def step():
        with autograd.record():
            parts = zip(gluon.utils.split_and_load(x, contexts), gluon.utils.split_and_load(y, contexts))
            losses = [loss_of(net(a), b) for a, b in parts]
        autograd.backward(losses)
        trainer.step(256)
        mx.nd.waitall()

    for _ in range(5):
        step()
    mx.runtime.engine_stats(reset=True)
    milliseconds = timed(step, 20)
    counts = mx.runtime.engine_stats()
    return counts["programs"] / 23, milliseconds


def by_training(repeats):
    """Programs, and milliseconds, of a training step with ``dist_sync``, 8 layers of 1024 by 1024."""
    import mxnet as mx
    from mxnet import autograd, gluon

    kv = mx.kv.create("dist_sync")
    net = gluon.nn.HybridSequential()
    for _ in range(8):
        net.add(gluon.nn.Dense(1024, activation="relu", in_units=1024))
    net.initialize()
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", kvstore=kv, update_on_kvstore=False)
    x, y, loss_of = mx.nd.ones((128, 1024)), mx.nd.zeros((128, 1024)), gluon.loss.L2Loss()

    def step():
        with autograd.record():
            loss = loss_of(net(x), y)
        loss.backward()
        trainer.step(256)
        mx.nd.waitall()

    for _ in range(3):
        step()
    mx.runtime.engine_stats(reset=True)
    milliseconds = timed(step, repeats)
    return kv.rank, (mx.runtime.engine_stats()["programs"] / (repeats + 3), milliseconds)


def free_port():
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def answers(commands):
    """Start processes, and the lines of JSON that they print."""
    running = [subprocess.Popen(c, env=e, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) for c, e in commands]
    found = {}
    for process in running:
        for line in process.communicate(timeout=1200)[0].decode().splitlines():
            begin = line.find('{"rank"')
            if begin >= 0:
                answer = json.loads(line[begin:])
                found[answer["rank"]] = answer["found"]
    return found[0]


def in_job(child, repeats, **more):
    """What worker 0 of a job of two has found."""
    environment = {**os.environ, "PYTHONPATH": SOURCE, "JAX_PLATFORMS": "cpu", **more}
    launcher = [sys.executable, "-m", "mxnet.tools.launch", "-n", "2", "-s", "0", "--launcher", "local", "--plain"]
    return answers([([*launcher, sys.executable, __file__, "--repeats", str(repeats), "--child", child], environment)])


def exchange_by(kind, repeats, interpreter):
    """The times of one way to exchange, as worker 0 sees them."""
    own = [__file__, "--repeats", str(repeats), "--child"]
    environment = {**os.environ, "PYTHONPATH": SOURCE, "JAX_PLATFORMS": "cpu"}
    place = f"127.0.0.1:{free_port()}"
    if kind == "mxnet-xla":
        return in_job("store", repeats)
    if kind == "MXNet":
        environment.pop("PYTHONPATH")
        job = {"DMLC_PS_ROOT_URI": "127.0.0.1", "DMLC_PS_ROOT_PORT": place.split(":")[1]}
        job.update({"DMLC_NUM_WORKER": "2", "DMLC_NUM_SERVER": "2", "DMLC_NODE_HOST": "127.0.0.1"})
        roles = ["scheduler", "server", "server", "worker", "worker"]
        return answers([([interpreter, *own, "store"], {**environment, **job, "DMLC_ROLE": role}) for role in roles])
    ranks = [{**environment, "RANK": str(rank), "PLACE": place} for rank in range(2)]
    return answers([([interpreter, *own, kind.lower()], one) for one in ranks])


def main():
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=15)
    parser.add_argument("--mxnet", help="an interpreter that has the real MXNet")
    parser.add_argument("--torch", help="an interpreter that has PyTorch")
    parser.add_argument("--steps", action="store_true", help="only the programs a step")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    parser.add_argument("--devices", type=int, default=1, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.steps:
        print_steps(args.repeats)
        return
    if args.child == "programs":
        print(json.dumps({"rank": 0, "found": programs(args.devices)}))
        return
    if args.child:
        rank, found = CHILDREN[args.child](args.repeats)
        print(json.dumps({"rank": rank, "found": found}), flush=True)
        return
    kinds = {"mxnet-xla": sys.executable, "JAX": sys.executable, "torch": args.torch, "MXNet": args.mxnet}
    rows = {kind: exchange_by(kind, args.repeats, found) for kind, found in kinds.items() if found}
    print(f"{'exchange of 2 workers, ms':28}", *(f"{kind:>12}" for kind in rows))
    for case in CASES:
        print(f"{case:28}", *(f"{row[case]:12.2f}" for row in rows.values()))
    print_steps(args.repeats)


CHILDREN = {"store": by_store, "jax": by_jax, "torch": by_torch, "training": by_training}


def print_steps(repeats):
    """Print the tables of programs a step."""
    print(f"\n{'a step of 2 workers':34} {'programs a step':>17} {'ms':>8}")
    for title, mesh in (("the sum in the step's program", "1"), ("the sum as a program of its own", "0")):
        print(f"{title:34} {{:17}} {{:8.1f}}".format(*in_job("training", repeats, MXNET_ENGINE_MESH=mesh)))
    print(f"\n{'':12} one program over the devices     one on each (MXNET_ENGINE_MESH=0)")
    print(f"{'devices':12} {'programs a step':>17} {'ms':>8} {'programs a step':>22} {'ms':>8}")
    for devices in (1, 2, 4, 8):
        row = []
        for mesh in ("1", "0"):
            environment = {**os.environ, "PYTHONPATH": SOURCE, "JAX_PLATFORMS": "cpu", "MXNET_ENGINE_MESH": mesh}
            environment["JAX_NUM_CPU_DEVICES"] = str(devices)
            command = [sys.executable, __file__, "--child", "programs", "--devices", str(devices)]
            row += answers([(command, environment)])
        print(f"{devices:<12} {row[0]:17} {row[1]:8.1f} {row[2]:22} {row[3]:8.1f}")


if __name__ == "__main__":
    main()
