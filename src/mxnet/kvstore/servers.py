"""The servers of ``dist_async`` as Ray actors, seen from a worker."""

import importlib.util
import itertools
import os
import shutil
import time
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mxnet import _config, profiler
from mxnet._control.folder import root
from mxnet._control.ray_head import LOOPBACK
from mxnet._control.secret import derived
from mxnet.error import MXNetError
from mxnet.kvstore.member import Member
from mxnet.kvstore.shard import Shard
from mxnet.kvstore.timeline import server_file

_NAMESPACE = "mxnet"
_stores = itertools.count()  # workers make their stores in the same order


class Refused(MXNetError):
    """A server has answered that it cannot do what was asked."""


class Server:
    """What runs in an actor's process: a shard for each store of the job, which comes back as it was."""

    def __init__(self, folder: str, key: bytes) -> None:
        self._folder, self._key = folder, key
        Path(folder).mkdir(mode=0o700, parents=True, exist_ok=True)
        self._shards: dict[int, Shard] = {}
        self._left: set[int] = set()

    def call(self, store: int, name: str, *args: Any) -> Any:
        """Let a store's shard do something; whether it could, and what it answers."""
        try:
            if store not in self._shards:
                pickler = _ray().cloudpickle  # optimizers are objects of the script's, and Ray has let them in
                place = str(Path(self._folder) / str(store))
                self._shards[store] = Shard(place, pickler.dumps, pickler.loads, self._key)
            return True, getattr(self._shards[store], name)(*args)
        except MXNetError as error:
            return False, str(error)

    def profile(self, number: int, command: str, params: dict[str, Any]) -> None:
        """Do what a call of ``mx.profiler`` for servers says; a file is there when the profiler was stopped."""
        if command == "config":
            kept = {**params, "filename": server_file(params["filename"], number), "profile_process": "worker"}
            profiler.set_config(**kept)
        elif command == "state":
            profiler.set_state("run" if params["running"] else "stop")
        elif command == "pause":
            profiler.pause() if params["paused"] else profiler.resume()
        if command == "dump" or (command == "state" and not params["running"]):
            profiler.dump(params.get("finished", False))

    def process(self) -> int:
        """The number of this process."""
        return os.getpid()

    def enter(self, rank: int) -> None:
        """Note that a worker is there, perhaps again."""
        self._left.discard(rank)

    def leave(self, rank: int, workers: int) -> bool:
        """Note that a worker has finished; when all have, nobody will ask for what was written down."""
        self._left.add(rank)
        if len(self._left) == workers:
            shutil.rmtree(self._folder, ignore_errors=True)
        return len(self._left) == workers


