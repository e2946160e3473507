"""A few of the faults that ``make soak`` makes."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.kvstore.launching import environment

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.slow
@pytest.mark.parametrize(("store", "steps"), [("synchronous", 1500), ("asynchronous", 200)])
def test_nothing_is_wrong_after_faults(store: str, steps: int) -> None:
    if store == "asynchronous":
        pytest.importorskip("ray")
    words = f"--faults 3 --each 3 --steps {steps} --store {store} --seed 5".split()
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "soak.py"), *words],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 faults" in done.stdout and "wrong: nothing" in done.stdout
