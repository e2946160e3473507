"""Putting elements in and taking them out, looking at values, and matrices, with what MXNet 1.9.1 answers."""

from collections.abc import Callable
from typing import Any

import numpy as onp
import pytest

import mxnet as mx
from mxnet import autograd, np, npx
from mxnet.error import MXNetError
from mxnet.numpy import array_api

STEPS = onp.arange(6, dtype="float32")


@pytest.mark.parametrize("place", [0, 2, -1, 6, -6])
@pytest.mark.parametrize("values", [9.0, [7.0, 8.0]])
def test_insert_before_one_place(place: int, values: Any) -> None:
    given = np.array(values) if isinstance(values, list) else values
    assert np.insert(np.array(STEPS), place, given).tolist() == onp.insert(STEPS, place, values).tolist()


@pytest.mark.parametrize("axis", [0, 1, -1, None])
@pytest.mark.parametrize("places", [[0, 2], [-1, 1], [1], slice(0, 2), slice(None, None, -1)])
def test_insert_before_several_places(places: Any, axis: int | None) -> None:
    table = STEPS.reshape(2, 3)
    given = places if isinstance(places, slice) else np.array(places, dtype="int64")
    if isinstance(places, list) and axis == 0:
        places = [min(p, 2) for p in places]
    found = np.insert(np.array(table), given, np.array([9.0]), axis)
    assert found.tolist() == onp.insert(table, places, onp.array([9.0]), axis).tolist()


def test_gradients_go_through_what_is_inserted() -> None:
    x, y = np.array(STEPS), np.array([7.0, 8.0])
    x.attach_grad()
    y.attach_grad()
    with autograd.record():
        z = np.insert(x, 1, y) * np.arange(8)
    z.backward()
    assert x.grad.tolist() == [0, 3, 4, 5, 6, 7]
    assert y.grad.tolist() == [1, 2]


@pytest.mark.parametrize("what", [2, -1, slice(1, 4), slice(None, None, -2)])
def test_delete_places_and_slices(what: Any) -> None:
    assert np.delete(np.array(STEPS), what).tolist() == onp.delete(STEPS, what).tolist()


def test_delete_ignores_places_that_are_not_there() -> None:
    assert np.delete(np.array(STEPS), np.array([-1, 1, 1, 7], dtype="int64")).tolist() == [0, 2, 3, 4, 5]
    with pytest.raises(MXNetError, match="out of bounds"):
        np.delete(np.array(STEPS), 7)
    with pytest.raises(TypeError, match="'obj' can not support"):
        np.delete(np.array(STEPS), [1])


def test_ediff1d_with_ends() -> None:
    squares = np.array([1, 4, 9, 16])
    assert np.ediff1d(squares, to_begin=-99, to_end=np.array([88, 99])).tolist() == [-99, 3, 5, 7, 88, 99]
    assert repr(np.ediff1d(np.array([1, 4], dtype="int32"), to_end=2.5)) == "array([3, 2], dtype=int32)"
    assert np.ediff1d(np.array(3.0)).shape == (0,)


def test_rint_takes_halves_downward_and_around_to_the_even_number() -> None:
    halves = np.array([-1.5, -0.5, 0.5, 1.5, 2.5, 2.6])
    assert np.rint(halves).tolist() == [-2, -1, 0, 1, 2, 3]
    assert np.around(halves).tolist() == [-2, 0, 0, 2, 2, 3]
    assert array_api.round(halves).tolist() == [-2, 0, 0, 2, 2, 3]
    assert np.rint(np.array([2, 3], dtype="int8")).dtype == "int8"


def test_small_functions() -> None:
    assert np.resize(np.arange(3), (2, 4)).tolist() == [[0, 1, 2, 0], [1, 2, 0, 1]]
    assert np.tril(np.arange(3)).tolist() == [[0, 0, 0], [0, 1, 0], [0, 1, 2]]
    assert np.around(np.array([15, 25, -7], dtype="int32"), -1).tolist() == [10, 20, 0]
    assert [a.tolist() for a in np.nonzero(np.array(5))] == [[0]]
    assert np.clip(np.array([10, 200], dtype="uint8"), -120, 100).tolist() == [10, 100]
    assert [p.tolist() for p in np.array_split(np.arange(5), 3)] == [[0, 1], [2, 3], [4]]
    assert npx.reshape(np.zeros((8, 3, 4)), (-6, 2, 4, -4), reverse=False).shape == (2, 4, 3, 4)
    assert npx.reshape(np.zeros((3, 4, 8)), (-4, -6, 2, 4), reverse=True).shape == (3, 4, 2, 4)
    assert np.count_nonzero(np.ones(3)) == 3


def test_half_precision_sums_run_step_by_step() -> None:
    data = onp.random.RandomState(0).normal(size=(3, 50)).astype("float16")
    for axis in (0, 1, None):
        assert np.cumsum(np.array(data), axis=axis).tolist() == onp.cumsum(data, axis=axis).tolist()


