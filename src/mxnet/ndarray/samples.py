"""Arrays that are computed where they are: on the host, at once, by NumPy.

A data set hands out thousands of small arrays a second, of ever new shapes. Recording each of their operations would
cost more than computing it, and compiling a program for each image size would cost a thousand times more. So samples,
what transforms make of them, and batches being put together, are ``Sample`` arrays. NumPy computes operators on them:
by the form that an operator declares for it, else by evaluating its function, traced once for these shapes. What NumPy
cannot do, or only slowly, runs as on any array. To a user they are NDArrays.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any

import jax
import numpy as np

from mxnet._calls.avals import Aval
from mxnet._calls.call import Call, Number
from mxnet._frontend.binding import bind
from mxnet._host.caches import Cache
from mxnet._lazy.mode import mode
from mxnet._lazy.value import concrete
from mxnet._numpy_backend import Evaluator, Exceeded, plan
from mxnet._ops.elementwise import casts_alike
from mxnet._ops.registry import Op, find
from mxnet._programs.build import as_argument
from mxnet._programs.device import device_of
from mxnet._scopes import temporarily
from mxnet.context import Context, cpu
from mxnet.ndarray import indexing
from mxnet.ndarray.dense import NDArray, dtype_of
from mxnet.ndarray.handle import Handle, assign, new, new_view, value_of
from mxnet.ndarray.invoke import invoke_op, store
from mxnet.ndarray.storage import SPECIAL, array_class, register_dispatcher, register_part
from mxnet.ndarray.storage import dispatch as dispatch_storage
from mxnet.ndarray.views import Reshape

# Arithmetic with a number, by the shortest way.
_PLUS, _MINUS, _TIMES, _OVER = (find(f"_{name}_scalar").numpy_form for name in ("plus", "minus", "mul", "div"))


@array_class("sample")
class Sample(NDArray, dense=False):
    """An array whose values are on the host, for as long as nobody computes with them elsewhere."""

    __slots__ = ()
    __module__ = "mxnet.ndarray.ndarray"

    def astype(self, dtype: Any, copy: bool = True) -> Any:
        """The array converted to a dtype; the same array if ``copy`` is false and nothing changes."""
        wanted, host = dtype_of(dtype), _host_of(self)
        if host is None or not casts_alike(host.dtype, wanted):
            return super().astype(dtype, copy)
        return _like(self, host.astype(wanted))

    def _reshaped(self, shape: tuple[int, ...]) -> Any:
        view, host = super()._reshaped(shape), _host_of(self)
        return view if host is None else _seeing(view, host.reshape(shape))

    def __getitem__(self, key: Any) -> Any:
        host = _host_of(self)
        if host is None or not _is_simple(key):
            return super().__getitem__(_plain_key(key))
        view = indexing.get(self, key)
        if view is self or view._base is None:
            return view
        part = host[key]
        return _seeing(view, part if part.ndim or not host.ndim else part.reshape(indexing_shape(view)))

    def __setitem__(self, key: Any, value: Any) -> None:
        host, host_value = _host_of(self), _host_value(value)
        if host is None or host_value is None or not _is_whole(self) or not _is_simple(key):
            super().__setitem__(_plain_key(key), plain(value))
        elif not casts_alike(np.asarray(host_value).dtype, host.dtype):
            super().__setitem__(key, plain(value))
        else:
            changed = host.copy()  # others may look at the values as they were
            try:
                changed[key] = host_value
            except (ValueError, IndexError):  # what is wrong is said better there
                super().__setitem__(key, plain(value))
            else:
                _replace(self, changed)

    def __add__(self, other: Any) -> Any:
        return _with_number(_PLUS, self, other, super().__add__)

    def __sub__(self, other: Any) -> Any:
        return _with_number(_MINUS, self, other, super().__sub__)

    def __mul__(self, other: Any) -> Any:
        return _with_number(_TIMES, self, other, super().__mul__)

    def __truediv__(self, other: Any) -> Any:
        return _with_number(_OVER, self, other, super().__truediv__)

    def __radd__(self, other: Any) -> Any:
        return _with_number(_PLUS, self, other, super().__radd__)

    def __rmul__(self, other: Any) -> Any:
        return _with_number(_TIMES, self, other, super().__rmul__)

    def __neg__(self) -> Any:
        return self * -1.0

    def _move(self, ctx: Context) -> Any:
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


class SampleRows:
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
    view = indexing.get(array, _plain_key(key))
    if values is None or not _is_simple(key) or (mode.recording and array._origin is not None):
        return view
    if type(view) is not NDArray or view._base is None:
        return view
    part = values[key]
    return _seeing(new_view(Sample, view._base, view._steps), part if part.ndim else part.reshape(view.shape))


@register_part
def _part_while_preparing(array: NDArray, key: Any) -> Any:
    value = value_of(array)
    if type(array) is not NDArray or value.data is None or array._ctx.device_type == "gpu":
        return indexing.get(array, _plain_key(key))  # nobody waits for what is still to be computed
    if type(value.data) is not np.ndarray:
        value.share()
    return _part(array, key, host(array))


def preparing() -> AbstractContextManager[object]:
    """A scope in which this thread prepares samples: arrays made from the host's, and parts of arrays, are samples."""
    return temporarily(mode, "preparing", True)


