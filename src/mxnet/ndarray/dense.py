"""The class of dense arrays."""

import ctypes
import math
import numbers
import operator
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import jax
import numpy as np

from mxnet._c_interface import handle_of, object_of
from mxnet._collectives.copies import note_copy
from mxnet._files import params
from mxnet._lazy.cuts import Event
from mxnet._lazy.gradient import Leaf
from mxnet._lazy.mode import mode
from mxnet._lazy.value import Value, concrete, note_raised
from mxnet._ops.attrs import DTYPES, parse_dtype
from mxnet._ops.registry import find
from mxnet._ops.shape import infer_reshape
from mxnet._programs import memory
from mxnet._programs.device import device_of
from mxnet._programs.sharding import MeshContext
from mxnet.context import Context, cpu, current_context
from mxnet.error import MXNetError
from mxnet.ndarray import gradients, indexing, pytrees
from mxnet.ndarray.arithmetic import Arithmetic
from mxnet.ndarray.fluent import Fluent
from mxnet.ndarray.handle import Handle, apply, assign, is_shared, new, new_view, seen_as, value_of, view_of
from mxnet.ndarray.invoke import invoke_op, wrap
from mxnet.ndarray.manipulation import split_v2
from mxnet.ndarray.one import ONES, One
from mxnet.ndarray.storage import CLASSES, array_class, part, zeros
from mxnet.ndarray.views import Reshape, cast_call, reshape_call

if TYPE_CHECKING:
    from mxnet.numpy._array import ndarray

# The class of an array itself; see ``_types``.
Own = TypeVar("Own", bound="NDArray")


def dtype_of(dtype: Any) -> np.dtype:
    """The dtype that a name, a NumPy type or a Python type means."""
    try:
        return DTYPES[parse_dtype(dtype)]
    except ValueError as error:
        raise TypeError(f"data type {dtype!r} not understood: expected {error}") from None


def host_array(source: Any, dtype: np.dtype) -> np.ndarray:
    """Anything array-like as a NumPy array of this dtype."""
    if isinstance(source, Handle):
        return source.asnumpy().astype(dtype)  # type: ignore[attr-defined]
    try:
        with np.errstate(invalid="ignore", over="ignore"):  # out-of-range numbers wrap, as MXNet's do
            return np.asarray(source).astype(dtype)
    except (TypeError, ValueError):
        raise TypeError("source_array must be array like object") from None


def from_host(source: np.ndarray, ctx: Context, kind: type | None = None) -> Any:
    """A new array on a host array that is its own from now on: nobody may change it any more."""
    if kind is None:
        kind = CLASSES["sample"] if mode.preparing and ctx.device_type != "gpu" else NDArray
    return new(kind, concrete(np.ascontiguousarray(source).reshape(source.shape), device_of(ctx)), ctx)


_EVERYTHING = slice(None)


