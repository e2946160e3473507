"""NumPy arrays of one element, which old programs take for numbers."""

from typing import Any

import numpy as np

# Since 2.4 NumPy converts only arrays without axes: float(loss.mean().asnumpy()), found everywhere, would fail.
ONES = np.lib.NumpyVersion(np.__version__) >= "2.4.0"


class One(np.ndarray):
    """A NumPy array that is a number too if it has one element, as all were before NumPy 2.4."""

    def _number(self) -> Any:
        """The element, or an array for NumPy to complain of."""
        return self.item() if self.size == 1 else self.view(np.ndarray)

    def __float__(self) -> float:
        return float(self._number())

    def __int__(self) -> int:
        return int(self._number())

    def __complex__(self) -> complex:
        return complex(self._number())

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        """What NumPy computed: a scalar where a plain array would give one, which NumPy leaves out for subclasses."""
        return array[()] if return_scalar else super().__array_wrap__(array, context)

    def __repr__(self) -> str:
        return repr(self.view(np.ndarray))

    def __reduce__(self) -> Any:
        return self.view(np.ndarray).__reduce__()
