"""ImageRecordIter and its relatives. Orders, crops and mirrors are those that MXNet 1.9.1 gives for the same seeds."""

import gc
import logging
import threading
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet._images import codecs, pixels
from mxnet.recordio import MXRecordIO, pack, pack_img
from tests.image.pictures import grid, smooth, write_records

SHAPE = (3, 40, 50)
# The first epoch of 50 records with shuffle=True and seed 0, and with seed 5; then how the second one begins.
ORDER = (
    "13 11 37 2 35 30 19 26 38 14 16 4 9 34 8 33 1 10 29 20 15 44 12 36 18 22 0 3 49 28 23 40 6 41 48 17 43 46 31 32 5 "
    "7 42 39 21 25 45 47 24 27"
)
ORDER_5 = (
    "29 26 33 8 21 5 17 15 12 11 35 28 6 31 36 20 38 42 46 34 1 30 2 10 44 7 43 23 25 24 39 9 48 0 41 32 18 37 40 49 "
    "14 19 22 45 13 16 3 47 4 27"
)
SECOND = "37 44 4 41 17 18 7 47 27 25 32 36 11 26 34 49 29 23 1 5"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return write_records(tmp_path_factory.mktemp("records"), 50)


@pytest.fixture
def plain(files: dict[str, str]) -> dict:
    return {"path_imgrec": files["path_imgrec"], "data_shape": SHAPE, "verbose": False}


def numbers(batches) -> list[int]:
    return [int(label) for batch in batches for label in batch.label[0].asnumpy()]


def corners(batch) -> list[tuple[int, int, bool]]:
    """Column, row and mirroring of the crops of a batch of grids."""
    images = batch.data[0].asnumpy() // 2
    found = []
    for image in images:
        left, right, top = int(image[0, 0, 0]), int(image[0, 0, -1]), int(image[1, 0, 0])
        found.append((min(left, right), top, left > right))
    return found


def test_a_batch_holds_the_middle_of_images_in_rgb(plain: dict) -> None:
    data = mx.io.ImageRecordIter(batch_size=8, **plain)
    assert isinstance(data, mx.io.MXDataIter)
    assert data.provide_data == [("data", (8, *SHAPE))]
    assert data.provide_label == [("softmax_label", (8,))]
    batch = next(data)
    expected = np.stack([grid(number)[10:50, 15:65, ::-1].transpose(2, 0, 1) for number in range(8)])
    assert batch.data[0].dtype == np.float32
    np.testing.assert_array_equal(batch.data[0].asnumpy(), expected)
    np.testing.assert_array_equal(batch.index, 1000 + np.arange(8))
    named = mx.io.ImageRecordIter(batch_size=8, data_name="x", label_name="y", **plain)
    assert (named.provide_data[0].name, named.provide_label[0].name) == ("x", "y")


def test_what_an_iterator_says_leaves_logging_for_the_program_to_set_up(plain: dict, monkeypatch) -> None:
    monkeypatch.setattr(logging.root, "handlers", [])
    mx.io.ImageRecordIter(batch_size=8, **{**plain, "verbose": True})
    assert logging.root.handlers == []


def test_the_last_batch_goes_on_where_the_next_epoch_begins(plain: dict) -> None:
    data = mx.io.ImageRecordIter(batch_size=8, **plain)
    first = list(data)
    assert numbers(first) == [*range(50), *range(6)]
    assert [batch.pad for batch in first] == [0] * 6 + [6]
    assert list(data) == []
    data.reset()
    second = list(data)
    assert numbers(second) == [*range(6, 50), *range(4)]
    assert [batch.pad for batch in second] == [0] * 5 + [4]
    data.reset()
    next(data)
    data.reset()  # in the middle: from the start
    assert numbers([next(data)]) == list(range(8))


def test_without_round_batch_an_epoch_is_every_record_once(plain: dict) -> None:
    data = mx.io.ImageRecordIter(batch_size=8, round_batch=False, **plain)
    for _ in range(2):
        batches = list(data)
        assert [batch.pad for batch in batches] == [0] * 6 + [6]
        assert numbers(batches)[:50] == list(range(50))
        assert not batches[-1].data[0].asnumpy()[2:].any()
        data.reset()
    with pytest.raises(mx.MXNetError, match="must be bigger than the batch size"):
        mx.io.ImageRecordIter(batch_size=101, **plain)


