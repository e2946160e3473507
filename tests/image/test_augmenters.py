"""Augmenters: what each does to an image, how they are made and written down."""

import doctest
import json
import random
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet import image
from mxnet.image import _augmenters, _functions
from tests.image.pictures import smooth


def picture(seed: int = 0) -> mx.nd.NDArray:
    return mx.nd.array(smooth(seed))


def test_colors_follow_their_formulas() -> None:
    values = picture().asnumpy()
    gray = (values * [0.299, 0.587, 0.114]).sum(axis=2, keepdims=True)
    for make, expected in (
        (image.BrightnessJitterAug, lambda a: values * a),
        (image.ContrastJitterAug, lambda a: values * a + (1 - a) * gray.mean()),
        (image.SaturationJitterAug, lambda a: values * a + (1 - a) * gray),
    ):
        random.seed(5)
        out = make(0.4)(picture()).asnumpy()
        random.seed(5)
        np.testing.assert_allclose(out, expected(1 + random.uniform(-0.4, 0.4)), rtol=1e-4, atol=1e-3)


_COLORS = (np.array([55.46, 4.794, 1.148]), np.eye(3))

# What real MXNet does to a float32 image of (4, 4, 3): whether the image changes, whether the result is that image.
IN_PLACE = {
    "brightness": (image.BrightnessJitterAug(0.4), True, True),
    "contrast": (image.ContrastJitterAug(0.4), True, True),
    "saturation": (image.SaturationJitterAug(0.4), True, True),
    "color": (image.ColorJitterAug(0.1, 0.2, 0.3), True, True),
    "lighting": (image.LightingAug(0.3, *_COLORS), True, True),
    "lighting by nothing": (image.LightingAug(0, *_COLORS), False, True),
    "mean": (image.ColorNormalizeAug(np.array([1.0, 2, 3]), None), True, True),
    "deviation": (image.ColorNormalizeAug(None, np.array([2.0, 2, 3])), True, True),
    "neither": (image.ColorNormalizeAug(None, None), False, True),
    "one after another": (image.SequentialAug([image.BrightnessJitterAug(0.4)]), True, True),
    "none": (image.SequentialAug([]), False, True),
    "hue": (image.HueJitterAug(0.4), False, False),
    "gray": (image.RandomGrayAug(1), False, False),
    "never gray": (image.RandomGrayAug(0), False, True),
    "flip": (image.HorizontalFlipAug(1), False, False),
    "never a flip": (image.HorizontalFlipAug(0), False, True),
    "cast to its own dtype": (image.CastAug(), False, False),
    "resize to its own size": (image.ResizeAug(4), False, False),
    "force to its own size": (image.ForceResizeAug((4, 4)), False, False),
    "crop": (image.RandomCropAug((4, 4)), False, False),
    "center": (image.CenterCropAug((4, 4)), False, False),
    "sized crop": (image.RandomSizedCropAug((4, 4), (1.0, 1.0), (1.0, 1.0)), False, False),
}


@pytest.mark.parametrize(("augmenter", "changes", "same"), IN_PLACE.values(), ids=IN_PLACE)
def test_which_augmenters_write_over_their_image(augmenter: image.Augmenter, changes: bool, same: bool) -> None:
    random.seed(3)
    np.random.seed(3)
    values = np.random.RandomState(0).randint(0, 200, (4, 4, 3)).astype(np.float32)
    src = mx.nd.array(values)
    out = augmenter(src)
    assert (src.asnumpy() != values).any() == changes
    assert (out is src) == same


def test_a_view_that_is_changed_changes_its_array() -> None:
    batch = mx.nd.ones((2, 2, 2, 3))
    image.ColorNormalizeAug(mx.nd.array([1, 1, 1]), None)(batch[0])
    assert batch.sum(axis=(1, 2, 3)).asnumpy().tolist() == [0, 12]


def test_numpys_images_stay_numpys() -> None:
    values = np.ones((4, 4, 3), np.float32)
    for augmenter, shape in ((image.CastAug("uint8"), (4, 4, 3)), (image.CenterCropAug((2, 2)), (2, 2, 3))):
        out = augmenter(values)
        assert type(out) is np.ndarray
        assert out.shape == shape
    random.seed(3)
    assert image.BrightnessJitterAug(0.4)(values) is values
    assert (values != 1).all()


