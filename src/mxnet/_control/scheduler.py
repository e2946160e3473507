"""The scheduler: gives workers their ranks, lets them meet, and notices who has died."""

import contextlib
import errno
import math
import os
import selectors
import socket
import subprocess
import sys
import time
import uuid
from typing import Any

from mxnet import _config
from mxnet._control import ray_head, wire
from mxnet._control.folder import JobFolder
from mxnet._control.secret import derived, is_proof, nonce, proof
from mxnet.error import MXNetError

_TICK = 1.0
_SLOW = 60.0  # seconds after which a meeting that somebody misses is mentioned
_LAST_WORDS = 10.0  # seconds in which workers may ask who has died
_STRANGERS = 64  # connections whose other side has not proved yet that it belongs to the job; more, and the oldest goes
_PROOF = 20.0  # seconds in which it must
_LINGER = 60.0  # seconds that the scheduler waits for a successor of a worker that died, when all others have finished


class _Peer:
    """A process that has connected."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.reader = wire.Reader(wire.OF_STRANGERS)
        self.nonce = nonce()
        self.is_ours = False
        self.since = time.monotonic()
        self.outgoing = bytearray()
        self.is_full = False  # whether it takes no more for now
        self.heard = self.since
        self.every = 5.0  # seconds between two signs of life
        self.where = "the program's own code"
        self.role = ""
        self.rank = -1
        self.address = "?"

    def __str__(self) -> str:
        return f"{self.role} {self.rank} ({self.address})"


class _Meeting:
    """Workers that have come to a point which all must reach; each brought a value."""

    def __init__(self, what: str, limit: float) -> None:
        self.what = what
        self.since = time.monotonic()
        self.limit = limit
        self.mentioned = False
        self.values: dict[int, Any] = {}
        self.attached: dict[int, bytes] = {}
        self.peers: list[_Peer] = []


class Scheduler:
    """Serves one job: binds its port at once, ``serve`` returns when all workers have finished."""

    def __init__(self, port: int, workers: int, servers: int, host: str, secret: bytes) -> None:
        self.workers, self.servers, self._secret = workers, servers, secret
        self._listener = _listen(host, port, workers + servers + 16)
        self.port: int = self._listener.getsockname()[1]
        self._listener.setblocking(False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._strangers: dict[_Peer, None] = {}  # in the order of their coming
        self._alive: dict[tuple[str, int], _Peer] = {}
        self._gone: dict[tuple[str, int], str] = {}  # died or left, and how
        self._died: set[tuple[str, int]] = set()
        self._meetings: dict[str, _Meeting] = {}
        self._commands: dict[_Peer, set[_Peer]] = {}  # who asked, and the servers that have not answered yet
        self._lost_at = 0.0
        self._kinds: set[str] = set()
        self._status = _config.lookup("MXNET_LAUNCH_STATUS")  # a pipe to the launcher
        self._stopped = False
        self._name = uuid.uuid4().hex[:12]
        self._next = 0  # the number of the meeting that workers come to next
        self._ray: subprocess.Popen[bytes] | None = None
        self._folder: JobFolder | None = None
        self._ray_answer: dict[str, Any] = {}
        self._ray_askers: list[_Peer] = []

    # --- the loop --------------------------------------------------------------------------------------------------

    def serve(self) -> None:
        """Serve until every worker has finished."""
        try:
            while not self._over():
                for key, events in self._selector.select(_TICK):
                    if key.data is None:
                        self._accept()
                    elif key.data is self._ray:
                        self._hear_ray()
                    elif events & selectors.EVENT_WRITE:
                        self._flush(key.data)
                    else:
                        self._read(key.data)
                self._check_times()
        finally:
            self._stop_servers()
            for key in list(self._selector.get_map().values()):
                if not isinstance(key.data, subprocess.Popen):
                    key.fileobj.close()  # type: ignore[union-attr]
            self._selector.close()
            self._stop_ray()

    def stop(self) -> None:
        """Let ``serve``, in another thread, return within a second or so."""
        self._stopped = True

    @property
    def has_failed(self) -> bool:
        """Whether a worker has died that the others cannot do without."""
        return "collective" in self._kinds and any(role == "worker" for role, _ in self._died)

    def _over(self) -> bool:
        if self._stopped:
            return True
        if self.has_failed and (time.monotonic() - self._lost_at > _LAST_WORDS or not self._alive):
            return True
        ended = [("worker", i) in self._gone and ("worker", i) not in self._alive for i in range(self.workers)]
        if not all(ended):
            return False
        if any(role == "worker" for role, _ in self._died):
            return time.monotonic() - self._lost_at > _LINGER
        return True

    def _accept(self) -> None:
        try:
            connection, address = self._listener.accept()
        except OSError as error:
            if error.errno in (errno.EINVAL, errno.EBADF):  # nobody can come any more, and selecting would never wait
                raise MXNetError(f"the port {self.port} has been closed: {error.strerror}") from None
            return  # it has gone again, or there are too many files open: the others wait in the queue
        wire.tune(connection)
        connection.setblocking(False)
        peer = _Peer(connection)
        peer.address = str(address[0])
        self._selector.register(connection, selectors.EVENT_READ, peer)
        self._strangers[peer] = None
        if len(self._strangers) > _STRANGERS:
            self._lose(next(iter(self._strangers)))
        self._send(peer, {"nonce": peer.nonce})

    def _read(self, peer: _Peer) -> None:
        try:
            data = peer.connection.recv(1 << 16)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._lose(peer)
            return
        peer.heard = time.monotonic()
        try:
            for message in peer.reader.feed(data):
                self._handle(peer, message)
        except Exception as error:  # whatever a peer sends, its own connection is all that ends by it
            if peer.is_ours:
                _say(f"{peer} has sent what is no message: {error or type(error).__name__}")
            self._lose(peer)

    def _send(self, peer: _Peer, message: dict[str, Any]) -> None:
        peer.outgoing += wire.encode(message)
        self._flush(peer)

    def _flush(self, peer: _Peer) -> None:
        try:
            sent = peer.connection.send(peer.outgoing)
            del peer.outgoing[:sent]
        except BlockingIOError:
            pass
        except OSError:
            return  # reading will notice
        if bool(peer.outgoing) != peer.is_full:
            peer.is_full = not peer.is_full
            wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if peer.is_full else 0)
            with contextlib.suppress(KeyError):
                self._selector.modify(peer.connection, wanted, peer)

    def _stop_servers(self) -> None:
        for peer in list(self._alive.values()):
            if peer.role == "server":
                peer.connection.setblocking(True)
                peer.connection.settimeout(5)
                with contextlib.suppress(OSError):
                    peer.connection.sendall(bytes(peer.outgoing) + wire.encode({"do": "stop"}))

    # --- who is there ----------------------------------------------------------------------------------------------

    def _handle(self, peer: _Peer, message: dict[str, Any]) -> None:
        what = message.get("do")
        if not peer.is_ours:
            self._prove(peer, message)
        elif what == "hello" and not peer.role:
            self._welcome(peer, message)
        elif not peer.role:
            raise wire.Garbled(f"{what!r} before hello")
        elif what == "meet":
            self._meet(peer, message)
        elif what == "kind":
            self._note(str(message.get("kind")))
        elif what == "beat":
            peer.where, peer.every = str(message.get("where")), float(message.get("every", 5))
        elif what == "where":
            self._send(peer, {"where": [self._whereabouts(rank) for rank in range(self.workers)]})
        elif what == "dead":
            self._send(peer, {"dead": sorted([role, rank] for role, rank in self._died)})
        elif what == "command":
            self._command(peer, message)
        elif what == "ray":
            self._find_ray(peer)
        elif what == "done":
            self._answered(peer)
        elif what == "bye":
            self._leave(peer)

    def _prove(self, peer: _Peer, message: dict[str, Any]) -> None:
        """Let nobody in who does not know the job's secret, and show that this side does."""
        theirs = message.get("nonce")
        if not isinstance(theirs, str) or not is_proof(
            message.get("proof"), self._secret, "client", peer.nonce, theirs
        ):
            self._send(peer, {"error": "this process does not know the job's secret"})
            raise wire.Garbled("a stranger")
        peer.is_ours, peer.reader.longest = True, wire.LONGEST
        self._strangers.pop(peer, None)
        self._send(peer, {"proof": proof(self._secret, "scheduler", theirs, peer.nonce)})

    def _welcome(self, peer: _Peer, message: dict[str, Any]) -> None:
        role, task = message.get("role"), message.get("task")
        count = {"worker": self.workers, "server": self.servers}.get(str(role))
        if count is None:
            raise wire.Garbled("an unknown role")
        host, pid = message.get("host", peer.address), message.get("pid", "?")
        rank, problem = self._rank(str(role), count, task)
        if message.get("workers") != self.workers:
            problem = f"this job has {self.workers} workers, but {role} {host} was told {message.get('workers')}"
        if problem:
            self._send(peer, {"error": f"scheduler at port {self.port}: {problem}"})
            return
        peer.role, peer.rank, peer.address = str(role), rank, f"{host}, process {pid}"
        again = (peer.role, rank) in self._gone
        self._alive[peer.role, rank] = peer
        self._gone.pop((peer.role, rank), None)
        self._died.discard((peer.role, rank))
        there = {"workers": self.workers, "servers": self.servers, "name": self._name, "next": self._next}
        self._send(peer, {"rank": rank, "again": again, **there})

    def _note(self, kind: str) -> None:
        """Remember what the workers do together, and tell the launcher: it decides by that who starts again."""
        if kind in ("collective", "asynchronous") and kind not in self._kinds:
            self._kinds.add(kind)
            if self._status is not None:
                with contextlib.suppress(OSError):
                    os.write(self._status, f"{kind}\n".encode())

    def _rank(self, role: str, count: int, task: Any) -> tuple[int, str]:
        there = {rank for kind, rank in self._alive if kind == role}
        if isinstance(task, int):
            if not 0 <= task < count:
                return -1, f"{role} {task} is none of the job's {count} {role}s: DMLC_NUM_{role.upper()} is {count}"
            if task in there:
                other = self._alive[role, task]
                return -1, f"there is a {other} already; give each {role} its own DMLC_WORKER_ID, from 0 to {count - 1}"
            return task, ""
        known = there | {rank for kind, rank in self._gone if kind == role}
        free = [rank for rank in range(count) if rank not in known]
        free += [rank for rank in range(count) if (role, rank) in self._died]
        if not free:
            return -1, f"the job has its {count} {role}s already; DMLC_NUM_{role.upper()} is {count}"
        return free[0], ""

    def _lose(self, peer: _Peer) -> None:
        """A connection is closed: without a farewell, its process has died."""
        with contextlib.suppress(KeyError):
            self._selector.unregister(peer.connection)
        peer.connection.close()
        self._strangers.pop(peer, None)
        key = (peer.role, peer.rank)
        if self._alive.get(key) is not peer:
            return
        del self._alive[key]
        self._gone[key] = f"{peer} has died"
        self._died.add(key)
        self._lost_at = time.monotonic()
        self._answered(peer)
        if peer.role == "worker":
            self._fail_without(peer)

    def _leave(self, peer: _Peer) -> None:
        key = (peer.role, peer.rank)
        if self._alive.get(key) is peer:
            del self._alive[key]
            self._gone[key] = f"{peer} has left the job: it has finished, or failed with an error of its own"
            self._send(peer, {})
            self._fail_without(peer)

    def _fail_without(self, peer: _Peer) -> None:
        for name, meeting in list(self._meetings.items()):
            if peer.rank not in meeting.values:
                self._fail(name, self._gone["worker", peer.rank])

    # --- meetings --------------------------------------------------------------------------------------------------

    def _meet(self, peer: _Peer, message: dict[str, Any]) -> None:
        name, what, limit = str(message.get("name")), str(message.get("what")), message.get("limit")
        if not isinstance(limit, (int, float)) or not math.isfinite(limit) or peer.role != "worker" or len(name) > 18:
            raise wire.Garbled(f"a meeting of a {peer.role} with the limit {limit!r}")
        meeting = self._meetings.setdefault(name, _Meeting(what, float(limit)))
        meeting.values[peer.rank] = message.get("value")
        meeting.attached[peer.rank] = message.get(wire.ATTACHED, b"")
        peer.where = str(message.get("then") or what)
        meeting.peers.append(peer)
        if len(meeting.values) == self.workers:
            self._over_with(name)
            brought = [meeting.attached[rank] for rank in range(self.workers)]
            values = [meeting.values[rank] for rank in range(self.workers)]
            answer = wire.encode({"values": values, "sizes": [len(content) for content in brought]}, b"".join(brought))
            for one in meeting.peers:
                one.outgoing += answer
                self._flush(one)
            return
        for (role, rank), reason in self._gone.items():
            if role == "worker" and rank not in meeting.values:
                self._fail(name, reason)
                return

    def _over_with(self, name: str) -> _Meeting:
        """Forget a meeting; a worker that takes another's place begins with the one after it."""
        self._next = max(self._next, int(name) + 1) if name.isdecimal() else self._next
        return self._meetings.pop(name)

    def _fail(self, name: str, reason: str) -> None:
        meeting = self._over_with(name)
        for peer in meeting.peers:
            self._send(peer, {"error": f"{meeting.what}: {reason}."})

    def _check_times(self) -> None:
        now = time.monotonic()
        for stranger in [peer for peer in self._strangers if now - peer.since > _PROOF]:
            self._lose(stranger)
        for name, meeting in list(self._meetings.items()):
            waited = now - meeting.since
            if waited > meeting.limit:
                missing = self._missing(meeting)
                self._fail(name, f"waited {waited:.0f} seconds for {missing}; MXNET_KVSTORE_TIMEOUT sets it")
            elif waited > _SLOW and not meeting.mentioned:
                meeting.mentioned = True
                _say(f"{meeting.what}: {', '.join(map(str, meeting.peers))} waiting for {self._missing(meeting)}")

    def _missing(self, meeting: _Meeting) -> str:
        return ", ".join(self._named(rank) for rank in range(self.workers) if rank not in meeting.values)

    def _named(self, rank: int) -> str:
        peer = self._alive.get(("worker", rank))
        if peer is None:
            return f"worker {rank}, which has never come"
        silent = time.monotonic() - peer.heard
        known = f"not heard of for {silent:.0f} seconds, last" if silent > 3 * peer.every else "which is"
        return f"{peer}, {known} in {peer.where}"

    def _whereabouts(self, rank: int) -> list[Any]:
        peer = self._alive.get(("worker", rank))
        if peer is None:
            return [rank, self._gone.get(("worker", rank), f"worker {rank} is not there"), "", math.inf]
        return [rank, str(peer), peer.where, time.monotonic() - peer.heard]

    # --- commands for servers --------------------------------------------------------------------------------------

    def _command(self, peer: _Peer, message: dict[str, Any]) -> None:
        servers = {p for p in self._alive.values() if p.role == "server"}
        self._commands[peer] = servers
        for server in servers:
            self._send(server, {"do": "command", "head": message.get("head"), "body": message.get("body")})
        if not servers:
            self._answered(peer)

    def _answered(self, server: _Peer) -> None:
        for asker, waiting in list(self._commands.items()):
            waiting.discard(server)
            if asker is server or not waiting:
                del self._commands[asker]
                if asker is not server or self._alive.get((asker.role, asker.rank)) is asker:
                    self._send(asker, {})

    # --- Ray -------------------------------------------------------------------------------------------------------

    def _find_ray(self, peer: _Peer) -> None:
        """Tell where Ray is; the first to ask lets it start."""
        if self._ray_answer:
            self._send(peer, self._ray_answer)
            return
        self._ray_askers.append(peer)
        if self._ray is None:
            self._ray = subprocess.Popen(
                [sys.executable, ray_head.__file__],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": derived(self._secret, "Ray")},
            )
            self._selector.register(self._ray.stdout, selectors.EVENT_READ, self._ray)  # type: ignore[arg-type]

    def _hear_ray(self) -> None:
        line = self._ray.stdout.readline().decode()  # type: ignore[union-attr]
        kind, _, rest = line.strip().partition(" ")
        if kind not in ("address", "error", ""):
            return  # something that Ray says for itself
        if not self._ray_answer:
            problem = f"dist_async: Ray did not start on the scheduler's machine: {rest or 'it ended at once'}"
            self._ray_answer = {"error": problem} if kind != "address" else {"address": rest, **self._own_folder()}
            for peer in self._ray_askers:
                self._send(peer, self._ray_answer)
        if not line:
            self._selector.unregister(self._ray.stdout)  # type: ignore[union-attr,arg-type]

    def _own_folder(self) -> dict[str, str]:
        """Where the servers write, on this machine, which Ray runs on; or why they cannot."""
        try:
            self._folder = self._folder or JobFolder(self._name)
        except (MXNetError, OSError) as error:
            return {"error": str(error)}
        return {"folder": str(self._folder.path)}

    def _stop_ray(self) -> None:
        if self._folder is not None:  # first: whoever ends this process may not wait for Ray
            self._folder.remove()
        if self._ray is not None:
            with contextlib.suppress(OSError):
                self._ray.stdin.close()  # type: ignore[union-attr]
            self._ray.stdout.close()  # type: ignore[union-attr]
            try:
                self._ray.wait(30)
            except subprocess.TimeoutExpired:
                self._ray.kill()


def _listen(host: str, port: int, backlog: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=backlog)
    except OSError as error:
        if error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
            raise MXNetError(
                f"scheduler: {host} (DMLC_PS_ROOT_URI) is no address of this machine: {error.strerror or error}. Set "
                "DMLC_NODE_HOST in the scheduler to the address of this machine that the others reach it by."
            ) from None
        raise MXNetError(
            f"scheduler: cannot listen on port {port} of {host}: {error.strerror or error}. If another job, or one "
            "that was not stopped, has it, choose a free port with DMLC_PS_ROOT_PORT (the launcher does so itself)."
        ) from None


def _say(line: str) -> None:
    print(f"[kvstore] {line}", file=sys.stderr, flush=True)
