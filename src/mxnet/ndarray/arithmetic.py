"""Operators between arrays and numbers: ``+`` and its kin, and the functions of the same meaning."""

import numbers
from typing import Any

import numpy as np

from mxnet._calls.call import Call
from mxnet._frontend import arithmetic as table
from mxnet._frontend.binding import bind
from mxnet._frontend.casting import CASTS, on_change
from mxnet._lazy.gradient import Origin
from mxnet._lazy.value import Value
from mxnet._ops.registry import find
from mxnet._traceback import shorten
from mxnet._types import Own
from mxnet.error import MXNetError
from mxnet.ndarray.handle import DENSE, IN_PLACE, Handle, Read, apply, as_seen, new, root_of, update, value_of
from mxnet.ndarray.invoke import fitted, invoke_op, store

Number = (numbers.Number, np.generic)


def with_array(call: Call, left: Handle, right: Handle) -> Any:
    """An operator on two arrays."""
    values, record = apply(call, (left, right))
    return new(type(left), values[0], left._ctx, None if record is None else (record, 0))


class Scalar:
    """An operator on an array and a number; the number is an input of the program, not a part of it."""

    __slots__ = ("call", "op")

    def __init__(self, name: str) -> None:
        self.op = find(name)
        self.prepare()

    def prepare(self) -> None:
        """Find the call; there is none where some numbers make a simpler program or the array is to be cast."""
        looked_at = self.op.static_when is not None or self.op in CASTS
        self.call = None if looked_at else bind(self.op, (True,), {"scalar": 0.3}, False)[0].call

    def __call__(self, array: Handle, scalar: Any) -> Any:
        if self.call is None:
            return invoke_op(self.op, (array,), {"scalar": float(scalar)})
        values, record = apply(self.call, (array,), (float(scalar),))
        return new(type(array), values[0], array._ctx, None if record is None else (record, 0))


def _constant(result: Any) -> Any:
    """The result of an operation that writes in place, which autograd must not follow."""
    if result._origin is not None:
        raise MXNetError(IN_PLACE)
    return result


class Binary:
    """One arithmetic operation in all its forms."""

    __slots__ = ("array", "fallback", "name", "op", "reverse", "scalar")

    def __init__(self, operation: table.Operation) -> None:
        self.name, self.fallback = operation.name, operation.fallback
        self.op = find(operation.array)
        self.scalar = Scalar(operation.scalar)
        self.reverse = Scalar(operation.reverse)
        self.array: Call | None = None
        self.prepare()
        on_change(self.prepare)

    def prepare(self) -> None:
        """Find the call on two arrays; there is none where these are to be cast."""
        self.array = None if self.op in CASTS else bind(self.op, (True, True), {}, False)[0].call
        self.scalar.prepare()
        self.reverse.prepare()

    def __call__(self, left: Any, right: Any) -> Any:
        try:
            if type(left) in DENSE:
                if type(right) in DENSE:
                    if self.array is None:
                        return invoke_op(self.op, (left, right), {})
                    return with_array(self.array, left, right)
                if type(right) is float or type(right) is int or isinstance(right, Number):
                    return self.scalar(left, right)
            elif type(right) in DENSE and (type(left) is float or type(left) is int or isinstance(left, Number)):
                return self.reverse(right, left)
            return self._otherwise(left, right)
        except Exception as error:
            shorten(error)
            raise

    def _otherwise(self, left: Any, right: Any) -> Any:
        """What is neither two dense arrays nor one and a number: a sparse array takes part, or none at all."""
        if isinstance(left, Handle):
            if isinstance(right, Handle):
                return invoke_op(self.op, (left, right), {})
            if isinstance(right, Number):
                return invoke_op(self.scalar.op, (left,), {"scalar": float(right)})  # type: ignore[arg-type]
            raise TypeError(f"type {type(right)} not supported")
        if isinstance(right, Handle):
            if isinstance(left, Number):
                return invoke_op(self.reverse.op, (right,), {"scalar": float(left)})  # type: ignore[arg-type]
            raise TypeError(f"type {type(left)} not supported")
        if isinstance(left, Number) and isinstance(right, Number):
            return self.fallback(left, right)
        raise TypeError(f"type {type(left)} and {type(right)} not supported")

    def update(self, left: Handle, right: Any) -> Any:
        """The in-place form: ``left`` keeps its identity, shape and dtype."""
        if type(left) not in DENSE:
            store(left, value_of(_constant(self(left, right))), f"in-place {self.name}")
            return left

        def compute(seen: Handle, read: Read) -> Value:
            result = self(seen, as_seen(right, read) if isinstance(right, Handle) else right)
            return fitted(left, _constant(result)._value, f"in-place {self.name}")

        update(left, compute)
        return left

    def store(self, out: Handle, left: Any, right: Any) -> Any:
        """The operation with its result in ``out``, which may be one of the two."""
        if not any(isinstance(x, Handle) and root_of(x) is root_of(out) for x in (left, right)):
            result = self(left, right)
            store(out, value_of(result), self.name, result._origin)
            return out
        origin: list[Origin] = [None]

        def compute(_: Handle, read: Read) -> Value:
            result = self(*[as_seen(x, read) if isinstance(x, Handle) else x for x in (left, right)])
            origin[0] = result._origin
            return fitted(out, value_of(result), self.name)

        update(out, compute)
        if origin[0] is not None:
            out._origin = origin[0]
        return out


