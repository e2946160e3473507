"""Pictures for the demo, drawn with matplotlib: a network, a learning curve, predictions."""

import json
import shutil
from pathlib import Path

import matplotlib

import mxnet as mx

matplotlib.use("Agg")
from matplotlib import pyplot as plt

COLOURS = {"null": "#8dd3c7", "FullyConnected": "#fb8072", "Activation": "#ffffb3", "Convolution": "#fb8072"}
WEIGHTS = ("weight", "bias", "gamma", "beta", "running_mean", "running_var")


def network(symbol, path: Path) -> None:
    """The graph of a symbol: by Graphviz where ``dot`` is installed, else boxes from top to bottom."""
    if shutil.which("dot"):
        mx.viz.plot_network(symbol, title=path.stem).render(
            filename=path.stem, directory=path.parent, format="png", cleanup=True
        )
        return
    nodes = json.loads(symbol.tojson())["nodes"]
    shown = [i for i, n in enumerate(nodes) if n["op"] != "null" or not n["name"].endswith(WEIGHTS)]
    depth: dict[int, int] = {}
    for i in shown:
        depth[i] = 1 + max((depth[j] for j, *_ in nodes[i]["inputs"] if j in depth), default=-1)
    rows = [[i for i in shown if depth[i] == d] for d in range(max(depth.values()) + 1)]
    place = {i: (column - (len(row) - 1) / 2, -depth[i]) for row in rows for column, i in enumerate(row)}
    figure, axes = plt.subplots(figsize=(3 + 2 * max(map(len, rows)), 0.8 + 0.8 * len(rows)))
    for i in shown:
        node = nodes[i]
        detail = node.get("attrs", {}).get("num_hidden") or node.get("attrs", {}).get("act_type") or ""
        label = node["name"] if node["op"] == "null" else f"{node['op']} {detail}\n{node['name']}"
        style = {"boxstyle": "round,pad=0.4", "facecolor": COLOURS.get(node["op"], "#fccde5"), "edgecolor": "#555555"}
        axes.text(*place[i], label, ha="center", va="center", fontsize=8, bbox=style)
        for j, *_ in node["inputs"]:
            if j in place:
                axes.annotate("", place[i], place[j], arrowprops={"arrowstyle": "->", "shrinkA": 16, "shrinkB": 16})
    axes.set_xlim(-max(map(len, rows)), max(map(len, rows)))
    axes.set_ylim(-len(rows) + 0.4, 0.6)
    axes.axis("off")
    _save(figure, path)


def curve(train: list[float], test: list[float], path: Path) -> None:
    """Accuracy after each epoch."""
    figure, axes = plt.subplots(figsize=(6, 4))
    epochs = range(1, len(train) + 1)
    axes.plot(epochs, train, marker="o", label="training digits")
    axes.plot(epochs, test, marker="o", label="test digits")
    axes.set(xlabel="epoch", ylabel="accuracy", title="784-64-64-10 perceptron on MNIST")
    axes.grid(alpha=0.3)
    axes.legend()
    _save(figure, path)


def predictions(images, labels, guesses, path: Path) -> None:
    """Digits with what the network takes them for, red where it is wrong."""
    figure, grid = plt.subplots(4, 8, figsize=(8, 4.6))
    for axes, image, label, guess in zip(grid.flat, images, labels, guesses, strict=False):
        axes.imshow(image.squeeze(), cmap="gray_r")
        axes.set_title(f"{int(guess)}", color="black" if guess == label else "red", fontsize=10)
        axes.axis("off")
    figure.suptitle("What the network reads")
    _save(figure, path)


def _save(figure, path: Path) -> None:
    figure.tight_layout()
    figure.savefig(path, dpi=120)
    plt.close(figure)
