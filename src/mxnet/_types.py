"""Names for the types of arguments, which annotations and the stubs share."""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np

ShapeLike: TypeAlias = int | Sequence[int]
DTypeLike: TypeAlias = str | type[Any] | np.dtype[Any]
Axes: TypeAlias = ShapeLike | None
MaybeDType: TypeAlias = DTypeLike | None
# The class of an array or symbol itself, which most of its methods keep. Not ``Self``: editors that use jedi would
# show the methods of the class that wrote it alone, and most are written in a mixin.
Own = TypeVar("Own")


class Partition(NamedTuple):
    """That an operator takes an array ``apart`` into equal parts along an axis, or puts such together.

    With ``keeps_axis`` each part has the axis too.
    """

    apart: bool
    axis: int
    keeps_axis: bool
