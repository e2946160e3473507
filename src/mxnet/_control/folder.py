"""The folder in which the servers of a job keep their journals: the scheduler owns it, and removes it with the job."""

import contextlib
import os
import shutil
import stat
import tempfile
from pathlib import Path

from mxnet import _config
from mxnet.error import MXNetError

try:
    import fcntl
except ImportError:  # on Windows, where there is no scheduler either, the package can be imported all the same
    fcntl = None  # type: ignore[assignment]


def root() -> Path:
    """Where jobs have their folders: as the environment says, else the user's own among the temporary files."""
    named = _config.lookup("MXNET_KVSTORE_FOLDER")
    return Path(named) if named else Path(tempfile.gettempdir()) / f"mxnet-kvstore-{os.getuid()}"


class JobFolder:
    """A job's folder, which nobody else may read. It is locked as long as the scheduler lives.

    Folders of jobs whose schedulers could not remove them are removed by the next job.
    """

    def __init__(self, name: str) -> None:
        base = root()
        _make(base)
        _remove_stale(base)
        self.path = base / name
        self.path.mkdir(mode=0o700)
        self._lock = os.open(self.path / "owner", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        os.write(self._lock, f"{os.getpid()}\n".encode())

    def remove(self) -> None:
        """At the end of the job."""
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self._lock)
        with contextlib.suppress(OSError):  # another job may have its folder there
            self.path.parent.rmdir()


def _make(base: Path) -> None:
    """Make the folder of folders, and see that it is the user's own: others can make folders beside it."""
    try:
        base.mkdir(mode=0o700, parents=True, exist_ok=True)
        info = base.lstat()
    except OSError as error:
        raise MXNetError(f"{base} (MXNET_KVSTORE_FOLDER) cannot be made, for what servers write: {error}") from None
    is_theirs = info.st_uid != os.getuid() or not stat.S_ISDIR(info.st_mode) or info.st_mode & 0o022
    if is_theirs and not _config.is_set("MXNET_KVSTORE_FOLDER"):
        raise MXNetError(f"{base} is not this user's own: remove it, or name another folder with MXNET_KVSTORE_FOLDER")


def _remove_stale(base: Path) -> None:
    """Remove folders that no living scheduler owns."""
    for owner in base.glob("*/owner"):
        try:
            number = os.open(owner, os.O_RDWR | os.O_CLOEXEC)
        except OSError:
            continue
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(owner.parent, ignore_errors=True)
        except OSError:
            pass  # its scheduler is there
        finally:
            os.close(number)
