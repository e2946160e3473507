"""A job whose process dies starts again as a whole, and comes to the same end."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kvstore.launching import JOBS, answers, environment, launch

# Jobs of several processes that give one another time by the clock: a busy machine needs more than they allow.
pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> list[float]:
    done = launch("resumed", 2, ROOT, tmp_path_factory.mktemp("undisturbed"), "nobody")
    assert done.returncode == 0, done.stdout + done.stderr
    return answers(done, 2)[0]["weights"]


@pytest.mark.parametrize(
    "victim",
    ["worker 1", pytest.param("worker 0", marks=pytest.mark.slow), pytest.param("keeper", marks=pytest.mark.slow)],
)
def test_all_start_again_from_the_last_checkpoint(victim: str, undisturbed: list[float], tmp_path: Path) -> None:
    done = launch("resumed", 2, ROOT, tmp_path, victim, by="local --restarts 1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "launch: all start again (1 of 1)" in done.stderr
    for answer in answers(done, 2):
        assert answer["begin"] == 6 or victim == "keeper"  # a worker without one lives a moment longer
        assert answer["weights"] == undisturbed  # to the last bit


def test_without_restarts_the_job_ends(tmp_path: Path) -> None:
    done = launch("resumed", 2, ROOT, tmp_path, "worker 1")
    assert done.returncode == 137
    assert "worker 1 (" in done.stdout + done.stderr and "has died" in done.stdout + done.stderr
    assert os.environ.get("MXNET_LAUNCH_ATTEMPT") is None


def test_workers_leave_and_join_between_epochs(tmp_path: Path) -> None:
    code = "import os, sys; from mxnet.tools import launch; from pathlib import Path; "
    code += "Path(sys.argv[1], 'launcher').write_text(str(os.getpid())); sys.exit(launch.main(sys.argv[2:]))"
    words = ["-n", "3", "-s", "0", "--min-workers", "2", "--restarts", "1", "--launcher", "local"]
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path), *words, sys.executable, str(JOBS / "elastic.py"), str(tmp_path)],
        env=environment(MXNET_KVSTORE_TIMEOUT="120"),
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert [(tmp_path / f"workers{i}").read_text().split() for i in range(3)] == [["3"] * 2, ["2"] * 2, ["3"] * 2]
    assert "all start again (1 of 1)" in done.stderr and "all start again (on demand)" in done.stderr
    for answer in answers(done, 3):
        assert answer["counts"] == [6] * 24  # every sample once in every epoch, whoever was there
