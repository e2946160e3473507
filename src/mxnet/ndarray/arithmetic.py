"""Operators between arrays and numbers: ``+`` and its kin, and the functions of the same meaning."""

import numbers
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from mxnet._frontend.binding import bind
from mxnet._lazy.call import Call
from mxnet._ops.registry import find
from mxnet.ndarray.handle import Handle, apply, new, value_of
from mxnet.ndarray.invoke import invoke_op, store

Number = (numbers.Number, np.generic)


@cache
def _array_call(name: str) -> Call:
    return bind(find(name), (True, True), {}, False)[0].call


@cache
def _scalar_call(name: str) -> Call:
    return bind(find(name), (True,), {"scalar": 0.3}, False)[0].call


@cache
def _static_scalar(name: str) -> bool:
    return find(name).static_when is not None


def with_array(name: str, left: Handle, right: Handle) -> Any:
    """An operator on two arrays."""
    values, record = apply(_array_call(name), (left, right))
    result = new(type(left), values[0], left._ctx)
    if record is not None:
        result._origin = (record, 0)
    return result


def with_scalar(name: str, array: Handle, scalar: Any) -> Any:
    """An operator on an array and a number; the number is an input of the program, not a part of it."""
    if _static_scalar(name):
        return invoke_op(find(name), (array,), {"scalar": float(scalar)})
    values, record = apply(_scalar_call(name), (array,), (float(scalar),))
    result = new(type(array), values[0], array._ctx)
    if record is not None:
        result._origin = (record, 0)
    return result


class Binary:
    """One arithmetic operation in all its forms."""

    __slots__ = ("array", "fallback", "name", "reverse", "scalar")

    def __init__(
        self, name: str, array: str, scalar: str, reverse: str | None, fallback: Callable[[Any, Any], Any]
    ) -> None:
        self.name, self.array, self.scalar = name, array, scalar
        self.reverse = reverse or scalar
        self.fallback = fallback

    def __call__(self, left: Any, right: Any) -> Any:
        if isinstance(left, Handle):
            if isinstance(right, Handle):
                return with_array(self.array, left, right)
            if type(right) is float or type(right) is int or isinstance(right, Number):
                return with_scalar(self.scalar, left, right)
            raise TypeError(f"type {type(right)} not supported")
        if isinstance(right, Handle):
            if type(left) is float or type(left) is int or isinstance(left, Number):
                return with_scalar(self.reverse, right, left)
            raise TypeError(f"type {type(left)} not supported")
        if isinstance(left, Number) and isinstance(right, Number):
            return self.fallback(left, right)
        raise TypeError(f"type {type(left)} and {type(right)} not supported")

    def update(self, left: Handle, right: Any) -> Any:
        """The in-place form: ``left`` keeps its identity, shape and dtype."""
        result = self(left, right)
        store(left, value_of(result), f"in-place {self.name}", result._origin)
        return left


def _true_divide(a: Any, b: Any) -> Any:
    return a / b


