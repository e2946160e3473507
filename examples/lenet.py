"""LeNet reads digits: a convolutional network, hybridized, so that each step is one graph."""

import argparse

import digits

import mxnet as mx
from mxnet import autograd, gluon
from mxnet.gluon import nn
from mxnet.gluon.data.vision import transforms


def lenet() -> nn.HybridSequential:
    """Two convolutions, each followed by pooling, and two dense layers."""
    net = nn.HybridSequential()
    net.add(nn.Conv2D(channels=20, kernel_size=5, activation="relu"), nn.MaxPool2D(2, 2))
    net.add(nn.Conv2D(channels=50, kernel_size=5, activation="relu"), nn.MaxPool2D(2, 2))
    net.add(nn.Flatten(), nn.Dense(128, activation="relu"), nn.Dense(10))
    return net


def main() -> None:
    """Train, and say after each epoch how many digits are read right."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--samples", type=int, default=None)
    arguments = parser.parse_args()
    mx.random.seed(1)
    prepare = transforms.Compose([transforms.ToTensor(), transforms.Normalize(0.13, 0.31)])
    train, test = (part.take(arguments.samples).transform_first(prepare) for part in digits.load())
    train_data = gluon.data.DataLoader(train, batch_size=64, shuffle=True, last_batch="discard")
    test_data = gluon.data.DataLoader(test, batch_size=250)

    net = lenet()
    net.initialize(mx.init.Xavier())
    net.hybridize(static_alloc=True, static_shape=True)
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 1e-3})
    cross_entropy = gluon.loss.SoftmaxCrossEntropyLoss()
    for epoch in range(arguments.epochs):
        for data, label in train_data:
            with autograd.record():
                loss = cross_entropy(net(data), label)
            loss.backward()
            trainer.step(data.shape[0])
        accuracy = mx.metric.Accuracy()
        for data, label in test_data:
            accuracy.update(label, net(data))
        print(f"epoch {epoch + 1}, loss {loss.mean().asscalar():.4f}, test accuracy {accuracy.get()[1]:.4f}")


if __name__ == "__main__":
    main()
