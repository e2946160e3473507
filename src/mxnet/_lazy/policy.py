"""What to do with a tape that no program is known for: compute it with NumPy, compile it, or run its nodes one by one.

Compiling a tape costs about 25 ms and 13 ms a node, a node on its own 30 ms; a walk with NumPy some milliseconds
(2-core CPU; measured in docs/engine.md). So on a CPU a small tape is walked some times before it is compiled, if that
gives the same bits, or where tapes are always new. What is not walked is compiled whole at first sight, which pays from
its second run on, unless every one of its nodes is known alone already: then running it node by node costs nothing, and
it is compiled if it comes back. Where tapes never repeat, the cheaper of the two is taken each time, and kept for a
while; the user is told once. (XLA without its optimisations compiles in half the time on a CPU, but adds up naively:
sums are off by 2e-5, where NumPy's are as good as XLA's best.)
"""

import logging
from collections.abc import Iterator
from typing import Any

from mxnet._lazy import report
from mxnet._lazy.build import OPERATIONS
from mxnet._lazy.caches import Cache
from mxnet._lazy.call import Call
from mxnet._lazy.gradient import GRADIENT
from mxnet._lazy.location import Place, spell
from mxnet._lazy.settings import settings
from mxnet._lazy.value import Aval

COMPILE, COMPILE_NODE, COMPILE_ALONE = 25, 13, 30
# So many new tapes in a row at a place, and it is taken for one where tapes never repeat.
PATIENCE = 4
# A tape of such a place that runs node by node is compiled if it comes back so often: compiling costs as much as some
# hundred runs of its nodes.
LOYALTY = 32

_logger = logging.getLogger("mxnet.engine")


# A tape is computed with NumPy so often before it is compiled, if that takes at most so many elementary operations.
WALKS, WALK = 4, 4_000_000
# Where tapes are always new, more is worth it: some tenths of a second, where compiling takes seconds.
WALK_RESTLESS = 100_000_000
# In a forked process NumPy computes everything.
WALK_ORPHANED = 10**15
# So many different tapes from a place, and it is taken for one that tries things out: there, tapes are walked longer.
SWEEP, SWEEP_WALKS = 16, 16

# How many tapes from a place were new: in a row, and in all.
_MISSES: Cache = Cache("misses in a row at a place", 4096)
_ALL_MISSES: Cache = Cache("misses at a place", 4096)


def _where(job: Any, structure: Any) -> tuple[int, Place]:
    return job.device.number, structure.places[0]  # a line on eight devices is new eight times, and then no more


def hit(device: int, place: Place) -> None:
    """Remember that the tape that began at this place was known on a device."""
    if _MISSES and (device, place) in _MISSES:
        del _MISSES[device, place]


def miss(job: Any, structure: Any) -> int:
    """How often tapes from this place have been new in a row, with this one."""
    where = _where(job, structure)
    misses = _MISSES.get(where, 0)
    if not structure.alone:
        misses = _MISSES[where] = misses + 1
        _ALL_MISSES[where] = _ALL_MISSES.get(where, 0) + 1
    return misses


def _sweeps(job: Any, structure: Any) -> bool:
    """Whether the place of a tape has brought forth many different ones."""
    return _ALL_MISSES.get(_where(job, structure), 0) >= SWEEP


def walks_on(job: Any, structure: Any) -> bool:
    """Whether a tape that can be computed with NumPy still is."""
    return structure.walks < (SWEEP_WALKS if _sweeps(job, structure) else WALKS)


def can_walk(job: Any, structure: Any) -> bool:
    """Whether to think of computing a tape with NumPy."""
    return settings.walk and job.device.jax.platform == "cpu" and walks_on(job, structure)


def is_restless(job: Any, structure: Any, misses: int) -> bool:
    """Whether tapes from this place are new again and again.

    Only there are tapes walked that round otherwise than XLA: a line that computes something twice, or trains twice
    from one seed, should find the same digits twice.
    """
    return misses >= PATIENCE or _sweeps(job, structure)


def runs_alone(job: Any, structure: Any, misses: int) -> bool:
    """Whether to run a tape that has no program node by node."""
    if structure.alone:
        alone = misses >= PATIENCE and structure.alone < LOYALTY
    else:
        alone = _begins_alone(job, structure, misses)
        if misses == PATIENCE:
            _tell(structure.places[0], misses)
    if alone:
        structure.alone += 1
        report.alone(job, structure)
    return alone


def _begins_alone(job: Any, structure: Any, misses: int) -> bool:
    """Whether a tape seen for the first time runs node by node."""
    nodes = list(_single_keys(job, structure))
    strange = {key for key in nodes if key not in OPERATIONS}
    if misses < PATIENCE:
        return not strange
    return COMPILE_ALONE * len(strange) < COMPILE + COMPILE_NODE * len(nodes)


def _tell(place: Place, misses: int) -> None:
    _logger.warning(
        "%s: the operations from here on have been new %d times in a row (other shapes, attributes or order), so each "
        "time they must be compiled. Arrays of few different shapes, padded for example, make this fast; "
        "MXNET_ENGINE_LOG=1 shows what differs.",
        spell(place),
        misses,
    )


def _single_keys(job: Any, structure: Any) -> Iterator[tuple[Any, ...]]:
    """The keys that a tape's nodes have when they run alone (see ``build.key_of``), gradients taken apart."""
    slots = structure.avals
    results: list[Aval] = []
    number = job.device.number

    def avals(entry: tuple[Any, ...]) -> tuple[Aval, ...]:
        arrays = entry[1 : 1 + entry[0].arrays]
        return tuple([slots[-1 - r] if r < 0 else results[r] for r in arrays])

    for entry, outputs in zip(structure.entries, structure.kinds, strict=True):
        if entry[0] is GRADIENT:
            for recorded, _, _ in entry[1]:
                known = avals(recorded) if isinstance(recorded[0], Call) else ()
                yield number, recorded[0], "backward", known
        else:
            yield number, entry[0], "forward", avals(entry)
        results.extend(outputs)
