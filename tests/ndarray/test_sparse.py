"""Sparse arrays: making, converting, copying, indexing, checking, files and pickles."""

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.sparse

import mxnet as mx
from mxnet import nd
from mxnet.base import NotSupportedForSparseNDArray
from mxnet.ndarray.sparse import BaseSparseNDArray, CSRNDArray, RowSparseNDArray, csr_matrix, row_sparse_array
from mxnet.ndarray.sparse.parts import capacity

FIXTURES = Path(__file__).parent.parent / "fixtures"
MATRIX = np.array([[0, 1, 0, 0], [2, 0, 3, 0], [0, 0, 0, 0]], "float32")


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXNET_STORAGE_FALLBACK_LOG_VERBOSE", "0")


@pytest.fixture(params=["csr", "row_sparse"])
def sparse(request: pytest.FixtureRequest) -> Any:
    return nd.array(MATRIX).tostype(request.param)


# --- making ----------------------------------------------------------------------------------------------------------


def test_classes() -> None:
    csr, rows = nd.array(MATRIX).tostype("csr"), nd.array(MATRIX).tostype("row_sparse")
    assert type(csr) is CSRNDArray and type(rows) is RowSparseNDArray
    assert issubclass(BaseSparseNDArray, nd.NDArray) and isinstance(csr, nd.NDArray)
    assert (csr.stype, csr.shape, csr.ndim, csr.dtype, csr.context) == ("csr", (3, 4), 2, np.float32, mx.cpu())
    assert (csr._num_aux, rows._num_aux) == (2, 1)
    assert len(csr) == 3 and repr(rows) == "\n<RowSparseNDArray 3x4 @cpu(0)>"


def test_csr_from_a_definition_of_any_kind() -> None:
    expected = [[0, 1, 0], [2, 0, 3]]
    parts = ([1, 2, 3], [1, 0, 2], [0, 1, 3])
    for given in (
        parts,
        tuple(np.array(p) for p in parts),
        tuple(nd.array(p, dtype="int64") for p in parts),
        (parts[0], ([0, 1, 1], [1, 0, 2])),
        (nd.array(parts[0]), (nd.array([0, 1, 1]), nd.array([1, 0, 2]))),
    ):
        made = csr_matrix(given, shape=(2, 3), dtype="float64")
        assert made.dtype == np.float64 and made.asnumpy().tolist() == expected
        made.check_format()
    assert csr_matrix(scipy.sparse.coo_matrix(np.array(expected))).dtype == np.int64
    assert csr_matrix(parts).shape == (2, 3)


def test_dtypes_follow_the_source() -> None:
    assert csr_matrix([[1, 0]]).dtype == np.float32
    assert csr_matrix(np.eye(2)).dtype == np.float64
    assert row_sparse_array(nd.ones((2, 2), dtype="float16")).dtype == np.float16
    assert row_sparse_array((np.ones((1, 2), "int32"), [0]), shape=(3, 2)).dtype == np.int32
    assert nd.sparse.array(csr_matrix(np.eye(2)), dtype="float32").dtype == np.float32
    assert nd.array(scipy.sparse.eye(3, format="csr")).stype == "csr"


