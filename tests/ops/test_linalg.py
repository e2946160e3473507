"""Gradients of factorizations as MXNet 1.9.1 defines them, and what linear algebra refuses."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.test_util import check_grads

from mxnet._ops.registry import OPS
from mxnet.error import MXNetError

POSITIVE = np.float64([[4, 1, 0.5], [1, 5, 2], [0.5, 2, 6]])
WEIGHTS = np.arange(1.0, 10).reshape(3, 3)


def call(name: str, *arrays: object, **attrs: object) -> object:
    op = OPS[name]
    return op.function(*(jnp.asarray(a) for a in arrays), **op.parse(attrs))


def gradient(name: str, data: object, weights: object = WEIGHTS, output: int = 0, **attrs: object) -> np.ndarray:
    """The gradient of the weighted sum of an output."""

    def weighted(x: jax.Array) -> jax.Array:
        out = call(name, x, **attrs)
        return jnp.sum((out[output] if isinstance(out, tuple) else out) * jnp.asarray(weights))

    return np.asarray(jax.grad(weighted)(jnp.asarray(data, jnp.float64)))


def test_gradient_of_potrf_is_symmetric() -> None:
    expected = [
        [-0.07626218443, 0.68543657778, 1.23922431988],
        [0.68543657778, 0.73017234619, 1.05616268535],
        [1.23922431988, 1.05616268535, 1.97388007023],
    ]
    np.testing.assert_allclose(gradient("_linalg_potrf", POSITIVE), expected)
    expected = [
        [0.15638070412, 0.19751109009, 0.35393218682],
        [0.19751109009, 0.91129003082, 0.59733121761],
        [0.35393218682, 0.59733121761, 1.97388007023],
    ]
    np.testing.assert_allclose(gradient("_linalg_potrf", POSITIVE, lower=False), expected)


def test_gradient_of_potri_is_triangular() -> None:
    expected = [
        [-0.08607594937, 0, 0],
        [-0.29113924051, -0.40946352501, 0],
        [-0.72911392405, -0.70625198073, -0.68405632814],
    ]
    np.testing.assert_allclose(gradient("_linalg_potri", np.linalg.cholesky(POSITIVE)), expected, atol=1e-10)


@pytest.mark.parametrize("name", ["_linalg_potrf", "_linalg_syevd"])
def test_gradient_through_a_symmetric_matrix(name: str) -> None:
    def function(x: jax.Array) -> object:
        return call(name, x @ x.T + jnp.eye(3))

    check_grads(function, (jnp.asarray(WEIGHTS / 7 + np.diag([1.0, 2.0, 4.0])),), order=1, modes=("rev",))


def test_gradient_of_syevd_with_equal_eigenvalues() -> None:
    np.testing.assert_allclose(gradient("_linalg_syevd", np.eye(3), [1, 2, 3], output=1), np.diag([1, 2, 3]))
    assert np.isfinite(gradient("_linalg_syevd", np.eye(3))).all()


def test_eigenvectors_have_a_positive_largest_element() -> None:
    rows, values = call("_linalg_syevd", np.stack([POSITIVE, -POSITIVE]))
    assert (np.take_along_axis(rows, np.argmax(np.abs(rows), -1)[..., None], -1) > 0).all()
    assert (np.diff(values, axis=-1) > 0).all()
    np.testing.assert_allclose(rows[0] @ POSITIVE, values[0][:, None] * rows[0])


def test_gradient_of_gelqf() -> None:
    data = [[0.0976270078546, 0.4303787327448, 0.2055267521433], [0.0897663659938, -0.1526904013222, 0.2917882261333]]
    found = gradient("_linalg_gelqf", data, WEIGHTS[:2]) + gradient("_linalg_gelqf", data, WEIGHTS[:2, :2], output=1)
    expected = [[-5.85243967, 9.598642578, -19.688531796], [4.766972596, -6.126732143, 1.090523664]]
    np.testing.assert_allclose(found, expected, rtol=1e-8)


@pytest.mark.parametrize(("name", "output"), [("_linalg_det", 0), ("_linalg_slogdet", 1)])
def test_determinants_have_no_gradient_where_singular(name: str, output: int) -> None:
    batch = np.float64([[[1, 2], [2, 4]], [[0, 0], [0, 0]], [[2, 0], [0, 4]]])
    found = gradient(name, batch, np.ones(3), output)
    np.testing.assert_array_equal(found[:2], 0)
    np.testing.assert_allclose(found[2], [[4, 0], [0, 2]] if output == 0 else [[0.5, 0], [0, 0.25]])


def test_beta_zero_does_not_read_its_matrix() -> None:
    nothing = np.full((2, 2), np.nan)
    np.testing.assert_array_equal(call("_linalg_gemm", np.eye(2), np.eye(2), nothing, beta=0), np.eye(2))


def test_traced_factors_keep_the_dtype() -> None:
    eye = jnp.eye(2, dtype=jnp.float32)
    for name in ("_linalg_gemm2", "_linalg_trmm", "_linalg_trsm"):
        out = OPS[name].function(eye, eye, **{**OPS[name].parse({}), "alpha": jnp.float64(3)})
        assert out.dtype == jnp.float32
        np.testing.assert_array_equal(out, 3 * np.eye(2))


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_narrow_floats_keep_their_dtype(dtype: str) -> None:
    matrix = jnp.asarray(POSITIVE, dtype)
    for name in ("_linalg_potrf", "_linalg_inverse", "_linalg_det", "_linalg_syrk"):
        assert call(name, matrix).dtype == dtype
    assert call("dot", matrix, matrix).dtype == dtype
    assert {o.dtype.name for o in call("_linalg_syevd", matrix)} == {dtype}


def test_shape_of_the_third_matrix_is_inferred() -> None:
    filler = OPS["_linalg_gemm"].shape_filler
    assert filler((2, 4, 3), (2, 5, 4), None, transpose_a=True, transpose_b=True) == {"C": (2, 3, 5)}
    assert filler((3, 2, 4), (4, 2, 5), None, axis=0) == {"C": (3, 2, 5)}
    assert filler(None, (4, 5), None) == {}


ONE, TWO, THREE = np.ones(3, np.float32), np.ones((3, 4), np.float32), np.ones((2, 3, 4), np.float32)


@pytest.mark.parametrize(
    ("name", "inputs", "attrs", "words"),
    [
        ("dot", [TWO, TWO], {}, "dot shape error"),
        ("dot", [ONE, ONE], {"transpose_a": True}, "Cannot transpose vectors"),
        ("dot", [ONE, ONE.astype(np.float64)], {}, "same type"),
        ("batch_dot", [TWO, TWO], {}, "batch_dot currently only support"),
        ("batch_dot", [THREE, THREE], {}, "shape mismatch"),
        ("batch_dot", [THREE, THREE[:1]], {"transpose_b": True}, "leading batch dimensions"),
        ("khatri_rao", [TWO, TWO.T], {"num_args": 2}, "equally many columns"),
        ("_linalg_gemm2", [THREE, THREE], {"axis": 2}, "Invalid row axis"),
        ("_linalg_gemm2", [TWO, TWO], {}, "Incompatible matrix dimensions"),
        ("_linalg_gemm", [TWO, TWO.T, TWO], {}, "Shape inconsistent"),
        ("_linalg_trsm", [TWO, TWO], {}, "square matrices"),
        ("_linalg_inverse", [TWO], {}, "must be equal"),
        ("_linalg_potrf", [np.eye(2, dtype=np.int32)], {}, "floating point"),
        ("_linalg_gelqf", [TWO.T], {}, "Last dimension must be"),
        ("_linalg_extractdiag", [np.eye(2)], {"offset": 2}, "Illegal offset"),
        ("_linalg_maketrian", [np.ones(4)], {}, "invalid dimension"),
        ("_ravel_multi_index", [ONE], {"shape": (3, 4)}, "two-dimensional"),
        ("_unravel_index", [ONE], {}, "Empty shape"),
    ],
)
def test_refusal(name: str, inputs: list, attrs: dict, words: str) -> None:
    with pytest.raises(MXNetError, match=words):
        call(name, *inputs, **attrs)
