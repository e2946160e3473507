"""What training loops tell callbacks."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

Callback = Callable[..., Any]
Callbacks = Callback | Sequence[Callback]


class BatchEndParam(NamedTuple):
    """Where training is when a callback is called; ``locals`` are the names of the loop that calls it."""

    epoch: int
    nbatch: int
    eval_metric: Any
    locals: dict[str, Any] | None


def tell(callbacks: Callbacks | None, *args: Any) -> None:
    """Call one callback, or each of a list of them; None is nobody."""
    if callbacks is None:
        return
    every: Iterable[Callback] = callbacks if isinstance(callbacks, (list, tuple)) else (callbacks,)
    for callback in every:
        callback(*args)


def batches_in(data: Any) -> int | None:
    """How many batches an iterator gives, where it can tell."""
    examples, size = getattr(data, "num_data", None), getattr(data, "batch_size", 0)
    if isinstance(examples, int) and size:
        return -(-examples // size)
    return len(data) if hasattr(data, "__len__") else None
