"""Networks over several devices: data, parameters and states divided among them.

A ``Mesh`` is a context made of several. ``net.shard(mesh, rules)`` puts a network's parameters on it, each divided as
the rules say, and everything that is computed with them is computed by all devices together: a training loop stays as
it is for one device, and gives the same numbers up to rounding.
"""

import re
from collections.abc import Callable, Sequence
from math import prod
from typing import Any

from mxnet import ndarray
from mxnet._programs.sharding import MeshContext, Spec, bytes_on, constrained, make_context, place, zeros
from mxnet.context import Context, cpu, gpu, num_gpus
from mxnet.error import MXNetError
from mxnet.ndarray import NDArray
from mxnet.ndarray.handle import assign, new, value_of

Rule = Callable[[str, tuple[int, ...], "Mesh"], Spec | None]


class Mesh:
    """Devices in a grid whose axes have names.

    Parameters
    ----------
    contexts : list of Context
        The devices, in order; by default as many as are needed, accelerators where there are some.
    axes : int
        The length of each axis, by name.

    >>> mesh = mx.gluon.sharding.Mesh(data=1)
    >>> mesh
    Mesh(data=1)
    """

    def __init__(self, contexts: Sequence[Context] | None = None, **axes: int) -> None:
        if not axes:
            raise ValueError("a mesh needs axes: Mesh(data=8), or Mesh(data=4, model=2)")
        count = prod(axes.values())
        kind = gpu if num_gpus() else cpu
        contexts = [kind(i) for i in range(count)] if contexts is None else list(contexts)
        if len(contexts) != count:
            raise ValueError(f"expected {count} contexts for a mesh of {axes}, received {len(contexts)}")
        self.axes = dict(axes)
        self.context: MeshContext = make_context(self.axes, contexts)

    def __repr__(self) -> str:
        return f"Mesh({', '.join(f'{name}={size}' for name, size in self.axes.items())})"

    def split(self, data: Any, axis: str | None = None, batch_axis: int = 0) -> NDArray:
        """A batch on the mesh, divided along an axis of the mesh, the first one unless it is given."""
        array = data if isinstance(data, NDArray) else ndarray.array(data)
        name = next(iter(self.axes)) if axis is None else axis
        spec = (None,) * (batch_axis % max(array.ndim, 1)) + (name,)
        self.check(spec, array.shape, "the batch")
        return new(type(array), place(value_of(array), self.context, spec), self.context)

    def check(self, spec: Spec, shape: tuple[int, ...], what: str) -> None:
        """Raise unless an array of this shape can be divided like this."""
        if len(spec) > len(shape):
            raise MXNetError(f"{what}: expected at most {len(shape)} axes for shape {shape}, received {spec}")
        for number, name in enumerate(spec):
            if name is None:
                continue
            if name not in self.axes:
                raise MXNetError(f"{what}: expected an axis of {self}, received {name!r}")
            if shape[number] % self.axes[name]:
                raise MXNetError(
                    f"{what}: axis {number} of shape {shape} is to be divided among the {self.axes[name]} devices of "
                    f"{name!r}, which {shape[number]} does not allow"
                )

    def memory(self, *owners: Any) -> dict[Context, int]:
        """The bytes that the arrays of networks and trainers take on each device."""
        values = [value_of(array) for owner in owners for array in _arrays(owner)]
        return {context: bytes_on(values, context) for context in self.context.contexts}


def _arrays(owner: Any) -> list[NDArray]:
    if isinstance(owner, NDArray):
        return [owner]
    if isinstance(owner, (list, tuple)):
        return [array for part in owner for array in _arrays(part)]
    if hasattr(owner, "collect_params"):
        return [array for parameter in owner.collect_params().values() for array in parameter.list_data()]
    return [array for updater in getattr(owner, "_updaters", ()) for array in leaves(list(updater.states.values()))]


def leaves(state: Any) -> list[NDArray]:
    """The arrays in an optimizer's state."""
    if isinstance(state, NDArray):
        return [state]
    if isinstance(state, (list, tuple)):
        return [array for part in state for array in leaves(part)]
    return []


# --- rules -----------------------------------------------------------------------------------------------------------


def replicated(name: str, shape: tuple[int, ...], mesh: Mesh) -> Spec:
    """Every parameter whole on every device: data parallel training.

    >>> from mxnet.gluon import sharding
    >>> mesh = sharding.Mesh(data=1)
    >>> sharding.replicated("weight", (4, 2), mesh)
    ()
    """
    return ()