def test_shuffled_orders_are_mxnets(plain: dict, files: dict[str, str]) -> None:
    mx.random.seed(0)
    for arguments, order in (({}, ORDER), ({"seed": 5}, ORDER_5)):
        data = mx.io.ImageRecordIter(
            batch_size=10, shuffle=True, path_imgidx=files["path_imgidx"], **arguments, **plain
        )
        assert " ".join(map(str, numbers(data))) == order
    unindexed = mx.io.ImageRecordIter(batch_size=10, shuffle=True, **plain)
    assert " ".join(map(str, numbers(unindexed))) == ORDER
    unindexed.reset()
    assert " ".join(map(str, numbers(unindexed)[:20])) == SECOND


def test_mx_random_seed_decides_where_no_seed_is_given(plain: dict) -> None:
    def epochs(seed: int) -> list[list[int]]:
        mx.random.seed(seed)
        data = mx.io.ImageRecordIter(batch_size=10, shuffle=True, rand_crop=True, **plain)
        first = [(numbers([batch]), corners(batch)) for batch in data]
        data.reset()
        return [first, [(numbers([batch]), corners(batch)) for batch in data]]

    try:
        assert epochs(7) == epochs(7)
        one, two = epochs(7)
        assert one != two
        assert epochs(8)[0] != one
    finally:
        mx.random.seed(0)


def test_parts_divide_the_records(plain: dict, files: dict[str, str]) -> None:
    for more in ({}, {"path_imgidx": files["path_imgidx"]}):
        parts = [
            mx.io.ImageRecordIter(batch_size=4, part_index=part, num_parts=3, round_batch=False, **more, **plain)
            for part in range(3)
        ]
        found = [[n for b in data for n in numbers([b])[: 4 - b.pad]] for data in parts]
        assert found == [list(range(17)), list(range(17, 34)), list(range(34, 50))]
    with pytest.raises(mx.MXNetError, match="part_index must be from 0 to num_parts - 1 = 2"):
        mx.io.ImageRecordIter(batch_size=4, part_index=3, num_parts=3, **plain)


def test_several_files_are_one(tmp_path: Path) -> None:
    first, second = (
        write_records(tmp_path, 5, lambda n, k=k: n + 10 * k, name=str(k))["path_imgrec"] for k in range(2)
    )
    data = mx.io.ImageRecordIter(path_imgrec=f"{first};{second}", data_shape=SHAPE, batch_size=5)
    assert numbers(data) == [0, 1, 2, 3, 4, 10, 11, 12, 13, 14]
    tail = mx.io.ImageRecordIter(
        path_imgrec=f"{first};{second}", data_shape=SHAPE, batch_size=5, part_index=1, num_parts=2
    )
    assert numbers(tail) == [10, 11, 12, 13, 14]


def test_crops_and_mirrors_are_mxnets(plain: dict) -> None:
    data = mx.io.ImageRecordIter(batch_size=7, rand_crop=True, rand_mirror=True, seed_aug=3, **plain)
    first = [(3, 3, False), (9, 4, True), (17, 7, False), (24, 9, True), (3, 19, True), (5, 17, False), (11, 14, False)]
    assert corners(next(data)) == first
    assert corners(next(data))[:3] == [(24, 2, False), (24, 3, True), (22, 14, True)]


def test_mirror_mean_deviation_and_scale(plain: dict) -> None:
    raw = next(mx.io.ImageRecordIter(batch_size=4, **plain)).data[0].asnumpy()
    mirrored = next(mx.io.ImageRecordIter(batch_size=4, mirror=True, **plain)).data[0].asnumpy()
    np.testing.assert_array_equal(mirrored, raw[..., ::-1])
    data = mx.io.ImageRecordIter(
        batch_size=4, mean_r=10, mean_g=20, mean_b=30, std_r=2, std_g=4, std_b=5, scale=0.5, **plain
    )
    expected = (raw - np.reshape([10, 20, 30], (3, 1, 1))) * np.reshape([0.25, 0.125, 0.1], (3, 1, 1))
    np.testing.assert_allclose(next(data).data[0].asnumpy(), expected, rtol=1e-5, atol=1e-5)


def test_a_mean_image_is_made_once_and_then_read(plain: dict, tmp_path: Path) -> None:
    path = tmp_path / "mean.bin"
    raw = np.concatenate([b.data[0].asnumpy() for b in mx.io.ImageRecordIter(batch_size=10, **plain)])
    first = next(mx.io.ImageRecordIter(batch_size=10, mean_img=str(path), **plain)).data[0].asnumpy()
    np.testing.assert_allclose(mx.nd.load(str(path))["mean_img"].asnumpy(), raw.mean(axis=0), rtol=1e-5)
    np.testing.assert_allclose(first, raw[:10] - raw.mean(axis=0), atol=1e-3)
    mx.nd.save(str(path), {"mean_img": mx.nd.array(np.arange(50) * np.ones(SHAPE))})
    again = mx.io.ImageRecordIter(batch_size=10, mean_img=str(path), mirror=True, **plain)
    np.testing.assert_allclose(next(again).data[0].asnumpy(), (raw[:10] - np.arange(50))[..., ::-1], atol=1e-4)


