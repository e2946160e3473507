"""Devices as one: a mesh is a device of its own, whose arrays lie over all of its chips.

Programs on it are compiled for all chips at once (GSPMD): how its inputs are divided decides what each chip computes
and what they send to one another. The results are those of one device, up to rounding.
"""

import itertools
from collections.abc import Sequence
from functools import cache
from typing import Any

import jax
import numpy as np
from jax.sharding import NamedSharding, PartitionSpec

from mxnet._calls.call import Call
from mxnet._lazy.value import Options, Value, concrete
from mxnet._programs.device import Device, device_of
from mxnet.context import Context
from mxnet.error import MXNetError

# For each axis of an array the axis of the mesh that it is divided along, or None; axes that are left out are whole.
Spec = tuple[str | None, ...]


class _Chips:
    """The attributes of a JAX device that the engine reads, for all chips of a mesh."""

    platform = "mesh"  # no way of computing that is for one processor is used

    def __init__(self, chips: Sequence[Any]) -> None:
        self.id = chips[0].id
        self.client = chips[0].client
        self.device_kind = f"{len(chips)} times {chips[0].device_kind}"

    def memory_stats(self) -> None:
        """There is none: each chip has its own."""


class MeshDevice(Device):
    """A mesh as the engine sees it: arrays are whole on every chip unless they are placed otherwise.

    Random numbers are those of its first chip, so that a program on the mesh draws what it would draw there.
    """

    def __init__(self, mesh: jax.sharding.Mesh, first: Device) -> None:
        super().__init__(first.jax)
        self._first = first
        self.jax = _Chips(list(mesh.devices.ravel()))  # type: ignore[assignment]
        self.sharding = NamedSharding(mesh, PartitionSpec())  # type: ignore[assignment]

    @property
    def options(self) -> Options | None:  # type: ignore[override]
        """The options of the compiler: those for one chip."""
        return self._first.options

    older_emitters = None  # it compiles with the arguments that it is called with

    def draw(self) -> tuple[int, int]:
        """The seed and the number of the next random key."""
        return self._first.draw()

    def reseed(self, seed: int) -> None:
        """Start the stream of random keys anew."""
        self._first.reseed(seed)


class MeshContext(Context):
    """The context of arrays that lie over a mesh."""

    _numbers = itertools.count(1 << 12)  # beyond those of real devices

    def __init__(self, mesh: jax.sharding.Mesh, contexts: Sequence[Context]) -> None:
        self.device_typeid, self.device_id = contexts[0].device_typeid, next(self._numbers)
        self.mesh = mesh
        self.contexts = list(contexts)
        self._device = MeshDevice(mesh, device_of(contexts[0]))

    @property
    def device_type(self) -> str:
        """The kind of device, as a word."""
        return "mesh"

    def __str__(self) -> str:
        return f"mesh({', '.join(f'{name}={size}' for name, size in self.mesh.shape.items())})"

    __repr__ = __str__

    def __reduce__(self) -> tuple[Any, ...]:
        return Context, ("cpu", 0)  # a mesh is this process's own


def make_context(axes: dict[str, int], contexts: Sequence[Context]) -> MeshContext:
    """A mesh of these axes over contexts, each a device of its own."""
    devices = [device_of(context) for context in contexts]
    if len(set(devices)) != len(devices):
        raise MXNetError(
            f"a mesh needs a device for each of its {len(devices)} places, received {len(set(devices))} different "
            "ones; on a host without accelerators set JAX_NUM_CPU_DEVICES before mxnet is imported"
        )
    chips = np.array([device.jax for device in devices]).reshape(tuple(axes.values()))
    return MeshContext(jax.sharding.Mesh(chips, tuple(axes)), contexts)


def sharding_of(context: MeshContext, spec: Spec) -> NamedSharding:
    """How an array that is divided by ``spec`` lies over the mesh."""
    return NamedSharding(context.mesh, PartitionSpec(*spec))


def place(value: Value, context: MeshContext, spec: Spec) -> Value:
    """A value divided over a mesh; no chip ever has more than its part."""
    data = value.data if type(value.data) is np.ndarray else value.read("copied to a mesh")
    return concrete(jax.device_put(data, sharding_of(context, spec)), device_of(context))


def zeros(shape: tuple[int, ...], dtype: Any, context: MeshContext, spec: Spec) -> Value:
    """Zeros divided over a mesh."""
    return concrete(_zeros(shape, dtype, sharding_of(context, spec)), device_of(context))


def zeros_like(value: Value) -> Value:
    """Zeros divided as a value on a mesh is."""
    data = value.read("states are made")
    return concrete(_zeros(data.shape, data.dtype, data.sharding), value.device)


def _zeros(shape: tuple[int, ...], dtype: Any, sharding: jax.sharding.Sharding) -> jax.Array:
    def part(box: tuple[slice, ...] | None) -> np.ndarray:
        return np.zeros([len(range(*s.indices(size))) for s, size in zip(box or (), shape, strict=True)], dtype)

    return jax.make_array_from_callback(shape, sharding, part)


@cache
def _constraint(sharding: NamedSharding) -> Call:
    def function(array: Any) -> tuple[Any]:
        return (jax.lax.with_sharding_constraint(array, sharding),)

    return Call("sharding constraint", function, 1)


def constrained(value: Value, context: MeshContext, spec: Spec) -> Value:
    """The same value, divided by ``spec`` whatever the compiler would choose; recorded on the mesh's tape."""
    tape = value.device.local.tape
    return tape.apply(_constraint(sharding_of(context, spec)), (value,))[0][0]


def bytes_on(values: Sequence[Value], context: Context) -> int:
    """How many bytes of some values lie on one device."""
    chip = device_of(context).jax
    total = 0
    for value in values:
        data = value.read("measured")
        total += sum(shard.data.nbytes for shard in data.addressable_shards if shard.device == chip)
    return total
