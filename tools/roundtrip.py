"""Graphs and parameters as files, both ways between this package and MXNet 1.9.1, on ten networks.

    MXNET_PYTHON=/path/to/python python tools/roundtrip.py

Each side writes every network with its parameters, inputs and outputs; the other side loads the files and runs them.
MXNET_PYTHON names an interpreter that imports the real MXNet. Equal means within 1e-5, relative and absolute.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import mxnet as mx

TOLERANCE = 1e-5


def mlp():
    data = mx.sym.Variable("data")
    net = mx.sym.Activation(mx.sym.FullyConnected(data, num_hidden=16, name="fc1"), act_type="relu", name="relu1")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=5, name="fc2"), name="softmax"), {"data": (4, 12)}


def lenet():
    net = mx.sym.Variable("data")
    for number, filters in enumerate((4, 8)):
        net = mx.sym.Convolution(net, kernel=(5, 5), num_filter=filters, name=f"conv{number}")
        net = mx.sym.Pooling(mx.sym.tanh(net), kernel=(2, 2), stride=(2, 2), pool_type="max", pooling_convention="full")
    net = mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=10, name="fc")
    return mx.sym.log_softmax(net, axis=-1), {"data": (2, 1, 28, 28)}


def residual():
    net = mx.sym.Variable("data")
    for number in range(2):
        branch = mx.sym.BatchNorm(net, fix_gamma=number == 0, eps=2e-5, name=f"bn{number}")
        branch = mx.sym.Activation(branch, act_type="relu")
        branch = mx.sym.Convolution(branch, kernel=(3, 3), pad=(1, 1), num_filter=6, no_bias=True, name=f"c{number}")
        net = net + branch
    return mx.sym.Pooling(net, global_pool=True, kernel=(1, 1), pool_type="avg"), {"data": (2, 6, 8, 8)}


def lstm():
    data = mx.sym.Variable("data")
    rnn = mx.sym.RNN(
        data, state_size=7, num_layers=2, mode="lstm", bidirectional=True, state_outputs=True, p=0.0, name="lstm"
    )
    return mx.sym.Group([rnn[0], rnn[1], rnn[2]]), {
        "data": (5, 3, 4),
        "lstm_state": (4, 3, 7),
        "lstm_state_cell": (4, 3, 7),
    }


def text():
    words = mx.sym.Variable("data")
    net = mx.sym.Embedding(words, input_dim=20, output_dim=8, name="embed")
    net = mx.sym.expand_dims(net, axis=1)
    parts = [
        mx.sym.max(mx.sym.Convolution(net, kernel=(k, 8), num_filter=3, name=f"conv{k}"), axis=(2, 3)) for k in (2, 3)
    ]
    return mx.sym.FullyConnected(mx.sym.Concat(*parts, dim=1), num_hidden=2, name="fc"), {"data": (3, 9)}


def attention():
    query, key, value = (mx.sym.Variable(n) for n in ("query", "key", "value"))
    scores = mx.sym.softmax(mx.sym.batch_dot(query, key, transpose_b=True) / 2.0, axis=-1)
    net = mx.sym.LayerNorm(mx.sym.batch_dot(scores, value) + query, name="norm")
    return net * 0.5 + 1.0, {"query": (2, 5, 4), "key": (2, 5, 4), "value": (2, 5, 4)}


def detector():
    features = mx.sym.Convolution(mx.sym.Variable("data"), kernel=(3, 3), pad=(1, 1), num_filter=8, name="conv")
    anchors = mx.sym.contrib.MultiBoxPrior(features, sizes=(0.2, 0.4), ratios=(1, 2), clip=True, name="anchors")
    scores = mx.sym.softmax(mx.sym.Reshape(features, shape=(0, 2, -1)), axis=1)
    return mx.sym.Group([anchors, scores, mx.sym.transpose(scores, axes=(0, 2, 1))]), {"data": (2, 3, 6, 6)}


def segmenter():
    data = mx.sym.Variable("data")
    net = mx.sym.Convolution(data, kernel=(3, 3), stride=(2, 2), pad=(1, 1), num_filter=4, name="down")
    net = mx.sym.LeakyReLU(net, act_type="prelu", name="prelu")
    up = mx.sym.Deconvolution(net, kernel=(4, 4), stride=(2, 2), pad=(1, 1), num_filter=3, name="up")
    return mx.sym.Crop(up, data, num_args=2), {"data": (1, 3, 10, 10)}


def loop():
    data, state = mx.sym.Variable("data"), mx.sym.Variable("state")
    weight = mx.sym.Variable("weight")

    def body(step, carried):
        new = mx.sym.tanh(mx.sym.dot(carried, weight) + step)
        return new * 2, new

    outputs, final = mx.sym.contrib.foreach(body, data, state)
    return mx.sym.Group([outputs, final]), {"data": (4, 2, 3), "state": (2, 3), "weight": (3, 3)}


def pieces():
    data = mx.sym.Variable("data")
    first, second, third = mx.sym.SliceChannel(data, num_outputs=3, axis=1)
    net = mx.sym.where(first > second, mx.sym.clip(third, 0.1, 0.9), mx.sym.broadcast_add(first, mx.sym.mean(second)))
    top = mx.sym.topk(net, k=2, ret_typ="value", axis=-1)
    return mx.sym.Group([net, top, mx.sym.norm(data, axis=1), mx.sym.slice_axis(data, axis=1, begin=1, end=-1)]), {
        "data": (4, 6)
    }


NETWORKS = (mlp, lenet, residual, lstm, text, attention, detector, segmenter, loop, pieces)


def write(folder):
    """Write every network, its arrays, and what it gives for them."""
    for make in NETWORKS:
        symbol, shapes = make()
        arguments, _, states = symbol.infer_shape(**shapes)
        random = np.random.RandomState(len(make.__name__))
        args = {n: numbers(random, make, n, s) for n, s in zip(symbol.list_arguments(), arguments)}
        aux = {n: numbers(random, make, n, s) for n, s in zip(symbol.list_auxiliary_states(), states)}
        symbol.save(f"{folder}/{make.__name__}-symbol.json")
        arrays = {f"arg:{n}": a for n, a in args.items()}
        arrays.update({f"aux:{n}": a for n, a in aux.items()})
        mx.nd.save(f"{folder}/{make.__name__}-0000.params", arrays)
        np.savez(f"{folder}/{make.__name__}-outputs.npz", *evaluate(symbol, args, aux))


def numbers(random, make, name, shape):
    """An array that suits an argument."""
    if make is text and name == "data":
        return mx.nd.array(random.randint(0, 20, shape))
    return mx.nd.array(random.uniform(0.1 if name.endswith("var") else -1, 1, shape))


def evaluate(symbol, args, aux):
    """A network's outputs on the host."""
    executor = symbol.bind(mx.cpu(), args=args, aux_states=aux, grad_req="null")
    return [o.asnumpy() for o in executor.forward(is_train=False)]


