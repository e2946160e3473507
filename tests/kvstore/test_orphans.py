"""Nothing of a job outlives it, however it ends."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mxnet.tools import _keeper
from tests.kvstore.launching import environment

# Jobs of several processes that give one another time by the clock: a busy machine needs more than they allow.
pytestmark = pytest.mark.slow

# A worker that does not want to end, with a child that does not either, in the same session.
STUBBORN = """
import os, pathlib, signal, subprocess, sys, time
role, folder = os.environ["DMLC_ROLE"], pathlib.Path(sys.argv[1])
if role == "worker":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    child = subprocess.Popen([sys.executable, "-c",
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(1000)"])
    (folder / f"{os.environ['DMLC_WORKER_ID']}.child").write_text(str(child.pid))
    if sys.argv[2] == "stopped":
        (folder / f"{os.environ['DMLC_WORKER_ID']}.own").write_text(str(os.getpid()))
        os.kill(os.getpid(), signal.SIGSTOP)
(folder / f"{role}{os.environ.get('DMLC_TASK_ID', '')}.own").write_text(str(os.getpid()))
time.sleep(1000)
"""


def is_there(number: int) -> bool:
    try:
        return Path(f"/proc/{number}/stat").read_bytes().rpartition(b")")[2].split()[0] != b"Z"
    except OSError:
        return False


def until(condition: Callable[[], bool], seconds: float = 60) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return condition()


def numbers(folder: Path, count: int) -> list[int]:
    """The processes that have written down their numbers."""
    found: list[int] = []

    def all_there() -> bool:
        found[:] = [int(text) for path in folder.glob("*.*") if (text := path.read_text())]
        return len(found) >= count

    assert until(all_there), found
    return found


@pytest.fixture
def started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts a launcher with a stubborn job, and ends whatever a failed test would leave."""
    program = tmp_path / "program.py"
    program.write_text(STUBBORN)
    running: list[subprocess.Popen[str]] = []

    def start(by: str, how: str) -> subprocess.Popen[str]:
        (tmp_path / "seen").mkdir()
        code = "import sys; from mxnet.tools import _gang, launch; _gang.GRACE = 0.5; _gang._SAY = 0.2; "
        code += "sys.exit(launch.main(sys.argv[1:]))"
        command = [sys.executable, "-c", code, "-n", "2", "-s", "1", "--launcher", by]
        running.append(
            subprocess.Popen([*command, sys.executable, str(program), str(tmp_path / "seen"), how], env=environment())
        )
        return running[0]

    yield start
    for process in running:
        process.kill()
        process.wait()
    for path in (tmp_path / "seen").glob("*"):
        if is_there(int(path.read_text() or 0)):
            os.kill(int(path.read_text()), signal.SIGKILL)


@pytest.mark.parametrize("how", ["SIGTERM", "SIGHUP", "SIGKILL", pytest.param("SIGINT", marks=pytest.mark.slow)])
def test_nothing_outlives_the_launcher(how: str, started: Callable[..., subprocess.Popen[str]], tmp_path: Path) -> None:
    launcher = started("local", "stubborn")
    found = numbers(tmp_path / "seen", 6)  # scheduler, server, two workers and their children
    assert all(map(is_there, found))
    launcher.send_signal(getattr(signal, how))
    code = launcher.wait(60)
    assert code == (-9 if how == "SIGKILL" else 128 + getattr(signal, how))
    assert until(lambda: not any(map(is_there, found)))


@pytest.mark.parametrize(
    "victim",
    ["worker0.own", *(pytest.param(n, marks=pytest.mark.slow) for n in ("1.child", "scheduler.own", "server0.own"))],
)
def test_a_process_that_is_killed_takes_the_job_with_it(
    victim: str, started: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    launcher = started("local", "stubborn")
    found = numbers(tmp_path / "seen", 6)
    os.kill(int((tmp_path / "seen" / victim).read_text()), signal.SIGKILL)
    if "child" in victim:  # it is the worker's own affair
        launcher.terminate()
    assert launcher.wait(60) in (137, 143)
    assert until(lambda: not any(map(is_there, found)))


def test_a_keeper_that_is_killed_takes_the_job_with_it(
    started: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    launcher = started("local", "stubborn")
    found = numbers(tmp_path / "seen", 6)
    worker = int((tmp_path / "seen" / "worker1.own").read_text())
    keeper = os.getsid(worker)
    assert keeper != worker and is_there(keeper)
    os.kill(keeper, signal.SIGKILL)
    assert launcher.wait(60) == 137
    assert until(lambda: not any(map(is_there, found)))


def test_stopped_processes_end_too(started: Callable[..., subprocess.Popen[str]], tmp_path: Path) -> None:
    launcher = started("local", "stopped")
    found = numbers(tmp_path / "seen", 6)
    launcher.terminate()
    assert launcher.wait(60) == 143
    assert until(lambda: not any(map(is_there, found)))


@pytest.mark.slow
@pytest.mark.parametrize("how", ["SIGTERM", "SIGKILL"])
def test_nothing_outlives_the_launcher_that_uses_ray(
    how: str, started: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    pytest.importorskip("ray")
    launcher = started("ray", "stubborn")
    found = numbers(tmp_path / "seen", 5)  # there is no server: Ray would place it
    mine = [n for n in map(int, filter(str.isdecimal, os.listdir("/proc"))) if _belongs(n, launcher.pid)]  # noqa: PTH208
    launcher.send_signal(getattr(signal, how))
    assert launcher.wait(120) == (-9 if how == "SIGKILL" else 143)
    assert until(lambda: not any(map(is_there, found)))
    assert until(lambda: not any(map(is_there, mine)), 90), [n for n in mine if is_there(n)]


def _belongs(number: int, ancestor: int) -> bool:
    while number > 1:
        try:
            number = int(Path(f"/proc/{number}/stat").read_bytes().rpartition(b")")[2].split()[1])
        except OSError:
            return False
        if number == ancestor:
            return True
    return False


def kept(label: str, program: str) -> subprocess.CompletedProcess[str]:
    """Run a program under a keeper, whose input lasts as long as this process."""
    readable, writable = os.pipe()
    try:
        return subprocess.run(
            [sys.executable, "-I", _keeper.__file__, "--label", label, "--", sys.executable, "-c", program],
            stdin=readable,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    finally:
        os.close(readable)
        os.close(writable)


def test_what_the_command_leaves_behind_ends_with_it() -> None:
    program = "import subprocess, sys; print(subprocess.Popen(['sleep', '1000']).pid, flush=True); sys.exit(7)"
    done = kept("[worker 3]", program)
    assert done.returncode == 7
    label, _, number = done.stdout.strip().rpartition(" ")
    assert label == "[worker 3]" and until(lambda: not is_there(int(number)))


def test_lines_carry_the_label_and_stay_whole() -> None:
    program = "import os; os.write(1, b'a'); os.write(1, b'b\\nc\\n'); os.write(2, b'e\\n'); os.write(1, b'last')"
    done = kept("[0]", program)
    assert (done.stdout, done.stderr, done.returncode) == ("[0] ab\n[0] c\n[0] last\n", "[0] e\n", 0)
