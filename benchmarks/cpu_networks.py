"""Convolutional networks on the CPU: training steps and inference, against the real MXNet, PyTorch and ONNX Runtime.

    python benchmarks/cpu_networks.py                              training steps
    python benchmarks/cpu_networks.py --inference                  forward passes of batches of 1 and 8
    python benchmarks/cpu_networks.py --only resnet18 --turns 9    networks whose title has this word
    python benchmarks/cpu_networks.py --operators                  pooling, batch norm and softmax, forward and backward
    python benchmarks/cpu_networks.py --libraries ours,compiled    some libraries; compiled is PyTorch's torch.compile
    MXNET_PYTHON=/path/to/python ...                               an interpreter that imports the real MXNet
    TORCH_PYTHON=/path/to/python ...                               one that imports torch and torchvision

Each library runs in a process of its own. They take turns, and a figure is the median over the turns: processor time of
all threads, and wall time, in milliseconds. On a shared machine only the former can be compared, and only with
OMP_WAIT_POLICY=passive: threads that wait for others by spinning count as working. Lines with "plain" are this package
without oneDNN (MXNET_MKLDNN_ENABLED=0), those with "optimized" this package after ``optimize_for`` with ONNX Runtime.
PyTorch's networks are torchvision's, whose bottlenecks have their strides elsewhere. The last figures are the time to
the first result, compilation included, and the largest memory of the process.
"""

import argparse
import importlib.util
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

