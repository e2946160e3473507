"""Data sets of images: the well-known ones from their original files, and those in folders, lists and record files."""

import gzip
import hashlib
import struct
import tarfile
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from mxnet import base, ndarray, recordio
from mxnet import image as image  # programs import it from here
from mxnet._images import codecs
from mxnet.error import MXNetError
from mxnet.gluon.data.dataset import Dataset, RecordFileDataset, _DownloadedDataset
from mxnet.gluon.utils import _get_repo_file_url, check_sha1, download
from mxnet.ndarray.samples import sample
from mxnet.util import is_np_array

__all__ = [
    "CIFAR10",
    "CIFAR100",
    "MNIST",
    "FashionMNIST",
    "ImageFolderDataset",
    "ImageListDataset",
    "ImageRecordDataset",
]

Transform = Callable[[Any, Any], Any] | None
Named = tuple[str, str]

# The same bytes in another compression are the same data set: the SHA-1 of MNIST's files unpacked, then those of the
# few thousand digits that come with this package, in ``digits``.
_UNPACKED = {
    "train-images-idx3-ubyte": (
        "c3557c10f29b266e19b3eeee1553c85e0ef4a8ea",
        "461f0327326920a5328bb9002ad11cb54281a52f",
    ),
    "train-labels-idx1-ubyte": (
        "adbf52269f5d842899f287c269e2883e40b4f6e2",
        "87f9305c2f4f9a963b6f9efe46d0ddf8c0e186e4",
    ),
    "t10k-images-idx3-ubyte": (
        "65e11ec1fd220343092a5070b58418b5c2644e26",
        "155361810ec431979476aac93afce450b1e9eca0",
    ),
    "t10k-labels-idx1-ubyte": (
        "a6d52cc628797e845885543326e9f10abb8a6f89",
        "fbb0f8a0db406bb56f9184f30a801248b46bfc99",
    ),
}


def _default_root(name: str) -> str:
    return str(Path(base.data_dir()) / "datasets" / name)


def _fetch(root: str, namespace: str, file: Named, wanted: Sequence[str]) -> str:
    """A file of a data set, downloaded if it is not there; the error says which files to put where."""
    name, sha1 = file
    try:
        return download(_get_repo_file_url(f"gluon/dataset/{namespace}", name), path=root, sha1_hash=sha1)
    except Exception as error:
        there = Path(root) / name
        state = "is there, but its SHA-1 is another" if there.exists() else "is not there"
        raise MXNetError(
            f"{name} {state}, and it cannot be downloaded ({type(error).__name__}: {error}). "
            f"Put the original {', '.join(wanted)} into {root}, from any machine with a network, and run this again."
        ) from error


def _arrays(data: np.ndarray, label: np.ndarray) -> tuple[Any, Any]:
    """Images and labels as a data set keeps them."""
    if is_np_array():
        return (ndarray.array(part, dtype=part.dtype).as_np_ndarray() for part in (data, label))  # type: ignore[return-value]
    return sample(data), label


# A few thousand of MNIST's digits, in its files' format.
DIGITS = Path(__file__).parent / "digits"


def _warn_of_digits(error: Exception) -> None:
    warnings.warn(
        f"MNIST cannot be downloaded, so the few thousand digits that come with this package are used: {error}",
        stacklevel=6,
    )


