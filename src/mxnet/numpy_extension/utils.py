"""MXNet's name of the module of ``save`` and ``load``."""

from typing import Any

from mxnet.ndarray.files import load as _load
from mxnet.ndarray.files import save as _save
from mxnet.util import np_shape as _np_shape

__all__ = ["load", "save"]


def save(file: str, arr: Any) -> None:
    """Write an array, a list of arrays or a dict of them to a file."""
    with _np_shape(True):
        _save(file, arr)


def load(file: str) -> Any:
    """Read what ``save`` wrote: a list of arrays, or a dict of them."""
    with _np_shape(True):
        found = _load(file)
    if isinstance(found, dict):
        return {name: array.as_np_ndarray() for name, array in found.items()}
    return [array.as_np_ndarray() for array in found]
