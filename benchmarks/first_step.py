"""How long programs wait for their first step: cold, in the second run, unrolled, and in the real MXNet.

    python benchmarks/first_step.py [--unrolled] [program ...]

All programs, or those with one of these words in their name, each in a process of its own: with no programs on disk
(cold), with those that the run before it left (second run), and, with --unrolled, with loops left as they are. The
table has processor and wall seconds to the end of the first step, without the import, and to the end of the second and
the tenth; the milliseconds of a later step; and how many programs were traced, compiled and read from disk.
MXNET_PYTHON may name the interpreter of an environment with Apache MXNet 1.9.1; the programs run there unchanged.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd

STEPS, BATCH, UNITS = 35, 32, 64


def scratch(lstm, steps=STEPS):
    """A GRU or an LSTM from scratch, gradients clipped, parameters updated by hand."""
    random = np.random.RandomState(0)
    shapes = [(UNITS, UNITS), (UNITS, UNITS), (UNITS,)]
    gates = [[nd.array(random.randn(*s) * 0.01) for s in shapes] for _ in range(4 if lstm else 3)]
    output = [nd.array(random.randn(UNITS, UNITS) * 0.01), nd.zeros((UNITS,))]
    parameters = [p for gate in [*gates, output] for p in gate]
    for p in parameters:
        p.attach_grad()
    data = nd.array(random.randint(0, UNITS, (BATCH, steps)))
    label = nd.array(random.randint(0, UNITS, (BATCH, steps)))
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


def deep(layers=500):
    """A perceptron of many layers by hand."""
    random = np.random.RandomState(0)
    weights = [nd.array(random.randn(32, 32) * 0.2) for _ in range(layers)]
    biases = [nd.zeros((32,)) for _ in range(layers)]
    for p in weights + biases:
        p.attach_grad()
    x = nd.array(random.randn(8, 32))

    def step():
        with autograd.record():
            h = x
            for weight, bias in zip(weights, biases):
                h = nd.relu(nd.dot(h, weight) + bias) * 0.1 + h * 0.9
            loss = (h**2).mean()
        loss.backward()
        for p in weights + biases:
            p[:] = p - 0.01 * p.grad
        return loss.asscalar()

    return step


def additions(count=30000):
    """A long recorded chain."""
    x = nd.ones((4,))
    x.attach_grad()

    def step():
        with autograd.record():
            y = x
            for _ in range(count):
                y = y + 1
        y.backward()
        return x.grad.asnumpy()[0] + y.asnumpy()[0]

    return step


class Layer(gluon.Block):
    """A layer of an encoder."""

    def __init__(self, units, heads):
        super().__init__()
        self.heads = heads
        with self.name_scope():
            self.qkv = gluon.nn.Dense(3 * units, flatten=False, in_units=units)
            self.out = gluon.nn.Dense(units, flatten=False, in_units=units)
            self.wide = gluon.nn.Dense(4 * units, flatten=False, activation="relu", in_units=units)
            self.narrow = gluon.nn.Dense(units, flatten=False, in_units=4 * units)
            self.norms = [gluon.nn.LayerNorm(in_channels=units) for _ in range(2)]
            for norm in self.norms:
                self.register_child(norm)

    def forward(self, x):
        qkv = self.qkv(x)
        scores = nd.contrib.interleaved_matmul_selfatt_qk(qkv, heads=self.heads)
        mixed = nd.contrib.interleaved_matmul_selfatt_valatt(qkv, nd.softmax(scores), heads=self.heads)
        x = self.norms[0](x + self.out(mixed))
        return self.norms[1](x + self.narrow(self.wide(x)))


def encoder(layers=12, units=64):
    """Equal layers, not hybridized."""
    net = gluon.nn.Sequential()
    for _ in range(layers):
        net.add(Layer(units, 4))
    net.initialize(mx.init.Xavier())
    return _train(net, nd.array(np.random.RandomState(0).randn(16, 8, units)), "adam", lambda y: (y**2).mean())


def vision(name, side=64):
    """A network of the model zoo, hybridized."""
    net = gluon.model_zoo.vision.get_model(name, classes=10)
    net.initialize(mx.init.Xavier())
    net.hybridize()
    return _classify(net, (8, 3, side, side))


def lenet():
    """LeNet, not hybridized."""
    net = gluon.nn.Sequential()
    for channels in (20, 50):
        net.add(gluon.nn.Conv2D(channels, kernel_size=5, activation="tanh"), gluon.nn.MaxPool2D(2, 2))
    net.add(gluon.nn.Dense(500, activation="tanh"), gluon.nn.Dense(10))
    net.initialize(mx.init.Xavier())
    return _classify(net, (8, 1, 28, 28))


def _classify(net, shape):
    label, loss_of = nd.arange(shape[0]), gluon.loss.SoftmaxCrossEntropyLoss()
    x = nd.array(np.random.RandomState(0).rand(*shape))
    return _train(net, x, "sgd", lambda scores: loss_of(scores, label).mean())


def _train(net, x, optimizer, loss_of):
    trainer = gluon.Trainer(net.collect_params(), optimizer, {"learning_rate": 0.001})

    def step():
        with autograd.record():
            loss = loss_of(net(x))
        loss.backward()
        trainer.step(1)
        return loss.asscalar()

    return step


def ssd():
    """A small detector: five scales, anchors, targets and two losses."""

    class Net(gluon.Block):
        """Its convolutions."""

        def __init__(self):
            super().__init__()
            self.stages, self.classes, self.boxes = [], [], []
            with self.name_scope():
                for number in range(5):
                    stage = gluon.nn.Sequential()
                    for channels in [16, 32, 64] if number == 0 else [128] if number < 4 else []:
                        stage.add(gluon.nn.Conv2D(channels, 3, padding=1), gluon.nn.BatchNorm())
                        stage.add(gluon.nn.Activation("relu"), gluon.nn.MaxPool2D(2))
                    self.stages.append(stage if number < 4 else gluon.nn.GlobalMaxPool2D())
                    self.classes.append(gluon.nn.Conv2D(8, 3, padding=1))
                    self.boxes.append(gluon.nn.Conv2D(16, 3, padding=1))
            for block in self.stages + self.classes + self.boxes:
                self.register_child(block)

        def forward(self, x):
            anchors, classes, boxes = [], [], []
            for number, stage in enumerate(self.stages):
                x = stage(x)
                sizes = (0.2 + 0.17 * number, 0.27 + 0.17 * number)
                anchors.append(nd.contrib.MultiBoxPrior(x, sizes=sizes, ratios=(1, 2, 0.5)))
                classes.append(self.classes[number](x).transpose((0, 2, 3, 1)).flatten())
                boxes.append(self.boxes[number](x).transpose((0, 2, 3, 1)).flatten())
            scores = nd.concat(*classes, dim=1).reshape((0, -1, 2))
            return nd.concat(*anchors, dim=1), scores, nd.concat(*boxes, dim=1)

    net = Net()
    net.initialize(mx.init.Xavier())
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.01})
    random = np.random.RandomState(0)
    x = nd.array(random.rand(4, 3, 128, 128))
    label = nd.array([[[0, 0.1, 0.1, 0.5, 0.6]]] * 4)
    class_loss, box_loss = gluon.loss.SoftmaxCrossEntropyLoss(), gluon.loss.L1Loss()

    def step():
        with autograd.record():
            anchors, scores, boxes = net(x)
            offsets, mask, labels = nd.contrib.MultiBoxTarget(anchors, label, scores.transpose((0, 2, 1)))
            loss = (class_loss(scores, labels) + box_loss(boxes * mask, offsets * mask)).mean()
        loss.backward()
        trainer.step(1)
        return loss.asscalar()

    return step


def beam(steps=40, width=4, words=50):
    """A search whose sequences grow by a word a step."""
    random = np.random.RandomState(0)
    table, weight = nd.array(random.randn(words, 16)), nd.array(random.randn(16, words))

    def step():
        found, score = nd.zeros((width, 1)), nd.zeros((width, 1))
        for _ in range(steps):
            state = nd.Embedding(found, table, input_dim=words, output_dim=16).mean(axis=1)
            scores = nd.log_softmax(nd.dot(state, weight)) + score
            best = nd.topk(scores.reshape((1, -1)), k=width, ret_typ="indices").reshape((-1,))
            row, word = nd.floor(best / words), best % words
            found = nd.concat(nd.take(found, row), word.expand_dims(1), dim=1)
            score = nd.pick(nd.take(scores, row), word).expand_dims(1)
        return float(score.sum().asscalar())

    return step


def shapes(count=300):
    """A loop over so many batches of other lengths, with gradients; each step goes on with others."""
    weight = nd.array(np.random.RandomState(0).randn(8, 4))
    weight.attach_grad()
    first = [1]

    def step():
        total = 0.0
        for length in range(first[0], first[0] + count):
            x = nd.ones((length, 8)) / 8
            with autograd.record():
                loss = (nd.relu(nd.dot(x, weight)) ** 2).mean()
            loss.backward()
            weight[:] = weight - 0.01 * weight.grad
            total += loss.asscalar()
        first[0] += count
        return total

    return step


PROGRAMS = {
    "GRU from scratch, 35 steps": lambda: scratch(False),
    "LSTM from scratch, 35 steps": lambda: scratch(True),
    "LSTM from scratch, 100 steps": lambda: scratch(True, 100),
    "LSTMCell.unroll(100), imperative": lambda: cell(False),
    "LSTMCell.unroll(100), hybridized": lambda: cell(True),
    "BucketingModule, 5 buckets of an LSTM": bucketing,
    "perceptron of 500 layers by hand": deep,
    "30,000 recorded additions": additions,
    "encoder of 12 layers, imperative": encoder,
    "LeNet, imperative": lenet,
    "ResNet-18, hybridized": lambda: vision("resnet18_v1"),
    "MobileNetV2, hybridized": lambda: vision("mobilenetv2_1.0"),
    "DenseNet-121, hybridized": lambda: vision("densenet121", 224),
    "TinySSD, imperative": ssd,
    "beam search, 40 steps": beam,
    "300 shapes": shapes,
}
# Those in which rounds are rolled.
ROLLED = list(PROGRAMS)[:9]


def measure(name):
    """Run one program here and print its figures."""
    began, wall = time.process_time(), time.perf_counter()
    step = PROGRAMS[name]()
    found = {"value": float(step())}
    found["first"], found["wall"] = time.process_time() - began, time.perf_counter() - wall
    laps = []
    for _ in range(9):
        lap = time.process_time()
        step()
        laps.append(time.process_time() - lap)
    found["second"], found["tenth"] = found["first"] + laps[0], found["first"] + sum(laps)
    found["later_ms"] = 1000 * min(laps)
    stats = mx.runtime.engine_stats() if hasattr(mx.runtime, "engine_stats") else {}
    found.update({key: stats.get(key, 0) for key in ("traces", "compilations", "from_disk")})
    print(json.dumps(found))


def run(name, python, changes):
    """The figures of a program in a process of its own, or what went wrong."""
    command = [python, os.path.abspath(__file__), "--measure", name]  # noqa: PTH100  MXNet's Python is old
    done = subprocess.run(command, env={**os.environ, **changes}, stdout=subprocess.PIPE)
    return json.loads(done.stdout.splitlines()[-1]) if done.returncode == 0 else None


def main(arguments):
    """Measure programs and print a table."""
    unrolled, words = "--unrolled" in arguments, [word for word in arguments if word != "--unrolled"]
    print("| program | | first, s | wall | second | tenth | later, ms | traced | compiled | from disk | value |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for name in PROGRAMS:
        if words and not any(word in name for word in words):
            continue
        with tempfile.TemporaryDirectory() as folder:
            here = {"MXNET_ENGINE_CACHE": folder}
            ways = [("cold", sys.executable, here), ("second run", sys.executable, here)]
            if name in ROLLED and unrolled:
                ways.append(("unrolled", sys.executable, {"MXNET_ENGINE_CACHE": "0", "MXNET_ENGINE_ROLL": "0"}))
            if os.environ.get("MXNET_PYTHON"):
                ways.append(("MXNet 1.9.1", os.environ["MXNET_PYTHON"], {"PYTHONPATH": ""}))
            for way, python, changes in ways:
                line = "| {} | {} | {first:.2f} | {wall:.2f} | {second:.2f} | {tenth:.2f} | {later_ms:.1f} | "
                line += "{traces} | {compilations} | {from_disk} | {value:.5g} |"
                found = run(name, python, changes)
                print(line.format(name, way, **found) if found else f"| {name} | {way} | failed |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        measure(sys.argv[2])
    else:
        main(sys.argv[1:])
