"""What people see of the engine: its log, and errors that say where they come from."""

from typing import Any

from mxnet._lazy.caches import Cache
from mxnet._lazy.location import spell
from mxnet._lazy.settings import settings
from mxnet._lazy.stats import log, stats
from mxnet.error import MXNetError

# What XLA quotes of an error of ours that a program called back to: a user's operator, say.
_OURS = f"{MXNetError.__name__}: "
_NEAREST: Cache = Cache("last structure at a place", 256)


def hit(job: Any, structure: Any) -> None:
    """Log that a tape's program was known."""
    log(f"{job.reason}: {structure.length} nodes, hit, at {spell(structure.places[-1])}")


def alone(job: Any, structure: Any) -> None:
    """Log that a tape runs node by node."""
    if settings.log:
        log(f"{job.reason}: {structure.length} nodes, one by one, at {spell(structure.places[-1])}")


def walking(job: Any, structure: Any) -> None:
    """Log that a tape is computed with NumPy."""
    if settings.log:
        log(f"{job.reason}: {structure.length} nodes, with NumPy, at {spell(structure.places[-1])}")


def compiling(job: Any, structure: Any, live: tuple[int, ...], donated: tuple[int, ...]) -> None:
    """Count and log that a tape is compiled, and how it differs from the last one that began at the same place."""
    stats.compilations += 1
    place = structure.places[0]
    last, _NEAREST[place] = _NEAREST.get(place), (structure, live, donated)
    if settings.log:
        why = (
            "first time here" if last is None else f"recompiled because {_difference(structure, live, donated, *last)}"
        )
        log(f"{job.reason}: {structure.length} nodes, compiled, at {spell(structure.places[-1])}; {why}")


def _difference(
    new: Any, live: tuple[int, ...], donated: tuple[int, ...], old: Any, old_live: tuple[int, ...], old_donated: Any
) -> str:
    if new.length != old.length:
        return f"{new.length} operations came where {old.length} did"
    for number, (now, before) in enumerate(zip(new.entries, old.entries, strict=True)):
        if now[0] is not before[0]:
            return f"operation {number} is {now[0]} where it was {before[0]}: another operator or other attributes"
        if now != before:
            return f"operation {number}, {now[0]}, reads other inputs"
    for number, (a, b) in enumerate(zip(new.avals, old.avals, strict=False)):
        if a is not b:
            return f"input {number} is {a} where it was {b}"
    if live != old_live:
        return f"{len(live)} results are still wanted where {len(old_live)} were"
    return f"{len(donated)} inputs can be overwritten where {len(old_donated)} could"


def explain(error: Exception, structure: Any) -> MXNetError:
    """An error of a program, with its operators and their lines."""
    names = ", ".join(str(e[0]) for e in structure.entries[:5]) + (", ..." if structure.length > 5 else "")
    text = str(error).strip()
    said = text.rpartition(_OURS)[2] if _OURS in text else text.partition("\n")[0]
    made = MXNetError(
        f"{type(error).__name__} while running {structure.length} operations ({names}) recorded from "
        f"{spell(structure.places[0])} to {spell(structure.places[-1])}: {said}"
    )
    made.__cause__ = error
    return made
