"""Made by tools/stubs.py from the operator registry."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, Literal, NoReturn, overload

from mxnet._types import DTypeLike, Own, ShapeLike

from typing import Any
from mxnet._types import ShapeLike
from mxnet.numpy._call import axes
from mxnet.numpy._array import ndarray
def norm(x: Any, ord: Any=None, axis: ShapeLike | None=None, keepdims: bool=False) -> 'ndarray':
    """The norm of vectors along one axis, of matrices in two, or of all elements."""
def inv(a: Any) -> 'ndarray':
    """The inverses of matrices."""
def det(a: Any) -> 'ndarray':
    """The determinants of matrices."""
def slogdet(a: Any) -> 'tuple[ndarray, ndarray]':
    """The determinants' signs and the logarithms of their sizes."""
def cholesky(a: Any) -> 'ndarray':
    """The lower triangle whose product with its transpose is the matrix."""
def svd(a: Any) -> 'tuple[ndarray, ndarray, ndarray]':
    """Left vectors, singular values and right vectors; no more rows than columns."""
def eig(a: Any) -> 'tuple[ndarray, ndarray]':
    """Eigenvalues and eigenvectors of matrices, which must be real."""
def eigvals(a: Any) -> 'ndarray':
    """Eigenvalues of matrices, which must be real."""
def eigh(a: Any, UPLO: str='L') -> 'tuple[ndarray, ndarray]':
    """Eigenvalues, in order, and eigenvectors of symmetric matrices, of which one triangle is read."""
def eigvalsh(a: Any, UPLO: str='L') -> 'ndarray':
    """Eigenvalues, in order, of symmetric matrices, of which one triangle is read."""
def solve(a: Any, b: Any) -> 'ndarray':
    """The solutions ``x`` of ``a @ x = b``."""
def pinv(a: Any, rcond: Any=1e-15, hermitian: bool=False) -> 'ndarray':
    """The pseudo-inverses of matrices; singular values below ``rcond`` times the largest count as zero."""
def tensorinv(a: Any, ind: int=2) -> 'ndarray':
    """The inverse for ``tensordot`` over ``ind`` axes."""
def tensorsolve(a: Any, b: Any, axes: Any=None) -> 'ndarray':
    """The ``x`` of ``tensordot(a, x) = b``."""
def cond(x: Any, p: Any = None) -> float:
    """NumPy's ``cond``, computed on the host; gradients do not pass it."""
def lstsq(a: Any, b: Any, rcond: Any = None) -> tuple[ndarray, ndarray, int, ndarray]:
    """NumPy's ``lstsq``, computed on the host; gradients do not pass it."""
def matrix_power(a: Any, n: Any) -> ndarray:
    """NumPy's ``matrix_power``, computed on the host; gradients do not pass it."""
def matrix_rank(A: Any, tol: Any = None, hermitian: Any = False, *, rtol: Any = None) -> int:
    """NumPy's ``matrix_rank``, computed on the host; gradients do not pass it."""
def multi_dot(arrays: Any, *, out: Any = None) -> ndarray:
    """NumPy's ``multi_dot``, computed on the host; gradients do not pass it."""
def qr(a: Any, mode: Any = 'reduced') -> tuple[ndarray, ndarray]:
    """NumPy's ``qr``, computed on the host; gradients do not pass it."""
