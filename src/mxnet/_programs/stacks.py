"""Arrays in which the rounds of a loop, or the parts of an array, lie stacked; and their rows."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from mxnet._types import Partition


class StackedRows:
    """A stacked array, and its rows once somebody reads one."""

    __slots__ = ("_rows", "array")

    def __init__(self, array: Any) -> None:
        self.array = array
        self._rows: list[Any] = []

    def __getitem__(self, number: int) -> Any:
        if not self._rows:
            self._rows = _slices(self.array)
        return self._rows[number]


class Row(NamedTuple):
    """A row of a stacked array; taken out when somebody reads it."""

    of: StackedRows
    number: int

    def leads(self, other: Any, distance: int) -> bool:
        """Whether another result is the row so far behind this one."""
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

    They are slices and nothing more where they can be, since XLA takes a concatenation of slices for the whole; and
    they are taken together, since the gradient is then one concatenation, not a sum of as many padded arrays.
    """
    if array.ndim == 1:
        return [part.reshape(()) for part in jax.lax.split(array, [1] * len(array))]
    flat = array.reshape(-1, *array.shape[2:])
    return list(jax.lax.split(flat, [array.shape[1]] * len(array)))


class Numbers:
    """Takes rows out of stacked arrays by their numbers, which a program is given as arguments.

    XLA compiles equal pieces of a program once; slices at places that it knows are all different (400 of them: 11 s; at
    numbers that it does not know: 0.3 s).
    """

    def __init__(self, numbers: Sequence[Any]) -> None:
        self._numbers = numbers

    def value(self, result: Any) -> Any:
        """A result as an array."""
        if type(result) is not Row or result.number >= len(self._numbers):
            return value(result)
        return jax.lax.dynamic_index_in_dim(result.of.array, self._numbers[result.number], keepdims=False)


def stack(results: Sequence[Any]) -> Any:
    """Some results as one array; rows that follow each other in an array are stacked already."""
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


def apart(array: Any, parts: Partition, count: int) -> list[Row]:
    """So many equal parts of an array, as rows."""
    axis = parts.axis % array.ndim
    shape = array.shape
    cut = array.reshape(*shape[:axis], count, shape[axis] // count, *shape[axis + 1 :])
    stacked = jnp.moveaxis(cut, axis, 0)
    return rows(stacked if parts.keeps_axis else stacked.squeeze(axis + 1))


def together(stacked: Any, parts: Partition) -> Any:
    """The array of which these are the parts."""
    row = stacked.shape[1:]
    axis = parts.axis % (len(row) + (not parts.keeps_axis))
    moved = jnp.moveaxis(stacked, 0, axis)
    return moved.reshape(*row[:axis], len(stacked) * row[axis], *row[axis + 1 :]) if parts.keeps_axis else moved


def pullback(parts: Partition, outputs: Sequence[Any], arrays: int) -> Callable[[Sequence[Any]], list[Any]]:
    """The function from the cotangents of what ``apart`` or ``together`` gave to those of what they were given.

    As everywhere, arrays that are not of a floating type have none.
    """
    given_type = outputs[0].of.array.dtype if parts.apart else outputs[0].dtype
    if not jnp.issubdtype(given_type, jnp.floating):
        return lambda cotangents: [None] * (1 if parts.apart else arrays)

    def of_whole(cotangents: Sequence[Any]) -> list[Any]:
        nothing = jnp.zeros_like(outputs[0].of.array[0])
        given = stack([nothing if c is None else c for c in cotangents])
        return [together(given.astype(nothing.dtype), parts)]

    def of_parts(cotangents: Sequence[Any]) -> list[Any]:
        return [*apart(value(cotangents[0]).astype(outputs[0].dtype), parts, arrays)]

    return of_whole if parts.apart else of_parts
