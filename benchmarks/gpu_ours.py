"""(internal) The worker of ``gpu.py`` for this package: hybridized and imperative steps, memory, amp, first steps."""

import time

import numpy as np
from gpu_rows import ROWS, arguments, sizes_of, tell, tell_each

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.contrib import amp
from mxnet.gluon import nn


class Layer(gluon.HybridBlock):
    """A layer of an encoder, normalised after each part, on (length, batch, units)."""

    def __init__(self, units, heads, hidden, **kwargs):
        super().__init__(**kwargs)
        self.heads = heads
        with self.name_scope():
            self.qkv = nn.Dense(3 * units, in_units=units, flatten=False)
            self.out = nn.Dense(units, in_units=units, flatten=False)
            self.wide = nn.Dense(hidden, in_units=units, flatten=False)
            self.narrow = nn.Dense(units, in_units=hidden, flatten=False)
            self.norm1 = nn.LayerNorm(in_channels=units)
            self.norm2 = nn.LayerNorm(in_channels=units)

    def hybrid_forward(self, F, x):
        qkv = self.qkv(x)
        weights = F.softmax(F.contrib.interleaved_matmul_selfatt_qk(qkv, heads=self.heads), axis=-1)
        attended = F.contrib.interleaved_matmul_selfatt_valatt(qkv, weights, heads=self.heads)
        x = self.norm1(x + self.out(attended))
        return self.norm2(x + self.narrow(F.LeakyReLU(self.wide(x), act_type="gelu")))


class Encoder(gluon.HybridBlock):
    """Embedding, layers, the mean over the sequence, two classes."""

    def __init__(self, sizes, **kwargs):
        super().__init__(**kwargs)
        units = sizes["units"]
        with self.name_scope():
            self.words = nn.Embedding(sizes["vocabulary"], units)
            self.places = self.params.get("places", shape=(sizes["length"], 1, units), init=mx.init.Normal(0.02))
            self.norm = nn.LayerNorm(in_channels=units)
            self.layers = nn.HybridSequential()
            for _ in range(sizes["layers"]):
                self.layers.add(Layer(units, sizes["heads"], sizes["hidden"]))
            self.head = nn.Dense(2, in_units=units)

    def hybrid_forward(self, F, tokens, places):
        x = self.norm(F.broadcast_add(self.words(F.transpose(tokens)), places))
        return self.head(F.mean(self.layers(x), axis=0))


def mlp():
    net = nn.HybridSequential()
    net.add(nn.Dense(64, activation="relu"), nn.Dense(64, activation="relu"), nn.Dense(10))
    return net


def lenet():
    net = nn.HybridSequential()
    net.add(nn.Conv2D(20, 5, activation="tanh"), nn.MaxPool2D(2, 2), nn.Conv2D(50, 5, activation="tanh"))
    net.add(nn.MaxPool2D(2, 2), nn.Dense(500, activation="tanh"), nn.Dense(10))
    return net


def network(sizes):
    """A network and the shape of its data."""
    kind, batch, size = sizes["kind"], sizes["batch"], sizes["size"]
    if kind == "mlp":
        return mlp(), (batch, 784)
    if kind == "lenet":
        return lenet(), (batch, 1, 28, 28)
    make = {"resnet18": gluon.model_zoo.vision.resnet18_v1, "resnet50": gluon.model_zoo.vision.resnet50_v1}[kind]
    return make(classes=sizes["classes"]), (batch, 3, size, size)


def ready(sizes, ctx, hybrid, dtype=None):
    """A network with its parameters, and a batch for it."""
    random = np.random.RandomState(0)
    dtype = dtype or sizes["dtype"]
    if "layers" in sizes:
        net, classes = Encoder(sizes), 2
        data = nd.array(random.randint(0, sizes["vocabulary"], (sizes["batch"], sizes["length"])), ctx=ctx)
    else:
        net, shape = network(sizes)
        classes = sizes["classes"]
        data = nd.array(random.uniform(-1, 1, shape), ctx=ctx).astype(dtype)
    net.initialize(mx.init.Xavier(), ctx=ctx)
    if dtype != "float32":
        net.cast(dtype)
    if hybrid:
        net.hybridize(static_alloc=True, static_shape=True)
    return net, data, nd.array(random.randint(0, classes, sizes["batch"]), ctx=ctx)


def training(sizes, ctx, hybrid, scaled=False, dtype=None):
    """A training step, and the trainer."""
    net, data, label = ready(sizes, ctx, hybrid, dtype)
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    name, rate = ("adam", 1e-5) if "layers" in sizes else ("sgd", 0.01)
    trainer = gluon.Trainer(net.collect_params(), name, {"learning_rate": rate})
    if scaled:
        amp.init_trainer(trainer)

    def step():
        with autograd.record():
            loss = loss_of(net(data), label)
            if scaled:
                with amp.scale_loss(loss, trainer) as larger:
                    autograd.backward(larger)
        if not scaled:
            loss.backward()
        trainer.step(sizes["batch"])
        return loss

    return step, trainer


def inference(sizes, ctx):
    """A forward pass whose result is waited for."""
    net, data, _ = ready(sizes, ctx, True)
    return lambda: net(data).wait_to_read()