ADD = Binary("add", "broadcast_add", "_plus_scalar", None, lambda a, b: a + b)
SUBTRACT = Binary("subtract", "broadcast_sub", "_minus_scalar", "_rminus_scalar", lambda a, b: a - b)
MULTIPLY = Binary("multiply", "broadcast_mul", "_mul_scalar", None, lambda a, b: a * b)
DIVIDE = Binary("divide", "broadcast_div", "_div_scalar", "_rdiv_scalar", _true_divide)
MODULO = Binary("modulo", "broadcast_mod", "_mod_scalar", "_rmod_scalar", lambda a, b: a % b)
POWER = Binary("power", "broadcast_power", "_power_scalar", "_rpower_scalar", lambda a, b: a**b)
MAXIMUM = Binary("maximum", "broadcast_maximum", "_maximum_scalar", None, lambda a, b: a if a > b else b)
MINIMUM = Binary("minimum", "broadcast_minimum", "_minimum_scalar", None, lambda a, b: a if a < b else b)
HYPOT = Binary("hypot", "broadcast_hypot", "_hypot_scalar", None, lambda a, b: float(np.hypot(a, b)))
EQUAL = Binary("equal", "broadcast_equal", "_equal_scalar", None, lambda a, b: 1 if a == b else 0)
NOT_EQUAL = Binary("not_equal", "broadcast_not_equal", "_not_equal_scalar", None, lambda a, b: 1 if a != b else 0)
GREATER = Binary(
    "greater", "broadcast_greater", "_greater_scalar", "_lesser_scalar", lambda a, b: 1 if a > b else 0
)
GREATER_EQUAL = Binary(
    "greater_equal",
    "broadcast_greater_equal",
    "_greater_equal_scalar",
    "_lesser_equal_scalar",
    lambda a, b: 1 if a >= b else 0,
)
LESSER = Binary("lesser", "broadcast_lesser", "_lesser_scalar", "_greater_scalar", lambda a, b: 1 if a < b else 0)
LESSER_EQUAL = Binary(
    "lesser_equal",
    "broadcast_lesser_equal",
    "_lesser_equal_scalar",
    "_greater_equal_scalar",
    lambda a, b: 1 if a <= b else 0,
)
LOGICAL_AND = Binary(
    "logical_and", "broadcast_logical_and", "_logical_and_scalar", None, lambda a, b: 1 if a and b else 0
)
LOGICAL_OR = Binary("logical_or", "broadcast_logical_or", "_logical_or_scalar", None, lambda a, b: 1 if a or b else 0)
LOGICAL_XOR = Binary(
    "logical_xor", "broadcast_logical_xor", "_logical_xor_scalar", None, lambda a, b: 1 if bool(a) ^ bool(b) else 0
)


class Arithmetic:
    """The Python operators of an array."""

    __slots__ = ()
    __hash__ = object.__hash__

    def __add__(self, other: Any) -> Any:
        return ADD(self, other)

    def __radd__(self, other: Any) -> Any:
        return ADD(other, self)

    def __iadd__(self, other: Any) -> Any:
        return ADD.update(self, other)  # type: ignore[arg-type]

    def __sub__(self, other: Any) -> Any:
        return SUBTRACT(self, other)

    def __rsub__(self, other: Any) -> Any:
        return SUBTRACT(other, self)

    def __isub__(self, other: Any) -> Any:
        return SUBTRACT.update(self, other)  # type: ignore[arg-type]

    def __mul__(self, other: Any) -> Any:
        return MULTIPLY(self, other)

    def __rmul__(self, other: Any) -> Any:
        return MULTIPLY(other, self)

    def __imul__(self, other: Any) -> Any:
        return MULTIPLY.update(self, other)  # type: ignore[arg-type]

    def __truediv__(self, other: Any) -> Any:
        return DIVIDE(self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return DIVIDE(other, self)

    def __itruediv__(self, other: Any) -> Any:
        return DIVIDE.update(self, other)  # type: ignore[arg-type]

    __div__, __rdiv__, __idiv__ = __truediv__, __rtruediv__, __itruediv__

    def __mod__(self, other: Any) -> Any:
        return MODULO(self, other)

    def __rmod__(self, other: Any) -> Any:
        return MODULO(other, self)

    def __imod__(self, other: Any) -> Any:
        return MODULO.update(self, other)  # type: ignore[arg-type]

    def __pow__(self, other: Any) -> Any:
        return POWER(self, other)

    def __rpow__(self, other: Any) -> Any:
        return POWER(other, self)

    def __neg__(self) -> Any:
        return with_scalar("_mul_scalar", self, -1.0)  # type: ignore[arg-type]

    def __abs__(self) -> Any:
        return invoke_op(find("abs"), (self,), {})

    def __eq__(self, other: object) -> Any:
        return EQUAL(self, other)

    def __ne__(self, other: object) -> Any:
        return NOT_EQUAL(self, other)

    def __gt__(self, other: Any) -> Any:
        return GREATER(self, other)

    def __ge__(self, other: Any) -> Any:
        return GREATER_EQUAL(self, other)

    def __lt__(self, other: Any) -> Any:
        return LESSER(self, other)

    def __le__(self, other: Any) -> Any:
        return LESSER_EQUAL(self, other)
