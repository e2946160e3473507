"""Values that with-statements change, most of them a thread's own."""

import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

T = TypeVar("T")


class Current(threading.local, Generic[T]):
    """A thread's current value of something, and the values that its open with-blocks will bring back."""

    def __init__(self, make: Callable[[], T]) -> None:  # threading.local calls it in each thread
        self.value = make()
        self._outer: list[T] = []

    def push(self, value: T) -> None:
        self._outer.append(self.value)
        self.value = value

    def pop(self) -> None:
        self.value = self._outer.pop()


class Setting(Generic[T]):
    """A with-block around which a function is called that sets something and returns what it was."""

    def __init__(self, change: Callable[[T], T], value: T) -> None:
        self._change, self._value, self._before = change, value, value

    def __enter__(self) -> None:
        self._before = self._change(self._value)

    def __exit__(self, *_: object) -> None:
        if self._before != self._value:
            self._change(self._before)


@contextmanager
def temporarily(owner: T, attribute: str, value: object) -> Iterator[T]:
    """A with-block in which an attribute of an object has another value."""
    before = getattr(owner, attribute)
    setattr(owner, attribute, value)
    try:
        yield owner
    finally:
        setattr(owner, attribute, before)


def deprecated(attribute: str, advice: str, doc: str) -> property:
    """A property of a class, for its metaclass: the thread's value of a ``Current`` in an attribute, with a warning."""

    def read(cls: type) -> object:
        warnings.warn(advice, DeprecationWarning, stacklevel=2)
        return getattr(cls, attribute).value

    def write(cls: type, value: object) -> None:
        warnings.warn(advice, DeprecationWarning, stacklevel=2)
        getattr(cls, attribute).value = value

    return property(read, write, doc=doc)
