"""The switches between MXNet's and NumPy's meaning of shapes and arrays, and the process's environment."""

import functools
import inspect
import os
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, TypeVar

import numpy as np

from mxnet import context
from mxnet._probe import probe
from mxnet._semantics import is_np_shape as is_np_shape
from mxnet._semantics import switch_np_shape
from mxnet.error import MXNetError

F = TypeVar("F", bound=Callable[..., Any])

_np_ufunc_default_kwargs = {"where": True, "casting": "same_kind", "order": "K", "dtype": None, "subok": True}
_UFUNC_DTYPES = ("int8", "uint8", "int32", "int64", "float16", "float32", "float64")
_CASTINGS = ("no", "equiv", "safe", "same_kind", "unsafe")


# --- devices and environment -----------------------------------------------------------------------------------------


def get_gpu_count() -> int:
    """How many accelerators there are.

    >>> mx.util.get_gpu_count() == mx.context.num_gpus()
    True
    """
    return context.num_gpus()


def get_gpu_memory(gpu_dev_id: int) -> tuple[int, int]:
    """Free and total bytes of an accelerator's memory.

    >>> mx.util.get_gpu_memory(0) if mx.util.get_gpu_count() else None
    """
    return context.gpu_memory_info(gpu_dev_id)


def get_cuda_compute_capability(ctx: context.Context) -> int:
    """A GPU's compute capability as a number: 90 for 9.0.

    >>> mx.util.get_cuda_compute_capability(mx.gpu(0)) if mx.npx.num_gpus() else None
    """
    if ctx.device_type != "gpu":
        raise ValueError(f"Expecting a gpu context to get cuda compute capability, while received ctx {ctx}")
    probe.need_gpu(ctx.device_id)
    if probe.compute_capability is None:
        raise MXNetError(f"get_cuda_compute_capability: {ctx} is no CUDA device")
    return probe.compute_capability(ctx.device_id)


def getenv(name: str) -> str | None:
    """An environment variable, or None.

    >>> mx.util.setenv("SOME_NAME", "a value")
    >>> mx.util.getenv("SOME_NAME")
    'a value'
    """
    return os.environ.get(name)


def setenv(name: str, value: str | None) -> None:
    """Set an environment variable; None removes it.

    >>> mx.util.setenv("SOME_NAME", "a value")
    >>> mx.util.setenv("SOME_NAME", None)
    >>> mx.util.getenv("SOME_NAME") is None
    True
    """
    if value is None:
        os.environ.pop(name, None)
    else:
        os.environ[name] = value


def makedirs(d: str) -> None:
    """Make a folder and those above it, where they are missing.

    >>> mx.util.makedirs("above/below")
    >>> import os
    >>> os.path.isdir("above/below")
    True
    """
    os.makedirs(os.path.expanduser(d), exist_ok=True)  # noqa: PTH103, PTH111


# --- NumPy's shapes: () is a scalar and (0,) is empty; otherwise both mean "not known yet" ---------------------------


def set_np_shape(active: bool | int) -> bool:
    """Turn NumPy's meaning of shapes on or off in this thread (2: on in all threads); returns what it was.

    >>> before = mx.util.set_np_shape(True)
    >>> mx.util.is_np_shape()
    True
    >>> mx.util.set_np_shape(before)
    True
    """
    before = is_np_shape()
    if not active and is_np_array():
        raise ValueError(
            "Deactivating NumPy shape semantics while NumPy array semantics is still active is not allowed. "
            "Call npx.reset_np() to turn both off."
        )
    switch_np_shape(active)
    return before


class _NumpyShapeScope:
    """The with-statement of ``np_shape``; None as the switch leaves it as it is."""

    def __init__(self, is_np_shape: bool | None) -> None:
        self._wanted = is_np_shape
        self._before: list[bool] = []

    def __enter__(self) -> None:
        if self._wanted is not None:
            self._before.append(set_np_shape(self._wanted))

    def __exit__(self, *_: object) -> None:
        if self._wanted is None:
            return
        before = self._before.pop()
        if before != self._wanted:
            set_np_shape(before)


def np_shape(active: bool = True) -> _NumpyShapeScope:
    """A with-statement in which shapes have NumPy's meaning, or MXNet's.

    Examples
    --------
    >>> with mx.np_shape():
    ...     print(mx.is_np_shape())
    True
    """
    return _NumpyShapeScope(active)


# --- NumPy's arrays: whether gluon makes mx.np.ndarray or mx.nd.NDArray ----------------------------------------------


class _NumpyArrayScope:
    """The with-statement of ``np_array``; the current one of a thread is ``_current.value``, if it has one."""

    _current: Any = threading.local()

    def __init__(self, is_np_array: bool) -> None:
        self._is_np_array = is_np_array
        self._outer: list[_NumpyArrayScope | None] = []

    def __enter__(self) -> "_NumpyArrayScope":
        self._outer.append(getattr(_NumpyArrayScope._current, "value", None))
        _NumpyArrayScope._current.value = self
        return self

    def __exit__(self, *_: object) -> None:
        _NumpyArrayScope._current.value = self._outer.pop()


def is_np_array() -> bool:
    """Whether gluon makes NumPy-like arrays in this thread.

    >>> mx.npx.is_np_array()
    False
    """
    scope = getattr(_NumpyArrayScope._current, "value", None)
    return scope is not None and scope._is_np_array


def np_array(active: bool = True) -> _NumpyArrayScope:
    """A with-statement in which gluon makes NumPy-like arrays, or MXNet's.

    >>> with mx.util.np_array(True):
    ...     mx.util.is_np_array()
    True
    """
    return _NumpyArrayScope(active)


