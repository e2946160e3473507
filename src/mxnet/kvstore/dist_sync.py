"""``dist_sync``: every worker holds the values, and what is pushed is added up over all of them.

There are no servers here. A push is one sum over workers, computed by XLA's collectives with the same bits everywhere;
then each worker makes the same update for itself, and a pull is a copy.
"""

import itertools
import logging
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from mxnet import ndarray as nd
from mxnet import optimizer as opt
from mxnet._files import pickles
from mxnet._host.caches import Cache
from mxnet._programs.device import device_of
from mxnet.error import MXNetError
from mxnet.kvstore import small
from mxnet.kvstore.kvstore import (
    Key,
    KVStore,
    Pair,
    Replicas,
    _complete,
    _count,
    _like,
    _rows,
    _total,
    _unrecorded,
)
from mxnet.kvstore.member import member
from mxnet.kvstore.settings import changing, digest, settings_of
from mxnet.kvstore.timeline import Timeline
from mxnet.kvstore.workers import Workers
from mxnet.ndarray import NDArray
from mxnet.ndarray.handle import value_of

_logger = logging.getLogger("mxnet.kvstore")
_CHUNK = 64 << 20
_HALVES = ("float16", "bfloat16")
_DESCRIPTIONS: "Cache[tuple[Any, ...], str]" = Cache("descriptions of what workers push", 1 << 14)


class KVStoreDist(KVStore):
    """What the stores of several workers have in common."""

    def __init__(self, handle: str) -> None:
        super().__init__(handle)
        self._member = member(f"mx.kv.create({handle!r})")

    @property
    def rank(self) -> int:
        """The number of this worker."""
        return self._member.rank

    @property
    def num_workers(self) -> int:
        """How many workers there are."""
        return self._member.size

    def _set_updater(self, updater: Callable[..., None]) -> None:
        _logger.warning(
            "kvstore %s: an updater of this process's own has no effect on values that all workers share; "
            "write kv.set_optimizer(optimizer)",
            self._type,
        )

    def pull(self, key: Any, out: Any = None, priority: int = 0, ignore_sparse: bool = True) -> None:
        """Write the value of each key into all its arrays of ``out``; row_sparse ones are left alone."""
        if not ignore_sparse:
            raise MXNetError("dist kvstore pull doesn't support ignore_sparse=False: write kv.row_sparse_pull(...)")
        super().pull(key, out, priority)

    def barrier(self) -> None:
        """Return when all workers are here."""
        self._barrier()

    def _barrier(self) -> None:
        self._member.agree("a barrier", ())

    def check_same(self, what: str, lines: Sequence[str], network: Sequence[str] = ()) -> None:
        if self._member.again:
            return
        networks = self._member.agree(what, lines, digest(network) if network else None)
        if None not in networks and len(set(networks)) > 1:  # a worker that cannot describe its own lets others be
            self._member.agree(what, network)

    def get_num_dead_node(self, node_id: int, timeout: int = 60) -> int:
        """How many processes have died, of those meant: 1 is the scheduler, 2 servers, 4 workers, or a sum of them."""
        return self._member.dead(node_id)

    def num_dead_node(self, node_id: int, timeout: int = 60) -> int:
        """The same as ``get_num_dead_node``."""
        return self.get_num_dead_node(node_id, timeout)

    def send_command_to_servers(self, head: int, body: str) -> None:
        """Let the servers hear something; command 0 brings a pickled optimizer."""
        self._send_command_to_servers(head, body)

    def _send_command_to_servers(self, head: int, body: str) -> None:
        if head == 0:
            optimizer = pickles.loads(body.encode("latin1") if isinstance(body, str) else body, "command 0")
            if not isinstance(optimizer, opt.Optimizer):
                raise MXNetError(f"command 0 brings an optimizer, received {type(optimizer).__name__}")
            self.set_optimizer(optimizer)
        elif self._member.control is not None:
            self._member.control.command(head, body)


