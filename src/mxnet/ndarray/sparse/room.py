"""Whether a dense array has room: the shape of a sparse one may come from a file, and promise any size."""

import math
import os
from pathlib import Path
from typing import Any

import numpy as np

from mxnet.error import MXNetError

# What is smaller is allocated without a look at how much memory there is.
SMALL_BYTES = 1 << 26


def check_room(stype: str, shape: tuple[int, ...], dtype: np.dtype, device: Any) -> None:
    """Raise where a sparse array is larger, as a dense one, than the memory that is free on a device."""
    size = math.prod(shape) * dtype.itemsize
    if size <= SMALL_BYTES:
        return
    free = free_bytes(device)
    if free is not None and size > free:
        raise MXNetError(
            f"a {stype} array of shape {shape} needs {size} bytes ({size / 2**30:.1f} GiB) as a dense array, but only "
            f"{free} bytes ({free / 2**30:.1f} GiB) are free. Keep it sparse: use x.data and x.indices, or the "
            "operators of mx.nd.sparse. If it should not have that shape, the file it came from is damaged."
        )


def free_bytes(device: Any) -> int | None:
    """The bytes that can still be allocated on a device, or None where nobody says."""
    if device.jax.platform == "cpu":
        return _host_bytes()
    stats = device.jax.memory_stats() or {}
    return stats["bytes_limit"] - stats.get("bytes_in_use", 0) if "bytes_limit" in stats else None


def _host_bytes() -> int | None:
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        known = {name: int(rest.split()[0]) << 10 for name, rest in (line.split(":", 1) for line in lines)}
        return known["MemAvailable"] + known.get("SwapFree", 0)
    except (OSError, ValueError, KeyError, IndexError):
        pass
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return None
