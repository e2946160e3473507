"""Data sets of images, and what is done to images."""

import gzip
import struct
import tarfile
import warnings
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon.data import vision
from mxnet.gluon.data.vision import datasets, transforms

DIGITS = Path(mx.__file__).parent / "gluon" / "data" / "vision" / "digits"
IMAGE = np.random.default_rng(0).integers(0, 256, (12, 10, 3)).astype(np.uint8)
NEEDS_CODEC = pytest.mark.skipif(
    find_spec("cv2") is None and find_spec("PIL") is None, reason="images need OpenCV or Pillow"
)


@pytest.fixture
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: Any, **kwargs: Any) -> str:
        raise OSError("no network")

    monkeypatch.setattr(datasets, "download", refuse)


# --- data sets --------------------------------------------------------------------------------------------------------


def test_digits_come_with_the_package(offline: None) -> None:
    train, test = (vision.MNIST(str(DIGITS), train=part) for part in (True, False))
    assert (len(train), len(test)) == (6400, 1000)
    image, label = train[5]
    assert (image.shape, np.dtype(image.dtype).name) == ((28, 28, 1), "uint8")
    assert isinstance(label, np.int32)
    images, labels = train[:100]
    assert images.shape == (100, 28, 28, 1)
    assert set(labels.tolist()) == set(range(10))
    scaled = vision.MNIST(str(DIGITS), transform=lambda x, y: (x.astype("float32") / 255, y + 1))[5]
    np.testing.assert_array_equal(scaled[0].asnumpy(), image.asnumpy().astype("float32") / 255)
    assert scaled[1] == label + 1


def test_unpacked_files_serve_too(tmp_path: Path, offline: None) -> None:
    for name in ("t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"):
        (tmp_path / name).write_bytes(gzip.decompress((DIGITS / f"{name}.gz").read_bytes()))
    assert len(vision.MNIST(str(tmp_path), train=False)) == 1000


def test_missing_files_are_named(tmp_path: Path, offline: None) -> None:
    with pytest.raises(mx.MXNetError, match=r"train-labels-idx1-ubyte\.gz is not there.*no network") as caught:
        vision.FashionMNIST(str(tmp_path / "fashion"))
    for word in ("train-images-idx3-ubyte.gz", "t10k-labels-idx1-ubyte.gz", str(tmp_path / "fashion")):
        assert word in str(caught.value)
    with pytest.raises(mx.MXNetError, match=r"cifar-10-binary\.tar\.gz.*data_batch_1\.bin"):
        vision.CIFAR10(str(tmp_path / "cifar"))


def idx(array: np.ndarray) -> bytes:
    return gzip.compress(struct.pack(f">{1 + array.ndim}I", 0x0800 + array.ndim, *array.shape) + array.tobytes())


def test_other_files_of_the_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(datasets, "download", lambda url, path, sha1_hash: str(Path(path) / url.rpartition("/")[2]))
    images, labels = np.full((3, 4, 5), 7, np.uint8), np.arange(3, dtype=np.uint8)
    (tmp_path / "train-images-idx3-ubyte.gz").write_bytes(idx(images))
    (tmp_path / "train-labels-idx1-ubyte.gz").write_bytes(idx(labels))
    data = vision.FashionMNIST(str(tmp_path))
    assert data[2][0].shape == (4, 5, 1)
    assert data[2][1] == 2
    (tmp_path / "train-labels-idx1-ubyte.gz").write_bytes(idx(labels[:2]))
    with pytest.raises(mx.MXNetError, match=r"3 images, but .* 2 labels"):
        vision.FashionMNIST(str(tmp_path))
    (tmp_path / "train-images-idx3-ubyte.gz").write_bytes(gzip.compress(gzip.decompress(idx(images))[:-1]))
    (tmp_path / "train-labels-idx1-ubyte.gz").write_bytes(idx(labels))
    with pytest.raises(mx.MXNetError, match="59 bytes follow"):
        vision.FashionMNIST(str(tmp_path))


@pytest.mark.parametrize("in_folder", [False, True])
def test_cifar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_folder: bool) -> None:
    monkeypatch.setattr(datasets, "check_sha1", lambda path, sha1: True)
    pixels = np.random.default_rng(1).integers(0, 256, (4, 3, 32, 32)).astype(np.uint8)
    rows = np.concatenate([np.array([[7], [1], [2], [3]], np.uint8), pixels.reshape(4, -1)], axis=1)
    file = tmp_path / "test_batch.bin"
    file.write_bytes(rows.tobytes())
    name = "cifar-10-batches-bin/test_batch.bin" if in_folder else "test_batch.bin"
    with tarfile.open(tmp_path / "cifar-10-binary.tar.gz", "w:gz") as tar:
        tar.add(file, name)
    file.unlink()
    monkeypatch.setattr(datasets, "download", lambda url, path, sha1_hash: str(Path(path) / url.rpartition("/")[2]))
    data = vision.CIFAR10(str(tmp_path), train=False)
    assert [int(label) for _, label in data] == [7, 1, 2, 3]
    np.testing.assert_array_equal(data[1][0].asnumpy(), pixels[1].transpose(1, 2, 0))

    fine = np.concatenate([np.full((4, 1), 9, np.uint8), rows], axis=1)
    (tmp_path / "test.bin").write_bytes(fine.tobytes())
    assert vision.CIFAR100(str(tmp_path), train=False)[0][1] == 9
    assert vision.CIFAR100(str(tmp_path), fine_label=True, train=False)[0][1] == 7


