"""Errors that say how much memory a device has, and how much was asked for."""

import re
from typing import Any

import jax

from mxnet.error import MXNetError

_ASKED = re.compile(r"(?:allocate|allocating)\s+([\d.,]+)\s*([KMGT]i?B|bytes|B)?", re.IGNORECASE)
_UNITS = {"": 1, "b": 1, "bytes": 1, "kib": 2**10, "mib": 2**20, "gib": 2**30, "tib": 2**40}
_UNITS |= {"kb": 2**10, "mb": 2**20, "gb": 2**30, "tb": 2**40}


def is_exhausted(error: BaseException) -> bool:
    """Whether XLA found no memory."""
    return isinstance(error, jax.errors.JaxRuntimeError) and "RESOURCE_EXHAUSTED" in str(error)


def explain(error: BaseException, device: jax.Device) -> str:
    """What an error of XLA's says; of memory, how much was asked for, and how much of a device's is free and used."""
    if not is_exhausted(error):
        return str(error)
    request = _ASKED.search(str(error))
    asked = ""
    if request is not None:
        number = float(request[1].rstrip(".,").replace(",", "")) * _UNITS.get((request[2] or "").lower(), 1)
        asked = f": {spell(int(number))} asked for"
    return f"out of memory on {device}{asked}{_state(device.memory_stats())}"


def _state(stats: dict[str, int] | None) -> str:
    """A device's memory in words; empty if it reports none, as a host does."""
    if not stats or "bytes_limit" not in stats:
        return ""
    total, used = stats["bytes_limit"], stats.get("bytes_in_use", 0)
    words = f"{spell(total - used)} of {spell(total)} free, {spell(used)} used"
    largest = stats.get("largest_free_block_bytes", 0)
    pieces = f", the largest free piece {spell(largest)}" if largest else ""
    most = f", at most {spell(stats['peak_bytes_in_use'])} so far" if "peak_bytes_in_use" in stats else ""
    return f", {words}{pieces}{most}"


def spell(count: int) -> str:
    """Bytes in words."""
    value, unit = float(count), "bytes"
    for larger in ("KiB", "MiB", "GiB", "TiB"):
        if value < 1024:
            break
        value, unit = value / 1024, larger
    return f"{count} bytes" if unit == "bytes" else f"{value:.2f} {unit}"


def exhausted(error: BaseException, device: Any, what: str) -> MXNetError:
    """The error of something that found no memory."""
    failure = MXNetError(
        f"{what}: {explain(error, device.jax)}. Smaller batches and narrower types (mx.contrib.amp) take less."
    )
    failure.__cause__ = error
    return failure
