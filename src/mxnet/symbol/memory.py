"""How much memory a graph needs, by XLA's own account."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from mxnet._calls.avals import Aval
from mxnet._calls.call import linearize
from mxnet._programs.device import Device
from mxnet.symbol.graph import Graph


class Memory(NamedTuple):
    """Bytes of a program's arguments, of its outputs, and of what it holds in between."""

    arguments: int
    outputs: int
    temporaries: int


def estimate(graph: Graph, avals: Sequence[Aval], wants: Sequence[bool], device: Device) -> Memory:
    """The memory of a training step, forward and backward, or of a prediction where no gradient is wanted.

    XLA compiles the program for this, which takes as long as it does when the program is first run.
    """
    analysis = compiled_step(graph, avals, wants, device).memory_analysis()
    return Memory(analysis.argument_size_in_bytes, analysis.output_size_in_bytes, analysis.temp_size_in_bytes)


def compiled_step(graph: Graph, avals: Sequence[Aval], wants: Sequence[bool], device: Device) -> Any:
    """The program of a step: a function of the variables' arrays. It leaves out gradients that are always zero."""
    train = any(wants)
    call = graph.call(train)
    numbers = [0, 0] if graph.random else []

    def step(*arrays: Any) -> list[Any]:
        if not train:
            return list(call.function(*arrays, *numbers))
        outputs, pull = linearize(call, [*arrays, *numbers])
        heads = [jnp.ones_like(o) if i < len(graph.heads) else None for i, o in enumerate(outputs)]
        gradients = pull([h if h is not None and jnp.issubdtype(h.dtype, jnp.floating) else None for h in heads])
        return [*outputs, *[g for g, w in zip(gradients, wants, strict=True) if w]]

    structs = [a.struct for a in avals]
    chosen = _computed(jax.make_jaxpr(step)(*structs).jaxpr)
    jitted = jax.jit(
        lambda *arrays: [r for r, c in zip(step(*arrays), chosen, strict=True) if c],
        in_shardings=device.sharding,
        out_shardings=device.sharding,
    )
    return jitted.lower(*structs).compile()


def _computed(jaxpr: Any) -> list[bool]:
    """Which outputs of a traced function depend on its inputs."""
    known = set(jaxpr.invars)
    for step in jaxpr.eqns:
        if not known.isdisjoint(v for v in step.invars if not hasattr(v, "val")):
            known.update(step.outvars)
    return [not hasattr(v, "val") and v in known for v in jaxpr.outvars]
