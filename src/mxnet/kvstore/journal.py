"""What a server writes down before it answers, so that a restarted one has lost nothing.

A folder holds a snapshot and the journal of what came after it. Both are complete or absent: a snapshot takes its name
only when it is written, and an entry that was cut off by a death fails its checksum. Nobody was told that it was done.
"""

import os
import pickle
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mxnet._files import paths

_HEAD = struct.Struct("<QI")


class Journal:
    """The files of one server. ``snapshot`` is the newest state, if any; ``entries`` what has happened since."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self._folder = Path(folder)
        self._folder.mkdir(parents=True, exist_ok=True)
        numbers = [int(path.suffix[1:]) for path in self._folder.glob("snapshot.*") if path.suffix[1:].isdecimal()]
        self._number = max(numbers, default=0)
        self._file: int | None = None
        self.bytes = 0  # written since the last snapshot

    def _path(self, kind: str, number: int) -> Path:
        return self._folder / f"{kind}.{number}"

    @property
    def snapshot(self) -> Any:
        """The state that the journal begins with, or None."""
        path = self._path("snapshot", self._number)
        return pickle.loads(path.read_bytes()) if path.exists() else None  # our own file, in our own folder

    def entries(self) -> Iterator[Any]:
        """What was written down since the snapshot, without a last entry that is incomplete, which is removed."""
        path = self._path("journal", self._number)
        good = 0
        if path.exists():
            with path.open("rb") as file:
                while len(head := file.read(_HEAD.size)) == _HEAD.size:
                    length, checksum = _HEAD.unpack(head)
                    body = file.read(length)
                    if len(body) < length or zlib.crc32(body) != checksum:
                        break
                    good = file.tell()
                    yield pickle.loads(body)
        self.bytes = good
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
        os.ftruncate(self._file, good)
        os.lseek(self._file, good, os.SEEK_SET)

    def write(self, entry: Any) -> None:
        """Write something down; when this returns, it outlives the process."""
        if self._file is None:
            raise RuntimeError("entries() must be read first")
        body = pickle.dumps(entry, protocol=5)
        content = memoryview(_HEAD.pack(len(body), zlib.crc32(body)) + body)
        self.bytes += len(content)
        while content:
            content = content[os.write(self._file, content) :]

    def begin_anew(self, state: Any) -> None:
        """Write the state down, and forget the journal that led to it."""
        old, self._number = self._number, self._number + 1
        fresh = os.open(self._path("journal", self._number), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        paths.write_atomic(str(self._path("snapshot", self._number)), [pickle.dumps(state, protocol=5)])
        if self._file is not None:
            os.close(self._file)
        self._file, self.bytes = fresh, 0
        for kind in ("snapshot", "journal"):
            self._path(kind, old).unlink(missing_ok=True)
