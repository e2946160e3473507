"""``mxnet convert``: weights and networks from one format into another; the names of the files say which."""

import argparse
from pathlib import Path
from typing import Any

from mxnet import ndarray, symbol
from mxnet._checkpoint import save_checkpoint
from mxnet._cli.models import read_shape
from mxnet.contrib import onnx
from mxnet.contrib.torch import load_state_dict
from mxnet.error import MXNetError
from mxnet.gluon.model_zoo.vision import get_model
from mxnet.onnx import export_model

ARRAYS = (".params", ".safetensors", ".npz")
PYTORCH = (".safetensors", ".npz", ".pth", ".pt", ".bin")
HELP = """\
weights        mxnet convert net.params net.safetensors       (.params, .safetensors, .npz, either way)
to ONNX        mxnet convert net-symbol.json net.onnx --params net-0000.params --shape data=1,3,224,224
from ONNX      mxnet convert net.onnx net                     (net-symbol.json and net-0000.params)
from PyTorch   mxnet convert weights.pth net.params --net resnet18_v1"""


def add(words: Any) -> None:
    """Say what the word takes."""
    parser = words.add_parser(
        "convert",
        help="weights and networks into other formats",
        epilog=HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("source")
    parser.add_argument("target")
    parser.add_argument("--params", help="the parameters of a symbol file; by default NAME-0000.params beside it")
    parser.add_argument("--shape", action="append", default=[], metavar="NAME=1,3,224,224", help="of an input")
    parser.add_argument("--net", help="the network of the model zoo that PyTorch's weights are for")
    parser.add_argument("--classes", type=int, default=1000, help="of that network")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Convert by what the names end in."""
    source, target = args.source, args.target
    if args.net:
        return from_torch(args)
    if source.endswith("-symbol.json") and target.endswith(".onnx"):
        return to_onnx(args)
    if source.endswith(".onnx"):
        return from_onnx(args)
    if source.endswith(ARRAYS) and target.endswith(ARRAYS):
        ndarray.save(target, ndarray.load(source))
        print(target)
        return 0
    raise MXNetError(f"nothing is known that makes {target} of {source}.\n{HELP}")


def to_onnx(args: argparse.Namespace) -> int:
    """A symbol file and its parameters as an ONNX file."""
    params = args.params or f"{args.source.removesuffix('-symbol.json')}-0000.params"
    shapes = dict(map(read_shape, args.shape))
    held = ndarray.load(params)
    known = {name.partition(":")[2] for name in held} if isinstance(held, dict) else set()
    inputs = [name for name in symbol.load(args.source).list_inputs() if name not in known]
    missing = [name for name in inputs if name not in shapes]
    if missing:
        raise MXNetError(f"the shape of {missing[0]} is missing: write --shape {missing[0]}=1,3,224,224")
    print(export_model(args.source, params, [shapes[name] for name in inputs], onnx_file_path=args.target))
    return 0


def from_onnx(args: argparse.Namespace) -> int:
    """An ONNX file as a symbol file and its parameters."""
    graph, arguments, states = onnx.import_model(args.source)
    prefix = args.target.removesuffix("-symbol.json")
    save_checkpoint(prefix, 0, graph, arguments, states)
    print(f"{prefix}-symbol.json {prefix}-0000.params")
    return 0


def from_torch(args: argparse.Namespace) -> int:
    """PyTorch's weights as parameters of a network of the model zoo."""
    if not args.source.endswith(PYTORCH) or Path(args.target).suffix not in ARRAYS:
        raise MXNetError(f"--net {args.net} makes a file {' or '.join(ARRAYS)} of one {' or '.join(PYTORCH)}")
    net = get_model(args.net, classes=args.classes)
    size = 299 if args.net == "inceptionv3" else 224
    report = load_state_dict(net, args.source, input_shape=(1, 3, size, size))
    net.save_parameters(args.target)
    print(report)
    print(args.target)
    return 0
