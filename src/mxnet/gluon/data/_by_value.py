"""Pickles of what only this program knows: lambdas, functions and classes of a script or a notebook, arrays.

A process that prepares data does not run the user's script again. What it cannot import is therefore sent as it is: a
function as its code with the globals that the code names, a class as its attributes. What can be imported goes by name.
"""

import builtins
import dis
import importlib
import io
import marshal
import pickle
import sys
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from mxnet.context import Context
from mxnet.ndarray import NDArray
from mxnet.ndarray.dense import from_host
from mxnet.ndarray.samples import Sample, sample

_GLOBAL = ("LOAD_GLOBAL", "STORE_GLOBAL", "DELETE_GLOBAL", "LOAD_NAME")
_OWN = frozenset(("__dict__", "__weakref__", "__module__", "__qualname__", "__slots__", "_abc_impl"))
# The globals of modules that were not imported but sent, by module.
_worlds: dict[str, dict[str, Any]] = {}


def dumps(value: Any) -> tuple[bytes, list[pickle.PickleBuffer]]:
    """A pickle, and the large arrays beside it; raises if something in it cannot be sent."""
    buffers: list[pickle.PickleBuffer] = []
    file = io.BytesIO()
    _Pickler(file, protocol=5, buffer_callback=buffers.append).dump(value)
    return file.getvalue(), buffers


class _Pickler(pickle.Pickler):
    def reducer_override(self, obj: Any) -> Any:
        """How to send what the ordinary pickles do not."""
        if isinstance(obj, NDArray):
            return _reduce_array(obj)
        if isinstance(obj, FunctionType):
            return NotImplemented if _is_importable(obj) else _reduce_function(obj)
        if isinstance(obj, type):
            return NotImplemented if _is_importable(obj) else _reduce_class(obj)
        if isinstance(obj, ModuleType):
            if obj.__name__ == "__main__":
                raise pickle.PicklingError("the script itself cannot be sent")
            return importlib.import_module, (obj.__name__,)
        if isinstance(obj, CellType):
            return _make_cell, (), _content(obj), None, None, _fill_cell
        if isinstance(obj, (staticmethod, classmethod)):
            return type(obj), (obj.__func__,)
        if isinstance(obj, property):
            return property, (obj.fget, obj.fset, obj.fdel)
        return NotImplemented


def _is_importable(obj: Any) -> bool:
    module = sys.modules.get(obj.__module__) if obj.__module__ not in (None, "__main__", "__mp_main__") else None
    target: Any = module
    for name in obj.__qualname__.split("."):
        target = getattr(target, name, None)
    return module is not None and target is obj


# --- arrays -----------------------------------------------------------------------------------------------------------


def _reduce_array(array: NDArray) -> Any:
    if array.stype != "default" or array._ctx.device_type == "gpu":
        return NotImplemented
    kind = None if type(array) in (NDArray, Sample) else type(array)
    return _make_array, (array.asnumpy(), array._ctx.device_type, array._ctx.device_id, type(array) is Sample, kind)


def _make_array(values: np.ndarray, device: str, number: int, is_sample: bool, kind: type | None) -> Any:
    ctx = Context(device, number)
    return sample(values, ctx) if is_sample else from_host(values, ctx, kind)


# --- functions --------------------------------------------------------------------------------------------------------


def _names(code: CodeType) -> set[str]:
    """The globals that code, and code within it, names."""
    names = {i.argval for i in dis.get_instructions(code) if i.opname in _GLOBAL}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= _names(constant)
    return names


def _reduce_function(function: FunctionType) -> Any:
    code, world = function.__code__, function.__globals__
    used = {name: world[name] for name in _names(code) if name in world}
    arguments = (
        marshal.dumps(code),
        function.__name__,
        function.__qualname__,
        function.__module__,
        function.__closure__,
    )
    state = (used, function.__defaults__, function.__kwdefaults__, function.__dict__)
    return _make_function, arguments, state, None, None, _fill_function


def _make_function(code: bytes, name: str, qualname: str, module: str, closure: Any) -> FunctionType:
    world = _worlds.setdefault(module or "", {"__builtins__": builtins, "__name__": module})
    function = FunctionType(marshal.loads(code), world, name, None, closure)
    function.__qualname__, function.__module__ = qualname, module
    return function


def _fill_function(function: FunctionType, state: tuple[Any, ...]) -> None:
    used, function.__defaults__, function.__kwdefaults__, attributes = state
    function.__globals__.update(used)
    function.__dict__.update(attributes)


def _content(cell: CellType) -> tuple[Any, ...]:
    try:
        return (cell.cell_contents,)
    except ValueError:  # not filled yet
        return ()


def _make_cell() -> CellType:
    return CellType()


def _fill_cell(cell: CellType, content: tuple[Any, ...]) -> None:
    if content:
        cell.cell_contents = content[0]


# --- classes ----------------------------------------------------------------------------------------------------------


def _reduce_class(kind: type) -> Any:
    if "__slots__" in kind.__dict__:
        raise pickle.PicklingError(f"{kind} has slots, which are not sent")
    attributes = {name: value for name, value in kind.__dict__.items() if name not in _OWN}
    arguments = (type(kind), kind.__name__, kind.__bases__, kind.__qualname__, kind.__module__)
    return _make_class, arguments, attributes, None, None, _fill_class


def _make_class(metaclass: type, name: str, bases: tuple[type, ...], qualname: str, module: str) -> type:
    return metaclass(name, bases, {"__qualname__": qualname, "__module__": module})


def _fill_class(kind: type, attributes: dict[str, Any]) -> None:
    for name, value in attributes.items():
        setattr(kind, name, value)
