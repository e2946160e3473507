"""Factorizations, products and solutions of matrices, and the linear positions of multi-indices.

Matrices stand in the last two axes; all leading axes are a batch. Products of float32 arrays are float32 products on
every device, as MXNet's were; 16-bit floats accumulate in float32 and are factorized in float32.
"""

import math
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from mxnet._ops.attrs import Shape
from mxnet._ops.products import matmul, transposed
from mxnet._ops.registry import op
from mxnet.error import MXNetError

# What the names of parameters mean in this family.
PARAMETERS = {
    "alpha": "The factor of the product.",
    "beta": "The factor of the matrices that are added.",
    "offset": "Which diagonal: 0 the main one, positive above it, negative below.",
}

Array = jax.Array


def _matrices(name: str, matrices: Array, square: bool = False) -> Array:
    """The input as matrices in a dtype that linear algebra is done in."""
    if not jnp.issubdtype(matrices.dtype, jnp.floating):
        raise MXNetError(
            f"{name}: This operation only supports 32-bit and 64-bit floating point, received {matrices.dtype}; "
            "write A.astype('float32')."
        )
    if matrices.ndim < 2:
        raise MXNetError(f"{name}: Input A's dimension must be >= 2, received shape {matrices.shape}.")
    if square and matrices.shape[-1] != matrices.shape[-2]:
        raise MXNetError(
            f"{name}: expected square matrices (Input A's last two dimension must be equal), received {matrices.shape}."
        )
    return matrices.astype(jnp.float32) if matrices.dtype in (jnp.float16, jnp.bfloat16) else matrices


def _is_plain(name: str, value: Any) -> bool:
    """Factors 0 and 1 make a simpler program."""
    return value in (0, 1)


def _scaled(array: Array, factor: Any) -> Array:
    if isinstance(factor, (int, float)) and factor == 1:
        return array
    return array * jnp.asarray(factor, array.dtype)


def _one_scalar(result: Array) -> Array:
    """A number for each matrix; shape ``(1,)`` for a single one."""
    return result.reshape(1) if result.ndim == 0 else result


def _multiply(name: str, A: Array, B: Array, transpose_a: bool, transpose_b: bool, axis: int) -> tuple[Array, int]:
    """The product with rows standing on ``axis``, that axis moved to be last but one, and the axis itself."""
    if A.ndim != B.ndim:
        raise MXNetError(f"{name}: expected inputs of as many axes, received shapes {A.shape} and {B.shape}.")
    rows = axis + A.ndim if axis < 0 else axis
    if not 0 <= rows < A.ndim - 1:
        raise MXNetError(f"{name}: Invalid row axis ({axis}), expected one of the first {A.ndim - 1} axes.")
    left, right = (jnp.swapaxes(_matrices(name, m), rows, -2) for m in (A, B))
    if left.shape[:-2] != right.shape[:-2]:
        raise MXNetError(
            f"{name}: Shapes of inputs 0, 1 must be the same, except on row/col axis, received {A.shape} and {B.shape}."
        )
    left, right = transposed(left, transpose_a), transposed(right, transpose_b)
    if left.shape[-1] != right.shape[-2]:
        raise MXNetError(
            f"{name}: Incompatible matrix dimensions for multiplication, received {A.shape} and {B.shape} "
            f"(transpose_a={transpose_a}, transpose_b={transpose_b})."
        )
    return matmul(left, right), rows


@op("_linalg_gemm2", aliases=("linalg_gemm2",), traced=("alpha",), static_when=_is_plain, costly=True)
def gemm2(
    A: Array, B: Array, *, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, axis: int = -2
) -> Array:
    """``alpha * A @ B``, with rows on ``axis`` and columns on the last axis.

    B: The second matrices.
    axis: The axis of the matrices' rows.

    >>> nd.linalg.gemm2(nd.ones((1, 2)), nd.ones((2, 1)), alpha=3).asnumpy()
    array([[6.]], dtype=float32)
    """
    product, rows = _multiply("linalg_gemm2", A, B, transpose_a, transpose_b, axis)
    return jnp.swapaxes(_scaled(product, alpha), rows, -2).astype(A.dtype)


