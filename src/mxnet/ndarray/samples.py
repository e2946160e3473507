"""Arrays that are computed where they are: on the host, at once, by NumPy.

A data set hands out thousands of small arrays a second, of ever new shapes. Recording each of their operations would
cost more than computing it, and compiling a program for each image size would cost a thousand times more. So samples,
what transforms make of them, and batches being put together, are ``Sample`` arrays: the operations in ``RULES`` run on
them with NumPy, all others as on any array. To a user they are NDArrays.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from mxnet._lazy.device import device_of
from mxnet._lazy.mode import mode
from mxnet._lazy.value import concrete
from mxnet._ops.registry import Op, find
from mxnet.context import Context, cpu
from mxnet.ndarray import indexing
from mxnet.ndarray.dense import NDArray, dtype_of
from mxnet.ndarray.handle import Handle, assign, new, new_view, value_of
from mxnet.ndarray.invoke import invoke_op, store
from mxnet.ndarray.storage import array_class, register_dispatcher, register_part
from mxnet.ndarray.views import Reshape

# What an operator does with host arrays and its attributes as given; NotImplemented for what it does not know.
Rule = Callable[..., Any]

RULES: dict[Op, Rule] = {}


@array_class("sample")
class Sample(NDArray, dense=False):
    """An array whose values are on the host, for as long as nobody computes with them elsewhere."""

    __slots__ = ()
    __module__ = "mxnet.ndarray.ndarray"

    def astype(self, dtype: Any, copy: bool = True) -> NDArray:
        """The array converted to a dtype; the same array if ``copy`` is false and nothing changes."""
        wanted, host = dtype_of(dtype), _host_of(self)
        if host is None or not converts(host.dtype, wanted):
            return super().astype(dtype, copy)
        return _like(self, host.astype(wanted))

    def _reshaped(self, shape: tuple[int, ...]) -> NDArray:
        view, host = super()._reshaped(shape), _host_of(self)
        return view if host is None else _seeing(view, host.reshape(shape))

    def __getitem__(self, key: Any) -> Any:
        host = _host_of(self)
        if host is None or not _is_simple(key):
            return super().__getitem__(_plain_key(key))
        found = indexing.get(self, key)
        if found is self or found._base is None:
            return found
        part = host[key]
        return _seeing(found, part if part.ndim or not host.ndim else part.reshape(indexing_shape(found)))

    def __setitem__(self, key: Any, value: Any) -> None:
        host, given = _host_of(self), _host_value(value)
        if host is None or given is None or not _is_whole(self) or not _is_simple(key):
            super().__setitem__(_plain_key(key), plain(value))
        elif not converts(np.asarray(given).dtype, host.dtype):
            super().__setitem__(key, plain(value))
        else:
            changed = host.copy()  # others may look at the values as they were
            try:
                changed[key] = given
            except (ValueError, IndexError):  # what is wrong is said better there
                super().__setitem__(key, plain(value))
            else:
                _replace(self, changed)

    def __add__(self, other: Any) -> Any:
        return _with_number(np.add, self, other, super().__add__)

    def __sub__(self, other: Any) -> Any:
        return _with_number(np.subtract, self, other, super().__sub__)

    def __mul__(self, other: Any) -> Any:
        return _with_number(np.multiply, self, other, super().__mul__)

    def __truediv__(self, other: Any) -> Any:
        return _with_number(np.divide, self, other, super().__truediv__)

    def __radd__(self, other: Any) -> Any:
        return _with_number(np.add, self, other, super().__radd__)

    def __rmul__(self, other: Any) -> Any:
        return _with_number(np.multiply, self, other, super().__rmul__)

    def _move(self, ctx: Context) -> NDArray:
        return plain(self)._move(ctx)

    def __reduce__(self) -> Any:
        return plain(self).__reduce__()


Sample.__name__ = Sample.__qualname__ = NDArray.__name__  # what ``type(x)`` and ``repr(x)`` show


def sample(host: np.ndarray, ctx: Context | None = None) -> Sample:
    """An array on a host array that is its own from now on: nobody may change it any more."""
    ctx = ctx or cpu()
    return new(Sample, concrete(host, device_of(ctx)), ctx)


def plain(array: Any) -> Any:
    """A sample as an ordinary array, to be recorded and compiled; anything else as it is."""
    if type(array) is not Sample:
        return array
    return new(NDArray, value_of(array), array._ctx, array._origin)


def host(array: NDArray) -> np.ndarray | None:
    """An array's values as NumPy sees them, not to be changed; None if they are elsewhere, or autograd needs them."""
    if array._ctx.device_type == "gpu" or (mode.recording and array._origin is not None):
        return None
    data = value_of(array).data
    return data if type(data) is np.ndarray else np.asarray(array._buffer("a host computation"))