def test_scipy_matrices_are_put_in_order() -> None:
    messy = scipy.sparse.csr_matrix(([1, 2, 3, 4], [2, 0, 0, 1], [0, 3, 4]), shape=(2, 3), dtype="float32")
    made = nd.sparse.array(messy)
    made.check_format()
    assert made.data.asnumpy().tolist() == [5, 1, 4]
    assert (made.asscipy() != messy).nnz == 0


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: csr_matrix(nd.ones((2, 2)), shape=(3, 2)), ValueError, "Shape mismatch"),
        (lambda: csr_matrix((2, 2), shape=(3, 2)), ValueError, "Shape mismatch"),
        (lambda: csr_matrix((1, 2, 3, 4)), ValueError, "length of input tuple: 4"),
        (lambda: csr_matrix(([], [], [0, 0])), ValueError, "invalid shape"),
        (lambda: csr_matrix(([1, 2], [0], [0, 1]), shape=(1, 2)), mx.MXNetError, "as many data as indices"),
        (lambda: csr_matrix(([1], ([0], [5])), shape=(2, 2)), ValueError, "outside the shape"),
        (lambda: csr_matrix([1, 2]), ValueError, "should be 2 Dimensional"),
        (lambda: csr_matrix(nd.sparse.zeros("row_sparse", (2, 2))), ValueError, "RowSparseNDArray"),
        (lambda: row_sparse_array((2, 2), shape=(3, 2)), ValueError, "Shape mismatch"),
        (lambda: row_sparse_array(([[1, 2]], [0]), shape=(3, 3, 3)), ValueError, "invalid shape"),
        (lambda: row_sparse_array((3,)), ValueError, "length of input tuple: 1"),
        (lambda: nd.sparse.zeros("dense", (2, 2)), ValueError, "unknown storage type dense"),
        (lambda: nd.sparse.zeros("csr", (2, 2, 2)), mx.MXNetError, "two axes"),
        (lambda: nd.sparse.empty("default", (2, 2)), ValueError, "unknown stype"),
        (lambda: nd.sparse.array(nd.ones((2, 2))), ValueError, "use `tostype`"),
        (lambda: nd.sparse.array(np.ones((2, 2))), ValueError, "use mx.nd.array"),
        (lambda: nd.ones((2, 2)).tostype("sparse"), mx.MXNetError, "one of 'csr', 'default', 'row_sparse'"),
        (lambda: nd.array(MATRIX).tostype("csr").tostype("row_sparse"), ValueError, "is not supported"),
        (lambda: CSRNDArray(3), TypeError, "handle"),
    ],
)
def test_what_cannot_be_made_says_why(make: Any, error: type, message: str) -> None:
    with pytest.raises(error, match=message):
        make()


def test_stored_arrays_are_padded_to_few_lengths() -> None:
    assert [capacity(n) for n in (0, 1, 15, 16, 17, 100, 1000)] == [1, 1, 15, 16, 18, 104, 1024]
    assert all(n <= capacity(n) <= n * 1.125 for n in range(1, 5000))
    assert len({capacity(n) for n in range(1, 1_000_000, 997)}) < 150


# --- values ----------------------------------------------------------------------------------------------------------


def test_dense_and_back(sparse: Any) -> None:
    dense = sparse.tostype("default")
    assert type(dense) is nd.NDArray and np.array_equal(dense.asnumpy(), MATRIX)
    computed = (dense * 2).tostype(sparse.stype)  # from the device, not from the host
    assert type(computed) is type(sparse)
    assert np.array_equal(computed.asnumpy(), 2 * MATRIX)
    assert computed.indices.asnumpy().tolist() == sparse.indices.asnumpy().tolist()
    assert np.array_equal(computed.tostype("default").asnumpy(), 2 * MATRIX)


def test_parts_are_copies(sparse: Any) -> None:
    sparse.data[:] = 7
    sparse.indices[:] = 0
    assert np.array_equal(sparse.asnumpy(), MATRIX)


def test_parts_have_no_padding() -> None:
    array = nd.array(np.tri(20, 20)).tostype("csr")
    assert array.data.shape == array.indices.shape == (210,) and array.indptr.shape == (21,)
    assert (array * 2).data.shape == (210,)
    rows = nd.array(np.tri(40, 3, -21)).tostype("row_sparse")
    assert rows.data.shape == (19, 3) and (rows + rows).data.shape == (19, 3)


