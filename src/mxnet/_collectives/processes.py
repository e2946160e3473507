"""Sums over processes: XLA's collectives, with one device of each process.

Processes meet here only after they have agreed, by other means, on what they are about to do: a collective that one of
them does not join, or joins with another shape, ends badly.
"""

import contextlib
import os
import socket
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax._src import xla_bridge
from jax.extend import backend
from jax.sharding import Mesh, NamedSharding, PartitionSpec
from jaxlib import xla_client

from mxnet._collectives.packing import Layouts
from mxnet._host.stats import stats
from mxnet._lazy.value import Value, concrete
from mxnet._programs.buckets import SMALL_BYTES, add_up
from mxnet._programs.mesh import over_mesh
from mxnet.error import MXNetError

_AXIS = "worker"
# What travels at once between hosts: 102 MB take 560 ms in one piece, whose memory the system gives and takes back each
# time, and 165 ms in pieces of 8 MB (2 processes, 2 cores). The next is packed while one travels.
_PIECE_BYTES = 8 << 20


class Lost(MXNetError):
    """A collective failed: some other process is no longer there."""


class Group:
    """One device of each process, in the order of ranks. ``local`` is that of this process."""

    def __init__(self, devices: Sequence[Any], rank: int) -> None:
        self.in_flight: Any = None  # what a collective will fill that nobody has waited for
        self.links: frozenset[str] = frozenset()  # this process's connections to the others, where they are known
        self.rank, self.size = rank, len(devices)
        self.devices, self.local = tuple(devices), devices[rank]
        mesh = Mesh(np.array(devices), (_AXIS,))
        self._split = NamedSharding(mesh, PartitionSpec(_AXIS))
        self._mesh = mesh
        self._layouts = Layouts()
        self._broken: Lost | None = None

    def sum(self, values: Sequence[Value]) -> list[Value]:
        """Of each value, the sum over all processes, on the device that it came from: the same bits everywhere.

        On hosts, values of a type travel in pieces, each an all-reduce; else they are one, and everything one program.
        """
        kinds = list(dict.fromkeys(value.aval.dtype for value in values))
        stats.all_reduces += len(kinds)
        arrays = [value.read("summed over workers") for value in values]
        if self.local.platform != "cpu":
            return self._home(values, self._run(self._add, arrays))
        pieces = [piece for kind in kinds for piece in _pieces(values, kind)]
        layouts = [self._layouts.of([values[i].aval for i in piece]) for piece in pieces]
        small = self.size * sum(layout.nbytes for layout in layouts) <= SMALL_BYTES
        program = self._gather_and_add if small else self._add
        totals = [
            self._start(program, [layout.pack([arrays[i] for i in piece])])[0]  # while the one before travels
            for layout, piece in zip(layouts, pieces, strict=True)
        ]
        self.finish(totals)
        sums: dict[int, Any] = {}
        for layout, piece, total in zip(layouts, pieces, totals, strict=True):
            sums.update(zip(piece, layout.parts(np.asarray(total)), strict=True))
        return self._home(values, [sums[i] for i in range(len(values))])

    def sum_in_buckets(self, values: Sequence[Value]) -> list[Value]:
        """The same by the collectives that a program with a sum in it has, for a process that runs it apart."""
        arrays = [value.read("summed over workers") for value in values]
        return self._home(values, self._run(self._add_in_buckets, arrays))

    def check(self) -> None:
        """Raise why there can be no more sums, if so."""
        if self._broken is not None:
            raise self._broken

    def lose(self, error: Exception) -> Lost:
        """A collective has failed: there can be no more. The error for it."""
        self._broken = Lost(f"a sum over workers failed: {str(error).splitlines()[0]}")
        return self._broken

    def finish(self, results: Sequence[Any]) -> None:
        """Wait for what programs fill, where waiting shows a failure."""
        # Of programs that are not waited for the smallest result: who holds it keeps it from being overwritten.
        self.in_flight = None if self.local.platform == "cpu" else min(results, key=lambda array: int(array.nbytes))
        if self.in_flight is None:
            try:
                jax.block_until_ready(results)
            except (RuntimeError, ValueError) as error:
                raise self.lose(error) from error

    def sum_signs(self, values: Sequence[Value], threshold: float) -> list[Value]:
        """Like ``sum``, of values that hold nothing but ``threshold``, 0 and its negative: two bits each travel."""
        stats.all_reduces += 1
        arrays = [value.read("summed over workers") for value in values]
        return self._home(values, self._run(self._add_signs, arrays, threshold))

    def gather(self, values: Sequence[Value]) -> list[Value]:
        """Of each value, those of all processes side by side, along a new first axis."""
        gathered = self._run(self._collect, [value.read("gathered from workers") for value in values])
        return self._home(values, gathered, (self.size,))

    def broadcast(self, content: np.ndarray) -> np.ndarray:
        """The bytes of process 0, everywhere; the others give an array of the same length."""
        summand = content if self.rank == 0 else np.zeros_like(content)
        return np.asarray(self._run(self._add, [summand])[0])

    def end(self) -> None:
        """Make the collective that another thread waits in fail, now: its connections are closed."""
        for number, name in _sockets().items():
            if name in self.links:
                with contextlib.suppress(OSError), socket.socket(fileno=os.dup(number)) as link:
                    if not link.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):  # Gloo's listener must stay
                        link.shutdown(socket.SHUT_RDWR)

    # --- programs --------------------------------------------------------------------------------------------------

    def _run(self, program: Callable[..., Any], arrays: Sequence[Any], *numbers: float) -> list[Any]:
        results = self._start(program, arrays, *numbers)
        self.finish(results)
        return results

    def _start(self, program: Callable[..., Any], arrays: Sequence[Any], *numbers: float) -> list[Any]:
        """Send a program on its way; what it will fill."""
        self.check()
        # Arrays without axes, or of none along the first, cannot lie side by side.
        with_axes = [a if a.ndim and a.shape[0] else a.reshape(1, -1) for a in arrays]
        parts = jax.device_put(with_axes, self.local)
        whole = [
            jax.make_array_from_single_device_arrays((self.size * p.shape[0], *p.shape[1:]), self._split, [p])
            for p in parts
        ]
        try:
            return [array.addressable_shards[0].data for array in program(tuple(whole), *numbers)]
        except (RuntimeError, ValueError) as error:
            raise self.lose(error) from error

    def _home(self, values: Sequence[Value], results: Sequence[Any], more: tuple[int, ...] = ()) -> list[Value]:
        """Results as values, on the devices that the given ones are on."""
        shaped = [
            array if array.shape == more + value.aval.shape else array.reshape(more + value.aval.shape)
            for array, value in zip(results, values, strict=True)
        ]
        moved = jax.device_put(shaped, [value.device.sharding for value in values])
        return [concrete(array, value.device) for array, value in zip(moved, values, strict=True)]

    def _mapped(self, function: Callable[..., Any]) -> Callable[..., Any]:
        split, whole = PartitionSpec(_AXIS), PartitionSpec()

        def program(arrays: tuple[Any, ...], *numbers: Any) -> Any:
            in_specs = (split, *(whole for _ in numbers))
            return over_mesh(function, self._mesh, in_specs, whole)(arrays, *numbers)

        return jax.jit(program)

    @cached_property
    def _add(self) -> Callable[..., Any]:
        def add(arrays: tuple[Any, ...]) -> tuple[Any, ...]:
            sums: dict[int, Any] = {}
            for kind in dict.fromkeys(array.dtype for array in arrays):
                chosen = [i for i, array in enumerate(arrays) if array.dtype == kind]
                if len(chosen) == 1:
                    sums[chosen[0]] = jax.lax.psum(arrays[chosen[0]], _AXIS)
                    continue
                total = jax.lax.psum(jnp.concatenate([arrays[i].reshape(-1) for i in chosen]), _AXIS)
                ends = np.cumsum([arrays[i].size for i in chosen])[:-1].tolist()
                for i, part in zip(chosen, jnp.split(total, ends), strict=True):
                    sums[i] = part.reshape(arrays[i].shape)
            return tuple(sums[i] for i in range(len(arrays)))

        return self._mapped(add)

    @cached_property
    def _add_in_buckets(self) -> Callable[..., Any]:
        return self._mapped(lambda arrays: add_up(arrays, _AXIS, self.size))

    @cached_property
    def _gather_and_add(self) -> Callable[..., Any]:
        def add(arrays: tuple[Any, ...]) -> tuple[Any, ...]:
            return tuple(jax.lax.all_gather(array, _AXIS).sum(0, dtype=array.dtype) for array in arrays)

        return self._mapped(add)

    @cached_property
    def _add_signs(self) -> Callable[..., Any]:
        def add(arrays: tuple[Any, ...], threshold: Any) -> tuple[Any, ...]:
            flat = jnp.concatenate([array.reshape(-1) for array in arrays])
            codes = jnp.where(flat > 0, 1, jnp.where(flat < 0, 2, 0)).astype(jnp.uint8)
            fours = jnp.pad(codes, (0, -codes.size % 4)).reshape(-1, 4)
            packed = fours[:, 0] | fours[:, 1] << 2 | fours[:, 2] << 4 | fours[:, 3] << 6
            gathered = jax.lax.all_gather(packed, _AXIS)
            codes = jnp.stack([gathered >> shift & 3 for shift in (0, 2, 4, 6)], axis=-1).reshape(gathered.shape[0], -1)
            signs = (codes == 1).sum(0, dtype=jnp.int32) - (codes == 2).sum(0, dtype=jnp.int32)
            total = signs[: flat.size].astype(flat.dtype) * threshold.astype(flat.dtype)
            ends = np.cumsum([array.size for array in arrays])[:-1].tolist()
            return tuple(part.reshape(a.shape) for part, a in zip(jnp.split(total, ends), arrays, strict=True))

        return self._mapped(add)

    @cached_property
    def _collect(self) -> Callable[..., Any]:
        def collect(arrays: tuple[Any, ...]) -> tuple[Any, ...]:
            return tuple(jax.lax.all_gather(array, _AXIS) for array in arrays)

        return self._mapped(collect)


