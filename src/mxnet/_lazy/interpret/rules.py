"""The table of rules: for each primitive of JAX, how to compute it with NumPy.

A rule is given an equation when a plan is made, and returns the function of arrays that computes it: parameters are
read then, so that running costs little more than NumPy itself. Such a function never writes to its arguments; what it
returns may be a view of them. Values without dimensions may be NumPy scalars, which have the methods of arrays.
"""

import math
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np

Compute = Callable[..., Any]

RULES: dict[str, Callable[[Any], Compute]] = {}
# Elementary operations of an equation, where that is not the number of elements it gives.
COSTS: dict[str, Callable[[Any], int]] = {}

BFLOAT16 = np.dtype(ml_dtypes.bfloat16)
HALVES = (np.dtype(np.float16), BFLOAT16)
# A key of threefry, two words of 32 bits, is held as one of 64, so that what moves elements works for keys as well.
KEY = np.dtype(np.uint64)


# Primitives that give the same bits with NumPy as with XLA, whatever their neighbours are.
EXACT = frozenset(
    """neg sign floor ceil round abs is_finite and or xor not shift_left shift_right_logical shift_right_arithmetic eq
    ne lt le gt ge max min clamp select_n convert_element_type bitcast_convert_type real imag reshape
    broadcast_in_dim transpose squeeze expand_dims slice dynamic_slice dynamic_update_slice concatenate pad rev iota
    gather scatter sort split top_k argmax argmin reduce_max reduce_min reduce_and reduce_or reduce_xor
    population_count clz nextafter threefry2x32 random_bits random_wrap random_unwrap random_seed random_split
    random_fold_in""".split()  # noqa: SIM905
)
# These do alone, but XLA makes one rounding of a product and a sum that follow each other.
PRODUCTS, SUMS = frozenset({"mul", "square"}), frozenset({"add", "sub", "add_any"})


class Missing(Exception):
    """A primitive, or some parameter of one, that has no rule."""


def keep(x: Any) -> Any:
    """The value itself: a rule that returns this function needs no step."""
    return x


def rule(*names: str, cost: Callable[[Any], int] | None = None) -> Callable[[Any], Any]:
    """Register a function as the rule of the primitives with these names."""

    def register(function: Callable[[Any], Compute]) -> Callable[[Any], Compute]:
        for name in names:
            RULES[name] = function
            if cost is not None:
                COSTS[name] = cost
        return function

    return register


def weigh(factor: int) -> Callable[[Any], int]:
    """A cost of so many operations for each element of the result."""
    return lambda equation: factor * math.prod(equation.outvars[0].aval.shape)


_PLAIN = (
    *(np.bool_, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64),
    *(np.float16, ml_dtypes.bfloat16, np.float32, np.float64, np.complex64, np.complex128),
)
_KNOWN: dict[Any, np.dtype] = {np.dtype(kind): np.dtype(kind) for kind in _PLAIN}


def dtype_of(atom: Any) -> np.dtype:
    """The NumPy dtype in which the values of a variable are held."""
    dtype = getattr(atom.aval, "dtype", None)
    found = _KNOWN.get(dtype)
    if found is None:
        if str(dtype) != "key<fry>":
            raise Missing(f"values of type {atom.aval}")
        found = _KNOWN[dtype] = KEY
    return found


def result_dtype(equation: Any) -> np.dtype:
    """The dtype of an equation's first result."""
    return dtype_of(equation.outvars[0])


def shape_of(atom: Any) -> tuple[int, ...]:
    """The shape of a variable's values, in Python integers."""
    return tuple([int(n) for n in atom.aval.shape])


def is_real(dtype: np.dtype) -> bool:
    """Whether a dtype is a real floating one; NumPy does not know that bfloat16 is."""
    return dtype.kind == "f" or dtype == BFLOAT16


def wide(dtype: np.dtype) -> np.dtype:
    """The dtype to compute in: halves are rounded once, at the end."""
    return np.dtype(np.float32) if dtype in HALVES else dtype


def widened(function: Compute, dtype: np.dtype) -> Compute:
    """A function of floating arrays that computes halves in float32 and rounds its result."""
    if dtype not in HALVES:
        return function
    return lambda *arrays: function(*[a.astype(np.float32) for a in arrays]).astype(dtype)


def lowest(dtype: np.dtype) -> Any:
    """The neutral element of the maximum."""
    if dtype.kind in "iu":
        return np.iinfo(dtype).min
    return False if dtype.kind == "b" else -np.inf


def highest(dtype: np.dtype) -> Any:
    """The neutral element of the minimum."""
    if dtype.kind in "iu":
        return np.iinfo(dtype).max
    return True if dtype.kind == "b" else np.inf


def binary_of(jaxpr: Any) -> str:
    """The name of the primitive that is all of a jaxpr of two arguments, in either order; else there is no rule."""
    jaxpr = getattr(jaxpr, "jaxpr", jaxpr)
    if len(jaxpr.eqns) == 1 and len(jaxpr.invars) == 2:
        equation = jaxpr.eqns[0]
        if list(jaxpr.outvars) == list(equation.outvars) and set(equation.invars) == set(jaxpr.invars):
            return equation.primitive.name
    raise Missing("a reduction by a function of the user's own")
