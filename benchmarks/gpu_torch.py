"""(internal) The worker of ``gpu.py`` for PyTorch, eager or (``--variant compiled``) through ``torch.compile``."""

import functools

import numpy as np
import torch
from gpu_rows import ROWS, arguments, sizes_of, tell_each
from torch import nn
from torch.nn import functional as F

BLOCKS = {"resnet18": (2, 2, 2, 2), "resnet50": (3, 4, 6, 3)}


class Layer(nn.Module):
    """A layer of an encoder, normalised after each part."""

    def __init__(self, units, heads, hidden):
        super().__init__()
        self.heads = heads
        self.qkv, self.out = nn.Linear(units, 3 * units), nn.Linear(units, units)
        self.wide, self.narrow = nn.Linear(units, hidden), nn.Linear(hidden, units)
        self.norm1, self.norm2 = nn.LayerNorm(units), nn.LayerNorm(units)

    def forward(self, x):
        batch, length, units = x.shape
        parts = self.qkv(x).view(batch, length, self.heads, 3, -1).permute(3, 0, 2, 1, 4)
        attended = F.scaled_dot_product_attention(parts[0], parts[1], parts[2])
        x = self.norm1(x + self.out(attended.transpose(1, 2).reshape(batch, length, units)))
        return self.norm2(x + self.narrow(F.gelu(self.wide(x))))


class Encoder(nn.Module):
    """Embedding, layers, the mean over the sequence, two classes."""

    def __init__(self, sizes):
        super().__init__()
        units = sizes["units"]
        self.words = nn.Embedding(sizes["vocabulary"], units)
        self.places = nn.Parameter(torch.randn(1, sizes["length"], units) * 0.02)
        self.norm = nn.LayerNorm(units)
        layers = [Layer(units, sizes["heads"], sizes["hidden"]) for _ in range(sizes["layers"])]
        self.layers, self.head = nn.Sequential(*layers), nn.Linear(units, 2)

    def forward(self, tokens):
        return self.head(self.layers(self.norm(self.words(tokens) + self.places)).mean(1))


class Block(nn.Module):
    """A block of ResNet v1 as MXNet has it: in the deep ones the first and last convolution have biases."""

    def __init__(self, width, channels, stride, deep, shortcut):
        super().__init__()
        inner = channels // 4
        if deep:
            parts = [nn.Conv2d(width, inner, 1, stride), nn.BatchNorm2d(inner), nn.ReLU()]
            parts += [nn.Conv2d(inner, inner, 3, 1, 1, bias=False), nn.BatchNorm2d(inner), nn.ReLU()]
            parts += [nn.Conv2d(inner, channels, 1), nn.BatchNorm2d(channels)]
        else:
            parts = [nn.Conv2d(width, channels, 3, stride, 1, bias=False), nn.BatchNorm2d(channels), nn.ReLU()]
            parts += [nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels)]
        self.body = nn.Sequential(*parts)
        self.shortcut = nn.Identity()
        if shortcut:
            self.shortcut = nn.Sequential(nn.Conv2d(width, channels, 1, stride, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x):
        return F.relu(self.body(x) + self.shortcut(x))


def resnet(kind, classes):
    parts = [nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64), nn.ReLU(), nn.MaxPool2d(3, 2, 1)]
    width, deep = 64, kind == "resnet50"
    for stage, count in enumerate(BLOCKS[kind]):
        channels = 64 * 2**stage * (4 if deep else 1)
        for block in range(count):
            stride = 2 if stage and not block else 1
            parts.append(Block(width, channels, stride, deep, block == 0 and channels != width))
            width = channels
    return nn.Sequential(*parts, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(width, classes))


def network(sizes):
    """A network and the shape of one sample."""
    if "heads" in sizes:
        return Encoder(sizes), None
    if sizes["kind"] == "mlp":
        parts = [nn.Linear(784, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 10)]
        return nn.Sequential(*parts), (784,)
    if sizes["kind"] == "lenet":
        parts = [nn.Conv2d(1, 20, 5), nn.Tanh(), nn.MaxPool2d(2), nn.Conv2d(20, 50, 5), nn.Tanh(), nn.MaxPool2d(2)]
        parts += [nn.Flatten(), nn.Linear(800, 500), nn.Tanh(), nn.Linear(500, 10)]
        return nn.Sequential(*parts), (1, 28, 28)
    return resnet(sizes["kind"], sizes["classes"]), (3, sizes["size"], sizes["size"])


