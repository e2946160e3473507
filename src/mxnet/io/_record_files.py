"""The records of one or several files, a part of them, and the orders they are read in."""

import bisect
import itertools
import os
import threading
import weakref
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from mxnet._files import paths, records
from mxnet.error import MXNetError
from mxnet.io._twister import Twister


class _File:
    """A file that several threads read, each where it likes; a fork may go on reading."""

    def __init__(self, name: str) -> None:
        self.name = name
        if "://" not in name and hasattr(os, "pread"):
            try:
                handle = os.open(name, os.O_RDONLY)
            except OSError as error:
                raise MXNetError(f"cannot read {name!r}: {error.strerror}") from error
            weakref.finalize(self, os.close, handle)
            self.size = os.fstat(handle).st_size
            self.pread: records.Pread = lambda count, at: os.pread(handle, count, at)
            return
        file, lock = paths.open_read(name), threading.Lock()
        weakref.finalize(self, file.close)
        self.size = file.seek(0, os.SEEK_END)

        def pread(count: int, at: int) -> bytes:
            with lock:
                file.seek(at)
                return file.read(count)

        self.pread = pread


class RecordFiles:
    """Record files as one: ``a.rec``, ``a.rec;b.rec`` or a folder; a record is named by its place in all of them."""

    def __init__(self, uri: str) -> None:
        names: list[str] = []
        for name in filter(None, uri.split(";")):
            folder = Path(name)
            if "://" not in name and folder.is_dir():
                names += sorted(str(path) for path in folder.iterdir() if path.is_file())
            else:
                names.append(name.removeprefix("file://"))
        if not names:
            raise MXNetError(f"Cannot find any files that matches the URI pattern {uri!r}")
        self._files = [_File(name) for name in names]
        self._starts = [0, *itertools.accumulate(file.size for file in self._files)]
        self.size = self._starts[-1]

    def _file(self, place: int) -> tuple[_File, int]:
        number = min(max(bisect.bisect_right(self._starts, place) - 1, 0), len(self._files) - 1)
        return self._files[number], place - self._starts[number]

    def read(self, place: int) -> bytes:
        """The record at a place."""
        file, offset = self._file(place)
        return records.read_at(file.pread, offset, file.size, file.name)

    def describe(self, place: int) -> str:
        """Where a record is, for an error message."""
        file, offset = self._file(place)
        return f"the record at byte {offset} of {file.name!r}"

    def places(self, part: int, parts: int) -> Iterator[int]:
        """Where the records of a part begin: files are cut into parts of equal numbers of bytes."""
        step = -(-self.size // parts)
        step += -step % 4
        begin, end = min(step * part, self.size), min(step * (part + 1), self.size)
        for file, start in zip(self._files, self._starts, strict=False):
            first, last = max(begin - start, 0), min(end - start, file.size)
            if first < last:
                head = records.first_record(file.pread, first, file.size) if first else 0
                yield from (start + at for at in records.scan(file.pread, head, last, file.size, file.name))


def indexed_places(path: str, part: int, parts: int) -> np.ndarray:
    """Where the records of a part begin, by an index file: parts have equal numbers of records."""
    content = paths.read_bytes(path).split()
    try:
        places = np.sort(np.array(content[1::2], np.int64))
    except ValueError as error:
        raise MXNetError(f"{path!r}: expected lines of a key, a tab and a position: {error}") from error
    step = -(-len(places) // parts)
    return places[step * part : step * (part + 1)]


class Example(NamedTuple):
    """A record to be read: its place, and the number that the seed of its augmentation is made of."""

    place: int
    number: int


class _Scanned:
    """Places that are found while they are read for the first time."""

    def __init__(self, places: Iterator[int]) -> None:
        self._known: list[int] = []
        self._more = places

    def take(self, start: int, count: int) -> list[int]:
        missing = start + count - len(self._known)
        if missing > 0:
            self._known += itertools.islice(self._more, missing)
        return self._known[start : start + count]

    def all(self) -> np.ndarray:
        self._known += self._more
        return np.array(self._known, np.int64)


class Runs:
    """The records in order, again and again; each run of a shuffled one has an order of its own.

    ``chunks`` are groups of places whose order alone is shuffled, with ``chunk_seed``.
    """

    def __init__(
        self,
        places: Iterator[int] | np.ndarray,
        batch_size: int,
        shuffle: bool,
        seed: int,
        chunks: Sequence[np.ndarray] = (),
        chunk_seed: int = 0,
    ) -> None:
        self._batch_size, self._shuffle = batch_size, shuffle
        self._indexed = isinstance(places, np.ndarray)
        self._scanned = _Scanned(iter(places))
        self._places = places if isinstance(places, np.ndarray) else None
        if self._places is None and (shuffle or chunks):
            self._places = np.concatenate(chunks) if chunks else self._scanned.all()
        self._random = Twister(seed + 111)
        self._chunk_random = Twister(chunk_seed)
        self._chunks = list(chunks)
        self.count = -1
        self.restart(0)

    def restart(self, offset: int) -> None:
        """Begin a new run, at this position of a batch."""
        self.count += 1
        self._at, self._offset = 0, offset
        self._order: list[int] | None = None
        if self._shuffle and self._places is not None:
            self._order = list(range(len(self._places)))
            self._random.shuffle(self._order)
        elif self._chunks:
            self._chunk_random.shuffle(self._chunks)
            self._places = np.concatenate(self._chunks)

    def take(self, count: int) -> list[Example]:
        """The next records, fewer at the end of the run."""
        start = self._at
        if self._order is not None and self._places is not None:
            ordinals = self._order[start : start + count]
            places = [int(self._places[ordinal]) for ordinal in ordinals]
        elif self._places is not None:
            places = self._places[start : start + count].tolist()
            ordinals = list(range(start, start + len(places)))
        else:
            places = self._scanned.take(start, count)
            ordinals = list(range(start, start + len(places)))
        self._at += len(places)
        return [
            Example(place, self._number(start + k, ordinal))
            for k, (place, ordinal) in enumerate(zip(places, ordinals, strict=True))
        ]

    def _number(self, position: int, ordinal: int) -> int:
        """What MXNet counts an image as when ``seed_aug`` is given."""
        if self._indexed:
            return (self._offset + position) % self._batch_size
        return self._batch_size + ordinal if self._shuffle else self._offset + position
