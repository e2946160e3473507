"""How the engine batches work, for programs that want a say in it."""

from types import TracebackType

from mxnet._host.settings import settings
from mxnet._programs.device import all_devices

_size = [settings.nodes]


def set_bulk_size(size: int) -> int:
    """Let at most ``size`` operations wait before they run together; return what it was. 0 or 1 runs each at once.

    >>> before = mx.engine.set_bulk_size(10)
    >>> mx.engine.set_bulk_size(before)
    10
    """
    before, _size[0] = _size[0], int(size)
    for device in all_devices():
        device.local.tape.set_bulk(int(size))
    return before


class _Bulk:
    def __init__(self, size: int) -> None:
        self._size = size
        self._before = size

    def __enter__(self) -> None:
        self._before = set_bulk_size(self._size)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        set_bulk_size(self._before)


def bulk(size: int) -> _Bulk:
    """A scope in which at most ``size`` operations run together.

    >>> with mx.engine.bulk(10):
    ...     x = mx.nd.zeros((1,))
    ...     for i in range(100):
    ...         x += 1
    """
    return _Bulk(size)
