"""Bars that show how far something is, on a terminal or in a notebook, drawn by tqdm where that is installed.

``MXNET_PROGRESS_BAR`` says whether: ``auto`` where somebody looks, ``1`` always, ``0`` never.
"""

import importlib.util
import sys
import time
import warnings
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any

from mxnet._config import lookup

Values = Callable[[], Iterable[tuple[str, float]]]

# Reading a metric waits for all the work behind it: once in a while is enough for people.
READ_EVERY_SECONDS = 1.0


def shown() -> bool:
    """Whether bars are drawn, as the environment and the installation are now."""
    wanted = lookup("MXNET_PROGRESS_BAR")
    if wanted == "0" or importlib.util.find_spec("tqdm") is None:
        return False
    return wanted == "1" or sys.stderr.isatty() or in_notebook()


def in_notebook() -> bool:
    """Whether this is the kernel of a notebook."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return type(shell).__name__ == "ZMQInteractiveShell"


def tell(line: str) -> None:
    """Write a line to standard error where somebody looks, above a bar that is drawn there."""
    if sys.stderr.isatty() or in_notebook():
        write = getattr(sys.modules.get("tqdm.std"), "tqdm", None)
        if write is not None:
            write.write(line, file=sys.stderr)
        else:
            print(line, file=sys.stderr, flush=True)


class _Compiling:
    """How long this process has been compiling, in seconds."""

    seconds = 0.0


def note_compiling(seconds: float) -> None:
    """So many more seconds went into compiling, which bars do not count as slow steps."""
    _Compiling.seconds += seconds


class Bar(AbstractContextManager["Bar"]):
    """A bar of so many steps, None where nobody knows how many; where none is drawn it only counts."""

    def __init__(self, name: str, total: int | None = None, unit: str = "batch", scaled: bool = False) -> None:
        self.done = 0
        self._name, self._compiled, self._compiling = name, _Compiling.seconds, 0.0
        self._read = time.monotonic()
        self._drawn: Any = _draw(name, total, unit, scaled) if shown() else None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def step(self, count: int = 1, values: Values | None = None) -> None:
        """So many more are done; ``values()`` is asked now and then for what to write beside the bar."""
        self.done += count
        if self._drawn is None:
            return
        self._set_compiling_apart()
        self._drawn.update(count)
        if values is not None and time.monotonic() - self._read >= READ_EVERY_SECONDS:
            self.write(values())

    def _set_compiling_apart(self) -> None:
        """Let the bar's speed be that of the steps, and its name tell what went into compiling."""
        spent = _Compiling.seconds - self._compiled
        if spent > 0:
            self._compiled += spent
            self._compiling += spent
            self._drawn.start_t += spent
            self._drawn.last_print_t = min(self._drawn.last_print_t + spent, time.time())
            if self._compiling >= 1:
                self._drawn.set_description(f"{self._name}, {self._compiling:.0f} s compiling", refresh=False)

    def write(self, values: Iterable[tuple[str, float]]) -> None:
        """Write values beside the bar."""
        if self._drawn is not None:
            self._drawn.set_postfix({name: f"{value:.4g}" for name, value in values})
            self._read = time.monotonic()

    def say(self, text: str) -> None:
        """Write a line above the bar."""
        if self._drawn is not None:
            self._drawn.write(text)

    def close(self) -> None:
        """Leave the bar as it is now."""
        if self._drawn is not None:
            self._drawn.close()


def _draw(name: str, total: int | None, unit: str, scaled: bool) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # in a notebook without ipywidgets it is drawn as text
        from tqdm.auto import tqdm
    return tqdm(total=total, desc=name, unit=unit, unit_scale=scaled, dynamic_ncols=True, file=sys.stderr)
