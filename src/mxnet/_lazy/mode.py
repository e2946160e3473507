"""Whether this thread is recording for autograd, and whether it trains."""

import threading


class Mode(threading.local):
    """The flags of a thread.

    ``inside``: a running program called it, so it must not wait for programs. ``preparing``: it prepares samples of a
    data set, so arrays are made to be computed on the host (see ``ndarray.samples``).
    """

    recording = False
    training = False
    inside = False
    preparing = False


mode = Mode()
