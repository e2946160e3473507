"""What SIGKILL leaves of a training run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


def survive(folder: Path, kills: int) -> str:
    command = [sys.executable, "-m", "tests.module.killing", str(folder), str(kills)]
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_fit_goes_on_after_a_kill(tmp_path: Path) -> None:
    assert "2 kills" in survive(tmp_path, 2)


@pytest.mark.slow
def test_fit_goes_on_after_a_hundred_kills(tmp_path: Path) -> None:
    assert "100 kills" in survive(tmp_path, 100)