class KVStoreDistSync(KVStoreDist):
    """A store whose pushes are sums over workers: ``dist_sync``, ``dist_device_sync`` and ``dist``."""

    def __init__(self, handle: str) -> None:
        super().__init__(handle)
        self._group: Any = self._member.group if self.num_workers > 1 else None
        self._pushes = 0
        self._may_wait = False  # whether a sum may be recorded, to be part of a program, instead of computed at once
        self._were_alike = False  # whether workers have once recorded the same before a sum, or were told
        self._halves_are_whole = False  # half-precision values are kept, added up and updated in single precision
        # An optimizer that draws random numbers must draw the same ones in every worker.
        seed = self._member.agree(f"mx.kv.create({handle!r})", (), int(np.random.default_rng().integers(1 << 31)))[0]
        self._stream = (seed, itertools.count(1))
        self._timeline = Timeline(self.rank)

    def _profile_servers(self, command: str, params: dict[str, Any]) -> None:
        self._timeline.apply_command(command, params)

    # --- values ----------------------------------------------------------------------------------------------------

    @_unrecorded
    def init(self, key: Any, value: Any) -> None:
        """Begin with worker 0's value for each key, in all workers."""
        pairs = self._new_pairs(key, value)
        initial = [arrays[0] for _, arrays in pairs]
        rows = [_count(a) if a.stype == "row_sparse" else 0 for a in initial]
        rows = self._member.agree(
            "init", [_described(name, a) for (name, _), a in zip(pairs, initial, strict=True)], rows
        )[0]
        if self.num_workers > 1:
            initial = self._from_first(initial, rows)
        for (name, _), array in zip(pairs, initial, strict=True):
            stored = _complete(array).copy()
            self._arrays[name] = self._whole(stored) if self._halves_are_whole else stored
            self._replicas[name] = {}

    def _from_first(self, arrays: Sequence[NDArray], rows: Sequence[int]) -> list[NDArray]:
        """Worker 0's arrays in place of these."""
        parts = [_parts(array, count, self.rank == 0) for array, count in zip(arrays, rows, strict=True)]
        content = b"".join(part.tobytes() for group in parts for part in group)
        received = memoryview(self._broadcast(np.frombuffer(content, np.uint8)))
        result, at = [], 0
        for array, group in zip(arrays, parts, strict=True):
            filled = []
            for part in group:
                filled.append(np.frombuffer(received[at : at + part.nbytes], part.dtype).reshape(part.shape))
                at += part.nbytes
            result.append(_filled(array, filled))
        return result

    def _broadcast(self, content: np.ndarray) -> bytes:
        """Worker 0's bytes; their lengths are rounded up, so that few programs serve them all."""
        pieces = []
        for at in range(0, content.size, _CHUNK):
            piece = content[at : at + _CHUNK]
            padded = np.zeros(max(4096, 1 << (piece.size - 1).bit_length()), np.uint8)
            padded[: piece.size] = piece
            received = self._member.collective("worker 0's values for init", self._group.broadcast, padded)
            pieces.append(received[: piece.size].tobytes())
        return b"".join(pieces)

    def pushpull(self, key: Any, value: Any, out: Any = None, priority: int = 0) -> None:
        """Push, then pull into ``out``, or into the values themselves; the sum may wait for what else a step does."""
        self._may_wait = True
        try:
            super().pushpull(key, value, out, priority)
        finally:
            self._may_wait = False

    def _checked(self, collective: Callable[..., Any], values: list[Any], *numbers: float) -> Any:
        return self._member.collective(self._sum_of_push(), collective, values, *numbers)

    def _sum_of_push(self) -> str:
        return f"the sum of push {self._pushes} over workers"

    # --- sums ------------------------------------------------------------------------------------------------------

    def _add_up(self, pairs: Sequence[Pair]) -> dict[Key, Replicas]:
        """The sum of each key's arrays over devices, then over workers: dense ones all at once."""
        here = {name: self._near(self._arrays[name], replicas) for name, replicas in self._add_up_here(pairs).items()}
        if self._halves_are_whole:
            here = {name: self._whole(array) for name, array in here.items()}
        dense = [name for name, array in here.items() if array.stype == "default"]
        sparse = [name for name, array in here.items() if array.stype != "default"]
        if self._compression is not None:
            self._check_compressible(here)
        details = [_described(name, array) for name, array in here.items()]
        self._pushes += 1
        arrays = [here[name] for name in dense]
        team = None if sparse else self._team(arrays)
        content = None if sparse or team is not None else self._with_meeting(arrays)
        mine = [_count(here[name]) for name in sparse], team and team.tape, content is not None
        with self._timeline.span("meeting"):
            details.append(self._settings())
            answers, contents = self._member.swap("push", details, mine, self._sum_of_push(), content or b"")
        with self._timeline.span("sum over workers"):
            if team is not None and self._are_alike([answer[1] for answer in answers]):
                arrays = team.sum_later(arrays)
            elif all(answer[2] for answer in answers):
                sums = small.sums([value_of(array) for array in arrays], contents)
                arrays = [_like(array, value) for array, value in zip(arrays, sums, strict=True)]
            elif dense:
                arrays = self._sum_dense(dense, arrays)
            here.update(zip(dense, arrays, strict=True))
            for i, name in enumerate(sparse):
                here[name] = self._sum_rows(here[name], [answer[0][i] for answer in answers])
        return {name: {device_of(array.context): array} for name, array in here.items()}

    def _team(self, arrays: list[NDArray]) -> Workers | None:
        """The workers with whom arrays may be added up inside a program, if that can be here."""
        if not self._may_wait or self.num_workers == 1 or self._compression is not None or self._timeline.is_on:
            return None
        return Workers.for_sum(self._member, self._sum_of_push(), arrays)

    def _are_alike(self, tapes: Sequence[str | None]) -> bool:
        """Whether workers have recorded the same before a sum; it is said if they have not from the first step on."""
        alike = len(set(tapes)) == 1
        if not alike and not self._were_alike and None not in tapes:
            _logger.warning(
                "kvstore %s: workers have recorded different computations before the sum of push %d. The sum is right, "
                "and a step takes three programs instead of one. If the networks are to be the same, see that they "
                "are; else batches differ in shape, or a worker reads a result before trainer.step",
                self._type,
                self._pushes,
            )
        self._were_alike = True
        return alike

    def _with_meeting(self, arrays: list[NDArray]) -> bytes | None:
        """Arrays as bytes that travel with the meeting, if they are small; None if they travel by themselves."""
        if self.num_workers == 1 or self._compression is not None or self._member.control is None:
            return None
        values = [value_of(array) for array in arrays]
        return small.as_bytes(values) if small.is_small(values, self.num_workers) else None

    def _sum_dense(self, names: list[Key], arrays: list[NDArray]) -> list[NDArray]:
        if self._compression is not None:
            arrays = [self._compression.squeeze(n, 0, array) for n, array in zip(names, arrays, strict=True)]
        if self.num_workers == 1:
            return arrays
        values = [value_of(array) for array in arrays]
        if self._compression is not None:
            sums = self._checked(self._group.sum_signs, values, self._compression.threshold)
        else:
            sums = self._checked(self._group.sum, values)
        return [_like(array, value) for array, value in zip(arrays, sums, strict=True)]

    def _sum_rows(self, array: NDArray, counts: list[int]) -> NDArray:
        """The sum of row_sparse arrays: all workers' rows travel to all, as many of each as the longest has."""
        most = max(counts)
        if self.num_workers == 1 or most == 0:
            return array
        most = 1 << (most - 1).bit_length()  # rounded up, so that few programs serve all lengths
        data, indices = _rows(array)
        padded = np.zeros((most, *data.shape[1:]), data.dtype)
        padded[: len(data)], ids = data, np.zeros(most, np.int64)
        ids[: len(indices)] = indices
        own = [nd.array(padded, ctx=array.context, dtype=data.dtype), nd.array(ids, ctx=array.context, dtype="int64")]
        gathered = self._checked(self._group.gather, [value_of(a) for a in own])
        rows, numbers = (np.asarray(value.read("gathered from workers")) for value in gathered)
        each = [
            nd.sparse.row_sparse_array(  # type: ignore[attr-defined]
                (rows[i, :count], numbers[i, :count]), shape=array.shape, ctx=array.context, dtype=array.dtype
            )
            for i, count in enumerate(counts)
            if count
        ]
        return _total(each)

    def _check_compressible(self, here: dict[Key, NDArray]) -> None:
        for name, array in here.items():
            if array.stype != "default" or array.dtype != np.float32:
                raise MXNetError(
                    f"key {name}: gradient compression is for dense float32 gradients only, "
                    f"received {array.stype} {np.dtype(array.dtype).name}"
                )

    # --- updating --------------------------------------------------------------------------------------------------

    def set_optimizer(self, optimizer: opt.Optimizer) -> None:
        """Update values by an optimizer whenever gradients are pushed, in all workers alike."""
        self.check_same("set_optimizer", settings_of(optimizer))
        self._updater = opt.get_updater(optimizer)
        if optimizer.multi_precision and not self._halves_are_whole:
            self._halves_are_whole = True
            self._arrays = {name: self._whole(array) for name, array in self._arrays.items()}
            self._replicas = {name: {} for name in self._arrays}

    def _whole(self, array: NDArray) -> NDArray:
        return array.astype("float32") if np.dtype(array.dtype).name in _HALVES else array

    def _settings(self) -> str:
        """What an update depends on besides gradients; workers that differ in it would drift apart."""
        if not isinstance(self._updater, opt.Updater):
            return f"compression {self._compression and self._compression.threshold}"
        return f"{changing(self._updater.optimizer)}, compression {self._compression and self._compression.threshold}"

    def _replace(self, name: Key, replicas: Replicas) -> None:
        before = self._arrays[name]
        first = self._near(before, replicas)
        is_dense = first.stype == before.stype == "default"
        if self.num_workers == 1 or not is_dense or first.dtype != before.dtype:
            super()._replace(name, replicas)
        else:  # a sum that nobody else has: it need not be copied
            self._arrays[name], self._replicas[name] = first, {}

    def _update(self, names: list[Key], merged: list[NDArray]) -> None:
        devices = {device_of(self._arrays[name].context) for name in names}
        own = {device: device.stream for device in devices}
        for device in devices:
            device.stream = self._stream
        try:
            with self._timeline.span("update"):
                super()._update(names, merged)
        finally:
            for device, stream in own.items():
                device.stream = stream


def _described(name: Key, array: NDArray) -> str:
    row = name, array.stype, array.dtype, array.shape
    text = _DESCRIPTIONS.get(row)
    if text is None:
        kind = "" if array.stype == "default" else f"{array.stype} "
        text = _DESCRIPTIONS[row] = f"key {name!r}: {kind}{np.dtype(array.dtype).name} {tuple(array.shape)}"
    return text


def _parts(array: NDArray, rows: int, filled: bool) -> list[np.ndarray]:
    """The host arrays that make up an array; where it is only to be filled, empty ones of the same shapes."""
    if array.stype == "row_sparse":
        if filled:
            return list(_rows(array))
        return [np.zeros((rows, *array.shape[1:]), array.dtype), np.zeros(rows, np.int64)]
    return [array.asnumpy() if filled else np.zeros(array.shape, array.dtype)]


def _filled(array: NDArray, parts: list[np.ndarray]) -> NDArray:
    if array.stype == "row_sparse":
        return nd.sparse.row_sparse_array(  # type: ignore[attr-defined]
            (parts[0], parts[1]), shape=array.shape, ctx=array.context, dtype=array.dtype
        )
    copy = array.copy()
    copy[:] = parts[0]
    return copy
