"""Rules of Fourier transforms and of the simpler factorizations of matrices."""

import math

import numpy as np
from jax.extend.core import JaxprEqn

from mxnet._numpy_backend.rules import (
    Array,
    CannotInterpret,
    Compute,
    integers,
    per_element,
    result_dtype,
    result_size,
    rule,
    shape_of,
)

_TRANSFORMS: dict[str, Compute] = {
    "FFT": np.fft.fftn,
    "IFFT": np.fft.ifftn,
    "RFFT": np.fft.rfftn,
    "IRFFT": np.fft.irfftn,
}


@rule("fft", cost=per_element(60))
def _fft(equation: JaxprEqn) -> Compute:
    function = _TRANSFORMS.get(getattr(equation.params["fft_type"], "name", ""))
    if function is None:
        raise CannotInterpret(f"a transform of kind {equation.params['fft_type']}")
    lengths, dtype = integers(equation.params["fft_lengths"]), result_dtype(equation)
    axes = tuple(range(-len(lengths), 0))
    if not math.prod(shape_of(equation.invars[0])):
        raise CannotInterpret("a transform of nothing")
    return lambda x: function(x, lengths, axes).astype(dtype, copy=False)


def _cubic(equation: JaxprEqn) -> int:
    shape = shape_of(equation.invars[0])
    return 4 * math.prod(shape) * shape[-1]


@rule("cholesky", cost=_cubic)
def _cholesky(equation: JaxprEqn) -> Compute:
    if equation.params.get("symmetrize_input"):
        raise CannotInterpret("a matrix to be made symmetric")

    def factor(x: Array) -> Array:
        try:
            return np.linalg.cholesky(x)
        except np.linalg.LinAlgError:  # one of them is not positive: XLA gives NaN there
            return np.stack([_one(matrix) for matrix in x.reshape(-1, *x.shape[-2:])]).reshape(x.shape)

    def _one(matrix: Array) -> Array:
        try:
            return np.linalg.cholesky(matrix)
        except np.linalg.LinAlgError:
            return np.full_like(matrix, np.nan)

    return factor


@rule("triangular_solve", cost=lambda equation: 32 * result_size(equation))
def _triangular_solve(equation: JaxprEqn) -> Compute:
    params = equation.params
    left, lower, unit = params["left_side"], params["lower"], params["unit_diagonal"]
    transposed, conjugated = params["transpose_a"], params["conjugate_a"]
    size = shape_of(equation.invars[0])[-1]

    def solve(a: Array, b: Array) -> Array:
        a = np.conj(a) if conjugated else a
        turned = bool(transposed) == bool(left)  # x a = b is a' x' = b'
        a, b = (np.swapaxes(a, -1, -2) if turned else a), (b if left else np.swapaxes(b, -1, -2))
        begins_above = lower != turned
        out = np.array(b)
        for i in range(size) if begins_above else range(size - 1, -1, -1):
            known = slice(0, i) if begins_above else slice(i + 1, size)
            row = out[..., i, :] - (a[..., i, None, known] @ out[..., known, :])[..., 0, :]
            out[..., i, :] = row if unit else row / a[..., i, i, None]
        return out if left else np.swapaxes(out, -1, -2)

    return solve


@rule("qr", cost=_cubic)
def _qr(equation: JaxprEqn) -> Compute:
    params = equation.params
    if params.get("pivoting") or not math.prod(shape_of(equation.invars[0])):
        raise CannotInterpret("a factorization with pivots")
    if params["full_matrices"]:
        return lambda x: list(np.linalg.qr(x, "complete"))
    return lambda x: list(np.linalg.qr(x))


def _permuted(pivots: Array, size: int) -> Array:
    """The order of rows after they were exchanged one by one with those that ``pivots`` names."""
    out = np.broadcast_to(np.arange(size), (*pivots.shape[:-1], size)).copy()
    for rows, order in zip(pivots.reshape(-1, pivots.shape[-1]), out.reshape(-1, size), strict=True):
        for i, j in enumerate(rows.tolist()):
            order[i], order[j] = order[j], order[i]
    return out


@rule("lu", cost=_cubic)
def _lu(equation: JaxprEqn) -> Compute:
    rows, columns = shape_of(equation.invars[0])[-2:]
    steps = min(rows, columns)

    def factor(x: Array) -> list[Array]:
        out = np.array(x)
        flat = out.reshape(-1, rows, columns)
        pivots = np.zeros((len(flat), steps), np.int32)
        for matrix, chosen in zip(flat, pivots, strict=True):
            for i in range(steps):
                j = chosen[i] = i + int(np.argmax(np.abs(matrix[i:, i])))
                if j != i:
                    matrix[[i, j]] = matrix[[j, i]]
                if matrix[i, i] != 0:
                    matrix[i + 1 :, i] /= matrix[i, i]
                matrix[i + 1 :, i + 1 :] -= np.outer(matrix[i + 1 :, i], matrix[i, i + 1 :])
        pivots = pivots.reshape(*x.shape[:-2], steps)
        return [out, pivots, _permuted(pivots, rows).astype(np.int32)]

    return factor
