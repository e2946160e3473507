"""``mxnet summary`` and ``mxnet draw``: a network as a table or as a picture."""

import argparse
from pathlib import Path
from typing import Any

from mxnet import symbol, visualization
from mxnet.context import cpu
from mxnet.contrib import onnx
from mxnet.error import MXNetError
from mxnet.gluon.model_zoo.vision import get_model
from mxnet.symbol import Symbol

MODEL = "the name of a network of the model zoo (resnet18_v1), or a file: NAME-symbol.json, NAME.onnx"
DATA = (1, 3, 224, 224)

Shapes = dict[str, tuple[int, ...]]


def add(words: Any) -> None:
    """Say what the words take."""
    table = words.add_parser("summary", help="a network's layers, shapes and parameters as a table")
    picture = words.add_parser("draw", help="a network as a picture")
    for parser, run in ((table, summary), (picture, draw)):
        parser.add_argument("model", help=MODEL)
        parser.add_argument("--shape", action="append", default=[], metavar="NAME=1,3,224,224", help="of an input")
        parser.set_defaults(run=run)
    picture.add_argument("-o", "--output", default="network.svg", help="a file of any format that Graphviz writes")
    picture.add_argument("--weights", action="store_true", help="show parameters too")


def summary(args: argparse.Namespace) -> int:
    """Print the table."""
    graph, shapes = load(args.model, args.shape)
    visualization.print_summary(graph, shapes)
    return 0


def draw(args: argparse.Namespace) -> int:
    """Write the picture, or without the program ``dot`` its text, and say which."""
    graph, shapes = load(args.model, args.shape)
    picture = visualization.plot_network(graph, shape=shapes, hide_weights=not args.weights)
    target = Path(args.output)
    try:
        target.write_bytes(picture.pipe(format=target.suffix.removeprefix(".") or "svg"))
    except Exception as error:
        if type(error).__name__ != "ExecutableNotFound":  # of a package that only loads where it is used
            raise
        target = target.with_suffix(".gv")
        target.write_text(picture.source)
        print("the program dot is missing (https://graphviz.org/download): this is the text of the picture")
    print(target)
    return 0


def load(model: str, shape_texts: list[str]) -> tuple[Symbol, Shapes]:
    """A network's graph, and the shapes of its inputs."""
    shapes = dict(map(read_shape, shape_texts))
    if model.endswith(".json"):
        return symbol.load(model), shapes
    if model.endswith(".onnx"):
        described = onnx.get_model_metadata(model)
        known = {name: tuple(size or 1 for size in shape) for name, shape, *_ in described["input_tensor_data"]}
        return onnx.import_model(model)[0], {**known, **shapes}
    net = get_model(model, ctx=cpu())
    net.initialize()
    return net(symbol.var("data")), shapes or {"data": (1, 3, 299, 299) if model == "inceptionv3" else DATA}


def read_shape(text: str) -> tuple[str, tuple[int, ...]]:
    """An input's name and shape from ``data=1,3,224,224``."""
    name, _, sizes = text.rpartition("=")
    try:
        return name or "data", tuple(int(size) for size in sizes.strip("()").replace("x", ",").split(",") if size)
    except ValueError:
        raise MXNetError(f"--shape {text}: expected a name and lengths, as in data=1,3,224,224") from None
