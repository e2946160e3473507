"""Functions of numbers, element by element: one table of them all, and the Python operators of an array."""

from collections.abc import Callable
from typing import Any

import numpy as np

from mxnet._frontend.arithmetic import Operation
from mxnet._frontend.describing import describe, example
from mxnet._ops.registry import Op, find
from mxnet._types import Own
from mxnet.ndarray.arithmetic import Binary
from mxnet.ndarray.handle import Handle
from mxnet.ndarray.invoke import invoke_op
from mxnet.ndarray.storage import CLASSES
from mxnet.numpy._call import NUMBER, call, symbol_binary
from mxnet.symbol.handle import SymbolBase
from mxnet.util import wrap_np_binary_func, wrap_np_unary_func

# Public name: the operator's name, where it is another.
_SAME = """abs absolute negative reciprocal sign ceil floor trunc fix rint square sqrt cbrt exp expm1 log log2 log10
    log1p sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh arctanh degrees radians logical_not
    bitwise_not isnan isinf isposinf isneginf isfinite"""
UNARY = {
    **{name: name for name in _SAME.split()},
    "fabs": "abs",
    "deg2rad": "radians",
    "rad2deg": "degrees",
    "invert": "bitwise_not",
}
# Those whose answers are booleans.
_QUESTIONS = frozenset("isnan isinf isposinf isneginf isfinite".split())  # noqa: SIM905
# Public name: the operator, the operator with the number on the left where that is another.
_COMMUTING = """add multiply maximum minimum hypot lcm bitwise_and bitwise_or bitwise_xor equal not_equal"""
_REVERSED = """subtract mod power arctan2 copysign ldexp"""
BINARY = {
    **{name: (name, name) for name in _COMMUTING.split()},
    **{name: (name, f"r{name}") for name in _REVERSED.split()},
    **dict.fromkeys(("divide", "true_divide"), ("true_divide", "rtrue_divide")),
    "remainder": ("mod", "rmod"),
    "greater": ("greater", "less"),
    "greater_equal": ("greater_equal", "less_equal"),
    "less": ("less", "greater"),
    "less_equal": ("less_equal", "greater_equal"),
}


_PARAMETERS = {
    "x": "An array, or a number.",
    "x1": "An array, or a number.",
    "x2": "An array, or a number; axes of length 1 are stretched to those of ``x1``, and the other way round.",
    "out": "An array that receives the result, in the place of a new one.",
}


def _dressed(function: Any, name: str, op: Op, *parameters: str) -> Any:
    said = describe(op)
    texts = [line for name in parameters for line in (name, f"    {_PARAMETERS[name]}")]
    function.__name__ = function.__qualname__ = name
    function.__module__ = "mxnet.numpy"
    function.__doc__ = "\n".join(
        [said.summary, "", "Parameters", "----------", *texts, "", "Examples", "--------", *example(said)]
    )
    return function


def _unary(name: str, operator: str) -> Callable[..., Any]:
    op = find(f"_npi_{operator}")
    host = getattr(np, name)
    asks = name in _QUESTIONS

    def function(x: Any, out: Any = None) -> Any:
        if isinstance(x, Handle):
            if asks and out is not None and out.dtype != bool:
                raise TypeError(f"{name}: the `out` parameter should be a boolean array, received {out.dtype}")
            return invoke_op(op, (x,), {}, out, CLASSES["numpy"])
        if isinstance(x, SymbolBase):
            return call(op.name, (x,))
        if isinstance(x, NUMBER):
            return host(x)
        raise TypeError(f"{name}: type {type(x)} not supported, expected an mxnet.numpy.ndarray or a number")

    return wrap_np_unary_func(_dressed(function, name, op, "x", "out"))


def _operation(name: str, operator: str, reverse: str) -> Operation:
    array, scalar, swapped = f"_npi_{operator}", f"_npi_{operator}_scalar", f"_npi_{reverse}_scalar"
    return Operation(name, array, array, scalar, swapped, getattr(np, name))


def _binary(name: str) -> tuple[Binary, Callable[..., Any]]:
    described = TABLE[name]
    operation = Binary(described)

    def function(x1: Any, x2: Any, out: Any = None) -> Any:
        if isinstance(x1, SymbolBase) or isinstance(x2, SymbolBase):
            return symbol_binary(described, x1, x2)
        return operation(x1, x2) if out is None else operation.store(out, x1, x2)

    return operation, wrap_np_binary_func(_dressed(function, name, operation.op, "x1", "x2", "out"))


