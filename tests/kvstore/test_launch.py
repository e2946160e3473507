"""The launcher."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from mxnet.tools import launch
from tests.kvstore.launching import environment

SHOW = (
    "import os, sys; sys.stdout.write(' '.join(str(os.environ.get('DMLC_' + n)) for n in {names!r}.split()) + chr(10))"
)


def run(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mxnet.tools.launch", *arguments],
        env=environment(**more),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def script(folder: Path, content: str) -> list[str]:
    path = folder / "program.py"
    path.write_text(content)
    return [sys.executable, str(path)]


def test_each_process_knows_what_it_is(tmp_path: Path) -> None:
    names = "ROLE TASK_ID NUM_WORKER NUM_SERVER PS_ROOT_URI"
    given = ["-n", "2", "-s", "1", "--env-worker", "DMLC_X:a:b", "--launcher", "local"]
    done = run(*given, *script(tmp_path, SHOW.format(names=f"{names} X")), "-n", "9")
    assert done.returncode == 0, done.stderr
    assert sorted(done.stdout.splitlines()) == [
        "scheduler None 2 1 127.0.0.1 None",
        "server 0 2 1 127.0.0.1 None",
        "worker 0 2 1 127.0.0.1 a:b",
        "worker 1 2 1 127.0.0.1 a:b",
    ]


def test_a_failure_ends_the_job_with_its_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = """
import os, sys, time
role, task = os.environ["DMLC_ROLE"], os.environ.get("DMLC_TASK_ID")
if role == "worker" and task == "1":
    sys.exit(7)
time.sleep(1000)
"""
    monkeypatch.setattr(launch, "_GRACE", 0.3)
    command = " ".join(script(tmp_path, program))
    processes = [
        launch.Process("worker", i, command, {"DMLC_ROLE": "worker", "DMLC_TASK_ID": str(i)}) for i in range(2)
    ]
    processes.append(launch.Process("scheduler", 0, command, {"DMLC_ROLE": "scheduler"}))
    assert launch.watch(processes) == 7
    assert all(p.handle.poll() is not None for p in processes)


def test_a_worker_is_started_again(tmp_path: Path) -> None:
    program = """
import os, pathlib, sys
if os.environ["DMLC_ROLE"] == "worker":
    mark = pathlib.Path(sys.argv[1]) / os.environ["DMLC_WORKER_ID"]
    tries = len(mark.read_text()) if mark.exists() else 0
    mark.write_text("x" * (tries + 1))
    sys.exit(tries < 2)
"""
    command = " ".join([*script(tmp_path, program), str(tmp_path)])
    variables = [{"DMLC_ROLE": "worker", "DMLC_WORKER_ID": str(i)} for i in range(2)]
    assert launch.watch([launch.Process("worker", i, command, v, 3) for i, v in enumerate(variables)]) == 0
    assert [(tmp_path / str(i)).read_text() for i in range(2)] == ["xxx", "xxx"]


def test_other_machines_are_reached_with_ssh(tmp_path: Path) -> None:
    shell = tmp_path / "bin" / "ssh"
    shell.parent.mkdir()
    shell.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/calls\nfor last; do :; done\nexec sh -c "$last"\n')
    shell.chmod(shell.stat().st_mode | stat.S_IXUSR)
    machines = tmp_path / "hosts"
    machines.write_text("# machines\nalpha\nbeta:2222 slots=4\n\n")
    assert launch.hosts(str(machines)) == [("alpha", "22"), ("beta", "2222")]
    program = script(tmp_path, SHOW.format(names="ROLE TASK_ID NODE_HOST"))
    given = ["-n", "2", "-s", "1", "-H", str(machines), "--env", "WISH", "--launcher", "ssh"]
    path = f"{shell.parent}{os.pathsep}{os.environ['PATH']}"
    done = run(*given, *program, PATH=path, WISH="a 'b'")
    assert done.returncode == 0, done.stderr
    assert sorted(done.stdout.splitlines()) == [
        "scheduler None None",
        "server 0 alpha",
        "worker 0 beta",
        "worker 1 alpha",
    ]
    calls = (tmp_path / "calls").read_text()
    assert "-p 2222 beta" in calls and "WISH='a '\"'\"'b'\"'\"''" in calls


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--launcher", "local", "python", "x.py"], "-n, the number of workers, is missing"),
        (["-n", "2", "--launcher", "local"], "there is no command"),
        (["-n", "2", "python", "x.py"], "needs -H FILE"),
        (
            ["-n", "2", "--launcher", "yarn", "python", "x.py"],
            "there is no launcher 'yarn' here: use local, ssh or ray",
        ),
    ],
)
def test_what_is_missing_is_said(arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        launch.parse(arguments)
    assert problem in capsys.readouterr().err


def test_as_many_servers_as_workers_unless_said() -> None:
    assert launch.parse(["-n", "3", "--launcher", "local", "x"]).num_servers == 3
    assert launch.parse(["-n", "3", "-s", "0", "--launcher", "local", "x", "--lr", "-n", "1"]).command == [
        *("x", "--lr", "-n", "1")
    ]


def test_importing_mxnet_in_a_server_serves_and_ends(tmp_path: Path) -> None:
    program = """
import os, sys
from mxnet._control.client import Client
from mxnet._control.job import from_environment
if os.environ["DMLC_ROLE"] != "worker":
    print("never reached")
client = Client(from_environment("test"), "worker")
client.start("test")
sys.stdout.write(f"rank {client.rank}" + chr(10))
client.leave()
"""
    done = run("-n", "2", "-s", "1", "--launcher", "local", *script(tmp_path, program))
    assert done.returncode == 0, done.stderr
    assert sorted(done.stdout.splitlines()) == ["rank 0", "rank 1"]


def test_a_server_without_a_job_says_what_is_missing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import mxnet"],
        env=environment(DMLC_ROLE="server"),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "mxnet server: DMLC_ROLE=server needs several processes" in done.stderr
    assert "Traceback" not in done.stderr
