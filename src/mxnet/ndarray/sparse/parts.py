"""What sparse arrays are made of: stored values, and where they belong.

Where the elements of a csr matrix are is always known on the host, so that results which depend on it (the sum of two
matrices, a slice) get their shapes at once; the values themselves stay on the device, lazy. Which rows a row_sparse
array stores may be known to the device alone: the gradient of an embedding never has to come to the host.

Stored values are padded to few different lengths (see ``capacity``), because every length is another program.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from mxnet._calls.call import Call, Number
from mxnet._host.caches import Cache
from mxnet._host.names import Nameless, function_name, name_of
from mxnet._lazy.value import Value, concrete
from mxnet._ops import sparse as kernels
from mxnet.error import MXNetError
from mxnet.ndarray.sparse.room import check_room

Shape = tuple[int, ...]

_CALLS: Cache = Cache("sparse kernels", 4096)


def kernel(function: Callable[..., Any], arrays: int, **static: Any) -> Call:
    """A kernel with its static arguments fixed, as a call of the engine."""
    key = (function, arrays, *static.items())
    call = _CALLS.get(key)
    if call is None:

        def run_kernel(*arrays: Any) -> tuple[Any, ...]:
            results = function(*arrays, **static)
            return results if isinstance(results, tuple) else (results,)

        call = Call(f"sparse {function.__name__}", run_kernel, arrays, stable=_stable(function, arrays, static))
        _CALLS[key] = call
    return call


def _stable(function: Callable[..., Any], arrays: int, static: dict[str, Any]) -> str | None:
    try:
        return f"kernel {function_name(function)} {arrays} {name_of(static)}"
    except Nameless:
        return None


def run(function: Callable[..., Any], *values: Value, **static: Any) -> Value:
    """Append a kernel to the tape; its first output."""
    return run_call(kernel(function, len(values), **static), values)[0]


def run_call(call: Call, values: Sequence[Value], numbers: Sequence[Number] = ()) -> Sequence[Value]:
    """Append a call that autograd does not see."""
    return values[0].device.local.tape.apply(call, values, numbers)[0]


def capacity(count: int, limit: int | None = None) -> int:
    """The length that ``count`` elements are stored with: rounded up to four significant bits, but not past a limit."""
    step = 1 << max(count.bit_length() - 4, 0)
    size = max(-(-count // step) * step, 1)
    return size if limit is None else max(min(size, limit), count, 1)


def index_dtype(*lengths: int) -> np.dtype:
    """The smallest type that holds every index up to these lengths."""
    return np.dtype(np.int32 if max(lengths) < 2**31 else np.int64)


def padded(host: np.ndarray, size: int, fill: Any = 0) -> np.ndarray:
    """A host array with its first axis lengthened."""
    if size == len(host):
        return host
    out = np.full((size, *host.shape[1:]), fill, host.dtype)
    out[: len(host)] = host
    return out


def placed(index: np.ndarray, device: Any, *lengths: int, fill: int = 0, limit: int | None = None) -> Value:
    """Host indices as a padded value on a device."""
    return concrete(padded(index.astype(index_dtype(*lengths)), capacity(len(index), limit), fill), device)


def on_host(value: Value, reason: str) -> np.ndarray:
    """A value's elements, waited for; not to be written to."""
    return value.data if type(value.data) is np.ndarray else np.asarray(value.read(reason))


def distinct(index: np.ndarray, length: int) -> tuple[np.ndarray, np.ndarray]:
    """The different numbers in an index below ``length``, and for each element which of them it is."""
    if length > 8 * len(index) + 1024:
        return np.unique(index, return_inverse=True)
    there = np.zeros(length, bool)
    there[index] = True
    return np.flatnonzero(there), np.cumsum(there)[index] - 1


def no_pointers(rows: int) -> np.ndarray:
    """The row pointers of a csr matrix that stores nothing, without memory for them: its shape may be any."""
    return np.broadcast_to(np.int64(0), rows + 1)


