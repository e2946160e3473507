"""Messages between processes: JSON after its length."""

import json
import socket
import struct
from collections.abc import Iterator
from typing import Any

_LENGTH = struct.Struct(">I")
_LONGEST = 64 << 20


class Garbled(Exception):
    """What came is no message of ours."""


def encode(message: dict[str, Any]) -> bytes:
    """A message as bytes."""
    body = json.dumps(message, separators=(",", ":")).encode()
    return _LENGTH.pack(len(body)) + body


class Reader:
    """Turns bytes, however they were cut on their way, into messages."""

    def __init__(self) -> None:
        self._rest = bytearray()

    def feed(self, data: bytes) -> Iterator[dict[str, Any]]:
        """The messages that are complete with these bytes."""
        self._rest += data
        while len(self._rest) >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._rest)
            if length > _LONGEST:
                raise Garbled("a message of absurd length")
            end = _LENGTH.size + length
            if len(self._rest) < end:
                return
            body = bytes(self._rest[_LENGTH.size : end])
            del self._rest[:end]
            yield _decode(body)


def _decode(body: bytes) -> dict[str, Any]:
    try:
        message = json.loads(body)
    except ValueError as error:
        raise Garbled(str(error)) from None
    if not isinstance(message, dict):
        raise Garbled("a message that is no dictionary")
    return message


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
