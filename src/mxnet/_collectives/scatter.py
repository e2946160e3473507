"""A batch over several devices."""

from collections.abc import Sequence

import jax
import numpy as np

from mxnet._host.stats import stats
from mxnet._lazy.value import Device, Value, concrete


def scatter(value: Value, axis: int, bounds: Sequence[tuple[int, int]], devices: Sequence[Device]) -> list[Value]:
    """Parts of a value along an axis, each on a device of its own.

    What is in the memory of the host is not copied, nor moved before the programs that read it take it along; on an
    accelerator one program cuts all parts out.
    """
    boxes = [(slice(None),) * axis + (slice(begin, end),) for begin, end in bounds]
    data = value.data
    if type(data) is not np.ndarray:
        data = value.read("copied to other devices")
    if type(data) is np.ndarray or value.device.jax.platform == "cpu":
        value.share()  # the parts are in its memory
        host = np.asarray(data)
        values = [concrete(host[box], device) for box, device in zip(boxes, devices, strict=True)]
        for part in values:
            part.share()
        return values
    stats.programs += 1
    parts = jax.jit(lambda whole: [whole[box] for box in boxes])(data)
    return [concrete(device.put(part), device) for part, device in zip(parts, devices, strict=True)]
