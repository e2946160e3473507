"""The symbol class of ``mx.sym.np``, and its namespace: the functions of ``mx.np``, which take symbols too."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from mxnet._frontend.arithmetic import PYTHON
from mxnet.numpy._arithmetic import FUNCTIONS, TABLE
from mxnet.numpy._call import call, symbol_binary
from mxnet.numpy._methods import Methods
from mxnet.symbol.core import Symbol
from mxnet.symbol.handle import symbol_class

# The names of Python's operations where those of NumPy are others.
_SPELLED = {"modulo": "mod", "lesser": "less", "lesser_equal": "less_equal"}


@symbol_class("numpy")
class _Symbol(Methods, Symbol):  # type: ignore[misc]
    """Outputs of a graph whose operators have NumPy's behaviour."""

    __slots__ = ()
    __module__ = "mxnet.symbol.numpy"
    __hash__ = None  # type: ignore[assignment]
    is_np_sym = True

    @property
    def num_outputs(self) -> int:
        """How many outputs the symbol has."""
        return len(self._heads)

    def __iter__(self) -> Iterator["_Symbol"]:  # type: ignore[override]
        return iter([_Symbol([head]) for head in self._heads])

    def __getitem__(self, key: Any) -> Any:
        """One output of several; of a single output a part, by integers, slices and tuples of them."""
        if self.num_outputs > 1:
            return self._choose(key)
        items = key if isinstance(key, tuple) else (key,)
        if not items:
            return self
        if not all(isinstance(i, (int, np.integer, slice)) and not isinstance(i, bool) for i in items):
            raise IndexError(f"Only integer, slice, or tuple of these types are supported! Received key={key}")
        spans = [_span(i) for i in items]
        begin, end, step = (tuple(span[part] for span in spans) for part in range(3))
        part = call("_npi_slice", (self,), {"begin": begin, "end": end, "step": step})
        if all(isinstance(i, slice) for i in items):
            return part
        codes = tuple(-2 if isinstance(i, slice) else -3 for i in items)
        return call("_npx_reshape", (part,), {"newshape": (*codes, -4)})

    def _choose(self, key: Any) -> Any:
        if isinstance(key, slice):
            return _Symbol(self._heads[key])
        if not isinstance(key, (int, np.integer)):
            raise TypeError(f"indices of symbol group must be integers or slices, not {type(key)}")
        if not -self.num_outputs <= key < self.num_outputs:
            raise IndexError("list index out of range")
        return _Symbol([self._heads[key]])

    def __setitem__(self, key: Any, value: Any) -> None:
        raise NotImplementedError("a symbol cannot be changed: use F.np.where(...) or F.np.concatenate(...)")

    def as_np_ndarray(self) -> "_Symbol":
        """This symbol."""
        return self

    def as_nd_ndarray(self) -> Symbol:
        """The symbol with the operators of ``mx.sym``."""
        return Symbol(self._heads)

    def astype(
        self, dtype: Any, order: str = "K", casting: str = "unsafe", subok: bool = True, copy: bool = True
    ) -> Any:
        """The symbol converted to a dtype."""
        return call("Cast", (self,), {"dtype": dtype})

    @property
    def T(self) -> Any:
        """The symbol with its axes reversed."""
        return self.transpose()

    def __neg__(self) -> Any:
        return symbol_binary(TABLE["multiply"], self, -1.0)

    def __abs__(self) -> Any:
        return FUNCTIONS["abs"](self)

    def __invert__(self) -> Any:
        return FUNCTIONS["bitwise_not"](self)

    def __and__(self, other: Any) -> Any:
        return FUNCTIONS["bitwise_and"](self, other)

    def __or__(self, other: Any) -> Any:
        return FUNCTIONS["bitwise_or"](self, other)

    def __xor__(self, other: Any) -> Any:
        return FUNCTIONS["bitwise_xor"](self, other)


def _span(item: Any) -> tuple[Any, Any, Any]:
    """Begin, end and step of one part of a key."""
    if isinstance(item, slice):
        if item.step == 0:
            raise ValueError("slice step cannot be zero")
        return item.start, item.stop, item.step
    place = int(item)
    return (place, place + 1, 1) if place >= 0 else (place, place - 1, -1)


def _operator(name: str, swapped: bool) -> Any:
    operation = TABLE[_SPELLED.get(name, name)]
    if swapped:
        return lambda self, other: symbol_binary(operation, other, self)
    return lambda self, other: symbol_binary(operation, self, other)


for _name, (_operation, _swapped) in PYTHON.items():
    setattr(_Symbol, _name, _operator(_operation.name, _swapped))
