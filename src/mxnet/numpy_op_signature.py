"""Which public function of ``mx.np`` or ``mx.npx`` an operator's name stands for."""

import inspect
from typing import Any

from mxnet import numpy, numpy_extension

_ROOTS = {"_np_": numpy, "_npx_": numpy_extension}
_SPACES = ("image", "linalg", "random")


def builtin_op(op_name: str) -> Any:
    """The function of an operator named ``_np_*`` or ``_npx_*``, None for other names."""
    prefix = next((p for p in _ROOTS if op_name.startswith(p)), None)
    if prefix is None:
        return None
    root: Any = _ROOTS[prefix]
    namespace = root
    name = op_name.removeprefix(prefix)
    for space in _SPACES:
        if name.startswith(f"_{space}_"):
            namespace, name = getattr(root, space), name.removeprefix(f"_{space}_")
    function = getattr(namespace, name, None)
    if function is None:
        raise ValueError(f"Cannot find operator {name} in module {root.__name__}")
    function.__signature__ = inspect.signature(function)  # where MXNet has it, beside what inspect finds
    return function


_get_builtin_op = builtin_op  # MXNet's name