def read(folder):
    """Run every network that the other side wrote; the number of those that differ."""
    wrong = 0
    for name in [make.__name__ for make in NETWORKS]:
        symbol = mx.sym.load(f"{folder}/{name}-symbol.json")
        arrays = mx.nd.load(f"{folder}/{name}-0000.params")
        args = {n[4:]: a for n, a in arrays.items() if n.startswith("arg:")}
        aux = {n[4:]: a for n, a in arrays.items() if n.startswith("aux:")}
        found = evaluate(symbol, args, aux)
        with np.load(f"{folder}/{name}-outputs.npz") as expected:
            outputs = [expected[n] for n in sorted(expected.files, key=lambda n: int(n.split("_")[1]))]
        error = max(float(np.max(np.abs(a - b) / (1 + np.abs(b)))) for a, b in zip(found, outputs))
        good = len(found) == len(outputs) and error < TOLERANCE
        wrong += not good
        print(f"  {name:10} {len(found)} outputs, largest difference {error:.1e}{'' if good else ' WRONG'}", flush=True)
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", metavar="DIR", help="(internal) write the networks")
    parser.add_argument("--read", metavar="DIR", help="(internal) read and run the networks")
    options = parser.parse_args()
    if options.write:
        write(options.write)
    elif options.read:
        sys.exit(read(options.read))
    else:
        sys.exit(both_ways())


def both_ways():
    real = os.environ.get("MXNET_PYTHON")
    if real is None:
        sys.exit("MXNET_PYTHON must name an interpreter that imports MXNet 1.9.1")
    wrong = 0
    for title, writer, reader in (
        ("from here to MXNet", sys.executable, real),
        ("from MXNet to here", real, sys.executable),
    ):
        print(title, flush=True)
        with tempfile.TemporaryDirectory() as folder:
            for interpreter, task in ((writer, "--write"), (reader, "--read")):
                environment = {k: v for k, v in os.environ.items() if interpreter != real or k != "PYTHONPATH"}
                done = subprocess.run([interpreter, str(Path(__file__).resolve()), task, folder], env=environment)
                wrong += done.returncode
    print("all equal" if not wrong else f"{wrong} differ")
    return wrong


if __name__ == "__main__":
    main()
