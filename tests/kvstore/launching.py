"""Runs the programs in ``jobs/`` as distributed jobs on this machine."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import mxnet as mx

JOBS = Path(__file__).resolve().parent / "jobs"


def environment(**more: str) -> dict[str, str]:
    """The environment of a job's processes: one host device each, and nothing of this process's own."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("JAX_NUM", "DMLC_", "PYTEST_", "RAY_"))}
    source = str(Path(mx.__file__).parent.parent)
    path = os.pathsep.join([source, os.environ.get("PYTHONPATH", "")])
    return {**kept, "PYTHONPATH": path, "JAX_PLATFORMS": "cpu", **more}


def launch(
    name: str, workers: int, *arguments: object, servers: int = 0, by: str = "local", timeout: float = 240, **more: str
) -> subprocess.CompletedProcess[str]:
    """Run a job to its end."""
    command = [sys.executable, str(JOBS / f"{name}.py"), *map(str, arguments)]
    launcher = [sys.executable, "-m", "mxnet.tools.launch", "-n", str(workers), "-s", str(servers)]
    return subprocess.run(
        [*launcher, "--launcher", *by.split(), *command],
        env=environment(MXNET_KVSTORE_TIMEOUT="120", **more),
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


def answers(done: subprocess.CompletedProcess[str], workers: int) -> list[dict[str, Any]]:
    """What each worker has found: it prints one line of JSON, with its rank."""
    found = {}
    for line in done.stdout.splitlines():
        _, brace, rest = line.partition('{"rank"')  # Ray puts words before the lines of its workers
        if brace:
            answer = json.loads(brace + rest.split("\x1b")[0])
            found[answer["rank"]] = answer
    assert set(found) == set(range(workers)), done.stdout + done.stderr
    return [found[rank] for rank in range(workers)]
