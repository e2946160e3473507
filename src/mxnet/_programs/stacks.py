"""Arrays in which the rounds of a loop, or the parts of an array, lie stacked; and their rows."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from mxnet._types import Partition


class StackedRows:
    """A stacked array, and its rows once one of them was read."""

    __slots__ = ("_rows", "array")

    def __init__(self, array: Any) -> None:
        self.array = array
        self._rows: list[Any] = []

    def __getitem__(self, number: int) -> Any:
        if not self._rows:
            self._rows = _slices(self.array)
        return self._rows[number]


class Row(NamedTuple):
    """A row of a stacked array; it is sliced from it when it is first read."""

    of: StackedRows
    number: int

    def leads(self, other: Any, distance: int) -> bool:
        """Whether another result is the row of the same array that comes ``distance`` after this one."""
        return type(other) is Row and other.of is self.of and other.number == self.number + distance

    def __add__(self, other: Any) -> Any:
        return value(self) + value(other)

    def __radd__(self, other: Any) -> Any:
        return value(other) + value(self)


def value(result: Any) -> Any:
    """A result as an array."""
    return result.of[result.number] if type(result) is Row else result


def rows(array: Any) -> list[Row]:
    """The rows of a stacked array."""
    of = StackedRows(array)
    return [Row(of, number) for number in range(len(array))]


def _slices(array: Any) -> list[Any]:
    """The rows as arrays.

    They are plain slices where possible, since XLA recognises a concatenation of slices as the whole array. They are
    taken by one split, since its gradient is one concatenation, not a sum of as many padded arrays.
    """
    if array.ndim == 1:
        return [part.reshape(()) for part in jax.lax.split(array, [1] * len(array))]
    flat = array.reshape(-1, *array.shape[2:])
    return list(jax.lax.split(flat, [array.shape[1]] * len(array)))


class Numbers:
    """Takes rows out of stacked arrays by their numbers, which a program is given as arguments.

    XLA compiles equal pieces of a program once. Slices at constant places all differ (400 of them: 11 s to compile);
    slices at places that are arguments are equal (0.3 s).
    """

    def __init__(self, numbers: Sequence[Any]) -> None:
        self._numbers = numbers

    def value(self, result: Any) -> Any:
        """A result as an array."""
        if type(result) is not Row or result.number >= len(self._numbers):
            return value(result)
        return jax.lax.dynamic_index_in_dim(result.of.array, self._numbers[result.number], keepdims=False)


def stack(results: Sequence[Any]) -> Any:
    """Some results as one array; consecutive rows of a stacked array are sliced from it, not stacked again."""
    pieces, index = [], 0
    while index < len(results):
        first, length = results[index], 1
        if type(first) is Row:
            while index + length < len(results) and first.leads(results[index + length], length):
                length += 1
            array = first.of.array
            pieces.append(array if length == len(array) else array[first.number : first.number + length])
        else:
            pieces.append(jnp.asarray(first)[None])
        index += length
    return pieces[0] if len(pieces) == 1 else jnp.concatenate(pieces)


def split(array: Any, parts: Partition, count: int) -> list[Row]:
    """``count`` equal parts of an array, as rows."""
    axis = parts.axis % array.ndim
    shape = array.shape
    cut = array.reshape(*shape[:axis], count, shape[axis] // count, *shape[axis + 1 :])
    stacked = jnp.moveaxis(cut, axis, 0)
    return rows(stacked if parts.keeps_axis else stacked.squeeze(axis + 1))


def join(stacked: Any, parts: Partition) -> Any:
    """The array of which these are the parts."""
    row = stacked.shape[1:]
    axis = parts.axis % (len(row) + (not parts.keeps_axis))
    moved = jnp.moveaxis(stacked, 0, axis)
    return moved.reshape(*row[:axis], len(stacked) * row[axis], *row[axis + 1 :]) if parts.keeps_axis else moved


def pullback(parts: Partition, outputs: Sequence[Any], arrays: int) -> Callable[[Sequence[Any]], list[Any]]:
    """The function from the cotangents of what ``split`` or ``join`` gave to those of what they were given.

    Arrays that are not of a floating type have no cotangent.
    """
    dtype = outputs[0].of.array.dtype if parts.splits else outputs[0].dtype
    if not jnp.issubdtype(dtype, jnp.floating):
        return lambda cotangents: [None] * (1 if parts.splits else arrays)

    def of_whole(cotangents: Sequence[Any]) -> list[Any]:
        nothing = jnp.zeros_like(outputs[0].of.array[0])
        stacked = stack([nothing if c is None else c for c in cotangents])
        return [join(stacked.astype(nothing.dtype), parts)]

    def of_parts(cotangents: Sequence[Any]) -> list[Any]:
        return [*split(value(cotangents[0]).astype(outputs[0].dtype), parts, arrays)]

    return of_whole if parts.splits else of_parts
