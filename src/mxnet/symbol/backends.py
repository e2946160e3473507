"""What ``optimize_for(backend)``, ``hybridize(backend=...)`` and ``MXNET_SUBGRAPH_BACKEND`` can hand a graph to.

A backend is a function of the symbol, its parameters, the shapes and types of its other inputs, and options; it gives
the symbol that runs there. XLA compiles every graph anyway, so its names leave the symbol as it is. ``default`` and
``default_v2`` make one node of each group of operators that have certain names, and none of them are set at first:

>>> x = mx.sym.var("x")
>>> mx.sym.exp(mx.sym.sin(x)).optimize_for("default", op_names=["sin", "exp"])
<Symbol _CachedOp0>

And a backend of one's own:

>>> @mx.symbol.backends.register("doubled")
... def doubled(symbol, params, shapes, types, **options):
...     return symbol * 2
>>> x.optimize_for("doubled").eval(x=mx.nd.ones(1))[0].asscalar()
2.0
"""

import importlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from mxnet import _config
from mxnet._ops.registry import find
from mxnet.error import MXNetError
from mxnet.symbol.partition import partitioned

Backend = Callable[..., Any]

# Names of MXNet's own backends for processors: that is what XLA does here.
_COMPILED = ("XLA", "MKLDNN", "MKLDNN_QUANTIZE", "ONEDNN")
# Those that group operators, with the names of these.
_GROUPING: dict[str, frozenset[str]] = {"default": frozenset(), "default_v2": frozenset()}
# Where the others are: a module, loaded when it is asked for, and a function in it, with options.
_OTHERS: dict[str, tuple[str, dict[str, Any]]] = {
    "onnxruntime": ("mxnet.onnx.runtime", {}),
    "TensorRT": ("mxnet.onnx.runtime", {"providers": ["TensorrtExecutionProvider", "CUDAExecutionProvider"]}),
}
_REGISTERED: dict[str, Backend] = {}


def register(name: str) -> Callable[[Backend], Backend]:
    """A decorator that makes a function ``f(symbol, params, shapes, types, **options)`` the backend of this name."""

    if name.lower() in {each.lower() for each in (*_COMPILED, *_GROUPING, *_OTHERS)}:
        raise ValueError(f"backend {name!r} is there already: choose another name")

    def keep(backend: Backend) -> Backend:
        _REGISTERED[name] = backend
        return backend

    return keep


def list_backends() -> list[str]:
    """The names that ``optimize_for`` takes."""
    return sorted((*_COMPILED, *_GROUPING, *_OTHERS, *_REGISTERED), key=str.lower)


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
    backend = _spelled(name)
    if backend in _COMPILED:
        return symbol
    if backend in _GROUPING:
        return group(symbol, _GROUPING[backend], **options)
    if backend in _REGISTERED:
        return _REGISTERED[backend](symbol, {**args, **aux}, shapes, types, **options)
    module, defaults = _OTHERS[backend]
    run: Backend = importlib.import_module(module).partition
    return run(symbol, {**args, **aux}, shapes, types, **{**defaults, **options})


def _spelled(name: str) -> str:
    """The name of a backend as it was registered."""
    known = {each.lower(): each for each in list_backends()}
    if name.lower() not in known:
        raise MXNetError(f"optimize_for: expected a backend among {', '.join(list_backends())}, received {name!r}")
    return known[name.lower()]


def group(symbol: Any, set_names: Iterable[str], op_names: Iterable[str] | None = None, **_: Any) -> Any:
    """The symbol with operators grouped: those that a caller names, else those of the names set."""
    if isinstance(op_names, str):
        raise TypeError(f"op_names: expected a list of operators' names, received {op_names!r}")
    names = set(set_names) if op_names is None else {find(name).name for name in op_names}
    return type(symbol)(partitioned(symbol._heads, names))


def grouping_backend(name: str) -> str:
    """The name, as it was registered, of a backend that groups operators."""
    backend = _spelled(name)
    if backend not in _GROUPING:
        raise MXNetError(f"backend {name!r} does not group operators: expected one of {', '.join(_GROUPING)}")
    return backend


def set_op_names(name: str, op_names: Iterable[str]) -> None:
    """Let a backend group the operators of these names, until others are set."""
    _GROUPING[grouping_backend(name)] = frozenset(op_names)
