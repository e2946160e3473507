"""The table of rules: for each primitive of JAX, how to compute it with NumPy.

A rule is given an equation when an evaluator is planned, and returns the function of arrays that computes it:
parameters are read then, so that evaluating costs little more than NumPy itself. Such a function never writes to its
arguments; what it returns may be a view of them. Values without dimensions may be NumPy scalars, which have the methods
of arrays.
"""

import enum
import math
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import ml_dtypes
import numpy as np
import numpy.typing as npt
from jax.extend.core import JaxprEqn, Literal, Var

Array = npt.NDArray[Any]
Dtype = np.dtype[Any]
Atom = Var | Literal
Compute = Callable[..., Any]
Make = Callable[[JaxprEqn], Compute]
Cost = Callable[[JaxprEqn], int]

BFLOAT16 = np.dtype(ml_dtypes.bfloat16)
HALVES = (np.dtype(np.float16), BFLOAT16)
# A key of threefry is two words of 32 bits; it is held as one of 64, so that rules that move elements work for keys.
KEY = np.dtype(np.uint64)


class Rounding(enum.Enum):
    """How the floating results of a primitive compare with those of XLA."""

    SAME = "the same bits in any program"
    # XLA fuses a product and a sum that follow each other into an operation with one rounding.
    SUM = "the same bits, with no product in the program"
    PRODUCT = "the same bits, with no sum in the program"
    OTHER = "the last digits may differ"
    FAR = "more than the last digits may differ"


SAME, SUM, PRODUCT, OTHER, FAR = Rounding


class CannotInterpret(Exception):
    """There is no rule for a primitive or a parameter of it, or interpreting would be too much work."""


def identity(x: Any) -> Any:
    """The value itself: a rule that returns this function needs no step."""
    return x


def size_of(atom: Atom) -> int:
    """How many elements a variable's values have."""
    return math.prod(shape_of(atom))


def result_size(equation: JaxprEqn) -> int:
    """The cost of a primitive that does one elementary operation for each element of its result."""
    return size_of(equation.outvars[0])


def input_size(equation: JaxprEqn) -> int:
    """The cost of a primitive that does one elementary operation for each element of its first array."""
    return size_of(equation.invars[0])


def per_element(factor: int) -> Cost:
    """A cost of ``factor`` operations for each element of the result."""
    return lambda equation: factor * result_size(equation)


class PrimitiveRule(NamedTuple):
    """What is known of a primitive: its function, its cost in elementary operations, and how it rounds."""

    make: Make
    cost: Cost
    rounding: Rounding | Callable[[JaxprEqn], Rounding]

    def rounding_of(self, equation: JaxprEqn) -> Rounding:
        """How the primitive rounds in an equation."""
        return self.rounding if isinstance(self.rounding, Rounding) else self.rounding(equation)


RULES: dict[str, PrimitiveRule] = {}


def rule(
    *names: str, rounding: Rounding | Callable[[JaxprEqn], Rounding] = OTHER, cost: Cost = result_size
) -> Callable[[Make], Make]:
    """Register a function as the rule of the primitives with these names."""

    def register(make: Make) -> Make:
        RULES.update(dict.fromkeys(names, PrimitiveRule(make, cost, rounding)))
        return make

    return register


_PLAIN = (
    *(np.bool_, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64),
    *(np.float16, ml_dtypes.bfloat16, np.float32, np.float64, np.complex64, np.complex128),
)
_KNOWN: dict[Any, Dtype] = {np.dtype(kind): np.dtype(kind) for kind in _PLAIN}


def dtype_of(atom: Atom) -> Dtype:
    """The NumPy dtype in which the values of a variable are held."""
    dtype = getattr(atom.aval, "dtype", None)
    known = _KNOWN.get(dtype)
    if known is None:
        if str(dtype) != "key<fry>":
            raise CannotInterpret(f"values of type {atom.aval}")
        known = _KNOWN[dtype] = KEY
    return known


def result_dtype(equation: JaxprEqn) -> Dtype:
    """The dtype of an equation's first result."""
    return dtype_of(equation.outvars[0])


def shape_of(atom: Atom) -> tuple[int, ...]:
    """The shape of a variable's values, in Python integers."""
    return integers(atom.aval.shape)  # type: ignore[attr-defined]  # the values of a jaxpr without effects are arrays


def integers(numbers: Iterable[Any]) -> tuple[int, ...]:
    """Numbers of any integer type in Python's."""
    return tuple([int(n) for n in numbers])


def is_real(dtype: Dtype) -> bool:
    """Whether a dtype is a real floating one; NumPy does not know that bfloat16 is."""
    return dtype.kind == "f" or dtype == BFLOAT16


def wide(dtype: Dtype) -> Dtype:
    """The dtype to compute in: halves are rounded once, at the end."""
    return np.dtype(np.float32) if dtype in HALVES else dtype


def widened(function: Compute, dtype: Dtype) -> Compute:
    """A function of floating arrays that computes halves in float32 and rounds its result."""
    if dtype not in HALVES:
        return function
    return lambda *arrays: function(*[a.astype(np.float32) for a in arrays]).astype(dtype)


def reject_complex(equation: JaxprEqn) -> None:
    """Raise ``CannotInterpret`` for an operation that would compare complex numbers."""
    if dtype_of(equation.invars[0]).kind == "c":
        raise CannotInterpret("an order of complex numbers")
