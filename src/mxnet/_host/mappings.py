"""Linux lets a process have so many memory mappings, 65,530 if nobody has changed that.

XLA's CPU compiler takes up to some hundreds of them for a program and ends the process if it gets no more. So programs
are forgotten in time; those that are needed again come from disk, or are compiled anew.
"""

import gc
import itertools
from pathlib import Path

from mxnet._host.caches import clear_caches

_MAPPINGS, _LIMIT = Path("/proc/self/maps"), Path("/proc/sys/vm/max_map_count")
# Counting takes some milliseconds, so it is done once in so many new programs; these fit into what is left then.
_EVERY = 16
_PART = 0.6

_programs = itertools.count(1)
_others = 0  # mappings that were left when all programs had been forgotten


def make_room() -> None:
    """To be called for each new program: forget all others if they have most of the mappings that they may have."""
    global _others
    if next(_programs) % _EVERY == 0 and _count() > _others + _PART * (_limit() - _others):
        clear_caches()
        gc.collect()  # a program is part of a cycle
        _others = _count()


def _count() -> int:
    try:
        return _MAPPINGS.read_bytes().count(b"\n")
    except OSError:  # not Linux
        return 0


def _limit() -> float:
    try:
        return int(_LIMIT.read_text())
    except (OSError, ValueError):
        return float("inf")
