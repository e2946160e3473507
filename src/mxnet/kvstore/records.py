"""Nested lists, numbers, texts and arrays as bytes, and back: reading them makes data, and calls nothing.

A record is a JSON text, in which arrays and bytes are numbered, and then their contents.
"""

import json
import struct
from collections.abc import Iterator
from typing import Any

import ml_dtypes  # noqa: F401  NumPy then knows bfloat16 by its name
import numpy as np

_HEAD = struct.Struct("<QQ")


def dumps(content: Any) -> bytes:
    """A record."""
    parts: list[bytes | memoryview] = []
    text = json.dumps([_plain(content, parts), [len(part) for part in parts]], separators=(",", ":")).encode()
    size = sum(len(part) for part in parts)
    return b"".join((_HEAD.pack(len(text), size), text, *parts))


def loads(record: bytes | memoryview) -> Any:
    """What a record holds; one that is cut off or is none raises ValueError."""
    view = memoryview(record)
    if len(view) < _HEAD.size:
        raise ValueError("a record is cut off")
    length, size = _HEAD.unpack_from(view)
    begin = _HEAD.size + length
    if len(view) != begin + size:
        raise ValueError(f"a record of {begin + size} bytes has {len(view)}")
    form, lengths = json.loads(bytes(view[_HEAD.size : begin]))
    parts = list(_cut(view[begin:], lengths))
    return _rebuilt(form, parts)


def _cut(view: memoryview, lengths: list[int]) -> Iterator[memoryview]:
    at = 0
    for length in lengths:
        yield view[at : at + length]
        at += length


def _plain(content: Any, parts: list[bytes | memoryview]) -> Any:
    if content is None or isinstance(content, (bool, int, float, str)):
        return content
    if isinstance(content, np.generic):
        return content.item()
    if isinstance(content, (tuple, list)):
        return ["tuple" if isinstance(content, tuple) else "list", *(_plain(item, parts) for item in content)]
    if isinstance(content, dict):
        return ["dict", *([_plain(key, parts), _plain(value, parts)] for key, value in content.items())]
    if isinstance(content, (bytes, bytearray)):
        parts.append(bytes(content))
        return ["bytes", len(parts) - 1]
    if isinstance(content, np.ndarray):
        parts.append(np.ascontiguousarray(content).reshape(-1).view(np.uint8).data)
        return ["array", len(parts) - 1, content.dtype.name, list(content.shape)]
    raise TypeError(f"a {type(content).__name__} cannot be written down")


def _rebuilt(form: Any, parts: list[memoryview]) -> Any:
    if not isinstance(form, list):
        return form
    kind, *rest = form
    if kind in ("tuple", "list"):
        items = [_rebuilt(item, parts) for item in rest]
        return tuple(items) if kind == "tuple" else items
    if kind == "dict":
        return {_rebuilt(key, parts): _rebuilt(value, parts) for key, value in rest}
    if kind == "bytes":
        return bytes(parts[rest[0]])
    if kind == "array":
        return np.frombuffer(parts[rest[0]], np.dtype(rest[1])).reshape(rest[2])
    raise ValueError(f"a record with a {kind!r}")
