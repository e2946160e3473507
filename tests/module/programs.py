"""Training programs that the real MXNet runs as well, with parameters that do not depend on its random numbers.

    python -m tests.module.programs tests/module/oracle.json     with the real MXNet's Python: what it computes

Also run by Python 3.8.
"""

import json
import sys
import warnings

import numpy as np

import mxnet as mx

OPTIMIZERS = {
    "sgd": {"learning_rate": 0.3, "momentum": 0.9, "wd": 0.01},
    "adam": {"learning_rate": 0.05},
    "nag": {"learning_rate": 0.1, "momentum": 0.5},
    "rmsprop": {"learning_rate": 0.02},
    "adagrad": {"learning_rate": 0.1},
    "ftrl": {"learning_rate": 0.1},
    "adadelta": {},
}
HANDLINGS = ("pad", "discard", "roll_over")


def network(batch_norm=False):
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=8, name="fc1")
    if batch_norm:
        net = mx.sym.BatchNorm(net, name="bn", fix_gamma=False)
    net = mx.sym.Activation(net, act_type="tanh", name="tanh")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=3, name="fc2"), name="softmax")


def parameters(batch_norm=False, inputs=6):
    random = np.random.RandomState(5)
    arg = {
        "fc1_weight": random.normal(0, 0.5, (8, inputs)),
        "fc1_bias": np.zeros(8),
        "fc2_weight": random.normal(0, 0.5, (3, 8)),
        "fc2_bias": np.zeros(3),
    }
    aux = {}
    if batch_norm:
        arg.update(bn_gamma=np.ones(8), bn_beta=np.zeros(8))
        aux = {"bn_moving_mean": np.zeros(8), "bn_moving_var": np.ones(8)}
    return [{name: mx.nd.array(value) for name, value in group.items()} for group in (arg, aux)]


def points():
    data = np.random.RandomState(0).normal(size=(50, 6)).astype("float32")
    return data, (data[:, 0] > 0).astype("float32") + (data[:, 1] > 0)


def numbers(*groups):
    """Arrays as lists, rounded, by name."""
    return {name: np.round(a.asnumpy().astype("float64"), 5).tolist() for group in groups for name, a in group.items()}


def module(optimizer, handling="pad", contexts=1, loads=None):
    """Parameters, predictions and scores after two epochs of Module.fit."""
    batch_norm = contexts > 1 or handling != "pad"
    arg, aux = parameters(batch_norm)
    context = [mx.cpu(i) for i in range(contexts)]
    made = mx.mod.Module(network(batch_norm), context=context, work_load_list=loads)
    scores = []
    made.fit(
        mx.io.NDArrayIter(*points(), batch_size=16, last_batch_handle=handling),
        eval_data=mx.io.NDArrayIter(*points(), batch_size=10),
        eval_metric=["acc", "ce"],
        num_epoch=2,
        optimizer=optimizer,
        optimizer_params=OPTIMIZERS[optimizer],
        arg_params=arg,
        aux_params=aux,
        eval_end_callback=lambda param: scores.append([float(v) for _, v in param.eval_metric.get_name_value()]),
    )
    found = numbers(*made.get_params())
    if batch_norm:
        del found["fc1_bias"]  # BatchNorm takes it away again: what remains is rounding
    found["predictions"] = numbers({"": made.predict(mx.io.NDArrayIter(points()[0], None, 16))})[""]
    found["scores"] = scores
    return found


def feed_forward():
    """Parameters and predictions after two epochs of FeedForward.fit on arrays, shuffled by NumPy."""
    np.random.seed(3)
    arg, aux = parameters()
    options = {"num_epoch": 2, "learning_rate": 0.2, "momentum": 0.9, "numpy_batch_size": 16}
    model = mx.model.FeedForward(network(), arg_params=arg, aux_params=aux, **options)
    model.fit(*points(), eval_data=points())
    found = numbers(model.arg_params)
    found["predictions"] = np.round(model.predict(points()[0]).astype("float64"), 5).tolist()
    return found


def sequence():
    """Parameters after two epochs of SequentialModule.fit."""
    first = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=8, name="first")
    chain = mx.mod.SequentialModule()
    chain.add(mx.mod.Module(first, label_names=None)).add(mx.mod.Module(network()), take_labels=True, auto_wiring=True)
    arg, aux = parameters(inputs=8)
    arg["first_weight"] = mx.nd.array(np.random.RandomState(7).normal(0, 0.5, (8, 6)))
    arg["first_bias"] = mx.nd.zeros(8)
    batches = mx.io.NDArrayIter(*points(), batch_size=10)
    chain.fit(batches, num_epoch=2, optimizer_params={"learning_rate": 0.2}, arg_params=arg, aux_params=aux)
    return numbers(*chain.get_params())


def programs():
    """Functions by name."""
    found = {optimizer: lambda optimizer=optimizer: module(optimizer) for optimizer in OPTIMIZERS}
    found.update({handling: lambda handling=handling: module("sgd", handling) for handling in HANDLINGS})
    found["contexts"] = lambda: module("sgd", contexts=3, loads=[1, 2, 1])
    found["feed_forward"], found["sequence"] = feed_forward, sequence
    return found


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    with open(sys.argv[1], "w") as file:  # noqa: PTH123
        json.dump({name: program() for name, program in programs().items()}, file, separators=(",", ":"))
        file.write("\n")
