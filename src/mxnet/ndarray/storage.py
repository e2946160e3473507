"""Where arrays that do not store all their elements join in.

Modules that know dense arrays alone call what is registered here; ``sparse`` registers it.
"""

from collections.abc import Callable, Sequence
from typing import Any

from mxnet._ops.registry import Op

# MXNet's numbers of the storage types, as symbol files have them in ``__storage_type__``.
STORAGE = {"undefined": -1, "default": 0, "row_sparse": 1, "csr": 2}


class Other:
    """What to do with arrays of another storage type than dense.

    ``dispatch`` calls an operator of which an argument is not dense, or which is among ``special``: those may give or
    want such arrays even when every argument is dense, and then it may answer NotImplemented. ``collect`` turns what a
    gradient computed into what leaves receive; it is None until a gradient has parts to be collected. ``receive``
    writes or adds a gradient that is not dense into a leaf's. While samples are prepared, arrays made from the host's
    are of class ``prepared``, and ``part`` takes parts of arrays. ``numpy`` is the class of ``mx.np``'s arrays, and
    ``seen_as`` gives the same memory as another class; ``numpy_function`` finds ``mx.np``'s version of a function of
    NumPy, or None; ``namespaces`` has ``np`` and ``npx`` of ``mx.nd``.
    """

    dispatch: Callable[[Op, Sequence[Any], dict[str, Any], Any], Any]
    zeros: Callable[..., Any]
    special: set[Op]
    collect: Callable[[list[tuple[Any, Any]]], list[tuple[Any, Any]]] | None
    receive: Callable[[Any, Any], None]
    prepared: type
    part: Callable[[Any, Any], Any]
    numpy: type
    seen_as: Callable[[type, Any], Any]
    numpy_function: Callable[[Any], Any]
    namespaces: dict[str, Any]

    def __init__(self) -> None:
        self.special = set()
        self.collect = None
        self.namespaces = {}


OTHER = Other()
