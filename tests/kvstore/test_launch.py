"""The launcher."""

import os
import shlex
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from mxnet.tools import _clusters, _gang, _kubernetes, launch
from mxnet.tools._gang import Process
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


def test_the_launcher_loads_nothing_that_it_does_not_need() -> None:
    done = run("--help", PYTHONPROFILEIMPORTTIME="1")
    assert done.returncode == 0 and done.stdout.startswith("usage: python -m mxnet.tools.launch")
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "mxnet.tools.launch" in loaded and not loaded & {"jax", "numpy", "mxnet.ndarray"}


def test_each_process_knows_what_it_is(tmp_path: Path) -> None:
    names = "ROLE TASK_ID NUM_WORKER NUM_SERVER PS_ROOT_URI"
    given = ["-n", "2", "-s", "1", "--env-worker", "DMLC_X:a:b", "--launcher", "local"]
    done = run(*given, *script(tmp_path, SHOW.format(names=f"{names} X")), "-n", "9")
    assert done.returncode == 0, done.stderr
    assert sorted(done.stdout.splitlines()) == [
        "[scheduler 0] scheduler None 2 1 127.0.0.1 None",
        "[server 0] server 0 2 1 127.0.0.1 None",
        "[worker 0] worker 0 2 1 127.0.0.1 a:b",
        "[worker 1] worker 1 2 1 127.0.0.1 a:b",
    ]


def test_a_failure_ends_the_job_with_its_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = """
import os, sys, time
role, task = os.environ["DMLC_ROLE"], os.environ.get("DMLC_TASK_ID")
if role == "worker" and task == "1":
    sys.exit(7)
time.sleep(1000)
"""
    monkeypatch.setattr(_gang, "GRACE", 0.3)
    monkeypatch.setattr(_gang, "_SAY", 0.1)
    command = script(tmp_path, program)
    processes = [Process("worker", i, command, {"DMLC_ROLE": "worker", "DMLC_TASK_ID": str(i)}) for i in range(2)]
    processes.append(Process("scheduler", 0, command, {"DMLC_ROLE": "scheduler"}))
    assert _gang.run(lambda *_: processes, 0) == 7
    assert all(p.handle.poll() is not None for p in processes)


COUNTING = """
import os, pathlib, sys
if os.environ["DMLC_ROLE"] == "worker":
    number = os.environ["DMLC_WORKER_ID"]
    mark = pathlib.Path(sys.argv[1]) / number
    tries = len(mark.read_text()) if mark.exists() else 0
    mark.write_text("x" * (tries + 1))
    sys.exit(number == "1" and tries < 2)
"""


@pytest.mark.parametrize("is_alone", [False, True])
def test_workers_start_again_together_or_alone(is_alone: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_gang, "_SAY", 0.5)
    command = [*script(tmp_path, COUNTING), str(tmp_path)]
    attempts = []

    def make(attempt: int, lost: int) -> list[Process]:
        attempts.append(attempt)
        variables = [{"DMLC_ROLE": "worker", "DMLC_WORKER_ID": str(i)} for i in range(2)]
        return [Process("worker", i, command, v) for i, v in enumerate(variables)]

    assert _gang.run(make, 2, lambda: is_alone) == 0
    assert attempts == ([0] if is_alone else [0, 1, 2])
    assert [(tmp_path / str(i)).read_text() for i in range(2)] == ["x" if is_alone else "xxx", "xxx"]


def test_nobody_starts_again_alone_without_a_scheduler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_gang, "_SAY", 0.2)
    first = (
        "import sys; from pathlib import Path; mark = Path(sys.argv[1], 'mark'); there = mark.exists(); mark.touch(); "
    )
    command = [sys.executable, "-c", first + "sys.exit(not there)", str(tmp_path)]
    attempts = []

    def make(attempt: int, lost: int) -> list[Process]:
        attempts.append(attempt)
        ended = Process("scheduler", 0, [sys.executable, "-c", ""], {})
        ended.start()
        ended.handle.wait()  # all workers have said farewell; one fails after
        ended.start = lambda: None  # type: ignore[method-assign]
        return [ended, Process("worker", 0, command, {})]

    assert _gang.run(make, 1, lambda: True) == 0
    assert attempts == [0, 1]


def test_restarts_are_counted(tmp_path: Path) -> None:
    program = COUNTING.replace("tries < 2", "True").replace('"x" *', 'os.environ["MXNET_LAUNCH_ATTEMPT"] *')
    done = run(
        "-n", "2", "-s", "0", "--max-restarts", "1", "--launcher", "local", *script(tmp_path, program), str(tmp_path)
    )
    assert done.returncode == 1
    assert "launch: all start again (1 of 1)" in done.stderr
    assert (tmp_path / "1").read_text() == "11"


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ([sys.executable, "-c", "print('one  two')"], "one  two"),
        (["WORD=a b", sys.executable, "-c", "import os; print(os.environ['WORD'])"], "a b"),
        (["echo one && echo two"], "one two"),
    ],
)
def test_commands_keep_their_quotes(command: list[str], shown: str) -> None:
    done = run("-n", "1", "-s", "0", "--plain", "--launcher", "local", *command)
    assert done.returncode == 0, done.stderr
    assert "  ".join(done.stdout.split()[:2]) == "  ".join(shown.split())
    assert shown in done.stdout.replace("\n", " ")


