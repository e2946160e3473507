"""Reading and writing RecordIO files, and the header that image records carry."""

import ctypes
import io
import numbers
import os
import struct
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from mxnet._c_interface import c_function, fill, handle_of, object_of, text_of
from mxnet._files import paths, records
from mxnet._images import codecs
from mxnet.base import RecordIOHandle
from mxnet.error import MXNetError

__all__ = ["IRHeader", "MXIndexedRecordIO", "MXRecordIO", "pack", "pack_img", "unpack", "unpack_img"]


class MXRecordIO:
    """A file of records, read or written one after the other.

    ``uri`` is a path or any ``scheme://`` address; ``flag`` is ``'r'`` or ``'w'``.

    >>> writer = mx.recordio.MXRecordIO("plain.rec", "w")
    >>> writer.write(b'one')
    >>> writer.close()
    >>> mx.recordio.MXRecordIO("plain.rec", "r").read()
    b'one'
    """

    def __init__(self, uri: str | os.PathLike[str], flag: str) -> None:
        self.uri = os.fsdecode(uri)
        self.flag = flag
        self.handle = RecordIOHandle()
        self.writable = False
        self.pid: int | None = None
        self.is_open = False
        self.open()

    def open(self) -> None:
        """Open the file, at its start; one to be written is emptied."""
        if self.flag not in ("r", "w"):
            raise ValueError(f"Invalid flag {self.flag}: expected 'r' or 'w'")
        self.writable = self.flag == "w"
        self.handle = handle_of((paths.open_write if self.writable else paths.open_read)(self.uri))
        self.pid = os.getpid()
        self.is_open = True

    def close(self) -> None:
        """Close the file; closing it twice does nothing."""
        if not self.is_open:
            return
        self.is_open = False
        self.pid = None
        if self.handle.value is not None:
            _file(self.handle).close()
            self.handle = RecordIOHandle()

    def reset(self) -> None:
        """Go back to the first record; a file that is being written is emptied."""
        self.close()
        self.open()

    def read(self) -> bytes | None:
        """The next record, or None after the last."""
        return records.read(self._for("read"), self.uri)

    def write(self, buf: bytes) -> None:
        """Append a record."""
        if not isinstance(buf, bytes):
            raise TypeError(f"MXRecordIO.write: expected bytes, received {type(buf).__name__}")
        _write_all(self._for("write"), records.encode(buf))

    def _for(self, what: str) -> BinaryIO:
        """The open file, for a use that it was opened for, in the process that opened it."""
        if self.writable != (what == "write"):
            flag = "w" if what == "write" else "r"
            raise MXNetError(f"cannot {what} {self.uri!r}: it was opened with flag {self.flag!r}, not {flag!r}")
        if self.handle.value is None:
            raise MXNetError(f"cannot {what} {self.uri!r}: it is closed; call open() first")
        self._check_pid()
        return _file(self.handle)

    def _check_pid(self, allow_reset: bool = False) -> None:
        """Whether this process opened the file; with ``allow_reset`` it is opened here where another did."""
        if self.pid == os.getpid():
            return
        if not allow_reset:
            # The position in the file is shared with the process that opened it, so both would read at random.
            raise RuntimeError(
                "Forbidden operation in multiple processes: open the record file in this one, or reset it"
            )
        self.reset()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "handle": None, "pid": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, is_open=False, handle=RecordIOHandle())
        if state["is_open"]:
            self.open()

    def __del__(self) -> None:
        try:
            self.close()
        except (AttributeError, TypeError):  # the constructor failed, or the interpreter ends and this module is empty
            return


