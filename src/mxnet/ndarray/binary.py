"""The functions behind Python's operators, for arrays and numbers in any mixture."""

from mxnet.ndarray import arithmetic
from mxnet.ndarray.dense import NDArray


def add(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """``lhs + rhs``, broadcast."""
    return arithmetic.ADD(lhs, rhs)


def subtract(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """``lhs - rhs``, broadcast."""
    return arithmetic.SUBTRACT(lhs, rhs)


def multiply(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """``lhs * rhs``, broadcast."""
    return arithmetic.MULTIPLY(lhs, rhs)


def divide(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """``lhs / rhs``, broadcast."""
    return arithmetic.DIVIDE(lhs, rhs)


def true_divide(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """Another name of ``divide``."""
    return arithmetic.DIVIDE(lhs, rhs)


def modulo(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """``lhs % rhs``, broadcast."""
    return arithmetic.MODULO(lhs, rhs)


def power(base: NDArray | float, exp: NDArray | float) -> NDArray:
    """``base ** exp``, broadcast."""
    return arithmetic.POWER(base, exp)


def maximum(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """The larger of each pair, broadcast."""
    return arithmetic.MAXIMUM(lhs, rhs)


def minimum(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """The smaller of each pair, broadcast."""
    return arithmetic.MINIMUM(lhs, rhs)


def equal(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """1 where ``lhs == rhs``, else 0, broadcast."""
    return arithmetic.EQUAL(lhs, rhs)


def not_equal(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """1 where ``lhs != rhs``, else 0, broadcast."""
    return arithmetic.NOT_EQUAL(lhs, rhs)


def greater(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """1 where ``lhs > rhs``, else 0, broadcast."""
    return arithmetic.GREATER(lhs, rhs)


def greater_equal(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """1 where ``lhs >= rhs``, else 0, broadcast."""
    return arithmetic.GREATER_EQUAL(lhs, rhs)


def lesser(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """1 where ``lhs < rhs``, else 0, broadcast."""
    return arithmetic.LESSER(lhs, rhs)


def lesser_equal(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """1 where ``lhs <= rhs``, else 0, broadcast."""
    return arithmetic.LESSER_EQUAL(lhs, rhs)


def logical_and(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """1 where neither is zero, else 0, broadcast."""
    return arithmetic.LOGICAL_AND(lhs, rhs)


def logical_or(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """1 where one of the two is not zero, else 0, broadcast."""
    return arithmetic.LOGICAL_OR(lhs, rhs)


def logical_xor(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """1 where exactly one of the two is not zero, else 0, broadcast."""
    return arithmetic.LOGICAL_XOR(lhs, rhs)
