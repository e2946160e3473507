"""The RecordIO format: records of bytes in a file, one after the other, each beginning at a multiple of four.

A record is a magic word, a word whose upper three bits say which part of a record follows and whose lower 29 give its
length, the bytes, and zeros up to a multiple of four. A payload that holds the magic word where a header could be is
cut there into parts (first, middle, last), and the word itself is left out: so a header can be found from anywhere.
"""

import os
import struct
from collections.abc import Callable, Iterator
from typing import BinaryIO

from mxnet.error import MXNetError

MAGIC = 0xCED7230A
HEADER = struct.Struct("<II")
LONGEST = (1 << 29) - 1

_MAGIC_BYTES = struct.pack("<I", MAGIC)
_WHOLE, _FIRST, _MIDDLE, _LAST = range(4)
_LARGE = 1 << 20  # from here on a length is held against the size of the file before memory is taken for it


def encode(payload: bytes) -> bytes:
    """The bytes of one record, header and padding included."""
    if len(payload) > LONGEST:
        raise MXNetError(f"a record holds at most {LONGEST} bytes, received {len(payload)}")
    cuts = list(_aligned_magic(payload))
    if not cuts:
        return b"".join((HEADER.pack(MAGIC, len(payload)), payload, bytes(-len(payload) % 4)))
    starts, ends = [0, *(cut + 4 for cut in cuts)], [*cuts, len(payload)]
    kinds = [_FIRST, *[_MIDDLE] * (len(cuts) - 1), _LAST]
    pieces = []
    for kind, start, end in zip(kinds, starts, ends, strict=True):
        pieces += [HEADER.pack(MAGIC, kind << 29 | (end - start)), payload[start:end]]
    return b"".join((*pieces, bytes(-len(payload) % 4)))


def _aligned_magic(payload: bytes) -> Iterator[int]:
    offset = payload.find(_MAGIC_BYTES)
    while offset >= 0:
        if offset % 4 == 0:
            yield offset
        offset = payload.find(_MAGIC_BYTES, offset + (4 if offset % 4 == 0 else 1))


def read(file: BinaryIO, name: str) -> bytes | None:
    """The record at the file's position, or None at its end; ``name`` is what errors call the file."""
    parts: list[bytes] = []
    while True:
        head = file.read(8)
        if not head and not parts:
            return None
        try:
            kind, length = _part(head, inside=bool(parts))
            if length >= _LARGE and length > _remaining(file):
                raise _Corrupt(f"a record of {length} bytes does not fit in the file")
        except _Corrupt as error:
            raise _explained(name, file.tell() - len(head), error) from None
        body = file.read(length + -length % 4)
        if len(body) < length:
            raise _explained(name, file.tell() - len(body) - 8, f"expected {length} bytes, the file has {len(body)}")
        body = body[:length]
        if kind == _WHOLE:
            return body
        parts.append(body)
        if kind == _LAST:
            return _MAGIC_BYTES.join(parts)


Pread = Callable[[int, int], bytes]
"""Reads so many bytes at an offset, fewer at the end of the file; may be called by several threads at once."""


def read_at(pread: Pread, offset: int, size: int, name: str) -> bytes:
    """The record that begins at an offset of a file of this size."""
    parts: list[bytes] = []
    at = offset
    while True:
        kind, length = _part_at(pread, at, size, bool(parts), name)
        body = pread(length, at + 8)
        if len(body) < length:
            raise _explained(name, at, f"expected {length} bytes, the file has {len(body)}")
        if kind == _WHOLE:
            return body
        parts.append(body)
        if kind == _LAST:
            return _MAGIC_BYTES.join(parts)
        at += 8 + length + -length % 4


def scan(pread: Pread, start: int, stop: int, size: int, name: str) -> Iterator[int]:
    """Where records begin, from ``start``, which is one of these offsets, as long as that is before ``stop``."""
    at, inside = start, False
    while at < stop or inside:
        kind, length = _part_at(pread, at, size, inside, name)
        if not inside:
            yield at
        inside = kind in (_FIRST, _MIDDLE)
        at += 8 + length + -length % 4


def first_record(pread: Pread, start: int, size: int) -> int:
    """Where the first record at or after an offset, a multiple of four, begins; the file's size if there is none."""
    step = 1 << 20
    for block in range(start, size, step):
        data = pread(step + 8, block)
        for offset in _aligned_magic(data):
            if offset < step and len(data) >= offset + 8 and data[offset + 7] >> 5 in (_WHOLE, _FIRST):
                return block + offset
    return size


class _Corrupt(Exception):
    """What is wrong with a header."""


def _part(head: bytes, inside: bool) -> tuple[int, int]:
    """Which part of a record a header is for, and its length."""
    if len(head) < 8:
        raise _Corrupt("expected a record, found the end of the file")
    magic, word = HEADER.unpack(head)
    kind = word >> 29
    if magic != MAGIC:
        raise _Corrupt(f"expected the magic number {MAGIC:#x}, found {magic:#x}")
    if kind not in ((_MIDDLE, _LAST) if inside else (_WHOLE, _FIRST)):
        raise _Corrupt(f"part {kind} of a record does not belong here")
    return kind, word & LONGEST


def _part_at(pread: Pread, at: int, size: int, inside: bool, name: str) -> tuple[int, int]:
    try:
        kind, length = _part(pread(8, at), inside)
        if length > size - at - 8:
            raise _Corrupt(f"a record of {length} bytes does not fit in the file")
    except _Corrupt as error:
        raise _explained(name, at, error) from None
    return kind, length


def _remaining(file: BinaryIO) -> int:
    here = file.tell()
    end = file.seek(0, os.SEEK_END)
    file.seek(here)
    return end - here


def _explained(name: str, offset: int, what: object) -> MXNetError:
    return MXNetError(f"Invalid RecordIO File {name!r}: at byte {offset}: {what}")