@op(
    "_linalg_gemm",
    aliases=("linalg_gemm",),
    like=gemm2,
    before="axis",
    traced=("alpha", "beta"),
    static_when=_is_plain,
    costly=True,
)
def gemm(A: Array, B: Array, C: Array, *, beta: float = 1.0, **how: Any) -> Array:
    """``alpha * A @ B + beta * C``, with rows on ``axis`` and columns on the last axis.

    B: The second matrices.
    C: The matrices that are added.
    axis: The axis of the matrices' rows.

    >>> nd.linalg.gemm(nd.ones((1, 2)), nd.ones((2, 1)), nd.ones((1, 1)), alpha=3, beta=10).asnumpy()
    array([[16.]], dtype=float32)
    """
    product, rows = _multiply("linalg_gemm", A, B, how["transpose_a"], how["transpose_b"], how["axis"])
    out = jnp.swapaxes(_scaled(product, how["alpha"]), rows, -2)
    if C.shape != out.shape:
        raise MXNetError(f"linalg_gemm: Shape inconsistent, Provided = {C.shape} for C, inferred shape={out.shape}.")
    # Like BLAS, beta = 0 does not read C, whose NaN must not get into the result.
    if not (isinstance(beta, (int, float)) and beta == 0):
        out = out + _scaled(C.astype(out.dtype), beta)
    return out.astype(A.dtype)


@gemm.fill_shapes
def _(
    A: Shape | None,
    B: Shape | None,
    C: Shape | None = None,
    *,
    transpose_a: bool = False,
    transpose_b: bool = False,
    axis: int = -2,
    **_: object,
) -> dict[str, Shape]:
    if A is None or B is None or len(A) != len(B) or len(A) < 2:
        return {}
    rows = axis % len(A)
    out = list(A)
    out[rows] = A[-1] if transpose_a else A[rows]
    out[-1] = B[rows] if transpose_b else B[-1]
    return {"C": tuple(out)}


@op("_linalg_syrk", aliases=("linalg_syrk",), traced=("alpha",), static_when=_is_plain)
def syrk(A: Array, *, transpose: bool = False, alpha: float = 1.0) -> Array:
    """``alpha * A @ A.T``, or ``alpha * A.T @ A`` with ``transpose``.

    transpose: Multiply ``A.T @ A``, not ``A @ A.T``.

    >>> nd.linalg.syrk(nd.array([[1, 2]])).asnumpy()
    array([[5.]], dtype=float32)
    """
    matrix = transposed(_matrices("linalg_syrk", A), transpose)
    return _scaled(matmul(matrix, transposed(matrix)), alpha).astype(A.dtype)


def _triangular_pair(name: str, A: Array, B: Array, rightside: bool) -> tuple[Array, Array]:
    """Triangular matrices and those they multiply or divide, checked."""
    triangle, other = _matrices(name, A, square=True), _matrices(name, B)
    if A.shape[:-2] != B.shape[:-2]:
        raise MXNetError(
            f"{name}: Shapes of inputs 0, 1 must be the same, except on last two dimensions, "
            f"received {A.shape} and {B.shape}."
        )
    if A.shape[-1] != B.shape[-1 if rightside else -2]:
        raise MXNetError(
            f"{name}: Incompatible matrix dimensions for multiplication, received {A.shape} and {B.shape} "
            f"(rightside={rightside})."
        )
    return triangle, other.astype(triangle.dtype)


