"""mx.image's functions: decoding, resizing, cropping, borders, rotation."""

import random
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet._images import codecs, colors, pixels, taps
from tests.image.pictures import smooth


def png(image: np.ndarray) -> bytes:
    return codecs.encode(image, ".png", 3)


@pytest.fixture
def without_opencv(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (codecs, pixels, colors):
        monkeypatch.setattr(module, "opencv", lambda: None)


def test_imdecode_gives_rgb_and_imread_the_same(tmp_path: Path) -> None:
    image = smooth(0)
    (tmp_path / "a.png").write_bytes(png(image))
    for buffer in (png(image), bytearray(png(image)), np.frombuffer(png(image), np.uint8)):
        np.testing.assert_array_equal(mx.image.imdecode(buffer).asnumpy(), image[:, :, ::-1])
    on_device = mx.nd.array(np.frombuffer(png(image), np.uint8), dtype="uint8")
    np.testing.assert_array_equal(mx.image.imdecode(on_device, to_rgb=0).asnumpy(), image)
    read = mx.img.imread(str(tmp_path / "a.png"))
    assert read.dtype == np.uint8
    assert read.context == mx.cpu()
    np.testing.assert_array_equal(read.asnumpy(), image[:, :, ::-1])
    assert mx.image.imread(str(tmp_path / "a.png"), flag=0).shape == (60, 80, 1)
    out = mx.nd.zeros((60, 80, 3), dtype="uint8")
    assert mx.image.imdecode(png(image), to_rgb=False, out=out) is out
    np.testing.assert_array_equal(out.asnumpy(), image)


def test_what_is_no_image_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(mx.MXNetError, match="empty buffer"):
        mx.image.imdecode(b"")
    with pytest.raises(mx.MXNetError, match="Decoding failed"):
        mx.image.imdecode(b"clearly not image content")
    with pytest.raises(ValueError, match="please convert to bytes"):
        mx.image.imdecode("text")
    with pytest.raises(mx.MXNetError, match="uint8 buffer"):
        mx.image.imdecode(mx.nd.zeros(4))
    with pytest.raises(mx.MXNetError, match="nowhere"):
        mx.image.imread(str(tmp_path / "nowhere.jpg"))
    with pytest.raises(mx.MXNetError, match="interpolation"):
        mx.image.imresize(mx.nd.ones((8, 8, 3)), 4, 4, interp=-1)
    with pytest.raises(mx.MXNetError, match="at least 1"):
        mx.image.imresize(mx.nd.ones((8, 8, 3)), 0, 4)


def test_a_camera_may_turn_its_picture_but_not_a_jfif_file() -> None:
    plain = codecs.encode(smooth(1, 40, 60), ".jpg", 95)
    assert plain[:4] == b"\xff\xd8\xff\xe0"
    turn = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0"
    exif = b"\xff\xe1" + (len(turn) + 2).to_bytes(2, "big") + turn
    assert mx.image.imdecode(plain[:2] + exif + plain[2:]).shape == (60, 40, 3)
    jfif_length = 4 + int.from_bytes(plain[4:6], "big")
    assert mx.image.imdecode(plain[:jfif_length] + exif + plain[jfif_length:]).shape == (40, 60, 3)


@pytest.mark.parametrize("interp", range(5))
@pytest.mark.parametrize("size", [(40, 90), (120, 30), (160, 120), (33, 21)])
def test_sizes_with_and_without_opencv(interp: int, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    if codecs.opencv() is None:
        pytest.skip("without OpenCV there is nothing to compare with")
    image = mx.nd.array(smooth(2), dtype="uint8")
    fast = mx.image.imresize(image, *size, interp=interp).asnumpy().astype(int)
    assert fast.shape == (size[1], size[0], 3)
    monkeypatch.setattr(pixels, "opencv", lambda: None)
    assert np.abs(mx.image.imresize(image, *size, interp).asnumpy() - fast).max() <= 1
    floats = mx.image.imresize(image.astype("float32"), *size, interp).asnumpy()
    assert floats.dtype == np.float32
    assert np.abs(np.clip(floats, 0, 255) - fast).max() <= 1.01


@pytest.mark.parametrize("interp", range(4))
def test_warping_with_and_without_opencv(interp: int, monkeypatch: pytest.MonkeyPatch) -> None:
    if codecs.opencv() is None:
        pytest.skip("without OpenCV there is nothing to compare with")
    image, matrix = smooth(3), np.array([[0.9, 0.2, 5], [-0.2, 0.9, 8]], np.float32)
    fast = pixels.warp(image, matrix, 50, 70, interp, 7).astype(int)
    monkeypatch.setattr(pixels, "opencv", lambda: None)
    difference = np.abs(pixels.warp(image, matrix, 50, 70, interp, 7) - fast)
    assert difference.mean() < 0.1
    assert np.quantile(difference, 0.98) <= 2


def test_colors_with_and_without_opencv(monkeypatch: pytest.MonkeyPatch) -> None:
    if codecs.opencv() is None:
        pytest.skip("without OpenCV there is nothing to compare with")
    image = smooth(4)

    def results() -> list[np.ndarray]:
        hls = colors.bgr_to_hls(image)
        table = np.arange(256, dtype=np.uint8)[::-1].repeat(3).reshape(256, 3)
        return [hls, colors.look_up(image, table), colors.scale_and_shift(image, 1.3, -7)]

    fast, back = results(), colors.hls_to_bgr(colors.bgr_to_hls(image))
    monkeypatch.setattr(colors, "opencv", lambda: None)
    for one, other in zip(fast, results(), strict=True):
        assert np.abs(one.astype(int) - other).max() <= 1
    assert np.abs(back.astype(int) - colors.hls_to_bgr(fast[0])).max() <= 1


@pytest.mark.usefixtures("without_opencv")
def test_pillow_decodes_and_encodes_as_opencv_does() -> None:
    pytest.importorskip("PIL")
    image = smooth(5)
    np.testing.assert_array_equal(codecs.decode(png(image), 1), image)
    np.testing.assert_array_equal(codecs.decode(png(image), 1, rgb=True), image[:, :, ::-1])
    assert codecs.decode(png(image), 0).shape == image.shape[:2]
    alpha = np.dstack([image, image[:, :, 0]])
    np.testing.assert_array_equal(codecs.decode(png(alpha), -1), alpha)
    np.testing.assert_array_equal(codecs.decode(png(image[:, :, 0]), -1), image[:, :, 0])
    jpeg = codecs.decode(codecs.encode(image, ".jpg", 95), 1)
    assert np.abs(jpeg.astype(int) - image).mean() < 3
    assert codecs.decode(b"no image", 1) is None


def test_scale_down_resize_short_and_interpolations() -> None:
    assert mx.image.scale_down((640, 480), (720, 120)) == (640, 106)
    assert mx.image.scale_down((360, 1000), (480, 500)) == (360, 375)
    assert mx.image.scale_down((300, 400), (0, 0)) == (0, 0)
    image = mx.nd.array(smooth(6, 60, 90), dtype="uint8")
    assert mx.image.resize_short(image, 20).shape == (20, 30, 3)
    assert mx.image.resize_short(image.transpose((1, 0, 2)), 20, interp=9).shape == (30, 20, 3)
    with pytest.raises(ValueError, match="Unknown interp method 7"):
        mx.image.resize_short(image, 20, 7)
    same = mx.image.imresize(image, 90, 60)
    assert same is not image
    np.testing.assert_array_equal(same.asnumpy(), image.asnumpy())


def test_crops_say_where_they_were() -> None:
    image = mx.nd.array(smooth(7), dtype="uint8")
    values = image.asnumpy()
    np.testing.assert_array_equal(mx.image.fixed_crop(image, 3, 4, 20, 10).asnumpy(), values[4:14, 3:23])
    computed = image + 1  # not yet on the host
    np.testing.assert_array_equal(mx.image.fixed_crop(computed, 3, 4, 20, 10).asnumpy(), values[4:14, 3:23] + 1)
    assert mx.image.fixed_crop(image, 3, 4, 20, 10, size=(5, 6)).shape == (6, 5, 3)
    out, box = mx.image.center_crop(image, (21, 11))
    assert box == (29, 24, 21, 11)
    np.testing.assert_array_equal(out.asnumpy(), values[24:35, 29:50])
    out, box = mx.image.center_crop(image, (160, 60))
    assert box == (0, 15, 80, 30)
    assert out.shape == (60, 160, 3)
    random.seed(3)
    out, (x, y, width, height) = mx.image.random_crop(image, (30, 20))
    random.seed(3)
    assert (x, y) == (random.randint(0, 50), random.randint(0, 40))
    np.testing.assert_array_equal(out.asnumpy(), values[y : y + height, x : x + width])
    out, (_, _, width, height) = mx.image.random_size_crop(image, (30, 20), (0.2, 0.5), (0.5, 2))
    assert out.shape == (20, 30, 3)
    assert 0.15 * 4800 < width * height < 0.55 * 4800
    with pytest.deprecated_call(match="min_area"):
        mx.image.random_size_crop(image, (30, 20), None, (0.5, 2), min_area=0.5)
    with pytest.raises(TypeError, match="unexpected keyword arguments for `random_size_crop`: wrong"):
        mx.image.random_size_crop(image, (30, 20), 0.5, (0.5, 2), wrong=1)


@pytest.mark.parametrize("kind", range(5))
def test_borders_are_opencvs(kind: int) -> None:
    cv2 = codecs.opencv()
    if cv2 is None:
        pytest.skip("without OpenCV there is nothing to compare with")
    image = smooth(8, 10, 12)
    expected = cv2.copyMakeBorder(image, 3, 4, 15, 6, borderType=kind, value=(9, 8, 7))
    made = mx.image.copyMakeBorder(mx.nd.array(image, dtype="uint8"), 3, 4, 15, 6, type=kind, values=(9, 8, 7))
    np.testing.assert_array_equal(made.asnumpy(), expected)


def test_a_border_of_one_value_and_wrong_borders() -> None:
    made = mx.image.copyMakeBorder(mx.nd.ones((2, 2, 3)), 1, 0, 0, 1, 0, 7.5)
    np.testing.assert_array_equal(made.asnumpy()[:, :, 2], [[7.5, 7.5, 7.5], [1, 1, 7.5], [1, 1, 7.5]])
    with pytest.raises(mx.MXNetError, match="must not be negative"):
        mx.image.copyMakeBorder(mx.nd.ones((2, 2, 3)), -1, 0, 0, 0)
    with pytest.raises(mx.MXNetError, match="type from 0 to 4"):
        mx.image.copyMakeBorder(mx.nd.ones((2, 2, 3)), 1, 0, 0, 0, 9)


def test_color_normalize_changes_the_image_it_gets() -> None:
    image = mx.nd.array([[[10, 20, 30]]])
    out = mx.image.color_normalize(image, mx.nd.array([1, 2, 3]), mx.nd.array([3, 6, 9]))
    np.testing.assert_allclose(out.asnumpy(), [[[3, 3, 3]]])
    np.testing.assert_allclose(image.asnumpy(), [[[3, 3, 3]]])
    np.testing.assert_allclose(mx.image.color_normalize(image, None).asnumpy(), [[[3, 3, 3]]])


def test_imrotate_turns_and_zooms() -> None:
    image = mx.nd.array(np.arange(25).reshape(1, 5, 5))
    np.testing.assert_allclose(mx.image.imrotate(image, 90).asnumpy()[0], np.rot90(image.asnumpy()[0], 1), atol=1e-4)
    both = mx.image.imrotate(mx.nd.stack(image, image), mx.nd.array([0, 180])).asnumpy()
    np.testing.assert_allclose(both[0, 0], image.asnumpy()[0], atol=1e-4)
    np.testing.assert_allclose(both[1, 0], image.asnumpy()[0, ::-1, ::-1], atol=1e-4)
    ones = mx.nd.ones((1, 20, 30))
    assert mx.image.imrotate(ones, 30).asnumpy().min() == 0
    assert mx.image.imrotate(ones, 30, zoom_in=True).asnumpy()[0, 1:-1, 1:-1].min() > 0.9
    assert mx.image.imrotate(ones, 30, zoom_out=True).asnumpy().sum() < mx.image.imrotate(ones, 30).asnumpy().sum()
    assert mx.image.random_rotate(mx.nd.stack(ones, ones), (-5.0, 5.0)).shape == (2, 1, 20, 30)
    for wrong, error in (
        ((ones, 1, True, True), ValueError),
        ((ones.astype("float64"), 1), TypeError),
        ((ones, mx.nd.array([1])), TypeError),
        ((ones[0], 1), ValueError),
        ((mx.nd.stack(ones, ones), mx.nd.array([1])), ValueError),
    ):
        with pytest.raises(error):
            mx.image.imrotate(*wrong)


def test_every_interpolation_has_whole_weights() -> None:
    for make in taps.INTERPOLATIONS.values():
        for size, wanted in ((7, 3), (3, 7), (5, 5)):
            index, weight = make(size, wanted)
            assert index.shape == weight.shape
            assert 0 <= index.min() <= index.max() < size
            np.testing.assert_allclose(weight.sum(axis=1), 1, atol=1e-12)
