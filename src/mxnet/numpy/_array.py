"""The array class of ``mx.np``."""

import importlib
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from mxnet._files import params
from mxnet._lazy.gradient import Leaf
from mxnet._lazy.mode import mode
from mxnet._lazy.value import Value
from mxnet._types import DTypeLike
from mxnet.context import Context
from mxnet.ndarray import indexing, pytrees
from mxnet.ndarray.dense import NDArray, dense_entry
from mxnet.ndarray.handle import Handle, seen_as, update, value_of
from mxnet.ndarray.keys import check_boolean_array_dimension
from mxnet.ndarray.storage import array_class, part
from mxnet.numpy import _reductions, _shapes
from mxnet.numpy._arithmetic import FUNCTIONS, Arithmetic
from mxnet.numpy._call import NUMBER, call
from mxnet.numpy._creation import array as make_array
from mxnet.numpy._fallback import on_host
from mxnet.numpy._methods import Methods
from mxnet.numpy._protocol import as_numpy_gives, implementation

_PLAIN = (np.dtype(np.float32), np.dtype(bool))  # dtypes that a repr does not say


# The class of an array itself; see ``_types``.
Own = TypeVar("Own", bound="ndarray")


@array_class("numpy")
class ndarray(Arithmetic, Methods, NDArray):  # type: ignore[misc]
    """An array with NumPy's behaviour: shapes without axes or elements, booleans, NumPy's indexing.

    It is as lazy as ``mx.nd.NDArray``, and autograd goes through it. Make one with ``mx.np.array``.

    >>> x = mx.np.array([[1, 2], [3, 4]])
    >>> x[x > 2]
    array([3., 4.])
    """

    __slots__ = ()
    __module__ = "mxnet.numpy"
    __hash__ = object.__hash__
    _numpy_scalars = True

    # --- what it is -----------------------------------------------------------------------------------------------

    @property
    def dtype(self) -> np.dtype[Any]:  # type: ignore[override]
        """The type of the elements, as a NumPy dtype."""
        return value_of(self).aval.dtype

    @property
    def T(self: Own) -> Own:
        """The array with its axes reversed."""
        return self.transpose()

    def __repr__(self) -> str:
        host = self.asnumpy()
        text = np.array2string(host, separator=", ", prefix="array(")
        rest = f", shape={host.shape}" if not host.size and host.shape != (0,) else ""
        if host.dtype not in _PLAIN:
            rest += f", dtype={host.dtype}"
        if self._ctx.device_type != "cpu":
            rest += f", ctx={self._ctx}"
        return f"array({text}{rest})"

    def __str__(self) -> str:
        return str(self.asnumpy())

    def __format__(self, fmt: str) -> str:
        if not self.shape:
            return format(self.item(), fmt)
        if fmt:
            raise TypeError("Cannot format mxnet.numpy.ndarray with format_spec")
        return str(self)

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def __bool__(self) -> bool:
        if self.size > 1:
            raise ValueError("The truth value of an ndarray with multiple elements is ambiguous.")
        return bool(self.size) and bool(self.item())

    __nonzero__ = __bool__

    def _one(self, what: str) -> Any:
        if self.size != 1:
            raise TypeError("only size-1 arrays can be converted to Python scalars")
        return self.item()

    def item(self, *args: Any) -> float:
        """One element as a Python number: the only one, or the one at an index."""
        return self.asnumpy().item(*args)

    def tolist(self) -> Any:
        """Nested lists of Python numbers, or one number."""
        return self.asnumpy().tolist()

    # --- the other class of arrays, and other libraries -----------------------------------------------------------

    def as_nd_ndarray(self) -> NDArray:
        """The same memory as ``mx.nd.NDArray``."""
        return seen_as(NDArray, self)

    def as_np_ndarray(self) -> "ndarray":
        """The array itself."""
        return self

    def __array_namespace__(self, *, api_version: str | None = None) -> Any:
        """The array API standard's names for these arrays: ``mx.np.array_api``."""
        if api_version not in (None, "2021.12", "2022.12", "2023.12"):
            raise ValueError(f"mx.np: the array API standard of {api_version} is not known here: 2023.12 is")
        return importlib.import_module("mxnet.numpy.array_api")

    @property
    def device(self) -> Context:
        """The device the array is on, as the array API standard calls it."""
        return self._ctx

    def to_device(self: Own, device: Context, /, *, stream: Any = None) -> Own:
        """This array if it is on the device already, else a copy there."""
        return self.as_in_context(device)

    @property
    def mT(self: Own) -> Own:
        """The array with its last two axes exchanged."""
        return self.swapaxes(-1, -2)

    def as_in_ctx(self: Own, ctx: Context) -> Own:
        """This array if it is on the context already, else a copy there."""
        return self.as_in_context(ctx)

    @property
    def grad(self) -> "ndarray":
        """The gradient that the last ``backward`` left, or None without ``attach_grad``."""
        if isinstance(self._origin, Leaf) and self._origin.req == "null":
            return None  # type: ignore[return-value]  # see NDArray.grad
        gradient = NDArray.grad.fget(self)  # type: ignore[attr-defined]
        return gradient if gradient is None or gradient.stype != "default" else gradient.as_np_ndarray()

    def attach_grad(self, grad_req: str = "write") -> None:  # type: ignore[override]
        """Make this array a leaf whose gradient ``backward`` computes."""
        super().attach_grad(grad_req)

    def __getstate__(self) -> dict[str, Any]:
        return {"handle": bytearray(params.dump_one(dense_entry(self), np_shape=True))}

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        function = FUNCTIONS.get({"conjugate": ""}.get(ufunc.__name__, ufunc.__name__))
        if method != "__call__" or function is None:
            return on_host(getattr(ufunc, method))(*inputs, **kwargs)
        out = kwargs.pop("out", None)
        if out is not None:
            kwargs["out"] = out[0]
        # np.float64(2) > array comes with an array without axes for the scalar.
        numbers = (x[()] if isinstance(x, np.ndarray) and x.ndim == 0 else x for x in inputs)
        return function(*numbers, **kwargs)

    def __array_function__(self, func: Callable[..., Any], types: Any, args: Any, kwargs: Any) -> Any:
        function = implementation(func)
        # Ours wants our arrays; NumPy's, which was called, also takes its own beside them, lists and more options.
        if function is None or (np.ndarray in types and not mode.recording):
            return on_host(func)(*args, **kwargs)
        try:
            return as_numpy_gives(func, function(*args, **kwargs))
        except (TypeError, NotImplementedError):
            if mode.recording:  # no gradient passes the host
                raise
            return on_host(func)(*args, **kwargs)

    # --- indexing -------------------------------------------------------------------------------------------------

    def __getitem__(self: Own, key: Any) -> Own:
        if mode.preparing:
            return part(self, key)
        if isinstance(key, (bool, np.bool_)) or _is_flag(key):
            wide = indexing.get(self, None)
            return wide if key else wide[0:0]
        if isinstance(key, tuple) and any(map(_is_lone, key)):
            places = _places(self.shape, key)
            return self.reshape(-1)[places.reshape(-1)].reshape(places.shape)
        return indexing.get(self, _key(key))

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(key, Handle) and value_of(key).aval.dtype == bool and isinstance(value, NUMBER) and key.shape:  # type: ignore[attr-defined]
            check_boolean_array_dimension(self.shape, 0, key.shape)  # type: ignore[attr-defined]
            attrs = {"value": float(value)}  # type: ignore[arg-type]
            masked = "_npi_boolean_mask_assign_scalar"
            update(self, lambda seen, _: indexing.constant(call(masked, (seen, key), attrs)))
            return
        if isinstance(key, tuple) and any(map(_is_lone, key)):
            places = _places(self.shape, key)
            part = self._convert(value)
            part = part.as_np_ndarray()
            part = _shapes.broadcast_to(part.reshape(-1) if part.size == 1 else part, places.shape)

            def compute(seen: Any, _: Any) -> Value:
                flat = seen.reshape(-1)
                flat[places.reshape(-1)] = part.reshape(-1)
                return value_of(flat.reshape(seen.shape))

            update(self, compute)
            return
        if _is_flag(key):
            key = bool(key)
        super().__setitem__(key if isinstance(key, (bool, np.bool_)) else _key(key), value)

    # --- moving and converting ------------------------------------------------------------------------------------

    def astype(  # type: ignore[override]
        self: Own, dtype: DTypeLike, order: str = "K", casting: str = "unsafe", subok: bool = True, copy: bool = True
    ) -> Own:
        """The array converted to a dtype; the same array if ``copy`` is false and nothing changes."""
        if order not in ("K", "C", "A"):
            raise ValueError("order must be either 'K', 'A', or 'C'")
        if casting != "unsafe":
            raise ValueError('casting must be equal to "unsafe"')
        if not subok:
            raise ValueError("subok must be equal to True")
        return super().astype(dtype, copy)

    def copy(self: Own, order: str = "C") -> Own:  # type: ignore[override]
        """A new array with the same values on the same device."""
        if order != "C":
            raise NotImplementedError(f"ndarray.copy only supports order='C', while received {order!r}")
        return super().copy()

    def copyto(self, other: Context | NDArray) -> "ndarray":
        """Copy into another array of the same shape, or into a new array on a context."""
        return super().copyto(other)  # type: ignore[return-value]

    def _sync_copyfrom(self, source_array: Any) -> None:
        super()._sync_copyfrom(source_array)

    def reshape_view(self: Own, *shape: Any, **kwargs: Any) -> Own:
        """The same memory in another shape; 0, -1, -2, -3 and -4 have the meanings of ``mx.nd``."""
        return NDArray.reshape(self, *shape, **kwargs)

    def expand_dims(self: Own, axis: int, inplace: bool = False) -> Own:  # type: ignore[override]
        """A new axis of length one."""
        return NDArray.expand_dims(self, axis, True) if inplace else _shapes.expand_dims(self, axis)  # type: ignore[return-value]

    def sort(  # type: ignore[override]
        self, axis: int | None = -1, kind: str | None = None, order: Any = None
    ) -> None:
        """Put the elements of this array in order along an axis, in place."""
        update(self, lambda seen, _: value_of(_reductions.sort(seen, axis, kind, order)))