def rows(data: Any) -> Any:
    """A list or an array as something to take samples from: an array of ours that is on the host gives samples."""
    if type(data) is NDArray and data._ctx.device_type != "gpu" and data.ndim:
        return SampleRows(data)
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


def _with_number(form: Any, array: "Sample", number: Any, otherwise: Callable[[Any], Any]) -> Any:
    """The everyday ``image / 255``, by the shortest way."""
    if type(number) is float or type(number) is int:
        values = _host_of(array)
        if values is not None and values.dtype.kind == "f":
            return _like(array, form(values, number))
    return otherwise(number)


def _like(array: "Sample", values: np.ndarray) -> "Sample":
    return new(Sample, concrete(np.asarray(values), value_of(array).device), array._ctx)


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

# An evaluator for each call of an operator on arrays of these avals; None where the engine computes it.
_EVALUATORS: "Cache[Any, Any]" = Cache("evaluators of operators on samples", 4096)
# Attributes of operators that have a form for NumPy.
_PARSED: "Cache[Any, Any]" = Cache("attributes of operators on samples", 4096)
# What takes longer than about 8 ms is XLA's.
_OPERATIONS_AT_MOST = 4_000_000


@register_dispatcher("samples", takes=lambda arrays: any(type(a) is Sample for a in arrays))
def dispatch(op: Op, arrays: Sequence[Any], attrs: dict[str, Any], out: Any = None) -> Any:
    """Call an operator of which an argument is a sample."""
    if op in SPECIAL:  # these may give sparse arrays
        result = dispatch_storage(op, [plain(a) for a in arrays], attrs, out)
        if result is not NotImplemented:
            return result
    present = [a for a in arrays if a is not None]
    hosts: list[Any] = [_host_of(a) for a in present] if out is None else [None]
    if all(h is not None for h in hosts):
        result = by_form(op, hosts, attrs) if len(hosts) == len(arrays) else NotImplemented
        if result is not NotImplemented:
            return _like(present[0], result)
        results = _by_evaluator(op, arrays, hosts, attrs)
        if results is not None:
            samples = [_like(present[0], result) for result in results]
            return samples[0] if len(samples) == 1 else samples
    return _by_engine(op, arrays, attrs, out)


def by_form(op: Op, hosts: Sequence[np.ndarray], attrs: dict[str, Any]) -> Any:
    """What the operator's own form for NumPy gives; NotImplemented if it has none, or leaves this to the operator."""
    if op.numpy_form is None:
        return NotImplemented
    try:
        return op.numpy_form(*hosts, **_parsed(op, attrs, len(hosts)))
    except (ValueError, IndexError):  # what is wrong the operator says better
        return NotImplemented


def _parsed(op: Op, attrs: dict[str, Any], count: int) -> dict[str, Any]:
    """The attributes of a call on so many arrays, parsed once for the same ones."""
    if not op.attrs:
        return {}
    key: tuple[Any, ...] | None = (op, count, *attrs.items())
    try:
        parsed = _PARSED.get(key)
    except TypeError:  # a list among them
        key = parsed = None
    if parsed is None:
        parsed = op.parse(attrs if op.count_attr is None else {op.count_attr: count, **attrs})
        if key is not None:
            _PARSED[key] = parsed
    return parsed


def _by_evaluator(
    op: Op, arrays: Sequence[Any], hosts: Sequence[np.ndarray], attrs: dict[str, Any]
) -> list[np.ndarray] | None:
    """What NumPy makes of the operator's function; None if it cannot, or should not."""
    looks = op.guard or op.failed or (op.checker and op.traced)
    if op.needs_key or op.dynamic or op.mutates or looks or "ctx" in attrs:
        return None
    bound, numbers = bind(op, tuple([a is not None for a in arrays]), attrs, mode.training)
    avals = [value_of(a).aval for a in arrays if a is not None]
    key = (bound, *avals)
    evaluator = _EVALUATORS.get(key, NotImplemented)
    if evaluator is NotImplemented:
        evaluator = _EVALUATORS[key] = _plan(bound.call, avals, numbers)
    if evaluator is None:
        return None
    try:
        return evaluator.compute([*hosts, *[as_argument(n) for n in numbers]])[: bound.visible]
    except Exceeded:
        _EVALUATORS[key] = None
        return None


def _plan(call: Call, avals: Sequence[Aval], numbers: Sequence[Number]) -> Evaluator | None:
    structs = [*[aval.struct for aval in avals], *[as_argument(n) for n in numbers]]
    try:
        return plan(jax.make_jaxpr(call.function)(*structs), _OPERATIONS_AT_MOST)
    except Exception:  # wrong shapes, say: the engine meets the same error and says where
        return None


def _by_engine(op: Op, arrays: Sequence[Any], attrs: dict[str, Any], out: Any) -> Any:
    """What the operator gives for ordinary arrays, and what it writes to its arguments, written to the samples."""
    ordinary = [plain(a) for a in arrays]
    before = [None if a is None else value_of(a) for a in ordinary]
    result = invoke_op(op, ordinary, attrs, out)
    for array, used, value in zip(arrays, ordinary, before, strict=True):
        if array is not used and value_of(used) is not value:  # the operator writes to this argument
            store(array, value_of(used), op.name)
    return result