TABLE = {name: _operation(name, *operators) for name, operators in BINARY.items()}
OPERATIONS: dict[str, Binary] = {}
FUNCTIONS: dict[str, Callable[..., Any]] = {name: _unary(name, operator) for name, operator in UNARY.items()}
for _name in BINARY:
    OPERATIONS[_name], FUNCTIONS[_name] = _binary(_name)


class Arithmetic:
    """The Python operators of an array, with NumPy's types."""

    __slots__ = ()
    __hash__ = object.__hash__

    def __add__(self: Own, other: Any) -> Own:
        return OPERATIONS["add"](self, other)

    def __radd__(self: Own, other: Any) -> Own:
        return OPERATIONS["add"](other, self)

    def __iadd__(self: Own, other: Any) -> Own:
        return OPERATIONS["add"].update(self, other)  # type: ignore[arg-type]

    def __sub__(self: Own, other: Any) -> Own:
        return OPERATIONS["subtract"](self, other)

    def __rsub__(self: Own, other: Any) -> Own:
        return OPERATIONS["subtract"](other, self)

    def __isub__(self: Own, other: Any) -> Own:
        return OPERATIONS["subtract"].update(self, other)  # type: ignore[arg-type]

    def __mul__(self: Own, other: Any) -> Own:
        return OPERATIONS["multiply"](self, other)

    def __rmul__(self: Own, other: Any) -> Own:
        return OPERATIONS["multiply"](other, self)

    def __imul__(self: Own, other: Any) -> Own:
        return OPERATIONS["multiply"].update(self, other)  # type: ignore[arg-type]

    def __truediv__(self: Own, other: Any) -> Own:
        return OPERATIONS["divide"](self, other)

    def __rtruediv__(self: Own, other: Any) -> Own:
        return OPERATIONS["divide"](other, self)

    def __itruediv__(self: Own, other: Any) -> Own:
        return OPERATIONS["divide"].update(self, other)  # type: ignore[arg-type]

    __div__, __rdiv__, __idiv__ = __truediv__, __rtruediv__, __itruediv__

    def __mod__(self: Own, other: Any) -> Own:
        return OPERATIONS["mod"](self, other)

    def __rmod__(self: Own, other: Any) -> Own:
        return OPERATIONS["mod"](other, self)

    def __imod__(self: Own, other: Any) -> Own:
        return OPERATIONS["mod"].update(self, other)  # type: ignore[arg-type]

    def __pow__(self: Own, other: Any) -> Own:
        return OPERATIONS["power"](self, other)

    def __rpow__(self: Own, other: Any) -> Own:
        return OPERATIONS["power"](other, self)

    def __and__(self: Own, other: Any) -> Own:
        return OPERATIONS["bitwise_and"](self, other)

    def __iand__(self: Own, other: Any) -> Own:
        return OPERATIONS["bitwise_and"].update(self, other)  # type: ignore[arg-type]

    def __or__(self: Own, other: Any) -> Own:
        return OPERATIONS["bitwise_or"](self, other)

    def __ior__(self: Own, other: Any) -> Own:
        return OPERATIONS["bitwise_or"].update(self, other)  # type: ignore[arg-type]

    def __xor__(self: Own, other: Any) -> Own:
        return OPERATIONS["bitwise_xor"](self, other)

    def __ixor__(self: Own, other: Any) -> Own:
        return OPERATIONS["bitwise_xor"].update(self, other)  # type: ignore[arg-type]

    def __eq__(self: Own, other: object) -> Own:  # type: ignore[override]
        return OPERATIONS["equal"](self, other)

    def __ne__(self: Own, other: object) -> Own:  # type: ignore[override]
        return OPERATIONS["not_equal"](self, other)

    def __lt__(self: Own, other: Any) -> Own:
        return OPERATIONS["less"](self, other)

    def __le__(self: Own, other: Any) -> Own:
        return OPERATIONS["less_equal"](self, other)

    def __gt__(self: Own, other: Any) -> Own:
        return OPERATIONS["greater"](self, other)

    def __ge__(self: Own, other: Any) -> Own:
        return OPERATIONS["greater_equal"](self, other)

    def __neg__(self: Own) -> Own:
        return OPERATIONS["multiply"].scalar(self, -1.0)  # type: ignore[arg-type]

    def __abs__(self: Own) -> Own:
        return FUNCTIONS["abs"](self)

    def __invert__(self: Own) -> Own:
        return FUNCTIONS["bitwise_not"](self)
