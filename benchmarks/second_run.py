"""The second run of a script: what its first step costs when an earlier process has left its programs on disk.

    python benchmarks/second_run.py                every program: with an empty folder, then twice with what it left
    python benchmarks/second_run.py --one NAME     (internal) one program in this process, its figures as JSON

Seconds are of the processor: to the end of the first step without the import, and of the third step. ``traces`` counts
programs and graphs traced, ``from disk`` programs read.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import mxnet as mx
from mxnet import autograd, gluon, nd

BATCH = 8


def resnet():
    """ResNet-18, hybridized, with momentum."""
    return _gluon(gluon.model_zoo.vision.resnet18_v1(classes=10), (BATCH, 3, 64, 64), hybridize=True)


def lenet():
    """LeNet, not hybridized."""
    net = gluon.nn.Sequential()
    for channels in (20, 50):
        net.add(gluon.nn.Conv2D(channels, kernel_size=5, activation="tanh"), gluon.nn.MaxPool2D(2, 2))
    net.add(gluon.nn.Dense(500, activation="tanh"), gluon.nn.Dense(10))
    return _gluon(net, (BATCH, 1, 28, 28), hybridize=False)


def mlp():
    """A perceptron from scratch: arrays, ``autograd`` and an update by hand."""
    sizes = (784, 64, 64, 10)
    weights = [nd.random.normal(scale=0.1, shape=pair) for pair in zip(sizes, sizes[1:])]
    biases = [nd.zeros(size) for size in sizes[1:]]
    parameters = [*weights, *biases]
    for parameter in parameters:
        parameter.attach_grad()
    x, label = nd.random.uniform(shape=(64, 784)), nd.arange(64) % 10

    def step():
        with autograd.record():
            hidden = x
            for weight, bias in zip(weights[:-1], biases[:-1]):
                hidden = nd.relu(nd.dot(hidden, weight) + bias)
            scores = nd.log_softmax(nd.dot(hidden, weights[-1]) + biases[-1])
            loss = -nd.pick(scores, label).mean()
        loss.backward()
        for parameter in parameters:
            parameter -= 0.1 * parameter.grad
        return float(loss.asscalar())

    return step


def _gluon(net, shape, hybridize):
    net.initialize(mx.init.Xavier())
    if hybridize:
        net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": 0.9})
    criterion = gluon.loss.SoftmaxCrossEntropyLoss()
    x, label = nd.random.uniform(shape=shape), nd.arange(shape[0])

    def step():
        with autograd.record():
            loss = criterion(net(x), label)
        loss.backward()
        trainer.step(shape[0])
        return float(loss.asnumpy().sum())

    return step


PROGRAMS = {"resnet18": resnet, "lenet": lenet, "mlp": mlp}


def measure(name):
    """Figures of one program in this process."""
    mx.random.seed(1)
    begun = time.process_time()
    step = PROGRAMS[name]()
    losses = [step()]
    first = time.process_time() - begun
    stats = mx.runtime.engine_stats()
    losses.append(step())
    begun = time.process_time()
    losses.append(step())
    third = time.process_time() - begun
    return {"first": first, "third": third, "traces": stats["traces"], "from disk": stats["from_disk"], "loss": losses}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--one", choices=PROGRAMS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measure(options.one)))
        return
    print(f"{'program':<10}{'run':<9}{'first step':>11}{'third step':>11}{'traces':>8}{'from disk':>11}   losses")
    for name in PROGRAMS:
        with tempfile.TemporaryDirectory() as folder:
            for run in ("empty", "second", "third"):
                environment = {**os.environ, "MXNET_ENGINE_CACHE": folder}
                command = [sys.executable, str(Path(__file__).resolve()), "--one", name]
                done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
                row = json.loads(done.stdout)
                counts = f"{row['traces']:>8}{row['from disk']:>11}   {row['loss']}"
                print(f"{name:<10}{run:<9}{row['first']:>10.2f}s{row['third']:>10.3f}s{counts}", flush=True)


if __name__ == "__main__":
    main()
