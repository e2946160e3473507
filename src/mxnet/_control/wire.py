"""Messages between processes: JSON and attached bytes, after their lengths, of bounded size and depth."""

import json
import re
import socket
import struct
from collections.abc import Iterator
from typing import Any

_LENGTHS = struct.Struct(">II")
LONGEST = 16 << 20  # bytes of a message to the scheduler: a thousand keys are described in 100 KiB
_OF_THE_SCHEDULER = 1 << 30  # bytes of its answer, which may hold the messages of all workers
OF_STRANGERS = 512  # bytes of a message from somebody who has not proved to belong to the job
_DEEPEST = 16  # lists within lists: ours have four
ATTACHED = "attached"  # under which a message that was read has its bytes
_ENCODER = json.JSONEncoder(separators=(",", ":"))
_NESTING = re.compile(rb'"(?:[^"\\]|\\.)*+"|[\[{]|[\]}]')


class Garbled(Exception):
    """What came is no message of ours."""


def encode(message: dict[str, Any], attached: bytes = b"") -> bytes:
    """A message as bytes, with others that travel as they are."""
    body = _ENCODER.encode(message).encode()
    return b"".join((_LENGTHS.pack(len(body), len(attached)), body, attached))


class Reader:
    """Turns bytes, however they were cut on their way, into messages of at most ``longest`` bytes."""

    def __init__(self, longest: int = _OF_THE_SCHEDULER) -> None:
        self.longest = longest
        self._rest = bytearray()

    def feed(self, data: bytes) -> Iterator[dict[str, Any]]:
        """The messages that are complete with these bytes."""
        self._rest += data
        while len(self._rest) >= _LENGTHS.size:
            length, more = _LENGTHS.unpack_from(self._rest)
            if length + more > self.longest:
                raise Garbled(f"a message of {length + more} bytes")
            middle = _LENGTHS.size + length
            end = middle + more
            if len(self._rest) < end:
                return
            body, attached = bytes(self._rest[_LENGTHS.size : middle]), bytes(self._rest[middle:end])
            del self._rest[:end]
            yield _decode(body, attached)


def _decode(body: bytes, attached: bytes) -> dict[str, Any]:
    if body.count(b"[") + body.count(b"{") > _DEEPEST and _depth(body) > _DEEPEST:
        raise Garbled("lists within lists")
    try:
        message = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Garbled(str(error)) from None
    if not isinstance(message, dict):
        raise Garbled("a message that is no dictionary")
    message.pop(ATTACHED, None)  # only what was attached
    if attached:
        message[ATTACHED] = attached
    return message


def _depth(body: bytes) -> int:
    """How deep lists and dictionaries lie within each other; more than the bound is not counted out."""
    deep = deepest = 0
    for bracket in _NESTING.finditer(body):
        if bracket[0] in (b"[", b"{"):
            deep += 1
            deepest = max(deepest, deep)
            if deep > _DEEPEST:
                break
        elif bracket[0] in (b"]", b"}"):
            deep -= 1
    return deepest


def receive(connection: socket.socket, reader: Reader) -> dict[str, Any] | None:
    """The next message of a connection on which one message at a time is under way; None if it was closed."""
    while True:
        try:
            data = connection.recv(1 << 16)
        except ConnectionError:
            return None
        if not data:
            return None
        for message in reader.feed(data):
            return message


def tune(connection: socket.socket) -> None:
    """Send at once, and notice in a minute or so if the other machine has vanished."""
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (("TCP_KEEPIDLE", 30), ("TCP_KEEPINTVL", 10), ("TCP_KEEPCNT", 3)):
        if hasattr(socket, name):
            connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