def test_masks_may_be_filled_with_arrays() -> None:
    data, mask = np.zeros((2, 3)), np.array([[1, 0, 1], [0, 1, 0]], dtype="bool")
    filled = np._internal.boolean_mask_assign_tensor(data, mask, np.array([1, 2, 3]), start_axis=0)
    assert filled.tolist() == [[1, 0, 2], [0, 3, 0]]


def test_constraints_are_value_errors() -> None:
    assert npx.constraint_check(np.array([True, True], dtype="bool"), "too small").item() is True
    for hybridized in (False, True):
        net = Checked()
        net.hybridize(hybridized)
        with pytest.raises(ValueError, match="too small"):
            net(np.array([True, False], dtype="bool")).asnumpy()
    with pytest.raises(MXNetError, match="expected booleans"):
        npx.constraint_check(np.array([1.0]), "too small")


@mx.util.use_np
class Checked(mx.gluon.HybridBlock):
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.npx.constraint_check(x, "too small")


@pytest.mark.parametrize(
    "draw",
    [
        lambda: np.random.normal(0, -1),
        lambda: np.random.normal(0, np.array(-1)),
        lambda: np.random.lognormal(sigma=-1),
        lambda: np.random.gamma(0, 1),
        lambda: np.random.gamma(1, np.array([1, 0])),
        lambda: np.random.exponential(-1),
        lambda: np.random.rayleigh(-1),
        lambda: np.random.weibull(-1),
        lambda: np.random.pareto(-1),
        lambda: np.random.power(-1),
        lambda: npx.random.bernoulli(prob=np.array([2.0])),
        lambda: npx.random.bernoulli(prob=1.5),
    ],
)
def test_parameters_of_distributions_are_checked(draw: Callable[[], Any]) -> None:
    with pytest.raises(ValueError, match="expect"):
        draw().asnumpy()


def test_choice_takes_from_arrays_and_symbols() -> None:
    assert np.random.choice(3, (2, 2), p=np.array([0, 0, 1.0])).tolist() == [[2, 2], [2, 2]]
    assert sorted(np.random.choice(np.arange(5) * 2, 5, replace=False).tolist()) == [0, 2, 4, 6, 8]
    chosen = mx.sym.np.random.choice(mx.sym.var("x").as_np_ndarray(), (3,))
    assert set(chosen.eval(x=np.array([4, 4]))[0].asnumpy().tolist()) == {4}
    assert np.random.multivariate_normal(np.zeros(2), np.eye(2), (3,)).shape == (3, 2)


def test_eigenvalues() -> None:
    lopsided = np.array([[2.0, 100.0], [1.0, 3.0]])
    assert np.linalg.eigvalsh(lopsided).tolist() == pytest.approx([1.381966, 3.618034])
    assert np.linalg.eigvalsh(lopsided, UPLO="U").tolist() == pytest.approx(
        onp.linalg.eigvalsh([[2, 100], [100, 3]]).tolist(), rel=1e-5
    )
    values, vectors = np.linalg.eigh(np.array([[2, 1], [1, 3]], dtype="uint8"))
    assert values.dtype == vectors.dtype == onp.float64
    values, vectors = np.linalg.eig(np.array([[2.0, 0.0], [0.0, 3.0]]))
    assert values.tolist() == [2, 3]
    with pytest.raises(MXNetError, match="complex"):
        np.linalg.eig(np.array([[0.0, 1.0], [-1.0, 0.0]]))
    assert np.linalg.pinv(np.eye(2), np.array(1e-3)).tolist() == [[1, 0], [0, 1]]
    assert np.linalg.inv(np.zeros((0, 2, 2))).shape == (0, 2, 2)


def test_memory_that_is_shared() -> None:
    x = np.zeros((4, 5))
    assert np.shares_memory(x, x[1])
    assert np.shares_memory(x[1, 1:4], x[1, 3:])
    assert not np.shares_memory(x[0], x[1])
    assert not np.shares_memory(x, np.zeros((4, 5)))
    assert onp.may_share_memory(x[:2], x[1:])


def test_no_gradient_is_none() -> None:
    x, y = np.ones(2), np.ones(2)
    x.attach_grad("null")
    y.attach_grad()
    with autograd.record():
        z = np.dot(x, y)
    z.backward()
    assert x.grad is None
    assert y.grad.tolist() == [1, 1]


def test_functions_of_numpy_itself_come_here() -> None:
    x = np.array([3.0, 1.0, 2.0])
    for found in (onp.sort(x), onp.exp(x), onp.concatenate([x, x]), onp.insert(x, 0, 1), onp.linalg.norm(x)):
        assert type(found) is np.ndarray
    assert onp.median(x) == 2
    assert type(np.genfromtxt(["1 2", "3 4"])) is np.ndarray
