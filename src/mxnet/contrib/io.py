"""Gluon's data for modules."""

from typing import Any

from mxnet import ndarray as nd
from mxnet.io import DataDesc, DataIter
from mxnet.ndarray import NDArray


class DataLoaderIter(DataIter):
    """A data iterator over a Gluon DataLoader that gives pairs of data and label.

    An incomplete last batch is filled up, and ``pad`` says by how much.

    Parameters
    ----------
    loader
        The loader.
    data_name : str
        The name of the data.
    label_name : str
        The name of the labels.

    >>> data = mx.gluon.data.ArrayDataset(mx.nd.ones((4, 3)), mx.nd.zeros((4,)))
    >>> mx.contrib.io.DataLoaderIter(mx.gluon.data.DataLoader(data, 2)).provide_data[0].shape
    (2, 3)
    """

    def __init__(
        self, loader: Any, data_name: str = "data", label_name: str = "softmax_label", dtype: Any = "float32"
    ) -> None:
        data, label = next(iter(loader))
        super().__init__(data.shape[0])
        self._loader = loader
        self.dtype = dtype
        self.provide_data = [DataDesc(data_name, data.shape, dtype)]
        self.provide_label = [DataDesc(label_name, label.shape, dtype)]
        self._current_batch: Any = None
        self.reset()

    def reset(self) -> None:
        """Begin again."""
        self._iter = iter(self._loader)

    def iter_next(self) -> bool:
        """Go to the next batch; whether there is one."""
        self._current_batch = next(self._iter, None)
        return self._current_batch is not None

    def _filled(self, which: int) -> list[NDArray]:
        array = self._current_batch[which].astype(self.dtype)
        missing = self.getpad()
        if missing:
            rest = nd.zeros((missing, *array.shape[1:]), ctx=array.context, dtype=array.dtype)
            array = nd.concat(array, rest, dim=0)
        return [array]

    def getdata(self) -> list[NDArray]:
        """The data of the present batch."""
        return self._filled(0)

    def getlabel(self) -> list[NDArray]:
        """The labels of the present batch."""
        return self._filled(1)

    def getpad(self) -> int:
        """How many examples of the present batch only fill it up."""
        return self.batch_size - self._current_batch[0].shape[0]
