"""What an array handle points at: a buffer, or an output of a node that has not run yet."""

import weakref
from typing import Any

import jax
import numpy as np


class Aval:
    """A shape and a dtype. Made by ``aval_of`` alone, so that equal ones are the same object."""

    __slots__ = ("dtype", "nbytes", "shape", "struct")

    def __init__(self, shape: tuple[int, ...], dtype: np.dtype) -> None:
        self.shape = shape
        self.dtype = dtype
        self.struct = jax.ShapeDtypeStruct(shape, dtype)
        self.nbytes = self.struct.size * dtype.itemsize

    def __repr__(self) -> str:
        return f"{self.dtype.name}{list(self.shape)}"


# Never evicted: nodes compare avals by identity.
_AVALS: dict[tuple[tuple[int, ...], np.dtype], Aval] = {}


def aval_of(shape: tuple[int, ...], dtype: np.dtype) -> Aval:
    """The one Aval of this shape and dtype."""
    key = (shape, dtype)
    found = _AVALS.get(key)
    if found is None:
        found = _AVALS.setdefault(key, Aval(shape, dtype))
    return found


# The place of a value that no tape has seen.
NOWHERE: tuple[Any, int] = (None, 0)


class Mark:
    """What is remarkable about a value, which most values never need.

    ``error`` is why it could not be computed. ``shared`` is true once somebody outside can see its buffer (DLPack,
    zero-copy NumPy): it is then never donated. ``travelled`` says that its host array has been an argument before.
    """

    __slots__ = ("error", "shared", "travelled")

    def __init__(self) -> None:
        self.error: BaseException | None = None
        self.shared = False
        self.travelled = False


class Value:
    """An immutable array: ``data`` once it exists, else the output ``place[1]`` of the tape of epoch ``place[0]``.

    For a value with data, ``place`` remembers its slot among the inputs of the tape that used it last. One
    attribute holds both numbers so that threads always see a matching pair.

    ``data`` may be a NumPy array of our own that nobody changes: a batch used once travels with the call that uses it,
    which is five times cheaper than a transfer of its own.
    """

    __slots__ = ("__weakref__", "aval", "data", "device", "mark", "place")

    def __init__(self, aval: Aval, device: Any, place: tuple[Any, int] = NOWHERE, data: Any = None) -> None:
        self.aval = aval
        self.device = device
        self.place = place
        self.data = data
        self.mark: Mark | None = None

    @property
    def error(self) -> BaseException | None:
        """Why this value could not be computed, if so."""
        return None if self.mark is None else self.mark.error

    @property
    def held(self) -> bool:
        """Whether somebody else may hold the buffer: whoever it was shown to, or a program that it travelled with."""
        mark = self.mark
        return mark is not None and (mark.shared or (mark.travelled and type(self.data) is np.ndarray))

    def share(self) -> None:
        """Never let the buffer be overwritten: somebody outside can see it."""
        self._mark().shared = True

    def _mark(self) -> Mark:
        if self.mark is None:
            self.mark = Mark()
        return self.mark

    def read(self, reason: str) -> jax.Array:
        """The buffer, running what is needed first; it may still be filling."""
        data = self.data
        if data is None:
            if self.error is None:
                self.place[0].settle(reason)
            if self.error is not None:
                _met(self.error)
                raise self.error
            data = self.data
        if type(data) is np.ndarray:
            data = self.data = self.device.put(data)
        return data  # type: ignore[return-value]

    def argument(self) -> Any:
        """The data as an argument of a program: from the host the first time, from the device if it is used again."""
        data = self.data
        if type(data) is np.ndarray:
            mark = self._mark()
            if mark.travelled:
                data = self.data = self.device.put(data)
            mark.travelled = True
        return data

    def fail(self, error: BaseException) -> None:
        """Carry an error instead of data: whoever reads this value, or computes with it, meets the error."""
        self._mark().error = error
        self.place = NOWHERE
        self.data = None
        FAILED.add(self)


# Values whose error nobody has met yet; ``waitall`` must not hide them.
FAILED: "weakref.WeakSet[Value]" = weakref.WeakSet()


def _met(error: BaseException) -> None:
    """Somebody has met this error: what failed with it needs no mention any more."""
    for value in [v for v in FAILED if v.error is error]:
        FAILED.discard(value)


def concrete(data: jax.Array | np.ndarray, device: Any) -> Value:
    """A value that holds this buffer, or this host array, which is the value's own from now on."""
    return Value(aval_of(data.shape, data.dtype), device, NOWHERE, data)
