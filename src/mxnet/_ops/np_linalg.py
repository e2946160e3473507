"""Products, contractions and matrices of ``mx.np``."""

import math
from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np

from mxnet._ops import linalg
from mxnet._ops.attrs import Shape
from mxnet._ops.elementwise import Array, convert, is_float
from mxnet._ops.np_reduce import over
from mxnet._ops.registry import find, op
from mxnet.error import MXNetError

# What the names of parameters mean in this family.
PARAMETERS = {
    "a": "The first array.",
    "b": "The second array.",
}


def _of_floats(name: str, *arrays: Array) -> None:
    for array in arrays:
        if not is_float(array):
            raise MXNetError(
                f"{name}: expected floating-point numbers, received {array.dtype}: write x.astype('float32')"
            )


@op("_np_dot")
def dot(a: Array, b: Array) -> Array:
    """The product of NumPy's ``dot``: last axis of ``a`` with the last but one of ``b``; a scalar multiplies.

    >>> mx.np.dot(mx.np.array([[1, 2]]), mx.np.array([[3], [4]]))
    array([[11.]])
    """
    _of_floats("dot", a, b)
    return jnp.dot(a, b)


@dot.fill_shapes
def _(a: Shape | None, b: Shape | None, **_: Any) -> dict[str, Shape]:
    """The axis that is summed over has one length in both arrays."""
    if not a or not b:
        return {}
    place = len(b) - min(len(b), 2)
    return {"a": (*a[:-1], b[place]), "b": (*b[:place], a[-1], *b[place + 1 :])}


@op("_npi_matmul")
def matmul(a: Array, b: Array) -> Array:
    """The matrix product, leading axes broadcast.

    >>> mx.np.matmul(mx.np.ones((2, 1, 3)), mx.np.ones((3, 1))).shape
    (2, 1, 1)
    """
    _of_floats("matmul", a, b)
    return jnp.matmul(a, b)


@op("_npi_tensordot_int_axes")
def tensordot_int_axes(a: Array, b: Array, *, axes: int) -> Array:
    """The sum of products over the last ``axes`` axes of ``a`` and the first of ``b``.

    axes: How many axes.

    >>> mx.np.tensordot(mx.np.ones((2, 3)), mx.np.ones((3, 4)), axes=1).shape
    (2, 4)
    """
    return jnp.tensordot(a, b, axes)


@op("_npi_tensordot")
def tensordot(a: Array, b: Array, *, a_axes_summed: Shape, b_axes_summed: Shape) -> Array:
    """The sum of products over pairs of axes.

    a_axes_summed: The axes of ``a``.
    b_axes_summed: The axes of ``b``, one for each.

    >>> mx.np.tensordot(mx.np.ones((2, 3)), mx.np.ones((2, 4)), axes=([0], [0])).shape
    (3, 4)
    """
    return jnp.tensordot(a, b, (a_axes_summed, b_axes_summed))


@op("_npi_einsum", count_attr="num_args")
def einsum(*data: Array, num_args: int = 0, subscripts: str = "", optimize: int = 0) -> Array:
    """Sums of products over axes named by letters.

    data: The arrays.
    subscripts: Letters for the axes of each array, and after ``->`` those of the result.
    optimize: Choose the order of products by cost.

    >>> mx.np.einsum("ij,jk->ik", mx.np.ones((2, 3)), mx.np.ones((3, 2)))
    array([[3., 3.],
           [3., 3.]])
    """
    return jnp.einsum(subscripts, *data, optimize="optimal" if optimize else False)


@op("_npi_norm")
def norm(
    data: Array, *, ord: float | str | None = None, axis: Shape | None = None, keepdims: bool = False, flag: int = 0
) -> Array:
    """The norm of vectors along one axis, of matrices in two, or of all elements.

    ord: Which norm: a number, ``fro``, ``nuc``, or None for the root of the sum of squares.
    axis: One axis for vectors, two for matrices, None for all elements.
    flag: Which of these cases it is, as ``mx.np.linalg.norm`` tells the operator.

    >>> mx.np.linalg.norm(mx.np.array([3, 4]))
    array(5.)
    """
    wide = data if is_float(data) else data.astype(jnp.float64)
    along: Any = None if axis is None and ord is None else over("norm", data, axis)
    if along is not None and len(along) == 1:
        along = along[0]
    kind: Any = int(ord) if isinstance(ord, float) and ord.is_integer() else ord
    if (kind is None and (along is None or isinstance(along, int))) or (kind == 2 and isinstance(along, int)):
        return convert(_euclidean(wide, along, keepdims), data.dtype)
    return convert(jnp.linalg.norm(wide, kind, along, keepdims), data.dtype)


def _euclidean(data: Array, axis: int | None, keepdims: bool) -> Array:
    """The root of the sum of squares; its gradient at zero is zero."""
    total = jnp.sum(jnp.square(data), axis=axis, keepdims=keepdims)
    nothing = total == 0
    return jnp.where(nothing, 0, jnp.sqrt(jnp.where(nothing, 1, total)))


