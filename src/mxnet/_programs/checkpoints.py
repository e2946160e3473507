"""Arrays that lie over many devices, to files and back: Orbax writes and reads them, each device its own part."""

import importlib.util
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import jax
import numpy as np

from mxnet._lazy.value import Value, concrete
from mxnet.error import MXNetError

Tree = Mapping[str, Mapping[str, Value]]


def _orbax() -> Any:
    if importlib.util.find_spec("orbax") is None or importlib.util.find_spec("orbax.checkpoint") is None:
        raise MXNetError("checkpoints of divided networks need Orbax: pip install 'mxnet-xla[sharded]'")
    import orbax.checkpoint

    return orbax.checkpoint


def write(folder: str, tree: Tree, replace: bool) -> Any:
    """Begin to write values into a folder, and return what ``wait_until_finished`` waits for.

    The values are copied to the host before this returns, so that programs may overwrite them; the folder appears when
    all is written.
    """
    orbax = _orbax()
    writer = orbax.AsyncCheckpointer(orbax.CompositeCheckpointHandler())
    arrays = {
        kind: orbax.args.StandardSave({name: value.read("written to a checkpoint") for name, value in part.items()})
        for kind, part in tree.items()
        if part
    }
    writer.save(_path(folder), args=orbax.args.Composite(**arrays), force=replace)
    return writer


def names_in(folder: str) -> dict[str, dict[str, tuple[tuple[int, ...], np.dtype]]]:
    """What a folder holds: shapes and types by kind and name."""
    path = _path(folder)
    if not path.is_dir():
        raise MXNetError(f"{folder}: expected the folder of a checkpoint, there is none")
    reader = _reader(_orbax(), {part.name for part in path.iterdir() if part.is_dir()})
    by_kind = {}
    for kind, tree in dict(reader.metadata(path).item_metadata).items():
        leaves = getattr(tree, "tree", tree) or {}
        by_kind[kind] = {name: (tuple(leaf.shape), np.dtype(leaf.dtype)) for name, leaf in leaves.items()}
    return by_kind


def _reader(orbax: Any, kinds: Iterable[str]) -> Any:
    handlers = {kind: orbax.StandardCheckpointHandler() for kind in kinds}
    return orbax.Checkpointer(orbax.CompositeCheckpointHandler(**handlers))


def read(folder: str, like: Tree) -> dict[str, dict[str, Value]]:
    """Values of a folder, each divided as the value given for it is."""
    orbax = _orbax()
    targets = {
        kind: {
            name: jax.ShapeDtypeStruct(v.aval.shape, v.aval.dtype, sharding=v.read("read from a checkpoint").sharding)
            for name, v in part.items()
        }
        for kind, part in like.items()
        if part
    }
    arguments = {kind: orbax.args.StandardRestore(part) for kind, part in targets.items()}
    restored = _reader(orbax, targets).restore(_path(folder), args=orbax.args.Composite(**arguments))
    return {
        kind: {name: concrete(restored[kind][name], value.device) for name, value in part.items()}
        for kind, part in like.items()
    }


def read_whole(folder: str, kind: str) -> dict[str, np.ndarray]:
    """Values of a folder as arrays of the host."""
    orbax = _orbax()
    arguments = {name: orbax.RestoreArgs(restore_type=np.ndarray) for name in names_in(folder)[kind]}
    reader = orbax.Checkpointer(orbax.CompositeCheckpointHandler(**{kind: orbax.PyTreeCheckpointHandler()}))
    wanted = orbax.args.Composite(**{kind: orbax.args.PyTreeRestore(restore_args=arguments)})
    return {name: np.asarray(array) for name, array in reader.restore(_path(folder), args=wanted)[kind].items()}


def _path(folder: str) -> Path:
    return Path(folder).absolute()
