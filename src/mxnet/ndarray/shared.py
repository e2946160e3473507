"""Arrays on the memory of somebody else."""

import numpy as np

from mxnet._lazy.value import Value


class HostMemory:
    """NumPy's memory as a step of a view: what is assigned to the array is written there too.

    Programs never read the memory itself: they may still run when it changes.
    """

    __slots__ = ("memory",)

    def __init__(self, memory: np.ndarray) -> None:
        self.memory = memory

    def read(self, base: Value) -> Value:
        """The array as it is."""
        return base

    def write(self, base: Value, part: Value) -> Value:
        """The new values, once they are in NumPy's memory as well."""
        np.copyto(self.memory, np.asarray(part.read("written to NumPy's memory")))
        return part
