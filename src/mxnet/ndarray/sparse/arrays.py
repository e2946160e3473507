"""The sparse array classes.

A sparse array is a handle like any other, except that what it points at is a set of parts. Read as a handle's value it
is the dense array, made on demand; given a dense value it keeps that until somebody asks for parts. So autograd, the
optimizers, and every operator that knows nothing of sparse arrays work on them all the same, at a dense array's cost.
"""

import numbers
import warnings
import weakref
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import numpy as np

from mxnet._files import params
from mxnet._lazy.gradient import Leaf
from mxnet._lazy.mode import mode
from mxnet._lazy.value import Value, concrete
from mxnet._ops.registry import find
from mxnet._programs.device import device_of
from mxnet.base import NotSupportedForSparseNDArray
from mxnet.context import Context, current_context
from mxnet.error import MXNetError
from mxnet.ndarray import gradients
from mxnet.ndarray.arithmetic import ADD, DIVIDE, MODULO, MULTIPLY, SUBTRACT, Binary
from mxnet.ndarray.dense import NDArray, dtype_of, from_host
from mxnet.ndarray.handle import assign, new
from mxnet.ndarray.invoke import invoke_op
from mxnet.ndarray.sparse.parts import (
    Parts,
    Pattern,
    Shape,
    add_rows,
    add_to_dense,
    capacity,
    compress,
    gather_rows,
    lengthened,
    moved,
    no_pointers,
    on_host,
    padded,
    rows_at,
    run,
    run_call,
    scattered,
    spread,
    trimmed,
)
from mxnet.ndarray.views import cast_call


class Cell:
    """What a sparse array points at: parts, or a dense value that nobody has asked the parts of. Views share it."""

    __slots__ = ("_spread", "content")

    def __init__(self, content: Parts | Value) -> None:
        self.content = content
        self._spread: Callable[[], Value | None] = lambda: None

    def fill(self, content: Parts | Value) -> None:
        """Point at something else."""
        self.content = content
        self._spread = lambda: None

    @property
    def stored(self) -> Value:
        """The value that is held: the stored elements, or all of them."""
        content = self.content
        return content.data if isinstance(content, Parts) else content

    def value(self) -> Value:
        """The dense array; made again each time, unless somebody still holds it."""
        content = self.content
        if not isinstance(content, Parts):
            return content
        value = self._spread()
        if value is None or value.may_be_dropped:
            value = spread(content)
            self._spread = weakref.ref(value)
        return value