pytrees.register(ndarray)


def _is_flag(key: Any) -> bool:
    """Whether a key is a boolean without axes."""
    if isinstance(key, Handle):
        aval = value_of(key).aval
        return aval.dtype == bool and not aval.shape
    return isinstance(key, np.ndarray) and key.dtype == bool and not key.shape


def _is_lone(item: Any) -> bool:
    return isinstance(item, (bool, np.bool_)) or _is_flag(item)


def _places(shape: tuple[int, ...], key: tuple[Any, ...]) -> np.ndarray:
    """Where, in the flattened array, the elements are that a key means; NumPy itself reads the key."""
    host = tuple(i.asnumpy() if isinstance(i, Handle) else i for i in key)  # type: ignore[attr-defined]
    return np.arange(np.prod(shape, dtype=np.int64)).reshape(shape)[host]


def _key(key: Any) -> Any:
    """A key with NumPy's own masks, and lists, as arrays that ``mx.nd``'s indexing knows."""
    if isinstance(key, tuple):
        return tuple(_item(item) for item in key) if any(map(_is_foreign, key)) else key
    return _item(key) if _is_foreign(key) else key


def _is_foreign(item: Any) -> bool:
    return isinstance(item, (list, np.ndarray, tuple))


def _item(item: Any) -> Any:
    if not _is_foreign(item):
        return item
    host = np.asarray([i.item() if isinstance(i, ndarray) else i for i in item] if isinstance(item, list) else item)
    if host.dtype == bool:
        return make_array(host)
    return host.astype(np.int64) if not host.size else host
