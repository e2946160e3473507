"""``mx.np.linalg``: matrices."""

from typing import TYPE_CHECKING, Any

from mxnet._types import ShapeLike
from mxnet.numpy._call import axes, call, is_array
from mxnet.numpy._fallback import FALLBACK_LINALG

if TYPE_CHECKING:
    from mxnet.numpy._array import ndarray


__all__ = [
    "cholesky",
    "det",
    "eig",
    "eigh",
    "eigvals",
    "eigvalsh",
    "inv",
    "norm",
    "pinv",
    "slogdet",
    "solve",
    "svd",
    "tensorinv",
    "tensorsolve",
    *FALLBACK_LINALG,
]


def norm(x: Any, ord: Any = None, axis: ShapeLike | None = None, keepdims: bool = False) -> "ndarray":
    """The norm of vectors along one axis, of matrices in two, or of all elements."""
    attrs: dict[str, Any] = {"axis": axes(axis), "keepdims": keepdims}
    if ord is not None:
        attrs["ord"] = ord if isinstance(ord, str) and ord not in ("inf", "-inf") else float(ord)
    return call("_npi_norm", (x,), attrs)


def inv(a: Any) -> "ndarray":
    """The inverses of matrices."""
    return call("_npi_inv", (a,))


def det(a: Any) -> "ndarray":
    """The determinants of matrices."""
    return call("_npi_det", (a,))


def slogdet(a: Any) -> "tuple[ndarray, ndarray]":
    """The determinants' signs and the logarithms of their sizes."""
    return call("_npi_slogdet", (a,))


def cholesky(a: Any) -> "ndarray":
    """The lower triangle whose product with its transpose is the matrix."""
    return call("_npi_cholesky", (a,))


def svd(a: Any) -> "tuple[ndarray, ndarray, ndarray]":
    """Left vectors, singular values and right vectors; no more rows than columns."""
    return tuple(call("_npi_svd", (a,)))


def eig(a: Any) -> "tuple[ndarray, ndarray]":
    """Eigenvalues and eigenvectors of matrices, which must be real."""
    return tuple(call("_npi_eig", (a,)))


def eigvals(a: Any) -> "ndarray":
    """Eigenvalues of matrices, which must be real."""
    return call("_npi_eigvals", (a,))


def eigh(a: Any, UPLO: str = "L") -> "tuple[ndarray, ndarray]":
    """Eigenvalues, in order, and eigenvectors of symmetric matrices, of which one triangle is read."""
    return tuple(call("_npi_eigh", (a,), {"UPLO": UPLO}))


def eigvalsh(a: Any, UPLO: str = "L") -> "ndarray":
    """Eigenvalues, in order, of symmetric matrices, of which one triangle is read."""
    return call("_npi_eigvalsh", (a,), {"UPLO": UPLO})


def solve(a: Any, b: Any) -> "ndarray":
    """The solutions ``x`` of ``a @ x = b``."""
    return call("_npi_solve", (a, b))


def pinv(a: Any, rcond: Any = 1e-15, hermitian: bool = False) -> "ndarray":
    """The pseudo-inverses of matrices; singular values below ``rcond`` times the largest count as zero."""
    if hermitian:
        raise NotImplementedError("hermitian=True is not supported yet...")
    if is_array(rcond):
        return call("_npi_pinv", (a, rcond))
    return call("_npi_pinv_scalar_rcond", (a,), {"rcond": float(rcond)})


def tensorinv(a: Any, ind: int = 2) -> "ndarray":
    """The inverse for ``tensordot`` over ``ind`` axes."""
    return call("_npi_tensorinv", (a,), {"ind": ind})


def tensorsolve(a: Any, b: Any, axes: Any = None) -> "ndarray":
    """The ``x`` of ``tensordot(a, x) = b``."""
    return call("_npi_tensorsolve", (a, b), {"a_axes": () if axes is None else tuple(axes)})


globals().update(FALLBACK_LINALG)
