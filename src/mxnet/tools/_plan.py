"""What a job consists of: the processes and their environments, whatever starts them."""

import argparse
import contextlib
import os
import socket
from collections.abc import Callable

from mxnet.tools import _gang
from mxnet.tools._gang import Process

Environment = tuple[str, int, dict[str, str]]  # role, number, variables


def _free_port(address: str) -> int:
    with socket.socket() as probe:
        probe.bind((address, 0))
        return probe.getsockname()[1]


def own_address() -> str:
    """The address by which other machines reach this one."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("10.255.255.255", 9))  # sends nothing; the system chooses the way
            return probe.getsockname()[0]
    except OSError:
        return socket.gethostbyname(socket.gethostname())


def environments(args: argparse.Namespace, address: str, attempt: int) -> list[Environment]:
    """Role, number and variables of each process; the scheduler first. Each attempt has a port of its own."""
    common = {
        "DMLC_NUM_WORKER": str(args.num_workers),
        "DMLC_NUM_SERVER": str(args.num_servers),
        "DMLC_PS_ROOT_URI": address,
        "DMLC_PS_ROOT_PORT": str(_free_port(address)),
        "DMLC_JOB_CLUSTER": args.launcher,
        "MXNET_KVSTORE_SECRET": args.secret,
        "MXNET_LAUNCH_ATTEMPT": str(attempt),
        "MXNET_LAUNCH_JOIN": args.join,
        # Lines appear when they are written, and none is lost with a process, on other machines either.
        "PYTHONUNBUFFERED": os.environ.get("PYTHONUNBUFFERED", "1"),
    }
    processes = [("scheduler", 0, {**common, **args.own_variables, "DMLC_ROLE": "scheduler"})]
    for i in range(args.num_servers):
        more = {"DMLC_ROLE": "server", "DMLC_TASK_ID": str(i), "DMLC_SERVER_ID": str(i), **args.server_variables}
        processes.append(("server", i, {**common, **more}))
    for i in range(args.num_workers):
        more = {"DMLC_ROLE": "worker", "DMLC_TASK_ID": str(i), "DMLC_WORKER_ID": str(i), **args.worker_variables}
        processes.append(("worker", i, {**common, **more}))
    return processes


class Status:
    """What the scheduler says of the job: whether its workers depend on each other."""

    def __init__(self) -> None:
        self._readable, self.writable = os.pipe()
        os.set_blocking(self._readable, False)
        self._said = b""

    @property
    def variables(self) -> dict[str, str]:
        """What the scheduler is told."""
        return {"MXNET_LAUNCH_STATUS": str(self.writable)}

    def is_alone(self) -> bool:
        """Whether a worker may come back alone: the job has parameter servers, and sums nothing up over workers."""
        with contextlib.suppress(BlockingIOError):
            self._said += os.read(self._readable, 4096)
        kinds = self._said.split()
        return b"asynchronous" in kinds and b"collective" not in kinds

    def forget(self) -> None:
        """Before another attempt."""
        self.is_alone()
        self._said = b""


def run(args: argparse.Namespace, address: str, rest: Callable[[list[Environment]], list[Process]]) -> int:
    """Run the scheduler here, and ``rest``, which is told the other processes' variables, wherever they belong."""
    status, wanted = Status(), args.num_workers

    def make(attempt: int, lost: int) -> list[Process]:
        status.forget()
        args.num_workers = max(min(wanted, args.min_workers or wanted), wanted - lost)
        first, *others = environments(args, address, attempt)
        variables = {**first[2], **status.variables}
        scheduler = Process("scheduler", 0, args.command, variables, label(args), passed=(status.writable,))
        return [scheduler, *rest(others)]

    return _gang.run(make, args.restarts, status.is_alone)


def label(args: argparse.Namespace) -> str | None:
    """What stands before the lines of a process: nothing, or, for None, its role and rank."""
    return "" if args.plain else None