class BaseSparseNDArray(NDArray, dense=False):
    """An array that stores only some of its elements; the others are zero.

    >>> isinstance(mx.nd.sparse.zeros("csr", (2, 3)), mx.nd.sparse.BaseSparseNDArray)
    True
    """

    __slots__ = ("_cell",)
    _cell: Cell
    _stype: ClassVar[str] = ""
    _num_aux: ClassVar[int] = 0

    @staticmethod
    def _convert_dense(dense: Value) -> Parts:
        """The parts of a dense array."""
        raise NotImplementedError

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(dense=False, **kwargs)

    def __init__(self, handle: None = None, writable: bool = True) -> None:
        """An empty array, to be filled by ``__setstate__``; make arrays with ``csr_matrix`` or ``row_sparse_array``."""
        super().__init__(handle, writable)

    # --- as a handle -----------------------------------------------------------------------------------------------

    @property
    def _value(self) -> Value:  # type: ignore[override]  # a slot of other handles
        return self._cell.value()

    @_value.setter
    def _value(self, value: Value) -> None:
        try:
            self._cell.fill(value)
        except AttributeError:  # a handle that is being made
            self._cell = Cell(value)

    @property
    def _parts(self) -> Parts:
        content = self._cell.content
        if isinstance(content, Parts):
            return content
        parts = self._convert_dense(content)
        self._cell.fill(parts)
        return parts

    @property
    def _device(self) -> Any:
        return self._cell.stored.device

    def _replace(self, parts: Parts) -> None:
        """Point at other parts, as an in-place operation does."""
        if mode.recording and self._origin is not None:
            assign(self, spread(parts))  # says what is wrong with it
        self._cell.fill(parts)

    def _receive_into(self, leaf: Leaf) -> None:
        """Write or add this gradient into the array of a leaf."""
        cell, parts = leaf.grad._cell, self._parts
        leaf.fresh = True
        if leaf.req == "add":
            old = cell.content
            if not isinstance(old, Parts):
                cell.fill(run(add_to_dense, old, parts.data, parts.where.ids))
                return
            parts = add_rows([old.data, parts.data], [old.where, parts.where])
        cell.fill(parts)

    # --- what it is ------------------------------------------------------------------------------------------------

    @property
    def shape(self) -> Shape:
        """The length of each axis."""
        content = self._cell.content
        return content.where.shape if isinstance(content, Parts) else content.aval.shape

    @property
    def dtype(self) -> Any:
        """The type of the elements, as a NumPy scalar type."""
        return self._cell.stored.aval.dtype.type

    @property
    def stype(self) -> str:
        """How the array is stored."""
        return self._stype

    @property
    def size(self) -> int:
        """Not defined for sparse arrays: the elements, or those stored?"""
        raise NotImplementedError(f"{type(self).__name__} has no size: use x.shape, or len(x.data)")

    @property
    def _aux_types(self) -> list[type]:
        return [np.int64] * self._num_aux

    def _aux_type(self, i: int) -> type:
        return self._aux_types[i]

    def _data(self) -> NDArray:
        """The stored values."""
        parts = self._parts
        return new(NDArray, trimmed(parts.data, parts.where.count), self._ctx)

    data = property(lambda self: self._data(), doc="The stored values.")

    def _index(self, host: np.ndarray) -> NDArray:
        return from_host(host.copy(), self._ctx)

    def __repr__(self) -> str:
        shape = "x".join(str(s) for s in self.shape)
        return f"\n<{type(self).__name__} {shape} @{self._ctx}>"

    def __bool__(self) -> bool:
        raise ValueError("The truth value of an NDArray with multiple elements is ambiguous.")

    __hash__ = object.__hash__

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))

    # --- values ----------------------------------------------------------------------------------------------------

    def asnumpy(self) -> np.ndarray:
        """A dense NumPy array; waits for the values."""
        content = self._cell.content
        return scattered(content) if isinstance(content, Parts) else np.array(on_host(content, "asnumpy"))

    def _buffer(self, reason: str) -> Any:
        return new(NDArray, self._cell.stored, self._ctx)._buffer(reason)

    def __dlpack__(self, **options: Any) -> Any:
        raise NotSupportedForSparseNDArray(self.__dlpack__)

    def __dlpack_device__(self) -> tuple[Any, int]:
        raise NotSupportedForSparseNDArray(self.__dlpack_device__)

    def check_format(self, full_check: bool = True) -> None:
        """Raise an error unless the parts go together; ``full_check`` looks at every index."""
        problem = self._problem(full_check)
        if problem:
            raise MXNetError(f"{problem}, in a {self.stype} array of shape {self.shape}")

    def _problem(self, full: bool) -> str | None:
        raise NotImplementedError

    # --- copies and conversions ------------------------------------------------------------------------------------

    def _with(self, parts: Parts, ctx: Context | None = None) -> Any:
        """An array of this kind on other parts."""
        return make(type(self), parts, ctx or self._ctx)

    def _same(self, value: Value | None = None) -> Any:
        """A new array with the same contents."""
        result = _blank(type(self), self._ctx, Cell(self._cell.content))
        if mode.recording:
            result._origin = self._origin
        return result

    def copy(self) -> Any:
        """A new array with the same contents on the same device."""
        return self._same()

    def detach(self) -> Any:
        """The same memory outside autograd's graph."""
        return _blank(type(self), self._ctx, self._cell)

    def copyto(self, other: Any) -> Any:
        """Copy into another array, dense or of this kind, or into a new array on a context."""
        if isinstance(other, Context):
            return self._move(other)
        if self._is_target(other):
            return False
        if other.stype not in ("default", self.stype):
            raise TypeError(f"copyto does not support destination NDArray stype {other.stype}")
        if other.shape != self.shape:
            raise MXNetError(f"copyto: expected an array of shape {self.shape}, got {other.shape}")
        if not isinstance(other, BaseSparseNDArray):
            return self.tostype("default").copyto(other)
        source = self.astype(other.dtype, copy=False)
        source = source if source._device is device_of(other._ctx) else source._move(other._ctx)
        other._replace(source._parts)
        if mode.recording and source._origin is not None:
            other._origin = source._origin
        return other

    def _move(self, ctx: Context) -> Any:
        device = device_of(ctx)
        if device is self._device:
            result = self._same()
            result._ctx = ctx
            return result
        result = self._with(moved(self._parts, device), ctx)
        if mode.recording and self._origin is not None:
            gradients.transferred(self, result)
        return result

    def astype(self, dtype: Any, copy: bool = True) -> Any:
        """The array converted to a dtype; the same array if ``copy`` is false and nothing changes."""
        wanted = dtype_of(dtype)
        if wanted == np.dtype(self.dtype):
            return self.copy() if copy else self
        parts = self._parts
        result = self._with(Parts(run_call(cast_call(wanted), (parts.data,))[0], parts.where))
        record_as(cast_call(wanted), (self,), result)
        return result

    def tostype(self, stype: str) -> Any:
        """The array in another storage type: its own, or ``"default"``."""
        if stype in ("csr", "row_sparse") and stype != self.stype:
            raise ValueError(f"cast_storage from {self.stype} to {stype} is not supported")
        return invoke_op(find("cast_storage"), (self,), {"stype": stype})

    def as_np_ndarray(self) -> Any:
        """Not there: ``mx.np`` has no sparse arrays."""
        raise ValueError(f"mx.np has no arrays of storage type {self.stype}: convert it with x.tostype('default')")

    # --- pickles and files -----------------------------------------------------------------------------------------

    def _entry(self) -> params.Entry:
        """The array as a file holds it."""
        raise NotImplementedError

    def __getstate__(self) -> dict[str, Any]:
        return {"handle": bytearray(params.dump_one(self._entry()))}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Fill an array from a pickle that MXNet 1.x wrote."""
        array = from_entry(params.load_one(bytes(state["handle"]), f"a pickled {type(self).__name__}"), self._ctx)
        if type(array) is not type(self):
            raise MXNetError(f"a pickled {type(self).__name__} holds data of storage type {array.stype}")
        self._cell = array._cell

    # --- what sparse arrays do not do ------------------------------------------------------------------------------

    def reshape(self, *shape: Any, **kwargs: Any) -> Any:
        """Not there for sparse arrays."""
        raise NotSupportedForSparseNDArray(self.reshape, None, shape)

    def _slice(self, start: Any, stop: Any) -> Any:
        raise NotSupportedForSparseNDArray(self._slice, None, start, stop)

    def _at(self, index: Any) -> Any:
        raise NotSupportedForSparseNDArray(self._at, "[idx]", index)

    # --- operators -------------------------------------------------------------------------------------------------

    def __add__(self, other: Any) -> Any:
        return elementwise(ADD, "elemwise_add", self, other)

    def __sub__(self, other: Any) -> Any:
        return elementwise(SUBTRACT, "elemwise_sub", self, other)

    def __mul__(self, other: Any) -> Any:
        return elementwise(MULTIPLY, "elemwise_mul", self, other)

    def __neg__(self) -> Any:
        return invoke_op(find("_mul_scalar"), (self,), {"scalar": -1.0})

    def __iadd__(self, other: Any) -> Any:
        return self._become(self + other)

    def __isub__(self, other: Any) -> Any:
        return self._become(self - other)

    def __imul__(self, other: Any) -> Any:
        return self._become(self * other)

    def __itruediv__(self, other: Any) -> Any:
        return self._become(DIVIDE(self, other))

    def __imod__(self, other: Any) -> Any:
        return self._become(MODULO(self, other))

    __idiv__ = __itruediv__

    def _become(self, result: Any) -> Any:
        """Take over the contents of a result, in place."""
        if result.shape != self.shape:
            raise MXNetError(f"an in-place operation on shape {self.shape} would give shape {result.shape}")
        return result.copyto(self)

    # --- indexing --------------------------------------------------------------------------------------------------

    def __setitem__(self, key: Any, value: Any) -> None:
        if not isinstance(key, slice):
            raise TypeError(f"{type(self).__name__} only supports [:] for assignment")
        if key != slice(None):
            raise ValueError(f"Assignment with slice for {type(self).__name__} is not implemented: write x[:] = ...")
        if isinstance(value, NDArray):
            if value is not self:
                value.copyto(self)
        elif isinstance(value, (numbers.Number, np.generic)) and not isinstance(value, np.ndarray):
            self._set_all(value)
        elif isinstance(value, np.ndarray):
            warnings.warn(
                f"Assigning non-NDArray object to {type(self).__name__} is not efficient", RuntimeWarning, stacklevel=2
            )
            from_host(value.astype(self.dtype), self._ctx).copyto(self)
        else:
            raise TypeError(f"type {type(value)} not supported")

    def _set_all(self, value: Any) -> None:
        raise NotImplementedError


class CSRNDArray(BaseSparseNDArray):
    """A matrix of compressed rows.

    >>> a = mx.nd.array([[0, 1, 0], [2, 0, 0], [0, 0, 0], [0, 0, 3]]).tostype('csr')
    >>> a.data.asnumpy()
    array([1., 2., 3.], dtype=float32)
    >>> a.indices.asnumpy()
    array([1, 0, 2])
    >>> a.indptr.asnumpy()
    array([0, 1, 2, 2, 3])
    """

    __slots__ = ()
    _stype = "csr"
    _num_aux = 2
    _convert_dense = staticmethod(compress)

    @property
    def indices(self) -> NDArray:
        """The column of each stored element."""
        return self._index(self._parts.where.columns)

    @property
    def indptr(self) -> NDArray:
        """Where each row begins among the stored elements, and after the last where it ends."""
        return self._index(self._parts.where.pointers)

    def asscipy(self) -> Any:
        """A ``scipy.sparse.csr_matrix`` with the same contents."""
        from scipy import sparse  # an optional package

        pattern = self._parts.where
        arrays = (self.data.asnumpy(), pattern.columns.copy(), pattern.pointers.copy())
        return sparse.csr_matrix(arrays, shape=self.shape, dtype=self.dtype)

    def _entry(self) -> params.Entry:
        pattern = self._parts.where
        return params.CSR(self.data.asnumpy(), pattern.pointers, pattern.columns, pattern.shape)

    def _problem(self, full: bool) -> str | None:
        parts = self._parts
        pattern: Pattern = parts.where
        pointers, columns = pattern.pointers, pattern.columns
        if len(pointers) != self.shape[0] + 1:
            return f"indptr has {len(pointers)} elements where {self.shape[0] + 1} are wanted"
        if not full:
            return None
        counts = np.diff(pointers)
        if pointers[0] != 0 or pointers[-1] != len(columns) or (counts < 0).any():
            return f"indptr must rise from 0 to the number of indices, {len(columns)}, but is {pointers}"
        if len(columns) and (columns.min() < 0 or columns.max() >= self.shape[1]):
            return f"indices must lie between 0 and {self.shape[1] - 1}"
        if (np.diff(pattern.keys()) <= 0).any():
            return "indices must be in ascending order in each row, each once"
        return None

    def _set_all(self, value: Any) -> None:
        raise ValueError("Assigning numeric types to CSRNDArray is not implemented yet: assign an array")

    def __getitem__(self, key: Any) -> Any:
        """``x[i]`` and ``x[i:j]``: some rows, as a csr matrix."""
        if isinstance(key, (numbers.Integral, np.integer)) and not isinstance(key, (bool, np.bool_)):
            begin = int(key)
            if not -self.shape[0] <= begin < self.shape[0]:
                raise IndexError(f"index {begin} is out of bounds for axis 0 with size {self.shape[0]}")
            begin %= self.shape[0]
            return invoke_op(find("slice"), (self,), {"begin": (begin,), "end": (begin + 1,)})
        if isinstance(key, slice):
            if key.step is not None:
                raise ValueError("CSRNDArray only supports continuous slicing on axis 0")
            if key.start is None and key.stop is None:
                return self
            # As in MXNet, a bound of zero stands for no bound.
            return invoke_op(find("slice"), (self,), {"begin": (key.start or 0,), "end": (key.stop or self.shape[0],)})
        if isinstance(key, tuple):
            raise ValueError("Multi-dimension indexing is not supported")
        raise ValueError(f"Undefined behaviour for {key}")


class RowSparseNDArray(BaseSparseNDArray):
    """An array of which only some rows are stored, as the gradients of embeddings are.

    >>> x = mx.nd.array([[1, 2], [0, 0], [3, 0]]).tostype('row_sparse')
    >>> x.indices.asnumpy()
    array([0, 2])
    >>> x.data.asnumpy()
    array([[1., 2.],
           [3., 0.]], dtype=float32)
    """

    __slots__ = ()
    _stype = "row_sparse"
    _num_aux = 1
    _convert_dense = staticmethod(gather_rows)

    @property
    def indices(self) -> NDArray:
        """The numbers of the rows that are stored."""
        return self._index(self._parts.where.host)

    def _entry(self) -> params.Entry:
        return params.RowSparse(self.data.asnumpy(), self._parts.where.host, self.shape)

    def _problem(self, full: bool) -> str | None:
        ids = self._parts.where.host
        if not full or not len(ids):
            return None
        if ids.min() < 0 or ids.max() >= self.shape[0]:
            return f"indices must lie between 0 and {self.shape[0] - 1}"
        return "indices must be in ascending order, each once" if (np.diff(ids) <= 0).any() else None

    def _set_all(self, value: Any) -> None:
        """Store every row, filled with one number."""
        shape, device = self.shape, self._device
        data = concrete(np.full(shape, value, self.dtype), device)
        self._replace(Parts(data, rows_at(np.arange(shape[0]), shape, device)))

    def __getitem__(self, key: Any) -> Any:
        """``x[:]`` is the array itself; nothing else is there."""
        if isinstance(key, slice) and key == slice(None):
            return self
        if isinstance(key, (slice, int, np.integer)):
            raise IndexError("RowSparseNDArray only supports [:] for __getitem__: use sparse.retain, or a dense array")
        if isinstance(key, tuple):
            raise ValueError("Multi-dimension indexing is not supported")
        raise ValueError(f"Undefined behaviour for {key}")

    def retain(self, indices: NDArray, out: Any = None) -> Any:
        """The array with only the rows at ``indices`` stored."""
        return invoke_op(find("_sparse_retain"), (self, indices), {}, out)


for _class in (BaseSparseNDArray, CSRNDArray, RowSparseNDArray):
    _class.__module__ = "mxnet.ndarray.sparse"  # where pickles look for them


def make(kind: type, parts: Parts, ctx: Context) -> Any:
    """A sparse array on parts."""
    return _blank(kind, ctx, Cell(parts))


def _blank(kind: type, ctx: Context, cell: Cell) -> Any:
    array: Any = object.__new__(kind)
    array._cell = cell
    array._ctx, array._origin, array._base = ctx, None, None
    return array


def share_cell(target: BaseSparseNDArray, source: BaseSparseNDArray) -> None:
    """Let a sparse array point at what another points at."""
    target._cell = source._cell


def elementwise(operation: Binary, name: str, left: Any, right: Any) -> Any:
    """An operation of which one operand is sparse: element by element where shapes are equal, which keeps it sparse."""
    if isinstance(left, NDArray) and isinstance(right, NDArray) and left.shape == right.shape:
        return invoke_op(find(name), (left, right), {})
    return operation(left, right)


def record_as(call: Any, inputs: tuple[Any, ...], result: Any, numbers: Any = ()) -> None:
    """Let autograd see a result as the output of a call on the dense arrays of its inputs, if recording is on."""
    if mode.recording and any(i._origin is not None for i in inputs):
        gradients.record_call(call, inputs, numbers, result)


def from_entry(entry: params.Entry, ctx: Context | None = None) -> Any:
    """The sparse array that a file's entry holds."""
    ctx = ctx or current_context()
    device = device_of(ctx)
    if isinstance(entry, params.CSR):
        pointers = entry.indptr if len(entry.indptr) else no_pointers(entry.shape[0])
        data = lengthened(concrete(entry.data, device), capacity(len(entry.data)))
        return make(CSRNDArray, Parts(data, Pattern(pointers, entry.indices, entry.shape)), ctx)
    if isinstance(entry, params.RowSparse):
        rows = rows_at(entry.indices, entry.shape, device)
        data = concrete(padded(entry.data, rows.ids.aval.shape[0]), device)
        return make(RowSparseNDArray, Parts(data, rows), ctx)
    raise MXNetError(f"expected a sparse array in the file, but it holds {type(entry).__name__}")
