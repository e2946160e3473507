"""Several processes, on one machine or on many, train one perceptron: each has its part of the data.

python -m mxnet.tools.launch -n 2 --launcher local python examples/distributed.py

Without the launcher this is an ordinary program of one process.
"""

import argparse
import os

import digits
import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--epochs", type=int, default=5)
parser.add_argument("--batch", type=int, default=32, help="digits that each worker reads in a step")
parser.add_argument("--kv-store", default="dist_sync", help="dist_sync, or dist_async, which needs Ray")


def part(data: gluon.data.Dataset, kv: mx.kv.KVStore, batch: int) -> gluon.data.DataLoader:
    """This worker's digits; all workers have the same number of batches, since they take each step together."""
    mine = gluon.data.DistributedSampler(len(data), kv.num_workers, kv.rank, shuffle=False, last="discard")
    return gluon.data.DataLoader(data, batch, sampler=mine, last_batch="discard")


def main() -> None:
    """Train, and let worker 0 say how many digits are read right."""
    arguments = parser.parse_args()
    launched = "DMLC_NUM_WORKER" in os.environ
    kv = mx.kv.create(arguments.kv_store if launched else "device")
    train, valid = digits.load(lambda data, label: (data.astype(np.float32).reshape(784) / 255, np.float32(label)))
    train_data = part(train, kv, arguments.batch)
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(64, activation="relu"), gluon.nn.Dense(64, activation="relu"), gluon.nn.Dense(10))
    net.initialize(mx.init.Normal(sigma=0.1))  # worker 0's numbers become everyone's
    net(nd.zeros((1, 784)))
    # Without waiting, a gradient is as old as the other workers' pushes meanwhile: that acts as momentum by itself.
    momentum = 0.9 if "async" not in kv.type else 0.0
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": momentum}, kvstore=kv)
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    together = arguments.batch * (kv.num_workers if "_sync" in kv.type else 1)
    for epoch in range(arguments.epochs):
        losses = []
        for x, y in train_data:
            with autograd.record():
                loss = loss_of(net(x), y)
            loss.backward()
            trainer.step(together)
            losses.append(loss.mean())
        print(f"epoch {epoch}, worker {kv.rank}: loss {nd.stack(*losses).mean().asscalar():.3f}\n", end="", flush=True)
    if kv.rank == 0:
        right = sum((net(x).argmax(axis=1) == y).sum().asscalar() for x, y in gluon.data.DataLoader(valid, 64))
        print(f"validation accuracy {right / len(valid):.4f} with {kv.num_workers} worker(s)")


if __name__ == "__main__":
    main()