@op("_linalg_trmm", aliases=("linalg_trmm",), traced=("alpha",), static_when=_is_plain)
def trmm(
    A: Array, B: Array, *, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: float = 1.0
) -> Array:
    """``alpha * A @ B``, or ``alpha * B @ A`` with ``rightside``, reading one triangle of ``A``.

    A: Triangular matrices.
    B: The other matrices.
    transpose: Take the transposed triangle.

    >>> nd.linalg.trmm(nd.array([[1, 0], [2, 3]]), nd.ones((2, 1))).asnumpy()
    array([[1.],
           [5.]], dtype=float32)
    """
    triangle, other = _triangular_pair("linalg_trmm", A, B, rightside)
    triangle = transposed((jnp.tril if lower else jnp.triu)(triangle), transpose)
    out = matmul(other, triangle) if rightside else matmul(triangle, other)
    return _scaled(out, alpha).astype(A.dtype)


@op("_linalg_trsm", aliases=("linalg_trsm",), like=trmm, traced=("alpha",), static_when=_is_plain)
def trsm(A: Array, B: Array, **how: Any) -> Array:
    """The ``X`` of ``A @ X = alpha * B`` (``X @ A = alpha * B`` with ``rightside``), reading one triangle of ``A``.

    A: Triangular matrices.
    B: The right sides.
    transpose: Take the transposed triangle.

    >>> nd.linalg.trsm(nd.array([[1, 0], [2, 4]]), nd.array([[1], [10]])).asnumpy()
    array([[1.],
           [2.]], dtype=float32)
    """
    triangle, other = _triangular_pair("linalg_trsm", A, B, how["rightside"])
    sides = {"left_side": not how["rightside"], "lower": how["lower"], "transpose_a": how["transpose"]}
    with jax.default_matmul_precision("highest"):
        out = lax.linalg.triangular_solve(triangle, _scaled(other, how["alpha"]), **sides)
    return out.astype(A.dtype)


@jax.custom_vjp
def _mirrored(matrix: Array) -> Array:
    """The symmetric matrix that a lower triangle stands for; the gradient goes to both triangles alike, as MXNet's."""
    return jnp.tril(matrix) + transposed(jnp.tril(matrix, -1))


_mirrored.defvjp(
    lambda matrix: (_mirrored(matrix), None),
    lambda _, gradient: ((gradient + transposed(gradient)) / 2,),
)


@op("_linalg_potrf", aliases=("linalg_potrf",), same_shape=True)
def potrf(A: Array, *, lower: bool = True) -> Array:
    """Cholesky factor of symmetric positive definite matrices, of which one triangle is read.

    A: Symmetric positive definite matrices.
    lower: Give the lower factor ``L`` of ``A = L @ L.T``; else the upper one.

    >>> nd.linalg.potrf(nd.array([[4, 2], [2, 5]])).asnumpy()
    array([[2., 0.],
           [1., 2.]], dtype=float32)
    """
    matrix = _mirrored(transposed(_matrices("linalg_potrf", A, square=True), not lower))
    with jax.default_matmul_precision("highest"):
        factor = lax.linalg.cholesky(matrix, symmetrize_input=False)
    return transposed(factor, not lower).astype(A.dtype)


def becomes_undefined(matrices: Array, result: Array) -> Array:
    """Whether a factor or an inverse of finite matrices is not finite."""
    return jnp.isfinite(matrices).all() & ~jnp.isfinite(result).all()


NOT_DEFINITE = "a matrix is not symmetric and positive definite, and has no Cholesky factor"
SINGULAR = "a matrix is singular, and has no inverse"
potrf.fails(NOT_DEFINITE)(becomes_undefined)


@op("_linalg_potri", aliases=("linalg_potri",), same_shape=True)
def potri(A: Array, *, lower: bool = True) -> Array:
    """Inverse of the matrices whose Cholesky factors are given.

    A: Cholesky factors.
    lower: Whether they are lower triangles.

    >>> nd.linalg.potri(nd.array([[2, 0], [0, 4]])).asnumpy()
    array([[0.25  , 0.    ],
           [0.    , 0.0625]], dtype=float32)
    """
    factor = _matrices("linalg_potri", A, square=True)
    unit = jnp.broadcast_to(jnp.eye(factor.shape[-1], dtype=factor.dtype), factor.shape)
    with jax.default_matmul_precision("highest"):
        inverse = transposed(lax.linalg.triangular_solve(factor, unit, left_side=True, lower=lower), not lower)
    return matmul(transposed(inverse), inverse).astype(A.dtype)


