"""What recurrent layers and cells compute from given weights, here and under the real MXNet 1.9.1 (Python 3.8)."""

import numpy as np


def fill(block):
    """Weights that depend on nothing but their shapes and order."""
    rng = np.random.RandomState(7)
    for param in block.collect_params().values():
        param.set_data(rng.uniform(-0.5, 0.5, param.shape).astype("float32"))


def layers(mx):
    rnn = mx.gluon.rnn
    return {
        "rnn": rnn.RNN(4, 2, activation="tanh", layout="NTC", bidirectional=True, input_size=3),
        "lstm": rnn.LSTM(4, 2, bidirectional=True, input_size=3),
        "gru": rnn.GRU(4, 2, layout="NTC", input_size=3),
        "relu": rnn.RNN(4, 1, input_size=3),
    }


def cells(mx):
    rnn, contrib = mx.gluon.rnn, mx.gluon.contrib.rnn
    return {
        "rnn cell": rnn.RNNCell(4, input_size=3),
        "lstm cell": rnn.LSTMCell(4, input_size=3),
        "gru cell": rnn.GRUCell(4, input_size=3),
        "both cells": rnn.BidirectionalCell(rnn.LSTMCell(4, input_size=3), rnn.GRUCell(4, input_size=3)),
        "lstmp cell": contrib.LSTMPCell(4, 2, input_size=3),
    }


def numbers(mx):
    """Outputs, last states and the gradients of the input."""
    data = np.random.RandomState(1).normal(size=(5, 2, 3)).astype("float32")
    lengths = mx.nd.array([2, 5])
    out = {}
    for name, layer in layers(mx).items():
        layer.initialize()
        fill(layer)
        x = mx.nd.array(data if layer._layout == "TNC" else data.swapaxes(0, 1))
        x.attach_grad()
        states = [s + 0.1 for s in layer.begin_state(batch_size=2)]
        with mx.autograd.record():
            y, last = layer(x, states)
        y.backward(mx.nd.arange(y.size).reshape(y.shape) / y.size)
        for key, array in zip(["y", "grad", "h", "c"], [y, x.grad, *last]):  # noqa: B905
            out[name + " " + key] = array.asnumpy()
    for name, cell in cells(mx).items():
        cell.initialize()
        fill(cell)
        x = mx.nd.array(data)
        x.attach_grad()
        with mx.autograd.record():
            y, last = cell.unroll(5, x, layout="TNC", merge_outputs=True, valid_length=lengths)
        y.backward(mx.nd.arange(y.size).reshape(y.shape) / y.size)
        for key, array in zip(["y", "grad", *(f"state{i}" for i in range(9))], [y, x.grad, *last]):  # noqa: B905
            out[name + " " + key] = array.asnumpy()
    return out
