"""Networks over eight devices against one: the same losses, and the memory that each device needs.

python benchmarks/sharding.py                         the three cases, 20 steps each
python benchmarks/sharding.py --cases fsdp --steps 5  one of them
python benchmarks/sharding.py --dtype float32         with fewer digits

Devices are parts of the host (JAX_NUM_CPU_DEVICES). The loss is that of each step; the difference is the largest
between the losses on eight devices and on one. Memory is that of parameters and states, in bytes.

The control is the largest difference between two runs on one device, of which the second has a learning rate that is
off in the last digit of float32. These networks, deep and just initialized, multiply such a difference at every step,
whatever it comes from: in float32 no two ways to compute them agree for long, so losses are compared in float64.
"""

import argparse
import os
import time

os.environ.setdefault("JAX_NUM_CPU_DEVICES", "8")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn, sharding

WORDS, UNITS, HEADS, LENGTH, BATCH = 100, 64, 8, 12, 16


class Layer(gluon.HybridBlock):
    """A layer of a transformer's encoder."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            for name in ("query", "key", "value", "proj", "ffn_2"):
                setattr(self, name, nn.Dense(UNITS, flatten=False, prefix=f"{name}_"))
            self.ffn_1 = nn.Dense(4 * UNITS, flatten=False, prefix="ffn_1_")
            self.norm_1, self.norm_2, self.dropout = nn.LayerNorm(), nn.LayerNorm(), nn.Dropout(0.1)

    def hybrid_forward(self, F, x):
        """Attend, then two dense layers."""

        def heads(a):
            return F.reshape(F.transpose(F.reshape(a, (0, 0, -4, HEADS, -1)), (0, 2, 1, 3)), (-3, 0, 0))

        query, key, value = heads(self.query(x)), heads(self.key(x)), heads(self.value(x))
        weights = F.softmax(F.batch_dot(query, key, transpose_b=True) * (UNITS / HEADS) ** -0.5)
        seen = F.reshape(F.batch_dot(weights, value), (-4, -1, HEADS, 0, 0))
        seen = F.reshape(F.transpose(seen, (0, 2, 1, 3)), (0, 0, -3))
        x = self.norm_1(x + self.dropout(self.proj(seen)))
        return self.norm_2(x + self.ffn_2(F.relu(self.ffn_1(x))))


def encoder(layers):
    """Words in, words out."""
    net = nn.HybridSequential()
    net.add(nn.Embedding(WORDS, UNITS), *[Layer() for _ in range(layers)], nn.Dense(WORDS, flatten=False))
    return net


def sentences(random):
    """A batch for the encoder."""
    words = random.randint(0, WORDS, (BATCH, LENGTH)).astype(np.float32)
    return words, (words * 7 + 3) % WORDS


def pictures(random):
    """A batch for ResNet-18."""
    return random.randn(BATCH, 3, 16, 16).astype(np.float32), random.randint(0, 10, BATCH).astype(np.float32)


def resnet(layers):
    """ResNet-18 for small pictures."""
    return gluon.model_zoo.vision.get_resnet(1, 18, classes=10, thumbnail=True)


CASES = {
    "data": ("ResNet-18, data parallel", resnet, pictures, {"data": 8}, sharding.replicated),
    "fsdp": ("encoder, FSDP", encoder, sentences, {"data": 8}, sharding.fsdp()),
    "tensor": ("encoder, tensor parallel", encoder, sentences, {"data": 2, "model": 4}, sharding.tensor_parallel()),
}


def train(make, batch, axes, rules, args, rate):
    """The losses of some steps, the memory of each device, and the time of a step."""
    mx.random.seed(0)
    net = make(args.layers)
    net.cast(args.dtype)
    mesh = None
    if axes is not None:
        mesh = sharding.Mesh(**axes)
        net.shard(mesh, rules)
    net.initialize(mx.init.Xavier())
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": rate, "momentum": 0.9})
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    random, losses, times = np.random.RandomState(1), [], []
    for _ in range(args.steps):
        begun = time.perf_counter()
        x, y = (nd.array(a, dtype=args.dtype) for a in batch(random))
        if mesh is not None:
            x, y = mesh.split(x), mesh.split(y)
        with autograd.record():
            loss = loss_of(net(x), y)
        loss.backward()
        trainer.step(BATCH)
        losses.append(float(loss.mean().asscalar()))
        times.append(time.perf_counter() - begun)
    if mesh is None:
        states = sharding.leaves(list(trainer._updaters[0].states.values()))
        arrays = [p.data() for p in net.collect_params().values()] + states
        memory = [sum(array.size * np.dtype(array.dtype).itemsize for array in arrays)]
    else:
        memory = list(mesh.memory(net, trainer).values())
    return np.array(losses), memory, sorted(times)[len(times) // 2]


def main():
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", nargs="*", default=list(CASES), choices=list(CASES))
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--layers", type=int, default=12)
    parser.add_argument("--dtype", default="float64")
    parser.add_argument("--lr", type=float, default=0.02)
    args = parser.parse_args()
    memory_titles = f"{'bytes, one device':>18} {'bytes a device of 8':>20}"
    titles = f"{'loss':>16} {'difference':>11} {'control':>8} {memory_titles} {'ms, 1 and 8':>14}"
    print(f"{'':26} {titles}")
    alone = {}
    for case in args.cases:
        name, make, batch, axes, rules = CASES[case]
        if make not in alone:
            one, *rest = train(make, batch, None, None, args, args.lr)
            off = float(np.nextafter(np.float32(args.lr), np.float32(1)))
            control = np.abs(one - train(make, batch, None, None, args, off)[0]).max()
            alone[make] = one, control, *rest
        one, control, (before,), slow = alone[make]
        many, memory, fast = train(make, batch, axes, rules, args, args.lr)
        span, difference = f"{many[0]:.4f} {many[-1]:.4f}", np.abs(one - many).max()
        milliseconds = f"{slow * 1e3:.0f} {fast * 1e3:.0f}"
        figures = f"{difference:11.1e} {control:8.0e} {before:18,} {max(memory):20,} {milliseconds:>14}"
        print(f"{name:26} {span:>16} {figures}", flush=True)


if __name__ == "__main__":
    main()
