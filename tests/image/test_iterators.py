"""ImageIter and ImageDetIter: sources, order, last batches, labels."""

import random
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet._images import codecs
from tests.image.pictures import write_files, write_records

SHAPE = (3, 40, 50)


@pytest.fixture
def listed(tmp_path: Path) -> dict:
    names = write_files(tmp_path, 7)
    return {"imglist": [[float(number), name] for number, name in enumerate(names)], "path_root": str(tmp_path)}


def labels(batches) -> list[list[float]]:
    return [batch.label[0].asnumpy().tolist() for batch in batches]


def test_pad_discard_and_roll_over(listed: dict) -> None:
    pad = mx.image.ImageIter(3, SHAPE, **listed)
    batches = list(pad)
    assert labels(batches) == [[0, 1, 2], [3, 4, 5], [6, 0, 1]]
    assert [batch.pad for batch in batches] == [0, 0, 2]
    np.testing.assert_array_equal(batches[2].data[0].asnumpy()[1:], batches[0].data[0].asnumpy()[:2])
    pad.reset()
    assert len(list(pad)) == 3
    assert labels(mx.image.ImageIter(3, SHAPE, last_batch_handle="discard", **listed)) == [[0, 1, 2], [3, 4, 5]]
    roll = mx.image.ImageIter(3, SHAPE, last_batch_handle="roll_over", **listed)
    assert labels(roll) == [[0, 1, 2], [3, 4, 5]]
    roll.reset()
    assert labels(roll) == [[6, 0, 1], [2, 3, 4]]
    roll.reset()
    assert labels(roll) == [[5, 6, 0], [1, 2, 3], [4, 5, 6]]
    roll.hard_reset()
    assert labels(roll) == [[0, 1, 2], [3, 4, 5]]


def test_what_a_batch_is(listed: dict) -> None:
    data = mx.image.ImageIter(3, SHAPE, **listed)
    assert data.provide_data == [("data", (3, 3, 40, 50))]
    assert data.provide_label == [("softmax_label", (3,))]
    batch = next(data)
    assert batch.data[0].shape == (3, 3, 40, 50)
    assert batch.data[0].dtype == np.float32
    first = mx.image.imread(listed["path_root"] + "/00.jpg")
    expected = mx.image.center_crop(first, (50, 40))[0].asnumpy().transpose(2, 0, 1)
    np.testing.assert_array_equal(batch.data[0].asnumpy()[0], expected)


def test_shuffling_follows_pythons_seed_and_parts_divide(listed: dict) -> None:
    random.seed(4)
    first = mx.image.ImageIter(7, SHAPE, shuffle=True, **listed)
    order = labels(first)
    first.reset()
    assert labels(first) != order
    random.seed(4)
    assert labels(mx.image.ImageIter(7, SHAPE, shuffle=True, **listed)) == order
    parts = [labels(mx.image.ImageIter(3, SHAPE, part_index=k, num_parts=2, **listed)) for k in range(2)]
    assert parts == [[[0, 1, 2]], [[3, 4, 5]]]
    with pytest.raises(ValueError, match="part_index"):
        mx.image.ImageIter(3, SHAPE, part_index=2, num_parts=2, **listed)


def test_a_list_file_and_several_labels(listed: dict, tmp_path: Path) -> None:
    lines = [f"{10 + number}\t{number}\t{number + 0.5}\t{name}" for number, (_, name) in enumerate(listed["imglist"])]
    (tmp_path / "a.lst").write_text("\n".join(lines) + "\n")
    data = mx.image.ImageIter(2, SHAPE, 2, path_imglist=str(tmp_path / "a.lst"), path_root=str(tmp_path))
    assert data.provide_label == [("softmax_label", (2, 2))]
    assert labels([next(data)]) == [[[0, 0.5], [1, 1.5]]]
    narrow = mx.image.ImageIter(2, SHAPE, path_imglist=str(tmp_path / "a.lst"), path_root=str(tmp_path))
    with pytest.raises(mx.MXNetError, match="2 labels, label_width is 1"):
        next(narrow)


def test_record_files_with_and_without_index(tmp_path: Path) -> None:
    files = write_records(tmp_path, 5)
    plain = mx.image.ImageIter(2, SHAPE, path_imgrec=files["path_imgrec"])
    assert labels(plain) == [[0, 1], [2, 3], [4, 0]]
    plain.reset()
    assert labels(plain) == [[0, 1], [2, 3], [4, 0]]
    random.seed(1)
    shuffled = labels(mx.image.ImageIter(5, SHAPE, shuffle=True, **files))
    assert sorted(shuffled[0]) == [0, 1, 2, 3, 4]
    with pytest.raises(ValueError, match="path_imgidx"):
        mx.image.ImageIter(2, SHAPE, shuffle=True, path_imgrec=files["path_imgrec"])


