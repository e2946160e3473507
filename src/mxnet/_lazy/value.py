"""What an array handle points at: a buffer, or an output of a node that has not run yet."""

import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

import jax
import numpy as np

if TYPE_CHECKING:
    from mxnet._lazy.tape import Tape


class Aval:
    """A shape and a dtype (JAX's "abstract value"). Made by ``aval_of`` alone, so that equal ones are one object."""

    __slots__ = ("__weakref__", "dtype", "nbytes", "shape", "struct")

    def __init__(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> None:
        self.shape = shape
        self.dtype = dtype
        self.struct = jax.ShapeDtypeStruct(shape, dtype)
        self.nbytes: int = self.struct.size * dtype.itemsize

    def __repr__(self) -> str:
        return f"{self.dtype.name}{list(self.shape)}"


# Avals are compared by identity, so one lives as long as anybody compares with it, and no longer.
_AVALS: "weakref.WeakValueDictionary[tuple[tuple[int, ...], np.dtype[Any]], Aval]" = weakref.WeakValueDictionary()


def aval_of(shape: tuple[int, ...], dtype: np.dtype[Any]) -> Aval:
    """The one Aval of this shape and dtype."""
    key = (shape, dtype)
    found = _AVALS.get(key)
    if found is None:
        found = _AVALS.setdefault(key, Aval(shape, dtype))
    return found


class Tapes(Protocol):
    """The tapes of a device, of which each thread sees its own."""

    @property
    def tape(self) -> "Tape":
        """This thread's."""


class Device(Protocol):
    """Where a value is, as far as recording must know; the class is ``_programs.device.Device``."""

    @property
    def number(self) -> int:
        """Its own among all devices."""

    @property
    def sharding(self) -> jax.sharding.Sharding:
        """Arrays on this device alone; whole arrays, if it is a mesh."""

    @property
    def options(self) -> dict[str, str] | None:
        """What the compiler is told for it."""

    @property
    def replays(self) -> bool:
        """Whether programs are faster when their arrays stay where they are in memory."""

    @property
    def local(self) -> Tapes:
        """Its tapes."""

    def put(self, array: Any) -> jax.Array:
        """A copy of a host array there."""

    def draw(self) -> tuple[int, int]:
        """The seed and the number of the next random key."""

    @property
    def jax(self) -> jax.Device:
        """The device as JAX knows it."""


class Pending(Protocol):
    """The part of a tape's life that a value waits for; see ``epoch.Epoch``."""

    def settle(self, reason: str) -> None:
        """Return when everything recorded in it has run."""

    def moved(self, index: int) -> "Position":
        """Where the output ``index`` is to be found after it has settled, if it did not run with it."""


# Which epoch, and what a node of it calls the value.
Position = tuple[Pending | None, int]
NOWHERE: Position = (None, 0)

# What a program computed for a check, and the function that finds an error in it.
Check = tuple[jax.Array | np.ndarray, Callable[[np.ndarray], Exception | None]]


class Mark:
    """What is remarkable about a value, which most values never need.

    ``error`` is why it could not be computed. ``exported`` is true once somebody outside can see its buffer (DLPack,
    zero-copy NumPy): it is then never donated. ``passed`` is true once its host array has been an argument. ``checks``
    are what must hold for the value to be one: whoever reads it asks them first.
    """

    __slots__ = ("checks", "error", "exported", "passed")

    def __init__(self) -> None:
        self.error: BaseException | None = None
        self.exported = False
        self.passed = False
        self.checks: tuple[Check, ...] = ()


class Value:
    """An immutable array: ``data`` once it exists, else the output ``position[1]`` of the epoch ``position[0]``.

    For a value with data, ``position`` remembers its slot among the inputs of the tape that used it last. One
    attribute holds both so that threads always see a matching pair.

    ``data`` may be a NumPy array of our own that nobody changes: a batch used once is passed with the call that uses
    it, which is five times cheaper than a transfer of its own.
    """

    __slots__ = ("__weakref__", "aval", "data", "device", "mark", "position")

    aval: Aval
    device: Device
    position: Position
    data: jax.Array | np.ndarray | None
    mark: Mark | None

    def __init__(self, aval: Aval, device: Device, position: Position = NOWHERE, data: Any = None) -> None:
        self.aval = aval
        self.device = device
        self.position = position
        self.data = data
        self.mark = None

    @property
    def error(self) -> BaseException | None:
        """Why this value could not be computed, if so."""
        return None if self.mark is None else self.mark.error

    @property
    def held(self) -> bool:
        """Whether somebody else may hold the buffer: whoever it was exported to, or a program it was passed to."""
        mark = self.mark
        return mark is not None and (mark.exported or (mark.passed and type(self.data) is np.ndarray))

    def share(self) -> None:
        """Never let the buffer be overwritten: somebody outside can see it."""
        self.remark().exported = True

    def remark(self) -> Mark:
        """The mark, made if there is none."""
        if self.mark is None:
            self.mark = Mark()
        return self.mark

    def settle(self, reason: str) -> None:
        """Return when the value has data or an error."""
        while self.data is None and (self.mark is None or self.mark.error is None):
            epoch, index = self.position
            if epoch is None:
                raise AssertionError("a value without data is on no tape")
            epoch.settle(reason)
            if self.data is None and self.error is None and self.position[0] is epoch:
                self.position = epoch.moved(index)

    def read(self, reason: str) -> jax.Array:
        """The buffer, running what is needed first; it may still be filling."""
        if self.data is None:
            self.settle(reason)
        mark = self.mark
        if mark is not None:
            if mark.checks:
                self.verify()
            if mark.error is not None:
                met(mark.error)
                raise mark.error
        if type(self.data) is np.ndarray:
            self.data = self.device.put(self.data)
        return self.data  # type: ignore[return-value]

    def argument(self) -> Any:
        """The data as an argument of a program: from the host the first time, from the device if it is used again."""
        data = self.data
        if type(data) is np.ndarray:
            mark = self.remark()
            if mark.passed:
                data = self.data = self.device.put(data)
            mark.passed = True
        return data

    def doubt(self, check: Check) -> None:
        """Let whoever reads this value ask a check first."""
        mark = self.remark()
        mark.checks = (*mark.checks, check)
        DOUBTED.add(self)

    def verify(self) -> None:
        """Ask the checks, once; carry the error of one that does not hold."""
        mark = self.remark()
        checks, mark.checks = mark.checks, ()
        for facts, judge in checks:
            error = judge(np.asarray(facts))
            if error is not None:
                self.fail(error)
                break

    def fail(self, error: BaseException) -> None:
        """Carry an error instead of data: whoever reads this value, or computes with it, meets the error."""
        self.remark().error = error
        self.position = NOWHERE
        self.data = None
        FAILED.add(self)


# Values whose error nobody has met yet, and those that may have one; ``waitall`` must not hide them.
FAILED: "weakref.WeakSet[Value]" = weakref.WeakSet()
DOUBTED: "weakref.WeakSet[Value]" = weakref.WeakSet()


def met(error: BaseException) -> None:
    """Somebody has met this error: what failed with it needs no mention any more."""
    FAILED.difference_update([value for value in FAILED if value.error is error])


def unmet_error() -> BaseException | None:
    """An error that nobody has met, if there is one; what else failed needs no mention then."""
    while DOUBTED:
        DOUBTED.pop().verify()
    unmet = next(iter([value.error for value in FAILED]), None)
    FAILED.clear()
    return unmet


def concrete(data: jax.Array | np.ndarray, device: Device) -> Value:
    """A value that holds this buffer, or this host array, which is the value's own from now on."""
    return Value(aval_of(data.shape, data.dtype), device, NOWHERE, data)
