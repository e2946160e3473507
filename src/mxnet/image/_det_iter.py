"""Batches of images with boxes around the objects in them."""

import logging
from collections.abc import Iterator
from typing import Any

import numpy as np

from mxnet._images.codecs import opencv
from mxnet._signatures import takes
from mxnet.error import MXNetError
from mxnet.image._augmenters import _MEAN, _STD, _color
from mxnet.image._det_augmenters import CreateDetAugmenter
from mxnet.image._functions import pixels_of
from mxnet.image._iter import ImageIter, _LeaveOut
from mxnet.io.io import DataDesc


class ImageDetIter(ImageIter):
    """Batches of images and of boxes: labels of (batch, objects, 5 or more), filled up with -1.

    An image's raw label is the length of its head (at least 2), the length of an object's entry (at least 5), the rest
    of the head, and the entries: class, left, top, right, bottom and more, positions as parts of width and height.
    Arguments are those of ImageIter; further ones are those of CreateDetAugmenter, unless ``aug_list`` is given.

    >>> import tempfile, os
    >>> base = os.path.join(tempfile.mkdtemp(), "file")
    >>> record = mx.recordio.MXIndexedRecordIO(f"{base}.idx", f"{base}.rec", "w")
    >>> picture = mx.nd.zeros((8, 8, 3), dtype="uint8").asnumpy()
    >>> header = mx.recordio.IRHeader(0, [2, 5, 0, 0.1, 0.1, 0.9, 0.9], 0, 0)
    >>> _ = record.write_idx(0, mx.recordio.pack_img(header, picture)), record.close()
    >>> mx.image.ImageDetIter(1, (3, 8, 8), path_imgrec=f"{base}.rec").next().label[0].shape
    (1, 1, 5)
    """

    @takes(ImageIter.__init__, without=("label_width", "dtype"), label_name="label")
    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.label_shape = self._estimate_label_shape()
        self.provide_label = [DataDesc(settings["label_name"], (self.batch_size, *self.label_shape))]

    def _augmenters(self, data_shape: tuple[int, ...], **how: Any) -> list[Any]:
        return CreateDetAugmenter(data_shape, **how)

    def _estimate_label_shape(self) -> tuple[int, int]:
        """The greatest number of objects in an image, and the length of an entry."""
        count, width = 0, 0
        self.reset()
        try:
            while True:
                label = self._parse_label(self.next_sample()[0])
                count, width = max(count, label.shape[0]), label.shape[1]
        except StopIteration:
            pass
        self.reset()
        return count, width

    def _parse_label(self, label: Any) -> np.ndarray:
        """A raw label as (objects, length of an entry), without boxes that have no area."""
        raw = pixels_of(label).ravel()
        if raw.size < 7:
            raise RuntimeError(
                f"Label shape is invalid: {raw.shape}: expected a head and an object, 7 numbers at least"
            )
        head, width = int(raw[0]), int(raw[1])
        if width < 5 or (raw.size - head) % width:
            raise RuntimeError(f"Label shape {raw.shape} inconsistent with annotation width {width}.")
        out = raw[head:].reshape(-1, width)
        out = out[(out[:, 3] > out[:, 1]) & (out[:, 4] > out[:, 2])]
        if not len(out):
            raise RuntimeError("Encounter sample with no valid label.")
        return out

    def _check_valid_label(self, label: np.ndarray) -> None:
        if label.ndim != 2 or label.shape[1] < 5:
            raise RuntimeError(f"Label with shape (1+, 5+) required, {label} received.")
        if not ((label[:, 0] >= 0) & (label[:, 3] > label[:, 1]) & (label[:, 4] > label[:, 2])).any():
            raise RuntimeError("Invalid label occurs.")

    def _prepared(self, label: Any, image: Any) -> tuple[Any, Any]:
        try:
            self.check_valid_image([image])
            image, label = self.augmentation_transform(image, self._parse_label(label))
            self._check_valid_label(label)
        except RuntimeError as error:
            raise _LeaveOut(str(error)) from error
        return label, image

    def _put(self, labels: np.ndarray, place: int, label: Any) -> None:
        if label.shape[0] > labels.shape[1] or label.shape[1] != labels.shape[2]:
            raise MXNetError(f"ImageDetIter: labels of {label.shape} do not fit into label_shape {self.label_shape}")
        labels[place] = -1
        labels[place, : len(label)] = label

    def _blank(self) -> tuple[np.ndarray, np.ndarray]:
        data, labels = super()._blank()
        labels[:] = -1
        return data, labels

    def augmentation_transform(self, data: Any, label: np.ndarray) -> tuple[Any, np.ndarray]:  # type: ignore[override]
        """An image and its label after all augmenters."""
        for aug in self.auglist:
            data, label = aug(data, label)
        return data, label

    def reshape(self, data_shape: tuple[int, ...] | None = None, label_shape: tuple[int, ...] | None = None) -> None:
        """Give other shapes from now on: of an image, and of an image's label."""
        for kind, shape in (("data", data_shape), ("label", label_shape)):
            if shape is None:
                continue
            getattr(self, f"check_{kind}_shape")(shape)
            name = getattr(self, f"provide_{kind}")[0].name
            setattr(self, f"provide_{kind}", [DataDesc(name, (self.batch_size, *shape))])
            setattr(self, f"{kind}_shape", shape)

    def check_label_shape(self, label_shape: tuple[int, ...]) -> None:
        """Raise an error if labels of the data would not fit into this shape."""
        if len(label_shape) != 2:
            raise ValueError(f"label_shape should have length 2, received {label_shape}")
        if label_shape[0] < self.label_shape[0]:
            raise ValueError(
                f"Attempts to reduce label count from {self.label_shape[0]} to {label_shape[0]}, not allowed."
            )
        if label_shape[1] != self.label_shape[1]:
            raise ValueError(f"label_shape object width inconsistent: {self.label_shape[1]} vs {label_shape[1]}.")

    def sync_label_shape(self, it: "ImageDetIter", verbose: bool = False) -> "ImageDetIter":
        """Give this iterator and another the larger of their label shapes; returns the other."""
        if not isinstance(it, ImageDetIter):
            raise TypeError(
                f"Synchronize with invalid iterator: expected an ImageDetIter, received {type(it).__name__}"
            )
        mine, other = self.label_shape, it.label_shape
        if mine[1] != other[1]:
            raise ValueError(f"object width mismatch: {mine[1]} and {other[1]}")
        count = max(mine[0], other[0])
        if count > mine[0]:
            self.reshape(None, (count, mine[1]))
        if count > other[0]:
            it.reshape(None, (count, other[1]))
        if verbose and count > min(mine[0], other[0]):
            logging.info("Resized label_shape to (%d, %d).", count, mine[1])
        return it

    def draw_next(
        self,
        color: Any = None,
        thickness: int = 2,
        mean: Any = None,
        std: Any = None,
        clip: bool = True,
        waitKey: int | None = None,
        window_name: str = "draw_next",
        id2labels: dict[int, str] | None = None,
    ) -> Iterator[np.ndarray]:
        """The next images, in BGR, with their boxes drawn, one at a time; needs OpenCV.

        ``color`` is RGB, random if None; ``mean`` and ``std`` (True for ImageNet's) are put back; with ``waitKey`` a
        window shows the image for so many milliseconds; ``id2labels`` names the classes.
        """
        cv2 = opencv()
        if cv2 is None:
            raise MXNetError("draw_next needs OpenCV: pip install mxnet-xla[vision]")
        while True:
            try:
                raw, data = self.next_sample()
            except StopIteration:
                return
            image = self.imdecode(data)
            try:
                self.check_valid_image([image])
                label = self._parse_label(raw)
            except RuntimeError as error:
                logging.debug("Invalid image, skipping:  %s", error)
                continue
            image, label = self.augmentation_transform(image, label)
            canvas = self._canvas(pixels_of(image), _color(mean, _MEAN, "mean"), _color(std, _STD, "std"), clip)
            for entry in label:
                _draw(cv2, canvas, entry, color, thickness, id2labels or {})
            if waitKey is not None:
                cv2.imshow(window_name, canvas)
                cv2.waitKey(waitKey)
            yield canvas

    @staticmethod
    def _canvas(image: np.ndarray, mean: Any, std: Any, clip: bool) -> np.ndarray:
        """An image as it was before it was normalized, in BGR."""
        image = image.astype(np.float32)
        if std is not None:
            image = image * pixels_of(std)
        if mean is not None:
            image = image + pixels_of(mean)
        image = image[:, :, ::-1]
        return np.ascontiguousarray(np.clip(image, 0, 255) if clip else image).astype(np.uint8)


def _draw(cv2: Any, canvas: np.ndarray, entry: np.ndarray, color: Any, thickness: int, names: dict[int, str]) -> None:
    height, width = canvas.shape[:2]
    left, top = int(entry[1] * width), int(entry[2] * height)
    if left < 0:
        return
    box = tuple(color)[::-1] if color else tuple(np.random.rand(3) * 255)
    cv2.rectangle(canvas, (left, top), (int(entry[3] * width), int(entry[4] * height)), box, thickness)
    name = names.get(int(entry[0]))
    if name is not None:
        font = cv2.FONT_HERSHEY_SIMPLEX
        below = cv2.getTextSize(name, font, 0.5, 2)[0][1] + 5
        cv2.putText(canvas, name, (left + 5, top + below), font, 0.5, (255, 255, 255), 2)
