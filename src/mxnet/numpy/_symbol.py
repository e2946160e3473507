"""The symbol class of ``mx.sym.np``, and its namespace: the functions of ``mx.np``, which take symbols too."""

from typing import Any

from mxnet._frontend.arithmetic import PYTHON
from mxnet.numpy._arithmetic import FUNCTIONS, TABLE
from mxnet.numpy._call import call
from mxnet.numpy._methods import Methods
from mxnet.symbol.core import Symbol
from mxnet.symbol.fluent import binary
from mxnet.symbol.handle import KINDS

# The names of Python's operations where those of NumPy are others.
_SPELLED = {"modulo": "mod", "lesser": "less", "lesser_equal": "less_equal"}


class _Symbol(Methods, Symbol):  # type: ignore[misc]
    """Outputs of a graph whose operators have NumPy's behaviour."""

    __slots__ = ()
    __module__ = "mxnet.symbol.numpy"
    __hash__ = None  # type: ignore[assignment]
    is_np_sym = True

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
        return binary(TABLE["multiply"], self, -1.0)

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


def _operator(name: str, swapped: bool) -> Any:
    operation = TABLE[_SPELLED.get(name, name)]
    if swapped:
        return lambda self, other: binary(operation, other, self)
    return lambda self, other: binary(operation, self, other)


for _name, (_operation, _swapped) in PYTHON.items():
    setattr(_Symbol, _name, _operator(_operation.name, _swapped))

KINDS.numpy = _Symbol
