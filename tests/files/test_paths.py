"""Reading and writing files: what a crash or an error leaves behind."""

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mxnet._files import paths
from mxnet._files.paths import open_read, read_bytes, write_atomic
from mxnet.error import MXNetError


def failing() -> Iterator[bytes]:
    yield b"half"
    raise KeyError("boom")


def listing(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def test_what_was_written_is_read(tmp_path: Path) -> None:
    target = tmp_path / "a.params"
    write_atomic(target, [b"one", memoryview(b"two"), bytearray(b"three")])
    assert read_bytes(str(target)) == target.read_bytes() == b"onetwothree"
    write_atomic(str(target), [b"new"])
    with open_read(target) as file:
        assert file.read() == b"new"
    assert listing(tmp_path) == ["a.params"]


def test_a_failure_leaves_the_old_file_and_no_litter(tmp_path: Path) -> None:
    target = tmp_path / "a.params"
    for before in (None, b"old"):
        if before is not None:
            target.write_bytes(before)
        with pytest.raises(KeyError):
            write_atomic(target, failing())
        assert listing(tmp_path) == ([] if before is None else ["a.params"])
    assert target.read_bytes() == b"old"


def test_a_killed_writer_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "a.params"
    target.write_bytes(b"old")
    program = (
        "import os, sys\nfrom mxnet._files.paths import write_atomic\n"
        "def chunks():\n    yield b'x' * 100000\n    os.kill(os.getpid(), 9)\n"
        "write_atomic(sys.argv[1], chunks())"
    )
    source = Path(paths.__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", program, target], env={**os.environ, "PYTHONPATH": str(source)})
    assert done.returncode == -9
    assert target.read_bytes() == b"old"


def test_the_mode_of_the_old_file_is_kept_and_a_new_one_obeys_the_umask(tmp_path: Path) -> None:
    target = tmp_path / "a.params"
    old = os.umask(0o027)
    try:
        write_atomic(target, [b"x"])
    finally:
        os.umask(old)
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    target.chmod(0o604)
    write_atomic(target, [b"y"])
    assert stat.S_IMODE(target.stat().st_mode) == 0o604


def test_a_link_stays_and_its_target_is_written(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    target, link = tmp_path / "real" / "a.params", tmp_path / "latest"
    target.write_bytes(b"old")
    link.symlink_to(target)
    write_atomic(link, [b"new"])
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def test_a_device_is_written_to(tmp_path: Path) -> None:
    write_atomic("/dev/null", [b"x"])
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


def test_a_pipe_is_read_to_its_end(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = subprocess.Popen(["sh", "-c", f"printf hello > {pipe}"])
    with open_read(pipe) as file:
        assert file.seekable()
        assert file.read() == b"hello"
    writer.wait()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anything")
def test_a_read_only_file_is_not_replaced(tmp_path: Path) -> None:
    target = tmp_path / "a.params"
    target.write_bytes(b"old")
    target.chmod(0o444)
    with pytest.raises(MXNetError, match="read-only"):
        write_atomic(target, [b"new"])
    assert target.read_bytes() == b"old"


def test_errors_name_the_file_and_the_reason(tmp_path: Path) -> None:
    with pytest.raises(MXNetError, match=r"cannot read '.*none\.params': No such file or directory"):
        open_read(tmp_path / "none.params")
    with pytest.raises(MXNetError, match=r"cannot write '.*x\.params': No such file or directory"):
        write_atomic(tmp_path / "none" / "x.params", [b""])
    with pytest.raises(MXNetError, match="Is a directory"):
        write_atomic(tmp_path, [b""])
    with pytest.raises(MXNetError, match="Is a directory"):
        read_bytes(tmp_path)


def test_a_tilde_is_a_name_like_any_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_atomic("~x", [b"1"])
    assert (tmp_path / "~x").exists()


def test_the_file_scheme_is_local_and_atomic(tmp_path: Path) -> None:
    target = tmp_path / "a.params"
    write_atomic(f"file://{target}", [b"x"])
    assert target.read_bytes() == read_bytes(f"file://{target}") == b"x"
    with pytest.raises(KeyError):
        write_atomic(f"file://{target}", failing())
    assert target.read_bytes() == b"x"


def test_other_schemes_go_through_fsspec() -> None:
    pytest.importorskip("fsspec")
    write_atomic("memory://bucket/a.params", [b"one", b"two"])
    assert read_bytes("memory://bucket/a.params") == b"onetwo"
    with open_read("memory://bucket/a.params") as file:
        assert file.seekable()
    with pytest.raises(KeyError):
        write_atomic("memory://bucket/a.params", failing())
    assert read_bytes("memory://bucket/a.params") == b"onetwo"
    with pytest.raises(MXNetError, match="cannot read 'memory://bucket/none'"):
        open_read("memory://bucket/none")
    with pytest.raises(MXNetError, match="no way to reach 'nosuch://x/y'"):
        open_read("nosuch://x/y")


def test_without_fsspec_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    with pytest.raises(MXNetError, match=r"pip install mxnet-xla\[files\]"):
        read_bytes("s3://bucket/a.params")
