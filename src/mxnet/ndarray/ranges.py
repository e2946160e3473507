"""What only computing shows to be wrong, indices out of range above all: an error where the result is read.

Where the host has the indices it comes at once.
"""

from collections.abc import Callable, Sequence

import jax.numpy as jnp
import numpy as np

from mxnet._calls.call import Call
from mxnet._lazy.value import Value
from mxnet._ops.registry import Op
from mxnet.error import MXNetError


def _extremes(indices: jnp.ndarray) -> tuple[jnp.ndarray]:
    """The smallest and the largest of each row."""
    return (jnp.stack([indices.min(axis=1), indices.max(axis=1)], axis=1).astype(jnp.int64),)


_OF_ROWS = Call("range of indices", lambda data: _extremes(data.reshape(data.shape[0], -1)), 1)
_OF_ALL = Call("range of indices", lambda data: _extremes(data.reshape(1, -1)), 1)

# From the smallest and the largest index of each row to an error, or None.
FindError = Callable[[np.ndarray], Exception | None]


def out_of_bounds(low: int, high: int, axis: int, length: int) -> IndexError | None:
    """The error for indices between these numbers, if one is outside an axis; negative ones count from the end."""
    if -length <= low and high < length:
        return None
    return IndexError(f"index {low if low < -length else high} is out of bounds for axis {axis} with size {length}")


def guard(results: Sequence[Value], indices: Value, axis: int, length: int) -> None:
    """Let results be an error if a computed index is outside an axis."""
    _add_check(_OF_ALL, results, indices, lambda ranges: out_of_bounds(ranges[0, 0], ranges[0, 1], axis, length))


def guard_rows(results: Sequence[Value], indices: Value, shape: tuple[int, ...]) -> None:
    """The same for coordinates, a row of them for each axis."""

    def find_error(ranges: np.ndarray) -> Exception | None:
        errors = [out_of_bounds(row[0], row[1], axis, shape[axis]) for axis, row in enumerate(ranges)]
        return next((error for error in errors if error is not None), None)

    _add_check(_OF_ROWS, results, indices, find_error)


def _add_check(call: Call, results: Sequence[Value], indices: Value, find_error: FindError) -> None:
    if type(indices.data) is np.ndarray or not indices.aval.nbytes:
        return
    tape = indices.device.local.tape
    tape.add_check(tape.apply(call, (indices,))[0][0], results, find_error)


_FAILED: dict[Op, Call] = {}


def guard_failure(op: Op, inputs: Sequence[Value], outputs: Sequence[Value], results: Sequence[Value]) -> None:
    """Let results be an error if the operator finds, by what it declares, that it has failed."""
    failed = op.failed
    call = _FAILED.get(op)
    if call is None:
        count = len(inputs) + len(outputs)
        call = _FAILED[op] = Call(f"failure of {op.name}", lambda *arrays: (failed(*arrays),), count)  # type: ignore[misc]
    guard_truth(results, call, (*inputs, *outputs), lambda: MXNetError(f"Error in operator {op.name}: {op.failure}"))


def guard_truth(results: Sequence[Value], wrong: Call, arrays: Sequence[Value], error: Callable[[], Exception]) -> None:
    """Let results be an error if a call of arrays, its one output true or false, finds them wrong."""
    tape = arrays[0].device.local.tape
    tape.add_check(tape.apply(wrong, arrays)[0][0], results, lambda flags: error() if flags.any() else None)
