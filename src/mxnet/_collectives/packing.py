"""Many host arrays as one, for a collective, and back without a copy.

Measured with the 161 arrays of ResNet-50 (102 MB, 2 cores): XLA concatenates them in 133 ms and splits them in 41 ms;
to copy them one by one into a buffer takes 16 ms, and to see the result's parts as arrays 4 ms.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

_LINE = 64  # bytes: an array that begins at a multiple of them need not be copied to become XLA's
_KEPT = 64  # layouts whose buffers are kept


class Layout:
    """Where arrays of one dtype lie in a buffer, each at the beginning of a line."""

    def __init__(self, shapes: Sequence[tuple[int, ...]], dtype: np.dtype) -> None:
        self._shapes, self.dtype = shapes, dtype
        line = max(1, _LINE // dtype.itemsize)
        self._places = []
        at = 0
        for shape in shapes:
            size = int(np.prod(shape, dtype=np.int64))
            self._places.append((at, at + size))
            at += -(-size // line) * line
        self.size = max(at, line)
        self.nbytes = self.size * dtype.itemsize
        self._buffer: np.ndarray | None = None

    def pack(self, arrays: Sequence[Any]) -> np.ndarray:
        """The arrays in a buffer, which the next call writes again."""
        if self._buffer is None:
            self._buffer = _zeros(self.size, self.dtype)  # gaps stay zero
        for (begin, end), array in zip(self._places, arrays, strict=True):
            self._buffer[begin:end] = np.asarray(array).reshape(-1)
        return self._buffer

    def parts(self, buffer: np.ndarray) -> list[np.ndarray]:
        """The arrays that a buffer of this layout holds; they share its memory."""
        return [buffer[begin:end].reshape(s) for (begin, end), s in zip(self._places, self._shapes, strict=True)]


def _zeros(size: int, dtype: np.dtype) -> np.ndarray:
    """A buffer that begins at a line."""
    raw = np.zeros(size * dtype.itemsize + _LINE, np.uint8)
    begin = -raw.ctypes.data % _LINE
    return raw[begin : begin + size * dtype.itemsize].view(dtype)


class Layouts:
    """The layouts that were used last."""

    def __init__(self) -> None:
        self._known: dict[Any, Layout] = {}

    def of(self, avals: Sequence[Any]) -> Layout:
        """The layout of arrays of these shapes, and of one dtype."""
        key = tuple(avals)
        layout = self._known.pop(key, None) or Layout([aval.shape for aval in avals], np.dtype(avals[0].dtype))
        self._known[key] = layout
        if len(self._known) > _KEPT:
            del self._known[next(iter(self._known))]
        return layout
