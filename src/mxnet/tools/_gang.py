"""The processes of a job, together: they start together, and when one fails they end together, or all start again."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mxnet.tools import _keeper

GRACE = 10.0  # seconds in which processes may end by themselves when the job is over
_LOST_A_WORKER = 75  # what a scheduler returns that has ended because a worker died
_SAY = 5.0  # seconds in which the other workers may say what they miss, when one has failed
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupted(BaseException):
    """The launcher was told to end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@dataclass
class Process:
    """One process of the job: what it runs, with which additions to the environment."""

    role: str
    number: int
    command: Sequence[str]
    environment: Mapping[str, str]
    label: str | None = None
    feeds_secret: bool = False
    passed: tuple[int, ...] = ()
    handle: Any = field(default=None, repr=False)

    def start(self) -> None:
        """Start it, with a keeper that ends it when this process is gone."""
        keeper = [sys.executable, "-I", _keeper.__file__, "--grace", str(GRACE)]
        label = f"[{self.role} {self.number}]" if self.label is None else self.label
        self.handle = subprocess.Popen(
            [*keeper, "--label", label, *(["--feed-secret"] if self.feeds_secret else []), "--", *self.command],
            stdin=subprocess.PIPE,
            env={**os.environ, **self.environment},
            pass_fds=self.passed,
            start_new_session=True,
        )

    @property
    def code(self) -> int | None:
        """What it has returned, if it has ended; one that ended by a signal counts from 128."""
        code = self.handle.poll()
        return 128 - code if code is not None and code < 0 else code

    def ask_to_end(self) -> None:
        """Let the keeper end it, with a time of grace."""
        if self.handle is not None and self.handle.stdin is not None and not self.handle.stdin.closed:
            self.handle.stdin.close()
        if self.handle is not None and self.handle.poll() is None:
            self.handle.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """End it, its keeper and all its children, now."""
        if self.handle is not None:
            self.handle.stdin.close()
            _keeper.signal_all(self.handle.pid, signal.SIGKILL)
            if self.handle.poll() is None:
                self.handle.kill()
            self.handle.wait()


def run(
    make: Callable[[int, int], Sequence[Process]], restarts: int, is_alone: Callable[[], bool] = lambda: False
) -> int:
    """Run a job to its end: 0, or what the first process that failed has returned.

    ``make`` gives the processes of an attempt, which is told its number and how many workers have been lost. If one
    fails, all start again, at most ``restarts`` times; where ``is_alone`` says that the others can do without a worker,
    it starts again alone. SIGUSR1 lets all start again, with those that were lost or have come.
    """
    handlers = {how: signal.signal(how, _interrupt) for how in (*_SIGNALS, signal.SIGUSR1)}
    processes: Sequence[Process] = ()
    code, attempt, failures, lost = 1, 0, 0, 0
    try:
        while True:
            try:
                processes = make(attempt, lost)
                for process in processes:
                    process.start()
                failed, code = _wait(processes, restarts, is_alone)
                if failed is None:
                    break
                failures, lost = failures + 1, lost + (failed.role == "worker")
                failed.kill()  # if only its keeper has ended, it has not
                print(f"launch: {failed.role} {failed.number} returned {code}", file=sys.stderr, flush=True)
                _let_others_say(processes)
                if failures > restarts:
                    break
                why = f"{failures} of {restarts}"
            except Interrupted as interrupted:
                if interrupted.number != signal.SIGUSR1:
                    raise
                lost, why = 0, "on demand"
            _end(processes, at_once=True)
            print(f"launch: all start again ({why})", file=sys.stderr, flush=True)
            attempt += 1
    except Interrupted as interrupted:
        code = 128 + interrupted.number
    finally:
        for how in handlers:
            signal.signal(how, signal.SIG_IGN)
        _end(processes, at_once=code != 0)
        for how, handler in handlers.items():
            signal.signal(how, handler)
    return code


def _interrupt(number: int, frame: Any) -> None:
    raise Interrupted(number)


def _wait(processes: Sequence[Process], restarts: int, is_alone: Callable[[], bool]) -> tuple[Process | None, int]:
    """The first process that failed and what it returned, or None when all workers have finished."""
    workers = [p for p in processes if p.role == "worker"]
    again = dict.fromkeys(map(id, processes), 0)
    while True:
        if any(p.role == "scheduler" and p.code == _LOST_A_WORKER for p in processes):
            _let_others_say(processes)  # its keeper may be slower to tell
        for process in sorted(processes, key=_rank_of_cause):
            code = process.code
            if not code:
                continue
            # A server process holds no values: they are in the workers, or with Ray. Nobody joins without a scheduler.
            can_alone = process.role == "server" or (process.role == "worker" and is_alone())
            can_alone &= all(p.code is None for p in processes if p.role == "scheduler")
            if can_alone and again[id(process)] < restarts:
                again[id(process)] += 1
                name = f"{process.role} {process.number}"
                print(f"launch: {name} returned {code}; it starts again", file=sys.stderr, flush=True)
                process.kill()
                process.start()
                continue
            return process, code
        if all(p.code == 0 for p in workers):
            return None, 0
        time.sleep(0.05)


def _rank_of_cause(process: Process) -> int:
    """Of processes that have failed the cause comes first: one that was killed, then a worker with an error of its own.

    All may have ended before anybody looks, on a busy machine.
    """
    code = process.code or 0
    if code > 128:
        return 0
    return 2 if process.role == "scheduler" and code == _LOST_A_WORKER else 1


def _let_others_say(processes: Sequence[Process]) -> None:
    """Wait a little: the other workers may be about to say what they miss."""
    end = time.monotonic() + _SAY
    while time.monotonic() < end and any(p.code is None for p in processes if p.role == "worker"):
        time.sleep(0.05)


def _end(processes: Sequence[Process], at_once: bool) -> None:
    """See that every process has ended: by itself, or on demand, or by force."""
    started = [p for p in processes if p.handle is not None]
    if not at_once:
        _all_end(started, GRACE)
    for process in started:
        process.ask_to_end()
    _all_end(started, GRACE + 2)
    for process in started:
        process.kill()


def _all_end(processes: Sequence[Process], seconds: float) -> bool:
    end = time.monotonic() + seconds
    while any(p.code is None for p in processes):
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True