def test_integers(plain: dict) -> None:
    raw = next(mx.io.ImageRecordIter(batch_size=4, **plain)).data[0].asnumpy()
    for make in (mx.io.ImageRecordUInt8Iter, lambda **k: mx.io.ImageRecordIter(dtype="uint8", mean_r=9, **k)):
        batch = next(make(batch_size=4, **plain))
        assert batch.data[0].dtype == np.uint8
        np.testing.assert_array_equal(batch.data[0].asnumpy(), raw)
    for make in (mx.io.ImageRecordInt8Iter, lambda **k: mx.io.ImageRecordIter(dtype="int8", **k)):
        batch = next(make(batch_size=4, mean_r=100.4, mean_g=2.5, **plain))
        assert batch.data[0].dtype == np.int8
        expected = np.clip(raw - np.reshape([100, 3, 0], (3, 1, 1)), -128, 127)
        np.testing.assert_array_equal(batch.data[0].asnumpy(), expected)
    with pytest.raises(mx.MXNetError, match="unknown dtype"):
        mx.io.ImageRecordIter(batch_size=4, dtype="float16", **plain)
    assert numbers(mx.io.ImageRecordIter_v1(batch_size=25, **plain)) == list(range(50))
    assert next(mx.io.ImageRecordUInt8Iter_v1(batch_size=25, **plain)).data[0].dtype == np.uint8


def test_channels(tmp_path: Path, plain: dict) -> None:
    grey = mx.io.ImageRecordIter(batch_size=4, **{**plain, "data_shape": (1, 40, 50)})
    assert next(grey).data[0].shape == (4, 1, 40, 50)
    alpha = write_records(tmp_path, 4, make=lambda n: np.dstack([grid(n), np.full((60, 80), 77, np.uint8)]))
    four = next(mx.io.ImageRecordIter(batch_size=4, data_shape=(4, 40, 50), path_imgrec=alpha["path_imgrec"]))
    assert (four.data[0].asnumpy()[:, 3] == 77).all()
    assert (four.data[0].asnumpy()[2, 2] == 2).all()
    with pytest.raises(mx.MXNetError, match="Expected 4 channels"):
        mx.io.ImageRecordIter(batch_size=4, **{**plain, "data_shape": (4, 40, 50)})
    with pytest.raises(mx.MXNetError, match="Invalid output shape"):
        mx.io.ImageRecordIter(batch_size=4, **{**plain, "data_shape": (5, 40, 50)})


def test_labels_of_records_and_of_lists(tmp_path: Path) -> None:
    files = write_records(tmp_path, 4, lambda n: [n, n + 0.5])
    arguments = {"path_imgrec": files["path_imgrec"], "data_shape": SHAPE, "batch_size": 4}
    data = mx.io.ImageRecordIter(label_width=2, **arguments)
    assert data.provide_label == [("softmax_label", (4, 2))]
    np.testing.assert_array_equal(next(data).label[0].asnumpy()[3], [3, 3.5])
    with pytest.raises(mx.MXNetError, match="2-dimensional label but label_width is set to 1"):
        mx.io.ImageRecordIter(**arguments)
    lines = tmp_path / "a.lst"
    lines.write_text("".join(f"{1000 + n}\t{n * 2}\tpath {n}\n" for n in range(4)))
    assert numbers(mx.io.ImageRecordIter(path_imglist=str(lines), **arguments)) == [0, 2, 4, 6]
    lines.write_text("1000\t1\tx\n")
    with pytest.raises(mx.MXNetError, match="fail to find imagelabel for id 1001"):
        mx.io.ImageRecordIter(path_imglist=str(lines), **arguments)


