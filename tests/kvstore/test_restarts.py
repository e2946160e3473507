"""A job whose process dies starts again as a whole, and comes to the same end."""

import os
from pathlib import Path

import pytest

from tests.kvstore.launching import answers, launch

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> list[float]:
    done = launch("resumed", 2, ROOT, tmp_path_factory.mktemp("undisturbed"), "nobody")
    assert done.returncode == 0, done.stdout + done.stderr
    return answers(done, 2)[0]["weights"]


@pytest.mark.parametrize("victim", ["worker 1", "worker 0", "keeper"])
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
