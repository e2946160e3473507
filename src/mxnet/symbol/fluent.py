"""Python's operators on symbols, and the operators that symbols have as methods, from the registry."""

import numbers
from typing import Any

from mxnet._frontend.arithmetic import MULTIPLY, PYTHON, Operation
from mxnet._frontend.methods import FLUENT, fluent
from mxnet._ops.registry import Op
from mxnet.error import NotImplementedForSymbol
from mxnet.symbol.handle import SymbolBase
from mxnet.symbol.invoke import call, invoke


def binary(operation: Operation, left: Any, right: Any) -> Any:
    """An operation on two symbols, or on a symbol and a number."""
    if isinstance(left, SymbolBase):
        if isinstance(right, SymbolBase):
            return call(operation.symbol, type(left), left, right)
        if isinstance(right, numbers.Number):
            return call(operation.scalar, type(left), left, scalar=right)
        raise TypeError(f"type {type(right)} not supported")
    if isinstance(right, SymbolBase) and isinstance(left, numbers.Number):
        return call(operation.reverse, type(right), right, scalar=left)
    if isinstance(left, numbers.Number) and isinstance(right, numbers.Number):
        return operation.fallback(left, right)
    raise TypeError(f"types ({type(left)}, {type(right)}) not supported")


class Fluent:
    """Methods that call an operator on the symbol itself; ``fluent.pyi`` lists them for editors."""

    __slots__ = ()

    def __neg__(self) -> Any:
        return binary(MULTIPLY, self, -1.0)

    def __abs__(self) -> Any:
        return self.abs()  # type: ignore[attr-defined]


def _operator(operation: Operation, swapped: bool) -> Any:
    if swapped:
        return lambda self, other: binary(operation, other, self)
    return lambda self, other: binary(operation, self, other)


def _method(name: str) -> Any:
    def of_its_class(op: Op, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        return invoke(op, args, kwargs, hint=name, cls=type(args[0]))

    return fluent(name, of_its_class)


def _refusal(name: str, sign: str | None = None) -> Any:
    def method(self: Any, *args: Any) -> Any:
        raise NotImplementedForSymbol(method, sign, *args)

    method.__name__ = method.__qualname__ = name
    method.__doc__ = "For arrays only: a symbol has no values."
    return method


for _name, (_operation, _swapped) in PYTHON.items():
    setattr(Fluent, _name, _operator(_operation, _swapped))
for _name, _sign in (("add", "+="), ("sub", "-="), ("mul", "*="), ("div", "/="), ("truediv", "/=")):
    setattr(Fluent, f"__i{_name}__", _refusal(f"__i{_name}__", _sign))
for _name in ("wait_to_read", "asnumpy", "asscalar", "copy", "as_in_context", "detach", "backward"):
    setattr(Fluent, _name, _refusal(_name))
for _name in FLUENT:
    setattr(Fluent, _name, _method(_name))
