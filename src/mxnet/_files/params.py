"""The ``.params`` format of ``nd.save``: every version since 0.8 is read, what MXNet 1.9.1 writes is written.

A file is a list of arrays and a list of names, as long or empty. An array is one of

    V3     uint32 0xF993FACA, then as V2; written under np_shape, where () and (0,) are shapes like any other
    V2     uint32 0xF993FAC9, int32 storage type, [shape of the stored rows or values], shape, context, int32 type,
           [int32 type and shape of each index array], values, [index arrays]
    V1     uint32 0xF993FAC8, shape, context, int32 type, values
    older  uint32 rank, uint32 dimensions, context, int32 type, values

where a shape is an int32 rank and int64 dimensions, a context int32 device type and int32 device id. All are little
endian. A count is checked against the bytes that are left before anything is allocated for it.
"""

import io
import math
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

import ml_dtypes
import numpy as np

from mxnet.error import MXNetError

Shape = tuple[int, ...]
Context = tuple[int, int]
Bytes = bytes | bytearray | memoryview

CPU: Context = (1, 0)

_LIST_MAGIC = 0x112
_V1, _V2, _V3 = 0xF993FAC8, 0xF993FAC9, 0xF993FACA
_DENSE, _ROW_SPARSE, _CSR = 0, 1, 2
_INDEX_ARRAYS = {_DENSE: 0, _ROW_SPARSE: 1, _CSR: 2}
_DEVICE_TYPES = (1, 2, 3, 5)
_MAX_RANK = 64  # NumPy's own limit

# MXNet's type flags; 1.9.1 itself has no arrays of the types 8 to 11.
_TYPES = dict(
    enumerate(
        np.dtype(name)
        for name in ("f4", "f8", "f2", "u1", "i4", "i1", "i8", "?", "i2", "u2", "u4", "u8", ml_dtypes.bfloat16)
    )
)
_FLAGS = {dtype: flag for flag, dtype in _TYPES.items()}
_FLAGS[np.dtype([("bfloat16", "<u2")])] = 12  # how MXNet shows bfloat16 to NumPy


@dataclass(frozen=True, slots=True, eq=False)
class Dense:
    """An array as it is."""

    data: np.ndarray
    context: Context = CPU


@dataclass(frozen=True, slots=True, eq=False)
class RowSparse:
    """The rows ``data`` at ``indices`` of an array of the given shape; the other rows are zero."""

    data: np.ndarray
    indices: np.ndarray
    shape: Shape
    context: Context = CPU


@dataclass(frozen=True, slots=True, eq=False)
class CSR:
    """A matrix of compressed rows: row i has values ``data[indptr[i]:indptr[i+1]]`` in those columns ``indices``."""

    data: np.ndarray
    indptr: np.ndarray
    indices: np.ndarray
    shape: Shape
    context: Context = CPU


# None is an array that was never given a shape: old files may hold one.
Entry = Dense | RowSparse | CSR | None
Loaded = tuple[list[Entry], list[str]]


def load(source: Bytes | BinaryIO, name: str = "<bytes>", np_shape: bool | None = None) -> Loaded:
    """The arrays and names of a file's bytes, or of a seekable binary file at its start.

    ``name`` is for error messages. With ``np_shape`` given, arrays written under the other setting are refused, as
    MXNet does: there, the same shape means something else.
    """
    reader = _Reader(source, name)
    magic, _reserved = reader.unpack("<QQ", "the header")
    if magic != _LIST_MAGIC:
        raise reader.error(f"Invalid NDArray file format: it starts with {magic:#x}, not with {_LIST_MAGIC:#x}", 0)
    count = reader.count("arrays", 4)
    entries = [_load_entry(reader, np_shape, _Tail(count, index + 1 == count)) for index in range(count)]
    named = reader.count("names", 8)
    if named not in (0, count):
        raise reader.error(f"Invalid NDArray file format: {count} arrays but {named} names")
    return entries, [_load_name(reader) for _ in range(named)]