ADD = Binary(table.ADD)
SUBTRACT = Binary(table.SUBTRACT)
MULTIPLY = Binary(table.MULTIPLY)
DIVIDE = Binary(table.DIVIDE)
MODULO = Binary(table.MODULO)
POWER = Binary(table.POWER)
MAXIMUM = Binary(table.MAXIMUM)
MINIMUM = Binary(table.MINIMUM)
HYPOT = Binary(table.HYPOT)
EQUAL = Binary(table.EQUAL)
NOT_EQUAL = Binary(table.NOT_EQUAL)
GREATER = Binary(table.GREATER)
GREATER_EQUAL = Binary(table.GREATER_EQUAL)
LESSER = Binary(table.LESSER)
LESSER_EQUAL = Binary(table.LESSER_EQUAL)
LOGICAL_AND = Binary(table.LOGICAL_AND)
LOGICAL_OR = Binary(table.LOGICAL_OR)
LOGICAL_XOR = Binary(table.LOGICAL_XOR)


class Arithmetic:
    """The Python operators of an array."""

    __slots__ = ()
    __hash__ = object.__hash__

    def __add__(self: Own, other: Any) -> Own:
        return ADD(self, other)

    def __radd__(self: Own, other: Any) -> Own:
        return ADD(other, self)

    def __iadd__(self: Own, other: Any) -> Own:
        return ADD.update(self, other)  # type: ignore[arg-type]

    def __sub__(self: Own, other: Any) -> Own:
        return SUBTRACT(self, other)

    def __rsub__(self: Own, other: Any) -> Own:
        return SUBTRACT(other, self)

    def __isub__(self: Own, other: Any) -> Own:
        return SUBTRACT.update(self, other)  # type: ignore[arg-type]

    def __mul__(self: Own, other: Any) -> Own:
        return MULTIPLY(self, other)

    def __rmul__(self: Own, other: Any) -> Own:
        return MULTIPLY(other, self)

    def __imul__(self: Own, other: Any) -> Own:
        return MULTIPLY.update(self, other)  # type: ignore[arg-type]

    def __truediv__(self: Own, other: Any) -> Own:
        return DIVIDE(self, other)

    def __rtruediv__(self: Own, other: Any) -> Own:
        return DIVIDE(other, self)

    def __itruediv__(self: Own, other: Any) -> Own:
        return DIVIDE.update(self, other)  # type: ignore[arg-type]

    __div__, __rdiv__, __idiv__ = __truediv__, __rtruediv__, __itruediv__

    def __mod__(self: Own, other: Any) -> Own:
        return MODULO(self, other)

    def __rmod__(self: Own, other: Any) -> Own:
        return MODULO(other, self)

    def __imod__(self: Own, other: Any) -> Own:
        return MODULO.update(self, other)  # type: ignore[arg-type]

    def __pow__(self: Own, other: Any) -> Own:
        return POWER(self, other)

    def __rpow__(self: Own, other: Any) -> Own:
        return POWER(other, self)

    def __neg__(self: Own) -> Own:
        return MULTIPLY.scalar(self, -1.0)  # type: ignore[arg-type]

    def __abs__(self: Own) -> Own:
        return invoke_op(find("abs"), (self,), {})

    def __eq__(self: Own, other: object) -> Own:  # type: ignore[override]
        return EQUAL(self, other)

    def __ne__(self: Own, other: object) -> Own:  # type: ignore[override]
        return NOT_EQUAL(self, other)

    def __gt__(self: Own, other: Any) -> Own:
        return GREATER(self, other)

    def __ge__(self: Own, other: Any) -> Own:
        return GREATER_EQUAL(self, other)

    def __lt__(self: Own, other: Any) -> Own:
        return LESSER(self, other)

    def __le__(self: Own, other: Any) -> Own:
        return LESSER_EQUAL(self, other)
