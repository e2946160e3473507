"""Symbols as StableHLO: one file that JAX alone reads, for any of its platforms.

``jax.export`` versions the file. Sizes that are named are free: the same name is the same size everywhere.
"""

import os
from collections.abc import Mapping, Sequence
from typing import Any

import jax
import numpy as np
from jax import export

from mxnet._files.paths import write_atomic
from mxnet._ops.onednn_call import left_out
from mxnet.error import MXNetError
from mxnet.ndarray import NDArray
from mxnet.symbol.core import Symbol
from mxnet.symbol.graph import Graph

PLATFORMS = ("cpu", "cuda", "tpu")
Free = Sequence[Sequence[int | str | None]]


def save_stablehlo(
    path: str | os.PathLike[str],
    symbol: Symbol,
    params: Mapping[str, NDArray],
    inputs: Mapping[str, Any],
    free: Free | None = None,
    train: bool = False,
    platforms: Sequence[str] = PLATFORMS,
) -> None:
    """Write a symbol; ``inputs`` are arrays, or objects with a shape and a dtype, by name, in the order of the call.

    Parameters are part of the file. With ``train`` they are not: the function takes them as a dict before its inputs,
    computes in training mode, and can be differentiated by JAX.
    """
    graph = Graph(symbol._heads)
    if graph.dynamic:
        raise MXNetError(
            "export_stablehlo: expected shapes that follow from the inputs', received ones that depend on data"
        )
    names = [v.name for v in graph.variables]
    missing = [n for n in names if n not in params and n not in inputs]
    if missing:
        raise MXNetError(f"export_stablehlo: expected an array for each of {missing}, received none")
    held = {name: params[name].asnumpy() for name in names if name in params}
    function = graph.function(train)
    extra = (np.uint32(0), np.uint32(0)) if graph.random else ()
    count = len(graph.heads)

    def run(weights: Mapping[str, Any], *arrays: Any) -> tuple[Any, ...]:
        values = {**weights, **dict(zip(inputs, arrays, strict=True))}
        return tuple(function(*[values[n] for n in names], *extra)[:count])

    specs = _specs(inputs, free)
    with left_out():  # the file is for machines that may not have the library
        if train:
            shapes = {name: jax.ShapeDtypeStruct(array.shape, array.dtype) for name, array in held.items()}
            exported = export.export(jax.jit(run), platforms=platforms)(shapes, *specs)
        else:
            exported = export.export(jax.jit(lambda *arrays: run(held, *arrays)), platforms=platforms)(*specs)
        data = bytes(exported.serialize(vjp_order=1 if train else 0))
    write_atomic(os.fspath(path), [data])


def _specs(inputs: Mapping[str, Any], free: Free | None) -> list[jax.ShapeDtypeStruct]:
    """What the inputs are: sizes that are None or a name may be others when the program runs."""
    if free is None:
        return [jax.ShapeDtypeStruct(tuple(a.shape), a.dtype) for a in inputs.values()]
    if [len(s) for s in free] != [len(a.shape) for a in inputs.values()]:
        raise MXNetError(f"export_stablehlo: expected an entry for each axis of the inputs, received {list(free)}")
    scope = export.SymbolicScope()
    specs = []
    for number, (array, sizes) in enumerate(zip(inputs.values(), free, strict=True)):
        words = [f"free_{number}_{axis}" if s is None else str(s) for axis, s in enumerate(sizes)]
        shape = export.symbolic_shape(", ".join(words), scope=scope) if words else ()
        specs.append(jax.ShapeDtypeStruct(shape, array.dtype))
    return specs