def test_a_class_of_ones_own_decides(listed: dict) -> None:
    class Mine(mx.image.ImageIter):
        def next_sample(self):
            label, data = super().next_sample()
            return label * 10, data

        def imdecode(self, s):
            return mx.image.imdecode(s, to_rgb=0)

        def check_valid_image(self, data):
            if data.shape[0] == 53:
                raise RuntimeError("not this one")

        def augmentation_transform(self, data):
            return mx.image.imresize(data, 50, 40).astype("float32") + 1

        def postprocess_data(self, datum):
            return mx.nd.transpose(datum, (2, 0, 1)) * 2

    data = Mine(2, SHAPE, last_batch_handle="discard", **listed)
    batch = next(data)
    assert labels([batch]) == [[0, 20]]
    raw = mx.image.imresize(mx.image.imread(listed["path_root"] + "/00.jpg", to_rgb=0), 50, 40).asnumpy()
    np.testing.assert_allclose(batch.data[0].asnumpy()[0], (raw.transpose(2, 0, 1).astype(np.float32) + 1) * 2)


def test_errors_say_which_image(listed: dict) -> None:
    Path(listed["path_root"], "03.jpg").write_bytes(b"no image")
    data = mx.image.ImageIter(3, SHAPE, **listed)
    next(data)
    with pytest.raises(RuntimeError, match=r"Broken image filename: 03\.jpg"):
        next(data)
    for wrong, match in (
        ({"data_shape": (1, 40, 50)}, "3 channels"),
        ({"data_shape": (3, 40)}, "length 3"),
        ({"dtype": "uint8"}, "label not supported"),
        ({"imglist": None}, "path_imgrec"),
        ({"last_batch_handle": "drop"}, "roll_over"),
    ):
        with pytest.raises(ValueError, match=match):
            mx.image.ImageIter(**{"batch_size": 3, "data_shape": SHAPE, **listed, **wrong})


def objects(number: int) -> list[float]:
    return [2, 5] + [x for k in range(number % 3 + 1) for x in (k, 0.1 * k, 0.2, 0.1 * k + 0.4, 0.9)]


@pytest.fixture
def boxed(tmp_path: Path) -> dict:
    names = write_files(tmp_path, 7)
    return {"imglist": [[*objects(number), name] for number, name in enumerate(names)], "path_root": str(tmp_path)}


def test_boxes_fill_the_longest_label(boxed: dict) -> None:
    data = mx.image.ImageDetIter(3, SHAPE, **boxed)
    assert data.provide_label == [("label", (3, 3, 5))]
    assert data.label_shape == (3, 5)
    batches = list(data)
    assert [batch.pad for batch in batches] == [0, 0, 2]
    label = batches[0].label[0].asnumpy()
    np.testing.assert_allclose(label[1, :2], np.array(objects(1)[2:], np.float32).reshape(2, 5))
    assert (label[1, 2] == -1).all()
    wide = mx.image.ImageDetIter(3, SHAPE, **{**boxed, "imglist": boxed["imglist"][:1]})
    assert wide.label_shape == (1, 5)
    assert data.sync_label_shape(wide) is wide
    assert wide.label_shape == (3, 5)
    assert next(wide).label[0].shape == (3, 3, 5)
    wide.reshape((3, 20, 30), (6, 5))
    assert wide.provide_data == [("data", (3, 3, 20, 30))]
    with pytest.raises(ValueError, match="reduce label count"):
        wide.reshape(label_shape=(2, 5))
    with pytest.raises(ValueError, match="width inconsistent"):
        wide.reshape(label_shape=(7, 6))


def test_images_whose_boxes_are_lost_are_left_out(boxed: dict) -> None:
    class Lost(mx.image.DetAugmenter):
        def __call__(self, src, label):
            return mx.image.imresize(src, 50, 40), label[:0] if len(label) == 1 else label

    data = mx.image.ImageDetIter(2, SHAPE, aug_list=[Lost()], last_batch_handle="discard", **boxed)
    counts = [(row[:, 0] >= 0).sum() for batch in data for row in batch.label[0].asnumpy()]
    assert counts == [2, 3, 2, 3]


def test_labels_of_wrong_length_are_errors(boxed: dict) -> None:
    for wrong in ([2, 5, 0, 0.1, 0.1, 0.2], [2, 5, 0, 0.1, 0.1, 0.2, 0.2, 7], [2, 5, 0, 0.5, 0.5, 0.1, 0.1]):
        with pytest.raises(RuntimeError, match=r"[Ll]abel"):
            mx.image.ImageDetIter(1, SHAPE, imglist=[[*wrong, "00.jpg"]], path_root=boxed["path_root"])


def test_boxes_can_be_drawn(boxed: dict) -> None:
    if codecs.opencv() is None:
        pytest.skip("drawing needs OpenCV")
    data = mx.image.ImageDetIter(3, SHAPE, mean=True, std=True, **boxed)
    drawn = list(data.draw_next(color=(255, 0, 0), thickness=1, mean=True, std=True, id2labels={0: "thing"}))
    assert len(drawn) == 7
    assert drawn[0].dtype == np.uint8
    assert drawn[0][20, 0].tolist() == [0, 0, 255]
