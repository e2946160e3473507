"""Processes that prepare batches.

A process that has started XLA must not fork. So another one, which has imported this package and never computes, is
asked to fork the workers; it does not run the user's script. Data sets and batches travel in anonymous shared memory
whose descriptors are sent along, so that nothing can be left behind, however a process ends. When a program ends, its
sockets close, and everybody at their other ends goes.
"""

import atexit
import contextlib
import gc
import hashlib
import mmap
import os
import pickle
import random
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import traceback
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from mxnet.gluon.data._by_value import dumps
from mxnet.util import is_np_array, is_np_shape, set_np

AVAILABLE = hasattr(os, "fork") and hasattr(socket, "send_fds")
_HEADER = struct.Struct("<QQ")  # bytes of the pickle, number of buffers
_ALIGNED = 64


class WorkerError(Exception):
    """What a worker's exception looked like where it was raised; it is the cause of the one raised here."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return f'\n"""\n{self.text}"""'


# --- messages ---------------------------------------------------------------------------------------------------------


def _shared_file() -> int:
    """A file in memory that has no name, or on disk one that has lost its name."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create("mxnet-data", os.MFD_CLOEXEC)
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


def pack(value: Any) -> int:
    """A value in a shared file: sizes, the pickle, then its arrays."""
    body, buffers = dumps(value)
    raws = [b.raw() for b in buffers]
    sizes = struct.pack(f"<{len(raws)}Q", *[r.nbytes for r in raws])
    file = _shared_file()
    try:
        with os.fdopen(os.dup(file), "wb") as stream:
            stream.write(_HEADER.pack(len(body), len(raws)) + sizes + body)
            for raw in raws:
                stream.write(b"\0" * (-stream.tell() % _ALIGNED))
                stream.write(raw)
    except BaseException:
        os.close(file)
        raise
    return file


def unpack(file: int) -> Any:
    """The value in a shared file; its arrays stay there, and the file goes with the last of them."""
    memory = mmap.mmap(file, 0, access=mmap.ACCESS_COPY)  # who writes to it has a copy of that page
    view = memoryview(memory)
    length, count = _HEADER.unpack_from(view)
    sizes = struct.unpack_from(f"<{count}Q", view, _HEADER.size)
    at = _HEADER.size + 8 * count
    body, at = view[at : at + length], at + length
    buffers = []
    for size in sizes:
        at += -at % _ALIGNED
        buffers.append(view[at : at + size])
        at += size
    return pickle.loads(body, buffers=buffers)


def _send(connection: socket.socket, message: bytes, *files: int) -> None:
    socket.send_fds(connection, [struct.pack("<I", len(message))], files)
    connection.sendall(message)


def _receive(connection: socket.socket) -> tuple[bytes, list[int]]:
    """A message and the files with it; EOFError if the other end has gone."""
    head, files, _, _ = socket.recv_fds(connection, 4, 4)
    if len(head) < 4:
        raise EOFError
    left = struct.unpack("<I", head)[0]
    parts = []
    while left:
        part = connection.recv(left)
        if not part:
            raise EOFError
        parts.append(part)
        left -= len(part)
    return b"".join(parts), list(files)


# --- the process that forks -------------------------------------------------------------------------------------------

_START = "import sys; sys.path[:] = {path!r}; from mxnet.gluon.data._processes import _serve_forks; _serve_forks({fd})"


class _Forker:
    """The other end of the process that forks workers; there is one for a program."""

    def __init__(self) -> None:
        self._socket, other = socket.socketpair()
        quiet = {"JAX_PLATFORMS": "cpu", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        with other:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _START.format(path=sys.path, fd=other.fileno())],
                pass_fds=(other.fileno(),),
                stdin=subprocess.DEVNULL,
                env={**os.environ, **quiet},
            )
        self._lock = threading.Lock()

    def alive(self) -> bool:
        return self._process.poll() is None

    def fork(self, worker: socket.socket, payload: int, seed: int) -> None:
        with self._lock:
            _send(self._socket, struct.pack("<Q", seed), worker.fileno(), payload)

    def close(self) -> None:
        self._socket.close()
        try:
            self._process.wait(1)
        except subprocess.TimeoutExpired:  # it is still starting, or a worker is at its last batch
            self._process.kill()
            self._process.wait()


_forker: _Forker | None = None
_forker_lock = threading.Lock()


def _the_forker() -> _Forker:
    global _forker
    with _forker_lock:
        if _forker is None or not _forker.alive():
            _forker = _Forker()
        return _forker