@array_class("default")
class NDArray(Handle, Arithmetic, Fluent):
    """An array of numbers on a device.

    Operations return at once; they run, many together as one program, when a value is read.

    >>> x = mx.nd.array([[1, 2], [3, 4]])
    >>> (x * 2).asnumpy()
    array([[2., 4.],
           [6., 8.]], dtype=float32)
    """

    __slots__ = ()
    __module__ = "mxnet.ndarray.ndarray"  # where pickles, MXNet's and ours, look for it
    __array_priority__ = 1000.0
    __hash__ = object.__hash__
    _numpy_scalars = False  # whether a single element has no axis outside NumPy's semantics too

    # --- what it is -----------------------------------------------------------------------------------------------

    @property
    def shape(self) -> tuple[int, ...]:
        """The length of each axis."""
        return (self._value if self._base is None else value_of(self)).aval.shape

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        return value_of(self).aval.struct.size

    @property
    def dtype(self) -> type[np.generic]:
        """The type of the elements, as a NumPy scalar type."""
        return value_of(self).aval.dtype.type

    @property
    def context(self) -> Context:
        """The device the array is on."""
        return self._ctx

    ctx = context

    @property
    def stype(self) -> str:
        """How the array is stored; ``"default"`` is dense."""
        return "default"

    @property
    def writable(self) -> bool:
        """Whether the array may be assigned to."""
        return True

    @property
    def handle(self) -> ctypes.c_void_p:
        """A number that stands for the array, of which ``NDArray(handle)`` makes a view."""
        return handle_of(self)

    @property
    def _as_parameter_(self) -> ctypes.c_void_p:
        """For ``ctypes.cast(array, NDArrayHandle)``: callbacks written for MXNet's C handles make an array of it."""
        return self.handle

    @property
    def T(self: Own) -> Own:
        """The array with its axes reversed."""
        return self if self.ndim < 2 else self.transpose()  # type: ignore[attr-defined]

    # --- reading values -------------------------------------------------------------------------------------------

    def asnumpy(self) -> np.ndarray:
        """A copy as a NumPy array; waits for the values."""
        value = value_of(self)
        if value.data is None:
            value.settle("asnumpy")  # what NumPy has computed is on the host: a way to the device and back is none
        is_plain = type(value.data) is np.ndarray and value.mark is None  # neither failed nor to be checked
        host = np.array(value.data if is_plain else self._buffer("asnumpy"))
        return host.view(One) if ONES and host.size == 1 and host.ndim else host

    def _buffer(self, reason: str) -> jax.Array:
        value = value_of(self)
        buffer = value.read(reason)
        if type(buffer) is np.ndarray:  # in a forked process
            return buffer
        try:
            return buffer.block_until_ready()
        except jax.errors.JaxRuntimeError as error:
            said = memory.explain(error, value.device.jax)
            failure = MXNetError(f"{reason}: the program that computes this array failed: {said}")
            value.fail(failure)
            note_raised(failure)
            raise failure from error

    def asscalar(self) -> float:
        """The one element of an array of size one, as a NumPy scalar."""
        if self.size != 1:
            raise ValueError("The current array is not a scalar")
        return self.asnumpy().reshape(-1)[0]

    def wait_to_read(self) -> None:
        """Return when the values are there."""
        value = value_of(self)
        is_plain = type(value.data) is np.ndarray and value.mark is None
        if not is_plain or value.device.jax.platform != "cpu":  # else they are where they are used
            self._buffer("wait_to_read")

    def __bool__(self) -> bool:
        if self.size == 0:
            return False
        if self.size == 1:
            return bool(self.asscalar())
        raise ValueError("The truth value of an NDArray with multiple elements is ambiguous.")

    __nonzero__ = __bool__

    def __float__(self) -> float:
        return float(self._one("float"))

    def __int__(self) -> int:
        return int(self._one("int"))

    def __index__(self) -> int:
        if not np.issubdtype(np.dtype(self.dtype), np.integer):
            raise TypeError("only integer scalar arrays can be converted to a scalar index")
        return int(self._one("index"))

    def _one(self, what: str) -> Any:
        if self.size != 1:
            raise TypeError(f"{what}() needs an array of one element, but this one has shape {self.shape}")
        return self.asscalar()

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of an array without axes")
        return self.shape[0]

    def __iter__(self: Own) -> Iterator[Own]:
        return (self[i] for i in range(len(self)))

    def __contains__(self, item: Any) -> bool:
        return bool((self == item).asnumpy().any())

    def __repr__(self) -> str:
        shape = "x".join(str(s) for s in self.shape)
        return f"\n{self.asnumpy()!s}\n<{type(self).__name__} {shape} @{self._ctx}>"

    # --- exchange with other libraries ----------------------------------------------------------------------------

    @property
    def __numpy_dtype__(self) -> np.dtype:
        return np.dtype(self.dtype)  # np.dtype(array): NumPy 2.4 takes no class, which MXNet's dtype is, from `dtype`

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        host = self.asnumpy()
        return host if dtype is None else host.astype(dtype)

    def __dlpack__(self, **options: Any) -> Any:
        value_of(self).share()
        return self._buffer("DLPack").__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[Any, int]:
        return self._buffer("DLPack").__dlpack_device__()  # type: ignore[attr-defined]

    def __jax_array__(self) -> jax.Array:
        """The values for JAX's own functions, without a copy; autograd does not follow."""
        value_of(self).share()
        return self._buffer("a function of JAX's")

    def to_dlpack_for_read(self) -> Any:
        """A DLPack capsule of the values, without a copy."""
        return self.__dlpack__()

    def to_dlpack_for_write(self) -> Any:
        """A DLPack capsule of the values; what is written through it is seen here until the array is assigned to."""
        return self.__dlpack__()

    def __init__(self, handle: Any = None, writable: bool = True) -> None:
        """The array that a handle stands for; without one an empty array, to be filled by ``__setstate__``."""
        if handle is not None:
            array = object_of(handle, NDArray)
            base, steps = (array, ()) if array._base is None else (array._base, array._steps)
            self._ctx, self._origin, self._base, self._steps, self._seen = base._ctx, None, base, steps, None
            return
        self._ctx, self._origin, self._base = current_context(), None, None
        self._value = concrete(np.zeros(1, np.float32), device_of(self._ctx))

    def __reduce__(self) -> Any:
        return type(self), (None,), self.__getstate__()

    def __getstate__(self) -> dict[str, Any]:
        return {"handle": bytearray(params.dump_one(dense_entry(self)))}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Fill an array from a pickle that MXNet 1.x wrote."""
        entry = params.load_one(bytes(state["handle"]), "a pickled NDArray")
        if not isinstance(entry, params.Dense):
            raise MXNetError(f"a pickled NDArray holds sparse data ({type(entry).__name__})")
        # On the host until it is used: pickles also travel to forked processes, which can read but not compute.
        self._value = concrete(np.array(entry.data, order="C"), device_of(self._ctx))

    def __copy__(self: Own) -> Own:
        return self.copy()

    def __deepcopy__(self: Own, _: Any) -> Own:
        return self.copy()

    # --- moving and converting ------------------------------------------------------------------------------------

    def copy(self: Own) -> Own:
        """A new array with the same values on the same device."""
        return self._same(value_of(self))

    def _same(self, value: Value) -> Any:
        """A new handle on a value; values never change, so sharing one is copying it."""
        if mode.recording and self._origin is not None:  # a leaf stays itself: its copy is another node
            return invoke_op(find("_copy"), (self,), {})
        return new(type(self), value, self._ctx)

    def _is_target(self, other: Any) -> bool:
        """Whether an array is copied to itself, with a warning; only arrays may be copied to."""
        if not isinstance(other, Handle):
            raise TypeError(f"copyto does not support type {type(other)}: give an NDArray or a Context")
        if other is self:
            warnings.warn("You are attempting to copy an array to itself", RuntimeWarning, stacklevel=3)
        return other is self

    def copyto(self, other: "Context | NDArray") -> "NDArray":
        """Copy into another array of the same shape, or into a new array on a context."""
        if isinstance(other, Context):
            return self._move(other)
        if self._is_target(other):
            return False  # type: ignore[return-value]  # as MXNet does
        if other.shape != self.shape:  # type: ignore[attr-defined]
            raise MXNetError(f"copyto: expected an array of shape {self.shape}, got {other.shape}")  # type: ignore[attr-defined]
        moved = self.astype(other.dtype, copy=False)  # type: ignore[attr-defined]
        moved = moved if value_of(moved).device is value_of(other).device else moved._move(other._ctx)
        assign(other, value_of(moved), moved._origin if mode.recording else None)
        return other

    def _move(self: Own, ctx: Context) -> Own:
        device, value = device_of(ctx), value_of(self)
        if device is value.device:
            result = self._same(value)
            result._ctx = ctx
            return result
        return _across(self, ctx)

    def as_in_context(self: Own, context: Context) -> Own:
        """This array if it is on the context already, else a copy there."""
        if not isinstance(context, Context):
            raise TypeError(f"as_in_context: expected a Context such as mx.cpu(0), received {context!r}")
        return self if self._ctx == context else self._move(context)

    def astype(self: Own, dtype: Any, copy: bool = True) -> Own:
        """The array converted to a dtype; the same array if ``copy`` is false and nothing changes."""
        wanted = dtype_of(dtype)
        if wanted == value_of(self).aval.dtype:
            return self.copy() if copy else self
        if mode.recording and self._origin is not None and not gradients.smooth_cast(self, wanted):
            return gradients.cast(self, wanted)
        values, record = apply(cast_call(wanted), (self,))
        return wrap(type(self), values[0], self._ctx, record, 0)

    def tostype(self, stype: str) -> "NDArray":
        """The array in another storage type."""
        if stype == "default":
            return self.copy()
        return invoke_op(find("cast_storage"), (self,), {"stype": stype})

    def as_nd_ndarray(self) -> "NDArray":
        """The array as ``mx.nd.NDArray``."""
        return self

    def as_np_ndarray(self) -> "ndarray":
        """The same memory as ``mx.np.ndarray``."""
        return seen_as(CLASSES["numpy"], self)

    # --- shape ----------------------------------------------------------------------------------------------------

    def reshape(self: Own, *shape: Any, **kwargs: Any) -> Own:
        """The same memory in another shape; 0, -1, -2, -3 and -4 have MXNet's meanings."""
        wanted, reverse = _reshape_arguments(shape, kwargs)
        try:
            target = infer_reshape(self.shape, wanted, reverse)
        except MXNetError:
            inferred = wanted.count(-1) == 1 and min(wanted) == -1
            if inferred or (min(wanted, default=1) > 0 and math.prod(wanted) < self.size):
                raise ValueError(f"Cannot reshape array of size {self.size} into shape {wanted}") from None
            raise
        return self._reshaped(target)

    def _reshaped(self: Own, shape: tuple[int, ...]) -> Own:
        """The same memory in a shape of as many elements; autograd goes through it."""
        if is_shared(self):
            return view_of(self, (Reshape(shape),))
        values, record = apply(reshape_call(shape), (self,))
        return wrap(type(self), values[0], self._ctx, record, 0)

    def flatten(self: Own, inplace: bool = False) -> Own:  # type: ignore[override]
        """The array with all axes but the first folded into one; the same memory if ``inplace``."""
        if inplace:
            return self.reshape((0, -1))
        return invoke_op(find("Flatten"), (self,), {})

    def expand_dims(self: Own, axis: int, inplace: bool = False) -> Own:  # type: ignore[override]
        """The array with a new axis of length one; the same memory if ``inplace``."""
        if not inplace:
            return invoke_op(find("expand_dims"), (self,), {"axis": axis})
        if not -self.ndim - 1 <= axis <= self.ndim:
            raise ValueError(f"expand_dims: axis {axis} is out of range for {self.ndim}d array")
        shape = list(self.shape)
        shape.insert(axis if axis >= 0 else axis + self.ndim + 1, 1)
        return self._reshaped(tuple(shape))

    def squeeze(self: Own, axis: Any = None, inplace: bool = False) -> Own:  # type: ignore[override]
        """The array without axes of length one, all or those named; the same memory if ``inplace``."""
        if not inplace:
            return invoke_op(find("squeeze"), (self,), {} if axis is None else {"axis": axis})
        axes = range(self.ndim) if axis is None else (axis,) if isinstance(axis, int) else tuple(axis)
        named = {a % self.ndim for a in axes}
        for number in sorted(named) if axis is not None else ():
            if self.shape[number] != 1:
                raise ValueError(f"squeeze: axis {number} must be of size 1, received {self.shape[number]}")
        shape = tuple([s for i, s in enumerate(self.shape) if i not in named or s != 1])
        return self._reshaped(shape or (1,))

    def split_v2(self, indices_or_sections: Any, axis: int = 0, squeeze_axis: bool = False) -> list[Any]:
        """Cut the array into parts: a number of equal ones, or at the indices given."""
        return split_v2(self, indices_or_sections, axis, squeeze_axis)

    def broadcast_to(self: Own, shape: Any) -> Own:
        """The array repeated along its axes of length one; missing leading axes are added."""
        wanted = (shape,) if isinstance(shape, int) else tuple(shape)
        padded = (1,) * (len(wanted) - self.ndim) + self.shape
        if len(padded) != len(wanted) or any(a not in (1, b) for a, b in zip(padded, wanted, strict=True)):
            raise ValueError(f"broadcast_to: an array of shape {self.shape} cannot be broadcast to {wanted}")
        source = self if padded == self.shape else self._reshaped(padded)
        return invoke_op(find("broadcast_to"), (source,), {"shape": wanted})

    def broadcast_like(self: Own, other: "NDArray") -> Own:
        """The array broadcast to the shape of another."""
        return self.broadcast_to(other.shape)

    # --- indexing -------------------------------------------------------------------------------------------------

    def __getitem__(self: Own, key: Any) -> Own:
        return part(self, key) if mode.preparing else indexing.get(self, key)

    def __setitem__(self, key: Any, value: Any) -> None:
        if (
            type(key) is slice
            and key == _EVERYTHING
            and isinstance(value, Handle)
            and self._base is None
            and value._base is None
        ):
            new = value._value  # the everyday ``p[:] = p - lr * p.grad``
            if new.aval is self._value.aval and new.device is self._value.device:
                assign(self, new, value._origin if mode.recording else None)
                return
        indexing.put(self, key, value, self._convert)

    def _convert(self, value: Any) -> Any:
        """A value to be assigned, as an array of this dtype on this device."""
        own = value_of(self)
        if isinstance(value, Handle):
            if value_of(value).device is not own.device:
                value = value.copyto(self._ctx)  # type: ignore[attr-defined]
            return value if value_of(value).aval.dtype == own.aval.dtype else value.astype(own.aval.dtype)  # type: ignore[attr-defined]
        if isinstance(value, (numbers.Number, np.generic)):
            return invoke_op(
                find("_full"), (), {"shape": (1,), "value": value, "dtype": own.aval.dtype, "ctx": self._ctx}
            )
        return from_host(host_array(value, own.aval.dtype), self._ctx, type(self))

    def slice_assign(self: Own, rhs: "NDArray", begin: Any, end: Any, step: Any) -> Own:
        """Assign to a box of the array, in place."""
        return invoke_op(find("_slice_assign"), (self, rhs), {"begin": begin, "end": end, "step": step}, out=self)

    def slice_assign_scalar(self: Own, value: float, begin: Any, end: Any, step: Any) -> Own:
        """Fill a box of the array with a number, in place."""
        attrs = {"scalar": value, "begin": begin, "end": end, "step": step}
        return invoke_op(find("_slice_assign_scalar"), (self,), attrs, out=self)

    def _full(self: Own, value: float) -> Own:
        self[:] = value
        return self

    def _sync_copyfrom(self, source_array: Any) -> None:
        """Fill the array from a host array of its shape."""
        host = host_array(source_array, value_of(self).aval.dtype)
        if host.shape != self.shape:
            raise ValueError(f"Shape inconsistent: expected {self.shape}, received {host.shape}")
        assign(self, concrete(host, value_of(self).device))

    @staticmethod
    def _basic_indexing_slice_is_contiguous(slc_key: tuple[slice, ...], shape: tuple[int, ...]) -> bool:
        """Whether slices of every axis select one run of memory."""
        return indexing.is_contiguous(slc_key, shape)

    def _slice(self: Own, start: int, stop: int) -> Own:
        return self[start:stop]

    def _at(self: Own, index: int) -> Own:
        return self[index]

    # --- autograd -------------------------------------------------------------------------------------------------

    def attach_grad(self, grad_req: str = "write", stype: str | None = None) -> None:
        """Make this array a leaf whose gradient ``backward`` computes; it leaves any graph it was part of."""
        self._origin = None
        value = value_of(self)
        if value.data is None:
            value.device.local.tape.emit(Event.LEAF_ATTACHED)
        if stype is None or stype == self.stype:
            # Made on the host: what stands on a tape before a loop would be part of its first iteration.
            zero = concrete(np.zeros(value.aval.shape, value.aval.dtype), value.device)
            gradient = new(type(self), zero, self._ctx)
        else:
            gradient = zeros(stype, self.shape, self._ctx, dtype_of(self.dtype))
        gradients.mark(self, gradient, grad_req)

    @property
    def grad(self) -> "NDArray":
        """The gradient that the last ``backward`` left, or None without ``attach_grad``."""
        # The type says nothing of None, or every program that reads a gradient would have to ask first.
        return self._origin.grad if isinstance(self._origin, Leaf) else None  # type: ignore[return-value]

    @property
    def _fresh_grad(self) -> bool:
        return isinstance(self._origin, Leaf) and self._origin.fresh

    @_fresh_grad.setter
    def _fresh_grad(self, state: bool) -> None:
        if isinstance(self._origin, Leaf):
            self._origin.fresh = bool(state)

    def detach(self: Own) -> Own:
        """The same memory outside autograd's graph."""
        return new_view(type(self), self, ())

    def backward(self, out_grad: Any = None, retain_graph: bool = False, train_mode: bool = True) -> None:
        """Compute the gradients of this array with respect to every leaf behind it."""
        gradients.backward([self], None if out_grad is None else [out_grad], retain_graph)


