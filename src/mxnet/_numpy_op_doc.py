"""Functions of ``mx.np`` and ``mx.npx`` under the names of their operators, such as ``_np_sum``: where MXNet documents
them.
"""

from typing import Any

from mxnet import numpy_op_signature


def __getattr__(name: str) -> Any:
    try:
        found = numpy_op_signature._get_builtin_op(name)
    except ValueError:
        found = None
    if found is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return found