potri.fails("a matrix is not a Cholesky factor as linalg.potrf gives it: it is singular")(becomes_undefined)


@op("_linalg_inverse", aliases=("linalg_inverse",))
def inverse(A: Array) -> Array:
    """Inverse of square matrices.

    >>> nd.linalg.inverse(nd.array([[2, 0], [0, 4]])).asnumpy()
    array([[0.5 , 0.  ],
           [0.  , 0.25]], dtype=float32)
    """
    with jax.default_matmul_precision("highest"):
        return jnp.linalg.inv(_matrices("linalg_inverse", A, square=True)).astype(A.dtype)


inverse.fails(SINGULAR)(becomes_undefined)


def _inverse_or_zero(matrix: Array, regular: Array) -> Array:
    """Transposed inverses; zero where a matrix is singular, for MXNet's determinants have no gradient there."""
    regular = regular[..., None, None]
    unit = jnp.eye(matrix.shape[-1], dtype=matrix.dtype)
    with jax.default_matmul_precision("highest"):
        return jnp.where(regular, transposed(jnp.linalg.inv(jnp.where(regular, matrix, unit))), 0)


@jax.custom_vjp
def _det(matrix: Array) -> Array:
    return jnp.linalg.det(matrix)


def _det_forward(matrix: Array) -> tuple[Array, tuple[Array, Array]]:
    value = _det(matrix)
    return value, (matrix, value)


def _det_backward(saved: tuple[Array, Array], gradient: Array) -> tuple[Array]:
    matrix, value = saved
    return ((gradient * value)[..., None, None] * _inverse_or_zero(matrix, value != 0),)


_det.defvjp(_det_forward, _det_backward)


@op("_linalg_det", aliases=("linalg_det",), total_outputs=3)
def det(A: Array) -> Array:
    """Determinant of square matrices; its gradient is zero where the determinant is.

    >>> nd.linalg.det(nd.array([[2, 1], [1, 4]])).asnumpy()
    array([7.], dtype=float32)
    """
    return _one_scalar(_det(_matrices("linalg_det", A, square=True)).astype(A.dtype))


@jax.custom_vjp
def _slogdet(matrix: Array) -> tuple[Array, Array]:
    sign, logarithm = jnp.linalg.slogdet(matrix)
    return sign, logarithm


def _slogdet_forward(matrix: Array) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
    sign, logarithm = _slogdet(matrix)
    return (sign, logarithm), (matrix, sign)


def _slogdet_backward(saved: tuple[Array, Array], gradients: tuple[Array, Array]) -> tuple[Array]:
    matrix, sign = saved
    return (gradients[1][..., None, None] * _inverse_or_zero(matrix, sign != 0),)


_slogdet.defvjp(_slogdet_forward, _slogdet_backward)


@op("_linalg_slogdet", aliases=("linalg_slogdet",), outputs=2, total_outputs=4)
def slogdet(A: Array) -> tuple[Array, Array]:
    """Sign of the determinant of square matrices, and the logarithm of its magnitude.

    >>> sign, logarithm = nd.linalg.slogdet(nd.array([[0, 1], [1, 0]]))
    >>> sign.asnumpy(), logarithm.asnumpy()
    (array([-1.], dtype=float32), array([0.], dtype=float32))
    """
    sign, logarithm = _slogdet(_matrices("linalg_slogdet", A, square=True))
    return _one_scalar(sign.astype(A.dtype)), _one_scalar(logarithm.astype(A.dtype))