def ready(sizes, place, compiled):
    """A network on its device, and a batch for it; images are channels last, which cuDNN is fastest with."""
    torch.manual_seed(0)
    dtype = getattr(torch, sizes["dtype"])
    net, shape = network(sizes)
    net = net.to(place, dtype)
    if shape is None:
        data = torch.randint(0, sizes["vocabulary"], (sizes["batch"], sizes["length"]), device=place)
        classes = 2
    else:
        data = torch.rand(sizes["batch"], *shape, device=place).to(dtype)
        classes = sizes["classes"]
        if len(shape) == 3:
            net, data = net.to(memory_format=torch.channels_last), data.to(memory_format=torch.channels_last)
    label = torch.randint(0, classes, (sizes["batch"],), device=place)
    return (torch.compile(net) if compiled else net), data, label


def training(sizes, place, compiled):
    net, data, label = ready(sizes, place, compiled)
    if "heads" in sizes:
        optimizer = torch.optim.Adam(net.parameters(), lr=1e-5, fused=place.type == "cuda" or None)
    else:
        optimizer = torch.optim.SGD(net.parameters(), lr=0.01)

    def step():
        optimizer.zero_grad()
        F.cross_entropy(net(data).float(), label).backward()
        optimizer.step()

    return step


def inference(sizes, place, compiled, wait):
    net, data, _ = ready(sizes, place, compiled)
    net.eval()

    def step():
        with torch.inference_mode():
            net(data)
        wait()

    return step


def attention(sizes, place, wait):
    """Forward and backward of attention from projections that are one array."""
    batch, heads, size, length = (sizes[k] for k in ("batch", "heads", "size", "length"))
    numbers = np.random.RandomState(0).normal(0, 1, (3, batch, heads, length, size)).astype("float32")
    given = torch.tensor(numbers, device=place).to(getattr(torch, sizes["dtype"])).requires_grad_()

    def step():
        given.grad = None
        out = F.scaled_dot_product_attention(given[0], given[1], given[2])
        out.backward(torch.ones_like(out))
        wait()

    return step


def recurrent(sizes, place, wait):
    make = {"lstm": nn.LSTM, "gru": nn.GRU}.get(sizes["mode"])
    units = sizes["units"]
    layer = make(units, units, sizes["layers"]) if make else nn.RNN(units, units, sizes["layers"], nonlinearity="relu")
    layer = layer.to(place)
    data = torch.randn(sizes["length"], sizes["batch"], units, device=place).requires_grad_()

    def step():
        layer.zero_grad()
        data.grad = None
        out, _ = layer(data)
        out.backward(torch.ones_like(out))
        wait()

    return step


def step_of(work, sizes, place, compiled, wait):
    """What a row measures."""
    if work in ("train", "encoder"):
        return training(sizes, place, compiled)
    if work == "infer":
        return inference(sizes, place, compiled, wait)
    return attention(sizes, place, wait) if work == "attention" else recurrent(sizes, place, wait)


def main():
    options = arguments()
    on_gpu = options.device == "gpu"
    place = torch.device("cuda" if on_gpu else "cpu")
    compiled = options.variant == "compiled"
    torch.set_float32_matmul_precision("high")  # TF32, as XLA has it
    torch.backends.cudnn.allow_tf32 = True
    torch.backends.cudnn.benchmark = True  # XLA chooses among algorithms too
    wait = torch.cuda.synchronize if on_gpu else (lambda: None)
    for name in options.rows:
        row = ROWS[name]
        make = functools.partial(step_of, row.work, sizes_of(name, options.tiny), place, compiled, wait)
        peak = torch.cuda.max_memory_allocated if on_gpu and row.fresh else None
        tell_each(options, name, {"PyTorch compiled" if compiled else "PyTorch eager": make}, wait, peak)


if __name__ == "__main__":
    main()
