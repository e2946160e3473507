"""Which function of ``mx.np`` NumPy's own functions mean when they are called on our arrays."""

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

_NAMESPACES: list[tuple[ModuleType, Mapping[str, Any]]] = []


def register_functions(theirs: ModuleType, ours: Mapping[str, Any]) -> None:
    """Let functions of one of NumPy's modules mean those that we have under the same names."""
    _NAMESPACES.append((theirs, ours))


def implementation(function: Callable[..., Any]) -> Any:
    """Our version of a function of NumPy, or None."""
    for theirs, ours in _NAMESPACES:
        name = function.__name__
        if getattr(theirs, name, None) is function:
            return ours.get(name)
    return None
