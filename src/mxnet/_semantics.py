"""Whether shapes have NumPy's meaning: () is a scalar and (0,) is empty; otherwise both mean "not known yet"."""

import threading


class _Shape(threading.local):
    numpy = False


_shape = _Shape()
_everywhere = False


def is_np_shape() -> bool:
    """Whether shapes have NumPy's meaning in this thread.

    >>> mx.npx.is_np_shape()
    False
    """
    return _everywhere or _shape.numpy


def switch_np_shape(active: bool | int) -> None:
    """Turn NumPy's meaning of shapes on or off in this thread (2: on in all threads)."""
    global _everywhere
    _shape.numpy = bool(active)
    if not active:
        _everywhere = False
    elif int(active) == 2:
        _everywhere = True


def np_shape_of_files() -> bool | None:
    """Which arrays a file may hold, for ``mxnet._files.params.load``: any, when the switch is on in all threads."""
    return None if _everywhere else _shape.numpy
