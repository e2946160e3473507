"""Starts the processes of a distributed job: ``python -m mxnet.tools.launch``.

    launch -n 2 --launcher local python train.py --kv-store dist_sync        two workers on this machine
    launch -n 8 -H hosts --launcher ssh python train.py                      on the machines that the file names
    launch -n 8 --launcher ray --restarts 3 python train.py                  wherever Ray puts them

Each process runs the same command, and learns from its environment what it is: the scheduler, a server or a worker.
"""

import argparse
import logging
import os
import secrets
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_GRACE = 10.0  # seconds in which processes may end by themselves when the job is over
_ELSEWHERE = ("mpi", "sge", "yarn")


@dataclass
class Process:
    """One process of the job: what it runs, with which additions to the environment."""

    role: str
    number: int
    command: list[str] | str
    environment: Mapping[str, str]
    attempts: int = 1
    handle: Any = field(default=None, repr=False)

    def start(self) -> None:
        """Start it, at the head of a group of its own, so that it can be stopped with all its children."""
        self.attempts -= 1
        self.handle = subprocess.Popen(
            self.command,
            shell=isinstance(self.command, str),
            env={**os.environ, **self.environment},
            start_new_session=True,
        )

    def stop(self, how: int) -> None:
        """Send a signal to it and its children."""
        if self.handle is not None and self.handle.poll() is None:
            try:
                os.killpg(self.handle.pid, how)
            except (ProcessLookupError, PermissionError):
                self.handle.send_signal(how)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Start the processes of a distributed job.")
    add = parser.add_argument
    add("-n", "--num-workers", type=int, help="how many workers")
    add("-s", "--num-servers", type=int, help="how many servers, for dist_async; as many as workers, if not said")
    add("-H", "--hostfile", help="a file with a machine in each line, for ssh")
    add("--launcher", default="ssh", choices=("local", "ssh", "ray", *_ELSEWHERE), help="how processes are started")
    add("--sync-dst-dir", help="with ssh: copy the present folder there, on every machine, first")
    add("--env-server", action="append", default=[], metavar="NAME:VALUE", help="a variable for servers")
    add("--env-worker", action="append", default=[], metavar="NAME:VALUE", help="a variable for workers")
    add("--env", action="append", default=[], metavar="NAME", help="a variable that other machines get from here")
    add("--restarts", type=int, default=0, help="how often a worker that failed is started again, for dist_async")
    add("--p3", action="store_true", help="accepted: all sums travel at once here")
    add("command", nargs=argparse.REMAINDER, help="what each process runs")
    return parser


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """The command line; everything from the command on is the command's own."""
    parser = _parser()
    args = parser.parse_args(arguments)
    if args.num_workers is None or args.num_workers < 1:
        parser.error("-n, the number of workers, is missing: launch -n 2 --launcher local python train.py")
    if not args.command:
        parser.error("there is no command: launch -n 2 --launcher local python train.py")
    if args.launcher in _ELSEWHERE:
        parser.error(f"there is no launcher {args.launcher!r} here: use local, ssh or ray")
    if args.launcher == "ssh" and not args.hostfile:
        parser.error("--launcher ssh needs -H FILE with the machines; on this machine alone, write --launcher local")
    args.secret = os.environ.get("MXNET_KVSTORE_SECRET") or secrets.token_hex(32)
    args.num_servers = args.num_workers if args.num_servers is None else args.num_servers
    return args


def _free_port(address: str) -> int:
    with socket.socket() as probe:
        probe.bind((address, 0))
        return probe.getsockname()[1]


