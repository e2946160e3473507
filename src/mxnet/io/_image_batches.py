"""Batches of decoded and augmented images, made ahead by several threads."""

import math
import os
import struct
import threading
import weakref
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from mxnet._images.codecs import COLOR, GRAY, UNCHANGED, decode, opencv
from mxnet._images.pool import cores
from mxnet.context import Context
from mxnet.error import MXNetError
from mxnet.io._native import Given
from mxnet.io._record_files import Example, RecordFiles, Runs
from mxnet.io._twister import Twister
from mxnet.ndarray.dense import from_host

Augment = Callable[[np.ndarray, np.ndarray, Twister], tuple[np.ndarray, np.ndarray]]

_HEADER = struct.Struct("<IfQQ")
_FLAGS = {1: GRAY, 3: COLOR, 4: UNCHANGED}
_ORDER = {1: (0,), 3: (2, 1, 0), 4: (2, 1, 0, 3)}  # where red, green, blue and alpha are
_SWAPPED: dict[int, Any] = {1: slice(None), 3: slice(None, None, -1), 4: [2, 1, 0, 3]}
_SMALL = 3 * 64 * 64
_MASK = 0xFFFFFFFF
_local = threading.local()


@dataclass
class PixelScaling:
    """How the pixels of an augmented image become the numbers of a batch; the fields are the iterators' parameters."""

    dtype: np.dtype
    means: tuple[float, ...] = (0, 0, 0, 0)
    deviations: tuple[float, ...] = (1, 1, 1, 1)
    scale: float = 1.0
    max_random_contrast: float = 0.0
    max_random_illumination: float = 0.0
    mirror: bool = False
    rand_mirror: bool = False
    mean_image: np.ndarray | None = None

    def __post_init__(self) -> None:
        self._means = np.array(self.means, np.float32).reshape(-1, 1, 1)
        self._deviations = np.array(self.deviations, np.float32).reshape(-1, 1, 1)
        self._has_mean, self._has_deviation = bool(self._means.any()), bool((self._deviations != 1).any())

    def put(self, image: np.ndarray, out: np.ndarray, random: Twister) -> None:
        """Write an image of (height, width, BGR) into its place (RGB, height, width)."""
        flipped = (self.rand_mirror and random.coin()) or self.mirror
        contrast, light = self.scale, 0.0
        if self.max_random_contrast or self.max_random_illumination:
            contrast *= random.real() * self.max_random_contrast * 2 - self.max_random_contrast + 1
            limit = self.max_random_illumination
            light = (random.real() * limit * 2 - limit) * self.scale
        if image.shape[:2] != out.shape[1:]:
            out[:] = 0
            out = out[:, : image.shape[0], : image.shape[1]]
        if self.mean_image is not None and flipped:  # the mean is subtracted first
            flipped, out = False, out[:, :, ::-1]
        if image.size <= _SMALL or self.mean_image is not None:
            self._put_at_once(image, out, flipped, contrast, light)
        else:
            self._put_by_channel(image, out, flipped, contrast, light)

    def _put_at_once(self, image: np.ndarray, out: np.ndarray, flipped: bool, contrast: float, light: float) -> None:
        channels = image.shape[2]
        planes = (image[:, ::-1] if flipped else image).transpose(2, 0, 1)[_SWAPPED[channels]]
        if self.dtype != np.float32:
            mean = self._means[:channels] if self.mean_image is None else self.mean_image
            out[:] = planes if self.dtype == np.uint8 else _int8(planes, mean)
            return
        np.copyto(out, planes)
        if self.mean_image is not None:
            out -= self.mean_image
        elif self._has_mean:
            out -= self._means[:channels]
        if contrast != 1 or self._has_deviation:
            out *= np.float32(contrast) / self._deviations[:channels]
        if light:
            out += np.float32(light) / self._deviations[:channels]

    def _put_by_channel(self, image: np.ndarray, out: np.ndarray, flipped: bool, contrast: float, light: float) -> None:
        """The same, faster for large images: what is done to a channel stays in the processor's cache."""
        cv2 = opencv()
        if flipped:
            image = image[:, ::-1] if cv2 is None else cv2.flip(image, 1).reshape(image.shape)
        channels = image.shape[2]
        planes = [image[..., k] for k in range(channels)] if cv2 is None or channels == 1 else cv2.split(image)
        for k, source in enumerate(_ORDER[channels]):
            if self.dtype == np.int8:
                out[k] = _int8(planes[source], self._means[k])
                continue
            np.copyto(out[k], planes[source])
            if self.dtype == np.uint8:
                continue
            if self.means[k]:
                out[k] -= self.means[k]
            if contrast != self.deviations[k]:
                out[k] *= contrast / self.deviations[k]
            if light:
                out[k] += light / self.deviations[k]