def dump(entries: Sequence[Entry], names: Sequence[str] = (), np_shape: bool = False) -> Iterator[Bytes]:
    """The file's bytes in pieces; ``np_shape`` chooses V3 over V2."""
    if names and len(names) != len(entries):
        raise MXNetError(f"expected a name for each array or none at all, received {len(names)} for {len(entries)}")
    yield struct.pack("<QQQ", _LIST_MAGIC, 0, len(entries))
    for entry in entries:
        yield from _pieces(entry, np_shape)
    yield struct.pack("<Q", len(names))
    for name in names:
        encoded = name.encode()
        yield struct.pack("<Q", len(encoded)) + encoded


def load_one(source: Bytes | BinaryIO, name: str = "<bytes>", np_shape: bool | None = None) -> Entry:
    """One array without the list around it, as an NDArray's pickle holds it."""
    return _load_entry(_Reader(source, name), np_shape, None)


def dump_one(entry: Entry, np_shape: bool = False) -> bytes:
    """One array without the list around it, as an NDArray's pickle holds it."""
    return b"".join(_pieces(entry, np_shape))


def _pieces(entry: Entry, np_shape: bool) -> Iterator[Bytes]:
    magic = _V3 if np_shape else _V2
    if entry is None:
        yield struct.pack("<Iii", magic, _DENSE, -1 if np_shape else 0)
        return
    if isinstance(entry, Dense):
        yield struct.pack("<Ii", magic, _DENSE) + _shape(entry.data.shape)
        yield _context_and_type(entry.context, entry.data)
        yield _raw(entry.data)
        return
    if np_shape:
        raise MXNetError(
            "only allow serializing ndarray of default storage type in np shape semantics: "
            "save a sparse array under mx.np_shape(False), or x.tostype('default')"
        )
    if isinstance(entry, RowSparse):
        storage, extra = _ROW_SPARSE, [entry.indices]
    else:
        storage, extra = _CSR, [entry.indptr, entry.indices]
    yield struct.pack("<Ii", magic, storage) + _shape(entry.data.shape) + _shape(entry.shape)
    yield _context_and_type(entry.context, entry.data)
    for array in extra:
        yield struct.pack("<i", _flag(array)) + _shape(array.shape)
    for array in (entry.data, *extra):
        yield _raw(array)


def _shape(shape: Shape) -> bytes:
    return struct.pack(f"<i{len(shape)}q", len(shape), *shape)


def _flag(array: np.ndarray) -> int:
    try:
        return _FLAGS[array.dtype]
    except KeyError:
        known = ", ".join(str(dtype) for dtype in _TYPES.values())
        raise MXNetError(f"an array of dtype {array.dtype} cannot be saved; MXNet's dtypes are {known}") from None


def _context_and_type(context: Context, array: np.ndarray) -> bytes:
    return struct.pack("<iii", *context, _flag(array))


def _raw(array: np.ndarray) -> memoryview:
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8).data


