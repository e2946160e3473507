"""Made by tools/stubs.py from the operator registry."""

from typing import Any

import numpy as np
from mxnet.numpy._call import axes, call
from mxnet.numpy._fallback import FALLBACK_LINALG
def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: Any = False) -> Any:
    ...
def inv(a: Any) -> Any:
    ...
def det(a: Any) -> Any:
    ...
def slogdet(a: Any) -> Any:
    ...
def cholesky(a: Any) -> Any:
    ...
def svd(a: Any) -> Any:
    ...
def eigh(a: Any, UPLO: Any = 'L') -> Any:
    ...
def eigvalsh(a: Any, UPLO: Any = 'L') -> Any:
    ...
def solve(a: Any, b: Any) -> Any:
    ...
def pinv(a: Any, rcond: Any = 1e-15, hermitian: Any = False) -> Any:
    ...
def tensorinv(a: Any, ind: Any = 2) -> Any:
    ...
def tensorsolve(a: Any, b: Any, axes: Any = None) -> Any:
    ...
def cond(x: Any, p: Any = None) -> Any:
    """NumPy's ``cond``, computed on the host; gradients do not pass it."""
def eig(a: Any) -> Any:
    """NumPy's ``eig``, computed on the host; gradients do not pass it."""
def eigvals(a: Any) -> Any:
    """NumPy's ``eigvals``, computed on the host; gradients do not pass it."""
def lstsq(a: Any, b: Any, rcond: Any = None) -> Any:
    """NumPy's ``lstsq``, computed on the host; gradients do not pass it."""
def matrix_power(a: Any, n: Any) -> Any:
    """NumPy's ``matrix_power``, computed on the host; gradients do not pass it."""
def matrix_rank(A: Any, tol: Any = None, hermitian: Any = False, *, rtol: Any = None) -> Any:
    """NumPy's ``matrix_rank``, computed on the host; gradients do not pass it."""
def multi_dot(arrays: Any, *, out: Any = None) -> Any:
    """NumPy's ``multi_dot``, computed on the host; gradients do not pass it."""
def qr(a: Any, mode: Any = 'reduced') -> Any:
    """NumPy's ``qr``, computed on the host; gradients do not pass it."""
