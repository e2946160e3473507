"""``mx.contrib.symbol``: the functions of ``mx.sym.contrib``, where programs written for MXNet 0.9 import them from."""

from typing import Any

from mxnet.symbol import contrib

__all__ = [n for n, f in vars(contrib).items() if n[0] != "_" and getattr(f, "__module__", "") == contrib.__name__]


def __getattr__(name: str) -> Any:
    return getattr(contrib, name)


def __dir__() -> list[str]:
    return __all__
