"""Tables of classes by their lower-case names."""

import warnings
from typing import Any, TypeVar

C = TypeVar("C", bound=type)


def register_by_name(klass: C, known: dict[str, Any], what: str) -> C:
    """Put a class into a table by its lower-case name; warn, calling it ``what``, where that name has one already."""
    if not isinstance(klass, type):
        raise AssertionError(f"register takes a class, received {klass!r}")
    name = klass.__name__.lower()
    old = known.get(name)
    if old is not None:
        warnings.warn(
            f"WARNING: New {what} {klass.__module__}.{klass.__name__} is overriding "
            f"existing {what} {old.__module__}.{old.__name__}",
            stacklevel=3,
        )
    known[name] = klass
    return klass
