"""MXNet's name of the module of ``save`` and ``load``."""

from typing import Any

from mxnet.ndarray.files import load as _load
from mxnet.ndarray.files import save as _save
from mxnet.util import np_shape as _np_shape

__all__ = ["load", "save"]


def save(file: str, arr: Any) -> None:
    """Write an array, a list of arrays or a dict of them to a file.

    >>> mx.npx.save("arrays.npy", [mx.np.ones((2,))]); len(mx.npx.load("arrays.npy"))
    1
    """
    with _np_shape(True):
        _save(file, arr)


def load(file: str) -> Any:
    """Read what ``save`` wrote: a list of arrays, or a dict of them.

    >>> mx.npx.save("arrays.npy", mx.np.ones((2,))); mx.npx.load("arrays.npy")
    [array([1., 1.])]
    """
    with _np_shape(True):
        arrays = _load(file)
    if isinstance(arrays, dict):
        return {name: array.as_np_ndarray() for name, array in arrays.items()}
    return [array.as_np_ndarray() for array in arrays]
