"""Which function imports which ONNX operator.

A converter looks like the ONNX operator: the importer, then its inputs by position, then its attributes by name. It
returns a symbol, or one a result.
"""

import importlib
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

IMPORTERS: dict[str, Callable[..., Any]] = {}
_FAMILIES = (
    "_control",
    "_elementwise",
    "_indexing",
    "_layers",
    "_pooling",
    "_quantized",
    "_random",
    "_reduce",
    "_regions",
    "_rnn",
    "_shape",
    "_training",
)


@cache
def importers() -> Mapping[str, Callable[..., Any]]:
    """Every converter; the modules that declare them are loaded when the first model is read."""
    for family in _FAMILIES:
        importlib.import_module(f"mxnet.contrib.onnx.onnx2mx.{family}")
    return IMPORTERS


def imports(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declare the ONNX operators that a function imports."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        IMPORTERS.update(dict.fromkeys(names, function))
        return function

    return register
