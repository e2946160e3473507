"""Faults by the hundred: processes of distributed jobs are killed, stopped, slowed down, their disks filled and their
ports attacked, and every job must still end as if nothing had been.

python tools/soak.py --faults 200 --seed 1
python tools/soak.py --store synchronous --only kill --faults 20 --each 20     one job, 20 kills at random moments

Faults of synchronous jobs are printed with an s, of asynchronous ones with an a.
Counted: jobs that hang, acknowledged pushes that were lost, results that differ, and processes (with their ports) and
files that are left. All must be 0.
"""

import argparse
import contextlib
import ctypes
import os
import random
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
WORKERS = 4
FAULTS = {
    "synchronous": (
        "kill worker",
        "kill keeper",
        "kill scheduler",
        "kill idle server",
        "stop worker",
        "slow worker",
        "close worker",
        "close scheduler",
        "strangers",
    ),
    "asynchronous": (
        "kill worker",
        "kill server",
        "kill idle server",
        "kill scheduler",
        "slow server",
        "full disk",
        "slow worker",
        "close worker",
        "close server",
        "close scheduler",
        "strangers",
    ),
}
_PIDFD_GETFD = 438  # the system call, which Python has no function for


def descendants(root: int) -> Iterator[tuple[int, str]]:
    """The processes below one, and what each is."""
    parents, names = {}, {}
    for entry in os.listdir("/proc"):  # noqa: PTH208
        if entry.isdecimal():
            with contextlib.suppress(OSError, ValueError):
                stat = Path(f"/proc/{entry}/stat").read_bytes().rpartition(b")")[2].split()
                if stat[0] != b"Z":
                    names[int(entry)] = _kind(int(entry))  # fails if the process ends here, which then is not one
                    parents[int(entry)] = int(stat[1])
    for number in parents:
        above = number
        while above in parents:
            above = parents[above]
            if above == root:
                yield number, names[number]
                break


def _kind(number: int) -> str:
    line = Path(f"/proc/{number}/cmdline").read_bytes().replace(b"\0", b" ")
    if b"_keeper.py" in line:
        return "keeper"
    if b"ray::Server" in line:
        return "server"
    if b"soak_jobs" not in line:
        return "other"
    for part in Path(f"/proc/{number}/environ").read_bytes().split(b"\0"):
        if part.startswith(b"DMLC_ROLE="):
            role = part.partition(b"=")[2].decode()
            return "idle server" if role == "server" else role  # the values are in Ray's
    return "other"


@dataclass
class Count:
    """What has happened."""

    faults: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    jobs: int = 0
    decks: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))  # faults that come next


