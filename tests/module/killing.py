"""Trains, is killed at a random moment, goes on from the last checkpoint, again and again.

    python -m tests.module.killing FOLDER KILLS

Every process is a fork of this one, which has imported the package and computed nothing.
"""

import os
import random
import re
import signal
import sys
import time
import warnings
from pathlib import Path

import mxnet as mx
from mxnet._files import pickles
from tests.module.networks import batches, mlp

KEPT = 3


def epochs(folder: Path) -> list[int]:
    """The epochs that a checkpoint is there of."""
    return sorted(int(m[1]) for path in folder.iterdir() if (m := re.fullmatch(r"net-(\d+)\.params", path.name)))


def train(folder: Path, started: int) -> None:
    """Train for ever, with a checkpoint after every epoch, from the last one there is."""
    prefix, found = str(folder / "net"), epochs(folder)
    options = {"learning_rate": 0.01, "momentum": 0.9}
    begin = found[-1] if found else 0
    module = mx.mod.Module.load(prefix, begin, load_optimizer_states=True) if found else mx.mod.Module(mlp())
    save = mx.callback.module_checkpoint(module, prefix, save_optimizer_states=True)

    def tidy(epoch: int, *_: object) -> None:
        save(epoch)
        for suffix in ("params", "states"):
            Path(f"{prefix}-{epoch + 1 - KEPT:04d}.{suffix}").unlink(missing_ok=True)
        if epoch == begin:
            os.write(started, b".")

    warnings.simplefilter("ignore")
    module.fit(batches(), optimizer_params=options, epoch_end_callback=tidy, begin_epoch=begin, num_epoch=10**9)


def check(folder: Path) -> int:
    """Read every file of every checkpoint; return the last epoch."""
    found = epochs(folder)
    for epoch in found:
        prefix = str(folder / "net")
        symbol, arg, _ = mx.model.load_checkpoint(prefix, epoch)
        if sorted(symbol.list_arguments()) != sorted([*arg, "data", "softmax_label"]):
            raise ValueError(f"epoch {epoch}: parameters are missing")
        states = pickles.loads(Path(f"{prefix}-{epoch:04d}.states").read_bytes(), "states")
        if len(states) != len(arg) or any(state is None for state in states.values()):
            raise ValueError(f"epoch {epoch}: states are missing")
    return found[-1] if found else 0


def in_a_fork(work: object, *args: object) -> int:
    """The process id of a fork that does something."""
    child = os.fork()
    if child == 0:
        try:
            work(*args)  # type: ignore[operator]
        except BaseException as error:
            print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
            os._exit(1)
        os._exit(0)
    return child


def main(folder: Path, kills: int) -> None:
    warnings.simplefilter("ignore")
    draw, last = random.Random(0), 0
    for number in range(kills):
        reading, writing = os.pipe()
        child = in_a_fork(train, folder, writing)
        os.close(writing)
        if os.read(reading, 1) != b".":
            sys.exit(f"kill {number}: training did not go on")
        os.close(reading)
        time.sleep(draw.uniform(0, 0.2))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        if os.waitpid(in_a_fork(check, folder), 0)[1] != 0:
            sys.exit(f"kill {number}: a checkpoint is broken")
        now = epochs(folder)[-1]
        if now <= last:
            sys.exit(f"kill {number}: epoch {now} after {last}")
        last = now
    print(f"{kills} kills, {last} epochs, every checkpoint whole")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
