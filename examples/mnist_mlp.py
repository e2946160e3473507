"""The demo: a perceptron learns to read digits, and is saved, loaded again, and shown at work."""

import argparse
import sys
from pathlib import Path

import digits
import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon.data import DataLoader

BATCH = 64


def transform(data, label):
    """Pixels from 0 to 1, and labels, as float32."""
    return data.astype(np.float32) / 255.0, label.astype(np.float32)


def model() -> gluon.nn.HybridSequential:
    """784 pixels, two layers of 64, ten digits."""
    net = gluon.nn.HybridSequential()
    with net.name_scope():
        net.add(gluon.nn.Dense(64, activation="relu"))
        net.add(gluon.nn.Dense(64, activation="relu"))
        net.add(gluon.nn.Dense(10))
    return net


def accuracy(loader: DataLoader, net: gluon.Block) -> float:
    """The part of the digits that the network reads right."""
    metric = mx.metric.Accuracy()
    for data, label in loader:
        metric.update(preds=nd.argmax(net(data.reshape((-1, 784))), axis=1), labels=label)
    return metric.get()[1]


def bar(epoch: int, done: int, total: int) -> None:
    """How far an epoch is, where somebody watches."""
    if sys.stderr.isatty():
        filled = 30 * done // total
        end = "\r" + " " * 60 + "\r" if done == total else ""
        print(f"\rEpoch {epoch} [{'#' * filled:<30}] {done}/{total}{end}", end="", file=sys.stderr, flush=True)


def train(net, trainer, train_data, test_data, epochs: int) -> list[tuple[float, float]]:
    """Train, and say after each epoch how well it goes."""
    cross_entropy = gluon.loss.SoftmaxCrossEntropyLoss()
    history = []
    for epoch in range(epochs):
        total, examples = 0.0, 0
        for number, (data, label) in enumerate(train_data, 1):
            with autograd.record():
                loss = cross_entropy(net(data.reshape((-1, 784))), label)
            loss.backward()
            trainer.step(data.shape[0])
            total += nd.sum(loss).asscalar()
            examples += data.shape[0]
            bar(epoch, number, len(train_data))
        train_acc, test_acc = accuracy(train_data, net), accuracy(test_data, net)
        history.append((train_acc, test_acc))
        print(f"Epoch {epoch}. Loss: {total / examples:.6f}, Train_acc {train_acc:.4f}, Test_acc {test_acc:.4f}")
    return history


def check_saved(net, path: Path, loader: DataLoader) -> np.ndarray:
    """Save the network, load it into a new one, and see that both read the same; return what they read."""
    net.save_parameters(str(path))
    again = model()
    again.load_parameters(str(path))
    data = next(iter(loader))[0].reshape((-1, 784))
    before, after = net(data).asnumpy(), again(data).asnumpy()
    if not np.array_equal(before, after):
        sys.exit("the network that was loaded again gives other results")
    print(f"saved {path}, loaded it again: the same predictions")
    return before.argmax(axis=1)


def draw(net, history, loader: DataLoader, guesses: np.ndarray, out: Path) -> None:
    """Three pictures, where matplotlib is installed."""
    try:
        import pictures
    except ImportError:
        print("no pictures: pip install 'mxnet-xla[viz]'")
        return
    pictures.network(net(mx.sym.var("data")), out / "network.png", data=(BATCH, 784))
    pictures.curve([a for a, _ in history], [b for _, b in history], out / "learning.png")
    data, label = next(iter(loader))
    pictures.predictions(data.asnumpy(), label.asnumpy(), guesses, out / "predictions.png")
    print("drew", ", ".join(str(out / f"{name}.png") for name in ("network", "learning", "predictions")))


def main() -> None:
    """Train, save, check and draw."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--out", type=Path, default=Path("demo"))
    arguments = parser.parse_args()
    mx.random.seed(1)
    np.random.seed(1)
    train_set, test_set = digits.load(transform)
    rate = 0.01 if len(train_set) == 60000 else 0.05  # fewer steps an epoch want larger ones
    print(f"{len(train_set)} digits from {digits.root()}, learning rate {rate}")
    train_data = DataLoader(train_set, BATCH, shuffle=True)
    test_data = DataLoader(test_set, BATCH, shuffle=False)
    net = model()
    net.initialize(mx.init.Normal(sigma=0.1))
    print(net)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": rate})
    history = train(net, trainer, train_data, test_data, arguments.epochs)
    arguments.out.mkdir(parents=True, exist_ok=True)
    guesses = check_saved(net, arguments.out / "mnist_mlp.params", test_data)
    draw(net, history, test_data, guesses, arguments.out)


if __name__ == "__main__":
    main()