def _pieces(values: Sequence[Value], kind: Any) -> list[list[int]]:
    """The values of a type in groups that travel together."""
    pieces: list[list[int]] = []
    room = 0
    for i, value in enumerate(values):
        if value.aval.dtype == kind:
            if not pieces or value.aval.nbytes > room:
                pieces.append([])
                room = _PIECE_BYTES
            pieces[-1].append(i)
            room -= value.aval.nbytes
    return pieces


def free_port(address: str = "127.0.0.1") -> int:
    """A port of an address of this machine that nobody listens on."""
    with socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET) as probe:
        probe.bind((address, 0))
        return int(probe.getsockname()[1])


def host(size: int, address: str) -> tuple[Any, int]:
    """Let the processes of a group find each other at this address: a service, to be stopped when they have, and its
    port. Whoever reaches it is let in, so it lives no longer than that takes."""
    jaxlib = _internals()
    port = free_port(address)
    name = f"[{address}]:{port}" if ":" in address else f"{address}:{port}"
    try:
        return jaxlib.get_distributed_runtime_service(name, size, shutdown_timeout=5), port
    except TypeError as error:
        raise _other_version(error) from None
    except RuntimeError as error:
        raise MXNetError(f"cannot serve the other workers at {name}: {error}") from error


def _sockets() -> dict[int, str]:
    """This process's open sockets and their names, where the system tells."""
    names = {}
    folder = "/proc/self/fd"
    for number in os.listdir(folder) if os.path.isdir(folder) else ():  # noqa: PTH112, PTH208
        with contextlib.suppress(OSError):
            name = os.readlink(f"{folder}/{number}")  # noqa: PTH115
            if name.startswith("socket:"):
                names[int(number)] = name
    return names


