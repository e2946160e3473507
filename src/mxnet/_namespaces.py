"""Names of ``mx.nd`` and ``mx.sym`` from above: ``np`` and ``npx`` for ``hybrid_forward(F, ...)``, and ``CachedOp``."""

from types import FunctionType, SimpleNamespace
from typing import Any

from mxnet import numpy, numpy_extension
from mxnet._cached_op import CachedOp
from mxnet._frontend.names import register_name
from mxnet.numpy import multiarray as multiarray  # MXNet's name of a module that holds all of ``mx.np``
from mxnet.numpy._call import symbolic
from mxnet.numpy._operators import symbol_operators
from mxnet.symbol.handle import CLASSES


def _symbols(module: Any, own: bool = False) -> dict[str, Any]:
    """The functions of a module, or its own alone, making symbols where they make arrays there."""
    return {
        name: symbolic(item)
        for name, item in vars(module).items()
        if not name.startswith("_") and isinstance(item, FunctionType)
        if not own or item.__module__ == module.__name__
    }


def _symbol_numpy() -> SimpleNamespace:
    return SimpleNamespace(
        **_symbols(numpy),
        _Symbol=CLASSES["numpy"],
        _internal=SimpleNamespace(**symbol_operators(prefix="_npi_")),
        linalg=SimpleNamespace(**_symbols(numpy.linalg, own=True)),
        random=SimpleNamespace(**_symbols(numpy.random, own=True)),
        pi=numpy.pi,
        newaxis=None,
    )


def _symbol_extension() -> SimpleNamespace:
    functions = {**_symbols(numpy_extension), **symbol_operators(), "reshape": symbolic(numpy_extension.reshape)}
    return SimpleNamespace(
        **functions,
        image=SimpleNamespace(**symbol_operators("_image_")),
        random=SimpleNamespace(**_symbols(numpy_extension.random, own=True)),
    )


register_name("mxnet.ndarray", "CachedOp", CachedOp)
register_name("mxnet.ndarray", "np", numpy)
register_name("mxnet.ndarray", "npx", numpy_extension)
register_name("mxnet.symbol", "np", _symbol_numpy())
register_name("mxnet.symbol", "npx", _symbol_extension())
