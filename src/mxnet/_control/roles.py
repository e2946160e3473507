"""What a process does whose role is not a worker's: it serves the job while mxnet is imported, and exits."""

import signal
import sys

from mxnet._control.client import Client
from mxnet._control.job import from_environment, own_bind, role
from mxnet._control.scheduler import Scheduler
from mxnet.error import MXNetError

_TRY_AGAIN = 75  # what a program returns that failed for reasons not its own (EX_TEMPFAIL)


def hear(rank: int, head: int, body: str) -> None:
    """What a server does with a command: only optimizers have a meaning, and they are the workers' affair."""
    if head != 0:
        print(f"server {rank}, unknown command ({head}, {body})", flush=True)


def serve() -> None:
    """Serve as the scheduler or as a server, until the job is over."""
    kind = role()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # what was made is removed on the way out
    try:
        job = from_environment(f"DMLC_ROLE={kind}")
        if kind == "scheduler":
            scheduler = Scheduler(job.port, job.workers, job.servers, own_bind(job), job.secret)
            scheduler.serve()
            if scheduler.has_failed:
                sys.exit(_TRY_AGAIN)
        else:
            client = Client(job, "server")
            client.serve_commands(lambda head, body: hear(client.rank, head, body))
    except MXNetError as error:
        sys.exit(f"mxnet {kind}: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
