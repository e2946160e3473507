"""Compiled programs under names of their own: a tape's program is found on disk without tracing it.

The name contains everything that the program depends on: the tape's nodes with the exact description of each call, the
avals, the results wanted, the slots overwritten, the device, the compiler and its options, and the code of this
package. A tape with a call that has no such description (a user's Python function) has no name.
"""

import ast
import contextlib
import os
import time
from collections.abc import Sequence
from typing import Any

import jax
from jax.experimental import serialize_executable

from mxnet._host import disk
from mxnet._host.facts import save_facts
from mxnet._host.names import Nameless, digest, name_of, software
from mxnet._host.settings import settings
from mxnet._host.stats import stats
from mxnet._lazy.structure import AnyNode, Gradient, Structure
from mxnet._lazy.value import Device, Options
from mxnet._ops.onednn_plans import FusedConvolution
from mxnet._programs.build import TapeFunction
from mxnet._programs.preparation import Preparation


def program_name(
    device: Device,
    structure: Structure,
    live: tuple[int, ...],
    donated: tuple[int, ...],
    mesh: Sequence[Any] = (),
) -> str | None:
    """The name of a tape's program that gives these results and overwrites these slots, or None if it has none.

    With a ``mesh``, its devices as JAX knows them, it is one program for equal tapes on all of them.
    """
    if disk.store() is None or device.jax.platform == "mesh":  # the name would not say how arguments are divided
        return None
    try:
        nodes = [_node(node) for node in structure.nodes]
        facts = repr((structure.avals, structure.numbers, live, donated, settings.roll))
        places = [_hardware(chip, device.options) for chip in mesh or [device.jax]]
        own = [f"process {device.jax.process_index}"] if len({chip.process_index for chip in mesh}) > 1 else []
        return digest("program", *places, *own, software(), facts, *nodes)
    except Nameless:
        return None


def _hardware(chip: Any, options: Options | None) -> str:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    where = (chip.platform, chip.device_kind, chip.id, chip.process_index, chip.client.platform_version, cores)
    return name_of((*where, str(getattr(chip, "compute_capability", "")), options))


def _node(node: AnyNode) -> str:
    if type(node) is Gradient:
        inner = ";".join([f"{_stable(d.node.call)} {d.node.refs} {d.parents} {d.outputs}" for d in node.nodes])
        return f"gradient [{inner}] {[tuple(h) for h in node.heads]} {node.avals}"
    return f"{_stable(node.call)} {node.refs}"


def _stable(call: Any) -> str:
    if call.stable is None:
        raise Nameless(call)
    return digest(call.stable)


def load(device: Device, name: str, arguments: int, results: int, mesh: Sequence[Any] = ()) -> TapeFunction | None:
    """The program of a name as a function of so many arguments and some rows' numbers, if it is on disk."""
    store = disk.store()
    if store is None or not store.has(name):
        return None
    data = store.read(name)
    if data is None:
        return None
    rows, length = (int.from_bytes(data[i : i + _WORD], "little") for i in (0, _WORD))
    if rows > _MANY_ROWS or length > len(data):
        store.remove(name)
        return None
    try:
        text = data[2 * _WORD : 2 * _WORD + length].decode()
        prepared = tuple([Preparation(s, FusedConvolution(*fields)) for s, fields in ast.literal_eval(text)])
        if not all(p.is_possible() for p in prepared):  # from a library that packs otherwise
            return None
        total = arguments + rows + len(prepared)
        trees = jax.tree.structure(((0,) * total, {})), jax.tree.structure([0] * results)
        loaded = serialize_executable.deserialize_and_load(
            data[2 * _WORD + length :],
            *trees,
            backend=device.jax.client,
            execution_devices=list(mesh) or [device.jax],
        )
    except Exception:  # from a compiler that differs in something that is not in the name: compile again
        store.remove(name)
        return None
    stats.from_disk += 1
    return TapeFunction(as_function(loaded), rows, prepared=prepared)


# A file begins with two numbers of this many bytes each: how many numbers of rows the program takes, and the length of
# the text that follows, which says which weights it takes packed.
_WORD = 4
# More than any program takes: the file is damaged.
_MANY_ROWS = 1 << 20


def compile_and_keep(
    whole: TapeFunction,
    arguments: list[jax.ShapeDtypeStruct],
    name: str | None,
    options: Options | None = None,
) -> TapeFunction:
    """A traceable program as a compiled function, kept on disk if it has a name; else JAX may keep it.

    The arguments are all but the packed weights; ``options`` take the place of those of the function.
    """
    begun = time.perf_counter()
    with contextlib.nullcontext() if name is None else disk.without_jax_cache():
        lowered = whole.function.lower(*arguments, *[p.struct for p in whole.prepared])
        compiled = lowered.compile() if options is None else lowered.compile(compiler_options=options)
    store = disk.store()
    data = None if name is None or store is None else _serialized(compiled)
    if name is not None and store is not None and data is not None:
        text = repr([(p.slot, tuple(p.packing)) for p in whole.prepared]).encode()
        numbers = [n.to_bytes(_WORD, "little") for n in (whole.rows, len(text))]
        store.write(name, b"".join([*numbers, text, data]))
        if time.perf_counter() - begun >= disk.MIN_COMPILE_S:  # else at exit: the file of facts may be long
            save_facts()
    return whole._replace(function=as_function(compiled))


def _serialized(compiled: Any) -> bytes | None:
    """A program as bytes; None for one that calls back to Python, or that JAX cannot write."""
    unloaded = getattr(compiled._executable, "_unloaded_executable", None)
    if unloaded is None or any((unloaded.host_callbacks, unloaded.keepalive, unloaded.unordered_effects)):
        return None
    try:
        return serialize_executable.serialize(compiled)[0]  # type: ignore[no-any-return]
    except Exception:  # JAX and its back ends raise what they like
        return None


def as_function(compiled: Any) -> Any:
    """A compiled program as a function that is called without Python code in between."""
    make = getattr(compiled._executable, "create_cpp_call", None)
    params = getattr(compiled, "_params", None)
    function = None if make is None or params is None else make(params)
    return compiled if function is None else function
