"""Functions of ``mx.np`` and ``mx.npx`` under the names of their operators, such as ``_np_sum``: where MXNet documents
them.
"""

from typing import Any

from mxnet.numpy_op_signature import builtin_op


def __getattr__(name: str) -> Any:
    try:
        function = builtin_op(name)
    except ValueError:
        function = None
    if function is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return function
