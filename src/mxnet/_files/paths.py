"""Where bytes come from and go to: local files, and any ``scheme://`` path through fsspec."""

import contextlib
import importlib
import io
import os
import re
import secrets
import stat
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Protocol

from mxnet.error import MXNetError

PathArg = str | os.PathLike[str]
Bytes = bytes | bytearray | memoryview

# Two letters at least, so that a Windows drive is no scheme; "simplecache::s3://" is fsspec's chaining.
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+(::[A-Za-z][A-Za-z0-9+.-]+)*://")


class _FileSystem(Protocol):
    """What is used of an fsspec file system."""

    def open(self, path: str, mode: str) -> BinaryIO: ...

    def put_file(self, lpath: str, rpath: str) -> None: ...


def open_read(path: PathArg) -> BinaryIO:
    """A seekable binary file at its start; the caller closes it."""
    location = os.fsdecode(path)
    with _explained(f"cannot read {location!r}"):
        file = _open(location)
        if file.seekable():
            return file
        with file:
            return io.BytesIO(file.read())


def read_bytes(path: PathArg) -> bytes:
    """The whole file, in one read."""
    with open_read(path) as file, _explained(f"cannot read {os.fsdecode(path)!r}"):
        return file.read()


def open_write(path: PathArg) -> BinaryIO:
    """A new file to be written bit by bit, for what is too long or too slow to be atomic; the caller closes it.

    What is written to a local file has left this process when ``write`` returns: a fork cannot write it twice.
    """
    location = os.fsdecode(path)
    with _explained(f"cannot write {location!r}"):
        if _is_remote(location):
            system, inner = _file_system(location)
            return system.open(inner, "wb")
        return Path(_local(location)).open("wb", buffering=0)


def write_atomic(path: PathArg, chunks: Iterable[Bytes]) -> None:
    """Write the chunks so that a failure at any moment leaves the old file (or none), never half a new one.

    A remote file is made in full on this machine first; the upload is then as atomic as that store's own.
    """
    location = os.fsdecode(path)
    with _explained(f"cannot write {location!r}"):
        if _is_remote(location):
            _write_remote(location, chunks)
        else:
            _write_local(Path(_local(location)), chunks)


def _open(location: str) -> BinaryIO:
    if not _is_remote(location):
        return Path(_local(location)).open("rb")
    system, inner = _file_system(location)
    return system.open(inner, "rb")


def _write_local(path: Path, chunks: Iterable[Bytes]) -> None:
    target = path.resolve()  # a symbolic link stays, what it points at is replaced
    mode = target.stat().st_mode if target.exists() else None
    if mode is not None and not stat.S_ISREG(mode):
        with target.open("wb") as file:  # a pipe or a device is written to, not replaced
            file.writelines(chunks)
        return
    if mode is not None and not os.access(target, os.W_OK):
        raise PermissionError(13, "the file is read-only")
    temporary = target.parent / f".mxnet-{secrets.token_hex(8)}.tmp"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    handle = os.open(temporary, flags, 0o666)  # unlike mkstemp's, this mode is subject to the user's umask
    try:
        with open(handle, "wb") as file:  # noqa: PTH123
            file.writelines(chunks)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            temporary.chmod(stat.S_IMODE(mode))
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    """Make a rename in the folder survive a power cut, where the system can."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _write_remote(location: str, chunks: Iterable[Bytes]) -> None:
    system, inner = _file_system(location)
    with tempfile.TemporaryDirectory(prefix="mxnet-") as folder:
        whole = Path(folder) / "upload"
        with whole.open("wb") as file:
            file.writelines(chunks)
        system.put_file(str(whole), inner)


def _is_remote(location: str) -> bool:
    return bool(_SCHEME.match(location)) and not location.startswith("file://")


def _local(location: str) -> str:
    return location.removeprefix("file://")


def _file_system(location: str) -> tuple[_FileSystem, str]:
    """The fsspec file system of a ``scheme://`` path, and the path inside it."""
    try:
        core = importlib.import_module("fsspec.core")
    except ImportError:
        raise MXNetError(f"{location!r} needs fsspec: pip install mxnet-xla[files]") from None
    try:
        system, inner = core.url_to_fs(location)
    except (ValueError, ImportError) as error:  # an unknown scheme, a missing driver
        raise MXNetError(f"no way to reach {location!r}: {error}") from error
    return system, inner


@contextlib.contextmanager
def _explained(what: str) -> Iterator[None]:
    """Turn what a file system raises into one kind of error that says which file."""
    try:
        yield
    except OSError as error:
        raise MXNetError(f"{what}: {error.strerror or error}") from error
