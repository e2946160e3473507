"""The stores of one machine: ``local``, ``device`` and their kin."""

import functools
import logging
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from mxnet import autograd
from mxnet import ndarray as nd
from mxnet import optimizer as opt
from mxnet._collectives.copies import are_copies
from mxnet._collectives.reduce import all_reduce
from mxnet._files import paths
from mxnet._lazy.value import Value
from mxnet._programs.device import Device, device_of
from mxnet.context import Context
from mxnet.error import MXNetError
from mxnet.kvstore.base import KVStoreBase, OneWorker
from mxnet.kvstore.compression import TwoBit, compression_of
from mxnet.ndarray import NDArray
from mxnet.ndarray.handle import new, value_of
from mxnet.ndarray.invoke import store

# Not the root's own functions: they set the root logger up, and a program's basicConfig would do nothing after.
_logger = logging.getLogger("mxnet.kvstore")

Key = int | str
Pair = tuple[Key, list[NDArray]]
Replicas = dict[Device, NDArray]


def _unrecorded(method: Callable[..., None]) -> Callable[..., None]:
    """What a store does is no part of a graph, even while autograd records."""

    @functools.wraps(method)
    def call(self: "KVStore", *args: Any, **kwargs: Any) -> None:
        with autograd.pause(train_mode=autograd.is_training()):
            method(self, *args, **kwargs)

    return call


def _pairs(keys: Any, values: Any) -> list[Pair]:
    """A key, or a list of them, with the arrays of each; a key given twice has the arrays of both places."""
    if isinstance(keys, (tuple, list)):
        if len(keys) != len(values):
            raise AssertionError(f"expected values for each of {len(keys)} keys, received {len(values)}")
        if len({isinstance(key, str) for key in keys}) > 1:
            raise AssertionError("inconsistent types of keys detected.")
        ungrouped = [_pair(key, value) for key, value in zip(keys, values, strict=True)]
    else:
        ungrouped = [_pair(keys, values)]
    grouped: dict[Key, list[NDArray]] = {}
    for key, arrays in ungrouped:
        grouped.setdefault(key, []).extend(arrays)
    return list(grouped.items())


def _pair(key: Any, value: Any) -> Pair:
    if not isinstance(key, (int, str)):
        raise AssertionError(f"unexpected type for keys: {type(key)}")
    arrays = [value] if isinstance(value, NDArray) else list(value)
    for array in arrays:
        if not isinstance(array, NDArray):
            raise AssertionError(f"kvstore key {key!r}: expected NDArrays, received {type(array).__name__}")
    return key, arrays