AUGMENTATIONS = {
    "resize": {"resize": 64, "inter_method": 9},
    "rotate": {"max_rotate_angle": 30, "rand_crop": True},
    "one angle": {"rotate": 90},
    "some angles": {"rotate_list": "0,90,180"},
    "shear": {"max_shear_ratio": 0.3, "fill_value": 7},
    "scale": {"max_random_scale": 1.3, "min_random_scale": 0.7},
    "proportions": {"max_aspect_ratio": 0.3},
    "size": {"max_img_size": 70, "min_img_size": 60},
    "square": {"max_crop_size": 48, "min_crop_size": 30, "rand_crop": True},
    "pad": {"pad": 12, "fill_value": 3, "rand_crop": True},
    "resized crop": {"random_resized_crop": True, "min_random_area": 0.1, "max_aspect_ratio": 0.3},
    "jitter": {"brightness": 0.3, "contrast": 0.4, "saturation": 0.5},
    "hsl": {"random_h": 30, "random_s": 40, "random_l": 50},
    "pca": {"pca_noise": 0.3},
    "light": {"max_random_contrast": 0.3, "max_random_illumination": 5},
    "enlarge": {"data_shape": (3, 130, 90)},
}  # fmt: skip


@pytest.mark.parametrize("name", AUGMENTATIONS)
def test_augmentations_repeat_with_seed_aug_and_work_without_opencv(
    name: str, plain: dict, monkeypatch: pytest.MonkeyPatch
) -> None:
    def batch(seed: int) -> np.ndarray:
        return (
            next(mx.io.ImageRecordIter(batch_size=12, **{**plain, **AUGMENTATIONS[name], "seed_aug": seed}))
            .data[0]
            .asnumpy()
        )

    one = batch(1)
    np.testing.assert_array_equal(batch(1), one)
    changes = name not in ("resize", "one angle", "size", "enlarge")
    assert (batch(2) != one).any() == changes
    if codecs.opencv() is not None:
        monkeypatch.setattr(pixels, "opencv", lambda: None)
        assert np.abs(batch(1) - one).mean() < 0.5


def test_every_angle_of_a_list_is_used(plain: dict) -> None:
    square = {**plain, "data_shape": (3, 20, 20)}
    raw = next(mx.io.ImageRecordIter(batch_size=50, **square)).data[0].asnumpy()
    out = next(mx.io.ImageRecordIter(batch_size=50, rotate_list="0,180", **square)).data[0].asnumpy()
    turned = [np.abs(a - b).mean() > np.abs(a - b[:, ::-1, ::-1]).mean() for a, b in zip(out, raw, strict=True)]
    assert 10 < sum(turned) < 40


def test_contradictions_are_errors(plain: dict) -> None:
    for wrong, match in (
        ({"random_resized_crop": True, "rand_crop": True}, "conflicts"),
        ({"inter_method": 7}, "invalid inter_method"),
        ({"inter_method": 0, "max_rotate_angle": 3}, "invalid inter_method"),
        ({"max_crop_size": 500, "min_crop_size": 3}, "smaller than max_crop_size"),
        ({"aug_seq": "other"}, "no augmenter 'other'"),
        ({"path_imgrec": ""}, "must specify path_imgrec"),
        ({"path_imgrec": "/nowhere.rec"}, "nowhere"),
        ({"batch_size": 0}, "batch_size must be at least 1"),
        ({"resize": "long"}, "resize must be"),
    ):
        with pytest.raises(mx.MXNetError, match=match):
            mx.io.ImageRecordIter(**{"batch_size": 4, **plain, **wrong})
    with pytest.raises(mx.MXNetError, match="data_shape"):
        mx.io.ImageRecordIter(batch_size=4, path_imgrec=plain["path_imgrec"])
    with pytest.raises(TypeError, match="keyword"):
        mx.io.ImageRecordIter(plain["path_imgrec"])


def test_a_broken_record_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.rec"
    writer = MXRecordIO(str(path), "w")
    writer.write(pack_img((0, 1, 1, 0), grid(1), 3, ".png"))
    writer.write(pack((0, 1, 77, 0), b"no image"))
    writer.close()
    place = path.read_bytes().rindex(b"\x0a\x23\xd7\xce")
    with pytest.raises(mx.MXNetError, match=f"the record at byte {place} of .*image 77 cannot be decoded"):
        mx.io.ImageRecordIter(path_imgrec=str(path), data_shape=SHAPE, batch_size=2)


def test_nothing_is_left_of_an_abandoned_iterator(plain: dict) -> None:
    def alive() -> list[threading.Thread]:
        return [thread for thread in threading.enumerate() if thread.name.startswith("mxnet-images")]

    before = alive()
    data = mx.io.ImageRecordIter(batch_size=4, prefetch_buffer=2, **plain)
    next(data)
    mine = [thread for thread in alive() if thread not in before]
    assert mine
    del data
    gc.collect()
    for thread in mine:
        thread.join(10)
    assert not any(thread.is_alive() for thread in mine)