@jax.custom_vjp
def _eigen(matrix: Array) -> tuple[Array, Array]:
    """Eigenvectors as rows, and eigenvalues in ascending order, of symmetric matrices given by their lower triangle.

    Of the two unit vectors, that whose element of largest magnitude is positive is taken.
    """
    columns, values = lax.linalg.eigh(matrix, lower=True, symmetrize_input=False)
    rows = transposed(columns)
    largest = jnp.take_along_axis(rows, jnp.argmax(jnp.abs(rows), axis=-1, keepdims=True), axis=-1)
    return jnp.where(largest < 0, -rows, rows), values


def _eigen_forward(matrix: Array) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
    vectors_and_values = _eigen(matrix)
    return vectors_and_values, vectors_and_values


def _eigen_backward(saved: tuple[Array, Array], gradients: tuple[Array, Array]) -> tuple[Array]:
    rows, values = saved
    to_rows, to_values = gradients
    smallest = 1e-100 if values.dtype == jnp.float64 else 1e-30  # MXNet's least gap between eigenvalues
    gap = jnp.maximum(values[..., :, None] - values[..., None, :], jnp.asarray(smallest, values.dtype))
    turn = matmul(to_rows, transposed(rows))
    below = jnp.tril((turn - transposed(turn)) / (2 * gap), -1)
    middle = below + transposed(below) + _diagonal_matrix(to_values, 0)
    return (matmul(matmul(transposed(rows), middle), rows),)


_eigen.defvjp(_eigen_forward, _eigen_backward)


@op("_linalg_syevd", outputs=2)
def syevd(A: Array) -> tuple[Array, Array]:
    """Eigenvectors (as rows) and ascending eigenvalues of symmetric matrices, of which the lower triangle is read.

    A: Symmetric matrices.

    >>> vectors, values = nd.linalg.syevd(nd.array([[2, 0], [0, 1]]))
    >>> values.asnumpy()
    array([1., 2.], dtype=float32)
    """
    rows, values = _eigen(_matrices("_linalg_syevd", A, square=True))
    return rows.astype(A.dtype), values.astype(A.dtype)


@op("_linalg_gelqf", aliases=("linalg_gelqf",), outputs=2)
def gelqf(A: Array) -> tuple[Array, Array]:
    """Orthonormal rows ``Q`` and lower triangular ``L`` with ``A = L @ Q``, in LAPACK's signs.

    A: Matrices with no more rows than columns.

    >>> Q, L = nd.linalg.gelqf(nd.array([[3, 4]]))
    >>> abs(Q).asnumpy(), abs(L).asnumpy()
    (array([[0.6, 0.8]], dtype=float32), array([[5.]], dtype=float32))
    """
    matrix = _matrices("linalg_gelqf", A)
    if A.shape[-2] > A.shape[-1]:
        raise MXNetError(
            f"linalg_gelqf: Input A shape wrong: Last dimension must be >= than second to last, received {A.shape}."
        )
    with jax.default_matmul_precision("highest"):
        columns, upper = lax.linalg.qr(transposed(matrix), full_matrices=False)
    return transposed(columns).astype(A.dtype), transposed(upper).astype(A.dtype)


@op("_linalg_sumlogdiag", aliases=("linalg_sumlogdiag",))
def sumlogdiag(A: Array) -> Array:
    """Sum of the logarithms of the diagonal of square matrices.

    >>> nd.linalg.sumlogdiag(nd.array([[1, 5], [5, 1]])).asnumpy()
    array([0.], dtype=float32)
    """
    diagonal = jnp.diagonal(_matrices("linalg_sumlogdiag", A, square=True), axis1=-2, axis2=-1)
    return _one_scalar(jnp.sum(jnp.log(diagonal), axis=-1).astype(A.dtype))


