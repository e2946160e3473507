"""What samplers ask of their parameters."""

from collections.abc import Callable
from functools import cache
from typing import Any

import jax.numpy as jnp
import numpy as np

from mxnet._calls.call import Call
from mxnet._ops.np_random import ConstraintError, demand, demanded
from mxnet.ndarray.handle import Handle, value_of
from mxnet.ndarray.ranges import guard_truth
from mxnet.symbol.handle import SymbolBase


@cache
def _broken(name: str, attribute: str) -> tuple[Call, Callable[[], Exception]] | None:
    """Whether an array is not what a sampler demands, as a call, and the error then."""
    condition = demanded(name, attribute)
    if condition is None:
        return None
    text, holds = condition
    return Call(f"{text} of {name}", lambda array: (~jnp.all(holds(array)),), 1), lambda: ConstraintError(text)


def draw(name: str, parameters: dict[str, Any], sample: Callable[[], Any]) -> Any:
    """Call a sampler, and demand of arrays what it demands of numbers: at once where their values are on the host.

    Those that are to be computed are not waited for, since a sampler must not cut a training step in two: the sample
    is an error then when it is read.
    """
    waiting = []
    for attribute, parameter in parameters.items():
        if isinstance(parameter, Handle):
            value = value_of(parameter)
            if isinstance(value.data, np.ndarray):
                demand(name, attribute, value.data)
            elif value.aval.nbytes and (broken := _broken(name, attribute)) is not None:
                waiting.append((value, broken))
    result = sample()
    if not isinstance(result, SymbolBase):
        for value, (call, error) in waiting:
            guard_truth([value_of(result)], call, (value,), error)
    return result
