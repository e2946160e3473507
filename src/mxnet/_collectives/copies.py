"""Which values are copies of one another on several devices."""

import weakref

from mxnet._lazy.value import Value

_ORIGINS: "weakref.WeakKeyDictionary[Value, object]" = weakref.WeakKeyDictionary()


def note_copy(source: Value, copy: Value) -> None:
    """Remember that a value is a copy of another; values never change, so it stays one."""
    _ORIGINS[copy] = _ORIGINS.setdefault(source, object())


def are_copies(one: Value, other: Value) -> bool:
    """Whether two values are known to hold the same."""
    origin = _ORIGINS.get(one)
    return one is other or (origin is not None and origin is _ORIGINS.get(other))