class Rows:
    """The rows of an array as samples, which see what is written to the array later, and write to it."""

    __slots__ = ("_array", "_host", "_value")

    def __init__(self, array: NDArray) -> None:
        self._array = array
        self._value: Any = None
        self._host: np.ndarray | None = None

    def __getitem__(self, key: Any) -> Any:
        array = self._array
        value = value_of(array)
        if value is not self._value:
            self._host, self._value = host(array), value
            value.share()  # NumPy looks at its buffer from now on
        return _part(array, key, self._host)

    def __len__(self) -> int:
        return len(self._array)


def _part(array: NDArray, key: Any, values: np.ndarray | None) -> Any:
    """``array[key]`` as a sample, given the array's values; as an ordinary array where that cannot be."""
    if type(key) is not int and isinstance(key, np.integer):
        key = int(key)
    found = indexing.get(array, _plain_key(key))
    if values is None or not _is_simple(key) or (mode.recording and array._origin is not None):
        return found
    if type(found) is not NDArray or found._base is None:
        return found
    part = values[key]
    return _seeing(new_view(Sample, found._base, found._steps), part if part.ndim else part.reshape(found.shape))


@register_part
def _part_while_preparing(array: NDArray, key: Any) -> Any:
    value = value_of(array)
    if type(array) is not NDArray or value.data is None or array._ctx.device_type == "gpu":
        return indexing.get(array, _plain_key(key))  # nobody waits for what is still to be computed
    if type(value.data) is not np.ndarray:
        value.share()
    return _part(array, key, host(array))


@contextmanager
def preparing() -> Iterator[None]:
    """A scope in which this thread prepares samples: arrays made from the host's, and parts of arrays, are samples."""
    before, mode.preparing = mode.preparing, True
    try:
        yield
    finally:
        mode.preparing = before


def rows(data: Any) -> Any:
    """A list or an array as something to take samples from: an array of ours that is on the host gives samples."""
    if type(data) is NDArray and data._ctx.device_type != "gpu" and data.ndim:
        return Rows(data)
    return data


def _host_of(array: Any) -> np.ndarray | None:
    """The values of a sample that are on the host still."""
    if type(array) is not Sample or (mode.recording and array._origin is not None):
        return None
    data = value_of(array).data
    return data if type(data) is np.ndarray else None


def _is_whole(array: Handle) -> bool:
    """Whether an array has all the elements of the one it is a view of, in their order."""
    return array._base is None or (
        type(array._base) is Sample and all(isinstance(step, Reshape) for step in array._steps)
    )


def _replace(array: "Sample", values: np.ndarray) -> None:
    """Let a whole array, and the one it is a view of, have these values."""
    base = array._base
    if base is None:
        assign(array, concrete(values, value_of(array).device))
        return
    assign(base, concrete(values.reshape(value_of(base).aval.shape), value_of(base).device))
    _seeing(array, values)


def _host_value(value: Any) -> Any:
    """What is to be written, if NumPy can: a number, an array of its own, or an array whose values are on the host."""
    if type(value) in (int, float, np.ndarray):
        return value
    if not isinstance(value, NDArray) or (mode.recording and value._origin is not None):
        return None
    data = value_of(value).data
    return data if type(data) is np.ndarray else None


def converts(source: np.dtype, target: np.dtype) -> bool:
    """Whether NumPy and XLA agree on every number: all but fractions, and numbers too large, made integers."""
    return target.kind in "fV" or source.kind in "uib"


def _with_number(function: Callable[..., Any], array: "Sample", number: Any, otherwise: Callable[[Any], Any]) -> Any:
    """The everyday ``image / 255``, by the shortest way."""
    if type(number) is float or type(number) is int:
        values = _host_of(array)
        if values is not None and values.dtype.kind == "f":
            with np.errstate(all="ignore"):  # numbers become infinite or undefined without a word, as on a device
                return _like(array, function(values, values.dtype.type(number)))
    return otherwise(number)


def _like(array: "Sample", values: np.ndarray) -> "Sample":
    return new(Sample, concrete(values, value_of(array).device), array._ctx)


def _is_simple(key: Any) -> bool:
    kind = type(key)
    if kind is tuple:
        return all(type(k) is int or type(k) is slice for k in key)
    return kind is int or kind is slice


def _plain_key(key: Any) -> Any:
    return tuple([plain(k) for k in key]) if type(key) is tuple else plain(key)


def indexing_shape(view: Handle) -> tuple[int, ...]:
    """The shape of a single element: MXNet keeps an axis of one."""
    return (1,) if len(view._steps) > 1 else ()


def _seeing(view: Any, part: np.ndarray) -> Any:
    """A view that knows already what it would read; writing goes through to its base as ever."""
    whole = view._base._value
    view._seen = (whole, concrete(part, whole.device))
    return view


# --- calling operators ------------------------------------------------------------------------------------------------


