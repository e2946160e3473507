"""Where kinds of arrays that this package's core does not know join in, each by a registration with a name.

An operator call of which an argument is not plainly dense goes along a chain of dispatchers. Classes of arrays, what
makes zeros of a storage type, and how gradients of parts are put together, are registered here too: ``sparse``,
``samples`` and ``mx.np`` import the core and register themselves, never the other way round.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from mxnet._ops.registry import Op
from mxnet.context import Context

# MXNet's numbers of the storage types, as symbol files have them in ``__storage_type__``.
STORAGE = {"undefined": -1, "default": 0, "row_sparse": 1, "csr": 2}


# --- the chain of dispatchers -----------------------------------------------------------------------------------------

# Who is asked first. Samples come before sparse arrays: a sample becomes an ordinary array, which the rules for sparse
# arrays take beside sparse ones.
ORDER = ("samples", "sparse")

Dispatch = Callable[[Op, Sequence[Any], dict[str, Any], Any], Any]


class Dispatcher(NamedTuple):
    """Calls operators on arrays of some kind: ``takes(arrays)`` says whether on these (None where one is absent).

    ``call(op, arrays, attrs, out)`` may answer NotImplemented; then the next of the chain is asked, and last of all the
    operator is called as on dense arrays.
    """

    name: str
    takes: Callable[[Sequence[Any]], bool]
    call: Dispatch


CHAIN: list[Dispatcher] = []
# Operators that may give or want arrays that are not dense even when every argument is dense.
SPECIAL: set[Op] = set()


def register_dispatcher(name: str, takes: Callable[[Sequence[Any]], bool], special: Sequence[Op] = ()) -> Any:
    """Put a function into the chain, at the place that ``ORDER`` gives its name (a decorator)."""
    if name not in ORDER or any(d.name == name for d in CHAIN):
        raise ValueError(f"a dispatcher {name!r}: expected a name of {ORDER}, registered once")

    def register(call: Dispatch) -> Dispatch:
        CHAIN.append(Dispatcher(name, takes, call))
        CHAIN.sort(key=lambda dispatcher: ORDER.index(dispatcher.name))
        SPECIAL.update(special)
        return call

    return register


def dispatch(op: Op, arrays: Sequence[Any], attrs: dict[str, Any], out: Any) -> Any:
    """Call an operator by the first dispatcher that knows how; NotImplemented if none does."""
    for dispatcher in CHAIN:
        if dispatcher.takes(arrays):
            result = dispatcher.call(op, arrays, attrs, out)
            if result is not NotImplemented:
                return result
    return NotImplemented


# --- classes of arrays ------------------------------------------------------------------------------------------------

# By what they are for: "default" of ``mx.nd``, "numpy" of ``mx.np``, "sample" of what is made to be a sample.
CLASSES: dict[str, type] = {}


Kind = TypeVar("Kind", bound=type)


def array_class(name: str) -> Callable[[Kind], Kind]:
    """Name the class of arrays for some purpose (a decorator)."""

    def register(kind: Kind) -> Kind:
        if name in CLASSES:
            raise ValueError(f"the class of {name!r} arrays is {CLASSES[name].__name__} already")
        CLASSES[name] = kind
        return kind

    return register


# --- parts of arrays while samples are prepared -----------------------------------------------------------------------

Part = Callable[[Any, Any], Any]
_PARTS: list[Part] = []


def register_part(function: Part) -> Part:
    """Name the function that is ``array[key]`` while samples are prepared (a decorator)."""
    _PARTS.append(function)
    return function


def part(array: Any, key: Any) -> Any:
    """``array[key]`` while samples are prepared."""
    return _PARTS[0](array, key)


# --- storage types ----------------------------------------------------------------------------------------------------

Zeros = Callable[[tuple[int, ...], Context, Any], Any]
ZEROS: dict[str, Zeros] = {}


def register_zeros(stype: str) -> Callable[[Zeros], Zeros]:
    """Name the function ``f(shape, ctx, dtype)`` that makes zeros of a storage type (a decorator)."""

    def register(function: Zeros) -> Zeros:
        ZEROS[stype] = function
        return function

    return register


def zeros(stype: str, shape: tuple[int, ...], ctx: Context, dtype: Any) -> Any:
    """An array of zeros, of this storage type."""
    if stype not in ZEROS:
        raise ValueError(f"unknown storage type {stype}: expected 'default', 'csr' or 'row_sparse'")
    return ZEROS[stype](shape, ctx, dtype)


# --- gradients of parts -----------------------------------------------------------------------------------------------

Gradients = list[tuple[Any, Any]]
_COLLECTORS: list[Callable[[Gradients], Gradients]] = []


def register_collector(collect: Callable[[Gradients], Gradients]) -> None:
    """Let gradients pass through a function that puts those of parts together: from the first time there are parts."""
    if collect not in _COLLECTORS:
        _COLLECTORS.append(collect)


def collected(gradients: Gradients) -> Gradients:
    """Gradients of leaves, those of parts of a leaf put together."""
    for collect in _COLLECTORS:
        gradients = collect(gradients)
    return gradients
