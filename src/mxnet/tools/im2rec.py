"""Lists of image files, and record files made from them: ``python -m mxnet.tools.im2rec``.

    im2rec --list --recursive PREFIX FOLDER      writes PREFIX.lst: number, label and path of each image
    im2rec --resize 256 PREFIX FOLDER            writes PREFIX.rec and PREFIX.idx from PREFIX.lst

Lists are those of MXNet's own tool, byte by byte, and so are the order and the headers of records.
"""

import argparse
import itertools
import os
import random
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, TextIO

from mxnet import recordio
from mxnet._images import codecs, pixels
from mxnet._progress import Bar, shown
from mxnet.error import MXNetError

_FLAGS = ("--list", "--recursive", "--shuffle", "--pass-through", "--center-crop", "--pack-label")

# Number, path, and one or more labels.
Item = Sequence[Any]


def list_image(root: str, recursive: bool, exts: Sequence[str]) -> Iterator[tuple[int, str, int]]:
    """The images below a folder: a number, the path from there, and a label.

    With ``recursive`` each folder is a label, and at the end their names and numbers are printed; otherwise images of
    the folder itself are taken, with label 0.
    """
    number = 0
    if not recursive:
        for name in sorted(path.name for path in Path(root).iterdir()):
            if _is_image(os.path.join(root, name), exts):  # noqa: PTH118
                yield number, name, 0
                number += 1
        return
    labels: dict[str, int] = {}
    for folder, folders, names in os.walk(root, followlinks=True):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(folder, name)  # noqa: PTH118
            if _is_image(path, exts):
                label = labels.setdefault(folder, len(labels))
                yield number, os.path.relpath(path, root), label
                number += 1
    for folder, label in labels.items():
        print(os.path.relpath(folder, root), label)


def _is_image(path: str, exts: Sequence[str]) -> bool:
    return os.path.splitext(path)[1].lower() in exts and Path(path).is_file()  # noqa: PTH122


def write_list(path_out: str, image_list: Iterable[Item]) -> None:
    """Write lines of number, labels and path, by tabs."""
    with Path(path_out).open("w") as file:
        for number, path, *labels in image_list:
            file.write("\t".join((str(number), *(f"{label:f}" for label in labels), f"{path}\n")))


def make_list(args: argparse.Namespace) -> None:
    """Write the list, or the lists, that the arguments of the command ask for."""
    images = list(list_image(args.root, args.recursive, args.exts))
    if args.shuffle:
        random.seed(100)  # the same order every time, and MXNet's
        random.shuffle(images)
    size = (len(images) + args.chunks - 1) // args.chunks
    for number in range(args.chunks):
        chunk = images[number * size : (number + 1) * size]
        prefix = args.prefix + (f"_{number}" if args.chunks > 1 else "")
        if args.train_ratio == 1.0:
            write_list(prefix + ".lst", chunk)
            continue
        train, test = int(size * args.train_ratio), int(size * args.test_ratio)
        if args.test_ratio:
            write_list(prefix + "_test.lst", chunk[:test])
        if args.train_ratio + args.test_ratio < 1.0:
            write_list(prefix + "_val.lst", chunk[test + train :])
        write_list(prefix + "_train.lst", chunk[test : test + train])


def read_list(path_in: str) -> Iterator[list[Any]]:
    """Number, path and labels of each line; lines that are wrong are reported and left out."""
    with Path(path_in).open() as file:
        for line in file:
            words = [word.strip() for word in line.strip().split("\t")]
            if len(words) < 3:
                print(f"lst should have at least has three parts, but only has {len(words)} parts for {words}")
                continue
            try:
                yield [int(words[0]), words[-1], *(float(word) for word in words[1:-1])]
            except ValueError as error:
                print(f"Parsing lst met error for {words}, detail: {error}")