def _own_address() -> str:
    """The address by which other machines reach this one."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("10.255.255.255", 9))  # sends nothing; the system chooses the way
            return probe.getsockname()[0]
    except OSError:
        return socket.gethostbyname(socket.gethostname())


def _pairs(given: Sequence[str]) -> dict[str, str]:
    found = {}
    for text in given:
        name, colon, value = text.partition(":")
        if not colon or not name:
            sys.exit(f"launch: expected NAME:VALUE, received {text!r}")
        found[name] = value
    return found


def _environments(args: argparse.Namespace, address: str) -> list[tuple[str, int, dict[str, str]]]:
    """Role, number and variables of each process; the scheduler first."""
    common = {
        "DMLC_NUM_WORKER": str(args.num_workers),
        "DMLC_NUM_SERVER": str(args.num_servers),
        "DMLC_PS_ROOT_URI": address,
        "DMLC_PS_ROOT_PORT": str(_free_port(address)),
        "DMLC_JOB_CLUSTER": args.launcher,
        "MXNET_KVSTORE_SECRET": args.secret,
    }
    found = [("scheduler", 0, {**common, "DMLC_ROLE": "scheduler"})]
    for i in range(args.num_servers):
        more = {"DMLC_ROLE": "server", "DMLC_TASK_ID": str(i), "DMLC_SERVER_ID": str(i), **_pairs(args.env_server)}
        found.append(("server", i, {**common, **more}))
    for i in range(args.num_workers):
        more = {"DMLC_ROLE": "worker", "DMLC_TASK_ID": str(i), "DMLC_WORKER_ID": str(i), **_pairs(args.env_worker)}
        found.append(("worker", i, {**common, **more}))
    return found


# --- one machine ---------------------------------------------------------------------------------------------------


def local(args: argparse.Namespace) -> int:
    """Run the whole job on this machine."""
    command = " ".join(args.command)  # for a shell, as MXNet's launcher has it
    attempts = max(1 + args.restarts, int(os.environ.get("DMLC_NUM_ATTEMPT", "1")))
    return watch(
        [
            Process(role, number, command, environment, attempts if role == "worker" else 1)
            for role, number, environment in _environments(args, "127.0.0.1")
        ]
    )


def watch(processes: Sequence[Process]) -> int:
    """Start processes, and return when the workers have finished: 0, or what the first that failed returned."""
    before = {how: signal.signal(how, _interrupted) for how in (signal.SIGINT, signal.SIGTERM)}
    code = 130
    try:
        for process in processes:
            process.start()
        code = _wait(processes)
    except KeyboardInterrupt:
        pass
    finally:
        _end(processes, at_once=code != 0)
        for how, handler in before.items():
            signal.signal(how, handler)
    return code


def _interrupted(number: int, frame: Any) -> None:
    raise KeyboardInterrupt


def _wait(processes: Sequence[Process]) -> int:
    workers = [p for p in processes if p.role == "worker"]
    while True:
        for process in processes:
            code = process.handle.poll()
            if not code:
                continue
            if process.role == "worker" and process.attempts > 0:
                print(f"launch: worker {process.number} returned {code}; starting it again", file=sys.stderr)
                process.start()
                continue
            print(f"launch: {process.role} {process.number} returned {code}", file=sys.stderr)
            _let_others_say(workers)
            return code if code > 0 else 128 - code
        if all(p.handle.poll() == 0 for p in workers):
            return 0
        time.sleep(0.1)


def _let_others_say(workers: Sequence[Process]) -> None:
    """Wait a little: the other workers may be about to say what they miss."""
    end = time.monotonic() + _GRACE
    while time.monotonic() < end and any(p.handle.poll() is None for p in workers):
        time.sleep(0.1)


def _end(processes: Sequence[Process], at_once: bool) -> None:
    """See that every process has ended: by itself, or on demand, or by force."""
    started = [p for p in processes if p.handle is not None]
    steps: list[Callable[[Process], None]] = [lambda p: p.stop(signal.SIGTERM), lambda p: p.stop(signal.SIGKILL)]
    for step in steps if at_once else [lambda p: None, *steps]:
        for process in started:
            step(process)
        end = time.monotonic() + _GRACE
        while time.monotonic() < end and any(p.handle.poll() is None for p in started):
            time.sleep(0.05)
        if all(p.handle.poll() is not None for p in started):
            return


# --- several machines -----------------------------------------------------------------------------------------------


def hosts(path: str) -> list[tuple[str, str]]:
    """Machine and port of each line of a file: ``name``, ``name:port``, and what follows a space is ignored."""
    found = []
    for line in Path(path).read_text().splitlines():
        words = line.split("#")[0].split()
        if words:
            name, _, port = words[0].partition(":")
            found.append((name, port or "22"))
    if not found:
        sys.exit(f"launch: {path} names no machines")
    return found


def ssh(args: argparse.Namespace) -> int:
    """Run the scheduler here, and servers and workers on the machines of a file, in turn."""
    machines = hosts(args.hostfile)
    folder = args.sync_dst_dir or str(Path.cwd())
    if args.sync_dst_dir:
        for name, port in dict.fromkeys(machines):
            source = str(Path.cwd()) + "/"
            copy = ["rsync", "-az", "--rsh", f"ssh -o StrictHostKeyChecking=no -p {port}", source, f"{name}:{folder}"]
            subprocess.run(copy, check=True)
    processes = []
    for at, (role, number, environment) in enumerate(_environments(args, _own_address())):
        if role == "scheduler":
            processes.append(Process(role, number, " ".join(args.command), environment))
            continue
        name, port = machines[(at - 1) % len(machines)]
        passed = {variable: os.environ[variable] for variable in args.env if variable in os.environ}
        script = remote_script({**passed, **environment, "DMLC_NODE_HOST": name}, folder, args.command)
        command = ["ssh", "-o", "StrictHostKeyChecking=no", "-tt", "-p", port, name, script]
        processes.append(Process(role, number, command, {}, 1 + args.restarts if role == "worker" else 1))
    return watch(processes)


def remote_script(environment: Mapping[str, str], folder: str, command: Sequence[str]) -> str:
    """What a shell on another machine runs."""
    exports = " ".join(f"{name}={shlex.quote(value)}" for name, value in environment.items())
    return f"export {exports}; cd {shlex.quote(folder)} && {' '.join(command)}"


def ray(args: argparse.Namespace) -> int:
    """Let Ray place the workers, and start those again that fail; the scheduler runs here."""
    if "RAY_ADDRESS" not in os.environ:  # a cluster for this job alone, with a token that only its processes know
        os.environ.update(RAY_AUTH_MODE="token", RAY_AUTH_TOKEN=secrets.token_hex(32))
    try:
        import ray as cluster  # only this launcher needs it
    except ImportError:
        sys.exit("launch: --launcher ray needs Ray: pip install 'mxnet-xla[dist]'")
    address = os.environ.get("RAY_ADDRESS", "")
    places = {} if address else {"num_cpus": max(args.num_workers, os.cpu_count() or 1)}
    cluster.init(address=address or "local", logging_level=logging.ERROR, include_dashboard=False, **places)
    address = address or cluster.get_runtime_context().gcs_address
    # Ray places the servers too, when a worker asks for them: none of them is a process of ours.
    environments = [e for e in _environments(args, _own_address()) if e[0] != "server"]
    command, folder = " ".join(args.command), str(Path.cwd())
    scheduler = Process("scheduler", 0, command, environments[0][2])
    scheduler.start()

    @cluster.remote(max_retries=args.restarts, retry_exceptions=True, num_cpus=1)
    def work(environment: dict[str, str]) -> None:
        subprocess.run(command, shell=True, cwd=folder, env={**os.environ, **environment}, check=True)

    more = {"RAY_ADDRESS": address}
    try:
        cluster.get([work.remote({**environment, **more}) for _, _, environment in environments[1:]])
        return 0
    except cluster.exceptions.RayError as error:
        print(f"launch: {error}", file=sys.stderr)
        return 1
    finally:
        _end([scheduler], at_once=False)
        cluster.shutdown()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a job."""
    args = parse(arguments)
    return {"local": local, "ssh": ssh, "ray": ray}[args.launcher](args)


if __name__ == "__main__":
    sys.exit(main())
