"""Made by tools/stubs.py from the operator registry."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, Literal, NoReturn, overload

from mxnet._types import DTypeLike, Own, ShapeLike

from mxnet.ndarray.dense import NDArray
def det(A: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Determinant of square matrices; its gradient is zero where the determinant is."""
def extractdiag(A: NDArray, offset: int = 0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The diagonal of square matrices, ``offset`` above the main one."""
def extracttrian(A: NDArray, offset: int = 0, lower: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """A triangle of square matrices as a vector; a negative ``offset`` means a lower one, a positive an upper one."""
def gelqf(A: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Orthonormal rows ``Q`` and lower triangular ``L`` with ``A = L @ Q``, in LAPACK's signs."""
def gemm(A: NDArray, B: NDArray, C: NDArray, transpose_a: bool | int = False, transpose_b: bool | int = False, alpha: float = 1.0, beta: float = 1.0, axis: int = -2, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``alpha * A @ B + beta * C``, with rows on ``axis`` and columns on the last axis."""
def gemm2(A: NDArray, B: NDArray, transpose_a: bool | int = False, transpose_b: bool | int = False, alpha: float = 1.0, axis: int = -2, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``alpha * A @ B``, with rows on ``axis`` and columns on the last axis."""
def inverse(A: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Inverse of square matrices."""
def makediag(A: NDArray, offset: int = 0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Square matrices with the given diagonal, ``offset`` above the main one, and zeros elsewhere."""
def maketrian(A: NDArray, offset: int = 0, lower: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Square matrices with a triangle given as a vector, and zeros elsewhere; undoes ``linalg_extracttrian``."""
def potrf(A: NDArray, lower: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Cholesky factor of symmetric positive definite matrices, of which one triangle is read."""
def potri(A: NDArray, lower: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Inverse of the matrices whose Cholesky factors are given."""
def slogdet(A: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Sign of the determinant of square matrices, and the logarithm of its magnitude."""
def sumlogdiag(A: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum of the logarithms of the diagonal of square matrices."""
def syevd(A: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Eigenvectors (as rows) and ascending eigenvalues of symmetric matrices, of which the lower triangle is read."""
def syrk(A: NDArray, transpose: bool | int = False, alpha: float = 1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``alpha * A @ A.T``, or ``alpha * A.T @ A`` with ``transpose``."""
def trmm(A: NDArray, B: NDArray, transpose: bool | int = False, rightside: bool | int = False, lower: bool | int = True, alpha: float = 1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``alpha * A @ B``, or ``alpha * B @ A`` with ``rightside``, reading one triangle of ``A``."""
def trsm(A: NDArray, B: NDArray, transpose: bool | int = False, rightside: bool | int = False, lower: bool | int = True, alpha: float = 1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The ``X`` of ``A @ X = alpha * B`` (``X @ A = alpha * B`` with ``rightside``), reading one triangle of ``A``."""
