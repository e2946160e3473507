"""The scheduler: ranks, meetings, and who is missing."""

import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from mxnet._control import client as client_module
from mxnet._control import scheduler as scheduler_module
from mxnet._control import wire
from mxnet._control.client import Client
from mxnet._control.job import JobSpec
from mxnet._control.scheduler import Scheduler
from mxnet.error import MXNetError

SECRET = b"known to the job alone"


class Running:
    """A scheduler in a thread, and workers that connect to it."""

    def __init__(self, workers: int, servers: int = 0) -> None:
        self.scheduler = Scheduler(0, workers, servers, "127.0.0.1", SECRET)
        self.thread = threading.Thread(target=self.scheduler.serve, daemon=True)
        self.thread.start()
        self.workers, self.servers = workers, servers
        self.pool = ThreadPoolExecutor(8)
        self.clients: list[Client] = []

    def job(self, task: int | None = None, role: str = "worker", secret: bytes = SECRET) -> JobSpec:
        return JobSpec(role, "127.0.0.1", self.scheduler.port, self.workers, self.servers, task, secret)

    def join(self, task: int | None = None, role: str = "worker") -> Client:
        found = Client(self.job(task, role), role)
        self.clients.append(found)
        return found

    def end(self) -> None:
        for client in self.clients:
            died(client)
        self.scheduler.stop()
        self.thread.join(10)
        self.pool.shutdown()

    def later(self, call: Callable[..., Any], *args: Any) -> Future[Any]:
        return self.pool.submit(call, *args)


def died(client: Client) -> None:
    """What the scheduler sees when a process is killed."""
    client._connection.close()