def _int8(planes: np.ndarray, mean: np.ndarray) -> np.ndarray:
    rounded = np.trunc(mean + np.copysign(0.5, mean)).astype(np.int16)  # halves away from zero
    return np.clip(planes.astype(np.int16) - rounded, -128, 127)


@dataclass
class Work:
    """All that a thread needs to know to make an example of a record."""

    files: RecordFiles
    data_shape: tuple[int, ...]
    label_length: int
    labels: Mapping[int, np.ndarray] | None
    check_label: Callable[[np.ndarray], None]
    augmenters: list[Augment]
    normalize: PixelScaling
    write_label: Callable[[np.ndarray, np.ndarray, np.ndarray], None]
    seed: int
    seed_aug: int | None
    rotate: bool  # whether to turn an image as its camera says

    def __post_init__(self) -> None:
        if self.data_shape[0] not in _FLAGS:
            raise MXNetError(f"Invalid output shape {self.data_shape}: expected 1, 3 or 4 channels")

    def fill(self, batch: "_Batch", start: int, stop: int) -> None:
        """Make the examples of a batch from one place to another."""
        random = getattr(_local, "twister", None)
        if random is None:
            random = _local.twister = Twister()
        for row in range(start, stop):
            example = batch.examples[row]
            random.seed(self._seed(batch.runs[row], example))
            try:
                batch.index[row] = self._make(example.place, batch.data[row], batch.label[row], random)
            except Exception as error:  # of OpenCV's kind too
                raise MXNetError(f"{self.files.describe(example.place)}: {error}") from error

    def _seed(self, run: int, example: Example) -> int:
        if self.seed_aug is not None:
            return example.number + self.seed_aug + 111
        return (self.seed * 0x9E3779B1 + run * 0x85EBCA6B + example.place * 0xC2B2AE35 + 0x27D4EB2F) & _MASK

    def _make(self, place: int, data: np.ndarray, label: np.ndarray, random: Twister) -> int:
        number, numbers, image = self.parse(place)
        for augment in self.augmenters:
            image, numbers = augment(image, numbers, random)
        self.normalize.put(image, data, random)
        self.write_label(label, numbers, image)
        return number

    def parse(self, place: int) -> tuple[int, np.ndarray, np.ndarray]:
        """The number, the labels and the decoded image of a record."""
        number, labels, body = self.head(place)
        channels = self.data_shape[0]
        image = decode(body, _FLAGS[channels], self.rotate)
        if image is None:
            raise MXNetError(f"image {number} cannot be decoded")
        image = image.reshape(*image.shape[:2], -1)
        if image.shape[2] != channels or image.dtype != np.uint8:
            raise MXNetError(
                f"Invalid image with index {number}. Expected {channels} channels of uint8, "
                f"got {image.shape[2]} of {image.dtype}"
            )
        return number, labels, image

    def head(self, place: int) -> tuple[int, np.ndarray, memoryview]:
        """The number, the labels and the encoded image of a record."""
        record = memoryview(self.files.read(place))
        if len(record) < _HEADER.size:
            raise MXNetError(f"expected an image record of at least {_HEADER.size} bytes, found {len(record)}")
        flag, label, number, _ = _HEADER.unpack_from(record)
        end = _HEADER.size + 4 * flag
        if len(record) < end:
            raise MXNetError(f"the header promises {flag} labels, the record ends after {len(record)} bytes")
        if self.labels is not None:
            if number not in self.labels:
                raise MXNetError(f"fail to find imagelabel for id {number}: it is not in path_imglist")
            labels = self.labels[number]
        elif flag:
            labels = np.frombuffer(record, np.float32, flag, _HEADER.size)
        else:
            labels = np.array([label], np.float32)
        self.check_label(labels)
        return number, labels, record[end:]