def test_what_sparse_arrays_do_not_do(sparse: Any) -> None:
    for call in (lambda: sparse.reshape((4, 3)), lambda: sparse._at(0), lambda: sparse._slice(0, 1)):
        with pytest.raises(NotSupportedForSparseNDArray):
            call()
    with pytest.raises(NotImplementedError):
        _ = sparse.size
    with pytest.raises(NotImplementedError):
        sparse.asscalar()
    with pytest.raises(ValueError, match="ambiguous"):
        bool(sparse)
    with pytest.raises(ValueError, match=r"tostype\('default'\)"):
        sparse.as_np_ndarray()


def test_rows_of_a_csr_matrix() -> None:
    matrix = nd.array(MATRIX).tostype("csr")
    assert matrix[1].stype == "csr" and matrix[1].asnumpy().tolist() == [MATRIX[1].tolist()]
    assert matrix[-3].asnumpy().tolist() == [MATRIX[0].tolist()]
    assert np.array_equal(matrix[1:].asnumpy(), MATRIX[1:]) and np.array_equal(matrix[:2].asnumpy(), MATRIX[:2])
    assert matrix[:] is matrix
    assert [row.shape for row in matrix] == [(1, 4)] * 3
    for key, error in ((3, IndexError), ((0, 1), ValueError), (slice(0, 3, 2), ValueError), ([0, 1], ValueError)):
        with pytest.raises(error):
            _ = matrix[key]


def test_a_row_sparse_array_has_no_parts_by_index() -> None:
    rows = nd.array(MATRIX).tostype("row_sparse")
    assert rows[:] is rows
    for key, error in ((0, IndexError), (slice(0, 1), IndexError), ((0, 1), ValueError)):
        with pytest.raises(error):
            _ = rows[key]


def test_assignment_to_everything(sparse: Any) -> None:
    before = sparse.detach()
    sparse[:] = nd.array(MATRIX * 3)
    assert np.array_equal(sparse.asnumpy(), MATRIX * 3)
    assert np.array_equal(before.asnumpy(), MATRIX * 3)  # the same memory
    sparse[:] = nd.array(MATRIX * 5, dtype="float64").tostype(sparse.stype)
    assert sparse.dtype == np.float32 and np.array_equal(sparse.asnumpy(), MATRIX * 5)
    with pytest.warns(RuntimeWarning, match="not efficient"):
        sparse[:] = MATRIX
    assert np.array_equal(sparse.asnumpy(), MATRIX)
    for key, value, error in ((0, 1, TypeError), (slice(0, 1), 1, ValueError), (slice(None), [1], TypeError)):
        with pytest.raises(error):
            sparse[key] = value


def test_copies(sparse: Any) -> None:
    copy = sparse.copy()
    copy[:] = nd.array(MATRIX * 2)
    assert np.array_equal(sparse.asnumpy(), MATRIX)
    assert sparse.astype("float32", copy=False) is sparse and sparse.astype("float32") is not sparse
    assert sparse.astype("int32").dtype == np.int32 and sparse.astype("int32").stype == sparse.stype
    with pytest.warns(RuntimeWarning, match="to itself"):
        assert sparse.copyto(sparse) is False
    other = "row_sparse" if sparse.stype == "csr" else "csr"
    with pytest.raises(TypeError, match="stype"):
        sparse.copyto(nd.sparse.zeros(other, (3, 4)))
    with pytest.raises(mx.MXNetError, match="expected an array of shape"):
        sparse.copyto(nd.sparse.zeros(sparse.stype, (2, 4)))


def test_other_devices(sparse: Any) -> None:
    there = sparse.as_in_context(mx.cpu(1))
    assert there.context == mx.cpu(1) == there.data.context and sparse.as_in_context(mx.cpu(0)) is sparse
    assert np.array_equal((there + there).asnumpy(), 2 * MATRIX)
    assert np.array_equal(nd.dot(there, nd.ones((4, 1), ctx=mx.cpu(1))).asnumpy(), MATRIX.sum(1, keepdims=True))
    assert sparse.copyto(mx.cpu(2)).context == mx.cpu(2)


