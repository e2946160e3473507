"""Files of named arrays that other libraries read too: ``.safetensors`` and NumPy's ``.npz``.

A ``.safetensors`` file is eight bytes (little endian) that count those of a header, the header as JSON, and the
elements. The header gives each array's type, shape and place. Every number in it is checked against the bytes there are
before anything is read. A list of arrays is written with numbers as names, and a note in the header that it was one.
"""

import io
import json
import math
import struct
import zipfile
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO, NoReturn

import ml_dtypes
import numpy as np

from mxnet.error import MXNetError

Bytes = bytes | bytearray | memoryview
Arrays = dict[str, np.ndarray]

_SUFFIXES = (".safetensors", ".npz")
_ZIP = b"PK\x03\x04"
_TYPES = {
    "F64": np.dtype("<f8"),
    "F32": np.dtype("<f4"),
    "F16": np.dtype("<f2"),
    "BF16": np.dtype(ml_dtypes.bfloat16),
    "I64": np.dtype("<i8"),
    "I32": np.dtype("<i4"),
    "I16": np.dtype("<i2"),
    "I8": np.dtype("i1"),
    "U64": np.dtype("<u8"),
    "U32": np.dtype("<u4"),
    "U16": np.dtype("<u2"),
    "U8": np.dtype("u1"),
    "BOOL": np.dtype("?"),
}
_WORDS = {dtype: word for word, dtype in _TYPES.items()}
_MAX_HEADER_BYTES = 100 << 20  # as in the format's own library
_LIST = {"format": "mxnet", "mxnet": "list"}
_NOTE = "__metadata__"
_PLAIN = "arr_"  # how NumPy names arrays that have none


def is_named(path: str) -> bool:
    """Whether a file of this name is one of these."""
    return path.endswith(_SUFFIXES)


def kind_of(file: BinaryIO) -> str | None:
    """Which of these a file's first bytes say that it is; the file stays at its start."""
    head = file.read(9)
    file.seek(0)
    if head.startswith(_ZIP):
        return ".npz"
    return ".safetensors" if len(head) == 9 and head[8:] == b"{" else None


# --- writing ----------------------------------------------------------------------------------------------------------


def dump(path: str, arrays: Mapping[str, np.ndarray], is_list: bool) -> Iterator[Bytes]:
    """The bytes of a file, in the format that its name says, in pieces."""
    return _dump_npz(arrays, is_list) if path.endswith(".npz") else _dump_safetensors(arrays, is_list)


def _dump_safetensors(arrays: Mapping[str, np.ndarray], is_list: bool) -> Iterator[Bytes]:
    if _NOTE in arrays:
        raise MXNetError(f".safetensors: an array cannot be named {_NOTE}")
    header: dict[str, Any] = {_NOTE: _LIST if is_list else {"format": "mxnet"}}
    start = 0
    for name, array in arrays.items():
        if array.dtype not in _WORDS:
            raise MXNetError(f".safetensors: '{name}' has the type {array.dtype}, for which the format has no word")
        header[name] = {
            "dtype": _WORDS[array.dtype],
            "shape": list(array.shape),
            "data_offsets": [start, start + array.nbytes],
        }
        start += array.nbytes
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)  # elements begin at a multiple of their size
    yield struct.pack("<Q", len(text)) + text
    for array in arrays.values():
        yield np.ascontiguousarray(array).tobytes()


def _dump_npz(arrays: Mapping[str, np.ndarray], is_list: bool) -> Iterator[Bytes]:
    for name, array in arrays.items():
        if array.dtype == ml_dtypes.bfloat16:
            raise MXNetError(f".npz: '{name}' is bfloat16, which NumPy cannot write: save it as .safetensors")
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, array in arrays.items():
            with archive.open(f"{_PLAIN if is_list else ''}{name}.npy", "w", force_zip64=True) as file:
                np.lib.format.write_array(file, np.asanyarray(array), allow_pickle=False)
    yield buffer.getbuffer()


# --- reading ----------------------------------------------------------------------------------------------------------


def load(file: BinaryIO, path: str, kind: str) -> tuple[Arrays, bool]:
    """The arrays of a file by name, and whether they were a list."""
    return _load_npz(file, path) if kind == ".npz" else _load_safetensors(file, path)


def _load_npz(file: BinaryIO, path: str) -> tuple[Arrays, bool]:
    try:
        with np.load(file, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
    except (ValueError, OSError, EOFError, KeyError, zipfile.BadZipFile, NotImplementedError) as error:
        raise MXNetError(f"{path}: not an .npz file of arrays: {error}") from None
    return arrays, bool(arrays) and list(arrays) == [f"{_PLAIN}{i}" for i in range(len(arrays))]


def _load_safetensors(file: BinaryIO, path: str) -> tuple[Arrays, bool]:
    content = memoryview(file.read())

    def refuse(what: str) -> NoReturn:
        raise MXNetError(f"{path}: not a .safetensors file: {what}")

    if len(content) < 8:
        refuse(f"it has {len(content)} bytes")
    (length,) = struct.unpack_from("<Q", content)
    if length > min(len(content) - 8, _MAX_HEADER_BYTES):
        refuse(f"its header should have {length} bytes, but {len(content) - 8} follow")
    try:
        header = json.loads(bytes(content[8 : 8 + length]))
        note = header.pop(_NOTE, {}) if isinstance(header, dict) else refuse("its header is no JSON object")
    except (ValueError, RecursionError) as error:
        refuse(f"its header is no JSON: {error}")
    body = content[8 + length :]
    arrays = {name: _array(body, name, entry, refuse) for name, entry in header.items()}
    is_list = note == _LIST and list(arrays) == [str(i) for i in range(len(arrays))]
    return arrays, is_list


def _array(body: memoryview, name: str, entry: Any, refuse: Any) -> np.ndarray:
    """The array that an entry of the header describes."""
    try:
        word, shape, (start, end) = entry["dtype"], entry["shape"], entry["data_offsets"]
    except (TypeError, KeyError, ValueError):
        refuse(f"the entry of '{name}' lacks dtype, shape or data_offsets")
    if not isinstance(word, str) or word not in _TYPES:
        refuse(f"'{name}' has the type {word!r}; known are {', '.join(_TYPES)}")
    numbers = [*shape, start, end] if isinstance(shape, list) else [None]
    if not all(type(n) is int and n >= 0 for n in numbers) or len(shape) > 64:
        refuse(f"'{name}' has the shape {shape} and the place {start} to {end}")
    dtype = _TYPES[word]
    if end > len(body) or end - start != math.prod(shape) * dtype.itemsize:
        refuse(f"'{name}' of {word} and shape {tuple(shape)} is said to be at {start} to {end} of {len(body)} bytes")
    return np.frombuffer(body[start:end], dtype).reshape(shape).copy()
