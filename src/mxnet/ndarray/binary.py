"""The functions behind Python's operators, for arrays and numbers in any mixture."""

from typing import Any

from mxnet.ndarray import arithmetic


def add(lhs: Any, rhs: Any) -> Any:
    """``lhs + rhs``, broadcast."""
    return arithmetic.ADD(lhs, rhs)


def subtract(lhs: Any, rhs: Any) -> Any:
    """``lhs - rhs``, broadcast."""
    return arithmetic.SUBTRACT(lhs, rhs)


def multiply(lhs: Any, rhs: Any) -> Any:
    """``lhs * rhs``, broadcast."""
    return arithmetic.MULTIPLY(lhs, rhs)


def divide(lhs: Any, rhs: Any) -> Any:
    """``lhs / rhs``, broadcast."""
    return arithmetic.DIVIDE(lhs, rhs)


def true_divide(lhs: Any, rhs: Any) -> Any:
    """Another name of ``divide``."""
    return arithmetic.DIVIDE(lhs, rhs)


def modulo(lhs: Any, rhs: Any) -> Any:
    """``lhs % rhs``, broadcast."""
    return arithmetic.MODULO(lhs, rhs)


def power(base: Any, exp: Any) -> Any:
    """``base ** exp``, broadcast."""
    return arithmetic.POWER(base, exp)


def maximum(lhs: Any, rhs: Any) -> Any:
    """The larger of each pair, broadcast."""
    return arithmetic.MAXIMUM(lhs, rhs)


def minimum(lhs: Any, rhs: Any) -> Any:
    """The smaller of each pair, broadcast."""
    return arithmetic.MINIMUM(lhs, rhs)


def equal(lhs: Any, rhs: Any) -> Any:
    """1 where ``lhs == rhs``, else 0, broadcast."""
    return arithmetic.EQUAL(lhs, rhs)


def not_equal(lhs: Any, rhs: Any) -> Any:
    """1 where ``lhs != rhs``, else 0, broadcast."""
    return arithmetic.NOT_EQUAL(lhs, rhs)


def greater(lhs: Any, rhs: Any) -> Any:
    """1 where ``lhs > rhs``, else 0, broadcast."""
    return arithmetic.GREATER(lhs, rhs)


def greater_equal(lhs: Any, rhs: Any) -> Any:
    """1 where ``lhs >= rhs``, else 0, broadcast."""
    return arithmetic.GREATER_EQUAL(lhs, rhs)


def lesser(lhs: Any, rhs: Any) -> Any:
    """1 where ``lhs < rhs``, else 0, broadcast."""
    return arithmetic.LESSER(lhs, rhs)


def lesser_equal(lhs: Any, rhs: Any) -> Any:
    """1 where ``lhs <= rhs``, else 0, broadcast."""
    return arithmetic.LESSER_EQUAL(lhs, rhs)


def logical_and(lhs: Any, rhs: Any) -> Any:
    """1 where neither is zero, else 0, broadcast."""
    return arithmetic.LOGICAL_AND(lhs, rhs)


def logical_or(lhs: Any, rhs: Any) -> Any:
    """1 where one of the two is not zero, else 0, broadcast."""
    return arithmetic.LOGICAL_OR(lhs, rhs)


def logical_xor(lhs: Any, rhs: Any) -> Any:
    """1 where exactly one of the two is not zero, else 0, broadcast."""
    return arithmetic.LOGICAL_XOR(lhs, rhs)
