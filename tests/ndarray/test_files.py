"""``nd.save`` and ``nd.load``: MXNet's bytes, on local paths and through fsspec, and nothing lost when saving fails."""

import math
import tracemalloc
from pathlib import Path

import fsspec
import numpy as np
import pytest

import mxnet as mx
from mxnet import nd
from mxnet._files import params
from mxnet.ndarray.sparse import room

FIXTURES = Path(__file__).parent.parent / "fixtures"
HEADER = "1201000000000000" + "00" * 8


def _saved(path: Path, data: object) -> str:
    nd.save(str(path), data)  # type: ignore[arg-type]
    return path.read_bytes().hex()


def test_bytes_are_mxnets(tmp_path: Path) -> None:
    # From the real MXNet 1.9.1: a list, a dictionary, and an array on cpu(1).
    array = "c9fa93f9000000000100000002000000000000000100000000000000000000000000803f00000040"
    path = tmp_path / "x.params"
    assert _saved(path, [nd.array([1.0, 2.0])]) == HEADER + "0100000000000000" + array + "00" * 8
    assert _saved(path, {"ab": nd.array([1.0, 2.0])}) == (
        HEADER + "0100000000000000" + array + "01" + "00" * 7 + "02" + "00" * 7 + "6162"
    )
    there = array[:40] + "0100000001000000" + array[56:]
    assert _saved(path, [nd.array([1.0, 2.0], ctx=mx.cpu(1))]) == HEADER + "0100000000000000" + there + "00" * 8


def test_lists_dictionaries_and_single_arrays(tmp_path: Path) -> None:
    path = str(tmp_path / "x")
    nd.save(path, nd.arange(3))
    assert [a.asnumpy().tolist() for a in nd.load(path)] == [[0, 1, 2]]
    nd.save(path, [nd.zeros((1,)), nd.ones((2, 2), dtype="int8")])
    assert [(a.shape, a.dtype) for a in nd.load(path)] == [((1,), np.float32), ((2, 2), np.int8)]
    nd.save(path, {"w": nd.ones((2,)), "b": nd.zeros((1,))})
    loaded = nd.load(path)
    assert list(loaded) == ["w", "b"]
    assert loaded["w"].asnumpy().tolist() == [1, 1]
    nd.save(path, [])
    assert nd.load(path) == []


def test_all_dtypes_and_shapes(tmp_path: Path) -> None:
    path = str(tmp_path / "x")
    dtypes = ["float16", "float32", "float64", "int8", "uint8", "int32", "int64", "bool", "bfloat16"]
    arrays = {t: nd.arange(6).reshape((2, 3)).astype(t) for t in dtypes}
    arrays["view"] = arrays["float32"][1]
    arrays["transposed"] = arrays["float32"].T
    nd.save(path, arrays)
    for name, array in nd.load(path).items():
        assert array.dtype == arrays[name].dtype
        assert array.asnumpy().tolist() == arrays[name].asnumpy().tolist()


def test_loading_from_bytes_and_path_objects(tmp_path: Path) -> None:
    path = tmp_path / "x"
    nd.save(path, {"a": nd.ones((2,))})
    for loaded in (
        nd.load(path),
        nd.load_frombuffer(path.read_bytes()),
        nd.load_frombuffer(memoryview(path.read_bytes())),
    ):
        assert loaded["a"].asnumpy().tolist() == [1, 1]


def test_files_that_mxnet_wrote() -> None:
    known = np.load(FIXTURES / "arrays.npz")
    loaded = nd.load(str(FIXTURES / "arrays-dict.params"))
    assert loaded.keys() == set(known.files)
    for name, array in loaded.items():
        assert array.dtype == known[name].dtype.type
        assert array.asnumpy().tolist() == known[name].tolist()
    assert len(nd.load(str(FIXTURES / "arrays-list.params"))) == len(known.files)


def test_any_scheme_of_fsspec() -> None:
    nd.save("memory://somewhere/x.params", {"a": nd.arange(3)})
    assert fsspec.filesystem("memory").exists("/somewhere/x.params")
    assert nd.load("memory://somewhere/x.params")["a"].asnumpy().tolist() == [0, 1, 2]


