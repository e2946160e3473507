"""Iterators over iterators."""

import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mxnet.io._base import DataBatch, DataDesc, DataIter


class Adapter(DataIter):
    """An iterator that gives the batches of others: what it answers about the present one, ``current_batch`` says."""

    current_batch: Any = None

    def _describe_as(self, other: Any) -> None:
        """Announce the batches of another iterator as one's own."""
        for name in ("batch_size", "provide_data", "provide_label"):
            setattr(self, name, getattr(other, name))

    def getdata(self) -> Any:
        return self.current_batch.data

    def getlabel(self) -> Any:
        return self.current_batch.label

    def getindex(self) -> Any:
        return self.current_batch.index

    def getpad(self) -> Any:
        return self.current_batch.pad


class ResizeIter(Adapter):
    """Gives ``size`` batches an epoch, beginning the other iterator again where it ends.

    With ``reset_internal`` every epoch begins at its start.

    Parameters
    ----------
    data_iter
        The iterator whose batches are taken.
    size : int
        How many batches an epoch has.
    reset_internal : bool
        Let that iterator begin anew with each epoch.

    >>> every = mx.io.NDArrayIter(mx.nd.ones((100, 10)), batch_size=25)
    >>> len(list(mx.io.ResizeIter(every, 2)))
    2
    """

    def __init__(self, data_iter: Any, size: int, reset_internal: bool = True) -> None:
        super().__init__()
        self._describe_as(data_iter)
        self.data_iter, self.reset_internal = data_iter, reset_internal
        self.size, self.cur = size, 0  # batches in an epoch, and how many of this one are given
        if hasattr(data_iter, "default_bucket_key"):
            self.default_bucket_key = data_iter.default_bucket_key

    def reset(self) -> None:
        """Begin an epoch."""
        self.cur = 0
        if self.reset_internal:
            self.data_iter.reset()

    def iter_next(self) -> bool:
        """Go to the next batch; whether there is one."""
        more = self.cur < self.size
        if more:
            self.current_batch = self._from_data_iter()
            self.cur += 1
        return more

    def _from_data_iter(self) -> Any:
        """The next batch of the other iterator, the first one after its last."""
        try:
            return self.data_iter.next()
        except StopIteration:
            self.data_iter.reset()
            return self.data_iter.next()


class _Ahead:
    """Keeps the next batch of an iterator ready in a thread. The thread ends with ``stop``."""

    def __init__(self, fetch: Callable[[], Any]) -> None:
        self._fetch = fetch
        self._change = threading.Condition()
        self._wanted, self._ready = True, False
        self._result: tuple[Any, BaseException | None] = None, None
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="mxnet-prefetch", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._wanted or self._stopped)
                if self._stopped:
                    return
            result: tuple[Any, BaseException | None]
            try:
                result = self._fetch(), None
            except StopIteration:
                result = None, None
            except BaseException as error:
                result = None, error
            with self._change:
                self._result, self._wanted, self._ready = result, False, True
                self._change.notify_all()
            del result  # while waiting, the thread keeps neither a batch nor an error alive

    def peek(self) -> Any:
        """The next batch, None at the end, once it is there."""
        with self._change:
            self._change.wait_for(lambda: self._ready)
        batch, error = self._result
        if error is not None:
            self._result = None, None  # its traceback knows the iterator, which could not go away otherwise
            raise error
        return batch

    def go_on(self) -> None:
        """Let the thread fetch another one."""
        with self._change:
            self._wanted, self._ready = True, False
            self._change.notify_all()

    def pause(self) -> None:
        """Wait until the thread does not use the iterator."""
        with self._change:
            self._change.wait_for(lambda: self._ready)

    def stop(self) -> None:
        """End the thread."""
        with self._change:
            self._stopped = True
            self._change.notify_all()


class PrefetchingIter(Adapter):
    """Fetches the next batch of one or several iterators while the present one is used.

    Parameters
    ----------
    iters : DataIter or list of them
        The batches of several are put together.
    rename_data, rename_label : list of dict
        For each iterator, new names for its inputs.

    >>> batches = mx.io.PrefetchingIter(mx.io.NDArrayIter(mx.nd.ones((4, 2)), batch_size=2))
    >>> len([batch for batch in batches])
    2
    """

    def __init__(
        self,
        iters: Any,
        rename_data: Sequence[Mapping[str, str]] | None = None,
        rename_label: Sequence[Mapping[str, str]] | None = None,
    ) -> None:
        super().__init__()
        self.iters = iters if isinstance(iters, list) else [iters]
        self.n_iter = len(self.iters)
        if not self.iters:
            raise AssertionError("PrefetchingIter: expected at least one iterator, received an empty list")
        self.rename_data = rename_data
        self.rename_label = rename_label
        self.batch_size = self.provide_data[0][1][0]
        # The threads know the iterators, not this object, which can thus go away and end them.
        self._ahead = [_Ahead(each.next) for each in self.iters]
        for ahead in self._ahead:
            weakref.finalize(self, ahead.stop)

    @property
    def provide_data(self) -> list[Any]:
        """The names and shapes of the data."""
        return _renamed([each.provide_data for each in self.iters], self.rename_data)

    @property
    def provide_label(self) -> list[Any]:
        """The names and shapes of the labels."""
        return _renamed([each.provide_label for each in self.iters], self.rename_label)

    def reset(self) -> None:
        """Begin all iterators again."""
        for ahead in self._ahead:
            ahead.pause()
        for each in self.iters:
            each.reset()
        for ahead in self._ahead:
            ahead.go_on()

    def iter_next(self) -> bool:
        """Go to the next batch; whether there is one."""
        batches = [ahead.peek() for ahead in self._ahead]
        first = batches[0]
        if any((batch is None) != (first is None) for batch in batches) or (
            first is not None and any(batch.pad != first.pad for batch in batches)
        ):
            raise AssertionError("Number of entry mismatches between iterators")
        if first is None:
            return False
        self.current_batch = DataBatch(
            [array for batch in batches for array in batch.data],
            [array for batch in batches for array in batch.label or ()],
            first.pad,
            first.index,
            provide_data=self.provide_data,
            provide_label=self.provide_label,
        )
        for ahead in self._ahead:
            ahead.go_on()
        return True

    def next(self) -> DataBatch:
        """The next batch; StopIteration at the end."""
        if not self.iter_next():
            raise StopIteration
        return self.current_batch


def _renamed(provided: Sequence[Any], names: Sequence[Mapping[str, str]] | None) -> list[Any]:
    if names is None:
        return [desc for each in provided for desc in each]
    return [
        DataDesc(new[desc.name], desc.shape, desc.dtype) if isinstance(desc, DataDesc) else DataDesc(*desc)
        for new, each in zip(names, provided, strict=False)
        for desc in each
    ]
