"""What tracing a graph has shown, kept on disk: the next process records the graph without tracing it."""

import json
from collections.abc import Sequence
from typing import Any

from mxnet._lazy import disk
from mxnet._lazy.names import Nameless, digest, software

# Tracing an operator costs about a millisecond; of so many it is worth a file.
LEAST = 8


def facts_name(what: str, stable: str | None, avals: Sequence[Any], numbers: Sequence[Any], size: int) -> str | None:
    """The name under which a fact about a call of these avals is kept; None if it is not."""
    if stable is None or size < LEAST or disk.store() is None:
        return None
    try:
        return digest("fact", what, stable, repr(list(avals)), repr([type(n).__name__ for n in numbers]), software())
    except Nameless:
        return None


def read_facts(name: str | None) -> list[Any] | None:
    """What is known under a name."""
    store = disk.store()
    data = None if name is None or store is None else store.read(name)
    return None if data is None else json.loads(data)  # type: ignore[no-any-return]


def write_facts(name: str | None, facts: list[Any]) -> None:
    """Keep what a trace has shown."""
    store = disk.store()
    if name is not None and store is not None:
        store.write(name, json.dumps(facts).encode())