def test_a_command_that_is_not_there() -> None:
    done = run("-n", "1", "-s", "0", "--launcher", "local", "no-such-program")
    assert done.returncode == 127 and "no-such-program" in done.stderr


def test_other_machines_are_reached_with_ssh(tmp_path: Path) -> None:
    shell = tmp_path / "bin" / "ssh"
    shell.parent.mkdir()
    shell.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/calls\nfor last; do :; done\nexec sh -c "$last"\n')
    shell.chmod(shell.stat().st_mode | stat.S_IXUSR)
    machines = tmp_path / "hosts"
    machines.write_text("# machines\nalpha\nbeta:2222 slots=4\n\n")
    assert _clusters.hosts(str(machines)) == [("alpha", "22"), ("beta", "2222")]
    program = script(
        tmp_path,
        """
import os, sys
get = os.environ.get
place = f"{get('MXNET_LOCAL_RANK')}/{get('MXNET_LOCAL_SIZE')}" if "MXNET_LOCAL_RANK" in os.environ else None
secret = "secret" if get("MXNET_KVSTORE_SECRET") == "known to nobody else" else "none"
print(get("DMLC_ROLE"), get("DMLC_TASK_ID"), get("DMLC_NODE_HOST"), place, secret)
""",
    )
    given = ["-n", "2", "-s", "1", "-H", str(machines), "--env", "WISH", "--launcher", "ssh"]
    path = f"{shell.parent}{os.pathsep}{os.environ['PATH']}"
    done = run(*given, *program, PATH=path, WISH="a 'b'", MXNET_KVSTORE_SECRET="known to nobody else")
    assert done.returncode == 0, done.stderr
    assert sorted(done.stdout.splitlines()) == [
        "[scheduler 0] scheduler None None None secret",
        "[server 0] server 0 alpha None secret",
        "[worker 0] worker 0 beta 0/1 secret",
        "[worker 1] worker 1 alpha 0/1 secret",
    ]
    calls = (tmp_path / "calls").read_text()
    assert "-p 2222 beta" in calls and "WISH='a '\"'\"'b'\"'\"''" in calls
    assert "known to nobody else" not in calls  # others on that machine can read command lines


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--launcher", "local", "python", "x.py"], "-n, the number of workers, is missing"),
        (["-n", "2", "--launcher", "local"], "there is no command"),
        (["-n", "2", "python", "x.py"], "needs -H FILE"),
        (
            ["-n", "2", "--launcher", "yarn", "python", "x.py"],
            "there is no launcher 'yarn' here: use local, ssh, mpi, slurm, ray or kubernetes",
        ),
    ],
)
def test_what_is_missing_is_said(arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        launch.parse(arguments)
    assert problem in capsys.readouterr().err


def commands_of_the_page() -> list[list[str]]:
    """The launcher's command lines in the page on many machines, as words."""
    page = (Path(__file__).resolve().parent.parent.parent / "docs" / "distributed.md").read_text()
    blocks = page.replace("\\\n", " ").split("```")[1::2]
    lines = [line for block in blocks if not block.startswith("python") for line in block.splitlines()]
    ours = [line.partition("mxnet.tools.launch ")[2].partition(" | ")[0] for line in lines]
    return [shlex.split(line) for line in ours if line]


def test_the_commands_of_the_page_are_taken() -> None:
    kinds = {}
    for words in commands_of_the_page():
        args = launch.parse(words)
        assert args.command[0] == "python" and args.num_workers in (2, 8, 16)
        kinds[args.launcher] = args
    assert set(kinds) == {"local", "ssh", "mpi", "slurm", "kubernetes"}
    assert kinds["ssh"].restarts == 3 and kinds["mpi"].launcher_args == "--map-by ppr:8:node"
    assert len(_kubernetes.manifest(kinds["kubernetes"])["items"]) == 4


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
    assert sorted(done.stdout.splitlines()) == ["[worker 0] rank 0", "[worker 1] rank 1"]


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


class Ended:
    """A process that has ended, as the launcher sees it."""

    def __init__(self, role: str, number: int, code: int) -> None:
        self.role, self.number, self.code = role, number, code


@pytest.mark.parametrize(
    ("codes", "cause"),
    [
        ({"scheduler 0": 75, "worker 0": 1, "worker 1": 137}, "worker 1"),
        ({"scheduler 0": 75, "worker 0": 0, "worker 1": 3}, "worker 1"),
        ({"scheduler 0": 137, "worker 0": 1, "worker 1": 1}, "scheduler 0"),
    ],
)
def test_when_all_have_ended_the_cause_is_found(codes: dict[str, int], cause: str) -> None:
    processes = [Ended(*name.split(), code) for name, code in codes.items()]  # type: ignore[arg-type]
    failed, code = _gang._wait(processes, 0, lambda: False)  # type: ignore[arg-type]
    assert (f"{failed.role} {failed.number}", code) == (cause, codes[cause])
