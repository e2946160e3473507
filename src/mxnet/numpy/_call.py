"""How the functions of ``mx.np`` call operators."""

import numbers
import threading
from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from mxnet._frontend.arithmetic import Operation
from mxnet._ops.registry import find
from mxnet.ndarray.handle import Handle
from mxnet.ndarray.invoke import invoke_op
from mxnet.ndarray.storage import CLASSES
from mxnet.symbol.handle import CLASSES as SYMBOLS
from mxnet.symbol.handle import SymbolBase
from mxnet.symbol.invoke import invoke as invoke_symbol

if TYPE_CHECKING:
    from mxnet.numpy._array import ndarray

NUMBER = (numbers.Number, np.generic)
Out: TypeAlias = "ndarray | None"  # an array that receives the result, in the place of a new one


class _Symbolic(threading.local):
    """Whether calls without arrays make symbols, in this thread."""

    on = False


_symbolic = _Symbolic()


def symbolic(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function as ``mx.sym.np`` has it: what it makes from nothing is a symbol."""

    @wraps(function)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        before, _symbolic.on = _symbolic.on, True
        try:
            return function(*args, **kwargs)
        finally:
            _symbolic.on = before

    return wrapped


def is_number(value: Any) -> bool:
    """Whether a value is a plain number, Python's or NumPy's."""
    return isinstance(value, NUMBER)


def is_array(value: Any) -> bool:
    """Whether a value is an array, or a symbol that stands for one."""
    return isinstance(value, (Handle, SymbolBase))


def call(name: str, arrays: Sequence[Any], attrs: dict[str, Any] | None = None, out: Any = None) -> Any:
    """Call an operator on arrays or on symbols; the result is one of their kind, or a list of several."""
    count = 0
    for array in arrays:
        if isinstance(array, SymbolBase):
            return _call_symbol(name, arrays, attrs or {})
        if array is not None:
            if not isinstance(array, Handle):
                raise TypeError(
                    f"{public(name)}: expected an mxnet.numpy.ndarray, received {type(array)}: use np.array(...)"
                )
            count += 1
    if _symbolic.on and not count:
        return _call_symbol(name, arrays, attrs or {})
    return invoke_op(find(name), arrays, {} if attrs is None else attrs, out, CLASSES["numpy"])


def _call_symbol(name: str, arrays: Sequence[Any], attrs: dict[str, Any]) -> Any:
    keywords = {key: value for key, value in attrs.items() if value is not None or key == "axis"}
    symbol = invoke_symbol(find(name), tuple(arrays), keywords, hint=public(name).lower(), cls=SYMBOLS["numpy"])
    return symbol if symbol.num_outputs == 1 else list(symbol)


def symbol_binary(operation: Operation, left: Any, right: Any) -> Any:
    """An operation on two symbols, or on a symbol and a number."""
    if isinstance(left, SymbolBase) and isinstance(right, SymbolBase):
        return _call_symbol(operation.array, (left, right), {})
    if isinstance(left, SymbolBase) and is_number(right):
        return _call_symbol(operation.scalar, (left,), {"scalar": float(right)})
    if isinstance(right, SymbolBase) and is_number(left):
        return _call_symbol(operation.reverse, (right,), {"scalar": float(left)})
    raise TypeError(f"types ({type(left)}, {type(right)}) not supported")


def makes_symbols(*arrays: Any) -> bool:
    """Whether a call with these arguments makes symbols."""
    return _symbolic.on or any(isinstance(a, SymbolBase) for a in arrays)


def public(name: str) -> str:
    """The name a user knows an operator by."""
    for prefix in ("_npi_", "_npx_", "_np_"):
        name = name.removeprefix(prefix)
    return name


def axes(axis: Any) -> tuple[int, ...] | None:
    """An ``axis`` argument as a tuple."""
    if axis is None:
        return None
    return (int(axis),) if isinstance(axis, (int, np.integer)) else tuple(axis)


def shape_of(size: Any) -> tuple[int, ...]:
    """A ``shape`` or ``size`` argument as a tuple."""
    return (int(size),) if isinstance(size, (int, np.integer)) else tuple(int(s) for s in size)


def need_c_order(name: str, order: str) -> None:
    """Raise for memory orders that MXNet's arrays do not have."""
    if order != "C":
        raise NotImplementedError(f"{name} only supports order='C', received {order!r}")