def _forget_forker() -> None:
    """A forked copy of this program has no say over its forker, and needs one of its own."""
    global _forker
    _forker = None


@atexit.register
def _end_forker() -> None:
    """Registered before any loader is made, so that it runs when the workers have been told to go."""
    if _forker is not None:
        _forker.close()


if AVAILABLE:
    os.register_at_fork(after_in_child=_forget_forker)


def _serve_forks(number: int) -> None:
    """Fork a worker for each message, until the program is gone."""
    warnings.simplefilter("ignore")  # Python warns of forks where NumPy has made threads; none runs here
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for workers
    control = socket.socket(fileno=number)
    gc.freeze()
    while True:
        try:
            message, files = _receive(control)
        except (EOFError, OSError):
            with contextlib.suppress(ChildProcessError):
                os.wait()  # until the last worker has gone: one without a parent would stay as a zombie
            os._exit(0)
        if os.fork() == 0:
            control.close()
            _work(socket.socket(fileno=files[0]), files[1], struct.unpack("<Q", message)[0])
            os._exit(0)
        for file in files:
            os.close(file)


def _work(connection: socket.socket, payload: int, seed: int) -> None:
    """What a worker does: make the batches it is asked for."""
    try:
        flags, job = unpack(payload)
        os.close(payload)
        random.seed(seed)
        np.random.seed(seed % 2**32)
        if any(flags):
            set_np(*flags)
        _send(connection, b"ready")
    except BaseException:
        _tell(connection, b"unfit", traceback.format_exc())
        return
    while True:
        try:
            message, _ = _receive(connection)
        except (EOFError, OSError):
            return
        try:
            file = pack(job(pickle.loads(message)))
        except BaseException as error:
            _tell(connection, b"error", (_portable(error), traceback.format_exc()))
            continue
        try:
            _send(connection, b"batch", file)
        except OSError:
            return
        finally:
            os.close(file)


def _tell(connection: socket.socket, kind: bytes, content: Any) -> None:
    file = pack(content)
    try:
        _send(connection, kind, file)
    except OSError:
        pass
    finally:
        os.close(file)


def _portable(error: BaseException) -> BaseException:
    """The error, or if it cannot be sent one that says the same."""
    try:
        pickle.loads(pickle.dumps(error))
        return error
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")


# --- here -------------------------------------------------------------------------------------------------------------


class Unfit(Exception):
    """The data set cannot be used in a process of its own."""


class Worker:
    """A worker process, started when it is first asked to."""

    def __init__(self, payload: int, seed: int) -> None:
        self._socket, other = socket.socketpair()
        with other:
            _the_forker().fork(other, payload, seed)
        self.ready = False

    def poll(self) -> bool:
        """Whether the process is there and has its data set."""
        if not self.ready:
            self._socket.setblocking(False)
            try:
                self._socket.recv(1, socket.MSG_PEEK)
            except BlockingIOError:
                return False
            finally:
                self._socket.setblocking(True)
            kind, content = self._answer()
            if kind == b"unfit":
                raise Unfit(content)
            self.ready = True
        return True

    def fetch(self, indices: Sequence[Any]) -> Any:
        """The batch of these samples."""
        try:
            _send(self._socket, pickle.dumps(indices))
            kind, content = self._answer()
        except (EOFError, OSError):
            raise RuntimeError(
                "a DataLoader worker process has ended without a word: it was killed, ran out of memory, or crashed. "
                "Use fewer workers, or num_workers=0 to see what happens."
            ) from None
        if kind == b"error":
            error, text = content
            raise error from WorkerError(text)
        return content

    def _answer(self) -> tuple[bytes, Any]:
        kind, files = _receive(self._socket)
        try:
            return kind, unpack(files[0]) if files else None
        finally:
            for file in files:
                os.close(file)

    def close(self) -> None:
        """Let the process end, and the thread that waits for it go on."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


def payload_of(job: Callable[[Sequence[Any]], Any]) -> int | None:
    """What a worker needs, in a shared file; None if it cannot be sent."""
    try:
        return pack(((is_np_shape(), is_np_array()), job))
    except Exception:  # whatever pickling raises: locks, open files, handles
        return None


def seed_of(number: int) -> int:
    """A seed for a worker that follows from ``np.random.seed`` and takes nothing from its stream."""
    _, keys, position, *_ = np.random.get_state(legacy=True)
    return int.from_bytes(
        hashlib.sha1(np.asarray(keys).tobytes() + f"{position} {number}".encode()).digest()[:8], "little"
    )
