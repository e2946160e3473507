"""Which function of ``mx.np`` NumPy's own functions mean when they are called on our arrays."""

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

import numpy as np

_NAMESPACES: list[tuple[ModuleType, Mapping[str, Any]]] = []
# What NumPy's own functions give as tuples since its version 2, and MXNet's as lists.
_TUPLES = (np.meshgrid, np.broadcast_arrays) if np.lib.NumpyVersion(np.__version__) >= "2.0.0" else ()


def register_functions(theirs: ModuleType, ours: Mapping[str, Any]) -> None:
    """Let functions of one of NumPy's modules mean those that we have under the same names."""
    _NAMESPACES.append((theirs, ours))


def implementation(function: Callable[..., Any]) -> Any:
    """Our version of a function of NumPy, or None; also where ``mx.np`` has NumPy's own under the name."""
    for theirs, ours in _NAMESPACES:
        name = function.__name__
        if getattr(theirs, name, None) is function:
            own = ours.get(name)
            return None if own is function else own
    return None


def as_numpy_gives(function: Callable[..., Any], results: Any) -> Any:
    """Our results in the container that NumPy's function has for them: who calls that one expects it."""
    return tuple(results) if function in _TUPLES and isinstance(results, list) else results
