"""``mxnet bench``: how fast this machine trains and predicts, in a minute."""

import argparse
import time
from collections.abc import Callable
from typing import Any

from mxnet import autograd, gluon, ndarray, random
from mxnet.context import Context, cpu, gpu, num_gpus
from mxnet.gluon.model_zoo.vision import get_model

_MLP = "784-64-64-10 MLP, a training step of 64"


def add(words: Any) -> None:
    """Say what the word takes."""
    parser = words.add_parser("bench", help="how fast this machine trains and predicts")
    parser.add_argument("--net", default="resnet18_v1", help="a network of the model zoo, for predictions")
    parser.add_argument("--batch", type=int, default=8, help="images in a batch")
    parser.add_argument("--steps", type=int, default=200, help="training steps to time; a tenth as many predictions")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the time of each."""
    ctx = gpu(0) if num_gpus() else cpu()
    random.seed(0)
    first, step = timed(mlp_step(ctx), args.steps)
    print(f"{ctx}: {_MLP}: {step * 1e6:.0f} us ({first:.2f} s for the first)")
    first, batch = timed(prediction(args.net, args.batch, ctx), max(args.steps // 10, 1))
    print(
        f"{ctx}: {args.net}, predictions in batches of {args.batch}: {args.batch / batch:.1f} images/s "
        f"({first:.2f} s for the first)"
    )
    return 0


def timed(work: Callable[[], None], count: int) -> tuple[float, float]:
    """Seconds of the first time, and of each after that."""
    start = time.perf_counter()
    work()
    ndarray.waitall()
    first = time.perf_counter() - start
    for _ in range(3):
        work()
    ndarray.waitall()
    start = time.perf_counter()
    for _ in range(count):
        work()
    ndarray.waitall()
    return first, (time.perf_counter() - start) / count


def mlp_step(ctx: Context) -> Callable[[], None]:
    """A training step of a small network, written imperatively."""
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(64, activation="relu"), gluon.nn.Dense(64, activation="relu"), gluon.nn.Dense(10))
    net.initialize(ctx=ctx)
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.01})
    data, label = ndarray.random.uniform(shape=(64, 784), ctx=ctx), ndarray.zeros((64,), ctx=ctx)

    def step() -> None:
        with autograd.record():
            loss = loss_of(net(data), label)
        loss.backward()
        trainer.step(64)

    return step


def prediction(name: str, batch: int, ctx: Context) -> Callable[[], None]:
    """A batch through a network of the model zoo."""
    net = get_model(name)
    net.initialize(ctx=ctx)
    net.hybridize()
    size = 299 if name == "inceptionv3" else 224
    images = ndarray.random.uniform(shape=(batch, 3, size, size), ctx=ctx)
    return lambda: net(images).wait_to_read()
