"""The operators that arrays and symbols also have as methods: one list for both."""

import inspect
from collections.abc import Callable
from typing import Any

from mxnet._frontend.functions import documentation, signature
from mxnet._ops.registry import Op, find

FLUENT = (
    "abs",
    "arccos",
    "arccosh",
    "arcsin",
    "arcsinh",
    "arctan",
    "arctanh",
    "argmax",
    "argmax_channel",
    "argmin",
    "argsort",
    "broadcast_axes",
    "cbrt",
    "ceil",
    "clip",
    "cos",
    "cosh",
    "degrees",
    "depth_to_space",
    "diag",
    "exp",
    "expand_dims",
    "expm1",
    "fix",
    "flatten",
    "flip",
    "floor",
    "log",
    "log10",
    "log1p",
    "log2",
    "log_softmax",
    "max",
    "mean",
    "min",
    "nanprod",
    "nansum",
    "norm",
    "one_hot",
    "ones_like",
    "pad",
    "pick",
    "prod",
    "radians",
    "rcbrt",
    "reciprocal",
    "relu",
    "repeat",
    "reshape_like",
    "rint",
    "round",
    "rsqrt",
    "shape_array",
    "sigmoid",
    "sign",
    "sin",
    "sinh",
    "size_array",
    "slice",
    "slice_axis",
    "slice_like",
    "softmax",
    "softmin",
    "sort",
    "space_to_depth",
    "split",
    "sqrt",
    "square",
    "squeeze",
    "sum",
    "swapaxes",
    "take",
    "tan",
    "tanh",
    "tile",
    "topk",
    "transpose",
    "trunc",
    "zeros_like",
)


def as_method(function: Any, name: str) -> Any:
    """Dress a function whose first argument is the object itself as the method of an operator."""
    op = find(name)
    function.__name__ = function.__qualname__ = name
    function.__doc__ = documentation(op)
    first, *rest = signature(op).parameters.values()
    own = first.replace(name="self", default=inspect.Parameter.empty)
    function.__signature__ = signature(op).replace(parameters=[own, *rest])
    return function


def fluent(name: str, invoke: Callable[[Op, tuple[Any, ...], dict[str, Any]], Any]) -> Any:
    """The method of an operator: its first array is the object itself."""
    op = find(name)

    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        return invoke(op, (self, *args), kwargs)

    return as_method(method, name)
