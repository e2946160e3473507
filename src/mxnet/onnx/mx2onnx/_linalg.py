"""Products of matrices."""

from typing import Any

import numpy as np

from mxnet.onnx.mx2onnx._registry import NodeWriter, exports
from mxnet.onnx.mx2onnx._writer import Operand, Tensor, ints


def _swapped(g: NodeWriter, x: Tensor, swap: bool) -> Operand:
    """The operand with its last two axes the other way round."""
    return g.op("Transpose", x, perm=[*range(x.rank - 2), x.rank - 1, x.rank - 2]) if swap else x


@exports("dot")
def dot(g: NodeWriter, lhs: Tensor, rhs: Tensor, *, transpose_a: bool, transpose_b: bool, **_: Any) -> Operand:
    left = g.transpose(lhs, [*range(1, lhs.rank), 0]) if transpose_a else lhs
    right = g.transpose(rhs, [rhs.rank - 1, *range(rhs.rank - 1)]) if transpose_b else rhs
    if lhs.rank == rhs.rank == 1:
        return g.reshape(g.op("MatMul", left, right), [1])
    if rhs.rank <= 2:
        return g.op("MatMul", left, right)
    # A product over the first axis of the second operand: both become matrices for it.
    inner = g.dim(rhs, -1 if transpose_b else 0)
    columns = g.dims(rhs, 0, -1) if transpose_b else g.dims(rhs, 1)
    rows = g.dims(lhs, 1) if transpose_a else g.dims(lhs, 0, -1)
    matrix = g.op("Reshape", right, g.sizes([inner, -1]))
    return g.reshape(g.op("MatMul", left, matrix), [*rows, *columns])


@exports("_npi_matmul")
def matmul(g: NodeWriter, a: Tensor, b: Tensor) -> Operand:
    return g.op("MatMul", a, b)


@exports("batch_dot")
def batch_dot(g: NodeWriter, lhs: Tensor, rhs: Tensor, *, transpose_a: bool, transpose_b: bool, **_: Any) -> Operand:
    return g.op("MatMul", _swapped(g, lhs, transpose_a), _swapped(g, rhs, transpose_b))


def _product(g: NodeWriter, a: Tensor, b: Tensor, params: dict[str, Any]) -> Operand:
    if params["axis"] % a.rank != a.rank - 2:
        raise g.fail("axis=-2", f"axis={params['axis']}", "write transpose around it")
    product = g.op("MatMul", _swapped(g, a, params["transpose_a"]), _swapped(g, b, params["transpose_b"]))
    return product if params["alpha"] == 1 else g.op("Mul", product, np.array(params["alpha"], a.dtype))


@exports("_linalg_gemm2")
def gemm2(g: NodeWriter, A: Tensor, B: Tensor, **params: Any) -> Operand:
    return _product(g, A, B, params)


@exports("_linalg_gemm")
def gemm(g: NodeWriter, A: Tensor, B: Tensor, C: Tensor, *, beta: float, **params: Any) -> Operand:
    product = _product(g, A, B, params)
    return g.op("Add", product, C if beta == 1 else g.op("Mul", C, np.array(beta, C.dtype)))


@exports("_linalg_syrk")
def syrk(g: NodeWriter, A: Tensor, *, transpose: bool, alpha: float) -> Operand:
    product = g.op("MatMul", _swapped(g, A, transpose), _swapped(g, A, not transpose))
    return product if alpha == 1 else g.op("Mul", product, np.array(alpha, A.dtype))


@exports("_linalg_det")
def det(g: NodeWriter, A: Tensor) -> Operand:
    determinants = g.op("Det", A)
    return g.reshape(determinants, [1]) if A.rank == 2 else determinants


@exports("khatri_rao")
def khatri_rao(g: NodeWriter, *args: Tensor, **_: Any) -> Operand:
    product: Operand = args[0]
    for matrix in args[1:]:
        pairs = g.op("Mul", g.unsqueeze(product, 1), g.unsqueeze(matrix, 0))
        product = g.op("Reshape", pairs, ints(-1, matrix.shape[1] or -1)) if matrix.shape[1] else None
        if product is None:
            raise g.fail("a known number of columns", f"shape {matrix.shape}")
    return product
