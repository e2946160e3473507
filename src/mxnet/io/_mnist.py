"""MNIST's files."""

import logging
import struct
from typing import Literal

import numpy as np

from mxnet._files.paths import read_bytes
from mxnet._ops.attrs import DTYPES, DType
from mxnet.context import Context
from mxnet.error import MXNetError
from mxnet.io._native import BatchSource, Given, iterator
from mxnet.io._twister import Twister
from mxnet.ndarray.dense import from_host

# Not the root's own functions: they set the root logger up, and a program's basicConfig would do nothing after.
_logger = logging.getLogger("mxnet.io")


def _read(path: str, axes: int, part: int, parts: int) -> np.ndarray:
    """A part of the entries of an idx file of bytes."""
    content = read_bytes(path)
    start = 4 * (1 + axes)
    if len(content) < start:
        raise MXNetError(f"{path}: invalid mnist format: expected {start} bytes of header, found {len(content)}")
    shape = struct.unpack(f">{axes}I", content[4:start])
    entries = np.frombuffer(content, np.uint8, offset=start)
    if len(entries) < np.prod(shape):
        raise MXNetError(
            f"{path}: invalid mnist format: expected {np.prod(shape)} bytes of {shape}, found {len(entries)}"
        )
    if not 0 <= part < parts:
        raise MXNetError(f"MNISTIter: part_index must be from 0 to num_parts - 1 = {parts - 1}, received {part}")
    share = shape[0] / parts
    return entries[: np.prod(shape)].reshape(shape)[int(share * part) : int(share * (part + 1))]


class _Images:
    """Whole batches of images and labels; what is left over at the end is left out."""

    def __init__(self, images: np.ndarray, labels: np.ndarray, batch_size: int) -> None:
        self._images, self._labels, self._size = images, labels, batch_size
        self._start = 0

    def next(self) -> Given | None:
        start, stop = self._start, self._start + self._size
        if stop > len(self._images):
            return None
        self._start = stop
        ctx = Context("cpu", 0)
        data, label = self._images[start:stop].copy(), self._labels[start:stop].copy()
        return Given(from_host(data, ctx), from_host(label, ctx), 0, np.zeros(self._size, np.uint64))

    def reset(self) -> None:
        self._start = 0


@iterator
def MNISTIter(
    *,
    image: str = "./train-images-idx3-ubyte",
    label: str = "./train-labels-idx1-ubyte",
    batch_size: int = 128,
    shuffle: bool = True,
    flat: bool = False,
    seed: int = 0,
    silent: bool = False,
    num_parts: int = 1,
    part_index: int = 0,
    prefetch_buffer: int = 4,
    ctx: Literal["cpu", "gpu"] = "gpu",
    dtype: DType | None = None,
) -> BatchSource:
    """MNIST's images, from 0 to 1, and labels.

    ``image`` and ``label`` are the unpacked files. With ``flat`` an image is a vector. The order depends on ``seed``,
    is MXNet's own, and the same in every epoch. Everything is in memory; ``prefetch_buffer`` and ``ctx`` change
    nothing.

    >>> import struct
    >>> with open("images", "wb") as file:
    ...     _ = file.write(struct.pack(">iiii", 2051, 2, 28, 28) + bytes(2 * 28 * 28))
    >>> with open("labels", "wb") as file:
    ...     _ = file.write(struct.pack(">ii", 2049, 2) + bytes([3, 7]))
    >>> batch = next(mx.io.MNISTIter(image="images", label="labels", batch_size=2, shuffle=False))
    >>> batch.data[0].shape, batch.label[0].asnumpy()
    ((2, 1, 28, 28), array([3., 7.], dtype=float32))
    """
    if batch_size < 1:
        raise MXNetError(f"MNISTIter: batch_size must be at least 1, received {batch_size}")
    images = _read(image, 3, part_index, num_parts)
    labels = _read(label, 1, part_index, num_parts)
    kind = DTYPES[str(dtype or "float32")]
    pixels = (images.astype(np.float32) * np.float32(1 / 256)).astype(kind)
    pixels = pixels.reshape(len(images), -1) if flat else pixels[:, None]
    marks = labels.astype(kind)
    if shuffle:
        order = list(range(len(images)))
        Twister(seed).shuffle(order)
        pixels, marks = pixels[order], marks[order]
    if not silent:
        shape = (batch_size, *pixels.shape[1:])
        _logger.info("MNISTIter: load %d images, shuffle=%d, shape=%s", len(images), shuffle, shape)
    return _Images(pixels, marks, batch_size)