class Pattern:
    """Where the stored elements of a csr matrix are: those of row ``i`` from ``pointers[i]`` to ``pointers[i + 1]``."""

    __slots__ = ("_compact", "_placed", "columns", "pointers", "shape")

    def __init__(self, pointers: np.ndarray, columns: np.ndarray, shape: Shape) -> None:
        self.pointers = pointers.astype(np.int64, copy=False)
        self.columns = columns.astype(np.int64, copy=False)
        self.shape = shape
        self._placed: dict[Any, tuple[Value, Value]] = {}
        self._compact: dict[Any, tuple[np.ndarray, Value]] = {}

    known = True  # to the host

    @property
    def count(self) -> int:
        """The number of stored elements."""
        return len(self.columns)

    def rows(self) -> np.ndarray:
        """The row of each stored element."""
        if self.pointers.strides == (0,) and not self.count:  # nothing stored: see ``no_pointers``
            return np.zeros(0, np.int64)
        counts = np.diff(self.pointers)
        if len(counts) != self.shape[0] or counts.sum() != self.count or (counts < 0).any():
            raise MXNetError(
                f"a csr matrix of shape {self.shape} has row pointers that do not rise from 0 to its {self.count} "
                "stored elements: check_format() says more"
            )
        return np.repeat(np.arange(self.shape[0]), counts)

    def on(self, device: Any) -> tuple[Value, Value]:
        """The row and the column of each stored element, on a device; padding lies just outside the matrix."""
        indices = self._placed.get(device)
        if indices is None:
            pairs = zip((self.rows(), self.columns), self.shape, strict=True)
            rows, columns = [placed(index, device, *self.shape, fill=length) for index, length in pairs]
            indices = self._placed[device] = rows, columns
        return indices

    def compact(self, axis: int, device: Any) -> tuple[np.ndarray, Value]:
        """The rows (or columns) in which anything is stored, and for each stored element which of them is its own."""
        key = (axis, device)
        compacted = self._compact.get(key)
        if compacted is None:
            length = self.shape[axis]
            ids, index = distinct(self.columns if axis else self.rows(), length)
            size = capacity(len(ids), length)
            compacted = self._compact[key] = ids, placed(index, device, size, fill=size)
        return compacted

    def keys(self) -> np.ndarray:
        """A number for each stored element that orders the places of a matrix row by row."""
        return self.rows() * self.shape[1] + self.columns


class Rows:
    """Which rows a row_sparse array stores: ``ids`` on the device, padded with the array's length.

    ``count`` is how many there are, None as long as only the device knows; ``host`` the rows, once looked at.
    """

    __slots__ = ("_count", "_host", "ids", "shape")

    def __init__(self, ids: Value, shape: Shape, count: int | None = None, host: np.ndarray | None = None) -> None:
        self.ids, self.shape = ids, shape
        self._host = host
        self._count = len(host) if host is not None else count

    @property
    def known(self) -> bool:
        """Whether the host has seen the rows."""
        return self._host is not None

    @property
    def host(self) -> np.ndarray:
        """The rows stored, in order."""
        if self._host is None:
            ids = on_host(self.ids, "the rows of a row_sparse array are looked at").astype(np.int64)
            self._host = ids[ids != self.shape[0]] if self._count is None else ids[: self._count]
        return self._host

    @property
    def count(self) -> int:
        """The number of stored rows."""
        if self._count is None:
            self._count = len(self.host)
        return self._count

    @property
    def complete(self) -> bool:
        """Whether every row is stored, so that the stored rows are the array."""
        return self.count == self.shape[0] and self.ids.aval.shape[0] == self.shape[0]


def rows_at(host: np.ndarray, shape: Shape, device: Any) -> Rows:
    """Rows that the host knows, on a device."""
    host = host.astype(np.int64, copy=False)
    return Rows(placed(host, device, shape[0], fill=shape[0], limit=shape[0]), shape, host=host)


class Parts(NamedTuple):
    """The stored values of a sparse array and their places."""

    data: Value
    where: Any


def lengthened(data: Value, size: int) -> Value:
    """Values padded to a length."""
    if data.aval.shape[0] == size:
        return data
    if type(data.data) is np.ndarray:
        return concrete(padded(data.data, size), data.device)
    return run(kernels.pad, data, capacity=size)


