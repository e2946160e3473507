"""What the environment says of the job that this process belongs to."""

import ipaddress
import os
import socket
from dataclasses import dataclass, field

from mxnet import _config
from mxnet._control.local import job_rank
from mxnet._control.secret import job_secret
from mxnet.error import MXNetError

LAUNCH = "python -m mxnet.tools.launch -n 2 --launcher local python train.py"


@dataclass(frozen=True)
class JobSpec:
    """Where the scheduler is, and how many workers and servers there are. ``task`` is this process's own number."""

    role: str
    host: str
    port: int
    workers: int
    servers: int
    task: int | None
    secret: bytes = field(default=b"", repr=False)

    @property
    def scheduler(self) -> str:
        """The scheduler's address, for messages."""
        return f"{self.host}:{self.port}"


def role() -> str:
    """What this process is: ``"worker"``, unless the environment says ``"server"`` or ``"scheduler"``."""
    return _config.lookup("DMLC_ROLE")


def _missing() -> list[str]:
    return [n for n in ("DMLC_PS_ROOT_URI", "DMLC_PS_ROOT_PORT", "DMLC_NUM_WORKER") if not _config.is_set(n)]


def is_launched() -> bool:
    """Whether the environment says where the scheduler is."""
    return not _missing()


def from_environment(what: str) -> JobSpec:
    """The job, or an error that says which variables are missing for ``what``."""
    missing = _missing()
    if missing:
        raise MXNetError(
            f"{what} needs several processes that know of each other, but {', '.join(missing)} "
            f"{'is' if len(missing) == 1 else 'are'} not set. Start them with a launcher, as in\n    {LAUNCH}\n"
            "On one machine with several devices, mx.kv.create('device') needs none."
        )
    return JobSpec(
        role=role(),
        host=_config.lookup("DMLC_PS_ROOT_URI"),
        port=_config.lookup("DMLC_PS_ROOT_PORT"),
        workers=_config.lookup("DMLC_NUM_WORKER"),
        servers=_config.lookup("DMLC_NUM_SERVER"),
        task=_task(),
        secret=job_secret(),
    )


def _task() -> int | None:
    for name in ("DMLC_WORKER_ID", "DMLC_TASK_ID"):
        if _config.is_set(name):
            return _config.lookup(name)
    return job_rank(os.environ)


def own_host(job: JobSpec) -> str:
    """The address by which other machines of the job reach this one."""
    named = _config.lookup("DMLC_NODE_HOST") if _config.is_set("DMLC_NODE_HOST") else ""
    if named and not (_is_loopback(named) and not _is_loopback(job.host)):  # /etc/hosts may know a machine so itself
        return named
    try:
        with socket.socket(socket.AF_INET6 if ":" in job.host else socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((job.host, job.port))  # sends nothing; the system chooses the way
            return probe.getsockname()[0]
    except OSError:
        return "127.0.0.1"


def _is_loopback(name: str) -> bool:
    try:
        return ipaddress.ip_address(socket.gethostbyname(name) if ":" not in name else name).is_loopback
    except (OSError, ValueError):
        return False


def own_bind(job: JobSpec) -> str:
    """The address that the scheduler listens on: the one that others are told, unless that is not this machine's."""
    return _config.lookup("DMLC_NODE_HOST") if _config.is_set("DMLC_NODE_HOST") else job.host
