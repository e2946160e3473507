"""Small networks and data for tests of modules."""

import numpy as np

import mxnet as mx


def mlp(classes: int = 3, batch_norm: bool = False) -> mx.sym.Symbol:
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=8, name="fc1")
    if batch_norm:
        net = mx.sym.BatchNorm(net, name="bn", fix_gamma=False)
    net = mx.sym.Activation(net, act_type="relu")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=classes, name="fc2"), name="softmax")


def clusters(count: int = 60, size: int = 5, classes: int = 3) -> tuple[np.ndarray, np.ndarray]:
    """Points around a centre for each class, far from each other."""
    random = np.random.RandomState(0)
    labels = np.arange(count) % classes
    centres = np.eye(classes, size) * 4
    return (centres[labels] + random.normal(0, 0.3, (count, size))).astype("float32"), labels.astype("float32")


def batches(size: int = 12, **options: object) -> mx.io.NDArrayIter:
    return mx.io.NDArrayIter(*clusters(), size, **options)
