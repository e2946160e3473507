"""This process as a worker of a job: its rank, where workers meet, and the devices that they add up with."""

import atexit
import contextlib
import hashlib
import json
import math
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from mxnet import _config
from mxnet import ndarray as nd
from mxnet._collectives import processes
from mxnet._collectives.processes import Group, Lost
from mxnet._control.client import Client
from mxnet._control.job import from_environment, is_launched
from mxnet._control.local import wants_to_join
from mxnet._programs.across import ProcessGang
from mxnet.context import cpu
from mxnet.error import MXNetError
from mxnet.kvstore.watchdog import Watchdog, tick
from mxnet.ndarray.handle import value_of

# Node numbers that mean all processes of a role, as ps-lite has them; they may be added.
_SCHEDULER, _SERVERS, _WORKERS = 1, 2, 4
_FAREWELL = 60  # seconds in which the other workers may end after the first
_START = 300  # seconds to wait for the other workers at the beginning


class Member:
    """A worker. All stores of a process share it."""

    def __init__(self, what: str) -> None:
        self.pending: ProcessGang | None = None
        self._group = processes.joined()  # by jax.distributed.initialize, if the program has called it
        self.control: Client | None = None
        if self._group is not None and not is_launched():
            self.rank, self.size, self.servers, self.again = self._group.rank, self._group.size, 0, False
            self.watchdog = Watchdog(self._tell, self._explain_delay, self._end)
            return
        job = from_environment(what)
        if self._group is not None:
            job = replace(job, task=self._group.rank)
        self.control = _waiting.pop() if _waiting else Client(job, "worker")
        self.rank, self.size = self.control.rank, self.control.workers
        self.servers, self.again = self.control.servers, self.control.again
        if self._group is not None and self._group.size != self.size:
            raise MXNetError(
                f"{what}: the launcher has started {self.size} workers, but jax.distributed.initialize was told "
                f"{self._group.size} processes"
            )
        self.watchdog = Watchdog(self._tell, self._explain_delay, self._end)
        atexit.register(self.leave)

    @property
    def group(self) -> Group:
        """The workers' devices; the first to ask waits for the others."""
        if self._group is None:
            if self.control is None or self.again:
                raise MXNetError(
                    f"worker {self.rank} was started again, but the others have lost their common state with the one "
                    "that died: start the whole job again, from its last checkpoint"
                )
            self.control.announce("collective")
            service, port = processes.host(self.size, self.control.host) if self.rank == 0 else (None, 0)
            mine = [f"{self.control.host}:{port}", processes.can_be_for_all()]
            answers = self.agree("mx.kv.create of a dist_sync store", (), mine)
            limit = min(_START, _config.lookup("MXNET_KVSTORE_TIMEOUT"))
            with self.watchdog.inside("joining the other workers"):
                first, for_all = answers[0][0], all(answer[1] for answer in answers)
                self._group = processes.join(first, self.rank, self.size, self.control.host, limit, for_all)
            self.meet("mx.kv.create")
            if service is not None:
                service.shutdown()
        return self._group

    def collective(self, what: str, call: Callable[..., Any], *args: Any) -> Any:
        """Do something that all workers must join; if one does not, it is an error that says who."""
        self.settle()
        with self.waiting(what):
            result = call(*args)
        if self.group.in_flight is not None:
            self.watchdog.expect(what, self.group.in_flight)
        return result

    @contextlib.contextmanager
    def waiting(self, what: str) -> Iterator[None]:
        """A scope in which this worker waits for the others."""
        try:
            with self.watchdog.inside(what):
                yield
        except Lost as error:
            if self.watchdog.problem is not None:
                raise MXNetError(self.watchdog.problem) from error
            raise self.explain(error) from error

    def settle(self) -> None:
        """Run the sum that is recorded and not yet run, if there is one: the others may wait for it."""
        pending, self.pending = self.pending, None
        if pending is not None:
            pending.settle("the next call that all workers make")

    def _tell(self, where: str) -> None:
        if self.control is not None:
            self.control.beat(where, tick())

    def _end(self) -> None:
        if self._group is not None:
            self._group.end()

    def _explain_delay(self, what: str, waited: float) -> str:
        start = f"worker {self.rank} has waited {waited:.0f} seconds (MXNET_KVSTORE_TIMEOUT) in {what}"
        if self.control is None:
            return f"{start}: some other worker does not take part"
        try:
            rows = self.control.whereabouts()
        except MXNetError as error:
            return f"{start}: {error}"
        others = [row for row in rows if row[0] != self.rank]
        missing = [
            f"{name} has not been heard of for {silent:.0f} seconds; it stood in {where}" if where else name
            for _, name, where, silent in others
            if silent > max(1.0, 3 * tick())
        ]
        elsewhere = [f"{name} is in {where}" for _, name, where, silent in others]
        return f"{start}: {', and '.join(missing or elsewhere)}"

    # --- meeting ---------------------------------------------------------------------------------------------------

    def meet(self, what: str, value: Any = None, then: str = "") -> list[Any]:
        """Wait until all workers are here, to do something ``then``; what each has brought."""
        self.settle()
        if self.control is not None:
            return self.control.meet(f"worker {self.rank}, in {what}", value, then)
        content = np.frombuffer(json.dumps(value).encode(), np.uint8)
        lengths = self._gathered(np.array([content.size], np.int64))[:, 0]
        padded = np.zeros(1 << int(lengths.max() - 1).bit_length(), np.uint8)
        padded[: content.size] = content
        rows = self._gathered(padded)
        return [json.loads(bytes(row[:length])) for row, length in zip(rows, lengths, strict=True)]

    def _gathered(self, content: np.ndarray) -> np.ndarray:
        array = nd.array(content, ctx=cpu(), dtype=content.dtype)
        gathered = self.collective("a meeting", self.group.gather, [value_of(array)])
        return np.asarray(gathered[0].read("gathered from workers"))

    def agree(self, what: str, details: Sequence[str], brought: Any = None, then: str = "") -> list[Any]:
        """Meet to do the same: that ``what`` and ``details`` are equal everywhere is checked before anything is done.

        Returns what each worker has brought besides.
        """
        return self.swap(what, details, brought, then, b"")[0]

    def swap(
        self, what: str, details: Sequence[str], brought: Any, then: str, attached: bytes
    ) -> tuple[list[Any], list[bytes]]:
        """``agree``, and swap some bytes, for which there must be a scheduler."""
        digest = hashlib.blake2b("\n".join((what, *details)).encode(), digest_size=16).hexdigest()
        contents: list[bytes] = []
        if self.control is None:
            answers = self.meet(what, [digest, brought], then)
        else:
            self.settle()
            answers, contents = self.control.swap(f"worker {self.rank}, in {what}", [digest, brought], then, attached)
        if any(answer[0] != answers[0][0] for answer in answers):
            raise MXNetError(_difference(self.meet(what, [what, *details])))
        return [answer[1] for answer in answers], contents

    def explain(self, error: Lost) -> MXNetError:
        """Why a collective failed, as far as the scheduler knows: it hears of a death a little later, perhaps."""
        end = time.monotonic() + 5
        while self.control is not None and time.monotonic() < end:
            try:
                dead = [f"{role} {rank}" for role, rank in self.control.dead() if role == "worker"]
            except MXNetError as gone:
                return gone
            if dead:
                return MXNetError(f"worker {self.rank}: {' and '.join(dead)} has died; {error}")
            time.sleep(0.1)
        return error

    # --- the others ------------------------------------------------------------------------------------------------

    def dead(self, node: int) -> int:
        """How many of the processes that a node number means have died."""
        dead = self.control.dead() if self.control is not None else []
        return sum(_means(node, role, rank) for role, rank in dead)

    def leave(self) -> None:
        """Say farewell, at the end."""
        with contextlib.suppress(MXNetError):
            self.settle()
        self.watchdog.stop()
        if self.control is not None:
            _leave(self.control)


