"""Sees that a worker waits for no other worker for ever: collectives themselves know no time limit."""

import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from mxnet import _config

_ELSEWHERE = "the program's own code"
_LONGEST_TICK = 5.0  # seconds
_PATIENCE = 10.0  # seconds in which a collective that was ended must return


def tick() -> float:
    """Seconds between two looks at the clock, and two signs of life."""
    return min(_LONGEST_TICK, _config.lookup("MXNET_KVSTORE_TIMEOUT") / 10)


class Watchdog:
    """A thread that tells the scheduler where this worker is, and ends a collective that takes too long.

    ``tell`` is called with the place. When the time is over, ``explain`` says with whom and where the others are, which
    becomes ``problem``; then ``end`` makes the collective fail, so that the program gets the problem as its error.
    """

    def __init__(
        self, tell: Callable[[str], None], explain: Callable[[str, float], str], end: Callable[[], None]
    ) -> None:
        self.problem: str | None = None
        self._tell, self._explain, self._end = tell, explain, end
        self._current: tuple[str, float] | None = None
        self._pending: tuple[str, float, Any] | None = None
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="mxnet-watchdog", daemon=True)
        self._thread.start()

    @contextlib.contextmanager
    def inside(self, what: str) -> Iterator[None]:
        """While it lasts, this worker waits for the others."""
        self._current = (what, time.monotonic())
        try:
            yield
        finally:
            self._current = None

    def expect(self, what: str, array: Any) -> None:
        """A collective has been sent to a device, and nobody waits for its result yet."""
        self._pending = (what, time.monotonic(), array)

    def stop(self) -> None:
        """At the end."""
        self._stopped.set()

    def _watch(self) -> None:
        while not self._stopped.wait(tick()):
            pending = self._pending
            if pending is not None and pending[2].is_ready():
                self._pending = pending = None
            current = self._current or (pending and pending[:2])
            self._tell(current[0] if current else _ELSEWHERE)
            if current and time.monotonic() - current[1] > _config.lookup("MXNET_KVSTORE_TIMEOUT"):
                self._give_up(current)
                return

    def _give_up(self, current: tuple[str, float]) -> None:
        self.problem = self._explain(current[0], time.monotonic() - current[1])
        self._end()
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            if self._current is not current and self._pending is None:
                return  # the program has got the error
            time.sleep(0.05)
        print(f"[kvstore] {self.problem}", file=sys.stderr, flush=True)
        os._exit(1)  # what waits in a collective hears no exception, and would wait on while the process ends
