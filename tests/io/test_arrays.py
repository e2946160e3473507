"""NDArrayIter, and iterators over iterators."""

import gc

import numpy as np
import pytest
import scipy.sparse

import mxnet as mx


def rows(batches: mx.io.DataIter) -> list[list[float]]:
    return [batch.data[0].asnumpy().reshape(-1).tolist() for batch in batches]


@pytest.mark.parametrize(
    ("handling", "first", "second"),
    [
        ("pad", [[0, 1, 2], [3, 4, 0]], [[0, 1, 2], [3, 4, 0]]),
        ("discard", [[0, 1, 2]], [[0, 1, 2]]),
        ("roll_over", [[0, 1, 2]], [[3, 4, 0], [1, 2, 3]]),
    ],
)
def test_what_becomes_of_an_incomplete_batch(handling: str, first: list, second: list) -> None:
    batches = mx.io.NDArrayIter(np.arange(5), batch_size=3, last_batch_handle=handling)
    assert rows(batches) == first
    batches.reset()
    assert rows(batches) == second


def test_pad_counts_what_was_filled_up() -> None:
    batches = mx.io.NDArrayIter(np.arange(5), batch_size=3)
    assert [batch.pad for batch in batches] == [0, 1]
    small = mx.io.NDArrayIter(np.arange(3), batch_size=8)
    assert rows(small) == [[0, 1, 2, 0, 1, 2, 0, 1]]


def test_names_and_shapes() -> None:
    batches = mx.io.NDArrayIter({"b": np.zeros((4, 3)), "a": np.zeros((4, 2, 2))}, [np.zeros(4), np.zeros(4)], 2)
    assert [tuple(desc) for desc in batches.provide_data] == [("a", (2, 2, 2)), ("b", (2, 3))]
    assert [desc.name for desc in batches.provide_label] == ["_0_softmax_label", "_1_softmax_label"]
    assert str(batches.provide_data[0]) == "DataDesc[a,(2, 2, 2),<class 'numpy.float32'>,NCHW]"
    assert batches.provide_data[0].dtype == np.float32


def test_shuffling_keeps_data_and_labels_together_and_follows_numpy() -> None:
    np.random.seed(3)
    data = np.arange(20)
    batches = mx.io.NDArrayIter(data, data * 2, 4, shuffle=True)
    epochs = []
    for _ in range(2):
        for batch in batches:
            assert (batch.label[0].asnumpy() == 2 * batch.data[0].asnumpy()).all()
        batches.reset()
        epochs.append(rows(batches))
        batches.reset()
    assert epochs[0] != epochs[1]
    np.random.seed(3)
    again = mx.io.NDArrayIter(data, data * 2, 4, shuffle=True)
    again.reset()
    assert rows(again) == epochs[0]


def test_a_batch_is_a_copy_and_the_source_is_seen() -> None:
    source = mx.nd.arange(4)
    batches = mx.io.NDArrayIter(source, batch_size=2)
    batch = batches.next()
    batch.data[0][:] = -1
    assert source.asnumpy().tolist() == [0, 1, 2, 3]
    source[:] = 7
    assert batches.next().data[0].asnumpy().tolist() == [7, 7]


def test_integers_keep_their_type() -> None:
    batches = mx.io.NDArrayIter(mx.nd.array([1, 2], dtype="int32"), batch_size=1)
    assert batches.provide_data[0].dtype == np.int32
    assert batches.next().data[0].dtype == np.int32


def test_another_axis() -> None:
    batches = mx.io.NDArrayIter(np.arange(12).reshape(2, 6), batch_size=3, layout="TN")
    assert batches.provide_data[0].shape == (2, 3)
    assert batches.next().data[0].asnumpy().tolist() == [[0, 1, 2], [6, 7, 8]]


def test_sparse_matrices() -> None:
    dense = np.eye(5, 4)
    with pytest.raises(NotImplementedError, match="discard"):
        mx.io.NDArrayIter({"data": scipy.sparse.csr_matrix(dense)}, batch_size=2)
    batches = mx.io.NDArrayIter(scipy.sparse.csr_matrix(dense), batch_size=2, last_batch_handle="discard")
    found = [batch.data[0] for batch in batches]
    assert [array.stype for array in found] == ["csr", "csr"]
    assert np.array_equal(np.concatenate([array.asnumpy() for array in found]), dense[:4])


def test_files_of_arrays(tmp_path: object) -> None:
    h5py = pytest.importorskip("h5py")
    np.random.seed(0)
    with h5py.File(f"{tmp_path}/arrays.h5", "w") as file:
        file["data"], file["label"] = np.arange(10.0), np.arange(10) * 3
        batches = mx.io.NDArrayIter(file["data"], file["label"], 4, shuffle=True)
        for _ in range(2):
            for batch in batches:
                assert (batch.label[0].asnumpy() == 3 * batch.data[0].asnumpy()).all()
            batches.reset()


def test_mistakes_are_told() -> None:
    with pytest.raises(TypeError, match="Input must be"):
        mx.io.NDArrayIter(5)
    with pytest.raises(TypeError, match="Invalid type"):
        mx.io.NDArrayIter({"data": object()})
    with pytest.raises(AssertionError, match="list of NDArrays"):
        mx.io.DataBatch(mx.nd.ones(2))


def test_resize_goes_round() -> None:
    batches = mx.io.ResizeIter(mx.io.NDArrayIter(np.arange(4), batch_size=2), 3, reset_internal=False)
    assert rows(batches) == [[0, 1], [2, 3], [0, 1]]
    batches.reset()
    assert rows(batches) == [[2, 3], [0, 1], [2, 3]]


def test_prefetching_joins_and_renames() -> None:
    both = [mx.io.NDArrayIter(np.arange(6) + k, np.arange(6), 2) for k in (0, 10)]
    batches = mx.io.PrefetchingIter(both, rename_data=[{"data": "a"}, {"data": "b"}])
    assert [desc.name for desc in batches.provide_data] == ["a", "b"]
    for _ in range(2):
        found = [[array.asnumpy().tolist() for array in batch.data] for batch in batches]
        assert found == [[[0, 1], [10, 11]], [[2, 3], [12, 13]], [[4, 5], [14, 15]]]
        batches.reset()


class Failing(mx.io.NDArrayIter):
    def next(self) -> mx.io.DataBatch:
        raise OSError("the disk is gone")


def test_prefetching_tells_of_errors_and_ends_its_threads() -> None:
    batches = mx.io.PrefetchingIter(Failing(np.arange(4), batch_size=2))
    with pytest.raises(OSError, match="the disk is gone"):
        batches.next()
    thread = batches._ahead[0]._thread
    del batches
    gc.collect()
    thread.join(5)
    assert not thread.is_alive()