class MXIndexedRecordIO(MXRecordIO):
    """A file of records that are found by key, through an index file of lines ``key<TAB>position``.

    Parameters
    ----------
    idx_path : str | os.PathLike[str]
        The index.
    key_type : type
        The type of keys.

    >>> writer = mx.recordio.MXIndexedRecordIO("indexed.idx", "indexed.rec", "w")
    >>> for i in range(5):
    ...     writer.write_idx(i, b'record %d' % i)
    >>> writer.close()
    >>> mx.recordio.MXIndexedRecordIO("indexed.idx", "indexed.rec", "r").read_idx(3)
    b'record 3'
    """

    def __init__(
        self, idx_path: str | os.PathLike[str], uri: str | os.PathLike[str], flag: str, key_type: type = int
    ) -> None:
        self.idx_path = idx_path
        self.idx: dict[Any, int] = {}
        self.keys: list[Any] = []
        self.key_type = key_type
        self.fidx: BinaryIO | None = None
        super().__init__(uri, flag)

    def open(self) -> None:
        super().open()
        self.idx, self.keys = {}, []
        if self.writable:
            self.fidx = paths.open_write(self.idx_path)
        else:
            self._read_index()

    def _read_index(self) -> None:
        for number, raw in enumerate(paths.read_bytes(self.idx_path).splitlines(), 1):
            line: Any = raw
            try:
                line = raw.decode()
                key, position = line.strip().split("\t")[:2]
                self.keys.append(self.key_type(key))
                self.idx[self.keys[-1]] = int(position)
            except ValueError as error:
                raise MXNetError(
                    f"{os.fsdecode(self.idx_path)!r}, line {number}: expected a key, a tab and a position, "
                    f"received {line!r} ({error})"
                ) from error

    def close(self) -> None:
        if self.is_open and self.fidx is not None:
            self.fidx.close()
            self.fidx = None
        super().close()

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "fidx": None}

    def seek(self, idx: Any) -> None:
        """Make the record of a key the next to be read; in another process than it was opened in, opens it again."""
        if self.writable:
            raise MXNetError(f"cannot read {self.uri!r}: it was opened with flag 'w', not 'r'")
        self._check_pid(allow_reset=True)
        self._for("read").seek(self.idx[idx])

    def tell(self) -> int:
        """Where the next record will be written."""
        return self._for("write").tell()

    def read_idx(self, idx: Any) -> bytes | None:
        """The record of a key."""
        self.seek(idx)
        return self.read()

    def write_idx(self, idx: Any, buf: bytes) -> None:
        """Append a record and enter it in the index."""
        key = self.key_type(idx)
        position = self.tell()
        self.write(buf)
        if self.fidx is not None:
            _write_all(self.fidx, f"{key}\t{position}\n".encode())
        self.idx[key] = position
        self.keys.append(key)


def _write_all(file: BinaryIO, data: bytes) -> None:
    """Write everything, also where the system takes it in several pieces."""
    done = file.write(data)
    while done < len(data):
        done += file.write(memoryview(data)[done:])


def _file(handle: Any) -> Any:
    """The open file that a handle stands for."""
    return object_of(handle, io.IOBase)


# Functions of MXNet's C interface: classes of users that open, seek and read in their own way call them.


@c_function()
def MXRecordIOWriterCreate(uri: Any, out: Any) -> None:
    """Fill a handle with a new file of records."""
    fill(out, paths.open_write(text_of(uri)))


@c_function()
def MXRecordIOReaderCreate(uri: Any, out: Any) -> None:
    """Fill a handle with a file of records, at its start."""
    fill(out, paths.open_read(text_of(uri)))


@c_function("MXRecordIOWriterFree")
def MXRecordIOReaderFree(handle: Any) -> None:
    """Close the file of a handle."""
    _file(handle).close()


@c_function()
def MXRecordIOWriterWriteRecord(handle: Any, buf: Any, size: Any) -> None:
    """Append ``size`` bytes as a record."""
    data = buf if isinstance(buf, bytes) else ctypes.string_at(buf, getattr(size, "value", size))
    _write_all(_file(handle), records.encode(data[: getattr(size, "value", size)]))


@c_function()
def MXRecordIOReaderReadRecord(handle: Any, buf: Any, size: Any) -> None:
    """Fill ``buf`` with the next record and ``size`` with its length; with a null pointer after the last."""
    record = records.read(_file(handle), "the record file of the handle")
    fill(buf, record)
    fill(size, 0 if record is None else len(record))