def can_be_for_all() -> bool:
    """Whether the group's device can be the only host device of this process.

    Not if JAX has started: arrays may be there. Nor if there are to be several: sums among them would go by Gloo too,
    and need the service that lets processes find each other, which is closed by then.
    """
    is_started = getattr(xla_bridge, "backends_are_initialized", None)
    count = int(jax.config.values.get("jax_num_cpu_devices", -1))
    one = count == 1 if count > 0 else "xla_force_host_platform_device_count" not in os.environ.get("XLA_FLAGS", "")
    return is_started is not None and not is_started() and one


def join(address: str, rank: int, size: int, own_host: str, limit: int, for_all: bool) -> Group:
    """Become a process of the group that ``address`` serves, within ``limit`` seconds, with Gloo between hosts.

    With ``for_all`` (see ``can_be_for_all``) JAX's host device is the group's, so that sums can be part of any program
    there. Else the group has an XLA client of its own, so that arrays may have been made before. The connection to
    ``address`` is given up when the processes have found each other: while it lasts, one that dies takes all others
    with it.
    """
    jaxlib, before = _internals(), _sockets()
    try:
        client = jaxlib.get_distributed_runtime_client(
            address,
            rank,
            init_timeout=limit,
            shutdown_on_destruction=False,
        )
        client.connect()
        collectives = jaxlib.make_gloo_tcp_collectives(distributed_client=client, hostname=own_host)
        cpu_client: Any = jaxlib.make_cpu_client(
            asynchronous=True,
            distributed_client=client,
            node_id=rank,
            num_nodes=size,
            collectives=collectives,
            num_devices=1,
        )
        if for_all:
            backend.register_backend_factory("cpu", lambda: cpu_client, priority=0, fail_quietly=False)
        group = Group(_firsts(cpu_client.devices(), size), rank)
        group.broadcast(np.zeros(1, np.uint8))  # connects each with each
        client.shutdown()
        group.links = frozenset(_sockets().values()) - frozenset(before.values())
    except TypeError as error:
        raise _other_version(error) from None
    except (RuntimeError, ValueError, Lost) as error:
        raise MXNetError(f"worker {rank} cannot join the others at {address}: {error}") from error
    return group


