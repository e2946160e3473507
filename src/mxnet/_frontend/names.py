"""Names of a namespace that stand in packages above it: ``mx.nd.np`` is ``mx.np``, which is made of ``mx.nd``."""

from typing import Any

_NAMES: dict[tuple[str, str], Any] = {}


def register_name(namespace: str, name: str, value: Any) -> None:
    """Let a module have a name that a package above it defines."""
    _NAMES[namespace, name] = value


def name_from_above(namespace: str, name: str) -> Any:
    """What was registered for a module; the answer of its ``__getattr__``."""
    try:
        return _NAMES[namespace, name]
    except KeyError:
        raise AttributeError(f"module {namespace!r} has no attribute {name!r}") from None
