"""Options of XLA's compiler for a program, by what the program computes.

On a CPU XLA makes each kernel by way of MLIR, and spreads the kernels over several modules of LLVM. Its older emitters,
in one module, make kernels that run as fast in about half the time: a perceptron with gradient and update on arrays of
8 x 8 145 to 71 ms, 160 programs of MXNet's own tests 39.1 to 25.5 s in all, TinySSD 4.0 to 2.0 s. Every element has the
same bits; sums over several axes may differ in the last digit. But they compile equal kernels each by itself, which the
newer ones compile once (an encoder of 12 equal layers 1.4 to 5.7 s), and their loops run a little longer (an LSTM layer
2.7 to 3.0 ms; an embedding, whose gradient is a loop over rows, 1.67 to 1.81). So the older ones compile programs in
which most kernels differ and no loop computes much.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from mxnet._lazy.value import Device, Options

# Milliseconds that a kernel takes: by the newer emitters the first of its kind and each further one, by the older ones
# any. (64 arrays of zeros: 55 ms and 209 ms.)
NEW_MS, NEW_AGAIN_MS, OLD_MS = 10.0, 0.6, 4.5
# In these the two differ in the last digits; in float16 in others too. Programs over a mesh stay as they are.
_NOT_ALIKE = frozenset({"tan", "atan", "atan2", "cbrt", "shard_map"})
# Elements that the rounds of a loop, and a scatter, may compute in all; the rounds of a loop of unknown length.
LOOP_ELEMENTS = 1 << 20
SCATTERED_ELEMENTS = 1 << 14
_ASSUMED_ROUNDS = 16
# XLA computes these each in a kernel of its own, or in one with what follows.
_KERNELS = ("dot_general", "conv_general", "reduce", "sort", "scatter", "select_and", "cum", "arg", "ffi_call", "while")


def compiler_options(device: Device, jaxpr: Any) -> Options | None:
    """The options for a traced program; None for those of its function."""
    if device.older_emitters is None:
        return None
    kernels: dict[Any, int] = {}
    if not _count(jaxpr, kernels):
        return None
    for result in jaxpr.outvars:
        _add(kernels, ("result", result.aval))
    first, again = len(kernels), sum(kernels.values()) - len(kernels)
    is_faster = OLD_MS * (first + again) < NEW_MS * first + NEW_AGAIN_MS * again
    return device.older_emitters if is_faster else None


def _count(jaxpr: Any, kernels: dict[Any, int]) -> bool:
    """Count a jaxpr's kernels, each by what it computes; false for one that the newer emitters must compile."""
    for equation in jaxpr.eqns:
        name = equation.primitive.name
        if name in _NOT_ALIKE or any(getattr(v.aval, "dtype", None) == np.float16 for v in equation.outvars):
            return False
        if name in ("scan", "while"):
            rounds = equation.params.get("length", _ASSUMED_ROUNDS)
            if rounds * sum(_elements(inner) for inner in inner_jaxprs(equation)) > LOOP_ELEMENTS:
                return False
        if name.startswith("scatter") and equation.invars[2].aval.size > SCATTERED_ELEMENTS:
            return False
        if name.startswith(_KERNELS):
            _add(kernels, (name, *[v.aval for v in (*equation.invars, *equation.outvars)]))
        if not all(_count(inner, kernels) for inner in inner_jaxprs(equation)):
            return False
    return True


def _elements(jaxpr: Any) -> int:
    """How many elements the equations of a jaxpr compute."""
    own = sum(getattr(v.aval, "size", 1) for equation in jaxpr.eqns for v in equation.outvars)
    return own + sum(_elements(inner) for equation in jaxpr.eqns for inner in inner_jaxprs(equation))


def _add(kernels: dict[Any, int], key: Any) -> None:
    kernels[key] = kernels.get(key, 0) + 1


def inner_jaxprs(equation: Any) -> Iterator[Any]:
    """The jaxprs that an equation holds: those of calls, loops and branches."""
    for param in equation.params.values():
        for item in param if isinstance(param, (tuple, list)) else (param,):
            if hasattr(item, "eqns") or hasattr(item, "jaxpr"):
                yield getattr(item, "jaxpr", item)