def feeding(sizes, ctx, from_loader):
    """A training step on bytes of images, of a batch that is on the device or of one that a loader brings."""
    random, shape = np.random.RandomState(0), (3, sizes["size"], sizes["size"])
    images = random.randint(0, 255, (4 * sizes["batch"], *shape), dtype="uint8")
    dataset = gluon.data.ArrayDataset(images, random.randint(0, sizes["classes"], len(images)).astype("float32"))
    loader = gluon.data.DataLoader(dataset, sizes["batch"], num_workers=8, thread_pool=True, pin_memory=True)
    net, _, _ = ready(sizes, ctx, True)
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.01})
    first = [part.as_in_context(ctx) for part in next(iter(loader))]

    def batches():
        while True:
            yield from loader

    source = batches()

    def step():
        data, label = [part.as_in_context(ctx) for part in next(source)] if from_loader else first
        with autograd.record():
            loss = loss_of(net(data.astype(sizes["dtype"]) / 255), label)
        loss.backward()
        trainer.step(sizes["batch"])

    return step


def attention(sizes, ctx, fused):
    """Forward and backward of attention, written with the interleaved operators or with products of matrices."""
    batch, heads, size, length = (sizes[k] for k in ("batch", "heads", "size", "length"))
    random = np.random.RandomState(0)
    shape = (length, batch, heads * 3 * size) if fused else (3, batch * heads, length, size)
    given = nd.array(random.normal(0, 1, shape).astype("float32"), ctx=ctx).astype(sizes["dtype"])
    given.attach_grad()

    def by_operators():
        weights = nd.softmax(nd.contrib.interleaved_matmul_selfatt_qk(given, heads=heads), axis=-1)
        return nd.contrib.interleaved_matmul_selfatt_valatt(given, weights, heads=heads)

    def by_products():
        query, key, value = (given[i] for i in range(3))
        scores = nd.batch_dot(query, key, transpose_b=True) / float(np.sqrt(size))
        return nd.batch_dot(nd.softmax(scores, axis=-1), value)

    def step():
        with autograd.record():
            out = by_operators() if fused else by_products()
        out.backward()
        given.grad.wait_to_read()

    return step


def recurrent(sizes, ctx):
    """Forward and backward of recurrent layers."""
    make = {"lstm": gluon.rnn.LSTM, "gru": gluon.rnn.GRU, "rnn": gluon.rnn.RNN}[sizes["mode"]]
    layer = make(sizes["units"], sizes["layers"], input_size=sizes["units"])
    layer.initialize(mx.init.Xavier(), ctx=ctx)
    layer.hybridize()
    shape = (sizes["length"], sizes["batch"], sizes["units"])
    data = nd.array(np.random.RandomState(0).normal(0, 1, shape), ctx=ctx)
    data.attach_grad()
    parameters = [p for p in layer.collect_params().values() if p.grad_req != "null"]

    def step():
        with autograd.record():
            out = layer(data)
        out.backward()
        parameters[0].grad().wait_to_read()

    return step


def peak(ctx):
    """The most bytes of the device in use at once in this process; none on a CPU."""
    import jax

    stats = jax.devices("gpu")[0].memory_stats() if ctx.device_type == "gpu" else None
    return stats["peak_bytes_in_use"] if stats else None


def measure_amp(options, name, sizes, ctx):
    """One precision in this process, since ``amp.init`` holds for all of it."""
    dtype = options.variant
    if dtype != "float32":
        amp.init(dtype)
    made = {}

    def make():
        made["step"], made["trainer"] = training(sizes, ctx, True, dtype != "float32", dtype="float32")
        return made["step"]

    tell_each(options, name, {f"ours amp {dtype}": make}, nd.waitall)
    scaler = getattr(made.get("trainer"), "_amp_loss_scaler", None)
    if scaler is not None:
        loss = float(made["step"]().astype("float32").mean().asscalar())
        tell(name, f"ours amp {dtype} state", note=f"loss scale {scaler.loss_scale:g}, loss {loss:.4f}")


def measure_first(options, name, sizes, ctx):
    """Seconds from after the imports and the start of the device to the end of the first step."""
    nd.zeros((1,), ctx=ctx).wait_to_read()
    begin = time.perf_counter()
    step, _ = training(sizes, ctx, True)
    step()
    nd.waitall()
    first = time.perf_counter() - begin
    stats = mx.runtime.engine_stats()
    note = f"traces {stats['traces']}, from disk {stats['from_disk']}"
    tell(name, f"ours first step, {options.variant}", seconds=first, note=note)


def makers_of(work, sizes, ctx, variant):
    """What a row measures, by name."""
    if work in ("train", "encoder"):
        return {
            "ours hybridized": lambda: training(sizes, ctx, True)[0],
            "ours imperative": lambda: training(sizes, ctx, False)[0],
        }
    if work == "infer":
        return {"ours hybridized": lambda: inference(sizes, ctx)}
    if work == "feed":
        return {
            "ours, data there": lambda: feeding(sizes, ctx, False),
            "ours, from a loader": lambda: feeding(sizes, ctx, True),
        }
    if work == "attention":
        return {f"ours by {variant}": lambda: attention(sizes, ctx, variant == "operators")}
    return {"ours": lambda: recurrent(sizes, ctx)}


def main():
    options = arguments()
    ctx = mx.gpu(0) if options.device == "gpu" else mx.cpu()
    for name in options.rows:
        row, sizes = ROWS[name], sizes_of(name, options.tiny)
        if row.work == "amp":
            measure_amp(options, name, sizes, ctx)
        elif row.work == "first":
            measure_first(options, name, sizes, ctx)
        else:
            makers = makers_of(row.work, sizes, ctx, options.variant or "operators")
            tell_each(options, name, makers, nd.waitall, (lambda: peak(ctx)) if row.fresh else None)


if __name__ == "__main__":
    main()