class _Reader:
    """A cursor over a file that knows how much is left; its errors name the file and the offset."""

    def __init__(self, source: Bytes | BinaryIO, name: str) -> None:
        self._file = io.BytesIO(source) if isinstance(source, Bytes) else source
        self._name = name
        self._size = self._file.seek(0, io.SEEK_END)
        self._file.seek(0)
        self.offset = 0

    @property
    def left(self) -> int:
        return self._size - self.offset

    def error(self, message: str, offset: int | None = None) -> MXNetError:
        return MXNetError(
            f"{self._name}: {message} (at byte {self.offset if offset is None else offset} of {self._size})"
        )

    def need(self, size: int, what: str) -> None:
        if size > self.left:
            raise self.error(f"truncated or damaged: {what} would take {size} bytes, {self.left} are left")

    def take(self, size: int, what: str) -> bytes:
        self.need(size, what)
        data = self._read(size)
        if len(data) != size:
            raise self.error(f"the file shrank while it was read: {what} is missing")
        self.offset += size
        return data

    def peek(self, size: int) -> bytes:
        data = self._read(min(size, self.left))
        self._file.seek(self.offset)
        return data

    def unpack(self, layout: str, what: str) -> tuple[int, ...]:
        return struct.unpack(layout, self.take(struct.calcsize(layout), what))

    def count(self, what: str, least: int) -> int:
        """A number of things that take at least ``least`` bytes each."""
        start = self.offset
        (number,) = self.unpack("<Q", f"the number of {what}")
        if number * least > self.left:
            raise self.error(
                f"the file is truncated or damaged: {number} {what} do not fit in {self.left} bytes", start
            )
        return number

    def array(self, dtype: np.dtype, shape: Shape, what: str) -> np.ndarray:
        start, size = self.offset, dtype.itemsize * math.prod(shape)
        self.need(size, f"{what} of shape {shape} and dtype {dtype}")
        raw = _aligned(size)
        try:
            read = self._file.readinto(raw.data) if size else 0  # type: ignore[attr-defined]  # not in BinaryIO
        except OSError as error:
            raise self.error(f"cannot read {what}: {error}") from error
        if read != size:
            raise self.error(f"the file shrank while it was read: {what} is missing")
        self.offset += size
        try:
            # A byte beside 0 and 1 must not become a bool.
            return (raw != 0 if dtype.kind == "b" else raw.view(dtype)).reshape(shape)
        except ValueError:  # an empty array whose other dimensions overflow
            raise self.error(f"{what} has the impossible shape {shape}", start) from None

    def _read(self, size: int) -> bytes:
        try:
            return self._file.read(size)
        except OSError as error:
            raise self.error(f"cannot read: {error}") from error


def _aligned(size: int) -> np.ndarray:
    """Memory that XLA reads where it is: it copies what does not start at a multiple of 64 bytes."""
    room = np.empty(size + 64, np.uint8)
    start = -room.__array_interface__["data"][0] % 64
    return room[start : start + size]


@dataclass(frozen=True, slots=True)
class _Tail:
    """What stands after an array in a list: the next array, or the names."""

    count: int
    last: bool

    def follows(self, data: bytes) -> bool:
        if self.last:
            return len(data) >= 8 and struct.unpack("<Q", data[:8])[0] in (0, self.count)
        return len(data) >= 4 and struct.unpack("<I", data[:4])[0] in (_V1, _V2, _V3)


def _load_name(reader: _Reader) -> str:
    length = reader.count("bytes of a name", 1)
    start = reader.offset
    try:
        return reader.take(length, "a name").decode()
    except UnicodeDecodeError:
        raise reader.error("a name is not UTF-8", start) from None


def _load_entry(reader: _Reader, np_shape: bool | None, tail: _Tail | None) -> Entry:
    start = reader.offset
    (magic,) = reader.unpack("<I", "an array")
    if np_shape is not None and np_shape != (magic == _V3):
        there, here = ("", " not") if magic == _V3 else (" not", "")
        raise reader.error(
            f"ndarray was{there} saved in np shape semantics, but is{here} being loaded in np shape semantics; "
            f"load it under mx.np_shape({magic == _V3})",
            start,
        )
    if magic in (_V2, _V3):
        return _load_stored(reader, magic, tail)
    shape = _load_shape(reader) if magic == _V1 else _load_old_shape(reader, magic)
    return Dense(*_load_dense(reader, shape)) if shape else None


def _load_stored(reader: _Reader, magic: int, tail: _Tail | None) -> Entry:
    start = reader.offset
    (storage,) = reader.unpack("<i", "a storage type")
    if storage not in _INDEX_ARRAYS or (magic == _V3 and storage != _DENSE):
        raise reader.error(f"unknown storage type {storage}", start)
    if storage != _DENSE:
        return _load_sparse(reader, storage)
    shape = _load_shape(reader)
    if shape is None or (shape == () and magic == _V2 and not _scalar_follows(reader, tail)):
        return None
    data, context = _load_dense(reader, shape)
    return Dense(data, context)


def _load_dense(reader: _Reader, shape: Shape) -> tuple[np.ndarray, Context]:
    context = _load_context(reader)
    return reader.array(_load_type(reader), shape, "an array"), context