def _set_np_array(active: bool) -> bool:
    before = is_np_array()
    _NumpyArrayScope._current.value = _NumpyArrayScope(active)
    return before


def set_np(shape: bool = True, array: bool = True) -> None:
    """Turn NumPy's shapes and arrays on, in this thread, until ``reset_np``.

    >>> mx.npx.set_np(); mx.npx.reset_np()
    """
    if array and not shape:
        raise ValueError("NumPy Shape semantics is required in using NumPy array semantics.")
    _set_np_array(array)
    set_np_shape(shape)


def reset_np() -> None:
    """Turn NumPy's shapes and arrays off.

    >>> mx.npx.reset_np()
    """
    set_np(shape=False, array=False)


# --- the same as decorators of functions and classes -----------------------------------------------------------------


def use_np_shape(func: F) -> F:
    """A function, or a class with all its methods and properties, that runs with NumPy's shapes.

    >>> mx.npx.use_np_shape(lambda: mx.npx.is_np_shape())()
    True
    """
    return _decorated(func, np_shape, "use_np_shape")


def use_np_array(func: F) -> F:
    """A function, or a class with all its methods and properties, that runs with NumPy's arrays.

    >>> mx.npx.use_np_array(lambda: mx.npx.is_np_array())()
    True
    """
    return _decorated(func, np_array, "use_np_array")


def use_np(func: F) -> F:
    """A function, or a class with all its methods and properties, that runs with NumPy's shapes and arrays.

    >>> mx.npx.use_np(lambda: mx.npx.is_np_array())()
    True
    """
    return use_np_shape(use_np_array(func))


def _decorated(target: Any, scope: Callable[[], AbstractContextManager[Any]], name: str) -> Any:
    def wrap(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def within(*args: Any, **kwargs: Any) -> Any:
            with scope():
                return function(*args, **kwargs)

        return within

    if not inspect.isclass(target):
        if not callable(target):
            raise TypeError(f"{name} can only decorate classes and callable objects, while received a {type(target)}")
        return wrap(target)
    for key in dir(target):
        member = inspect.getattr_static(target, key)
        if inspect.isfunction(member):
            setattr(target, key, wrap(member))
        elif isinstance(member, (staticmethod, classmethod)) and inspect.isfunction(member.__func__):
            setattr(target, key, type(member)(wrap(member.__func__)))
        elif isinstance(member, property):
            get, put, delete = (part and wrap(part) for part in (member.fget, member.fset, member.fdel))
            setattr(target, key, property(get, put, delete, member.__doc__))
    return target


def set_module(module: str | None) -> Callable[[F], F]:
    """A decorator that gives a function or class another ``__module__``.

    >>> @mx.util.set_module("mxnet.own")
    ... def function():
    ...     pass
    >>> function.__module__
    'mxnet.own'
    """

    def decorator(func: F) -> F:
        func.__module__ = module or func.__module__
        return func

    return decorator


# --- functions with the arguments of NumPy's ufuncs ------------------------------------------------------------------


def np_ufunc_legal_option(key: str, value: Any) -> bool:
    """Whether NumPy itself would take this argument of a ufunc.

    >>> mx.util.np_ufunc_legal_option("where", True), mx.util.np_ufunc_legal_option("color", "red")
    (True, False)
    """
    match key:
        case "where":
            return True
        case "casting":
            return value in _CASTINGS
        case "order":
            return isinstance(value, str)
        case "dtype":
            return any(value == name or value is getattr(np, name) for name in _UFUNC_DTYPES)
        case "subok":
            return isinstance(value, bool)
    return False


def _check_ufunc_options(function: Callable[..., Any], kwargs: dict[str, Any]) -> None:
    """Accept NumPy's options at their defaults, and say of others whether they are unknown or not possible here."""
    name = getattr(function, "__name__", str(function))
    for key, value in kwargs.items():
        if key not in _np_ufunc_default_kwargs:
            raise TypeError(f"{key} is an invalid keyword to function '{name}'")
        if value != _np_ufunc_default_kwargs[key]:
            if np_ufunc_legal_option(key, value):
                raise NotImplementedError(f"{key}={value} is not implemented yet for operator {name}")
            raise TypeError(f"{key}={value} not understood for operator {name}")


def wrap_np_unary_func(func: F) -> F:
    """A function of one array that takes and checks a ufunc's options.

    >>> @mx.util.wrap_np_unary_func
    ... def twice(x, out=None):
    ...     return 2 * x
    >>> twice(2, where=True)
    4
    """

    @functools.wraps(func)
    def wrapped(x: Any, out: Any = None, **kwargs: Any) -> Any:
        _check_ufunc_options(func, kwargs)
        return func(x, out=out)

    return wrapped  # type: ignore[return-value]


def wrap_np_binary_func(func: F) -> F:
    """A function of two arrays that takes and checks a ufunc's options.

    >>> @mx.util.wrap_np_binary_func
    ... def join(x1, x2, out=None):
    ...     return x1 + x2
    >>> join(2, 3, where=True)
    5
    """

    @functools.wraps(func)
    def wrapped(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
        _check_ufunc_options(func, kwargs)
        return func(x1, x2, out=out)

    return wrapped  # type: ignore[return-value]


def _sanity_check_params(func_name: str, unsupported_params: list[str], param_dict: dict[str, Any]) -> None:
    for name in unsupported_params:
        if name in param_dict:
            raise NotImplementedError(f"function {func_name} does not support parameter {name}")
