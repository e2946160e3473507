"""Whether this thread is recording for autograd, and whether it trains."""

import threading


class Mode(threading.local):
    """The flags of a thread. ``inside``: a running program called it, so it must not wait for programs."""

    recording = False
    training = False
    inside = False


mode = Mode()
