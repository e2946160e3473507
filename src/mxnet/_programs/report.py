"""What users see of the engine: its log, and errors that say where they come from."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

from mxnet._host import disk
from mxnet._host.caches import Cache
from mxnet._host.settings import settings
from mxnet._host.stats import log, stats
from mxnet._lazy.source import Source, spell
from mxnet._lazy.structure import AnyNode, Gradient, Job, Structure
from mxnet._lazy.value import Device
from mxnet._programs import memory
from mxnet._progress import note_compiling, tell
from mxnet.error import MXNetError

# How XLA quotes an error of ours that was raised in a callback: in a user's operator, say.
_OURS = f"{MXNetError.__name__}: "
_NEAREST: "Cache[Source, tuple[Structure, tuple[int, ...], tuple[int, ...]]]" = Cache("last structure at a line", 256)
_logger = logging.getLogger("mxnet.engine")


def _log(job: Job, what: str) -> None:
    structure = job.structure
    log(f"{job.reason}: {structure.length} nodes, {what}, at {spell(structure.sources[-1])}")


def hit(job: Job, devices: int = 1) -> None:
    """Log that a tape's program was known, or that of equal tapes on several devices."""
    _log(job, "hit" if devices == 1 else f"hit on {devices} devices")


def running_each(job: Job) -> None:
    """Log that a tape runs node by node."""
    if settings.log:
        _log(job, "one by one")


def interpreting(job: Job) -> None:
    """Log that a tape is computed with NumPy."""
    if settings.log:
        _log(job, "with NumPy")


def churn(source: Source, misses: int) -> None:
    """Warn that tapes from a line are always new."""
    _logger.warning(
        "%s: the operations from here on have been new %d times in a row (other shapes, attributes or order), so each "
        "time they must be compiled. Arrays of few different shapes, padded for example, make this fast; "
        "MXNET_ENGINE_LOG=1 shows what differs.",
        spell(source),
        misses,
    )


def compiling(job: Job, live: tuple[int, ...], donated: tuple[int, ...], how: str = "compiled") -> None:
    """Count and log that a tape gets a program, and how it differs from the last one that began at the same line."""
    stats.compilations += 1
    structure = job.structure
    source = structure.sources[0]
    last, _NEAREST[source] = _NEAREST.get(source), (structure, live, donated)
    if settings.log:
        why = (
            "first time here" if last is None else f"recompiled because {_difference(structure, live, donated, *last)}"
        )
        log(f"{job.reason}: {structure.length} nodes, {how}, at {spell(structure.sources[-1])}; {why}")


@contextmanager
def notice_if_long(job: Job) -> Iterator[None]:
    """Tell a user who waits long that this is the compiler, and report to bars how long it took."""
    structure = job.structure
    again = "; the next run finds it on disk" if disk.store() is not None else ""
    what = f"Compiling {structure.size} operators of {spell(structure.sources[-1])}{again}."
    line = f"{what} MXNET_ENGINE_NOTICE=0 hides this."
    timer = Timer(settings.notice, tell, (line,)) if settings.notice > 0 else None
    began = time.monotonic()
    if timer is not None:
        timer.daemon = True
        timer.start()
    try:
        yield
    finally:
        if timer is not None:
            timer.cancel()
        note_compiling(time.monotonic() - began)


def rolled(rounds: int, operators: int) -> None:
    """Count and log that equal rounds became one loop."""
    stats.rolled += 1
    if settings.log:
        log(f"rolled {rounds} rounds of {operators} operators")


def _difference(
    new: Structure,
    live: tuple[int, ...],
    donated: tuple[int, ...],
    old: Structure,
    old_live: tuple[int, ...],
    old_donated: tuple[int, ...],
) -> str:
    if new.length != old.length:
        return f"{new.length} operations came where {old.length} did"
    for number, (now, before) in enumerate(zip(new.nodes, old.nodes, strict=True)):
        if now.call is not before.call:
            return (
                f"operation {number} is {_name(now)} where it was {_name(before)}: another operator or other attributes"
            )
        if now != before:
            return f"operation {number}, {_name(now)}, reads other inputs"
    for number, (a, b) in enumerate(zip(new.avals, old.avals, strict=False)):
        if a is not b:
            return f"input {number} is {a} where it was {b}"
    if live != old_live:
        return f"{len(live)} results are still wanted where {len(old_live)} were"
    return f"{len(donated)} inputs can be overwritten where {len(old_donated)} could"


def _name(node: AnyNode) -> str:
    return "gradient" if type(node) is Gradient else str(node.call)


def explain(error: Exception, structure: Structure, device: Device) -> MXNetError:
    """An error of a program, with its operators and their lines."""
    names = ", ".join(_name(node) for node in structure.nodes[:5]) + (", ..." if structure.length > 5 else "")
    text = str(error).strip()
    said = text.rpartition(_OURS)[2] if _OURS in text else text.partition("\n")[0]
    if memory.is_exhausted(error):
        said = memory.explain(error, device.jax)
    failure = MXNetError(
        f"{type(error).__name__} while running {structure.length} operations ({names}) recorded from "
        f"{spell(structure.sources[0])} to {spell(structure.sources[-1])}: {said}"
    )
    failure.__cause__ = error
    return failure
