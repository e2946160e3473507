"""``Custom``: an operator whose forward and backward a user wrote in Python, as part of a compiled program.

What runs on the host is not known to this layer: ``mxnet.ndarray.custom`` registers how to find it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import jax
import jax.numpy as jnp
import numpy as np

from mxnet._ops.registry import op

Struct = jax.ShapeDtypeStruct


class Kind(Protocol):
    """What a user's class says about one operator and its attributes."""

    arguments: tuple[str, ...]
    states: tuple[str, ...]
    outputs: tuple[str, ...]
    needs_heads: bool

    def infer_shapes(self, shapes: Sequence[Any]) -> tuple[list[Any], list[Any], list[Any]]:
        """The shapes of arguments, outputs and states from those of arguments, None being unknown."""

    def output_shapes(self, arguments: Sequence[Any], states: Sequence[Any]) -> list[Any]:
        """The shapes of outputs; an error where those of arguments or states are not what ``infer_shape`` says."""

    def infer_types(self, types: Sequence[Any]) -> tuple[list[str], list[str], list[str]]:
        """The dtypes of arguments, outputs and states from those of arguments, None being unknown."""

    def instance(self, shapes: Sequence[tuple[int, ...]], types: Sequence[str]) -> "Instance":
        """The operator, ready to run on arrays of these shapes and dtypes."""


class Instance(Protocol):
    """The operator at one place of a program. Both functions run on the host, on NumPy arrays."""

    def forward(self, train: bool, *arrays: Any) -> tuple[Any, ...]:
        """The outputs, the new states, and a number by which ``backward`` knows this run again."""

    def backward(self, run: Any, heads: Sequence[Any], *arrays: Any) -> tuple[Any, ...]:
        """A gradient for each argument; ``arrays`` are arguments, outputs and states."""


_FINDERS: list[Callable[[str, Mapping[str, str]], Kind]] = []
Finder = TypeVar("Finder", bound=Callable[[str, Mapping[str, str]], Kind])


def register_finder(finder: Finder) -> Finder:
    """Name the function that finds what a user registered (a decorator)."""
    _FINDERS.append(finder)
    return finder


def _kind(op_type: str, attrs: Mapping[str, str]) -> Kind:
    return _FINDERS[0](op_type, attrs)


def _count(*, op_type: str, **attrs: str) -> int:
    return len(_kind(op_type, attrs).outputs)


def _names(*, op_type: str, **attrs: str) -> tuple[str, ...]:
    return _kind(op_type, attrs).outputs


def _states(n_inputs: int, *, op_type: str, **attrs: str) -> tuple[int, ...]:
    kind = _kind(op_type, attrs)
    first = len(kind.arguments)
    return tuple(range(first, first + len(kind.states)))


@op("Custom", aliases=("_npi_Custom",), outputs=_count, mutates=_states, output_names=_names)
def custom(*data: jax.Array, op_type: str, train: bool, **attrs: str) -> tuple[jax.Array, ...]:
    """The operator that ``mx.operator.register(op_type)`` was given; other attributes go to its class as text.

    data: The inputs that the operator lists, its auxiliary states last.
    op_type: The name that it was registered by.

    >>> @mx.operator.register("twice")
    ... class TwiceProp(mx.operator.CustomOpProp):
    ...     def create_operator(self, ctx, shapes, dtypes):
    ...         return Twice()
    >>> class Twice(mx.operator.CustomOp):
    ...     def forward(self, is_train, req, in_data, out_data, aux):
    ...         self.assign(out_data[0], req[0], in_data[0] * 2)
    >>> nd.Custom(nd.array([1, 2]), op_type="twice").asnumpy()
    array([2., 4.], dtype=float32)
    """
    kind = _kind(op_type, attrs)
    count = len(kind.arguments)
    types_in = [a.dtype.name for a in data[:count]]
    shapes_in = [tuple(a.shape) for a in data[:count]]
    shapes = kind.output_shapes(shapes_in, [tuple(a.shape) for a in data[count:]])
    _, types, _ = kind.infer_types(types_in)
    outputs = [Struct(tuple(s), np.dtype(t)) for s, t in zip(shapes, types, strict=True)]
    states = [Struct(a.shape, a.dtype) for a in data[count:]]
    instance = kind.instance(shapes_in, types_in)
    results = (*outputs, *states, Struct((), np.dtype(np.int32)))
    if not outputs:
        return ()

    def host(*arrays: Any) -> tuple[Any, ...]:
        return tuple(jax.pure_callback(lambda *values: instance.forward(train, *values), results, *arrays))

    @jax.custom_vjp
    def run(*arrays: Any) -> tuple[Any, ...]:
        return host(*arrays)[:-1]

    def forward(*arrays: Any) -> tuple[Any, Any]:
        returned = host(*arrays)
        return returned[:-1], (returned[-1], arrays[:count], returned[:-1])

    def backward(kept: Any, cotangents: Sequence[Any]) -> tuple[Any, ...]:
        number, arguments, forward_outputs = kept
        heads = [_head(c, o) for c, o in zip(cotangents, outputs, strict=False)] if kind.needs_heads else []
        wanted = tuple(Struct(a.shape, a.dtype) for a in arguments)
        if not wanted:
            return (None,) * len(data)
        gradients = jax.pure_callback(
            lambda run, heads, *values: instance.backward(run, heads, *values),
            wanted,
            number,
            heads,
            *arguments,
            *forward_outputs,
        )
        return tuple(_smooth(g) for g in gradients) + (None,) * len(states)

    run.defvjp(forward, backward)
    return run(*data)


def _head(cotangent: Any, like: Struct) -> Any:
    """The gradient of an output; integers have none."""
    return cotangent if jnp.issubdtype(like.dtype, jnp.floating) else jnp.zeros(like.shape, like.dtype)


def _smooth(gradient: Any) -> Any:
    return gradient if jnp.issubdtype(gradient.dtype, jnp.floating) else None


@custom.use_inputs
def _(*, op_type: str, **attrs: str) -> tuple[str, ...]:
    kind = _kind(op_type, attrs)
    return kind.arguments + kind.states


@custom.fill_shapes
def _(*shapes: Any, op_type: str, **attrs: str) -> dict[str, tuple[int, ...]]:
    kind = _kind(op_type, attrs)
    count = len(kind.arguments)
    arguments, _, states = kind.infer_shapes(shapes[:count])
    named = zip(kind.arguments + kind.states, (*arguments, *states), strict=True)
    return {name: tuple(shape) for name, shape in named if shape}


@custom.fill_types
def _(*types: Any, op_type: str, **attrs: str) -> dict[str, str]:
    kind = _kind(op_type, attrs)
    count = len(kind.arguments)
    if count and all(t is None for t in types[:count]):
        return {
            **dict.fromkeys(kind.arguments + kind.states, "?"),
            **{f"output{i}": "?" for i in range(len(kind.outputs))},
        }
    arguments, outputs, states = kind.infer_types(types[:count])
    said = dict(zip(kind.arguments + kind.states, (*arguments, *states), strict=True))
    said.update((f"output{i}", t) for i, t in enumerate(outputs))
    return {name: dtype or "?" for name, dtype in said.items()}
