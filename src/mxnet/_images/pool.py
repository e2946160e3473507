"""The threads that decode images: OpenCV and Pillow let go of the interpreter's lock while they work."""

import os
from concurrent.futures import ThreadPoolExecutor

_pools: dict[int, ThreadPoolExecutor] = {}


def cores() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        return os.cpu_count() or 1


def shared_pool() -> ThreadPoolExecutor:
    """A pool with a thread for each core; a forked process makes its own, since threads do not survive a fork."""
    pool = _pools.get(os.getpid())
    if pool is None:
        _pools.clear()
        pool = _pools[os.getpid()] = ThreadPoolExecutor(cores(), "mxnet-decode")
    return pool
