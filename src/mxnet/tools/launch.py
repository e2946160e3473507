"""Starts the processes of a distributed job: ``python -m mxnet.tools.launch``.

    launch -n 2 --launcher local python train.py --kv-store dist_sync        two workers on this machine
    launch -n 8 -H hosts --launcher ssh python train.py                      on the machines that the file names
    launch -n 16 --launcher slurm python train.py                            where Slurm puts them; mpi likewise
    launch -n 8 --launcher ray --restarts 3 python train.py                  where Ray puts them
    launch -n 8 --launcher kubernetes --image IMAGE python train.py          writes a manifest for kubectl

Each process runs the same command, and learns from its environment what it is: the scheduler, a server or a worker.
"""

import argparse
import os
import re
import secrets
import shutil
import sys
from collections.abc import Sequence

from mxnet.tools import _clusters, _kubernetes
from mxnet.tools._gang import Process
from mxnet.tools._plan import Environment, label, run

_ELSEWHERE = ("sge", "yarn")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "python -m mxnet.tools.launch", description="Start the processes of a distributed job."
    )
    add = parser.add_argument
    launchers = ("local", "ssh", "mpi", "slurm", "ray", "kubernetes")
    add("-n", "--num-workers", type=int, help="how many workers")
    add("-s", "--num-servers", type=int, help="how many servers, for dist_async; as many as workers, if not said")
    add("--min-workers", type=int, help="with restarts: go on without workers that failed, as long as so many are left")
    add("-H", "--hostfile", help="a file with a machine in each line, for ssh and mpi")
    add("--launcher", default="ssh", choices=(*launchers, *_ELSEWHERE), help="how processes are started")
    add("--launcher-args", default="", help="more words for mpirun or srun, in one")
    add("--sync-dst-dir", help="with ssh: copy the present folder there, on every machine, first")
    add("--env-server", action="append", default=[], metavar="NAME:VALUE", help="a variable for servers")
    add("--env-worker", action="append", default=[], metavar="NAME:VALUE", help="a variable for workers")
    add("--env", action="append", default=[], metavar="NAME", help="a variable that other machines get from here")
    add("--restarts", "--max-restarts", type=int, default=None, help="how often the job starts again after a failure")
    add(
        "--join", default="auto", choices=("auto", "always", "never"), help="whether workers call jax.distributed first"
    )
    add("--plain", action="store_true", help="do not put the rank before each line that a process writes")
    add("--image", help="with kubernetes: the container image")
    add("--gpus", type=int, default=0, help="with kubernetes: GPUs of each worker")
    add("--name", default="mxnet", help="with kubernetes: the job's name")
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
        parser.error(f"there is no launcher {args.launcher!r} here: use local, ssh, mpi, slurm, ray or kubernetes")
    if args.launcher == "ssh" and not args.hostfile:
        parser.error("--launcher ssh needs -H FILE with the machines; on this machine alone, write --launcher local")
    if args.launcher == "kubernetes" and not args.image:
        parser.error("--launcher kubernetes needs --image: what the containers are made from")
    if args.restarts is None:  # MXNet's launcher reads this one
        args.restarts = max(0, int(os.environ.get("DMLC_NUM_ATTEMPT", "1")) - 1)
    args.secret = os.environ.get("MXNET_KVSTORE_SECRET") or secrets.token_hex(32)
    args.num_servers = args.num_workers if args.num_servers is None else args.num_servers
    args.worker_variables, args.server_variables = _pairs(args.env_worker), _pairs(args.env_server)
    own, args.command = _own_variables(args.command)
    args.worker_variables |= own
    args.server_variables |= own
    args.own_variables = own
    return args


def _own_variables(command: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """The variables that stand before a command, as a shell has it, and the command.

    A command of a single word with spaces is for a shell.
    """
    variables, words = {}, list(command)
    while len(words) > 1 and (assignment := re.fullmatch(r"([A-Za-z_]\w*)=(.*)", words[0], re.DOTALL)):
        variables[assignment[1]] = assignment[2]
        words.pop(0)
    if len(words) == 1 and re.search(r"\s", words[0]) and shutil.which(words[0]) is None:
        words = ["/bin/sh", "-c", words[0]]
    return variables, words


def _pairs(texts: Sequence[str]) -> dict[str, str]:
    pairs = {}
    for text in texts:
        name, colon, value = text.partition(":")
        if not colon or not name:
            sys.exit(f"launch: expected NAME:VALUE, received {text!r}")
        pairs[name] = value
    return pairs


def local(args: argparse.Namespace) -> int:
    """Run the whole job on this machine."""

    def rest(others: list[Environment]) -> list[Process]:
        processes = []
        for role, number, variables in others:
            if role == "worker":
                variables |= {"MXNET_LOCAL_RANK": str(number), "MXNET_LOCAL_SIZE": str(args.num_workers)}
            processes.append(Process(role, number, args.command, variables, label(args)))
        return processes

    return run(args, "127.0.0.1", rest)


_LAUNCHERS = {
    "local": local,
    "ssh": _clusters.ssh,
    "mpi": _clusters.mpi,
    "slurm": _clusters.slurm,
    "ray": _clusters.ray,
    "kubernetes": _kubernetes.write,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a job."""
    args = parse(arguments)
    return _LAUNCHERS[args.launcher](args)


if __name__ == "__main__":
    sys.exit(main())
