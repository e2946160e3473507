"""The rows of ``gpu.py``, and what its workers share: sizes, arguments, clocks and how results are told.

This file imports neither this package nor a peer, so that each worker has one library in its process.
"""

import argparse
import dataclasses
import json
import statistics
import time
import traceback


@dataclasses.dataclass(frozen=True)
class Row:
    """A work of the table: what it is, its sizes, and tiny ones for a trial on a CPU.

    A ``fresh`` row has a process of its own for each library: its peak memory is that of the process.
    """

    title: str
    work: str
    sizes: dict
    tiny: dict
    fresh: bool = False
    contenders: tuple = ("ours", "jax", "eager", "compiled")


BERT = {"layers": 12, "units": 768, "heads": 12, "hidden": 3072, "vocabulary": 30522, "dtype": "bfloat16"}
SMALL = {"layers": 12, "units": 256, "heads": 4, "hidden": 1024, "vocabulary": 1000, "dtype": "float32"}
TINY = {"layers": 2, "units": 16, "heads": 2, "hidden": 32, "vocabulary": 50, "batch": 2, "length": 4}
RNN = {"units": 650, "layers": 2, "length": 35, "batch": 64}
TINY_RNN = {"units": 8, "layers": 2, "length": 3, "batch": 2}


def _network(kind, batch, size=224, dtype="float32", classes=1000):
    return {"kind": kind, "batch": batch, "size": size, "dtype": dtype, "classes": classes}


def _tiny(kind):
    return {"kind": kind, "batch": 2, "size": 32, "classes": 10}


def _rnn(mode):
    return Row(
        f"{mode.upper()} layers, 650 units, 2 layers, 35 steps, batch 64, float32: forward and backward",
        "rnn",
        {**RNN, "mode": mode},
        TINY_RNN,
        contenders=("ours", "jax", "eager"),
    )


def _amp(kind):
    sizes = {"kind": kind, **(_network(kind, 64) if kind == "resnet50" else {**BERT, "batch": 32, "length": 128})}
    title = "ResNet-50 v1, batch 64" if kind == "resnet50" else "BERT-base, batch 32x128"
    tiny = _tiny("resnet18") if kind == "resnet50" else TINY
    return Row(f"contrib.amp, {title}: float32 (TF32), float16, bfloat16", "amp", sizes, tiny, True, ("ours",))


def _first(kind):
    sizes = _network("resnet18", 8, 64) if kind == "resnet18" else {**SMALL, "batch": 8, "length": 16}
    title = "ResNet-18 v1, batch 8, 64x64" if kind == "resnet18" else "small encoder"
    tiny = _tiny("resnet18") if kind == "resnet18" else TINY
    return Row(f"first step, {title}: empty folder, second run", "first", sizes, tiny, True, ("ours", "jax"))


ROWS = {
    "mlp": Row("784-64-64-10 MLP, batch 64", "train", _network("mlp", 64, classes=10), _tiny("mlp")),
    "lenet": Row("LeNet, batch 64", "train", _network("lenet", 64, classes=10), _tiny("lenet")),
    "resnet18": Row("ResNet-18 v1, batch 8, 64x64", "train", _network("resnet18", 8, 64), _tiny("resnet18")),
    "encoder": Row(
        "small encoder: 12 layers of 256, batch 8x16, Adam", "encoder", {**SMALL, "batch": 8, "length": 16}, TINY
    ),
    "bert": Row(
        "BERT-base-sized encoder, batch 32x128, bfloat16, Adam",
        "encoder",
        {**BERT, "batch": 32, "length": 128},
        TINY,
        fresh=True,
    ),
    "resnet50": Row(
        "ResNet-50 v1, batch 256, bfloat16",
        "train",
        _network("resnet50", 256, dtype="bfloat16"),
        _tiny("resnet18"),
        fresh=True,
    ),
    "attention": Row(
        "attention, batch 8, 12 heads of 64, sequence 2,048, bfloat16: forward and backward",
        "attention",
        {"batch": 8, "heads": 12, "size": 64, "length": 2048, "dtype": "bfloat16"},
        {"batch": 2, "heads": 2, "size": 8, "length": 16, "dtype": "float32"},
        fresh=True,
        contenders=("ours", "jax", "eager"),
    ),
    "lstm": _rnn("lstm"),
    "gru": _rnn("gru"),
    "rnn": _rnn("rnn"),
    "infer1": Row("inference, ResNet-50 v1, batch 1", "infer", _network("resnet50", 1), _tiny("resnet18")),
    "infer128": Row("inference, ResNet-50 v1, batch 128", "infer", _network("resnet50", 128), _tiny("resnet18")),
    "inferbert": Row(
        "inference, BERT-base, batch 1x128, bfloat16",
        "infer",
        {**BERT, "batch": 1, "length": 128, "kind": "bert"},
        TINY,
    ),
    "feed": Row(
        "ResNet-18 v1, batch 128, 224x224, bfloat16: data that is there, and from a DataLoader",
        "feed",
        _network("resnet18", 128, dtype="bfloat16"),
        _tiny("resnet18"),
        contenders=("ours",),
    ),
    "amp-resnet50": _amp("resnet50"),
    "amp-bert": _amp("bert"),
    "first-resnet18": _first("resnet18"),
    "first-encoder": _first("encoder"),
}


def sizes_of(name, tiny):
    """The sizes of a row; tiny ones stand over its own."""
    row = ROWS[name]
    return {**row.sizes, **row.tiny} if tiny else dict(row.sizes)


def arguments():
    """What a worker is started with."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", choices=("cpu", "gpu"), default="gpu")
    parser.add_argument("--tiny", action="store_true")
    parser.add_argument("--rows", default=",".join(ROWS))
    parser.add_argument("--variant", default="")
    parser.add_argument("--seconds", type=float, default=1.0)
    options = parser.parse_args()
    options.rows = options.rows.split(",")
    return options


def tell(row, name, **figures):
    """Print a result for ``gpu.py`` to read."""
    print("RESULT " + json.dumps({"row": row, "name": name, **figures}), flush=True)


def tell_each(options, row, makers, wait, peak=None):
    """Measure steps one after another; one that fails is told as an error and ends no other."""
    for name, make in makers.items():
        try:
            step = make()
            batch = sizes_of(row, options.tiny)["batch"]
            figures = {"seconds": measure(step, wait, options.seconds), "batch": batch}
            if peak is not None and name == next(iter(makers)):  # a later one would have the peak of both
                figures["peak"] = peak()
            tell(row, name, **figures)
            del step
        except Exception as error:
            traceback.print_exc()
            tell(row, name, error=f"{type(error).__name__}: {str(error).strip().splitlines()[:1]}"[:200])


def measure(step, wait, seconds):
    """Seconds a step: the median of blocks that end with waiting, together about ``seconds`` long."""
    for _ in range(3):
        step()
    wait()
    begin = time.perf_counter()
    for _ in range(3):
        step()
    wait()
    estimate = (time.perf_counter() - begin) / 3
    blocks = 7
    count = max(1, min(500, int(seconds / blocks / max(estimate, 1e-6))))
    found = []
    for _ in range(blocks):
        begin = time.perf_counter()
        for _ in range(count):
            step()
        wait()
        found.append((time.perf_counter() - begin) / count)
    return statistics.median(found)