class Servers:
    """All servers of a job. Calls are repeated until the server, or the one that takes its place, has answered."""

    def __init__(self, member: Member, what: str) -> None:
        self._member, self._store = member, next(_stores)
        if member.control is None:
            raise MXNetError(f"{what} needs a scheduler: start the job with python -m mxnet.tools.launch")
        self._secret = member.control.job.secret
        member.control.announce("asynchronous")
        address = os.environ.get("RAY_ADDRESS", "")
        self.own_cluster, self._root = not address, str(root())
        _need_ray(what)
        if self.own_cluster:
            address, token, self._root = member.control.ray()
            os.environ.update(LOOPBACK, RAY_AUTH_MODE="token", RAY_AUTH_TOKEN=token)
        self._ray = _ray()
        self.count = max(1, member.servers)
        self._connect(address, what)
        self._actors = [self._actor(i) for i in range(self.count)]
        for actor in self._actors:
            actor.enter.remote(member.rank)

    def _connect(self, address: str, what: str) -> None:
        if self._ray.is_initialized():
            return
        try:
            self._ray.init(
                address=address,
                namespace=_NAMESPACE,
                log_to_driver=False,
                logging_level="ERROR",
                ignore_reinit_error=True,
            )
        except (ConnectionError, RuntimeError, ValueError, OSError) as error:
            raise MXNetError(
                f"{what}: cannot join Ray at {address}: {error}. Workers on several machines need a Ray cluster over "
                "them: start one, and set RAY_ADDRESS in every process of the job"
            ) from error

    def _actor(self, number: int) -> Any:
        control = self._member.control
        job = control.name if control is not None else ""
        name = f"mxnet-{job}-server-{number}"
        # A server computes on the host, and is no process of the job that a launcher knows.
        environment = {"JAX_PLATFORMS": "cpu", "JAX_NUM_CPU_DEVICES": "1", "DMLC_ROLE": ""}
        remote = self._ray.remote(
            num_cpus=0, max_restarts=-1, max_task_retries=0, runtime_env={"env_vars": environment}
        )(Server)
        try:
            return remote.options(name=name, get_if_exists=True, lifetime="detached").remote(
                str(Path(self._root) / name), derived(self._secret, "journals").encode()
            )
        except self._ray.exceptions.RayError as error:
            raise MXNetError(f"server {number} could not be started: {error}") from error

    # --- calls -----------------------------------------------------------------------------------------------------

    def of(self, key: Any) -> int:
        """The server of a key that is not divided."""
        return zlib.crc32(repr(key).encode()) % self.count

    def call(self, requests: Sequence[tuple[int, str, tuple[Any, ...]]]) -> list[Any]:
        """Let servers do things, at the same time; their answers."""
        futures = [self._send(*request) for request in requests]
        return [self._answer(request, future) for request, future in zip(requests, futures, strict=True)]

    def all(self, name: str, *args: Any) -> list[Any]:
        """Let every server do the same."""
        return self.call([(i, name, args) for i in range(self.count)])

    def _send(self, number: int, name: str, args: tuple[Any, ...]) -> Any:
        try:
            return self._actors[number].call.remote(self._store, name, *args)
        except self._ray.exceptions.RayError:
            return None  # to be repeated

    def _answer(self, request: tuple[int, str, tuple[Any, ...]], future: Any) -> Any:
        end, wait = time.monotonic() + _config.lookup("MXNET_KVSTORE_TIMEOUT"), 0.05
        while True:
            problem: Exception | None = None
            if future is not None:
                try:
                    good, answer = self._ray.get(future, timeout=max(0.1, end - time.monotonic()))
                    if good:
                        return answer
                    raise Refused(answer)
                except self._ray.exceptions.RayTaskError as error:
                    raise MXNetError(f"server {request[0]} failed: {error}") from error
                except self._ray.exceptions.RayError as error:
                    problem = error
                    if getattr(error, "actor_init_failed", False):
                        raise MXNetError(f"server {request[0]} cannot be started: {error}") from error
            if time.monotonic() > end:
                raise MXNetError(
                    f"server {request[0]} has not answered for {_config.lookup('MXNET_KVSTORE_TIMEOUT')} seconds "
                    f"(MXNET_KVSTORE_TIMEOUT): {problem}"
                )
            time.sleep(wait)
            wait = min(2 * wait, 2.0)
            future = self._send(*request)

    def profile(self, command: str, params: dict[str, Any]) -> None:
        """Let every server profile itself."""
        self._ray.get([actor.profile.remote(i, command, params) for i, actor in enumerate(self._actors)])

    def processes(self) -> list[int]:
        """The servers' process numbers."""
        return self._ray.get([actor.process.remote() for actor in self._actors])

    def leave(self) -> None:
        """At the end: whoever is last stops the servers of a cluster that does not end with the job."""
        if not self._ray.is_initialized():
            return
        for actor in self._actors:
            try:
                last = self._ray.get(actor.leave.remote(self._member.rank, self._member.size), timeout=10)
                if last and not self.own_cluster:
                    self._ray.kill(actor)
            except self._ray.exceptions.RayError:
                continue


def _need_ray(what: str) -> None:
    if importlib.util.find_spec("ray") is None:
        raise MXNetError(
            f"{what} keeps its values in servers that Ray runs, and Ray is not installed: "
            "pip install 'mxnet-xla[dist]'. mx.kv.create('dist_sync') needs nothing more."
        )


def _ray() -> Any:
    import ray  # heavy, wanted by this store alone, and it reads the environment once

    return ray
