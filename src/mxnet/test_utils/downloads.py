"""Data sets and models from the network, kept in the current folder."""

import bz2
import gzip
import http.client
import logging
import os
import urllib.request
import warnings
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

import mxnet as mx
from mxnet._files.paths import write_atomic
from mxnet.error import MXNetError
from mxnet.gluon.data.vision.datasets import DIGITS

_DATA = "http://data.mxnet.io/"
_SECONDS = 60  # without a byte
_CHUNK = 1 << 16

# Where each model is, below the folder of models; the number is the file's epoch.
_MODELS = {
    "imagenet1k-inception-bn": ("imagenet/inception-bn/Inception-BN", 126),
    **{f"imagenet1k-resnet-{n}": (f"imagenet/resnet/{n}-layers/resnet-{n}", 0) for n in (18, 34, 50, 101, 152)},
    "imagenet1k-resnext-50": ("imagenet/resnext/50-layers/resnext-50", 0),
    "imagenet1k-resnext-101": ("imagenet/resnext/101-layers/resnext-101", 0),
    "imagenet1k-resnext-101-64x4d": ("imagenet/resnext/101-layers/resnext-101-64x4d", 0),
    "imagenet11k-resnet-152": ("imagenet-11k/resnet-152/resnet-152", 0),
    "imagenet11k-place365ch-resnet-152": ("imagenet-11k-place365-ch/resnet-152", 0),
    "imagenet11k-place365ch-resnet-50": ("imagenet-11k-place365-ch/resnet-50", 0),
}


