"""The evaluator of a jaxpr, and whether there is one."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from jax.extend.core import ClosedJaxpr

# The modules with rules fill the tables when they are imported.
from mxnet._numpy_backend import (  # noqa: F401
    control,
    elementwise,
    indexing,
    random,
    reductions,
    shapes,
    solvers,
    windows,
)
from mxnet._numpy_backend.control import Exceeded as Exceeded
from mxnet._numpy_backend.rules import KEY, Array, Atom, CannotInterpret, dtype_of
from mxnet._numpy_backend.steps import Steps


class Evaluator:
    """Computes a jaxpr of so many ``inputs`` with NumPy.

    ``exact`` is whether its results are to the bit those of XLA, ``far`` whether more than the last digits may differ.

    Threads may share one.
    """

    __slots__ = ("_constants", "_run", "exact", "far", "inputs")

    def __init__(self, steps: Steps, inputs: int) -> None:
        self.inputs = inputs
        self.exact, self.far = steps.is_exact(), steps.is_far()
        self._run = steps.run
        self._constants = {id(c) for c in steps.slots if c is not None}

    def compute(self, arguments: Sequence[Array]) -> list[Array]:
        """The results, as new arrays: none shares memory with an argument, a constant or another result.

        Raises ``Exceeded`` if a loop whose length was not known before runs too long.
        """
        with np.errstate(all="ignore"):
            results = self._run(arguments)
        return _owned(results, self._constants.union(map(id, arguments)))


def plan(jaxpr: ClosedJaxpr, operations_at_most: int) -> Evaluator | None:
    """How to compute a jaxpr with NumPy; None if a primitive has no rule here or it is too much work.

    ``operations_at_most`` is in elementary operations of about 2 ns; a step counts 1,000 more.

        >>> plan(jax.make_jaxpr(lambda x: x * 2)(np.ones(3)), 10_000).compute([np.arange(3.0)])
        [array([0., 2., 4.])]
    """
    if jaxpr.effects:
        return None
    try:
        if any(_is_key(atom) for atom in (*jaxpr.jaxpr.invars, *jaxpr.jaxpr.outvars)):
            return None
        return Evaluator(Steps.of(jaxpr, operations_at_most), len(jaxpr.in_avals))
    except CannotInterpret:
        return None


def _is_key(atom: Atom) -> bool:
    """Whether the values of a variable are random keys, which have a form of their own here."""
    return dtype_of(atom) is KEY and getattr(atom.aval, "dtype", None) != KEY


def _owned(values: list[Any], seen: set[int]) -> list[Array]:
    """The values as arrays that own their memory; ``seen`` are the ids of arrays that must not be returned."""
    owned = []
    for value in values:
        if type(value) is not np.ndarray or value.base is not None or id(value) in seen or not value.flags.c_contiguous:
            value = np.array(value, order="C")
        seen.add(id(value))
        owned.append(value)
    return owned