def _check_offset(name: str, A: Array, offset: int) -> int:
    """How many rows of square matrices a diagonal that far from the main one has."""
    if A.ndim < 2 or A.shape[-1] != A.shape[-2]:
        raise MXNetError(f"{name}: Input operand must be a tensor of square matrices, received shape {A.shape}.")
    count = A.shape[-1] - abs(offset)
    if count <= 0:
        raise MXNetError(f"{name}: Illegal offset {offset} for diag/trian extraction of matrices of shape {A.shape}.")
    return count


@partial(jax.custom_vjp, nondiff_argnums=(1,))
def _diagonal(matrix: Array, offset: int) -> Array:
    """A diagonal of square matrices: elements so far apart when they are flattened."""
    size = matrix.shape[-1]
    start = offset if offset >= 0 else -offset * size
    end = start + (size - abs(offset) - 1) * (size + 1) + 1
    return lax.slice_in_dim(matrix.reshape(*matrix.shape[:-2], -1), start, end, size + 1, axis=matrix.ndim - 2)


@partial(jax.custom_vjp, nondiff_argnums=(1,))
def _diagonal_matrix(diagonal: Array, offset: int) -> Array:
    """Square matrices of zeros but for a diagonal."""
    size = diagonal.shape[-1] + abs(offset)
    rows = [(0, 0)] * (diagonal.ndim - 1) + [(max(-offset, 0), max(offset, 0))]
    place = jnp.arange(size, dtype=jnp.int32)
    return jnp.where(place == place[:, None] + offset, jnp.pad(diagonal, rows)[..., None], 0)


def _tie(first: Any, second: Any) -> None:
    """Let each of two functions be the gradient of the other."""
    for one, other in ((first, second), (second, first)):

        def forward(array: Array, *how: Any, one: Any = one) -> tuple[Array, None]:
            return one(array, *how), None

        def backward(*arguments: Any, other: Any = other) -> tuple[Array]:
            *how, _, cotangent = arguments
            return (other(cotangent, *how),)

        one.defvjp(forward, backward)


_tie(_diagonal, _diagonal_matrix)


@op("_linalg_extractdiag", aliases=("linalg_extractdiag",))
def extractdiag(A: Array, *, offset: int = 0) -> Array:
    """The diagonal of square matrices, ``offset`` above the main one.

    >>> nd.linalg.extractdiag(nd.array([[1, 2], [3, 4]])).asnumpy()
    array([1., 4.], dtype=float32)
    """
    _check_offset("linalg_extractdiag", A, offset)
    return _diagonal(A, offset)


@op("_linalg_makediag", aliases=("linalg_makediag",))
def makediag(A: Array, *, offset: int = 0) -> Array:
    """Square matrices with the given diagonal, ``offset`` above the main one, and zeros elsewhere.

    A: The diagonals, on the last axis.

    >>> nd.linalg.makediag(nd.array([1, 2])).asnumpy()
    array([[1., 0.],
           [0., 2.]], dtype=float32)
    """
    return _diagonal_matrix(A, offset)


def _triangle(count: int, offset: int, lower: bool) -> np.ndarray:
    """Where a triangle with ``count`` rows lies in a flattened matrix, the lower row by row, the upper by columns."""
    rows, columns = np.tril_indices(count)
    rows = rows + abs(offset)
    rows, columns = (rows, columns) if offset < 0 or (offset == 0 and lower) else (columns, rows)
    return (rows * (count + abs(offset)) + columns).astype(np.int32)


@partial(jax.custom_vjp, nondiff_argnums=(1, 2, 3))
def _extract_triangle(matrix: Array, count: int, offset: int, lower: bool) -> Array:
    """The triangle of square matrices as vectors."""
    flat = matrix.reshape(*matrix.shape[:-2], -1)
    return jnp.take(flat, _triangle(count, offset, lower), axis=-1, mode="clip")