class MNIST(_DownloadedDataset):
    """Handwritten digits: 60,000 to train with, 10,000 to test with, images of (28, 28, 1), labels 0 to 9.

    ``root`` holds the four original files, which are downloaded if they are not there; ``transform`` is a function of
    image and label. Where there is neither the default folder nor a network, the few thousand digits that come with
    this package take their place, with a warning.

    >>> from pathlib import Path
    >>> shipped = Path(mx.__file__).parent / "gluon" / "data" / "vision" / "digits"
    >>> mx.gluon.data.vision.MNIST(str(shipped), train=False)[0][0].shape
    (28, 28, 1)
    """

    _namespace = "mnist"
    _train_data: Named = ("train-images-idx3-ubyte.gz", "6c95f4b05d2bf285e1bfb0e7960c31bd3b3f8a7d")
    _train_label: Named = ("train-labels-idx1-ubyte.gz", "2a80914081dc54586dbdf242f9805a6b8d2a15fc")
    _test_data: Named = ("t10k-images-idx3-ubyte.gz", "c3a25af1f52dad7f726cce8cacb138654b760d48")
    _test_label: Named = ("t10k-labels-idx1-ubyte.gz", "763e7fa3757d93b0cdec073cef058b2004252c17")

    def __init__(self, root: str = _default_root("mnist"), train: bool = True, transform: Transform = None) -> None:
        self._train = train
        super().__init__(root, transform)

    def _get_data(self) -> None:
        images, labels = (self._train_data, self._train_label) if self._train else (self._test_data, self._test_label)
        try:
            label = self._idx(labels, 1)
        except MXNetError as error:
            default = self._namespace == "mnist" and Path(self._root) == Path(_default_root("mnist")).expanduser()
            if not default or (Path(self._root) / labels[0]).exists():
                raise
            _warn_of_digits(error)
            self._root = str(DIGITS)
            label = self._idx(labels, 1)
        data = self._idx(images, 3)
        if len(data) != len(label):
            raise MXNetError(
                f"{self._root}: {images[0]} has {len(data)} images, but {labels[0]} has {len(label)} labels"
            )
        self._data, self._label = _arrays(data[..., None], label.astype(np.int32))

    def _idx(self, file: Named, axes: int) -> np.ndarray:
        """The array in an IDX file, packed or not."""
        content = self._same_in_another_form(file)
        if content is None:
            wanted = [name for name, _ in (self._train_data, self._train_label, self._test_data, self._test_label)]
            content = gzip.decompress(Path(_fetch(self._root, self._namespace, file, wanted)).read_bytes())
        head = 4 + 4 * axes
        if len(content) < head:
            raise MXNetError(f"{file[0]}: expected an IDX file, but it ends at byte {len(content)}, in its header")
        magic, *shape = struct.unpack_from(f">{1 + axes}I", content)
        if magic != 0x0800 + axes or len(content) - head != int(np.prod(shape, dtype=np.int64)):
            raise MXNetError(
                f"{file[0]}: expected an IDX file of {axes} axes of bytes; its header says {magic:#010x} and shape "
                f"{tuple(shape)}, and {len(content) - head} bytes follow"
            )
        return np.frombuffer(content, np.uint8, offset=head).reshape(shape)

    def _same_in_another_form(self, file: Named) -> bytes | None:
        """The content of a file that is there unpacked, or packed by another program."""
        packed = Path(self._root) / file[0]
        known = _UNPACKED.get(packed.stem, ()) if self._namespace == "mnist" else ()
        if not known or (packed.exists() and check_sha1(str(packed), file[1])):
            return None
        for path, unpack in ((packed, gzip.decompress), (packed.with_suffix(""), bytes)):
            if path.exists():
                try:
                    content = unpack(path.read_bytes())
                except (OSError, EOFError):
                    continue
                if hashlib.sha1(content).hexdigest() in known:
                    return content
        return None


class FashionMNIST(MNIST):
    """Zalando's articles of clothing, in MNIST's format and sizes.

    >>> issubclass(mx.gluon.data.vision.FashionMNIST, mx.gluon.data.vision.MNIST)
    True
    """

    _namespace = "fashion-mnist"
    _train_data = ("train-images-idx3-ubyte.gz", "0cf37b0d40ed5169c6b3aba31069a9770ac9043d")
    _train_label = ("train-labels-idx1-ubyte.gz", "236021d52f1e40852b06a4c3008d8de8aef1e40b")
    _test_data = ("t10k-images-idx3-ubyte.gz", "626ed6a7c06dd17c0eec72fa3be1740f146a2863")
    _test_label = ("t10k-labels-idx1-ubyte.gz", "17f9ab60e7257a1620f4ad76bbbaf857c3920701")

    def __init__(
        self, root: str = _default_root("fashion-mnist"), train: bool = True, transform: Transform = None
    ) -> None:
        super().__init__(root, train, transform)


