"""The casts of automatic mixed precision on arrays."""

from collections.abc import Callable, Sequence
from typing import Any

from mxnet._frontend.casting import MIXED, InputCast
from mxnet.ndarray.handle import DENSE, value_of

Call = Callable[[Any, str], Any]


def cast_arguments(
    cast: InputCast, arrays: Sequence[Any], attrs: dict[str, Any], convert: Call
) -> tuple[Sequence[Any], dict[str, Any]]:
    """The arrays and attributes an operator is called with; ``convert`` casts an array."""
    if cast.scale is not None:
        attrs = {**attrs, "grad_scale": float(attrs.get("grad_scale", 1.0)) * cast.scale()}
    if not cast.applies(attrs):
        return arrays, attrs
    names = [value_of(a).aval.dtype.name if type(a) in DENSE else None for a in arrays]
    target = cast.dtype
    if target is None:
        target = "float32" if "float32" in names else cast.narrow
    new = [
        convert(array, target) if name in MIXED and name != target and _moves(cast, name, i) else array
        for i, (array, name) in enumerate(zip(arrays, names, strict=True))
    ]
    return new, attrs


def _moves(cast: InputCast, name: str | None, position: int) -> bool:
    """Whether an array is cast: to the widest type only the narrow ones are."""
    return position not in cast.kept and (cast.dtype is not None or name == cast.narrow)
