"""What tracing has shown, kept on disk: the next process records the same operators and graphs without tracing them.

All facts of one state of the software are in one file. It is written when a program is kept, and at exit.
"""

import atexit
import json
from collections.abc import Sequence
from typing import Any

from mxnet._host import disk, fork
from mxnet._host.names import Nameless, digest, software
from mxnet.util import is_np_shape

# Facts in a file, about 150 bytes each; those of this process stay, the oldest others are dropped.
MAX_FACTS = 4096


class _Table:
    """The facts under one name on disk, and which of them this process has added."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.known = self._read()
        self.used: dict[str, Any] = {}
        self.added = False

    def _read(self) -> dict[str, Any]:
        store = disk.store()
        data = None if store is None else store.read(self.name)
        return {} if data is None else json.loads(data)

    def save(self) -> None:
        """Write new facts, and keep those that other processes have written meanwhile."""
        store = disk.store()
        if store is None or not self.added or fork.is_forked():
            return
        self.added = False
        used = dict(self.used)
        others = {key: fact for key, fact in self._read().items() if key not in used}
        room = max(MAX_FACTS - len(used), 0)
        kept = dict([*(list(others.items())[-room:] if room else []), *list(used.items())[-MAX_FACTS:]])
        store.write(self.name, json.dumps(kept, separators=(",", ":")).encode())


_tables: dict[str, _Table] = {}


def _table() -> _Table:
    name = digest("facts", software())
    table = _tables.get(name)
    if table is None:
        table = _tables.setdefault(name, _Table(name))
    return table


def fact_key(what: str, stable: str | None, avals: Sequence[Any], numbers: Sequence[Any]) -> str | None:
    """The key of a fact about a call of these avals and kinds of numbers; None if it is not kept."""
    if stable is None or disk.store() is None:
        return None
    arguments = repr((list(avals), [type(n).__name__ for n in numbers], is_np_shape()))
    return digest(what, stable, arguments)[:32]


def known_fact(key: str | None) -> Any:
    """The fact of a key, or None."""
    if key is None:
        return None
    try:
        table = _table()
    except Nameless:
        return None
    fact = table.known.get(key)
    if fact is not None:
        table.used[key] = fact
    return fact


def note_fact(key: str | None, fact: Any) -> None:
    """Keep a fact that a trace has shown."""
    if key is None:
        return
    try:
        table = _table()
    except Nameless:
        return
    table.known[key] = table.used[key] = fact
    table.added = True


@atexit.register
def save_facts() -> None:
    """Write all new facts."""
    for table in list(_tables.values()):
        table.save()