@register_dispatcher("samples", takes=lambda arrays: any(type(a) is Sample for a in arrays))
def dispatch(op: Op, arrays: Sequence[Any], attrs: dict[str, Any], out: Any = None) -> Any:
    """Call an operator of which an argument is a sample."""
    result = NotImplemented
    rule = RULES.get(op)
    if rule is not None and out is None:
        hosts = [_host_of(a) for a in arrays]
        if all(h is not None for h in hosts):
            result = rule(*hosts, **attrs)
    if result is not NotImplemented:
        return sample(result, arrays[0]._ctx)
    ordinary = [plain(a) for a in arrays]
    before = [None if a is None else value_of(a) for a in ordinary]
    result = invoke_op(op, ordinary, attrs, out)
    for array, used, value in zip(arrays, ordinary, before, strict=True):
        if array is not used and value_of(used) is not value:  # the operator writes to this argument
            store(array, value_of(used), op.name)
    return result


def rule(*names: str) -> Callable[[Rule], Rule]:
    """Register what operators do with host arrays."""

    def register(function: Rule) -> Rule:
        for name in names:
            RULES[find(name)] = function
        return function

    return register


def _arithmetic(name: str, function: Callable[[Any, Any], Any]) -> None:
    """Register an operation on two arrays, and on an array and a number, for floating-point arrays of one dtype."""

    def arrays(left: np.ndarray, right: np.ndarray) -> Any:
        if left.dtype != right.dtype or left.dtype.kind != "f":
            return NotImplemented
        try:
            with np.errstate(all="ignore"):
                return np.asarray(function(left, right))
        except ValueError:  # shapes: the operator says it better
            return NotImplemented

    def number(array: np.ndarray, scalar: Any) -> Any:
        if array.dtype.kind != "f":
            return NotImplemented
        with np.errstate(all="ignore"):
            return np.asarray(function(array, array.dtype.type(scalar)))

    def reverse(array: np.ndarray, scalar: Any) -> Any:
        if array.dtype.kind != "f":
            return NotImplemented
        with np.errstate(all="ignore"):
            return np.asarray(function(array.dtype.type(scalar), array))

    word = {"add": "plus", "sub": "minus", "mul": "mul", "div": "div"}[name]
    rule(f"broadcast_{name}", f"elemwise_{name}")(arrays)
    rule(f"_{word}_scalar")(number)
    if word in ("minus", "div"):
        rule(f"_r{word}_scalar")(reverse)


_arithmetic("add", np.add)
_arithmetic("sub", np.subtract)
_arithmetic("mul", np.multiply)
_arithmetic("div", np.divide)


@rule("transpose")
def _transpose(data: np.ndarray, axes: Any = ()) -> Any:
    return data.transpose(tuple(axes) or None) if _axes(axes, data.ndim) else NotImplemented


@rule("expand_dims")
def _expand_dims(data: np.ndarray, axis: Any) -> Any:
    return np.expand_dims(data, axis) if type(axis) is int and -data.ndim - 1 <= axis <= data.ndim else NotImplemented


@rule("SwapAxis")
def _swap_axes(data: np.ndarray, dim1: Any = 0, dim2: Any = 0) -> Any:
    return data.swapaxes(dim1, dim2) if _axes((dim1, dim2), data.ndim) else NotImplemented


@rule("reverse")
def _reverse(data: np.ndarray, axis: Any) -> Any:
    axes = (axis,) if type(axis) is int else axis
    return np.flip(data, tuple(axes)) if _axes(axes, data.ndim) else NotImplemented


@rule("clip")
def _clip(data: np.ndarray, a_min: Any, a_max: Any) -> Any:
    if data.dtype.kind != "f" or isinstance(a_min, str) or isinstance(a_max, str):
        return NotImplemented
    kind = data.dtype.type
    return np.clip(data, kind(a_min), kind(a_max))


@rule("Flatten")
def _flatten(data: np.ndarray) -> Any:
    return data.reshape(len(data), -1) if data.size else NotImplemented


@rule("stack")
def _stack(*data: np.ndarray, axis: Any = 0, num_args: Any = None) -> Any:
    if type(axis) is not int or not _alike(data) or not -data[0].ndim - 1 <= axis <= data[0].ndim:
        return NotImplemented
    return np.stack(data, axis)


@rule("Concat")
def _concatenate(*data: np.ndarray, dim: Any = 1, num_args: Any = None) -> Any:
    if type(dim) is not int or len({d.dtype for d in data}) > 1 or len({d.ndim for d in data}) > 1:
        return NotImplemented
    try:
        return np.concatenate(data, dim)
    except ValueError:
        return NotImplemented


def _axes(axes: Any, count: int) -> bool:
    """Whether these are axes as plain integers; what is odd is for the operator to read, or to refuse."""
    return isinstance(axes, (tuple, list)) and all(type(a) is int and -count <= a < count for a in axes)


def _alike(arrays: Sequence[np.ndarray]) -> bool:
    first = arrays[0]
    return all(a.shape == first.shape and a.dtype == first.dtype for a in arrays)
