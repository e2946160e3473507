"""Batches of images from record files, from lists in files, and from lists in memory."""

import logging
import random
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Literal

import numpy as np

from mxnet import ndarray as nd
from mxnet import recordio
from mxnet._files import paths
from mxnet._images.pool import shared_pool
from mxnet.base import numeric_types
from mxnet.error import MXNetError
from mxnet.image._augmenters import Augmenter, CreateAugmenter
from mxnet.image._functions import array_of, decoded, imdecode, pixels_of
from mxnet.io.io import DataBatch, DataDesc, DataIter

_LABEL_TYPES = ("int32", "float32", "int64", "float64")


class _LeaveOut(Exception):
    """An image does not go into a batch."""


class ImageIter(DataIter):
    """Batches of images, read, augmented and put together in Python.

    Images come from a record file (``path_imgrec``, with ``path_imgidx`` to shuffle or to take a part), from a list
    file (``path_imglist``: lines of number, labels and path, by tabs) below ``path_root``, or from ``imglist``, a list
    of ``[label, path]``. ``data_shape`` is (3, height, width). ``part_index`` of ``num_parts`` is the part to read.
    ``dtype`` is the labels'. ``last_batch_handle`` says what becomes of images that do not fill a batch: ``'pad'``
    fills it up from the beginning, ``'discard'`` drops them, ``'roll_over'`` keeps them for the next epoch. Further
    arguments are those of CreateAugmenter, unless ``aug_list`` is given.

    A class of your own may change ``next_sample``, ``read_image``, ``imdecode``, ``check_valid_image``,
    ``augmentation_transform`` and ``postprocess_data``.

    Parameters
    ----------
    label_width : int
        How many numbers a label has.

    >>> import tempfile, os
    >>> base = os.path.join(tempfile.mkdtemp(), "file")
    >>> record = mx.recordio.MXIndexedRecordIO(f"{base}.idx", f"{base}.rec", "w")
    >>> picture = mx.nd.zeros((8, 8, 3), dtype="uint8").asnumpy()
    >>> _ = record.write_idx(0, mx.recordio.pack_img(mx.recordio.IRHeader(0, 3, 0, 0), picture)), record.close()
    >>> mx.image.ImageIter(1, (3, 8, 8), path_imgrec=f"{base}.rec").next().data[0].shape
    (1, 3, 8, 8)
    """

    def __init__(
        self,
        batch_size: int,
        data_shape: tuple[int, ...],
        label_width: int = 1,
        path_imgrec: str | None = None,
        path_imglist: str | None = None,
        path_root: str | None = None,
        path_imgidx: str | None = None,
        shuffle: bool = False,
        part_index: int = 0,
        num_parts: int = 1,
        aug_list: list[Augmenter] | None = None,
        imglist: list[Any] | None = None,
        data_name: str = "data",
        label_name: str = "softmax_label",
        dtype: str = "float32",
        last_batch_handle: Literal["pad", "discard", "roll_over"] = "pad",
        **kwargs: Any,
    ) -> None:
        super().__init__()
        if not (path_imgrec or path_imglist or isinstance(imglist, list)):
            raise ValueError(f"{type(self).__name__}: expected path_imgrec, path_imglist, or imglist as a list")
        if dtype not in _LABEL_TYPES:
            raise ValueError(f"{dtype} label not supported: expected {', '.join(_LABEL_TYPES)}")
        if last_batch_handle not in ("pad", "discard", "roll_over"):
            raise ValueError(f"last_batch_handle: expected pad, discard or roll_over, received {last_batch_handle!r}")
        data_shape = tuple(data_shape)
        self.check_data_shape(data_shape)
        self.provide_data = [DataDesc(data_name, (batch_size, *data_shape))]
        labels = (batch_size, label_width) if label_width > 1 else (batch_size,)
        self.provide_label = [DataDesc(label_name, labels)]
        self.batch_size, self.data_shape, self.label_width = batch_size, data_shape, label_width
        self.shuffle, self.last_batch_handle = shuffle, last_batch_handle
        self.path_root = path_root
        self.imgrec, self.imgidx = self._open_records(path_imgrec, path_imgidx)
        self.imglist = self._load_list(path_imglist, imglist, dtype)
        self.seq = self._sequence(bool(path_imgidx), part_index, num_parts)
        self.num_image = len(self.seq) if self.seq is not None else None
        self.auglist: list[Any] = self._augmenters(data_shape, **kwargs) if aug_list is None else aug_list
        self.cur = 0
        self._allow_read = True
        self._kept: tuple[np.ndarray, np.ndarray, int] | None = None  # a batch begun in the last epoch
        self.reset()

    def _augmenters(self, data_shape: tuple[int, ...], **how: Any) -> list[Any]:
        """What is done to each image, unless a list of it is given."""
        return CreateAugmenter(data_shape, **how)

    # --- where images come from -----------------------------------------------------------------------------------

    def _open_records(self, path: str | None, index: str | None) -> tuple[Any, list[int] | None]:
        if not path:
            return None, None
        logging.info("%s: loading recordio %s...", type(self).__name__, path)
        if not index:
            return recordio.MXRecordIO(path, "r"), None
        records = recordio.MXIndexedRecordIO(index, path, "r")
        return records, list(records.keys)

    def _load_list(self, path: str | None, entries: Any, dtype: str) -> dict[Any, tuple[Any, str]] | None:
        """Labels and paths by key: the number in a list file, or the position, from 1 and as text, in a list."""
        if path:
            logging.info("%s: loading image list %s...", type(self).__name__, path)
            lines = [line.strip().split("\t") for line in paths.read_bytes(path).decode().splitlines() if line.strip()]
            return {int(line[0]): (nd.array(line[1:-1], dtype=dtype), line[-1]) for line in lines}
        if not isinstance(entries, list):
            return None
        by_key = {}
        for number, entry in enumerate(entries, 1):
            alone = len(entry) == 2 and not isinstance(entry[0], numeric_types)
            label = entry[0] if alone else entry[:-1]
            by_key[str(number)] = (nd.array(label, dtype=dtype), entry[-1])
        return by_key

    def _sequence(self, indexed: bool, part_index: int, num_parts: int) -> list[Any] | None:
        """The keys of the images to read, in order; None to read a record file from end to end."""
        seq: list[Any] | None
        if self.imgrec is None:
            seq = list(self.imglist or ())
        elif self.shuffle or num_parts > 1 or indexed:
            if self.imgidx is None:
                raise ValueError("to shuffle a record file, or to read a part of it, give path_imgidx")
            seq = self.imgidx
        else:
            seq = None
        if num_parts > 1 and seq is not None:
            if not 0 <= part_index < num_parts:
                raise ValueError(f"part_index must be from 0 to num_parts - 1 = {num_parts - 1}, received {part_index}")
            share = len(seq) // num_parts
            seq = seq[part_index * share : (part_index + 1) * share]
        return seq

    def reset(self) -> None:
        """Begin again; images kept for the next epoch come first."""
        if self.shuffle and self.seq is not None:
            random.shuffle(self.seq)
        if self.last_batch_handle == "roll_over" and self._kept is not None:
            return  # the end of the data has set the place back to the beginning already
        self.cur, self._allow_read = 0, True
        if self.imgrec is not None:
            self.imgrec.reset()

    def hard_reset(self) -> None:
        """Begin again, and forget what was kept for the next epoch."""
        self._kept = None
        self.reset()

    def next_sample(self) -> tuple[Any, bytes]:
        """The label and the encoded bytes of the next image; StopIteration at the end."""
        if not self._allow_read:
            raise StopIteration
        if self.seq is None:
            record = self.imgrec.read()
            if record is None:
                if self.last_batch_handle != "discard":
                    self.imgrec.reset()
                raise StopIteration
            header, image = recordio.unpack(record)
            return header.label, image
        if self.cur >= len(self.seq):
            if self.last_batch_handle != "discard":
                self.cur = 0
            raise StopIteration
        key = self.seq[self.cur]
        self.cur += 1
        if self.imgrec is None:
            label, name = self.imglist[key]  # type: ignore[index]
            return label, self.read_image(name)
        header, image = recordio.unpack(self.imgrec.read_idx(key))
        return (header.label if self.imglist is None else self.imglist[key][0]), image

    def read_image(self, fname: str) -> bytes:
        """The bytes of an image file below ``path_root``."""
        root = self.path_root or ""
        return paths.read_bytes(f"{root.rstrip('/')}/{fname}" if "://" in root else Path(root) / fname)

    # --- one image ------------------------------------------------------------------------------------------------

    def imdecode(self, s: bytes) -> Any:
        """The image in encoded bytes; an error says which image it was."""
        try:
            return imdecode(s)
        except (MXNetError, ValueError) as error:
            raise RuntimeError(f"Broken image {self._last()}, {error}") from error

    def _last(self) -> str:
        """What to call the image that was read last."""
        if self.seq is None:
            return f"in {self.imgrec.uri}"
        key = self.seq[(self.cur % len(self.seq)) - 1]
        return f"index: {key}" if self.imglist is None else f"filename: {self.imglist[key][1]}"

    def check_data_shape(self, data_shape: tuple[int, ...]) -> None:
        """Raise an error unless this is (3, height, width)."""
        if len(data_shape) != 3:
            raise ValueError(f"data_shape should have length 3, with dimensions CxHxW, received {data_shape}")
        if data_shape[0] != 3:
            raise ValueError(f"This iterator expects inputs to have 3 channels, received {data_shape}")

    def check_valid_image(self, data: Any) -> None:
        """Raise RuntimeError if this is no image, which is then left out."""
        shape = data[0].shape if isinstance(data, (list, tuple)) else data.shape[1:]
        if len(shape) == 0:
            raise RuntimeError("Data shape is wrong")

    def augmentation_transform(self, data: Any) -> Any:
        """An image after all augmenters."""
        for aug in self.auglist:
            data = aug(data)
        return data

    def postprocess_data(self, datum: Any) -> Any:
        """An image as it goes into the batch: (channels, height, width)."""
        return array_of(pixels_of(datum).transpose(2, 0, 1), datum)

    # --- batches --------------------------------------------------------------------------------------------------

    def _samples(self, count: int) -> tuple[list[tuple[Any, str, Any]], bool]:
        """At most ``count`` labels, names and images being decoded, and whether the data ended there."""
        samples: list[tuple[Any, str, Any]] = []
        ahead = type(self).imdecode is ImageIter.imdecode  # a decoder of the user's may look at where we are
        try:
            for _ in range(count):
                label, data = self.next_sample()
                samples.append(
                    (label, self._last(), shared_pool().submit(decoded, data) if ahead else self.imdecode(data))
                )
        except StopIteration:
            return samples, True
        return samples, False

    def _image(self, name: str, image: Any) -> Any:
        """An image, once it is decoded."""
        if not isinstance(image, Future):
            return image
        try:
            return array_of(image.result())
        except (MXNetError, ValueError) as error:
            raise RuntimeError(f"Broken image {name}, {error}") from error

    def _prepared(self, label: Any, image: Any) -> tuple[Any, Any]:
        """The label and the image as they go into a batch; _LeaveOut leaves them out."""
        try:
            self.check_valid_image(image)
        except RuntimeError as error:
            raise _LeaveOut(str(error)) from error
        return label, self.augmentation_transform(image)

    def _put(self, labels: np.ndarray, place: int, label: Any) -> None:
        values = pixels_of(label)
        if values.size != labels[place].size:
            raise MXNetError(
                f"{type(self).__name__}: an image has {values.size} labels, label_width is {self.label_width}"
            )
        labels[place] = values.reshape(labels[place].shape)

    def _batchify(self, data: np.ndarray, labels: np.ndarray, start: int = 0) -> int:
        """Fill a batch from a place on; how far that went."""
        i, ended = start, False
        while i < self.batch_size and not ended:
            samples, ended = self._samples(self.batch_size - i)
            for label, name, waiting in samples:
                image = self._image(name, waiting)
                try:
                    label, image = self._prepared(label, image)
                except _LeaveOut as error:
                    logging.debug("Invalid image, skipping:  %s", error)
                    continue
                data[i] = pixels_of(self.postprocess_data(image))
                self._put(labels, i, label)
                i += 1
        if i == 0:
            raise StopIteration
        return i

    def _blank(self) -> tuple[np.ndarray, np.ndarray]:
        return np.zeros(self.provide_data[0].shape, np.float32), np.zeros(self.provide_label[0].shape, np.float32)

    def next(self) -> DataBatch:
        """The next batch."""
        if self._kept is not None:
            data, labels, filled = self._kept
        else:
            data, labels = self._blank()
            filled = self._batchify(data, labels)
        pad = self.batch_size - filled
        if pad:
            if self.last_batch_handle == "discard":
                raise StopIteration
            if self.last_batch_handle == "roll_over" and self._kept is None:
                self._kept = data, labels, filled
                raise StopIteration
            self._batchify(data, labels, filled)
            if self.last_batch_handle == "pad":
                self._allow_read = False
            else:
                self._kept = None
        return DataBatch([array_of(data)], [array_of(labels)], pad=pad)
