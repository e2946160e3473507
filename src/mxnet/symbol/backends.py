"""What ``optimize_for(backend)``, ``hybridize(backend=...)`` and ``MXNET_SUBGRAPH_BACKEND`` can hand a graph to.

A backend is a function of the symbol, its parameters, the shapes and types of its other inputs, and options; it gives
the symbol that runs there. XLA compiles every graph anyway, so its names leave the symbol as it is.

>>> @mx.symbol.backends.register("doubled")
... def doubled(symbol, params, shapes, types, **options):
...     return symbol * 2
>>> mx.sym.var("x").optimize_for("doubled").eval(x=mx.nd.ones(1))[0].asscalar()
2.0
"""

import importlib
from collections.abc import Callable, Mapping
from typing import Any

from mxnet import _config
from mxnet.error import MXNetError

Backend = Callable[..., Any]

# Names of MXNet's own backends for processors: that is what XLA does here.
_COMPILED = ("XLA", "MKLDNN", "MKLDNN_QUANTIZE", "ONEDNN", "default")
# Where the others are: a module, loaded when it is asked for, and a function in it, with options.
_OTHERS: dict[str, tuple[str, dict[str, Any]]] = {
    "onnxruntime": ("mxnet.onnx.runtime", {}),
    "TensorRT": ("mxnet.onnx.runtime", {"providers": ["TensorrtExecutionProvider", "CUDAExecutionProvider"]}),
}
_REGISTERED: dict[str, Backend] = {}


def register(name: str) -> Callable[[Backend], Backend]:
    """A decorator that makes a function ``f(symbol, params, shapes, types, **options)`` the backend of this name."""

    if name.lower() in {each.lower() for each in (*_COMPILED, *_OTHERS)}:
        raise ValueError(f"backend {name!r} is there already: choose another name")

    def keep(backend: Backend) -> Backend:
        _REGISTERED[name] = backend
        return backend

    return keep


def list_backends() -> list[str]:
    """The names that ``optimize_for`` takes."""
    return sorted((*_COMPILED, *_OTHERS, *_REGISTERED), key=str.lower)


def asked_for(symbol: Any, describe: Callable[[], tuple[Mapping[str, Any], Mapping[str, Any]]]) -> Any:
    """The symbol as the backend runs it that ``MXNET_SUBGRAPH_BACKEND`` names, if it names one.

    ``describe()`` gives the shapes and types of inputs, by name.
    """
    name = _config.lookup("MXNET_SUBGRAPH_BACKEND")
    return symbol if name.upper() in ("", "NONE") else partition(symbol, name, {}, {}, *describe(), {})


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
    if found in _REGISTERED:
        return _REGISTERED[found](symbol, {**args, **aux}, shapes, types, **options)
    module, given = _OTHERS[found]
    run: Backend = importlib.import_module(module).partition
    return run(symbol, {**args, **aux}, shapes, types, **{**given, **options})
