"""Processes forked from one in which XLA has started: they do not have its threads, so only NumPy can compute there."""

import gc
import os

from mxnet.error import MXNetError


class _State:
    """``started``: XLA runs in this process; ``forked``: it ran in the one this was forked from."""

    started = False
    forked = False


def note_start() -> None:
    """Remember that XLA runs."""
    _State.started = True


def is_running() -> bool:
    """Whether XLA's threads are in this process."""
    return _State.started and not _State.forked


def is_forked() -> bool:
    """Whether XLA's threads are in the process that this one was forked from: only NumPy computes here."""
    return _State.forked


def check() -> None:
    """Raise, rather than wait for ever, in a process that cannot compute."""
    if _State.forked:
        raise MXNetError(
            "This process was forked from one that had computed already, and XLA's threads do not survive a fork. "
            "Here NumPy computes, but it cannot do this: start the process with "
            "multiprocessing.get_context('spawn'), or fork before the first computation."
        )


def _after_fork() -> None:
    _State.forked = _State.forked or _State.started
    if _State.forked:
        # Garbage from before the fork must not be collected: an array that was being computed would wait for XLA.
        gc.freeze()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
