"""Gluon training steps against hand-written JAX and PyTorch eager, in one run.

    python benchmarks/gluon.py                        MLP, LeNet and ResNet-18 on the CPU
    python benchmarks/gluon.py --device gpu           and ResNet-50, batch 256, bfloat16, on the first GPU
    MXNET_PYTHON=/path/to/python python ...           the MLP also with the real MXNet that this interpreter imports

A step is forward, backward and an SGD update through Trainer. JAX's form is one ``jit`` of ``value_and_grad`` and the
update, with donated parameters. These two take turns; a time is the median over the turns. PyTorch and the real MXNet
run in processes of their own, since thread pools in one process get into each other's way.
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

import mxnet as mx
from mxnet import autograd, gluon
from mxnet.gluon import nn

BLOCKS = {18: (2, 2, 2, 2), 50: (3, 4, 6, 3)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", choices=("cpu", "gpu"), default="cpu")
    parser.add_argument("--turns", type=int, default=15)
    parser.add_argument("--mlp", choices=("mxnet", "torch"), help="(internal) time the MLP alone and print JSON")
    options = parser.parse_args()
    ctx = mx.gpu(0) if options.device == "gpu" else mx.cpu()
    if options.mlp:
        steps = (
            [torch_step(ctx)]
            if options.mlp == "torch"
            else [(gluon_step(mlp(), (64, 784), ctx, h), mx.nd.waitall) for h in (False, True)]
        )
        print(json.dumps([statistics.median(timed(step, wait, 200) for _ in range(9)) for step, wait in steps]))
        return
    compare_mlp(ctx, options.turns)
    compare_networks(ctx, options)


# --- this package, and the real MXNet --------------------------------------------------------------------------------


def mlp():
    net = nn.HybridSequential()
    net.add(nn.Dense(64, activation="relu"), nn.Dense(64, activation="relu"), nn.Dense(10))
    return net


def lenet():
    net = nn.HybridSequential()
    net.add(nn.Conv2D(20, 5, activation="tanh"), nn.MaxPool2D(2, 2), nn.Conv2D(50, 5, activation="tanh"))
    net.add(nn.MaxPool2D(2, 2), nn.Dense(500, activation="tanh"), nn.Dense(10))
    return net


def gluon_step(net, shape, ctx, hybrid, dtype="float32", classes=10):
    """A training step of a network."""
    net.initialize(mx.init.Xavier(), ctx=ctx)
    if dtype != "float32":
        net.cast(dtype)
    if hybrid:
        net.hybridize(static_alloc=True, static_shape=True)
    random = np.random.RandomState(0)
    data = mx.nd.array(random.uniform(-1, 1, shape), ctx=ctx).astype(dtype)
    label = mx.nd.array(random.randint(0, classes, shape[0]), ctx=ctx)
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.01})

    def step():
        with autograd.record():
            loss = loss_of(net(data), label)
        loss.backward()
        trainer.step(shape[0])

    step()
    return step


def timed(step, wait, block):
    """Seconds a step, over a block that ends with waiting."""
    for _ in range(3):
        step()
    wait()
    begin = time.perf_counter()
    for _ in range(block):
        step()
    wait()
    return (time.perf_counter() - begin) / block


# --- comparisons -----------------------------------------------------------------------------------------------------


def turns(steps, count, block):
    """Medians of several steps that take turns; each is a function and one that waits."""
    found = {name: [] for name in steps}
    for _ in range(count):
        for name, (step, wait) in steps.items():
            found[name].append(timed(step, wait, block))
    return {name: statistics.median(times) for name, times in found.items()}


def show(title, times, reference="JAX"):
    print(title)
    for name, seconds in times.items():
        print(f"  {name:28}{seconds * 1e6:12.0f} us{seconds / times[reference]:8.2f} x {reference}", flush=True)


def compare_mlp(ctx, count):
    steps = {
        "mxnet-xla, imperative": (gluon_step(mlp(), (64, 784), ctx, False), mx.nd.waitall),
        "mxnet-xla, hybridized": (gluon_step(mlp(), (64, 784), ctx, True), mx.nd.waitall),
        "JAX": jax_step("mlp", (64, 784), ctx),
    }
    times = turns(steps, count, 100)
    if importlib.util.find_spec("torch"):
        (times["PyTorch eager"],) = elsewhere(sys.executable, "torch", ctx)
    real = os.environ.get("MXNET_PYTHON")
    if real is not None and ctx.device_type == "cpu":
        times["MXNet 1.9.1, imperative"], times["MXNet 1.9.1, hybridized"] = elsewhere(real, "mxnet", ctx)
    show("784-64-64-10 MLP, batch 64", times)


def elsewhere(interpreter, library, ctx):
    """The MLP's times in a process of another interpreter or library."""
    command = [interpreter, str(Path(__file__).resolve()), "--mlp", library, "--device", ctx.device_type]
    environment = {k: v for k, v in os.environ.items() if library != "mxnet" or k != "PYTHONPATH"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return json.loads(done.stdout.splitlines()[-1])


def compare_networks(ctx, options):
    cases = [("LeNet, batch 64", lenet, "lenet", (64, 1, 28, 28), "float32", 10)]
    zoo = gluon.model_zoo.vision
    cases.append(("ResNet-18 v1, batch 8, 64x64", zoo.resnet18_v1, 18, (8, 3, 64, 64), "float32", 3))
    if options.device == "gpu":
        shape = (256, 3, 224, 224)
        cases.append(("ResNet-50 v1, batch 256, bfloat16", zoo.resnet50_v1, 50, shape, "bfloat16", 10))
    for title, make, kind, shape, dtype, block in cases:
        classes = 10 if kind == "lenet" else 1000
        steps = {
            "mxnet-xla, hybridized": (gluon_step(make(), shape, ctx, True, dtype, classes), mx.nd.waitall),
            "JAX": jax_step(kind, shape, ctx, dtype, classes),
        }
        times = turns(steps, options.turns if kind != 50 else 5, block)
        show(title, times)
        if kind == 50:
            rates = ", ".join(f"{name} {shape[0] / seconds:.0f}" for name, seconds in times.items())
            print(f"  images a second: {rates}", flush=True)


# --- hand-written JAX ------------------------------------------------------------------------------------------------


def jax_step(kind, shape, ctx, dtype="float32", classes=10):
    """The same training step in JAX, and how to wait for it."""
    import jax
    import jax.numpy as jnp

    random = np.random.RandomState(0)
    shapes = {"mlp": mlp_shapes, "lenet": lenet_shapes}.get(kind, lambda: resnet_shapes(kind))()
    forward = {"mlp": jax_mlp, "lenet": jax_lenet}.get(kind, lambda *given: jax_resnet(*given, kind))
    with jax.default_device(jax.devices(ctx.device_type)[0]):
        parameters = [
            jnp.ones(s, dtype) if role == "one" else jnp.asarray(random.normal(0, 0.05, s), dtype) for role, s in shapes
        ]
        data = jnp.asarray(random.uniform(-1, 1, shape), dtype)
        label = jnp.asarray(random.randint(0, classes, shape[0]))
        state = jnp.zeros(())

    def loss_of(parameters, data, label):
        scores = jax.nn.log_softmax(forward(parameters, data).astype(jnp.float32))
        return -jnp.take_along_axis(scores, label[:, None], axis=1).sum()

    def update(parameters, data, label, lr):
        loss, gradients = jax.value_and_grad(loss_of)(parameters, data, label)
        return [p - (lr / shape[0]).astype(p.dtype) * g for p, g in zip(parameters, gradients)], loss

    compiled = jax.jit(update, donate_argnums=0)
    held = [parameters, state]

    def step():
        held[0], held[1] = compiled(held[0], data, label, np.float32(0.01))

    return step, lambda: jax.block_until_ready(held)


def mlp_shapes():
    return [("w", (64, 784)), ("w", (64,)), ("w", (64, 64)), ("w", (64,)), ("w", (10, 64)), ("w", (10,))]


def jax_mlp(parameters, data):
    import jax

    w1, b1, w2, b2, w3, b3 = parameters
    return jax.nn.relu(jax.nn.relu(data @ w1.T + b1) @ w2.T + b2) @ w3.T + b3


def lenet_shapes():
    shapes = [(20, 1, 5, 5), (20,), (50, 20, 5, 5), (50,), (500, 800), (500,), (10, 500), (10,)]
    return [("w", s) for s in shapes]


def conv(data, weight, stride=1, pad=0):
    import jax

    numbers = ("NCHW", "OIHW", "NCHW")
    return jax.lax.conv_general_dilated(data, weight, (stride, stride), [(pad, pad)] * 2, dimension_numbers=numbers)


def max_pool(data, size, stride, pad=0):
    import jax

    low = np.array(-np.inf, data.dtype)
    window, strides, pads = (1, 1, size, size), (1, 1, stride, stride), [(0, 0)] * 2 + [(pad, pad)] * 2
    return jax.lax.reduce_window(data, low, jax.lax.max, window, strides, pads)


def jax_lenet(parameters, data):
    import jax.numpy as jnp

    w1, b1, w2, b2, w3, b3, w4, b4 = parameters
    net = max_pool(jnp.tanh(conv(data, w1) + b1[:, None, None]), 2, 2)
    net = max_pool(jnp.tanh(conv(net, w2) + b2[:, None, None]), 2, 2)
    return jnp.tanh(net.reshape(len(data), -1) @ w3.T + b3) @ w4.T + b4


def resnet_plan(depth):
    """The blocks of ResNet v1 as MXNet has it: channels, stride, and whether the short cut is a convolution."""
    width = 64
    for stage, count in enumerate(BLOCKS[depth]):
        channels = 64 * 2**stage * (4 if depth == 50 else 1)
        for block in range(count):
            yield channels, 2 if stage and not block else 1, block == 0 and (channels != width), width
            width = channels


def resnet_shapes(depth):
    """Parameters in the order of use: a weight, (a bias,) the scale and shift of its normalisation."""

    def layer(out, inner, size, bias=False):
        return [("w", (out, inner, size, size)), *([("w", (out,))] if bias else []), ("one", (out,)), ("w", (out,))]

    found = layer(64, 3, 7)
    for channels, _, shortcut, width in resnet_plan(depth):
        if depth == 50:
            inner = channels // 4
            found += layer(inner, width, 1, True) + layer(inner, inner, 3) + layer(channels, inner, 1, True)
        else:
            found += layer(channels, width, 3) + layer(channels, channels, 3)
        if shortcut:
            found += layer(channels, width, 1)
    return [*found, ("w", (1000, channels)), ("w", (1000,))]


def jax_resnet(parameters, data, depth):
    import jax
    import jax.numpy as jnp

    left = iter(parameters)

    def layer(net, stride, pad, bias=False):
        net = conv(net, next(left), stride, pad)
        if bias:
            net = net + next(left)[:, None, None]
        wide = net.astype(jnp.float32)
        mean, var = wide.mean((0, 2, 3), keepdims=True), wide.var((0, 2, 3), keepdims=True)
        gamma, beta = next(left).astype(jnp.float32)[:, None, None], next(left).astype(jnp.float32)[:, None, None]
        return ((wide - mean) * jax.lax.rsqrt(var + 1e-5) * gamma + beta).astype(net.dtype)

    net = max_pool(jax.nn.relu(layer(data, 2, 3)), 3, 2, 1)
    for _, stride, shortcut, _ in resnet_plan(depth):
        if depth == 50:
            branch = jax.nn.relu(layer(net, stride, 0, True))
            branch = layer(jax.nn.relu(layer(branch, 1, 1)), 1, 0, True)
        else:
            branch = layer(jax.nn.relu(layer(net, stride, 1)), 1, 1)
        net = jax.nn.relu(branch + (layer(net, stride, 0) if shortcut else net))
    return net.mean((2, 3)) @ next(left).T + next(left)


# --- PyTorch ---------------------------------------------------------------------------------------------------------


def torch_step(ctx):
    """The MLP's step in PyTorch eager, and how to wait for it."""
    import torch

    place = torch.device("cuda" if ctx.device_type == "gpu" else "cpu")
    layers = (
        torch.nn.Linear(784, 64),
        torch.nn.ReLU(),
        torch.nn.Linear(64, 64),
        torch.nn.ReLU(),
        torch.nn.Linear(64, 10),
    )
    net = torch.nn.Sequential(*layers).to(place)
    data, label = torch.rand(64, 784, device=place), torch.randint(0, 10, (64,), device=place)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01)

    def step():
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(net(data), label).backward()
        optimizer.step()

    return step, torch.cuda.synchronize if ctx.device_type == "gpu" else (lambda: None)


if __name__ == "__main__":
    main()