@pytest.fixture
def two(monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    monkeypatch.setattr(scheduler_module, "_TICK", 0.02)
    monkeypatch.setattr(scheduler_module, "_LINGER", 0.0)
    running = Running(2)
    yield running
    running.end()


def test_workers_get_ranks_meet_and_finish(two: Running) -> None:
    a, b = two.join(), two.join()
    assert ((a.rank, b.rank), a.workers, a.again) == ((0, 1), 2, False)
    waiting = two.later(a.start, "start")
    b.start("start")
    waiting.result(10)
    for i in range(3):
        waiting = two.later(a.meet, "a step", {"from": "a", "step": i})
        found = b.meet("a step", ["b"])
        assert found == waiting.result(10) == [{"from": "a", "step": i}, ["b"]]
    assert a.dead() == []
    a.leave()
    assert two.thread.is_alive()
    b.leave()
    two.thread.join(10)
    assert not two.thread.is_alive()


def test_bytes_travel_with_a_meeting(two: Running) -> None:
    a, b = two.join(), two.join()
    contents = [b"\0\xff" * 5000, b""]
    waiting = two.later(a.swap, "x", 1, "", contents[0])
    assert b.swap("x", [2], "", contents[1]) == waiting.result(10) == ([1, [2]], contents)


def test_only_what_is_attached_is_attached() -> None:
    assert list(wire.Reader().feed(wire.encode({"attached": [1], "b": 1}))) == [{"b": 1}]


def test_ranks_that_are_asked_for(two: Running) -> None:
    b = two.join(1)
    assert b.rank == 1
    with pytest.raises(
        MXNetError, match=r"there is a worker 1 \(.*\) already; give each worker its own DMLC_WORKER_ID"
    ):
        two.join(1)
    with pytest.raises(MXNetError, match="worker 2 is none of the job's 2 workers"):
        two.join(2)
    assert two.join().rank == 0
    with pytest.raises(MXNetError, match="the job has its 2 workers already"):
        two.join()


def test_a_death_ends_every_wait_and_is_known(two: Running) -> None:
    a, b = two.join(), two.join()
    waiting = two.later(a.meet, "worker 0, in push")
    died(b)
    with pytest.raises(MXNetError, match=r"worker 0, in push: worker 1 \(.*process \d+\) has died"):
        waiting.result(10)
    assert a.dead() == [("worker", 1)]
    with pytest.raises(MXNetError, match="has died"):
        a.meet("again")  # at once, not after a time limit


def test_a_successor_takes_the_place_of_a_dead_worker(two: Running) -> None:
    a, b = two.join(), two.join()
    met = two.later(a.meet, "x")
    b.meet("x")
    met.result(10)
    died(b)
    with pytest.raises(MXNetError, match="has died"):
        a.meet("x")
    c = two.join()
    assert (c.rank, c.again) == (1, True)
    assert a.dead() == []
    met = two.later(a.meet, "y", 1)
    assert c.meet("y", 2) == met.result(10) == [1, 2]


def test_a_worker_that_has_finished_is_not_waited_for(two: Running) -> None:
    a, b = two.join(), two.join()
    b.leave()
    with pytest.raises(MXNetError, match="has left the job: it has finished, or failed"):
        a.meet("a barrier")


def test_a_wait_has_an_end(two: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXNET_KVSTORE_TIMEOUT", "1")
    a = two.join()
    with pytest.raises(MXNetError, match=r"start: waited 1 seconds for worker 1, which has never come"):
        a.start("start")


def test_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "_CONNECT", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(MXNetError, match=rf"no scheduler at 127\.0\.0\.1:{port} .*Start one process with DMLC_ROLE"):
        Client(JobSpec("worker", "127.0.0.1", port, 2, 0, None, SECRET), "worker")


def test_something_else_on_the_port(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "_GREETING", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(MXNetError, match="does not answer as a scheduler"):
            Client(JobSpec("worker", "127.0.0.1", port, 2, 0, None, SECRET), "worker")
        with pytest.raises(MXNetError, match=f"cannot listen on port {port}"):
            Scheduler(port, 2, 0, "127.0.0.1", SECRET)


def test_another_jobs_scheduler(two: Running) -> None:
    with pytest.raises(MXNetError, match=r"this job has 2 workers, but worker .* was told 3"):
        Client(JobSpec("worker", "127.0.0.1", two.scheduler.port, 3, 0, None, SECRET), "worker")


def test_the_scheduler_goes(two: Running) -> None:
    a = two.join()
    for peer in list(two.scheduler._alive.values()):
        peer.connection.shutdown(socket.SHUT_RDWR)
    with pytest.raises(MXNetError, match="has gone: the job cannot go on"):
        a.meet("x")


def test_a_port_that_is_closed_ends_the_scheduler() -> None:
    scheduler = Scheduler(0, 2, 0, "127.0.0.1", SECRET)
    scheduler._listener.shutdown(socket.SHUT_RDWR)
    with pytest.raises(MXNetError, match=f"the port {scheduler.port} has been closed"):
        scheduler.serve()


def test_servers_hear_commands() -> None:
    job = Running(1, 2)
    servers, heard = [job.join(role="server") for _ in range(2)], []
    lives = [job.later(s.serve_commands, lambda head, body, s=s: heard.append((s.rank, head, body))) for s in servers]
    worker = job.join()
    worker.command(3, "words")
    assert sorted(heard) == [(0, 3, "words"), (1, 3, "words")]
    worker.leave()
    for life in lives:
        life.result(10)  # servers stop with the job
    job.end()


def test_messages_survive_any_cut() -> None:
    messages = [{"a": 1}, {"b": ["ü" * 300]}, {}, {"c": 2, "attached": b"\xff[" * 40}]
    content = b"".join(map(wire.encode, messages[:3])) + wire.encode({"c": 2}, b"\xff[" * 40)
    for step in (1, 3, 1000):
        reader, found = wire.Reader(), []
        for at in range(0, len(content), step):
            found += reader.feed(content[at : at + step])
        assert found == messages


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore")  # newer Pythons warn of forks where there are threads
def test_a_forked_child_does_not_keep_a_dead_worker_alive(two: Running) -> None:
    a, b = two.join(), two.join()
    readable, writable = os.pipe()
    child = os.fork()
    if child == 0:  # lives on, and says only that it cannot use the connection
        try:
            b.meet("in the child")
        except MXNetError as error:
            os.write(writable, str(error).encode())
        signal.pause()
    try:
        assert b"forked" in os.read(readable, 1000)
        died(b)
        with pytest.raises(MXNetError, match="has died"):
            a.meet("alone")
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(readable)
        os.close(writable)
