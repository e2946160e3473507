"""CSVIter, LibSVMIter and MNISTIter; the expected batches are those of MXNet 1.9.1."""

import logging
import struct
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx

MXNET_ORDER = [3, 1, 4, 6, 9, 7, 5, 8, 2, 0]


@pytest.fixture
def table(tmp_path: Path) -> str:
    path = tmp_path / "data.csv"
    path.write_text("1,2,3\n2,3,4\n3,4,5\n4,5,6\n")
    return str(path)


def firsts(batches: mx.io.DataIter) -> list[tuple[list[float], int, list[int]]]:
    return [(batch.data[0].asnumpy()[:, 0].tolist(), batch.pad, batch.index.tolist()) for batch in batches]


def test_csv_goes_on_where_the_last_batch_ended(table: str) -> None:
    batches = mx.io.CSVIter(data_csv=table, data_shape=(3,), batch_size=3)
    assert isinstance(batches, mx.io.MXDataIter)
    assert firsts(batches) == [([1, 2, 3], 0, [0, 1, 2]), ([4, 1, 2], 2, [3, 0, 1])]
    batches.reset()
    assert firsts(batches) == [([3, 4, 1], 1, [2, 3, 0])]


def test_csv_without_round_batch(table: str) -> None:
    batches = mx.io.CSVIter(data_csv=table, data_shape="(3,)", batch_size="3", round_batch=False)
    for _ in range(2):
        assert firsts(batches) == [([1, 2, 3], 0, [0, 1, 2]), ([4, 2, 3], 2, [3, 1, 2])]
        batches.reset()


def test_csv_labels_types_and_names(table: str, tmp_path: Path) -> None:
    labels = tmp_path / "labels.csv"
    labels.write_text("10\n20\n30\n40\n")
    options = {"data_shape": (3, 1), "label_csv": str(labels), "batch_size": 2, "unknown": 1}
    batches = mx.io.CSVIter(data_csv=table, dtype="int64", data_name="x", label_name="y", **options)
    assert [tuple(batches.provide_data[0]), tuple(batches.provide_label[0])] == [("x", (2, 3, 1)), ("y", (2,))]
    batch = batches.next()
    assert batch.data[0].dtype == batch.label[0].dtype == np.int64
    assert batch.label[0].asnumpy().tolist() == [10, 20]
    assert batches.getlabel().asnumpy().tolist() == [10, 20]


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"data_shape": (2,), "batch_size": 2}, mx.MXNetError, "the csv row-length=3"),
        ({"data_shape": (3,)}, mx.MXNetError, "batch_size of int is not presented"),
        ({"data_shape": (3,), "batch_size": 2, "dtype": "float64"}, mx.MXNetError, "float64 is not supported"),
        ({"data_shape": (3,), "batch_size": 2, "data_csv": "nothing.csv"}, mx.MXNetError, "nothing.csv"),
    ],
)
def test_csv_mistakes_are_told(table: str, options: dict, error: type, message: str) -> None:
    with pytest.raises(error, match=message):
        mx.io.CSVIter(**{"data_csv": table, **options})
    with pytest.raises(TypeError, match="keyword"):
        mx.io.CSVIter(table)


def test_libsvm(tmp_path: Path) -> None:
    data, label = tmp_path / "data.t", tmp_path / "label.t"
    data.write_text("1.0 0:0.5 2:1.2\n-2.0\n-3.0 0:0.6 1:2.4 2:1.2\n4 2:-1.2\n")
    label.write_text("1.0\n-2.0 0:0.125\n-3.0 2:1.2\n4 1:1.0 2:-1.2\n")
    batches = mx.io.LibSVMIter(data_libsvm=str(data), data_shape=(3,), batch_size=3)
    first, second = list(batches)
    assert first.data[0].stype == "csr"
    assert np.allclose(first.data[0].asnumpy(), [[0.5, 0, 1.2], [0, 0, 0], [0.6, 2.4, 1.2]])
    assert (second.label[0].asnumpy().tolist(), second.pad) == ([4, 1, -2], 2)
    both = mx.io.LibSVMIter(
        data_libsvm=str(data), label_libsvm=str(label), data_shape=(3,), label_shape=(3,), batch_size=2
    )
    assert np.allclose(both.next().label[0].asnumpy(), [[0, 0, 0], [0.125, 0, 0]])
    part = mx.io.LibSVMIter(data_libsvm=str(data), data_shape=(3,), batch_size=1, num_parts=2, part_index=1)
    assert [batch.label[0].asscalar() for batch in part] == [4]


def test_libsvm_parts_cover_everything_once(tmp_path: Path) -> None:
    path = tmp_path / "data.t"
    path.write_text("".join(f"{i} 0:{'1' * (i % 7 + 1)}\n" for i in range(50)))
    for parts in (1, 2, 3, 7):
        found = []
        for part in range(parts):
            batches = mx.io.LibSVMIter(
                data_libsvm=str(path), data_shape=(1,), batch_size=1, num_parts=parts, part_index=part
            )
            found += [int(batch.label[0].asscalar()) for batch in batches]
        assert found == list(range(50))


@pytest.mark.parametrize("line", ["1 -1:0.5", "1 3:0.5", "1 a:0.5"])
def test_libsvm_mistakes_are_told(tmp_path: Path, line: str) -> None:
    path = tmp_path / "data.t"
    path.write_text(line + "\n")
    with pytest.raises(mx.MXNetError, match=r"data\.t: expected"):
        mx.io.LibSVMIter(data_libsvm=str(path), data_shape=(3,), batch_size=1)


@pytest.fixture
def digits(tmp_path: Path) -> dict[str, str]:
    images = np.arange(10 * 4, dtype=np.uint8).reshape(10, 2, 2)
    (tmp_path / "images").write_bytes(struct.pack(">4I", 2051, 10, 2, 2) + images.tobytes())
    (tmp_path / "labels").write_bytes(struct.pack(">2I", 2049, 10) + bytes(range(10)))
    return {"image": str(tmp_path / "images"), "label": str(tmp_path / "labels"), "silent": True}


def test_mnist_is_shuffled_as_mxnet_does(digits: dict[str, str]) -> None:
    batches = mx.io.MNISTIter(batch_size=10, seed=10, **digits)
    assert batches.next().label[0].asnumpy().tolist() == MXNET_ORDER
    batches.reset()
    assert batches.next().label[0].asnumpy().tolist() == MXNET_ORDER


def test_mnist_parts_and_shapes(digits: dict[str, str]) -> None:
    batches = mx.io.MNISTIter(batch_size=2, shuffle=False, num_parts=3, part_index=1, **digits)
    assert batches.provide_data[0].shape == (2, 1, 2, 2)
    batch = batches.next()
    assert batch.label[0].asnumpy().tolist() == [3, 4]
    assert np.allclose(batch.data[0].asnumpy().reshape(-1), np.arange(12, 20) / 256)
    with pytest.raises(StopIteration):  # the third example makes no batch
        batches.next()
    flat = mx.io.MNISTIter(batch_size=4, flat=True, **digits)
    assert flat.provide_data[0].shape == (4, 4)
    with pytest.raises(mx.MXNetError, match="no batch"):
        mx.io.MNISTIter(batch_size=11, **digits)


def test_what_an_iterator_says_leaves_logging_for_the_program_to_set_up(
    digits: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.root, "handlers", [])
    mx.io.MNISTIter(batch_size=2, **{**digits, "silent": False})
    assert logging.root.handlers == []