# Title, name in the model zoo, name in torchvision, shape of the data.
NETWORKS = [
    ("LeNet 64x28x28", "lenet", "lenet", (64, 1, 28, 28)),
    ("resnet18 8x32x32", "resnet18_v1", "resnet18", (8, 3, 32, 32)),
    ("resnet18 8x64x64", "resnet18_v1", "resnet18", (8, 3, 64, 64)),
    ("resnet18 8x160x160", "resnet18_v1", "resnet18", (8, 3, 160, 160)),
    ("resnet18 8x224x224", "resnet18_v1", "resnet18", (8, 3, 224, 224)),
    ("resnet50 4x224x224", "resnet50_v1", "resnet50", (4, 3, 224, 224)),
    ("vgg11 2x224x224", "vgg11", "vgg11", (2, 3, 224, 224)),
    ("mobilenetv2 8x224x224", "mobilenet_v2_1_0", "mobilenet_v2", (8, 3, 224, 224)),
    ("densenet121 2x224x224", "densenet121", "densenet121", (2, 3, 224, 224)),
    ("inception3 4x299x299", "inception_v3", "inception_v3", (4, 3, 299, 299)),
    ("TinySSD 8x128x128", "tiny_ssd", None, (8, 3, 128, 128)),
]
INFERENCE = [
    (f"{title} batch {batch}", zoo, other, (batch, *shape))
    for title, zoo, other, shape in (
        ("LeNet 28x28", "lenet", "lenet", (1, 28, 28)),
        ("resnet18 64x64", "resnet18_v1", "resnet18", (3, 64, 64)),
        ("resnet18 224x224", "resnet18_v1", "resnet18", (3, 224, 224)),
        ("resnet50 224x224", "resnet50_v1", "resnet50", (3, 224, 224)),
        ("vgg11 224x224", "vgg11", "vgg11", (3, 224, 224)),
        ("mobilenetv2 224x224", "mobilenet_v2_1_0", "mobilenet_v2", (3, 224, 224)),
        ("densenet121 224x224", "densenet121", "densenet121", (3, 224, 224)),
        ("inception3 299x299", "inception_v3", "inception_v3", (3, 299, 299)),
    )
    for batch in (1, 8)
]
OPERATORS = [
    (f"{kind} {'x'.join(map(str, shape))}", kind, kind, shape)
    for kind, shape in (
        ("maxpool3s2", (8, 64, 112, 112)),
        ("maxpool2", (8, 64, 112, 112)),
        ("avgpool2", (8, 128, 28, 28)),
        ("globalavg", (8, 512, 7, 7)),
        ("batchnorm", (8, 64, 56, 56)),
        ("batchnorm", (8, 512, 7, 7)),
        ("softmax", (64, 1000)),
    )
]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inference", action="store_true")
    parser.add_argument("--operators", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--libraries", default="ours,plain,mxnet,torch,compiled,onnxruntime,optimized")
    parser.add_argument("--worker", help="(internal) a library and a case, as JSON")
    options = parser.parse_args()
    if options.worker:
        serve(*json.loads(options.worker))
        return
    cases = INFERENCE if options.inference else OPERATORS if options.operators else NETWORKS
    kind = "inference" if options.inference else "operator" if options.operators else "training"
    for case in cases:
        if options.only in case[0]:
            compare(kind, case, [n for n in options.libraries.split(",") if is_possible(n, kind, case)], options.turns)


def is_possible(name, kind, case):
    if name in ("torch", "compiled"):
        return case[2] is not None and (bool(os.environ.get("TORCH_PYTHON")) or bool(importlib.util.find_spec("torch")))
    if name in ("onnxruntime", "optimized"):
        return kind == "inference" and bool(importlib.util.find_spec("onnxruntime"))
    return name != "mxnet" or bool(os.environ.get("MXNET_PYTHON"))


def compare(kind, case, names, turns):
    workers = {name: Worker(name, kind, case) for name in names}
    for _ in range(turns):
        for worker in workers.values():
            worker.turn()
    for name, worker in workers.items():
        print(f"{case[0]:28}{name:12}{worker.report()}", flush=True)
        worker.end()


class Worker:
    """A process that computes one case with one library, when asked."""

    def __init__(self, name, kind, case):
        interpreters = {"mxnet": "MXNET_PYTHON", "torch": "TORCH_PYTHON", "compiled": "TORCH_PYTHON"}
        interpreter = os.environ.get(interpreters.get(name, ""), sys.executable)
        environment = dict(os.environ, MXNET_ENGINE_CACHE=os.environ.get("MXNET_ENGINE_CACHE", "0"))
        if name == "plain":
            environment["MXNET_MKLDNN_ENABLED"] = "0"
        if name in interpreters:
            environment.pop("PYTHONPATH", None)
        command = [interpreter, str(Path(__file__).resolve()), "--worker", json.dumps([name, kind, case])]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment,
        )
        self.first = self._read()
        self.times = []

    def _read(self):
        for line in self.process.stdout:
            if line.startswith("@"):
                return json.loads(line[1:])
        return None

    def turn(self):
        if self.first is not None:
            self.process.stdin.write("turn\n")
            self.process.stdin.flush()
            self.times.append(self._read())

    def report(self):
        times = [t for t in self.times if t is not None]
        if not times:
            return "  failed"
        processor, wall = (statistics.median(column) * 1e3 for column in list(zip(*times))[:2])
        memory = max(t[2] for t in times) / 1024
        first = f"first {self.first[0]:6.1f} s of processor, {self.first[1]:6.1f} s   peak {memory:6.0f} MB"
        return f"processor {processor:9.2f} ms   wall {wall:9.2f} ms   {first}"

    def end(self):
        self.process.stdin.close()
        self.process.wait()


# --- a worker --------------------------------------------------------------------------------------------------------


def serve(name, kind, case):
    begin = time.process_time(), time.perf_counter()
    make = {"torch": torch_step, "compiled": torch_step, "onnxruntime": onnxruntime_step}.get(name, mxnet_step)
    step = make(name, kind, case)
    step()
    print("@" + json.dumps([time.process_time() - begin[0], time.perf_counter() - begin[1]]), flush=True)
    step()
    begin = time.perf_counter()
    step()
    count = max(1, min(50, int(0.3 / (time.perf_counter() - begin))))
    for _ in sys.stdin:
        begin = time.process_time(), time.perf_counter()
        for _ in range(count):
            step()
        taken = (time.process_time() - begin[0]) / count, (time.perf_counter() - begin[1]) / count
        print("@" + json.dumps([*taken, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss]), flush=True)


