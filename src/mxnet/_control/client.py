"""A worker's, or a server's, connection to the scheduler."""

import contextlib
import itertools
import os
import socket
import sys
import threading
import time
import weakref
from collections.abc import Sequence
from typing import Any

from mxnet import _config
from mxnet._control import wire
from mxnet._control.job import LAUNCH, JobSpec, own_host
from mxnet._control.secret import derived, is_proof, nonce, proof
from mxnet.error import MXNetError

_CONNECT = 60.0  # seconds to wait for a scheduler
_GREETING = 20.0  # seconds in which a scheduler answers
_START = 300.0  # seconds to wait for the other workers at the beginning


class _Silent(MXNetError):
    """No answer came."""


# A forked child has a copy of each connection, and would keep it open when its parent has died.
_connected: "weakref.WeakSet[Client]" = weakref.WeakSet()


def _after_fork() -> None:
    for client in list(_connected):
        client._connection.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def _cut(content: bytes, sizes: Sequence[int]) -> list[bytes]:
    ends = list(itertools.accumulate(sizes))
    return [content[end - size : end] for end, size in zip(ends, sizes, strict=True)]


class Client:
    """This process as a member of the job."""

    def __init__(self, job: JobSpec, role: str) -> None:
        self.job, self.host, self._pid = job, own_host(job), os.getpid()
        self._lock, self._sending = threading.Lock(), threading.Lock()
        self._reader = wire.Reader()
        self._connection = self._connect()
        try:
            answer = self._greet(role)
        except BaseException:
            self._connection.close()
            raise
        _connected.add(self)
        self.rank: int = answer["rank"]
        self.workers: int = answer["workers"]
        self.servers: int = answer["servers"]
        self.name: str = answer["name"]
        self._numbers = itertools.count(answer["next"])
        self.again: bool = answer["again"]  # whether this process takes the place of one that died

    def _greet(self, role: str) -> dict[str, Any]:
        me = {"role": role, "task": self.job.task, "host": socket.gethostname(), "pid": os.getpid()}
        self._connection.settimeout(_GREETING)
        try:
            self._prove()
            answer = self._ask({"do": "hello", **me, "workers": self.job.workers})
        except (_Silent, OSError, wire.Garbled):
            raise MXNetError(
                f"what listens at {self.job.scheduler} (DMLC_PS_ROOT_URI and DMLC_PS_ROOT_PORT) does not answer as a "
                "scheduler: another program may have taken that port; choose a free one"
            ) from None
        return answer

    def _prove(self) -> None:
        """Show the scheduler that this process knows the job's secret, and see that it does too."""
        secret, own = self.job.secret, nonce()
        theirs = (wire.receive(self._connection, self._reader) or {}).get("nonce")
        if not isinstance(theirs, str):
            raise wire.Garbled("no nonce")
        self._connection.sendall(wire.encode({"nonce": own, "proof": proof(secret, "client", theirs, own)}))
        answer = wire.receive(self._connection, self._reader) or {}
        if not is_proof(answer.get("proof"), secret, "scheduler", own, theirs):
            raise MXNetError(
                f"this process and the scheduler at {self.job.scheduler} do not have the same secret. The launcher "
                "gives one to all processes of a job; those started by hand need the same MXNET_KVSTORE_SECRET, or "
                "copies of one MXNET_KVSTORE_SECRET_FILE"
            )

    def _connect(self) -> socket.socket:
        limit = min(_CONNECT, _config.lookup("MXNET_KVSTORE_TIMEOUT"))
        end, wait = time.monotonic() + limit, 0.05
        while True:
            try:
                connection = socket.create_connection((self.job.host, self.job.port), timeout=5)
                break
            except OSError as error:
                if time.monotonic() > end:
                    raise MXNetError(
                        f"no scheduler at {self.job.scheduler} (DMLC_PS_ROOT_URI and DMLC_PS_ROOT_PORT) after "
                        f"{limit:.0f} seconds: {error}. Start one process with DMLC_ROLE=scheduler on that machine, "
                        f"or let the launcher do it:\n    {LAUNCH}"
                    ) from None
            time.sleep(wait)
            wait = min(2 * wait, 1.0)
        wire.tune(connection)
        return connection

    def _send(self, content: bytes) -> None:
        with self._sending:  # a sign of life may be under way
            self._connection.sendall(content)

    def _ask(self, message: dict[str, Any], wait: float = _GREETING, attached: bytes = b"") -> dict[str, Any]:
        """Send a request and wait for its answer."""
        if os.getpid() != self._pid:
            raise MXNetError("a distributed kvstore cannot be used in a process forked from the worker that made it")
        content = wire.encode(message, attached)
        if len(content) > wire.LONGEST:
            raise MXNetError(f"{message.get('what')}: {len(content)} bytes are too many for the scheduler")
        with self._lock:
            try:
                if self._connection.gettimeout() != wait:
                    self._connection.settimeout(wait)
                self._send(content)
                answer = wire.receive(self._connection, self._reader)
            except TimeoutError:
                self._connection.close()  # an answer that comes later would be taken for that to another question
                raise _Silent(
                    f"the scheduler at {self.job.scheduler} has not answered for {wait:.0f} seconds"
                ) from None
            except (OSError, wire.Garbled):
                answer = None
        if answer is None:
            raise _Silent(f"the scheduler at {self.job.scheduler} has gone: the job cannot go on")
        if "error" in answer:
            raise MXNetError(answer["error"])
        return answer

    def meet(self, what: str, value: Any = None, then: str = "") -> list[Any]:
        """Wait until every worker is here, and see what each has brought.

        ``what``, and what this worker does ``then``, are for messages.
        """
        return self.swap(what, value, then, b"")[0]

    def swap(self, what: str, value: Any, then: str, attached: bytes) -> tuple[list[Any], list[bytes]]:
        """Meet, and see also which bytes each worker has brought: they travel as they are."""
        limit, name = _config.lookup("MXNET_KVSTORE_TIMEOUT"), str(next(self._numbers))
        message = {"do": "meet", "name": name, "what": what, "value": value, "limit": limit, "then": then}
        answer = self._ask(message, limit + _GREETING, attached)
        return answer["values"], _cut(answer.get(wire.ATTACHED, b""), answer["sizes"])

    def start(self, what: str) -> None:
        """Wait for all workers at the beginning, where one that never comes is likely."""
        limit = min(_START, _config.lookup("MXNET_KVSTORE_TIMEOUT"))
        message = {"do": "meet", "name": "start", "what": what, "value": None, "limit": limit}
        self._ask(message, limit + _GREETING)

    def beat(self, where: str, every: float) -> None:
        """Give a sign of life, as ``every`` so many seconds, and say what this process is doing."""
        if os.getpid() == self._pid:
            with contextlib.suppress(OSError):  # whoever asks next will notice
                self._send(wire.encode({"do": "beat", "where": where, "every": every}))

    def announce(self, kind: str) -> None:
        """Say what the workers do together: ``"collective"`` or ``"asynchronous"``."""
        with contextlib.suppress(OSError):
            self._send(wire.encode({"do": "kind", "kind": kind}))

    def whereabouts(self) -> list[tuple[int, str, str, float]]:
        """Of each worker: its rank, its name, what it was doing, and the seconds since it was last heard of."""
        return [tuple(row) for row in self._ask({"do": "where"})["where"]]  # type: ignore[misc]

    def dead(self) -> list[tuple[str, int]]:
        """The processes that have died, by role and rank."""
        return [(role, rank) for role, rank in self._ask({"do": "dead"})["dead"]]

    def ray(self) -> tuple[str, str, str]:
        """The address and token of the job's Ray, which starts when somebody first asks, and a folder for servers."""
        answer = self._ask({"do": "ray"}, _START)
        return answer["address"], derived(self.job.secret, "Ray"), answer["folder"]

    def command(self, head: int, body: str) -> None:
        """Let every server process hear something, and return when all have."""
        self._ask({"do": "command", "head": head, "body": body}, _config.lookup("MXNET_KVSTORE_TIMEOUT"))

    def leave(self) -> None:
        """Say that this process has finished."""
        if os.getpid() == self._pid:
            with contextlib.suppress(MXNetError):  # the scheduler may have gone first
                self._ask({"do": "bye"})
            self._connection.close()

    def serve_commands(self, controller: Any) -> None:
        """Receive commands and call ``controller`` with each until the job is over."""
        self._connection.settimeout(None)
        while True:
            message = wire.receive(self._connection, self._reader)
            if message is None or message.get("do") == "stop":
                self._connection.close()
                return
            try:
                controller(int(message.get("head") or 0), str(message.get("body")))
            except Exception as error:  # a controller's failure is the server's to report, not a reason to stop
                print(f"[kvstore] server {self.rank}: {error}", file=sys.stderr, flush=True)
            self._connection.sendall(wire.encode({"do": "done"}))
