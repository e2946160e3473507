"""Whether this thread is recording for autograd, and whether it trains."""

import threading


class Mode(threading.local):
    """The flags of a thread.

    ``inside``: a running program called this thread's code, which must not wait for programs. ``preparing``: the thread
    prepares samples of a data set, whose arrays are computed on the host (see ``ndarray.samples``).
    """

    recording = False
    training = False
    inside = False
    preparing = False


mode = Mode()