def _load_sparse(reader: _Reader, storage: int) -> Entry:
    start = reader.offset
    stored, shape = _load_shape(reader), _load_shape(reader)
    if not shape or stored is None:
        return None
    context = _load_context(reader)
    dtype = _load_type(reader)
    layouts = [(_load_type(reader), _load_shape(reader)) for _ in range(_INDEX_ARRAYS[storage])]
    expected = _stored_shapes(storage, shape, stored)
    received = [stored, *(layout[1] for layout in layouts)]
    if received not in expected or any(index.kind not in "iu" for index, _ in layouts):
        kind = "row_sparse" if storage == _ROW_SPARSE else "csr"
        raise reader.error(f"a {kind} array of shape {shape} has parts of shapes {received} or no whole numbers", start)
    data = reader.array(dtype, stored, "the values of a sparse array")
    parts = [reader.array(index, size or (), "the indices of a sparse array") for index, size in layouts]
    if storage == _ROW_SPARSE:
        _check_range(reader, parts[0], shape[0], start)
        return RowSparse(data, parts[0], shape, context)
    indptr, indices = parts
    if indptr.size and (indptr[0] != 0 or indptr[-1] != len(data) or np.any(indptr[1:] < indptr[:-1])):
        raise reader.error("the row pointers of a csr array do not rise from 0 to its number of values", start)
    _check_range(reader, indices, shape[1], start)
    return CSR(data, indptr, indices, shape, context)


def _stored_shapes(storage: int, shape: Shape, stored: Shape) -> list[list[Shape | None]]:
    """The shapes that the values and the index arrays of a sparse array may have."""
    number = stored[0] if stored else 0
    if storage == _ROW_SPARSE:
        return [[(number, *shape[1:]), (number,)]]
    if len(shape) != 2:
        return []
    return [[(number,), (shape[0] + 1,), (number,)], [(0,), (0,), (0,)]]


def _check_range(reader: _Reader, indices: np.ndarray, size: int, start: int) -> None:
    if indices.size and not (indices.min() >= 0 and indices.max() < size):
        raise reader.error(f"a sparse array has indices outside 0 to {size - 1}", start)


def _load_shape(reader: _Reader) -> Shape | None:
    """A shape, or None for one that was not known when it was written."""
    start = reader.offset
    (rank,) = reader.unpack("<i", "a shape")
    if rank == -1:
        return None
    _check_rank(reader, rank, start)
    shape = reader.unpack(f"<{rank}q", "a shape")
    if any(size < -1 for size in shape):
        raise reader.error(f"an array has the impossible shape {shape}", start)
    return None if -1 in shape else shape


def _load_old_shape(reader: _Reader, rank: int) -> Shape:
    _check_rank(reader, rank, reader.offset - 4)
    return reader.unpack(f"<{rank}I", "a shape")


def _check_rank(reader: _Reader, rank: int, start: int) -> None:
    if not 0 <= rank <= _MAX_RANK:
        raise reader.error(f"an array has {rank} dimensions; expected 0 to {_MAX_RANK}", start)


def _load_context(reader: _Reader) -> Context:
    start = reader.offset
    device_type, device_id = reader.unpack("<ii", "a context")
    if device_type not in _DEVICE_TYPES:
        raise reader.error(f"unknown device type {device_type}", start)
    return device_type, device_id


def _load_type(reader: _Reader) -> np.dtype:
    start = reader.offset
    (flag,) = reader.unpack("<i", "a type")
    if flag not in _TYPES:
        raise reader.error(f"Unknown type enum {flag}", start)
    return _TYPES[flag]


def _scalar_follows(reader: _Reader, tail: _Tail | None) -> bool:
    """Whether a V2 array of rank 0 has a value.

    Since 1.5 such an array is a scalar that was saved outside np_shape (MXNet cannot read it back); before, it was no
    array at all, and nothing was written after the rank. Only what comes next tells them apart.
    """
    head = reader.peek(12)
    if len(head) < 12:
        return False
    device_type, device_id, flag = struct.unpack("<iii", head)
    if device_type not in _DEVICE_TYPES or device_id < 0 or flag not in _TYPES:
        return False
    size = 12 + _TYPES[flag].itemsize
    return reader.left >= size and (tail is None or tail.follows(reader.peek(size + 8)[size:]))
