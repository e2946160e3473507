"""A small network and its data, the same in every process."""

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon

SAMPLES, FEATURES, CLASSES = 48, 6, 3


def data() -> tuple[np.ndarray, np.ndarray]:
    """Points of three classes."""
    rng = np.random.default_rng(5)
    points = rng.normal(size=(SAMPLES, FEATURES)).astype(np.float32)
    return points, (points @ rng.normal(size=(FEATURES, CLASSES))).argmax(1).astype(np.float32)


def dense_net() -> gluon.Block:
    """Two dense layers with fixed weights."""
    net = gluon.nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(gluon.nn.Dense(8, activation="tanh", in_units=FEATURES), gluon.nn.Dense(CLASSES, in_units=8))
    net.initialize(mx.init.Zero())
    rng = np.random.default_rng(7)
    for parameter in net.collect_params().values():
        parameter.set_data(mx.nd.array(rng.normal(size=parameter.shape) * 0.3))
    return net


def train(kvstore: object, part: slice, steps: int, **options: object) -> tuple[list[np.ndarray], gluon.Trainer]:
    """Train with Gluon on a part of each batch, the batch being all data; the weights in the end."""
    points, labels = data()
    x, y = mx.nd.array(points[part]), mx.nd.array(labels[part])
    net, loss_of = dense_net(), gluon.loss.SoftmaxCrossEntropyLoss()
    options = {"optimizer_params": {"learning_rate": 0.2, "momentum": 0.9, "wd": 0.01}, **options}
    trainer = gluon.Trainer(net.collect_params(), "sgd", kvstore=kvstore, **options)
    for _ in range(steps):
        with autograd.record():
            loss = loss_of(net(x), y)
        loss.backward()
        trainer.step(SAMPLES)
    return [p.data().asnumpy() for p in net.collect_params().values()], trainer


def symbol() -> mx.sym.Symbol:
    """The same kind of network as a symbol."""
    hidden = mx.sym.Activation(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=8, name="fc1"), act_type="tanh")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(hidden, num_hidden=CLASSES, name="fc2"), name="softmax")


def initial() -> dict[str, mx.nd.NDArray]:
    """Fixed weights for it."""
    rng = np.random.default_rng(9)
    shapes = {"fc1_weight": (8, FEATURES), "fc1_bias": (8,), "fc2_weight": (CLASSES, 8), "fc2_bias": (CLASSES,)}
    return {name: mx.nd.array(rng.normal(size=shape) * 0.3) for name, shape in shapes.items()}


def fit(kvstore: object, part: slice, epochs: int) -> list[np.ndarray]:
    """Train with ``Module.fit`` on a part of each batch."""
    points, labels = data()
    count = len(points[part])
    module = mx.mod.Module(symbol())
    module.fit(
        mx.io.NDArrayIter(points[part], labels[part], batch_size=count),
        num_epoch=epochs,
        kvstore=kvstore,
        optimizer_params={"learning_rate": 0.3, "momentum": 0.9},
        arg_params=initial(),
        initializer=None,
    )
    found, _ = module.get_params()
    return [found[name].asnumpy() for name in sorted(found)]
