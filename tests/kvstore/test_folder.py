"""The folder of a job's journals has an owner, and does not outlive it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mxnet._control import folder
from mxnet._control.folder import JobFolder
from mxnet.error import MXNetError


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("MXNET_KVSTORE_FOLDER", raising=False)
    monkeypatch.setattr(folder.tempfile, "gettempdir", lambda: str(tmp_path))
    return tmp_path


def test_it_is_the_users_own_and_is_removed(temporary: Path) -> None:
    made = JobFolder("one")
    assert made.path.parent.name == f"mxnet-kvstore-{os.getuid()}"
    assert made.path.stat().st_mode & 0o777 == made.path.parent.stat().st_mode & 0o777 == 0o700
    (made.path / "0").mkdir()
    (made.path / "0" / "journal.0").write_bytes(b"x")
    made.remove()
    assert list(temporary.iterdir()) == []


def test_what_a_dead_job_has_left_is_removed_by_the_next(temporary: Path) -> None:
    program = (
        "import os, signal, sys; from mxnet._control import folder; folder.tempfile.gettempdir = lambda: sys.argv[1]"
    )
    program += "; folder.JobFolder('dead'); os.kill(os.getpid(), signal.SIGKILL)"
    done = subprocess.run([sys.executable, "-c", program, str(temporary)], check=False, timeout=60)
    assert done.returncode == -9
    base = temporary / f"mxnet-kvstore-{os.getuid()}"
    assert [path.name for path in base.iterdir()] == ["dead"]
    living, other = JobFolder("living"), JobFolder("other")
    assert sorted(path.name for path in base.iterdir()) == ["living", "other"]
    living.remove()
    other.remove()
    assert not base.exists()


def test_a_folder_of_somebody_else_is_refused(temporary: Path) -> None:
    base = temporary / f"mxnet-kvstore-{os.getuid()}"
    base.mkdir()
    base.chmod(0o777)
    with pytest.raises(MXNetError, match="is not this user's own"):
        JobFolder("one")
    base.rmdir()
    base.symlink_to("/")
    with pytest.raises(MXNetError, match="is not this user's own"):
        JobFolder("one")