pytrees.register(NDArray)


def _reshape_arguments(shape: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[int, ...], bool]:
    unknown = set(kwargs) - {"shape", "reverse"}
    if unknown:
        raise TypeError(f"reshape() got unknown keyword arguments {sorted(unknown)}: it takes shape and reverse")
    if len(shape) == 1 and isinstance(shape[0], (tuple, list)):
        shape = tuple(shape[0])
    elif not shape:
        if "shape" not in kwargs:
            raise ValueError("Shape must be provided, as in x.reshape((2, -1))")
        sizes = kwargs["shape"]
        shape = (sizes,) if isinstance(sizes, int) else tuple(sizes)
    return tuple([operator.index(s) for s in shape]), bool(kwargs.get("reverse", False))


def dense_entry(array: NDArray) -> params.Dense:
    """An array as files and pickles hold it, with the place it was on."""
    ctx = cpu() if isinstance(array._ctx, MeshContext) else array._ctx
    return params.Dense(array.asnumpy(), (ctx.device_typeid, ctx.device_id))


def _across(source: Own, ctx: Context) -> Own:
    """A copy on another device; autograd goes through it."""
    value, device = value_of(source), device_of(ctx)
    # What is still NumPy's goes straight to an accelerator, in the background; a host could use the very same memory.
    direct = type(value.data) is np.ndarray and value.mark is None and device.jax.platform != "cpu"
    moved = concrete(device.put(value.data if direct else value.read("copied to another device")), device)
    note_copy(value, moved)
    result = new(type(source), moved, ctx)
    if mode.recording and source._origin is not None:
        gradients.transferred(source, result)
    return result
