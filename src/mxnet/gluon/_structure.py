"""Arguments and results of blocks: arrays or symbols in lists within lists, taken apart and put together again.

A format says how: 0 for one array, a number for a symbol of so many outputs, -1 for None, a list for a list.
"""

from collections.abc import Sequence
from typing import Any

from mxnet.context import Context
from mxnet.ndarray import NDArray
from mxnet.symbol import Symbol


def _gather_type_ctx_info(args: Any) -> tuple[bool, bool, set[Context], Context | None]:
    """Whether there are symbols, whether there are arrays, the arrays' contexts, and the first one's."""
    if isinstance(args, NDArray):
        return False, True, {args.ctx}, args.ctx
    if isinstance(args, Symbol):
        return True, False, set(), None
    if not isinstance(args, (list, tuple)):
        return False, False, set(), None
    symbols = arrays = False
    contexts: set[Context] = set()
    first = None
    for item in args:
        some_symbols, some_arrays, some, one = _gather_type_ctx_info(item)
        symbols, arrays = symbols or some_symbols, arrays or some_arrays
        contexts |= some
        first = first or one
        if symbols and arrays:
            break
    return symbols, arrays, contexts, first


def _flatten(args: Any, inout_str: str) -> tuple[list[Any], Any]:
    """The arrays or symbols of a structure in one list, and its format."""
    if isinstance(args, NDArray):
        return [args], 0
    if isinstance(args, Symbol):
        count = len(args)
        return [args], count if count > 1 else 0
    if args is None:
        return [None], -1
    if not isinstance(args, (list, tuple)):
        raise ValueError(
            f"When hybridized, the {inout_str} of HybridBlock must be (nested) list of Symbol or NDArray, "
            f"but got {args} of type {type(args)}"
        )
    flat: list[Any] = []
    formats = []
    for item in args:
        some, form = _flatten(item, inout_str)
        flat.extend(some)
        formats.append(form)
    return flat, formats


def _regroup(args: Sequence[Any], fmt: Any) -> Any:
    """The structure of a format, from a list of its arrays or symbols."""
    return _take(list(args), fmt)[0]


def _take(args: list[Any], form: Any) -> tuple[Any, list[Any]]:
    """The first part of a list in the structure of a format, and the rest."""
    if not isinstance(form, int):
        parts = []
        for inner in form:
            part, args = _take(args, inner)
            parts.append(part)
        return parts, args
    if form == 0:
        return args[0], args[1:]
    if form > 0:
        return args[:form], args[form:]
    if form < -1:
        raise ValueError(f"Unsupported encoded format {form}.")
    if args[0] is not None:
        raise ValueError(
            "We do not support passing types that are not None when the initial HybridBlock has received NoneType and "
            f"has been hybridized. Received arg = {args[0]}, fmt = {form}."
        )
    return None, args[1:]


def same_format(stored: Any, form: Any) -> bool:
    """Whether arguments fit those that a graph was made for; Nones at the end may be left out."""
    if stored == form:
        return True
    if not isinstance(stored, list) or not isinstance(form, list):
        return False
    short, long = sorted((stored, form), key=len)
    return long[: len(short)] == short and len(long) > len(short) and all(f == -1 for f in long[len(short) :])