def test_in_place_arithmetic(sparse: Any) -> None:
    same = sparse
    sparse += nd.array(MATRIX)
    sparse *= 2
    sparse /= 4
    assert sparse is same and sparse.stype in ("csr", "row_sparse")
    assert np.array_equal(sparse.asnumpy(), MATRIX)
    with pytest.raises(mx.MXNetError, match="in-place"):
        sparse += nd.ones((2, 3, 4))


# --- formats ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (lambda: csr_matrix(([7, 8, 9], [0, 2, 1], [0, 5, 2, 3]), shape=(3, 4)), "indptr must rise"),
        (lambda: csr_matrix(([7, 8, 9], [0, 2, 1], [0, 2, 2, 4]), shape=(3, 4)), "indptr must rise"),
        (lambda: csr_matrix(([7, 8], [0, 2], [0, 2, 2]), shape=(3, 4)), "indptr has 3 elements where 4"),
        (lambda: csr_matrix(([7, 8, 9], [2, 1, 1], [0, 2, 2, 3]), shape=(3, 4)), "ascending order"),
        (lambda: csr_matrix(([7, 8, 9], [0, 0, 1], [0, 2, 2, 3]), shape=(3, 4)), "ascending order"),
        (lambda: csr_matrix(([7, 8, 9], [0, 2, 9], [0, 2, 2, 3]), shape=(3, 4)), "between 0 and 3"),
        (lambda: row_sparse_array(([[1], [2]], [1, 4]), shape=(3, 1)), "between 0 and 2"),
        (lambda: row_sparse_array(([[1], [2]], [1, 1]), shape=(3, 1)), "ascending order"),
        (lambda: row_sparse_array(([[1], [2]], [1, -2]), shape=(3, 1)), "between 0 and 2"),
    ],
)
def test_check_format_finds_what_is_wrong(array: Any, message: str) -> None:
    with pytest.raises(mx.MXNetError, match=message):
        array().check_format()


def test_check_format_accepts_what_is_right(sparse: Any) -> None:
    sparse.check_format()
    nd.sparse.zeros(sparse.stype, (3, 4)).check_format()
    row_sparse_array(([[1], [2]], [1, 0]), shape=(3, 1)).check_format(full_check=False)


def test_a_malformed_matrix_is_not_computed_with() -> None:
    with pytest.raises(mx.MXNetError, match="check_format"):
        csr_matrix(([7, 8, 9], [0, 2, 1], [0, 5, 2, 3]), shape=(3, 4)).asnumpy()


# --- files -----------------------------------------------------------------------------------------------------------


def test_pickles(sparse: Any) -> None:
    back = pickle.loads(pickle.dumps(sparse))
    assert type(back) is type(sparse) and np.array_equal(back.asnumpy(), MATRIX)
    empty = pickle.loads(pickle.dumps(nd.sparse.zeros(sparse.stype, (3, 4))))
    assert empty.data.shape[0] == 0 and not empty.asnumpy().any()
    assert b"mxnet.ndarray.sparse" in pickle.dumps(sparse)


def test_files(tmp_path: Path, sparse: Any) -> None:
    path = str(tmp_path / "arrays")
    nd.save(path, {"a": sparse, "b": nd.array(MATRIX)})
    back = nd.load(path)
    assert type(back["a"]) is type(sparse) and type(back["b"]) is nd.NDArray
    assert np.array_equal(back["a"].asnumpy(), MATRIX)
    assert np.array_equal(back["a"].indices.asnumpy(), sparse.indices.asnumpy())


def test_a_file_of_mxnets() -> None:
    arrays = nd.load(str(FIXTURES / "sparse.params"))
    with np.load(FIXTURES / "sparse.npz") as expected:
        for name, array in arrays.items():
            array.check_format()
            assert np.array_equal(array.asnumpy(), expected[name]), name
    assert {a.stype for a in arrays.values()} == {"csr", "row_sparse"}
