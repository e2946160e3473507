"""Pictures for tests: smooth, so that JPEG keeps them, or with each pixel's place in its colour."""

from pathlib import Path

import numpy as np

from mxnet._images import codecs, pixels
from mxnet.recordio import IRHeader, MXIndexedRecordIO, pack_img


def smooth(seed: int, height: int = 60, width: int = 80) -> np.ndarray:
    """A picture in BGR without sharp edges."""
    small = np.random.RandomState(seed).randint(0, 255, (6, 6, 3)).astype(np.uint8)
    return pixels.resize(small, width, height, 2)


def grid(number: int, height: int = 60, width: int = 80) -> np.ndarray:
    """A picture in BGR whose blue is a number, green twice the row and red twice the column."""
    row, column = np.mgrid[:height, :width]
    return np.stack([np.full_like(row, number), row * 2, column * 2], axis=2).astype(np.uint8)


def write_files(folder: Path, count: int) -> list[str]:
    """Picture files of different sizes, some of them JPEG."""
    names = [f"{number:02}.{'png' if number % 3 == 2 else 'jpg'}" for number in range(count)]
    for number, name in enumerate(names):
        image = smooth(number, 50 + 3 * number, 90 - 2 * number)
        (folder / name).write_bytes(codecs.encode(image, name[-4:], 3 if name.endswith("png") else 95))
    return names


def write_records(folder: Path, count: int, label=float, make=grid, name: str = "a") -> dict[str, str]:
    """A record file and its index, as arguments of an iterator; ids begin at 1000."""
    found = {"path_imgrec": str(folder / f"{name}.rec"), "path_imgidx": str(folder / f"{name}.idx")}
    writer = MXIndexedRecordIO(found["path_imgidx"], found["path_imgrec"], "w")
    for number in range(count):
        header = IRHeader(0, label(number), 1000 + number, 0)
        writer.write_idx(number, pack_img(header, make(number), quality=3, img_fmt=".png"))
    writer.close()
    return found