def test_hue_of_grey_stays_and_gray_takes_colors_out() -> None:
    grey = mx.nd.ones((4, 4, 3)) * 100
    np.testing.assert_allclose(image.HueJitterAug(0.5)(grey).asnumpy(), 100, atol=0.5)
    out = image.RandomGrayAug(1.0)(picture()).asnumpy()
    np.testing.assert_allclose(out[..., 0], out[..., 2], rtol=1e-6)
    assert image.RandomGrayAug(0.0)(grey) is grey


def test_lighting_adds_one_color() -> None:
    np.random.seed(1)
    out = image.LightingAug(0.5, np.array([55.46, 4.794, 1.148]), np.eye(3))(picture()).asnumpy() - picture().asnumpy()
    np.random.seed(1)
    expected = np.random.normal(0, 0.5, 3) * [55.46, 4.794, 1.148]
    np.testing.assert_allclose(out, np.broadcast_to(expected, out.shape), atol=1e-3)


def test_normalize_flip_cast_and_order() -> None:
    src = picture()
    values = src.asnumpy()
    out = image.ColorNormalizeAug(mean=mx.nd.array([1, 2, 3]), std=np.array([2.0, 4, 8]))(src)
    np.testing.assert_allclose(out.asnumpy(), (values - [1, 2, 3]) / [2, 4, 8], rtol=1e-6)
    src = picture()
    np.testing.assert_array_equal(image.HorizontalFlipAug(1.0)(src).asnumpy(), values[:, ::-1])
    assert image.CastAug("uint8")(src).dtype == np.uint8
    assert image.CastAug()(src.astype("uint8")).dtype == np.float32
    add = type("Add", (image.Augmenter,), {"__call__": lambda self, src: src + 1})
    double = type("Double", (image.Augmenter,), {"__call__": lambda self, src: src * 2})
    np.testing.assert_allclose(image.SequentialAug([add(), double()])(src).asnumpy(), (values + 1) * 2)
    shuffled = {
        float(image.RandomOrderAug([add(), double()])(mx.nd.zeros((1, 1, 3))).asnumpy()[0, 0, 0]) for _ in range(40)
    }
    assert shuffled == {1.0, 2.0}


def test_sizes() -> None:
    src = picture()
    for aug, shape in (
        (image.ResizeAug(30), (30, 40, 3)),
        (image.ForceResizeAug((21, 22)), (22, 21, 3)),
        (image.RandomCropAug((21, 22)), (22, 21, 3)),
        (image.CenterCropAug((21, 22)), (22, 21, 3)),
        (image.RandomSizedCropAug((21, 22), 0.1, (0.5, 2)), (22, 21, 3)),
    ):
        assert aug(src).shape == shape


def test_dumps_are_mxnets() -> None:
    assert image.ResizeAug(5).dumps() == '["resizeaug", {"size": 5, "interp": 2}]'
    assert image.CastAug().dumps() == '["castaug", {"type": "float32"}]'
    assert image.ColorJitterAug(0.1, 0, 0).dumps() == [
        "colorjitteraug",
        ['["brightnessjitteraug", {"brightness": 0.1}]'],
    ]
    name, arguments = json.loads(image.ColorNormalizeAug(np.array([1.0, 2, 3]), mx.nd.array([1])).dumps())
    assert (name, arguments) == ("colornormalizeaug", {"mean": [1, 2, 3], "std": [1]})
    assert image.DetBorrowAug(image.CastAug()).dumps() == ["detborrowaug", '["castaug", {"type": "float32"}]']
    with pytest.raises(NotImplementedError):
        image.Augmenter()(picture())
    with pytest.raises(NotImplementedError):
        image.DetAugmenter()(picture(), np.zeros((1, 5)))


def names(augs: list) -> list[str]:
    return [type(getattr(aug, "augmenter", aug)).__name__ for aug in augs]


def test_create_augmenter_keeps_mxnets_order() -> None:
    everything = image.CreateAugmenter(
        (3, 30, 40), resize=50, rand_crop=True, rand_resize=True, rand_mirror=True, mean=True, std=True,
        brightness=0.1, contrast=0.1, saturation=0.1, hue=0.1, pca_noise=0.1, rand_gray=0.1,
    )  # fmt: skip
    assert " ".join(names(everything)) == (
        "ResizeAug RandomSizedCropAug HorizontalFlipAug CastAug ColorJitterAug HueJitterAug LightingAug "
        "RandomGrayAug ColorNormalizeAug"
    )
    assert names(image.CreateAugmenter((3, 30, 40))) == ["CenterCropAug", "CastAug"]
    out = picture()
    for aug in everything:
        out = aug(out)
    assert out.shape == (30, 40, 3)
    assert out.dtype == np.float32
    with pytest.raises(ValueError, match="rand_crop=True"):
        image.CreateAugmenter((3, 30, 40), rand_resize=True)
    with pytest.raises(ValueError, match="mean: expected True"):
        image.CreateAugmenter((3, 30, 40), mean=[1, 2, 3])


