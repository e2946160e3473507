"""An operator with its attributes fixed: what a node of the tape runs."""

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from mxnet._lazy.value import Aval, aval_of
from mxnet.error import MXNetError

Number = float | int
_NUMBER = {float: jax.ShapeDtypeStruct((), np.float64), int: jax.ShapeDtypeStruct((), np.int64)}


class Call:
    """A pure function of ``arrays`` arrays followed by numbers, giving a tuple of arrays.

    Equal calls must be the same object: programs compare them by identity.
    """

    __slots__ = ("arrays", "function", "inferred", "name", "pullback")

    def __init__(self, name: str, function: Callable[..., tuple[Any, ...]], arrays: int) -> None:
        self.name = name
        self.function = function
        self.arrays = arrays
        self.inferred: dict[tuple[Aval, ...], tuple[tuple[Aval, ...], int]] = {}
        self.pullback: dict[tuple[bool, ...], Call] = {}

    def infer(self, avals: tuple[Aval, ...], numbers: Sequence[Number]) -> tuple[tuple[Aval, ...], int]:
        """The outputs' avals and their bytes together. Tracing costs about a millisecond, a second look-up nothing."""
        structs = [a.struct for a in avals] + [_NUMBER[type(n)] for n in numbers]
        try:
            outputs = jax.eval_shape(self.function, *structs)
        except MXNetError as error:
            raise MXNetError(self._blame(str(error), avals)) from None
        except (TypeError, ValueError, IndexError, ZeroDivisionError, NotImplementedError) as error:
            raise MXNetError(self._blame(str(error), avals)) from error
        known = tuple(aval_of(o.shape, o.dtype) for o in outputs)
        found = self.inferred[avals] = known, sum(a.nbytes for a in known)
        return found

    def _blame(self, message: str, avals: tuple[Aval, ...]) -> str:
        received = ", ".join(map(repr, avals)) or "no arrays"
        return f"Error in operator {self.name}: {message.strip()}\n  received: {received}"

    def __repr__(self) -> str:
        return self.name


def linearize(call: Call, args: Sequence[Any]) -> tuple[tuple[Any, ...], Callable[..., list[Any]]]:
    """Run a call; return its outputs and the function from their cotangents to those of its arrays.

    A cotangent may be None for "zero", and comes back None for arrays that are not of a floating type.
    """
    floating = [i for i in range(call.arrays) if jnp.issubdtype(args[i].dtype, jnp.floating)]

    def function(*chosen: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        full = list(args)
        for i, value in zip(floating, chosen, strict=True):
            full[i] = value
        outputs = call.function(*full)
        return tuple(o for o in outputs if jnp.issubdtype(o.dtype, jnp.floating)), outputs

    smooth, pull, outputs = jax.vjp(function, *(args[i] for i in floating), has_aux=True)

    def pullback(cotangents: Sequence[Any]) -> list[Any]:
        wanted = [c for c, o in zip(cotangents, outputs, strict=True) if jnp.issubdtype(o.dtype, jnp.floating)]
        full = tuple(jnp.zeros_like(s) if c is None else c.astype(s.dtype) for c, s in zip(wanted, smooth, strict=True))
        found: list[Any] = [None] * call.arrays
        for i, cotangent in zip(floating, pull(full), strict=True):
            found[i] = cotangent
        return found

    return outputs, pullback


def pullback_call(call: Call, present: tuple[bool, ...], numbers: int) -> Call:
    """The gradient of a call as a call: its arrays, the cotangents that are ``present``, then its numbers.

    Its outputs are the cotangents of the floating arrays, in order.
    """
    found = call.pullback.get(present)
    if found is None:
        count = sum(present)

        def function(*args: Any) -> tuple[Any, ...]:
            arrays, cotangents = args[: call.arrays], iter(args[call.arrays : call.arrays + count])
            _, pull = linearize(call, [*arrays, *args[call.arrays + count :]])
            found = pull([next(cotangents) if p else None for p in present])
            return tuple(c for c in found if c is not None)

        found = call.pullback[present] = Call(f"backward of {call.name}", function, call.arrays + count)
    return found