def numbers(shape):
    return np.random.RandomState(0).uniform(-1, 1, shape).astype("float32")


def mxnet_net(name):
    import mxnet as mx
    from mxnet.gluon import nn

    if name == "tiny_ssd":
        net = tiny_ssd()
    elif name == "lenet":
        net = nn.HybridSequential()
        net.add(nn.Conv2D(20, 5, activation="tanh"), nn.MaxPool2D(2, 2), nn.Conv2D(50, 5, activation="tanh"))
        net.add(nn.MaxPool2D(2, 2), nn.Dense(500, activation="tanh"), nn.Dense(10))
    else:
        net = getattr(mx.gluon.model_zoo.vision, name)()
    net.initialize(mx.init.Xavier())
    net.hybridize(static_alloc=True, static_shape=True)
    return net


def mxnet_step(name, kind, case):
    """A step of this package or of the real MXNet, which waits for its results."""
    import mxnet as mx
    from mxnet import autograd, gluon

    data = mx.nd.array(numbers(case[3]))
    if kind == "operator":
        return mxnet_operator(case[1], data)
    net = mxnet_net(case[1])
    if name == "optimized":
        net.optimize_for(data, backend="onnxruntime")
    if kind == "inference":
        return lambda: net(data).asnumpy()
    label = mx.nd.array(np.arange(len(data)) % 10)
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.01})
    boxes = mx.nd.array(np.tile([[[1, 0.1, 0.1, 0.6, 0.6]]], (len(data), 1, 1)))

    def step():
        with autograd.record():
            loss = ssd_loss(net(data), boxes) if case[1] == "tiny_ssd" else loss_of(net(data), label)
        loss.backward()
        trainer.step(len(data))
        mx.nd.waitall()

    return step


def mxnet_operator(kind, data):
    import mxnet as mx
    from mxnet import autograd, nd

    data.attach_grad()
    vectors = [nd.ones(data.shape[1]) for _ in range(4)]
    compute = {
        "maxpool3s2": lambda x: nd.Pooling(x, kernel=(3, 3), stride=(2, 2), pad=(1, 1), pool_type="max"),
        "maxpool2": lambda x: nd.Pooling(x, kernel=(2, 2), stride=(2, 2), pool_type="max"),
        "avgpool2": lambda x: nd.Pooling(x, kernel=(2, 2), stride=(2, 2), pool_type="avg"),
        "globalavg": lambda x: nd.Pooling(x, global_pool=True, pool_type="avg"),
        "batchnorm": lambda x: nd.BatchNorm(x, *vectors, fix_gamma=False),
        "softmax": lambda x: nd.log_softmax(x),
    }[kind]

    def step():
        with autograd.record():
            out = compute(data)
        out.backward()
        mx.nd.waitall()

    return step


