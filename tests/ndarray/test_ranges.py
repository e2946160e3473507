"""Indices out of range that nobody knows before they are computed: an error where the result is read."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet._lazy.tape import changed


def computed(*numbers: int) -> nd.NDArray:
    return nd.array(numbers, dtype="int32") + 0


@pytest.fixture(params=[False, True], ids=["lazy", "naive"], autouse=True)
def engine(request: pytest.FixtureRequest):
    with changed(naive=request.param):
        yield


@pytest.mark.parametrize(
    ("index", "bad"), [((7, -9, 1), -9), ((7, 1), 7), ((-4,), -4)], ids=["both", "too large", "too small"]
)
def test_reading_says_which(index: tuple[int, ...], bad: int) -> None:
    x = nd.array([1.0, 2.0, 3.0])
    y = x[computed(*index)]
    z = y * 2
    unrelated = x + 1
    with pytest.raises(IndexError, match=f"index {bad} is out of bounds for axis 0 with size 3"):
        z.asnumpy()
    with pytest.raises(IndexError):
        y.asnumpy()
    np.testing.assert_array_equal(unrelated.asnumpy(), [2, 3, 4])
    nd.waitall()


def test_what_a_later_program_makes_of_it_fails_alike() -> None:
    x = nd.array(np.arange(6.0).reshape(2, 3))
    y = x[:, computed(1, 5)]
    x.asnumpy()  # runs what is there
    with pytest.raises(IndexError, match="index 5 is out of bounds for axis 1 with size 3"):
        (y + 1).asnumpy()


def test_negative_indices_within_range_count_from_the_end() -> None:
    x = nd.array([1.0, 2.0, 3.0])
    np.testing.assert_array_equal(x[computed(-1, 0, -3)].asnumpy(), [3, 1, 1])
    np.testing.assert_array_equal(mx.np.arange(3)[computed(-1).as_np_ndarray()].asnumpy(), [2])


def test_coordinates() -> None:
    x = nd.array(np.arange(6.0).reshape(2, 3))
    np.testing.assert_array_equal(nd.gather_nd(x, nd.array([[0, 1], [2, 0]]) + 0).asnumpy(), [2, 3])
    with pytest.raises(IndexError, match="index 3 is out of bounds for axis 1 with size 3"):
        nd.gather_nd(x, nd.array([[0, 1], [2, 3]]) + 0).asnumpy()


def test_writing_out_of_range_is_not_silent() -> None:
    y = nd.zeros((3,))
    y[computed(1, 2)] = 1
    np.testing.assert_array_equal(y.asnumpy(), [0, 1, 1])
    y[computed(5)] = 1
    with pytest.raises(IndexError, match="index 5 is out of bounds for axis 0 with size 3"):
        y.asnumpy()


def test_gradients_go_through_checked_indices() -> None:
    x = nd.array([1.0, 2.0, 3.0])
    x.attach_grad()
    index = computed(2, 0, 2)
    for _ in range(3):
        with autograd.record():
            loss = (x[index] * x[index]).sum()
        loss.backward()
        np.testing.assert_array_equal(x.grad.asnumpy(), [2, 0, 12])


def test_take_that_raises() -> None:
    with pytest.raises(mx.MXNetError, match="take operator contains indices out of bound"):
        nd.take(nd.arange(3), computed(4), mode="raise").asnumpy()


# --- what only computing shows to be wrong ----------------------------------------------------------------------------

FACTORIZATIONS: dict[str, tuple[Callable[[nd.NDArray], nd.NDArray], str]] = {
    "potrf": (nd.linalg.potrf, "not symmetric and positive definite"),
    "potri": (nd.linalg.potri, "it is singular"),
    "inverse": (nd.linalg.inverse, "a matrix is singular"),
    "np.linalg.inv": (lambda a: mx.np.linalg.inv(a.as_np_ndarray()), "a matrix is singular"),
    "np.linalg.cholesky": (
        lambda a: mx.np.linalg.cholesky(a.as_np_ndarray()),
        "not symmetric and positive definite",
    ),
}


def without_inverse() -> nd.NDArray:
    return nd.array([[0.0, 0.0], [0.0, -1.0]]) + 0


@pytest.mark.parametrize("name", FACTORIZATIONS)
def test_a_factorization_that_does_not_exist(name: str) -> None:
    factorize, words = FACTORIZATIONS[name]
    result = factorize(without_inverse())
    more = result * 2
    with pytest.raises(mx.MXNetError, match=words):
        more.asnumpy()
    with pytest.raises(mx.MXNetError, match=words):
        result.asnumpy()
    nd.waitall()


@pytest.mark.parametrize("name", FACTORIZATIONS)
def test_a_factorization_that_exists(name: str) -> None:
    result = FACTORIZATIONS[name][0](nd.array([[4.0, 0.0], [0.0, 4.0]]) + 0)
    assert np.isfinite(result.asnumpy()).all()
    nd.waitall()


class _Inverse(mx.gluon.HybridBlock):
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.linalg.inverse(x * 1) + 1


@pytest.mark.parametrize("records", [False, True])
def test_inside_a_hybridized_block(records: bool) -> None:
    block = _Inverse()
    block.hybridize()
    with autograd.record() if records else autograd.pause():
        result = block(without_inverse())
    with pytest.raises(mx.MXNetError, match="a matrix is singular"):
        result.asnumpy()
    np.testing.assert_allclose(block(nd.eye(2)).asnumpy(), [[2, 1], [1, 2]])


def test_inside_an_executor() -> None:
    factor = mx.sym.linalg.potrf(mx.sym.Variable("x"))
    bound = factor.bind(mx.cpu(), {"x": without_inverse()})
    with pytest.raises(mx.MXNetError, match="not symmetric and positive definite"):
        bound.forward()[0].asnumpy()
    np.testing.assert_allclose(bound.forward(x=nd.eye(2) * 4)[0].asnumpy(), [[2, 0], [0, 2]])


def test_a_matrix_that_is_undefined_already_has_an_undefined_inverse() -> None:
    assert np.isnan(nd.linalg.inverse(nd.array([[np.nan, 0.0], [0.0, 1.0]])).asnumpy()).any()


def test_waitall_tells_of_it() -> None:
    factor = nd.linalg.potrf(without_inverse())
    with pytest.raises(mx.MXNetError, match="not symmetric and positive definite"):
        nd.waitall()
    nd.waitall()
    with pytest.raises(mx.MXNetError):
        factor.asnumpy()


def test_an_array_that_a_failed_result_is_written_to() -> None:
    out = nd.ones((2, 2))
    nd.linalg.inverse(without_inverse(), out=out)
    with pytest.raises(mx.MXNetError, match="a matrix is singular"):
        out.asnumpy()


def test_a_wrong_probability_that_was_computed() -> None:
    fine = mx.np.array([0.5, 1.0]) * 1
    assert mx.npx.random.bernoulli(prob=fine, size=(2,)).shape == (2,)
    drawn = mx.npx.random.bernoulli(prob=fine * 3, size=(2,))
    with pytest.raises(ValueError, match="expect prob"):
        drawn.asnumpy()


def test_what_numpy_computes_is_checked_too() -> None:
    with changed(interpret=True):
        for size in range(2, 12):  # always new, so that NumPy computes it
            y = nd.arange(size)[computed(size)]
            z = y * 2
            for result in (z, y):
                with pytest.raises(IndexError, match=f"index {size} is out of bounds"):
                    result.asnumpy()
