"""Watching outputs, weights and gradients of executors: ``mx.mon``."""

import logging
import re
from collections.abc import Callable, Iterable
from math import sqrt
from typing import Any

from mxnet import ndarray
from mxnet.ndarray import NDArray


def _root_mean_square(array: NDArray) -> NDArray:
    return ndarray.norm(array) / sqrt(array.size)


class Monitor:
    """Measures the arrays of executors at every ``interval``-th batch, between ``tic`` and ``toc``.

    Parameters
    ----------
    interval : int
    stat_func : function of an NDArray to an NDArray or a list of them
        By default the root mean square.
    pattern : str
        A regular expression; names that begin so are watched.
    sort : bool
        Whether to sort results by name.
    monitor_all : bool
        Whether to watch the inputs of operators besides their outputs.

    >>> mx.mon.Monitor(10).interval
    10
    """

    def __init__(
        self,
        interval: int,
        stat_func: Callable[[NDArray], Any] | None = None,
        pattern: str = ".*",
        sort: bool = False,
        monitor_all: bool = False,
    ) -> None:
        self.stat_func = stat_func or _root_mean_square
        self.interval = interval
        self.activated = False
        self.queue: list[tuple[int, str, Any]] = []
        self.step = 0
        self.exes: list[Any] = []
        self.re_prog = re.compile(pattern)
        self.sort = sort
        self.monitor_all = monitor_all

    def stat_helper(self, name: str, array: NDArray) -> None:
        """Measure an array that an executor computed."""
        if self.activated:
            self._watch([(name, array)])

    def _watch(self, pairs: Iterable[tuple[str, NDArray]]) -> None:
        for name, array in pairs:
            if self.re_prog.match(name):
                self.queue.append((self.step, name, self.stat_func(array)))

    def install(self, exe: Any) -> None:
        """Watch an executor."""
        exe.set_monitor_callback(self.stat_helper, self.monitor_all)
        self.exes.append(exe)

    def tic(self) -> None:
        """Begin a batch; call it before ``forward``."""
        if self.step % self.interval == 0:
            self._wait()
            self.queue = []
            self.activated = True
        self.step += 1

    def _wait(self) -> None:
        for exe in self.exes:
            for array in (*exe.arg_arrays, *exe.aux_arrays):
                array.wait_to_read()

    def toc(self) -> list[tuple[int, str, str]]:
        """End a batch, and return what was measured: the batch's number, a name, and the values as text."""
        if not self.activated:
            return []
        self._wait()
        for exe in self.exes:
            self._watch(zip(exe._symbol.list_arguments(), exe.arg_arrays, strict=True))
            self._watch(zip(exe._symbol.list_auxiliary_states(), exe.aux_arrays, strict=True))
        self.activated = False
        if self.sort:
            self.queue.sort(key=lambda row: row[1])
        measured = [(step, name, _text(name, values)) for step, name, values in self.queue]
        self.queue = []
        return measured

    def toc_print(self) -> None:
        """End a batch, and log what was measured."""
        for step, name, text in self.toc():
            logging.info("Batch: %7d %-30s %s", step, name, text)


def _text(name: str, values: Any) -> str:
    arrays = [values] if isinstance(values, NDArray) else values
    if not isinstance(arrays, list) or not all(isinstance(array, NDArray) for array in arrays):
        raise AssertionError(f"stat_func must return an NDArray or a list of them; for {name} it gave {values!r}")
    # str, not a format field: that writes a float32 with the digits of a double.
    return "".join(str(array.asscalar() if array.shape == (1,) else array.asnumpy()) + "\t" for array in arrays)
