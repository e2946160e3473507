"""No worker waits for ever: whoever is stopped, the others end with an error that names it."""

import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from mxnet._control import client as client_module
from mxnet.error import MXNetError
from mxnet.kvstore import watchdog as watchdog_module
from mxnet.kvstore.watchdog import Watchdog
from tests.kvstore.launching import launch
from tests.kvstore.test_scheduler import Running

# Jobs of several processes that give one another time by the clock: a busy machine needs more than they allow.
pytestmark = pytest.mark.slow


@pytest.mark.parametrize("where", ["collective", "step", "program"])
def test_a_worker_that_is_stopped(where: str) -> None:
    done = launch("stopped", 3, where, timeout=120)
    lines = done.stdout.splitlines()
    said = {number: next(line for line in lines if f"worker {number} after" in line) for number in (0, 2)}
    for number, line in said.items():
        waited = re.search(r"waited (\d+) seconds", line)
        assert waited is not None and int(waited.group(1)) >= 3, line
        assert "worker 1 (" in line, line
        if where != "program":
            assert f"worker {number} has waited" in line and "in the sum of push 4 over workers" in line
            assert "has not been heard of for" in line and "it stood in the sum of push 4 over workers" in line
    assert "has not noticed" not in done.stdout
    assert done.returncode == 3


def test_a_scheduler_that_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "_GREETING", 0.3)
    monkeypatch.setenv("MXNET_KVSTORE_TIMEOUT", "1")
    job = Running(1)
    worker = job.join()
    monkeypatch.setattr(job.scheduler, "_meet", lambda *_: None)  # it hears, and never answers
    with pytest.raises(MXNetError, match="has not answered for 1 seconds"):
        worker.meet("x")
    with pytest.raises(MXNetError, match="has gone"):
        worker.dead()
    job.end()


def test_where_workers_are(monkeypatch: pytest.MonkeyPatch) -> None:
    job = Running(2)
    a, b = job.join(), job.join()
    a.beat("the sum of push 7", 0.01)
    rows = b.whereabouts()
    while rows[0][2] != "the sum of push 7":  # signs of life are not answered
        rows = b.whereabouts()
    assert rows[0][:3] == (0, str(job.scheduler._alive["worker", 0]), "the sum of push 7")
    assert rows[0][3] < 10 and rows[1][0] == 1
    waiting = job.later(a.meet, "a step", None, "the sum of push 8")
    b.meet("a step", None, "the sum of push 8")
    waiting.result(10)
    assert [row[2] for row in b.whereabouts()] == ["the sum of push 8"] * 2
    job.end()


def test_what_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXNET_KVSTORE_TIMEOUT", "1")
    monkeypatch.setattr(watchdog_module, "tick", lambda: 0.01)
    told: list[str] = []
    ended = threading.Event()
    found = Watchdog(told.append, lambda what, waited: f"{what} took {waited:.0f} s", ended.set)
    with found.inside("a short wait"):
        while "a short wait" not in told:
            time.sleep(0)
    assert not ended.is_set()
    with found.inside("a long wait"):
        assert ended.wait(30)
    assert found.problem == "a long wait took 1 s"
    found.stop()


def test_what_cannot_be_ended_ends_the_process(tmp_path: Path) -> None:
    program = """
import threading
from mxnet.kvstore import watchdog
watchdog._PATIENCE, watchdog.tick = 0.1, lambda: 0.01
found = watchdog.Watchdog(lambda where: None, lambda what, waited: f"{what} is lost", lambda: None)
with found.inside("a sum"):
    threading.Event().wait()
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "MXNET_KVSTORE_TIMEOUT": "1"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1 and "[kvstore] a sum is lost" in done.stderr
