"""The C library's heap: freed memory stays with the process for the next step.

XLA allocates the memory for a program's intermediate results at each run, and frees it. glibc returns blocks of
that size to the system, so that every step writes to new pages: 116,000 page faults in a training step of ResNet-50, a
quarter of its time (docs/convolution.md).
"""

import ctypes
import os
from functools import cache
from typing import Any

from mxnet._config import lookup

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8  # as in malloc.h
_KEPT_BYTES = 1 << 30
_MAX_CORES = 8  # with more, the threads of XLA's compiler would wait for one another's use of the heap
_SETTINGS = ("MALLOC_ARENA_MAX", "MALLOC_MMAP_THRESHOLD_", "MALLOC_TRIM_THRESHOLD_", "GLIBC_TUNABLES")


@cache
def keep_freed_memory() -> bool:
    """Keep up to a gigabyte of freed memory; call it before XLA's threads start. False if nothing was changed.

    One heap serves all threads: heaps of their own hold no block over 64 MB, and memory that is free in one of them is
    lost to the others. Where the C library's own variables are set, they are left to decide.
    """
    library = _glibc()
    if library is None or lookup("MXNET_CPU_MEM_POOL_TYPE") == "Unpooled" or any(map(os.environ.get, _SETTINGS)):
        return False
    if (os.cpu_count() or 1) > _MAX_CORES:
        return False
    numbers = ((_ARENA_MAX, 1), (_MMAP_THRESHOLD, _KEPT_BYTES), (_TRIM_THRESHOLD, _KEPT_BYTES))
    return all(library.mallopt(name, number) for name, number in numbers)


def trim() -> None:
    """Return free memory to the system: the program that runs next has no use for what the compiler has freed."""
    library = _glibc()
    if library is not None and keep_freed_memory():
        library.malloc_trim(ctypes.c_size_t(0))


@cache
def _glibc() -> Any:
    """The C library of this process; None where it is another than GNU's."""
    try:
        library = ctypes.CDLL(None)
    except (OSError, TypeError):  # Windows
        return None
    return library if hasattr(library, "gnu_get_libc_version") and hasattr(library, "malloc_trim") else None
