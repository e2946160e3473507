"""Timing operations as they run, one by one, for the profiler.

While ``watch.on``, every operation runs at once and alone (the settings say ``naive``), and ``watch.sink`` gets its
times. Otherwise nothing here runs; ``on`` is read where a block, a graph or a gradient begins.
"""

import bisect
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import jax

from mxnet._lazy import gradient
from mxnet._lazy.structure import Differentiated, Node


class Operation(NamedTuple):
    """An operation that has run: when, in nanoseconds, on which device, for which layer, inside whose operator."""

    name: str
    start: int
    end: int
    device: Any
    layer: str
    custom: str
    symbolic: bool


class _Local(threading.local):
    """Where a thread is: within which layers, which user's operator, and whether in a graph."""

    layers: tuple[str, ...] = ()
    custom = ""
    symbolic = False
    order: Sequence[Any] = ()


class Watch:
    """The one observer of operations."""

    def __init__(self) -> None:
        self.on = False
        self.sink: Callable[[Operation], None] = lambda operation: None
        self.span: Callable[[str, int, int], None] = lambda name, start, end: None
        self.local = _Local()
        # Which layer recorded the nodes from a serial number on, so that their gradients count for it too.
        self._starts: list[int] = []
        self._layers: list[str] = []

    def timed(self, name: str, device: Any, function: Callable[..., Any], *args: Any, layer: str | None = None) -> Any:
        """Run an operation to its end and report it; a function that was never called is compiled first."""
        if hasattr(function, "_cache_size") and function._cache_size() == 0:  # of what jax.jit returns
            jax.block_until_ready(function(*args))
        start = time.perf_counter_ns()
        results = function(*args)
        jax.block_until_ready([r for r in results if r is not None])
        end = time.perf_counter_ns()
        local = self.local
        if layer is None:
            layer = local.layers[-1] if local.layers else ""
        self.sink(Operation(name, start, end, device, layer, local.custom, local.symbolic))
        return results

    @contextmanager
    def layer(self, name: str, symbolic: bool = False) -> Iterator[None]:
        """A scope whose operations belong to a layer."""
        local = self.local
        before = local.layers, local.symbolic
        local.layers, local.symbolic = (*local.layers, name), local.symbolic or symbolic
        self._enter(name)
        try:
            yield
        finally:
            local.layers, local.symbolic = before
            self._enter(local.layers[-1] if local.layers else "")

    def _enter(self, name: str) -> None:
        self._starts.append(gradient.next_serial())
        self._layers.append(name)

    @contextmanager
    def custom(self, name: str) -> Iterator[None]:
        """A scope in which a user's operator runs Python code."""
        local = self.local
        before, local.custom = local.custom, name
        start = time.perf_counter_ns()
        try:
            yield
        finally:
            local.custom = before
            self.span(name, start, time.perf_counter_ns())

    def layers_of(self, nodes: Sequence[Differentiated]) -> dict[Node, str]:
        """The layers that recorded the nodes of the gradient that is being computed."""
        order = self.local.order
        if len(order) != len(nodes):
            return {}
        return {d.node: self._layer_at(serial) for d, serial in zip(nodes, order, strict=True)}

    def _layer_at(self, serial: int) -> str:
        index = bisect.bisect_right(self._starts, serial) - 1
        return self._layers[index] if index >= 0 else ""

    def begin_gradient(self, order: Sequence[Any]) -> None:
        """Remember when the nodes of a gradient were recorded; they may be released before it runs."""
        self.local.order = [node.serial for node in order]

    def start(self, sink: Callable[[Operation], None], span: Callable[[str, int, int], None]) -> None:
        """Report operations, and the time that users' operators take, from now on."""
        self.sink, self.span, self.on = sink, span, True

    def stop(self) -> None:
        """Report nothing any more; forget which layers recorded what."""
        self.on = False
        self._starts, self._layers = [], []


watch = Watch()
