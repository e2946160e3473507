"""Runs one process of a job, and sees that nothing of it outlives the job. It needs nothing but Python's own library.

    python _keeper.py [--label TEXT] [--grace SECONDS] [--feed-secret] -- COMMAND ...

The keeper is at the head of a session of its own. When its standard input ends, because whoever started it wants the
end or has died in whatever way, or when a signal tells it, all processes of the session are asked to end, and after a
time of grace are made to. Lines that the command writes get the label in front. It returns what the command does.
"""

import argparse
import contextlib
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any

_WANTED = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
_LONGEST = 1 << 16  # bytes of a line that are kept before it is complete


def members(session: int) -> Iterator[int]:
    """The processes of a session that have not ended; where the system does not tell, the leader's group is asked."""
    try:
        numbers = [int(name) for name in os.listdir("/proc") if name.isdecimal()]  # noqa: PTH208
    except OSError:
        return
    for number in numbers:
        with contextlib.suppress(OSError, ValueError, IndexError):
            with open(f"/proc/{number}/stat", "rb") as file:  # noqa: PTH123
                state, _, _, own_session = file.read().rpartition(b")")[2].split()[:4]
            if int(own_session) == session and state not in (b"Z", b"X"):
                yield number


def signal_all(session: int, how: int, but: int = 0) -> bool:
    """Send a signal to the processes of a session; whether there were any."""
    numbers = [number for number in members(session) if number != but]
    for number in numbers:
        with contextlib.suppress(OSError):
            os.kill(number, how)
            if how == signal.SIGTERM:
                os.kill(number, signal.SIGCONT)  # one that is stopped would never hear of it
    return bool(numbers)


class _Lines:
    """One of the command's streams, passed on line by line."""

    def __init__(self, source: Any, target: int, label: bytes) -> None:
        self.number, self._source, self._target, self._label = source.fileno(), source, target, label
        self._rest = b""
        os.set_blocking(self.number, False)

    def pass_on(self) -> bool:
        """Write what has come; whether there may be more."""
        try:
            data = os.read(self.number, 1 << 16)
        except BlockingIOError:
            return False
        except OSError:
            data = b""
        whole, newline, rest = (self._rest + data).rpartition(b"\n")
        if not data or len(rest) > _LONGEST:
            whole, newline, rest = whole + newline + rest, b"\n" if rest else b"", b""
        self._rest = rest
        lines = (whole + newline).splitlines(keepends=True)
        content = b"".join(self._label + line for line in lines)
        with contextlib.suppress(OSError):  # nobody reads it any more
            while content:
                content = content[os.write(self._target, content) :]
        return bool(data)


class _Keeper:
    def __init__(self, arguments: argparse.Namespace) -> None:
        with contextlib.suppress(PermissionError):  # it is at the head of a session already
            os.setsid()
        self._session, self._grace = os.getsid(0), arguments.grace
        self._deadline: float | None = None
        readable, writable = os.pipe()
        for number in (readable, writable):
            os.set_blocking(number, False)
        signal.set_wakeup_fd(writable, warn_on_full_buffer=False)
        self._told = False
        for how in _WANTED:
            signal.signal(how, self._tell)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        secret = os.environ.get("MXNET_KVSTORE_SECRET", "") if arguments.feed_secret else None
        self._child = subprocess.Popen(
            arguments.command,
            stdin=subprocess.DEVNULL if secret is None else subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            close_fds=False,
            process_group=0,
        )
        if secret is not None:
            self._child.stdin.write(f"{secret}\n".encode())  # type: ignore[union-attr]
            self._child.stdin.flush()  # type: ignore[union-attr]  # it stays open as long as the keeper lives
        label = f"{arguments.label} ".encode() if arguments.label else b""
        self._streams = [_Lines(self._child.stdout, 1, label), _Lines(self._child.stderr, 2, label)]
        self._selector = selectors.DefaultSelector()
        self._selector.register(readable, selectors.EVENT_READ, "signal")
        self._selector.register(0, selectors.EVENT_READ, "end")
        for stream in self._streams:
            self._selector.register(stream.number, selectors.EVENT_READ, stream)

    def _tell(self, number: int, frame: Any) -> None:
        self._told = True

    def run(self) -> int:
        """Keep the command until it has ended."""
        while self._child.poll() is None:
            wait = None if self._deadline is None else max(0.0, self._deadline - time.monotonic())
            for key, _ in self._selector.select(wait):
                self._handle(key)
            if self._told:
                self._ask_to_end()
            if self._deadline is not None and time.monotonic() >= self._deadline:
                signal_all(self._session, signal.SIGKILL, os.getpid())
                self._deadline = time.monotonic() + 1
        self._end_the_rest()
        for stream in self._streams:
            while stream.pass_on():
                pass
        code = self._child.returncode
        return code if code >= 0 else 128 - code

    def _handle(self, key: selectors.SelectorKey) -> None:
        if key.data == "signal":
            with contextlib.suppress(BlockingIOError):
                os.read(key.fd, 1024)
        elif key.data == "end":
            if not os.read(0, 1024):
                self._selector.unregister(0)
                self._ask_to_end()
        elif not key.data.pass_on():
            self._selector.unregister(key.fd)

    def _ask_to_end(self) -> None:
        if self._deadline is None:
            signal_all(self._session, signal.SIGTERM, os.getpid())
            self._deadline = time.monotonic() + self._grace

    def _end_the_rest(self) -> None:
        """What the command has left behind: its own children, perhaps."""
        if signal_all(self._session, signal.SIGTERM, os.getpid()):
            end = time.monotonic() + min(2.0, self._grace)
            while time.monotonic() < end and any(n != os.getpid() for n in members(self._session)):
                time.sleep(0.02)
            signal_all(self._session, signal.SIGKILL, os.getpid())


def main(arguments: Sequence[str]) -> int:
    """Run a command and keep it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--label", default="")
    parser.add_argument("--grace", type=float, default=10.0)
    parser.add_argument("--feed-secret", action="store_true", help="write the job's secret to the command's input")
    parser.add_argument("--detach", action="store_true", help="outlive whoever started this, to end the command")
    parser.add_argument("command", nargs="+")
    args = parser.parse_args(arguments)
    if args.detach and (child := os.fork()):  # Ray's workers kill their children, and a keeper must be the last
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        return _Keeper(args).run()
    except OSError as error:
        print(f"launch: {error}", file=sys.stderr)
        return 127


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
