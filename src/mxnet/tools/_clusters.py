"""How the processes of a job are started on several machines: by ssh, MPI, Slurm or Ray."""

import argparse
import logging
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mxnet._control import ray_head
from mxnet._control.secret import derived
from mxnet.tools import _gang, _keeper
from mxnet.tools._gang import Process
from mxnet.tools._plan import Environment, label, own_address, run

_SSH = ["ssh", "-o", "StrictHostKeyChecking=no"]


def hosts(path: str) -> list[tuple[str, str]]:
    """Machine and port of each line of a file: ``name``, ``name:port``, and what follows a space is ignored."""
    machines = []
    for line in Path(path).read_text().splitlines():
        words = line.split("#")[0].split()
        if words:
            name, _, port = words[0].partition(":")
            machines.append((name, port or "22"))
    if not machines:
        sys.exit(f"launch: {path} names no machines")
    return machines


def ssh(args: argparse.Namespace) -> int:
    """Run the scheduler here, and servers and workers on the machines of a file, in turn."""
    folder = args.sync_dst_dir or str(Path.cwd())
    if args.sync_dst_dir:
        for name, port in dict.fromkeys(hosts(args.hostfile)):
            source = str(Path.cwd()) + "/"
            copy = ["rsync", "-az", "--rsh", f"{shlex.join(_SSH)} -p {port}", source, f"{name}:{folder}"]
            subprocess.run(copy, check=True)
    passed = {variable: os.environ[variable] for variable in args.env if variable in os.environ}

    def rest(others: list[Environment]) -> list[Process]:
        processes = []
        places = _places(others, hosts(args.hostfile))  # the file may have changed since the last attempt
        for (role, number, variables), (name, port, rank, size) in zip(others, places, strict=True):
            more = {"DMLC_NODE_HOST": name}
            if role == "worker":
                more |= {"MXNET_LOCAL_RANK": str(rank), "MXNET_LOCAL_SIZE": str(size)}
            command = [*_SSH, "-p", port, name, remote_script({**passed, **variables, **more}, folder, args.command)]
            secret = {"MXNET_KVSTORE_SECRET": args.secret}
            processes.append(Process(role, number, command, secret, label(args), feeds_secret=True))
        return processes

    return run(args, own_address(), rest)


def _places(others: list[Environment], machines: Sequence[tuple[str, str]]) -> list[tuple[str, str, int, int]]:
    """The machine of each process in turn, its port, and which of how many workers there it is."""
    chosen = [machines[at % len(machines)] for at in range(len(others))]
    workers = [place for place, (role, _, _) in zip(chosen, others, strict=True) if role == "worker"]
    seen: dict[tuple[str, str], int] = {}
    places = []
    for place, (role, _, _) in zip(chosen, others, strict=True):
        rank = seen.get(place, 0)
        seen[place] = rank + (role == "worker")
        places.append((*place, rank, workers.count(place)))
    return places


def remote_script(environment: Mapping[str, str], folder: str, command: Sequence[str]) -> str:
    """What a shell on another machine runs: the command, until its input ends, which it does with the connection.

    The secret is the first line of the input: a command line can be read by everybody on that machine.
    """
    exports = " ".join(f"{name}={shlex.quote(value)}" for name, value in environment.items() if "SECRET" not in name)
    return (
        f"IFS= read -r MXNET_KVSTORE_SECRET || exit 1; export MXNET_KVSTORE_SECRET {exports}; "
        f"cd {shlex.quote(folder)} || exit 1; exec 3<&0; setsid {shlex.join(command)} </dev/null 3<&- & child=$!; "
        "{ cat <&3; kill -TERM -$child; kill -CONT -$child; "
        f"sleep {_gang.GRACE:.0f}; kill -KILL -$child; }} >/dev/null 2>&1 & "
        "watch=$!; exec 3<&-; trap 'kill -TERM -$child' TERM HUP INT; wait $child; code=$?; "
        "kill $watch 2>/dev/null; kill -KILL -$child 2>/dev/null; exit $code"
    )


def mpi(args: argparse.Namespace) -> int:
    """Let ``mpirun`` start the workers; the scheduler runs here."""
    is_open = _is_open_mpi()

    def rest(others: list[Environment]) -> list[Process]:
        variables = _common(others)
        names = [*variables, *args.env]
        command = ["mpirun", "-n", str(args.num_workers)]
        command += ["--hostfile", args.hostfile] if args.hostfile else []
        if is_open:
            command += [word for name in names for word in ("-x", name)]
            command += [] if args.plain else ["--tag-output"]
        else:
            command += ["-genvlist", ",".join(names)]
            command += [] if args.plain else ["-prepend-rank"]
        command += [*shlex.split(args.launcher_args), *args.command]
        return [Process("worker", 0, command, variables, label="")]

    return run(args, own_address(), rest)


