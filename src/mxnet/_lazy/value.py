"""What an array handle points at: a buffer, or an output of a node that has not run yet."""

import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

import jax
import numpy as np

from mxnet._calls.avals import Aval, aval_of

if TYPE_CHECKING:
    from mxnet._lazy.tape import Tape


class Tapes(Protocol):
    """The tapes of a device, of which each thread sees its own."""

    @property
    def tape(self) -> "Tape":
        """This thread's."""


# Options of the compiler, by name.
Options = dict[str, str | int]


class Device(Protocol):
    """Where a value is, as far as recording must know; the class is ``_programs.device.Device``."""

    @property
    def number(self) -> int:
        """Unique among all devices."""

    @property
    def sharding(self) -> jax.sharding.Sharding:
        """Arrays on this device alone; whole arrays, if it is a mesh."""

    @property
    def options(self) -> Options | None:
        """The options of the compiler for it."""

    @property
    def older_emitters(self) -> Options | None:
        """The options with those that choose XLA's older emitters, where there are such."""

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

    @property
    def closed(self) -> bool:
        """Whether nothing more is recorded in it."""

    def settle(self, reason: str) -> None:
        """Return when everything recorded in it has run."""

    def new_position(self, index: int) -> "Position":
        """Where the output ``index`` is after this has settled, if it was not computed here."""


# An epoch, and the ref that its nodes have for the value.
Position = tuple[Pending | None, int]
NO_POSITION: Position = (None, 0)

# An array that a program computed for a check, and the function that finds an error in it.
Check = tuple[jax.Array | np.ndarray, Callable[[np.ndarray], Exception | None]]


class Mark:
    """The attributes of a value that most values never need.

    ``error`` is why it could not be computed. ``exported`` is true once code outside the engine can see its buffer
    (DLPack, zero-copy NumPy): it is then never donated. ``passed`` is true once its host array has been an argument.
    ``checks`` are made before the value is read; one of them may find an error.
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

    ``data`` may be a NumPy array that belongs to this value and never changes: a batch used once is passed with the
    call that uses it, which is five times cheaper than a transfer of its own.
    """

    __slots__ = ("__weakref__", "aval", "data", "device", "mark", "position")

    aval: Aval
    device: Device
    position: Position
    data: jax.Array | np.ndarray | None
    mark: Mark | None

    def __init__(self, aval: Aval, device: Device, position: Position = NO_POSITION, data: Any = None) -> None:
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
    def is_shared(self) -> bool:
        """Whether the buffer may be in use elsewhere: it was exported, or is a host array passed to a program."""
        mark = self.mark
        return mark is not None and (mark.exported or (mark.passed and type(self.data) is np.ndarray))

    def share(self) -> None:
        """Never overwrite the buffer: code outside the engine can see it."""
        self.ensure_mark().exported = True

    def ensure_mark(self) -> Mark:
        """The mark, made if there is none."""
        if self.mark is None:
            self.mark = Mark()
        return self.mark

    @property
    def may_be_dropped(self) -> bool:
        """Whether the tape that was to compute this value has ended: it computes no value that was not held then.

        The owner of a weak reference must ask this after it has got the value from the reference. A value that is held
        before the tape ends is computed.
        """
        epoch = self.position[0]
        return self.data is None and self.error is None and epoch is not None and epoch.closed

    def settle(self, reason: str) -> None:
        """Return when the value has data or an error."""
        while self.data is None and (self.mark is None or self.mark.error is None):
            epoch, index = self.position
            if epoch is None:
                raise AssertionError("a value without data is on no tape")
            epoch.settle(reason)
            if self.data is None and self.error is None and self.position[0] is epoch:
                self.position = epoch.new_position(index)

    def read(self, reason: str) -> jax.Array:
        """The buffer, running what is needed first; it may still be filling."""
        if self.data is None:
            self.settle(reason)
        mark = self.mark
        if mark is not None:
            if mark.checks:
                self.verify()
            if mark.error is not None:
                note_raised(mark.error)
                raise mark.error
        if type(self.data) is np.ndarray:
            self.data = self.device.put(self.data)
        return self.data  # type: ignore[return-value]

    def argument(self) -> Any:
        """The data as an argument of a program: from the host the first time, from the device if it is used again."""
        data = self.data
        if type(data) is np.ndarray:
            mark = self.ensure_mark()
            if mark.passed:
                data = self.data = self.device.put(data)
            mark.passed = True
        return data

    def add_check(self, check: Check) -> None:
        """Have this value checked before it is read."""
        mark = self.ensure_mark()
        mark.checks = (*mark.checks, check)
        UNCHECKED.add(self)

    def verify(self) -> None:
        """Make the checks, once; carry the first error that one finds."""
        mark = self.ensure_mark()
        checks, mark.checks = mark.checks, ()
        for observed, find_error in checks:
            error = find_error(np.asarray(observed))
            if error is not None:
                self.fail(error)
                break

    def fail(self, error: BaseException) -> None:
        """Carry an error instead of data: reading this value raises it, and what is computed from it fails too."""
        self.ensure_mark().error = error
        self.position = NO_POSITION
        self.data = None
        FAILED.add(self)


# Values whose error was not raised yet, and values whose checks were not made yet; ``waitall`` must not hide either.
FAILED: "weakref.WeakSet[Value]" = weakref.WeakSet()
UNCHECKED: "weakref.WeakSet[Value]" = weakref.WeakSet()


def note_raised(error: BaseException) -> None:
    """Note that an error was raised: ``waitall`` need not raise it again."""
    FAILED.difference_update([value for value in FAILED if value.error is error])


def unraised_error() -> BaseException | None:
    """An error that was not raised yet, if there is one; all others are dropped."""
    while UNCHECKED:
        UNCHECKED.pop().verify()
    unraised = next(iter([value.error for value in FAILED]), None)
    FAILED.clear()
    return unraised


def concrete(data: jax.Array | np.ndarray, device: Device) -> Value:
    """A value that holds this buffer, or this host array, which is the value's own from now on."""
    return Value(aval_of(data.shape, data.dtype), device, NO_POSITION, data)