def trimmed(data: Value, count: int) -> Value:
    """The values without their padding."""
    if data.aval.shape[0] == count:
        return data
    if type(data.data) is np.ndarray or data.device.jax.platform == "cpu":  # slicing there would compile each count
        return concrete(on_host(data, "the values of a sparse array are looked at")[:count].copy(), data.device)
    return run(kernels.trim, data, count=count)


# --- conversions: of what has not left the host yet with NumPy, which compiles nothing; of the rest on the device -----


def compress(dense: Value) -> Parts:
    """A matrix as csr parts."""
    shape, host = dense.aval.shape, dense.data if type(dense.data) is np.ndarray else None
    mask = on_host(run(kernels.not_zero, dense), "a matrix is made csr") if host is None else host != 0
    rows, columns = np.nonzero(mask)
    pointers = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=shape[0]))])
    pattern = Pattern(pointers, columns, shape)
    if host is None:
        return Parts(run(kernels.at_stored, dense, *pattern.on(dense.device)), pattern)
    return Parts(concrete(padded(host[rows, columns], capacity(len(rows))), dense.device), pattern)


def gather_rows(dense: Value) -> Parts:
    """An array as row_sparse parts."""
    shape, host = dense.aval.shape, dense.data if type(dense.data) is np.ndarray else None
    if host is None:
        mask = on_host(run(kernels.not_zero_rows, dense), "an array is made row_sparse")
    else:
        mask = (host != 0).any(axis=tuple(range(1, host.ndim)))
    rows = rows_at(np.flatnonzero(mask), shape, dense.device)
    if host is None:
        return Parts(run(kernels.pick, dense, rows.ids), rows)
    return Parts(concrete(padded(host[mask], rows.ids.aval.shape[0]), dense.device), rows)


def scattered(parts: Parts) -> np.ndarray:
    """The dense array of parts, on the host."""
    data, where = parts
    _check_room(parts)
    out = np.zeros(where.shape, data.aval.dtype)
    values = on_host(data, "asnumpy")[: where.count]
    if isinstance(where, Pattern):
        np.add.at(out, (where.rows(), where.columns), values)
    else:
        inside = (where.host >= 0) & (where.host < where.shape[0])
        out[where.host[inside]] = values[inside]
    return out


def _check_room(parts: Parts) -> None:
    data, where = parts
    check_room("row_sparse" if isinstance(where, Rows) else "csr", where.shape, data.aval.dtype, data.device)


def spread(parts: Parts) -> Value:
    """The dense array of parts."""
    where = parts.where
    if type(parts.data.data) is np.ndarray and where.known:
        return concrete(scattered(parts), parts.data.device)
    _check_room(parts)
    if isinstance(where, Rows):
        return run(kernels.rows_to_dense, parts.data, where.ids, length=where.shape[0])
    return run(kernels.csr_to_dense, parts.data, *where.on(parts.data.device), shape=where.shape)


def moved(parts: Parts, device: Any) -> Parts:
    """The same parts on another device."""
    where = parts.where
    data = concrete(device.put(parts.data.read("copied to another device")), device)
    if isinstance(where, Rows):
        ids = concrete(device.put(where.ids.read("copied to another device")), device)
        where = Rows(ids, where.shape, where._count, where._host)
    return Parts(data, where)


def add_rows(data: list[Value], where: list[Rows]) -> Parts:
    """The sum of rows that may repeat; the host need not know which they are, but if it does it will."""
    shape = where[0].shape
    if all(w.known for w in where):
        rows = rows_at(np.unique(np.concatenate([w.host for w in where])), shape, data[0].device)
    else:
        rows = None
    limit = min(sum(w.ids.aval.shape[0] for w in where), shape[0])
    size = limit if rows is None else rows.ids.aval.shape[0]
    call = kernel(kernels.add_rows, 2 * len(where), length=shape[0], capacity=size)
    summed, unique = run_call(call, [*data, *(w.ids for w in where)])
    return Parts(summed, Rows(unique, shape) if rows is None else rows)


def add_to_dense(dense: Any, data: Any, ids: Any) -> Any:
    """An array with rows added to it."""
    return dense.at[ids].add(data.astype(dense.dtype), mode="drop")
