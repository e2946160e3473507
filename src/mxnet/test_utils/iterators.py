"""An iterator for measuring speed."""

from typing import Any

try:
    from mxnet.io import DataIter
except ModuleNotFoundError:  # until mx.io is there; DummyIter needs nothing of its base
    DataIter = object  # type: ignore[assignment,misc]


class DummyIter(DataIter):
    """Gives the first batch of another iterator again and again, without end."""

    def __init__(self, real_iter: Any) -> None:
        super().__init__()
        self.real_iter = real_iter
        self.provide_data = real_iter.provide_data
        self.provide_label = real_iter.provide_label
        self.batch_size = real_iter.batch_size
        self.the_batch = next(real_iter)

    def __iter__(self) -> "DummyIter":
        return self

    def __next__(self) -> Any:
        return self.next()

    def next(self) -> Any:
        """The batch."""
        return self.the_batch