def save(path: Path, pixels: np.ndarray) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    packed = mx.recordio.pack_img(mx.recordio.IRHeader(0, 0, 0, 0), pixels[..., ::-1], img_fmt=".png", quality=3)
    path.write_bytes(mx.recordio.unpack(packed)[1])


@NEEDS_CODEC
def test_folders_and_lists(tmp_path: Path) -> None:
    for number, folder in enumerate(("cat", "dog", "dog")):
        save(tmp_path / "images" / folder / f"{number}.png", IMAGE + np.uint8(number))
    (tmp_path / "images" / "readme.txt").write_text("x")
    (tmp_path / "images" / "cat" / "notes.txt").write_text("x")
    with pytest.warns(UserWarning, match="Ignoring"):
        data = vision.ImageFolderDataset(str(tmp_path / "images"))
    assert data.synsets == ["cat", "dog"]
    assert [label for _, label in data.items] == [0, 1, 1]
    np.testing.assert_array_equal(data[1][0].asnumpy(), IMAGE + np.uint8(1))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        grey = vision.ImageFolderDataset(str(tmp_path / "images"), flag=0, transform=lambda x, y: (x, y + 5))
    assert grey[0][0].shape == (12, 10, 1)
    assert grey[2][1] == 6

    (tmp_path / "images.lst").write_text("0\t3.5\timages/cat/0.png\n1\t1\t2\timages/dog/2.png\n")
    for listed in ("images.lst", [[3.5, "images/cat/0.png"], [[1, 2], "images/dog/2.png"]]):
        data = vision.ImageListDataset(str(tmp_path), listed)
        assert len(data) == 2
        assert [label.asnumpy().tolist() for _, label in (data[0], data[1])] == [[3.5], [1, 2]]
        np.testing.assert_array_equal(data[1][0].asnumpy(), IMAGE + np.uint8(2))
    (tmp_path / "images" / "cat" / "0.png").write_bytes(b"no image")
    with pytest.raises(mx.MXNetError, match=r"0\.png holds no image"):
        data[0]


@NEEDS_CODEC
def test_records(tmp_path: Path) -> None:
    name = str(tmp_path / "a.rec")
    record = mx.recordio.MXIndexedRecordIO(str(tmp_path / "a.idx"), name, "w")
    for i in range(6):
        header = mx.recordio.IRHeader(0, float(i), i, 0)
        record.write_idx(i, mx.recordio.pack_img(header, IMAGE[..., ::-1], img_fmt=".png", quality=1))
    record.close()
    data = vision.ImageRecordDataset(name)
    np.testing.assert_array_equal(data[3][0].asnumpy(), IMAGE)
    loader = gluon.data.DataLoader(data.transform_first(transforms.ToTensor()), 2, num_workers=3)
    assert [label.asnumpy().tolist() for _, label in loader] == [[0, 1], [2, 3], [4, 5]]


# --- transforms -------------------------------------------------------------------------------------------------------

FIXED = {
    "ToTensor": (transforms.ToTensor, IMAGE),
    "Cast": (lambda: transforms.Cast("float16"), IMAGE),
    "Normalize": (lambda: transforms.Normalize((0.1, 0.2, 0.3), 0.5), IMAGE.transpose(2, 0, 1).astype("float32")),
    "CropResize": (lambda: transforms.CropResize(2, 1, 5, 6), IMAGE),
}


