"""``mx.nd.cast``: the operator, and what autograd wants of it where integers are."""

from typing import Any

from mxnet._lazy.mode import mode
from mxnet._ops.registry import find
from mxnet.ndarray.invoke import invoke


def cast(data: Any = None, dtype: Any = None, out: Any = None, name: str | None = None, **kwargs: Any) -> Any:
    """The array as another dtype; to an integer the fraction is cut off.

    >>> nd.cast(nd.array([1.7, -1.7]), "int32").asnumpy()
    array([1, -1], dtype=int32)
    """
    if mode.recording and out is None and dtype is not None and not kwargs and data is not None:
        return data.astype(dtype)
    attrs = {} if dtype is None else {"dtype": dtype}
    return invoke(find("Cast"), (data,), {**attrs, "out": out, "name": name, **kwargs})


Cast = cast