class CIFAR10(_DownloadedDataset):
    """Photographs of ten kinds of things: 50,000 to train with, 10,000 to test with, images of (32, 32, 3).

    ``root`` holds the binary version's files, or their archive, which is downloaded if neither is there.

    >>> issubclass(mx.gluon.data.vision.CIFAR10, mx.gluon.data.Dataset)
    True
    """

    _namespace = "cifar10"
    _folder = "cifar-10-batches-bin"
    _archive_file: Named = ("cifar-10-binary.tar.gz", "fab780a1e191a7eda0f345501ccd62d20f7ed891")
    _train_data: tuple[Named, ...] = (
        ("data_batch_1.bin", "aadd24acce27caa71bf4b10992e9e7b2d74c2540"),
        ("data_batch_2.bin", "c0ba65cce70568cd57b4e03e9ac8d2a5367c1795"),
        ("data_batch_3.bin", "1dd00a74ab1d17a6e7d73e185b69dbf31242f295"),
        ("data_batch_4.bin", "aab85764eb3584312d3c7f65fd2fd016e36a258e"),
        ("data_batch_5.bin", "26e2849e66a845b7f1e4614ae70f4889ae604628"),
    )
    _test_data: tuple[Named, ...] = (("test_batch.bin", "67eb016db431130d61cd03c7ad570b013799c88c"),)
    _labels = 1  # bytes of labels before an image
    _label_at = 0

    def __init__(self, root: str = _default_root("cifar10"), train: bool = True, transform: Transform = None) -> None:
        self._train = train
        super().__init__(root, transform)

    def _get_data(self) -> None:
        files = self._train_data if self._train else self._test_data
        paths = self._find(files)
        if paths is None:
            wanted = [f"{self._archive_file[0]} (or {', '.join(n for n, _ in self._train_data + self._test_data)})"]
            archive = _fetch(self._root, self._namespace, self._archive_file, wanted)
            with tarfile.open(archive) as tar:
                tar.extractall(self._root, filter="data")
            paths = self._find(files)
        if paths is None:
            raise MXNetError(f"{self._archive_file[0]} in {self._root} does not hold {', '.join(n for n, _ in files)}")
        data, label = zip(*(self._read_batch(path) for path in paths), strict=True)
        self._data, self._label = _arrays(np.concatenate(data), np.concatenate(label))

    def _find(self, files: Sequence[Named]) -> list[str] | None:
        """Where the files are, if they are all there and whole."""
        locations = []
        for name, sha1 in files:
            paths = [Path(self._root) / name, Path(self._root) / self._folder / name]
            whole = [str(path) for path in paths if path.exists() and check_sha1(str(path), sha1)]
            if not whole:
                return None
            locations.append(whole[0])
        return locations

    def _read_batch(self, filename: str) -> tuple[np.ndarray, np.ndarray]:
        rows = np.fromfile(filename, np.uint8).reshape(-1, 3072 + self._labels)
        images = rows[:, self._labels :].reshape(-1, 3, 32, 32).transpose(0, 2, 3, 1)
        return images, rows[:, self._label_at].astype(np.int32)


class CIFAR100(CIFAR10):
    """Photographs of a hundred kinds of things, labelled by 20 groups or with ``fine_label`` by all 100.

    Parameters
    ----------
    fine_label : bool
        Take the hundred classes; else the twenty that they belong to.

    >>> issubclass(mx.gluon.data.vision.CIFAR100, mx.gluon.data.vision.CIFAR10)
    True
    """

    _namespace = "cifar100"
    _folder = "cifar-100-binary"
    _archive_file = ("cifar-100-binary.tar.gz", "a0bb982c76b83111308126cc779a992fa506b90b")
    _train_data = (("train.bin", "e207cd2e05b73b1393c74c7f5e7bea451d63e08e"),)
    _test_data = (("test.bin", "8fb6623e830365ff53cf14adec797474f5478006"),)
    _labels = 2

    def __init__(
        self,
        root: str = _default_root("cifar100"),
        fine_label: bool = False,
        train: bool = True,
        transform: Transform = None,
    ) -> None:
        self._fine_label = fine_label
        self._label_at = int(bool(fine_label))
        super().__init__(root, train, transform)


# --- images in files --------------------------------------------------------------------------------------------------


def _decoded(content: bytes, flag: int, where: str) -> Any:
    """The image in a file's bytes: (height, width, 3) in RGB, or (height, width, 1) with ``flag`` 0."""
    pixels = codecs.decode(content, flag, rgb=True)
    if pixels is None:
        raise MXNetError(f"{where} holds no image that can be decoded ({len(content)} bytes)")
    image = sample(pixels if pixels.ndim == 3 else pixels[..., None])
    return image.as_np_ndarray() if is_np_array() else image


