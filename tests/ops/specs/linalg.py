"""Rows for ``mxnet._ops.linalg`` and ``mxnet._ops.products``."""

from collections.abc import Callable

import numpy as np
import scipy.linalg

from tests.ops.spec import Spec

HALF = ("float32", "float64", "float16", "bfloat16")
ONE = ("float32",)
WIDE = ("float32", "float64")
RNG = np.random.default_rng(3)
REGULAR = RNG.uniform(-1, 1, (2, 3, 3)) + 2 * np.eye(3)
POSITIVE = REGULAR @ REGULAR.swapaxes(-1, -2)
FLAT = RNG.uniform(-1, 1, (2, 2, 4))


def turned(matrix: np.ndarray, transpose: bool = True) -> np.ndarray:
    return matrix.swapaxes(-1, -2) if transpose else matrix


def dot(lhs: np.ndarray, rhs: np.ndarray, transpose_a: bool = False, transpose_b: bool = False, **_) -> np.ndarray:
    out = np.tensordot(lhs, rhs, axes=(0 if transpose_a else -1, -1 if transpose_b else 0))
    return np.atleast_1d(out)


def batch_dot(lhs: np.ndarray, rhs: np.ndarray, transpose_a: bool = False, transpose_b: bool = False) -> np.ndarray:
    return turned(lhs, transpose_a) @ turned(rhs, transpose_b)


def gemm(A, B, C=None, transpose_a=False, transpose_b=False, alpha=1.0, beta=1.0, axis=-2) -> np.ndarray:
    A, B = (m.swapaxes(axis, -2) for m in (A, B))
    out = alpha * (turned(A, transpose_a) @ turned(B, transpose_b)).swapaxes(axis, -2)
    return out if C is None else out + beta * C


def triangle(A: np.ndarray, lower: bool, transpose: bool) -> np.ndarray:
    return turned(np.tril(A) if lower else np.triu(A), transpose)


def trmm(A, B, transpose=False, rightside=False, lower=True, alpha=1.0) -> np.ndarray:
    A = triangle(A, lower, transpose)
    return alpha * (B @ A if rightside else A @ B)


def trsm(A, B, transpose=False, rightside=False, lower=True, alpha=1.0) -> np.ndarray:
    inverse = np.linalg.inv(triangle(A, lower, transpose))
    return alpha * (B @ inverse if rightside else inverse @ B)


def potrf(A: np.ndarray, lower: bool = True) -> np.ndarray:
    return turned(np.linalg.cholesky(A), not lower)


def potri(A: np.ndarray, lower: bool = True) -> np.ndarray:
    factor = triangle(A, lower, not lower)
    return np.linalg.inv(factor @ turned(factor))


def gelqf(A: np.ndarray) -> list[np.ndarray]:
    found = [scipy.linalg.qr(m.T, mode="economic") for m in A]
    return [np.stack([q.T for q, _ in found]), np.stack([r.T for _, r in found])]


def corner(A: np.ndarray, offset: int = 0, lower: bool = True) -> np.ndarray:
    """Elements of a triangle: a lower one row by row, an upper one column by column."""
    upper = offset > 0 or (offset == 0 and not lower)
    rows, columns = np.tril_indices(A.shape[-1], -abs(offset))
    return turned(A, upper)[..., rows, columns]


def flags(*names: str) -> list[dict[str, bool]]:
    """Every combination of flags."""
    return [{n: bool(bits >> i & 1) for i, n in enumerate(names)} for bits in range(1 << len(names))]


def array(function: Callable[..., object]) -> Callable[..., np.ndarray]:
    return lambda *inputs, **attrs: np.stack([function(m, **attrs) for m in inputs[0]])


BOTH = flags("transpose_a", "transpose_b")
PAIRS = [((3, 4), (4, 2)), ((3, 4), (2, 4)), ((4, 3), (4, 2)), ((4, 3), (2, 4))]
BY_FLAGS = [(PAIRS[2 * f["transpose_a"] + f["transpose_b"]], f) for f in BOTH]
MULTI = np.array([[1, 2, 0], [0, 1, 3], [2, 2, 1]])

