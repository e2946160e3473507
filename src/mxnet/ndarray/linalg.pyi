"""Made by tools/stubs.py from the operator registry."""

from typing import Any

from mxnet._frontend.functions import functions
from mxnet.ndarray.invoke import shortcut
def det(A: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Determinant of square matrices; its gradient is zero where the determinant is."""
def extractdiag(A: Any = None, offset: Any = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The diagonal of square matrices, ``offset`` above the main one."""
def extracttrian(A: Any = None, offset: Any = 0, lower: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A triangle of square matrices as a vector; a negative ``offset`` means a lower one, a positive an upper one."""
def gelqf(A: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Orthonormal rows ``Q`` and lower triangular ``L`` with ``A = L @ Q``, in LAPACK's signs."""
def gemm(A: Any = None, B: Any = None, C: Any = None, transpose_a: Any = False, transpose_b: Any = False, alpha: Any = 1.0, beta: Any = 1.0, axis: Any = -2, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``alpha * A @ B + beta * C``, with rows on ``axis`` and columns on the last axis."""
def gemm2(A: Any = None, B: Any = None, transpose_a: Any = False, transpose_b: Any = False, alpha: Any = 1.0, axis: Any = -2, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``alpha * A @ B``, with rows on ``axis`` and columns on the last axis."""
def inverse(A: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inverse of square matrices."""
def makediag(A: Any = None, offset: Any = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Square matrices with the given diagonal, ``offset`` above the main one, and zeros elsewhere."""
def maketrian(A: Any = None, offset: Any = 0, lower: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Square matrices with a triangle given as a vector, and zeros elsewhere; undoes ``linalg_extracttrian``."""
def potrf(A: Any = None, lower: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Cholesky factor of symmetric positive definite matrices, of which one triangle is read."""
def potri(A: Any = None, lower: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inverse of the matrices whose Cholesky factors are given."""
def slogdet(A: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sign of the determinant of square matrices, and the logarithm of its magnitude."""
def sumlogdiag(A: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of the logarithms of the diagonal of square matrices."""
def syevd(A: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Eigenvectors (as rows) and ascending eigenvalues of symmetric matrices, of which the lower triangle is read."""
def syrk(A: Any = None, transpose: Any = False, alpha: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``alpha * A @ A.T``, or ``alpha * A.T @ A`` with ``transpose``."""
def trmm(A: Any = None, B: Any = None, transpose: Any = False, rightside: Any = False, lower: Any = True, alpha: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``alpha * A @ B``, or ``alpha * B @ A`` with ``rightside``, reading one triangle of ``A``."""
def trsm(A: Any = None, B: Any = None, transpose: Any = False, rightside: Any = False, lower: Any = True, alpha: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The ``X`` of ``A @ X = alpha * B`` (``X @ A = alpha * B`` with ``rightside``), reading one triangle of ``A``."""