def initialize(address: str, rank: int, size: int, own_host: str, limit: int) -> None:
    """Join ``jax.distributed``, as process ``rank`` of ``size``; process 0 serves ``address``."""
    if "jax_enable_recoverability" in jax.config.values:
        jax.config.update("jax_enable_recoverability", True)  # the death of one does not end the others at once
    own = f"{own_host}:{address.rpartition(':')[2]}"
    try:
        jax.distributed.initialize(
            address,
            num_processes=size,
            process_id=rank,
            coordinator_bind_address=own if rank == 0 else None,
            initialization_timeout=limit,
        )
    except (RuntimeError, ValueError) as error:
        raise MXNetError(f"worker {rank} cannot join the others at {address}: {error}") from error


def finish() -> None:
    """Leave ``jax.distributed``."""
    with contextlib.suppress(RuntimeError):
        jax.distributed.shutdown()


def joined(platform: str | None = None) -> Group | None:
    """The group of the processes that ``jax.distributed.initialize`` has joined, if it was called."""
    if not jax.distributed.is_initialized() or jax.process_count() == 1:
        return None
    return Group(_firsts(jax.devices(platform), jax.process_count()), jax.process_index())


def _firsts(devices: Sequence[Any], size: int) -> list[Any]:
    """The first device of each process."""
    first: dict[int, Any] = {}
    for device in sorted(devices, key=lambda device: int(device.id)):
        first.setdefault(device.process_index, device)
    return [first[i] for i in range(size)]


class _Internals:
    """The parts of jaxlib that JAX itself builds ``jax.distributed`` from."""

    def __init__(self) -> None:
        inner: Any = xla_client._xla
        self.get_distributed_runtime_service = inner.get_distributed_runtime_service
        self.get_distributed_runtime_client = inner.get_distributed_runtime_client
        self.make_gloo_tcp_collectives = inner.make_gloo_tcp_collectives
        self.make_cpu_client = xla_client.make_cpu_client


def _internals() -> _Internals:
    try:
        return _Internals()
    except AttributeError as error:
        raise _other_version(error) from None


def _other_version(error: Exception) -> MXNetError:
    return MXNetError(
        f"with this version of JAX ({jax.__version__}) a store cannot join workers by itself ({error}): call "
        "jax.distributed.initialize(...) in each of them, before any array is made"
    )