def encode(args: argparse.Namespace, item: Item) -> bytes:
    """The record of one image."""
    labels = list(item[2:])
    header = recordio.IRHeader(0, labels if len(labels) > 1 and args.pack_label else labels[0], item[0], 0)
    data = Path(args.root, item[1]).read_bytes()
    if args.pass_through:
        return recordio.pack(header, data)
    image = codecs.decode(data, args.color)
    if image is None:
        raise MXNetError("this is no image that can be read")
    if args.center_crop:
        side = min(image.shape[:2])
        top, left = ((length - side) // 2 for length in image.shape[:2])
        image = image[top : top + side, left : left + side]
    if args.resize:
        rows, columns = image.shape[:2]
        length = args.resize
        new = (length, rows * length // columns) if rows > columns else (columns * length // rows, length)
        image = pixels.resize(image, *new)
    return recordio.pack_img(header, image, quality=args.quality, img_fmt=args.encoding)


def make_record(args: argparse.Namespace, path: str) -> int:
    """Write the record file of a list, in its order; how many images could not be read."""
    items = list(read_list(path))
    stem = os.path.splitext(path)[0]  # noqa: PTH122
    record = recordio.MXIndexedRecordIO(stem + ".idx", stem + ".rec", "w")
    failed = 0
    progress = Progress(len(items), sys.stderr)
    with ThreadPoolExecutor(max(args.num_thread, 1), "im2rec") as pool:
        for item, future in _in_order(pool, lambda item: encode(args, item), items, 4 * args.num_thread):
            try:
                record.write_idx(item[0], future.result())
            except (MXNetError, OSError, ValueError) as error:
                failed += 1
                progress.say(f"left out {os.path.join(args.root, item[1])}: {error}")  # noqa: PTH118
            progress.step()
    record.close()
    progress.end()
    return failed


def _in_order(
    pool: ThreadPoolExecutor, work: Callable[[Item], bytes], items: Sequence[Item], ahead: int
) -> Iterator[tuple[Item, "Future[bytes]"]]:
    """Items with what becomes of them, some of them worked on ahead."""
    waiting: deque[tuple[Item, Future[bytes]]] = deque()
    rest = iter(items)
    for item in itertools.islice(rest, max(ahead, 1)):
        waiting.append((item, pool.submit(work, item)))
    while waiting:
        yield waiting.popleft()
        for item in itertools.islice(rest, 1):
            waiting.append((item, pool.submit(work, item)))


class Progress:
    """A bar that grows in place on a terminal, and a line for each tenth elsewhere."""

    def __init__(self, total: int, out: TextIO) -> None:
        self._total, self._out = total, out
        self._done, self._begin, self._shown = 0, time.monotonic(), 0.0
        self._bar = Bar("im2rec", total, "image") if out is sys.stderr and shown() else None
        self._live = self._bar is None and out.isatty()

    def step(self) -> None:
        """One more is done."""
        self._done += 1
        if self._bar is not None:
            self._bar.step()
            return
        now = time.monotonic()
        if self._live and (now - self._shown > 0.1 or self._done == self._total):
            self._shown = now
            self._out.write(f"\r{self._text(now)}")
            self._out.flush()
        elif not self._live and self._done * 10 // self._total > (self._done - 1) * 10 // self._total:
            self._out.write(f"{self._text(now)}\n")

    def _text(self, now: float) -> str:
        filled = 30 * self._done // max(self._total, 1)
        rate = self._done / max(now - self._begin, 1e-9)
        return f"[{'#' * filled}{'.' * (30 - filled)}] {self._done}/{self._total} images, {rate:.0f} a second"

    def say(self, text: str) -> None:
        """A message above the bar."""
        if self._bar is not None:
            self._bar.say(text)
            return
        self._out.write(f"\r\x1b[K{text}\n" if self._live else f"{text}\n")

    def end(self) -> None:
        """Leave the line of the bar."""
        if self._bar is not None:
            self._bar.close()
        if self._live:
            self._out.write("\n")


def parse_args(argv: Sequence[str] | None = None) -> argparse.Namespace:
    """The arguments of the command."""
    parser = argparse.ArgumentParser(
        prog="im2rec",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
        description="Make a list of images, or a record file from a list.",
    )
    add = parser.add_argument
    add("prefix", help="what the names of the .lst, .rec and .idx files begin with")
    add("root", help="the folder of the images")
    add = parser.add_argument_group("lists").add_argument
    add("--list", action="store_true", help="make the list PREFIX.lst; otherwise PREFIX.rec is made from it")
    add("--exts", nargs="+", default=[".jpeg", ".jpg", ".png"], help="the endings of image files")
    add("--chunks", type=int, default=1, help="how many lists to make")
    add("--train-ratio", type=float, default=1.0, help="the part of the images that goes into PREFIX_train.lst")
    add("--test-ratio", type=float, default=0, help="the part of the images that goes into PREFIX_test.lst")
    add("--recursive", action="store_true", help="walk through folders, each of which is a label")
    add("--shuffle", action="store_true", default=True, help="put the list in random order")
    add("--no-shuffle", dest="shuffle", action="store_false", help="keep the order of names")
    add = parser.add_argument_group("records").add_argument
    add("--pass-through", action="store_true", help="take the files as they are")
    add("--resize", type=int, default=0, help="the new length of the shorter side; 0 keeps the size")
    add("--center-crop", action="store_true", help="cut the middle square out")
    add("--quality", type=int, default=95, help="1 to 100 for JPEG; 1 to 9, how hard to compress, for PNG")
    add("--num-thread", type=int, default=1, help="how many threads read and encode")
    add("--color", type=int, default=1, choices=[-1, 0, 1], help="1 for colour, 0 for grey, -1 for what the file has")
    add("--encoding", default=".jpg", choices=[".jpg", ".png"], help="the format of images in the record file")
    add("--pack-label", action="store_true", help="keep all labels of a line, not only the first")
    args = parser.parse_args(_plain_flags(sys.argv[1:] if argv is None else argv))
    args.prefix, args.root = os.path.abspath(args.prefix), os.path.abspath(args.root)  # noqa: PTH100
    return args


def _plain_flags(argv: Sequence[str]) -> list[str]:
    """Arguments with ``--list True`` and ``--list=1``, as older versions had it, written ``--list``."""
    plain: list[str] = []
    words = deque(argv)
    while words:
        word = words.popleft()
        name, _, value = word.partition("=")
        if name not in _FLAGS:
            plain.append(word)
            continue
        if not value and words and words[0] in ("True", "False", "true", "false"):
            value = words.popleft()
        if value.lower() not in ("false", "0"):
            plain.append(name)
        elif name == "--shuffle":
            plain.append("--no-shuffle")
    return plain


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; the exit status."""
    args = parse_args(argv)
    if args.list:
        make_list(args)
        return 0
    folder = Path(args.prefix) if Path(args.prefix).is_dir() else Path(args.prefix).parent
    lists = [str(path) for path in sorted(folder.iterdir()) if path.is_file() and path.suffix == ".lst"]
    lists = [path for path in lists if path.startswith(args.prefix)]
    if not lists:
        print(f"Did not find and list file with prefix {args.prefix}")
        return 1
    for path in lists:
        print("Creating .rec file from", path, "in", folder)
        failed = make_record(args, path)
        if failed:
            print(f"{failed} images could not be read and are not in the record file")
    return 0


if __name__ == "__main__":
    sys.exit(main())