def _matrix(name: str, function: Callable[..., Any], doc: str, shown: str, outputs: int = 1) -> None:
    def apply(A: Array) -> Any:
        _of_floats(name, A)
        if A.ndim < 2 or (name not in ("svd",) and A.shape[-1] != A.shape[-2]):
            raise MXNetError(f"{name}: expected square matrices in the last two axes, received shape {A.shape}")
        return function(A)

    apply.__doc__ = f"{doc}\n\n>>> mx.np.linalg.{shown}"
    op(f"_npi_{name}", outputs=outputs)(apply)


def _svd(matrix: Array) -> tuple[Array, Array, Array]:
    rows, columns = matrix.shape[-2:]
    if rows > columns:
        raise MXNetError(f"svd: expected no more rows than columns, received shape {matrix.shape}: transpose it first")
    u, s, v = jnp.linalg.svd(matrix, full_matrices=False)
    return u, s, v


_matrix(
    "inv",
    lambda a: jnp.linalg.inv(a) if a.size else a,
    "The inverses of matrices.",
    "inv(mx.np.array([[2, 0], [0, 4]]))\narray([[0.5, 0.], [0., 0.25]])",
)
_matrix("det", jnp.linalg.det, "The determinants of matrices.", "det(mx.np.array([[2, 1], [1, 4]]))\narray(7.)")
_matrix(
    "cholesky",
    jnp.linalg.cholesky,
    "The lower triangle whose product with its transpose is the matrix.",
    "cholesky(mx.np.array([[4, 2], [2, 5]]))\narray([[2., 0.], [1., 2.]])",
)
find("_npi_inv").fails(linalg.SINGULAR)(linalg.becomes_undefined)
find("_npi_cholesky").fails(linalg.NOT_DEFINITE)(linalg.becomes_undefined)
_matrix(
    "slogdet",
    lambda a: tuple(jnp.linalg.slogdet(a)),
    "The determinants' signs and logarithms.",
    "slogdet(mx.np.array([[0, 1], [1, 0]]))\n[array(-1.), array(0.)]",
    outputs=2,
)
_matrix(
    "svd",
    _svd,
    "Left vectors, singular values and right vectors of matrices.",
    "svd(mx.np.array([[3, 0], [0, 2]]))[1]\narray([3., 2.])",
    outputs=3,
)


def _real(name: str, matrix: Array) -> Array:
    """Square matrices of a type that eigenvalues have; those of integers are float64."""
    if matrix.dtype == jnp.float16:
        raise MXNetError(f"{name}: array type float16 is unsupported in linalg: write x.astype('float32')")
    if matrix.ndim < 2 or matrix.shape[-1] != matrix.shape[-2]:
        raise MXNetError(f"{name}: expected square matrices in the last two axes, received shape {matrix.shape}")
    return matrix if is_float(matrix) else matrix.astype(jnp.float64)


def _mirrored(matrix: Array, UPLO: str) -> Array:
    """The symmetric matrices of which one triangle is given."""
    if UPLO not in ("L", "U"):
        raise MXNetError(f"UPLO: expected 'L' or 'U', received {UPLO!r}")
    whole, rest = (jnp.tril(matrix), jnp.tril(matrix, -1)) if UPLO == "L" else (jnp.triu(matrix), jnp.triu(matrix, 1))
    return whole + jnp.swapaxes(rest, -1, -2)


@op("_npi_eigh", outputs=2)
def eigh(A: Array, *, UPLO: str = "L") -> tuple[Array, Array]:
    """Eigenvalues, in order, and eigenvectors of symmetric matrices, of which one triangle is read.

    >>> values, vectors = mx.np.linalg.eigh(mx.np.array([[2, 0], [0, 1]]))
    >>> values
    array([1., 2.])
    """
    wide = _real("eigh", A)
    if not wide.size:
        return jnp.zeros(A.shape[:-1], wide.dtype), wide
    values, vectors = jnp.linalg.eigh(_mirrored(wide, UPLO))
    return values, vectors


@op("_npi_eigvalsh")
def eigvalsh(A: Array, *, UPLO: str = "L") -> Array:
    """Eigenvalues, in order, of symmetric matrices, of which one triangle is read.

    >>> mx.np.linalg.eigvalsh(mx.np.array([[2, 0], [0, 1]]))
    array([1., 2.])
    """
    wide = _real("eigvalsh", A)
    return jnp.linalg.eigvalsh(_mirrored(wide, UPLO)) if wide.size else jnp.zeros(A.shape[:-1], wide.dtype)


def _without_imaginary(name: str, eigenvalues: np.ndarray) -> Array:
    """The real parts, which must be all there is: arrays hold no complex numbers."""
    if np.any(np.abs(np.imag(eigenvalues)) > 1e-15):
        raise MXNetError(f"{name}: some eigenvalues are complex, which arrays cannot be: compute with x.asnumpy()")
    return jnp.asarray(np.real(eigenvalues))


