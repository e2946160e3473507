"""The perceptron on several devices: each takes its part of a batch, and their gradients are summed.

Without GPUs these are devices of the host, four unless --devices says otherwise.
"""

import argparse
import os
from time import time

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--devices", type=int, default=4)
parser.add_argument("--epochs", type=int, default=10)
arguments = parser.parse_args()
os.environ.setdefault("JAX_NUM_CPU_DEVICES", str(arguments.devices))  # read when mxnet is imported

import digits  # noqa: E402
import numpy as np  # noqa: E402

import mxnet as mx  # noqa: E402
from mxnet import autograd, gluon, nd  # noqa: E402

BATCH = 64


def train_batch(batch, ctx, net, trainer, loss) -> None:
    """One step: the batch is split over the devices."""
    data, label = (gluon.utils.split_and_load(part, ctx, even_split=False) for part in batch)
    with autograd.record():
        losses = [loss(net(x.reshape((-1, 784))), y) for x, y in zip(data, label, strict=True)]
    for each in losses:
        each.backward()
    trainer.step(batch[0].shape[0])


def correct(batch, ctx, net) -> float:
    """How many digits of a batch the first device reads right."""
    data, label = (part.as_in_context(ctx[0]) for part in batch)
    return nd.sum(nd.argmax(net(data.reshape((-1, 784))), axis=1) == label).asscalar()


def main() -> None:
    """Train, and say after each epoch how many digits are read right."""
    count = arguments.devices
    ctx = [mx.gpu(i) for i in range(count)] if mx.context.num_gpus() >= count else [mx.cpu(i) for i in range(count)]
    mx.random.seed(1)
    np.random.seed(1)
    train, valid = digits.load(lambda data, label: (data.astype(np.float32) / 255, label.astype(np.float32)))
    train_data = gluon.data.DataLoader(train, BATCH, shuffle=True)
    valid_data = gluon.data.DataLoader(valid, BATCH)
    net = gluon.nn.Sequential()
    net.add(gluon.nn.Dense(64, activation="relu"), gluon.nn.Dense(64, activation="relu"), gluon.nn.Dense(10))
    net.initialize(mx.init.Normal(sigma=0.1), ctx=ctx)
    rate = 0.01 if len(train) == 60000 else 0.05
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": rate})
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    print("training on", *ctx)
    for epoch in range(arguments.epochs):
        start = time()
        for batch in train_data:
            train_batch(batch, ctx, net, trainer, loss)
        nd.waitall()
        print(f"Epoch {epoch}, training time = {time() - start:.1f} sec")
        right = sum(correct(batch, ctx, net) for batch in valid_data)
        print(f"\tvalidation accuracy = {right / len(valid):.4f}")
    weight = net[0].weight
    same = all(np.array_equal(weight.data(ctx[0]).asnumpy(), weight.data(c).asnumpy()) for c in ctx)
    print("the devices hold", "the same" if same else "DIFFERENT", "parameters")


if __name__ == "__main__":
    main()
