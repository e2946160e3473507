"""Names for the types of arguments, which annotations and the stubs share."""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np

from mxnet.context import Context

ShapeLike: TypeAlias = int | Sequence[int]
DTypeLike: TypeAlias = str | type[Any] | np.dtype[Any]
Axes: TypeAlias = ShapeLike | None
MaybeDType: TypeAlias = DTypeLike | None
Contexts: TypeAlias = Context | Sequence[Context]
# The class of an array or symbol itself, which most of its methods keep. Not ``Self``: editors that use jedi would
# show the methods of the class that wrote it alone, and most are written in a mixin.
Own = TypeVar("Own")


# A jitted function whose name ends so promises the same bits from whatever computes it: XLA in any program, or NumPy.
TO_THE_BIT = "_to_the_bit"


class Partition(NamedTuple):
    """How an operator ``splits`` an array into equal parts along an axis, or else joins such parts.

    With ``keeps_axis`` each part has the axis too.
    """

    splits: bool
    axis: int
    keeps_axis: bool
