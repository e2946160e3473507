"""Sizes that remember what they were computed from, so that a trace made with some serves others too.

Tracing does two things with sizes. It computes further sizes from them (the elements of an array, where a slice ends);
these are in the jaxpr, and are computed again for other sizes. And it compares them (is it one? are these two equal?),
which decides which jaxpr it makes. Every answer is a condition: a trace serves all sizes with the same answers, and no
others. An operation that needs the number itself (a Python loop over an axis, a NumPy array, a fraction, which
Python would compute in double precision) raises, and then there is no such trace.
"""

import contextlib
import math
import operator
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import jax
from jax._src import core, dtypes
from jax._src.numpy import einsum
from jax.extend.core import JaxprEqn, Literal, Primitive

Binary = Callable[[Any, Any], Any]

# The neutral elements: a size stays the same.
_NEUTRAL: dict[Binary, int] = {operator.add: 0, operator.sub: 0, operator.mul: 1}

# A size as a value to compute with: the number of elements that a mean divides by.
size_value = Primitive("size_value")


def _size_value(size: "Size") -> Any:
    del size
    return jax.core.ShapedArray((), jax.dtypes.canonicalize_dtype(int), weak_type=True)


size_value.def_abstract_eval(_size_value)


class TraceEnded(TypeError):
    """Something was computed from a size after its trace had ended."""


class SizeTable:
    """The sizes of one trace: those it began with, what was computed from them, and the answers they gave.

    Each has a number; ``values`` has them as they were in the trace. Threads must not share one that is open.
    """

    __slots__ = ("_numbers", "_steps", "conditions", "is_open", "values")

    def __init__(self, values: Sequence[int]) -> None:
        self.values = list(values)
        self.conditions: dict[tuple[Binary, int, int], bool] = {}
        self.is_open = True
        # How each further value comes from two earlier ones; a constant is its own first operand.
        self._steps: list[tuple[Binary | None, int, int]] = []
        self._numbers: dict[tuple[Binary | None, int, int], int] = {}

    def size(self, number: int) -> "Size":
        """One of the sizes that the trace begins with."""
        return Size(self, number)

    def number(self, operand: "Size | int") -> int:
        """The number of a size, or of a constant."""
        if type(operand) is Size:
            return operand.number
        value = operator.index(operand)  # type: ignore[arg-type]
        return self._known((None, value, 0), value)

    def compute(self, function: Binary, a: "Size | int", b: "Size | int") -> "Size":
        """A further size, or one of the two if nothing changes."""
        self._check()
        neutral = _NEUTRAL.get(function)
        if neutral is not None:
            if type(b) is not Size and b == neutral:
                return a  # type: ignore[return-value]
            if type(a) is not Size and a == neutral and function is not operator.sub:
                return b  # type: ignore[return-value]
        first, second = self.number(a), self.number(b)
        key = (function, first, second)
        if key in self._numbers:
            return Size(self, self._numbers[key])
        return Size(self, self._known(key, function(self.values[first], self.values[second])))

    def ask(self, function: Binary, a: "Size | int", b: "Size | int") -> bool:
        """Whether something holds of two sizes; the answer becomes a condition."""
        self._check()
        first, second = self.number(a), self.number(b)
        answer = bool(function(self.values[first], self.values[second]))
        if first != second:
            self.conditions[function, first, second] = answer
        return answer

    def at(self, values: Sequence[int]) -> list[int] | None:
        """All sizes, computed from other first ones; None if a condition then has another answer."""
        computed = list(values)
        try:
            for function, a, b in self._steps:
                computed.append(a if function is None else function(computed[a], computed[b]))
        except (ArithmeticError, ValueError):
            return None
        for (function, a, b), answer in self.conditions.items():
            if function(computed[a], computed[b]) != answer:
                return None
        return computed

    def _known(self, key: tuple[Binary | None, int, int], value: int) -> int:
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.values)
            self.values.append(value)
            self._steps.append(key)
        return number

    def _check(self) -> None:
        if not self.is_open:
            raise TraceEnded("a size of a trace that has ended")


def _computed(function: Binary) -> Callable[["Size", Any], Any]:
    def method(self: "Size", other: Any) -> Any:
        if type(other) is Size or _is_index(other):
            return self.sizes.compute(function, self, other)
        return NotImplemented

    return method


def _computed_reversed(function: Binary) -> Callable[["Size", Any], Any]:
    def method(self: "Size", other: Any) -> Any:
        if _is_index(other):
            return self.sizes.compute(function, other, self)
        return NotImplemented

    return method


def _asked(function: Binary) -> Callable[["Size", Any], Any]:
    def method(self: "Size", other: Any) -> Any:
        if type(other) is Size or _is_index(other):
            return self.sizes.ask(function, self, other)
        return NotImplemented

    return method


def _is_index(value: Any) -> bool:
    return hasattr(value, "__index__") and not isinstance(value, jax.core.Tracer)


