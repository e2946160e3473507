"""Arrays and the world outside: dtypes, NumPy, DLPack, pickles."""

import copy
import math
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import mxnet as mx
from mxnet import nd

FIXTURES = Path(__file__).parent.parent / "fixtures"
DTYPES = ["float16", "float32", "float64", "int8", "uint8", "int32", "int64", "bool", "bfloat16"]


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_dtype_goes_round(dtype: str) -> None:
    array = nd.array([0, 1, 3], dtype=dtype)
    expected = [False, True, True] if dtype == "bool" else [0, 1, 3]
    assert array.astype("float32").asnumpy().tolist() == [float(e) for e in expected]
    assert np.dtype(array.dtype).name == dtype
    for other in (
        pickle.loads(pickle.dumps(array)),
        copy.deepcopy(array),
        nd.from_dlpack(array),
        nd.array(array),
        array.reshape((3, 1)).reshape((3,)),
        array[:],
    ):
        assert other.dtype == array.dtype
        assert other.asnumpy().tolist() == array.asnumpy().tolist()


def test_bfloat16_has_numpys_and_mxnets_names() -> None:
    mxnets = np.dtype([("bfloat16", np.uint16)])
    for dtype in ("bfloat16", ml_dtypes.bfloat16, mxnets):
        array = nd.ones((2,), dtype=dtype) * 1.5
        assert array.asnumpy().dtype == ml_dtypes.bfloat16
        assert array.astype("float32").asnumpy().tolist() == [1.5, 1.5]


def test_numpy_takes_arrays() -> None:
    array = nd.array([[1, 2], [3, 4]])
    assert np.asarray(array).tolist() == [[1, 2], [3, 4]]
    assert np.asarray(array, dtype="int32").dtype == np.int32
    assert np.array([array, array]).shape == (2, 2, 2)
    assert np.exp(array).shape == (2, 2)
    assert float(np.linalg.norm(array)) == pytest.approx(30**0.5)
    np.testing.assert_allclose(array, [[1, 2], [3, 4]])


@pytest.mark.parametrize("stype", ["default", "csr", "row_sparse"])
def test_numpy_takes_an_arrays_dtype_from_it(stype: str) -> None:
    array = mx.nd.ones((2, 3), dtype="float16").tostype(stype)
    assert np.dtype(array) == np.float16
    assert np.zeros(2, dtype=mx.np.ones(2, dtype="int8")).dtype == np.int8


def test_numpy_functions_that_call_methods_give_arrays() -> None:
    array = nd.array([[1, 2], [3, 4]])
    for answer, expected in ((np.sum(array), [10]), (np.prod(array), [24]), (np.max(array, axis=0), [3, 4])):
        assert isinstance(answer, nd.NDArray)
        assert answer.asnumpy().tolist() == expected
    assert np.shape(array) == (2, 2)


def test_numpy_has_no_say_in_mixed_arithmetic() -> None:
    array = nd.ones((2,))
    assert isinstance(np.float32(2) * array, nd.NDArray)
    with pytest.raises(TypeError, match="not supported"):
        np.ones(2) + array


def test_scalars() -> None:
    one = nd.array([2.75])
    assert (float(one), int(one), one.asscalar(), bool(one)) == (2.75, 2, np.float32(2.75), True)
    assert [10, 11, 12][nd.array([1], dtype="int32")] == 11
    assert list(range(nd.array([2], dtype="int64"))) == [0, 1]
    with pytest.raises(TypeError, match="integer"):
        [10][nd.array([0.0])]
    with pytest.raises(TypeError, match=r"one element, but this one has shape \(2,\)"):
        float(nd.ones((2,)))
    with pytest.raises(ValueError, match="not a scalar"):
        nd.ones((2,)).asscalar()


# --- DLPack ----------------------------------------------------------------------------------------------------------


def _address(array: nd.NDArray) -> int:
    return np.from_dlpack(array).ctypes.data


def test_dlpack_shares_memory_with_torch() -> None:
    torch = pytest.importorskip("torch")
    array = nd.arange(6).reshape((2, 3)) + 1
    tensor = torch.from_dlpack(array)
    assert tensor.data_ptr() == _address(array)
    assert tensor.tolist() == [[1, 2, 3], [4, 5, 6]]
    back = nd.from_dlpack(tensor)
    assert _address(back) == tensor.data_ptr()
    source = torch.arange(64, dtype=torch.float32)
    taken = nd.from_dlpack(source)
    assert _address(taken) == source.data_ptr()
    assert taken.context == mx.cpu(0)


def test_a_shared_buffer_is_never_reused() -> None:
    torch = pytest.importorskip("torch")
    array = nd.ones((4,)) * 3
    tensor = torch.from_dlpack(array)
    for _ in range(3):
        array += 1
        array.wait_to_read()
    assert tensor.tolist() == [3, 3, 3, 3]
    assert array.asnumpy().tolist() == [6, 6, 6, 6]


def test_what_is_written_through_dlpack_is_seen() -> None:
    torch = pytest.importorskip("torch")
    array = nd.ones((4,)) * 3
    tensor = torch.utils.dlpack.from_dlpack(array.to_dlpack_for_write())
    tensor[1] = 9
    assert array.asnumpy().tolist() == [3, 9, 3, 3]
    assert (array * 2).asnumpy().tolist() == [6, 18, 6, 6]


