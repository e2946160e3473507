"""The functions behind Python's operators, for arrays and numbers in any mixture."""

from mxnet.ndarray import arithmetic
from mxnet.ndarray.dense import NDArray


def add(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """``lhs + rhs``, broadcast.

    >>> nd.add(nd.array([1, 2, 3]), nd.array([[2], [3]])).asnumpy()
    array([[3., 4., 5.],
           [4., 5., 6.]], dtype=float32)
    """
    return arithmetic.ADD(lhs, rhs)


def subtract(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """``lhs - rhs``, broadcast.

    >>> nd.subtract(nd.array([1, 2, 3]), nd.array([[2], [3]])).asnumpy()
    array([[-1., 0., 1.],
           [-2., -1., 0.]], dtype=float32)
    """
    return arithmetic.SUBTRACT(lhs, rhs)


def multiply(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """``lhs * rhs``, broadcast.

    >>> nd.multiply(nd.array([1, 2, 3]), nd.array([[2], [3]])).asnumpy()
    array([[2., 4., 6.],
           [3., 6., 9.]], dtype=float32)
    """
    return arithmetic.MULTIPLY(lhs, rhs)


def divide(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """``lhs / rhs``, broadcast.

    >>> nd.divide(nd.array([1, 2, 3]), nd.array([[2], [4]])).asnumpy()
    array([[0.5, 1., 1.5],
           [0.25, 0.5, 0.75]], dtype=float32)
    """
    return arithmetic.DIVIDE(lhs, rhs)


def true_divide(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """Another name of ``divide``.

    >>> nd.true_divide(nd.array([1, 2, 3]), nd.array([[2], [4]])).asnumpy()
    array([[0.5, 1., 1.5],
           [0.25, 0.5, 0.75]], dtype=float32)
    """
    return arithmetic.DIVIDE(lhs, rhs)


def modulo(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """``lhs % rhs``, broadcast.

    >>> nd.modulo(nd.array([1, 2, 3]), nd.array([[2], [3]])).asnumpy()
    array([[1., 0., 1.],
           [1., 2., 0.]], dtype=float32)
    """
    return arithmetic.MODULO(lhs, rhs)


def power(base: NDArray | float, exp: NDArray | float) -> NDArray:
    """``base ** exp``, broadcast.

    >>> nd.power(nd.array([1, 2, 3]), nd.array([[2], [3]])).asnumpy()
    array([[1., 4., 9.],
           [1., 8., 27.]], dtype=float32)
    """
    return arithmetic.POWER(base, exp)


def maximum(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """The larger of each pair, broadcast.

    >>> nd.maximum(nd.array([1, 2, 3]), nd.array([[2], [3]])).asnumpy()
    array([[2., 2., 3.],
           [3., 3., 3.]], dtype=float32)
    """
    return arithmetic.MAXIMUM(lhs, rhs)


def minimum(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """The smaller of each pair, broadcast.

    >>> nd.minimum(nd.array([1, 2, 3]), nd.array([[2], [3]])).asnumpy()
    array([[1., 2., 2.],
           [1., 2., 3.]], dtype=float32)
    """
    return arithmetic.MINIMUM(lhs, rhs)


def equal(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """1 where ``lhs == rhs``, else 0, broadcast.

    >>> nd.equal(nd.array([1, 2, 3]), nd.array([[2], [3]])).asnumpy()
    array([[0., 1., 0.],
           [0., 0., 1.]], dtype=float32)
    """
    return arithmetic.EQUAL(lhs, rhs)


def not_equal(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """1 where ``lhs != rhs``, else 0, broadcast.

    >>> nd.not_equal(nd.array([1, 2, 3]), nd.array([[2], [3]])).asnumpy()
    array([[1., 0., 1.],
           [1., 1., 0.]], dtype=float32)
    """
    return arithmetic.NOT_EQUAL(lhs, rhs)


def greater(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """1 where ``lhs > rhs``, else 0, broadcast.

    >>> nd.greater(nd.array([1, 2, 3]), nd.array([[2], [3]])).asnumpy()
    array([[0., 0., 1.],
           [0., 0., 0.]], dtype=float32)
    """
    return arithmetic.GREATER(lhs, rhs)


def greater_equal(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """1 where ``lhs >= rhs``, else 0, broadcast.

    >>> nd.greater_equal(nd.array([1, 2, 3]), nd.array([[2], [3]])).asnumpy()
    array([[0., 1., 1.],
           [0., 0., 1.]], dtype=float32)
    """
    return arithmetic.GREATER_EQUAL(lhs, rhs)


def lesser(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """1 where ``lhs < rhs``, else 0, broadcast.

    >>> nd.lesser(nd.array([1, 2, 3]), nd.array([[2], [3]])).asnumpy()
    array([[1., 0., 0.],
           [1., 1., 0.]], dtype=float32)
    """
    return arithmetic.LESSER(lhs, rhs)


def lesser_equal(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """1 where ``lhs <= rhs``, else 0, broadcast.

    >>> nd.lesser_equal(nd.array([1, 2, 3]), nd.array([[2], [3]])).asnumpy()
    array([[1., 1., 0.],
           [1., 1., 1.]], dtype=float32)
    """
    return arithmetic.LESSER_EQUAL(lhs, rhs)


def logical_and(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """1 where neither is zero, else 0, broadcast.

    >>> nd.logical_and(nd.array([0, 1, 2]), nd.array([1, 0, 3])).asnumpy()
    array([0., 0., 1.], dtype=float32)
    """
    return arithmetic.LOGICAL_AND(lhs, rhs)


def logical_or(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """1 where one of the two is not zero, else 0, broadcast.

    >>> nd.logical_or(nd.array([0, 1, 0]), nd.array([1, 0, 0])).asnumpy()
    array([1., 1., 0.], dtype=float32)
    """
    return arithmetic.LOGICAL_OR(lhs, rhs)


def logical_xor(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """1 where exactly one of the two is not zero, else 0, broadcast.

    >>> nd.logical_xor(nd.array([0, 1, 2]), nd.array([1, 0, 3])).asnumpy()
    array([1., 1., 0.], dtype=float32)
    """
    return arithmetic.LOGICAL_XOR(lhs, rhs)