class ImageRecordDataset(RecordFileDataset):
    """The images and labels of a RecordIO file; ``flag`` is 1 for colour, 0 for grey.

    >>> issubclass(mx.gluon.data.vision.ImageRecordDataset, mx.gluon.data.RecordFileDataset)
    True
    """

    def __init__(self, filename: str, flag: int = 1, transform: Transform = None) -> None:
        super().__init__(filename)
        self._flag = flag
        self._transform = transform

    def __getitem__(self, idx: Any) -> Any:
        header, content = recordio.unpack(super().__getitem__(idx))
        image = _decoded(content, self._flag, f"record {idx} of {self.filename}")
        return (image, header.label) if self._transform is None else self._transform(image, header.label)


class ImageFolderDataset(Dataset):
    """Images in folders, one for each class: ``root/cat/1.jpg`` has the label of ``cat`` among the sorted folders.

    ``synsets`` lists the classes, ``items`` the pairs of file and label.

    >>> import tempfile
    >>> len(mx.gluon.data.vision.ImageFolderDataset(tempfile.mkdtemp()))
    0
    """

    def __init__(self, root: str, flag: int = 1, transform: Transform = None) -> None:
        self._root, self._flag, self._transform = str(Path(root).expanduser()), flag, transform
        self._exts = [".jpg", ".jpeg", ".png"]
        self._list_images(self._root)

    def _list_images(self, root: str) -> None:
        self.synsets: list[str] = []
        self.items: list[tuple[str, int]] = []
        for folder in sorted(Path(root).iterdir()):
            if not folder.is_dir():
                warnings.warn(f"Ignoring {folder}, which is not a directory.", stacklevel=3)
                continue
            label = len(self.synsets)
            self.synsets.append(folder.name)
            self.items.extend((path, label) for path in self._images(folder))

    def _images(self, folder: Path) -> Iterator[str]:
        for path in sorted(folder.iterdir()):
            if path.suffix.lower() in self._exts:
                yield str(path)
            else:
                kinds = ", ".join(self._exts)
                warnings.warn(f"Ignoring {path} of type {path.suffix}. Only support {kinds}", stacklevel=4)

    def __getitem__(self, idx: Any) -> Any:
        path, label = self.items[idx]
        image = _decoded(Path(path).read_bytes(), self._flag, path)
        return (image, label) if self._transform is None else self._transform(image, label)

    def __len__(self) -> int:
        return len(self.items)


class ImageListDataset(Dataset):
    """Images that a list names: a ``.lst`` file of number, labels and path, or a list of ``[label, ..., path]``.

    Paths are relative to ``root``; a label is an array of float32.

    >>> data = mx.gluon.data.vision.ImageListDataset(root=".", imglist=[[0, "cat.jpg"], [1, "dog.jpg"]])
    >>> len(data)
    2
    """

    def __init__(self, root: str = ".", imglist: str | Sequence[Sequence[Any]] | None = None, flag: int = 1) -> None:
        self._root = str(Path(root).expanduser())
        self._flag = flag
        if isinstance(imglist, str):
            self.items = list(self._read(Path(self._root) / imglist))
        else:
            self.items = [(str(Path(self._root) / row[-1]), _label(row[:-1])) for row in imglist or ()]

    def _read(self, path: Path) -> Iterator[tuple[str, np.ndarray]]:
        for number, line in enumerate(path.read_text().splitlines(), 1):
            fields = line.strip().split("\t")
            if len(fields) < 3:
                raise MXNetError(
                    f"{path}, line {number}: expected a number, one or more labels and a path, separated by tabs, "
                    f"received {line!r}"
                )
            yield str(Path(self._root) / fields[-1]), _label(fields[1:-1])

    def __getitem__(self, idx: Any) -> Any:
        path, label = self.items[idx]
        image, target = _decoded(Path(path).read_bytes(), self._flag, path), sample(label)
        return image, target.as_np_ndarray() if is_np_array() else target

    def __len__(self) -> int:
        return len(self.items)


def _label(fields: Sequence[Any]) -> np.ndarray:
    values = fields[0] if len(fields) == 1 and not isinstance(fields[0], (str, int, float)) else fields
    return np.asarray(values, np.float32)
