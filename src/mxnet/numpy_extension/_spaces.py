"""``np`` and ``npx`` as ``mx.nd`` and ``mx.sym`` have them, for ``hybrid_forward(F, ...)``."""

from functools import partial
from types import FunctionType, SimpleNamespace
from typing import Any

from mxnet import numpy, numpy_extension
from mxnet._frontend.functions import make_function
from mxnet._ops.registry import OPS
from mxnet.ndarray.storage import OTHER
from mxnet.numpy._call import symbolic
from mxnet.numpy._symbol import _Symbol
from mxnet.numpy_extension._ops import PREFIX
from mxnet.symbol.handle import KINDS
from mxnet.symbol.invoke import invoke


def _symbols(module: Any) -> dict[str, Any]:
    """The functions of a module, making symbols where they make arrays there."""
    return {n: symbolic(f) for n, f in vars(module).items() if not n.startswith("_") and isinstance(f, FunctionType)}


def _operators(space: str = "") -> dict[str, Any]:
    """The operators of ``mx.npx`` as functions of symbols."""
    start = PREFIX + space
    return {
        name.removeprefix(start): make_function(
            name.removeprefix(start), op, "mxnet.symbol", partial(invoke, hint=name, cls=_Symbol)
        )
        for name, op in OPS.items()
        if name.startswith(start) and (space or not name.startswith(f"{PREFIX}_"))
    }


OTHER.namespaces = {"np": numpy, "npx": numpy_extension}
KINDS.namespaces = {
    "np": SimpleNamespace(
        **_symbols(numpy),
        _Symbol=_Symbol,
        linalg=SimpleNamespace(**_symbols(numpy.linalg)),
        random=SimpleNamespace(**_symbols(numpy.random)),
        pi=numpy.pi,
        newaxis=None,
    ),
    "npx": SimpleNamespace(
        **{
            **_symbols(numpy_extension),
            **_operators(),
            "reshape": symbolic(numpy_extension.reshape),
        },
        image=SimpleNamespace(**_operators("_image_")),
        random=SimpleNamespace(**_symbols(numpy_extension.random)),
    ),
}