def _means(node: int, role: str, rank: int) -> bool:
    if node < 8:
        return bool(node & {"server": _SERVERS, "worker": _WORKERS}.get(role, _SCHEDULER))
    return node == 2 * rank + (9 if role == "worker" else 8)


def _difference(answers: list[list[str]]) -> str:
    """The first thing in which what workers are about to do is not the same."""
    for rank, answer in enumerate(answers):
        for i in range(max(len(answer), len(answers[0]))):
            first, other = (a[i] if i < len(a) else "nothing more" for a in (answers[0], answer))
            if first != other:
                return (
                    f"workers do not do the same: in {answers[0][0]} worker 0 has {first}, where in {answer[0]} worker "
                    f"{rank} has {other}. Every worker must make the same calls, for the same keys, in the same order."
                )
    return "workers do not do the same"


def join_at_import() -> None:
    """Join ``jax.distributed`` with the other workers, where the launcher or a GPU asks for that.

    It must happen before the first array is made, and a program cannot be asked to say so.
    """
    wish = _config.lookup("MXNET_LAUNCH_JOIN")
    if not is_launched() or _config.lookup("DMLC_NUM_WORKER") == 1 or not wants_to_join(os.environ, wish):
        return
    control = Client(from_environment("import mxnet"), "worker")
    if not control.again:
        control.announce("collective")
        control.start("import mxnet")
        port = processes.free_port(control.host) if control.rank == 0 else 0
        address = control.meet(f"worker {control.rank}, in import mxnet", f"{control.host}:{port}")[0]
        limit = min(_START, _config.lookup("MXNET_KVSTORE_TIMEOUT"))
        processes.initialize(address, control.rank, control.workers, control.host, limit)
        _joined.append(control)
    _waiting.append(control)
    atexit.register(_leave_unused)


def _leave_unused() -> None:
    """For a worker that has joined, and never made a store."""
    while _waiting:
        _leave(_waiting.pop())


def _leave(control: Client) -> None:
    """Say farewell; of workers that have joined ``jax.distributed``, the first serves the others to the end."""
    if control in _joined:
        end = time.monotonic() + (_FAREWELL if not hasattr(sys, "last_value") else 0)
        with contextlib.suppress(MXNetError):
            while control.rank == 0 and time.monotonic() < end:
                if all(math.isinf(silent) for rank, _, _, silent in control.whereabouts() if rank):
                    break
                time.sleep(0.05)
        processes.finish()
    control.leave()


_joined: list[Client] = []
_waiting: list[Client] = []  # the connection of a worker that has joined, until it makes its first store
_members: list[Member] = []


def member(what: str) -> Member:
    """The worker that this process is; the first call connects to the scheduler and waits for the other workers."""
    if not _members:
        worker = Member(what)
        if worker.control is not None and not worker.again:
            worker.meet(what) if processes.joined() else worker.control.start(what)
        _members.append(worker)
    return _members[0]
