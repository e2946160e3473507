"""How the engine batches work, for programs that want a say in it."""

from mxnet._host.settings import settings
from mxnet._programs.device import all_devices
from mxnet._scopes import Setting

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


def bulk(size: int) -> Setting[int]:
    """A scope in which at most ``size`` operations run together.

    >>> with mx.engine.bulk(10):
    ...     x = mx.nd.zeros((1,))
    ...     for i in range(100):
    ...         x += 1
    """
    return Setting(set_bulk_size, size)
