"""``mx.np``'s reader of text."""

from typing import Any

import numpy as np

from mxnet.numpy._creation import array


def genfromtxt(*args: Any, **kwargs: Any) -> Any:
    """A table of numbers from a text file, read with the arguments of NumPy's ``genfromtxt``."""
    return array(np.genfromtxt(*args, **kwargs))
