"""Send the model zoo's networks out as ONNX files and back, and print the table.

    python tools/onnx_zoo.py                       # all 34, at opsets 12, 17, 21 and the newest, floats and int8
    python tools/onnx_zoo.py vgg11 --no-int8       # some
    python tools/onnx_zoo.py --opsets 12 newest    # other opsets

Each cell has two figures: how far ONNX Runtime is from the network, and how far the import is, in parts of the largest
output. For int8 both are in parts of the quantization error, which is how far the int8 network is from that of floats.
Opsets that the onnx package has and ONNX Runtime does not read are imported alone. Images are as small as the network
allows.
"""

import argparse
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import numpy as np
import onnx
import onnxruntime

import mxnet as mx
from mxnet.contrib import quantization
from mxnet.gluon import HybridBlock
from mxnet.gluon.model_zoo import vision

NETWORKS = """
    resnet18_v1 resnet34_v1 resnet50_v1 resnet101_v1 resnet152_v1 resnet18_v2 resnet34_v2 resnet50_v2 resnet101_v2
    resnet152_v2 vgg11 vgg13 vgg16 vgg19 vgg11_bn vgg13_bn vgg16_bn vgg19_bn alexnet densenet121 densenet161 densenet169
    densenet201 squeezenet1_0 squeezenet1_1 inception_v3 mobilenet1_0 mobilenet0_75 mobilenet0_5 mobilenet0_25
    mobilenet_v2_1_0 mobilenet_v2_0_75 mobilenet_v2_0_5 mobilenet_v2_0_25
""".split()  # noqa: SIM905
# One or two of each family; the others repeat its layers, more often or wider.
FAMILIES = """
    resnet18_v1 resnet50_v2 vgg11 vgg11_bn alexnet densenet121 squeezenet1_1 inception_v3 mobilenet0_25
    mobilenet_v2_0_25
""".split()  # noqa: SIM905
# The smallest side of an image where it is not 32: layers behind the pooling have fixed sizes.
_SIDES = {"alexnet": 63, "inception_v3": 299}
_LARGER = {"densenet": 224, "squeezenet": 224}
_BATCH = 2
TOLERANCE = 1e-4  # in parts of the largest output
# In parts of the quantization error: two networks of int8 that round at other places are each that far from the floats.
QUANTIZED = 2.0


class Distance(NamedTuple):
    """How far two computations of the same file are from the network; the first is missing for too new an opset."""

    runtime: float | None
    back: float

    @classmethod
    def of(cls, runtime: np.ndarray | None, back: np.ndarray, measure: Callable[[np.ndarray], Any]) -> "Distance":
        """The distances of two results by some measure."""
        return cls(None if runtime is None else float(measure(runtime)), float(measure(back)))

    def __str__(self) -> str:
        return f"{'-' if self.runtime is None else format(self.runtime, '.1g')}/{self.back:.1g}"

    def within(self, limit: float) -> bool:
        """Whether both are."""
        return (self.runtime is None or self.runtime <= limit) and self.back <= limit


def side_of(name: str) -> int:
    """The side of the images that a network is given."""
    return _SIDES.get(name) or next((s for start, s in _LARGER.items() if name.startswith(start)), 32)


def newest_read() -> int:
    """The newest opset that ONNX Runtime reads."""
    for opset in range(onnx.defs.onnx_opset_version(), 12, -1):
        value = onnx.helper.make_tensor_value_info
        node = onnx.helper.make_node("Relu", ["x"], ["y"])
        graph = onnx.helper.make_graph([node], "probe", [value("x", 1, [1])], [value("y", 1, [1])])
        opsets = [onnx.helper.make_opsetid("", opset)]
        version = onnx.helper.find_min_ir_version_for(opsets)
        model = onnx.helper.make_model(graph, opset_imports=opsets, ir_version=version)
        try:
            session(model.SerializeToString())
        except Exception:  # of many kinds, none of them public
            continue
        return opset
    return 12


