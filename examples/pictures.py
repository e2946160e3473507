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


def network(symbol, path: Path, **shapes: tuple[int, ...]) -> None:
    """The graph of a symbol with the shapes of results, for inputs of these shapes.

    Graphviz draws it where ``dot`` is installed, else boxes stand from top to bottom.
    """
    if shutil.which("dot"):
        mx.viz.plot_network(symbol, title=path.stem, shape=shapes or None).render(
            filename=path.stem, directory=path.parent, format="png", cleanup=True
        )
        return
    nodes = json.loads(symbol.tojson())["nodes"]
    shown = [i for i, n in enumerate(nodes) if n["op"] != "null" or not n["name"].endswith(WEIGHTS)]
    depth: dict[int, int] = {}
    for i in shown:
        depth[i] = 1 + max((depth[j] for j, *_ in nodes[i]["inputs"] if j in depth), default=-1)
    rows = [[i for i in shown if depth[i] == d] for d in range(max(depth.values()) + 1)]
    place = {i: (2 * column - (len(row) - 1), -depth[i]) for row in rows for column, i in enumerate(row)}
    sizes = result_shapes(symbol, shapes)
    figure, axes = plt.subplots(figsize=(4 * max(map(len, rows)), 0.9 * len(rows)))
    for i in shown:
        style = {
            "boxstyle": "round,pad=0.4",
            "facecolor": COLOURS.get(nodes[i]["op"], "#fccde5"),
            "edgecolor": "#555555",
        }
        axes.text(*place[i], text_of(nodes[i], sizes), ha="center", va="center", fontsize=8, bbox=style)
        for j, *_ in nodes[i]["inputs"]:
            if j in place:
                shrink = [
                    5.5 * len(text_of(nodes[k], sizes).splitlines()) + 1.5 for k in (i, j)
                ]  # half a box, in points
                arrow = {"arrowstyle": "->", "shrinkA": shrink[1], "shrinkB": shrink[0]}
                axes.annotate("", place[i], place[j], arrowprops=arrow)
    axes.set_xlim(-2 * max(map(len, rows)), 2 * max(map(len, rows)))
    axes.set_ylim(-len(rows) + 0.4, 0.6)
    axes.axis("off")
    _save(figure, path)


def result_shapes(symbol, shapes: dict[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
    """The shape of every node's result, by the node's name; nothing where no input's shape is known."""
    if not shapes:
        return {}
    inner = symbol.get_internals()
    found = inner.infer_shape(**shapes)[1]
    return {name.removesuffix("_output"): shape for name, shape in zip(inner.list_outputs(), found, strict=True)}


def text_of(node: dict, sizes: dict[str, tuple[int, ...]]) -> str:
    """What stands in a node's box: operator, name, and the shape of its result."""
    detail = node.get("attrs", {}).get("num_hidden") or node.get("attrs", {}).get("act_type") or ""
    lines = [node["name"]] if node["op"] == "null" else [f"{node['op']} {detail}".strip(), node["name"]]
    if node["name"] in sizes:
        lines.append(" x ".join(map(str, sizes[node["name"]])))
    return "\n".join(lines)


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
    """Digits with what the network takes them for; where it is wrong, in red, with what they are."""
    figure, grid = plt.subplots(4, 8, figsize=(8, 4.6))
    for axes, image, label, guess in zip(grid.flat, images, labels, guesses, strict=False):
        axes.imshow(image.squeeze(), cmap="gray_r")
        right = guess == label
        said = f"{int(guess)}" if right else f"{int(guess)}, is {int(label)}"
        axes.set_title(said, color="black" if right else "red", fontsize=10)
        axes.axis("off")
    figure.suptitle("What the network reads")
    _save(figure, path)


def trace(file: Path, path: Path) -> None:
    """The operators of a trace that ``mx.profiler.dump`` wrote, in time, a row for each layer."""
    events = [e for e in json.loads(file.read_text())["traceEvents"] if e["ph"] == "X"]
    rows = list(dict.fromkeys(e["args"].get("layer") or "update" for e in events))
    figure, axes = plt.subplots(figsize=(9, 0.6 + 0.4 * len(rows)))
    start = min(e["ts"] for e in events)
    for event in events:
        row = rows.index(event["args"].get("layer") or "update")
        backward = event["name"].startswith("_backward")
        begin, long = (event["ts"] - start) / 1000, event["dur"] / 1000
        axes.barh(row, long, left=begin, color="#fb8072" if backward else "#80b1d3", edgecolor="#555555", linewidth=0.3)
    axes.set_yticks(range(len(rows)), rows)
    axes.invert_yaxis()
    axes.set(xlabel="milliseconds", title="One training step under the profiler: forward blue, backward red")
    axes.grid(axis="x", alpha=0.3)
    _save(figure, path)


def _save(figure, path: Path) -> None:
    figure.tight_layout()
    figure.savefig(path, dpi=120, bbox_inches="tight")
    plt.close(figure)
