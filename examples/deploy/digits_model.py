"""Train a small network on handwritten digits and write it as ``digits.onnx`` and ``digits.stablehlo``."""

import argparse
import sys
from pathlib import Path

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon
from mxnet.gluon import nn

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import digits


def network() -> nn.HybridSequential:
    """Two convolutions and a layer of ten numbers."""
    net = nn.HybridSequential()
    net.add(
        nn.Conv2D(16, 5, activation="relu"),
        nn.MaxPool2D(),
        nn.Conv2D(32, 5, activation="relu"),
        nn.MaxPool2D(),
        nn.Flatten(),
        nn.Dense(10),
    )
    net.initialize(mx.init.Xavier())
    net.hybridize()
    return net


def arrays(dataset: gluon.data.vision.MNIST) -> tuple[np.ndarray, np.ndarray]:
    """Pictures as (number, 1, 28, 28) between 0 and 1, and their digits."""
    pictures = dataset._data.asnumpy().transpose(0, 3, 1, 2).astype(np.float32) / 255
    return pictures, np.asarray(dataset._label, np.float32)


def train(net: nn.HybridSequential, epochs: int, batch: int = 64) -> float:
    """Train, moving each picture a little at random, and return the share of test digits that are right."""
    (x, y), (xt, yt) = (arrays(part) for part in digits.load())
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 2e-3})
    random = np.random.default_rng(0)
    for _ in range(epochs):
        for start in range(0, len(x) - batch + 1, batch):
            if start == 0:
                order = random.permutation(len(x))
            at = order[start : start + batch]
            moved = np.roll(x[at], random.integers(-2, 3, 2), (2, 3))
            with autograd.record():
                loss = loss_of(net(mx.nd.array(moved)), mx.nd.array(y[at]))
            loss.backward()
            trainer.step(batch)
    return float((net(mx.nd.array(xt)).asnumpy().argmax(1) == yt).mean())


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--folder", type=Path, default=Path(__file__).resolve().parent / "web")
    parser.add_argument("--epochs", type=int, default=5)
    options = parser.parse_args()
    mx.random.seed(0)
    net = network()
    print(f"accuracy {train(net, options.epochs):.3f}")
    example = mx.nd.zeros((1, 1, 28, 28))
    net.export_onnx(options.folder / "digits.onnx", example, dynamic={0: "batch"})
    net.export_stablehlo(options.folder / "digits.stablehlo", example, dynamic={0: "batch"})


if __name__ == "__main__":
    main()
