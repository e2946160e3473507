"""Networks that several tests use."""

import mxnet as mx
from mxnet.gluon import nn


def lenet() -> nn.HybridSequential:
    """The network whose files MXNet 1.9.1 wrote into tests/fixtures."""
    net = nn.HybridSequential(prefix="lenet_")
    with net.name_scope():
        net.add(
            nn.Conv2D(6, 5, activation="tanh"),
            nn.MaxPool2D(),
            nn.Conv2D(16, 3, padding=1, use_bias=False),
            nn.BatchNorm(),
            nn.Activation("relu"),
            nn.AvgPool2D(),
            nn.Flatten(),
            nn.Dense(20, activation="sigmoid"),
            nn.Dropout(0.5),
            nn.Dense(10),
        )
    return net


def mlp(container: type = nn.HybridSequential, in_units: int = 0, **kwargs: object) -> mx.gluon.Block:
    """Three dense layers, all of known shapes if the first one's is given."""
    net = container(**kwargs)
    with net.name_scope():
        units = 16 if in_units else 0
        net.add(
            nn.Dense(16, activation="relu", in_units=in_units),
            nn.Dense(16, activation="relu", in_units=units),
            nn.Dense(4, in_units=units),
        )
    return net