@pytest.mark.parametrize("name", FIXED)
@pytest.mark.parametrize("batch", [False, True])
def test_on_the_host_and_in_a_graph(name: str, batch: bool) -> None:
    make, values = FIXED[name]
    values = np.stack([values, values // 2]) if batch else values
    transform = make()
    here = transform(nd.array(values, dtype=values.dtype))
    data = mx.sym.var("data")
    inside = transform(data).eval(data=nd.array(values, dtype=values.dtype))[0]
    assert here.dtype == inside.dtype
    np.testing.assert_allclose(here.asnumpy(), inside.asnumpy(), rtol=1e-6)


def test_resize() -> None:
    x = nd.array(IMAGE, dtype="uint8")
    assert transforms.Resize((4, 7))(x).shape == (7, 4, 3)
    assert transforms.Resize(5)(x).shape == (5, 5, 3)
    assert transforms.Resize(5, keep_ratio=True)(x).shape == (6, 5, 3)
    np.testing.assert_array_equal(transforms.Resize(20)(x).asnumpy(), mx.image.imresize(x, 20, 20, 1).asnumpy())
    for wrong in (-5, (1, 2, 3)):
        with pytest.raises(mx.MXNetError):
            transforms.Resize(wrong, keep_ratio=True)(x)
    with pytest.raises(mx.MXNetError):
        transforms.CropResize(0, 0, 100, 100)(x)
    with pytest.raises(mx.MXNetError):
        transforms.ToTensor()(nd.zeros((2, 2)))


def test_random_changes_follow_the_seed() -> None:
    x = nd.array(IMAGE, dtype="uint8")
    changes = [
        transforms.RandomFlipLeftRight(),
        transforms.RandomFlipTopBottom(),
        transforms.RandomBrightness(0.5),
        transforms.RandomContrast(0.5),
        transforms.RandomSaturation(0.5),
        transforms.RandomHue(0.3),
        transforms.RandomLighting(0.5),
        transforms.RandomColorJitter(0.3, 0.3, 0.3, 0.3),
    ]
    for change in changes:
        runs = []
        for _ in range(2):
            mx.random.seed(7)
            runs.append([change(x).asnumpy() for _ in range(8)])
        for one, other in zip(*runs, strict=True):
            np.testing.assert_array_equal(one, other)
            assert (one.shape, one.dtype) == (IMAGE.shape, np.uint8)
        assert any(not np.array_equal(r, runs[0][0]) for r in runs[0]), change.name


def test_flips_flip() -> None:
    x = nd.array(IMAGE, dtype="uint8")
    seen = {transforms.RandomFlipLeftRight()(x).asnumpy().tobytes() for _ in range(40)}
    assert seen == {IMAGE.tobytes(), IMAGE[:, ::-1].tobytes()}


def test_colours_change_as_in_the_operators() -> None:
    """With a spread of nothing every factor is one, and the image stays."""
    x = nd.array(IMAGE, dtype="uint8")
    for change in (transforms.RandomBrightness(0), transforms.RandomContrast(0), transforms.RandomSaturation(0)):
        np.testing.assert_array_equal(change(x).asnumpy(), IMAGE)
    turned = transforms.RandomHue(0)(x).asnumpy().astype(int)  # once round the circle
    assert np.abs(turned - IMAGE).max() <= 1


def test_compose_and_apply() -> None:
    x = nd.array(IMAGE, dtype="uint8")
    steps = [transforms.Resize(20), transforms.CenterCrop(16), transforms.ToTensor(), transforms.Normalize(0.5, 0.5)]
    compose = transforms.Compose(steps)
    assert len(steps) == 4
    assert repr(compose).count("HybridSequential") == 1
    out = compose(x)
    assert out.shape == (3, 16, 16)
    apart = x
    for step in steps:
        apart = step(apart)
    np.testing.assert_array_equal(out.asnumpy(), apart.asnumpy())
    assert transforms.RandomApply(compose, 0.0)(x) is x
    assert transforms.RandomApply([transforms.ToTensor()], 1.0)(x).shape == (3, 12, 10)


def test_crops_and_rotations() -> None:
    x = nd.array(IMAGE, dtype="uint8")
    assert transforms.CenterCrop((6, 8))(x).shape == (8, 6, 3)
    assert transforms.RandomResizedCrop(5)(x).shape == (5, 5, 3)
    tensor = transforms.ToTensor()(x)
    assert transforms.Rotate(30)(tensor).shape == (3, 12, 10)
    assert transforms.RandomRotation((-10, 10))(tensor).shape == (3, 12, 10)
    np.testing.assert_array_equal(
        transforms.RandomRotation((-10, 10), rotate_with_proba=0)(tensor).asnumpy(), tensor.asnumpy()
    )
    with pytest.raises(TypeError, match="float32"):
        transforms.Rotate(30)(x)
    with pytest.raises(ValueError, match="between 0 and 1"):
        transforms.RandomRotation((-10, 10), rotate_with_proba=2)
    with pytest.raises(ValueError, match="ordered"):
        transforms.RandomRotation((10, -10))


def test_gradients_go_through_transforms() -> None:
    x = nd.ones((3, 4, 4))
    x.attach_grad()
    with autograd.record():
        y = transforms.Normalize(0, 0.5)(x).sum()
    y.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), np.full((3, 4, 4), 2.0))


def test_the_module_of_data_sets_has_images() -> None:
    assert mx.gluon.data.vision.datasets.image is mx.image
