"""Files that one process leaves for the next, in a folder that belongs to the user alone.

A file has a header with its name, the length and the checksum of what follows. A file that is damaged, cut off, or
owned by another user is treated as missing, and written again.
"""

import contextlib
import hashlib
import os
import stat
import threading
import zlib
from pathlib import Path

_MAGIC = b"mxnet-xla program 1\n"
_NAME = 64  # characters of a name, a SHA-256 in hexadecimal
_HEADER = len(_MAGIC) + _NAME + 8 + 32
# A folder of tens of thousands of files takes 0.1 s to look through: that is done once in so many files written, and
# whenever this part of the bytes allowed has been written since.
_FILES_A_LOOK = 32


class Store:
    """A folder of named files, at most ``max_bytes`` bytes; those that were read longest ago are removed first.

    Several processes may use it at once: a file appears whole, by renaming, and may vanish at any time.
    """

    def __init__(self, folder: Path, max_bytes: int) -> None:
        self.folder, self.max_bytes = folder, max_bytes
        self._written = 0

    def has(self, name: str) -> bool:
        """Whether there is a file of this name."""
        try:
            os.stat(self.folder / name, follow_symlinks=False)  # noqa: PTH116  a quarter of the time of Path.lstat
        except OSError:
            return False
        return True

    def read(self, name: str) -> bytes | None:
        """What was written under a name, if it is there and whole."""
        path = self.folder / name
        try:
            descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
            with os.fdopen(descriptor, "rb") as file:
                if not _is_ours(os.fstat(descriptor)):
                    return None
                data = file.read()
        except OSError:
            return None
        body = data[_HEADER:]
        if data[:_HEADER] != _header(name, body):
            return None
        with contextlib.suppress(OSError):
            os.utime(path)
        return body

    def write(self, name: str, body: bytes) -> None:
        """Keep something under a name, in place of what was there."""
        part = self.folder / f"{name}.{os.getpid()}.{threading.get_ident()}"
        try:
            with contextlib.suppress(FileNotFoundError):
                part.unlink()
            descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(_header(name, body))
                file.write(body)
            part.replace(self.folder / name)
        except OSError:  # the disk is full, or the folder gone: then nothing is kept
            with contextlib.suppress(OSError):
                part.unlink()
        self._written += len(body)
        # By its name, since most processes write fewer files than that.
        if zlib.crc32(name.encode()) % _FILES_A_LOOK == 0 or self._written > self.max_bytes // _FILES_A_LOOK:
            self._written = 0
            self._shrink()

    def remove(self, name: str) -> None:
        """Forget what is kept under a name."""
        with contextlib.suppress(OSError):
            (self.folder / name).unlink()

    def _shrink(self) -> None:
        files = []
        with contextlib.suppress(OSError), os.scandir(self.folder) as entries:
            for entry in entries:
                with contextlib.suppress(OSError):  # another process removed it
                    info = entry.stat(follow_symlinks=False)
                    files.append((info.st_mtime_ns, info.st_size, entry.path))
        total = sum(size for _, size, _ in files)
        for _, size, path in sorted(files):
            if total <= self.max_bytes:
                return
            with contextlib.suppress(OSError):
                Path(path).unlink()
            total -= size


def _header(name: str, body: bytes) -> bytes:
    return _MAGIC + name.encode().ljust(_NAME) + len(body).to_bytes(8, "little") + hashlib.sha256(body).digest()


def _is_ours(info: os.stat_result) -> bool:
    """Whether a regular file or a folder is this user's, and nobody else can write to it."""
    kind = stat.S_ISREG(info.st_mode) or stat.S_ISDIR(info.st_mode)
    return kind and info.st_uid == os.getuid() and not info.st_mode & 0o022


def open_store(folder: Path, max_bytes: int) -> Store | None:
    """The store in a folder, made if need be; None if other users could write there, or this one cannot."""
    if os.name != "posix":
        return None
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        private = _is_ours(folder.lstat())
    except OSError:
        return None
    return Store(folder, max_bytes) if private and os.access(folder, os.R_OK | os.W_OK | os.X_OK) else None
