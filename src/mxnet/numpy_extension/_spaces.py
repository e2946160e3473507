"""``np`` and ``npx`` as ``mx.nd`` and ``mx.sym`` have them, for ``hybrid_forward(F, ...)``."""

from types import FunctionType, SimpleNamespace
from typing import Any

from mxnet import numpy, numpy_extension
from mxnet.ndarray.storage import OTHER
from mxnet.numpy._call import symbolic
from mxnet.numpy._symbol import _Symbol
from mxnet.numpy_extension._ops import operators, symbol_operators
from mxnet.symbol.handle import KINDS


def _symbols(module: Any, own: bool = False) -> dict[str, Any]:
    """The functions of a module, or its own alone, making symbols where they make arrays there."""
    return {
        name: symbolic(found)
        for name, found in vars(module).items()
        if not name.startswith("_") and isinstance(found, FunctionType)
        if not own or found.__module__ == module.__name__
    }


# The operators under ``mx.np``, which layers written for MXNet reach as ``F.np._internal``.
_NPI = {"prefix": "_npi_", "module": "mxnet.ndarray.numpy"}
numpy._internal = SimpleNamespace(**operators(**_NPI))  # type: ignore[attr-defined]

OTHER.namespaces = {"np": numpy, "npx": numpy_extension}
KINDS.namespaces = {
    "np": SimpleNamespace(
        **_symbols(numpy),
        _Symbol=_Symbol,
        _internal=SimpleNamespace(**symbol_operators(prefix="_npi_")),
        linalg=SimpleNamespace(**_symbols(numpy.linalg, own=True)),
        random=SimpleNamespace(**_symbols(numpy.random, own=True)),
        pi=numpy.pi,
        newaxis=None,
    ),
    "npx": SimpleNamespace(
        **{
            **_symbols(numpy_extension),
            **symbol_operators(),
            "reshape": symbolic(numpy_extension.reshape),
        },
        image=SimpleNamespace(**symbol_operators("_image_")),
        random=SimpleNamespace(**_symbols(numpy_extension.random, own=True)),
    ),
}
