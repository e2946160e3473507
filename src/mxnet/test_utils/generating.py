"""Random shapes, arrays and matrices, and NumPy's side of a comparison.

Everything is drawn from NumPy's global generator in the order MXNet draws it, so that a seed gives the same data.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from mxnet import ndarray as nd
from mxnet.context import Context
from mxnet.ndarray.ndarray import NDArray
from mxnet.test_utils.contexts import default_context, default_dtype
from mxnet.test_utils.sparse import rand_sparse_ndarray

Shape = tuple[int, ...]


# --- shapes and samples ----------------------------------------------------------------------------------------------


def rand_shape_2d(dim0: int = 10, dim1: int = 10, allow_zero_size: bool = False) -> Shape:
    """Two lengths, each up to and including its limit.

    >>> len(mx.test_utils.rand_shape_2d(3, 4))
    2
    """
    return _lengths((dim0, dim1), allow_zero_size)


def rand_shape_3d(dim0: int = 10, dim1: int = 10, dim2: int = 10, allow_zero_size: bool = False) -> Shape:
    """Three lengths, each up to and including its limit.

    >>> len(mx.test_utils.rand_shape_3d(3, 4, 5))
    3
    """
    return _lengths((dim0, dim1, dim2), allow_zero_size)


def rand_shape_nd(num_dim: int, dim: int = 10, allow_zero_size: bool = False) -> Shape:
    """``num_dim`` lengths, each up to and including ``dim``.

    >>> len(mx.test_utils.rand_shape_nd(4, dim=3))
    4
    """
    drawn = np.random.randint(0 if allow_zero_size else 1, dim + 1, size=num_dim)
    return tuple(int(length) for length in drawn)


def _lengths(limits: Sequence[int], allow_zero: bool) -> Shape:
    return tuple(int(np.random.randint(0 if allow_zero else 1, limit + 1)) for limit in limits)


def rand_coord_2d(x_low: int, x_high: int, y_low: int, y_high: int) -> tuple[int, int]:
    """A point of a grid, below its upper limits.

    >>> x, y = mx.test_utils.rand_coord_2d(0, 3, 10, 20)
    >>> 0 <= x < 3, 10 <= y < 20
    (True, True)
    """
    return int(np.random.randint(x_low, x_high)), int(np.random.randint(y_low, y_high))


def random_sample(population: Sequence[Any], k: int) -> Sequence[Any]:
    """``k`` elements of a sequence, in random order.

    >>> sorted(mx.test_utils.random_sample([1, 2, 3], 3))
    [1, 2, 3]
    """
    if not 0 <= k <= len(population):
        raise ValueError(f"random_sample: expected k between 0 and {len(population)}, but received {k}")
    shuffled = population[:]
    np.random.shuffle(shuffled)  # type: ignore[arg-type]
    return shuffled[:k]


# --- arrays ----------------------------------------------------------------------------------------------------------


def random_arrays(*shapes: Shape) -> Any:
    """NumPy arrays of standard normal numbers in the default dtype: a list, or the one array of a single shape.

    >>> first, second = mx.test_utils.random_arrays((2, 3), (4,))
    >>> first.shape, second.shape
    ((2, 3), (4,))
    """
    arrays: list[np.ndarray] = [np.asarray(np.random.randn(*shape), dtype=default_dtype()) for shape in shapes]
    return arrays[0] if len(arrays) == 1 else arrays


def random_uniform_arrays(*shapes: Shape, **kwargs: Any) -> list[np.ndarray]:
    """A list of NumPy arrays, uniform over ``[low, high)`` (0 and 1), of a ``dtype``.

    >>> (array,) = mx.test_utils.random_uniform_arrays((2, 3), low=1, high=2)
    >>> bool((array >= 1).all())
    True
    """
    options = {"low": 0.0, "high": 1.0, "dtype": default_dtype(), **kwargs}
    unknown = sorted(set(options) - {"low", "high", "dtype"})
    if unknown:
        raise TypeError(f"random_uniform_arrays() takes low, high and dtype, but received {unknown}")
    low, high, dtype = options["low"], options["high"], options["dtype"]
    return [np.asarray(np.random.uniform(low, high, size=shape), dtype=dtype) for shape in shapes]


def rand_ndarray(
    shape: Shape,
    stype: str = "default",
    density: float | None = None,
    dtype: Any = None,
    modifier_func: Callable[[Any], Any] | None = None,
    shuffle_csr_indices: bool = False,
    distribution: str | None = None,
    ctx: Context | None = None,
) -> Any:
    """A random array: standard normal if dense; see ``rand_sparse_ndarray`` for the others.

    >>> mx.test_utils.rand_ndarray((2, 3)).shape, mx.test_utils.rand_ndarray((4, 3), "csr", density=0.5).stype
    ((2, 3), 'csr')
    """
    ctx = ctx or default_context()
    if stype == "default":
        return nd.array(random_arrays(shape), ctx=ctx, dtype=dtype)
    return rand_sparse_ndarray(
        shape,
        stype,
        density=density,
        dtype=dtype,
        distribution=distribution,
        modifier_func=modifier_func,
        shuffle_csr_indices=shuffle_csr_indices,
        ctx=ctx,
    )[0]


def create_2d_tensor(rows: int, columns: int, dtype: Any = np.int64) -> NDArray:
    """A matrix whose elements are the numbers of their rows.

    >>> mx.test_utils.create_2d_tensor(2, 3).asnumpy()
    array([[0, 0, 0],
           [1, 1, 1]])
    """
    return nd.arange(0, rows, dtype=dtype).reshape(rows, 1).broadcast_to((rows, columns))


def create_vector(size: int, dtype: Any = np.int64) -> NDArray:
    """The numbers from 0 to ``size - 1``.

    >>> mx.test_utils.create_vector(3).asnumpy()
    array([0, 1, 2])
    """
    return nd.arange(0, size, dtype=dtype)


def get_identity_mat(size: int) -> NDArray:
    """The identity matrix.

    >>> mx.test_utils.get_identity_mat(2).asnumpy()
    array([[1., 0.],
           [0., 1.]], dtype=float32)
    """
    return nd.eye(size)


def get_identity_mat_batch(size: int) -> NDArray:
    """Two identity matrices, one above the other.

    >>> mx.test_utils.get_identity_mat_batch(3).shape
    (2, 3, 3)
    """
    return nd.eye(size).reshape(1, size, size).broadcast_to((2, size, size))


# --- matrices whose eigenvalues are known to be real -----------------------------------------------------------------


def new_matrix_with_real_eigvals_2d(n: int) -> np.ndarray:
    """A matrix with real eigenvalues between -10 and 10 and well-conditioned eigenvectors.

    >>> matrix = mx.test_utils.new_matrix_with_real_eigvals_2d(3)
    >>> bool(abs(np.linalg.eigvals(matrix).imag).max() < 1e-3)
    True
    """
    basis = np.ones((n, n))
    while np.linalg.cond(basis, 2) >= 3:
        scales = np.random.uniform(-1.0, 1.0, n)
        normal = np.random.uniform(-1.0, 1.0, n)
        normal /= np.linalg.norm(normal)
        basis = (np.eye(n) - 2 * np.outer(normal, normal)) * scales
    return np.linalg.inv(basis) * np.random.uniform(-10.0, 10.0, n) @ basis


def new_matrix_with_real_eigvals_nd(shape: Shape) -> np.ndarray:
    """Matrices like ``new_matrix_with_real_eigvals_2d``'s, in the last two axes.

    >>> mx.test_utils.new_matrix_with_real_eigvals_nd((2, 3, 3)).shape
    (2, 3, 3)
    """
    return _matrices(new_matrix_with_real_eigvals_2d, shape)


def new_orthonormal_matrix_2d(n: int) -> np.ndarray:
    """A random matrix whose columns are orthogonal and of length one.

    >>> matrix = mx.test_utils.new_orthonormal_matrix_2d(3)
    >>> bool(abs(matrix @ matrix.T - np.eye(3)).max() < 1e-5)
    True
    """
    plain = np.random.randn(n, n)
    return np.linalg.qr(plain.T @ plain)[0]


def new_sym_matrix_with_real_eigvals_2d(n: int) -> np.ndarray:
    """A symmetric matrix with eigenvalues between -10 and 10.

    >>> matrix = mx.test_utils.new_sym_matrix_with_real_eigvals_2d(3)
    >>> bool(abs(matrix - matrix.T).max() < 1e-5)
    True
    """
    basis = new_orthonormal_matrix_2d(n)
    return basis.T * np.random.uniform(-10.0, 10.0, n) @ basis


def new_sym_matrix_with_real_eigvals_nd(shape: Shape) -> np.ndarray:
    """Matrices like ``new_sym_matrix_with_real_eigvals_2d``'s, in the last two axes.

    >>> mx.test_utils.new_sym_matrix_with_real_eigvals_nd((2, 3, 3)).shape
    (2, 3, 3)
    """
    return _matrices(new_sym_matrix_with_real_eigvals_2d, shape)


def _matrices(make: Callable[[int], np.ndarray], shape: Shape) -> np.ndarray:
    count = int(np.prod(shape[:-2]))
    return np.array([make(shape[-1]) for _ in range(count)]).reshape(shape)


# --- NumPy's side of a comparison ------------------------------------------------------------------------------------


def np_reduce(dat: np.ndarray, axis: Any, keepdims: bool, numpy_reduce_func: Callable[..., Any]) -> Any:
    """Reduce a NumPy array along one axis, several or all, with a function that takes one axis.

    >>> mx.test_utils.np_reduce(np.ones((2, 3, 4)), axis=(0, 2), keepdims=False, numpy_reduce_func=np.sum)
    array([8., 8., 8.])
    """
    if axis is None:
        axis = range(dat.ndim)
    axes = [axis] if isinstance(axis, int) else list(axis)
    result: Any = dat
    for one in sorted(axes, reverse=True):
        result = numpy_reduce_func(result, axis=one)
    if not keepdims:
        return result
    kept = list(dat.shape)
    for one in axes:
        kept[one] = 1
    return result.reshape(kept)


def collapse_sum_like(a: np.ndarray, shape: Shape) -> np.ndarray:
    """Sum a NumPy array over the axes along which an array of ``shape`` was broadcast to it.

    >>> mx.test_utils.collapse_sum_like(np.ones((4, 3)), (1, 3))
    array([[4., 4., 4.]])
    """
    extra = a.ndim - len(shape)
    lengths = a.shape[extra:] if extra >= 0 else ()
    if extra < 0 or any(wanted not in (1, length) for wanted, length in zip(shape, lengths, strict=True)):
        raise ValueError(f"collapse_sum_like: an array of shape {shape} cannot have been broadcast to {a.shape}")
    axes = (*range(extra), *(extra + i for i, s in enumerate(shape) if s != lengths[i]))
    return np.sum(a, axis=axes).reshape(shape) if axes else a.copy()
