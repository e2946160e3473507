"""``dist_async``: values live in servers, and every worker's push updates them at once, whatever the others do."""

import atexit
import contextlib
import copy
import itertools
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from mxnet import _config
from mxnet import ndarray as nd
from mxnet import optimizer as opt
from mxnet._files import paths
from mxnet.context import Context
from mxnet.error import MXNetError
from mxnet.kvstore.compression import pack
from mxnet.kvstore.dist_sync import KVStoreDist, _described
from mxnet.kvstore.kvstore import Key, Pair, _pairs, _rows, _unrecorded
from mxnet.kvstore.servers import Refused, Servers
from mxnet.kvstore.settings import settings_of
from mxnet.kvstore.shard import Pushed
from mxnet.ndarray import NDArray


@dataclass(frozen=True)
class _Spec:
    """What a worker knows of a value: where its parts are. ``ends`` are the bounds of a divided one."""

    shape: tuple[int, ...]
    dtype: Any
    stype: str
    context: Context
    ends: tuple[int, ...] | None

    @property
    def size(self) -> int:
        return prod(self.shape)


class KVStoreDistAsync(KVStoreDist):
    """A store whose values live in servers: ``dist_async``.

    Large values are divided among the servers, dense ones by elements, row_sparse ones by rows.
    """

    def __init__(self, handle: str) -> None:
        super().__init__(handle)
        self._servers = Servers(self._member, f"mx.kv.create({handle!r})")
        self._name = f"{self.rank}-{uuid.uuid4().hex}"  # a worker that takes the place of another is a new one
        self._numbers = [0] * self._servers.count
        self._rate: float | None = None
        self._optimizers = itertools.count()
        atexit.register(self._servers.leave)

    def _profile_servers(self, command: str, params: dict[str, Any]) -> None:
        """Let every server profile itself; worker 0 speaks for all."""
        if self.rank == 0:
            if command == "config":
                params = {**params, "filename": str(Path(params["filename"]).absolute())}
            self._servers.profile(command, params)

    def _spec(self, name: Key) -> _Spec:
        return self._arrays[name]  # type: ignore[return-value]

    # --- values ----------------------------------------------------------------------------------------------------

    @_unrecorded
    def init(self, key: Any, value: Any) -> None:
        """Begin with worker 0's value for each key."""
        pairs = self._new_pairs(key, value)
        details = [_described(name, arrays[0]) for name, arrays in pairs]
        if not self._member.again:
            self._member.agree("init", details)
        for name, arrays in pairs:
            self._arrays[name] = self._specified(arrays[0])  # type: ignore[assignment]
        if self.rank == 0 or self._member.again:  # what a server has already, it keeps
            self._send_values([(name, arrays[0]) for name, arrays in pairs])
        if not self._member.again:
            self._member.agree("the end of init", details)

    def _specified(self, array: NDArray) -> _Spec:
        ends, count = None, self._servers.count
        if count > 1 and prod(array.shape) >= _config.lookup("MXNET_KVSTORE_BIGARRAY_BOUND"):
            length = array.shape[0] if array.stype == "row_sparse" else prod(array.shape)
            ends = tuple(length * i // count for i in range(count + 1))
        return _Spec(array.shape, array.dtype, array.stype, array.context, ends)

    def _send_values(self, pairs: Sequence[tuple[Key, NDArray]]) -> None:
        requests: dict[int, list[Any]] = {}
        for name, array in pairs:
            spec = self._spec(name)
            for number, part in self._divided(name, self._as_pushed(array)):
                if part[0] == "rows":
                    length = spec.shape[0] if spec.ends is None else spec.ends[number + 1] - spec.ends[number]
                    part = (*part[:3], (length, *spec.shape[1:]))
                requests.setdefault(number, []).append((name, np.dtype(spec.dtype).name, part))
        self._servers.call([(number, "init", (items,)) for number, items in requests.items()])

    def _as_pushed(self, array: NDArray) -> Pushed:
        if array.stype == "row_sparse":
            return ("rows", *_rows(array))
        return ("dense", array.asnumpy())

    def _divided(self, name: Key, pushed: Pushed) -> list[tuple[int, Pushed]]:
        """The parts of an array, each with the server that it belongs to."""
        ends = self._spec(name).ends
        if ends is None:
            return [(self._servers.of(name), pushed)]
        bounds = list(enumerate(itertools.pairwise(ends)))
        if pushed[0] == "rows":
            data, ids = pushed[1], pushed[2]
            chosen = [(ids >= begin) & (ids < end) for _, (begin, end) in bounds]
            return [(i, ("rows", data[chosen[i]], ids[chosen[i]] - begin)) for i, (begin, _) in bounds]
        flat = pushed[1].reshape(-1)
        return [(i, ("dense", flat[begin:end])) for i, (begin, end) in bounds]

    # --- pushes and pulls ------------------------------------------------------------------------------------------

    @_unrecorded
    def push(self, key: Any, value: Any, priority: int = 0) -> None:
        """Update the values of keys by what the devices of this worker have, added up."""
        self._exchange(self._summed(key, value), "push")

    def _summed(self, key: Any, value: Any) -> dict[int, list[tuple[Key, Pushed]]]:
        """What to send to each server."""
        pairs = _pairs(key, value)
        self._check_there(pairs)
        requests: dict[int, list[tuple[Key, Pushed]]] = {}
        for name, replicas in self._add_up_here(pairs).items():
            array = next(iter(replicas.values()))
            for number, part in self._divided(name, self._squeezed_or_not(name, array)):
                if self._compression is not None:
                    part = ("signs", pack(part[1]), part[1].size, self._compression.threshold)
                requests.setdefault(number, []).append((name, part))
        return requests

    def _squeezed_or_not(self, name: Key, array: NDArray) -> Pushed:
        if self._compression is None:
            return self._as_pushed(array)
        if array.stype != "default" or array.dtype != np.float32:
            raise MXNetError(
                f"key {name}: gradient compression is for dense float32 gradients only, "
                f"received {array.stype} {np.dtype(array.dtype).name}"
            )
        return ("dense", self._compression.squeeze(name, 0, array).asnumpy())

    def _exchange(self, requests: dict[int, list[tuple[Key, Pushed]]], verb: str) -> dict[int, Any]:
        """Send pushes to servers, numbered, so that one that must be repeated is still applied once."""
        rate = self._changed_rate()
        calls = []
        for number, items in requests.items():
            self._numbers[number] += 1
            calls.append((number, verb, (self._name, self._numbers[number], items, rate)))
        try:
            answers = self._servers.call(calls)
        except Refused:
            self._catch_up()
            raise
        return dict(zip(requests, answers, strict=True))

    def _catch_up(self) -> None:
        """After a refused push, go on with the number that each server expects."""
        for number, counts in enumerate(self._servers.all("counts")):
            self._numbers[number] = counts["seen"].get(self._name, 0)

    def _changed_rate(self) -> float | None:
        """The learning rate, if the program has changed it since servers heard of it."""
        if self._updater is None or self._updater.optimizer.lr == self._rate:  # type: ignore[attr-defined]
            return None
        self._rate = self._updater.optimizer.lr  # type: ignore[attr-defined]
        return self._rate

    @_unrecorded
    def _pull_into(self, pairs: Sequence[Pair]) -> None:
        wanted: dict[int, list[Key]] = {}
        for name, _ in pairs:
            for number in self._places(name):
                wanted.setdefault(number, []).append(name)
        answers = self._servers.call([(number, "pull", (names,)) for number, names in wanted.items()])
        by_server = {
            number: dict(zip(names, answer, strict=True))
            for (number, names), answer in zip(wanted.items(), answers, strict=True)
        }
        self._write(pairs, by_server)

    def _places(self, name: Key) -> Sequence[int]:
        return [self._servers.of(name)] if self._spec(name).ends is None else range(self._servers.count)

    def _write(self, pairs: Sequence[Pair], by_server: dict[int, dict[Key, np.ndarray]]) -> None:
        for name, targets in pairs:
            spec = self._spec(name)
            parts = [by_server[number][name] for number in self._places(name)]
            whole = parts[0] if spec.ends is None else np.concatenate(parts).reshape(spec.shape)
            for target in targets:
                if target.shape != spec.shape:
                    raise MXNetError(f"key {name}: expected an array of shape {spec.shape}, received {target.shape}")
                target[:] = nd.array(whole, ctx=target.context, dtype=target.dtype)

    def pull(self, key: Any, out: Any = None, priority: int = 0, ignore_sparse: bool = True) -> None:
        """Write the present value of each key into all its arrays of ``out``; row_sparse ones are left alone."""
        if not ignore_sparse:
            raise MXNetError("dist kvstore pull doesn't support ignore_sparse=False: write kv.row_sparse_pull(...)")
        if out is None:
            raise AssertionError("pull needs arrays to write into: kv.pull(key, out=...)")
        pairs = _pairs(key, out)
        self._check_there(pairs)
        dense = []
        for name, targets in pairs:
            chosen = [target for target in targets if target.stype == "default"]
            if len(chosen) < len(targets):
                self._warn(name)
            if chosen:
                dense.append((name, chosen))
        self._pull_into(dense)

    @_unrecorded
    def pushpull(self, key: Any, value: Any, out: Any = None, priority: int = 0) -> None:
        """Push, and write the new values into ``out``, or into the values themselves: one message each way."""
        pairs = _pairs(key, value if out is None else out)
        if any(target.stype != "default" for _, targets in pairs for target in targets):
            self.push(key, value, priority)
            self.pull(key, value if out is None else out, priority)
            return
        requests = self._summed(key, value)
        answers = self._exchange(requests, "push_pull")
        by_server = {
            number: dict(zip([name for name, _ in requests[number]], answer, strict=True))
            for number, answer in answers.items()
        }
        self._write(pairs, by_server)

    def _copy_rows(self, name: Key, target: NDArray, rows: NDArray) -> None:
        spec = self._spec(name)
        if target.stype != "row_sparse" or spec.stype != "row_sparse":
            raise MXNetError(
                f"key {name}: row_sparse_pull is for row_sparse values and arrays; "
                f"the value is {spec.stype}, the array {target.stype}"
            )
        ids = np.unique(rows.asnumpy()).astype(np.int64)
        if spec.ends is None:
            requests = [(self._servers.of(name), ids)]
        else:
            bounds = enumerate(itertools.pairwise(spec.ends))
            requests = [(i, ids[(ids >= a) & (ids < b)] - a) for i, (a, b) in bounds]
        answers = self._servers.call([(number, "rows", (name, chosen)) for number, chosen in requests if chosen.size])
        data = np.concatenate(answers) if answers else np.zeros((0, *spec.shape[1:]), spec.dtype)
        pulled = nd.sparse.row_sparse_array(  # type: ignore[attr-defined]
            (data, ids), shape=spec.shape, ctx=target.context, dtype=target.dtype
        )
        pulled.copyto(target)

    # --- updating --------------------------------------------------------------------------------------------------

    def set_optimizer(self, optimizer: opt.Optimizer) -> None:
        """Let the servers update values by an optimizer."""
        self._updater = opt.get_updater(optimizer)
        self._rate = optimizer.lr
        settings, number = settings_of(optimizer), next(self._optimizers)
        with multipliers(optimizer):
            self._servers.all("set_optimizer", optimizer, settings, number)

    def save_optimizer_states(self, fname: str, dump_optimizer: bool = False) -> None:
        """Write the optimizer's states, of all servers, into a file, and with ``dump_optimizer`` the optimizer too."""
        used = copy.copy(self._states("save").optimizer)
        merged: dict[Key, Any] = {}
        answers = self._servers.all("states")
        for states, _ in answers:
            for key, state in states.items():
                merged[key] = state if key not in merged else _joined(merged[key], state)
        used.__dict__.update(answers[-1][1].__getstate__())  # the class is ours: a server may have a copy of it
        whole = opt.get_updater(used)
        whole.states = {key: _shaped(state, self._arrays.get(key)) for key, state in merged.items()}
        paths.write_atomic(fname, [whole.get_states(dump_optimizer)])

    def load_optimizer_states(self, fname: str) -> None:
        """Read the optimizer's states from a file, into all servers."""
        updater = self._states("load")
        before = updater.optimizer
        updater.set_states(paths.read_bytes(fname))
        states, updater.states = updater.states, {}
        self._rate = updater.optimizer.lr
        loaded = updater.optimizer if updater.optimizer is not before else None
        requests = []
        for number in range(self._servers.count):
            parts = {
                key: _cut(state, self._spec(key), number)
                for key, state in states.items()
                if key in self._arrays and number in self._places(key)
            }
            requests.append((number, "set_states", (parts, loaded)))
        self._servers.call(requests)


@contextlib.contextmanager
def multipliers(optimizer: opt.Optimizer) -> Iterator[None]:
    """While it lasts, an optimizer has itself the multipliers that stand at parameters, which do not travel."""
    kept = {name: getattr(optimizer, name) for name in ("lr_mult", "wd_mult")}
    for name, table in kept.items():
        more = {index: getattr(p, name) for index, p in optimizer.param_dict.items() if getattr(p, name) != 1.0}
        optimizer.__dict__[name] = {**table, **more}
    try:
        yield
    finally:
        optimizer.__dict__.update(kept)


def _joined(first: Any, second: Any) -> Any:
    """The states of two neighbouring parts of a value as one."""
    if isinstance(first, NDArray):
        return nd.concat(first, second, dim=0) if first.ndim else first
    if isinstance(first, (tuple, list)):
        return type(first)([_joined(a, b) for a, b in zip(first, second, strict=True)])
    return first


def _shaped(state: Any, spec: Any) -> Any:
    """A state that was joined from flat parts, in its value's shape."""
    if spec is None or spec.ends is None:
        return state
    if isinstance(state, NDArray):
        return state.reshape(spec.shape) if state.size == spec.size and spec.stype == "default" else state
    if isinstance(state, (tuple, list)):
        return type(state)([_shaped(part, spec) for part in state])
    return state


def _cut(state: Any, spec: _Spec, number: int) -> Any:
    """A server's part of a state."""
    if spec.ends is None:
        return state
    begin, end = spec.ends[number], spec.ends[number + 1]
    if isinstance(state, NDArray):
        if spec.stype != "default":
            return state[begin:end]
        return state.reshape(-1)[begin:end] if state.size == spec.size else state
    if isinstance(state, (tuple, list)):
        return type(state)([_cut(part, spec, number) for part in state])
    return state
