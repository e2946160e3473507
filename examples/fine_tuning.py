"""Fine-tuning: what a network that reads 0 to 4 has learned helps it to read 5 to 9 from a few examples."""

import argparse
import tempfile
from pathlib import Path

import digits
import numpy as np

import mxnet as mx
from mxnet import autograd, gluon
from mxnet.gluon import nn
from mxnet.gluon.data.vision import transforms


class Reader(nn.HybridBlock):
    """Features that any digit shares, and an output layer for five of them."""

    def __init__(self, **kwargs) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.HybridSequential()
            self.features.add(nn.Conv2D(16, 5, activation="relu"), nn.MaxPool2D(2, 2))
            self.features.add(nn.Conv2D(32, 5, activation="relu"), nn.MaxPool2D(2, 2), nn.Flatten())
            self.output = nn.Dense(5)

    def hybrid_forward(self, F, x):
        """Scores of the five digits."""
        return self.output(self.features(x))


def choose(part, first: int, count: int):
    """At most ``count`` of the five digits from ``first`` on, labelled 0 to 4."""
    wanted = part.filter(lambda sample: first <= sample[1] < first + 5).take(count)
    return wanted.transform_first(transforms.ToTensor()).transform(lambda image, label: (image, label - first))


def fit(net, train, test, epochs: int) -> float:
    """Train, and return the part of the test digits that is read right."""
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 2e-3})
    cross_entropy = gluon.loss.SoftmaxCrossEntropyLoss()
    for _ in range(epochs):
        for data, label in gluon.data.DataLoader(train, 16, shuffle=True):
            with autograd.record():
                loss = cross_entropy(net(data), label)
            loss.backward()
            trainer.step(data.shape[0])
    accuracy = mx.metric.Accuracy()
    for data, label in gluon.data.DataLoader(test, 250):
        accuracy.update(label, net(data))
    return accuracy.get()[1]


def main() -> None:
    """Train on many digits, save, and go on from there with few others."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=2000)
    parser.add_argument("--few", type=int, default=60)
    parser.add_argument("--epochs", type=int, default=12)
    arguments = parser.parse_args()
    mx.random.seed(1)
    np.random.seed(1)  # the loaders shuffle with it
    train, test = digits.load()
    file = Path(tempfile.mkdtemp()) / "reader.params"

    base = Reader()
    base.initialize(mx.init.Xavier())
    known = fit(base, choose(train, 0, arguments.samples), choose(test, 0, 1000), arguments.epochs // 2)
    base.save_parameters(str(file))
    print(f"0 to 4 from {arguments.samples} digits: {known:.4f} right; saved")

    few, rest = choose(train, 5, arguments.few), choose(test, 5, 1000)
    scratch = Reader()
    scratch.initialize(mx.init.Xavier())
    print(f"5 to 9 from {arguments.few} digits, from scratch: {fit(scratch, few, rest, arguments.epochs):.4f} right")

    tuned = Reader()
    tuned.load_parameters(str(file))
    tuned.output.initialize(mx.init.Xavier(), force_reinit=True)
    tuned.features.collect_params().setattr("grad_req", "null")  # they stay: so few digits would only spoil them
    print(f"5 to 9 from {arguments.few} digits, fine-tuned:   {fit(tuned, few, rest, arguments.epochs):.4f} right")


if __name__ == "__main__":
    main()
