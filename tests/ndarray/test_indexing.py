"""Keys beyond those in ``test_oracle``: masks, other devices, gradients, messages."""

from random import Random

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd


def test_a_mask_selects_where_it_is_true() -> None:
    array, host = nd.arange(12).reshape((3, 4)), np.arange(12.0).reshape(3, 4)
    rows = np.array([True, False, True])
    cells = host % 3 == 0
    row_mask, cell_mask = nd.array(rows, dtype="bool"), nd.array(cells, dtype="bool")
    assert array[row_mask].asnumpy().tolist() == host[rows].tolist()
    assert array[cell_mask].asnumpy().tolist() == host[cells].tolist()
    assert array[row_mask, 1].asnumpy().tolist() == host[rows, 1].tolist()
    array[cell_mask] = -1
    host[cells] = -1
    assert array.asnumpy().tolist() == host.tolist()


def test_a_mask_of_the_wrong_length_is_refused() -> None:
    with pytest.raises(IndexError, match="size is 3 but corresponding boolean size is 2"):
        nd.zeros((3, 4))[nd.array([True, False], dtype="bool")]


def test_keys_may_be_on_another_device() -> None:
    array = nd.arange(4)
    assert array[nd.array([3, 1], ctx=mx.cpu(1))].asnumpy().tolist() == [3, 1]
    array[1] = nd.array([9.0], ctx=mx.cpu(2))
    assert array.asnumpy().tolist() == [0, 9, 2, 3]


def test_a_number_that_changes_is_no_new_program() -> None:
    array = nd.arange(10)
    array[0].wait_to_read()
    array[0:3].wait_to_read()
    before = mx.runtime.engine_stats()["compilations"]
    found = [array[i].asscalar() for i in range(10)] + [array[i : i + 3].asnumpy()[0] for i in range(7)]
    assert found == [*range(10), *range(7)]
    assert mx.runtime.engine_stats()["compilations"] <= before + 2


def test_list_indices_out_of_range_are_refused() -> None:
    array = nd.zeros((3, 4))
    with pytest.raises(IndexError, match="index 4 is out of bounds for axis 1 with size 4"):
        array[:, [0, 4]]
    with pytest.raises(IndexError, match="index -4 is out of bounds for axis 0 with size 3"):
        array[[-4]] = 0


def test_a_value_that_does_not_fit_names_both_shapes() -> None:
    with pytest.raises(ValueError, match=r"fits \(2, 4\), received \(3,\)"):
        nd.zeros((3, 4))[1:] = np.zeros(3)
    with pytest.raises(ValueError, match=r"fits \(2, 4\), received \(3,\)"):
        nd.zeros((3, 4))[[0, 1]] = np.zeros(3)


def test_new_axes_may_be_in_the_value_or_not() -> None:
    for shape in ((3, 1, 4), (3, 4), (4,), (1, 4)):
        array = nd.zeros((3, 4))
        value = np.arange(np.prod(shape)).reshape(shape)
        array[:, None] = value
        expected = np.broadcast_to(value.reshape(-1, 4), (3, 4))
        assert array.asnumpy().tolist() == expected.tolist()


def test_true_and_false_as_keys() -> None:
    array = nd.arange(3)
    assert array[True].asscalar() == 1
    array[False] = 9
    assert array.asnumpy().tolist() == [0, 1, 2]
    array[True] = 9
    assert array.asnumpy().tolist() == [9, 9, 9]


def test_empty_selections() -> None:
    array = nd.arange(12).reshape((3, 4))
    selected = [array[2:2], array[3:1], array[:, 4:], array[[]], array[nd.zeros((3,), dtype="bool")]]
    assert [s.shape for s in selected] == [(0, 4), (0, 4), (3, 0), (0, 4), (0, 4)]
    array[2:2] = 7
    array[[]] = 7
    assert array.asnumpy().sum() == 66


def _random_key(random: Random, shape: tuple[int, ...]) -> tuple[object, ...]:
    """A key for an array of this shape: new axes, integers, slices of any stride, index arrays of one shape."""
    key: list[object] = []
    for length in shape:
        kind = random.random()
        if kind < 0.15:
            key.append(None)
        if kind < 0.4:
            key.append(random.randint(-length, length - 1))
        elif kind < 0.8:
            ends = [random.choice([None, random.randint(-6, 6)]) for _ in range(2)]
            key.append(slice(*ends, random.choice([None, 1, 2, -1, -2])))
        else:
            key.append(np.array([random.randint(-length, length - 1) for _ in range(2)]))
    return tuple(key[: random.randint(1, len(key))])


@pytest.mark.parametrize("seed", range(3))
def test_random_keys_mean_what_they_mean_to_numpy(seed: int) -> None:
    random = Random(seed)
    cases = []
    for _ in range(40):
        shape = tuple(random.randint(1, 5) for _ in range(random.randint(1, 4)))
        host = np.arange(np.prod(shape), dtype="float32").reshape(shape)
        key = _random_key(random, shape)
        read, expected = nd.array(host)[key], np.atleast_1d(host[key]).copy()
        array = nd.array(host)
        array[key] = -1
        host[key] = -1
        cases.append((shape, key, read, expected, array, host))
    for shape, key, read, expected, array, host in cases:
        assert read.shape == expected.shape, (shape, key)
        assert read.asnumpy().tolist() == expected.tolist(), (shape, key)
        assert array.asnumpy().tolist() == host.tolist(), (shape, key)


def test_a_single_element_has_no_axis_under_np_shape() -> None:
    array = nd.arange(3)
    assert array[1].shape == (1,)
    with mx.util.np_shape(True):
        assert array[1].shape == ()


@pytest.mark.parametrize(
    "key", [1, slice(1, 3), (slice(None), 1), [0, 0, 2], (slice(None, None, -1), [0, 0]), (None, 2)]
)
def test_gradients_go_through_reading(key: object) -> None:
    array = nd.arange(12).reshape((3, 4))
    array.attach_grad()
    with autograd.record():
        part = array[key]
        loss = (part * part).sum()
    loss.backward()
    expected = np.zeros((3, 4))
    np.add.at(expected, key, 2 * np.arange(12.0).reshape(3, 4)[key])
    assert array.grad.asnumpy().tolist() == expected.tolist()


@pytest.mark.parametrize("key", [0, slice(0, 2), [0, 1], (0, slice(None))])
def test_a_partial_assignment_cannot_be_recorded(key: object) -> None:
    source = nd.ones((4,))
    source.attach_grad()
    array = nd.zeros((3, 4))
    with autograd.record(), pytest.raises(mx.MXNetError, match=r"Inplace operations .* are not supported"):
        array[key] = source


def test_assigning_everything_can_be_recorded() -> None:
    source = nd.array([1.0, 2.0])
    source.attach_grad()
    array = nd.zeros((3, 2))
    with autograd.record():
        array[:] = source
        loss = (array * array).sum()
    loss.backward()
    assert source.grad.asnumpy().tolist() == [6, 12]


def test_assigning_unrecorded_values_while_recording_is_fine() -> None:
    scale = nd.array([3.0])
    scale.attach_grad()
    array = nd.zeros((2,))
    with autograd.record():
        array[0] = 5
        array += 1
        loss = (array * scale).sum()
    loss.backward()
    assert scale.grad.asscalar() == 7
