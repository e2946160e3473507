"""Products of arrays: over one axis, in batches, column by column.

Products of float32 arrays are float32 products on every device, as MXNet's were; 16-bit floats accumulate in float32.
"""

from collections.abc import Sequence
from typing import Any, Literal

import jax
import jax.numpy as jnp
from jax import lax

from mxnet._ops.registry import op
from mxnet._ops.storage import CSR, DENSE, ROW_SPARSE
from mxnet.error import MXNetError

Array = jax.Array
Stype = Literal["default", "row_sparse", "csr"]
Axes = tuple[int, ...]


def product(name: str, lhs: Array, rhs: Array, contract: tuple[Axes, Axes], batch: tuple[Axes, Axes]) -> Array:
    """``dot_general`` of arrays of one dtype.

    16-bit operands need no wider result type: XLA accumulates them in float32 on every back end, and asking for a
    float32 result would make both products of the gradient float32 ones.
    """
    if lhs.dtype != rhs.dtype:
        raise MXNetError(f"{name}: expected inputs of the same type, received {lhs.dtype} and {rhs.dtype}; use astype.")
    return lax.dot_general(lhs, rhs, (contract, batch), precision=lax.Precision.HIGHEST)


def matmul(lhs: Array, rhs: Array) -> Array:
    """Batched product of matrices of one dtype and batch shape."""
    batch = tuple(range(lhs.ndim - 2))
    return product("matmul", lhs, rhs, ((lhs.ndim - 1,), (rhs.ndim - 2,)), (batch, batch))


def transposed(matrix: Array, transpose: bool = True) -> Array:
    return jnp.swapaxes(matrix, -1, -2) if transpose else matrix


def _dot_storage(
    stypes: Sequence[str], *, transpose_a: bool, transpose_b: bool, forward_stype: Stype | None, **_: Any
) -> str:
    """As a program asks for; else a csr matrix times a dense one, or the reverse, may have a sparse product."""
    if forward_stype is not None:
        return forward_stype
    if stypes[0] == CSR and stypes[1] != CSR and not transpose_b:
        return ROW_SPARSE if transpose_a else DENSE
    return CSR if list(stypes) == [DENSE, CSR] and not transpose_a else DENSE


def _dot_gradient_storage(
    index: int, stypes: Sequence[str], head: str, *, transpose_a: bool, transpose_b: bool, **_: Any
) -> str:
    """Of what a csr matrix is multiplied with, only the rows that its columns name have a gradient."""
    by_csr = stypes[0] == CSR and stypes[1] != CSR and not transpose_a and not transpose_b
    return ROW_SPARSE if by_csr and index == 1 else DENSE


@op(
    "dot",
    aliases=("_sparse_dot",),
    storage=_dot_storage,
    gradient_storage=_dot_gradient_storage,
    makes_sparse=True,
    costly=True,
)
def dot(
    lhs: Array, rhs: Array, *, transpose_a: bool = False, transpose_b: bool = False, forward_stype: Stype | None = None
) -> Array:
    """Sums of products over the last axis of ``lhs`` (transposed: the first) and the first of ``rhs`` (the last).

    lhs: The first array, of at least one axis.
    rhs: The second array.

    >>> nd.dot(nd.array([[1, 2]]), nd.array([[3], [4]])).asnumpy()
    array([[11.]], dtype=float32)
    """
    if not lhs.ndim or not rhs.ndim:
        raise MXNetError(f"dot: scalar tensor is not supported, received shapes {lhs.shape} and {rhs.shape}.")
    if lhs.ndim == rhs.ndim == 1 and (transpose_a or transpose_b):
        raise MXNetError("dot: Cannot transpose vectors; leave transpose_a and transpose_b out.")
    left = 0 if transpose_a else lhs.ndim - 1
    right = rhs.ndim - 1 if transpose_b else 0
    if lhs.shape[left] != rhs.shape[right]:
        raise MXNetError(
            f"dot shape error: {lhs.shape} X {rhs.shape}, expected axis {left} of lhs to equal axis {right} of rhs "
            f"(transpose_a={transpose_a}, transpose_b={transpose_b})."
        )
    out = product("dot", lhs, rhs, ((left,), (right,)), ((), ()))
    return out.reshape(1) if out.ndim == 0 else out


@op("batch_dot", like=dot, costly=True)
def batch_dot(lhs: Array, rhs: Array, **how: Any) -> Array:
    """Products of the matrices in the last two axes, one for each place in the leading axes.

    lhs: Matrices, of shape (..., m, k).
    rhs: Matrices, of shape (..., k, n).

    >>> nd.batch_dot(nd.ones((2, 1, 3)), nd.ones((2, 3, 1))).asnumpy()
    array([[[3.]],
    <BLANKLINE>
           [[3.]]], dtype=float32)
    """
    ndim, transpose_a, transpose_b = lhs.ndim, how["transpose_a"], how["transpose_b"]
    if ndim < 3 or ndim != rhs.ndim:
        raise MXNetError(
            f"batch_dot currently only support N-D*N-D array (N >= 3), received {lhs.shape} v.s. {rhs.shape}."
        )
    operands = f"{lhs.shape} X {rhs.shape} trans_a={transpose_a} trans_b={transpose_b}"
    if lhs.shape[:-2] != rhs.shape[:-2]:
        raise MXNetError(f"batch_dot shape error (the leading batch dimensions must be equal): {operands}")
    left = ndim - 2 if transpose_a else ndim - 1
    right = ndim - 1 if transpose_b else ndim - 2
    if lhs.shape[left] != rhs.shape[right]:
        raise MXNetError(f"batch_dot shape error (shape mismatch): {operands}")
    batch = tuple(range(ndim - 2))
    return product("batch_dot", lhs, rhs, ((left,), (right,)), (batch, batch))


@op("khatri_rao", count_attr="num_args")
def khatri_rao(*args: Array, num_args: int) -> Array:
    """Kronecker products of corresponding columns of matrices.

    data: Matrices with one number of columns.

    >>> nd.khatri_rao(nd.array([[1, 2]]), nd.array([[1, 1], [3, 4]])).asnumpy()
    array([[1., 2.],
           [3., 8.]], dtype=float32)
    """
    if not args or any(a.ndim != 2 or a.shape[1] != args[0].shape[1] for a in args):
        raise MXNetError(
            f"khatri_rao: expected matrices with equally many columns, received {[a.shape for a in args]}."
        )
    out = args[0]
    for matrix in args[1:]:
        out = (out[:, None, :] * matrix[None, :, :]).reshape(-1, matrix.shape[1])
    return out
