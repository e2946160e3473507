"""Contexts (first version by the lead; extend: nothing here imports upward)."""

import threading
from typing import Any


class _Stack(threading.local):
    value: "Context | None" = None


class Context:
    """A device to put arrays on and compute with."""

    devtype2str = {1: "cpu", 2: "gpu", 3: "cpu_pinned", 5: "cpu_shared"}
    devstr2type = {"cpu": 1, "gpu": 2, "cpu_pinned": 3, "cpu_shared": 5}
    _default_ctx = _Stack()

    def __init__(self, device_type: Any, device_id: int = 0) -> None:
        if isinstance(device_type, Context):
            self.device_typeid, self.device_id = device_type.device_typeid, device_type.device_id
        else:
            self.device_typeid, self.device_id = self.devstr2type[device_type], device_id
        self._old_ctx: Context | None = None

    @property
    def device_type(self) -> str:
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

    def __enter__(self) -> "Context":
        self._old_ctx = current_context()
        Context._default_ctx.value = self
        return self

    def __exit__(self, *_: object) -> None:
        Context._default_ctx.value = self._old_ctx


_CPU = Context("cpu", 0)


def current_context() -> Context:
    """The context that new arrays go to."""
    return Context._default_ctx.value or _CPU


def cpu(device_id: int = 0) -> Context:
    """The host."""
    return Context("cpu", device_id)


def gpu(device_id: int = 0) -> Context:
    """An accelerator."""
    return Context("gpu", device_id)


def cpu_pinned(device_id: int = 0) -> Context:
    """The host, in memory that transfers fast."""
    return Context("cpu_pinned", device_id)


def cpu_shared(device_id: int = 0) -> Context:
    """The host, in memory shared between processes."""
    return Context("cpu_shared", device_id)
