"""Lines of text files: ``part`` of ``parts`` by bytes, whole lines each, a block at a time."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from mxnet._files.paths import open_read
from mxnet.error import MXNetError

_BLOCK = 1 << 22


def files_of(uri: str) -> list[str]:
    """The files that a path means: one, several with semicolons between, or all of a folder."""
    files: list[str] = []
    for place in uri.split(";"):
        if "://" not in place and Path(place).is_dir():
            files += sorted(str(path) for path in Path(place).iterdir() if path.is_file())
        elif place:
            files.append(place)
    return files


def blocks(uri: str, part: int = 0, parts: int = 1) -> Iterator[tuple[str, list[bytes]]]:
    """The lines that are not blank, many at a time, each time with the file's name."""
    if parts < 1:
        raise MXNetError(f"number of parts should be positive, received {parts}")
    if not 0 <= part < parts:
        raise MXNetError(f"part_index must be from 0 to num_parts - 1 = {parts - 1}, received {part}")
    names = files_of(uri)
    sizes = [_size(name) for name in names]
    step = -(-sum(sizes) // parts)
    begin, end = part * step, (part + 1) * step
    offset = 0
    for name, size in zip(names, sizes, strict=True):
        if begin < offset + size and end > offset:
            yield from _between(name, max(begin - offset, 0), min(end - offset, size), size)
        offset += size


def _size(name: str) -> int:
    with open_read(name) as file:
        return file.seek(0, os.SEEK_END)


def _next_line(file: BinaryIO, position: int, size: int) -> int:
    """Where the line after a position starts; the file's own borders are where they are."""
    if 0 < position < size:
        file.seek(position)
        file.readline()
        return file.tell()
    return position


def _between(name: str, begin: int, end: int, size: int) -> Iterator[tuple[str, list[bytes]]]:
    """The lines between two positions, both moved to the next line."""
    with open_read(name) as file:
        end, position = _next_line(file, end, size), _next_line(file, begin, size)
        file.seek(position)
        while position < end:
            chunk = file.read(min(_BLOCK, end - position))
            if position + len(chunk) < end:
                chunk += file.readline()
            position += len(chunk)
            lines = [line for line in chunk.splitlines() if line.strip()]
            if lines:
                yield name, lines
