"""An operator with its attributes fixed: what a node of the tape runs."""

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from mxnet._host.facts import fact_key, known_fact, note_fact
from mxnet._host.names import digest
from mxnet._host.stats import stats
from mxnet._host.threads import beside
from mxnet._host.traces import forget_traces
from mxnet._lazy.value import Aval, aval_of
from mxnet._types import Partition
from mxnet.error import MXNetError

Number = float | int
_NUMBER = {float: jax.ShapeDtypeStruct((), np.float64), int: jax.ShapeDtypeStruct((), np.int64)}


# How many avals a call remembers the outputs of. It is a table of the call's own, since a look-up is made for every
# operation recorded; a call with more shapes than this forgets its oldest half.
_REMEMBERED = 512


def bounded_put(table: dict[Any, Any], key: Any, item: Any) -> None:
    """Put an item into a call's table."""
    if len(table) >= _REMEMBERED:
        for old in list(table)[: _REMEMBERED // 2]:
            table.pop(old, None)
    table[key] = item


def told(avals: Sequence[Aval]) -> list[tuple[tuple[int, ...], str]]:
    """Avals as they stand in a file."""
    return [(a.shape, a.dtype.name) for a in avals]


class Call:
    """A pure function of ``arrays`` arrays followed by numbers, giving a tuple of arrays.

    Equal calls must be the same object: programs compare them by identity. The gradient of a call is computed from the
    arrays it read; that of a ``heavy`` one (a whole graph) from what its forward run kept for it, so that nothing is
    computed twice even when somebody looks in between. ``size`` counts its operators. ``fuses`` is true if XLA computes
    it in one pass with others of the kind, ``partition`` is there if it takes an array apart or puts one together.
    ``source`` is whatever its maker wants to find there again. ``stable`` tells exactly what the function computes, in
    every process that runs the same code of this package: two functions that differ never have the same. A function
    that cannot be told so has None, and programs with it are not kept on disk by name.
    """

    __slots__ = (
        "arrays", "function", "fuses", "heavy", "inferred", "kept", "name", "partition", "pullback", "size", "source",
        "stable",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        function: Callable[..., tuple[Any, ...]],
        arrays: int,
        heavy: bool = False,
        size: int = 1,
        stable: str | None = None,
    ) -> None:
        self.name = name
        self.function = function
        self.arrays = arrays
        self.heavy = heavy
        self.size = size
        self.stable = stable
        self.fuses = False
        self.partition: Partition | None = None
        self.source: Any = None
        self.kept: dict[tuple[Aval, ...], Kept] = {}
        self.inferred: dict[tuple[Aval, ...], tuple[tuple[Aval, ...], int]] = {}
        self.pullback: dict[tuple[bool, ...], Call] = {}

    def infer(self, avals: tuple[Aval, ...], numbers: Sequence[Number]) -> tuple[tuple[Aval, ...], int]:
        """The outputs' avals and their bytes together; what an earlier process has traced is not traced again."""
        key = fact_key("outputs", self.stable, avals, numbers)
        known = known_fact(key)
        if known is not None:
            return self._remember(avals, tuple([aval_of(tuple(shape), jnp.dtype(dtype)) for shape, dtype in known]))
        found = self.trace(avals, numbers)
        note_fact(key, told(found[0]))
        return found

    def trace(self, avals: tuple[Aval, ...], numbers: Sequence[Number]) -> tuple[tuple[Aval, ...], int]:
        """What ``infer`` gives. Tracing costs about a millisecond an operator, a second look-up nothing."""
        stats.traces += self.heavy
        structs = [a.struct for a in avals] + [_NUMBER[type(n)] for n in numbers]
        function = self.function
        try:
            # JAX keeps a trace as long as the function traced lives: a new one each time, or new shapes pile up.
            outputs = beside(lambda: jax.eval_shape(lambda *given: function(*given), *structs))
        except MXNetError as error:
            raise MXNetError(self._blame(str(error), avals)) from None
        except (TypeError, ValueError, IndexError, ZeroDivisionError, NotImplementedError) as error:
            raise MXNetError(self._blame(str(error), avals)) from error
        return self._remember(avals, tuple(aval_of(o.shape, o.dtype) for o in outputs))

    def _remember(self, avals: tuple[Aval, ...], outputs: tuple[Aval, ...]) -> tuple[tuple[Aval, ...], int]:
        found = outputs, sum(a.nbytes for a in outputs)
        bounded_put(self.inferred, avals, found)
        forget_traces()
        return found

    def _blame(self, message: str, avals: tuple[Aval, ...]) -> str:
        received = ", ".join(map(repr, avals)) or "no arrays"
        return f"Error in operator {self.name}: {message.strip()}\n  received: {received}"

    def __repr__(self) -> str:
        return self.name


class Kept:
    """A heavy call that also returns what its gradient needs: ``forward`` does, and ``pull`` uses it.

    What the gradient needs of the call's own arrays is not returned again: ``sources`` has their indices, and None for
    what is.
    """

    __slots__ = (
        "_retrace", "arrays", "count", "floating", "forward", "name", "outputs", "sources", "stable", "structure",
    )  # fmt: skip

    def __init__(self, call: Call, avals: tuple[Aval, ...], numbers: Sequence[Number]) -> None:
        self.arrays = 0
        self.name = f"backward of {call.name}"
        self.floating = [i for i, a in enumerate(avals) if jnp.issubdtype(a.dtype, jnp.floating)]
        self.count = len(avals)
        self.outputs: tuple[Aval, ...] = ()
        self.structure: Any = None
        self.sources: list[int | None] = []

        def function(*args: Any) -> tuple[Any, ...]:
            outputs, pull = _vjp(call, args, self.floating)
            leaves, self.structure = jax.tree.flatten(pull)
            places = {id(a): i for i, a in enumerate(args[: call.arrays])}
            self.sources = [places.get(id(leaf)) for leaf in leaves]
            self.outputs = tuple([aval_of(o.shape, o.dtype) for o in outputs])
            return (*outputs, *[leaf for leaf, source in zip(leaves, self.sources, strict=True) if source is None])

        given = repr(list(avals)), repr([type(n).__name__ for n in numbers])
        self.stable = None if call.stable is None else digest("kept", call.stable, *given)
        self.forward = Call(call.name, function, call.arrays, call.heavy, call.size, self.stable)
        self._retrace: Callable[[], tuple[Any, Any]] = lambda: self.forward.trace(avals, numbers)
        key = fact_key("sources", self.stable, avals, numbers)
        known = known_fact(key)
        if known is None:
            outputs, _ = self._retrace()
            note_fact(key, self.sources)
            note_fact(fact_key("outputs", self.stable, avals, numbers), told(outputs))
        else:  # ``structure`` has to wait for a trace
            self.sources = known
            results, _ = self.forward.infer(avals, numbers)
            self.outputs = results[: len(results) - known.count(None)]

    def split(self, values: Sequence[Any], results: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        """The call's outputs, and what ``pull`` needs, from the call's arrays and from what ``forward`` returned."""
        count = len(self.outputs)
        rest = iter(results[count:])
        return list(results[:count]), [next(rest) if s is None else values[s] for s in self.sources]

    def pull(self, leaves: Sequence[Any], cotangents: Sequence[Any]) -> list[Any]:
        """The cotangents of the call's arrays."""
        if self.structure is None:
            known = self.sources
            self._retrace()
            if self.sources != known:
                raise MXNetError(f"{self.name}: traced twice, it keeps different arrays for its gradient.")
        pull = jax.tree.unflatten(self.structure, leaves)
        found: list[Any] = [None] * self.count
        given = _smooth(self.outputs, cotangents)
        for i, cotangent in zip(self.floating, pull(given), strict=True):
            found[i] = cotangent
        return found

    def pullback(self, present: Sequence[bool]) -> Call:
        """``pull`` as a call of what it needs and the cotangents present; it gives those of the floating arrays."""
        count = len(self.sources)

        def function(*args: Any) -> tuple[Any, ...]:
            given = iter(args[count:])
            found = self.pull(args[:count], [next(given) if p else None for p in present])
            return tuple([found[i] for i in self.floating])

        stable = None if self.stable is None else f"pullback {self.stable} {tuple(present)}"
        return Call(self.name, function, count + sum(present), stable=stable)

    def __repr__(self) -> str:
        return self.name


def keep(call: Call, avals: tuple[Aval, ...], numbers: Sequence[Number]) -> Kept:
    """The form of a heavy call that keeps what its gradient needs."""
    found = call.kept.get(avals)
    if found is None:
        found = Kept(call, avals, numbers)
        bounded_put(call.kept, avals, found)
    return found


def _vjp(call: Call, args: Sequence[Any], floating: Sequence[int]) -> tuple[tuple[Any, ...], Any]:
    def function(*chosen: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        full = list(args)
        for i, value in zip(floating, chosen, strict=True):
            full[i] = value
        outputs = call.function(*full)
        return tuple(o for o in outputs if jnp.issubdtype(o.dtype, jnp.floating)), outputs

    _, pull, outputs = jax.vjp(function, *(args[i] for i in floating), has_aux=True)
    return outputs, pull


def _smooth(outputs: Sequence[Any], cotangents: Sequence[Any]) -> tuple[Any, ...]:
    """Cotangents of the floating outputs, zeros where there is none."""
    return tuple(
        jnp.zeros(o.shape, o.dtype) if c is None else c.astype(o.dtype)
        for o, c in zip(outputs, cotangents, strict=True)
        if jnp.issubdtype(o.dtype, jnp.floating)
    )


def linearize(call: Call, args: Sequence[Any]) -> tuple[tuple[Any, ...], Callable[..., list[Any]]]:
    """Run a call; return its outputs and the function from their cotangents to those of its arrays.

    A cotangent may be None for "zero", and comes back None for arrays that are not of a floating type.
    """
    floating = [i for i in range(call.arrays) if jnp.issubdtype(args[i].dtype, jnp.floating)]
    outputs, pull = _vjp(call, args, floating)

    def pullback(cotangents: Sequence[Any]) -> list[Any]:
        found: list[Any] = [None] * call.arrays
        for i, cotangent in zip(floating, pull(_smooth(outputs, cotangents)), strict=True):
            found[i] = cotangent
        return found

    return outputs, pullback


def pullback_call(call: Call, present: tuple[bool, ...]) -> Call:
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

        stable = None if call.stable is None else digest("gradient", call.stable, repr(present))
        found = Call(f"backward of {call.name}", function, call.arrays + count, stable=stable)
        call.pullback[present] = found
    return found