def fsdp(axis: str | None = None, least: int = 1024) -> Rule:
    """Parameters, gradients and states divided along their longest axis that allows it (FSDP, ZeRO stage 3).

    Parameters
    ----------
    axis : str
        The axis of the mesh; the first one, along which batches are divided as well, unless it is given.
    least : int
        Parameters of fewer elements stay whole.

    >>> from mxnet.gluon import sharding
    >>> mesh = sharding.Mesh(data=1)
    >>> sharding.fsdp(least=1)("weight", (4, 3), mesh)
    ('data',)
    """

    def rule(name: str, shape: tuple[int, ...], mesh: Mesh) -> Spec:
        chosen = next(iter(mesh.axes)) if axis is None else axis
        fitting = [number for number, size in enumerate(shape) if size % mesh.axes[chosen] == 0]
        if prod(shape) < least or not fitting:
            return ()
        longest = max(fitting, key=lambda number: shape[number])
        return (None,) * longest + (chosen,)

    return rule


# Layers whose outputs are divided, and layers that add the divided outputs up, by the names that GluonNLP uses.
COLUMN = r"(query|key|value|qkv|ffn_1|ffn1|intermediate)"
ROW = r"(proj|ffn_2|ffn2|output)"


def tensor_parallel(axis: str = "model", column: str = COLUMN, row: str = ROW) -> Rule:
    """The matrices of a transformer divided as Megatron does: outputs of the first layers, inputs of those after them.

    ``column`` and ``row`` are regular expressions for the names of ``Dense`` layers; other parameters stay whole.

    >>> from mxnet.gluon import sharding
    >>> mesh = sharding.Mesh(model=1)
    >>> rule = sharding.tensor_parallel()
    >>> rule("query_weight", (8, 4), mesh), rule("proj_weight", (4, 8), mesh)
    (('model',), (None, 'model'))
    """
    first, second = (re.compile(rf"(^|[._]){pattern}[._](weight|bias)$") for pattern in (column, row))

    def rule(name: str, shape: tuple[int, ...], mesh: Mesh) -> Spec | None:
        if first.search(name):
            return (axis,)
        if second.search(name):
            return (None, axis) if len(shape) > 1 else ()
        return None

    return rule


def _named(pair: tuple[str, Sequence[str | None]], name: str) -> Spec | None:
    """The spec of a pair, if its regular expression finds the name."""
    return tuple(pair[1]) if re.search(pair[0], name) else None


def combined(rules: Any) -> Rule:
    """Rules as one: a function, pairs of a regular expression and a spec, or a list of both; the first that fits wins.

    >>> mesh = mx.gluon.sharding.Mesh(data=1)
    >>> rule = mx.gluon.sharding.combined([("bias$", ()), mx.gluon.sharding.fsdp(least=1)])
    >>> rule("dense0_bias", (4,), mesh), rule("dense0_weight", (8, 4), mesh)
    ((), ('data',))
    """
    ordered = rules if isinstance(rules, list) else [rules]

    def rule(name: str, shape: tuple[int, ...], mesh: Mesh) -> Spec:
        specs = (one(name, shape, mesh) if callable(one) else _named(one, name) for one in ordered)
        return next((spec for spec in specs if spec is not None), ())

    return rule


class Placement:
    """Where the arrays of a parameter go: a mesh, and the rule that says how they are divided."""

    def __init__(self, mesh: Mesh, rule: Rule, names: Sequence[str]) -> None:
        self._mesh, self._rule, self._names = mesh, rule, names
        self.context = mesh.context

    def spec(self, shape: tuple[int, ...]) -> Spec:
        """How an array of the parameter's shape is divided; a rule may know any of the parameter's names."""
        specs = [self._rule(name, tuple(shape), self._mesh) for name in self._names]
        spec: Spec = next((s for s in specs if s and any(s)), ())
        self._mesh.check(spec, shape, f"Parameter {self._names[0]!r}")
        return spec

    def put(self, array: NDArray) -> NDArray:
        """An array divided over the mesh."""
        return new(type(array), place(value_of(array), self.context, self.spec(array.shape)), self.context)

    def zeros(self, shape: tuple[int, ...], dtype: Any, kind: type) -> NDArray:
        """Zeros divided over the mesh."""
        return new(kind, zeros(tuple(shape), dtype, self.context, self.spec(shape)), self.context)

    def keep(self, arrays: Sequence[NDArray], shape: tuple[int, ...]) -> None:
        """Let arrays of the parameter's shape stay divided as they were, whatever was computed for them."""
        spec = self.spec(shape)
        for array in arrays:
            if array.shape == shape:
                assign(array, constrained(value_of(array), self.context, spec))