class KVStore(OneWorker, KVStoreBase):
    """A store in this process; several devices' arrays are added up where they are, all keys in one program.

    ``local`` and ``device`` differ in MXNet by where sums are computed. Here both compute them on the devices.

    >>> kv, out = mx.kv.create("local"), mx.nd.zeros((2,))
    >>> kv.init("w", out)
    >>> kv.pushpull("w", [mx.nd.ones((2,)), mx.nd.ones((2,))], out=out)
    >>> out.asnumpy()
    array([2., 2.], dtype=float32)
    """

    def __init__(self, handle: str = "local") -> None:
        self._type = handle
        self._updater: Callable[..., None] | None = None
        self._arrays: dict[Key, NDArray] = {}
        self._replicas: dict[Key, Replicas] = {}  # what other devices have of the present value of a key
        self._mirrors: Mirrors | None = None  # what updates the values that other devices have
        self._compression: TwoBit | None = None
        self._warned: set[Key] = set()

    # --- values ---------------------------------------------------------------------------------------------------

    @_unrecorded
    def init(self, key: Any, value: Any) -> None:
        """Begin with a value for each key; a key can begin once."""
        for name, arrays in self._new_pairs(key, value):
            self._arrays[name] = arrays[0].copy()
            self._replicas[name] = {}

    def _new_pairs(self, key: Any, value: Any) -> list[Pair]:
        """Keys that begin, with their arrays, checked."""
        pairs = _pairs(key, value)
        self._check_kind(pairs)
        known = set(self._arrays)
        for name, arrays in pairs:
            if name in known or len(arrays) > 1:
                raise MXNetError(
                    f"duplicate init of key {name}. Please double check if you called kv.init or kv.broadcast with "
                    "this key multiple times"
                )
            known.add(name)
        return pairs

    def broadcast(self, key: Any, value: Any, out: Any, priority: int = 0) -> None:
        """Begin with a value for each key, and copy it to all arrays of ``out``."""
        self.init(key, value)
        self.pull(key, out=out, priority=priority)

    @_unrecorded
    def push(self, key: Any, value: Any, priority: int = 0) -> None:
        """Add up the arrays of each key; the sum replaces the value, or updates it if there is an updater.

        ``priority`` is MXNet's; the order in which sums are computed is the engine's own affair here.
        """
        pairs = _pairs(key, value)
        self._check_there(pairs)
        sums = self._add_up(pairs)
        if self._updater is None:
            for name, replicas in sums.items():
                self._replace(name, replicas)
            return
        contexts = self._everywhere(sums)
        if contexts:
            self._update_everywhere(sums, contexts)
            return
        self._mirrors = None
        merged = [self._near(self._arrays[name], replicas) for name, replicas in sums.items()]
        self._update(list(sums), merged)

    @_unrecorded
    def pull(self, key: Any, out: Any = None, priority: int = 0, ignore_sparse: bool = True) -> None:
        """Write the value of each key into all its arrays of ``out``; row_sparse ones are left alone unless asked."""
        if out is None:
            raise AssertionError("pull needs arrays to write into: kv.pull(key, out=...)")
        pairs = _pairs(key, out)
        self._check_there(pairs)
        for name, targets in pairs:
            for target in targets:
                if target.stype != "default" and ignore_sparse:
                    self._warn(name)
                else:
                    self._copy(name, target)

    def pushpull(self, key: Any, value: Any, out: Any = None, priority: int = 0) -> None:
        """Push, then pull into ``out``, or into the values themselves."""
        self.push(key, value, priority)
        self.pull(key, value if out is None else out, priority)

    @_unrecorded
    def row_sparse_pull(self, key: Any, out: Any = None, priority: int = 0, row_ids: Any = None) -> None:
        """Write some rows of row_sparse values into row_sparse arrays; one array of ``row_ids`` serves them all."""
        if out is None or row_ids is None:
            raise AssertionError("row_sparse_pull needs arrays and rows: kv.row_sparse_pull(key, out=..., row_ids=...)")
        rows = [row_ids] if isinstance(row_ids, NDArray) else row_ids
        if not isinstance(rows, list):
            raise AssertionError(f"row_ids should be NDArray or list of NDArray, received {type(rows).__name__}")
        pairs = _pairs(key, out)
        self._check_there(pairs)
        if len(rows) == 1 and isinstance(rows[0], NDArray):
            wanted = [(name, rows * len(targets)) for name, targets in pairs]
        else:
            wanted = _pairs(key, rows)
        for (name, targets), (_, ids) in zip(pairs, wanted, strict=True):
            if len(targets) != len(ids):
                raise AssertionError(
                    f"the number of row_ids doesn't match the number of values: key {name} has {len(targets)} arrays, "
                    f"but {len(ids)} arrays of rows"
                )
            for target, chosen in zip(targets, ids, strict=True):
                self._copy_rows(name, target, chosen)

    # --- updating -------------------------------------------------------------------------------------------------

    def set_optimizer(self, optimizer: opt.Optimizer) -> None:
        """Update values by an optimizer whenever gradients are pushed."""
        self._set_updater(opt.get_updater(optimizer))

    def set_updater(self, updater: Callable[[Key, NDArray, NDArray], None]) -> None:
        """Call ``updater(key, pushed, stored)`` whenever something is pushed; it changes ``stored`` in place."""
        self._set_updater(updater)

    def _set_updater(self, updater: Callable[..., None]) -> None:
        self._updater = updater

    def set_gradient_compression(self, compression_params: dict[str, Any]) -> None:
        """Send two bits a number, as ``{"type": "2bit", "threshold": 0.5}`` says; for ``device`` and ``dist`` only."""
        if "device" not in self._type and "dist" not in self._type:
            raise Exception(
                f"Gradient compression is not supported for this type of kvstore: {self._type}, use 'device'"
            )
        self._compression = compression_of(compression_params)

    def save_optimizer_states(self, fname: str, dump_optimizer: bool = False) -> None:
        """Write the optimizer's states into a file, and with ``dump_optimizer`` the optimizer too."""
        paths.write_atomic(fname, [self._states("save").get_states(dump_optimizer)])

    def load_optimizer_states(self, fname: str) -> None:
        """Read the optimizer's states from a file."""
        self._states("load").set_states(paths.read_bytes(fname))

    def _states(self, verb: str) -> Any:
        if self._updater is None:
            raise AssertionError(f"Cannot {verb} states of a store without an optimizer: call set_optimizer first")
        return self._updater

    # --- what it is -----------------------------------------------------------------------------------------------

    def is_capable(self, capability: str) -> bool:
        """Whether the store can do something; it can optimize."""
        if capability.lower() == KVStoreBase.OPTIMIZER:
            return True
        raise ValueError(f"Unknown capability: {capability}")

    @property
    def type(self) -> str:
        """The name the store was made by."""
        return self._type

    def _barrier(self) -> None:
        """Return when all workers are here."""

    def check_same(self, what: str, lines: Sequence[str], network: Sequence[str] = ()) -> None:
        """See that all workers are about to train the same network with the same settings; here there is one."""

    def _send_command_to_servers(self, head: int, body: str) -> None:
        """There are no servers to hear it."""

    # --- checks ---------------------------------------------------------------------------------------------------

    def _check_kind(self, pairs: Sequence[Pair]) -> None:
        for name, _ in pairs:
            known = next(iter(self._arrays), name)
            if isinstance(known, str) != isinstance(name, str):
                raise MXNetError(f"Mixed key types are not allowed: received {name!r}, but there is {known!r} already")

    def _check_there(self, pairs: Sequence[Pair]) -> None:
        self._check_kind(pairs)
        for name, _ in pairs:
            if name not in self._arrays:
                problem = "doesn't exist. Did you init?" if isinstance(name, str) else "has not been inited."
                raise MXNetError(f"key {name} {problem} Write kv.init({name!r}, value) first.")

    def _warn(self, name: Key) -> None:
        if name not in self._warned:
            self._warned.add(name)
            _logger.info(
                "Warning: non-default weights detected during kvstore pull of key %s. This call has been ignored. "
                "Please make sure to use kv.row_sparse_pull() or module.prepare() with row_ids.",
                name,
            )

    # --- sums -----------------------------------------------------------------------------------------------------

    def _squeezed(self, name: Key, arrays: list[NDArray]) -> list[NDArray]:
        if any(array.stype != "default" for array in arrays):
            raise MXNetError(f"key {name}: gradient compression takes dense gradients only")
        return [self._compression.squeeze(name, i, array) for i, array in enumerate(arrays)]  # type: ignore[union-attr]

    def _add_up(self, pairs: Sequence[Pair]) -> dict[Key, Replicas]:
        """The sum of each key's arrays, on each device that has some of them."""
        if self._compression is not None:
            pairs = [(name, self._squeezed(name, arrays)) for name, arrays in pairs]
        return self._add_up_here(pairs)

    def _add_up_here(self, pairs: Sequence[Pair]) -> dict[Key, Replicas]:
        sums: dict[Key, Replicas] = {}
        spread: dict[tuple[Device, ...], list[Key]] = {}
        for name, arrays in pairs:
            sums[name] = self._add_each(name, arrays)
            if len(sums[name]) > 1:
                spread.setdefault(tuple(sums[name]), []).append(name)
        for devices, names in spread.items():
            rows = all_reduce([[value_of(sums[name][device]) for device in devices] for name in names])
            for name, row in zip(names, rows, strict=True):
                for device, value in zip(devices, row, strict=True):
                    sums[name][device] = _like(sums[name][device], value)
        return sums

    def _add_each(self, name: Key, arrays: list[NDArray]) -> Replicas:
        """The sum of the arrays on each device apart; sparse ones are brought to one device."""
        wanted = self._arrays[name].shape
        by_device: dict[Device, list[NDArray]] = {}
        for array in arrays:
            if array.shape != wanted:
                raise MXNetError(f"key {name}: expected arrays of shape {wanted}, received {array.shape}")
            at = arrays[0].context if array.stype != "default" else array.context
            by_device.setdefault(device_of(at), []).append(array.as_in_context(at))
        return {device: _total(group) for device, group in by_device.items()}

    def _near(self, local: NDArray, replicas: Replicas) -> NDArray:
        """Of a sum, the array on the device of the value that it is to update."""
        same = replicas.get(device_of(local.context))
        return same if same is not None else next(iter(replicas.values())).as_in_context(local.context)

    def _replace(self, name: Key, replicas: Replicas) -> None:
        before = self._arrays[name]
        first = self._near(before, replicas)
        stored = first.astype(before.dtype) if first.dtype != before.dtype else first.copy()
        self._arrays[name] = stored if stored.stype == before.stype else stored.tostype(before.stype)
        same = first.dtype == before.dtype and first.stype == before.stype == "default"
        self._replicas[name] = replicas if same else {}

    def _update(self, names: list[Key], merged: list[NDArray]) -> None:
        local = [self._arrays[name] for name in names]
        if isinstance(self._updater, opt.Updater):
            self._updater(names, merged, local)
        else:
            for row in zip(names, merged, local, strict=True):
                self._updater(*row)  # type: ignore[misc]
        for name in names:
            self._replicas[name] = {}

    def _everywhere(self, sums: dict[Key, Replicas]) -> list[Context]:
        """The contexts of the sums, if each device can update the values that it has; none if one is to do it for all.

        Then the update is a part of the same program on every device, and no device waits for another.
        """
        first = next(iter(sums.values()))
        if len(first) < 2 or type(self._updater) is not opt.Updater:
            return []
        dense = all(self._arrays[name].stype == "default" for name in sums)
        if not dense or not opt.is_repeatable(self._updater.optimizer):
            return []
        if any(replicas.keys() != first.keys() for replicas in sums.values()):
            return []
        return [array.context for array in first.values()]

    def _update_everywhere(self, sums: dict[Key, Replicas], contexts: list[Context]) -> None:
        """Update each value where it is, and the copies that other devices have of it in the same way."""
        before = self._arrays[next(iter(sums))].context
        for name in sums:
            own = self._arrays[name]
            if own.context != contexts[0]:  # from where it began to where it is used
                self._arrays[name] = self._local(name, contexts[0])
                self._replicas[name] = {device_of(own.context): own, **self._replicas[name]}
        if self._mirrors is None or not self._mirrors.fit(self._updater, contexts):
            self._mirrors = Mirrors(self._updater, before, contexts)  # type: ignore[arg-type]
        for context in contexts:
            device = device_of(context)
            local = [self._local(name, context) for name in sums]
            self._mirrors.updaters[context](list(sums), [replicas[device] for replicas in sums.values()], local)
        for name in sums:
            kept = [device_of(context) for context in contexts[1:]]
            self._replicas[name] = {device: self._replicas[name][device] for device in kept}

    def _local(self, name: Key, context: Context, target: NDArray | None = None) -> NDArray:
        """What a context's device has of a key's value: brought there, if it has nothing and the target is no copy."""
        own, device = self._arrays[name], device_of(context)
        if device_of(own.context) is device:
            return own
        replicas = self._replicas[name]
        if device not in replicas:
            known = target is not None and are_copies(value_of(own), value_of(target))
            replicas[device] = target.copy() if known else own.as_in_context(context)  # type: ignore[union-attr]
        return replicas[device]

    # --- copies ---------------------------------------------------------------------------------------------------

    def _copy(self, name: Key, target: NDArray) -> None:
        source = self._arrays[name]
        if source.shape != target.shape:
            raise MXNetError(f"key {name}: expected an array of shape {source.shape}, received {target.shape}")
        if target.stype != "default":
            source.tostype(target.stype).copyto(target)
            return
        if source.stype != "default":
            source = source.tostype("default")
        elif source.context != target.context:
            source = self._local(name, target.context, target)
        if source.dtype != target.dtype:
            source = source.astype(target.dtype)
        store(target, value_of(source), f"kvstore key {name}")

    def _copy_rows(self, name: Key, target: NDArray, rows: NDArray) -> None:
        source = self._arrays[name]
        if target.stype != "row_sparse":
            raise MXNetError(
                f"key {name}: Expected row_sparse storage type for row_sparse_pull values, "
                f"but detected storage type {target.stype}"
            )
        if source.stype != "row_sparse":
            raise MXNetError(f"key {name}: row_sparse_pull expects a row_sparse value, but it is stored {source.stype}")
        ids = np.unique(rows.asnumpy()).astype(np.int64)
        chosen = nd.array(ids, ctx=source.context, dtype="int64")
        nd.sparse.retain(source, chosen).copyto(target)  # type: ignore[attr-defined]


