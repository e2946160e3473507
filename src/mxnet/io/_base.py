"""What every data iterator gives and is."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from mxnet.ndarray import NDArray


class _NameAndShape(NamedTuple):
    name: str
    shape: tuple[int, ...]


class DataDesc(_NameAndShape):
    """The name and shape of an input, a pair, with its dtype and layout as attributes.

    >>> mx.io.DataDesc("data", (2, 3)).shape
    (2, 3)
    """

    dtype: Any
    layout: str | None

    def __new__(cls, name: str, shape: Any, dtype: Any = np.float32, layout: str | None = "NCHW") -> "DataDesc":
        desc = super().__new__(cls, name, shape)
        desc.dtype = dtype
        desc.layout = layout
        return desc

    def __repr__(self) -> str:
        return f"DataDesc[{self.name},{self.shape},{self.dtype},{self.layout}]"

    def __reduce__(self) -> tuple[Any, ...]:
        return DataDesc, (self.name, self.shape, self.dtype, self.layout)

    @staticmethod
    def get_batch_axis(layout: str | None) -> int:
        """The axis that examples lie along; -1 if there is none."""
        return 0 if layout is None else layout.find("N")

    @staticmethod
    def get_list(shapes: Iterable[tuple[str, Any]], types: Iterable[tuple[str, Any]] | None) -> "list[DataDesc]":
        """Descriptions from pairs of name and shape, and perhaps pairs of name and dtype."""
        if types is None:
            return [DataDesc(name, shape) for name, shape in shapes]
        known = dict(types)
        return [DataDesc(name, shape, known[name]) for name, shape in shapes]


@dataclass(eq=False, repr=False)
class DataBatch:
    """A batch of examples.

    Parameters
    ----------
    data, label : list of NDArray
    pad : int
        How many examples at the end only fill the batch up.
    index : numpy.ndarray
        The numbers of the examples.
    bucket_key
        Which symbol of a BucketingModule the batch is for.
    provide_data, provide_label : list of DataDesc
        The names and shapes, where they differ from the iterator's.

    >>> mx.io.DataBatch([mx.nd.ones((2, 3))]).data[0].shape
    (2, 3)
    """

    # None is for those who make batches; who gets one finds arrays.
    data: list[NDArray]
    label: list[NDArray] = None  # type: ignore[assignment]
    pad: int | None = None
    index: Any = None
    bucket_key: Any = None
    provide_data: Any = None
    provide_label: Any = None

    def __post_init__(self) -> None:
        for what, arrays in (("Data", self.data), ("Label", self.label)):
            if arrays is not None and not isinstance(arrays, (list, tuple)):
                raise AssertionError(f"{what} must be list of NDArrays, received {type(arrays).__name__}: write [x]")

    def __str__(self) -> str:
        data = [array.shape for array in self.data or ()]
        label = [array.shape for array in self.label] if self.label else None
        return f"{type(self).__name__}: data shapes: {data} label shapes: {label}"


class DataIter:
    """The base of data iterators: batches until StopIteration, and ``reset`` to begin again.

    A class of your own gives ``provide_data``, ``provide_label`` and either ``next``, or ``iter_next`` with
    ``getdata``, ``getlabel``, ``getpad`` and ``getindex``.

    >>> mx.io.DataIter(batch_size=4).batch_size
    4
    """

    def __init__(self, batch_size: int = 0) -> None:
        self.batch_size = batch_size

    def __iter__(self) -> "DataIter":
        return self

    def __next__(self) -> DataBatch:
        return self.next()

    def reset(self) -> None:
        """Begin again."""

    def next(self) -> DataBatch:
        """The next batch; StopIteration at the end."""
        if not self.iter_next():
            raise StopIteration
        return DataBatch(self.getdata(), self.getlabel(), self.getpad(), self.getindex())

    def iter_next(self) -> bool:
        """Go to the next batch; whether there is one."""
        return None  # type: ignore[return-value]

    def getdata(self) -> Any:
        """The data of the present batch."""

    def getlabel(self) -> Any:
        """The labels of the present batch."""

    def getindex(self) -> Any:
        """The numbers of the examples of the present batch, if known."""

    def getpad(self) -> Any:
        """How many examples of the present batch only fill it up."""