def test_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for module in (_augmenters, _functions):
        assert doctest.testmod(module, extraglobs={"mx": mx}).failed == 0


BOXES = np.array([[1, 0.1, 0.2, 0.5, 0.6], [2, 0.6, 0.1, 0.9, 0.4]])


def test_boxes_are_mirrored_with_the_image() -> None:
    src = picture()
    out, label = image.DetHorizontalFlipAug(1.0)(src, BOXES.copy())
    np.testing.assert_array_equal(out.asnumpy(), src.asnumpy()[:, ::-1])
    np.testing.assert_allclose(label[:, 1:], [[0.5, 0.2, 0.9, 0.6], [0.1, 0.1, 0.4, 0.4]])


def marked(height: int = 60, width: int = 80) -> tuple[mx.nd.NDArray, np.ndarray]:
    """An image that is 255 inside its one box."""
    values = np.zeros((height, width, 3), np.uint8)
    values[15:45, 20:60] = 255
    return mx.nd.array(values, dtype="uint8"), np.array([[3, 0.25, 0.25, 0.75, 0.75]])


@pytest.mark.parametrize("seed", range(8))
def test_boxes_stay_around_their_objects(seed: int) -> None:
    random.seed(seed)
    for aug in (
        image.DetRandomCropAug(min_object_covered=0.5, area_range=(0.3, 0.9)),
        image.DetRandomPadAug(area_range=(1.5, 3.0), pad_val=(0, 0, 0)),
    ):
        out, label = aug(*marked())
        assert out.shape != (60, 80, 3)
        inside = np.argwhere(out.asnumpy()[..., 0] == 255)
        (top, left), (bottom, right) = inside.min(axis=0), inside.max(axis=0) + 1
        height, width = out.shape[:2]
        np.testing.assert_allclose(
            label[0], [3, left / width, top / height, right / width, bottom / height], atol=1.5 / min(height, width)
        )


def test_one_of_several_and_impossible_ranges() -> None:
    many = image.CreateMultiRandCropAugmenter(min_object_covered=[0.1, 0.5], area_range=[(0.1, 1.0), (0.5, 1.0)])
    assert [aug.min_object_covered for aug in many.aug_list] == [0.1, 0.5]
    assert image.DetRandomSelectAug([], 0).skip_prob == 1
    src, label = marked()
    assert image.DetRandomSelectAug([], 0)(src, label)[0] is src
    with pytest.raises(ValueError, match="one length"):
        image.CreateMultiRandCropAugmenter(min_object_covered=[0.1, 0.5], max_attempts=[1, 2, 3])
    with pytest.raises(ValueError, match="DetAugmenter in list only"):
        image.DetRandomSelectAug([image.CastAug()])
    with pytest.raises(TypeError, match="Borrowing"):
        image.DetBorrowAug(3)
    with pytest.warns(UserWarning, match="invalid area_range"):
        aug = image.DetRandomCropAug(area_range=(0.5, 0.1))
    assert aug(src, label)[0] is src
    with pytest.warns(UserWarning, match="invalid aspect_ratio_range"):
        assert not image.DetRandomPadAug(aspect_ratio_range=(-1, 1)).enabled


def test_create_det_augmenter_keeps_mxnets_order() -> None:
    everything = image.CreateDetAugmenter(
        (3, 30, 40), resize=50, rand_crop=0.5, rand_pad=0.5, rand_gray=0.1, rand_mirror=True, mean=True, std=True,
        brightness=0.1, hue=0.1, pca_noise=0.1,
    )  # fmt: skip
    assert " ".join(names(everything)) == (
        "ResizeAug DetRandomSelectAug DetHorizontalFlipAug DetRandomSelectAug ForceResizeAug CastAug "
        "ColorJitterAug HueJitterAug LightingAug RandomGrayAug ColorNormalizeAug"
    )
    src, label = marked()
    for aug in everything:
        src, label = aug(src, label)
    assert src.shape == (30, 40, 3)
    assert label.shape == (1, 5)