def test_a_failed_save_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "x.params"
    nd.save(str(path), [nd.ones((2,))])
    before = path.read_bytes()
    bad = nd.random.normal(0, -1, shape=(2,))  # fails when its values are wanted
    with pytest.raises(mx.MXNetError):
        nd.save(str(path), [nd.zeros((2,)), bad])
    with pytest.raises(TypeError, match="save only accepts NDArrays"):
        nd.save(str(path), [nd.zeros((2,)), 5])  # type: ignore[list-item]
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["x.params"]


def test_what_cannot_be_saved_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "x")
    with pytest.raises(ValueError, match="data needs to either be"):
        nd.save(path, 5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="save only accept dict str->NDArray"):
        nd.save(path, {1: nd.ones((1,))})  # type: ignore[dict-item]
    with pytest.raises(TypeError, match="needs bytes"):
        nd.load_frombuffer("text")  # type: ignore[arg-type]
    with pytest.raises(mx.MXNetError):
        nd.load(path)
    assert not list(tmp_path.iterdir())


def test_shapes_without_elements_need_np_shape(tmp_path: Path) -> None:
    path = str(tmp_path / "x")
    with mx.util.np_shape(True):
        nd.save(path, [nd.zeros(()), nd.zeros((0, 2))])
        assert [a.shape for a in nd.load(path)] == [(), (0, 2)]
    with pytest.raises(mx.MXNetError):
        nd.load(path)


# --- sparse arrays whose shape promises more than the file holds -----------------------------------------------------

HUGE = 1 << 43
PROMISES = {
    "row_sparse": params.RowSparse(np.ones((1, 4), np.float32), np.array([5]), (HUGE, 4)),
    "csr": params.CSR(np.ones(1, np.float32), np.array([0, 1, 1]), np.array([3]), (2, HUGE)),
    "empty csr": params.CSR(np.ones(0, np.float32), np.zeros(0, np.int64), np.zeros(0, np.int64), (HUGE, HUGE)),
}


@pytest.mark.parametrize("entry", PROMISES.values(), ids=PROMISES)
def test_a_sparse_array_of_a_huge_shape_is_loaded_but_not_made_dense(tmp_path: Path, entry: params.Entry) -> None:
    path = tmp_path / "x.params"
    path.write_bytes(b"".join(bytes(piece) for piece in params.dump([entry], ["x"])))
    tracemalloc.start()
    try:
        x = nd.load(str(path))["x"]
        assert x.shape == entry.shape
        size = math.prod(entry.shape) * 4
        for dense in (x.asnumpy, lambda: x.tostype("default"), lambda: x + nd.ones((1,))):
            with pytest.raises(mx.MXNetError, match=rf"of shape .*{HUGE}.* needs {size} bytes .*Keep it sparse"):
                dense()
        assert tracemalloc.get_traced_memory()[1] < 1 << 26
    finally:
        tracemalloc.stop()
    assert (x * 3).shape == entry.shape
    np.testing.assert_array_equal((x * 3).data.asnumpy(), entry.data * 3)


def test_a_large_sparse_array_is_made_dense_where_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    x = nd.sparse.row_sparse_array((np.ones((1, 4)), [7]), shape=(1000, 4))
    monkeypatch.setattr(room, "SMALL_BYTES", 0)
    assert x.tostype("default").asnumpy().sum() == 4
    monkeypatch.setattr(room, "free_bytes", lambda device: 31999)
    with pytest.raises(mx.MXNetError, match=r"shape \(1000, 4\) needs 32000 bytes .* only 31999 bytes"):
        nd.sparse.row_sparse_array((np.ones((1, 4)), [7]), shape=(1000, 4)).tostype("default")


def test_updates_of_a_loaded_array_leave_what_was_read_before_as_it_was(tmp_path: Path) -> None:
    nd.save(str(tmp_path / "x.params"), {"x": nd.ones((300, 300))})
    x = nd.load(str(tmp_path / "x.params"))["x"]
    before, other = x.asnumpy(), x.copy()
    for _ in range(4):
        x -= 0.5 * x
        x.wait_to_read()
    assert x.asnumpy().max() == 0.0625
    assert before.min() == other.asnumpy().min() == 1
