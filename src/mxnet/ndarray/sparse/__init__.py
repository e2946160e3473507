"""``mx.nd.sparse``: csr matrices and row_sparse arrays, and the operators that know them."""

from mxnet._frontend.functions import functions
from mxnet.ndarray import arithmetic
from mxnet.ndarray.dense import NDArray
from mxnet.ndarray.invoke import shortcut
from mxnet.ndarray.sparse import elementwise as elementwise
from mxnet.ndarray.sparse import graphs as graphs
from mxnet.ndarray.sparse import products as products
from mxnet.ndarray.sparse import reductions as reductions
from mxnet.ndarray.sparse import structure as structure
from mxnet.ndarray.sparse import updates as updates
from mxnet.ndarray.sparse.arrays import BaseSparseNDArray as BaseSparseNDArray
from mxnet.ndarray.sparse.arrays import CSRNDArray as CSRNDArray
from mxnet.ndarray.sparse.arrays import RowSparseNDArray as RowSparseNDArray
from mxnet.ndarray.sparse.arrays import elementwise as _elementwise
from mxnet.ndarray.sparse.creation import array as array
from mxnet.ndarray.sparse.creation import csr_matrix as csr_matrix
from mxnet.ndarray.sparse.creation import empty as empty
from mxnet.ndarray.sparse.creation import is_scipy as is_scipy
from mxnet.ndarray.sparse.creation import row_sparse_array as row_sparse_array
from mxnet.ndarray.sparse.creation import zeros as zeros


def add(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """``lhs + rhs``; sparse where both are stored alike.

    >>> first = mx.nd.array([[0, 2], [0, 0]]).tostype("csr")
    >>> second = mx.nd.array([[0, 4], [0, 0]]).tostype("csr")
    >>> mx.nd.sparse.add(first, second).asnumpy()
    array([[0., 6.],
           [0., 0.]], dtype=float32)
    """
    return _elementwise(arithmetic.ADD, "elemwise_add", lhs, rhs)


def subtract(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """``lhs - rhs``; sparse where both are stored alike.

    >>> first = mx.nd.array([[0, 2], [0, 0]]).tostype("csr")
    >>> second = mx.nd.array([[0, 4], [0, 0]]).tostype("csr")
    >>> mx.nd.sparse.subtract(first, second).asnumpy()
    array([[0., -2.],
           [0., 0.]], dtype=float32)
    """
    return _elementwise(arithmetic.SUBTRACT, "elemwise_sub", lhs, rhs)


def multiply(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """``lhs * rhs``; sparse where either is.

    >>> first = mx.nd.array([[0, 2], [0, 0]]).tostype("csr")
    >>> second = mx.nd.array([[0, 4], [0, 0]]).tostype("csr")
    >>> mx.nd.sparse.multiply(first, second).asnumpy()
    array([[0., 8.],
           [0., 0.]], dtype=float32)
    """
    return _elementwise(arithmetic.MULTIPLY, "elemwise_mul", lhs, rhs)


def divide(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """``lhs / rhs``; sparse where ``lhs`` is divided by numbers or by something that broadcasts to it.

    >>> mx.nd.sparse.divide(mx.nd.array([[0, 2], [0, 0]]).tostype("csr"), 4).asnumpy()
    array([[0., 0.5],
           [0., 0.]], dtype=float32)
    """
    return _elementwise(arithmetic.DIVIDE, "elemwise_div", lhs, rhs)


globals().update({n: f for n, f in functions("sparse", __name__, shortcut).items() if n not in globals()})
