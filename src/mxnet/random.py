"""``mx.random``: the seed, and the distributions of ``mx.nd.random`` under their short names."""

import numbers
from typing import Any

from mxnet._programs.device import all_devices, device_of
from mxnet.context import Context
from mxnet.ndarray.random import exponential as exponential
from mxnet.ndarray.random import gamma as gamma
from mxnet.ndarray.random import generalized_negative_binomial as generalized_negative_binomial
from mxnet.ndarray.random import multinomial as multinomial
from mxnet.ndarray.random import negative_binomial as negative_binomial
from mxnet.ndarray.random import normal as normal
from mxnet.ndarray.random import poisson as poisson
from mxnet.ndarray.random import randint as randint
from mxnet.ndarray.random import randn as randn
from mxnet.ndarray.random import shuffle as shuffle
from mxnet.ndarray.random import uniform as uniform


def seed(seed_state: int, ctx: Context | str | Any = "all") -> None:
    """Start the random numbers anew, on every device or on one.

    What follows is then the same at every run, wherever tapes are cut and whichever engine runs them. With
    ``ctx="all"`` devices differ from one another, as MXNet's do; with a context, two devices given one seed agree.

    >>> mx.random.seed(7)
    >>> first = mx.nd.random.normal(shape=(3,)).asnumpy()
    >>> mx.random.seed(7)
    >>> bool((mx.nd.random.normal(shape=(3,)).asnumpy() == first).all())
    True
    """
    if not isinstance(seed_state, numbers.Integral):
        raise ValueError("seed_state must be int")
    if isinstance(ctx, str) and ctx == "all":
        for number, device in enumerate(all_devices()):
            device.reseed(int(seed_state) + number)
        return
    device_of(Context(ctx)).reseed(int(seed_state))
