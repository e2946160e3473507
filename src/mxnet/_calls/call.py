"""An operator with its attributes fixed: what a node of the tape runs."""

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend.core import ClosedJaxpr

from mxnet._calls.avals import Aval, aval_of
from mxnet._calls.families import Family, Function
from mxnet._host.caches import Cache
from mxnet._host.facts import fact_key, known_fact, note_fact
from mxnet._host.names import digest
from mxnet._host.stats import stats
from mxnet._host.threads import uninterrupted
from mxnet._host.traces import forget_traces
from mxnet._numpy_backend import SizeValues
from mxnet._types import Partition
from mxnet.error import MXNetError

Number = float | int
_NUMBER = {float: jax.ShapeDtypeStruct((), np.float64), int: jax.ShapeDtypeStruct((), np.int64)}


# For how many input avals a call remembers its outputs. Each call has a table of its own, since every operation
# recorded looks one up; a call with more shapes than this forgets the oldest half.
_MAX_INFERRED = 512


# The last operators traced, for computing them with NumPy.
_JAXPRS: "Cache[tuple[Any, ...], ClosedJaxpr]" = Cache("jaxprs of operators", 512)


def bounded_put(table: dict[Any, Any], key: Any, item: Any) -> None:
    """Put an item into a call's table."""
    if len(table) >= _MAX_INFERRED:
        for old in list(table)[: _MAX_INFERRED // 2]:
            table.pop(old, None)
    table[key] = item


def avals_to_json(avals: Sequence[Aval]) -> list[tuple[tuple[int, ...], str]]:
    """Avals as they are written to a file."""
    return [(a.shape, a.dtype.name) for a in avals]


def kinds_of(numbers: Sequence[Number]) -> list[jax.ShapeDtypeStruct]:
    """Numbers as a trace takes them."""
    return [_NUMBER[type(n)] for n in numbers]


class Call:
    """A pure function of ``arrays`` arrays followed by numbers, giving a tuple of arrays.

    Equal calls must be the same object: programs compare them by identity. The gradient of a call is computed from the
    arrays it read; that of a ``heavy`` one (a whole graph) from what its forward run kept for it, so that nothing is
    computed twice even if a value is read in between. ``size`` counts its operators. ``fuses`` is true if XLA computes
    it in one pass with others of the kind, ``partition`` is set if it splits an array or joins arrays. ``source`` is
    what the call was made from, for the code that made it. ``stable`` is an exact description of the function, the same
    in every process that runs the same code of this package: two functions that differ never have the same. It is None
    for a function that cannot be described, and programs with such a call are not kept on disk by name.
    """

    __slots__ = (
        "arrays", "family", "function", "fuses", "heavy", "inferred", "kept", "name", "partition", "pullback", "size",
        "sizes", "source", "stable",
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
        self.sizes: tuple[int, ...] = ()
        self.family: Family | None = None

    def join(self, family: Family, sizes: tuple[int, ...]) -> None:
        """Share traces with calls that differ from this one in ``sizes`` alone."""
        self.family, self.sizes = family, sizes

    def infer(self, avals: tuple[Aval, ...], numbers: Sequence[Number]) -> tuple[tuple[Aval, ...], int]:
        """The outputs' avals and their bytes in all; what an earlier process has traced is not traced again."""
        if self.family is not None:
            served = self.family.find(self.sizes, avals, kinds_of(numbers))
            if served is not None:
                return self._remember(avals, served[0].outputs(served[1]))
        key = fact_key("outputs", self.stable, avals, numbers)
        known = known_fact(key)
        if known is not None:
            return self._remember(avals, tuple([aval_of(tuple(shape), jnp.dtype(dtype)) for shape, dtype in known]))
        inferred = self.trace(avals, numbers)
        note_fact(key, avals_to_json(inferred[0]))
        return inferred

    def trace(self, avals: tuple[Aval, ...], numbers: Sequence[Number]) -> tuple[tuple[Aval, ...], int]:
        """What ``infer`` gives, by tracing: about a millisecond an operator."""
        stats.traces += self.heavy
        stats.operator_traces += not self.heavy
        kinds = kinds_of(numbers)
        structs = [a.struct for a in avals] + kinds
        function = self.function
        try:
            # JAX keeps a trace as long as the traced function lives: a new lambda each time, else traces pile up.
            jaxpr = uninterrupted(lambda: jax.make_jaxpr(lambda *args: function(*args))(*structs))
        except MXNetError as error:
            raise MXNetError(self._error_text(str(error), avals)) from None
        except (TypeError, ValueError, IndexError, ZeroDivisionError, NotImplementedError) as error:
            raise MXNetError(self._error_text(str(error), avals)) from error
        results = tuple([aval_of(o.shape, o.dtype) for o in jaxpr.out_avals])
        if not self.heavy:
            _JAXPRS[self, avals, tuple([k.dtype for k in kinds])] = jaxpr
        if (family := self.family) is not None:
            uninterrupted(lambda: family.note_trace(self.sizes, avals, kinds, results))
        return self._remember(avals, results)

    def _remember(self, avals: tuple[Aval, ...], outputs: tuple[Aval, ...]) -> tuple[tuple[Aval, ...], int]:
        inferred = outputs, sum(a.nbytes for a in outputs)
        bounded_put(self.inferred, avals, inferred)
        forget_traces()
        return inferred

    def _error_text(self, message: str, avals: tuple[Aval, ...]) -> str:
        received = ", ".join(map(repr, avals)) or "no arrays"
        return f"Error in operator {self.name}: {message.strip()}\n  received: {received}"

    def __repr__(self) -> str:
        return self.name


class Kept:
    """A heavy call that also returns what its gradient needs: ``forward`` does, and ``pull`` uses it.

    Where the gradient needs one of the call's own arrays, that is not returned again. For each array that the gradient
    needs, ``sources`` has its index among the call's arrays, or None for one that is returned.
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

        described = repr(list(avals)), repr([type(n).__name__ for n in numbers])
        self.stable = None if call.stable is None else digest("kept", call.stable, *described)
        self.forward = Call(call.name, function, call.arrays, call.heavy, call.size, self.stable)
        self._retrace: Callable[[], tuple[Any, Any]] = lambda: self.forward.trace(avals, numbers)
        key = fact_key("sources", self.stable, avals, numbers)
        known = known_fact(key)
        if known is None:
            outputs, _ = self._retrace()
            note_fact(key, self.sources)
            note_fact(fact_key("outputs", self.stable, avals, numbers), avals_to_json(outputs))
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
        array_cotangents: list[Any] = [None] * self.count
        floating_cotangents = _floating_cotangents(self.outputs, cotangents)
        for i, cotangent in zip(self.floating, pull(floating_cotangents), strict=True):
            array_cotangents[i] = cotangent
        return array_cotangents

    def pullback(self, present: Sequence[bool]) -> Call:
        """``pull`` as a call of what it needs and the cotangents present; it gives those of the floating arrays."""
        count = len(self.sources)

        def function(*args: Any) -> tuple[Any, ...]:
            cotangents = iter(args[count:])
            array_cotangents = self.pull(args[:count], [next(cotangents) if p else None for p in present])
            return tuple([array_cotangents[i] for i in self.floating])

        stable = None if self.stable is None else f"pullback {self.stable} {tuple(present)}"
        return Call(self.name, function, count + sum(present), stable=stable)

    def __repr__(self) -> str:
        return self.name


def keep(call: Call, avals: tuple[Aval, ...], numbers: Sequence[Number]) -> Kept:
    """The form of a heavy call that keeps what its gradient needs."""
    kept = call.kept.get(avals)
    if kept is None:
        kept = Kept(call, avals, numbers)
        bounded_put(call.kept, avals, kept)
    return kept


def _vjp(call: Call, args: Sequence[Any], floating: Sequence[int]) -> tuple[tuple[Any, ...], Any]:
    def function(*chosen: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        full = list(args)
        for i, value in zip(floating, chosen, strict=True):
            full[i] = value
        outputs = call.function(*full)
        return tuple(o for o in outputs if jnp.issubdtype(o.dtype, jnp.floating)), outputs

    _, pull, outputs = jax.vjp(function, *(args[i] for i in floating), has_aux=True)
    return outputs, pull


def _floating_cotangents(outputs: Sequence[Any], cotangents: Sequence[Any]) -> tuple[Any, ...]:
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
        array_cotangents: list[Any] = [None] * call.arrays
        for i, cotangent in zip(floating, pull(_floating_cotangents(outputs, cotangents)), strict=True):
            array_cotangents[i] = cotangent
        return array_cotangents

    return outputs, pullback


def pullback_call(call: Call, present: tuple[bool, ...]) -> Call:
    """The gradient of a call as a call: its arrays, the cotangents that are ``present``, then its numbers.

    Its outputs are the cotangents of the floating arrays, in order.
    """
    gradient_call = call.pullback.get(present)
    if gradient_call is None:
        stable = None if call.stable is None else digest("gradient", call.stable, repr(present))
        function = _pullback_function(call, present)
        gradient_call = Call(f"backward of {call.name}", function, call.arrays + sum(present), stable=stable)
        if call.family is not None:
            gradient_call.join(_pullback_family(call, call.family, present), call.sizes)
        call.pullback[present] = gradient_call
    return gradient_call


def _pullback_function(call: Call, present: tuple[bool, ...]) -> Function:
    count = sum(present)

    def function(*args: Any) -> tuple[Any, ...]:
        arrays, cotangents = args[: call.arrays], iter(args[call.arrays : call.arrays + count])
        _, pull = linearize(call, [*arrays, *args[call.arrays + count :]])
        array_cotangents = pull([next(cotangents) if p else None for p in present])
        return tuple(c for c in array_cotangents if c is not None)

    return function


def _pullback_family(call: Call, family: Family, present: tuple[bool, ...]) -> Family:
    """The family of the gradients of a call's family."""
    name, arrays = call.name, call.arrays
    if present not in family.pullbacks:

        def function(sizes: Sequence[Any]) -> Function:
            return _pullback_function(Call(name, family.function(sizes), arrays), present)

        family.pullbacks[present] = Family(function)
    return family.pullbacks[present]


def jaxpr_of(call: Call, avals: tuple[Aval, ...], numbers: Sequence[Number]) -> tuple[ClosedJaxpr, SizeValues | None]:
    """The jaxpr of a call, and the sizes to put into it where it is one for any sizes."""
    kinds = kinds_of(numbers)
    served = None if call.family is None else call.family.find(call.sizes, avals, kinds)
    if served is not None:
        return served[0].jaxpr, served[1]
    key = (call, avals, tuple([k.dtype for k in kinds]))
    jaxpr = _JAXPRS.get(key)
    if jaxpr is None:
        stats.traces += call.heavy
        stats.operator_traces += not call.heavy
        function = call.function
        jaxpr = _JAXPRS[key] = jax.make_jaxpr(lambda *args: function(*args))(*[a.struct for a in avals], *kinds)
        results = tuple([aval_of(a.shape, a.dtype) for a in jaxpr.out_avals])
        if call.family is not None:
            call.family.note_trace(call.sizes, avals, kinds, results)
    return jaxpr, None
