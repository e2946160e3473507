"""Checkpoints of networks that are divided over a mesh: their parameters, and a trainer's states."""

from typing import Any

import numpy as np

from mxnet import ndarray
from mxnet._programs import checkpoints
from mxnet.context import cpu
from mxnet.error import MXNetError
from mxnet.gluon._sharding import leaves
from mxnet.ndarray import NDArray
from mxnet.ndarray.dense import from_host
from mxnet.ndarray.handle import assign, value_of


class Saving:
    """A checkpoint that is being written."""

    def __init__(self, writer: Any) -> None:
        self._writer = writer

    def wait(self) -> None:
        """Return when it is complete."""
        self._writer.wait_until_finished()


def save(folder: str, net: Any, trainer: Any = None, replace: bool = False) -> Saving:
    """Write a network's parameters, and a trainer's states, into a folder while training goes on.

    Each device writes its own parts. The folder appears when all is written: a crash leaves none, or, with ``replace``,
    no folder of that name.

    >>> from mxnet.gluon import sharding
    >>> net = mx.gluon.nn.Dense(2, in_units=3)
    >>> net.initialize()
    >>> sharding.save("checkpoint", net).wait()
    >>> import os
    >>> os.path.isdir("checkpoint")
    True
    """
    tree = {"params": {name: value_of(p.data()) for name, p in net._collect_params_with_prefix().items()}}
    if trainer is not None:
        tree["states"] = {name: value_of(array) for name, array in _states(net, trainer).items()}
        tree["counts"] = {
            name: value_of(from_host(np.asarray(count, np.int64), cpu()))
            for name, count in _updater(trainer).counts().items()
        }
    return Saving(checkpoints.write(folder, tree, replace))


def load(folder: str, net: Any, trainer: Any = None) -> None:
    """Read a network's parameters, and a trainer's states, from a folder of ``save``, on any number of devices.

    >>> from mxnet.gluon import sharding
    >>> net = mx.gluon.nn.Dense(2, in_units=3)
    >>> net.initialize()
    >>> sharding.save("to-load", net).wait()
    >>> before = net.weight.data().asnumpy()
    >>> net.initialize(mx.init.One(), force_reinit=True)
    >>> sharding.load("to-load", net)
    >>> bool((net.weight.data().asnumpy() == before).all())
    True
    """
    arrays = {"params": {name: p.data() for name, p in net._collect_params_with_prefix().items()}}
    there = checkpoints.names_in(folder)
    if trainer is not None:
        _make_states(trainer)
        arrays["states"] = _states(net, trainer)
        arrays["counts"] = {name: from_host(np.zeros((), np.int64), cpu()) for name in there.get("counts", ())}
    for kind, part in arrays.items():
        _check(folder, kind, there.get(kind, {}), part)
    like = {kind: {name: value_of(array) for name, array in part.items()} for kind, part in arrays.items()}
    values = checkpoints.read(folder, like)
    for kind, part in arrays.items():
        for name, array in part.items():
            assign(array, values[kind][name])
    if trainer is not None:
        counts = {name: int(array.asnumpy()) for name, array in arrays["counts"].items()}
        _updater(trainer).set_counts(counts, trainer._contexts[0])


def export(folder: str, filename: str) -> None:
    """Write the parameters of a checkpoint into a plain file, which ``load_parameters`` and MXNet read.

    >>> from mxnet.gluon import sharding
    >>> net = mx.gluon.nn.Dense(2, in_units=3)
    >>> net.initialize()
    >>> sharding.save("to-export", net).wait()
    >>> sharding.export("to-export", "plain.params")
    >>> net.load_parameters("plain.params")
    """
    params = checkpoints.read_whole(folder, "params")
    ndarray.save(filename, {name: from_host(array, cpu()) for name, array in params.items()})


def _check(folder: str, kind: str, there: dict[str, Any], wanted: dict[str, NDArray]) -> None:
    missing = sorted(set(wanted).difference(there))
    if missing:
        raise MXNetError(f"{folder}: expected {kind} of {missing[0]!r} ({len(missing)} in all are missing)")
    for name, array in wanted.items():
        if there[name][0] != array.shape:
            raise MXNetError(f"{folder}: {name!r} has shape {there[name][0]}, expected {array.shape}")


def _updater(trainer: Any) -> Any:
    if len(trainer._updaters) != 1 or trainer._update_on_kvstore:
        raise MXNetError("checkpoints take the states of a trainer with one context: a mesh, or one device")
    return trainer._updaters[0]


def _states(net: Any, trainer: Any) -> dict[str, NDArray]:
    """The arrays of a trainer's states, by the parameter's name and a number."""
    names = {id(p): name for name, p in net._collect_params_with_prefix().items()}
    arrays = {}
    for index, state in sorted(_updater(trainer).states.items()):
        parameter = trainer._params[index]
        for number, array in enumerate(leaves(state)):
            arrays[f"{names.get(id(parameter), parameter.name)}.{number}"] = array
    return arrays


def _make_states(trainer: Any) -> None:
    """Make the states that the first step would make."""
    updater = _updater(trainer)
    updater.make_states([(i, p.data()) for i, p in enumerate(trainer._params) if p.grad_req != "null"])
