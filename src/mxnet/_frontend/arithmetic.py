"""The arithmetic of arrays and symbols: one table of operations for both.

Between two arrays an operation broadcasts; between two symbols it does not, and MXNet names the result after the
operator that it uses there (``_plus0``), so the spelling of each name matters.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np


class Operation(NamedTuple):
    """The operators behind one operation, and what it means for two plain numbers.

    ``array`` is for two arrays, ``symbol`` for two symbols; ``scalar`` has the number on the right, ``reverse`` on the
    left.
    """

    name: str
    array: str
    symbol: str
    scalar: str
    reverse: str
    fallback: Callable[[Any, Any], Any]


def _flag(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], int]:
    return lambda a, b: 1 if function(a, b) else 0


ADD = Operation("add", "broadcast_add", "_Plus", "_PlusScalar", "_PlusScalar", lambda a, b: a + b)
SUBTRACT = Operation("subtract", "broadcast_sub", "_Minus", "_MinusScalar", "_RMinusScalar", lambda a, b: a - b)
MULTIPLY = Operation("multiply", "broadcast_mul", "_Mul", "_MulScalar", "_MulScalar", lambda a, b: a * b)
DIVIDE = Operation("divide", "broadcast_div", "_Div", "_DivScalar", "_RDivScalar", lambda a, b: a / b)
MODULO = Operation("modulo", "broadcast_mod", "_Mod", "_ModScalar", "_RModScalar", lambda a, b: a % b)
POWER = Operation("power", "broadcast_power", "_Power", "_PowerScalar", "_rpower_scalar", lambda a, b: a**b)
MAXIMUM = Operation(
    "maximum",
    "broadcast_maximum",
    "_Maximum",
    "_MaximumScalar",
    "_MaximumScalar",
    lambda a, b: a if a > b else b,
)
MINIMUM = Operation(
    "minimum",
    "broadcast_minimum",
    "_Minimum",
    "_MinimumScalar",
    "_MinimumScalar",
    lambda a, b: a if a < b else b,
)
HYPOT = Operation(
    "hypot", "broadcast_hypot", "_Hypot", "_HypotScalar", "_HypotScalar", lambda a, b: float(np.hypot(a, b))
)


def _tested(name: str, holds: Callable[[Any, Any], Any], turned: str = "") -> Operation:
    """A test that gives 1 or 0; ``turned`` is the one that holds of the same numbers the other way round."""
    names = (f"broadcast_{name}", f"_{name}", f"_{name}_scalar", f"_{turned or name}_scalar")
    return Operation(name, *names, _flag(holds))


EQUAL = _tested("equal", lambda a, b: a == b)
NOT_EQUAL = _tested("not_equal", lambda a, b: a != b)
GREATER = _tested("greater", lambda a, b: a > b, turned="lesser")
GREATER_EQUAL = _tested("greater_equal", lambda a, b: a >= b, turned="lesser_equal")
LESSER = _tested("lesser", lambda a, b: a < b, turned="greater")
LESSER_EQUAL = _tested("lesser_equal", lambda a, b: a <= b, turned="greater_equal")
LOGICAL_AND = _tested("logical_and", lambda a, b: a and b)
LOGICAL_OR = _tested("logical_or", lambda a, b: a or b)
LOGICAL_XOR = _tested("logical_xor", lambda a, b: bool(a) ^ bool(b))

# Python's operators: the operation, and whether the object stands on the right of it.
PYTHON = {
    "__add__": (ADD, False),
    "__radd__": (ADD, True),
    "__sub__": (SUBTRACT, False),
    "__rsub__": (SUBTRACT, True),
    "__mul__": (MULTIPLY, False),
    "__rmul__": (MULTIPLY, True),
    "__truediv__": (DIVIDE, False),
    "__rtruediv__": (DIVIDE, True),
    "__div__": (DIVIDE, False),
    "__rdiv__": (DIVIDE, True),
    "__mod__": (MODULO, False),
    "__rmod__": (MODULO, True),
    "__pow__": (POWER, False),
    "__rpow__": (POWER, True),
    "__eq__": (EQUAL, False),
    "__ne__": (NOT_EQUAL, False),
    "__gt__": (GREATER, False),
    "__ge__": (GREATER_EQUAL, False),
    "__lt__": (LESSER, False),
    "__le__": (LESSER_EQUAL, False),
}
