"""What ``mx.profiler`` shows of a store's servers, where each worker does their work itself."""

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mxnet import profiler

_PROCESS = "kvstore"


def server_file(filename: str, number: int) -> str:
    """The file of a server: the name that was asked for, with the server's number before it."""
    path = Path(filename)
    return str(path.with_name(f"rank{number}_{path.name}"))


class Timeline:
    """Meetings, sums and updates, as ``profile_process='server'`` asks for them."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._seen = profiler._Profiler()

    def apply_command(self, command: str, params: dict[str, Any]) -> None:
        """Apply a call of ``mx.profiler`` for servers."""
        seen = self._seen
        if command == "config":
            seen.config = {**params, "filename": server_file(params["filename"], self._number)}
        elif command == "state":
            seen.running, seen.paused = params["running"], False
        elif command == "pause":
            seen.paused = params["paused"]
        if command == "dump" or (command == "state" and not seen.running):
            seen.write()
        if command == "dump" and params["finished"]:
            seen.events = []

    @property
    def is_on(self) -> bool:
        """Whether events are recorded."""
        return self._seen.active

    @contextlib.contextmanager
    def span(self, name: str) -> Iterator[None]:
        """Something that takes a while."""
        if not self.is_on:
            yield
            return
        start = time.perf_counter_ns()
        try:
            yield
        finally:
            self._seen.duration(_PROCESS, name, _PROCESS, start, time.perf_counter_ns())