def session(data: bytes | str) -> Any:
    """ONNX Runtime, without warnings and without kernels of uint8 and int8, which saturate where there is no VNNI."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.add_session_config_entry("session.disable_quant_qdq", "1")
    return onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])


def build(name: str) -> tuple[HybridBlock, Any]:
    """A network of random weights, such that what it computes neither vanishes nor grows, and images."""
    mx.random.seed(3)
    net = getattr(vision, name)(classes=10)
    net.initialize(mx.init.MSRAPrelu(factor_type="in", slope=0))
    net.hybridize()
    return net, mx.nd.random.uniform(shape=(_BATCH, 3, side_of(name), side_of(name)))


def ways(net: Any, x: Any, opset: int, readable: bool, folder: Path) -> tuple[np.ndarray | None, np.ndarray]:
    """What ONNX Runtime computes from the file, and what the import of it does."""
    path = net.export_onnx(folder / f"net{opset}.onnx", x, opset_version=opset, check=False)
    onnx.checker.check_model(str(path), full_check=True)
    found = session(str(path)).run(None, {"data": x.asnumpy()})[0] if readable else None
    return found, mx.contrib.onnx.import_to_gluon(str(path), ctx=mx.cpu())(x).asnumpy()


def floats(net: Any, x: Any, opset: int, readable: bool, folder: Path) -> Distance:
    """The distances of a network of floats, in parts of its largest output."""
    expected = net(x).asnumpy()
    size = np.abs(expected).max()
    found, back = ways(net, x, opset, readable, folder)
    return Distance.of(found, back, lambda y: np.abs(y - expected).max() / size)


def integers(net: Any, small: Any, x: Any, opset: int, readable: bool, folder: Path) -> Distance:
    """The distances of an int8 network, as root mean squares, in parts of the quantization error."""
    exact, expected = net(x).asnumpy(), small(x).asnumpy()
    error = np.sqrt(np.mean((exact - expected) ** 2))
    found, back = ways(small, x, opset, readable, folder)
    return Distance.of(found, back, lambda y: np.sqrt(np.mean((y - expected) ** 2)) / error)


def quantized(net: HybridBlock, x: Any) -> Any:
    """The network in int8, calibrated with the images it will be given."""
    data = mx.gluon.data.DataLoader(mx.gluon.data.ArrayDataset(x), batch_size=_BATCH)
    return quantization.quantize_net_v2(net, "auto", calib_mode="naive", calib_data=data, ctx=mx.cpu())


def row(name: str, opsets: Sequence[int], int8: bool, readable: int) -> tuple[list[str], bool, float]:
    """A network's cells, whether all are within their limits, and the seconds that it took."""
    start = time.monotonic()
    try:
        found = distances(name, opsets, int8, readable)
    except Exception as error:
        return [f"{type(error).__name__}: {str(error).splitlines()[0][:200]}"], False, time.monotonic() - start
    limits = [TOLERANCE] * len(opsets) + [QUANTIZED] * len(opsets)
    right = all(each.within(limit) for each, limit in zip(found, limits, strict=False))
    return [str(each) for each in found], right, time.monotonic() - start


def distances(name: str, opsets: Sequence[int], int8: bool, readable: int) -> list[Distance]:
    """A network's distances at these opsets, of floats and then of int8."""
    net, x = build(name)
    with tempfile.TemporaryDirectory() as folder:
        found = [floats(net, x, opset, opset <= readable, Path(folder)) for opset in opsets]
        if int8:
            small = quantized(net, x)
            found += [integers(net, small, x, opset, opset <= readable, Path(folder)) for opset in opsets]
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="The model zoo out as ONNX and back.")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--opsets", nargs="+", default=["12", "17", "21", "readable", "newest"])
    parser.add_argument("--no-int8", action="store_true")
    given = parser.parse_args()
    readable = newest_read()
    words = {"readable": readable, "newest": onnx.defs.onnx_opset_version()}
    opsets = list(dict.fromkeys(words.get(o) or int(o) for o in given.opsets))
    names = given.names or NETWORKS
    kinds = ["float"] if given.no_int8 else ["float", "int8"]
    print(f"{'':20}" + "".join(f"{f'{kind} {o}':>16}" for kind in kinds for o in opsets))
    right = 0
    # A process each: programs and their memory go with it.
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), max_tasks_per_child=1) as pool:
        for name in names:
            cells, good, seconds = pool.submit(row, name, opsets, not given.no_int8, readable).result()
            right += good
            print(f"{name:20}" + "".join(f"{c:>16}" for c in cells) + f"{seconds:8.0f} s", flush=True)
    limits = f"{TOLERANCE:g} of the largest output, {QUANTIZED:g} of the quantization error"
    print(f"{right} of {len(names)} within {limits}")
    return right < len(names)


if __name__ == "__main__":
    sys.exit(main())
