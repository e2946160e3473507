"""What samplers ask of their parameters."""

from typing import Any

import numpy as np

from mxnet._ops.np_random import demand
from mxnet.ndarray.handle import Handle, value_of


def check_known(name: str, parameters: dict[str, Any]) -> None:
    """Demand of arrays what a sampler demands of numbers, where their values are on the host still.

    Those that are to be computed are not waited for: a sampler must not cut a training step in two.
    """
    for attribute, given in parameters.items():
        if isinstance(given, Handle) and isinstance(known := value_of(given).data, np.ndarray):
            demand(name, attribute, known)
