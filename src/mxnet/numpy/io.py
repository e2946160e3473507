"""``mx.np``'s reader of text."""

from typing import TYPE_CHECKING, Any

import numpy as np

from mxnet.numpy._creation import array

if TYPE_CHECKING:
    from mxnet.numpy._array import ndarray


def genfromtxt(*args: Any, **kwargs: Any) -> "ndarray":
    """A table of numbers from a text file, read with the arguments of NumPy's ``genfromtxt``.

    >>> mx.np.genfromtxt(["1 2", "3 4"])
    array([[1., 2.],
           [3., 4.]], dtype=float64)
    """
    return array(np.genfromtxt(*args, **kwargs))
