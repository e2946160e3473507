"""Counting what the engine does, and what XLA really compiles."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import jax

import mxnet as mx
from mxnet import autograd, nd
from mxnet._host.stats import stats


@dataclass
class Counts:
    """What happened in a scope; ``xla`` is the number of compilations that XLA reports itself."""

    flushes: int = 0
    programs: int = 0
    compilations: int = 0
    hits: int = 0
    interpreted: int = 0
    op_by_op: int = 0
    donated: int = 0
    nodes: int = 0
    traces: int = 0
    operator_traces: int = 0
    rolled: int = 0
    xla: int = 0


_compiled = [0]


def _listen(event: str, *_: object, **__: object) -> None:
    if event == "/jax/core/compile/backend_compile_duration":
        _compiled[0] += 1


jax.monitoring.register_event_duration_secs_listener(_listen)


@contextmanager
def counted() -> Iterator[Counts]:
    """A scope whose work is counted, everything before it finished first."""
    mx.nd.waitall()
    counts, before, compiled = Counts(), stats.read(), _compiled[0]
    yield counts
    mx.nd.waitall()
    for name, value in stats.read().items():
        setattr(counts, name, value - before[name])
    counts.xla = _compiled[0] - compiled


def training_step(parameters: Sequence[nd.NDArray], x: nd.NDArray) -> Callable[[], None]:
    """A step that trains a chain of layers, one for each parameter, and reads the loss."""

    def step() -> None:
        with autograd.record():
            y = x
            for parameter in parameters:
                y = nd.tanh(nd.dot(y, parameter))
            loss = y.sum()
        loss.backward()
        for parameter in parameters:
            parameter -= 0.01 * parameter.grad
        loss.asscalar()

    return step
