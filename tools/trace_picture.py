"""Draw docs/pictures/trace.png: the time line that the profiler writes of one training step, a row for each layer.

python tools/trace_picture.py            needs matplotlib
"""

import json
import tempfile
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

import mxnet as mx
from mxnet import autograd, gluon, nd

TARGET = Path(__file__).resolve().parent.parent / "docs" / "pictures" / "trace.png"
COLOURS = {"forward": "#80b1d3", "backward": "#fb8072", "update": "#999999"}


def main() -> None:
    """Train a small network, look at one step, and draw it."""
    net = gluon.nn.HybridSequential(prefix="")
    net.add(gluon.nn.Conv2D(16, 5, activation="relu"), gluon.nn.MaxPool2D(2), gluon.nn.Dense(64, activation="relu"))
    net.add(gluon.nn.Dense(10))
    net.initialize()
    trainer = gluon.Trainer(net.collect_params(), "sgd")
    data, label = nd.random.uniform(shape=(64, 1, 28, 28)), nd.zeros((64,))
    for _ in range(3):  # programs are compiled before anybody looks
        step(net, trainer, data, label)
    draw(profiled(lambda: step(net, trainer, data, label)))


def step(net: Any, trainer: Any, data: Any, label: Any) -> None:
    """Forward, backward and update."""
    with autograd.record():
        loss = gluon.loss.SoftmaxCrossEntropyLoss(prefix="loss")(net(data), label)
    loss.backward()
    trainer.step(64)
    nd.waitall()


def profiled(work: Any) -> list[dict[str, Any]]:
    """The events that the profiler writes of the shortest of some runs; the first compiles each operator by itself."""
    runs = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "profile.json"
        mx.profiler.set_config(filename=str(file), profile_all=True)
        for _ in range(20):
            mx.profiler.set_state("run")
            work()
            mx.profiler.set_state("stop")
            mx.profiler.dump()
            runs.append([event for event in json.loads(file.read_text())["traceEvents"] if event.get("ph") == "X"])
    return min(runs, key=lambda events: events[-1]["ts"] - events[0]["ts"])


def draw(events: list[dict[str, Any]]) -> None:
    """A row for each layer, a bar for each operator."""
    rows = list(dict.fromkeys(event["args"].get("layer", "update") for event in events))
    figure, axes = plt.subplots(figsize=(9, 3.6))
    begin = min(event["ts"] for event in events)
    for event in events:
        row = event["args"].get("layer", "update")
        kind = row if row == "update" else "backward" if event["name"].startswith("_backward") else "forward"
        left, width = (event["ts"] - begin) / 1000, event["dur"] / 1000
        axes.barh(rows.index(row), width, 0.8, left, color=COLOURS[kind], edgecolor="#555555", linewidth=0.5)
    for kind, colour in COLOURS.items():
        axes.barh(0, 0, color=colour, label=kind)
    axes.set_yticks(range(len(rows)), rows)
    axes.invert_yaxis()
    axes.grid(axis="x", alpha=0.3)
    axes.set_xlabel("milliseconds")
    axes.set_title("One training step under the profiler")
    axes.legend(loc="center right")
    figure.tight_layout()
    figure.savefig(TARGET, dpi=120)


if __name__ == "__main__":
    main()