@op("_npi_eig", dynamic=True, outputs=2)
def eig(A: Array) -> tuple[Array, Array]:
    """Eigenvalues and eigenvectors of matrices, computed on the host.

    >>> values, vectors = mx.np.linalg.eig(mx.np.array([[2, 0], [0, 1]]))
    >>> values
    array([2., 1.])
    """
    values, vectors = np.linalg.eig(np.asarray(_real("eig", A)))
    return _without_imaginary("eig", values), jnp.asarray(np.real(vectors))


@op("_npi_eigvals", dynamic=True)
def eigvals(A: Array) -> Array:
    """Eigenvalues of matrices, computed on the host.

    >>> mx.np.linalg.eigvals(mx.np.array([[2, 0], [0, 1]]))
    array([2., 1.])
    """
    return _without_imaginary("eigvals", np.linalg.eigvals(np.asarray(_real("eigvals", A))))


@op("_npi_solve")
def solve(A: Array, B: Array) -> Array:
    """The solutions ``x`` of ``A @ x = B``.

    B: The right sides.

    >>> mx.np.linalg.solve(mx.np.array([[2, 0], [0, 4]]), mx.np.array([2, 8]))
    array([1., 2.])
    """
    _of_floats("solve", A, B)
    if not A.size or not B.size:
        return jnp.zeros(B.shape, B.dtype)
    return jnp.linalg.solve(A, B) if B.ndim != A.ndim - 1 else jnp.linalg.solve(A, B[..., None])[..., 0]


@op("_npi_pinv")
def pinv(A: Array, rcond: Array, *, hermitian: bool = False) -> Array:
    """The pseudo-inverses of matrices; singular values below ``rcond`` times the largest count as zero.

    rcond: The limit for singular values, an array.

    >>> mx.np.linalg.pinv(mx.np.array([[2, 0], [0, 4]]), mx.np.array(1e-6))
    array([[0.5 , 0.  ],
           [0.  , 0.25]])
    """
    _of_floats("pinv", A)
    if not A.size:
        return jnp.zeros((*A.shape[:-2], A.shape[-1], A.shape[-2]), A.dtype)
    return jnp.linalg.pinv(A, rtol=rcond, hermitian=hermitian)


@op("_npi_pinv_scalar_rcond")
def pinv_scalar_rcond(A: Array, *, rcond: float = 1e-15, hermitian: bool = False) -> Array:
    """The pseudo-inverses of matrices; singular values below ``rcond`` times the largest count as zero.

    rcond: The limit for singular values, a number.

    >>> mx.np.linalg.pinv(mx.np.array([[2, 0], [0, 4]]))
    array([[0.5 , 0.  ],
           [0.  , 0.25]])
    """
    return find("_npi_pinv").function(A, jnp.asarray(rcond, A.dtype), hermitian=hermitian)


@op("_npi_tensorinv")
def tensorinv(a: Array, *, ind: int = 2) -> Array:
    """The inverse for ``tensordot`` over ``ind`` axes.

    ind: How many of the first axes belong together.

    >>> mx.np.linalg.tensorinv(mx.np.eye(4).reshape(2, 2, 2, 2)).shape
    (2, 2, 2, 2)
    """
    _of_floats("tensorinv", a)
    return jnp.linalg.tensorinv(a, ind)


@op("_npi_tensorsolve")
def tensorsolve(a: Array, b: Array, *, a_axes: Shape = ()) -> Array:
    """The ``x`` of ``tensordot(a, x) = b``.

    a_axes: The axes of ``a`` that are moved to the end first.

    >>> mx.np.linalg.tensorsolve(mx.np.eye(4).reshape(2, 2, 2, 2), mx.np.ones((2, 2)))
    array([[1., 1.],
           [1., 1.]])
    """
    _of_floats("tensorsolve", a, b)
    moved = over("tensorsolve", a, a_axes) if a_axes else ()
    a = jnp.transpose(a, [*(i for i in range(a.ndim) if i not in moved), *moved])
    shape = a.shape[-(a.ndim - b.ndim) :]
    size = math.prod(shape)
    if a.size != size * b.size or size != b.size:
        raise MXNetError(f"tensorsolve: a of shape {a.shape} does not fit b of shape {b.shape}")
    if not a.size:
        return jnp.zeros(shape, b.dtype)
    return jnp.linalg.solve(a.reshape(size, size), b.reshape(size, 1)).reshape(shape)


@op("_npi_polyval")
def polyval(p: Array, x: Array) -> Array:
    """The value of the polynomial with coefficients ``p``, highest first, at every ``x``.

    p: The coefficients, a vector.
    x: Where to evaluate.

    >>> mx.np.polyval(mx.np.array([1, 0, 3]), mx.np.array([2]))
    array([7.])
    """
    return jnp.polyval(p, x)
