"""Sizes and layouts of windows."""

from collections.abc import Sequence

from mxnet.base import numeric_types

Size = int | Sequence[int]


def each(given: Size, count: int, name: str) -> tuple[int, ...]:
    """A size for each dimension."""
    if isinstance(given, numeric_types):
        return (given,) * count  # type: ignore[return-value]
    if len(given) != count:
        raise AssertionError(f"{name} must be a number or a list of {count} ints, but got {given}")
    return tuple(given)


def check_layout(layout: str, known: tuple[str, ...], what: str) -> None:
    if layout not in known:
        raise AssertionError(
            f"Only supports {' and '.join(repr(k) for k in known)} layout for {what}, but got {layout!r}"
        )