def boxes(number: int) -> list[float]:
    return [2, 5] + [x for k in range(number % 3 + 1) for x in (k, 0.1 * k + 0.1, 0.2, 0.1 * k + 0.5, 0.8)]


@pytest.fixture
def detection(tmp_path: Path) -> dict:
    files = write_records(tmp_path, 12, boxes, smooth)
    return {"path_imgrec": files["path_imgrec"], "data_shape": SHAPE, "batch_size": 6, "verbose": False}


def test_labels_of_detection_are_filled_up(detection: dict) -> None:
    data = mx.io.ImageDetRecordIter(**detection)
    assert data.provide_label == [("softmax_label", (6, 21))]
    batch = next(data)
    assert batch.index.tolist() == list(range(1000, 1006))
    row = batch.label[0].asnumpy()[1]
    assert row[:4].tolist() == [3, 40, 50, 12]
    np.testing.assert_allclose(row[4:16], boxes(1), rtol=1e-6)
    assert (row[16:] == -1).all()
    image = pixels.resize(smooth(1), 50, 40, 1)[:, :, ::-1].transpose(2, 0, 1)
    np.testing.assert_array_equal(batch.data[0].asnumpy()[1], image)
    wide = mx.io.ImageDetRecordIter(label_pad_width=30, label_pad_value=-2, mean_r=3, std_g=2, scale=0.5, **detection)
    batch = next(wide)
    assert batch.label[0].shape == (6, 34)
    assert batch.label[0].asnumpy()[0, -1] == -2
    expected = (image - np.reshape([3, 0, 0], (3, 1, 1))) / np.reshape([1, 2, 1], (3, 1, 1)) * 0.5
    np.testing.assert_allclose(batch.data[0].asnumpy()[1], expected, rtol=1e-5)
    with pytest.raises(mx.MXNetError, match="label_pad_width: 5 smaller than estimated width: 17"):
        mx.io.ImageDetRecordIter(label_pad_width=5, **detection)


def test_proportions_may_be_kept(detection: dict) -> None:
    label = next(mx.io.ImageDetRecordIter(resize_mode="fit", **detection)).label[0].asnumpy()
    assert label[0, :3].tolist() == [3, 37, 50]
    batch = next(mx.io.ImageDetRecordIter(resize_mode="shrink", **{**detection, "data_shape": (3, 100, 90)}))
    assert batch.label[0].asnumpy()[0, :3].tolist() == [3, 60, 80]
    assert not batch.data[0].asnumpy()[:, :, 60:].any()


def found_box(image: np.ndarray) -> list[float]:
    rows, columns = np.nonzero(image[0] > 127)
    height, width = image.shape[1:]
    return [columns.min() / width, rows.min() / height, (columns.max() + 1) / width, (rows.max() + 1) / height]


@pytest.mark.parametrize(
    "changes",
    [
        {"rand_mirror_prob": 1},
        {"rand_pad_prob": 1, "max_pad_scale": 3, "fill_value": 0},
        {"rand_crop_prob": 1, "min_crop_scales": 0.5, "min_crop_aspect_ratios": 0.7, "max_crop_aspect_ratios": 1.5},
        {"rand_crop_prob": 1, "num_crop_sampler": 2, "min_crop_scales": "(0.5, 0.8)", "min_crop_object_coverages": 0.6,
         "crop_emit_mode": "overlap"},
    ],
)  # fmt: skip
def test_boxes_stay_around_their_objects(changes: dict, tmp_path: Path) -> None:
    def marked(number: int) -> np.ndarray:
        image = np.zeros((60, 80, 3), np.uint8)
        image[15:45, 8:56] = 255
        return image

    files = write_records(tmp_path, 8, lambda n: [2, 5, 4, 0.1, 0.25, 0.7, 0.75], marked)
    batch = next(
        mx.io.ImageDetRecordIter(path_imgrec=files["path_imgrec"], data_shape=(3, 90, 120), batch_size=8, **changes)
    )
    labels = batch.label[0].asnumpy()[:, 6:]
    assert (labels[:, 0] == 4).all()
    assert not np.allclose(labels[:, 1:], [0.1, 0.25, 0.7, 0.75])
    found = [found_box(image) for image in batch.data[0].asnumpy()]
    np.testing.assert_allclose(labels[:, 1:], found, atol=0.06)


def test_labels_that_are_no_boxes_are_errors(plain: dict) -> None:
    with pytest.raises(mx.MXNetError, match="Not enough label"):
        mx.io.ImageDetRecordIter(batch_size=4, **plain)