@c_function()
def MXRecordIOReaderSeek(handle: Any, pos: Any) -> None:
    """Make the record at a position the next to be read."""
    _file(handle).seek(getattr(pos, "value", pos))


@c_function("MXRecordIOWriterTell")
def MXRecordIOReaderTell(handle: Any, pos: Any) -> None:
    """Fill a number with the position of the next record."""
    fill(pos, _file(handle).tell())


class HEADER(NamedTuple):
    """What stands before the image in a record.

    ``label`` is a number, or an array whose length is then in ``flag``; ``id`` names the record; ``id2`` is for the
    user.

    >>> mx.recordio.IRHeader(flag=0, label=1.0, id=7, id2=0).id
    7
    """

    flag: int
    label: Any
    id: int
    id2: int


IRHeader = HEADER
_IR_FORMAT = "IfQQ"
_IR_SIZE = struct.calcsize(_IR_FORMAT)


def pack(header: Any, s: bytes) -> bytes:
    """A record of a header (an IRHeader or its four values) and the bytes of an image.

    >>> mx.recordio.unpack(mx.recordio.pack(mx.recordio.IRHeader(0, 4, 2574, 0), b'image'))
    (HEADER(flag=0, label=4.0, id=2574, id2=0), b'image')
    """
    header = IRHeader(*header)
    if isinstance(header.label, numbers.Number):
        return struct.pack(_IR_FORMAT, *header._replace(flag=0)) + s
    label = np.asarray(header.label, dtype=np.float32)
    return struct.pack(_IR_FORMAT, *header._replace(flag=label.size, label=0)) + label.tobytes() + s


def unpack(s: bytes) -> tuple[HEADER, bytes]:
    """The header of a record and the bytes behind it.

    >>> header, content = mx.recordio.unpack(mx.recordio.pack(mx.recordio.IRHeader(0, 3.0, 7, 0), b"some bytes"))
    >>> header.label, header.id, content
    (3.0, 7, b'some bytes')
    """
    if len(s) < _IR_SIZE:
        raise MXNetError(f"unpack: expected an image record of at least {_IR_SIZE} bytes, received {len(s)}")
    header = IRHeader(*struct.unpack_from(_IR_FORMAT, s))
    if header.flag == 0:
        return header, s[_IR_SIZE:]
    end = _IR_SIZE + 4 * header.flag
    if len(s) < end:
        raise MXNetError(f"unpack: the header promises {header.flag} labels, the record ends after {len(s)} bytes")
    return header._replace(label=np.frombuffer(s, np.float32, header.flag, _IR_SIZE)), s[end:]


def pack_img(header: Any, img: np.ndarray, quality: int = 95, img_fmt: str = ".jpg") -> bytes:
    """A record of a header and an image (height, width, channels in BGR order), encoded.

    ``quality`` is 1 to 100 for JPEG, and how hard to compress, 1 to 9, for PNG.

    >>> record = mx.recordio.pack_img(mx.recordio.IRHeader(0, 3.0, 7, 0), np.zeros((4, 6, 3), "uint8"))
    >>> mx.recordio.unpack_img(record)[1].shape
    (4, 6, 3)
    """
    return pack(header, codecs.encode(img, img_fmt, quality))


def unpack_img(s: bytes, iscolor: int = -1) -> tuple[HEADER, np.ndarray | None]:
    """The header of a record and its image in BGR order; None where the bytes are no image.

    ``iscolor`` is OpenCV's: 1 for colour, 0 for grey, -1 for what the file has.

    >>> record = mx.recordio.pack_img(mx.recordio.IRHeader(0, 3.0, 7, 0), np.zeros((4, 6, 3), "uint8"))
    >>> header, image = mx.recordio.unpack_img(record)
    >>> header.label, image.shape
    (3.0, (4, 6, 3))
    """
    header, body = unpack(s)
    return header, codecs.decode(body, iscolor)