def _is_open_mpi() -> bool:
    try:
        said = subprocess.run(["mpirun", "--version"], capture_output=True, text=True, check=False, timeout=60).stdout
    except OSError as error:
        sys.exit(f"launch: --launcher mpi needs mpirun: {error}")
    return "Open MPI" in said or "OpenRTE" in said or "PRRTE" in said


def slurm(args: argparse.Namespace) -> int:
    """Let ``srun`` start the workers, inside an allocation or in one of its own; the scheduler runs here."""

    def rest(others: list[Environment]) -> list[Process]:
        command = ["srun", f"--ntasks={args.num_workers}", "--kill-on-bad-exit=1", "--export=ALL"]
        command += [] if args.plain else ["--label"]
        command += [*shlex.split(args.launcher_args), *args.command]
        return [Process("worker", 0, command, _common(others), label="")]

    return run(args, own_address(), rest)


def _common(others: list[Environment]) -> dict[str, str]:
    """The variables of all workers; their ranks they get from whoever starts them."""
    first = next(variables for role, _, variables in others if role == "worker")
    return {name: value for name, value in first.items() if name not in ("DMLC_TASK_ID", "DMLC_WORKER_ID")}


def ray(args: argparse.Namespace) -> int:
    """Let Ray place the workers; the scheduler runs here, and Ray places the servers when a worker asks for them."""
    if "RAY_ADDRESS" not in os.environ:  # a cluster for this job alone, with a token that only its processes know
        token = derived(args.secret.encode(), "Ray")
        os.environ.update(ray_head.LOOPBACK, RAY_AUTH_MODE="token", RAY_AUTH_TOKEN=token)
    try:
        import ray as cluster  # only this launcher needs it
    except ImportError:
        sys.exit("launch: --launcher ray needs Ray: pip install 'mxnet-xla[dist]'")
    address, head = os.environ.get("RAY_ADDRESS", ""), None
    if not address:
        address, head = _own_ray(args.num_workers)
    cluster.init(address=address, logging_level=logging.ERROR)
    own = "127.0.0.1" if address.startswith("127.") else own_address()

    def rest(others: list[Environment]) -> list[Process]:
        processes: list[Process] = []
        for role, number, variables in others:
            if role == "worker":
                variables |= {"RAY_ADDRESS": address}
                processes.append(_RayProcess(cluster, number, args.command, variables, label(args)))
        return processes

    try:
        return run(args, own, rest)
    finally:
        cluster.shutdown()
        if head is not None:
            head.stdin.close()
            head.wait()


def _own_ray(workers: int) -> tuple[str, Any]:
    """Ray for this job alone, on this machine: its address, and its keeper, with which it ends."""
    keeper = [sys.executable, "-I", _keeper.__file__, "--grace", "5", "--"]
    head = subprocess.Popen(
        [*keeper, sys.executable, ray_head.__file__, str(workers)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    for line in head.stdout or ():
        kind, _, rest = line.strip().partition(" ")
        if kind == "address":
            return rest, head
        if kind == "error":
            sys.exit(f"launch: {rest}")
    sys.exit("launch: Ray did not start")


class _RayProcess(Process):
    """A process that Ray has placed somewhere, with a keeper beside it."""

    def __init__(self, cluster: Any, number: int, command: Sequence[str], variables: Any, label: str | None) -> None:
        super().__init__("worker", number, command, variables, label)
        self._ray, self._task = cluster, None
        self._code: int | None = None

    def start(self) -> None:
        """Let Ray start it."""
        shown = f"[{self.role} {self.number}]" if self.label is None else self.label
        work = self._ray.remote(num_cpus=1, max_retries=0)(_work)
        self._code, self.handle = None, self
        self._task = work.remote(list(self.command), dict(self.environment), str(Path.cwd()), shown)

    @property
    def code(self) -> int | None:
        """What it has returned, if it has ended."""
        if self._code is None and self._ray.wait([self._task], timeout=0)[0]:
            try:
                self._code = self._ray.get(self._task)
            except self._ray.exceptions.RayError as error:
                why = (str(error) or type(error).__name__).splitlines()[0]
                print(f"launch: worker {self.number}: {why}", file=sys.stderr, flush=True)
                self._code = 1
        return self._code

    def ask_to_end(self) -> None:
        """End the task, and with it the keeper's input."""
        if self._task is not None and self.code is None:
            self._ray.cancel(self._task, force=True)

    def kill(self) -> None:
        """Wait until Ray has ended it."""
        end = time.monotonic() + _gang.GRACE
        while self._task is not None and self.code is None and time.monotonic() < end:
            time.sleep(0.05)


def _work(command: list[str], variables: dict[str, str], folder: str, shown: str) -> int:
    """A task of Ray's: run a command under a keeper, which ends it if this process is ended."""
    keeper = [sys.executable, "-I", _keeper.__file__, "--detach", "--grace", "5", "--label", shown, "--", *command]
    child = subprocess.Popen(
        keeper, stdin=subprocess.PIPE, cwd=folder, env={**os.environ, **variables}, start_new_session=True
    )
    code = child.wait()
    return code if code >= 0 else 128 - code
