"""Calls that differ in sizes alone share their traces: the sizes of arrays, and those among attributes.

Tracing an operator takes a millisecond, its gradient several; a loop with a new shape in every batch would pay that for
each of its operators. So when a call has been traced for some sizes, it is traced once more with ``Size`` objects for
those that have varied. That trace serves all sizes that give the same answers (``_numpy_backend.sizes``).
"""

from collections.abc import Callable, Sequence
from typing import Any

import jax
from jax.extend.core import ClosedJaxpr, Literal

from mxnet._calls.avals import Aval, aval_of
from mxnet._host.stats import stats
from mxnet._numpy_backend import Size, SizeTable, SizeValues, check_reshapes
from mxnet.util import is_np_shape

Function = Callable[..., tuple[Any, ...]]
# The first sizes, this many, are traced each by itself: many programs have one or two.
_TRACED_ALONE = 2
# How many templates calls with the same numbers of axes may have, and how often making one may fail.
_MAX_TEMPLATES = 4
_MAX_FAILURES = 2


class Template:
    """A trace that serves other sizes too: those at ``varying`` may differ, the rest must be the same."""

    __slots__ = ("_fixed", "_outputs", "_positions", "_sizes", "jaxpr", "varying")

    def __init__(self, sizes: Sequence[int], varying: Sequence[int], known: SizeTable, jaxpr: ClosedJaxpr) -> None:
        self.varying = tuple(varying)
        self._positions = tuple([i for i in range(len(sizes)) if i not in set(varying)])
        self._fixed = [sizes[i] for i in self._positions]
        self._sizes, self.jaxpr = known, jaxpr
        self._outputs = [(aval.shape, aval.dtype) for aval in jaxpr.out_avals]

    def at(self, sizes: Sequence[int]) -> SizeValues | None:
        """The trace at these sizes; None if it does not serve them."""
        if [sizes[i] for i in self._positions] != self._fixed:
            return None
        values = self._sizes.at([sizes[i] for i in self.varying])
        return None if values is None else SizeValues(values)

    def outputs(self, at: SizeValues) -> tuple[Aval, ...]:
        """The avals of the results."""
        return tuple([aval_of(at.shape(shape), dtype) for shape, dtype in self._outputs])


class _Seen:
    """What is known of calls with arrays of the same numbers of axes and dtypes."""

    __slots__ = ("failures", "sizes", "templates")

    def __init__(self) -> None:
        self.templates: list[Template] = []
        self.sizes: list[tuple[int, ...]] = []
        self.failures = 0


class Family:
    """Calls that differ in sizes among their attributes alone; ``function`` gives that of the call with these sizes."""

    __slots__ = ("_seen", "function", "pullbacks")

    def __init__(self, function: Callable[[Sequence[Any]], Function]) -> None:
        self.function = function
        self.pullbacks: dict[tuple[bool, ...], Family] = {}
        self._seen: dict[Any, _Seen] = {}

    def find(
        self, sizes: tuple[int, ...], avals: Sequence[Aval], kinds: Sequence[Any]
    ) -> tuple[Template, SizeValues] | None:
        """The trace that serves a call with these ``sizes`` among its attributes and these arrays, if there is one."""
        seen = self._seen.get(_axes(avals, kinds))
        if seen is None or not seen.templates:
            return None
        known = _flat(sizes, avals)
        for template in seen.templates:
            at = template.at(known)
            if at is not None:
                return template, at
        return None

    def note_trace(
        self, sizes: tuple[int, ...], avals: Sequence[Aval], kinds: Sequence[Any], outputs: Sequence[Aval]
    ) -> None:
        """Note that a call was traced, with these results; make a template if others were traced before it."""
        seen = self._seen.setdefault(_axes(avals, kinds), _Seen())
        known = _flat(sizes, avals)
        if known in seen.sizes or seen.failures >= _MAX_FAILURES:
            return
        seen.sizes = [*seen.sizes[-_TRACED_ALONE:], known]
        varying = [i for i, column in enumerate(zip(*seen.sizes, strict=True)) if len(set(column)) > 1]
        if len(seen.sizes) <= _TRACED_ALONE or any(known[i] < 2 for i in varying):
            return  # operators treat axes of length one and zero in special ways
        template = self.trace(sizes, avals, kinds, varying)
        if template is None or _results(template, known) != tuple(outputs):
            seen.failures += 1
        else:
            seen.templates = [template, *seen.templates[: _MAX_TEMPLATES - 1]]

    def trace(
        self, sizes: tuple[int, ...], avals: Sequence[Aval], kinds: Sequence[Any], varying: Sequence[int]
    ) -> Template | None:
        """A trace of this call that serves others, with other sizes at ``varying``; None if there cannot be one."""
        count, known = len(sizes), _flat(sizes, avals)
        tracked = SizeTable([known[i] for i in varying])
        places = {position: tracked.size(number) for number, position in enumerate(varying)}
        flat: list[Size | int] = [places.get(i, size) for i, size in enumerate(known)]
        rest = iter(flat[count:])
        structs = [jax.ShapeDtypeStruct(tuple([next(rest) for _ in a.shape]), a.dtype) for a in avals]
        try:
            function = self.function(flat[:count])
            stats.operator_traces += 1
            jaxpr = jax.make_jaxpr(lambda *arrays: function(*arrays))(*structs, *kinds)
            check_reshapes(jaxpr.jaxpr)
        except Exception:  # no error for the user: the call itself has been traced already
            return None
        finally:
            tracked.is_open = False
        return None if jaxpr.effects else Template(known, varying, tracked, _needed(jaxpr))


def _needed(jaxpr: ClosedJaxpr) -> ClosedJaxpr:
    """The jaxpr without the equations that its results do not need: of a gradient, much of the way forward."""
    inner = jaxpr.jaxpr
    needed: set[Any] = {v for v in inner.outvars if not isinstance(v, Literal)}
    equations = []
    for equation in reversed(inner.eqns):
        if not needed.isdisjoint(equation.outvars):
            needed.update(v for v in equation.invars if not isinstance(v, Literal))
            equations.append(equation)
    return ClosedJaxpr(inner.replace(eqns=equations[::-1]), jaxpr.consts)


def _axes(avals: Sequence[Aval], kinds: Sequence[Any]) -> Any:
    return tuple([(len(a.shape), a.dtype) for a in avals]), tuple([k.dtype for k in kinds]), is_np_shape()


def _flat(sizes: tuple[int, ...], avals: Sequence[Aval]) -> tuple[int, ...]:
    return (*sizes, *[d for a in avals for d in a.shape])


def _results(template: Template, known: tuple[int, ...]) -> tuple[Aval, ...] | None:
    at = template.at(known)
    return None if at is None else template.outputs(at)
