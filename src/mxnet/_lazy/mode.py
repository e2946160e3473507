"""Whether this thread is recording for autograd, and whether it trains."""

import threading


class Mode(threading.local):
    """The two flags of a thread."""

    recording = False
    training = False


mode = Mode()