class Size:
    """A size of a trace. JAX takes it for a dimension, since it has ``dimension_as_value``."""

    __slots__ = ("number", "sizes")

    def __init__(self, sizes: SizeTable, number: int) -> None:
        self.sizes, self.number = sizes, number

    def dimension_as_value(self) -> Any:
        """The size as an array without dimensions."""
        return size_value.bind(size=self)

    __jax_array__ = dimension_as_value
    __array_priority__ = 1000  # else NumPy's numbers would make an object array of it

    __add__, __radd__ = _computed(operator.add), _computed_reversed(operator.add)
    __sub__, __rsub__ = _computed(operator.sub), _computed_reversed(operator.sub)
    __mul__, __rmul__ = _computed(operator.mul), _computed_reversed(operator.mul)
    __floordiv__, __rfloordiv__ = _computed(operator.floordiv), _computed_reversed(operator.floordiv)
    __mod__, __rmod__ = _computed(operator.mod), _computed_reversed(operator.mod)
    __lt__, __le__, __gt__, __ge__ = (_asked(f) for f in (operator.lt, operator.le, operator.gt, operator.ge))
    max, min, rmax, rmin = _computed(max), _computed(min), _computed_reversed(max), _computed_reversed(min)

    def __divmod__(self, other: Any) -> Any:
        return self // other, self % other

    def __rdivmod__(self, other: Any) -> Any:
        return other // self, other % self

    def __neg__(self) -> "Size":
        return self.sizes.compute(operator.sub, 0, self)

    def __pos__(self) -> "Size":
        return self

    def __pow__(self, power: int) -> Any:
        product: Any = 1
        for _ in range(power):
            product = self * product
        return product

    def __abs__(self) -> Any:
        return -self if self < 0 else self

    def __bool__(self) -> bool:
        return self.sizes.ask(operator.ne, self, 0)

    def __eq__(self, other: object) -> bool:
        # JAX's caches keep sizes of traces that have ended: these equal only themselves.
        if type(other) is Size and (other.sizes is not self.sizes or not self.sizes.is_open):
            return other.sizes is self.sizes and other.number == self.number
        if not self.sizes.is_open or not (type(other) is Size or _is_index(other)):
            return False
        return self.sizes.ask(operator.eq, self, other)  # type: ignore[arg-type]

    def __hash__(self) -> int:
        return hash(id(self.sizes))  # the same for all sizes of a trace, so that a look-up in a set compares them

    def __repr__(self) -> str:
        return f"size {self.number} = {self.sizes.values[self.number]}"


def _register_size() -> None:
    """Make JAX's functions accept a size where they accept an array; they convert it to a ``size_value``."""
    core.pytype_aval_mappings[Size] = _size_value
    dtypes.register_weak_scalar_type(Size)
    dtypes.python_scalar_types.add(Size)
    dtypes.python_scalar_types_to_dtypes[Size] = dtypes.python_scalar_types_to_dtypes[int]
    dtypes.register_canonicalize_value_handler(Size, None)
    einsum._poly_einsum_handlers[Size] = _contract_path  # type: ignore[index]


def _contract_path(*operands: Any, **options: Any) -> Any:
    """How to contract operands: of more than two that depends on the sizes."""
    if sum(not isinstance(operand, str) for operand in operands) > 2:
        raise TypeError("the order of contractions depends on sizes")
    return einsum._default_poly_einsum_handler(*operands, **options)


def check_reshapes(jaxpr: Any) -> None:
    """Make it a condition that each reshape keeps the number of elements: with sizes, JAX does not ask."""
    for equation in jaxpr.eqns:
        if equation.primitive.name == "reshape":
            before, after = [math.prod(v.aval.shape) for v in (equation.invars[0], equation.outvars[0])]
            if before != after:
                raise TypeError("a reshape that changes the number of elements")
        for inner in core.jaxprs_in_params(equation.params):
            check_reshapes(inner)


with contextlib.suppress(AttributeError):  # another version of JAX: then traces with sizes fail, and are not needed
    _register_size()


class Equation(NamedTuple):
    """An equation of a jaxpr whose sizes are numbers."""

    primitive: Primitive
    invars: Sequence[Any]
    outvars: Sequence[Any]
    params: dict[str, Any]


class _Aval(NamedTuple):
    shape: tuple[int, ...]
    dtype: Any


class _Variable(NamedTuple):
    aval: _Aval


class SizeValues:
    """Values for the sizes of a trace, by number, other than those it was made with."""

    __slots__ = ("_variables", "values")

    def __init__(self, values: list[int]) -> None:
        self.values = values
        self._variables: dict[Any, Any] = {}

    def equation(self, equation: JaxprEqn) -> Equation:
        """An equation with numbers in place of sizes, in avals and parameters; jaxprs in parameters are not changed."""
        params = {name: self.number(p) if type(p) not in _PLAIN else p for name, p in equation.params.items()}
        invars, outvars = [[self._variable(v) for v in vs] for vs in (equation.invars, equation.outvars)]
        return Equation(equation.primitive, invars, outvars, params)

    def shape(self, shape: tuple[Any, ...]) -> tuple[int, ...]:
        """A shape in numbers."""
        values = self.values
        return tuple([values[d.number] if type(d) is Size else d for d in shape])

    def _variable(self, variable: Any) -> Any:
        if type(variable) is Literal:
            return variable
        known = self._variables.get(variable)
        if known is None:
            aval = variable.aval
            known = self._variables[variable] = _Variable(_Aval(self.shape(aval.shape), aval.dtype))
        return known

    def number(self, parameter: Any) -> Any:
        """A parameter with numbers for sizes."""
        kind = type(parameter)
        if kind is Size:
            return self.values[parameter.number]
        if kind is tuple or kind is list:
            return kind([self.number(p) for p in parameter])
        if isinstance(parameter, tuple):  # a NamedTuple
            return kind(*[self.number(p) for p in parameter])
        return parameter


_PLAIN = frozenset({str, int, bool, float, type(None)})
