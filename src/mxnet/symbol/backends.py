"""What ``optimize_for(backend)`` can hand a graph to.

A backend is a function of the symbol, its parameters, the shapes and types of its other inputs, and options; it gives
the symbol that runs there. XLA compiles every graph anyway, so its names leave the symbol as it is.
"""

import importlib
from collections.abc import Callable, Mapping
from typing import Any

from mxnet.error import MXNetError

Backend = Callable[..., Any]

# Names of MXNet's own backends for processors: that is what XLA does here.
_COMPILED = ("XLA", "MKLDNN", "MKLDNN_QUANTIZE", "ONEDNN", "default")
# Where the others are: a module, loaded when it is asked for, and a function in it, with options.
_OTHERS: dict[str, tuple[str, dict[str, Any]]] = {
    "onnxruntime": ("mxnet.onnx.runtime", {}),
    "TensorRT": ("mxnet.onnx.runtime", {"providers": ["TensorrtExecutionProvider", "CUDAExecutionProvider"]}),
}


def list_backends() -> list[str]:
    """The names that ``optimize_for`` takes."""
    return sorted((*_COMPILED, *_OTHERS), key=str.lower)


def partition(
    symbol: Any,
    name: str,
    args: Mapping[str, Any],
    aux: Mapping[str, Any],
    shapes: Mapping[str, Any],
    types: Mapping[str, Any],
    options: Mapping[str, Any],
) -> Any:
    """The symbol as the named backend runs it."""
    known = {each.lower(): each for each in list_backends()}
    if name.lower() not in known:
        raise MXNetError(f"optimize_for: expected a backend among {', '.join(list_backends())}, received {name!r}")
    found = known[name.lower()]
    if found in _COMPILED:
        return symbol
    module, given = _OTHERS[found]
    run: Backend = importlib.import_module(module).partition
    return run(symbol, {**args, **aux}, shapes, types, **{**given, **options})