def tiny_ssd():
    """A detector of five scales: blocks that halve the image, each with a head for classes and one for boxes."""
    from mxnet import gluon
    from mxnet.gluon import nn

    def halving(channels):
        block = nn.HybridSequential()
        for _ in range(2):
            block.add(nn.Conv2D(channels, 3, padding=1), nn.BatchNorm(), nn.Activation("relu"))
        block.add(nn.MaxPool2D(2))
        return block

    class Detector(gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            with self.name_scope():
                self.stages, self.classes, self.boxes = nn.HybridSequential(), [], []
                body = nn.HybridSequential()
                body.add(halving(16), halving(32), halving(64))
                self.stages.add(body, halving(128), halving(128), halving(128), nn.GlobalMaxPool2D())
                for scale in range(5):
                    for kind, channels in (("classes", 8), ("boxes", 16)):
                        head = nn.Conv2D(channels, 3, padding=1)
                        setattr(self, f"{kind}{scale}", head)
                        getattr(self, kind).append(head)

        def hybrid_forward(self, F, x):
            anchors, classes, boxes = [], [], []
            for scale, stage in enumerate(self.stages):
                x = stage(x)
                size = 0.2 + 0.17 * scale
                anchors.append(F.contrib.MultiBoxPrior(x, sizes=(size, size * 1.2), ratios=(1, 2, 0.5)))
                classes.append(F.flatten(F.transpose(self.classes[scale](x), (0, 2, 3, 1))))
                boxes.append(F.flatten(F.transpose(self.boxes[scale](x), (0, 2, 3, 1))))
            scores = F.reshape(F.concat(*classes, dim=1), (0, -1, 2))
            return F.concat(*anchors, dim=1), scores, F.concat(*boxes, dim=1)

    return Detector()


def ssd_loss(outputs, boxes):
    from mxnet import autograd, gluon, nd

    anchors, scores, offsets = outputs
    with autograd.pause():
        target, mask, label = nd.contrib.MultiBoxTarget(anchors, boxes, nd.transpose(scores, (0, 2, 1)))
    of_classes, of_boxes = gluon.loss.SoftmaxCrossEntropyLoss(), gluon.loss.L1Loss()
    return of_classes(scores, label) + of_boxes(offsets * mask, target * mask)


def torch_step(name, kind, case):
    """The same in PyTorch, eager or compiled."""
    import torch

    data = torch.from_numpy(numbers(case[3]))
    if kind == "operator":
        return torch_operator(case[2], data)
    net = torch_net(case[2])
    run = torch.compile(net) if name == "compiled" else net
    if kind == "inference":
        net.eval()

        def infer():
            with torch.no_grad():
                run(data)

        return infer
    label = torch.arange(len(data)) % 10
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01)

    def step():
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(run(data), label).backward()
        optimizer.step()

    return step


def torch_net(name):
    from torch import nn

    if name == "lenet":
        layers = [nn.Conv2d(1, 20, 5), nn.Tanh(), nn.MaxPool2d(2), nn.Conv2d(20, 50, 5), nn.Tanh(), nn.MaxPool2d(2)]
        return nn.Sequential(*layers, nn.Flatten(), nn.Linear(800, 500), nn.Tanh(), nn.Linear(500, 10))
    import torchvision

    # Inception's second classifier is not in MXNet's.
    options = {"aux_logits": False, "init_weights": False} if name == "inception_v3" else {}
    return getattr(torchvision.models, name)(weights=None, **options)


def torch_operator(kind, data):
    import torch
    from torch.nn import functional as F

    data.requires_grad_()
    one, zero = torch.ones(data.shape[1], requires_grad=True), torch.zeros(data.shape[1], requires_grad=True)
    mean, var = torch.zeros(data.shape[1]), torch.ones(data.shape[1])
    compute = {
        "maxpool3s2": lambda x: F.max_pool2d(x, 3, 2, 1),
        "maxpool2": lambda x: F.max_pool2d(x, 2),
        "avgpool2": lambda x: F.avg_pool2d(x, 2),
        "globalavg": lambda x: F.adaptive_avg_pool2d(x, 1),
        "batchnorm": lambda x: F.batch_norm(x, mean, var, one, zero, training=True),
        "softmax": lambda x: F.log_softmax(x, 1),
    }[kind]

    def step():
        data.grad = None
        out = compute(data)
        out.backward(torch.ones_like(out))

    return step


def onnxruntime_step(_, kind, case):
    """A forward pass by ONNX Runtime of this package's own export."""
    import onnxruntime

    import mxnet as mx

    net = mxnet_net(case[1])
    net(mx.nd.array(numbers(case[3]))).wait_to_read()
    with tempfile.TemporaryDirectory() as folder:
        net.export(f"{folder}/net")
        files = f"{folder}/net-symbol.json", f"{folder}/net-0000.params"
        mx.onnx.export_model(*files, [case[3]], [np.float32], f"{folder}/net.onnx")
        session = onnxruntime.InferenceSession(f"{folder}/net.onnx", providers=["CPUExecutionProvider"])
    given = {session.get_inputs()[0].name: numbers(case[3])}
    return lambda: session.run(None, given)


if __name__ == "__main__":
    main()