def _aligned(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """An array, still to be filled, that a CPU device can use where it is: such arrays begin at a multiple of 64."""
    size = math.prod(shape) * dtype.itemsize
    memory = np.empty(size + 64, np.uint8)
    start = -memory.ctypes.data % 64
    return memory[start : start + size].view(dtype).reshape(shape)


class _Batch:
    """A batch that is being made."""

    def __init__(self, work: Work, examples: list[Example], runs: list[int], size: int, last: bool) -> None:
        self.examples, self.runs, self.last = examples, runs, last
        self.pad = 0
        self.data = _aligned((size, *work.data_shape), work.normalize.dtype)
        self.label = np.zeros((size, work.label_length), np.float32)
        self.index = np.zeros(size, np.uint64)
        self.data[len(examples) :] = 0
        self.parts: list[Future[None]] = []


class ImageBatches:
    """A source of batches; ``prefetch`` of them are made ahead by at most ``threads`` threads.

    With ``round_batch`` the last batch goes on at the beginning, where the next epoch then begins; without, it is
    filled up with zeros. Nothing is left behind when it is abandoned: threads end, what is not yet made is not made.
    """

    def __init__(self, work: Work, runs: Runs, batch_size: int, round_batch: bool, prefetch: int, threads: int) -> None:
        self._work, self._runs, self._size, self._round = work, runs, batch_size, round_batch
        self._ahead: deque[_Batch] = deque()
        self._depth, self._threads = max(prefetch, 1), max(min(threads, cores()), 1)
        self._ended = False
        self._borrowed = False  # whether the batch that was given last has examples of the next epoch
        self._start_threads()

    def _start_threads(self) -> None:
        self._process = os.getpid()
        self._pool = ThreadPoolExecutor(self._threads, "mxnet-images")
        weakref.finalize(self, self._pool.shutdown, wait=False, cancel_futures=True)

    def next(self) -> Given | None:
        """The next batch, None at the end of an epoch."""
        if self._process != os.getpid():  # threads do not survive a fork
            self._start_threads()
            for batch in self._ahead:
                self._submit(batch)
        self._plan_ahead()
        if not self._ahead:
            return None
        batch = self._ahead.popleft()
        try:
            for part in batch.parts:
                part.result()
        finally:
            self._borrowed = batch.last and self._round and batch.pad > 0
        self._plan_ahead()
        ctx = Context("cpu", 0)
        label = batch.label[:, 0] if batch.label.shape[1] == 1 else batch.label
        return Given(from_host(batch.data, ctx), from_host(label, ctx), batch.pad, batch.index)

    def reset(self) -> None:
        """Begin the next epoch."""
        for batch in self._ahead:
            for part in batch.parts:
                part.cancel()
        if not (self._borrowed and not self._ahead):
            self._runs.restart(0)
        self._ahead.clear()
        self._ended = self._borrowed = False
        self._plan_ahead()

    def _plan_ahead(self) -> None:
        while len(self._ahead) < self._depth and not self._ended:
            batch = self._plan()
            if batch is not None:
                self._submit(batch)
                self._ahead.append(batch)

    def _plan(self) -> _Batch | None:
        examples = self._runs.take(self._size)
        runs = [self._runs.count] * len(examples)
        missing = self._size - len(examples)
        self._ended = missing > 0
        if not examples:
            return None
        if missing and self._round:
            self._runs.restart(len(examples))
            more = self._runs.take(missing)
            if len(more) < missing:
                raise MXNetError(
                    f"number of input images must be bigger than the batch size: expected {missing} more for a batch "
                    f"of {self._size}, there are {len(more)}"
                )
            examples, runs = examples + more, runs + [self._runs.count] * missing
        batch = _Batch(self._work, examples, runs, self._size, self._ended)
        batch.pad = missing
        return batch

    def _submit(self, batch: _Batch) -> None:
        step = -(-len(batch.examples) // self._threads)
        starts = range(0, len(batch.examples), step)
        stops = [min(start + step, len(batch.examples)) for start in starts]
        batch.parts = [
            self._pool.submit(self._work.fill, batch, start, stop) for start, stop in zip(starts, stops, strict=True)
        ]