def test_a_capsule_is_taken_once() -> None:
    array = nd.arange(4)
    capsule = nd.to_dlpack_for_read(array)
    assert nd.from_dlpack(capsule).asnumpy().tolist() == [0, 1, 2, 3]
    with pytest.raises(ValueError, match="a DLPack capsule that nobody has taken yet"):
        nd.from_dlpack(capsule)
    with pytest.raises(ValueError, match="expected an array with __dlpack__"):
        nd.from_dlpack(5)


def test_views_and_pending_values_travel_by_dlpack() -> None:
    array = nd.arange(6).reshape((2, 3))
    assert np.from_dlpack(array[1] * 2).tolist() == [6, 8, 10]
    assert np.from_dlpack(array[1]).tolist() == [3, 4, 5]


# --- NumPy's memory --------------------------------------------------------------------------------------------------


def test_from_numpy_writes_through() -> None:
    host = np.arange(6, dtype="float32").reshape(2, 3)
    array = nd.from_numpy(host)
    with pytest.raises(ValueError, match="read-only"):
        host[0, 0] = 1
    array[1] = 7
    array *= 2
    assert host.tolist() == array.asnumpy().tolist() == [[0, 2, 4], [14, 14, 14]]


def test_from_numpy_without_sharing() -> None:
    host = np.arange(3.0)
    array = nd.from_numpy(host, zero_copy=False)
    host[0] = 9
    array[1] = 7
    assert (host.tolist(), array.asnumpy().tolist()) == ([9, 1, 2], [0, 7, 2])


def test_asnumpy_is_a_copy() -> None:
    array = nd.zeros((2,))
    host = array.asnumpy()
    host[:] = 5
    assert array.asnumpy().tolist() == [0, 0]


# --- pickles ---------------------------------------------------------------------------------------------------------


def test_a_pickle_that_mxnet_wrote() -> None:
    with (FIXTURES / "ndarray.pkl").open("rb") as file:
        array = pickle.load(file)
    assert type(array) is nd.NDArray
    assert array.asnumpy().tolist() == np.load(FIXTURES / "arrays.npz")["f32"].tolist()


def test_a_pickle_has_mxnets_form() -> None:
    made = nd.array([1.0, 2.0]).__reduce__()
    assert made[0] is nd.NDArray
    assert (nd.NDArray.__module__, nd.NDArray.__qualname__) == ("mxnet.ndarray.ndarray", "NDArray")
    assert made[1] == (None,)
    assert bytes(made[2]["handle"]).hex() == (
        "c9fa93f9000000000100000002000000000000000100000000000000000000000000803f00000040"
    )


def test_views_pickle_their_own_part() -> None:
    row = pickle.loads(pickle.dumps(nd.arange(6).reshape((2, 3))[1]))
    assert row.asnumpy().tolist() == [3, 4, 5]


def test_a_garbled_pickle_is_refused() -> None:
    with pytest.raises(mx.MXNetError, match="a pickled NDArray"):
        nd.zeros((1,)).__setstate__({"handle": bytearray(b"garbage!")})


@pytest.mark.parametrize("shape", [(1,), (1, 1)])
def test_one_element_is_a_number(shape: tuple[int, ...]) -> None:
    found = nd.full(shape, 2.5).asnumpy()
    assert f"{float(found)} {int(found)} {complex(found)}" == "2.5 2 (2.5+0j)"
    assert "%.2f %d" % (found, found) == "2.50 2"  # noqa: UP031
    assert isinstance(found, np.ndarray) and repr(found).startswith("array(")
    assert float(found * 2) == 5 and math.sqrt(found) == math.sqrt(2.5)
    assert type(pickle.loads(pickle.dumps(found))) is np.ndarray
    with pytest.raises(TypeError):
        float(np.concatenate([found.ravel(), found.ravel()]))
    assert type(nd.ones((2,)).asnumpy()) is np.ndarray
    assert nd.array(found).shape == found.shape


# What NumPy gives for a plain array of one element: a scalar, or an array of so many axes.
OF_ONE = {
    "mean": (lambda a: a.mean(), np.float32, 0),
    "sum over all": (np.sum, np.float32, 0),
    "largest": (lambda a: a.max(), np.float32, 0),
    "any": (lambda a: a.any(), np.bool, 0),
    "where": (lambda a: a.argmax(), np.int64, 0),
    "product with itself": (lambda a: a @ a, np.float32, 0),
    "root of the sum": (lambda a: np.sqrt(a.sum()), np.float32, 0),
    "without axes, plus one": (lambda a: a.squeeze() + 1, np.float32, 0),
    "element": (lambda a: a[0], np.float32, 0),
    "twice": (lambda a: a * 2, np.ndarray, 1),
    "compared": (lambda a: a == 1, np.ndarray, 1),
}


@pytest.mark.parametrize(("compute", "kind", "axes"), OF_ONE.values(), ids=OF_ONE)
def test_numbers_computed_from_one_element_are_numpys_own(
    compute: Callable[[np.ndarray], Any], kind: type, axes: int
) -> None:
    computed = compute(nd.ones((1,)).asnumpy())
    assert isinstance(computed, kind)
    assert isinstance(computed, np.ndarray) == (axes > 0)
    assert np.ndim(computed) == axes
    assert float(computed) in {0.0, 1.0, 2.0}
