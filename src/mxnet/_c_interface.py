"""What stands in the place of MXNet's shared library, for programs that call C functions from Python.

Nothing here is C. A *handle* is a number in a ``ctypes.c_void_p`` that stands for a Python object. The object is found
by the number while somebody holds it; the ``c_void_p`` that a function filled, or that ``handle`` gave, holds it too.
"""

import ctypes
import functools
import re
import threading
import weakref
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from mxnet.error import MXNetError
from mxnet.libinfo import __version__

Kind = TypeVar("Kind")

# --- handles ---------------------------------------------------------------------------------------------------------

_OBJECTS: "weakref.WeakValueDictionary[int, Any]" = weakref.WeakValueDictionary()


def handle_of(item: object) -> ctypes.c_void_p:
    """A new handle of an object."""
    handle = ctypes.c_void_p()
    _set(handle, item)
    return handle


def _set(handle: ctypes.c_void_p, item: object) -> None:
    _OBJECTS[id(item)] = item
    handle.__dict__["item"] = item  # where the collector of garbage sees it
    handle.value = id(item)


def object_of(handle: ctypes.c_void_p | int | None, kind: type[Kind]) -> Kind:
    """The object of a class that a handle stands for."""
    number = handle.value if isinstance(handle, ctypes.c_void_p) else handle
    item = None if number is None else _OBJECTS.get(number)
    if not isinstance(item, kind):
        what = "it stands for nothing now" if item is None else f"it stands for a {type(item).__name__}"
        raise TypeError(f"expected a handle that stands for a {kind.__name__}, received {handle!r}: {what}")
    return item


def fill(reference: Any, result: object) -> None:
    """Put a result where a caller wants it: ``reference`` is ``ctypes.byref`` of a handle or of a number."""
    target = getattr(reference, "_obj", None)
    if isinstance(target, ctypes.c_void_p):
        _set(target, result)
    elif target is not None and hasattr(target, "value"):
        target.value = result
    else:
        raise TypeError(f"expected ctypes.byref(...) of what is to be filled, received {reference!r}")


# --- arguments -------------------------------------------------------------------------------------------------------


def c_str(string: str) -> ctypes.c_char_p:
    """Text as C has it: UTF-8 bytes and a zero."""
    return ctypes.c_char_p(string.encode())


def c_str_array(strings: Sequence[str]) -> Any:
    """Texts as C has them."""
    return c_array(ctypes.c_char_p, [string.encode() for string in strings])


def c_array(ctype: Any, values: Sequence[Any]) -> Any:
    """An array of a C type.

    >>> mx.base.c_array(mx.base.mx_uint, [2, 3])[:]
    [2, 3]
    """
    return (ctype * len(values))(*values)


def c_array_buf(ctype: Any, buf: Any) -> Any:
    """An array of a C type in the memory of a Python array, which has a length."""
    return (ctype * len(buf)).from_buffer(buf)


def c_handle_array(objs: Sequence[Any]) -> Any:
    """The handles of arrays or symbols, as a C array; it keeps nothing alive."""
    return c_array(ctypes.c_void_p, [item.handle for item in objs])


def text_of(value: ctypes.c_char_p | bytes | str | None) -> str:
    """A text that a caller gave in one of C's ways, or in Python's."""
    value = value.value if isinstance(value, ctypes.c_char_p) else value
    if not isinstance(value, (bytes, str)):
        raise TypeError(f"expected a text, as c_str makes it, received {value!r}")
    return value if isinstance(value, str) else value.decode()


def texts_of(count: Any, values: Sequence[Any]) -> list[str]:
    """The first ``count`` of the texts that a caller gave."""
    return [text_of(values[i]) for i in range(getattr(count, "value", count))]


# --- functions -------------------------------------------------------------------------------------------------------

_FUNCTIONS: dict[str, Callable[..., Any]] = {}

# Where Python has what functions of these names do in C.
_INSTEAD = {
    "MXNDArray": "mx.nd.NDArray",
    "MXSymbol": "mx.sym.Symbol",
    "MXExecutor": "Symbol.bind",
    "MXKVStore": "mx.kv",
    "MXRecordIO": "mx.recordio",
    "MXDataIter": "mx.io",
    "MXAutograd": "mx.autograd",
    "MXProfile": "mx.profiler",
    "MXSetProfiler": "mx.profiler",
    "MXRandom": "mx.random",
    "MXEngine": "mx.engine",
    "MXCustom": "mx.operator",
    "MXCreateCachedOp": "mx.nd.CachedOp",
    "MXInvoke": "the functions of mx.nd",
    "MXImperative": "the functions of mx.nd",
    "MXQuantize": "mx.contrib.quantization",
    "MXSetCalibTable": "mx.contrib.quantization",
    "MXGetGPU": "mx.context",
    "MXLibInfo": "mx.runtime",
    "MXLoadLib": "mx.operator.CustomOp",
    "MXListAllOpNames": "mx.operator.get_all_registered_operators",
    "MXRtc": "mx.operator.CustomOp",
}


class CFunctions:
    """The functions of MXNet's C interface that mean something here: ``dir`` lists them."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name in _FUNCTIONS:
            return _FUNCTIONS[name]
        instead = next((place for prefix, place in _INSTEAD.items() if name.startswith(prefix)), "MXNet's Python")
        known = ", ".join(self.__dir__())
        raise AttributeError(
            f"{name}: there is no C library here. Use {instead} instead; the functions kept are {known}"
        )

    def __dir__(self) -> list[str]:
        return sorted(_FUNCTIONS)


class _Last(threading.local):
    """The last error of a thread: what ``check_call`` has yet to raise, and its text."""

    error: Exception | None = None
    text = ""


library = CFunctions()
_last = _Last()


def c_function(*aliases: str) -> Callable[[Callable[..., None]], Callable[..., int]]:
    """Make a function one of the library's, under its name and others (a decorator).

    There it returns 0, or -1 where this one raises.
    """

    def register(function: Callable[..., None]) -> Callable[..., int]:
        @functools.wraps(function)
        def call(*args: Any) -> int:
            try:
                function(*args)
            except Exception as error:
                _last.error, _last.text = error.with_traceback(None), str(error)
                return -1
            return 0

        _FUNCTIONS.update(dict.fromkeys((function.__name__, *aliases), call))
        return call

    return register


def check_call(ret: int) -> None:
    """Raise what went wrong in a function of the library that did not return 0."""
    if ret != 0:
        error, _last.error = _last.error, None
        raise MXNetError(_last.text) if error is None else error


@c_function()
def MXGetVersion(out: Any) -> None:
    """The version as a number: 10902 for 1.9.2."""
    major, minor, patch = [int(number) for number in re.findall(r"\d+", __version__)[:3]]
    fill(out, major * 10000 + minor * 100 + patch)


def MXGetLastError() -> bytes:
    """The text of the last error in this thread."""
    return _last.text.encode()


_FUNCTIONS["MXGetLastError"] = MXGetLastError