@partial(jax.custom_vjp, nondiff_argnums=(1, 2, 3))
def _make_triangle(vector: Array, count: int, offset: int, lower: bool) -> Array:
    """Square matrices of zeros but for a triangle: every element reads its own, which is faster than writing some."""
    size = count + abs(offset)
    place = np.full(size * size, vector.shape[-1], np.int32)
    place[_triangle(count, offset, lower)] = np.arange(vector.shape[-1], dtype=np.int32)
    padded = jnp.pad(vector, [(0, 0)] * (vector.ndim - 1) + [(0, 1)])
    return jnp.take(padded, place, axis=-1, mode="clip").reshape(*vector.shape[:-1], size, size)


_tie(_extract_triangle, _make_triangle)


@op("_linalg_extracttrian", aliases=("linalg_extracttrian",))
def extracttrian(A: Array, *, offset: int = 0, lower: bool = True) -> Array:
    """A triangle of square matrices as a vector; a negative ``offset`` means a lower one, a positive an upper one.

    >>> nd.linalg.extracttrian(nd.array([[1, 2], [3, 4]])).asnumpy()
    array([1., 3., 4.], dtype=float32)
    """
    return _extract_triangle(A, _check_offset("linalg_extracttrian", A, offset), offset, lower)


@op("_linalg_maketrian", aliases=("linalg_maketrian",))
def maketrian(A: Array, *, offset: int = 0, lower: bool = True) -> Array:
    """Square matrices with a triangle given as a vector, and zeros elsewhere; undoes ``linalg_extracttrian``.

    A: The triangles' elements, on the last axis.

    >>> nd.linalg.maketrian(nd.array([1, 3, 4])).asnumpy()
    array([[1., 0.],
           [3., 4.]], dtype=float32)
    """
    length = A.shape[-1]
    count = (math.isqrt(8 * length + 1) - 1) // 2
    if count * (count + 1) // 2 != length:
        raise MXNetError(
            f"linalg_maketrian: Input tensor of maketrian has an invalid dimension for the last axis: "
            f"{length} elements fill no triangle, expected 1, 3, 6, 10, ..."
        )
    return _make_triangle(A, count, offset, lower)


@op("_ravel_multi_index", aliases=("ravel_multi_index",))
def ravel_multi_index(data: Array, *, shape: Shape | None = None) -> Array:
    """Positions in a flattened array of that shape, for columns of indices; its first extent may be -1.

    data: Indices: a row for each axis, a column for each position.
    shape: The shape of the array that is indexed.

    >>> nd.ravel_multi_index(nd.array([[1, 2], [0, 3]]), shape=(3, 4)).asnumpy()
    array([ 4., 11.], dtype=float32)
    """
    if not shape:
        raise MXNetError("ravel_multi_index: Empty shape parameter for ravel operator; write shape=(...).")
    if data.ndim != 2 or data.shape[0] != len(shape):
        raise MXNetError(
            f"ravel_multi_index: Input to ravel operator must be two-dimensional, First dimension {len(shape)} "
            f"for shape={shape}, received {data.shape}."
        )
    indices = data.astype(jnp.int64)
    place = indices[0]
    for extent, index in zip(shape[1:], indices[1:], strict=True):
        place = place * extent + index
    return place.astype(data.dtype)


@op("_unravel_index", aliases=("unravel_index",))
def unravel_index(data: Array, *, shape: Shape | None = None) -> Array:
    """Indices (on a new first axis) of positions in a flattened array of that shape; its first extent may be -1.

    data: Positions in the flattened array.
    shape: The shape of the array that is indexed.

    >>> nd.unravel_index(nd.array([4, 11]), shape=(3, 4)).asnumpy()
    array([[1., 2.],
           [0., 3.]], dtype=float32)
    """
    if not shape:
        raise MXNetError("unravel_index: Empty shape parameter for unravel operator; write shape=(...).")
    place = data.astype(jnp.int64)
    indices = []
    for extent in shape[:0:-1]:
        rest = lax.div(place, jnp.full_like(place, extent))
        indices.append(place - rest * extent)
        place = rest
    return jnp.stack([place, *reversed(indices)]).astype(data.dtype)