def download(
    url: str, fname: str | None = None, dirname: str | None = None, overwrite: bool = False, retries: int = 5
) -> str:
    """Download a file unless it is there, and return its name.

    ``fname`` is by default the last part of the address, in ``dirname`` or the current folder. The file appears when
    it is complete. A failure is tried again, ``retries`` times in all.

    >>> from pathlib import Path
    >>> _ = Path("source.txt").write_text("some text")
    >>> mx.test_utils.download(Path("source.txt").absolute().as_uri(), fname="copy.txt")
    'copy.txt'
    """
    if retries < 0:
        raise ValueError(f"download: expected retries of at least 0, but received {retries}")
    name = url.split("/")[-1] if fname is None else fname
    path = Path(name) if dirname is None else Path(dirname) / name
    if path.exists() and not overwrite:
        logging.info("%s exists, skipping download", path)
        return str(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    for left in range(max(retries, 1) - 1, -1, -1):
        try:
            write_atomic(path, _chunks(url))
            break
        except MXNetError as error:
            if not left:
                raise
            print(f"{error}; retrying, {left} attempt{'s' if left > 1 else ''} left")
    logging.info("downloaded %s into %s successfully", url, path)
    return str(path)


def _chunks(url: str) -> Iterator[bytes]:
    request = urllib.request.Request(url, headers={"User-Agent": "mxnet-xla"})
    received = 0
    try:
        with urllib.request.urlopen(request, timeout=_SECONDS) as response:
            expected = response.headers.get("Content-Length")
            while chunk := response.read(_CHUNK):
                received += len(chunk)
                yield chunk
    except (OSError, http.client.HTTPException) as error:
        raise MXNetError(f"cannot download {url}: {error}") from error
    if expected is not None and received != int(expected):
        raise MXNetError(f"cannot download {url}: it broke off after {received} of {expected} bytes")


def download_model(
    model_name: str, dst_dir: str = "./", meta_info: Mapping[str, Mapping[str, str]] | None = None
) -> tuple[str | None, int]:
    """Download a trained model; return its prefix and epoch for ``mx.model.load_checkpoint``, or ``(None, 0)``.

    ``meta_info`` has for each name the addresses of ``"symbol"`` and ``"params"``; by default those of MXNet's models.

    >>> prefix, epoch = mx.test_utils.download_model("imagenet1k-resnet-50")  # doctest: +SKIP
    """
    known = _model_addresses() if meta_info is None else meta_info
    if model_name not in known:
        return None, 0
    addresses = known[model_name]
    for kind in ("symbol", "params"):
        if kind not in addresses:
            raise ValueError(f"download_model: meta_info[{model_name!r}] has no address of {kind!r}")
    prefix = os.path.join(dst_dir, model_name)  # noqa: PTH118
    download(addresses["symbol"], f"{prefix}-symbol.json")
    download(addresses["params"], f"{prefix}-0000.params")
    return prefix, 0


def _model_addresses() -> dict[str, dict[str, str]]:
    base = f"{_DATA}models/"
    return {
        name: {"symbol": f"{base}{place}-symbol.json", "params": f"{base}{place}-{epoch:04d}.params"}
        for name, (place, epoch) in _MODELS.items()
    }


# --- data sets -------------------------------------------------------------------------------------------------------


_MNIST = [f"{part}-{kind}-ubyte.gz" for part in ("train", "t10k") for kind in ("images-idx3", "labels-idx1")]


def get_mnist() -> dict[str, np.ndarray]:
    """MNIST as NumPy arrays: ``train_data`` and ``test_data`` from 0 to 1, ``train_label`` and ``test_label``.

    Without a network they are those of the few thousand digits that come with this package; a warning says so.

    >>> mx.test_utils.get_mnist()["train_data"].shape  # doctest: +SKIP
    (60000, 1, 28, 28)
    """
    arrays: dict[str, np.ndarray] = {}
    try:
        files = [_mnist_file(name) for name in _MNIST]
    except MXNetError as error:
        warnings.warn(
            f"MNIST cannot be downloaded, so the few thousand digits that come with this package are used: {error}",
            stacklevel=2,
        )
        files = [str(DIGITS / name) for name in _MNIST]
    for part, (image_file, label_file) in {"train": files[:2], "test": files[2:]}.items():
        label, image = _idx(label_file).astype(np.int8), _idx(image_file)
        arrays[f"{part}_data"] = image[:, np.newaxis].astype(np.float32) / 255
        arrays[f"{part}_label"] = label
    return arrays


def _mnist_file(name: str) -> str:
    return download(f"{_DATA}data/mnist/{name}", retries=1)


def _idx(path: str) -> np.ndarray:
    """The bytes of a file in MNIST's format: two zeros, a type, the number of axes, the lengths, the elements."""
    with gzip.open(path) as file:
        content = file.read()
    axes = content[3]
    shape = np.frombuffer(content, ">u4", axes, offset=4)
    return np.frombuffer(content, np.uint8, offset=4 + 4 * axes).reshape(shape)


def get_mnist_pkl() -> None:
    """Download MNIST as ``data/mnist.pkl.gz``.

    >>> mx.test_utils.get_mnist_pkl()  # doctest: +SKIP
    """
    download("http://deeplearning.net/data/mnist/mnist.pkl.gz", dirname="data")


def get_mnist_ubyte() -> None:
    """Download MNIST's four files into ``data``.

    >>> mx.test_utils.get_mnist_ubyte()  # doctest: +SKIP
    """
    parts = [f"{part}-{kind}-ubyte" for part in ("train", "t10k") for kind in ("images-idx3", "labels-idx1")]
    _unpacked("mnist.zip", parts)


def get_cifar10() -> None:
    """Download CIFAR10 as record files into ``data/cifar``.

    >>> mx.test_utils.get_cifar10()  # doctest: +SKIP
    """
    _unpacked("cifar10.zip", [f"cifar/{part}.{kind}" for part in ("train", "test") for kind in ("rec", "lst")])


def _unpacked(archive: str, parts: list[str]) -> None:
    """Have some files in the folder ``data``, from an archive where one is missing."""
    if not all(Path("data", part).exists() for part in parts):
        with zipfile.ZipFile(download(f"{_DATA}mxnet/data/{archive}", dirname="data")) as file:
            file.extractall("data")


def get_mnist_iterator(
    batch_size: int, input_shape: tuple[int, ...], num_parts: int = 1, part_index: int = 0
) -> tuple[Any, Any]:
    """Iterators over MNIST's training and test images; images are flat unless ``input_shape`` has three lengths.

    >>> train, test = mx.test_utils.get_mnist_iterator(100, (784,))  # doctest: +SKIP
    """
    get_mnist_ubyte()
    options = {
        "input_shape": input_shape,
        "batch_size": batch_size,
        "flat": len(input_shape) != 3,
        "num_parts": num_parts,
        "part_index": part_index,
    }
    train, test = (
        {"image": f"data/{part}-images-idx3-ubyte", "label": f"data/{part}-labels-idx1-ubyte"}
        for part in ("train", "t10k")
    )
    return mx.io.MNISTIter(**train, shuffle=True, **options), mx.io.MNISTIter(**test, **options)


def get_zip_data(data_dir: str, url: str, data_origin_name: str) -> None:
    """Download an archive into a folder and unpack it there, unless it was.

    >>> import zipfile
    >>> from pathlib import Path
    >>> with zipfile.ZipFile("numbers.zip", "w") as archive:
    ...     archive.writestr("numbers.txt", "1 2 3")
    >>> mx.test_utils.get_zip_data("data", Path("numbers.zip").absolute().as_uri(), "numbers.zip")
    >>> Path("data/numbers.txt").read_text()
    '1 2 3'
    """
    archive = Path(data_dir) / data_origin_name
    if not archive.exists():
        download(url, dirname=data_dir)
        with zipfile.ZipFile(archive) as file:
            file.extractall(data_dir)


def get_bz2_data(data_dir: str, data_name: str, url: str, data_origin_name: str) -> None:
    """Download a compressed file into a folder and keep it uncompressed as ``data_name``, unless that is there.

    >>> import bz2
    >>> from pathlib import Path
    >>> _ = Path("numbers.txt.bz2").write_bytes(bz2.compress(b"1 2 3"))
    >>> address = Path("numbers.txt.bz2").absolute().as_uri()
    >>> mx.test_utils.get_bz2_data("data", "numbers.txt", address, "numbers.txt.bz2")
    >>> Path("data/numbers.txt").read_text()
    '1 2 3'
    """
    target = Path(data_dir) / data_name
    if target.exists():
        return
    archive = Path(download(url, fname=data_origin_name, dirname=data_dir))
    with bz2.open(archive) as file:
        write_atomic(target, iter(lambda: file.read(_CHUNK), b""))
    archive.unlink()


def get_im2rec_path(home_env: str = "MXNET_HOME") -> str:
    """Where ``im2rec.py`` is: in the folder ``tools`` of the one the variable names, or of this installation.

    >>> mx.test_utils.get_im2rec_path().endswith("im2rec.py")
    True
    """
    home = Path(os.environ.get(home_env) or Path(mx.__file__).parent)
    for folder in (home, home.parent.parent):
        script = folder / "tools" / "im2rec.py"
        if script.is_file():
            return str(script)
    raise OSError(f"Could not find tools/im2rec.py in {home} or two folders above it: set {home_env} to its home")