class Job:
    """One job with faults."""

    def __init__(self, kind: str, steps: int, faults: int, rng: random.Random, count: Count, only: str = "") -> None:
        self.choices = [what for what in FAULTS[kind] if what.startswith(only)]
        self.kind, self.steps, self.left, self.rng, self.count = kind, steps, faults, rng, count
        self.folder = Path(tempfile.mkdtemp(prefix="mxnet-soak-"))
        (self.folder / "servers").mkdir()
        path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
        self.environment = {
            **os.environ,
            "PYTHONPATH": path,
            "JAX_PLATFORMS": "cpu",
            "MXNET_KVSTORE_TIMEOUT": "60",
            "MXNET_KVSTORE_FOLDER": str(self.folder / "servers"),
        }
        self.killed_workers = 0

    def run(self) -> None:
        """Run it, with its faults, to its end, and look at what is left."""
        program = ROOT / "tools" / "soak_jobs" / f"{self.kind}.py"
        words = f"-n {WORKERS} -s 1 --launcher local --max-restarts {10 * self.left + 5}".split()
        log, own = (self.folder / "log").open("w"), [sys.executable]
        launcher = subprocess.Popen(
            [*own, "-m", "mxnet.tools.launch", *words, *own, str(program), str(self.folder), str(self.steps)],
            env=self.environment,
            stdout=log,
            stderr=log,
        )
        seen: set[int] = set()
        end = time.monotonic() + 60 + 60 * self.left
        try:
            while launcher.poll() is None and time.monotonic() < end:
                there = dict(descendants(launcher.pid))
                seen |= set(there)
                ready = [n for n, kind in there.items() if kind == "worker"]
                if self.left and len(ready) == WORKERS and self._has_begun():
                    time.sleep(self.rng.uniform(0, 1.5))
                    self._fault(dict(descendants(launcher.pid)))
                time.sleep(0.2)
            self.count.jobs += 1
            self.count.wrong["hangs"] += launcher.poll() is None
        finally:
            launcher.kill()
            log.close()
        self._judge(launcher.wait(), seen)

    def _has_begun(self) -> bool:
        return any(self.folder.glob("*.nd")) or any(self.folder.glob("acknowledged*"))

    def _fault(self, there: dict[int, str]) -> None:
        """Make the next fault: each kind as often as the others, in random order."""
        deck = self.count.decks[self.kind]
        if not deck:
            deck += self.rng.sample(self.choices, len(self.choices))
        what = deck.pop(0)
        deck.append(what)  # if its victim is not there
        verb, _, role = what.partition(" ")
        numbers = sorted(number for number, kind in there.items() if kind == role)
        with contextlib.suppress(OSError, IndexError, StopIteration):  # the victim may be ending, or coming back
            if what == "strangers":
                self._attack(there)
            elif what == "full disk":
                self._fill(next(number for number, kind in there.items() if kind == "server"))
            elif verb == "close":
                self._close(self.rng.choice(numbers))
                self.killed_workers += role == "worker"  # it may end by that
            elif verb == "kill":
                os.kill(self.rng.choice(numbers), signal.SIGKILL)
                self.killed_workers += role in ("worker", "keeper")
            else:
                victim = self.rng.choice(numbers)
                os.kill(victim, signal.SIGSTOP)
                time.sleep(1.0 if verb == "slow" else 0)
                if verb == "slow":
                    os.kill(victim, signal.SIGCONT)
            deck.pop()
            self.left -= 1
            self.count.faults[f"{self.kind[0]} {what}"] += 1

    def _attack(self, there: dict[int, str]) -> None:
        """Send garbage to every port that the job listens on."""
        inodes = {os.readlink(f"/proc/{n}/fd/{fd}") for n in there for fd in _files(n)}  # noqa: PTH115
        for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
            words = line.split()
            if words[3] == "0A" and f"socket:[{words[9]}]" in inodes:
                port = int(words[1].partition(":")[2], 16)
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=2) as link:
                    link.sendall(self.rng.choice([b"\0\3\r\x40" + b"[" * 200_000, os.urandom(4096), b""]))

    def _close(self, number: int) -> None:
        """Shut down one of the connections of a process, or a port that it listens on, without its knowing."""
        handle = os.pidfd_open(number)
        try:
            copies = [ctypes.CDLL(None).syscall(_PIDFD_GETFD, handle, int(fd), 0) for fd in _files(number, "socket:")]
            sockets = [socket.socket(fileno=copy) for copy in copies if copy >= 0]
        finally:
            os.close(handle)
        try:
            ports = [one for one in sockets if one.family in (socket.AF_INET, socket.AF_INET6)]
            self.rng.choice(ports).shutdown(socket.SHUT_RDWR)
        finally:
            for one in sockets:
                one.close()

    def _fill(self, server: int) -> None:
        """Let a server's files not grow for a while."""
        size = max((path.stat().st_size for path in (self.folder / "servers").rglob("journal.*")), default=0)
        before = resource.prlimit(server, resource.RLIMIT_FSIZE)
        resource.prlimit(server, resource.RLIMIT_FSIZE, (size + self.rng.randrange(6000), before[1]))
        time.sleep(1)
        resource.prlimit(server, resource.RLIMIT_FSIZE, before)

    def _judge(self, code: int, seen: set[int]) -> None:
        wrong = self.count.wrong
        if code != 0:
            wrong["jobs that failed"] += 1
            print((self.folder / "log").read_text()[-3000:], file=sys.stderr)
        elif self.kind == "synchronous":
            wrong["results that differ"] += not np.array_equal(
                np.load(self.folder / "result.npy"), expected(self.steps)
            )
        else:
            acknowledged = WORKERS * self.steps
            applied = float((self.folder / "result").read_text())
            wrong["pushes lost"] += int(max(0, acknowledged - applied))
            wrong["pushes twice"] += int(max(0, applied - acknowledged - self.killed_workers))  # one may be under way
        end = time.monotonic() + 30
        while any(map(_is_there, seen)) and time.monotonic() < end:
            time.sleep(0.2)
        wrong["processes left"] += sum(map(_is_there, seen))
        wrong["files left"] += len(list((self.folder / "servers").rglob("*")))
        if not +wrong:
            shutil.rmtree(self.folder)


def _files(number: int, kind: str = "") -> list[str]:
    """The open files of a process whose names begin so."""
    folder = f"/proc/{number}/fd"
    with contextlib.suppress(OSError):
        return [fd for fd in os.listdir(folder) if os.readlink(f"{folder}/{fd}").startswith(kind)]  # noqa: PTH115, PTH208
    return []


def _is_there(number: int) -> bool:
    try:
        return Path(f"/proc/{number}/stat").read_bytes().rpartition(b")")[2].split()[0] != b"Z"
    except OSError:
        return False


_results: dict[int, np.ndarray] = {}


def expected(steps: int) -> np.ndarray:
    """What an undisturbed job has in the end."""
    if steps not in _results:
        job = Job("synchronous", steps, 0, random.Random(0), Count())
        kept = job.folder / "result.npy"
        program = str(ROOT / "tools" / "soak_jobs" / "synchronous.py")
        words = f"-m mxnet.tools.launch -n {WORKERS} -s 0 --launcher local".split()
        command = [sys.executable, *words, sys.executable, program, str(job.folder), str(steps)]
        subprocess.run(command, env=job.environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _results[steps] = np.load(kept)
        shutil.rmtree(job.folder)
    return _results[steps]


def main() -> int:
    """Run jobs until there were so many faults; 0 if nothing was wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--each", type=int, default=5, help="faults in one job")
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="only faults that begin with this word: kill, stop, slow, ...")
    parser.add_argument("--store", choices=[*FAULTS, "both"], default="both")
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the job under way ends too
    rng, count = random.Random(args.seed), Count()
    kinds = list(FAULTS) if args.store == "both" else [args.store]
    while sum(count.faults.values()) < args.faults:
        before = sum(count.faults.values())
        each = min(args.each, args.faults - before)
        Job(kinds[count.jobs % len(kinds)], args.steps, each, rng, count, args.only).run()
        total = sum(count.faults.values())
        wrong = dict(+count.wrong)
        print(f"{count.jobs} jobs, {total} faults {dict(count.faults)}, wrong: {wrong or 'nothing'}", flush=True)
    return bool(+count.wrong)


if __name__ == "__main__":
    sys.exit(main())
