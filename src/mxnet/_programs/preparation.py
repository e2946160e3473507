"""Weights that are packed once, not at each call, for programs that predict.

A convolution of oneDNN's reads its weight in a layout of its own. If a traced program packs a slot that it does not
overwrite, the packing is removed from it: the packed weight becomes one more argument, which is kept from call to call
as long as the array that it was packed from lives. An array is never written to, and the result that overwrites a
donated one is another object, so equal identity means equal content. The exception is an array whose buffer is shared
with code outside the engine: it is packed at each call.
"""

import weakref
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import jax
import numpy as np
from jax.extend.core import ClosedJaxpr, jaxpr_as_fun

from mxnet._host.caches import Cache
from mxnet._host.stats import stats
from mxnet._lazy.value import Value
from mxnet._ops.onednn_call import is_usable, pack, packing_of
from mxnet._ops.onednn_plans import FusedConvolution, layout_number, packed_bytes


class Preparation(NamedTuple):
    """The weight in a slot, packed, as an argument of a program."""

    slot: int
    packing: FusedConvolution

    @property
    def struct(self) -> jax.ShapeDtypeStruct:
        return jax.ShapeDtypeStruct((self.packing.packed_bytes,), np.uint8)

    def is_possible(self) -> bool:
        """Whether this process packs to as many bytes as the one that the program is from."""
        whole = self.packing._replace(kind="whole", packed_bytes=0)
        return is_usable() and packed_bytes(whole) == self.packing.packed_bytes


def extract_packing(traced: ClosedJaxpr, slots: Sequence[int | None]) -> tuple[Any, tuple[Preparation, ...]]:
    """A traced program as a function of its arguments and of packed weights, and what these are; None if it packs none.

    ``slots`` has the slot of each of its arguments, None for those whose packed form must not be kept.
    """
    jaxpr = traced.jaxpr
    equations, results = _inlined(jaxpr)
    places = {var: slot for var, slot in zip(jaxpr.invars, slots, strict=True) if slot is not None}
    preparations, packed, rest = [], [], []
    for equation in equations:
        first = equation.invars[0] if len(equation.invars) == 1 else None
        slot = places.get(first) if _is_variable(first) else None
        packing = None if slot is None else packing_of(equation)
        if slot is not None and equation.primitive.name == "stop_gradient":
            places[equation.outvars[0]] = slot
        if slot is not None and packing is not None:
            preparations.append(Preparation(slot, packing))
            packed.append(equation.outvars[0])
        else:
            rest.append(equation)
    if not packed:
        return None, ()
    names = jaxpr.debug_info._replace(arg_names=None, result_paths=None)
    smaller = jaxpr.replace(invars=[*jaxpr.invars, *packed], outvars=results, eqns=rest, debug_info=names)
    return jaxpr_as_fun(ClosedJaxpr(smaller, traced.consts)), tuple(preparations)


def _is_variable(atom: Any) -> bool:
    return atom is not None and not hasattr(atom, "val")  # a constant has a value, and cannot be looked up


def _inlined(jaxpr: Any) -> tuple[list[Any], list[Any]]:
    """The equations and results of a traced program, with calls of functions that pack inlined."""
    names: dict[Any, Any] = {}
    equations: list[Any] = []
    written_out: set[int] = set()

    def renamed(atom: Any) -> Any:
        return names.get(atom, atom) if _is_variable(atom) else atom

    def write_out(inner: Any) -> None:
        for equation in inner.eqns:
            equation = equation.replace(invars=[renamed(atom) for atom in equation.invars])
            called = equation.params.get("jaxpr") if equation.primitive.name in ("jit", "pjit") else None
            # A function is inlined once: if it is called twice, its variables would have two meanings.
            if called is None or called.consts or id(called.jaxpr) in written_out or not _packs(called.jaxpr):
                equations.append(equation)
                continue
            written_out.add(id(called.jaxpr))
            names.update(zip(called.jaxpr.invars, equation.invars, strict=True))
            write_out(called.jaxpr)
            names.update(zip(equation.outvars, map(renamed, called.jaxpr.outvars), strict=True))

    write_out(jaxpr)
    return equations, [renamed(atom) for atom in jaxpr.outvars]


def _packs(jaxpr: Any) -> bool:
    inner = [e.params["jaxpr"].jaxpr for e in jaxpr.eqns if e.primitive.name in ("jit", "pjit")]
    return any(packing_of(e) is not None for e in jaxpr.eqns) or any(map(_packs, inner))


# By the identity of an array and the layout: the array, weakly, and its packed form.
_PACKED: "Cache[tuple[int, int], tuple[weakref.ref[Any], jax.Array]]" = Cache("packed weights", 8192)


def packed_weights(preparations: Iterable[Preparation], slots: Sequence[Value]) -> list[jax.Array]:
    """The packed form of the weights in these slots."""
    return [_packed_weight(slots[p.slot], p.packing) for p in preparations]


def _packed_weight(value: Value, packing: FusedConvolution) -> jax.Array:
    array = value.data
    key = id(array), layout_number(packing)
    cached = _PACKED.get(key)
    if cached is not None and cached[0]() is array and not value.is_shared:
        return cached[1]
    stats.packed += 1
    if isinstance(array, jax.Array):
        address = array.block_until_ready().unsafe_buffer_pointer()
    else:
        assert array is not None  # a slot's value is computed before its program is called
        array = np.ascontiguousarray(array)
        address = array.ctypes.data
    packed = jax.device_put(pack(packing, address), value.device.sharding, may_alias=True)
    if isinstance(array, jax.Array) and not value.is_shared:
        _PACKED[key] = weakref.ref(array, lambda _: _PACKED.pop(key)), packed
    return packed
