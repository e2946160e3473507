"""Rules of Fourier transforms and of the simpler factorizations of matrices."""

import math
from typing import Any

import numpy as np

from mxnet._lazy.interpret.rules import Compute, Missing, result_dtype, rule, shape_of, weigh

_TRANSFORMS: dict[str, Compute] = {
    "FFT": np.fft.fftn,
    "IFFT": np.fft.ifftn,
    "RFFT": np.fft.rfftn,
    "IRFFT": np.fft.irfftn,
}


@rule("fft", cost=weigh(60))
def _fft(equation: Any) -> Compute:
    function = _TRANSFORMS.get(getattr(equation.params["fft_type"], "name", ""))
    if function is None:
        raise Missing(f"a transform of kind {equation.params['fft_type']}")
    lengths, dtype = [int(n) for n in equation.params["fft_lengths"]], result_dtype(equation)
    axes = tuple(range(-len(lengths), 0))
    if not math.prod(shape_of(equation.invars[0])):
        raise Missing("a transform of nothing")
    return lambda x: function(x, lengths, axes).astype(dtype, copy=False)


def _cubic(equation: Any) -> int:
    shape = equation.invars[0].aval.shape
    return 4 * math.prod(shape) * shape[-1]


@rule("cholesky", cost=_cubic)
def _cholesky(equation: Any) -> Compute:
    if equation.params.get("symmetrize_input"):
        raise Missing("a matrix to be made symmetric")

    def factor(x: Any) -> Any:
        try:
            return np.linalg.cholesky(x)
        except np.linalg.LinAlgError:  # one of them is not positive: XLA gives NaN there
            return np.stack([_one(matrix) for matrix in x.reshape(-1, *x.shape[-2:])]).reshape(x.shape)

    def _one(matrix: Any) -> Any:
        try:
            return np.linalg.cholesky(matrix)
        except np.linalg.LinAlgError:
            return np.full_like(matrix, np.nan)

    return factor


@rule("triangular_solve", cost=lambda equation: 4 * math.prod(equation.outvars[0].aval.shape) * 8)
def _triangular_solve(equation: Any) -> Compute:
    params = equation.params
    left, lower, unit = params["left_side"], params["lower"], params["unit_diagonal"]
    transposed, conjugated = params["transpose_a"], params["conjugate_a"]
    size = shape_of(equation.invars[0])[-1]

    def solve(a: Any, b: Any) -> Any:
        a = np.conj(a) if conjugated else a
        turned = bool(transposed) == bool(left)  # x a = b is a' x' = b'
        a, b = (np.swapaxes(a, -1, -2) if turned else a), (b if left else np.swapaxes(b, -1, -2))
        begins_above = lower != turned
        found = np.array(b)
        for i in range(size) if begins_above else range(size - 1, -1, -1):
            known = slice(0, i) if begins_above else slice(i + 1, size)
            row = found[..., i, :] - (a[..., i, None, known] @ found[..., known, :])[..., 0, :]
            found[..., i, :] = row if unit else row / a[..., i, i, None]
        return found if left else np.swapaxes(found, -1, -2)

    return solve


@rule("qr", cost=_cubic)
def _qr(equation: Any) -> Compute:
    params = equation.params
    if params.get("pivoting") or not math.prod(shape_of(equation.invars[0])):
        raise Missing("a factorization with pivots")
    if params["full_matrices"]:
        return lambda x: list(np.linalg.qr(x, "complete"))
    return lambda x: list(np.linalg.qr(x))


@rule("lu_pivots_to_permutation")
def _permutation(equation: Any) -> Compute:
    size, dtype = int(equation.params["permutation_size"]), result_dtype(equation)
    return lambda pivots: _permuted(pivots, size).astype(dtype)


def _permuted(pivots: Any, size: int) -> Any:
    """The order of rows after they were exchanged one by one with those that ``pivots`` names."""
    found = np.broadcast_to(np.arange(size), (*pivots.shape[:-1], size)).copy()
    for rows, order in zip(pivots.reshape(-1, pivots.shape[-1]), found.reshape(-1, size), strict=True):
        for i, j in enumerate(rows.tolist()):
            order[i], order[j] = order[j], order[i]
    return found


@rule("lu", cost=_cubic)
def _lu(equation: Any) -> Compute:
    rows, columns = shape_of(equation.invars[0])[-2:]
    steps = min(rows, columns)

    def factor(x: Any) -> list[Any]:
        found = np.array(x)
        flat = found.reshape(-1, rows, columns)
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
        return [found, pivots, _permuted(pivots, rows).astype(np.int32)]

    return factor