class Mirrors:
    """An updater for each context that a store updates its values on: its own, and others with copies of the states."""

    def __init__(self, updater: opt.Updater, before: Context, contexts: Sequence[Context]) -> None:
        home, *others = contexts
        updater.move_states(before, home)
        self._of = updater, updater.states, updater.optimizer
        self._contexts = list(contexts)
        self.updaters = {home: updater, **{context: updater.mirrored(home, context) for context in others}}

    def fit(self, updater: Any, contexts: Sequence[Context]) -> bool:
        """Whether they still are what they were made for: nobody has given the updater other states since."""
        now = updater, updater.states, updater.optimizer
        return all(a is b for a, b in zip(now, self._of, strict=True)) and list(contexts) == self._contexts


def _total(arrays: Sequence[NDArray]) -> NDArray:
    return arrays[0] if len(arrays) == 1 else nd.add_n(*arrays)


def _like(array: NDArray, value: Value) -> NDArray:
    return new(NDArray, value, array.context)


def _rows(array: Any) -> tuple[np.ndarray, np.ndarray]:
    """The rows that a row_sparse array stores, and their numbers."""
    return array.data.asnumpy(), array.indices.asnumpy().astype(np.int64)


def _count(array: Any) -> int:
    """How many rows a row_sparse array stores."""
    return len(array.indices)


def _complete(array: NDArray) -> NDArray:
    """A row_sparse array with all of its rows stored, as updates of single rows need it; others as they are."""
    if array.stype != "row_sparse" or _count(array) == array.shape[0]:
        return array
    rows = np.arange(array.shape[0])
    return nd.sparse.row_sparse_array(  # type: ignore[attr-defined]
        (array.tostype("default"), rows), shape=array.shape, ctx=array.context, dtype=array.dtype
    )
