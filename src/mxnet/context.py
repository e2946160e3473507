"""Devices as programs name them. What a device really is, the engine tells through ``_probe``."""

from typing import Any

from mxnet._probe import probe as _probe
from mxnet._scopes import Current, deprecated
from mxnet.error import MXNetError

_DEPRECATED = (
    "Context.default_ctx is deprecated: read mx.current_context(), and choose a context with a with-statement "
    "or mx.test_utils.set_default_context"
)


class _ContextType(type):
    default_ctx = deprecated("_default_ctx", _DEPRECATED, "This thread's current context.")


class Context(metaclass=_ContextType):
    """A device to put arrays on and compute with; in a with-statement, the one that new arrays go to.

    Parameters
    ----------
    device_type : 'cpu', 'gpu', 'cpu_pinned' or 'cpu_shared', or a Context to copy
    device_id : int
        Which of the devices of that type.

    Examples
    --------
    >>> with mx.Context('cpu', 1):
    ...     print(mx.current_context())
    cpu(1)
    """

    devtype2str = {1: "cpu", 2: "gpu", 3: "cpu_pinned", 5: "cpu_shared"}  # noqa: RUF012
    devstr2type = {"cpu": 1, "gpu": 2, "cpu_pinned": 3, "cpu_shared": 5}  # noqa: RUF012
    _default_ctx: "Current[Context]"
    device_typeid: int
    device_id: int

    def __init__(self, device_type: "str | Context", device_id: int = 0) -> None:
        if isinstance(device_type, Context):
            self.device_typeid, self.device_id = device_type.device_typeid, device_type.device_id
            return
        if device_type not in self.devstr2type:
            raise MXNetError(
                f"Context: expected a device type of {', '.join(self.devstr2type)}, received {device_type!r}"
            )
        self.device_typeid, self.device_id = self.devstr2type[device_type], device_id

    @property
    def device_type(self) -> str:
        """The kind of device, as a word."""
        return self.devtype2str[self.device_typeid]

    def __hash__(self) -> int:
        return hash((self.device_typeid, self.device_id))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Context)
            and self.device_typeid == other.device_typeid
            and self.device_id == other.device_id
        )

    def __str__(self) -> str:
        return f"{self.device_type}({self.device_id})"

    __repr__ = __str__

    def __reduce__(self) -> tuple[Any, ...]:
        return Context, (self.device_type, self.device_id)  # without what the engine remembers on it

    def __enter__(self) -> "Context":
        Context._default_ctx.push(self)
        return self

    def __exit__(self, *_: object) -> None:
        Context._default_ctx.pop()

    def empty_cache(self) -> None:
        """Give memory that no array uses any more back to the device."""
        _probe.empty_cache(self)


# One object for all threads, so that what the engine remembers on it is found again.
_CPU = Context("cpu", 0)
Context._default_ctx = Current(lambda: _CPU)


def current_context() -> Context:
    """The context that new arrays go to: that of the innermost with-statement, or ``cpu(0)``.

    >>> mx.npx.current_context()
    cpu(0)
    """
    return Context._default_ctx.value


def cpu(device_id: int = 0) -> Context:
    """The host. Different numbers are different contexts, even where there is one processor.

    >>> mx.npx.cpu()
    cpu(0)
    """
    return Context("cpu", device_id)


def cpu_pinned(device_id: int = 0) -> Context:
    """The host, in memory from which transfers to a GPU are fast.

    >>> mx.npx.cpu_pinned()
    cpu_pinned(0)
    """
    return Context("cpu_pinned", device_id)


def cpu_shared(device_id: int = 0) -> Context:
    """The host, in memory that processes share.

    >>> mx.cpu_shared()
    cpu_shared(0)
    """
    return Context("cpu_shared", device_id)


def gpu(device_id: int = 0) -> Context:
    """An accelerator, counted from 0 to ``num_gpus() - 1``.

    >>> mx.npx.gpu(1)
    gpu(1)
    """
    return Context("gpu", device_id)


def num_gpus() -> int:
    """How many accelerators there are.

    >>> mx.npx.num_gpus() >= 0
    True
    """
    return _probe.device_count("gpu")


def gpu_memory_info(device_id: int = 0) -> tuple[int, int]:
    """Free and total bytes of an accelerator's memory.

    >>> mx.npx.gpu_memory_info(0) if mx.npx.num_gpus() else None
    """
    _probe.need_gpu(device_id)
    if _probe.memory_info is None:
        raise MXNetError("gpu_memory_info: the memory of this device is not known")
    return _probe.memory_info(device_id)
