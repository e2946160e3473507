"""A server of ``dist_async``: values under keys, updated by what workers push, in the order in which it arrives.

Each worker numbers its pushes. A push that comes again, because its answer was lost, is recognized by its number and
not applied twice; one that leaves a gap is refused.
"""

import contextlib
import pickle
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from mxnet import ndarray as nd
from mxnet import optimizer as opt
from mxnet._files import pickles
from mxnet.error import MXNetError
from mxnet.kvstore.compression import unpack
from mxnet.kvstore.journal import Journal
from mxnet.kvstore.kvstore import _complete, _rows
from mxnet.kvstore.settings import first_difference
from mxnet.ndarray import NDArray

Key = int | str
# ("dense", array), ("rows", data, indices) or ("signs", bytes, size, threshold)
Pushed = tuple[Any, ...]

_LONGEST = 64 << 20  # bytes of journal from which a snapshot is made, if the state is not larger
_HALVES = ("float16", "bfloat16")


@dataclass
class _Entry:
    array: NDArray
    dtype: str  # as workers know it; with multi_precision the array is float32


class Shard:
    """The values of one server, what updates them, and the journal that brings both back.

    ``dumps`` and ``loads`` are for the optimizer and its states, which may be of a class that a script defines; ``key``
    is what genuine entries of the journal are known by.
    """

    def __init__(
        self,
        folder: str,
        dumps: Callable[[Any], bytes] = pickle.dumps,
        loads: Callable[[bytes], Any] = pickles.loads,
        key: bytes = b"",
    ) -> None:
        self._dumps, self._loads = dumps, loads
        self._values: dict[Key, _Entry] = {}
        self._optimizer: bytes = b""
        self._settings: list[list[str]] = []  # of each optimizer that was set, in order
        self._updater: opt.Updater | None = None
        self._seen: dict[str, int] = {}  # the number of each worker's last push
        self.applied = 0
        self._longest = _LONGEST
        self._journal = Journal(folder, key)
        self._restore(self._journal.snapshot)
        for name, args in self._journal.entries():
            # What failed, an optimizer's error say, failed after it was written down; the worker was told then.
            with contextlib.suppress(Exception):
                getattr(self, name)(*args)

    # --- what workers ask ------------------------------------------------------------------------------------------

    def init(self, items: Sequence[tuple[Key, str, Pushed]]) -> None:
        """Begin with values; a key that is there already keeps its own."""
        for key, _, value in items:
            known = self._values.get(key)
            if known is not None and known.array.shape != _shape(value):
                raise MXNetError(
                    f"key {key}: init with shape {_shape(value)}, but there is {known.array.shape} already"
                )
        fresh = [item for item in items if item[0] not in self._values]
        if fresh:
            self._done("_init", fresh)

    def push(self, worker: str, number: int, items: Sequence[tuple[Key, Pushed]], rate: float | None) -> None:
        """Update values by a worker's push, once; ``rate`` is a learning rate that it has changed."""
        last = self._seen.get(worker, 0)
        if number <= last:
            return
        if number != last + 1:
            raise MXNetError(f"push {number} of worker {worker} came after {last}: something was lost on the way")
        if self._updater is None:
            raise MXNetError("Updater needs to be set for async mode: call kv.set_optimizer before kv.push")
        for key, pushed in items:
            self._check(key, pushed)
        self._done("_push", worker, number, items, rate)

    def pull(self, keys: Sequence[Key]) -> list[np.ndarray]:
        """The values of keys."""
        return [self._seen_by_workers(key) for key in keys]

    def push_pull(self, worker: str, number: int, items: Sequence[tuple[Key, Pushed]], rate: float | None) -> Any:
        """Push, and the new values."""
        self.push(worker, number, items, rate)
        return self.pull([key for key, _ in items])

    def rows(self, key: Key, indices: np.ndarray) -> np.ndarray:
        """Some rows of a value."""
        entry = self._entry(key)
        chosen = nd.array(indices, dtype="int64")
        dense = entry.array.tostype("default") if entry.array.stype != "default" else entry.array
        return nd.take(dense, chosen).asnumpy().astype(entry.dtype)

    def set_optimizer(self, optimizer: opt.Optimizer, settings: Sequence[str], number: int = 0) -> None:
        """Update by an optimizer; ``number`` counts those that a worker has set, and all must set the same ones.

        The one that is there already keeps its states.
        """
        if number < len(self._settings):
            there, here = first_difference(self._settings[number], settings)
            if there != here:
                raise MXNetError(
                    f"workers do not do the same: another worker has set {there}, where this one has {here}. Every "
                    "worker must train with the same settings."
                )
        elif number == len(self._settings):
            self._done("_set_optimizer", self._dumps(optimizer), list(settings))
        else:
            raise MXNetError(f"optimizer {number} came after {len(self._settings)}: something was lost on the way")

    def states(self) -> tuple[dict[Key, Any], opt.Optimizer]:
        """The optimizer's states, and the optimizer."""
        if self._updater is None:
            raise MXNetError("Cannot save states of a store without an optimizer: call set_optimizer first")
        return self._updater.states, self._updater.optimizer

    def set_states(self, states: dict[Key, Any], optimizer: opt.Optimizer | None = None) -> None:
        """Take over an optimizer's states, and the optimizer if it is with them."""
        if self._updater is None:
            raise MXNetError("Cannot load states into a store without an optimizer: call set_optimizer first")
        self._done("_set_states", self._dumps((states, optimizer)))

    def counts(self) -> dict[str, Any]:
        """How many pushes were applied in all, and each worker's last number."""
        return {"applied": self.applied, "seen": dict(self._seen)}

    # --- changes: made when they are written down, and made again from the journal ------------------------------------

    def _done(self, name: str, *args: Any) -> None:
        self._journal.write((name, args))
        getattr(self, name)(*args)
        if self._journal.bytes > max(self._longest, 8 * sum(prod(e.array.shape) for e in self._values.values())):
            try:
                self._journal.begin_anew(self._state())
                self._longest = _LONGEST
            except (OSError, MXNetError) as error:  # what was asked is done and written down: the journal may grow on
                self._longest = 2 * self._journal.bytes
                print(f"[kvstore] no room for a snapshot, the journal grows: {error}", file=sys.stderr, flush=True)

    def _init(self, items: Sequence[tuple[Key, str, Pushed]]) -> None:
        for key, dtype, value in items:
            self._values[key] = _Entry(self._kept(_complete(_array(value))), dtype)

    def _push(self, worker: str, number: int, items: Sequence[tuple[Key, Pushed]], rate: float | None) -> None:
        self._seen[worker] = number
        updater = self._updater
        if updater is None:
            return
        if rate is not None:
            updater.optimizer.lr = rate
        keys = [key for key, _ in items]
        arrays = [self._values[key].array for key in keys]
        grads = [self._grad(self._values[key], pushed) for key, pushed in items]
        updater(keys, grads, arrays)
        for array in arrays:
            array.wait_to_read()
        self.applied += 1

    def _set_optimizer(self, content: bytes, settings: list[str]) -> None:
        self._settings.append(settings)
        self._use(content)

    def _use(self, content: bytes) -> None:
        self._optimizer, self._updater = content, opt.get_updater(self._loads(content))
        for entry in self._values.values():
            entry.array = self._kept(entry.array)

    def _set_states(self, states: bytes) -> None:
        if self._updater is not None:
            by_index, optimizer = self._loads(states)
            self._updater.states, self._updater.states_synced = by_index, dict.fromkeys(by_index, False)
            self._updater.optimizer = optimizer or self._updater.optimizer

    # --- snapshots -------------------------------------------------------------------------------------------------

    def _state(self) -> dict[str, Any]:
        values = {key: (entry.dtype, _as_pushed(entry.array)) for key, entry in self._values.items()}
        states = self._dumps(self.states()) if self._updater is not None else b""
        kept = {"optimizer": self._optimizer, "states": states, "seen": self._seen, "applied": self.applied}
        return {"values": values, "settings": self._settings, **kept}

    def _restore(self, state: dict[str, Any] | None) -> None:
        if state is None:
            return
        self._seen, self.applied, self._settings = state["seen"], state["applied"], state["settings"]
        if state["optimizer"]:
            self._use(state["optimizer"])
            self._set_states(state["states"])
        for key, (dtype, value) in state["values"].items():
            self._values[key] = _Entry(_array(value), dtype)

    # --- arrays ----------------------------------------------------------------------------------------------------

    def _entry(self, key: Key) -> _Entry:
        entry = self._values.get(key)
        if entry is None:
            raise MXNetError(f"key {key} has not been inited: write kv.init({key!r}, value) first")
        return entry

    def _check(self, key: Key, pushed: Pushed) -> None:
        entry = self._entry(key)
        shape = entry.array.shape
        if pushed[0] == "dense" and pushed[1].shape != shape:
            raise MXNetError(f"key {key}: expected a gradient of shape {shape}, received {pushed[1].shape}")
        if pushed[0] == "signs" and pushed[2] != prod(shape):
            raise MXNetError(f"key {key}: expected {prod(shape)} numbers, received {pushed[2]}")

    def _seen_by_workers(self, key: Key) -> np.ndarray:
        entry = self._entry(key)
        dense = entry.array if entry.array.stype == "default" else entry.array.tostype("default")
        return dense.asnumpy().astype(entry.dtype, copy=False)

    def _kept(self, array: NDArray) -> NDArray:
        many = self._updater is not None and self._updater.optimizer.multi_precision
        return array.astype("float32") if many and np.dtype(array.dtype).name in _HALVES else array

    def _grad(self, entry: _Entry, pushed: Pushed) -> NDArray:
        if pushed[0] == "signs":
            return nd.array(unpack(*pushed[1:]).reshape(entry.array.shape))
        return self._kept(_array(pushed, entry.array.shape))


def _array(value: Pushed, shape: tuple[int, ...] | None = None) -> NDArray:
    if value[0] == "rows":
        data, indices = value[1], value[2]
        full = value[3] if len(value) > 3 else shape
        return nd.sparse.row_sparse_array((data, indices), shape=full, dtype=data.dtype)  # type: ignore[attr-defined]
    return nd.array(value[1], dtype=value[1].dtype)


def _shape(value: Pushed) -> tuple[int, ...]:
    return tuple(value[3]) if value[0] == "rows" else value[1].shape


def _as_pushed(array: NDArray) -> Pushed:
    if array.stype == "row_sparse":
        return ("rows", *_rows(array), array.shape)
    return ("dense", array.asnumpy())