SPECS = [
    *(Spec("dot", shapes, attrs, dot, dtypes=HALF) for shapes, attrs in BY_FLAGS),
    Spec("dot", [(3,), (3,)], {}, dot),
    Spec("dot", [(3,), (3, 4)], {}, dot),
    Spec("dot", [(3, 4), (4,)], {"transpose_b": True, "forward_stype": "default"}, dot),
    Spec("dot", [(2, 3, 4), (4, 2, 2)], {}, dot),
    Spec("dot", [(2, 3, 4), (2, 5)], {"transpose_a": True}, dot),
    Spec("dot", [(2, 3, 4), (5, 2, 4)], {"transpose_b": True}, dot),
    Spec("dot", [np.ones(5000, np.float16)] * 2, {}, [[5000]], grad=0, dtypes=("float16",), id="wide"),
    *(
        Spec("batch_dot", [(2, *a), (2, *b)], attrs, batch_dot, dtypes=("float32", "bfloat16"))
        for (a, b), attrs in BY_FLAGS
    ),
    Spec("batch_dot", [(2, 2, 3, 4), (2, 2, 4, 1)], {}, batch_dot),
    Spec(
        "khatri_rao",
        [(2, 3), (1, 3), (4, 3)],
        {"num_args": 3},
        lambda a, b, c, num_args: scipy.linalg.khatri_rao(scipy.linalg.khatri_rao(a, b), c),
    ),
    *(
        Spec("_linalg_gemm", [(2, *a), (2, *b), (2, 3, 2)], {**attrs, "alpha": 1.5, "beta": -2.0}, gemm, dtypes=ONE)
        for (a, b), attrs in BY_FLAGS
    ),
    Spec("_linalg_gemm", [(3, 2, 4), (4, 2, 5), (3, 2, 5)], {"axis": 0}, gemm, dtypes=HALF),
    *(
        Spec("_linalg_gemm2", [(2, *a), (2, *b)], {**attrs, "alpha": 0.5}, gemm, dtypes=ONE)
        for (a, b), attrs in BY_FLAGS
    ),
    Spec("_linalg_gemm2", [(3, 2, 4), (4, 2, 5)], {"axis": -3}, gemm),
    Spec("_linalg_syrk", [(2, 3)], {"alpha": 2.0}, lambda A, alpha: alpha * A @ A.T),
    Spec("_linalg_syrk", [(2, 2, 3)], {"transpose": True}, lambda A, transpose: turned(A) @ A),
    *(
        Spec(f"_linalg_{f.__name__}", [REGULAR, B], {**attrs, "alpha": 1.5}, f, dtypes=("float64",))
        for f in (trmm, trsm)
        for attrs in flags("transpose", "rightside", "lower")
        for B in [turned(FLAT[:, :, :3], not attrs["rightside"])]
    ),
    Spec("_linalg_potrf", [POSITIVE], {}, potrf, grad=0, dtypes=("float64",)),
    Spec("_linalg_potrf", [POSITIVE], {"lower": False}, potrf, grad=0, dtypes=("float64",)),
    Spec("_linalg_potrf", [np.tril(POSITIVE)], {}, [potrf(POSITIVE)], grad=0, dtypes=("float64",), id="half"),
    *(Spec("_linalg_potri", [REGULAR], {"lower": lower}, potri, dtypes=("float64",)) for lower in (True, False)),
    Spec("_linalg_inverse", [REGULAR], {}, np.linalg.inv, dtypes=("float64",)),
    Spec("_linalg_inverse", [REGULAR.astype(np.float16)], {}, np.linalg.inv, grad=0, dtypes=("float16",)),
    Spec("_linalg_det", [REGULAR], {}, np.linalg.det, dtypes=("float64",)),
    Spec("_linalg_det", [(3, 3)], {}, lambda A: np.atleast_1d(np.linalg.det(A)), dtypes=WIDE),
    Spec("_linalg_slogdet", [-REGULAR], {}, lambda A: list(np.linalg.slogdet(A)), dtypes=("float64",)),
    Spec("_linalg_slogdet", [np.float32([[1, 2], [2, 4]])], {}, [[0], [-np.inf]], grad=0, dtypes=("float32",)),
    Spec(
        "_linalg_syevd",
        [np.float64([[1, 0], [2, 4]])],  # the upper triangle is not read
        {},
        [[[0.89442719, -0.4472136], [0.4472136, 0.89442719]], [0, 5]],
        grad=0,
        dtypes=("float64",),
    ),
    Spec("_linalg_gelqf", [FLAT], {}, gelqf, dtypes=("float64",)),
    Spec("_linalg_gelqf", [REGULAR], {}, gelqf, dtypes=("float64",), id="square"),
    Spec(
        "_linalg_gelqf",
        [np.float64([[1, 2, 3], [4, 5, 6]])],
        {},
        [
            [[-0.26726124, -0.53452248, -0.80178373], [0.87287156, 0.21821789, -0.43643578]],
            [[-3.74165739, 0], [-8.55235974, 1.96396101]],
        ],
        grad=0,
        dtypes=("float64",),
        id="signs",
    ),
    Spec("_linalg_sumlogdiag", [POSITIVE], {}, array(lambda m: np.log(np.diag(m)).sum()), dtypes=("float64",)),
    Spec("_linalg_sumlogdiag", [(1, 1)], {}, lambda A: np.log(A[0]), low=0.5, dtypes=WIDE),
    *(
        spec
        for offset in (0, 1, -2)
        for spec in (
            Spec(
                "_linalg_extractdiag",
                [(2, 4, 4)],
                {"offset": offset},
                array(lambda m, offset: np.diag(m, offset)),
                dtypes=ONE,
            ),
            Spec(
                "_linalg_makediag",
                [(2, 3)],
                {"offset": offset},
                array(lambda m, offset: np.diag(m, offset)),
                dtypes=ONE,
            ),
            Spec("_linalg_extracttrian", [(2, 4, 4)], {"offset": offset}, corner, dtypes=ONE),
        )
    ),
    Spec("_linalg_extracttrian", [(3, 3)], {"lower": False}, corner),
    *(
        Spec("_linalg_maketrian", [np.float64([1, 2, 3])], attrs, [made], dtypes=("float64",))
        for attrs, made in (
            ({}, [[1, 0], [2, 3]]),
            ({"lower": False}, [[1, 2], [0, 3]]),
            ({"offset": 1}, [[0, 1, 2], [0, 0, 3], [0, 0, 0]]),
            ({"offset": -1, "lower": False}, [[0, 0, 0], [1, 0, 0], [2, 3, 0]]),
        )
    ),
    *(
        spec
        for dtype in ("float32", "int32", "int64")
        for spec in (
            Spec(
                "_ravel_multi_index",
                [MULTI.astype(dtype)],
                {"shape": (-1, 4, 3)},
                [[14, 29, 10]],
                grad=0,
                dtypes=(dtype,),
            ),
            Spec(
                "_unravel_index",
                [np.array([14, 29, 10], dtype)],
                {"shape": (3, 4, 3)},
                [MULTI],
                grad=0,
                dtypes=(dtype,),
            ),
        )
    ),
]
