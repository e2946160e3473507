"""How long recurrent programs wait for their first step, cold: loops rolled, unrolled, and in the real MXNet.

    python benchmarks/first_step.py [program ...]

Each program runs in a process of its own with no programs on disk. The table has processor seconds to the end of the
first and of the second step, and the milliseconds of a later one. MXNET_PYTHON may name the interpreter of an
environment with Apache MXNet 1.9.1; the programs run there unchanged.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd

STEPS, BATCH, UNITS = 35, 32, 64


def scratch(lstm):
    """A GRU or an LSTM from scratch, gradients clipped, parameters updated by hand."""
    random = np.random.RandomState(0)
    shapes = [(UNITS, UNITS), (UNITS, UNITS), (UNITS,)]
    gates = [[nd.array(random.randn(*s) * 0.01) for s in shapes] for _ in range(4 if lstm else 3)]
    output = [nd.array(random.randn(UNITS, UNITS) * 0.01), nd.zeros((UNITS,))]
    parameters = [p for gate in [*gates, output] for p in gate]
    for p in parameters:
        p.attach_grad()
    data = nd.array(random.randint(0, UNITS, (BATCH, STEPS)))
    label = nd.array(random.randint(0, UNITS, (BATCH, STEPS)))
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()

    def gate(x, h, g):
        return nd.dot(x, g[0]) + nd.dot(h, g[1]) + g[2]

    def network(inputs):
        h, c, outputs = nd.zeros((BATCH, UNITS)), nd.zeros((BATCH, UNITS)), []
        for x in inputs:
            if lstm:
                i, f, o = [nd.sigmoid(gate(x, h, g)) for g in gates[:3]]
                c = f * c + i * nd.tanh(gate(x, h, gates[3]))
                h = o * nd.tanh(c)
            else:
                z, r = nd.sigmoid(gate(x, h, gates[0])), nd.sigmoid(gate(x, h, gates[1]))
                h = z * h + (1 - z) * nd.tanh(gate(x, r * h, gates[2]))
            outputs.append(nd.dot(h, output[0]) + output[1])
        return nd.concat(*outputs, dim=0)

    def step():
        with autograd.record():
            found = network([nd.one_hot(x, UNITS) for x in data.T])
            loss = loss_of(found, label.T.reshape((-1,))).mean()
        loss.backward()
        norm = nd.array([0])
        for p in parameters:
            norm = norm + (p.grad**2).sum()
        norm = norm.sqrt().asscalar()
        if norm > 0.01:
            for p in parameters:
                p.grad[:] *= 0.01 / norm
        for p in parameters:
            p[:] = p - 100 * p.grad
        return loss.asscalar()

    return step


def cell(hybrid, steps=100):
    """``LSTMCell.unroll`` and a trainer."""

    class Net(gluon.HybridBlock):
        """The cell, unrolled."""

        def __init__(self):
            super().__init__()
            with self.name_scope():
                self.cell = gluon.rnn.LSTMCell(UNITS, input_size=UNITS)

        def hybrid_forward(self, F, x):
            return self.cell.unroll(steps, x, layout="NTC", merge_outputs=True)[0]

    net = Net()
    net.initialize(mx.init.Xavier())
    if hybrid:
        net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    x = nd.array(np.random.RandomState(0).randn(BATCH, steps, UNITS))

    def step():
        with autograd.record():
            loss = (net(x) ** 2).mean()
        loss.backward()
        trainer.step(1)
        return loss.asscalar()

    return step


def bucketing(lengths=(10, 20, 30, 40, 50)):
    """A BucketingModule with an unrolled LSTM; a step is one batch of every bucket."""

    def symbol(length):
        data, label = mx.sym.Variable("data"), mx.sym.Variable("softmax_label")
        embedded = mx.sym.Embedding(data, input_dim=UNITS, output_dim=UNITS, name="embed")
        outputs, _ = mx.rnn.LSTMCell(UNITS, prefix="lstm_").unroll(length, embedded, merge_outputs=True)
        scores = mx.sym.FullyConnected(mx.sym.Reshape(outputs, shape=(-1, UNITS)), num_hidden=UNITS, name="pred")
        return (
            mx.sym.SoftmaxOutput(scores, mx.sym.Reshape(label, shape=(-1,)), name="softmax"),
            ("data",),
            ("softmax_label",),
        )

    module = mx.mod.BucketingModule(symbol, default_bucket_key=max(lengths), context=mx.cpu())

    def batch(length):
        shape = (BATCH, length)
        return mx.io.DataBatch(
            [nd.ones(shape)],
            [nd.ones(shape)],
            bucket_key=length,
            provide_data=[mx.io.DataDesc("data", shape)],
            provide_label=[mx.io.DataDesc("softmax_label", shape)],
        )

    first = batch(max(lengths))
    module.bind(first.provide_data, first.provide_label)
    module.init_params(mx.init.Xavier())
    module.init_optimizer()

    def step():
        for length in lengths:
            module.forward_backward(batch(length))
            module.update()
        return float(module.get_outputs()[0].asnumpy()[0, 0])

    return step


PROGRAMS = {
    "GRU from scratch, 35 steps": lambda: scratch(False),
    "LSTM from scratch, 35 steps": lambda: scratch(True),
    "LSTMCell.unroll(100), imperative": lambda: cell(False),
    "LSTMCell.unroll(100), hybridized": lambda: cell(True),
    "BucketingModule, 5 buckets of an LSTM": bucketing,
}


def measure(name):
    """Run one program here."""
    began = time.process_time()
    step = PROGRAMS[name]()
    marks, value = [], 0.0
    for _ in range(2):
        value = float(step())
        marks.append(time.process_time() - began)
    wall = []
    for _ in range(10):
        start = time.perf_counter()
        step()
        wall.append(time.perf_counter() - start)
    print(json.dumps({"first": marks[0], "second": marks[1], "steady_ms": 1000 * min(wall), "value": value}))


def main(chosen):
    """Measure programs in processes of their own and print a table."""
    ways = {
        "rolled": (sys.executable, {"MXNET_ENGINE_CACHE": "0"}),
        "unrolled": (sys.executable, {"MXNET_ENGINE_CACHE": "0", "MXNET_ENGINE_ROLL": "0"}),
    }
    if os.environ.get("MXNET_PYTHON"):
        ways["MXNet 1.9.1"] = (os.environ["MXNET_PYTHON"], {"PYTHONPATH": ""})
    print("| program | | first step, s | second step, s | later, ms | value |\n|---|---|---|---|---|---|")
    for name in chosen or PROGRAMS:
        for way, (python, changes) in ways.items():
            command = [python, os.path.abspath(__file__), "--measure", name]  # noqa: PTH100  MXNet's Python is old
            done = subprocess.run(command, env={**os.environ, **changes}, stdout=subprocess.PIPE, check=True)
            found = json.loads(done.stdout.splitlines()[-1])
            print(
                "| {} | {} | {first:.2f} | {second:.2f} | {steady_ms:.1f} | {value:.5f} |".format(name, way, **found),
                flush=True,
            )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        measure(sys.argv[2])
    else:
        main(sys.argv[1:])
