"""An iterator for measuring speed."""

from typing import Any

from mxnet.io._adapters import Adapter


class DummyIter(Adapter):
    """Gives the first batch of another iterator again and again, without end."""

    def __init__(self, real_iter: Any) -> None:
        super().__init__()
        self._describe_as(real_iter)
        self.real_iter, self.the_batch = real_iter, next(real_iter)

    def next(self) -> Any:
        """The batch."""
        return self.the_batch
