"""Options of XLA's compiler for a program, by how much the program computes.

On a CPU XLA makes each kernel by way of MLIR, and spreads the kernels over several modules of LLVM. For a program that
computes little that is half of its time to compile; its older emitters, in one module, give the same bits and kernels
that run as fast. (A perceptron with gradient and update on arrays of 8 x 8: 145 to 71 ms; of 160 programs of MXNet's
own tests 39.1 to 25.5 s in all.) For loops over much data and for large networks they take longer.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from mxnet._lazy.value import Device, Options

# A program of at most so many elementary operations is small: 0.1 to 1 ms.
SMALL_OPERATIONS = 1 << 20
# A loop whose length is not known is assumed to make so many rounds.
_ASSUMED_ROUNDS = 16
# In these the two emitters differ in the last digits; in float16 in others too. Foreign functions may do any work.
_OTHER_DIGITS = frozenset({"tan", "atan", "atan2", "cbrt"})
_NOT_SMALL = _OTHER_DIGITS | {"ffi_call", "pure_callback", "io_callback", "shard_map"}


def compiler_options(device: Device, jaxpr: Any) -> Options | None:
    """The options for a traced program; None for those of its function."""
    small = device.small_options
    if small is None:
        return None
    try:
        _operations(jaxpr, SMALL_OPERATIONS)
    except _NotSmall:
        return None
    return small


class _NotSmall(Exception):
    """A program computes much, or something that depends on how it is compiled."""


def _operations(jaxpr: Any, at_most: int) -> int:
    """The elementary operations of a jaxpr, if they are at most so many."""
    total = 0
    for equation in jaxpr.eqns:
        name, params = equation.primitive.name, equation.params
        if name in _NOT_SMALL:
            raise _NotSmall
        rounds = params["length"] if name == "scan" else _ASSUMED_ROUNDS if name == "while" else 1
        inner = sum([_operations(j, at_most) for j in inner_jaxprs(equation)])
        total += rounds * inner + _factor(equation) * sum([_size(v.aval) for v in equation.outvars])
        if total > at_most:
            raise _NotSmall
    return total


def _factor(equation: Any) -> int:
    """Elementary operations for an element of the result."""
    name = equation.primitive.name
    if name == "dot_general":
        (contracted, _), _ = equation.params["dimension_numbers"]
        return 2 * int(np.prod([equation.invars[0].aval.shape[axis] for axis in contracted], dtype=np.int64))
    if name == "conv_general_dilated":
        kernel = equation.invars[1].aval
        return 2 * kernel.size // max(kernel.shape[equation.params["dimension_numbers"].rhs_spec[0]], 1)
    return 1


def _size(aval: Any) -> int:
    if getattr(aval, "dtype", None) == np.float16:
        raise _NotSmall
    return int(getattr(aval, "size", 1))


def inner_jaxprs(equation: Any) -> Iterator[Any]:
    """The jaxprs that an equation holds: those of calls, loops and branches."""
    for param in equation.params.values():
        for item in param if isinstance(param, (tuple, list)) else (param,):
            if hasattr(item, "eqns") or hasattr(item, "jaxpr"):
                yield getattr(item, "jaxpr", item)
