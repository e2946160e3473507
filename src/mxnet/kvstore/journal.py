"""What a server writes down before it answers, so that a restarted one has lost nothing.

A folder holds a snapshot and the journal of what came after it. A snapshot takes its name only when it is written. Each
entry of the journal has a checksum, with the job's key in it: what was cut off by a death or a full disk, and what
somebody else wrote, is not taken for an entry. Nobody was told that it was done.
"""

import contextlib
import hashlib
import hmac
import mmap
import os
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mxnet._files import paths
from mxnet.error import MXNetError
from mxnet.kvstore import records

_MAGIC = b"\x93mxkv\r\n\x01"  # how an entry begins, so that those after a damaged one are found
_HEAD = struct.Struct("<8sQ16s")


class Journal:
    """The files of one server. ``snapshot`` is the newest state, if any; ``entries`` what has happened since."""

    def __init__(self, folder: str | os.PathLike[str], key: bytes = b"") -> None:
        self._folder, self._key = Path(folder), key
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        numbers = [int(path.suffix[1:]) for path in self._folder.glob("snapshot.*") if path.suffix[1:].isdecimal()]
        self._number = max(numbers, default=0)
        self._file: int | None = None
        self._is_torn = False  # whether part of an entry may stand at the end
        self.bytes = 0  # written since the last snapshot

    def _path(self, kind: str, number: int) -> Path:
        return self._folder / f"{kind}.{number}"

    def _checksum(self, body: bytes | memoryview) -> bytes:
        return hashlib.blake2b(body, digest_size=16, key=self._key[:64]).digest()

    def _entry(self, content: Any) -> bytes:
        body = records.dumps(content)
        return _HEAD.pack(_MAGIC, len(body), self._checksum(body)) + body

    def _body(self, content: memoryview, at: int) -> memoryview | None:
        """The entry at a place, if a whole and genuine one is there."""
        if len(content) - at < _HEAD.size:
            return None
        magic, length, checksum = _HEAD.unpack_from(content, at)
        begin = at + _HEAD.size
        if magic != _MAGIC or length > len(content) - begin:
            return None
        body = content[begin : begin + length]
        return body if hmac.compare_digest(self._checksum(body), checksum) else None

    @property
    def snapshot(self) -> Any:
        """The state that the journal begins with, or None."""
        path = self._path("snapshot", self._number)
        if not path.exists():
            return None
        body = self._body(memoryview(path.read_bytes()), 0)
        if body is None:
            raise MXNetError(f"{path}: the state of a server is damaged, or another job's")
        return records.loads(body)

    def entries(self) -> Iterator[Any]:
        """What was written down since the snapshot; what is left of an incomplete entry at the end is removed."""
        path = self._path("journal", self._number)
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        good = 0
        if size := os.fstat(self._file).st_size:
            with mmap.mmap(self._file, size, access=mmap.ACCESS_READ) as mapped:
                content = memoryview(mapped)
                for at, body in self._whole(mapped, content):
                    good = at + _HEAD.size + len(body)
                    entry = records.loads(bytes(body))
                    body.release()
                    yield entry
                content.release()
        self.bytes = good
        os.ftruncate(self._file, good)

    def _whole(self, mapped: mmap.mmap, content: memoryview) -> Iterator[tuple[int, memoryview]]:
        """The whole entries and their places, also those that stand after a damaged one."""
        at = 0
        while 0 <= at < len(content):
            body = self._body(content, at)
            if body is None:
                damaged, at = at, mapped.find(_MAGIC, at + 1)
                while at >= 0 and self._body(content, at) is None:
                    at = mapped.find(_MAGIC, at + 1)
                if at >= 0:
                    print(
                        f"[kvstore] {self._path('journal', self._number)}: bytes {damaged} to {at} are damaged",
                        file=sys.stderr,
                    )
                continue
            length = len(body)
            yield at, body
            at += _HEAD.size + length

    def write(self, entry: Any) -> None:
        """Write something down; when this returns, it outlives the process. What cannot be written whole is removed."""
        if self._file is None:
            raise RuntimeError("entries() must be read first")
        content = memoryview(self._entry(entry))
        size = len(content)
        try:
            if self._is_torn:
                self._cut_back()
            os.lseek(self._file, self.bytes, os.SEEK_SET)
            while content:
                content = content[os.write(self._file, content) :]
        except OSError as error:
            self._is_torn = True
            with contextlib.suppress(OSError):  # if that fails too, the next one tries again
                self._cut_back()
            raise MXNetError(
                f"the server cannot write to {self._folder} and has changed nothing: {error.strerror or error}. "
                "MXNET_KVSTORE_FOLDER names another folder"
            ) from error
        self.bytes += size

    def _cut_back(self) -> None:
        os.ftruncate(self._file, self.bytes)  # type: ignore[arg-type]
        self._is_torn = False

    def begin_anew(self, state: Any) -> None:
        """Write the state down, and forget the journal that led to it; without room for it, the journal goes on."""
        number = self._number + 1
        fresh = os.open(self._path("journal", number), os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            paths.write_atomic(str(self._path("snapshot", number)), [self._entry(state)])
        except BaseException:
            os.close(fresh)
            self._path("journal", number).unlink(missing_ok=True)
            raise
        if self._file is not None:
            os.close(self._file)
        old, self._number = self._number, number
        self._file, self.bytes, self._is_torn = fresh, 0, False
        for kind in ("snapshot", "journal"):
            self._path(kind, old).unlink(missing_ok=True)

    def close(self) -> None:
        """Close the file; nothing can be written after."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
